/* A growing text of XML. */
#include "md_xml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void md_xml_append(struct md_xml *x, const char *bytes, size_t size)
{
	if (x->failed) {
		return;
	}
	if (x->capacity - x->size <= size) {
		size_t capacity = 2 * x->capacity + size + 1024;
		char *grown = realloc(x->bytes, capacity);
		if (grown == NULL) {
			x->failed = 1;
			return;
		}
		x->bytes = grown;
		x->capacity = capacity;
	}
	memcpy(x->bytes + x->size, bytes, size);
	x->size += size;
	x->bytes[x->size] = '\0';
}

void md_xml_text(struct md_xml *x, const char *text)
{
	md_xml_append(x, text, strlen(text));
}

void md_xml_cut(struct md_xml *x, size_t size)
{
	if (!x->failed && size < x->size) {
		x->size = size;
		x->bytes[size] = '\0';
	}
}

/* what stands for a character inside of an attribute; NULL: itself. Line breaks would otherwise be
 * read as blanks. */
static const char *md_xml_entity(char c)
{
	static const struct {
		char character;
		const char *entity;
	} entities[] = {
		{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\n', "&#10;"}, {'\t', "&#9;"}, {'\r', "&#13;"},
	};
	for (size_t k = 0; k < sizeof entities / sizeof entities[0]; k++) {
		if (entities[k].character == c) {
			return entities[k].entity;
		}
	}
	return (unsigned char)c < 0x20 ? " " : NULL;
}

void md_xml_attribute(struct md_xml *x, const char *name, const char *value)
{
	md_xml_text(x, " ");
	md_xml_text(x, name);
	md_xml_text(x, "=\"");
	for (; *value != '\0'; value++) {
		const char *entity = md_xml_entity(*value);
		if (entity != NULL) {
			md_xml_text(x, entity);
		} else {
			md_xml_append(x, value, 1);
		}
	}
	md_xml_text(x, "\"");
}

void md_xml_number(struct md_xml *x, const char *name, double value)
{
	char text[MD_NUMBER_SIZE];
	md_number(value, text);
	md_xml_attribute(x, name, text);
}

void md_xml_integer(struct md_xml *x, const char *name, long value)
{
	char text[MD_NUMBER_SIZE];
	snprintf(text, sizeof text, "%ld", value);
	md_xml_attribute(x, name, text);
}

void md_number_with_point(char *text)
{
	char *sign = text + strspn(text, "+-0123456789");
	size_t size = strcspn(sign, "0123456789e");
	if (size > 0 && sign[size] != '\0') {
		*sign = '.';
		memmove(sign + 1, sign + size, strlen(sign + size) + 1);
	}
}

void md_number(double number, char text[MD_NUMBER_SIZE])
{
	/* closing zeros are dropped; fewer than 6 digits would only turn 10 into 1e+01. 17 always
	 * suffice. */
	for (int digits = 6; digits <= 17; digits++) {
		snprintf(text, MD_NUMBER_SIZE, "%.*g", digits, number);
		if (strtod(text, NULL) == number) {
			break;
		}
	}
	md_number_with_point(text);
}
