/* Units and tables of other people, with names that mean harm: they are read, written and reported
 * as text. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host_cli.h"
#include "host_csv.h"
#include "host_folder.h"
#include "plain_unit.h"

enum { LONG_NAME = 1000000, MOST_DESCRIPTION = 3 * LONG_NAME };

/* name as XML has it, and as a table has it */
static const struct {
	const char *xml, *cell;
} names[] = {
	{"two&#10;lines", "two\nlines"},
	{"cr&#13;&#10;lf", "cr\r\nlf"},
	{"a, &quot;quoted&quot; one", "a, \"quoted\" one"},
	{"&quot;,&quot;", "\",\""},
	{"=1+1", "=1+1"},
	{"&#x9b;31mred", "\\xc2\\x9b31mred"},
	{"__proto__", "__proto__"},
	{"&lt;/script&gt;", "</script>"},
	{"u&#x2028;v", "u\xe2\x80\xa8v"},
	{" ", " "},
};
enum { NAMES = sizeof names / sizeof names[0] };

static struct host_text library;

static void add_output(char *description, const char *name, int reference)
{
	char *end = description + strlen(description);
	(void)snprintf(end, MOST_DESCRIPTION - (size_t)(end - description),
	               "<ScalarVariable name=\"%s\" valueReference=\"%d\" causality=\"output\"><Real/></ScalarVariable>\n",
	               name, reference);
}

/* folder/name: the plain unit, in which x has these names, too */
static const char *unit_with(const char *name, int n, const char *const *xml_names)
{
	char *description = calloc(1, MOST_DESCRIPTION);
	assert_non_null(description);
	strcpy(description,
	       "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	       "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"&lt;img&gt;&#x9b;31m\" guid=\"plain-unit\">\n"
	       "<CoSimulation modelIdentifier=\"plain_unit\"/>\n"
	       "<DefaultExperiment startTime=\"0\" stopTime=\"1\" stepSize=\"0.5\"/>\n<ModelVariables>\n");
	for (int i = 0; i < n; i++) {
		add_output(description, xml_names[i], 2);
	}
	strcat(description, "</ModelVariables><ModelStructure/></fmiModelDescription>\n");
	assert_true(plain_unit_write(host_test_folder, name, "linux64", description, &library));
	free(description);
	return host_folder_path(name);
}

/* what the program says, and its exit code: nothing in it moves the cursor of a terminal */
static char *say(int expected, int argc, const char *const *argv)
{
	char *said = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&said, &size);
	assert_non_null(stream);
	const int code = host_cli(argc, argv, stream, stream);
	assert_int_equal(fclose(stream), 0);
	if (code != expected) {
		fail_msg("exit code %d: %s", code, said);
	}
	for (const char *c = said; *c != 0;) {
		const int length = *c == '\n' ? 1 : host_text_character(c);
		if (length == 0) {
			fail_msg("control character \\x%02x: %s", (unsigned)(unsigned char)*c, said);
		}
		c += length;
	}
	return said;
}

static void expect_words(int expected, int argc, const char *const *argv, const char *words)
{
	char *said = say(expected, argc, argv);
	if (strstr(said, words) == NULL) {
		fail_msg("no '%s' in: %s", words, said);
	}
	free(said);
}

static void names_are_cells_of_a_table_that_can_be_read(void **state)
{
	const char *xml[NAMES];
	struct host_csv csv;
	struct mech_message message = {""};
	(void)state;
	for (int i = 0; i < NAMES; i++) {
		xml[i] = names[i].xml;
	}
	const char *table = host_folder_path("names.csv");
	const char *const run[] = {"mechfmu", "run", unit_with("names.fmu", NAMES, xml), "-o", table};
	free(say(HOST_EXIT_OK, 5, run));
	struct host_text text = host_folder_get(table);
	assert_int_equal(host_csv_read("names.csv", text.bytes, text.size, &csv, &message), 0);
	assert_int_equal(csv.n_columns, 1 + NAMES);
	assert_int_equal(csv.n_rows, 3);
	for (int i = 0; i < NAMES; i++) {
		assert_string_equal(host_csv_cell(&csv, -1, 1 + i), names[i].cell);
		assert_string_equal(host_csv_cell(&csv, 2, 1 + i), "0");
	}
	host_csv_free(&csv);
	host_text_free(&text);
}

