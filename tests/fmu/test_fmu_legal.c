/* Every function in every state: what the standard allows works, everything else is refused and
 * changes nothing.
 *
 * The expectations are those of the state machine of FMI 2.0 for co-simulation (section 4.2.4,
 * table of allowed calls), written down here once more by hand:
 *
 *     N start: there is no component        C step complete             T terminated
 *     I instantiated                        S the same, an input set    R reset after a run
 *     M initialization mode                 E error
 */
#include "fmu/fmu_fixture.h"

#include <stdlib.h>

#include "fmu_state.h"

/* a wheel that turns freely next to a slider that cannot follow its driver */
#define HALF_LOCKED                                                                      \
	"mechanism: half_locked\n"                                                           \
	"gravity: [0, 0]\n"                                                                  \
	"bodies:\n"                                                                          \
	"  slider: {mass: 1, inertia: 1, center: [0.8, 0]}\n"                                \
	"  wheel: {mass: 1, inertia: 1, center: [0, 5]}\n"                                   \
	"joints:\n"                                                                          \
	"  guide: {type: prismatic, bodies: [ground, slider], at: [0.8, 0], axis: [1, 0]}\n" \
	"  link: {type: rod, bodies: [ground, slider], from: [0, 0.6], to: [0.8, 0]}\n"      \
	"  axle: {type: revolute, bodies: [ground, wheel], at: [0, 5]}\n"                    \
	"drivers:\n"                                                                         \
	"  pusher: {type: input, joint: guide, input: wanted_position, start: 0}\n"          \
	"forces:\n"                                                                          \
	"  motor: {type: torque, joint: axle, input: motor_torque}\n"                        \
	"outputs: [joints.guide.position]\n"

enum { STATES = 8 };
static const char state_letters[STATES + 1] = "NIMCSETR";

static void go_stepping(struct fixture *x, char state)
{
	fixture_expect_ok(x, fmi2ExitInitializationMode(x->c));
	fixture_expect_ok(x, fmi2DoStep(x->c, 0, 0.1, fmi2True));
	if (state == 'T') {
		fixture_expect_ok(x, fmi2Terminate(x->c));
	} else if (state == 'S') {
		fixture_expect_ok(x, fixture_set(x, "motor_torque", 2));
	} else if (state == 'R') {
		fixture_expect_ok(x, fmi2Reset(x->c));
	} else if (state == 'E') {
		fixture_expect_ok(x, fixture_set(x, "wanted_position", 0.5));
		assert_int_equal(fmi2DoStep(x->c, 0.1, 0.1, fmi2True), fmi2Error);
	}
}

/* a new instance in a state, and a state saved on the way there */
struct patient {
	struct fixture x;
	fmi2FMUstate saved;
};

static void go_to(struct patient *p, char state)
{
	fixture_open(&p->x, HALF_LOCKED, 0);
	p->saved = NULL;
	fixture_expect_ok(&p->x, fmi2GetFMUstate(p->x.c, &p->saved));
	if (state != 'N' && state != 'I') {
		fixture_expect_ok(&p->x, fmi2EnterInitializationMode(p->x.c));
		if (state != 'M') {
			go_stepping(&p->x, state);
		}
	}
	memset(&p->x.log, 0, sizeof p->x.log);
}

static void leave(struct patient *p)
{
	if (p->x.c != NULL) {
		fixture_expect_ok(&p->x, fmi2FreeFMUstate(p->x.c, &p->saved));
	}
	free(p->saved);
	fixture_close(&p->x);
}

/* ---- one call of each function, with arguments that are right wherever it is legal; c is the component, or NULL */

