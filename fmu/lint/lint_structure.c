/* Rules of SystemStructure.ssd. */
#define _POSIX_C_SOURCE 200809L

#include <libxml/uri.h>
#include <string.h>
#include <unistd.h>

#include "host_suggest.h"
#include "lint_system.h"

static const char lint_structure_space[] = "http://ssp-standard.org/SSP1/SystemStructureDescription";

enum lint_connector_kind {
	LINT_CONNECTOR_INPUT,
	LINT_CONNECTOR_OUTPUT,
	LINT_CONNECTOR_INOUT,
	LINT_CONNECTOR_PARAMETER,
	LINT_CONNECTOR_CALCULATED,
	LINT_CONNECTOR_KIND_COUNT
};
static const char *const lint_connector_kinds[LINT_CONNECTOR_KIND_COUNT] = {"input", "output", "inout", "parameter",
                                                                            "calculatedParameter"};

/* what a connection may start at and end at. To the inside of a system its own inputs are
 * sources */
enum { LINT_START, LINT_END };
static const unsigned lint_connector_sources =
	1u << LINT_CONNECTOR_OUTPUT | 1u << LINT_CONNECTOR_INOUT | 1u << LINT_CONNECTOR_CALCULATED;
static const unsigned lint_connector_sinks =
	1u << LINT_CONNECTOR_INPUT | 1u << LINT_CONNECTOR_INOUT | 1u << LINT_CONNECTOR_PARAMETER;

/* ---- the tree */

int lint_structure_is(const xmlNode *node, const char *name)
{
	return node != NULL && node->type == XML_ELEMENT_NODE && node->ns != NULL && node->ns->href != NULL &&
	       strcmp((const char *)node->ns->href, lint_structure_space) == 0 &&
	       strcmp((const char *)node->name, name) == 0;
}

const xmlNode *lint_structure_next(const xmlNode *root, const xmlNode *node)
{
	const xmlNode *next = node == NULL ? root : node->children;
	while (next == NULL || next->type != XML_ELEMENT_NODE) {
		if (next != NULL) {
			node = next;
		}
		while (node != root && node->next == NULL) {
			node = node->parent;
		}
		if (node == root) {
			return NULL;
		}
		next = node->next;
	}
	return next;
}

static const xmlNode *lint_structure_sibling(const xmlNode *node, const char *name)
{
	while (node != NULL && !lint_structure_is(node, name)) {
		node = node->next;
	}
	return node;
}

static const xmlNode *lint_structure_child(const xmlNode *parent, const char *name)
{
	return parent == NULL ? NULL : lint_structure_sibling(parent->children, name);
}

/* the elements of a system: its components, systems and references to dictionaries */
static int lint_structure_is_element(const xmlNode *node)
{
	return lint_structure_is(node, "Component") || lint_structure_is(node, "System") ||
	       lint_structure_is(node, "SignalDictionaryReference");
}

static const xmlNode *lint_structure_element(const xmlNode *system, const xmlNode *last)
{
	const xmlNode *list = lint_structure_child(system, "Elements");
	const xmlNode *node = last != NULL ? last->next : list == NULL ? NULL : list->children;
	while (node != NULL && !lint_structure_is_element(node)) {
		node = node->next;
	}
	return node;
}

static const xmlNode *lint_structure_connector(const xmlNode *element, const xmlNode *last)
{
	return last != NULL ? lint_structure_sibling(last->next, "Connector")
	                    : lint_structure_child(lint_structure_child(element, "Connectors"), "Connector");
}

/* an attribute that must be there; "" after a finding */
static const char *lint_structure_need(struct lint *lint, const xmlNode *node, const char *attribute)
{
	char place[LINT_PLACE_SIZE];
	const char *value = host_xml_value(node, attribute);
	if (value == NULL || value[0] == 0) {
		lint_find(lint, LINT_ERROR, "system-attribute", lint_xml_place(node, place), "%.60s has no %s",
		          (const char *)node->name, attribute);
	}
	return value == NULL ? "" : value;
}

/* ---- elements and connectors */

typedef const xmlNode *lint_structure_list(const xmlNode *parent, const xmlNode *last);

