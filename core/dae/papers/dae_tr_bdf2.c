/* The regularized systems of dae_regularized.h as methods: v' = a(t, q, v), q' = v, stiff because
 * gamma is large, by TR-BDF2.
 *
 * A step is a trapezoidal rule to t + c h and a BDF2 formula to the end (Bank et al.; as a
 * Runge-Kutta method with an error estimate: Hosea, Shampine, "Analysis and implementation of
 * TR-BDF2", Appl. Numer. Math. 20, 1996), L-stable and of order 2 for stiff components too:
 *
 *     V_1 = v + h d (k_0 + k_1)                Q_1 = h d (v + V_1)                   c = 2 - sqrt(2), d = c / 2
 *     V_2 = v + h (w (k_0 + k_1) + d k_2)      Q_2 = h (w (v + V_1) + d V_2)         w = sqrt(2) / 4
 *
 * with k_i = a(t_i, retract(q, Q_i), V_i). Both stages end in the same Newton matrix N = I - h d
 * da/dv - (h d)^2 da/dq, made of differences. The error estimate is the difference to the formula
 * of order 3 with the same stages, its stiff part damped by the same matrix. k_0 is the k_2 of the
 * step before: formed anew from v it would carry the iteration error times gamma.
 */
#include "dae_tr_bdf2.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "la_arrays.h"
#include "la_dense.h"

enum { DAE_TR_BDF2_MOST_ITERATIONS = 10 };

enum { DAE_TR_BDF2_AGE, DAE_TR_BDF2_MEMORY }; /* memory: steps since the start */

static const double DAE_TR_BDF2_C = 0.58578643762690495; /* 2 - sqrt(2) */
static const double DAE_TR_BDF2_D = 0.29289321881345248; /* 1 - sqrt(2) / 2 */
static const double DAE_TR_BDF2_W = 0.35355339059327376; /* sqrt(2) / 4 */
static const double DAE_TR_BDF2_DIFFERENCE = 1e-7;       /* of a typical velocity or motion */

/* vectors of one step, all in the method's work array */
struct dae_tr_bdf2 {
	struct dae_step *s;
	struct dae_regularized system;
	double *k0, *k1, *k2; /* [n_v] accelerations of the stages; k2 is the step's a1 */
	double *v1;           /* [n_v] velocity of the middle stage */
	double *v_fixed;      /* [n_v] part of a stage's velocity without k */
	double *q_fixed;      /* [n_v] part of its increment of q without V */
	double *dq, *moved;   /* [n_v] increment of q, and a shifted one */
	double *v_moved;      /* [n_v] */
	double *change;       /* [n_v] */
	double *a, *a_moved;  /* [n_v] */
	double *lambda_moved; /* [n_g] */
	double *q_moved;      /* [n_q] */
	double *matrix;       /* [n_v x n_v] N, factored */
	int *pivot;           /* [n_v], in the room of as many numbers */
	int made;             /* N is there and good enough */
};

static size_t dae_tr_bdf2_layout(const struct dae_system *system, double *work, struct dae_tr_bdf2 *w)
{
	size_t n = (size_t)system->n_v;
	double *pivot;
	size_t m = (size_t)system->n_g;
	size_t n_q = (size_t)system->n_q;
	const size_t dense = dae_regularized_fits(system) ? n * n : 0;
	const size_t sizes[] = {n, n, n, n, n, n, n, n, n, n, n, m, n_q, dense, n, dae_regularized_work(system)};
	double **arrays[] = {&w->k0,      &w->k1,      &w->v1,     &w->v_fixed,    &w->q_fixed, &w->dq,
	                     &w->moved,   &w->v_moved, &w->change, &w->a,          &w->a_moved, &w->lambda_moved,
	                     &w->q_moved, &w->matrix,  &pivot,     &w->system.work};
	size_t total = 0;
	la_arrays_lay(sizeof sizes / sizeof *sizes, arrays, sizes, work, &total);
	w->pivot = (int *)pivot;
	return total;
}

LA_FUNCTION size_t dae_tr_bdf2_memory(const struct dae_system *system)
{
	(void)system;
	return DAE_TR_BDF2_MEMORY;
}

LA_FUNCTION size_t dae_tr_bdf2_work(const struct dae_system *system)
{
	struct dae_tr_bdf2 w;
	return dae_tr_bdf2_layout(system, NULL, &w);
}

LA_FUNCTION int dae_tr_bdf2_valid(const double *memory)
{
	return dae_counters_is_count(memory[DAE_TR_BDF2_AGE], DAE_MOST_STEPS);
}

LA_FUNCTION void dae_tr_bdf2_start(const struct dae_system *system, double *memory)
{
	(void)system;
	memory[DAE_TR_BDF2_AGE] = 0;
}