static fmi2Status call_get_types_platform(struct patient *p, fmi2Component c)
{
	(void)p, (void)c;
	return strcmp(fmi2GetTypesPlatform(), "default") == 0 ? fmi2OK : fmi2Error;
}
static fmi2Status call_get_version(struct patient *p, fmi2Component c)
{
	(void)p, (void)c;
	return strcmp(fmi2GetVersion(), "2.0") == 0 ? fmi2OK : fmi2Error;
}
/* another instance; the one that is there does not mind */
static fmi2Status call_instantiate(struct patient *p, fmi2Component c)
{
	(void)c;
	fmi2Component other = fmu_instantiate(p->x.image.bytes, p->x.image.size, "other", fmi2CoSimulation, p->x.guid,
	                                      &p->x.functions, fmi2False);
	fmi2FreeInstance(other);
	return other == NULL ? fmi2Error : fmi2OK;
}
static fmi2Status call_free_instance(struct patient *p, fmi2Component c)
{
	fmi2FreeInstance(c);
	p->x.c = c == NULL ? p->x.c : NULL;
	return fmi2OK;
}
static fmi2Status call_set_debug_logging(struct patient *p, fmi2Component c)
{
	(void)p;
	return fmi2SetDebugLogging(c, fmi2False, 0, NULL);
}
static fmi2Status call_setup_experiment(struct patient *p, fmi2Component c)
{
	(void)p;
	return fmi2SetupExperiment(c, fmi2True, 1e-5, 0, fmi2True, 1);
}
static fmi2Status call_enter_initialization(struct patient *p, fmi2Component c)
{
	(void)p;
	return fmi2EnterInitializationMode(c);
}
static fmi2Status call_exit_initialization(struct patient *p, fmi2Component c)
{
	(void)p;
	return fmi2ExitInitializationMode(c);
}
static fmi2Status call_terminate(struct patient *p, fmi2Component c)
{
	(void)p;
	return fmi2Terminate(c);
}
static fmi2Status call_reset(struct patient *p, fmi2Component c)
{
	(void)p;
	return fmi2Reset(c);
}
static fmi2Status call_get_real(struct patient *p, fmi2Component c)
{
	fmi2ValueReference position = fixture_reference(&p->x, "joints.guide.position");
	fmi2Real value;
	return fmi2GetReal(c, &position, 1, &value);
}
static fmi2Status call_get_integer(struct patient *p, fmi2Component c)
{
	fmi2ValueReference steps = fixture_reference(&p->x, "solver.steps");
	fmi2Integer value;
	return fmi2GetInteger(c, &steps, 1, &value);
}
static fmi2Status call_get_boolean(struct patient *p, fmi2Component c)
{
	(void)p;
	return fmi2GetBoolean(c, NULL, 0, NULL);
}
static fmi2Status call_get_string(struct patient *p, fmi2Component c)
{
	(void)p;
	return fmi2GetString(c, NULL, 0, NULL);
}
static fmi2Status call_set_real(struct patient *p, fmi2Component c)
{
	fmi2ValueReference input = fixture_reference(&p->x, "motor_torque");
	fmi2Real value = 3;
	return fmi2SetReal(c, &input, 1, &value);
}
static fmi2Status call_set_integer(struct patient *p, fmi2Component c)
{
	(void)p;
	return fmi2SetInteger(c, NULL, 0, NULL);
}
static fmi2Status call_set_boolean(struct patient *p, fmi2Component c)
{
	(void)p;
	return fmi2SetBoolean(c, NULL, 0, NULL);
}
static fmi2Status call_set_string(struct patient *p, fmi2Component c)
{
	(void)p;
	return fmi2SetString(c, NULL, 0, NULL);
}
static fmi2Status call_get_state(struct patient *p, fmi2Component c)
{
	return fmi2GetFMUstate(c, &p->saved);
}
static fmi2Status call_set_state(struct patient *p, fmi2Component c)
{
	return fmi2SetFMUstate(c, p->saved);
}
static fmi2Status call_free_state(struct patient *p, fmi2Component c)
{
	return fmi2FreeFMUstate(c, &p->saved);
}
static fmi2Status call_state_size(struct patient *p, fmi2Component c)
{
	size_t size;
	return fmi2SerializedFMUstateSize(c, p->saved, &size);
}
static fmi2Status call_serialize(struct patient *p, fmi2Component c)
{
	size_t size = fmu_state_size(p->x.c);
	fmi2Byte *bytes = malloc(size);
	assert_non_null(bytes);
	fmi2Status status = fmi2SerializeFMUstate(c, p->saved, bytes, size);
	free(bytes);
	return status;
}
static fmi2Status call_deserialize(struct patient *p, fmi2Component c)
{
	fmi2FMUstate copy = NULL;
	fmi2Status status = fmi2DeSerializeFMUstate(c, p->saved, fmu_state_size(p->x.c), &copy);
	free(copy);
	return status;
}
static fmi2Status call_directional_derivative(struct patient *p, fmi2Component c)
{
	(void)p;
	return fmi2GetDirectionalDerivative(c, NULL, 0, NULL, 0, NULL, NULL);
}
static fmi2Status call_input_derivatives(struct patient *p, fmi2Component c)
{
	(void)p;
	return fmi2SetRealInputDerivatives(c, NULL, 0, NULL, NULL);
}
static fmi2Status call_output_derivatives(struct patient *p, fmi2Component c)
{
	(void)p;
	return fmi2GetRealOutputDerivatives(c, NULL, 0, NULL, NULL);
}
static fmi2Status call_do_step(struct patient *p, fmi2Component c)
{
	(void)p;
	return fmi2DoStep(c, 0.1, 0.1, fmi2True);
}
static fmi2Status call_cancel_step(struct patient *p, fmi2Component c)
{
	(void)p;
	return fmi2CancelStep(c);
}
static fmi2Status call_get_status(struct patient *p, fmi2Component c)
{
	(void)p;
	fmi2Status value;
	return fmi2GetStatus(c, fmi2DoStepStatus, &value);
}
static fmi2Status call_get_real_status(struct patient *p, fmi2Component c)
{
	(void)p;
	fmi2Real value;
	return fmi2GetRealStatus(c, fmi2LastSuccessfulTime, &value);
}
static fmi2Status call_get_integer_status(struct patient *p, fmi2Component c)
{
	(void)p;
	fmi2Integer value;
	return fmi2GetIntegerStatus(c, fmi2DoStepStatus, &value);
}
static fmi2Status call_get_boolean_status(struct patient *p, fmi2Component c)
{
	(void)p;
	fmi2Boolean value;
	return fmi2GetBooleanStatus(c, fmi2Terminated, &value);
}
static fmi2Status call_get_string_status(struct patient *p, fmi2Component c)
{
	(void)p;
	fmi2String value;
	return fmi2GetStringStatus(c, fmi2PendingStatus, &value);
}

