/* Inside the KKT module: shared by the matrix and its solutions (dae_kkt.c), its near-singular
 * directions (dae_singular.c) and what rounding explains along them (dae_rounding.c). Beside these
 * only programs that check the matrix itself look here. */
#ifndef DAE_KKT_STRUCT_H
#define DAE_KKT_STRUCT_H

#include "dae_kkt.h"
#include "dae_topology.h"

/* two Jacobian blocks that share rows: their product is a block of G^T G. The rows they share start
 * at `first_row`/`second_row` inside the blocks. */
struct dae_gram {
	int first, second;             /* block numbers */
	int first_value, second_value; /* where their values start */
	int first_row, second_row, shared_rows;
	int is_below; /* whether all of it lies below the diagonal */
	int block;    /* number in the matrix' block list */
};

/* One way to solve the system. `factor` takes the values held: 0, k > 0: unknown k - 1 has no
 * pivot, -1: this way is not safe there. `solve` takes columns [b; c], rows of c measured, to [x;
 * y/s]. */
struct dae_kkt_kind {
	int (*factor)(struct dae_kkt *kkt);
	void (*solve)(struct dae_kkt *kkt, int columns, double *right);
};
LA_TABLE_DECLARATION const struct dae_kkt_kind dae_kkt_kinds[DAE_ACCELERATIONS_COUNT];

struct dae_kkt {
	const struct dae_system *system;
	const struct dae_kkt_kind *kind; /* that of the last factorization */
	struct dae_topology topology;
	struct dae_reduced *reduced;   /* NULL: it has no topology, or too large a profile */
	struct dae_relative *relative; /* NULL: it has no topology, or too many loops */
	struct la_sparse *matrix;
	double *mass, *tangent, *jacobian; /* values of the system's blocks; with the scratch below one allocation */
	double *measured;                  /* values of G, rows divided by constraint_size */
	double *gram;                      /* its G^T G, one block a pair of Jacobian blocks that share rows */
	double *right, *residual;          /* [DAE_KKT_COLUMNS (n_v + n_g)], [n_v + n_g] */
	double *pivot;                     /* [n_v + n_g] */
	double *rounding, *coordinate;     /* [n_g] of the rows, [n_v] sizes of coordinates: dae_rounding.h */
	struct dae_kkt_rank rank;          /* of the last factorization */
	int room;                          /* for near-singular directions */
	int n_singular;                    /* those of the last factorization */
	double next_eigenvalue; /* smallest eigenvalue of A seen beside theirs; 1 if there was no reason to look */
	double *singular;       /* n_singular columns [x; w]: direction w over the measured rows, motion K^-1 s G^T w */
	double *eigenvalue;     /* [n_singular], increasing */
	double *asked;          /* [DAE_KKT_COLUMNS room]: dae_singular_ask */
	unsigned char *holds;   /* n_singular rows [n_v]: whether a direction holds a coordinate (dae_singular_holds) */
	double *moved_rows;     /* [n_g] scratch */
	double *ritz, *ritz_values, *ritz_work, *ritz_vectors, *selected; /* scratch for finding them */
	struct dae_gram *pairs;
	int n_pairs;
	double scale;                   /* s of the last factorization */
	struct dae_kkt_options options; /* of the last factorization */
	int with_tangent;
};

#endif
