/* Universal joint in space (Cardan's): the bodies share a point, and an axis of one stays
 * perpendicular to an axis of the other; the cross between them has no mass.
 *
 *     g = meet (3), z1 . w2
 *
 * Coordinates: angle of w2 about z1, and of z1 about w2 (both measured from the drawing), turns
 * counted. Derived: the frame of mech_hinge.h with z1 = axis and x = w2, the second axis made
 * perpendicular to z1 as drawn, then w2 again. Memory: the two last angles.
 */
#include "mech_kinds.h"
#include "mech_hinge.h"

static const struct mech_parameter_spec mech_spatial_universal_parameters[] = {
	MECH_FRAME_AT(3, "the centre of the cross, as drawn"),
	MECH_FRAME_AXIS(3, "axis of the cross in the first body, as drawn, any length"),
	{"second_axis", 3, 0, MECH_NUMBER, MECH_REQUIRED, MECH_DIRECTION, 0, 0.0,
     "axis of the cross in the second body, as drawn, perpendicular to the first"},
};

static const struct mech_coordinate_spec mech_spatial_universal_coordinates[] = {
	{"angle", "speed", "acceleration", MECH_ANGLE, MECH_NO_OFFSET, 0, MECH_SHAPE_DIRECTIONS},
	{"second_angle", "second_speed", "second_acceleration", MECH_ANGLE, MECH_NO_OFFSET, 1, MECH_SHAPE_DIRECTIONS},
};

static const struct mech_row_spec mech_spatial_universal_rows[] = {
	MECH_MEET_ROWS,
	{"angle of the cross", MECH_ANGLE, MECH_ROW_SINE, MECH_SHAPE_DIRECTIONS, NULL, MECH_NO_AXIS},
};

static void mech_spatial_universal_jets(const struct mech_context *c, const struct mech_element *e,
                                        const struct mech_frames *f, struct mech_jet *rows)
{
	const struct mech_hinge h = {f, c->derived + e->derived};
	mech_hinge_meet(&h, rows);
	mech_hinge_cosine(&h, MECH_FRAME_Z, MECH_FRAME_X, &rows[3]);
}

static void mech_spatial_universal_measure(const struct mech_context *c, const struct mech_element *e,
                                           const struct mech_frames *f, int k, struct mech_jet *out)
{
	const struct mech_hinge h = {f, c->derived + e->derived};
	struct mech_jet along, across;
	if (k == 0) {
		mech_hinge_angle(&h, out);
		return;
	}
	mech_hinge_cosine(&h, MECH_FRAME_Z, MECH_FRAME_Z, &along);
	mech_hinge_cosine(&h, MECH_FRAME_Z, MECH_FRAME_Y, &across);
	mech_jet_angle(f, &across, &along, out);
}

LA_TABLE const struct mech_kind mech_spatial_universal = {
	.name = "universal",
	.drawing.symbol = MECH_SYMBOL_CROSS,
	.section = MECH_JOINT,
	.space = MECH_SPATIAL,
	.text = "universal joint: the bodies share a point and the cross of two perpendicular axes",
	.file.n_bodies = 2,
	.file.n_parameters = 3,
	.file.parameters = mech_spatial_universal_parameters,
	.coordinate.count = 2,
	.coordinate.specs = mech_spatial_universal_coordinates,
	.row.count = 4,
	.row.specs = mech_spatial_universal_rows,
	MECH_ROWS_BY(mech_spatial_universal_jets),
	MECH_COORDINATES_BY(mech_spatial_universal_measure),
	.derived.count = MECH_FRAME_NUMBERS + 3,
	.memory.count = 2,
	.derived.derive = mech_frame_derive_cross,
	.drawing.point = mech_frame_point,
};
