/* Triangular factorizations of dense matrices. la_orthogonal.c holds the orthogonal ones.
 *
 * Source: Golub and Van Loan, "Matrix Computations", 4th ed.: LU with partial pivoting (3.4), Cholesky (4.2).
 */
#include "la_dense.h"

#include <math.h>

static void la_triangular_swap(double *x, double *y)
{
	double keep = *x;
	*x = *y;
	*y = keep;
}

/* y := y - factor x */
static void la_triangular_subtract(int n, double factor, const double *restrict x, double *restrict y)
{
	for (int i = 0; i < n; i++) {
		y[i] -= factor * x[i];
	}
}

/* row of the largest |x_i|, i from `first`; `first` when all are zero */
static int la_triangular_largest(int first, int n, const double *x)
{
	int largest = first;
	for (int i = first + 1; i < n; i++) {
		if (fabs(x[i]) > fabs(x[largest])) {
			largest = i;
		}
	}
	return largest;
}

LA_FUNCTION int la_lu_factor(int n, double *a, int ld, int *pivot)
{
	int status = 0;
	for (int k = 0; k < n; k++) {
		double *column = a + k * ld;
		int p = la_triangular_largest(k, n, column);
		pivot[k] = p;
		if (column[p] == 0.0) {
			status = status ? status : k + 1;
			continue;
		}
		if (p != k) {
			for (int j = 0; j < n; j++) {
				la_triangular_swap(&a[k + j * ld], &a[p + j * ld]);
			}
		}
		for (int i = k + 1; i < n; i++) {
			column[i] /= column[k];
		}
		for (int j = k + 1; j < n; j++) {
			la_triangular_subtract(n - k - 1, a[k + j * ld], column + k + 1, a + k + 1 + j * ld);
		}
	}
	return status;
}

LA_FUNCTION void la_lu_solve(int n, const double *lu, int ld, const int *pivot, int columns, double *b, int ldb)
{
	for (int c = 0; c < columns; c++) {
		double *x = b + c * ldb;
		for (int k = 0; k < n; k++) {
			if (pivot[k] != k) {
				la_triangular_swap(&x[k], &x[pivot[k]]);
			}
		}
		for (int k = 0; k < n; k++) {
			la_triangular_subtract(n - k - 1, x[k], lu + k + 1 + k * ld, x + k + 1);
		}
		for (int k = n - 1; k >= 0; k--) {
			x[k] /= lu[k + k * ld];
			la_triangular_subtract(k, x[k], lu + k * ld, x);
		}
	}
}

LA_FUNCTION int la_cholesky_factor(int n, double *a, int ld)
{
	for (int k = 0; k < n; k++) {
		double *column = a + k * ld;
		if (!(column[k] > 0.0)) {
			return k + 1;
		}
		column[k] = sqrt(column[k]);
		for (int i = k + 1; i < n; i++) {
			column[i] /= column[k];
		}
		for (int j = k + 1; j < n; j++) {
			la_triangular_subtract(n - j, column[j], column + j, a + j + j * ld);
		}
	}
	return 0;
}

LA_FUNCTION void la_cholesky_forward(int n, const double *l, int ld, double *x)
{
	for (int k = 0; k < n; k++) {
		x[k] /= l[k + k * ld];
		la_triangular_subtract(n - k - 1, x[k], l + k + 1 + k * ld, x + k + 1);
	}
}

LA_FUNCTION void la_cholesky_backward(int n, const double *l, int ld, double *x)
{
	for (int k = n - 1; k >= 0; k--) {
		x[k] = (x[k] - la_dot(n - k - 1, l + k + 1 + k * ld, x + k + 1)) / l[k + k * ld];
	}
}

LA_FUNCTION void la_cholesky_solve(int n, const double *l, int ld, int columns, double *b, int ldb)
{
	for (int c = 0; c < columns; c++) {
		la_cholesky_forward(n, l, ld, b + c * ldb);
		la_cholesky_backward(n, l, ld, b + c * ldb);
	}
}
