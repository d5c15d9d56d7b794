/* Every function in every state: what the standard allows (section 4.2.4) has to work, the rest has
 * to be refused.
 *
 * Each call is made on a fresh instance. Reading before initialization mode is illegal, but so
 * widely done that it is only noted when it is accepted.
 */
#include <string.h>

#include "lint_unit.h"

/* ---- one call of each function, with arguments that are right */

static fmi2Status lint_calls_debug(struct lint_instance *i)
{
	const struct host_description *d = &i->unit->fmu.description;
	const fmi2String *categories = (const fmi2String *)d->categories;
	fmi2Status all = LINT_CALL(i, SetDebugLogging, i->component, fmi2True, 0, NULL);
	fmi2Status listed =
		all > fmi2Warning || d->n_categories == 0
			? fmi2OK
			: LINT_CALL(i, SetDebugLogging, i->component, fmi2True, (size_t)d->n_categories, categories);
	return listed > all ? listed : all;
}

static fmi2Status lint_calls_setup(struct lint_instance *i)
{
	return LINT_CALL(i, SetupExperiment, i->component, fmi2True, 1e-4, i->unit->start, fmi2False, 0.0);
}

static fmi2Status lint_calls_enter(struct lint_instance *i)
{
	return LINT_CALL(i, EnterInitializationMode, i->component);
}

static fmi2Status lint_calls_exit(struct lint_instance *i)
{
	return LINT_CALL(i, ExitInitializationMode, i->component);
}

static fmi2Status lint_calls_terminate(struct lint_instance *i)
{
	return LINT_CALL(i, Terminate, i->component);
}

static fmi2Status lint_calls_reset(struct lint_instance *i)
{
	return LINT_CALL(i, Reset, i->component);
}

/* outputs come first in their group */
static fmi2Status lint_calls_get(struct lint_instance *i, enum host_type type)
{
	union host_fmu_value value = {0};
	return lint_get(i, type, &i->unit->references[i->unit->first_sample[type]], 1, &value);
}

/* a variable that can be set in the state; where none can, one that could be set before the last
 * step */
static const struct host_variable *lint_calls_settable(const struct lint_unit *u, enum host_type type,
                                                       enum lint_state state)
{
	return lint_pick(u, type, state == LINT_TERMINATED ? LINT_STEPPING : state);
}

/* a start value set again */
static fmi2Status lint_calls_set(struct lint_instance *i, enum host_type type)
{
	const struct host_variable *v = lint_calls_settable(i->unit, type, i->state);
	union host_fmu_value value = {0};
	int readable = host_fmu_value_read(type, v->start, &value) == 0;
	return readable ? lint_set(i, type, &v->reference, 1, &value) : fmi2OK;
}

static fmi2Status lint_calls_state(struct lint_instance *i)
{
	fmi2FMUstate state = NULL;
	fmi2Status status = LINT_CALL(i, GetFMUstate, i->component, &state);
	if (status <= fmi2Warning) {
		fmi2Status set = LINT_CALL(i, SetFMUstate, i->component, state);
		fmi2Status freed = LINT_CALL(i, FreeFMUstate, i->component, &state);
		status = set > freed ? set : freed;
	}
	return status;
}

static fmi2Status lint_calls_serialization(struct lint_instance *i)
{
	struct lint_unit *u = i->unit;
	fmi2FMUstate state = NULL, again = NULL;
	size_t size = 0;
	fmi2Status status = LINT_CALL(i, GetFMUstate, i->component, &state);
	if (status <= fmi2Warning) {
		status = LINT_CALL(i, SerializedFMUstateSize, i->component, state, &size);
	}
	fmi2Byte *bytes = lint_take(u, size, 1);
	if (status <= fmi2Warning) {
		status = LINT_CALL(i, SerializeFMUstate, i->component, state, bytes, size);
	}
	if (status <= fmi2Warning) {
		status = LINT_CALL(i, DeSerializeFMUstate, i->component, bytes, size, &again);
	}
	return status;
}

