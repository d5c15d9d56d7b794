#define _POSIX_C_SOURCE 200809L

#include "host_system_graph.h"

#include <stdlib.h>
#include <string.h>

int host_graph_passes(const struct host_description *d, int input, int output)
{
	for (int i = 0; i < d->outputs.n; i++) {
		const struct host_unknown *u = &d->outputs.list[i];
		if (u->variable != output) {
			continue;
		}
		for (int k = 0; k < u->n_dependencies; k++) {
			if (u->dependencies[k] == input) {
				return 1;
			}
		}
		return u->n_dependencies < 0;
	}
	/* what is no output may depend on anything that can change */
	return d->variables[output].causality == HOST_LOCAL;
}

/* ---- strongly connected components of any graph, after R. Tarjan, "Depth-first search and linear
 * graph algorithms", SIAM J. Comput. 1 (1972). A component is complete only after all that it leads
 * to: numbers count backwards. */

typedef int host_graph_edge(const void *context, int from, int to);

struct host_tarjan {
	int n, next, n_groups, top;
	int *index, *low, *stack, *group; /* index -1: not seen; group -1: still on the stack */
	host_graph_edge *edge;
	const void *context;
};

static void host_tarjan_close(struct host_tarjan *t, int node)
{
	int member;
	do {
		member = t->stack[--t->top];
		t->group[member] = t->n_groups;
	} while (member != node);
	t->n_groups++;
}

/* systems have hundreds of nodes at most: the depth of the recursion is harmless */
static void host_tarjan_visit(struct host_tarjan *t, int node)
{
	t->index[node] = t->low[node] = t->next++;
	t->stack[t->top++] = node;
	for (int to = 0; to < t->n; to++) {
		if (!t->edge(t->context, node, to)) {
			continue;
		}
		if (t->index[to] < 0) {
			host_tarjan_visit(t, to);
			t->low[node] = t->low[to] < t->low[node] ? t->low[to] : t->low[node];
		} else if (t->group[to] < 0) {
			t->low[node] = t->index[to] < t->low[node] ? t->index[to] : t->low[node];
		}
	}
	if (t->low[node] == t->index[node]) {
		host_tarjan_close(t, node);
	}
}

/* group[] := number of the component of each node, in an order that follows the edges; their
 * number, or -1 */
static int host_tarjan_run(int n, host_graph_edge *edge, const void *context, int *group)
{
	int *memory = calloc(3 * (size_t)n + 1, sizeof *memory);
	if (memory == NULL) {
		return -1;
	}
	struct host_tarjan t = {n, 0, 0, 0, memory, memory + n, memory + 2 * n, group, edge, context};
	for (int i = 0; i < n; i++) {
		t.index[i] = group[i] = -1;
	}
	for (int i = n - 1; i >= 0; i--) {
		if (t.index[i] < 0) {
			host_tarjan_visit(&t, i);
		}
	}
	for (int i = 0; i < n; i++) {
		group[i] = t.n_groups - 1 - group[i];
	}
	free(memory);
	return t.n_groups;
}

/* ---- units */

static int host_graph_unit_edge(const void *context, int from, int to)
{
	const struct host_system *s = context;
	for (int i = 0; i < s->n_connections; i++) {
		const struct host_connection *c = &s->connections[i];
		if (c->from.unit == from && c->to.unit == to && !c->sets_parameter) {
			return 1;
		}
	}
	return 0;
}

int host_graph_is_loop(const struct host_system *system, const struct host_graph *graph, int group)
{
	const int *units = graph->order + graph->first[group];
	return graph->first[group + 1] - graph->first[group] > 1 || host_graph_unit_edge(system, units[0], units[0]);
}

/* ---- connections: one leads on to another where the input at its end passes through to the output
 * of the other */

static int host_graph_connection_edge(const void *context, int from, int to)
{
	const struct host_system *s = context;
	const struct host_connection *a = &s->connections[from], *b = &s->connections[to];
	return !a->sets_parameter && !b->sets_parameter && a->to.unit == b->from.unit && a->to.unit >= 0 &&
	       a->to.variable >= 0 && b->from.variable >= 0 && s->units[a->to.unit].opened &&
	       host_graph_passes(&s->units[a->to.unit].fmu->description, a->to.variable, b->from.variable);
}

