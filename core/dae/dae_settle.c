#include "dae_settle.h"

#include <math.h>
#include <stddef.h>

#include "dae_rounding.h"

LA_FUNCTION int dae_settle(struct dae_kkt *kkt, struct dae_rates rates, const struct dae_point *p, double *bias,
                           double *right, double *a, double *lambda)
{
	const struct dae_system *system = kkt->system;
	int n = system->n_v;
	int status = system->constraint_bias(system->context, p, bias);
	if (status) {
		return status;
	}
	dae_kkt_jacobian_multiply(kkt, a, right + n);
	for (int i = 0; i < system->n_g; i++) {
		right[n + i] = -(right[n + i] + bias[i]);
	}
	for (int k = 0; k < kkt->n_singular; k++) {
		dae_leave_out(kkt, k, dae_bound_explained(DAE_ACCELERATIONS, rates, kkt->eigenvalue[k]), right + n);
	}
	dae_kkt_solve(kkt, 1, right);
	for (int i = 0; i < n; i++) {
		a[i] += right[i];
	}
	for (int i = 0; i < system->n_g; i++) {
		lambda[i] += right[n + i];
	}
	return DAE_DONE;
}
