/* Rack and pinion: radius c_a - c_b stays as drawn, an angle and a position. */
#include "mech_gearing.h"
#include "mech_kinds.h"

static const struct mech_parameter_spec mech_rack_and_pinion_parameters[] = {
	{"radius", 1, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 1.0,
     "of the pinion; negative where the rack moves the other way"},
};

static double mech_rack_and_pinion_factor(const struct mech_context *c, const struct mech_element *e, int i)
{
	return i == 0 ? c->parameters[e->parameter] : -1.0;
}

LA_TABLE const struct mech_kind mech_rack_and_pinion = {
	.name = "rack_and_pinion",
	.drawing.symbol = MECH_SYMBOL_RACK,
	.text = "the angle of the first joint drives the position of the second",
	.file.n_joints = 2,
	.file.acts_on = MECH_ANGLE,
	.file.then_lengths = 1,
	.file.parameters = mech_rack_and_pinion_parameters,
	.row.factor = mech_rack_and_pinion_factor,
	MECH_GEARING_EQUATIONS,
};
