/* Gauss-Seidel: units step one after the other, in the order of the graph. Each takes the ends of
 * those before it; of those behind it, what is known at the beginning of the step. */
#include <string.h>

#include "host_coupling.h"

static int host_gauss_seidel_step(struct host_coupling *c, double time, double h)
{
	int status = 0;
	memset(c->ended, 0, (size_t)c->system->n_units * sizeof *c->ended);
	for (int i = 0; i < c->system->n_units && status == 0; i++) {
		const int unit = c->graph.order[i];
		status = host_coupling_advance(c, unit, time, h, c->ended);
		c->ended[unit] = 1;
	}
	return status;
}

const struct host_coupling_method host_couple_gauss_seidel = {HOST_GAUSS_SEIDEL, host_gauss_seidel_step};
