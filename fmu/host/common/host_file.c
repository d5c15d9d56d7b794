#define _POSIX_C_SOURCE 200809L

#include "host_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host_guard.h"

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

/* ---- where a path leads */

static void host_file_unwritable(const char *path, struct mech_message *message)
{
	host_say(message, "%s: cannot be written (%s)", path, strerror(errno));
}

/* target := path with links followed; the last of them may lead to a file that is not there yet */
static int host_file_follow(const char *path, char target[HOST_PATH_SIZE], struct mech_message *message)
{
	enum { MOST_LINKS = 40 };
	char next[HOST_PATH_SIZE], joined[HOST_PATH_SIZE];
	(void)snprintf(target, HOST_PATH_SIZE, "%s", path);
	for (int k = 0; k < MOST_LINKS; k++) {
		ssize_t length = readlink(target, next, sizeof next - 1);
		if (length < 0) {
			return 0;
		}
		next[length] = 0;
		int folder = next[0] == '/' ? 0 : (int)(host_path_name(target) - target);
		int written = snprintf(joined, sizeof joined, "%.*s%s", folder, target, next);
		if (written < 0 || (size_t)written >= sizeof joined) {
			errno = ENAMETOOLONG;
			break;
		}
		memcpy(target, joined, (size_t)written + 1);
		errno = ELOOP;
	}
	host_file_unwritable(path, message);
	return -1;
}

/* what stands at a place to be written */
struct host_file_place {
	char target[HOST_PATH_SIZE];
	int exists, stream;
	struct stat facts;
};

/* a plain file, or none yet, is replaced; what takes bytes one after another is written into; all
 * else is refused */
static int host_file_look(const char *path, struct host_file_place *place, struct mech_message *message)
{
	struct stat reached;
	memset(place, 0, sizeof *place);
	if (strcmp(path, HOST_FILE_STANDARD_OUTPUT) == 0) {
		place->stream = 1;
		return host_file_follow(path, place->target, message);
	}
	if (*host_path_name(path) == 0 || strlen(path) + sizeof "..XXXXXX" > HOST_PATH_SIZE) {
		host_say(message, "%.200s: %s", path, *host_path_name(path) == 0 ? "names no file" : "path too long");
		return -1;
	}
	if (host_file_follow(path, place->target, message) != 0) {
		return -1;
	}
	place->exists = stat(path, &place->facts) == 0;
	mode_t mode = place->facts.st_mode;
	if (place->exists && S_ISDIR(mode)) {
		host_say(message, "%s: is a folder; name a file in it", path);
		return -1;
	}
	if (place->exists && !S_ISREG(mode) && !S_ISFIFO(mode) && !S_ISCHR(mode)) {
		host_say(message, "%s: is a device or socket that is not written to", path);
		return -1;
	}
	if (place->exists && access(path, W_OK) != 0) {
		host_file_unwritable(path, message);
		return -1;
	}
	/* an open file of this process (/dev/stdout) may have no name any more */
	int named = stat(place->target, &reached) == 0 && reached.st_ino == place->facts.st_ino &&
	            reached.st_dev == place->facts.st_dev;
	place->stream = place->exists && (!S_ISREG(mode) || !named);
	if (place->stream) {
		(void)snprintf(place->target, sizeof place->target, "%s", path);
	}
	return 0;
}

int host_file_check_writable(const char *path, struct mech_message *message)
{
	struct host_file_place place;
	if (host_file_look(path, &place, message) != 0) {
		return -1;
	}
	char folder[HOST_PATH_SIZE] = ".";
	size_t length = (size_t)(host_path_name(place.target) - place.target);
	if (length > 0) {
		memcpy(folder, place.target, length);
		folder[length] = 0;
	}
	if (!place.exists && !place.stream && access(folder, W_OK) != 0) {
		host_file_unwritable(path, message);
		return -1;
	}
	return 0;
}

/* ---- drafts */

static const char *host_folder_of_temporaries(void)
{
	const char *folder = getenv("TMPDIR");
	return folder == NULL || *folder != '/' ? "/tmp" : folder;
}

/* a plain new file has the rights that the process' mask leaves; one that is replaced hands on its
 * own, and its owner */
static void host_file_rights(int file, const struct host_file_place *place)
{
	mode_t mask = umask(0);
	(void)umask(mask);
	if (place->exists && !place->stream) {
		int owned = fchown(file, place->facts.st_uid, place->facts.st_gid);
		(void)owned;
		(void)fchmod(file, place->facts.st_mode & 07777);
	} else {
		(void)fchmod(file, 0666 & ~mask);
	}
}

