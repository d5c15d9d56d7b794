#define _POSIX_C_SOURCE 200809L

#include "lint_xml.h"

#include <ctype.h>
#include <libxml/parser.h>
#include <math.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "host_number.h"

#define LINT_XML_BLANKS " \t\r\n"

/* ---- the tree */

static xmlDoc *lint_xml_read(const char *path)
{
	xmlResetLastError();
	return xmlReadFile(path, NULL, XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_BIG_LINES);
}

xmlDoc *lint_xml_parse(const char *path)
{
	xmlDoc *document = lint_xml_read(path);
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
		return "has a document type declaration, which FMI does not allow";
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
	char path[HOST_PATH_SIZE], place[LINT_PLACE_SIZE], text[200];
	lint_checked(lint);
	if (host_path_join(lint->folder, name, path) != 0 || access(path, R_OK) != 0) {
		lint_find(lint, LINT_NOTE, "not-checked", name, "is not there, or could not be unpacked");
		return NULL;
	}
	xmlDoc *document = lint_xml_read(path);
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

int lint_xml_is(const xmlNode *node, const char *name)
{
	return node->type == XML_ELEMENT_NODE && node->ns == NULL && strcmp((const char *)node->name, name) == 0;
}

static const xmlNode *lint_xml_from(const xmlNode *node, const char *name)
{
	while (node != NULL && !lint_xml_is(node, name)) {
		node = node->next;
	}
	return node;
}

const xmlNode *lint_xml_child(const xmlNode *parent, const char *name)
{
	return parent == NULL ? NULL : lint_xml_from(parent->children, name);
}

const xmlNode *lint_xml_next(const xmlNode *node)
{
	return lint_xml_from(node->next, (const char *)node->name);
}

const char *lint_xml_value(const xmlNode *node, const char *name)
{
	for (const xmlAttr *a = node == NULL ? NULL : node->properties; a != NULL; a = a->next) {
		if (a->ns == NULL && strcmp((const char *)a->name, name) == 0) {
			/* without a document type there are no entities: the value is one text */
			int empty = a->children == NULL || a->children->content == NULL;
			return empty ? "" : (const char *)a->children->content;
		}
	}
	return NULL;
}

const char *lint_xml_place(const xmlNode *node, char place[LINT_PLACE_SIZE])
{
	const char *file = node->doc == NULL || node->doc->URL == NULL ? "" : (const char *)node->doc->URL;
	(void)snprintf(place, LINT_PLACE_SIZE, "%.120s:%ld", host_path_name(file), xmlGetLineNo(node));
	return place;
}

/* ---- values */

int lint_xml_choice(const char *text, const char *const *list, int n)
{
	for (int i = 0; text != NULL && i < n; i++) {
		if (strcmp(text, list[i]) == 0) {
			return i;
		}
	}
	return -1;
}

int lint_xml_item(const char **text, char item[LINT_ITEM_SIZE])
{
	const char *begin = *text + strspn(*text, LINT_XML_BLANKS);
	size_t length = strcspn(begin, LINT_XML_BLANKS);
	(void)snprintf(item, LINT_ITEM_SIZE, "%.*s", (int)(length < LINT_ITEM_SIZE ? length : LINT_ITEM_SIZE), begin);
	*text = begin + length;
	return length > 0;
}

/* digits with one point among them, then perhaps an exponent: the length, 0 when there is none */
static size_t lint_xml_decimal(const char *text)
{
	static const char digits[] = "0123456789";
	size_t sign = text[0] == '+' || text[0] == '-', whole = strspn(text + sign, digits);
	size_t at = sign + whole, part = 0;
	if (text[at] == '.') {
		part = strspn(text + at + 1, digits);
		at += 1 + part;
	}
	if (whole + part == 0) {
		return 0;
	}
	if (text[at] == 'e' || text[at] == 'E') {
		size_t exponent = at + 1 + (text[at + 1] == '+' || text[at + 1] == '-');
		size_t count = strspn(text + exponent, digits);
		return count == 0 ? 0 : exponent + count;
	}
	return at;
}

int lint_xml_double(const char *text, double *value)
{
	static const char *const names[] = {"INF", "-INF", "NaN"};
	static const double special[] = {INFINITY, -INFINITY, NAN};
	char item[LINT_ITEM_SIZE];
	const char *rest = text;
	if (text == NULL || !lint_xml_item(&rest, item) || rest[strspn(rest, LINT_XML_BLANKS)] != 0) {
		return -1;
	}
	int name = lint_xml_choice(item, names, 3);
	if (name >= 0) {
		*value = special[name];
		return 0;
	}
	const char *begin = text + strspn(text, LINT_XML_BLANKS);
	return lint_xml_decimal(begin) == (size_t)(rest - begin) ? host_number_read(text, value) : -1;
}

/* a whole number between two bounds */
static int lint_xml_whole(const char *text, int64_t least, int64_t most, int64_t *value)
{
	char item[LINT_ITEM_SIZE];
	const char *rest = text;
	if (text == NULL || !lint_xml_item(&rest, item) || rest[strspn(rest, LINT_XML_BLANKS)] != 0) {
		return -1;
	}
	const char *digit = item + (item[0] == '+' || item[0] == '-');
	int64_t number = 0;
	if (*digit == 0 || strlen(item) == LINT_ITEM_SIZE - 1) {
		return -1;
	}
	for (; *digit != 0; digit++) {
		if (*digit < '0' || *digit > '9' || number > INT64_C(0xffffffffff)) {
			return -1;
		}
		number = 10 * number + (*digit - '0');
	}
	number = item[0] == '-' ? -number : number;
	*value = number;
	return number >= least && number <= most ? 0 : -1;
}

int lint_xml_int(const char *text, int32_t *value)
{
	int64_t number = 0;
	int status = lint_xml_whole(text, INT32_MIN, INT32_MAX, &number);
	*value = status == 0 ? (int32_t)number : 0;
	return status;
}

int lint_xml_unsigned(const char *text, uint32_t *value)
{
	int64_t number = 0;
	int status = text == NULL || strpbrk(text, "+-") != NULL ? -1 : lint_xml_whole(text, 0, UINT32_MAX, &number);
	*value = status == 0 ? (uint32_t)number : 0;
	return status;
}

int lint_xml_boolean(const char *text, int *value)
{
	static const char *const names[] = {"false", "0", "true", "1"};
	char item[LINT_ITEM_SIZE];
	const char *rest = text;
	if (text == NULL || !lint_xml_item(&rest, item) || rest[strspn(rest, LINT_XML_BLANKS)] != 0) {
		return -1;
	}
	int place = lint_xml_choice(item, names, 4);
	*value = place >= 2;
	return place < 0 ? -1 : 0;
}

/* 1 and *text moved behind a number of exactly `count` digits between two bounds, which `mark` (unless 0) follows */
static int lint_xml_field(const char **text, int count, int least, int most, char mark)
{
	int number = 0;
	for (int i = 0; i < count; i++) {
		if (!isdigit((unsigned char)(*text)[i])) {
			return 0;
		}
		number = 10 * number + ((*text)[i] - '0');
	}
	if (mark != 0 && (*text)[count] != mark) {
		return 0;
	}
	*text += count + (mark != 0);
	return number >= least && number <= most;
}

/* YYYY-MM-DDThh:mm:ss, then perhaps fractions of a second, then perhaps Z or +hh:mm or -hh:mm */
int lint_xml_date(const char *text, int *utc)
{
	const char *rest = text == NULL ? "" : text + strspn(text, LINT_XML_BLANKS);
	if (!lint_xml_field(&rest, 4, 1, 9999, '-') || !lint_xml_field(&rest, 2, 1, 12, '-') ||
	    !lint_xml_field(&rest, 2, 1, 31, 'T') || !lint_xml_field(&rest, 2, 0, 24, ':') ||
	    !lint_xml_field(&rest, 2, 0, 59, ':') || !lint_xml_field(&rest, 2, 0, 59, 0)) {
		return -1;
	}
	if (*rest == '.') {
		size_t digits = strspn(rest + 1, "0123456789");
		if (digits == 0) {
			return -1;
		}
		rest += 1 + digits;
	}
	*utc = *rest == 'Z';
	if (*rest == 'Z') {
		rest++;
	} else if (*rest == '+' || *rest == '-') {
		rest++;
		if (!lint_xml_field(&rest, 2, 0, 14, ':') || !lint_xml_field(&rest, 2, 0, 59, 0)) {
			return -1;
		}
	}
	return rest[strspn(rest, LINT_XML_BLANKS)] == 0 ? 0 : -1;
}
