#include "lint_schema.h"

#include <string.h>

#include "lint_description.h"
#include "host_suggest.h"

/* ---- forms of values */

static int lint_is_text(const char *text)
{
	(void)text;
	return 1;
}

static int lint_is_boolean(const char *text)
{
	int value = 0;
	return host_xml_boolean(text, &value) == 0;
}

static int lint_is_int(const char *text)
{
	int32_t value = 0;
	return host_xml_int(text, &value) == 0;
}

static int lint_is_unsigned(const char *text)
{
	uint32_t value = 0;
	return host_xml_unsigned(text, &value) == 0;
}

static int lint_is_double(const char *text)
{
	double value = 0.0;
	return host_xml_double(text, &value) == 0;
}

static int lint_is_date(const char *text)
{
	int utc = 0;
	return host_xml_date(text, &utc) == 0;
}

static int lint_is_version(const char *text)
{
	return strcmp(text, "2.0") == 0;
}

static int lint_is_naming(const char *text)
{
	return strcmp(text, "flat") == 0 || strcmp(text, "structured") == 0;
}

static int lint_is_causality(const char *text)
{
	return host_xml_choice(text, lint_causalities, HOST_CAUSALITY_COUNT) >= 0;
}

static int lint_is_variability(const char *text)
{
	return host_xml_choice(text, lint_variabilities, HOST_VARIABILITY_COUNT) >= 0;
}

static int lint_is_initial(const char *text)
{
	return host_xml_choice(text, lint_initials, LINT_INITIAL_COUNT) >= 0;
}

static int lint_is_index_list(const char *text)
{
	char item[HOST_XML_ITEM_SIZE];
	while (host_xml_item(&text, item)) {
		if (!lint_is_unsigned(item)) {
			return 0;
		}
	}
	return 1;
}

static int lint_is_kind_list(const char *text)
{
	char item[HOST_XML_ITEM_SIZE];
	while (host_xml_item(&text, item)) {
		if (host_xml_choice(item, lint_dependency_kinds, LINT_DEPENDENCY_KIND_COUNT) < 0) {
			return 0;
		}
	}
	return 1;
}

static const struct {
	int (*fits)(const char *text);
	const char *rule, *expected;
} lint_forms[LINT_FORM_COUNT] = {
	[LINT_TEXT] = {lint_is_text, "attribute-value", "a text"},
	[LINT_BOOLEAN] = {lint_is_boolean, "attribute-value", "true or false"},
	[LINT_INT] = {lint_is_int, "attribute-value", "a whole number of 32 bits"},
	[LINT_UNSIGNED] = {lint_is_unsigned, "attribute-value", "a whole number from 0 to 4294967295"},
	[LINT_DOUBLE] = {lint_is_double, "attribute-value", "a number with a decimal point"},
	[LINT_DATE] = {lint_is_date, "attribute-value", "a date and time as 2024-12-31T23:59:59Z"},
	[LINT_VERSION] = {lint_is_version, "fmi-version", "2.0, whatever the last number of the standard is"},
	[LINT_NAMING] = {lint_is_naming, "attribute-value", "flat or structured"},
	[LINT_CAUSALITY] = {lint_is_causality, "attribute-value",
                        "parameter, calculatedParameter, input, output, local or independent"},
	[LINT_VARIABILITY] = {lint_is_variability, "attribute-value", "constant, fixed, tunable, discrete or continuous"},
	[LINT_INITIAL] = {lint_is_initial, "attribute-value", "exact, approx or calculated"},
	[LINT_INDICES] = {lint_is_index_list, "attribute-value", "a list of indices"},
	[LINT_KINDS] = {lint_is_kind_list, "attribute-value", "a list of dependent, constant, fixed, tunable and discrete"},
};

/* ---- attributes */

static const struct lint_attribute *lint_schema_attribute(const struct lint_attribute *list, const char *name)
{
	for (; list != NULL && list->name != NULL; list++) {
		if (strcmp(list->name, name) == 0) {
			return list;
		}
	}
	return NULL;
}

