/* The file reader: what a good file gives, and what every bad file of tests/host/bad is told. */
#define _POSIX_C_SOURCE 200809L
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "assert_close.h"
#include "host_image.h"
#include "host_read.h"
#include "host_yaml.h"

/* a mechanism file and what the user is told: exit code of `mechfmu check`, and the message after the file's name */
struct bad_file {
	const char *name;
	int exit_code;
	const char *message;
};

static const struct bad_file bad_files[] = {
	{"alias", 1, "1:12: aliases (*name) are not supported; write the values out"},
	{"ambiguous_coordinate", 1,
     "12:39: driver 'move': joint 'guide' has several coordinates; write 'guide.position' or "
     "'guide.angle'"},
	{"anchor", 1, "9:53: anchors (&point) are not supported; write the values out"},
	{"bad_name", 1, "6:3: body '2rod': '2rod' is no name: use letters, digits and _, and begin with a letter"},
	{"binary", 1, "2:9: not a text file: control characters are not allowed"},
	{"bodies_empty", 1, "2:9: bodies is empty; a mechanism needs at least one body"},
	{"bodies_is_list", 1, "2:9: bodies must be a map of keys and values"},
	{"body_is_list", 1, "3:6: body 'a': it must be a map of keys and values"},
	{"comma_number", 1, "3:10: gravity must have 2 numbers, not 3"},
	{"complex_key", 1, "2:3: a key must be a word"},
	{"coordinate_of_reaction", 1, "14:33: sensor 'load': name the joint without a coordinate"},
	{"decimal_comma", 1, "7:11: body 'rod': mass must be a number, not '1,5' (the decimal sign is a point)"},
	{"duplicate_joint", 1, "9:3: 'pin' is written twice"},
	{"duplicate_key", 1, "6:20: 'mass' is written twice"},
	{"duplicate_output", 1, "15:29: outputs: 'joints.pin.angle' is listed twice"},
	{"empty_file", 1, " the file is empty; begin with 'mechanism: name'"},
	{"empty_number", 1, "14:16: initial 'pin': angle must be a number"},
	{"expression_comma", 1,
     "7:25: body 'rod': mass: ')' is missing; inside [...] and {...} put expressions with commas into quotes"},
	{"expression_infinite", 1, "7:15: body 'rod': mass: '1/(length - 2)' is not a finite number"},
	{"expression_negative", 1, "7:15: body 'rod': mass must not be negative"},
	{"expression_quoted", 1, "7:29: body 'rod': mass: ')' is missing"},
	{"expression_unknown_function", 1, "7:17: body 'rod': mass: no function 'sine' (did you mean 'sin'?)"},
	{"expression_unknown_name", 1, "7:18: body 'rod': mass: no parameter 'lenght' (did you mean 'length'?)"},
	{"expression_without_parameters", 1, "6:17: body 'rod': mass: no parameter 'heavy'"},
	{"force_on_ground", 1, "12:35: force 'push': acts on the ground, which never moves; name a body"},
	{"forgotten_body", 1, "7:3: body 'spare' has no joint, force or sensor; connect it or remove it"},
	{"free_massless_body", 1, "7:3: body 'dust' has no joint and therefore needs a mass"},
	{"hexadecimal_number", 1, "6:15: body 'rod': mass must be a number, not '0x10'"},
	{"huge_number", 1, "6:15: body 'rod': mass is too large a number: 1e999"},
	{"infinite_number", 1, "6:15: body 'rod': mass must be a finite number, not '.inf'"},
	{"initial_of_joint_and_body", 1, "14:3: 'pin' is a joint and a body; give one of them another name"},
	{"initial_without_coordinates", 1, "15:3: initial 'fixed': this joint has no coordinates"},
	{"input_named_time", 1, "12:44: force 'motor': 'time' is the name of another variable; choose another one"},
	{"input_of_two_kinds", 1,
     "13:44: force 'motor': input 'motor_torque' cannot be a Torque here: it is a Force elsewhere"},
	{"input_and_number", 1, "12:58: force 'motor': give 'torque' or 'input', not both (the input begins with 'start')"},
	{"input_starts_differ", 1, "13:44: force 'motor': input 'motor_torque' has another start value elsewhere"},
	{"input_where_none", 1, "9:61: joint 'elbow': unknown key 'input'"},
	{"joint_is_number", 1, "9:10: joint 'elbow': it must be a map of keys and values"},
	{"long_name", 1,
     "6:3: body 'rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr': the name "
     "'rrrrrrrrrrrrrrrrrrrr...' is longer than 63 characters"},
	{"long_vector", 1, "9:53: joint 'elbow': at must have 2 numbers, not 3"},
	{"missing_at", 1, "9:10: joint 'elbow': the key 'at' is missing (the common point, as drawn)"},
	{"missing_bodies", 1, "9:10: joint 'elbow': the key 'bodies' is missing"},
	{"missing_input", 1, "12:9: driver 'push': the key 'input' is missing (name of the FMI input)"},
	{"missing_mass", 1, "6:8: body 'rod': the key 'mass' is missing (kg)"},
	{"missing_mechanism", 1, "1:1: the key 'mechanism' is missing"},
	{"missing_section_bodies", 1, "1:1: the key 'bodies' is missing"},
	{"missing_torque", 1,
     "12:10: force 'motor': the key 'torque' is missing (torque that increases the joint's angle)"},
	{"missing_type", 1, "9:10: joint 'elbow': the key 'type' is missing"},
	{"name_ground", 1, "6:3: body 'ground': 'ground' is the name of the fixed body; choose another one"},
	{"nan_number", 1, "14:16: initial 'pin': angle must be a finite number, not '.NaN'"},
	{"negative_inertia", 1, "6:29: body 'rod': inertia must not be negative"},
	{"negative_mass", 1, "6:15: body 'rod': mass must not be negative"},
	{"newline_in_name", 1, "6:3: body 'ro d': 'ro d' is no name: use letters, digits and _, and begin with a letter"},
	{"no_coordinate_fits", 1, "13:32: force 'motor': joint 'slot' (prismatic) has no coordinate that is an angle"},
	{"not_a_number", 1, "6:15: body 'rod': mass must be a number, not 'heavy'"},
	{"not_utf8", 1, "2:17: not a text file: incomplete UTF-8 octet sequence"},
	{"not_yaml", 1, "3:1: not valid YAML: did not find expected ',' or '}'"},
	{"null_character", 1, "1:12: the text holds a null character"},
	{"one_body", 1, "9:35: joint 'elbow': bodies must have 2 names, not 1"},
	{"only_a_word", 1, "1:1: a mechanism file must be a map of keys and values"},
	{"only_comment", 1, " the file is empty; begin with 'mechanism: name'"},
	{"output_input", 1, "15:29: outputs: 'motor_torque' is an input, not a result"},
	{"output_parameter", 1, "15:29: outputs: 'bodies.rod.mass' is a parameter, not a result"},
	{"output_time", 1, "15:29: outputs: 'time' cannot be listed: every result has it"},
	{"parameter_bad_name", 1, "2:14: 'my-length' is no name: use letters, digits and _, and begin with a letter"},
	{"parameter_is_text", 1, "2:22: parameter 'length': its value: no parameter 'long'"},
	{"parameter_later", 1,
     "2:21: parameter 'width': its value: parameter 'length' is written later; a parameter may use those before it"},
	{"parameter_reserved", 1, "2:14: 'pi' has a meaning in expressions; choose another name"},
	{"parameters_is_list", 1, "2:13: parameters must be a map of keys and values"},
	{"quoted_number", 1, "6:15: body 'rod': mass must be a number, not the text '1.0'; leave out the quotes"},
	{"radius_too_large", 1, "16:54: solver: spectral_radius must not be greater than 1"},
	{"same_bodies", 1, "9:41: joint 'elbow': connects 'rod' with itself; name two different bodies"},
	{"reaction_of_gear", 1,
     "15:33: sensor 'load': a gear connects no bodies and has no reaction; read joints.wheels.effort instead"},
	{"short_vector", 1, "6:45: body 'rod': center must have 2 numbers, not 1"},
	{"step_zero", 1, "17:39: experiment: step must be greater than zero"},
	{"static_is_a_word", 1, "14:11: static must be true or false, not 'maybe'"},
	{"stop_before_start", 1, "17:30: experiment: stop must be later than start"},
	{"table_and_input", 1, "12:37: force 'motor': give 'input' or 'times', not both"},
	{"table_and_number", 1, "12:48: force 'motor': give 'torque' or 'times', not both"},
	{"table_and_stiffness", 1, "12:96: force 'spring': give 'stiffness' or 'elongations', not both"},
	{"table_lengths_differ", 1, "12:114: force 'spring': forces must have as many numbers as elongations, 3, not 2"},
	{"table_not_increasing", 1, "12:97: force 'spring': speeds must increase: number 3 is not greater than number 2"},
	{"table_of_one_point", 1, "12:95: force 'spring': elongations must have 2 to 256 numbers, not 1"},
	{"table_without_values", 1,
     "12:11: force 'spring': the key 'forces' is missing (at these elongations, positive where they pull; smooth "
     "between, straight outside)"},
	{"table_infinite", 1, "12:99: force 'spring': elongations must be a finite number, not '.inf'"},
	{"momentum_of_ground", 1, "12:41: sensor 'sum': the ground never moves; name bodies"},
	{"energy_of_a_body_twice", 1, "12:44: sensor 'sum': names 'crank' twice"},
	{"energy_of_no_body", 1, "12:31: sensor 'sum': bodies must have 1 to 6 names, not 0; leave it out for all bodies"},
	{"tab", 1,
     "3:1: not valid YAML: found character that cannot start any token (is there a tab? indent with "
     "blanks, and put text that begins with @ or ` in quotes)"},
	{"tag", 1, "6:15: tags (tag:yaml.org,2002:float) are not supported; leave it out"},
	{"tolerance_too_large", 1, "16:48: solver: tolerance must not be greater than 0.1"},
	{"tolerance_zero", 1, "16:48: solver: tolerance must be greater than zero"},
	{"too_deep", 1, "2:40: nested too deeply"},
	{"too_many_coefficients", 1, "12:54: driver 'move': coefficients must have 1 to 6 numbers, not 7"},
	{"two_documents", 1, "18:1: a second document begins; one file holds one mechanism"},
	{"unknown_body", 1, "10:41: joint 'guide': no body 'rood' (did you mean 'rod'?)"},
	{"unknown_body_far", 1, "10:41: joint 'guide': no body 'elephant'"},
	{"unknown_coordinate", 1,
     "12:32: force 'motor': a point_on_line joint has no coordinate 'angel' (did you mean 'angle'?)"},
	{"unknown_experiment_key", 1, "17:33: experiment: unknown key 'steps' (did you mean 'step'?)"},
	{"unknown_initial", 1, "14:3: no joint or body 'pun' (did you mean 'pin'?)"},
	{"unknown_initial_key", 1, "14:21: initial 'pin': unknown key 'sped' (did you mean 'speed'?)"},
	{"unknown_joint", 1, "12:32: force 'motor': no joint 'pim' (did you mean 'pin'?)"},
	{"unknown_key", 1, "9:49: joint 'elbow': unknown key 'att' (did you mean 'at'?)"},
	{"method_without_formulation", 1,
     "16:41: solver: method midpoint cannot enforce formulation index3; it can be stabilized"},
	{"real_time_without_step", 1,
     "16:21: solver: the key 'step' is missing (real time: largest step of the solver, each of the same work; 0: no "
     "real "
     "time)"},
	{"real_time_backwards", 1, "16:28: solver: step must not be negative"},
	{"real_time_without_iterations", 1, "16:46: solver: iterations must be greater than zero"},
	{"real_time_half_an_iteration", 1, "16:21: solver: real_time.iterations must be a whole number"},
	{"real_time_twice", 1, "16:39: solver: real_time has a step of its own: leave fixed_step at 0"},
	{"real_time_method", 1,
     "16:34: solver: the work of a step of method bdf is not known beforehand; in real time it can be auto, "
     "generalized_alpha, hht, newmark, radau"},
	{"real_time_key", 1, "16:34: solver: unknown key 'iteration' (did you mean 'iterations'?)"},
	{"real_time_is_number", 1, "16:21: solver: real_time must be a map of keys and values"},
	{"impossible_inertia", 1, "4:3: the inertia of body 'top' is impossible: a principal moment is negative"},
	{"priority_of_a_half", 1, "14:41: initial 'pin': priority must be a whole number from 1 on"},
	{"rack_of_angles", 1, "8:48: joint 'rack': joint 'right' (revolute) has no coordinate that is a length"},
	{"rack_turned_round", 1,
     "9:54: joint 'rack': 'right.angle' is an angle; this type acts on an angle, then a length"},
	{"rolling_index3", 1,
     "7:23: solver: index3 enforces positions alone and would let joint 'road' slip; choose stabilized or index2"},
	{"unknown_method", 1,
     "16:18: solver: unknown method 'generalised_alpha' (did you mean 'generalized_alpha'?); 'mechfmu "
     "methods' lists them"},
	{"unknown_output", 1, "15:11: outputs: no variable 'joints.pin.angel' (did you mean 'joints.pin.angle'?)"},
	{"unknown_section", 1, "11:1: unknown key 'force' (did you mean 'forces'?)"},
	{"unknown_solver_key", 1, "16:37: solver: unknown key 'tolerence' (did you mean 'tolerance'?)"},
	{"unknown_space", 1, "2:8: unknown space 'spherical' (it can be 'planar' or 'spatial')"},
	{"unknown_type", 1, "9:17: joint 'elbow': unknown type 'revolut' (did you mean 'revolute'?)"},
	{"unknown_type_far", 1,
     "9:17: joint 'elbow': unknown type 'glue' (it can be revolute, prismatic, weld, point_on_line, "
     "rod, gear, belt, rack_and_pinion, coupler)"},
	{"vector_is_number", 1, "9:53: joint 'elbow': at must be a list, [...]"},
	{"wrong_coordinate", 1, "12:32: force 'motor': 'guide.position' is a length; this type acts on angles"},
	{"zero_axis", 1, "10:73: joint 'guide': axis must not have length zero"},
	{"welded_in_a_circle", 1,
     "5:3: body 'hook' is welded in a circle by way of 'load'; weld one of them to a body that moves or to ground"},
	{"welded_to_itself", 1, "5:3: body 'hook': it is welded to itself"},
	{"welded_to_nobody", 1, "5:48: body 'hook': no body 'bom' (did you mean 'boom'?)"},
	{"welded_to_number", 1, "5:48: body 'hook': welded_to must be a word or text"},
	{"welded_and_joined", 1,
     "8:37: joint 'self': connects 'boom' with a part of itself, 'hook'; name bodies that move against each other"},
	{"frame_of_nobody", 1, "7:45: sensor 'load': no body 'bom' (did you mean 'boom'?)"},
	{"initial_of_fixed_body", 1, "8:11: body 'base' is welded to the ground and never moves"},
	{"all_welded_to_ground", 1, "3:3: all bodies are welded to ground; a mechanism needs one that moves"},
	{"limits_crossed", 1, "12:58: force 'stop': upper must not be below lower"},
	{"zero_rod", 1, "10:10: joint 'strut': has length zero: 'from' and 'to' are the same point"},
};

