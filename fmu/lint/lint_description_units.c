/* Units, types, and what types and variables have in common: unit, display unit, bounds, nominal
 * value. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lint_description.h"

/* ---- common to types and variables. Inherited values have been checked where they are written. */

static const char *lint_subject_value(const struct lint_subject *s, const char *attribute)
{
	const char *own = host_xml_value(s->value, attribute);
	return own != NULL ? own : host_xml_value(s->inherited, attribute);
}

static void lint_subject_unit(struct lint *lint, const struct lint_model *m, const struct lint_subject *s)
{
	char place[LINT_PLACE_SIZE];
	const char *unit = host_xml_value(s->value, "unit");
	if (unit != NULL && lint_names_find(&m->units, unit) == NULL) {
		lint_find(lint, LINT_ERROR, "unit-unknown", lint_xml_place(s->node, place),
		          "%s '%.80s': unit '%.40s' is not in UnitDefinitions", s->what, s->name, unit);
	}
}

static void lint_subject_display_unit(struct lint *lint, const struct lint_model *m, const struct lint_subject *s)
{
	char place[LINT_PLACE_SIZE];
	const char *display = host_xml_value(s->value, "displayUnit"), *unit = lint_subject_value(s, "unit");
	if (display == NULL) {
		return;
	}
	(void)lint_xml_place(s->node, place);
	if (unit == NULL) {
		lint_find(lint, LINT_ERROR, "display-unit", place, "%s '%.80s' has a displayUnit, but no unit", s->what,
		          s->name);
		return;
	}
	const xmlNode *node = lint_names_find(&m->units, unit);
	const xmlNode *known = host_xml_child(node, "DisplayUnit");
	while (known != NULL &&
	       (host_xml_value(known, "name") == NULL || strcmp(host_xml_value(known, "name"), display) != 0)) {
		known = host_xml_next(known);
	}
	if (node != NULL && known == NULL && strcmp(display, unit) != 0) {
		lint_find(lint, LINT_WARNING, "display-unit", place,
		          "%s '%.80s': unit '%.40s' defines no DisplayUnit '%.40s', so it is ignored", s->what, s->name, unit,
		          display);
	}
}

static void lint_subject_range(struct lint *lint, const struct lint_model *m, const struct lint_subject *s)
{
	char place[LINT_PLACE_SIZE];
	double least = 0.0, most = 0.0;
	const char *low = lint_subject_value(s, "min"), *high = lint_subject_value(s, "max");
	int own = host_xml_value(s->value, "min") != NULL || host_xml_value(s->value, "max") != NULL;
	(void)m;
	if (own && host_xml_double(low, &least) == 0 && host_xml_double(high, &most) == 0 && !(least <= most)) {
		lint_find(lint, LINT_ERROR, "range-empty", lint_xml_place(s->node, place),
		          "%s '%.80s': min %.40s is larger than max %.40s", s->what, s->name, low, high);
	}
}

static void lint_subject_nominal(struct lint *lint, const struct lint_model *m, const struct lint_subject *s)
{
	char place[LINT_PLACE_SIZE];
	double nominal = 0.0;
	const char *text = host_xml_value(s->value, "nominal");
	(void)m;
	if (host_xml_double(text, &nominal) == 0 && !(nominal > 0.0 && isfinite(nominal))) {
		lint_find(lint, LINT_ERROR, "nominal", lint_xml_place(s->node, place),
		          "%s '%.80s': nominal is %.40s, but must be larger than 0", s->what, s->name, text);
	}
}

void lint_check_subject(struct lint *lint, const struct lint_model *m, const struct lint_subject *s)
{
	static void (*const rules[])(struct lint *, const struct lint_model *, const struct lint_subject *) = {
		lint_subject_unit, lint_subject_display_unit, lint_subject_range, lint_subject_nominal};
	for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
		rules[i](lint, m, s);
	}
}

/* ---- units */

static void lint_units_unique(struct lint *lint, const struct lint_model *m)
{
	lint_names_unique(lint, &m->units, "unit-duplicate");
}

static void lint_units_display(struct lint *lint, const struct lint_model *m)
{
	for (int i = 0; i < m->units.n; i++) {
		lint_children_unique(lint, m->units.list[i].node, "DisplayUnit", "display-unit-duplicate");
	}
}

