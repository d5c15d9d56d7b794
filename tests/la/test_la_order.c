/* Minimum degree ordering with stages, against graphs whose best order is known. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "la_order.h"
#include "test_random.h"

enum { LARGEST = 200 };

/* a graph as a full table, turned into neighbour lists when it is complete */
struct graph {
	int n;
	char edge[LARGEST][LARGEST];
	int start[LARGEST + 1], neighbour[LARGEST * LARGEST];
};

static struct graph *make_graph(int n)
{
	struct graph *graph = calloc(1, sizeof *graph);
	assert_non_null(graph);
	graph->n = n;
	return graph;
}

static void join(struct graph *graph, int i, int j)
{
	if (i != j) {
		graph->edge[i][j] = graph->edge[j][i] = 1;
	}
}

static void list_neighbours(struct graph *graph)
{
	int count = 0;
	for (int i = 0; i < graph->n; i++) {
		graph->start[i] = count;
		for (int j = 0; j < graph->n; j++) {
			if (graph->edge[i][j]) {
				graph->neighbour[count++] = j;
			}
		}
	}
	graph->start[graph->n] = count;
}

static void order_graph(struct graph *graph, const int *stage, int *order)
{
	list_neighbours(graph);
	assert_int_equal(la_order_minimum_degree(graph->n, graph->start, graph->neighbour, stage, order), 0);
}

/* edges that elimination in this order adds; the table is destroyed */
static int count_fill(struct graph *graph, const int *order)
{
	char gone[LARGEST] = {0};
	int fill = 0;
	for (int k = 0; k < graph->n; k++) {
		int pivot = order[k];
		gone[pivot] = 1;
		for (int i = 0; i < graph->n; i++) {
			for (int j = 0; j < i; j++) {
				if (gone[i] || gone[j] || !graph->edge[pivot][i] || !graph->edge[pivot][j] || graph->edge[i][j]) {
					continue;
				}
				join(graph, i, j);
				fill++;
			}
		}
	}
	return fill;
}

static void assert_permutation(int n, const int *order)
{
	char seen[LARGEST] = {0};
	for (int k = 0; k < n; k++) {
		assert_in_range(order[k], 0, n - 1);
		assert_false(seen[order[k]]);
		seen[order[k]] = 1;
	}
}

static void a_tree_is_eliminated_without_fill(void **state)
{
	struct test_random random = test_random_start(1);
	int order[LARGEST];
	(void)state;
	for (int trial = 0; trial < 20; trial++) {
		struct graph *graph = make_graph(LARGEST);
		for (int i = 1; i < LARGEST; i++) {
			join(graph, i, test_random_int(&random, 0, i - 1));
		}
		order_graph(graph, NULL, order);
		assert_permutation(LARGEST, order);
		assert_int_equal(count_fill(graph, order), 0);
		free(graph);
	}
}

static void a_ring_has_the_least_possible_fill(void **state)
{
	struct graph *graph = make_graph(50);
	int order[50];
	(void)state;
	for (int i = 0; i < 50; i++) {
		join(graph, i, (i + 1) % 50);
	}
	order_graph(graph, NULL, order);
	assert_permutation(50, order);
	/* a ring of n nodes needs n - 3 chords in any order */
	assert_int_equal(count_fill(graph, order), 47);
	free(graph);
}

static void the_hub_of_a_star_comes_last_but_one_leaf(void **state)
{
	struct graph *graph = make_graph(10);
	int order[10];
	(void)state;
	for (int i = 1; i < 10; i++) {
		join(graph, 0, i);
	}
	order_graph(graph, NULL, order);
	/* with one leaf left hub and leaf both have degree 1: the smaller number goes first */
	for (int k = 0; k < 8; k++) {
		assert_int_equal(order[k], k + 1);
	}
	assert_int_equal(order[8], 0);
	assert_int_equal(order[9], 9);
	free(graph);
}

