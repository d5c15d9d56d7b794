/* Servo: a controller with proportional, integral and derivative part that holds a joint
 * coordinate c at a target r or lets it follow one. With the error e = r - c
 *
 *     u = proportional e + z + derivative d,     tau = u, at most `limit` and at least -limit (limit 0: tau = u),
 *     dz/dt = integral e + (tau - u) / windup,
 *     d = de/dt, or behind a filter   filter dd/dt = de/dt - d.
 *
 * z and d are states, where `integral` and `filter` are not 0. The rate of a table over time and of
 * a coordinate that is followed counts in de/dt, that of an input does not: an importer sets values
 * at communication points, often without rates, and the motion must not depend on whether it does.
 *
 * Anti-windup by back-calculation, as in Astrom and Hagglund, PID Controllers (1995), section 3.5:
 * while the limit is reached z follows it with the time `windup`. Without a value that is, as they
 * advise, sqrt(derivative / integral), the geometric mean of the times of integral and derivative,
 * or proportional / integral where there is no derivative; windup 0: none.
 *
 * Memory: the side of the limit, 1 or -1, or 0 between, which shows events alone where the next
 * corner of tau is, so that a step ends there; tau itself follows from u. And the time of the last
 * step: the rate of a table over time jumps at its ends, where the step that ends there takes it
 * from before, the next one from after. The power tau dc/dt comes from outside.
 */
#include <float.h>
#include <math.h>

#include "dae_event.h"
#include "mech_coordinate_force.h"
#include "mech_curve.h"
#include "mech_kinds.h"

enum {
	MECH_SERVO_TARGET,
	MECH_SERVO_PROPORTIONAL,
	MECH_SERVO_INTEGRAL,
	MECH_SERVO_DERIVATIVE,
	MECH_SERVO_FILTER,
	MECH_SERVO_LIMIT,
	MECH_SERVO_WINDUP
};

enum { MECH_SERVO_Z, MECH_SERVO_D, MECH_SERVO_STATES };
enum { MECH_SERVO_SIDE, MECH_SERVO_TIME, MECH_SERVO_MEMORY };

static const struct mech_parameter_spec mech_servo_parameters[] = {
	{"target", 1, 0, MECH_COORDINATE, MECH_REQUIRED, MECH_ANY, 1, 0.0, "wanted value of the coordinate"},
	{"proportional", 1, 0, MECH_COORDINATE_STIFFNESS, MECH_REQUIRED, MECH_POSITIVE, 1, 0.0,
     "torque or force for an error of 1"},
	{"integral", 1, 0, MECH_COORDINATE_STIFFNESS_RATE, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 1, 0.0,
     "its growth per second for an error of 1; 0: no integral"},
	{"derivative", 1, 0, MECH_COORDINATE_DAMPING, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 1, 0.0,
     "torque or force for an error that grows at a rate of 1"},
	{"filter", 1, 0, MECH_TIME, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 1, 0.0,
     "time constant with which the derivative lags; 0: no lag"},
	{"limit", 1, 0, MECH_COORDINATE_EFFORT, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 1, 0.0,
     "largest torque or force; 0: no limit"},
	{"windup", 1, 0, MECH_TIME, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 1, NAN,
     "time with which the integral gives way at the limit; found from the gains if not given; 0: it does not"},
};

static const int mech_servo_state_needs[MECH_SERVO_STATES] = {MECH_SERVO_INTEGRAL, MECH_SERVO_FILTER};
static const unsigned mech_servo_state_hides[MECH_SERVO_STATES] = {MECH_READS_NOTHING, MECH_READS_VELOCITIES};

static const struct mech_curve_spec mech_servo_curves[] = {
	MECH_CURVE_OVER_TIME("targets", MECH_COORDINATE, MECH_SERVO_TARGET),
};

static const struct mech_output_spec mech_servo_outputs[] = {
	{"effort", 1, MECH_COORDINATE_EFFORT, MECH_READS_MOTION | MECH_READS_STATES | MECH_READS_DRIVE,
     "torque or force exerted along the coordinate"},
	{"error", 1, MECH_COORDINATE, MECH_READS_POSITIONS | MECH_READS_DRIVE, "target minus coordinate"},
};

static void mech_servo_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *p = c->parameters + e->parameter;
	const double integral = p[MECH_SERVO_INTEGRAL], derivative = p[MECH_SERVO_DERIVATIVE];
	double found = 0.0;
	if (integral > 0.0) {
		found = derivative > 0.0 ? sqrt(derivative / integral) : p[MECH_SERVO_PROPORTIONAL] / integral;
	}
	out[0] = isnan(p[MECH_SERVO_WINDUP]) ? found : p[MECH_SERVO_WINDUP];
}

