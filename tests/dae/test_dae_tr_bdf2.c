/* The regularized systems integrated: order with stiff constraints, agreement with generalized-alpha where positions are
 * regular, redundant rows, and the slider-crank through its dead centre. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_close.h"
#include "dae_method_table.h"
#include "dead_centre.h"
#include "method_run.h"

static const struct dae_method *const three[] = {&dae_baumgarte, &dae_direct, &dae_trust_region_fixed};

/* x of the pendulum at t = 2 */
static double pendulum_x(const struct dae_method *method, int copies, enum dae_formulation formulation, double gamma,
                         double eps, double tolerance, double fixed_step)
{
	struct pendulum p;
	struct method_run r;
	pendulum_make(&p, copies);
	method_begin(&r, &p.system, method, tolerance);
	r.s.q[0] = -1;
	r.options.formulation = formulation;
	r.options.gamma = gamma;
	r.options.epsilon = eps;
	r.options.fixed_step = fixed_step;
	method_advance(&r, 2);
	double x = r.s.q[0];
	method_end(&r);
	return x;
}

/* with mild ones: test_dae_convergence.c */
static void the_order_is_two_with_stiff_constraints(void **state)
{
	(void)state;
	for (int i = 0; i < 3; i++) {
		double x[4];
		for (int j = 0; j < 4; j++) {
			x[j] = pendulum_x(three[i], 1, DAE_STABILIZED, 1e4, 1e-10, 1e-9, 4e-3 / pow(2, j));
		}
		assert_close(log2((x[0] - x[1]) / (x[1] - x[2])), 2, 0.15);
		assert_close(log2((x[1] - x[2]) / (x[2] - x[3])), 2, 0.1);
	}
}

static void all_three_agree_with_generalized_alpha_on_the_pendulum(void **state)
{
	double x = pendulum_x(&dae_generalized_alpha, 1, DAE_STABILIZED, 0, 0, 1e-7, 0);
	(void)state;
	for (int i = 0; i < 3; i++) {
		assert_close(pendulum_x(three[i], 1, DAE_STABILIZED, 1e2, 1e-9, 1e-6, 0), x, 2e-6);
		assert_close(pendulum_x(three[i], 1, DAE_INDEX2, 1e3, 1e-9, 1e-6, 0), x, 2e-6);
		assert_close(pendulum_x(three[i], 1, DAE_INDEX3, 1e4, 1e-9, 1e-4, 0), x, 2e-4);
	}
}

/* the index-3 form has no second derivatives, so g'' + 2 gamma g' + 2 gamma^2 g = bias, and g follows bias / (2
 * gamma^2) */
static void the_index_3_form_is_off_the_constraint_by_its_bias(void **state)
{
	(void)state;
	for (int i = 0; i < 3; i++) {
		struct pendulum p;
		struct method_run r;
		pendulum_make(&p, 1);
		method_begin(&r, &p.system, three[i], 1e-5);
		r.s.q[0] = -1;
		r.options.formulation = DAE_INDEX3;
		r.options.gamma = 300;
		r.options.epsilon = 1e-12;
		method_advance(&r, 0.5);
		double position = (r.s.q[0] * r.s.q[0] + r.s.q[1] * r.s.q[1] - 1) / 2;
		double bias = r.s.v[0] * r.s.v[0] + r.s.v[1] * r.s.v[1];
		assert_close(position * 2 * 300 * 300 / bias, 1, 0.05);
		method_end(&r);
	}
}

/* sections 2.1 and 4: gamma = 1/h */
static void gamma_zero_is_one_over_the_step(void **state)
{
	(void)state;
	for (int i = 0; i < 3; i++) {
		for (int f = 0; f < DAE_FORMULATION_COUNT; f++) {
			double x[4];
			for (int j = 0; j < 4; j++) {
				double h = 8e-3 / pow(2, j);
				x[j] = pendulum_x(three[i], 1, (enum dae_formulation)f, 0, 1e-12, 1e-9, h);
				assert_close(x[j], pendulum_x(three[i], 1, (enum dae_formulation)f, 1 / h, 1e-12, 1e-9, h), 1e-9);
			}
			assert_close(log2((x[0] - x[1]) / (x[1] - x[2])), 2, 0.15);
			assert_close(log2((x[1] - x[2]) / (x[2] - x[3])), 2, 0.1);
		}
	}
}

/* the index-3 form closes a constraint but for its bias, and that is where the step's Taylor series ends (eq. 4.3) */
static void with_gamma_one_over_the_step_index_3_is_off_by_half_the_bias_times_the_step_squared(void **state)
{
	(void)state;
	for (double h = 4e-3; h > 0.9e-3; h /= 2) {
		struct pendulum p;
		struct method_run r;
		pendulum_make(&p, 1);
		method_begin(&r, &p.system, &dae_trust_region_fixed, 1e-9);
		r.s.q[0] = -1;
		r.options.formulation = DAE_INDEX3;
		r.options.gamma = 0;
		r.options.fixed_step = h;
		method_advance(&r, 0.5);
		double position = (r.s.q[0] * r.s.q[0] + r.s.q[1] * r.s.q[1] - 1) / 2;
		double bias = r.s.v[0] * r.s.v[0] + r.s.v[1] * r.s.v[1];
		assert_close(2 * position / (bias * h * h), 1, 0.05);
		method_end(&r);
	}
}

