/* Jacobi: every unit steps with what is known at the beginning of the step, so all of them could do
 * so at once. */
#include "host_coupling.h"

static int host_jacobi_step(struct host_coupling *c, double time, double h)
{
	for (int i = 0; i < c->system->n_units; i++) {
		if (host_coupling_advance(c, i, time, h, NULL) != 0) {
			return -1;
		}
	}
	return 0;
}

const struct host_coupling_method host_couple_jacobi = {HOST_JACOBI, host_jacobi_step};
