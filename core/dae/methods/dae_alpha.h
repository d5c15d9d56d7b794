/* What generalized_alpha, hht and newmark share: the scheme of dae_alpha.c, in which they choose
 * alpha_m, alpha_f and gamma. */
#ifndef DAE_ALPHA_H
#define DAE_ALPHA_H

#include "dae_past.h"

LA_FUNCTION size_t dae_alpha_memory(const struct dae_system *system);
LA_FUNCTION size_t dae_alpha_work(const struct dae_system *system);
LA_FUNCTION void dae_alpha_start(const struct dae_system *system, double *memory);
LA_FUNCTION int dae_alpha_step(struct dae_step *s, double alpha_m, double alpha_f, double gamma);

#define DAE_ALPHA_METHOD                                                                                               \
	.formulations = DAE_ANY_FORMULATION, .memory = dae_alpha_memory, .work = dae_alpha_work, .start = dae_alpha_start, \
	.valid = dae_past_valid

#endif
