/* Systems of units: each rule of SystemStructure.ssd has its finding, word for word, and findings
 * of units carry their names. */
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
#include "host_zip.h"
#include "lint_samples.h"

#define COMPONENT(name, source)                                                     \
	"<ssd:Component name=\"" name "\" source=\"" source "\">\n"                     \
	"<ssd:Connectors>\n"                                                            \
	"<ssd:Connector name=\"u\" kind=\"input\"><ssc:Real/></ssd:Connector>\n"        \
	"<ssd:Connector name=\"x[1]\" kind=\"output\"><ssc:Real/></ssd:Connector>\n"    \
	"<ssd:Connector name=\"gain\" kind=\"parameter\"><ssc:Real/></ssd:Connector>\n" \
	"</ssd:Connectors>\n</ssd:Component>\n"

static const char good[] =
	"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	"<ssd:SystemStructureDescription version=\"1.0\" name=\"pair\" "
	"xmlns:ssd=\"http://ssp-standard.org/SSP1/SystemStructureDescription\" "
	"xmlns:ssc=\"http://ssp-standard.org/SSP1/SystemStructureCommon\">\n"
	"<ssd:System name=\"root\">\n"
	"<ssd:Connectors><ssd:Connector name=\"torque\" kind=\"input\"/><ssd:Connector name=\"angle\" "
	"kind=\"output\"/></ssd:Connectors>\n"
	"<ssd:Elements>\n"                         /* line 5 */
	COMPONENT("first", "resources/plain.fmu")  /* lines 6 to 12 */
	COMPONENT("second", "resources/plain.fmu") /* lines 13 to 19 */
	"</ssd:Elements>\n"
	"<ssd:Connections>\n"
	"<ssd:Connection startConnector=\"torque\" endElement=\"first\" endConnector=\"u\"/>\n"
	"<ssd:Connection startElement=\"first\" startConnector=\"x[1]\" endElement=\"second\" endConnector=\"u\"/>\n"
	"<ssd:Connection startElement=\"second\" startConnector=\"x[1]\" endConnector=\"angle\"/>\n"
	"</ssd:Connections>\n</ssd:System>\n</ssd:SystemStructureDescription>\n";

static struct host_text library;
static struct lint unit; /* findings of the unit by itself */

/* `good` with the first `from` replaced */
static char *changed(const char *from, const char *to)
{
	static char text[2 * sizeof good + 1000];
	const char *at = strstr(good, from);
	assert_non_null(at);
	(void)snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, to, at + strlen(from));
	return text;
}

/* a zip archive with the structure (NULL: without) and a unit under the name (NULL: without) */
static void pack(const char *file, const char *structure, const char *name)
{
	struct mech_message message = {""};
	struct host_text fmu = host_folder_get(host_folder_path("plain.fmu"));
	struct host_zip_entry entries[3];
	int n = 0;
	if (structure != NULL) {
		entries[n++] = (struct host_zip_entry){"SystemStructure.ssd", structure, strlen(structure), 0};
	}
	if (name != NULL) {
		entries[n++] = (struct host_zip_entry){name, fmu.bytes, fmu.size, 0};
	}
	entries[n++] = (struct host_zip_entry){"readme.txt", "text", 4, 0};
	assert_int_equal(host_zip_write(host_folder_path(file), n, entries, &message), 0);
	host_text_free(&fmu);
}

static int setup(void **state)
{
	struct mech_message message = {""};
	static char entry[80];
	if (lint_setup(state) != 0 || !plain_unit_library(host_test_folder, &library)) {
		return -1;
	}
	(void)snprintf(entry, sizeof entry, "binaries/%s/plain_unit.so", LINT_PLATFORM);
	struct host_zip_entry entries[] = {
		{"modelDescription.xml", LINT_PLAIN_DESCRIPTION, strlen(LINT_PLAIN_DESCRIPTION), 0},
		{entry, library.bytes, library.size, 1},
		{"resources/", NULL, 0, 0}};
	if (host_zip_write(host_folder_path("plain.fmu"), 3, entries, &message) != 0) {
		return -1;
	}
	lint_run(host_folder_path("plain.fmu"), &unit);
	return unit.failed ? -1 : 0;
}

