#include "lint_description.h"

#include <math.h>
#include <string.h>

#include "host_suggest.h"

/* ---- interfaces and their flags */

static void lint_head_interfaces(struct lint *lint, const struct lint_model *m)
{
	char place[LINT_PLACE_SIZE];
	if (m->co_simulation == NULL && m->exchange == NULL) {
		lint_find(lint, LINT_ERROR, "interface-missing", lint_xml_place(m->root, place),
		          "there is neither CoSimulation nor ModelExchange");
	} else if (m->co_simulation == NULL) {
		lint_find(lint, LINT_NOTE, "co-simulation-missing", lint_xml_place(m->root, place),
		          "the unit offers model exchange only: what follows checks what both have in common");
	}
}

/* becomes a file name and a prefix of C functions */
static void lint_head_identifier(struct lint *lint, const struct lint_model *m)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
	const xmlNode *const interfaces[] = {m->exchange, m->co_simulation};
	char place[LINT_PLACE_SIZE];
	for (int i = 0; i < 2; i++) {
		const char *name = host_xml_value(interfaces[i], "modelIdentifier");
		if (name != NULL && (*name == 0 || (*name >= '0' && *name <= '9') || name[strspn(name, letters)] != 0)) {
			lint_find(lint, LINT_ERROR, "model-identifier", lint_xml_place(interfaces[i], place),
			          "modelIdentifier '%.80s' is no C identifier: letters, digits and _ only", name);
		}
	}
}

static int lint_head_flag(const xmlNode *node, const char *name)
{
	int value = 0;
	return host_xml_boolean(host_xml_value(node, name), &value) == 0 && value;
}

static void lint_head_flags(struct lint *lint, const struct lint_model *m)
{
	static const struct {
		const char *flag, *rule, *text;
		enum lint_level level;
	} flags[] = {
		{"needsExecutionTool", "flag-execution-tool",
	     "the unit runs only where its tool is installed; importers refuse it", LINT_WARNING},
		{"canBeInstantiatedOnlyOncePerProcess", "flag-once-per-process",
	     "a second instance needs a second process, which importers cannot give", LINT_WARNING},
		{"canRunAsynchronuously", "flag-asynchronous", "fmi2DoStep may return fmi2Pending, which few importers handle",
	     LINT_NOTE},
	};
	const xmlNode *const interfaces[] = {m->exchange, m->co_simulation};
	char place[LINT_PLACE_SIZE];
	for (int i = 0; i < 2; i++) {
		for (size_t k = 0; k < sizeof flags / sizeof flags[0]; k++) {
			if (lint_head_flag(interfaces[i], flags[k].flag)) {
				lint_find(lint, flags[k].level, flags[k].rule, lint_xml_place(interfaces[i], place), "%s: %s",
				          flags[k].flag, flags[k].text);
			}
		}
	}
}

static void lint_head_serialize(struct lint *lint, const struct lint_model *m)
{
	const xmlNode *const interfaces[] = {m->exchange, m->co_simulation};
	char place[LINT_PLACE_SIZE];
	for (int i = 0; i < 2; i++) {
		if (lint_head_flag(interfaces[i], "canSerializeFMUstate") &&
		    !lint_head_flag(interfaces[i], "canGetAndSetFMUstate")) {
			lint_find(lint, LINT_ERROR, "flag-serialize", lint_xml_place(interfaces[i], place),
			          "canSerializeFMUstate needs canGetAndSetFMUstate: there is nothing to serialize without it");
		}
	}
}

static void lint_head_steps(struct lint *lint, const struct lint_model *m)
{
	char place[LINT_PLACE_SIZE];
	if (m->co_simulation != NULL && !lint_head_flag(m->co_simulation, "canHandleVariableCommunicationStepSize")) {
		lint_find(lint, LINT_NOTE, "flag-fixed-step", lint_xml_place(m->co_simulation, place),
		          "without canHandleVariableCommunicationStepSize importers stop short of the stop time, and step "
		          "over events");
	}
}

/* ---- the unit itself */

static void lint_head_name(struct lint *lint, const struct lint_model *m)
{
	char place[LINT_PLACE_SIZE];
	const char *name = host_xml_value(m->root, "modelName");
	if (name != NULL && *name == 0) {
		lint_find(lint, LINT_WARNING, "model-name", lint_xml_place(m->root, place), "modelName is empty");
	}
}

static void lint_head_guid(struct lint *lint, const struct lint_model *m)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";
	char place[LINT_PLACE_SIZE];
	const char *guid = host_xml_value(m->root, "guid");
	if (guid == NULL || (*guid != 0 && guid[strspn(guid, plain)] == 0)) {
		return;
	}
	(void)lint_xml_place(m->root, place);
	if (*guid == 0) {
		lint_find(lint, LINT_ERROR, "guid", place, "guid is empty: it tells one unit from another");
	} else if (strpbrk(guid, "/\\\"'<>|:*? ") != NULL) {
		lint_find(lint, LINT_WARNING, "guid", place,
		          "guid '%.60s': some importers make folders of it; keep to hexadecimal digits and -", guid);
	} else {
		lint_find(lint, LINT_NOTE, "guid", place,
		          "guid '%.60s' holds more than digits, letters and -: braces and signs get percent-encoded in paths",
		          guid);
	}
}

static void lint_head_date(struct lint *lint, const struct lint_model *m)
{
	char place[LINT_PLACE_SIZE];
	const char *date = host_xml_value(m->root, "generationDateAndTime");
	int utc = 0;
	if (host_xml_date(date, &utc) == 0 && !utc) {
		lint_find(lint, LINT_WARNING, "generation-date", lint_xml_place(m->root, place),
		          "generationDateAndTime '%.40s' must be in UTC, with a Z at its end", date);
	}
}