int host_file_draft(const char *path, struct host_file_draft *draft, struct mech_message *message)
{
	struct host_file_place place;
	memset(draft, 0, sizeof *draft);
	if (host_file_look(path, &place, message) != 0) {
		return -1;
	}
	const char *name = host_path_name(place.target);
	int length = place.stream ? snprintf(draft->temporary, sizeof draft->temporary, "%s/mechfmu.XXXXXX",
	                                     host_folder_of_temporaries())
	                          : snprintf(draft->temporary, sizeof draft->temporary, "%.*s.%s.XXXXXX",
	                                     (int)(name - place.target), place.target, name);
	if (length < 0 || (size_t)length >= sizeof draft->temporary) {
		host_say(message, "%.200s...: path too long", path);
		return -1;
	}
	memcpy(draft->target, place.target, sizeof draft->target);
	draft->stream = place.stream;
	host_guard_hold();
	int file = mkstemp(draft->temporary);
	if (file >= 0) {
		(void)host_guard_path(draft->temporary);
	}
	host_guard_release();
	if (file < 0) {
		host_file_unwritable(path, message);
		return -1;
	}
	host_file_rights(file, &place);
	(void)close(file);
	return 0;
}

/* all bytes of a block, however often the stream takes but a part. 0, or -1 with errno */
static int host_file_put(int file, const char *bytes, size_t size)
{
	while (size > 0) {
		ssize_t count = write(file, bytes, size);
		if (count < 0 && errno != EINTR) {
			return -1;
		}
		bytes += count < 0 ? 0 : count;
		size -= count < 0 ? 0 : (size_t)count;
	}
	return 0;
}

int host_file_open(const char *path)
{
	if (strcmp(path, HOST_FILE_STANDARD_OUTPUT) == 0) {
		(void)fflush(stdout);
		return dup(STDOUT_FILENO);
	}
	return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

int host_file_add(int file, const struct host_text *text)
{
	return host_file_put(file, text->bytes, text->size);
}

/* the draft's bytes into the stream. 0, or -1 with errno */
static int host_file_pour(const struct host_file_draft *draft)
{
	char block[16384];
	ssize_t count = -1;
	int from = open(draft->temporary, O_RDONLY | O_CLOEXEC), to = from < 0 ? -1 : host_file_open(draft->target);
	while (to >= 0 && (count = read(from, block, sizeof block)) > 0 && host_file_put(to, block, (size_t)count) == 0) {
	}
	int status = to < 0 || count != 0 ? -1 : 0;
	int reason = errno;
	if (from >= 0) {
		(void)close(from);
	}
	if (to >= 0 && close(to) != 0 && status == 0) {
		return -1;
	}
	errno = reason;
	return status;
}

/* the bytes reach the disk before the name does: after a power failure there is the old file or the
 * new one */
static int host_file_settle(const struct host_file_draft *draft)
{
	int file = open(draft->temporary, O_RDONLY | O_CLOEXEC);
	int status = file < 0 ? -1 : fsync(file);
	int reason = errno;
	if (file >= 0) {
		(void)close(file);
	}
	errno = reason;
	return status != 0 ? -1 : rename(draft->temporary, draft->target);
}

int host_file_commit(const struct host_file_draft *draft, struct mech_message *message)
{
	int status = draft->stream ? host_file_pour(draft) : host_file_settle(draft);
	if (status != 0) {
		host_file_unwritable(host_file_name(draft->target), message);
	}
	host_file_discard(draft);
	return status;
}

void host_file_discard(const struct host_file_draft *draft)
{
	(void)unlink(draft->temporary);
	host_guard_forget(draft->temporary);
}

int host_file_write(const char *path, const struct host_text *text, struct mech_message *message)
{
	struct host_file_draft draft;
	if (host_file_draft(path, &draft, message) != 0) {
		return -1;
	}
	int file = open(draft.temporary, O_WRONLY | O_CLOEXEC);
	int written = file >= 0 && host_file_add(file, text) == 0;
	int reason = errno;
	if (file < 0 || close(file) != 0 || !written) {
		errno = written ? errno : reason;
		host_file_unwritable(path, message);
		host_file_discard(&draft);
		return -1;
	}
	return host_file_commit(&draft, message);
}

const char *host_file_name(const char *path)
{
	return strcmp(path, HOST_FILE_STANDARD_OUTPUT) == 0 ? "standard output" : path;
}

/* ---- folders */

int host_folder_temporary(char path[HOST_PATH_SIZE], struct mech_message *message)
{
	const char *parent = host_folder_of_temporaries();
	host_guard_hold();
	int status = host_path_join(parent, "mechfmu.XXXXXX", path) != 0 || mkdtemp(path) == NULL ? -1 : 0;
	if (status == 0) {
		(void)host_guard_path(path);
	}
	host_guard_release();
	if (status != 0) {
		host_say(message, "%s: no temporary folder can be made there (%s)", parent, strerror(errno));
	}
	return status;
}

void host_folder_remove(const char *path)
{
	host_guard_remove(path);
	host_guard_forget(path);
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
