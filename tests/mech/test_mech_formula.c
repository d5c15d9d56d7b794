/* Formulas: their values, and mechanisms whose numbers follow from parameters. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "assert_close.h"
#include "mech_formula.h"
#include "running.h"
#include "slow_build.h"

/* ---- values ---- */

static double value_of(int code, double a, double b)
{
	const struct mech_operation operations[] = {
		{MECH_TAKE_NUMBER, 0, a}, {mech_operator_takes(code) == 2 ? MECH_TAKE_PARAMETER : code, 1, 0}, {code, 0, 0}};
	return mech_formula_value(operations, mech_operator_takes(code) + 1, (const double[]){0, b});
}

static void every_operator_is_its_function(void **state)
{
	(void)state;
	const double a = 0.37, b = -2.25;
	const double expected[MECH_OPERATORS] = {
		[MECH_ADD] = a + b,
		[MECH_SUBTRACT] = a - b,
		[MECH_MULTIPLY] = a * b,
		[MECH_DIVIDE] = a / b,
		[MECH_POWER] = pow(a, b),
		[MECH_NEGATE] = -a,
		[MECH_SINE] = sin(a),
		[MECH_COSINE] = cos(a),
		[MECH_TANGENT] = tan(a),
		[MECH_ARC_SINE] = asin(a),
		[MECH_ARC_COSINE] = acos(a),
		[MECH_ARC_TANGENT] = atan(a),
		[MECH_ARC_TANGENT_2] = atan2(a, b),
		[MECH_SQUARE_ROOT] = sqrt(a),
		[MECH_ABSOLUTE] = fabs(a),
		[MECH_EXPONENTIAL] = exp(a),
		[MECH_LOGARITHM] = log(a),
		[MECH_MINIMUM] = b,
		[MECH_MAXIMUM] = a,
	};
	for (int code = MECH_ADD; code < MECH_OPERATORS; code++) {
		assert_close(value_of(code, a, b), expected[code], 1e-15);
	}
	assert_close(value_of(MECH_ABSOLUTE, b, 0), 2.25, 0);
}

static void what_is_no_number_stays_none(void **state)
{
	(void)state;
	for (int code = MECH_ADD; code < MECH_OPERATORS; code++) {
		assert_true(isnan(value_of(code, (double)NAN, 1.5)));
		assert_true(mech_operator_takes(code) == 1 || isnan(value_of(code, 1.5, (double)NAN)));
	}
}

static void depth_is_the_room_that_operations_need(void **state)
{
	(void)state;
	struct mech_operation operations[2 * MECH_FORMULA_DEPTH];
	for (int depth = 1; depth <= MECH_FORMULA_DEPTH; depth++) {
		/* depth numbers, then as many sums as make one of them */
		for (int k = 0; k < 2 * depth - 1; k++) {
			operations[k] = (struct mech_operation){k < depth ? MECH_TAKE_NUMBER : MECH_ADD, 0, 1};
		}
		assert_int_equal(mech_formula_depth(operations, 2 * depth - 1), depth);
		assert_close(mech_formula_value(operations, 2 * depth - 1, NULL), depth, 0);
		/* one sum too few, one too many, none */
		operations[2 * depth - 1] = (struct mech_operation){MECH_ADD, 0, 0};
		assert_int_equal(mech_formula_depth(operations, 2 * depth), -1);
		assert_int_equal(mech_formula_depth(operations, 2 * depth - 2), -1);
	}
	assert_int_equal(mech_formula_depth(operations, 0), -1);
}

/* ---- mechanisms ---- */

/* a four-bar linkage, its rocker a rod as long as drawn, with springs and a drive left to the
 * drawing */
#define FOUR_BAR_REST                                                                                       \
	"joints:\n"                                                                                             \
	"  pin: {type: revolute, bodies: [ground, crank], at: [0, 0], offset: %s}\n"                            \
	"  elbow: {type: revolute, bodies: [crank, rod], at: [%s, 0]}\n"                                        \
	"  rocker: {type: rod, bodies: [rod, ground], from: [%s, 0], to: [%s, %s]}\n"                           \
	"forces:\n"                                                                                             \
	"  spring: {type: spring_damper, bodies: [crank, ground], from: [%s, 0], to: [0, -1], stiffness: %s}\n" \
	"  coil: {type: torsional_spring_damper, joint: pin, stiffness: 2}\n"                                   \
	"initial:\n"                                                                                            \
	"  pin: {angle: %s, speed: 3}\n"                                                                        \
	"sensors:\n"                                                                                            \
	"  tip: {type: point, body: rod, at: [%s, 0.25]}\n"