static fmi2Status lint_calls_directional(struct lint_instance *i)
{
	const struct lint_unit *u = i->unit;
	fmi2Real seed = 1.0, result = 0.0;
	size_t n = u->n_inputs > 0 ? 1 : 0;
	const struct host_variable *first = &u->fmu.description.variables[u->samples[0]];
	size_t m = u->first_sample[1] > 0 && first->causality == HOST_OUTPUT ? 1 : 0;
	return LINT_CALL(i, GetDirectionalDerivative, i->component, u->references, m, u->input_references, n, &seed,
	                 &result);
}

static fmi2Status lint_calls_input_derivatives(struct lint_instance *i)
{
	const fmi2Integer order = 1;
	const fmi2Real value = 0.0;
	return LINT_CALL(i, SetRealInputDerivatives, i->component, i->unit->input_references, i->unit->n_inputs > 0 ? 1 : 0,
	                 &order, &value);
}

static fmi2Status lint_calls_output_derivatives(struct lint_instance *i)
{
	const struct lint_unit *u = i->unit;
	const fmi2Integer order = 1;
	fmi2Real value;
	const struct host_variable *first = &u->fmu.description.variables[u->samples[0]];
	size_t n = u->first_sample[1] > 0 && first->causality == HOST_OUTPUT ? 1 : 0;
	return LINT_CALL(i, GetRealOutputDerivatives, i->component, u->references, n, &order, &value);
}

static fmi2Status lint_calls_step(struct lint_instance *i)
{
	/* an instance between steps has made one */
	double begin = lint_time(i->unit, i->state == LINT_INITIALIZING || i->state == LINT_INSTANTIATED ? 0 : 1);
	return LINT_CALL(i, DoStep, i->component, begin, i->unit->step, fmi2True);
}

static fmi2Status lint_calls_cancel(struct lint_instance *i)
{
	return LINT_CALL(i, CancelStep, i->component);
}

static fmi2Status lint_calls_status(struct lint_instance *i)
{
	fmi2Status value = fmi2OK;
	return LINT_CALL(i, GetStatus, i->component, fmi2DoStepStatus, &value);
}

static fmi2Status lint_calls_real_status(struct lint_instance *i)
{
	fmi2Real value = 0.0;
	return LINT_CALL(i, GetRealStatus, i->component, fmi2LastSuccessfulTime, &value);
}

static fmi2Status lint_calls_integer_status(struct lint_instance *i)
{
	fmi2Integer value = 0;
	return LINT_CALL(i, GetIntegerStatus, i->component, fmi2DoStepStatus, &value);
}

static fmi2Status lint_calls_boolean_status(struct lint_instance *i)
{
	fmi2Boolean value = fmi2False;
	return LINT_CALL(i, GetBooleanStatus, i->component, fmi2Terminated, &value);
}

static fmi2Status lint_calls_string_status(struct lint_instance *i)
{
	fmi2String value = "";
	return LINT_CALL(i, GetStringStatus, i->component, fmi2PendingStatus, &value);
}

/* ---- the table */

enum {
	LINT_BEFORE = LINT_INSTANTIATED | LINT_INITIALIZING | LINT_STEPPING,
	LINT_AFTER = LINT_INITIALIZING | LINT_STEPPING | LINT_TERMINATED,
	LINT_ALWAYS = LINT_BEFORE | LINT_AFTER,
	LINT_LATE = LINT_STEPPING | LINT_TERMINATED
};

/* what a legal call may answer */
enum lint_answer {
	LINT_WORKS,   /* fmi2OK or fmi2Warning */
	LINT_ANSWERS, /* or fmi2Discard: there may be nothing to answer */
	LINT_STATE,   /* works where canGetAndSetFMUstate says so, else anything */
	LINT_SERIALIZATION,
	LINT_DIRECTIONAL,
	LINT_INTERPOLATION,
	LINT_OUTPUT_ORDER
};

