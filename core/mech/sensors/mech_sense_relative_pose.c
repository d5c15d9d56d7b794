/* Sensor: the second body seen from the first. With R and w the axes and the angular velocity of
 * the first body,
 *
 *     p = R^T (p2 - p1),     dp/dt = R^T (v2 - v1) - w x p,
 *
 * angle2 - angle1 and its rate in the plane; in space the rotation vector of R^T R2 and R^T (w2 -
 * w1), w in global axes. Derived: local points s1, s2.
 */
#include "mech_kinds.h"
#include "mech_pose.h"
#include "mech_rotation.h"

#define MECH_SENSE_RELATIVE_POSE_PARAMETERS(n)                                                         \
	{"from", n, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "point of the first body, as drawn"}, \
		{"to", n, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "point of the second body, as drawn"},
static const struct mech_parameter_spec mech_sense_relative_pose_parameters[MECH_SPACE_COUNT][2] = {
	{MECH_SENSE_RELATIVE_POSE_PARAMETERS(2)}, {MECH_SENSE_RELATIVE_POSE_PARAMETERS(3)}};

static const struct mech_output_spec mech_sense_relative_pose_outputs[] = {
	{"position", 2, MECH_LENGTH, MECH_READS_POSITIONS, "of the second point from the first, in the first body's axes"},
	{"angle", 1, MECH_ANGLE, MECH_CONSTANT(MECH_READS_TURN), "angle of the second body to the first"},
	{"velocity", 2, MECH_VELOCITY, MECH_READS_MOTION, "rate of the position in the first body's axes"},
	{"speed", 1, MECH_ANGULAR_VELOCITY, MECH_CONSTANT(MECH_READS_SPIN), "rate of the angle"},
};

static const struct mech_output_spec mech_sense_relative_pose_spatial_outputs[] = {
	{"position", 3, MECH_LENGTH, MECH_READS_POSITIONS, "of the second point from the first, in the first body's axes"},
	{"rotation", 3, MECH_ANGLE, MECH_READS_TURN, "rotation vector of the second body seen from the first"},
	{"velocity", 3, MECH_VELOCITY, MECH_READS_MOTION, "rate of the position in the first body's axes"},
	{"angular_velocity", 3, MECH_ANGULAR_VELOCITY, MECH_READS_TURN | MECH_READS_SPIN,
     "of the second body relative to the first, in the first body's axes"},
};

static void mech_sense_relative_pose_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const int n = mech_dimension(c);
	mech_local_point(c, e->body[0], c->parameters + e->parameter, out);
	mech_local_point(c, e->body[1], c->parameters + e->parameter + n, out + n);
}

/* quaternion of a body, the ground's is 1 */
static const double *mech_sense_relative_pose_quaternion(const struct mech_context *c, int body)
{
	static const double still[4] = {1.0, 0.0, 0.0, 0.0};
	return body == MECH_GROUND ? still : c->q + c->model->bodies[body].q + 3;
}

/* how the second body has turned from the first, and R^T (w2 - w1) from the angular velocities in
 * the axes of each */
static void mech_sense_relative_pose_turn(const struct mech_context *c, const struct mech_element *e,
                                          const struct mech_pose pose[2], const double *w1, const double *w2,
                                          double *turn, double *rate)
{
	if (pose->dimension == 2) {
		turn[0] =
			mech_reading_value((struct mech_reading){pose[1].angle - pose[0].angle, pose[1].turns - pose[0].turns});
		rate[0] = w2[0] - w1[0];
		return;
	}
	mech_rotation_difference(mech_sense_relative_pose_quaternion(c, e->body[0]),
	                         mech_sense_relative_pose_quaternion(c, e->body[1]), turn);
	mech_rotate(pose[1].R, w2, rate);
	mech_rotate_back(pose[0].R, rate, rate);
	for (int i = 0; i < 3; i++) {
		rate[i] -= w1[i];
	}
}

static void mech_sense_relative_pose_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const int n = mech_dimension(c), half = c->model->body_v;
	const double *s = c->derived + e->derived;
	struct mech_pose pose[2];
	double rates[2][MECH_MOST_BODY_V], p[2][MECH_MOST_DIMENSION], v[2][MECH_MOST_DIMENSION];
	for (int i = 0; i < 2; i++) {
		mech_pose(c, e->body[i], &pose[i]);
		mech_body_part(c, e->body[i], c->v, rates[i]);
		mech_point(c, e->body[i], s + n * i, p[i]);
		mech_point_velocity(c, e->body[i], s + n * i, v[i]);
	}
	double *position = out, *velocity = out + half, sweep[MECH_MOST_DIMENSION];
	for (int i = 0; i < n; i++) {
		position[i] = p[1][i] - p[0][i];
		velocity[i] = v[1][i] - v[0][i];
	}
	mech_pose_turn_back(pose, position, position);
	mech_pose_turn_back(pose, velocity, velocity);
	mech_vector_sweep(n, rates[0] + n, position, sweep);
	for (int i = 0; i < n; i++) {
		velocity[i] -= sweep[i];
	}
	mech_sense_relative_pose_turn(c, e, pose, rates[0] + n, rates[1] + n, position + n, velocity + n);
}

static void mech_sense_relative_pose_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_point(c, e->body[1], c->derived + e->derived + mech_dimension(c), out);
}

#define MECH_SENSE_RELATIVE_POSE_KIND                                                                               \
	.name = "relative_pose", .section = MECH_SENSOR, .file.n_bodies = 2, .file.n_parameters = 2, .output.count = 4, \
	.derived.derive = mech_sense_relative_pose_derive, .output.values = mech_sense_relative_pose_output,            \
	.drawing.point = mech_sense_relative_pose_point

LA_TABLE const struct mech_kind mech_sense_relative_pose = {
	MECH_SENSE_RELATIVE_POSE_KIND,
	.space = MECH_PLANAR,
	.text = "position and angle of the second body seen from the first",
	.file.parameters = mech_sense_relative_pose_parameters[MECH_PLANAR],
	.output.specs = mech_sense_relative_pose_outputs,
	.derived.count = 4,
};

LA_TABLE const struct mech_kind mech_spatial_sense_relative_pose = {
	MECH_SENSE_RELATIVE_POSE_KIND,
	.space = MECH_SPATIAL,
	.text = "position and orientation of the second body seen from the first",
	.file.parameters = mech_sense_relative_pose_parameters[MECH_SPATIAL],
	.output.specs = mech_sense_relative_pose_spatial_outputs,
	.derived.count = 6,
};
