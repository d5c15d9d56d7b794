/* modelDescription.xml: each mistake, made in a unit of our own and in a foreign one, is found
 * under its name and nothing else is. */
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
#include <libxml/tree.h>
#include <libxml/xpath.h>

#include "host_export.h"
#include "host/host_samples.h"
#include "lint_samples.h"

/* ---- the units */

static struct {
	struct host_text description, library;
	char entry[200]; /* name of the library in the archive */
	struct lint findings;
} own, plain;

static void write_unit(const char *path, const char *entry, const void *description, size_t size,
                       const struct host_text *library)
{
	struct mech_message message = {""};
	struct host_zip_entry entries[] = {
		{"modelDescription.xml", description, size, 0},
		{entry, library->bytes, library->size, 1},
		{"resources/", NULL, 0, 0},
		{"sources/all.c", "int a;", 6, 0},
	};
	int sources = strstr(description, "<SourceFiles") != NULL;
	assert_int_equal(host_zip_write(path, 3 + sources, entries, &message), 0);
}

static int make_units(void **state)
{
	struct mech_message message = {""};
	char path[HOST_PATH_SIZE];
	assert_int_equal(lint_setup(state), 0);
	(void)snprintf(plain.entry, sizeof plain.entry, "binaries/%s/plain_unit.so", LINT_PLATFORM);
	assert_true(plain_unit_library(host_test_folder, &plain.library));
	host_text_add(&plain.description, LINT_PLAIN_DESCRIPTION);
	write_unit(host_folder_path("plain.fmu"), plain.entry, plain.description.bytes, plain.description.size,
	           &plain.library);
	plain.findings = lint_static(host_folder_path("plain.fmu"));

	struct host_mechanism *m = sample_read(SAMPLE_BAR);
	assert_int_equal(host_export(m, host_folder_path("own.fmu"), HOST_EXPORT_EVERYWHERE, &message), 0);
	host_mechanism_free(m);
	own.findings = lint_static(host_folder_path("own.fmu"));
	(void)snprintf(own.entry, sizeof own.entry, "binaries/%s/bar_and_cart.so", LINT_PLATFORM);
	assert_int_equal(host_path_join(own.findings.folder, "modelDescription.xml", path), 0);
	own.description = host_folder_get(path);
	assert_int_equal(host_path_join(own.findings.folder, own.entry, path), 0);
	own.library = host_folder_get(path);
	return 0;
}

static int free_units(void **state)
{
	host_text_free(&own.description);
	host_text_free(&own.library);
	lint_free(&own.findings);
	host_text_free(&plain.description);
	host_text_free(&plain.library);
	lint_free(&plain.findings);
	return host_folder_teardown(state);
}

/* ---- changes to the tree */

enum action { SET, UNSET, REMOVE, AGAIN, SWAP, BEFORE, RENAME, TEXT };

struct step {
	const char *where; /* XPath: the first match; NULL: no step */
	enum action action;
	const char *name, *value; /* SET, UNSET: attribute; RENAME: element; TEXT: what; BEFORE: an XPath */
};

static xmlNode *find(xmlDoc *document, const char *where)
{
	xmlXPathContext *context = xmlXPathNewContext(document);
	xmlXPathObject *result = xmlXPathEvalExpression((const xmlChar *)where, context);
	if (result == NULL || result->nodesetval == NULL || result->nodesetval->nodeNr == 0) {
		fail_msg("nothing to change at %s", where);
	}
	xmlNode *node = result->nodesetval->nodeTab[0];
	xmlXPathFreeObject(result);
	xmlXPathFreeContext(context);
	return node;
}

static void change(xmlDoc *document, const struct step *s)
{
	xmlNode *node = find(document, s->where);
	const xmlChar *name = (const xmlChar *)s->name, *value = (const xmlChar *)s->value;
	switch (s->action) {
	case SET:
		(void)xmlSetProp(node, name, value);
		break;
	case UNSET:
		assert_int_equal(xmlUnsetProp(node, name), 0);
		break;
	case REMOVE:
		xmlUnlinkNode(node);
		xmlFreeNode(node);
		break;
	case AGAIN:
		(void)xmlAddNextSibling(node, xmlCopyNode(node, 1));
		break;
	case SWAP:
		(void)xmlAddNextSibling(xmlNextElementSibling(node), node);
		break;
	case BEFORE:
		(void)xmlAddPrevSibling(find(document, s->name), node);
		break;
	case RENAME:
		xmlNodeSetName(node, name);
		break;
	case TEXT:
		xmlNodeAddContent(node, name);
		break;
	}
}

