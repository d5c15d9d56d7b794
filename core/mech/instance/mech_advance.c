/* A communication step of an instance.
 *
 * Within it the integrator runs undisturbed: inputs are smooth functions of time. What jumps, jumps
 * between two: inputs and their derivatives, tunable parameters and, where derivatives given by the
 * importer say so, the speeds of joints driven by inputs. There the velocities are moved onto the
 * constraints where a prescribed speed jumped (least kinetic energy of the change, a plastic
 * impact), and accelerations and multipliers are made to fit again.
 */
#include <math.h>
#include <string.h>

#include "mech_equations.h"
#include "mech_instance_parts.h"
#include "mech_values.h"

/* an accepted step: was it in a near-singular position, and nearer than those before */
static void mech_advance_note_passage(struct mech_instance *m)
{
	const struct dae_counters *counters = m->dae.counters;
	if (counters->regularized == m->regularized) {
		return;
	}
	m->regularized = counters->regularized;
	m->passage.steps++;
	if (m->dae.rank->distance <= m->passage.distance) {
		m->passage.distance = m->dae.rank->distance;
		m->passage.time = *m->dae.t;
	}
}

LA_FUNCTION void mech_advance_accepted(void *context, const struct dae_point *p)
{
	const struct mech_system *system = context;
	(void)p;
	mech_instance_remember(system->owner);
	mech_advance_note_passage(system->owner);
}

/* acceleration that drivers prescribe, and its rate, out[2 n_rows]; rows of joints, which nothing
 * prescribes, stay zero, which saves 10 % of the instructions of a short communication step */
static void mech_advance_prescribed(struct mech_instance *m, double *out)
{
	const struct mech_context c = mech_instance_point(m);
	memset(out, 0, (size_t)m->model.n_rows * sizeof *out);
	for (int i = 0; i < m->model.n_elements; i++) {
		const struct mech_element *e = &m->model.elements[i];
		if (mech_element_kind(e)->row.motion) {
			mech_element_kind(e)->row.bias(&c, e, out + e->row);
		}
	}
	mech_constraint_jerk(&c, out + m->model.n_rows);
}

/* inputs and elements begin the step; drivers may continue in another way */
static void mech_advance_begin(struct mech_instance *m, double t_end)
{
	mech_inputs_begin(m);
	mech_advance_prescribed(m, m->before);
	mech_instance_begin(m, t_end);
	mech_advance_prescribed(m, m->after);
	for (int i = 0; i < 2 * m->model.n_rows; i++) {
		if (m->after[i] != m->before[i]) {
			mech_instance_note(m, MECH_BENT);
		}
	}
}

/* inputs or parameters have jumped: velocities onto the constraints where a prescribed speed
 * jumped, accelerations made to fit */
static int mech_advance_jump(struct mech_instance *m, const struct dae_options *options, double t_end,
                             struct dae_failure *failure)
{
	int n = m->model.n_rows;
	double speed_jump = 0;
	const struct mech_context c = mech_instance_point(m);
	mech_constraint_rate(&c, m->rate);
	mech_advance_begin(m, t_end);
	mech_constraint_rate(&c, m->lambda);
	for (int i = 0; i < n; i++) {
		double jump = fabs(m->lambda[i] - m->rate[i]);
		if (jump > 1e-12 * (fabs(m->lambda[i]) + fabs(m->rate[i]))) {
			speed_jump = fmax(speed_jump, jump);
		}
	}
	if (speed_jump == 0 && m->head->changed == MECH_UNCHANGED) {
		return 0;
	}
	if (speed_jump > 0) {
		double before = mech_kinetic_energy(&c);
		if (dae_start_project_velocity(m->driver, options, failure)) {
			return -1;
		}
		/* the drivers' blow; friction is that of the new speeds at once */
		m->dae.work->supply += mech_kinetic_energy(&c) - before;
		mech_instance_remember(m);
	}
	if (dae_start_motion(m->driver, options, failure)) {
		return -1;
	}
	m->head->changed = MECH_UNCHANGED;
	return 0;
}

LA_FUNCTION struct mech_passage mech_last_passage(const struct mech_instance *m)
{
	return m->passage;
}

