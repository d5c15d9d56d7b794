#define ZLIB_CONST
#include "host_runtimes.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "fmu_image.h"
#include "host_text.h"

#ifndef MECHFMU_NATIVE_PLATFORM
#error "MECHFMU_NATIVE_PLATFORM: folder of the FMU for libraries of this machine"
#endif

/* all platforms: name in the program, folder of the FMU, extension of the library */
#define HOST_RUNTIME_PLATFORMS(X)            \
	X(linux64, "linux64", ".so")             \
	X(win64, "win64", ".dll")                \
	X(aarch64_linux, "aarch64-linux", ".so") \
	X(wasm32, HOST_RUNTIME_LIVE, ".wasm")

/* made by the build from the files themselves; nothing between begin and end: not built */
#define HOST_RUNTIME_FILES(name, platform, extension)                                  \
	extern const unsigned char host_##name##_small_begin[], host_##name##_small_end[]; \
	extern const unsigned char host_##name##_large_begin[], host_##name##_large_end[]; \
	extern const unsigned char host_##name##_huge_begin[], host_##name##_huge_end[];
HOST_RUNTIME_PLATFORMS(HOST_RUNTIME_FILES)
extern const unsigned char host_license_begin[], host_license_end[];

struct host_runtime_embedded {
	const char *platform, *extension;
	enum host_runtime_reserve reserve;
	const unsigned char *begin, *end;
};

