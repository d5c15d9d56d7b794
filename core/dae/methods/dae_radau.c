/* Radau IIA with three stages, order 5, for constrained systems (Hairer, Wanner, "Solving Ordinary
 * Differential Equations II", sections IV.5, IV.8, VII.4, VII.6). The stages and their iteration
 * are in dae_radau_stages.h.
 *
 * The last stage is the end of the step. What the iteration left of the constraints is taken out
 * there (land), then accelerations and multipliers are made to fit positions and velocities
 * (settle), so they are as accurate as these.
 *
 * Orders (Hairer, Lubich, Roche, "The Numerical Solution of Differential-Algebraic Systems by
 * Runge-Kutta Methods"; Jay):
 *
 *     stabilized, index 2   q 5, v 5, settled multipliers 5 (of the stages: 3)
 *     index 3               q 5, v 3 (across the constraints; within them 5), settled multipliers 3 (of the stages: 2).
 *
 * Index 2 lets positions drift off the constraints by the accumulated error; beside a singular
 * position, where the branches of g = 0 cross, those of g = drift do not, so it is no formulation
 * for passing one.
 *
 * Error estimate. The leading error of the quadrature is h^6 / 72000 times the sixth derivative;
 * the stages add to it what nonlinear equations make of theirs. The estimate takes one derivative
 * and one power of h less, and a factor a hundred times as large, which keeps the error at the end
 * near the tolerance and below it in the tests:
 *
 *     error of v = h^5 / 720 d5v/dt5,      error of q = h^5 / 720 d4v/dt4,
 *
 * so error / h is of order 4. The derivatives are divided differences of the settled velocities and
 * accelerations at the ends of the last two steps. The first step has no last one; it uses the
 * embedded formula of order 3 with the start of the step as fourth node (Hairer, Wanner, section
 * IV.8): the quadratic p through the stages is exact for it, which leaves
 *
 *     error of v = h gamma_0 (a_0 - p(A)),     error of q = h gamma_0 (v_0 - p(V + Y)),     p at the start of the step,
 *
 * with gamma_0 the real eigenvalue of Butcher's matrix. In both, one solution with the last stage's
 * matrix takes out what violates the constraints and damps stiff components. A start may set off a
 * motion that dies out within the first step: of it -3 / z is left in the end, where z = h times
 * its rate, but the embedded formula shows all of it, and the divided differences of the second
 * step, with the accelerations at the start, still more. There, where the error seems too large,
 * the embedded formula is damped by a second solution, to 22 / z of that motion (the same section).
 * Near a singular position velocities and accelerations across the constraints carry noise
 * (dae_past.h); there the error of q alone speaks.
 *
 * Guess for the stages: the collocation polynomial of the accelerations of the last step, extended,
 * and the multipliers at the start: along redundant directions an iteration keeps the multipliers
 * it has, and extending those would let rounding grow.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "dae_error.h"
#include "dae_method_table.h"
#include "dae_newton.h"
#include "dae_radau_stages.h"

/* memory: steps since the start, last h, steps until accelerations are free of noise; then of the
 * last step v and a at its start and A of its stages */
enum { DAE_RADAU_AGE, DAE_RADAU_LAST_H, DAE_RADAU_NOISE, DAE_RADAU_HEAD, DAE_RADAU_NOISY_STEPS = 2 };

/* 1 / (3 + 3^(2/3) - 3^(1/3)) */
static const double DAE_RADAU_REAL_EIGENVALUE = 0.2748888295956773677;

static size_t dae_radau_memory(const struct dae_system *system)
{
	return DAE_RADAU_HEAD + (2 + DAE_RADAU_STAGES) * (size_t)system->n_v;
}

static int dae_radau_valid(const double *memory)
{
	return dae_counters_is_count(memory[DAE_RADAU_AGE], DAE_MOST_STEPS) &&
	       dae_counters_is_count(memory[DAE_RADAU_NOISE], DAE_RADAU_NOISY_STEPS) &&
	       (memory[DAE_RADAU_AGE] == 0 || memory[DAE_RADAU_LAST_H] > 0);
}

