/* Gauss-Seidel: units step one after the other, in the order of the graph. Each takes the ends of
 * those before it; of those behind it, what is known at the beginning of the step. */
#include <stdlib.h>

#include "host_coupling.h"

static int host_gauss_seidel_step(struct host_coupling *c, double time, double h)
{
	int *ended = calloc((size_t)c->system->n_units, sizeof *ended);
	int status = 0;
	if (ended == NULL) {
		host_say(&c->message, "out of memory");
		return -1;
	}
	for (int i = 0; i < c->system->n_units && status == 0; i++) {
		const int unit = c->graph.order[i];
		status = host_coupling_advance(c, unit, time, h, ended);
		ended[unit] = 1;
	}
	free(ended);
	return status;
}

const struct host_coupling_method host_couple_gauss_seidel = {HOST_GAUSS_SEIDEL, host_gauss_seidel_step};
