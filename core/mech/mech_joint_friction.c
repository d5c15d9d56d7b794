/* Friction in a joint along a coordinate c: viscous, dry, and truly sticking.
 *
 * Dry friction is held by a spring between the surfaces (a Prandtl element): while the joint sticks the spring is stretched
 * by c - s and nothing moves on; where its force would pass what the surfaces can hold,
 *
 *     level(v) = coulomb + (breakaway - coulomb) exp(-(v / stribeck)^2),     v = dc/dt,
 *
 * the foot s of the spring is dragged along:
 *
 *     friction = clip(k (c - s) + b v, +-level(v)) + viscous v,     tau = -friction,     k = breakaway / presliding.
 *
 * A load below the breakaway force is carried for ever, without creep. b = 0.1 s k overdamps the spring where breakaway / inertia
 * is above 4 presliding / (0.1 s)^2, 0.004 m/s^2 by default, so that a load below breakaway does not tear the joint loose by
 * coming suddenly; it does nothing while the joint slides.
 *
 * Memory: s, moved after each accepted step so that the spring is stretched by no more than it holds; and whether the joint
 * slides: one that does not holds `breakaway`, whatever the rate at which the spring gives way. Stored: k z^2 / 2 with z the
 * stretch; the rest of the work is heat.
 */
#include <math.h>

#include "mech_coordinate_force.h"
#include "mech_kinds.h"

enum {
	MECH_JOINT_FRICTION_VISCOUS,
	MECH_JOINT_FRICTION_COULOMB,
	MECH_JOINT_FRICTION_BREAKAWAY,
	MECH_JOINT_FRICTION_STRIBECK,
	MECH_JOINT_FRICTION_PRESLIDING
};

/* damping of the spring, as a part of its stiffness, s */
static const double MECH_JOINT_FRICTION_DAMPING = 0.1;

static const struct mech_parameter_spec mech_joint_friction_parameters[] = {
	{"viscous", 1, 0, MECH_COORDINATE_DAMPING, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 1, 0.0,
     "torque or force against the motion, for a rate of 1"},
	{"coulomb", 1, 0, MECH_COORDINATE_EFFORT, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 1, 0.0,
     "dry friction while the joint slides"},
	{"breakaway", 1, 0, MECH_COORDINATE_EFFORT, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 1, NAN,
     "load that a joint at rest holds; as coulomb if not given"},
	{"stribeck", 1, 0, MECH_COORDINATE_RATE, MECH_OPTIONAL, MECH_POSITIVE, 1, 1e-2,
     "rate at which dry friction has fallen most of the way from breakaway to coulomb"},
	{"presliding", 1, 0, MECH_COORDINATE, MECH_OPTIONAL, MECH_POSITIVE, 1, 1e-5,
     "elastic displacement of a sticking joint at its breakaway load"},
};

static const struct mech_output_spec mech_joint_friction_outputs[] = {
	{"effort", 1, MECH_COORDINATE_EFFORT, MECH_VELOCITY_LEVEL, "friction along the coordinate, against the motion"},
};

static void mech_joint_friction_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *numbers = c->parameters + e->parameter;
	const double breakaway = numbers[MECH_JOINT_FRICTION_BREAKAWAY];
	out[0] = isnan(breakaway) ? numbers[MECH_JOINT_FRICTION_COULOMB] : breakaway;
}

/* what the surfaces hold, and its derivative by the rate */
static double mech_joint_friction_level(const struct mech_context *c, const struct mech_element *e, double rate,
                                        double *slope)
{
	const double *numbers = c->parameters + e->parameter;
	if (c->memory[e->memory + 1] == 0.0) {
		*slope = 0.0;
		return c->derived[e->derived];
	}
	const double coulomb = numbers[MECH_JOINT_FRICTION_COULOMB], x = rate / numbers[MECH_JOINT_FRICTION_STRIBECK];
	const double more = (c->derived[e->derived] - coulomb) * exp(-x * x);
	*slope = -2.0 * x / numbers[MECH_JOINT_FRICTION_STRIBECK] * more;
	return coulomb + more;
}

static double mech_joint_friction_stiffness(const struct mech_context *c, const struct mech_element *e)
{
	return c->derived[e->derived] / c->parameters[e->parameter + MECH_JOINT_FRICTION_PRESLIDING];
}

