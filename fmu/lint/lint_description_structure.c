/* ModelStructure: which unknowns are listed, in which order, and on what they say they depend (FMI 2.0.5, section 2.2.8). */
#include <stdlib.h>
#include <string.h>

#include "lint_description.h"

/* one of the three lists */
struct host_lint_list {
	const char *name, *rule;
	int (*belongs)(const struct host_lint_variable *v); /* 1, 0, or -1: cannot be told */
	int (*known)(const struct host_lint_variable *v);   /* dependencies may name it */
	const char *knowns;
	int ordered;
};

static int host_lint_is_unknown_at_start(const struct host_lint_variable *v)
{
	return v->initial < 0 && v->causality != HOST_INPUT && v->causality != HOST_INDEPENDENT
	           ? -1
	           : v->initial == HOST_LINT_APPROX || v->initial == HOST_LINT_CALCULATED;
}

static int host_lint_is_output(const struct host_lint_variable *v)
{
	return v->causality < 0 ? -1 : v->causality == HOST_OUTPUT;
}

/* co-simulation need not list its derivatives: what is listed must be one */
static int host_lint_is_derivative(const struct host_lint_variable *v)
{
	return host_lint_xml_value(v->value, "derivative") == NULL ? 0 : -1;
}

static int host_lint_is_initial_unknown(const struct host_lint_variable *v)
{
	int listed =
		v->causality == HOST_OUTPUT || v->causality == HOST_CALCULATED_PARAMETER || v->is_state || v->is_derivative;
	return v->causality < 0 ? -1 : listed ? host_lint_is_unknown_at_start(v) : 0;
}

static int host_lint_is_known(const struct host_lint_variable *v)
{
	return v->causality == HOST_INPUT || v->causality == HOST_INDEPENDENT || v->is_state;
}

static int host_lint_is_initial_known(const struct host_lint_variable *v)
{
	return host_lint_is_unknown_at_start(v) != 1;
}

static const struct host_lint_list host_lint_lists[] = {
	{"Outputs", "outputs-set", host_lint_is_output, host_lint_is_known, "inputs, states and time", 0},
	{"Derivatives", "derivatives-set", host_lint_is_derivative, host_lint_is_known, "inputs, states and time", 0},
	{"InitialUnknowns", "initial-unknowns-set", host_lint_is_initial_unknown, host_lint_is_initial_known,
     "inputs, variables with initial exact, and time", 1},
};

/* ---- which variables are listed */

static int host_lint_structure_count(const struct host_lint_list *list, const struct host_lint_model *m,
                                     const unsigned char *listed, int missing, char names[200])
{
	int count = 0;
	size_t length = 0;
	names[0] = 0;
	for (int i = 0; i < m->n_variables; i++) {
		int belongs = list->belongs(&m->variables[i]);
		if (belongs >= 0 && belongs == missing && listed[i] != missing) {
			if (count++ < 3 && length < 120) {
				length +=
					(size_t)snprintf(names + length, 60, "%s'%.50s'", count > 1 ? ", " : "", m->variables[i].name);
			}
		}
	}
	(void)snprintf(names + strlen(names), 10, "%s", count > 3 ? ", ..." : "");
	return count;
}

static void host_lint_structure_set(struct host_lint *lint, const struct host_lint_list *list,
                                    const struct host_lint_model *m, const xmlNode *node, const unsigned char *listed)
{
	char place[HOST_LINT_PLACE_SIZE], names[200];
	(void)host_lint_xml_place(node != NULL ? node : m->structure, place);
	int missing = host_lint_structure_count(list, m, listed, 1, names);
	if (missing > 0) {
		host_lint_find(lint, HOST_LINT_ERROR, list->rule, place, "%s lacks %d variable%s: %s", list->name, missing,
		               missing == 1 ? "" : "s", names);
	}
	int extra = host_lint_structure_count(list, m, listed, 0, names);
	if (extra > 0) {
		host_lint_find(lint, HOST_LINT_ERROR, list->rule, place,
		               "%s holds %d variable%s that do%s not belong there: %s", list->name, extra,
		               extra == 1 ? "" : "s", extra == 1 ? "es" : "", names);
	}
}

