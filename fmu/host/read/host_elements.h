/* The mechanism file as tables to read, in Markdown: elements with their keys and what they report,
 * bodies, solver.
 *
 * Made from the declarations that the reader uses; docs/reference/mechanism-file.md holds them
 * between two marks.
 */
#ifndef HOST_ELEMENTS_H
#define HOST_ELEMENTS_H

#include <stdio.h>

/* the caller looks whether the stream took it */
void host_elements_write(FILE *out);

#endif
