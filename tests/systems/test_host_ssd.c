/* Systems of SSP: what is read, what is said about bad ones, and that an exported system is the
 * same system. */
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
#include "host/plain_unit.h"
#include "host_ssp_write.h"
#include "lint.h"
#include "system_fixture.h"

#define SPACE "http://ssp-standard.org/SSP1/SystemStructure"
#define ROOT_OF(version)                                                                                             \
	"<?xml version=\"1.0\"?>\n<ssd:SystemStructureDescription version=\"" version "\" name=\"s\" xmlns:ssd=\"" SPACE \
	"Description\" xmlns:ssc=\"" SPACE "Common\" xmlns:ssv=\"" SPACE "ParameterValues\" xmlns:ssm=\"" SPACE          \
	"ParameterMapping\">\n"
#define ROOT ROOT_OF("1.0")
#define END "</ssd:SystemStructureDescription>\n"
#define REAL "<ssc:Real/></ssd:Connector>"
#define CONNECTORS                                                                                           \
	"<ssd:Connectors><ssd:Connector name=\"u1\" kind=\"input\">" REAL                                        \
	"<ssd:Connector name=\"u2\" kind=\"input\">" REAL "<ssd:Connector name=\"y1\" kind=\"output\">" REAL     \
	"<ssd:Connector name=\"y2\" kind=\"output\">" REAL "<ssd:Connector name=\"D1\" kind=\"parameter\">" REAL \
	"<ssd:Connector name=\"x01\" kind=\"parameter\">" REAL                                                   \
	"<ssd:Connector name=\"twice\" kind=\"calculatedParameter\">" REAL "</ssd:Connectors>"
#define COMPONENT(name, file, inside) \
	"<ssd:Component name=\"" name "\" source=\"" file "\">" CONNECTORS inside "</ssd:Component>\n"
#define VALUES(list)                                                                                                  \
	"<ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues><ssv:ParameterSet version=\"1.0\" name=\"p\">" \
	"<ssv:Parameters>" list "</ssv:Parameters></ssv:ParameterSet></ssd:ParameterValues></ssd:ParameterBinding>"       \
	"</ssd:ParameterBindings>"
#define NUMBER(name, value) "<ssv:Parameter name=\"" name "\"><ssv:Real value=\"" value "\"/></ssv:Parameter>"
#define CONNECTION(from, y, to, u, more)                                                                         \
	"<ssd:Connection startElement=\"" from "\" startConnector=\"" y "\" endElement=\"" to "\" endConnector=\"" u \
	"\"" more
#define EXPERIMENT "<ssd:DefaultExperiment startTime=\"0\" stopTime=\"1\"/>"

static int setup(void **state)
{
	struct host_text library = {0};
	if (system_setup(state) != 0 || !plain_unit_library(host_test_folder, &library) ||
	    !plain_unit_write(host_test_folder, "mixed.fmu", "linux64", PLAIN_UNIT_DESCRIPTION("true", ""), &library)) {
		return -1;
	}
	host_text_free(&library);
	return 0;
}

/* runs a text as s.ssd; the last value of a column */
static double end_of(const char *text, const char *column)
{
	struct host_run_options options = host_run_defaults();
	struct mech_message message = {""};
	struct host_csv results;
	struct mech_message unread;
	struct host_system *s = system_open(host_folder_put("s.ssd", text, strlen(text)));
	options.output_file = host_folder_path("results.csv");
	if (host_system_run(s, &options, &message) != 0) {
		fail_msg("%s", message.text);
	}
	host_system_free(s);
	struct host_text csv = host_folder_get(options.output_file);
	assert_int_equal(host_csv_read("results.csv", csv.bytes, csv.size, &results, &unread), 0);
	host_text_free(&csv);
	const double end = system_last(&results, column);
	host_csv_free(&results);
	return end;
}

static char *said_of(const char *text, int notes)
{
	return system_said_of("s.ssd", text, notes);
}

