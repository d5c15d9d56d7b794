/* Forces in space at a point of a body: `force` keeps its direction u, `follower_force` turns with the body; `body_torque`
 * and `follower_torque` likewise without a point.
 *
 *     f = (F u, s x R^T F u),     power F u . (velocity of the point);      (0, T R^T u),     power T u . (angular velocity)
 *
 * with u in global axes. Derived: unit direction as drawn, then the local point s.
 */
#include "mech_curve.h"
#include "mech_joint.h"
#include "mech_kinds.h"
#include "mech_rotation.h"
#include "mech_spatial.h"

enum { MECH_SPATIAL_POINT_FORCE_DIRECTION = 0, MECH_SPATIAL_POINT_FORCE_SIZE = 3, MECH_SPATIAL_POINT_FORCE_AT = 4 };

static const struct mech_parameter_spec mech_spatial_point_force_parameters[] = {
	{"direction", 3, 0, MECH_NUMBER, MECH_REQUIRED, MECH_DIRECTION, 0, 0.0, "direction as drawn, any length"},
	{"force", 1, 0, MECH_FORCE, MECH_REQUIRED, MECH_ANY, 1, 0.0, "size of the force along the direction"},
	{"at", 3, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "point where the force acts, as drawn"},
};

static const struct mech_parameter_spec mech_spatial_point_force_torque_parameters[] = {
	{"direction", 3, 0, MECH_NUMBER, MECH_REQUIRED, MECH_DIRECTION, 0, 0.0, "axis of the torque as drawn, any length"},
	{"torque", 1, 0, MECH_TORQUE, MECH_REQUIRED, MECH_ANY, 1, 0.0, "torque about the direction, right-handed"},
};

static const struct mech_curve_spec mech_spatial_point_force_curves[] = {
	MECH_CURVE_OVER_TIME("forces", MECH_FORCE, 1),
};

static const struct mech_curve_spec mech_spatial_point_force_torque_curves[] = {
	MECH_CURVE_OVER_TIME("torques", MECH_TORQUE, 1),
};

static int mech_spatial_point_force_follows(const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	return kind == &mech_spatial_follower_force || kind == &mech_spatial_follower_torque;
}

static void mech_spatial_point_force_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *numbers = c->parameters + e->parameter;
	mech_spatial_unit(numbers + MECH_SPATIAL_POINT_FORCE_DIRECTION, out);
	if (mech_element_kind(e)->n_derived > 3) {
		mech_spatial_local_point(c, e->body[0], numbers + MECH_SPATIAL_POINT_FORCE_AT, out + 3);
	}
}

/* force or torque in body axes, and the body's R */
static void mech_spatial_point_force_vector(const struct mech_context *c, const struct mech_element *e, double *F,
                                            double *R)
{
	const double size = mech_driving_number(c, e, MECH_SPATIAL_POINT_FORCE_SIZE);
	const double *u = c->derived + e->derived;
	double x[3];
	mech_spatial_pose(c, e->body[0], x, R);
	for (int i = 0; i < 3; i++) {
		F[i] = size * u[i];
	}
	if (!mech_spatial_point_force_follows(e)) {
		mech_rotate_back(R, F, F);
	}
}

static void mech_spatial_point_force_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	double F[3], R[9], moment[3];
	mech_spatial_point_force_vector(c, e, F, R);
	mech_cross(c->derived + e->derived + 3, F, moment);
	mech_rotate(R, F, F);
	for (int i = 0; i < 3; i++) {
		f[i] += F[i];
		f[3 + i] += moment[i];
	}
}

/* along a rotation d: a force fixed in space turns against the body by -d x F, one fixed to it turns by R (d x F) */
static void mech_spatial_point_force_tangent(const struct mech_context *c, const struct mech_element *e, double cq,
                                             double cv, double *out)
{
	double F[3], R[9];
	(void)cv;
	mech_spatial_point_force_vector(c, e, F, R);
	for (int j = 0; j < 3; j++) {
		const double d[3] = {j == 0, j == 1, j == 2};
		double turned[3];
		mech_cross(d, F, turned);
		if (mech_spatial_point_force_follows(e)) {
			mech_rotate(R, turned, turned);
		} else {
			mech_cross(c->derived + e->derived + 3, turned, turned);
		}
		for (int i = 0; i < 3; i++) {
			const int row = mech_spatial_point_force_follows(e) ? i : 3 + i;
			out[MECH_SPATIAL_V * row + 3 + j] += (row < 3 ? -cq : cq) * turned[i];
		}
	}
}