static char *file_text(const char *path, size_t *size)
{
	FILE *stream = fopen(path, "rb");
	char *text = malloc(1 << 16);
	assert_non_null(stream);
	assert_non_null(text);
	*size = fread(text, 1, 1 << 16, stream);
	fclose(stream);
	return text;
}

/* reads and builds, as `mechfmu check` begins: 0, or 1 with a message */
static int check_text(const char *name, const char *text, size_t size, struct mech_message *message)
{
	struct host_mechanism *m = host_read_text(name, text, size, message);
	struct host_image image = {NULL, 0};
	int code = m == NULL || host_image_build(m, &image, message) != 0;
	host_image_free(&image);
	host_mechanism_free(m);
	return code;
}

static struct host_mechanism *read_good(const char *text)
{
	struct mech_message message;
	struct host_mechanism *m = host_read_text("good.yaml", text, strlen(text), &message);
	if (m == NULL) {
		fail_msg("%s", message.text);
	}
	return m;
}

static void every_bad_file_gets_its_message(void **state)
{
	(void)state;
	for (size_t k = 0; k < sizeof bad_files / sizeof bad_files[0]; k++) {
		char path[4096], name[128], expected[sizeof(struct mech_message) + 128];
		struct mech_message message;
		size_t size;
		snprintf(path, sizeof path, "%s/tests/host/bad/%s.yaml", MECHFMU_SOURCE_DIR, bad_files[k].name);
		snprintf(name, sizeof name, "%s.yaml", bad_files[k].name);
		snprintf(expected, sizeof expected, "%s:%s", name, bad_files[k].message);
		char *text = file_text(path, &size);
		assert_int_equal(check_text(name, text, size, &message), bad_files[k].exit_code);
		assert_string_equal(message.text, expected);
		free(text);
	}
}

