/* Samples and distributions against what defines them. */
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
#include "host_distribution.h"
#include "host_sample.h"
#include "host_sobol.h"

enum { MOST = HOST_SOBOL_DIMENSIONS };

/* a study of n uniform variables between 0 and 1, of which the sample alone matters */
static struct host_study sample_study(enum host_sample_kind kind, int n, double points, struct host_variation *list)
{
	struct host_study s = {.sample = kind, .size = points, .seed = 1.0, .n_variations = n, .variations = list};
	struct host_problems problems = {0};
	for (int k = 0; k < n; k++) {
		list[k] = (struct host_variation){.kind = HOST_VARY_UNIFORM, .from = 0.0, .to = 1.0, .count = 1};
	}
	host_sample_check(&s, &problems);
	assert_false(host_problems_fail(&problems));
	return s;
}

/* ---- distributions */

/* the quantile of 97.5 % is known to all digits: Abramowitz and Stegun, table 26.5 */
static void test_normal_inverse_inverts_the_normal_function(void **state)
{
	(void)state;
	assert_close(host_normal_inverse(0.975), 1.959963984540054, 1e-14);
	assert_close(host_normal_inverse(0.5), 0.0, 1e-15);
	for (double u = 1e-300; u < 0.5; u *= 1.7) {
		assert_close(host_normal(host_normal_inverse(u)) / u, 1.0, 1e-12);
	}
	for (double u = 0.5; u < 1.0; u = 0.5 * (u + 1.0) + 1e-3) {
		assert_close(host_normal(host_normal_inverse(u)), u, 1e-15);
	}
}

static void test_inverses_invert_distribution_functions(void **state)
{
	(void)state;
	for (double u = 0.001; u < 1.0; u += 0.0373) {
		double x = host_triangular(u, 1.0, 2.0, 5.0);
		assert_close(x < 2.0 ? (x - 1.0) * (x - 1.0) / 4.0 : 1.0 - (5.0 - x) * (5.0 - x) / 12.0, u, 1e-14);
		x = host_normal_between(u, 3.0, 2.0, 2.0, 4.5);
		assert_close((host_normal((x - 3.0) / 2.0) - host_normal(-0.5)) / (host_normal(0.75) - host_normal(-0.5)), u,
		             1e-13);
		/* far out in the upper tail */
		x = host_normal_between(u, 0.0, 1.0, 9.0, HUGE_VAL);
		assert_true(x >= 9.0 && x < 12.0);
		assert_close(host_normal(-x) / host_normal(-9.0), 1.0 - u, 1e-9);
	}
}

/* mean and deviation are those of the value itself, by the mean of many quantiles */
static void test_lognormal_has_its_mean_and_deviation(void **state)
{
	enum { N = 200000 };
	double sum = 0.0, squares = 0.0;
	(void)state;
	for (int i = 0; i < N; i++) {
		const double x = host_lognormal_between((i + 0.5) / N, 4.0, 1.0, 0.0, HUGE_VAL);
		sum += x;
		squares += x * x;
	}
	assert_close(sum / N, 4.0, 1e-4);
	assert_close(sqrt(squares / N - 16.0), 1.0, 1e-3);
}

/* ---- Sobol's sequence */

/* of the first 2^m points each interval of length 2^-m has one, in every dimension */
static void test_points_of_the_sequence_are_even_in_each_dimension(void **state)
{
	enum { M = 10, N = 1 << M };
	(void)state;
	for (int d = 0; d < MOST; d++) {
		char seen[N] = {0};
		for (uint64_t n = 0; n < N; n++) {
			const uint64_t part = host_sobol_point(n, d) >> (HOST_SOBOL_BITS - M);
			assert_true(part < N && !seen[part]);
			seen[part] = 1;
		}
	}
}

/* Sobol's property A: each of the 2^d halves of all axes has one of the first 2^d points. That is so
 * where the leading bits of the first d direction numbers, modulo 2, are independent. */
static void test_all_dimensions_together_have_property_a(void **state)
{
	(void)state;
	uint64_t rows[MOST];
	for (int d = 0; d < MOST; d++) {
		rows[d] = 0;
		for (int k = 0; k < MOST; k++) {
			rows[d] |= (host_sobol_point((uint64_t)1 << k, d) >> (HOST_SOBOL_BITS - 1)) << k;
		}
	}
	for (int k = 0; k < MOST; k++) {
		int pivot = k;
		while (pivot < MOST && !(rows[pivot] >> k & 1)) {
			pivot++;
		}
		assert_true(pivot < MOST);
		const uint64_t row = rows[pivot];
		rows[pivot] = rows[k];
		rows[k] = row;
		for (int d = k + 1; d < MOST; d++) {
			rows[d] ^= rows[d] >> k & 1 ? row : 0;
		}
	}
}

/* the mean of a product of d factors with mean 1: for random points the error falls as 1 / sqrt(N) */
static void test_the_sequence_integrates_better_than_chance(void **state)
{
	enum { D = 6, N = 4096 };
	struct host_variation list[D];
	double error[2];
	(void)state;
	for (int kind = 0; kind < 2; kind++) {
		const struct host_study s = sample_study(kind == 0 ? HOST_SAMPLE_RANDOM : HOST_SAMPLE_SOBOL, D, N, list);
		double sum = 0.0;
		for (int64_t i = 0; i < N; i++) {
			struct host_chosen x[D];
			double product = 1.0;
			host_sample_case(&s, i, x);
			for (int k = 0; k < D; k++) {
				product *= 0.5 + x[k].number;
			}
			sum += product;
		}
		error[kind] = fabs(sum / N - 1.0);
	}
	assert_true(error[0] < 0.05);
	assert_true(error[1] < 0.002);
}