/* a at t, retract(q, dq), v */
static int dae_tr_bdf2_evaluate(const struct dae_tr_bdf2 *w, double t, const double *dq, const double *v, double *q,
                                double *a, double *lambda)
{
	const struct dae_system *system = w->s->system;
	system->retract(system->context, w->s->q, dq, q);
	struct dae_point p = {.t = t, .q = q, .v = v, .a = a, .lambda = lambda};
	return dae_regularized_evaluate(&w->system, &p, a, lambda, w->s->failure);
}

/* velocity and increment of a stage from its acceleration */
static void dae_tr_bdf2_point(const struct dae_tr_bdf2 *w, const double *k, double *v)
{
	double hd = w->s->h * DAE_TR_BDF2_D;
	for (int i = 0; i < w->s->system->n_v; i++) {
		v[i] = w->v_fixed[i] + hd * k[i];
		w->dq[i] = w->q_fixed[i] + hd * v[i];
	}
}

/* N by differences along each acceleration, about the stage's present point, where a is w->a */
static int dae_tr_bdf2_make_matrix(struct dae_tr_bdf2 *w, double t, const double *v)
{
	const struct dae_system *system = w->s->system;
	int n = system->n_v;
	double hd = w->s->h * DAE_TR_BDF2_D;
	memcpy(w->moved, w->dq, (size_t)n * sizeof *w->moved);
	memcpy(w->v_moved, v, (size_t)n * sizeof *w->v_moved);
	for (int j = 0; j < n; j++) {
		double speed = w->s->velocity_scale[j] + hd * w->s->acceleration_scale[j];
		double shift = DAE_TR_BDF2_DIFFERENCE * (speed > 0 ? speed : system->motion_size[j] / hd);
		w->v_moved[j] = v[j] + shift;
		w->moved[j] = w->dq[j] + hd * shift;
		int status = dae_tr_bdf2_evaluate(w, t, w->moved, w->v_moved, w->q_moved, w->a_moved, w->lambda_moved);
		if (status) {
			return status;
		}
		for (int i = 0; i < n; i++) {
			w->matrix[i + j * n] = (i == j) - hd * (w->a_moved[i] - w->a[i]) / shift;
		}
		w->v_moved[j] = v[j];
		w->moved[j] = w->dq[j];
	}
	w->s->counters->factorizations++;
	w->made = 1;
	if (la_lu_factor(n, w->matrix, n, w->pivot)) {
		w->s->failure->reason = DAE_MATRIX_SINGULAR;
		w->s->failure->row = -1;
		return DAE_SMALLER_STEP;
	}
	return DAE_DONE;
}

/* adds the correction to k; its size in units of what the error test will notice */
static double dae_tr_bdf2_correct(struct dae_tr_bdf2 *w, double *k)
{
	const struct dae_step *s = w->s;
	int n = s->system->n_v;
	double hd = s->h * DAE_TR_BDF2_D;
	double notice = 0.01 * s->options->tolerance * s->h;
	double largest = 0;
	for (int i = 0; i < n; i++) {
		w->change[i] = w->a[i] - k[i];
	}
	la_lu_solve(n, w->matrix, n, w->pivot, 1, w->change, n);
	for (int i = 0; i < n; i++) {
		double dv = hd * fabs(w->change[i]);
		double q_size = notice * s->velocity_scale[i] + 64 * DBL_EPSILON * s->system->motion_size[i];
		/* stiff constraints turn rounding of a position into a velocity that makes up for it within
		 * the stage */
		double rounding = 4 * DBL_EPSILON * s->system->motion_size[i] / hd;
		double v_size = notice * s->acceleration_scale[i] + 64 * DBL_EPSILON * s->velocity_scale[i] + rounding;
		largest = fmax(largest, fmax(hd * dv / q_size, dv / v_size));
		k[i] += w->change[i];
		if (!isfinite(k[i])) {
			return HUGE_VAL;
		}
	}
	return largest;
}

/* solves k = a(t, Q(k), V(k)); k holds a guess, v gets the stage's velocity, q its coordinates */
static int dae_tr_bdf2_stage(struct dae_tr_bdf2 *w, double t, double *k, double *v, double *q)
{
	struct dae_step *s = w->s;
	double last = HUGE_VAL;
	for (int i = 0; i < DAE_TR_BDF2_MOST_ITERATIONS; i++) {
		dae_tr_bdf2_point(w, k, v);
		int status = dae_tr_bdf2_evaluate(w, t, w->dq, v, q, w->a, s->lambda1);
		if (!status && !w->made) {
			status = dae_tr_bdf2_make_matrix(w, t, v);
		}
		if (status) {
			return status;
		}
		double size = dae_tr_bdf2_correct(w, k);
		s->counters->iterations++;
		if (size <= 1) {
			dae_tr_bdf2_point(w, k, v);
			return dae_tr_bdf2_evaluate(w, t, w->dq, v, q, w->a, s->lambda1);
		}
		if (!(size < HUGE_VAL)) {
			break;
		}
		/* slow progress: the matrix is out of date */
		w->made = size <= 0.3 * last;
		last = size;
	}
	s->failure->reason = DAE_ITERATION_DIVERGED;
	s->failure->row = -1;
	return DAE_SMALLER_STEP;
}

