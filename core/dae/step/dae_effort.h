/* What steps have cost since dae_effort_begin; scratch, no part of the state. */
#ifndef DAE_EFFORT_H
#define DAE_EFFORT_H

#include "dae_options.h"

struct dae_driver;

/* how many steps were tried, the smallest of them and when, and the velocity that most often had
 * the largest error; -1: the energy balance */
struct dae_effort {
	double tried, smallest, time;
	int worst;
};

LA_FUNCTION void dae_effort_begin(struct dae_driver *d);
LA_FUNCTION struct dae_effort dae_effort_so_far(const struct dae_driver *d);

/* one more trial of a step of size h; 0 where there have been enough */
LA_FUNCTION int dae_effort_count(struct dae_driver *d, const struct dae_options *options, double h);

#endif
