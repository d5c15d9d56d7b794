/* Prismatic joint: the second body slides along the axis z, fixed in the first, and does not turn.
 *
 *     g = beside, upright
 *
 * Coordinate: position + offset.
 */
#include "mech_kinds.h"
#include "mech_hinge.h"

#define MECH_PRISMATIC_PARAMETERS(n)                                      \
	MECH_FRAME_AT(n, "a point of the slide, as drawn"),                   \
		MECH_FRAME_AXIS(n, "direction of sliding, as drawn, any length"), \
		MECH_FRAME_OFFSET("offset", MECH_LENGTH, "position of the second body along the axis, as drawn")

static const struct mech_parameter_spec mech_prismatic_parameters[MECH_SPACE_COUNT][3] = {
	{MECH_PRISMATIC_PARAMETERS(2)}, {MECH_PRISMATIC_PARAMETERS(3)}};

static const struct mech_coordinate_spec mech_prismatic_coordinates[MECH_SPACE_COUNT] = {
	{"position", "speed", "acceleration", MECH_LENGTH, 4, MECH_NO_TURNS, MECH_SHAPE_ALONG_FIRST},
	{"position", "speed", "acceleration", MECH_LENGTH, 6, MECH_NO_TURNS, MECH_SHAPE_ALONG_FIRST},
};

static const struct mech_row_spec mech_prismatic_rows[] = {
	{"across", MECH_LENGTH, MECH_ROW_LINEAR, MECH_SHAPE_ALONG_FIRST, "across its axis", MECH_NO_AXIS},
	MECH_PLANAR_UPRIGHT_ROW,
};

static const struct mech_row_spec mech_prismatic_spatial_rows[] = {
	MECH_BESIDE_ROWS(MECH_SHAPE_ALONG_FIRST),
	MECH_PARALLEL_ROWS,
	{"twist", MECH_ANGLE, MECH_ROW_SINE, MECH_SHAPE_DIRECTIONS, "rotation about its axis", MECH_NO_AXIS},
};

static void mech_prismatic_jets(const struct mech_context *c, const struct mech_element *e, const struct mech_frames *f,
                                struct mech_jet *rows)
{
	const struct mech_hinge h = {f, c->derived + e->derived};
	mech_hinge_beside(&h, 0, rows);
	mech_hinge_upright(&h, rows + f->dimension - 1);
}

#define MECH_PRISMATIC_KIND(in)                                                                                   \
	.name = "prismatic", .drawing.symbol = MECH_SYMBOL_SLIDER, .section = MECH_JOINT, .space = in,                \
	.text = "slide: the second body moves along an axis fixed in the first, without turning", .file.n_bodies = 2, \
	.file.n_parameters = 3, .file.parameters = mech_prismatic_parameters[in], .coordinate.count = 1,              \
	.coordinate.specs = &mech_prismatic_coordinates[in], MECH_ROWS_BY(mech_prismatic_jets),                       \
	MECH_COORDINATES_BY(mech_frame_position), .derived.count = MECH_FRAME_NUMBERS,                                \
	.derived.derive = mech_frame_derive, .drawing.point = mech_frame_point

LA_TABLE const struct mech_kind mech_prismatic = {
	MECH_PRISMATIC_KIND(MECH_PLANAR),
	.row.count = 2,
	.row.specs = mech_prismatic_rows,
};

LA_TABLE const struct mech_kind mech_spatial_prismatic = {
	MECH_PRISMATIC_KIND(MECH_SPATIAL),
	.row.count = 5,
	.row.specs = mech_prismatic_spatial_rows,
};
