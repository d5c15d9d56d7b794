/* Parallel axes in space: an axis of the second body stays parallel to one of the first.
 *
 *     g = parallel (2)
 *
 * Coordinate: angle about the axis + offset, turns counted. Memory: the last angle.
 */
#include "mech_kinds.h"
#include "mech_hinge.h"

enum { MECH_SPATIAL_PARALLEL_AXES_OFFSET = 6 };

static const struct mech_parameter_spec mech_spatial_parallel_axes_parameters[] = {
	MECH_FRAME_AT(3, "where reactions are reported, as drawn"),
	MECH_FRAME_AXIS(3, "direction of the axes, as drawn, any length"),
	MECH_FRAME_ANGLE_OFFSET("offset"),
};

static const struct mech_coordinate_spec mech_spatial_parallel_axes_coordinates[] = {
	{"angle", "speed", "acceleration", MECH_ANGLE, MECH_SPATIAL_PARALLEL_AXES_OFFSET, 0, MECH_SHAPE_DIRECTIONS},
};

static const struct mech_row_spec mech_spatial_parallel_axes_rows[] = {
	MECH_PARALLEL_ROWS,
};

static void mech_spatial_parallel_axes_jets(const struct mech_context *c, const struct mech_element *e,
                                            const struct mech_frames *f, struct mech_jet *rows)
{
	const struct mech_hinge h = {f, c->derived + e->derived};
	mech_hinge_parallel(&h, rows);
}

LA_TABLE const struct mech_kind mech_spatial_parallel_axes = {
	.name = "parallel_axes",
	.drawing.symbol = MECH_SYMBOL_AXES,
	.section = MECH_JOINT,
	.space = MECH_SPATIAL,
	.text = "an axis of the second body stays parallel to one of the first",
	.file.n_bodies = 2,
	.file.n_parameters = 3,
	.file.parameters = mech_spatial_parallel_axes_parameters,
	.coordinate.count = 1,
	.coordinate.specs = mech_spatial_parallel_axes_coordinates,
	.row.count = 2,
	.row.specs = mech_spatial_parallel_axes_rows,
	MECH_ROWS_BY(mech_spatial_parallel_axes_jets),
	MECH_COORDINATES_BY(mech_frame_angle),
	.derived.count = MECH_FRAME_NUMBERS,
	.memory.count = 1,
	.derived.derive = mech_frame_derive,
	.drawing.point = mech_frame_point,
};
