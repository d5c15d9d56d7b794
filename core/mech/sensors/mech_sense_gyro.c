/* What a gyro fixed to a body shows: angular velocity and acceleration in the axes of the body. */
#include "mech_body.h"
#include "mech_kinds.h"
#include "mech_pose.h"

static const struct mech_output_spec mech_sense_gyro_outputs[MECH_SPACE_COUNT][2] = {
	{{"speed", 1, MECH_ANGULAR_VELOCITY, MECH_CONSTANT(MECH_READS_SPIN), "angular velocity"},
     {"acceleration", 1, MECH_ANGULAR_ACCELERATION, MECH_READS_SPIN_RATE, "angular acceleration"}},
	{{"speed", 3, MECH_ANGULAR_VELOCITY, MECH_READS_SPIN, "angular velocity in the axes of the body"},
     {"acceleration", 3, MECH_ANGULAR_ACCELERATION, MECH_READS_SPIN_RATE,
      "angular acceleration in the axes of the body"}},
};

static void mech_sense_gyro_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const int first = mech_dimension(c), n = c->model->body_v - first;
	double rates[MECH_MOST_BODY_V], accelerations[MECH_MOST_BODY_V];
	mech_body_part(c, e->body[0], c->v, rates);
	mech_body_part(c, e->body[0], c->a, accelerations);
	for (int i = 0; i < n; i++) {
		out[i] = rates[first + i];
		out[n + i] = accelerations[first + i];
	}
}

#define MECH_SENSE_GYRO(in)                                                                           \
	.section = MECH_SENSOR, .space = in, .name = "gyro", .text = "what a gyro fixed to a body shows", \
	.file.n_bodies = 1, .output.count = 2, .output.specs = mech_sense_gyro_outputs[in],               \
	.output.values = mech_sense_gyro_output

LA_TABLE const struct mech_kind mech_sense_gyro = {MECH_SENSE_GYRO(MECH_PLANAR)};
LA_TABLE const struct mech_kind mech_spatial_sense_gyro = {MECH_SENSE_GYRO(MECH_SPATIAL)};
