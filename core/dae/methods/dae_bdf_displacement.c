/* BDF in displacements and multipliers: velocities follow from displacements by the same formula.
 */
#include "dae_bdf.h"
#include "dae_method_table.h"

static int dae_bdf_displacement_step(struct dae_step *s)
{
	return dae_bdf_step_with(s, 2);
}

LA_TABLE const struct dae_method dae_bdf_displacement = {
	.name = "bdf_displacement",
	.text = "orders 1 to 5 in displacements and multipliers",
	.paper = "scaled: Bottasso, Bauchau, Cardona 2007",
	.step = dae_bdf_displacement_step,
	DAE_BDF_METHOD,
};
