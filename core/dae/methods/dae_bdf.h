/* What bdf and bdf_displacement share: the steps of dae_bdf.c. */
#ifndef DAE_BDF_H
#define DAE_BDF_H

#include "dae_bdf_history.h"

LA_FUNCTION size_t dae_bdf_work(const struct dae_system *system);

/* fields integrated: 3 displacements, velocities, multipliers; 2 displacements, multipliers */
LA_FUNCTION int dae_bdf_step_with(struct dae_step *s, int fields);

#define DAE_BDF_METHOD                                                                                                \
	.order = DAE_BDF_MOST_ORDER, .formulations = DAE_ANY_FORMULATION, .memory = dae_bdf_memory, .work = dae_bdf_work, \
	.start = dae_bdf_start, .valid = dae_bdf_valid, .scale = dae_bdf_scale

#endif
