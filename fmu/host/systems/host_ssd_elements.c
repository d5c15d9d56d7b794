/* Elements of SSP files, for their readers: children by name, places for messages, numbers, and
 * other files that an element names. A source stays within the archive it is named in. */
#define _POSIX_C_SOURCE 200809L

#include <float.h>
#include <libxml/uri.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_ssd_parts.h"
#include "host_suggest.h"
#include "host_zip.h"

/* ---- the tree */

int host_ssd_is(const xmlNode *node, const char *name)
{
	static const char space[] = "http://ssp-standard.org/";
	return node != NULL && node->type == XML_ELEMENT_NODE && node->ns != NULL && node->ns->href != NULL &&
	       strncmp((const char *)node->ns->href, space, sizeof space - 1) == 0 &&
	       strcmp((const char *)node->name, name) == 0;
}

const xmlNode *host_ssd_next(const xmlNode *node, const char *name)
{
	for (node = node == NULL ? NULL : node->next; node != NULL && !host_ssd_is(node, name);) {
		node = node->next;
	}
	return node;
}

const xmlNode *host_ssd_child(const xmlNode *parent, const char *name)
{
	const xmlNode *node = parent == NULL ? NULL : parent->children;
	return node == NULL || host_ssd_is(node, name) ? node : host_ssd_next(node, name);
}

struct host_place host_ssd_place(const xmlNode *node)
{
	return (struct host_place){(int)xmlGetLineNo(node), 1};
}

void host_ssd_error(struct host_ssd_reader *r, const xmlNode *node, const char *format, const char *text)
{
	char said[400];
	(void)snprintf(said, sizeof said, format, text);
	host_problem_error(r->problems, r->file, host_ssd_place(node), "%s", said);
}

const char *host_ssd_need(struct host_ssd_reader *r, const xmlNode *node, const char *attribute)
{
	const char *value = host_xml_value(node, attribute);
	if (value == NULL || value[0] == 0) {
		host_problem_error(r->problems, r->file, host_ssd_place(node), "%.60s has no %s", (const char *)node->name,
		                   attribute);
	}
	return value == NULL ? "" : value;
}

double host_ssd_number(struct host_ssd_reader *r, const xmlNode *node, const char *attribute, double fallback)
{
	const char *text = host_xml_value(node, attribute);
	double number = fallback;
	if (text != NULL && (host_xml_double(text, &number) != 0 || !isfinite(number))) {
		host_problem_error(r->problems, r->file, host_ssd_place(node), "%s '%.80s' is no finite number", attribute,
		                   text);
		return fallback;
	}
	return number;
}

/* ---- sources */

/* a path with a part .. */
static int host_ssd_climbs(const char *path)
{
	for (const char *part = path; *part != 0; part += strcspn(part, "/"), part += *part == '/') {
		if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == 0)) {
			return 1;
		}
	}
	return 0;
}

int host_ssd_source(struct host_ssd_reader *r, const xmlNode *node, const char *source, char path[HOST_PATH_SIZE])
{
	char *plain = xmlURIUnescapeString(source, 0, NULL);
	int status = 0;
	if (plain == NULL) {
		r->problems->failed = 1;
		return -1;
	}
	const char *scheme = strchr(plain, ':');
	if (scheme != NULL && strchr(plain, '/') != NULL && scheme < strchr(plain, '/')) {
		host_ssd_error(r, node, "source '%.200s' is no path relative to this file", source);
		status = -1;
	} else if (r->packed && (plain[0] == '/' || host_ssd_climbs(plain))) {
		host_ssd_error(r, node, "source '%.200s' lies outside of the archive", source);
		status = -1;
	} else if (plain[0] == '/' || r->base[0] == 0) {
		status = snprintf(path, HOST_PATH_SIZE, "%s", plain) < HOST_PATH_SIZE ? 0 : -1;
	} else if (host_path_join(r->base, plain, path) != 0) {
		host_ssd_error(r, node, "source '%.200s': path too long", source);
		status = -1;
	}
	xmlFree(plain);
	return status;
}

xmlDoc *host_ssd_parse(struct host_ssd_reader *r, const xmlNode *node, const char *path)
{
	struct host_text text = {0};
	struct mech_message message = {""};
	const struct host_place place = node == NULL ? (struct host_place){0, 0} : host_ssd_place(node);
	int out_of_memory = 0;
	const int status = host_file_read(path, HOST_ZIP_MOST_BYTES, &text, &message);
	host_text_free(&text);
	if (status != 0) {
		host_problem_error(r->problems, r->file, place, "%.400s", message.text);
		return NULL;
	}
	xmlDoc *document = host_xml_read(path, &out_of_memory);
	if (out_of_memory) {
		r->problems->failed = 1;
	} else if (document == NULL) {
		const xmlError *error = xmlGetLastError();
		host_problem_error(r->problems, r->file, place, "%.200s: line %d: not well-formed XML: %.*s",
		                   host_path_name(path), error == NULL ? 0 : error->line,
		                   error == NULL || error->message == NULL ? 0 : (int)strcspn(error->message, "\n"),
		                   error == NULL || error->message == NULL ? "" : error->message);
	} else if (xmlGetIntSubset(document) != NULL) {
		host_problem_error(r->problems, r->file, place,
		                   "%.200s: has a document type declaration, which SSP does not allow", host_path_name(path));
		xmlFreeDoc(document);
		document = NULL;
	}
	return document;
}

const xmlNode *host_ssd_open(struct host_ssd_reader *r, const xmlNode *node, const char *source)
{
	char path[HOST_PATH_SIZE];
	xmlDoc **list = realloc(r->documents, ((size_t)r->n_documents + 1) * sizeof *list);
	if (list == NULL) {
		r->problems->failed = 1;
		return NULL;
	}
	r->documents = list;
	list[r->n_documents] = host_ssd_source(r, node, source, path) == 0 ? host_ssd_parse(r, node, path) : NULL;
	return list[r->n_documents] == NULL ? NULL : xmlDocGetRootElement(list[r->n_documents++]);
}

/* ---- elements */

const xmlNode *host_ssd_named(const xmlNode *list, const char *kind, const char *name)
{
	const xmlNode *node = host_ssd_child(list, kind);
	while (node != NULL && (host_xml_value(node, "name") == NULL || strcmp(host_xml_value(node, "name"), name) != 0)) {
		node = host_ssd_next(node, kind);
	}
	return node;
}

/* component, system or dictionary of a system; NULL: none */
const xmlNode *host_ssd_element(const xmlNode *system, const char *name)
{
	static const char *const kinds[] = {"Component", "System", "SignalDictionaryReference"};
	const xmlNode *elements = host_ssd_child(system, "Elements"), *found = NULL;
	for (int k = 0; k < 3 && found == NULL; k++) {
		found = host_ssd_named(elements, kinds[k], name);
	}
	return found;
}

char *host_ssd_join(struct host_ssd_reader *r, const char *path, const char *name, const char *between)
{
	struct host_text text = {0};
	host_text_add(&text, path);
	host_text_add(&text, path[0] == 0 && strcmp(between, ".") == 0 ? "" : between);
	host_text_add(&text, name);
	r->problems->failed |= text.failed;
	return text.bytes;
}
