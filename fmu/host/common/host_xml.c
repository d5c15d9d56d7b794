#define _POSIX_C_SOURCE 200809L

#include "host_xml.h"

#include <ctype.h>
#include <errno.h>
#include <libxml/parser.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "host_number.h"

#define HOST_XML_BLANKS " \t\r\n"

/* ---- the tree */

/* libxml continues after some allocations that fail: what it says about them is all there is */
static void host_xml_listen(void *context, xmlErrorPtr error)
{
	if (error->code == XML_ERR_NO_MEMORY) {
		*(int *)context = 1;
	}
}

xmlDoc *host_xml_read(const char *path, int *out_of_memory)
{
	*out_of_memory = 0;
	errno = 0;
	xmlResetLastError();
	xmlSetStructuredErrorFunc(out_of_memory, host_xml_listen);
	xmlDoc *document =
		xmlReadFile(path, NULL, XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_BIG_LINES);
	xmlSetStructuredErrorFunc(NULL, NULL);
	*out_of_memory |= document == NULL && (errno == ENOMEM || xmlGetLastError() == NULL);
	if (*out_of_memory) {
		xmlFreeDoc(document);
		xmlResetLastError();
		document = NULL;
	}
	return document;
}

int host_xml_is(const xmlNode *node, const char *name)
{
	return node->type == XML_ELEMENT_NODE && node->ns == NULL && strcmp((const char *)node->name, name) == 0;
}

static const xmlNode *host_xml_from(const xmlNode *node, const char *name)
{
	while (node != NULL && !host_xml_is(node, name)) {
		node = node->next;
	}
	return node;
}

const xmlNode *host_xml_child(const xmlNode *parent, const char *name)
{
	return parent == NULL ? NULL : host_xml_from(parent->children, name);
}

const xmlNode *host_xml_next(const xmlNode *node)
{
	return host_xml_from(node->next, (const char *)node->name);
}

const char *host_xml_value(const xmlNode *node, const char *name)
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

/* ---- values */

int host_xml_choice(const char *text, const char *const *list, int n)
{
	for (int i = 0; text != NULL && i < n; i++) {
		if (strcmp(text, list[i]) == 0) {
			return i;
		}
	}
	return -1;
}

int host_xml_item(const char **text, char item[HOST_XML_ITEM_SIZE])
{
	const char *begin = *text + strspn(*text, HOST_XML_BLANKS);
	size_t length = strcspn(begin, HOST_XML_BLANKS);
	(void)snprintf(item, HOST_XML_ITEM_SIZE, "%.*s", (int)(length < HOST_XML_ITEM_SIZE ? length : HOST_XML_ITEM_SIZE),
	               begin);
	*text = begin + length;
	return length > 0;
}

/* digits with one point among them, then perhaps an exponent: the length, 0 when there is none */
static size_t host_xml_decimal(const char *text)
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

int host_xml_double(const char *text, double *value)
{
	static const char *const names[] = {"INF", "-INF", "NaN"};
	static const double special[] = {INFINITY, -INFINITY, NAN};
	char item[HOST_XML_ITEM_SIZE];
	const char *rest = text;
	if (text == NULL || !host_xml_item(&rest, item) || rest[strspn(rest, HOST_XML_BLANKS)] != 0) {
		return -1;
	}
	int name = host_xml_choice(item, names, 3);
	if (name >= 0) {
		*value = special[name];
		return 0;
	}
	const char *begin = text + strspn(text, HOST_XML_BLANKS);
	return host_xml_decimal(begin) == (size_t)(rest - begin) ? host_number_read(text, value) : -1;
}

/* a whole number between two bounds */
static int host_xml_whole(const char *text, int64_t least, int64_t most, int64_t *value)
{
	char item[HOST_XML_ITEM_SIZE];
	const char *rest = text;
	if (text == NULL || !host_xml_item(&rest, item) || rest[strspn(rest, HOST_XML_BLANKS)] != 0) {
		return -1;
	}
	const char *digit = item + (item[0] == '+' || item[0] == '-');
	int64_t number = 0;
	if (*digit == 0 || strlen(item) == HOST_XML_ITEM_SIZE - 1) {
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

int host_xml_int(const char *text, int32_t *value)
{
	int64_t number = 0;
	int status = host_xml_whole(text, INT32_MIN, INT32_MAX, &number);
	*value = status == 0 ? (int32_t)number : 0;
	return status;
}

int host_xml_unsigned(const char *text, uint32_t *value)
{
	int64_t number = 0;
	int status = text == NULL || strpbrk(text, "+-") != NULL ? -1 : host_xml_whole(text, 0, UINT32_MAX, &number);
	*value = status == 0 ? (uint32_t)number : 0;
	return status;
}

int host_xml_boolean(const char *text, int *value)
{
	static const char *const names[] = {"false", "0", "true", "1"};
	char item[HOST_XML_ITEM_SIZE];
	const char *rest = text;
	if (text == NULL || !host_xml_item(&rest, item) || rest[strspn(rest, HOST_XML_BLANKS)] != 0) {
		return -1;
	}
	int place = host_xml_choice(item, names, 4);
	*value = place >= 2;
	return place < 0 ? -1 : 0;
}

/* 1 and *text moved after a number of exactly `count` digits between two bounds, which `mark`
 * (unless 0) follows */
static int host_xml_field(const char **text, int count, int least, int most, char mark)
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
int host_xml_date(const char *text, int *utc)
{
	const char *rest = text == NULL ? "" : text + strspn(text, HOST_XML_BLANKS);
	if (!host_xml_field(&rest, 4, 1, 9999, '-') || !host_xml_field(&rest, 2, 1, 12, '-') ||
	    !host_xml_field(&rest, 2, 1, 31, 'T') || !host_xml_field(&rest, 2, 0, 24, ':') ||
	    !host_xml_field(&rest, 2, 0, 59, ':') || !host_xml_field(&rest, 2, 0, 59, 0)) {
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
		if (!host_xml_field(&rest, 2, 0, 14, ':') || !host_xml_field(&rest, 2, 0, 59, 0)) {
			return -1;
		}
	}
	return rest[strspn(rest, HOST_XML_BLANKS)] == 0 ? 0 : -1;
}
