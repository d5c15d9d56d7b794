/* The algorithms on two masses, coupled by a spring and a damper as force and motion, against the
 * closed form of the whole.
 *
 * Unit a is the mass m1 under a force. Unit b is the mass m2 with the spring and the damper, whose
 * other end follows position and speed of a; it gives the force on a. With mu = m1 m2 / (m1 + m2)
 * the distance r = x1 - x2 follows mu r'' + c r' + k r = 0, and the center of mass moves uniformly.
 */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assert_close.h"
#include "host_coupling.h"
#include "system_fixture.h"

struct masses {
	double m1, m2, k, c;
};

/* x1 at a time after r = 1, r' = 0, x2 = 0 */
static double whole(struct masses p, double time)
{
	const double mu = p.m1 * p.m2 / (p.m1 + p.m2), decay = p.c / (2.0 * mu), square = p.k / mu - decay * decay;
	const double w = sqrt(fabs(square)), slow = w - decay, fast = -w - decay;
	const double r = square > 0.0 ? exp(-decay * time) * (cos(w * time) + decay / w * sin(w * time))
	                              : (slow * exp(fast * time) - fast * exp(slow * time)) / (slow - fast);
	return (p.m1 + p.m2 * r) / (p.m1 + p.m2);
}

static void write_halves(char *text, size_t size, struct masses p, const char *a, const char *b, const char *algorithm)
{
	(void)snprintf(text, size,
	               "system: halves\nunits:\n"
	               "  a: {file: %s.fmu, parameters: {A2: 1, B3: %.17g, C1: 1, C4: 1, x01: 1}}\n"
	               "  b: {file: %s.fmu, parameters: {A2: 1, A3: %.17g, A4: %.17g, B3: %.17g, B4: %.17g, C1: %.17g, C2: "
	               "%.17g, D1: %.17g, D2: %.17g}}\n"
	               "connections: [a.y1 -> b.u1, a.y2 -> b.u2, b.y1 -> a.u1]\n"
	               "outputs: [a.y1]\nalgorithm: {%s}\n",
	               a, 1.0 / p.m1, b, -p.k / p.m2, -p.c / p.m2, p.k / p.m2, p.c / p.m2, p.k, p.c, -p.k, -p.c, algorithm);
}

/* the largest error of a row; infinite where the run fails */
static double error_of(struct masses p, const char *a, const char *b, const char *algorithm, double h, double stop)
{
	char text[900], line[100];
	struct host_csv results;
	struct mech_message message = {""};
	write_halves(text, sizeof text, p, a, b, algorithm);
	(void)snprintf(line, sizeof line, "experiment: {stop: %.17g, step: %.17g}\n", stop, h);
	strcat(text, line);
	const int status = system_run(text, host_run_defaults(), &results, &message);
	double error = status == 0 ? 0.0 : INFINITY;
	for (int row = 0; row < results.n_rows; row++) {
		error = fmax(error, fabs(system_cell(&results, row, "a.y1") - whole(p, system_cell(&results, row, "time"))));
	}
	host_csv_free(&results);
	return error;
}

static const char *const names[] = {"jacobi", "gauss_seidel", "iterated", "newton"};

/* m1 = 1, m2 = ratio; build/coupling makes a page of what this prints */
static void the_error_falls_as_the_order_says(void **state)
{
	static const double ratios[] = {0.1, 1.0, 10.0};
	(void)state;
	for (int i = 0; i < 3; i++) {
		const struct masses p = {1.0, ratios[i], 5.0, 0.5};
		for (int n = 0; n < 4; n++) {
			for (int order = 0; order < 3; order++) {
				char algorithm[100];
				double error[2];
				(void)snprintf(algorithm, sizeof algorithm, "name: %s, order: %d, tolerance: 1e-10", names[n], order);
				for (int k = 0; k < 2; k++) {
					error[k] = error_of(p, "integrator", "linear", algorithm, ldexp(1.0, -7 - k), 1.0);
				}
				const double found = log2(error[0] / error[1]);
				print_message("order m2/m1 %4g %-14s %d %10.2e %10.2e %5.2f\n", ratios[i], names[n], order, error[0],
				              error[1], found);
				assert_close(found, order + 1.0, 0.25);
			}
		}
	}
}

/* units that neither interpolate nor give derivatives get the mean of the line */
static void units_that_can_do_little_have_the_order_too(void **state)
{
	static const struct masses p = {2.0, 1.0, 5.0, 0.5};
	(void)state;
	for (int n = 0; n < 4; n++) {
		char algorithm[100];
		double error[2];
		(void)snprintf(algorithm, sizeof algorithm, "name: %s, order: 0, tolerance: 1e-10", names[n]);
		for (int k = 0; k < 2; k++) {
			error[k] = error_of(p, "blunt", "blunt", algorithm, ldexp(1.0, -6 - k), 1.0);
		}
		assert_close(log2(error[0] / error[1]), 1.0, 0.25);
	}
}

