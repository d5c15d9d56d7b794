/* The documentation page of an FMU: documentation/index.html, one file that works offline. */
#ifndef HOST_DOCUMENT_H
#define HOST_DOCUMENT_H

#include "host_facts.h"
#include "host_text.h"

/* `svg` is the drawing, put into the page as it is; live: live.html stands next to it. 0, or -1
 * when memory is out */
int host_document_write(const struct host_facts *facts, const struct host_presentation *presentation, const char *svg,
                        int live, struct host_text *html);

#endif
