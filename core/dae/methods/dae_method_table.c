#include "dae_method_table.h"

#include <math.h>

LA_TABLE const struct dae_method *const dae_methods[DAE_METHOD_COUNT] = {
	&dae_auto,
	&dae_generalized_alpha,
	&dae_hht,
	&dae_newmark,
	&dae_midpoint,
	&dae_energy_decaying,
	&dae_radau,
	&dae_bdf,
	&dae_bdf_displacement,
	&dae_dopri5,
	&dae_dop853,
	&dae_for_sdirk,
	&dae_infl_sdirk,
	&dae_infl_trap,
	&dae_ssp_trap,
	&dae_for_rosen,
	&dae_baumgarte,
	&dae_direct,
	&dae_trust_region_fixed,
};

LA_FUNCTION int dae_method_count(void)
{
	return DAE_METHOD_COUNT;
}

LA_FUNCTION int dae_is_count(double number, double most)
{
	return number >= 0 && number <= most && number == floor(number);
}

/* Near a singular position, where A has a small eigenvalue e, rounding turns the direction of the constraint by about 1e-16 / e.
 * The threshold keeps that far below the tolerance. */
LA_FUNCTION struct dae_options dae_options_for(double tolerance)
{
	return (struct dae_options){
		.tolerance = tolerance,
		.spectral_radius = 0.8,
		.largest_order = 5,
		.gamma = 1e3,
		.epsilon = 1e-6,
		.kkt = {.regularization = 1e-14, .augmentation = 1, .threshold = fmin(3e-13 / tolerance, 1e-6)},
	};
}