/* a value of `from` passes straight through `to` */
static int host_graph_through_edge(const void *context, int from, int to)
{
	const struct host_system *s = context;
	for (int i = 0; i < s->n_connections; i++) {
		const struct host_connection *c = &s->connections[i];
		if (c->from.unit != from || c->to.unit != to) {
			continue;
		}
		for (int k = 0; k < s->n_connections; k++) {
			if (host_graph_connection_edge(s, i, k)) {
				return 1;
			}
		}
	}
	return 0;
}

/* a cycle through the connections of one component: from the first one on until one comes again */
static char *host_graph_cycle(const struct host_system *s, const int *group, int wanted)
{
	struct host_text text = {0};
	int at = 0, start = -1, steps = 0;
	while (group[at] != wanted) {
		at++;
	}
	/* as many steps as there are connections lead onto a cycle; then once around */
	while (at >= 0 && at != start) {
		if (++steps > s->n_connections) {
			start = start < 0 ? at : start;
			host_text_add(&text, text.size > 0 ? " -> " : "");
			host_text_add(&text, s->units[s->connections[at].from.unit].name);
			host_text_add(&text, ".");
			host_text_add(&text, s->connections[at].from.name);
			host_text_add(&text, " -> ");
			host_text_add(&text, s->units[s->connections[at].to.unit].name);
			host_text_add(&text, ".");
			host_text_add(&text, s->connections[at].to.name);
		}
		int next = 0;
		while (next < s->n_connections && !(group[next] == wanted && host_graph_connection_edge(s, at, next))) {
			next++;
		}
		at = next < s->n_connections ? next : -1;
	}
	if (text.failed) {
		host_text_free(&text);
	}
	return text.bytes;
}

static int host_graph_find_loops(const struct host_system *s, struct host_graph *g)
{
	const int n = s->n_connections;
	int *group = calloc((size_t)n + 1, sizeof *group), *size = calloc((size_t)n + 1, sizeof *size);
	g->loops = calloc((size_t)n + 1, sizeof *g->loops);
	const int n_groups = group == NULL || size == NULL || g->loops == NULL
	                         ? -1
	                         : host_tarjan_run(n, host_graph_connection_edge, s, group);
	int status = n_groups < 0 ? -1 : 0;
	for (int i = 0; i < n && status == 0; i++) {
		size[group[i]] += host_graph_connection_edge(s, i, i) ? 2 : 1;
	}
	for (int k = 0; k < n_groups && status == 0; k++) {
		if (size[k] > 1) {
			g->loops[g->n_loops] = host_graph_cycle(s, group, k);
			status = g->loops[g->n_loops] == NULL ? -1 : 0;
			g->n_loops += status == 0;
		}
	}
	free(group);
	free(size);
	return status;
}

/* units by group, then by what passes through them, then by the file */
static void host_graph_sort(struct host_graph *g, const int *through)
{
	int placed = 0;
	for (int k = 0; k < g->n_groups; k++) {
		g->first[k] = placed;
		for (int t = 0; t < g->n_units; t++) {
			for (int i = 0; i < g->n_units; i++) {
				if (g->group[i] == k && through[i] == t) {
					g->order[placed++] = i;
				}
			}
		}
	}
	g->first[g->n_groups] = placed;
}

int host_graph_make(const struct host_system *system, struct host_graph *graph)
{
	const int n = system->n_units;
	memset(graph, 0, sizeof *graph);
	graph->n_units = n;
	graph->order = calloc((size_t)n + 1, sizeof *graph->order);
	graph->group = calloc((size_t)n + 1, sizeof *graph->group);
	graph->first = calloc((size_t)n + 1, sizeof *graph->first);
	int *through = calloc((size_t)n + 1, sizeof *through);
	int status = graph->order == NULL || graph->group == NULL || graph->first == NULL || through == NULL ? -1 : 0;
	if (status == 0) {
		graph->n_groups = host_tarjan_run(n, host_graph_unit_edge, system, graph->group);
		status = graph->n_groups < 0 || host_tarjan_run(n, host_graph_through_edge, system, through) < 0 ? -1 : 0;
	}
	if (status == 0) {
		host_graph_sort(graph, through);
		status = host_graph_find_loops(system, graph);
	}
	free(through);
	return status;
}

void host_graph_free(struct host_graph *graph)
{
	for (int i = 0; i < graph->n_loops; i++) {
		free(graph->loops[i]);
	}
	free(graph->loops);
	free(graph->order);
	free(graph->group);
	free(graph->first);
	memset(graph, 0, sizeof *graph);
}
