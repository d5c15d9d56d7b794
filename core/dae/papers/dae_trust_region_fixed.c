/* Baumgarte's system with the trust region of Petzold, Ren and Maly, of fixed size. */
#include "dae_method_table.h"
#include "dae_tr_bdf2.h"

static int dae_trust_region_fixed_step(struct dae_step *s)
{
	return dae_tr_bdf2_step(s, DAE_REGULARIZED_TRUST_REGION);
}

LA_TABLE const struct dae_method dae_trust_region_fixed = {
	.name = "trust_region_fixed",
	.text = "Baumgarte's system with a trust region; passes singular positions",
	.paper = "Petzold, Ren, Maly 1997",
	.step = dae_trust_region_fixed_step,
	DAE_TR_BDF2_METHOD,
};
