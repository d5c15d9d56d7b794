/* Dependencies of results: as the constraints connect bodies, and as the unit answers. */
#include "modelDescription/md_fixture.h"

#include <math.h>

#include "mech/running.h"
#include "assert_close.h"
#include "md_dependency.h"

enum { MOST_VARIABLES = 400 };

/* ---- as written in the XML ---- */

/* entry of a variable in a list of the structure */
static const xmlNode *unknown_of(const struct document *d, const char *list, const char *name)
{
	for (xmlNode *k = first_child(child(child(d->root, "ModelStructure"), list)); k != NULL; k = sibling(k)) {
		if (strcmp(variable_name(d, atoi(attribute(k, "index")) - 1), name) == 0) {
			return k;
		}
	}
	fail_msg("no '%s' in %s", name, list);
	return NULL;
}

/* names of the knowns, parameters aside, each followed by a blank, constant ones by "! " */
static void dependencies_of(const struct document *d, const char *list, const char *name, char *names, size_t size)
{
	const xmlNode *unknown = unknown_of(d, list, name);
	const char *indices = attribute(unknown, "dependencies"), *kinds = attribute(unknown, "dependenciesKind");
	long last = 0;
	char *end;
	names[0] = '\0';
	assert_non_null(indices);
	for (long index = strtol(indices, &end, 10); end != indices; index = strtol(indices, &end, 10)) {
		const int constant = kinds != NULL && strncmp(kinds, "constant", 8) == 0;
		assert_true(index > last);
		last = index;
		indices = end;
		if (kinds != NULL) {
			assert_true(constant || strncmp(kinds, "dependent", 9) == 0);
			kinds += strcspn(kinds, " ");
			kinds += *kinds == ' ';
		}
		if (model_of(d)->variables[index - 1].causality != MECH_PARAMETER) {
			const size_t used = strlen(names);
			(void)snprintf(names + used, size - used, "%s%s ", variable_name(d, (int)index - 1), constant ? "!" : "");
		}
	}
	assert_true(kinds == NULL || *kinds == '\0');
}

#define MOVED(body) "bodies." body ".x bodies." body ".y bodies." body ".angle "
#define MOVING(body) "bodies." body ".vx bodies." body ".vy bodies." body ".speed "
#define ALL(body) MOVED(body) MOVING(body)
#define TURNED(body) "bodies." body ".angle bodies." body ".speed "

/* revolute joints read angles, a spring with its damper everything of both ends; the driver's input
 * acts later */
static void dependencies_follow_the_constraints(void **state)
{
	(void)state;
	static const struct {
		const char *list, *name, *knowns;
	} expected[] = {
		{"Outputs", "joints.pin.angle", "bodies.crank.angle! "},
		{"Outputs", "joints.pin.speed", "bodies.crank.speed! "},
		{"Outputs", "joints.pin.acceleration", "motor_torque " ALL("crank") TURNED("rod") ALL("bob")},
		{"Outputs", "bodies.rod.ax", "motor_torque " ALL("crank") TURNED("rod") ALL("bob")},
		{"Outputs", "joints.guide.reaction_force[2]", "motor_torque " ALL("crank") TURNED("rod") ALL("bob")},
		{"Outputs", "joints.hinge.acceleration", "Force " ALL("crank") ALL("bob")},
		{"Outputs", "joints.hinge.reaction_force[1]", "Force " ALL("crank") ALL("bob")},
		{"Outputs", "joints.hook.acceleration", "time tail_torque " TURNED("disc") TURNED("tail")},
		{"Outputs", "drivers.turn.effort", "time tail_torque " TURNED("disc") TURNED("tail")},
		{"Outputs", "forces.belt.tension", ALL("crank") ALL("bob")},
		{"Outputs", "energies.kinetic", MOVING("crank") MOVING("rod") MOVING("bob") MOVING("disc") MOVING("tail")},
		{"Outputs", "solver.steps", ""},
		{"Derivatives", "bodies.tail.vx", "bodies.tail.vx! "},
		{"Derivatives", "bodies.tail.speed", "bodies.tail.speed! "},
		{"Derivatives", "bodies.tail.ax", "time tail_torque " TURNED("disc") TURNED("tail")},
		{"InitialUnknowns", "joints.pin.speed", "time "},
		{"InitialUnknowns", "joints.pin.acceleration", "time motor_torque "},
		{"InitialUnknowns", "joints.hook.acceleration", "time wanted_angle tail_torque "},
		{"InitialUnknowns", "energies.kinetic", "time wanted_angle "},
	};
	struct document d;
	open_document(&d, WORKSHOP);
	for (size_t k = 0; k < sizeof expected / sizeof expected[0]; k++) {
		char names[2000];
		dependencies_of(&d, expected[k].list, expected[k].name, names, sizeof names);
		assert_string_equal(names, expected[k].knowns);
	}
	close_document(&d);
}

