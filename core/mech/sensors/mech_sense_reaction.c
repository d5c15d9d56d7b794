/* Sensor: reaction of a joint on its second body; force in the axes chosen, torque about the joint's point. */
#include "mech_joint.h"
#include "mech_kinds.h"
#include "mech_planar.h"

#include <math.h>

static const struct mech_output_spec mech_sense_reaction_outputs[] = {
	{"force", 2, MECH_FORCE, MECH_READS_FORCES | MECH_READS_FRAME, "force on the second body, in the axes of `frame`"},
	{"torque", 1, MECH_TORQUE, MECH_READS_TORQUES, "torque on the second body about the joint's point"},
};

static void mech_sense_reaction_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	double reaction[3], pose[MECH_PLANAR_V];
	mech_joint_reaction(c, mech_referred_joint(c, e, 0), reaction);
	mech_pose(c, e->body[e->n_bodies - 1], pose);

	/* A^T F: back from global axes */
	const double cosine = cos(pose[2]), sine = sin(pose[2]);
	out[0] = cosine * reaction[0] + sine * reaction[1];
	out[1] = -sine * reaction[0] + cosine * reaction[1];
	out[2] = reaction[2];
}

LA_TABLE const struct mech_kind mech_sense_reaction = {
	.name = "reaction",
	.section = MECH_SENSOR,
	.space = MECH_PLANAR,
	.text = "force and torque a joint exerts on its second body, in the axes of `frame`",
	.n_joints = 1,
	.in_frame = 1,
	.n_outputs = 2,
	.outputs = mech_sense_reaction_outputs,
	.output = mech_sense_reaction_output,
};
