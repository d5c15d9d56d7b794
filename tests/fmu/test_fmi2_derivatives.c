/* Derivatives through the functions of FMI: against differences of set and get, against closed
 * forms, and manners. */
#include "fmu/fmu_fixture.h"

#include <math.h>
#include <stdlib.h>

#include "assert_close.h"
#include "mech/moving_zoo.h"

enum { MOST_VARIABLES = 400 };

static const struct mech_model *model_of(const struct fixture *x)
{
	return ((struct fmu_instance *)x->c)->model;
}

static void open_example(struct fixture *x, const char *name)
{
	struct mech_message message;
	struct host_image image = {NULL, 0};
	char path[1024];
	(void)snprintf(path, sizeof path, "%s/examples/%s/%s.yaml", MECHFMU_SOURCE_DIR, name, name);
	struct host_mechanism *m = host_read_file(path, &message);
	if (m == NULL || host_image_build(m, &image, &message) != 0) {
		fail_msg("%s", message.text);
	}
	host_mechanism_free(m);
	fixture_open_image(x, image, 0);
}

static double change_of(struct fixture *x, const char *unknown, const char *known)
{
	const fmi2ValueReference y = fixture_reference(x, unknown), u = fixture_reference(x, known);
	double change = NAN;
	fixture_expect_ok(x, fmi2GetDirectionalDerivative(x->c, &y, 1, &u, 1, &(double){1}, &change));
	return change;
}

static double in_time(struct fixture *x, const char *name, fmi2Integer order)
{
	const fmi2ValueReference y = fixture_reference(x, name);
	double value = NAN;
	fixture_expect_ok(x, fmi2GetRealOutputDerivatives(x->c, &y, 1, &order, &value));
	return value;
}

static void set_derivative(struct fixture *x, const char *name, fmi2Integer order, double value)
{
	const fmi2ValueReference u = fixture_reference(x, name);
	fixture_expect_ok(x, fmi2SetRealInputDerivatives(x->c, &u, 1, &order, &value));
}

/* ---- directional derivatives ---- */

/* all Real results but the solver's; their number */
static size_t smooth_results(const struct fixture *x, fmi2ValueReference *list)
{
	size_t n = 0;
	const struct mech_model *model = model_of(x);
	assert_true(model->n_variables < MOST_VARIABLES);
	for (int k = 0; k < model->n_variables; k++) {
		const struct mech_variable *y = &model->variables[k];
		if ((y->causality == MECH_OUTPUT || y->causality == MECH_LOCAL) && y->source != MECH_FROM_SOLVER) {
			list[n++] = (fmi2ValueReference)k;
		}
	}
	return n;
}

/* how all results answer to one input: as fmi2SetReal and fmi2GetReal say, by differences of fourth
 * order */
static void compare_input(struct fixture *x, fmi2ValueReference u)
{
	static const double at[] = {1, -1, 2, -2};
	static double y[4][MOST_VARIABLES], changes[MOST_VARIABLES];
	const double h = 1e-3;
	fmi2ValueReference list[MOST_VARIABLES];
	const size_t n = smooth_results(x, list);
	double held;
	fixture_expect_ok(x, fmi2GetDirectionalDerivative(x->c, list, n, &u, 1, &(double){1}, changes));
	fixture_expect_ok(x, fmi2GetReal(x->c, &u, 1, &held));
	for (int k = 0; k < 4; k++) {
		fixture_expect_ok(x, fmi2SetReal(x->c, &u, 1, &(double){held + at[k] * h}));
		fixture_expect_ok(x, fmi2GetReal(x->c, list, n, y[k]));
	}
	fixture_expect_ok(x, fmi2SetReal(x->c, &u, 1, &held));
	for (size_t k = 0; k < n; k++) {
		const double expected = (8 * (y[0][k] - y[1][k]) - (y[2][k] - y[3][k])) / (12 * h);
		if (!(fabs(changes[k] - expected) <= 1e-6 * (1 + fabs(expected)))) {
			fail_msg("%s on %s: %.12g, by differences %.12g",
			         mech_name(model_of(x), model_of(x)->variables[list[k]].name),
			         mech_name(model_of(x), model_of(x)->variables[u].name), changes[k], expected);
		}
	}
}

/* in initialization mode and between steps */
static void compare_inputs(struct fixture *x)
{
	const struct mech_model *model = model_of(x);
	fixture_expect_ok(x, fmi2EnterInitializationMode(x->c));
	for (int k = 0; k < 3; k++) {
		for (int i = 0; i < model->n_variables; i++) {
			if (model->variables[i].causality == MECH_INPUT) {
				compare_input(x, (fmi2ValueReference)i);
			}
		}
		if (k == 0) {
			fixture_expect_ok(x, fmi2ExitInitializationMode(x->c));
		}
		const double step = model->head->step;
		fixture_expect_ok(x, fmi2DoStep(x->c, k * 10 * step, 10 * step, fmi2True));
	}
	fixture_close(x);
}