/* the halves of one spring and mass: a, with mass m1, gives acceleration and position, b the force
 * -m2 x1'' - k x1. What goes round is multiplied by m2 / m1, however short the steps are; together
 * they are (m1 + m2) x'' + k x = 0 */
static double rigid_error(double m2, const char *algorithm)
{
	char text[900];
	struct host_csv results;
	struct mech_message message = {""};
	(void)snprintf(text, sizeof text,
	               "system: rigid\nunits:\n"
	               "  a: {file: linear.fmu, parameters: {A2: 1, B3: 1, C3: 1, D1: 1, x01: 1}}\n"
	               "  b: {file: linear.fmu, parameters: {D1: %.17g, D2: %.17g}}\n"
	               "connections: [a.y1 -> b.u1, a.y2 -> b.u2, b.y1 -> a.u1]\n"
	               "outputs: [a.y2]\nalgorithm: {name: %s}\nexperiment: {stop: 2, step: 0.03125}\n",
	               -m2, -(1.0 + m2), algorithm);
	const int status = system_run(text, host_run_defaults(), &results, &message);
	const double error = status == 0 ? fabs(system_last(&results, "a.y2") - cos(2.0)) : INFINITY;
	host_csv_free(&results);
	return error;
}

static void newton_is_stable_where_others_blow_up(void **state)
{
	static const double ratios[] = {0.1, 1.0, 10.0};
	(void)state;
	for (int k = 0; k < 3; k++) {
		for (int n = 0; n < 4; n++) {
			const double error = rigid_error(ratios[k], names[n]);
			print_message("rigid m2/m1 %4g %-14s %10.2e\n", ratios[k], names[n], error);
			if (n == 3 || ratios[k] < 1.0) {
				assert_true(error < 1e-2);
			} else if (ratios[k] > 1.0) {
				assert_false(error < 1.0);
			}
		}
	}
}

static void newton_works_with_differences_alone(void **state)
{
	static const struct masses p = {2.0, 1.0, 5.0, 0.5};
	(void)state;
	const double derivatives = error_of(p, "integrator", "linear", "name: newton", 0.0625, 2.0);
	const double differences = error_of(p, "silent", "silent", "name: newton", 0.0625, 2.0);
	assert_close(derivatives, differences, 1e-5);
	assert_true(derivatives < 1e-2);
}

static void auto_takes_newton_for_loops_of_units_that_go_back(void **state)
{
	static const struct masses p = {2.0, 1.0, 5.0, 0.5};
	(void)state;
	assert_true(error_of(p, "integrator", "linear", "name: auto", 0.0625, 1.0) ==
	            error_of(p, "integrator", "linear", "name: newton", 0.0625, 1.0));
	assert_true(error_of(p, "plain", "linear", "name: auto", 0.0625, 1.0) ==
	            error_of(p, "plain", "linear", "name: gauss_seidel", 0.0625, 1.0));
}

/* ---- algebraic loops: y = D u on both sides */

static const char loop[] = "system: loop\nunits:\n  a: {file: %s.fmu, parameters: {D1: %g, D2: 1, u2: 1}}\n"
						   "  b: {file: %s.fmu, parameters: {D1: %g}}\nconnections: [a.y1 -> b.u1, b.y1 -> a.u1]\n"
						   "algorithm: {name: %s}\nexperiment: {stop: 0.5, step: 0.125}\n";

/* a = d1 b + 1, b = d2 a; products above 1 diverge where values only go round */
static void algebraic_loops_are_solved_at_the_start_and_on_the_way(void **state)
{
	static const double gains[][2] = {{0.5, 0.5}, {3.0, -2.0}, {-4.0, 5.0}};
	static const char *const units[] = {"linear", "blunt"};
	(void)state;
	for (int k = 0; k < 3; k++) {
		for (int u = 0; u < 2; u++) {
			char text[500];
			struct host_csv results;
			(void)snprintf(text, sizeof text, loop, units[u], gains[k][0], units[u], gains[k][1], "newton");
			system_runs(text, &results);
			const double expected = 1.0 / (1.0 - gains[k][0] * gains[k][1]);
			for (int row = 0; row < results.n_rows; row++) {
				assert_close(system_cell(&results, row, "a.y1"), expected, 1e-6);
			}
			host_csv_free(&results);
		}
	}
}

