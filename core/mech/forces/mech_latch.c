/* Latch: holds two bodies together at a point, as a stiff spring with a damper, until it opens.
 *
 *     F = -stiffness (x - x0) - damping dx/dt,
 *     torque = -angular_stiffness (angle - angle0) - angular_damping d(angle)/dt in the plane,
 *
 * x the displacement of the second body's point along the axes of the first, angle that of the
 * second body relative to the first; both are 0 as drawn. A latch that holds from the start has x0
 * = 0 and angle0 = 0. One that closes later, at the time `closes`, holds the bodies as they are
 * then.
 *
 * It opens for ever at the first of these: the time `opens`; |F| reaches `strength`; in the plane
 * the angle leaves `lower` .. `upper`. Each is an event (dae_event.h), so that a step ends there.
 * Times, limits and strengths of 0 do not exist.
 *
 * Stored: the energy of the springs. When the latch opens it turns into heat, which memory keeps.
 * Derived: local points. Memory: phase, heat of opening, x0, angle0.
 */
#include <math.h>

#include "dae_event.h"
#include "mech_jet.h"
#include "mech_kinds.h"

enum { MECH_LATCH_MOST = MECH_MOST_DIMENSION };
enum { MECH_LATCH_WAITS, MECH_LATCH_HOLDS, MECH_LATCH_IS_OPEN };
enum {
	MECH_LATCH_PHASE,
	MECH_LATCH_HEAT,
	MECH_LATCH_REST, /* of each deflection */
	MECH_LATCH_MEMORY = MECH_LATCH_REST + MECH_LATCH_MOST
};
enum { MECH_LATCH_BY_TIME, MECH_LATCH_BY_LOAD, MECH_LATCH_BY_LOWER, MECH_LATCH_BY_UPPER, MECH_LATCH_EVENTS };

/* parameters: specs, and in the plane their numbers */
enum {
	MECH_LATCH_AT,
	MECH_LATCH_STIFFNESS,
	MECH_LATCH_DAMPING,
	MECH_LATCH_CLOSES,
	MECH_LATCH_OPENS,
	MECH_LATCH_STRENGTH,
	MECH_LATCH_ANGULAR_STIFFNESS,
	MECH_LATCH_ANGULAR_DAMPING,
	MECH_LATCH_LOWER,
	MECH_LATCH_UPPER,
	MECH_LATCH_SPECS,
	MECH_LATCH_SPATIAL_SPECS = MECH_LATCH_ANGULAR_STIFFNESS
};
#define MECH_LATCH_COMMON(n)                                                                                       \
	{"at", n, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "where it holds the bodies together, as drawn"},    \
		{"stiffness",                                                                                              \
	     n,                                                                                                        \
	     0,                                                                                                        \
	     MECH_STIFFNESS,                                                                                           \
	     MECH_REQUIRED,                                                                                            \
	     MECH_ANY,                                                                                                 \
	     1,                                                                                                        \
	     0,                                                                                                        \
	     "along the axes of the first body, while it holds"},                                                      \
		{"damping", n, 0, MECH_DAMPING, MECH_OPTIONAL, MECH_ANY, 1, 0, "the same for rates"},                      \
		MECH_TUNABLE("closes", MECH_TIME, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0.0, "time; 0: holds from the start"), \
		MECH_TUNABLE("opens", MECH_TIME, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0.0, "time; 0: not at a time"),         \
		MECH_TUNABLE("strength", MECH_FORCE, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0.0,                                \
	                 "force at which it opens; 0: never breaks")

static const struct mech_parameter_spec mech_latch_parameters[] = {
	MECH_LATCH_COMMON(2),
	MECH_TUNABLE("angular_stiffness", MECH_ANGULAR_STIFFNESS, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0.0,
                 "against turning, while it holds"),
	MECH_TUNABLE("angular_damping", MECH_ANGULAR_DAMPING, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0.0,
                 "against turning, while it holds"),
	MECH_TUNABLE("lower", MECH_ANGLE, MECH_OPTIONAL, MECH_ANY, 0.0,
                 "angle of the second body relative to the first, 0 as drawn, below which it opens; 0: none"),
	MECH_TUNABLE("upper", MECH_ANGLE, MECH_OPTIONAL, MECH_ANY, 0.0, "angle above which it opens; 0: none"),
};

static const struct mech_parameter_spec mech_latch_spatial_parameters[] = {MECH_LATCH_COMMON(3)};

