/* What an accelerometer fixed to a body shows: what holds it up, in the axes of the body, R^T
 * (acceleration - gravity). */
#include "mech_kinds.h"
#include "mech_pose.h"
#include "mech_sense_point.h"

#define MECH_SENSE_ACCELEROMETER_OUTPUT(n)                                                                  \
	{                                                                                                       \
		"acceleration", n, MECH_ACCELERATION, MECH_READS_ACCELERATIONS | MECH_READS_TURN | MECH_READS_SPIN, \
			"acceleration less gravity at the point, in the axes of the body"                               \
	}
static const struct mech_output_spec mech_sense_accelerometer_outputs[MECH_SPACE_COUNT] = {
	MECH_SENSE_ACCELEROMETER_OUTPUT(2), MECH_SENSE_ACCELEROMETER_OUTPUT(3)};

static void mech_sense_accelerometer_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *gravity = c->parameters + c->model->head->gravity;
	struct mech_pose pose;
	mech_pose(c, e->body[0], &pose);
	mech_point_acceleration(c, e->body[0], c->derived + e->derived, out);
	for (int i = 0; i < pose.dimension; i++) {
		out[i] -= gravity[i];
	}
	mech_pose_turn_back(&pose, out, out);
}

#define MECH_SENSE_ACCELEROMETER(in, n)                                                                           \
	MECH_SENSE_POINT_KIND(in, n), .name = "accelerometer", .text = "what an accelerometer fixed to a body shows", \
								  .output.count = 1, .output.specs = &mech_sense_accelerometer_outputs[in],       \
								  .output.values = mech_sense_accelerometer_output

LA_TABLE const struct mech_kind mech_sense_accelerometer = {MECH_SENSE_ACCELEROMETER(MECH_PLANAR, 2)};
LA_TABLE const struct mech_kind mech_spatial_sense_accelerometer = {MECH_SENSE_ACCELEROMETER(MECH_SPATIAL, 3)};
