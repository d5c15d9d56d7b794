/* Dense back end in plain C: triangular factorizations. la_orthogonal_portable.c holds the orthogonal ones.
 *
 * Sources: Golub and Van Loan, "Matrix Computations", 4th ed.: LU with partial pivoting (3.4), Cholesky (4.2); Bunch
 * and Kaufman, "Some stable methods for calculating inertia and solving symmetric linear systems", Math. Comp. 31
 * (1977), algorithm A.
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

LA_FUNCTION void la_lu_solve_transposed(int n, const double *lu, int ld, const int *pivot, int columns, double *b,
                                        int ldb)
{
	for (int c = 0; c < columns; c++) {
		double *x = b + c * ldb;
		for (int k = 0; k < n; k++) {
			x[k] = (x[k] - la_dot(k, lu + k * ld, x)) / lu[k + k * ld];
		}
		for (int k = n - 1; k >= 0; k--) {
			x[k] -= la_dot(n - k - 1, lu + k + 1 + k * ld, x + k + 1);
		}
		for (int k = n - 1; k >= 0; k--) {
			if (pivot[k] != k) {
				la_triangular_swap(&x[k], &x[pivot[k]]);
			}
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

LA_FUNCTION void la_cholesky_solve(int n, const double *l, int ld, int columns, double *b, int ldb)
{
	for (int c = 0; c < columns; c++) {
		double *x = b + c * ldb;
		for (int k = 0; k < n; k++) {
			x[k] /= l[k + k * ld];
			la_triangular_subtract(n - k - 1, x[k], l + k + 1 + k * ld, x + k + 1);
		}
		for (int k = n - 1; k >= 0; k--) {
			x[k] = (x[k] - la_dot(n - k - 1, l + k + 1 + k * ld, x + k + 1)) / l[k + k * ld];
		}
	}
}

/* Bunch-Kaufman pivots: pivot[k] = p >= 0 is a 1x1 block after exchanging k and p; pivot[k] = pivot[k+1] = -1 - p a 2x2
 * block after exchanging k + 1 and p. */

/* largest off-diagonal magnitude in row `r` of the symmetric matrix that remains from k on */
static double la_ldlt_row_size(int n, const double *a, int ld, int k, int r)
{
	double largest = 0.0;
	for (int j = k; j < n; j++) {
		double size = fabs(j < r ? a[r + j * ld] : a[j + r * ld]);
		if (j != r && size > largest) {
			largest = size;
		}
	}
	return largest;
}

/* the exchange partner of the next block and the block's size; the bound alpha makes growth smallest */
static int la_ldlt_choose(int n, const double *a, int ld, int k, int *block_size)
{
	const double alpha = (1.0 + sqrt(17.0)) / 8.0;
	double diagonal = fabs(a[k + k * ld]), column_size, row_size;
	int r;
	*block_size = 1;
	if (k + 1 >= n) {
		return k;
	}
	r = la_triangular_largest(k + 1, n, a + k * ld);
	column_size = fabs(a[r + k * ld]);
	if (column_size == 0.0 || diagonal >= alpha * column_size) {
		return k;
	}
	row_size = la_ldlt_row_size(n, a, ld, k, r);
	if (diagonal >= alpha * column_size * (column_size / row_size)) {
		return k;
	}
	if (fabs(a[r + r * ld]) >= alpha * row_size) {
		return r;
	}
	*block_size = 2;
	return r;
}

/* exchanges rows and columns k < p of what remains, the lower triangle only */
static void la_ldlt_exchange(int n, double *a, int ld, int k, int p)
{
	la_triangular_swap(&a[k + k * ld], &a[p + p * ld]);
	for (int i = k + 1; i < p; i++) {
		la_triangular_swap(&a[i + k * ld], &a[p + i * ld]);
	}
	for (int i = p + 1; i < n; i++) {
		la_triangular_swap(&a[i + k * ld], &a[i + p * ld]);
	}
}

