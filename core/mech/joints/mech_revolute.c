/* Revolute joint: a point of the first body and a point of the second stay together.
 *
 *     g = p2 - p1   (x, y; global axes)
 *
 * Coordinate: angle = angle2 - angle1 + offset.
 * Derived: local points s1, s2 of the drawn point.
 */
#include "mech_kinds.h"
#include "mech_planar.h"

enum { MECH_REVOLUTE_AT = 0, MECH_REVOLUTE_OFFSET = 2 };

static const struct mech_parameter_spec mech_revolute_parameters[] = {
	{"at", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "the common point, as drawn"},
	{"offset", 1, 0, MECH_ANGLE, MECH_OPTIONAL, MECH_ANY, 0, 0.0, "angle of the second body to the first, as drawn"},
};

static const struct mech_coordinate_spec mech_revolute_coordinates[] = {
	{"angle", "speed", "acceleration", MECH_ANGLE, MECH_REVOLUTE_OFFSET, MECH_NO_TURNS, MECH_SHAPE_ANGLE},
};

static const struct mech_row_spec mech_revolute_rows[] = {
	{"x", MECH_LENGTH, MECH_ROW_LINEAR, MECH_SHAPE_MEET, "along x", MECH_NO_AXIS},
	{"y", MECH_LENGTH, MECH_ROW_LINEAR, MECH_SHAPE_MEET, "along y", MECH_NO_AXIS},
};

static void mech_revolute_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *at = c->parameters + e->parameter + MECH_REVOLUTE_AT;
	mech_local_point(c, e->body[0], at, out);
	mech_local_point(c, e->body[1], at, out + 2);
}

static void mech_revolute_row(const struct mech_context *c, const struct mech_element *e, int k, struct mech_scalar *h)
{
	const double *s = c->derived + e->derived;
	const struct mech_pair pair = {{e->body[0], e->body[1]}, {s, s + 2}};
	const double w[2] = {k == 0, k == 1};
	mech_scalar_along(c, &pair, w, 0, h);
}

static void mech_revolute_coordinate(const struct mech_context *c, const struct mech_element *e, int k,
                                     struct mech_scalar *h)
{
	(void)k;
	mech_scalar_angle(c, e->body, h);
}

static void mech_revolute_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	double d[2];
	mech_point(c, e->body[1], c->derived + e->derived + 2, d, out);
}

LA_TABLE const struct mech_kind mech_revolute = {
	.name = "revolute",
	.symbol = MECH_SYMBOL_PIVOT,
	.section = MECH_JOINT,
	.space = MECH_PLANAR,
	.text = "hinge: the two bodies share a point",
	.n_bodies = 2,
	.n_parameters = 2,
	.parameters = mech_revolute_parameters,
	.n_coordinates = 1,
	.coordinates = mech_revolute_coordinates,
	.coordinate_reading = mech_scalar_coordinate_reading,
	.coordinate_row = mech_scalar_coordinate_row,
	.coordinate_bias = mech_scalar_coordinate_bias,
	.n_rows = 2,
	.rows = mech_revolute_rows,
	.torque_free = 1,
	.constraint = mech_scalar_constraint,
	.jacobian = mech_scalar_jacobian,
	.bias = mech_scalar_row_bias,
	.tangent = mech_scalar_tangent,
	.scalar_row = mech_revolute_row,
	.scalar_coordinate = mech_revolute_coordinate,
	.n_derived = 4,
	.derive = mech_revolute_derive,
	.point = mech_revolute_point,
};
