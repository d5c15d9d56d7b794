/* What LAPACK's dgeev does for eigenvalues alone: balancing, Hessenberg form, QR steps with two shifts at once.
 *
 * The unblocked kernels need nothing of the Fortran runtime (la_dense_lapack.c). Balancing matters here: lengths, angles,
 * newtons and seconds make columns of very different size, and coordinates that nothing depends on leave columns of zeros,
 * which its permutation splits off exactly.
 */
#include "host_eigenvalues.h"

#include <math.h>
#include <stddef.h>

/* Fortran passes everything by address; the length of each character argument follows at the end, by value */
void dgebal_(const char *job, const int *n, double *a, const int *lda, int *low, int *high, double *scale, int *info,
             size_t);
void dgehd2_(const int *n, const int *low, const int *high, double *a, const int *lda, double *tau, double *work,
             int *info);
void dlahqr_(const int *want_t, const int *want_z, const int *n, const int *low, const int *high, double *h,
             const int *ldh, double *real, double *imaginary, const int *low_z, const int *high_z, double *z,
             const int *ldz, int *info);

/* moves entry k to place i < k, the rest one place on */
static void host_eigen_insert(double *x, int i, int k)
{
	const double moved = x[k];
	for (; k > i; k--) {
		x[k] = x[k - 1];
	}
	x[i] = moved;
}

/* insertion sort: pairs of equal size stay in order */
static void host_eigen_sort(int n, double *real, double *imaginary)
{
	for (int k = 1; k < n; k++) {
		int i = k;
		while (i > 0 && hypot(real[i - 1], imaginary[i - 1]) > hypot(real[k], imaginary[k])) {
			i--;
		}
		host_eigen_insert(real, i, k);
		host_eigen_insert(imaginary, i, k);
	}
}

int host_eigenvalues(int n, double *a, double *real, double *imaginary)
{
	const int no = 0, one = 1;
	int low = 1, high = n, info = 0;
	double unused = 0.0;
	for (int i = 0; i < n * n; i++) {
		if (!isfinite(a[i])) {
			return -1;
		}
	}
	if (n == 0) {
		return 0;
	}
	/* read by columns it is the transposed matrix, which has the same eigenvalues; the results serve as scratch */
	dgebal_("B", &n, a, &n, &low, &high, real, &info, 1);
	dgehd2_(&n, &low, &high, a, &n, real, imaginary, &info);
	for (int i = 0; i < n; i++) {
		real[i] = a[i * n + i];
		imaginary[i] = 0.0;
	}
	dlahqr_(&no, &no, &n, &low, &high, a, &n, real, imaginary, &one, &one, &unused, &one, &info);
	host_eigen_sort(n, real, imaginary);
	return info == 0 ? 0 : -1;
}
