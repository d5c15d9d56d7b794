/* Saved states: what comes back, who may take it, and what is refused. That runs of real mechanisms
 * repeat to the last bit, also in another process, is shown in test_example_states.c.
 */
#include "find_method.h"
#include "fmu/fmu_fixture.h"

#include <math.h>
#include <stdlib.h>

#include "dae_bdf_history.h"
#include "dae_method.h"
#include "fmu_state.h"
#include "mech_instance_parts.h"
#include "slow_build.h"
#include "test_random.h"

/* ---- memory: requests are counted, and one may be made to fail */

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

static int requests, fail_malloc;

void *__wrap_malloc(size_t size)
{
	requests++;
	return fail_malloc ? NULL : __real_malloc(size);
}

/* ---- bytes of a state */

struct bytes {
	fmi2Byte *data;
	size_t size;
};

static struct bytes serialize(struct fixture *x)
{
	struct bytes b;
	fmi2FMUstate state = NULL;
	fixture_expect_ok(x, fmi2GetFMUstate(x->c, &state));
	fixture_expect_ok(x, fmi2SerializedFMUstateSize(x->c, state, &b.size));
	b.data = malloc(b.size);
	assert_non_null(b.data);
	fixture_expect_ok(x, fmi2SerializeFMUstate(x->c, state, b.data, b.size));
	fixture_expect_ok(x, fmi2FreeFMUstate(x->c, &state));
	return b;
}

/* makes changed bytes look whole again; from malloc, so aligned */
static void seal(struct bytes *b)
{
	struct fmu_state_head *head = (struct fmu_state_head *)(void *)b->data;
	const size_t begin = offsetof(struct fmu_state_head, checksum) + sizeof head->checksum;
	head->checksum = mech_checksum(b->data + begin, b->size - begin);
}

static struct fmu_state_head *head_of(struct bytes *b)
{
	return (struct fmu_state_head *)(void *)b->data;
}

static fmi2Status restore(struct fixture *x, const struct bytes *b)
{
	fmi2FMUstate state = NULL;
	fmi2Status status = fmi2DeSerializeFMUstate(x->c, b->data, b->size, &state);
	if (status != fmi2OK) {
		assert_null(state);
		return status;
	}
	status = fmi2SetFMUstate(x->c, state);
	fixture_expect_ok(x, fmi2FreeFMUstate(x->c, &state));
	assert_null(state);
	return status;
}

/* every variable, or nothing where values cannot be read */
static void values_of(struct fixture *x, double *values)
{
	memset(values, 0, (size_t)fixture_count(x) * sizeof *values);
	if (((struct fmu_instance *)x->c)->state != FMU_INSTANTIATED) {
		fixture_get_all(x, values);
	}
}

/* ---- what comes back */

/* one of many lives; the state is saved after `saved` calls of it */
enum { LIFE = 12 };
static void live(struct fixture *x, int k)
{
	switch (k) {
	case 0:
		fixture_expect_ok(x, fmi2SetupExperiment(x->c, fmi2True, 1e-4, 0.5, fmi2True, 1.5));
		break;
	case 1:
		fixture_expect_ok(x, fixture_set(x, "bodies.wheel.inertia", 0.75));
		break;
	case 2:
		fixture_expect_ok(x, fmi2EnterInitializationMode(x->c));
		break;
	case 3:
		fixture_expect_ok(x, fixture_set(x, "initial.axle.speed", -2));
		break;
	case 4:
		fixture_get(x, "joints.axle.speed");
		break;
	case 5:
		fixture_expect_ok(x, fmi2ExitInitializationMode(x->c));
		break;
	case 6:
	case 8:
	case 10:
		fixture_expect_ok(x, fixture_set(x, "motor_torque", k));
		break;
	case 7:
	case 9:
		fixture_expect_ok(x, fmi2DoStep(x->c, 0.5 + 0.25 * (k - 7), 0.5, fmi2True));
		break;
	default:
		fixture_expect_ok(x, fmi2Terminate(x->c));
		break;
	}
}

