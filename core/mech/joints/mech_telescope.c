/* Telescope: two points with their distance as a coordinate, which it leaves free. Drivers lead it
 * (a rod whose length is given), forces act along it.
 *
 * No rows. Coordinate: distance + offset. Where the points coincide it has no direction
 * (mech_jet_distance). Derived: length as drawn, local points s1, s2.
 */
#include "mech_joint_jets.h"
#include "mech_kinds.h"

#include <math.h>

#define MECH_TELESCOPE_PARAMETERS(n)                                                                   \
	MECH_TWO_ENDS(n),                                                                                  \
	{                                                                                                  \
		"offset", 1, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_ANY, 1, 0.0, "added to the distance measured" \
	}

static const struct mech_parameter_spec mech_telescope_parameters[MECH_SPACE_COUNT][3] = {
	{MECH_TELESCOPE_PARAMETERS(2)}, {MECH_TELESCOPE_PARAMETERS(3)}};

static const struct mech_coordinate_spec mech_telescope_coordinates[MECH_SPACE_COUNT] = {
	{"length", "speed", "acceleration", MECH_LENGTH, 4, MECH_NO_TURNS, MECH_SHAPE_ANY},
	{"length", "speed", "acceleration", MECH_LENGTH, 6, MECH_NO_TURNS, MECH_SHAPE_ANY},
};

static void mech_telescope_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_two_ends_derive(c, e, NAN, out);
}

static void mech_telescope_length(const struct mech_context *c, const struct mech_element *e,
                                  const struct mech_frames *f, int k, struct mech_jet *out)
{
	const double *s = c->derived + e->derived + 1;
	(void)k;
	mech_jet_distance(f, s, s + f->dimension, out);
}

static void mech_telescope_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_point(c, e->body[1], c->derived + e->derived + 1 + mech_dimension(c), out);
}

#define MECH_TELESCOPE_KIND(in, n)                                                                                    \
	.name = "telescope", .drawing.symbol = MECH_SYMBOL_ROD, .row.torque_free = 1, .section = MECH_JOINT, .space = in, \
	.text = "two points at a free distance, which drivers may lead and along which forces act", .file.n_bodies = 2,   \
	.file.n_parameters = 3, .file.parameters = mech_telescope_parameters[in], .coordinate.count = 1,                  \
	.coordinate.specs = &mech_telescope_coordinates[in], MECH_COORDINATES_BY(mech_telescope_length),                  \
	.derived.count = 1 + 2 * n, .derived.derive = mech_telescope_derive, .drawing.point = mech_telescope_point

LA_TABLE const struct mech_kind mech_telescope = {MECH_TELESCOPE_KIND(MECH_PLANAR, 2)};
LA_TABLE const struct mech_kind mech_spatial_telescope = {MECH_TELESCOPE_KIND(MECH_SPATIAL, 3)};
