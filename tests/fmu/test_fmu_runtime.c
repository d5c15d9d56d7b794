/* The unit as an importer sees it: life, values, steps, errors. The truths are closed forms of a
 * flywheel, angle = angle0 + speed0 t + torque t^2 / (2 inertia).
 */
#include "fmu/fmu_fixture.h"

#include <math.h>
#include <stdlib.h>

#include "assert_close.h"
#include "failing_memory.h"

/* ---- instantiation */

static fmi2Component instantiate(struct fixture *x, const char *name, fmi2Type type, const char *guid)
{
	return fmu_instantiate(x->image.bytes, x->image.size, name, type, guid, &x->functions, fmi2False);
}

static void wrong_requests_for_an_instance_are_refused_with_a_reason(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	assert_null(instantiate(&x, "", fmi2CoSimulation, x.guid));
	fixture_expect_error(&x, fmi2Error, "name");
	assert_null(instantiate(&x, NULL, fmi2CoSimulation, x.guid));
	fixture_expect_error(&x, fmi2Error, "name");
	assert_null(instantiate(&x, "two", fmi2ModelExchange, x.guid));
	fixture_expect_error(&x, fmi2Error, "co-simulation");
	assert_string_equal(x.log.name, "two");
	assert_null(instantiate(&x, "two", fmi2CoSimulation, "{wrong}"));
	fixture_expect_error(&x, fmi2Error, "'{wrong}'");
	assert_null(instantiate(&x, "two", fmi2CoSimulation, NULL));
	fixture_expect_error(&x, fmi2Error, "GUID");
	fixture_close(&x);
}

static void a_damaged_image_is_refused(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fmi2FreeInstance(x.c);
	unsigned char *bytes = x.image.bytes;
	bytes[x.image.size / 2] ^= 1;
	char guid[FMU_GUID_SIZE];
	fmu_guid(x.image.bytes, x.image.size, guid);
	x.c = instantiate(&x, "one", fmi2CoSimulation, guid);
	assert_null(x.c);
	fixture_expect_error(&x, fmi2Error, "image");
	fixture_close(&x);
}

static void the_importer_may_take_its_arguments_away_after_instantiation(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fmi2FreeInstance(x.c);
	char name[] = "passing", guid[FMU_GUID_SIZE];
	memcpy(guid, x.guid, sizeof guid);
	fmi2CallbackFunctions functions = x.functions;
	x.c = fmu_instantiate(x.image.bytes, x.image.size, name, fmi2CoSimulation, guid, &functions, fmi2False);
	memset(name, 'x', sizeof name - 1);
	memset(guid, 'x', sizeof guid - 1);
	memset(&functions, 0, sizeof functions);
	assert_int_equal(fmi2Terminate(x.c), fmi2Error);
	assert_int_equal(x.log.count, 1);
	assert_string_equal(x.log.name, "passing");
	fixture_close(&x);
}

static void callbacks_are_optional(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fmi2Component c = fmu_instantiate(x.image.bytes, x.image.size, "two", fmi2CoSimulation, x.guid, NULL, fmi2True);
	assert_non_null(c);
	assert_int_equal(fmi2Terminate(c), fmi2Error);
	fmi2FreeInstance(c);
	assert_null(fmu_instantiate(x.image.bytes, x.image.size, "two", fmi2CoSimulation, "wrong", NULL, fmi2True));
	fixture_close(&x);
}

static void an_empty_library_says_so(void **state)
{
	(void)state;
	struct fixture_log log = {0};
	fmi2CallbackFunctions functions = {fixture_logger, NULL, NULL, NULL, &log};
	assert_memory_equal(fmu_image_block, FMU_IMAGE_MARKER, 32);
	assert_null(fmi2Instantiate("one", fmi2CoSimulation, "any", "file:///nowhere", &functions, fmi2False, fmi2False));
	assert_int_equal(log.count, 1);
	assert_int_equal(log.status, fmi2Error);
	assert_non_null(strstr(log.message, "holds no mechanism"));
}

static void platform_and_version_are_those_of_the_standard(void **state)
{
	(void)state;
	assert_string_equal(fmi2GetTypesPlatform(), "default");
	assert_string_equal(fmi2GetVersion(), "2.0");
}

static void memory_may_run_out_at_any_request(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	memory_fail(MEMORY_NEVER);
	fmi2Component c = instantiate(&x, "two", fmi2CoSimulation, x.guid);
	long needed = memory_requests;
	fmi2FreeInstance(c);
	assert_true(needed >= 3);
	for (long k = 0; k < needed; k++) {
		memory_fail(k);
		c = instantiate(&x, "two", fmi2CoSimulation, x.guid);
		memory_fail(MEMORY_NEVER);
		assert_null(c);
		fixture_expect_error(&x, fmi2Error, "memory");
	}
	fixture_close(&x);
}

