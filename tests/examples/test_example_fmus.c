/* Every example as a user meets it: exported by the program, loaded as an FMU, run, compared with
 * examples/<name>/expected.csv. Those files were made at tolerance 1e-9; that they are true is what
 * the other tests in this folder show. */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "assert_close.h"
#include "host_csv.h"
#include "host_fmu.h"
#include "host_number.h"
#include "host_run.h"
#include "host/host_folder.h"
#include "slow_build.h"

static const char *const names[] = {"pendulum",
                                    "slider_crank",
                                    "four_bar",
                                    "double_four_bar",
                                    "andrews_squeezer",
                                    "heavy_top",
                                    "bricard",
                                    "bennett",
                                    "stewart_platform",
                                    "flyball_governor",
                                    "double_wishbone",
                                    "excavator",
                                    "delta_robot",
                                    "cardan_shaft",
                                    "gyroscope",
                                    "scotch_yoke",
                                    "toggle_press",
                                    "four_bar_in_space",
                                    "bicycle_wheel",
                                    "double_pendulum",
                                    "off_road_vehicle",
                                    "flexible_slider_crank",
                                    "beam_with_tip_crank",
                                    "cam_follower",
                                    "geneva_drive",
                                    "trebuchet",
                                    "spin_up_beam",
                                    "four_bar_crooked_joint",
                                    "gripper"};
enum { N_EXAMPLES = sizeof names / sizeof names[0] };

/* exports without a compiler or anything else on the path */
static const char *export_example(const char *name, const char *file)
{
	char command[4096];
	const char *path = host_folder_path(file);
	(void)snprintf(command, sizeof command, "PATH=/nonexistent %s export %s/examples/%s/%s.yaml -o %s >%s",
	               MECHFMU_PROGRAM, MECHFMU_SOURCE_DIR, name, name, path, host_folder_path("export.log"));
	assert_int_equal(system(command), 0);
	return path;
}

static struct host_csv read_csv(const char *path)
{
	struct mech_message message = {""};
	struct host_text text = host_folder_get(path);
	struct host_csv csv;
	if (host_csv_read(path, text.bytes, text.size, &csv, &message)) {
		fail_msg("%s", message.text);
	}
	host_text_free(&text);
	return csv;
}

static double cell(const struct host_csv *csv, int row, int column)
{
	double value = 0;
	assert_int_equal(host_number_read(host_csv_cell(csv, row, column), &value), 0);
	return value;
}

static double range(const struct host_csv *csv, int column)
{
	double least = HUGE_VAL;
	double most = -HUGE_VAL;
	for (int i = 0; i < csv->n_rows; i++) {
		least = fmin(least, cell(csv, i, column));
		most = fmax(most, cell(csv, i, column));
	}
	return most - least;
}

static const double tolerance = SLOW_BUILD ? 1e-4 : 1e-6;

static int column_of(const struct host_csv *csv, const char *name)
{
	for (int j = 0; j < csv->n_columns; j++) {
		if (strcmp(host_csv_cell(csv, -1, j), name) == 0) {
			return j;
		}
	}
	fail_msg("no column %s", name);
	return -1;
}

/* Small quantities are held to a part of 0.1; what is missing of the energy, to a part of 2 J. A
 * force of a very stiff contact depends on the steps: expected.csv leaves such outputs out. */
static void compare(const struct host_csv *actual, const struct host_csv *expected, double part)
{
	assert_int_equal(actual->n_rows, expected->n_rows);
	for (int j = 0; j < expected->n_columns; j++) {
		const char *name = host_csv_cell(expected, -1, j);
		const int column = column_of(actual, name), is_missing = strcmp(name, "energies.balance_error") == 0;
		double bound = part * fmax(range(expected, j), is_missing ? 2 : 0.1);
		for (int i = 0; i < expected->n_rows; i++) {
			assert_close(cell(actual, i, column), cell(expected, i, j), bound);
		}
	}
}

/* the pin hits both walls of its slot many times: within this play the wheel's angle depends on
 * the smallest errors */
static double part_of(const char *name)
{
	return strcmp(name, "geneva_drive") == 0 ? 0.002 / 6.28 : 5 * tolerance;
}

