/* Rod: a massless bar keeps a point of the first body and a point of the second at the distance L.
 *
 *     g = (|p2 - p1|^2 - L^2) / (2 L)
 *
 * which is smooth everywhere and, near the wanted distance, the distance too much. Its multiplier
 * is the tension. No coordinates. Derived: L, local points s1, s2.
 */
#include "mech_joint_jets.h"
#include "mech_kinds.h"

#include <math.h>

#define MECH_ROD_LENGTH "distance of the ends; as drawn if not given"
#define MECH_ROD_PARAMETERS(n)                                                             \
	MECH_TWO_ENDS(n),                                                                      \
	{                                                                                      \
		"length", 1, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_POSITIVE, 0, NAN, MECH_ROD_LENGTH \
	}

static const struct mech_parameter_spec mech_rod_parameters[MECH_SPACE_COUNT][3] = {{MECH_ROD_PARAMETERS(2)},
                                                                                    {MECH_ROD_PARAMETERS(3)}};

static const struct mech_output_spec mech_rod_outputs[] = {
	{"tension", 1, MECH_FORCE, MECH_READS_MULTIPLIERS, "force in the rod, positive where it pulls the bodies together"},
};

static const struct mech_row_spec mech_rod_rows[] = {
	{"length", MECH_LENGTH, MECH_ROW_HALF_SQUARE, MECH_SHAPE_ANY, NULL, MECH_NO_AXIS},
};

static void mech_rod_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_two_ends_derive(c, e, c->parameters[e->parameter + 2 * mech_dimension(c)], out);
}

static void mech_rod_jets(const struct mech_context *c, const struct mech_element *e, const struct mech_frames *f,
                          struct mech_jet *rows)
{
	const double *s = c->derived + e->derived, length = s[0];
	struct mech_jet gap[MECH_MOST_DIMENSION];
	mech_jet_gap(f, 0, s + 1, s + 1 + f->dimension, gap);
	mech_jet_dot(f, gap, gap, rows);
	mech_jet_scale(f, 0.5 / length, rows);
	rows->value -= 0.5 * length;
}

static void mech_rod_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = c->lambda[e->row];
}

static void mech_rod_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_point(c, e->body[1], c->derived + e->derived + 1 + mech_dimension(c), out);
}

#define MECH_ROD_KIND(in, n)                                                                                    \
	.name = "rod", .drawing.symbol = MECH_SYMBOL_ROD, .row.torque_free = 1, .section = MECH_JOINT, .space = in, \
	.text = "massless rod: keeps the distance between a point of the first body and a point of the second",     \
	.file.n_bodies = 2, .file.n_parameters = 3, .file.parameters = mech_rod_parameters[in], .output.count = 1,  \
	.output.specs = mech_rod_outputs, .row.count = 1, .row.specs = mech_rod_rows, MECH_ROWS_BY(mech_rod_jets),  \
	.derived.count = 1 + 2 * n, .derived.derive = mech_rod_derive, .output.values = mech_rod_output,            \
	.drawing.point = mech_rod_point

LA_TABLE const struct mech_kind mech_rod = {MECH_ROD_KIND(MECH_PLANAR, 2)};
LA_TABLE const struct mech_kind mech_spatial_rod = {MECH_ROD_KIND(MECH_SPATIAL, 3)};
