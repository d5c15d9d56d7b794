#include "dae_special.h"

#include <float.h>
#include <math.h>

static const double DAE_SPECIAL_CURVED = 10; /* times rate^2: acceleration across that a curved way may have */
static const double DAE_SPECIAL_GAIN = 0.5;
enum { DAE_SPECIAL_CORRECTIONS = 3 };
static const double DAE_SPECIAL_STAYING = 1e-6;
static const double DAE_SPECIAL_USUAL = 0.125;

LA_FUNCTION enum dae_hold dae_special_hold(const struct dae_nearness *near, enum dae_use use, int is_fixed)
{
	const int is_lost = (use == DAE_FOR_POINT && near->begins_singular) || (use == DAE_FOR_STAGE && near->is_slow);
	return is_fixed ? DAE_HOLD_NONE : is_lost ? DAE_HOLD_LOST : DAE_HOLD_NEAR;
}

LA_FUNCTION double dae_special_most_across(const struct dae_nearness *near, double velocity, double recent, double e)
{
	const double rate = near->begins_singular ? 0 : velocity;
	return velocity < DAE_NEARNESS_SLOW * recent ? DAE_SPECIAL_CURVED * rate * rate * sqrt(fmax(e, DBL_EPSILON))
	                                             : HUGE_VAL;
}

LA_FUNCTION int dae_special_stops_across(const struct dae_nearness *near, struct dae_kkt_rank rank)
{
	return near->begins_singular && rank.sensitive > 0;
}

LA_FUNCTION int dae_special_gains(double left, double last)
{
	return left > 0 && left < DAE_SPECIAL_GAIN * last;
}

LA_FUNCTION int dae_special_projects_end(int is_singular, const struct dae_options *options)
{
	return is_singular && options->fixed_step == 0 && options->formulation == DAE_STABILIZED;
}

LA_FUNCTION int dae_special_corrections(double amplification)
{
	return amplification > 0 ? DAE_SPECIAL_CORRECTIONS : 0;
}

LA_FUNCTION double dae_special_displacement(const struct dae_nearness *near, double sigma)
{
	return DAE_NEARNESS_ROUNDING / fmax(sigma, near->begins_singular ? DAE_SPECIAL_STAYING : 0);
}

LA_FUNCTION double dae_special_turn(const struct dae_nearness *near, double distance)
{
	const double tilt = dae_nearness_tilt(distance);
	return tilt > 0 && near->crosses ? tilt * near->rate : 0;
}

LA_FUNCTION double dae_special_uncounted(double rounding, double amplified)
{
	return amplified > 0 ? 0 : DAE_SPECIAL_USUAL * rounding;
}

LA_FUNCTION int dae_special_is_far(double distance)
{
	return distance >= 1;
}

LA_FUNCTION double dae_special_noise(int is_singular, double left, int steps)
{
	return is_singular ? steps : fmax(left - 1, 0);
}

LA_FUNCTION int dae_special_shortens(struct dae_kkt_rank rank, double permanent)
{
	return rank.redundant <= permanent;
}
