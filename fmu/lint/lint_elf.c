/* ELF shared libraries, read as a loader does: program headers, dynamic section, symbols (System V
 * ABI, chapters 4 and 5; Linux Standard Base for symbol versions and the GNU hash table). */
#include <stdlib.h>
#include <string.h>

#include "lint_library.h"

enum {
	LINT_ELF_SHARED = 3,
	LINT_ELF_LOAD = 1,
	LINT_ELF_DYNAMIC = 2,
	LINT_ELF_EXECUTABLE = 1,
	LINT_ELF_MOST_HEADERS = 256,
	LINT_ELF_MOST_VERSIONS = 4096
};
#define LINT_ELF_STACK 0x6474e551u

/* tags of the dynamic section, in the order of `values` below */
enum {
	LINT_TAG_STRINGS,
	LINT_TAG_SYMBOLS,
	LINT_TAG_HASH,
	LINT_TAG_GNU_HASH,
	LINT_TAG_VERSIONS,
	LINT_TAG_NEEDED_VERSIONS,
	LINT_TAG_TEXT_RELOCATIONS,
	LINT_TAG_FLAGS,
	LINT_TAG_RPATH,
	LINT_TAG_RUNPATH,
	LINT_TAG_COUNT
};
static const uint64_t lint_elf_tags[LINT_TAG_COUNT] = {
	[LINT_TAG_STRINGS] = 5,
	[LINT_TAG_SYMBOLS] = 6,
	[LINT_TAG_HASH] = 4,
	[LINT_TAG_GNU_HASH] = 0x6ffffef5,
	[LINT_TAG_VERSIONS] = 0x6ffffff0,
	[LINT_TAG_NEEDED_VERSIONS] = 0x6ffffffe,
	[LINT_TAG_TEXT_RELOCATIONS] = 22,
	[LINT_TAG_FLAGS] = 30,
	[LINT_TAG_RPATH] = 15,
	[LINT_TAG_RUNPATH] = 29,
};
enum { LINT_TAG_NEEDED = 1, LINT_FLAG_TEXT_RELOCATIONS = 4 };

struct lint_segment {
	uint64_t address, offset, size;
};

struct lint_elf {
	struct lint_bytes *bytes;
	int word; /* bytes of an address: 4 or 8 */
	int n_segments;
	struct lint_segment segments[LINT_ELF_MOST_HEADERS];
	uint64_t dynamic, dynamic_size;
	int has[LINT_TAG_COUNT];
	uint64_t values[LINT_TAG_COUNT];
};

static uint64_t lint_elf_number(struct lint_elf *e, uint64_t at, int width)
{
	return lint_bytes_number(e->bytes, at, width);
}

/* place in the file of an address in memory; beyond the file when no segment holds it */
static uint64_t lint_elf_place(const struct lint_elf *e, uint64_t address)
{
	for (int i = 0; i < e->n_segments; i++) {
		const struct lint_segment *s = &e->segments[i];
		if (address >= s->address && address - s->address < s->size) {
			return s->offset + (address - s->address);
		}
	}
	return UINT64_MAX / 2;
}

static const char *lint_elf_string(struct lint_elf *e, uint64_t offset)
{
	return lint_bytes_text(e->bytes, lint_elf_place(e, e->values[LINT_TAG_STRINGS]) + offset);
}

/* ---- headers */

static void lint_elf_machine(struct lint_elf *e, struct lint_library *library)
{
	static const struct {
		uint64_t number;
		const char *name;
	} machines[] = {{3, "x86"}, {62, "x86_64"}, {40, "aarch32"}, {183, "aarch64"}, {243, "riscv64"}, {21, "ppc64"}};
	uint64_t machine = lint_elf_number(e, 18, 2);
	for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++) {
		if (machines[i].number == machine) {
			library->machine = machines[i].name;
		}
	}
	library->bits = 8 * e->word;
	library->is_shared = lint_elf_number(e, 16, 2) == LINT_ELF_SHARED;
}

