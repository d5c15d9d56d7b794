/* Sensor: position, velocity and acceleration of a point of a body, in global axes.
 *
 * Derived: local point.
 */
#include "mech_kinds.h"
#include "mech_planar.h"

static const struct mech_parameter_spec mech_sense_point_parameters[] = {
	{"at", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "the point, as drawn"},
};

static const struct mech_output_spec mech_sense_point_outputs[] = {
	{"position", 2, MECH_LENGTH, MECH_POSITION_LEVEL, "position of the point"},
	{"velocity", 2, MECH_VELOCITY, MECH_VELOCITY_LEVEL, "velocity of the point"},
	{"acceleration", 2, MECH_ACCELERATION, MECH_ACCELERATION_LEVEL, "acceleration of the point"},
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

LA_TABLE const struct mech_kind mech_sense_point = {
	.name = "point",
	.section = MECH_SENSOR,
	.space = MECH_PLANAR,
	.text = "position, velocity and acceleration of a point of a body",
	.n_bodies = 1,
	.n_parameters = 1,
	.parameters = mech_sense_point_parameters,
	.input = MECH_COUNT,
	.n_outputs = 3,
	.outputs = mech_sense_point_outputs,
	.n_derived = 2,
	.derive = mech_sense_point_derive,
	.output = mech_sense_point_output,
	.point = mech_sense_point_point,
};
