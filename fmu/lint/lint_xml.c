#define _POSIX_C_SOURCE 200809L

#include "lint_xml.h"

#include <libxml/parser.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

xmlDoc *lint_xml_parse(struct lint *lint, const char *path)
{
	int out_of_memory = 0;
	xmlDoc *document = host_xml_read(path, &out_of_memory);
	lint->failed |= out_of_memory;
	if (document != NULL && (xmlGetIntSubset(document) != NULL || xmlDocGetRootElement(document) == NULL)) {
		xmlFreeDoc(document);
		document = NULL;
	}
	return document;
}

static const char *lint_xml_problem(const xmlDoc *document, char text[200])
{
	const xmlError *error = xmlGetLastError();
	if (document == NULL) {
		int known = error != NULL && error->message != NULL;
		(void)snprintf(text, 200, "is no well-formed XML: %.*s", known ? (int)strcspn(error->message, "\n") : 6,
		               known ? error->message : "broken");
		return text;
	}
	if (xmlGetIntSubset(document) != NULL) {
		return "has a document type declaration, which the standard does not allow";
	}
	return NULL;
}

static void lint_xml_encoding(struct lint *lint, const char *name, const xmlDoc *document)
{
	const char *encoding = document->encoding == NULL ? "UTF-8" : (const char *)document->encoding;
	lint_checked(lint);
	if (strcasecmp(encoding, "UTF-8") != 0) {
		lint_find(lint, LINT_ERROR, "encoding", name, "is written in %.40s: it must be UTF-8", encoding);
	}
}

xmlDoc *lint_xml_open(struct lint *lint, const char *name, const char *rule)
{
	char path[HOST_PATH_SIZE];
	if (host_path_join(lint->folder, name, path) != 0 || access(path, R_OK) != 0) {
		lint_checked(lint);
		lint_find(lint, LINT_NOTE, "not-checked", name, "is not there, or could not be unpacked");
		return NULL;
	}
	return lint_xml_open_file(lint, path, name, rule);
}

xmlDoc *lint_xml_open_file(struct lint *lint, const char *path, const char *name, const char *rule)
{
	char place[LINT_PLACE_SIZE], text[200];
	lint_checked(lint);
	int out_of_memory = 0;
	xmlDoc *document = host_xml_read(path, &out_of_memory);
	if (out_of_memory) {
		lint->failed = 1;
		return NULL;
	}
	const char *problem = lint_xml_problem(document, text);
	if (problem == NULL) {
		lint_xml_encoding(lint, name, document);
		return document;
	}
	const xmlError *error = document == NULL ? xmlGetLastError() : NULL;
	(void)snprintf(place, sizeof place, "%s:%d", name, error == NULL ? 1 : error->line);
	lint_find(lint, LINT_ERROR, rule, place, "%s", problem);
	xmlFreeDoc(document);
	return NULL;
}

const char *lint_xml_place(const xmlNode *node, char place[LINT_PLACE_SIZE])
{
	const char *file = node->doc == NULL || node->doc->URL == NULL ? "" : (const char *)node->doc->URL;
	(void)snprintf(place, LINT_PLACE_SIZE, "%.120s:%ld", host_path_name(file), xmlGetLineNo(node));
	return place;
}
