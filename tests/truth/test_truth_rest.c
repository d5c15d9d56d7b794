/* Coming to rest in a singular position: a slider-crank with equal arms, damped in its pin, swings until it hangs in its dead
 * centre, where the constraints lose rank and two branches meet. The branch it is on has one coordinate, the angle x of the crank
 * from the dead centre, with an equation of motion of its own, integrated here by the classical Runge-Kutta method:
 *
 *     (1 + 4 cos^2 x) x'' = 4 cos x sin x x'^2 - 9.8 sin x - viscous x'
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "assert_close.h"
#include "truth_motion.h"
#include "truth_run.h"

static double acceleration(double t, double x, double v, const double *viscous)
{
	const double c = cos(x), s = sin(x);
	(void)t;
	return (4 * c * s * v * v - 9.8 * s - *viscous * v) / (1 + 4 * c * c);
}

/* from rest at 45 degrees: the crank's angle; that of the rod is its mirror image. `number` is the damping. */
static int hanging(const struct truth_problem *p, double t, struct truth_value *values)
{
	double x = truth_pi / 4, v = 0;
	truth_integrate(acceleration, &p->number, 0, t, (int)(1000 * t), &x, &v);
	values[0] = (struct truth_value){"joints.pin.angle", x, 1, 0};
	values[1] = (struct truth_value){"joints.guide.angle", truth_pi - x, 1, 0};
	return 2;
}

static const char text[] =
	"mechanism: settling\n"
	"gravity: [0, -9.8]\n"
	"bodies:\n"
	"  crank: {mass: 1, inertia: 0, center: [0.7071067811865476, -0.7071067811865476]}\n"
	"  rod: {mass: 1, inertia: 0, center: [1.4142135623730951, 0]}\n"
	"joints:\n"
	"  pin: {type: revolute, bodies: [ground, crank], at: [0, 0], offset: 0.7853981633974483}\n"
	"  elbow: {type: revolute, bodies: [crank, rod], at: [0.7071067811865476, -0.7071067811865476]}\n"
	"  guide: {type: point_on_line, bodies: [rod, ground], at: [1.4142135623730951, 0], axis: [1, 0],\n"
	"          offset: 1.4142135623730951, angle_offset: 2.356194490192345}\n"
	"forces: {friction: {type: joint_friction, joint: pin, viscous: %g}}\n"
	"initial: {pin: {angle: 0.7853981633974483, speed: 0}}\n";

/* of order 2, energy_decaying takes the fewest steps */
static int takes_long(const struct truth_plan *plan)
{
	const double tightest = strcmp(plan->method, "energy_decaying") == 0 ? 0.5e-6 : 0.5e-5;
	return truth_is_second_order(plan->method) && plan->tolerance < tightest;
}

/* a mechanism with its equation */
struct rest {
	char text[sizeof text + 16], title[64];
	struct truth_problem problem;
};

static void rest_open(struct rest *r, double viscous, double stop)
{
	(void)snprintf(r->text, sizeof r->text, text, viscous);
	(void)snprintf(r->title, sizeof r->title, "damping %g", viscous);
	r->problem = (struct truth_problem){
		.title = r->title, .text = r->text, .stop = stop, .may_refuse = 1, .exact = hanging, .number = viscous};
}

/* Where rounding decides, steps are told as unresolved; the mechanism then still hangs on its branch, no farther off than the
 * square root of rounding lets it be. */
static void settle(double viscous, int n_tolerances, const double *tolerances)
{
	struct truth_score score = truth_begin();
	struct truth_machine machine;
	struct rest rest;
	rest_open(&rest, viscous, 100);
	const struct truth_problem p = rest.problem;
	truth_open(&machine, &p);
	for (int k = 0; k < TRUTH_METHODS * n_tolerances; k++) {
		const struct truth_plan plan = {truth_methods[k % TRUTH_METHODS], tolerances[k / TRUTH_METHODS], 0, p.stop};
		if (truth_wanted(&p, &plan) && !takes_long(&plan)) {
			struct truth_value values[2];
			truth_run(&machine, &p, &plan, &score);
			(void)hanging(&p, p.stop, values);
			assert_close(mech_time(machine.m), p.stop, 0);
			for (int i = 0; i < 2; i++) {
				assert_close(truth_get(&machine, values[i].name), values[i].exact, fmax(1e-4, 10 * plan.tolerance));
			}
		}
	}
	truth_close(&machine);
	truth_end(&score);
}

