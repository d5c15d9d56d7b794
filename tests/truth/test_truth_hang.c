/* How far off its branch a mechanism stays that has come to rest in a singular position
 * (truth_rest.h). Rounding decides where steps end there; a tolerance a little other leads to other
 * ends. Rules of the driver keep nearly all of them good, and few are without one of these
 * rules. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "truth_rest.h"

enum { RUNS = SLOW_BUILD ? 8 : 24, FEW = 2 };

/* several times those that any of these runs takes */
static const double most_steps = 3e4;

/* of so many runs with tolerances a little apart: how many do not come to their end, or are off by
 * more than that */
static int runs_off(const char *method, double tolerance, double viscous, double stop, double most)
{
	struct truth_score score = truth_begin();
	struct truth_machine machine;
	struct rest rest;
	rest_open(&rest, viscous, stop);
	rest.problem.settings[0] = (struct truth_setting){"solver.work_limit", most_steps};
	const struct truth_problem p = rest.problem;
	struct truth_value values[2];
	int off = 0;
	truth_open(&machine, &p);
	(void)rest_values(&p, p.stop, values);
	for (int k = 0; k < RUNS; k++) {
		const struct truth_plan plan = {method, tolerance * (1 + 0.017 * k), 0, p.stop};
		truth_run(&machine, &p, &plan, &score);
		off += mech_time(machine.m) < p.stop || fabs(truth_get(&machine, values[0].name) - values[0].exact) > most ||
		       fabs(truth_get(&machine, values[1].name) - values[1].exact) > most;
	}
	truth_close(&machine);
	truth_end(&score);
	print_message("%s, %s: %d of %d runs are off by more than %g rad\n", p.title, method, off, RUNS, most);
	return off;
}

/* Steps of a motion of a few millionths that end within rounding of the position turn its
 * velocities, and others are sought. A tolerance a little other leads to other ends; hardly one of
 * them is a bad one. */
static void hardly_a_run_is_off_by_what_rounding_turns(void **state)
{
	(void)state;
	assert_true(runs_off("dop853", 1e-8, 3, 42, 1e-8) <= FEW);
	assert_true(runs_off("radau", 1e-8, 3, 42, 2e-8) <= FEW);
	assert_true(runs_off("bdf", 1e-8, 3, 42, 1e-8) <= FEW);
}

/* nor with steps that auto chooses, at a tolerance below what rounding turns */
static void nor_of_auto_at_a_tighter_tolerance(void **state)
{
	(void)state;
	assert_true(runs_off("auto", 1e-9, 3, 42, 5e-9) <= FEW);
}

/* on the way there it is accurate to a few tolerances: forces across the constraint that is about
 * to be lost do not move it */
static void forces_across_do_not_move_it(void **state)
{
	(void)state;
	assert_true(runs_off("dop853", 1e-10, 3, 42, 3e-9) <= FEW);
}

/* it creeps in, and stays there for half of the time: accelerations of when it moved would hold
 * nearly all of them aside */
static void nothing_drives_what_has_come_to_rest(void **state)
{
	(void)state;
	assert_true(runs_off("dop853", 1e-8, 30, 100, 5e-8) <= FEW);
}

/* both arms, when it has stayed there for a minute: the square of what they are off is far below
 * rounding of the rows */
static void both_arms_hang_straight(void **state)
{
	(void)state;
	assert_true(runs_off("dop853", 1e-8, 3, 100, 5e-8) <= FEW);
}

/* in the position itself, for the most of its time: left to itself, the arm whose row is lost
 * swings there permanently */
static void nothing_swings_in_the_position(void **state)
{
	(void)state;
	assert_true(runs_off("dop853", 1e-10, 10, 42, 4e-8) <= FEW);
	assert_true(runs_off("radau", 1e-9, 10, 42, 4e-8) <= FEW);
	assert_true(runs_off("bdf", 1e-10, 10, 42, 4e-8) <= FEW);
	assert_true(runs_off("hht", 1e-5, 10, 42, 4e-8) <= FEW);
	assert_true(runs_off("energy_decaying", 1e-5, 10, 42, 4e-8) <= FEW);
}

/* accelerations across what is lost would explain themselves there, and grow until steps are
 * without end */
static void nor_does_it_tremble(void **state)
{
	(void)state;
	assert_int_equal(runs_off("radau", 1e-10, 5, 42, 4e-8), 0);
	assert_int_equal(runs_off("radau", 1e-10, 10, 42, 4e-8), 0);
}

/* where steps of an explicit method would be unstable, did the rows not hold it */
static void nor_do_long_steps_make_it_swing(void **state)
{
	(void)state;
	assert_int_equal(runs_off("dopri5", 1e-9, 20, 42, 5e-8), 0);
}

/* iterations as well, along what is about to be lost, and along what is lost while it creeps
 * through */
static void iterations_hold_it(void **state)
{
	(void)state;
	assert_true(runs_off("infl_sdirk", 1e-7, 3, 42, 1e-8) <= FEW);
}

static void so_do_those_of_independent_coordinates(void **state)
{
	(void)state;
	assert_true(runs_off("for_sdirk", 1e-7, 3, 42, 1e-8) <= FEW);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hardly_a_run_is_off_by_what_rounding_turns),
		cmocka_unit_test(nor_of_auto_at_a_tighter_tolerance),
		cmocka_unit_test(forces_across_do_not_move_it),
		cmocka_unit_test(nothing_drives_what_has_come_to_rest),
		cmocka_unit_test(both_arms_hang_straight),
		cmocka_unit_test(nothing_swings_in_the_position),
		cmocka_unit_test(nor_does_it_tremble),
		cmocka_unit_test(nor_do_long_steps_make_it_swing),
		cmocka_unit_test(iterations_hold_it),
		cmocka_unit_test(so_do_those_of_independent_coordinates),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
