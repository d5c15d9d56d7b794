/* Prismatic joint in space: the second body slides along the axis z and does not turn.
 *
 *     g = beside (2), parallel (2), x1 . y2
 *
 * Coordinate: position + offset.
 */
#include "mech_kinds.h"
#include "mech_spatial_joint.h"

enum { MECH_SPATIAL_PRISMATIC_OFFSET = 6 };

static const struct mech_parameter_spec mech_spatial_prismatic_parameters[] = {
	MECH_FRAME_AT("a point of the axis, as drawn"),
	MECH_FRAME_AXIS("direction of the axis, as drawn, any length"),
	{"offset", 1, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_ANY, 0, 0.0,
     "position of the second body along the axis, as drawn"},
};

static const struct mech_coordinate_spec mech_spatial_prismatic_coordinates[] = {
	{"position", "speed", "acceleration", MECH_LENGTH, MECH_SPATIAL_PRISMATIC_OFFSET, MECH_NO_TURNS,
     MECH_SHAPE_ALONG_FIRST},
};

static const struct mech_row_spec mech_spatial_prismatic_rows[] = {
	MECH_BESIDE_ROWS(MECH_SHAPE_ALONG_FIRST),
	MECH_PARALLEL_ROWS,
	{"twist", MECH_ANGLE, MECH_ROW_SINE, MECH_SHAPE_DIRECTIONS, "rotation about its axis", MECH_NO_AXIS},
};

static void mech_spatial_prismatic_jets(const struct mech_context *c, const struct mech_element *e, int order,
                                        struct mech_jet *rows)
{
	struct mech_hinge h;
	mech_hinge_open(c, e, order, &h);
	mech_hinge_beside(&h, rows);
	mech_hinge_parallel(&h, rows + 2);
	mech_hinge_cosine(&h, MECH_FRAME_X, MECH_FRAME_Y, &rows[4]);
}

static void mech_spatial_prismatic_measure(const struct mech_context *c, const struct mech_element *e, int order,
                                           struct mech_jet *out)
{
	struct mech_hinge h;
	mech_hinge_open(c, e, order, &h);
	mech_hinge_along(&h, 0, MECH_FRAME_Z, out);
}

LA_TABLE const struct mech_kind mech_spatial_prismatic = {
	.name = "prismatic",
	.symbol = MECH_SYMBOL_SLIDER,
	.section = MECH_JOINT,
	.space = MECH_SPATIAL,
	.text = "slide: the second body moves along an axis of the first and does not turn",
	.n_bodies = 2,
	.n_parameters = 3,
	.parameters = mech_spatial_prismatic_parameters,
	.n_coordinates = 1,
	.coordinates = mech_spatial_prismatic_coordinates,
	.coordinate_reading = mech_jet_coordinate_reading,
	.coordinate_row = mech_jet_coordinate_row,
	.coordinate_bias = mech_jet_coordinate_bias,
	.coordinate_curvature = mech_jet_coordinate_curvature,
	.n_rows = 5,
	.rows = mech_spatial_prismatic_rows,
	.constraint = mech_jet_constraint,
	.jacobian = mech_jet_jacobian,
	.bias = mech_jet_row_bias,
	.tangent = mech_jet_tangent,
	.jet_rows = mech_spatial_prismatic_jets,
	.jet_coordinates = mech_spatial_prismatic_measure,
	.n_derived = MECH_FRAME_NUMBERS,
	.derive = mech_frame_derive,
	.point = mech_frame_point,
};
