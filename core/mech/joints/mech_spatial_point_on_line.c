/* Point on line in space: a point of the first body stays on a line of the second.
 *
 *     g = x2 . (p1 - p2), y2 . (p1 - p2)
 *
 * Coordinate: position of the point along the line + offset.
 */
#include "mech_kinds.h"
#include "mech_spatial_joint.h"

enum { MECH_SPATIAL_POINT_ON_LINE_OFFSET = 6 };

static const struct mech_parameter_spec mech_spatial_point_on_line_parameters[] = {
	MECH_FRAME_AT("the point, as drawn"),
	MECH_FRAME_AXIS("direction of the line, as drawn, any length"),
	{"offset", 1, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_ANY, 0, 0.0, "position of the point along the line, as drawn"},
};

static const struct mech_coordinate_spec mech_spatial_point_on_line_coordinates[] = {
	{"position", "speed", "acceleration", MECH_LENGTH, MECH_SPATIAL_POINT_ON_LINE_OFFSET, MECH_NO_TURNS,
     MECH_SHAPE_ALONG_SECOND},
};

static const struct mech_row_spec mech_spatial_point_on_line_rows[] = {
	MECH_BESIDE_ROWS(MECH_SHAPE_ALONG_SECOND),
};

static void mech_spatial_point_on_line_jets(const struct mech_context *c, const struct mech_element *e, int order,
                                            struct mech_jet *rows)
{
	struct mech_hinge h;
	mech_hinge_open(c, e, order, &h);
	mech_hinge_along(&h, 1, MECH_FRAME_X, &rows[0]);
	mech_hinge_along(&h, 1, MECH_FRAME_Y, &rows[1]);
}

static void mech_spatial_point_on_line_measure(const struct mech_context *c, const struct mech_element *e, int order,
                                               struct mech_jet *out)
{
	struct mech_hinge h;
	mech_hinge_open(c, e, order, &h);
	mech_hinge_along(&h, 1, MECH_FRAME_Z, out);
}

LA_TABLE const struct mech_kind mech_spatial_point_on_line = {
	.name = "point_on_line",
	.symbol = MECH_SYMBOL_SLOT,
	.section = MECH_JOINT,
	.space = MECH_SPATIAL,
	.text = "a point of the first body stays on a line of the second",
	.n_bodies = 2,
	.n_parameters = 3,
	.parameters = mech_spatial_point_on_line_parameters,
	.n_coordinates = 1,
	.coordinates = mech_spatial_point_on_line_coordinates,
	.coordinate_reading = mech_jet_coordinate_reading,
	.coordinate_row = mech_jet_coordinate_row,
	.coordinate_bias = mech_jet_coordinate_bias,
	.coordinate_curvature = mech_jet_coordinate_curvature,
	.n_rows = 2,
	.rows = mech_spatial_point_on_line_rows,
	.constraint = mech_jet_constraint,
	.jacobian = mech_jet_jacobian,
	.bias = mech_jet_row_bias,
	.tangent = mech_jet_tangent,
	.jet_rows = mech_spatial_point_on_line_jets,
	.jet_coordinates = mech_spatial_point_on_line_measure,
	.n_derived = MECH_FRAME_NUMBERS,
	.derive = mech_frame_derive,
	.point = mech_frame_point,
};
