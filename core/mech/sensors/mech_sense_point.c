/* Sensors at a point of a body: `point` in global axes, `accelerometer` and `gyro` in the axes of the body.
 *
 * An accelerometer feels what holds it up: A^T (acceleration - gravity). Derived: local point.
 */
#include <math.h>

#include "mech_kinds.h"
#include "mech_planar.h"

static const struct mech_parameter_spec mech_sense_point_parameters[] = {
	{"at", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "the point, as drawn"},
};

static const struct mech_output_spec mech_sense_point_outputs[] = {
	{"position", 2, MECH_LENGTH, MECH_CONSTANT(MECH_READS_PLACE) | MECH_READS_TURN | MECH_ALONG_OWN,
     "position of the point"},
	{"velocity", 2, MECH_VELOCITY,
     MECH_CONSTANT(MECH_READS_VELOCITY) | MECH_READS_TURN | MECH_READS_SPIN | MECH_ALONG_OWN, "velocity of the point"},
	{"acceleration", 2, MECH_ACCELERATION,
     MECH_READS_ACCELERATIONS | MECH_READS_TURN | MECH_READS_SPIN | MECH_ALONG_OWN, "acceleration of the point"},
};

static const struct mech_output_spec mech_sense_point_accelerometer_outputs[] = {
	{"acceleration", 2, MECH_ACCELERATION, MECH_READS_ACCELERATIONS | MECH_READS_TURN | MECH_READS_SPIN,
     "acceleration less gravity at the point, in the axes of the body"},
};

static const struct mech_output_spec mech_sense_point_gyro_outputs[] = {
	{"speed", 1, MECH_ANGULAR_VELOCITY, MECH_CONSTANT(MECH_READS_SPIN), "angular velocity"},
	{"acceleration", 1, MECH_ANGULAR_ACCELERATION, MECH_READS_SPIN_RATE, "angular acceleration"},
};

static void mech_sense_point_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_local_point(c, e->body[0], c->parameters + e->parameter, out);
}

static void mech_sense_point_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	double d[2];
	mech_point(c, e->body[0], c->derived + e->derived, d, out);
}

static void mech_sense_point_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *local = c->derived + e->derived;
	mech_sense_point_point(c, e, out);
	mech_point_velocity(c, e->body[0], local, out + 2);
	mech_point_acceleration(c, e->body[0], local, out + 4);
}

static void mech_sense_point_accelerometer(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *gravity = c->parameters + c->model->head->gravity;
	double pose[MECH_PLANAR_V], a[2];
	mech_pose(c, e->body[0], pose);
	mech_point_acceleration(c, e->body[0], c->derived + e->derived, a);
	a[0] -= gravity[0];
	a[1] -= gravity[1];

	/* A^T a: back from global axes */
	const double cosine = cos(pose[2]), sine = sin(pose[2]);
	out[0] = cosine * a[0] + sine * a[1];
	out[1] = -sine * a[0] + cosine * a[1];
}

static void mech_sense_point_gyro(const struct mech_context *c, const struct mech_element *e, double *out)
{
	double rates[MECH_PLANAR_V], accelerations[MECH_PLANAR_V];
	mech_body_part(c, e->body[0], c->v, rates);
	mech_body_part(c, e->body[0], c->a, accelerations);
	out[0] = rates[2];
	out[1] = accelerations[2];
}

LA_TABLE const struct mech_kind mech_sense_point = {
	.name = "point",
	.symbol = MECH_SYMBOL_POINT,
	.section = MECH_SENSOR,
	.space = MECH_PLANAR,
	.text = "position, velocity and acceleration of a point of a body",
	.n_bodies = 1,
	.n_parameters = 1,
	.parameters = mech_sense_point_parameters,
	.n_outputs = 3,
	.outputs = mech_sense_point_outputs,
	.n_derived = 2,
	.derive = mech_sense_point_derive,
	.output = mech_sense_point_output,
	.point = mech_sense_point_point,
};

LA_TABLE const struct mech_kind mech_sense_accelerometer = {
	.name = "accelerometer",
	.section = MECH_SENSOR,
	.space = MECH_PLANAR,
	.text = "what an accelerometer fixed to a body shows",
	.n_bodies = 1,
	.n_parameters = 1,
	.parameters = mech_sense_point_parameters,
	.n_outputs = 1,
	.outputs = mech_sense_point_accelerometer_outputs,
	.n_derived = 2,
	.derive = mech_sense_point_derive,
	.output = mech_sense_point_accelerometer,
	.point = mech_sense_point_point,
};

LA_TABLE const struct mech_kind mech_sense_gyro = {
	.name = "gyro",
	.section = MECH_SENSOR,
	.space = MECH_PLANAR,
	.text = "what a gyro fixed to a body shows",
	.n_bodies = 1,
	.n_outputs = 2,
	.outputs = mech_sense_point_gyro_outputs,
	.output = mech_sense_point_gyro,
};
