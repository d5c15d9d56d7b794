/* Derivatives of results: along directions of inputs and states, and along time.
 *
 * Accelerations and multipliers are functions of time t, point (q, v) and inputs u by
 *
 *     M a + G^T lambda = f(q, v, u, t),     G a + bias(q, v, t) = 0,
 *
 * also where the point violates the constraints. A direction (dt, dq, dv, du) changes them by
 *
 *     M da + G^T dlambda = df/du du + df/dt dt - d(M a + G^T lambda - f) along (dq, dv)
 *     G da               = -d(G a + bias) along (dq, dv) - d(bias)/dt dt,          a and lambda fixed on the right.
 *
 * The first line has the elements' tangents, the time derivative the drivers' motion. Forces are
 * linear in u and in the tables over time that stand in for inputs, or their kind shows what a
 * change of these does (`force.driven`). What is left, d(G a + bias) and changes of results, is
 * taken by differences along (dq, dv) (mech_difference.c). Results are linear in accelerations and
 * multipliers, so their share needs none. Along time (dt, dq, dv, du) = (1, v, a, du/dt).
 *
 * At the start the mechanism is assembled around the inputs of drivers: they move q and v, by
 * differences of starts, and everything else with them. Where it starts in equilibrium, those of
 * forces do, too.
 *
 * Redundant rows: a single coordinate may break what makes them redundant. Such components of the
 * right-hand side are left out, as in all solutions (dae_kkt.h); along motions that the joints
 * allow they are zero.
 */
#include <math.h>
#include <string.h>

#include "mech_curve.h"
#include "mech_equations.h"
#include "mech_instance_parts.h"
#include "mech_joint.h"

/* ---- accelerations and multipliers ---- */

/* the point, with accelerations and multipliers that fit it; their matrix stays factored */
static int mech_derivative_fit(struct mech_instance *m, struct mech_context *c, struct mech_message *message)
{
	mech_settle(m);
	*c = mech_instance_point(m);
	return mech_access_fit(m, c, message);
}

/* the point with changes of inputs and of tables over time in their places, and with zeros there */
struct mech_drives {
	double along[2], nowhere[2]; /* weights of tables */
	struct mech_context changes, none;
};

static void mech_derivative_place(const struct mech_instance *m, const struct mech_context *c, struct mech_drives *d)
{
	*d = (struct mech_drives){.along = {0, m->along.t}, .changes = *c, .none = *c};
	d->changes.inputs = m->along.inputs;
	d->changes.tables = d->along;
	d->none.inputs = (const struct mech_signal *)m->difference.zeros;
	d->none.tables = d->nowhere;
}

/* da and dlambda of the direction, at the point that was fitted last */
static int mech_derivative_solve(struct mech_instance *m, const struct mech_context *c, struct mech_message *message)
{
	const int n_v = m->model.n_v, rows = m->model.n_rows;
	const struct mech_function constraints = {NULL, rows};
	double *right = m->difference.right, *jerk = m->along.lambda;
	struct mech_drives drives;
	mech_derivative_place(m, c, &drives);
	mech_driven_force(c, &drives.changes, &drives.none, right);
	mech_difference_along(m, &constraints, c, 1, right + n_v);
	mech_constraint_jerk(c, jerk);
	for (int i = 0; i < rows; i++) {
		right[n_v + i] = -right[n_v + i] - m->along.t * jerk[i];
	}
	if (dae_answer_sensitivity(m->driver, c->a, c->lambda, m->along.q, m->along.v, right)) {
		mech_say(message, "accelerations and reactions have no finite derivatives here");
		return -1;
	}
	memcpy(m->along.a, right, (size_t)n_v * sizeof *right);
	memcpy(m->along.lambda, right + n_v, (size_t)rows * sizeof *right);
	return 0;
}

/* share of the drive in an own output of an element that is not linear in it; 0: it is, or it is no
 * such output */
