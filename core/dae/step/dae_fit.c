#include "dae_fit.h"

#include <math.h>
#include <string.h>

#include "dae_driver_parts.h"
#include "dae_point.h"

LA_FUNCTION int dae_fit_factor(struct dae_driver *d, const struct dae_options *options, struct dae_failure *failure)
{
	const struct dae_system *system = d->system;
	struct dae_point p = dae_state_point(d);
	*failure = (struct dae_failure){.reason = DAE_NOT_FINITE, .row = -1, .t = p.t};
	if (dae_kkt_evaluate(d->kkt, &p)) {
		return DAE_FAILED;
	}
	int unknown = dae_kkt_factor(d->kkt, &options->kkt, 0);
	if (unknown > 0) {
		*failure = (struct dae_failure){.reason = DAE_MATRIX_SINGULAR, .row = unknown - 1 - system->n_v, .t = p.t};
		return DAE_FAILED;
	}
	return DAE_DONE;
}

LA_FUNCTION int dae_fit_factor_near(struct dae_driver *d, const struct dae_options *options, const struct dae_point *p,
                                    struct dae_failure *failure)
{
	const struct dae_system *system = d->system;
	struct dae_kkt_options near = options->kkt;
	double *open = d->right + system->n_v;
	*failure = (struct dae_failure){.reason = DAE_NOT_FINITE, .row = -1, .t = p->t};
	if (dae_kkt_evaluate(d->kkt, p) || system->constraint(system->context, p, open)) {
		return DAE_FAILED;
	}
	near.permanent = (int)d->state.counters->redundant;
	near.off = near.permanent > 0 ? dae_point_off(system, open) : 0;
	return dae_kkt_factor(d->kkt, &near, 0) ? DAE_FAILED : DAE_DONE;
}

LA_FUNCTION int dae_fit_is_regular(const struct dae_driver *d)
{
	const struct dae_kkt_rank rank = dae_kkt_last_rank(d->kkt);
	return rank.sensitive == 0 && rank.redundant <= d->state.counters->redundant;
}

LA_FUNCTION void dae_fit_close(struct dae_driver *d)
{
	const int n = d->system->n_v;
	memset(d->right, 0, (size_t)n * sizeof *d->right);
	for (int i = 0; i < d->system->n_g; i++) {
		d->right[n + i] = -d->right[n + i];
	}
	dae_kkt_solve(d->kkt, 1, d->right);
}

LA_FUNCTION int dae_fit_solve(struct dae_driver *d, int refinements, double *right)
{
	dae_kkt_solve_refined(d->kkt, refinements, right);
	for (int i = 0; i < d->system->n_v + d->system->n_g; i++) {
		if (!isfinite(right[i])) {
			return DAE_FAILED;
		}
	}
	return DAE_DONE;
}

LA_FUNCTION int dae_fit_solve_accelerations(struct dae_driver *d, const struct dae_point *p, int refinements, double *a,
                                            double *lambda)
{
	const struct dae_system *system = d->system;
	int n = system->n_v;
	if (system->force(system->context, p, d->right) || system->constraint_bias(system->context, p, d->right + n)) {
		return DAE_FAILED;
	}
	for (int i = 0; i < system->n_g; i++) {
		d->right[n + i] = -d->right[n + i];
	}
	if (dae_fit_solve(d, refinements, d->right)) {
		return DAE_FAILED;
	}
	memcpy(a, d->right, (size_t)n * sizeof *a);
	memcpy(lambda, d->right + n, (size_t)system->n_g * sizeof *lambda);
	return DAE_DONE;
}

LA_FUNCTION int dae_fit_accelerations(struct dae_driver *d, const struct dae_options *options, double *a,
                                      double *lambda, struct dae_failure *failure)
{
	const struct dae_point p = dae_state_point(d);
	return dae_fit_factor(d, options, failure) ? DAE_FAILED
	                                           : dae_fit_solve_accelerations(d, &p, DAE_FIT_REFINED_WELL, a, lambda);
}

LA_FUNCTION int dae_fit_accelerations_at(struct dae_driver *d, const struct dae_options *options,
                                         const struct dae_point *p, double *a, double *lambda,
                                         struct dae_failure *failure)
{
	return dae_fit_factor_near(d, options, p, failure) ? DAE_FAILED
	                                                   : dae_fit_solve_accelerations(d, p, DAE_FIT_REFINED, a, lambda);
}
