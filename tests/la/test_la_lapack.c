/* The dense kernels against the drivers of the reference LAPACK. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <string.h>

#include "assert_close.h"
#include "la_dense.h"
#include "test_random.h"

/* Fortran passes everything by address; the length of each character argument follows at the end, by value */
void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *ipiv, double *b, const int *ldb, int *info);
void dposv_(const char *uplo, const int *n, const int *nrhs, double *a, const int *lda, double *b, const int *ldb,
            int *info, size_t);
void dsyev_(const char *jobz, const char *uplo, const int *n, double *a, const int *lda, double *w, double *work,
            const int *lwork, int *info, size_t, size_t);

enum { LARGEST = 30, SIZE = LARGEST * LARGEST, WORK = 5 * SIZE };
static const int one = 1, work_size = WORK;

/* the same random matrix for both, and room for the work of either */
struct pair {
	double lapack[SIZE], own[SIZE];
	double work[WORK];
	int lapack_pivot[LARGEST], own_pivot[LARGEST];
};

static void start_pair(struct pair *pair, struct test_random *random, int count)
{
	test_random_fill(random, count, pair->lapack);
	memcpy(pair->own, pair->lapack, sizeof pair->own);
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
	int info;
	(void)state;
	for (int n = 1; n <= LARGEST; n++) {
		start_pair(&pair, &random, n * n);
		for (int i = 0; i < n; i++) {
			/* away from singular, so that the answers may be compared to rounding */
			pair.lapack[i + i * n] += 8.0;
			pair.own[i + i * n] += 8.0;
			x[i] = y[i] = i + 1.0;
		}
		dgesv_(&n, &one, pair.lapack, &n, pair.lapack_pivot, x, &n, &info);
		assert_int_equal(info, 0);
		assert_int_equal(la_lu_factor(n, pair.own, n, pair.own_pivot), 0);
		la_lu_solve(n, pair.own, n, pair.own_pivot, 1, y, n);
		assert_same(n, x, y, 1e-13);
	}
}

static void symmetric_factors_agree(void **state)
{
	struct test_random random = test_random_start(2);
	static struct pair pair;
	double x[LARGEST], y[LARGEST];
	int info;
	(void)state;
	for (int n = 1; n <= LARGEST; n++) {
		start_pair(&pair, &random, n * n);
		for (int i = 0; i < n; i++) {
			pair.lapack[i + i * n] += n;
			pair.own[i + i * n] += n;
			x[i] = y[i] = i + 1.0;
		}
		dposv_("L", &n, &one, pair.lapack, &n, x, &n, &info, 1);
		assert_int_equal(la_cholesky_factor(n, pair.own, n), info);
		assert_same(n * n, pair.lapack, pair.own, 1e-14);
		la_cholesky_solve(n, pair.own, n, 1, y, n);
		assert_same(n, x, y, 1e-10);
	}
}

static void eigenvalues_agree(void **state)
{
	struct test_random random = test_random_start(5);
	static struct pair pair;
	double w[LARGEST], own_w[LARGEST];
	int info;
	(void)state;
	for (int n = 1; n <= LARGEST; n++) {
		start_pair(&pair, &random, n * n);
		dsyev_("V", "L", &n, pair.lapack, &n, w, pair.work, &work_size, &info, 1, 1);
		assert_int_equal(info, 0);
		assert_int_equal(la_eigen(n, pair.own, n, own_w, pair.work), 0);
		assert_same(n, w, own_w, 1e-14);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(solutions_agree),
		cmocka_unit_test(symmetric_factors_agree),
		cmocka_unit_test(eigenvalues_agree),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
