/* A trial becomes a step: its end is the new state, with all that follows from it. */
#ifndef DAE_ACCEPT_H
#define DAE_ACCEPT_H

#include "dae_trial.h"

/* the step to t is made: what its energy has drifted is taken back, dense output, scales, counters
 * and the system follow. After an event the method starts afresh. */
LA_FUNCTION int dae_accept_step(struct dae_driver *d, const struct dae_options *options, const struct dae_trial *trial,
                                double t, struct dae_failure *failure);

#endif
