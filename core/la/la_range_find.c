/* Factorization, the largest and the smallest singular values; see la_range.h. */
#include <math.h>
#include <string.h>

#include "la_dense.h"
#include "la_range_parts.h"

#define LA_RANGE_EPSILON 1e-14 /* eps, in squares of the largest singular value */

/* power iteration with A^T A, from r->x on, until it changes by less than a share `tolerance` */
static void la_range_find_largest(struct la_range *r, double tolerance, int most)
{
	double before = 0;
	for (int k = 0; k < most; k++) {
		const double length = la_norm2(r->n, r->x);
		for (int i = 0; i < r->n && length > 0; i++) {
			r->x[i] /= length;
		}
		la_range_multiply(r, r->x, r->b);
		r->largest = la_norm2(r->rows, r->b);
		if (r->largest - before <= tolerance * r->largest) {
			break;
		}
		before = r->largest;
		la_range_multiply_transposed(r, r->b, r->x);
	}
}

/* ---- the small singular values ---- */

/* out = (A A^T + eps)^-1 in, for count columns of `rows` numbers; the two may be the same */
static void la_range_invert(struct la_range *r, int count, const double *in, double *out)
{
	const size_t n = (size_t)r->n, rows = (size_t)r->rows;
	for (int first = 0; first < count; first += LA_RANGE_GROUP) {
		const int group = count - first < LA_RANGE_GROUP ? count - first : LA_RANGE_GROUP;
		for (int k = 0; k < group; k++) {
			double *column = r->columns + (size_t)k * (n + rows);
			memset(column, 0, n * sizeof *column);
			for (size_t i = 0; i < rows; i++) {
				column[n + i] = -in[(size_t)(first + k) * rows + i];
			}
		}
		la_sparse_solve(r->matrix, group, r->columns);
		for (int k = 0; k < group; k++) {
			memcpy(out + (size_t)(first + k) * rows, r->columns + (size_t)k * (n + rows) + n, rows * sizeof *out);
		}
	}
}

/* columns from `from` on made orthonormal to all before; returns how many there are then */
static int la_range_orthonormalize(struct la_range *r, int from, int count)
{
	const size_t rows = (size_t)r->rows;
	int kept = from;
	for (int i = from; i < count; i++) {
		double *a = r->left + (size_t)kept * rows, length = la_norm2(r->rows, r->left + (size_t)i * rows);
		memmove(a, r->left + (size_t)i * rows, rows * sizeof *a);
		double left = 0;
		for (int twice = 0; twice < 2 && length > 0; twice++) {
			for (int k = 0; k < r->rows; k++) {
				a[k] /= length;
			}
			for (int j = 0; j < kept; j++) {
				const double *b = r->left + (size_t)j * rows;
				la_range_add(r->rows, -la_dot(r->rows, a, b), b, a);
			}
			length = la_norm2(r->rows, a);
			left = twice == 0 ? length : left;
		}
		/* what depends on the others leaves rounding */
		if (left > 1e-12 && length > 0) {
			for (int k = 0; k < r->rows; k++) {
				a[k] /= length;
			}
			kept++;
		}
	}
	return kept;
}

/* ritz[count x count] = the symmetric part of a^T b, and its eigenvectors; eigenvalues increase */
static int la_range_ritz(struct la_range *r, int n, int count, const double *a, const double *b, double *eigenvalues)
{
	for (int j = 0; j < count; j++) {
		for (int i = j; i < count; i++) {
			const size_t one = (size_t)i * (size_t)n, other = (size_t)j * (size_t)n;
			r->ritz[i + j * count] = (la_dot(n, a + one, b + other) + la_dot(n, a + other, b + one)) / 2;
		}
	}
	return la_eigen(count, r->ritz, count, eigenvalues, r->ritz_work);
}

/* of count columns of r->left those with small singular values stay; returns their number */
static int la_range_select(struct la_range *r, int count)
{
	const double small = LA_RANGE_SMALL * r->largest, eps = LA_RANGE_EPSILON * r->largest * r->largest;
	int selected = 0;
	la_range_invert(r, count, r->left, r->right);
	if (la_range_ritz(r, r->rows, count, r->left, r->right, r->singular)) {
		return 0;
	}
	while (selected < count && r->singular[count - 1 - selected] * (small * small + eps) > 1) {
		selected++;
	}
	la_range_rotate(r, r->rows, count, selected, r->ritz + (size_t)(count - selected) * (size_t)count, r->left);
	return selected;
}

/* singular values and vectors of A in the space of columns from..count of r->left */
static void la_range_resolve(struct la_range *r, int from, int count)
{
	const size_t n = (size_t)r->n;
	double *left = r->left + (size_t)from * (size_t)r->rows, *right = r->right + (size_t)from * n;
	for (int k = from; k < count; k++) {
		la_range_multiply_transposed(r, r->left + (size_t)k * (size_t)r->rows, r->right + (size_t)k * n);
	}
	if (count > from && la_range_ritz(r, r->n, count - from, right, right, r->singular + from) == 0) {
		la_range_rotate(r, r->rows, count - from, count - from, r->ritz, left);
		la_range_rotate(r, r->n, count - from, count - from, r->ritz, right);
	}
	for (int k = from; k < count; k++) {
		double *v = r->right + (size_t)k * n;
		r->singular[k] = la_norm2(r->n, v);
		for (int i = 0; i < r->n && r->singular[k] > 0; i++) {
			v[i] /= r->singular[k];
		}
	}
}

/* inverse iteration with columns from..count of r->left, orthonormal to all before; returns how
 * many there are then */
