/* Every function in every state: what the standard allows (section 4.2.4) has to work, the rest has to be refused.
 *
 * Each call is made on a fresh instance. Reading before initialization mode is illegal, but so widely done that it is only
 * noted when it is accepted.
 */
#include <string.h>

#include "lint_unit.h"

/* ---- one call of each function, with arguments that are right */

static fmi2Status host_lint_calls_debug(struct host_lint_instance *i)
{
	const struct host_description *d = &i->unit->fmu.description;
	const fmi2String *categories = (const fmi2String *)d->categories;
	fmi2Status all = HOST_LINT_CALL(i, SetDebugLogging, i->component, fmi2True, 0, NULL);
	fmi2Status listed =
		all > fmi2Warning || d->n_categories == 0
			? fmi2OK
			: HOST_LINT_CALL(i, SetDebugLogging, i->component, fmi2True, (size_t)d->n_categories, categories);
	return listed > all ? listed : all;
}

static fmi2Status host_lint_calls_setup(struct host_lint_instance *i)
{
	return HOST_LINT_CALL(i, SetupExperiment, i->component, fmi2True, 1e-4, i->unit->start, fmi2False, 0.0);
}

static fmi2Status host_lint_calls_enter(struct host_lint_instance *i)
{
	return HOST_LINT_CALL(i, EnterInitializationMode, i->component);
}

static fmi2Status host_lint_calls_exit(struct host_lint_instance *i)
{
	return HOST_LINT_CALL(i, ExitInitializationMode, i->component);
}

static fmi2Status host_lint_calls_terminate(struct host_lint_instance *i)
{
	return HOST_LINT_CALL(i, Terminate, i->component);
}

static fmi2Status host_lint_calls_reset(struct host_lint_instance *i)
{
	return HOST_LINT_CALL(i, Reset, i->component);
}

/* outputs come first in their group */
static fmi2Status host_lint_calls_get(struct host_lint_instance *i, enum host_type type)
{
	union host_fmu_value value = {0};
	return host_lint_get(i, type, &i->unit->references[i->unit->first_sample[type]], 1, &value);
}

/* a variable that can be set in the state; where none can, one that could be set before the last step */
static const struct host_variable *host_lint_calls_settable(const struct host_lint_unit *u, enum host_type type,
                                                            enum host_lint_state state)
{
	return host_lint_pick(u, type, state == HOST_LINT_TERMINATED ? HOST_LINT_STEPPING : state);
}

/* a start value set again */
static fmi2Status host_lint_calls_set(struct host_lint_instance *i, enum host_type type)
{
	const struct host_variable *v = host_lint_calls_settable(i->unit, type, i->state);
	union host_fmu_value value = {0};
	int readable = host_fmu_value_read(type, v->start, &value) == 0;
	return readable ? host_lint_set(i, type, &v->reference, 1, &value) : fmi2OK;
}

static fmi2Status host_lint_calls_state(struct host_lint_instance *i)
{
	fmi2FMUstate state = NULL;
	fmi2Status status = HOST_LINT_CALL(i, GetFMUstate, i->component, &state);
	if (status <= fmi2Warning) {
		fmi2Status set = HOST_LINT_CALL(i, SetFMUstate, i->component, state);
		fmi2Status freed = HOST_LINT_CALL(i, FreeFMUstate, i->component, &state);
		status = set > freed ? set : freed;
	}
	return status;
}

static fmi2Status host_lint_calls_serialization(struct host_lint_instance *i)
{
	struct host_lint_unit *u = i->unit;
	fmi2FMUstate state = NULL, again = NULL;
	size_t size = 0;
	fmi2Status status = HOST_LINT_CALL(i, GetFMUstate, i->component, &state);
	if (status <= fmi2Warning) {
		status = HOST_LINT_CALL(i, SerializedFMUstateSize, i->component, state, &size);
	}
	fmi2Byte *bytes = host_lint_take(u, size, 1);
	if (status <= fmi2Warning) {
		status = HOST_LINT_CALL(i, SerializeFMUstate, i->component, state, bytes, size);
	}
	if (status <= fmi2Warning) {
		status = HOST_LINT_CALL(i, DeSerializeFMUstate, i->component, bytes, size, &again);
	}
	return status;
}

