/* Hydraulic cylinder between a point of the first body and a point of the second: a flow Q of oil
 * moves its piston, on which the oil acts as a spring. With the distance l of the points and the
 * length s at which the oil is not compressed
 *
 *     ds/dt = Q / piston_area where Q > 0,     Q / (piston_area - rod_area) where Q < 0,
 *             0 where s is at an end of the stroke and Q leads beyond it (the relief valve opens),
 *     push = stiffness (s - l) - damping dl/dt.
 *
 * With rod_area = piston_area there is nothing for oil to pull on: a flow back does nothing.
 *
 * s is a state; it starts at the drawn distance or at `length`, without load. Stored:
 * stiffness (s - l)^2 / 2; heat: damping (dl/dt)^2; brought in: stiffness (s - l) ds/dt, which is
 * pressure times flow. Memory: the end of the stroke at which s is, 1 or -1, or 0: steps end where
 * it gets there.
 *
 * Derived: length, local points s1, s2.
 */
#include <math.h>

#include "dae_event.h"
#include "mech_curve.h"
#include "mech_jet.h"
#include "mech_joint.h"
#include "mech_kinds.h"

#define MECH_HYDRAULIC_CYLINDER_PARAMETERS(n)                                                                       \
	MECH_TWO_ENDS(n),                                                                                               \
		MECH_TUNABLE("flow", MECH_FLOW, MECH_REQUIRED, MECH_ANY, 0.0, "of oil, positive where it extends the rod"), \
		MECH_TUNABLE("piston_area", MECH_AREA, MECH_REQUIRED, MECH_POSITIVE, 0.0, "of the piston"),                 \
		MECH_TUNABLE("rod_area", MECH_AREA, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0.0,                                  \
	                 "of the rod, which the oil does not reach that retracts it"),                                  \
		MECH_TUNABLE("stiffness", MECH_STIFFNESS, MECH_REQUIRED, MECH_POSITIVE, 0.0, "of the oil and the hoses"),   \
		MECH_TUNABLE("damping", MECH_DAMPING, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0.0,                                \
	                 "force for a rate of the distance"),                                                           \
		MECH_TUNABLE("shortest", MECH_LENGTH, MECH_REQUIRED, MECH_NOT_NEGATIVE, 0.0, "distance with the rod in"),   \
		MECH_TUNABLE("longest", MECH_LENGTH, MECH_REQUIRED, MECH_POSITIVE, 0.0, "distance with the rod out"),       \
	{                                                                                                               \
		"length", 1, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_POSITIVE, 0, NAN,                                          \
			"distance without load at the start; as drawn if not given"                                             \
	}

/* specs, and their numbers after those of the two points */
enum {
	MECH_HYDRAULIC_CYLINDER_FLOW,
	MECH_HYDRAULIC_CYLINDER_PISTON,
	MECH_HYDRAULIC_CYLINDER_ROD,
	MECH_HYDRAULIC_CYLINDER_STIFFNESS,
	MECH_HYDRAULIC_CYLINDER_DAMPING,
	MECH_HYDRAULIC_CYLINDER_SHORTEST,
	MECH_HYDRAULIC_CYLINDER_LONGEST,
	MECH_HYDRAULIC_CYLINDER_LENGTH,
	MECH_HYDRAULIC_CYLINDER_SPECS
};
enum { MECH_HYDRAULIC_CYLINDER_FIRST = 2 };

static const struct mech_parameter_spec
	mech_hydraulic_cylinder_parameters[MECH_SPACE_COUNT][MECH_HYDRAULIC_CYLINDER_FIRST +
                                                         MECH_HYDRAULIC_CYLINDER_SPECS] = {
		{MECH_HYDRAULIC_CYLINDER_PARAMETERS(2)}, {MECH_HYDRAULIC_CYLINDER_PARAMETERS(3)}};

