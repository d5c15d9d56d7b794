/* Fitting a point: the one way in which a point comes onto the constraints, and gets accelerations
 * and multipliers. Everything is solved with one factored matrix, K = M or M + tangent:
 *
 *     positions        K dq + G^T m = 0,                               G dq = -g
 *     velocities       K dv + G^T m = 0,                               G dv = -(G v + dg/dt)
 *     accelerations    K da + G^T dlambda = f - M a - G^T lambda,      G da = -(G a + bias)
 *
 * The motions are the shortest that close or stop the point, in the metric of the masses.
 *
 * Order of calls: factor at the point or near it (dae_fit_factor; within a step dae_point_factor),
 * close positions, stop velocities, find accelerations. How often, and how exactly, the caller
 * decides: dae_start.c at the start of a motion, dae_projected.c and dae_stage.c within a step,
 * dae_answer.c and dae_dense_make.c between steps.
 */
#ifndef DAE_FIT_H
#define DAE_FIT_H

#include "dae_deflate.h"

/* refinements of what is solved for once, and of what dense output is made of: two take 3 % more
 * instructions of a run on two four-bars */
enum { DAE_FIT_REFINED_WELL = 2, DAE_FIT_REFINED = 1 };

/* Factors [M G^T; G 0] at a point. `permanent` directions were redundant so far: a point may be off
 * the constraints, and they stay redundant there (dae_kkt.h). open[n_g] is scratch, and only used
 * where there are some. */
LA_FUNCTION int dae_fit_factor(struct dae_kkt *kkt, const struct dae_kkt_options *options, double permanent,
                               const struct dae_point *p, double *open, struct dae_failure *failure);

/* whether no rows depend on each other in the matrix just factored, except permanently */
LA_FUNCTION int dae_fit_is_regular(const struct dae_kkt *kkt, double permanent);

/* ---- positions and velocities ---- */

/* right[n_v + n_g]: the shortest motion that closes or stops residual[n_g], which may be the end of
 * `right` */
LA_FUNCTION void dae_fit_close(struct dae_kkt *kkt, int refinements, const double *residual, double *right);

/* both levels at once, 2 x [n_v + n_g]; 0 where the formulation does not ask */
LA_FUNCTION void dae_fit_close_both(struct dae_kkt *kkt, enum dae_formulation formulation, const double *open,
                                    const double *speed, double *right);

/* positions q[n_q], or velocities v[n_v], moved by a motion */
LA_FUNCTION void dae_fit_move(const struct dae_system *system, enum dae_level level, const double *motion, double *x);

/* ---- accelerations and multipliers ---- */

/* Those of the point, which need no guess. p's own are not read. Fails where they are no numbers.
 * right[n_v + n_g] is scratch. */
LA_FUNCTION int dae_fit_accelerations(struct dae_kkt *kkt, const struct dae_point *p, int refinements, double *right,
                                      double *a, double *lambda);

/* one right-hand side; fails where the solution is no number */
LA_FUNCTION int dae_fit_solve(struct dae_kkt *kkt, int refinements, double *right);

/* Corrects a and lambda, those of the point p, along all directions but those in which rounding
 * explains the residual: there they keep the guess. A method that enforces positions or velocities
 * leaves a ringing across the constraints in its accelerations and multipliers, after a jump or a
 * change of step; this removes it. Values of M and G at the point are held in the matrix. */
LA_FUNCTION int dae_fit_correct(struct dae_kkt *kkt, struct dae_rates rates, const struct dae_point *p, double *right,
                                double *a, double *lambda);

/* the same where the residual of motion, right[n_v], and bias[n_g] are known; the latter depends on
 * neither a nor lambda */
LA_FUNCTION void dae_fit_correct_with(struct dae_kkt *kkt, struct dae_rates rates, const double *bias, double *right,
                                      double *a, double *lambda);

#endif
