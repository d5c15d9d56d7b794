/* Parameters through the FMI functions: all can be set before the run, the tunable ones during it
 * with the motion that physics asks for, and impossible values are refused by name. The truths are
 * closed forms of one oscillator,
 *
 *     m x'' = -k (x - r) - c x' + f,     with all constants changing at one instant.
 */
#define _POSIX_C_SOURCE 200809L
#include "fmu/fmu_fixture.h"

#include <float.h>
#include <glob.h>
#include <math.h>
#include <stdlib.h>

#include "assert_close.h"

/* along a slide: spring of 1 m as drawn, damper, friction, weight and a push; steps are short
 * because energies are summed by the trapezoidal rule */
#define SLIDE                                                                                                         \
	"mechanism: slide\n"                                                                                              \
	"gravity: [0.5, -9.81]\n"                                                                                         \
	"bodies:\n"                                                                                                       \
	"  block: {mass: 2, inertia: 1, center: [0, 0]}\n"                                                                \
	"joints:\n"                                                                                                       \
	"  rail: {type: prismatic, bodies: [ground, block], at: [0, 0], axis: [1, 0]}\n"                                  \
	"forces:\n"                                                                                                       \
	"  spring: {type: spring_damper, bodies: [ground, block], from: [-1, 0], to: [0, 0], stiffness: 50, damping: 1, " \
	"\n"                                                                                                              \
	"           length: 1.05}\n"                                                                                      \
	"  friction: {type: joint_friction, joint: rail, viscous: 0.5}\n"                                                 \
	"  push: {type: joint_force, joint: rail, force: 3}\n"                                                            \
	"  pull: {type: force, body: block, at: [0, 0], direction: [2, 0], force: 0.25}\n"                                \
	"initial:\n"                                                                                                      \
	"  rail: {position: 0.1, speed: -0.4}\n"                                                                          \
	"solver: {method: radau, tolerance: 1e-8, largest_step: 0.001}\n"

/* the same on an axle */
#define AXLE                                                                                             \
	"mechanism: axle\n"                                                                                  \
	"bodies:\n"                                                                                          \
	"  wheel: {mass: 1, inertia: 2, center: [0, 0]}\n"                                                   \
	"joints:\n"                                                                                          \
	"  bearing: {type: revolute, bodies: [ground, wheel], at: [0, 0]}\n"                                 \
	"forces:\n"                                                                                          \
	"  spring: {type: torsional_spring_damper, joint: bearing, stiffness: 50, damping: 1, rest: 0.05}\n" \
	"  friction: {type: joint_friction, joint: bearing, viscous: 0.5}\n"                                 \
	"  motor: {type: torque, joint: bearing, torque: 3}\n"                                               \
	"  wind: {type: body_torque, body: wheel, torque: 1.25}\n"                                           \
	"initial:\n"                                                                                         \
	"  bearing: {angle: 0.1, speed: -0.4}\n"                                                             \
	"solver: {method: radau, tolerance: 1e-8, largest_step: 0.001}\n"

/* ---- the oscillator */

struct oscillator {
	double m, k, r, c, f;
};

struct motion {
	double x, v;
};

static struct motion oscillate(const struct oscillator *o, struct motion start, double t)
{
	double rest = o->r + o->f / o->k;
	double decay = o->c / (2 * o->m);
	double w = sqrt(o->k / o->m - decay * decay);
	double a = start.x - rest;
	double b = (start.v + decay * a) / w;
	double e = exp(-decay * t), cosine = cos(w * t), sine = sin(w * t);
	return (struct motion){
		rest + e * (a * cosine + b * sine),
		e * ((b * w - decay * a) * cosine - (a * w + decay * b) * sine),
	};
}

/* what both mechanisms start as: weight 2 * 0.5, push 3 and pull 0.25 N; motor 3 and wind 1.25 N
 * m */
static const struct oscillator slide = {2, 50, 0.05, 1.5, 4.25}, axle = {2, 50, 0.05, 1.5, 4.25};

struct change {
	const char *parameter;
	double value;
	struct oscillator then;
};

