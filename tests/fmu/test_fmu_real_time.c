/* Real time: steps of one size whose work is known beforehand. Work is counted where it is done:
 * factorizations, force evaluations and requests for memory. The clock is the test's own.
 */
#include "fmu/fmu_fixture.h"

#include <math.h>
#include <stdlib.h>

#include "assert_close.h"
#include "fmu_clock.h"
#include "la_sparse.h"
#include "mech_equations.h"
#include "slow_build.h"
#include "wrapped_memory.h"

/* ---- what a step costs */

struct cost {
	double iterations;
	int factorizations, forces, requests;
};
static struct cost counted;

int __real_la_sparse_factor_lu(struct la_sparse *m);
int __real_la_sparse_factor_ldlt(struct la_sparse *m);
void __real_mech_force(const struct mech_context *c, double *f);
double __real_fmu_clock(void);
int __wrap_la_sparse_factor_lu(struct la_sparse *m);
int __wrap_la_sparse_factor_ldlt(struct la_sparse *m);
void __wrap_mech_force(const struct mech_context *c, double *f);
double __wrap_fmu_clock(void);

static int memory_refuses(void)
{
	counted.requests++;
	return 0;
}

int __wrap_la_sparse_factor_lu(struct la_sparse *m)
{
	counted.factorizations++;
	return __real_la_sparse_factor_lu(m);
}

int __wrap_la_sparse_factor_ldlt(struct la_sparse *m)
{
	counted.factorizations++;
	return __real_la_sparse_factor_ldlt(m);
}

void __wrap_mech_force(const struct mech_context *c, double *f)
{
	counted.forces++;
	__real_mech_force(c, f);
}

/* ---- a clock that continues by what the test says, each time it is read */

static double clock_now, clock_step;
static int clock_reads;

double __wrap_fmu_clock(void)
{
	clock_reads++;
	return clock_now += clock_step;
}

/* ---- runs */

static void open_example(struct fixture *x, const char *name)
{
	char path[512];
	struct mech_message message;
	struct host_image image = {NULL, 0};
	(void)snprintf(path, sizeof path, MECHFMU_SOURCE_DIR "/examples/%s/%s.yaml", name, name);
	struct host_mechanism *mechanism = host_read_file(path, &message);
	assert_non_null(mechanism);
	assert_int_equal(host_image_build(mechanism, &image, &message), 0);
	host_mechanism_free(mechanism);
	fixture_open_image(x, image, 0);
}

static void set_integer(struct fixture *x, const char *name, fmi2Integer value)
{
	const fmi2ValueReference reference = fixture_reference(x, name);
	fixture_expect_ok(x, fmi2SetInteger(x->c, &reference, 1, &value));
}

static double get_integer(struct fixture *x, const char *name)
{
	const fmi2ValueReference reference = fixture_reference(x, name);
	fmi2Integer value = 0;
	fixture_expect_ok(x, fmi2GetInteger(x->c, &reference, 1, &value));
	return value;
}

static fmi2Integer method_called(const char *name)
{
	int k = 0;
	while (strcmp(mech_solver_choice(MECH_SOLVER_METHOD, k), name) != 0) {
		k++;
	}
	return MECH_FIRST_CHOICE + k;
}

static void choose(struct fixture *x, const char *method, double step, fmi2Integer iterations)
{
	set_integer(x, "solver.method", method_called(method));
	fixture_expect_ok(x, fixture_set(x, "solver.real_time.step", step));
	set_integer(x, "solver.real_time.iterations", iterations);
}

/* one communication step of 1 ms, number k, and what it cost */
static struct cost step(struct fixture *x, int k)
{
	const double before = get_integer(x, "solver.iterations");
	memset(&counted, 0, sizeof counted);
	fixture_expect_ok(x, fmi2DoStep(x->c, k * 1e-3, 1e-3, fmi2True));
	struct cost cost = counted;
	cost.iterations = get_integer(x, "solver.iterations") - before;
	return cost;
}

