/* Least squares on problems whose solutions are known. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "assert_close.h"
#include "host_least_squares.h"

enum { MOST = 200 };
static double ones[MOST];

typedef double model_function(double t, const double *x);

/* data and model of a problem */
struct model {
	const double *t, *y;
	model_function *function;
	double refused; /* points whose first variable is greater have no residuals */
	int n, m;
};

static int model_residuals(void *context, int count, const double *x, double *r, int *bad)
{
	const struct model *model = context;
	for (int k = 0; k < count; k++) {
		bad[k] = x[k * model->n] > model->refused;
		for (int i = 0; i < model->m; i++) {
			r[k * model->m + i] = model->function(model->t[i], x + k * model->n) - model->y[i];
		}
	}
	return 0;
}

static const double far_below[4] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
static const double far_above[4] = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
static const double scales[4] = {1e-9, 1e-9, 1e-9, 1e-9};

static struct host_least_squares problem_of(struct model *model)
{
	for (int i = 0; i < MOST; i++) {
		ones[i] = 1.0;
	}
	return (struct host_least_squares){.n = model->n,
	                                   .m = model->m,
	                                   .lower = far_below,
	                                   .upper = far_above,
	                                   .scale = scales,
	                                   .sizes = ones,
	                                   .difference = 1e-5,
	                                   .part = 1e-12,
	                                   .loss = HOST_LOSS_LINEAR,
	                                   .most_iterations = 200,
	                                   .residuals = model_residuals,
	                                   .context = model};
}

/* ---- NIST StRD, Misra1a: certified values of both starts */

static const double misra_t[14] = {77.6,  114.9, 141.1, 190.8, 239.9, 289.0, 332.8,
                                   378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760.0};
static const double misra_y[14] = {10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02,
                                   44.82, 50.76, 55.05, 61.01, 66.40, 75.47, 81.78};

static double misra(double t, const double *x)
{
	return x[0] * (1.0 - exp(-x[1] * t));
}

static void test_certified_values_of_misra(void **state)
{
	static const double starts[2][2] = {{500.0, 1e-4}, {250.0, 5e-4}};
	(void)state;
	for (int i = 0; i < 2; i++) {
		struct model model = {misra_t, misra_y, misra, HUGE_VAL, 2, 14};
		struct host_least_squares problem = problem_of(&model);
		struct host_solution solution;
		double x[2] = {starts[i][0], starts[i][1]}, covariance[4];
		int together[2];
		host_least_squares(&problem, x, &solution);
		assert_int_equal(solution.end, HOST_FIT_CONVERGED);
		assert_close(x[0] / 2.3894212918e+02, 1.0, 1e-6);
		assert_close(x[1] / 5.5015643181e-04, 1.0, 1e-6);
		assert_close(2.0 * solution.cost / 1.2455138894e-01, 1.0, 1e-8);
		/* deviations are those of residuals with deviation 1 */
		assert_int_equal(host_solution_covariance(&problem, &solution, covariance, together), 0);
		const double deviation = sqrt(1.2455138894e-01 / 12.0);
		assert_close(deviation * sqrt(covariance[0]) / 2.7070075241, 1.0, 1e-4);
		assert_close(deviation * sqrt(covariance[3]) / 7.2668688436e-06, 1.0, 1e-4);
		assert_true(covariance[1] < 0.0 && covariance[1] == covariance[2]);
		host_solution_free(&solution);
	}
}

/* ---- bounds */

/* y = 1 + 2 t without errors; the slope may not pass 1.5: the best constant follows */
static double line(double t, const double *x)
{
	return x[0] + x[1] * t;
}

static void test_a_bound_holds_a_variable(void **state)
{
	static const double t[4] = {0.0, 1.0, 2.0, 3.0}, y[4] = {1.0, 3.0, 5.0, 7.0};
	static const double upper[2] = {HUGE_VAL, 1.5};
	struct model model = {t, y, line, HUGE_VAL, 2, 4};
	struct host_least_squares problem = problem_of(&model);
	struct host_solution solution;
	double x[2] = {0.0, 0.0}, covariance[4];
	int together[2];
	(void)state;
	problem.upper = upper;
	host_least_squares(&problem, x, &solution);
	assert_true(x[1] == 1.5 && solution.held[1] && !solution.held[0]);
	assert_close(x[0], 4.0 - 1.5 * 1.5, 1e-9);
	assert_int_equal(host_solution_covariance(&problem, &solution, covariance, together), 0);
	assert_close(covariance[0], 0.25, 1e-8);
	host_solution_free(&solution);
	/* a bound that is not in the way changes nothing */
	static const double wide[2] = {HUGE_VAL, 3.0};
	problem.upper = wide;
	host_least_squares(&problem, x, &solution);
	assert_close(x[0], 1.0, 1e-8);
	assert_close(x[1], 2.0, 1e-8);
	host_solution_free(&solution);
}

