/* The alpha method of Hilber, Hughes and Taylor: alpha_m = 0, and alpha_f up to 1/3. */
#include <math.h>

#include "dae_alpha.h"
#include "dae_method_table.h"

static int dae_hht_step(struct dae_step *s)
{
	const double rho = s->options->spectral_radius;
	const double alpha = fmax(0, fmin((1 - rho) / (1 + rho), 1.0 / 3));
	return dae_alpha_step(s, 0, alpha, 0.5 + alpha);
}

LA_TABLE const struct dae_method dae_hht = {
	.name = "hht",
	.order = 2,
	.text = "damps high frequencies, spectral_radius from 1/2 to 1",
	.paper = "Hilber, Hughes, Taylor 1977",
	.step = dae_hht_step,
	.real_time = &dae_hht,
	DAE_ALPHA_METHOD,
};
