/* The method of Dormand and Prince of order 5 with an embedded one of order 4 (Dormand, Prince, "A
 * family of embedded Runge-Kutta formulae", Journal of Computational and Applied Mathematics 6,
 * 1980; Hairer, Norsett, Wanner, "Solving Ordinary Differential Equations I", table II.5.2; the
 * border of stability: their program DOPRI5). */
#include "dae_explicit.h"
#include "dae_method_table.h"

enum { DAE_DOPRI5_STAGES = 6 };

static const double dae_dopri5_nodes[DAE_DOPRI5_STAGES] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1};

static const double dae_dopri5_weights[] = {1.0 / 5,
                                            /**/
                                            3.0 / 40, 9.0 / 40,
                                            /**/
                                            44.0 / 45, -56.0 / 15, 32.0 / 9,
                                            /**/
                                            19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729,
                                            /**/
                                            9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656,
                                            /* the end */
                                            35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84};

static const double dae_dopri5_error[DAE_DOPRI5_STAGES + 1] = {
	71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

LA_TABLE const struct dae_explicit dae_dopri5_table = {
	DAE_DOPRI5_STAGES, dae_dopri5_nodes, dae_dopri5_weights, dae_dopri5_error, NULL, 4, 3.25};

static size_t dae_dopri5_work(const struct dae_system *system)
{
	return dae_explicit_work(&dae_dopri5_table, system);
}

LA_TABLE const struct dae_method dae_dopri5 = {
	.name = "dopri5",
	.use = 3,
	.order = 5,
	.formulations = 1 << DAE_STABILIZED,
	.text = "explicit, for mechanisms without stiff forces",
	.paper = "Dormand, Prince 1980",
	.memory = dae_explicit_memory,
	.valid = dae_explicit_valid,
	.work = dae_dopri5_work,
	.start = dae_explicit_start,
	.step = dae_explicit_step,
	.quadrature = dae_explicit_quadrature,
	.formula = &dae_dopri5_table,
	.is_limited = dae_explicit_is_limited,
};
