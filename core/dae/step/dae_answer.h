/* Answers about the present point, once steps have led to it: it is moved onto the constraints
 * where dense output gave it, its multipliers are the smallest that fit, and reports ask how it
 * changes and what is left open.
 */
#ifndef DAE_ANSWER_H
#define DAE_ANSWER_H

#include "dae_step.h"

struct dae_driver;

/* A present point that is nearly one of the motion, as that of dense output: positions and
 * velocities are moved onto the constraints, velocities scaled to the kinetic and potential energy
 * that it has, if that is not NAN, accelerations and multipliers made to fit. Beside a singular
 * position, where neighbours say more than the constraints, and where they cannot be met, it stays
 * as it is. */
LA_FUNCTION void dae_answer_fit(struct dae_driver *d, const struct dae_options *options, double energy);

/* Along redundant rows an iteration keeps the multipliers it has, but these directions turn with
 * the motion: what has come to lie along them is taken out, so that the multipliers are the
 * smallest again. More directions than redundant ever since belong to a singular position passed
 * just now, where the multipliers that lead across are kept. */
LA_FUNCTION void dae_answer_least_multipliers(struct dae_driver *d, const struct dae_options *options);

/* accelerations and multipliers that fit t, q and v, for reports; the state stays as it is */
LA_FUNCTION int dae_answer_accelerations(struct dae_driver *d, const struct dae_options *options, double *a,
                                         double *lambda, struct dae_failure *failure);

/* How accelerations and multipliers change with the point: da and dlambda of
 *
 *     M da + G^T dlambda = right_1 - d(M a + G^T lambda - f) along (dq, dv),     G da = right_2,
 *
 * in the place of right[n_v + n_g]. a and lambda are what dae_answer_accelerations has just given: its
 * matrix is used. */
LA_FUNCTION int dae_answer_sensitivity(struct dae_driver *d, const double *a, const double *lambda, const double *dq,
                                       const double *dv, double *right);

/* largest |g| and |G v + dg/dt| at the present point */
LA_FUNCTION void dae_answer_residuals(struct dae_driver *d, double *position, double *velocity);

#endif
