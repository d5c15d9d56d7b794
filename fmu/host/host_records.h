/* Inside of the image builder: the tables of an image while they grow; shared by host_image.c and host_variables.c. */
#ifndef HOST_RECORDS_H
#define HOST_RECORDS_H

#include <stddef.h>

#include "host_mechanism.h"
#include "host_table.h"

/* texts, each stored once, each ending with 0 */
struct host_names {
	char *bytes;
	size_t size, capacity;
	struct host_table offsets;
	int failed; /* memory was out at some time */
};

struct host_records {
	struct mech_image_head head;
	struct mech_body *bodies;
	struct mech_element *elements;
	struct mech_input *inputs;
	struct mech_target *targets;
	double *parameters;
	struct mech_variable *variables; /* head.variables.count of them */
	struct host_names names;
};

/* offset of the text, for a record */
uint32_t host_names_add(struct host_names *names, const char *text);

/* sets variables and their count from the other records. 0, or -1 with a message (an output that is none) */
int host_variables_build(const struct host_mechanism *m, struct host_records *records, struct mech_message *message);

#endif
