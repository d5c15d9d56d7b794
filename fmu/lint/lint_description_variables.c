/* Rules about each variable on its own, and about all their names. */
#include <math.h>
#include <string.h>

#include "lint_description.h"

typedef void lint_variable_rule(struct lint *lint, const struct lint_model *m, const struct lint_variable *v);

/* a finding about a variable; `text` continues after its name */
static void lint_variable_find(struct lint *lint, enum lint_level level, const char *rule,
                               const struct lint_variable *v, const char *text)
{
	char place[LINT_PLACE_SIZE];
	lint_find(lint, level, rule, lint_xml_place(v->node, place), "variable '%.80s' %s", v->name, text);
}

/* ---- causality, variability, initial (section 2.2.7) */

static void lint_variable_combination(struct lint *lint, const struct lint_model *m, const struct lint_variable *v)
{
	char text[200];
	(void)m;
	if (v->causality < 0 || v->variability < 0 || v->kind < 0) {
		return;
	}
	if (lint_initial_allowed(v->causality, v->variability) < 0) {
		(void)snprintf(text, sizeof text, "is %s and %s%s, which do not go together", lint_causalities[v->causality],
		               lint_variabilities[v->variability],
		               host_xml_value(v->node, "variability") == NULL ? " (not written)" : "");
		lint_variable_find(lint, LINT_ERROR, "variable-combination", v, text);
	} else if (v->variability == HOST_CONTINUOUS && v->kind != LINT_KIND_REAL) {
		lint_variable_find(lint, LINT_ERROR, "variable-combination", v,
		                   "is continuous, which only a Real can be: write discrete");
	}
}

static void lint_variable_variability(struct lint *lint, const struct lint_model *m, const struct lint_variable *v)
{
	(void)m;
	if (v->kind > LINT_KIND_REAL && host_xml_value(v->node, "variability") == NULL &&
	    lint_initial_allowed(v->causality, v->variability) >= 0) {
		lint_variable_find(lint, LINT_WARNING, "variability-unwritten", v,
		                   "has no variability: importers read continuous (up to FMI 2.0.4) or discrete; write it");
	}
}

static void lint_variable_initial(struct lint *lint, const struct lint_model *m, const struct lint_variable *v)
{
	char text[200];
	const char *written = host_xml_value(v->node, "initial");
	int allowed = lint_initial_allowed(v->causality, v->variability);
	int initial = host_xml_choice(written, lint_initials, LINT_INITIAL_COUNT);
	(void)m;
	if (initial >= 0 && allowed >= 0 && (allowed & 1 << initial) == 0) {
		(void)snprintf(text, sizeof text, "is %s and %s: initial=\"%s\" is not allowed there%s",
		               lint_causalities[v->causality], lint_variabilities[v->variability], written,
		               allowed == 0 ? ", leave it out" : "");
		lint_variable_find(lint, LINT_ERROR, "variable-initial", v, text);
	}
}

static void lint_variable_independent(struct lint *lint, const struct lint_model *m, const struct lint_variable *v)
{
	if (v->causality != HOST_INDEPENDENT) {
		return;
	}
	if (v->kind >= 0 && v->kind != LINT_KIND_REAL) {
		lint_variable_find(lint, LINT_ERROR, "independent", v, "is independent and must be a Real");
	}
	for (uint32_t i = 1; i < v->index; i++) {
		if (m->variables[i - 1].causality == HOST_INDEPENDENT) {
			lint_variable_find(lint, LINT_ERROR, "independent", v, "is the second independent one: only one may be");
			return;
		}
	}
}

/* ---- start */

static void lint_variable_start_there(struct lint *lint, const struct lint_model *m, const struct lint_variable *v)
{
	int needed = v->causality == HOST_INPUT ? lint_initial_allowed(v->causality, v->variability) == 0
	                                        : v->initial == LINT_EXACT || v->initial == LINT_APPROX;
	(void)m;
	if (needed && v->value != NULL && host_xml_value(v->value, "start") == NULL) {
		lint_variable_find(lint, LINT_ERROR, "start-missing", v,
		                   v->causality == HOST_INPUT ? "is an input and needs a start value"
		                   : v->initial == LINT_EXACT ? "has initial exact and needs a start value"
		                                              : "has initial approx and needs a start value");
	}
}