/* ---- robust losses */

static double constant(double t, const double *x)
{
	(void)t;
	return x[0];
}

/* the middle of ten numbers and one that is far off: the root of sum w(r) r, by bisection */
static void test_outliers_do_not_decide(void **state)
{
	static const double t[11] = {0}, y[11] = {1.1, 0.9, 1.4, 0.6, 1.2, 0.8, 1.05, 0.95, 1.3, 0.7, 50.0};
	(void)state;
	for (int loss = HOST_LOSS_HUBER; loss < HOST_LOSSES; loss++) {
		struct model model = {t, y, constant, HUGE_VAL, 1, 11};
		struct host_least_squares problem = problem_of(&model);
		struct host_solution solution;
		double x = 2.0, low = 0.0, high = 3.0;
		problem.loss = (enum host_loss)loss;
		host_least_squares(&problem, &x, &solution);
		host_solution_free(&solution);
		for (int i = 0; i < 100; i++) {
			const double middle = 0.5 * (low + high);
			double pull = 0.0;
			for (int k = 0; k < 11; k++) {
				pull += host_loss_weight(problem.loss, middle - y[k]) * (middle - y[k]);
			}
			*(pull > 0.0 ? &high : &low) = middle;
		}
		assert_close(x, low, 1e-6);
		assert_true(x < 1.2);
	}
}

/* weights and slopes are derivatives of the losses */
static void test_losses_fit_their_derivatives(void **state)
{
	(void)state;
	for (int loss = 0; loss < HOST_LOSSES; loss++) {
		for (double r = -4.03; r < 4.0; r += 0.1) {
			const enum host_loss l = (enum host_loss)loss;
			const double h = 1e-5, pull = r * host_loss_weight(l, r);
			assert_close((host_loss(l, r + h) - host_loss(l, r - h)) / (4.0 * h), pull, 1e-8);
			const double slope =
				((r + h) * host_loss_weight(l, r + h) - (r - h) * host_loss_weight(l, r - h)) / (2.0 * h);
			assert_close(slope, host_loss_slope(l, r), 1e-8);
		}
	}
}

/* ---- what cannot be found */

static double sum_of_two(double t, const double *x)
{
	return (x[0] + x[1]) * t + x[2];
}

static void test_what_acts_together_is_named(void **state)
{
	static const double t[4] = {0.0, 1.0, 2.0, 3.0}, y[4] = {1.0, 3.1, 4.9, 7.0};
	struct model model = {t, y, sum_of_two, HUGE_VAL, 3, 4};
	struct host_least_squares problem = problem_of(&model);
	struct host_solution solution;
	double x[3] = {0.3, 0.4, 0.0}, covariance[9];
	int together[3];
	(void)state;
	host_least_squares(&problem, x, &solution);
	assert_close(x[0] + x[1], 1.98, 1e-6);
	assert_int_equal(host_solution_covariance(&problem, &solution, covariance, together), 1);
	assert_true(together[0] && together[1] && !together[2]);
	assert_true(isnan(covariance[0]) && isnan(covariance[4]));
	/* that of the constant is as of a line: (J^T J)^-1 has 0.7 there */
	assert_close(covariance[8], 0.7, 1e-5);
	host_solution_free(&solution);
}

static void test_points_without_residuals(void **state)
{
	struct model model = {misra_t, misra_y, misra, 400.0, 2, 14};
	struct host_least_squares problem = problem_of(&model);
	struct host_solution solution;
	double x[2] = {500.0, 1e-4};
	(void)state;
	host_least_squares(&problem, x, &solution);
	assert_int_equal(solution.end, HOST_FIT_BAD_START);
	host_solution_free(&solution);
	/* right at the edge: differences to one side, and the way back inside */
	x[0] = 400.0;
	x[1] = 3e-4;
	host_least_squares(&problem, x, &solution);
	assert_int_equal(solution.end, HOST_FIT_CONVERGED);
	assert_close(x[0] / 2.3894212918e+02, 1.0, 1e-6);
	host_solution_free(&solution);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_certified_values_of_misra),   cmocka_unit_test(test_a_bound_holds_a_variable),
		cmocka_unit_test(test_outliers_do_not_decide),      cmocka_unit_test(test_losses_fit_their_derivatives),
		cmocka_unit_test(test_what_acts_together_is_named), cmocka_unit_test(test_points_without_residuals),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
