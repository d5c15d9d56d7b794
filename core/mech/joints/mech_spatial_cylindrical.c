/* Cylindrical joint in space: the second body turns about the axis z and slides along it.
 *
 *     g = beside (2), parallel (2)
 *
 * Coordinates: position + offset; angle + angle_offset, turns counted. Memory: the last angle.
 */
#include "mech_kinds.h"
#include "mech_hinge.h"

enum { MECH_SPATIAL_CYLINDRICAL_OFFSET = 6, MECH_SPATIAL_CYLINDRICAL_ANGLE_OFFSET = 7 };

static const struct mech_parameter_spec mech_spatial_cylindrical_parameters[] = {
	MECH_FRAME_AT(3, "a point of the axis, as drawn"),
	MECH_FRAME_AXIS(3, "direction of the axis, as drawn, any length"),
	MECH_FRAME_OFFSET("offset", MECH_LENGTH, "position of the second body along the axis, as drawn"),
	MECH_FRAME_ANGLE_OFFSET("angle_offset"),
};

static const struct mech_coordinate_spec mech_spatial_cylindrical_coordinates[] = {
	{"position", "speed", "acceleration", MECH_LENGTH, MECH_SPATIAL_CYLINDRICAL_OFFSET, MECH_NO_TURNS,
     MECH_SHAPE_ALONG_FIRST},
	{"angle", "angular_speed", "angular_acceleration", MECH_ANGLE, MECH_SPATIAL_CYLINDRICAL_ANGLE_OFFSET, 0,
     MECH_SHAPE_DIRECTIONS},
};

static const struct mech_row_spec mech_spatial_cylindrical_rows[] = {
	MECH_BESIDE_ROWS(MECH_SHAPE_ALONG_FIRST),
	MECH_PARALLEL_ROWS,
};

static void mech_spatial_cylindrical_measure(const struct mech_context *c, const struct mech_element *e,
                                             const struct mech_frames *f, int k, struct mech_jet *out)
{
	const struct mech_hinge h = {f, c->derived + e->derived};
	if (k == 0) {
		mech_hinge_along(&h, 0, MECH_FRAME_Z, out);
	} else {
		mech_hinge_angle(&h, out);
	}
}

LA_TABLE const struct mech_kind mech_spatial_cylindrical = {
	.name = "cylindrical",
	.drawing.symbol = MECH_SYMBOL_SLEEVE,
	.section = MECH_JOINT,
	.space = MECH_SPATIAL,
	.text = "the two bodies share an axis: one turns about it and slides along it",
	.file.n_bodies = 2,
	.file.n_parameters = 4,
	.file.parameters = mech_spatial_cylindrical_parameters,
	.coordinate.count = 2,
	.coordinate.specs = mech_spatial_cylindrical_coordinates,
	.row.count = 4,
	.row.specs = mech_spatial_cylindrical_rows,
	MECH_ROWS_BY(mech_frame_in_line),
	MECH_COORDINATES_BY(mech_spatial_cylindrical_measure),
	.derived.count = MECH_FRAME_NUMBERS,
	.memory.count = 1,
	.derived.derive = mech_frame_derive,
	.drawing.point = mech_frame_point,
};
