/* Names of the sections that hold elements: in the file, in messages, and as first part of the
 * variables' names. */
#ifndef HOST_SECTIONS_H
#define HOST_SECTIONS_H

#include "mech_kinds.h"

struct host_section {
	const char *singular, *plural;
};
extern const struct host_section host_sections[MECH_SECTION_COUNT];

#endif