static const struct change slide_changes[] = {
	{"bodies.block.mass", 3, {3, 50, 0.05, 1.5, 4.75}},        {"gravity[1]", -1, {2, 50, 0.05, 1.5, 1.25}},
	{"forces.spring.stiffness", 80, {2, 80, 0.05, 1.5, 4.25}}, {"forces.spring.damping", 4, {2, 50, 0.05, 4.5, 4.25}},
	{"forces.spring.length", 1.25, {2, 50, 0.25, 1.5, 4.25}},  {"forces.friction.viscous", 0, {2, 50, 0.05, 1, 4.25}},
	{"forces.push.force", -3, {2, 50, 0.05, 1.5, -1.75}},      {"forces.pull.force", 1, {2, 50, 0.05, 1.5, 5}},
};

static const struct change axle_changes[] = {
	{"bodies.wheel.inertia", 3, {3, 50, 0.05, 1.5, 4.25}},  {"forces.spring.stiffness", 80, {2, 80, 0.05, 1.5, 4.25}},
	{"forces.spring.damping", 4, {2, 50, 0.05, 4.5, 4.25}}, {"forces.spring.rest", -0.25, {2, 50, -0.25, 1.5, 4.25}},
	{"forces.friction.viscous", 0, {2, 50, 0.05, 1, 4.25}}, {"forces.motor.torque", -3, {2, 50, 0.05, 1.5, -1.75}},
	{"forces.wind.torque", 2, {2, 50, 0.05, 1.5, 5}},
};

static void check_change(const char *text, const char *x_name, const char *joint, const struct oscillator *before,
                         const struct change *change)
{
	struct fixture x;
	char acceleration[64], speed[64];
	(void)snprintf(acceleration, sizeof acceleration, "%s.acceleration", joint);
	(void)snprintf(speed, sizeof speed, "%s.speed", joint);
	fixture_open(&x, text, 0);
	fixture_start(&x);
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 0.2, fmi2True));
	struct motion at = oscillate(before, (struct motion){0.1, -0.4}, 0.2);
	assert_close(fixture_get(&x, x_name), at.x, 1e-6);

	/* forces follow at once, positions and speeds stay, and the energy that comes in is counted */
	fixture_expect_ok(&x, fixture_set(&x, change->parameter, change->value));
	assert_close(fixture_get(&x, change->parameter), change->value, 0);
	assert_close(fixture_get(&x, x_name), at.x, 1e-6);
	assert_close(fixture_get(&x, speed), at.v, 1e-6);
	const struct oscillator *o = &change->then;
	assert_close(fixture_get(&x, acceleration), (o->f - o->k * (at.x - o->r) - o->c * at.v) / o->m, 1e-4);
	assert_close(fixture_get(&x, "energies.balance_error"), 0, 1e-6);

	fixture_expect_ok(&x, fmi2DoStep(x.c, 0.2, 0.5, fmi2True));
	struct motion end = oscillate(o, at, 0.5);
	assert_close(fixture_get(&x, x_name), end.x, 1e-6);
	assert_close(fixture_get(&x, speed), end.v, 1e-5);
	assert_close(fixture_get(&x, "energies.balance_error"), 0, 1e-5);
	fixture_close(&x);
}

static void tunable_parameters_of_a_slide_act_as_physics_says(void **state)
{
	(void)state;
	for (size_t k = 0; k < sizeof slide_changes / sizeof slide_changes[0]; k++) {
		check_change(SLIDE, "joints.rail.position", "joints.rail", &slide, &slide_changes[k]);
	}
}

static void tunable_parameters_of_an_axle_act_as_physics_says(void **state)
{
	(void)state;
	for (size_t k = 0; k < sizeof axle_changes / sizeof axle_changes[0]; k++) {
		check_change(AXLE, "joints.bearing.angle", "joints.bearing", &axle, &axle_changes[k]);
	}
}

/* ---- all parameters of all examples */

static fmi2Status set_number(struct fixture *x, fmi2ValueReference k, double value)
{
	const struct mech_model *model = ((struct fmu_instance *)x->c)->model;
	fmi2Integer integer = (fmi2Integer)value;
	return model->variables[k].quantity == MECH_COUNT ? fmi2SetInteger(x->c, &k, 1, &integer)
	                                                  : fmi2SetReal(x->c, &k, 1, &value);
}

