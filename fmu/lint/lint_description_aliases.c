/* Variables that share a value reference are one and the same value (FMI 2.0.5, section 2.2.7).
 *
 * Among them at most one may be set and at most one (constants aside) has a start value; constants
 * go with constants of the same value only. Units that differ are a warning: tools write the same
 * unit in many ways, or leave it out. One finding for each set of aliases.
 */
#include <stdlib.h>
#include <string.h>

#include "lint_description.h"

/* Integer and Enumeration are read and written by the same functions */
static int lint_alias_kind(const struct lint_variable *v)
{
	return v->kind == LINT_KIND_ENUMERATION ? LINT_KIND_INTEGER : v->kind;
}

static int lint_alias_compare(const void *a, const void *b)
{
	const struct lint_variable *const *x = a, *const *y = b;
	int kinds = lint_alias_kind(*x) - lint_alias_kind(*y);
	int references = ((*x)->reference > (*y)->reference) - ((*x)->reference < (*y)->reference);
	int indices = ((*x)->index > (*y)->index) - ((*x)->index < (*y)->index);
	return kinds != 0 ? kinds : references != 0 ? references : indices;
}

static int lint_alias_is_set(const struct lint_variable *v)
{
	return v->causality == HOST_PARAMETER || v->causality == HOST_INPUT;
}

static int lint_alias_has_start(const struct lint_variable *v)
{
	return v->variability != HOST_CONSTANT && host_xml_value(v->value, "start") != NULL;
}

static int lint_alias_same(const char *a, const char *b)
{
	return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* what is wrong between two aliases, or NULL */
static const char *lint_alias_problem(const struct lint_variable *a, const struct lint_variable *b, const char **rule)
{
	int a_constant = a->variability == HOST_CONSTANT, b_constant = b->variability == HOST_CONSTANT;
	const struct {
		int broken;
		const char *rule, *text;
	} rules[] = {
		{lint_alias_is_set(a) && lint_alias_is_set(b), "alias-settable",
	     "both can be set: give one of them a value reference of its own"},
		{lint_alias_has_start(a) && lint_alias_has_start(b), "alias-start", "both have a start value"},
		{a_constant != b_constant, "alias-constant", "only one of them is constant"},
		{a_constant && b_constant &&
	         !lint_alias_same(host_xml_value(a->value, "start"), host_xml_value(b->value, "start")),
	     "alias-constant", "they are constants of different values"},
		{!lint_alias_same(lint_variable_value(a, "unit"), lint_variable_value(b, "unit")), "alias-unit",
	     "their units differ"},
		{a->kind != b->kind, "alias-type", "one is an Integer, the other an Enumeration"},
	};
	for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
		if (rules[i].broken) {
			*rule = rules[i].rule;
			return rules[i].text;
		}
	}
	return NULL;
}

/* the aliases from `first` to before `end`: each against the first, and against the first that is
 * set or starts */
static void lint_alias_set(struct lint *lint, const struct lint_variable *const *first,
                           const struct lint_variable *const *end)
{
	const struct lint_variable *leaders[3] = {*first, NULL, NULL};
	char place[LINT_PLACE_SIZE];
	for (const struct lint_variable *const *v = first; v < end; v++) {
		for (int k = 0; k < 3; k++) {
			const char *rule = NULL, *problem = NULL;
			if (leaders[k] != NULL && leaders[k] != *v) {
				problem = lint_alias_problem(leaders[k], *v, &rule);
			}
			if (problem != NULL) {
				enum lint_level level = strcmp(rule, "alias-unit") == 0 ? LINT_WARNING : LINT_ERROR;
				lint_find(lint, level, rule, lint_xml_place((*v)->node, place),
				          "variables '%.80s' and '%.80s' share the value reference %lld, but %s", leaders[k]->name,
				          (*v)->name, (long long)(*v)->reference, problem);
				return;
			}
		}
		leaders[1] = leaders[1] == NULL && lint_alias_is_set(*v) ? *v : leaders[1];
		leaders[2] = leaders[2] == NULL && lint_alias_has_start(*v) ? *v : leaders[2];
	}
}

static void lint_aliases(struct lint *lint, const struct lint_model *m)
{
	int n = 0;
	const struct lint_variable **sorted = calloc((size_t)m->n_variables + 1, sizeof *sorted);
	if (sorted == NULL) {
		lint->failed = 1;
		return;
	}
	for (int i = 0; i < m->n_variables; i++) {
		if (m->variables[i].reference >= 0 && m->variables[i].kind >= 0) {
			sorted[n++] = &m->variables[i];
		}
	}
	qsort(sorted, (size_t)n, sizeof *sorted, lint_alias_compare);
	for (int begin = 0, end = 0; begin < n; begin = end) {
		while (end < n && lint_alias_kind(sorted[end]) == lint_alias_kind(sorted[begin]) &&
		       sorted[end]->reference == sorted[begin]->reference) {
			end++;
		}
		lint_alias_set(lint, sorted + begin, sorted + end);
	}
	free(sorted);
}

void lint_description_aliases(struct lint *lint, const struct lint_model *m)
{
	static lint_rule *const rules[] = {lint_aliases};
	lint_apply(lint, m, 1, rules);
}