/* ---- order and repetition; marks what is listed */

static void host_lint_structure_indices(struct host_lint *lint, const struct host_lint_list *list,
                                        const struct host_lint_model *m, const xmlNode *node, unsigned char *listed)
{
	char place[HOST_LINT_PLACE_SIZE];
	uint32_t index = 0, latest = 0;
	int told = 0;
	for (const xmlNode *u = host_lint_xml_child(node, "Unknown"); u != NULL; u = host_lint_xml_next(u)) {
		if (host_lint_xml_unsigned(host_lint_xml_value(u, "index"), &index) != 0) {
			continue;
		}
		const struct host_lint_variable *v = host_lint_model_variable(m, index);
		if (v == NULL) {
			host_lint_find(lint, HOST_LINT_ERROR, "unknown-index", host_lint_xml_place(u, place),
			               "%s: there is no variable %lu (indices count from 1 to %d)", list->name,
			               (unsigned long)index, m->n_variables);
		} else if (listed[index - 1]) {
			host_lint_find(lint, HOST_LINT_ERROR, "unknown-duplicate", host_lint_xml_place(u, place),
			               "%s holds variable %lu, '%.80s', twice", list->name, (unsigned long)index, v->name);
		} else {
			listed[index - 1] = 1;
			if (list->ordered && index < latest && !told) {
				told = 1;
				host_lint_find(lint, HOST_LINT_ERROR, "initial-unknowns-order", host_lint_xml_place(u, place),
				               "InitialUnknowns must be sorted by index: %lu stands behind %lu", (unsigned long)index,
				               (unsigned long)latest);
			}
			latest = index;
		}
	}
}

/* ---- dependencies of one unknown */

struct host_lint_unknown {
	struct host_lint *lint;
	const struct host_lint_list *list;
	const struct host_lint_model *m;
	const xmlNode *node;
	const struct host_lint_variable *variable; /* NULL: its index is wrong */
	const char *dependencies, *kinds;
	char place[HOST_LINT_PLACE_SIZE];
};

static void host_lint_unknown_order(const struct host_lint_unknown *u)
{
	const char *rest = u->dependencies;
	char item[HOST_LINT_ITEM_SIZE];
	uint32_t index = 0, latest = 0;
	while (host_lint_xml_item(&rest, item) && host_lint_xml_unsigned(item, &index) == 0) {
		if (index <= latest && latest > 0) {
			host_lint_find(u->lint, HOST_LINT_ERROR, "dependencies-order", u->place,
			               "%s: dependencies must rise, each once: %lu stands behind %lu", u->list->name,
			               (unsigned long)index, (unsigned long)latest);
			return;
		}
		latest = index;
	}
}

static void host_lint_unknown_targets(const struct host_lint_unknown *u)
{
	const char *rest = u->dependencies;
	char item[HOST_LINT_ITEM_SIZE];
	uint32_t index = 0;
	int told = 0;
	while (host_lint_xml_item(&rest, item) && host_lint_xml_unsigned(item, &index) == 0) {
		const struct host_lint_variable *v = host_lint_model_variable(u->m, index);
		if (v == NULL) {
			host_lint_find(u->lint, HOST_LINT_ERROR, "dependency-index", u->place,
			               "%s: dependencies name variable %lu, which does not exist (indices count from 1 to %d)",
			               u->list->name, (unsigned long)index, u->m->n_variables);
			return;
		}
		if (!u->list->known(v) && !told) {
			told = 1;
			host_lint_find(u->lint, HOST_LINT_WARNING, "dependency-known", u->place,
			               "%s: a dependency on '%.80s' says nothing to importers: only %s are known there",
			               u->list->name, v->name, u->list->knowns);
		}
	}
}

