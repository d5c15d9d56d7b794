/* Sensor: angle of the second body relative to the first, zero in the drawing, not wrapped; and its
 * rate. */
#include "mech_kinds.h"
#include "mech_pose.h"

static const struct mech_output_spec mech_sense_relative_angle_outputs[] = {
	{"angle", 1, MECH_ANGLE, MECH_CONSTANT(MECH_READS_TURN), "angle of the second body to the first"},
	{"speed", 1, MECH_ANGULAR_VELOCITY, MECH_CONSTANT(MECH_READS_SPIN), "rate of the angle"},
};

static void mech_sense_relative_angle_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_pose first, second;
	double v[MECH_MOST_PAIR_V];
	mech_pose(c, e->body[0], &first);
	mech_pose(c, e->body[1], &second);
	mech_gather(c, e, c->v, v);
	out[0] = mech_reading_value((struct mech_reading){second.angle - first.angle, second.turns - first.turns});
	out[1] = v[5] - v[2];
}

LA_TABLE const struct mech_kind mech_sense_relative_angle = {
	.name = "relative_angle",
	.section = MECH_SENSOR,
	.space = MECH_PLANAR,
	.text = "angle of the second body relative to the first",
	.file.n_bodies = 2,
	.output.count = 2,
	.output.specs = mech_sense_relative_angle_outputs,
	.output.values = mech_sense_relative_angle_output,
};