static const xmlNode *lint_structure_named(const xmlNode *parent, lint_structure_list *next, const char *name)
{
	for (const xmlNode *n = next(parent, NULL); n != NULL; n = next(parent, n)) {
		const char *other = host_xml_value(n, "name");
		if (other != NULL && strcmp(other, name) == 0) {
			return n;
		}
	}
	return NULL;
}

static void lint_structure_unique(struct lint *lint, const xmlNode *parent, lint_structure_list *next)
{
	lint_checked(lint);
	for (const xmlNode *n = next(parent, NULL); n != NULL; n = next(parent, n)) {
		char place[LINT_PLACE_SIZE];
		const char *name = lint_structure_need(lint, n, "name");
		const xmlNode *first = lint_structure_named(parent, next, name);
		if (name[0] != 0 && first != n) {
			lint_find(lint, LINT_ERROR, "system-name-twice", lint_xml_place(n, place),
			          "the name '%.80s' is there twice, first in line %ld", name, xmlGetLineNo(first));
		}
	}
}

static void lint_structure_connectors(struct lint *lint, const xmlNode *element)
{
	lint_structure_unique(lint, element, lint_structure_connector);
	lint_checked(lint);
	for (const xmlNode *c = lint_structure_connector(element, NULL); c != NULL;
	     c = lint_structure_connector(element, c)) {
		char place[LINT_PLACE_SIZE];
		const char *kind = lint_structure_need(lint, c, "kind");
		if (kind[0] != 0 && host_xml_choice(kind, lint_connector_kinds, LINT_CONNECTOR_KIND_COUNT) < 0) {
			lint_find(lint, LINT_ERROR, "system-connector-kind", lint_xml_place(c, place),
			          "connector '%.80s' is of kind '%.40s': it must be input, output, inout, parameter or "
			          "calculatedParameter",
			          host_xml_value(c, "name") == NULL ? "" : host_xml_value(c, "name"), kind);
		}
	}
}

/* a path with a part .. */
static int lint_structure_climbs(const char *path)
{
	for (const char *part = path; *part != 0; part += strcspn(part, "/"), part += *part == '/') {
		if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == 0)) {
			return 1;
		}
	}
	return 0;
}

char *lint_structure_source(const xmlNode *component)
{
	const char *source = host_xml_value(component, "source");
	char *path = xmlURIUnescapeString(source == NULL ? "" : source, 0, NULL);
	if (path != NULL &&
	    (strchr(path, ':') != NULL || path[0] == '/' || path[0] == '#' || lint_structure_climbs(path))) {
		path[0] = 0;
	}
	return path;
}

static void lint_structure_component(struct lint *lint, const xmlNode *component, const char *folder)
{
	char place[LINT_PLACE_SIZE], file[HOST_PATH_SIZE];
	const char *source = lint_structure_need(lint, component, "source");
	lint_checked(lint);
	if (source[0] == 0 || folder == NULL) {
		return;
	}
	char *path = lint_structure_source(component);
	const char *name = host_xml_value(component, "name");
	if (path == NULL) {
		lint->failed = 1;
	} else if (path[0] == 0) {
		lint_find(lint, LINT_NOTE, "system-source-outside", lint_xml_place(component, place),
		          "component '%.60s': source '%.120s' lies outside of the archive and was not checked",
		          name == NULL ? "" : name, source);
	} else if (host_path_join(folder, path, file) != 0 || access(file, R_OK) != 0) {
		lint_find(lint, LINT_ERROR, "system-source", lint_xml_place(component, place),
		          "component '%.60s': source '%.120s' is not in the archive", name == NULL ? "" : name, source);
	}
	xmlFree(path);
}

/* ---- connections */

struct lint_connection_end {
	const xmlNode *connector; /* NULL: not found */
	const char *element, *name;
};

