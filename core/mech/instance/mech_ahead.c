/* Look-ahead: steps of the solver that go beyond the communication point.
 *
 * Where nothing changes between communication steps, the solver makes steps as long as its error
 * test allows. The state block then keeps, in addition to the point at the communication point,
 * what the solver is at the beginning and at the end of the step that holds it, `back` and `front`,
 * and the step's dense output:
 *
 *     back ------ communication point ------------------ front
 *
 * The next communication point within the step costs nothing but a new time. When somebody requests
 * the motion there, it is interpolated, positions and velocities are moved onto the constraints,
 * and accelerations and reactions made to fit. Beyond the step the solver continues from `front`.
 *
 * Where something is set, the solver goes back: from `back`, with the inputs as they were, it lands
 * on the communication point as it would have without look-ahead, and continues from there. A step
 * beyond the communication point that fails, or whose dense output is not good enough though it was
 * made shorter, is forgotten likewise, and the solver lands. So a failure shows where time has come
 * to it.
 *
 * An event ends a step, so that what elements remember of their modes holds within it; turns are
 * counted on.
 *
 * No look-ahead: where an input moves a joint, whose course over a communication step follows from
 * the value set; with steps of a fixed size; for formulations and methods that do not meet all
 * constraints; while communication steps are long compared with those of the solver; and until
 * nothing has changed for MECH_AHEAD_CALM communication steps, so that an importer who sets inputs
 * at each of them never pays for a step that is thrown away.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "mech_curve.h"
#include "mech_instance_parts.h"
#include "mech_joint.h"

/* how far the solver goes beyond the communication point, in communication steps */
static const double MECH_AHEAD_FARTHEST = 1000;

/* communication steps that hold so many steps of the solver are landed on: there is little to
 * gain */
static const double MECH_AHEAD_STEPS = 2;

/* a step that ends so near the communication point, as a part of the time, ends there: none can
 * be made of what is left */
static const double MECH_AHEAD_CLOCK = 64 * DBL_EPSILON;

/* shorter steps in place of one whose dense output is not good enough, before the communication
 * point is landed on: that costs the steps to it and MECH_AHEAD_CALM after it; one that is
 * shorter is good, as a rule. It takes half of the factorizations off dop853 on bricard at 1e-3
 * to 1e-8. */
enum { MECH_AHEAD_SHORTER = 3 };

/* steps that were cut short for the sake of dense output may grow by this factor with each
 * communication step */
static const double MECH_AHEAD_GROWTH = 1.2;

LA_FUNCTION size_t mech_ahead_lay(struct mech_instance *m, double *block)
{
	const size_t signals = (size_t)m->model.n_inputs * (sizeof(struct mech_signal) / sizeof *block);
	const size_t dense = dae_dense_size(&m->system.dae);
	m->moving = (size_t)m->model.n_memory + dae_state_size(&m->system.dae, NULL);
	if (block) {
		m->held = (struct mech_signal *)block;
		m->dense = block + signals;
		m->back = m->dense + dense;
		m->front = m->back + m->moving;
	}
	return signals + dense + 2 * m->moving;
}

/* ---- whether ---- */

LA_FUNCTION int mech_ahead_possible(const struct mech_model *model)
{
	for (int i = 0; i < model->n_elements; i++) {
		if (mech_element_kind(&model->elements[i])->memory.begin) {
			return 0;
		}
	}
	return 1;
}

static int mech_ahead_wanted(const struct mech_instance *m, const struct dae_options *options, double t_end)
{
	const double *solver = m->parameters + m->model.head->solver;
	const struct dae_method *method = dae_methods[mech_solver_chosen(solver, MECH_SOLVER_METHOD)];
	const double reach = m->head->reach > 0 ? fmin(m->head->reach, *m->dae.h) : *m->dae.h;
	return mech_solver_chosen(solver, MECH_SOLVER_LOOK_AHEAD) == MECH_LOOK_AHEAD && m->is_predictable &&
	       options->fixed_step == 0 && options->formulation == DAE_STABILIZED && !method->is_loose &&
	       m->head->calm >= MECH_AHEAD_CALM && reach * MECH_AHEAD_STEPS > t_end - *m->dae.t;
}

/* whether everything continues as it did: nothing was set, or inputs to what they would have
 * become */
static int mech_ahead_is_same(const struct mech_instance *m)
{
	int same = m->head->changed == MECH_UNCHANGED;
	for (int i = 0; i < m->model.n_inputs; i++) {
		for (int order = 1; order <= MECH_INPUT_ORDER; order++) {
			same = same && (m->inputs[i].given[order] != 0 || m->inputs[i].u[order] == 0);
		}
	}
	return same;
}

/* ---- points ---- */

/* time of `back` or `front`, and counters of it */
static double mech_ahead_time(const struct mech_instance *m, const double *moving)
{
	return moving[m->dae.t - m->memory];
}

