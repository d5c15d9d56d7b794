/* Random calls of the FMI functions of a unit, in any order, with good and bad arguments: whatever
 * an importer does, the unit answers every call, says why it refuses, hands out finite numbers
 * alone, and after fmi2Reset repeats a plain run bit by bit.
 *
 * Whoever calls sets unit, component (made with caller_log and the caller as environment), random,
 * limit and inputs.
 */
#ifndef RANDOM_CALLS_H
#define RANDOM_CALLS_H

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_random.h"
#include "unit.h"

/* CHECKSUM: where states have theirs, which counts all bytes after it (fmu_state.h) */
enum { MOST_VALUES = 300, MOST_STATES = 4, MOST_INPUTS = 8, LIST = 5, CHECKSUM = 72, AFTER_CHECKSUM = CHECKSUM + 8 };

struct caller {
	struct unit unit;
	fmi2Component component;
	struct test_random random;
	fmi2ValueReference limit, inputs[MOST_INPUTS]; /* solver.work_limit; the last one pushes in plain runs */
	int n_inputs, n_values;
	int is_real[MOST_VALUES];
	fmi2FMUstate states[MOST_STATES];
	fmi2Byte *bytes; /* a serialized state, or NULL */
	size_t n_bytes;
	long messages, altered, answers[fmi2Pending + 1];
	char message[400];
};

static inline void caller_log(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status,
                              fmi2String category, fmi2String message, ...)
{
	struct caller *c = environment;
	(void)name;
	(void)status;
	(void)category;
	c->messages++;
	(void)snprintf(c->message, sizeof c->message, "%s", message);
}

/* what a call in any state must answer with fmi2OK */
static inline void expect_ok(const struct caller *c, fmi2Status status, const char *call)
{
	if (status != fmi2OK) {
		(void)fprintf(stderr, "%s: status %d: ", call, (int)status);
		give_up(c->message, "");
	}
}

static inline void expect_finite(fmi2Status status, double value, const char *call)
{
	if (status == fmi2OK && !(fabs(value) <= DBL_MAX)) {
		give_up(call, "a value that is not finite");
	}
}

/* ---- arguments */

static inline int chance(struct caller *c, int one_in)
{
	return test_random_int(&c->random, 1, one_in) == 1;
}

static inline fmi2ValueReference any_reference(struct caller *c)
{
	return chance(c, 50) ? (fmi2ValueReference)-1 : (fmi2ValueReference)test_random_int(&c->random, 0, c->n_values);
}

static inline fmi2ValueReference any_input(struct caller *c)
{
	return c->inputs[test_random_int(&c->random, 0, c->n_inputs - 1)];
}

static inline double any_number(struct caller *c)
{
	static const double odd[] = {0, -1, 1, NAN, HUGE_VAL, -HUGE_VAL, 1e308, -1e308, 1e-308, 1e99, 1e9, 1e-9};
	return chance(c, 4) ? odd[test_random_int(&c->random, 0, sizeof odd / sizeof odd[0] - 1)]
	                    : test_random_in(&c->random, -0.1, 0.1);
}

static inline fmi2StatusKind any_kind(struct caller *c)
{
	return (fmi2StatusKind)test_random_int(&c->random, 0, 3);
}

static inline fmi2FMUstate *any_state(struct caller *c)
{
	return &c->states[test_random_int(&c->random, 0, MOST_STATES - 1)];
}

/* ---- calls */

static inline fmi2Status get_real(struct caller *c)
{
	fmi2ValueReference list[LIST];
	double values[LIST] = {0};
	for (int k = 0; k < LIST; k++) {
		list[k] = any_reference(c);
	}
	const fmi2Status status = c->unit.GetReal(c->component, list, LIST, values);
	for (int k = 0; k < LIST; k++) {
		expect_finite(status, values[k], "fmi2GetReal");
	}
	return status;
}

static inline fmi2Status get_other(struct caller *c)
{
	const fmi2ValueReference reference = any_reference(c);
	fmi2Integer value;
	fmi2String text;
	switch (test_random_int(&c->random, 0, 3)) {
	case 0:
		return c->unit.GetBoolean(c->component, &reference, 1, &value);
	case 1:
		return c->unit.GetString(c->component, &reference, 1, &text);
	default:
		return c->unit.GetInteger(c->component, &reference, 1, &value);
	}
}

