/* XML files of a unit: what keeps them from being read, and where something stands in them. */
#ifndef LINT_XML_H
#define LINT_XML_H

#include "host_xml.h"
#include "lint.h"

enum { LINT_PLACE_SIZE = 160 };

/* folder/name as a tree, to be freed with xmlFreeDoc; NULL after a finding when it is no
 * well-formed XML, has a document type declaration, or is not there */
xmlDoc *lint_xml_open(struct lint *lint, const char *name, const char *rule);

/* the same for the file at `path`, which findings call `name` */
xmlDoc *lint_xml_open_file(struct lint *lint, const char *path, const char *name, const char *rule);

/* the same without a word; NULL when the first would not give the tree */
xmlDoc *lint_xml_parse(struct lint *lint, const char *path);

/* "modelDescription.xml:12" */
const char *lint_xml_place(const xmlNode *node, char place[LINT_PLACE_SIZE]);

#endif