static int teardown(void **state)
{
	lint_free(&unit);
	host_text_free(&library);
	return host_folder_teardown(state);
}

/* ---- the structure alone */

static struct lint look(const char *structure)
{
	struct lint lint;
	(void)host_folder_put("s.ssd", structure, strlen(structure));
	lint_run(host_folder_path("s.ssd"), &lint);
	assert_false(lint.failed);
	return lint;
}

static void assert_only(const struct lint *lint, enum lint_level level, const char *rule, const char *place,
                        const char *text)
{
	assert_int_equal(lint->n_findings, 1);
	assert_string_equal(lint->findings[0].text, text);
	assert_string_equal(lint->findings[0].rule, rule);
	assert_string_equal(lint->findings[0].place, place);
	assert_int_equal(lint->findings[0].level, level);
}

static void a_good_structure_has_no_findings(void **state)
{
	(void)state;
	struct lint lint = look(good);
	assert_int_equal(lint.n_findings, 0);
	assert_true(lint.n_checks > 5);
	lint_free(&lint);
}

static void each_broken_rule_is_named(void **state)
{
	static const struct {
		const char *from, *to;
		enum lint_level level;
		const char *rule, *place, *text;
	} cases[] = {
		{"SSP1/SystemStructureDescription", "SSP9/X", LINT_ERROR, "system-root", "s.ssd:2",
	     "the root element is SystemStructureDescription: it must be SystemStructureDescription of the namespace "
	     "http://ssp-standard.org/SSP1/SystemStructureDescription"},
		{" version=\"1.0\" name=\"pair\"", " name=\"pair\"", LINT_ERROR, "system-attribute", "s.ssd:2",
	     "SystemStructureDescription has no version"},
		{"version=\"1.0\" name=\"pair\"", "version=\"2.0\" name=\"pair\"", LINT_NOTE, "system-version", "s.ssd:2",
	     "the version is '2.0': it was checked as 1.0"},
		{"<ssd:System name=\"root\">", "<ssd:System>", LINT_ERROR, "system-attribute", "s.ssd:3", "System has no name"},
		{"name=\"gain\" kind", "name=\"u\" kind", LINT_ERROR, "system-name-twice", "s.ssd:10",
	     "the name 'u' is there twice, first in line 8"},
		{"name=\"first\" source=\"resources/plain.fmu\"", "name=\"first\"", LINT_ERROR, "system-attribute", "s.ssd:6",
	     "Component has no source"},
		{"name=\"gain\" kind=\"parameter\"", "name=\"gain\" kind=\"exit\"", LINT_ERROR, "system-connector-kind",
	     "s.ssd:10",
	     "connector 'gain' is of kind 'exit': it must be input, output, inout, parameter or calculatedParameter"},
		{"name=\"gain\" kind=\"parameter\"", "name=\"gain\"", LINT_ERROR, "system-attribute", "s.ssd:10",
	     "Connector has no kind"},
		{"startElement=\"first\"", "startElement=\"frist\"", LINT_ERROR, "system-connection-element", "s.ssd:23",
	     "the connection starts at 'frist', which does not exist (did you mean 'first'?)"},
		{"startConnector=\"x[1]\" endElement=\"second\"", "startConnector=\"x[2]\" endElement=\"second\"", LINT_ERROR,
	     "system-connection-connector", "s.ssd:23",
	     "the connection starts at connector 'x[2]', which 'first' does not have (did you mean 'x[1]'?)"},
		{"endConnector=\"angle\"", "endConnector=\"bangle\"", LINT_ERROR, "system-connection-connector", "s.ssd:24",
	     "the connection ends at connector 'bangle', which the system does not have (did you mean 'angle'?)"},
		{"startElement=\"first\" startConnector=\"x[1]\"", "startElement=\"first\" startConnector=\"u\"", LINT_ERROR,
	     "system-connection-kind", "s.ssd:23",
	     "the connection starts at the input 'first.u': it must start at an output"},
		{"endElement=\"second\" endConnector=\"u\"", "endElement=\"second\" endConnector=\"x[1]\"", LINT_ERROR,
	     "system-connection-kind", "s.ssd:23",
	     "the connection ends at the output 'second.x[1]': it must end at an input"},
		{"endConnector=\"angle\"", "endConnector=\"torque\"", LINT_ERROR, "system-connection-kind", "s.ssd:24",
	     "the connection ends at the input 'torque': it must end at an output of the system"},
		{"endElement=\"second\" endConnector=\"u\"", "endElement=\"first\" endConnector=\"u\"", LINT_ERROR,
	     "system-connection-twice", "s.ssd:23", "'first.u' is the end of two connections, the first in line 22"},
	};
	(void)state;
	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		struct lint lint = look(changed(cases[k].from, cases[k].to));
		if (lint.n_findings != 1 || strcmp(lint.findings[0].text, cases[k].text) != 0) {
			lint_write(&lint, cases[k].to, stdout);
		}
		assert_only(&lint, cases[k].level, cases[k].rule, cases[k].place, cases[k].text);
		lint_free(&lint);
	}
}

