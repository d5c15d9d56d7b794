/* Prismatic joint: the second body slides along an axis fixed in the first and does not turn relative to it.
 *
 * With the unit axis u, turning with the first body, and its normal n = (-u_y, u_x):
 *
 *     g = (n . (p2 - p1), angle2 - angle1)   (across the axis, angle)
 *
 * Coordinate: position = u . (p2 - p1) + offset.
 * Derived: local points s1, s2 of the drawn point, unit axis in the first body.
 */
#include "mech_kinds.h"
#include "mech_planar.h"

enum { MECH_PRISMATIC_AT = 0, MECH_PRISMATIC_AXIS = 2, MECH_PRISMATIC_OFFSET = 4 };

static const struct mech_parameter_spec mech_prismatic_parameters[] = {
	{"at", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "a point of the slide, as drawn"},
	{"axis", 2, 0, MECH_NUMBER, MECH_REQUIRED, MECH_DIRECTION, 0, 0.0, "direction of sliding, as drawn, any length"},
	{"offset", 1, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_ANY, 0, 0.0,
     "position of the second body along the axis, as drawn"},
};

static const struct mech_coordinate_spec mech_prismatic_coordinates[] = {
	{"position", "speed", "acceleration", MECH_LENGTH, MECH_PRISMATIC_OFFSET, MECH_NO_TURNS, MECH_SHAPE_ALONG_FIRST},
};

static const struct mech_row_spec mech_prismatic_rows[] = {
	{"across", MECH_LENGTH, MECH_ROW_LINEAR, MECH_SHAPE_ALONG_FIRST, "across its axis", MECH_NO_AXIS},
	{"angle", MECH_ANGLE, MECH_ROW_LINEAR, MECH_SHAPE_ANGLE, "rotation", MECH_NO_AXIS},
};

static void mech_prismatic_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *at = c->parameters + e->parameter + MECH_PRISMATIC_AT;
	mech_local_point(c, e->body[0], at, out);
	mech_local_point(c, e->body[1], at, out + 2);
	mech_unit(c->parameters + e->parameter + MECH_PRISMATIC_AXIS, out + 4);
}

/* distance of the points along the axis or along its normal */
static void mech_prismatic_along(const struct mech_context *c, const struct mech_element *e, int across,
                                 struct mech_scalar *h)
{
	const double *s = c->derived + e->derived;
	const struct mech_pair pair = {{e->body[0], e->body[1]}, {s, s + 2}};
	double u[2];
	mech_turn(c, e->body[0], s + 4, u);
	const double n[2] = {-u[1], u[0]};
	mech_scalar_along(c, &pair, across ? n : u, 1, h);
}

static void mech_prismatic_row(const struct mech_context *c, const struct mech_element *e, int k, struct mech_scalar *h)
{
	if (k == 0) {
		mech_prismatic_along(c, e, 1, h);
	} else {
		mech_scalar_angle(c, e->body, h);
	}
}

static void mech_prismatic_coordinate(const struct mech_context *c, const struct mech_element *e, int k,
                                      struct mech_scalar *h)
{
	(void)k;
	mech_prismatic_along(c, e, 0, h);
}

static void mech_prismatic_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	double d[2];
	mech_point(c, e->body[1], c->derived + e->derived + 2, d, out);
}

LA_TABLE const struct mech_kind mech_prismatic = {
	.name = "prismatic",
	.symbol = MECH_SYMBOL_SLIDER,
	.section = MECH_JOINT,
	.space = MECH_PLANAR,
	.text = "slide: the second body moves along an axis fixed in the first, without turning",
	.n_bodies = 2,
	.n_parameters = 3,
	.parameters = mech_prismatic_parameters,
	.n_coordinates = 1,
	.coordinates = mech_prismatic_coordinates,
	.coordinate_reading = mech_scalar_coordinate_reading,
	.coordinate_row = mech_scalar_coordinate_row,
	.coordinate_bias = mech_scalar_coordinate_bias,
	.coordinate_curvature = mech_scalar_coordinate_curvature,
	.n_rows = 2,
	.rows = mech_prismatic_rows,
	.constraint = mech_scalar_constraint,
	.jacobian = mech_scalar_jacobian,
	.bias = mech_scalar_row_bias,
	.tangent = mech_scalar_tangent,
	.scalar_row = mech_prismatic_row,
	.scalar_coordinate = mech_prismatic_coordinate,
	.n_derived = 6,
	.derive = mech_prismatic_derive,
	.point = mech_prismatic_point,
};
