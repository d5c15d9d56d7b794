/* Work within one communication step is bounded: a step that takes too much is refused with what
 * costs, and can be requested again. */
#include "fmu/fmu_fixture.h"

#include <math.h>

/* a block of 2 kg on a stiff spring: swings with 1e4 1/s; a driver moves a table next to it */
#define SWING                                                                                               \
	"mechanism: swing\n"                                                                                    \
	"gravity: [0, 0]\n"                                                                                     \
	"bodies:\n"                                                                                             \
	"  block: {mass: 2, inertia: 1, center: [0, 0]}\n"                                                      \
	"  table: {mass: 2, inertia: 1, center: [0, 1]}\n"                                                      \
	"joints:\n"                                                                                             \
	"  rail: {type: prismatic, bodies: [ground, block], at: [0, 0], axis: [1, 0]}\n"                        \
	"  bed: {type: prismatic, bodies: [ground, table], at: [0, 1], axis: [1, 0]}\n"                         \
	"drivers:\n"                                                                                            \
	"  feed: {type: input, joint: bed, input: place, start: 0}\n"                                           \
	"forces:\n"                                                                                             \
	"  push: {type: joint_force, joint: rail, input: push}\n"                                               \
	"  spring: {type: spring_damper, bodies: [ground, block], from: [-1, 0], to: [0, 0], stiffness: 2e8}\n" \
	"solver: {method: generalized_alpha}\n"                                                                 \
	"outputs: [joints.rail.position, joints.bed.position]\n"

enum { MOST_VALUES = 200 };

static void set_limit(struct fixture *x, fmi2Integer limit)
{
	const fmi2ValueReference reference = fixture_reference(x, "solver.work_limit");
	fixture_expect_ok(x, fmi2SetInteger(x->c, &reference, 1, &limit));
}

static void open_swing(struct fixture *x, fmi2Integer limit)
{
	fixture_open(x, SWING, 0);
	assert_true(fixture_count(x) <= MOST_VALUES);
	set_limit(x, limit);
	fixture_start(x);
	fixture_expect_ok(x, fixture_set(x, "push", 1000));
}

static void too_many_steps_are_refused_with_what_costs(void **state)
{
	(void)state;
	struct fixture x;
	double before[MOST_VALUES] = {0}, after[MOST_VALUES] = {0};
	open_swing(&x, 20);
	fixture_get_all(&x, before);
	fixture_expect_error(&x, fmi2DoStep(x.c, 0, 0.001, fmi2True),
	                     "more steps of the solver than solver.work_limit allows, 20");
	assert_non_null(strstr(x.log.message, "the smallest had "));
	assert_non_null(strstr(x.log.message, "largest errors: body 'block'"));
	assert_non_null(strstr(x.log.message, "stiffest: force 'spring', 10000 1/s"));
	assert_non_null(strstr(x.log.message, "input push was set to 1000"));
	fixture_get_all(&x, after);
	assert_memory_equal(before, after, sizeof before);
	fixture_expect_error(&x, fmi2CancelStep(x.c), "fmi2CancelStep: not allowed between steps");
	fixture_close(&x);
}

/* a refusal leaves no trace: the run continues as if nothing had been requested */
static void the_run_goes_on_after_a_change(void **state)
{
	(void)state;
	struct fixture x, y;
	double of_x[MOST_VALUES] = {0}, of_y[MOST_VALUES] = {0};
	open_swing(&x, 20);
	open_swing(&y, 0);
	fixture_expect_error(&x, fmi2DoStep(x.c, 0, 0.001, fmi2True), "solver.work_limit");
	set_limit(&x, 0);
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 0.001, fmi2True));
	fixture_expect_ok(&y, fmi2DoStep(y.c, 0, 0.001, fmi2True));
	fixture_get_all(&x, of_x);
	fixture_get_all(&y, of_y);
	assert_memory_equal(of_x, of_y, sizeof of_x);
	fixture_close(&x);
	fixture_close(&y);
}

/* the limit counts from each communication point on */
static void short_communication_steps_have_the_limit_each(void **state)
{
	(void)state;
	struct fixture x;
	open_swing(&x, 400);
	for (int k = 0; k < 40; k++) {
		fixture_expect_ok(&x, fmi2DoStep(x.c, 2e-5 * k, 2e-5, fmi2True));
	}
	const fmi2ValueReference reference = fixture_reference(&x, "solver.steps");
	fmi2Integer steps = 0;
	fixture_expect_ok(&x, fmi2GetInteger(x.c, &reference, 1, &steps));
	assert_true(steps > 400);
	fixture_close(&x);
}