static void components_are_connected(void **state)
{
	(void)state;
	static const char text[] = ROOT "<ssd:System name=\"root\"><ssd:Elements>" COMPONENT(
		"a", "linear.fmu", VALUES(NUMBER("D1", "2") NUMBER("u1", "3")))
		COMPONENT("b", "linear.fmu", VALUES(NUMBER("D1", "5"))) "</ssd:Elements><ssd:Connections>" CONNECTION(
			"a", "y1", "b", "u1", "/>") "</ssd:Connections></ssd:System>" EXPERIMENT END;
	assert_close(end_of(text, "b.y1"), 30.0, 1e-12);
}

/* root -> outer -> inner.a: 1.5 * 2 + 1, then * 10, then D1 = 7; out again with - 1 */
static void nested_systems_are_flattened(void **state)
{
	(void)state;
	static const char text[] = ROOT
		"<ssd:System name=\"root\"><ssd:Connectors><ssd:Connector name=\"in\" kind=\"input\">" REAL
		"<ssd:Connector name=\"out\" kind=\"output\">" REAL "</ssd:Connectors><ssd:ParameterBindings>"
		"<ssd:ParameterBinding prefix=\"outer.\"><ssd:ParameterValues><ssv:ParameterSet version=\"1.0\" name=\"p\">"
		"<ssv:Parameters>" NUMBER(
			"a.D1",
			"7") "</ssv:Parameters></ssv:ParameterSet></ssd:ParameterValues>"
				 "</ssd:ParameterBinding></ssd:ParameterBindings><ssd:Elements><ssd:System "
				 "name=\"outer\"><ssd:Connectors>"
				 "<ssd:Connector name=\"p\" kind=\"input\">" REAL "<ssd:Connector name=\"q\" kind=\"output\">" REAL
				 "</ssd:Connectors><ssd:Elements>" COMPONENT(
					 "a", "linear.fmu",
					 "") "</ssd:Elements><ssd:Connections>"
						 "<ssd:Connection startConnector=\"p\" endElement=\"a\" "
						 "endConnector=\"u1\"><ssc:LinearTransformation factor=\"10\"/>"
						 "</ssd:Connection><ssd:Connection startElement=\"a\" startConnector=\"y1\" endConnector=\"q\">"
						 "<ssc:LinearTransformation "
						 "offset=\"-1\"/></ssd:Connection></ssd:Connections></ssd:System>" COMPONENT(
							 "c", "linear.fmu",
							 VALUES(NUMBER("D1", "1") NUMBER(
								 "u1", "1.5"))) "</ssd:Elements><ssd:Connections>"
												"<ssd:Connection startElement=\"c\" startConnector=\"y1\" "
												"endElement=\"outer\" endConnector=\"p\">"
												"<ssc:LinearTransformation factor=\"2\" offset=\"1\"/></ssd:Connection>"
												"<ssd:Connection startElement=\"outer\" startConnector=\"q\" "
												"endConnector=\"out\"/></ssd:Connections></ssd:System>" EXPERIMENT END;
	assert_close(end_of(text, "out"), 279.0, 1e-12);
}

static void signals_of_dictionaries_connect_systems(void **state)
{
	(void)state;
#define PART(name, file, values, connection)                                                  \
	"<ssd:System name=\"" name "\"><ssd:Elements>" COMPONENT(                                 \
		"c", file, values) "<ssd:SignalDictionaryReference name=\"bus\" "                     \
						   "dictionary=\"main\"/></ssd:Elements><ssd:Connections>" connection \
						   "</ssd:Connections></ssd:System>"
	static const char text[] = ROOT "<ssd:System name=\"root\"><ssd:Elements>" PART(
		"left", "linear.fmu", VALUES(NUMBER("D1", "2") NUMBER("u1", "3")), CONNECTION("c", "y1", "bus", "torque", "/>"))
		PART("right", "linear.fmu", VALUES(NUMBER("D1", "5")),
	         CONNECTION("bus", "torque", "c", "u1", "/>")) "</ssd:Elements></ssd:System>" EXPERIMENT END;
	assert_close(end_of(text, "right.c.y1"), 30.0, 1e-12);
}