static const int mech_hydraulic_cylinder_ordered[][2] = {
	{MECH_HYDRAULIC_CYLINDER_FIRST + MECH_HYDRAULIC_CYLINDER_ROD,
     MECH_HYDRAULIC_CYLINDER_FIRST + MECH_HYDRAULIC_CYLINDER_PISTON},
	{MECH_HYDRAULIC_CYLINDER_FIRST + MECH_HYDRAULIC_CYLINDER_SHORTEST,
     MECH_HYDRAULIC_CYLINDER_FIRST + MECH_HYDRAULIC_CYLINDER_LONGEST},
};

static const struct mech_curve_spec mech_hydraulic_cylinder_curves[] = {
	MECH_CURVE_OVER_TIME("flows", MECH_FLOW, MECH_HYDRAULIC_CYLINDER_FIRST + MECH_HYDRAULIC_CYLINDER_FLOW),
};

static const struct mech_output_spec mech_hydraulic_cylinder_outputs[] = {
	{"push", 1, MECH_FORCE, MECH_READS_MOTION | MECH_READS_STATES, "force that drives the points apart"},
	{"pressure", 1, MECH_PRESSURE, MECH_READS_MOTION | MECH_READS_STATES,
     "of the oil that carries the force: over the piston where it pushes, over the rest of it where it pulls"},
	{"piston", 1, MECH_LENGTH, MECH_CONSTANT(MECH_READS_STATES), "distance at which the oil is not compressed"},
};

static const double *mech_hydraulic_cylinder_numbers(const struct mech_context *c, const struct mech_element *e)
{
	return c->parameters + e->parameter + 2 * mech_dimension(c);
}

static void mech_hydraulic_cylinder_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_two_ends_derive(c, e, mech_hydraulic_cylinder_numbers(c, e)[MECH_HYDRAULIC_CYLINDER_LENGTH], out);
}

/* area over which oil that flows to one side acts: 1 out, -1 in */
static double mech_hydraulic_cylinder_area(const struct mech_context *c, const struct mech_element *e, double side)
{
	const double *p = mech_hydraulic_cylinder_numbers(c, e);
	return side > 0.0 ? p[MECH_HYDRAULIC_CYLINDER_PISTON]
	                  : p[MECH_HYDRAULIC_CYLINDER_PISTON] - p[MECH_HYDRAULIC_CYLINDER_ROD];
}

/* the end of the stroke at which the piston is, or 0 */
static double mech_hydraulic_cylinder_end(const struct mech_context *c, const struct mech_element *e)
{
	const double *p = mech_hydraulic_cylinder_numbers(c, e), s = mech_element_state(c, e, 0);
	return s >= p[MECH_HYDRAULIC_CYLINDER_LONGEST] ? 1.0 : s <= p[MECH_HYDRAULIC_CYLINDER_SHORTEST] ? -1.0 : 0.0;
}

/* ds/dt for a flow of the present sign, as long as the end remembered is the present one */
static double mech_hydraulic_cylinder_rate(const struct mech_context *c, const struct mech_element *e, double flow)
{
	const double sign = mech_driving_number(c, e, 2 * mech_dimension(c)) >= 0.0 ? 1.0 : -1.0;
	const double area = mech_hydraulic_cylinder_area(c, e, sign);
	return sign == c->memory[e->memory] || area == 0.0 ? 0.0 : flow / area;
}

static double mech_hydraulic_cylinder_speed(const struct mech_context *c, const struct mech_element *e)
{
	return mech_hydraulic_cylinder_rate(c, e, mech_driving_number(c, e, 2 * mech_dimension(c)));
}

/* the distance with its rate, and the compression of the oil */
struct mech_hydraulic_cylinder_load {
	struct mech_frames frames;
	struct mech_jet distance;
	double v[MECH_MOST_LOCAL], rate, compression, push;
};

static void mech_hydraulic_cylinder_measure(const struct mech_context *c, const struct mech_element *e, int order,
                                            struct mech_hydraulic_cylinder_load *l)
{
	const double *p = mech_hydraulic_cylinder_numbers(c, e), *derived = c->derived + e->derived;
	mech_frames_open(c, e, order, &l->frames);
	mech_jet_distance(&l->frames, derived + 1, derived + 1 + l->frames.dimension, &l->distance);
	mech_gather(c, e, c->v, l->v);
	l->rate = mech_jet_rate(&l->frames, &l->distance, l->v);
	l->compression = mech_element_state(c, e, 0) - l->distance.value;
	l->push = p[MECH_HYDRAULIC_CYLINDER_STIFFNESS] * l->compression - p[MECH_HYDRAULIC_CYLINDER_DAMPING] * l->rate;
}

