/* whether docs/explanation/one-step.md has these lines, as the code does */
#ifndef PAGE_HAS_H
#define PAGE_HAS_H

#include <stdio.h>
#include <string.h>

static inline int page_has(const char *lines)
{
	static char page[100000];
	FILE *file = fopen(MECHFMU_SOURCE_DIR "/docs/explanation/one-step.md", "rb");
	if (file == NULL) {
		return 0;
	}
	page[fread(page, 1, sizeof page - 1, file)] = 0;
	fclose(file);
	return strstr(page, lines) != NULL;
}

#endif
