/* SystemStructure.ssd of SSP 1.0 ("System Structure and Parameterization", section 5): systems of
 * components that are connected.
 *
 *     SystemStructureDescription
 *       System                    its own Connectors; Elements; Connections
 *         Elements: Component     source: an FMU; Connectors
 *                   System        within a system
 *         Connections: Connection from startElement.startConnector to endElement.endConnector; without an element: the
 *                                 connector of the system itself
 */
#ifndef LINT_SYSTEM_H
#define LINT_SYSTEM_H

#include "lint_xml.h"

/* all of the structure except what stands in the units; folder: the unpacked archive, NULL when
 * there is none */
void lint_structure(struct lint *lint, const xmlNode *root, const char *folder);

/* connectors of the components with this source against the variables of the unit, whose
 * description is the tree */
void lint_structure_unit(struct lint *lint, const xmlNode *root, const char *source, const xmlNode *description);

/* an element of the structure of that name */
int lint_structure_is(const xmlNode *node, const char *name);

/* the element after `node` (at first NULL) under root, parents before children; NULL at the end */
const xmlNode *lint_structure_next(const xmlNode *root, const xmlNode *node);

/* source of a component as a path within the archive, "" when it lies elsewhere or there is none;
 * xmlFree */
char *lint_structure_source(const xmlNode *component);

#endif
