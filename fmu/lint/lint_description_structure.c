/* ModelStructure: which unknowns are listed, in which order, and on what they say they depend (FMI
 * 2.0.5, section 2.2.8). */
#include <stdlib.h>
#include <string.h>

#include "lint_description.h"

/* one of the three lists */
struct lint_list {
	const char *name, *rule;
	int (*belongs)(const struct lint_variable *v); /* 1, 0, or -1: unknown */
	int (*known)(const struct lint_variable *v);   /* dependencies may name it */
	const char *knowns;
	int ordered;
};

static int lint_is_unknown_at_start(const struct lint_variable *v)
{
	return v->initial < 0 && v->causality != HOST_INPUT && v->causality != HOST_INDEPENDENT
	           ? -1
	           : v->initial == LINT_APPROX || v->initial == LINT_CALCULATED;
}

static int lint_is_output(const struct lint_variable *v)
{
	return v->causality < 0 ? -1 : v->causality == HOST_OUTPUT;
}

/* co-simulation need not list its derivatives: what is listed must be one */
static int lint_is_derivative(const struct lint_variable *v)
{
	return host_xml_value(v->value, "derivative") == NULL ? 0 : -1;
}

static int lint_is_initial_unknown(const struct lint_variable *v)
{
	int listed =
		v->causality == HOST_OUTPUT || v->causality == HOST_CALCULATED_PARAMETER || v->is_state || v->is_derivative;
	return v->causality < 0 ? -1 : listed ? lint_is_unknown_at_start(v) : 0;
}

static int lint_is_known(const struct lint_variable *v)
{
	return v->causality == HOST_INPUT || v->causality == HOST_INDEPENDENT || v->is_state;
}

static int lint_is_initial_known(const struct lint_variable *v)
{
	return lint_is_unknown_at_start(v) != 1;
}

static const struct lint_list lint_lists[] = {
	{"Outputs", "outputs-set", lint_is_output, lint_is_known, "inputs, states and time", 0},
	{"Derivatives", "derivatives-set", lint_is_derivative, lint_is_known, "inputs, states and time", 0},
	{"InitialUnknowns", "initial-unknowns-set", lint_is_initial_unknown, lint_is_initial_known,
     "inputs, variables with initial exact, and time", 1},
};

/* ---- which variables are listed */

static int lint_structure_count(const struct lint_list *list, const struct lint_model *m, const unsigned char *listed,
                                int missing, char names[200])
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

static void lint_structure_set(struct lint *lint, const struct lint_list *list, const struct lint_model *m,
                               const xmlNode *node, const unsigned char *listed)
{
	char place[LINT_PLACE_SIZE], names[200];
	(void)lint_xml_place(node != NULL ? node : m->structure, place);
	int missing = lint_structure_count(list, m, listed, 1, names);
	if (missing > 0) {
		lint_find(lint, LINT_ERROR, list->rule, place, "%s lacks %d variable%s: %s", list->name, missing,
		          missing == 1 ? "" : "s", names);
	}
	int extra = lint_structure_count(list, m, listed, 0, names);
	if (extra > 0) {
		lint_find(lint, LINT_ERROR, list->rule, place, "%s holds %d variable%s that do%s not belong there: %s",
		          list->name, extra, extra == 1 ? "" : "s", extra == 1 ? "es" : "", names);
	}
}

/* ---- order and repetition; marks what is listed */

static void lint_structure_indices(struct lint *lint, const struct lint_list *list, const struct lint_model *m,
                                   const xmlNode *node, unsigned char *listed)
{
	char place[LINT_PLACE_SIZE];
	uint32_t index = 0, latest = 0;
	int told = 0;
	for (const xmlNode *u = host_xml_child(node, "Unknown"); u != NULL; u = host_xml_next(u)) {
		if (host_xml_unsigned(host_xml_value(u, "index"), &index) != 0) {
			continue;
		}
		const struct lint_variable *v = lint_model_variable(m, index);
		if (v == NULL) {
			lint_find(lint, LINT_ERROR, "unknown-index", lint_xml_place(u, place),
			          "%s: there is no variable %lu (indices count from 1 to %d)", list->name, (unsigned long)index,
			          m->n_variables);
		} else if (listed[index - 1]) {
			lint_find(lint, LINT_ERROR, "unknown-duplicate", lint_xml_place(u, place),
			          "%s holds variable %lu, '%.80s', twice", list->name, (unsigned long)index, v->name);
		} else {
			listed[index - 1] = 1;
			if (list->ordered && index < latest && !told) {
				told = 1;
				lint_find(lint, LINT_ERROR, "initial-unknowns-order", lint_xml_place(u, place),
				          "InitialUnknowns must be sorted by index: %lu stands after %lu", (unsigned long)index,
				          (unsigned long)latest);
			}
			latest = index;
		}
	}
}

/* ---- dependencies of one unknown */

struct lint_unknown {
	struct lint *lint;
	const struct lint_list *list;
	const struct lint_model *m;
	const xmlNode *node;
	const struct lint_variable *variable; /* NULL: its index is wrong */
	const char *dependencies, *kinds;
	char place[LINT_PLACE_SIZE];
};

