/* Packs a mechanism as an FMU. */
#ifndef HOST_EXPORT_H
#define HOST_EXPORT_H

#include "host_mechanism.h"

/* Writes the FMU to `path` (through a temporary file beside it, so that a failure leaves what was there). Same
 * mechanism, same bytes. 0, or -1 with a message. */
int host_export(const struct host_mechanism *mechanism, const char *path, struct mech_message *message);

#endif
