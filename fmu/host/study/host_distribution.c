#include "host_distribution.h"

#include <math.h>

double host_normal(double x)
{
	return 0.5 * erfc(-x / sqrt(2.0));
}

/* Halley's iteration from the rational approximation 26.2.23 of Abramowitz and Stegun, whose error
 * is at most 4.5e-4; each step triples the number of digits. For u > 1/2 the tail is the smaller
 * number, and the sign changes. */
double host_normal_inverse(double u)
{
	enum { STEPS = 4 };
	const double pi = 3.14159265358979323846;
	const double tail = u < 0.5 ? u : 1.0 - u;
	const double t = sqrt(-2.0 * log(tail));
	const double above = 2.515517 + t * (0.802853 + t * 0.010328);
	const double below = 1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308));
	double x = above / below - t;
	for (int i = 0; i < STEPS; i++) {
		/* e / density: the step of Newton; the second derivative of the function is -x density */
		const double step = (host_normal(x) - tail) * sqrt(2.0 * pi) * exp(0.5 * x * x);
		x -= step / (1.0 + 0.5 * x * step);
	}
	return u < 0.5 ? x : -x;
}

/* between two values of the distribution function; what rounding leaves outside is moved inside */
static double host_normal_cut(double u, double from, double to)
{
	/* in the upper tail the function is 1 to all digits: turn it around */
	if (from > 0.0) {
		return -host_normal_cut(1.0 - u, -to, -from);
	}
	const double low = host_normal(from), high = host_normal(to);
	const double part = low + u * (high - low);
	const double x = part > 0.0 && part < 1.0 ? host_normal_inverse(part) : part > 0.0 ? to : from;
	return fmin(fmax(x, from), to);
}

double host_normal_between(double u, double mean, double deviation, double from, double to)
{
	const double x = mean + deviation * host_normal_cut(u, (from - mean) / deviation, (to - mean) / deviation);
	return fmin(fmax(x, from), to);
}

double host_lognormal_between(double u, double mean, double deviation, double from, double to)
{
	const double ratio = deviation / mean;
	const double variance = log1p(ratio * ratio), middle = log(mean) - 0.5 * variance;
	const double x = exp(host_normal_between(u, middle, sqrt(variance), log(from), log(to)));
	return fmin(fmax(x, from), to);
}

double host_triangular(double u, double from, double mode, double to)
{
	const double left = (mode - from) / (to - from);
	return u < left ? from + sqrt(u * (to - from) * (mode - from)) : to - sqrt((1.0 - u) * (to - from) * (to - mode));
}
