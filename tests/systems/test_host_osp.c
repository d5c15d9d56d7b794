/* Systems in the form of the Open Simulation Platform: what is read, and what is said of bad ones. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assert_close.h"
#include "system_fixture.h"

#define ROOT \
	"<OspSystemStructure xmlns=\"http://opensimulationplatform.com/MSMI/OSPSystemStructure\" version=\"0.1\">\n"
#define END "</OspSystemStructure>\n"
#define VALUE(name, value) "<InitialValue variable=\"" name "\"><Real value=\"" value "\"/></InitialValue>"
#define SIMULATOR(name, file, values) \
	"<Simulator name=\"" name "\" source=\"" file "\"><InitialValues>" values "</InitialValues></Simulator>\n"
#define VARIABLE(unit, name) "<Variable simulator=\"" unit "\" name=\"" name "\"/>"
#define CONNECTION(a, x, b, y) "<VariableConnection>" VARIABLE(a, x) VARIABLE(b, y) "</VariableConnection>\n"
#define SIGNAL(unit, name, function, end)                                                     \
	"<SignalConnection>" VARIABLE(unit, name) "<Signal function=\"" function "\" name=\"" end \
											  "\"/></SignalConnection>\n"
#define SYSTEM(simulators, more) ROOT "<Simulators>\n" simulators "</Simulators>\n" more END

static char *said_of(const char *text, int notes)
{
	return system_said_of("s.xml", text, notes);
}

/* a passes 3 on as 6; b gets it written input first, and makes 30 of it; c gets 0.5 * 30 - 1 */
static void units_connections_and_functions_are_read(void **state)
{
	/* clang-format off */
	static const char text[] = ROOT
		"<StartTime>1</StartTime><EndTime>2</EndTime><BaseStepSize>0.25</BaseStepSize><Algorithm>ecco</Algorithm>\n"
		"<Simulators>" SIMULATOR("a", "linear.fmu", VALUE("D1", "2") VALUE("u1", "3"))
		SIMULATOR("b", "kelvin.fmu", VALUE("D1", "5"))
		"<Simulator name=\"c\" source=\"linear.fmu\" stepSize=\"0.5\"><InitialValues>" VALUE("D1", "1")
		"</InitialValues></Simulator></Simulators><Functions><LinearTransformation name=\"half\" factor=\"0.5\" "
		"offset=\"-1\"/></Functions><Connections>\n"
		CONNECTION("b", "u1", "a", "y1") SIGNAL("c", "u1", "half", "out") SIGNAL("b", "y1", "half", "in")
		"</Connections>" END;
	/* clang-format on */
	struct host_run_options options = host_run_defaults();
	struct mech_message message = {""}, unread;
	struct host_csv results;
	(void)state;
	struct host_system *s = system_open(host_folder_put("s.xml", text, sizeof text - 1));
	assert_close(s->algorithm.step, 0.25, 0.0);
	options.output_file = host_folder_path("results.csv");
	assert_int_equal(host_system_run(s, &options, &message), 0);
	host_system_free(s);
	struct host_text csv = host_folder_get(options.output_file);
	assert_int_equal(host_csv_read("results.csv", csv.bytes, csv.size, &results, &unread), 0);
	host_text_free(&csv);
	assert_close(system_cell(&results, 0, "time"), 1.0, 0.0);
	assert_close(system_last(&results, "time"), 2.0, 0.0);
	assert_close(system_last(&results, "c.y1"), 14.0, 1e-12);
	host_csv_free(&results);
	char *said = said_of(text, 1);
	assert_non_null(strstr(said, "note: s.xml:2:1: the algorithm 'ecco' is not honoured: steps are fixed\n"));
	assert_non_null(strstr(said, "the step of simulator 'c' alone is not honoured: all units step together\n"));
	free(said);
}

static const struct {
	const char *text, *said;
} bad[] = {
	{"<a/>", "s.xml:1:1: the root element is 'a': it must be an OspSystemStructure\n"},
	{SYSTEM("", ""), "s.xml:1:1: there is no simulator in the system\n"},
	{SYSTEM("<Simulator source=\"linear.fmu\"/>", ""), "s.xml:3:1: Simulator has no name\n"},
	{SYSTEM(SIMULATOR("a", "proxyfmu://localhost?file=a.fmu", ""), ""),
     "s.xml:3:1: source 'proxyfmu://localhost?file=a.fmu' is no path relative to this file\n"},
	{SYSTEM(SIMULATOR("a", "none.fmu", ""), ""),
     "s.xml:3:1: unit 'a': none.fmu: cannot be read (No such file or directory)\n"},
	{SYSTEM(SIMULATOR("a", "linear.fmu", "") SIMULATOR("a", "linear.fmu", ""), ""),
     "s.xml:4:1: the name 'a' is there twice\n"},
	{SYSTEM(SIMULATOR("a", "linear.fmu", "<InitialValue variable=\"D1\"/>"), ""),
     "s.xml:3:1: the initial value of 'D1' is none of Real, Integer, Boolean and String\n"},
	{SYSTEM(SIMULATOR("a", "linear.fmu", VALUE("D9", "1")), ""),
     "s.xml:3:1: unit 'a' has no parameter or input 'D9' (did you mean 'D1'?)\n"},
	{SYSTEM(SIMULATOR("a", "linear.fmu", ""), "<Connections>" CONNECTION("a", "y1", "b", "u1") "</Connections>"),
     "s.xml:5:1: there is no simulator 'b'\n"},
	{SYSTEM(SIMULATOR("a", "linear.fmu", ""), "<Connections>" CONNECTION("a", "u1", "a", "u2") "</Connections>"),
     "s.xml:5:1: 'a.u1' is an input, not an output\n"},
	{SYSTEM(SIMULATOR("a", "linear.fmu", ""),
            "<Connections><VariableConnection>" VARIABLE("a", "y1") "</VariableConnection></Connections>"),
     "s.xml:5:1: a connection needs two ends\n"},
	{SYSTEM(SIMULATOR("a", "linear.fmu", ""), "<Connections><VariableGroupConnection/></Connections>"),
     "s.xml:5:1: VariableGroupConnection cannot be read: connect the variables one by one\n"},
	{SYSTEM(SIMULATOR("a", "linear.fmu", ""), "<Functions><Sum name=\"s\" inputCount=\"2\"/></Functions>"),
     "s.xml:5:1: function 's': Sum cannot be read, LinearTransformation can\n"},
	{SYSTEM(SIMULATOR("a", "linear.fmu", ""),
            "<Functions><LinearTransformation name=\"t\"/></Functions><Connections>" SIGNAL("a", "u1", "t",
                                                                                            "out") "</Connections>"),
     "s.xml:5:1: function 't' is connected at one end alone\n"},
	{SYSTEM(SIMULATOR("a", "linear.fmu", ""), "<BaseStepSize>often</BaseStepSize>"),
     "s.xml:5:1: BaseStepSize 'often' is no finite number\n"},
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(units_connections_and_functions_are_read),
		cmocka_unit_test(bad_structures_are_refused_with_their_line_and_reason),
	};
	return cmocka_run_group_tests(tests, system_setup, host_folder_teardown);
}
