/* The last step as methods of second order remember it, and the error estimate that follows from
 * it. */
#ifndef DAE_PAST_H_
#define DAE_PAST_H_

#include "dae_stage.h"

/* The part of the memory that the error estimate needs: steps since the start, last h, steps until
 * accelerations are free of noise, then the last acceleration [n_v] */
enum { DAE_PAST_AGE, DAE_PAST_H, DAE_PAST_NOISE, DAE_PAST_A, DAE_PAST_NOISY_STEPS = 2 };
LA_FUNCTION size_t dae_past_memory(const struct dae_system *system);
LA_FUNCTION int dae_past_valid(const double *past); /* as dae_method.h says */
LA_FUNCTION void dae_past_remember(const struct dae_step *s, const double *past, double *past1);

/* Error of dq and v1 against the quadrature, exact for quadratics, of the last three accelerations;
 * what violates the constraints is taken out by one more solution with the factored matrix, which
 * also damps stiff components; but not the drift of positions where velocities alone are enforced
 * (index 2). Near a singular position, where A (dae_kkt.h) has a small eigenvalue e, rounding tilts
 * the constraint by about 1e-16 / e; the velocity follows, and accelerations across the constraint
 * carry noise of 1e-16 |v| / (e h). The motion does not mind, as the constraint does not let that
 * component live; but the noise of earlier steps, across a constraint that has turned since, would
 * be mistaken for an error of v. So there the error of q alone speaks.
 *
 * `caution`: errors of the same sign in step after step add up to more than the estimate of each
 * says, by that factor. */
LA_FUNCTION void dae_past_estimate(struct dae_step *s, const double *past, const struct dae_stage *end, double caution);

/* the same as it is, with nothing taken out; returns whether it is noisy */
LA_FUNCTION int dae_past_compare(struct dae_step *s, const double *past, const double *dq, double caution);

#endif