static const char slider_crank[] = "outputs: [joints.pin.angle, sensors.tip.position]\n"
								   "mechanism: slider_crank\n"
								   "gravity: [0, -9.81]\n"
								   "sensors:\n"
								   "  tip: {type: point, body: rod, at: [2, 0]}\n"
								   "joints:\n"
								   "  pair: {type: gear, joints: [pin, guide.position], ratio: 2}\n"
								   "  pin: {type: revolute, bodies: [ground, crank], at: [0, 0], offset: 0.5}\n"
								   "  elbow: {type: revolute, bodies: [crank, rod], at: [1, 0]}\n"
								   "  guide: {type: point_on_line, bodies: [rod, ground], at: [2, 0], axis: [3, 0]}\n"
								   "forces:\n"
								   "  motor: {type: torque, joint: pin, input: motor_torque, start: 2.5}\n"
								   "  twist: {type: torque, joint: guide, input: motor_torque}\n"
								   "drivers:\n"
								   "  move: {type: polynomial, joint: guide.angle, coefficients: [1, 2]}\n"
								   "bodies:\n"
								   "  crank: {mass: 1.5, inertia: 0.08, center: [0.5, 0.25]}\n"
								   "  rod: {mass: .5, center: [1.5, -1e-1]}\n"
								   "initial:\n"
								   "  rod: {vx: 3}\n"
								   "  guide: {position: 1, angular_speed: 2}\n";

