#define _POSIX_C_SOURCE 200809L

#include "host_description.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_text.h"
#include "host_xml.h"

static const char *const host_description_causalities[HOST_CAUSALITY_COUNT] = {
	"parameter", "calculatedParameter", "input", "output", "local", "independent",
};
static const char *const host_description_variabilities[HOST_VARIABILITY_COUNT] = {
	"constant", "fixed", "tunable", "discrete", "continuous",
};
const char *const host_base_units[HOST_BASE_UNITS] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};
static const char *const host_description_initials[HOST_INITIAL_COUNT] = {"", "exact", "approx", "calculated"};
static const struct {
	const char *name;
	enum host_type type;
} host_description_types[] = {
	{"Real", HOST_REAL},     {"Integer", HOST_INTEGER},     {"Boolean", HOST_BOOLEAN},
	{"String", HOST_STRING}, {"Enumeration", HOST_INTEGER},
};

/* *copy := an attribute, to be freed with free; NULL when it is not there. 0, or -1 when memory is
 * out */
static int host_description_attribute(const xmlNode *node, const char *name, char **copy)
{
	const char *value = host_xml_value(node, name);
	*copy = value == NULL ? NULL : strdup(value);
	return value != NULL && *copy == NULL ? -1 : 0;
}

static int host_description_memory(struct mech_message *message)
{
	host_say(message, "out of memory");
	return -1;
}

static double host_description_number(const xmlNode *node, const char *name)
{
	double number = NAN;
	return host_xml_double(host_xml_value(node, name), &number) == 0 ? number : NAN;
}

/* place of an attribute's value in a list; `fallback` when the attribute is not there, -1 when the
 * value is not */
static int host_description_choice(const xmlNode *node, const char *name, const char *const *list, int n, int fallback)
{
	const char *text = host_xml_value(node, name);
	return text == NULL ? fallback : host_xml_choice(text, list, n);
}

/* the element Real, Integer, ... of a variable or type; NULL: none. *type says which */
static const xmlNode *host_description_type(const xmlNode *node, enum host_type *type)
{
	for (const xmlNode *child = node->children; child != NULL; child = child->next) {
		for (size_t i = 0; i < sizeof host_description_types / sizeof host_description_types[0]; i++) {
			if (host_xml_is(child, host_description_types[i].name)) {
				*type = host_description_types[i].type;
				return child;
			}
		}
	}
	return NULL;
}

/* Real, Integer, ... of the declared type; NULL: none */
static const xmlNode *host_description_declared(const xmlNode *root, const xmlNode *type)
{
	const char *wanted = host_xml_value(type, "declaredType");
	const xmlNode *node = host_xml_child(host_xml_child(root, "TypeDefinitions"), "SimpleType");
	for (; node != NULL && wanted != NULL; node = host_xml_next(node)) {
		enum host_type unused;
		const char *name = host_xml_value(node, "name");
		if (name != NULL && strcmp(name, wanted) == 0) {
			return host_description_type(node, &unused);
		}
	}
	return NULL;
}

static double host_description_limit(const xmlNode *type, const xmlNode *declared, const char *name)
{
	double own = host_description_number(type, name);
	return isnan(own) && declared != NULL ? host_description_number(declared, name) : own;
}

static enum host_initial host_description_initial(const xmlNode *node, const struct host_variable *v)
{
	int written = host_description_choice(node, "initial", host_description_initials, HOST_INITIAL_COUNT, -1);
	if (written > HOST_NO_INITIAL) {
		return (enum host_initial)written;
	}
	if (v->causality == HOST_INPUT || v->causality == HOST_INDEPENDENT) {
		return HOST_NO_INITIAL;
	}
	return v->causality == HOST_PARAMETER || v->variability == HOST_CONSTANT ? HOST_EXACT : HOST_CALCULATED;
}

/* place of a unit in the list, or -1 */
static int host_description_measure(const struct host_description *d, const xmlNode *type, const xmlNode *declared)
{
	const char *own = host_xml_value(type, "unit"), *name = own != NULL ? own : host_xml_value(declared, "unit");
	for (int i = 0; i < d->n_measures && name != NULL; i++) {
		if (strcmp(d->measures[i].name, name) == 0) {
			return i;
		}
	}
	return -1;
}

static size_t host_description_count(const xmlNode *list, const char *name)
{
	size_t count = 0;
	for (const xmlNode *node = host_xml_child(list, name); node != NULL; node = host_xml_next(node)) {
		count++;
	}
	return count;
}

/* items of an enumeration, as far as they have a name and a whole number. 0, or -1 when memory is
 * out */
