/* Reads a mechanism file (YAML).
 *
 * An error is one line, file:line:column: message, with the offending name and, where one is near,
 * a suggestion.
 */
#ifndef HOST_READ_H
#define HOST_READ_H

#include <stddef.h>

#include "host_mechanism.h"

/* `file` is the name used in messages. NULL with a message on any error; warnings (unused names
 * ...) are not errors. */
struct host_mechanism *host_read_text(const char *file, const char *text, size_t size, struct mech_message *message);
struct host_mechanism *host_read_file(const char *file, struct mech_message *message);

#endif
