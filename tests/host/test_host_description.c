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

static void what_checks_need_is_found(void **state)
{
	static const char text[] =
		"<fmiModelDescription fmiVersion=\"2.0\" modelName=\"m\" guid=\"g\"><CoSimulation modelIdentifier=\"u\" "
		"canInterpolateInputs=\"1\" maxOutputDerivativeOrder=\"2\" canBeInstantiatedOnlyOncePerProcess=\"true\" "
		"canNotUseMemoryManagementFunctions=\"true\" canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"false\" "
		"providesDirectionalDerivative=\"1\"/>"
		"<TypeDefinitions><SimpleType name=\"Other\"><Real max=\"1\"/></SimpleType>"
		"<SimpleType name=\"Angle\"><Real min=\"-3\" max=\"3\" nominal=\"2\"/></SimpleType></TypeDefinitions>"
		"<LogCategories><Category name=\"logAll\"/><Category name=\"logEvents\"/></LogCategories><ModelVariables>"
		"<ScalarVariable name=\"u\" valueReference=\"0\" causality=\"input\">"
		"<Real start=\"0.5\" declaredType=\"Angle\" max=\"1.5\"/></ScalarVariable>"
		"<ScalarVariable name=\"p\" valueReference=\"1\" causality=\"parameter\" variability=\"fixed\">"
		"<Integer start=\"3\"/></ScalarVariable>"
		"<ScalarVariable name=\"y\" valueReference=\"2\" causality=\"output\" initial=\"approx\"><Real start=\"1\"/>"
		"</ScalarVariable>"
		"<ScalarVariable name=\"c\" valueReference=\"3\" variability=\"constant\"><Real start=\"1\"/></ScalarVariable>"
		"<ScalarVariable name=\"z\" valueReference=\"4\" causality=\"output\"><Real "
		"derivative=\"3\"/></ScalarVariable></ModelVariables>"
		"<ModelStructure><Outputs><Unknown index=\"3\" dependencies=\"1 2 77 x\"/><Unknown index=\"5\"/>"
		"<Unknown index=\"9\"/></Outputs><Derivatives><Unknown index=\"5\"/></Derivatives><InitialUnknowns><Unknown "
		"index=\"5\" dependencies=\"\"/></InitialUnknowns>"
		"</ModelStructure></fmiModelDescription>";
	struct host_description d;
	struct mech_message message = {""};
	(void)state;
	assert_int_equal(read_text(text, &d, &message), 0);
	assert_true(d.interpolates && d.only_once && d.own_memory && d.has_state && d.directional);
	assert_false(d.variable_step || d.asynchronous || d.serializes_state);
	assert_int_equal(d.output_order, 2);
	assert_int_equal(d.n_categories, 2);
	assert_string_equal(d.categories[1], "logEvents");
	/* limits of the variable, else of its type */
	assert_true(d.variables[0].min == -3.0 && d.variables[0].max == 1.5 && d.variables[0].nominal == 2.0);
	assert_true(isnan(d.variables[1].min));
	assert_string_equal(d.variables[1].start, "3");
	assert_null(d.variables[4].start);
	assert_int_equal(d.variables[4].derivative_of, 2);
	assert_int_equal(d.variables[3].derivative_of, -1);
	const enum host_initial initials[] = {HOST_NO_INITIAL, HOST_EXACT, HOST_APPROX, HOST_EXACT, HOST_CALCULATED};
	for (int i = 0; i < 5; i++) {
		assert_int_equal(d.variables[i].initial, initials[i]);
	}
	/* indices of no variable are left out */
	assert_int_equal(d.outputs.n, 2);
	assert_int_equal(d.outputs.list[0].variable, 2);
	assert_int_equal(d.outputs.list[0].n_dependencies, 2);
	assert_int_equal(d.outputs.list[0].dependencies[1], 1);
	assert_int_equal(d.outputs.list[1].n_dependencies, -1);
	assert_int_equal(d.derivatives.n, 1);
	assert_int_equal(d.initial_unknowns.n, 1);
	assert_int_equal(d.initial_unknowns.list[0].n_dependencies, 0);
	host_description_free(&d);
}

#define ROOT(attributes, inside) "<fmiModelDescription " attributes ">" inside "</fmiModelDescription>"
#define GOOD "fmiVersion=\"2.0\" modelName=\"m\" guid=\"g\""
#define UNIT(identifier) "<CoSimulation modelIdentifier=\"" identifier "\"/>"
#define VARIABLES(inside) "<ModelVariables>" inside "</ModelVariables>"

/* from the variable or its declared type, 1 mm = 0.001 m; a unit that is not defined is none */
static void units_of_measurement_are_found(void **state)
{
	static const char text[] =
		"<fmiModelDescription fmiVersion=\"2.0\" modelName=\"m\" guid=\"g\"><CoSimulation modelIdentifier=\"u\"/>"
		"<UnitDefinitions><Unit name=\"degC\"><BaseUnit K=\"1\" offset=\"273.15\"/></Unit><Unit name=\"mm/s\">"
		"<BaseUnit m=\"1\" s=\"-1\" factor=\"0.001\"/></Unit><Unit name=\"odd\"/></UnitDefinitions>"
		"<TypeDefinitions><SimpleType name=\"T\"><Real unit=\"mm/s\"/></SimpleType></TypeDefinitions><ModelVariables>"
		"<ScalarVariable name=\"a\" valueReference=\"1\"><Real unit=\"degC\"/></ScalarVariable>"
		"<ScalarVariable name=\"b\" valueReference=\"2\"><Real declaredType=\"T\"/></ScalarVariable>"
		"<ScalarVariable name=\"c\" valueReference=\"3\"><Real unit=\"ell\"/></ScalarVariable>"
		"<ScalarVariable name=\"d\" valueReference=\"4\"><Real unit=\"odd\"/></ScalarVariable>"
		"</ModelVariables></fmiModelDescription>";
	struct host_description d;
	struct mech_message message = {""};
	(void)state;
	assert_int_equal(read_text(text, &d, &message), 0);
	assert_int_equal(d.n_measures, 3);
	assert_int_equal(d.variables[0].measure, 0);
	assert_int_equal(d.variables[1].measure, 1);
	assert_int_equal(d.variables[2].measure, -1);
	assert_int_equal(d.variables[3].measure, 2);
	assert_true(d.measures[0].offset == 273.15 && d.measures[0].factor == 1.0);
	assert_true(d.measures[1].offset == 0.0 && d.measures[1].factor == 0.001);
	assert_int_equal(d.measures[1].exponents[1], 1);
	assert_int_equal(d.measures[1].exponents[2], -1);
	assert_true(d.measures[0].defined && d.measures[1].defined && !d.measures[2].defined);
	host_description_free(&d);
}

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
		cmocka_unit_test(what_checks_need_is_found),
		cmocka_unit_test(units_of_measurement_are_found),
		cmocka_unit_test(bad_descriptions_are_refused_with_a_reason),
	};
	return cmocka_run_group_tests(tests, host_folder_setup, host_folder_teardown);
}
