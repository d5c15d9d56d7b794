/* Weld: the second body keeps its place on the first.
 *
 *     g = (p2 - p1, angle2 - angle1)   (x, y in global axes, angle)
 *
 * The drawn point is where the reaction is reported. No coordinates.
 * Derived: local points s1, s2 of the drawn point.
 */
#include "mech_kinds.h"
#include "mech_planar.h"

static const struct mech_parameter_spec mech_weld_parameters[] = {
	{"at", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "the place of the weld, as drawn"},
};

static const struct mech_row_spec mech_weld_rows[] = {
	{"x", MECH_LENGTH, MECH_ROW_LINEAR, MECH_SHAPE_MEET, "along x", MECH_NO_AXIS},
	{"y", MECH_LENGTH, MECH_ROW_LINEAR, MECH_SHAPE_MEET, "along y", MECH_NO_AXIS},
	{"angle", MECH_ANGLE, MECH_ROW_LINEAR, MECH_SHAPE_ANGLE, "rotation", MECH_NO_AXIS},
};

static void mech_weld_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *at = c->parameters + e->parameter;
	mech_local_point(c, e->body[0], at, out);
	mech_local_point(c, e->body[1], at, out + 2);
}

static void mech_weld_row(const struct mech_context *c, const struct mech_element *e, int k, struct mech_scalar *h)
{
	if (k == 2) {
		mech_scalar_angle(c, e->body, h);
		return;
	}
	const double *s = c->derived + e->derived;
	const struct mech_pair pair = {{e->body[0], e->body[1]}, {s, s + 2}};
	const double w[2] = {k == 0, k == 1};
	mech_scalar_along(c, &pair, w, 0, h);
}

static void mech_weld_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	double d[2];
	mech_point(c, e->body[1], c->derived + e->derived + 2, d, out);
}

LA_TABLE const struct mech_kind mech_weld = {
	.name = "weld",
	.symbol = MECH_SYMBOL_WELD,
	.section = MECH_JOINT,
	.space = MECH_PLANAR,
	.text = "rigid connection: the two bodies move as one",
	.n_bodies = 2,
	.n_parameters = 1,
	.parameters = mech_weld_parameters,
	.n_rows = 3,
	.rows = mech_weld_rows,
	.constraint = mech_scalar_constraint,
	.jacobian = mech_scalar_jacobian,
	.bias = mech_scalar_row_bias,
	.tangent = mech_scalar_tangent,
	.scalar_row = mech_weld_row,
	.n_derived = 4,
	.derive = mech_weld_derive,
	.point = mech_weld_point,
};