static inline fmi2Status set_real(struct caller *c)
{
	const fmi2ValueReference reference = any_reference(c);
	const double value = any_number(c);
	return c->unit.SetReal(c->component, &reference, 1, chance(c, 100) ? NULL : &value);
}

static inline fmi2Status set_input(struct caller *c)
{
	const fmi2ValueReference reference = any_input(c);
	const double value = any_number(c);
	return c->unit.SetReal(c->component, &reference, 1, &value);
}

static inline fmi2Status set_other(struct caller *c)
{
	static const fmi2String text = "text";
	const fmi2ValueReference reference = any_reference(c);
	const fmi2Integer value = chance(c, 4) ? -1 : test_random_int(&c->random, 0, 12);
	switch (test_random_int(&c->random, 0, 7)) {
	case 0:
		return c->unit.SetBoolean(c->component, &reference, 1, &value);
	case 1:
		return c->unit.SetString(c->component, &reference, 1, &text);
	default:
		return c->unit.SetInteger(c->component, &reference, 1, &value);
	}
}

static inline fmi2Status set_input_derivatives(struct caller *c)
{
	const fmi2ValueReference reference = chance(c, 3) ? any_reference(c) : any_input(c);
	const fmi2Integer order = test_random_int(&c->random, 0, 4);
	const double value = any_number(c);
	return c->unit.SetRealInputDerivatives(c->component, &reference, 1, &order, &value);
}

static inline fmi2Status get_output_derivatives(struct caller *c)
{
	const fmi2ValueReference reference = any_reference(c);
	const fmi2Integer order = test_random_int(&c->random, 0, 3);
	double value = 0;
	const fmi2Status status = c->unit.GetRealOutputDerivatives(c->component, &reference, 1, &order, &value);
	expect_finite(status, value, "fmi2GetRealOutputDerivatives");
	return status;
}

static inline fmi2Status get_directional_derivative(struct caller *c)
{
	const fmi2ValueReference unknown = any_reference(c), known = any_reference(c);
	const double change = any_number(c);
	double value = 0;
	const fmi2Status status = c->unit.GetDirectionalDerivative(c->component, &unknown, 1, &known, 1, &change, &value);
	expect_finite(status, value, "fmi2GetDirectionalDerivative");
	return status;
}

/* from the time where the unit is, as a rule, and within bounds of work, whatever state was
 * loaded */
static inline fmi2Status do_step(struct caller *c)
{
	const fmi2Integer most = 300;
	double now = 0;
	(void)c->unit.SetInteger(c->component, &c->limit, 1, &most);
	(void)c->unit.GetRealStatus(c->component, fmi2LastSuccessfulTime, &now);
	const double t = chance(c, 20) ? any_number(c) : now;
	const double h = chance(c, 20) ? any_number(c) : test_random_in(&c->random, 0, 0.01);
	return c->unit.DoStep(c->component, t, h, chance(c, 2));
}

static inline fmi2Status setup(struct caller *c)
{
	return c->unit.SetupExperiment(c->component, chance(c, 2), chance(c, 2) ? any_number(c) : 1e-4,
	                               chance(c, 2) ? any_number(c) : 0, chance(c, 20), any_number(c));
}

static inline fmi2Status enter(struct caller *c)
{
	return c->unit.EnterInitializationMode(c->component);
}

static inline fmi2Status leave(struct caller *c)
{
	return c->unit.ExitInitializationMode(c->component);
}

static inline fmi2Status terminate(struct caller *c)
{
	return chance(c, 5) ? c->unit.Terminate(c->component) : fmi2OK;
}

static inline fmi2Status cancel(struct caller *c)
{
	return c->unit.CancelStep(c->component);
}

static inline fmi2Status reset(struct caller *c)
{
	return c->unit.Reset(c->component);
}

static inline fmi2Status set_logging(struct caller *c)
{
	static const fmi2String categories[] = {"logAll", "logStatusError", "nothing"};
	return c->unit.SetDebugLogging(c->component, chance(c, 2), (size_t)test_random_int(&c->random, 0, 3), categories);
}

static inline fmi2Status get_state(struct caller *c)
{
	return c->unit.GetFMUstate(c->component, chance(c, 50) ? NULL : any_state(c));
}

