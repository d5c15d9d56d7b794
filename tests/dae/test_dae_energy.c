/* Energy along steps: integrals of known powers, what a step may change of the balance, and drift taken back. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_close.h"
#include "dae_energy.h"

/* powers along t: e^-t turned into heat, a polynomial of degree 4 brought in */
static struct dae_energy powers(double t)
{
	return (struct dae_energy){.heat = exp(-t), .supply = 5 * pow(t, 4)};
}

/* steps of one size or of sizes that alternate, from 0 to 1 */
static struct dae_work integrate(int n, double ratio)
{
	struct dae_work work = {0};
	double t = 0;
	for (int i = 0; i < n; i++) {
		struct dae_exchange x = {.h = 2.0 / n * (i % 2 ? ratio : 1) / (1 + ratio), .start = powers(t)};
		x.end = powers(t + x.h);
		dae_energy_quadrature(&work, &x);
		dae_energy_add(&work, &x);
		t += x.h;
	}
	assert_close(t, 1, 1e-12);
	return work;
}

static void powers_are_integrated_with_third_order_from_the_first_step_on(void **state)
{
	(void)state;
	for (double ratio = 1; ratio <= 2; ratio++) {
		const struct dae_work coarse = integrate(40, ratio), fine = integrate(80, ratio);
		const double heat = 1 - exp(-1);
		/* the first steps have less of a past: of second order, their number does not grow */
		assert_small(fine.heat - heat, 1e-6);
		assert_true(fabs(fine.heat - heat) < fabs(coarse.heat - heat) / 6);
	}
}

/* five points determine a polynomial of degree 4 */
static void a_long_past_integrates_a_polynomial_without_error(void **state)
{
	(void)state;
	struct dae_work work = {.past = DAE_ENERGY_PAST};
	const double ago[DAE_ENERGY_PAST] = {0.1, 0.25, 0.3}, h = 0.2;
	for (int i = 0; i < DAE_ENERGY_PAST; i++) {
		work.ago[i] = ago[i];
		work.supply_power[i] = powers(1 - ago[i]).supply;
	}
	assert_true(dae_energy_valid(&work));
	struct dae_exchange x = {.h = h, .start = powers(1), .end = powers(1 + h)};
	dae_energy_quadrature(&work, &x);
	assert_close(x.supply, pow(1 + h, 5) - 1, 1e-13);
}

static void points_that_are_too_near_each_other_are_left_out(void **state)
{
	(void)state;
	struct dae_work work = {.past = 2, .ago = {1e-12, 0.1}, .supply_power = {7, 1}};
	struct dae_exchange x = {.h = 0.1, .start = {.supply = 1}, .end = {.supply = 1}};
	dae_energy_quadrature(&work, &x);
	assert_close(x.supply, 0.1, 1e-15);
}

static void a_past_that_makes_no_sense_is_refused(void **state)
{
	(void)state;
	assert_false(dae_energy_valid(&(struct dae_work){.past = 1.5}));
	assert_false(dae_energy_valid(&(struct dae_work){.past = DAE_ENERGY_PAST + 1}));
	assert_false(dae_energy_valid(&(struct dae_work){.past = 2, .ago = {0.2, 0.1}}));
	assert_false(dae_energy_valid(&(struct dae_work){.past = -1}));
	assert_false(dae_energy_valid(&(struct dae_work){.drift = NAN}));
}

/* 100 J in motion; a step in which 1 J falls and 0.4 J is missing after it */
static struct dae_exchange lossy(void)
{
	return (struct dae_exchange){
		.h = 0.1, .start = {.kinetic = 99, .potential = 5}, .end = {.kinetic = 99.6, .potential = 4}};
}

static void the_balance_is_judged_by_what_changes_hands_and_by_the_motion(void **state)
{
	(void)state;
	const struct dae_work work = {.largest = 100};
	struct dae_exchange slow = lossy(), fast = lossy();
	const double of_slow = dae_energy_error(&work, &slow, 1e-3, 0, 0),
				 of_fast = dae_energy_error(&work, &fast, 1e-3, 20, 0);
	/* 1.6 J exchanged, and a grain of the largest energy; beside it twice the largest energy */
	assert_close(slow.allowed, 1e-3 * (1.6 + 1), 1e-12);
	assert_close(fast.allowed - slow.allowed, 1e-3 * 200, 1e-12);
	assert_close(of_slow, 0.4 / slow.allowed, 1e-9);
	assert_close(of_fast, 0.4 / fast.allowed, 1e-9);
	assert_close(dae_energy_error(&work, &slow, 1e-3, 0, 0.3), 0.1 / slow.allowed, 1e-9);
	assert_close(dae_energy_error(&work, &slow, 1e-3, 0, 0.5), 0, 0);
	assert_close(dae_energy_harm(&work, &slow), 0.4 / 100, 1e-12);
	/* 100 J with what falls: velocities as the roots of energies */
	assert_close(dae_energy_jolt(&work, &slow), sqrt(1.004) - 1, 1e-12);
	slow.start.kinetic = 1;
	slow.end.kinetic = 1.6;
	assert_close(dae_energy_jolt(&work, &slow), sqrt(0.024) - sqrt(0.02), 1e-12);
}

/* steps that all lose a little: what is lost stays bounded, and each correction is within its limit */
static void drift_is_taken_back_in_small_parts(void **state)
{
	(void)state;
	struct dae_work work = {0};
	double kinetic = 100;
	for (int i = 0; i < 1000; i++) {
		const struct dae_exchange x = {.h = 0.1, .start = {.kinetic = kinetic}, .end = {.kinetic = kinetic - 1e-4}};
		const double part = dae_energy_take_back(&work, &x, 1e-6);
		assert_true(part > 0 && part <= 1e-6);
		kinetic = x.end.kinetic * (1 + part) * (1 + part);
	}
	assert_close(kinetic, 100, 1e-9);
	assert_close(work.drift, kinetic - 100, 1e-9);
	/* a large loss comes back slowly */
	const struct dae_exchange x = {.h = 0.1, .start = {.kinetic = 100}, .end = {.kinetic = 99}};
	assert_close(dae_energy_take_back(&work, &x, 1e-6), 1e-6, 0);
	assert_close(work.drift, -1 + 2e-6 * 99, 1e-9);
	/* nothing to take it from at rest */
	const struct dae_exchange rest = {.h = 0.1, .end = {.kinetic = 1e-9}, .rounding = 1e-6};
	assert_close(dae_energy_take_back(&work, &rest, 1e-6), 0, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(powers_are_integrated_with_third_order_from_the_first_step_on),
		cmocka_unit_test(a_long_past_integrates_a_polynomial_without_error),
		cmocka_unit_test(points_that_are_too_near_each_other_are_left_out),
		cmocka_unit_test(a_past_that_makes_no_sense_is_refused),
		cmocka_unit_test(the_balance_is_judged_by_what_changes_hands_and_by_the_motion),
		cmocka_unit_test(drift_is_taken_back_in_small_parts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
