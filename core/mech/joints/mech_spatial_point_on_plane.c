/* Point on plane: a point of the first body stays in a plane of the second; z is the plane's
 * normal.
 *
 *     g = z2 . (p1 - p2)
 *
 * Coordinates: x, y of the point in the plane, along the joint's x2 and y2.
 */
#include "mech_kinds.h"
#include "mech_hinge.h"

static const struct mech_parameter_spec mech_spatial_point_on_plane_parameters[] = {
	MECH_FRAME_AT(3, "the point, as drawn"),
	MECH_FRAME_AXIS(3, "normal of the plane, as drawn, any length"),
};

static const struct mech_coordinate_spec mech_spatial_point_on_plane_coordinates[] = {
	{"x", "vx", "ax", MECH_LENGTH, MECH_NO_OFFSET, MECH_NO_TURNS, MECH_SHAPE_ALONG_SECOND},
	{"y", "vy", "ay", MECH_LENGTH, MECH_NO_OFFSET, MECH_NO_TURNS, MECH_SHAPE_ALONG_SECOND},
};

static const struct mech_row_spec mech_spatial_point_on_plane_rows[] = {
	{"off the plane", MECH_LENGTH, MECH_ROW_LINEAR, MECH_SHAPE_ALONG_SECOND, NULL, MECH_NO_AXIS},
};

static void mech_spatial_point_on_plane_jets(const struct mech_context *c, const struct mech_element *e,
                                             const struct mech_frames *f, struct mech_jet *rows)
{
	const struct mech_hinge h = {f, c->derived + e->derived};
	mech_hinge_along(&h, 1, MECH_FRAME_Z, &rows[0]);
}

static void mech_spatial_point_on_plane_measure(const struct mech_context *c, const struct mech_element *e,
                                                const struct mech_frames *f, int k, struct mech_jet *out)
{
	const struct mech_hinge h = {f, c->derived + e->derived};
	mech_hinge_along(&h, 1, k == 0 ? MECH_FRAME_X : MECH_FRAME_Y, out);
}

LA_TABLE const struct mech_kind mech_spatial_point_on_plane = {
	.name = "point_on_plane",
	.drawing.symbol = MECH_SYMBOL_PLATE,
	.section = MECH_JOINT,
	.space = MECH_SPATIAL,
	.text = "a point of the first body stays in a plane of the second",
	.file.n_bodies = 2,
	.file.n_parameters = 2,
	.file.parameters = mech_spatial_point_on_plane_parameters,
	.coordinate.count = 2,
	.coordinate.specs = mech_spatial_point_on_plane_coordinates,
	.row.count = 1,
	.row.specs = mech_spatial_point_on_plane_rows,
	MECH_ROWS_BY(mech_spatial_point_on_plane_jets),
	MECH_COORDINATES_BY(mech_spatial_point_on_plane_measure),
	.derived.count = MECH_FRAME_NUMBERS,
	.derived.derive = mech_frame_derive,
	.row.torque_free = 1,
	.drawing.point = mech_frame_first_point,
};
