/* Packs files as an FMU or SSP, byte-reproducibly:   pack unit.fmu entry file entry file ...   (libraries: binaries/...) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_file.h"
#include "host_zip.h"

enum { PACK_MOST_BYTES = 1 << 28 };

static int pack(const char *path, int n, char **names, struct host_zip_entry *entries, struct host_text *texts,
                struct mech_message *message)
{
	for (int i = 0; i < n; i++) {
		if (host_file_read(names[2 * i + 1], PACK_MOST_BYTES, &texts[i], message) != 0) {
			return -1;
		}
		const int flags = strncmp(names[2 * i], "binaries/", 9) == 0 ? HOST_ZIP_PROGRAM : 0;
		entries[i] = (struct host_zip_entry){names[2 * i], texts[i].bytes, texts[i].size, flags};
	}
	entries[n] = (struct host_zip_entry){"resources/", NULL, 0, 0};
	return host_zip_write(path, n + 1, entries, message);
}

int main(int argc, char **argv)
{
	struct mech_message message = {"out of memory"};
	int n = argc / 2 - 1;
	if (argc < 4 || argc % 2 != 0) {
		(void)fputs("usage: pack unit.fmu entry file [entry file ...]\n", stderr);
		return 2;
	}
	struct host_zip_entry *entries = calloc((size_t)n + 1, sizeof *entries);
	struct host_text *texts = calloc((size_t)n, sizeof *texts);
	int failed = entries == NULL || texts == NULL || pack(argv[1], n, argv + 2, entries, texts, &message) != 0;
	if (failed) {
		(void)fprintf(stderr, "%s\n", message.text);
	}
	for (int i = 0; i < n && texts != NULL; i++) {
		host_text_free(&texts[i]);
	}
	free(texts);
	free(entries);
	return failed;
}