static const struct dae_counters *mech_ahead_counters(const struct mech_instance *m, const double *moving)
{
	return (const struct dae_counters *)(moving + ((const double *)m->dae.counters - m->memory));
}

static double mech_ahead_distance(const struct mech_instance *m, const double *moving)
{
	return ((const struct dae_step_rank *)(moving + ((const double *)m->dae.rank - m->memory)))->distance;
}

LA_FUNCTION int mech_ahead_goes_on(const struct mech_instance *m, double t_end)
{
	return mech_ahead_is_same(m) && !(t_end < mech_ahead_time(m, m->front));
}

LA_FUNCTION void mech_ahead_forget(struct mech_instance *m)
{
	memset(m->held, 0, mech_ahead_lay(m, NULL) * sizeof *m->block);
	m->head->ahead = 0;
	m->head->settled = 0;
}

/* at the beginning of a step that is not to be; the work that it took is counted */
static void mech_ahead_drop(struct mech_instance *m, struct dae_counters work)
{
	memcpy(m->memory, m->back, m->moving * sizeof *m->back);
	m->dae.counters->rejected = work.rejected + work.steps - m->dae.counters->steps;
	m->dae.counters->iterations = work.iterations;
	m->dae.counters->factorizations = work.factorizations;
	dae_effort_begin(m->driver);
}

/* turns at the present point of those at the beginning of the step */
static void mech_ahead_remember(struct mech_instance *m)
{
	const struct mech_context c = mech_instance_point(m);
	memcpy(m->memory, m->back, (size_t)m->model.n_memory * sizeof *m->memory);
	for (int i = 0; i < m->model.n_elements; i++) {
		const struct mech_element *e = &m->model.elements[i];
		if (mech_element_kind(e)->event.count == 0) {
			mech_remember(&c, e, m->memory);
		}
	}
}

LA_FUNCTION int mech_ahead_answers(struct mech_instance *m, double t_end)
{
	if (m->head->ahead == 0 || !(t_end < mech_ahead_time(m, m->front)) || !mech_ahead_is_same(m)) {
		return 0;
	}
	*m->dae.t = t_end;
	m->dae.counters->nearest = mech_ahead_distance(m, m->front);
	m->head->settled = 0;
	mech_inputs_end(m);
	return 1;
}

LA_FUNCTION void mech_settle(struct mech_instance *m)
{
	if (m->head->ahead != 0 && m->head->settled == 0) {
		const struct dae_options options = mech_instance_options(m);
		if (dae_dense_answer(m->driver, m->dense)) {
			mech_ahead_remember(m);
			dae_answer_fit(m->driver, &options, dae_dense_kept(m->dense, *m->dae.t));
		}
		m->head->settled = 1;
	}
}

/* ---- to and fro ---- */

/* To t_end exactly. Unless the size of steps is given, it goes from one corner of a course over
 * time to the next, and the method starts afresh at each. */
static int mech_ahead_land(struct mech_instance *m, const struct dae_options *options, double t_end,
                           struct dae_failure *failure)
{
	for (;;) {
		const struct mech_context c = mech_instance_point(m);
		const double t = options->fixed_step > 0 ? t_end : mech_next_corner(&c, t_end);
		const int status = dae_driver_advance(m->driver, options, t, failure);
		if (status || t == t_end) {
			return status;
		}
		if (dae_start_motion(m->driver, options, failure)) {
			return -1;
		}
		dae_start_slow_down(m->driver, options);
		m->head->changed = MECH_UNCHANGED;
	}
}

LA_FUNCTION int mech_ahead_return(struct mech_instance *m, const struct dae_options *options,
                                  struct dae_failure *failure)
{
	const double t = *m->dae.t, changed = m->head->changed;
	if (m->head->ahead == 0) {
		return 0;
	}
	mech_ahead_drop(m, *mech_ahead_counters(m, m->front));
	m->head->changed = MECH_UNCHANGED;
	/* inputs as they were until now, those set meanwhile kept in their place */
	for (int i = 0; i < m->model.n_inputs; i++) {
		const struct mech_signal set = m->inputs[i];
		m->inputs[i] = m->held[i];
		m->held[i] = set;
	}
	const int status = mech_ahead_land(m, options, t, failure);
	memcpy(m->inputs, m->held, (size_t)m->model.n_inputs * sizeof *m->inputs);
	mech_instance_note(m, (enum mech_change)changed);
	mech_ahead_forget(m);
	return status;
}

/* the step is made and its dense output good: the point within it */
static void mech_ahead_keep(struct mech_instance *m, double t_end)
{
	const struct dae_counters work = *m->dae.counters;
	memcpy(m->front, m->memory, m->moving * sizeof *m->front);
	memcpy(m->held, m->inputs, (size_t)m->model.n_inputs * sizeof *m->held);
	memcpy(m->memory, m->back, m->moving * sizeof *m->memory);
	m->dae.counters->steps = work.steps;
	m->dae.counters->rejected = work.rejected;
	m->dae.counters->iterations = work.iterations;
	m->dae.counters->factorizations = work.factorizations;
	m->dae.counters->nearest = fmin(m->dae.counters->nearest, mech_ahead_distance(m, m->front));
	*m->dae.t = t_end;
	m->head->ahead = 1;
	m->head->settled = 0;
}

