/* System files: what is read, and what is said about bad ones. */
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
#include "bad_systems.h"
#include "host/plain_unit.h"
#include "host_coupling.h"
#include "host_system_report.h"
#include "host_system_schema.h"
#include "system_fixture.h"

static int setup(void **state)
{
	struct host_text library = {0};
	if (system_setup(state) != 0 || !plain_unit_library(host_test_folder, &library) ||
	    !plain_unit_write(host_test_folder, "mixed.fmu", "linux64", PLAIN_UNIT_DESCRIPTION("true", ""), &library)) {
		return -1;
	}
	host_text_free(&library);
	host_folder_put("text.fmu", "no archive", 10);
	host_folder_put("broken.yaml", "mechanism: broken\nbody: {}\n", 27);
	return 0;
}

/* everything that the reader says about a text as system.yaml */
static char *said_of(const char *text, int notes)
{
	struct host_problems problems = {0};
	host_system_free(host_system_read(host_folder_put("system.yaml", text, strlen(text)), &problems));
	char *said = system_said(&problems, notes);
	host_problems_free(&problems);
	return said;
}

static void every_bad_file_is_refused_with_its_place_and_reason(void **state)
{
	const char *record = getenv("MECHFMU_RECORD"); /* a file for all messages, to read them in one go */
	FILE *file = record == NULL ? NULL : fopen(record, "w");
	(void)state;
	for (size_t k = 0; k < sizeof bad_systems / sizeof bad_systems[0]; k++) {
		char *said = said_of(bad_systems[k].text, 0);
		if (file != NULL) {
			(void)fprintf(file, "%s\n%s\n", bad_systems[k].name, said);
		} else {
			if (strcmp(said, bad_systems[k].said) != 0) {
				print_error("%s\n", bad_systems[k].name);
			}
			assert_string_equal(said, bad_systems[k].said);
		}
		free(said);
	}
	if (file != NULL) {
		fclose(file);
	}
}

static void notes_name_inputs_without_source(void **state)
{
	(void)state;
	char *said = said_of("system: s\nunits:\n  a: {file: linear.fmu, parameters: {u1: 1}}\n  b: linear.fmu\n"
	                     "connections: [a.y1 -> b.u1]\n",
	                     1);
	assert_string_equal(said, "note: system.yaml:3:3: input 'a.u2' is connected to nothing and stays at 0\n"
	                          "note: system.yaml:4:3: input 'b.u2' is connected to nothing and stays at 0\n");
	free(said);
}

static void notes_name_units_that_cannot_be_compared(void **state)
{
	(void)state;
	char *said = said_of("system: s\nunits:\n  a: {file: odd.fmu, parameters: {u1: 1, u2: 1}}\n"
	                     "  b: {file: metres.fmu, parameters: {u2: 1}}\nconnections:\n  - a.y1 -> b.u1\n",
	                     1);
	assert_string_equal(said,
	                    "note: system.yaml:6:5: 'furlong' and 'm' are not compared: a unit does not say what they "
	                    "are in base units\n");
	free(said);
}

/* the file is found next to the system file, whatever the working directory */
static void everything_in_a_file_is_read(void **state)
{
	static const char text[] = "system: whole\ndescription: all keys\nunits:\n  a: linear.fmu\n"
							   "  b: {file: millimetres.fmu, parameters: {D1: 2}}\nconnections:\n  - a.y1 -> b.u1\n"
							   "  - {from: b.y2, to: a.u1, factor: 3, offset: -1}\ninputs: {force: [a.u2, b.u2]}\n"
							   "outputs: {sum: b.y1, x: a.x1}\nalgorithm: {name: jacobi, step: 0.01, order: 2}\n"
							   "experiment: {start: 1, stop: 3, step: 0.5}\n";
	(void)state;
	struct host_system *s = system_open(host_folder_put("system.yaml", text, strlen(text)));
	assert_string_equal(s->name, "whole");
	assert_string_equal(s->description, "all keys");
	assert_int_equal(s->n_units, 2);
	assert_int_equal(s->n_connections, 4);
	assert_int_equal(s->n_inputs, 1);
	assert_int_equal(s->n_outputs, 2);
	assert_close(s->connections[1].factor, 3.0, 0.0);
	assert_close(s->connections[1].offset, -1.0, 0.0);
	assert_int_equal(s->connections[3].from.unit, HOST_OUTSIDE);
	assert_string_equal(s->outputs[1].name, "x");
	assert_int_equal(s->algorithm.name, HOST_JACOBI);
	assert_int_equal(s->algorithm.order, 2);
	assert_close(s->algorithm.step, 0.01, 0.0);
	assert_close(s->start_time, 1.0, 0.0);
	assert_close(s->stop_time, 3.0, 0.0);
	assert_close(s->interval, 0.5, 0.0);
	host_system_free(s);
}

/* ---- the graph */

