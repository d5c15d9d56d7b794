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
	.drawing.symbol = MECH_SYMBOL_EFFORT,
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_EITHER,
	.text = "torque between the bodies of a joint: a motor",
	.file.n_joints = 1,
	.file.any_coordinate = 1,
	.file.acts_on = MECH_ANGLE,
	.file.n_parameters = 1,
	.file.parameters = mech_torque_parameters,
	.file.input = &mech_torque_parameters[0],
	.file.n_curves = 1,
	.file.curves = mech_torque_curves,
	.force.add = mech_joint_effort_force,
	.force.reads = MECH_READS_DRIVE,
	.force.tangent = mech_joint_effort_tangent,
	.energy.supply = mech_joint_effort_supply,
};