static void results_answer_to_inputs_as_set_and_get_say(void **state)
{
	(void)state;
	struct fixture x;
	for (int k = 0; k < MOVING_ZOO_SIZE; k++) {
		fixture_open(&x, moving_zoo[k], 0);
		compare_inputs(&x);
	}
	open_example(&x, "four_bar");
	compare_inputs(&x);
}

/* a state cannot be set in co-simulation; d(acceleration)/d(speed) of a wheel with friction is
 * -viscous / inertia */
#define BRAKED                                                                                               \
	"mechanism: braked\n"                                                                                    \
	"gravity: [0, 0]\n" WHEEL_ON_AXLE WHEEL_MOTOR(                                                           \
		"input: motor_torque") "  bearing: {type: joint_friction, joint: axle, viscous: 0.2}\n" WHEEL_START  \
							   "outputs: [joints.axle.angle, joints.axle.speed, joints.axle.acceleration]\n" \
							   "experiment: {start: 0, stop: 2, step: 0.01}\n"

static void derivatives_of_states_answer_to_states(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, BRAKED, 0);
	fixture_start(&x);
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 0.5, fmi2True));
	assert_close(change_of(&x, "bodies.wheel.acceleration", "bodies.wheel.speed"), -0.2 / 0.5, 1e-10);
	assert_close(change_of(&x, "bodies.wheel.acceleration", "motor_torque"), 1 / 0.5, 1e-10);
	assert_close(change_of(&x, "bodies.wheel.speed", "bodies.wheel.speed"), 1, 0);
	assert_close(change_of(&x, "bodies.wheel.speed", "bodies.wheel.angle"), 0, 0);
	fixture_close(&x);
}

/* ---- time ---- */

/* torque 1 + 2 t: speed with friction is not simple, so friction is off: speed 3 + 2 t + 2 t^2,
 * acceleration 2 + 4 t */
static void inputs_with_derivatives_act_within_the_step_and_outputs_have_theirs(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, BRAKED, 0);
	fixture_expect_ok(&x, fixture_set(&x, "forces.bearing.viscous", 0));
	fixture_expect_ok(&x, fixture_set(&x, "motor_torque", 1));
	set_derivative(&x, "motor_torque", 1, 2);
	fixture_expect_ok(&x, fmi2SetupExperiment(x.c, fmi2True, 1e-9, 0, fmi2False, 0));
	fixture_expect_ok(&x, fmi2EnterInitializationMode(x.c));
	fixture_expect_ok(&x, fmi2ExitInitializationMode(x.c));
	for (int k = 1; k <= 4; k++) {
		const double t = 0.25 * k;
		fixture_expect_ok(&x, fmi2DoStep(x.c, t - 0.25, 0.25, fmi2True));
		assert_close(fixture_get(&x, "motor_torque"), 1 + 2 * t, 1e-13);
		assert_close(fixture_get(&x, "joints.axle.speed"), 3 + 2 * t + 2 * t * t, 1e-7);
		assert_close(in_time(&x, "joints.axle.angle", 1), fixture_get(&x, "joints.axle.speed"), 0);
		assert_close(in_time(&x, "joints.axle.angle", 2), 2 + 4 * t, 1e-6);
		assert_close(in_time(&x, "joints.axle.speed", 1), 2 + 4 * t, 1e-6);
		/* the torque continues rising until something else is set */
		assert_close(in_time(&x, "joints.axle.acceleration", 1), 4, 1e-9);
		assert_close(in_time(&x, "joints.axle.angle", 3), 0, 0);
		assert_close(in_time(&x, "joints.axle.acceleration", 2), 0, 0);
		set_derivative(&x, "motor_torque", 1, 2);
	}
	/* a slope of 0 stops it */
	set_derivative(&x, "motor_torque", 1, 0);
	assert_close(in_time(&x, "joints.axle.acceleration", 1), 0, 1e-9);
	fixture_expect_ok(&x, fmi2Terminate(x.c));
	assert_close(in_time(&x, "joints.axle.angle", 1), fixture_get(&x, "joints.axle.speed"), 0);
	fixture_close(&x);
}

