/* Values, factorization and solution of a sparse matrix whose pattern la_sparse_symbolic.c has laid out.
 *
 * Left-looking A = L D U: column j of L D and row j of D U are those of A minus the contributions of all earlier
 * columns k with L(j,k) != 0, gathered in dense vectors. With symmetric values U = L^T and half the work is left.
 */
#include "la_sparse_struct.h"

#include <float.h>
#include <math.h>
#include <string.h>

LA_FUNCTION void la_sparse_clear(struct la_sparse *s)
{
	for (int p = 0; p < s->n + 2 * s->n_pairs; p++) {
		s->values[p] = 0.0;
	}
}

LA_FUNCTION void la_sparse_add_block(struct la_sparse *s, int block, double factor, const double *values, int mirror)
{
	const int *map = s->map + s->block_start[block];
	int count = s->block_start[block + 1] - s->block_start[block];
	int above = s->n + s->n_pairs;
	for (int e = 0; e < count; e++) {
		s->values[map[e]] += factor * values[e];
	}
	if (!mirror) {
		return;
	}
	for (int e = 0; e < count; e++) {
		int at = map[e];
		if (at >= s->n) {
			at += at < above ? s->n_pairs : -s->n_pairs;
		}
		s->values[at] += factor * values[e];
	}
}

/* entry of the panel's column number `c` that stands at row j */
static int la_sparse_panel_entry(const struct la_sparse *s, const struct la_sparse_panel *panel, int c)
{
	return s->start[panel->column + c + 1] - panel->count;
}

/* w := w - sum over the panel's columns c of factor[c] x(:,c), from row j on */
static void la_sparse_subtract_panel(const struct la_sparse *s, const struct la_sparse_panel *panel, const double *x,
                                     const double *factor, double *restrict w)
{
	const int *row = s->row + panel->first;
	const double *x0 = x + panel->first;
	double f0 = factor[0];
	if (panel->width == 1) {
		for (int p = 0; p < panel->count; p++) {
			w[row[p]] -= x0[p] * f0;
		}
	} else if (panel->width == 2) {
		const double *x1 = x + la_sparse_panel_entry(s, panel, 1);
		double f1 = factor[1];
		for (int p = 0; p < panel->count; p++) {
			w[row[p]] -= x0[p] * f0 + x1[p] * f1;
		}
	} else {
		const double *x1 = x + la_sparse_panel_entry(s, panel, 1);
		const double *x2 = x + la_sparse_panel_entry(s, panel, 2);
		double f1 = factor[1], f2 = factor[2];
		for (int p = 0; p < panel->count; p++) {
			w[row[p]] -= x0[p] * f0 + x1[p] * f1 + x2[p] * f2;
		}
	}
}

/* factor[c] = D(k) x(j,k) for the panel's columns k = column + c */
static void la_sparse_panel_factors(const struct la_sparse *s, const struct la_sparse_panel *panel, const double *x,
                                    double *factor)
{
	for (int c = 0; c < panel->width; c++) {
		factor[c] = s->diagonal[panel->column + c] * x[la_sparse_panel_entry(s, panel, c)];
	}
}

/* 0, or the caller's number of the unknown + 1 when one cannot divide by the pivot */
static int la_sparse_accept_pivot(struct la_sparse *s, int j, double pivot)
{
	const double size = fabs(pivot);
	if (!(size >= DBL_MIN && size <= DBL_MAX)) {
		return s->order[j] + 1;
	}
	s->diagonal[j] = pivot;
	s->inverse[j] = 1.0 / pivot;
	return 0;
}

static void la_sparse_start_factor(struct la_sparse *s)
{
	s->state = LA_SPARSE_NOT_FACTORED;
	memset(s->work, 0, 2 * (size_t)s->n * sizeof *s->work);
}

/* x := w / D(j) on the pattern of column j; w is zero again after */
static void la_sparse_take_column(const struct la_sparse *s, int j, double *restrict w, double *restrict x)
{
	double inverse = s->inverse[j];
	for (int p = s->start[j]; p < s->start[j + 1]; p++) {
		x[p] = w[s->row[p]] * inverse;
		w[s->row[p]] = 0.0;
	}
}

LA_FUNCTION int la_sparse_factor_ldlt(struct la_sparse *s)
{
	const double *below = s->values + s->n;
	double *w = s->work;
	la_sparse_start_factor(s);
	for (int j = 0; j < s->n; j++) {
		double factor[LA_SPARSE_PANEL_WIDTH], pivot;
		int status;
		w[j] = s->values[j];
		for (int p = s->pair_start[j]; p < s->pair_start[j + 1]; p++) {
			w[s->pair_row[p]] = below[p];
		}
		/* w(i) = A(i,j) - sum over k < j of L(i,k) D(k) L(j,k) */
		for (int p = s->panel_start[j]; p < s->panel_start[j + 1]; p++) {
			la_sparse_panel_factors(s, &s->panel[p], s->lower, factor);
			la_sparse_subtract_panel(s, &s->panel[p], s->lower, factor, w);
		}
		pivot = w[j];
		w[j] = 0.0;
		status = la_sparse_accept_pivot(s, j, pivot);
		if (status) {
			return status;
		}
		la_sparse_take_column(s, j, w, s->lower);
	}
	s->state = LA_SPARSE_LDLT;
	return 0;
}

