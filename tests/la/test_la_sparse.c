/* Sparse factorization against dense matrix arithmetic written out here, and with every allocation made to fail.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "assert_close.h"
#include "failing_memory.h"
#include "la_dense.h"
#include "la_sparse.h"
#include "sparse_multiply.h"
#include "test_random.h"

enum { LARGEST = 120, MOST_BLOCKS = 200 };

/* a matrix as its blocks and as a dense table */
struct example {
	int n, n_blocks;
	struct la_block blocks[MOST_BLOCKS];
	int stage[LARGEST];
	double dense[LARGEST * LARGEST]; /* row-major */
	double values[MOST_BLOCKS][36];
	int mirror[MOST_BLOCKS];
};

static void add_to_dense(struct example *x, int b)
{
	const struct la_block *block = &x->blocks[b];

	for (int i = 0; i < block->rows; i++) {
		for (int j = 0; j < block->cols; j++) {
			double value = x->values[b][i * block->cols + j];
			int r = block->row + i, c = block->col + j;
			x->dense[r * x->n + c] += value;
			if (x->mirror[b]) {
				x->dense[c * x->n + r] += value;
			}
		}
	}
}

static void add_block(struct example *x, struct la_block block, const double *values, int mirror)
{
	int b = x->n_blocks++;
	assert_true(b < MOST_BLOCKS);
	x->blocks[b] = block;
	x->mirror[b] = mirror;
	memcpy(x->values[b], values, (size_t)(block.rows * block.cols) * sizeof *values);
	add_to_dense(x, b);
}

static struct la_sparse *assemble(const struct example *x)
{
	struct la_sparse *s = la_sparse_create(x->n, x->n_blocks, x->blocks, x->stage);
	assert_non_null(s);
	la_sparse_clear(s);
	for (int b = 0; b < x->n_blocks; b++) {
		la_sparse_add_block(s, b, 1.0, x->values[b], x->mirror[b]);
	}
	return s;
}

/* symmetric positive definite block of a body */
static void body_matrix(struct test_random *random, int size, double *values)
{
	double root[36];
	test_random_fill(random, size * size, root);
	for (int i = 0; i < size; i++) {
		for (int j = 0; j < size; j++) {
			values[i * size + j] = i == j ? 1.0 : 0.0;
			for (int k = 0; k < size; k++) {
				values[i * size + j] += root[i * size + k] * root[j * size + k];
			}
		}
	}
}

/* [K G^T; G 0]: bodies of `size` unknowns in a closed ring, joined by joints of `rows` constraints; multipliers first
 * or last in the numbering */
static void make_ring(struct example *x, struct test_random *random, int bodies, int size, int rows, int first)
{
	int bodies_at = first ? bodies * rows : 0, joints_at = first ? 0 : bodies * size;
	double values[36];
	memset(x, 0, sizeof *x);
	x->n = bodies * (size + rows);
	assert_true(x->n <= LARGEST);
	for (int i = 0; i < x->n; i++) {
		x->stage[i] = i >= joints_at && i < joints_at + bodies * rows;
	}
	for (int b = 0; b < bodies; b++) {
		int at = bodies_at + b * size, joint = joints_at + b * rows, next = bodies_at + (b + 1) % bodies * size;
		body_matrix(random, size, values);
		add_block(x, (struct la_block){at, at, size, size}, values, 0);
		test_random_fill(random, rows * size, values);
		add_block(x, (struct la_block){joint, at, rows, size}, values, 1);
		test_random_fill(random, rows * size, values);
		add_block(x, (struct la_block){joint, next, rows, size}, values, 1);
	}
}

static void dense_multiply(const struct example *x, const double *v, double *y)
{
	for (int i = 0; i < x->n; i++) {
		y[i] = la_dot(x->n, x->dense + i * x->n, v);
	}
}

static double largest_difference(int n, const double *x, const double *y)
{
	double largest = 0.0;
	for (int i = 0; i < n; i++) {
		largest = fmax(largest, fabs(x[i] - y[i]));
	}
	return largest;
}