static void a_life_goes_on_from_every_point_as_it_did(void **state)
{
	(void)state;
	for (int saved = 0; saved <= LIFE; saved++) {
		struct fixture x;
		double first[200], again[200];
		fixture_open(&x, FLYWHEEL, 0);
		assert_true(fixture_count(&x) < 200);
		for (int k = 0; k < saved; k++) {
			live(&x, k);
		}
		struct bytes b = serialize(&x);
		for (int k = saved; k < LIFE; k++) {
			live(&x, k);
		}
		values_of(&x, first);
		assert_true(first[0] == 1.5);

		fixture_expect_ok(&x, restore(&x, &b));
		for (int k = saved; k < LIFE; k++) {
			live(&x, k);
		}
		values_of(&x, again);
		assert_memory_equal(first, again, sizeof first[0] * (size_t)fixture_count(&x));
		free(b.data);
		fixture_close(&x);
	}
}

static void the_experiments_stop_time_comes_back(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_expect_ok(&x, fmi2SetupExperiment(x.c, fmi2False, 0, 0, fmi2True, 1));
	struct bytes b = serialize(&x);
	fixture_expect_ok(&x, fmi2Reset(x.c));
	fixture_start(&x);
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 2, fmi2True));
	fixture_expect_ok(&x, restore(&x, &b));
	fixture_expect_ok(&x, fmi2EnterInitializationMode(x.c));
	fixture_expect_ok(&x, fmi2ExitInitializationMode(x.c));
	fixture_expect_error(&x, fmi2DoStep(x.c, 0, 2, fmi2True), "stop time");
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 1, fmi2True));
	free(b.data);
	fixture_close(&x);
}

static void a_failed_instance_goes_back_to_a_saved_state(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, LOCKED, 0);
	fixture_start(&x);
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 0.1, fmi2True));
	struct bytes good = serialize(&x);
	fixture_expect_ok(&x, fixture_set(&x, "wanted_position", 0.5));
	fixture_expect_error(&x, fmi2DoStep(x.c, 0.1, 0.1, fmi2True), "fmi2DoStep: ");
	struct bytes failed = serialize(&x);

	fixture_expect_ok(&x, restore(&x, &good));
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0.1, 0.1, fmi2True));
	assert_true(fixture_get(&x, "time") == 0.2);

	/* a failure is a state like others */
	fixture_expect_ok(&x, restore(&x, &failed));
	fixture_expect_error(&x, fmi2DoStep(x.c, 0.1, 0.1, fmi2True), "fmi2SetFMUstate goes back");
	assert_true(fixture_get(&x, "wanted_position") == 0.5);
	free(good.data);
	free(failed.data);
	fixture_close(&x);
}

static void another_instance_of_the_unit_takes_the_state(void **state)
{
	(void)state;
	struct fixture x, y;
	double of_x[200], of_y[200];
	fixture_open(&x, FLYWHEEL, 0);
	fixture_open(&y, FLYWHEEL, 0);
	fixture_expect_ok(&x, fixture_set(&x, "bodies.wheel.inertia", 2));
	fixture_start(&x);
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 0.3, fmi2True));
	fmi2FMUstate saved = NULL;
	fixture_expect_ok(&x, fmi2GetFMUstate(x.c, &saved));
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0.3, 0.3, fmi2True));
	fixture_expect_ok(&y, fmi2SetFMUstate(y.c, saved));
	fixture_expect_ok(&y, fmi2FreeFMUstate(y.c, &saved));
	fixture_expect_ok(&y, fmi2DoStep(y.c, 0.3, 0.3, fmi2True));
	values_of(&x, of_x);
	values_of(&y, of_y);
	assert_memory_equal(of_x, of_y, sizeof of_x[0] * (size_t)fixture_count(&x));
	fixture_close(&x);
	fixture_close(&y);
}

/* ---- memory and arguments */

static void memory_is_taken_once_and_used_again(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fmi2FMUstate saved = NULL;
	requests = 0;
	fixture_expect_ok(&x, fmi2GetFMUstate(x.c, &saved));
	assert_int_equal(requests, 1);
	fmi2FMUstate first = saved;
	fixture_start(&x);
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 0.5, fmi2True));
	fixture_expect_ok(&x, fmi2GetFMUstate(x.c, &saved));
	assert_ptr_equal(saved, first);
	fixture_expect_ok(&x, fmi2Reset(x.c));
	fixture_expect_ok(&x, fmi2SetFMUstate(x.c, saved));
	assert_int_equal(requests, 1);
	assert_true(fixture_get(&x, "time") == 0.5);
	fixture_expect_ok(&x, fmi2FreeFMUstate(x.c, &saved));
	fixture_close(&x);
}

