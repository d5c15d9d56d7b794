#define ZLIB_CONST
#include "host_runtimes.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "host_library.h"
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
#define HOST_RUNTIME_FILES(name, platform, extension) \
	extern const unsigned char host_##name##_begin[], host_##name##_end[];
HOST_RUNTIME_PLATFORMS(HOST_RUNTIME_FILES)
/* the module for pages with room for large mechanisms: the only entry of a zip archive */
extern const unsigned char host_wasm32_large_begin[], host_wasm32_large_end[];
extern const unsigned char host_license_begin[], host_license_end[];

struct host_runtime_embedded {
	const char *platform, *extension;
	const unsigned char *begin, *end;
};

#define HOST_RUNTIME_ROW(name, platform, extension) {platform, extension, host_##name##_begin, host_##name##_end},
static const struct host_runtime_embedded host_runtimes[] = {HOST_RUNTIME_PLATFORMS(HOST_RUNTIME_ROW)};
enum { HOST_RUNTIME_ROW_COUNT = sizeof host_runtimes / sizeof host_runtimes[0] };

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
	return (struct host_runtime){e->platform, e->extension, e->begin, (size_t)(e->end - e->begin)};
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

/* the only entry of a zip archive, inflated: after a header of 30 bytes, its name and an extra
 * field, whose lengths stand at 26 and 28. *bytes is the caller's. 0, or -1 when memory is out or
 * the archive is not one */
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

/* a mechanism that the small module does not hold; `message` says so */
static int host_runtime_fill_large(const void *image, size_t size, unsigned char **library, size_t *library_size,
                                   struct mech_message *message)
{
	unsigned char *module = NULL;
	size_t module_size = 0;
	if (&host_wasm32_large_end[0] == &host_wasm32_large_begin[0]) {
		return HOST_RUNTIME_NO_ROOM;
	}
	int status = host_runtime_inflate(host_wasm32_large_begin, host_wasm32_large_end, &module, &module_size);
	if (status != 0) {
		host_say(message, "out of memory");
	} else {
		status = host_library_fill(module, module_size, image, size, library, library_size, message);
	}
	free(module);
	return status;
}

int host_runtime_fill(const char *platform, const void *image, size_t size, unsigned char **library,
                      size_t *library_size, struct mech_message *message)
{
	for (int i = 0; i < host_runtime_count(); i++) {
		const struct host_runtime runtime = host_runtime_get(i);
		if (strcmp(runtime.platform, platform) != 0) {
			continue;
		}
		int status = host_library_fill(runtime.bytes, runtime.size, image, size, library, library_size, message);
		if (status == HOST_LIBRARY_NO_ROOM && strcmp(platform, HOST_RUNTIME_LIVE) == 0) {
			status = host_runtime_fill_large(image, size, library, library_size, message);
		}
		return status == HOST_LIBRARY_NO_ROOM ? HOST_RUNTIME_NO_ROOM : status;
	}
	host_say(message, "this program has no library for %s", platform);
	return -1;
}
