/* arm_with_controller.ssp: what the structure says is true of the units in it (SSP 1.0,
 * SystemStructure.ssd). */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

#include "host/host_folder.h"
#include "host_fmu.h"
#include "lint.h"
#include "slow_build.h"
#include "host_zip.h"

enum { MOST_UNITS = 4 };

static xmlDoc *structure;
static xmlXPathContext *paths;
static struct {
	char name[80];
	struct host_fmu *fmu;
} units[MOST_UNITS];
static int n_units;

/* elements that a path finds; xmlXPathFreeObject */
static xmlXPathObject *find(const char *path)
{
	xmlXPathObject *found = xmlXPathEvalExpression((const xmlChar *)path, paths);
	assert_non_null(found);
	return found;
}

static const char *value(const xmlNode *node, const char *name)
{
	static char texts[8][200];
	static int next;
	char *text = texts[next = (next + 1) % 8];
	xmlChar *got = xmlGetProp((xmlNode *)(uintptr_t)node, (const xmlChar *)name);
	assert_non_null(got);
	(void)snprintf(text, sizeof texts[0], "%s", (const char *)got);
	xmlFree(got);
	return text;
}

static const struct host_description *unit_named(const char *name)
{
	for (int i = 0; i < n_units; i++) {
		if (strcmp(units[i].name, name) == 0) {
			return &units[i].fmu->description;
		}
	}
	fail_msg("no component '%s'", name);
	return NULL;
}

static const struct host_variable *variable_of(const char *unit, const char *name)
{
	const struct host_description *d = unit_named(unit);
	int k = host_description_find(d, name);
	if (k < 0) {
		fail_msg("component '%s' has no variable '%s'", unit, name);
	}
	return &d->variables[k];
}

/* unpacks the package, and every unit that a component names */
static int setup(void **state)
{
	static const char *const spaces[][2] = {{"ssd", "SystemStructureDescription"},
	                                        {"ssc", "SystemStructureCommon"},
	                                        {"ssv", "SystemStructureParameterValues"}};
	struct mech_message message = {""};
	if (host_folder_setup(state) != 0 || host_zip_extract(COUPLED_SSP, host_test_folder, &message) != 0) {
		return -1;
	}
	structure = xmlReadFile(host_folder_path("SystemStructure.ssd"), NULL, XML_PARSE_NONET);
	paths = structure == NULL ? NULL : xmlXPathNewContext(structure);
	for (size_t i = 0; paths != NULL && i < 3; i++) {
		char space[120];
		(void)snprintf(space, sizeof space, "http://ssp-standard.org/SSP1/%s", spaces[i][1]);
		(void)xmlXPathRegisterNs(paths, (const xmlChar *)spaces[i][0], (const xmlChar *)space);
	}
	xmlXPathObject *components = paths == NULL ? NULL : find("/ssd:*/ssd:System/ssd:Elements/ssd:Component");
	for (int i = 0; components != NULL && i < components->nodesetval->nodeNr && n_units < MOST_UNITS; i++) {
		const xmlNode *node = components->nodesetval->nodeTab[i];
		(void)snprintf(units[n_units].name, sizeof units[0].name, "%s", value(node, "name"));
		units[n_units].fmu = calloc(1, sizeof *units[0].fmu);
		if (units[n_units].fmu == NULL ||
		    host_fmu_unpack(host_folder_path(value(node, "source")), units[n_units].fmu, &message) != 0) {
			return -1;
		}
		n_units++;
	}
	xmlXPathFreeObject(components);
	return n_units == 2 ? 0 : -1;
}

static int teardown(void **state)
{
	for (int i = 0; i < n_units; i++) {
		host_fmu_close(units[i].fmu);
		free(units[i].fmu);
	}
	xmlXPathFreeContext(paths);
	xmlFreeDoc(structure);
	return host_folder_teardown(state);
}

static void the_root_is_that_of_the_standard(void **state)
{
	const xmlNode *root = xmlDocGetRootElement(structure);
	(void)state;
	assert_string_equal((const char *)root->name, "SystemStructureDescription");
	assert_string_equal((const char *)root->ns->href, "http://ssp-standard.org/SSP1/SystemStructureDescription");
	assert_string_equal(value(root, "version"), "1.0");
	assert_string_equal(value(root, "name"), "arm_with_controller");
}

static void connectors_are_variables_of_their_kind(void **state)
{
	xmlXPathObject *found = find("//ssd:Component//ssd:Connector");
	(void)state;
	assert_int_equal(found->nodesetval->nodeNr, 5);
	for (int i = 0; i < found->nodesetval->nodeNr; i++) {
		const xmlNode *node = found->nodesetval->nodeTab[i];
		const struct host_variable *v = variable_of(value(node->parent->parent, "name"), value(node, "name"));
		assert_int_equal(v->type, HOST_REAL);
		assert_int_equal(v->causality, strcmp(value(node, "kind"), "input") == 0 ? HOST_INPUT : HOST_OUTPUT);
	}
	xmlXPathFreeObject(found);
}

static void connections_lead_from_outputs_to_inputs_that_are_connectors(void **state)
{
	xmlXPathObject *found = find("//ssd:Connection[@startElement][@endElement]");
	(void)state;
	assert_int_equal(found->nodesetval->nodeNr, 2);
	for (int i = 0; i < found->nodesetval->nodeNr; i++) {
		static const char *const ends[2][3] = {{"startElement", "startConnector", "output"},
		                                       {"endElement", "endConnector", "input"}};
		const xmlNode *node = found->nodesetval->nodeTab[i];
		for (int k = 0; k < 2; k++) {
			char path[400];
			(void)snprintf(path, sizeof path, "//ssd:Component[@name='%s']//ssd:Connector[@name='%s'][@kind='%s']",
			               value(node, ends[k][0]), value(node, ends[k][1]), ends[k][2]);
			xmlXPathObject *connector = find(path);
			assert_int_equal(connector->nodesetval->nodeNr, 1);
			xmlXPathFreeObject(connector);
		}
	}
	xmlXPathFreeObject(found);
}

static void parameters_can_be_set(void **state)
{
	xmlXPathObject *found = find("//ssd:Component[@name='pid']//ssv:Parameter");
	(void)state;
	assert_int_equal(found->nodesetval->nodeNr, 5);
	for (int i = 0; i < found->nodesetval->nodeNr; i++) {
		const struct host_variable *v = variable_of("pid", value(found->nodesetval->nodeTab[i], "name"));
		assert_true(v->causality == HOST_PARAMETER || v->causality == HOST_INPUT);
	}
	xmlXPathFreeObject(found);
}

static void lint_finds_nothing(void **state)
{
	struct lint lint;
	(void)state;
	lint_run(COUPLED_SSP, &lint);
	lint_write(&lint, COUPLED_SSP, stdout);
	assert_int_equal(lint.failed, 0);
	assert_int_equal(lint_count(&lint, LINT_ERROR), 0);
	/* a sanitized library needs its sanitizer */
	assert_true(SLOW_BUILD || lint_count(&lint, LINT_WARNING) == 0);
	/* both units were looked at, in all stages */
	assert_true(lint.n_checks > 500);
	lint_free(&lint);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_root_is_that_of_the_standard),
		cmocka_unit_test(connectors_are_variables_of_their_kind),
		cmocka_unit_test(connections_lead_from_outputs_to_inputs_that_are_connectors),
		cmocka_unit_test(parameters_can_be_set),
		cmocka_unit_test(lint_finds_nothing),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
