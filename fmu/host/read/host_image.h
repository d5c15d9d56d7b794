/* Builds the image of a mechanism: record tables, parameters, the variable table and the names. */
#ifndef HOST_IMAGE_H
#define HOST_IMAGE_H

#include <stddef.h>

#include "host_mechanism.h"

struct host_image {
	void *bytes; /* 8-aligned, owned by the caller: host_image_free */
	size_t size;
};

/* 0, or -1 with a message in the form file:line:column: ... (an output that names no variable,
 * memory out) */
int host_image_build(const struct host_mechanism *m, struct host_image *image, struct mech_message *message);
void host_image_free(struct host_image *image);

/* its checksum, after a change */
void host_image_seal(struct host_image *image);

#endif