#define MAP(kind, entries) \
	"><ssc:" kind "MappingTransformation>" entries "</ssc:" kind "MappingTransformation></ssd:Connection>"
#define ENTRY(source, target) "<ssc:MapEntry source=\"" source "\" target=\"" target "\"/>"
#define MIXED(name)                                                                                    \
	"<ssd:Component name=\"" name "\" source=\"mixed.fmu\"><ssd:Connectors>"                           \
	"<ssd:Connector name=\"count\" kind=\"output\"/><ssd:Connector name=\"enabled\" kind=\"output\"/>" \
	"<ssd:Connector name=\"u\" kind=\"input\"/><ssd:Connector name=\"enable\" kind=\"input\"/>"        \
	"</ssd:Connectors></ssd:Component>"

/* a counts its two steps, which enables b; c gets values a step later, and integrates what stands
 * for false */
static void values_of_integers_and_booleans_are_mapped(void **state)
{
	(void)state;
	/* clang-format off */
	static const char text[] = ROOT
		"<ssd:System name=\"root\"><ssd:Elements>" MIXED("a") MIXED("b") MIXED("c") "</ssd:Elements><ssd:Connections>"
		CONNECTION("a", "count", "b", "enable", MAP("Integer", ENTRY("0", "false") ENTRY("1", "true") ENTRY("2", "true")))
		CONNECTION("b", "enabled", "c", "u", MAP("Boolean", ENTRY("true", "5") ENTRY("false", "-5")))
		"</ssd:Connections><ssd:Annotations><ssc:Annotation type=\"mechfmu\">"
		"<Algorithm name=\"jacobi\" order=\"0\" step=\"0.5\"/></ssc:Annotation></ssd:Annotations></ssd:System>" EXPERIMENT END;
	/* clang-format on */
	assert_close(end_of(text, "b.enabled"), 1.0, 0.0);
	assert_close(end_of(text, "c.x"), -5.0, 1e-12);
}

static void parameters_come_from_files_units_and_mappings(void **state)
{
	(void)state;
	static const char ssv[] =
		"<ssv:ParameterSet version=\"1.0\" name=\"p\" xmlns:ssv=\"" SPACE "ParameterValues\" xmlns:ssc=\"" SPACE
		"Common\"><ssv:Parameters><ssv:Parameter name=\"start\"><ssv:Real value=\"1500\" unit=\"mm\"/></ssv:Parameter>"
		"<ssv:Parameter name=\"gain\"><ssv:Real value=\"2\"/></ssv:Parameter></ssv:Parameters>"
		"<ssv:Units><ssc:Unit name=\"mm\"><ssc:BaseUnit m=\"1\" "
		"factor=\"0.001\"/></ssc:Unit></ssv:Units></ssv:ParameterSet>";
	static const char ssm[] =
		"<ssm:ParameterMapping version=\"1.0\" xmlns:ssm=\"" SPACE "ParameterMapping\" xmlns:ssc=\"" SPACE
		"Common\"><ssm:MappingEntry source=\"start\" target=\"u1\"/><ssm:MappingEntry source=\"gain\" target=\"D1\">"
		"<ssc:LinearTransformation factor=\"10\" offset=\"1\"/></ssm:MappingEntry></ssm:ParameterMapping>";
	static const char text[] = ROOT "<ssd:System name=\"root\"><ssd:Elements>" COMPONENT(
		"a", "metres.fmu",
		"<ssd:ParameterBindings><ssd:ParameterBinding source=\"values.ssv\"><ssd:ParameterMapping source=\"map.ssm\"/>"
		"</ssd:ParameterBinding></ssd:ParameterBindings>") "</ssd:Elements></ssd:System>" EXPERIMENT END;
	host_folder_put("values.ssv", ssv, sizeof ssv - 1);
	host_folder_put("map.ssm", ssm, sizeof ssm - 1);
	assert_close(end_of(text, "a.y1"), 1.5 * 21.0, 1e-12);
}

