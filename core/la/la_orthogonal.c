/* Eigenvalues of dense symmetric matrices: tridiagonal form by Householder reflections, then implicit QR steps (Golub and Van Loan, 8.3).
 * la_triangular.c holds the triangular factorizations. */
#include "la_dense.h"

#include <float.h>
#include <math.h>

#define LA_EIGEN_STEPS 30 /* per row */

static void la_orthogonal_swap(int n, double *x, int x_step, double *y, int y_step)
{
	for (int i = 0; i < n; i++) {
		double keep = x[i * x_step];
		x[i * x_step] = y[i * y_step];
		y[i * y_step] = keep;
	}
}

/* x := (beta, reflector without its leading 1) with (I - tau v v^T) x = (beta, 0, ..); returns tau */
static double la_qr_make_reflector(int n, double *x)
{
	double rest = n > 1 ? la_norm2(n - 1, x + 1) : 0.0;
	double alpha, beta, larger;
	if (rest == 0.0) {
		return 0.0;
	}
	alpha = x[0];
	larger = fmax(fabs(alpha), rest);
	beta = larger * sqrt((alpha / larger) * (alpha / larger) + (rest / larger) * (rest / larger));
	beta = alpha > 0.0 ? -beta : beta;
	for (int i = 1; i < n; i++) {
		x[i] /= alpha - beta;
	}
	x[0] = beta;
	return (beta - alpha) / beta;
}

/* y := (I - tau v v^T) y with v(0) = 1 */
static void la_qr_reflect(int n, const double *v, double tau, double *y)
{
	double sum = tau * (y[0] + la_dot(n - 1, v + 1, y + 1));
	y[0] -= sum;
	for (int i = 1; i < n; i++) {
		y[i] -= sum * v[i];
	}
}

/* A = Q T Q^T with tridiagonal T: diagonal w[n], beside it e[n - 1]. The reflectors stay in a, tau[n - 1], from the entries
 * below the diagonal on; p[n] is work */
static void la_eigen_reduce(int n, double *a, int ld, double *w, double *e, double *tau, double *p)
{
	for (int k = 0; k < n; k++) {
		const int rest = n - k - 1;
		double *v = a + k + 1 + k * ld, *below = a + k + 1 + (k + 1) * ld;
		w[k] = a[k + k * ld];
		if (rest == 0) {
			return;
		}
		tau[k] = la_qr_make_reflector(rest, v);
		e[k] = v[0];
		v[0] = 1.0;
		/* B := H B H = B - v p^T - p v^T with p = tau B v - (tau^2 / 2) (v^T B v) v, of B the lower triangle */
		for (int i = 0; i < rest; i++) {
			p[i] = 0.0;
		}
		for (int j = 0; j < rest; j++) {
			const double *column = below + j * ld;
			p[j] += tau[k] * (column[j] * v[j] + la_dot(rest - j - 1, column + j + 1, v + j + 1));
			for (int i = j + 1; i < rest; i++) {
				p[i] += tau[k] * column[i] * v[j];
			}
		}
		const double half = 0.5 * tau[k] * la_dot(rest, p, v);
		for (int i = 0; i < rest; i++) {
			p[i] -= half * v[i];
		}
		for (int j = 0; j < rest; j++) {
			for (int i = j; i < rest; i++) {
				below[i + j * ld] -= v[i] * p[j] + p[i] * v[j];
			}
		}
	}
}

/* z[n x n] := Q of la_eigen_reduce */
static void la_eigen_basis(int n, const double *a, int ld, const double *tau, double *z)
{
	for (int i = 0; i < n * n; i++) {
		z[i] = i % (n + 1) == 0 ? 1.0 : 0.0;
	}
	for (int k = n - 2; k >= 0; k--) {
		for (int j = k + 1; j < n; j++) {
			la_qr_reflect(n - k - 1, a + k + 1 + k * ld, tau[k], z + k + 1 + j * n);
		}
	}
}

/* one implicit QR step with Wilkinson's shift on rows lo .. hi of T; the columns of z turn with it */
static void la_eigen_step(int n, int lo, int hi, double *w, double *e, double *z)
{
	const double half = 0.5 * (w[hi - 1] - w[hi]), last = e[hi - 1];
	double x = w[lo] - w[hi] + last * last / (half + copysign(sqrt(half * half + last * last), half)), y = e[lo];
	for (int k = lo; k < hi; k++) {
		const double r = sqrt(x * x + y * y), c = r > 0.0 ? x / r : 1.0, s = r > 0.0 ? y / r : 0.0;
		const double p = w[k], q = w[k + 1], off = e[k];
		double *first = z + k * n, *second = first + n;
		if (k > lo) {
			e[k - 1] = r;
		}
		w[k] = c * c * p + 2.0 * c * s * off + s * s * q;
		w[k + 1] = s * s * p - 2.0 * c * s * off + c * c * q;
		e[k] = c * s * (q - p) + (c * c - s * s) * off;
		x = e[k];
		if (k + 1 < hi) {
			y = s * e[k + 1];
			e[k + 1] *= c;
		}
		for (int i = 0; i < n; i++) {
			const double keep = first[i];
			first[i] = c * keep + s * second[i];
			second[i] = c * second[i] - s * keep;
		}
	}
}

/* w := eigenvalues of T, z := z times its eigenvectors; 0, or 1 without convergence */
static int la_eigen_iterate(int n, double *w, double *e, double *z)
{
	int hi = n - 1;
	for (int steps = 0; steps <= LA_EIGEN_STEPS * n; steps++) {
		/* squares of what is left do not underflow */
		for (int k = 0; k < hi; k++) {
			if (fabs(e[k]) <= fmax(DBL_EPSILON * (fabs(w[k]) + fabs(w[k + 1])), 1e-100)) {
				e[k] = 0.0;
			}
		}
		while (hi > 0 && e[hi - 1] == 0.0) {
			hi--;
		}
		if (hi <= 0) {
			return 0;
		}
		int lo = hi - 1;
		while (lo > 0 && e[lo - 1] != 0.0) {
			lo--;
		}
		la_eigen_step(n, lo, hi, w, e, z);
	}
	return 1;
}

static void la_eigen_sort(int n, double *w, double *v, int ldv)
{
	for (int j = 0; j < n; j++) {
		int smallest = j;
		for (int c = j + 1; c < n; c++) {
			smallest = w[c] < w[smallest] ? c : smallest;
		}
		if (smallest != j) {
			la_orthogonal_swap(1, w + j, 1, w + smallest, 1);
			la_orthogonal_swap(n, v + j * ldv, 1, v + smallest * ldv, 1);
		}
	}
}

LA_FUNCTION int la_eigen_work(int n)
{
	return n * n + 3 * n + 1;
}

LA_FUNCTION int la_eigen(int n, double *a, int ld, double *w, double *work)
{
	double *z = work, *e = z + n * n, *tau = e + n, *p = tau + n;
	const double scale = la_scale(n, n, a, ld, 1);
	if (isnan(scale)) {
		return 1;
	}
	for (int j = 0; j < n; j++) {
		for (int i = j; i < n; i++) {
			a[i + j * ld] *= scale;
		}
	}
	la_eigen_reduce(n, a, ld, w, e, tau, p);
	la_eigen_basis(n, a, ld, tau, z);
	if (la_eigen_iterate(n, w, e, z)) {
		return 1;
	}
	la_eigen_sort(n, w, z, n);
	for (int j = 0; j < n; j++) {
		w[j] /= scale;
		for (int i = 0; i < n; i++) {
			a[i + j * ld] = z[i + j * n];
		}
	}
	return 0;
}

#undef LA_EIGEN_STEPS
