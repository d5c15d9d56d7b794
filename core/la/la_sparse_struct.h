/* Inside of struct la_sparse, shared by la_sparse_symbolic.c (which builds it) and la_sparse.c (which uses it).
 *
 * Two numberings: `unknown` is the caller's, `position` the place in the elimination order. A is held as its diagonal
 * and n_pairs pairs (A(r,c), A(c,r)) with r > c in the caller's numbering, one pair per edge of the graph, grouped by
 * the earlier position of the two. The factors A = L D U, with unit triangular L and U, share one pattern: column j of
 * L and row j of U have entries at row[start[j]] .. row[start[j+1] - 1], increasing positions, all greater than j.
 *
 * Column j is reduced by all earlier columns k with L(j,k) != 0. Neighbouring columns k, k+1, .. that have the same
 * pattern from row j on (the unknowns of one body) form a panel and are taken together. Columns with one pattern below the last
 * of them form a run: in solving with L each x(i) is then read and written once for three columns. Runs, and right-hand sides taken
 * two by two, save a third of the instructions of solving, 4 % of those of a step.
 */
#ifndef LA_SPARSE_STRUCT_H
#define LA_SPARSE_STRUCT_H

#include "la_sparse.h"

#define LA_SPARSE_PANEL_WIDTH 3

struct la_sparse_panel {
	int column, width;                /* columns column .. column + width - 1 */
	int first[LA_SPARSE_PANEL_WIDTH]; /* of each of them the first entry at or below row j, */
	int count;                        /* and the number of entries from there on */
};

/* numbers of two right-hand sides */
struct la_sparse_two {
	double a, b;
};

enum la_sparse_state { LA_SPARSE_NOT_FACTORED, LA_SPARSE_LDLT, LA_SPARSE_LU };

struct la_sparse {
	int n, n_pairs, n_blocks, n_factor;
	int *order; /* n: unknown at each position */

	/* A */
	double *values;   /* n diagonal entries (by position), n_pairs below the diagonal, n_pairs above it (by unknown) */
	int *pair_start;  /* n + 1: pairs of each earlier position */
	int *pair_row;    /* n_pairs: the later position of the pair */
	int *pair_swap;   /* n_pairs: 1 where the order turns below into above */
	int *block_start; /* n_blocks + 1: entries of each block in the map */
	int *map;         /* where in `values` each entry of each block is */

	/* L, D, U */
	int *start;                    /* n + 1 */
	int *row;                      /* n_factor */
	int *run, n_runs;              /* n_runs + 1: first columns of the runs, of LA_SPARSE_PANEL_WIDTH columns or 1 */
	int *panel_start;              /* n + 1: panels that reduce each column */
	struct la_sparse_panel *panel; /* at most n_factor */
	double *diagonal, *inverse;    /* n: D and 1 / D */
	double *lower, *upper;         /* n_factor */

	double *work;              /* 2 n */
	struct la_sparse_two *two; /* n */
	enum la_sparse_state state;
};

#endif
