/* LAPACK's dgeev balances the matrix first, which matters here: lengths, angles, newtons and
 * seconds make columns of very different size, and coordinates that nothing depends on leave
 * columns of zeros, which its permutation splits off exactly.
 */
#include "host_eigenvalues.h"

#include <math.h>
#include <stddef.h>

/* Fortran passes everything by address; the length of each character argument follows at the end,
 * by value */
void dgeev_(const char *left, const char *right, const int *n, double *a, const int *lda, double *real,
            double *imaginary, double *vl, const int *ldvl, double *vr, const int *ldvr, double *work,
            const int *work_size, int *info, size_t, size_t);

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

int host_eigenvalues(int n, double *a, double *work, double *real, double *imaginary)
{
	const int one = 1, work_size = 3 * n;
	int info = 0;
	for (int i = 0; i < n * n; i++) {
		if (!isfinite(a[i])) {
			return -1;
		}
	}
	if (n == 0) {
		return 0;
	}
	/* read by columns it is the transposed matrix, which has the same eigenvalues */
	dgeev_("N", "N", &n, a, &n, real, imaginary, NULL, &one, NULL, &one, work, &work_size, &info, 1, 1);
	host_eigen_sort(n, real, imaginary);
	return info == 0 ? 0 : -1;
}
