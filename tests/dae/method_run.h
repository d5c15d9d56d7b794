/* A run of a method on a hand-written system that must succeed, and the errors it makes on the pendulum. */
#ifndef METHOD_RUN_H
#define METHOD_RUN_H

#include <math.h>

#include "paper_run.h"
#include "pendulum_system.h"
#include "slow_build.h"

/* at time 0; q, v and options are then the caller's to set */
static inline void method_begin(struct method_run *r, const struct dae_system *system, const struct dae_method *method,
                                double tolerance)
{
	assert_int_equal(method_create(r, system, method, tolerance), 0);
}

static inline void method_restart(struct method_run *r)
{
	assert_int_equal(dae_start_motion(r->driver, &r->options, &r->failure), 0);
}

static inline void method_advance(struct method_run *r, double t)
{
	assert_int_equal(method_go_on(r, t), 0);
}

/* largest difference of n numbers */
static inline double method_distance(int n, const double *x, const double *exact)
{
	double largest = 0;
	for (int i = 0; i < n; i++) {
		largest = fmax(largest, fabs(x[i] - exact[i]));
	}
	return largest;
}

/* ---- the pendulum of pendulum_system.h until t = 10, its constraint written once or several times ---- */

struct pendulum_errors {
	double q, v, lambda, position_residual, velocity_residual;
	struct dae_counters counters;
};

static inline struct pendulum_errors pendulum_run_with(const struct dae_method *method,
                                                       const struct dae_options *options, int copies)
{
	struct pendulum p;
	struct method_run r;
	struct pendulum_errors e = {0};
	pendulum_make(&p, copies);
	method_begin(&r, &p.system, method, options->tolerance);
	r.options = *options;
	r.s.q[0] = -1;
	method_advance(&r, 10);
	e.q = method_distance(2, r.s.q, pendulum_end_q);
	e.v = method_distance(2, r.s.v, pendulum_end_v);
	for (int i = 0; i < copies; i++) {
		e.lambda += r.s.lambda[i];
	}
	e.lambda = fabs(e.lambda - pendulum_end_lambda);
	e.counters = *r.s.counters;
	dae_answer_residuals(r.driver, &e.position_residual, &e.velocity_residual);
	method_end(&r);
	return e;
}

static inline struct pendulum_errors pendulum_run(const struct dae_method *method, enum dae_formulation formulation,
                                                  double spectral_radius, double fixed_step, int copies)
{
	struct dae_options options = dae_options_for(1e-8);
	options.formulation = formulation;
	options.spectral_radius = spectral_radius;
	options.fixed_step = fixed_step;
	return pendulum_run_with(method, &options, copies);
}

static inline struct pendulum_errors pendulum_run_to_tolerance(const struct dae_method *method,
                                                               enum dae_formulation formulation, double tolerance,
                                                               int copies)
{
	struct dae_options options = dae_options_for(tolerance);
	options.formulation = formulation;
	return pendulum_run_with(method, &options, copies);
}

/* the error of positions at the end is at most `factor` times the tolerance, decade by decade */
static inline void assert_follows_the_tolerance(const struct dae_method *method, enum dae_formulation formulation,
                                                int copies, double loosest, double tightest, double factor)
{
	const double last = SLOW_BUILD ? fmax(tightest, 1e-6) : tightest;
	for (double tolerance = loosest; tolerance > 0.5 * last; tolerance /= 10) {
		assert_small(pendulum_run_to_tolerance(method, formulation, tolerance, copies).q, factor * tolerance);
	}
}

/* a constraint written three times gives the same motion, and shares its multiplier among the three */
static inline void assert_same_with_a_constraint_thrice(const struct dae_method *method,
                                                        enum dae_formulation formulation, double spectral_radius)
{
	const struct pendulum_errors once = pendulum_run(method, formulation, spectral_radius, 2e-3, 1);
	const struct pendulum_errors thrice = pendulum_run(method, formulation, spectral_radius, 2e-3, 3);
	assert_close(thrice.q, once.q, 1e-10);
	assert_close(thrice.lambda, once.lambda, 1e-7);
}

/* Each formulation meets the constraints that it enforces, velocities to `velocity`. It leaves the
 * others to the error of its steps, which is `left` at least. */
static inline void assert_formulations_meet_their_constraints(const struct pendulum_errors of[DAE_FORMULATION_COUNT],
                                                              double velocity, double left)
{
	const struct pendulum_errors *positions = &of[DAE_INDEX3], *velocities = &of[DAE_INDEX2];
	assert_small(of[DAE_STABILIZED].position_residual, 1e-12);
	assert_small(of[DAE_STABILIZED].velocity_residual, velocity);
	assert_small(positions->position_residual, 1e-12);
	assert_small(velocities->velocity_residual, velocity);
	assert_true(positions->velocity_residual > left && positions->velocity_residual < 1e-3);
	assert_true(velocities->position_residual > left && velocities->position_residual < 1e-3);
}

#endif
