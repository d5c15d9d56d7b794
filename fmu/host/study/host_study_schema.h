/* The JSON Schema of study files, for editors. */
#ifndef HOST_STUDY_SCHEMA_H
#define HOST_STUDY_SCHEMA_H

#include <stdio.h>

void host_study_schema_write(FILE *out);

#endif
