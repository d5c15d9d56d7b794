/* The image builder: what stands in the image and in its table of variables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assert_close.h"
#include "host_image.h"
#include "host_read.h"

struct built {
	struct host_image image;
	struct mech_model model;
};

static struct built build(const char *text)
{
	struct built b = {.image = {NULL, 0}};
	struct mech_message message;
	struct host_mechanism *m = host_read_text("test.yaml", text, strlen(text), &message);
	if (m == NULL || host_image_build(m, &b.image, &message) != 0 ||
	    mech_model_open(b.image.bytes, b.image.size, &b.model, &message) != 0) {
		fail_msg("%s", message.text);
	}
	host_mechanism_free(m);
	return b;
}

static int find(const struct built *b, const char *name)
{
	for (int k = 0; k < b->model.n_variables; k++) {
		if (strcmp(mech_name(&b->model, b->model.variables[k].name), name) == 0) {
			return k;
		}
	}
	return -1;
}

static const struct mech_variable *variable(const struct built *b, const char *name)
{
	int k = find(b, name);
	if (k < 0) {
		fail_msg("no variable %s", name);
	}
	return &b->model.variables[k];
}

static double start(const struct built *b, const char *name)
{
	const struct mech_variable *v = variable(b, name);
	assert_int_equal(v->source, MECH_FROM_PARAMETER);
	return b->model.parameters[v->index];
}

static const char pendulum[] = "mechanism: pendulum\n"
							   "description: swings\n"
							   "gravity: [0, -9.81]\n"
							   "bodies: {bob: {mass: 2, inertia: 0.5, center: [3, 4]}}\n"
							   "joints: {pin: {type: revolute, bodies: [ground, bob], at: [0, 0], offset: 0.25}}\n"
							   "forces: {motor: {type: torque, joint: pin, input: u, start: 1.5}}\n"
							   "sensors: {tip: {type: point, body: bob, at: [6, 8]}}\n"
							   "initial: {pin: {angle: 0.5, speed: 2}}\n"
							   "outputs: [sensors.tip.position, energies.kinetic, joints.pin.angle]\n"
							   "solver: {tolerance: 1e-4}\n"
							   "experiment: {start: 1, stop: 3, step: 0.5}\n";

static void variables_come_in_the_order_time_inputs_outputs_parameters_locals(void **state)
{
	(void)state;
	static const char *const expected[] = {"time",
	                                       "u",
	                                       "sensors.tip.position[1]",
	                                       "sensors.tip.position[2]",
	                                       "energies.kinetic",
	                                       "joints.pin.angle",
	                                       "gravity[1]",
	                                       "gravity[2]",
	                                       "bodies.bob.mass",
	                                       "bodies.bob.inertia",
	                                       "bodies.bob.center[1]",
	                                       "bodies.bob.center[2]",
	                                       "joints.pin.at[1]",
	                                       "joints.pin.at[2]",
	                                       "joints.pin.offset",
	                                       "sensors.tip.at[1]",
	                                       "sensors.tip.at[2]",
	                                       "initial.pin.angle",
	                                       "initial.pin.speed",
	                                       "solver.method",
	                                       "solver.tolerance",
	                                       "solver.spectral_radius",
	                                       "solver.largest_step",
	                                       "solver.fixed_step",
	                                       "solver.formulation",
	                                       "solver.regularization",
	                                       "solver.epsilon",
	                                       "solver.gamma",
	                                       "solver.singular_mass",
	                                       "solver.augmentation",
	                                       "solver.scaling",
	                                       "solver.preconditioning",
	                                       "solver.largest_order",
	                                       "solver.work_limit",
	                                       "solver.look_ahead",
	                                       "solver.accelerations",
	                                       "solver.real_time.step",
	                                       "solver.real_time.iterations",
	                                       "bodies.bob.x",
	                                       "bodies.bob.y",
	                                       "bodies.bob.angle",
	                                       "bodies.bob.vx",
	                                       "bodies.bob.vy",
	                                       "bodies.bob.speed",
	                                       "bodies.bob.ax",
	                                       "bodies.bob.ay",
	                                       "bodies.bob.acceleration",
	                                       "joints.pin.speed",
	                                       "joints.pin.acceleration",
	                                       "joints.pin.reaction_force[1]",
	                                       "joints.pin.reaction_force[2]",
	                                       "joints.pin.reaction_torque",
	                                       "sensors.tip.velocity[1]",
	                                       "sensors.tip.velocity[2]",
	                                       "sensors.tip.acceleration[1]",
	                                       "sensors.tip.acceleration[2]",
	                                       "energies.potential",
	                                       "energies.dissipated",
	                                       "energies.supplied",
	                                       "energies.balance_error",
	                                       "solver.steps",
	                                       "solver.rejected_steps",
	                                       "solver.iterations",
	                                       "solver.factorizations",
	                                       "solver.regularized_steps",
	                                       "solver.unresolved_steps",
	                                       "solver.unconverged_steps",
	                                       "solver.worst_time",
	                                       "solver.balance_limit",
	                                       "solver.step_size",
	                                       "solver.distance_to_singularity",
	                                       "solver.constraint_residual",
	                                       "solver.velocity_residual"};
	struct built b = build(pendulum);
	int last = MECH_INDEPENDENT;
	static const int rank[] = {
		[MECH_INDEPENDENT] = 0, [MECH_INPUT] = 1, [MECH_OUTPUT] = 2, [MECH_PARAMETER] = 3, [MECH_LOCAL] = 4};
	assert_int_equal(b.model.n_variables, sizeof expected / sizeof expected[0]);
	for (int k = 0; k < b.model.n_variables; k++) {
		assert_string_equal(mech_name(&b.model, b.model.variables[k].name), expected[k]);
		assert_true(rank[b.model.variables[k].causality] >= rank[last]);
		last = b.model.variables[k].causality;
	}
	host_image_free(&b.image);
}

static void values_of_the_file_are_the_start_values(void **state)
{
	(void)state;
	struct built b = build(pendulum);
	const struct mech_image_head *head = b.model.head;
	assert_string_equal(mech_name(&b.model, head->name), "pendulum");
	assert_string_equal(mech_name(&b.model, head->description), "swings");
	assert_close(head->start_time, 1, 0);
	assert_close(head->stop_time, 3, 0);
	assert_close(head->step, 0.5, 0);
	assert_close(start(&b, "gravity[2]"), -9.81, 0);
	assert_close(start(&b, "bodies.bob.mass"), 2, 0);
	assert_close(start(&b, "bodies.bob.inertia"), 0.5, 0);
	assert_close(start(&b, "bodies.bob.center[2]"), 4, 0);
	assert_close(start(&b, "joints.pin.offset"), 0.25, 0);
	assert_close(start(&b, "initial.pin.angle"), 0.5, 0);
	assert_close(start(&b, "initial.pin.speed"), 2, 0);
	assert_close(start(&b, "solver.tolerance"), 1e-4, 0);
	assert_close(b.model.inputs[0].start, 1.5, 0);
	host_image_free(&b.image);
}

static void limits_and_tunability_come_from_the_specifications(void **state)
{
	(void)state;
	struct built b = build(pendulum);
	assert_close(variable(&b, "bodies.bob.mass")->minimum, 0, 0);
	assert_true(variable(&b, "bodies.bob.mass")->tunable);
	assert_true(variable(&b, "bodies.bob.center[1]")->minimum == -HUGE_VAL);
	assert_false(variable(&b, "bodies.bob.center[1]")->tunable);
	assert_true(variable(&b, "solver.tolerance")->minimum > 0);
	assert_close(variable(&b, "solver.tolerance")->maximum, 0.1, 0);
	assert_close(variable(&b, "solver.spectral_radius")->maximum, 1, 0);
	host_image_free(&b.image);
}

static void the_number_an_input_replaces_is_no_parameter(void **state)
{
	(void)state;
	struct built b = build(pendulum);
	assert_int_equal(find(&b, "forces.motor.torque"), -1);
	assert_int_equal(variable(&b, "u")->quantity, MECH_TORQUE);
	assert_int_equal(b.model.elements[1].input, 0);
	host_image_free(&b.image);
}

static void what_the_file_leaves_to_the_drawing_gets_the_drawn_value(void **state)
{
	(void)state;
	struct built b =
		build("mechanism: m\n"
	          "bodies: {bob: {mass: 1, inertia: 1, center: [3, 4]}}\n"
	          "joints:\n"
	          "  strut: {type: rod, bodies: [ground, bob], from: [0, 0], to: [3, 4]}\n"
	          "  pin: {type: revolute, bodies: [ground, bob], at: [1, 1], offset: 0.75}\n"
	          "drivers:\n"
	          "  move: {type: constant_speed, joint: pin, speed: 2}\n"
	          "  fast: {type: constant_speed, joint: pin, speed: 2, start: 5}\n"
	          "forces:\n"
	          "  spring: {type: spring_damper, bodies: [ground, bob], from: [0, 1], to: [0, 3]}\n"
	          "  slack: {type: spring_damper, bodies: [ground, bob], from: [0, 1], to: [0, 3], length: 7}\n"
	          "  coil: {type: torsional_spring_damper, joint: pin, stiffness: 1}\n");
	assert_close(start(&b, "joints.strut.length"), 5, 1e-15);
	assert_close(start(&b, "drivers.move.start"), 0.75, 0);
	assert_close(start(&b, "drivers.fast.start"), 5, 0);
	assert_close(start(&b, "forces.spring.length"), 2, 0);
	assert_close(start(&b, "forces.slack.length"), 7, 0);
	assert_close(start(&b, "forces.coil.rest"), 0.75, 0);
	host_image_free(&b.image);
}

/* one element of every kind, on a chain of bodies */
static const char everything[] =
	"mechanism: everything\n"
	"bodies:\n"
	"  a: {mass: 1, inertia: 1, center: [1, 0]}\n"
	"  b: {mass: 1, inertia: 1, center: [2, 0]}\n"
	"  c: {mass: 1, inertia: 1, center: [3, 0]}\n"
	"  d: {mass: 1, inertia: 1, center: [4, 0]}\n"
	"joints:\n"
	"  gear: {type: gear, joints: [revolute, line.angle], ratio: 2}\n"
	"  revolute: {type: revolute, bodies: [ground, a], at: [0, 0]}\n"
	"  slide: {type: prismatic, bodies: [a, b], at: [1, 0], axis: [1, 1]}\n"
	"  weld: {type: weld, bodies: [b, c], at: [2, 0]}\n"
	"  line: {type: point_on_line, bodies: [c, d], at: [3, 0], axis: [0, 1]}\n"
	"  rod: {type: rod, bodies: [a, d], from: [0, 0], to: [0, 9]}\n"
	"drivers:\n"
	"  speed: {type: constant_speed, joint: revolute, speed: 1}\n"
	"  wave: {type: harmonic, joint: slide, amplitude: 1, frequency: 2}\n"
	"  power: {type: polynomial, joint: line.angle, coefficients: [0, 1, 2]}\n"
	"  follow: {type: input, joint: line.position, input: place, start: 0.5}\n"
	"forces:\n"
	"  push: {type: force, body: a, at: [0, 0], direction: [1, 0], force: 1}\n"
	"  thrust: {type: follower_force, body: a, at: [0, 0], direction: [1, 0], input: thrust}\n"
	"  motor: {type: torque, joint: revolute, torque: 1}\n"
	"  piston: {type: joint_force, joint: slide, force: 1}\n"
	"  twist: {type: body_torque, body: d, torque: 1}\n"
	"  spring: {type: spring_damper, bodies: [a, d], from: [0, 0], to: [0, 9], stiffness: 1}\n"
	"  coil: {type: torsional_spring_damper, joint: line, stiffness: 1}\n"
	"  oil: {type: joint_friction, joint: slide, viscous: 1}\n"
	"sensors:\n"
	"  point: {type: point, body: d, at: [1, 1]}\n"
	"  angle: {type: relative_angle, bodies: [a, d]}\n"
	"  distance: {type: distance, bodies: [a, d], from: [0, 0], to: [1, 1]}\n"
	"  load: {type: reaction, joint: weld}\n";

