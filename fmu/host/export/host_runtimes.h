/* The prebuilt runtime libraries that this program carries, and the copy of one of them that holds
 * a mechanism.
 *
 * There is one for each platform that the build had a compiler for, the one of this machine among
 * them. A library grows with the mechanism (host_library.h). Pages that simulate have two modules,
 * which cannot grow: a small one, and a packed one with room for large mechanisms. The build embeds
 * the files; nothing is read from disk.
 */
#ifndef HOST_RUNTIMES_H
#define HOST_RUNTIMES_H

#include <stddef.h>

#include "mech_model.h"

struct host_runtime {
	const char *platform;  /* folder below binaries/ */
	const char *extension; /* of the library's file, with the dot */
	const unsigned char *bytes;
	size_t size;
};

int host_runtime_count(void);
struct host_runtime host_runtime_get(int i);

/* no platform of FMI: the module that pages simulate with (fmu_live.h); whether this program
 * carries it */
#define HOST_RUNTIME_LIVE "wasm32"
int host_runtime_has_live(void);

/* platform of the machine this program runs on */
const char *host_runtime_native(void);

/* another folder in which importers of that platform look, or NULL */
const char *host_runtime_second_folder(const char *platform);

/* text of the licence that goes into every FMU */
const unsigned char *host_runtime_license(size_t *size);

/* the mechanism needs more room than the module of pages has: only HOST_RUNTIME_LIVE answers so,
 * for all practical sizes */
enum { HOST_RUNTIME_NO_ROOM = 1 };

/* library with the image inside. *library is the caller's: free(). 0, or with a message
 * HOST_RUNTIME_NO_ROOM or -1 */
int host_runtime_fill(const char *platform, const void *image, size_t size, unsigned char **library,
                      size_t *library_size, struct mech_message *message);

#endif