static void a_parameter_of_a_system_reaches_what_its_connector_feeds(void **state)
{
	(void)state;
	static const char text[] = ROOT
		"<ssd:System name=\"root\"><ssd:Connectors><ssd:Connector name=\"in\" kind=\"input\">" REAL
		"</ssd:Connectors>" VALUES(NUMBER("in", "4")) "<ssd:Elements>" COMPONENT(
			"a", "linear.fmu", VALUES(NUMBER("D1", "3"))) "</ssd:Elements><ssd:Connections><ssd:Connection "
														  "startConnector=\"in\" endElement=\"a\" endConnector=\"u1\"/>"
														  "</ssd:Connections></ssd:System>" EXPERIMENT END;
	assert_close(end_of(text, "a.y1"), 12.0, 1e-12);
}

/* the gain 7 reaches a as 2 * 7 + 1, and what a calculates from it reaches b and the outside */
static void parameters_go_through_connections(void **state)
{
	(void)state;
	/* clang-format off */
	static const char text[] = ROOT
		"<ssd:System name=\"root\"><ssd:Connectors><ssd:Connector name=\"gain\" kind=\"parameter\">" REAL
		"<ssd:Connector name=\"start\" kind=\"parameter\">" REAL
		"<ssd:Connector name=\"result\" kind=\"calculatedParameter\">" REAL "</ssd:Connectors>"
		VALUES(NUMBER("gain", "7") NUMBER("a.D1", "100") NUMBER("start", "0.5")) "<ssd:Elements>"
		COMPONENT("b", "linear.fmu", VALUES(NUMBER("u1", "1")))
		COMPONENT("a", "linear.fmu", VALUES(NUMBER("D1", "50") NUMBER("C1", "1")))
		"</ssd:Elements><ssd:Connections><ssd:Connection startConnector=\"gain\" endElement=\"a\" endConnector=\"D1\">"
		"<ssc:LinearTransformation factor=\"2\" offset=\"1\"/></ssd:Connection>"
		"<ssd:Connection startConnector=\"start\" endElement=\"a\" endConnector=\"x01\"/>"
		CONNECTION("a", "twice", "b", "D1", "/>") CONNECTION("b", "y1", "a", "u1", "/>")
		"<ssd:Connection startElement=\"b\" startConnector=\"twice\" endConnector=\"result\"/>"
		"</ssd:Connections></ssd:System>" EXPERIMENT END;
	/* clang-format on */
	assert_close(end_of(text, "result"), 60.0, 1e-12);
	struct host_system *s = system_open(host_folder_put("s.ssd", text, strlen(text)));
	struct mech_message message = {""};
	struct host_run_options options = host_run_defaults();
	struct host_csv results;
	const char *packed = host_folder_path("gain.ssp"), *names[] = {"gain", "start"}, *values[] = {"1", "2"};
	assert_int_equal(host_ssp_write(s, 1, packed, &message), 0);
	host_system_free(s);
	/* a.y1 = x1 + D1 u1 with D1 = 2 * 1 + 1 and u1 = b.y1 = 2 D1: the archive is the same system */
	options.start_names = names;
	options.start_values = values;
	options.n_start_values = 2;
	options.output_file = host_folder_path("results.csv");
	options.all = 1;
	s = system_open(packed);
	assert_int_equal(host_system_run(s, &options, &message), 0);
	host_system_free(s);
	struct host_text csv = host_folder_get(options.output_file);
	assert_int_equal(host_csv_read("results.csv", csv.bytes, csv.size, &results, &message), 0);
	host_text_free(&csv);
	assert_close(system_last(&results, "result"), 12.0, 1e-12);
	assert_close(system_last(&results, "a.y1"), 2.0 + 3.0 * 6.0, 1e-12);
	host_csv_free(&results);
}

