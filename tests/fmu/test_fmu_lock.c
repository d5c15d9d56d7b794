/* Mechanisms that lock, under every method whose constraints hold: the step is an error that names
 * joint or driver and the time, everything stays as it was before the step, and after a reset the
 * way up to the lock-up is still open.
 *
 * A motor turns a crank at constant speed to where its geometry ends. (With step control the
 * four-bar takes some 10 s to give up, over all methods; it does so with MECHFMU_LONG_TESTS in the
 * environment.) direct and trust_region_fixed are left out: their constraints give way. */
#include <math.h>
#include <stdlib.h>

#include "fmu_fixture.h"

#include "assert_close.h"
#include "dae_method.h"
#include "slow_build.h"

/* the rod is shorter than the crank: it no longer reaches the guide where sin angle = 0.8, at 1
 * rad/s from 0 */
#define SHORT_ROD                                                                         \
	"mechanism: short_rod\n"                                                              \
	"gravity: [0, -9.81]\n"                                                               \
	"bodies:\n"                                                                           \
	"  crank: {mass: 1, inertia: 0.1, center: [0.5, 0]}\n"                                \
	"  rod: {mass: 0.8, inertia: 0.05, center: [1.4, 0]}\n"                               \
	"joints:\n"                                                                           \
	"  pin: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"                      \
	"  elbow: {type: revolute, bodies: [crank, rod], at: [1, 0]}\n"                       \
	"  guide: {type: point_on_line, bodies: [rod, ground], at: [1.8, 0], axis: [1, 0]}\n" \
	"drivers:\n"                                                                          \
	"  motor: {type: constant_speed, joint: pin, speed: 1}\n"

/* coupler (1 m) and rocker (sqrt(1.25) m) are stretched where the crank's end is 1 + sqrt(1.25)
 * from the rocker's foot: (1.5 + sin angle)^2 + cos^2 angle = (1 + sqrt(1.25))^2, at 2 rad/s from
 * 0 */
#define FOUR_BAR                                                         \
	"mechanism: four_bar\n"                                              \
	"gravity: [0, -9.81]\n"                                              \
	"bodies:\n"                                                          \
	"  crank: {mass: 1, inertia: 0.1, center: [0, 0.5]}\n"               \
	"  coupler: {mass: 1, inertia: 0.1, center: [0.5, 1]}\n"             \
	"  rocker: {mass: 1, inertia: 0.1, center: [1.25, 0.5]}\n"           \
	"joints:\n"                                                          \
	"  pin: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"     \
	"  left: {type: revolute, bodies: [crank, coupler], at: [0, 1]}\n"   \
	"  right: {type: revolute, bodies: [coupler, rocker], at: [1, 1]}\n" \
	"  foot: {type: revolute, bodies: [ground, rocker], at: [1.5, 0]}\n" \
	"drivers:\n"                                                         \
	"  motor: {type: constant_speed, joint: pin, speed: 2}\n"

struct lock {
	const char *text;
	double when, speed; /* time of the lock-up, rad/s of the motor */
};

/* up to t in steps of 0.05 s; the end of the last step that succeeded, with all values from then */
static fmi2Status turn(struct fixture *x, double t, double *values, double *reached)
{
	*reached = 0;
	fixture_get_all(x, values);
	while (*reached < t) {
		double step = fmin(0.05, t - *reached);
		fmi2Status status = fmi2DoStep(x->c, *reached, step, fmi2True);
		if (status != fmi2OK) {
			return status;
		}
		*reached += step;
		fixture_get_all(x, values);
	}
	return fmi2OK;
}

static void start_with(struct fixture *x, int method, double fixed_step)
{
	fmi2ValueReference reference = fixture_reference(x, "solver.method");
	const fmi2Integer number = MECH_FIRST_CHOICE + method;
	fixture_expect_ok(x, fmi2SetInteger(x->c, &reference, 1, &number));
	fixture_expect_ok(x, fixture_set(x, "solver.fixed_step", fixed_step));
	fixture_expect_ok(x, fmi2SetupExperiment(x->c, fmi2True, 1e-4, 0, fmi2False, 0));
	fixture_expect_ok(x, fmi2EnterInitializationMode(x->c));
	fixture_expect_ok(x, fmi2ExitInitializationMode(x->c));
}

static void check_message(const struct fixture *x, const struct lock *l)
{
	const char *at = strstr(x->log.message, "at time ");
	assert_non_null(at);
	assert_close(strtod(at + strlen("at time "), NULL), l->when, 0.01);
	if (strstr(at, "joint '") == NULL && strstr(at, "driver 'motor'") == NULL) {
		fail_msg("neither joint nor driver in '%s'", x->log.message);
	}
}

static void check_lock(const struct lock *l, int method, double fixed_step)
{
	struct fixture x;
	double reached;
	fixture_open(&x, l->text, 0);
	size_t size = (size_t)fixture_count(&x) * sizeof(double);
	double *before = malloc(size);
	double *after = malloc(size);
	start_with(&x, method, fixed_step);
	fixture_expect_error(&x, turn(&x, 2 * l->when, before, &reached), "fmi2DoStep: at time ");
	check_message(&x, l);
	assert_true(reached < l->when && l->when < reached + 0.06);
	fixture_get_all(&x, after);
	assert_memory_equal(after, before, size);

	fixture_expect_ok(&x, fmi2Reset(x.c));
	start_with(&x, method, fixed_step);
	fixture_expect_ok(&x, turn(&x, l->when - 1e-3, before, &reached));
	assert_close(fixture_get(&x, "joints.pin.angle"), l->speed * (l->when - 1e-3), 1e-6);
	free(before);
	free(after);
	fixture_close(&x);
}

static void check_methods(const struct lock *l, int with_step_control)
{
	for (int method = 0; method < DAE_METHOD_COUNT; method++) {
		const char *name = dae_methods[method]->name;
		if (strcmp(name, "direct") == 0 || strcmp(name, "trust_region_fixed") == 0) {
			continue;
		}
		check_lock(l, method, 5e-3);
		if (with_step_control && !SLOW_BUILD) {
			check_lock(l, method, 0);
		}
	}
}

static void a_rod_too_short_for_its_crank_is_an_error_with_name_and_time(void **state)
{
	(void)state;
	check_methods(&(struct lock){SHORT_ROD, asin(0.8), 1}, 1);
}

static void a_four_bar_driven_beyond_its_limit_is_an_error_with_name_and_time(void **state)
{
	(void)state;
	double stretched = 1 + sqrt(1.25);
	check_methods(&(struct lock){FOUR_BAR, asin((stretched * stretched - 3.25) / 3) / 2, 2},
	              getenv("MECHFMU_LONG_TESTS") != NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_rod_too_short_for_its_crank_is_an_error_with_name_and_time),
		cmocka_unit_test(a_four_bar_driven_beyond_its_limit_is_an_error_with_name_and_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
