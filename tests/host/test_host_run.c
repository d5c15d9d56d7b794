/* The runner on a hand-written unit. The expected tables are those fmusim 0.0.39 writes for the
 * same unit. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <dirent.h>
#include <math.h>
#include <unistd.h>

#include "host_folder.h"
#include "host_fmu.h"
#include "host_run.h"
#include "plain_unit.h"

#define EXPERIMENT "<DefaultExperiment startTime=\"0\" stopTime=\"1\" stepSize=\"0.25\"/>"
#define HEADER "\"time\",\"x\",\"tolerance\",\"count\",\"enabled\",\"word\"\n"
#define WORD "\"start, \"\"quoted\"\"\"\n"

static int setup(void **state)
{
	struct host_text library = {0};
	if (host_folder_setup(state) != 0 || !plain_unit_library(host_test_folder, &library)) {
		return -1;
	}
	/* importers on ARM find their libraries in linux64 too */
	int good =
		plain_unit_write(host_test_folder, "plain.fmu", "linux64", PLAIN_UNIT_DESCRIPTION("true", EXPERIMENT),
	                     &library) &&
		plain_unit_write(host_test_folder, "rigid.fmu", "linux64", PLAIN_UNIT_DESCRIPTION("false", EXPERIMENT),
	                     &library) &&
		plain_unit_write(host_test_folder, "bare.fmu", "linux64", PLAIN_UNIT_DESCRIPTION("true", ""), &library) &&
		plain_unit_write(host_test_folder, "foreign.fmu", "win64", PLAIN_UNIT_DESCRIPTION("true", ""), &library);
	struct host_text nonsense = {0};
	host_text_add(&nonsense, "not a library");
	good = good &&
	       plain_unit_write(host_test_folder, "broken.fmu", "linux64", PLAIN_UNIT_DESCRIPTION("true", ""), &nonsense);
	host_text_free(&nonsense);
	host_text_free(&library);
	return good ? 0 : -1;
}

static struct host_run_options to_file(const char *path)
{
	struct host_run_options o = host_run_defaults();
	o.output_file = path;
	return o;
}

static void assert_runs(const char *unit, const struct host_run_options *options, const char *expected)
{
	struct mech_message message = {""};
	if (host_run_fmu(host_folder_path(unit), options, &message) != 0) {
		fail_msg("%s", message.text);
	}
	host_folder_assert_text(options->output_file, expected);
}

static void assert_fails(const char *unit, const struct host_run_options *options, const char *reason)
{
	struct mech_message message = {""};
	assert_int_equal(host_run_fmu(host_folder_path(unit), options, &message), -1);
	if (strstr(message.text, reason) == NULL) {
		fail_msg("'%s' does not say '%s'", message.text, reason);
	}
}

/* behaviour b, u = 1 */
static const char *const behaviour_names[] = {"behaviour", "u"};
static struct host_run_options behaving(const char *const values[2], const char *path)
{
	struct host_run_options o = to_file(path);
	o.n_start_values = 2;
	o.start_names = behaviour_names;
	o.start_values = values;
	return o;
}

static const char input[] = "\"time\",\"u\",\"enable\",\"say\"\n0,1,0,\"a\"\n0.5,3,0,\"a\"\n0.5,5,0,\"a\"\n"
							"0.6,5,1,\"b, c\"\n2,5,1,\"b, c\"\n";

static void jumps_of_the_input_are_communication_points(void **state)
{
	struct host_run_options o = to_file(host_folder_path("out.csv"));
	(void)state;
	o.input_file = host_folder_put("in.csv", input, strlen(input));
	assert_runs("plain.fmu", &o,
	            HEADER "0,0,-1,0,0,\"a\"\n0.25,0.25,-1,1,0,\"a\"\n0.5,0.75,-1,2,0,\"a\"\n0.6,1.25,-1,3,0,\"a\"\n"
	                   "0.75,2,-1,4,1,\"b, c\"\n1,3.25,-1,5,1,\"b, c\"\n");
}

static void a_unit_with_fixed_steps_gets_fixed_steps(void **state)
{
	struct host_run_options o = to_file(host_folder_path("out.csv"));
	(void)state;
	o.input_file = host_folder_put("in.csv", input, strlen(input));
	o.stop_time = 0.9;
	assert_runs("rigid.fmu", &o,
	            HEADER "0,0,-1,0,0,\"a\"\n0.25,0.25,-1,1,0,\"a\"\n0.5,0.75,-1,2,0,\"a\"\n0.75,2,-1,3,0,\"a\"\n");
}

