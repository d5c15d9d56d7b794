/* Reads a system in the form of System Structure and Parameterization: SystemStructure.ssd of SSP
 * 1.0, alone or in an archive (.ssp). A file of SSP 2.0 without its new types is one of 1.0.
 *
 * Systems within systems are flattened: a component is a unit by the names of the systems around
 * it, `inner.pump`. A connection goes through the connectors of systems and through the signals of
 * dictionaries from component to component, and collects the transformations on its way. Parameters
 * come from parameter sets, in the file or in files of their own, through prefixes and mappings.
 * What cannot be honoured is a note, or an error where results would be wrong.
 */
#ifndef HOST_SSD_H
#define HOST_SSD_H

#include "host_system.h"

/* the annotation of a system that shows how it was coupled when it was exported */
#define HOST_SSD_ANNOTATION "mechfmu"
#define HOST_SSD_OMSIMULATOR "org.openmodelica"
#define HOST_SSD_OSP "com.opensimulationplatform"

/* NULL when memory is out */
struct host_system *host_ssd_read(const char *path, struct host_problems *problems);

#endif
