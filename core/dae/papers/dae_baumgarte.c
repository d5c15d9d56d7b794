/* Baumgarte's stabilized system as it stands: fails in singular positions. */
#include "dae_method_table.h"
#include "dae_tr_bdf2.h"

static int dae_baumgarte_step(struct dae_step *s)
{
	return dae_tr_bdf2_step(s, DAE_REGULARIZED_BAUMGARTE);
}

LA_TABLE const struct dae_method dae_baumgarte = {
	.name = "baumgarte",
	.text = "constraints as oscillators of rate gamma",
	.paper = "Baumgarte 1972; Petzold, Ren, Maly 1997",
	.step = dae_baumgarte_step,
	DAE_TR_BDF2_METHOD,
};
