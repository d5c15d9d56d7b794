/* Rules about each variable on its own, and about all their names. */
#include <math.h>
#include <string.h>

#include "lint_description.h"

typedef void host_lint_variable_rule(struct host_lint *lint, const struct host_lint_model *m,
                                     const struct host_lint_variable *v);

/* a finding about a variable; `text` goes on behind its name */
static void host_lint_variable_find(struct host_lint *lint, enum host_lint_level level, const char *rule,
                                    const struct host_lint_variable *v, const char *text)
{
	char place[HOST_LINT_PLACE_SIZE];
	host_lint_find(lint, level, rule, host_lint_xml_place(v->node, place), "variable '%.80s' %s", v->name, text);
}

/* ---- causality, variability, initial (section 2.2.7) */

static void host_lint_variable_combination(struct host_lint *lint, const struct host_lint_model *m,
                                           const struct host_lint_variable *v)
{
	char text[200];
	(void)m;
	if (v->causality < 0 || v->variability < 0 || v->kind < 0) {
		return;
	}
	if (host_lint_initial_allowed(v->causality, v->variability) < 0) {
		(void)snprintf(text, sizeof text, "is %s and %s%s, which do not go together",
		               host_lint_causalities[v->causality], host_lint_variabilities[v->variability],
		               host_lint_xml_value(v->node, "variability") == NULL ? " (not written)" : "");
		host_lint_variable_find(lint, HOST_LINT_ERROR, "variable-combination", v, text);
	} else if (v->variability == HOST_CONTINUOUS && v->kind != HOST_LINT_KIND_REAL) {
		host_lint_variable_find(lint, HOST_LINT_ERROR, "variable-combination", v,
		                        "is continuous, which only a Real can be: write discrete");
	}
}

static void host_lint_variable_variability(struct host_lint *lint, const struct host_lint_model *m,
                                           const struct host_lint_variable *v)
{
	(void)m;
	if (v->kind > HOST_LINT_KIND_REAL && host_lint_xml_value(v->node, "variability") == NULL &&
	    host_lint_initial_allowed(v->causality, v->variability) >= 0) {
		host_lint_variable_find(
			lint, HOST_LINT_WARNING, "variability-unwritten", v,
			"has no variability: importers read continuous (up to FMI 2.0.4) or discrete; write it");
	}
}

static void host_lint_variable_initial(struct host_lint *lint, const struct host_lint_model *m,
                                       const struct host_lint_variable *v)
{
	char text[200];
	const char *written = host_lint_xml_value(v->node, "initial");
	int allowed = host_lint_initial_allowed(v->causality, v->variability);
	int initial = host_lint_xml_choice(written, host_lint_initials, HOST_LINT_INITIAL_COUNT);
	(void)m;
	if (initial >= 0 && allowed >= 0 && (allowed & 1 << initial) == 0) {
		(void)snprintf(text, sizeof text, "is %s and %s: initial=\"%s\" is not allowed there%s",
		               host_lint_causalities[v->causality], host_lint_variabilities[v->variability], written,
		               allowed == 0 ? ", leave it out" : "");
		host_lint_variable_find(lint, HOST_LINT_ERROR, "variable-initial", v, text);
	}
}

static void host_lint_variable_independent(struct host_lint *lint, const struct host_lint_model *m,
                                           const struct host_lint_variable *v)
{
	if (v->causality != HOST_INDEPENDENT) {
		return;
	}
	if (v->kind >= 0 && v->kind != HOST_LINT_KIND_REAL) {
		host_lint_variable_find(lint, HOST_LINT_ERROR, "independent", v, "is independent and must be a Real");
	}
	for (uint32_t i = 1; i < v->index; i++) {
		if (m->variables[i - 1].causality == HOST_INDEPENDENT) {
			host_lint_variable_find(lint, HOST_LINT_ERROR, "independent", v,
			                        "is the second independent one: only one may be");
			return;
		}
	}
}

/* ---- start */

static void host_lint_variable_start_there(struct host_lint *lint, const struct host_lint_model *m,
                                           const struct host_lint_variable *v)
{
	int needed = v->causality == HOST_INPUT ? host_lint_initial_allowed(v->causality, v->variability) == 0
	                                        : v->initial == HOST_LINT_EXACT || v->initial == HOST_LINT_APPROX;
	(void)m;
	if (needed && v->value != NULL && host_lint_xml_value(v->value, "start") == NULL) {
		host_lint_variable_find(lint, HOST_LINT_ERROR, "start-missing", v,
		                        v->causality == HOST_INPUT      ? "is an input and needs a start value"
		                        : v->initial == HOST_LINT_EXACT ? "has initial exact and needs a start value"
		                                                        : "has initial approx and needs a start value");
	}
}

