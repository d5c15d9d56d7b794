/* Jacobi: every unit steps with what is known at the beginning of the step, so all of them step at
 * once where there are threads. The bits of the results do not depend on that. */
#include "host_coupling.h"

static int host_jacobi_step(struct host_coupling *c, double time, double h)
{
	return host_coupling_advance_all(c, time, h);
}

const struct host_coupling_method host_couple_jacobi = {HOST_JACOBI, host_jacobi_step};
