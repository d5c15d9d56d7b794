#include "la_order.h"

#include <limits.h>
#include <stdlib.h>

/* the graph that remains. A node's link is a neighbour, or one of its cliques, named by ~(the node eliminated to make it).
 * Links of a node never outgrow those it began with: a new clique takes the place of the pivot or of a clique that went. */
struct la_order_graph {
	int n;
	int *begin, *count, *link; /* node i: link[begin[i]] .. link[begin[i] + count[i] - 1] */
	int *clique, *size;        /* clique p: member[clique[p]] .., size[p] of them; size -1: gone or not yet made */
	int *member;
	size_t n_members, room;
	int *degree;       /* -1 once eliminated */
	int *waiting;      /* neighbours of a lower stage still there */
	int *mark, stamp;  /* mark[i] == stamp: seen */
	int *heap, n_heap; /* free nodes, the next one first */
	int *place;        /* of each node in the heap, -1: not there */
	int *memory;
};

static int la_order_allocate(struct la_order_graph *graph, int n, const int *start)
{
	int **const arrays[] = {&graph->begin,   &graph->count, &graph->clique, &graph->size, &graph->degree,
	                        &graph->waiting, &graph->mark,  &graph->heap,   &graph->place};
	const size_t n_arrays = sizeof arrays / sizeof *arrays, links = n > 0 ? (size_t)start[n] : 0;
	*graph = (struct la_order_graph){.n = n, .room = links + 1};
	graph->memory = calloc(n_arrays * (size_t)n + links + 1, sizeof *graph->memory);
	graph->member = calloc(graph->room, sizeof *graph->member);
	if (!graph->memory || !graph->member) {
		return -1;
	}
	for (size_t i = 0; i < n_arrays; i++) {
		*arrays[i] = graph->memory + i * (size_t)n;
	}
	graph->link = graph->memory + n_arrays * (size_t)n;
	return 0;
}

/* ---- free nodes: a heap, the fewest neighbours first, then the smallest number ---- */

static int la_order_before(const struct la_order_graph *graph, int i, int j)
{
	return graph->degree[i] != graph->degree[j] ? graph->degree[i] < graph->degree[j] : i < j;
}

static void la_order_put(struct la_order_graph *graph, int at, int node)
{
	graph->heap[at] = node;
	graph->place[node] = at;
}

/* the node moves from its place to where it belongs */
static void la_order_sift(struct la_order_graph *graph, int node)
{
	int at = graph->place[node];
	while (at > 0 && la_order_before(graph, node, graph->heap[(at - 1) / 2])) {
		la_order_put(graph, at, graph->heap[(at - 1) / 2]);
		at = (at - 1) / 2;
	}
	for (int child = 2 * at + 1; child < graph->n_heap; child = 2 * at + 1) {
		child += child + 1 < graph->n_heap && la_order_before(graph, graph->heap[child + 1], graph->heap[child]);
		if (!la_order_before(graph, graph->heap[child], node)) {
			break;
		}
		la_order_put(graph, at, graph->heap[child]);
		at = child;
	}
	la_order_put(graph, at, node);
}

static void la_order_release(struct la_order_graph *graph, int node)
{
	la_order_put(graph, graph->n_heap++, node);
	la_order_sift(graph, node);
}

/* one always exists, since nodes of the lowest remaining stage never wait */
static int la_order_next(struct la_order_graph *graph)
{
	const int first = graph->heap[0], last = graph->heap[--graph->n_heap];
	graph->place[first] = -1;
	if (graph->n_heap > 0) {
		la_order_put(graph, 0, last);
		la_order_sift(graph, last);
	}
	return first;
}

/* ---- elimination ---- */

static void la_order_fill_graph(struct la_order_graph *graph, const int *start, const int *neighbour, const int *stage)
{
	for (int i = 0; i < graph->n; i++) {
		graph->begin[i] = start[i];
		graph->size[i] = -1;
		graph->place[i] = -1;
		graph->stamp++;
		for (int p = start[i]; p < start[i + 1]; p++) {
			const int j = neighbour[p];
			graph->waiting[i] += stage && stage[j] < stage[i];
			if (graph->mark[j] != graph->stamp) {
				graph->mark[j] = graph->stamp;
				graph->link[start[i] + graph->count[i]++] = j;
			}
		}
		graph->degree[i] = graph->count[i];
	}
	for (int i = 0; i < graph->n; i++) {
		if (graph->waiting[i] == 0) {
			la_order_release(graph, i);
		}
	}
}