static void lint_elf_headers(struct lint_elf *e, struct lint_library *library)
{
	int wide = e->word == 8;
	uint64_t at = lint_elf_number(e, wide ? 32 : 28, e->word);
	uint64_t size = lint_elf_number(e, wide ? 54 : 42, 2), count = lint_elf_number(e, wide ? 56 : 44, 2);
	for (uint64_t i = 0; i < count && i < LINT_ELF_MOST_HEADERS && !e->bytes->outside; i++, at += size) {
		uint64_t type = lint_elf_number(e, at, 4), flags = lint_elf_number(e, at + (wide ? 4 : 24), 4);
		uint64_t offset = lint_elf_number(e, at + (wide ? 8 : 4), e->word);
		uint64_t address = lint_elf_number(e, at + (wide ? 16 : 8), e->word);
		uint64_t bytes = lint_elf_number(e, at + (wide ? 32 : 16), e->word);
		if (type == LINT_ELF_LOAD && lint_bytes_has(e->bytes, offset, bytes)) {
			e->segments[e->n_segments++] = (struct lint_segment){address, offset, bytes};
		} else if (type == LINT_ELF_DYNAMIC && lint_bytes_has(e->bytes, offset, bytes)) {
			e->dynamic = offset;
			e->dynamic_size = bytes;
		} else if (type == LINT_ELF_STACK) {
			library->executable_stack = (flags & LINT_ELF_EXECUTABLE) != 0;
		} else if (type == LINT_ELF_LOAD || type == LINT_ELF_DYNAMIC) {
			library->damaged = 1;
		}
	}
}

/* the tags; names of needed libraries wait until the place of the strings is known */
static void lint_elf_dynamic(struct lint_elf *e, struct lint_library *library)
{
	uint64_t step = 2 * (uint64_t)e->word;
	for (int names = 0; names < 2; names++) {
		for (uint64_t at = e->dynamic; at + step <= e->dynamic + e->dynamic_size; at += step) {
			uint64_t tag = lint_elf_number(e, at, e->word), value = lint_elf_number(e, at + step / 2, e->word);
			if (tag == 0) {
				break;
			}
			for (int k = 0; k < LINT_TAG_COUNT && !names; k++) {
				if (tag == lint_elf_tags[k]) {
					e->has[k] = 1;
					e->values[k] = value;
				}
			}
			if (names && tag == LINT_TAG_NEEDED) {
				lint_words_add(&library->needed, lint_elf_string(e, value));
			}
		}
	}
	library->text_relocations =
		e->has[LINT_TAG_TEXT_RELOCATIONS] || (e->values[LINT_TAG_FLAGS] & LINT_FLAG_TEXT_RELOCATIONS) != 0;
	int path = e->has[LINT_TAG_RUNPATH] ? LINT_TAG_RUNPATH : LINT_TAG_RPATH;
	library->run_path = e->has[path] ? lint_elf_string(e, e->values[path]) : NULL;
}

/* ---- symbols */

/* the GNU hash table shows no count: after the last symbol of the fullest bucket its chain ends
 * with an odd number */
static uint64_t lint_elf_gnu_count(struct lint_elf *e)
{
	uint64_t at = lint_elf_place(e, e->values[LINT_TAG_GNU_HASH]);
	uint64_t n_buckets = lint_elf_number(e, at, 4), first = lint_elf_number(e, at + 4, 4);
	uint64_t buckets = at + 16 + lint_elf_number(e, at + 8, 4) * (uint64_t)e->word;
	uint64_t chains = buckets + 4 * n_buckets, last = 0;
	for (uint64_t i = 0; i < n_buckets && !e->bytes->outside; i++) {
		uint64_t begin = lint_elf_number(e, buckets + 4 * i, 4);
		last = begin > last ? begin : last;
	}
	if (last < first) {
		return first;
	}
	while ((lint_elf_number(e, chains + 4 * (last - first), 4) & 1u) == 0 && !e->bytes->outside) {
		last++;
	}
	return last + 1;
}

