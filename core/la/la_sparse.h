/* Sparse factorization with a fixed pattern and no pivoting.
 *
 * The pattern of a square matrix, symmetric in structure, is given once as a list of dense blocks (a block at (row,
 * col) brings its mirror image along; the diagonal always belongs to it). la_sparse_create orders it (minimum degree;
 * an unknown is eliminated after all its neighbours of a lower stage, see la_order.h), finds the fill, and allocates;
 * afterwards nothing here allocates.
 *
 * Values are set by la_sparse_clear and la_sparse_add_block, addressed by the number of the block in the list given
 * at creation, so that assembling costs one addition per entry and no search.
 *
 *   la_sparse_factor_ldlt   A = L D L^T   (values of A taken from the lower triangle)
 *   la_sparse_factor_lu     A = L U       (unsymmetric values on the symmetric pattern)
 *
 * Both return 0, or k > 0 when pivot k - 1 (number of the unknown, before ordering) is zero, so small that dividing by
 * it overflows, or not finite. A pivot that is merely small is accepted (la_sparse_pivots). The factors have memory of their
 * own: the assembled values stay.
 */
#ifndef LA_SPARSE_H
#define LA_SPARSE_H

#include "la_block.h"

struct la_sparse;

/* stage may be NULL (all equal). NULL is returned when memory is out or a block lies outside the matrix. */
LA_FUNCTION struct la_sparse *la_sparse_create(int n, int n_blocks, const struct la_block *blocks, const int *stage);
LA_FUNCTION void la_sparse_free(struct la_sparse *s);

LA_FUNCTION void la_sparse_clear(struct la_sparse *s);

/* A[block] += factor * values, values row-major with rows x cols entries; `mirror` adds the transpose at the mirrored
 * place as well (for blocks off the diagonal given once for both triangles; on the diagonal it would double) */
LA_FUNCTION void la_sparse_add_block(struct la_sparse *s, int block, double factor, const double *values, int mirror);

LA_FUNCTION int la_sparse_factor_ldlt(struct la_sparse *s);
LA_FUNCTION int la_sparse_factor_lu(struct la_sparse *s);

/* solves with the last factorization; b[n x columns] column-major with leading dimension n, in place. Each column's
 * result is bit for bit that of solving it alone. After a factorization that failed b stays as it is. */
LA_FUNCTION void la_sparse_solve(struct la_sparse *s, int columns, double *b);

/* pivot[n]: the pivot at which each unknown was eliminated in the last factorization */
LA_FUNCTION void la_sparse_pivots(const struct la_sparse *s, double *pivot);

#endif
