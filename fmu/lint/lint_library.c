#include "lint_library.h"

#include <stdlib.h>
#include <string.h>

void lint_words_add(struct lint_words *words, const char *word)
{
	if (words->n == words->capacity) {
		int capacity = words->capacity == 0 ? 64 : 2 * words->capacity;
		const char **list = realloc(words->list, (size_t)capacity * sizeof *list);
		if (list == NULL) {
			words->failed = 1;
			return;
		}
		words->list = list;
		words->capacity = capacity;
	}
	words->list[words->n++] = word;
}

static int lint_words_compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int lint_words_find(const struct lint_words *sorted, const char *word)
{
	return sorted->n > 0 &&
	       bsearch(&word, sorted->list, (size_t)sorted->n, sizeof *sorted->list, lint_words_compare) != NULL;
}

void lint_library_read(struct lint_bytes *bytes, struct lint_library *library)
{
	static const struct {
		const char *magic;
		size_t size;
		void (*read)(struct lint_bytes *bytes, struct lint_library *library);
	} formats[] = {
		{"\177ELF", 4, lint_elf_read},
		{"MZ", 2, lint_pe_read},
		{"\xcf\xfa\xed\xfe", 4, lint_mach_o_read},
		{"\xce\xfa\xed\xfe", 4, lint_mach_o_read},
		{"\xca\xfe\xba\xbe", 4, lint_mach_o_read},
	};
	memset(library, 0, sizeof *library);
	library->machine = "?";
	for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
		if (lint_bytes_has(bytes, 0, formats[i].size) && memcmp(bytes->bytes, formats[i].magic, formats[i].size) == 0) {
			formats[i].read(bytes, library);
			library->damaged |= bytes->outside;
			break;
		}
	}
	if (library->exports.n > 0) {
		qsort(library->exports.list, (size_t)library->exports.n, sizeof *library->exports.list, lint_words_compare);
	}
}

void lint_library_free(struct lint_library *library)
{
	free(library->exports.list);
	free(library->needed.list);
	free(library->unresolved.list);
	memset(library, 0, sizeof *library);
}
