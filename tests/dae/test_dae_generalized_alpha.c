/* Generalized-alpha, HHT and Newmark in their three formulations on the index-3 pendulum, on a linear oscillator and
 * through the dead centre of a slider-crank: constraints, damping at infinity, redundant rows. Orders:
 * test_dae_convergence.c. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_close.h"
#include "dae_method_table.h"
#include "dead_centre.h"
#include "driven_system.h"
#include "linear_system.h"
#include "method_run.h"

/* ---- constraints ---- */

static void each_formulation_meets_its_constraints(void **state)
{
	struct pendulum_errors of[DAE_FORMULATION_COUNT];
	(void)state;
	for (int f = 0; f < DAE_FORMULATION_COUNT; f++) {
		of[f] = pendulum_run(&dae_generalized_alpha, (enum dae_formulation)f, 0.8, 5e-3, 1);
	}
	assert_formulations_meet_their_constraints(of, 1e-10, 1e-6);
}

static void the_efforts_of_a_driven_mechanism_are_right(void **state)
{
	static const struct dae_method *const methods[] = {&dae_generalized_alpha, &dae_hht, &dae_newmark};
	(void)state;
	for (int k = 0; k < 3; k++) {
		for (double tolerance = 1e-3; tolerance > 0.5e-6; tolerance /= 10) {
			assert_driven_efforts_are_right(methods[k], tolerance, 0);
		}
	}
}

/* without damping a bare index-3 form lets accelerations and multipliers ring ever more (Cardona, Geradin) */
static void the_bare_index_3_form_without_damping_is_unstable(void **state)
{
	struct pendulum p;
	struct method_run r;
	(void)state;
	pendulum_make(&p, 1);
	method_begin(&r, &p.system, &dae_generalized_alpha, 1e-8);
	r.options.formulation = DAE_INDEX3;
	r.options.spectral_radius = 1;
	r.options.fixed_step = 1e-3;
	r.s.q[0] = -1;
	assert_int_equal(dae_start_motion(r.driver, &r.options, &r.failure), 0);
	int status = dae_driver_advance(r.driver, &r.options, 10, &r.failure);
	/* the rod carries at most 3 m g */
	assert_true(status == DAE_FAILED || fabs(r.s.lambda[0]) > 10 * 3 * 9.81);
	method_end(&r);
}

static void a_constraint_written_three_times_gives_the_same_motion(void **state)
{
	(void)state;
	for (int formulation = 0; formulation < DAE_FORMULATION_COUNT; formulation++) {
		assert_same_with_a_constraint_thrice(&dae_generalized_alpha, (enum dae_formulation)formulation, 0.8);
	}
}

/* positions that drift (index 2) leave the branches of a singular position; the other formulations pass */
static void every_step_passes_the_dead_centre(void **state)
{
	(void)state;
	assert_passes_with_any_step(&dae_generalized_alpha, DAE_STABILIZED, 0.8, 1.3);
	assert_passes_with_any_step(&dae_generalized_alpha, DAE_INDEX3, 0.8, 1.3);
	assert_passes_with_any_step(&dae_hht, DAE_STABILIZED, 0.8, 1.6);
	assert_passes_with_any_step(&dae_newmark, DAE_STABILIZED, 1, 1.6);
}

static void every_tolerance_passes_the_dead_centre(void **state)
{
	(void)state;
	assert_passes_with_any_tolerance(&dae_generalized_alpha, 0.8);
	assert_passes_with_any_tolerance(&dae_hht, 0.8);
	assert_passes_with_any_tolerance(&dae_newmark, 1);
}

/* of first order, with step control: the step follows that order */
static void damped_newmark_follows_the_tolerance(void **state)
{
	(void)state;
	assert_small(dead_centre_error_in_angles(&dae_newmark, DAE_STABILIZED, 0.9, 1e-3, 0), 3e-3);
	assert_small(dead_centre_error_in_angles(&dae_newmark, DAE_STABILIZED, 0.9, 1e-4, 0), 3e-4);
}

/* ---- damping ---- */

/* amplitude left per step for h omega >> 1 tends to rho_inf (Chung, Hulbert; Dymore manual, figure 1). At infinity
 * the amplification matrix has a double eigenvalue -rho_inf, so the ratio of two late steps is used with its
 * polynomial factor (n + 1)/n taken into account by going far out. */
static double damping_of_the_highest_frequencies(const struct dae_method *method, double radius)
{
	const double stiffness = 1e6;
	struct linear oscillator;
	struct method_run r;
	double at[2] = {0};
	linear_make(&oscillator, 1, &stiffness, NULL);
	method_begin(&r, &oscillator.system, method, 1e-8);
	r.options.fixed_step = 1;
	r.options.spectral_radius = radius;
	r.s.v[0] = 1;
	for (int n = 1; n <= 41; n++) {
		method_advance(&r, n);
		at[n % 2] = r.s.v[0];
	}
	method_end(&r);
	return fabs(at[1] / at[0]);
}

static void the_highest_frequencies_are_damped_by_the_spectral_radius(void **state)
{
	static const double radii[] = {0.5, 0.8, 0.9};
	(void)state;
	for (int k = 0; k < 3; k++) {
		assert_close(damping_of_the_highest_frequencies(&dae_generalized_alpha, radii[k]), radii[k], 0.05 * radii[k]);
		assert_close(damping_of_the_highest_frequencies(&dae_hht, radii[k]), radii[k], 0.05 * radii[k]);
		assert_close(damping_of_the_highest_frequencies(&dae_newmark, radii[k]), radii[k], 0.05 * radii[k]);
	}
}

/* Hilber, Hughes and Taylor's parameter ends at 1/3 */
static void hht_damps_by_one_half_at_most(void **state)
{
	(void)state;
	assert_close(damping_of_the_highest_frequencies(&dae_hht, 0.2), 0.5, 0.025);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_formulation_meets_its_constraints),
		cmocka_unit_test(the_efforts_of_a_driven_mechanism_are_right),
		cmocka_unit_test(the_bare_index_3_form_without_damping_is_unstable),
		cmocka_unit_test(a_constraint_written_three_times_gives_the_same_motion),
		cmocka_unit_test(every_step_passes_the_dead_centre),
		cmocka_unit_test(every_tolerance_passes_the_dead_centre),
		cmocka_unit_test(damped_newmark_follows_the_tolerance),
		cmocka_unit_test(the_highest_frequencies_are_damped_by_the_spectral_radius),
		cmocka_unit_test(hht_damps_by_one_half_at_most),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