static fmi2Status host_lint_calls_directional(struct host_lint_instance *i)
{
	const struct host_lint_unit *u = i->unit;
	fmi2Real seed = 1.0, result = 0.0;
	size_t n = u->n_inputs > 0 ? 1 : 0;
	const struct host_variable *first = &u->fmu.description.variables[u->samples[0]];
	size_t m = u->first_sample[1] > 0 && first->causality == HOST_OUTPUT ? 1 : 0;
	return HOST_LINT_CALL(i, GetDirectionalDerivative, i->component, u->references, m, u->input_references, n, &seed,
	                      &result);
}

static fmi2Status host_lint_calls_input_derivatives(struct host_lint_instance *i)
{
	const fmi2Integer order = 1;
	const fmi2Real value = 0.0;
	return HOST_LINT_CALL(i, SetRealInputDerivatives, i->component, i->unit->input_references,
	                      i->unit->n_inputs > 0 ? 1 : 0, &order, &value);
}

static fmi2Status host_lint_calls_output_derivatives(struct host_lint_instance *i)
{
	const struct host_lint_unit *u = i->unit;
	const fmi2Integer order = 1;
	fmi2Real value;
	const struct host_variable *first = &u->fmu.description.variables[u->samples[0]];
	size_t n = u->first_sample[1] > 0 && first->causality == HOST_OUTPUT ? 1 : 0;
	return HOST_LINT_CALL(i, GetRealOutputDerivatives, i->component, u->references, n, &order, &value);
}

static fmi2Status host_lint_calls_step(struct host_lint_instance *i)
{
	/* an instance between steps has made one */
	double begin =
		host_lint_time(i->unit, i->state == HOST_LINT_INITIALIZING || i->state == HOST_LINT_INSTANTIATED ? 0 : 1);
	return HOST_LINT_CALL(i, DoStep, i->component, begin, i->unit->step, fmi2True);
}

static fmi2Status host_lint_calls_cancel(struct host_lint_instance *i)
{
	return HOST_LINT_CALL(i, CancelStep, i->component);
}

static fmi2Status host_lint_calls_status(struct host_lint_instance *i)
{
	fmi2Status value = fmi2OK;
	return HOST_LINT_CALL(i, GetStatus, i->component, fmi2DoStepStatus, &value);
}

static fmi2Status host_lint_calls_real_status(struct host_lint_instance *i)
{
	fmi2Real value = 0.0;
	return HOST_LINT_CALL(i, GetRealStatus, i->component, fmi2LastSuccessfulTime, &value);
}

static fmi2Status host_lint_calls_integer_status(struct host_lint_instance *i)
{
	fmi2Integer value = 0;
	return HOST_LINT_CALL(i, GetIntegerStatus, i->component, fmi2DoStepStatus, &value);
}

static fmi2Status host_lint_calls_boolean_status(struct host_lint_instance *i)
{
	fmi2Boolean value = fmi2False;
	return HOST_LINT_CALL(i, GetBooleanStatus, i->component, fmi2Terminated, &value);
}

static fmi2Status host_lint_calls_string_status(struct host_lint_instance *i)
{
	fmi2String value = "";
	return HOST_LINT_CALL(i, GetStringStatus, i->component, fmi2PendingStatus, &value);
}

/* ---- the table */

enum {
	HOST_LINT_BEFORE = HOST_LINT_INSTANTIATED | HOST_LINT_INITIALIZING | HOST_LINT_STEPPING,
	HOST_LINT_AFTER = HOST_LINT_INITIALIZING | HOST_LINT_STEPPING | HOST_LINT_TERMINATED,
	HOST_LINT_ALWAYS = HOST_LINT_BEFORE | HOST_LINT_AFTER,
	HOST_LINT_LATE = HOST_LINT_STEPPING | HOST_LINT_TERMINATED
};

/* what a legal call may answer */
enum host_lint_answer {
	HOST_LINT_WORKS,   /* fmi2OK or fmi2Warning */
	HOST_LINT_ANSWERS, /* or fmi2Discard: there may be nothing to answer */
	HOST_LINT_STATE,   /* works where canGetAndSetFMUstate says so, else anything */
	HOST_LINT_SERIALIZATION,
	HOST_LINT_DIRECTIONAL,
	HOST_LINT_INTERPOLATION,
	HOST_LINT_OUTPUT_ORDER
};

