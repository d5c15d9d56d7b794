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
	memset(s->values, 0, ((size_t)s->n + 2 * (size_t)s->n_pairs) * sizeof *s->values);
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

/* w := w - sum over the panel's columns c of L(:,c) D(c) L(j,c), from row j on */
static void la_sparse_subtract(const struct la_sparse *s, const struct la_sparse_panel *panel, double *restrict w)
{
	const int *row = s->row + panel->first[0];
	const double *l0 = s->lower + panel->first[0];
	const double *diagonal = s->diagonal + panel->column;
	const double w0 = diagonal[0] * l0[0];
	if (panel->width == 1) {
		for (int p = 0; p < panel->count; p++) {
			w[row[p]] -= l0[p] * w0;
		}
		return;
	}
	const double *l1 = s->lower + panel->first[1];
	const double w1 = diagonal[1] * l1[0];
	if (panel->width == 2) {
		for (int p = 0; p < panel->count; p++) {
			w[row[p]] -= l0[p] * w0 + l1[p] * w1;
		}
		return;
	}
	const double *l2 = s->lower + panel->first[2];
	const double w2 = diagonal[2] * l2[0];
	for (int p = 0; p < panel->count; p++) {
		w[row[p]] -= l0[p] * w0 + l1[p] * w1 + l2[p] * w2;
	}
}

/* Both sides of an unsymmetric matrix at once: w := w - sum of x(:,c) D(c) y(j,c) with x = L and y = U, z with x = U and y = L. One call
 * and one reading of the rows in place of four calls saves 4 to 6 % of the instructions of a step. */
