/* Through singular positions: the equal-arm slider-crank in its two angles passes its dead centre eight times in 10 s. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_close.h"
#include "dae_method_table.h"
#include "dead_centre.h"
#include "slow_build.h"

/* just below the tightest tolerance tried */
static const double tightest = SLOW_BUILD ? 0.5e-5 : 0.5e-8;

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
		struct method_run r;
		dead_centre_begin(&r, &dae_generalized_alpha, dead_centre_start, 1e-8);
		r.options.fixed_step = 0.01 / pow(2, k);
		method_advance(&r, 10);
		double error = fabs(r.s.q[0] - dead_centre_angle);
		assert_close(r.s.q[0] + r.s.q[1], pi, 1e-12);
		assert_close(r.s.lambda[0], branch_multiplier(r.s.q[0], r.s.v[0]), 1e-8);
		if (k > 0) {
			assert_close(log2(last / error), 2, 0.05);
		}
		last = error;
		method_end(&r);
	}
}

static void every_tolerance_passes_without_a_rejected_step_at_the_dead_centre(void **state)
{
	(void)state;
	for (double tolerance = 1e-3; tolerance > tightest; tolerance /= 10) {
		struct method_run r;
		dead_centre_begin(&r, &dae_generalized_alpha, dead_centre_start, tolerance);
		for (int i = 1; i <= 1000; i++) {
			method_advance(&r, 0.01 * i);
			/* the same branch all the way, bounded multipliers */
			assert_close(r.s.q[0] + r.s.q[1], pi, 1e-9);
			assert_true(fabs(r.s.lambda[0]) < 20);
		}
		assert_small(r.s.q[0] - dead_centre_angle, tolerance);
		assert_true(r.s.counters->rejected <= 5);
		method_end(&r);
	}
}

static void a_start_on_the_dead_centre_follows_the_branch_of_its_velocity(void **state)
{
	(void)state;
	assert_start_chooses_the_branch(&dae_generalized_alpha, DAE_STABILIZED, 2 * tightest);
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