/* solves for a known solution and compares */
static void assert_solves(struct la_sparse *s, const struct example *x, struct test_random *random, double tolerance)
{
	double known[LARGEST], b[LARGEST];
	test_random_fill(random, x->n, known);
	dense_multiply(x, known, b);
	la_sparse_solve(s, 1, b);
	assert_small(largest_difference(x->n, b, known), tolerance);
}

static void multiply_equals_dense(void **state)
{
	struct test_random random = test_random_start(1);
	static struct example x;
	double v[LARGEST], expected[LARGEST], actual[LARGEST];
	(void)state;
	for (int first = 0; first < 2; first++) {
		struct la_sparse *s;
		make_ring(&x, &random, 9, 6, 5, first);
		s = assemble(&x);
		test_random_fill(&random, x.n, v);
		dense_multiply(&x, v, expected);
		sparse_multiply(s, v, actual);
		assert_small(largest_difference(x.n, actual, expected), 1e-13);
		la_sparse_free(s);
	}
}

static void ldlt_solves_saddle_point_systems_without_pivoting(void **state)
{
	struct test_random random = test_random_start(2);
	static struct example x;

	(void)state;
	for (int trial = 0; trial < 40; trial++) {
		int size = trial % 2 ? 6 : 3, rows = test_random_int(&random, 1, size == 6 ? 4 : 2);
		struct la_sparse *s;
		make_ring(&x, &random, test_random_int(&random, 3, 12), size, rows, trial % 3 == 0);
		s = assemble(&x);
		assert_int_equal(la_sparse_factor_ldlt(s), 0);
		assert_solves(s, &x, &random, 1e-9);
		la_sparse_free(s);
	}
}

static void quasi_definite_systems_are_solved_in_any_order(void **state)
{
	struct test_random random = test_random_start(3);
	static struct example x;

	(void)state;
	for (int trial = 0; trial < 20; trial++) {
		struct la_sparse *s;
		double minus_one[1] = {-1.0};
		make_ring(&x, &random, 6, 3, 2, trial % 2);
		for (int i = 0; i < x.n; i++) {
			if (x.stage[i]) {
				add_block(&x, (struct la_block){i, i, 1, 1}, minus_one, 0);
			}
		}
		memset(x.stage, 0, sizeof x.stage);
		s = assemble(&x);
		assert_int_equal(la_sparse_factor_ldlt(s), 0);
		assert_solves(s, &x, &random, 1e-12);
		la_sparse_free(s);
	}
}

static void lu_solves_unsymmetric_values(void **state)
{
	struct test_random random = test_random_start(4);
	static struct example x;

	(void)state;
	for (int trial = 0; trial < 40; trial++) {
		struct la_sparse *s;
		double values[36];
		make_ring(&x, &random, test_random_int(&random, 3, 12), 6, 3, trial % 2);
		/* unsymmetric coupling of neighbouring bodies and of each body with itself */
		for (int b = 0; b < x.n / 9; b++) {
			struct la_block own = x.blocks[3 * b];
			struct la_block other = {own.row, x.blocks[3 * ((b + 1) % (x.n / 9))].col, 6, 6};
			for (int e = 0; e < 36; e++) {
				values[e] = test_random_in(&random, -0.1, 0.1);
			}
			add_block(&x, own, values, 0);
			add_block(&x, other, values, 0);
		}
		s = assemble(&x);
		assert_int_equal(la_sparse_factor_lu(s), 0);
		assert_solves(s, &x, &random, 1e-8);
		la_sparse_free(s);
	}
}

static void both_factorizations_agree_on_symmetric_values(void **state)
{
	struct test_random random = test_random_start(5);
	static struct example x;
	double b[LARGEST], c[LARGEST];
	struct la_sparse *s;
	(void)state;
	make_ring(&x, &random, 10, 6, 4, 0);
	s = assemble(&x);
	test_random_fill(&random, x.n, b);
	memcpy(c, b, sizeof c);
	assert_int_equal(la_sparse_factor_ldlt(s), 0);
	la_sparse_solve(s, 1, b);
	assert_int_equal(la_sparse_factor_lu(s), 0);
	la_sparse_solve(s, 1, c);
	assert_small(largest_difference(x.n, b, c), 1e-9);
	la_sparse_free(s);
}

