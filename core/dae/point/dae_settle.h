/* Accelerations and multipliers at the end of a step, for all methods.
 *
 * A method that enforces positions or velocities leaves a ringing across the constraints in its
 * accelerations and multipliers, after a jump or a change of step. Settling makes them fit the
 * constraint at acceleration level too, G a + bias = 0.
 */
#ifndef DAE_SETTLE_H
#define DAE_SETTLE_H

#include "dae_deflate.h"

/* a and lambda corrected so that K da + G^T dlambda = b and G (a + da) + bias = 0 with the matrix
 * factored and the Jacobian held in kkt; nothing is asked for along near-singular directions.
 * right[n_v + n_g] holds b in its first n_v numbers on entry. */
LA_FUNCTION int dae_settle(const struct dae_system *system, struct dae_kkt *kkt, struct dae_rates rates,
                           const struct dae_point *p, double *right, double *a, double *lambda);

/* the same where bias[n_g] is known: it depends on neither a nor lambda */
LA_FUNCTION void dae_settle_with(const struct dae_system *system, struct dae_kkt *kkt, struct dae_rates rates,
                                 const double *bias, double *right, double *a, double *lambda);

#endif
