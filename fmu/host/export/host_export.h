/* Packs a mechanism as an FMU. */
#ifndef HOST_EXPORT_H
#define HOST_EXPORT_H

#include "host_mechanism.h"

/* Writes the FMU to `path` (through a temporary file beside it, so that a failure leaves what was there), with a library
 * for every platform that this program carries, and with the sources. Same mechanism, same bytes. 0, or -1 with a message. */
int host_export(const struct host_mechanism *mechanism, const char *path, struct mech_message *message);

/* The same with the library of this machine alone, in every folder where importers on this machine look for it: on ARM
 * also in linux64, which is meant for x86-64. */
int host_export_native(const struct host_mechanism *mechanism, const char *path, struct mech_message *message);

#endif
