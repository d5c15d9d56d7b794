/* Sparse pseudo-inverses against dense singular values, at ranks and distances from them that are known. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "assert_close.h"
#include "la_range.h"
#include "la_dense.h"
#include "test_random.h"
#include "singular_values.h"

enum { BODY = 3, MOST = 40 };

/* a sparse matrix: each group of rows on two bodies of BODY columns */
struct sample {
	int n, rows, n_blocks;
	struct la_block blocks[4 * MOST];
	struct la_range *range;
	double dense[MOST * MOST];
	double u[MOST * MOST], s[MOST], vt[MOST * MOST];
	int rank;
};

/* rows 2 i and 2 i + 1 on bodies a[i] and b[i] (-1: none) */
static void sample_open(struct sample *t, int bodies, int groups, const int *a, const int *b)
{
	memset(t, 0, sizeof *t);
	t->n = BODY * bodies;
	t->rows = 2 * groups;
	for (int i = 0; i < groups; i++) {
		const int body[2] = {a[i], b[i]};
		for (int k = 0; k < 2; k++) {
			if (body[k] >= 0) {
				t->blocks[t->n_blocks++] = (struct la_block){2 * i, BODY * body[k], 2, BODY};
			}
		}
	}
	t->range = la_range_create(t->n, t->rows, t->n_blocks, t->blocks);
	assert_non_null(t->range);
}

/* the dense matrix, and its decomposition, from the values */
static void sample_factor(struct sample *t)
{
	double a[MOST * MOST];
	const double *value = t->range->values;
	memset(t->dense, 0, sizeof t->dense);
	for (int i = 0; i < t->n_blocks; i++) {
		for (int k = 0; k < 2 * BODY; k++) {
			t->dense[t->blocks[i].row + k / BODY + (t->blocks[i].col + k % BODY) * t->rows] += *value++;
		}
	}
	memcpy(a, t->dense, sizeof a);
	singular_values(t->rows, t->n, a, t->s, t->u, t->vt);
	const int most = t->rows < t->n ? t->rows : t->n;
	for (t->rank = 0; t->rank < most && t->s[t->rank] > LA_RANGE_NULL * t->s[0]; t->rank++) {
	}
	la_range_factor(t->range);
}

/* x = A+ b, y = (A^T)+ f, p = what of f lies in the null space, from the dense decomposition */
static void sample_truth(const struct sample *t, const double *b, const double *f, double *x, double *y, double *p)
{
	memset(x, 0, (size_t)t->n * sizeof *x);
	memset(y, 0, (size_t)t->rows * sizeof *y);
	memcpy(p, f, (size_t)t->n * sizeof *p);
	for (int k = 0; k < t->rank; k++) {
		double along = 0.0, within = 0.0;
		for (int i = 0; i < t->rows; i++) {
			along += t->u[i + k * t->rows] * b[i];
		}
		for (int j = 0; j < t->n; j++) {
			within += t->vt[k + j * t->n] * f[j];
		}
		for (int j = 0; j < t->n; j++) {
			x[j] += t->vt[k + j * t->n] * along / t->s[k];
			p[j] -= t->vt[k + j * t->n] * within;
		}
		for (int i = 0; i < t->rows; i++) {
			y[i] += t->u[i + k * t->rows] * within / t->s[k];
		}
	}
}

static void expect_truth(struct sample *t, struct test_random *random, double tolerance)
{
	double b[MOST], f[MOST], x[MOST], y[MOST], p[MOST], got[MOST], inside[MOST];
	sample_factor(t);
	assert_int_equal(t->range->rank, t->rank);
	test_random_fill(random, t->rows, b);
	test_random_fill(random, t->n, f);
	/* what lies outside the rows' span spoils y by the square of the condition, in any decomposition */
	for (int j = 0; j < t->n; j++) {
		inside[j] = la_dot(t->rows, t->dense + j * t->rows, b);
	}
	sample_truth(t, b, inside, x, y, p);
	la_range_solve(t->range, b, got);
	for (int j = 0; j < t->n; j++) {
		assert_close(got[j], x[j], tolerance * (1.0 + la_norm_max(t->n, x)));
	}
	la_range_solve_transposed(t->range, inside, got);
	for (int i = 0; i < t->rows; i++) {
		assert_close(got[i], y[i], tolerance * (1.0 + la_norm_max(t->rows, y)));
	}
	sample_truth(t, b, f, x, y, p);
	la_range_project(t->range, f);
	for (int j = 0; j < t->n; j++) {
		assert_close(f[j], p[j], tolerance);
	}
}

/* the smallest singular values, zeros of rows that depend on others first */
static void expect_small(struct sample *t, double tolerance)
{
	la_range_look(t->range);
	assert_close(t->range->largest, t->s[0], 1e-3 * t->s[0]);
	for (int k = 0; k < t->range->n_small + 1 && k < t->range->n_found; k++) {
		const int place = t->rows - 1 - k;
		const double truth = place < t->n ? t->s[place] : 0.0;
		assert_close(t->range->singular[k], truth, tolerance * truth + 1e-14);
	}
}

