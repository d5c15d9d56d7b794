/* The empty block of a prebuilt runtime: marker, capacity, size 0, and FMU_IMAGE_CAPACITY bytes
 * (given by the build) for the image that `mechfmu export` copies in.
 *
 * It has a translation unit of its own, and fmi2Instantiate reads it through a volatile pointer, so
 * that no compiler can conclude from these initial values that the block is empty.
 */
#include "fmu_image.h"

#ifndef FMU_IMAGE_CAPACITY
#error "FMU_IMAGE_CAPACITY: bytes to reserve for the image, a multiple of 8"
#endif

_Static_assert(FMU_IMAGE_CAPACITY > 0 && FMU_IMAGE_CAPACITY % 8 == 0, "capacity in whole 8-byte words");
_Static_assert(sizeof(struct fmu_image_head) == 48, "the head is six words without gaps");

/* eight characters as they lie in memory */
#define FMU_IMAGE_RESERVE_WORD(a, b, c, d, e, f, g, h)                                                      \
	((uint64_t)(a) | (uint64_t)(b) << 8 | (uint64_t)(c) << 16 | (uint64_t)(d) << 24 | (uint64_t)(e) << 32 | \
	 (uint64_t)(f) << 40 | (uint64_t)(g) << 48 | (uint64_t)(h) << 56)

LA_TABLE const uint64_t fmu_image_block[(sizeof(struct fmu_image_head) + FMU_IMAGE_CAPACITY) / 8] = {
	FMU_IMAGE_RESERVE_WORD('m', 'e', 'c', 'h', 'f', 'm', 'u', ' '),
	FMU_IMAGE_RESERVE_WORD('i', 'm', 'a', 'g', 'e', ' ', 'b', 'l'),
	FMU_IMAGE_RESERVE_WORD('o', 'c', 'k', ' ', 'v', 'e', 'r', 's'),
	FMU_IMAGE_RESERVE_WORD('i', 'o', 'n', ' ', '0', '0', '0', '1'),
	FMU_IMAGE_CAPACITY,
	0,
};
