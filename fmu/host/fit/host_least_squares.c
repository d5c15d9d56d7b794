#include "host_least_squares.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "la_dense.h"

#define HOST_FIT_FIRST_LAMBDA 1e-3
#define HOST_FIT_LAST_LAMBDA 1e12
/* of the value of a variable: the shortest and the first step of differences */
#define HOST_FIT_SHORTEST 1e-6
#define HOST_FIT_FIRST 1e-3
/* of the diagonal: what a direction that matters adds at least; squared as in J^T J */
#define HOST_FIT_WEAK 1e-8
/* of a direction: a variable with less has no part in it */
#define HOST_FIT_PART 0.05

/* lambdas that are tried at once, each ten times the one before */
enum { HOST_FIT_TRIALS = 4 };

/* ---- the iteration */

struct host_fit_work {
	const struct host_least_squares *p;
	struct host_solution *solution;
	double *x;
	double *H, *g, *A; /* J^T W J, J^T W r, and a matrix that is factored */
	double *points;    /* [2 n or HOST_FIT_TRIALS, the larger of both] points ... */
	double *r;         /* ... and their residuals */
	int *bad;
	double *promise; /* [HOST_FIT_TRIALS] what the model says of each trial */
	double *steps;   /* [n] of differences */
	double lambda;
};

/* less than this is no gain */
static double host_fit_least_gain(const struct host_fit_work *w)
{
	return fmax(w->p->gain, w->p->part * w->solution->cost);
}

static double host_fit_cost(const struct host_least_squares *p, const double *r)
{
	double cost = 0.0;
	for (int i = 0; i < p->m; i++) {
		cost += 0.5 * host_loss(p->loss, r[i]);
	}
	return cost;
}

/* J at x by central differences; a point beyond a bound, or without residuals, is replaced by x
 * itself. 0, or -1 with the end of the solution */
static int host_fit_jacobian(struct host_fit_work *w)
{
	const struct host_least_squares *p = w->p;
	struct host_solution *s = w->solution;
	const size_t n = (size_t)p->n, m = (size_t)p->m;
	for (int k = 0; k < 2 * p->n; k++) {
		double *point = w->points + (size_t)k * n;
		const double h = (k % 2 == 0 ? 1.0 : -1.0) * w->steps[k / 2];
		memcpy(point, w->x, n * sizeof *point);
		point[k / 2] = fmin(fmax(point[k / 2] + h, p->lower[k / 2]), p->upper[k / 2]);
	}
	if (p->residuals(p->context, 2 * p->n, w->points, w->r, w->bad) != 0) {
		s->end = HOST_FIT_BROKEN;
		return -1;
	}
	for (int k = 0; k < p->n; k++) {
		const double *after = w->bad[2 * k] ? s->r : w->r + 2 * (size_t)k * m;
		const double *before = w->bad[2 * k + 1] ? s->r : w->r + (2 * (size_t)k + 1) * m;
		const double x_after = w->bad[2 * k] ? w->x[k] : w->points[2 * (size_t)k * n + (size_t)k];
		const double x_before = w->bad[2 * k + 1] ? w->x[k] : w->points[(2 * (size_t)k + 1) * n + (size_t)k];
		if (!(x_after > x_before)) {
			s->end = HOST_FIT_BAD_NEAR;
			s->variable = k;
			return -1;
		}
		for (size_t i = 0; i < m; i++) {
			s->jac[(size_t)k * m + i] = (after[i] - before[i]) / (x_after - x_before);
		}
	}
	return 0;
}

/* steps that change the residuals by the wanted part, from the Jacobian there is */
static void host_fit_steps(struct host_fit_work *w)
{
	const struct host_least_squares *p = w->p;
	for (int k = 0; k < p->n; k++) {
		const double value = fmax(fabs(w->x[k]), p->scale[k]);
		double squares = 0.0;
		for (int i = 0; i < p->m; i++) {
			const double slope = w->solution->jac[(size_t)k * (size_t)p->m + (size_t)i] / p->sizes[i];
			squares += slope * slope;
		}
		const double wanted = p->difference / fmax(sqrt(squares / p->m), 1e-300);
		w->steps[k] = fmin(fmax(wanted, HOST_FIT_SHORTEST * value), 10.0 * p->difference * value);
	}
}

/* H, g, and which variables are held */
static void host_fit_normal(struct host_fit_work *w)
{
	const struct host_least_squares *p = w->p;
	struct host_solution *s = w->solution;
	const int n = p->n;
	const size_t m = (size_t)p->m;
	memset(w->H, 0, (size_t)(n * n) * sizeof *w->H);
	memset(w->g, 0, (size_t)n * sizeof *w->g);
	for (size_t i = 0; i < m; i++) {
		const double weight = host_loss_weight(p->loss, s->r[i]);
		for (int k = 0; k < n; k++) {
			const double weighted = weight * s->jac[(size_t)k * m + i];
			w->g[k] += weighted * s->r[i];
			for (int l = 0; l <= k; l++) {
				w->H[k + l * n] += weighted * s->jac[(size_t)l * m + i];
			}
		}
	}
	for (int k = 0; k < n; k++) {
		s->held[k] = (w->x[k] <= p->lower[k] && w->g[k] > 0.0) || (w->x[k] >= p->upper[k] && w->g[k] < 0.0);
	}
}

