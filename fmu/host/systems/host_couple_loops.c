#include "host_couple_loops.h"

#include <math.h>
#include <string.h>

int host_couple_again(struct host_coupling *c, int unit, double time, double h, const int *ended)
{
	if (c->members[unit].time > time && host_coupling_return(c, unit, time) != 0) {
		return -1;
	}
	return host_coupling_advance(c, unit, time, h, ended);
}

/* what the outputs of a unit would become if nothing new happened */
static void host_couple_guess(struct host_coupling *c, int unit, double h)
{
	const struct host_member *m = &c->members[unit];
	for (int k = 0; k < m->n_signals; k++) {
		struct host_signal *g = &c->signals[m->first_signal + k];
		g->end = g->continuous ? g->begin + h * (g->slope + h * g->curvature) : g->begin;
	}
}

int host_couple_loops(struct host_coupling *c, double time, double h, host_couple_loop *loop)
{
	const struct host_graph *g = &c->graph;
	int status = 0;
	memset(c->ended, 0, (size_t)c->system->n_units * sizeof *c->ended);
	for (int k = 0; k < g->n_groups && status == 0 && isnan(c->stopped); k++) {
		if (!host_graph_is_loop(c->system, g, k)) {
			status = host_coupling_advance(c, g->order[g->first[k]], time, h, c->ended);
			c->ended[g->order[g->first[k]]] = 1;
			continue;
		}
		for (int i = g->first[k]; i < g->first[k + 1]; i++) {
			host_couple_guess(c, g->order[i], h);
			c->ended[g->order[i]] = 1;
		}
		status = loop(c, k, time, h, c->ended);
	}
	return status;
}
