/* The driver: tolerance, landing, independence of the communication step, restart, state as one block, failures. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "assert_close.h"
#include "dae_driver.h"
#include "dae_methods.h"
#include "pendulum_system.h"
#include "slow_build.h"

/* exact x at t = 10, see test_dae_generalized_alpha.c */
static const double exact_x = -0.2750874625761168600544;

struct run {
	struct pendulum pendulum;
	double *block;
	struct dae_driver *driver;
	struct dae_state s;
	struct dae_options options;
	struct dae_failure failure;
};

static void begin(struct run *r, double tolerance)
{
	pendulum_make(&r->pendulum, 1);
	r->block = calloc(dae_state_size(&r->pendulum.system, &dae_generalized_alpha), sizeof *r->block);
	r->driver = dae_driver_create(&r->pendulum.system, &dae_generalized_alpha, r->block);
	r->s = dae_driver_state(r->driver);
	r->options = dae_options_for(tolerance);
	dae_driver_reset(r->driver, 0);
	r->s.q[0] = -1;
	assert_int_equal(dae_driver_restart(r->driver, &r->options, &r->failure), 0);
}

static void end(struct run *r)
{
	dae_driver_free(r->driver);
	free(r->block);
}

static void the_error_at_the_end_follows_the_tolerance(void **state)
{
	(void)state;
	for (double tolerance = 1e-3; tolerance > (SLOW_BUILD ? 1e-5 : 1e-8); tolerance /= 10) {
		struct run r;
		begin(&r, tolerance);
		assert_int_equal(dae_driver_advance(r.driver, &r.options, 10, &r.failure), 0);
		assert_small(r.s.q[0] - exact_x, 30 * tolerance);
		end(&r);
	}
}

static void the_communication_step_does_not_change_the_trajectory(void **state)
{
	static const double steps[] = {0.001, 0.01, 0.037, 10};
	(void)state;
	double reference = 0;
	for (int k = 3; k >= 0; k--) {
		struct run r;
		begin(&r, 1e-5);
		for (double i = 1; i * steps[k] < 10 + steps[k] / 2; i++) {
			double t = fmin(i * steps[k], 10);
			assert_int_equal(dae_driver_advance(r.driver, &r.options, t, &r.failure), 0);
			assert_true(*r.s.t == t);
		}
		assert_int_equal(dae_driver_advance(r.driver, &r.options, 10, &r.failure), 0);
		reference = k == 3 ? r.s.q[0] : reference;
		assert_close(r.s.q[0], reference, 10 * 1e-5);
		end(&r);
	}
}

static void copying_the_block_repeats_the_run_bit_for_bit(void **state)
{
	struct run r;
	(void)state;
	begin(&r, 1e-6);
	size_t size = dae_state_size(&r.pendulum.system, &dae_generalized_alpha) * sizeof(double);
	double *saved = malloc(size);
	assert_int_equal(dae_driver_advance(r.driver, &r.options, 1.2345, &r.failure), 0);
	memcpy(saved, r.block, size);
	assert_int_equal(dae_driver_advance(r.driver, &r.options, 3, &r.failure), 0);
	double x = r.s.q[0];
	double lambda = r.s.lambda[0];
	memcpy(r.block, saved, size);
	assert_int_equal(dae_driver_advance(r.driver, &r.options, 3, &r.failure), 0);
	assert_true(x == r.s.q[0] && lambda == r.s.lambda[0]);
	free(saved);
	end(&r);
}

/* consistent start: at (-1, 0) at rest the mass falls freely, the rod carries nothing; with speed v at the bottom
 * it carries m (g + v^2 / L) */
static void accelerations_and_multipliers_fit_position_and_velocity(void **state)
{
	struct run r;
	(void)state;
	begin(&r, 1e-6);
	assert_close(r.s.a[0], 0, 1e-12);
	assert_close(r.s.a[1], -9.81, 1e-12);
	assert_close(r.s.lambda[0], 0, 1e-12);
	r.s.q[0] = 0;
	r.s.q[1] = -1;
	r.s.v[0] = 2;
	assert_int_equal(dae_driver_restart(r.driver, &r.options, &r.failure), 0);
	assert_close(r.s.a[1], 4, 1e-9);
	assert_close(r.s.lambda[0], 9.81 + 4, 1e-9);
	end(&r);
}

static void velocities_are_projected_onto_the_constraints(void **state)
{
	struct run r;
	(void)state;
	begin(&r, 1e-6);
	r.s.q[0] = -0.6;
	r.s.q[1] = -0.8;
	r.s.v[0] = 1;
	r.s.v[1] = 0;
	assert_int_equal(dae_driver_project_velocity(r.driver, &r.options, &r.failure), 0);
	/* (1, 0) less its part along the rod (0.6, 0.8) */
	assert_close(r.s.v[0], 0.64, 1e-12);
	assert_close(r.s.v[1], -0.48, 1e-12);
	end(&r);
}

static int failing_force(void *context, const struct dae_point *p, double *f)
{
	pendulum_force(context, p, f);
	return p->t > 0.5 ? DAE_SMALLER_STEP : DAE_DONE;
}

static void a_step_that_never_succeeds_ends_in_a_failure_with_its_time(void **state)
{
	struct run r;
	(void)state;
	begin(&r, 1e-6);
	r.pendulum.system.force = failing_force;
	assert_int_equal(dae_driver_advance(r.driver, &r.options, 1, &r.failure), DAE_FAILED);
	assert_close(r.failure.t, 0.5, 1e-9);
	assert_true(*r.s.t <= 0.5);
	end(&r);
}

static void the_largest_step_is_respected(void **state)
{
	struct run r;
	(void)state;
	begin(&r, 1e-2);
	r.options.largest_step = 1e-3;
	assert_int_equal(dae_driver_advance(r.driver, &r.options, 1, &r.failure), 0);
	assert_true(r.s.counters->steps >= 1000);
	end(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_error_at_the_end_follows_the_tolerance),
		cmocka_unit_test(the_communication_step_does_not_change_the_trajectory),
		cmocka_unit_test(copying_the_block_repeats_the_run_bit_for_bit),
		cmocka_unit_test(accelerations_and_multipliers_fit_position_and_velocity),
		cmocka_unit_test(velocities_are_projected_onto_the_constraints),
		cmocka_unit_test(a_step_that_never_succeeds_ends_in_a_failure_with_its_time),
		cmocka_unit_test(the_largest_step_is_respected),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