static void a_loop_without_solution_is_an_error(void **state)
{
	char text[500];
	struct host_csv results;
	struct mech_message message = {""};
	(void)state;
	/* a = 2 b + 1, b = a / 2 */
	(void)snprintf(text, sizeof text, loop, "linear", 2.0, "linear", 0.5, "newton");
	assert_int_equal(system_run(text, host_run_defaults(), &results, &message), -1);
	assert_non_null(
		strstr(message.text, "initialization failed at time 0: algebraic loop a.y1 -> b.u1 -> b.y1 -> a.u1: "));
	host_csv_free(&results);
}

static void an_iteration_that_misses_its_tolerance_is_an_error(void **state)
{
	static const struct masses p = {1.0, 1.0, 100.0, 60.0};
	char text[900];
	struct host_csv results;
	struct mech_message message = {""};
	(void)state;
	write_halves(text, sizeof text, p, "integrator", "linear", "name: iterated, order: 1, iterations: 5");
	strcat(text, "experiment: {stop: 1, step: 0.125}\n");
	assert_int_equal(system_run(text, host_run_defaults(), &results, &message), -1);
	assert_non_null(strstr(message.text, "the step failed at time 0: the loop through unit '"));
	assert_non_null(strstr(message.text, "after 5 iterations, the tolerance is 1e-06; newton converges where"));
	host_csv_free(&results);
}

static void a_unit_that_refuses_to_go_back_is_named(void **state)
{
	static const char text[] =
		"system: s\nunits:\n  a: {file: linear.fmu, parameters: {A1: -1, B1: 1, C1: 1, x01: 1}}\n"
		"  b: {file: linear.fmu, parameters: {A1: -1, B1: 1, C1: 1, behaviour: 6}}\n"
		"connections: [a.y1 -> b.u1, b.y1 -> a.u1]\nalgorithm: {name: iterated}\n"
		"experiment: {stop: 1, step: 0.125}\n";
	struct host_csv results;
	struct mech_message message = {""};
	(void)state;
	assert_int_equal(system_run(text, host_run_defaults(), &results, &message), -1);
	assert_string_equal(
		message.text, "the step failed at time 0.375: unit 'b': going back failed at time 0.375: there is no way back");
	assert_int_equal(results.n_rows, 4);
	host_csv_free(&results);
}

/* ---- adaptive steps */

/* the same masses, the first one tied to the ground by a spring and a damper of its own, k0 and c0:
 * all motion dies out. Positions and speeds after a time, by the Runge-Kutta method of order 4 with
 * short steps */
static const struct masses tied = {1.0, 1.0, 100.0, 4.0};
static const double k0 = 50.0, c0 = 8.0;

static void tied_slope(const double x[4], double dx[4])
{
	const double force = tied.k * (x[0] - x[2]) + tied.c * (x[1] - x[3]);
	dx[0] = x[1];
	dx[1] = (-k0 * x[0] - c0 * x[1] - force) / tied.m1;
	dx[2] = x[3];
	dx[3] = force / tied.m2;
}

static void tied_step(double x[4], double h)
{
	double k[4][4], at[4];
	for (int stage = 0; stage < 4; stage++) {
		for (int i = 0; i < 4; i++) {
			at[i] = x[i] + (stage == 0 ? 0.0 : stage == 3 ? h * k[2][i] : h / 2.0 * k[stage - 1][i]);
		}
		tied_slope(at, k[stage]);
	}
	for (int i = 0; i < 4; i++) {
		x[i] += h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
	}
}

/* the largest error of a row, and how many steps unit a has made */
static double dying_error(const char *algorithm, double *steps)
{
	char text[900];
	struct host_csv results;
	double worst = 0.0, x[4] = {1.0, 0.0, 0.0, 0.0};
	(void)snprintf(
		text, sizeof text,
		"system: tied\nunits:\n"
		"  a: {file: linear.fmu, parameters: {A2: 1, A3: %g, A4: %g, B3: 1, C1: 1, C4: 1, x01: 1}}\n"
		"  b: {file: linear.fmu, parameters: {A2: 1, A3: -100, A4: -4, B3: 100, B4: 4, C1: 100, C2: 4, D1: -100, "
		"D2: -4}}\n"
		"connections: [a.y1 -> b.u1, a.y2 -> b.u2, b.y1 -> a.u1]\noutputs: [a.y1, a.count]\n"
		"algorithm: {%s}\nexperiment: {stop: 20, step: 1}\n",
		-k0, -c0, algorithm);
	system_runs(text, &results);
	for (int row = 0; row < results.n_rows; row++) {
		worst = fmax(worst, fabs(system_cell(&results, row, "a.y1") - x[0]));
		for (int n = 0; n < 1000; n++) {
			tied_step(x, 1.0 / 1000);
		}
	}
	*steps = system_last(&results, "a.count");
	host_csv_free(&results);
	return worst;
}