/* after the first step, which may try twice to begin well, each does the same, singular position or
 * not; returns how near it came to one */
static double check_constant(const char *example, const char *method, const char *input, int steps)
{
	struct fixture x;
	struct cost usual = {0};
	double nearest = 1;
	open_example(&x, example);
	choose(&x, method, 1e-3, 3);
	fixture_start(&x);
	for (int k = 0; k < steps; k++) {
		if (input != NULL) {
			fixture_expect_ok(&x, fixture_set(&x, input, 0.5 + 0.4 * sin(0.01 * k + 1)));
		}
		const struct cost cost = step(&x, k);
		usual = k == 1 ? cost : usual;
		nearest = fmin(nearest, fixture_get(&x, "solver.distance_to_singularity"));
		assert_int_equal(cost.requests, 0);
		if (k > 0 && (cost.iterations != usual.iterations || cost.factorizations != usual.factorizations ||
		              cost.forces != usual.forces)) {
			fail_msg(
				"%s, %s: step %d made %g iterations, %d factorizations, %d force evaluations; the second %g, %d, %d",
				example, method, k + 1, cost.iterations, cost.factorizations, cost.forces, usual.iterations,
				usual.factorizations, usual.forces);
		}
	}
	assert_true(get_integer(&x, "solver.steps") == steps);
	assert_true(get_integer(&x, "solver.rejected_steps") == 0);
	assert_true(usual.iterations == 3 || (input != NULL && usual.iterations == 6));
	fixture_close(&x);
	return nearest;
}

enum { STEPS = SLOW_BUILD ? 300 : 2000 };

static void every_step_costs_the_same(void **state)
{
	(void)state;
	static const char *const examples[] = {"pendulum", "andrews_squeezer", "bricard", "flyball_governor"};
	static const char *const methods[] = {"auto", "hht", "newmark", "radau"};
	for (int i = 0; i < 4; i++) {
		for (int j = 0; j < (i == 1 ? 3 : 4); j++) {
			check_constant(examples[i], methods[j], NULL, STEPS / 4);
		}
	}
}

/* both pass their singular positions within 2 s, and come nearer than a step's way */
static void a_singular_position_costs_nothing_more(void **state)
{
	(void)state;
	static const char *const examples[] = {"slider_crank", "double_four_bar"};
	for (int i = 0; i < 2; i++) {
		const double alpha = check_constant(examples[i], "generalized_alpha", NULL, STEPS);
		const double radau = check_constant(examples[i], "radau", NULL, STEPS);
		if (!SLOW_BUILD) {
			assert_small(alpha, 2e-3);
			assert_small(radau, 2e-3);
		}
	}
}

static void inputs_that_change_cost_the_same_each_time(void **state)
{
	(void)state;
	check_constant("four_bar", "generalized_alpha", "motor_torque", STEPS / 4);
	check_constant("four_bar", "radau", "motor_torque", STEPS / 4);
}

/* contacts and friction let the method start afresh: a step costs more then, and never more than
 * twice that and a restart */
static void events_are_bounded(void **state)
{
	(void)state;
	struct fixture x;
	open_example(&x, "toggle_press");
	choose(&x, "generalized_alpha", 1e-3, 3);
	fixture_start(&x);
	int more = 0;
	for (int k = 0; k < STEPS; k++) {
		const struct cost cost = step(&x, k);
		assert_int_equal(cost.requests, 0);
		assert_in_range((int)cost.iterations, 3, 6);
		assert_in_range(cost.factorizations, 1, 4);
		more += cost.factorizations > 1;
	}
	assert_true(more > 0);
	fixture_close(&x);
}

/* ---- how accurate it is */

/* angle of the slider-crank's pin at 1.5 s, after the dead centre; step 0: by error control at
 * 1e-10 */
