/* The iteration matrices of Bottasso, Bauchau, Cardona, "Time-step-size-independent conditioning
 * and sensitivity to perturbations in the numerical solution of index three differential algebraic
 * equations", as dense matrices with partial pivoting. With alpha_0 of the formula, gamma = h /
 * alpha_0, X and Y the derivatives of M a + G^T lambda - f by q and v:
 *
 *     three fields (eq. 4)                              two fields (eq. 37)
 *     [ alpha_0 I   -h I              0     ] [ q ]      [ alpha_0 U   h G^T ] [ q ]
 *     [ h X          alpha_0 M + h Y  h G^T ] [ v ]      [ h G         0     ] [ l ],   U = M / gamma + Y + gamma X
 *     [ h G          0                0     ] [ l ]
 *
 * (the paper writes M = I and the opposite sign of the multipliers l). Scaled: D_L A D_R z^ = D_L
 * b, z = D_R z^.
 *
 *     scaling              three fields: D_L       D_R               two fields: D_L   D_R
 *     unscaled             1  1  1                 1  1   1          1  1              1  1
 *     left                 1  1  1/h  (eq. 16)     1  1   1          1  1/h  (44)      1  1
 *     multipliers          1  h  1/h  (23)         1  1   1/h^2 (24) h  1/h  (48)      1  1/h^2 (49)
 *     and velocities       1  h  1/h               1  1/h 1/h^2 (29) (no velocities: as above)
 *
 * The methods use it where the unscaled or the left-scaled form is asked for, to show what scaling
 * brings; it needs a G of full rank. Their own way is dae_kkt.h: the last line, with the velocities
 * eliminated.
 */
#ifndef DAE_BDF_MATRIX_H
#define DAE_BDF_MATRIX_H

#include <stddef.h>

#include "dae_kkt.h"

enum dae_bdf_scaling {
	DAE_BDF_UNSCALED,
	DAE_BDF_LEFT,
	DAE_BDF_MULTIPLIERS,
	DAE_BDF_MULTIPLIERS_AND_VELOCITIES,
	DAE_BDF_SCALING_COUNT
};

struct dae_bdf_matrix {
	const struct dae_system *system;
	int n_v, n_g;
	int fields;           /* 3 or 2 */
	int n;                /* unknowns */
	double h, alpha;      /* step, alpha_0 */
	double *values;       /* [n x n] column-major: D_L A D_R, or its factors */
	double *left, *right; /* [n] the diagonals of D_L and D_R */
	int *pivot;
};

/* numbers (double) of work for a matrix, and the matrix laid out in it */
LA_FUNCTION size_t dae_bdf_matrix_work(const struct dae_system *system, int fields);
LA_FUNCTION struct dae_bdf_matrix dae_bdf_matrix_in(const struct dae_system *system, int fields, double *work);

/* D_L A D_R at a point; the kkt's mass and jacobian hold the values there, its tangent is
 * overwritten. 0 or the status of a callback. */
LA_FUNCTION int dae_bdf_matrix_fill(struct dae_bdf_matrix *m, enum dae_bdf_scaling scaling, double h, double alpha,
                                    const struct dae_point *p, struct dae_kkt *kkt);

/* factors; 0, or k > 0: unknown k - 1 has no pivot */
LA_FUNCTION int dae_bdf_matrix_factor(struct dae_bdf_matrix *m);

/* b -> D_L b -> z^ in place, with the factors */
LA_FUNCTION void dae_bdf_matrix_solve(const struct dae_bdf_matrix *m, double *b);

/* dae_kkt_solve's task by this matrix: K x + G^T y = b, G x = c for each right-hand side [b; c] ->
 * [x; y]; work[n] */
LA_FUNCTION void dae_bdf_matrix_solve_kkt(const struct dae_bdf_matrix *m, int columns, double *right, double *work);

#endif
