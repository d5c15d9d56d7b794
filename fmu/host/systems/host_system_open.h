/* Units of a system that are mechanisms, as FMUs. */
#ifndef HOST_SYSTEM_OPEN_H
#define HOST_SYSTEM_OPEN_H

#include "host_export.h"
#include "host_system.h"

int host_system_is_mechanism(const struct host_system_unit *u);

/* the FMU has all parameters, and names as the mechanism file has them; as host_export */
int host_system_export(const struct host_system_unit *u, enum host_export_use use, const char *path,
                       struct mech_message *message);

#endif
