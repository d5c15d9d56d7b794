/* Inside the reduced matrix: shared by its numbering (dae_reduced_create.c) and its factorization (dae_reduced.c). */
#ifndef DAE_REDUCED_PARTS_H
#define DAE_REDUCED_PARTS_H

#include "dae_reduced.h"

struct dae_reduced {
	const struct dae_topology *topology;
	int *place;    /* [n_g] of each row in the order */
	int *first;    /* [n_g] of the envelope, and where its rows start */
	size_t *start; /* [n_g + 1] */
	double *mass;  /* L of each body */
	double *half;  /* W, for each block of G its rows, each as wide as the body */
	int *half_start;
	double *matrix, *pivot;  /* of the envelope, [n_g] */
	double *motion, *across; /* [n_v], [n_g] scratch */
};

#endif
