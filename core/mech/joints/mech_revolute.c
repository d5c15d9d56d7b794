/* Revolute joint: the bodies share a point, in space an axis z.
 *
 *     g = meet, parallel
 *
 * Coordinate: angle + offset, turns counted. Memory in space: the last angle.
 */
#include "mech_kinds.h"
#include "mech_hinge.h"

static const struct mech_parameter_spec mech_revolute_parameters[] = {
	MECH_FRAME_AT(2, "the common point, as drawn"),
	MECH_FRAME_ANGLE_OFFSET("offset"),
};

static const struct mech_parameter_spec mech_revolute_spatial_parameters[] = {
	MECH_FRAME_AT(3, "a point of the axis, as drawn"),
	MECH_FRAME_AXIS(3, "direction of the axis, as drawn, any length"),
	MECH_FRAME_ANGLE_OFFSET("offset"),
};

static const struct mech_coordinate_spec mech_revolute_coordinates[MECH_SPACE_COUNT] = {
	{"angle", "speed", "acceleration", MECH_ANGLE, 2, MECH_NO_TURNS, MECH_SHAPE_ANGLE},
	{"angle", "speed", "acceleration", MECH_ANGLE, 6, 0, MECH_SHAPE_DIRECTIONS},
};

static const struct mech_row_spec mech_revolute_rows[] = {MECH_PLANAR_MEET_ROWS};
static const struct mech_row_spec mech_revolute_spatial_rows[] = {MECH_MEET_ROWS, MECH_PARALLEL_ROWS};

static void mech_revolute_jets(const struct mech_context *c, const struct mech_element *e, const struct mech_frames *f,
                               struct mech_jet *rows)
{
	const struct mech_hinge h = {f, c->derived + e->derived};
	mech_hinge_meet(&h, rows);
	mech_hinge_parallel(&h, rows + f->dimension);
}

#define MECH_REVOLUTE_KIND(in)                                                                                       \
	.name = "revolute", .drawing.symbol = MECH_SYMBOL_PIVOT, .section = MECH_JOINT, .space = in, .file.n_bodies = 2, \
	.coordinate.count = 1, .coordinate.specs = &mech_revolute_coordinates[in], MECH_ROWS_BY(mech_revolute_jets),     \
	MECH_COORDINATES_BY(mech_frame_angle), .drawing.point = mech_frame_point

LA_TABLE const struct mech_kind mech_revolute = {
	MECH_REVOLUTE_KIND(MECH_PLANAR),
	.text = "hinge: the two bodies share a point",
	.file.n_parameters = 2,
	.file.parameters = mech_revolute_parameters,
	.row.count = 2,
	.row.specs = mech_revolute_rows,
	.row.torque_free = 1,
	.derived.count = MECH_FRAME_POINTS,
	.derived.derive = mech_frame_derive_points,
};

LA_TABLE const struct mech_kind mech_spatial_revolute = {
	MECH_REVOLUTE_KIND(MECH_SPATIAL),
	.text = "hinge: the two bodies share an axis and stay where they are along it",
	.file.n_parameters = 3,
	.file.parameters = mech_revolute_spatial_parameters,
	.row.count = 5,
	.row.specs = mech_revolute_spatial_rows,
	.memory.count = 1,
	.derived.count = MECH_FRAME_NUMBERS,
	.derived.derive = mech_frame_derive,
};