static double angle_at_end(const char *method, double h)
{
	struct fixture x;
	open_example(&x, "slider_crank");
	if (h > 0) {
		choose(&x, method, h, 3);
	} else {
		set_integer(&x, "solver.method", method_called(method));
		fixture_expect_ok(&x, fixture_set(&x, "solver.tolerance", 1e-10));
	}
	fixture_start(&x);
	for (int k = 0; k < 15; k++) {
		fixture_expect_ok(&x, fmi2DoStep(x.c, k * 0.1, 0.1, fmi2True));
	}
	const double angle = fixture_get(&x, "joints.pin.angle");
	assert_small(fixture_get(&x, "solver.constraint_residual"), 1e-10);
	fixture_close(&x);
	return angle;
}

static void results_tend_to_those_of_error_control_with_the_order_of_the_method(void **state)
{
	(void)state;
	const double exact = angle_at_end("radau", 0);
	const double alpha[] = {fabs(angle_at_end("auto", 4e-3) - exact), fabs(angle_at_end("auto", 2e-3) - exact)};
	const double radau[] = {fabs(angle_at_end("radau", 0.1) - exact), fabs(angle_at_end("radau", 0.05) - exact)};
	assert_close(log2(alpha[0] / alpha[1]), 2, 0.3);
	assert_true(log2(radau[0] / radau[1]) > 4);
	assert_small(alpha[1], 1e-4);
}

static void steps_divide_a_communication_step(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	choose(&x, "auto", 0.003, 3);
	fixture_start(&x);
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 0.01, fmi2True));
	assert_true(get_integer(&x, "solver.steps") == 4);
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0.01, 0.001, fmi2True));
	assert_true(get_integer(&x, "solver.steps") == 5);
	assert_close(fixture_get(&x, "joints.axle.angle"), 0.25 + 3 * 0.011, 1e-12);
	fixture_close(&x);
}

/* ---- iterations that do not suffice */

static void what_one_iteration_left_is_taken_and_told_once(void **state)
{
	(void)state;
	struct fixture x;
	open_example(&x, "double_four_bar");
	choose(&x, "auto", 0.01, 1);
	fixture_start(&x);
	const int before = x.log.count;
	for (int k = 0; k < 100; k++) {
		fixture_expect_ok(&x, fmi2DoStep(x.c, k * 0.01, 0.01, fmi2True));
	}
	assert_int_equal(x.log.count, before + 1);
	assert_non_null(strstr(x.log.message, "fmi2DoStep: the iterations of the step to time 0.01 s left more than the"));
	assert_true(get_integer(&x, "solver.unconverged_steps") > 0);
	assert_small(fixture_get(&x, "solver.constraint_residual"), 1e-6);
	fixture_close(&x);
}

static void a_step_that_makes_no_sense_is_refused(void **state)
{
	(void)state;
	struct fixture x;
	open_example(&x, "double_four_bar");
	choose(&x, "auto", 2, 1);
	fixture_start(&x);
	const double angle = fixture_get(&x, "energies.kinetic");
	fixture_expect_error(&x, fmi2DoStep(x.c, 0, 2, fmi2True), "real time");
	assert_true(fixture_get(&x, "energies.kinetic") == angle);
	assert_true(fixture_get(&x, "time") == 0);
	fixture_close(&x);
}

static void settings_that_cannot_be_are_named(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	fixture_expect_error(&x, fixture_set(&x, "solver.real_time.step", -1), "solver.real_time.step");
	choose(&x, "bdf", 1e-3, 3);
	fixture_expect_ok(&x, fmi2EnterInitializationMode(x.c));
	fixture_expect_error(&x, fmi2ExitInitializationMode(x.c),
	                     "the work of a step of method bdf is not known beforehand");
	fixture_close(&x);
	fixture_open(&x, FLYWHEEL, 0);
	const fmi2ValueReference iterations = fixture_reference(&x, "solver.real_time.iterations");
	fixture_expect_error(&x, fmi2SetInteger(x.c, &iterations, 1, &(fmi2Integer){0}), "solver.real_time.iterations");
	choose(&x, "auto", 1e-300, 3);
	fixture_start(&x);
	fixture_expect_error(&x, fmi2DoStep(x.c, 0, 0.1, fmi2True),
	                     "solver.real_time.step is below the resolution of time");
	fixture_close(&x);
}

