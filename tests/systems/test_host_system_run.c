/* Systems that run: results against closed forms, units that fail, what a run records. */
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
#include "system_fixture.h"

/* x' = u of unit a is the input of unit b: ramps and parabolas, exact for every order that can hold
 * them */
static const char chain[] = "system: chain\n"
							"units:\n"
							"  a: {file: %s.fmu, parameters: {B1: 1, C1: 1, u1: 2}}\n"
							"  b: {file: %s.fmu, parameters: {B1: 1, C1: 1}}\n"
							"connections: [a.y1 -> b.u1]\n"
							"algorithm: {name: %s, order: %d, step: 0.1}\n"
							"experiment: {stop: 1}\n";

static double chain_end(const char *unit, const char *algorithm, int order)
{
	char text[600];
	struct host_csv results;
	(void)snprintf(text, sizeof text, chain, unit, unit, algorithm, order);
	system_runs(text, &results);
	assert_int_equal(results.n_rows, 11);
	assert_close(system_last(&results, "a.y1"), 2.0, 1e-12);
	const double end = system_last(&results, "b.y1");
	host_csv_free(&results);
	return end;
}

/* the integral of 2 t over one second; rectangles of 0.1 from the left give 0.9, from the right
 * 1.1 */
static void inputs_are_held_or_follow_polynomials(void **state)
{
	(void)state;
	assert_close(chain_end("linear", "jacobi", 0), 0.9, 1e-12);
	assert_close(chain_end("linear", "gauss_seidel", 0), 1.1, 1e-12);
	assert_close(chain_end("linear", "jacobi", 1), 1.0, 1e-12);
	assert_close(chain_end("linear", "gauss_seidel", 1), 1.0, 1e-12);
	assert_close(chain_end("linear", "jacobi", 2), 1.0, 1e-12);
}

static void a_unit_that_cannot_interpolate_gets_the_mean(void **state)
{
	(void)state;
	assert_close(chain_end("plain", "jacobi", 0), 0.9, 1e-12);
	/* it has no derivatives either: the slope of the first step is not known, which takes 0 for
	 * 0.01 */
	assert_close(chain_end("plain", "jacobi", 1), 0.99, 1e-12);
	assert_close(chain_end("plain", "gauss_seidel", 1), 1.0, 1e-12);
}

/* a ramp through a unit that passes it on: the integral is that of the ramp, not of its means, which
 * are half a step late */
static void values_that_pass_a_unit_straight_through_are_not_late(void **state)
{
	(void)state;
	for (int k = 0; k < 2; k++) {
		char text[500];
		struct host_csv results;
		(void)snprintf(text, sizeof text,
		               "system: s\nunits:\n  a: {file: linear.fmu, parameters: {B1: 1, C1: 1, u1: 2}}\n"
		               "  through: {file: plain.fmu, parameters: {D1: 1}}\n"
		               "  b: {file: linear.fmu, parameters: {B1: 1, C1: 1}}\n"
		               "connections: [a.y1 -> through.u1, through.y1 -> b.u1]\n"
		               "algorithm: {name: %s, step: 0.1}\nexperiment: {stop: 1}\n",
		               k == 0 ? "gauss_seidel" : "jacobi");
		system_runs(text, &results);
		assert_close(system_last(&results, "through.y1"), 2.0, 1e-12);
		/* jacobi does not know the slope that passes through in the first step, which costs 0.01 */
		assert_close(system_last(&results, "b.y1"), k == 0 ? 1.0 : 0.99, 1e-12);
		host_csv_free(&results);
	}
}

/* rectangles from the left lose 0.01 in each step, which the next one gets: the last loss alone is
 * left */
static void what_inputs_missed_is_added_to_the_next_step(void **state)
{
	(void)state;
	assert_close(chain_end("plain", "jacobi, correction: energy", 0), 0.99, 1e-12);
	assert_close(chain_end("linear", "jacobi, correction: energy", 0), 0.99, 1e-12);
	/* of the line that begins with an unknown slope, nothing is left */
	assert_close(chain_end("plain", "jacobi, correction: energy", 1), 1.0, 1e-12);
}