/* (x, y) := D^-1 (x, y) for the 2x2 block at k; divided by its off-diagonal entry so that nothing overflows */
static void la_ldlt_solve_block(const double *a, int ld, int k, double *x, double *y)
{
	double off = a[k + 1 + k * ld];
	double d11 = a[k + k * ld] / off, d22 = a[k + 1 + (k + 1) * ld] / off;
	double determinant = d11 * d22 - 1.0;
	double x1 = *x / off, y1 = *y / off;
	*x = (d22 * x1 - y1) / determinant;
	*y = (d11 * y1 - x1) / determinant;
}

static void la_ldlt_reduce_by_one(int n, double *a, int ld, int k)
{
	double *column = a + k * ld;
	double diagonal = column[k];
	for (int j = k + 1; j < n; j++) {
		double factor = column[j] / diagonal;
		la_triangular_subtract(n - j, factor, column + j, a + j + j * ld);
		/* row j of what remains no longer needs the unscaled entry */
		column[j] = factor;
	}
}

static void la_ldlt_reduce_by_two(int n, double *a, int ld, int k)
{
	double *first = a + k * ld, *second = a + (k + 1) * ld;
	for (int j = k + 2; j < n; j++) {
		double x = first[j], y = second[j];
		la_ldlt_solve_block(a, ld, k, &x, &y);
		la_triangular_subtract(n - j, x, first + j, a + j + j * ld);
		la_triangular_subtract(n - j, y, second + j, a + j + j * ld);
		first[j] = x;
		second[j] = y;
	}
}

LA_FUNCTION int la_ldlt_work(int n)
{
	(void)n;
	return 1;
}

LA_FUNCTION int la_ldlt_factor(int n, double *a, int ld, int *pivot, double *work)
{
	int status = 0, block_size;
	(void)work;
	for (int k = 0; k < n; k += block_size) {
		int p = la_ldlt_choose(n, a, ld, k, &block_size);
		int last = k + block_size - 1;
		if (p > last) {
			la_ldlt_exchange(n, a, ld, last, p);
		}
		if (block_size == 1) {
			pivot[k] = p;
			if (a[k + k * ld] == 0.0) {
				status = status ? status : k + 1;
			} else {
				la_ldlt_reduce_by_one(n, a, ld, k);
			}
		} else {
			if (p > last) {
				la_triangular_swap(&a[k + 1 + k * ld], &a[p + k * ld]);
			}
			pivot[k] = pivot[k + 1] = -1 - p;
			la_ldlt_reduce_by_two(n, a, ld, k);
		}
	}
	return status;
}

LA_FUNCTION void la_ldlt_solve(int n, const double *ldl, int ld, const int *pivot, int columns, double *b, int ldb)
{
	for (int c = 0; c < columns; c++) {
		double *x = b + c * ldb;
		/* exchanges, L and D, block by block */
		for (int k = 0; k < n; k++) {
			int two = pivot[k] < 0, last = k + two;
			la_triangular_swap(&x[last], &x[two ? -1 - pivot[k] : pivot[k]]);
			for (int j = k; j <= last; j++) {
				la_triangular_subtract(n - last - 1, x[j], ldl + last + 1 + j * ld, x + last + 1);
			}
			if (two) {
				la_ldlt_solve_block(ldl, ld, k, &x[k], &x[k + 1]);
			} else {
				x[k] /= ldl[k + k * ld];
			}
			k = last;
		}
		/* L^T and the exchanges backwards */
		for (int k = n - 1; k >= 0; k--) {
			int two = pivot[k] < 0, last = k;
			for (int j = last - two; j <= last; j++) {
				x[j] -= la_dot(n - last - 1, ldl + last + 1 + j * ld, x + last + 1);
			}
			la_triangular_swap(&x[last], &x[two ? -1 - pivot[k] : pivot[k]]);
			k = last - two;
		}
	}
}