static const struct host_lint_function {
	/* one of the two: a call, or access to a variable of the type */
	fmi2Status (*call)(struct host_lint_instance *instance);
	fmi2Status (*access)(struct host_lint_instance *instance, enum host_type type);
	enum host_type type;
	int legal; /* states */
	enum host_lint_answer answer;
	enum host_lint_level accepted; /* when it is illegal and works */
} host_lint_functions[] = {
	{host_lint_calls_debug, NULL, HOST_REAL, HOST_LINT_ALWAYS, HOST_LINT_WORKS, HOST_LINT_NOTE},
	{host_lint_calls_setup, NULL, HOST_REAL, HOST_LINT_INSTANTIATED, HOST_LINT_WORKS, HOST_LINT_WARNING},
	{host_lint_calls_enter, NULL, HOST_REAL, HOST_LINT_INSTANTIATED, HOST_LINT_WORKS, HOST_LINT_WARNING},
	{host_lint_calls_exit, NULL, HOST_REAL, HOST_LINT_INITIALIZING, HOST_LINT_WORKS, HOST_LINT_WARNING},
	{host_lint_calls_terminate, NULL, HOST_REAL, HOST_LINT_STEPPING, HOST_LINT_WORKS, HOST_LINT_WARNING},
	{host_lint_calls_reset, NULL, HOST_REAL, HOST_LINT_ALWAYS, HOST_LINT_WORKS, HOST_LINT_WARNING},
	{NULL, host_lint_calls_get, HOST_REAL, HOST_LINT_AFTER, HOST_LINT_WORKS, HOST_LINT_NOTE},
	{NULL, host_lint_calls_get, HOST_INTEGER, HOST_LINT_AFTER, HOST_LINT_WORKS, HOST_LINT_NOTE},
	{NULL, host_lint_calls_get, HOST_BOOLEAN, HOST_LINT_AFTER, HOST_LINT_WORKS, HOST_LINT_NOTE},
	{NULL, host_lint_calls_get, HOST_STRING, HOST_LINT_AFTER, HOST_LINT_WORKS, HOST_LINT_NOTE},
	{NULL, host_lint_calls_set, HOST_REAL, HOST_LINT_BEFORE, HOST_LINT_WORKS, HOST_LINT_WARNING},
	{NULL, host_lint_calls_set, HOST_INTEGER, HOST_LINT_BEFORE, HOST_LINT_WORKS, HOST_LINT_WARNING},
	{NULL, host_lint_calls_set, HOST_BOOLEAN, HOST_LINT_BEFORE, HOST_LINT_WORKS, HOST_LINT_WARNING},
	{NULL, host_lint_calls_set, HOST_STRING, HOST_LINT_BEFORE, HOST_LINT_WORKS, HOST_LINT_WARNING},
	{host_lint_calls_state, NULL, HOST_REAL, HOST_LINT_ALWAYS, HOST_LINT_STATE, HOST_LINT_NOTE},
	{host_lint_calls_serialization, NULL, HOST_REAL, HOST_LINT_ALWAYS, HOST_LINT_SERIALIZATION, HOST_LINT_NOTE},
	{host_lint_calls_directional, NULL, HOST_REAL, HOST_LINT_AFTER, HOST_LINT_DIRECTIONAL, HOST_LINT_NOTE},
	{host_lint_calls_input_derivatives, NULL, HOST_REAL, HOST_LINT_BEFORE, HOST_LINT_INTERPOLATION, HOST_LINT_NOTE},
	{host_lint_calls_output_derivatives, NULL, HOST_REAL, HOST_LINT_LATE, HOST_LINT_OUTPUT_ORDER, HOST_LINT_NOTE},
	{host_lint_calls_step, NULL, HOST_REAL, HOST_LINT_STEPPING, HOST_LINT_ANSWERS, HOST_LINT_WARNING},
	{host_lint_calls_cancel, NULL, HOST_REAL, 0, HOST_LINT_WORKS, HOST_LINT_WARNING},
	{host_lint_calls_status, NULL, HOST_REAL, HOST_LINT_LATE, HOST_LINT_ANSWERS, HOST_LINT_NOTE},
	{host_lint_calls_real_status, NULL, HOST_REAL, HOST_LINT_LATE, HOST_LINT_ANSWERS, HOST_LINT_NOTE},
	{host_lint_calls_integer_status, NULL, HOST_REAL, HOST_LINT_LATE, HOST_LINT_ANSWERS, HOST_LINT_NOTE},
	{host_lint_calls_boolean_status, NULL, HOST_REAL, HOST_LINT_LATE, HOST_LINT_ANSWERS, HOST_LINT_NOTE},
	{host_lint_calls_string_status, NULL, HOST_REAL, HOST_LINT_LATE, HOST_LINT_ANSWERS, HOST_LINT_NOTE},
};

