/* Messages of the file reader, in the one form file:line:column: what is wrong and what to do. */
#ifndef HOST_FAIL_H
#define HOST_FAIL_H

#include <stdarg.h>

#include "host_mechanism.h"

/* sets the message and returns -1. Formats hold %s, %c and %d only (no numbers a locale could
 * change). Line 0: the place is unknown, or the whole file. Control characters become blanks, so
 * that a message stays one line. */
int host_fail(struct mech_message *message, const char *file, struct host_place place, const char *format, ...);
int host_fail_list(struct mech_message *message, const char *file, struct host_place place, const char *context,
                   const char *format, va_list arguments);

#endif
