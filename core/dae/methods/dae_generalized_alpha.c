/* Generalized-alpha method: of those of second order with the spectral radius rho at infinity, the
 * one that damps low frequencies least. */
#include "dae_alpha.h"
#include "dae_method_table.h"

static int dae_generalized_alpha_step(struct dae_step *s)
{
	const double rho = s->options->spectral_radius;
	const double alpha_m = (2 * rho - 1) / (rho + 1);
	const double alpha_f = rho / (rho + 1);
	return dae_alpha_step(s, alpha_m, alpha_f, 0.5 - (alpha_m - alpha_f));
}

LA_TABLE const struct dae_method dae_generalized_alpha = {
	.name = "generalized_alpha",
	.use = 6,
	.order = 2,
	.text = "damps high frequencies as spectral_radius says",
	.paper = "Chung, Hulbert 1993; with constraints: Arnold, Bruels 2007",
	.step = dae_generalized_alpha_step,
	.real_time = &dae_generalized_alpha,
	DAE_ALPHA_METHOD,
};
