/* A sparse matrix A of any rank, such as a Jacobian: rank, pseudo-inverse, and what lies within its
 * null space.
 *
 * With A = U S V^T, singular values up to LA_RANGE_NULL of the largest count as zero. Everything
 * else is solved with
 *
 *     [ I   A^T  ] [ x ]   [ 0 ]
 *     [ A  -eps  ] [-y ] = [ b ],         x = A^T y,   A A^T y = b,
 *
 * by a factorization whose order is found once (la_sparse.h): identities come first, so it needs no
 * pivoting, and what it costs follows from how the rows are connected. It works with squares of
 * singular values. Those below LA_RANGE_SMALL, where that loses digits, are found as in
 * dae_singular.h (small pivots say that there are some, then inverse iteration with the factors at
 * hand; two more directions watch for what pivots do not tell), computed in the space they span
 * from A itself, and kept as vectors: dense algebra is left for that space alone. Solutions are
 * improved with their residuals.
 *
 * Rows without any entry are no part of the matrix. One that has entries that are not finite has
 * rank 0.
 */
#ifndef LA_RANGE_H
#define LA_RANGE_H

#include "la_sparse.h"

#define LA_RANGE_NULL 1e-8
#define LA_RANGE_SMALL 1e-5

struct la_range {
	int n, rows;         /* columns, rows */
	int n_blocks;        /* of A */
	int rank;            /* rows that count, without directions of zero */
	int empty;           /* rows without entries */
	int n_zero, n_small; /* singular values that count as zero; those up to LA_RANGE_SMALL, zeros included */
	int n_found;         /* those known: the small ones, then up to two more after la_range_look */
	int room;            /* for vectors */
	int missing;         /* vectors without room in some factorization, whose rank is 0 then; the caller's to clear */
	double largest;      /* singular value */
	double *values;      /* of the blocks, row-major, the caller's to fill */
	double *singular;    /* [n_found] singular values, increasing */
	double *left;        /* [rows x n_found] their vectors; those of zeros are some basis */
	double *right;       /* [n x n_found], of those that are not zero */
	unsigned char *full; /* [rows] 1: has entries */

	/* inside */
	struct la_block *blocks;
	struct la_sparse *matrix;
	double *columns;              /* [n + rows] for each vector: scratch of inverse iteration */
	double *ritz, *ritz_values;   /* [room x room], [room] */
	double *ritz_work, *rotated;  /* [la_eigen_work(room)], [room] */
	double *b, *x, *y, *residual; /* [rows], [n], [rows], [n] */
	double *memory;
};

/* a[rows x n] with the pattern of the blocks; NULL when memory is out */
LA_FUNCTION struct la_range *la_range_create(int n, int rows, int n_blocks, const struct la_block *blocks);
LA_FUNCTION void la_range_free(struct la_range *r);

/* with the values as they are now */
LA_FUNCTION void la_range_factor(struct la_range *r);

/* after a factorization: also finds the smallest singular values that are not small, and the
 * largest to more digits */
LA_FUNCTION void la_range_look(struct la_range *r);

/* x[n] = A+ b[rows], the shortest of those that leave the least residual */
LA_FUNCTION void la_range_solve(struct la_range *r, const double *b, double *x);

/* y[rows] = (A^T)+ f[n] */
LA_FUNCTION void la_range_solve_transposed(struct la_range *r, const double *f, double *y);

/* x[n] := its part within the null space */
LA_FUNCTION void la_range_project(struct la_range *r, double *x);

/* changes b[rows], in the rows marked alone and as little as possible, so that it is some A x:
 * where marked rows contradict others these come first */
LA_FUNCTION void la_range_fit(struct la_range *r, const unsigned char *marked, double *b);

/* dependent[rows] = 1: the row depends on those before it. As many as the rank lacks. */
LA_FUNCTION void la_range_mark_dependent(struct la_range *r, unsigned char *dependent);

/* out[rows] = A x */
LA_FUNCTION void la_range_multiply(const struct la_range *r, const double *x, double *out);

#endif