static void numbers_names_and_references_are_read_whatever_the_order_of_the_sections(void **state)
{
	(void)state;
	struct host_mechanism *m = read_good(slider_crank);
	assert_string_equal(m->name, "slider_crank");
	assert_string_equal(m->description, "");
	assert_close(m->gravity[1], -9.81, 0);
	assert_int_equal(m->n_bodies, 2);
	assert_string_equal(m->bodies[1].name, "rod");
	assert_close(m->bodies[0].values[0], 1.5, 0);
	assert_close(m->bodies[0].values[3], 0.25, 0);
	assert_close(m->bodies[1].values[1], 0, 0);
	assert_close(m->bodies[1].values[3], -0.1, 0);

	/* joints, drivers, forces, sensors */
	static const char *const names[] = {"pair", "pin", "elbow", "guide", "move", "motor", "twist", "tip"};
	assert_int_equal(m->n_elements, 8);
	for (int k = 0; k < 8; k++) {
		assert_string_equal(m->elements[k].name, names[k]);
	}
	const struct host_element *pair = &m->elements[0], *pin = &m->elements[1], *guide = &m->elements[3];
	assert_int_equal(pin->body[0], MECH_GROUND);
	assert_int_equal(pin->body[1], 0);
	assert_close(pin->values[2], 0.5, 0);
	assert_int_equal(guide->body[0], 1);
	assert_int_equal(guide->body[1], MECH_GROUND);
	assert_close(guide->values[2], 3, 0);

	/* a gear touches the bodies of both joints, though they come later in the file */
	assert_int_equal(pair->joint[0], 1);
	assert_int_equal(pair->joint[1], 3);
	assert_int_equal(pair->coordinate[1], 0);
	assert_int_equal(pair->n_bodies, 4);
	assert_int_equal(pair->body[1], 0);
	assert_int_equal(pair->body[2], 1);
	host_mechanism_free(m);
}