static int la_range_iterate(struct la_range *r, int from, int count)
{
	double *first = r->left + (size_t)from * (size_t)r->rows;
	la_range_invert(r, count - from, first, first);
	return la_range_orthonormalize(r, from, count);
}

/* rows with small pivots, which are like squares of singular values, as directions to start with:
 * returns how many, of which the first `most` are there */
static int la_range_start(struct la_range *r, int most)
{
	const double small = 100 * LA_RANGE_SMALL * LA_RANGE_SMALL * r->largest * r->largest;
	const size_t rows = (size_t)r->rows;
	int count = 0;
	la_sparse_pivots(r->matrix, r->columns);
	for (int i = 0; i < r->rows; i++) {
		if (!r->full[i] || fabs(r->columns[r->n + i]) > small) {
			continue;
		}
		if (count < most) {
			memset(r->left + (size_t)count * rows, 0, rows * sizeof *r->left);
			r->left[(size_t)count * rows + (size_t)i] = 1;
		}
		count++;
	}
	return count;
}

/* `more` directions that are not those before; returns how many there are then */
static int la_range_add_some(struct la_range *r, int count, int more)
{
	for (int k = 0; k < more; k++) {
		double *column = r->left + (size_t)(count + k) * (size_t)r->rows;
		la_range_random(r->rows, (uint32_t)(count + k) + 1, column);
		for (int i = 0; i < r->rows; i++) {
			column[i] *= r->full[i];
		}
	}
	return la_range_orthonormalize(r, count, count + more);
}

static void la_range_find_small(struct la_range *r)
{
	const int full = r->rows - r->empty, most = full < r->room - LA_RANGE_BESIDE ? full : r->room - LA_RANGE_BESIDE;
	int first = 0, count = la_range_start(r, most), more = LA_RANGE_BESIDE;
	if (count > most) {
		r->missing = count - most;
		return;
	}
	for (int k = 0; k < 3; k++) {
		count = la_range_iterate(r, 0, count);
	}
	do {
		first = count;
		count = la_range_add_some(r, first, more < most - first ? more : most - first);
		for (int k = 0; k < 3; k++) {
			count = la_range_iterate(r, first, count);
		}
		r->n_small = la_range_select(r, count);
		/* all are small: there may be more of them */
		more *= 4;
	} while (count > first && r->n_small == count);
	if (r->n_small == most && most < full) {
		r->n_small = 0;
		r->missing = 1;
		return;
	}
	la_range_resolve(r, 0, r->n_small);
	while (r->n_zero < r->n_small && r->singular[r->n_zero] <= LA_RANGE_NULL * r->largest) {
		r->n_zero++;
	}
	r->n_found = r->n_small;
	r->rank = full - r->n_zero;
}

/* ---- factorization ---- */

/* rows with entries are marked; -1 where an entry is not finite */
static int la_range_read_rows(struct la_range *r)
{
	const double *value = r->values;
	double sum = 0;
	memset(r->full, 0, (size_t)r->rows + 1);
	for (int i = 0; i < r->n_blocks; i++) {
		const struct la_block *b = &r->blocks[i];
		for (int k = 0; k < b->rows * b->cols; k++, value++) {
			r->full[b->row + k / b->cols] |= *value != 0;
			sum += fabs(*value);
		}
	}
	r->empty = 0;
	for (int i = 0; i < r->rows; i++) {
		r->empty += !r->full[i];
	}
	return isfinite(sum) ? 0 : -1;
}

static int la_range_factor_matrix(struct la_range *r)
{
	const int n = r->n + r->rows;
	const double one = 1, eps = LA_RANGE_EPSILON * r->largest * r->largest, *value = r->values;
	la_sparse_clear(r->matrix);
	for (int i = 0; i < r->n; i++) {
		la_sparse_add_block(r->matrix, i, 1, &one, 0);
	}
	for (int i = 0; i < r->rows; i++) {
		la_sparse_add_block(r->matrix, r->n + i, r->full[i] ? -eps : -1, &one, 0);
	}
	for (int i = 0; i < r->n_blocks; i++) {
		la_sparse_add_block(r->matrix, n + i, 1, value, 1);
		value += r->blocks[i].rows * r->blocks[i].cols;
	}
	return la_sparse_factor_ldlt(r->matrix);
}

LA_FUNCTION void la_range_factor(struct la_range *r)
{
	const int finite = la_range_read_rows(r) == 0;
	r->rank = r->n_zero = r->n_small = r->n_found = 0;
	r->largest = 0;
	if (!finite || r->empty == r->rows || r->n == 0) {
		return;
	}
	la_range_random(r->n, 1, r->x);
	la_range_find_largest(r, 1e-3, 20);
	if (la_range_factor_matrix(r) != 0) {
		return;
	}
	la_range_find_small(r);
}

LA_FUNCTION void la_range_look(struct la_range *r)
{
	const int full = r->rows - r->empty;
	int count = r->n_small + LA_RANGE_BESIDE;
	if (r->rank == 0 || r->n_small == full) {
		return;
	}
	la_range_random(r->n, 1, r->x);
	la_range_find_largest(r, 1e-9, 400);
	count = la_range_add_some(r, r->n_small, (count < full ? count : full) - r->n_small);
	double before = 0;
	for (int k = 0; k < 100; k++) {
		count = la_range_iterate(r, r->n_small, count);
		if (count == r->n_small) {
			break;
		}
		la_range_resolve(r, r->n_small, count);
		if (fabs(r->singular[r->n_small] - before) <= 1e-10 * before) {
			break;
		}
		before = r->singular[r->n_small];
	}
	r->n_found = count;
}
