/* Torque T on one body in space, from outside, about an axis u that turns with the body: f = (0, T
 * u); power T u . (angular velocity). Derived: unit axis as drawn, which is the local one.
 */
#include "mech_curve.h"
#include "mech_joint.h"
#include "mech_kinds.h"
#include "mech_pose.h"

static const struct mech_parameter_spec mech_follower_torque_parameters[] = {
	{"direction", 3, 0, MECH_NUMBER, MECH_REQUIRED, MECH_DIRECTION, 0, 0.0, "axis of the torque as drawn, any length"},
	{"torque", 1, 0, MECH_TORQUE, MECH_REQUIRED, MECH_ANY, 1, 0.0, "torque about the direction, right-handed"},
};

static const struct mech_curve_spec mech_follower_torque_curves[] = {
	MECH_CURVE_OVER_TIME("torques", MECH_TORQUE, 1),
};

static void mech_follower_torque_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_vector_unit(3, c->parameters + e->parameter, out);
}

static void mech_follower_torque_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	for (int i = 0; i < 3; i++) {
		f[3 + i] += mech_driving_number(c, e, 3) * c->derived[e->derived + i];
	}
}

static double mech_follower_torque_supply(const struct mech_context *c, const struct mech_element *e)
{
	double rates[MECH_MOST_BODY_V];
	mech_body_part(c, e->body[0], c->v, rates);
	return mech_driving_number(c, e, 3) * mech_vector_dot(3, c->derived + e->derived, rates + 3);
}

LA_TABLE const struct mech_kind mech_spatial_follower_torque = {
	.name = "follower_torque",
	.drawing.symbol = MECH_SYMBOL_TORQUE,
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_SPATIAL,
	.text = "torque on one body, its axis fixed in the body",
	.file.n_bodies = 1,
	.file.n_parameters = 2,
	.file.parameters = mech_follower_torque_parameters,
	.file.input = &mech_follower_torque_parameters[1],
	.file.n_curves = 1,
	.file.curves = mech_follower_torque_curves,
	.force.add = mech_follower_torque_force,
	.force.torque_reads = MECH_READS_DRIVE,
	.energy.supply = mech_follower_torque_supply,
	.derived.count = 3,
	.derived.derive = mech_follower_torque_derive,
};