static void lint_unknown_order(const struct lint_unknown *u)
{
	const char *rest = u->dependencies;
	char item[HOST_XML_ITEM_SIZE];
	uint32_t index = 0, latest = 0;
	while (host_xml_item(&rest, item) && host_xml_unsigned(item, &index) == 0) {
		if (index <= latest && latest > 0) {
			lint_find(u->lint, LINT_ERROR, "dependencies-order", u->place,
			          "%s: dependencies must rise, each once: %lu stands after %lu", u->list->name,
			          (unsigned long)index, (unsigned long)latest);
			return;
		}
		latest = index;
	}
}

static void lint_unknown_targets(const struct lint_unknown *u)
{
	const char *rest = u->dependencies;
	char item[HOST_XML_ITEM_SIZE];
	uint32_t index = 0;
	int told = 0;
	while (host_xml_item(&rest, item) && host_xml_unsigned(item, &index) == 0) {
		const struct lint_variable *v = lint_model_variable(u->m, index);
		if (v == NULL) {
			lint_find(u->lint, LINT_ERROR, "dependency-index", u->place,
			          "%s: dependencies name variable %lu, which does not exist (indices count from 1 to %d)",
			          u->list->name, (unsigned long)index, u->m->n_variables);
			return;
		}
		if (!u->list->known(v) && !told) {
			told = 1;
			lint_find(u->lint, LINT_WARNING, "dependency-known", u->place,
			          "%s: a dependency on '%.80s' says nothing to importers: only %s are known there", u->list->name,
			          v->name, u->list->knowns);
		}
	}
}

static void lint_unknown_kind_count(const struct lint_unknown *u)
{
	int n_dependencies = 0, n_kinds = 0;
	const char *rest = u->dependencies;
	char item[HOST_XML_ITEM_SIZE];
	while (host_xml_item(&rest, item)) {
		n_dependencies++;
	}
	for (rest = u->kinds; host_xml_item(&rest, item);) {
		n_kinds++;
	}
	if (n_kinds != n_dependencies) {
		lint_find(u->lint, LINT_ERROR, "dependencies-kind-count", u->place,
		          "%s: %d dependencies, but %d dependenciesKind: there must be one for each", u->list->name,
		          n_dependencies, n_kinds);
	}
}

/* factors are numbers: only between Reals; at the start only constant ones */
static void lint_unknown_kinds(const struct lint_unknown *u)
{
	const char *rest = u->dependencies, *rest_kinds = u->kinds;
	char item[HOST_XML_ITEM_SIZE], kind[HOST_XML_ITEM_SIZE];
	uint32_t index = 0;
	while (host_xml_item(&rest, item) && host_xml_item(&rest_kinds, kind)) {
		int which = host_xml_choice(kind, lint_dependency_kinds, LINT_DEPENDENCY_KIND_COUNT);
		(void)host_xml_unsigned(item, &index);
		const struct lint_variable *v = lint_model_variable(u->m, index);
		if (which > 0 && v != NULL && u->variable != NULL &&
		    (v->kind > LINT_KIND_REAL || u->variable->kind > LINT_KIND_REAL)) {
			lint_find(u->lint, LINT_ERROR, "dependencies-kind", u->place,
			          "%s: dependenciesKind %s is only for Reals: write dependent", u->list->name, kind);
			return;
		}
		if (which > 1 && u->list->ordered) {
			lint_find(u->lint, LINT_WARNING, "dependencies-kind", u->place,
			          "InitialUnknowns: dependenciesKind %s means nothing at the start: write dependent or constant",
			          kind);
			return;
		}
	}
}

static void lint_structure_dependencies(struct lint *lint, const struct lint_list *list, const struct lint_model *m,
                                        const xmlNode *node)
{
	for (const xmlNode *n = host_xml_child(node, "Unknown"); n != NULL; n = host_xml_next(n)) {
		uint32_t index = 0;
		struct lint_unknown u = {
			lint, list, m, n, NULL, host_xml_value(n, "dependencies"), host_xml_value(n, "dependenciesKind"), ""};
		(void)host_xml_unsigned(host_xml_value(n, "index"), &index);
		(void)lint_xml_place(n, u.place);
		u.variable = lint_model_variable(m, index);
		if (u.dependencies == NULL && u.kinds != NULL) {
			lint_find(lint, LINT_ERROR, "dependencies-kind-count", u.place,
			          "%s: dependenciesKind stands there without dependencies", list->name);
		}
		if (u.dependencies != NULL) {
			lint_unknown_order(&u);
			lint_unknown_targets(&u);
		}
		if (u.dependencies != NULL && u.kinds != NULL) {
			lint_unknown_kind_count(&u);
			lint_unknown_kinds(&u);
		}
	}
}

/* ---- all lists */

static void lint_structure_list(struct lint *lint, const struct lint_list *list, const struct lint_model *m)
{
	enum { RULES = 7 };
	const xmlNode *node = host_xml_child(m->structure, list->name);
	unsigned char *listed = calloc((size_t)m->n_variables + 1, 1);
	if (listed == NULL) {
		lint->failed = 1;
		return;
	}
	for (int i = 0; i < RULES; i++) {
		lint_checked(lint);
	}
	lint_structure_indices(lint, list, m, node, listed);
	lint_structure_set(lint, list, m, node, listed);
	lint_structure_dependencies(lint, list, m, node);
	free(listed);
}

void lint_description_structure(struct lint *lint, const struct lint_model *m)
{
	for (size_t i = 0; m->structure != NULL && i < sizeof lint_lists / sizeof lint_lists[0]; i++) {
		lint_structure_list(lint, &lint_lists[i], m);
	}
}
