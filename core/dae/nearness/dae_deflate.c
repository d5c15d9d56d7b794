#include "dae_deflate.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "dae_kkt_struct.h"
#include "dae_singular.h"
#include "dae_special.h"
#include "la_dense.h"

/* Roundings of all terms at once hardly ever come together: what they explain of a sum, where an
 * iteration leaves it, and of positions of a point that was moved onto the constraints, whose terms
 * are rounded once. With EXPLAINED for points, too, 4 of 24 runs of dop853 that come to rest end
 * beside the position; with EXPLAINED_OF_POINTS in iterations these follow rounding, and end there
 * as well. Velocities and accelerations of points keep EXPLAINED, because the residual of a position
 * does not show how far its constraint is tilted: else 12 of 24 runs of dopri5 with ten four-bars
 * that stop near the position change their branch. */
static const double DAE_DEFLATE_EXPLAINED = 0.05;
static const double DAE_DEFLATE_EXPLAINED_OF_POINTS = 0.01;

LA_FUNCTION struct dae_rates dae_deflate_rates_of_step(const struct dae_step *s)
{
	return (struct dae_rates){0, 0, DAE_DEFLATE_EXPLAINED, s};
}

LA_FUNCTION struct dae_rates dae_deflate_rates_of_point(const struct dae_step *s)
{
	return (struct dae_rates){0, 0, DAE_DEFLATE_EXPLAINED_OF_POINTS, s};
}

/* rates of what direction k holds together; *lately: that of its velocities beside which it may
 * have become slow */
static struct dae_rates dae_deflate_rates_along(struct dae_rates rates, const struct dae_kkt *kkt, int k,
                                                double *lately)
{
	const struct dae_step *s = rates.step;
	const unsigned char *holds = dae_singular_holds(kkt, k);
	const int moving = dae_system_moving(kkt->system);
	for (int i = 0; s && i < moving; i++) {
		const double size = s->system->motion_size[i];
		const double forces = s->acceleration_rounding[i] / DAE_ROUNDING_FORCE;
		if (holds[i]) {
			rates.velocity = fmax(rates.velocity, (fabs(s->v[i]) + s->h * fabs(s->a[i])) / size);
			rates.acceleration = fmax(rates.acceleration, fmax(fabs(s->a[i]), forces) / size);
			*lately = fmax(*lately, s->velocity_scale[i] / size);
		}
	}
	return rates;
}

static struct dae_bound dae_deflate_explained(enum dae_level level, struct dae_rates rates, double e)
{
	const double sigma = sqrt(fmax(e, DBL_EPSILON));
	const double tilt = rates.velocity / sigma;
	const double explained[] = {[DAE_POSITIONS] = rates.explained,
	                            [DAE_VELOCITIES] = DAE_DEFLATE_EXPLAINED * tilt,
	                            [DAE_ACCELERATIONS] =
	                                DAE_DEFLATE_EXPLAINED * (tilt * tilt + rates.acceleration / sigma)};
	return (struct dae_bound){explained[level], 0};
}

/* the component along near-singular direction k, where it is within the bound; returns it as a part
 * of that where it is not, else 0 */
static double dae_deflate_one(const struct dae_kkt *kkt, int k, struct dae_bound bound, double *c)
{
	const struct dae_system *system = kkt->system;
	const double *direction = dae_singular_column(kkt, k) + system->n_v;
	double along = 0;
	double most = 0;
	for (int i = 0; i < system->n_g; i++) {
		along += direction[i] * c[i] / system->constraint_size[i];
		most += fabs(direction[i]) * dae_rounding_bound(kkt, bound, i) / system->constraint_size[i];
	}
	for (int i = 0; fabs(along) <= most && i < system->n_g; i++) {
		c[i] -= along * direction[i] * system->constraint_size[i];
	}
	return fabs(along) <= most ? 0 : fabs(along) / most;
}

LA_FUNCTION double dae_deflate(const struct dae_kkt *kkt, enum dae_level level, struct dae_rates rates, double divisor,
                               double *c)
{
	double left = 0;
	for (int k = 0; k < kkt->n_singular; k++) {
		double lately = 0;
		const struct dae_rates own = dae_deflate_rates_along(rates, kkt, k, &lately);
		struct dae_bound bound = dae_deflate_explained(level, own, kkt->eigenvalue[k]);
		bound.roundings /= divisor;
		left = fmax(left, dae_deflate_one(kkt, k, bound, c));
	}
	return left;
}

LA_FUNCTION void dae_deflate_clip(const struct dae_step *s, const struct dae_kkt *kkt, double *a)
{
	const struct dae_system *system = kkt->system;
	if (kkt->rank.redundant < kkt->n_singular) {
		dae_singular_rows(kkt, a);
	}
	for (int k = kkt->rank.redundant; k < kkt->n_singular; k++) {
		double lately = 0;
		const struct dae_rates own = dae_deflate_rates_along(dae_deflate_rates_of_step(s), kkt, k, &lately);
		const double *motion = dae_singular_column(kkt, k);
		const double e = fmax(kkt->eigenvalue[k], DBL_EPSILON);
		const double along = la_dot(system->n_g, motion + system->n_v, kkt->moved_rows);
		const double most = dae_special_most_across(s->nearness, own.velocity, lately, e);
		for (int i = 0; fabs(along) > most && i < system->n_v; i++) {
			a[i] -= (along - copysign(most, along)) / e * motion[i];
		}
	}
}