/* a body that no joint holds: forces move it, the torque turns it, and neither does what the other
 * does */
static void velocities_that_no_constraint_connects_stay_apart(void **state)
{
	(void)state;
	struct document d;
	char names[200];
	open_document(&d, "mechanism: puck\n"
	                  "bodies: {puck: {mass: 1, inertia: 1, center: [0, 0]}}\n"
	                  "forces:\n"
	                  "  push: {type: force, body: puck, at: [1, 0], direction: [1, 1], input: push}\n"
	                  "  spin: {type: body_torque, body: puck, input: spin}\n"
	                  "outputs: [bodies.puck.ax, bodies.puck.acceleration]\n");
	dependencies_of(&d, "Outputs", "bodies.puck.ax", names, sizeof names);
	assert_string_equal(names, "push ");
	dependencies_of(&d, "Outputs", "bodies.puck.acceleration", names, sizeof names);
	assert_string_equal(names, "push spin bodies.puck.angle ");
	close_document(&d);
}

/* what bodies of parts report are results: they move as one, about a centre that none of them
 * shows. A body next to them stays a state of its own */
static void bodies_of_parts_are_no_states(void **state)
{
	(void)state;
	struct document d;
	char names[400];
	open_document(&d, "mechanism: boat\n"
	                  "bodies:\n"
	                  "  hull: {mass: 1, inertia: 1, center: [0, 0]}\n"
	                  "  mast: {mass: 1, center: [0, 1], welded_to: hull}\n"
	                  "  quay: {mass: 1, center: [0, -1], welded_to: ground}\n"
	                  "  buoy: {mass: 1, inertia: 1, center: [5, 0]}\n"
	                  "forces:\n"
	                  "  push: {type: force, body: mast, at: [0, 1], direction: [1, 0], input: push}\n"
	                  "  rope: {type: spring_damper, bodies: [hull, buoy], from: [1, 0], to: [5, 0], stiffness: 1}\n"
	                  "outputs: [bodies.mast.ax, bodies.mast.x, bodies.quay.x, bodies.buoy.ax]\n");
	dependencies_of(&d, "Outputs", "bodies.mast.ax", names, sizeof names);
	assert_string_equal(names, "push " ALL("buoy"));
	dependencies_of(&d, "Outputs", "bodies.mast.x", names, sizeof names);
	assert_string_equal(names, "");
	dependencies_of(&d, "Outputs", "bodies.quay.x", names, sizeof names);
	assert_string_equal(names, "");
	dependencies_of(&d, "Outputs", "bodies.buoy.ax", names, sizeof names);
	assert_string_equal(names, ALL("buoy"));
	for (xmlNode *k = first_child(child(child(d.root, "ModelStructure"), "Derivatives")); k != NULL; k = sibling(k)) {
		assert_non_null(strstr(variable_name(&d, atoi(attribute(k, "index")) - 1), "buoy"));
	}
	close_document(&d);
}

/* ---- as the unit answers ---- */

static double read_output(struct document *d, fmi2ValueReference output)
{
	fmi2Integer integer = 0;
	double value = 0;
	if (model_of(d)->variables[output].quantity == MECH_COUNT) {
		fixture_expect_ok(&d->x, fmi2GetInteger(d->x.c, &output, 1, &integer));
		return integer;
	}
	fixture_expect_ok(&d->x, fmi2GetReal(d->x.c, &output, 1, &value));
	return value;
}

/* changes each input: exactly the outputs that list it answer. Returns how many do. */
static int change_inputs(struct document *d, const char *list)
{
	const struct mech_model *model = model_of(d);
	int answered = 0;
	for (int pair = 0; pair < model->n_variables * model->n_variables; pair++) {
		const int u = pair / model->n_variables, y = pair % model->n_variables;
		if (model->variables[u].causality != MECH_INPUT || model->variables[y].causality != MECH_OUTPUT) {
			continue;
		}
		char names[2000], known[100];
		const double before = read_output(d, (fmi2ValueReference)y), held = fixture_get(&d->x, variable_name(d, u));
		fixture_expect_ok(&d->x, fixture_set(&d->x, variable_name(d, u), held + 0.5));
		const double after = read_output(d, (fmi2ValueReference)y);
		fixture_expect_ok(&d->x, fixture_set(&d->x, variable_name(d, u), held));
		dependencies_of(d, list, variable_name(d, y), names, sizeof names);
		(void)snprintf(known, sizeof known, "%s ", variable_name(d, u));
		const int listed = strstr(names, known) != NULL;
		if ((fabs(after - before) > 1e-7 * (1 + fabs(before))) != listed) {
			fail_msg("%s: %s on %s: %.17g -> %.17g", list, variable_name(d, y), variable_name(d, u), before, after);
		}
		answered += listed;
	}
	return answered;
}

