/* Sensor: distance between a point of the first body and a point of the second, and its rate.
 *
 * Derived: local points s1, s2.
 */
#include "mech_kinds.h"
#include "mech_planar.h"

static const struct mech_parameter_spec mech_sense_distance_parameters[] = {
	{"from", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "point of the first body, as drawn"},
	{"to", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "point of the second body, as drawn"},
};

static const struct mech_output_spec mech_sense_distance_outputs[] = {
	{"distance", 1, MECH_LENGTH, MECH_READS_POSITIONS, "distance of the points"},
	{"speed", 1, MECH_VELOCITY, MECH_READS_MOTION, "rate of the distance; 0 where the points coincide"},
};

static void mech_sense_distance_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_local_point(c, e->body[0], c->parameters + e->parameter, out);
	mech_local_point(c, e->body[1], c->parameters + e->parameter + 2, out + 2);
}

static void mech_sense_distance_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *derived = c->derived + e->derived;
	const struct mech_pair pair = {{e->body[0], e->body[1]}, {derived, derived + 2}};
	struct mech_scalar h;
	double v[MECH_PAIR_V];
	mech_scalar_distance(c, &pair, &h);
	mech_gather(c, e, c->v, v);
	out[0] = h.value;
	out[1] = mech_scalar_rate(&h, v);
}

static void mech_sense_distance_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	double d[2];
	mech_point(c, e->body[1], c->derived + e->derived + 2, d, out);
}

LA_TABLE const struct mech_kind mech_sense_distance = {
	.name = "distance",
	.symbol = MECH_SYMBOL_DISTANCE,
	.section = MECH_SENSOR,
	.space = MECH_PLANAR,
	.text = "distance between two points",
	.n_bodies = 2,
	.n_parameters = 2,
	.parameters = mech_sense_distance_parameters,
	.n_outputs = 2,
	.outputs = mech_sense_distance_outputs,
	.n_derived = 4,
	.derive = mech_sense_distance_derive,
	.output = mech_sense_distance_output,
	.point = mech_sense_distance_point,
};
