/* The file reader: what a good file gives, and what every bad file of tests/host/bad is
 * reported. */
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
#include "host_bad_files.h"
#include "host_image.h"
#include "host_read.h"
#include "host_yaml.h"

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