/* error of q and v: N e_v = v_part + h d da/dq q_part, e_q = q_part + h d e_v */
static int dae_tr_bdf2_estimate(struct dae_tr_bdf2 *w)
{
	struct dae_step *s = w->s;
	int n = s->system->n_v;
	double hd = s->h * DAE_TR_BDF2_D;
	double e0 = s->h * (4 * DAE_TR_BDF2_W - 1) / 3;
	double e1 = -s->h / 3;
	double e2 = s->h * 2 * DAE_TR_BDF2_D / 3;
	double *q = s->error;
	double *v = s->error + n;
	double largest = 0;
	for (int i = 0; i < n; i++) {
		q[i] = e0 * s->v[i] + e1 * w->v1[i] + e2 * s->v1[i];
		v[i] = e0 * w->k0[i] + e1 * w->k1[i] + e2 * w->k2[i];
		largest = fmax(largest, fabs(q[i]) / s->system->motion_size[i]);
	}
	/* da/dq along q_part by a difference that rounding does not spoil */
	double factor = largest > 0 ? DAE_TR_BDF2_DIFFERENCE / largest : 0;
	for (int i = 0; i < n; i++) {
		w->moved[i] = w->dq[i] + factor * q[i];
	}
	int status = dae_tr_bdf2_evaluate(w, s->t + s->h, w->moved, s->v1, w->q_moved, w->a_moved, w->lambda_moved);
	if (status) {
		return status;
	}
	for (int i = 0; factor > 0 && i < n; i++) {
		v[i] += hd * (w->a_moved[i] - w->a[i]) / factor;
	}
	la_lu_solve(n, w->matrix, n, w->pivot, 1, v, n);
	for (int i = 0; i < n; i++) {
		q[i] += hd * v[i];
	}
	/* where gamma is 1/h a smaller step does not make it smaller across the constraints */
	if (s->options->gamma == 0) {
		dae_regularized_project(&w->system, q);
		dae_regularized_project(&w->system, v);
	}
	return DAE_DONE;
}

LA_FUNCTION int dae_tr_bdf2_step(struct dae_step *s, enum dae_regularized_kind kind)
{
	double h = s->h;
	struct dae_tr_bdf2 w = {.s = s, .k2 = s->a1, .system = {.kind = kind, .system = s->system, .options = s->options}};
	w.system.gamma = s->options->gamma > 0 ? s->options->gamma : 1 / h;
	dae_tr_bdf2_layout(s->system, s->scratch.work, &w);
	int n = s->system->n_v;
	size_t size = (size_t)n * sizeof *w.k0;

	memset(w.dq, 0, size);
	memcpy(w.k0, s->a, size);
	if (s->memory[DAE_TR_BDF2_AGE] == 0) {
		int status = dae_tr_bdf2_evaluate(&w, s->t, w.dq, s->v, s->q1, w.k0, s->lambda1);
		if (status) {
			return status;
		}
	}
	/* trapezoidal rule */
	for (int i = 0; i < n; i++) {
		w.v_fixed[i] = s->v[i] + h * DAE_TR_BDF2_D * w.k0[i];
		w.q_fixed[i] = h * DAE_TR_BDF2_D * s->v[i];
	}
	memcpy(w.k1, w.k0, size);
	int status = dae_tr_bdf2_stage(&w, s->t + DAE_TR_BDF2_C * h, w.k1, w.v1, s->q1);
	if (status) {
		return status;
	}
	/* BDF2 */
	for (int i = 0; i < n; i++) {
		w.v_fixed[i] = s->v[i] + h * DAE_TR_BDF2_W * (w.k0[i] + w.k1[i]);
		w.q_fixed[i] = h * DAE_TR_BDF2_W * (s->v[i] + w.v1[i]);
		w.k2[i] = w.k0[i] + (w.k1[i] - w.k0[i]) / DAE_TR_BDF2_C;
	}
	status = dae_tr_bdf2_stage(&w, s->t + h, w.k2, s->v1, s->q1);
	if (status) {
		return status;
	}
	s->memory1[DAE_TR_BDF2_AGE] = s->memory[DAE_TR_BDF2_AGE] + 1;
	return dae_tr_bdf2_estimate(&w);
}
