/* The prebuilt runtime libraries that this program carries, and the copy of one of them that holds a mechanism.
 *
 * There are some for each platform that the build had a compiler for, the one of this machine among them; each with a
 * small and a large reserve for the image (fmu_image.h), and packed one with a huge reserve. The build embeds the files; nothing is looked for on disk.
 */
#ifndef HOST_RUNTIMES_H
#define HOST_RUNTIMES_H

#include <stddef.h>

#include "mech_model.h"

enum host_runtime_reserve { HOST_RUNTIME_SMALL, HOST_RUNTIME_LARGE };

struct host_runtime {
	const char *platform;  /* folder below binaries/ */
	const char *extension; /* of the library's file, with the dot */
	enum host_runtime_reserve reserve;
	const unsigned char *bytes;
	size_t size;
};

/* small and large of one platform are neighbours */
int host_runtime_count(void);
struct host_runtime host_runtime_get(int i);

/* no platform of FMI: the module that pages simulate with (fmu_live.h); whether this program carries it */
#define HOST_RUNTIME_LIVE "wasm32"
int host_runtime_has_live(void);

/* platform of the machine this program runs on */
const char *host_runtime_native(void);

/* another folder in which importers of that platform look, or NULL */
const char *host_runtime_second_folder(const char *platform);

/* text of the licence that goes into every FMU */
const unsigned char *host_runtime_license(size_t *size);

/* library with the image inside: the smallest one of that platform that holds it. *library is the caller's: free().
 * 0, or -1 with a message */
int host_runtime_fill(const char *platform, const void *image, size_t size, unsigned char **library,
                      size_t *library_size, struct mech_message *message);

/* offset of the image block's head in a library's bytes, or -1 with a message; *capacity is what the head says */
long host_runtime_find_block(const unsigned char *bytes, size_t size, size_t *capacity, struct mech_message *message);

#endif