static void options_reach_the_unit(void **state)
{
	static const char *const names[] = {"gain"}, *const values[] = {"2"};
	struct host_run_options o = to_file(host_folder_path("out.csv"));
	(void)state;
	o.input_file = host_folder_put("in.csv", input, strlen(input));
	o.stop_time = 0.9;
	o.tolerance = 1e-3;
	o.n_start_values = 1;
	o.start_names = names;
	o.start_values = values;
	assert_runs("plain.fmu", &o,
	            HEADER "0,0,0.001,0,0,\"a\"\n0.25,0.5,0.001,1,0,\"a\"\n0.5,1.5,0.001,2,0,\"a\"\n"
	                   "0.6,2.5,0.001,3,0,\"a\"\n0.75,4,0.001,4,1,\"b, c\"\n0.9,5.5,0.001,5,1,\"b, c\"\n");
}

static void without_a_default_experiment_a_run_has_500_steps_of_one_second_together(void **state)
{
	struct host_run_options o = to_file(host_folder_path("out.csv"));
	struct mech_message message = {""};
	int lines = 0;
	(void)state;
	assert_int_equal(host_run_fmu(host_folder_path("bare.fmu"), &o, &message), 0);
	struct host_text text = host_folder_get(o.output_file);
	for (size_t i = 0; i < text.size; i++) {
		lines += text.bytes[i] == '\n';
	}
	assert_int_equal(lines, 502);
	assert_non_null(strstr(text.bytes, "\n0.002,"));
	assert_non_null(strstr(text.bytes, "\n1,"));
	host_text_free(&text);
}

static void many_small_steps_end_exactly_once_at_the_stop_time(void **state)
{
	struct host_run_options o = to_file(host_folder_path("out.csv"));
	struct mech_message message = {""};
	int lines = 0;
	(void)state;
	/* fmusim's tolerance of 1e-5 relative would be a whole step here */
	o.start_time = 1000.0;
	o.stop_time = 1000.1;
	o.output_interval = 0.01;
	assert_int_equal(host_run_fmu(host_folder_path("plain.fmu"), &o, &message), 0);
	struct host_text text = host_folder_get(o.output_file);
	for (size_t i = 0; i < text.size; i++) {
		lines += text.bytes[i] == '\n';
	}
	assert_int_equal(lines, 12);
	assert_non_null(strstr(text.bytes, "\n1000.1,"));
	host_text_free(&text);
}

static void warnings_do_not_end_the_run(void **state)
{
	static const char *const values[] = {"1", "1"};
	struct host_run_options o = behaving(values, host_folder_path("out.csv"));
	(void)state;
	assert_runs("plain.fmu", &o,
	            HEADER "0,0,-1,0,0," WORD "0.25,0.25,-1,1,0," WORD "0.5,0.5,-1,2,0," WORD "0.75,0.75,-1,3,0," WORD
	                   "1,1,-1,4,0," WORD);
}

static void a_failed_step_is_reported_with_time_and_reason_and_the_rows_before_are_kept(void **state)
{
	static const char *const values[] = {"2", "1"};
	struct host_run_options o = behaving(values, host_folder_path("out.csv"));
	(void)state;
	assert_fails("plain.fmu", &o, "the step failed at time 0.5: cannot go on at 2 steps");
	host_folder_assert_text(o.output_file, HEADER "0,0,-1,0,0," WORD "0.25,0.25,-1,1,0," WORD "0.5,0.5,-1,2,0," WORD);
}

static void a_unit_may_end_the_run_itself(void **state)
{
	static const char *const values[] = {"3", "1"};
	struct host_run_options o = behaving(values, host_folder_path("out.csv"));
	(void)state;
	assert_runs("plain.fmu", &o,
	            HEADER "0,0,-1,0,0," WORD "0.25,0.25,-1,1,0," WORD "0.5,0.5,-1,2,0," WORD "0.75,0.75,-1,3,0," WORD);
}

static void a_discarded_step_goes_on_from_where_it_stopped(void **state)
{
	static const char *const values[] = {"4", "1"};
	struct host_run_options o = behaving(values, host_folder_path("out.csv"));
	(void)state;
	assert_runs("plain.fmu", &o,
	            HEADER "0,0,-1,0,0," WORD "0.25,0.25,-1,1,0," WORD "0.5,0.5,-1,2,0," WORD "0.625,0.625,-1,3,0," WORD
	                   "0.75,0.75,-1,4,0," WORD "0.875,0.875,-1,5,0," WORD "1,1,-1,6,0," WORD);
}

