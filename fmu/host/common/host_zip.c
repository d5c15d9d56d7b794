#define _POSIX_C_SOURCE 200809L

#include "host_zip.h"

#include <errno.h>
#include <minizip/unzip.h>
#include <minizip/zip.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host_file.h"
#include "host_text.h"

#define HOST_ZIP_DATE 0x00210000ul           /* 1980-01-01 00:00:00 in the zip format */
#define HOST_ZIP_VERSION ((3ul << 8) | 20ul) /* made on Unix, needs version 2.0 */
#define HOST_ZIP_FOLDER_MODE 0040755ul
#define HOST_ZIP_PROGRAM_MODE 0100755ul
#define HOST_ZIP_FILE_MODE 0100644ul
#define HOST_ZIP_DOS_FOLDER 0x10ul
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

static int host_zip_add(zipFile zip, const struct host_zip_entry *entry)
{
	zip_fileinfo info;
	memset(&info, 0, sizeof info);
	int folder = host_zip_is_folder(entry->name);
	unsigned long mode = folder ? HOST_ZIP_FOLDER_MODE : entry->program ? HOST_ZIP_PROGRAM_MODE : HOST_ZIP_FILE_MODE;
	info.dosDate = HOST_ZIP_DATE;
	info.external_fa = (mode << 16) | (folder ? HOST_ZIP_DOS_FOLDER : 0ul);
	int method = folder || entry->size == 0 ? 0 : Z_DEFLATED;
	if (zipOpenNewFileInZip4(zip, entry->name, &info, NULL, 0, NULL, 0, NULL, method, Z_BEST_COMPRESSION, 0, -MAX_WBITS,
	                         DEF_MEM_LEVEL, Z_DEFAULT_STRATEGY, NULL, 0, HOST_ZIP_VERSION, 0) != ZIP_OK) {
		return -1;
	}
	if (entry->size > 0 && zipWriteInFileInZip(zip, entry->bytes, (unsigned)entry->size) != ZIP_OK) {
		(void)zipCloseFileInZip(zip);
		return -1;
	}
	return zipCloseFileInZip(zip) == ZIP_OK ? 0 : -1;
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
	qsort(entries, (size_t)n, sizeof *entries, host_zip_compare);
	struct host_file_draft draft;
	if (host_zip_check(n, entries, message) != 0 || host_file_draft(path, &draft, message) != 0) {
		return -1;
	}
	errno = 0;
	zipFile zip = zipOpen(draft.temporary, APPEND_STATUS_CREATE);
	int failed = zip == NULL;
	for (int i = 0; i < n && !failed; i++) {
		failed = host_zip_add(zip, &entries[i]) != 0;
	}
	if (zip != NULL && zipClose(zip, NULL) != ZIP_OK) {
		failed = 1;
	}
	if (failed) {
		host_say(message, "%s: cannot be written (%s)", path, errno != 0 ? strerror(errno) : "compression failed");
		host_file_discard(&draft);
		return -1;
	}
	return host_file_commit(&draft, message);
}

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

/* the entry the archive stands on; *total counts bytes against the limit */
static const char *host_zip_extract_file(unzFile zip, const char *path, size_t *total)
{
	const char *problem = NULL;
	FILE *file = NULL;
	if (unzOpenCurrentFile(zip) != UNZ_OK) {
		return "uses a compression this program does not know, or is damaged";
	}
	file = fopen(path, "wb");
	if (file == NULL) {
		problem = "cannot be written to the temporary folder";
		goto done;
	}
	char block[16384];
	int count = 0;
	while ((count = unzReadCurrentFile(zip, block, sizeof block)) > 0) {
		*total += (size_t)count;
		if (*total > HOST_ZIP_MOST_BYTES) {
			problem = "makes the archive larger than 1 GB when unpacked";
			goto done;
		}
		if (fwrite(block, 1, (size_t)count, file) != (size_t)count) {
			problem = "cannot be written to the temporary folder";
			goto done;
		}
	}
	if (count < 0) {
		problem = "is damaged";
	}
done:
	if (file != NULL && fclose(file) != 0 && problem == NULL) {
		problem = "cannot be written to the temporary folder";
	}
	if (unzCloseCurrentFile(zip) != UNZ_OK && problem == NULL) {
		problem = "is damaged (checksum)";
	}
	return problem;
}

/* what is wrong with the entry the archive stands on, or NULL after it was unpacked; its name for the message */
static const char *host_zip_extract_entry(unzFile zip, const char *folder, char name[HOST_PATH_SIZE], size_t *total)
{
	unz_file_info info;
	char path[HOST_PATH_SIZE];
	if (unzGetCurrentFileInfo(zip, &info, name, HOST_PATH_SIZE - 1, NULL, 0, NULL, 0) != UNZ_OK) {
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
	if (host_zip_make_folders(folder, name) != 0 || host_path_join(folder, name, path) != 0) {
		return "cannot be written to the temporary folder";
	}
	return host_zip_is_folder(name) ? NULL : host_zip_extract_file(zip, path, total);
}

int host_zip_extract(const char *path, const char *folder, struct mech_message *message)
{
	return host_zip_extract_most(path, folder, NULL, NULL, message);
}

int host_zip_extract_most(const char *path, const char *folder, host_zip_refusal *tell, void *context,
                          struct mech_message *message)
{
	struct stat facts;
	if (stat(path, &facts) != 0) {
		host_say(message, "%s: cannot be read (%s)", path, strerror(errno));
		return -1;
	}
	unzFile zip = unzOpen(path);
	if (zip == NULL) {
		host_say(message, "%s: not a zip archive", path);
		return -1;
	}
	size_t total = 0;
	int count = 0, code = unzGoToFirstFile(zip);
	char name[HOST_PATH_SIZE] = "";
	const char *problem = NULL;
	for (; code == UNZ_OK && problem == NULL; code = unzGoToNextFile(zip)) {
		problem = ++count > HOST_ZIP_MOST_ENTRIES ? "is one of too many entries"
		                                          : host_zip_extract_entry(zip, folder, name, &total);
		if (problem != NULL && tell != NULL && count <= HOST_ZIP_MOST_ENTRIES) {
			tell(context, name, problem);
			problem = NULL;
		}
	}
	if (problem == NULL && (code != UNZ_END_OF_LIST_OF_FILE || count == 0)) {
		problem = "is where the list of files ends too early";
	}
	(void)unzClose(zip);
	if (problem != NULL) {
		host_say(message, "%s: entry '%s' %s", path, name, problem);
		return -1;
	}
	return 0;
}
