/* sources/ of an FMU: the runtime, which is the same for all mechanisms and lies in this program,
 * and what belongs to one mechanism: its image as a C array, and the build description. One file is
 * compiled, MD_SOURCE_FILE (md_write.h).
 */
#ifndef HOST_SOURCES_H
#define HOST_SOURCES_H

#include <stddef.h>

#include "host_text.h"

/* made by the build from the files themselves */
struct host_source_file {
	const char *name; /* in the archive: sources/... */
	const unsigned char *begin, *end;
};
extern const struct host_source_file host_source_files[];
extern const int host_source_file_count;

/* sources/image.c: the block of fmu_image.h with the image in it, filled up to whole words */
void host_sources_image(const void *image, size_t size, struct host_text *text);

/* sources/buildDescription.xml, which FMI 2.0.4 has taken over from FMI 3.0 (section 2.4.10) */
void host_sources_build_description(const char *identifier, struct host_text *text);

#endif
