/* y := A x with the assembled (not factored) values of both triangles; x and y do not overlap. For condition numbers. */
#ifndef SPARSE_MULTIPLY_H
#define SPARSE_MULTIPLY_H

#include "la_sparse_struct.h"

static inline void sparse_multiply(const struct la_sparse *s, const double *x, double *y)
{
	const double *below = s->values + s->n, *above = below + s->n_pairs;

	for (int j = 0; j < s->n; j++) {
		y[s->order[j]] = s->values[j] * x[s->order[j]];
	}
	for (int j = 0; j < s->n; j++) {
		int c = s->order[j];
		for (int p = s->pair_start[j]; p < s->pair_start[j + 1]; p++) {
			int r = s->order[s->pair_row[p]];
			y[r] += (s->pair_swap[p] ? above[p] : below[p]) * x[c];
			y[c] += (s->pair_swap[p] ? below[p] : above[p]) * x[r];
		}
	}
}

#endif
