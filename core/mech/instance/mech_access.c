/* Values of an instance: reading results, setting parameters and inputs. */
#include <math.h>
#include <string.h>

#include "mech_equations.h"
#include "mech_formula.h"
#include "mech_instance_parts.h"
#include "mech_values.h"

LA_FUNCTION int mech_access_fit(struct mech_instance *m, struct mech_context *c, struct mech_message *message)
{
	struct dae_options options = mech_instance_options(m);
	struct dae_failure failure;
	if (dae_answer_accelerations(m->driver, &options, m->a, m->lambda, &failure)) {
		mech_explain_failure(m, &failure, message);
		return -1;
	}
	c->a = m->a;
	c->lambda = m->lambda;
	return 0;
}

/* accelerations and multipliers that follow inputs set since the last step */
static int mech_access_refresh(struct mech_instance *m, struct mech_context *c, struct mech_message *message)
{
	const int fits = m->head->initialized == 0 || m->head->changed < MECH_JUMPED;
	return fits ? 0 : mech_access_fit(m, c, message);
}

static double mech_access_energy(const struct mech_instance *m, const struct mech_context *c, int which)
{
	const struct mech_state_head *head = m->head;
	switch (which) {
	case MECH_KINETIC:
		return mech_kinetic_energy(c);
	case MECH_POTENTIAL:
		return mech_potential_energy(c) + mech_stored_energy(c);
	case MECH_DISSIPATED:
		return m->dae.work->heat - mech_stored_energy(c);
	case MECH_SUPPLIED:
		return m->dae.work->supply;
	default:
		break;
	}
	if (head->initialized == 0) {
		return 0;
	}
	return mech_kinetic_energy(c) + mech_potential_energy(c) + m->dae.work->heat - m->dae.work->supply -
	       head->start_energy;
}

/* times what single steps may change of the balance: an alarm is to be none of the ordinary */
static const double MECH_BALANCE_MARGIN = 10;

static double mech_access_diagnostic(struct mech_instance *m, int which)
{
	const struct dae_counters *counters = m->dae.counters;
	double position, velocity;
	switch (which) {
	case MECH_STEPS:
		return counters->steps;
	case MECH_REJECTED_STEPS:
		return counters->rejected;
	case MECH_ITERATIONS:
		return counters->iterations;
	case MECH_FACTORIZATIONS:
		return counters->factorizations;
	case MECH_REGULARIZED_STEPS:
		return counters->regularized;
	case MECH_UNRESOLVED_STEPS:
		return counters->unresolved;
	case MECH_UNCONVERGED_STEPS:
		return counters->unconverged;
	case MECH_WORST_TIME:
		return m->worst_time;
	case MECH_BALANCE_LIMIT:
		return MECH_BALANCE_MARGIN * m->dae.work->limit;
	case MECH_STEP_SIZE:
		return *m->dae.h;
	case MECH_DISTANCE_TO_SINGULARITY:
		return counters->nearest;
	default:
		break;
	}
	mech_settle(m);
	dae_answer_residuals(m->driver, &position, &velocity);
	return which == MECH_CONSTRAINT_RESIDUAL ? position : velocity;
}

LA_FUNCTION double mech_access_result(const struct mech_instance *m, const struct mech_context *c,
                                      const struct mech_variable *x)
{
	switch (x->source) {
	case MECH_FROM_BODY:
		return mech_body_output(c, x->index, x->component);
	case MECH_FROM_ELEMENT:
		return mech_element_output(c, x->index, x->component);
	default:
		return mech_access_energy(m, c, x->component);
	}
}

LA_FUNCTION int mech_get(struct mech_instance *m, int variable, double *value, struct mech_message *message)
{
	const struct mech_variable *x = &m->model.variables[variable];
	struct mech_context c = mech_instance_point(m);
	switch (x->source) {
	case MECH_FROM_TIME:
		*value = c.t;
		return 0;
	case MECH_FROM_PARAMETER:
		*value = m->parameters[x->index];
		return 0;
	case MECH_FROM_INPUT:
		*value = m->inputs[x->index].u[0];
		return 0;
	case MECH_FROM_SOLVER:
		*value = mech_access_diagnostic(m, x->component);
		return 0;
	default:
		break;
	}
	mech_settle(m);
	if (mech_variable_level(&m->model, x) == MECH_ACCELERATION_LEVEL && mech_access_refresh(m, &c, message)) {
		return -1;
	}
	*value = mech_access_result(m, &c, x);
	return 0;
}

LA_FUNCTION int mech_access_check_results(struct mech_instance *m, struct mech_message *message)
{
	for (int k = 0; k < m->model.n_variables; k++) {
		const struct mech_variable *x = &m->model.variables[k];
		double value = 0;
		if (x->causality != MECH_OUTPUT) {
			continue;
		}
		if (mech_get(m, k, &value, message)) {
			return -1;
		}
		if (!isfinite(value)) {
			mech_say(message, mech_name(&m->model, x->name));
			mech_say_more(message, " is not a finite number: numbers that it follows from are too large");
			return -1;
		}
	}
	return 0;
}

/* masses of welded bodies move the common centre of mass: the motion stays, expressed about the new
 * one */
static void mech_access_move_frames(struct mech_instance *m, const double *derived_before)
{
	const struct mech_space_rules *rules = mech_model_rules(&m->model);
	for (int i = 0; i < m->model.n_bodies && m->head->initialized != 0; i++) {
		const struct mech_body *body = &m->model.bodies[i];
		double offset[MECH_MOST_DIMENSION];
		for (int k = 0; k < rules->dimension; k++) {
			const int center = body->derived + rules->center + k;
			offset[k] = m->derived[center] - derived_before[center];
		}
		if (!mech_body_alone(&m->model, i)) {
			rules->shift(offset, m->dae.q + body->q, m->dae.v + body->v);
		}
	}
}

