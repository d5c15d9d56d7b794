/* LuGre friction along a joint coordinate, as in Bottasso, Bauchau, Cardona (2007), section 5
 * (Canudas de Wit, Olsson, Astrom, Lischinsky): bristles of mean deflection z between the surfaces,
 *
 *     dz/dt = v - stiffness |v| z / level(v),     level(v) = coulomb + (breakaway - coulomb) exp(-(v / stribeck)^2),
 *     friction = stiffness z + damping dz/dt + viscous v,     tau = -friction.
 *
 * z is a state of the element. Stored: stiffness z^2 / 2; the rest of the work is heat. In steady
 * sliding the friction is level(v) + viscous v; at rest it is that of a spring, stiffness z, which
 * yields all the way to `breakaway`: loads that swing below it make the joint creep, as the model
 * has it. Where nothing may creep there is joint_friction.
 */
#include <math.h>

#include "mech_coordinate_force.h"
#include "mech_kinds.h"

enum {
	MECH_LUGRE_FRICTION_STIFFNESS,
	MECH_LUGRE_FRICTION_DAMPING,
	MECH_LUGRE_FRICTION_VISCOUS,
	MECH_LUGRE_FRICTION_COULOMB,
	MECH_LUGRE_FRICTION_BREAKAWAY,
	MECH_LUGRE_FRICTION_STRIBECK
};

static const struct mech_parameter_spec mech_lugre_friction_parameters[] = {
	{"stiffness", 1, 0, MECH_COORDINATE_STIFFNESS, MECH_REQUIRED, MECH_POSITIVE, 1, 0.0, "of the bristles"},
	{"damping", 1, 0, MECH_COORDINATE_DAMPING, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 1, 0.0, "of the bristles"},
	{"viscous", 1, 0, MECH_COORDINATE_DAMPING, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 1, 0.0,
     "torque or force against the motion, for a rate of 1"},
	{"coulomb", 1, 0, MECH_COORDINATE_EFFORT, MECH_REQUIRED, MECH_POSITIVE, 1, 0.0, "friction at high rates"},
	{"breakaway", 1, 0, MECH_COORDINATE_EFFORT, MECH_REQUIRED, MECH_POSITIVE, 1, 0.0, "friction at low rates"},
	{"stribeck", 1, 0, MECH_COORDINATE_RATE, MECH_REQUIRED, MECH_POSITIVE, 1, 0.0,
     "rate at which friction has fallen most of the way from breakaway to coulomb"},
};

static const int mech_lugre_friction_ordered[][2] = {{MECH_LUGRE_FRICTION_COULOMB, MECH_LUGRE_FRICTION_BREAKAWAY}};

static const struct mech_output_spec mech_lugre_friction_outputs[] = {
	{"effort", 1, MECH_COORDINATE_EFFORT, MECH_READS_VELOCITIES | MECH_READS_STATES,
     "friction along the coordinate, against the motion"},
	{"deflection", 1, MECH_COORDINATE, MECH_CONSTANT(MECH_READS_STATES), "mean deflection of the bristles"},
};

/* dz/dt and friction with their derivatives by v and z */
struct mech_lugre {
	double slip, slip_v, slip_z, friction, friction_v, friction_z;
};

static struct mech_lugre mech_lugre_friction_evaluate(const struct mech_context *c, const struct mech_element *e)
{
	const double *p = c->parameters + e->parameter;
	const double v = mech_referred_rate(c, e, 0), z = mech_element_state(c, e, 0);
	const double stribeck = p[MECH_LUGRE_FRICTION_STRIBECK], x = v / stribeck;
	const double k = p[MECH_LUGRE_FRICTION_STIFFNESS], b = p[MECH_LUGRE_FRICTION_DAMPING];
	const double more = (p[MECH_LUGRE_FRICTION_BREAKAWAY] - p[MECH_LUGRE_FRICTION_COULOMB]) * exp(-x * x);
	const double level = p[MECH_LUGRE_FRICTION_COULOMB] + more, level_v = -2.0 * x / stribeck * more;
	const double speed = fabs(v), speed_v = v < 0.0 ? -1.0 : 1.0;
	struct mech_lugre l;
	l.slip = v - k * speed * z / level;
	l.slip_v = 1.0 - k * z * (speed_v - speed * level_v / level) / level;
	l.slip_z = -k * speed / level;
	l.friction = k * z + b * l.slip + p[MECH_LUGRE_FRICTION_VISCOUS] * v;
	l.friction_v = b * l.slip_v + p[MECH_LUGRE_FRICTION_VISCOUS];
	l.friction_z = k + b * l.slip_z;
	return l;
}

