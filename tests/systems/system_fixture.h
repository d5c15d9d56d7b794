/* Units and system files for the tests of systems, in a temporary folder. */
#ifndef SYSTEM_FIXTURE_H
#define SYSTEM_FIXTURE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/host_folder.h"
#include "host_csv.h"
#include "host_number.h"
#include "host_system_run.h"
#include "host_zip.h"

/* what a unit can do, and the units of measurement of its inputs and outputs */
struct linear_flags {
	const char *name;                         /* of the file, without .fmu */
	int has_state, interpolates, directional; /* the second: derivatives of outputs, too */
	int dependencies;                         /* of its outputs on its inputs: 0: none, 1: given, all; -1: not given */
	const char *in, *out;
};

static const struct linear_flags linear_units[] = {
	{"linear", 1, 1, 1, -1, "", ""},
	{"integrator", 1, 1, 1, 0, "", ""}, /* outputs do not depend on inputs directly */
	{"plain", 0, 0, 0, -1, "", ""},     /* no more than a unit must be able to do */
	{"plain_integrator", 0, 0, 0, 0, "", ""},
	{"blunt", 1, 0, 0, 1, "", ""},  /* goes back, no more */
	{"silent", 1, 1, 0, 1, "", ""}, /* no directional derivatives */
	{"metres", 1, 1, 1, 1, " unit=\"m\"", " unit=\"m\""},
	{"millimetres", 1, 1, 1, 1, " unit=\"mm\"", " unit=\"mm\""},
	{"celsius", 1, 1, 1, 1, " unit=\"degC\"", " unit=\"degC\""},
	{"kelvin", 1, 1, 1, 1, " unit=\"K\"", " unit=\"K\""},
	{"mass", 1, 1, 1, 0, " unit=\"N\"", " unit=\"m/s\""},
	{"damper", 1, 1, 1, 1, " unit=\"m/s\"", " unit=\"N\""},
	{"odd", 1, 1, 1, 1, " unit=\"furlong\"", " unit=\"furlong\""}, /* does not say what that is */
};

static inline void linear_describe(const struct linear_flags *f, struct host_text *t)
{
	static const char *const groups[] = {"A", "B", "C", "D", "x0"};
	static const char *const flags[] = {"false", "true"};
	char line[600];
	int reference = 0;
	(void)snprintf(
		line, sizeof line,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"2.0\" "
		"modelName=\"linear\" guid=\"linear\">\n<CoSimulation modelIdentifier=\"linear_unit\" "
		"canHandleVariableCommunicationStepSize=\"true\" canGetAndSetFMUstate=\"%s\" "
		"canInterpolateInputs=\"%s\" maxOutputDerivativeOrder=\"%d\" providesDirectionalDerivative=\"%s\"/>\n",
		flags[f->has_state], flags[f->interpolates], 2 * f->interpolates, flags[f->directional]);
	host_text_add(t, line);
	host_text_add(t, "<UnitDefinitions><Unit name=\"m\"><BaseUnit m=\"1\"/></Unit>"
	                 "<Unit name=\"mm\"><BaseUnit m=\"1\" factor=\"0.001\"/></Unit>"
	                 "<Unit name=\"K\"><BaseUnit K=\"1\"/></Unit>"
	                 "<Unit name=\"degC\"><BaseUnit K=\"1\" offset=\"273.15\"/></Unit>"
	                 "<Unit name=\"N\"><BaseUnit kg=\"1\" m=\"1\" s=\"-2\"/></Unit>"
	                 "<Unit name=\"m/s\"><BaseUnit m=\"1\" s=\"-1\"/></Unit>"
	                 "<Unit name=\"furlong\"/></UnitDefinitions>\n<ModelVariables>\n");
	for (int g = 0; g < 5; g++) {
		for (int k = 0; k < (g == 4 ? 2 : 4); k++) {
			(void)snprintf(line, sizeof line,
			               "<ScalarVariable name=\"%s%d\" valueReference=\"%d\" causality=\"parameter\" "
			               "variability=\"tunable\"><Real start=\"0\"/></ScalarVariable>\n",
			               groups[g], k + 1, reference++);
			host_text_add(t, line);
		}
	}
	for (int k = 0; k < 2; k++) {
		(void)snprintf(line, sizeof line,
		               "<ScalarVariable name=\"u%d\" valueReference=\"%d\" causality=\"input\"><Real start=\"0\"%s/>"
		               "</ScalarVariable>\n<ScalarVariable name=\"y%d\" valueReference=\"%d\" causality=\"output\">"
		               "<Real%s/></ScalarVariable>\n",
		               k + 1, 20 + k, f->in, k + 1, 30 + k, f->out);
		host_text_add(t, line);
	}
	host_text_add(t, "<ScalarVariable name=\"x1\" valueReference=\"40\"><Real/></ScalarVariable>\n"
	                 "<ScalarVariable name=\"behaviour\" valueReference=\"1\" causality=\"parameter\" "
	                 "variability=\"fixed\"><Integer start=\"0\"/></ScalarVariable>\n"
	                 "<ScalarVariable name=\"count\" valueReference=\"2\" variability=\"discrete\"><Integer/>"
	                 "</ScalarVariable>\n<ScalarVariable name=\"twice\" valueReference=\"50\" "
	                 "causality=\"calculatedParameter\" variability=\"tunable\"><Real/></ScalarVariable>\n"
	                 "</ModelVariables>\n<ModelStructure><Outputs>");
	for (int k = 0; k < 2; k++) {
		(void)snprintf(line, sizeof line, "<Unknown index=\"%d\"%s/>", 20 + 2 * k,
		               f->dependencies < 0    ? ""
		               : f->dependencies == 0 ? " dependencies=\"\""
		                                      : " dependencies=\"19 21\"");
		host_text_add(t, line);
	}
	host_text_add(t, "</Outputs></ModelStructure>\n</fmiModelDescription>\n");
}

