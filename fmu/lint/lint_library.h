/* What a shared library shows about itself without being loaded: ELF, PE and (its processor only)
 * Mach-O.
 *
 * All texts point into the bytes, which must outlive the description. The readers trust no offset
 * and no count: whatever leads out of the file makes the library `damaged`.
 */
#ifndef LINT_LIBRARY_H
#define LINT_LIBRARY_H

#include "lint_bytes.h"

enum lint_format { LINT_FORMAT_UNKNOWN, LINT_ELF, LINT_PE, LINT_MACH_O };

struct lint_words {
	int n, capacity;
	const char **list;
	int failed; /* memory was out */
};

struct lint_library {
	enum lint_format format;
	const char *machine; /* as in the platform names of FMI 3.0: x86, x86_64, aarch32, aarch64; "?" when unknown */
	int bits;            /* 32 or 64 */
	int is_shared;       /* a library that can be loaded */
	int damaged;

	struct lint_words exports, needed;      /* functions and data shown; libraries needed. exports are sorted */
	struct lint_words unresolved;           /* ELF: needed without naming the version of a library */
	const char *run_path;                   /* ELF: where to look for libraries, or NULL */
	int text_relocations, executable_stack; /* ELF */
	int glibc_minor;                        /* ELF: symbols of GLIBC_2.<minor> are needed; 0: none */
	const char *glibc;                      /* the same as text, or NULL */
};

void lint_library_read(struct lint_bytes *bytes, struct lint_library *library);
void lint_library_free(struct lint_library *library);

/* the readers of the formats, chosen by the first bytes */
void lint_elf_read(struct lint_bytes *bytes, struct lint_library *library);
void lint_pe_read(struct lint_bytes *bytes, struct lint_library *library);
void lint_mach_o_read(struct lint_bytes *bytes, struct lint_library *library);

void lint_words_add(struct lint_words *words, const char *word);
int lint_words_find(const struct lint_words *sorted, const char *word);

#endif