static double mech_spatial_point_force_supply(const struct mech_context *c, const struct mech_element *e)
{
	double F[3], R[9], velocity[3];
	mech_spatial_point_force_vector(c, e, F, R);
	mech_rotate(R, F, F);
	mech_spatial_point_velocity(c, e->body[0], c->derived + e->derived + 3, velocity);
	return mech_dot(F, velocity);
}

static void mech_spatial_point_force_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_spatial_point(c, e->body[0], c->derived + e->derived + 3, out);
}

static void mech_spatial_point_force_torque(const struct mech_context *c, const struct mech_element *e, double *f)
{
	double T[3], R[9];
	mech_spatial_point_force_vector(c, e, T, R);
	for (int i = 0; i < 3; i++) {
		f[3 + i] += T[i];
	}
}

static void mech_spatial_point_force_torque_tangent(const struct mech_context *c, const struct mech_element *e,
                                                    double cq, double cv, double *out)
{
	double T[3], R[9];
	(void)cv;
	mech_spatial_point_force_vector(c, e, T, R);
	for (int j = 0; j < 3; j++) {
		const double d[3] = {j == 0, j == 1, j == 2};
		double turned[3];
		mech_cross(d, T, turned);
		for (int i = 0; i < 3; i++) {
			out[MECH_SPATIAL_V * (3 + i) + 3 + j] += cq * turned[i];
		}
	}
}

static double mech_spatial_point_force_torque_supply(const struct mech_context *c, const struct mech_element *e)
{
	double T[3], R[9], rates[MECH_SPATIAL_V];
	mech_spatial_point_force_vector(c, e, T, R);
	mech_body_part(c, e->body[0], c->v, rates);
	return mech_dot(T, rates + 3);
}

#define MECH_SPATIAL_POINT_FORCE_KIND                                                                       \
	.section = MECH_FORCE_ELEMENT, .space = MECH_SPATIAL, .n_bodies = 1, .n_parameters = 3,                 \
	.parameters = mech_spatial_point_force_parameters, .input = &mech_spatial_point_force_parameters[1],    \
	.n_curves = 1, .curves = mech_spatial_point_force_curves, .force = mech_spatial_point_force_force,      \
	.tangent = mech_spatial_point_force_tangent, .supply = mech_spatial_point_force_supply, .n_derived = 6, \
	.derive = mech_spatial_point_force_derive, .point = mech_spatial_point_force_point

#define MECH_SPATIAL_POINT_FORCE_TORQUE_KIND                                                                           \
	.section = MECH_FORCE_ELEMENT, .space = MECH_SPATIAL, .n_bodies = 1, .n_parameters = 2,                            \
	.parameters = mech_spatial_point_force_torque_parameters, .input = &mech_spatial_point_force_torque_parameters[1], \
	.n_curves = 1, .curves = mech_spatial_point_force_torque_curves, .force = mech_spatial_point_force_torque,         \
	.supply = mech_spatial_point_force_torque_supply, .n_derived = 3, .derive = mech_spatial_point_force_derive

LA_TABLE const struct mech_kind mech_spatial_point_force = {
	.name = "force",
	.symbol = MECH_SYMBOL_FORCE,
	.force_reads = MECH_READS_DRIVE,
	.torque_reads = MECH_READS_DRIVE | MECH_READS_TURN,
	.text = "force at a point of a body, its direction fixed in space",
	MECH_SPATIAL_POINT_FORCE_KIND,
};

LA_TABLE const struct mech_kind mech_spatial_follower_force = {
	.name = "follower_force",
	.symbol = MECH_SYMBOL_FOLLOWER,
	.force_reads = MECH_READS_DRIVE | MECH_READS_TURN,
	.torque_reads = MECH_READS_DRIVE,
	.text = "force at a point of a body, its direction fixed in the body",
	MECH_SPATIAL_POINT_FORCE_KIND,
};

LA_TABLE const struct mech_kind mech_spatial_body_torque = {
	.name = "body_torque",
	.symbol = MECH_SYMBOL_TORQUE,
	.torque_reads = MECH_READS_DRIVE | MECH_READS_TURN,
	.text = "torque on one body, its axis fixed in space",
	.tangent = mech_spatial_point_force_torque_tangent,
	MECH_SPATIAL_POINT_FORCE_TORQUE_KIND,
};

LA_TABLE const struct mech_kind mech_spatial_follower_torque = {
	.name = "follower_torque",
	.symbol = MECH_SYMBOL_TORQUE,
	.torque_reads = MECH_READS_DRIVE,
	.text = "torque on one body, its axis fixed in the body",
	MECH_SPATIAL_POINT_FORCE_TORQUE_KIND,
};