static void dae_radau_start(const struct dae_system *system, double *memory)
{
	memset(memory, 0, dae_radau_memory(system) * sizeof *memory);
}

/* weights of the stages in the value at x (in steps) of the quadratic through them */
static void dae_radau_weights(double x, double weight[DAE_RADAU_STAGES])
{
	for (int i = 0; i < DAE_RADAU_STAGES; i++) {
		weight[i] = 1;
		for (int j = 0; j < DAE_RADAU_STAGES; j++) {
			if (j != i) {
				weight[i] *= (x - dae_radau_nodes[j]) / (dae_radau_nodes[i] - dae_radau_nodes[j]);
			}
		}
	}
}

static double dae_radau_value(const double weight[DAE_RADAU_STAGES], int n, const double *stages, int k)
{
	double sum = 0;
	for (int i = 0; i < DAE_RADAU_STAGES; i++) {
		sum += weight[i] * stages[i * n + k];
	}
	return sum;
}

static void dae_radau_predict(const struct dae_step *s, const struct dae_radau_work *w)
{
	int n = s->system->n_v;
	size_t m = (size_t)s->system->n_g;
	const double *a = s->memory + DAE_RADAU_HEAD + 2 * n;
	int old = s->memory[DAE_RADAU_AGE] > 0;
	for (int i = 0; i < DAE_RADAU_STAGES; i++) {
		double weight[DAE_RADAU_STAGES];
		dae_radau_weights(old ? 1 + dae_radau_nodes[i] * s->h / s->memory[DAE_RADAU_LAST_H] : 1, weight);
		for (int k = 0; k < n; k++) {
			w->a[i * n + k] = old ? dae_radau_value(weight, n, a, k) : s->a[k];
			w->slip[i * n + k] = 0;
			w->dq[i * n + k] = dae_radau_nodes[i] * s->h * s->v[k];
		}
		memcpy(w->lambda + (size_t)i * m, s->lambda, m * sizeof *w->lambda);
	}
}

static void dae_radau_remember(struct dae_step *s, const struct dae_radau_work *w, int sensitive)
{
	size_t n = (size_t)s->system->n_v;
	double *memory = s->memory1 + DAE_RADAU_HEAD;
	s->memory1[DAE_RADAU_AGE] = s->memory[DAE_RADAU_AGE] + 1;
	s->memory1[DAE_RADAU_LAST_H] = s->h;
	s->memory1[DAE_RADAU_NOISE] = dae_special_noise(sensitive, s->memory[DAE_RADAU_NOISE], DAE_RADAU_NOISY_STEPS);
	memcpy(memory, s->v, n * sizeof *memory);
	memcpy(memory + n, s->a, n * sizeof *memory);
	memcpy(memory + 2 * n, w->a, DAE_RADAU_STAGES * n * sizeof *memory);
}

/* embedded formula: error of q and v, number i */
static void dae_radau_embedded(struct dae_step *s, const struct dae_radau_work *w, int i)
{
	int n = s->system->n_v;
	double weight[DAE_RADAU_STAGES];
	double factor = DAE_RADAU_REAL_EIGENVALUE * s->h;
	dae_radau_weights(0, weight);
	double rate = dae_radau_value(weight, n, w->v, i) + dae_radau_value(weight, n, w->slip, i);
	s->error[i] = factor * (s->v[i] - rate);
	s->error[n + i] = factor * (s->a[i] - dae_radau_value(weight, n, w->a, i));
}

/* error of q and v, number i, from the fourth and fifth derivative of v: divided differences whose
 * nodes, the ends of the last two steps, count twice */