static void ldlt_reads_the_lower_triangle_only(void **state)
{
	struct test_random random = test_random_start(6);
	static struct example x;
	struct la_sparse *s;
	(void)state;
	/* multipliers are numbered last, so every joint's block lies below the diagonal */
	make_ring(&x, &random, 8, 6, 3, 0);
	s = la_sparse_create(x.n, x.n_blocks, x.blocks, x.stage);
	la_sparse_clear(s);
	for (int b = 0; b < x.n_blocks; b++) {
		la_sparse_add_block(s, b, 1.0, x.values[b], 0);
	}
	assert_int_equal(la_sparse_factor_ldlt(s), 0);
	assert_solves(s, &x, &random, 1e-9);
	la_sparse_free(s);
}

static void blocks_may_overlap_and_accumulate_with_factors(void **state)
{
	const struct la_block blocks[3] = {{0, 0, 3, 3}, {1, 0, 2, 2}, {0, 2, 2, 1}};
	const double full[9] = {4, 1, 0, 1, 5, 1, 0, 1, 6}, part[4] = {1, 2, 3, 4}, column[2] = {7, 8};
	/* 2 full + 0.5 part at (1,0) + (column at (0,2) and its mirror image) */
	const double expected[9] = {8, 2, 7, 2.5, 11, 10, 8.5, 12, 12};
	struct la_sparse *s = la_sparse_create(3, 3, blocks, NULL);
	(void)state;
	assert_non_null(s);
	la_sparse_clear(s);
	la_sparse_add_block(s, 0, 2.0, full, 0);
	la_sparse_add_block(s, 1, 0.5, part, 0);
	la_sparse_add_block(s, 2, 1.0, column, 1);
	for (int j = 0; j < 3; j++) {
		double unit[3] = {j == 0, j == 1, j == 2}, y[3];
		sparse_multiply(s, unit, y);
		for (int i = 0; i < 3; i++) {
			assert_close(y[i], expected[3 * i + j], 1e-15);
		}
	}
	la_sparse_free(s);
}

static void several_columns_equal_single_ones_bit_for_bit(void **state)
{
	struct test_random random = test_random_start(7);
	static struct example x;
	static double together[11 * LARGEST], alone[11 * LARGEST];
	struct la_sparse *s;
	(void)state;
	make_ring(&x, &random, 10, 6, 4, 1);
	s = assemble(&x);
	for (int lu = 0; lu < 2; lu++) {
		test_random_fill(&random, 11 * x.n, together);
		memcpy(alone, together, sizeof alone);
		assert_int_equal(lu ? la_sparse_factor_lu(s) : la_sparse_factor_ldlt(s), 0);
		la_sparse_solve(s, 11, together);
		for (int c = 0; c < 11; c++) {
			la_sparse_solve(s, 1, alone + c * x.n);
		}
		assert_memory_equal(together, alone, (size_t)(11 * x.n) * sizeof *alone);
	}
	la_sparse_free(s);
}

static void factoring_again_gives_the_same_bits_and_keeps_the_values(void **state)
{
	struct test_random random = test_random_start(8);
	static struct example x;
	double first[LARGEST], second[LARGEST], b[LARGEST];
	struct la_sparse *s;
	(void)state;
	make_ring(&x, &random, 10, 6, 4, 1);
	s = assemble(&x);
	test_random_fill(&random, x.n, b);
	memcpy(first, b, sizeof b);
	memcpy(second, b, sizeof b);
	assert_int_equal(la_sparse_factor_ldlt(s), 0);
	la_sparse_solve(s, 1, first);
	assert_int_equal(la_sparse_factor_lu(s), 0);
	assert_int_equal(la_sparse_factor_ldlt(s), 0);
	la_sparse_solve(s, 1, second);
	assert_memory_equal(first, second, (size_t)x.n * sizeof *first);
	la_sparse_free(s);
}