static const struct lint_function {
	/* one of the two: a call, or access to a variable of the type */
	fmi2Status (*call)(struct lint_instance *instance);
	fmi2Status (*access)(struct lint_instance *instance, enum host_type type);
	enum host_type type;
	int legal; /* states */
	enum lint_answer answer;
	enum lint_level accepted; /* when it is illegal and works */
} lint_functions[] = {
	{lint_calls_debug, NULL, HOST_REAL, LINT_ALWAYS, LINT_WORKS, LINT_NOTE},
	{lint_calls_setup, NULL, HOST_REAL, LINT_INSTANTIATED, LINT_WORKS, LINT_WARNING},
	{lint_calls_enter, NULL, HOST_REAL, LINT_INSTANTIATED, LINT_WORKS, LINT_WARNING},
	{lint_calls_exit, NULL, HOST_REAL, LINT_INITIALIZING, LINT_WORKS, LINT_WARNING},
	{lint_calls_terminate, NULL, HOST_REAL, LINT_STEPPING, LINT_WORKS, LINT_WARNING},
	{lint_calls_reset, NULL, HOST_REAL, LINT_ALWAYS, LINT_WORKS, LINT_WARNING},
	{NULL, lint_calls_get, HOST_REAL, LINT_AFTER, LINT_WORKS, LINT_NOTE},
	{NULL, lint_calls_get, HOST_INTEGER, LINT_AFTER, LINT_WORKS, LINT_NOTE},
	{NULL, lint_calls_get, HOST_BOOLEAN, LINT_AFTER, LINT_WORKS, LINT_NOTE},
	{NULL, lint_calls_get, HOST_STRING, LINT_AFTER, LINT_WORKS, LINT_NOTE},
	{NULL, lint_calls_set, HOST_REAL, LINT_BEFORE, LINT_WORKS, LINT_WARNING},
	{NULL, lint_calls_set, HOST_INTEGER, LINT_BEFORE, LINT_WORKS, LINT_WARNING},
	{NULL, lint_calls_set, HOST_BOOLEAN, LINT_BEFORE, LINT_WORKS, LINT_WARNING},
	{NULL, lint_calls_set, HOST_STRING, LINT_BEFORE, LINT_WORKS, LINT_WARNING},
	{lint_calls_state, NULL, HOST_REAL, LINT_ALWAYS, LINT_STATE, LINT_NOTE},
	{lint_calls_serialization, NULL, HOST_REAL, LINT_ALWAYS, LINT_SERIALIZATION, LINT_NOTE},
	{lint_calls_directional, NULL, HOST_REAL, LINT_AFTER, LINT_DIRECTIONAL, LINT_NOTE},
	{lint_calls_input_derivatives, NULL, HOST_REAL, LINT_BEFORE, LINT_INTERPOLATION, LINT_NOTE},
	{lint_calls_output_derivatives, NULL, HOST_REAL, LINT_LATE, LINT_OUTPUT_ORDER, LINT_NOTE},
	{lint_calls_step, NULL, HOST_REAL, LINT_STEPPING, LINT_ANSWERS, LINT_WARNING},
	{lint_calls_cancel, NULL, HOST_REAL, 0, LINT_WORKS, LINT_WARNING},
	{lint_calls_status, NULL, HOST_REAL, LINT_LATE, LINT_ANSWERS, LINT_NOTE},
	{lint_calls_real_status, NULL, HOST_REAL, LINT_LATE, LINT_ANSWERS, LINT_NOTE},
	{lint_calls_integer_status, NULL, HOST_REAL, LINT_LATE, LINT_ANSWERS, LINT_NOTE},
	{lint_calls_boolean_status, NULL, HOST_REAL, LINT_LATE, LINT_ANSWERS, LINT_NOTE},
	{lint_calls_string_status, NULL, HOST_REAL, LINT_LATE, LINT_ANSWERS, LINT_NOTE},
};