/* variables and their values, which are either real numbers or integers */
struct mech_given {
	size_t n;
	const unsigned *variables;
	const double *reals;
	const int *integers;
};

static double mech_given_value(const struct mech_given *given, size_t k)
{
	return given->reals != NULL ? given->reals[k] : (double)given->integers[k];
}

/* back to the present time from a step beyond it; -1: there is no way, nothing is changed */
static int mech_access_return(struct mech_instance *m, struct mech_message *message)
{
	const struct dae_options options = mech_instance_options(m);
	struct dae_failure failure = {.row = -1};
	if (m->head->ahead == 0) {
		return 0;
	}
	memcpy(m->backup, m->block, mech_state_size(m));
	if (mech_ahead_return(m, &options, &failure)) {
		mech_explain_failure(m, &failure, message);
		memcpy(m->block, m->backup, mech_state_size(m));
		return -1;
	}
	return 0;
}

/* parameters[] as given, with what follows from them; -1: numbers that are impossible together,
 * nothing is changed */
static int mech_access_change(struct mech_instance *m, const struct mech_given *given, struct mech_message *message)
{
	if (mech_access_return(m, message)) {
		return -1;
	}
	const struct mech_context c = mech_instance_point(m);
	const double before = mech_kinetic_energy(&c) + mech_potential_energy(&c);
	int tunable = 0;
	memcpy(m->backup, m->block, mech_state_size(m));
	for (size_t k = 0; k < given->n; k++) {
		const struct mech_variable *x = &m->model.variables[given->variables[k]];
		if (x->source == MECH_FROM_PARAMETER) {
			m->parameters[x->index] = mech_given_value(given, k);
			tunable |= x->tunable;
		}
	}
	mech_follow(&c, m->parameters, m->derived);
	/* before a start numbers arrive one by one and must fit together only then; during the run they
	 * must at once */
	if (tunable && m->head->initialized != 0 && mech_check_formulas(&m->model, m->parameters, message) != 0) {
		memcpy(m->block, m->backup, mech_state_size(m));
		return -1;
	}
	mech_point_masses(m);
	mech_access_move_frames(m, m->backup + (m->derived - m->block));
	mech_instance_note(m, MECH_JUMPED);
	/* who makes a body heavier or a spring stiffer in motion brings the energy in */
	if (m->head->initialized != 0) {
		m->dae.work->supply += mech_kinetic_energy(&c) + mech_potential_energy(&c) - before;
	}
	return 0;
}

/* an input is about to become another one */
static int mech_access_moves_inputs(const struct mech_instance *m, const struct mech_given *given)
{
	int moves = 0;
	for (size_t k = 0; k < given->n; k++) {
		const struct mech_variable *x = &m->model.variables[given->variables[k]];
		moves |= x->source == MECH_FROM_INPUT && m->inputs[x->index].u[0] != mech_given_value(given, k);
	}
	return moves;
}

/* inputs as given; who stretches a spring by one brings the energy in */
static int mech_access_inputs(struct mech_instance *m, const struct mech_given *given, struct mech_message *message)
{
	const int counts = m->stores_by_input && m->head->initialized != 0 && mech_access_moves_inputs(m, given);
	if (counts && mech_access_return(m, message)) {
		return -1;
	}
	const struct mech_context c = mech_instance_point(m);
	const double before = counts ? mech_potential_energy(&c) : 0;
	for (size_t k = 0; k < given->n; k++) {
		const struct mech_variable *x = &m->model.variables[given->variables[k]];
		if (x->source == MECH_FROM_INPUT) {
			mech_input_set(m, x->index, 0, mech_given_value(given, k));
		}
	}
	m->dae.work->supply += counts ? mech_potential_energy(&c) - before : 0;
	return 0;
}

static int mech_access_set(struct mech_instance *m, const struct mech_given *given, struct mech_message *message)
{
	int changes = 0;
	for (size_t k = 0; k < given->n; k++) {
		const struct mech_variable *x = &m->model.variables[given->variables[k]];
		const double value = mech_given_value(given, k);
		if (mech_check_value(&m->model, (int)given->variables[k], value, message)) {
			return -1;
		}
		changes += x->source == MECH_FROM_PARAMETER && m->parameters[x->index] != value;
	}
	if (changes > 0 && mech_access_change(m, given, message)) {
		return -1;
	}
	return mech_access_inputs(m, given, message);
}

LA_FUNCTION int mech_set_list(struct mech_instance *m, size_t n, const unsigned *variables, const double *values,
                              struct mech_message *message)
{
	return mech_access_set(m, &(struct mech_given){n, variables, values, NULL}, message);
}

LA_FUNCTION int mech_set_integers(struct mech_instance *m, size_t n, const unsigned *variables, const int *values,
                                  struct mech_message *message)
{
	return mech_access_set(m, &(struct mech_given){n, variables, NULL, values}, message);
}

LA_FUNCTION int mech_set(struct mech_instance *m, int variable, double value, struct mech_message *message)
{
	const unsigned reference = (unsigned)variable;
	return mech_set_list(m, 1, &reference, &value, message);
}

LA_FUNCTION void mech_instance_diagnose(struct mech_instance *m, struct mech_diagnosis *diagnosis,
                                        unsigned char *redundant)
{
	struct mech_context c = mech_instance_point(m);
	mech_diagnose(&c, m->dae.q, m->assembly, diagnosis, redundant);
}
