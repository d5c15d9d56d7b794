/* The energy-decaying scheme: constraints, its factor on oscillators, decay of energy, tolerance, dead centres. Orders:
 * test_dae_convergence.c. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <complex.h>

#include "assert_close.h"
#include "dae_method_table.h"
#include "dead_centre.h"
#include "linear_system.h"
#include "method_run.h"

static void both_constraint_levels_are_met_at_the_end(void **state)
{
	struct pendulum_errors e = pendulum_run(&dae_energy_decaying, DAE_STABILIZED, 0.8, 5e-3, 1);
	(void)state;
	assert_small(e.position_residual, 1e-12);
	assert_small(e.velocity_residual, 1e-10);
}

static void a_constraint_written_three_times_gives_the_same_motion(void **state)
{
	struct pendulum_errors once = pendulum_run(&dae_energy_decaying, DAE_STABILIZED, 0.8, 2e-3, 1);
	struct pendulum_errors thrice = pendulum_run(&dae_energy_decaying, DAE_STABILIZED, 0.8, 2e-3, 3);
	(void)state;
	assert_close(thrice.q, once.q, 1e-10);
	assert_close(thrice.lambda, once.lambda, 1e-7);
}

/* ---- linear oscillators: omega q + i v is multiplied by R(-i omega h) in each step ---- */

static double complex factor_of_one_step(double radius, double omega, double h)
{
	double stiffness = omega * omega;
	struct linear l;
	struct method_run r;
	linear_make(&l, 1, &stiffness, NULL);
	method_begin(&r, &l.system, &dae_energy_decaying, 1e-10);
	r.options.fixed_step = h;
	r.options.spectral_radius = radius;
	r.s.q[0] = 1 / omega;
	method_advance(&r, h);
	double complex factor = omega * r.s.q[0] + I * r.s.v[0];
	method_end(&r);
	return factor;
}

static double complex rational_approximation(double radius, double complex z)
{
	double alpha = (1 - radius) / (1 + radius);
	return (1 + (0.5 - alpha / 6) * z + (1 - alpha) * z * z / 12) /
	       (1 - (0.5 + alpha / 6) * z + (1 + alpha) * z * z / 12);
}

static void a_step_on_an_oscillator_is_the_rational_approximation(void **state)
{
	(void)state;
	for (double radius = 0; radius < 1.1; radius += 0.25) {
		for (double omega = 0.01; omega < 2e4; omega *= 3) {
			double complex factor = factor_of_one_step(radius, omega, 1);
			/* the iteration ends at a hundredth of the tolerance, 1e-10, times the acceleration omega */
			assert_small(cabs(factor - rational_approximation(radius, -I * omega)), 1e-10 + 1e-12 * omega);
		}
	}
}

static void linear_systems_are_solved_with_third_order_and_without_damping_with_fourth(void **state)
{
	static const double radii[] = {0, 0.5, 1};
	static const double orders[] = {3, 3, 4};
	(void)state;
	for (int k = 0; k < 3; k++) {
		double coarse = cabs(factor_of_one_step(radii[k], 1, 0.2) - cexp(-0.2 * I));
		double fine = cabs(factor_of_one_step(radii[k], 1, 0.1) - cexp(-0.1 * I));
		assert_close(log2(coarse / fine), orders[k] + 1, 0.1);
	}
}

static void the_highest_frequencies_are_damped_by_the_spectral_radius(void **state)
{
	(void)state;
	for (double radius = 0; radius < 1.1; radius += 0.25) {
		assert_close(cabs(factor_of_one_step(radius, 1e5, 1)), radius, 1e-3);
	}
}

/* ---- energy ---- */

/* three masses with omega up to 100, h omega up to 1000, on springs or on springs and a constraint: step by step the
 * energy does not grow, and without damping it stays */
static void assert_decays(const double *row, double radius, double h)
{
	static const double stiffness[] = {30, -10, 0, -10, 1e4, -3, 0, -3, 5};
	struct linear l;
	struct method_run r;
	linear_make(&l, 3, stiffness, row);
	method_begin(&r, &l.system, &dae_energy_decaying, 1e-10);
	r.options.fixed_step = h;
	r.options.spectral_radius = radius;
	r.s.q[0] = r.s.q[2] = 1;
	r.s.v[1] = 1;
	r.s.v[2] = 2;
	double start = linear_energy(&l, r.s.q, r.s.v);
	double energy = start;
	for (int k = 1; k <= 200; k++) {
		method_advance(&r, k * h);
		double next = linear_energy(&l, r.s.q, r.s.v);
		assert_true(next <= energy + 1e-9 * start);
		assert_true(radius < 1 || next >= energy - 1e-9 * start);
		energy = next;
	}
	method_end(&r);
}

static void energy_never_grows_whatever_the_step(void **state)
{
	static const double row[] = {1, 2, -1};
	(void)state;
	for (double radius = 0; radius < 1.1; radius += 0.25) {
		for (double h = 1e-3; h < 20; h *= 10) {
			assert_decays(NULL, radius, h);
			assert_decays(row, radius, h);
		}
	}
}

/* ---- step control, singular positions ---- */

static void the_error_at_the_end_follows_the_tolerance(void **state)
{
	(void)state;
	assert_follows_the_tolerance(&dae_energy_decaying, DAE_STABILIZED, 1, 1e-3, 1e-6, 30);
}

static void every_step_passes_the_dead_centre(void **state)
{
	(void)state;
	assert_passes_with_any_step(&dae_energy_decaying, DAE_STABILIZED, 0, 0.4);
	assert_passes_with_any_step(&dae_energy_decaying, DAE_STABILIZED, 0.8, 0.4);
	assert_passes_with_any_step(&dae_energy_decaying, DAE_STABILIZED, 1, 0.4);
}

static void every_tolerance_passes_the_dead_centre(void **state)
{
	(void)state;
	assert_passes_with_any_tolerance(&dae_energy_decaying, 0.8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_constraint_levels_are_met_at_the_end),
		cmocka_unit_test(a_constraint_written_three_times_gives_the_same_motion),
		cmocka_unit_test(a_step_on_an_oscillator_is_the_rational_approximation),
		cmocka_unit_test(linear_systems_are_solved_with_third_order_and_without_damping_with_fourth),
		cmocka_unit_test(the_highest_frequencies_are_damped_by_the_spectral_radius),
		cmocka_unit_test(energy_never_grows_whatever_the_step),
		cmocka_unit_test(the_error_at_the_end_follows_the_tolerance),
		cmocka_unit_test(every_step_passes_the_dead_centre),
		cmocka_unit_test(every_tolerance_passes_the_dead_centre),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