static void elements_of_all_sections_have_a_place_in_an_image(void **state)
{
	(void)state;
	struct built b = build(everything);
	for (int section = 0; section < MECH_SECTION_COUNT; section++) {
		int found = 0;
		for (int k = 0; k < b.model.n_elements; k++) {
			found += mech_element_kind(&b.model.elements[k])->section == (enum mech_section)section;
		}
		assert_true(found > 0);
	}
	assert_int_equal(variable(&b, "place")->quantity, MECH_LENGTH);
	assert_int_equal(variable(&b, "thrust")->quantity, MECH_FORCE);
	host_image_free(&b.image);
}

static void names_of_variables_are_unique(void **state)
{
	(void)state;
	struct built b = build(everything);
	for (int k = 0; k < b.model.n_variables; k++) {
		assert_int_equal(find(&b, mech_name(&b.model, b.model.variables[k].name)), k);
	}
	host_image_free(&b.image);
}

static void rows_and_numbers_of_elements_follow_each_other(void **state)
{
	(void)state;
	struct built b = build(everything);
	/* gear 1, revolute 2, prismatic 2, weld 3, line 1, rod 1, four drivers of 1 */
	assert_int_equal(b.model.n_rows, 14);
	assert_int_equal(b.model.n_v, 12);
	assert_int_equal(b.model.elements[0].row, 0);
	assert_int_equal(b.model.elements[1].row, 1);
	assert_int_equal(b.model.elements[2].row, 3);
	assert_int_equal(b.model.elements[3].row, 5);
	assert_int_equal(b.model.elements[4].row, 8);
	host_image_free(&b.image);
}

