/* Places that an explicit stage leads to: moved onto the constraints, with accelerations and multipliers that hold there.
 *
 * What is open is closed by the shortest motion in the metric of the masses, at both levels, until only rounding is left of it
 * (Hairer, Wanner, "Solving Ordinary Differential Equations II", VII.2): near a singular position a place that is off the constraints
 * would ask for accelerations without bound, and rows that are always redundant on the constraints are not beside them. What rounding
 * explains is not asked for (dae_rounding.h). Then
 *
 *     M a + G^T lambda = f(t, q, v),        G a + bias = 0.
 *
 * The matrix is s->kkt, with M alone; each place leaves its own there.
 */
#ifndef DAE_PLACE_H
#define DAE_PLACE_H

#include "dae_method.h"

struct dae_place {
	double t;
	double *du, *q, *v, *a, *lambda; /* the increment from the start of the step, and where it leads */
	double *open, *speed;            /* [n_g] g and G v + dg/dt there */
	double *right;                   /* 2 x [n_v + n_g] scratch */
};

LA_FUNCTION struct dae_point dae_place_point(const struct dae_place *at);

/* rate of the increment there */
LA_FUNCTION void dae_place_rate(const struct dae_step *s, const struct dae_place *at, double *rate);

/* onto the constraints: with the matrix at hand, near a singular position with one of each place that is come to */
LA_FUNCTION int dae_place_land(struct dae_step *s, const struct dae_place *at);

/* onto the constraints with a matrix of its own, and a and lambda from a guess */
LA_FUNCTION int dae_place_settle(struct dae_step *s, const struct dae_place *at);

/* whether the constraints are met there */
LA_FUNCTION int dae_place_check(struct dae_step *s, const struct dae_place *at);

#endif
