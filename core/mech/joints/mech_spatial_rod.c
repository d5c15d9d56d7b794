/* Rod in space: a massless bar keeps a point of the first body and a point of the second at the distance L.
 *
 *     g = (|p2 - p1|^2 - L^2) / (2 L)
 *
 * which is smooth everywhere and, near the wanted distance, the distance too much. Its multiplier is the tension.
 * Derived: L, local points s1, s2.
 */
#include "mech_kinds.h"
#include "mech_rotation.h"
#include "mech_spatial.h"

#include <math.h>

enum { MECH_SPATIAL_ROD_FROM = 0, MECH_SPATIAL_ROD_TO = 3, MECH_SPATIAL_ROD_LENGTH = 6 };

static const struct mech_parameter_spec mech_spatial_rod_parameters[] = {
	{"from", 3, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "end on the first body, as drawn"},
	{"to", 3, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "end on the second body, as drawn"},
	{"length", 1, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_POSITIVE, 0, NAN, "distance of the ends; as drawn if not given"},
};

static const struct mech_output_spec mech_spatial_rod_outputs[] = {
	{"tension", 1, MECH_FORCE, MECH_READS_MULTIPLIERS, "force in the rod, positive where it pulls the bodies together"},
};

static const struct mech_row_spec mech_spatial_rod_rows[] = {
	{"length", MECH_LENGTH, MECH_ROW_HALF_SQUARE, MECH_SHAPE_ANY, NULL, MECH_NO_AXIS},
};

static void mech_spatial_rod_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *numbers = c->parameters + e->parameter;
	const double *from = numbers + MECH_SPATIAL_ROD_FROM, *to = numbers + MECH_SPATIAL_ROD_TO;
	const double gap[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
	const double length = numbers[MECH_SPATIAL_ROD_LENGTH];
	out[0] = isnan(length) ? mech_length(gap) : length;
	mech_spatial_local_point(c, e->body[0], from, out + 1);
	mech_spatial_local_point(c, e->body[1], to, out + 4);
}

static void mech_spatial_rod_jets(const struct mech_context *c, const struct mech_element *e, int order,
                                  struct mech_jet *rows)
{
	const double *s = c->derived + e->derived;
	struct mech_frames f;
	struct mech_jet p1[3], p2[3];
	mech_frames_open(c, e->body, order, &f);
	mech_jet_point(&f, 0, s + 1, p1);
	mech_jet_point(&f, 1, s + 4, p2);
	mech_jet_subtract(order, p2, p1, p2);
	mech_jet_dot(order, p2, p2, rows);
	mech_jet_add(order, 0.5 / s[0], rows, 0.0, rows, rows);
	rows->value -= 0.5 * s[0];
}

static void mech_spatial_rod_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = c->lambda[e->row];
}

static void mech_spatial_rod_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_spatial_point(c, e->body[1], c->derived + e->derived + 4, out);
}

LA_TABLE const struct mech_kind mech_spatial_rod = {
	.name = "rod",
	.symbol = MECH_SYMBOL_ROD,
	.section = MECH_JOINT,
	.space = MECH_SPATIAL,
	.text = "massless bar: two points keep their distance",
	.n_bodies = 2,
	.n_parameters = 3,
	.parameters = mech_spatial_rod_parameters,
	.n_outputs = 1,
	.outputs = mech_spatial_rod_outputs,
	.n_rows = 1,
	.rows = mech_spatial_rod_rows,
	.torque_free = 1,
	.constraint = mech_jet_constraint,
	.jacobian = mech_jet_jacobian,
	.bias = mech_jet_row_bias,
	.tangent = mech_jet_tangent,
	.jet_rows = mech_spatial_rod_jets,
	.n_derived = 7,
	.derive = mech_spatial_rod_derive,
	.output = mech_spatial_rod_output,
	.point = mech_spatial_rod_point,
};
