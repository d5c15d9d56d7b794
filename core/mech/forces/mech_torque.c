/* Torque along the angle of a joint: a motor. */
#include "mech_curve.h"
#include "mech_joint_effort.h"
#include "mech_kinds.h"

static const struct mech_parameter_spec mech_torque_parameters[] = {
	{"torque", 1, 0, MECH_TORQUE, MECH_REQUIRED, MECH_ANY, 1, 0.0, "torque that increases the joint's angle"},
};

static const struct mech_curve_spec mech_torque_curves[] = {
	MECH_CURVE_OVER_TIME("torques", MECH_TORQUE, 0),
};

LA_TABLE const struct mech_kind mech_torque = {
	.name = "torque",
	.symbol = MECH_SYMBOL_EFFORT,
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_EITHER,
	.text = "torque between the bodies of a joint: a motor",
	.n_joints = 1,
	.any_coordinate = 1,
	.acts_on = MECH_ANGLE,
	.n_parameters = 1,
	.parameters = mech_torque_parameters,
	.input = &mech_torque_parameters[0],
	.n_curves = 1,
	.curves = mech_torque_curves,
	.force = mech_joint_effort_force,
	.force_reads = MECH_READS_DRIVE,
	.tangent = mech_joint_effort_tangent,
	.supply = mech_joint_effort_supply,
};