/* the unit after the steps breaks exactly the rules `expected` in addition */
static void check_change(const struct host_text *description, const char *entry, const struct host_text *library,
                         const struct lint *before, const struct step *steps, const char *expected)
{
	xmlDoc *document = xmlReadMemory(description->bytes, (int)description->size, NULL, NULL, XML_PARSE_NONET);
	xmlChar *text = NULL;
	int size = 0;
	assert_non_null(document);
	for (int i = 0; i < 3 && steps[i].where != NULL; i++) {
		change(document, &steps[i]);
	}
	xmlDocDumpMemory(document, &text, &size);
	write_unit(host_folder_path("changed.fmu"), entry, text, (size_t)size, library);
	xmlFree(text);
	xmlFreeDoc(document);
	struct lint after = lint_static(host_folder_path("changed.fmu"));
	lint_assert_new(before, &after, expected);
	lint_free(&after);
}

#define PARAMETER "//ScalarVariable[@causality='parameter'][Real]"
#define CALCULATED_OUTPUT "//ScalarVariable[@causality='output'][not(@initial) or @initial='calculated'][Real]"
#define SOME_UNKNOWN "//InitialUnknowns/Unknown[1]"

/* the mistakes that the known validators were measured with, of which none finds all */
static const struct {
	const char *what, *in_own, *in_plain;
	struct step steps[3];
} classical[] = {
	{"output not listed", "outputs-set", "outputs-set", {{"//Outputs/Unknown[1]", REMOVE, NULL, NULL}}},
	{"no InitialUnknowns", "initial-unknowns-set", "initial-unknowns-set", {{"//InitialUnknowns", REMOVE, NULL, NULL}}},
	{"InitialUnknowns unordered",
     "initial-unknowns-order",
     "initial-unknowns-order",
     {{"//InitialUnknowns/Unknown[1]", SWAP, NULL, NULL}}},
	{"InitialUnknowns twice", "unknown-duplicate", "unknown-duplicate", {{SOME_UNKNOWN, AGAIN, NULL, NULL}}},
	{"dependenciesKind too long",
     "dependencies-kind-count",
     "dependencies-kind-count",
     {{SOME_UNKNOWN, SET, "dependencies", "1 2"}, {SOME_UNKNOWN, SET, "dependenciesKind", "dependent"}}},
	{"dependency on nobody",
     "dependency-index",
     "dependency-index",
     {{SOME_UNKNOWN, SET, "dependencies", "1 99999"}, {SOME_UNKNOWN, SET, "dependenciesKind", "dependent dependent"}}},
	{"dependencies unsorted",
     "dependencies-order",
     "dependencies-order",
     {{SOME_UNKNOWN, SET, "dependencies", "2 1"}, {SOME_UNKNOWN, SET, "dependenciesKind", "dependent dependent"}}},
	{"parameter without start", "start-missing", "start-missing", {{PARAMETER "/Real", UNSET, "start", NULL}}},
	{"calculated with start", "start-forbidden", "start-forbidden", {{CALCULATED_OUTPUT "/Real", SET, "start", "0"}}},
	{"unit not defined", "unit-unknown", "unit-unknown", {{"//SimpleType/Real[@unit]", SET, "unit", "km"}}},
	{"causality and variability",
     "variable-combination",
     "variable-combination",
     {{PARAMETER, SET, "variability", "continuous"}}},
	{"name twice", "variable-duplicate", "variable-duplicate", {{"//ScalarVariable[last()]", SET, "name", "time"}}},
	{"name of another grammar", "variable-name", "variable-name", {{"//ScalarVariable[last()]", SET, "name", "v min"}}},
	{"attribute unknown", "attribute-unknown", "attribute-unknown", {{"//CoSimulation", SET, "fooBar", "1"}}},
	{"guid of another unit", "guid-wrong", "guid-not-found", {{"/*", SET, "guid", "12345678-dead-beef"}}},
	{"version with three numbers", "fmi-version", "fmi-version", {{"/*", SET, "fmiVersion", "2.0.5"}}},
	{"start outside of min and max",
     "start-range",
     "start-range",
     {{PARAMETER "/Real", SET, "min", "1"},
      {PARAMETER "/Real", SET, "max", "2"},
      {PARAMETER "/Real", SET, "start", "3"}}},
	{"serialize without states",
     "flag-serialize",
     "flag-serialize",
     {{"//CoSimulation", SET, "canGetAndSetFMUstate", "false"},
      {"//CoSimulation", SET, "canSerializeFMUstate", "true"}}},
	{"identifier of another unit",
     "library-missing",
     "library-missing",
     {{"//CoSimulation", SET, "modelIdentifier", "other"}}},
	{"ModelStructure too early",
     "element-order",
     "element-order",
     {{"//ModelStructure", BEFORE, "//ModelVariables", NULL}}},
	{"independent with start",
     "start-forbidden",
     "start-forbidden",
     {{"//ScalarVariable[@causality='independent']/Real", SET, "start", "0"}}},
	{"two settable aliases",
     "alias-settable",
     "alias-settable",
     {{"(" PARAMETER ")[1]", SET, "valueReference", "77777"}, {"(" PARAMETER ")[2]", SET, "valueReference", "77777"}}},
};