/* it starts where its forces balance */
#define HANGING                                                                                                       \
	"mechanism: hanging\n"                                                                                            \
	"gravity: [0, -9.81]\n"                                                                                           \
	"bodies:\n"                                                                                                       \
	"  arm: {mass: 2, inertia: 0.1, center: [1, 0]}\n"                                                                \
	"  bob: {mass: 1, inertia: 0.1, center: [2, -1]}\n"                                                               \
	"joints:\n"                                                                                                       \
	"  pin: {type: revolute, bodies: [ground, arm], at: [0, 0]}\n"                                                    \
	"  hook: {type: revolute, bodies: [arm, bob], at: [2, 0]}\n"                                                      \
	"forces:\n"                                                                                                       \
	"  spring: {type: spring_damper, bodies: [ground, arm], from: [0, 2], to: [1.5, 0], stiffness: 90, damping: 1}\n" \
	"  load: {type: force, body: bob, at: [2, -1], direction: [1, 0], input: load}\n"                                 \
	"initial: static\n"                                                                                               \
	"outputs: [joints.pin.angle, joints.hook.angle, bodies.bob.x, bodies.bob.vx]\n"

static void outputs_answer_to_the_inputs_that_are_declared_and_to_no_others(void **state)
{
	(void)state;
	struct document d;
	open_document(&d, WORKSHOP);
	fixture_expect_ok(&d.x, fmi2SetupExperiment(d.x.c, fmi2False, 0, 0, fmi2False, 0));
	fixture_expect_ok(&d.x, fmi2EnterInitializationMode(d.x.c));
	/* with a speed, so that the kinetic energy follows the angle of the disc too */
	const fmi2ValueReference wanted = fixture_reference(&d.x, "wanted_angle");
	fixture_expect_ok(&d.x, fmi2SetRealInputDerivatives(d.x.c, &wanted, 1, &(fmi2Integer){1}, &(double){2}));
	assert_int_equal(change_inputs(&d, "InitialUnknowns"), 7 + 3);
	fixture_expect_ok(&d.x, fmi2ExitInitializationMode(d.x.c));
	fixture_expect_ok(&d.x, fmi2DoStep(d.x.c, 0, 0.25, fmi2True));
	assert_int_equal(change_inputs(&d, "Outputs"), 7);
	close_document(&d);
	open_document(&d, HANGING);
	fixture_expect_ok(&d.x, fmi2SetupExperiment(d.x.c, fmi2False, 0, 0, fmi2False, 0));
	fixture_expect_ok(&d.x, fmi2EnterInitializationMode(d.x.c));
	char names[2000];
	dependencies_of(&d, "InitialUnknowns", "joints.pin.angle", names, sizeof names);
	assert_non_null(strstr(names, "load "));
	const fmi2ValueReference load = fixture_reference(&d.x, "load"),
							 angle = fixture_reference(&d.x, "joints.pin.angle");
	double told, found[2];
	fixture_expect_ok(&d.x, fmi2GetDirectionalDerivative(d.x.c, &angle, 1, &load, 1, &(double){1}, &told));
	for (int k = 0; k < 2; k++) {
		fixture_expect_ok(&d.x, fixture_set(&d.x, "load", k == 0 ? -1e-3 : 1e-3));
		found[k] = fixture_get(&d.x, "joints.pin.angle");
	}
	assert_close(told, (found[1] - found[0]) / 2e-3, 1e-6 * fabs(told));
	assert_true(fabs(told) > 1e-3);
	close_document(&d);
}

/* an actuator starts at its command: at the start its effort follows the input, during the run it
 * lags behind */
static void efforts_of_actuators_follow_their_inputs_at_the_start(void **state)
{
	(void)state;
	struct document d;
	double told;
	open_document(&d, "mechanism: lift\n"
	                  "bodies: {load: {mass: 5, inertia: 1, center: [0, 0]}}\n"
	                  "joints: {guide: {type: prismatic, bodies: [ground, load], at: [0, 0], axis: [0, 1]}}\n"
	                  "forces: {jack: {type: actuator, joint: guide, input: push, start: 3, lag: 0.1, limit: 20}}\n"
	                  "outputs: [forces.jack.effort, joints.guide.acceleration, joints.guide.position]\n");
	fixture_expect_ok(&d.x, fmi2SetupExperiment(d.x.c, fmi2False, 0, 0, fmi2False, 0));
	fixture_expect_ok(&d.x, fmi2EnterInitializationMode(d.x.c));
	assert_int_equal(change_inputs(&d, "InitialUnknowns"), 2);
	const fmi2ValueReference push = fixture_reference(&d.x, "push"),
							 acceleration = fixture_reference(&d.x, "joints.guide.acceleration");
	fixture_expect_ok(&d.x, fmi2GetDirectionalDerivative(d.x.c, &acceleration, 1, &push, 1, &(double){1}, &told));
	assert_close(told, 1.0 / 5, 1e-9);
	fixture_expect_ok(&d.x, fmi2ExitInitializationMode(d.x.c));
	fixture_expect_ok(&d.x, fmi2DoStep(d.x.c, 0, 0.25, fmi2True));
	assert_int_equal(change_inputs(&d, "Outputs"), 0);
	fixture_expect_ok(&d.x, fmi2GetDirectionalDerivative(d.x.c, &acceleration, 1, &push, 1, &(double){1}, &told));
	assert_close(told, 0, 1e-12);
	close_document(&d);
}