static void lint_schema_unknown_attribute(struct lint *lint, const xmlNode *node, const struct lint_element *element,
                                          const char *name)
{
	char place[LINT_PLACE_SIZE], hint[HOST_SUGGESTION_SIZE];
	const struct lint_attribute *const lists[] = {element->attributes, element->group};
	struct host_suggestion suggestion = host_suggest_begin(name);
	for (int i = 0; i < 2; i++) {
		for (const struct lint_attribute *a = lists[i]; a != NULL && a->name != NULL; a++) {
			host_suggest_offer(&suggestion, a->name);
		}
	}
	lint_find(lint, LINT_ERROR, "attribute-unknown", lint_xml_place(node, place), "%s has no attribute '%.60s'%s",
	          element->name, name, host_suggest_text(&suggestion, hint));
}

/* the attributes that are there */
static void lint_schema_given(struct lint *lint, const xmlNode *node, const struct lint_element *element)
{
	static const char instance[] = "http://www.w3.org/2001/XMLSchema-instance";
	char place[LINT_PLACE_SIZE];
	for (const xmlAttr *a = node->properties; a != NULL; a = a->next) {
		const char *name = (const char *)a->name;
		const struct lint_attribute *known = lint_schema_attribute(element->attributes, name);
		if (a->ns != NULL && a->ns->href != NULL && strcmp((const char *)a->ns->href, instance) == 0) {
			continue;
		}
		known = known == NULL ? lint_schema_attribute(element->group, name) : known;
		if (known == NULL || a->ns != NULL) {
			lint_schema_unknown_attribute(lint, node, element, name);
			continue;
		}
		const char *value = host_xml_value(node, name);
		if (!lint_forms[known->form].fits(value)) {
			lint_find(lint, LINT_ERROR, lint_forms[known->form].rule, lint_xml_place(node, place),
			          "%s of %s is '%.60s', but must be %s", name, element->name, value,
			          lint_forms[known->form].expected);
		}
	}
}

static void lint_schema_attributes(struct lint *lint, const xmlNode *node, const struct lint_element *element)
{
	const struct lint_attribute *const lists[] = {element->attributes, element->group};
	char place[LINT_PLACE_SIZE];
	lint_schema_given(lint, node, element);
	for (int i = 0; i < 2; i++) {
		for (const struct lint_attribute *a = lists[i]; a != NULL && a->name != NULL; a++) {
			if (a->required && host_xml_value(node, a->name) == NULL) {
				lint_find(lint, LINT_ERROR, "attribute-missing", lint_xml_place(node, place),
				          "%s needs the attribute '%s'", element->name, a->name);
			}
		}
	}
}

/* ---- children */

static int lint_schema_child(const struct lint_child *children, const xmlNode *node)
{
	for (int i = 0; children[i].element != NULL; i++) {
		if (host_xml_is(node, children[i].element->name)) {
			return i;
		}
	}
	return -1;
}

static void lint_schema_unknown_child(struct lint *lint, const xmlNode *node, const struct lint_element *element,
                                      const struct lint_child *children)
{
	char place[LINT_PLACE_SIZE], hint[HOST_SUGGESTION_SIZE];
	const char *name = (const char *)node->name;
	struct host_suggestion suggestion = host_suggest_begin(name);
	for (int i = 0; children[i].element != NULL; i++) {
		host_suggest_offer(&suggestion, children[i].element->name);
	}
	lint_find(lint, LINT_ERROR, "element-unknown", lint_xml_place(node, place), "%s has no element '%.60s'%s",
	          element->name, name, host_suggest_text(&suggestion, hint));
}