/* a number that follows from the error, its rate and the states, with its derivatives by these */
struct mech_servo_term {
	double value, by_error, by_rate, by_state[MECH_SERVO_STATES];
};

/* the element at a point; terms of states that it does not have are zeros */
struct mech_servo {
	int place[MECH_SERVO_STATES]; /* of its states, or -1 */
	double error, rate, wanted;   /* u */
	struct mech_servo_term effort, states[MECH_SERVO_STATES];
};

static double mech_servo_state(const struct mech_context *c, const struct mech_element *e, const struct mech_servo *s,
                               int k)
{
	return s->place[k] < 0 ? 0.0 : mech_element_state(c, e, s->place[k]);
}

/* u as if there was no limit */
static struct mech_servo_term mech_servo_wanted(const struct mech_context *c, const struct mech_element *e,
                                                const struct mech_servo *s)
{
	const double *p = c->parameters + e->parameter;
	const int filtered = s->place[MECH_SERVO_D] >= 0;
	const double d = filtered ? mech_servo_state(c, e, s, MECH_SERVO_D) : s->rate;
	return (struct mech_servo_term){p[MECH_SERVO_PROPORTIONAL] * s->error + p[MECH_SERVO_DERIVATIVE] * d +
	                                    mech_servo_state(c, e, s, MECH_SERVO_Z),
	                                p[MECH_SERVO_PROPORTIONAL],
	                                filtered ? 0.0 : p[MECH_SERVO_DERIVATIVE],
	                                {s->place[MECH_SERVO_Z] >= 0, filtered ? p[MECH_SERVO_DERIVATIVE] : 0.0}};
}

/* dz/dt and dd/dt */
static void mech_servo_rates(const struct mech_context *c, const struct mech_element *e,
                             const struct mech_servo_term *wanted, struct mech_servo *s)
{
	const double *p = c->parameters + e->parameter;
	const double windup = c->derived[e->derived], back = windup > 0.0 ? 1.0 / windup : 0.0;
	const struct mech_servo_term *tau = &s->effort;
	struct mech_servo_term *z = &s->states[MECH_SERVO_Z], *d = &s->states[MECH_SERVO_D];
	if (s->place[MECH_SERVO_Z] >= 0) {
		z->value = p[MECH_SERVO_INTEGRAL] * s->error + back * (tau->value - wanted->value);
		z->by_error = p[MECH_SERVO_INTEGRAL] + back * (tau->by_error - wanted->by_error);
		z->by_rate = back * (tau->by_rate - wanted->by_rate);
		for (int k = 0; k < MECH_SERVO_STATES; k++) {
			z->by_state[k] = back * (tau->by_state[k] - wanted->by_state[k]);
		}
	}
	if (s->place[MECH_SERVO_D] >= 0) {
		const double quick = 1.0 / p[MECH_SERVO_FILTER];
		*d = (struct mech_servo_term){
			quick * (s->rate - mech_servo_state(c, e, s, MECH_SERVO_D)), 0.0, quick, {0.0, -quick}};
	}
}

/* of the target, from before where the step that began at the time remembered ends */
static double mech_servo_target_rate(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_context side = *c;
	const double time = c->memory[e->memory + MECH_SERVO_TIME];
	if (e->input >= 0) {
		return 0.0;
	}
	if (c->t > time) {
		side.t -= 4 * DBL_EPSILON * (fabs(c->t) + fabs(time));
	}
	return mech_driving_rate(&side, e);
}

static void mech_servo_evaluate(const struct mech_context *c, const struct mech_element *e, struct mech_servo *s)
{
	const double limit = c->parameters[e->parameter + MECH_SERVO_LIMIT];
	*s = (struct mech_servo){.error = mech_driving_number(c, e, MECH_SERVO_TARGET) - mech_referred_value(c, e, 0),
	                         .rate = mech_servo_target_rate(c, e) - mech_referred_rate(c, e, 0)};
	for (int k = 0; k < MECH_SERVO_STATES; k++) {
		s->place[k] = mech_state_of(c->model, e, k);
	}
	const struct mech_servo_term wanted = mech_servo_wanted(c, e, s);
	s->wanted = wanted.value;
	s->effort = wanted;
	if (limit > 0.0 && fabs(wanted.value) > limit) {
		s->effort = (struct mech_servo_term){.value = copysign(limit, wanted.value)};
	}
	mech_servo_rates(c, e, &wanted, s);
}

static void mech_servo_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	const int first = mech_local_size(c->model, e) - e->n_states;
	struct mech_servo s;
	mech_servo_evaluate(c, e, &s);
	mech_effort_add(c, e, s.effort.value, f);
	for (int k = 0; k < MECH_SERVO_STATES; k++) {
		if (s.place[k] >= 0) {
			f[first + s.place[k]] += s.states[k].value;
		}
	}
}