/* writes all units into the folder; 0, or -1 when there is no compiler */
static inline int system_setup(void **state)
{
	char command[3 * HOST_PATH_SIZE];
	struct mech_message message;
	struct host_text library = {0};
	if (host_folder_setup(state) != 0) {
		return -1;
	}
	(void)snprintf(command, sizeof command,
	               "cc -std=c11 -O1 -ffp-contract=off -D_POSIX_C_SOURCE=200809L -shared -fPIC -I'%s/fmu/runtime' -o "
	               "'%s/linear_unit.so' '%s/tests/systems/linear_unit.c' -lm",
	               MECHFMU_SOURCE_DIR, host_test_folder, MECHFMU_SOURCE_DIR);
	if (system(command) != 0 ||
	    host_file_read(host_folder_path("linear_unit.so"), (size_t)1 << 24, &library, &message) != 0) {
		return -1;
	}
	int status = 0;
	for (size_t k = 0; k < sizeof linear_units / sizeof linear_units[0] && status == 0; k++) {
		struct host_text text = {0};
		char name[80];
		linear_describe(&linear_units[k], &text);
		(void)snprintf(name, sizeof name, "%s.fmu", linear_units[k].name);
		struct host_zip_entry entries[] = {
			{"modelDescription.xml", text.bytes, text.size, 0},
			/* importers on ARM find their libraries there, too */
			{"binaries/linux64/linear_unit.so", library.bytes, library.size, 1},
			{"resources/", NULL, 0, 0},
		};
		status = text.failed ? -1 : host_zip_write(host_folder_path(name), 3, entries, &message);
		host_text_free(&text);
	}
	host_text_free(&library);
	return status;
}

/* the lines that a reader says about a text, without the folder in front */
static inline char *system_said(struct host_problems *problems, int notes)
{
	char *text = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&text, &size);
	assert_non_null(stream);
	(void)host_problems_write(problems, notes, stream);
	assert_int_equal(fclose(stream), 0);
	char folder[HOST_PATH_SIZE + 2];
	(void)snprintf(folder, sizeof folder, "%s/", host_test_folder);
	for (char *at = strstr(text, folder); at != NULL; at = strstr(at, folder)) {
		memmove(at, at + strlen(folder), strlen(at + strlen(folder)) + 1);
	}
	return text;
}

/* what is said of a text as a file of that name */
static inline char *system_said_of(const char *name, const char *text, int notes)
{
	struct host_problems problems = {0};
	host_system_free(host_system_read(host_folder_put(name, text, strlen(text)), &problems));
	char *said = system_said(&problems, notes);
	host_problems_free(&problems);
	return said;
}

/* a system without errors */
static inline struct host_system *system_open(const char *path)
{
	struct host_problems problems = {0};
	struct host_system *s = host_system_read(path, &problems);
	if (host_problems_fail(&problems)) {
		char *said = system_said(&problems, 0);
		print_error("%s", said);
		free(said);
		fail();
	}
	host_problems_free(&problems);
	assert_non_null(s);
	return s;
}

/* runs a text as system.yaml; the results, or the message */
static inline int system_run(const char *text, struct host_run_options options, struct host_csv *results,
                             struct mech_message *message)
{
	struct host_system *s = system_open(host_folder_put("system.yaml", text, strlen(text)));
	options.output_file = host_folder_path("results.csv");
	const int status = host_system_run(s, &options, message);
	host_system_free(s);
	struct host_text csv = host_folder_get(host_folder_path("results.csv"));
	struct mech_message unread;
	assert_int_equal(host_csv_read("results.csv", csv.bytes, csv.size, results, &unread), 0);
	host_text_free(&csv);
	return status;
}

static inline void system_runs(const char *text, struct host_csv *results)
{
	struct mech_message message = {""};
	if (system_run(text, host_run_defaults(), results, &message) != 0) {
		fail_msg("%s", message.text);
	}
}

static inline double system_cell(const struct host_csv *results, int row, const char *name)
{
	double number = NAN;
	for (int k = 0; k < results->n_columns; k++) {
		if (strcmp(host_csv_cell(results, -1, k), name) == 0) {
			assert_int_equal(host_number_read(host_csv_cell(results, row, k), &number), 0);
			return number;
		}
	}
	fail_msg("no column %s", name);
	return number;
}

static inline double system_last(const struct host_csv *results, const char *name)
{
	return system_cell(results, results->n_rows - 1, name);
}

#endif
