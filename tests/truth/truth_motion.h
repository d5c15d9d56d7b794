/* Exact motions: quadratures, the pendulum's elliptic functions, impacts on springs of Hertz, and
 * the classical Runge-Kutta method for what has no closed form. Nothing here is shared with the
 * program. */
#ifndef TRUTH_MOTION_H
#define TRUTH_MOTION_H

#include <math.h>

static const double truth_pi = 3.14159265358979323846;

/* ---- one coordinate, x'' = f(t, x, x') ---- */

typedef double truth_acceleration(double t, double x, double v, const double *numbers);

/* classical Runge-Kutta from t to t_end in n steps */
static inline void truth_integrate(truth_acceleration *f, const double *numbers, double t, double t_end, int n,
                                   double *x, double *v)
{
	const double h = (t_end - t) / n;
	for (int i = 0; i < n; i++, t += h) {
		const double a1 = f(t, *x, *v, numbers), v2 = *v + h / 2 * a1;
		const double a2 = f(t + h / 2, *x + h / 2 * *v, v2, numbers), v3 = *v + h / 2 * a2;
		const double a3 = f(t + h / 2, *x + h / 2 * v2, v3, numbers), v4 = *v + h * a3;
		const double a4 = f(t + h, *x + h * v3, v4, numbers);
		*x += h / 6 * (*v + 2 * v2 + 2 * v3 + v4);
		*v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
	}
}

/* ---- impacts ---- */

/* How long a mass 1 that arrives with a speed stays on a spring of force k d^1.5, pushed onto it by
 * a constant force g, which may be 0 or negative. With depth d = D (1 - u^2), D the deepest point,
 * the time is 2 D integral of 2 u du / |dd/dt|, and (dd/dt)^2 = 2 g (d - D) + 0.8 k (D^2.5 - d^2.5)
 * is taken without cancellation. */
static inline double truth_impact_depth(double k, double g, double speed)
{
	double depth = pow(speed * speed / (0.8 * k), 0.4);
	for (int i = 0; i < 60; i++) {
		const double energy = speed * speed + 2 * g * depth - 0.8 * k * pow(depth, 2.5);
		depth -= energy / (2 * g - 2 * k * pow(depth, 1.5));
	}
	return depth;
}

static inline double truth_impact_time(double k, double g, double speed)
{
	static const double node[3] = {-0.77459666924148338, 0, 0.77459666924148338},
						weight[3] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
	const double D = truth_impact_depth(k, g, speed);
	const int n = 20000;
	double sum = 0;
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < 3; j++) {
			const double u = (i + 0.5 + 0.5 * node[j]) / n;
			const double square = -2 * g * D * u * u - 0.8 * k * pow(D, 2.5) * expm1(2.5 * log1p(-u * u));
			sum += weight[j] / (2 * n) * 2 * u * D / sqrt(square);
		}
	}
	return 2 * sum;
}

/* time since the last return from an impact at a time t after the release, which the first impact
 * follows by `fall`; the way there and back takes 2 `fall`. In flight only. */
static inline double truth_time_of_flight(double t, double fall, double contact)
{
	const double since = fmod(t + fall + contact, 2 * fall + contact) - contact;
	assert_true(since > 0);
	return since;
}

/* ---- the pendulum, x'' = -w^2 sin x ---- */

/* complete elliptic integral of the first kind by the arithmetic-geometric mean */
static inline double truth_elliptic_K(double k)
{
	double a = 1, b = sqrt((1 - k) * (1 + k));
	for (int i = 0; i < 40; i++) {
		const double mean = (a + b) / 2;
		b = sqrt(a * b);
		a = mean;
	}
	return truth_pi / (2 * a);
}

/* Jacobi's sn(u, k) by descending Landen transformations */
static inline double truth_elliptic_sn(double u, double k)
{
	enum { LEVELS = 12 };
	double a = 1, b = sqrt((1 - k) * (1 + k)), ratio[LEVELS];
	for (int i = 0; i < LEVELS; i++) {
		const double mean = (a + b) / 2;
		ratio[i] = (a - b) / (2 * mean);
		b = sqrt(a * b);
		a = mean;
	}
	double phi = ldexp(a * u, LEVELS);
	for (int i = LEVELS - 1; i >= 0; i--) {
		phi = (phi + asin(ratio[i] * sin(phi))) / 2;
	}
	return sin(phi);
}

/* time from the lowest point to the amplitude */
static inline double truth_pendulum_quarter(double w, double amplitude)
{
	return truth_elliptic_K(sin(amplitude / 2)) / w;
}

/* angle and speed a time after the lowest point */
static inline void truth_pendulum(double w, double amplitude, double t, double *angle, double *speed)
{
	const double k = sin(amplitude / 2), quarter = truth_elliptic_K(k) / w;
	const double phase = fmod(t, 4 * quarter), back = phase > quarter && phase < 3 * quarter ? -1 : 1;
	const double sn = truth_elliptic_sn(w * phase, k);
	*angle = 2 * asin(k * sn);
	*speed = back * 2 * w * k * sqrt((1 - sn) * (1 + sn));
}

#endif