static void nothing_is_allocated_after_instantiation(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 1);
	memory_fail(MEMORY_NEVER);
	fixture_start(&x);
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 0.1, fmi2True));
	fixture_get(&x, "joints.axle.angle");
	fixture_expect_ok(&x, fmi2Terminate(x.c));
	fixture_expect_ok(&x, fmi2Reset(x.c));
	assert_int_equal(memory_requests, 0);
	fixture_close(&x);
}

/* ---- the GUID */

static void the_guid_is_a_fingerprint_in_hexadecimal_digits(void **state)
{
	(void)state;
	char guid[FMU_GUID_SIZE], other[FMU_GUID_SIZE];
	unsigned char bytes[64] = {0};
	fmu_guid(bytes, sizeof bytes, guid);
	for (int k = 0; k < FMU_GUID_SIZE - 1; k++) {
		int dash = k == 8 || k == 13 || k == 18 || k == 23;
		assert_true(dash ? guid[k] == '-' : strchr("0123456789abcdef", guid[k]) != NULL);
	}
	assert_int_equal(strlen(guid), FMU_GUID_SIZE - 1);
	fmu_guid(bytes, sizeof bytes, other);
	assert_string_equal(guid, other);

	/* each single bit, and the length, changes both halves */
	for (int bit = 0; bit < 8 * (int)sizeof bytes; bit++) {
		bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
		fmu_guid(bytes, sizeof bytes, other);
		assert_memory_not_equal(guid, other, 18);
		assert_memory_not_equal(guid + 19, other + 19, 17);
		bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
	}
	fmu_guid(bytes, sizeof bytes - 1, other);
	assert_string_not_equal(guid, other);
}

/* ---- setup */

static void impossible_experiments_are_refused(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_expect_error(&x, fmi2SetupExperiment(x.c, fmi2False, 0, NAN, fmi2False, 0), "start time");
	fixture_expect_error(&x, fmi2SetupExperiment(x.c, fmi2False, 0, 1, fmi2True, 0.5), "stop time");
	fixture_expect_error(&x, fmi2SetupExperiment(x.c, fmi2False, 0, 1, fmi2True, NAN), "stop time");
	fixture_expect_error(&x, fmi2SetupExperiment(x.c, fmi2True, 0, 0, fmi2False, 0), "tolerance");
	fixture_expect_error(&x, fmi2SetupExperiment(x.c, fmi2True, NAN, 0, fmi2False, 0), "tolerance");
	fixture_expect_ok(&x, fmi2SetupExperiment(x.c, fmi2False, NAN, 1, fmi2False, NAN));
	fixture_expect_ok(&x, fmi2SetupExperiment(x.c, fmi2False, 0, 1, fmi2True, HUGE_VAL));
	fixture_close(&x);
}

/* a tolerance that was set explicitly is not an importer's default; one that repeats the file's may
 * be */
static void a_tolerance_that_was_set_wins_over_the_experiments(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 1);
	fixture_expect_ok(&x, fmi2EnterInitializationMode(x.c));
	const double of_the_file = fixture_get(&x, "solver.tolerance");
	for (int own = 0; own < 2; own++) {
		fixture_expect_ok(&x, fmi2Reset(x.c));
		fixture_expect_ok(&x, fixture_set(&x, "solver.tolerance", own ? 1e-9 : of_the_file));
		/* the choice is part of the state */
		fmi2FMUstate saved = NULL;
		fixture_expect_ok(&x, fmi2GetFMUstate(x.c, &saved));
		fixture_expect_ok(&x, fmi2Reset(x.c));
		fixture_expect_ok(&x, fmi2SetFMUstate(x.c, saved));
		fixture_expect_ok(&x, fmi2FreeFMUstate(x.c, &saved));
		x.log.message[0] = '\0';
		fixture_expect_ok(&x, fmi2SetupExperiment(x.c, fmi2True, 1e-4, 0, fmi2False, 0));
		assert_true((strstr(x.log.message, "0.0001 of the experiment is not used") != NULL) == own);
		fixture_expect_ok(&x, fmi2EnterInitializationMode(x.c));
		assert_close(fixture_get(&x, "solver.tolerance"), own ? 1e-9 : 1e-4, 0);
	}
	fixture_close(&x);
}

static void the_experiment_gives_start_time_and_tolerance(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_expect_ok(&x, fmi2SetupExperiment(x.c, fmi2True, 1e-4, 7.5, fmi2False, 0));
	fixture_expect_ok(&x, fmi2EnterInitializationMode(x.c));
	assert_close(fixture_get(&x, "time"), 7.5, 0);
	assert_close(fixture_get(&x, "solver.tolerance"), 1e-4, 0);
	fixture_expect_ok(&x, fmi2ExitInitializationMode(x.c));
	fixture_expect_ok(&x, fmi2DoStep(x.c, 7.5, 0.5, fmi2True));
	assert_close(fixture_get(&x, "time"), 8, 0);
	fixture_close(&x);
}

