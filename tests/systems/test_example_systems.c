/* examples/systems. train: two halves of one mechanism, coupled as force and motion, and the whole,
 * against the closed form. arm_with_servos and active_damper: mechanism and controller as two units
 * against both in one mechanism. excavator_control against the lengths that it is told. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assert_close.h"
#include "host_export.h"
#include "host_read.h"
#include "slow_build.h"
#include "system_fixture.h"

#define SYSTEMS MECHFMU_SOURCE_DIR "/examples/systems/"
#define TRAIN SYSTEMS "train/"

static const double m1 = 800.0, m2 = 400.0, k = 2e4, c = 1000.0, thrust = 1000.0;

/* elongation of the bar */
static double elongation(double time)
{
	const double mu = m1 * m2 / (m1 + m2), decay = c / (2.0 * mu), w = sqrt(k / mu - decay * decay);
	const double rest = mu * thrust / m1 / k;
	return rest * (1.0 - exp(-decay * time) * (cos(w * time) + decay / w * sin(w * time)));
}

/* how far the front car has moved */
static double front(double time)
{
	return (0.5 * thrust * time * time + m2 * elongation(time)) / (m1 + m2);
}

static struct host_csv read_results(void)
{
	struct mech_message unread;
	struct host_csv results;
	struct host_text csv = host_folder_get(host_folder_path("results.csv"));
	assert_int_equal(host_csv_read("results.csv", csv.bytes, csv.size, &results, &unread), 0);
	host_text_free(&csv);
	return results;
}

static double worst_of(const struct host_csv *results, const char *front_name, const char *rear_name)
{
	double worst = 0.0;
	for (int row = 0; row < results->n_rows; row++) {
		const double time = system_cell(results, row, "time");
		worst = fmax(worst, fabs(system_cell(results, row, front_name) - front(time)));
		worst = fmax(worst, fabs(system_cell(results, row, rear_name) - front(time) + elongation(time)));
	}
	return worst;
}

static double worst_of_halves(const char *algorithm, double step)
{
	struct host_run_options options = host_run_defaults();
	struct mech_message message = {""};
	struct host_system *s = system_open(TRAIN "train.yaml");
	for (int name = 0; name < HOST_COUPLING_NAMES; name++) {
		if (strcmp(host_coupling_names[name], algorithm) == 0) {
			s->algorithm.name = (enum host_coupling_name)name;
		}
	}
	s->algorithm.step = step;
	options.output_file = host_folder_path("results.csv");
	if (host_system_run(s, &options, &message) != 0) {
		fail_msg("%s", message.text);
	}
	host_system_free(s);
	struct host_csv results = read_results();
	const double worst = worst_of(&results, "front.joints.rail.position", "rear.joints.rail.position");
	host_csv_free(&results);
	return worst;
}

static void two_halves_move_as_the_whole(void **state)
{
	static const char *const names[] = {"auto", "jacobi", "gauss_seidel", "iterated", "newton"};
	(void)state;
	for (int n = 0; n < 5; n++) {
		const double coarse = worst_of_halves(names[n], 0.02), fine = worst_of_halves(names[n], 0.005);
		print_message("%-14s %9.2e %9.2e\n", names[n], coarse, fine);
		assert_true(fine < 1.5e-3);
		assert_true(fine < coarse / 2.0);
	}
}

/* runs a mechanism as a unit, the results of which the folder then has */
static struct host_csv run_whole(struct host_mechanism *m)
{
	struct host_run_options options = host_run_defaults();
	struct mech_message message = {""};
	assert_non_null(m);
	assert_int_equal(host_export(m, host_folder_path("whole.fmu"), HOST_EXPORT_TO_RUN, &message), 0);
	host_mechanism_free(m);
	options.output_file = host_folder_path("results.csv");
	assert_int_equal(host_run_fmu(host_folder_path("whole.fmu"), &options, &message), 0);
	return read_results();
}

static void the_whole_moves_as_the_closed_form(void **state)
{
	struct mech_message message = {""};
	(void)state;
	struct host_csv results = run_whole(host_read_file(TRAIN "whole.yaml", &message));
	assert_true(worst_of(&results, "joints.front_rail.position", "joints.rear_rail.position") < 1e-4);
	host_csv_free(&results);
}

static struct host_csv run_system(const char *file, double step)
{
	struct host_run_options options = host_run_defaults();
	struct mech_message message = {""};
	struct host_system *s = system_open(file);
	s->algorithm.step = step > 0.0 ? step : s->algorithm.step;
	options.output_file = host_folder_path("results.csv");
	if (host_system_run(s, &options, &message) != 0) {
		fail_msg("%s", message.text);
	}
	host_system_free(s);
	return read_results();
}

