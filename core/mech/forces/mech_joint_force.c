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
	.symbol = MECH_SYMBOL_EFFORT,
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_EITHER,
	.text = "force between the bodies of a sliding joint: an actuator",
	.n_joints = 1,
	.any_coordinate = 1,
	.acts_on = MECH_LENGTH,
	.n_parameters = 1,
	.parameters = mech_joint_force_parameters,
	.input = &mech_joint_force_parameters[0],
	.n_curves = 1,
	.curves = mech_joint_force_curves,
	.force = mech_joint_effort_force,
	.force_reads = MECH_READS_DRIVE,
	.tangent = mech_joint_effort_tangent,
	.supply = mech_joint_effort_supply,
};