/* ---- initialization */

static void set_and_get_alternate_in_initialization_mode(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_expect_ok(&x, fmi2EnterInitializationMode(x.c));
	assert_close(fixture_get(&x, "joints.axle.speed"), 3, 1e-9);
	fixture_expect_ok(&x, fixture_set(&x, "initial.axle.speed", -1.5));
	assert_close(fixture_get(&x, "joints.axle.speed"), -1.5, 1e-9);
	fixture_expect_ok(&x, fixture_set(&x, "motor_torque", 2));
	assert_close(fixture_get(&x, "joints.axle.acceleration"), 2 / 0.5, 1e-9);
	fixture_expect_ok(&x, fixture_set(&x, "bodies.wheel.inertia", 0.25));
	assert_close(fixture_get(&x, "joints.axle.acceleration"), 2 / 0.25, 1e-9);
	fixture_expect_ok(&x, fixture_set(&x, "initial.axle.angle", 0.75));
	fixture_expect_ok(&x, fmi2ExitInitializationMode(x.c));
	assert_close(fixture_get(&x, "joints.axle.angle"), 0.75, 1e-9);
	fixture_close(&x);
}

static void start_values_may_contradict_until_initialization_ends(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, LOCKED, 0);
	fixture_expect_ok(&x, fixture_set(&x, "joints.link.length", 100));
	fixture_expect_ok(&x, fmi2EnterInitializationMode(x.c));

	/* what is known needs no assembly, what is calculated does */
	assert_close(fixture_get(&x, "joints.link.length"), 100, 0);
	fmi2ValueReference position = fixture_reference(&x, "joints.guide.position");
	double value;
	assert_int_equal(fmi2GetReal(x.c, &position, 1, &value), fmi2Error);
	assert_true(x.log.count > 0);
	fixture_expect_ok(&x, fixture_set(&x, "joints.link.length", 1));
	assert_close(fixture_get(&x, "joints.guide.position"), 0, 1e-9);
	fixture_expect_ok(&x, fmi2ExitInitializationMode(x.c));
	fixture_close(&x);
}

static void an_impossible_start_ends_initialization_with_an_error(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, LOCKED, 0);
	fixture_expect_ok(&x, fixture_set(&x, "joints.link.length", 100));
	fixture_expect_ok(&x, fmi2EnterInitializationMode(x.c));
	fixture_expect_error(&x, fmi2ExitInitializationMode(x.c), "fmi2ExitInitializationMode: ");
	fixture_expect_error(&x, fmi2DoStep(x.c, 0, 0.1, fmi2True), "not allowed after an error");
	fixture_expect_ok(&x, fmi2Reset(x.c));
	fixture_start(&x);
	fixture_close(&x);
}

static void redundant_constraints_are_reported_where_asked_for(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, LOCKED, 0);
	fmi2String singular = "logSingularLinearSystems";
	fixture_expect_ok(&x, fmi2SetDebugLogging(x.c, fmi2True, 1, &singular));
	fixture_start(&x);
	assert_int_equal(x.log.count, 1);
	assert_string_equal(x.log.category, singular);
	/* guide 2, link 1, driver 1, for 3 velocities */
	assert_non_null(strstr(x.log.message, "redundant constraints: 1"));
	fixture_close(&x);
}

/* ---- values */

static void every_variable_can_be_read(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_start(&x);
	const struct mech_model *model = ((struct fmu_instance *)x.c)->model;
	for (fmi2ValueReference k = 0; k < (fmi2ValueReference)model->n_variables; k++) {
		double real = NAN;
		fmi2Integer integer = -1;
		if (model->variables[k].quantity == MECH_COUNT) {
			fixture_expect_ok(&x, fmi2GetInteger(x.c, &k, 1, &integer));
			assert_true(integer >= 0);
		} else {
			fixture_expect_ok(&x, fmi2GetReal(x.c, &k, 1, &real));
			assert_true(isfinite(real));
		}
	}
	fixture_close(&x);
}

