/* Stops at both ends of a joint coordinate's range, after Hunt and Crossley: with the penetration d
 * = c - upper or lower - c and its rate,
 *
 *     force = stiffness d^1.5 (1 + 1.5 damping dd/dt)  where d > 0, never pulling.
 *
 * Stored: stiffness d^2.5 / 2.5; the rest of the work is heat. Memory: of the gaps (mech_gap.h) to
 * the two stops.
 */
#include <math.h>

#include "mech_coordinate_force.h"
#include "mech_gap.h"
#include "mech_kinds.h"

enum { MECH_JOINT_LIMIT_LOWER, MECH_JOINT_LIMIT_UPPER, MECH_JOINT_LIMIT_STIFFNESS, MECH_JOINT_LIMIT_DAMPING };
enum { MECH_JOINT_LIMIT_STOPS = 2 };

static const struct mech_parameter_spec mech_joint_limit_parameters[] = {
	{"lower", 1, 0, MECH_COORDINATE, MECH_REQUIRED, MECH_ANY, 1, 0.0, "smallest value before the stop gives way"},
	{"upper", 1, 0, MECH_COORDINATE, MECH_REQUIRED, MECH_ANY, 1, 0.0, "largest value before the stop gives way"},
	{"stiffness", 1, 0, MECH_NUMBER, MECH_REQUIRED, MECH_POSITIVE, 1, 0.0,
     "torque or force at a penetration of 1 rad or m; grows with its power 1.5"},
	{"damping", 1, 0, MECH_NUMBER, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 1, 0.0,
     "loss of speed in an impact, as a part for a speed of 1 rad/s or m/s"},
};

static const int mech_joint_limit_ordered[][2] = {{MECH_JOINT_LIMIT_LOWER, MECH_JOINT_LIMIT_UPPER}};

static const struct mech_output_spec mech_joint_limit_outputs[] = {
	{"effort", 1, MECH_COORDINATE_EFFORT, MECH_READS_MOTION, "torque or force of the stops along the coordinate"},
};

/* penetration of the stop that is touched, and the side it pushes to: +1 at the lower, -1 at the
 * upper; 0 in between */
static double mech_joint_limit_depth(const struct mech_context *c, const struct mech_element *e, double *side)
{
	const double *p = c->parameters + e->parameter;
	const double x = mech_referred_value(c, e, 0);
	const double below = p[MECH_JOINT_LIMIT_LOWER] - x, above = x - p[MECH_JOINT_LIMIT_UPPER];
	*side = below > 0.0 && below > above ? 1.0 : above > 0.0 ? -1.0 : 0.0;
	return *side > 0.0 ? below : *side < 0.0 ? above : 0.0;
}

static struct mech_effort mech_joint_limit_effort(const struct mech_context *c, const struct mech_element *e)
{
	const double *p = c->parameters + e->parameter;
	double side;
	const double depth = mech_joint_limit_depth(c, e, &side);
	const double approach = -side * mech_referred_rate(c, e, 0);
	const double loss = 1.5 * p[MECH_JOINT_LIMIT_DAMPING], k = p[MECH_JOINT_LIMIT_STIFFNESS],
				 factor = 1.0 + loss * approach;
	if (side == 0.0 || factor <= 0.0) {
		return (struct mech_effort){0.0, 0.0, 0.0};
	}
	const double root = sqrt(depth);
	return (struct mech_effort){side * k * root * depth * factor, -1.5 * k * root * factor, -k * root * depth * loss};
}

static void mech_joint_limit_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	mech_effort_add(c, e, mech_joint_limit_effort(c, e).value, f);
}

static void mech_joint_limit_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                     double *out)
{
	const struct mech_effort effort = mech_joint_limit_effort(c, e);
	mech_effort_add_tangent(c, e, &effort, cq, cv, out);
}

