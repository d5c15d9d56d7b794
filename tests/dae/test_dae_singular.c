/* Through singular positions: the equal-arm slider-crank in its two angles passes its dead centre eight times in 10 s. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "assert_close.h"
#include "dae_methods.h"
#include "slider_crank_system.h"
#include "slow_build.h"

static const double pi = 3.14159265358979323846;

/* theta1 at t = 10 from theta1 = pi/4 at rest, on the branch theta2 = pi - theta1: the branch's ordinary differential equation in
 * quadruple precision by two methods of orders 16 and 20 */
static const double exact_angle = -0.67951076820221599651;

/* just below the tightest tolerance tried */
static const double tightest = SLOW_BUILD ? 0.5e-5 : 0.5e-8;

struct run {
	double *block;
	struct dae_driver *driver;
	struct dae_state s;
	struct dae_options options;
	struct dae_failure failure;
};

static void begin(struct run *r, double angle1, double angle2, double speed1, double speed2, double tolerance)
{
	r->block = calloc(dae_state_size(&slider_crank_system, &dae_generalized_alpha), sizeof *r->block);
	r->driver = dae_driver_create(&slider_crank_system, &dae_generalized_alpha, r->block);
	assert_non_null(r->driver);
	r->s = dae_driver_state(r->driver);
	r->options = dae_options_for(tolerance);
	dae_driver_reset(r->driver, 0);
	r->s.q[0] = angle1;
	r->s.q[1] = angle2;
	r->s.v[0] = speed1;
	r->s.v[1] = speed2;
	assert_int_equal(dae_driver_restart(r->driver, &r->options, &r->failure), 0);
}

static void end(struct run *r)
{
	dae_driver_free(r->driver);
	free(r->block);
}

/* the multiplier that the motion on the branch theta2 = pi - theta1 needs */
static double branch_multiplier(double angle, double speed)
{
	double c = cos(angle);
	return 2 * c * c * (4 * c * speed * speed - 9.8) / (1 + 4 * c * c) - 2 * c * speed * speed - 9.8;
}

static void every_fixed_step_passes_with_second_order(void **state)
{
	double last = 0;
	(void)state;
	for (int k = 0; k < (SLOW_BUILD ? 4 : 7); k++) {
		struct run r;
		begin(&r, pi / 4, 3 * pi / 4, 0, 0, 1e-8);
		r.options.fixed_step = 0.01 / pow(2, k);
		assert_int_equal(dae_driver_advance(r.driver, &r.options, 10, &r.failure), 0);
		double error = fabs(r.s.q[0] - exact_angle);
		assert_close(r.s.q[0] + r.s.q[1], pi, 1e-12);
		assert_close(r.s.lambda[0], branch_multiplier(r.s.q[0], r.s.v[0]), 1e-8);
		if (k > 0) {
			assert_close(log2(last / error), 2, 0.05);
		}
		last = error;
		end(&r);
	}
}

static void every_tolerance_passes_without_a_rejected_step_at_the_dead_centre(void **state)
{
	(void)state;
	for (double tolerance = 1e-3; tolerance > tightest; tolerance /= 10) {
		struct run r;
		begin(&r, pi / 4, 3 * pi / 4, 0, 0, tolerance);
		for (int i = 1; i <= 1000; i++) {
			assert_int_equal(dae_driver_advance(r.driver, &r.options, 0.01 * i, &r.failure), 0);
			/* the same branch all the way, bounded multipliers */
			assert_close(r.s.q[0] + r.s.q[1], pi, 1e-9);
			assert_true(fabs(r.s.lambda[0]) < 20);
		}
		assert_small(r.s.q[0] - exact_angle, tolerance);
		assert_true(r.s.counters->rejected <= 5);
		end(&r);
	}
}

/* exactly on the singular point both branches are open: the velocity says which one is meant. On theta2 = pi + theta1 the
 * slider stands still at x = 0 and both arms swing as one pendulum. */
static void a_start_on_the_dead_centre_follows_the_branch_of_its_velocity(void **state)
{
	(void)state;
	for (double tolerance = 1e-4; tolerance > tightest; tolerance /= 10) {
		struct run r;
		begin(&r, 0, pi, 1, -1, tolerance);
		assert_int_equal(dae_driver_advance(r.driver, &r.options, 10, &r.failure), 0);
		assert_close(r.s.q[0] + r.s.q[1], pi, 1e-9);
		end(&r);
		begin(&r, 0, pi, 1, 1, tolerance);
		assert_int_equal(dae_driver_advance(r.driver, &r.options, 10, &r.failure), 0);
		assert_close(r.s.q[1] - r.s.q[0], pi, 1e-9);
		end(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_fixed_step_passes_with_second_order),
		cmocka_unit_test(every_tolerance_passes_without_a_rejected_step_at_the_dead_centre),
		cmocka_unit_test(a_start_on_the_dead_centre_follows_the_branch_of_its_velocity),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
