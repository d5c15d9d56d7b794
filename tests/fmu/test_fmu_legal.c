/* Every function in every state: what the standard allows works, everything else is refused and changes nothing.
 *
 * The expectations are those of the state machine of FMI 2.0 (section 4.2.4, table of allowed calls):
 * I instantiated, M initialization mode, C step complete, T terminated, E error.
 */
#include "fmu/fmu_fixture.h"

#include <stdlib.h>

enum { STATES = 5 };
static const char state_letters[STATES + 1] = "IMCTE";

/* brings a new instance into a state */
static void go_to(struct fixture *x, char state)
{
	fixture_open(x, LOCKED, 0);
	if (state == 'I') {
		return;
	}
	fixture_expect_ok(x, fmi2EnterInitializationMode(x->c));
	if (state == 'M') {
		return;
	}
	fixture_expect_ok(x, fmi2ExitInitializationMode(x->c));
	if (state == 'T') {
		fixture_expect_ok(x, fmi2Terminate(x->c));
	} else if (state == 'E') {
		fixture_expect_ok(x, fixture_set(x, "wanted_position", 0.5));
		assert_int_equal(fmi2DoStep(x->c, 0, 0.1, fmi2True), fmi2Error);
	}
	memset(&x->log, 0, sizeof x->log);
}

/* one call of each function, with arguments that are right wherever it is legal */
static fmi2Status call_set_debug_logging(fmi2Component c)
{
	return fmi2SetDebugLogging(c, fmi2False, 0, NULL);
}
static fmi2Status call_setup_experiment(fmi2Component c)
{
	return fmi2SetupExperiment(c, fmi2True, 1e-5, 0, fmi2True, 1);
}
static fmi2Status call_get_real(fmi2Component c)
{
	fmi2ValueReference time = 0;
	fmi2Real value;
	return fmi2GetReal(c, &time, 1, &value);
}
static fmi2Status call_get_integer(fmi2Component c)
{
	return fmi2GetInteger(c, NULL, 0, NULL);
}
static fmi2Status call_get_boolean(fmi2Component c)
{
	return fmi2GetBoolean(c, NULL, 0, NULL);
}
static fmi2Status call_get_string(fmi2Component c)
{
	return fmi2GetString(c, NULL, 0, NULL);
}
static fmi2Status call_set_real(fmi2Component c)
{
	fmi2ValueReference input = 1; /* inputs follow the time */
	fmi2Real value = 0;
	return fmi2SetReal(c, &input, 1, &value);
}
static fmi2Status call_set_integer(fmi2Component c)
{
	return fmi2SetInteger(c, NULL, 0, NULL);
}
static fmi2Status call_set_boolean(fmi2Component c)
{
	return fmi2SetBoolean(c, NULL, 0, NULL);
}
static fmi2Status call_set_string(fmi2Component c)
{
	return fmi2SetString(c, NULL, 0, NULL);
}
static fmi2Status call_get_state(fmi2Component c)
{
	fmi2FMUstate s = NULL;
	return fmi2GetFMUstate(c, &s);
}
static fmi2Status call_set_state(fmi2Component c)
{
	return fmi2SetFMUstate(c, NULL);
}
static fmi2Status call_free_state(fmi2Component c)
{
	fmi2FMUstate s = NULL;
	return fmi2FreeFMUstate(c, &s);
}
static fmi2Status call_state_size(fmi2Component c)
{
	size_t size;
	return fmi2SerializedFMUstateSize(c, NULL, &size);
}
static fmi2Status call_serialize(fmi2Component c)
{
	fmi2Byte bytes[1];
	return fmi2SerializeFMUstate(c, NULL, bytes, 1);
}
static fmi2Status call_deserialize(fmi2Component c)
{
	const fmi2Byte bytes[1] = {0};
	fmi2FMUstate s = NULL;
	return fmi2DeSerializeFMUstate(c, bytes, 1, &s);
}
static fmi2Status call_directional_derivative(fmi2Component c)
{
	return fmi2GetDirectionalDerivative(c, NULL, 0, NULL, 0, NULL, NULL);
}
static fmi2Status call_input_derivatives(fmi2Component c)
{
	return fmi2SetRealInputDerivatives(c, NULL, 0, NULL, NULL);
}
static fmi2Status call_output_derivatives(fmi2Component c)
{
	return fmi2GetRealOutputDerivatives(c, NULL, 0, NULL, NULL);
}
static fmi2Status call_do_step(fmi2Component c)
{
	return fmi2DoStep(c, 0, 0.1, fmi2True);
}
static fmi2Status call_get_status(fmi2Component c)
{
	fmi2Status value;
	return fmi2GetStatus(c, fmi2DoStepStatus, &value);
}
static fmi2Status call_get_real_status(fmi2Component c)
{
	fmi2Real value;
	return fmi2GetRealStatus(c, fmi2LastSuccessfulTime, &value);
}
static fmi2Status call_get_integer_status(fmi2Component c)
{
	fmi2Integer value;
	return fmi2GetIntegerStatus(c, fmi2DoStepStatus, &value);
}
static fmi2Status call_get_boolean_status(fmi2Component c)
{
	fmi2Boolean value;
	return fmi2GetBooleanStatus(c, fmi2Terminated, &value);
}
static fmi2Status call_get_string_status(fmi2Component c)
{
	fmi2String value;
	return fmi2GetStringStatus(c, fmi2PendingStatus, &value);
}

