/* modelDescription.xml: the elements in the order the standard fixes.
 *
 * Nothing in it depends on the day or the place of the export: the same mechanism gives the same
 * bytes.
 */
#include "md_write.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmu_image.h"
#include "fmu_log.h"
#include "md_dependency.h"
#include "md_describe.h"
#include "md_units.h"
#include "md_xml.h"

void md_identifier(const struct mech_model *model, char identifier[MD_IDENTIFIER_SIZE])
{
	const char *name = mech_name(model, model->head->name);
	size_t n = 0;
	if (*name == '\0' || (*name >= '0' && *name <= '9')) {
		identifier[n++] = '_';
	}
	for (; *name != '\0' && n < MD_IDENTIFIER_SIZE - 1; name++) {
		unsigned char c = (unsigned char)*name;
		identifier[n++] = (char)(c < 128 && isalnum(c) ? c : '_');
	}
	identifier[n] = '\0';
}

/* 1 when no name of a variable has parts (joints_pin_angle) */
static int md_is_flat(const struct mech_model *model)
{
	int parts = 0;
	for (int k = 0; k < model->n_variables; k++) {
		parts |= strpbrk(mech_name(model, model->variables[k].name), ".[") != NULL;
	}
	return !parts;
}

static void md_write_credits(struct md_xml *x, const struct md_credits *credits)
{
	const struct {
		const char *name, *value;
	} attributes[] = {
		{"author", credits->author},
		{"version", credits->version},
		{"copyright", credits->copyright},
		{"license", credits->license},
	};
	for (size_t k = 0; k < sizeof attributes / sizeof attributes[0]; k++) {
		if (attributes[k].value != NULL) {
			md_xml_attribute(x, attributes[k].name, attributes[k].value);
		}
	}
}