static inline fmi2Status set_state(struct caller *c)
{
	return c->unit.SetFMUstate(c->component, *any_state(c));
}

static inline fmi2Status free_state(struct caller *c)
{
	return c->unit.FreeFMUstate(c->component, any_state(c));
}

/* FNV-1a, as states have it */
static inline uint64_t checksum(const fmi2Byte *bytes, size_t size)
{
	uint64_t sum = 0xcbf29ce484222325u;
	for (size_t k = 0; k < size; k++) {
		sum = (sum ^ (unsigned char)bytes[k]) * 0x100000001b3u;
	}
	return sum;
}

static inline fmi2Status serialize(struct caller *c)
{
	fmi2FMUstate state = *any_state(c);
	size_t size = 0;
	fmi2Status status = c->unit.SerializedFMUstateSize(c->component, state, &size);
	if (status != fmi2OK) {
		return status;
	}
	free(c->bytes);
	c->bytes = malloc(size);
	c->n_bytes = size;
	if (c->bytes == NULL) {
		give_up("out of memory", "");
	}
	status = c->unit.SerializeFMUstate(c->component, state, c->bytes, size);
	const uint64_t sum = checksum(c->bytes + AFTER_CHECKSUM, size - AFTER_CHECKSUM);
	if (status == fmi2OK && memcmp(c->bytes + CHECKSUM, &sum, sizeof sum) != 0) {
		give_up("a state has its checksum in another place", "");
	}
	return status;
}

/* turns over one bit of the serialized state and makes the checksum right */
static inline void alter_state(struct caller *c)
{
	c->bytes[test_random_int(&c->random, AFTER_CHECKSUM, (int)c->n_bytes - 1)] ^=
		(fmi2Byte)(1 << test_random_int(&c->random, 0, 7));
	const uint64_t sum = checksum(c->bytes + AFTER_CHECKSUM, c->n_bytes - AFTER_CHECKSUM);
	memcpy(c->bytes + CHECKSUM, &sum, sizeof sum);
}

static inline fmi2Status deserialize(struct caller *c)
{
	fmi2FMUstate *state = any_state(c), fresh = NULL;
	const int altered = c->bytes != NULL && chance(c, 2);
	if (altered) {
		alter_state(c);
	}
	const fmi2Status status = c->unit.DeSerializeFMUstate(c->component, c->bytes, c->n_bytes, &fresh);
	if ((status == fmi2OK) != (fresh != NULL)) {
		give_up("fmi2DeSerializeFMUstate", "status and state disagree");
	}
	if (status != fmi2OK) {
		free(c->bytes);
		c->bytes = NULL;
		c->n_bytes = 0;
		return status;
	}
	c->altered += altered;
	expect_ok(c, c->unit.FreeFMUstate(c->component, state), "fmi2FreeFMUstate");
	*state = fresh;
	return status;
}

static inline fmi2Status ask(struct caller *c)
{
	fmi2Real time = 0;
	fmi2Integer number;
	fmi2Status of_step;
	fmi2String text;
	switch (test_random_int(&c->random, 0, 4)) {
	case 0:
		return c->unit.GetStatus(c->component, any_kind(c), &of_step);
	case 1:
		return c->unit.GetIntegerStatus(c->component, any_kind(c), &number);
	case 2:
		return c->unit.GetBooleanStatus(c->component, any_kind(c), &number);
	case 3:
		return c->unit.GetStringStatus(c->component, any_kind(c), &text);
	default:
		break;
	}
	const fmi2Status status = c->unit.GetRealStatus(c->component, any_kind(c), &time);
	expect_finite(status, time, "fmi2GetRealStatus");
	return status;
}

/* each as often as it stands here */
static const struct {
	const char *name;
	fmi2Status (*call)(struct caller *c);
} calls[] = {
	{"get_real", get_real},
	{"get_real", get_real},
	{"get_other", get_other},
	{"set_real", set_real},
	{"set_input", set_input},
	{"set_input", set_input},
	{"set_other", set_other},
	{"set_input_derivatives", set_input_derivatives},
	{"do_step", do_step},
	{"do_step", do_step},
	{"do_step", do_step},
	{"do_step", do_step},
	{"setup", setup},
	{"enter", enter},
	{"enter", enter},
	{"leave", leave},
	{"leave", leave},
	{"get_state", get_state},
	{"set_state", set_state},
	{"set_state", set_state},
	{"free_state", free_state},
	{"serialize", serialize},
	{"deserialize", deserialize},
	{"get_output_derivatives", get_output_derivatives},
	{"terminate", terminate},
	{"cancel", cancel},
	{"set_logging", set_logging},
	{"get_directional_derivative", get_directional_derivative},
	{"reset", reset},
	{"ask", ask},
};
enum { CALLS = sizeof calls / sizeof calls[0] };

