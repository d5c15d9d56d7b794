/* Random calls of all FMI functions, in any order, with good and bad arguments: whatever an importer does, the unit answers, says why it
 * refuses, hands out finite numbers alone, and is as good as new after fmi2Reset.
 *
 * MECHFMU_RANDOM_CALLS=1000000 in the environment makes so many calls, MECHFMU_RANDOM_SEED chooses others.
 */
#include "fmu/fmu_fixture.h"
#include "fmu/shaker.h"

#include <math.h>
#include <stdlib.h>

#include "fmu_state.h"
#include "slow_build.h"
#include "test_random.h"

static const char shaker[] = SHAKER_DRIVER SHAKER_FORCES "outputs: [joints.rail.position, joints.pin.reaction_force]\n";

enum { MOST_VALUES = 200, MOST_STATES = 4, MOST_BYTES = 8192 };

struct caller {
	struct fixture x;
	struct test_random random;
	fmi2FMUstate states[MOST_STATES];
	fmi2Byte bytes[MOST_BYTES];
	size_t n_bytes;
	long answers[fmi2Pending + 1];
};

/* ---- arguments */

static int chance(struct caller *c, int one_in)
{
	return test_random_int(&c->random, 1, one_in) == 1;
}

static fmi2ValueReference any_reference(struct caller *c)
{
	return chance(c, 50) ? (fmi2ValueReference)-1
	                     : (fmi2ValueReference)test_random_int(&c->random, 0, fixture_count(&c->x));
}

static double any_number(struct caller *c)
{
	static const double odd[] = {0, -1, 1, NAN, HUGE_VAL, -HUGE_VAL, 1e308, -1e308, 1e-308, 1e99, 1e9, 1e-9};
	return chance(c, 4) ? odd[test_random_int(&c->random, 0, sizeof odd / sizeof odd[0] - 1)]
	                    : test_random_in(&c->random, -0.1, 0.1);
}

static double now(struct caller *c)
{
	return mech_time(((struct fmu_instance *)c->x.c)->mechanism);
}

/* ---- calls */

enum { LIST = 5 };

static fmi2Status get_real(struct caller *c)
{
	fmi2ValueReference list[LIST];
	double values[LIST] = {0};
	for (int k = 0; k < LIST; k++) {
		list[k] = any_reference(c);
	}
	const fmi2Status status = fmi2GetReal(c->x.c, list, LIST, values);
	for (int k = 0; k < LIST && status == fmi2OK; k++) {
		assert_true(isfinite(values[k]));
	}
	return status;
}

static fmi2Status get_integer(struct caller *c)
{
	const fmi2ValueReference reference = any_reference(c);
	fmi2Integer value;
	return fmi2GetInteger(c->x.c, &reference, 1, &value);
}

static fmi2Status set_real(struct caller *c)
{
	const fmi2ValueReference reference = any_reference(c);
	const double value = any_number(c);
	return fmi2SetReal(c->x.c, &reference, 1, chance(c, 100) ? NULL : &value);
}

static fmi2Status set_input(struct caller *c)
{
	return fixture_set(&c->x, chance(c, 2) ? "angle" : "push", any_number(c));
}

static fmi2Status set_integer(struct caller *c)
{
	const fmi2ValueReference reference = any_reference(c);
	const fmi2Integer value = chance(c, 4) ? -1 : test_random_int(&c->random, 0, 12);
	return fmi2SetInteger(c->x.c, &reference, 1, &value);
}

static fmi2Status set_input_derivatives(struct caller *c)
{
	const fmi2ValueReference reference = chance(c, 3) ? any_reference(c) : fixture_reference(&c->x, "push");
	const fmi2Integer order = test_random_int(&c->random, 0, 4);
	const double value = any_number(c);
	return fmi2SetRealInputDerivatives(c->x.c, &reference, 1, &order, &value);
}