static void a_plain_joint_means_the_coordinate_that_fits(void **state)
{
	(void)state;
	struct host_mechanism *m = read_good(slider_crank);
	assert_int_equal(m->elements[4].coordinate[0], 1); /* move: guide.angle */
	assert_int_equal(m->elements[6].joint[0], 3);      /* twist: a torque acts on the angle of the guide */
	assert_int_equal(m->elements[6].coordinate[0], 1);
	host_mechanism_free(m);
}

static void missing_coefficients_are_zero(void **state)
{
	(void)state;
	struct host_mechanism *m = read_good(slider_crank);
	static const double expected[6] = {1, 2, 0, 0, 0, 0};
	for (int k = 0; k < 6; k++) {
		assert_close(m->elements[4].values[k], expected[k], 0);
	}
	host_mechanism_free(m);
}

static void elements_share_an_input_and_its_start_value(void **state)
{
	(void)state;
	struct host_mechanism *m = read_good(slider_crank);
	assert_int_equal(m->n_inputs, 1);
	assert_string_equal(m->inputs[0].name, "motor_torque");
	assert_int_equal(m->inputs[0].quantity, MECH_TORQUE);
	assert_close(m->inputs[0].start, 2.5, 0);
	assert_int_equal(m->elements[5].input, 0);
	assert_int_equal(m->elements[6].input, 0);
	host_mechanism_free(m);
}

