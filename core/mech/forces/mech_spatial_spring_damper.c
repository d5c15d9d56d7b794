/* Spring and damper in space, between a point of the first body and a point of the second.
 *
 *     tension = F(l - length, dl/dt)   along the distance l,
 *
 * F by stiffness and damping, or by tables: mech_spring_law.h. Where the points coincide the force has no direction
 * and is zero (mech_jet_distance). Derived: length, local points s1, s2.
 */
#include "mech_kinds.h"
#include "mech_rotation.h"
#include "mech_spatial.h"
#include "mech_spring_law.h"

#include <math.h>

enum {
	MECH_SPATIAL_SPRING_DAMPER_FROM = 0,
	MECH_SPATIAL_SPRING_DAMPER_TO = 3,
	MECH_SPATIAL_SPRING_DAMPER_LAW = 6,
	MECH_SPATIAL_SPRING_DAMPER_LENGTH = 8
};

static const struct mech_parameter_spec mech_spatial_spring_damper_parameters[] = {
	{"from", 3, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "end on the first body, as drawn"},
	{"to", 3, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "end on the second body, as drawn"},
	MECH_SPRING_SPECS,
};

static void mech_spatial_spring_damper_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *numbers = c->parameters + e->parameter;
	const double *from = numbers + MECH_SPATIAL_SPRING_DAMPER_FROM, *to = numbers + MECH_SPATIAL_SPRING_DAMPER_TO;
	const double gap[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
	const double length = numbers[MECH_SPATIAL_SPRING_DAMPER_LENGTH];
	out[0] = isnan(length) ? mech_length(gap) : length;
	mech_spatial_local_point(c, e->body[0], from, out + 1);
	mech_spatial_local_point(c, e->body[1], to, out + 4);
}

/* the distance, its rate, the velocities of both bodies, and the tension */
struct mech_spatial_spring_damper_stretch {
	struct mech_jet distance;
	double stretch, rate, v[MECH_JET_V];
	struct mech_spring_force tension;
};

static void mech_spatial_spring_damper_measure(const struct mech_context *c, const struct mech_element *e, int order,
                                               struct mech_spatial_spring_damper_stretch *s)
{
	const double *derived = c->derived + e->derived;
	struct mech_frames f;
	mech_frames_open(c, e->body, order, &f);
	mech_jet_distance(&f, derived + 1, derived + 4, &s->distance);
	mech_gather(c, e, c->v, s->v);
	s->rate = mech_jet_rate(&s->distance, s->v);
	s->stretch = s->distance.value - derived[0];
	s->tension = mech_spring_force(c, e, MECH_SPATIAL_SPRING_DAMPER_LAW, s->stretch, s->rate);
}

static void mech_spatial_spring_damper_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	struct mech_spatial_spring_damper_stretch s;
	mech_spatial_spring_damper_measure(c, e, 1, &s);
	const double F = -s.tension.value;
	mech_jet_add_force(1, &s.distance, &F, f);
}

static void mech_spatial_spring_damper_tangent(const struct mech_context *c, const struct mech_element *e, double cq,
                                               double cv, double *out)
{
	struct mech_spatial_spring_damper_stretch s;
	mech_spatial_spring_damper_measure(c, e, 2, &s);
	const double F = -s.tension.value, Fx = -s.tension.by_stretch, Fv = -s.tension.by_rate;
	mech_jet_add_force_tangent(1, &s.distance, s.v, &F, &Fx, &Fv, cq, cv, out);
}

static double mech_spatial_spring_damper_potential(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_spatial_spring_damper_stretch s;
	mech_spatial_spring_damper_measure(c, e, 1, &s);
	return mech_spring_energy(c, e, MECH_SPATIAL_SPRING_DAMPER_LAW, s.stretch);
}

static double mech_spatial_spring_damper_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_spatial_spring_damper_stretch s;
	mech_spatial_spring_damper_measure(c, e, 1, &s);
	return mech_spring_heat(c, e, MECH_SPATIAL_SPRING_DAMPER_LAW, s.rate);
}

static void mech_spatial_spring_damper_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_spatial_spring_damper_stretch s;
	mech_spatial_spring_damper_measure(c, e, 1, &s);
	out[0] = s.tension.value;
}

static void mech_spatial_spring_damper_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_spatial_point(c, e->body[1], c->derived + e->derived + 4, out);
}

LA_TABLE const struct mech_kind mech_spatial_spring_damper = {
	.name = "spring_damper",
	.symbol = MECH_SYMBOL_SPRING,
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_SPATIAL,
	.text = "spring and damper between two points",
	.n_bodies = 2,
	.n_parameters = 5,
	.parameters = mech_spatial_spring_damper_parameters,
	.n_curves = 2,
	.curves = mech_spring_curves,
	.n_outputs = 1,
	.outputs = mech_spring_outputs,
	.force = mech_spatial_spring_damper_force,
	.force_reads = MECH_READS_MOTION,
	.torque_reads = MECH_READS_MOTION,
	.tangent = mech_spatial_spring_damper_tangent,
	.potential = mech_spatial_spring_damper_potential,
	.dissipation = mech_spatial_spring_damper_dissipation,
	.n_derived = 7,
	.derive = mech_spatial_spring_damper_derive,
	.output = mech_spatial_spring_damper_output,
	.point = mech_spatial_spring_damper_point,
};
