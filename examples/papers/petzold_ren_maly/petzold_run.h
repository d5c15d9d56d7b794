/* What the programs of this folder share: a run of one method on one system, and the checks they print. */
#ifndef PETZOLD_RUN_H
#define PETZOLD_RUN_H

#include <stdio.h>
#include <stdlib.h>

#include "dae_driver.h"
#include "dae_methods.h"

struct run {
	double *block;
	struct dae_driver *driver;
	struct dae_state s;
	struct dae_options options;
	struct dae_failure failure;
};

/* at time t, all states zero; 0, or -1 when memory is out */
static inline int run_begin(struct run *r, const struct dae_system *system, const struct dae_method *method, double t,
                            double tolerance)
{
	r->block = calloc(dae_state_size(system, method), sizeof *r->block);
	r->driver = r->block ? dae_driver_create(system, method, r->block) : NULL;
	if (!r->driver) {
		free(r->block);
		return -1;
	}
	r->s = dae_driver_state(r->driver);
	r->options = dae_options_for(tolerance);
	dae_driver_reset(r->driver, t);
	return 0;
}

static inline void run_end(struct run *r)
{
	dae_driver_free(r->driver);
	free(r->block);
}

static inline int check(int holds, const char *what)
{
	printf("    %-104s %s\n", what, holds ? "yes" : "NO");
	return !holds;
}

#endif
