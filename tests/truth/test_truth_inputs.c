/* Joints driven by an input of which an importer sets values only: motion and effort are those of
 * the true motion to the first order of the communication step. Where it sets derivatives too, they
 * are exact. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "assert_close.h"
#include "truth_motion.h"
#include "truth_run.h"

/* largest errors of value, rate and effort */
struct errors {
	double position, speed, effort;
};

/* value of an input, and as many of its derivatives as an importer wants */
static void set_input(struct truth_machine *machine, const char *name, const double *u, int derivatives)
{
	truth_set(machine, name, u[0]);
	for (int k = 1; k <= derivatives; k++) {
		assert_true(mech_set_input_derivative(machine->m, truth_find(machine, name), k, u[k], &machine->message) >= 0);
	}
}

static void advance(struct truth_machine *machine, double t)
{
	if (mech_advance(machine->m, t, &machine->message) < 0) {
		fail_msg("%s", machine->message.text);
	}
}

/* ---- a wheel of 1 kg m^2 along 0.5 sin 10 t: the effort is -50 sin 10 t ---- */

#define WHEEL                                                                 \
	"mechanism: wheel\n"                                                      \
	"bodies: {wheel: {mass: 1, inertia: 1, center: [0, 0]}}\n"                \
	"joints: {axle: {type: revolute, bodies: [ground, wheel], at: [0, 0]}}\n" \
	"drivers: {motor: {type: input, joint: axle, input: wanted}}\n"

/* errors at the ends of steps, from the twentieth on: the true motion begins with a speed that
 * values show only later */
static struct errors wheel_errors(const char *method, double h)
{
	const struct truth_problem p = {.title = "wheel", .text = WHEEL};
	const struct truth_plan plan = {method, 1e-6, h, 1};
	struct truth_machine machine;
	struct errors e = {0, 0, 0};
	truth_open(&machine, &p);
	assert_true(truth_start(&machine, &p, &plan) >= 0);
	const int n = (int)lround(plan.stop / h);
	for (int i = 1; i <= n; i++) {
		const double t = i * h, wanted = 0.5 * sin(10 * (t - h));
		set_input(&machine, "wanted", &wanted, 0);
		advance(&machine, t);
		if (i > 20) {
			e.position = fmax(e.position, fabs(truth_get(&machine, "joints.axle.angle") - 0.5 * sin(10 * t)));
			e.speed = fmax(e.speed, fabs(truth_get(&machine, "joints.axle.speed") - 5 * cos(10 * t)));
			e.effort = fmax(e.effort, fabs(truth_get(&machine, "drivers.motor.effort") + 50 * sin(10 * t)));
		}
	}
	truth_close(&machine);
	if (truth_tells()) {
		print_message("  %-17s step %-6g errors: angle %.2g, speed %.2g, effort %.2g\n", method, h, e.position, e.speed,
		              e.effort);
	}
	return e;
}

/* The importer sets the value of a step's beginning, so the joint may be late by one step, and a
 * second difference later by another two: errors of up to 5 steps times the next derivative. */
static void check_wheel(const char *method)
{
	static const double steps[] = {5e-3, 2e-3, 1e-3, 1e-4};
	for (int k = 0; k < (SLOW_BUILD ? 3 : 4); k++) {
		const double h = steps[k];
		const struct errors e = wheel_errors(method, h);
		assert_small(e.position, 5 * h * 5);
		assert_small(e.speed, 5 * h * 50);
		assert_small(e.effort, 5 * h * 500);
	}
}

static void values_alone_give_the_effort_to_first_order_of_the_step(void **state)
{
	(void)state;
	for (int k = 0; k < TRUTH_METHODS; k++) {
		check_wheel(truth_methods[k]);
	}
}

static void halving_the_step_halves_the_error_of_the_effort(void **state)
{
	(void)state;
	const struct errors coarse = wheel_errors("radau", 4e-3), fine = wheel_errors("radau", 2e-3);
	assert_true(fine.effort < 0.6 * coarse.effort);
	assert_true(fine.position < 0.6 * coarse.position);
}

/* ---- the steering of a suspension: derivatives given by the importer are the truth, values alone come near it ---- */

enum { STEERING_STEPS = 200 };

/* the rack's effort at the ends of steps, over 0.8 s */
static void steer(int derivatives, int refinement, double *effort)
{
	struct truth_problem p = {.title = "steering", .file = "../../../examples/double_wishbone/double_wishbone"};
	const struct truth_plan plan = {"radau", 1e-6, 0, 0};
	struct truth_machine machine;
	const double h = 0.8 / (STEERING_STEPS * refinement);
	truth_open(&machine, &p);
	assert_true(truth_start(&machine, &p, &plan) >= 0);
	for (int i = 1; i <= STEERING_STEPS * refinement; i++) {
		/* 0.01 (1 - cos 10 t) */
		const double x = 10 * (i - 1) * h, u[] = {0.01 - 0.01 * cos(x), 0.1 * sin(x), cos(x), -10 * sin(x)};
		set_input(&machine, "rack_position", u, derivatives);
		advance(&machine, i * h);
		if (i % refinement == 0) {
			effort[i / refinement - 1] = truth_get(&machine, "drivers.steer.effort");
		}
	}
	truth_close(&machine);
}

/* largest difference after the first tenth; largest truth */
static double difference(const double *effort, const double *truth, double *range)
{
	double most = 0;
	*range = 0;
	for (int i = STEERING_STEPS / 10; i < STEERING_STEPS; i++) {
		most = fmax(most, fabs(effort[i] - truth[i]));
		*range = fmax(*range, fabs(truth[i]));
	}
	return most;
}

static void a_steering_rack_moved_by_values_needs_the_force_of_the_true_motion(void **state)
{
	(void)state;
	static double truth[STEERING_STEPS], coarse[STEERING_STEPS], fine[STEERING_STEPS];
	double range;
	/* also three derivatives are a motion of their own: it is left by u'''' h^2 / 2 */
	steer(3, 10, truth);
	steer(0, 1, coarse);
	steer(0, 4, fine);
	const double of_coarse = difference(coarse, truth, &range), of_fine = difference(fine, truth, &range);
	if (truth_tells()) {
		print_message("  steering: effort up to %g N, off by %g N at 4 ms, %g N at 1 ms\n", range, of_coarse, of_fine);
	}
	/* late by up to 5 steps of 1 ms at 10 rad/s; bound as for the wheel */
	assert_small(of_fine, 0.05 * range);
	assert_true(of_fine < 0.4 * of_coarse);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_alone_give_the_effort_to_first_order_of_the_step),
		cmocka_unit_test(halving_the_step_halves_the_error_of_the_effort),
		cmocka_unit_test(a_steering_rack_moved_by_values_needs_the_force_of_the_true_motion),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
