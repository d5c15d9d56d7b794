#define _POSIX_C_SOURCE 200809L

#include "host_zip.h"

#include <errno.h>
#include <minizip/unzip.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "host_file.h"
#include "host_text.h"

/* fields of the format's records (APPNOTE.TXT of PKWARE, 4.3); none of ours need zip64 */
#define HOST_ZIP_LOCAL 0x04034b50u
#define HOST_ZIP_CENTRAL 0x02014b50u
#define HOST_ZIP_END 0x06054b50u
#define HOST_ZIP_DATE 0x00210000u          /* 1980-01-01 00:00:00 */
#define HOST_ZIP_VERSION 20u               /* needs version 2.0 */
#define HOST_ZIP_MADE_BY ((3u << 8) | 20u) /* on Unix */
#define HOST_ZIP_FOLDER_MODE 0040755u
#define HOST_ZIP_PROGRAM_MODE 0100755u
#define HOST_ZIP_FILE_MODE 0100644u
#define HOST_ZIP_DOS_FOLDER 0x10u
#define HOST_ZIP_LARGEST_ENTRY 0x7fffffffu /* beyond, archives need zip64 */

static int host_zip_is_folder(const char *name)
{
	size_t length = strlen(name);
	return length > 0 && name[length - 1] == '/';
}

/* relative, forward slashes, no empty or dotted parts, printable ASCII */
static int host_zip_name_is_safe(const char *name)
{
	if (*name == 0 || strlen(name) > 1024) {
		return 0;
	}
	for (const char *part = name; *part != 0;) {
		size_t length = strcspn(part, "/");
		int dots = (length == 1 && part[0] == '.') || (length == 2 && part[0] == '.' && part[1] == '.');
		if (length == 0 || dots) {
			return 0;
		}
		part += length + (part[length] == '/');
	}
	for (const char *c = name; *c != 0; c++) {
		if ((unsigned char)*c < 0x20 || *c == 0x7f || *c == '\\' || *c == ':') {
			return 0;
		}
	}
	return 1;
}

static int host_zip_compare(const void *a, const void *b)
{
	return strcmp(((const struct host_zip_entry *)a)->name, ((const struct host_zip_entry *)b)->name);
}

/* ---- writing */

static void host_zip_number(struct host_text *t, uint32_t number, int bytes)
{
	for (int i = 0; i < bytes; i++) {
		unsigned char byte = (unsigned char)(number >> 8 * i);
		host_text_add_bytes(t, &byte, 1);
	}
}

/* the best compression, 9, makes units 1 % smaller in four times the time */
enum { HOST_ZIP_LEVEL = 5 };

static int host_zip_is_stored(const struct host_zip_entry *entry)
{
	return (entry->flags & HOST_ZIP_STORED) || entry->size == 0;
}

/* appends the entry's bytes, deflated. 0, or -1 when memory is out */
static int host_zip_deflate(const struct host_zip_entry *entry, struct host_text *archive)
{
	z_stream stream;
	unsigned char block[16384];
	memset(&stream, 0, sizeof stream);
	if (deflateInit2(&stream, HOST_ZIP_LEVEL, Z_DEFLATED, -MAX_WBITS, MAX_MEM_LEVEL - 1, Z_DEFAULT_STRATEGY) != Z_OK) {
		return -1;
	}
	/* zlib reads, but its interface lacks the const */
	memcpy(&stream.next_in, &entry->bytes, sizeof stream.next_in);
	stream.avail_in = (uInt)entry->size;
	int code = Z_OK;
	while (code == Z_OK) {
		stream.next_out = block;
		stream.avail_out = sizeof block;
		code = deflate(&stream, Z_FINISH);
		host_text_add_bytes(archive, block, sizeof block - stream.avail_out);
	}
	(void)deflateEnd(&stream);
	return code == Z_STREAM_END ? 0 : -1;
}

/* what local and central records of an entry share: from the version on */
static void host_zip_facts(struct host_text *t, const struct host_zip_entry *entry, size_t packed)
{
	uLong checksum = crc32(0, Z_NULL, 0);
	checksum = entry->size == 0 ? checksum : crc32(checksum, entry->bytes, (uInt)entry->size);
	host_zip_number(t, HOST_ZIP_VERSION, 2);
	host_zip_number(t, 0, 2); /* no flags */
	host_zip_number(t, host_zip_is_stored(entry) ? 0 : Z_DEFLATED, 2);
	host_zip_number(t, HOST_ZIP_DATE, 4);
	host_zip_number(t, (uint32_t)checksum, 4);
	host_zip_number(t, (uint32_t)packed, 4);
	host_zip_number(t, (uint32_t)entry->size, 4);
	host_zip_number(t, (uint32_t)strlen(entry->name), 2);
	host_zip_number(t, 0, 2); /* no extra field */
}