static const struct mech_output_spec mech_latch_outputs[] = {
	{"force", 2, MECH_FORCE, MECH_READS_MOTION, "force on the second body, in the axes of the first"},
	{"torque", 1, MECH_TORQUE, MECH_READS_TURN | MECH_READS_SPIN, "torque on the second body"},
	{"holds", 1, MECH_NUMBER, MECH_READS_NOTHING, "1 while it holds, else 0"},
};

static const struct mech_output_spec mech_latch_spatial_outputs[] = {
	{"force", 3, MECH_FORCE, MECH_READS_MOTION, "force on the second body, in the axes of the first"},
	{"holds", 1, MECH_NUMBER, MECH_READS_NOTHING, "1 while it holds, else 0"},
};

static void mech_latch_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *at = c->parameters + e->parameter;
	mech_local_point(c, e->body[0], at, out);
	mech_local_point(c, e->body[1], at, out + mech_dimension(c));
}

/* first number of a parameter */
static const double *mech_latch_number(const struct mech_context *c, const struct mech_element *e, int spec)
{
	return c->parameters + e->parameter + mech_kind_number(mech_element_kind(e), spec);
}

/* ---- forces ---- */

/* deflections, in the plane the turn last, their rates and forces F = Fx x + Fv dx/dt */
struct mech_latch_load {
	struct mech_frames frames;
	struct mech_jet x[MECH_LATCH_MOST];
	double v[MECH_MOST_PAIR_V], stretch[MECH_LATCH_MOST], rate[MECH_LATCH_MOST], F[MECH_LATCH_MOST];
	double Fx[MECH_LATCH_MOST * MECH_LATCH_MOST], Fv[MECH_LATCH_MOST * MECH_LATCH_MOST];
};

static void mech_latch_evaluate(const struct mech_context *c, const struct mech_element *e, int order,
                                struct mech_latch_load *l)
{
	const int n = mech_dimension(c);
	const double *k = mech_latch_number(c, e, MECH_LATCH_STIFFNESS);
	const double *d = mech_latch_number(c, e, MECH_LATCH_DAMPING);
	const double *s = c->derived + e->derived;
	struct mech_jet gap[3], axis[3];
	memset(l->Fx, 0, sizeof l->Fx);
	memset(l->Fv, 0, sizeof l->Fv);
	mech_frames_open(c, e, order, &l->frames);
	mech_gather(c, e, c->v, l->v);
	mech_jet_gap(&l->frames, 0, s, s + n, gap);
	for (int i = 0; i < n; i++) {
		const double unit[3] = {i == 0, i == 1, i == 2};
		mech_jet_direction(&l->frames, 0, unit, axis);
		mech_jet_dot(&l->frames, axis, gap, &l->x[i]);
	}
	if (n == 2) {
		mech_jet_turn(&l->frames, &l->x[2]);
		l->x[2].value = mech_reading_value((struct mech_reading){l->x[2].value, l->x[2].turns});
	}
	for (int i = 0; i < MECH_LATCH_MOST; i++) {
		l->Fx[(MECH_LATCH_MOST + 1) * i] = -(i < n ? k[i] : *mech_latch_number(c, e, MECH_LATCH_ANGULAR_STIFFNESS));
		l->Fv[(MECH_LATCH_MOST + 1) * i] = -(i < n ? d[i] : *mech_latch_number(c, e, MECH_LATCH_ANGULAR_DAMPING));
		l->rate[i] = mech_jet_rate(&l->frames, &l->x[i], l->v);
		l->stretch[i] = l->x[i].value - c->memory[e->memory + MECH_LATCH_REST + i];
		l->F[i] = l->Fx[(MECH_LATCH_MOST + 1) * i] * l->stretch[i] + l->Fv[(MECH_LATCH_MOST + 1) * i] * l->rate[i];
	}
}

static int mech_latch_phase(const struct mech_context *c, const struct mech_element *e)
{
	return (int)c->memory[e->memory + MECH_LATCH_PHASE];
}

static void mech_latch_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	struct mech_latch_load l;
	if (mech_latch_phase(c, e) == MECH_LATCH_HOLDS) {
		mech_latch_evaluate(c, e, 1, &l);
		mech_jet_add_force(&l.frames, MECH_LATCH_MOST, l.x, l.F, f);
	}
}

static void mech_latch_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                               double *out)
{
	struct mech_latch_load l;
	if (mech_latch_phase(c, e) == MECH_LATCH_HOLDS) {
		mech_latch_evaluate(c, e, 2, &l);
		mech_jet_add_force_tangent(&l.frames, MECH_LATCH_MOST, l.x, l.v, l.F, l.Fx, l.Fv, cq, cv, out);
	}
}