enum answer { DONE, UNSUPPORTED, DISCARDED };
static const struct {
	const char *function;
	fmi2Status (*call)(fmi2Component c);
	const char *allowed;
	enum answer answer; /* where it is allowed */
} calls[] = {
	{"fmi2SetDebugLogging", call_set_debug_logging, "IMCTE", DONE},
	{"fmi2SetupExperiment", call_setup_experiment, "I", DONE},
	{"fmi2EnterInitializationMode", fmi2EnterInitializationMode, "I", DONE},
	{"fmi2ExitInitializationMode", fmi2ExitInitializationMode, "M", DONE},
	{"fmi2Terminate", fmi2Terminate, "C", DONE},
	{"fmi2Reset", fmi2Reset, "IMCTE", DONE},
	{"fmi2GetReal", call_get_real, "MCTE", DONE},
	{"fmi2GetInteger", call_get_integer, "MCTE", DONE},
	{"fmi2GetBoolean", call_get_boolean, "MCTE", DONE},
	{"fmi2GetString", call_get_string, "MCTE", DONE},
	{"fmi2SetReal", call_set_real, "IMC", DONE},
	{"fmi2SetInteger", call_set_integer, "IMC", DONE},
	{"fmi2SetBoolean", call_set_boolean, "IMC", DONE},
	{"fmi2SetString", call_set_string, "IMC", DONE},
	{"fmi2GetFMUstate", call_get_state, "IMCTE", UNSUPPORTED},
	{"fmi2SetFMUstate", call_set_state, "IMCTE", UNSUPPORTED},
	{"fmi2FreeFMUstate", call_free_state, "IMCTE", DONE},
	{"fmi2SerializedFMUstateSize", call_state_size, "IMCTE", UNSUPPORTED},
	{"fmi2SerializeFMUstate", call_serialize, "IMCTE", UNSUPPORTED},
	{"fmi2DeSerializeFMUstate", call_deserialize, "IMCTE", UNSUPPORTED},
	{"fmi2GetDirectionalDerivative", call_directional_derivative, "MCTE", UNSUPPORTED},
	{"fmi2SetRealInputDerivatives", call_input_derivatives, "IMC", UNSUPPORTED},
	{"fmi2GetRealOutputDerivatives", call_output_derivatives, "CTE", UNSUPPORTED},
	{"fmi2DoStep", call_do_step, "C", DONE},
	{"fmi2CancelStep", fmi2CancelStep, "", DONE},
	{"fmi2GetStatus", call_get_status, "CT", DISCARDED},
	{"fmi2GetRealStatus", call_get_real_status, "CT", DONE},
	{"fmi2GetIntegerStatus", call_get_integer_status, "CT", DISCARDED},
	{"fmi2GetBooleanStatus", call_get_boolean_status, "CT", DONE},
	{"fmi2GetStringStatus", call_get_string_status, "CT", DISCARDED},
};
enum { CALLS = sizeof calls / sizeof calls[0] };