static const char four_bar_of_parameters[] =
	"mechanism: four_bar\n"
	"parameters:\n"
	"  crank: 0.5\n"
	"  rod: 2\n"
	"  base: 2.25\n"
	"  density: 3\n"
	"  tilt: pi/180*10\n"
	"  tip: crank + rod\n"
	"gravity: [9.81*sin(tilt), -9.81*cos(tilt)]\n"
	"bodies:\n"
	"  crank: {mass: density*crank, inertia: density*crank^3/12, center: [crank/2, 0]}\n"
	"  rod: {mass: density*rod, inertia: density*rod^3/12, center: [crank + rod/2, 0]}\n";

static void four_bar_text(char *text, size_t size)
{
	int head = snprintf(text, size, "%s", four_bar_of_parameters);
	snprintf(text + head, size - (size_t)head, FOUR_BAR_REST, "tilt", "crank", "tip", "base", "\"-max(crank, 1)\"",
	         "crank", "density", "2*tilt", "tip");
}

/* the same, its numbers written out */
static void four_bar_in_numbers(char *text, size_t size, double crank, double rod, double base, double density,
                                double tilt)
{
	char n[9][32];
	const double numbers[9] = {tilt, crank, crank + rod, base, -fmax(crank, 1), crank, density, 2 * tilt, crank + rod};
	for (int k = 0; k < 9; k++) {
		snprintf(n[k], sizeof n[k], "%.17g", numbers[k]);
	}
	int head = snprintf(text, size,
	                    "mechanism: four_bar\n"
	                    "gravity: [%.17g, %.17g]\n"
	                    "bodies:\n"
	                    "  crank: {mass: %.17g, inertia: %.17g, center: [%.17g, 0]}\n"
	                    "  rod: {mass: %.17g, inertia: %.17g, center: [%.17g, 0]}\n",
	                    9.81 * sin(tilt), -9.81 * cos(tilt), density * crank, density * pow(crank, 3) / 12, crank / 2,
	                    density * rod, density * pow(rod, 3) / 12, crank + rod / 2);
	snprintf(text + head, size - (size_t)head, FOUR_BAR_REST, n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8]);
}

/* every variable of b is in a, with the same bits */
static void expect_equal(struct running *a, struct running *b)
{
	for (int k = 0; k < b->model->n_variables; k++) {
		const char *name = mech_name(b->model, b->model->variables[k].name);
		double x = running_get(a, name), y = running_get(b, name);
		if (memcmp(&x, &y, sizeof x) != 0) {
			fail_msg("%s: %.17g is not %.17g", name, x, y);
		}
	}
}

static void expect_equal_runs(struct running *a, struct running *b)
{
	/* drawn again */
	mech_setup(a->m, 0, 0);
	mech_setup(b->m, 0, 0);
	expect_equal(a, b);
	running_initialize(a);
	running_initialize(b);
	expect_equal(a, b);
	for (int k = 1; k <= (SLOW_BUILD ? 3 : 20); k++) {
		running_advance(a, 0.1 * k);
		running_advance(b, 0.1 * k);
		expect_equal(a, b);
	}
}

static void a_four_bar_of_parameters_is_the_one_of_numbers(void **state)
{
	(void)state;
	char text[4096];
	struct running parameters, numbers;
	four_bar_text(text, sizeof text);
	running_open(&parameters, text);
	four_bar_in_numbers(text, sizeof text, 0.5, 2, 2.25, 3, 3.14159265358979323846 / 180 * 10);
	running_open(&numbers, text);
	expect_equal_runs(&parameters, &numbers);
	running_close(&numbers);
	running_close(&parameters);
}