static void every_classical_mistake_is_found_and_nothing_else(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof classical / sizeof classical[0]; i++) {
		check_change(&own.description, own.entry, &own.library, &own.findings, classical[i].steps, classical[i].in_own);
		check_change(&plain.description, plain.entry, &plain.library, &plain.findings, classical[i].steps,
		             classical[i].in_plain);
	}
}

#define VARIABLE(name) "//ScalarVariable[@name='" name "']"

/* at least one for each rule, on the foreign unit */
static const struct {
	const char *expected;
	struct step steps[3];
} further[] = {
	/* form */
	{"element-unknown experiment-missing", {{"//DefaultExperiment", RENAME, "DefaultExperimant", NULL}}},
	{"element-unknown", {{"/*", RENAME, "modelDescription", NULL}}},
	{"element-missing", {{"//ModelStructure", REMOVE, NULL, NULL}}},
	{"element-missing", {{"//Category", REMOVE, NULL, NULL}, {"//Category", REMOVE, NULL, NULL}}},
	{"element-missing", {{"//Boolean[not(@start)]", REMOVE, NULL, NULL}}},
	{"element-repeated", {{"//DefaultExperiment", AGAIN, NULL, NULL}}},
	{"element-repeated", {{VARIABLE("gain") "/Real", AGAIN, NULL, NULL}}},
	{"element-order", {{"//BaseUnit", SWAP, NULL, NULL}}},
	{"element-order", {{"//Outputs", SWAP, NULL, NULL}}},
	{"attribute-missing", {{"//Category", UNSET, "name", NULL}}},
	{"attribute-missing", {{"/*", UNSET, "guid", NULL}}},
	{"attribute-missing", {{VARIABLE("gain"), UNSET, "valueReference", NULL}}},
	{"attribute-unknown", {{VARIABLE("enable") "/Boolean", SET, "min", "0"}}},
	{"attribute-value", {{"//CoSimulation", SET, "canGetAndSetFMUstate", "yes"}}},
	{"attribute-value", {{"//CoSimulation", SET, "maxOutputDerivativeOrder", "-1"}}},
	{"attribute-value", {{VARIABLE("gain") "/Real", SET, "start", "1,5"}}},
	{"attribute-value", {{VARIABLE("gain") "/Real", SET, "start", "0x10"}}},
	{"attribute-value", {{VARIABLE("mode") "/Enumeration", SET, "start", "2.0"}}},
	{"attribute-value", {{VARIABLE("gain"), SET, "valueReference", "4294967296"}}},
	{"attribute-value", {{"/*", SET, "generationDateAndTime", "yesterday"}}},
	{"attribute-value", {{"/*", SET, "variableNamingConvention", "tree"}}},
	{"attribute-value", {{"//Outputs/Unknown[1]", SET, "dependencies", "one"}}},
	{"attribute-value", {{"//Outputs/Unknown[2]", SET, "dependenciesKind", "dependent strongly"}}},
	{"attribute-value", {{"//ScalarVariable[String]", SET, "causality", "internal"}}},
	{"text-unexpected", {{"//UnitDefinitions", TEXT, "more", NULL}}},
	{"text-unexpected", {{"//DefaultExperiment", TEXT, "\n", NULL}}},
	{"element-unknown", {{"//own", AGAIN, NULL, NULL}}},
	{"fmi-version", {{"/*", SET, "fmiVersion", "3.0"}}},
	/* head */
	{"interface-missing", {{"//CoSimulation", REMOVE, NULL, NULL}}},
	{"co-simulation-missing",
     {{"//CoSimulation", RENAME, "ModelExchange", NULL},
      {"//ModelExchange", UNSET, "canHandleVariableCommunicationStepSize", NULL}}},
	{"model-identifier library-missing", {{"//CoSimulation", SET, "modelIdentifier", "plain-unit"}}},
	{"model-identifier library-missing", {{"//CoSimulation", SET, "modelIdentifier", "../../evil"}}},
	{"model-name", {{"/*", SET, "modelName", ""}}},
	{"guid", {{"/*", SET, "guid", ""}}},
	{"guid guid-not-found", {{"/*", SET, "guid", "{a}"}}},
	{"guid guid-not-found", {{"/*", SET, "guid", "a/b c"}}},
	{"generation-date", {{"/*", SET, "generationDateAndTime", "2024-02-29T23:59:59+02:00"}}},
	{"flag-execution-tool", {{"//CoSimulation", SET, "needsExecutionTool", "true"}}},
	{"flag-once-per-process", {{"//CoSimulation", SET, "canBeInstantiatedOnlyOncePerProcess", "1"}}},
	{"flag-asynchronous", {{"//CoSimulation", SET, "canRunAsynchronuously", "true"}}},
	{"flag-fixed-step", {{"//CoSimulation", SET, "canHandleVariableCommunicationStepSize", "false"}}},
	{"experiment", {{"//DefaultExperiment", SET, "stopTime", "-1"}}},
	{"experiment", {{"//DefaultExperiment", SET, "stepSize", "0"}}},
	{"experiment", {{"//DefaultExperiment", SET, "stepSize", "2"}}},
	{"experiment", {{"//DefaultExperiment", SET, "tolerance", "-1e-6"}}},
	{"experiment", {{"//DefaultExperiment", SET, "stopTime", "INF"}}},
	{"experiment-missing", {{"//DefaultExperiment", REMOVE, NULL, NULL}}},
	{"log-category-duplicate", {{"//Category", AGAIN, NULL, NULL}}},
	{"log-category-name", {{"//Category", SET, "name", "logStatusErrors"}}},
	{"annotation-duplicate", {{"//Tool", SET, "name", "b"}}},
	/* units and types */
	{"unit-duplicate", {{"//Unit[2]", AGAIN, NULL, NULL}}},
	{"display-unit-duplicate", {{"//DisplayUnit", AGAIN, NULL, NULL}}},
	{"unit-factor", {{"//DisplayUnit", SET, "factor", "0"}}},
	{"unit-base", {{"//Unit[2]/BaseUnit", REMOVE, NULL, NULL}}},
	{"unit-unknown", {{VARIABLE("gain") "/Real", SET, "unit", "furlong"}}},
	{"display-unit", {{VARIABLE("gain") "/Real", SET, "displayUnit", "deg"}}},
	{"display-unit", {{VARIABLE("x[1]") "/Real", SET, "displayUnit", "grad"}}},
	{"type-duplicate", {{"//SimpleType[1]", AGAIN, NULL, NULL}}},
	{"type-name",
     {{"//SimpleType[3]", SET, "name", "gain"}, {VARIABLE("mode") "/Enumeration", SET, "declaredType", "gain"}}},
	{"type-unknown", {{VARIABLE("u") "/Real", SET, "declaredType", "Force"}}},
	{"type-unknown", {{VARIABLE("u") "/Real", SET, "declaredType", "Mode"}}},
	{"enumeration-item", {{"//Item[2]", SET, "value", "1"}, {VARIABLE("mode") "/Enumeration", SET, "start", "1"}}},
	{"enumeration-item", {{"//Item[2]", SET, "name", "slow"}}},
	{"range-empty", {{"//SimpleType/Integer", SET, "max", "-1"}}},
	{"range-empty", {{VARIABLE("x[1]") "/Real", SET, "max", "-1"}, {VARIABLE("x[1]") "/Real", SET, "min", "1"}}},
	{"nominal", {{VARIABLE("gain") "/Real", SET, "nominal", "0"}}},
	{"nominal", {{VARIABLE("gain") "/Real", SET, "nominal", "-1"}}},
	/* variables */
	{"variable-combination", {{VARIABLE("enabled"), SET, "variability", "fixed"}}},
	{"variable-combination", {{VARIABLE("count"), SET, "variability", "continuous"}}},
	{"variable-combination", {{VARIABLE("gain"), UNSET, "variability", NULL}}},
	{"variability-unwritten", {{VARIABLE("count"), UNSET, "variability", NULL}}},
	{"variable-initial", {{VARIABLE("u"), SET, "initial", "exact"}}},
	{"variable-initial", {{VARIABLE("time"), SET, "initial", "calculated"}}},
	{"variable-initial", {{VARIABLE("tolerance"), SET, "initial", "approx"}}},
	{"independent",
     {{VARIABLE("der(x[1])"), SET, "causality", "independent"},
      {"//Derivatives", REMOVE, NULL, NULL},
      {"//InitialUnknowns/Unknown[5]", REMOVE, NULL, NULL}}},
	{"start-missing", {{VARIABLE("u") "/Real", UNSET, "start", NULL}}},
	{"start-missing", {{VARIABLE("size") "/Real", UNSET, "start", NULL}}},
	{"start-missing", {{VARIABLE("limit") "/Real", UNSET, "start", NULL}}},
	{"start-range", {{VARIABLE("u") "/Real", SET, "start", "-2e6"}}},
	{"start-range", {{VARIABLE("gain") "/Real", SET, "start", "1001"}}},
	{"start-range", {{VARIABLE("tolerance") "/Real", SET, "start", "NaN"}}},
	{"start-item", {{VARIABLE("mode") "/Enumeration", SET, "start", "3"}}},
	{"derivative", {{VARIABLE("der(x[1])") "/Real", SET, "derivative", "0"}}},
	{"derivative", {{VARIABLE("der(x[1])") "/Real", SET, "derivative", "14"}}},
	{"derivative", {{VARIABLE("der(x[1])") "/Real", SET, "derivative", "7"}}},
	{"derivative", {{VARIABLE("der(x[1])"), SET, "variability", "tunable"}}},
	{"exchange-only", {{VARIABLE("x[1]") "/Real", SET, "reinit", "true"}}},
	{"exchange-only", {{VARIABLE("u"), SET, "canHandleMultipleSetPerTimeInstant", "false"}}},
	{"variable-name", {{VARIABLE("gain"), SET, "name", ""}}},
	{"time-missing", {{VARIABLE("time"), SET, "causality", "input"}, {VARIABLE("time") "/Real", SET, "start", "0"}}},
	/* aliases */
	{"alias-start", {{VARIABLE("size"), SET, "valueReference", "4"}}},
	{"alias-constant", {{VARIABLE("limit"), SET, "valueReference", "9"}}},
	{"alias-unit", {{VARIABLE("der(x[1])"), SET, "valueReference", "3"}}},
	{"alias-type", {{VARIABLE("count"), SET, "valueReference", "1"}}},
	/* structure */
	{"outputs-set", {{"//Outputs/Unknown[1]", SET, "index", "4"}}},
	{"derivatives-set", {{VARIABLE("der(x[1])") "/Real", UNSET, "derivative", NULL}}},
	{"initial-unknowns-set", {{"//InitialUnknowns/Unknown[4]", SET, "index", "12"}}},
	{"unknown-index outputs-set", {{"//Outputs/Unknown[1]", SET, "index", "0"}}},
	{"dependency-known", {{"//Outputs/Unknown[2]", SET, "dependencies", "2 4"}}},
	{"dependency-known", {{"//InitialUnknowns/Unknown[2]", SET, "dependencies", "2 3"}}},
	{"dependency-index", {{"//Outputs/Unknown[2]", SET, "dependencies", "0 1"}}},
	{"dependencies-order", {{"//Outputs/Unknown[2]", SET, "dependencies", "2 2"}}},
	{"dependencies-kind", {{"//Outputs/Unknown[2]", SET, "dependenciesKind", "constant dependent"}}},
	{"dependencies-kind", {{"//InitialUnknowns/Unknown[5]", SET, "dependenciesKind", "tunable dependent"}}},
	{"dependencies-kind-count", {{"//Outputs/Unknown[2]", UNSET, "dependencies", NULL}}},
};

