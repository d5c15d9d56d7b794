/* SDIRK methods on independent coordinates: constraints, stiff decay, tolerance, driven mechanisms, dead centres. Orders: test_dae_convergence.c. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "dae_method_table.h"
#include "stage_checks.h"

static const struct dae_method *const methods[] = {&dae_for_sdirk, &dae_infl_sdirk};
enum { METHODS = sizeof methods / sizeof *methods };

static void all_constraint_levels_are_met_at_the_end(void **state)
{
	(void)state;
	for (int k = 0; k < METHODS; k++) {
		assert_all_levels_are_met(methods[k]);
	}
}

static void a_constraint_written_three_times_gives_the_same_motion(void **state)
{
	(void)state;
	for (int k = 0; k < METHODS; k++) {
		assert_same_with_a_constraint_thrice(methods[k]);
	}
}

static void what_is_very_stiff_dies_out_within_a_step(void **state)
{
	(void)state;
	for (int k = 0; k < METHODS; k++) {
		assert_stiff_motion_dies_out(methods[k]);
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
		cmocka_unit_test(errors_follow_the_tolerance),
		cmocka_unit_test(the_efforts_of_a_driven_mechanism_are_right),
		cmocka_unit_test(the_dead_centre_is_passed_with_any_step_and_tolerance),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