static double mech_latch_energy(const struct mech_latch_load *l)
{
	double energy = 0.0;
	for (int i = 0; i < MECH_LATCH_MOST; i++) {
		energy -= 0.5 * l->Fx[(MECH_LATCH_MOST + 1) * i] * l->stretch[i] * l->stretch[i];
	}
	return energy;
}

/* the heat of opening, which no power brought, counts here, and mech_latch_stored takes it to the
 * heat */
static double mech_latch_potential(const struct mech_context *c, const struct mech_element *e)
{
	const double heat = c->memory[e->memory + MECH_LATCH_HEAT];
	struct mech_latch_load l;
	if (mech_latch_phase(c, e) != MECH_LATCH_HOLDS) {
		return heat;
	}
	mech_latch_evaluate(c, e, 1, &l);
	return heat + mech_latch_energy(&l);
}

static double mech_latch_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_latch_load l;
	double power = 0.0;
	if (mech_latch_phase(c, e) == MECH_LATCH_HOLDS) {
		mech_latch_evaluate(c, e, 1, &l);
		for (int i = 0; i < MECH_LATCH_MOST; i++) {
			power -= l.Fv[(MECH_LATCH_MOST + 1) * i] * l.rate[i] * l.rate[i];
		}
	}
	return power;
}

static double mech_latch_stored(const struct mech_context *c, const struct mech_element *e)
{
	return -c->memory[e->memory + MECH_LATCH_HEAT];
}

/* ---- opening and closing ---- */

/* |F| and its rate, without the rate of the acceleration */
static struct dae_event mech_latch_load_event(const struct mech_context *c, const struct mech_element *e,
                                              const struct mech_latch_load *l, double strength)
{
	const int n = mech_dimension(c);
	double a[MECH_MOST_PAIR_V], square = 0.0, product = 0.0;
	mech_gather(c, e, c->a, a);
	for (int k = 0; k < n; k++) {
		double acceleration = mech_jet_rate(&l->frames, &l->x[k], a);
		for (int i = 0; i < l->frames.n * l->frames.n; i++) {
			acceleration += l->v[i / l->frames.n] * l->x[k].hessian[i] * l->v[i % l->frames.n];
		}
		const int d = (MECH_LATCH_MOST + 1) * k;
		square += l->F[k] * l->F[k];
		product += l->F[k] * (l->Fx[d] * l->rate[k] + l->Fv[d] * acceleration);
	}
	const double load = sqrt(square);
	return (struct dae_event){1.0 - load / strength, load > 0.0 ? -product / (load * strength) : 0.0, 0.0};
}

/* of a time, where there is one */
static struct dae_event mech_latch_time_event(const struct mech_context *c, double time)
{
	return (struct dae_event){time > 0.0 ? time - c->t : 1.0, time > 0.0 ? -1.0 : 0.0, 0.0};
}

static void mech_latch_angle_events(const struct mech_context *c, const struct mech_element *e,
                                    const struct mech_latch_load *l, struct dae_event *out)
{
	const double lower = *mech_latch_number(c, e, MECH_LATCH_LOWER), upper = *mech_latch_number(c, e, MECH_LATCH_UPPER);
	double a[MECH_MOST_PAIR_V];
	mech_gather(c, e, c->a, a);
	const double angle = l->x[2].value, rate = l->rate[2], acceleration = a[5] - a[2];
	if (lower != 0.0) {
		out[MECH_LATCH_BY_LOWER] = (struct dae_event){angle - lower, rate, acceleration};
	}
	if (upper != 0.0) {
		out[MECH_LATCH_BY_UPPER] = (struct dae_event){upper - angle, -rate, -acceleration};
	}
}

static void mech_latch_events(const struct mech_context *c, const struct mech_element *e, struct dae_event *out)
{
	const double strength = *mech_latch_number(c, e, MECH_LATCH_STRENGTH);
	const int phase = mech_latch_phase(c, e);
	struct mech_latch_load l;
	for (int k = 0; k < MECH_LATCH_EVENTS; k++) {
		out[k] = (struct dae_event){1.0, 0.0, 0.0};
	}
	if (phase == MECH_LATCH_WAITS) {
		out[MECH_LATCH_BY_TIME] = mech_latch_time_event(c, *mech_latch_number(c, e, MECH_LATCH_CLOSES));
	}
	if (phase != MECH_LATCH_HOLDS) {
		return;
	}
	out[MECH_LATCH_BY_TIME] = mech_latch_time_event(c, *mech_latch_number(c, e, MECH_LATCH_OPENS));
	mech_latch_evaluate(c, e, 2, &l);
	if (strength > 0.0) {
		out[MECH_LATCH_BY_LOAD] = mech_latch_load_event(c, e, &l, strength);
	}
	if (mech_dimension(c) == 2) {
		mech_latch_angle_events(c, e, &l, out);
	}
}

