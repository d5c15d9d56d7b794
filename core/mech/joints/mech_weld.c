/* Weld: the two bodies move as one.
 *
 *     g = meet, then the angle; in space x1 . y2, y1 . z2, z1 . x2
 *
 * The drawn point is where the reaction is reported. No coordinates.
 */
#include "mech_kinds.h"
#include "mech_hinge.h"

static const struct mech_parameter_spec mech_weld_parameters[MECH_SPACE_COUNT] = {
	MECH_FRAME_AT(2, "where reactions are reported, as drawn"),
	MECH_FRAME_AT(3, "where reactions are reported, as drawn")};

static const struct mech_row_spec mech_weld_rows[] = {MECH_PLANAR_MEET_ROWS, MECH_PLANAR_UPRIGHT_ROW};

static const struct mech_row_spec mech_weld_spatial_rows[] = {
	MECH_MEET_ROWS,
	{"twist z", MECH_ANGLE, MECH_ROW_SINE, MECH_SHAPE_DIRECTIONS, "rotation about ", MECH_FRAME_Z},
	{"twist x", MECH_ANGLE, MECH_ROW_SINE, MECH_SHAPE_DIRECTIONS, "rotation about ", MECH_FRAME_X},
	{"twist y", MECH_ANGLE, MECH_ROW_SINE, MECH_SHAPE_DIRECTIONS, "rotation about ", MECH_FRAME_Y},
};

static void mech_weld_jets(const struct mech_context *c, const struct mech_element *e, const struct mech_frames *f,
                           struct mech_jet *rows)
{
	const struct mech_hinge h = {f, c->derived + e->derived};
	mech_hinge_meet(&h, rows);
	if (f->dimension == 2) {
		mech_hinge_angle(&h, &rows[2]);
		return;
	}
	mech_hinge_cosine(&h, MECH_FRAME_X, MECH_FRAME_Y, &rows[3]);
	mech_hinge_cosine(&h, MECH_FRAME_Y, MECH_FRAME_Z, &rows[4]);
	mech_hinge_cosine(&h, MECH_FRAME_Z, MECH_FRAME_X, &rows[5]);
}

#define MECH_WELD_KIND(in)                                                                              \
	.name = "weld", .drawing.symbol = MECH_SYMBOL_WELD, .section = MECH_JOINT, .space = in,             \
	.text = "rigid connection: the two bodies move as one", .file.n_bodies = 2, .file.n_parameters = 1, \
	.file.parameters = &mech_weld_parameters[in], MECH_ROWS_BY(mech_weld_jets), .drawing.point = mech_frame_point

LA_TABLE const struct mech_kind mech_weld = {
	.row.count = 3,
	.row.specs = mech_weld_rows,
	.derived.count = MECH_FRAME_POINTS,
	.derived.derive = mech_frame_derive_points,
	MECH_WELD_KIND(MECH_PLANAR),
};

LA_TABLE const struct mech_kind mech_spatial_weld = {
	.row.count = 6,
	.row.specs = mech_weld_spatial_rows,
	.derived.count = MECH_FRAME_NUMBERS,
	.derived.derive = mech_frame_derive_point,
	MECH_WELD_KIND(MECH_SPATIAL),
};
