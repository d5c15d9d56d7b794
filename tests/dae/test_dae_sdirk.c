/* SDIRK methods and the trapezoidal formula on independent coordinates: constraints, stiff motion, tolerance, driven mechanisms, dead centres. Orders:
 * test_dae_convergence.c. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "dae_method_table.h"
#include "stage_checks.h"

static const struct dae_method *const methods[] = {&dae_for_sdirk, &dae_infl_sdirk, &dae_infl_trap, &dae_ssp_trap};
enum { L_STABLE = 2, METHODS = sizeof methods / sizeof *methods };

/* multipliers of the trapezoidal formula err by 1,280 h^2, as test_dae_convergence.c prints */
static void all_constraint_levels_are_met_at_the_end(void **state)
{
	(void)state;
	for (int k = 0; k < L_STABLE; k++) {
		assert_all_levels_are_met(methods[k]);
	}
	for (int k = L_STABLE; k < METHODS; k++) {
		const double h = 5e-3;
		const struct pendulum_errors e = pendulum_run(methods[k], DAE_STABILIZED, 1, h, 1);
		assert_small(e.position_residual, 1e-12);
		assert_small(e.velocity_residual, 1e-10);
		assert_small(e.lambda, 1.1 * 1280 * h * h);
	}
}

static void a_constraint_written_three_times_gives_the_same_motion(void **state)
{
	(void)state;
	for (int k = 0; k < METHODS; k++) {
		assert_same_with_a_constraint_thrice(methods[k], DAE_STABILIZED, 1);
	}
}

static void what_is_very_stiff_dies_out_within_a_step(void **state)
{
	(void)state;
	for (int k = 0; k < L_STABLE; k++) {
		assert_stiff_motion_dies_out(methods[k]);
	}
}

/* the trapezoidal formula is A-stable, and no more: of 1e12 N/m on 1 kg a step of 0.1 s makes R(infinity) = -1 */
static void what_is_very_stiff_swings_on_with_the_trapezoidal_formula(void **state)
{
	const double stiffness = 1e12;
	(void)state;
	for (int k = L_STABLE; k < METHODS; k++) {
		struct linear l;
		struct method_run r;
		linear_make(&l, 1, &stiffness, NULL);
		method_begin(&r, &l.system, methods[k], 1e-6);
		r.options.fixed_step = 0.1;
		r.s.q[0] = 1;
		method_advance(&r, 0.1);
		assert_close(r.s.q[0], -1, 1e-6);
		method_end(&r);
	}
}

static void errors_follow_the_tolerance(void **state)
{
	(void)state;
	for (int k = 0; k < METHODS; k++) {
		assert_follows_the_tolerance(methods[k], DAE_STABILIZED, 1, 1e-3, 1e-9, 10);
	}
}

static void the_efforts_of_a_driven_mechanism_are_right(void **state)
{
	(void)state;
	for (int k = 0; k < METHODS; k++) {
		assert_efforts_are_right(methods[k]);
	}
}

static void the_dead_centre_is_passed_with_any_step_and_tolerance(void **state)
{
	(void)state;
	for (int k = 0; k < METHODS; k++) {
		assert_passes_the_dead_centre(methods[k]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_constraint_levels_are_met_at_the_end),
		cmocka_unit_test(a_constraint_written_three_times_gives_the_same_motion),
		cmocka_unit_test(what_is_very_stiff_dies_out_within_a_step),
		cmocka_unit_test(what_is_very_stiff_swings_on_with_the_trapezoidal_formula),
		cmocka_unit_test(errors_follow_the_tolerance),
		cmocka_unit_test(the_efforts_of_a_driven_mechanism_are_right),
		cmocka_unit_test(the_dead_centre_is_passed_with_any_step_and_tolerance),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