/* the 34 functions; questions that only asynchronous steps could answer are discarded where they
 * are allowed */
static const struct {
	const char *function;
	fmi2Status (*call)(struct patient *p, fmi2Component c);
	const char *allowed;
	fmi2Status answer; /* where it is allowed */
} calls[] = {
	{"fmi2GetTypesPlatform", call_get_types_platform, "NIMCSETR", fmi2OK},
	{"fmi2GetVersion", call_get_version, "NIMCSETR", fmi2OK},
	{"fmi2SetDebugLogging", call_set_debug_logging, "IMCSETR", fmi2OK},
	{"fmi2Instantiate", call_instantiate, "NIMCSETR", fmi2OK},
	{"fmi2FreeInstance", call_free_instance, "NIMCSETR", fmi2OK},
	{"fmi2SetupExperiment", call_setup_experiment, "IR", fmi2OK},
	{"fmi2EnterInitializationMode", call_enter_initialization, "IR", fmi2OK},
	{"fmi2ExitInitializationMode", call_exit_initialization, "M", fmi2OK},
	{"fmi2Terminate", call_terminate, "CS", fmi2OK},
	{"fmi2Reset", call_reset, "IMCSETR", fmi2OK},
	{"fmi2GetReal", call_get_real, "MCSET", fmi2OK},
	{"fmi2GetInteger", call_get_integer, "MCSET", fmi2OK},
	{"fmi2GetBoolean", call_get_boolean, "MCSET", fmi2OK},
	{"fmi2GetString", call_get_string, "MCSET", fmi2OK},
	{"fmi2SetReal", call_set_real, "IMCSR", fmi2OK},
	{"fmi2SetInteger", call_set_integer, "IMCSR", fmi2OK},
	{"fmi2SetBoolean", call_set_boolean, "IMCSR", fmi2OK},
	{"fmi2SetString", call_set_string, "IMCSR", fmi2OK},
	{"fmi2GetFMUstate", call_get_state, "IMCSETR", fmi2OK},
	{"fmi2SetFMUstate", call_set_state, "IMCSETR", fmi2OK},
	{"fmi2FreeFMUstate", call_free_state, "IMCSETR", fmi2OK},
	{"fmi2SerializedFMUstateSize", call_state_size, "IMCSETR", fmi2OK},
	{"fmi2SerializeFMUstate", call_serialize, "IMCSETR", fmi2OK},
	{"fmi2DeSerializeFMUstate", call_deserialize, "IMCSETR", fmi2OK},
	{"fmi2GetDirectionalDerivative", call_directional_derivative, "MCSET", fmi2OK},
	{"fmi2SetRealInputDerivatives", call_input_derivatives, "IMCSR", fmi2OK},
	{"fmi2GetRealOutputDerivatives", call_output_derivatives, "CSET", fmi2OK},
	{"fmi2DoStep", call_do_step, "CS", fmi2OK},
	{"fmi2CancelStep", call_cancel_step, "", fmi2OK},
	{"fmi2GetStatus", call_get_status, "CST", fmi2Discard},
	{"fmi2GetRealStatus", call_get_real_status, "CST", fmi2OK},
	{"fmi2GetIntegerStatus", call_get_integer_status, "CST", fmi2Discard},
	{"fmi2GetBooleanStatus", call_get_boolean_status, "CST", fmi2OK},
	{"fmi2GetStringStatus", call_get_string_status, "CST", fmi2Discard},
};
enum { CALLS = sizeof calls / sizeof calls[0] };