static void mech_hydraulic_cylinder_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	struct mech_hydraulic_cylinder_load l;
	mech_hydraulic_cylinder_measure(c, e, 1, &l);
	mech_jet_add_force(&l.frames, 1, &l.distance, &l.push, f);
	f[2 * c->model->body_v] += mech_hydraulic_cylinder_speed(c, e);
}

static void mech_hydraulic_cylinder_tangent(const struct mech_context *c, const struct mech_element *e, double cq,
                                            double cv, double *out)
{
	const double *p = mech_hydraulic_cylinder_numbers(c, e);
	const int n = 2 * c->model->body_v;
	const double by_distance = -p[MECH_HYDRAULIC_CYLINDER_STIFFNESS], by_rate = -p[MECH_HYDRAULIC_CYLINDER_DAMPING];
	struct mech_hydraulic_cylinder_load l;
	double own[MECH_MOST_PAIR_V * MECH_MOST_PAIR_V] = {0.0};
	mech_hydraulic_cylinder_measure(c, e, 2, &l);
	mech_jet_add_force_tangent(&l.frames, 1, &l.distance, l.v, &l.push, &by_distance, &by_rate, cq, cv, own);
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < n; j++) {
			out[(n + 1) * i + j] += own[n * i + j];
		}
		out[(n + 1) * i + n] -= cv * p[MECH_HYDRAULIC_CYLINDER_STIFFNESS] * l.distance.gradient[i];
	}
}

static void mech_hydraulic_cylinder_driven_force(const struct mech_context *c, const struct mech_element *e,
                                                 const double change[2], double *f)
{
	f[2 * c->model->body_v] += mech_hydraulic_cylinder_rate(c, e, change[0]);
}

static void mech_hydraulic_cylinder_sizes(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = mech_hydraulic_cylinder_numbers(c, e)[MECH_HYDRAULIC_CYLINDER_LONGEST];
}

static void mech_hydraulic_cylinder_state_start(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = c->derived[e->derived];
}

static double mech_hydraulic_cylinder_potential(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_hydraulic_cylinder_load l;
	mech_hydraulic_cylinder_measure(c, e, 1, &l);
	return 0.5 * mech_hydraulic_cylinder_numbers(c, e)[MECH_HYDRAULIC_CYLINDER_STIFFNESS] * l.compression *
	       l.compression;
}

static double mech_hydraulic_cylinder_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_hydraulic_cylinder_load l;
	mech_hydraulic_cylinder_measure(c, e, 1, &l);
	return mech_hydraulic_cylinder_numbers(c, e)[MECH_HYDRAULIC_CYLINDER_DAMPING] * l.rate * l.rate;
}

static double mech_hydraulic_cylinder_supply(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_hydraulic_cylinder_load l;
	mech_hydraulic_cylinder_measure(c, e, 1, &l);
	return mech_hydraulic_cylinder_numbers(c, e)[MECH_HYDRAULIC_CYLINDER_STIFFNESS] * l.compression *
	       mech_hydraulic_cylinder_speed(c, e);
}

/* what is left of the stroke on the side to which the oil flows, as a part of it; at an end: none,
 * until it flows back */
static void mech_hydraulic_cylinder_events(const struct mech_context *c, const struct mech_element *e,
                                           struct dae_event *out)
{
	const double *p = mech_hydraulic_cylinder_numbers(c, e), unit = 1e-3;
	const double s = mech_element_state(c, e, 0), speed = mech_hydraulic_cylinder_speed(c, e);
	const double stroke = p[MECH_HYDRAULIC_CYLINDER_LONGEST] - p[MECH_HYDRAULIC_CYLINDER_SHORTEST];
	*out = (struct dae_event){1.0, 0.0, 0.0};
	if (c->memory[e->memory] == 0.0 && stroke > 0.0) {
		const double left =
			speed >= 0.0 ? p[MECH_HYDRAULIC_CYLINDER_LONGEST] - s : s - p[MECH_HYDRAULIC_CYLINDER_SHORTEST];
		*out = (struct dae_event){unit * left / stroke, -unit * fabs(speed) / stroke, 0.0};
	}
}