static void host_lint_variable_start_forbidden(struct host_lint *lint, const struct host_lint_model *m,
                                               const struct host_lint_variable *v)
{
	int forbidden = v->causality == HOST_INDEPENDENT || v->initial == HOST_LINT_CALCULATED;
	(void)m;
	if (forbidden && host_lint_xml_value(v->value, "start") != NULL) {
		host_lint_variable_find(lint, HOST_LINT_ERROR, "start-forbidden", v,
		                        v->causality == HOST_INDEPENDENT ? "is independent and must not have a start value"
		                                                         : "is calculated and must not have a start value");
	}
}

static void host_lint_variable_start_range(struct host_lint *lint, const struct host_lint_model *m,
                                           const struct host_lint_variable *v)
{
	char text[200];
	double start = 0.0, bound = 0.0;
	const char *written = host_lint_xml_value(v->value, "start");
	const char *low = host_lint_variable_value(v, "min"), *high = host_lint_variable_value(v, "max");
	int numeric =
		v->kind == HOST_LINT_KIND_REAL || v->kind == HOST_LINT_KIND_INTEGER || v->kind == HOST_LINT_KIND_ENUMERATION;
	(void)m;
	if (!numeric || host_lint_xml_double(written, &start) != 0) {
		return;
	}
	int under = host_lint_xml_double(low, &bound) == 0 && start < bound;
	int over = host_lint_xml_double(high, &bound) == 0 && start > bound;
	if (under || over) {
		(void)snprintf(text, sizeof text, "starts with %.40s, %s than its %s %.40s", written, under ? "less" : "more",
		               under ? "min" : "max", under ? low : high);
		host_lint_variable_find(lint, HOST_LINT_ERROR, "start-range", v, text);
	} else if (!isfinite(start)) {
		host_lint_variable_find(lint, HOST_LINT_WARNING, "start-range", v, "starts with no finite number");
	}
}

static void host_lint_variable_start_item(struct host_lint *lint, const struct host_lint_model *m,
                                          const struct host_lint_variable *v)
{
	char text[120];
	int32_t start = 0, value = 0;
	(void)m;
	if (v->kind != HOST_LINT_KIND_ENUMERATION || v->type == NULL ||
	    host_lint_xml_int(host_lint_xml_value(v->value, "start"), &start) != 0) {
		return;
	}
	for (const xmlNode *i = host_lint_xml_child(v->type, "Item"); i != NULL; i = host_lint_xml_next(i)) {
		if (host_lint_xml_int(host_lint_xml_value(i, "value"), &value) == 0 && value == start) {
			return;
		}
	}
	(void)snprintf(text, sizeof text, "starts with %ld, which is no item of its enumeration", (long)start);
	host_lint_variable_find(lint, HOST_LINT_ERROR, "start-item", v, text);
}

/* ---- type, unit, bounds */

static void host_lint_variable_type(struct host_lint *lint, const struct host_lint_model *m,
                                    const struct host_lint_variable *v)
{
	char text[200];
	const char *type = host_lint_xml_value(v->value, "declaredType");
	if (type == NULL || v->type != NULL) {
		return;
	}
	(void)snprintf(text, sizeof text, "has the declaredType '%.80s', which is %s%s", type,
	               host_lint_names_find(&m->types, type) == NULL ? "not in TypeDefinitions" : "no ",
	               host_lint_names_find(&m->types, type) == NULL ? "" : host_lint_kinds[v->kind]);
	host_lint_variable_find(lint, HOST_LINT_ERROR, "type-unknown", v, text);
}

static void host_lint_variable_subject(struct host_lint *lint, const struct host_lint_model *m,
                                       const struct host_lint_variable *v)
{
	struct host_lint_subject subject = {"variable", v->name, v->node, v->value, v->type};
	if (v->value != NULL) {
		host_lint_check_subject(lint, m, &subject);
	}
}

/* ---- derivatives and model exchange */