/* whether the description promises that the call works */
static int lint_calls_promised(const struct host_description *d, enum lint_answer answer)
{
	switch (answer) {
	case LINT_STATE:
		return d->has_state;
	case LINT_SERIALIZATION:
		return d->has_state && d->serializes_state;
	case LINT_DIRECTIONAL:
		return d->directional;
	case LINT_INTERPOLATION:
		return d->interpolates;
	case LINT_OUTPUT_ORDER:
		return d->output_order > 0;
	case LINT_WORKS:
	case LINT_ANSWERS:
		return 1;
	}
	return 1;
}

static fmi2Status lint_calls_make(struct lint_instance *i, const struct lint_function *f)
{
	return f->call != NULL ? f->call(i) : f->access(i, f->type);
}

/* there is a variable for it */
static int lint_calls_applies(const struct lint_unit *u, const struct lint_function *f, enum lint_state state)
{
	if (f->access == lint_calls_get) {
		return u->first_sample[f->type] < u->first_sample[f->type + 1];
	}
	return f->access == NULL || lint_calls_settable(u, f->type, state) != NULL;
}

static void lint_calls_legal(struct lint_instance *i, const struct lint_function *f)
{
	struct lint_unit *u = i->unit;
	fmi2Status status = lint_calls_make(i, f);
	if (status == fmi2Discard && f->answer == LINT_ANSWERS) {
		return;
	}
	int promised = lint_calls_promised(&u->fmu.description, f->answer);
	if (promised && lint_good(u, status) && f->call == lint_calls_reset) {
		i->state = LINT_INSTANTIATED;
		(void)lint_bring(i, LINT_STEPPING);
	}
}

/* an error leaves the instance where fmi2Reset helps (clarified in FMI 2.0.5) */
static void lint_calls_recover(struct lint_instance *i)
{
	fmi2Status status = LINT_CALL(i, Reset, i->component);
	if (status <= fmi2Warning) {
		i->state = LINT_INSTANTIATED;
		(void)lint_bring(i, LINT_STEPPING);
	} else if (!i->unit->absent) {
		lint_tell(i->unit, LINT_WARNING, "reset-refused", NULL, "returned %s after a refused call",
		          lint_status_text(status));
	}
}

static void lint_calls_illegal(struct lint_instance *i, const struct lint_function *f)
{
	struct lint_unit *u = i->unit;
	fmi2Status status = lint_calls_make(i, f);
	if (status == fmi2Error && !u->absent) {
		lint_calls_recover(i);
	} else if (status <= fmi2Warning) {
		lint_tell(u, f->accepted, "illegal-call-accepted", NULL,
		          "returned %s, but the standard does not allow the call in this state; refuse it with fmi2Error",
		          lint_status_text(status));
	}
}

static void lint_calls_try(struct lint_unit *u, const struct lint_function *f, enum lint_state state)
{
	int legal = (f->legal & (int)state) != 0;
	int promised = lint_calls_promised(&u->fmu.description, f->answer);
	if (!lint_calls_applies(u, f, state) || (!legal && !promised) ||
	    !lint_item(u, promised ? LINT_ERROR : LINT_WARNING, legal ? "" : "not allowed in this state")) {
		return;
	}
	struct lint_instance *i = lint_begin(u, state);
	if (i == NULL || (state == LINT_STEPPING && lint_step(i, 0) != fmi2OK)) {
		return;
	}
	if (legal) {
		lint_calls_legal(i, f);
	} else {
		lint_calls_illegal(i, f);
	}
	lint_free_instance(i);
}

void lint_check_calls(struct lint_unit *u)
{
	for (size_t k = 0; k < sizeof lint_functions / sizeof lint_functions[0]; k++) {
		for (int state = LINT_INSTANTIATED; state <= LINT_TERMINATED; state *= 2) {
			lint_calls_try(u, &lint_functions[k], (enum lint_state)state);
		}
	}
}