/* a value of an outer system has precedence over that of an inner one */
static void outer_values_have_precedence(void **state)
{
	(void)state;
	/* clang-format off */
	static const char text[] = ROOT
		"<ssd:System name=\"root\">" VALUES(NUMBER("inner.a.D1", "3")) "<ssd:Elements><ssd:System name=\"inner\">"
		VALUES(NUMBER("a.D1", "5") NUMBER("a.u1", "2")) "<ssd:Elements>"
		COMPONENT("a", "linear.fmu", VALUES(NUMBER("D1", "7")))
		"</ssd:Elements></ssd:System></ssd:Elements></ssd:System>" EXPERIMENT END;
	/* clang-format on */
	assert_close(end_of(text, "inner.a.y1"), 6.0, 1e-12);
}

/* some tools write start and end of a connection in each other's place */
static void a_reversed_connection_is_read_the_other_way_round(void **state)
{
	(void)state;
	static const char text[] = ROOT "<ssd:System name=\"root\"><ssd:Elements>" COMPONENT(
		"a", "linear.fmu", VALUES(NUMBER("D1", "2") NUMBER("u1", "3")))
		COMPONENT("b", "linear.fmu", VALUES(NUMBER("D1", "5"))) "</ssd:Elements><ssd:Connections>\n" CONNECTION(
			"b", "u1", "a", "y1", "/>") "</ssd:Connections></ssd:System>" EXPERIMENT END;
	assert_close(end_of(text, "b.y1"), 30.0, 1e-12);
	char *said = said_of(text, 1);
	assert_non_null(strstr(said, "s.ssd:6:1: start and end of this connection are exchanged; it is read the other way "
	                             "round\n"));
	free(said);
}

/* what the Open Simulation Platform writes: its step is taken, and its other wishes are named */
static void the_step_of_osp_is_taken(void **state)
{
	(void)state;
#define OSP(what) \
	"<ssd:Annotations><ssc:Annotation type=\"com.opensimulationplatform\">" what "</ssc:Annotation></ssd:Annotations>"
	static const char text[] =
		ROOT "<ssd:System name=\"root\"><ssd:Elements>\n<ssd:Component name=\"a\" source=\"linear.fmu\" "
			 "implementation=\"ModelExchange\">" OSP(
				 "<o:StepSizeHint xmlns:o=\"osp\" value=\"0.5\"/>") "</ssd:Component></ssd:Elements></"
																	"ssd:System><ssd:DefaultExperiment "
																	"stopTime=\"1\">" OSP("<osp:Algorithm><osp:"
	                                                                                      "FixedStepAlgorithm "
	                                                                                      "baseStepSize=\"0.25\"/></"
	                                                                                      "osp:Algorithm>") "</"
																											"ssd:"
																											"DefaultExp"
																											"eriment"
																											">" END;
	struct host_system *s = system_open(host_folder_put("s.ssd", text, strlen(text)));
	assert_close(s->algorithm.step, 0.25, 0.0);
	host_system_free(s);
	char *said = said_of(text, 1);
	assert_non_null(strstr(said, "note: s.ssd:4:1: StepSizeHint of the annotation for 'com.opensimulationplatform' is "
	                             "not honoured\n"));
	assert_non_null(strstr(said, "note: s.ssd:4:1: component 'a' is meant for model exchange; it is used for "
	                             "co-simulation\n"));
	free(said);
}

static void the_step_of_omsimulator_is_taken(void **state)
{
	(void)state;
	static const char text[] = ROOT_OF("2.0") "<ssd:System name=\"root\"><ssd:Elements>" COMPONENT(
		"a", "linear.fmu",
		"") "</ssd:Elements><ssd:Annotations><ssc:Annotation type=\"org.openmodelica\"><oms:Annotations "
			"xmlns:oms=\"oms\"><oms:SimulationInformation>"
			"<oms:FixedStepMaster "
			"stepSize=\"0.125\"/></oms:SimulationInformation></oms:Annotations></ssc:Annotation></ssd:Annotations>"
			"</ssd:System>" EXPERIMENT END;
	struct host_system *s = system_open(host_folder_put("s.ssd", text, strlen(text)));
	assert_close(s->algorithm.step, 0.125, 0.0);
	assert_close(s->stop_time, 1.0, 0.0);
	host_system_free(s);
}

/* ---- bad files */

