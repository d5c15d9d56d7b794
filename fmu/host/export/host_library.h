/* A mechanism's image inside a runtime library.
 *
 * The build links each library with an image block (fmu_image.h) that is empty. For Linux and
 * Windows the block is the last part of the library in memory and in the file (build/fmu_image.ld):
 * it grows to the size of the image, and the tables of the file follow. In a WebAssembly module the
 * memory behind the block is in use: the block has a fixed room, and the file is cut after the
 * image, since memory of a module is zero where the file gives nothing.
 *
 * The same library and image give the same bytes.
 */
#ifndef HOST_LIBRARY_H
#define HOST_LIBRARY_H

#include <stddef.h>

#include "mech_model.h"

/* the image needs more room than the library has; the message names both sizes */
enum { HOST_LIBRARY_NO_ROOM = 1 };

/* *filled := the library with the image inside, the caller's to free. 0, HOST_LIBRARY_NO_ROOM or -1
 * with a message */
int host_library_fill(const unsigned char *library, size_t size, const void *image, size_t image_size,
                      unsigned char **filled, size_t *filled_size, struct mech_message *message);

/* offset of the empty block's head in the library, or -1 with a message; *capacity is what the head
 * says */
long host_library_find_block(const unsigned char *library, size_t size, size_t *capacity, struct mech_message *message);

#endif
