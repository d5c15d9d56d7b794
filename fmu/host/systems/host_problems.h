/* All that is wrong with a file, or worth a note: one line for each, with its place.
 *
 * Readers add what they find and continue, so that one reading reports everything. Errors and notes
 * are listed in the order of their places.
 */
#ifndef HOST_PROBLEMS_H
#define HOST_PROBLEMS_H

#include <stdio.h>

#include "host_mechanism.h"

struct host_problem {
	char *file, *text; /* text: the whole line */
	struct host_place place;
	int is_error;
};

/* all zero: no problems */
struct host_problems {
	int n, n_errors;
	int failed; /* memory was out */
	struct host_problem *list;
};

/* line 0: the place is unknown, or the whole file */
void host_problem_error(struct host_problems *problems, const char *file, struct host_place place, const char *format,
                        ...);
void host_problem_note(struct host_problems *problems, const char *file, struct host_place place, const char *format,
                       ...);

/* a line that has its place already */
void host_problem_message(struct host_problems *problems, const struct mech_message *message);

/* whether there is an error, or memory was out */
int host_problems_fail(const struct host_problems *problems);

/* errors, and with `notes` notes (after "note: "), by place; 0, or -1 when memory was out, which is
 * written, too */
int host_problems_write(struct host_problems *problems, int notes, FILE *out);
void host_problems_free(struct host_problems *problems);

#endif