static void lint_variable_start_forbidden(struct lint *lint, const struct lint_model *m, const struct lint_variable *v)
{
	int forbidden = v->causality == HOST_INDEPENDENT || v->initial == LINT_CALCULATED;
	(void)m;
	if (forbidden && host_xml_value(v->value, "start") != NULL) {
		lint_variable_find(lint, LINT_ERROR, "start-forbidden", v,
		                   v->causality == HOST_INDEPENDENT ? "is independent and must not have a start value"
		                                                    : "is calculated and must not have a start value");
	}
}

static void lint_variable_start_range(struct lint *lint, const struct lint_model *m, const struct lint_variable *v)
{
	char text[200];
	double start = 0.0, bound = 0.0;
	const char *written = host_xml_value(v->value, "start");
	const char *low = lint_variable_value(v, "min"), *high = lint_variable_value(v, "max");
	int numeric = v->kind == LINT_KIND_REAL || v->kind == LINT_KIND_INTEGER || v->kind == LINT_KIND_ENUMERATION;
	(void)m;
	if (!numeric || host_xml_double(written, &start) != 0) {
		return;
	}
	int under = host_xml_double(low, &bound) == 0 && start < bound;
	int over = host_xml_double(high, &bound) == 0 && start > bound;
	if (under || over) {
		(void)snprintf(text, sizeof text, "starts with %.40s, %s than its %s %.40s", written, under ? "less" : "more",
		               under ? "min" : "max", under ? low : high);
		lint_variable_find(lint, LINT_ERROR, "start-range", v, text);
	} else if (!isfinite(start)) {
		lint_variable_find(lint, LINT_WARNING, "start-range", v, "starts with no finite number");
	}
}

static void lint_variable_start_item(struct lint *lint, const struct lint_model *m, const struct lint_variable *v)
{
	char text[120];
	int32_t start = 0, value = 0;
	(void)m;
	if (v->kind != LINT_KIND_ENUMERATION || v->type == NULL ||
	    host_xml_int(host_xml_value(v->value, "start"), &start) != 0) {
		return;
	}
	for (const xmlNode *i = host_xml_child(v->type, "Item"); i != NULL; i = host_xml_next(i)) {
		if (host_xml_int(host_xml_value(i, "value"), &value) == 0 && value == start) {
			return;
		}
	}
	(void)snprintf(text, sizeof text, "starts with %ld, which is no item of its enumeration", (long)start);
	lint_variable_find(lint, LINT_ERROR, "start-item", v, text);
}

/* ---- type, unit, bounds */

static void lint_variable_type(struct lint *lint, const struct lint_model *m, const struct lint_variable *v)
{
	char text[200];
	const char *type = host_xml_value(v->value, "declaredType");
	if (type == NULL || v->type != NULL) {
		return;
	}
	(void)snprintf(text, sizeof text, "has the declaredType '%.80s', which is %s%s", type,
	               lint_names_find(&m->types, type) == NULL ? "not in TypeDefinitions" : "no ",
	               lint_names_find(&m->types, type) == NULL ? "" : lint_kinds[v->kind]);
	lint_variable_find(lint, LINT_ERROR, "type-unknown", v, text);
}

static void lint_variable_subject(struct lint *lint, const struct lint_model *m, const struct lint_variable *v)
{
	struct lint_subject subject = {"variable", v->name, v->node, v->value, v->type};
	if (v->value != NULL) {
		lint_check_subject(lint, m, &subject);
	}
}

/* ---- derivatives and model exchange */

/* changes, but not continuously. What never changes may have, and be, a derivative: exporters fold
 * constants */
static int lint_variable_jumps(const struct lint_variable *v)
{
	return v->variability == HOST_DISCRETE || v->variability == HOST_TUNABLE;
}

