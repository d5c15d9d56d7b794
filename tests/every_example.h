/* The mechanisms of examples/, one after the other. */
#ifndef EVERY_EXAMPLE_H
#define EVERY_EXAMPLE_H

#include <dirent.h>
#include <stdio.h>

/* calls check with the file examples/<name>/<name>.yaml of each; returns how many there are */
static inline int every_example(void (*check)(const char *path))
{
	DIR *folder = opendir(MECHFMU_SOURCE_DIR "/examples");
	int count = 0;
	assert_non_null(folder);
	for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
		char path[4096];
		(void)snprintf(path, sizeof path, MECHFMU_SOURCE_DIR "/examples/%s/%s.yaml", entry->d_name, entry->d_name);
		FILE *file = fopen(path, "r");
		if (file != NULL) {
			fclose(file);
			check(path);
			count++;
		}
	}
	closedir(folder);
	assert_true(count >= 19);
	return count;
}

#endif