/* in the words of libxml2, which differ between its versions */
static void broken_xml_is_told_with_its_line(void **state)
{
	(void)state;
	struct lint lint = look(changed("</ssd:System>", ""));
	assert_int_equal(lint.n_findings, 1);
	assert_string_equal(lint.findings[0].rule, "system-xml");
	assert_int_equal(lint.findings[0].level, LINT_ERROR);
	assert_ptr_equal(strstr(lint.findings[0].text, "is no well-formed XML: "), lint.findings[0].text);
	assert_ptr_equal(strstr(lint.findings[0].place, "s.ssd:2"), lint.findings[0].place);
	lint_free(&lint);
}

/* a system within a system has connectors and connections of its own */
static void systems_may_hold_systems(void **state)
{
	static const char inner[] =
		"<ssd:Elements><ssd:System name=\"inner\"><ssd:Connectors><ssd:Connector name=\"in\" kind=\"input\"/>"
		"</ssd:Connectors><ssd:Connections><ssd:Connection startConnector=\"in\" endElement=\"none\" "
		"endConnector=\"u\"/></ssd:Connections></ssd:System>";
	(void)state;
	struct lint lint = look(changed("<ssd:Elements>", inner));
	assert_only(&lint, LINT_ERROR, "system-connection-element", "s.ssd:5",
	            "the connection ends at 'none', which does not exist");
	lint_free(&lint);
}

/* ---- archives */

static struct lint look_packed(const char *structure, const char *name)
{
	struct lint lint;
	pack("s.ssp", structure, name);
	lint_run(host_folder_path("s.ssp"), &lint);
	assert_false(lint.failed);
	return lint;
}

static void findings_of_a_unit_carry_its_name(void **state)
{
	(void)state;
	assert_true(unit.n_findings > 0);
	struct lint lint = look_packed(good, "resources/plain.fmu");
	assert_int_equal(lint.n_findings, unit.n_findings);
	assert_true(lint.n_checks > unit.n_checks + 5);
	for (int i = 0; i < unit.n_findings; i++) {
		const struct lint_finding *f = &unit.findings[i], *g = &lint.findings[i];
		char place[400];
		(void)snprintf(place, sizeof place, "resources/plain.fmu%s%s", f->place[0] == 0 ? "" : ": ", f->place);
		assert_string_equal(g->rule, f->rule);
		assert_string_equal(g->place, place);
		assert_int_equal(g->level, f->level);
	}
	lint_free(&lint);
}

static int count(const struct lint *lint, const char *rule, const char *place, const char *text)
{
	int n = 0;
	for (int i = 0; i < lint->n_findings; i++) {
		const struct lint_finding *f = &lint->findings[i];
		n += strcmp(f->rule, rule) == 0 && strcmp(f->place, place) == 0 && strcmp(f->text, text) == 0;
	}
	return n;
}

