/* The start of a motion: at the very beginning, after a jump of an input or a changed parameter,
 * and after an event.
 *
 * The caller sets q and v, may call dae_start_project_velocity, and then dae_start_motion. That
 * closes what rounding has left open, finds accelerations and multipliers that fit, and starts the
 * method afresh.
 */
#ifndef DAE_START_H
#define DAE_START_H

#include "dae_step.h"

struct dae_driver;

/* velocities moved onto G v + dg/dt = 0 with the least kinetic energy of the change */
LA_FUNCTION int dae_start_project_velocity(struct dae_driver *d, const struct dae_options *options,
                                           struct dae_failure *failure);

/* accelerations and multipliers that fit t, q and v, M a + G^T lambda = f and G a + bias = 0, and a
 * fresh start of the method: after initial values, a jump of an input, a changed parameter */
LA_FUNCTION int dae_start_motion(struct dae_driver *d, const struct dae_options *options, struct dae_failure *failure);

/* the next step is as small as the very first: after a restart where the motion to come has nothing
 * to do with that before, so that a step as long as the last might leap over all of it */
LA_FUNCTION void dae_start_slow_down(struct dae_driver *d, const struct dae_options *options);

/* first step: a small part of the time in which velocities change by their own size, or positions
 * by a large motion; at most as small a part of `asked` */
LA_FUNCTION double dae_start_first_step(struct dae_driver *d, const struct dae_options *options, double asked);

/* the method's memory of a start from here, which leaves the state's as it is */
LA_FUNCTION const double *dae_start_memory(struct dae_driver *d);

#endif
