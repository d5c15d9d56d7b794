/* Reads units, types, variables and derivatives of a modelDescription.xml into struct lint_model, with
 * the defaults that the standard gives to attributes that are missing. It reports nothing: rules work
 * on what it has read.
 */
#include <stdlib.h>
#include <string.h>

#include "lint_description.h"

const char *const lint_kinds[LINT_KIND_COUNT] = {"Real", "Integer", "Boolean", "String", "Enumeration"};
const char *const lint_causalities[HOST_CAUSALITY_COUNT] = {
	[HOST_PARAMETER] = "parameter", [HOST_CALCULATED_PARAMETER] = "calculatedParameter",
	[HOST_INPUT] = "input",         [HOST_OUTPUT] = "output",
	[HOST_LOCAL] = "local",         [HOST_INDEPENDENT] = "independent",
};
const char *const lint_variabilities[HOST_VARIABILITY_COUNT] = {
	[HOST_CONSTANT] = "constant", [HOST_FIXED] = "fixed",           [HOST_TUNABLE] = "tunable",
	[HOST_DISCRETE] = "discrete", [HOST_CONTINUOUS] = "continuous",
};
const char *const lint_initials[LINT_INITIAL_COUNT] = {"exact", "approx", "calculated"};
const char *const lint_dependency_kinds[LINT_DEPENDENCY_KIND_COUNT] = {"dependent", "constant", "fixed", "tunable",
                                                                       "discrete"};

/* ---- initial */

int lint_initial_allowed(int causality, int variability)
{
	enum {
		NO = -1, /* no such combination */
		NONE = 0,
		A = 1 << LINT_EXACT,
		B = 1 << LINT_APPROX | 1 << LINT_CALCULATED,
		C = A | B
	};
	static const int table[HOST_CAUSALITY_COUNT][HOST_VARIABILITY_COUNT] = {
		/*                             constant fixed tunable discrete continuous */
		[HOST_PARAMETER] = {NO, A, A, NO, NO},   [HOST_CALCULATED_PARAMETER] = {NO, B, B, NO, NO},
		[HOST_INPUT] = {NO, NO, NO, NONE, NONE}, [HOST_OUTPUT] = {A, NO, NO, C, C},
		[HOST_LOCAL] = {A, B, B, C, C},          [HOST_INDEPENDENT] = {NO, NO, NO, NO, NONE},
	};
	return causality < 0 || variability < 0 ? NO : table[causality][variability];
}

/* the written one, else the default: exact where nothing else is allowed, calculated elsewhere */
static int lint_model_initial(const struct lint_variable *v)
{
	const char *written = host_xml_value(v->node, "initial");
	int allowed = lint_initial_allowed(v->causality, v->variability);
	int initial = host_xml_choice(written, lint_initials, LINT_INITIAL_COUNT);
	if (allowed <= 0 || (written != NULL && (initial < 0 || (allowed & 1 << initial) == 0))) {
		return -1;
	}
	return written != NULL ? initial : allowed == 1 << LINT_EXACT ? LINT_EXACT : LINT_CALCULATED;
}

/* ---- lists of names */

static int lint_names_compare(const void *a, const void *b)
{
	const struct lint_name *x = a, *y = b;
	int order = strcmp(x->name, y->name);
	/* equal names stay in the order of the file */
	return order != 0
	           ? order
	           : (xmlGetLineNo(x->node) > xmlGetLineNo(y->node)) - (xmlGetLineNo(x->node) < xmlGetLineNo(y->node));
}

/* the children of a name that have the attribute name themselves: 0, or -1 when memory is out; free
 * names->list */
static int lint_names_read(const xmlNode *parent, const char *element, struct lint_names *names)
{
	int n = 0;
	const xmlNode *first = host_xml_child(parent, element);
	for (const xmlNode *node = first; node != NULL; node = host_xml_next(node)) {
		n++;
	}
	names->list = calloc((size_t)n + 1, sizeof *names->list);
	if (names->list == NULL) {
		return -1;
	}
	for (const xmlNode *node = first; node != NULL; node = host_xml_next(node)) {
		const char *name = host_xml_value(node, "name");
		if (name != NULL) {
			names->list[names->n++] = (struct lint_name){name, node};
		}
	}
	qsort(names->list, (size_t)names->n, sizeof *names->list, lint_names_compare);
	return 0;
}