static void memory_may_run_out(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	struct bytes b = serialize(&x);
	fmi2FMUstate saved = NULL, copy = &x;
	fail_malloc = 1;
	fmi2Status get = fmi2GetFMUstate(x.c, &saved);
	fixture_expect_error(&x, get, "memory");
	fmi2Status deserialize = fmi2DeSerializeFMUstate(x.c, b.data, b.size, &copy);
	fail_malloc = 0;
	fixture_expect_error(&x, deserialize, "memory");
	assert_null(saved);
	assert_null(copy);
	free(b.data);
	fixture_close(&x);
}

static void what_is_no_state_is_refused(void **state)
{
	(void)state;
	struct fixture x, other;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_open(&other, LOCKED, 0);
	fmi2FMUstate none = NULL, foreign = NULL, saved = NULL;
	fmi2Byte byte[1];
	size_t size;
	fixture_expect_ok(&other, fmi2GetFMUstate(other.c, &foreign));
	fixture_expect_ok(&x, fmi2GetFMUstate(x.c, &saved));
	fixture_expect_error(&x, fmi2GetFMUstate(x.c, NULL), "NULL");
	fixture_expect_error(&x, fmi2GetFMUstate(x.c, &foreign), "fingerprint");
	fixture_expect_error(&x, fmi2SetFMUstate(x.c, NULL), "NULL");
	fixture_expect_error(&x, fmi2SetFMUstate(x.c, foreign), "fingerprint");
	fixture_expect_error(&x, fmi2FreeFMUstate(x.c, &foreign), "fingerprint");
	fixture_expect_error(&x, fmi2SerializedFMUstateSize(x.c, NULL, &size), "NULL");
	fixture_expect_error(&x, fmi2SerializedFMUstateSize(x.c, foreign, &size), "fingerprint");
	fixture_expect_error(&x, fmi2SerializedFMUstateSize(x.c, saved, NULL), "NULL");
	fixture_expect_error(&x, fmi2SerializeFMUstate(x.c, NULL, byte, 1), "NULL");
	fixture_expect_error(&x, fmi2SerializeFMUstate(x.c, foreign, byte, 1), "fingerprint");
	fixture_expect_error(&x, fmi2SerializeFMUstate(x.c, saved, NULL, 1), "NULL");
	fixture_expect_error(&x, fmi2SerializeFMUstate(x.c, saved, byte, 1), "too small");
	fixture_expect_error(&x, fmi2DeSerializeFMUstate(x.c, NULL, 1, &none), "NULL");
	fixture_expect_error(&x, fmi2DeSerializeFMUstate(x.c, byte, 1, NULL), "NULL");
	fixture_expect_ok(&x, fmi2FreeFMUstate(x.c, NULL));
	fixture_expect_ok(&x, fmi2FreeFMUstate(x.c, &none));
	fixture_expect_ok(&x, fmi2FreeFMUstate(x.c, &saved));
	assert_null(saved);
	fixture_expect_ok(&other, fmi2FreeFMUstate(other.c, &foreign));
	fixture_close(&x);
	fixture_close(&other);
}

/* as fmusim 0.0.39 does to save the final state and to load one: the state itself where its
 * handle's address belongs */
static void an_importer_may_pass_the_state_for_its_address(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_start(&x);
	fmi2FMUstate saved = NULL, loaded = NULL;
	size_t size;
	fixture_expect_ok(&x, fmi2GetFMUstate(x.c, &saved));
	fixture_expect_ok(&x, fmi2SerializedFMUstateSize(x.c, saved, &size));
	fmi2Byte *bytes = malloc(size);
	assert_non_null(bytes);
	fixture_expect_ok(&x, fmi2SerializeFMUstate(x.c, saved, bytes, size));
	fixture_expect_ok(&x, fmi2FreeFMUstate(x.c, saved));
	fixture_expect_ok(&x, fmi2DeSerializeFMUstate(x.c, bytes, size, &loaded));
	fixture_expect_ok(&x, fmi2SetFMUstate(x.c, loaded));
	fixture_expect_ok(&x, fmi2FreeFMUstate(x.c, loaded));
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 0.5, fmi2True));
	/* nothing was freed: the handles are good */
	fixture_expect_ok(&x, fmi2FreeFMUstate(x.c, &saved));
	fixture_expect_ok(&x, fmi2FreeFMUstate(x.c, &loaded));
	free(bytes);
	fixture_close(&x);
}

