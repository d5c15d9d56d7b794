/* Solutions with a sparse matrix of any rank; see la_range.h. */
#include "la_range.h"

#include <string.h>

#include "la_dense.h"
#include "la_range_parts.h"

#define LA_RANGE_SWEEPS 3   /* solutions, improved ones counted */
#define LA_RANGE_PART 1e-10 /* square of a part of a vector that is more than rounding */
#define LA_RANGE_LAST 1e-6  /* part of a row in a combination that is more than rounding, to begin with */

/* ---- solution ---- */

/* takes the small directions out of a vector over the rows; x (may be NULL) gets what the
 * pseudo-inverse makes of them */
static void la_range_take_small(const struct la_range *r, double *rows, double *x)
{
	for (int k = 0; k < r->n_small; k++) {
		const double *left = r->left + (size_t)k * (size_t)r->rows;
		const double amount = la_dot(r->rows, left, rows);
		la_range_add(r->rows, -amount, left, rows);
		if (x && k >= r->n_zero) {
			la_range_add(r->n, amount / r->singular[k], r->right + (size_t)k * (size_t)r->n, x);
		}
	}
}

/* r->columns = [x; -y] with x = A^T y, A A^T y = r->b */
static void la_range_solve_rest(struct la_range *r)
{
	memset(r->columns, 0, (size_t)r->n * sizeof *r->columns);
	memcpy(r->columns + r->n, r->b, (size_t)r->rows * sizeof *r->columns);
	la_sparse_solve(r->matrix, 1, r->columns);
}

LA_FUNCTION void la_range_solve(struct la_range *r, const double *b, double *x)
{
	memset(x, 0, (size_t)r->n * sizeof *x);
	for (int sweep = 0; sweep < LA_RANGE_SWEEPS && r->rank > 0; sweep++) {
		la_range_multiply(r, x, r->b);
		for (int i = 0; i < r->rows; i++) {
			r->b[i] = r->full[i] ? b[i] - r->b[i] : 0;
		}
		la_range_take_small(r, r->b, x);
		la_range_solve_rest(r);
		la_range_add(r->n, 1, r->columns, x);
	}
}

LA_FUNCTION void la_range_solve_transposed(struct la_range *r, const double *f, double *y)
{
	memset(y, 0, (size_t)r->rows * sizeof *y);
	for (int sweep = 0; sweep < LA_RANGE_SWEEPS && r->rank > 0; sweep++) {
		la_range_multiply_transposed(r, y, r->residual);
		for (int i = 0; i < r->n; i++) {
			r->residual[i] = f[i] - r->residual[i];
		}
		la_range_multiply(r, r->residual, r->b);
		la_range_take_small(r, r->b, NULL);
		la_range_solve_rest(r);
		/* rounding of b, divided by eps */
		la_range_take_small(r, r->columns + r->n, NULL);
		la_range_add(r->rows, -1, r->columns + r->n, y);
		for (int k = r->n_zero; k < r->n_small; k++) {
			const double amount = la_dot(r->n, r->right + (size_t)k * (size_t)r->n, r->residual);
			la_range_add(r->rows, amount / r->singular[k], r->left + (size_t)k * (size_t)r->rows, y);
		}
	}
}

LA_FUNCTION void la_range_project(struct la_range *r, double *x)
{
	la_range_multiply(r, x, r->y);
	la_range_solve(r, r->y, r->x);
	la_range_add(r->n, -1, r->x, x);
}

/* ---- rows that come before others ---- */

LA_FUNCTION void la_range_fit(struct la_range *r, const unsigned char *marked, double *b)
{
	/* with the vectors W of zero: b := b - W' (W'^T W')+ W^T b, W' the rows of W that are marked */
	const int count = r->n_zero;
	const size_t rows = (size_t)r->rows;
	memcpy(r->b, b, rows * sizeof *b);
	memset(r->ritz, 0, (size_t)count * (size_t)count * sizeof *r->ritz);
	for (int k = 0; k < count * count; k++) {
		const double *one = r->left + (size_t)(k % count) * rows, *other = r->left + (size_t)(k / count) * rows;
		for (int i = 0; i < r->rows && k % count >= k / count; i++) {
			r->ritz[k] += marked[i] ? one[i] * other[i] : 0;
		}
	}
	if (count == 0 || la_eigen(count, r->ritz, count, r->ritz_values, r->ritz_work)) {
		return;
	}
	la_range_rotate(r, r->rows, count, count, r->ritz, r->left);
	for (int k = 0; k < count; k++) {
		const double *left = r->left + (size_t)k * rows;
		/* less: rows that are not marked depend on each other */
		const double amount = r->ritz_values[k] > LA_RANGE_PART ? la_dot(r->rows, left, r->b) / r->ritz_values[k] : 0;
		for (int i = 0; i < r->rows; i++) {
			b[i] -= marked[i] ? amount * left[i] : 0;
		}
	}
}

/* turns the first count vectors of zero so that only the last of them has a part in the row */
static void la_range_turn(struct la_range *r, int count, int row)
{
	double *part = r->ritz_values;
	for (int k = 0; k < count; k++) {
		part[k] = r->left[(size_t)row + (size_t)k * (size_t)r->rows];
	}
	const double length = la_norm2(count, part);
	/* Householder: I - 2 h h^T / h^T h */
	part[count - 1] += part[count - 1] < 0 ? -length : length;
	const double square = la_dot(count, part, part);
	for (int i = 0; i < r->rows && square > 0; i++) {
		double along = 0;
		for (int k = 0; k < count; k++) {
			along += part[k] * r->left[(size_t)i + (size_t)k * (size_t)r->rows];
		}
		for (int k = 0; k < count; k++) {
			r->left[(size_t)i + (size_t)k * (size_t)r->rows] -= 2 * along / square * part[k];
		}
	}
}

LA_FUNCTION void la_range_mark_dependent(struct la_range *r, unsigned char *dependent)
{
	/* A row depends on those before it where it is the last one in some combination of rows that is
	 * zero: such combinations are taken off from the end. */
	int count = 1;
	for (double tolerance = LA_RANGE_LAST; count > 0 && tolerance > 1e-16; tolerance *= 0.1) {
		count = r->n_zero;
		for (int i = r->rows - 1; i >= 0; i--) {
			dependent[i] = !r->full[i];
			double square = 0;
			for (int k = 0; k < count; k++) {
				const double part = r->left[(size_t)i + (size_t)k * (size_t)r->rows];
				square += part * part;
			}
			if (r->full[i] && square > tolerance * tolerance) {
				la_range_turn(r, count, i);
				dependent[i] = 1;
				count--;
			}
		}
	}
}
