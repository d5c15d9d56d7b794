#include "dae_nearness.h"

#include <float.h>
#include <math.h>

#include "dae_singular.h"

/* what the rounding of coordinates moves a mechanism at rest, in sizes */
static const double DAE_NEARNESS_REST = 16 * DBL_EPSILON;

/* part of the recent rate above which a motion crosses a singular position, if it is near one */
static const double DAE_NEARNESS_CROSSING = 0.5;

static double dae_nearness_rate(const struct dae_step *s)
{
	double rate = 0;
	const int moving = dae_system_moving(s->system);
	for (int i = 0; i < moving; i++) {
		rate = fmax(rate, s->velocity_scale[i] / s->system->motion_size[i]);
	}
	return rate;
}

static double dae_nearness_present_rate(const struct dae_step *s)
{
	double rate = 0;
	const int moving = dae_system_moving(s->system);
	for (int i = 0; i < moving; i++) {
		rate = fmax(rate, (fabs(s->v[i]) + s->h * fabs(s->a[i])) / s->system->motion_size[i]);
	}
	return rate;
}

LA_FUNCTION struct dae_nearness dae_nearness_of(const struct dae_step *s)
{
	struct dae_nearness near = {.rate = dae_nearness_rate(s), .present_rate = dae_nearness_present_rate(s)};
	const double speed = DAE_NEARNESS_REST / s->asked;
	near.pace = fmin(near.present_rate / near.rate, 1);
	near.rest_speed = near.rate <= speed ? speed : 0;
	near.tilt = dae_nearness_tilt(s->rank->distance);
	near.is_slow = near.present_rate < DAE_NEARNESS_SLOW * near.rate;
	near.crosses = near.pace > DAE_NEARNESS_CROSSING;
	near.begins_singular = dae_singular_is_lost(s->rank->distance);
	return near;
}

LA_FUNCTION double dae_nearness_sigma(const struct dae_kkt *kkt)
{
	const struct dae_kkt_rank rank = dae_kkt_last_rank(kkt);
	return rank.sensitive > 0 ? fmax(rank.distance, sqrt(DBL_EPSILON)) : 1;
}

LA_FUNCTION double dae_nearness_tilt(double distance)
{
	const double sigma = fmax(distance, sqrt(DBL_EPSILON));
	return sigma < 1 ? DAE_NEARNESS_ROUNDING / (sigma * sigma) : 0;
}

LA_FUNCTION struct dae_amplification dae_nearness_at(const struct dae_kkt *kkt)
{
	const double sigma = dae_nearness_sigma(kkt);
	return (struct dae_amplification){.distance = dae_kkt_last_rank(kkt).distance,
	                                  .sigma = sigma,
	                                  .displacement = DAE_NEARNESS_ROUNDING / sigma,
	                                  .tilt = dae_nearness_tilt(sigma)};
}
