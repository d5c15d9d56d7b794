/* Friction in a joint along a coordinate c: viscous, dry, and truly sticking.
 *
 * A joint at rest is held by a spring between the surfaces, with its foot at s: with v = dc/dt
 *
 *     sticking     friction = k (c - s) + b v,     k = breakaway / presliding,     b = k relaxation,
 *
 * so that a load F below `breakaway` is carried for ever at the deflection presliding F /
 * breakaway, without creep. b overdamps the spring where breakaway / inertia is above 4 presliding
 * / relaxation^2, 0.1 m/s^2 by default: a load below breakaway does not tear the joint loose by
 * coming suddenly. Where spring and damper reach +-breakaway the joint slides to that side,
 *
 *     sliding      friction = +-(coulomb + (breakaway - coulomb) exp(-(v / stribeck)^2)),
 *
 * until v changes its sign; then it sticks, the spring stretched by what it held last. To this
 * comes viscous v; tau = -friction.
 *
 * Steps end where one law takes over from the other (`passed`). After that place, where a step may
 * end all the same, the spring holds no more than breakaway, and its damper takes back the force of
 * a joint that slides backwards.
 *
 * All work counts as heat, but for what the spring holds: breakaway presliding / 2 at most.
 */
#include <math.h>

#include "dae_event.h"
#include "mech_coordinate_force.h"
#include "mech_kinds.h"

enum {
	MECH_JOINT_FRICTION_VISCOUS,
	MECH_JOINT_FRICTION_COULOMB,
	MECH_JOINT_FRICTION_BREAKAWAY,
	MECH_JOINT_FRICTION_STRIBECK,
	MECH_JOINT_FRICTION_PRESLIDING,
	MECH_JOINT_FRICTION_RELAXATION
};

/* Memory: foot of the spring; the side to which the joint slides, 1 or -1, or 0 while it sticks */
enum { MECH_JOINT_FRICTION_FOOT, MECH_JOINT_FRICTION_SIDE, MECH_JOINT_FRICTION_MEMORY };

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
	{"relaxation", 1, 0, MECH_TIME, MECH_OPTIONAL, MECH_POSITIVE, 1, 0.02,
     "time constant with which a sticking joint settles under its load"},
};

static const int mech_joint_friction_ordered[][2] = {{MECH_JOINT_FRICTION_COULOMB, MECH_JOINT_FRICTION_BREAKAWAY}};

static const struct mech_output_spec mech_joint_friction_outputs[] = {
	{"effort", 1, MECH_COORDINATE_EFFORT, MECH_READS_MOTION, "friction along the coordinate, against the motion"},
};

static void mech_joint_friction_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *numbers = c->parameters + e->parameter;
	const double breakaway = numbers[MECH_JOINT_FRICTION_BREAKAWAY];
	out[0] = isnan(breakaway) ? numbers[MECH_JOINT_FRICTION_COULOMB] : breakaway;
}

/* 0: it sticks; 1 or -1: it slides to that side */
static double mech_joint_friction_side(const struct mech_context *c, const struct mech_element *e)
{
	const double side = c->memory[e->memory + MECH_JOINT_FRICTION_SIDE];
	return side == 0.0 ? 0.0 : copysign(1.0, side);
}

static double mech_joint_friction_stiffness(const struct mech_context *c, const struct mech_element *e)
{
	return c->derived[e->derived] / c->parameters[e->parameter + MECH_JOINT_FRICTION_PRESLIDING];
}

static double mech_joint_friction_relaxation(const struct mech_context *c, const struct mech_element *e)
{
	return c->parameters[e->parameter + MECH_JOINT_FRICTION_RELAXATION];
}

/* b v / breakaway: what the damper of the spring adds, as a part of the breakaway force */
static double mech_joint_friction_slip(const struct mech_context *c, const struct mech_element *e)
{
	return mech_joint_friction_relaxation(c, e) * mech_referred_rate(c, e, 0) /
	       c->parameters[e->parameter + MECH_JOINT_FRICTION_PRESLIDING];
}