/* start or end of a connection, with findings about what is not there or of the wrong kind */
static struct lint_connection_end lint_connection_end(struct lint *lint, const xmlNode *system,
                                                      const xmlNode *connection, int end)
{
	static const char *const elements[] = {"startElement", "endElement"};
	static const char *const connectors[] = {"startConnector", "endConnector"};
	static const char *const does[] = {"starts", "ends"};
	char place[LINT_PLACE_SIZE], guess[HOST_SUGGESTION_SIZE];
	struct lint_connection_end e = {NULL, host_xml_value(connection, elements[end]),
	                                lint_structure_need(lint, connection, connectors[end])};
	const int own = e.element == NULL || e.element[0] == 0;
	const xmlNode *element = own ? system : lint_structure_named(system, lint_structure_element, e.element);
	(void)lint_xml_place(connection, place);
	if (element == NULL) {
		struct host_suggestion s = host_suggest_begin(e.element);
		for (const xmlNode *n = lint_structure_element(system, NULL); n != NULL;
		     n = lint_structure_element(system, n)) {
			host_suggest_offer(&s, host_xml_value(n, "name") == NULL ? "" : host_xml_value(n, "name"));
		}
		lint_find(lint, LINT_ERROR, "system-connection-element", place,
		          "the connection %s at '%.60s', which does not exist%s", does[end], e.element,
		          host_suggest_text(&s, guess));
		return e;
	}
	if (e.name[0] == 0) {
		return e;
	}
	e.connector = lint_structure_named(element, lint_structure_connector, e.name);
	if (e.connector == NULL) {
		struct host_suggestion s = host_suggest_begin(e.name);
		for (const xmlNode *n = lint_structure_connector(element, NULL); n != NULL;
		     n = lint_structure_connector(element, n)) {
			host_suggest_offer(&s, host_xml_value(n, "name") == NULL ? "" : host_xml_value(n, "name"));
		}
		lint_find(lint, LINT_ERROR, "system-connection-connector", place,
		          "the connection %s at connector '%.60s', which %s%.60s%s does not have%s", does[end], e.name,
		          own ? "the system" : "'", own ? "" : e.element, own ? "" : "'", host_suggest_text(&s, guess));
		return e;
	}
	const int kind =
		host_xml_choice(host_xml_value(e.connector, "kind"), lint_connector_kinds, LINT_CONNECTOR_KIND_COUNT);
	const unsigned allowed = (end == LINT_START) != own ? lint_connector_sources : lint_connector_sinks;
	if (kind >= 0 && (allowed >> kind & 1u) == 0) {
		lint_find(lint, LINT_ERROR, "system-connection-kind", place,
		          "the connection %s at the %s '%s%s%.80s': it must %s at an %s", does[end], lint_connector_kinds[kind],
		          own ? "" : e.element, own ? "" : ".", e.name, end == LINT_START ? "start" : "end",
		          own ? (end == LINT_START ? "input of the system" : "output of the system")
		              : (end == LINT_START ? "output" : "input"));
	}
	return e;
}

static const xmlNode *lint_structure_connection(const xmlNode *system, const xmlNode *last)
{
	return last != NULL ? lint_structure_sibling(last->next, "Connection")
	                    : lint_structure_child(lint_structure_child(system, "Connections"), "Connection");
}

static int lint_structure_same(const xmlNode *a, const xmlNode *b, const char *attribute)
{
	const char *x = host_xml_value(a, attribute), *y = host_xml_value(b, attribute);
	return strcmp(x == NULL ? "" : x, y == NULL ? "" : y) == 0;
}

static void lint_structure_connections(struct lint *lint, const xmlNode *system)
{
	lint_checked(lint);
	for (const xmlNode *c = lint_structure_connection(system, NULL); c != NULL;
	     c = lint_structure_connection(system, c)) {
		char place[LINT_PLACE_SIZE];
		(void)lint_connection_end(lint, system, c, LINT_START);
		const struct lint_connection_end end = lint_connection_end(lint, system, c, LINT_END);
		const xmlNode *first = lint_structure_connection(system, NULL);
		while (first != c &&
		       !(lint_structure_same(first, c, "endElement") && lint_structure_same(first, c, "endConnector"))) {
			first = lint_structure_connection(system, first);
		}
		if (end.connector != NULL && first != c) {
			lint_find(lint, LINT_ERROR, "system-connection-twice", lint_xml_place(c, place),
			          "'%.60s%s%.60s' is the end of two connections, the first in line %ld",
			          end.element == NULL ? "" : end.element, end.element == NULL ? "" : ".", end.name,
			          xmlGetLineNo(first));
		}
	}
}

/* ---- the whole */

