/* A folder of the process with one file in it: for targets whose readers take paths. */
#ifndef FUZZ_FILE_H
#define FUZZ_FILE_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "host_file.h"

static char fuzz_file_folder[HOST_PATH_SIZE];

static inline void fuzz_file_remove(void)
{
	host_folder_remove(fuzz_file_folder);
}

/* path of the file, which has these bytes now */
static inline const char *fuzz_file_write(const char *name, const uint8_t *bytes, size_t size)
{
	static char path[HOST_PATH_SIZE];
	struct mech_message message;
	if (fuzz_file_folder[0] == '\0' &&
	    (host_folder_temporary(fuzz_file_folder, &message) != 0 || host_path_join(fuzz_file_folder, name, path) != 0 ||
	     atexit(fuzz_file_remove) != 0)) {
		abort();
	}
	FILE *file = fopen(path, "wb");
	if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
		abort();
	}
	return path;
}

/* whatever is refused has a message of one line */
static inline void fuzz_file_expect_message(const struct mech_message *message)
{
	if (message->text[0] == '\0' || strchr(message->text, '\n') != NULL) {
		abort();
	}
}

#endif
