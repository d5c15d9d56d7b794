/* Dense blocks of a sparse matrix: where they lie, and products with matrices given by them.
 *
 * A matrix is a list of blocks, whose pattern never changes, and the values of all blocks one after
 * the other, each row-major. Blocks may overlap: their sum is the matrix.
 */
#ifndef LA_BLOCK_H
#define LA_BLOCK_H

#include "la_base.h"

struct la_block {
	int row, col; /* upper left corner */
	int rows, cols;
};

/* numbers (double) in the value arrays of a list of blocks */
LA_FUNCTION int la_block_values(int n_blocks, const struct la_block *blocks);

/* the diagonal of a square matrix given by blocks, out[n] */
LA_FUNCTION void la_block_diagonal(int n_blocks, const struct la_block *blocks, const double *values, int n,
                                   double *out);

/* y += factor B x and y += factor B^T x for a matrix given by blocks */
LA_FUNCTION void la_block_multiply(int n_blocks, const struct la_block *blocks, const double *values, double factor,
                                   const double *x, double *y);
LA_FUNCTION void la_block_multiply_transposed(int n_blocks, const struct la_block *blocks, const double *values,
                                              double factor, const double *x, double *y);

#endif