static void lint_elf_symbols(struct lint_elf *e, struct lint_library *library)
{
	enum { GLOBAL = 1, WEAK = 2, UNIQUE = 10, INTERNAL = 1, HIDDEN = 2, LAST_UNVERSIONED = 1 };
	int wide = e->word == 8;
	uint64_t symbols = lint_elf_place(e, e->values[LINT_TAG_SYMBOLS]), size = wide ? 24 : 16;
	uint64_t versions = lint_elf_place(e, e->values[LINT_TAG_VERSIONS]);
	uint64_t hash = lint_elf_place(e, e->values[LINT_TAG_HASH]);
	uint64_t count = e->has[LINT_TAG_HASH]       ? lint_elf_number(e, hash + 4, 4)
	                 : e->has[LINT_TAG_GNU_HASH] ? lint_elf_gnu_count(e)
	                                             : 0;
	for (uint64_t i = 1; i < count && !e->bytes->outside; i++) {
		uint64_t at = symbols + i * size;
		uint64_t binding = lint_elf_number(e, at + (wide ? 4 : 12), 1) >> 4;
		uint64_t visibility = lint_elf_number(e, at + (wide ? 5 : 13), 1) & 3u;
		uint64_t section = lint_elf_number(e, at + (wide ? 6 : 14), 2);
		const char *name = lint_elf_string(e, lint_elf_number(e, at, 4));
		int shown = binding == GLOBAL || binding == WEAK || binding == UNIQUE;
		if (section != 0 && shown && visibility != INTERNAL && visibility != HIDDEN) {
			lint_words_add(&library->exports, name);
		} else if (section == 0 && binding == GLOBAL) {
			uint64_t version = e->has[LINT_TAG_VERSIONS] ? lint_elf_number(e, versions + 2 * i, 2) & 0x7fffu : 0;
			if (version <= LAST_UNVERSIONED) {
				lint_words_add(&library->unresolved, name);
			}
		}
	}
}

/* ---- versions of glibc */

static void lint_elf_version(struct lint_library *library, const char *name)
{
	static const char prefix[] = "GLIBC_2.";
	enum { RELR_MINOR = 36 }; /* first release that loads packed relative relocations */
	int minor = 0;
	if (strncmp(name, prefix, sizeof prefix - 1) == 0) {
		minor = (int)strtol(name + sizeof prefix - 1, NULL, 10);
	} else if (strcmp(name, "GLIBC_ABI_DT_RELR") == 0) {
		minor = RELR_MINOR;
	}
	if (minor > library->glibc_minor) {
		library->glibc_minor = minor;
		library->glibc = name;
	}
}

static void lint_elf_versions(struct lint_elf *e, struct lint_library *library)
{
	uint64_t at = lint_elf_place(e, e->values[LINT_TAG_NEEDED_VERSIONS]), next = 1;
	int budget = LINT_ELF_MOST_VERSIONS;
	while (next != 0 && budget > 0 && !e->bytes->outside) {
		uint64_t entry = at + lint_elf_number(e, at + 8, 4), next_entry = 1;
		while (next_entry != 0 && budget-- > 0 && !e->bytes->outside) {
			lint_elf_version(library, lint_elf_string(e, lint_elf_number(e, entry + 8, 4)));
			next_entry = lint_elf_number(e, entry + 12, 4);
			entry += next_entry;
		}
		next = lint_elf_number(e, at + 12, 4);
		at += next;
	}
}

void lint_elf_read(struct lint_bytes *bytes, struct lint_library *library)
{
	struct lint_elf e = {.bytes = bytes};
	library->format = LINT_ELF;
	bytes->big_endian = lint_bytes_number(bytes, 5, 1) == 2;
	e.word = lint_bytes_number(bytes, 4, 1) == 1 ? 4 : 8;
	lint_elf_machine(&e, library);
	lint_elf_headers(&e, library);
	lint_elf_dynamic(&e, library);
	if (!e.has[LINT_TAG_STRINGS] || !e.has[LINT_TAG_SYMBOLS]) {
		library->damaged |= library->is_shared;
		return;
	}
	lint_elf_symbols(&e, library);
	if (e.has[LINT_TAG_NEEDED_VERSIONS]) {
		lint_elf_versions(&e, library);
	}
}
