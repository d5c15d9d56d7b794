/* Deflation: residuals without their components along near-singular directions, where rounding
 * explains these.
 *
 * Along a near-singular direction of the rows, where A (dae_kkt.h) has the eigenvalue e = sigma^2,
 * an opening of R (dae_rounding.h) displaces the bodies by R / sigma across the constraint, which
 * tilts it, and with it velocities and accelerations. Of the row's residuals rounding explains,
 * with the rates of the present motion, v and a in sizes a second,
 *
 *     positions R,      velocities R v / sigma,      accelerations R (v^2 / sigma^2 + a / sigma).
 *
 * What rounding explains is not asked for, and all else is: the shortest change of the multipliers
 * that leaves nothing to explain (a discrepancy principle). Of the steps y = e c / (e^2 + epsilon)
 * of a trust region (Petzold, Ren and Maly, eq. 2.10) it takes the two ends, epsilon = 0 and
 * infinite: no bias where there is something to be asked for. The bounds shrink with the motion, so
 * that it can come to rest in a singular position on its own branch.
 */
#ifndef DAE_DEFLATE_H
#define DAE_DEFLATE_H

#include "dae_rounding.h"

/* rates of the present motion, the largest of all: 1/s, 1/s^2; accelerations also those that forces
 * alone would bring about. With a step they are those of what each near-singular direction holds
 * together: a loop at rest is as well known as if nothing else moved. */
struct dae_rates {
	double velocity, acceleration;
	double explained; /* part of the roundings of all terms that their sum may have, of positions */
	const struct dae_step *step;
};

/* those of the step, in an iteration, and of a projected point (dae_projected.h) */
LA_FUNCTION struct dae_rates dae_deflate_rates_of_step(const struct dae_step *s);
LA_FUNCTION struct dae_rates dae_deflate_rates_of_point(const struct dae_step *s);

/* deflation: takes out of c[n_g], residuals of a level over a divisor, the components along
 * near-singular directions that rounding explains; returns the largest of the others as a part of
 * what it explains, 0 where there is none */
enum dae_level { DAE_POSITIONS, DAE_VELOCITIES, DAE_ACCELERATIONS };
LA_FUNCTION double dae_deflate(const struct dae_kkt *kkt, enum dae_level level, struct dae_rates rates, double divisor,
                               double *c);

/* Clips accelerations a[n_v] along near-singular directions, a guess that is about to be corrected:
 * where nothing is asked they would stay what they were (dae_special_most_across). */
LA_FUNCTION void dae_deflate_clip(const struct dae_step *s, const struct dae_kkt *kkt, double *a);

#endif
