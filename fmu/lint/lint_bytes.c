#include "lint_bytes.h"

#include <string.h>

enum { LINT_LONGEST_TEXT = 65536 };

int lint_bytes_has(const struct lint_bytes *b, uint64_t at, uint64_t count)
{
	return at <= b->size && count <= b->size - at;
}

uint64_t lint_bytes_number(struct lint_bytes *b, uint64_t at, int width)
{
	uint64_t number = 0;
	if (!lint_bytes_has(b, at, (uint64_t)width)) {
		b->outside = 1;
		return 0;
	}
	for (int i = 0; i < width; i++) {
		number = number << 8 | b->bytes[at + (uint64_t)(b->big_endian ? i : width - 1 - i)];
	}
	return number;
}

const char *lint_bytes_text(struct lint_bytes *b, uint64_t at)
{
	size_t left = at >= b->size ? 0 : b->size - (size_t)at;
	size_t longest = left < LINT_LONGEST_TEXT ? left : LINT_LONGEST_TEXT;
	if (longest == 0 || memchr(b->bytes + at, 0, longest) == NULL) {
		b->outside = 1;
		return "";
	}
	return (const char *)b->bytes + at;
}

int lint_bytes_contain(const struct lint_bytes *b, const void *pattern, size_t count)
{
	const unsigned char *first = pattern;
	const unsigned char *at = b->bytes;
	size_t left = b->size;
	while (count > 0 && left >= count && (at = memchr(at, first[0], left - count + 1)) != NULL) {
		if (memcmp(at, pattern, count) == 0) {
			return 1;
		}
		at++;
		left = b->size - (size_t)(at - b->bytes);
	}
	return 0;
}
