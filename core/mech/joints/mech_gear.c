/* Gear: c_a - ratio c_b stays as drawn; wheels that mesh on the outside have a negative ratio. */
#include "mech_gearing.h"
#include "mech_kinds.h"

static const struct mech_parameter_spec mech_gear_parameters[] = {
	{"ratio", 1, 0, MECH_NUMBER, MECH_REQUIRED, MECH_ANY, 0, 1.0,
     "change of the first coordinate for one of the second"},
};

static double mech_gear_factor(const struct mech_context *c, const struct mech_element *e, int i)
{
	return i == 0 ? 1.0 : -c->parameters[e->parameter];
}

LA_TABLE const struct mech_kind mech_gear = {
	.name = "gear",
	.drawing.symbol = MECH_SYMBOL_WHEELS,
	.text = "gear: the coordinates of two joints in a fixed ratio",
	.file.n_joints = 2,
	.file.parameters = mech_gear_parameters,
	.row.factor = mech_gear_factor,
	MECH_GEARING_EQUATIONS,
};
