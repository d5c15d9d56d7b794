/* What the implicit methods share: the iteration, accelerations at the end, the error estimate, redundant rows under
 * step control. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_close.h"
#include "dae_method_table.h"
#include "dae_nearness.h"
#include "dae_newton.h"
#include "dae_past.h"
#include "linear_system.h"
#include "method_run.h"

/* ---- the iteration ---- */

/* corrections that shrink by a constant factor; remembers when a matrix was asked for */
struct shrinking {
	double size, factor;
	int corrections, checks, checks_to_fail;
	int fresh[20];
};

static int shrinking_correct(struct dae_step *s, void *method, int fresh, double *size)
{
	struct shrinking *m = method;
	(void)s;
	*size = m->size;
	m->size *= m->factor;
	m->fresh[m->corrections++] = fresh;
	return DAE_DONE;
}

static int shrinking_check(struct dae_step *s, void *method)
{
	struct shrinking *m = method;
	(void)s;
	return m->checks++ < m->checks_to_fail ? DAE_SMALLER_STEP : DAE_DONE;
}

static int iterate_counted(struct shrinking *m, double iterations, int *unconverged)
{
	const struct dae_iteration iteration = {shrinking_correct, shrinking_check, 10, 0.1, 0};
	struct dae_counters counters = {0};
	struct dae_failure failure;
	struct dae_options options = dae_options_for(1e-6);
	struct dae_step s = {.options = &options, .counters = &counters, .failure = &failure};
	options.iterations = iterations;
	int status = dae_newton_iterate(&s, &iteration, m);
	assert_true(counters.iterations == m->corrections);
	*unconverged = s.result.is_unconverged;
	return status;
}

static int iterate(struct shrinking *m)
{
	int unconverged;
	return iterate_counted(m, 0, &unconverged);
}

/* in real time: three with one matrix, be they enough (1e-2 and the rest of its series) or not */
static void corrections_by_the_count_are_neither_more_nor_less(void **state)
{
	static const double sizes[] = {1e7, 1e3, 1e-9};
	(void)state;
	for (int k = 0; k < 3; k++) {
		struct shrinking m = {.size = sizes[k], .factor = 1e-2};
		int unconverged;
		assert_int_equal(iterate_counted(&m, 3, &unconverged), DAE_DONE);
		assert_int_equal(m.corrections, 3);
		assert_int_equal(m.fresh[0] + m.fresh[1] + m.fresh[2], 1);
		assert_int_equal(unconverged, k == 0);
	}
}

static void one_matrix_serves_four_quick_corrections(void **state)
{
	struct shrinking m = {.size = 1e7, .factor = 0.05};
	(void)state;
	assert_int_equal(iterate(&m), DAE_DONE);
	assert_int_equal(m.corrections, 7);
	for (int k = 0; k < m.corrections; k++) {
		assert_int_equal(m.fresh[k], k % 4 == 0);
	}
}

static void slow_progress_asks_for_a_new_matrix_and_ends(void **state)
{
	struct shrinking m = {.size = 1e7, .factor = 0.9};
	(void)state;
	assert_int_equal(iterate(&m), DAE_SMALLER_STEP);
	assert_int_equal(m.corrections, 10);
	for (int k = 2; k < m.corrections; k++) {
		assert_int_equal(m.fresh[k], 1);
	}
}

static void the_iteration_goes_on_until_the_constraints_are_met(void **state)
{
	struct shrinking m = {.size = 1e-3, .factor = 0.05, .checks_to_fail = 2};
	(void)state;
	assert_int_equal(iterate(&m), DAE_DONE);
	assert_int_equal(m.corrections, 3);
}

static void a_correction_that_is_no_number_ends_the_iteration(void **state)
{
	struct shrinking nan = {.size = NAN, .factor = 1};
	struct shrinking infinite = {.size = HUGE_VAL, .factor = 1};
	(void)state;
	assert_int_equal(iterate(&nan), DAE_SMALLER_STEP);
	assert_int_equal(nan.corrections, 1);
	assert_int_equal(iterate(&infinite), DAE_SMALLER_STEP);
	assert_int_equal(infinite.corrections, 1);
}

/* ---- accelerations at the end ---- */