static void changed_parameters_give_the_mechanism_of_the_changed_numbers(void **state)
{
	(void)state;
	char text[4096];
	struct running parameters, numbers;
	four_bar_text(text, sizeof text);
	running_open(&parameters, text);
	running_set(&parameters, "parameters.base", 2.5);
	running_set(&parameters, "parameters.crank", 0.71);
	running_set(&parameters, "parameters.tilt", -0.3);
	running_set(&parameters, "parameters.rod", 1.9);
	running_set(&parameters, "parameters.density", 2.7);
	assert_close(running_get(&parameters, "parameters.tip"), 0.71 + 1.9, 0);
	assert_close(running_get(&parameters, "joints.rocker.length"), hypot(2.61 - 2.5, 1), 1e-15);
	assert_close(running_get(&parameters, "forces.coil.rest"), -0.3, 0);
	four_bar_in_numbers(text, sizeof text, 0.71, 1.9, 2.5, 2.7, -0.3);
	running_open(&numbers, text);
	expect_equal_runs(&parameters, &numbers);
	/* and back again: a reset forgets the changes */
	mech_reset(parameters.m);
	running_close(&numbers);
	four_bar_in_numbers(text, sizeof text, 0.5, 2, 2.25, 3, 3.14159265358979323846 / 180 * 10);
	running_open(&numbers, text);
	expect_equal_runs(&parameters, &numbers);
	running_close(&numbers);
	running_close(&parameters);
}

/* ---- what may change when, and how far ---- */

static const char pendulum[] = "mechanism: pendulum\n"
							   "parameters: {length: 2, wall: 3, mass: 4, part: 1, used: length}\n"
							   "gravity: [0, -10]\n"
							   "bodies:\n"
							   "  bar: {mass: mass - part, inertia: mass*length^2/12, center: [used/2, 0]}\n"
							   "joints:\n"
							   "  pin: {type: revolute, bodies: [ground, bar], at: [0, 0]}\n"
							   "forces:\n"
							   "  spring: {type: spring_damper, bodies: [bar, ground], from: [length, 0],"
							   " to: [wall, 0], stiffness: part, length: wall - length}\n"
							   "  rub: {type: joint_friction, joint: pin, coulomb: part}\n";

static const struct mech_variable *variable(const struct running *r, const char *name)
{
	return &r->model->variables[running_variable(r, name)];
}

static void numbers_given_by_formulas_are_results(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, pendulum);
	static const char *const results[] = {"parameters.used",       "bodies.bar.mass",         "bodies.bar.center[1]",
	                                      "forces.spring.from[1]", "forces.spring.stiffness", "forces.spring.length",
	                                      "forces.rub.coulomb",    "forces.rub.breakaway"};
	static const char *const settable[] = {"parameters.length", "parameters.mass", "bodies.bar.center[2]",
	                                       "forces.spring.damping"};
	for (size_t k = 0; k < sizeof results / sizeof results[0]; k++) {
		assert_int_equal(variable(&r, results[k])->causality, MECH_LOCAL);
	}
	for (size_t k = 0; k < sizeof settable / sizeof settable[0]; k++) {
		assert_int_equal(variable(&r, settable[k])->causality, MECH_PARAMETER);
	}
	running_close(&r);
}

static void parameters_are_tunable_where_all_that_follows_is(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, pendulum);
	assert_true(variable(&r, "parameters.mass")->tunable);
	assert_true(variable(&r, "parameters.part")->tunable);
	assert_false(variable(&r, "parameters.wall")->tunable);
	assert_false(variable(&r, "parameters.length")->tunable);
	assert_false(variable(&r, "parameters.used")->tunable);
	running_close(&r);
}

static void parameters_measure_what_they_stand_for(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, pendulum);
	assert_int_equal(variable(&r, "parameters.wall")->quantity, MECH_LENGTH);
	/* it stands for a stiffness and for a torque, the mass only in expressions */
	assert_int_equal(variable(&r, "parameters.part")->quantity, MECH_NUMBER);
	assert_int_equal(variable(&r, "parameters.mass")->quantity, MECH_NUMBER);
	running_close(&r);
}

