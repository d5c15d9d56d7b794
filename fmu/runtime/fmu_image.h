/* The image inside the FMU: a constant block that the exporter fills.
 *
 * A prebuilt runtime holds an empty block of FMU_IMAGE_CAPACITY bytes after a marker; `mechfmu
 * export` finds the marker in the library's bytes and copies the image in. In sources/ the same
 * block is a C array with the image in it.
 */
#ifndef FMU_IMAGE_H
#define FMU_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "la_base.h"

#define FMU_VERSION "0.1.0"
#define FMU_IMAGE_MARKER "mechfmu image block version 0001" /* 32 characters; the closing 0 is not stored */

struct fmu_image_head {
	unsigned char marker[32];
	uint64_t capacity; /* bytes after this head */
	uint64_t size;     /* bytes of the image; 0: empty */
};

/* the block: head, then capacity bytes, 8-aligned. Defined in fmu_image_reserve.c (prebuilt) or
 * image.c (sources/). C has no static declaration without a size, so whoever compiles everything as
 * one file says FMU_IMAGE_CAPACITY in advance. */
#ifdef MECHFMU_SINGLE_FILE
LA_TABLE_DECLARATION const uint64_t fmu_image_block[(sizeof(struct fmu_image_head) + FMU_IMAGE_CAPACITY) / 8];
#else
LA_TABLE_DECLARATION const uint64_t fmu_image_block[];
#endif

/* fingerprint of image and runtime version as xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx */
enum { FMU_GUID_SIZE = 37 };
LA_FUNCTION void fmu_guid(const void *image, size_t size, char guid[FMU_GUID_SIZE]);

#endif
