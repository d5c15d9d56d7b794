/* JSON Schema of the mechanism file, for completion and checking in editors; made from the tables
 * the reader uses. */
#ifndef HOST_SCHEMA_H
#define HOST_SCHEMA_H

#include <stdio.h>

/* the caller looks whether the stream took it */
void host_schema_write(FILE *out);

#endif
