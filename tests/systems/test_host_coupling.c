/* The algorithms on two masses, coupled by a spring and a damper as force and motion, against the closed form of the whole.
 *
 * Unit a is the mass m1 under a force. Unit b is the mass m2 with the spring and the damper, whose other end follows position and speed
 * of a; it gives the force on a. With mu = m1 m2 / (m1 + m2) the distance r = x1 - x2 follows mu r'' + c r' + k r = 0, and the
 * center of mass moves uniformly.
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

/* the error at the stop time; infinite where the run fails */
static double error_of(struct masses p, const char *a, const char *b, const char *algorithm, double h, double stop)
{
	char text[900], line[100];
	struct host_csv results;
	struct mech_message message = {""};
	write_halves(text, sizeof text, p, a, b, algorithm);
	(void)snprintf(line, sizeof line, "experiment: {stop: %.17g, step: %.17g}\n", stop, h);
	strcat(text, line);
	const int status = system_run(text, host_run_defaults(), &results, &message);
	const double error = status == 0 ? fabs(system_last(&results, "a.y1") - whole(p, stop)) : INFINITY;
	host_csv_free(&results);
	return error;
}

static const char *const names[] = {"jacobi", "gauss_seidel", "iterated", "newton"};

static void the_error_falls_as_the_order_says(void **state)
{
	static const struct masses p = {2.0, 1.0, 5.0, 0.5};
	(void)state;
	for (int n = 0; n < 4; n++) {
		for (int order = 0; order < 3; order++) {
			char algorithm[100];
			double error[2];
			(void)snprintf(algorithm, sizeof algorithm, "name: %s, order: %d, tolerance: 1e-10", names[n], order);
			for (int k = 0; k < 2; k++) {
				error[k] = error_of(p, "integrator", "linear", algorithm, ldexp(1.0, -6 - k), 1.0);
			}
			print_message("%-14s %d %10.2e %10.2e %5.2f\n", names[n], order, error[0], error[1],
			              log2(error[0] / error[1]));
			assert_close(log2(error[0] / error[1]), order + 1.0, 0.25);
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

/* the halves of one spring and mass: a, with mass m1, gives acceleration and position, b the force -m2 x1'' - k x1. What goes
 * round is multiplied by m2 / m1, however short the steps are; together they are (m1 + m2) x'' + k x = 0 */
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
			print_message("m2/m1 %4g %-14s %10.2e\n", ratios[k], names[n], error);
			if (n == 3 || ratios[k] < 1.0) {
				assert_true(error < 1e-2);
			} else if (ratios[k] > 1.0) {
				assert_false(error < 1.0);
			}
		}
	}
}

static void the_order_does_not_depend_on_the_masses(void **state)
{
	static const double ratios[] = {0.1, 1.0, 10.0};
	(void)state;
	for (int k = 0; k < 3; k++) {
		const struct masses p = {1.0, ratios[k], 5.0, 0.5};
		for (int n = 0; n < 4; n += 3) {
			char algorithm[100];
			double error[2];
			(void)snprintf(algorithm, sizeof algorithm, "name: %s, tolerance: 1e-10", names[n]);
			for (int i = 0; i < 2; i++) {
				error[i] = error_of(p, "integrator", "linear", algorithm, ldexp(1.0, -7 - i), 0.75);
			}
			print_message("m2/m1 %4g %-14s %10.2e %10.2e %5.2f\n", ratios[k], names[n], error[0], error[1],
			              log2(error[0] / error[1]));
			assert_close(log2(error[0] / error[1]), 2.0, 0.25);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_error_falls_as_the_order_says),
		cmocka_unit_test(units_that_can_do_little_have_the_order_too),
		cmocka_unit_test(the_order_does_not_depend_on_the_masses),
		cmocka_unit_test(newton_is_stable_where_others_blow_up),
		cmocka_unit_test(newton_works_with_differences_alone),
		cmocka_unit_test(auto_takes_newton_for_loops_of_units_that_go_back),
		cmocka_unit_test(algebraic_loops_are_solved_at_the_start_and_on_the_way),
		cmocka_unit_test(a_loop_without_solution_is_an_error),
		cmocka_unit_test(an_iteration_that_misses_its_tolerance_is_an_error),
		cmocka_unit_test(a_unit_that_refuses_to_go_back_is_named),
	};
	return cmocka_run_group_tests(tests, system_setup, host_folder_teardown);
}
