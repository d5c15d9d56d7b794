/* The trapezoidal formula on independent coordinates, solved for independent accelerations alone:
 * one stage, at the end of the step, order 2, A-stable (Negrut 1998, sections 3.2 and 4.1, there
 * SspTrap). It makes the steps of infl_trap in another way (dae_sdirk.h).
 */
#include "dae_method_table.h"
#include "dae_past.h"
#include "dae_sdirk.h"

static const struct dae_sdirk_formula dae_ssp_trap_formula = {
	.stages = 1,
	.gamma = 1.0 / 2,
	.is_reduced = 1,
	.start = 1.0 / 2,
	.a = {{1.0 / 2}},
	.c = {1},
};

LA_TABLE const struct dae_method dae_ssp_trap = {
	.name = "ssp_trap",
	.order = 2,
	.formulations = 1 << DAE_STABILIZED,
	.text = "as infl_trap, solved for independent accelerations alone",
	.paper = "Negrut 1998, section 4.1",
	.n_kkts = 3,
	.memory = dae_sdirk_memory_with_past,
	.valid = dae_past_valid,
	.work = dae_sdirk_work,
	.start = dae_sdirk_start_with_past,
	.step = dae_sdirk_step,
	.formula = &dae_ssp_trap_formula,
};