#define SYSTEM(elements, connections)                                                                           \
	ROOT "<ssd:System name=\"root\"><ssd:Elements>\n" elements "</ssd:Elements><ssd:Connections>\n" connections \
		 "</ssd:Connections></ssd:System>\n" END

static const struct {
	const char *text, *said;
} bad[] = {
	{"<ssd", "s.ssd: s.ssd: line 1: not well-formed XML: Couldn't find end of Start Tag ssd line 1\n"},
	{"<a/>", "s.ssd:1:1: the root element is 'a': it must be a SystemStructureDescription of SSP with a System\n"},
	{"<!DOCTYPE a []><a/>", "s.ssd: s.ssd: has a document type declaration, which SSP does not allow\n"},
	{ROOT END, "s.ssd:2:1: the root element is 'SystemStructureDescription': it must be a SystemStructureDescription "
               "of SSP with a System\n"},
	{SYSTEM("", ""), "s.ssd:3:1: there is no component in the system\n"},
	{ROOT_OF("3.0") "<ssd:System name=\"root\"/>" END, "s.ssd:2:1: the version '3.0' is not known: 1.0 and 2.0 are\n"
                                                       "s.ssd:3:1: there is no component in the system\n"},
	{SYSTEM(COMPONENT("a", "none.fmu", ""), ""),
     "s.ssd:4:1: unit 'a': none.fmu: cannot be read (No such file or directory)\n"},
	{SYSTEM(COMPONENT("a", "http://example.org/a.fmu", ""), ""),
     "s.ssd:4:1: source 'http://example.org/a.fmu' is no path relative to this file\n"},
	{SYSTEM(COMPONENT("a", "linear.fmu", "") COMPONENT("a", "linear.fmu", ""), ""),
     "s.ssd:5:1: the name 'a' is there twice\n"},
	{SYSTEM("<ssd:Component name=\"a\" type=\"application/x-ssp-package\" source=\"linear.fmu\"/>", ""),
     "s.ssd:4:1: the type 'application/x-ssp-package' cannot be run: a component must be an FMU\n"},
	{SYSTEM(COMPONENT("a", "linear.fmu", "") COMPONENT("b", "linear.fmu", ""), CONNECTION("a", "y1", "b", "D1", "/>")),
     "s.ssd:7:1: 'b.D1' is a parameter, not an input; give it a value under 'parameters' of the unit\n"},
	{SYSTEM(COMPONENT("a", "linear.fmu", ""), CONNECTION("b", "y1", "a", "u1", "/>")),
     "s.ssd:6:1: there is no element 'b'\n"},
	{SYSTEM(COMPONENT("a", "linear.fmu", ""), CONNECTION("a", "y3", "a", "u1", "/>")),
     "s.ssd:6:1: 'a' has no connector 'y3' (did you mean 'y1'?)\n"},
	{SYSTEM(COMPONENT("a", "linear.fmu", ""), CONNECTION("a", "u2", "a", "u1", "/>")),
     "s.ssd:6:1: a connection cannot start at 'a.u2', which is of kind input\n"},
	{SYSTEM(COMPONENT("a", "linear.fmu", ""),
            CONNECTION("a", "y1", "a", "u1", "/>\n") CONNECTION("a", "y2", "a", "u1", "/>")),
     "s.ssd:7:1: 'u1' is the end of two connections, the first in line 6\n"
     "s.ssd:7:1: input 'a.u1' has two sources; the first is in line 6, column 1\n"},
	{SYSTEM(COMPONENT("a", "metres.fmu", "") COMPONENT("b", "kelvin.fmu", ""), CONNECTION("a", "y1", "b", "u1", "/>")),
     "s.ssd:7:1: 'b.u1' is in K (K), but 'a.y1' of line 7 in m (m)\n"},
	{SYSTEM(COMPONENT("a", "linear.fmu", VALUES(NUMBER("D9", "1"))), ""),
     "s.ssd:4:1: unit 'a' has no parameter or input 'D9' (did you mean 'D1'?)\n"},
	{SYSTEM(COMPONENT("a", "linear.fmu", VALUES(NUMBER("D1", "high"))), ""),
     "s.ssd:4:1: unit 'a': 'high' is not a value for D1\n"},
	{SYSTEM(COMPONENT("a", "linear.fmu", VALUES("<ssv:Parameter name=\"D1\"><ssv:Binary/></ssv:Parameter>")), ""),
     "s.ssd:4:1: parameter 'D1' has no value of a type that can be set: Real, Integer, Boolean, String, Enumeration\n"},
	{SYSTEM(COMPONENT("a", "linear.fmu",
                      "<ssd:ParameterBindings><ssd:ParameterBinding source=\"none.ssv\"/></ssd:ParameterBindings>"),
            ""),
     "s.ssd:4:1: none.ssv: cannot be read (No such file or directory)\n"},
	{SYSTEM(COMPONENT("a", "linear.fmu", ""),
            CONNECTION("a", "y1", "a", "u1", "><ssc:LinearTransformation factor=\"x\"/></ssd:Connection>")),
     "s.ssd:6:1: factor 'x' is no finite number\n"},
};

