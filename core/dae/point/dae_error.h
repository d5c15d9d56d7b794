/* The error of a step as numbers.
 *
 * A method leaves an error of positions and of velocities in its step. dae_error_filter takes out
 * what the constraints do not let live; dae_error_size and dae_error_measure compare the rest with
 * what is allowed for the length of the step (dae_driver.h says why), with a margin for rounding.
 * The size is the maximum over all velocities, and over motion across prescribed constraints. The
 * energy balance is added in dae_trial.c. dae_error_noticed is the same measure for one correction
 * of an iteration.
 */
#ifndef DAE_ERROR_H
#define DAE_ERROR_H

#include "dae_nearness.h"

/* part of the tolerance that errors may use up while velocities make their own way; the rest is
 * left to the growth of errors along the motion */
static const double DAE_TOLERANCE_SHARE = 0.1;

/* a velocity that hardly moves is measured against this part of the largest */
static const double DAE_SCALES_FLOOR = 0.1;

/* part of the tolerance, per unit of time, that the error test does not notice */
static const double DAE_ERROR_NOTICE = 0.01;

/* the error of a step */
struct dae_error {
	double size; /* in units of what is allowed for its length */
	double harm; /* as a part of the tolerance, whatever its length */
	int worst;   /* the velocity with the largest error */
};
LA_FUNCTION struct dae_error dae_error_measure(const struct dae_step *s);

/* size of an error of q, then of v, [2 n_v], over the step, as the driver measures it; 1 is just
 * good enough */
LA_FUNCTION double dae_error_size(const struct dae_step *s, const double *error);

/* the velocity whose error decides; -1 where that of a position or of prescribed motion is larger */
LA_FUNCTION int dae_error_worst_velocity(const struct dae_step *s);

/* Leaves of an error[n_v] of q or, where of_v is 1, of v what stays within the constraints, with
 * stiff components damped. Where constraints move with time, what is across them goes into
 * s->result.across, unless it is `noisy` near a singular position. */
LA_FUNCTION void dae_error_filter(struct dae_step *s, struct dae_kkt *kkt, int noisy, int of_v, double *error);

/* the same of an error of q and then of v, [2 n_v] */
LA_FUNCTION void dae_error_filter_both(struct dae_step *s, struct dae_kkt *kkt, int noisy, double *error);

/* size of a correction of coordinate i and of its velocity, in units of `part` of what the error
 * test will notice */
LA_FUNCTION double dae_error_noticed(const struct dae_step *s, double part, int v_follows_q, int i, double dq,
                                     double dv);

#endif
