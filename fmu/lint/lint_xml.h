/* XML files of a unit: reading without network and entities, attributes, and the written forms of their values as XML
 * Schema defines them, which are neither C's nor the locale's. */
#ifndef LINT_XML_H
#define LINT_XML_H

#include <libxml/tree.h>
#include <stdint.h>

#include "lint.h"

enum { LINT_PLACE_SIZE = 160 };

/* folder/name as a tree, to be freed with xmlFreeDoc; NULL after a finding when it is no well-formed XML, has a document
 * type declaration, or is not there */
xmlDoc *lint_xml_open(struct lint *lint, const char *name, const char *rule);

/* the same without a word; NULL when the first would not give the tree */
xmlDoc *lint_xml_parse(const char *path);

/* 1 when it is an element of that name, outside of any namespace */
int lint_xml_is(const xmlNode *node, const char *name);

/* the first child element of a name, and the next one of the same name; NULL when there is none. parent may be NULL */
const xmlNode *lint_xml_child(const xmlNode *parent, const char *name);
const xmlNode *lint_xml_next(const xmlNode *node);

/* value of an attribute, NULL when it is not there (or node is NULL); lives as long as the tree */
const char *lint_xml_value(const xmlNode *node, const char *name);

/* "modelDescription.xml:12" */
const char *lint_xml_place(const xmlNode *node, char place[LINT_PLACE_SIZE]);

/* place of a text in a list of n, or -1; NULL is in no list */
int lint_xml_choice(const char *text, const char *const *list, int n);

/* values: 0, or -1 when the text (or NULL) is none of its kind. Blanks around them are allowed. */
int lint_xml_double(const char *text, double *value); /* INF, -INF and NaN too */
int lint_xml_int(const char *text, int32_t *value);
int lint_xml_unsigned(const char *text, uint32_t *value);
int lint_xml_boolean(const char *text, int *value);
int lint_xml_date(const char *text, int *utc);

/* lists separated by blanks: the next item moves *text behind it; 1, or 0 at the end. Longer items are cut. */
enum { LINT_ITEM_SIZE = 40 };
int lint_xml_item(const char **text, char item[LINT_ITEM_SIZE]);

#endif