static void host_lint_variable_derivative(struct host_lint *lint, const struct host_lint_model *m,
                                          const struct host_lint_variable *v)
{
	char text[200];
	uint32_t index = 0;
	if (host_lint_xml_unsigned(host_lint_xml_value(v->value, "derivative"), &index) != 0) {
		return;
	}
	const struct host_lint_variable *state = host_lint_model_variable(m, index);
	const char *problem = state == NULL ? "which does not exist (indices count from 1)"
	                      : state == v  ? "itself"
	                      : state->kind >= 0 && state->kind != HOST_LINT_KIND_REAL           ? "which is no Real"
	                      : state->variability >= 0 && state->variability != HOST_CONTINUOUS ? "which is not continuous"
	                      : v->variability >= 0 && v->variability != HOST_CONTINUOUS ? "but is not continuous itself"
	                                                                                 : NULL;
	if (problem != NULL) {
		(void)snprintf(text, sizeof text, "is the derivative of variable %lu, %s", (unsigned long)index, problem);
		host_lint_variable_find(lint, HOST_LINT_ERROR, "derivative", v, text);
	}
}

static void host_lint_variable_exchange_only(struct host_lint *lint, const struct host_lint_model *m,
                                             const struct host_lint_variable *v)
{
	if (m->exchange != NULL || m->co_simulation == NULL) {
		return;
	}
	if (host_lint_xml_value(v->value, "reinit") != NULL) {
		host_lint_variable_find(lint, HOST_LINT_WARNING, "exchange-only", v,
		                        "has reinit, which belongs to model exchange, but the unit offers co-simulation only");
	}
	if (host_lint_xml_value(v->node, "canHandleMultipleSetPerTimeInstant") != NULL) {
		host_lint_variable_find(lint, HOST_LINT_WARNING, "exchange-only", v,
		                        "has canHandleMultipleSetPerTimeInstant, which belongs to model exchange, but the unit "
		                        "offers co-simulation only");
	}
}

/* ---- names */

static void host_lint_variable_name(struct host_lint *lint, const struct host_lint_model *m,
                                    const struct host_lint_variable *v)
{
	const char *convention = host_lint_xml_value(m->root, "variableNamingConvention");
	int structured = convention != NULL && strcmp(convention, "structured") == 0;
	if (host_lint_xml_value(v->node, "name") == NULL) {
		return;
	}
	if (*v->name == 0) {
		host_lint_variable_find(lint, HOST_LINT_ERROR, "variable-name", v, "has an empty name");
	} else if (structured && !host_lint_name_is_structured(v->name)) {
		host_lint_variable_find(
			lint, HOST_LINT_ERROR, "variable-name", v,
			"has no structured name: parts of letters, digits and _ joined by dots, 'quoted' otherwise");
	}
}

static void host_lint_variables_unique(struct host_lint *lint, const struct host_lint_model *m)
{
	host_lint_names_unique(lint, &m->variable_names, "variable-duplicate");
}

static void host_lint_variables_time(struct host_lint *lint, const struct host_lint_model *m)
{
	char place[HOST_LINT_PLACE_SIZE];
	for (int i = 0; i < m->n_variables; i++) {
		if (m->variables[i].causality == HOST_INDEPENDENT) {
			return;
		}
	}
	host_lint_find(lint, HOST_LINT_NOTE, "time-missing", host_lint_xml_place(m->root, place),
	               "no variable is independent: importers assume that everything depends on time directly");
}

void host_lint_description_variables(struct host_lint *lint, const struct host_lint_model *m)
{
	static host_lint_variable_rule *const rules[] = {
		host_lint_variable_combination, host_lint_variable_variability, host_lint_variable_initial,
		host_lint_variable_independent, host_lint_variable_start_there, host_lint_variable_start_forbidden,
		host_lint_variable_start_range, host_lint_variable_start_item,  host_lint_variable_type,
		host_lint_variable_subject,     host_lint_variable_derivative,  host_lint_variable_exchange_only,
		host_lint_variable_name,
	};
	static host_lint_rule *const all[] = {host_lint_variables_unique, host_lint_variables_time};
	for (size_t r = 0; r < sizeof rules / sizeof rules[0]; r++) {
		host_lint_checked(lint);
		for (int i = 0; i < m->n_variables; i++) {
			rules[r](lint, m, &m->variables[i]);
		}
	}
	host_lint_apply(lint, m, (int)(sizeof all / sizeof all[0]), all);
}