static void units_of_measurement_are_converted(void **state)
{
	static const char *const pairs[][2] = {{"metres", "millimetres"}, {"celsius", "kelvin"}, {"kelvin", "celsius"}};
	static const double expected[] = {1500.0, 1.5 + 273.15, 1.5 - 273.15};
	(void)state;
	for (int k = 0; k < 3; k++) {
		char text[400];
		struct host_csv results;
		(void)snprintf(text, sizeof text,
		               "system: s\nunits:\n  a: {file: %s.fmu, parameters: {D1: 1, u1: 1.5}}\n  b: {file: %s.fmu, "
		               "parameters: {D1: 1}}\nconnections: [a.y1 -> b.u1]\nexperiment: {stop: 1, step: 0.5}\n",
		               pairs[k][0], pairs[k][1]);
		system_runs(text, &results);
		assert_close(system_last(&results, "b.y1"), expected[k], 1e-10);
		host_csv_free(&results);
	}
}

static void a_connection_may_have_a_factor_and_an_offset(void **state)
{
	struct host_csv results;
	(void)state;
	system_runs("system: s\nunits:\n  a: {file: metres.fmu, parameters: {D1: 1, u1: 1.5}}\n"
	            "  b: {file: millimetres.fmu, parameters: {D1: 1}}\nconnections:\n"
	            "  - {from: a.y1, to: b.u1, factor: 2, offset: -1000}\nexperiment: {stop: 1, step: 0.5}\n",
	            &results);
	assert_close(system_last(&results, "b.y1"), 2000.0, 1e-10);
	host_csv_free(&results);
}

/* a - b - c against the order of the file: values reach all units before the first row */
static void values_reach_every_unit_at_the_start(void **state)
{
	struct host_csv results;
	(void)state;
	system_runs("system: s\nunits:\n  c: {file: linear.fmu, parameters: {D1: 5}}\n  b: {file: linear.fmu, parameters: "
	            "{D1: 3}}\n"
	            "  a: {file: linear.fmu, parameters: {D1: 2, u1: 1}}\nconnections: [a.y1 -> b.u1, b.y1 -> c.u1]\n"
	            "outputs: {last: c.y1}\nexperiment: {stop: 1, step: 0.5}\n",
	            &results);
	assert_int_equal(results.n_columns, 2);
	assert_close(system_cell(&results, 0, "last"), 30.0, 1e-12);
	host_csv_free(&results);
}

static void inputs_of_the_system_come_from_options_and_tables(void **state)
{
	static const char text[] = "system: s\nunits: {a: {file: linear.fmu, parameters: {B1: 1, D4: 1, C1: 1}}}\n"
							   "inputs: {force: [a.u1, a.u2]}\nexperiment: {stop: 1, step: 0.25}\n";
	static const char *const names[] = {"force", "a.x01"}, *const values[] = {"3", "1"};
	struct host_run_options options = host_run_defaults();
	struct host_csv results;
	struct mech_message message = {""};
	(void)state;
	options.n_start_values = 2;
	options.start_names = names;
	options.start_values = values;
	assert_int_equal(system_run(text, options, &results, &message), 0);
	assert_close(system_last(&results, "a.y1"), 4.0, 1e-12);
	assert_close(system_last(&results, "a.y2"), 3.0, 1e-12);
	host_csv_free(&results);
	options.input_file = host_folder_put("in.csv", "time,force\n0,1\n0.5,1\n0.5,3\n1,3\n", 31);
	assert_int_equal(system_run(text, options, &results, &message), 0);
	assert_close(system_last(&results, "a.y1"), 3.0, 1e-12);
	host_csv_free(&results);
}

static void an_input_that_nobody_sets_has_the_value_of_its_unit(void **state)
{
	struct host_run_options options = host_run_defaults();
	struct host_csv results;
	struct mech_message message = {""};
	(void)state;
	options.all = 1;
	assert_int_equal(system_run("system: s\nunits: {a: {file: metres.fmu, parameters: {u1: 7, D1: 1, behaviour: 0}}}\n"
	                            "inputs: {force: a.u1, gain: a.D1}\nexperiment: {stop: 1, step: 0.5}\n",
	                            options, &results, &message),
	                 0);
	assert_close(system_last(&results, "force"), 7.0, 1e-12);
	assert_close(system_last(&results, "gain"), 1.0, 1e-12);
	assert_close(system_last(&results, "a.y1"), 7.0, 1e-12);
	host_csv_free(&results);
}