/* force of spring and its damper if they held */
static double mech_joint_friction_spring(const struct mech_context *c, const struct mech_element *e)
{
	return mech_joint_friction_stiffness(c, e) * (mech_referred_value(c, e, 0) - c->memory[e->memory] +
	                                              MECH_JOINT_FRICTION_DAMPING * mech_referred_rate(c, e, 0));
}

/* stretch of the spring, no more than it holds */
static double mech_joint_friction_stretch(const struct mech_context *c, const struct mech_element *e)
{
	double slope;
	const double k = mech_joint_friction_stiffness(c, e);
	const double most = k > 0.0 ? mech_joint_friction_level(c, e, mech_referred_rate(c, e, 0), &slope) / k : 0.0;
	return fmax(-most, fmin(most, mech_referred_value(c, e, 0) - c->memory[e->memory]));
}

static struct mech_effort mech_joint_friction_effort(const struct mech_context *c, const struct mech_element *e)
{
	const double viscous = c->parameters[e->parameter + MECH_JOINT_FRICTION_VISCOUS];
	const double rate = mech_referred_rate(c, e, 0), k = mech_joint_friction_stiffness(c, e);
	const double b = MECH_JOINT_FRICTION_DAMPING * k;
	double slope;
	const double level = mech_joint_friction_level(c, e, rate, &slope);
	const double spring = mech_joint_friction_spring(c, e);
	if (fabs(spring) <= level) {
		return (struct mech_effort){-spring - viscous * rate, -k, -b - viscous};
	}
	const double side = spring > 0.0 ? 1.0 : -1.0;
	return (struct mech_effort){-side * level - viscous * rate, 0.0, -side * slope - viscous};
}

static void mech_joint_friction_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	mech_effort_add(c, e, mech_joint_friction_effort(c, e).value, f);
}

static void mech_joint_friction_tangent(const struct mech_context *c, const struct mech_element *e, double cq,
                                        double cv, double *out)
{
	const struct mech_effort effort = mech_joint_friction_effort(c, e);
	mech_effort_add_tangent(c, e, &effort, cq, cv, out);
}

static double mech_joint_friction_stored(const struct mech_context *c, const struct mech_element *e)
{
	const double z = mech_joint_friction_stretch(c, e);
	return 0.5 * mech_joint_friction_stiffness(c, e) * z * z;
}

/* all work of the friction, also what the spring takes up: it has no jump where the spring begins to drag */
static double mech_joint_friction_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	return -mech_joint_friction_effort(c, e).value * mech_referred_rate(c, e, 0);
}

static void mech_joint_friction_begin(const struct mech_context *c, const struct mech_element *e, double t_end,
                                      double *memory)
{
	/* at the start of a run the spring is loose */
	if (t_end == c->t) {
		memory[0] = mech_referred_value(c, e, 0);
		memory[1] = 0.0;
	}
}

static void mech_joint_friction_remember(const struct mech_context *c, const struct mech_element *e, double *memory)
{
	double slope;
	const double level = mech_joint_friction_level(c, e, mech_referred_rate(c, e, 0), &slope);
	const double foot = mech_referred_value(c, e, 0) - mech_joint_friction_stretch(c, e);
	memory[1] = fabs(mech_joint_friction_spring(c, e)) > level;
	memory[0] = foot;
}

static void mech_joint_friction_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = mech_joint_friction_effort(c, e).value;
}

LA_TABLE const struct mech_kind mech_joint_friction = {
	.name = "joint_friction",
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_EITHER,
	.text = "viscous and dry friction along a joint coordinate; at rest it sticks",
	.n_joints = 1,
	.any_coordinate = 1,
	.n_parameters = 5,
	.parameters = mech_joint_friction_parameters,
	.input = MECH_COUNT,
	.n_outputs = 1,
	.outputs = mech_joint_friction_outputs,
	.force = mech_joint_friction_force,
	.tangent = mech_joint_friction_tangent,
	.is_friction = 1,
	.dissipation = mech_joint_friction_dissipation,
	.stored = mech_joint_friction_stored,
	.n_derived = 1,
	.n_memory = 2,
	.derive = mech_joint_friction_derive,
	.begin = mech_joint_friction_begin,
	.remember = mech_joint_friction_remember,
	.output = mech_joint_friction_output,
};
