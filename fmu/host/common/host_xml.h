/* XML files: reading without network and entities, attributes, and the written forms of their
 * values as XML Schema defines them, which are neither C's nor the locale's. */
#ifndef HOST_XML_H
#define HOST_XML_H

#include <libxml/tree.h>
#include <stdint.h>

/* the file as a tree, to be freed with xmlFreeDoc; NULL when memory was out, or it is no
 * well-formed XML (xmlGetLastError) */
xmlDoc *host_xml_read(const char *path, int *out_of_memory);

/* 1 when it is an element of that name, outside of any namespace */
int host_xml_is(const xmlNode *node, const char *name);

/* the first child element of a name, and the next one of the same name; NULL when there is none.
 * parent may be NULL */
const xmlNode *host_xml_child(const xmlNode *parent, const char *name);
const xmlNode *host_xml_next(const xmlNode *node);

/* value of an attribute, NULL when it is not there (or node is NULL); lives as long as the tree */
const char *host_xml_value(const xmlNode *node, const char *name);

/* place of a text in a list of n, or -1; NULL is in no list */
int host_xml_choice(const char *text, const char *const *list, int n);

/* values: 0, or -1 when the text (or NULL) is none of its kind. Blanks around them are allowed. */
int host_xml_double(const char *text, double *value); /* INF, -INF and NaN too */
int host_xml_int(const char *text, int32_t *value);
int host_xml_unsigned(const char *text, uint32_t *value);
int host_xml_boolean(const char *text, int *value);
int host_xml_date(const char *text, int *utc);

/* lists separated by blanks: the next item moves *text after it; 1, or 0 at the end. Longer items
 * are cut. */
enum { HOST_XML_ITEM_SIZE = 40 };
int host_xml_item(const char **text, char item[HOST_XML_ITEM_SIZE]);

#endif