/* of the file and of the command line */
static void values_stay_in_units_that_forget_them(void **state)
{
	static const char *const names[] = {"a.x01"}, *const values[] = {"3"};
	struct host_run_options options = host_run_defaults();
	struct host_csv results;
	struct mech_message message = {""};
	(void)state;
	options.n_start_values = 1;
	options.start_names = names;
	options.start_values = values;
	assert_int_equal(
		system_run("system: s\nunits: {a: {file: linear.fmu, parameters: {behaviour: 17, C1: 2, x01: 1}}}\n"
	               "experiment: {stop: 1, step: 0.5}\n",
	               options, &results, &message),
		0);
	assert_close(system_last(&results, "a.y1"), 6.0, 1e-12);
	host_csv_free(&results);
}

static void threads_change_no_bit(void **state)
{
	static const char text[] = "system: s\nunits:\n"
							   "  a: {file: linear.fmu, parameters: {A1: -1, B1: 1, C1: 1, x01: 1}}\n"
							   "  b: {file: linear.fmu, parameters: {A1: -2, B1: 1, C1: 1, x01: 2}}\n"
							   "  c: {file: linear.fmu, parameters: {A1: -3, B1: 1, C1: 1, x01: 3}}\n"
							   "  d: {file: linear.fmu, parameters: {A1: -4, B1: 1, C1: 1, x01: 4}}\n"
							   "connections: [a.y1 -> b.u1, b.y1 -> c.u1, c.y1 -> d.u1, d.y1 -> a.u1]\n"
							   "algorithm: {name: jacobi}\nexperiment: {stop: 1, step: 0.01}\n";
	struct host_run_options options = host_run_defaults();
	struct mech_message message = {""};
	struct host_csv results;
	(void)state;
	assert_int_equal(system_run(text, options, &results, &message), 0);
	struct host_text one = host_folder_get(host_folder_path("results.csv"));
	host_csv_free(&results);
	for (options.threads = 2; options.threads < 6; options.threads++) {
		assert_int_equal(system_run(text, options, &results, &message), 0);
		host_folder_assert_text(host_folder_path("results.csv"), one.bytes);
		host_csv_free(&results);
	}
	host_text_free(&one);
}

static void of_two_units_that_fail_at_once_the_first_is_named(void **state)
{
	static const char text[] = "system: s\nunits:\n  a: linear.fmu\n"
							   "  b: {file: linear.fmu, parameters: {behaviour: 1}}\n"
							   "  c: {file: linear.fmu, parameters: {behaviour: 1}}\n"
							   "algorithm: {name: jacobi}\nexperiment: {stop: 1, step: 0.25}\n";
	struct host_run_options options = host_run_defaults();
	struct mech_message message = {""};
	struct host_csv results;
	(void)state;
	options.threads = 3;
	assert_int_equal(system_run(text, options, &results, &message), -1);
	assert_string_equal(message.text,
	                    "the step failed at time 0.5: unit 'b': the step failed at time 0.5: cannot go on");
	host_csv_free(&results);
}

/* ---- units that fail in the second half second */

struct failure {
	const char *units[2], *behaviour, *algorithm, *message;
	int rows;
};

