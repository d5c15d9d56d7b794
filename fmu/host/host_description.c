#define _POSIX_C_SOURCE 200809L

#include "host_description.h"

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_number.h"
#include "host_text.h"

static const char *const host_description_causalities[HOST_CAUSALITY_COUNT] = {
	"parameter", "calculatedParameter", "input", "output", "local", "independent",
};
static const char *const host_description_variabilities[HOST_VARIABILITY_COUNT] = {
	"constant", "fixed", "tunable", "discrete", "continuous",
};
static const struct {
	const char *name;
	enum host_type type;
} host_description_types[] = {
	{"Real", HOST_REAL},     {"Integer", HOST_INTEGER},     {"Boolean", HOST_BOOLEAN},
	{"String", HOST_STRING}, {"Enumeration", HOST_INTEGER},
};

static int host_description_is(const xmlNode *node, const char *name)
{
	return node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0;
}

static xmlNode *host_description_child(const xmlNode *parent, const char *name)
{
	for (xmlNode *node = parent->children; node != NULL; node = node->next) {
		if (host_description_is(node, name)) {
			return node;
		}
	}
	return NULL;
}

/* copy of an attribute, to be freed with free; NULL when it is not there */
static char *host_description_attribute(xmlNode *node, const char *name)
{
	xmlChar *value = xmlGetNoNsProp(node, (const xmlChar *)name);
	char *copy = value == NULL ? NULL : strdup((const char *)value);
	xmlFree(value);
	return copy;
}

static double host_description_number(xmlNode *node, const char *name)
{
	double number = NAN;
	char *text = host_description_attribute(node, name);
	if (text != NULL) {
		(void)host_number_read(text, &number);
	}
	free(text);
	return number;
}

/* place of an attribute's value in a list; `fallback` when the attribute is not there, -1 when the value is not */
static int host_description_choice(xmlNode *node, const char *name, const char *const *list, int n, int fallback)
{
	char *text = host_description_attribute(node, name);
	int found = text == NULL ? fallback : -1;
	for (int i = 0; text != NULL && i < n; i++) {
		if (strcmp(text, list[i]) == 0) {
			found = i;
		}
	}
	free(text);
	return found;
}

static int host_description_reference(xmlNode *node, fmi2ValueReference *reference)
{
	char *text = host_description_attribute(node, "valueReference");
	char *end = text;
	unsigned long value = text == NULL ? 0 : strtoul(text, &end, 10);
	int good = text != NULL && end != text && *end == 0 && text[0] != '-' && value <= 0xfffffffful;
	free(text);
	*reference = (fmi2ValueReference)value;
	return good ? 0 : -1;
}

static int host_description_type(const xmlNode *node)
{
	for (const xmlNode *child = node->children; child != NULL; child = child->next) {
		for (size_t i = 0; i < sizeof host_description_types / sizeof host_description_types[0]; i++) {
			if (host_description_is(child, host_description_types[i].name)) {
				return (int)host_description_types[i].type;
			}
		}
	}
	return -1;
}

static int host_description_variable(xmlNode *node, struct host_variable *v, struct mech_message *message)
{
	v->name = host_description_attribute(node, "name");
	int causality =
		host_description_choice(node, "causality", host_description_causalities, HOST_CAUSALITY_COUNT, HOST_LOCAL);
	int variability = host_description_choice(node, "variability", host_description_variabilities,
	                                          HOST_VARIABILITY_COUNT, HOST_CONTINUOUS);
	int type = host_description_type(node);
	int reference = host_description_reference(node, &v->reference);
	if (v->name == NULL || causality < 0 || variability < 0 || type < 0 || reference != 0) {
		host_say(
			message,
			"line %ld: variable '%s': needs a name, a value reference, a type and a known causality and variability",
			xmlGetLineNo(node), v->name == NULL ? "" : v->name);
		return -1;
	}
	v->causality = (enum host_causality)causality;
	v->variability = (enum host_variability)variability;
	v->type = (enum host_type)type;
	return 0;
}

static int host_description_variables(const xmlNode *list, struct host_description *d, struct mech_message *message)
{
	size_t count = 0;
	for (xmlNode *node = list->children; node != NULL; node = node->next) {
		count += (size_t)host_description_is(node, "ScalarVariable");
	}
	d->variables = calloc(count + 1, sizeof *d->variables);
	if (d->variables == NULL) {
		host_say(message, "not enough memory");
		return -1;
	}
	for (xmlNode *node = list->children; node != NULL; node = node->next) {
		if (host_description_is(node, "ScalarVariable") &&
		    host_description_variable(node, &d->variables[d->n_variables++], message) != 0) {
			return -1;
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

static int host_description_co_simulation(xmlNode *node, struct host_description *d, struct mech_message *message)
{
	static const char *const yes[] = {"true", "1", "false", "0"};
	if (node == NULL) {
		host_say(message, "the unit offers no co-simulation");
		return -1;
	}
	d->identifier = host_description_attribute(node, "modelIdentifier");
	if (d->identifier == NULL || !host_description_identifier_is_safe(d->identifier)) {
		host_say(message, "CoSimulation has no modelIdentifier that is a C identifier");
		return -1;
	}
	int choice = host_description_choice(node, "canHandleVariableCommunicationStepSize", yes, 4, 2);
	d->variable_step = choice == 0 || choice == 1;
	return 0;
}

static int host_description_root(xmlNode *root, struct host_description *d, struct mech_message *message)
{
	char *version = root == NULL ? NULL : host_description_attribute(root, "fmiVersion");
	int known = version != NULL && host_description_is(root, "fmiModelDescription") && strcmp(version, "2.0") == 0;
	if (!known) {
		host_say(message, "describes no FMI 2.0 unit (fmiVersion is %s)", version == NULL ? "missing" : version);
	}
	free(version);
	if (!known) {
		return -1;
	}
	d->model_name = host_description_attribute(root, "modelName");
	d->guid = host_description_attribute(root, "guid");
	if (d->model_name == NULL || d->guid == NULL) {
		host_say(message, "has no modelName or no guid");
		return -1;
	}
	xmlNode *experiment = host_description_child(root, "DefaultExperiment");
	if (experiment != NULL) {
		d->start_time = host_description_number(experiment, "startTime");
		d->stop_time = host_description_number(experiment, "stopTime");
		d->step_size = host_description_number(experiment, "stepSize");
	}
	xmlNode *variables = host_description_child(root, "ModelVariables");
	if (variables == NULL) {
		host_say(message, "has no ModelVariables");
		return -1;
	}
	if (host_description_co_simulation(host_description_child(root, "CoSimulation"), d, message) != 0) {
		return -1;
	}
	return host_description_variables(variables, d, message);
}

int host_description_read(const char *path, struct host_description *d, struct mech_message *message)
{
	memset(d, 0, sizeof *d);
	d->start_time = d->stop_time = d->step_size = NAN;
	xmlDoc *document = xmlReadFile(path, NULL, XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
	int status = -1;
	if (document == NULL) {
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

void host_description_free(struct host_description *d)
{
	if (d == NULL) {
		return;
	}
	for (int i = 0; i < d->n_variables; i++) {
		free(d->variables[i].name);
	}
	free(d->variables);
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
