/* Runs of the equal-arm slider-crank through its dead centre, eight times in 10 s, in angles and in Cartesian
 * coordinates. */
#ifndef DEAD_CENTRE_H
#define DEAD_CENTRE_H

#include "method_run.h"
#include "slider_crank_cartesian.h"
#include "slider_crank_system.h"

/* theta1 at t = 10 from theta1 = pi/4 at rest, on the branch theta2 = pi - theta1: the branch's ordinary differential
 * equation in quadruple precision by two methods of orders 16 and 20 */
static const double dead_centre_angle = -0.67951076820221599651;

static const double pi = 3.14159265358979323846;

/* from angles and speeds (theta1, theta2, w1, w2) */
static inline void dead_centre_begin(struct method_run *r, const struct dae_method *method, const double initial[4],
                                     double tolerance)
{
	method_begin(r, &slider_crank_system, method, tolerance);
	memcpy(r->s.q, initial, 2 * sizeof *initial);
	memcpy(r->s.v, initial + 2, 2 * sizeof *initial);
}

static const double dead_centre_start[] = {0.78539816339744830962, 2.3561944901923449288, 0, 0}; /* pi/4, 3 pi/4 */

/* on the dead centre, with the speeds of the branches theta2 = pi - theta1 and theta2 = pi + theta1 */
static const double dead_centre_apart[] = {0, 3.14159265358979323846, 1, -1};
static const double dead_centre_together[] = {0, 3.14159265358979323846, 1, 1};

static inline double dead_centre_error_in_angles(const struct dae_method *method, enum dae_formulation formulation,
                                                 double spectral_radius, double tolerance, double fixed_step)
{
	struct method_run r;
	dead_centre_begin(&r, method, dead_centre_start, tolerance);
	r.options.formulation = formulation;
	r.options.spectral_radius = spectral_radius;
	r.options.fixed_step = fixed_step;
	for (int i = 1; i <= 100; i++) {
		method_advance(&r, 0.1 * i);
		/* the same branch all the way, bounded multipliers */
		assert_close(r.s.q[0] + r.s.q[1], pi, 1e-9);
		assert_true(fabs(r.s.lambda[0]) < 20);
	}
	double error = fabs(r.s.q[0] - dead_centre_angle);
	method_end(&r);
	return error;
}

static inline double dead_centre_error_in_coordinates(const struct dae_method *method, enum dae_formulation formulation,
                                                      double spectral_radius, double tolerance, double fixed_step)
{
	struct method_run r;
	method_begin(&r, &slider_crank_cartesian, method, tolerance);
	r.options.formulation = formulation;
	r.options.spectral_radius = spectral_radius;
	r.options.fixed_step = fixed_step;
	r.s.q[0] = sqrt(0.5);
	r.s.q[1] = -sqrt(0.5);
	r.s.q[2] = 2 * r.s.q[0];
	method_advance(&r, 10);
	assert_close(r.s.q[2], 2 * r.s.q[0], 1e-9);
	double error = fabs(r.s.q[0] - sin(dead_centre_angle));
	method_end(&r);
	return error;
}

/* fixed steps that meet the dead centre in many ways: the error is at most `factor` h^2 */
static inline void assert_passes_with_any_step(const struct dae_method *method, enum dae_formulation formulation,
                                               double spectral_radius, double factor)
{
	for (int k = 0; k < 40; k += SLOW_BUILD ? 7 : 1) {
		double count = floor(500 * pow(1.07, k));
		double h = 10 / count;
		assert_small(dead_centre_error_in_coordinates(method, formulation, spectral_radius, 1e-8, h), factor * h * h);
	}
	for (int k = 0; k < 4; k++) {
		double h = 0.01 / pow(2, k);
		assert_small(dead_centre_error_in_angles(method, formulation, spectral_radius, 1e-8, h), factor * h * h);
	}
}

/* exactly on the singular point both branches are open: the velocity says which one is meant. On theta2 = pi + theta1
 * the slider stands still at x = 0 and both arms swing as one pendulum. */
static inline void assert_start_chooses_the_branch(const struct dae_method *method, enum dae_formulation formulation,
                                                   double tightest)
{
	for (double tolerance = 1e-4; tolerance > 0.5 * tightest; tolerance /= 10) {
		struct method_run r;
		dead_centre_begin(&r, method, dead_centre_apart, tolerance);
		r.options.formulation = formulation;
		method_advance(&r, 10);
		assert_close(r.s.q[0] + r.s.q[1], pi, 1e-9);
		method_end(&r);
		dead_centre_begin(&r, method, dead_centre_together, tolerance);
		r.options.formulation = formulation;
		method_advance(&r, 10);
		assert_close(r.s.q[1] - r.s.q[0], pi, 1e-9);
		method_end(&r);
	}
}

static inline void assert_passes_with_any_tolerance(const struct dae_method *method, double spectral_radius)
{
	for (double tolerance = 1e-3; tolerance > (SLOW_BUILD ? 0.5e-5 : 0.5e-7); tolerance /= 10) {
		assert_small(dead_centre_error_in_angles(method, DAE_STABILIZED, spectral_radius, tolerance, 0), tolerance);
		assert_small(dead_centre_error_in_coordinates(method, DAE_STABILIZED, spectral_radius, tolerance, 0),
		             tolerance);
	}
}

#endif