static void every_example_is_exported_run_and_as_expected(void **state)
{
	(void)state;
	/* example_states runs the others in slow builds, too */
	for (int k = 0; k < N_EXAMPLES; k += SLOW_BUILD ? 3 : 1) {
		struct mech_message message = {""};
		struct host_run_options options = host_run_defaults();
		char path[1024];
		const char *fmu = export_example(names[k], "example.fmu");
		(void)snprintf(path, sizeof path, "%s/examples/%s/expected.csv", MECHFMU_SOURCE_DIR, names[k]);
		struct host_csv expected = read_csv(path);
		options.tolerance = tolerance;
		options.output_file = host_folder_path("out.csv");
		options.output_interval = cell(&expected, 1, 0) - cell(&expected, 0, 0);
		if (host_run_fmu(fmu, &options, &message)) {
			fail_msg("%s: %s", names[k], message.text);
		}
		struct host_csv actual = read_csv(options.output_file);
		compare(&actual, &expected, part_of(names[k]));
		host_csv_free(&actual);
		host_csv_free(&expected);
	}
}

static void exporting_twice_gives_the_same_bytes(void **state)
{
	(void)state;
	for (int k = 0; k < N_EXAMPLES; k += 5) {
		struct host_text first = host_folder_get(export_example(names[k], "first.fmu"));
		struct host_text second = host_folder_get(export_example(names[k], "second.fmu"));
		assert_int_equal(first.size, second.size);
		assert_memory_equal(first.bytes, second.bytes, first.size);
		host_text_free(&first);
		host_text_free(&second);
	}
}

/* ---- many instances ---- */

enum { N_INSTANCES = 100, N_STEPS = SLOW_BUILD ? 4 : 40 };

static fmi2Component instantiate(const struct host_fmu *fmu)
{
	const struct host_fmu_functions *f = &fmu->functions;
	fmi2Component c =
		f->Instantiate("one of many", fmi2CoSimulation, fmu->description.guid, NULL, NULL, fmi2False, fmi2False);
	assert_non_null(c);
	assert_int_equal(f->SetupExperiment(c, fmi2False, 0, 0, fmi2False, 0), fmi2OK);
	assert_int_equal(f->EnterInitializationMode(c), fmi2OK);
	assert_int_equal(f->ExitInitializationMode(c), fmi2OK);
	return c;
}

/* the torque depends on the instance and the step, so that no two instances move alike */
static void step(const struct host_fmu *fmu, fmi2Component c, int instance, int k)
{
	const fmi2ValueReference motor_torque = 1;
	const double h = 0.005;
	double torque = 0.3 + 0.01 * instance + 0.1 * (k % 3);
	assert_int_equal(fmu->functions.SetReal(c, &motor_torque, 1, &torque), fmi2OK);
	assert_int_equal(fmu->functions.DoStep(c, k * h, h, fmi2True), fmi2OK);
}

static double crank_angle(const struct host_fmu *fmu, fmi2Component c)
{
	const fmi2ValueReference angle = 2;
	double value = 0;
	assert_int_equal(fmu->functions.GetReal(c, &angle, 1, &value), fmi2OK);
	return value;
}

static void a_hundred_instances_interleaved_give_the_bits_of_one_alone(void **state)
{
	struct mech_message message = {""};
	struct host_fmu fmu;
	fmi2Component many[N_INSTANCES];
	double last = 0;
	(void)state;
	assert_int_equal(host_fmu_open(export_example("four_bar", "four_bar.fmu"), &fmu, &message), 0);
	for (int i = 0; i < N_INSTANCES; i++) {
		many[i] = instantiate(&fmu);
	}
	for (int k = 0; k < N_STEPS; k++) {
		for (int i = 0; i < N_INSTANCES; i++) {
			/* another order in every round: 37 has no divisor in common with 100 */
			int j = (37 * i + k) % N_INSTANCES;
			step(&fmu, many[j], j, k);
		}
	}
	for (int i = 0; i < N_INSTANCES; i++) {
		fmi2Component alone = instantiate(&fmu);
		for (int k = 0; k < N_STEPS; k++) {
			step(&fmu, alone, i, k);
		}
		assert_true(crank_angle(&fmu, alone) == crank_angle(&fmu, many[i]));
		assert_true(crank_angle(&fmu, many[i]) != last);
		last = crank_angle(&fmu, many[i]);
		fmu.functions.FreeInstance(alone);
		fmu.functions.FreeInstance(many[i]);
	}
	host_fmu_close(&fmu);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_example_is_exported_run_and_as_expected),
		cmocka_unit_test(exporting_twice_gives_the_same_bytes),
		cmocka_unit_test(a_hundred_instances_interleaved_give_the_bits_of_one_alone),
	};
	return cmocka_run_group_tests(tests, host_folder_setup, host_folder_teardown);
}