static void numbers_follow_during_the_run(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, pendulum);
	running_initialize(&r);
	running_advance(&r, 0.1);
	running_set(&r, "parameters.part", 1.5);
	assert_close(running_get(&r, "bodies.bar.mass"), 2.5, 0);
	assert_close(running_get(&r, "forces.spring.stiffness"), 1.5, 0);
	assert_close(running_get(&r, "forces.rub.breakaway"), 1.5, 0);
	running_advance(&r, 0.2);
	running_close(&r);
}

static void impossible_results_are_refused_during_the_run(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, pendulum);
	running_initialize(&r);
	running_advance(&r, 0.1);
	void *before = malloc(mech_state_size(r.m));
	assert_non_null(before);
	memcpy(before, mech_state(r.m), mech_state_size(r.m));
	assert_int_equal(mech_set(r.m, running_variable(&r, "parameters.part"), 5, &r.message), -1);
	assert_string_equal(r.message.text, "bodies.bar.mass cannot be -1, as follows from parameters.mass, "
	                                    "parameters.part");
	assert_memory_equal(mech_state(r.m), before, mech_state_size(r.m));
	free(before);
	running_advance(&r, 0.2);
	running_close(&r);
}

static void before_the_start_parameters_need_to_fit_only_together(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, pendulum);
	running_set(&r, "parameters.length", 4);
	assert_int_equal(mech_initialize(r.m, &r.message), -1);
	assert_string_equal(r.message.text,
	                    "forces.spring.length cannot be -1, as follows from parameters.wall, parameters.length");
	running_set(&r, "parameters.wall", 5);
	running_initialize(&r);
	assert_close(running_get(&r, "forces.spring.length"), 1, 0);
	running_close(&r);
}

static void a_drawing_without_length_is_refused(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, "mechanism: tied\n"
	                 "parameters: {length: 2}\n"
	                 "bodies:\n"
	                 "  bar: {mass: 1, inertia: 1, center: [1, 0]}\n"
	                 "joints:\n"
	                 "  tie: {type: rod, bodies: [bar, ground], from: [0, 0], to: [length, 0]}\n");
	running_set(&r, "parameters.length", 0);
	assert_int_equal(mech_initialize(r.m, &r.message), -1);
	assert_string_equal(r.message.text, "joints.tie.length cannot be 0, as follows from the drawing");
	running_set(&r, "parameters.length", 1);
	running_initialize(&r);
	assert_close(running_get(&r, "joints.tie.length"), 1, 0);
	running_close(&r);
}

static void what_an_input_replaces_and_settings_do_not_follow(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, "mechanism: driven\n"
	                 "parameters: {a: 2, b: 1e-3}\n"
	                 "bodies:\n"
	                 "  bar: {mass: 1, inertia: 1, center: [1, 0]}\n"
	                 "joints:\n"
	                 "  pin: {type: revolute, bodies: [ground, bar], at: [0, 0]}\n"
	                 "forces:\n"
	                 "  motor: {type: torque, joint: pin, input: moment, start: 3*a}\n"
	                 "solver: {tolerance: b/10}\n"
	                 "experiment: {stop: 2*a}\n");
	assert_int_equal(r.model->n_formulas, 0);
	assert_close(running_get(&r, "moment"), 6, 0);
	assert_close(running_get(&r, "solver.tolerance"), 1e-4, 1e-19);
	assert_close(r.model->head->stop_time, 4, 0);
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_operator_is_its_function),
		cmocka_unit_test(what_is_no_number_stays_none),
		cmocka_unit_test(depth_is_the_room_that_operations_need),
		cmocka_unit_test(a_four_bar_of_parameters_is_the_one_of_numbers),
		cmocka_unit_test(changed_parameters_give_the_mechanism_of_the_changed_numbers),
		cmocka_unit_test(numbers_given_by_formulas_are_results),
		cmocka_unit_test(parameters_are_tunable_where_all_that_follows_is),
		cmocka_unit_test(parameters_measure_what_they_stand_for),
		cmocka_unit_test(numbers_follow_during_the_run),
		cmocka_unit_test(impossible_results_are_refused_during_the_run),
		cmocka_unit_test(before_the_start_parameters_need_to_fit_only_together),
		cmocka_unit_test(a_drawing_without_length_is_refused),
		cmocka_unit_test(what_an_input_replaces_and_settings_do_not_follow),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
