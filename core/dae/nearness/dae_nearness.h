/* How near a step is to a singular position, and how its motion gets on.
 *
 * Four numbers decide what is special near a singular position. With sigma, the square root of the
 * least eigenvalue of A (dae_kkt.h), rounding R of a constraint row displaces bodies by R / sigma
 * across it, and tilts velocities by R / sigma^2. The rate of the motion, in sizes a second, is
 * compared with the fastest rate of the recent past.
 *
 * Five predicates are built on them. They are different, and each has one name:
 *
 *     near               rank.sensitive > 0: some eigenvalue of A is below the threshold of the factorization
 *     begins singular    the step begins where an eigenvalue of A is rounding, sigma < 1e-7. A motion that comes to rest in a
 *                        singular position ends its steps there; one that crosses does so by chance alone. Speed plays no part.
 *                        The distance is that of the last accepted step, so the first step of a run never does.
 *     slow               the present rate is below DAE_NEARNESS_SLOW of the recent one, `rate`
 *     crosses            the present rate is above half of the recent one: if the motion is near, it passes
 *     at rest            the recent rate moves nothing by more than rounding within the requested time
 *
 * The first three numbers belong to a matrix: dae_nearness_at. The motion is that of the start of a
 * step, and is computed once a trial: dae_nearness_of, in dae_trial_make, which passes it on in the
 * step. Nothing is decided here.
 */
#ifndef DAE_NEARNESS_H
#define DAE_NEARNESS_H

#include "dae_kkt.h"
#include "dae_step.h"

/* error of one step that nothing can be done about */
static const double DAE_NEARNESS_ROUNDING = 16 * DBL_EPSILON;

/* part of the recent rate below which a motion is slow: accelerations may be of a faster one */
static const double DAE_NEARNESS_SLOW = 0.1;

/* The motion of the whole mechanism at the start of a step. Rates are in sizes a second. */
struct dae_nearness {
	double rate;         /* the fastest of the recent past */
	double present_rate; /* that of this step */
	double pace;         /* the present rate as a part of the recent one, at most 1 */
	double
		rest_speed; /* at rest: the speed, in sizes a second, that moves nothing by more than rounding within the requested
	                time, where all recent motion was slower; velocities may be off by as much. Else 0 */
	double tilt;    /* that of the start: dae_nearness_tilt */
	int is_slow, crosses, begins_singular;
};

/* of a step whose system, scales, counters, h, v, a and requested time are set */
LA_FUNCTION struct dae_nearness dae_nearness_of(const struct dae_step *s);

/* How much rounding is amplified at a point, as its matrix says. */
struct dae_amplification {
	double distance;     /* to a singular position: sigma of the least eigenvalue seen, near or not */
	double sigma;        /* of the most sensitive near-singular direction; 1 where there is none */
	double displacement; /* of bodies across the constraints, in sizes: R / sigma */
	double tilt;         /* of velocities, as a part of them: R / sigma^2; 0 where sigma is 1 */
};
LA_FUNCTION struct dae_amplification dae_nearness_at(const struct dae_kkt *kkt);

/* sigma of that alone */
LA_FUNCTION double dae_nearness_sigma(const struct dae_kkt *kkt);

/* the tilt R / sigma^2 at such a distance; 0 from 1 on */
LA_FUNCTION double dae_nearness_tilt(double distance);

#endif