static void a_unit_that_fails_is_named_with_call_and_time(void **state)
{
	static const struct failure failures[] = {
		{{"linear", "linear"},
	     "1",
	     "jacobi",
	     "the step failed at time 0.5: unit 'b': the step failed at time 0.5: cannot go on",
	     6},
		{{"linear", "linear"},
	     "2",
	     "jacobi",
	     "the step failed at time 0.4: unit 'b': 'y1' is no finite number at time 0.5",
	     5},
		{{"linear", "linear"},
	     "4",
	     "jacobi",
	     "the step failed at time 0.5: unit 'b': the step was discarded without any progress, however short, at time "
	     "0.5",
	     6},
		{{"linear", "linear"},
	     "10",
	     "jacobi",
	     "the step failed at time 0.5: unit 'b': the step was discarded, and the unit does not say where it stopped, "
	     "at "
	     "time 0.5",
	     6},
		{{"linear", "linear"},
	     "11",
	     "jacobi",
	     "the step failed at time 0.5: unit 'b': setting inputs failed at time 0.5: not now",
	     6},
		{{"linear", "linear"},
	     "12",
	     "gauss_seidel",
	     "the step failed at time 0.4: unit 'b': reading outputs failed at time 0.5: nothing to see",
	     5},
		{{"linear", "linear"},
	     "13",
	     "jacobi",
	     "the step failed at time 0.5: unit 'b': saving its state failed at time 0.5: too large",
	     6},
		{{"linear", "linear"},
	     "14",
	     "jacobi",
	     "initialization failed at time 0: unit 'b': initialization failed at time 0: this cannot begin",
	     0},
		{{"linear", "linear"},
	     "15",
	     "jacobi",
	     "fmi2Terminate failed at time 1: unit 'b': fmi2Terminate failed at time 1: this cannot end",
	     11},
		{{"linear", "linear"},
	     "16",
	     "jacobi",
	     "initialization failed at time 0: unit 'b': 'y1' is no finite number at time 0",
	     0},
		{{"linear", "linear"},
	     "7",
	     "gauss_seidel",
	     "unit 'b': the step crashed at time 0.5: Segmentation fault (signal 11)",
	     6},
		{{"plain", "linear"},
	     "3",
	     "jacobi",
	     "the step failed at time 0.5: unit 'a' cannot go back to time 0.5, but another unit stopped at 0.5625: it "
	     "offers no canGetAndSetFMUstate",
	     6},
	};
	(void)state;
	for (size_t k = 0; k < sizeof failures / sizeof failures[0]; k++) {
		const struct failure *f = &failures[k];
		char text[600];
		struct host_csv results;
		struct mech_message message = {""};
		(void)snprintf(
			text, sizeof text,
			"system: s\nunits:\n  a: {file: %s.fmu, parameters: {D1: 1}}\n  b: {file: %s.fmu, parameters: "
			"{A1: -1, C1: 1, behaviour: %s}}\nconnections: [a.y1 -> b.u1, b.y1 -> a.u1]\nalgorithm: {name: %s}\n"
			"experiment: {stop: 1, step: 0.1}\n",
			f->units[0], f->units[1], f->behaviour, f->algorithm);
		assert_int_equal(system_run(text, host_run_defaults(), &results, &message), -1);
		assert_string_equal(message.text, f->message);
		/* before the first row nothing is written */
		assert_true(f->rows == 0 || results.n_rows == f->rows);
		host_csv_free(&results);
	}
}

static void a_unit_that_cannot_be_made_is_named(void **state)
{
	struct host_csv results;
	struct mech_message message = {""};
	(void)state;
	assert_int_equal(system_run("system: s\nunits: {a: linear.fmu, nobody: linear.fmu}\nexperiment: {stop: 1}\n",
	                            host_run_defaults(), &results, &message),
	                 -1);
	assert_string_equal(message.text,
	                    "the unit cannot be instantiated: unit 'nobody' cannot be instantiated: there is no licence");
	host_csv_free(&results);
}

/* a = b + 1, b = D1 a has no solution once D1 is 1 */
static void a_loop_that_loses_its_solution_is_named(void **state)
{
	static const char table[] = "time,b.D1\n0,0.5\n0.5,0.5\n0.5,1\n1,1\n";
	struct host_run_options options = host_run_defaults();
	struct host_csv results;
	struct mech_message message = {""};
	(void)state;
	options.input_file = host_folder_put("gain.csv", table, sizeof table - 1);
	assert_int_equal(system_run("system: s\nunits:\n  a: {file: linear.fmu, parameters: {D1: 1, C1: 1, x01: 1}}\n"
	                            "  b: linear.fmu\nconnections: [a.y1 -> b.u1, b.y1 -> a.u1]\n"
	                            "algorithm: {name: newton}\nexperiment: {stop: 1, step: 0.125}\n",
	                            options, &results, &message),
	                 -1);
	assert_non_null(strstr(message.text, "the step failed at time 0.5: the loop through unit '"));
	assert_non_null(strstr(message.text, "' does not converge at time 0.5: 'y1' still changes by "));
	assert_int_equal(results.n_rows, 5);
	host_csv_free(&results);
}