static int host_description_choices(const xmlNode *declared, struct host_variable *v)
{
	if (declared == NULL || !host_xml_is(declared, "Enumeration")) {
		return 0;
	}
	v->choices = calloc(host_description_count(declared, "Item") + 1, sizeof *v->choices);
	if (v->choices == NULL) {
		return -1;
	}
	for (const xmlNode *node = host_xml_child(declared, "Item"); node != NULL; node = host_xml_next(node)) {
		fmi2Integer value = 0;
		char *name = NULL;
		if (host_xml_int(host_xml_value(node, "value"), &value) == 0 &&
		    host_description_attribute(node, "name", &name) != 0) {
			return -1;
		}
		if (name != NULL) {
			v->choices[v->n_choices++] = (struct host_choice){name, value};
		}
	}
	return 0;
}

static int host_description_variable(const xmlNode *root, const xmlNode *node, size_t n_variables,
                                     const struct host_description *d, struct host_variable *v,
                                     struct mech_message *message)
{
	if (host_description_attribute(node, "name", &v->name) != 0) {
		return host_description_memory(message);
	}
	int causality =
		host_description_choice(node, "causality", host_description_causalities, HOST_CAUSALITY_COUNT, HOST_LOCAL);
	int variability = host_description_choice(node, "variability", host_description_variabilities,
	                                          HOST_VARIABILITY_COUNT, HOST_CONTINUOUS);
	const xmlNode *type = host_description_type(node, &v->type);
	int reference = host_xml_unsigned(host_xml_value(node, "valueReference"), &v->reference);
	if (v->name == NULL || causality < 0 || variability < 0 || type == NULL || reference != 0) {
		host_say(
			message,
			"line %ld: variable '%s': needs a name, a value reference, a type and a known causality and variability",
			xmlGetLineNo(node), v->name == NULL ? "" : v->name);
		return -1;
	}
	v->causality = (enum host_causality)causality;
	v->variability = (enum host_variability)variability;
	v->initial = host_description_initial(node, v);
	const xmlNode *declared = host_description_declared(root, type);
	v->min = host_description_limit(type, declared, "min");
	v->max = host_description_limit(type, declared, "max");
	v->nominal = host_description_limit(type, declared, "nominal");
	double derivative_of = host_description_number(type, "derivative");
	v->measure = host_description_measure(d, type, declared);
	v->derivative_of = derivative_of >= 1 && derivative_of <= (double)n_variables ? (int)derivative_of - 1 : -1;
	if (host_description_attribute(type, "start", &v->start) != 0 || host_description_choices(declared, v) != 0) {
		return host_description_memory(message);
	}
	return 0;
}

static int host_description_variables(const xmlNode *root, const xmlNode *list, struct host_description *d,
                                      struct mech_message *message)
{
	size_t count = host_description_count(list, "ScalarVariable");
	d->variables = calloc(count + 1, sizeof *d->variables);
	if (d->variables == NULL) {
		return host_description_memory(message);
	}
	for (const xmlNode *node = host_xml_child(list, "ScalarVariable"); node != NULL; node = host_xml_next(node)) {
		if (host_description_variable(root, node, count, d, &d->variables[d->n_variables++], message) != 0) {
			return -1;
		}
	}
	return 0;
}

int host_measure_read(const xmlNode *base, struct host_measure *measure)
{
	measure->defined = base != NULL;
	measure->factor = 1.0;
	(void)host_xml_double(host_xml_value(base, "factor"), &measure->factor);
	(void)host_xml_double(host_xml_value(base, "offset"), &measure->offset);
	for (int k = 0; k < HOST_BASE_UNITS; k++) {
		(void)host_xml_int(host_xml_value(base, host_base_units[k]), &measure->exponents[k]);
	}
	return measure->name == NULL ? -1 : 0;
}

/* UnitDefinitions. 0, or -1 when memory is out */
static int host_description_measures(const xmlNode *list, struct host_description *d)
{
	d->measures = calloc(host_description_count(list, "Unit") + 1, sizeof *d->measures);
	if (d->measures == NULL) {
		return -1;
	}
	for (const xmlNode *node = host_xml_child(list, "Unit"); node != NULL; node = host_xml_next(node)) {
		struct host_measure *m = &d->measures[d->n_measures];
		if (host_description_attribute(node, "name", &m->name) != 0) {
			return -1;
		}
		if (host_measure_read(host_xml_child(node, "BaseUnit"), m) == 0) {
			d->n_measures++;
		}
	}
	return 0;
}