static void only_the_bytes_of_the_state_are_written(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fmi2FMUstate saved = NULL;
	size_t size;
	fixture_expect_ok(&x, fmi2GetFMUstate(x.c, &saved));
	fixture_expect_ok(&x, fmi2SerializedFMUstateSize(x.c, saved, &size));
	fmi2Byte *bytes = malloc(size + 8);
	assert_non_null(bytes);
	memset(bytes, 'x', size + 8);
	fixture_expect_error(&x, fmi2SerializeFMUstate(x.c, saved, bytes, size - 1), "too small");
	for (size_t k = 0; k < size + 8; k++) {
		assert_int_equal(bytes[k], 'x');
	}
	fixture_expect_ok(&x, fmi2SerializeFMUstate(x.c, saved, bytes, size + 8));
	assert_memory_equal(bytes, saved, size);
	assert_memory_equal(bytes + size, "xxxxxxxx", 8);
	free(bytes);
	fixture_expect_ok(&x, fmi2FreeFMUstate(x.c, &saved));
	fixture_close(&x);
}

/* bytes need not be aligned */
static void bytes_may_lie_anywhere(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	struct bytes b = serialize(&x);
	fmi2Byte *room = malloc(b.size + 8);
	assert_non_null(room);
	for (size_t shift = 0; shift < 8; shift++) {
		memcpy(room + shift, b.data, b.size);
		struct bytes shifted = {room + shift, b.size};
		fixture_expect_ok(&x, restore(&x, &shifted));
	}
	free(room);
	free(b.data);
	fixture_close(&x);
}

/* ---- the head says what differs */

static void the_reason_for_a_refusal_is_named(void **state)
{
	(void)state;
	struct fixture x, other;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_open(&other, LOCKED, 0);
	struct bytes b = serialize(&x), foreign = serialize(&other);
	head_of(&b)->magic ^= 1;
	fixture_expect_error(&x, restore(&x, &b), "magic");
	head_of(&b)->magic ^= 1;
	head_of(&b)->version++;
	fixture_expect_error(&x, restore(&x, &b), "version of its format is 10, this unit's is 9");
	head_of(&b)->version--;
	head_of(&b)->guid[3] = '\n';
	fixture_expect_error(&x, restore(&x, &b), "fingerprint");
	assert_null(strchr(x.log.message, '\n'));
	fixture_expect_error(&x, restore(&x, &foreign), "another mechanism");
	free(b.data);
	b = serialize(&x);
	head_of(&b)->size += 8;
	fixture_expect_error(&x, restore(&x, &b), "size");
	head_of(&b)->size -= 8;
	b.data[b.size - 1] ^= 1;
	fixture_expect_error(&x, restore(&x, &b), "checksum");
	b.data[b.size - 1] ^= 1;
	fixture_expect_ok(&x, restore(&x, &b));
	free(b.data);
	free(foreign.data);
	fixture_close(&x);
	fixture_close(&other);
}

static void every_truncation_is_refused(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_start(&x);
	struct bytes whole = serialize(&x);
	for (size_t size = 0; size < whole.size; size++) {
		/* as many bytes as are said to be there, so that a sanitizer sees the first one read
		 * beyond */
		struct bytes cut = {malloc(size + (size == 0)), size};
		assert_non_null(cut.data);
		memcpy(cut.data, whole.data, size);
		fixture_expect_error(&x, restore(&x, &cut), "size");
		free(cut.data);
	}
	free(whole.data);
	fixture_close(&x);
}

static void bytes_behind_a_state_are_refused(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	struct bytes b = serialize(&x);
	fmi2Byte *longer = realloc(b.data, b.size + 1);
	assert_non_null(longer);
	longer[b.size] = 0;
	b = (struct bytes){longer, b.size + 1};
	fixture_expect_error(&x, restore(&x, &b), "size");
	free(b.data);
	fixture_close(&x);
}

/* ---- whole, but impossible: what a later call would stumble over */

static double *number(struct bytes *b, size_t place)
{
	return (double *)(void *)(b->data + sizeof(struct fmu_state_head)) + place;
}

/* where in the block a parameter lies: the place that changes when it is set */
static size_t place_of(struct fixture *x, const char *name, double value)
{
	struct bytes before = serialize(x);
	fixture_expect_ok(x, fixture_set(x, name, value));
	struct bytes after = serialize(x);
	size_t place = 0;
	while (*number(&before, place) == *number(&after, place) || *number(&after, place) != value) {
		place++;
	}
	assert_true(place < (before.size - sizeof(struct fmu_state_head)) / sizeof(double));
	free(before.data);
	free(after.data);
	return place;
}