static void a_mechanism_comes_to_rest_in_its_dead_centre(void **state)
{
	(void)state;
	static const double tolerances[] = {1e-3, 1e-5, 1e-6, 1e-8, 1e-10};
	settle(1, SLOW_BUILD ? 1 : 5, tolerances);
}

static void so_it_does_with_less_damping(void **state)
{
	(void)state;
	static const double tolerances[] = {1e-3, 1e-4, 1e-7};
	settle(0.5, SLOW_BUILD ? 1 : 3, tolerances);
}

/* so that in the end nothing but rounding moves */
static void and_with_more(void **state)
{
	(void)state;
	static const double tolerances[] = {1e-3, 1e-4, 1e-6, 1e-7};
	settle(2, SLOW_BUILD ? 1 : 4, tolerances);
	settle(3, SLOW_BUILD ? 1 : 4, tolerances);
	settle(10, SLOW_BUILD ? 1 : 4, tolerances);
	settle(30, SLOW_BUILD ? 1 : 4, tolerances);
}

/* of 12 runs with tolerances a little apart: how many are off by more than that */
static int runs_off(const char *method, double tolerance, double viscous, double stop, double most)
{
	struct truth_score score = truth_begin();
	struct truth_machine machine;
	struct rest rest;
	rest_open(&rest, viscous, stop);
	const struct truth_problem p = rest.problem;
	struct truth_value values[2];
	int off = 0;
	truth_open(&machine, &p);
	(void)hanging(&p, p.stop, values);
	for (int k = 0; k < 12; k++) {
		const struct truth_plan plan = {method, tolerance * (1 + 0.017 * k), 0, p.stop};
		truth_run(&machine, &p, &plan, &score);
		off += fabs(truth_get(&machine, values[0].name) - values[0].exact) > most ||
		       fabs(truth_get(&machine, values[1].name) - values[1].exact) > most;
	}
	truth_close(&machine);
	truth_end(&score);
	print_message("%s, %s: %d of 12 runs are off by more than %g rad\n", p.title, method, off, most);
	return off;
}

/* Steps of a motion of a few millionths that end within rounding of the position turn its velocities, and others are sought. A tolerance a little other leads
 * to other ends; hardly one of them is a bad one. */
static void hardly_a_run_is_off_by_what_rounding_turns(void **state)
{
	(void)state;
	assert_true(runs_off("dop853", 1e-8, 3, 42, 1e-7) <= 1);
}

/* nor with steps that auto chooses, at a tolerance below what rounding turns */
static void nor_of_auto_at_a_tighter_tolerance(void **state)
{
	(void)state;
	assert_true(runs_off("auto", 1e-9, 3, 42, 5e-8) <= 1);
}

/* it creeps in, and hangs there for half of the time: accelerations of when it moved would hold it aside */
static void nothing_drives_what_has_come_to_rest(void **state)
{
	(void)state;
	assert_true(runs_off("dop853", 1e-8, 30, 100, 1e-7) <= 1);
}

/* both arms: the square of what they are off is far below rounding of the rows */
static void both_arms_hang_straight(void **state)
{
	(void)state;
	assert_true(runs_off("dop853", 1e-8, 3, 100, 5e-8) <= 1);
}

/* iterations alone leave it a few tolerances aside */
static void ends_of_iterations_land(void **state)
{
	(void)state;
	assert_true(runs_off("infl_sdirk", 1e-7, 3, 42, 2e-7) <= 1);
	assert_true(runs_off("for_sdirk", 1e-7, 3, 42, 2e-7) <= 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mechanism_comes_to_rest_in_its_dead_centre),
		cmocka_unit_test(so_it_does_with_less_damping),
		cmocka_unit_test(and_with_more),
		cmocka_unit_test(hardly_a_run_is_off_by_what_rounding_turns),
		cmocka_unit_test(nor_of_auto_at_a_tighter_tolerance),
		cmocka_unit_test(nothing_drives_what_has_come_to_rest),
		cmocka_unit_test(both_arms_hang_straight),
		cmocka_unit_test(ends_of_iterations_land),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
