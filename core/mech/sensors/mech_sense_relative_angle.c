/* Sensor: angle of the second body relative to the first, zero in the drawing, not wrapped; and its rate. */
#include "mech_kinds.h"
#include "mech_planar.h"

static const struct mech_output_spec mech_sense_relative_angle_outputs[] = {
	{"angle", 1, MECH_ANGLE, MECH_CONSTANT(MECH_READS_TURN), "angle of the second body to the first"},
	{"speed", 1, MECH_ANGULAR_VELOCITY, MECH_CONSTANT(MECH_READS_SPIN), "rate of the angle"},
};

static void mech_sense_relative_angle_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_scalar h;
	double v[MECH_PAIR_V];
	mech_scalar_angle(c, e->body, &h);
	mech_gather(c, e, c->v, v);
	out[0] = mech_scalar_value(&h);
	out[1] = mech_scalar_rate(&h, v);
}

LA_TABLE const struct mech_kind mech_sense_relative_angle = {
	.name = "relative_angle",
	.section = MECH_SENSOR,
	.space = MECH_PLANAR,
	.text = "angle of the second body relative to the first",
	.n_bodies = 2,
	.n_outputs = 2,
	.outputs = mech_sense_relative_angle_outputs,
	.output = mech_sense_relative_angle_output,
};