/* "a b c" of the order, "|" between groups, then the loops */
static char *graph_of(const char *text)
{
	struct host_graph g;
	struct host_text said = {0};
	struct host_system *s = system_open(host_folder_put("system.yaml", text, strlen(text)));
	assert_int_equal(host_graph_make(s, &g), 0);
	for (int k = 0; k < g.n_groups; k++) {
		for (int i = g.first[k]; i < g.first[k + 1]; i++) {
			host_text_add(&said, i == 0 ? "" : i == g.first[k] ? " | " : " ");
			host_text_add(&said, s->units[g.order[i]].name);
		}
	}
	for (int k = 0; k < g.n_loops; k++) {
		host_text_add(&said, "; ");
		host_text_add(&said, g.loops[k]);
	}
	host_graph_free(&g);
	host_system_free(s);
	return said.bytes;
}

static void units_are_ordered_by_what_they_need(void **state)
{
	static const char *const cases[][2] = {
		{"units: {c: linear.fmu, b: linear.fmu, a: linear.fmu}\nconnections: [a.y1 -> b.u1, b.y1 -> c.u1]",
	     "a | b | c"},
		{"units: {a: linear.fmu, b: integrator.fmu}\nconnections: [a.y1 -> b.u1, b.y1 -> a.u1]", "b a"},
		{"units: {a: integrator.fmu, b: linear.fmu}\nconnections: [a.y1 -> b.u1, b.y1 -> a.u1]", "a b"},
		{"units: {a: linear.fmu, b: linear.fmu}\nconnections: [a.y1 -> b.u1, b.y1 -> a.u1]",
	     "a b; a.y1 -> b.u1 -> b.y1 -> a.u1"},
		{"units: {a: linear.fmu}\nconnections: [a.y1 -> a.u2]", "a; a.y1 -> a.u2"},
		{"units: {a: integrator.fmu}\nconnections: [a.y1 -> a.u2]", "a"},
		{"units: {d: linear.fmu, a: linear.fmu, b: integrator.fmu, c: linear.fmu}\n"
	     "connections: [a.y1 -> b.u1, b.y1 -> a.u1, b.y2 -> d.u1, c.y1 -> a.u2]",
	     "c | b a | d"},
	};
	(void)state;
	for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
		char text[400];
		(void)snprintf(text, sizeof text, "system: s\n%s\n", cases[k][0]);
		char *said = graph_of(text);
		assert_string_equal(said, cases[k][1]);
		free(said);
	}
}

static void the_report_names_what_matters(void **state)
{
	static const char text[] =
		"system: s\nunits: {a: linear.fmu, b: plain.fmu}\nconnections: [a.y1 -> b.u1, b.y1 -> a.u1]\n"
		"algorithm: {steps: adaptive, step: 0.25}\nexperiment: {stop: 2}\n";
	static const char *const lines[] = {
		": system 's' is good\n",
		"  units                        a: linear.fmu, can go back, interpolates inputs, directional derivatives\n",
		"                               b: plain.fmu, cannot go back\n",
		"  connections                  2, inputs of the system 0\n",
		"  order of the units           (a, b)\n",
		"  algebraic loops              a.y1 -> b.u1 -> b.y1 -> a.u1\n",
		"  algorithm                    gauss_seidel (auto), order 1\n",
		"  first step, then adaptive    0.25 s\n",
		"  steps are not repeated for   b, which cannot go back\n",
		"  stop time                    2 s\n",
	};
	char *said = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&said, &size);
	(void)state;
	assert_non_null(stream);
	struct host_system *s = system_open(host_folder_put("system.yaml", text, sizeof text - 1));
	assert_int_equal(host_system_report(s, stream), 0);
	assert_int_equal(fclose(stream), 0);
	host_system_free(s);
	for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++) {
		if (strstr(said, lines[k]) == NULL) {
			fail_msg("no line '%s' in\n%s", lines[k], said);
		}
	}
	free(said);
}

static void the_schema_in_the_tree_is_up_to_date(void **state)
{
	char *now = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&now, &size);
	(void)state;
	assert_non_null(stream);
	host_system_schema_write(stream);
	assert_int_equal(fclose(stream), 0);
	struct host_text kept = host_folder_get(MECHFMU_SOURCE_DIR "/fmu/host/systems/system.schema.json");
	if (strcmp(now, kept.bytes) != 0) {
		print_error("run: mechfmu schema --system > fmu/host/systems/system.schema.json\n");
	}
	assert_string_equal(now, kept.bytes);
	host_text_free(&kept);
	free(now);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_bad_file_is_refused_with_its_place_and_reason),
		cmocka_unit_test(notes_name_inputs_without_source),
		cmocka_unit_test(notes_name_units_that_cannot_be_compared),
		cmocka_unit_test(everything_in_a_file_is_read),
		cmocka_unit_test(units_are_ordered_by_what_they_need),
		cmocka_unit_test(the_report_names_what_matters),
		cmocka_unit_test(the_schema_in_the_tree_is_up_to_date),
	};
	return cmocka_run_group_tests(tests, setup, host_folder_teardown);
}
