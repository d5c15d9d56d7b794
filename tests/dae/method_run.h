/* One run of a method on a hand-written system, and the errors it makes on the pendulum. */
#ifndef METHOD_RUN_H
#define METHOD_RUN_H

#include <math.h>
#include <stdlib.h>

#include "dae_driver.h"
#include "pendulum_system.h"

struct method_run {
	double *block;
	struct dae_driver *driver;
	struct dae_state s;
	struct dae_options options;
	struct dae_failure failure;
};

/* at time 0; q, v and options are then the caller's to set */
static inline void method_begin(struct method_run *r, const struct dae_system *system, const struct dae_method *method,
                                double tolerance)
{
	r->block = calloc(dae_state_size(system, method), sizeof *r->block);
	r->driver = dae_driver_create(system, method, r->block);
	assert_non_null(r->driver);
	r->s = dae_driver_state(r->driver);
	r->options = dae_options_for(tolerance);
	dae_driver_reset(r->driver, 0);
}

static inline void method_advance(struct method_run *r, double t)
{
	if (*r->s.started == 0) {
		assert_int_equal(dae_driver_restart(r->driver, &r->options, &r->failure), 0);
	}
	assert_int_equal(dae_driver_advance(r->driver, &r->options, t, &r->failure), 0);
}

static inline void method_end(struct method_run *r)
{
	dae_driver_free(r->driver);
	free(r->block);
}

/* pendulum of length 1 m, g = 9.81, released at (-1, 0): exact solution at t = 10 by Jacobi's elliptic functions,
 * sin(theta/2) = k sn(K(k) - sqrt(g/L) t, k), k = sin(pi/4); velocity and multiplier from the same
 * (IFToMM benchmark A01) */
static const double pendulum_exact_x = -0.2750874625761168600544;
static const double pendulum_exact_y = -0.9614192050991250642651;
static const double pendulum_exact_vx = 4.1755981009517288365;
static const double pendulum_exact_lambda = 28.294567206067250641;

struct pendulum_errors {
	double q, v, lambda, position_residual, velocity_residual;
};

static inline struct pendulum_errors pendulum_run(const struct dae_method *method, enum dae_formulation formulation,
                                                  double spectral_radius, double fixed_step, int copies)
{
	struct pendulum p;
	struct method_run r;
	struct pendulum_errors e = {0};
	pendulum_make(&p, copies);
	method_begin(&r, &p.system, method, 1e-8);
	r.options.formulation = formulation;
	r.options.spectral_radius = spectral_radius;
	r.options.fixed_step = fixed_step;
	r.s.q[0] = -1;
	method_advance(&r, 10);
	e.q = fmax(fabs(r.s.q[0] - pendulum_exact_x), fabs(r.s.q[1] - pendulum_exact_y));
	e.v = fabs(r.s.v[0] - pendulum_exact_vx);
	for (int i = 0; i < copies; i++) {
		e.lambda += r.s.lambda[i];
	}
	e.lambda = fabs(e.lambda - pendulum_exact_lambda);
	dae_driver_residuals(r.driver, &e.position_residual, &e.velocity_residual);
	method_end(&r);
	return e;
}

/* orders of positions, velocities and multipliers over four steps from `step` down to an eighth of it */
static inline void assert_pendulum_orders(const struct dae_method *method, enum dae_formulation formulation,
                                          double spectral_radius, double step, double order)
{
	struct pendulum_errors last = pendulum_run(method, formulation, spectral_radius, step, 1);
	for (int k = 1; k < 4; k++) {
		step /= 2;
		struct pendulum_errors e = pendulum_run(method, formulation, spectral_radius, step, 1);
		assert_close(log2(last.q / e.q), order, 0.2);
		assert_close(log2(last.v / e.v), order, 0.2);
		assert_close(log2(last.lambda / e.lambda), order, 0.2);
		last = e;
	}
}

#endif
