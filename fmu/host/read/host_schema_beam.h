/* Bodies of `type: beam` in the schema of the mechanism file. */
#ifndef HOST_SCHEMA_BEAM_H
#define HOST_SCHEMA_BEAM_H

#include "host_schema_json.h"

/* a beam of one of the spaces, as an entry of a list */
void host_schema_beam(struct host_schema *s, enum mech_space space);

#endif
