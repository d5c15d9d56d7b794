/* Windows DLLs (PE format: file header, sections, export and import directories), and the processor
 * of Mach-O files. */
#include <string.h>

#include "lint_library.h"

enum {
	LINT_PE_HEADER_SIZE = 24, /* signature and file header */
	LINT_PE_SECTION_SIZE = 40,
	LINT_PE_IMPORT_SIZE = 20,
	LINT_PE_MOST_SECTIONS = 128,
	LINT_PE_MOST_IMPORTS = 4096,
	LINT_PE_LIBRARY = 0x2000,
	LINT_PE_WIDE = 0x20b
};

struct lint_pe {
	struct lint_bytes *bytes;
	uint64_t optional, sections, n_sections;
};

/* place in the file of an address in memory; beyond the file when no section holds it */
static uint64_t lint_pe_place(const struct lint_pe *p, uint64_t address)
{
	for (uint64_t i = 0; i < p->n_sections; i++) {
		uint64_t at = p->sections + i * LINT_PE_SECTION_SIZE;
		uint64_t begin = lint_bytes_number(p->bytes, at + 12, 4), size = lint_bytes_number(p->bytes, at + 16, 4);
		if (address >= begin && address - begin < size) {
			return lint_bytes_number(p->bytes, at + 20, 4) + (address - begin);
		}
	}
	return UINT64_MAX / 2;
}

static void lint_pe_exports(const struct lint_pe *p, uint64_t address, struct lint_library *library)
{
	uint64_t at = lint_pe_place(p, address), count = lint_bytes_number(p->bytes, at + 24, 4);
	uint64_t names = lint_pe_place(p, lint_bytes_number(p->bytes, at + 32, 4));
	for (uint64_t i = 0; i < count && !p->bytes->outside; i++) {
		uint64_t name = lint_bytes_number(p->bytes, names + 4 * i, 4);
		lint_words_add(&library->exports, lint_bytes_text(p->bytes, lint_pe_place(p, name)));
	}
}

static void lint_pe_imports(const struct lint_pe *p, uint64_t address, struct lint_library *library)
{
	uint64_t at = lint_pe_place(p, address);
	for (int i = 0; i < LINT_PE_MOST_IMPORTS && !p->bytes->outside; i++, at += LINT_PE_IMPORT_SIZE) {
		uint64_t name = lint_bytes_number(p->bytes, at + 12, 4);
		if (name == 0) {
			break;
		}
		lint_words_add(&library->needed, lint_bytes_text(p->bytes, lint_pe_place(p, name)));
	}
}

static const char *lint_pe_machine(uint64_t number)
{
	static const struct {
		uint64_t number;
		const char *name;
	} machines[] = {{0x14c, "x86"}, {0x8664, "x86_64"}, {0x1c4, "aarch32"}, {0xaa64, "aarch64"}};
	for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++) {
		if (machines[i].number == number) {
			return machines[i].name;
		}
	}
	return "?";
}

void lint_pe_read(struct lint_bytes *bytes, struct lint_library *library)
{
	uint64_t at = lint_bytes_number(bytes, 0x3c, 4);
	library->format = LINT_PE;
	if (!lint_bytes_has(bytes, at, 4) || memcmp(bytes->bytes + at, "PE\0\0", 4) != 0) {
		library->damaged = 1;
		return;
	}
	struct lint_pe p = {bytes, at + LINT_PE_HEADER_SIZE, 0, lint_bytes_number(bytes, at + 6, 2)};
	p.sections = p.optional + lint_bytes_number(bytes, at + 20, 2);
	p.n_sections = p.n_sections > LINT_PE_MOST_SECTIONS ? LINT_PE_MOST_SECTIONS : p.n_sections;
	int wide = lint_bytes_number(bytes, p.optional, 2) == LINT_PE_WIDE;
	uint64_t directories = p.optional + (wide ? 112 : 96);
	uint64_t n_directories = lint_bytes_number(bytes, directories - 4, 4);
	library->machine = lint_pe_machine(lint_bytes_number(bytes, at + 4, 2));
	library->bits = wide ? 64 : 32;
	library->is_shared = (lint_bytes_number(bytes, at + 22, 2) & LINT_PE_LIBRARY) != 0;
	uint64_t exports = n_directories > 0 ? lint_bytes_number(bytes, directories, 4) : 0;
	uint64_t imports = n_directories > 1 ? lint_bytes_number(bytes, directories + 8, 4) : 0;
	if (exports != 0) {
		lint_pe_exports(&p, exports, library);
	}
	if (imports != 0) {
		lint_pe_imports(&p, imports, library);
	}
}

void lint_mach_o_read(struct lint_bytes *bytes, struct lint_library *library)
{
	uint64_t type = lint_bytes_number(bytes, 4, 4);
	library->format = LINT_MACH_O;
	library->is_shared = 1;
	library->bits = 64;
	if (bytes->size > 0 && bytes->bytes[0] == 0xca) {
		library->machine = "several";
	} else {
		library->machine = type == 0x01000007 ? "x86_64" : type == 0x0100000c ? "aarch64" : type == 7 ? "x86" : "?";
		library->bits = type >> 24 == 1 ? 64 : 32;
	}
}