static void derivatives_of_inputs_set_in_initialization_mode_count_at_once(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x,
	             "mechanism: led\n"
	             "bodies:\n"
	             "  arm: {mass: 2, inertia: 0.1, center: [0.5, 0]}\n"
	             "joints:\n"
	             "  pin: {type: revolute, bodies: [ground, arm], at: [0, 0]}\n"
	             "drivers:\n"
	             "  motor: {type: input, joint: pin, input: wanted, start: 0.4}\n"
	             "outputs: [joints.pin.speed]\n",
	             0);
	fixture_expect_ok(&x, fmi2EnterInitializationMode(x.c));
	assert_close(fixture_get(&x, "joints.pin.speed"), 0, 1e-12);
	set_derivative(&x, "wanted", 1, 1.5);
	assert_close(fixture_get(&x, "joints.pin.speed"), 1.5, 1e-12);
	assert_close(change_of(&x, "bodies.arm.vy", "wanted"), -0.5 * 1.5 * sin(0.4), 1e-8);
	fixture_expect_ok(&x, fmi2ExitInitializationMode(x.c));
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 0.2, fmi2True));
	assert_close(fixture_get(&x, "joints.pin.angle"), 0.4 + 1.5 * 0.2, 1e-9);
	fixture_close(&x);
}

/* ---- manners ---- */

static void wrong_references_orders_and_lists_are_refused_by_name(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_start(&x);
	const fmi2ValueReference torque = fixture_reference(&x, "motor_torque"), time = fixture_reference(&x, "time");
	const fmi2ValueReference angle = fixture_reference(&x, "joints.axle.angle");
	const fmi2ValueReference steps = fixture_reference(&x, "solver.steps");
	const fmi2ValueReference mass = fixture_reference(&x, "bodies.wheel.mass");
	const fmi2ValueReference beyond = (fmi2ValueReference)model_of(&x)->n_variables, largest = (fmi2ValueReference)-1;
	const fmi2Integer orders[] = {1, 0, 4, -7};
	const double numbers[] = {1, NAN};
	fmi2Component c = x.c;
	double y = 7;

	fixture_expect_error(&x, fmi2GetDirectionalDerivative(c, &beyond, 1, &torque, 1, numbers, &y), "does not exist");
	fixture_expect_error(&x, fmi2GetDirectionalDerivative(c, &angle, 1, &largest, 1, numbers, &y), "does not exist");
	fixture_expect_error(&x, fmi2GetDirectionalDerivative(c, &steps, 1, &torque, 1, numbers, &y),
	                     "solver.steps counts");
	fixture_expect_error(&x, fmi2GetDirectionalDerivative(c, &torque, 1, &torque, 1, numbers, &y),
	                     "motor_torque is not a result");
	fixture_expect_error(&x, fmi2GetDirectionalDerivative(c, &angle, 1, &mass, 1, numbers, &y),
	                     "bodies.wheel.mass is neither an input nor a state");
	fixture_expect_error(&x, fmi2GetDirectionalDerivative(c, &angle, 1, &time, 1, numbers, &y),
	                     "time is neither an input nor a state");
	fixture_expect_error(&x, fmi2GetDirectionalDerivative(c, &angle, 1, &torque, 1, numbers + 1, &y), "motor_torque");
	fixture_expect_error(&x, fmi2GetDirectionalDerivative(c, NULL, 1, &torque, 1, numbers, &y), "NULL");
	fixture_expect_error(&x, fmi2GetDirectionalDerivative(c, &angle, 1, NULL, 1, numbers, &y), "NULL");
	fixture_expect_error(&x, fmi2GetDirectionalDerivative(c, &angle, 1, &torque, 1, NULL, &y), "NULL");
	fixture_expect_error(&x, fmi2GetDirectionalDerivative(c, &angle, 1, &torque, 1, numbers, NULL), "NULL");

	fixture_expect_error(&x, fmi2SetRealInputDerivatives(c, &beyond, 1, orders, numbers), "does not exist");
	fixture_expect_error(&x, fmi2SetRealInputDerivatives(c, &angle, 1, orders, numbers),
	                     "joints.axle.angle is not an input");
	fixture_expect_error(&x, fmi2SetRealInputDerivatives(c, &steps, 1, orders, numbers),
	                     "solver.steps is not an input");
	fixture_expect_error(&x, fmi2SetRealInputDerivatives(c, &torque, 1, orders + 1, numbers), "motor_torque");
	fixture_expect_error(&x, fmi2SetRealInputDerivatives(c, &torque, 1, orders + 2, numbers), "up to order 3");
	fixture_expect_error(&x, fmi2SetRealInputDerivatives(c, &torque, 1, orders, numbers + 1), "finite");
	fixture_expect_error(&x, fmi2SetRealInputDerivatives(c, NULL, 1, orders, numbers), "NULL");
	fixture_expect_error(&x, fmi2SetRealInputDerivatives(c, &torque, 1, NULL, numbers), "NULL");
	fixture_expect_error(&x, fmi2SetRealInputDerivatives(c, &torque, 1, orders, NULL), "NULL");

	fixture_expect_error(&x, fmi2GetRealOutputDerivatives(c, &largest, 1, orders, &y), "does not exist");
	fixture_expect_error(&x, fmi2GetRealOutputDerivatives(c, &torque, 1, orders, &y), "motor_torque is not a result");
	fixture_expect_error(&x, fmi2GetRealOutputDerivatives(c, &steps, 1, orders, &y), "solver.steps counts");
	fixture_expect_error(&x, fmi2GetRealOutputDerivatives(c, &angle, 1, orders + 1, &y), "joints.axle.angle");
	fixture_expect_error(&x, fmi2GetRealOutputDerivatives(c, &angle, 1, orders + 3, &y), "joints.axle.angle");
	fixture_expect_error(&x, fmi2GetRealOutputDerivatives(c, NULL, 1, orders, &y), "NULL");
	fixture_expect_error(&x, fmi2GetRealOutputDerivatives(c, &angle, 1, NULL, &y), "NULL");
	fixture_expect_error(&x, fmi2GetRealOutputDerivatives(c, &angle, 1, orders, NULL), "NULL");

	/* nothing requested is nothing wrong; nothing varied changes nothing; nothing of all this has
	 * done harm */
	fixture_expect_ok(&x, fmi2GetDirectionalDerivative(c, NULL, 0, NULL, 0, NULL, NULL));
	fixture_expect_ok(&x, fmi2GetDirectionalDerivative(c, NULL, 0, &torque, 1, numbers, NULL));
	fixture_expect_ok(&x, fmi2SetRealInputDerivatives(c, NULL, 0, NULL, NULL));
	fixture_expect_ok(&x, fmi2GetRealOutputDerivatives(c, NULL, 0, NULL, NULL));
	assert_close(y, 7, 0);
	fixture_expect_ok(&x, fmi2GetDirectionalDerivative(c, &angle, 1, NULL, 0, NULL, &y));
	assert_close(y, 0, 0);
	fixture_expect_ok(&x, fmi2DoStep(c, 0, 0.5, fmi2True));
	assert_close(fixture_get(&x, "joints.axle.angle"), 0.25 + 3 * 0.5, 1e-6);
	fixture_close(&x);
}