/* ---- the clock */

static void the_longest_communication_step_is_an_output(void **state)
{
	(void)state;
	static const double took[] = {0.25, 2, 0.5};
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	choose(&x, "auto", 0.01, 3);
	fixture_start(&x);
	assert_true(fixture_get(&x, "solver.worst_time") == 0);
	for (int k = 0; k < 3; k++) {
		clock_step = took[k];
		fixture_expect_ok(&x, fmi2DoStep(x.c, k * 0.1, 0.1, fmi2True));
		assert_close(fixture_get(&x, "solver.worst_time"), k == 0 ? 0.25 : 2, 1e-9);
	}
	fixture_expect_ok(&x, fmi2Reset(x.c));
	fixture_start(&x);
	assert_true(fixture_get(&x, "solver.worst_time") == 0);
	fixture_close(&x);
}

static void nothing_else_reads_the_clock(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, FLYWHEEL, 0);
	clock_reads = 0;
	fixture_start(&x);
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 0.1, fmi2True));
	assert_int_equal(clock_reads, 0);
	fixture_close(&x);
}

/* two runs by different clocks have the same states, byte by byte; a state that is put back leaves
 * the time of this run */
static void saved_states_hold_no_time_of_the_clock(void **state)
{
	(void)state;
	enum { MOST = 65536 };
	static fmi2Byte bytes[2][MOST];
	size_t size[2];
	for (int k = 0; k < 2; k++) {
		struct fixture x;
		fmi2FMUstate saved = NULL;
		fixture_open(&x, FLYWHEEL, 0);
		choose(&x, "auto", 0.01, 3);
		fixture_start(&x);
		clock_step = 1 + k;
		fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 0.1, fmi2True));
		fixture_expect_ok(&x, fmi2GetFMUstate(x.c, &saved));
		fixture_expect_ok(&x, fmi2SerializedFMUstateSize(x.c, saved, &size[k]));
		assert_true(size[k] <= MOST);
		fixture_expect_ok(&x, fmi2SerializeFMUstate(x.c, saved, bytes[k], size[k]));
		clock_step = 8;
		fixture_expect_ok(&x, fmi2DoStep(x.c, 0.1, 0.1, fmi2True));
		fixture_expect_ok(&x, fmi2SetFMUstate(x.c, saved));
		assert_true(get_integer(&x, "solver.steps") == 10);
		assert_close(fixture_get(&x, "solver.worst_time"), 8, 1e-9);
		fixture_expect_ok(&x, fmi2FreeFMUstate(x.c, &saved));
		fixture_close(&x);
	}
	assert_true(size[0] == size[1]);
	assert_memory_equal(bytes[0], bytes[1], size[0]);
}

static void the_clock_of_the_machine_goes_on(void **state)
{
	(void)state;
	const double begin = __real_fmu_clock();
	double now = begin;
	while (now == begin) {
		now = __real_fmu_clock();
	}
	assert_true(isfinite(now));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_step_costs_the_same),
		cmocka_unit_test(a_singular_position_costs_nothing_more),
		cmocka_unit_test(inputs_that_change_cost_the_same_each_time),
		cmocka_unit_test(events_are_bounded),
		cmocka_unit_test(results_tend_to_those_of_error_control_with_the_order_of_the_method),
		cmocka_unit_test(steps_divide_a_communication_step),
		cmocka_unit_test(what_one_iteration_left_is_taken_and_told_once),
		cmocka_unit_test(a_step_that_makes_no_sense_is_refused),
		cmocka_unit_test(settings_that_cannot_be_are_named),
		cmocka_unit_test(the_longest_communication_step_is_an_output),
		cmocka_unit_test(nothing_else_reads_the_clock),
		cmocka_unit_test(saved_states_hold_no_time_of_the_clock),
		cmocka_unit_test(the_clock_of_the_machine_goes_on),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