static void there_is_a_limit_unless_the_file_says_otherwise(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, SWING, 0);
	fixture_start(&x);
	const fmi2ValueReference reference = fixture_reference(&x, "solver.work_limit");
	fmi2Integer limit = 0;
	fixture_expect_ok(&x, fmi2GetInteger(x.c, &reference, 1, &limit));
	assert_int_equal(limit, 10000000);
	fixture_close(&x);
}

static void steps_too_small_to_arrive_end(void **state)
{
	(void)state;
	static const char *const settings[] = {"solver.fixed_step", "solver.largest_step"};
	for (int k = 0; k < 2; k++) {
		struct fixture x;
		char part[80];
		fixture_open(&x, SWING, 0);
		set_limit(&x, 1000);
		fixture_expect_ok(&x, fixture_set(&x, settings[k], 1e-11));
		fixture_start(&x);
		(void)snprintf(part, sizeof part, "%s is 1e-11 s", settings[k]);
		fixture_expect_error(&x, fmi2DoStep(x.c, 0, 1, fmi2True), part);
		fixture_close(&x);
	}
}

static void impossible_speeds_are_refused(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, SWING, 0);
	fixture_start(&x);
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 1e-4, fmi2True));
	fixture_expect_ok(&x, fixture_set(&x, "place", 0.3));
	fixture_expect_error(&x, fmi2DoStep(x.c, 1e-4, 1e-4, fmi2True),
	                     "driver 'feed': its input asks for a mean speed of 3000 m/s over this step");
	assert_true(fixture_get(&x, "joints.bed.position") == 0);
	fixture_expect_ok(&x, fixture_set(&x, "place", 1e-5));
	fixture_expect_ok(&x, fmi2DoStep(x.c, 1e-4, 1e-4, fmi2True));
	fixture_close(&x);

	/* limited instead */
	fixture_open(&x, SWING, 0);
	fixture_expect_ok(&x, fixture_set(&x, "drivers.feed.largest_speed", 2));
	fixture_start(&x);
	fixture_expect_ok(&x, fixture_set(&x, "place", 0.3));
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 1e-4, fmi2True));
	assert_true(fixture_get(&x, "joints.bed.position") <= 2e-4);
	fixture_close(&x);
}

/* 6e4 kg/s on 2 kg: decays within 0.1 ms, which asks an explicit method for ten thousand steps a
 * second, whatever the tolerance */
#define DAMPED                                                                                                      \
	"mechanism: damped\n"                                                                                           \
	"bodies:\n"                                                                                                     \
	"  block: {mass: 2, inertia: 1, center: [0, 0]}\n"                                                              \
	"joints:\n"                                                                                                     \
	"  rail: {type: prismatic, bodies: [ground, block], at: [0, 0], axis: [1, 0]}\n"                                \
	"forces:\n"                                                                                                     \
	"  spring: {type: spring_damper, bodies: [ground, block], from: [-1, 0], to: [0, 0], stiffness: 100, damping: " \
	"6e4}\n"                                                                                                        \
	"  push: {type: joint_force, joint: rail, input: push}\n"                                                       \
	"solver: {method: dopri5, tolerance: 1e-4}\n"

static void an_explicit_method_tells_once_that_the_mechanism_is_stiff(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, DAMPED, 1);
	fixture_start(&x);
	fixture_expect_ok(&x, fixture_set(&x, "push", 1));
	assert_null(strstr(x.log.message, "slow"));
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 1, fmi2True));
	assert_non_null(strstr(x.log.message, "slow: method dopri5 is explicit, and stiff forces keep its steps short"));
	x.log.message[0] = '\0';
	fixture_expect_ok(&x, fmi2DoStep(x.c, 1, 1, fmi2True));
	assert_null(strstr(x.log.message, "slow"));
	fixture_close(&x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(too_many_steps_are_refused_with_what_costs),
		cmocka_unit_test(the_run_goes_on_after_a_change),
		cmocka_unit_test(short_communication_steps_have_the_limit_each),
		cmocka_unit_test(there_is_a_limit_unless_the_file_says_otherwise),
		cmocka_unit_test(steps_too_small_to_arrive_end),
		cmocka_unit_test(impossible_speeds_are_refused),
		cmocka_unit_test(an_explicit_method_tells_once_that_the_mechanism_is_stiff),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