/* the largest difference between a variable of a unit and that of the whole */
static double difference(const struct host_csv *coupled, const char *of_unit, const struct host_csv *whole,
                         const char *of_whole)
{
	double worst = 0.0;
	assert_int_equal(coupled->n_rows, whole->n_rows);
	for (int row = 0; row < whole->n_rows; row++) {
		worst = fmax(worst, fabs(system_cell(coupled, row, of_unit) - system_cell(whole, row, of_whole)));
	}
	return worst;
}

/* steps of 20/3 and of 4 ms: the error falls with the square of the step at least */
static void an_arm_with_servos_moves_as_in_one_file(void **state)
{
	struct mech_message message = {""};
	double worst[2];
	(void)state;
	struct host_csv whole = run_whole(host_read_file(SYSTEMS "arm_with_servos/whole.yaml", &message));
	for (int i = 0; i < 2; i++) {
		struct host_csv coupled = run_system(SYSTEMS "arm_with_servos/arm_with_servos.yaml", i == 0 ? 0.008 : 0.004);
		const double shoulder = difference(&coupled, "arm.joints.shoulder.angle", &whole, "joints.shoulder.angle");
		worst[i] = fmax(shoulder, difference(&coupled, "arm.joints.elbow.angle", &whole, "joints.elbow.angle"));
		print_message("arm_with_servos: %.2e\n", worst[i]);
		host_csv_free(&coupled);
	}
	assert_true(worst[1] < 2e-4 && worst[1] < 0.4 * worst[0]);
	assert_close(system_last(&whole, "joints.shoulder.angle"), 0.7985, 1e-4);
	assert_close(system_last(&whole, "joints.elbow.angle"), 1.2138, 1e-4);
	host_csv_free(&whole);
}

/* the suspension with the controller of the damper in place of the input */
static struct host_mechanism *suspension_with_damper(void)
{
	static const char input[] = "  damper: {type: joint_force, joint: strut, input: damper_force}\n";
	static const char own[] =
		"  damper: {type: state_space, joints: [strut], A: [[-250, 0], [0, -2]], B: [[0, 250, 0], [0, 1, 0]], C: "
		"[[-3500, -12000]]}\n";
	struct mech_message message = {""};
	struct host_text file = {0}, text = {0};
	assert_int_equal(host_file_read(SYSTEMS "active_damper/suspension.yaml", 1 << 16, &file, &message), 0);
	host_text_add_bytes(&file, "", 1);
	char *place = strstr(file.bytes, input);
	assert_non_null(place);
	host_text_add_bytes(&text, file.bytes, (size_t)(place - file.bytes));
	host_text_add(&text, own);
	host_text_add(&text, place + strlen(input));
	host_text_add(&text, "experiment: {stop: 0.8, step: 0.005}\n");
	struct host_mechanism *m = host_read_text("whole.yaml", text.bytes, text.size, &message);
	host_text_free(&file);
	host_text_free(&text);
	return m;
}

static void an_active_damper_works_as_in_the_mechanism(void **state)
{
	(void)state;
	struct host_csv whole = run_whole(suspension_with_damper());
	struct host_csv coupled = run_system(SYSTEMS "active_damper/active_damper.yaml", 0);
	const double length = difference(&coupled, "suspension.joints.strut.length", &whole, "joints.strut.length");
	print_message("active_damper: %.2e\n", length);
	assert_true(length < 2e-4);
	assert_close(system_last(&coupled, "suspension.joints.strut.length"), 0.4051, 1e-4);
	assert_close(system_last(&whole, "joints.strut.length"), 0.4051, 1e-4);
	host_csv_free(&whole);
	host_csv_free(&coupled);
}

/* tables end at 3 s at the latest; the integrals then close what is left */
static void an_excavator_gets_where_its_tables_lead(void **state)
{
	static const struct {
		const char *name;
		double length;
	} cylinders[] = {{"machine.joints.boom_cylinder.position", 3.1},
	                 {"machine.joints.stick_cylinder.position", 1.8},
	                 {"machine.joints.bucket_cylinder.position", 2.2}};
	(void)state;
	if (SLOW_BUILD) {
		skip();
	}
	struct host_csv results = run_system(SYSTEMS "excavator_control/excavator_control.yaml", 0);
	for (int i = 0; i < 3; i++) {
		assert_close(system_last(&results, cylinders[i].name), cylinders[i].length, 6e-3);
	}
	assert_close(system_last(&results, "machine.sensors.tip.position[1]"), 6.671, 1e-3);
	assert_close(system_last(&results, "machine.sensors.tip.position[2]"), 3.298, 1e-3);
	host_csv_free(&results);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_halves_move_as_the_whole),
		cmocka_unit_test(the_whole_moves_as_the_closed_form),
		cmocka_unit_test(an_arm_with_servos_moves_as_in_one_file),
		cmocka_unit_test(an_active_damper_works_as_in_the_mechanism),
		cmocka_unit_test(an_excavator_gets_where_its_tables_lead),
	};
	return cmocka_run_group_tests(tests, host_folder_setup, host_folder_teardown);
}
