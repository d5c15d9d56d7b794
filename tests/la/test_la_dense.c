/* Dense linear algebra: residuals, orthogonality, and matrices with known answers. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "assert_close.h"
#include "la_dense.h"
#include "test_random.h"

enum { LARGEST = 40, LD = 43 };

static double *doubles(int count)
{
	double *array = calloc((size_t)count + 1, sizeof *array);
	assert_non_null(array);
	return array;
}

/* c := a b or a^T b, where b has leading dimension ldb */
static void multiply(int m, int n, int k, const double *a, int lda, int transposed, const double *b, int ldb, double *c,
                     int ldc)
{
	for (int j = 0; j < n; j++) {
		for (int i = 0; i < m; i++) {
			c[i + j * ldc] = 0.0;
			for (int p = 0; p < k; p++) {
				c[i + j * ldc] += (transposed ? a[p + i * lda] : a[i + p * lda]) * b[p + j * ldb];
			}
		}
	}
}

static double difference(int m, int n, const double *a, int lda, const double *b, int ldb)
{
	double largest = 0.0;
	for (int j = 0; j < n; j++) {
		for (int i = 0; i < m; i++) {
			double size = fabs(a[i + j * lda] - b[i + j * ldb]);
			if (!(size <= largest)) {
				largest = size;
			}
		}
	}
	return largest;
}

/* |a^T a - 1|, and of the rows too since a is square */
static double orthogonality(int n, const double *a, int ld)
{
	double product[LARGEST * LARGEST], largest = 0.0;
	multiply(n, n, n, a, ld, 1, a, ld, product, n);
	for (int j = 0; j < n; j++) {
		for (int i = 0; i < n; i++) {
			largest = fmax(largest, fabs(product[i + j * n] - (i == j)));
		}
	}
	return largest;
}

static void random_symmetric(struct test_random *random, int n, double *a, int ld)
{
	for (int j = 0; j < n; j++) {
		for (int i = j; i < n; i++) {
			a[i + j * ld] = a[j + i * ld] = test_random_in(random, -1.0, 1.0);
		}
	}
}

static void spoil_upper_triangle(int n, double *a, int ld)
{
	for (int j = 0; j < n; j++) {
		for (int i = 0; i < j; i++) {
			a[i + j * ld] = NAN;
		}
	}
}

/* largest sum of magnitudes in a column */
static double norm1(int m, int n, const double *a, int ld)
{
	double largest = 0.0;
	for (int j = 0; j < n; j++) {
		double sum = 0.0;
		for (int i = 0; i < m; i++) {
			sum += fabs(a[i + j * ld]);
		}
		largest = fmax(largest, sum);
	}
	return largest;
}

static void lu_solves_random_systems_to_rounding(void **state)
{
	struct test_random random = test_random_start(1);
	double a[LD * LARGEST], lu[LD * LARGEST], x[3 * LD], b[3 * LD], r[3 * LD];
	int pivot[LARGEST];
	(void)state;
	for (int n = 1; n <= LARGEST; n++) {
		test_random_fill(&random, LD * n, a);
		test_random_fill(&random, 3 * LD, b);
		memcpy(lu, a, sizeof a);
		memcpy(x, b, sizeof b);
		assert_int_equal(la_lu_factor(n, lu, LD, pivot), 0);
		la_lu_solve(n, lu, LD, pivot, 3, x, LD);
		multiply(n, 3, n, a, LD, 0, x, LD, r, LD);
		/* backward stability: the residual is small against |A| |x|, however large x is */
		assert_small(difference(n, 3, r, LD, b, LD), 1e-14 * n * fmax(1.0, norm1(n, 3, x, LD)));
	}
}

static void lu_names_the_zero_pivot(void **state)
{
	double a[9] = {1, 2, 4, 2, 4, 8, 5, 7, 9};
	int pivot[3];
	(void)state;
	/* column 2 is twice column 1; all powers of two, so that pivot 2 vanishes without rounding */
	assert_int_equal(la_lu_factor(3, a, 3, pivot), 2);
}

static void cholesky_solves_from_the_lower_triangle(void **state)
{
	struct test_random random = test_random_start(3);
	double root[LD * LARGEST], a[LD * LARGEST], l[LD * LARGEST], x[2 * LD], b[2 * LD], r[2 * LD];
	(void)state;
	for (int n = 1; n <= LARGEST; n++) {
		test_random_fill(&random, LD * n, root);
		multiply(n, n, n, root, LD, 1, root, LD, a, LD);
		for (int i = 0; i < n; i++) {
			a[i + i * LD] += 0.1;
		}
		memcpy(l, a, sizeof a);
		spoil_upper_triangle(n, l, LD);
		test_random_fill(&random, 2 * LD, b);
		memcpy(x, b, sizeof b);
		assert_int_equal(la_cholesky_factor(n, l, LD), 0);
		la_cholesky_solve(n, l, LD, 2, x, LD);
		multiply(n, 2, n, a, LD, 0, x, LD, r, LD);
		assert_small(difference(n, 2, r, LD, b, LD), 1e-13 * n);
	}
}

