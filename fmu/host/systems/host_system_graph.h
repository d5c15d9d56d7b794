/* Who depends on whom in a system.
 *
 * Units are the nodes of a graph, connections its edges. Units that reach each other form a group
 * (a strongly connected component, found by Tarjan's algorithm): within a group every unit needs
 * the end of the step of every other one. Groups come in an order in which each needs only those
 * before it. Within a group a unit stands behind those whose values pass straight through it, as
 * the dependencies in ModelStructure say; where these form a cycle there is an algebraic loop,
 * which is named, and the order of the file stays.
 */
#ifndef HOST_SYSTEM_GRAPH_H
#define HOST_SYSTEM_GRAPH_H

#include "host_system.h"

struct host_graph {
	int n_units, n_groups;
	int *order; /* [n_units] units, group after group */
	int *group; /* [n_units] of each unit, by its number */
	int *first; /* [n_groups + 1] place in the order where a group begins */
	/* algebraic loops, each as "a.y -> b.u -> b.y -> a.u" */
	int n_loops;
	char **loops;
};

/* 0, or -1 when memory is out; free in any case */
int host_graph_make(const struct host_system *system, struct host_graph *graph);
void host_graph_free(struct host_graph *graph);

/* whether units of a group need each other: there are several, or one feeds itself */
int host_graph_is_loop(const struct host_system *system, const struct host_graph *graph, int group);

/* whether an output depends on an input directly; 1 where the unit does not say */
int host_graph_passes(const struct host_description *d, int input, int output);

#endif
