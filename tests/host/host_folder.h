/* A temporary folder for a group of tests, and small files in it. */
#ifndef HOST_FOLDER_H
#define HOST_FOLDER_H

#include <string.h>

#include "host_file.h"

static char host_test_folder[HOST_PATH_SIZE];

static inline int host_folder_setup(void **state)
{
	struct mech_message message;
	(void)state;
	return host_folder_temporary(host_test_folder, &message);
}

static inline int host_folder_teardown(void **state)
{
	(void)state;
	host_folder_remove(host_test_folder);
	return 0;
}

/* path of a file in the folder; valid until the eighth next call */
static inline const char *host_folder_path(const char *name)
{
	static char paths[8][HOST_PATH_SIZE];
	static int next;
	next = (next + 1) % 8;
	assert_int_equal(host_path_join(host_test_folder, name, paths[next]), 0);
	return paths[next];
}

static inline const char *host_folder_put(const char *name, const void *bytes, size_t size)
{
	const char *path = host_folder_path(name);
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
	return path;
}

static inline struct host_text host_folder_get(const char *path)
{
	struct host_text text = {0};
	struct mech_message message = {""};
	if (host_file_read(path, (size_t)1 << 28, &text, &message) != 0) {
		fail_msg("%s", message.text);
	}
	return text;
}

static inline void host_folder_assert_text(const char *path, const char *expected)
{
	struct host_text text = host_folder_get(path);
	assert_string_equal(text.bytes, expected);
	host_text_free(&text);
}

#endif