LA_FUNCTION int la_sparse_factor_lu(struct la_sparse *s)
{
	const double *below = s->values + s->n, *above = below + s->n_pairs;
	double *w = s->work, *z = s->work + s->n;
	la_sparse_start_factor(s);
	for (int j = 0; j < s->n; j++) {
		double factor[LA_SPARSE_PANEL_WIDTH], pivot;
		int status;
		w[j] = s->values[j];
		for (int p = s->pair_start[j]; p < s->pair_start[j + 1]; p++) {
			w[s->pair_row[p]] = s->pair_swap[p] ? above[p] : below[p];
			z[s->pair_row[p]] = s->pair_swap[p] ? below[p] : above[p];
		}
		/* w(i) = A(i,j) - sum over k < j of L(i,k) D(k) U(k,j);  z(i) = A(j,i) - sum of U(k,i) D(k) L(j,k) */
		for (int p = s->panel_start[j]; p < s->panel_start[j + 1]; p++) {
			la_sparse_panel_factors(s, &s->panel[p], s->lower, factor);
			la_sparse_subtract_panel(s, &s->panel[p], s->upper, factor, z);
			la_sparse_panel_factors(s, &s->panel[p], s->upper, factor);
			la_sparse_subtract_panel(s, &s->panel[p], s->lower, factor, w);
		}
		pivot = w[j];
		w[j] = 0.0;
		z[j] = 0.0;
		status = la_sparse_accept_pivot(s, j, pivot);
		if (status) {
			return status;
		}
		la_sparse_take_column(s, j, w, s->lower);
		la_sparse_take_column(s, j, z, s->upper);
	}
	s->state = LA_SPARSE_LU;
	return 0;
}

static void la_sparse_solve_one(const struct la_sparse *s, const double *upper, double *restrict b, double *restrict x)
{
	int n = s->n;
	for (int j = 0; j < n; j++) {
		x[j] = b[s->order[j]];
	}
	/* L y = b */
	for (int j = 0; j < n; j++) {
		double y = x[j];
		for (int p = s->start[j]; p < s->start[j + 1]; p++) {
			x[s->row[p]] -= s->lower[p] * y;
		}
	}
	/* D U x = y */
	for (int j = n - 1; j >= 0; j--) {
		double sum = x[j] * s->inverse[j];
		for (int p = s->start[j]; p < s->start[j + 1]; p++) {
			sum -= upper[p] * x[s->row[p]];
		}
		x[j] = sum;
		b[s->order[j]] = sum;
	}
}

/* the same operations in the same order on LA_SPARSE_SOLVE_WIDTH columns side by side */
static void la_sparse_solve_group(const struct la_sparse *s, const double *upper, double *restrict b,
                                  double *restrict x)
{
	enum { width = LA_SPARSE_SOLVE_WIDTH };
	int n = s->n;
	for (int c = 0; c < width; c++) {
		for (int j = 0; j < n; j++) {
			x[width * j + c] = b[s->order[j] + c * n];
		}
	}
	for (int j = 0; j < n; j++) {
		double y[width];
		memcpy(y, x + width * j, sizeof y);
		for (int p = s->start[j]; p < s->start[j + 1]; p++) {
			for (int c = 0; c < width; c++) {
				x[width * s->row[p] + c] -= s->lower[p] * y[c];
			}
		}
	}
	for (int j = n - 1; j >= 0; j--) {
		double sum[width];
		for (int c = 0; c < width; c++) {
			sum[c] = x[width * j + c] * s->inverse[j];
		}
		for (int p = s->start[j]; p < s->start[j + 1]; p++) {
			for (int c = 0; c < width; c++) {
				sum[c] -= upper[p] * x[width * s->row[p] + c];
			}
		}
		for (int c = 0; c < width; c++) {
			x[width * j + c] = sum[c];
			b[s->order[j] + c * n] = sum[c];
		}
	}
}

LA_FUNCTION void la_sparse_solve(struct la_sparse *s, int columns, double *b)
{
	const double *upper = s->state == LA_SPARSE_LU ? s->upper : s->lower;
	int column = 0;
	if (s->state == LA_SPARSE_NOT_FACTORED || s->n == 0) {
		return;
	}
	for (; column + LA_SPARSE_SOLVE_WIDTH <= columns; column += LA_SPARSE_SOLVE_WIDTH) {
		la_sparse_solve_group(s, upper, b + (size_t)column * (size_t)s->n, s->work);
	}
	for (; column < columns; column++) {
		la_sparse_solve_one(s, upper, b + (size_t)column * (size_t)s->n, s->work);
	}
}

LA_FUNCTION void la_sparse_pivots(const struct la_sparse *s, double *pivot)
{
	for (int j = 0; j < s->n; j++) {
		pivot[s->order[j]] = s->diagonal[j];
	}
}
