/* How far off its branch a mechanism stays that has come to rest in a singular position: a
 * slider-crank (truth_rest.h), and a parallelogram that hangs flat, in the plane, in millimetres and
 * in space. Rounding decides where steps end there; a tolerance a little other leads to other ends.
 * Rules of the driver keep nearly all of them good, and few are without one of these rules. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "assert_close.h"
#include "truth_rest.h"

/* one run in so many may be off, in all builds */
enum { RUNS = SLOW_BUILD ? 8 : 24, RARE = 12, PARALLELOGRAMS = SLOW_BUILD ? 2 : 8 };

/* ---- with every method ---- */

/* of order 2, energy_decaying takes the fewest steps */
static int takes_long(const struct truth_plan *plan)
{
	const double tightest = strcmp(plan->method, "energy_decaying") == 0 ? 0.5e-6 : 0.5e-5;
	return truth_is_second_order(plan->method) && plan->tolerance < tightest;
}

/* Where rounding decides, steps are reported as unresolved; the mechanism then still stays on its
 * branch, no farther off than the square root of rounding lets it be. */
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
			(void)rest_values(&p, p.stop, values);
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

/* ---- runs with tolerances a little apart ---- */

/* several times those that any of these runs takes */
static const double most_steps = 3e4;

/* of runs with tolerances a little apart: how many do not come to their end, and how many are off by
 * more than `most` there */
struct ends {
	int missed, off;
};

static struct ends ends_of(struct truth_problem p, int runs, const char *method, double tolerance, double most)
{
	struct truth_score score = truth_begin();
	struct truth_machine machine;
	struct truth_value values[2];
	struct ends ends = {0, 0};
	p.settings[0] = (struct truth_setting){"solver.work_limit", most_steps};
	truth_open(&machine, &p);
	(void)p.exact(&p, p.stop, values);
	for (int k = 0; k < runs; k++) {
		const struct truth_plan plan = {method, tolerance * (1 + 0.017 * k), 0, p.stop};
		truth_run(&machine, &p, &plan, &score);
		const int missed = mech_time(machine.m) < p.stop;
		ends.missed += missed;
		ends.off += !missed && (fabs(truth_get(&machine, values[0].name) - values[0].exact) > most ||
		                        fabs(truth_get(&machine, values[1].name) - values[1].exact) > most);
	}
	truth_close(&machine);
	truth_end(&score);
	print_message("%s, %s: of %d runs %d do not come to their end, %d are off by more than %g rad\n", p.title, method,
	              runs, ends.missed, ends.off, most);
	return ends;
}

static int runs_off(const char *method, double tolerance, double viscous, double stop, double most)
{
	struct rest rest;
	rest_open(&rest, viscous, stop);
	const struct ends ends = ends_of(rest.problem, RUNS, method, tolerance, most);
	return ends.missed + ends.off;
}

/* off in one run of RARE at most */
static void assert_rarely_off(const char *method, double tolerance, double viscous, double stop, double most)
{
	assert_true(runs_off(method, tolerance, viscous, stop, most) * RARE <= RUNS);
}

/* Steps of a motion of a few millionths that end within rounding of the position turn its
 * velocities, and others are sought. A tolerance a little other leads to other ends; hardly one of
 * them is a bad one. */
static void hardly_a_run_is_off_by_what_rounding_turns(void **state)
{
	(void)state;
	assert_rarely_off("dop853", 1e-8, 3, 42, 1e-8);
	assert_rarely_off("radau", 1e-8, 3, 42, 2e-8);
	assert_rarely_off("bdf", 1e-8, 3, 42, 1e-8);
}

/* nor with steps that auto chooses, at a tolerance below what rounding turns */
static void nor_of_auto_at_a_tighter_tolerance(void **state)
{
	(void)state;
	assert_rarely_off("auto", 1e-9, 3, 42, 5e-9);
}

/* on the way there it is accurate to a few tolerances: forces across the constraint that is about
 * to be lost do not move it */
static void forces_across_do_not_move_it(void **state)
{
	(void)state;
	assert_rarely_off("dop853", 1e-10, 3, 42, 3e-9);
}

/* it creeps in, and stays there for half of the time: accelerations of when it moved would hold
 * nearly all of them aside */
static void nothing_drives_what_has_come_to_rest(void **state)
{
	(void)state;
	assert_rarely_off("dop853", 1e-8, 30, 100, 5e-8);
}

/* both arms, when it has stayed there for a minute: the square of what they are off is far below
 * rounding of the rows */
static void both_arms_hang_straight(void **state)
{
	(void)state;
	assert_rarely_off("dop853", 1e-8, 3, 100, 5e-8);
}

/* in the position itself, for the most of its time: left to itself, the arm whose row is lost
 * swings there permanently */
static void nothing_swings_in_the_position(void **state)
{
	(void)state;
	assert_rarely_off("dop853", 1e-10, 10, 42, 4e-8);
	assert_rarely_off("radau", 1e-9, 10, 42, 4e-8);
	assert_rarely_off("bdf", 1e-10, 10, 42, 4e-8);
	assert_rarely_off("hht", 1e-5, 10, 42, 4e-8);
	assert_rarely_off("energy_decaying", 1e-5, 10, 42, 4e-8);
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
	assert_rarely_off("infl_sdirk", 1e-7, 3, 42, 1e-8);
}

static void so_do_those_of_independent_coordinates(void **state)
{
	(void)state;
	assert_rarely_off("for_sdirk", 1e-7, 3, 42, 1e-8);
}