static int mech_derivative_by_drive(const struct mech_context *c, const struct mech_drives *drives,
                                    const struct mech_variable *x, double *share)
{
	const struct mech_element *e = x->source == MECH_FROM_ELEMENT ? &c->model->elements[x->index] : NULL;
	double out[MECH_MOST_OUTPUTS] = {0};
	*share = 0;
	if (!e || !mech_element_kind(e)->output.driven) {
		return 0;
	}
	if (mech_is_driven(e)) {
		const double change[2] = {mech_driving_number(&drives->changes, e, 0), mech_driving_rate(&drives->changes, e)};
		mech_element_kind(e)->output.driven(c, e, change, out);
		*share = out[x->component];
	}
	return 1;
}

/* share of da, dlambda and du in the change of a result */
static double mech_derivative_linear(const struct mech_instance *m, const struct mech_context *c,
                                     const struct mech_variable *x)
{
	struct mech_drives drives;
	double share;
	mech_derivative_place(m, c, &drives);
	if (mech_derivative_by_drive(c, &drives, x, &share)) {
		drives.changes = drives.none = *c;
	}
	drives.changes.a = m->along.a;
	drives.changes.lambda = m->along.lambda;
	drives.none.a = drives.none.lambda = m->difference.zeros;
	return share + mech_access_result(m, &drives.changes, x) - mech_access_result(m, &drives.none, x);
}

/* change of the stored energy with inputs and tables alone */
static double mech_derivative_stored(const struct mech_instance *m, const struct mech_context *c)
{
	struct mech_drives drives;
	double sum = 0;
	mech_derivative_place(m, c, &drives);
	for (int i = 0; i < m->model.n_elements; i++) {
		const struct mech_element *e = &m->model.elements[i];
		if (mech_element_kind(e)->energy.driven && mech_is_driven(e)) {
			const double change[2] = {mech_driving_number(&drives.changes, e, 0),
			                          mech_driving_rate(&drives.changes, e)};
			sum += mech_element_kind(e)->energy.driven(c, e, change);
		}
	}
	return sum;
}

/* change of a result along the direction */
static double mech_derivative_of(const struct mech_instance *m, const struct mech_context *c,
                                 const struct mech_variable *x)
{
	const double *const levels[] = {m->along.q, m->along.v, m->along.a};
	const struct mech_function f = {x, 1};
	double change;
	if (x->source == MECH_FROM_SOLVER) {
		return 0;
	}
	if (x->source == MECH_FROM_BODY && m->model.head->space == MECH_PLANAR && mech_body_alone(&m->model, x->index)) {
		const int size = m->model.body_v;
		return levels[x->component / size][m->model.bodies[x->index].v + x->component % size];
	}
	mech_difference_along(m, &f, c, 1, &change);
	if (mech_variable_level(&m->model, x) == MECH_ACCELERATION_LEVEL) {
		change += mech_derivative_linear(m, c, x);
	}
	if (x->source == MECH_FROM_ENERGY && (x->component == MECH_POTENTIAL || x->component == MECH_BALANCE_ERROR)) {
		change += mech_derivative_stored(m, c);
	}
	return change;
}

/* ---- along directions ---- */

static int mech_derivative_refuse(const struct mech_instance *m, const struct mech_variable *x, const char *why,
                                  struct mech_message *message)
{
	mech_say(message, mech_name(&m->model, x->name));
	mech_say_more(message, why);
	return -1;
}

/* coordinates and velocities of bodies in the plane that are no part of another; in space, where
 * coordinates are not independent, none */
static int mech_derivative_is_state(const struct mech_model *model, const struct mech_variable *x)
{
	return x->source == MECH_FROM_BODY && model->head->space == MECH_PLANAR && mech_body_alone(model, x->index) &&
	       mech_variable_level(model, x) != MECH_ACCELERATION_LEVEL;
}

/* only results that are Real change smoothly */
static int mech_derivative_check(const struct mech_instance *m, unsigned variable, struct mech_message *message)
{
	const struct mech_variable *x = &m->model.variables[variable];
	if (x->causality != MECH_OUTPUT && x->causality != MECH_LOCAL) {
		return mech_derivative_refuse(m, x, " is not a result: only results have derivatives", message);
	}
	return x->quantity == MECH_COUNT ? mech_derivative_refuse(m, x, " counts: it has no derivative", message) : 0;
}

