/* Revolute joint in space: hinge about the axis z.
 *
 *     g = meet (3), parallel (2)
 *
 * Coordinate: angle + offset, turns counted. Memory: the last angle.
 */
#include "mech_kinds.h"
#include "mech_spatial_joint.h"

enum { MECH_SPATIAL_REVOLUTE_OFFSET = 6 };

static const struct mech_parameter_spec mech_spatial_revolute_parameters[] = {
	MECH_FRAME_AT("a point of the axis, as drawn"),
	MECH_FRAME_AXIS("direction of the axis, as drawn, any length"),
	{"offset", 1, 0, MECH_ANGLE, MECH_OPTIONAL, MECH_ANY, 0, 0.0, "angle of the second body to the first, as drawn"},
};

static const struct mech_coordinate_spec mech_spatial_revolute_coordinates[] = {
	{"angle", "speed", "acceleration", MECH_ANGLE, MECH_SPATIAL_REVOLUTE_OFFSET, 0, MECH_SHAPE_DIRECTIONS},
};

static const struct mech_row_spec mech_spatial_revolute_rows[] = {
	MECH_MEET_ROWS,
	MECH_PARALLEL_ROWS,
};

static void mech_spatial_revolute_jets(const struct mech_context *c, const struct mech_element *e, int order,
                                       struct mech_jet *rows)
{
	struct mech_hinge h;
	mech_hinge_open(c, e, order, &h);
	mech_hinge_meet(&h, rows);
	mech_hinge_parallel(&h, rows + 3);
}

static void mech_spatial_revolute_measure(const struct mech_context *c, const struct mech_element *e, int order,
                                          struct mech_jet *out)
{
	struct mech_hinge h;
	mech_hinge_open(c, e, order, &h);
	mech_hinge_angle(&h, out);
}

LA_TABLE const struct mech_kind mech_spatial_revolute = {
	.name = "revolute",
	.symbol = MECH_SYMBOL_PIVOT,
	.section = MECH_JOINT,
	.space = MECH_SPATIAL,
	.text = "hinge: the two bodies share an axis and stay where they are along it",
	.n_bodies = 2,
	.n_parameters = 3,
	.parameters = mech_spatial_revolute_parameters,
	.n_coordinates = 1,
	.coordinates = mech_spatial_revolute_coordinates,
	.coordinate_reading = mech_jet_coordinate_reading,
	.coordinate_row = mech_jet_coordinate_row,
	.coordinate_bias = mech_jet_coordinate_bias,
	.coordinate_curvature = mech_jet_coordinate_curvature,
	.n_rows = 5,
	.rows = mech_spatial_revolute_rows,
	.constraint = mech_jet_constraint,
	.jacobian = mech_jet_jacobian,
	.bias = mech_jet_row_bias,
	.tangent = mech_jet_tangent,
	.jet_rows = mech_spatial_revolute_jets,
	.jet_coordinates = mech_spatial_revolute_measure,
	.n_derived = MECH_FRAME_NUMBERS,
	.n_memory = 1,
	.derive = mech_frame_derive,
	.point = mech_frame_point,
};
