/* Many steps in one process: a run that is started again and again takes no more memory and has the
 * bits of the first one.
 *
 * MECHFMU_ENDURANCE_STEPS=10000000 in the environment makes so many communication steps.
 */
#define _DEFAULT_SOURCE
#include "fmu/fmu_fixture.h"

#include <stdlib.h>
#include <sys/resource.h>

#include "slow_build.h"

static const char slider_crank[] = "mechanism: slider_crank\n"
								   "bodies:\n"
								   "  crank: {mass: 1.0, inertia: 0.0833, center: [0.5, 0]}\n"
								   "  rod:   {mass: 1.0, inertia: 0.0833, center: [1.5, 0]}\n"
								   "joints:\n"
								   "  pin:   {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
								   "  elbow: {type: revolute, bodies: [crank, rod], at: [1, 0]}\n"
								   "  guide: {type: point_on_line, bodies: [rod, ground], at: [2, 0], axis: [1, 0]}\n"
								   "forces:\n"
								   "  motor: {type: torque, joint: pin, input: motor_torque}\n"
								   "  bearing: {type: joint_friction, joint: pin, viscous: 0.5}\n"
								   "initial:\n"
								   "  pin: {angle: 0.7, speed: 0}\n"
								   "outputs: [joints.pin.angle, joints.guide.position]\n";

enum { ROUNDS = 10, MOST_VALUES = 200 };

/* one life: steps, an input that changes, states saved, loaded and freed on the way */
static void live(struct fixture *x, long steps, double *values)
{
	const double h = 1.0 / 1024;
	fixture_expect_ok(x, fmi2Reset(x->c));
	fixture_start(x);
	for (long k = 0; k < steps; k++) {
		if (k % 64 == 0) {
			fmi2FMUstate saved = NULL;
			fixture_expect_ok(x, fixture_set(x, "motor_torque", k % 128 == 0 ? 4 : -2));
			fixture_expect_ok(x, fmi2GetFMUstate(x->c, &saved));
			fixture_expect_ok(x, fmi2SetFMUstate(x->c, saved));
			fixture_expect_ok(x, fmi2FreeFMUstate(x->c, &saved));
		}
		fixture_expect_ok(x, fmi2DoStep(x->c, (double)k * h, h, fmi2True));
	}
	fixture_get_all(x, values);
}

/* kilobytes that the process has had at most */
static long most_memory(void)
{
	struct rusage usage;
	assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
	return usage.ru_maxrss;
}

static void the_last_of_many_runs_is_the_first(void **state)
{
	(void)state;
	static double first[MOST_VALUES], again[MOST_VALUES];
	const char *text = getenv("MECHFMU_ENDURANCE_STEPS");
	const long total = text == NULL ? (SLOW_BUILD ? 5000 : 50000) : strtol(text, NULL, 10);
	struct fixture x;
	fixture_open(&x, slider_crank, 0);
	assert_true(fixture_count(&x) <= MOST_VALUES);
	live(&x, total / ROUNDS, first);
	const long memory = most_memory();
	for (int k = 1; k < ROUNDS; k++) {
		live(&x, total / ROUNDS, again);
		assert_memory_equal(first, again, sizeof first);
	}
	const long grown = most_memory() - memory;
	print_message("%ld steps: memory %ld KB, grown by %ld KB since the first %ld steps\n", total, memory, grown,
	              total / ROUNDS);
	/* a sanitizer keeps what is freed */
	assert_true(SLOW_BUILD || grown <= 256);
	fixture_close(&x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_last_of_many_runs_is_the_first),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
