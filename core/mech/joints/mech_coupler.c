/* Coupler: three coordinates with factors of their own, whose sum stays as drawn: a differential, a
 * mixing lever. */
#include "mech_gearing.h"
#include "mech_kinds.h"

static const struct mech_parameter_spec mech_coupler_parameters[] = {
	{"factors", 3, 0, MECH_NUMBER, MECH_REQUIRED, MECH_ANY, 0, 1.0,
     "of the three coordinates, whose sum stays as drawn"},
};

static double mech_coupler_factor(const struct mech_context *c, const struct mech_element *e, int i)
{
	return c->parameters[e->parameter + i];
}

LA_TABLE const struct mech_kind mech_coupler = {
	.name = "coupler",
	.drawing.symbol = MECH_SYMBOL_COUPLER,
	.text = "a linear relation of the coordinates of three joints",
	.file.n_joints = 3,
	.file.parameters = mech_coupler_parameters,
	.row.factor = mech_coupler_factor,
	MECH_GEARING_EQUATIONS,
};
