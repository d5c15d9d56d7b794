/* Fuzz target: any bytes as an archive, unpacked, and looked at by lint. Nothing appears outside of
 * the folder given. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <sys/stat.h>

#include "fuzz_file.h"
#include "host_zip.h"
#include "lint.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static int fuzz_host_zip_count(const char *folder)
{
	int count = 0;
	DIR *list = opendir(folder);
	if (list == NULL) {
		abort();
	}
	while (readdir(list) != NULL) {
		count++;
	}
	(void)closedir(list);
	return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	const char *path = fuzz_file_write("unit.fmu", bytes, size);
	char unpacked[HOST_PATH_SIZE];
	struct mech_message message = {""};
	struct lint lint = {.findings = NULL};
	if (host_path_join(fuzz_file_folder, "unpacked", unpacked) != 0 || mkdir(unpacked, 0700) != 0) {
		abort();
	}
	if (host_zip_extract(path, unpacked, &message) != 0) {
		fuzz_file_expect_message(&message);
	}
	host_folder_remove(unpacked);
	lint_archive(&lint, path);
	lint_free(&lint);
	/* . and .. and the archive */
	if (fuzz_host_zip_count(fuzz_file_folder) != 3) {
		abort();
	}
	return 0;
}