static double get_number(struct fixture *x, fmi2ValueReference k)
{
	const struct mech_model *model = ((struct fmu_instance *)x->c)->model;
	fmi2Integer integer = 0;
	double value = 0;
	if (model->variables[k].quantity == MECH_COUNT) {
		fixture_expect_ok(x, fmi2GetInteger(x->c, &k, 1, &integer));
		return integer;
	}
	fixture_expect_ok(x, fmi2GetReal(x->c, &k, 1, &value));
	return value;
}

/* a value near the present one that the limits allow */
static double another(const struct mech_variable *v, double value)
{
	double next = v->quantity == MECH_COUNT ? value + 1 : 1.01 * value + 1e-3;
	return next <= v->maximum ? next : v->minimum;
}

static void check_parameters(struct fixture *x)
{
	const struct mech_model *model = ((struct fmu_instance *)x->c)->model;
	for (int mode = 0; mode < 2; mode++) {
		for (fmi2ValueReference k = 0; k < (fmi2ValueReference)model->n_variables; k++) {
			const struct mech_variable *v = &model->variables[k];
			if (v->causality == MECH_PARAMETER) {
				double next = another(v, model->parameters[v->index]);
				fixture_expect_ok(x, set_number(x, k, next));
			}
		}
		if (mode == 0) {
			fixture_expect_ok(x, fmi2EnterInitializationMode(x->c));
		}
	}
	for (fmi2ValueReference k = 0; k < (fmi2ValueReference)model->n_variables; k++) {
		const struct mech_variable *v = &model->variables[k];
		if (v->causality == MECH_PARAMETER) {
			assert_true(get_number(x, k) == another(v, model->parameters[v->index]));
			fixture_expect_ok(x, set_number(x, k, model->parameters[v->index]));
		}
	}
}

/* impossible ones by name, in every state; fixed ones by name during the run */
static void check_refusals(struct fixture *x, int running)
{
	const struct mech_model *model = ((struct fmu_instance *)x->c)->model;
	for (fmi2ValueReference k = 0; k < (fmi2ValueReference)model->n_variables; k++) {
		const struct mech_variable *v = &model->variables[k];
		if (v->causality != MECH_PARAMETER && v->causality != MECH_INPUT) {
			continue;
		}
		const char *name = mech_name(model, v->name);
		if (running && v->causality == MECH_PARAMETER && !v->tunable) {
			fixture_expect_error(x, set_number(x, k, model->parameters[v->index]), name);
			continue;
		}
		if (v->minimum > -HUGE_VAL) {
			fixture_expect_error(x, set_number(x, k, v->minimum - 1), name);
		}
		if (v->maximum < HUGE_VAL) {
			fixture_expect_error(x, set_number(x, k, v->maximum + 1), name);
		}
		if (v->quantity != MECH_COUNT) {
			fixture_expect_error(x, set_number(x, k, NAN), name);
			fixture_expect_error(x, set_number(x, k, -HUGE_VAL), name);
		}
	}
}

static void every_parameter_of_every_example_can_be_set_before_the_run(void **state)
{
	(void)state;
	glob_t files;
	assert_int_equal(glob(MECHFMU_SOURCE_DIR "/examples/*/*.yaml", 0, NULL, &files), 0);
	for (size_t i = 0; i < files.gl_pathc; i++) {
		struct fixture x;
		struct mech_message message;
		struct host_image image = {NULL, 0};
		struct host_mechanism *mechanism = host_read_file(files.gl_pathv[i], &message);
		assert_non_null(mechanism);
		assert_int_equal(host_image_build(mechanism, &image, &message), 0);
		host_mechanism_free(mechanism);
		fixture_open_image(&x, image, 0);
		check_refusals(&x, 0);
		check_parameters(&x);
		fixture_expect_ok(&x, fmi2ExitInitializationMode(x.c));
		check_refusals(&x, 1);
		fixture_close(&x);
	}
	globfree(&files);
}

