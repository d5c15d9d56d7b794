/* Inside the relative coordinates: shared by the tree (dae_relative_create.c) and its factorization
 * (dae_relative.c); programs that look at the tree itself look here, too. */
#ifndef DAE_RELATIVE_PARTS_H
#define DAE_RELATIVE_PARTS_H

#include <stddef.h>

#include "dae_relative.h"

/* a body with the joint that carries it; matrices are row-major */
struct dae_limb {
	int carrier, joint;   /* -1: the ground; none, it is free */
	int own, other;       /* blocks of the joint on the body and on its carrier, -1: there is none */
	int n, rows, motions; /* velocities, those that follow the joint, own ones */
	int motion;           /* where its own motions start among all */
	int *index;           /* [n] velocities that follow, then own ones */
	double *inverse;      /* [rows x rows] J_d^-1 */
	double *bend;         /* [rows x motions] E */
	double *lift;         /* [rows x n of the carrier] F */
	double *inertia;      /* [n x n] A */
	double *root;         /* [motions x motions] L, by columns */
	double *lead;         /* [rows x motions] Y */
	double *rest;         /* [rows x rows] A_dd - Y Y^T */
};

/* a joint that was cut */
struct dae_cut {
	int joint, row;       /* row: its first one among those of all cuts */
	int n_limbs, *limb;   /* bodies on its ways to the root, farthest first */
	int motions, *motion; /* of all these; where those of each start */
	double *half;         /* [rows x motions] T^T */
};

struct dae_relative {
	const struct dae_topology *topology;
	struct dae_limb *limbs; /* [n_bodies] */
	struct dae_cut *cuts;
	int *order; /* [n_bodies] carriers before what they carry */
	int n_cuts, cut_rows, motions;
	int *first;             /* [cut_rows] all 0: T^T T as an envelope (la_envelope.h) */
	size_t *start;          /* [cut_rows] */
	int *where;             /* [n_bodies] scratch */
	int *indices;           /* of limbs and cuts */
	double *matrix, *pivot; /* T^T T, [cut_rows] */
	double *force, *x;      /* [n_v] scratch */
	double *follow;         /* [n_g] scratch: J_d^-1 c in rows of trees, multipliers in others */
	double *tau, *shift;    /* [motions] scratch, [widest] */
	double *open;           /* [cut_rows] scratch */
	double *rows;           /* [2 widest x widest] scratch */
};

LA_FUNCTION int dae_relative_rows(const struct dae_relative *r, const struct dae_cut *cut);

#endif
