/* Order for a small profile, and Cholesky within the envelope, against the dense one. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "assert_close.h"
#include "la_dense.h"
#include "la_envelope.h"
#include "test_random.h"

enum { LARGEST = 60 };

/* ---- order ---- */

struct graph {
	int n;
	char edge[LARGEST][LARGEST];
	int start[LARGEST + 1], neighbour[LARGEST * LARGEST], order[LARGEST];
};

static void order_graph(struct graph *g)
{
	int work[3 * LARGEST], count = 0;
	for (int i = 0; i < g->n; i++) {
		g->start[i] = count;
		for (int j = 0; j < g->n; j++) {
			if (g->edge[i][j] || g->edge[j][i]) {
				g->neighbour[count++] = j;
			}
		}
	}
	g->start[g->n] = count;
	la_order_profile(g->n, g->start, g->neighbour, g->order, work);
}

/* sum of the row lengths in an order, which must name each node once; NULL: as they are numbered */
static int profile(const struct graph *g, const int *order)
{
	int place[LARGEST], sum = 0;
	memset(place, -1, sizeof place);
	for (int k = 0; k < g->n; k++) {
		place[order ? order[k] : k] = k;
	}
	for (int i = 0; i < g->n; i++) {
		int first = place[i];
		assert_true(place[i] >= 0);
		for (int j = 0; j < g->n; j++) {
			first = (g->edge[i][j] || g->edge[j][i]) && place[j] < first ? place[j] : first;
		}
		sum += place[i] - first;
	}
	return sum;
}

static void shuffle(struct test_random *random, int n, int *list)
{
	for (int i = 0; i < n; i++) {
		list[i] = i;
	}
	for (int i = n - 1; i > 0; i--) {
		const int k = test_random_int(random, 0, i);
		const int keep = list[i];
		list[i] = list[k];
		list[k] = keep;
	}
}

static void a_chain_in_any_numbering_has_rows_of_one(void **state)
{
	struct test_random random = test_random_start(1);
	(void)state;
	for (int trial = 0; trial < 20; trial++) {
		struct graph g = {.n = LARGEST};
		int name[LARGEST];
		shuffle(&random, LARGEST, name);
		for (int i = 1; i < LARGEST; i++) {
			g.edge[name[i - 1]][name[i]] = 1;
		}
		order_graph(&g);
		assert_int_equal(profile(&g, g.order), LARGEST - 1);
	}
}

/* a grid of 6 x 10 nodes: rows of 6 at most along its longer side */
static void a_grid_in_any_numbering_is_ordered_along_its_longer_side(void **state)
{
	struct test_random random = test_random_start(2);
	struct graph g = {.n = LARGEST};
	int name[LARGEST];
	(void)state;
	shuffle(&random, LARGEST, name);
	for (int i = 0; i < LARGEST; i++) {
		if (i % 6 > 0) {
			g.edge[name[i - 1]][name[i]] = 1;
		}
		if (i >= 6) {
			g.edge[name[i - 6]][name[i]] = 1;
		}
	}
	order_graph(&g);
	assert_true(profile(&g, g.order) <= 6 * LARGEST);
	assert_true(3 * profile(&g, g.order) < profile(&g, NULL));
}

static void parts_and_single_nodes_are_all_named(void **state)
{
	struct test_random random = test_random_start(3);
	(void)state;
	for (int trial = 0; trial < 50; trial++) {
		struct graph g = {.n = test_random_int(&random, 1, LARGEST)};
		for (int k = 0; k < g.n / 2; k++) {
			g.edge[test_random_int(&random, 0, g.n - 1)][test_random_int(&random, 0, g.n - 1)] = 1;
		}
		order_graph(&g);
		assert_true(profile(&g, g.order) <= profile(&g, NULL) + g.n);
	}
	struct graph none = {.n = 0};
	order_graph(&none);
}

/* ---- factorization ---- */

struct envelope {
	int n, first[LARGEST];
	size_t start[LARGEST];
	double a[LARGEST * LARGEST], dense[LARGEST * LARGEST], pivot[LARGEST];
};

