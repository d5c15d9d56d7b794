/* Dependencies of results: as the constraints connect bodies, and as the numbers say. */
#include "modelDescription/md_fixture.h"

#include <math.h>

#include "mech/moving_zoo.h"
#include "mech/running.h"
#include "assert_close.h"
#include "md_dependency.h"
#include "mech_instance_parts.h"
#include "slow_build.h"
#include "test_random.h"

enum { MOST_VARIABLES = 400, MOST_KNOWNS = 200 };

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

/* revolute joints read angles, a spring with its damper everything of both ends; the driver's input acts later */
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

/* a body that no joint holds: forces move it, the torque turns it, and neither does what the other does */
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

/* what bodies of parts report are results: they move as one, about a centre that none of them shows. A body beside them
 * stays a state of its own */
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

/* ---- as derivatives say ---- */

/* the drawing, masses, gravity and damping are changed at random: what happens to be zero or parallel is so no more,
 * and what is declared must hold for all parameters. Points of the drawing may move: joints stay closed in it. */
static void disturb(struct running *r, struct test_random *random)
{
	static const struct {
		const char *part;
		double least, most; /* added, in units of the size where it is a length */
		int length;
	} rules[] = {
		{".at[", -0.05, 0.05, 1},  {".from[", -0.05, 0.05, 1},    {".to[", -0.05, 0.05, 1}, {".center[", -0.1, 0.1, 1},
		{".axis[", -0.3, 0.3, 0},  {".direction[", -0.3, 0.3, 0}, {".mass", 0.1, 0.5, 0},   {".inertia", 0.01, 0.1, 2},
		{".damping", 0.1, 0.3, 0}, {".viscous", 0.1, 0.3, 0},     {"gravity[", -9, 9, 0},
	};
	for (int k = 0; k < r->model->n_variables; k++) {
		const char *name = mech_name(r->model, r->model->variables[k].name);
		for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
			double value;
			if (r->model->variables[k].causality != MECH_PARAMETER || strstr(name, rules[i].part) == NULL) {
				continue;
			}
			assert_int_equal(mech_get(r->m, k, &value, &r->message), 0);
			value += test_random_in(random, rules[i].least, rules[i].most) * pow(r->m->head->length, rules[i].length);
			assert_int_equal(mech_set(r->m, k, value, &r->message), 0);
		}
	}
}

static int is_known(const struct mech_model *model, int k)
{
	return md_known(model, &model->variables[k]) >= 0 && model->variables[k].source != MECH_FROM_TIME;
}

static int is_smooth(const struct mech_model *model, int k)
{
	const struct mech_variable *x = &model->variables[k];
	return (x->causality == MECH_OUTPUT || x->causality == MECH_LOCAL) && x->quantity != MECH_COUNT;
}

/* largest changes of all results for all knowns at some states of disturbed mechanisms */
static double largest[MOST_VARIABLES][MOST_VARIABLES];

static void sample(struct running *r, struct test_random *random)
{
	const int n = r->model->n_variables;
	unsigned list[MOST_VARIABLES];
	double changes[MOST_VARIABLES];
	size_t count = 0;
	mech_reset(r->m);
	disturb(r, random);
	running_initialize(r);
	running_advance(r, fmin(r->model->head->stop_time, 1) * test_random_in(random, 0.02, 0.2));
	for (int k = 0; k < n; k++) {
		if (is_smooth(r->model, k)) {
			list[count++] = (unsigned)k;
		}
	}
	for (int k = 0; k < n; k++) {
		const struct mech_known known = {1, &(unsigned){(unsigned)k}, &(double){1}};
		if (!is_known(r->model, k)) {
			continue;
		}
		assert_int_equal(mech_directional_derivative(r->m, 0, &known, count, list, changes, &r->message), 0);
		for (size_t i = 0; i < count; i++) {
			largest[list[i]][k] = fmax(largest[list[i]][k], fabs(changes[i]));
		}
	}
}