static void adaptive_steps_need_a_third_of_the_fixed_ones(void **state)
{
	static const char *const tolerances[] = {"1e-3", "1e-4"};
	(void)state;
	for (int k = 0; k < 2; k++) {
		char algorithm[200];
		double steps, all;
		(void)snprintf(algorithm, sizeof algorithm, "name: newton, steps: adaptive, step: 0.01, tolerance: %s",
		               tolerances[k]);
		const double adaptive = dying_error(algorithm, &steps);
		/* three times as many steps of one length: still a larger error */
		(void)snprintf(algorithm, sizeof algorithm, "name: newton, step: %.17g, tolerance: 1e-8", 20.0 / (3.0 * steps));
		const double fixed = dying_error(algorithm, &all);
		print_message("steps %s %g %.2e %g %.2e\n", tolerances[k], steps, adaptive, all, fixed);
		assert_true(all >= 3.0 * steps);
		assert_true(adaptive < fixed);
		assert_true(adaptive < 5.0 * strtod(tolerances[k], NULL));
	}
}

static void the_tolerance_bounds_the_error_of_every_algorithm(void **state)
{
	(void)state;
	for (int n = 0; n < 4; n++) {
		double before = 1.0;
		for (int k = 0; k < 2; k++) {
			char algorithm[200];
			double steps;
			(void)snprintf(algorithm, sizeof algorithm, "name: %s, steps: adaptive, step: 0.01, tolerance: %s",
			               names[n], k == 0 ? "1e-3" : "1e-5");
			const double error = dying_error(algorithm, &steps);
			print_message("%-14s %g steps, error %.2e\n", names[n], steps, error);
			assert_true(error < (k == 0 ? 2e-2 : 2e-4));
			assert_true(error < before / 10.0);
			before = error;
		}
	}
}

/* ---- power */

/* a mass and a damper: with the speed at the end of a step, and the force of its beginning, the
 * pair loses c h / 2 times the change of v^2; all h add up */
static void power_that_the_coupling_loses_is_counted(void **state)
{
	static const char text[] = "system: brake\nunits:\n  a: {file: mass.fmu, parameters: {B1: 0.5, C1: 1, x01: 3}}\n"
							   "  b: {file: damper.fmu, parameters: {D1: -4}}\n"
							   "connections: [a.y1 -> b.u1, b.y1 -> a.u1]\n"
							   "algorithm: {name: gauss_seidel, order: 0, step: 0.125}\n";
	struct mech_message message = {""};
	double reached, v = 3.0;
	(void)state;
	struct host_system *s = system_open(host_folder_put("system.yaml", text, sizeof text - 1));
	struct host_coupling *c = host_coupling_create(s);
	assert_non_null(c);
	assert_int_equal(c->powers.n, 1);
	assert_int_equal(host_coupling_load(c, &message), 0);
	assert_int_equal(host_coupling_instantiate(c), 0);
	assert_int_equal(host_coupling_setup(c, 0, 0.0, 0.0, 1.0), 0);
	assert_int_equal(host_coupling_enter(c), 0);
	assert_int_equal(host_coupling_start(c, 0.0), 0);
	for (int k = 0; k < 8; k++) {
		assert_int_equal(host_coupling_step(c, 0.125 * k, 0.125, &reached), 0);
		v *= 1.0 - 0.5 * 4.0 * 0.125;
	}
	assert_close(c->powers.list[0].created, -0.125 * 4.0 / 2.0 * (9.0 - v * v), 1e-12);
	assert_int_equal(host_coupling_terminate(c), 0);
	host_coupling_free(c);
	host_system_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_error_falls_as_the_order_says),
		cmocka_unit_test(units_that_can_do_little_have_the_order_too),
		cmocka_unit_test(newton_is_stable_where_others_blow_up),
		cmocka_unit_test(newton_works_with_differences_alone),
		cmocka_unit_test(auto_takes_newton_for_loops_of_units_that_go_back),
		cmocka_unit_test(algebraic_loops_are_solved_at_the_start_and_on_the_way),
		cmocka_unit_test(a_loop_without_solution_is_an_error),
		cmocka_unit_test(an_iteration_that_misses_its_tolerance_is_an_error),
		cmocka_unit_test(a_unit_that_refuses_to_go_back_is_named),
		cmocka_unit_test(adaptive_steps_need_a_third_of_the_fixed_ones),
		cmocka_unit_test(the_tolerance_bounds_the_error_of_every_algorithm),
		cmocka_unit_test(power_that_the_coupling_loses_is_counted),
	};
	return cmocka_run_group_tests(tests, system_setup, host_folder_teardown);
}