static void equal_degrees_go_by_number(void **state)
{
	struct graph *graph = make_graph(70);
	int order[70];
	(void)state;
	order_graph(graph, NULL, order);
	for (int k = 0; k < 70; k++) {
		assert_int_equal(order[k], k);
	}
	free(graph);
}

static void a_multiplier_waits_for_all_its_bodies(void **state)
{
	struct test_random random = test_random_start(2);
	int order[LARGEST], stage[LARGEST];
	(void)state;
	for (int trial = 0; trial < 50; trial++) {
		int n = test_random_int(&random, 2, LARGEST), place[LARGEST];
		struct graph *graph = make_graph(n);
		for (int i = 0; i < n; i++) {
			stage[i] = test_random_int(&random, 0, 2);
		}
		for (int e = 0; e < 2 * n; e++) {
			join(graph, test_random_int(&random, 0, n - 1), test_random_int(&random, 0, n - 1));
		}
		order_graph(graph, stage, order);
		assert_permutation(n, order);
		for (int k = 0; k < n; k++) {
			place[order[k]] = k;
		}
		for (int i = 0; i < n; i++) {
			for (int j = 0; j < n; j++) {
				if (graph->edge[i][j] && stage[i] < stage[j]) {
					assert_true(place[i] < place[j]);
				}
			}
		}
		free(graph);
	}
}

static void a_stage_without_neighbours_of_a_lower_stage_does_not_wait(void **state)
{
	const int stage[3] = {0, 0, 1};
	struct graph *graph = make_graph(3);
	int order[3];
	(void)state;
	join(graph, 0, 1);
	order_graph(graph, stage, order);
	/* node 2 has no neighbour at all, so the smallest degree is its own */
	assert_int_equal(order[0], 2);
	free(graph);
}

static void repeated_neighbours_change_nothing(void **state)
{
	const int start[4] = {0, 2, 6, 8}, neighbour[8] = {1, 1, 0, 2, 0, 2, 1, 1}, stage[3] = {1, 0, 0};
	int order[3];
	(void)state;
	assert_int_equal(la_order_minimum_degree(3, start, neighbour, stage, order), 0);
	assert_int_equal(order[0], 2);
	assert_int_equal(order[1], 1);
	assert_int_equal(order[2], 0);
}

static void an_empty_graph_is_ordered(void **state)
{
	const int start[1] = {0};

	(void)state;
	assert_int_equal(la_order_minimum_degree(0, start, NULL, NULL, NULL), 0);
}

/* a table of all pairs would take 20 gigabytes */
static void a_long_chain_takes_memory_of_its_length(void **state)
{
	enum { LINKS = 400000 };
	int *start = calloc(LINKS + 1, sizeof *start), *neighbour = calloc(2 * LINKS, sizeof *neighbour);
	int *order = calloc(LINKS, sizeof *order);
	(void)state;
	assert_true(start && neighbour && order);
	for (int i = 0, count = 0; i < LINKS; i++) {
		if (i > 0) {
			neighbour[count++] = i - 1;
		}
		if (i + 1 < LINKS) {
			neighbour[count++] = i + 1;
		}
		start[i + 1] = count;
	}
	assert_int_equal(la_order_minimum_degree(LINKS, start, neighbour, NULL, order), 0);
	/* one end, then its neighbour, and so on: never any fill */
	for (int k = 0; k < LINKS; k++) {
		assert_int_equal(order[k], k);
	}
	free(start);
	free(neighbour);
	free(order);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_tree_is_eliminated_without_fill),
		cmocka_unit_test(a_ring_has_the_least_possible_fill),
		cmocka_unit_test(the_hub_of_a_star_comes_last_but_one_leaf),
		cmocka_unit_test(equal_degrees_go_by_number),
		cmocka_unit_test(a_multiplier_waits_for_all_its_bodies),
		cmocka_unit_test(a_stage_without_neighbours_of_a_lower_stage_does_not_wait),
		cmocka_unit_test(repeated_neighbours_change_nothing),
		cmocka_unit_test(an_empty_graph_is_ordered),
		cmocka_unit_test(a_long_chain_takes_memory_of_its_length),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
