#include "la_order.h"

#include <stdint.h>
#include <stdlib.h>

#define LA_ORDER_WORD_BITS 64

/* the graph that remains: row i of `bits` holds the neighbours of node i that are not yet eliminated */
struct la_order_graph {
	int n, words;
	uint64_t *bits;
	int *degree;  /* n; -1 once eliminated */
	int *waiting; /* n; neighbours of a lower stage still there */
};

static int la_order_count_bits(uint64_t word)
{
	word -= (word >> 1) & UINT64_C(0x5555555555555555);
	word = (word & UINT64_C(0x3333333333333333)) + ((word >> 2) & UINT64_C(0x3333333333333333));
	word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
	return (int)((word * UINT64_C(0x0101010101010101)) >> 56);
}

static uint64_t *la_order_row(const struct la_order_graph *graph, int i)
{
	return graph->bits + (size_t)i * (size_t)graph->words;
}

static uint64_t la_order_bit(int i)
{
	return UINT64_C(1) << (i % LA_ORDER_WORD_BITS);
}

static int la_order_degree(const struct la_order_graph *graph, int i)
{
	const uint64_t *row = la_order_row(graph, i);
	int degree = 0;
	for (int w = 0; w < graph->words; w++) {
		degree += la_order_count_bits(row[w]);
	}
	return degree;
}

static int la_order_allocate(struct la_order_graph *graph, int n)
{
	size_t count = n > 0 ? (size_t)n : 1;
	graph->n = n;
	graph->words = n / LA_ORDER_WORD_BITS + 1;
	graph->bits = NULL;
	if (count <= SIZE_MAX / sizeof *graph->bits / (size_t)graph->words) {
		graph->bits = calloc(count * (size_t)graph->words, sizeof *graph->bits);
	}
	graph->degree = calloc(count, sizeof *graph->degree);
	graph->waiting = calloc(count, sizeof *graph->waiting);
	return graph->bits && graph->degree && graph->waiting ? 0 : -1;
}

static void la_order_fill_graph(struct la_order_graph *graph, const int *start, const int *neighbour, const int *stage)
{
	for (int i = 0; i < graph->n; i++) {
		uint64_t *row = la_order_row(graph, i);
		for (int p = start[i]; p < start[i + 1]; p++) {
			int j = neighbour[p];
			row[j / LA_ORDER_WORD_BITS] |= la_order_bit(j);
			graph->waiting[i] += stage && stage[j] < stage[i];
		}
		graph->degree[i] = la_order_degree(graph, i);
	}
}

/* the free node with the fewest neighbours; one always exists, since nodes of the lowest remaining stage never wait */
static int la_order_next(const struct la_order_graph *graph)
{
	int best = -1;
	for (int i = 0; i < graph->n; i++) {
		if (graph->degree[i] < 0 || graph->waiting[i] > 0) {
			continue;
		}
		if (best < 0 || graph->degree[i] < graph->degree[best]) {
			best = i;
		}
	}
	return best;
}

/* the neighbours of the pivot become neighbours of each other */
static void la_order_eliminate(struct la_order_graph *graph, int pivot)
{
	const uint64_t *pivot_row = la_order_row(graph, pivot);

	for (int w = 0; w < graph->words; w++) {
		uint64_t rest = pivot_row[w];
		while (rest) {
			int i = w * LA_ORDER_WORD_BITS + la_order_count_bits((rest & (~rest + 1)) - 1);
			uint64_t *row = la_order_row(graph, i);
			for (int v = 0; v < graph->words; v++) {
				row[v] |= pivot_row[v];
			}
			row[i / LA_ORDER_WORD_BITS] &= ~la_order_bit(i);
			row[pivot / LA_ORDER_WORD_BITS] &= ~la_order_bit(pivot);
			graph->degree[i] = la_order_degree(graph, i);
			rest &= rest - 1;
		}
	}
	graph->degree[pivot] = -1;
}

LA_FUNCTION int la_order_minimum_degree(int n, const int *start, const int *neighbour, const int *stage, int *order)
{
	struct la_order_graph graph;
	int status = la_order_allocate(&graph, n);
	if (status == 0) {
		la_order_fill_graph(&graph, start, neighbour, stage);
		for (int k = 0; k < n; k++) {
			int pivot = la_order_next(&graph);
			order[k] = pivot;
			la_order_eliminate(&graph, pivot);
			/* those that waited for the pivot wait for one less */
			for (int p = start[pivot]; p < start[pivot + 1]; p++) {
				graph.waiting[neighbour[p]] -= stage && stage[neighbour[p]] > stage[pivot];
			}
		}
	}
	free(graph.bits);
	free(graph.degree);
	free(graph.waiting);
	return status;
}

#undef LA_ORDER_WORD_BITS
