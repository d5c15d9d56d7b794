/* Forces at a point of a body: `force` keeps its direction u in space, `follower_force` turns with the body.
 *
 *     f = (F u, d x F u),     d = arm from the centre of mass to the point,     power F u . (velocity of the point)
 *
 * Derived: local point, unit direction as drawn.
 */
#include "mech_curve.h"
#include "mech_joint.h"
#include "mech_kinds.h"
#include "mech_planar.h"

enum { MECH_POINT_FORCE_AT = 0, MECH_POINT_FORCE_DIRECTION = 2, MECH_POINT_FORCE_FORCE = 4 };

static const struct mech_parameter_spec mech_point_force_parameters[] = {
	{"at", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "point where the force acts, as drawn"},
	{"direction", 2, 0, MECH_NUMBER, MECH_REQUIRED, MECH_DIRECTION, 0, 0.0, "direction as drawn, any length"},
	{"force", 1, 0, MECH_FORCE, MECH_REQUIRED, MECH_ANY, 1, 0.0, "size of the force along the direction"},
};

static const struct mech_curve_spec mech_point_force_curves[] = {
	MECH_CURVE_OVER_TIME("forces", MECH_FORCE, 2),
};

static void mech_point_force_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_local_point(c, e->body[0], c->parameters + e->parameter + MECH_POINT_FORCE_AT, out);
	mech_unit(c->parameters + e->parameter + MECH_POINT_FORCE_DIRECTION, out + 2);
}

static int mech_point_force_follows(const struct mech_element *e)
{
	return mech_element_kind(e) == &mech_follower_force;
}

/* the force in global axes, and the arm */
static void mech_point_force_vector(const struct mech_context *c, const struct mech_element *e, double *force,
                                    double *arm)
{
	const double *derived = c->derived + e->derived;
	const double size = mech_driving_number(c, e, MECH_POINT_FORCE_FORCE);
	double u[2] = {derived[2], derived[3]};
	if (mech_point_force_follows(e)) {
		mech_turn(c, e->body[0], derived + 2, u);
	}
	force[0] = size * u[0];
	force[1] = size * u[1];
	mech_point(c, e->body[0], derived, arm, NULL);
}

static void mech_point_force_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	double force[2], arm[2];
	mech_point_force_vector(c, e, force, arm);
	f[0] += force[0];
	f[1] += force[1];
	f[2] += arm[0] * force[1] - arm[1] * force[0];
}

static void mech_point_force_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                     double *out)
{
	(void)cv;
	double force[2], arm[2];
	mech_point_force_vector(c, e, force, arm);
	if (mech_point_force_follows(e)) {
		/* the force turns, its moment stays */
		out[2] += cq * force[1];
		out[5] -= cq * force[0];
	} else {
		/* the arm turns under the force */
		out[8] += cq * (arm[0] * force[0] + arm[1] * force[1]);
	}
}

static double mech_point_force_supply(const struct mech_context *c, const struct mech_element *e)
{
	double force[2], arm[2], velocity[2];
	mech_point_force_vector(c, e, force, arm);
	mech_point_velocity(c, e->body[0], c->derived + e->derived, velocity);
	return force[0] * velocity[0] + force[1] * velocity[1];
}

static void mech_point_force_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	double d[2];
	mech_point(c, e->body[0], c->derived + e->derived, d, out);
}

LA_TABLE const struct mech_kind mech_point_force = {
	.name = "force",
	.symbol = MECH_SYMBOL_FORCE,
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_PLANAR,
	.text = "force at a point of a body, its direction fixed in space",
	.n_bodies = 1,
	.n_parameters = 3,
	.parameters = mech_point_force_parameters,
	.input = &mech_point_force_parameters[2],
	.n_curves = 1,
	.curves = mech_point_force_curves,
	.force = mech_point_force_force,
	.force_reads = MECH_READS_DRIVE,
	.torque_reads = MECH_READS_DRIVE | MECH_READS_TURN,
	.tangent = mech_point_force_tangent,
	.supply = mech_point_force_supply,
	.n_derived = 4,
	.derive = mech_point_force_derive,
	.point = mech_point_force_point,
};

LA_TABLE const struct mech_kind mech_follower_force = {
	.name = "follower_force",
	.symbol = MECH_SYMBOL_FOLLOWER,
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_PLANAR,
	.text = "force at a point of a body, its direction fixed in the body",
	.n_bodies = 1,
	.n_parameters = 3,
	.parameters = mech_point_force_parameters,
	.input = &mech_point_force_parameters[2],
	.n_curves = 1,
	.curves = mech_point_force_curves,
	.force = mech_point_force_force,
	.force_reads = MECH_READS_DRIVE | MECH_READS_TURN,
	.torque_reads = MECH_READS_DRIVE,
	.tangent = mech_point_force_tangent,
	.supply = mech_point_force_supply,
	.n_derived = 4,
	.derive = mech_point_force_derive,
	.point = mech_point_force_point,
};
