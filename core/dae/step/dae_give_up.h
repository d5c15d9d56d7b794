/* Why a run cannot go on, once no step was found. The reason of the last trial stays; what is added
 * is the row to blame, whether a singular position is near, and whether two motions touch there. */
#ifndef DAE_GIVE_UP_H
#define DAE_GIVE_UP_H

#include "dae_step.h"

struct dae_driver;

/* no step was found: says why, and which row is to blame */
LA_FUNCTION void dae_give_up(struct dae_driver *d, const struct dae_options *options, struct dae_failure *failure);

#endif