/* of one result: what is not declared is zero; how many declared ones have never been seen */
static int compare_result(struct running *r, struct md_dependencies *d, int y)
{
	const unsigned char *kinds = md_dependencies_of(d, &r->model->variables[y]);
	int unseen = 0;
	double size = 0;
	for (int k = 0; k < r->model->n_variables; k++) {
		size = fmax(size, largest[y][k]);
	}
	for (int k = 0; k < r->model->n_variables; k++) {
		if (!is_known(r->model, k)) {
			continue;
		}
		if (kinds[md_known(r->model, &r->model->variables[k])] != MD_NONE) {
			unseen += !(largest[y][k] > 1e-9 * fmin(size, 1));
		} else if (!(largest[y][k] <= 1e-10 * fmax(size, 1))) {
			/* exactly zero but for the torques of hinges, differences of two equal moments */
			fail_msg("%s on %s is not declared: %g", mech_name(r->model, r->model->variables[y].name),
			         mech_name(r->model, r->model->variables[k].name), largest[y][k]);
		}
	}
	return unseen;
}

/* number of pairs that are declared but have never been seen */
static int compare_all(struct running *r, int samples)
{
	struct md_dependencies d;
	struct test_random random = test_random_start(5);
	int unseen = 0;
	memset(largest, 0, sizeof largest);
	assert_true(r->model->n_variables < MOST_VARIABLES);
	assert_int_equal(md_dependencies_find(r->model, 0, r->model->n_elements, &d), 0);
	for (int k = 0; k < samples; k++) {
		sample(r, &random);
	}
	for (int k = 0; k < r->model->n_variables; k++) {
		unseen += is_smooth(r->model, k) ? compare_result(r, &d, k) : 0;
	}
	md_dependencies_free(&d);
	return unseen;
}

static void examples_depend_on_what_is_declared_and_on_nothing_else(void **state)
{
	(void)state;
	for (int k = 0; k < RUNNING_EXAMPLES; k++) {
		struct running r;
		running_open_example(&r, running_examples[k]);
		/* the pull on the pin of a pendulum has no moment about it: its acceleration, as joint and as body, does not
		 * follow its speed, though the equations read it; friction follows the angle of a joint that sticks, those of the
		 * four-bar are viscous alone */
		const int unseen = compare_all(&r, SLOW_BUILD ? 1 : 6);
		if (!SLOW_BUILD) {
			const int pendulum = strcmp(running_examples[k], "pendulum") == 0;
			const int four_bar = strcmp(running_examples[k], "four_bar") == 0;
			assert_int_equal(unseen, pendulum || four_bar ? 2 : 0);
		}
		running_close(&r);
	}
}

/* with drivers more is declared than answers: what they move follows no force */
static void every_kind_of_element_declares_enough(void **state)
{
	(void)state;
	for (int k = 0; k < MOVING_ZOO_SIZE; k++) {
		struct running r;
		running_open(&r, moving_zoo[k]);
		compare_all(&r, SLOW_BUILD ? 1 : 3);
		running_close(&r);
	}
}

struct follower {
	const char *name;
	int follows;
};

/* time is no known of a derivative: results are read at another time of the mechanism's clock, all else held */
static void check_clock(const char *mechanism, const struct follower *expected, size_t n)
{
	struct running r;
	struct md_dependencies d;
	running_start(&r, mechanism, 0, 0);
	running_advance(&r, 0.2);
	assert_int_equal(md_dependencies_find(r.model, 0, r.model->n_elements, &d), 0);
	for (size_t k = 0; k < n; k++) {
		const int y = running_variable(&r, expected[k].name);
		assert_int_equal(md_dependencies_of(&d, &r.model->variables[y])[d.set.n_known - 1] != MD_NONE,
		                 expected[k].follows);
		r.m->head->changed = MECH_JUMPED;
		const double before = running_get(&r, expected[k].name);
		*r.m->dae.t += 0.1;
		const double after = running_get(&r, expected[k].name);
		*r.m->dae.t -= 0.1;
		assert_int_equal(fabs(after - before) > 1e-9, expected[k].follows);
	}
	md_dependencies_free(&d);
	running_close(&r);
}