/* what is refused says why */
static inline void call_once(struct caller *c)
{
	const int k = test_random_int(&c->random, 0, CALLS - 1);
	c->messages = 0;
	const fmi2Status status = calls[k].call(c);
	if (status != fmi2OK && status != fmi2Warning && status != fmi2Discard && status != fmi2Error) {
		give_up(calls[k].name, "an answer that nothing asked for");
	}
	if ((status == fmi2Warning || status == fmi2Error) && c->messages == 0) {
		give_up(calls[k].name, "refused without a word");
	}
	c->answers[status]++;
}

/* ---- runs */

static inline void start(struct caller *c)
{
	expect_ok(c, c->unit.Reset(c->component), "fmi2Reset");
	expect_ok(c, c->unit.SetupExperiment(c->component, fmi2False, 0, 0, fmi2False, 0), "fmi2SetupExperiment");
	expect_ok(c, c->unit.EnterInitializationMode(c->component), "fmi2EnterInitializationMode");
	expect_ok(c, c->unit.ExitInitializationMode(c->component), "fmi2ExitInitializationMode");
}

/* how many variables there are, and which of them are real: references count from 0 */
static inline void find_variables(struct caller *c)
{
	start(c);
	for (fmi2ValueReference k = 0; k < MOST_VALUES; k++) {
		double real;
		fmi2Integer integer;
		c->is_real[k] = c->unit.GetReal(c->component, &k, 1, &real) == fmi2OK;
		if (!c->is_real[k] && c->unit.GetInteger(c->component, &k, 1, &integer) != fmi2OK) {
			c->n_values = (int)k;
			return;
		}
	}
	give_up("too many variables", "");
}

static inline void plain_run(struct caller *c, double *values)
{
	const double push = 3;
	start(c);
	expect_ok(c, c->unit.SetReal(c->component, &c->inputs[c->n_inputs - 1], 1, &push), "fmi2SetReal");
	for (int k = 0; k < 4; k++) {
		expect_ok(c, c->unit.DoStep(c->component, k / 128.0, 1 / 128.0, fmi2True), "fmi2DoStep");
	}
	for (fmi2ValueReference k = 0; k < (fmi2ValueReference)c->n_values; k++) {
		fmi2Integer integer = 0;
		if (c->is_real[k]) {
			expect_ok(c, c->unit.GetReal(c->component, &k, 1, &values[k]), "fmi2GetReal");
		} else {
			expect_ok(c, c->unit.GetInteger(c->component, &k, 1, &integer), "fmi2GetInteger");
			values[k] = integer;
		}
	}
}

/* so many calls, between plain runs, and frees what they made; the variables are found first */
static inline void call_often(struct caller *c, long total)
{
	static double first[MOST_VALUES], again[MOST_VALUES];
	find_variables(c);
	plain_run(c, first);
	for (long k = 1; k <= total; k++) {
		call_once(c);
		if (k % 1000 == 0 || k == total) {
			plain_run(c, again);
			if (memcmp(first, again, sizeof first) != 0) {
				give_up("a run after fmi2Reset differs from the first", "");
			}
		}
	}
	for (int k = 0; k < MOST_STATES; k++) {
		expect_ok(c, c->unit.FreeFMUstate(c->component, &c->states[k]), "fmi2FreeFMUstate");
	}
	free(c->bytes);
	(void)printf("%ld calls: %ld fmi2OK, %ld fmi2Warning, %ld fmi2Discard, %ld fmi2Error; %ld altered states loaded\n",
	             total, c->answers[fmi2OK], c->answers[fmi2Warning], c->answers[fmi2Discard], c->answers[fmi2Error],
	             c->altered);
	if (c->answers[fmi2OK] <= total / 4 || c->altered == 0) {
		give_up("too little is accepted", "");
	}
}

#endif
