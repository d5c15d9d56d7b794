#include "dae_event.h"

#include <math.h>

/* a hundred-thousandth of the depth of a hard contact, and well above the rounding of positions */
static const double DAE_EVENT_BAND = 1e-9;

enum { DAE_EVENT_BISECTIONS = 50, DAE_EVENT_MOST_CUBICS = 8 };

LA_FUNCTION int dae_event_passed(const struct dae_event *event)
{
	return event->value <= -DAE_EVENT_BAND / 2;
}

/* first t > 0 with x + r t + a t^2 / 2 = 0 for x > 0; infinite: there is none */
static double dae_event_root(double x, double r, double a)
{
	const double square = r * r - 2 * a * x;
	if (square < 0 || (r >= 0 && a >= 0)) {
		return HUGE_VAL;
	}
	/* the smaller root where the motion approaches, the positive one where it turns back */
	return r < 0 ? 2 * x / (sqrt(square) - r) : -(r + sqrt(square)) / a;
}

LA_FUNCTION double dae_event_horizon(int n, const struct dae_event *start)
{
	double soonest = HUGE_VAL;
	for (int i = 0; i < n; i++) {
		const double left = fmax(start[i].value, 0) + DAE_EVENT_BAND;
		soonest = fmin(soonest, dae_event_root(left, start[i].rate, start[i].acceleration));
	}
	return soonest;
}

/* the cubic through both ends of a step, x in parts of it: ((c3 x + c2) x + c1) x + c0 */
struct dae_event_cubic {
	double c0, c1, c2, c3;
};

static struct dae_event_cubic dae_event_cubic(const struct dae_event *start, const struct dae_event *end, double h)
{
	const double rise = end->value - start->value;
	return (struct dae_event_cubic){start->value, h * start->rate, 3 * rise - h * (2 * start->rate + end->rate),
	                                h * (start->rate + end->rate) - 2 * rise};
}

static double dae_event_value(const struct dae_event_cubic *p, double x)
{
	return ((p->c3 * x + p->c2) * x + p->c1) * x + p->c0;
}

/* where the cubic is lowest within the step before its end; 0 where it has no such point */
static double dae_event_lowest(const struct dae_event_cubic *p)
{
	const double square = p->c2 * p->c2 - 3 * p->c1 * p->c3;
	if (square < 0) {
		return 0;
	}
	/* the root of the derivative at which it grows, without loss of digits */
	const double root = sqrt(square);
	const double x = p->c2 > 0 ? -p->c1 / (p->c2 + root) : (root - p->c2) / (3 * p->c3);
	return x > 0 && x < 1 ? x : 0;
}

/* part of the step after which the event is passed by the band; 2: the step does not pass it */
static double dae_event_crossing(const struct dae_event *start, const struct dae_event *end, double h)
{
	const struct dae_event_cubic p = dae_event_cubic(start, end, h);
	const double lowest = dae_event_lowest(&p);
	double low = 0;
	double high = dae_event_value(&p, lowest) < -DAE_EVENT_BAND ? lowest : 1;
	if (start->value < -DAE_EVENT_BAND || (high == 1 && !(end->value < -DAE_EVENT_BAND))) {
		return 2;
	}
	for (int k = 0; k < DAE_EVENT_BISECTIONS; k++) {
		const double x = (low + high) / 2;
		*(dae_event_value(&p, x) < -DAE_EVENT_BAND ? &high : &low) = x;
	}
	return high;
}

LA_FUNCTION double dae_event_part(int n, const struct dae_event *start, const struct dae_event *end, double h,
                                  int tries)
{
	double first = 1;
	for (int i = 0; i < n; i++) {
		const int just_after = fabs(end[i].value + DAE_EVENT_BAND) <= DAE_EVENT_BAND / 2;
		first = fmin(first, just_after ? 1 : dae_event_crossing(&start[i], &end[i], h));
	}
	/* a function that is nothing like a cubic */
	return first < 1 && tries > DAE_EVENT_MOST_CUBICS ? fmin(first, 0.5) : first;
}