static void mech_derivative_clear(struct mech_instance *m)
{
	struct mech_direction *along = &m->along;
	along->t = 0;
	memset(along->q, 0, (size_t)m->model.n_v * sizeof *along->q);
	memset(along->v, 0, (size_t)m->model.n_v * sizeof *along->v);
	memset(along->inputs, 0, (size_t)m->model.n_inputs * sizeof *along->inputs);
	memset(along->restarted, 0, (size_t)m->model.n_inputs * sizeof *along->restarted);
	memset(along->a, 0, (size_t)m->model.n_v * sizeof *along->a);
	memset(along->lambda, 0, (size_t)m->model.n_rows * sizeof *along->lambda);
}

static int mech_derivative_drives(const struct mech_model *model, int input)
{
	int drives = 0;
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		drives |= e->input == input && mech_element_kind(e)->section == MECH_DRIVER;
	}
	return drives;
}

/* states of an element start at this input */
static int mech_derivative_starts(const struct mech_model *model, int input)
{
	int starts = 0;
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		starts |= e->input == input && mech_element_kind(e)->state.start != NULL;
	}
	return starts;
}

/* adds the change of one known variable to the direction */
static int mech_derivative_add(struct mech_instance *m, int initial, const struct mech_variable *x, double change,
                               struct mech_message *message)
{
	const int size = m->model.body_v;
	if (x->causality != MECH_INPUT && !mech_derivative_is_state(&m->model, x)) {
		return mech_derivative_refuse(
			m, x,
			" is neither an input nor a state: it cannot be varied (states are positions and velocities of bodies)",
			message);
	}
	if (!isfinite(change)) {
		return mech_derivative_refuse(m, x, ": its change must be a finite number", message);
	}
	if (x->causality == MECH_INPUT) {
		const int drives = initial && mech_derivative_drives(&m->model, x->index);
		const int restarts =
			drives || (initial && (m->model.head->static_start || mech_derivative_starts(&m->model, x->index)));
		m->along.restarted[x->index] += restarts ? change : 0;
		m->along.inputs[x->index].u[0] += drives ? 0 : change;
	} else {
		double *level = x->component < size ? m->along.q : m->along.v;
		level[m->model.bodies[x->index].v + x->component % size] += change;
	}
	return 0;
}

/* there is a motion to speak of, unless nothing is requested */
static int mech_derivative_check_initialized(const struct mech_instance *m, size_t n, struct mech_message *message)
{
	if (n > 0 && m->head->initialized == 0) {
		mech_say(message, "the mechanism has not been initialized");
		return -1;
	}
	return 0;
}

LA_FUNCTION int mech_directional_derivative(struct mech_instance *m, int initial, const struct mech_known *known,
                                            size_t n, const unsigned *unknown, double *change,
                                            struct mech_message *message)
{
	int sensitive = 0, status = mech_derivative_check_initialized(m, n, message);
	for (size_t k = 0; k < n && !status; k++) {
		status = mech_derivative_check(m, unknown[k], message);
		sensitive |= mech_variable_level(&m->model, &m->model.variables[unknown[k]]) == MECH_ACCELERATION_LEVEL;
	}
	mech_derivative_clear(m);
	for (size_t k = 0; k < known->n && !status; k++) {
		status = mech_derivative_add(m, initial, &m->model.variables[known->variable[k]], known->change[k], message);
	}
	if (status || n == 0) {
		return status;
	}
	struct mech_context c;
	if (mech_difference_starts(m, message) || mech_derivative_fit(m, &c, message) ||
	    (sensitive && mech_derivative_solve(m, &c, message))) {
		return -1;
	}
	for (size_t k = 0; k < n; k++) {
		const struct mech_variable *x = &m->model.variables[unknown[k]];
		/* the balance of energies begins with the start, whatever it is */
		int begins = initial && x->source == MECH_FROM_ENERGY && x->component == MECH_BALANCE_ERROR;
		change[k] = begins ? 0 : mech_derivative_of(m, &c, x);
	}
	return 0;
}