/* one step, at most to t; after a corner the method starts afresh */
static int mech_ahead_step(struct mech_instance *m, const struct dae_options *options, double t,
                           struct dae_failure *failure)
{
	const struct mech_context c = mech_instance_point(m);
	const double corner = mech_next_corner(&c, t);
	struct dae_options limited = *options;
	if (m->head->reach > 0) {
		limited.largest_step = options->largest_step > 0 ? fmin(options->largest_step, m->head->reach) : m->head->reach;
	}
	if (dae_driver_step(m->driver, &limited, corner, failure)) {
		return -1;
	}
	if (*m->dae.t != corner || corner == t) {
		return 0;
	}
	if (dae_start_motion(m->driver, options, failure)) {
		return -1;
	}
	dae_start_slow_down(m->driver, options);
	return 0;
}

/* The step, or its dense output, is of no use: drops it and ends at t_end. */
static int mech_ahead_give_up(struct mech_instance *m, const struct dae_options *options, double t_end,
                              struct dae_failure *failure)
{
	mech_ahead_drop(m, *m->dae.counters);
	mech_ahead_forget(m);
	m->head->calm = 0;
	return mech_ahead_land(m, options, t_end, failure);
}

static void mech_ahead_arrive(struct mech_instance *m, double t_end)
{
	if (fabs(t_end - *m->dae.t) <= MECH_AHEAD_CLOCK * fabs(t_end)) {
		*m->dae.t = t_end;
	}
}

enum mech_leap { MECH_LEAP_MADE, MECH_LEAP_TOO_LONG, MECH_LEAP_FAILED };

/* a step, if beyond t_end with good dense output; unless it is made the point is anywhere */
static enum mech_leap mech_ahead_leap(struct mech_instance *m, const struct dae_options *options, double t_end,
                                      double farthest, struct dae_failure *failure)
{
	memcpy(m->back, m->memory, m->moving * sizeof *m->back);
	memcpy(m->last_dense, m->dense, dae_dense_size(&m->system.dae) * sizeof *m->dense);
	dae_dense_record(m->driver, m->dense, t_end);
	const int status = mech_ahead_step(m, options, farthest, failure);
	dae_dense_record(m->driver, NULL, 0);
	mech_ahead_arrive(m, t_end);
	if (status || *m->dae.t <= t_end) {
		return status ? MECH_LEAP_FAILED : MECH_LEAP_MADE;
	}
	m->head->reach = dae_dense_reach(m->dense);
	if (dae_dense_error(m->dense) > 1) {
		return m->head->reach > 0 ? MECH_LEAP_TOO_LONG : MECH_LEAP_FAILED;
	}
	mech_ahead_keep(m, t_end);
	return MECH_LEAP_MADE;
}

LA_FUNCTION int mech_ahead_run(struct mech_instance *m, const struct dae_options *options, double t_end,
                               struct dae_failure *failure)
{
	const double farthest = MECH_AHEAD_FARTHEST * (t_end - *m->dae.t);
	int used = m->head->ahead != 0, shorter = 0;
	if (used) {
		memcpy(m->memory, m->front, m->moving * sizeof *m->front);
		m->dae.counters->nearest = m->dae.rank->distance;
		m->head->ahead = 0;
		mech_ahead_arrive(m, t_end);
	}
	while (*m->dae.t < t_end && mech_ahead_wanted(m, options, t_end)) {
		const struct mech_passage passage = m->passage;
		const double regularized = m->regularized;
		used = 1;
		const enum mech_leap leap = mech_ahead_leap(m, options, t_end, t_end + farthest, failure);
		if (leap != MECH_LEAP_MADE) {
			m->passage = passage;
			m->regularized = regularized;
			if (leap == MECH_LEAP_FAILED || shorter++ == MECH_AHEAD_SHORTER) {
				return mech_ahead_give_up(m, options, t_end, failure);
			}
			mech_ahead_drop(m, *m->dae.counters);
			memcpy(m->dense, m->last_dense, dae_dense_size(&m->system.dae) * sizeof *m->dense);
		}
		if (m->head->ahead != 0) {
			return 0;
		}
	}
	if (used) {
		mech_ahead_forget(m);
	}
	/* nothing shows whether a longer step would do now */
	m->head->reach *= m->head->reach * MECH_AHEAD_STEPS <= t_end - *m->dae.t ? MECH_AHEAD_GROWTH : 1;
	return mech_ahead_land(m, options, t_end, failure);
}
