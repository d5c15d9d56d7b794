/* Statistics against closed forms, without any unit. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "assert_close.h"
#include "host_sample.h"
#include "host_statistics.h"

#define PI 3.14159265358979323846

static void test_moments_and_quantiles_of_known_numbers(void **state)
{
	double numbers[] = {4.0, NAN, 1.0, 2.0, NAN, 3.0, 5.0};
	struct host_summary s;
	(void)state;
	host_summary_make(numbers, 7, &s);
	assert_int_equal(s.n, 5);
	assert_close(s.mean, 3.0, 1e-15);
	assert_close(s.deviation, sqrt(2.5), 1e-15);
	assert_true(s.least == 1.0 && s.most == 5.0);
	assert_close(s.quantiles[0], 1.2, 1e-15);
	assert_close(s.quantiles[1], 2.0, 1e-15);
	assert_close(s.quantiles[2], 3.0, 1e-15);
	assert_close(s.quantiles[4], 4.8, 1e-15);
	double one[] = {7.0}, none[] = {NAN};
	host_summary_make(one, 1, &s);
	assert_true(s.n == 1 && s.mean == 7.0 && isnan(s.deviation) && s.quantiles[3] == 7.0);
	host_summary_make(none, 1, &s);
	assert_true(s.n == 0 && isnan(s.mean) && isnan(s.least) && isnan(s.quantiles[2]));
}

/* results of a study with d uniform variables between -pi and pi */
static double *statistics_results(int d, int points, double (*function)(const double *), struct host_study *s,
                                  struct host_variation *list)
{
	struct host_problems problems = {0};
	*s = (struct host_study){
		.sample = HOST_SAMPLE_SALTELLI, .size = points, .seed = 1.0, .n_variations = d, .variations = list};
	for (int k = 0; k < d; k++) {
		list[k] = (struct host_variation){.kind = HOST_VARY_UNIFORM, .from = -PI, .to = PI};
	}
	host_sample_check(s, &problems);
	assert_false(host_problems_fail(&problems));
	double *results = calloc((size_t)s->n_cases, sizeof *results);
	assert_non_null(results);
	for (int64_t i = 0; i < s->n_cases; i++) {
		struct host_chosen chosen[8];
		double x[8];
		host_sample_case(s, i, chosen);
		for (int k = 0; k < d; k++) {
			x[k] = chosen[k].number;
		}
		results[i] = function(x);
	}
	return results;
}

/* Ishigami and Homma 1990, with a = 7 and b = 0.1. Variances: of the first variable alone
 * (1 + b pi^4 / 5)^2 / 2, of the second a^2 / 8, of the first and third together 8 b^2 pi^8 / 225 */
static double statistics_ishigami(const double *x)
{
	return sin(x[0]) + 7.0 * sin(x[1]) * sin(x[1]) + 0.1 * pow(x[2], 4.0) * sin(x[0]);
}

static void test_indices_of_ishigamis_function(void **state)
{
	const double one = 0.5 * pow(1.0 + 0.02 * pow(PI, 4.0), 2.0), two = 49.0 / 8.0;
	const double both = 8.0 * 0.01 * pow(PI, 8.0) / 225.0, all = one + two + both;
	struct host_study s;
	struct host_variation list[3];
	double first[3], total[3];
	(void)state;
	double *results = statistics_results(3, 16384, statistics_ishigami, &s, list);
	host_sobol_indices(results, 16384, 3, first, total);
	assert_close(first[0], one / all, 0.005);
	assert_close(first[1], two / all, 0.005);
	assert_close(first[2], 0.0, 0.005);
	assert_close(total[0], (one + both) / all, 0.005);
	assert_close(total[1], two / all, 0.005);
	assert_close(total[2], both / all, 0.005);
	/* blocks without a number are left out, and change little */
	for (int i = 0; i < 100; i++) {
		results[i * 700] = NAN;
	}
	host_sobol_indices(results, 16384, 3, first, total);
	assert_close(total[2], both / all, 0.01);
	/* moments of all first cases */
	struct host_summary summary;
	for (int64_t i = 0; i < 16384; i++) {
		results[i] = results[i * 5];
	}
	host_summary_make(results, 16384, &summary);
	assert_close(summary.mean, 3.5, 0.02);
	assert_close(summary.deviation, sqrt(all), 0.02);
	free(results);
}

/* y = x0 + 2 x1: a fifth of the variance and four fifths, alone and in total; the mean far away from
 * zero takes nothing from the digits */
static double statistics_linear(const double *x)
{
	return 1e6 + x[0] + 2.0 * x[1];
}

static double statistics_constant(const double *x)
{
	(void)x;
	return 3.0;
}

static void test_indices_of_a_linear_function(void **state)
{
	struct host_study s;
	struct host_variation list[2];
	double first[2], total[2];
	(void)state;
	double *results = statistics_results(2, 4096, statistics_linear, &s, list);
	host_sobol_indices(results, 4096, 2, first, total);
	assert_close(first[0], 0.2, 0.005);
	assert_close(first[1], 0.8, 0.005);
	assert_close(total[0], 0.2, 0.005);
	assert_close(total[1], 0.8, 0.005);
	free(results);
	results = statistics_results(2, 16, statistics_constant, &s, list);
	host_sobol_indices(results, 16, 2, first, total);
	assert_true(isnan(first[0]) && isnan(total[1]));
	free(results);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_moments_and_quantiles_of_known_numbers),
		cmocka_unit_test(test_indices_of_ishigamis_function),
		cmocka_unit_test(test_indices_of_a_linear_function),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