static void check_legal(const struct fixture *x, int k, fmi2Status status)
{
	static const fmi2Status expected[] = {[DONE] = fmi2OK, [UNSUPPORTED] = fmi2Error, [DISCARDED] = fmi2Discard};
	if (status != expected[calls[k].answer]) {
		fail_msg("%s: status %d, %s", calls[k].function, (int)status, x->log.message);
	}
	if (calls[k].answer == UNSUPPORTED) {
		assert_non_null(strstr(x->log.message, "does not support"));
	}
}

/* refused: with a message that names the function, and the state is what it was */
static void check_refused(const struct fixture *x, int k, fmi2Status status, enum fmu_state before)
{
	if (status != fmi2Error || x->log.count != 1) {
		fail_msg("%s: status %d, %d messages", calls[k].function, (int)status, x->log.count);
	}
	fixture_expect_error(x, status, "not allowed");
	assert_ptr_equal(strstr(x->log.message, calls[k].function), x->log.message);
	assert_int_equal(((struct fmu_instance *)x->c)->state, before);
}

static void every_function_answers_in_every_state_as_the_standard_says(void **state)
{
	(void)state;
	for (int s = 0; s < STATES; s++) {
		for (int k = 0; k < CALLS; k++) {
			struct fixture x;
			go_to(&x, state_letters[s]);
			enum fmu_state before = ((struct fmu_instance *)x.c)->state;
			fmi2Status status = calls[k].call(x.c);
			if (strchr(calls[k].allowed, state_letters[s]) != NULL) {
				check_legal(&x, k, status);
			} else {
				check_refused(&x, k, status, before);
			}
			fixture_close(&x);
		}
	}
}

static void every_function_refuses_a_null_component(void **state)
{
	(void)state;
	for (int k = 0; k < CALLS; k++) {
		assert_int_equal(calls[k].call(NULL), fmi2Error);
	}
	fmi2FreeInstance(NULL);
}

static void every_function_refuses_what_is_no_instance(void **state)
{
	(void)state;
	struct fmu_instance *stranger = calloc(1, sizeof *stranger);
	assert_non_null(stranger);
	for (int k = 0; k < CALLS; k++) {
		assert_int_equal(calls[k].call(stranger), fmi2Error);
	}
	fmi2FreeInstance(stranger);
	free(stranger);
}

static void the_table_holds_every_function_that_takes_an_instance(void **state)
{
	(void)state;
	/* fmi2FreeInstance is the only one that does not answer with a status */
	assert_int_equal(FMU_CALL_COUNT, CALLS + 1);
	for (int k = 0; k < CALLS; k++) {
		int found = 0;
		for (int call = 0; call < FMU_CALL_COUNT; call++) {
			found += strcmp(fmu_call_name((enum fmu_call)call), calls[k].function) == 0;
		}
		assert_int_equal(found, 1);
	}
}

static void every_state_has_words(void **state)
{
	(void)state;
	for (int s = 1; s < FMU_ANY_STATE; s *= 2) {
		assert_string_not_equal(fmu_state_text((enum fmu_state)s), "in an unknown state");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_function_answers_in_every_state_as_the_standard_says),
		cmocka_unit_test(every_function_refuses_a_null_component),
		cmocka_unit_test(every_function_refuses_what_is_no_instance),
		cmocka_unit_test(the_table_holds_every_function_that_takes_an_instance),
		cmocka_unit_test(every_state_has_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
