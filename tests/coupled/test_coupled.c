/* examples/systems/arm_with_controller: the four-bar linkage and the PID controller, coupled by
 * every algorithm. The error against the closed loop, computed as one system, falls with the
 * communication step as the order says; the table is printed.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "assert_close.h"
#include "examples/four_bar_reference.h"
#include "host/host_folder.h"
#include "slow_build.h"
#include "systems/system_fixture.h"

static const double kp = 1, ki = 2, kd = 0.1, filter_time = 0.1, setpoint = 2.5;
static const double stop = 0.5, coarse_step = 0.005;
enum { N_STEP_SIZES = SLOW_BUILD ? 2 : 3 };

/* ---- the closed loop as one system */

struct loop {
	struct four_bar_state bar;
	double i, x;
};

static double loop_command(struct loop s)
{
	double e = setpoint - s.bar.angle;
	return kp * e + s.i + kd * (e - s.x) / filter_time;
}

static struct loop loop_slope(struct loop s)
{
	double e = setpoint - s.bar.angle;
	return (struct loop){four_bar_slope(s.bar, loop_command(s)), ki * e, (e - s.x) / filter_time};
}

static struct loop loop_moved(struct loop s, struct loop slope, double h)
{
	return (struct loop){four_bar_moved(s.bar, slope.bar, h), s.i + h * slope.i, s.x + h * slope.x};
}

static struct loop loop_run(int steps)
{
	double h = stop / steps, start = acos(-1) / 2;
	struct loop s = {{start, 0}, 0, setpoint - start};
	for (int k = 0; k < steps; k++) {
		struct loop k1 = loop_slope(s);
		struct loop k2 = loop_slope(loop_moved(s, k1, h / 2));
		struct loop k3 = loop_slope(loop_moved(s, k2, h / 2));
		struct loop k4 = loop_slope(loop_moved(s, k3, h));
		s = loop_moved(loop_moved(loop_moved(loop_moved(s, k1, h / 6), k2, h / 3), k3, h / 3), k4, h / 6);
	}
	return s;
}

/* ---- the same as two units */

static struct four_bar_state run(const char *algorithm, double step)
{
	char text[1200];
	struct host_csv results;
	(void)snprintf(
		text, sizeof text,
		"system: loop\nunits:\n"
		"  arm: {file: %s/examples/four_bar/four_bar.yaml, parameters: {solver.method: radau, solver.tolerance: %g}}\n"
		"  pid: {file: %s, parameters: {kp: %g, ki: %g, kd: %g, filter_time: %g, setpoint: %g}}\n"
		"connections:\n  - arm.joints.crank_bearing.angle -> pid.measured\n  - pid.command -> arm.motor_torque\n"
		"outputs: {angle: arm.joints.crank_bearing.angle, speed: arm.joints.crank_bearing.speed}\n"
		"algorithm: {%s, step: %.17g}\nexperiment: {stop: %g, step: 0.1}\n",
		MECHFMU_SOURCE_DIR, SLOW_BUILD ? 1e-6 : 1e-9, COUPLED_PID_FMU, kp, ki, kd, filter_time, setpoint, algorithm,
		step, stop);
	system_runs(text, &results);
	const struct four_bar_state end = {system_last(&results, "angle"), system_last(&results, "speed")};
	host_csv_free(&results);
	return end;
}

/* of angle (rad) and speed (rad/s), the larger */
static double error_of(struct four_bar_state s, struct four_bar_state truth)
{
	return fmax(fabs(s.angle - truth.angle), fabs(s.speed - truth.speed));
}

/* one row of the table; the order between the two smallest steps */
static double measure(const char *algorithm, struct four_bar_state truth)
{
	double error = 0, before = 0;
	print_message("%-44s", algorithm);
	for (int i = 0; i < N_STEP_SIZES; i++) {
		before = error;
		error = error_of(run(algorithm, ldexp(coarse_step, -i)), truth);
		print_message(" %9.2e", error);
	}
	print_message(" %6.2f\n", log2(before / error));
	return log2(before / error);
}

static void the_error_falls_with_the_communication_step_as_the_order_says(void **state)
{
	static const char *const names[] = {"jacobi", "gauss_seidel", "iterated", "newton"};
	struct four_bar_state truth = loop_run(10000).bar;
	(void)state;
	assert_small(error_of(loop_run(5000).bar, truth), 1e-9);
	for (int order = 0; order < 2; order++) {
		for (int n = 0; n < 4; n++) {
			char algorithm[100];
			(void)snprintf(algorithm, sizeof algorithm, "name: %s, order: %d, tolerance: %s", names[n], order,
			               SLOW_BUILD ? "1e-6" : "1e-8");
			const double found = measure(algorithm, truth);
			/* the coarse steps of slow builds show no more than that it falls */
			if (!SLOW_BUILD) {
				assert_close(found, order + 1.0, 0.25);
			}
			assert_true(found > 0.25);
		}
	}
}

static void the_file_of_the_example_runs(void **state)
{
	struct host_run_options options = host_run_defaults();
	struct mech_message message = {""}, unread;
	struct host_csv results;
	(void)state;
	struct host_system *s = system_open(COUPLED_SSP);
	options.output_file = host_folder_path("results.csv");
	assert_int_equal(host_system_run(s, &options, &message), 0);
	host_system_free(s);
	struct host_text csv = host_folder_get(options.output_file);
	assert_int_equal(host_csv_read("results.csv", csv.bytes, csv.size, &results, &unread), 0);
	host_text_free(&csv);
	const struct four_bar_state end = {system_last(&results, "arm.joints.crank_bearing.angle"),
	                                   system_last(&results, "arm.joints.crank_bearing.speed")};
	assert_small(error_of(end, loop_run(10000).bar), 2e-3);
	host_csv_free(&results);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_error_falls_with_the_communication_step_as_the_order_says),
		cmocka_unit_test(the_file_of_the_example_runs),
	};
	return cmocka_run_group_tests(tests, host_folder_setup, host_folder_teardown);
}
