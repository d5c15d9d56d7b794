/* The special rules, each as a function; and the table of the documentation, which is that of the code. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assert_close.h"
#include "dae_special.h"
#include "page_has.h"

static const struct dae_nearness usual = {.rate = 3, .pace = 1, .crosses = 1};
static const struct dae_nearness slow = {.rate = 3, .pace = 0.01, .is_slow = 1};
static const struct dae_nearness begins = {.rate = 3, .pace = 0.01, .is_slow = 1, .begins_singular = 1};

static void lost_directions_are_held_where_nothing_moves_across(void **state)
{
	(void)state;
	assert_int_equal(dae_special_hold(&usual, DAE_FOR_POINT, 0), DAE_HOLD_NEAR);
	assert_int_equal(dae_special_hold(&usual, DAE_FOR_STAGE, 0), DAE_HOLD_NEAR);
	assert_int_equal(dae_special_hold(&slow, DAE_FOR_POINT, 0), DAE_HOLD_NEAR);
	assert_int_equal(dae_special_hold(&slow, DAE_FOR_STAGE, 0), DAE_HOLD_LOST);
	assert_int_equal(dae_special_hold(&begins, DAE_FOR_POINT, 0), DAE_HOLD_LOST);
	assert_int_equal(dae_special_hold(&begins, DAE_FOR_STAGES, 0), DAE_HOLD_NEAR);
	assert_int_equal(dae_special_hold(&begins, DAE_FOR_POINT, 1), DAE_HOLD_NONE);
}

/* 10 rate^2 sigma; the eigenvalue is sigma^2 */
static void accelerations_across_are_clipped_where_the_motion_is_slow(void **state)
{
	(void)state;
	assert_close(dae_special_most_across(&slow, 0.2, 3, 1e-10), 10 * 0.04 * 1e-5, 1e-20);
	assert_close(dae_special_most_across(&slow, 0.2, 3, 0), 10 * 0.04 * ldexp(1, -26), 1e-20);
	assert_true(dae_special_most_across(&slow, 0.4, 3, 1e-10) == HUGE_VAL);
	assert_close(dae_special_most_across(&begins, 0.2, 3, 1e-10), 0, 0);
}

static void a_motion_that_begins_singular_is_stopped_across(void **state)
{
	const struct dae_kkt_rank full = {0, 0, 1}, near = {0, 1, 1e-6};
	(void)state;
	assert_true(dae_special_stops_across(&begins, near));
	assert_false(dae_special_stops_across(&begins, full));
	assert_false(dae_special_stops_across(&slow, near));
}

static void a_projection_goes_on_while_it_gains(void **state)
{
	(void)state;
	assert_true(dae_special_gains(1.5, HUGE_VAL));
	assert_true(dae_special_gains(1.4, 3));
	assert_false(dae_special_gains(1.6, 3));
	assert_false(dae_special_gains(0, 3));
}

static void ends_of_free_steps_are_projected_near_singular_positions(void **state)
{
	struct dae_options options = dae_options_for(1e-6);
	(void)state;
	assert_true(dae_special_projects_end(1, &options));
	assert_false(dae_special_projects_end(0, &options));
	options.fixed_step = 1e-3;
	assert_false(dae_special_projects_end(1, &options));
	options.fixed_step = 0;
	options.formulation = DAE_INDEX2;
	assert_false(dae_special_projects_end(1, &options));
}

static void stagnating_iterations_get_three_more_corrections(void **state)
{
	(void)state;
	assert_int_equal(dae_special_corrections(0), 0);
	assert_int_equal(dae_special_corrections(99), 3);
}

/* R = 16 eps; R / sigma, and R / sigma^2 times the rate */
static void the_error_test_leaves_to_rounding_what_it_moves(void **state)
{
	const double rounding = 16 * ldexp(1, -52);
	(void)state;
	assert_close(dae_special_displacement(&usual, 1), rounding, 0);
	assert_close(dae_special_displacement(&usual, 1e-7), rounding / 1e-7, 0);
	assert_close(dae_special_displacement(&begins, 1e-7), rounding / 1e-6, 0);
	assert_close(dae_special_displacement(&begins, 1e-3), rounding / 1e-3, 0);
	assert_close(dae_special_turn(&usual, 1e-4), 3 * rounding / 1e-8, 1e-20);
	assert_close(dae_special_turn(&usual, 1), 0, 0);
	assert_close(dae_special_turn(&begins, 1e-4), 0, 0);
}

static void rounding_of_the_balance_counts_near_a_singular_position(void **state)
{
	(void)state;
	assert_close(dae_special_uncounted(8, 0), 1, 0);
	assert_close(dae_special_uncounted(8, 1e-9), 0, 0);
}

static void far_is_where_no_small_eigenvalue_was_seen(void **state)
{
	(void)state;
	assert_true(dae_special_is_far(1));
	assert_false(dae_special_is_far(0.999));
}

static void noise_counts_for_some_steps_after_its_cause(void **state)
{
	double left = dae_special_noise(0, 0, 2);
	(void)state;
	assert_close(left, 0, 0);
	left = dae_special_noise(1, left, 2);
	assert_close(left, 2, 0);
	left = dae_special_noise(0, left, 2);
	assert_close(left, 1, 0);
	left = dae_special_noise(0, left, 2);
	assert_close(left, 0, 0);
}

static void multipliers_are_shortened_along_permanent_directions_alone(void **state)
{
	const struct dae_kkt_rank permanent = {2, 0, 1}, crossing = {3, 1, 0};
	(void)state;
	assert_true(dae_special_shortens(permanent, 2));
	assert_false(dae_special_shortens(crossing, 2));
}

/* ---- the page ---- */

#define ROW(name, condition, action, reason) "| `" #name "` | " condition " | " action " | " reason " |\n"
static void the_page_has_the_table_of_the_code(void **state)
{
	(void)state;
	static const char rows[] = DAE_SPECIAL(ROW);
	assert_true(page_has(rows));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lost_directions_are_held_where_nothing_moves_across),
		cmocka_unit_test(accelerations_across_are_clipped_where_the_motion_is_slow),
		cmocka_unit_test(a_motion_that_begins_singular_is_stopped_across),
		cmocka_unit_test(a_projection_goes_on_while_it_gains),
		cmocka_unit_test(ends_of_free_steps_are_projected_near_singular_positions),
		cmocka_unit_test(stagnating_iterations_get_three_more_corrections),
		cmocka_unit_test(the_error_test_leaves_to_rounding_what_it_moves),
		cmocka_unit_test(rounding_of_the_balance_counts_near_a_singular_position),
		cmocka_unit_test(far_is_where_no_small_eigenvalue_was_seen),
		cmocka_unit_test(noise_counts_for_some_steps_after_its_cause),
		cmocka_unit_test(multipliers_are_shortened_along_permanent_directions_alone),
		cmocka_unit_test(the_page_has_the_table_of_the_code),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
