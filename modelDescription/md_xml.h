/* A growing text of XML: elements are written as text, attributes with their values escaped.
 *
 * Running out of memory is remembered in `failed` and makes all further calls do nothing, so that a
 * writer checks once, at the end.
 */
#ifndef MD_XML_H
#define MD_XML_H

#include <stddef.h>

struct md_xml {
	char *bytes; /* ends with 0; owned by whoever holds the structure: free() */
	size_t size, capacity;
	int failed;
};

/* as it is */
void md_xml_text(struct md_xml *x, const char *text);

/* takes back what was written after the text had this size */
void md_xml_cut(struct md_xml *x, size_t size);

/* a blank, then name="value"; characters that XML cannot hold become blanks */
void md_xml_attribute(struct md_xml *x, const char *name, const char *value);
void md_xml_number(struct md_xml *x, const char *name, double value);
void md_xml_integer(struct md_xml *x, const char *name, long value);

/* the fewest significant digits that read back as exactly `number`, with a decimal point whatever
 * the locale says */
enum { MD_NUMBER_SIZE = 32 };
void md_number(double number, char text[MD_NUMBER_SIZE]);

/* replaces the decimal sign of any locale, of one byte or several, by a point */
void md_number_with_point(char *text);

#endif
