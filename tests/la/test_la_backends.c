/* The two dense back ends against each other. The portable one is compiled into this file under other names, the LAPACK
 * one is linked. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <stdlib.h>
#include <string.h>

#define la_lu_factor portable_lu_factor
#define la_lu_solve portable_lu_solve
#define la_lu_solve_transposed portable_lu_solve_transposed
#define la_cholesky_factor portable_cholesky_factor
#define la_cholesky_solve portable_cholesky_solve
#define la_ldlt_work portable_ldlt_work
#define la_ldlt_factor portable_ldlt_factor
#define la_ldlt_solve portable_ldlt_solve
#define la_qr_work portable_qr_work
#define la_qr_factor portable_qr_factor
#define la_qr_apply portable_qr_apply
#define la_svd_work portable_svd_work
#define la_svd portable_svd
#define la_eigen_work portable_eigen_work
#define la_eigen portable_eigen
#include "la_dense_portable.c"
#include "la_orthogonal_portable.c"
#undef la_lu_factor
#undef la_lu_solve
#undef la_lu_solve_transposed
#undef la_cholesky_factor
#undef la_cholesky_solve
#undef la_ldlt_work
#undef la_ldlt_factor
#undef la_ldlt_solve
#undef la_qr_work
#undef la_qr_factor
#undef la_qr_apply
#undef la_svd_work
#undef la_svd
#undef la_eigen_work
#undef la_eigen
#undef LA_DENSE_H
#include "la_dense.h"

#include "assert_close.h"
#include "test_random.h"

enum { LARGEST = 30, SIZE = LARGEST * LARGEST };

/* the same random matrix for both, and room for the work of either */
struct pair {
	double lapack[SIZE], portable[SIZE];
	double work[5 * SIZE];
	int lapack_pivot[LARGEST], portable_pivot[LARGEST];
};

static void start_pair(struct pair *pair, struct test_random *random, int count)
{
	test_random_fill(random, count, pair->lapack);
	memcpy(pair->portable, pair->lapack, sizeof pair->portable);
}

/* difference relative to the size of the first */
static void assert_same(int n, const double *x, const double *y, double tolerance)
{
	for (int i = 0; i < n; i++) {
		assert_close(x[i], y[i], tolerance * fmax(la_norm_max(n, x), DBL_MIN));
	}
}

static void solutions_agree(void **state)
{
	struct test_random random = test_random_start(1);
	static struct pair pair;
	double x[LARGEST], y[LARGEST];
	(void)state;
	for (int n = 1; n <= LARGEST; n++) {
		start_pair(&pair, &random, n * n);
		for (int i = 0; i < n; i++) {
			/* away from singular, so that the answers may be compared to rounding */
			pair.lapack[i + i * n] += 8.0;
			pair.portable[i + i * n] += 8.0;
			x[i] = y[i] = i + 1.0;
		}
		assert_int_equal(la_lu_factor(n, pair.lapack, n, pair.lapack_pivot), 0);
		assert_int_equal(portable_lu_factor(n, pair.portable, n, pair.portable_pivot), 0);
		la_lu_solve(n, pair.lapack, n, pair.lapack_pivot, 1, x, n);
		portable_lu_solve(n, pair.portable, n, pair.portable_pivot, 1, y, n);
		assert_same(n, x, y, 1e-13);
		la_lu_solve_transposed(n, pair.lapack, n, pair.lapack_pivot, 1, x, n);
		portable_lu_solve_transposed(n, pair.portable, n, pair.portable_pivot, 1, y, n);
		assert_same(n, x, y, 1e-13);
	}
}

