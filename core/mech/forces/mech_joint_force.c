/* Force along the position of a joint: an actuator. */
#include "mech_curve.h"
#include "mech_joint_effort.h"
#include "mech_kinds.h"

static const struct mech_parameter_spec mech_joint_force_parameters[] = {
	{"force", 1, 0, MECH_FORCE, MECH_REQUIRED, MECH_ANY, 1, 0.0, "force that increases the joint's position"},
};

static const struct mech_curve_spec mech_joint_force_curves[] = {
	MECH_CURVE_OVER_TIME("forces", MECH_FORCE, 0),
};

LA_TABLE const struct mech_kind mech_joint_force = {
	.name = "joint_force",
	.drawing.symbol = MECH_SYMBOL_EFFORT,
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_EITHER,
	.text = "force between the bodies of a sliding joint: an actuator",
	.file.n_joints = 1,
	.file.any_coordinate = 1,
	.file.acts_on = MECH_LENGTH,
	.file.n_parameters = 1,
	.file.parameters = mech_joint_force_parameters,
	.file.input = &mech_joint_force_parameters[0],
	.file.n_curves = 1,
	.file.curves = mech_joint_force_curves,
	.force.add = mech_joint_effort_force,
	.force.reads = MECH_READS_DRIVE,
	.force.tangent = mech_joint_effort_tangent,
	.energy.supply = mech_joint_effort_supply,
};
