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
	.symbol = MECH_SYMBOL_BALL,
	.section = MECH_JOINT,
	.space = MECH_SPATIAL,
	.text = "ball joint: the two bodies share a point",
	.n_bodies = 2,
	.n_parameters = 1,
	.parameters = mech_spatial_spherical_parameters,
	.n_rows = 3,
	.rows = mech_spatial_spherical_rows,
	.torque_free = 1,
	MECH_ROWS_BY(mech_spatial_spherical_jets),
	.n_derived = MECH_FRAME_NUMBERS,
	.derive = mech_frame_derive_point,
	.point = mech_frame_point,
};
