/* What the tolerance promises over long runs: the error at the end is in proportion to the
 * tolerance, and at most linear in the length of the run measured in the mechanism's own time,
 * whatever its units. The mechanism is a pendulum, the truth Jacobi's elliptic functions.
 *
 * Errors are those of angle and speed relative to their ranges, the larger of both: at the end of a
 * long run the motion is late or early, and one of them shows it. Allowed are 10 x tolerance in the
 * first ten swings, as everywhere, and one tolerance more for every further swing.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "assert_close.h"
#include "truth_motion.h"
#include "truth_run.h"

static const double g = 9.81;

/* ---- the pendulum; `number` is its length, 1 in the example. Released from the horizontal on the left. ---- */

/* a swing there and back */
static double swing(double length)
{
	return 4 * truth_pendulum_quarter(sqrt(g / length), truth_pi / 2);
}

static int bob_values(const struct truth_problem *p, double t, struct truth_value *values)
{
	const double w = sqrt(g / p->number), swings = fmax(1, t / swing(p->number) / truth_factor);
	double angle, speed;
	truth_pendulum(w, truth_pi / 2, t + 0.75 * swing(p->number), &angle, &speed);
	values[0] = (struct truth_value){"joints.pin.angle", angle, truth_pi * swings, 0};
	values[1] = (struct truth_value){"joints.pin.speed", speed, 2 * sqrt(2) * w * swings, 0};
	values[2] = (struct truth_value){"energies.balance_error", 0, g * p->number * swings, 0};
	return 3;
}

static const struct truth_problem example = {
	.title = "pendulum", .file = "../../../examples/pendulum/pendulum", .exact = bob_values, .number = 1};

static void the_exact_pendulum_obeys_its_equation(void **state)
{
	(void)state;
	const double w = sqrt(g), h = 1e-3;
	for (int i = 0; i < 50; i++) {
		const double t = 0.05 * i;
		double x[3], v[3];
		for (int k = 0; k < 3; k++) {
			truth_pendulum(w, truth_pi / 2, t + (k - 1) * h, &x[k], &v[k]);
		}
		/* fourth order: Hermite's formula; energy */
		assert_close((x[2] - x[0]) / (2 * h), (v[0] + 4 * v[1] + v[2]) / 6, 1e-9);
		assert_close(v[1] * v[1] / 2 - g * cos(x[1]), 0, 1e-12);
	}
	/* the example's period, from tables of K: 2.36784 s for 1 m */
	assert_close(swing(1), 4 * 1.85407467730137 / w, 1e-13);
}

/* ---- 1000 s: 422 swings ---- */

static void check_long(const char *method, double tolerance, double stop, struct truth_score *score)
{
	static const double times[] = {10, 30, 100, 300, 1000};
	struct truth_machine machine;
	truth_open(&machine, &example);
	struct truth_plan plan = {method, tolerance, 0, times[0]};
	int status = truth_start(&machine, &example, &plan);
	for (int k = 0; k < 5 && times[k] <= stop; k++) {
		plan.stop = times[k];
		status = status < 0 ? status : truth_advance(&machine, &plan);
		truth_judge(&machine, &example, &plan, status, score);
	}
	truth_close(&machine);
}

static void the_error_of_1000_seconds_is_at_most_linear_in_time(void **state)
{
	(void)state;
	struct truth_score score = truth_begin();
	for (int k = 0; k < TRUTH_METHODS; k++) {
		check_long(truth_methods[k], 1e-4, SLOW_BUILD ? 30 : 1000, &score);
	}
	truth_end(&score);
}

/* as long as takes some hundred thousand steps; in full all the way */
static void the_error_of_1000_seconds_is_at_most_linear_in_time_at_tight_tolerances(void **state)
{
	(void)state;
	struct truth_score score = truth_begin();
	for (int k = 0; k < TRUTH_METHODS; k++) {
		const int order = dae_methods[find_method(truth_methods[k])]->order;
		const double far = truth_is_full() || order > 4 ? 1000 : order == 4 ? 300 : 30;
		check_long(truth_methods[k], 1e-6, SLOW_BUILD ? 10 : far, &score);
	}
	check_long("radau", 1e-8, SLOW_BUILD ? 10 : 1000, &score);
	truth_end(&score);
}

static void the_communication_step_does_not_matter_in_long_runs(void **state)
{
	(void)state;
	static const double steps[] = {0.01, 1, 0};
	struct truth_score score = truth_begin();
	struct truth_machine machine;
	truth_open(&machine, &example);
	for (int k = 0; k < 3; k++) {
		const struct truth_plan plans[] = {
			{"generalized_alpha", 1e-4, steps[k], 200}, {"radau", 1e-6, steps[k], 200}, {"bdf", 1e-6, steps[k], 200}};
		for (int i = 0; i < 3; i++) {
			truth_run(&machine, &example, &plans[i], &score);
		}
	}
	truth_close(&machine);
	truth_end(&score);
}

/* ---- the same pendulum in microseconds and in hours: 100 swings ---- */

static void check_length(double length, struct truth_score *score)
{
	char text[512], title[64];
	(void)snprintf(text, sizeof text,
	               "mechanism: pendulum\n"
	               "gravity: [0, -9.81]\n"
	               "bodies: {bob: {mass: 1, inertia: 0, center: [%.17g, 0]}}\n"
	               "joints: {pin: {type: revolute, bodies: [ground, bob], at: [0, 0], offset: -pi/2}}\n"
	               "initial: {pin: {angle: -pi/2, speed: 0}}\n",
	               -length);
	(void)snprintf(title, sizeof title, "pendulum of %g m", length);
	const struct truth_problem p = {.title = title, .text = text, .exact = bob_values, .number = length};
	struct truth_machine machine;
	truth_open(&machine, &p);
	/* after 100.3 swings angle and speed are both far from zero */
	const double stop = 100.3 * swing(length);
	const struct truth_plan plans[] = {{"generalized_alpha", 1e-3, 0, stop},
	                                   {"energy_decaying", 1e-3, 0, stop},
	                                   {"radau", 1e-3, 0, stop},
	                                   {"radau", 1e-6, 0, stop},
	                                   {"bdf", 1e-3, 0, stop},
	                                   {"bdf", 1e-6, 0, stop}};
	for (int k = 0; k < 6; k++) {
		truth_run(&machine, &p, &plans[k], score);
	}
	truth_close(&machine);
}

static void the_promise_does_not_depend_on_the_unit_of_time(void **state)
{
	(void)state;
	struct truth_score score = truth_begin();
	check_length(1e-6, &score);
	check_length(1e-3, &score);
	check_length(1, &score);
	check_length(1e3, &score);
	check_length(1e6, &score);
	truth_end(&score);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_exact_pendulum_obeys_its_equation),
		cmocka_unit_test(the_error_of_1000_seconds_is_at_most_linear_in_time),
		cmocka_unit_test(the_error_of_1000_seconds_is_at_most_linear_in_time_at_tight_tolerances),
		cmocka_unit_test(the_communication_step_does_not_matter_in_long_runs),
		cmocka_unit_test(the_promise_does_not_depend_on_the_unit_of_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
