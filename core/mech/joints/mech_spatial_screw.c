/* Screw joint in space: the second body turns about the axis z and moves along it by the lead for
 * each turn.
 *
 *     g = beside (2), parallel (2), position - lead angle / (2 pi)
 *
 * Coordinate: angle + offset, turns counted. Memory: the last angle.
 */
#include "mech_kinds.h"
#include "mech_hinge.h"

enum { MECH_SPATIAL_SCREW_LEAD = 6, MECH_SPATIAL_SCREW_OFFSET = 7 };

static const struct mech_parameter_spec mech_spatial_screw_parameters[] = {
	MECH_FRAME_AT(3, "a point of the axis, as drawn"),
	MECH_FRAME_AXIS(3, "direction of the axis, as drawn, any length"),
	{"lead", 1, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "movement along the axis for one turn, right-handed"},
	MECH_FRAME_ANGLE_OFFSET("offset"),
};

static const struct mech_coordinate_spec mech_spatial_screw_coordinates[] = {
	{"angle", "speed", "acceleration", MECH_ANGLE, MECH_SPATIAL_SCREW_OFFSET, 0, MECH_SHAPE_DIRECTIONS},
};

static const struct mech_row_spec mech_spatial_screw_rows[] = {
	MECH_BESIDE_ROWS(MECH_SHAPE_ALONG_FIRST),
	MECH_PARALLEL_ROWS,
	{"thread", MECH_LENGTH, MECH_ROW_LINEAR, MECH_SHAPE_ALONG_FIRST, NULL, MECH_NO_AXIS},
};

static void mech_spatial_screw_jets(const struct mech_context *c, const struct mech_element *e,
                                    const struct mech_frames *f, struct mech_jet *rows)
{
	const struct mech_hinge h = {f, c->derived + e->derived};
	struct mech_jet angle;
	const double lead = c->parameters[e->parameter + MECH_SPATIAL_SCREW_LEAD];
	mech_frame_in_line(c, e, f, rows);
	mech_hinge_along(&h, 0, MECH_FRAME_Z, &rows[4]);
	mech_hinge_angle(&h, &angle);
	mech_jet_add(f, 1.0, &rows[4], -lead / MECH_TURN, &angle, &rows[4]);
	rows[4].value -= lead * mech_joint_count(c, e, 0, (struct mech_reading){angle.value, 0.0}).turns;
}

LA_TABLE const struct mech_kind mech_spatial_screw = {
	.name = "screw",
	.drawing.symbol = MECH_SYMBOL_SCREW,
	.section = MECH_JOINT,
	.space = MECH_SPATIAL,
	.text = "the second body turns about an axis and moves along it, by the lead for each turn",
	.file.n_bodies = 2,
	.file.n_parameters = 4,
	.file.parameters = mech_spatial_screw_parameters,
	.coordinate.count = 1,
	.coordinate.specs = mech_spatial_screw_coordinates,
	.row.count = 5,
	.row.specs = mech_spatial_screw_rows,
	MECH_ROWS_BY(mech_spatial_screw_jets),
	MECH_COORDINATES_BY(mech_frame_angle),
	.derived.count = MECH_FRAME_NUMBERS,
	.memory.count = 1,
	.derived.derive = mech_frame_derive,
	.drawing.point = mech_frame_point,
};