static void a_static_start_may_stand_alone_or_beside_values(void **state)
{
	static const struct {
		const char *initial;
		int is_static, n_targets;
	} cases[] = {{"initial: static\n", 1, 0},
	             {"initial: {static: true}\n", 1, 0},
	             {"initial: {static: false, pin: {angle: 1}}\n", 0, 1},
	             {"initial: {pin: {angle: 1}, static: true}\n", 1, 1},
	             {"initial: {pin: {angle: 1}}\n", 0, 1}};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		char text[300];
		snprintf(text, sizeof text,
		         "mechanism: bar\nbodies: {bar: {mass: 1, inertia: 1, center: [1, 0]}}\n"
		         "joints: {pin: {type: revolute, bodies: [ground, bar], at: [0, 0]}}\n%s",
		         cases[i].initial);
		struct host_mechanism *m = read_good(text);
		assert_int_equal(m->static_start, cases[i].is_static);
		assert_int_equal(m->n_targets, cases[i].n_targets);
		host_mechanism_free(m);
	}
}

static void initial_values_become_targets(void **state)
{
	(void)state;
	struct host_mechanism *m = read_good(slider_crank);
	assert_int_equal(m->n_targets, 3);
	assert_int_equal(m->targets[0].element, -1);
	assert_int_equal(m->targets[0].body, 1);
	assert_int_equal(m->targets[0].coordinate, 0);
	assert_true(isnan(m->targets[0].value));
	assert_close(m->targets[0].rate, 3, 0);
	assert_int_equal(m->targets[1].element, 3);
	assert_close(m->targets[1].value, 1, 0);
	assert_true(isnan(m->targets[1].rate));
	assert_int_equal(m->targets[2].coordinate, 1);
	assert_close(m->targets[2].rate, 2, 0);
	host_mechanism_free(m);
}

static void silence_about_solver_and_experiment_means_the_defaults(void **state)
{
	(void)state;
	struct host_mechanism *m = read_good(slider_crank);
	assert_close(m->solver[MECH_SOLVER_TOLERANCE], 1e-6, 0);
	assert_close(m->solver[MECH_SOLVER_SPECTRAL_RADIUS], 0.8, 0);
	assert_close(m->start_time, 0, 0);
	assert_close(m->stop_time, 10, 0);
	assert_close(m->step, 0.02, 0);
	host_mechanism_free(m);
}

static void a_free_body_with_mass_and_inertia_is_a_mechanism(void **state)
{
	(void)state;
	struct host_mechanism *m = read_good("mechanism: ball\n"
	                                     "gravity: [0, -9.81]\n"
	                                     "bodies: {ball: {mass: 1, inertia: 1, center: [0, 0]}}\n"
	                                     "joints:\n"
	                                     "initial: {ball: {vx: 10, vy: 10}}\n");
	assert_int_equal(m->n_elements, 0);
	assert_int_equal(m->n_targets, 2);
	host_mechanism_free(m);
}

static void an_output_of_a_body_makes_it_used(void **state)
{
	(void)state;
	host_mechanism_free(read_good("mechanism: ball\n"
	                              "bodies: {ball: {mass: 1, inertia: 1, center: [0, 0]}}\n"
	                              "outputs: [bodies.ball.y]\n"));
}

