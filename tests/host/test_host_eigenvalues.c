/* Eigenvalues: closed forms, and random matrices in which each must make A - lambda I singular. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "assert_close.h"
#include "host_eigenvalues.h"
#include "la_dense.h"
#include "test_random.h"
#include "singular_values.h"

enum { MOST = 24 };

/* smallest singular value of A - lambda I, as the real matrix of twice the size */
static double distance(int n, const double *a, double real, double imaginary)
{
	const int m = 2 * n;
	double *work = calloc((size_t)(3 * m * m + m), sizeof *work);
	double *b = work, *u = b + m * m, *vt = u + m * m, *s = vt + m * m;
	assert_non_null(work);
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < n; j++) {
			const double entry = a[i * n + j] - (i == j ? real : 0.0);
			b[i + j * m] = entry;
			b[i + n + (j + n) * m] = entry;
		}
		b[i + (i + n) * m] = imaginary;
		b[i + n + i * m] = -imaginary;
	}
	singular_values(m, m, b, s, u, vt);
	const double smallest = s[m - 1];
	free(work);
	return smallest;
}

static void check(int n, const double *a, double tolerance)
{
	double copy[MOST * MOST], work[3 * MOST], real[MOST], imaginary[MOST], size = 0.0, trace = 0.0, sum = 0.0;
	memcpy(copy, a, (size_t)(n * n) * sizeof *copy);
	assert_int_equal(host_eigenvalues(n, copy, work, real, imaginary), 0);
	for (int i = 0; i < n; i++) {
		trace += a[i * n + i];
		sum += real[i];
		size = fmax(size, la_norm2(n, a + i * n));
	}
	assert_close(sum, trace, tolerance * size);
	for (int i = 0; i < n; i++) {
		assert_small(distance(n, a, real[i], imaginary[i]), tolerance * size);
		if (imaginary[i] > 0.0) {
			assert_close(real[i + 1], real[i], 0);
			assert_close(imaginary[i + 1], -imaginary[i], 0);
		}
		if (i > 0) {
			assert_true(hypot(real[i], imaginary[i]) >= hypot(real[i - 1], imaginary[i - 1]));
		}
	}
}

/* dense, badly scaled, sparse, skew, of small integers */
static void each_eigenvalue_of_a_random_matrix_makes_it_singular(void **state)
{
	struct test_random random = test_random_start(7);
	(void)state;
	for (int trial = 0; trial < 300; trial++) {
		const int n = 1 + trial % MOST, kind = trial % 5;
		double a[MOST * MOST];
		for (int i = 0; i < n * n; i++) {
			a[i] = test_random_in(&random, -1, 1);
			a[i] *= kind == 1 ? pow(10, 3.0 * (i / n % 3) - 3.0 * (i % n % 3)) : 1.0;
			a[i] = kind == 2 && test_random_in(&random, 0, 1) < 0.7 ? 0.0 : a[i];
			a[i] = kind == 4 ? nearbyint(3.0 * a[i]) : a[i];
		}
		for (int i = 0; kind == 3 && i < n; i++) {
			for (int j = 0; j <= i; j++) {
				a[j * n + i] = i == j ? 0.0 : -a[i * n + j];
			}
		}
		check(n, a, 1e-12);
	}
}

/* a cyclic shift has the n-th roots of unity */
static void a_cyclic_shift_has_the_roots_of_unity(void **state)
{
	(void)state;
	for (int n = 3; n <= MOST; n++) {
		double a[MOST * MOST] = {0.0}, work[3 * MOST], real[MOST], imaginary[MOST];
		for (int i = 0; i < n; i++) {
			a[i * n + (i + 1) % n] = 1.0;
		}
		assert_int_equal(host_eigenvalues(n, a, work, real, imaginary), 0);
		for (int i = 0; i < n; i++) {
			assert_close(hypot(real[i], imaginary[i]), 1.0, 1e-13);
			assert_close(cos(n * atan2(imaginary[i], real[i])), 1.0, 1e-12);
		}
	}
}

/* spin angle, its rate, and an oscillator that depends on the rate: the double zero is exact */
static void coordinates_that_nothing_depends_on_are_split_off_exactly(void **state)
{
	double a[16] = {0, 0, 1, 0, 0, 0, 0, 1, 0, -0.3, 0, -0.2, 0, -4.0, 0.7, 0};
	double work[12], real[4], imaginary[4];
	(void)state;
	assert_int_equal(host_eigenvalues(4, a, work, real, imaginary), 0);
	assert_close(real[0], 0.0, 0);
	assert_close(imaginary[0], 0.0, 0);
	/* s (s^3 + (4 + 0.14) s + 0.21) = 0 */
	for (int i = 1; i < 4; i++) {
		const double x = real[i], y = imaginary[i];
		assert_small(x * x * x - 3 * x * y * y + 4.14 * x + 0.21, 1e-13);
		assert_small(3 * x * x * y - y * y * y + 4.14 * y, 1e-13);
	}
}

static void numbers_that_are_not_finite_are_refused(void **state)
{
	double a[4] = {1, 2, 3, NAN}, work[6], real[2], imaginary[2];
	(void)state;
	assert_int_equal(host_eigenvalues(2, a, work, real, imaginary), -1);
	assert_int_equal(host_eigenvalues(0, a, work, real, imaginary), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_eigenvalue_of_a_random_matrix_makes_it_singular),
		cmocka_unit_test(a_cyclic_shift_has_the_roots_of_unity),
		cmocka_unit_test(coordinates_that_nothing_depends_on_are_split_off_exactly),
		cmocka_unit_test(numbers_that_are_not_finite_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
