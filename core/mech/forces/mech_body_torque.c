/* Torque T on one body, from outside; power T . (angular velocity). In space it keeps its axis u,
 * in global axes: f = (0, T R^T u).
 *
 * Derived in space: unit axis as drawn.
 */
#include "mech_curve.h"
#include "mech_joint.h"
#include "mech_kinds.h"
#include "mech_pose.h"
#include "mech_rotation.h"

static const struct mech_parameter_spec mech_body_torque_parameters[] = {
	{"torque", 1, 0, MECH_TORQUE, MECH_REQUIRED, MECH_ANY, 1, 0.0, "torque on the body, counter-clockwise"},
};

static const struct mech_parameter_spec mech_body_torque_spatial_parameters[] = {
	{"direction", 3, 0, MECH_NUMBER, MECH_REQUIRED, MECH_DIRECTION, 0, 0.0, "axis of the torque as drawn, any length"},
	{"torque", 1, 0, MECH_TORQUE, MECH_REQUIRED, MECH_ANY, 1, 0.0, "torque about the direction, right-handed"},
};

static const struct mech_curve_spec mech_body_torque_curves[] = {
	MECH_CURVE_OVER_TIME("torques", MECH_TORQUE, 0),
};

static const struct mech_curve_spec mech_body_torque_spatial_curves[] = {
	MECH_CURVE_OVER_TIME("torques", MECH_TORQUE, 1),
};

static void mech_body_torque_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_vector_unit(3, c->parameters + e->parameter, out);
}

/* torque along the rotations of the body, how many there are */
static int mech_body_torque_vector(const struct mech_context *c, const struct mech_element *e, double *T)
{
	if (mech_dimension(c) == 2) {
		T[0] = mech_driving_number(c, e, 0);
		return 1;
	}
	struct mech_pose pose;
	mech_pose(c, e->body[0], &pose);
	for (int i = 0; i < 3; i++) {
		T[i] = mech_driving_number(c, e, 3) * c->derived[e->derived + i];
	}
	mech_rotate_back(pose.R, T, T);
	return 3;
}

static void mech_body_torque_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	double T[3];
	const int n = mech_body_torque_vector(c, e, T);
	for (int i = 0; i < n; i++) {
		f[mech_dimension(c) + i] += T[i];
	}
}

/* along a rotation d of the body the torque turns against it by -d x T */
static void mech_body_torque_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                     double *out)
{
	double T[3];
	(void)cv;
	mech_body_torque_vector(c, e, T);
	for (int j = 0; j < 3; j++) {
		const double d[3] = {j == 0, j == 1, j == 2};
		double turned[3];
		mech_cross(d, T, turned);
		for (int i = 0; i < 3; i++) {
			out[MECH_MOST_BODY_V * (3 + i) + 3 + j] += cq * turned[i];
		}
	}
}

static double mech_body_torque_supply(const struct mech_context *c, const struct mech_element *e)
{
	double T[3], rates[MECH_MOST_BODY_V];
	const int n = mech_body_torque_vector(c, e, T);
	mech_body_part(c, e->body[0], c->v, rates);
	return mech_vector_dot(n, T, rates + mech_dimension(c));
}

#define MECH_BODY_TORQUE_KIND                                                                                       \
	.name = "body_torque", .drawing.symbol = MECH_SYMBOL_TORQUE, .section = MECH_FORCE_ELEMENT, .file.n_bodies = 1, \
	.file.n_curves = 1, .force.add = mech_body_torque_force, .energy.supply = mech_body_torque_supply

LA_TABLE const struct mech_kind mech_body_torque = {
	MECH_BODY_TORQUE_KIND,
	.space = MECH_PLANAR,
	.text = "torque on one body, from outside the mechanism",
	.file.n_parameters = 1,
	.file.parameters = mech_body_torque_parameters,
	.file.input = &mech_body_torque_parameters[0],
	.force.torque_reads = MECH_READS_DRIVE,
	.file.curves = mech_body_torque_curves,
};

LA_TABLE const struct mech_kind mech_spatial_body_torque = {
	MECH_BODY_TORQUE_KIND,
	.space = MECH_SPATIAL,
	.text = "torque on one body, its axis fixed in space",
	.file.n_parameters = 2,
	.file.parameters = mech_body_torque_spatial_parameters,
	.file.input = &mech_body_torque_spatial_parameters[1],
	.file.curves = mech_body_torque_spatial_curves,
	.derived.count = 3,
	.derived.derive = mech_body_torque_derive,
	.force.tangent = mech_body_torque_tangent,
	.force.torque_reads = MECH_READS_DRIVE | MECH_READS_TURN,
};