static void md_write_head(struct md_xml *x, const struct mech_model *model, const char *guid,
                          const struct md_credits *credits)
{
	const char *description = mech_name(model, model->head->description);
	md_xml_text(x, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription");
	md_xml_attribute(x, "fmiVersion", "2.0");
	md_xml_attribute(x, "modelName", mech_name(model, model->head->name));
	md_xml_attribute(x, "guid", guid);
	if (description[0] != '\0') {
		md_xml_attribute(x, "description", description);
	}
	md_write_credits(x, credits);
	md_xml_attribute(x, "generationTool", "mechfmu " FMU_VERSION);
	md_xml_attribute(x, "variableNamingConvention", md_is_flat(model) ? "flat" : "structured");
	md_xml_text(x, ">\n");
}

static void md_write_capabilities(struct md_xml *x, const struct mech_model *model)
{
	static const struct {
		const char *flag, *value;
	} flags[] = {
		{"needsExecutionTool", "false"},
		{"canHandleVariableCommunicationStepSize", "true"},
		{"canInterpolateInputs", "true"},
		{"maxOutputDerivativeOrder", "2"},
		{"canRunAsynchronuously", "false"}, /* the standard's spelling */
		{"canBeInstantiatedOnlyOncePerProcess", "false"},
		{"canNotUseMemoryManagementFunctions", "true"},
		{"canGetAndSetFMUstate", "true"},
		{"canSerializeFMUstate", "true"},
		{"providesDirectionalDerivative", "true"},
	};
	char identifier[MD_IDENTIFIER_SIZE];
	md_identifier(model, identifier);
	md_xml_text(x, "\t<CoSimulation");
	md_xml_attribute(x, "modelIdentifier", identifier);
	for (size_t k = 0; k < sizeof flags / sizeof flags[0]; k++) {
		md_xml_text(x, "\n\t\t");
		md_xml_attribute(x, flags[k].flag, flags[k].value);
	}
	md_xml_text(x, ">\n\t\t<SourceFiles>\n\t\t\t<File");
	md_xml_attribute(x, "name", MD_SOURCE_FILE);
	md_xml_text(x, "/>\n\t\t</SourceFiles>\n\t</CoSimulation>\n");
}

static void md_write_quantities(struct md_xml *x, const struct mech_model *model)
{
	unsigned char used[MECH_QUANTITY_COUNT] = {0};
	for (int k = 0; k < model->n_variables; k++) {
		used[model->variables[k].quantity] = 1;
	}
	md_write_units(x, used);
	md_write_types(x, used);
}

static void md_write_categories(struct md_xml *x)
{
	static const char *const descriptions[FMU_CATEGORY_COUNT] = {
#define MD_WRITE_CATEGORY(identifier, name, description) description,
		FMU_CATEGORY_LIST(MD_WRITE_CATEGORY)
#undef MD_WRITE_CATEGORY
	};
	md_xml_text(x, "\t<LogCategories>\n");
	for (int k = 0; k < FMU_CATEGORY_COUNT; k++) {
		md_xml_text(x, "\t\t<Category");
		md_xml_attribute(x, "name", fmu_category_name((enum fmu_category)k));
		md_xml_attribute(x, "description", descriptions[k]);
		md_xml_text(x, "/>\n");
	}
	md_xml_text(x, "\t</LogCategories>\n");
}

static void md_write_experiment(struct md_xml *x, const struct mech_model *model)
{
	const struct mech_image_head *head = model->head;
	md_xml_text(x, "\t<DefaultExperiment");
	md_xml_number(x, "startTime", head->start_time);
	md_xml_number(x, "stopTime", head->stop_time);
	md_xml_number(x, "tolerance", model->parameters[head->solver + MECH_SOLVER_TOLERANCE]);
	md_xml_number(x, "stepSize", head->step);
	md_xml_text(x, "/>\n");
}

/* where the scene lies (host_scene.h), for whoever shows results */
static void md_write_annotations(struct md_xml *x)
{
	md_xml_text(x, "\t<VendorAnnotations>\n\t\t<Tool name=\"mechfmu\">\n"
	               "\t\t\t<Scene file=\"resources/scene.json\" version=\"1\"/>\n"
	               "\t\t</Tool>\n\t</VendorAnnotations>\n");
}

/* causality, variability and initial: the combinations the standard allows (section 2.2.7) */
static void md_write_causality(struct md_xml *x, const struct mech_variable *variable)
{
	static const struct {
		const char *causality, *variability, *initial;
	} roles[MECH_CAUSALITY_COUNT] = {
		[MECH_INDEPENDENT] = {"independent", "continuous", NULL},
		[MECH_PARAMETER] = {"parameter", "fixed", "exact"},
		[MECH_INPUT] = {"input", "continuous", NULL},
		[MECH_OUTPUT] = {"output", "continuous", "calculated"},
		[MECH_LOCAL] = {"local", "continuous", "calculated"},
	};
	const char *variability = roles[variable->causality].variability;
	/* a local number that follows from parameters changes when they do */
	if (variable->source == MECH_FROM_PARAMETER && variable->causality != MECH_OUTPUT) {
		variability = variable->tunable ? "tunable" : "fixed";
	} else if (variable->quantity == MECH_COUNT) {
		variability = "discrete";
	}
	md_xml_attribute(x, "causality", roles[variable->causality].causality);
	md_xml_attribute(x, "variability", variability);
	if (roles[variable->causality].initial != NULL) {
		md_xml_attribute(x, "initial", roles[variable->causality].initial);
	}
}

/* Integer attributes are whole numbers without a point or an exponent */
static void md_write_value(struct md_xml *x, const struct mech_variable *variable, const char *attribute, double value)
{
	if (variable->quantity == MECH_COUNT) {
		md_xml_integer(x, attribute, lround(value));
	} else {
		md_xml_number(x, attribute, value);
	}
}

static void md_write_type(struct md_xml *x, const struct mech_model *model, const struct mech_variable *variable)
{
	int integer = variable->quantity == MECH_COUNT;
	int calculated = variable->causality == MECH_OUTPUT || variable->causality == MECH_LOCAL;
	int choice = mech_variable_choice(model, variable);
	if (choice >= 0) {
		md_xml_text(x, "<Enumeration");
		md_choice_type_name(x, "declaredType", choice);
		md_xml_integer(x, "start", lround(model->parameters[variable->index]));
		md_xml_text(x, "/>");
		return;
	}
	md_xml_text(x, integer ? "<Integer" : "<Real");
	md_type_name(x, "declaredType", (enum mech_quantity)variable->quantity);
	if (!integer) {
		md_xml_attribute(x, "unit", mech_quantity_unit((enum mech_quantity)variable->quantity));
	}
	int state = md_state_of(model, variable);
	if (state >= 0) {
		md_xml_integer(x, "derivative", state + 1);
	}
	if (variable->quantity == MECH_ANGLE && calculated) {
		md_xml_attribute(x, "unbounded", "true");
	}
	if (isfinite(variable->minimum)) {
		md_write_value(x, variable, "min", variable->minimum);
	}
	if (isfinite(variable->maximum)) {
		md_write_value(x, variable, "max", variable->maximum);
	}
	if (variable->causality == MECH_PARAMETER) {
		md_write_value(x, variable, "start", model->parameters[variable->index]);
	} else if (variable->causality == MECH_INPUT) {
		md_write_value(x, variable, "start", model->inputs[variable->index].start);
	}
	md_xml_text(x, "/>");
}

static void md_write_variables(struct md_xml *x, const struct mech_model *model)
{
	md_xml_text(x, "\t<ModelVariables>\n");
	for (int k = 0; k < model->n_variables; k++) {
		const struct mech_variable *variable = &model->variables[k];
		char description[MD_DESCRIPTION_SIZE];
		md_describe(model, variable, description);
		md_xml_text(x, "\t\t<ScalarVariable");
		md_xml_attribute(x, "name", mech_name(model, variable->name));
		md_xml_integer(x, "valueReference", k);
		if (description[0] != '\0') {
			md_xml_attribute(x, "description", description);
		}
		md_write_causality(x, variable);
		md_xml_text(x, ">");
		md_write_type(x, model, variable);
		md_xml_text(x, "</ScalarVariable>\n");
	}
	md_xml_text(x, "\t</ModelVariables>\n");
}

/* ---- structure: indices of variables count from 1 ---- */

static void md_write_index(struct md_xml *x, int index, int first)
{
	char text[16];
	snprintf(text, sizeof text, first ? "%d" : " %d", index);
	md_xml_text(x, text);
}

/* Lists of more than so many knowns are left out where that says hardly less: an unknown without a
 * list follows all knowns. All accelerations of a chain follow the states of all its links, so
 * lists would grow as the square of their number. */
enum { MD_WRITE_LONGEST = 500 };

/* whether y follows all inputs: of an output nobody may believe that of inputs which it does not
 * follow, for that would close algebraic loops */
static int md_write_follows_inputs(const struct mech_model *model, const unsigned char *inputs)
{
	int follows = 1;
	for (int i = 0; i < model->n_inputs; i++) {
		follows &= inputs[i] != MD_NONE;
	}
	return follows;
}

/* dependencies="1 3" dependenciesKind="dependent constant" for variables first[0] .. first[1] - 1;
 * "" means none */
static void md_write_kinds(struct md_xml *x, const struct mech_model *model, const unsigned char *kinds,
                           const int first[2])
{
	static const char *const words[] = {[MD_CONSTANT] = "constant", [MD_DEPENDENT] = "dependent"};
	int count = 0;
	md_xml_text(x, " dependencies=\"");
	for (int k = first[0]; k < first[1]; k++) {
		int known = md_known(model, &model->variables[k]);
		if (known >= 0 && kinds[known] != MD_NONE) {
			md_write_index(x, k + 1, count++ == 0);
		}
	}
	md_xml_text(x, "\"");
	for (int k = first[0], written = 0; k < first[1] && count > 0; k++) {
		int known = md_known(model, &model->variables[k]);
		if (known >= 0 && kinds[known] != MD_NONE) {
			md_xml_text(x, written++ == 0 ? " dependenciesKind=\"" : " ");
			md_xml_text(x, words[kinds[known]]);
		}
	}
	md_xml_text(x, count > 0 ? "\"" : "");
}

/* at communication points; an output keeps its list where it does not follow all inputs */
static void md_write_dependencies(struct md_xml *x, struct md_dependencies *d, const struct mech_variable *y)
{
	const struct mech_model *model = d->set.model;
	int first[2] = {0, model->n_variables}, count = 0;
	if (md_dependencies_is_itself(d, y)) {
		first[0] = (int)(y - model->variables);
		first[1] = first[0] + 1;
		md_write_kinds(x, model, d->set.kinds, first);
		return;
	}
	if (y->causality != MECH_OUTPUT && md_dependencies_least(d, y) > MD_WRITE_LONGEST) {
		return;
	}
	const unsigned char *kinds = md_dependencies_of(d, y);
	for (int k = 0; k < d->set.n_known; k++) {
		count += kinds[k] != MD_NONE;
	}
	if (count <= MD_WRITE_LONGEST ||
	    (y->causality == MECH_OUTPUT && !md_write_follows_inputs(model, kinds + 2 * model->n_v))) {
		md_write_kinds(x, model, kinds, first);
	}
}

/* the same at the start; without kinds all are "dependent" */
static void md_write_initial_dependencies(struct md_xml *x, struct md_dependencies *d, const struct mech_variable *y)
{
	const struct mech_model *model = d->set.model;
	const unsigned char *inputs = md_initial_inputs_of(d, y);
	const int may_leave = md_write_follows_inputs(model, inputs);
	const size_t begin = x->size;
	int count = 0;
	md_xml_text(x, " dependencies=\"");
	for (int k = 0; k < model->n_variables; k++) {
		const struct mech_variable *known = &model->variables[k];
		int follows = known->causality == MECH_INDEPENDENT && y->source != MECH_FROM_SOLVER;
		if (known->causality == MECH_INPUT) {
			follows = inputs[known->index] != MD_NONE;
		} else if (known->causality == MECH_PARAMETER) {
			follows = md_initial_parameter(model, y, known);
		}
		if (follows) {
			md_write_index(x, k + 1, count++ == 0);
		}
		if (may_leave && count > MD_WRITE_LONGEST) {
			md_xml_cut(x, begin);
			return;
		}
	}
	md_xml_text(x, "\"");
}

static int md_write_is_output(const struct mech_model *model, const struct mech_variable *variable)
{
	(void)model;
	return variable->causality == MECH_OUTPUT;
}

static int md_write_is_derivative(const struct mech_model *model, const struct mech_variable *variable)
{
	return md_state_of(model, variable) >= 0;
}

/* outputs, and states and their derivatives where they are exposed */
static int md_write_is_initial(const struct mech_model *model, const struct mech_variable *variable)
{
	const int state = variable->source == MECH_FROM_BODY && md_known(model, variable) >= 0;
	return variable->causality == MECH_OUTPUT || state || md_state_of(model, variable) >= 0;
}

/* what other units can see gets a list of its own; without one, a variable counts as dependent on
 * everything */
static void md_write_initial(struct md_xml *x, struct md_dependencies *d, const struct mech_variable *y)
{
	if (y->causality == MECH_OUTPUT) {
		md_write_initial_dependencies(x, d, y);
	}
}

struct md_write_list {
	const char *name;
	int (*has)(const struct mech_model *model, const struct mech_variable *variable);
	void (*dependencies)(struct md_xml *x, struct md_dependencies *d, const struct mech_variable *y);
};

/* one <Unknown> for every variable of the list */
static void md_write_unknowns(struct md_xml *x, struct md_dependencies *d, const struct md_write_list *list)
{
	const struct mech_model *model = d->set.model;
	int count = 0;
	for (int k = 0; k < model->n_variables; k++) {
		if (!list->has(model, &model->variables[k])) {
			continue;
		}
		if (count++ == 0) {
			md_xml_text(x, "\t\t<");
			md_xml_text(x, list->name);
			md_xml_text(x, ">\n");
		}
		md_xml_text(x, "\t\t\t<Unknown");
		md_xml_integer(x, "index", k + 1);
		list->dependencies(x, d, &model->variables[k]);
		md_xml_text(x, "/>\n");
	}
	/* the schema allows no empty list */
	if (count > 0) {
		md_xml_text(x, "\t\t</");
		md_xml_text(x, list->name);
		md_xml_text(x, ">\n");
	}
}

static void md_write_structure(struct md_xml *x, const struct mech_model *model)
{
	static const struct md_write_list lists[] = {
		{"Outputs", md_write_is_output, md_write_dependencies},
		{"Derivatives", md_write_is_derivative, md_write_dependencies},
		{"InitialUnknowns", md_write_is_initial, md_write_initial},
	};
	struct md_dependencies d;
	if (md_dependencies_find(model, 0, model->n_elements, &d) != 0) {
		x->failed = 1;
		return;
	}
	md_xml_text(x, "\t<ModelStructure>\n");
	for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++) {
		md_write_unknowns(x, &d, &lists[k]);
	}
	md_xml_text(x, "\t</ModelStructure>\n");
	md_dependencies_free(&d);
}

int md_write(const struct mech_model *model, const char *guid, const struct md_credits *credits, struct md_text *text)
{
	struct md_xml x = {NULL, 0, 0, 0};
	md_write_head(&x, model, guid, credits);
	md_write_capabilities(&x, model);
	md_write_quantities(&x, model);
	md_write_categories(&x);
	md_write_experiment(&x, model);
	md_write_annotations(&x);
	md_write_variables(&x, model);
	md_write_structure(&x, model);
	md_xml_text(&x, "</fmiModelDescription>\n");
	if (x.failed) {
		free(x.bytes);
		*text = (struct md_text){NULL, 0};
		return -1;
	}
	*text = (struct md_text){x.bytes, x.size};
	return 0;
}