/* force of the spring and its damper if they held, as a part of the breakaway force */
static double mech_joint_friction_load(const struct mech_context *c, const struct mech_element *e)
{
	const double stretch = mech_referred_value(c, e, 0) - c->memory[e->memory + MECH_JOINT_FRICTION_FOOT];
	return stretch / c->parameters[e->parameter + MECH_JOINT_FRICTION_PRESLIDING] + mech_joint_friction_slip(c, e);
}

/* a joint that sticks: the spring, up to the breakaway force */
static struct mech_effort mech_joint_friction_stick(const struct mech_context *c, const struct mech_element *e)
{
	const double k = mech_joint_friction_stiffness(c, e), load = mech_joint_friction_load(c, e);
	if (fabs(load) <= 1.0) {
		return (struct mech_effort){load * c->derived[e->derived], k, mech_joint_friction_relaxation(c, e) * k};
	}
	return (struct mech_effort){copysign(c->derived[e->derived], load), 0.0, 0.0};
}

/* a joint that slides to one side; after its stop, where a step may end, the damper of the spring
 * takes the force back */
static struct mech_effort mech_joint_friction_slide(const struct mech_context *c, const struct mech_element *e,
                                                    double side)
{
	const double *numbers = c->parameters + e->parameter;
	const double breakaway = c->derived[e->derived], stribeck = numbers[MECH_JOINT_FRICTION_STRIBECK];
	const double back = side * mech_joint_friction_slip(c, e), x = mech_referred_rate(c, e, 0) / stribeck;
	if (back >= 0.0) {
		const double more = (breakaway - numbers[MECH_JOINT_FRICTION_COULOMB]) * exp(-x * x);
		return (struct mech_effort){side * (numbers[MECH_JOINT_FRICTION_COULOMB] + more), 0.0,
		                            -2.0 * side * x / stribeck * more};
	}
	if (back >= -2.0) {
		return (struct mech_effort){side * breakaway * (1.0 + back), 0.0,
		                            mech_joint_friction_relaxation(c, e) * mech_joint_friction_stiffness(c, e)};
	}
	return (struct mech_effort){-side * breakaway, 0.0, 0.0};
}

static struct mech_effort mech_joint_friction_dry(const struct mech_context *c, const struct mech_element *e)
{
	const double side = mech_joint_friction_side(c, e);
	return side == 0.0 ? mech_joint_friction_stick(c, e) : mech_joint_friction_slide(c, e, side);
}

/* along the coordinate: against the motion */
static struct mech_effort mech_joint_friction_effort(const struct mech_context *c, const struct mech_element *e)
{
	const double viscous = c->parameters[e->parameter + MECH_JOINT_FRICTION_VISCOUS];
	const struct mech_effort dry = mech_joint_friction_dry(c, e);
	return (struct mech_effort){-dry.value - viscous * mech_referred_rate(c, e, 0), -dry.by_coordinate,
	                            -dry.by_rate - viscous};
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
	const double presliding = c->parameters[e->parameter + MECH_JOINT_FRICTION_PRESLIDING];
	const double stretch = mech_referred_value(c, e, 0) - c->memory[e->memory + MECH_JOINT_FRICTION_FOOT];
	const double z = mech_joint_friction_side(c, e) == 0.0 ? fmin(fabs(stretch) / presliding, 1.0) : 1.0;
	return 0.5 * c->derived[e->derived] * presliding * z * z;
}

/* all work of the friction, also what the spring takes up: it has no jump where the spring begins
 * to drag */
static double mech_joint_friction_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	return -mech_joint_friction_effort(c, e).value * mech_referred_rate(c, e, 0);
}

/* the spring is loose */
static void mech_joint_friction_start(const struct mech_context *c, const struct mech_element *e, double *memory)
{
	memory[MECH_JOINT_FRICTION_FOOT] = mech_referred_value(c, e, 0);
	memory[MECH_JOINT_FRICTION_SIDE] = 0.0;
}

