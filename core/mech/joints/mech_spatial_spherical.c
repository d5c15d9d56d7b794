/* Spherical joint in space: a point of the first body and a point of the second stay together.
 *
 *     g = meet (3)
 */
#include "mech_kinds.h"
#include "mech_hinge.h"

static const struct mech_parameter_spec mech_spatial_spherical_parameters[] = {
	MECH_FRAME_AT(3, "the common point, as drawn"),
};

static const struct mech_row_spec mech_spatial_spherical_rows[] = {
	MECH_MEET_ROWS,
};

static void mech_spatial_spherical_jets(const struct mech_context *c, const struct mech_element *e,
                                        const struct mech_frames *f, struct mech_jet *rows)
{
	const struct mech_hinge h = {f, c->derived + e->derived};
	mech_hinge_meet(&h, rows);
}

LA_TABLE const struct mech_kind mech_spatial_spherical = {
	.name = "spherical",
	.drawing.symbol = MECH_SYMBOL_BALL,
	.section = MECH_JOINT,
	.space = MECH_SPATIAL,
	.text = "ball joint: the two bodies share a point",
	.file.n_bodies = 2,
	.file.n_parameters = 1,
	.file.parameters = mech_spatial_spherical_parameters,
	.row.count = 3,
	.row.specs = mech_spatial_spherical_rows,
	.row.torque_free = 1,
	MECH_ROWS_BY(mech_spatial_spherical_jets),
	.derived.count = MECH_FRAME_NUMBERS,
	.derived.derive = mech_frame_derive_point,
	.drawing.point = mech_frame_point,
};