static fmi2Status get_output_derivatives(struct caller *c)
{
	const fmi2ValueReference reference = any_reference(c);
	const fmi2Integer order = test_random_int(&c->random, 0, 3);
	double value = 0;
	const fmi2Status status = fmi2GetRealOutputDerivatives(c->x.c, &reference, 1, &order, &value);
	assert_true(status != fmi2OK || isfinite(value));
	return status;
}

static fmi2Status get_directional_derivative(struct caller *c)
{
	const fmi2ValueReference unknown = any_reference(c), known = any_reference(c);
	const double change = any_number(c);
	double value = 0;
	const fmi2Status status = fmi2GetDirectionalDerivative(c->x.c, &unknown, 1, &known, 1, &change, &value);
	assert_true(status != fmi2OK || isfinite(value));
	return status;
}

/* within bounds of work, whatever state was loaded */
static fmi2Status do_step(struct caller *c)
{
	const fmi2ValueReference limit = fixture_reference(&c->x, "solver.work_limit");
	const fmi2Integer most = 300;
	fmi2SetInteger(c->x.c, &limit, 1, &most);
	const double t = chance(c, 20) ? any_number(c) : now(c);
	const double h = chance(c, 20) ? any_number(c) : test_random_in(&c->random, 0, 0.01);
	return fmi2DoStep(c->x.c, t, h, fmi2True);
}

static fmi2Status setup(struct caller *c)
{
	return fmi2SetupExperiment(c->x.c, chance(c, 2), chance(c, 2) ? any_number(c) : 1e-4,
	                           chance(c, 2) ? any_number(c) : 0, chance(c, 20), any_number(c));
}

static fmi2Status enter(struct caller *c)
{
	return fmi2EnterInitializationMode(c->x.c);
}

static fmi2Status leave(struct caller *c)
{
	return fmi2ExitInitializationMode(c->x.c);
}

static fmi2Status terminate(struct caller *c)
{
	return chance(c, 5) ? fmi2Terminate(c->x.c) : fmi2OK;
}

static fmi2Status cancel(struct caller *c)
{
	return fmi2CancelStep(c->x.c);
}

static fmi2Status reset(struct caller *c)
{
	return fmi2Reset(c->x.c);
}

static fmi2FMUstate *any_state(struct caller *c)
{
	return &c->states[test_random_int(&c->random, 0, MOST_STATES - 1)];
}

static fmi2Status get_state(struct caller *c)
{
	return fmi2GetFMUstate(c->x.c, chance(c, 50) ? NULL : any_state(c));
}

static fmi2Status set_state(struct caller *c)
{
	return fmi2SetFMUstate(c->x.c, *any_state(c));
}

static fmi2Status free_state(struct caller *c)
{
	return fmi2FreeFMUstate(c->x.c, any_state(c));
}

static fmi2Status serialize(struct caller *c)
{
	fmi2FMUstate state = *any_state(c);
	size_t size = 0;
	fmi2Status status = fmi2SerializedFMUstateSize(c->x.c, state, &size);
	if (status == fmi2OK && size <= MOST_BYTES) {
		status = fmi2SerializeFMUstate(c->x.c, state, c->bytes, size);
		c->n_bytes = size;
	}
	return status;
}

/* sometimes with bits turned over, and the checksum made right */
static fmi2Status deserialize(struct caller *c)
{
	fmi2FMUstate *state = any_state(c), fresh = NULL;
	if (c->n_bytes > 0 && chance(c, 2)) {
		struct fmu_state_head head;
		const size_t begin = offsetof(struct fmu_state_head, checksum) + sizeof head.checksum;
		c->bytes[test_random_int(&c->random, (int)begin, (int)c->n_bytes - 1)] ^=
			(fmi2Byte)(1 << test_random_int(&c->random, 0, 7));
		memcpy(&head, c->bytes, sizeof head);
		head.checksum = mech_checksum(c->bytes + begin, c->n_bytes - begin);
		memcpy(c->bytes, &head, sizeof head);
	}
	const fmi2Status status = fmi2DeSerializeFMUstate(c->x.c, c->bytes, c->n_bytes, &fresh);
	assert_true((status == fmi2OK) == (fresh != NULL));
	if (status != fmi2OK) {
		c->n_bytes = 0;
		return status;
	}
	fixture_expect_ok(&c->x, fmi2FreeFMUstate(c->x.c, state));
	*state = fresh;
	return status;
}

