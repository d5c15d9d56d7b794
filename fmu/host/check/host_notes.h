/* What may surprise in a mechanism that assembles, for the report of `check`: one line each,
 * warnings and notes. */
#ifndef HOST_NOTES_H
#define HOST_NOTES_H

#include "host_facts.h"
#include "host_text.h"

/* appends "  warning: ...\n" and "  note: ...\n"; returns the number of warnings */
int host_notes_write(const struct host_facts *facts, struct host_text *notes);

#endif
