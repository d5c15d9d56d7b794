/* Reading of files that nobody vouches for: zip directories, ELF, PE, Mach-O.
 *
 * Every access is checked against the size. One that leaves the bytes gives 0 (or "") and sets
 * `outside`: readers continue freely, bound their loops by what they count, and look once, at the
 * end.
 */
#ifndef LINT_BYTES_H
#define LINT_BYTES_H

#include <stddef.h>
#include <stdint.h>

struct lint_bytes {
	const unsigned char *bytes;
	size_t size;
	int big_endian;
	int outside; /* 1: an access left the bytes */
};

/* 1 when `count` bytes from `at` on are there */
int lint_bytes_has(const struct lint_bytes *b, uint64_t at, uint64_t count);

/* the number of `width` (1 to 8) bytes at `at` */
uint64_t lint_bytes_number(struct lint_bytes *b, uint64_t at, int width);

/* the text at `at`, which ends with 0 inside the bytes, after 64 kB at most */
const char *lint_bytes_text(struct lint_bytes *b, uint64_t at);

/* 1 when `count` bytes occur somewhere */
int lint_bytes_contain(const struct lint_bytes *b, const void *pattern, size_t count);

#endif