/* The derivative of a straight line jumps where the line bends: only state derivatives
 * (ModelStructure/Derivatives) must be continuous */
static void lint_variable_derivative(struct lint *lint, const struct lint_model *m, const struct lint_variable *v)
{
	char text[200];
	uint32_t index = 0;
	if (host_xml_unsigned(host_xml_value(v->value, "derivative"), &index) != 0) {
		return;
	}
	const struct lint_variable *state = lint_model_variable(m, index);
	const char *problem = state == NULL ? "which does not exist (indices count from 1)"
	                      : state == v  ? "itself"
	                      : state->kind >= 0 && state->kind != LINT_KIND_REAL ? "which is no Real"
	                      : lint_variable_jumps(state)                        ? "which is not continuous"
	                      : lint_variable_jumps(v) && v->is_derivative        ? "but is not continuous itself"
	                                                                          : NULL;
	if (problem != NULL) {
		(void)snprintf(text, sizeof text, "is the derivative of variable %lu, %s", (unsigned long)index, problem);
		lint_variable_find(lint, LINT_ERROR, "derivative", v, text);
	}
}

static void lint_variable_exchange_only(struct lint *lint, const struct lint_model *m, const struct lint_variable *v)
{
	if (m->exchange != NULL || m->co_simulation == NULL) {
		return;
	}
	if (host_xml_value(v->value, "reinit") != NULL) {
		lint_variable_find(lint, LINT_WARNING, "exchange-only", v,
		                   "has reinit, which belongs to model exchange, but the unit offers co-simulation only");
	}
	if (host_xml_value(v->node, "canHandleMultipleSetPerTimeInstant") != NULL) {
		lint_variable_find(lint, LINT_WARNING, "exchange-only", v,
		                   "has canHandleMultipleSetPerTimeInstant, which belongs to model exchange, but the unit "
		                   "offers co-simulation only");
	}
}

/* ---- names */

static void lint_variable_name(struct lint *lint, const struct lint_model *m, const struct lint_variable *v)
{
	const char *convention = host_xml_value(m->root, "variableNamingConvention");
	int structured = convention != NULL && strcmp(convention, "structured") == 0;
	if (host_xml_value(v->node, "name") == NULL) {
		return;
	}
	if (*v->name == 0) {
		lint_variable_find(lint, LINT_ERROR, "variable-name", v, "has an empty name");
	} else if (structured && !lint_name_is_structured(v->name)) {
		lint_variable_find(lint, LINT_ERROR, "variable-name", v,
		                   "has no structured name: parts of letters, digits and _ joined by dots, 'quoted' otherwise");
	}
}

static void lint_variables_unique(struct lint *lint, const struct lint_model *m)
{
	lint_names_unique(lint, &m->variable_names, "variable-duplicate");
}

static void lint_variables_time(struct lint *lint, const struct lint_model *m)
{
	char place[LINT_PLACE_SIZE];
	for (int i = 0; i < m->n_variables; i++) {
		if (m->variables[i].causality == HOST_INDEPENDENT) {
			return;
		}
	}
	lint_find(lint, LINT_NOTE, "time-missing", lint_xml_place(m->root, place),
	          "no variable is independent: importers assume that everything depends on time directly");
}

void lint_description_variables(struct lint *lint, const struct lint_model *m)
{
	static lint_variable_rule *const rules[] = {
		lint_variable_combination, lint_variable_variability, lint_variable_initial,
		lint_variable_independent, lint_variable_start_there, lint_variable_start_forbidden,
		lint_variable_start_range, lint_variable_start_item,  lint_variable_type,
		lint_variable_subject,     lint_variable_derivative,  lint_variable_exchange_only,
		lint_variable_name,
	};
	static lint_rule *const all[] = {lint_variables_unique, lint_variables_time};
	for (size_t r = 0; r < sizeof rules / sizeof rules[0]; r++) {
		lint_checked(lint);
		for (int i = 0; i < m->n_variables; i++) {
			rules[r](lint, m, &m->variables[i]);
		}
	}
	lint_apply(lint, m, (int)(sizeof all / sizeof all[0]), all);
}
