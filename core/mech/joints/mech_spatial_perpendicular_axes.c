/* Perpendicular axes: an axis of the second body stays perpendicular to one of the first.
 *
 *     g = z1 . w2
 *
 * Derived: the frame of mech_hinge.h with z1 = axis, then the unit vector w2 along second_axis,
 * made perpendicular to z1 as drawn.
 */
#include "mech_kinds.h"
#include "mech_hinge.h"

static const struct mech_parameter_spec mech_spatial_perpendicular_axes_parameters[] = {
	MECH_FRAME_AT(3, "where reactions are reported, as drawn"),
	MECH_FRAME_AXIS(3, "direction of the first body's axis, as drawn, any length"),
	{"second_axis", 3, 0, MECH_NUMBER, MECH_REQUIRED, MECH_DIRECTION, 0, 0.0,
     "direction of the second body's axis, as drawn, any length"},
};

static const struct mech_row_spec mech_spatial_perpendicular_axes_rows[] = {
	{"angle", MECH_ANGLE, MECH_ROW_SINE, MECH_SHAPE_DIRECTIONS, "rotation", MECH_NO_AXIS},
};

static void mech_spatial_perpendicular_axes_jets(const struct mech_context *c, const struct mech_element *e,
                                                 const struct mech_frames *f, struct mech_jet *rows)
{
	const struct mech_hinge h = {f, c->derived + e->derived};
	mech_hinge_cosine(&h, MECH_FRAME_Z, MECH_FRAME_NUMBERS, &rows[0]);
}

LA_TABLE const struct mech_kind mech_spatial_perpendicular_axes = {
	.name = "perpendicular_axes",
	.drawing.symbol = MECH_SYMBOL_AXES,
	.section = MECH_JOINT,
	.space = MECH_SPATIAL,
	.text = "an axis of the second body stays perpendicular to one of the first",
	.file.n_bodies = 2,
	.file.n_parameters = 3,
	.file.parameters = mech_spatial_perpendicular_axes_parameters,
	.row.count = 1,
	.row.specs = mech_spatial_perpendicular_axes_rows,
	MECH_ROWS_BY(mech_spatial_perpendicular_axes_jets),
	.derived.count = MECH_FRAME_NUMBERS + 3,
	.derived.derive = mech_frame_derive_cross,
	.drawing.point = mech_frame_point,
};