static void every_choice_of_the_solver_runs(void **state)
{
	(void)state;
	for (int k = 0; k < MECH_SOLVER_PARAMETERS; k++) {
		for (int choice = 1; choice <= mech_solver_choices(k); choice++) {
			struct fixture x;
			char name[64];
			(void)snprintf(name, sizeof name, "solver.%s", mech_solver_specs[k].key);
			fixture_open(&x, FLYWHEEL, 0);
			fixture_expect_ok(&x, set_number(&x, fixture_reference(&x, name), choice));
			fixture_start(&x);
			fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 0.1, fmi2True));
			assert_true(get_number(&x, fixture_reference(&x, name)) == choice);
			assert_close(fixture_get(&x, "joints.axle.angle"), 0.25 + 3 * 0.1, 1e-5);
			fixture_close(&x);
		}
	}
}

/* ---- values that are impossible together, or only for the solver */

static void a_direction_without_length_is_named_when_it_is_needed(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, SLIDE, 0);
	fixture_expect_ok(&x, fixture_set(&x, "joints.rail.axis[1]", 0));
	fixture_expect_ok(&x, fmi2EnterInitializationMode(x.c));
	fmi2ValueReference position = fixture_reference(&x, "joints.rail.position");
	double value;
	fixture_expect_error(&x, fmi2GetReal(x.c, &position, 1, &value), "joints.rail.axis[1..2] are all zero");
	fixture_expect_ok(&x, fixture_set(&x, "joints.rail.axis[2]", 0.5));
	fixture_expect_ok(&x, fixture_set(&x, "joints.rail.axis[1]", 0.5));
	fixture_expect_ok(&x, fixture_set(&x, "forces.pull.direction[1]", 0));
	fixture_expect_error(&x, fmi2ExitInitializationMode(x.c), "forces.pull.direction[1..2] are all zero");

	/* values of a failed instance can still be read */
	assert_close(fixture_get(&x, "forces.pull.direction[1]"), 0, 0);
	fixture_get(&x, "joints.rail.position");
	fixture_close(&x);
}

static void a_step_of_the_solver_below_the_resolution_of_time_is_named(void **state)
{
	(void)state;
	static const char *const names[] = {"solver.fixed_step", "solver.largest_step"};
	for (int k = 0; k < 2; k++) {
		struct fixture x;
		fixture_open(&x, FLYWHEEL, 0);
		fixture_expect_ok(&x, fixture_set(&x, names[k], 1e-300));
		fixture_start(&x);
		fixture_expect_error(&x, fmi2DoStep(x.c, 0, 0.1, fmi2True), names[k]);
		fixture_close(&x);
	}
}

static void the_tolerance_of_the_experiment_has_the_limits_of_the_solvers(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_expect_error(&x, fmi2SetupExperiment(x.c, fmi2True, 0.5, 0, fmi2False, 0),
	                     "solver.tolerance cannot be 0.5");
	fixture_expect_error(&x, fmi2SetupExperiment(x.c, fmi2True, DBL_MIN / 4, 0, fmi2False, 0), "solver.tolerance");
	fixture_expect_ok(&x, fmi2SetupExperiment(x.c, fmi2True, 0.1, 0, fmi2False, 0));
	fixture_close(&x);
}

static void a_list_with_an_impossible_value_sets_nothing(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_start(&x);
	fmi2ValueReference list[] = {fixture_reference(&x, "motor_torque"), fixture_reference(&x, "bodies.wheel.mass")};
	const double values[] = {5, -5};
	fixture_expect_error(&x, fmi2SetReal(x.c, list, 2, values), "bodies.wheel.mass cannot be -5");
	assert_close(fixture_get(&x, "motor_torque"), 0, 0);
	fixture_close(&x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tunable_parameters_of_a_slide_act_as_physics_says),
		cmocka_unit_test(tunable_parameters_of_an_axle_act_as_physics_says),
		cmocka_unit_test(every_parameter_of_every_example_can_be_set_before_the_run),
		cmocka_unit_test(every_choice_of_the_solver_runs),
		cmocka_unit_test(a_direction_without_length_is_named_when_it_is_needed),
		cmocka_unit_test(a_step_of_the_solver_below_the_resolution_of_time_is_named),
		cmocka_unit_test(the_tolerance_of_the_experiment_has_the_limits_of_the_solvers),
		cmocka_unit_test(a_list_with_an_impossible_value_sets_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