static void dae_radau_two_steps(struct dae_step *s, int i)
{
	int n = s->system->n_v;
	const double *last_v = s->memory + DAE_RADAU_HEAD;
	const double *last_a = last_v + n;
	double h = s->h;
	double h0 = s->memory[DAE_RADAU_LAST_H];
	const double t[] = {-h0, -h0, 0, 0, h, h};
	double d[] = {last_a[i], (s->v[i] - last_v[i]) / h0, s->a[i], (s->v1[i] - s->v[i]) / h, s->a1[i]};
	for (int order = 2; order <= 5; order++) {
		for (int k = 0; k + order <= 5; k++) {
			d[k] = (d[k + 1] - d[k]) / (t[k + order] - t[k]);
		}
	}
	/* d[1] stopped at the fourth, d[0] at the fifth: derivatives over 4! and 5! */
	double factor = h * h * h * h * h / 720;
	s->error[i] = factor * 24 * d[1];
	s->error[n + i] = factor * 120 * d[0];
}

/* Fills s->error by one of the formulas, filtered; what it is in units of the tolerance. */
static double dae_radau_measure(struct dae_step *s, const struct dae_radau_work *w, int embedded, int noisy)
{
	int n = s->system->n_v;
	s->result.across = 0;
	for (int i = 0; i < n; i++) {
		if (embedded) {
			dae_radau_embedded(s, w, i);
		} else {
			dae_radau_two_steps(s, i);
		}
		s->error[n + i] = noisy ? 0 : s->error[n + i];
	}
	dae_error_filter_both(s, s->kkts[DAE_RADAU_STAGES - 1], noisy, s->error);
	s->result.order = embedded ? 3 : 4;
	return dae_error_size(s, s->error);
}

static void dae_radau_estimate(struct dae_step *s, const struct dae_radau_work *w, int sensitive)
{
	int n = s->system->n_v;
	double age = s->memory[DAE_RADAU_AGE];
	int noisy = sensitive || s->memory[DAE_RADAU_NOISE] > 0;
	double error = dae_radau_measure(s, w, age == 0, noisy);
	if (age == 1 && error > 1) {
		error = dae_radau_measure(s, w, 1, noisy);
	}
	if (age <= 1 && error > 1) {
		dae_error_filter_both(s, s->kkts[DAE_RADAU_STAGES - 1], noisy, s->error);
	}
	/* velocities that follow positions carry their rounding, divided by the step; a smaller one
	 * would not mend it */
	for (int i = 0; s->options->formulation == DAE_INDEX3 && i < n; i++) {
		double rounding = 64 * DBL_EPSILON * s->system->motion_size[i] / s->h;
		s->error[n + i] = fmax(fabs(s->error[n + i]) - rounding, 0);
	}
	s->result.error_is_complete = !noisy;
	s->result.is_anew = 1;
}

static int dae_radau_step(struct dae_step *s)
{
	struct dae_radau_work w = dae_radau_split(s->system, s->scratch.work);
	dae_radau_predict(s, &w);
	int status = dae_radau_iterate(s, &w);
	int sensitive = 0;
	for (int i = 0; i < DAE_RADAU_STAGES; i++) {
		sensitive = sensitive || dae_kkt_last_rank(s->kkts[i]).sensitive > 0;
	}
	status = status ? status : dae_radau_land(s, &w);
	if (status) {
		return status;
	}
	dae_radau_remember(s, &w, sensitive);
	dae_radau_estimate(s, &w, sensitive);
	return DAE_DONE;
}

LA_TABLE const struct dae_method dae_radau = {
	.name = "radau",
	.use = 4,
	.order = 5,
	.formulations = DAE_ANY_FORMULATION,
	.text = "Radau IIA with three stages; few steps at tight tolerances",
	.paper = "Hairer, Wanner 1996",
	.n_kkts = DAE_RADAU_STAGES,
	.memory = dae_radau_memory,
	.valid = dae_radau_valid,
	.work = dae_radau_work_size,
	.start = dae_radau_start,
	.step = dae_radau_step,
	.quadrature = dae_radau_quadrature,
	.real_time = &dae_radau,
};
