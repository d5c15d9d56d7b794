/* Sensor: reaction of a joint on its second body; force in the axes chosen, torque about the
 * joint's point. */
#include "mech_joint.h"
#include "mech_kinds.h"
#include "mech_pose.h"

static const struct mech_output_spec mech_sense_reaction_outputs[] = {
	{"force", 2, MECH_FORCE, MECH_READS_FORCES | MECH_READS_FRAME, "force on the second body, in the axes of `frame`"},
	{"torque", 1, MECH_TORQUE, MECH_READS_TORQUES, "torque on the second body about the joint's point"},
};

static const struct mech_output_spec mech_sense_reaction_spatial_outputs[] = {
	{"force", 3, MECH_FORCE, MECH_READS_FORCES | MECH_READS_FRAME, "force on the second body, in the axes of `frame`"},
	{"torque", 3, MECH_TORQUE, MECH_READS_TORQUES | MECH_READS_FRAME,
     "torque on the second body about the joint's point, in the axes of `frame`"},
};

static void mech_sense_reaction_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_pose pose;
	mech_pose(c, e->body[e->n_bodies - 1], &pose);
	mech_joint_reaction(c, mech_referred_joint(c, e, 0), out);
	mech_pose_turn_back(&pose, out, out);
	if (pose.dimension == 3) {
		mech_pose_turn_back(&pose, out + 3, out + 3);
	}
}

#define MECH_SENSE_REACTION_KIND(in)                                                                          \
	.name = "reaction", .section = MECH_SENSOR, .space = in,                                                  \
	.text = "force and torque a joint exerts on its second body, in the axes of `frame`", .file.n_joints = 1, \
	.file.in_frame = 1, .output.count = 2, .output.values = mech_sense_reaction_output

LA_TABLE const struct mech_kind mech_sense_reaction = {
	MECH_SENSE_REACTION_KIND(MECH_PLANAR),
	.output.specs = mech_sense_reaction_outputs,
};

LA_TABLE const struct mech_kind mech_spatial_sense_reaction = {
	MECH_SENSE_REACTION_KIND(MECH_SPATIAL),
	.output.specs = mech_sense_reaction_spatial_outputs,
};