static void mech_latch_start(const struct mech_context *c, const struct mech_element *e, double *memory)
{
	const int waits = *mech_latch_number(c, e, MECH_LATCH_CLOSES) > c->t;
	memory[MECH_LATCH_PHASE] = waits ? MECH_LATCH_WAITS : MECH_LATCH_HOLDS;
	for (int i = MECH_LATCH_HEAT; i < MECH_LATCH_MEMORY; i++) {
		memory[i] = 0.0;
	}
}

static void mech_latch_remember(const struct mech_context *c, const struct mech_element *e, double *memory)
{
	struct dae_event event[MECH_LATCH_EVENTS];
	struct mech_latch_load l;
	int passed = 0;
	mech_latch_events(c, e, event);
	for (int k = 0; k < MECH_LATCH_EVENTS; k++) {
		passed = passed || dae_event_passed(&event[k]);
	}
	if (!passed) {
		return;
	}
	mech_latch_evaluate(c, e, 1, &l);
	if (mech_latch_phase(c, e) == MECH_LATCH_WAITS) {
		memory[MECH_LATCH_PHASE] = MECH_LATCH_HOLDS;
		for (int i = 0; i < MECH_LATCH_MOST; i++) {
			memory[MECH_LATCH_REST + i] = l.x[i].value;
		}
	} else {
		memory[MECH_LATCH_PHASE] = MECH_LATCH_IS_OPEN;
		memory[MECH_LATCH_HEAT] += mech_latch_energy(&l);
	}
}

static const char *mech_latch_refusal(const double *memory, double t)
{
	const double phase = memory[MECH_LATCH_PHASE];
	(void)t;
	return phase == MECH_LATCH_WAITS || phase == MECH_LATCH_HOLDS || phase == MECH_LATCH_IS_OPEN ? NULL
	                                                                                             : "whether it holds";
}

static void mech_latch_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const int holds = mech_latch_phase(c, e) == MECH_LATCH_HOLDS;
	struct mech_latch_load l;
	mech_latch_evaluate(c, e, 1, &l);
	for (int i = 0; i < MECH_LATCH_MOST; i++) {
		out[i] = holds ? l.F[i] : 0.0;
	}
	out[MECH_LATCH_MOST] = holds;
}

static void mech_latch_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_point(c, e->body[1], c->derived + e->derived + mech_dimension(c), out);
}

#define MECH_LATCH_KIND                                                                                             \
	.name = "latch", .drawing.symbol = MECH_SYMBOL_WELD, .force.reads = MECH_READS_MOTION,                          \
	.force.torque_reads = MECH_READS_MOTION, .section = MECH_FORCE_ELEMENT, .file.n_bodies = 2,                     \
	.force.add = mech_latch_force, .force.tangent = mech_latch_tangent, .energy.potential = mech_latch_potential,   \
	.energy.dissipation = mech_latch_dissipation, .energy.stored = mech_latch_stored,                               \
	.derived.derive = mech_latch_derive, .memory.count = MECH_LATCH_MEMORY, .memory.start = mech_latch_start,       \
	.memory.remember = mech_latch_remember, .memory.refusal = mech_latch_refusal, .event.count = MECH_LATCH_EVENTS, \
	.event.functions = mech_latch_events, .output.values = mech_latch_output, .drawing.point = mech_latch_point

LA_TABLE const struct mech_kind mech_latch = {
	MECH_LATCH_KIND,
	.space = MECH_PLANAR,
	.text = "holds two bodies together until a time, a force or an angle is reached",
	.file.n_parameters = MECH_LATCH_SPECS,
	.file.parameters = mech_latch_parameters,
	.output.count = 3,
	.output.specs = mech_latch_outputs,
	.derived.count = 4,
};

LA_TABLE const struct mech_kind mech_spatial_latch = {
	MECH_LATCH_KIND,
	.space = MECH_SPATIAL,
	.text = "holds points of two bodies together until a time or a force is reached",
	.file.n_parameters = MECH_LATCH_SPATIAL_SPECS,
	.file.parameters = mech_latch_spatial_parameters,
	.output.count = 2,
	.output.specs = mech_latch_spatial_outputs,
	.derived.count = 6,
};