/* ---- along time ---- */

static void mech_derivative_follow_time(struct mech_instance *m, const struct mech_context *c)
{
	mech_derivative_clear(m);
	m->along.t = 1;
	memcpy(m->along.q, c->v, (size_t)m->model.n_v * sizeof *c->v);
	memcpy(m->along.v, c->a, (size_t)m->model.n_v * sizeof *c->a);
	for (int i = 0; i < m->model.n_inputs; i++) {
		m->along.inputs[i].t0 = c->t;
		m->along.inputs[i].u[0] = mech_signal_at(&m->inputs[i], c->t, 1);
		m->along.inputs[i].u[1] = mech_signal_at(&m->inputs[i], c->t, 2);
	}
}

/* what flows into an energy from outside the point: heat and work since the start */
static double mech_derivative_inflow(const struct mech_context *c, const struct mech_variable *x)
{
	if (x->source != MECH_FROM_ENERGY) {
		return 0;
	}
	const struct mech_powers powers = mech_powers(c);
	switch (x->component) {
	case MECH_DISSIPATED:
		return powers.heat;
	case MECH_SUPPLIED:
		return powers.supply;
	case MECH_BALANCE_ERROR:
		return powers.heat - powers.supply;
	default:
		return 0;
	}
}

/* coordinates of bodies and joints have rates and accelerations that are variables too: the number
 * of the one that is the derivative, or -1 */
static int mech_derivative_reported(const struct mech_model *model, const struct mech_variable *x, int order)
{
	int component = x->component, size = 1, level = 3;
	if (x->source == MECH_FROM_BODY && model->head->space == MECH_PLANAR) {
		size = model->body_v;
		level = component / size;
	} else if (x->source == MECH_FROM_ELEMENT &&
	           component < 3 * mech_element_kind(&model->elements[x->index])->coordinate.count) {
		level = component % 3;
	}
	return level + order <= 2 ? component + order * size : -1;
}

static double mech_derivative_in_time(struct mech_instance *m, const struct mech_context *c,
                                      const struct mech_variable *x, int order)
{
	const struct mech_function f = {x, 1};
	struct mech_variable derivative = *x;
	double second = 0;
	if (order > 2) {
		return 0;
	}
	/* as mech_get gives it */
	derivative.component = mech_derivative_reported(&m->model, x, order);
	if (derivative.component >= 0) {
		const struct mech_context present = mech_instance_point(m);
		return mech_access_result(m, m->head->changed < MECH_JUMPED ? &present : c, &derivative);
	}
	if (order == 1) {
		return mech_derivative_of(m, c, x) + mech_derivative_inflow(c, x);
	}
	if (x->source != MECH_FROM_SOLVER && mech_variable_level(&m->model, x) == MECH_POSITION_LEVEL) {
		mech_difference_along(m, &f, c, 2, &second);
	}
	return second;
}

LA_FUNCTION int mech_output_derivatives(struct mech_instance *m, size_t n, const unsigned *variable, const int *order,
                                        double *value, struct mech_message *message)
{
	int sensitive = 0, status = mech_derivative_check_initialized(m, n, message);
	for (size_t k = 0; k < n && !status; k++) {
		const struct mech_variable *x = &m->model.variables[variable[k]];
		status = mech_derivative_check(m, variable[k], message);
		if (!status && order[k] < 1) {
			status = mech_derivative_refuse(m, x, ": derivatives have orders from 1", message);
		}
		sensitive |= order[k] == 1 && mech_variable_level(&m->model, x) == MECH_ACCELERATION_LEVEL;
	}
	if (status || n == 0) {
		return status;
	}
	struct mech_context c;
	if (mech_derivative_fit(m, &c, message)) {
		return -1;
	}
	mech_derivative_follow_time(m, &c);
	if (sensitive && mech_derivative_solve(m, &c, message)) {
		return -1;
	}
	for (size_t k = 0; k < n; k++) {
		value[k] = mech_derivative_in_time(m, &c, &m->model.variables[variable[k]], order[k]);
	}
	return 0;
}
