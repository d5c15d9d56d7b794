/* Units, types, and what types and variables have in common: unit, display unit, bounds, nominal value. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lint_description.h"

/* ---- common to types and variables. Inherited values have been checked where they are written. */

static const char *host_lint_subject_value(const struct host_lint_subject *s, const char *attribute)
{
	const char *own = host_lint_xml_value(s->value, attribute);
	return own != NULL ? own : host_lint_xml_value(s->inherited, attribute);
}

static void host_lint_subject_unit(struct host_lint *lint, const struct host_lint_model *m,
                                   const struct host_lint_subject *s)
{
	char place[HOST_LINT_PLACE_SIZE];
	const char *unit = host_lint_xml_value(s->value, "unit");
	if (unit != NULL && host_lint_names_find(&m->units, unit) == NULL) {
		host_lint_find(lint, HOST_LINT_ERROR, "unit-unknown", host_lint_xml_place(s->node, place),
		               "%s '%.80s': unit '%.40s' is not in UnitDefinitions", s->what, s->name, unit);
	}
}

static void host_lint_subject_display_unit(struct host_lint *lint, const struct host_lint_model *m,
                                           const struct host_lint_subject *s)
{
	char place[HOST_LINT_PLACE_SIZE];
	const char *display = host_lint_xml_value(s->value, "displayUnit"), *unit = host_lint_subject_value(s, "unit");
	if (display == NULL) {
		return;
	}
	(void)host_lint_xml_place(s->node, place);
	if (unit == NULL) {
		host_lint_find(lint, HOST_LINT_ERROR, "display-unit", place, "%s '%.80s' has a displayUnit, but no unit",
		               s->what, s->name);
		return;
	}
	const xmlNode *node = host_lint_names_find(&m->units, unit);
	const xmlNode *known = host_lint_xml_child(node, "DisplayUnit");
	while (known != NULL &&
	       (host_lint_xml_value(known, "name") == NULL || strcmp(host_lint_xml_value(known, "name"), display) != 0)) {
		known = host_lint_xml_next(known);
	}
	if (node != NULL && known == NULL && strcmp(display, unit) != 0) {
		host_lint_find(lint, HOST_LINT_WARNING, "display-unit", place,
		               "%s '%.80s': unit '%.40s' defines no DisplayUnit '%.40s', so it is ignored", s->what, s->name,
		               unit, display);
	}
}

static void host_lint_subject_range(struct host_lint *lint, const struct host_lint_model *m,
                                    const struct host_lint_subject *s)
{
	char place[HOST_LINT_PLACE_SIZE];
	double least = 0.0, most = 0.0;
	const char *low = host_lint_subject_value(s, "min"), *high = host_lint_subject_value(s, "max");
	int own = host_lint_xml_value(s->value, "min") != NULL || host_lint_xml_value(s->value, "max") != NULL;
	(void)m;
	if (own && host_lint_xml_double(low, &least) == 0 && host_lint_xml_double(high, &most) == 0 && !(least <= most)) {
		host_lint_find(lint, HOST_LINT_ERROR, "range-empty", host_lint_xml_place(s->node, place),
		               "%s '%.80s': min %.40s is larger than max %.40s", s->what, s->name, low, high);
	}
}

static void host_lint_subject_nominal(struct host_lint *lint, const struct host_lint_model *m,
                                      const struct host_lint_subject *s)
{
	char place[HOST_LINT_PLACE_SIZE];
	double nominal = 0.0;
	const char *text = host_lint_xml_value(s->value, "nominal");
	(void)m;
	if (host_lint_xml_double(text, &nominal) == 0 && !(nominal > 0.0 && isfinite(nominal))) {
		host_lint_find(lint, HOST_LINT_ERROR, "nominal", host_lint_xml_place(s->node, place),
		               "%s '%.80s': nominal is %.40s, but must be larger than 0", s->what, s->name, text);
	}
}

void host_lint_check_subject(struct host_lint *lint, const struct host_lint_model *m, const struct host_lint_subject *s)
{
	static void (*const rules[])(struct host_lint *, const struct host_lint_model *,
	                             const struct host_lint_subject *) = {
		host_lint_subject_unit, host_lint_subject_display_unit, host_lint_subject_range, host_lint_subject_nominal};
	for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
		rules[i](lint, m, s);
	}
}

/* ---- units */

static void host_lint_units_unique(struct host_lint *lint, const struct host_lint_model *m)
{
	host_lint_names_unique(lint, &m->units, "unit-duplicate");
}

static void host_lint_units_display(struct host_lint *lint, const struct host_lint_model *m)
{
	for (int i = 0; i < m->units.n; i++) {
		host_lint_children_unique(lint, m->units.list[i].node, "DisplayUnit", "display-unit-duplicate");
	}
}