static void numbers_do_not_depend_on_the_locale(void **state)
{
	(void)state;
	/* where one with a decimal comma is installed */
	static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"};
	for (size_t k = 0; k < 4 && setlocale(LC_ALL, names[k]) == NULL; k++) {
	}
	struct host_mechanism *m = read_good(slider_crank);
	assert_close(m->bodies[0].values[0], 1.5, 0);
	host_mechanism_free(m);
	setlocale(LC_ALL, "C");
}

static void a_missing_file_and_a_folder_cannot_be_opened(void **state)
{
	(void)state;
	struct mech_message message;
	assert_null(host_read_file("no/such/file.yaml", &message));
	assert_string_equal(message.text, "no/such/file.yaml: cannot open: No such file or directory");
	assert_null(host_read_file("/", &message));
	assert_string_equal(message.text, "/: cannot open: Is a directory");
}

static void a_file_on_disk_reads_as_its_text(void **state)
{
	(void)state;
	char path[] = "/tmp/mechfmu_read_XXXXXX";
	struct mech_message message;
	int file = mkstemp(path);
	assert_true(file >= 0);
	assert_int_equal(write(file, slider_crank, sizeof slider_crank - 1), (long)sizeof slider_crank - 1);
	close(file);
	struct host_mechanism *m = host_read_file(path, &message);
	unlink(path);
	assert_non_null(m);
	assert_string_equal(m->file, path);
	host_mechanism_free(m);
}

static void more_than_sixteen_mebibytes_are_refused(void **state)
{
	(void)state;
	size_t size = HOST_YAML_MOST_BYTES + 1;
	struct mech_message message;
	char *text = malloc(size);
	assert_non_null(text);
	memset(text, ' ', size);
	assert_null(host_read_text("big.yaml", text, size, &message));
	assert_string_equal(message.text, "big.yaml: the file is larger than 16 MiB");
	free(text);
}

static void more_values_than_anyone_needs_are_refused(void **state)
{
	(void)state;
	size_t values = 300000;
	struct mech_message message;
	char *text = malloc(2 * values + 64);
	assert_non_null(text);
	size_t size = (size_t)sprintf(text, "mechanism: m\noutputs: [");
	for (size_t k = 0; k < values; k++) {
		text[size++] = 'a';
		text[size++] = ',';
	}
	assert_null(host_read_text("many.yaml", text, size, &message));
	assert_non_null(strstr(message.text, "too large: more than 250000 values"));
	free(text);
}

static void a_byte_order_mark_and_windows_line_ends_are_accepted(void **state)
{
	(void)state;
	host_mechanism_free(read_good("\xef\xbb\xbfmechanism: ball\r\n"
	                              "bodies:\r\n"
	                              "  ball: {mass: 1, inertia: 1, center: [0, 0]}\r\n"
	                              "outputs: [bodies.ball.y]\r\n"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_bad_file_gets_its_message),
		cmocka_unit_test(numbers_names_and_references_are_read_whatever_the_order_of_the_sections),
		cmocka_unit_test(a_plain_joint_means_the_coordinate_that_fits),
		cmocka_unit_test(missing_coefficients_are_zero),
		cmocka_unit_test(elements_share_an_input_and_its_start_value),
		cmocka_unit_test(initial_values_become_targets),
		cmocka_unit_test(a_static_start_may_stand_alone_or_beside_values),
		cmocka_unit_test(silence_about_solver_and_experiment_means_the_defaults),
		cmocka_unit_test(a_free_body_with_mass_and_inertia_is_a_mechanism),
		cmocka_unit_test(an_output_of_a_body_makes_it_used),
		cmocka_unit_test(numbers_do_not_depend_on_the_locale),
		cmocka_unit_test(a_missing_file_and_a_folder_cannot_be_opened),
		cmocka_unit_test(a_file_on_disk_reads_as_its_text),
		cmocka_unit_test(more_than_sixteen_mebibytes_are_refused),
		cmocka_unit_test(more_values_than_anyone_needs_are_refused),
		cmocka_unit_test(a_byte_order_mark_and_windows_line_ends_are_accepted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
