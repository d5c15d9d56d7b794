/* Sensors at a point of a body: `point` in global axes, `accelerometer` and `gyro` in the axes of the body.
 *
 * An accelerometer feels what holds it up: R^T (acceleration - gravity). Derived: local point.
 */
#include "mech_kinds.h"
#include "mech_pose.h"

#define MECH_SENSE_POINT_AT(n)                                                          \
	{                                                                                   \
		"at", n, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "the point, as drawn" \
	}
static const struct mech_parameter_spec mech_sense_point_parameters[MECH_SPACE_COUNT] = {MECH_SENSE_POINT_AT(2),
                                                                                         MECH_SENSE_POINT_AT(3)};

#define MECH_SENSE_POINT_OUTPUTS(n)                                                                  \
	{"position", n, MECH_LENGTH, MECH_CONSTANT(MECH_READS_PLACE) | MECH_READS_TURN | MECH_ALONG_OWN, \
	 "position of the point"},                                                                       \
		{"velocity", n, MECH_VELOCITY,                                                               \
	     MECH_CONSTANT(MECH_READS_VELOCITY) | MECH_READS_TURN | MECH_READS_SPIN | MECH_ALONG_OWN,    \
	     "velocity of the point"},                                                                   \
		{"acceleration", n, MECH_ACCELERATION,                                                       \
	     MECH_READS_ACCELERATIONS | MECH_READS_TURN | MECH_READS_SPIN | MECH_ALONG_OWN, "acceleration of the point"},
static const struct mech_output_spec mech_sense_point_outputs[MECH_SPACE_COUNT][3] = {{MECH_SENSE_POINT_OUTPUTS(2)},
                                                                                      {MECH_SENSE_POINT_OUTPUTS(3)}};

#define MECH_SENSE_POINT_ACCELERATION(n)                                                                    \
	{                                                                                                       \
		"acceleration", n, MECH_ACCELERATION, MECH_READS_ACCELERATIONS | MECH_READS_TURN | MECH_READS_SPIN, \
			"acceleration less gravity at the point, in the axes of the body"                               \
	}
static const struct mech_output_spec mech_sense_point_accelerometer_outputs[MECH_SPACE_COUNT] = {
	MECH_SENSE_POINT_ACCELERATION(2), MECH_SENSE_POINT_ACCELERATION(3)};

static const struct mech_output_spec mech_sense_point_gyro_outputs[MECH_SPACE_COUNT][2] = {
	{{"speed", 1, MECH_ANGULAR_VELOCITY, MECH_CONSTANT(MECH_READS_SPIN), "angular velocity"},
     {"acceleration", 1, MECH_ANGULAR_ACCELERATION, MECH_READS_SPIN_RATE, "angular acceleration"}},
	{{"speed", 3, MECH_ANGULAR_VELOCITY, MECH_READS_SPIN, "angular velocity in the axes of the body"},
     {"acceleration", 3, MECH_ANGULAR_ACCELERATION, MECH_READS_SPIN_RATE,
      "angular acceleration in the axes of the body"}},
};

static void mech_sense_point_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_local_point(c, e->body[0], c->parameters + e->parameter, out);
}

static void mech_sense_point_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_point(c, e->body[0], c->derived + e->derived, out);
}

static void mech_sense_point_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *local = c->derived + e->derived;
	const int n = mech_dimension(c);
	mech_point(c, e->body[0], local, out);
	mech_point_velocity(c, e->body[0], local, out + n);
	mech_point_acceleration(c, e->body[0], local, out + 2 * n);
}

static void mech_sense_point_accelerometer(const struct mech_context *c, const struct mech_element *e, double *out)
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

static void mech_sense_point_gyro(const struct mech_context *c, const struct mech_element *e, double *out)
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

#define MECH_SENSE_POINT_KIND(in, n)                                                                   \
	.section = MECH_SENSOR, .space = in, .n_bodies = 1, .n_parameters = 1,                             \
	.parameters = &mech_sense_point_parameters[in], .n_derived = n, .derive = mech_sense_point_derive, \
	.point = mech_sense_point_point

#define MECH_SENSE_POINT(in, n)                                                                                       \
	MECH_SENSE_POINT_KIND(in, n), .name = "point", .symbol = MECH_SYMBOL_POINT,                                       \
								  .text = "position, velocity and acceleration of a point of a body", .n_outputs = 3, \
								  .outputs = mech_sense_point_outputs[in], .output = mech_sense_point_output

#define MECH_SENSE_ACCELEROMETER(in, n)                                                                           \
	MECH_SENSE_POINT_KIND(in, n), .name = "accelerometer", .text = "what an accelerometer fixed to a body shows", \
								  .n_outputs = 1, .outputs = &mech_sense_point_accelerometer_outputs[in],         \
								  .output = mech_sense_point_accelerometer

#define MECH_SENSE_GYRO(in)                                                                                          \
	.section = MECH_SENSOR, .space = in, .name = "gyro", .text = "what a gyro fixed to a body shows", .n_bodies = 1, \
	.n_outputs = 2, .outputs = mech_sense_point_gyro_outputs[in], .output = mech_sense_point_gyro

LA_TABLE const struct mech_kind mech_sense_point = {MECH_SENSE_POINT(MECH_PLANAR, 2)};
LA_TABLE const struct mech_kind mech_spatial_sense_point = {MECH_SENSE_POINT(MECH_SPATIAL, 3)};
LA_TABLE const struct mech_kind mech_sense_accelerometer = {MECH_SENSE_ACCELEROMETER(MECH_PLANAR, 2)};
LA_TABLE const struct mech_kind mech_spatial_sense_accelerometer = {MECH_SENSE_ACCELEROMETER(MECH_SPATIAL, 3)};
LA_TABLE const struct mech_kind mech_sense_gyro = {MECH_SENSE_GYRO(MECH_PLANAR)};
LA_TABLE const struct mech_kind mech_spatial_sense_gyro = {MECH_SENSE_GYRO(MECH_SPATIAL)};