static void the_same_mechanism_gives_the_same_bytes(void **state)
{
	(void)state;
	struct built a = build(everything), b = build(everything);
	assert_int_equal(a.image.size, b.image.size);
	assert_memory_equal(a.image.bytes, b.image.bytes, a.image.size);
	host_image_free(&a.image);
	host_image_free(&b.image);
}

static void every_example_becomes_an_image(void **state)
{
	(void)state;
	static const char *const names[] = {"pendulum", "slider_crank", "four_bar", "double_four_bar", "andrews_squeezer"};
	for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
		char path[4096];
		struct mech_message message;
		struct host_image image;
		snprintf(path, sizeof path, "%s/examples/%s/%s.yaml", MECHFMU_SOURCE_DIR, names[k], names[k]);
		struct host_mechanism *m = host_read_file(path, &message);
		if (m == NULL || host_image_build(m, &image, &message) != 0) {
			fail_msg("%s", message.text);
		}
		host_mechanism_free(m);
		host_image_free(&image);
	}
}

/* a pin measures an angle, a rail a length: what acts on them follows */
static void numbers_along_a_coordinate_have_the_units_of_that_coordinate(void **state)
{
	(void)state;
	static const char text[] = "mechanism: driven\n"
							   "bodies:\n"
							   "  arm: {mass: 1, inertia: 1, center: [0, 0]}\n"
							   "  cart: {mass: 1, inertia: 1, center: [0, 0]}\n"
							   "  rack: {mass: 1, inertia: 1, center: [0, 0]}\n"
							   "joints:\n"
							   "  pin: {type: revolute, bodies: [ground, arm], at: [0, 0]}\n"
							   "  rail: {type: prismatic, bodies: [ground, cart], at: [0, 0], axis: [1, 0]}\n"
							   "  bed: {type: prismatic, bodies: [ground, rack], at: [0, 0], axis: [1, 0]}\n"
							   "  pinion: {type: gear, joints: [bed, pin], ratio: 0.1}\n"
							   "drivers:\n"
							   "  turn: {type: constant_speed, joint: pin, speed: 1}\n"
							   "  shake: {type: harmonic, joint: rail, amplitude: 1, frequency: 2}\n"
							   "  push: {type: input, joint: rail, input: wanted}\n"
							   "  bend: {type: polynomial, joint: pin, coefficients: [1, 2]}\n"
							   "forces:\n"
							   "  oil: {type: joint_friction, joint: pin, viscous: 1}\n"
							   "  mud: {type: joint_friction, joint: rail, viscous: 1}\n"
							   "outputs: [drivers.turn.effort]\n";
	static const struct {
		const char *name;
		enum mech_quantity quantity;
	} expected[] = {
		{"drivers.turn.speed", MECH_ANGULAR_VELOCITY},
		{"drivers.turn.start", MECH_ANGLE},
		{"drivers.turn.effort", MECH_TORQUE},
		{"drivers.shake.mean", MECH_LENGTH},
		{"drivers.shake.amplitude", MECH_LENGTH},
		{"drivers.shake.frequency", MECH_ANGULAR_VELOCITY},
		{"drivers.shake.effort", MECH_FORCE},
		{"drivers.push.effort", MECH_FORCE},
		{"wanted", MECH_LENGTH},
		{"drivers.bend.coefficients[2]", MECH_NUMBER},
		{"forces.oil.viscous", MECH_ANGULAR_DAMPING},
		{"forces.mud.viscous", MECH_DAMPING},
		{"joints.pinion.effort", MECH_FORCE},
	};
	struct built b = build(text);
	for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
		assert_int_equal(variable(&b, expected[k].name)->quantity, expected[k].quantity);
	}
	assert_string_equal(mech_name(&b.model, variable(&b, "wanted")->description),
	                    "wanted value of the joint coordinate");
	host_image_free(&b.image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_along_a_coordinate_have_the_units_of_that_coordinate),
		cmocka_unit_test(variables_come_in_the_order_time_inputs_outputs_parameters_locals),
		cmocka_unit_test(values_of_the_file_are_the_start_values),
		cmocka_unit_test(limits_and_tunability_come_from_the_specifications),
		cmocka_unit_test(the_number_an_input_replaces_is_no_parameter),
		cmocka_unit_test(what_the_file_leaves_to_the_drawing_gets_the_drawn_value),
		cmocka_unit_test(elements_of_all_sections_have_a_place_in_an_image),
		cmocka_unit_test(names_of_variables_are_unique),
		cmocka_unit_test(rows_and_numbers_of_elements_follow_each_other),
		cmocka_unit_test(the_same_mechanism_gives_the_same_bytes),
		cmocka_unit_test(every_example_becomes_an_image),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
