/* Weld in space: the two bodies move as one.
 *
 *     g = meet (3), x1 . y2, y1 . z2, z1 . x2
 */
#include "mech_kinds.h"
#include "mech_spatial_joint.h"

static const struct mech_parameter_spec mech_spatial_weld_parameters[] = {
	MECH_FRAME_AT("where reactions are reported, as drawn"),
};

static const struct mech_row_spec mech_spatial_weld_rows[] = {
	MECH_MEET_ROWS,
	{"twist z", MECH_ANGLE, MECH_ROW_SINE, MECH_SHAPE_DIRECTIONS, "rotation about ", MECH_FRAME_Z},
	{"twist x", MECH_ANGLE, MECH_ROW_SINE, MECH_SHAPE_DIRECTIONS, "rotation about ", MECH_FRAME_X},
	{"twist y", MECH_ANGLE, MECH_ROW_SINE, MECH_SHAPE_DIRECTIONS, "rotation about ", MECH_FRAME_Y},
};

static void mech_spatial_weld_jets(const struct mech_context *c, const struct mech_element *e, int order,
                                   struct mech_jet *rows)
{
	struct mech_hinge h;
	mech_hinge_open(c, e, order, &h);
	mech_hinge_meet(&h, rows);
	mech_hinge_cosine(&h, MECH_FRAME_X, MECH_FRAME_Y, &rows[3]);
	mech_hinge_cosine(&h, MECH_FRAME_Y, MECH_FRAME_Z, &rows[4]);
	mech_hinge_cosine(&h, MECH_FRAME_Z, MECH_FRAME_X, &rows[5]);
}

LA_TABLE const struct mech_kind mech_spatial_weld = {
	.name = "weld",
	.symbol = MECH_SYMBOL_WELD,
	.section = MECH_JOINT,
	.space = MECH_SPATIAL,
	.text = "the two bodies move as one",
	.n_bodies = 2,
	.n_parameters = 1,
	.parameters = mech_spatial_weld_parameters,
	.n_rows = 6,
	.rows = mech_spatial_weld_rows,
	.constraint = mech_jet_constraint,
	.jacobian = mech_jet_jacobian,
	.bias = mech_jet_row_bias,
	.tangent = mech_jet_tangent,
	.jet_rows = mech_spatial_weld_jets,
	.n_derived = MECH_FRAME_NUMBERS,
	.derive = mech_frame_derive_point,
	.point = mech_frame_point,
};
