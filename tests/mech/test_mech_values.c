/* Values from outside: what a variable takes, directions, and parameters of a saved state. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "assert_close.h"
#include "dae_method.h"
#include "mech/running.h"
#include "mech_values.h"

#define WORKSHOP                                                                              \
	"mechanism: workshop\n"                                                                   \
	"bodies:\n"                                                                               \
	"  slider: {mass: 2, inertia: 1, center: [1, 0]}\n"                                       \
	"joints:\n"                                                                               \
	"  guide: {type: prismatic, bodies: [ground, slider], at: [1, 0], axis: [3, 4]}\n"        \
	"  link: {type: rod, bodies: [ground, slider], from: [0, 2], to: [1, 0]}\n"               \
	"forces:\n"                                                                               \
	"  pull: {type: force, body: slider, at: [1, 0], direction: [0, 1], input: pull_force}\n" \
	"solver: {method: radau}\n"

static int check(struct running *r, const char *name, double value)
{
	mech_say(&r->message, "");
	return mech_check_value(r->model, running_variable(r, name), value, &r->message);
}

static void expect_refused(struct running *r, const char *name, double value, const char *why)
{
	assert_int_equal(check(r, name, value), -1);
	running_expect_message(r, name);
	running_expect_message(r, why);
}

static void values_are_held_to_the_limits_of_their_variable(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, WORKSHOP);
	assert_int_equal(check(&r, "bodies.slider.mass", 0), 0);
	assert_int_equal(check(&r, "pull_force", -1e100), 0);
	assert_int_equal(check(&r, "solver.tolerance", 0.1), 0);
	assert_int_equal(check(&r, "solver.method", 1), 0);
	expect_refused(&r, "bodies.slider.mass", -1, "cannot be -1, it must be at least 0");
	expect_refused(&r, "joints.link.length", 0, "greater than 0");
	expect_refused(&r, "solver.tolerance", 0.2, "at most 0.1");
	expect_refused(&r, "solver.method", 0, "solver.method cannot be 0, it must be 1 (auto), ");
	expect_refused(&r, "solver.method", 100,
	               "solver.method cannot be 100, it must be 1 (auto), 2 (generalized_alpha), 3 (hht), ");
	expect_refused(&r, "pull_force", -1e300, "at least -1e+100");
	expect_refused(&r, "pull_force", 1e300, "at most 1e+100");
	expect_refused(&r, "pull_force", NAN, "cannot be nan, it must be a finite number");
	expect_refused(&r, "pull_force", -HUGE_VAL, "cannot be -inf, it must be a finite number");
	running_close(&r);
}

static void a_refused_value_changes_nothing(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, WORKSHOP);
	assert_int_equal(mech_set(r.m, running_variable(&r, "bodies.slider.mass"), -3, &r.message), -1);
	assert_true(running_get(&r, "bodies.slider.mass") == 2);
	running_close(&r);
}

static void a_direction_of_length_zero_is_named(void **state)
{
	(void)state;
	static const char *const vectors[] = {"joints.guide.axis", "forces.pull.direction"};
	for (int k = 0; k < 2; k++) {
		struct running r;
		char first[64], second[64], zero[64];
		(void)snprintf(first, sizeof first, "%s[1]", vectors[k]);
		(void)snprintf(second, sizeof second, "%s[2]", vectors[k]);
		(void)snprintf(zero, sizeof zero, "%s[1..2] are all zero", vectors[k]);
		running_open(&r, WORKSHOP);
		running_initialize(&r);
		running_set(&r, first, 0);
		running_set(&r, second, 0);
		assert_int_equal(mech_initialize(r.m, &r.message), -1);
		running_expect_message(&r, zero);
		running_set(&r, second, -1e-200);
		running_initialize(&r);
		running_close(&r);
	}
}

static void the_variable_that_shows_a_parameter_is_found(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, WORKSHOP);
	int shown = 0;
	for (int k = 0; k < r.model->n_parameters; k++) {
		int variable = mech_variable_of_parameter(r.model, k);
		assert_true(variable < 0 || r.model->variables[variable].index == k);
		shown += variable >= 0;
	}
	/* all but the force that the input stands for */
	assert_int_equal(shown, r.model->n_parameters - 1);
	running_close(&r);
}

