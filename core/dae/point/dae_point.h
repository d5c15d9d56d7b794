/* What holds at a point: the equations of motion and the constraints, and the matrix of the
 * point. All methods and the driver use these; `kkt` is the matrix of the point.
 *
 * Order: dae_point_motion or dae_point_look fill values, dae_point_factor factors them, dae_fit.h
 * solves, dae_point_met reports whether a step may end there.
 */
#ifndef DAE_POINT_H
#define DAE_POINT_H

#include "dae_deflate.h"
#include "dae_special.h"

/* motion = f - M a - G^T lambda; M and G stay in the matrix */
LA_FUNCTION int dae_point_motion(const struct dae_system *system, struct dae_kkt *kkt, const struct dae_point *at,
                                 double *motion);

/* open = g, speed = G v + dg/dt with the G held; NULL: not wanted */
LA_FUNCTION int dae_point_constraints(const struct dae_system *system, const struct dae_kkt *kkt,
                                      const struct dae_point *at, double *open, double *speed);

/* the same with the Jacobian of the point, which stays in the matrix */
LA_FUNCTION int dae_point_look(const struct dae_system *system, struct dae_kkt *kkt, const struct dae_point *at,
                               double *open, double *speed);

/* takes out of them what rounding explains along near-singular directions; returns what is left of
 * `open` there, as dae_deflate does */
LA_FUNCTION double dae_point_ease(const struct dae_kkt *kkt, struct dae_rates rates, double *open, double *speed);

/* how far a point is off the constraints, in sizes of their rows; open[n_g] is g there */
LA_FUNCTION double dae_point_off(const struct dae_system *system, const double *open);

/* factors with the values held; open[n_g] is scratch */
LA_FUNCTION int dae_point_factor(struct dae_step *s, struct dae_kkt *kkt, const struct dae_point *at, double *open,
                                 enum dae_use use);

/* Whether a step may leave open[n_g] and speed[n_g] as they are, once eased. The correction that
 * they ask for is not looked at: near a singular position rounding asks for a large one. */
LA_FUNCTION int dae_point_met(struct dae_step *s, const struct dae_kkt *kkt, enum dae_formulation formulation,
                              double *open, double *speed);

#endif