/* a servo answers to its target at once: effort, error and acceleration, but not the position */
static void efforts_of_servos_follow_their_targets_at_once(void **state)
{
	(void)state;
	struct document d;
	open_document(&d, "mechanism: lift\n"
	                  "bodies: {load: {mass: 5, inertia: 1, center: [0, 0]}}\n"
	                  "joints: {guide: {type: prismatic, bodies: [ground, load], at: [0, 0], axis: [0, 1]}}\n"
	                  "forces: {hold: {type: servo, joint: guide, input: place, proportional: 20, integral: 30}}\n"
	                  "outputs: [forces.hold.effort, forces.hold.error, joints.guide.acceleration, "
	                  "joints.guide.position]\n");
	fixture_expect_ok(&d.x, fmi2SetupExperiment(d.x.c, fmi2False, 0, 0, fmi2False, 0));
	fixture_expect_ok(&d.x, fmi2EnterInitializationMode(d.x.c));
	assert_int_equal(change_inputs(&d, "InitialUnknowns"), 3);
	fixture_expect_ok(&d.x, fmi2ExitInitializationMode(d.x.c));
	fixture_expect_ok(&d.x, fmi2DoStep(d.x.c, 0, 0.25, fmi2True));
	assert_int_equal(change_inputs(&d, "Outputs"), 3);
	close_document(&d);
}

/* each parameter is changed a little before the start: what is not declared stays */
static void check_parameters_of_the_start(const char *text)
{
	struct running r;
	int stayed = 0, followed = 0;
	running_open(&r, text);
	for (int x = 0; x < r.model->n_variables; x++) {
		double held, before[MOST_VARIABLES], after[MOST_VARIABLES];
		if (r.model->variables[x].causality != MECH_PARAMETER || r.model->variables[x].quantity == MECH_COUNT) {
			continue;
		}
		mech_reset(r.m);
		running_initialize(&r);
		for (int y = 0; y < r.model->n_variables; y++) {
			assert_int_equal(mech_get(r.m, y, &before[y], &r.message), 0);
		}
		mech_reset(r.m);
		held = before[x];
		/* the solver's shares end at 1 */
		assert_int_equal(mech_set(r.m, x, held < 1 ? held + 0.01 : held * 0.99, &r.message), 0);
		running_initialize(&r);
		for (int y = 0; y < r.model->n_variables; y++) {
			const struct mech_variable *result = &r.model->variables[y];
			if (result->causality != MECH_OUTPUT && result->causality != MECH_LOCAL) {
				continue;
			}
			assert_int_equal(mech_get(r.m, y, &after[y], &r.message), 0);
			const int same = fabs(after[y] - before[y]) <= 1e-9 * (1 + fabs(before[y]));
			if (!md_initial_parameter(r.model, result, &r.model->variables[x]) && !same) {
				fail_msg("%s on %s: %.12g -> %.12g", mech_name(r.model, result->name),
				         mech_name(r.model, r.model->variables[x].name), before[y], after[y]);
			}
			stayed += same;
			followed += !same;
		}
	}
	assert_true(stayed > 100 && followed > 100);
	running_close(&r);
}

static void results_of_the_start_follow_no_other_parameter_than_declared(void **state)
{
	(void)state;
	check_parameters_of_the_start(WORKSHOP);
	check_parameters_of_the_start(HANGING);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dependencies_follow_the_constraints),
		cmocka_unit_test(velocities_that_no_constraint_connects_stay_apart),
		cmocka_unit_test(bodies_of_parts_are_no_states),
		cmocka_unit_test(outputs_answer_to_the_inputs_that_are_declared_and_to_no_others),
		cmocka_unit_test(efforts_of_actuators_follow_their_inputs_at_the_start),
		cmocka_unit_test(efforts_of_servos_follow_their_targets_at_once),
		cmocka_unit_test(results_of_the_start_follow_no_other_parameter_than_declared),
	};
	int result = cmocka_run_group_tests(tests, NULL, NULL);
	xmlCleanupParser();
	return result;
}