/* ---- samples */

/* every part of every range has exactly one case, for numbers that are powers and for others */
static void test_latin_hypercubes_have_a_case_in_each_part(void **state)
{
	static const int sizes[] = {1, 2, 7, 64, 1000};
	enum { D = 3 };
	struct host_variation list[D];
	(void)state;
	for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
		const int n = sizes[k];
		const struct host_study s = sample_study(HOST_SAMPLE_LATIN_HYPERCUBE, D, n, list);
		char *seen = calloc((size_t)n * D, 1);
		assert_non_null(seen);
		for (int64_t i = n - 1; i >= 0; i--) {
			struct host_chosen x[D];
			host_sample_case(&s, i, x);
			for (int d = 0; d < D; d++) {
				const int part = (int)(x[d].number * n);
				assert_true(part >= 0 && part < n && !seen[d * n + part]);
				seen[d * n + part] = 1;
			}
		}
		free(seen);
	}
}

/* moments of a sum of independent variables, and correlation of two: within four deviations */
static void test_variables_of_a_sample_are_independent(void **state)
{
	static const enum host_sample_kind kinds[] = {HOST_SAMPLE_RANDOM, HOST_SAMPLE_LATIN_HYPERCUBE, HOST_SAMPLE_SOBOL};
	enum { D = 4, N = 10000 };
	struct host_variation list[D];
	(void)state;
	for (int kind = 0; kind < 3; kind++) {
		const struct host_study s = sample_study(kinds[kind], D, N, list);
		double sums[D] = {0}, products[D][D] = {{0}};
		for (int64_t i = 0; i < N; i++) {
			struct host_chosen x[D];
			host_sample_case(&s, i, x);
			for (int a = 0; a < D; a++) {
				assert_true(x[a].number > 0.0 && x[a].number < 1.0);
				sums[a] += x[a].number - 0.5;
				for (int b = 0; b <= a; b++) {
					products[a][b] += (x[a].number - 0.5) * (x[b].number - 0.5);
				}
			}
		}
		for (int a = 0; a < D; a++) {
			/* the variance of a uniform variable is 1/12, that of its square's mean 1/180 */
			assert_true(fabs(sums[a] / N) < 4.0 * sqrt(1.0 / 12.0 / N));
			assert_true(fabs(products[a][a] / N - 1.0 / 12.0) < 4.0 * sqrt(1.0 / 180.0 / N));
			for (int b = 0; b < a; b++) {
				assert_true(fabs(products[a][b] / N) < 4.0 / 12.0 / sqrt(N));
			}
		}
	}
}

/* another seed: other points; the same: the same, whatever was computed before */
static void test_samples_follow_the_seed_alone(void **state)
{
	static const enum host_sample_kind kinds[] = {HOST_SAMPLE_RANDOM, HOST_SAMPLE_LATIN_HYPERCUBE, HOST_SAMPLE_SOBOL,
	                                              HOST_SAMPLE_SALTELLI};
	enum { D = 2, N = 100 };
	struct host_variation list[D];
	(void)state;
	for (int kind = 0; kind < 4; kind++) {
		struct host_study s = sample_study(kinds[kind], D, N, list);
		double first[N];
		int differ = 0;
		for (int64_t i = 0; i < N; i++) {
			first[i] = host_sample_coordinate(&s, i, 1);
		}
		for (int64_t i = N - 1; i >= 0; i -= 3) {
			assert_true(host_sample_coordinate(&s, i, 1) == first[i]);
		}
		s.seed = 2.0;
		for (int64_t i = 0; i < N; i++) {
			differ += host_sample_coordinate(&s, i, 1) != first[i];
		}
		assert_true(differ > N / 2);
	}
}

/* case k of a block differs from the first in variable k alone, and there is what the last has */
static void test_blocks_of_saltelli_exchange_one_variable_each(void **state)
{
	enum { D = 3, N = 8 };
	struct host_variation list[D];
	const struct host_study s = sample_study(HOST_SAMPLE_SALTELLI, D, N, list);
	(void)state;
	assert_int_equal(s.n_cases, N * (D + 2));
	for (int64_t block = 0; block < N; block++) {
		struct host_chosen a[D], b[D], x[D];
		host_sample_case(&s, block * (D + 2), a);
		host_sample_case(&s, block * (D + 2) + D + 1, b);
		for (int k = 0; k < D; k++) {
			host_sample_case(&s, block * (D + 2) + 1 + k, x);
			for (int d = 0; d < D; d++) {
				assert_true(a[d].number != b[d].number);
				assert_true(x[d].number == (d == k ? b[d].number : a[d].number));
			}
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_normal_inverse_inverts_the_normal_function),
		cmocka_unit_test(test_inverses_invert_distribution_functions),
		cmocka_unit_test(test_lognormal_has_its_mean_and_deviation),
		cmocka_unit_test(test_points_of_the_sequence_are_even_in_each_dimension),
		cmocka_unit_test(test_all_dimensions_together_have_property_a),
		cmocka_unit_test(test_the_sequence_integrates_better_than_chance),
		cmocka_unit_test(test_latin_hypercubes_have_a_case_in_each_part),
		cmocka_unit_test(test_variables_of_a_sample_are_independent),
		cmocka_unit_test(test_samples_follow_the_seed_alone),
		cmocka_unit_test(test_blocks_of_saltelli_exchange_one_variable_each),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