static void every_further_mistake_is_found_and_nothing_else(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof further / sizeof further[0]; i++) {
		check_change(&plain.description, plain.entry, &plain.library, &plain.findings, further[i].steps,
		             further[i].expected);
	}
}

static void a_unit_of_our_own_has_no_finding_above_a_note(void **state)
{
	(void)state;
	lint_assert_clean(&own.findings);
}

/* the library of plain_unit.c lacks functions; nothing else is wrong */
static void the_foreign_unit_has_one_kind_of_mistake(void **state)
{
	(void)state;
	assert_int_equal(lint_count(&plain.findings, LINT_ERROR), 1);
	assert_int_equal(lint_count_rule(&plain.findings, "symbol-missing"), 1);
	assert_int_equal(lint_count(&plain.findings, LINT_WARNING), 0);
}

/* ---- text that is no tree */

static void check_text(const char *text, const char *expected)
{
	struct lint none;
	memset(&none, 0, sizeof none);
	write_unit(host_folder_path("changed.fmu"), plain.entry, text, strlen(text), &plain.library);
	struct lint after = lint_static(host_folder_path("changed.fmu"));
	lint_assert_new(&none, &after, expected);
	lint_free(&after);
}

static void what_is_no_description_is_told_with_its_line(void **state)
{
	(void)state;
	check_text("", "description-xml not-checked");
	check_text("<a>\n<b>\n</a>", "description-xml not-checked");
	check_text("<!DOCTYPE a [<!ENTITY e \"eeee\">]><a b=\"&e;\"/>", "description-xml not-checked");
	check_text("<!DOCTYPE a SYSTEM \"http://example.org/a.dtd\"><a/>", "description-xml not-checked");
	check_text("<fmiModelDescription xmlns=\"urn:x\" fmiVersion=\"2.0\"/>", "element-unknown");
	write_unit(host_folder_path("changed.fmu"), plain.entry, "<a>\n\n<b></a>", 12, &plain.library);
	struct lint after = lint_static(host_folder_path("changed.fmu"));
	assert_string_equal(after.findings[0].place, "modelDescription.xml:3");
	lint_free(&after);
}

