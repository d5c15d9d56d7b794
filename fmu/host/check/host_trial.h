/* How many steps of the solver the experiment will take: from a trial run of its beginning (inputs
 * stay at their start values).
 *
 * The trial continues in parts of time, each twice the one before, until a tenth of the experiment
 * or some number of steps is done, less for large mechanisms. The last part, as long as all before,
 * shows the steps a second.
 */
#ifndef HOST_TRIAL_H
#define HOST_TRIAL_H

#include "host_facts.h"

/* steps with number `method` of dae_methods, rejected ones too; 0: it is unknown, as the trial does
 * not run */
double host_trial_steps(const struct host_facts *facts, int method);

/* steps that an instance has tried so far, rejected ones too */
double host_trial_tried(struct mech_instance *m);

#endif