/* conversions can be undone */
static void host_lint_units_factor(struct host_lint *lint, const struct host_lint_model *m)
{
	char place[HOST_LINT_PLACE_SIZE];
	for (int i = 0; i < m->units.n; i++) {
		for (const xmlNode *node = m->units.list[i].node->children; node != NULL; node = node->next) {
			double factor = 1.0;
			const char *text = node->type == XML_ELEMENT_NODE ? host_lint_xml_value(node, "factor") : NULL;
			if (host_lint_xml_double(text, &factor) == 0 && (factor == 0.0 || !isfinite(factor))) {
				host_lint_find(lint, HOST_LINT_ERROR, "unit-factor", host_lint_xml_place(node, place),
				               "unit '%.40s': factor is %.40s, which no value can be converted with",
				               m->units.list[i].name, text);
			}
		}
	}
}

static void host_lint_units_base(struct host_lint *lint, const struct host_lint_model *m)
{
	char place[HOST_LINT_PLACE_SIZE];
	for (int i = 0; i < m->units.n; i++) {
		if (host_lint_xml_child(m->units.list[i].node, "BaseUnit") == NULL) {
			host_lint_find(lint, HOST_LINT_NOTE, "unit-base", host_lint_xml_place(m->units.list[i].node, place),
			               "unit '%.40s' has no BaseUnit: importers cannot compare or convert it",
			               m->units.list[i].name);
		}
	}
}

/* ---- types */

static void host_lint_types_unique(struct host_lint *lint, const struct host_lint_model *m)
{
	host_lint_names_unique(lint, &m->types, "type-duplicate");
}

static void host_lint_types_names(struct host_lint *lint, const struct host_lint_model *m)
{
	char place[HOST_LINT_PLACE_SIZE];
	for (int i = 0; i < m->types.n; i++) {
		if (host_lint_names_find(&m->variable_names, m->types.list[i].name) != NULL) {
			host_lint_find(lint, HOST_LINT_ERROR, "type-name", host_lint_xml_place(m->types.list[i].node, place),
			               "type '%.80s' is called as a variable is", m->types.list[i].name);
		}
	}
}

static void host_lint_types_values(struct host_lint *lint, const struct host_lint_model *m)
{
	for (int i = 0; i < m->types.n; i++) {
		const xmlNode *node = m->types.list[i].node;
		for (int k = HOST_LINT_KIND_REAL; k <= HOST_LINT_KIND_INTEGER; k++) {
			struct host_lint_subject subject = {"type", m->types.list[i].name, node,
			                                    host_lint_xml_child(node, host_lint_kinds[k]), NULL};
			if (subject.value != NULL) {
				host_lint_check_subject(lint, m, &subject);
			}
		}
	}
}

static int host_lint_types_compare(const void *a, const void *b)
{
	const int32_t *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

/* names and values of an enumeration tell each other: both are there once */
static void host_lint_types_item_values(struct host_lint *lint, const xmlNode *enumeration, const char *name)
{
	char place[HOST_LINT_PLACE_SIZE];
	size_t n = 0, count = 0;
	for (const xmlNode *i = host_lint_xml_child(enumeration, "Item"); i != NULL; i = host_lint_xml_next(i)) {
		n++;
	}
	int32_t *values = calloc(n + 1, sizeof *values);
	if (values == NULL) {
		lint->failed = 1;
		return;
	}
	for (const xmlNode *i = host_lint_xml_child(enumeration, "Item"); i != NULL; i = host_lint_xml_next(i)) {
		count += host_lint_xml_int(host_lint_xml_value(i, "value"), &values[count]) == 0;
	}
	qsort(values, count, sizeof *values, host_lint_types_compare);
	for (size_t i = 1; i < count; i++) {
		if (values[i] == values[i - 1]) {
			host_lint_find(lint, HOST_LINT_ERROR, "enumeration-item", host_lint_xml_place(enumeration, place),
			               "type '%.80s': two items have the value %ld", name, (long)values[i]);
		}
	}
	free(values);
}

static void host_lint_types_items(struct host_lint *lint, const struct host_lint_model *m)
{
	for (int i = 0; i < m->types.n; i++) {
		const xmlNode *enumeration = host_lint_xml_child(m->types.list[i].node, "Enumeration");
		host_lint_children_unique(lint, enumeration, "Item", "enumeration-item");
		host_lint_types_item_values(lint, enumeration, m->types.list[i].name);
	}
}

void host_lint_description_units(struct host_lint *lint, const struct host_lint_model *m)
{
	static host_lint_rule *const rules[] = {
		host_lint_units_unique, host_lint_units_display, host_lint_units_factor, host_lint_units_base,
		host_lint_types_unique, host_lint_types_names,   host_lint_types_values, host_lint_types_items,
	};
	host_lint_apply(lint, m, (int)(sizeof rules / sizeof rules[0]), rules);
}
