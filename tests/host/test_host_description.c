/* modelDescription.xml as the runner reads it. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "host_description.h"
#include "host_folder.h"
#include "plain_unit.h"

static int read_text(const char *text, struct host_description *d, struct mech_message *message)
{
	return host_description_read(host_folder_put("modelDescription.xml", text, strlen(text)), d, message);
}

static void variables_and_experiment_are_found(void **state)
{
	struct host_description d;
	struct mech_message message = {""};
	(void)state;
	const char *text = PLAIN_UNIT_DESCRIPTION("1", "<DefaultExperiment startTime=\"0.5\" stopTime=\"2e0\"/>");
	assert_int_equal(read_text(text, &d, &message), 0);
	assert_string_equal(d.model_name, "plain unit");
	assert_string_equal(d.guid, "plain-unit");
	assert_string_equal(d.identifier, "plain_unit");
	assert_true(d.variable_step);
	assert_true(d.start_time == 0.5 && d.stop_time == 2.0 && isnan(d.step_size));
	assert_int_equal(d.n_variables, 10);
	int gain = host_description_find(&d, "gain");
	assert_int_equal(gain, 3);
	assert_int_equal(d.variables[gain].reference, 3);
	assert_int_equal(d.variables[gain].causality, HOST_PARAMETER);
	assert_int_equal(d.variables[gain].variability, HOST_TUNABLE);
	/* what is not written: local, continuous */
	assert_int_equal(d.variables[0].variability, HOST_CONTINUOUS);
	assert_int_equal(d.variables[host_description_find(&d, "word")].type, HOST_STRING);
	assert_int_equal(d.variables[host_description_find(&d, "count")].type, HOST_INTEGER);
	assert_int_equal(d.variables[host_description_find(&d, "enable")].type, HOST_BOOLEAN);
	assert_int_equal(host_description_find(&d, "gian"), -1);
	char hint[HOST_SUGGESTION_SIZE];
	assert_string_equal(host_description_suggest(&d, "gian", hint), " (did you mean 'gain'?)");
	host_description_free(&d);
}

#define ROOT(attributes, inside) "<fmiModelDescription " attributes ">" inside "</fmiModelDescription>"
#define GOOD "fmiVersion=\"2.0\" modelName=\"m\" guid=\"g\""
#define UNIT(identifier) "<CoSimulation modelIdentifier=\"" identifier "\"/>"
#define VARIABLES(inside) "<ModelVariables>" inside "</ModelVariables>"

static void bad_descriptions_are_refused_with_a_reason(void **state)
{
	static const struct {
		const char *text, *reason;
	} bad[] = {
		{"<a><b></a>", "line 1: not well-formed XML"},
		{"", "not well-formed XML"},
		{"<other/>", "describes no FMI 2.0 unit (fmiVersion is missing)"},
		{ROOT("fmiVersion=\"3.0\" modelName=\"m\" guid=\"g\"", ""), "describes no FMI 2.0 unit (fmiVersion is 3.0)"},
		{ROOT("fmiVersion=\"2.0\" modelName=\"m\"", ""), "has no modelName or no guid"},
		{ROOT(GOOD, UNIT("u")), "has no ModelVariables"},
		{ROOT(GOOD, VARIABLES("")), "the unit offers no co-simulation"},
		{ROOT(GOOD, UNIT("../../evil") VARIABLES("")), "has no modelIdentifier that is a C identifier"},
		{ROOT(GOOD, UNIT("u") VARIABLES("\n<ScalarVariable name=\"x\" valueReference=\"1\"/>")),
	     "line 2: variable 'x'"},
		{ROOT(GOOD, UNIT("u") VARIABLES("<ScalarVariable name=\"x\" valueReference=\"-1\"><Real/></ScalarVariable>")),
	     "variable 'x'"},
		{ROOT(GOOD, UNIT("u") VARIABLES("<ScalarVariable name=\"x\" valueReference=\"1\" causality=\"outptu\"><Real/>"
	                                    "</ScalarVariable>")),
	     "known causality"},
		{"<!DOCTYPE fmiModelDescription [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>" ROOT(GOOD, "&b;"),
	     "document type declaration"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct host_description d;
		struct mech_message message = {""};
		assert_int_equal(read_text(bad[i].text, &d, &message), -1);
		assert_memory_equal(message.text, "modelDescription.xml: ", 22);
		if (strstr(message.text, bad[i].reason) == NULL) {
			fail_msg("'%s' does not say '%s'", message.text, bad[i].reason);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(variables_and_experiment_are_found),
		cmocka_unit_test(bad_descriptions_are_refused_with_a_reason),
	};
	return cmocka_run_group_tests(tests, host_folder_setup, host_folder_teardown);
}
