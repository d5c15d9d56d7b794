/* Effort along a joint coordinate: `torque` along an angle, `joint_force` along a position.
 *
 *     f = J^T tau,     J = dc/dq,     power tau dc/dt
 */
#include "mech_coordinate_force.h"
#include "mech_curve.h"
#include "mech_kinds.h"

static const struct mech_parameter_spec mech_joint_effort_torque_parameters[] = {
	{"torque", 1, 0, MECH_TORQUE, MECH_REQUIRED, MECH_ANY, 1, 0.0, "torque that increases the joint's angle"},
};

static const struct mech_parameter_spec mech_joint_effort_force_parameters[] = {
	{"force", 1, 0, MECH_FORCE, MECH_REQUIRED, MECH_ANY, 1, 0.0, "force that increases the joint's position"},
};

static const struct mech_curve_spec mech_joint_effort_torque_curves[] = {
	MECH_CURVE_OVER_TIME("torques", MECH_TORQUE, 0),
};

static const struct mech_curve_spec mech_joint_effort_force_curves[] = {
	MECH_CURVE_OVER_TIME("forces", MECH_FORCE, 0),
};

static void mech_joint_effort_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	mech_effort_add(c, e, mech_driving_number(c, e, 0), f);
}

static void mech_joint_effort_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                      double *out)
{
	const struct mech_effort effort = {mech_driving_number(c, e, 0), 0.0, 0.0};
	mech_effort_add_tangent(c, e, &effort, cq, cv, out);
}

static double mech_joint_effort_supply(const struct mech_context *c, const struct mech_element *e)
{
	return mech_driving_number(c, e, 0) * mech_referred_rate(c, e, 0);
}

LA_TABLE const struct mech_kind mech_torque = {
	.name = "torque",
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_EITHER,
	.text = "torque between the bodies of a joint: a motor",
	.n_joints = 1,
	.any_coordinate = 1,
	.acts_on = MECH_ANGLE,
	.n_parameters = 1,
	.parameters = mech_joint_effort_torque_parameters,
	.input = MECH_TORQUE,
	.n_curves = 1,
	.curves = mech_joint_effort_torque_curves,
	.force = mech_joint_effort_force,
	.tangent = mech_joint_effort_tangent,
	.supply = mech_joint_effort_supply,
};

LA_TABLE const struct mech_kind mech_joint_force = {
	.name = "joint_force",
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_EITHER,
	.text = "force between the bodies of a sliding joint: an actuator",
	.n_joints = 1,
	.any_coordinate = 1,
	.acts_on = MECH_LENGTH,
	.n_parameters = 1,
	.parameters = mech_joint_effort_force_parameters,
	.input = MECH_FORCE,
	.n_curves = 1,
	.curves = mech_joint_effort_force_curves,
	.force = mech_joint_effort_force,
	.tangent = mech_joint_effort_tangent,
	.supply = mech_joint_effort_supply,
};
