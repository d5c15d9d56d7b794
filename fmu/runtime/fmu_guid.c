/* The GUID: 128 bits over the image and the version of the runtime.
 *
 * Two hashes of 64 bits, each h <- (h xor byte) p with its own odd p, then mixed so that every bit
 * of input reaches every digit. A fingerprint against mix-ups, not against intent.
 */
#include "fmu_image.h"

#include <string.h>

struct fmu_guid_hash {
	uint64_t high, low;
};

static void fmu_guid_add(struct fmu_guid_hash *hash, const void *bytes, size_t size)
{
	const unsigned char *byte = bytes;
	for (size_t k = 0; k < size; k++) {
		hash->high = (hash->high ^ byte[k]) * 0x100000001b3u;
		hash->low = (hash->low ^ byte[k]) * 0xd6e8feb86659fd93u;
	}
}

/* an invertible map in which each bit of x changes half of the result's bits (shifts and odd
 * factors) */
static uint64_t fmu_guid_mix(uint64_t x)
{
	x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
	x = (x ^ x >> 29) * 0x9e3779b97f4a7c15u;
	return x ^ x >> 32;
}

LA_FUNCTION void fmu_guid(const void *image, size_t size, char guid[FMU_GUID_SIZE])
{
	static const char digit[] = "0123456789abcdef";
	struct fmu_guid_hash hash = {0xcbf29ce484222325u, 0x84222325cbf29ce4u};
	fmu_guid_add(&hash, FMU_VERSION, strlen(FMU_VERSION) + 1);
	fmu_guid_add(&hash, image, size);
	uint64_t word[2] = {fmu_guid_mix(hash.high), fmu_guid_mix(hash.low)};
	for (int k = 0, n = 0; n < FMU_GUID_SIZE - 1; n++) {
		if (n == 8 || n == 13 || n == 18 || n == 23) {
			guid[n] = '-';
			continue;
		}
		guid[n] = digit[word[k / 16] >> (60 - 4 * (k % 16)) & 15u];
		k++;
	}
	guid[FMU_GUID_SIZE - 1] = '\0';
}