/* Breaking away, or coming to rest: what is left until then, of the force as a part of the
 * breakaway force. The force changes little there, so that it need not be met as closely as a
 * contact. */
static void mech_joint_friction_events(const struct mech_context *c, const struct mech_element *e,
                                       struct dae_event *out)
{
	const double unit = 1e-3, side = mech_joint_friction_side(c, e);
	const double presliding = c->parameters[e->parameter + MECH_JOINT_FRICTION_PRESLIDING];
	const double rate = mech_referred_rate(c, e, 0);
	const double a = mech_joint_acceleration(c, mech_referred_joint(c, e, 0), e->coordinate[0]);
	*out = (struct dae_event){1.0, 0.0, 0.0};
	if (c->derived[e->derived] == 0.0) {
		return;
	}
	if (side != 0.0) {
		out->value = unit * side * mech_joint_friction_slip(c, e);
		out->rate = unit * side * mech_joint_friction_relaxation(c, e) * a / presliding;
	} else {
		const double load = mech_joint_friction_load(c, e), to = copysign(unit, load);
		out->value = unit - to * load;
		out->rate = -to * (rate + mech_joint_friction_relaxation(c, e) * a) / presliding;
		out->acceleration = -to * a / presliding;
	}
}

static void mech_joint_friction_remember(const struct mech_context *c, const struct mech_element *e, double *memory)
{
	const double side = mech_joint_friction_side(c, e);
	const double presliding = c->parameters[e->parameter + MECH_JOINT_FRICTION_PRESLIDING];
	struct dae_event event;
	mech_joint_friction_events(c, e, &event);
	if (!dae_event_passed(&event)) {
		return;
	}
	if (side == 0.0) {
		memory[MECH_JOINT_FRICTION_SIDE] = copysign(1.0, mech_joint_friction_load(c, e));
	} else if (side * mech_joint_friction_slip(c, e) < -2.0) {
		memory[MECH_JOINT_FRICTION_SIDE] = -side;
	} else {
		/* the spring as it is stretched by the force there */
		memory[MECH_JOINT_FRICTION_FOOT] = mech_referred_value(c, e, 0) - side * presliding;
		memory[MECH_JOINT_FRICTION_SIDE] = 0.0;
	}
}

static const char *mech_joint_friction_refusal(const double *memory, double t)
{
	const double side = memory[MECH_JOINT_FRICTION_SIDE];
	(void)t;
	return side == 0.0 || fabs(side) == 1.0 ? NULL : "whether it sticks, or the side to which it slides";
}

static void mech_joint_friction_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = mech_joint_friction_effort(c, e).value;
}

LA_TABLE const struct mech_kind mech_joint_friction = {
	.name = "joint_friction",
	.drawing.symbol = MECH_SYMBOL_HIDDEN,
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_EITHER,
	.text = "viscous and dry friction along a joint coordinate; at rest it sticks",
	.file.n_joints = 1,
	.file.any_coordinate = 1,
	.file.n_parameters = 6,
	.file.parameters = mech_joint_friction_parameters,
	.file.n_ordered = 1,
	.file.ordered = mech_joint_friction_ordered,
	.output.count = 1,
	.output.specs = mech_joint_friction_outputs,
	.force.add = mech_joint_friction_force,
	.force.reads = MECH_READS_MOTION,
	.force.tangent = mech_joint_friction_tangent,
	.force.is_friction = 1,
	.energy.dissipation = mech_joint_friction_dissipation,
	.energy.stored = mech_joint_friction_stored,
	.derived.count = 1,
	.memory.count = MECH_JOINT_FRICTION_MEMORY,
	.derived.derive = mech_joint_friction_derive,
	.memory.start = mech_joint_friction_start,
	.memory.remember = mech_joint_friction_remember,
	.memory.refusal = mech_joint_friction_refusal,
	.event.count = 1,
	.event.functions = mech_joint_friction_events,
	.output.values = mech_joint_friction_output,
};