static void mech_lugre_friction_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	const struct mech_lugre l = mech_lugre_friction_evaluate(c, e);
	mech_effort_add(c, e, -l.friction, f);
	f[2 * c->model->body_v] += l.slip;
}

static void mech_lugre_friction_tangent(const struct mech_context *c, const struct mech_element *e, double cq,
                                        double cv, double *out)
{
	const int n = 2 * c->model->body_v, width = n + 1;
	const struct mech_lugre l = mech_lugre_friction_evaluate(c, e);
	const struct mech_effort effort = {-l.friction, 0.0, -l.friction_v};
	double row[MECH_MOST_PAIR_V], turning[MECH_MOST_PAIR_V];
	mech_effort_add_tangent(c, e, &effort, cq, cv, out);
	mech_referred_row(c, e, 0, row);
	mech_referred_rate_row(c, e, 0, turning);
	for (int i = 0; i < n; i++) {
		out[width * i + n] += cv * l.friction_z * row[i];
		out[width * n + i] -= l.slip_v * (cv * row[i] + cq * turning[i]);
	}
	out[width * n + n] -= cv * l.slip_z;
}

static void mech_lugre_friction_sizes(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *p = c->parameters + e->parameter;
	out[0] = p[MECH_LUGRE_FRICTION_BREAKAWAY] / p[MECH_LUGRE_FRICTION_STIFFNESS];
}

static double mech_lugre_friction_potential(const struct mech_context *c, const struct mech_element *e)
{
	const double z = mech_element_state(c, e, 0);
	return 0.5 * c->parameters[e->parameter + MECH_LUGRE_FRICTION_STIFFNESS] * z * z;
}

static double mech_lugre_friction_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	const struct mech_lugre l = mech_lugre_friction_evaluate(c, e);
	const double stored =
		c->parameters[e->parameter + MECH_LUGRE_FRICTION_STIFFNESS] * mech_element_state(c, e, 0) * l.slip;
	return l.friction * mech_referred_rate(c, e, 0) - stored;
}

static void mech_lugre_friction_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = -mech_lugre_friction_evaluate(c, e).friction;
	out[1] = mech_element_state(c, e, 0);
}

LA_TABLE const struct mech_kind mech_lugre_friction = {
	.name = "lugre_friction",
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_EITHER,
	.text = "friction of bristles along a joint coordinate (LuGre)",
	.file.n_joints = 1,
	.file.any_coordinate = 1,
	.file.n_parameters = 6,
	.file.parameters = mech_lugre_friction_parameters,
	.file.n_ordered = 1,
	.file.ordered = mech_lugre_friction_ordered,
	.output.count = 2,
	.output.specs = mech_lugre_friction_outputs,
	.force.add = mech_lugre_friction_force,
	.force.reads = MECH_READS_VELOCITIES | MECH_READS_STATES,
	.state.reads = MECH_READS_VELOCITIES | MECH_READS_STATES,
	.force.tangent = mech_lugre_friction_tangent,
	.force.is_friction = 1,
	.state.count = 1,
	.state.sizes = mech_lugre_friction_sizes,
	.energy.potential = mech_lugre_friction_potential,
	.energy.dissipation = mech_lugre_friction_dissipation,
	.output.values = mech_lugre_friction_output,
};