static void bad_structures_are_refused_with_their_line_and_reason(void **state)
{
	(void)state;
	for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
		char *said = said_of(bad[k].text, 0);
		assert_string_equal(said, bad[k].said);
		free(said);
	}
}

/* ---- archives */

static void an_archive_names_nothing_outside(void **state)
{
	static const char text[] = SYSTEM(COMPONENT("a", "../linear.fmu", "") COMPONENT("b", "/linear.fmu", ""), "");
	struct host_problems problems = {0};
	struct mech_message message;
	(void)state;
	struct host_zip_entry entry = {"SystemStructure.ssd", text, sizeof text - 1, 0};
	assert_int_equal(host_zip_write(host_folder_path("out.ssp"), 1, &entry, &message), 0);
	host_system_free(host_system_read(host_folder_path("out.ssp"), &problems));
	char *said = system_said(&problems, 0);
	assert_string_equal(said, "out.ssp:4:1: source '../linear.fmu' lies outside of the archive\n"
	                          "out.ssp:5:1: source '/linear.fmu' lies outside of the archive\n");
	free(said);
	host_problems_free(&problems);
}

static double end_of_system(const char *path, const char *column)
{
	struct host_run_options options = host_run_defaults();
	struct mech_message message = {""}, unread;
	struct host_csv results;
	struct host_system *s = system_open(path);
	options.output_file = host_folder_path("results.csv");
	assert_int_equal(host_system_run(s, &options, &message), 0);
	host_system_free(s);
	struct host_text csv = host_folder_get(options.output_file);
	assert_int_equal(host_csv_read("results.csv", csv.bytes, csv.size, &results, &unread), 0);
	host_text_free(&csv);
	const double end = system_last(&results, column);
	host_csv_free(&results);
	return end;
}

/* OMSimulator looks at the first annotation alone, and its names of connectors are identifiers */
static void suits_omsimulator(const struct host_system *s, const char *connector)
{
	char path[2 * HOST_PATH_SIZE];
	(void)snprintf(path, sizeof path, "%s/SystemStructure.ssd", s->folder);
	struct host_text structure = host_folder_get(path);
	const char *first = strstr(structure.bytes, "<ssc:Annotation ");
	assert_non_null(first);
	assert_int_equal(strncmp(first, "<ssc:Annotation type=\"org.openmodelica\">", 40), 0);
	assert_non_null(strstr(structure.bytes, connector));
	host_text_free(&structure);
}

static void outputs_with_names_alike_keep_them(void **state)
{
	static const char text[] = "system: both\nunits:\n  b: linear.fmu\nconnections: []\n"
							   "outputs: {b_y2: b.y1, b.y2: b.y2}\nexperiment: {stop: 1, step: 0.1}\n";
	struct mech_message message = {""};
	(void)state;
	struct host_system *s = system_open(host_folder_put("alike.yaml", text, sizeof text - 1));
	const char *packed = host_folder_path("alike.ssp");
	assert_int_equal(host_ssp_write(s, 1, packed, &message), 0);
	host_system_free(s);
	s = system_open(packed);
	assert_int_equal(s->n_outputs, 2);
	assert_string_equal(s->outputs[0].name, "b_y2");
	assert_string_equal(s->outputs[1].name, "b.y2");
	suits_omsimulator(s, "name=\"b.y2\" kind=\"output\"");
	host_system_free(s);
}