/* counts and marks all neighbours of the node that are not marked; kept, they go behind the members so far */
static int la_order_collect(struct la_order_graph *graph, int node, int kept)
{
	int count = 0, *members = graph->member + graph->n_members;
	for (int p = graph->begin[node]; p < graph->begin[node] + graph->count[node]; p++) {
		const int link = graph->link[p];
		const int *list = link < 0 ? graph->member + graph->clique[~link] : &graph->link[p];
		for (int k = 0; k < (link < 0 ? graph->size[~link] : 1); k++) {
			const int j = list[k];
			if (graph->mark[j] != graph->stamp && graph->degree[j] >= 0) {
				graph->mark[j] = graph->stamp;
				if (kept) {
					members[count] = j;
				}
				count++;
			}
		}
	}
	return count;
}

static int la_order_reserve(struct la_order_graph *graph, int count)
{
	if (graph->n_members + (size_t)count <= graph->room) {
		return 0;
	}
	graph->room = 2 * (graph->n_members + (size_t)count);
	int *grown = graph->room <= INT_MAX ? realloc(graph->member, graph->room * sizeof *grown) : NULL;
	graph->member = grown ? grown : graph->member;
	return grown ? 0 : -1;
}

/* links of a member of the new clique: without what the clique holds already, and with the clique */
static void la_order_relink(struct la_order_graph *graph, int node, int pivot)
{
	int kept = 0, *link = graph->link + graph->begin[node];
	for (int p = 0; p < graph->count[node]; p++) {
		const int covered = link[p] < 0 ? graph->size[~link[p]] < 0 : graph->mark[link[p]] == graph->stamp;
		if (!covered) {
			link[kept++] = link[p];
		}
	}
	link[kept++] = ~pivot;
	graph->count[node] = kept;
}

/* the neighbours of the pivot become a clique; cliques of the pivot are part of it */
static int la_order_eliminate(struct la_order_graph *graph, int pivot)
{
	const int most = graph->degree[pivot];
	if (la_order_reserve(graph, most)) {
		return -1;
	}
	int *members = graph->member + graph->n_members;
	graph->degree[pivot] = -1;
	graph->mark[pivot] = ++graph->stamp;
	const int count = la_order_collect(graph, pivot, 1);
	for (int p = graph->begin[pivot]; p < graph->begin[pivot] + graph->count[pivot]; p++) {
		if (graph->link[p] < 0) {
			graph->size[~graph->link[p]] = -1;
		}
	}
	for (int k = 0; k < count; k++) {
		la_order_relink(graph, members[k], pivot);
	}
	graph->clique[pivot] = (int)graph->n_members;
	graph->size[pivot] = count;
	graph->n_members += (size_t)count;
	for (int k = 0; k < count; k++) {
		graph->mark[members[k]] = ++graph->stamp;
		graph->degree[members[k]] = la_order_collect(graph, members[k], 0);
		if (graph->place[members[k]] >= 0) {
			la_order_sift(graph, members[k]);
		}
	}
	return 0;
}

LA_FUNCTION int la_order_minimum_degree(int n, const int *start, const int *neighbour, const int *stage, int *order)
{
	struct la_order_graph graph;
	int status = la_order_allocate(&graph, n, start);
	if (status == 0) {
		la_order_fill_graph(&graph, start, neighbour, stage);
	}
	for (int k = 0; k < n && status == 0; k++) {
		const int pivot = la_order_next(&graph);
		order[k] = pivot;
		status = la_order_eliminate(&graph, pivot);
		/* those that waited for the pivot wait for one less */
		for (int p = start[pivot]; p < start[pivot + 1]; p++) {
			const int j = neighbour[p];
			if (stage && stage[j] > stage[pivot] && --graph.waiting[j] == 0) {
				la_order_release(&graph, j);
			}
		}
	}
	free(graph.memory);
	free(graph.member);
	return status;
}