/* the rod carries lambda = m (v^2 - g y) / L^2, a = -lambda q / m - g e2 */
static void settled_accelerations_do_not_depend_on_the_guess(void **state)
{
	struct pendulum p;
	(void)state;
	pendulum_make(&p, 1);
	struct dae_kkt *kkt = dae_kkt_create(&p.system);
	double q[] = {0.6, -0.8}, v[] = {1.6, 1.2}, a[] = {3, 4}, lambda[] = {-5};
	double right[3];
	const double rounding[] = {0, 0};
	struct dae_options options = dae_options_for(1e-6);
	struct dae_counters counters = {0};
	const struct dae_step_rank rank = {.distance = 1};
	struct dae_failure failure;
	const struct dae_nearness nearness = {0};
	struct dae_step s = {.system = &p.system,
	                     .options = &options,
	                     .nearness = &nearness,
	                     .acceleration_rounding = rounding,
	                     .v = v,
	                     .a = a,
	                     .q1 = q,
	                     .v1 = v,
	                     .a1 = a,
	                     .lambda1 = lambda,
	                     .rank = &rank,
	                     .counters = &counters,
	                     .failure = &failure};
	assert_non_null(kkt);
	assert_int_equal(dae_newton_fit(&s, kkt, right), DAE_DONE);
	double expected = 4 + 9.81 * 0.8;
	assert_close(lambda[0], expected, 1e-11);
	assert_close(a[0], -expected * 0.6, 1e-11);
	assert_close(a[1], expected * 0.8 - 9.81, 1e-11);
	dae_kkt_free(kkt);
}

/* ---- the error estimate ---- */

/* a = 1 + 2 t + 3 t^2 at t = -0.2, 0, 0.3: dq and v1 exact are found without error, an error put in is found again */
static void the_estimate_is_exact_for_quadratic_accelerations(void **state)
{
	const double stiffness = 0;
	const double h = 0.3;
	struct linear l;
	(void)state;
	linear_make(&l, 1, &stiffness, NULL);
	struct dae_kkt *kkt = dae_kkt_create(&l.system);
	assert_non_null(kkt);
	dae_kkt_mass(kkt)[0] = 1;
	dae_kkt_tangent(kkt)[0] = 0;
	struct dae_options options = dae_options_for(1e-6);
	assert_int_equal(dae_kkt_factor(kkt, &options.kkt, 1), 0);
	double v[] = {0.7}, a[] = {1}, a1[] = {1 + 2 * h + 3 * h * h}, error[2];
	double v1[] = {v[0] + h + h * h + h * h * h};
	double dq[] = {v[0] * h + h * h / 2 + h * h * h / 3 + h * h * h * h / 4};
	const double past[] = {[DAE_PAST_AGE] = 5, [DAE_PAST_H] = 0.2, [DAE_PAST_A] = 1 - 0.4 + 0.12};
	struct dae_step s = {.system = &l.system, .kkt = kkt, .h = h, .v = v, .a = a, .v1 = v1, .a1 = a1, .error = error};
	struct dae_stage end = {.dq = dq};
	dae_past_estimate(&s, past, &end, 1);
	assert_small(error[0], 1e-15);
	assert_small(error[1], 1e-15);
	dq[0] += 1e-3;
	v1[0] -= 2e-3;
	dae_past_estimate(&s, past, &end, 1);
	assert_close(error[0], 1e-3, 1e-15);
	assert_close(error[1], -2e-3, 1e-15);
	dae_kkt_free(kkt);
}

/* ---- redundant rows ---- */

/* rows that depend on each other always are no singular position: the step grows as without them */
static void redundant_rows_do_not_keep_the_step_small(void **state)
{
	static const struct dae_method *const methods[] = {&dae_generalized_alpha, &dae_midpoint, &dae_energy_decaying};
	(void)state;
	for (int k = 0; k < 3; k++) {
		struct pendulum_errors once = pendulum_run_to_tolerance(methods[k], DAE_STABILIZED, 1e-4, 1);
		struct pendulum_errors thrice = pendulum_run_to_tolerance(methods[k], DAE_STABILIZED, 1e-4, 3);
		assert_small(once.q, 30 * 1e-4);
		assert_small(thrice.q, 30 * 1e-4);
		assert_close(thrice.counters.steps, once.counters.steps, 0.02 * once.counters.steps);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(corrections_by_the_count_are_neither_more_nor_less),
		cmocka_unit_test(one_matrix_serves_four_quick_corrections),
		cmocka_unit_test(slow_progress_asks_for_a_new_matrix_and_ends),
		cmocka_unit_test(the_iteration_goes_on_until_the_constraints_are_met),
		cmocka_unit_test(a_correction_that_is_no_number_ends_the_iteration),
		cmocka_unit_test(settled_accelerations_do_not_depend_on_the_guess),
		cmocka_unit_test(the_estimate_is_exact_for_quadratic_accelerations),
		cmocka_unit_test(redundant_rows_do_not_keep_the_step_small),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
