/* Spring and damper between a point of the first body and a point of the second.
 *
 *     tension = F(l - length, dl/dt)   along the distance l of the points,
 *
 * F by stiffness and damping, or by tables: mech_spring_law.h. Where the points coincide the force
 * has no direction and is zero (mech_jet_distance). Derived: length, local points s1, s2.
 */
#include "mech_jet.h"
#include "mech_joint.h"
#include "mech_kinds.h"
#include "mech_spring_law.h"

#include <math.h>

static const struct mech_parameter_spec mech_spring_damper_parameters[MECH_SPACE_COUNT][5] = {
	{MECH_TWO_ENDS(2), MECH_SPRING_SPECS}, {MECH_TWO_ENDS(3), MECH_SPRING_SPECS}};

static void mech_spring_damper_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_two_ends_derive(c, e, c->parameters[e->parameter + 2 * mech_dimension(c) + 2], out);
}

/* the distance, its rate, the velocities of both bodies, and the tension */
struct mech_spring_damper_stretch {
	struct mech_frames frames;
	struct mech_jet distance;
	int law; /* number of its first parameter */
	double stretch, rate, v[MECH_MOST_PAIR_V];
	struct mech_spring_force tension;
};

static void mech_spring_damper_measure(const struct mech_context *c, const struct mech_element *e, int order,
                                       struct mech_spring_damper_stretch *s)
{
	const double *derived = c->derived + e->derived;
	mech_frames_open(c, e, order, &s->frames);
	mech_jet_distance(&s->frames, derived + 1, derived + 1 + s->frames.dimension, &s->distance);
	mech_gather(c, e, c->v, s->v);
	s->law = 2 * s->frames.dimension;
	s->rate = mech_jet_rate(&s->frames, &s->distance, s->v);
	s->stretch = s->distance.value - mech_spring_rest(c, e, derived[0]);
	s->tension = mech_spring_force(c, e, s->law, s->stretch, s->rate);
}

static void mech_spring_damper_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	struct mech_spring_damper_stretch s;
	mech_spring_damper_measure(c, e, 1, &s);
	const double F = -s.tension.value;
	mech_jet_add_force(&s.frames, 1, &s.distance, &F, f);
}

static void mech_spring_damper_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                       double *out)
{
	struct mech_spring_damper_stretch s;
	mech_spring_damper_measure(c, e, 2, &s);
	const double F = -s.tension.value, Fx = -s.tension.by_stretch, Fv = -s.tension.by_rate;
	mech_jet_add_force_tangent(&s.frames, 1, &s.distance, s.v, &F, &Fx, &Fv, cq, cv, out);
}

/* a longer spring is stretched less */
static void mech_spring_damper_driven_force(const struct mech_context *c, const struct mech_element *e,
                                            const double change[2], double *f)
{
	struct mech_spring_damper_stretch s;
	mech_spring_damper_measure(c, e, 1, &s);
	const double F = s.tension.by_stretch * change[0];
	mech_jet_add_force(&s.frames, 1, &s.distance, &F, f);
}

static void mech_spring_damper_driven_output(const struct mech_context *c, const struct mech_element *e,
                                             const double change[2], double *out)
{
	struct mech_spring_damper_stretch s;
	mech_spring_damper_measure(c, e, 1, &s);
	out[0] = -s.tension.by_stretch * change[0];
}

static double mech_spring_damper_supply(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_spring_damper_stretch s;
	mech_spring_damper_measure(c, e, 0, &s);
	return mech_is_driven(e) ? mech_spring_moved(c, e, s.law, s.stretch) * mech_driving_rate(c, e) : 0.0;
}

static double mech_spring_damper_driven_potential(const struct mech_context *c, const struct mech_element *e,
                                                  const double change[2])
{
	struct mech_spring_damper_stretch s;
	mech_spring_damper_measure(c, e, 0, &s);
	return mech_spring_moved(c, e, s.law, s.stretch) * change[0];
}

static double mech_spring_damper_potential(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_spring_damper_stretch s;
	mech_spring_damper_measure(c, e, 1, &s);
	return mech_spring_energy(c, e, s.law, s.stretch);
}

static double mech_spring_damper_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_spring_damper_stretch s;
	mech_spring_damper_measure(c, e, 1, &s);
	return mech_spring_heat(c, e, s.law, s.rate);
}

static void mech_spring_damper_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_spring_damper_stretch s;
	mech_spring_damper_measure(c, e, 1, &s);
	out[0] = s.tension.value;
}

static void mech_spring_damper_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_point(c, e->body[1], c->derived + e->derived + 1 + mech_dimension(c), out);
}

enum { MECH_SPRING_DAMPER_LENGTH = 4 }; /* number of its spec */

#define MECH_SPRING_DAMPER_KIND(in, n)                                                                               \
	.name = "spring_damper", .drawing.symbol = MECH_SYMBOL_SPRING,                                                   \
	.force.reads = MECH_READS_MOTION | MECH_READS_DRIVE, .force.torque_reads = MECH_READS_MOTION | MECH_READS_DRIVE, \
	.section = MECH_FORCE_ELEMENT, .space = in, .text = "spring and damper between two points", .file.n_bodies = 2,  \
	.file.n_parameters = 5, .file.parameters = mech_spring_damper_parameters[in],                                    \
	.file.input = &mech_spring_damper_parameters[in][MECH_SPRING_DAMPER_LENGTH], .file.n_curves = 2,                 \
	.file.curves = mech_spring_curves, .output.count = 1, .output.specs = mech_spring_outputs,                       \
	.force.add = mech_spring_damper_force, .force.tangent = mech_spring_damper_tangent,                              \
	.force.driven = mech_spring_damper_driven_force, .output.driven = mech_spring_damper_driven_output,              \
	.energy.driven = mech_spring_damper_driven_potential, .energy.potential = mech_spring_damper_potential,          \
	.energy.dissipation = mech_spring_damper_dissipation, .energy.supply = mech_spring_damper_supply,                \
	.derived.count = 1 + 2 * n, .derived.derive = mech_spring_damper_derive,                                         \
	.output.values = mech_spring_damper_output, .drawing.point = mech_spring_damper_point

LA_TABLE const struct mech_kind mech_spring_damper = {MECH_SPRING_DAMPER_KIND(MECH_PLANAR, 2)};
LA_TABLE const struct mech_kind mech_spatial_spring_damper = {MECH_SPRING_DAMPER_KIND(MECH_SPATIAL, 3)};