/* whether the description promises that the call works */
static int host_lint_calls_promised(const struct host_description *d, enum host_lint_answer answer)
{
	switch (answer) {
	case HOST_LINT_STATE:
		return d->has_state;
	case HOST_LINT_SERIALIZATION:
		return d->has_state && d->serializes_state;
	case HOST_LINT_DIRECTIONAL:
		return d->directional;
	case HOST_LINT_INTERPOLATION:
		return d->interpolates;
	case HOST_LINT_OUTPUT_ORDER:
		return d->output_order > 0;
	case HOST_LINT_WORKS:
	case HOST_LINT_ANSWERS:
		return 1;
	}
	return 1;
}

static fmi2Status host_lint_calls_make(struct host_lint_instance *i, const struct host_lint_function *f)
{
	return f->call != NULL ? f->call(i) : f->access(i, f->type);
}

/* there is a variable for it */
static int host_lint_calls_applies(const struct host_lint_unit *u, const struct host_lint_function *f,
                                   enum host_lint_state state)
{
	if (f->access == host_lint_calls_get) {
		return u->first_sample[f->type] < u->first_sample[f->type + 1];
	}
	return f->access == NULL || host_lint_calls_settable(u, f->type, state) != NULL;
}

static void host_lint_calls_legal(struct host_lint_instance *i, const struct host_lint_function *f)
{
	struct host_lint_unit *u = i->unit;
	fmi2Status status = host_lint_calls_make(i, f);
	if (status == fmi2Discard && f->answer == HOST_LINT_ANSWERS) {
		return;
	}
	int promised = host_lint_calls_promised(&u->fmu.description, f->answer);
	if (promised && host_lint_good(u, status) && f->call == host_lint_calls_reset) {
		i->state = HOST_LINT_INSTANTIATED;
		(void)host_lint_bring(i, HOST_LINT_STEPPING);
	}
}

/* an error leaves the instance where fmi2Reset helps (clarified in FMI 2.0.5) */
static void host_lint_calls_recover(struct host_lint_instance *i)
{
	fmi2Status status = HOST_LINT_CALL(i, Reset, i->component);
	if (status <= fmi2Warning) {
		i->state = HOST_LINT_INSTANTIATED;
		(void)host_lint_bring(i, HOST_LINT_STEPPING);
	} else if (!i->unit->absent) {
		host_lint_tell(i->unit, HOST_LINT_WARNING, "reset-refused", NULL, "returned %s after a refused call",
		               host_lint_status_text(status));
	}
}

static void host_lint_calls_illegal(struct host_lint_instance *i, const struct host_lint_function *f)
{
	struct host_lint_unit *u = i->unit;
	fmi2Status status = host_lint_calls_make(i, f);
	if (status == fmi2Error && !u->absent) {
		host_lint_calls_recover(i);
	} else if (status <= fmi2Warning) {
		host_lint_tell(u, f->accepted, "illegal-call-accepted", NULL,
		               "returned %s, but the standard does not allow the call in this state; refuse it with fmi2Error",
		               host_lint_status_text(status));
	}
}

static void host_lint_calls_try(struct host_lint_unit *u, const struct host_lint_function *f,
                                enum host_lint_state state)
{
	int legal = (f->legal & (int)state) != 0;
	int promised = host_lint_calls_promised(&u->fmu.description, f->answer);
	if (!host_lint_calls_applies(u, f, state) || (!legal && !promised) ||
	    !host_lint_item(u, promised ? HOST_LINT_ERROR : HOST_LINT_WARNING, legal ? "" : "not allowed in this state")) {
		return;
	}
	struct host_lint_instance *i = host_lint_begin(u, state);
	if (i == NULL || (state == HOST_LINT_STEPPING && host_lint_step(i, 0) != fmi2OK)) {
		return;
	}
	if (legal) {
		host_lint_calls_legal(i, f);
	} else {
		host_lint_calls_illegal(i, f);
	}
	host_lint_free_instance(i);
}

void host_lint_check_calls(struct host_lint_unit *u)
{
	for (size_t k = 0; k < sizeof host_lint_functions / sizeof host_lint_functions[0]; k++) {
		for (int state = HOST_LINT_INSTANTIATED; state <= HOST_LINT_TERMINATED; state *= 2) {
			host_lint_calls_try(u, &host_lint_functions[k], (enum host_lint_state)state);
		}
	}
}
