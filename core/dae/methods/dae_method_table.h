/* All methods, one declaration each; dae_method_table.c lists them. */
#ifndef DAE_METHOD_TABLE_H
#define DAE_METHOD_TABLE_H

#include "dae_method.h"

LA_TABLE_DECLARATION const struct dae_method dae_auto;
LA_TABLE_DECLARATION const struct dae_method dae_generalized_alpha;
LA_TABLE_DECLARATION const struct dae_method dae_hht;
LA_TABLE_DECLARATION const struct dae_method dae_newmark;
LA_TABLE_DECLARATION const struct dae_method dae_midpoint;
LA_TABLE_DECLARATION const struct dae_method dae_energy_decaying;
LA_TABLE_DECLARATION const struct dae_method dae_radau;
LA_TABLE_DECLARATION const struct dae_method dae_bdf;
LA_TABLE_DECLARATION const struct dae_method dae_bdf_displacement;
LA_TABLE_DECLARATION const struct dae_method dae_dopri5;
LA_TABLE_DECLARATION const struct dae_method dae_dop853;
LA_TABLE_DECLARATION const struct dae_method dae_for_sdirk;
LA_TABLE_DECLARATION const struct dae_method dae_infl_sdirk;
LA_TABLE_DECLARATION const struct dae_method dae_infl_trap;
LA_TABLE_DECLARATION const struct dae_method dae_ssp_trap;
LA_TABLE_DECLARATION const struct dae_method dae_for_rosen;
LA_TABLE_DECLARATION const struct dae_method dae_baumgarte;
LA_TABLE_DECLARATION const struct dae_method dae_direct;
LA_TABLE_DECLARATION const struct dae_method dae_trust_region_fixed;

#endif
