/* For algorithms that iterate: groups in their order, each once, those that are loops by a function
 * of the algorithm. */
#ifndef HOST_COUPLE_LOOPS_H
#define HOST_COUPLE_LOOPS_H

#include "host_coupling.h"

/* makes all units of a group reach time + h; the ends of their signals are guesses. 0, or -1 after
 * a message */
typedef int host_couple_loop(struct host_coupling *c, int group, double time, double h, const int *ended);

int host_couple_loops(struct host_coupling *c, double time, double h, host_couple_loop *loop);

/* from the beginning of the step again, if it has left that, with inputs of both ends; its outputs
 * become ends */
int host_couple_again(struct host_coupling *c, int unit, double time, double h, const int *ended);

#endif