static void messages_about_such_names_are_harmless(void **state)
{
	const char *fmu = host_folder_path("names.fmu");
	const char *const start[] = {"mechfmu", "run", fmu, "--start-value", "\033[31mred", "1", "-o", "/dev/null"};
	const char *const value[] = {"mechfmu", "run", fmu, "--start-value", "__proto__", "\033]0;x\a", "-o", "/dev/null"};
	const char *const lint[] = {"mechfmu", "lint", fmu}, *const json[] = {"mechfmu", "lint", "--json", fmu};
	(void)state;
	expect_words(HOST_EXIT_PROBLEM, 8, start, "no variable '\\x1b[31mred'");
	expect_words(HOST_EXIT_PROBLEM, 8, value, "\\x1b]0;x\\x07");
	expect_words(HOST_EXIT_PROBLEM, 3, lint, "Outputs lacks 10 variables");
	expect_words(HOST_EXIT_PROBLEM, 4, json, "Outputs lacks 10 variables");
}

/* a million characters; and characters that XML does not have, which make the description
 * unreadable */
static void other_names_are_taken_or_refused_with_a_reason(void **state)
{
	char *name = malloc(LONG_NAME + 1);
	assert_non_null(name);
	memset(name, 'x', LONG_NAME);
	name[LONG_NAME] = 0;
	const char *const long_name[] = {name}, *const nul[] = {"a&#0;b"}, *const escape[] = {"a&#27;[31m"};
	const char *const raw[] = {"a\033[31m"};
	const char *const run[] = {"mechfmu", "run", unit_with("long.fmu", 1, long_name), "-o", "/dev/null"};
	const char *const suggest[] = {"mechfmu", "run", run[2], "--start-value", name + 1, "1", "-o", "/dev/null"};
	const char *const refused[][5] = {
		{"mechfmu", "run", unit_with("nul.fmu", 1, nul), "-o", "/dev/null"},
		{"mechfmu", "run", unit_with("escape.fmu", 1, escape), "-o", "/dev/null"},
		{"mechfmu", "run", unit_with("raw.fmu", 1, raw), "-o", "/dev/null"},
	};
	(void)state;
	free(say(HOST_EXIT_OK, 5, run));
	expect_words(HOST_EXIT_PROBLEM, 8, suggest, "no variable 'xxx");
	for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
		expect_words(HOST_EXIT_PROBLEM, 5, refused[i], "not well-formed XML");
	}
	free(name);
}

/* tables of inputs and of results, whose first line means harm */
static void headers_of_tables_are_told_as_text(void **state)
{
	static const char input[] = "time,\"\033[2J\n\033]0;gone\a\"\n0,1\n", cell[] = "time,__proto__\n0,\033[31m\n";
	static const char unclosed[] = "time,\"\033[2J\n0,1\n";
	const char *const tables[] = {host_folder_put("a.csv", input, sizeof input - 1),
	                              host_folder_put("b.csv", cell, sizeof cell - 1),
	                              host_folder_put("c.csv", unclosed, sizeof unclosed - 1)};
	const char *fmu = host_folder_path("names.fmu");
	(void)state;
	for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
		const char *const run[] = {"mechfmu", "run", fmu, "--input-file", tables[i], "-o", "/dev/null"};
		const char *const show[] = {"mechfmu", "show", fmu, "--results", tables[i], "-o", host_folder_path("x.html")};
		expect_words(HOST_EXIT_PROBLEM, 7, run, ".csv");
		free(say(HOST_EXIT_PROBLEM, 7, show));
	}
}

static int setup(void **state)
{
	return host_folder_setup(state) != 0 || !plain_unit_library(host_test_folder, &library) ? -1 : 0;
}

static int teardown(void **state)
{
	host_text_free(&library);
	return host_folder_teardown(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_cells_of_a_table_that_can_be_read),
		cmocka_unit_test(messages_about_such_names_are_harmless),
		cmocka_unit_test(other_names_are_taken_or_refused_with_a_reason),
		cmocka_unit_test(headers_of_tables_are_told_as_text),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