/* the step from 0.5 to 1 is divided at 0.5625 */
static void a_divided_step_is_two_steps(void **state)
{
	static const char text[] = "system: s\nunits:\n"
							   "  a: {file: linear.fmu, parameters: {A1: -1, B1: 1, C1: 1, x01: 1, behaviour: %d}}\n"
							   "  b: {file: linear.fmu, parameters: {B1: 1, C1: 1}}\n"
							   "connections: [a.y1 -> b.u1]\n"
							   "algorithm: {name: jacobi, order: 0, step: 0.5}\nexperiment: {stop: 1, step: 0.5}\n";
	char filled[600];
	struct host_csv results;
	(void)state;
	(void)snprintf(filled, sizeof filled, text, 3);
	system_runs(filled, &results);
	/* a is exp(-t); b sums a(0) 0.5 + a(0.5) 0.0625 + a(0.5625) 0.4375 */
	assert_close(system_last(&results, "b.y1"), 0.5 + exp(-0.5) * 0.0625 + exp(-0.5625) * 0.4375, 1e-9);
	host_csv_free(&results);
}

static void a_unit_that_needs_short_steps_gets_them(void **state)
{
	struct host_csv results;
	(void)state;
	system_runs("system: s\nunits:\n  a: {file: linear.fmu, parameters: {A1: -1, C1: 1, x01: 1, behaviour: 5}}\n"
	            "  b: {file: linear.fmu, parameters: {B1: 1, C1: 1}}\nconnections: [a.y1 -> b.u1]\n"
	            "algorithm: {name: gauss_seidel}\nexperiment: {stop: 1, step: 0.1}\n",
	            &results);
	assert_close(system_last(&results, "b.y1"), 1.0 - exp(-1.0), 1e-3);
	host_csv_free(&results);
}

static void a_unit_may_end_the_run(void **state)
{
	struct host_csv results;
	(void)state;
	system_runs("system: s\nunits:\n  a: {file: linear.fmu, parameters: {C1: 1, x01: 1, behaviour: 8}}\n"
	            "  b: {file: linear.fmu}\nconnections: [a.y1 -> b.u1]\nexperiment: {stop: 1, step: 0.1}\n",
	            &results);
	assert_close(system_last(&results, "time"), 0.5, 1e-9);
	host_csv_free(&results);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(inputs_are_held_or_follow_polynomials),
		cmocka_unit_test(a_unit_that_cannot_interpolate_gets_the_mean),
		cmocka_unit_test(values_that_pass_a_unit_straight_through_are_not_late),
		cmocka_unit_test(what_inputs_missed_is_added_to_the_next_step),
		cmocka_unit_test(units_of_measurement_are_converted),
		cmocka_unit_test(a_connection_may_have_a_factor_and_an_offset),
		cmocka_unit_test(values_reach_every_unit_at_the_start),
		cmocka_unit_test(inputs_of_the_system_come_from_options_and_tables),
		cmocka_unit_test(an_input_that_nobody_sets_has_the_value_of_its_unit),
		cmocka_unit_test(values_stay_in_units_that_forget_them),
		cmocka_unit_test(threads_change_no_bit),
		cmocka_unit_test(of_two_units_that_fail_at_once_the_first_is_named),
		cmocka_unit_test(a_unit_that_fails_is_named_with_call_and_time),
		cmocka_unit_test(a_unit_that_cannot_be_made_is_named),
		cmocka_unit_test(a_loop_that_loses_its_solution_is_named),
		cmocka_unit_test(a_divided_step_is_two_steps),
		cmocka_unit_test(a_unit_that_needs_short_steps_gets_them),
		cmocka_unit_test(a_unit_may_end_the_run),
	};
	return cmocka_run_group_tests(tests, system_setup, host_folder_teardown);
}
