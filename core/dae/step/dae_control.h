/* One step: tried until one is accepted, or given up. */
#ifndef DAE_CONTROL_H
#define DAE_CONTROL_H

#include "dae_step.h"

struct dae_driver;

/* the longest step from there that the system allows */
LA_FUNCTION double dae_control_longest(const struct dae_driver *d);

/* before any trial of a step from there: energies and event functions; then, how long a step may be
 * for events */
LA_FUNCTION void dae_control_look(struct dae_driver *d);
LA_FUNCTION double dae_control_horizon(const struct dae_driver *d);

/* one accepted step of the size wanted or another; what to try next in *next */
LA_FUNCTION int dae_control_step(struct dae_driver *d, const struct dae_options *options, double wanted, double t_end,
                                 double *next, struct dae_failure *failure);

/* to t without error test; a step that is too long or fails, as it may where it ends beside a
 * singular position, is made in halves */
LA_FUNCTION int dae_control_fixed_step(struct dae_driver *d, const struct dae_options *options, double t, int halvings,
                                       struct dae_failure *failure);

#endif