static int lint_structure_root(struct lint *lint, const xmlNode *root)
{
	char place[LINT_PLACE_SIZE];
	lint_checked(lint);
	if (!lint_structure_is(root, "SystemStructureDescription")) {
		lint_find(lint, LINT_ERROR, "system-root", lint_xml_place(root, place),
		          "the root element is %.60s: it must be SystemStructureDescription of the namespace %s",
		          (const char *)root->name, lint_structure_space);
		return 0;
	}
	const char *version = lint_structure_need(lint, root, "version");
	(void)lint_structure_need(lint, root, "name");
	if (version[0] != 0 && strcmp(version, "1.0") != 0) {
		lint_find(lint, LINT_NOTE, "system-version", lint_xml_place(root, place),
		          "the version is '%.40s': it was checked as 1.0", version);
	}
	if (lint_structure_child(root, "System") == NULL) {
		lint_find(lint, LINT_ERROR, "system-root", lint_xml_place(root, place), "there is no System in it");
		return 0;
	}
	return 1;
}

void lint_structure(struct lint *lint, const xmlNode *root, const char *folder)
{
	if (!lint_structure_root(lint, root)) {
		return;
	}
	(void)lint_structure_need(lint, lint_structure_child(root, "System"), "name");
	for (const xmlNode *n = root; n != NULL; n = lint_structure_next(root, n)) {
		if (lint_structure_is(n, "System")) {
			lint_structure_unique(lint, n, lint_structure_element);
			lint_structure_connectors(lint, n);
			lint_structure_connections(lint, n);
		} else if (lint_structure_is(n, "Component")) {
			lint_structure_connectors(lint, n);
			lint_structure_component(lint, n, folder);
		}
	}
}

/* ---- connectors and variables */

static const xmlNode *lint_structure_variable(const xmlNode *description, const char *name)
{
	const xmlNode *list = host_xml_child(description, "ModelVariables");
	for (const xmlNode *v = host_xml_child(list, "ScalarVariable"); v != NULL; v = host_xml_next(v)) {
		const char *other = host_xml_value(v, "name");
		if (other != NULL && strcmp(other, name) == 0) {
			return v;
		}
	}
	return NULL;
}

static void lint_structure_match(struct lint *lint, const xmlNode *component, const xmlNode *connector,
                                 const xmlNode *description)
{
	char place[LINT_PLACE_SIZE];
	const char *name = host_xml_value(connector, "name"), *kind = host_xml_value(connector, "kind");
	const char *element = host_xml_value(component, "name"), *source = host_xml_value(component, "source");
	if (name == NULL || kind == NULL) {
		return;
	}
	const xmlNode *variable = lint_structure_variable(description, name);
	if (variable == NULL) {
		lint_find(lint, LINT_ERROR, "system-connector-variable", lint_xml_place(connector, place),
		          "connector '%.60s' of '%.60s': '%.100s' has no such variable", name, element == NULL ? "" : element,
		          source);
		return;
	}
	const char *written = host_xml_value(variable, "causality"), *causality = written == NULL ? "local" : written;
	/* a local variable may be shown to the outside */
	const int fits = strcmp(kind, causality) == 0 || strcmp(kind, "inout") == 0 ||
	                 (strcmp(kind, "output") == 0 && strcmp(causality, "local") == 0);
	if (!fits && host_xml_choice(kind, lint_connector_kinds, LINT_CONNECTOR_KIND_COUNT) >= 0) {
		lint_find(lint, LINT_ERROR, "system-connector-variable", lint_xml_place(connector, place),
		          "connector '%.60s' of '%.60s' is of kind %s, but the variable of '%.80s' has the causality %.30s",
		          name, element == NULL ? "" : element, kind, source, causality);
	}
}

void lint_structure_unit(struct lint *lint, const xmlNode *root, const char *source, const xmlNode *description)
{
	lint_checked(lint);
	for (const xmlNode *n = root; n != NULL; n = lint_structure_next(root, n)) {
		char *path = lint_structure_is(n, "Component") ? lint_structure_source(n) : NULL;
		for (const xmlNode *c = path == NULL || strcmp(path, source) != 0 ? NULL : lint_structure_connector(n, NULL);
		     c != NULL; c = lint_structure_connector(n, c)) {
			lint_structure_match(lint, n, c, description);
		}
		xmlFree(path);
	}
}
