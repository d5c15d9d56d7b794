/* Runs a system: the coupled units have the functions of one unit, so that a system is run,
 * recorded and watched as an FMU is.
 *
 * Its variables are the outputs that the file lists, then its inputs, then all variables of all
 * units as unit.variable. Where the file lists no outputs, those of the units are outputs of the
 * system. A step of the run is divided into as many steps of the algorithm as it takes.
 */
#ifndef HOST_SYSTEM_RUN_H
#define HOST_SYSTEM_RUN_H

#include "host_run.h"
#include "host_system.h"

/* of a system without problems. 0, or -1 with a message; rows recorded before a failure stay */
int host_system_run(const struct host_system *system, const struct host_run_options *options,
                    struct mech_message *message);

#endif