/* a matrix with a positive, dominant diagonal */
static void make_envelope(struct test_random *random, struct envelope *e)
{
	size_t count = 0;
	memset(e, 0, sizeof *e);
	e->n = test_random_int(random, 1, LARGEST);
	for (int i = 0; i < e->n; i++) {
		e->first[i] = test_random_int(random, i > 8 ? i - 8 : 0, i);
		e->start[i] = count;
		for (int j = e->first[i]; j <= i; j++) {
			const double value = j < i ? test_random_in(random, -1, 1) : 12;
			e->a[count++] = value;
			e->dense[i + j * e->n] = e->dense[j + i * e->n] = value;
		}
	}
}

static void factors_and_solutions_are_those_of_the_dense_matrix(void **state)
{
	struct test_random random = test_random_start(4);
	static struct envelope e;
	(void)state;
	for (int trial = 0; trial < 50; trial++) {
		double x[LARGEST], expected[LARGEST];
		make_envelope(&random, &e);
		for (int i = 0; i < e.n; i++) {
			x[i] = expected[i] = test_random_in(&random, -1, 1);
		}
		assert_int_equal(la_envelope_factor(e.n, e.first, e.start, 1e-3, e.a, e.pivot), 0);
		assert_int_equal(la_cholesky_factor(e.n, e.dense, e.n), 0);
		la_envelope_solve(e.n, e.first, e.start, e.a, x);
		la_cholesky_solve(e.n, e.dense, e.n, 1, expected, e.n);
		for (int i = 0; i < e.n; i++) {
			assert_close(x[i], expected[i], 1e-14);
			assert_close(e.pivot[i], e.dense[i + i * e.n] * e.dense[i + i * e.n], 1e-13);
		}
	}
}

/* [1 -1 0 ..; -1 2 -1 ..; ..] + part I: no pivot is small, but the smallest eigenvalue is about (pi / 2 n)^2 + part */
static void a_small_eigenvalue_is_seen_without_a_small_pivot(void **state)
{
	static struct envelope e;
	static const double part[] = {1, 1e-4, 0};
	(void)state;
	for (int k = 0; k < 3; k++) {
		double y[LARGEST], w[LARGEST], work[64 * LARGEST];
		size_t count = 0;
		memset(&e, 0, sizeof e);
		e.n = 40;
		for (int i = 0; i < e.n; i++) {
			e.first[i] = i > 0 ? i - 1 : 0;
			e.start[i] = count;
			if (i > 0) {
				e.a[count++] = e.dense[i + (i - 1) * e.n] = -1;
			}
			e.a[count++] = e.dense[i + i * e.n] = (i < e.n - 1 ? 2 : 1) + part[k];
		}
		assert_true(la_eigen_work(e.n) <= 64 * LARGEST);
		assert_int_equal(la_eigen(e.n, e.dense, e.n, w, work), 0);
		assert_int_equal(la_envelope_factor(e.n, e.first, e.start, 1e-6, e.a, e.pivot), 0);
		const double smallest = la_envelope_smallest(e.n, e.first, e.start, e.a, y);
		assert_true(smallest >= w[0]);
		assert_true(smallest <= 3 * w[0]);
		assert_true(e.pivot[e.n - 1] > 0.02);
	}
	assert_true(isinf(la_envelope_smallest(0, NULL, NULL, NULL, NULL)));
}

static void a_row_of_which_too_little_is_left_is_named(void **state)
{
	static const int first[] = {0, 0, 1};
	static const size_t start[] = {0, 1, 3};
	static const struct {
		double corner, least;
		int row;
	} cases[] = {{2, 1e-6, 0}, {1, 1e-6, 3}, {1 + 1e-5, 1e-6, 0}, {1 + 1e-5, 1e-4, 3}, {0.5, 0, 3}, {NAN, 0, 3}};
	(void)state;
	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		double a[] = {4, 2, 2, 1, cases[k].corner}, pivot[3];
		assert_int_equal(la_envelope_factor(3, first, start, cases[k].least, a, pivot), cases[k].row);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_chain_in_any_numbering_has_rows_of_one),
		cmocka_unit_test(a_grid_in_any_numbering_is_ordered_along_its_longer_side),
		cmocka_unit_test(parts_and_single_nodes_are_all_named),
		cmocka_unit_test(factors_and_solutions_are_those_of_the_dense_matrix),
		cmocka_unit_test(a_small_eigenvalue_is_seen_without_a_small_pivot),
		cmocka_unit_test(a_row_of_which_too_little_is_left_is_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