static void a_zero_pivot_is_named_by_its_unknown(void **state)
{
	const struct la_block blocks[3] = {{0, 0, 1, 1}, {1, 1, 1, 1}, {2, 2, 1, 1}};
	const double one[1] = {1.0}, nan_value[1] = {NAN};
	struct la_sparse *s = la_sparse_create(3, 3, blocks, NULL);
	double b[3] = {1.0, 2.0, 3.0};
	(void)state;
	la_sparse_clear(s);
	la_sparse_add_block(s, 0, 1.0, one, 0);
	la_sparse_add_block(s, 2, 1.0, one, 0);
	assert_int_equal(la_sparse_factor_ldlt(s), 2);
	assert_int_equal(la_sparse_factor_lu(s), 2);
	la_sparse_solve(s, 1, b);
	assert_close(b[2], 3.0, 0.0);
	la_sparse_add_block(s, 1, 1.0, nan_value, 0);
	assert_int_equal(la_sparse_factor_ldlt(s), 2);
	la_sparse_clear(s);
	for (int i = 0; i < 3; i++) {
		la_sparse_add_block(s, i, 4.0, one, 0);
	}
	assert_int_equal(la_sparse_factor_ldlt(s), 0);
	la_sparse_solve(s, 1, b);
	assert_close(b[2], 0.75, 0.0);
	la_sparse_free(s);
}

static void a_constraint_written_twice_shows_in_its_pivot(void **state)
{
	struct test_random random = test_random_start(9);
	struct example *x = calloc(1, sizeof *x);
	double mass[9], row[3], pivot[5] = {0};
	struct la_sparse *s;
	(void)state;
	x->n = 5;
	x->stage[3] = x->stage[4] = 1;
	body_matrix(&random, 3, mass);
	test_random_fill(&random, 3, row);
	add_block(x, (struct la_block){0, 0, 3, 3}, mass, 0);
	add_block(x, (struct la_block){3, 0, 1, 3}, row, 1);
	add_block(x, (struct la_block){4, 0, 1, 3}, row, 1);
	s = assemble(x);
	la_sparse_factor_ldlt(s);
	la_sparse_pivots(s, pivot);
	/* the first of the two has a good pivot, what is left for the other one is rounding */
	assert_small(fmin(fabs(pivot[3]), fabs(pivot[4])) / fmax(fabs(pivot[3]), fabs(pivot[4])), 1e-15);
	la_sparse_free(s);
	free(x);
}

static void an_arrow_is_factored_without_fill(void **state)
{
	/* an arrow whose tip is unknown 0: ordered well it has no fill, ordered as numbered it would be full */
	const struct la_block blocks[3] = {{0, 0, 1, 1}, {1, 0, 9, 1}, {1, 1, 1, 1}};
	double ones[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1}, tip[1] = {100.0};
	struct la_block all[11];
	struct la_sparse *s;
	double pivot[10];
	(void)state;
	all[0] = blocks[0];
	all[1] = blocks[1];
	for (int i = 1; i < 10; i++) {
		all[i + 1] = (struct la_block){i, i, 1, 1};
	}
	s = la_sparse_create(10, 11, all, NULL);
	la_sparse_clear(s);
	la_sparse_add_block(s, 0, 1.0, tip, 0);
	la_sparse_add_block(s, 1, 1.0, ones, 1);
	for (int i = 1; i < 10; i++) {
		la_sparse_add_block(s, i + 1, i, ones, 0);
	}
	assert_int_equal(la_sparse_factor_ldlt(s), 0);
	assert_int_equal(s->n + s->n_pairs, 19);
	assert_int_equal(s->n + s->n_factor, 19);
	la_sparse_pivots(s, pivot);
	assert_close(pivot[1], 1.0, 0.0);
	/* 100 - (1/1 + 1/2 + ... + 1/8), the tip and unknown 9 come last; harmonic number H_8 = 761/280 */
	assert_close(pivot[0], 100.0 - 761.0 / 280.0, 1e-12);
	la_sparse_free(s);
}

