/* The trapezoidal formula on independent coordinates: one stage, at the end of the step, order 2,
 * A-stable (Negrut 1998, sections 3.3 and 4.3, there InflTrap). The stage and its iteration are in
 * dae_sdirk.h.
 *
 * The thesis takes the backward Euler formula for the error. What that shows is of second order in
 * the step, and the error of the trapezoidal formula of third: steps would be those of a method of
 * first order. Here the last step tells it (dae_past.h).
 */
#include "dae_method_table.h"
#include "dae_past.h"
#include "dae_sdirk.h"

static const struct dae_sdirk_formula dae_infl_trap_formula = {
	.stages = 1,
	.gamma = 1.0 / 2,
	.start = 1.0 / 2,
	.a = {{1.0 / 2}},
	.c = {1},
};

LA_TABLE const struct dae_method dae_infl_trap = {
	.name = "infl_trap",
	.order = 2,
	.formulations = 1 << DAE_STABILIZED,
	.text = "trapezoidal rule on independent coordinates, no damping",
	.paper = "Negrut 1998, section 4.3",
	.n_kkts = 2,
	.memory = dae_sdirk_memory_with_past,
	.valid = dae_past_valid,
	.work = dae_sdirk_work,
	.start = dae_sdirk_start_with_past,
	.step = dae_sdirk_step,
	.formula = &dae_infl_trap_formula,
};
