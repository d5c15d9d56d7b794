/* A run of one method on one system, with all that belongs to it. */
#ifndef PAPER_RUN_H
#define PAPER_RUN_H

#include <stdlib.h>

#include "dae_driver.h"

struct method_run {
	double *block;
	struct dae_driver *driver;
	struct dae_state s;
	struct dae_options options;
	struct dae_failure failure;
};

static inline void method_end(struct method_run *r)
{
	dae_driver_free(r->driver);
	free(r->block);
}

/* at time 0, all states zero; q, v and options are then the caller's to set. 0, or -1 when memory is out */
static inline int method_create(struct method_run *r, const struct dae_system *system, const struct dae_method *method,
                                double tolerance)
{
	r->block = calloc(dae_state_size(system, method), sizeof *r->block);
	r->driver = r->block ? dae_driver_create(system, method, r->block) : NULL;
	if (!r->driver) {
		method_end(r);
		return -1;
	}
	r->s = dae_driver_state(r->driver);
	r->options = dae_options_for(tolerance);
	dae_driver_reset(r->driver, 0);
	return 0;
}

/* to time t, from accelerations and multipliers that fit q and v where the run has not begun yet */
static inline int method_go_on(struct method_run *r, double t)
{
	int status = *r->s.started == 0 ? dae_start_motion(r->driver, &r->options, &r->failure) : DAE_DONE;
	return status ? status : dae_driver_advance(r->driver, &r->options, t, &r->failure);
}

#endif
