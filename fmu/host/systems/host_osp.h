/* Reads a system in the form of the Open Simulation Platform: OspSystemStructure.xml.
 *
 * Simulators become units, connections of variables connections, and a linear transformation
 * between two of them the factor and offset of one. Values keep their numbers, as they do there:
 * nothing is converted. The ends of a connection may stand in either order; the unit says which one
 * is an input. What is not honoured is a note, or an error where results would be wrong.
 */
#ifndef HOST_OSP_H
#define HOST_OSP_H

#include "host_system.h"

/* NULL when memory is out */
struct host_system *host_osp_read(const char *path, struct host_problems *problems);

#endif
