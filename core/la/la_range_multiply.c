/* Products with a sparse matrix of any rank, and the vectors that its search for small singular
 * values starts from. */

#include <string.h>

#include "la_dense.h"
#include "la_range_parts.h"

LA_FUNCTION void la_range_multiply(const struct la_range *r, const double *x, double *out)
{
	memset(out, 0, (size_t)r->rows * sizeof *out);
	la_block_multiply(r->n_blocks, r->blocks, r->values, 1, x, out);
}

LA_FUNCTION void la_range_multiply_transposed(const struct la_range *r, const double *y, double *out)
{
	memset(out, 0, (size_t)r->n * sizeof *out);
	la_block_multiply_transposed(r->n_blocks, r->blocks, r->values, 1, y, out);
}

LA_FUNCTION void la_range_add(int n, double factor, const double *x, double *y)
{
	for (int i = 0; i < n; i++) {
		y[i] += factor * x[i];
	}
}

LA_FUNCTION void la_range_random(int n, uint32_t seed, double *x)
{
	for (int i = 0; i < n; i++) {
		seed = seed * UINT32_C(1664525) + UINT32_C(1013904223);
		x[i] = (double)(seed >> 8) / 8388608.0 - 1.0;
	}
}

LA_FUNCTION void la_range_rotate(struct la_range *r, int n, int from, int to, const double *z, double *x)
{
	double *row = r->rotated;
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < from; j++) {
			row[j] = x[(size_t)i + (size_t)j * (size_t)n];
		}
		for (int k = 0; k < to; k++) {
			x[(size_t)i + (size_t)k * (size_t)n] = la_dot(from, row, z + (size_t)k * (size_t)from);
		}
	}
}
