/* Files and folders: read, write as a whole, temporary folders. Messages name the file and the
 * reason. */
#ifndef HOST_FILE_H
#define HOST_FILE_H

#include <stdio.h>

#include "host_text.h"

enum { HOST_PATH_SIZE = 4096 };

/* the whole file; more than `limit` bytes are refused. 0, or -1 with a message */
int host_file_read(const char *path, size_t limit, struct host_text *text, struct mech_message *message);

/* `-` for the path of a file to be written */
#define HOST_FILE_STANDARD_OUTPUT "-"

/* A file is written under a temporary name next to its place and put there by host_file_commit, so
 * that a failure, a signal or a second reader never sees half of it. Links are followed, a file
 * that is replaced hands on its rights, folders and block devices are refused. What takes bytes one
 * after another - standard output, a pipe, a terminal - is not replaced: it gets the bytes when all
 * are there. host_file_discard removes what was written so far. */
struct host_file_draft {
	char target[HOST_PATH_SIZE], temporary[HOST_PATH_SIZE];
	int stream;
};
int host_file_draft(const char *path, struct host_file_draft *draft, struct mech_message *message);
int host_file_commit(const struct host_file_draft *draft, struct mech_message *message);
void host_file_discard(const struct host_file_draft *draft);

/* the whole text by such a draft. 0, or -1 with a message */
int host_file_write(const char *path, const struct host_text *text, struct mech_message *message);

/* a file that is written as results come: descriptor, and -1 with errno; then text after text, 0 or
 * -1 with errno */
int host_file_open(const char *path);
int host_file_add(int file, const struct host_text *text);

/* finds out, without touching anything, whether the file could be written: 0, or -1 with a
 * message */
int host_file_check_writable(const char *path, struct mech_message *message);

/* the path as messages have it */
const char *host_file_name(const char *path);

/* an empty folder of our own (in $TMPDIR, else /tmp), and its removal with all that is in it; a
 * signal removes it, too */
int host_folder_temporary(char path[HOST_PATH_SIZE], struct mech_message *message);
void host_folder_remove(const char *path);

/* path := folder/name. 0, or -1 when it is too long */
int host_path_join(const char *folder, const char *name, char path[HOST_PATH_SIZE]);

/* last part of a path: after the last slash */
const char *host_path_name(const char *path);

/* 1 if the path ends with `.extension` (letters of any case) */
int host_path_has_extension(const char *path, const char *extension);

#endif