static void wrong_references_types_and_lists_are_refused_by_name(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_start(&x);
	fmi2ValueReference steps = fixture_reference(&x, "solver.steps");
	fmi2ValueReference angle = fixture_reference(&x, "joints.axle.angle");
	fmi2ValueReference beyond = (fmi2ValueReference)((struct fmu_instance *)x.c)->model->n_variables;
	fmi2ValueReference largest = (fmi2ValueReference)-1;
	fmi2Real real = 0;
	fmi2Integer integer = 0;
	fmi2Boolean boolean = 0;
	fmi2String string = "";
	fixture_expect_error(&x, fmi2GetReal(x.c, &beyond, 1, &real), "does not exist");
	fixture_expect_error(&x, fmi2SetReal(x.c, &largest, 1, &real), "does not exist");
	fixture_expect_error(&x, fmi2GetReal(x.c, &steps, 1, &real), "solver.steps is not Real");
	fixture_expect_error(&x, fmi2GetInteger(x.c, &angle, 1, &integer), "joints.axle.angle is not Integer");
	fixture_expect_error(&x, fmi2SetInteger(x.c, &steps, 1, &integer), "solver.steps is a result");
	fixture_expect_error(&x, fmi2SetReal(x.c, &angle, 1, &real), "joints.axle.angle is a result");
	fixture_expect_error(&x, fmi2GetBoolean(x.c, &angle, 1, &boolean), "no Boolean");
	fixture_expect_error(&x, fmi2SetBoolean(x.c, &angle, 1, &boolean), "no Boolean");
	fixture_expect_error(&x, fmi2GetString(x.c, &angle, 1, &string), "no String");
	fixture_expect_error(&x, fmi2SetString(x.c, &angle, 1, &string), "no String");
	fixture_expect_error(&x, fmi2GetReal(x.c, NULL, 1, &real), "NULL");
	fixture_expect_error(&x, fmi2GetReal(x.c, &angle, 1, NULL), "NULL");
	fixture_expect_error(&x, fmi2SetReal(x.c, NULL, 1, &real), "NULL");
	fixture_expect_error(&x, fmi2SetReal(x.c, &angle, 1, NULL), "NULL");
	fixture_expect_error(&x, fmi2GetInteger(x.c, &steps, 1, NULL), "NULL");
	fixture_expect_error(&x, fmi2SetDebugLogging(x.c, fmi2True, 1, NULL), "NULL");
	fixture_expect_error(&x, fmi2GetRealStatus(x.c, fmi2LastSuccessfulTime, NULL), "NULL");
	fixture_expect_ok(&x, fmi2GetReal(x.c, NULL, 0, NULL));
	fixture_expect_ok(&x, fmi2SetReal(x.c, NULL, 0, NULL));
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 0.1, fmi2True));
	fixture_close(&x);
}

static void a_list_with_a_wrong_entry_sets_nothing(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_start(&x);
	fmi2ValueReference list[] = {fixture_reference(&x, "motor_torque"), fixture_reference(&x, "joints.axle.angle")};
	const double values[] = {5, 5};
	assert_int_equal(fmi2SetReal(x.c, list, 2, values), fmi2Error);
	assert_close(fixture_get(&x, "motor_torque"), 0, 0);
	fixture_close(&x);
}

static void fixed_parameters_are_settable_until_initialization_ends_tunable_ones_always(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_expect_ok(&x, fixture_set(&x, "initial.axle.speed", 1));
	fixture_expect_ok(&x, fixture_set(&x, "motor_torque", 1));
	fixture_expect_ok(&x, fmi2EnterInitializationMode(x.c));
	fixture_expect_ok(&x, fixture_set(&x, "initial.axle.speed", 2));
	fixture_expect_ok(&x, fmi2ExitInitializationMode(x.c));
	fixture_expect_error(&x, fixture_set(&x, "initial.axle.speed", 3), "initial.axle.speed is a fixed parameter");
	fixture_expect_ok(&x, fixture_set(&x, "bodies.wheel.inertia", 0.25));
	assert_close(fixture_get(&x, "joints.axle.acceleration"), 1 / 0.25, 1e-9);
	fixture_close(&x);
}

static void numbers_that_follow_from_parameters_are_known_at_once_and_cannot_be_set(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x,
	             "mechanism: ring\n"
	             "parameters: {mass: 2, radius: 0.5, hole: 0.25}\n"
	             "bodies:\n"
	             "  ring: {mass: mass, inertia: mass*(radius^2 - hole^2), center: [0, 0]}\n"
	             "joints:\n"
	             "  axle: {type: revolute, bodies: [ground, ring], at: [0, 0]}\n"
	             "forces:\n"
	             "  motor: {type: torque, joint: axle, torque: 3}\n",
	             0);
	fixture_expect_error(&x, fixture_set(&x, "bodies.ring.mass", 3), "bodies.ring.mass is a result");
	fixture_expect_ok(&x, fmi2SetupExperiment(x.c, fmi2False, 0, 0, fmi2False, 0));
	fixture_expect_ok(&x, fmi2EnterInitializationMode(x.c));
	/* impossible for a while: the numbers are read without an assembly */
	fixture_expect_ok(&x, fixture_set(&x, "parameters.hole", 1));
	assert_close(fixture_get(&x, "bodies.ring.inertia"), -1.5, 0);
	fixture_expect_ok(&x, fixture_set(&x, "parameters.radius", 2));
	fixture_expect_ok(&x, fmi2ExitInitializationMode(x.c));
	assert_close(fixture_get(&x, "joints.axle.acceleration"), 3 / 6.0, 1e-9);
	fixture_expect_ok(&x, fixture_set(&x, "parameters.mass", 4));
	assert_close(fixture_get(&x, "joints.axle.acceleration"), 3 / 12.0, 1e-9);
	fixture_expect_error(&x, fixture_set(&x, "parameters.radius", 0.5), "bodies.ring.inertia cannot be -3");
	assert_close(fixture_get(&x, "joints.axle.acceleration"), 3 / 12.0, 1e-9);
	/* possible together */
	const fmi2ValueReference both[] = {fixture_reference(&x, "parameters.radius"),
	                                   fixture_reference(&x, "parameters.hole")};
	fixture_expect_ok(&x, fmi2SetReal(x.c, both, 2, (const double[]){0.5, 0.25}));
	assert_close(fixture_get(&x, "joints.axle.acceleration"), 3 / 0.75, 1e-9);
	fixture_close(&x);
}

