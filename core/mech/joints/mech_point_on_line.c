/* Point on line: a point of the first body stays on a line fixed in the second.
 *
 * With the unit axis u of the line, turning with the second body, and its normal n = (-u_y, u_x):
 *
 *     g = n . (p1 - p2)   (across the line)
 *
 * Coordinates: position = u . (p1 - p2) + offset, angle = angle1 - angle2 + angle_offset.
 * Derived: local points s1, s2 of the drawn point, unit axis in the second body.
 */
#include "mech_kinds.h"
#include "mech_planar.h"

enum {
	MECH_POINT_ON_LINE_AT = 0,
	MECH_POINT_ON_LINE_AXIS = 2,
	MECH_POINT_ON_LINE_OFFSET = 4,
	MECH_POINT_ON_LINE_ANGLE_OFFSET = 5
};

static const struct mech_parameter_spec mech_point_on_line_parameters[] = {
	{"at", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "the point, as drawn"},
	{"axis", 2, 0, MECH_NUMBER, MECH_REQUIRED, MECH_DIRECTION, 0, 0.0, "direction of the line, as drawn, any length"},
	{"offset", 1, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_ANY, 0, 0.0, "position of the point along the line, as drawn"},
	{"angle_offset", 1, 0, MECH_ANGLE, MECH_OPTIONAL, MECH_ANY, 0, 0.0,
     "angle of the first body to the second, as drawn"},
};

static const struct mech_coordinate_spec mech_point_on_line_coordinates[] = {
	{"position", "speed", "acceleration", MECH_LENGTH, MECH_POINT_ON_LINE_OFFSET, MECH_NO_TURNS,
     MECH_SHAPE_ALONG_SECOND},
	{"angle", "angular_speed", "angular_acceleration", MECH_ANGLE, MECH_POINT_ON_LINE_ANGLE_OFFSET, MECH_NO_TURNS,
     MECH_SHAPE_ANGLE},
};

static const struct mech_row_spec mech_point_on_line_rows[] = {
	{"across", MECH_LENGTH, MECH_ROW_LINEAR, MECH_SHAPE_ALONG_SECOND, "across its axis", MECH_NO_AXIS},
};

static void mech_point_on_line_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *at = c->parameters + e->parameter + MECH_POINT_ON_LINE_AT;
	mech_local_point(c, e->body[0], at, out);
	mech_local_point(c, e->body[1], at, out + 2);
	mech_unit(c->parameters + e->parameter + MECH_POINT_ON_LINE_AXIS, out + 4);
}

/* place of the point along the line or across it: the line's body comes first, then the bodies are exchanged */
static void mech_point_on_line_along(const struct mech_context *c, const struct mech_element *e, int across,
                                     struct mech_scalar *h)
{
	const double *s = c->derived + e->derived;
	const struct mech_pair pair = {{e->body[1], e->body[0]}, {s + 2, s}};
	double u[2];
	mech_turn(c, e->body[1], s + 4, u);
	const double n[2] = {-u[1], u[0]};
	mech_scalar_along(c, &pair, across ? n : u, 1, h);
	mech_scalar_swap(h);
}

static void mech_point_on_line_row(const struct mech_context *c, const struct mech_element *e, int k,
                                   struct mech_scalar *h)
{
	(void)k;
	mech_point_on_line_along(c, e, 1, h);
}

static void mech_point_on_line_coordinate(const struct mech_context *c, const struct mech_element *e, int k,
                                          struct mech_scalar *h)
{
	if (k == 0) {
		mech_point_on_line_along(c, e, 0, h);
	} else {
		const int reversed[2] = {e->body[1], e->body[0]};
		mech_scalar_angle(c, reversed, h);
		mech_scalar_swap(h);
	}
}

static void mech_point_on_line_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	double d[2];
	mech_point(c, e->body[0], c->derived + e->derived, d, out);
}

LA_TABLE const struct mech_kind mech_point_on_line = {
	.name = "point_on_line",
	.symbol = MECH_SYMBOL_SLOT,
	.section = MECH_JOINT,
	.space = MECH_PLANAR,
	.text = "pin in a slot: a point of the first body moves along a line fixed in the second",
	.n_bodies = 2,
	.n_parameters = 4,
	.parameters = mech_point_on_line_parameters,
	.n_coordinates = 2,
	.coordinates = mech_point_on_line_coordinates,
	.coordinate_reading = mech_scalar_coordinate_reading,
	.coordinate_row = mech_scalar_coordinate_row,
	.coordinate_bias = mech_scalar_coordinate_bias,
	.coordinate_curvature = mech_scalar_coordinate_curvature,
	.n_rows = 1,
	.rows = mech_point_on_line_rows,
	.torque_free = 1,
	.constraint = mech_scalar_constraint,
	.jacobian = mech_scalar_jacobian,
	.bias = mech_scalar_row_bias,
	.tangent = mech_scalar_tangent,
	.scalar_row = mech_point_on_line_row,
	.scalar_coordinate = mech_point_on_line_coordinate,
	.n_derived = 6,
	.derive = mech_point_on_line_derive,
	.point = mech_point_on_line_point,
};
