/* Baumgarte's system with epsilon I added to G M^-1 G^T. */
#include "dae_method_table.h"
#include "dae_tr_bdf2.h"

static int dae_direct_step(struct dae_step *s)
{
	return dae_tr_bdf2_step(s, DAE_REGULARIZED_DIRECT);
}

LA_TABLE const struct dae_method dae_direct = {
	.name = "direct",
	.text = "Baumgarte's system with G M^-1 G^T + epsilon I",
	.paper = "Petzold, Ren, Maly 1997",
	.step = dae_direct_step,
	DAE_TR_BDF2_METHOD,
};
