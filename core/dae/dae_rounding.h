/* Rounding: what a constraint row can be asked for, at position and at velocity level.
 *
 * A row sums terms of the sizes |G_ij| Q_j, where Q_j is the size of the coordinate that velocity j moves (a length of the
 * mechanism at least): rounding of q alone changes it by
 *
 *     R_i = DAE_ROUNDING_UNIT sum_j |G_ij| Q_j.
 *
 * Nothing smaller can be asked for, and nothing is absolute: a gear with teeth 24 : 60 or a car 30 km away has its own R. Velocities
 * of the row carry R_i times the rate of the motion.
 *
 * Along a near-singular direction of the rows, where A (dae_kkt.h) has the eigenvalue e, an opening of R displaces the bodies by
 * R / sqrt(e) across the constraint, which tilts it: velocities carry R rate / sqrt(e). Nothing is asked for there that this
 * explains.
 *
 * Bounds are told in roundings and in sizes of the rows, and hold for a row as the sum of both.
 */
#ifndef DAE_ROUNDING_H
#define DAE_ROUNDING_H

#include "dae_method.h"

struct dae_bound {
	double roundings, sizes;
};

/* R of all rows at a point, for the Jacobian held in kkt */
LA_FUNCTION void dae_rounding_set(struct dae_kkt *kkt, const struct dae_point *p);

/* the bound of one row, in its own unit */
LA_FUNCTION double dae_bound_of(const struct dae_kkt *kkt, struct dae_bound bound, int row);

/* what is not asked for along a near-singular direction with eigenvalue e */
LA_FUNCTION struct dae_bound dae_bound_unasked_position(void);
LA_FUNCTION struct dae_bound dae_bound_unasked_velocity(const struct dae_step *s, double e);

/* what a step may leave of the constraints; e: the smallest eigenvalue along which something is not asked for, 1: none */
LA_FUNCTION struct dae_bound dae_bound_met_position(void);
LA_FUNCTION struct dae_bound dae_bound_met_velocity(const struct dae_step *s, double e);

/* takes the component along near-singular direction k out of c[n_g] where it is within the bound */
LA_FUNCTION void dae_leave_out(const struct dae_kkt *kkt, int k, struct dae_bound bound, double *c);

#endif
