#define _POSIX_C_SOURCE 200809L

#include "host_file.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

int host_file_read(const char *path, size_t limit, struct host_text *text, struct mech_message *message)
{
	struct stat facts;
	FILE *file = fopen(path, "rb");
	if (file == NULL) {
		host_say(message, "%s: cannot be read (%s)", path, strerror(errno));
		return -1;
	}
	if (fstat(fileno(file), &facts) == 0 && S_ISDIR(facts.st_mode)) {
		host_say(message, "%s: is a folder, not a file", path);
		(void)fclose(file);
		return -1;
	}
	char block[16384];
	size_t count = 0;
	while (!text->failed && text->size <= limit && (count = fread(block, 1, sizeof block, file)) > 0) {
		host_text_add_bytes(text, block, count);
	}
	int broken = ferror(file);
	(void)fclose(file);
	if (broken) {
		host_say(message, "%s: cannot be read (%s)", path, strerror(errno));
	} else if (text->failed) {
		host_say(message, "%s: out of memory", path);
	} else if (text->size > limit) {
		host_say(message, "%s: larger than %zu bytes", path, limit);
	} else {
		return 0;
	}
	host_text_free(text);
	return -1;
}

int host_file_draft(const char *path, struct host_file_draft *draft, struct mech_message *message)
{
	memset(draft, 0, sizeof *draft);
	const char *name = host_path_name(path);
	if (*name == 0) {
		host_say(message, "%s: names no file", path);
		return -1;
	}
	int folder = (int)(name - path);
	int length = snprintf(draft->temporary, sizeof draft->temporary, "%.*s.%s.XXXXXX", folder, path, name);
	if (length < 0 || (size_t)length >= sizeof draft->temporary) {
		host_say(message, "%.200s...: path too long", path);
		return -1;
	}
	memcpy(draft->target, path, strlen(path) + 1);
	struct stat facts;
	if (stat(path, &facts) == 0 && S_ISDIR(facts.st_mode)) {
		host_say(message, "%s: is a folder; name a file in it", path);
		return -1;
	}
	int file = mkstemp(draft->temporary);
	if (file < 0) {
		host_say(message, "%s: cannot be written (%s)", path, strerror(errno));
		return -1;
	}
	/* the rights a plain new file would have */
	mode_t mask = umask(0);
	(void)umask(mask);
	(void)fchmod(file, 0666 & ~mask);
	(void)close(file);
	return 0;
}

int host_file_commit(const struct host_file_draft *draft, struct mech_message *message)
{
	if (rename(draft->temporary, draft->target) != 0) {
		host_say(message, "%s: cannot be written (%s)", draft->target, strerror(errno));
		host_file_discard(draft);
		return -1;
	}
	return 0;
}

void host_file_discard(const struct host_file_draft *draft)
{
	(void)unlink(draft->temporary);
}

int host_file_write(const char *path, const struct host_text *text, struct mech_message *message)
{
	struct host_file_draft draft;
	if (host_file_draft(path, &draft, message) != 0) {
		return -1;
	}
	FILE *file = fopen(draft.temporary, "wb");
	int written = file != NULL && fwrite(text->bytes, 1, text->size, file) == text->size;
	if (file == NULL || fclose(file) != 0 || !written) {
		host_say(message, "%s: cannot be written (%s)", path, strerror(errno));
		host_file_discard(&draft);
		return -1;
	}
	return host_file_commit(&draft, message);
}

int host_file_check_writable(const char *path, struct mech_message *message)
{
	struct stat facts;
	char folder[HOST_PATH_SIZE] = ".";
	const char *name = host_path_name(path);
	if (name != path && (size_t)(name - path) < sizeof folder) {
		memcpy(folder, path, (size_t)(name - path));
		folder[name - path] = 0;
	}
	int exists = stat(path, &facts) == 0;
	if (exists && S_ISDIR(facts.st_mode)) {
		host_say(message, "%s: is a folder; name a file in it", path);
		return -1;
	}
	if (access(exists ? path : folder, W_OK) != 0) {
		host_say(message, "%s: cannot be written (%s)", path, strerror(errno));
		return -1;
	}
	return 0;
}

int host_folder_temporary(char path[HOST_PATH_SIZE], struct mech_message *message)
{
	const char *parent = getenv("TMPDIR");
	if (parent == NULL || *parent != '/') {
		parent = "/tmp";
	}
	if (host_path_join(parent, "mechfmu.XXXXXX", path) != 0 || mkdtemp(path) == NULL) {
		host_say(message, "%s: no temporary folder can be made there (%s)", parent, strerror(errno));
		return -1;
	}
	return 0;
}

void host_folder_remove(const char *path)
{
	DIR *folder = opendir(path);
	if (folder == NULL) {
		return;
	}
	struct dirent *entry = NULL;
	char inside[HOST_PATH_SIZE];
	while ((entry = readdir(folder)) != NULL) {
		struct stat facts;
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
		    host_path_join(path, entry->d_name, inside) != 0 || lstat(inside, &facts) != 0) {
			continue;
		}
		if (S_ISDIR(facts.st_mode)) {
			host_folder_remove(inside);
		} else {
			(void)unlink(inside);
		}
	}
	(void)closedir(folder);
	(void)rmdir(path);
}

int host_path_join(const char *folder, const char *name, char path[HOST_PATH_SIZE])
{
	int length = snprintf(path, HOST_PATH_SIZE, "%s/%s", folder, name);
	return length < 0 || length >= HOST_PATH_SIZE ? -1 : 0;
}

const char *host_path_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash == NULL ? path : slash + 1;
}

int host_path_has_extension(const char *path, const char *extension)
{
	const char *dot = strrchr(host_path_name(path), '.');
	return dot != NULL && strcasecmp(dot + 1, extension) == 0;
}
