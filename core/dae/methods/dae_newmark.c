/* Newmark's method: alpha_m = alpha_f = 0. With damping it is of first order only. */
#include "dae_alpha.h"
#include "dae_method_table.h"

static int dae_newmark_step(struct dae_step *s)
{
	const double rho = s->options->spectral_radius;
	s->result.order = rho < 1 ? 1 : 2;
	return dae_alpha_step(s, 0, 0, (3 - rho) / (2 * (1 + rho)));
}

LA_TABLE const struct dae_method dae_newmark = {
	.name = "newmark",
	.order = 2,
	.text = "trapezoidal rule; of order 1 when spectral_radius is below 1",
	.paper = "Newmark 1959",
	.step = dae_newmark_step,
	.real_time = &dae_newmark,
	DAE_ALPHA_METHOD,
};