static void host_zip_central(struct host_text *t, const struct host_zip_entry *entry, size_t packed, size_t offset)
{
	int folder = host_zip_is_folder(entry->name);
	uint32_t mode = folder                            ? HOST_ZIP_FOLDER_MODE
	                : entry->flags & HOST_ZIP_PROGRAM ? HOST_ZIP_PROGRAM_MODE
	                                                  : HOST_ZIP_FILE_MODE;
	host_zip_number(t, HOST_ZIP_CENTRAL, 4);
	host_zip_number(t, HOST_ZIP_MADE_BY, 2);
	host_zip_facts(t, entry, packed);
	host_zip_number(t, 0, 4); /* no comment, first disk */
	host_zip_number(t, 0, 2); /* binary */
	host_zip_number(t, (mode << 16) | (folder ? HOST_ZIP_DOS_FOLDER : 0u), 4);
	host_zip_number(t, (uint32_t)offset, 4);
	host_text_add(t, entry->name);
}

/* 0, or -1 when memory is out */
static int host_zip_add(const struct host_zip_entry *entry, struct host_text *archive, struct host_text *directory)
{
	struct host_text packed = {0};
	int status = 0;
	if (host_zip_is_stored(entry)) {
		host_text_add_bytes(&packed, entry->bytes, entry->size);
	} else {
		status = host_zip_deflate(entry, &packed);
	}
	size_t offset = archive->size;
	host_zip_number(archive, HOST_ZIP_LOCAL, 4);
	host_zip_facts(archive, entry, packed.size);
	host_text_add(archive, entry->name);
	host_text_add_bytes(archive, packed.bytes, packed.size);
	host_zip_central(directory, entry, packed.size, offset);
	status = packed.failed ? -1 : status;
	host_text_free(&packed);
	return status;
}

static void host_zip_end(int n, struct host_text *archive, const struct host_text *directory)
{
	size_t offset = archive->size;
	host_text_add_bytes(archive, directory->bytes, directory->size);
	host_zip_number(archive, HOST_ZIP_END, 4);
	host_zip_number(archive, 0, 4); /* one disk */
	host_zip_number(archive, (uint32_t)n, 2);
	host_zip_number(archive, (uint32_t)n, 2);
	host_zip_number(archive, (uint32_t)directory->size, 4);
	host_zip_number(archive, (uint32_t)offset, 4);
	host_zip_number(archive, 0, 2); /* no comment */
}

static int host_zip_check(int n, const struct host_zip_entry *entries, struct mech_message *message)
{
	size_t total = 0;
	for (int i = 0; i < n; i++) {
		if (!host_zip_name_is_safe(entries[i].name) || (i > 0 && strcmp(entries[i - 1].name, entries[i].name) == 0)) {
			host_say(message, "archive entry '%s': not a relative path with forward slashes, or there twice",
			         entries[i].name);
			return -1;
		}
		total += entries[i].size;
		if (entries[i].size > HOST_ZIP_LARGEST_ENTRY || total > HOST_ZIP_LARGEST_ENTRY) {
			host_say(message, "archive entry '%s': the archive would exceed 2 GB", entries[i].name);
			return -1;
		}
	}
	return 0;
}

int host_zip_write(const char *path, int n, struct host_zip_entry *entries, struct mech_message *message)
{
	struct host_text archive = {0}, directory = {0};
	qsort(entries, (size_t)n, sizeof *entries, host_zip_compare);
	if (host_zip_check(n, entries, message) != 0) {
		return -1;
	}
	int status = 0;
	for (int i = 0; i < n && status == 0; i++) {
		status = host_zip_add(&entries[i], &archive, &directory);
	}
	host_zip_end(n, &archive, &directory);
	if (status != 0 || archive.failed || directory.failed) {
		host_say(message, "%s: out of memory", path);
		status = -1;
	} else {
		status = host_file_write(path, &archive, message);
	}
	host_text_free(&archive);
	host_text_free(&directory);
	return status;
}

/* ---- reading */

/* the folders above a file inside `folder` */
static int host_zip_make_folders(const char *folder, const char *name)
{
	char path[HOST_PATH_SIZE];
	if (host_path_join(folder, name, path) != 0) {
		return -1;
	}
	for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
		*slash = 0;
		if (mkdir(path, 0700) != 0 && errno != EEXIST) {
			return -1;
		}
		*slash = '/';
	}
	return 0;
}

/* what is unpacked, and how that goes */
struct host_zip_unpacking {
	unzFile zip;
	const char *folder;
	size_t total; /* bytes, against the limit */
	int lacking;  /* errno: the place where it is unpacked takes no more, which is no fault of the archive */
};

static const char *host_zip_unwritten(struct host_zip_unpacking *u)
{
	static const int reasons[] = {ENOSPC, EDQUOT, EFBIG, EROFS, EIO};
	for (size_t k = 0; k < sizeof reasons / sizeof reasons[0]; k++) {
		u->lacking = errno == reasons[k] ? errno : u->lacking;
	}
	return "cannot be written to the temporary folder";
}

