/* Axes in line: an axis of the first body and one of the second stay on one line.
 *
 *     g = beside (2), parallel (2)
 *
 * Coordinate: position of the second point along the axis + offset.
 */
#include "mech_kinds.h"
#include "mech_hinge.h"

enum { MECH_SPATIAL_IN_LINE_OFFSET = 6 };

static const struct mech_parameter_spec mech_spatial_in_line_parameters[] = {
	MECH_FRAME_AT(3, "a point of the line, as drawn"),
	MECH_FRAME_AXIS(3, "direction of the line, as drawn, any length"),
	MECH_FRAME_OFFSET("offset", MECH_LENGTH, "position of the second body along the axis, as drawn"),
};

static const struct mech_coordinate_spec mech_spatial_in_line_coordinates[] = {
	{"position", "speed", "acceleration", MECH_LENGTH, MECH_SPATIAL_IN_LINE_OFFSET, MECH_NO_TURNS,
     MECH_SHAPE_ALONG_FIRST},
};

static const struct mech_row_spec mech_spatial_in_line_rows[] = {
	MECH_BESIDE_ROWS(MECH_SHAPE_ALONG_FIRST),
	MECH_PARALLEL_ROWS,
};

LA_TABLE const struct mech_kind mech_spatial_in_line = {
	.name = "in_line",
	.drawing.symbol = MECH_SYMBOL_SLEEVE,
	.section = MECH_JOINT,
	.space = MECH_SPATIAL,
	.text = "an axis of the first body and one of the second stay on one line",
	.file.n_bodies = 2,
	.file.n_parameters = 3,
	.file.parameters = mech_spatial_in_line_parameters,
	.coordinate.count = 1,
	.coordinate.specs = mech_spatial_in_line_coordinates,
	.row.count = 4,
	.row.specs = mech_spatial_in_line_rows,
	MECH_ROWS_BY(mech_frame_in_line),
	MECH_COORDINATES_BY(mech_frame_position),
	.derived.count = MECH_FRAME_NUMBERS,
	.derived.derive = mech_frame_derive,
	.drawing.point = mech_frame_point,
};