/* a rejected step is tried again with a larger gamma: the error across the constraints does not become smaller */
static void with_gamma_one_over_the_step_error_control_keeps_the_tolerance(void **state)
{
	double x = pendulum_x(&dae_generalized_alpha, 1, DAE_STABILIZED, 0, 0, 1e-7, 0);
	(void)state;
	for (int i = 0; i < 3; i++) {
		for (double tolerance = 1e-3; tolerance > (SLOW_BUILD ? 0.5e-4 : 0.5e-6); tolerance /= 10) {
			/* of index 3 its bias comes on top */
			assert_close(pendulum_x(three[i], 1, DAE_STABILIZED, 0, 1e-12, tolerance, 0), x, tolerance);
			assert_close(pendulum_x(three[i], 1, DAE_INDEX2, 0, 1e-12, tolerance, 0), x, tolerance);
			assert_close(pendulum_x(three[i], 1, DAE_INDEX3, 0, 1e-12, tolerance, 0), x, 10 * tolerance);
		}
	}
}

/* theorem 3.1: with redundant rows the error is of the order of eps; Baumgarte's system does not exist */
static void with_a_row_written_twice_the_error_is_proportional_to_epsilon(void **state)
{
	double exact = pendulum_x(&dae_baumgarte, 1, DAE_INDEX2, 100, 0, 1e-8, 1e-3);
	(void)state;
	for (int i = 1; i < 3; i++) {
		double last = 0;
		for (double eps = 1e-2; eps > 0.5e-4; eps /= 10) {
			double error = fabs(pendulum_x(three[i], 2, DAE_INDEX2, 100, eps, 1e-8, 1e-3) - exact);
			if (last > 0) {
				assert_close(log10(last / error), 1, 0.05);
			}
			last = error;
		}
	}
	struct pendulum p;
	struct method_run r;
	pendulum_make(&p, 2);
	method_begin(&r, &p.system, &dae_baumgarte, 1e-6);
	r.s.q[0] = -1;
	assert_int_equal(method_go_on(&r, 1), DAE_FAILED);
	assert_int_equal(r.failure.reason, DAE_MATRIX_SINGULAR);
	method_end(&r);
}

/* the slider-crank over 10 s, eight times through the dead centre: how far it strays from theta2 = pi - theta1, and
 * theta1 at the end */
struct passage {
	int status;
	double largest_deviation, largest_multiplier, error;
};

static struct passage pass(const struct dae_method *method, enum dae_formulation formulation, double gamma, double eps,
                           double tolerance)
{
	struct method_run r;
	struct passage result = {0};
	dead_centre_begin(&r, method, dead_centre_start, tolerance);
	r.options.formulation = formulation;
	r.options.gamma = gamma;
	r.options.epsilon = eps;
	for (int i = 1; i <= 1000 && !result.status; i++) {
		result.status = method_go_on(&r, 0.01 * i);
		result.largest_deviation = fmax(result.largest_deviation, fabs(r.s.q[0] + r.s.q[1] - pi));
		result.largest_multiplier = fmax(result.largest_multiplier, fabs(r.s.lambda[0]));
	}
	result.error = fabs(r.s.q[0] - dead_centre_angle);
	method_end(&r);
	return result;
}

static void the_trust_region_passes_the_dead_centre_at_every_tolerance(void **state)
{
	(void)state;
	for (double tolerance = 1e-3; tolerance > 0.5e-5; tolerance /= 10) {
		for (int f = 0; f < DAE_FORMULATION_COUNT; f++) {
			struct passage p = pass(&dae_trust_region_fixed, (enum dae_formulation)f, 1e3, 1e-6, tolerance);
			assert_int_equal(p.status, 0);
			assert_small(p.largest_deviation, 0.02);
			/* at most |r| / (2 sqrt(eps)) with |r| well below 10 */
			assert_small(p.largest_multiplier, 10 / (2 * 1e-3));
			assert_small(p.error, f == DAE_INDEX2 ? 0.03 : 1e-3);
		}
	}
}

/* theorem 3.2 promises convergence, slower than in regular positions */
static void the_error_of_the_trust_region_falls_with_epsilon(void **state)
{
	(void)state;
	for (int f = 0; f < DAE_FORMULATION_COUNT; f++) {
		double last = 0;
		for (double eps = 1e-4; eps > 0.5e-8; eps /= 100) {
			struct passage p = pass(&dae_trust_region_fixed, (enum dae_formulation)f, 1e3, eps, 1e-6);
			assert_int_equal(p.status, 0);
			assert_true(last == 0 || p.error < last / 4);
			last = p.error;
		}
	}
}

/* figure 5.7: with gamma = 1000 the direct form of index 2 leaves the branch, whatever the tolerance */
static void the_direct_form_of_index_2_leaves_the_branch(void **state)
{
	(void)state;
	for (double tolerance = 1e-3; tolerance > 0.5e-5; tolerance /= 10) {
		struct passage p = pass(&dae_direct, DAE_INDEX2, 1e3, 1e-6, tolerance);
		struct passage trust = pass(&dae_trust_region_fixed, DAE_INDEX2, 1e3, 1e-6, tolerance);
		assert_true(p.status || p.largest_deviation > 0.1);
		assert_true(p.largest_multiplier > 10 * trust.largest_multiplier);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_order_is_two_with_stiff_constraints),
		cmocka_unit_test(all_three_agree_with_generalized_alpha_on_the_pendulum),
		cmocka_unit_test(the_index_3_form_is_off_the_constraint_by_its_bias),
		cmocka_unit_test(gamma_zero_is_one_over_the_step),
		cmocka_unit_test(with_gamma_one_over_the_step_index_3_is_off_by_half_the_bias_times_the_step_squared),
		cmocka_unit_test(with_gamma_one_over_the_step_error_control_keeps_the_tolerance),
		cmocka_unit_test(with_a_row_written_twice_the_error_is_proportional_to_epsilon),
		cmocka_unit_test(the_trust_region_passes_the_dead_centre_at_every_tolerance),
		cmocka_unit_test(the_error_of_the_trust_region_falls_with_epsilon),
		cmocka_unit_test(the_direct_form_of_index_2_leaves_the_branch),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