static void a_unit_that_stands_still_does_not_hang_the_run(void **state)
{
	static const char *const values[] = {"5", "1"};
	struct host_run_options o = behaving(values, host_folder_path("out.csv"));
	(void)state;
	assert_fails("plain.fmu", &o, "the step at time 0.5 was discarded without any progress");
}

static void outputs_that_cannot_be_read_end_the_run(void **state)
{
	static const char *const values[] = {"6", "1"};
	struct host_run_options o = behaving(values, host_folder_path("out.csv"));
	(void)state;
	assert_fails("plain.fmu", &o, "reading outputs failed at time 0: no outputs");
	host_folder_assert_text(o.output_file, HEADER);
}

static void a_unit_that_crashes_or_exits_is_a_message_and_the_rows_before_are_kept(void **state)
{
	static const char *const crashes[] = {"7", "1"}, *const exits[] = {"8", "1"};
	static const char rows[] = HEADER "0,0,-1,0,0," WORD "0.25,0.25,-1,1,0," WORD "0.5,0.5,-1,2,0," WORD;
	struct host_run_options o = behaving(crashes, host_folder_path("out.csv"));
	(void)state;
	assert_fails("plain.fmu", &o, "the step crashed at time 0.5: Segmentation fault (signal 11)");
	host_folder_assert_text(o.output_file, rows);
	o.start_values = exits;
	assert_fails("plain.fmu", &o, "the step ended the process at time 0.5 with code 3");
	host_folder_assert_text(o.output_file, rows);
}

static void a_run_that_cannot_begin_leaves_older_results(void **state)
{
	static const char *const names[] = {"gain"}, *const words[] = {"two"};
	struct host_run_options o = to_file(host_folder_put("kept.csv", "old", 3));
	(void)state;
	o.n_start_values = 1;
	o.start_names = names;
	o.start_values = words;
	assert_fails("plain.fmu", &o, "'two' is not a value for gain");
	host_folder_assert_text(o.output_file, "old");
}

static void results_that_nobody_takes_end_the_run(void **state)
{
	struct host_run_options o = to_file("/dev/full");
	(void)state;
	assert_fails("plain.fmu", &o, "/dev/full: cannot be written (No space left on device)");
}

static void wrong_requests_are_refused_before_the_run(void **state)
{
	static const char *const names[] = {"gian"}, *const values[] = {"2"}, *const words[] = {"two"};
	static const char *const gain[] = {"gain"};
	struct host_run_options o = to_file(host_folder_path("out.csv"));
	(void)state;
	o.n_start_values = 1;
	o.start_names = names;
	o.start_values = values;
	assert_fails("plain.fmu", &o, "the unit has no variable 'gian' (did you mean 'gain'?)");
	o.start_names = gain;
	o.start_values = words;
	assert_fails("plain.fmu", &o, "'two' is not a value for gain");
	o = to_file(host_folder_path("out.csv"));
	o.stop_time = -1.0;
	assert_fails("plain.fmu", &o, "the stop time -1 lies before the start time 0");
	o.stop_time = 1.0;
	o.output_interval = 1e-12;
	assert_fails("plain.fmu", &o, "far too small");
	o = to_file(host_folder_path("none/out.csv"));
	assert_fails("plain.fmu", &o, "none/out.csv: cannot be written");
}

static void units_that_cannot_be_loaded_are_refused(void **state)
{
	struct host_run_options o = to_file(host_folder_path("out.csv"));
	(void)state;
	assert_fails("foreign.fmu", &o, "no library for this machine: binaries/");
	assert_fails("broken.fmu", &o, "binaries/linux64/plain_unit.so: cannot be loaded");
	assert_fails("missing.fmu", &o, "missing.fmu: cannot be read");
	(void)host_folder_put("text.fmu", "hello", 5);
	assert_fails("text.fmu", &o, "text.fmu: not a zip archive");
}

static void a_loaded_unit_lives_in_a_folder_that_goes_when_it_is_closed(void **state)
{
	struct mech_message message = {""};
	struct host_fmu *fmu = calloc(1, sizeof *fmu);
	char folder[HOST_PATH_SIZE];
	(void)state;
	assert_int_equal(host_fmu_open(host_folder_path("plain.fmu"), fmu, &message), 0);
	(void)snprintf(folder, sizeof folder, "%s", fmu->folder);
	assert_int_equal(access(folder, F_OK), 0);
	assert_memory_equal(fmu->resources, "file:///", 8);
	assert_string_equal(fmu->functions.GetVersion(), "2.0");
	assert_string_equal(fmu->functions.GetTypesPlatform(), "default");
	host_fmu_close(fmu);
	assert_int_equal(access(folder, F_OK), -1);
	free(fmu);
}

