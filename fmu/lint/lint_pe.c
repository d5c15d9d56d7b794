/* Windows DLLs (PE format: file header, sections, export and import directories), and the processor of Mach-O files. */
#include <string.h>

#include "lint_library.h"

enum {
	HOST_LINT_PE_HEADER_SIZE = 24, /* signature and file header */
	HOST_LINT_PE_SECTION_SIZE = 40,
	HOST_LINT_PE_IMPORT_SIZE = 20,
	HOST_LINT_PE_MOST_SECTIONS = 128,
	HOST_LINT_PE_MOST_IMPORTS = 4096,
	HOST_LINT_PE_LIBRARY = 0x2000,
	HOST_LINT_PE_WIDE = 0x20b
};

struct host_lint_pe {
	struct host_lint_bytes *bytes;
	uint64_t optional, sections, n_sections;
};

/* place in the file of an address in memory; beyond the file when no section holds it */
static uint64_t host_lint_pe_place(const struct host_lint_pe *p, uint64_t address)
{
	for (uint64_t i = 0; i < p->n_sections; i++) {
		uint64_t at = p->sections + i * HOST_LINT_PE_SECTION_SIZE;
		uint64_t begin = host_lint_bytes_number(p->bytes, at + 12, 4),
				 size = host_lint_bytes_number(p->bytes, at + 16, 4);
		if (address >= begin && address - begin < size) {
			return host_lint_bytes_number(p->bytes, at + 20, 4) + (address - begin);
		}
	}
	return UINT64_MAX / 2;
}

static void host_lint_pe_exports(const struct host_lint_pe *p, uint64_t address, struct host_lint_library *library)
{
	uint64_t at = host_lint_pe_place(p, address), count = host_lint_bytes_number(p->bytes, at + 24, 4);
	uint64_t names = host_lint_pe_place(p, host_lint_bytes_number(p->bytes, at + 32, 4));
	for (uint64_t i = 0; i < count && !p->bytes->outside; i++) {
		uint64_t name = host_lint_bytes_number(p->bytes, names + 4 * i, 4);
		host_lint_words_add(&library->exports, host_lint_bytes_text(p->bytes, host_lint_pe_place(p, name)));
	}
}

static void host_lint_pe_imports(const struct host_lint_pe *p, uint64_t address, struct host_lint_library *library)
{
	uint64_t at = host_lint_pe_place(p, address);
	for (int i = 0; i < HOST_LINT_PE_MOST_IMPORTS && !p->bytes->outside; i++, at += HOST_LINT_PE_IMPORT_SIZE) {
		uint64_t name = host_lint_bytes_number(p->bytes, at + 12, 4);
		if (name == 0) {
			break;
		}
		host_lint_words_add(&library->needed, host_lint_bytes_text(p->bytes, host_lint_pe_place(p, name)));
	}
}

static const char *host_lint_pe_machine(uint64_t number)
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

void host_lint_pe_read(struct host_lint_bytes *bytes, struct host_lint_library *library)
{
	uint64_t at = host_lint_bytes_number(bytes, 0x3c, 4);
	library->format = HOST_LINT_PE;
	if (!host_lint_bytes_has(bytes, at, 4) || memcmp(bytes->bytes + at, "PE\0\0", 4) != 0) {
		library->damaged = 1;
		return;
	}
	struct host_lint_pe p = {bytes, at + HOST_LINT_PE_HEADER_SIZE, 0, host_lint_bytes_number(bytes, at + 6, 2)};
	p.sections = p.optional + host_lint_bytes_number(bytes, at + 20, 2);
	p.n_sections = p.n_sections > HOST_LINT_PE_MOST_SECTIONS ? HOST_LINT_PE_MOST_SECTIONS : p.n_sections;
	int wide = host_lint_bytes_number(bytes, p.optional, 2) == HOST_LINT_PE_WIDE;
	uint64_t directories = p.optional + (wide ? 112 : 96);
	uint64_t n_directories = host_lint_bytes_number(bytes, directories - 4, 4);
	library->machine = host_lint_pe_machine(host_lint_bytes_number(bytes, at + 4, 2));
	library->bits = wide ? 64 : 32;
	library->is_shared = (host_lint_bytes_number(bytes, at + 22, 2) & HOST_LINT_PE_LIBRARY) != 0;
	uint64_t exports = n_directories > 0 ? host_lint_bytes_number(bytes, directories, 4) : 0;
	uint64_t imports = n_directories > 1 ? host_lint_bytes_number(bytes, directories + 8, 4) : 0;
	if (exports != 0) {
		host_lint_pe_exports(&p, exports, library);
	}
	if (imports != 0) {
		host_lint_pe_imports(&p, imports, library);
	}
}

void host_lint_mach_o_read(struct host_lint_bytes *bytes, struct host_lint_library *library)
{
	uint64_t type = host_lint_bytes_number(bytes, 4, 4);
	library->format = HOST_LINT_MACH_O;
	library->is_shared = 1;
	library->bits = 64;
	if (bytes->size > 0 && bytes->bytes[0] == 0xca) {
		library->machine = "several";
	} else {
		library->machine = type == 0x01000007 ? "x86_64" : type == 0x0100000c ? "aarch64" : type == 7 ? "x86" : "?";
		library->bits = type >> 24 == 1 ? 64 : 32;
	}
}