static void sources_are_in_the_archive(void **state)
{
	(void)state;
	struct lint lint = look_packed(good, NULL);
	assert_int_equal(lint.n_findings, 2);
	assert_int_equal(count(&lint, "system-source", "SystemStructure.ssd:6",
	                       "component 'first': source 'resources/plain.fmu' is not in the archive"),
	                 1);
	assert_int_equal(lint_count(&lint, LINT_ERROR), 2);
	lint_free(&lint);
	lint = look_packed(changed("first\" source=\"resources/plain.fmu", "first\" source=\"../plain.fmu"),
	                   "resources/plain.fmu");
	assert_int_equal(count(&lint, "system-source-outside", "SystemStructure.ssd:6",
	                       "component 'first': source '../plain.fmu' lies outside of the archive and was not checked"),
	                 1);
	lint_free(&lint);
	/* percent-encoded, as in any address */
	lint = look_packed(changed("first\" source=\"resources/plain.fmu", "first\" source=\"resources/pl%61in.fmu"),
	                   "resources/plain.fmu");
	assert_int_equal(lint.n_findings, unit.n_findings);
	lint_free(&lint);
}

static void connectors_are_variables_of_the_unit(void **state)
{
	(void)state;
	struct lint lint = look_packed(changed("name=\"gain\" kind", "name=\"gian\" kind"), "resources/plain.fmu");
	assert_int_equal(count(&lint, "system-connector-variable", "SystemStructure.ssd:10",
	                       "connector 'gian' of 'first': 'resources/plain.fmu' has no such variable"),
	                 1);
	lint_free(&lint);
	lint =
		look_packed(changed("name=\"gain\" kind=\"parameter\"", "name=\"gain\" kind=\"input\""), "resources/plain.fmu");
	assert_int_equal(
		count(&lint, "system-connector-variable", "SystemStructure.ssd:10",
	          "connector 'gain' of 'first' is of kind input, but the variable of 'resources/plain.fmu' has "
	          "the causality parameter"),
		1);
	lint_free(&lint);
}

static void an_archive_without_a_structure_is_told(void **state)
{
	struct lint lint;
	(void)state;
	lint = look_packed(NULL, NULL);
	assert_only(&lint, LINT_ERROR, "system-missing", "", "the archive holds no SystemStructure.ssd at its root");
	lint_free(&lint);
	(void)host_folder_put("text.ssp", "no archive", 10);
	lint_run(host_folder_path("text.ssp"), &lint);
	assert_int_equal(lint_count(&lint, LINT_ERROR), 1);
	assert_string_equal(lint.findings[0].rule, "archive-directory");
	lint_free(&lint);
	lint_run(host_folder_path("none.ssd"), &lint);
	assert_int_equal(lint_count(&lint, LINT_ERROR), 1);
	assert_string_equal(lint.findings[0].rule, "system-read");
	lint_free(&lint);
}

/* ---- the command */

static int command(const char *file)
{
	const char *argv[] = {"mechfmu", "lint", host_folder_path(file)};
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	assert_non_null(out);
	const int status = host_cli(3, argv, out, out);
	assert_int_equal(fclose(out), 0);
	free(text);
	return status;
}

static void the_exit_status_tells_of_errors(void **state)
{
	(void)state;
	(void)host_folder_put("good.ssd", good, strlen(good));
	assert_int_equal(command("good.ssd"), 0);
	const char *bad = changed("endConnector=\"angle\"", "endConnector=\"none\"");
	(void)host_folder_put("bad.ssd", bad, strlen(bad));
	assert_int_equal(command("bad.ssd"), 1);
	pack("bad.ssp", bad, NULL);
	assert_int_equal(command("bad.ssp"), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_good_structure_has_no_findings),
		cmocka_unit_test(each_broken_rule_is_named),
		cmocka_unit_test(broken_xml_is_told_with_its_line),
		cmocka_unit_test(systems_may_hold_systems),
		cmocka_unit_test(findings_of_a_unit_carry_its_name),
		cmocka_unit_test(sources_are_in_the_archive),
		cmocka_unit_test(connectors_are_variables_of_the_unit),
		cmocka_unit_test(an_archive_without_a_structure_is_told),
		cmocka_unit_test(the_exit_status_tells_of_errors),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
