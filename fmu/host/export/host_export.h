/* Packs a mechanism as an FMU. */
#ifndef HOST_EXPORT_H
#define HOST_EXPORT_H

#include "host_mechanism.h"

enum host_export_use {
	HOST_EXPORT_EVERYWHERE, /* a library for every platform that this program carries */
	HOST_EXPORT_NATIVE,  /* the library of this machine alone, in every folder where importers on this machine look for
	                         * it: on ARM also in linux64, which is meant for x86-64 */
	HOST_EXPORT_TO_SHOW, /* for a moment, for this program: not deflated, without documents and sources */
	HOST_EXPORT_TO_RUN   /* the same without the page that simulates */
};

enum { HOST_EXPORT_WITH_NOTE = 1 };

/* Writes the FMU to `path` (through a temporary file next to it, so that a failure leaves what was
 * there). Same mechanism, same bytes. 0, or -1 with a message; HOST_EXPORT_WITH_NOTE: it is
 * written, and the message says what it is without. */
int host_export(const struct host_mechanism *mechanism, const char *path, enum host_export_use use,
                struct mech_message *message);

#endif
