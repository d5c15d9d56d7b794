/* Fuzz target: any bytes as a mechanism file. What the reader accepts becomes an image, which must
 * then be sound. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "host_image.h"
#include "host_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct mech_message message;
	struct host_mechanism *m = host_read_text("fuzz.yaml", (const char *)bytes, size, &message);
	struct host_image image = {NULL, 0};
	/* whatever is refused has a message of one line */
	if (m == NULL || host_image_build(m, &image, &message) != 0) {
		if (message.text[0] == '\0') {
			abort();
		}
		for (const char *c = message.text; *c != '\0'; c++) {
			if (*c == '\n') {
				abort();
			}
		}
	}
	host_image_free(&image);
	host_mechanism_free(m);
	return 0;
}
