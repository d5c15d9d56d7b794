/* Belt or chain: r_a c_a - r_b c_b stays as drawn: what runs over one pulley runs over the
 * other. */
#include "mech_gearing.h"
#include "mech_kinds.h"

static const struct mech_parameter_spec mech_belt_parameters[] = {
	{"radii", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_POSITIVE, 0, 1.0, "radii of the two pulleys"},
};

static double mech_belt_factor(const struct mech_context *c, const struct mech_element *e, int i)
{
	const double *radii = c->parameters + e->parameter;
	return i == 0 ? radii[0] : -radii[1];
}

LA_TABLE const struct mech_kind mech_belt = {
	.name = "belt",
	.drawing.symbol = MECH_SYMBOL_BELT,
	.text = "belt or chain over two pulleys",
	.file.n_joints = 2,
	.file.acts_on = MECH_ANGLE,
	.file.parameters = mech_belt_parameters,
	.row.factor = mech_belt_factor,
	MECH_GEARING_EQUATIONS,
};
