/* Planar joint in space: a plane of the second body stays in a plane of the first; z is their
 * normal.
 *
 *     g = z1 . (p2 - p1), parallel (2)
 *
 * Coordinates: x, y of the second point in the plane, along the joint's x1 and y1, and the angle
 * about the normal, turns counted. Memory: the last angle.
 */
#include "mech_kinds.h"
#include "mech_hinge.h"

static const struct mech_parameter_spec mech_spatial_planar_parameters[] = {
	MECH_FRAME_AT(3, "a point of the plane, as drawn"),
	MECH_FRAME_AXIS(3, "normal of the plane, as drawn, any length"),
};

static const struct mech_coordinate_spec mech_spatial_planar_coordinates[] = {
	{"x", "vx", "ax", MECH_LENGTH, MECH_NO_OFFSET, MECH_NO_TURNS, MECH_SHAPE_ALONG_FIRST},
	{"y", "vy", "ay", MECH_LENGTH, MECH_NO_OFFSET, MECH_NO_TURNS, MECH_SHAPE_ALONG_FIRST},
	{"angle", "angular_speed", "angular_acceleration", MECH_ANGLE, MECH_NO_OFFSET, 0, MECH_SHAPE_DIRECTIONS},
};

static const struct mech_row_spec mech_spatial_planar_rows[] = {
	{"off the plane", MECH_LENGTH, MECH_ROW_LINEAR, MECH_SHAPE_ALONG_FIRST, NULL, MECH_NO_AXIS},
	MECH_PARALLEL_ROWS,
};

static void mech_spatial_planar_jets(const struct mech_context *c, const struct mech_element *e,
                                     const struct mech_frames *f, struct mech_jet *rows)
{
	const struct mech_hinge h = {f, c->derived + e->derived};
	mech_hinge_along(&h, 0, MECH_FRAME_Z, &rows[0]);
	mech_hinge_parallel(&h, rows + 1);
}

static void mech_spatial_planar_measure(const struct mech_context *c, const struct mech_element *e,
                                        const struct mech_frames *f, int k, struct mech_jet *out)
{
	const struct mech_hinge h = {f, c->derived + e->derived};
	if (k < 2) {
		mech_hinge_along(&h, 0, k == 0 ? MECH_FRAME_X : MECH_FRAME_Y, out);
	} else {
		mech_hinge_angle(&h, out);
	}
}

LA_TABLE const struct mech_kind mech_spatial_planar = {
	.name = "planar",
	.drawing.symbol = MECH_SYMBOL_PLATE,
	.section = MECH_JOINT,
	.space = MECH_SPATIAL,
	.text = "two planes stay together: the second body slides in a plane of the first and turns about its normal",
	.file.n_bodies = 2,
	.file.n_parameters = 2,
	.file.parameters = mech_spatial_planar_parameters,
	.coordinate.count = 3,
	.coordinate.specs = mech_spatial_planar_coordinates,
	.row.count = 3,
	.row.specs = mech_spatial_planar_rows,
	MECH_ROWS_BY(mech_spatial_planar_jets),
	MECH_COORDINATES_BY(mech_spatial_planar_measure),
	.derived.count = MECH_FRAME_NUMBERS,
	.memory.count = 1,
	.derived.derive = mech_frame_derive,
	.drawing.point = mech_frame_point,
};