static void values_that_are_not_finite_are_refused(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_start(&x);
	fixture_expect_error(&x, fixture_set(&x, "motor_torque", NAN), "motor_torque");
	fixture_expect_error(&x, fixture_set(&x, "motor_torque", HUGE_VAL), "motor_torque");
	assert_close(fixture_get(&x, "motor_torque"), 0, 0);
	fixture_expect_error(&x, fixture_set(&x, "bodies.wheel.mass", -1), "bodies.wheel.mass");
	fixture_close(&x);
}

/* ---- steps */

/* a step of the solver ends at each communication point */
static void land_on_all_points(struct fixture *x)
{
	const fmi2ValueReference reference = fixture_reference(x, "solver.look_ahead");
	const fmi2Integer landing = MECH_FIRST_CHOICE + MECH_LANDING;
	fixture_expect_ok(x, fmi2SetInteger(x->c, &reference, 1, &landing));
}

static void steps_follow_the_closed_form_and_inputs_act_at_once(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	land_on_all_points(&x);
	fixture_start(&x);
	fixture_expect_ok(&x, fixture_set(&x, "motor_torque", 4));
	assert_close(fixture_get(&x, "joints.axle.acceleration"), 8, 1e-9);
	double t = 0;
	for (int k = 0; k < 20; k++, t += 0.05) {
		fixture_expect_ok(&x, fmi2DoStep(x.c, t, 0.05, fmi2True));
	}
	assert_close(fixture_get(&x, "time"), t, 0);
	assert_close(fixture_get(&x, "joints.axle.angle"), 0.25 + 3 * t + 4 * t * t, 1e-5);
	assert_close(fixture_get(&x, "joints.axle.speed"), 3 + 8 * t, 1e-5);
	fmi2ValueReference steps = fixture_reference(&x, "solver.steps");
	fmi2Integer count = 0;
	fixture_expect_ok(&x, fmi2GetInteger(x.c, &steps, 1, &count));
	assert_true(count >= 20);
	fixture_close(&x);
}

static void the_time_is_the_importers_to_the_last_bit(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_start(&x);
	/* communication points as k h, which differs from the sum of the steps by rounding */
	for (int k = 0; k < 100; k++) {
		double begin = k * (1.0 / 60);
		fixture_expect_ok(&x, fmi2DoStep(x.c, begin, 1.0 / 60, fmi2True));
		assert_true(fixture_get(&x, "time") == begin + 1.0 / 60);
	}
	fixture_close(&x);
}

static void wrong_steps_are_refused_and_leave_the_unit_usable(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_expect_ok(&x, fmi2SetupExperiment(x.c, fmi2False, 0, 0, fmi2True, 1));
	fixture_expect_ok(&x, fmi2EnterInitializationMode(x.c));
	fixture_expect_ok(&x, fmi2ExitInitializationMode(x.c));
	fixture_expect_error(&x, fmi2DoStep(x.c, 0, 0, fmi2True), "positive");
	fixture_expect_error(&x, fmi2DoStep(x.c, 0, -0.1, fmi2True), "positive");
	fixture_expect_error(&x, fmi2DoStep(x.c, 0, NAN, fmi2True), "positive");
	fixture_expect_error(&x, fmi2DoStep(x.c, NAN, 0.1, fmi2True), "finite");
	fixture_expect_error(&x, fmi2DoStep(x.c, 0.1, 0.1, fmi2True), "communication point 0.1");
	fixture_expect_error(&x, fmi2DoStep(x.c, 1e-8, 0.1, fmi2True), "communication point");
	fixture_expect_error(&x, fmi2DoStep(x.c, 0, 1.1, fmi2True), "stop time");
	fixture_expect_ok(&x, fmi2DoStep(x.c, 1e-12, 0.5, fmi2True));
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0.5, 0.5 + 1e-12, fmi2True));
	fixture_close(&x);
}

