/* JSON as the schemas are written in it. A key of NULL stands for an entry of a list. */
#ifndef HOST_SCHEMA_JSON_H
#define HOST_SCHEMA_JSON_H

#include <stdio.h>

#include "mech_model.h"

#define HOST_SCHEMA_NUMERIC "[\"number\", \"string\"]"

struct host_schema {
	FILE *out;
	int depth;
	int first; /* nothing stands in the innermost object or list yet */
};

/* an object or a list */
void host_schema_open(struct host_schema *s, const char *key, char bracket);
void host_schema_close(struct host_schema *s, char bracket);

/* a text, a value that is JSON already (true, false, a number), a number */
void host_schema_text(struct host_schema *s, const char *key, const char *text);
void host_schema_raw(struct host_schema *s, const char *key, const char *json);
void host_schema_number(struct host_schema *s, const char *key, double number);
void host_schema_required(struct host_schema *s, int n, const char *const *keys);

/* of an object: a number, or an expression of parameters; and such an object for a key of the
 * file */
void host_schema_numeric(struct host_schema *s, enum mech_range range, double maximum);
void host_schema_parameter(struct host_schema *s, const struct mech_parameter_spec *spec, double maximum);

#endif
