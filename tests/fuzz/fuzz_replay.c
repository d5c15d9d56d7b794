/* Feeds each file named on the command line to a fuzz target: what a fuzzer once found stays a test
 * without one. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static int fuzz_replay_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	uint8_t *bytes = NULL;
	size_t size = 0;
	int status = -1;

	if (!file || fseek(file, 0, SEEK_END)) {
		goto done;
	}
	long end = ftell(file);
	if (end < 0 || fseek(file, 0, SEEK_SET)) {
		goto done;
	}
	/* exactly as many bytes as the file has, so that a sanitizer sees the first one read beyond */
	size = (size_t)end;
	bytes = malloc(size > 0 ? size : 1);
	if (!bytes || fread(bytes, 1, size, file) != size) {
		goto done;
	}
	LLVMFuzzerTestOneInput(bytes, size);
	status = 0;
done:
	if (status) {
		fprintf(stderr, "cannot read %s\n", path);
	}
	free(bytes);
	if (file) {
		fclose(file);
	}
	return status;
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		fprintf(stderr, "usage: %s file ...\n", argv[0]);
		return 2;
	}
	for (int i = 1; i < argc; i++) {
		if (fuzz_replay_file(argv[i])) {
			return 1;
		}
	}
	return 0;
}