/* ---- a parallelogram that hangs flat ---- */

/* Two bars of 1 m hang from pins one above the other, a third of 0.6 m joins their ends. Released at 45 degrees and
 * damped in the upper pin, it comes to rest with all three in line. Both angles follow 5/3 x'' = -2 g sin x - 3 x'. */
static double flat_acceleration(double t, double x, double v, const double *numbers)
{
	(void)t;
	(void)numbers;
	return (-2 * 9.8 * sin(x) - 3 * v) * 3 / 5;
}

static int flat_values(const struct truth_problem *p, double t, struct truth_value *values)
{
	double x = truth_pi / 4, v = 0;
	truth_integrate(flat_acceleration, &p->number, 0, t, (int)(1000 * t), &x, &v);
	values[0] = (struct truth_value){"joints.upper.angle", x, 1, 0};
	values[1] = (struct truth_value){"joints.lower.angle", x, 1, 0};
	return 2;
}

struct flat {
	char text[2000];
	size_t length;
	double metre; /* in units of the mechanism */
	int is_spatial;
};

static void add(struct flat *f, const char *format, ...)
{
	va_list values;
	va_start(values, format);
	const int added = vsnprintf(f->text + f->length, sizeof f->text - f->length, format, values);
	va_end(values);
	f->length += (size_t)added;
	assert_true(added > 0 && f->length < sizeof f->text);
}

/* x metres aside, y metres up */
static void add_vector(struct flat *f, const char *name, double x, double y)
{
	add(f, f->is_spatial ? "%s: [%.17g, %.17g, 0]" : "%s: [%.17g, %.17g]", name, x * f->metre, y * f->metre);
}

/* a bar of 1 kg */
static void add_body(struct flat *f, const char *name, double inertia, double x, double y)
{
	const double i = inertia * f->metre * f->metre;
	add(f, f->is_spatial ? "  %s: {mass: 1, inertia: [%.17g, %.17g, %.17g], " : "  %s: {mass: 1, inertia: %.17g, ",
	    name, i, i, i);
	add_vector(f, "center", x, y);
	add(f, "}\n");
}

static void add_pin(struct flat *f, const char *name, const char *bodies, double x, double y, const char *more)
{
	add(f, "  %s: {type: revolute, bodies: [%s], ", name, bodies);
	add_vector(f, "at", x, y);
	add(f, "%s%s}\n", f->is_spatial ? ", axis: [0, 0, 1]" : "", more);
}

/* in millimetres forces are in mN, so that all works are a million times as large */
static struct ends parallelogram_ends(int is_spatial, double metre, const char *method, double most)
{
	const double r = sqrt(0.5), d = 0.6;
	struct flat f = {.metre = metre, .is_spatial = is_spatial};
	char title[64];
	(void)snprintf(title, sizeof title, "parallelogram %s, %g to a metre", is_spatial ? "in space" : "in the plane",
	               metre);
	add(&f, "mechanism: parallelogram\nspace: %s\n", is_spatial ? "spatial" : "planar");
	add_vector(&f, "gravity", 0, -9.8);
	add(&f, "\nbodies:\n");
	add_body(&f, "left", 1.0 / 12, r / 2, -r / 2);
	add_body(&f, "right", 1.0 / 12, r / 2, -r / 2 - d);
	add_body(&f, "coupler", 0.03, r, -r - d / 2);
	add(&f, "joints:\n");
	add_pin(&f, "upper", "ground, left", 0, 0, ", offset: 0.7853981633974483");
	add_pin(&f, "lower", "ground, right", 0, -d, ", offset: 0.7853981633974483");
	add_pin(&f, "upper_pin", "left, coupler", r, -r, "");
	add_pin(&f, "lower_pin", "right, coupler", r, -r - d, "");
	add(&f, "forces: {friction: {type: joint_friction, joint: upper, viscous: %.17g}}\n", 3 * metre * metre);
	add(&f, "initial: {upper: {angle: 0.7853981633974483, speed: 0}}\n");
	const struct truth_problem p = {.title = title, .text = f.text, .stop = 42, .may_refuse = 1, .exact = flat_values};
	return ends_of(p, PARALLELOGRAMS, method, 1e-8, most);
}

static const char *const flat_methods[] = {"radau", "bdf", "dop853", "auto"};
enum { FLAT_METHODS = 4 };

/* what rounding of positions turns, some 5e-15: its root */
static const double flat_most = 8e-8;

static void a_parallelogram_hangs_flat(void **state)
{
	(void)state;
	for (int k = 0; k < 2 * FLAT_METHODS; k++) {
		const struct ends ends = parallelogram_ends(0, k % 2 ? 1000 : 1, flat_methods[k / 2], flat_most);
		assert_int_equal(ends.missed + ends.off, 0);
	}
}

/* Three of its twenty rows are always redundant there. Radau comes to its end; the others say so where they do not. */
static void one_in_space_hangs_flat_or_says_so(void **state)
{
	(void)state;
	for (int k = 0; k < FLAT_METHODS; k++) {
		const struct ends ends = parallelogram_ends(1, 1, flat_methods[k], flat_most);
		assert_int_equal(ends.off, 0);
		assert_true(k > 0 || ends.missed == 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mechanism_comes_to_rest_in_its_dead_centre),
		cmocka_unit_test(so_it_does_with_less_damping),
		cmocka_unit_test(and_with_more),
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
		cmocka_unit_test(a_parallelogram_hangs_flat),
		cmocka_unit_test(one_in_space_hangs_flat_or_says_so),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