static void an_encoding_other_than_utf_8_is_told(void **state)
{
	struct host_text text = {0};
	(void)state;
	host_text_add(&text, "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>");
	host_text_add(&text, strchr(LINT_PLAIN_DESCRIPTION, '\n'));
	write_unit(host_folder_path("changed.fmu"), plain.entry, text.bytes, text.size, &plain.library);
	struct lint after = lint_static(host_folder_path("changed.fmu"));
	lint_assert_new(&plain.findings, &after, "encoding");
	lint_free(&after);
	host_text_free(&text);
}

static void attributes_of_the_schema_instance_are_allowed(void **state)
{
	static const struct step steps[3] = {
		{"/*", SET, "xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"},
		{"/*", SET, "xsi:noNamespaceSchemaLocation", "fmi2ModelDescription.xsd"},
	};
	(void)state;
	check_change(&plain.description, plain.entry, &plain.library, &plain.findings, steps, "");
}

/* ---- files next to it */

/* judged by what exporters write and importers take */
static void what_importers_pass_over_is_no_error(void **state)
{
	/* a constant that says whose derivative it is */
	static const struct step constant[3] = {{VARIABLE("limit") "/Real", SET, "derivative", "3"}};
	/* the derivative of a density that follows tunable parameters, as Dymola writes it; no
	 * state's */
	static const struct step tunable[3] = {{VARIABLE("der(x[1])"), SET, "variability", "tunable"},
	                                       {"//Derivatives", REMOVE, NULL, NULL},
	                                       {"//InitialUnknowns/Unknown[5]", REMOVE, NULL, NULL}};
	static const struct step units[3] = {{VARIABLE("der(x[1])"), SET, "valueReference", "3"}};
	(void)state;
	check_change(&plain.description, plain.entry, &plain.library, &plain.findings, constant, "");
	check_change(&plain.description, plain.entry, &plain.library, &plain.findings, tunable, "");
	check_change(&plain.description, plain.entry, &plain.library, &plain.findings, units, "alias-unit");
	struct lint after = lint_static(host_folder_path("changed.fmu"));
	for (int i = 0; i < after.n_findings; i++) {
		if (strcmp(after.findings[i].rule, "alias-unit") == 0) {
			assert_int_equal(after.findings[i].level, LINT_WARNING);
		}
	}
	lint_free(&after);
}

