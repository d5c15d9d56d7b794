/* Sensor: the second body seen from the first. With A the rotation of the first body and its angular velocity w,
 *
 *     p = A^T (p2 - p1),     dp/dt = A^T (v2 - v1 - w (p2 - p1)'),     angle2 - angle1 and its rate.
 *
 * Derived: local points s1, s2.
 */
#include <math.h>

#include "mech_kinds.h"
#include "mech_planar.h"

static const struct mech_parameter_spec mech_sense_pose_parameters[] = {
	{"from", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "point of the first body, as drawn"},
	{"to", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "point of the second body, as drawn"},
};

static const struct mech_output_spec mech_sense_pose_outputs[] = {
	{"position", 2, MECH_LENGTH, MECH_READS_POSITIONS, "of the second point from the first, in the first body's axes"},
	{"angle", 1, MECH_ANGLE, MECH_CONSTANT(MECH_READS_TURN), "angle of the second body to the first"},
	{"velocity", 2, MECH_VELOCITY, MECH_READS_MOTION, "rate of the position in the first body's axes"},
	{"speed", 1, MECH_ANGULAR_VELOCITY, MECH_CONSTANT(MECH_READS_SPIN), "rate of the angle"},
};

static void mech_sense_pose_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_local_point(c, e->body[0], c->parameters + e->parameter, out);
	mech_local_point(c, e->body[1], c->parameters + e->parameter + 2, out + 2);
}

static void mech_sense_pose_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *s = c->derived + e->derived;
	struct mech_scalar angle;
	double pose[MECH_PLANAR_V], rates[2][MECH_PLANAR_V], d[2], p[2][2], v[2][2];
	for (int i = 0; i < 2; i++) {
		mech_body_part(c, e->body[i], c->v, rates[i]);
		mech_point(c, e->body[i], s + 2 * i, d, p[i]);
		mech_point_velocity(c, e->body[i], s + 2 * i, v[i]);
	}
	const double gap[2] = {p[1][0] - p[0][0], p[1][1] - p[0][1]}, w = rates[0][2];
	const double rate[2] = {v[1][0] - v[0][0] + w * gap[1], v[1][1] - v[0][1] - w * gap[0]};
	mech_pose(c, e->body[0], pose);
	const double cosine = cos(pose[2]), sine = sin(pose[2]);
	out[0] = cosine * gap[0] + sine * gap[1];
	out[1] = -sine * gap[0] + cosine * gap[1];
	mech_scalar_angle(c, e->body, &angle);
	out[2] = mech_scalar_value(&angle);
	out[3] = cosine * rate[0] + sine * rate[1];
	out[4] = -sine * rate[0] + cosine * rate[1];
	out[5] = rates[1][2] - w;
}

static void mech_sense_pose_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	double d[2];
	mech_point(c, e->body[1], c->derived + e->derived + 2, d, out);
}

LA_TABLE const struct mech_kind mech_sense_pose = {
	.name = "relative_pose",
	.section = MECH_SENSOR,
	.space = MECH_PLANAR,
	.text = "position and angle of the second body seen from the first",
	.n_bodies = 2,
	.n_parameters = 2,
	.parameters = mech_sense_pose_parameters,
	.n_outputs = 4,
	.outputs = mech_sense_pose_outputs,
	.n_derived = 4,
	.derive = mech_sense_pose_derive,
	.output = mech_sense_pose_output,
	.point = mech_sense_pose_point,
};