/* steps that do not move the clock would never arrive */
static int mech_advance_check_steps(const struct mech_instance *m, double t_end, struct mech_message *message)
{
	static const int limits[] = {MECH_SOLVER_LARGEST_STEP, MECH_SOLVER_FIXED_STEP, MECH_SOLVER_REAL_TIME_STEP};
	for (int k = 0; k < 3; k++) {
		double step = m->parameters[m->model.head->solver + limits[k]];
		if (step > 0 && (*m->dae.t + step == *m->dae.t || t_end + step == t_end)) {
			mech_say(message, "solver.");
			mech_say_more(message, mech_solver_specs[limits[k]].key);
			mech_say_more(message, " is below the resolution of time");
			return -1;
		}
	}
	return 0;
}

/* mean speed over a communication step beyond which an input requires what no mechanism does */
static const double MECH_FASTEST_LENGTH = 1e3; /* m/s */
static const double MECH_FASTEST_ANGLE = 1e6;  /* rad/s */

static int mech_advance_refuse_speed(const struct mech_instance *m, const struct mech_element *e,
                                     enum mech_quantity quantity, double speed, struct mech_message *message)
{
	mech_say(message, "driver '");
	mech_say_more(message, mech_name(&m->model, e->name));
	mech_say_more(message, "': its input asks for a mean speed of ");
	mech_say_number(message, speed);
	mech_say_more(message, " ");
	mech_say_more(message, mech_quantity_unit(mech_quantity_rate(quantity)));
	mech_say_more(message, " over this step; the driver's largest_speed limits it");
	return MECH_TOO_MUCH;
}

/* whether inputs that drive joints ask for a possible motion in the step that has begun */
static int mech_advance_check_speeds(const struct mech_instance *m, double t_end, struct mech_message *message)
{
	const struct mech_context c = mech_instance_point(m);
	struct mech_context end = c;
	end.t = t_end;
	for (int i = 0; i < m->model.n_elements; i++) {
		const struct mech_element *e = &m->model.elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		double from[MECH_MOTION], to[MECH_MOTION];
		if (!kind->row.motion || e->input < 0) {
			continue;
		}
		kind->row.motion(&c, e, from);
		kind->row.motion(&end, e, to);
		const enum mech_quantity quantity = mech_row_quantity(&c, e, 0);
		const double speed = fabs(to[0] - from[0]) / (t_end - c.t);
		if (!(speed <= (quantity == MECH_ANGLE ? MECH_FASTEST_ANGLE : MECH_FASTEST_LENGTH))) {
			return mech_advance_refuse_speed(m, e, quantity, speed, message);
		}
	}
	return 0;
}

/* the step, once it is known to be possible to begin with */
static int mech_advance_make(struct mech_instance *m, const struct dae_options *options, double t_end,
                             struct mech_message *message)
{
	struct dae_failure failure = {.row = -1};
	int status = mech_ahead_goes_on(m, t_end) ? 0 : mech_ahead_return(m, options, &failure);
	if (!status && m->head->ahead == 0) {
		status = mech_advance_jump(m, options, t_end, &failure);
		if (!status && mech_advance_check_speeds(m, t_end, message)) {
			return MECH_TOO_MUCH;
		}
		m->head->calm = *m->dae.started != 0 ? fmin(m->head->calm + 1, MECH_AHEAD_CALM) : 0;
	}
	status = status ? status : mech_ahead_run(m, options, t_end, &failure);
	if (status) {
		mech_explain_failure(m, &failure, message);
		return failure.reason == DAE_TOO_MUCH_WORK ? MECH_TOO_MUCH : -1;
	}
	mech_inputs_end(m);
	return m->head->ahead != 0 ? 0 : mech_access_check_results(m, message);
}

LA_FUNCTION int mech_advance(struct mech_instance *m, double t_end, struct mech_message *message)
{
	if (m->head->initialized == 0) {
		mech_say(message, "the mechanism has not been initialized");
		return -1;
	}
	m->passage = (struct mech_passage){.steps = 0, .time = *m->dae.t, .distance = 1};
	/* a step of no length changes nothing */
	if (t_end == *m->dae.t || mech_ahead_answers(m, t_end)) {
		return 0;
	}
	if (mech_advance_check_steps(m, t_end, message) || mech_check_order(&m->model, m->parameters, message) ||
	    mech_check_states(&m->model, m->parameters, message)) {
		return -1;
	}
	const struct dae_options options = mech_instance_options(m);
	m->regularized = m->dae.counters->regularized;
	memcpy(m->backup, m->block, mech_state_size(m));
	dae_effort_begin(m->driver);
	m->dae.counters->nearest = 1;
	const int status = mech_advance_make(m, &options, t_end, message);
	if (status) {
		memcpy(m->block, m->backup, mech_state_size(m));
		mech_explain_input(m, message);
	}
	return status;
}
