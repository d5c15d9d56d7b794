/* Inside a driver: shared by the steps (dae_driver.c) and by what fits one point (dae_consistency.c), and by nobody
 * else. */
#ifndef DAE_DRIVER_PARTS_H
#define DAE_DRIVER_PARTS_H

#include "dae_driver.h"

enum { DAE_MOST_KKTS = 3 };

struct dae_driver {
	const struct dae_system *system;
	const struct dae_method *method;
	struct dae_kkt *kkts[DAE_MOST_KKTS];
	struct dae_kkt *kkt; /* the first of them */
	struct dae_state state;
	size_t state_size; /* numbers */
	double *q1, *v1, *a1, *lambda1, *memory1, *error, *right, *work;
	double *numbers; /* one allocation for the scratch above */
};

/* the present point */
LA_FUNCTION struct dae_point dae_driver_point(const struct dae_driver *d);

/* factors [M G^T; G 0] there */
LA_FUNCTION int dae_driver_factor(struct dae_driver *d, const struct dae_options *options, struct dae_failure *failure);

#endif