/* too few or too many of each, and of the choice */
static void lint_schema_numbers(struct lint *lint, const xmlNode *node, const struct lint_element *element,
                                const struct lint_child *children, const int *counts)
{
	char place[LINT_PLACE_SIZE];
	int choices = 0;
	for (int i = 0; children[i].element != NULL; i++) {
		choices += children[i].rank == 0 ? counts[i] : 0;
		if (counts[i] < children[i].least) {
			lint_find(lint, LINT_ERROR, "element-missing", lint_xml_place(node, place), "%s needs %s", element->name,
			          children[i].element->name);
		}
		if (children[i].most != LINT_MANY && counts[i] > children[i].most) {
			lint_find(lint, LINT_ERROR, "element-repeated", lint_xml_place(node, place),
			          "%s holds %s %d times, but only once is allowed", element->name, children[i].element->name,
			          counts[i]);
		}
	}
	if (element->one_of != NULL && choices != 1) {
		lint_find(lint, LINT_ERROR, choices == 0 ? "element-missing" : "element-repeated", lint_xml_place(node, place),
		          "%s needs exactly %s", element->name, element->one_of);
	}
}

/* blanks may stand between elements, but not where there are none */
static void lint_schema_text(struct lint *lint, const xmlNode *node, const struct lint_element *element)
{
	int empty = element->children == NULL && element->item == NULL && element->foreign == 0;
	char place[LINT_PLACE_SIZE];
	for (const xmlNode *child = node->children; child != NULL; child = child->next) {
		const char *text =
			child->type == XML_TEXT_NODE || child->type == XML_CDATA_SECTION_NODE ? (const char *)child->content : NULL;
		if (text != NULL && text[empty ? 0 : strspn(text, " \t\r\n")] != 0) {
			lint_find(lint, LINT_ERROR, "text-unexpected", lint_xml_place(node, place),
			          empty ? "%s must be empty, without even a blank or a new line"
			                : "%s holds a text between its elements",
			          element->name);
			return;
		}
	}
}

static void lint_schema_element(struct lint *lint, const xmlNode *node, const struct lint_element *element);

static void lint_schema_children(struct lint *lint, const xmlNode *node, const struct lint_element *element,
                                 const struct lint_child *children)
{
	enum { MOST_CHILDREN = 16 };
	int counts[MOST_CHILDREN] = {0}, latest = -1, told = 0, n_foreign = 0;
	char place[LINT_PLACE_SIZE];
	for (const xmlNode *child = node->children; child != NULL; child = child->next) {
		if (child->type != XML_ELEMENT_NODE) {
			continue;
		}
		int i = lint_schema_child(children, child);
		if (i < 0 && n_foreign++ < element->foreign) {
			continue;
		}
		if (i < 0) {
			lint_schema_unknown_child(lint, child, element, children);
			continue;
		}
		counts[i]++;
		if (latest >= 0 && children[i].rank < children[latest].rank && !told) {
			told = 1;
			lint_find(lint, LINT_ERROR, "element-order", lint_xml_place(child, place), "%s must stand before %s",
			          children[i].element->name, children[latest].element->name);
		}
		latest = i;
		lint_schema_element(lint, child, children[i].element);
	}
	lint_schema_numbers(lint, node, element, children, counts);
}

static void lint_schema_element(struct lint *lint, const xmlNode *node, const struct lint_element *element)
{
	const struct lint_child item[] = {{element->item, 0, 1, LINT_MANY}, {NULL, 0, 0, 0}};
	if (element->foreign == LINT_MANY) {
		return;
	}
	lint_schema_attributes(lint, node, element);
	lint_schema_text(lint, node, element);
	lint_schema_children(lint, node, element, element->children != NULL ? element->children : item);
}

void lint_schema(struct lint *lint, const xmlNode *root)
{
	static const char *const rules[] = {"attribute-unknown", "attribute-missing", "attribute-value",
	                                    "fmi-version",       "element-unknown",   "element-missing",
	                                    "element-repeated",  "element-order",     "text-unexpected"};
	for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
		lint_checked(lint);
	}
	lint_schema_element(lint, root, &lint_schema_root);
}
