#include "dae_settle.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

LA_FUNCTION void dae_settle_with(const struct dae_system *system, struct dae_kkt *kkt, struct dae_rates rates,
                                 const double *bias, double *right, double *a, double *lambda)
{
	const int n = system->n_v, n_g = system->n_g;
	double *asked = right + n;
	memmove(asked, bias, (size_t)n_g * sizeof *asked);
	dae_kkt_add_jacobian(kkt, a, asked);
	for (int i = 0; i < n_g; i++) {
		asked[i] = -asked[i];
	}
	dae_deflate(kkt, DAE_ACCELERATIONS, rates, 1, asked);
	dae_kkt_solve(kkt, 1, right);
	for (int i = 0; i < n; i++) {
		a[i] += right[i];
	}
	for (int i = 0; i < n_g; i++) {
		lambda[i] += right[n + i];
	}
}

LA_FUNCTION int dae_settle(const struct dae_system *system, struct dae_kkt *kkt, struct dae_rates rates,
                           const struct dae_point *p, double *right, double *a, double *lambda)
{
	double *bias = right + system->n_v;
	const int status = system->constraint_bias(system->context, p, bias);
	if (!status) {
		dae_settle_with(system, kkt, rates, bias, right, a, lambda);
	}
	return status;
}
