#include "host_sources.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "fmu_image.h"
#include "md_write.h"

enum { HOST_SOURCES_WORDS_PER_LINE = 5 };

/* as many bytes as there are, then zeros; the first one is the lowest, on every machine that an
 * image is for */
static uint64_t host_sources_word(const unsigned char *bytes, size_t size)
{
	uint64_t word = 0;
	for (size_t k = 0; k < size && k < sizeof word; k++) {
		word |= (uint64_t)bytes[k] << 8 * k;
	}
	return word;
}

static void host_sources_words(struct host_text *text, const void *data, size_t size)
{
	const unsigned char *bytes = data;
	for (size_t k = 0; 8 * k < size; k++) {
		char word[32];
		(void)snprintf(word, sizeof word, "%s%#" PRIx64 ",", k % HOST_SOURCES_WORDS_PER_LINE == 0 ? "\n\t" : " ",
		               host_sources_word(bytes + 8 * k, size - 8 * k));
		host_text_add(text, word);
	}
}

void host_sources_image(const void *image, size_t size, struct host_text *text)
{
	struct fmu_image_head head = {.capacity = (size + 7) / 8 * 8, .size = size};
	char capacity[64];
	memcpy(head.marker, FMU_IMAGE_MARKER, sizeof head.marker);
	(void)snprintf(capacity, sizeof capacity, "#define FMU_IMAGE_CAPACITY %" PRIu64 "\n", head.capacity);
	host_text_add(text, "/* The image of the mechanism: head and bytes as words, least significant byte first. */\n");
	host_text_add(text, capacity);
	host_text_add(text, "#include \"fmu_image.h\"\n\nLA_TABLE const uint64_t fmu_image_block"
	                    "[(sizeof(struct fmu_image_head) + FMU_IMAGE_CAPACITY) / 8] = {");
	host_sources_words(text, &head, sizeof head);
	host_sources_words(text, image, size);
	host_text_add(text, "\n};\n");
}

void host_sources_build_description(const char *identifier, struct host_text *text)
{
	host_text_add(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription fmiVersion=\"3.0\">\n"
	                    "\t<BuildConfiguration modelIdentifier=\"");
	host_text_add_escaped(text, identifier);
	host_text_add(text, "\">\n\t\t<SourceFileSet language=\"C11\">\n"
	                    "\t\t\t<SourceFile name=\"" MD_SOURCE_FILE "\"/>\n"
	                    "\t\t</SourceFileSet>\n"
	                    "\t\t<Library name=\"m\" external=\"true\" description=\"Mathematical functions of C, where "
	                    "they are a library of their own\"/>\n"
	                    "\t</BuildConfiguration>\n</fmiBuildDescription>\n");
}
