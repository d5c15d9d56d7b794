/* SDIRK4/16 on independent coordinates: five stages, order 4, stiffly accurate and L-stable, gamma
 * = 1/4 (Hairer, Wanner 1996, section IV.6; Negrut 1998, sections 3.3 and 4.2, there InflSDIRK,
 * with a misprint in the matrix above table 13). The stages and their iteration are in dae_sdirk.h.
 */
#include "dae_chart.h"
#include "dae_method_table.h"
#include "dae_sdirk.h"

static const struct dae_sdirk_formula dae_infl_sdirk_formula = {
	.stages = 5,
	.embedded_order = 3,
	.gamma = 1.0 / 4,
	.a = {{1.0 / 4},
          {1.0 / 2, 1.0 / 4},
          {17.0 / 50, -1.0 / 25, 1.0 / 4},
          {371.0 / 1360, -137.0 / 2720, 15.0 / 544, 1.0 / 4},
          {25.0 / 24, -49.0 / 48, 125.0 / 16, -85.0 / 12, 1.0 / 4}},
	.c = {1.0 / 4, 3.0 / 4, 11.0 / 20, 1.0 / 2, 1},
	.error = {-3.0 / 16, -27.0 / 32, 25.0 / 32, 0, 1.0 / 4},
};

LA_TABLE const struct dae_method dae_infl_sdirk = {
	.name = "infl_sdirk",
	.order = 4,
	.formulations = 1 << DAE_STABILIZED,
	.text = "SDIRK4/16 on independent coordinates, as for_sdirk",
	.paper = "Negrut 1998, section 4.2",
	.n_kkts = 2,
	.memory = dae_chart_memory,
	.valid = dae_chart_valid,
	.work = dae_sdirk_work,
	.start = dae_sdirk_start,
	.step = dae_sdirk_step,
	.quadrature = dae_sdirk_quadrature,
	.formula = &dae_infl_sdirk_formula,
};