static void random_bodies(struct test_random *random, int bodies, int groups, int *a, int *b)
{
	for (int i = 0; i < groups; i++) {
		a[i] = test_random_int(random, -1, bodies - 1);
		b[i] = (a[i] + test_random_int(random, 1, bodies - 1)) % bodies;
	}
}

static void matrices_of_full_rank_have_the_dense_inverse(void **state)
{
	struct test_random random = test_random_start(1);
	(void)state;
	for (int trial = 0; trial < 40; trial++) {
		struct sample *t = calloc(1, sizeof *t);
		const int bodies = test_random_int(&random, 2, 10), groups = test_random_int(&random, 1, bodies);
		int a[MOST], b[MOST];
		assert_non_null(t);
		random_bodies(&random, bodies, groups, a, b);
		sample_open(t, bodies, groups, a, b);
		test_random_fill(&random, 2 * BODY * t->n_blocks, t->range->values);
		expect_truth(t, &random, 1e-11);
		expect_small(t, 1e-6);
		la_range_free(t->range);
		free(t);
	}
}

/* the last groups repeat the first ones: exactly, or off by a part `off` */
static void expect_repeated(int repeated, double off, double tolerance)
{
	struct test_random random = test_random_start(2);
	for (int trial = 0; trial < 20; trial++) {
		struct sample *t = calloc(1, sizeof *t);
		const int bodies = 8, groups = 6;
		int a[MOST], b[MOST];
		assert_non_null(t);
		for (int i = 0; i < groups + repeated; i++) {
			a[i] = i % groups;
			b[i] = i % groups + 1;
		}
		sample_open(t, bodies, groups + repeated, a, b);
		test_random_fill(&random, 2 * BODY * t->n_blocks, t->range->values);
		for (int k = 0; k < repeated * 4 * BODY; k++) {
			t->range->values[groups * 4 * BODY + k] =
				t->range->values[k % (groups * 4 * BODY)] + off * test_random_in(&random, -1.0, 1.0);
		}
		expect_truth(t, &random, tolerance);
		expect_small(t, 1e-6);
		la_range_free(t->range);
		free(t);
	}
}

static void rows_that_depend_on_others_are_left_out(void **state)
{
	(void)state;
	expect_repeated(1, 0.0, 1e-11);
	expect_repeated(5, 0.0, 1e-11);
	expect_repeated(13, 0.0, 1e-11);
}

/* singular values about 1e-6 stay, those of 1e-10 go */
static void small_singular_values_are_told_from_zero(void **state)
{
	(void)state;
	expect_repeated(3, 1e-3, 1e-10);
	expect_repeated(3, 1e-5, 1e-8);
	expect_repeated(3, 1e-10, 1e-8);
}

static void empty_rows_and_numbers_that_are_none_do_no_harm(void **state)
{
	struct test_random random = test_random_start(3);
	struct sample *t = calloc(1, sizeof *t);
	const int a[] = {0, 1, 2}, b[] = {1, 2, 3};
	double x[MOST], right[MOST] = {1, 2, 3, 4, 5, 6};
	(void)state;
	assert_non_null(t);
	sample_open(t, 4, 3, a, b);
	test_random_fill(&random, 2 * BODY * t->n_blocks, t->range->values);
	memset(t->range->values + 4 * BODY, 0, 4 * BODY * sizeof(double));
	expect_truth(t, &random, 1e-11);
	assert_int_equal(t->range->empty, 2);
	t->range->values[0] = NAN;
	la_range_factor(t->range);
	assert_int_equal(t->range->rank, 0);
	la_range_solve(t->range, right, x);
	for (int j = 0; j < t->n; j++) {
		assert_close(x[j], 0.0, 0.0);
	}
	la_range_free(t->range);
	free(t);
}

/* a row twice, and so for each of more columns than there is room for vectors: that is told, and no rank */
static void more_directions_than_there_is_room_for_are_missed(void **state)
{
	enum { COLUMNS = 2000 };
	struct la_block *blocks = calloc(2 * COLUMNS, sizeof *blocks);
	(void)state;
	assert_non_null(blocks);
	for (int i = 0; i < 2 * COLUMNS; i++) {
		blocks[i] = (struct la_block){i, i / 2, 1, 1};
	}
	struct la_range *r = la_range_create(COLUMNS, 2 * COLUMNS, 2 * COLUMNS, blocks);
	assert_non_null(r);
	assert_true(r->room < COLUMNS);
	for (int i = 0; i < 2 * COLUMNS; i++) {
		r->values[i] = 1;
	}
	la_range_factor(r);
	assert_true(r->missing > 0);
	assert_int_equal(r->rank, 0);
	la_range_free(r);
	free(blocks);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(matrices_of_full_rank_have_the_dense_inverse),
		cmocka_unit_test(rows_that_depend_on_others_are_left_out),
		cmocka_unit_test(small_singular_values_are_told_from_zero),
		cmocka_unit_test(empty_rows_and_numbers_that_are_none_do_no_harm),
		cmocka_unit_test(more_directions_than_there_is_room_for_are_missed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
