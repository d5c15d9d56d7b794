/* The page of a system: the scenes of its units, its connections, and the results of a run. */
#ifndef HOST_SYSTEM_SHOW_H
#define HOST_SYSTEM_SHOW_H

#include "host_show.h"
#include "host_system.h"

/* what the page needs to know of a system, as JSON; units that simulate in a page, one a line, or
 * nothing unless all do. 0, or -1 with a message. The scene:
 *
 *   version, system, description, start, stop, step
 *   units        {name, scene: that of the unit, or variables: of a unit that has no scene}
 *   variables    of the system itself: its inputs, and outputs under names of their own
 *   outputs      {name, from, factor, offset}: where the latter come from
 *   connections  {from, to, factor, offset, parameter: only at the start, map: [[value, value], ...]}
 *   settings     {name, value}: what the file gives to parameters and inputs of units
 *   coupling     {name, step, order, tolerance, iterations, units: their numbers in the order of steps}
 *
 * Names are those of columns of the results: that of the unit, a point, that of its variable.
 */
int host_system_scene(const struct host_system *system, struct host_text *scene, struct mech_message *message);
int host_system_live(const struct host_system *system, struct host_text *units, struct mech_message *message);

/* writes the page of a system that was read to show, with the results in the CSV file. 0, or -1
 * with a message */
int host_system_show(const struct host_system *system, const char *results, const struct host_show_options *options,
                     const char *page, struct mech_message *message);

#endif
