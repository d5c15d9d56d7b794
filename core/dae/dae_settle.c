#include "dae_settle.h"

#include <math.h>
#include <stddef.h>

#include "dae_rounding.h"

LA_FUNCTION int dae_settle(const struct dae_system *system, struct dae_kkt *kkt, struct dae_rates rates,
                           const struct dae_point *p, double *right, double *a, double *lambda)
{
	const int n = system->n_v;
	double *bias = right + n;
	const int status = system->constraint_bias(system->context, p, bias);
	if (status) {
		return status;
	}
	dae_kkt_add_jacobian(kkt, a, bias);
	for (int i = 0; i < system->n_g; i++) {
		bias[i] = -bias[i];
	}
	dae_deflate(kkt, DAE_ACCELERATIONS, rates, 1, bias);
	dae_kkt_solve(kkt, 1, right);
	for (int i = 0; i < n; i++) {
		a[i] += right[i];
	}
	for (int i = 0; i < system->n_g; i++) {
		lambda[i] += right[n + i];
	}
	return DAE_DONE;
}