static void a_step_below_the_resolution_of_time_changes_nothing(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_start(&x);
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 1, fmi2True));
	double angle = fixture_get(&x, "joints.axle.angle");
	fixture_expect_ok(&x, fmi2DoStep(x.c, 1, 1e-18, fmi2True));
	assert_true(fixture_get(&x, "joints.axle.angle") == angle);
	fixture_close(&x);
}

static void an_impossible_step_is_an_error_that_leaves_the_state_as_it_was(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, LOCKED, 0);
	fixture_start(&x);
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 0.1, fmi2True));
	fixture_expect_ok(&x, fixture_set(&x, "wanted_position", 0.5));
	fixture_expect_error(&x, fmi2DoStep(x.c, 0.1, 0.1, fmi2True), "fmi2DoStep: ");
	assert_close(fixture_get(&x, "time"), 0.1, 0);
	assert_close(fixture_get(&x, "joints.guide.position"), 0, 1e-6);
	fixture_expect_error(&x, fmi2DoStep(x.c, 0.1, 0.1, fmi2True), "not allowed after an error");
	fixture_close(&x);
}

/* the mechanism of a failed instance is the one before the step, to the last bit, and can be looked
 * at */
static void a_failed_instance_shows_every_variable(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, LOCKED, 0);
	struct fmu_instance *f = x.c;
	size_t size = mech_state_size(f->mechanism);
	unsigned char before[20000];
	double values[200];
	assert_true(size <= sizeof before && fixture_count(&x) <= 200);
	fixture_start(&x);
	fixture_expect_ok(&x, fixture_set(&x, "wanted_position", 0.5));
	memcpy(before, mech_state(f->mechanism), size);
	fixture_expect_error(&x, fmi2DoStep(x.c, 0, 0.1, fmi2True), "locks");
	assert_memory_equal(before, mech_state(f->mechanism), size);
	fixture_get_all(&x, values);
	fixture_close(&x);
}

static void a_singular_position_is_passed_and_reported_where_asked_for(void **state)
{
	(void)state;
	for (int asked = 0; asked < 2; asked++) {
		struct fixture x;
		fmi2String singular = "logSingularLinearSystems";
		fmi2ValueReference steps;
		fmi2Integer regularized = 0;
		fixture_open(&x, EQUAL_ARMS, 0);
		steps = fixture_reference(&x, "solver.regularized_steps");
		fixture_expect_ok(&x, fmi2SetDebugLogging(x.c, asked, 1, &singular));
		/* 0.02 rad before the dead centre at 2 rad/s */
		fixture_expect_ok(&x, fixture_set(&x, "initial.pin.angle", atan(1) - 0.02));
		fixture_start(&x);
		for (int k = 0; k < 10; k++) {
			fixture_expect_ok(&x, fmi2DoStep(x.c, k * 0.01, 0.01, fmi2True));
		}
		fixture_expect_ok(&x, fmi2GetInteger(x.c, &steps, 1, &regularized));
		assert_true(regularized > 0);
		assert_int_equal(x.log.count, asked);
		if (asked) {
			assert_int_equal(x.log.status, fmi2OK);
			assert_string_equal(x.log.category, singular);
			assert_ptr_equal(strstr(x.log.message, "fmi2DoStep: near a singular position at time 0.01"), x.log.message);
			const char *distance = strstr(x.log.message, "distance ");
			assert_non_null(distance);
			assert_small(strtod(distance + strlen("distance "), NULL), 1e-4);
		}
		fixture_close(&x);
	}
}

/* dopri5 begins, then dop853; communication points keep the steps short, so that radau costs less,
 * and after 20 steps of it bdf */
static void a_change_of_the_method_at_work_is_told_with_its_reason(void **state)
{
	(void)state;
	struct fixture x;
	fmi2String events = "logEvents";
	fixture_open(&x, FLYWHEEL, 0);
	land_on_all_points(&x);
	fixture_start(&x);
	fixture_expect_ok(&x, fmi2SetDebugLogging(x.c, fmi2True, 1, &events));
	for (int k = 0; k < 50; k++) {
		fixture_expect_ok(&x, fmi2DoStep(x.c, k * 0.01, 0.01, fmi2True));
	}
	assert_int_equal(x.log.count, 3);
	assert_int_equal(x.log.status, fmi2OK);
	assert_string_equal(x.log.category, events);
	assert_non_null(strstr(x.log.message, "method auto went over from radau to bdf: the motion went on undisturbed"));
	/* an input that jumps: bdf had many steps to make, and begins again; then another one soon
	 * after it */
	fixture_expect_ok(&x, fixture_set(&x, "motor_torque", 1));
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0.5, 0.01, fmi2True));
	assert_int_equal(x.log.count, 3);
	fixture_expect_ok(&x, fixture_set(&x, "motor_torque", 2));
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0.51, 0.01, fmi2True));
	assert_int_equal(x.log.count, 4);
	assert_non_null(strstr(x.log.message, "went over from bdf to radau: an event, or an input that jumped"));
	fixture_close(&x);
}

