/* A state block from outside: what it must fulfil before an instance takes it.
 *
 * Anyone may have written it. Positions, velocities and parameters may have any values that users
 * could have set or a run have led to; what says where to look, how often or which way (counts,
 * modes, signs, times in order) must be possible for this mechanism.
 */
#include <math.h>

#include "mech_instance_parts.h"
#include "mech_space.h"
#include "mech_values.h"

/* the parts of a block, where the instance has its own */
static const double *mech_state_part(const struct mech_instance *m, const double *block, const void *own)
{
	return block + ((const double *)own - m->block);
}

/* "its numbers are impossible: driver 'shake': the phase of its way" */
static int mech_state_refuse(struct mech_message *message, const char *what, const char *name, const char *why)
{
	mech_say(message, "its numbers are impossible: ");
	mech_say_more(message, what);
	mech_say_more(message, name);
	mech_say_more(message, why);
	return -1;
}

static int mech_state_is_flag(double number)
{
	return number == 0 || number == 1;
}

static const char *mech_state_head_refusal(const struct mech_state_head *head, double t)
{
	if (!mech_state_is_flag(head->initialized)) {
		return "whether it is initialized";
	}
	if (head->changed != MECH_UNCHANGED && head->changed != MECH_BENT && head->changed != MECH_JUMPED) {
		return "what has changed since the last step";
	}
	if (!isfinite(head->start_time) || !(t >= head->start_time)) {
		return "its time lies before its start";
	}
	if (!isfinite(head->length) || !(head->length > 0)) {
		return "the size of the mechanism";
	}
	if (head->calm != floor(head->calm) || !(head->calm >= 0 && head->calm <= MECH_AHEAD_CALM) ||
	    !isfinite(head->reach) || !(head->reach >= 0) || !mech_state_is_flag(head->ahead) ||
	    !mech_state_is_flag(head->settled)) {
		return "whether the solver looks ahead";
	}
	return isfinite(head->start_energy) ? NULL : "the energy at the start";
}

static int mech_state_check_inputs(const struct mech_instance *m, const struct mech_signal *inputs, double t,
                                   struct mech_message *message)
{
	for (int i = 0; i < m->model.n_inputs; i++) {
		int possible = inputs[i].t0 == t;
		for (int k = 0; k <= MECH_INPUT_ORDER; k++) {
			possible = possible && isfinite(inputs[i].u[k]) && mech_state_is_flag(inputs[i].given[k]);
		}
		if (!possible) {
			return mech_state_refuse(message, "input '", mech_name(&m->model, m->model.inputs[i].name), "'");
		}
	}
	return 0;
}

static int mech_state_check_memory(const struct mech_instance *m, const double *memory, double t,
                                   struct mech_message *message)
{
	static const char *const sections[] = {[MECH_JOINT] = "joint '",
	                                       [MECH_DRIVER] = "driver '",
	                                       [MECH_FORCE_ELEMENT] = "force '",
	                                       [MECH_SENSOR] = "sensor '"};
	for (int i = 0; i < m->model.n_elements; i++) {
		const struct mech_element *e = &m->model.elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		const char *refusal = NULL;
		for (int k = 0; k < kind->memory.count; k++) {
			refusal = isfinite(memory[e->memory + k]) ? refusal : "a number that is not finite";
		}
		if (refusal == NULL && kind->memory.refusal) {
			refusal = kind->memory.refusal(memory + e->memory, t);
		}
		if (refusal != NULL) {
			mech_state_refuse(message, sections[kind->section], mech_name(&m->model, e->name), "': ");
			mech_say_more(message, refusal);
			return -1;
		}
	}
	return 0;
}

static int mech_state_check_bodies(const struct mech_instance *m, const double *q, struct mech_message *message)
{
	const struct mech_space_rules *rules = mech_model_rules(&m->model);
	for (int i = 0; i < m->model.n_bodies; i++) {
		const char *refusal = rules->refusal(q + m->model.bodies[i].q);
		if (refusal != NULL) {
			mech_state_refuse(message, "body '", mech_name(&m->model, m->model.bodies[i].name), "': ");
			mech_say_more(message, refusal);
			return -1;
		}
	}
	return 0;
}

/* what moves, memory and integrator: of the present point, and of the ends of a step that holds
 * it */
static int mech_state_check_moving(const struct mech_instance *m, const double *parameters, const double *moving,
                                   struct mech_message *message)
{
	const double *dae = moving + (m->dae.t - m->memory);
	const char *refusal = dae_state_refusal(m->driver, mech_solver_method(parameters + m->model.head->solver), dae);
	if (refusal != NULL) {
		return mech_state_refuse(message, refusal, "", "");
	}
	return mech_state_check_memory(m, moving, dae[0], message) ||
	               mech_state_check_bodies(m, moving + (m->dae.q - m->memory), message)
	           ? -1
	           : 0;
}

/* a step that goes beyond the present time t */
static int mech_state_check_ahead(const struct mech_instance *m, const double *block, double t,
                                  struct mech_message *message)
{
	const double *parameters = mech_state_part(m, block, m->parameters);
	const double *back = mech_state_part(m, block, m->back), *front = mech_state_part(m, block, m->front);
	const double *dense = mech_state_part(m, block, m->dense);
	const struct mech_signal *held = (const struct mech_signal *)mech_state_part(m, block, m->held);
	if (mech_state_check_moving(m, parameters, back, message) ||
	    mech_state_check_moving(m, parameters, front, message)) {
		return -1;
	}
	const double from = back[m->dae.t - m->memory], to = front[m->dae.t - m->memory];
	const char *refusal = dae_dense_refusal(&m->system.dae, dense, from, to);
	for (int i = 0; i < m->model.n_inputs; i++) {
		for (int k = 0; k <= MECH_INPUT_ORDER; k++) {
			const int possible = isfinite(held[i].u[k]) && isfinite(held[i].t0) && mech_state_is_flag(held[i].given[k]);
			refusal = possible ? refusal : "an input of the look-ahead";
		}
	}
	refusal = from < t && t < to && m->is_predictable ? refusal : "the times of the look-ahead";
	if (refusal != NULL) {
		return mech_state_refuse(message, refusal, "", "");
	}
	return mech_state_check_bodies(m, dae_dense_start(dense), message);
}

LA_FUNCTION int mech_check_state(const struct mech_instance *m, const void *state, struct mech_message *message)
{
	const double *block = state, *parameters = mech_state_part(m, block, m->parameters);
	if (mech_check_parameters(&m->model, parameters, message) ||
	    mech_state_check_moving(m, parameters, mech_state_part(m, block, m->memory), message)) {
		return -1;
	}
	const double t = *mech_state_part(m, block, m->dae.t);
	const char *refusal = mech_state_head_refusal(state, t);
	if (refusal != NULL) {
		return mech_state_refuse(message, refusal, "", "");
	}
	const struct mech_signal *inputs = (const struct mech_signal *)mech_state_part(m, block, m->inputs);
	if (mech_state_check_inputs(m, inputs, t, message)) {
		return -1;
	}
	return ((const struct mech_state_head *)state)->ahead != 0 ? mech_state_check_ahead(m, block, t, message) : 0;
}

LA_FUNCTION int mech_state_initialized(const void *state)
{
	return ((const struct mech_state_head *)state)->initialized == 1;
}
