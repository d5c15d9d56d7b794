#include "host_runtimes.h"

#include <stdlib.h>
#include <string.h>

#include "fmu_image.h"
#include "host_text.h"

/* folder of the FMU for the embedded libraries; the build may name another */
#ifndef MECHFMU_PLATFORM
#if defined __aarch64__
#define MECHFMU_PLATFORM "aarch64-linux"
#elif defined __x86_64__
#define MECHFMU_PLATFORM "linux64"
#else
#error "MECHFMU_PLATFORM: folder of the FMU for the runtime libraries"
#endif
#endif

/* made by the build from the files themselves */
extern const unsigned char host_runtime_small_begin[], host_runtime_small_end[];
extern const unsigned char host_runtime_large_begin[], host_runtime_large_end[];
extern const unsigned char host_license_begin[], host_license_end[];

struct host_runtime_embedded {
	const char *platform, *extension;
	enum host_runtime_reserve reserve;
	const unsigned char *begin, *end;
};

static const struct host_runtime_embedded host_runtimes[] = {
	{MECHFMU_PLATFORM, ".so", HOST_RUNTIME_SMALL, host_runtime_small_begin, host_runtime_small_end},
	{MECHFMU_PLATFORM, ".so", HOST_RUNTIME_LARGE, host_runtime_large_begin, host_runtime_large_end},
};

/* FMI 2.0 has no folder of its own for Linux on ARM: importers there look into linux64 */
static const struct {
	const char *platform, *second_folder;
} host_runtime_second_folders[] = {
	{"aarch64-linux", "linux64"},
};

int host_runtime_count(void)
{
	return (int)(sizeof host_runtimes / sizeof host_runtimes[0]);
}

static int host_runtime_has_platform(const char *platform)
{
	for (int i = 0; i < host_runtime_count(); i++) {
		if (strcmp(host_runtimes[i].platform, platform) == 0) {
			return 1;
		}
	}
	return 0;
}

struct host_runtime host_runtime_get(int i)
{
	const struct host_runtime_embedded *e = &host_runtimes[i];
	struct host_runtime runtime = {e->platform, NULL, e->extension, e->reserve, e->begin, (size_t)(e->end - e->begin)};
	for (size_t k = 0; k < sizeof host_runtime_second_folders / sizeof host_runtime_second_folders[0]; k++) {
		const char *second = host_runtime_second_folders[k].second_folder;
		/* a library made for that folder goes first */
		if (strcmp(host_runtime_second_folders[k].platform, e->platform) == 0 && !host_runtime_has_platform(second)) {
			runtime.second_folder = second;
		}
	}
	return runtime;
}

const unsigned char *host_runtime_license(size_t *size)
{
	*size = (size_t)(host_license_end - host_license_begin);
	return host_license_begin;
}

long host_runtime_find_block(const unsigned char *bytes, size_t size, size_t *capacity, struct mech_message *message)
{
	static const char marker[] = FMU_IMAGE_MARKER;
	struct fmu_image_head head;
	long found = -1;
	int places = 0;
	/* the block is 8-aligned in memory, hence in the file */
	for (size_t at = 0; at + sizeof head <= size; at += 8) {
		if (bytes[at] != (unsigned char)marker[0] || memcmp(bytes + at, marker, sizeof head.marker) != 0) {
			continue;
		}
		memcpy(&head, bytes + at, sizeof head);
		if (head.size == 0 && head.capacity <= size - at - sizeof head) {
			found = (long)at;
			*capacity = (size_t)head.capacity;
			places++;
		}
	}
	if (places != 1) {
		host_say(message, "the runtime library has %s empty image block: this program was built wrongly",
		         places == 0 ? "no" : "more than one");
		return -1;
	}
	return found;
}

int host_runtime_fill(const char *platform, const void *image, size_t size, unsigned char **library,
                      size_t *library_size, struct mech_message *message)
{
	size_t largest = 0;
	struct host_runtime best = {NULL, NULL, NULL, HOST_RUNTIME_SMALL, NULL, 0};
	long best_offset = 0;
	for (int i = 0; i < host_runtime_count(); i++) {
		struct host_runtime runtime = host_runtime_get(i);
		size_t capacity = 0;
		if (strcmp(runtime.platform, platform) != 0) {
			continue;
		}
		long offset = host_runtime_find_block(runtime.bytes, runtime.size, &capacity, message);
		if (offset < 0) {
			return -1;
		}
		largest = capacity > largest ? capacity : largest;
		if (capacity >= size && (best.bytes == NULL || runtime.size < best.size)) {
			best = runtime;
			best_offset = offset;
		}
	}
	if (best.bytes == NULL) {
		host_say(
			message,
			"the mechanism needs %zu bytes, the largest runtime for %s holds %zu: use fewer bodies, joints or sensors, "
			"or build mechfmu with a larger reserve (cmake -DMECHFMU_LARGE_RESERVE=%zu)",
			size, platform, largest, (size + 65535) / 65536 * 65536);
		return -1;
	}
	*library = malloc(best.size);
	if (*library == NULL) {
		host_say(message, "not enough memory");
		return -1;
	}
	memcpy(*library, best.bytes, best.size);
	uint64_t used = size;
	memcpy(*library + best_offset + offsetof(struct fmu_image_head, size), &used, sizeof used);
	memcpy(*library + best_offset + sizeof(struct fmu_image_head), image, size);
	*library_size = best.size;
	return 0;
}
