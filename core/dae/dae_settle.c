#include "dae_settle.h"

#include <math.h>
#include <stddef.h>

LA_FUNCTION void dae_leave_out(const struct dae_kkt *kkt, int k, double most, double *c)
{
	const struct dae_system *system = kkt->system;
	const double *direction = kkt->singular + (size_t)k * (size_t)(system->n_v + system->n_g) + system->n_v;
	double along = 0;
	double bound = 0;
	for (int i = 0; i < system->n_g; i++) {
		along += direction[i] * c[i] / system->constraint_size[i];
		bound += fabs(direction[i]) * most;
	}
	for (int i = 0; fabs(along) <= bound && i < system->n_g; i++) {
		c[i] -= along * direction[i] * system->constraint_size[i];
	}
}

LA_FUNCTION int dae_settle(struct dae_kkt *kkt, const struct dae_point *p, double *bias, double *right, double *a,
                           double *lambda)
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
		dae_leave_out(kkt, k, HUGE_VAL, right + n);
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