static void check_files(int n, const struct host_zip_entry *files, const char *source, const char *expected)
{
	struct mech_message message = {""};
	struct host_zip_entry entries[8];
	xmlDoc *document = xmlReadMemory(plain.description.bytes, (int)plain.description.size, NULL, NULL, XML_PARSE_NONET);
	xmlChar *text = NULL;
	int size = 0;
	if (source != NULL) {
		xmlNode *list = xmlNewChild(find(document, "//CoSimulation"), NULL, (const xmlChar *)"SourceFiles", NULL);
		xmlNode *file = xmlNewChild(list, NULL, (const xmlChar *)"File", NULL);
		(void)xmlSetProp(file, (const xmlChar *)"name", (const xmlChar *)source);
	}
	xmlDocDumpMemory(document, &text, &size);
	entries[0] = (struct host_zip_entry){"modelDescription.xml", text, (size_t)size, 0};
	entries[1] = (struct host_zip_entry){plain.entry, plain.library.bytes, plain.library.size, 1};
	entries[2] = (struct host_zip_entry){"resources/", NULL, 0, 0};
	for (int i = 0; i < n; i++) {
		entries[3 + i] = files[i];
	}
	assert_int_equal(host_zip_write(host_folder_path("changed.fmu"), 3 + n, entries, &message), 0);
	xmlFree(text);
	xmlFreeDoc(document);
	struct lint after = lint_static(host_folder_path("changed.fmu"));
	lint_assert_new(&plain.findings, &after, expected);
	lint_free(&after);
}