/* cq and cv times the derivatives of error and rate by the element's bodies, [bodies] each: the
 * error falls with the own coordinate and grows with the one it follows */
struct mech_servo_rows {
	int n;
	double error[MECH_MOST_LOCAL], rate[MECH_MOST_LOCAL];
};

static void mech_servo_rows(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                            struct mech_servo_rows *rows)
{
	const int n = 2 * c->model->body_v;
	rows->n = 0;
	for (int i = 0; i < mech_element_joints(e); i++) {
		const double sign = i == 0 ? -1.0 : 1.0;
		double row[MECH_MOST_PAIR_V], turning[MECH_MOST_PAIR_V];
		mech_referred_row(c, e, i, row);
		mech_referred_rate_row(c, e, i, turning);
		for (int j = 0; j < n; j++) {
			rows->error[rows->n] = sign * cq * row[j];
			rows->rate[rows->n++] = sign * (cv * row[j] + cq * turning[j]);
		}
	}
}

/* out[width] -= factor times the term's derivatives by bodies and states */
static void mech_servo_subtract(const struct mech_servo *s, const struct mech_servo_rows *rows,
                                const struct mech_servo_term *term, double cv, double factor, double *out)
{
	for (int j = 0; j < rows->n; j++) {
		out[j] -= factor * (term->by_error * rows->error[j] + term->by_rate * rows->rate[j]);
	}
	for (int k = 0; k < MECH_SERVO_STATES; k++) {
		if (s->place[k] >= 0) {
			out[rows->n + s->place[k]] -= factor * cv * term->by_state[k];
		}
	}
}

static void mech_servo_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                               double *out)
{
	const int n = 2 * c->model->body_v, width = mech_local_size(c->model, e);
	struct mech_servo s;
	struct mech_servo_rows rows;
	double row[MECH_MOST_PAIR_V];
	mech_servo_evaluate(c, e, &s);
	mech_servo_rows(c, e, cq, cv, &rows);
	mech_referred_row(c, e, 0, row);
	/* what turns the effort, then what changes its size */
	const struct mech_effort effort = {s.effort.value, 0.0, 0.0};
	mech_effort_add_tangent(c, e, &effort, cq, cv, out);
	for (int i = 0; i < n; i++) {
		mech_servo_subtract(&s, &rows, &s.effort, cv, row[i], out + width * i);
	}
	for (int k = 0; k < MECH_SERVO_STATES; k++) {
		if (s.place[k] >= 0) {
			mech_servo_subtract(&s, &rows, &s.states[k], cv, 1.0, out + width * (rows.n + s.place[k]));
		}
	}
}

/* the error grows with the target, its rate with that of a table */
static double mech_servo_change(const struct mech_element *e, const struct mech_servo_term *term,
                                const double change[2])
{
	return term->by_error * change[0] + (e->input >= 0 ? 0.0 : term->by_rate * change[1]);
}

static void mech_servo_driven_force(const struct mech_context *c, const struct mech_element *e, const double change[2],
                                    double *f)
{
	const int first = mech_local_size(c->model, e) - e->n_states;
	struct mech_servo s;
	mech_servo_evaluate(c, e, &s);
	mech_effort_add(c, e, mech_servo_change(e, &s.effort, change), f);
	for (int k = 0; k < MECH_SERVO_STATES; k++) {
		if (s.place[k] >= 0) {
			f[first + s.place[k]] += mech_servo_change(e, &s.states[k], change);
		}
	}
}

static void mech_servo_driven_output(const struct mech_context *c, const struct mech_element *e, const double change[2],
                                     double *out)
{
	struct mech_servo s;
	mech_servo_evaluate(c, e, &s);
	out[0] = mech_servo_change(e, &s.effort, change);
	out[1] = change[0];
}

/* an effort: the limit or that for an error of 1 rad or of the mechanism's size; a rate of the
 * error: that error in the time of the filter */
static void mech_servo_sizes(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *p = c->parameters + e->parameter;
	const struct mech_kind *joint = mech_element_kind(mech_referred_joint(c, e, 0));
	const double unit = joint->coordinate.specs[e->coordinate[0]].quantity == MECH_ANGLE ? 1.0 : c->length;
	const int z = mech_state_of(c->model, e, MECH_SERVO_Z), d = mech_state_of(c->model, e, MECH_SERVO_D);
	if (z >= 0) {
		out[z] = p[MECH_SERVO_LIMIT] > 0.0 ? p[MECH_SERVO_LIMIT] : p[MECH_SERVO_PROPORTIONAL] * unit;
	}
	if (d >= 0) {
		out[d] = unit / p[MECH_SERVO_FILTER];
	}
}

/* the filter has followed the error for long; the integral begins at 0, or in balance after a
 * static start */
