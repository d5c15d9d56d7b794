/* What a shared library tells about itself without being loaded: ELF, PE and (its processor only) Mach-O.
 *
 * All texts point into the bytes, which must outlive the description. The readers trust no offset and no count: whatever
 * leads out of the file makes the library `damaged`.
 */
#ifndef HOST_LINT_LIBRARY_H
#define HOST_LINT_LIBRARY_H

#include "lint_bytes.h"

enum host_lint_format { HOST_LINT_FORMAT_UNKNOWN, HOST_LINT_ELF, HOST_LINT_PE, HOST_LINT_MACH_O };

struct host_lint_words {
	int n, capacity;
	const char **list;
	int failed; /* memory was out */
};

struct host_lint_library {
	enum host_lint_format format;
	const char *machine; /* as in the platform names of FMI 3.0: x86, x86_64, aarch32, aarch64; "?" when unknown */
	int bits;            /* 32 or 64 */
	int is_shared;       /* a library that can be loaded */
	int damaged;

	struct host_lint_words exports, needed; /* functions and data shown; libraries needed. exports are sorted */
	struct host_lint_words unresolved;      /* ELF: needed without telling the version of a library */
	const char *run_path;                   /* ELF: where to look for libraries, or NULL */
	int text_relocations, executable_stack; /* ELF */
	int glibc_minor;                        /* ELF: symbols of GLIBC_2.<minor> are needed; 0: none */
	const char *glibc;                      /* the same as text, or NULL */
};

void host_lint_library_read(struct host_lint_bytes *bytes, struct host_lint_library *library);
void host_lint_library_free(struct host_lint_library *library);

/* the readers of the formats, chosen by the first bytes */
void host_lint_elf_read(struct host_lint_bytes *bytes, struct host_lint_library *library);
void host_lint_pe_read(struct host_lint_bytes *bytes, struct host_lint_library *library);
void host_lint_mach_o_read(struct host_lint_bytes *bytes, struct host_lint_library *library);

void host_lint_words_add(struct host_lint_words *words, const char *word);
int host_lint_words_find(const struct host_lint_words *sorted, const char *word);

#endif
