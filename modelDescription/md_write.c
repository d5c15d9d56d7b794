/* modelDescription.xml: the elements in the order the standard fixes.
 *
 * Nothing in it depends on the day or the place of the export: the same mechanism gives the same bytes.
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
		identifier[n++] = c < 128 && (isalnum(c) || c == '_') ? (char)c : '_';
	}
	identifier[n] = '\0';
}

static void md_write_head(struct md_xml *x, const struct mech_model *model, const char *guid)
{
	const char *description = mech_name(model, model->head->description);
	md_xml_text(x, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription");
	md_xml_attribute(x, "fmiVersion", "2.0");
	md_xml_attribute(x, "modelName", mech_name(model, model->head->name));
	md_xml_attribute(x, "guid", guid);
	if (description[0] != '\0') {
		md_xml_attribute(x, "description", description);
	}
	md_xml_attribute(x, "generationTool", "mechfmu " FMU_VERSION);
	md_xml_attribute(x, "variableNamingConvention", "structured");
	md_xml_text(x, ">\n");
}

static void md_write_capabilities(struct md_xml *x, const struct mech_model *model)
{
	static const struct {
		const char *flag, *value;
	} flags[] = {
		{"needsExecutionTool", "false"},
		{"canHandleVariableCommunicationStepSize", "true"},
		{"canInterpolateInputs", "false"},
		{"maxOutputDerivativeOrder", "0"},
		{"canRunAsynchronuously", "false"}, /* the standard's spelling */
		{"canBeInstantiatedOnlyOncePerProcess", "false"},
		{"canNotUseMemoryManagementFunctions", "true"},
		{"canGetAndSetFMUstate", "false"},
		{"canSerializeFMUstate", "false"},
		{"providesDirectionalDerivative", "false"},
	};
	char identifier[MD_IDENTIFIER_SIZE];
	md_identifier(model, identifier);
	md_xml_text(x, "\t<CoSimulation");
	md_xml_attribute(x, "modelIdentifier", identifier);
	for (size_t k = 0; k < sizeof flags / sizeof flags[0]; k++) {
		md_xml_text(x, "\n\t\t");
		md_xml_attribute(x, flags[k].flag, flags[k].value);
	}
	md_xml_text(x, "/>\n");
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
	static const struct {
		const char *name, *description;
	} categories[FMU_CATEGORY_COUNT] = {
#define MD_WRITE_CATEGORY(identifier, name, description) {name, description},
		FMU_CATEGORY_LIST(MD_WRITE_CATEGORY)
#undef MD_WRITE_CATEGORY
	};
	md_xml_text(x, "\t<LogCategories>\n");
	for (int k = 0; k < FMU_CATEGORY_COUNT; k++) {
		md_xml_text(x, "\t\t<Category");
		md_xml_attribute(x, "name", categories[k].name);
		md_xml_attribute(x, "description", categories[k].description);
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
	if (variable->causality == MECH_PARAMETER) {
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
		const char *description = mech_name(model, variable->description);
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

/* dependencies="1 3" dependenciesKind="dependent dependent": indices of knowns, from 1, sorted; "" means none */
static void md_write_dependencies(struct md_xml *x, const struct md_groups *groups, const struct mech_variable *y)
{
	const struct mech_model *model = groups->model;
	int count = 0;
	md_xml_text(x, " dependencies=\"");
	for (int k = 0; k < model->n_variables; k++) {
		if (md_depends(groups, y, &model->variables[k])) {
			char index[16];
			snprintf(index, sizeof index, count > 0 ? " %d" : "%d", k + 1);
			md_xml_text(x, index);
			count++;
		}
	}
	md_xml_text(x, "\"");
	for (int k = 0; k < count; k++) {
		md_xml_text(x, k == 0 ? " dependenciesKind=\"dependent" : " dependent");
	}
	md_xml_text(x, count > 0 ? "\"" : "");
}

/* one <Unknown> for every output; groups NULL: without dependencies, which means on everything known */
static void md_write_unknowns(struct md_xml *x, const struct mech_model *model, const char *list,
                              const struct md_groups *groups)
{
	int count = 0;
	for (int k = 0; k < model->n_variables; k++) {
		if (model->variables[k].causality != MECH_OUTPUT) {
			continue;
		}
		if (count++ == 0) {
			md_xml_text(x, "\t\t<");
			md_xml_text(x, list);
			md_xml_text(x, ">\n");
		}
		md_xml_text(x, "\t\t\t<Unknown");
		md_xml_integer(x, "index", k + 1);
		if (groups != NULL) {
			md_write_dependencies(x, groups, &model->variables[k]);
		}
		md_xml_text(x, "/>\n");
	}
	/* the schema allows no empty list */
	if (count > 0) {
		md_xml_text(x, "\t\t</");
		md_xml_text(x, list);
		md_xml_text(x, ">\n");
	}
}

static void md_write_structure(struct md_xml *x, const struct mech_model *model)
{
	struct md_groups groups;
	if (md_groups_find(model, &groups) != 0) {
		x->failed = 1;
		return;
	}
	md_xml_text(x, "\t<ModelStructure>\n");
	md_write_unknowns(x, model, "Outputs", &groups);
	md_write_unknowns(x, model, "InitialUnknowns", NULL);
	md_xml_text(x, "\t</ModelStructure>\n");
	md_groups_free(&groups);
}

int md_write(const struct mech_model *model, const char *guid, struct md_text *text)
{
	struct md_xml x = {NULL, 0, 0, 0};
	md_write_head(&x, model, guid);
	md_write_capabilities(&x, model);
	md_write_quantities(&x, model);
	md_write_categories(&x);
	md_write_experiment(&x, model);
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