static void symmetric_factors_agree(void **state)
{
	struct test_random random = test_random_start(2);
	static struct pair pair;
	double x[LARGEST], y[LARGEST];
	(void)state;
	for (int n = 1; n <= LARGEST; n++) {
		start_pair(&pair, &random, n * n);
		for (int i = 0; i < n; i++) {
			x[i] = y[i] = i + 1.0;
		}
		/* the same pivots are chosen, hence the same factors */
		assert_int_equal(la_ldlt_factor(n, pair.lapack, n, pair.lapack_pivot, pair.work), 0);
		assert_int_equal(portable_ldlt_factor(n, pair.portable, n, pair.portable_pivot, pair.work), 0);
		assert_same(n * n, pair.lapack, pair.portable, 1e-11);
		la_ldlt_solve(n, pair.lapack, n, pair.lapack_pivot, 1, x, n);
		portable_ldlt_solve(n, pair.portable, n, pair.portable_pivot, 1, y, n);
		assert_same(n, x, y, 1e-10);
		start_pair(&pair, &random, n * n);
		for (int i = 0; i < n; i++) {
			pair.lapack[i + i * n] += n;
			pair.portable[i + i * n] += n;
		}
		assert_int_equal(la_cholesky_factor(n, pair.lapack, n), portable_cholesky_factor(n, pair.portable, n));
		assert_same(n * n, pair.lapack, pair.portable, 1e-14);
		la_cholesky_solve(n, pair.lapack, n, 1, x, n);
		portable_cholesky_solve(n, pair.portable, n, 1, y, n);
		assert_same(n, x, y, 1e-10);
	}
}

static void qr_factors_agree(void **state)
{
	struct test_random random = test_random_start(3);
	static struct pair pair;
	double tau[LARGEST], portable_tau[LARGEST], x[LARGEST], y[LARGEST];
	(void)state;
	for (int trial = 0; trial < 100; trial++) {
		int m = test_random_int(&random, 1, LARGEST), n = test_random_int(&random, 1, LARGEST);
		start_pair(&pair, &random, m * n);
		la_qr_factor(m, n, pair.lapack, m, pair.lapack_pivot, tau, pair.work);
		portable_qr_factor(m, n, pair.portable, m, pair.portable_pivot, portable_tau, pair.work);
		for (int j = 0; j < n; j++) {
			assert_int_equal(pair.lapack_pivot[j], pair.portable_pivot[j]);
		}
		assert_same(m * n, pair.lapack, pair.portable, 1e-12);
		assert_same(m < n ? m : n, tau, portable_tau, 1e-12);
		test_random_fill(&random, m, x);
		memcpy(y, x, sizeof y);
		la_qr_apply(m, n, pair.lapack, m, tau, 1, 1, x, m, pair.work);
		portable_qr_apply(m, n, pair.portable, m, portable_tau, 1, 1, y, m, pair.work);
		assert_same(m, x, y, 1e-12);
	}
}

static void singular_values_agree(void **state)
{
	struct test_random random = test_random_start(4);
	static struct pair pair;
	static double u[SIZE], vt[SIZE];
	double s[LARGEST], portable_s[LARGEST];
	(void)state;
	for (int trial = 0; trial < 100; trial++) {
		int m = test_random_int(&random, 1, LARGEST), n = test_random_int(&random, 1, LARGEST);
		start_pair(&pair, &random, m * n);
		assert_true(la_svd_work(m, n) <= 5 * SIZE && portable_svd_work(m, n) <= 5 * SIZE);
		assert_int_equal(la_svd(m, n, pair.lapack, m, s, u, m, vt, n, pair.work), 0);
		assert_int_equal(portable_svd(m, n, pair.portable, m, portable_s, u, m, vt, n, pair.work), 0);
		assert_same(m < n ? m : n, s, portable_s, 1e-14);
	}
}

static void eigenvalues_agree(void **state)
{
	struct test_random random = test_random_start(5);
	static struct pair pair;
	double w[LARGEST], portable_w[LARGEST];
	(void)state;
	for (int n = 1; n <= LARGEST; n++) {
		start_pair(&pair, &random, n * n);
		assert_int_equal(la_eigen(n, pair.lapack, n, w, pair.work), 0);
		assert_int_equal(portable_eigen(n, pair.portable, n, portable_w, pair.work), 0);
		assert_same(n, w, portable_w, 1e-14);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(solutions_agree),   cmocka_unit_test(symmetric_factors_agree),
		cmocka_unit_test(qr_factors_agree),  cmocka_unit_test(singular_values_agree),
		cmocka_unit_test(eigenvalues_agree),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
