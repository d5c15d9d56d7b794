/* Exports a system as an archive of System Structure and Parameterization 1.0 (.ssp): its
 * structure, and the units under resources/ by their names. Mechanisms become FMUs.
 *
 * The algorithm stands in annotations: one of our own, and one that OMSimulator reads, which needs
 * it to choose a master with fixed steps.
 */
#ifndef HOST_SSP_WRITE_H
#define HOST_SSP_WRITE_H

#include "host_system.h"

/* native: libraries of mechanisms for this machine alone. 0, or -1 with a message;
 * HOST_EXPORT_WITH_NOTE as host_export */
int host_ssp_write(const struct host_system *system, int native, const char *path, struct mech_message *message);

/* the text of SystemStructure.ssd */
void host_ssp_structure(const struct host_system *system, struct host_text *text);

#endif