static void la_sparse_subtract_both(const struct la_sparse *s, const struct la_sparse_panel *panel, double *restrict w,
                                    double *restrict z)
{
	const int *row = s->row + panel->first[0];
	const double *l0 = s->lower + panel->first[0], *u0 = s->upper + panel->first[0];
	const double *diagonal = s->diagonal + panel->column;
	const double w0 = diagonal[0] * u0[0], z0 = diagonal[0] * l0[0];
	if (panel->width == 1) {
		for (int p = 0; p < panel->count; p++) {
			w[row[p]] -= l0[p] * w0;
			z[row[p]] -= u0[p] * z0;
		}
		return;
	}
	const double *l1 = s->lower + panel->first[1];
	const double *u1 = s->upper + panel->first[1];
	const double w1 = diagonal[1] * u1[0], z1 = diagonal[1] * l1[0];
	if (panel->width == 2) {
		for (int p = 0; p < panel->count; p++) {
			w[row[p]] -= l0[p] * w0 + l1[p] * w1;
			z[row[p]] -= u0[p] * z0 + u1[p] * z1;
		}
		return;
	}
	const double *l2 = s->lower + panel->first[2];
	const double *u2 = s->upper + panel->first[2];
	const double w2 = diagonal[2] * u2[0], z2 = diagonal[2] * l2[0];
	for (int p = 0; p < panel->count; p++) {
		w[row[p]] -= l0[p] * w0 + l1[p] * w1 + l2[p] * w2;
		z[row[p]] -= u0[p] * z0 + u1[p] * z1 + u2[p] * z2;
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
static inline void la_sparse_take_column(const struct la_sparse *s, int j, double *restrict w, double *restrict x)
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
		double pivot;
		int status;
		w[j] = s->values[j];
		for (int p = s->pair_start[j]; p < s->pair_start[j + 1]; p++) {
			w[s->pair_row[p]] = below[p];
		}
		/* w(i) = A(i,j) - sum over k < j of L(i,k) D(k) L(j,k) */
		for (int p = s->panel_start[j]; p < s->panel_start[j + 1]; p++) {
			la_sparse_subtract(s, &s->panel[p], w);
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
		double pivot;
		int status;
		w[j] = s->values[j];
		for (int p = s->pair_start[j]; p < s->pair_start[j + 1]; p++) {
			w[s->pair_row[p]] = s->pair_swap[p] ? above[p] : below[p];
			z[s->pair_row[p]] = s->pair_swap[p] ? below[p] : above[p];
		}
		/* w(i) = A(i,j) - sum over k < j of L(i,k) D(k) U(k,j);  z(i) = A(j,i) - sum of U(k,i) D(k) L(j,k) */
		for (int p = s->panel_start[j]; p < s->panel_start[j + 1]; p++) {
			la_sparse_subtract_both(s, &s->panel[p], w, z);
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

/* L y = b, run by run of columns with one pattern: each x(i) is read and written once for all of them */
static void la_sparse_forward(const struct la_sparse *s, double *restrict x)
{
	for (int r = 0; r < s->n_runs; r++) {
		const int j = s->run[r], last = s->run[r + 1] - 1;
		const int *row = s->row + s->start[last];
		const int count = s->start[last + 1] - s->start[last];
		const double *l0 = s->lower + s->start[j];
		const double y0 = x[j];
		if (last == j) {
			for (int p = 0; p < count; p++) {
				x[row[p]] -= l0[p] * y0;
			}
			continue;
		}
		const double *l1 = s->lower + s->start[j + 1], *l2 = s->lower + s->start[j + 2];
		const double y1 = x[j + 1] - l0[0] * y0;
		const double y2 = x[j + 2] - l0[1] * y0 - l1[0] * y1;
		x[j + 1] = y1;
		x[j + 2] = y2;
		for (int p = 0; p < count; p++) {
			x[row[p]] = x[row[p]] - l0[p + 2] * y0 - l1[p + 1] * y1 - l2[p] * y2;
		}
	}
}

static void la_sparse_solve_one(const struct la_sparse *s, const double *upper, double *restrict b, double *restrict x)
{
	int n = s->n;
	for (int j = 0; j < n; j++) {
		x[j] = b[s->order[j]];
	}
	la_sparse_forward(s, x);
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

/* ---- two columns side by side: the same operations in the same order as with one ---- */

/* x -= factor y */
static inline void la_sparse_two_subtract(struct la_sparse_two *x, double factor, struct la_sparse_two y)
{
	x->a -= factor * y.a;
	x->b -= factor * y.b;
}

static void la_sparse_forward_two(const struct la_sparse *s, struct la_sparse_two *restrict x)
{
	for (int r = 0; r < s->n_runs; r++) {
		const int j = s->run[r], last = s->run[r + 1] - 1;
		const int *row = s->row + s->start[last];
		const int count = s->start[last + 1] - s->start[last];
		const double *l0 = s->lower + s->start[j];
		const struct la_sparse_two y0 = x[j];
		if (last == j) {
			for (int p = 0; p < count; p++) {
				la_sparse_two_subtract(&x[row[p]], l0[p], y0);
			}
			continue;
		}
		const double *l1 = s->lower + s->start[j + 1], *l2 = s->lower + s->start[j + 2];
		la_sparse_two_subtract(&x[j + 1], l0[0], y0);
		const struct la_sparse_two y1 = x[j + 1];
		la_sparse_two_subtract(&x[j + 2], l0[1], y0);
		la_sparse_two_subtract(&x[j + 2], l1[0], y1);
		const struct la_sparse_two y2 = x[j + 2];
		for (int p = 0; p < count; p++) {
			struct la_sparse_two sum = x[row[p]];
			la_sparse_two_subtract(&sum, l0[p + 2], y0);
			la_sparse_two_subtract(&sum, l1[p + 1], y1);
			la_sparse_two_subtract(&sum, l2[p], y2);
			x[row[p]] = sum;
		}
	}
}

static void la_sparse_solve_two(const struct la_sparse *s, const double *upper, double *restrict b,
                                struct la_sparse_two *restrict x)
{
	int n = s->n;
	for (int j = 0; j < n; j++) {
		x[j] = (struct la_sparse_two){b[s->order[j]], b[s->order[j] + n]};
	}
	la_sparse_forward_two(s, x);
	for (int j = n - 1; j >= 0; j--) {
		struct la_sparse_two sum = {x[j].a * s->inverse[j], x[j].b * s->inverse[j]};
		for (int p = s->start[j]; p < s->start[j + 1]; p++) {
			la_sparse_two_subtract(&sum, upper[p], x[s->row[p]]);
		}
		x[j] = sum;
		b[s->order[j]] = sum.a;
		b[s->order[j] + n] = sum.b;
	}
}

LA_FUNCTION void la_sparse_solve(struct la_sparse *s, int columns, double *b)
{
	const double *upper = s->state == LA_SPARSE_LU ? s->upper : s->lower;
	int column = 0;
	if (s->state == LA_SPARSE_NOT_FACTORED || s->n == 0) {
		return;
	}
	for (; column + 2 <= columns; column += 2) {
		la_sparse_solve_two(s, upper, b + (size_t)column * (size_t)s->n, s->two);
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