/* ---- lists at the top */

static void lint_head_experiment(struct lint *lint, const struct lint_model *m)
{
	const xmlNode *node = host_xml_child(m->root, "DefaultExperiment");
	char place[LINT_PLACE_SIZE];
	double start = 0.0, stop = NAN, step = NAN, tolerance = NAN;
	if (node == NULL) {
		lint_find(lint, LINT_NOTE, "experiment-missing", lint_xml_place(m->root, place),
		          "without DefaultExperiment importers guess how long and in which steps to run");
		return;
	}
	(void)host_xml_double(host_xml_value(node, "startTime"), &start);
	(void)host_xml_double(host_xml_value(node, "stopTime"), &stop);
	(void)host_xml_double(host_xml_value(node, "stepSize"), &step);
	(void)host_xml_double(host_xml_value(node, "tolerance"), &tolerance);
	const struct {
		int broken;
		enum lint_level level;
		const char *text;
	} rules[] = {
		{isinf(start) || isinf(stop) || isinf(step) || isinf(tolerance), LINT_ERROR, "times must be finite"},
		{stop < start, LINT_ERROR, "stopTime is before startTime"},
		{stop == start, LINT_WARNING, "stopTime is startTime: there is nothing to run"},
		{step <= 0.0, LINT_ERROR, "stepSize must be larger than 0"},
		{stop > start && step > (stop - start) * (1.0 + 1e-9), LINT_WARNING,
	     "stepSize is longer than the whole experiment"},
		{tolerance <= 0.0, LINT_ERROR, "tolerance must be larger than 0"},
		{tolerance >= 1.0, LINT_WARNING, "a relative tolerance of 1 or more gives no result"},
	};
	for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
		if (rules[i].broken) {
			lint_find(lint, rules[i].level, "experiment", lint_xml_place(node, place), "%s", rules[i].text);
		}
	}
}

static void lint_head_annotations(struct lint *lint, const struct lint_model *m)
{
	lint_children_unique(lint, host_xml_child(m->root, "VendorAnnotations"), "Tool", "annotation-duplicate");
}

static void lint_head_categories(struct lint *lint, const struct lint_model *m)
{
	lint_children_unique(lint, host_xml_child(m->root, "LogCategories"), "Category", "log-category-duplicate");
}

/* a name that nearly is one of the standard's is a slip */
static void lint_head_category_names(struct lint *lint, const struct lint_model *m)
{
	static const char *const standard[] = {"logEvents",           "logSingularLinearSystems",
	                                       "logNonlinearSystems", "logDynamicStateSelection",
	                                       "logStatusWarning",    "logStatusDiscard",
	                                       "logStatusError",      "logStatusFatal",
	                                       "logStatusPending",    "logAll"};
	enum { COUNT = sizeof standard / sizeof standard[0], NEAR = 2 };
	char place[LINT_PLACE_SIZE];
	const xmlNode *list = host_xml_child(m->root, "LogCategories");
	for (const xmlNode *c = host_xml_child(list, "Category"); c != NULL; c = host_xml_next(c)) {
		const char *name = host_xml_value(c, "name");
		if (name == NULL || strlen(name) > 60 || host_xml_choice(name, standard, COUNT) >= 0) {
			continue;
		}
		for (int i = 0; i < COUNT; i++) {
			if (host_edit_distance(name, standard[i], NEAR) <= NEAR) {
				lint_find(lint, LINT_WARNING, "log-category-name", lint_xml_place(c, place),
				          "category '%s' is nearly the standard's '%s'", name, standard[i]);
				break;
			}
		}
	}
}

static lint_rule *const lint_head_rules[] = {
	lint_head_interfaces, lint_head_identifier,  lint_head_flags,      lint_head_serialize,
	lint_head_steps,      lint_head_name,        lint_head_guid,       lint_head_date,
	lint_head_experiment, lint_head_annotations, lint_head_categories, lint_head_category_names,
};

/* ---- the stage */

/* 1 when the rules of FMI 2.0 can be applied */
static int lint_description_is_ours(struct lint *lint, const xmlNode *root)
{
	char place[LINT_PLACE_SIZE];
	const char *version = host_xml_value(root, "fmiVersion");
	lint_checked(lint);
	if (!host_xml_is(root, "fmiModelDescription")) {
		lint_find(lint, LINT_ERROR, "element-unknown", lint_xml_place(root, place),
		          "the outermost element is '%.60s', but must be fmiModelDescription", (const char *)root->name);
		return 0;
	}
	if (version != NULL && (version[0] == '1' || version[0] == '3') && version[1] == '.') {
		lint_find(lint, LINT_ERROR, "fmi-version", lint_xml_place(root, place),
		          "the unit is of FMI %.20s: only FMI 2.0 is checked here", version);
		return 0;
	}
	return 1;
}

void lint_description(struct lint *lint)
{
	xmlDoc *document = lint_xml_open(lint, "modelDescription.xml", "description-xml");
	const xmlNode *root = document == NULL ? NULL : xmlDocGetRootElement(document);
	if (root != NULL && lint_description_is_ours(lint, root)) {
		struct lint_model model;
		lint_schema(lint, root);
		lint_model_read(lint, root, &model);
		lint_apply(lint, &model, (int)(sizeof lint_head_rules / sizeof lint_head_rules[0]), lint_head_rules);
		lint_description_units(lint, &model);
		lint_description_variables(lint, &model);
		lint_description_aliases(lint, &model);
		lint_description_structure(lint, &model);
		lint_description_files(lint, &model);
		lint_model_free(&model);
	}
	xmlFreeDoc(document);
}
