/* Inputs of an instance between and within communication steps: what may be set, and when it counts
 * as a change.
 *
 * Between two steps an input continues as it did, with its derivatives, until something is set. A
 * step takes the values and derivatives set; what was not set again stays as reached (values) or is
 * zero (derivatives). The method starts afresh only where this makes another function than the one
 * before.
 */
#include <math.h>
#include <string.h>

#include "mech_instance_parts.h"
#include "mech_values.h"

/* two numbers that differ by what rounding does to the value of a polynomial are taken as one */
static const double MECH_INPUT_ROUNDING = 1e-13;

static void mech_input_take(struct mech_instance *m, int input, int order, double value)
{
	struct mech_signal *s = &m->inputs[input];
	if (fabs(value - s->u[order]) > MECH_INPUT_ROUNDING * fmax(fabs(value), fabs(s->u[order]))) {
		mech_instance_note(m, order == 0 ? MECH_JUMPED : MECH_BENT);
	}
	s->u[order] = value;
}

LA_FUNCTION void mech_input_set(struct mech_instance *m, int input, int order, double value)
{
	mech_input_take(m, input, order, value);
	m->inputs[input].given[order] = 1;
}

LA_FUNCTION void mech_inputs_begin(struct mech_instance *m)
{
	for (int i = 0; i < m->model.n_inputs; i++) {
		for (int order = 1; order <= MECH_INPUT_ORDER; order++) {
			if (m->inputs[i].given[order] == 0) {
				mech_input_take(m, i, order, 0);
			}
		}
	}
}

LA_FUNCTION void mech_inputs_end(struct mech_instance *m)
{
	for (int i = 0; i < m->model.n_inputs; i++) {
		mech_signal_move(&m->inputs[i], *m->dae.t);
		memset(m->inputs[i].given, 0, sizeof m->inputs[i].given);
	}
}

/* NULL, or why the derivative cannot be set */
static const char *mech_input_obstacle(const struct mech_variable *x, int order, double value)
{
	if (x->causality != MECH_INPUT) {
		return " is not an input: only inputs have derivatives that can be set";
	}
	if (order < 1) {
		return ": derivatives have orders from 1";
	}
	if (order > MECH_INPUT_ORDER) {
		return ": derivatives of inputs are taken up to order 3";
	}
	return fabs(value) <= MECH_LARGEST_INPUT ? NULL : ": its derivative must be a finite number of at most 1e100";
}

LA_FUNCTION int mech_check_input_derivative(const struct mech_model *model, int variable, int order, double value,
                                            struct mech_message *message)
{
	const struct mech_variable *x = &model->variables[variable];
	const char *obstacle = mech_input_obstacle(x, order, value);
	if (obstacle) {
		mech_say(message, mech_name(model, x->name));
		mech_say_more(message, obstacle);
		return -1;
	}
	return 0;
}

LA_FUNCTION int mech_set_input_derivative(struct mech_instance *m, int variable, int order, double value,
                                          struct mech_message *message)
{
	if (mech_check_input_derivative(&m->model, variable, order, value, message)) {
		return -1;
	}
	mech_input_set(m, m->model.variables[variable].index, order, value);
	return 0;
}