/* the entry the archive stands on */
static const char *host_zip_extract_file(struct host_zip_unpacking *u, const char *path)
{
	const char *problem = NULL;
	FILE *file = NULL;
	if (unzOpenCurrentFile(u->zip) != UNZ_OK) {
		return "uses a compression this program does not know, or is damaged";
	}
	file = fopen(path, "wb");
	if (file == NULL) {
		problem = host_zip_unwritten(u);
		goto done;
	}
	char block[16384];
	int count = 0;
	while ((count = unzReadCurrentFile(u->zip, block, sizeof block)) > 0) {
		u->total += (size_t)count;
		if (u->total > HOST_ZIP_MOST_BYTES) {
			problem = "makes the archive larger than 1 GB when unpacked";
			goto done;
		}
		if (fwrite(block, 1, (size_t)count, file) != (size_t)count) {
			problem = host_zip_unwritten(u);
			goto done;
		}
	}
	if (count < 0) {
		problem = "is damaged";
	}
done:
	if (file != NULL && fclose(file) != 0 && problem == NULL) {
		problem = host_zip_unwritten(u);
	}
	if (unzCloseCurrentFile(u->zip) != UNZ_OK && problem == NULL) {
		problem = "is damaged (checksum)";
	}
	return problem;
}

/* what is wrong with the entry the archive stands on, or NULL after it was unpacked; its name for
 * the message */
static const char *host_zip_extract_entry(struct host_zip_unpacking *u, char name[HOST_PATH_SIZE])
{
	unz_file_info info;
	char path[HOST_PATH_SIZE];
	if (unzGetCurrentFileInfo(u->zip, &info, name, HOST_PATH_SIZE - 1, NULL, 0, NULL, 0) != UNZ_OK) {
		return "cannot be read";
	}
	if (info.size_filename >= HOST_PATH_SIZE - 1 || strlen(name) != info.size_filename ||
	    !host_zip_name_is_safe(name)) {
		return "has a name that is not allowed (it must be a relative path with forward slashes)";
	}
	if ((info.flag & 1u) != 0) {
		return "is encrypted";
	}
	if ((info.version >> 8) == 3 && ((info.external_fa >> 16) & 0170000u) == 0120000u) {
		return "is a symbolic link";
	}
	if (host_zip_make_folders(u->folder, name) != 0 || host_path_join(u->folder, name, path) != 0) {
		return host_zip_unwritten(u);
	}
	return host_zip_is_folder(name) ? NULL : host_zip_extract_file(u, path);
}

static int host_zip_memory(const char *path, struct mech_message *message)
{
	host_say(message, "%s: out of memory", path);
	return HOST_ZIP_OUT_OF_MEMORY;
}

int host_zip_extract(const char *path, const char *folder, struct mech_message *message)
{
	return host_zip_extract_most(path, folder, NULL, NULL, message);
}

/* all entries; what is wrong with the one of that name, or NULL */
static const char *host_zip_extract_entries(struct host_zip_unpacking *u, host_zip_refusal *tell, void *context,
                                            char name[HOST_PATH_SIZE])
{
	const char *problem = NULL;
	int count = 0, code = unzGoToFirstFile(u->zip);
	for (; code == UNZ_OK && problem == NULL; code = unzGoToNextFile(u->zip)) {
		errno = 0;
		problem = ++count > HOST_ZIP_MOST_ENTRIES ? "is one of too many entries" : host_zip_extract_entry(u, name);
		if (problem != NULL && (errno == ENOMEM || u->lacking != 0)) {
			return problem;
		}
		if (problem != NULL && tell != NULL && count <= HOST_ZIP_MOST_ENTRIES) {
			tell(context, name, problem);
			problem = NULL;
		}
	}
	if (problem == NULL && (code != UNZ_END_OF_LIST_OF_FILE || count == 0)) {
		problem = "is where the list of files ends too early";
	}
	return problem;
}

int host_zip_extract_most(const char *path, const char *folder, host_zip_refusal *tell, void *context,
                          struct mech_message *message)
{
	struct stat facts;
	if (stat(path, &facts) != 0) {
		host_say(message, "%s: cannot be read (%s)", path, strerror(errno));
		return -1;
	}
	errno = 0;
	struct host_zip_unpacking u = {.zip = unzOpen(path), .folder = folder};
	if (u.zip == NULL && errno == ENOMEM) {
		return host_zip_memory(path, message);
	}
	if (u.zip == NULL) {
		host_say(message, "%s: not a zip archive", path);
		return -1;
	}
	char name[HOST_PATH_SIZE] = "";
	const char *problem = host_zip_extract_entries(&u, tell, context, name);
	const int out_of_memory = problem != NULL && errno == ENOMEM;
	(void)unzClose(u.zip);
	if (out_of_memory) {
		return host_zip_memory(path, message);
	}
	if (u.lacking != 0) {
		host_say(message, "%s: cannot be unpacked into %s (%s); TMPDIR names another place", path, folder,
		         strerror(u.lacking));
		return HOST_ZIP_NO_PLACE;
	}
	if (problem != NULL) {
		host_say(message, "%s: entry '%s' %s", path, name, problem);
		return -1;
	}
	return 0;
}
