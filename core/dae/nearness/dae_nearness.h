/* How near a step is to a singular position, and how its motion gets on.
 *
 * Four numbers decide what is special near a singular position. With sigma, the square root of the least eigenvalue of
 * A (dae_kkt.h), rounding R of a constraint row displaces bodies by R / sigma across it, and tilts velocities by
 * R / sigma^2. The rate of the motion, in sizes a second, is compared with the fastest rate of the recent past.
 *
 * Five predicates are built on them. They are different, and each has one name:
 *
 *     near               rank.sensitive > 0: some eigenvalue of A is below the threshold of the factorization
 *     begins singular    the step begins where an eigenvalue of A is rounding, sigma < 1e-7. A motion that comes to rest in a
 *                        singular position ends its steps there; one that crosses does so by chance alone. Speed plays no part.
 *     slow               the rate is below DAE_NEARNESS_SLOW of the recent rate
 *     crosses            the rate is above DAE_NEARNESS_PASSING of the recent rate
 *     at rest            the recent rate moves nothing by more than rounding within the requested time
 *
 * Trials (dae_trial.h), errors (dae_error.h) and methods ask here. Nothing is decided here.
 */
#ifndef DAE_NEARNESS_H
#define DAE_NEARNESS_H

#include "dae_kkt.h"
#include "dae_step.h"

static const double DAE_NEARNESS_ROUNDING = 16 * DBL_EPSILON; /* error of one step that nothing can be done about */

/* part of the speeds seen lately from which on a motion passes by */
static const double DAE_NEARNESS_PASSING = 0.5;

/* part of the rate lately below which a motion is slow: accelerations of a faster one may be left */
static const double DAE_NEARNESS_SLOW = 0.1;

/* motion of the whole, in sizes a second: the fastest lately, and that of this step */
LA_FUNCTION double dae_nearness_rate(const struct dae_step *s);
LA_FUNCTION double dae_nearness_present_rate(const struct dae_step *s);

/* Rest: the speed, in sizes a second, that moves nothing by more than rounding within the time that is asked for, where all motion lately was
 * slower; else 0. Velocities of a mechanism at rest may be off by as much. */
LA_FUNCTION double dae_nearness_rest(const struct dae_step *s);

/* whether the motion has become slow compared with its recent past */
LA_FUNCTION int dae_nearness_is_slow(const struct dae_step *s);

/* whether a step begins in a singular position, where a direction is numerically singular, however fast the motion is */
LA_FUNCTION int dae_nearness_begins_singular(const struct dae_step *s);

/* sigma of the most sensitive near-singular direction; 1 where there is none */
LA_FUNCTION double dae_nearness_sigma(const struct dae_kkt *kkt);

/* how fast the motion is, compared with the fastest rate of the recent past; at most 1 */
LA_FUNCTION double dae_nearness_pace(const struct dae_step *s);

/* Part of a velocity that rounding turns across the constraints near a singular position: R / sigma^2; 0 far from one */
LA_FUNCTION double dae_nearness_tilt(double distance);

#endif
