/* Sensors between two bodies in space: `relative_pose`, seen from the first body; `distance` of two points; `reaction` of a
 * joint in the axes chosen.
 *
 * The relative pose is that of the second body's point and frame in the first body's frame: p = R1^T (p2 - p1), quaternion of
 * R1^T R2, and the relative angular velocity R1^T (w2 - w1). Derived: local points s1, s2.
 */
#include "mech_joint.h"
#include "mech_kinds.h"
#include "mech_rotation.h"
#include "mech_spatial.h"

static const struct mech_parameter_spec mech_spatial_sense_pose_parameters[] = {
	{"from", 3, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "point of the first body, as drawn"},
	{"to", 3, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "point of the second body, as drawn"},
};

static const struct mech_output_spec mech_spatial_sense_pose_outputs[] = {
	{"position", 3, MECH_LENGTH, MECH_READS_POSITIONS, "of the second point from the first, in the first body's axes"},
	{"rotation", 3, MECH_ANGLE, MECH_READS_TURN, "rotation vector of the second body seen from the first"},
	{"velocity", 3, MECH_VELOCITY, MECH_READS_MOTION, "rate of the position in the first body's axes"},
	{"angular_velocity", 3, MECH_ANGULAR_VELOCITY, MECH_READS_TURN | MECH_READS_SPIN,
     "of the second body relative to the first, in the first body's axes"},
};

static const struct mech_output_spec mech_spatial_sense_distance_outputs[] = {
	{"distance", 1, MECH_LENGTH, MECH_READS_POSITIONS, "distance of the points"},
	{"speed", 1, MECH_VELOCITY, MECH_READS_MOTION, "rate of the distance; 0 where the points coincide"},
};

static const struct mech_output_spec mech_spatial_sense_reaction_outputs[] = {
	{"force", 3, MECH_FORCE, MECH_READS_FORCES | MECH_READS_FRAME, "force on the second body, in the axes of `frame`"},
	{"torque", 3, MECH_TORQUE, MECH_READS_TORQUES | MECH_READS_FRAME,
     "torque on the second body about the joint's point, in the axes of `frame`"},
};

static void mech_spatial_sense_pose_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_spatial_local_point(c, e->body[0], c->parameters + e->parameter, out);
	mech_spatial_local_point(c, e->body[1], c->parameters + e->parameter + 3, out + 3);
}

static void mech_spatial_sense_pose_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_spatial_point(c, e->body[1], c->derived + e->derived + 3, out);
}

/* quaternion of a body, the ground's is 1 */
static const double *mech_spatial_sense_pose_quaternion(const struct mech_context *c, int body)
{
	static const double still[4] = {1.0, 0.0, 0.0, 0.0};
	return body == MECH_GROUND ? still : c->q + c->model->bodies[body].q + 3;
}

/* angular velocity in global axes */
static void mech_spatial_sense_pose_spin(const struct mech_context *c, int body, double *w)
{
	double x[3], R[9], rates[MECH_SPATIAL_V] = {0};
	mech_spatial_pose(c, body, x, R);
	mech_body_part(c, body, c->v, rates);
	mech_rotate(R, rates + 3, w);
}

static void mech_spatial_sense_pose_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *s = c->derived + e->derived;
	double x[3], R[9], p1[3], p2[3], v1[3], v2[3], w1[3], w2[3], sweep[3];
	mech_spatial_pose(c, e->body[0], x, R);
	mech_spatial_point(c, e->body[0], s, p1);
	mech_spatial_point(c, e->body[1], s + 3, p2);
	mech_spatial_point_velocity(c, e->body[0], s, v1);
	mech_spatial_point_velocity(c, e->body[1], s + 3, v2);
	mech_spatial_sense_pose_spin(c, e->body[0], w1);
	mech_spatial_sense_pose_spin(c, e->body[1], w2);
	for (int i = 0; i < 3; i++) {
		out[i] = p2[i] - p1[i];
	}
	mech_cross(w1, out, sweep);
	for (int i = 0; i < 3; i++) {
		out[6 + i] = v2[i] - v1[i] - sweep[i];
		out[9 + i] = w2[i] - w1[i];
	}
	mech_rotate_back(R, out, out);
	mech_rotate_back(R, out + 6, out + 6);
	mech_rotate_back(R, out + 9, out + 9);
	mech_rotation_difference(mech_spatial_sense_pose_quaternion(c, e->body[0]),
	                         mech_spatial_sense_pose_quaternion(c, e->body[1]), out + 3);
}

static void mech_spatial_sense_distance_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *s = c->derived + e->derived;
	struct mech_frames f;
	struct mech_jet distance;
	double v[MECH_JET_V];
	mech_frames_open(c, e->body, 1, &f);
	mech_jet_distance(&f, s, s + 3, &distance);
	mech_gather(c, e, c->v, v);
	out[0] = distance.value;
	out[1] = mech_jet_rate(&distance, v);
}

static void mech_spatial_sense_reaction_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	double x[3], R[9];
	mech_joint_reaction(c, mech_referred_joint(c, e, 0), out);
	mech_spatial_pose(c, e->body[e->n_bodies - 1], x, R);
	mech_rotate_back(R, out, out);
	mech_rotate_back(R, out + 3, out + 3);
}

LA_TABLE const struct mech_kind mech_spatial_sense_pose = {
	.name = "relative_pose",
	.section = MECH_SENSOR,
	.space = MECH_SPATIAL,
	.text = "position and orientation of the second body seen from the first",
	.n_bodies = 2,
	.n_parameters = 2,
	.parameters = mech_spatial_sense_pose_parameters,
	.n_outputs = 4,
	.outputs = mech_spatial_sense_pose_outputs,
	.n_derived = 6,
	.derive = mech_spatial_sense_pose_derive,
	.output = mech_spatial_sense_pose_output,
	.point = mech_spatial_sense_pose_point,
};

LA_TABLE const struct mech_kind mech_spatial_sense_distance = {
	.name = "distance",
	.symbol = MECH_SYMBOL_DISTANCE,
	.section = MECH_SENSOR,
	.space = MECH_SPATIAL,
	.text = "distance between two points",
	.n_bodies = 2,
	.n_parameters = 2,
	.parameters = mech_spatial_sense_pose_parameters,
	.n_outputs = 2,
	.outputs = mech_spatial_sense_distance_outputs,
	.n_derived = 6,
	.derive = mech_spatial_sense_pose_derive,
	.output = mech_spatial_sense_distance_output,
	.point = mech_spatial_sense_pose_point,
};

LA_TABLE const struct mech_kind mech_spatial_sense_reaction = {
	.name = "reaction",
	.section = MECH_SENSOR,
	.space = MECH_SPATIAL,
	.text = "force and torque a joint exerts on its second body, in the axes of `frame`",
	.n_joints = 1,
	.in_frame = 1,
	.n_outputs = 2,
	.outputs = mech_spatial_sense_reaction_outputs,
	.output = mech_spatial_sense_reaction_output,
};