/* "1 3 4" -> 0 2 3; what is no index of a variable is left out */
static int host_description_dependencies(const char *text, int n_variables, struct host_unknown *u)
{
	u->n_dependencies = -1;
	if (text == NULL) {
		return 0;
	}
	u->dependencies = calloc(strlen(text) / 2 + 1, sizeof *u->dependencies);
	if (u->dependencies == NULL) {
		return -1;
	}
	u->n_dependencies = 0;
	char *end = NULL;
	for (long index = strtol(text, &end, 10); end != text; index = strtol(text, &end, 10)) {
		if (index >= 1 && index <= n_variables) {
			u->dependencies[u->n_dependencies++] = (int)index - 1;
		}
		text = end;
	}
	return 0;
}

/* a list of ModelStructure, as far as its indices are those of variables */
static int host_description_unknowns(const xmlNode *structure, const char *name, int n_variables,
                                     struct host_unknowns *unknowns)
{
	const xmlNode *list = host_xml_child(structure, name);
	if (list == NULL) {
		return 0;
	}
	unknowns->list = calloc(host_description_count(list, "Unknown") + 1, sizeof *unknowns->list);
	if (unknowns->list == NULL) {
		return -1;
	}
	for (const xmlNode *node = host_xml_child(list, "Unknown"); node != NULL; node = host_xml_next(node)) {
		const double index = host_description_number(node, "index");
		if (!(index >= 1 && index <= n_variables)) {
			continue;
		}
		struct host_unknown *u = &unknowns->list[unknowns->n++];
		u->variable = (int)index - 1;
		if (host_description_dependencies(host_xml_value(node, "dependencies"), n_variables, u) != 0) {
			return -1;
		}
	}
	return 0;
}

static int host_description_categories(const xmlNode *list, struct host_description *d)
{
	if (list == NULL) {
		return 0;
	}
	d->categories = calloc(host_description_count(list, "Category") + 1, sizeof *d->categories);
	if (d->categories == NULL) {
		return -1;
	}
	for (const xmlNode *node = host_xml_child(list, "Category"); node != NULL; node = host_xml_next(node)) {
		char *name = NULL;
		if (host_description_attribute(node, "name", &name) != 0) {
			return -1;
		}
		if (name != NULL) {
			d->categories[d->n_categories++] = name;
		}
	}
	return 0;
}

/* the identifier becomes part of a path */
static int host_description_identifier_is_safe(const char *identifier)
{
	static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.";
	return *identifier != 0 && *identifier != '.' && identifier[strspn(identifier, allowed)] == 0;
}

static int host_description_flag(const xmlNode *node, const char *name)
{
	static const char *const yes[] = {"true", "1"};
	return host_description_choice(node, name, yes, 2, -1) >= 0;
}

static int host_description_co_simulation(const xmlNode *node, struct host_description *d, struct mech_message *message)
{
	if (node == NULL) {
		host_say(message, "the unit offers no co-simulation");
		return -1;
	}
	if (host_description_attribute(node, "modelIdentifier", &d->identifier) != 0) {
		return host_description_memory(message);
	}
	if (d->identifier == NULL || !host_description_identifier_is_safe(d->identifier)) {
		host_say(message, "CoSimulation has no modelIdentifier that is a C identifier");
		return -1;
	}
	d->variable_step = host_description_flag(node, "canHandleVariableCommunicationStepSize");
	d->interpolates = host_description_flag(node, "canInterpolateInputs");
	double order = host_description_number(node, "maxOutputDerivativeOrder");
	d->output_order = order >= 1 && order <= 100 ? (int)order : 0;
	d->asynchronous = host_description_flag(node, "canRunAsynchronuously");
	d->only_once = host_description_flag(node, "canBeInstantiatedOnlyOncePerProcess");
	d->own_memory = host_description_flag(node, "canNotUseMemoryManagementFunctions");
	d->has_state = host_description_flag(node, "canGetAndSetFMUstate");
	d->serializes_state = host_description_flag(node, "canSerializeFMUstate");
	d->directional = host_description_flag(node, "providesDirectionalDerivative");
	return 0;
}

