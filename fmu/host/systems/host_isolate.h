/* A unit in a process of its own: its functions are called there, through memory that both
 * processes share.
 *
 * A crash of the unit ends its process alone, and a call that does not come back ends with it. The
 * call then answers fmi2Fatal, after the logger has been told what happened; so does every later
 * call. Calls of one unit must not overlap.
 *
 * Values travel as they are. A saved state is known by its address in the other process. Messages
 * of the unit arrive when the call returns, or has failed.
 */
#ifndef HOST_ISOLATE_H
#define HOST_ISOLATE_H

#include "host_fmu.h"

struct host_isolated;

/* Starts the process, which loads the library; the functions of the unit are those that make the
 * calls there. `limit`: seconds for a call. NULL with a message when the library cannot be loaded.
 */
struct host_isolated *host_isolate_start(struct host_fmu *fmu, double limit, struct mech_message *message);

/* in place of fmi2Instantiate; the component is for the functions of the unit */
fmi2Component host_isolate_instantiate(struct host_isolated *p, const char *name,
                                       const fmi2CallbackFunctions *callbacks, int logging);

void host_isolate_end(struct host_isolated *p);

#endif
