/* Sensors at a point of a body in space: `point` in global axes, `accelerometer` and `gyro` in the axes of the body.
 *
 * An accelerometer feels what holds it up: R^T (acceleration - gravity). Derived: local point.
 */
#include "mech_kinds.h"
#include "mech_rotation.h"
#include "mech_spatial.h"

static const struct mech_parameter_spec mech_spatial_sense_point_parameters[] = {
	{"at", 3, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "the point, as drawn"},
};

static const struct mech_output_spec mech_spatial_sense_point_outputs[] = {
	{"position", 3, MECH_LENGTH, MECH_CONSTANT(MECH_READS_PLACE) | MECH_READS_TURN | MECH_ALONG_OWN,
     "position of the point"},
	{"velocity", 3, MECH_VELOCITY,
     MECH_CONSTANT(MECH_READS_VELOCITY) | MECH_READS_TURN | MECH_READS_SPIN | MECH_ALONG_OWN, "velocity of the point"},
	{"acceleration", 3, MECH_ACCELERATION,
     MECH_READS_ACCELERATIONS | MECH_READS_TURN | MECH_READS_SPIN | MECH_ALONG_OWN, "acceleration of the point"},
};

static const struct mech_output_spec mech_spatial_sense_accelerometer_outputs[] = {
	{"acceleration", 3, MECH_ACCELERATION, MECH_READS_ACCELERATIONS | MECH_READS_TURN | MECH_READS_SPIN,
     "acceleration less gravity at the point, in the axes of the body"},
};

static const struct mech_output_spec mech_spatial_sense_gyro_outputs[] = {
	{"speed", 3, MECH_ANGULAR_VELOCITY, MECH_READS_SPIN, "angular velocity in the axes of the body"},
	{"acceleration", 3, MECH_ANGULAR_ACCELERATION, MECH_READS_SPIN_RATE,
     "angular acceleration in the axes of the body"},
};

static void mech_spatial_sense_point_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_spatial_local_point(c, e->body[0], c->parameters + e->parameter, out);
}

static void mech_spatial_sense_point_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_spatial_point(c, e->body[0], c->derived + e->derived, out);
}

static void mech_spatial_sense_point_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *local = c->derived + e->derived;
	mech_spatial_point(c, e->body[0], local, out);
	mech_spatial_point_velocity(c, e->body[0], local, out + 3);
	mech_spatial_point_acceleration(c, e->body[0], local, out + 6);
}

static void mech_spatial_sense_accelerometer_output(const struct mech_context *c, const struct mech_element *e,
                                                    double *out)
{
	const double *gravity = c->parameters + c->model->head->gravity;
	double x[3], R[9];
	mech_spatial_pose(c, e->body[0], x, R);
	mech_spatial_point_acceleration(c, e->body[0], c->derived + e->derived, out);
	for (int i = 0; i < 3; i++) {
		out[i] -= gravity[i];
	}
	mech_rotate_back(R, out, out);
}

static void mech_spatial_sense_gyro_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	double rates[MECH_SPATIAL_V], accelerations[MECH_SPATIAL_V];
	mech_body_part(c, e->body[0], c->v, rates);
	mech_body_part(c, e->body[0], c->a, accelerations);
	for (int i = 0; i < 3; i++) {
		out[i] = rates[3 + i];
		out[3 + i] = accelerations[3 + i];
	}
}

LA_TABLE const struct mech_kind mech_spatial_sense_point = {
	.name = "point",
	.symbol = MECH_SYMBOL_POINT,
	.section = MECH_SENSOR,
	.space = MECH_SPATIAL,
	.text = "position, velocity and acceleration of a point of a body",
	.n_bodies = 1,
	.n_parameters = 1,
	.parameters = mech_spatial_sense_point_parameters,
	.n_outputs = 3,
	.outputs = mech_spatial_sense_point_outputs,
	.n_derived = 3,
	.derive = mech_spatial_sense_point_derive,
	.output = mech_spatial_sense_point_output,
	.point = mech_spatial_sense_point_point,
};

LA_TABLE const struct mech_kind mech_spatial_sense_accelerometer = {
	.name = "accelerometer",
	.section = MECH_SENSOR,
	.space = MECH_SPATIAL,
	.text = "what an accelerometer fixed to a body shows",
	.n_bodies = 1,
	.n_parameters = 1,
	.parameters = mech_spatial_sense_point_parameters,
	.n_outputs = 1,
	.outputs = mech_spatial_sense_accelerometer_outputs,
	.n_derived = 3,
	.derive = mech_spatial_sense_point_derive,
	.output = mech_spatial_sense_accelerometer_output,
	.point = mech_spatial_sense_point_point,
};

LA_TABLE const struct mech_kind mech_spatial_sense_gyro = {
	.name = "gyro",
	.section = MECH_SENSOR,
	.space = MECH_SPATIAL,
	.text = "what a gyro fixed to a body shows",
	.n_bodies = 1,
	.n_outputs = 2,
	.outputs = mech_spatial_sense_gyro_outputs,
	.output = mech_spatial_sense_gyro_output,
};