/* the step for a lambda to `point`, and what it promises: - g d - d H d / 2 */
static double host_fit_step(struct host_fit_work *w, double lambda, double *point)
{
	const struct host_least_squares *p = w->p;
	const int n = p->n;
	double promise = 0.0;
	memcpy(w->A, w->H, (size_t)(n * n) * sizeof *w->A);
	for (int k = 0; k < n; k++) {
		point[k] = w->solution->held[k] ? 0.0 : -w->g[k];
		w->A[k + k * n] *= 1.0 + lambda;
		for (int l = 0; l < n; l++) {
			if (l != k && (w->solution->held[k] || w->solution->held[l])) {
				w->A[k + l * n] = 0.0;
			}
		}
		/* a variable without effect stays where it is */
		w->A[k + k * n] = w->A[k + k * n] > 0.0 ? w->A[k + k * n] : 1.0;
	}
	if (la_cholesky_factor(n, w->A, n) != 0) {
		memcpy(point, w->x, (size_t)n * sizeof *point);
		return 0.0;
	}
	la_cholesky_solve(n, w->A, n, 1, point, n);
	for (int k = 0; k < n; k++) {
		point[k] = fmin(fmax(w->x[k] + point[k], p->lower[k]), p->upper[k]) - w->x[k];
	}
	for (int k = 0; k < n; k++) {
		promise -= w->g[k] * point[k] + 0.5 * w->H[k + k * n] * point[k] * point[k];
		for (int l = 0; l < k; l++) {
			promise -= w->H[k + l * n] * point[k] * point[l];
		}
	}
	for (int k = 0; k < n; k++) {
		point[k] += w->x[k];
	}
	return promise;
}

/* a step that makes the cost less. 1, 0 when there is none, -1 with the end of the solution */
static int host_fit_advance(struct host_fit_work *w)
{
	const struct host_least_squares *p = w->p;
	struct host_solution *s = w->solution;
	const size_t n = (size_t)p->n, m = (size_t)p->m;
	while (w->lambda <= HOST_FIT_LAST_LAMBDA) {
		double lambda = w->lambda / 10.0, largest = 0.0, least = s->cost;
		int best = -1;
		for (int k = 0; k < HOST_FIT_TRIALS; k++, lambda *= 10.0) {
			w->promise[k] = host_fit_step(w, lambda, w->points + (size_t)k * n);
			largest = fmax(largest, w->promise[k]);
		}
		if (largest <= host_fit_least_gain(w)) {
			s->end = HOST_FIT_CONVERGED;
			return 0;
		}
		if (p->residuals(p->context, HOST_FIT_TRIALS, w->points, w->r, w->bad) != 0) {
			s->end = HOST_FIT_BROKEN;
			return -1;
		}
		for (int k = 0; k < HOST_FIT_TRIALS; k++) {
			const double cost = w->bad[k] ? HUGE_VAL : host_fit_cost(p, w->r + (size_t)k * m);
			if (cost < least) {
				best = k;
				least = cost;
			}
		}
		if (best >= 0) {
			memcpy(w->x, w->points + (size_t)best * n, n * sizeof *w->x);
			memcpy(s->r, w->r + (size_t)best * m, m * sizeof *s->r);
			s->cost = least;
			w->lambda = fmax(w->lambda * pow(10.0, best - 1), 1e-12);
			return 1;
		}
		w->lambda *= pow(10.0, HOST_FIT_TRIALS);
	}
	s->end = HOST_FIT_STALLED;
	return 0;
}

static void host_fit_iterate(struct host_fit_work *w)
{
	const struct host_least_squares *p = w->p;
	struct host_solution *s = w->solution;
	int moves = 1;
	s->end = HOST_FIT_BROKEN;
	for (int k = 0; k < p->n; k++) {
		w->steps[k] = HOST_FIT_FIRST * fmax(fabs(w->x[k]), p->scale[k]);
	}
	if (p->residuals(p->context, 1, w->x, s->r, w->bad) != 0) {
		return;
	}
	if (w->bad[0]) {
		s->end = HOST_FIT_BAD_START;
		return;
	}
	s->cost = host_fit_cost(p, s->r);
	while (moves > 0) {
		if (host_fit_jacobian(w) != 0) {
			return;
		}
		host_fit_steps(w);
		host_fit_normal(w);
		if (s->iterations >= p->most_iterations) {
			s->end = HOST_FIT_LIMIT;
			return;
		}
		moves = host_fit_advance(w);
		s->iterations += moves > 0;
	}
}

