#include "host_global.h"

#ifdef MECHFMU_WITH_NLOPT

#include <math.h>
#include <nlopt.h>
#include <stdlib.h>
#include <string.h>

struct host_global {
	const struct host_least_squares *p;
	nlopt_opt search;
	double *r;
	int broken;
};

/* a point without residuals costs more than any other */
static double host_global_cost(unsigned n, const double *x, double *gradient, void *context)
{
	struct host_global *g = context;
	double cost = 0.0;
	int bad = 0;
	(void)n;
	(void)gradient;
	if (g->p->residuals(g->p->context, 1, x, g->r, &bad) != 0) {
		g->broken = 1;
		(void)nlopt_force_stop(g->search);
		return HUGE_VAL;
	}
	for (int i = 0; i < g->p->m && !bad; i++) {
		cost += 0.5 * host_loss(g->p->loss, g->r[i]);
	}
	return bad ? HUGE_VAL : cost;
}

int host_global_is_there(void)
{
	return 1;
}

int host_global_search(const struct host_least_squares *problem, double runs, double seed, double *x)
{
	const size_t n = (size_t)problem->n;
	double cost = HUGE_VAL;
	struct host_global g = {problem, nlopt_create(NLOPT_GN_CRS2_LM, (unsigned)problem->n), NULL, 0};
	double *best = calloc(n + 1, sizeof *best);
	g.r = calloc((size_t)problem->m + 1, sizeof *g.r);
	int status = -1;
	if (g.search != NULL && g.r != NULL && best != NULL) {
		nlopt_srand((unsigned long)seed);
		(void)nlopt_set_lower_bounds(g.search, problem->lower);
		(void)nlopt_set_upper_bounds(g.search, problem->upper);
		(void)nlopt_set_min_objective(g.search, host_global_cost, &g);
		(void)nlopt_set_maxeval(g.search, (int)runs);
		(void)nlopt_set_ftol_rel(g.search, 1e-6);
		memcpy(best, x, n * sizeof *best);
		const nlopt_result result = nlopt_optimize(g.search, best, &cost);
		status = g.broken || result == NLOPT_OUT_OF_MEMORY ? -1 : 0;
		/* a search without a point that runs leaves the start */
		if (isfinite(cost)) {
			memcpy(x, best, n * sizeof *x);
		}
	}
	nlopt_destroy(g.search);
	free(g.r);
	free(best);
	return status;
}

#else

int host_global_is_there(void)
{
	return 0;
}

int host_global_search(const struct host_least_squares *problem, double runs, double seed, double *x)
{
	(void)problem;
	(void)runs;
	(void)seed;
	(void)x;
	return 0;
}

#endif
