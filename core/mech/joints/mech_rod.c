/* Rod: a massless bar keeps a point of the first body and a point of the second at the distance L.
 *
 *     g = (|p2 - p1|^2 - L^2) / (2 L)
 *
 * which is smooth everywhere and, near the wanted distance, the distance too much. Its multiplier is the tension.
 * No coordinates.
 * Derived: L, local points s1, s2.
 */
#include "mech_kinds.h"
#include "mech_planar.h"

#include <math.h>

enum { MECH_ROD_FROM = 0, MECH_ROD_TO = 2, MECH_ROD_LENGTH = 4 };

static const struct mech_parameter_spec mech_rod_parameters[] = {
	{"from", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "end on the first body, as drawn"},
	{"to", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "end on the second body, as drawn"},
	{"length", 1, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_POSITIVE, 0, NAN, "distance of the ends; as drawn if not given"},
};

static const struct mech_output_spec mech_rod_outputs[] = {
	{"tension", 1, MECH_FORCE, MECH_READS_MULTIPLIERS, "force in the rod, positive where it pulls the bodies together"},
};

static const struct mech_row_spec mech_rod_rows[] = {
	{"length", MECH_LENGTH, MECH_ROW_HALF_SQUARE, MECH_SHAPE_ANY, NULL, MECH_NO_AXIS},
};

static void mech_rod_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *numbers = c->parameters + e->parameter;
	const double *from = numbers + MECH_ROD_FROM, *to = numbers + MECH_ROD_TO;
	const double length = numbers[MECH_ROD_LENGTH];
	out[0] = isnan(length) ? hypot(to[0] - from[0], to[1] - from[1]) : length;
	mech_local_point(c, e->body[0], from, out + 1);
	mech_local_point(c, e->body[1], to, out + 3);
}

static void mech_rod_row(const struct mech_context *c, const struct mech_element *e, int k, struct mech_scalar *h)
{
	(void)k;
	const double *s = c->derived + e->derived;
	const double length = s[0];
	const struct mech_pair pair = {{e->body[0], e->body[1]}, {s + 1, s + 3}};
	mech_scalar_square(c, &pair, h);
	h->value = (h->value - 0.5 * length * length) / length;
	for (int i = 0; i < MECH_PAIR_V; i++) {
		h->gradient[i] /= length;
	}
	for (int i = 0; i < MECH_PAIR_V * MECH_PAIR_V; i++) {
		h->hessian[i] /= length;
	}
}

static void mech_rod_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = c->lambda[e->row];
}

static void mech_rod_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	double d[2];
	mech_point(c, e->body[1], c->derived + e->derived + 3, d, out);
}

LA_TABLE const struct mech_kind mech_rod = {
	.name = "rod",
	.symbol = MECH_SYMBOL_ROD,
	.section = MECH_JOINT,
	.space = MECH_PLANAR,
	.text = "massless rod: keeps the distance between a point of the first body and a point of the second",
	.n_bodies = 2,
	.n_parameters = 3,
	.parameters = mech_rod_parameters,
	.n_outputs = 1,
	.outputs = mech_rod_outputs,
	.n_rows = 1,
	.rows = mech_rod_rows,
	.torque_free = 1,
	.constraint = mech_scalar_constraint,
	.jacobian = mech_scalar_jacobian,
	.bias = mech_scalar_row_bias,
	.tangent = mech_scalar_tangent,
	.scalar_row = mech_rod_row,
	.n_derived = 5,
	.derive = mech_rod_derive,
	.output = mech_rod_output,
	.point = mech_rod_point,
};
