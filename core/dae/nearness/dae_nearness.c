#include "dae_nearness.h"

#include <float.h>
#include <math.h>

#include "dae_singular.h"

/* what the rounding of coordinates moves a mechanism at rest, in sizes */
static const double DAE_NEARNESS_REST = 16 * DBL_EPSILON;

LA_FUNCTION double dae_nearness_rate(const struct dae_step *s)
{
	double rate = 0;
	const int moving = dae_system_moving(s->system);
	for (int i = 0; i < moving; i++) {
		rate = fmax(rate, s->velocity_scale[i] / s->system->motion_size[i]);
	}
	return rate;
}

LA_FUNCTION double dae_nearness_rest(const struct dae_step *s)
{
	const double speed = DAE_NEARNESS_REST / s->asked;
	return dae_nearness_rate(s) <= speed ? speed : 0;
}

LA_FUNCTION double dae_nearness_present_rate(const struct dae_step *s)
{
	double rate = 0;
	const int moving = dae_system_moving(s->system);
	for (int i = 0; i < moving; i++) {
		rate = fmax(rate, (fabs(s->v[i]) + s->h * fabs(s->a[i])) / s->system->motion_size[i]);
	}
	return rate;
}

LA_FUNCTION double dae_nearness_pace(const struct dae_step *s)
{
	return fmin(dae_nearness_present_rate(s) / dae_nearness_rate(s), 1);
}

LA_FUNCTION int dae_nearness_is_slow(const struct dae_step *s)
{
	return dae_nearness_present_rate(s) < DAE_NEARNESS_SLOW * dae_nearness_rate(s);
}

LA_FUNCTION int dae_nearness_begins_singular(const struct dae_step *s)
{
	return dae_singular_is_lost(s->counters->distance);
}

LA_FUNCTION double dae_nearness_sigma(const struct dae_kkt *kkt)
{
	const struct dae_kkt_rank rank = dae_kkt_last_rank(kkt);
	return rank.sensitive > 0 ? fmax(rank.distance, sqrt(DBL_EPSILON)) : 1;
}

/* Part of a velocity that rounding brings about across the constraints beside a singular position: R / sigma^2 (dae_rounding.h) */
LA_FUNCTION double dae_nearness_tilt(double distance)
{
	const double sigma = fmax(distance, sqrt(DBL_EPSILON));
	return sigma < 1 ? DAE_NEARNESS_ROUNDING / (sigma * sigma) : 0;
}