static void an_exported_system_is_the_same_and_passes_lint(void **state)
{
	static const char text[] =
		"system: both\ndescription: a < b\nunits:\n"
		"  a: {file: metres.fmu, parameters: {A1: -1, B1: 1, C1: 1, x01: 1, D2: 1}}\n"
		"  b: {file: millimetres.fmu, parameters: {A1: -2, B1: 1, C1: 1, C3: 1}}\nconnections:\n"
		"  - {from: a.y1, to: b.u1, factor: 0.5, offset: 3}\n  - b.y1 -> a.u1\n"
		"inputs: {force: a.u2}\noutputs: {one: a.y1, b.y2: b.y2}\n"
		"algorithm: {name: jacobi, step: 0.01, order: 0, tolerance: 1e-3, iterations: 7, steps: adaptive, "
		"smallest_step: 1e-4, largest_step: 0.02, correction: energy}\nexperiment: {stop: 1, step: 0.1}\n";
	struct mech_message message = {""};
	struct lint lint;
	(void)state;
	const char *file = host_folder_put("both.yaml", text, sizeof text - 1), *packed = host_folder_path("both.ssp");
	struct host_system *s = system_open(file);
	assert_int_equal(host_ssp_write(s, 1, packed, &message), 0);
	host_system_free(s);
	assert_true(end_of_system(file, "one") == end_of_system(packed, "one"));
	assert_true(end_of_system(file, "b.y2") == end_of_system(packed, "b.y2"));
	s = system_open(packed);
	assert_string_equal(s->name, "both");
	assert_string_equal(s->description, "a < b");
	assert_int_equal(s->n_inputs, 1);
	assert_int_equal(s->algorithm.name, HOST_JACOBI);
	assert_close(s->interval, 0.1, 0.0);
	assert_int_equal(s->algorithm.order, 0);
	assert_close(s->algorithm.tolerance, 1e-3, 0.0);
	assert_int_equal(s->algorithm.iterations, 7);
	assert_true(s->algorithm.adaptive && s->algorithm.corrects);
	assert_close(s->algorithm.smallest_step, 1e-4, 0.0);
	assert_close(s->algorithm.largest_step, 0.02, 0.0);
	suits_omsimulator(s, "name=\"b_y2\" kind=\"output\"");
	host_system_free(s);
	lint_run(packed, &lint);
	for (int k = 0; k < lint.n_findings; k++) {
		const int of_system = strncmp(lint.findings[k].rule, "system", 6) == 0;
		assert_false(of_system && lint.findings[k].level == LINT_ERROR);
	}
	lint_free(&lint);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(components_are_connected),
		cmocka_unit_test(nested_systems_are_flattened),
		cmocka_unit_test(signals_of_dictionaries_connect_systems),
		cmocka_unit_test(values_of_integers_and_booleans_are_mapped),
		cmocka_unit_test(parameters_come_from_files_units_and_mappings),
		cmocka_unit_test(a_parameter_of_a_system_reaches_what_its_connector_feeds),
		cmocka_unit_test(parameters_go_through_connections),
		cmocka_unit_test(outer_values_have_precedence),
		cmocka_unit_test(a_reversed_connection_is_read_the_other_way_round),
		cmocka_unit_test(the_step_of_osp_is_taken),
		cmocka_unit_test(the_step_of_omsimulator_is_taken),
		cmocka_unit_test(bad_structures_are_refused_with_their_line_and_reason),
		cmocka_unit_test(an_archive_names_nothing_outside),
		cmocka_unit_test(outputs_with_names_alike_keep_them),
		cmocka_unit_test(an_exported_system_is_the_same_and_passes_lint),
	};
	return cmocka_run_group_tests(tests, setup, host_folder_teardown);
}