static fmi2Status ask(struct caller *c)
{
	fmi2Real time = 0;
	const fmi2Status status = fmi2GetRealStatus(c->x.c, (fmi2StatusKind)test_random_int(&c->random, 0, 3), &time);
	assert_true(isfinite(time));
	return status;
}

/* each as often as it stands here */
static fmi2Status (*const calls[])(struct caller *c) = {
	get_real,
	get_real,
	get_integer,
	set_real,
	set_input,
	set_input,
	set_integer,
	set_input_derivatives,
	do_step,
	do_step,
	do_step,
	do_step,
	setup,
	enter,
	enter,
	leave,
	leave,
	get_state,
	set_state,
	set_state,
	free_state,
	serialize,
	deserialize,
	get_output_derivatives,
	terminate,
	cancel,
	get_directional_derivative,
	reset,
	ask,
};
enum { CALLS = sizeof calls / sizeof calls[0] };

/* ---- runs */

/* a plain run after whatever has been */
static void plain_run(struct caller *c, double *values)
{
	fixture_expect_ok(&c->x, fmi2Reset(c->x.c));
	fixture_start(&c->x);
	fixture_expect_ok(&c->x, fixture_set(&c->x, "push", 3));
	for (int k = 0; k < 4; k++) {
		fixture_expect_ok(&c->x, fmi2DoStep(c->x.c, k / 128.0, 1 / 128.0, fmi2True));
	}
	fixture_get_all(&c->x, values);
}

/* what is refused says why, and only then */
static void call_once(struct caller *c)
{
	c->x.log.count = 0;
	c->x.log.message[0] = '\0';
	const int call = test_random_int(&c->random, 0, CALLS - 1);
	const fmi2Status status = calls[call](c);
	assert_true(status == fmi2OK || status == fmi2Warning || status == fmi2Discard || status == fmi2Error);
	if ((status == fmi2Warning || status == fmi2Error) && (c->x.log.count == 0 || c->x.log.message[0] == '\0')) {
		fail_msg("call %d of the list answers %d and says nothing", call, (int)status);
	}
	c->answers[status]++;
}

static long from_environment(const char *name, long otherwise)
{
	const char *text = getenv(name);
	return text == NULL ? otherwise : strtol(text, NULL, 10);
}

static void any_order_of_calls_is_survived(void **state)
{
	(void)state;
	static struct caller c;
	static double first[MOST_VALUES], again[MOST_VALUES];
	const long total = from_environment("MECHFMU_RANDOM_CALLS", SLOW_BUILD ? 4000 : 20000);
	c.random = test_random_start((uint64_t)from_environment("MECHFMU_RANDOM_SEED", 13));
	fixture_open(&c.x, shaker, 0);
	assert_true(fixture_count(&c.x) <= MOST_VALUES);
	plain_run(&c, first);
	for (long k = 1; k <= total; k++) {
		call_once(&c);
		if (k % 1000 == 0) {
			plain_run(&c, again);
			assert_memory_equal(first, again, sizeof first);
		}
	}
	for (int k = 0; k < MOST_STATES; k++) {
		fixture_expect_ok(&c.x, fmi2FreeFMUstate(c.x.c, &c.states[k]));
	}
	print_message("%ld calls: %ld fmi2OK, %ld fmi2Warning, %ld fmi2Discard, %ld fmi2Error\n", total, c.answers[fmi2OK],
	              c.answers[fmi2Warning], c.answers[fmi2Discard], c.answers[fmi2Error]);
	assert_true(c.answers[fmi2OK] > total / 4);
	fixture_close(&c.x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_order_of_calls_is_survived),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