const xmlNode *lint_names_find(const struct lint_names *names, const char *name)
{
	int low = 0, high = names->n;
	while (low < high) {
		int middle = low + (high - low) / 2;
		if (strcmp(names->list[middle].name, name) < 0) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low < names->n && strcmp(names->list[low].name, name) == 0 ? names->list[low].node : NULL;
}

void lint_names_unique(struct lint *lint, const struct lint_names *names, const char *rule)
{
	char place[LINT_PLACE_SIZE];
	for (int i = 1; i < names->n; i++) {
		if (strcmp(names->list[i].name, names->list[i - 1].name) == 0) {
			lint_find(lint, LINT_ERROR, rule, lint_xml_place(names->list[i].node, place),
			          "%s '%.80s' is there twice, first in line %ld", (const char *)names->list[i].node->name,
			          names->list[i].name, xmlGetLineNo(names->list[i - 1].node));
		}
	}
}

void lint_children_unique(struct lint *lint, const xmlNode *parent, const char *element, const char *rule)
{
	struct lint_names names = {0, NULL};
	if (lint_names_read(parent, element, &names) != 0) {
		lint->failed = 1;
	}
	lint_names_unique(lint, &names, rule);
	free(names.list);
}

/* ---- variables */

static const xmlNode *lint_model_kind(const xmlNode *parent, int *kind)
{
	for (int k = 0; k < LINT_KIND_COUNT; k++) {
		const xmlNode *node = host_xml_child(parent, lint_kinds[k]);
		if (node != NULL) {
			*kind = k;
			return node;
		}
	}
	*kind = -1;
	return NULL;
}

static void lint_model_variable_read(const xmlNode *node, const struct lint_names *types, struct lint_variable *v)
{
	const char *name = host_xml_value(node, "name"), *causality = host_xml_value(node, "causality");
	const char *variability = host_xml_value(node, "variability");
	uint32_t reference = 0;
	v->node = node;
	v->name = name == NULL ? "" : name;
	v->value = lint_model_kind(node, &v->kind);
	v->causality = causality == NULL ? HOST_LOCAL : host_xml_choice(causality, lint_causalities, HOST_CAUSALITY_COUNT);
	v->variability = variability == NULL ? (v->kind == LINT_KIND_REAL ? HOST_CONTINUOUS : HOST_DISCRETE)
	                                     : host_xml_choice(variability, lint_variabilities, HOST_VARIABILITY_COUNT);
	v->initial = lint_model_initial(v);
	v->reference = host_xml_unsigned(host_xml_value(node, "valueReference"), &reference) == 0 ? (int64_t)reference : -1;
	const char *type = host_xml_value(v->value, "declaredType");
	int kind = -1;
	const xmlNode *declared = type == NULL ? NULL : lint_names_find(types, type);
	v->type = declared == NULL ? NULL : lint_model_kind(declared, &kind);
	v->type = kind == v->kind ? v->type : NULL;
}

static int lint_model_variables(const xmlNode *list, struct lint_model *m)
{
	int n = 0;
	const xmlNode *first = host_xml_child(list, "ScalarVariable");
	for (const xmlNode *node = first; node != NULL; node = host_xml_next(node)) {
		n++;
	}
	m->variables = calloc((size_t)n + 1, sizeof *m->variables);
	if (m->variables == NULL) {
		return -1;
	}
	for (const xmlNode *node = first; node != NULL; node = host_xml_next(node)) {
		struct lint_variable *v = &m->variables[m->n_variables++];
		lint_model_variable_read(node, &m->types, v);
		v->index = (uint32_t)m->n_variables;
	}
	return 0;
}

/* who is the derivative of whom, and which of them are listed as states */
static void lint_model_derivatives(struct lint_model *m)
{
	for (int i = 0; i < m->n_variables; i++) {
		uint32_t index = 0;
		if (host_xml_unsigned(host_xml_value(m->variables[i].value, "derivative"), &index) == 0 &&
		    lint_model_variable(m, index) != NULL) {
			m->variables[i].derivative_of = index;
		}
	}
	const xmlNode *list = host_xml_child(m->structure, "Derivatives");
	for (const xmlNode *u = host_xml_child(list, "Unknown"); u != NULL; u = host_xml_next(u)) {
		uint32_t index = 0;
		if (host_xml_unsigned(host_xml_value(u, "index"), &index) == 0 && lint_model_variable(m, index) != NULL) {
			struct lint_variable *v = &m->variables[index - 1];
			v->is_derivative = 1;
			if (v->derivative_of > 0) {
				m->variables[v->derivative_of - 1].is_state = 1;
			}
		}
	}
}

/* ---- the whole */

void lint_model_read(struct lint *lint, const xmlNode *root, struct lint_model *m)
{
	memset(m, 0, sizeof *m);
	m->root = root;
	m->exchange = host_xml_child(root, "ModelExchange");
	m->co_simulation = host_xml_child(root, "CoSimulation");
	m->structure = host_xml_child(root, "ModelStructure");
	const xmlNode *variables = host_xml_child(root, "ModelVariables");
	if (lint_names_read(host_xml_child(root, "UnitDefinitions"), "Unit", &m->units) != 0 ||
	    lint_names_read(host_xml_child(root, "TypeDefinitions"), "SimpleType", &m->types) != 0 ||
	    lint_names_read(variables, "ScalarVariable", &m->variable_names) != 0 ||
	    lint_model_variables(variables, m) != 0) {
		lint->failed = 1;
		return;
	}
	lint_model_derivatives(m);
}

void lint_model_free(struct lint_model *m)
{
	free(m->units.list);
	free(m->types.list);
	free(m->variable_names.list);
	free(m->variables);
	memset(m, 0, sizeof *m);
}

const struct lint_variable *lint_model_variable(const struct lint_model *m, uint32_t index)
{
	return index == 0 || index > (uint32_t)m->n_variables ? NULL : &m->variables[index - 1];
}

const char *lint_variable_value(const struct lint_variable *v, const char *attribute)
{
	const char *own = host_xml_value(v->value, attribute);
	return own != NULL ? own : host_xml_value(v->type, attribute);
}

void lint_apply(struct lint *lint, const struct lint_model *m, int n, lint_rule *const *rules)
{
	for (int i = 0; i < n; i++) {
		lint_checked(lint);
		rules[i](lint, m);
	}
}