static void a_list_with_a_wrong_entry_sets_nothing(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_start(&x);
	const fmi2ValueReference list[] = {fixture_reference(&x, "motor_torque"), fixture_reference(&x, "motor_torque")};
	const fmi2Integer orders[] = {1, 9};
	fixture_expect_error(&x, fmi2SetRealInputDerivatives(x.c, list, 2, orders, (double[]){5, 5}), "motor_torque");
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 1, fmi2True));
	assert_close(fixture_get(&x, "motor_torque"), 0, 0);
	fixture_close(&x);
}

static void without_an_assembled_mechanism_there_are_no_derivatives(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, LOCKED, 0);
	fixture_expect_ok(&x, fixture_set(&x, "joints.link.length", 100));
	fixture_expect_ok(&x, fmi2EnterInitializationMode(x.c));
	const fmi2ValueReference y = fixture_reference(&x, "joints.guide.position");
	const fmi2ValueReference u = fixture_reference(&x, "wanted_position");
	double change = 7;
	fixture_expect_error(&x, fmi2GetDirectionalDerivative(x.c, &y, 1, &u, 1, &(double){1}, &change),
	                     "fmi2GetDirectionalDerivative: cannot assemble");
	assert_int_equal(fmi2ExitInitializationMode(x.c), fmi2Error);
	fixture_expect_error(&x, fmi2GetDirectionalDerivative(x.c, &y, 1, &u, 1, &(double){1}, &change),
	                     "has not been initialized");
	fixture_expect_error(&x, fmi2GetRealOutputDerivatives(x.c, &y, 1, &(fmi2Integer){1}, &change),
	                     "has not been initialized");
	fixture_close(&x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(results_answer_to_inputs_as_set_and_get_say),
		cmocka_unit_test(derivatives_of_states_answer_to_states),
		cmocka_unit_test(inputs_with_derivatives_act_within_the_step_and_outputs_have_theirs),
		cmocka_unit_test(derivatives_of_inputs_set_in_initialization_mode_count_at_once),
		cmocka_unit_test(wrong_references_orders_and_lists_are_refused_by_name),
		cmocka_unit_test(a_list_with_a_wrong_entry_sets_nothing),
		cmocka_unit_test(without_an_assembled_mechanism_there_are_no_derivatives),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
