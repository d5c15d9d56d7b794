/* SDIRK4/15 on independent coordinates: five stages, order 4, stiffly accurate and L-stable, gamma
 * = 4/15 (Hairer, Wanner 1996, section IV.6; Negrut 1998, sections 3.4 and 4.5, there ForSDIRK).
 * The stages and their iteration are in dae_sdirk.h.
 */
#include "dae_chart.h"
#include "dae_method_table.h"
#include "dae_sdirk.h"

static const struct dae_sdirk_formula dae_for_sdirk_formula = {
	.stages = 5,
	.embedded_order = 3,
	.gamma = 4.0 / 15,
	.a = {{4.0 / 15},
          {1.0 / 2, 4.0 / 15},
          {51069.0 / 144200, -7809.0 / 144200, 4.0 / 15},
          {12047244770625658.0 / 141474406359725325.0, -3057890203562191.0 / 47158135453241775.0,
           2239631894905804.0 / 28294881271945065.0, 4.0 / 15},
          {181513.0 / 86430, -89074.0 / 116015, 83636.0 / 34851, -69863904375173.0 / 23297141763930.0, 4.0 / 15}},
	.c = {4.0 / 15, 23.0 / 30, 17.0 / 30, 707.0 / 1931, 1},
	.error = {-4580576.0 / 5834025, -9740224.0 / 15662025, 46144.0 / 4704885, 13169581145812.0 / 11648570881965.0,
              4.0 / 15},
};

LA_TABLE const struct dae_method dae_for_sdirk = {
	.name = "for_sdirk",
	.order = 4,
	.formulations = 1 << DAE_STABILIZED,
	.text = "SDIRK4/15 on independent coordinates, L-stable",
	.paper = "Negrut 1998, section 4.5",
	.n_kkts = 2,
	.memory = dae_chart_memory,
	.valid = dae_chart_valid,
	.work = dae_sdirk_work,
	.start = dae_sdirk_start,
	.step = dae_sdirk_step,
	.quadrature = dae_sdirk_quadrature,
	.formula = &dae_for_sdirk_formula,
};
