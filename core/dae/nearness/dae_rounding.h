/* Rounding: what constraint rows can be asked for, at position and at velocity level, and
 * accelerations.
 *
 * A row sums terms of the sizes |G_ij| Q_j, where Q_j is the size of the coordinate that velocity j
 * moves (a length of the mechanism at least): rounding of q alone changes it by
 *
 *     R_i = DAE_ROUNDING_UNIT max(sum_j |G_ij| Q_j, T_i),
 *
 * with T_i for terms that do not vanish where the gradient does, as those of a joint that folds.
 * Nothing smaller can be asked for, and nothing is absolute: a gear with teeth 24 : 60 or a car 30
 * km away has its own R. Velocities of the row carry R_i times the rate of the motion.
 *
 * Forces sum terms of their own: their own size f and, as rounding of q alone changes those of a
 * spring of stiffness K, K Q; accelerations carry the rounding of both over the mass, however small
 * the motion is.
 *
 * Bounds are told in roundings and in sizes of the rows, and hold for a row as the sum of both.
 */
#ifndef DAE_ROUNDING_H
#define DAE_ROUNDING_H

#include "dae_kkt.h"
#include "dae_step.h"

/* a force: of lengths that are differences of coordinates */
static const double DAE_ROUNDING_FORCE = 2 * DBL_EPSILON;

struct dae_bound {
	double roundings, sizes;
};

/* R of all rows at a point, for the Jacobian held in kkt */
LA_FUNCTION void dae_rounding_set(struct dae_kkt *kkt, const struct dae_point *p);

/* rounding of accelerations at a point, out[n_v]; 0 along what has no mass. Uses kkt as scratch. */
LA_FUNCTION void dae_rounding_of_accelerations(struct dae_kkt *kkt, const struct dae_point *p, double *out);

/* the bound of one row, in its own unit */
LA_FUNCTION double dae_rounding_bound(const struct dae_kkt *kkt, struct dae_bound bound, int row);

/* what a step may leave of the constraints, apart from what is deflated */
LA_FUNCTION struct dae_bound dae_rounding_met_position(void);
LA_FUNCTION struct dae_bound dae_rounding_met_velocity(const struct dae_step *s, const struct dae_kkt *kkt);

#endif
