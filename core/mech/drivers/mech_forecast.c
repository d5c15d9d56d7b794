#include "mech_forecast.h"

#include <math.h>

/* the cubic term compared with the others: up to this a signal is smooth; a sine of 12 samples a
 * period is at the limit */
static const double MECH_FORECAST_SMOOTH = 0.25;
/* from this on nothing is foretold: the second step of a motion that begins with full speed is
 * there */
static const double MECH_FORECAST_ROUGH = 0.5;

/* a step compared with the time between four samples: up to the first they show all of it, from the
 * second on nothing; equal steps are at a third */
static const double MECH_FORECAST_NEAR = 1.5, MECH_FORECAST_FAR = 3.0;

/* about its newest sample */
struct mech_forecast_cubic {
	double value, rate[MECH_FORECAST];
	double trust; /* 0 to 1; the rates are multiplied by it */
};

LA_FUNCTION void mech_samples_start(struct mech_samples *s, double t, double value)
{
	for (int i = 0; i < MECH_SAMPLES; i++) {
		s->t[i] = t;
		s->value[i] = value;
	}
}

LA_FUNCTION void mech_samples_add(struct mech_samples *s, double t, double value)
{
	for (int i = MECH_SAMPLES - 1; i > 0 && t > s->t[0]; i--) {
		s->t[i] = s->t[i - 1];
		s->value[i] = s->value[i - 1];
	}
	s->t[0] = t;
	s->value[0] = value;
}

/* from each sample to the one before it; before the start as after it */
static void mech_forecast_spacings(const struct mech_samples *s, double h, double *spacing)
{
	double last = h;
	for (int i = 0; i < MECH_SAMPLES - 1; i++) {
		const double own = s->t[i] - s->t[i + 1];
		spacing[i] = own > 0.0 ? own : last;
		last = spacing[i];
	}
}

/* 1 up to `full`, 0 from `none` on */
static double mech_forecast_fade(double x, double full, double none)
{
	return x <= full ? 1.0 : x < none ? (none - x) / (none - full) : 0.0;
}

/* how far a change over h is believed that four samples foretell, with the time between them: a
 * parabola sampled across its vertex at equal times continues by (1 + 2 h / span)^2 times their
 * range; with any steps up to four times that is allowed */
static double mech_forecast_reach(const double *value, double span, double h, double change)
{
	double lowest = value[0], highest = value[0];
	for (int i = 1; i <= MECH_FORECAST; i++) {
		lowest = fmin(lowest, value[i]);
		highest = fmax(highest, value[i]);
	}
	const double stretch = 2.0 + 4.0 * h / span, most = stretch * stretch * (highest - lowest);
	return mech_forecast_fade(h, MECH_FORECAST_NEAR * span, MECH_FORECAST_FAR * span) *
	       (fabs(change) > most ? most / fabs(change) : 1.0);
}

/* through four samples, the first of them given with the spacings after it */
static struct mech_forecast_cubic mech_forecast_through(const double *value, const double *spacing, double h)
{
	const double s0 = spacing[0], s1 = spacing[1], s2 = spacing[2];
	const double first = (value[0] - value[1]) / s0, before = (value[1] - value[2]) / s1;
	const double second = (first - before) / (s0 + s1);
	const double bent = (before - (value[2] - value[3]) / s2) / (s1 + s2);
	const double third = (second - bent) / (s0 + s1 + s2);
	struct mech_forecast_cubic p = {
		.value = value[0],
		.rate = {first + s0 * (second + (s0 + s1) * third), 2.0 * (second + (2.0 * s0 + s1) * third), 6.0 * third}};
	/* what was foretold, and what came next to it */
	const double reach = fmax(h, s0), next = reach * (reach + s0);
	const double expected = reach * fabs(before) + next * fabs(bent), surprise = next * (reach + s0 + s1) * fabs(third);
	p.trust =
		mech_forecast_fade(surprise, MECH_FORECAST_SMOOTH * expected, MECH_FORECAST_ROUGH * expected) *
		mech_forecast_reach(value, s0 + s1 + s2, h, h * (p.rate[0] + h * (p.rate[1] / 2.0 + h * p.rate[2] / 6.0)));
	for (int k = 0; k < MECH_FORECAST; k++) {
		p.rate[k] *= p.trust;
	}
	return p;
}

/* coefficient of the cubic B-spline of knots h apart that is the cubic: its polar form at b - h, b,
 * b + h */
static double mech_forecast_coefficient(const struct mech_forecast_cubic *p, double b, double h)
{
	return p->value + b * p->rate[0] + (b * b - h * h / 3.0) * p->rate[1] / 2.0 +
	       b * (b * b - h * h) * p->rate[2] / 6.0;
}

LA_FUNCTION struct mech_forecast mech_samples_forecast(const struct mech_samples *s, double h)
{
	struct mech_forecast_cubic cubic[MECH_FORECAST];
	struct mech_forecast forecast;
	double spacing[MECH_SAMPLES - 1], c[MECH_FORECAST], age = 0.0, trust = 1.0;
	mech_forecast_spacings(s, h, spacing);
	for (int i = 0; i < MECH_FORECAST; i++) {
		cubic[i] = mech_forecast_through(s->value + i, spacing + i, h);
		c[i] = mech_forecast_coefficient(&cubic[i], age + (2 - i) * h, h);
		age += spacing[i];
		trust = fmin(trust, cubic[i].trust);
	}
	const double spline[MECH_FORECAST] = {(c[0] + 4.0 * c[1] + c[2]) / 6.0, (c[0] - c[2]) / (2.0 * h),
	                                      (c[0] - 2.0 * c[1] + c[2]) / (h * h)};
	const struct mech_signal series = {.u = {cubic[0].value, cubic[0].rate[0], cubic[0].rate[1], cubic[0].rate[2]}};
	for (int k = 0; k < MECH_FORECAST; k++) {
		forecast.rate[k] = cubic[0].rate[k];
		forecast.smooth[k] = trust * (spline[k] - mech_signal_at(&series, h, k));
	}
	return forecast;
}