static void files_are_where_the_lists_say(void **state)
{
	static const char build[] =
		"<fmiBuildDescription fmiVersion=\"2.0\"><BuildConfiguration modelIdentifier=\"plain_unit\"><SourceFileSet>"
		"<SourceFile name=\"a.c\"/></SourceFileSet></BuildConfiguration></fmiBuildDescription>";
	const struct host_zip_entry code[] = {{"sources/a.c", "int a;", 6, 0},
	                                      {"sources/buildDescription.xml", build, sizeof build - 1, 0}};
	const struct host_zip_entry other[] = {{"sources/b.c", "int b;", 6, 0},
	                                       {"sources/buildDescription.xml", build, sizeof build - 1, 0}};
	const struct host_zip_entry broken[] = {{"sources/a.c", "int a;", 6, 0},
	                                        {"sources/buildDescription.xml", "<a>", 3, 0}};
	const struct host_zip_entry wrong[] = {{"sources/a.c", "int a;", 6, 0},
	                                       {"sources/buildDescription.xml", "<a/>", 4, 0}};
	const struct host_zip_entry header[] = {{"sources/a.c", "int a;", 6, 0}, {"sources/fmi2Functions.h", "", 0, 0}};
	const struct host_zip_entry pictures[] = {{"model.png", "GIF89a", 6, 0},
	                                          {"terminalsAndIcons/terminalsAndIcons.xml", "<b", 2, 0}};
	(void)state;
	check_files(1, code, "a.c", "");
	check_files(2, code, NULL, "");
	check_files(1, code, "b.c", "source-file");
	check_files(1, code, "../modelDescription.xml", "source-file");
	check_files(0, NULL, "a.c", "source-file");
	check_files(1, code, NULL, "sources-unlisted");
	check_files(2, other, NULL, "source-file");
	check_files(2, broken, "a.c", "build-description");
	check_files(2, wrong, "a.c", "build-description");
	check_files(2, header, "a.c", "sources-header");
	check_files(2, pictures, NULL, "picture terminals-and-icons");
}

static void an_empty_folder_of_a_platform_is_no_error(void **state)
{
	static const struct host_zip_entry empty[] = {{"binaries/win32/", NULL, 0, 0}};
	(void)state;
	check_files(1, empty, NULL, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_unit_of_our_own_has_no_finding_above_a_note),
		cmocka_unit_test(the_foreign_unit_has_one_kind_of_mistake),
		cmocka_unit_test(every_classical_mistake_is_found_and_nothing_else),
		cmocka_unit_test(every_further_mistake_is_found_and_nothing_else),
		cmocka_unit_test(what_is_no_description_is_told_with_its_line),
		cmocka_unit_test(an_encoding_other_than_utf_8_is_told),
		cmocka_unit_test(attributes_of_the_schema_instance_are_allowed),
		cmocka_unit_test(what_importers_pass_over_is_no_error),
		cmocka_unit_test(an_empty_folder_of_a_platform_is_no_error),
		cmocka_unit_test(files_are_where_the_lists_say),
	};
	return cmocka_run_group_tests(tests, make_units, free_units);
}
