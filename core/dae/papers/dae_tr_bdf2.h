/* What baumgarte, direct and trust_region_fixed share: steps of the regularized systems by TR-BDF2
 * (dae_tr_bdf2.c). */
#ifndef DAE_TR_BDF2_H
#define DAE_TR_BDF2_H

#include "dae_method.h"
#include "dae_regularized.h"

LA_FUNCTION size_t dae_tr_bdf2_memory(const struct dae_system *system);
LA_FUNCTION size_t dae_tr_bdf2_work(const struct dae_system *system);
LA_FUNCTION void dae_tr_bdf2_start(const struct dae_system *system, double *memory);
LA_FUNCTION int dae_tr_bdf2_valid(const double *memory);
LA_FUNCTION int dae_tr_bdf2_step(struct dae_step *s, enum dae_regularized_kind kind);

#define DAE_TR_BDF2_METHOD                                                                        \
	.order = 2, .is_loose = 1, .formulations = DAE_ANY_FORMULATION, .memory = dae_tr_bdf2_memory, \
	.work = dae_tr_bdf2_work, .start = dae_tr_bdf2_start, .valid = dae_tr_bdf2_valid

#endif
