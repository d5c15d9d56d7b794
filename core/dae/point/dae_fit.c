#include "dae_fit.h"

#include <math.h>
#include <string.h>

#include "dae_kkt_struct.h"
#include "dae_point.h"

LA_FUNCTION int dae_fit_factor(struct dae_kkt *kkt, const struct dae_kkt_options *options, double permanent,
                               const struct dae_point *p, double *open, struct dae_failure *failure)
{
	const struct dae_system *system = kkt->system;
	struct dae_kkt_options there = *options;
	*failure = (struct dae_failure){.reason = DAE_NOT_FINITE, .row = -1, .t = p->t};
	if (dae_kkt_evaluate(kkt, p) || (permanent > 0 && system->constraint(system->context, p, open))) {
		return DAE_FAILED;
	}
	there.permanent = (int)permanent;
	there.off = permanent > 0 ? dae_point_off(system, open) : 0;
	const int unknown = dae_kkt_factor(kkt, &there, 0);
	if (unknown > 0) {
		*failure = (struct dae_failure){.reason = DAE_MATRIX_SINGULAR, .row = unknown - 1 - system->n_v, .t = p->t};
		return DAE_FAILED;
	}
	return DAE_DONE;
}

LA_FUNCTION int dae_fit_is_regular(const struct dae_kkt *kkt, double permanent)
{
	return kkt->rank.sensitive == 0 && kkt->rank.redundant <= permanent;
}

/* [0; -residual]; residual NULL: zeros */
static void dae_fit_ask(const struct dae_system *system, const double *residual, double *right)
{
	memset(right, 0, (size_t)system->n_v * sizeof *right);
	for (int i = 0; i < system->n_g; i++) {
		right[system->n_v + i] = residual ? -residual[i] : 0;
	}
}

LA_FUNCTION void dae_fit_close(struct dae_kkt *kkt, int refinements, const double *residual, double *right)
{
	dae_fit_ask(kkt->system, residual, right);
	dae_kkt_solve_refined(kkt, refinements, right);
}

LA_FUNCTION void dae_fit_close_both(struct dae_kkt *kkt, enum dae_formulation formulation, const double *open,
                                    const double *speed, double *right)
{
	const struct dae_system *system = kkt->system;
	dae_fit_ask(system, formulation == DAE_INDEX2 ? NULL : open, right);
	dae_fit_ask(system, formulation == DAE_INDEX3 ? NULL : speed, right + system->n_v + system->n_g);
	dae_kkt_solve(kkt, 2, right);
}

LA_FUNCTION void dae_fit_move(const struct dae_system *system, enum dae_level level, const double *motion, double *x)
{
	if (level == DAE_POSITIONS) {
		system->retract(system->context, x, motion, x);
		return;
	}
	for (int i = 0; i < system->n_v; i++) {
		x[i] += motion[i];
	}
}

LA_FUNCTION int dae_fit_solve(struct dae_kkt *kkt, int refinements, double *right)
{
	dae_kkt_solve_refined(kkt, refinements, right);
	for (int i = 0; i < kkt->system->n_v + kkt->system->n_g; i++) {
		if (!isfinite(right[i])) {
			return DAE_FAILED;
		}
	}
	return DAE_DONE;
}

LA_FUNCTION int dae_fit_accelerations(struct dae_kkt *kkt, const struct dae_point *p, int refinements, double *right,
                                      double *a, double *lambda)
{
	const struct dae_system *system = kkt->system;
	const int n = system->n_v;
	if (system->force(system->context, p, right) || system->constraint_bias(system->context, p, right + n)) {
		return DAE_FAILED;
	}
	for (int i = 0; i < system->n_g; i++) {
		right[n + i] = -right[n + i];
	}
	if (dae_fit_solve(kkt, refinements, right)) {
		return DAE_FAILED;
	}
	memcpy(a, right, (size_t)n * sizeof *a);
	memcpy(lambda, right + n, (size_t)system->n_g * sizeof *lambda);
	return DAE_DONE;
}

LA_FUNCTION void dae_fit_correct_with(struct dae_kkt *kkt, struct dae_rates rates, const double *bias, double *right,
                                      double *a, double *lambda)
{
	const int n = kkt->system->n_v, n_g = kkt->system->n_g;
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

LA_FUNCTION int dae_fit_correct(struct dae_kkt *kkt, struct dae_rates rates, const struct dae_point *p, double *right,
                                double *a, double *lambda)
{
	const struct dae_system *system = kkt->system;
	double *bias = right + system->n_v;
	int status = system->force(system->context, p, right);
	if (!status) {
		dae_kkt_motion_residual(kkt, p, right);
		status = system->constraint_bias(system->context, p, bias);
	}
	if (!status) {
		dae_fit_correct_with(kkt, rates, bias, right, a, lambda);
	}
	return status;
}