#define HOST_RUNTIME_ROWS(name, platform, extension)                                               \
	{platform, extension, HOST_RUNTIME_SMALL, host_##name##_small_begin, host_##name##_small_end}, \
		{platform, extension, HOST_RUNTIME_LARGE, host_##name##_large_begin, host_##name##_large_end},
static const struct host_runtime_embedded host_runtimes[] = {HOST_RUNTIME_PLATFORMS(HOST_RUNTIME_ROWS)};
enum { HOST_RUNTIME_ROW_COUNT = sizeof host_runtimes / sizeof host_runtimes[0] };

/* the ones for mechanisms that need more: each the only entry of a zip archive */
#define HOST_RUNTIME_PACKED(name, platform, extension) {platform, host_##name##_huge_begin, host_##name##_huge_end},
static const struct {
	const char *platform;
	const unsigned char *begin, *end;
} host_runtime_packed[] = {HOST_RUNTIME_PLATFORMS(HOST_RUNTIME_PACKED)};

/* FMI 2.0 has no folder of its own for Linux on ARM: importers there look into linux64 */
static const struct {
	const char *platform, *second_folder;
} host_runtime_second_folders[] = {
	{"aarch64-linux", "linux64"},
};

int host_runtime_has_live(void)
{
	for (int i = 0; i < HOST_RUNTIME_ROW_COUNT; i++) {
		if (strcmp(host_runtimes[i].platform, HOST_RUNTIME_LIVE) == 0 &&
		    host_runtimes[i].end > host_runtimes[i].begin) {
			return 1;
		}
	}
	return 0;
}

int host_runtime_count(void)
{
	int count = 0;
	for (int i = 0; i < HOST_RUNTIME_ROW_COUNT; i++) {
		count += host_runtimes[i].end > host_runtimes[i].begin;
	}
	return count;
}

struct host_runtime host_runtime_get(int i)
{
	const struct host_runtime_embedded *e = host_runtimes;
	for (int passed = 0; passed < i || e->end == e->begin; e++) {
		passed += e->end > e->begin;
	}
	return (struct host_runtime){e->platform, e->extension, e->reserve, e->begin, (size_t)(e->end - e->begin)};
}

const char *host_runtime_native(void)
{
	return MECHFMU_NATIVE_PLATFORM;
}

const char *host_runtime_second_folder(const char *platform)
{
	for (size_t k = 0; k < sizeof host_runtime_second_folders / sizeof host_runtime_second_folders[0]; k++) {
		if (strcmp(host_runtime_second_folders[k].platform, platform) == 0) {
			return host_runtime_second_folders[k].second_folder;
		}
	}
	return NULL;
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
	/* the block is 8-aligned in memory; in the file of a WebAssembly module it is not */
	for (size_t at = 0; at + sizeof head <= size; at++) {
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

/* The linker's sum over a Windows library does not hold with an image inside; zero means that there is none. It is field
 * 64 of the optional header, after signature (4 bytes) and file header (20), whose place is written at 0x3c. */
static void host_runtime_clear_checksum(unsigned char *library, size_t size)
{
	uint32_t header = 0;
	if (size > 0x40 && memcmp(library, "MZ", 2) == 0) {
		memcpy(&header, library + 0x3c, sizeof header);
	}
	if (header > 0 && header <= size - (4 + 20 + 64 + 4)) {
		memset(library + header + 4 + 20 + 64, 0, 4);
	}
}

/* the only entry of a zip archive, inflated: after a header of 30 bytes, its name and an extra field, whose lengths stand at 26
 * and 28. *bytes is the caller's. 0, or -1 when memory is out or the archive is not one */
static int host_runtime_inflate(const unsigned char *begin, const unsigned char *end, unsigned char **bytes,
                                size_t *size)
{
	z_stream z = {0};
	const size_t skip = end - begin > 30 ? 30u + begin[26] + 256u * begin[27] + begin[28] + 256u * begin[29] : 0;
	size_t capacity = 1 << 20;
	int status = Z_OK;
	*size = 0;
	*bytes = NULL;
	if (skip == 0 || skip >= (size_t)(end - begin) || inflateInit2(&z, -MAX_WBITS) != Z_OK) {
		return -1;
	}
	z.next_in = begin + skip;
	z.avail_in = (uInt)((size_t)(end - begin) - skip);
	while (status == Z_OK) {
		capacity *= 2;
		unsigned char *grown = realloc(*bytes, capacity);
		if (grown == NULL) {
			break;
		}
		*bytes = grown;
		z.next_out = *bytes + *size;
		z.avail_out = (uInt)(capacity - *size);
		status = inflate(&z, Z_NO_FLUSH);
		*size = capacity - z.avail_out;
	}
	inflateEnd(&z);
	return status == Z_STREAM_END ? 0 : -1;
}

/* the huge library of the platform, its size 0 where there is none; *library is the caller's */
static int host_runtime_unpack(const char *platform, unsigned char **library, size_t *size,
                               struct mech_message *message)
{
	*library = NULL;
	*size = 0;
	for (size_t k = 0; k < sizeof host_runtime_packed / sizeof host_runtime_packed[0]; k++) {
		if (strcmp(host_runtime_packed[k].platform, platform) == 0 &&
		    host_runtime_inflate(host_runtime_packed[k].begin, host_runtime_packed[k].end, library, size) != 0) {
			host_say(message, "out of memory");
			return -1;
		}
	}
	return 0;
}

static void host_runtime_put(const void *image, size_t size, long offset, unsigned char *library, size_t library_size)
{
	uint64_t used = size;
	memcpy(library + offset + offsetof(struct fmu_image_head, size), &used, sizeof used);
	memcpy(library + offset + sizeof(struct fmu_image_head), image, size);
	host_runtime_clear_checksum(library, library_size);
}

/* a mechanism that no other library holds */
static int host_runtime_fill_huge(const char *platform, const void *image, size_t size, unsigned char **library,
                                  size_t *library_size, struct mech_message *message)
{
	size_t capacity = 0;
	long offset = -1;
	if (host_runtime_unpack(platform, library, library_size, message) != 0) {
		free(*library);
		return -1;
	}
	offset = host_runtime_find_block(*library, *library_size, &capacity, message);
	if (offset < 0 || capacity < size) {
		free(*library);
		if (offset >= 0) {
			host_say(message,
			         "the mechanism needs %zu bytes, the largest runtime for %s holds %zu: use fewer bodies, joints or "
			         "sensors, or build mechfmu with a larger reserve (cmake -DMECHFMU_HUGE_RESERVE=%zu)",
			         size, platform, capacity, (size + 65535) / 65536 * 65536);
		}
		return -1;
	}
	host_runtime_put(image, size, offset, *library, *library_size);
	return 0;
}

int host_runtime_fill(const char *platform, const void *image, size_t size, unsigned char **library,
                      size_t *library_size, struct mech_message *message)
{
	struct host_runtime best = {NULL, NULL, HOST_RUNTIME_SMALL, NULL, 0};
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
		if (capacity >= size && (best.bytes == NULL || runtime.size < best.size)) {
			best = runtime;
			best_offset = offset;
		}
	}
	if (best.bytes == NULL) {
		return host_runtime_fill_huge(platform, image, size, library, library_size, message);
	}
	*library = malloc(best.size);
	if (*library == NULL) {
		host_say(message, "out of memory");
		return -1;
	}
	memcpy(*library, best.bytes, best.size);
	host_runtime_put(image, size, best_offset, *library, best.size);
	*library_size = best.size;
	return 0;
}