static double mech_joint_limit_potential(const struct mech_context *c, const struct mech_element *e)
{
	double side;
	const double depth = mech_joint_limit_depth(c, e, &side);
	return c->parameters[e->parameter + MECH_JOINT_LIMIT_STIFFNESS] * depth * depth * sqrt(depth) / 2.5;
}

static double mech_joint_limit_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	double side;
	const double depth = mech_joint_limit_depth(c, e, &side);
	const double spring = side * c->parameters[e->parameter + MECH_JOINT_LIMIT_STIFFNESS] * depth * sqrt(depth);
	return (spring - mech_joint_limit_effort(c, e).value) * mech_referred_rate(c, e, 0);
}

/* to the lower stop, k = 0, and to the upper one */
static struct mech_gap mech_joint_limit_gap(const struct mech_context *c, const struct mech_element *e, int k)
{
	const struct mech_element *joint = mech_referred_joint(c, e, 0);
	const double *p = c->parameters + e->parameter;
	const double x = mech_referred_value(c, e, 0), side = k == 0 ? 1.0 : -1.0;
	const int is_angle = mech_element_kind(joint)->coordinate.specs[e->coordinate[0]].quantity == MECH_ANGLE;
	return (struct mech_gap){side * (x - p[k == 0 ? MECH_JOINT_LIMIT_LOWER : MECH_JOINT_LIMIT_UPPER]),
	                         side * mech_referred_rate(c, e, 0),
	                         side * mech_joint_acceleration(c, joint, e->coordinate[0]), is_angle ? 1.0 : c->length};
}

static void mech_joint_limit_events(const struct mech_context *c, const struct mech_element *e, struct dae_event *out)
{
	for (int k = 0; k < MECH_JOINT_LIMIT_STOPS; k++) {
		const struct mech_gap gap = mech_joint_limit_gap(c, e, k);
		out[k] = mech_gap_event(&gap, c->memory[e->memory + k]);
	}
}

static void mech_joint_limit_start(const struct mech_context *c, const struct mech_element *e, double *memory)
{
	for (int k = 0; k < MECH_JOINT_LIMIT_STOPS; k++) {
		const struct mech_gap gap = mech_joint_limit_gap(c, e, k);
		memory[k] = mech_gap_closed(&gap);
	}
}

static void mech_joint_limit_remember(const struct mech_context *c, const struct mech_element *e, double *memory)
{
	for (int k = 0; k < MECH_JOINT_LIMIT_STOPS; k++) {
		const struct mech_gap gap = mech_joint_limit_gap(c, e, k);
		memory[k] = mech_gap_remember(&gap, memory[k]);
	}
}

static const char *mech_joint_limit_refusal(const double *memory, double t)
{
	(void)t;
	return mech_gap_refusal(memory, MECH_JOINT_LIMIT_STOPS);
}

static void mech_joint_limit_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = mech_joint_limit_effort(c, e).value;
}

LA_TABLE const struct mech_kind mech_joint_limit = {
	.name = "joint_limit",
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_EITHER,
	.text = "stops at both ends of the range of a joint coordinate",
	.file.n_joints = 1,
	.file.any_coordinate = 1,
	.file.n_parameters = 4,
	.file.parameters = mech_joint_limit_parameters,
	.file.n_ordered = 1,
	.file.ordered = mech_joint_limit_ordered,
	.output.count = 1,
	.output.specs = mech_joint_limit_outputs,
	.force.add = mech_joint_limit_force,
	.force.reads = MECH_READS_MOTION,
	.force.tangent = mech_joint_limit_tangent,
	.energy.potential = mech_joint_limit_potential,
	.energy.dissipation = mech_joint_limit_dissipation,
	.memory.count = MECH_JOINT_LIMIT_STOPS,
	.memory.start = mech_joint_limit_start,
	.memory.remember = mech_joint_limit_remember,
	.memory.refusal = mech_joint_limit_refusal,
	.event.count = MECH_JOINT_LIMIT_STOPS,
	.event.functions = mech_joint_limit_events,
	.output.values = mech_joint_limit_output,
};
