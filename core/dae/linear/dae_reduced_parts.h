/* Inside the reduced matrix: shared by its numbering (dae_reduced_create.c) and its factorization
 * (dae_reduced.c). */
#ifndef DAE_REDUCED_PARTS_H
#define DAE_REDUCED_PARTS_H

#include "dae_reduced.h"

struct dae_reduced_body {
	int width, place, mass; /* velocities, the first one, where its L starts */
};

/* a block of G, as the body sees it whose motion it limits */
struct dae_reduced_block {
	struct dae_reduced_body body;
	int offset; /* of the block's columns within the body's */
	int half;   /* where its rows of W start, each as wide as the body */
};

/* what two blocks of one body bring to the lower triangle */
struct dae_reduced_pair {
	int width, rows, columns; /* of the body, of the two blocks */
	int reached;              /* columns that the first row reaches, each row after it one more */
	int half, other;          /* where their rows of W start */
	size_t entry;             /* of the envelope, for the first row */
	int length;               /* of that row, each after it is longer by one */
};

struct dae_reduced {
	const struct dae_topology *topology;
	int *place;    /* [n_g] of each row in the order */
	int *first;    /* [n_g] of the envelope, and where its rows start */
	size_t *start; /* [n_g + 1] */
	struct dae_reduced_body *bodies;
	struct dae_reduced_block *blocks;
	struct dae_reduced_pair *pairs;
	int n_pairs;
	double *given; /* M that L is of */
	double *mass;  /* L of each body, with the inverse of its diagonal */
	int has_masses;
	double *half;            /* W */
	double *matrix, *pivot;  /* of the envelope, [n_g] */
	double *motion, *across; /* [n_v], [n_g] scratch */
};

#endif
