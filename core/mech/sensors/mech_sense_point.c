/* Position, velocity and acceleration of a point of a body, in global axes. */
#include "mech_sense_point.h"

#include "mech_kinds.h"
#include "mech_pose.h"

#define MECH_SENSE_POINT_AT(n)                                                          \
	{                                                                                   \
		"at", n, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "the point, as drawn" \
	}
LA_TABLE const struct mech_parameter_spec mech_sense_point_parameters[MECH_SPACE_COUNT] = {MECH_SENSE_POINT_AT(2),
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

LA_FUNCTION void mech_sense_point_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_local_point(c, e->body[0], c->parameters + e->parameter, out);
}

LA_FUNCTION void mech_sense_point_point(const struct mech_context *c, const struct mech_element *e, double *out)
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

#define MECH_SENSE_POINT(in, n)                                                                       \
	MECH_SENSE_POINT_KIND(in, n), .name = "point", .drawing.symbol = MECH_SYMBOL_POINT,               \
								  .text = "position, velocity and acceleration of a point of a body", \
								  .output.count = 3, .output.specs = mech_sense_point_outputs[in],    \
								  .output.values = mech_sense_point_output

LA_TABLE const struct mech_kind mech_sense_point = {MECH_SENSE_POINT(MECH_PLANAR, 2)};
LA_TABLE const struct mech_kind mech_spatial_sense_point = {MECH_SENSE_POINT(MECH_SPATIAL, 3)};