/* t, h, last and started stand before them (dae_driver.h): t is the time of the last step */
static size_t place_of_counters(struct fixture *x)
{
	struct bytes b = serialize(x);
	const size_t numbers = (b.size - sizeof(struct fmu_state_head)) / sizeof(double);
	const fmi2ValueReference reference = fixture_reference(x, "solver.steps");
	fmi2Integer steps;
	fixture_expect_ok(x, fmi2GetInteger(x->c, &reference, 1, &steps));
	size_t t = 0;
	while (t + 4 < numbers && (*number(&b, t) != 1 || *number(&b, t + 3) != 1 || *number(&b, t + 4) != steps)) {
		t++;
	}
	assert_true(t + 4 < numbers);
	free(b.data);
	return t + 4;
}

static void expect_refused_with(struct fixture *x, size_t place, double value, const char *part)
{
	struct bytes b = serialize(x);
	*number(&b, place) = value;
	seal(&b);
	fixture_expect_error(x, restore(x, &b), part);
	free(b.data);
}

static void impossible_parameters_are_refused_by_name(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	size_t mass = place_of(&x, "bodies.wheel.mass", 3.25);
	expect_refused_with(&x, mass, -1, "bodies.wheel.mass");
	expect_refused_with(&x, mass, NAN, "bodies.wheel.mass");
	size_t tolerance = place_of(&x, "solver.tolerance", 1.25e-5);
	expect_refused_with(&x, tolerance, 0, "solver.tolerance");
	/* the method stands before the tolerance */
	expect_refused_with(&x, tolerance - 1, 0, "solver.method");
	expect_refused_with(&x, tolerance - 1, DAE_METHOD_COUNT + 1, "solver.method");
	expect_refused_with(&x, tolerance - 1, 1.5, "solver.method");
	fixture_close(&x);
}

static void impossible_fields_are_refused(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	struct bytes b = serialize(&x);
	const struct fmu_state_head good = *head_of(&b);
	const struct fmu_state_head bad[] = {
		{.state = 0},
		{.state = 3},
		{.state = 32},
		{.state = -FMU_FAILED},
		{.state = FMU_STEPPING, .outdated = 2},
		{.state = FMU_STEPPING, .stop_defined = -1},
		{.state = FMU_STEPPING, .regularized = 7},
		{.state = FMU_STEPPING, .stop_time = NAN},
	};
	for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
		struct fmu_state_head *head = head_of(&b);
		*head = bad[k];
		head->magic = good.magic;
		head->version = good.version;
		head->size = good.size;
		memcpy(head->guid, good.guid, sizeof good.guid);
		seal(&b);
		fixture_expect_error(&x, restore(&x, &b), "impossible");
	}
	free(b.data);
	fixture_close(&x);
}

/* the history of BDF shows how many points it holds; a wrong count would read beyond it */
static void an_impossible_history_is_refused(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fmi2ValueReference method = fixture_reference(&x, "solver.method");
	fmi2Integer bdf = number_of_method("bdf");
	fixture_expect_ok(&x, fmi2SetInteger(x.c, &method, 1, &bdf));
	fixture_expect_ok(&x, fixture_set(&x, "motor_torque", 1));
	fixture_start(&x);
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 1, fmi2True));

	const struct mech_instance *m = ((struct fmu_instance *)x.c)->mechanism;
	const size_t memory = (size_t)(m->dae.memory - m->block);
	static const double wrong[] = {-1, DAE_BDF_MOST_ORDER + 1, 0.5, 1e300, NAN};
	for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
		expect_refused_with(&x, memory + DAE_BDF_AGE, wrong[k], "impossible");
		expect_refused_with(&x, memory + DAE_BDF_ORDER, wrong[k], "impossible");
	}
	expect_refused_with(&x, memory + DAE_BDF_ORDER, 0, "impossible");
	expect_refused_with(&x, memory + DAE_BDF_AGO, 0, "impossible");
	expect_refused_with(&x, memory + DAE_BDF_AGO, 1e9, "impossible");
	fixture_close(&x);
}

