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
