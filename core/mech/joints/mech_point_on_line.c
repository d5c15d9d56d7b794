/* Point on line: a point of the first body stays on a line z of the second.
 *
 *     g = beside, seen from the second body: x2 . (p1 - p2), y2 . (p1 - p2)
 *
 * Coordinates: position of the point along the line + offset; in the plane also the angle of the
 * first body to the second + angle_offset.
 */
#include "mech_kinds.h"
#include "mech_hinge.h"

#define MECH_POINT_ON_LINE_PARAMETERS(n)                                                                        \
	MECH_FRAME_AT(n, "the point, as drawn"), MECH_FRAME_AXIS(n, "direction of the line, as drawn, any length"), \
		MECH_FRAME_OFFSET("offset", MECH_LENGTH, "position of the point along the line, as drawn")

static const struct mech_parameter_spec mech_point_on_line_parameters[] = {
	MECH_POINT_ON_LINE_PARAMETERS(2),
	MECH_FRAME_OFFSET("angle_offset", MECH_ANGLE, "angle of the first body to the second, as drawn"),
};

static const struct mech_parameter_spec mech_point_on_line_spatial_parameters[] = {MECH_POINT_ON_LINE_PARAMETERS(3)};

static const struct mech_coordinate_spec mech_point_on_line_coordinates[] = {
	{"position", "speed", "acceleration", MECH_LENGTH, 4, MECH_NO_TURNS, MECH_SHAPE_ALONG_SECOND},
	{"angle", "angular_speed", "angular_acceleration", MECH_ANGLE, 5, MECH_NO_TURNS, MECH_SHAPE_ANGLE},
};

static const struct mech_coordinate_spec mech_point_on_line_spatial_coordinates[] = {
	{"position", "speed", "acceleration", MECH_LENGTH, 6, MECH_NO_TURNS, MECH_SHAPE_ALONG_SECOND},
};

static const struct mech_row_spec mech_point_on_line_rows[] = {
	{"across", MECH_LENGTH, MECH_ROW_LINEAR, MECH_SHAPE_ALONG_SECOND, "across its axis", MECH_NO_AXIS},
};

static const struct mech_row_spec mech_point_on_line_spatial_rows[] = {MECH_BESIDE_ROWS(MECH_SHAPE_ALONG_SECOND)};

static void mech_point_on_line_jets(const struct mech_context *c, const struct mech_element *e,
                                    const struct mech_frames *f, struct mech_jet *rows)
{
	const struct mech_hinge h = {f, c->derived + e->derived};
	mech_hinge_beside(&h, 1, rows);
}

static void mech_point_on_line_measure(const struct mech_context *c, const struct mech_element *e,
                                       const struct mech_frames *f, int k, struct mech_jet *out)
{
	const struct mech_hinge h = {f, c->derived + e->derived};
	if (k == 0) {
		mech_hinge_along(&h, 1, MECH_FRAME_Z, out);
	} else {
		mech_hinge_angle(&h, out);
		mech_jet_scale(f, -1.0, out);
	}
}

#define MECH_POINT_ON_LINE_KIND(in)                                                                                \
	.name = "point_on_line", .drawing.symbol = MECH_SYMBOL_SLOT, .section = MECH_JOINT, .space = in,               \
	.text = "pin in a slot: a point of the first body moves along a line fixed in the second", .file.n_bodies = 2, \
	MECH_ROWS_BY(mech_point_on_line_jets), MECH_COORDINATES_BY(mech_point_on_line_measure),                        \
	.derived.count = MECH_FRAME_NUMBERS, .derived.derive = mech_frame_derive, .row.torque_free = 1,                \
	.drawing.point = mech_frame_first_point

LA_TABLE const struct mech_kind mech_point_on_line = {
	MECH_POINT_ON_LINE_KIND(MECH_PLANAR),
	.file.n_parameters = 4,
	.file.parameters = mech_point_on_line_parameters,
	.coordinate.count = 2,
	.coordinate.specs = mech_point_on_line_coordinates,
	.row.count = 1,
	.row.specs = mech_point_on_line_rows,
};

LA_TABLE const struct mech_kind mech_spatial_point_on_line = {
	MECH_POINT_ON_LINE_KIND(MECH_SPATIAL),
	.file.n_parameters = 3,
	.file.parameters = mech_point_on_line_spatial_parameters,
	.coordinate.count = 1,
	.coordinate.specs = mech_point_on_line_spatial_coordinates,
	.row.count = 2,
	.row.specs = mech_point_on_line_spatial_rows,
};
