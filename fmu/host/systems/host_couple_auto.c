/* Which algorithm fits a system. */
#include "host_coupling.h"

static const struct host_coupling_method *const host_couple_methods[] = {&host_couple_jacobi,
                                                                         &host_couple_gauss_seidel};

const struct host_coupling_method *host_coupling_choose(const struct host_system *system,
                                                        const struct host_graph *graph)
{
	(void)graph;
	for (size_t k = 0; k < sizeof host_couple_methods / sizeof host_couple_methods[0]; k++) {
		if (host_couple_methods[k]->name == system->algorithm.name) {
			return host_couple_methods[k];
		}
	}
	return &host_couple_gauss_seidel;
}