static void accelerations_follow_the_clock_where_a_driver_accelerates(void **state)
{
	(void)state;
	static const struct follower expected[] = {{"bodies.crank.acceleration", 0},
	                                           {"drivers.turn.effort", 0},
	                                           {"joints.wrist.acceleration", 0},
	                                           {"bodies.lift.ay", 1},
	                                           {"bodies.lamp.ax", 1},
	                                           {"drivers.raise.effort", 1}};
	check_clock(moving_zoo_driven, expected, sizeof expected / sizeof expected[0]);
}

static void accelerations_follow_the_clock_where_a_table_pushes(void **state)
{
	(void)state;
	static const struct follower expected[] = {{"bodies.seat.acceleration", 1},      {"joints.knee.acceleration", 1},
	                                           {"joints.rope.reaction_force[1]", 1}, {"bodies.raft.ax", 0},
	                                           {"sensors.imu.acceleration[1]", 1},   {"sensors.gyro.acceleration", 1},
	                                           {"sensors.swing.momentum[1]", 0},     {"forces.strap.tension", 0}};
	check_clock(moving_zoo_tabled, expected, sizeof expected / sizeof expected[0]);
}

/* sensors of a list see its bodies, sensors of all see all; energies in the field see no velocities and no angles */
static void sensors_depend_on_the_bodies_they_see(void **state)
{
	(void)state;
	static const struct {
		const char *result, *known;
		int depends;
	} expected[] = {{"sensors.swing.momentum[1]", "bodies.child.vx", 1},
	                {"sensors.swing.momentum[1]", "bodies.child.vy", 0},
	                {"sensors.swing.momentum[1]", "bodies.raft.vx", 0},
	                {"sensors.all.momentum[1]", "bodies.raft.vx", 1},
	                {"sensors.all.spin", "bodies.raft.x", 1},
	                {"sensors.all.spin", "bodies.seat.speed", 1},
	                {"sensors.all.center[2]", "bodies.raft.y", 1},
	                {"sensors.all.center[2]", "bodies.raft.vy", 0},
	                {"sensors.work.kinetic", "bodies.raft.vx", 1},
	                {"sensors.work.kinetic", "bodies.seat.vx", 0},
	                {"sensors.heap.potential", "bodies.seat.y", 1},
	                {"sensors.heap.potential", "bodies.seat.vy", 0},
	                {"sensors.heap.potential", "bodies.seat.angle", 0},
	                {"sensors.view.position[1]", "bodies.raft.x", 0},
	                {"sensors.view.velocity[1]", "bodies.seat.speed", 1}};
	struct running r;
	struct md_dependencies d;
	running_open(&r, moving_zoo_tabled);
	assert_int_equal(md_dependencies_find(r.model, 0, r.model->n_elements, &d), 0);
	for (size_t k = 0; k < sizeof expected / sizeof expected[0]; k++) {
		const int y = running_variable(&r, expected[k].result), x = running_variable(&r, expected[k].known);
		const unsigned char *kinds = md_dependencies_of(&d, &r.model->variables[y]);
		assert_int_equal(kinds[md_known(r.model, &r.model->variables[x])] != MD_NONE, expected[k].depends);
	}
	md_dependencies_free(&d);
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dependencies_follow_the_constraints),
		cmocka_unit_test(velocities_that_no_constraint_connects_stay_apart),
		cmocka_unit_test(bodies_of_parts_are_no_states),
		cmocka_unit_test(outputs_answer_to_the_inputs_that_are_declared_and_to_no_others),
		cmocka_unit_test(results_of_the_start_follow_no_other_parameter_than_declared),
		cmocka_unit_test(examples_depend_on_what_is_declared_and_on_nothing_else),
		cmocka_unit_test(every_kind_of_element_declares_enough),
		cmocka_unit_test(accelerations_follow_the_clock_where_a_driver_accelerates),
		cmocka_unit_test(accelerations_follow_the_clock_where_a_table_pushes),
		cmocka_unit_test(sensors_depend_on_the_bodies_they_see),
	};
	int result = cmocka_run_group_tests(tests, NULL, NULL);
	xmlCleanupParser();
	return result;
}
