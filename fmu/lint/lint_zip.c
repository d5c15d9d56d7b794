#include "lint_zip.h"

#include <stdlib.h>
#include <string.h>

enum {
	LINT_ZIP_END_SIZE = 22,
	LINT_ZIP_ENTRY_SIZE = 46,
	LINT_ZIP_LOCAL_SIZE = 30,
	LINT_ZIP_LOCATOR_SIZE = 20,
	LINT_ZIP_COMMENT_LIMIT = 65535,
	LINT_ZIP_EXTRA_64 = 1
};
#define LINT_ZIP_END 0x06054b50u
#define LINT_ZIP_ENTRY 0x02014b50u
#define LINT_ZIP_LOCAL 0x04034b50u
#define LINT_ZIP_LOCATOR 0x07064b50u
#define LINT_ZIP_FULL 0xffffffffu

/* place of the end record: the last one whose comment ends with the file. UINT64_MAX: none */
static uint64_t lint_zip_end(struct lint_bytes *b)
{
	for (uint64_t back = LINT_ZIP_END_SIZE; back <= b->size; back++) {
		uint64_t at = b->size - back;
		if (back > LINT_ZIP_END_SIZE + LINT_ZIP_COMMENT_LIMIT) {
			break;
		}
		if (lint_bytes_number(b, at, 4) == LINT_ZIP_END &&
		    lint_bytes_number(b, at + 20, 2) == back - LINT_ZIP_END_SIZE) {
			return at;
		}
	}
	return UINT64_MAX;
}

/* 1 when the extra fields hold a zip64 one */
static int lint_zip_extra_64(struct lint_bytes *b, uint64_t at, uint64_t size)
{
	for (uint64_t end = at + size; at + 4 <= end;) {
		if (lint_bytes_number(b, at, 2) == LINT_ZIP_EXTRA_64) {
			return 1;
		}
		at += 4 + lint_bytes_number(b, at + 2, 2);
	}
	return 0;
}

/* compares with the local header, which stands before the content */
static void lint_zip_local(struct lint_bytes *b, uint64_t at, struct lint_zip_entry *e)
{
	int described = (e->flags & 8u) != 0; /* sizes follow the content */
	uint64_t name_size = lint_bytes_number(b, at + 26, 2);
	uint64_t content = at + LINT_ZIP_LOCAL_SIZE + name_size + lint_bytes_number(b, at + 28, 2);
	if (lint_bytes_number(b, at, 4) != LINT_ZIP_LOCAL || !lint_bytes_has(b, content, e->packed)) {
		e->local_differs = 1;
		return;
	}
	e->begin = at;
	e->end = content + e->packed;
	e->local_differs =
		name_size != e->name_size || memcmp(b->bytes + at + LINT_ZIP_LOCAL_SIZE, e->name, e->name_size) != 0 ||
		lint_bytes_number(b, at + 8, 2) != e->method ||
		(!described &&
	     (lint_bytes_number(b, at + 18, 4) != e->packed || lint_bytes_number(b, at + 22, 4) != e->unpacked));
}

/* the entry at `at`; returns the place after it, 0 when there is none */
static uint64_t lint_zip_entry(struct lint_bytes *b, uint64_t at, struct lint_zip *zip)
{
	struct lint_zip_entry *e = &zip->entries[zip->n_entries];
	uint64_t name_size = lint_bytes_number(b, at + 28, 2), extra_size = lint_bytes_number(b, at + 30, 2);
	uint64_t name = at + LINT_ZIP_ENTRY_SIZE;
	if (lint_bytes_number(b, at, 4) != LINT_ZIP_ENTRY || !lint_bytes_has(b, name, name_size)) {
		return 0;
	}
	e->name = calloc(name_size + 1, 1);
	if (e->name == NULL) {
		zip->failed = 1;
		return 0;
	}
	memcpy(e->name, b->bytes + name, name_size);
	e->name_size = name_size;
	e->made_on = (unsigned)lint_bytes_number(b, at + 5, 1);
	e->version_needed = (unsigned)lint_bytes_number(b, at + 6, 1);
	e->flags = (unsigned)lint_bytes_number(b, at + 8, 2);
	e->method = (unsigned)lint_bytes_number(b, at + 10, 2);
	e->packed = lint_bytes_number(b, at + 20, 4);
	e->unpacked = lint_bytes_number(b, at + 24, 4);
	e->external = lint_bytes_number(b, at + 38, 4);
	uint64_t local = lint_bytes_number(b, at + 42, 4);
	e->zip64 = e->packed == LINT_ZIP_FULL || e->unpacked == LINT_ZIP_FULL || local == LINT_ZIP_FULL ||
	           lint_zip_extra_64(b, name + name_size, extra_size);
	lint_zip_local(b, zip->prefix + local, e);
	zip->n_entries++;
	return name + name_size + extra_size + lint_bytes_number(b, at + 32, 2);
}

const char *lint_zip_read(struct lint_bytes *bytes, struct lint_zip *zip)
{
	memset(zip, 0, sizeof *zip);
	uint64_t end = lint_zip_end(bytes);
	if (end == UINT64_MAX) {
		return "no end of a zip directory is found: the file is no archive, is cut off, or has bytes after its end";
	}
	uint64_t count = lint_bytes_number(bytes, end + 10, 2), size = lint_bytes_number(bytes, end + 12, 4);
	uint64_t offset = lint_bytes_number(bytes, end + 16, 4);
	zip->split = lint_bytes_number(bytes, end + 4, 4) != 0 || lint_bytes_number(bytes, end + 8, 2) != count;
	zip->zip64 =
		end >= LINT_ZIP_LOCATOR_SIZE && lint_bytes_number(bytes, end - LINT_ZIP_LOCATOR_SIZE, 4) == LINT_ZIP_LOCATOR;
	zip->announced = (int)count;
	if (size + offset > end) {
		return zip->zip64 ? NULL : "the directory is said to lie outside of the file";
	}
	uint64_t directory_end = zip->zip64 ? offset + size : end;
	zip->prefix = directory_end - size - offset;
	zip->entries = calloc(count + 1, sizeof *zip->entries);
	if (zip->entries == NULL) {
		zip->failed = 1;
		return NULL;
	}
	uint64_t at = directory_end - size;
	for (uint64_t i = 0; i < count && !zip->failed; i++) {
		at = lint_zip_entry(bytes, at, zip);
		if (at == 0) {
			return zip->failed ? NULL : "an entry of the directory is damaged";
		}
	}
	return at == directory_end ? NULL : "the directory is not as long as it says";
}

void lint_zip_free(struct lint_zip *zip)
{
	for (int i = 0; i < zip->n_entries; i++) {
		free(zip->entries[i].name);
	}
	free(zip->entries);
	memset(zip, 0, sizeof *zip);
}

struct lint_zip_entry *lint_zip_find(const struct lint_zip *zip, const char *name)
{
	for (int i = 0; i < zip->n_entries; i++) {
		if (strcmp(zip->entries[i].name, name) == 0) {
			return &zip->entries[i];
		}
	}
	return NULL;
}