static void mech_servo_state_start(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const int d = mech_state_of(c->model, e, MECH_SERVO_D);
	if (d >= 0) {
		out[d] = mech_servo_target_rate(c, e) - mech_referred_rate(c, e, 0);
	}
}

static double mech_servo_supply(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_servo s;
	mech_servo_evaluate(c, e, &s);
	return s.effort.value * mech_referred_rate(c, e, 0);
}

/* du/dt */
static double mech_servo_growth(const struct mech_context *c, const struct mech_element *e, const struct mech_servo *s)
{
	const double *p = c->parameters + e->parameter;
	const double leading = e->input >= 0 ? 0.0 : mech_driving_acceleration(c, e);
	const double coming = leading - mech_joint_acceleration(c, mech_referred_joint(c, e, 0), e->coordinate[0]);
	const double d = s->place[MECH_SERVO_D] >= 0 ? s->states[MECH_SERVO_D].value : coming;
	return p[MECH_SERVO_PROPORTIONAL] * s->rate + p[MECH_SERVO_DERIVATIVE] * d + s->states[MECH_SERVO_Z].value;
}

/* what is left until the limit is reached, or left, as a part of it. Its corner is no more than a
 * change of slope. */
static void mech_servo_events(const struct mech_context *c, const struct mech_element *e, struct dae_event *out)
{
	const double *p = c->parameters + e->parameter;
	const double limit = p[MECH_SERVO_LIMIT], side = c->memory[e->memory + MECH_SERVO_SIDE], unit = 1e-3;
	struct mech_servo s;
	*out = (struct dae_event){1.0, 0.0, 0.0};
	if (limit == 0.0) {
		return;
	}
	mech_servo_evaluate(c, e, &s);
	const double to = side != 0.0 ? side : copysign(1.0, s.wanted), outward = side != 0.0 ? 1.0 : -1.0;
	out->value = unit * outward * (to * s.wanted / limit - 1.0);
	out->rate = unit * outward * to * mech_servo_growth(c, e, &s) / limit;
}

static void mech_servo_remember(const struct mech_context *c, const struct mech_element *e, double *memory)
{
	const double limit = c->parameters[e->parameter + MECH_SERVO_LIMIT];
	struct mech_servo s;
	mech_servo_evaluate(c, e, &s);
	memory[MECH_SERVO_SIDE] = limit > 0.0 && fabs(s.wanted) > limit ? copysign(1.0, s.wanted) : 0.0;
	memory[MECH_SERVO_TIME] = c->t;
}

static const char *mech_servo_refusal(const double *memory, double t)
{
	const double side = memory[MECH_SERVO_SIDE];
	if (side != 0.0 && fabs(side) != 1.0) {
		return "the side of its limit";
	}
	return memory[MECH_SERVO_TIME] <= t ? NULL : "the time of its last step";
}

static void mech_servo_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_servo s;
	mech_servo_evaluate(c, e, &s);
	out[0] = s.effort.value;
	out[1] = s.error;
}

LA_TABLE const struct mech_kind mech_servo = {
	.name = "servo",
	.drawing.symbol = MECH_SYMBOL_EFFORT,
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_EITHER,
	.text = "controller with proportional, integral and derivative part that leads a joint coordinate to a target",
	.file.n_joints = 1,
	.file.any_coordinate = 1,
	.file.follows = 1,
	.file.n_parameters = 7,
	.file.parameters = mech_servo_parameters,
	.file.input = &mech_servo_parameters[MECH_SERVO_TARGET],
	.file.n_curves = 1,
	.file.curves = mech_servo_curves,
	.output.count = 2,
	.output.specs = mech_servo_outputs,
	.force.add = mech_servo_force,
	.force.reads = MECH_READS_MOTION | MECH_READS_STATES | MECH_READS_DRIVE,
	.state.reads = MECH_READS_MOTION | MECH_READS_STATES | MECH_READS_DRIVE,
	.force.tangent = mech_servo_tangent,
	.force.driven = mech_servo_driven_force,
	.output.driven = mech_servo_driven_output,
	.state.count = MECH_SERVO_STATES,
	.state.needs = mech_servo_state_needs,
	.state.hides = mech_servo_state_hides,
	.state.sizes = mech_servo_sizes,
	.state.start = mech_servo_state_start,
	.energy.supply = mech_servo_supply,
	.derived.count = 1,
	.derived.derive = mech_servo_derive,
	.memory.count = MECH_SERVO_MEMORY,
	.memory.start = mech_servo_remember,
	.memory.remember = mech_servo_remember,
	.memory.refusal = mech_servo_refusal,
	.event.count = 1,
	.event.functions = mech_servo_events,
	.output.values = mech_servo_output,
};
