/* SDIRK methods on independent coordinates: constraints, stiff decay, tolerance, driven mechanisms, dead centres. Orders: test_dae_convergence.c. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_close.h"
#include "dae_method_table.h"
#include "dead_centre.h"
#include "driven_system.h"
#include "linear_system.h"
#include "method_run.h"

static const struct dae_method *const methods[] = {&dae_for_sdirk, &dae_infl_sdirk};
enum { METHODS = sizeof methods / sizeof *methods };

static void all_constraint_levels_are_met_at_the_end(void **state)
{
	(void)state;
	for (int k = 0; k < METHODS; k++) {
		struct pendulum_errors e = pendulum_run(methods[k], DAE_STABILIZED, 1, 5e-3, 1);
		assert_small(e.position_residual, 1e-12);
		assert_small(e.velocity_residual, 1e-10);
		assert_small(e.lambda, 1e-5);
	}
}

static void a_constraint_written_three_times_gives_the_same_motion(void **state)
{
	(void)state;
	for (int k = 0; k < METHODS; k++) {
		struct pendulum_errors once = pendulum_run(methods[k], DAE_STABILIZED, 1, 2e-3, 1);
		struct pendulum_errors thrice = pendulum_run(methods[k], DAE_STABILIZED, 1, 2e-3, 3);
		assert_close(thrice.q, once.q, 1e-10);
		assert_close(thrice.lambda, once.lambda, 1e-7);
	}
}

/* L-stable: the factor of one step falls with the step */
static void what_is_very_stiff_dies_out_within_a_step(void **state)
{
	(void)state;
	for (int k = 0; k < METHODS; k++) {
		const double stiffness = 1e12;
		struct linear l;
		struct method_run r;
		linear_make(&l, 1, &stiffness, NULL);
		method_begin(&r, &l.system, methods[k], 1e-6);
		r.options.fixed_step = 0.1;
		r.s.q[0] = 1;
		method_advance(&r, 0.1);
		assert_small(r.s.q[0], 1e-4);
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

/* nothing is independent: the efforts, of size 100, follow from the place alone, and the iteration has to find them far within the tolerance */
static void the_efforts_of_a_driven_mechanism_are_right(void **state)
{
	(void)state;
	for (int k = 0; k < METHODS; k++) {
		for (double tolerance = 1e-3; tolerance > 0.5e-9; tolerance /= 10) {
			const struct driven_errors e = driven_run(methods[k], DAE_STABILIZED, tolerance);
			assert_small(e.q, 1e-11);
			assert_small(e.v, 0.05 * tolerance + 1e-12);
			assert_small(e.a, 0.05 * tolerance + 1e-12);
			assert_small(e.lambda, 0.01 * tolerance + 1e-11);
		}
	}
}

static void the_dead_centre_is_passed_with_any_step_and_tolerance(void **state)
{
	(void)state;
	for (int k = 0; k < METHODS; k++) {
		assert_passes_with_any_step(methods[k], DAE_STABILIZED, 1, 1.6);
		assert_passes_with_any_tolerance(methods[k], 1);
		assert_start_chooses_the_branch(methods[k], DAE_STABILIZED, 1e-6);
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