/* they are reported at the start, and are no singular position */
static void redundant_rows_are_not_reported_as_a_singular_position(void **state)
{
	(void)state;
	struct fixture x;
	fmi2String singular = "logSingularLinearSystems";
	fixture_open(&x, LOCKED, 0);
	fixture_start(&x);
	fixture_expect_ok(&x, fmi2SetDebugLogging(x.c, fmi2True, 1, &singular));
	for (int k = 0; k < 10; k++) {
		fixture_expect_ok(&x, fmi2DoStep(x.c, k * 0.1, 0.1, fmi2True));
	}
	assert_int_equal(x.log.count, 0);
	fixture_close(&x);
}

static void questions_about_the_last_step_are_answered(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 1);
	fixture_start(&x);
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 0.25, fmi2True));
	fmi2Real real = 0;
	fmi2Boolean boolean = fmi2True;
	fixture_expect_ok(&x, fmi2GetRealStatus(x.c, fmi2LastSuccessfulTime, &real));
	assert_close(real, 0.25, 0);
	fixture_expect_ok(&x, fmi2GetBooleanStatus(x.c, fmi2Terminated, &boolean));
	assert_int_equal(boolean, fmi2False);
	int before = x.log.count;
	assert_int_equal(fmi2GetRealStatus(x.c, fmi2DoStepStatus, &real), fmi2Discard);
	assert_int_equal(x.log.count, before + 1);
	assert_int_equal(x.log.status, fmi2Discard);
	assert_string_equal(x.log.category, "logStatusDiscard");
	fixture_close(&x);
}

static void values_stay_readable_after_terminate(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_start(&x);
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 0.5, fmi2True));
	double angle = fixture_get(&x, "joints.axle.angle");
	fixture_expect_ok(&x, fmi2Terminate(x.c));
	assert_true(fixture_get(&x, "joints.axle.angle") == angle);
	fixture_close(&x);
}

/* ---- whole runs */

/* all Real variables after a short run with a torque; values[] of at least n_variables */
static void run(struct fixture *x, double *values)
{
	fixture_start(x);
	fixture_expect_ok(x, fixture_set(x, "motor_torque", 1.5));
	for (int k = 0; k < 5; k++) {
		fixture_expect_ok(x, fmi2DoStep(x->c, k * 0.125, 0.125, fmi2True));
	}
	const struct mech_model *model = ((struct fmu_instance *)x->c)->model;
	for (fmi2ValueReference k = 0; k < (fmi2ValueReference)model->n_variables; k++) {
		values[k] = 0;
		if (model->variables[k].quantity != MECH_COUNT) {
			fixture_expect_ok(x, fmi2GetReal(x->c, &k, 1, &values[k]));
		}
	}
}

static void reset_gives_a_fresh_instance_whatever_happened_before(void **state)
{
	(void)state;
	struct fixture x;
	double fresh[500] = {0}, again[500] = {0};
	fixture_open(&x, FLYWHEEL, 0);
	assert_true(((struct fmu_instance *)x.c)->model->n_variables < 500);
	run(&x, fresh);
	fixture_expect_ok(&x, fmi2Reset(x.c));

	/* a different life in between */
	fixture_expect_ok(&x, fmi2SetupExperiment(x.c, fmi2True, 1e-3, 4, fmi2True, 9));
	fixture_expect_ok(&x, fixture_set(&x, "bodies.wheel.inertia", 7));
	fixture_expect_ok(&x, fixture_set(&x, "initial.axle.speed", -7));
	fixture_expect_ok(&x, fmi2EnterInitializationMode(x.c));
	fixture_expect_ok(&x, fmi2ExitInitializationMode(x.c));
	fixture_expect_ok(&x, fmi2DoStep(x.c, 4, 1, fmi2True));
	fixture_expect_ok(&x, fmi2Terminate(x.c));
	fixture_expect_ok(&x, fmi2Reset(x.c));

	run(&x, again);
	assert_memory_equal(fresh, again, sizeof fresh);
	fixture_close(&x);
}

static void two_instances_do_not_know_of_each_other(void **state)
{
	(void)state;
	struct fixture x, y;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_open(&y, FLYWHEEL, 0);
	fixture_expect_ok(&y, fixture_set(&y, "bodies.wheel.inertia", 7));
	fixture_start(&x);
	fixture_start(&y);
	fixture_expect_ok(&x, fixture_set(&x, "motor_torque", 1));
	for (int k = 0; k < 4; k++) {
		fixture_expect_ok(&x, fmi2DoStep(x.c, k * 0.25, 0.25, fmi2True));
		fixture_expect_ok(&y, fmi2DoStep(y.c, k * 0.25, 0.25, fmi2True));
	}
	assert_close(fixture_get(&x, "joints.axle.speed"), 3 + 1 / 0.5, 1e-5);
	assert_close(fixture_get(&y, "joints.axle.speed"), 3, 1e-5);
	fixture_close(&x);
	fixture_close(&y);
}