/* counters lead into tables */
static void impossible_counters_are_refused_by_name(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_start(&x);
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 1, fmi2True));
	const size_t counters = place_of_counters(&x);
	const size_t rank = counters + sizeof(struct dae_counters) / sizeof(double);
	const size_t redundant = rank + offsetof(struct dae_step_rank, permanent) / sizeof(double);
	const size_t place = counters + offsetof(struct dae_counters, unresolved_worst) / sizeof(double);
	expect_refused_with(&x, redundant, -1e9, "the number of redundant rows");
	expect_refused_with(&x, redundant, 3, "the number of redundant rows");
	expect_refused_with(&x, redundant, 0.5, "the number of redundant rows");
	expect_refused_with(&x, rank, -1, "the distance to a singular position");
	expect_refused_with(&x, place, 3, "the place of the first unresolved step");
	expect_refused_with(&x, place, -2, "the place of the first unresolved step");
	expect_refused_with(&x, counters, -1, "a count of steps");
	fixture_expect_ok(&x, fmi2DoStep(x.c, 1, 1, fmi2True));
	fixture_close(&x);
}

/* ---- mutations */

/* uses an instance in every way its state allows; answers do not matter, that they come does */
static void use(struct fixture *x)
{
	for (fmi2ValueReference k = 0; k < (fmi2ValueReference)fixture_count(x); k++) {
		fmi2Real real;
		fmi2Integer integer;
		fmi2GetReal(x->c, &k, 1, &real);
		fmi2GetInteger(x->c, &k, 1, &integer);
	}
	fmi2EnterInitializationMode(x->c);
	fmi2ExitInitializationMode(x->c);
	fmi2Real time = 0;
	fmi2GetRealStatus(x->c, fmi2LastSuccessfulTime, &time);
	fmi2DoStep(x->c, time, 1e-3, fmi2True);
	fmi2Terminate(x->c);
}

/* some bits of one place flipped: of the head or, where most is, of the block */
static void mutate(struct test_random *random, struct bytes *b)
{
	int places = test_random_int(random, 1, 3);
	for (int k = 0; k < places; k++) {
		int in_head = test_random_int(random, 0, 3) == 0;
		int last = in_head ? (int)sizeof(struct fmu_state_head) : (int)b->size;
		b->data[test_random_int(random, 0, last - 1)] ^= (fmi2Byte)(1 << test_random_int(random, 0, 7));
	}
}

static void random_mutations_are_refused_or_harmless(void **state)
{
	(void)state;
	static const char *const texts[] = {FLYWHEEL, LOCKED};
	static const char *const methods[] = {"auto", "generalized_alpha", "bdf", "radau"};
	struct test_random random = test_random_start(4);
	int accepted = 0;
	for (int n = 0; n < (SLOW_BUILD ? 1200 : 6000); n++) {
		struct fixture x;
		fixture_open(&x, texts[n % 2], 0);
		fmi2ValueReference reference = fixture_reference(&x, "solver.method");
		fmi2Integer method = number_of_method(methods[n % 4]);
		fixture_expect_ok(&x, fmi2SetInteger(x.c, &reference, 1, &method));
		if (n % 5 > 0) {
			fixture_start(&x);
		}
		if (n % 5 > 1) {
			fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 0.125, fmi2True));
		}
		struct bytes b = serialize(&x);
		mutate(&random, &b);
		if (n % 6 > 0) {
			seal(&b);
		}
		fmi2Status status = restore(&x, &b);
		assert_true(status == fmi2OK || status == fmi2Error);
		accepted += status == fmi2OK;
		use(&x);
		free(b.data);
		fixture_close(&x);
	}
	/* bits of masses and speeds make other masses and speeds */
	assert_true(accepted > 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_life_goes_on_from_every_point_as_it_did),
		cmocka_unit_test(the_experiments_stop_time_comes_back),
		cmocka_unit_test(a_failed_instance_goes_back_to_a_saved_state),
		cmocka_unit_test(another_instance_of_the_unit_takes_the_state),
		cmocka_unit_test(memory_is_taken_once_and_used_again),
		cmocka_unit_test(memory_may_run_out),
		cmocka_unit_test(what_is_no_state_is_refused),
		cmocka_unit_test(an_importer_may_pass_the_state_for_its_address),
		cmocka_unit_test(only_the_bytes_of_the_state_are_written),
		cmocka_unit_test(bytes_may_lie_anywhere),
		cmocka_unit_test(the_reason_for_a_refusal_is_named),
		cmocka_unit_test(every_truncation_is_refused),
		cmocka_unit_test(bytes_behind_a_state_are_refused),
		cmocka_unit_test(impossible_parameters_are_refused_by_name),
		cmocka_unit_test(impossible_fields_are_refused),
		cmocka_unit_test(an_impossible_history_is_refused),
		cmocka_unit_test(impossible_counters_are_refused_by_name),
		cmocka_unit_test(random_mutations_are_refused_or_harmless),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