static void parameters_of_a_state_must_be_settable_ones(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, WORKSHOP);
	size_t size = (size_t)r.model->n_parameters * sizeof(double);
	double *parameters = malloc(size);
	assert_non_null(parameters);
	memcpy(parameters, r.model->parameters, size);
	assert_int_equal(mech_check_parameters(r.model, parameters, &r.message), 0);
	parameters[r.model->bodies[0].parameter] = -1;
	assert_int_equal(mech_check_parameters(r.model, parameters, &r.message), -1);
	running_expect_message(&r, "bodies.slider.mass");
	parameters[r.model->bodies[0].parameter] = 1;
	parameters[r.model->head->solver + MECH_SOLVER_METHOD] = 1.5;
	assert_int_equal(mech_check_parameters(r.model, parameters, &r.message), -1);
	running_expect_message(&r, "solver.method is none of its choices");
	parameters[r.model->head->solver + MECH_SOLVER_METHOD] = 99;
	assert_int_equal(mech_check_parameters(r.model, parameters, &r.message), -1);
	running_expect_message(&r, "solver.method");

	/* also where no variable shows the method */
	struct mech_model bare = *r.model;
	bare.n_variables = 0;
	assert_int_equal(mech_check_parameters(&bare, parameters, &r.message), -1);
	running_expect_message(&r, "solver.method is none of its choices");
	free(parameters);
	running_close(&r);
}

/* eigenvalues of a tensor turned about two axes: diag(1, 2, 4) */
static void principal_moments_do_not_depend_on_the_axes(void **state)
{
	(void)state;
	const double c = cos(0.7), s = sin(0.7), d = cos(-1.1), e = sin(-1.1);
	const double R[3][3] = {{c, -s * d, s * e}, {s, c * d, -c * e}, {0, e, d}}, p[3] = {1, 2, 4};
	double J[3][3], moments[3];
	for (int i = 0; i < 9; i++) {
		J[i / 3][i % 3] = 0;
		for (int k = 0; k < 3; k++) {
			J[i / 3][i % 3] += R[i / 3][k] * p[k] * R[i % 3][k];
		}
	}
	mech_principal_moments((double[]){J[0][0], J[1][1], J[2][2], J[0][1], J[0][2], J[1][2]}, moments);
	for (int k = 0; k < 3; k++) {
		assert_close(moments[k], p[k], 1e-13);
	}
	mech_principal_moments((double[]){0, 0, 0, 1, 0, 0}, moments);
	assert_close(moments[0], -1, 1e-13);
	assert_close(moments[2], 1, 1e-13);
}

#define DISC                                                                                      \
	"mechanism: disc\n"                                                                           \
	"space: spatial\n"                                                                            \
	"bodies:\n"                                                                                   \
	"  disc: {mass: 1, inertia: [1, 2, 1], center: [0, 0, 1]}\n"                                  \
	"joints:\n"                                                                                   \
	"  road: {type: rolling, bodies: [disc, ground], at: [0, 0, 1], axis: [0, 1, 0], radius: 1, " \
	"plane: [0, 0, 0], normal: [0, 0, 1]}\n"

static void an_inertia_that_becomes_impossible_is_refused_at_the_start(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, DISC);
	running_set(&r, "bodies.disc.inertia[4]", 1.4);
	running_initialize(&r);
	running_set(&r, "bodies.disc.inertia[4]", 1.5);
	assert_int_equal(mech_initialize(r.m, &r.message), -1);
	running_expect_message(&r, "the inertia of body 'disc' is impossible: a principal moment is -0.0811388 kg m2");
	running_close(&r);
}

/* whatever the method: rolling has no positions that index3 could enforce */
static void index3_is_refused_where_something_rolls(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, DISC);
	running_set(&r, "solver.formulation", MECH_FIRST_CHOICE + DAE_INDEX3);
	for (int method = 0; method < dae_method_count(); method++) {
		if (dae_methods[method]->formulations & 1 << DAE_INDEX3) {
			running_set(&r, "solver.method", MECH_FIRST_CHOICE + method);
			assert_int_equal(mech_initialize(r.m, &r.message), -1);
			running_expect_message(&r, "formulation index3 enforces positions alone and would let joint 'road' slip");
		}
	}
	running_set(&r, "solver.formulation", MECH_FIRST_CHOICE + DAE_INDEX2);
	running_initialize(&r);
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_held_to_the_limits_of_their_variable),
		cmocka_unit_test(a_refused_value_changes_nothing),
		cmocka_unit_test(a_direction_of_length_zero_is_named),
		cmocka_unit_test(the_variable_that_shows_a_parameter_is_found),
		cmocka_unit_test(parameters_of_a_state_must_be_settable_ones),
		cmocka_unit_test(principal_moments_do_not_depend_on_the_axes),
		cmocka_unit_test(an_inertia_that_becomes_impossible_is_refused_at_the_start),
		cmocka_unit_test(index3_is_refused_where_something_rolls),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
