/* Sensor: distance between a point of the first body and a point of the second, and its rate.
 *
 * Derived: local points s1, s2.
 */
#include "mech_jet.h"
#include "mech_kinds.h"

#define MECH_SENSE_DISTANCE_PARAMETERS(n)                                                              \
	{"from", n, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "point of the first body, as drawn"}, \
		{"to", n, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "point of the second body, as drawn"},
static const struct mech_parameter_spec mech_sense_distance_parameters[MECH_SPACE_COUNT][2] = {
	{MECH_SENSE_DISTANCE_PARAMETERS(2)}, {MECH_SENSE_DISTANCE_PARAMETERS(3)}};

static const struct mech_output_spec mech_sense_distance_outputs[] = {
	{"distance", 1, MECH_LENGTH, MECH_READS_POSITIONS, "distance of the points"},
	{"speed", 1, MECH_VELOCITY, MECH_READS_MOTION, "rate of the distance; 0 where the points coincide"},
};

static void mech_sense_distance_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const int n = mech_dimension(c);
	mech_local_point(c, e->body[0], c->parameters + e->parameter, out);
	mech_local_point(c, e->body[1], c->parameters + e->parameter + n, out + n);
}

static void mech_sense_distance_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *s = c->derived + e->derived;
	struct mech_frames f;
	struct mech_jet distance;
	double v[MECH_MOST_PAIR_V];
	mech_frames_open(c, e, 1, &f);
	mech_jet_distance(&f, s, s + f.dimension, &distance);
	mech_gather(c, e, c->v, v);
	out[0] = distance.value;
	out[1] = mech_jet_rate(&f, &distance, v);
}

static void mech_sense_distance_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_point(c, e->body[1], c->derived + e->derived + mech_dimension(c), out);
}

#define MECH_SENSE_DISTANCE_KIND(in, n)                                                                                \
	.name = "distance", .drawing.symbol = MECH_SYMBOL_DISTANCE, .section = MECH_SENSOR, .space = in,                   \
	.text = "distance between two points", .file.n_bodies = 2, .file.n_parameters = 2,                                 \
	.file.parameters = mech_sense_distance_parameters[in], .output.count = 2,                                          \
	.output.specs = mech_sense_distance_outputs, .derived.count = 2 * n, .derived.derive = mech_sense_distance_derive, \
	.output.values = mech_sense_distance_output, .drawing.point = mech_sense_distance_point

LA_TABLE const struct mech_kind mech_sense_distance = {MECH_SENSE_DISTANCE_KIND(MECH_PLANAR, 2)};
LA_TABLE const struct mech_kind mech_spatial_sense_distance = {MECH_SENSE_DISTANCE_KIND(MECH_SPATIAL, 3)};
