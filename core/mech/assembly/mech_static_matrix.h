/* The sparse matrix of a static equilibrium with many freedoms, in place of dense ones.
 *
 * In the scaled velocities of mech_assembly_space.h, with the tangent K of all forces, the Jacobian
 * J of constraints and wanted values, s the mean size of K's diagonal, D the shift and e = 1e-12,
 *
 *     [ K + s J^T J + D   s J^T ] [ x ]   [ r ]
 *     [ s J              -e s   ] [ y ] = [ 0 ].
 *
 * s J^T J changes no x and gives every body a pivot. The matrix has as many negative pivots as rows
 * where K + D is positive definite on the motions that the constraints allow, and more of them
 * elsewhere (Sylvester).
 */
#ifndef MECH_STATIC_MATRIX_H
#define MECH_STATIC_MATRIX_H

#include "mech_assembly_space.h"

struct mech_static_matrix {
	struct la_sparse *matrix;
	struct la_block *blocks; /* velocities, elements, held coordinates, pairs of Jacobian blocks, these, rows */
	int n, rows;             /* velocities; constraints, then targets */
	double size, shift;      /* s, D */
	double last_shift;       /* D of the last step downhill */
	int is_symmetric;        /* 1: holds the symmetric part of K */
	double *right;           /* [n + rows] */
	double *pivot;           /* [n + rows] */
	double *diagonal;        /* [n] of K */
	double *carried;         /* [n_elements x MECH_MOST_CARRIED] of mech_context */
	double *kept;            /* [n] forces at the beginning, which load steps take away */
	double *reached;         /* [n_q] end of the last load step */
	double *direction;       /* [n] scratch */
};

/* whether the model is large, or has elements that carry forces; else dense matrices serve */
LA_FUNCTION int mech_static_is_sparse(const struct mech_model *model);

/* allocates; NULL when memory is out. jacobian: of the constraints and targets */
LA_FUNCTION struct mech_static_matrix *mech_static_matrix_create(const struct mech_model *model,
                                                                 const struct la_range *jacobian);
LA_FUNCTION void mech_static_matrix_free(struct mech_static_matrix *x);

/* whether an element's tangent is part of K */
LA_FUNCTION int mech_static_has_tangent(const struct mech_element *e);

struct mech_static;
/* values at m->at, multipliers m->lambda; of K itself or of its symmetric part */
LA_FUNCTION void mech_static_matrix_fill(struct mech_static *m, int is_symmetric);

/* factors with a shift D. 1: K + D is positive definite on the motions allowed, and no pivot is
 * rounding; 0: not so; -1: no factorization. */
LA_FUNCTION int mech_static_matrix_factor(struct mech_static *m, double shift);

/* x[n] := the solution for forces r[n], within the motions allowed; x may be r */
LA_FUNCTION void mech_static_matrix_solve(struct mech_static *m, const double *r, double *x);

#endif