/* conversions can be undone */
static void lint_units_factor(struct lint *lint, const struct lint_model *m)
{
	char place[LINT_PLACE_SIZE];
	for (int i = 0; i < m->units.n; i++) {
		for (const xmlNode *node = m->units.list[i].node->children; node != NULL; node = node->next) {
			double factor = 1.0;
			const char *text = node->type == XML_ELEMENT_NODE ? host_xml_value(node, "factor") : NULL;
			if (host_xml_double(text, &factor) == 0 && (factor == 0.0 || !isfinite(factor))) {
				lint_find(lint, LINT_ERROR, "unit-factor", lint_xml_place(node, place),
				          "unit '%.40s': factor is %.40s, which no value can be converted with", m->units.list[i].name,
				          text);
			}
		}
	}
}

static void lint_units_base(struct lint *lint, const struct lint_model *m)
{
	char place[LINT_PLACE_SIZE];
	for (int i = 0; i < m->units.n; i++) {
		if (host_xml_child(m->units.list[i].node, "BaseUnit") == NULL) {
			lint_find(lint, LINT_NOTE, "unit-base", lint_xml_place(m->units.list[i].node, place),
			          "unit '%.40s' has no BaseUnit: importers cannot compare or convert it", m->units.list[i].name);
		}
	}
}

/* ---- types */

static void lint_types_unique(struct lint *lint, const struct lint_model *m)
{
	lint_names_unique(lint, &m->types, "type-duplicate");
}

static void lint_types_names(struct lint *lint, const struct lint_model *m)
{
	char place[LINT_PLACE_SIZE];
	for (int i = 0; i < m->types.n; i++) {
		if (lint_names_find(&m->variable_names, m->types.list[i].name) != NULL) {
			lint_find(lint, LINT_ERROR, "type-name", lint_xml_place(m->types.list[i].node, place),
			          "type '%.80s' is called as a variable is", m->types.list[i].name);
		}
	}
}

static void lint_types_values(struct lint *lint, const struct lint_model *m)
{
	for (int i = 0; i < m->types.n; i++) {
		const xmlNode *node = m->types.list[i].node;
		for (int k = LINT_KIND_REAL; k <= LINT_KIND_INTEGER; k++) {
			struct lint_subject subject = {"type", m->types.list[i].name, node, host_xml_child(node, lint_kinds[k]),
			                               NULL};
			if (subject.value != NULL) {
				lint_check_subject(lint, m, &subject);
			}
		}
	}
}

static int lint_types_compare(const void *a, const void *b)
{
	const int32_t *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

/* names and values of an enumeration show each other: both are there once */
static void lint_types_item_values(struct lint *lint, const xmlNode *enumeration, const char *name)
{
	char place[LINT_PLACE_SIZE];
	size_t n = 0, count = 0;
	for (const xmlNode *i = host_xml_child(enumeration, "Item"); i != NULL; i = host_xml_next(i)) {
		n++;
	}
	int32_t *values = calloc(n + 1, sizeof *values);
	if (values == NULL) {
		lint->failed = 1;
		return;
	}
	for (const xmlNode *i = host_xml_child(enumeration, "Item"); i != NULL; i = host_xml_next(i)) {
		count += host_xml_int(host_xml_value(i, "value"), &values[count]) == 0;
	}
	qsort(values, count, sizeof *values, lint_types_compare);
	for (size_t i = 1; i < count; i++) {
		if (values[i] == values[i - 1]) {
			lint_find(lint, LINT_ERROR, "enumeration-item", lint_xml_place(enumeration, place),
			          "type '%.80s': two items have the value %ld", name, (long)values[i]);
		}
	}
	free(values);
}

static void lint_types_items(struct lint *lint, const struct lint_model *m)
{
	for (int i = 0; i < m->types.n; i++) {
		const xmlNode *enumeration = host_xml_child(m->types.list[i].node, "Enumeration");
		lint_children_unique(lint, enumeration, "Item", "enumeration-item");
		lint_types_item_values(lint, enumeration, m->types.list[i].name);
	}
}

void lint_description_units(struct lint *lint, const struct lint_model *m)
{
	static lint_rule *const rules[] = {
		lint_units_unique, lint_units_display, lint_units_factor, lint_units_base,
		lint_types_unique, lint_types_names,   lint_types_values, lint_types_items,
	};
	lint_apply(lint, m, (int)(sizeof rules / sizeof rules[0]), rules);
}
