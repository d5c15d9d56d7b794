/* Viscous friction in a joint: tau = -viscous dc/dt along a coordinate c, heat viscous (dc/dt)^2.
 *
 * Forces and tangents: mech_coordinate_force.h.
 */
#include "mech_coordinate_force.h"
#include "mech_kinds.h"

static const struct mech_parameter_spec mech_joint_friction_parameters[] = {
	{"viscous", 1, 0, MECH_COORDINATE_DAMPING, MECH_REQUIRED, MECH_NOT_NEGATIVE, 1, 0.0,
     "torque or force against the motion, for a rate of 1"},
};

static struct mech_coordinate_law mech_joint_friction_law(const struct mech_context *c, const struct mech_element *e)
{
	const struct mech_coordinate_law law = {0.0, c->parameters[e->parameter], 0.0};
	return law;
}

static void mech_joint_friction_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	const struct mech_coordinate_law law = mech_joint_friction_law(c, e);
	mech_coordinate_force(c, e, &law, f);
}

static void mech_joint_friction_tangent(const struct mech_context *c, const struct mech_element *e, double cq,
                                        double cv, double *out)
{
	const struct mech_coordinate_law law = mech_joint_friction_law(c, e);
	mech_coordinate_tangent(c, e, &law, cq, cv, out);
}

static double mech_joint_friction_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	const struct mech_coordinate_law law = mech_joint_friction_law(c, e);
	return mech_coordinate_dissipation(c, e, &law);
}

LA_TABLE const struct mech_kind mech_joint_friction = {
	.name = "joint_friction",
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_PLANAR,
	.text = "viscous friction along a joint coordinate",
	.n_joints = 1,
	.any_coordinate = 1,
	.n_parameters = 1,
	.parameters = mech_joint_friction_parameters,
	.input = MECH_COUNT,
	.force = mech_joint_friction_force,
	.tangent = mech_joint_friction_tangent,
	.dissipation = mech_joint_friction_dissipation,
};