/* ---- expectations */

static void check_legal(const struct patient *p, int k, char state, fmi2Status status)
{
	if (status != calls[k].answer) {
		fail_msg("%s in %c: status %d, %s", calls[k].function, state, (int)status, p->x.log.message);
	}
	/* a discarded question is reported to those who listen to such messages; nobody has switched
	 * them on here */
	assert_int_equal(p->x.log.count, 0);
}

/* refused: with one message that names the function */
static void check_refused(const struct patient *p, int k, char state, fmi2Status status)
{
	if (status != fmi2Error || p->x.log.count != (state != 'N')) {
		fail_msg("%s in %c: status %d, %d messages", calls[k].function, state, (int)status, p->x.log.count);
	}
	if (state != 'N') {
		fixture_expect_error(&p->x, status, "not allowed");
		assert_ptr_equal(strstr(p->x.log.message, calls[k].function), p->x.log.message);
	}
}

/* all that an instance is */
static void *everything(const struct patient *p)
{
	void *state = malloc(fmu_state_size(p->x.c));
	assert_non_null(state);
	fmu_state_save(p->x.c, state);
	return state;
}

static void check_call(int k, char state)
{
	struct patient p;
	go_to(&p, state);
	void *before = everything(&p);
	fmi2Status status = calls[k].call(&p, state == 'N' ? NULL : p.x.c);
	if (strchr(calls[k].allowed, state) != NULL) {
		check_legal(&p, k, state, status);
	} else {
		check_refused(&p, k, state, status);
		void *after = everything(&p);
		assert_memory_equal(before, after, fmu_state_size(p.x.c));
		free(after);
	}
	free(before);
	leave(&p);
}

static void every_function_answers_in_every_state_as_the_standard_says(void **state)
{
	(void)state;
	assert_int_equal(CALLS, 34);
	for (int s = 0; s < STATES; s++) {
		for (int k = 0; k < CALLS; k++) {
			check_call(k, state_letters[s]);
		}
	}
}

static void every_function_refuses_what_is_no_instance(void **state)
{
	(void)state;
	struct fmu_instance *stranger = calloc(1, sizeof *stranger);
	assert_non_null(stranger);
	for (int k = 0; k < CALLS; k++) {
		struct patient p;
		go_to(&p, 'I');
		if (strchr(calls[k].allowed, 'N') == NULL) {
			assert_int_equal(calls[k].call(&p, stranger), fmi2Error);
		}
		leave(&p);
	}
	fmi2FreeInstance(stranger);
	free(stranger);
}

static void the_list_of_calls_holds_every_function_that_takes_an_instance(void **state)
{
	(void)state;
	/* all but the two that answer with a text and the one that makes an instance */
	assert_int_equal(FMU_CALL_COUNT, CALLS - 3);
	for (int call = 0; call < FMU_CALL_COUNT; call++) {
		int found = 0;
		for (int k = 0; k < CALLS; k++) {
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
		cmocka_unit_test(every_function_refuses_what_is_no_instance),
		cmocka_unit_test(the_list_of_calls_holds_every_function_that_takes_an_instance),
		cmocka_unit_test(every_state_has_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