static void mech_hydraulic_cylinder_remember(const struct mech_context *c, const struct mech_element *e, double *memory)
{
	memory[0] = mech_hydraulic_cylinder_end(c, e);
}

static const char *mech_hydraulic_cylinder_refusal(const double *memory, double t)
{
	(void)t;
	return memory[0] == 0.0 || fabs(memory[0]) == 1.0 ? NULL : "the end of its stroke";
}

static void mech_hydraulic_cylinder_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_hydraulic_cylinder_load l;
	mech_hydraulic_cylinder_measure(c, e, 1, &l);
	out[0] = l.push;
	const double area = mech_hydraulic_cylinder_area(c, e, l.push);
	out[1] = area > 0.0 ? fabs(l.push) / area : 0.0;
	out[2] = mech_element_state(c, e, 0);
}

static void mech_hydraulic_cylinder_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_point(c, e->body[1], c->derived + e->derived + 1 + mech_dimension(c), out);
}

#define MECH_HYDRAULIC_CYLINDER_KIND(in, n)                                                                            \
	.name = "hydraulic_cylinder", .drawing.symbol = MECH_SYMBOL_ROD, .section = MECH_FORCE_ELEMENT, .space = in,       \
	.text = "hydraulic cylinder between two points, moved by a flow of oil", .file.n_bodies = 2,                       \
	.file.n_parameters = MECH_HYDRAULIC_CYLINDER_FIRST + MECH_HYDRAULIC_CYLINDER_SPECS,                                \
	.file.parameters = mech_hydraulic_cylinder_parameters[in], .file.n_ordered = 2,                                    \
	.file.ordered = mech_hydraulic_cylinder_ordered,                                                                   \
	.file.input =                                                                                                      \
		&mech_hydraulic_cylinder_parameters[in][MECH_HYDRAULIC_CYLINDER_FIRST + MECH_HYDRAULIC_CYLINDER_FLOW],         \
	.file.n_curves = 1, .file.curves = mech_hydraulic_cylinder_curves, .output.count = 3,                              \
	.output.specs = mech_hydraulic_cylinder_outputs, .force.add = mech_hydraulic_cylinder_force,                       \
	.force.reads = MECH_READS_MOTION | MECH_READS_STATES, .force.torque_reads = MECH_READS_MOTION | MECH_READS_STATES, \
	.state.reads = MECH_READS_DRIVE, .force.tangent = mech_hydraulic_cylinder_tangent,                                 \
	.force.driven = mech_hydraulic_cylinder_driven_force, .state.count = 1,                                            \
	.state.sizes = mech_hydraulic_cylinder_sizes, .state.start = mech_hydraulic_cylinder_state_start,                  \
	.energy.potential = mech_hydraulic_cylinder_potential, .energy.dissipation = mech_hydraulic_cylinder_dissipation,  \
	.energy.supply = mech_hydraulic_cylinder_supply, .derived.count = 1 + 2 * n,                                       \
	.derived.derive = mech_hydraulic_cylinder_derive, .memory.count = 1,                                               \
	.memory.start = mech_hydraulic_cylinder_remember, .memory.remember = mech_hydraulic_cylinder_remember,             \
	.memory.refusal = mech_hydraulic_cylinder_refusal, .event.count = 1,                                               \
	.event.functions = mech_hydraulic_cylinder_events, .output.values = mech_hydraulic_cylinder_output,                \
	.drawing.point = mech_hydraulic_cylinder_point

LA_TABLE const struct mech_kind mech_hydraulic_cylinder = {MECH_HYDRAULIC_CYLINDER_KIND(MECH_PLANAR, 2)};
LA_TABLE const struct mech_kind mech_spatial_hydraulic_cylinder = {MECH_HYDRAULIC_CYLINDER_KIND(MECH_SPATIAL, 3)};