static void host_lint_unknown_kind_count(const struct host_lint_unknown *u)
{
	int n_dependencies = 0, n_kinds = 0;
	const char *rest = u->dependencies;
	char item[HOST_LINT_ITEM_SIZE];
	while (host_lint_xml_item(&rest, item)) {
		n_dependencies++;
	}
	for (rest = u->kinds; host_lint_xml_item(&rest, item);) {
		n_kinds++;
	}
	if (n_kinds != n_dependencies) {
		host_lint_find(u->lint, HOST_LINT_ERROR, "dependencies-kind-count", u->place,
		               "%s: %d dependencies, but %d dependenciesKind: there must be one for each", u->list->name,
		               n_dependencies, n_kinds);
	}
}

/* factors are numbers: only between Reals; at the start only constant ones */
static void host_lint_unknown_kinds(const struct host_lint_unknown *u)
{
	const char *rest = u->dependencies, *rest_kinds = u->kinds;
	char item[HOST_LINT_ITEM_SIZE], kind[HOST_LINT_ITEM_SIZE];
	uint32_t index = 0;
	while (host_lint_xml_item(&rest, item) && host_lint_xml_item(&rest_kinds, kind)) {
		int which = host_lint_xml_choice(kind, host_lint_dependency_kinds, HOST_LINT_DEPENDENCY_KIND_COUNT);
		(void)host_lint_xml_unsigned(item, &index);
		const struct host_lint_variable *v = host_lint_model_variable(u->m, index);
		if (which > 0 && v != NULL && u->variable != NULL &&
		    (v->kind > HOST_LINT_KIND_REAL || u->variable->kind > HOST_LINT_KIND_REAL)) {
			host_lint_find(u->lint, HOST_LINT_ERROR, "dependencies-kind", u->place,
			               "%s: dependenciesKind %s is only for Reals: write dependent", u->list->name, kind);
			return;
		}
		if (which > 1 && u->list->ordered) {
			host_lint_find(
				u->lint, HOST_LINT_WARNING, "dependencies-kind", u->place,
				"InitialUnknowns: dependenciesKind %s means nothing at the start: write dependent or constant", kind);
			return;
		}
	}
}

static void host_lint_structure_dependencies(struct host_lint *lint, const struct host_lint_list *list,
                                             const struct host_lint_model *m, const xmlNode *node)
{
	for (const xmlNode *n = host_lint_xml_child(node, "Unknown"); n != NULL; n = host_lint_xml_next(n)) {
		uint32_t index = 0;
		struct host_lint_unknown u = {
			lint, list, m, n, NULL, host_lint_xml_value(n, "dependencies"), host_lint_xml_value(n, "dependenciesKind"),
			""};
		(void)host_lint_xml_unsigned(host_lint_xml_value(n, "index"), &index);
		(void)host_lint_xml_place(n, u.place);
		u.variable = host_lint_model_variable(m, index);
		if (u.dependencies == NULL && u.kinds != NULL) {
			host_lint_find(lint, HOST_LINT_ERROR, "dependencies-kind-count", u.place,
			               "%s: dependenciesKind stands there without dependencies", list->name);
		}
		if (u.dependencies != NULL) {
			host_lint_unknown_order(&u);
			host_lint_unknown_targets(&u);
		}
		if (u.dependencies != NULL && u.kinds != NULL) {
			host_lint_unknown_kind_count(&u);
			host_lint_unknown_kinds(&u);
		}
	}
}

/* ---- all lists */

static void host_lint_structure_list(struct host_lint *lint, const struct host_lint_list *list,
                                     const struct host_lint_model *m)
{
	enum { RULES = 7 };
	const xmlNode *node = host_lint_xml_child(m->structure, list->name);
	unsigned char *listed = calloc((size_t)m->n_variables + 1, 1);
	if (listed == NULL) {
		lint->failed = 1;
		return;
	}
	for (int i = 0; i < RULES; i++) {
		host_lint_checked(lint);
	}
	host_lint_structure_indices(lint, list, m, node, listed);
	host_lint_structure_set(lint, list, m, node, listed);
	host_lint_structure_dependencies(lint, list, m, node);
	free(listed);
}

void host_lint_description_structure(struct host_lint *lint, const struct host_lint_model *m)
{
	for (size_t i = 0; m->structure != NULL && i < sizeof host_lint_lists / sizeof host_lint_lists[0]; i++) {
		host_lint_structure_list(lint, &host_lint_lists[i], m);
	}
}