void host_least_squares(const struct host_least_squares *problem, double *x, struct host_solution *solution)
{
	const size_t n = (size_t)problem->n, m = (size_t)problem->m;
	const size_t points = 2 * n > HOST_FIT_TRIALS ? 2 * n : HOST_FIT_TRIALS;
	double promise[HOST_FIT_TRIALS];
	struct host_fit_work w = {.p = problem, .solution = solution, .x = x, .promise = promise};
	w.lambda = HOST_FIT_FIRST_LAMBDA;
	memset(solution, 0, sizeof *solution);
	solution->end = HOST_FIT_BROKEN;
	solution->r = calloc(m + 1, sizeof *solution->r);
	solution->jac = calloc(n * m + 1, sizeof *solution->jac);
	solution->held = calloc(n + 1, sizeof *solution->held);
	w.H = calloc(2 * n * n + 2 * n + 1, sizeof *w.H);
	w.points = calloc(points * (n + m), sizeof *w.points);
	w.bad = calloc(points, sizeof *w.bad);
	if (solution->r != NULL && solution->jac != NULL && solution->held != NULL && w.H != NULL && w.points != NULL &&
	    w.bad != NULL) {
		w.A = w.H + n * n;
		w.g = w.A + n * n;
		w.steps = w.g + n;
		w.r = w.points + points * n;
		host_fit_iterate(&w);
	}
	free(w.H);
	free(w.points);
	free(w.bad);
}

void host_solution_free(struct host_solution *solution)
{
	free(solution->r);
	free(solution->jac);
	free(solution->held);
	memset(solution, 0, sizeof *solution);
}

/* ---- covariance */

/* factor of (J^T J)^-1 */
static double host_fit_spread(const struct host_least_squares *p, const struct host_solution *s)
{
	double squares = 0.0, slopes = 0.0;
	if (p->loss == HOST_LOSS_LINEAR || p->m <= p->n) {
		return 1.0;
	}
	for (int i = 0; i < p->m; i++) {
		const double pull = host_loss_weight(p->loss, s->r[i]) * s->r[i];
		squares += pull * pull;
		slopes += host_loss_slope(p->loss, s->r[i]);
	}
	slopes /= p->m;
	return squares / (p->m - p->n) / fmax(slopes * slopes, 1e-12);
}

/* V diag(1/w) V^T of the scaled matrix; weak directions are left out, and their variables noted */
static int host_fit_invert(int n, const double *V, const double *w, const double *diagonal, double spread,
                           double *covariance, int *together)
{
	int weak = 0;
	for (int d = 0; d < n; d++) {
		const double *v = V + d * n;
		if (w[d] < HOST_FIT_WEAK) {
			for (int k = 0; k < n; k++) {
				together[k] |= weak == 0 && fabs(v[k]) > HOST_FIT_PART;
				covariance[k + k * n] = fabs(v[k]) > HOST_FIT_PART ? (double)NAN : covariance[k + k * n];
			}
			weak++;
			continue;
		}
		for (int k = 0; k < n; k++) {
			for (int l = 0; l < n; l++) {
				covariance[k + l * n] += spread * v[k] * v[l] / (w[d] * diagonal[k] * diagonal[l]);
			}
		}
	}
	return weak;
}

int host_solution_covariance(const struct host_least_squares *problem, const struct host_solution *solution,
                             double *covariance, int *together)
{
	const int n = problem->n;
	const size_t m = (size_t)problem->m;
	double *C = calloc((size_t)(n * n + 2 * n + la_eigen_work(n)) + 1, sizeof *C);
	if (C == NULL) {
		return -1;
	}
	double *diagonal = C + n * n, *w = diagonal + n, *work = w + n;
	for (int k = 0; k < n; k++) {
		const double *column = solution->jac + (size_t)k * m;
		together[k] = 0;
		diagonal[k] = solution->held[k] ? 0.0 : la_norm2(problem->m, column);
		for (int l = 0; l <= k; l++) {
			covariance[k + l * n] = covariance[l + k * n] = 0.0;
			C[k + l * n] = diagonal[k] > 0.0 && diagonal[l] > 0.0
			                   ? la_dot(problem->m, column, solution->jac + (size_t)l * m) / (diagonal[k] * diagonal[l])
			                   : 0.0;
		}
		/* a held variable has no covariance; one without effect is a weak direction of its own */
		C[k + k * n] = solution->held[k] ? 1.0 : C[k + k * n];
	}
	int weak = la_eigen(n, C, n, w, work) != 0 ? -1 : 0;
	for (int k = 0; k < n; k++) {
		diagonal[k] = solution->held[k] ? HUGE_VAL : diagonal[k];
	}
	weak =
		weak == 0 ? host_fit_invert(n, C, w, diagonal, host_fit_spread(problem, solution), covariance, together) : -1;
	free(C);
	return weak;
}