static int host_description_root(const xmlNode *root, struct host_description *d, struct mech_message *message)
{
	const char *version = host_xml_value(root, "fmiVersion");
	if (version == NULL || !host_xml_is(root, "fmiModelDescription") || strcmp(version, "2.0") != 0) {
		host_say(message, "describes no FMI 2.0 unit (fmiVersion is %s)", version == NULL ? "missing" : version);
		return -1;
	}
	if (host_description_attribute(root, "modelName", &d->model_name) != 0 ||
	    host_description_attribute(root, "guid", &d->guid) != 0) {
		return host_description_memory(message);
	}
	if (d->model_name == NULL || d->guid == NULL) {
		host_say(message, "has no modelName or no guid");
		return -1;
	}
	const xmlNode *experiment = host_xml_child(root, "DefaultExperiment");
	if (experiment != NULL) {
		d->start_time = host_description_number(experiment, "startTime");
		d->stop_time = host_description_number(experiment, "stopTime");
		d->step_size = host_description_number(experiment, "stepSize");
		d->tolerance = host_description_number(experiment, "tolerance");
	}
	if (host_description_measures(host_xml_child(root, "UnitDefinitions"), d) != 0) {
		return host_description_memory(message);
	}
	const xmlNode *variables = host_xml_child(root, "ModelVariables");
	if (variables == NULL) {
		host_say(message, "has no ModelVariables");
		return -1;
	}
	if (host_description_co_simulation(host_xml_child(root, "CoSimulation"), d, message) != 0) {
		return -1;
	}
	if (host_description_variables(root, variables, d, message) != 0) {
		return -1;
	}
	const xmlNode *structure = host_xml_child(root, "ModelStructure");
	if (host_description_categories(host_xml_child(root, "LogCategories"), d) != 0 ||
	    host_description_unknowns(structure, "Outputs", d->n_variables, &d->outputs) != 0 ||
	    host_description_unknowns(structure, "Derivatives", d->n_variables, &d->derivatives) != 0 ||
	    host_description_unknowns(structure, "InitialUnknowns", d->n_variables, &d->initial_unknowns) != 0) {
		return host_description_memory(message);
	}
	return 0;
}

int host_description_read(const char *path, struct host_description *d, struct mech_message *message)
{
	memset(d, 0, sizeof *d);
	d->start_time = d->stop_time = d->step_size = d->tolerance = NAN;
	int out_of_memory = 0, status = -1;
	xmlDoc *document = host_xml_read(path, &out_of_memory);
	if (out_of_memory) {
		(void)host_description_memory(message);
	} else if (document == NULL) {
		const xmlError *error = xmlGetLastError();
		host_say(message, "line %d: not well-formed XML: %.*s", error == NULL ? 0 : error->line,
		         error == NULL || error->message == NULL ? 0 : (int)strcspn(error->message, "\n"),
		         error == NULL || error->message == NULL ? "" : error->message);
	} else if (xmlGetIntSubset(document) != NULL) {
		host_say(message, "has a document type declaration, which FMI does not allow");
	} else {
		status = host_description_root(xmlDocGetRootElement(document), d, message);
	}
	xmlFreeDoc(document);
	if (status != 0) {
		host_say_where(message, "modelDescription.xml");
		host_description_free(d);
	}
	return status;
}

static void host_description_free_unknowns(struct host_unknowns *unknowns)
{
	for (int i = 0; i < unknowns->n; i++) {
		free(unknowns->list[i].dependencies);
	}
	free(unknowns->list);
}

void host_description_free(struct host_description *d)
{
	if (d == NULL) {
		return;
	}
	for (int i = 0; i < d->n_variables; i++) {
		for (int k = 0; k < d->variables[i].n_choices; k++) {
			free(d->variables[i].choices[k].name);
		}
		free(d->variables[i].choices);
		free(d->variables[i].name);
		free(d->variables[i].start);
	}
	free(d->variables);
	for (int i = 0; i < d->n_measures; i++) {
		free(d->measures[i].name);
	}
	free(d->measures);
	for (int i = 0; i < d->n_categories; i++) {
		free(d->categories[i]);
	}
	free(d->categories);
	host_description_free_unknowns(&d->outputs);
	host_description_free_unknowns(&d->derivatives);
	host_description_free_unknowns(&d->initial_unknowns);
	free(d->model_name);
	free(d->guid);
	free(d->identifier);
	memset(d, 0, sizeof *d);
}

int host_description_find(const struct host_description *d, const char *name)
{
	for (int i = 0; i < d->n_variables; i++) {
		if (strcmp(d->variables[i].name, name) == 0) {
			return i;
		}
	}
	return -1;
}

const char *host_description_suggest(const struct host_description *d, const char *wrong,
                                     char text[HOST_SUGGESTION_SIZE])
{
	struct host_suggestion suggestion = host_suggest_begin(wrong);
	for (int i = 0; i < d->n_variables; i++) {
		if (d->variables[i].causality == HOST_INPUT || d->variables[i].causality == HOST_PARAMETER) {
			host_suggest_offer(&suggestion, d->variables[i].name);
		}
	}
	return host_suggest_text(&suggestion, text);
}
