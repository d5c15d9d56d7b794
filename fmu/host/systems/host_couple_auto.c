/* Which algorithm fits a system: without loops Gauss-Seidel, in the order of the graph, is exact
 * but for interpolation; loops are solved by Newton where all their units can go back. */
#include "host_coupling.h"

static const struct host_coupling_method *const host_couple_methods[] = {&host_couple_jacobi, &host_couple_gauss_seidel,
                                                                         &host_couple_iterated, &host_couple_newton};

int host_coupling_goes_back(enum host_coupling_name name)
{
	return name == HOST_ITERATED || name == HOST_NEWTON;
}

int host_coupling_stuck(const struct host_system *system, const struct host_graph *graph)
{
	for (int k = 0; k < graph->n_groups; k++) {
		for (int i = graph->first[k]; i < graph->first[k + 1] && host_graph_is_loop(system, graph, k); i++) {
			if (!system->units[graph->order[i]].fmu->description.has_state) {
				return graph->order[i];
			}
		}
	}
	return -1;
}

const struct host_coupling_method *host_coupling_choose(const struct host_system *system,
                                                        const struct host_graph *graph)
{
	enum host_coupling_name name = system->algorithm.name;
	int loops = 0;
	for (int k = 0; k < graph->n_groups; k++) {
		loops |= host_graph_is_loop(system, graph, k);
	}
	if (name == HOST_AUTO) {
		name = loops && host_coupling_stuck(system, graph) < 0 ? HOST_NEWTON : HOST_GAUSS_SEIDEL;
	}
	for (size_t k = 0; k < sizeof host_couple_methods / sizeof host_couple_methods[0]; k++) {
		if (host_couple_methods[k]->name == name) {
			return host_couple_methods[k];
		}
	}
	return &host_couple_gauss_seidel;
}