static void values_are_read_by_type(void **state)
{
	union host_fmu_value value;
	(void)state;
	assert_int_equal(host_fmu_value_read(HOST_INTEGER, "-12", &value), 0);
	assert_int_equal(value.integer, -12);
	assert_int_equal(host_fmu_value_read(HOST_INTEGER, "1.5", &value), -1);
	assert_int_equal(host_fmu_value_read(HOST_INTEGER, "3000000000", &value), -1);
	assert_int_equal(host_fmu_value_read(HOST_BOOLEAN, "true", &value), 0);
	assert_int_equal(value.integer, 1);
	assert_int_equal(host_fmu_value_read(HOST_BOOLEAN, "yes", &value), -1);
	assert_int_equal(host_fmu_value_read(HOST_REAL, "1e3", &value), 0);
	assert_true(value.real == 1000.0);
}

static void items_of_enumerations_are_given_by_name_or_number(void **state)
{
	char first[] = "euler", second[] = "radau", name[] = "solver.method";
	struct host_choice choices[] = {{first, 0}, {second, 5}};
	const struct host_variable method = {.name = name, .type = HOST_INTEGER, .n_choices = 2, .choices = choices};
	struct mech_message message = {""};
	union host_fmu_value value = {0};
	(void)state;
	assert_int_equal(host_fmu_value_given(&method, "radau", &value, &message), 0);
	assert_int_equal(value.integer, 5);
	assert_int_equal(host_fmu_value_given(&method, "0", &value, &message), 0);
	assert_int_equal(value.integer, 0);
	assert_int_equal(host_fmu_value_given(&method, "rado", &value, &message), -1);
	assert_string_equal(message.text,
	                    "'rado' is not a value for solver.method (did you mean 'radau'?); it can be euler, radau");
}

/* rows do not depend on the clock */
static void real_time_changes_no_row(void **state)
{
	struct host_run_options o = to_file(host_folder_path("out.csv"));
	(void)state;
	o.stop_time = 0.05;
	o.output_interval = 0.01;
	o.real_time = 1;
	struct mech_message message = {""};
	assert_int_equal(host_run_fmu(host_folder_path("plain.fmu"), &o, &message), 0);
	struct host_text paced = host_folder_get(o.output_file);
	o.real_time = 0;
	assert_runs("plain.fmu", &o, paced.bytes);
	host_text_free(&paced);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(real_time_changes_no_row),
		cmocka_unit_test(jumps_of_the_input_are_communication_points),
		cmocka_unit_test(a_unit_with_fixed_steps_gets_fixed_steps),
		cmocka_unit_test(options_reach_the_unit),
		cmocka_unit_test(without_a_default_experiment_a_run_has_500_steps_of_one_second_together),
		cmocka_unit_test(many_small_steps_end_exactly_once_at_the_stop_time),
		cmocka_unit_test(warnings_do_not_end_the_run),
		cmocka_unit_test(a_failed_step_is_reported_with_time_and_reason_and_the_rows_before_are_kept),
		cmocka_unit_test(a_unit_may_end_the_run_itself),
		cmocka_unit_test(a_discarded_step_goes_on_from_where_it_stopped),
		cmocka_unit_test(a_unit_that_stands_still_does_not_hang_the_run),
		cmocka_unit_test(outputs_that_cannot_be_read_end_the_run),
		cmocka_unit_test(a_unit_that_crashes_or_exits_is_a_message_and_the_rows_before_are_kept),
		cmocka_unit_test(a_run_that_cannot_begin_leaves_older_results),
		cmocka_unit_test(results_that_nobody_takes_end_the_run),
		cmocka_unit_test(wrong_requests_are_refused_before_the_run),
		cmocka_unit_test(units_that_cannot_be_loaded_are_refused),
		cmocka_unit_test(a_loaded_unit_lives_in_a_folder_that_goes_when_it_is_closed),
		cmocka_unit_test(values_are_read_by_type),
		cmocka_unit_test(items_of_enumerations_are_given_by_name_or_number),
	};
	return cmocka_run_group_tests(tests, setup, host_folder_teardown);
}