/* ---- logging */

static void debug_logging_is_switched_by_category(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_expect_ok(&x, fmi2Reset(x.c));
	assert_int_equal(x.log.count, 0);
	fmi2String known[] = {"logStatusError", "logEvents"};
	fixture_expect_ok(&x, fmi2SetDebugLogging(x.c, fmi2True, 2, known));
	fixture_expect_ok(&x, fmi2Reset(x.c));
	assert_int_equal(x.log.count, 1);
	assert_int_equal(x.log.status, fmi2OK);
	assert_string_equal(x.log.category, "logEvents");
	fixture_expect_ok(&x, fmi2SetDebugLogging(x.c, fmi2False, 0, NULL));
	fixture_expect_ok(&x, fmi2Reset(x.c));
	assert_int_equal(x.log.count, 1);
	fixture_expect_ok(&x, fmi2SetDebugLogging(x.c, fmi2True, 0, NULL));
	fixture_expect_ok(&x, fmi2Reset(x.c));
	assert_int_equal(x.log.count, 2);

	/* an unknown category is a warning; the others are switched */
	fmi2String mixed[] = {"logNonsense", NULL, "logStatusError"};
	assert_int_equal(fmi2SetDebugLogging(x.c, fmi2True, 3, mixed), fmi2Warning);
	assert_int_equal(x.log.count, 4);
	assert_string_equal(x.log.category, "logStatusWarning");
	fixture_expect_ok(&x, fmi2Reset(x.c));
	assert_int_equal(x.log.count, 4);
	fixture_close(&x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wrong_requests_for_an_instance_are_refused_with_a_reason),
		cmocka_unit_test(a_damaged_image_is_refused),
		cmocka_unit_test(the_importer_may_take_its_arguments_away_after_instantiation),
		cmocka_unit_test(callbacks_are_optional),
		cmocka_unit_test(an_empty_library_says_so),
		cmocka_unit_test(platform_and_version_are_those_of_the_standard),
		cmocka_unit_test(memory_may_run_out_at_any_request),
		cmocka_unit_test(nothing_is_allocated_after_instantiation),
		cmocka_unit_test(the_guid_is_a_fingerprint_in_hexadecimal_digits),
		cmocka_unit_test(impossible_experiments_are_refused),
		cmocka_unit_test(a_tolerance_that_was_set_wins_over_the_experiments),
		cmocka_unit_test(the_experiment_gives_start_time_and_tolerance),
		cmocka_unit_test(set_and_get_alternate_in_initialization_mode),
		cmocka_unit_test(start_values_may_contradict_until_initialization_ends),
		cmocka_unit_test(an_impossible_start_ends_initialization_with_an_error),
		cmocka_unit_test(redundant_constraints_are_reported_where_asked_for),
		cmocka_unit_test(every_variable_can_be_read),
		cmocka_unit_test(wrong_references_types_and_lists_are_refused_by_name),
		cmocka_unit_test(a_list_with_a_wrong_entry_sets_nothing),
		cmocka_unit_test(fixed_parameters_are_settable_until_initialization_ends_tunable_ones_always),
		cmocka_unit_test(numbers_that_follow_from_parameters_are_known_at_once_and_cannot_be_set),
		cmocka_unit_test(values_that_are_not_finite_are_refused),
		cmocka_unit_test(steps_follow_the_closed_form_and_inputs_act_at_once),
		cmocka_unit_test(the_time_is_the_importers_to_the_last_bit),
		cmocka_unit_test(wrong_steps_are_refused_and_leave_the_unit_usable),
		cmocka_unit_test(a_step_below_the_resolution_of_time_changes_nothing),
		cmocka_unit_test(an_impossible_step_is_an_error_that_leaves_the_state_as_it_was),
		cmocka_unit_test(a_failed_instance_shows_every_variable),
		cmocka_unit_test(a_singular_position_is_passed_and_reported_where_asked_for),
		cmocka_unit_test(a_change_of_the_method_at_work_is_told_with_its_reason),
		cmocka_unit_test(redundant_rows_are_not_reported_as_a_singular_position),
		cmocka_unit_test(questions_about_the_last_step_are_answered),
		cmocka_unit_test(values_stay_readable_after_terminate),
		cmocka_unit_test(reset_gives_a_fresh_instance_whatever_happened_before),
		cmocka_unit_test(two_instances_do_not_know_of_each_other),
		cmocka_unit_test(debug_logging_is_switched_by_category),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