static void cholesky_refuses_what_is_not_positive(void **state)
{
	double indefinite[4] = {1, 2, 2, 1}, zero[1] = {0}, not_a_number[1] = {NAN};
	(void)state;
	assert_int_equal(la_cholesky_factor(2, indefinite, 2), 2);
	assert_int_equal(la_cholesky_factor(1, zero, 1), 1);
	assert_int_equal(la_cholesky_factor(1, not_a_number, 1), 1);
}

static void assert_eigen(int n, const double *a, double *w, double size)
{
	double v[LD * LARGEST], av[LD * LARGEST], vw[LD * LARGEST];
	double *work = doubles(la_eigen_work(n));
	memcpy(v, a, sizeof v);
	spoil_upper_triangle(n, v, LD);
	assert_int_equal(la_eigen(n, v, LD, w, work), 0);
	free(work);
	multiply(n, n, n, a, LD, 0, v, LD, av, LD);
	for (int j = 0; j < n; j++) {
		assert_true(j == 0 || w[j] >= w[j - 1]);
		for (int i = 0; i < n; i++) {
			vw[i + j * LD] = v[i + j * LD] * w[j];
		}
	}
	assert_small(difference(n, n, av, LD, vw, LD), 1e-14 * n * size);
	assert_small(orthogonality(n, v, LD), 1e-13);
}

static void eigenvectors_diagonalize_symmetric_matrices(void **state)
{
	struct test_random random = test_random_start(9);
	double a[LD * LARGEST], w[LARGEST];
	(void)state;
	for (int n = 1; n <= LARGEST; n++) {
		random_symmetric(&random, n, a, LD);
		assert_eigen(n, a, w, 4.0);
	}
	memset(a, 0, sizeof a);
	assert_eigen(5, a, w, 0.0);
	assert_close(w[4], 0.0, 0.0);
	for (int i = 0; i < 5; i++) {
		a[i + i * LD] = 1e-200;
	}
	a[1] = a[LD] = 1e-200;
	assert_eigen(5, a, w, 1e-200);
	assert_close(w[4] / 2e-200, 1.0, 1e-14);
}

static void eigenvalues_of_the_second_difference_are_known(void **state)
{
	/* tridiagonal (-1, 2, -1) of size n: 2 - 2 cos(k pi / (n + 1)) */
	const double pi = 3.14159265358979323846;
	double a[LD * LARGEST] = {0}, w[LARGEST];
	(void)state;
	for (int i = 0; i < 20; i++) {
		a[i + i * LD] = 2.0;
		if (i > 0) {
			a[i + (i - 1) * LD] = a[i - 1 + i * LD] = -1.0;
		}
	}
	assert_eigen(20, a, w, 4.0);
	for (int k = 1; k <= 20; k++) {
		assert_close(w[k - 1], 2.0 - 2.0 * cos(k * pi / 21.0), 1e-14 * 4);
	}
}

static void eigenvalues_refuse_what_is_not_finite(void **state)
{
	double a[4] = {1, INFINITY, 0, 1}, w[2];
	double *work = doubles(la_eigen_work(2));
	(void)state;
	assert_true(la_eigen(2, a, 2, w, work) > 0);
	free(work);
}

static void norms_are_safe_and_pass_on_what_is_not_a_number(void **state)
{
	const double huge[2] = {3e200, 4e200}, tiny[2] = {3e-200, 4e-200}, bad[3] = {1.0, NAN, 2.0}, x[3] = {1, -5, 2};
	const double infinite[2] = {-INFINITY, 1.0};

	(void)state;
	assert_close(la_norm2(2, huge) / 5e200, 1.0, 1e-15);
	assert_close(la_norm2(2, tiny) / 5e-200, 1.0, 1e-15);
	assert_close(la_norm2(0, NULL), 0.0, 0.0);
	assert_true(isnan(la_norm2(3, bad)));
	assert_true(isnan(la_norm_max(3, bad)));
	assert_true(isinf(la_norm2(2, infinite)));
	assert_true(isinf(la_norm_max(2, infinite)));
	assert_close(la_norm_max(3, x), 5.0, 0.0);
	assert_close(la_dot(3, x, x), 30.0, 0.0);
}

static void empty_matrices_are_harmless(void **state)
{
	double none[1] = {0}, work[16], w[1];
	int pivot[1];
	(void)state;
	assert_int_equal(la_lu_factor(0, none, 0, pivot), 0);
	la_lu_solve(0, none, 0, pivot, 1, none, 0);
	assert_int_equal(la_cholesky_factor(0, none, 0), 0);
	assert_true(la_eigen_work(0) <= 16);
	assert_int_equal(la_eigen(0, none, 0, w, work), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lu_solves_random_systems_to_rounding),
		cmocka_unit_test(lu_names_the_zero_pivot),
		cmocka_unit_test(cholesky_solves_from_the_lower_triangle),
		cmocka_unit_test(cholesky_refuses_what_is_not_positive),
		cmocka_unit_test(eigenvectors_diagonalize_symmetric_matrices),
		cmocka_unit_test(eigenvalues_of_the_second_difference_are_known),
		cmocka_unit_test(eigenvalues_refuse_what_is_not_finite),
		cmocka_unit_test(norms_are_safe_and_pass_on_what_is_not_a_number),
		cmocka_unit_test(empty_matrices_are_harmless),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