static void bad_blocks_are_refused(void **state)
{
	const struct la_block bad[6] = {{-1, 0, 1, 1}, {0, -1, 1, 1}, {3, 0, 2, 1},
	                                {0, 3, 1, 2},  {0, 0, -1, 1}, {5, 0, 0, 1}};
	const struct la_block huge = {0, 0, INT32_MAX, INT32_MAX};

	(void)state;
	for (int i = 0; i < 6; i++) {
		assert_null(la_sparse_create(4, 1, &bad[i], NULL));
	}
	assert_null(la_sparse_create(4, 1, &huge, NULL));
	assert_null(la_sparse_create(-1, 0, NULL, NULL));
	la_sparse_free(NULL);
}

static void empty_and_blockless_systems_work(void **state)
{
	const struct la_block empty = {2, 0, 0, 3};
	struct la_sparse *s = la_sparse_create(0, 0, NULL, NULL);
	(void)state;
	assert_non_null(s);
	la_sparse_clear(s);
	assert_int_equal(la_sparse_factor_ldlt(s), 0);
	la_sparse_solve(s, 1, NULL);
	la_sparse_free(s);
	s = la_sparse_create(3, 1, &empty, NULL);
	assert_non_null(s);
	la_sparse_clear(s);
	la_sparse_add_block(s, 0, 1.0, NULL, 0);
	assert_int_equal(la_sparse_factor_ldlt(s), 1);
	la_sparse_free(s);
}

static void every_failing_allocation_is_survived(void **state)
{
	struct test_random random = test_random_start(10);
	static struct example x;
	struct la_sparse *s = NULL;
	int failures = 0;
	(void)state;
	make_ring(&x, &random, 5, 3, 2, 0);
	while (!s) {
		memory_fail(failures);
		s = la_sparse_create(x.n, x.n_blocks, x.blocks, x.stage);
		memory_fail(MEMORY_NEVER);
		if (!s) {
			failures++;
		}
		assert_true(failures < 1000);
	}
	/* at least the arrays of the structure itself */
	assert_true(failures > 10);
	la_sparse_free(s);
}

static void nothing_allocates_after_creation(void **state)
{
	struct test_random random = test_random_start(11);
	static struct example x;
	static double b[5 * LARGEST];
	struct la_sparse *s;
	long before;
	(void)state;
	make_ring(&x, &random, 5, 3, 2, 0);
	s = assemble(&x);
	test_random_fill(&random, 5 * x.n, b);
	before = memory_requests;
	la_sparse_clear(s);
	for (int k = 0; k < x.n_blocks; k++) {
		la_sparse_add_block(s, k, 1.0, x.values[k], x.mirror[k]);
	}
	la_sparse_factor_ldlt(s);
	la_sparse_factor_lu(s);
	la_sparse_solve(s, 5, b);
	assert_int_equal(memory_requests, before);
	la_sparse_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(multiply_equals_dense),
		cmocka_unit_test(ldlt_solves_saddle_point_systems_without_pivoting),
		cmocka_unit_test(quasi_definite_systems_are_solved_in_any_order),
		cmocka_unit_test(lu_solves_unsymmetric_values),
		cmocka_unit_test(both_factorizations_agree_on_symmetric_values),
		cmocka_unit_test(ldlt_reads_the_lower_triangle_only),
		cmocka_unit_test(blocks_may_overlap_and_accumulate_with_factors),
		cmocka_unit_test(several_columns_equal_single_ones_bit_for_bit),
		cmocka_unit_test(factoring_again_gives_the_same_bits_and_keeps_the_values),
		cmocka_unit_test(a_zero_pivot_is_named_by_its_unknown),
		cmocka_unit_test(a_constraint_written_twice_shows_in_its_pivot),
		cmocka_unit_test(an_arrow_is_factored_without_fill),
		cmocka_unit_test(bad_blocks_are_refused),
		cmocka_unit_test(empty_and_blockless_systems_work),
		cmocka_unit_test(every_failing_allocation_is_survived),
		cmocka_unit_test(nothing_allocates_after_creation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
