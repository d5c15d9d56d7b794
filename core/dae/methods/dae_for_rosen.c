#include "dae_for_rosen.h"

#include <math.h>
#include <string.h>

#include "dae_error.h"
#include "dae_lasting.h"
#include "dae_method_table.h"
#include "dae_projected.h"
#include "dae_rosen_flow.h"
#include "la_arrays.h"

LA_TABLE const struct dae_for_rosen_formula dae_for_rosen_formula = {
	.gamma = 0.57281606,
	.alphas = {{0},
               {1.14563212},
               {0.520920789130629029328516, 0.134294186842504800149232},
               {0.520920789130629029328516, 0.134294186842504800149232}},
	.gammas = {{0.57281606},
               {-2.34199312711201394917052, 0.57281606},
               {-0.0273337465434898361965046, 0.213811650836699689867472, 0.57281606},
               {-0.259083837785510222112641, -0.190595807732311751616358, -0.228031035973133829477744, 0.57281606}},
	.weights = {0.324534707891734513474196, 0.049086544787523308684633, 0, 0.6263787473207421778411711},
	.embedded = {0.520920789130629029328516, 0.144549714665364599584681, 0.124559686414702049774897,
                 0.209969809789304321311906},
};

enum { DAE_FOR_ROSEN_POINTS = 3 };

/* memory: steps until accelerations are free of the noise of a singular position */
enum { DAE_FOR_ROSEN_NOISE, DAE_FOR_ROSEN_HEAD, DAE_FOR_ROSEN_NOISY_STEPS = 1 };

/* vectors of one step, all in the method's work array */
struct dae_for_rosen {
	struct dae_rosen_flow flow;
	struct dae_projected_points points;
	double *d;         /* stages x 2 x [n_v] */
	double *jerk;      /* [n_v] */
	double *slope;     /* 2: derivatives in time of the powers of heat and supply */
	double *given;     /* stages x 2: what each stage gives to heat and supply, beyond those of the start */
	double *before;    /* 2 x [n_v] what the stages before give to the next */
	double *r;         /* 2 x [n_v] */
	double *lasting;   /* dae_lasting_work */
	double *exchanged; /* energy that the stiff correction of the end exchanges */
};

static struct dae_for_rosen dae_for_rosen_split(const struct dae_system *system, double *work, size_t *total)
{
	const size_t n = (size_t)system->n_v;
	const size_t stages = DAE_FOR_ROSEN_STAGES;
	struct dae_for_rosen w = {.d = NULL};
	double **arrays[] = {&w.d, &w.jerk, &w.slope, &w.given, &w.before, &w.r, &w.lasting, &w.exchanged};
	const size_t sizes[] = {stages * 2 * n, n, 2, 2 * stages, 2 * n, 2 * n, dae_lasting_work(system), 1};
	*total = 0;
	la_arrays_lay(sizeof sizes / sizeof *sizes, arrays, sizes, work, total);
	w.points = dae_projected_points_split(system, DAE_FOR_ROSEN_POINTS, work, total);
	w.flow = dae_rosen_flow_split(system, work, total);
	return w;
}

static size_t dae_for_rosen_work(const struct dae_system *system)
{
	size_t total;
	(void)dae_for_rosen_split(system, NULL, &total);
	return total;
}

static size_t dae_for_rosen_memory(const struct dae_system *system)
{
	(void)system;
	return DAE_FOR_ROSEN_HEAD;
}

static void dae_for_rosen_start(const struct dae_system *system, double *memory)
{
	memset(memory, 0, dae_for_rosen_memory(system) * sizeof *memory);
}

static int dae_for_rosen_valid(const double *memory)
{
	return dae_counters_is_count(memory[DAE_FOR_ROSEN_NOISE], DAE_FOR_ROSEN_NOISY_STEPS);
}

static double dae_for_rosen_sum(const double *row)
{
	double sum = 0;
	for (int j = 0; j < DAE_FOR_ROSEN_STAGES; j++) {
		sum += row[j];
	}
	return sum;
}

/* ---- stages ---- */

/* where `count` stages lead with these weights; their sum is that of all */
static void dae_for_rosen_go(const struct dae_step *s, const struct dae_for_rosen *w, int count, const double *weights,
                             const struct dae_projected *at)
{
	const int n = s->system->n_v;
	const double sum = dae_for_rosen_sum(weights);
	for (int k = 0; k < n; k++) {
		at->du[k] = sum * s->h * s->v[k];
		at->v[k] = s->v[k] + sum * s->h * s->a[k];
		for (int j = 0; j < count; j++) {
			at->du[k] += weights[j] * w->d[2 * j * n + k];
			at->v[k] += weights[j] * w->d[(2 * j + 1) * n + k];
		}
	}
	s->system->retract(s->system->context, s->q, at->du, at->q);
}

/* Moved as the flow tells. Beside a singular position, where the constraints turn within the step,
 * one matrix does not lead onto them: the point is then the nearest one. */
static int dae_for_rosen_land(struct dae_step *s, const struct dae_projected *at)
{
	struct dae_projected point = *at;
	point.kept = s->kkts[DAE_ROSEN_MATRIX];
	return dae_kkt_last_rank(point.kept).sensitive > 0 ? DAE_DONE : dae_projected_close(s, &point);
}

static int dae_for_rosen_point(struct dae_step *s, const struct dae_for_rosen *w, int i)
{
	const double *row = dae_for_rosen_formula.alphas[i];
	const struct dae_projected at = dae_projected_points_next(s, &w->points, i, s->t + dae_for_rosen_sum(row) * s->h);
	dae_for_rosen_go(s, w, i, row, &at);
	int status = dae_for_rosen_land(s, &at);
	status = status ? status : dae_projected_fit(s, &at);
	if (!status) {
		dae_projected_points_keep(s, &w->points, i, &at);
	}
	return status;
}

/* d_i of the stage whose accelerations are those of a point */
static int dae_for_rosen_stage(struct dae_step *s, const struct dae_for_rosen *w, int i, int point)
{
	const int n = s->system->n_v;
	const double *rate = w->points.rate + point * n;
	const double *a = w->points.a + point * n;
	const double *powers = w->points.powers;
	const double gamma = dae_for_rosen_formula.gamma;
	const double *row = dae_for_rosen_formula.gammas[i];
	const double jerk = s->h * s->h * dae_for_rosen_sum(row);
	double *d = w->d + 2 * i * n;
	for (int k = 0; k < 2 * n; k++) {
		w->before[k] = 0;
		for (int j = 0; j < i; j++) {
			w->before[k] += row[j] * w->d[2 * j * n + k];
		}
	}
	for (int k = 0; k < n; k++) {
		w->r[k] = w->before[k] + gamma * (s->h * (rate[k] - s->v[k]) + jerk * s->a[k]);
		w->r[n + k] = w->before[n + k] + gamma * (s->h * (a[k] - s->a[k]) + jerk * w->jerk[k]);
	}
	double along[2];
	const int status = dae_rosen_flow_solve(&w->flow, s, w->r, d, along);
	for (int k = 0; !status && k < 2 * n; k++) {
		d[k] = (d[k] - w->before[k]) / gamma;
	}
	for (int k = 0; !status && k < 2; k++) {
		w->given[2 * i + k] = s->h * (powers[2 * point + k] - powers[k] + along[k]) + jerk * w->slope[k];
	}
	return status;
}

static int dae_for_rosen_stages(struct dae_step *s, struct dae_for_rosen *w)
{
	dae_projected_points_begin(s, &w->points);
	int status = dae_rosen_flow_open(&w->flow, s, dae_for_rosen_formula.gamma * s->h);
	status = status ? status : dae_rosen_flow_jerk(&w->flow, s, w->jerk, w->slope);
	for (int i = 0; !status && i < DAE_FOR_ROSEN_STAGES; i++) {
		const int point = i < DAE_FOR_ROSEN_POINTS ? i : DAE_FOR_ROSEN_POINTS - 1;
		status = i > 0 && i == point ? dae_for_rosen_point(s, w, i) : DAE_DONE;
		status = status ? status : dae_for_rosen_stage(s, w, i, point);
	}
	return status;
}

/* ---- the end ---- */

/* Replaces (x, v), of motions within the constraints, by S (x, v) with S = (1 - gamma h J)^-1 and J
 * of the start */
static void dae_for_rosen_damp(const struct dae_step *s, const struct dae_for_rosen *w, double *x, double *v)
{
	const struct dae_system *system = s->system;
	const int n = system->n_v;
	const double h = w->flow.h;
	double *right = w->flow.right;
	memset(right, 0, (size_t)(n + system->n_g) * sizeof *right);
	dae_kkt_mass_multiply(s->kkts[DAE_ROSEN_MASS], v, right);
	la_block_multiply(system->n_tangent_blocks, system->tangent_blocks, w->flow.stiffness, -h, x, right);
	dae_kkt_solve(s->kkts[DAE_ROSEN_MATRIX], 1, right);
	for (int k = 0; k < n; k++) {
		v[k] = right[k];
		x[k] += h * v[k];
	}
}

/* part of Newton's correction that a stiff direction leaves: (1 - S)^3 with gamma h mu = 1 is 0.125 */
static const double DAE_FOR_ROSEN_STIFF = 0.1;

/* The stiff correction of the end (dae_for_rosen.h), dx and then dv, in w->r. Returns its size in
 * units that the error test does not notice, of stiff components alone. */
static double dae_for_rosen_stiff_correction(const struct dae_step *s, const struct dae_for_rosen *w)
{
	const int n = s->system->n_v;
	double *dx = w->r, *dv = w->r + n;
	double *damped = w->before, *newton = w->flow.motion;
	double size = 0;
	for (int k = 0; k < n; k++) {
		dx[k] = 0;
		dv[k] = w->flow.h * (s->a1[k] - (s->v1[k] - s->v[k]) / s->h);
	}
	dae_for_rosen_damp(s, w, dx, dv);
	memcpy(newton, dv, (size_t)n * sizeof *newton);
	for (int times = 0; times < 3; times++) {
		memcpy(damped, dx, 2 * (size_t)n * sizeof *dx);
		dae_for_rosen_damp(s, w, damped, damped + n);
		for (int k = 0; k < 2 * n; k++) {
			dx[k] -= damped[k];
		}
	}
	for (int k = 0; k < n; k++) {
		const int is_stiff = fabs(dv[k]) > DAE_FOR_ROSEN_STIFF * fabs(newton[k]);
		size = is_stiff ? fmax(size, dae_error_noticed(s, 1, 0, k, dx[k], dv[k])) : size;
	}
	return size;
}

static double dae_for_rosen_energy(const struct dae_step *s)
{
	const struct dae_point end = {s->t + s->h, s->q1, s->v1, s->a1, s->lambda1};
	struct dae_energy energy = {0};
	if (s->system->energy) {
		s->system->energy(s->system->context, &end, &energy);
	}
	return energy.kinetic + energy.potential;
}

static int dae_for_rosen_correct(struct dae_step *s, const struct dae_for_rosen *w, const struct dae_projected *end)
{
	const int n = s->system->n_v;
	*w->exchanged = 0;
	const double before = dae_for_rosen_energy(s);
	if (s->result.is_singular || dae_for_rosen_stiff_correction(s, w) <= 1) {
		return DAE_DONE;
	}
	for (int k = 0; k < n; k++) {
		end->du[k] += w->r[k];
		end->v[k] += w->r[n + k];
	}
	s->system->retract(s->system->context, s->q, end->du, end->q);
	const int status = dae_projected_end(s, end);
	*w->exchanged = status ? 0 : dae_for_rosen_energy(s) - before;
	return status;
}

/* accelerations guessed between the last two points */
static int dae_for_rosen_end(struct dae_step *s, const struct dae_for_rosen *w)
{
	const int n = s->system->n_v;
	const double *a = w->points.a;
	const struct dae_projected end = dae_projected_points_end(s, &w->points, w->points.du);
	const double first = dae_for_rosen_sum(dae_for_rosen_formula.alphas[1]);
	const double second = dae_for_rosen_sum(dae_for_rosen_formula.alphas[2]);
	const double part = (1 - second) / (first - second);
	for (int k = 0; k < n; k++) {
		s->a1[k] = a[2 * n + k] + part * (a[n + k] - a[2 * n + k]);
	}
	dae_for_rosen_go(s, w, DAE_FOR_ROSEN_STAGES, dae_for_rosen_formula.weights, &end);
	int status = dae_for_rosen_land(s, &end);
	status = status ? status : dae_projected_end(s, &end);
	return status ? status : dae_for_rosen_correct(s, w, &end);
}

static void dae_for_rosen_estimate(struct dae_step *s, const struct dae_for_rosen *w)
{
	const int n = s->system->n_v;
	const int noisy = s->result.is_singular || s->memory[DAE_FOR_ROSEN_NOISE] > 0;
	struct dae_kkt *matrix = s->kkts[DAE_ROSEN_MATRIX];
	for (int k = 0; k < 2 * n; k++) {
		s->error[k] = 0;
		for (int j = 0; j < DAE_FOR_ROSEN_STAGES && !(noisy && k >= n); j++) {
			s->error[k] += (dae_for_rosen_formula.weights[j] - dae_for_rosen_formula.embedded[j]) * w->d[2 * j * n + k];
		}
	}
	dae_lasting_filter(s, matrix, noisy, w->lasting);
	if (!noisy) {
		dae_lasting_find(s, matrix, w->flow.h, s->kkts[DAE_ROSEN_MASS], w->lasting);
	}
	s->result.error_is_complete = !noisy;
	s->result.is_anew = 1;
	s->result.order = 3;
	s->memory1[DAE_FOR_ROSEN_NOISE] =
		dae_special_noise(s->result.is_singular, s->memory[DAE_FOR_ROSEN_NOISE], DAE_FOR_ROSEN_NOISY_STEPS);
}

static int dae_for_rosen_step(struct dae_step *s)
{
	size_t total;
	struct dae_for_rosen w = dae_for_rosen_split(s->system, s->scratch.work, &total);
	s->failure->reason = DAE_NOT_FINITE;
	s->failure->row = -1;
	s->scratch.amplification = 0;
	int status = dae_for_rosen_stages(s, &w);
	status = status ? status : dae_for_rosen_end(s, &w);
	if (!status) {
		dae_for_rosen_estimate(s, &w);
	}
	return status;
}

static void dae_for_rosen_quadrature(const struct dae_method *method, const struct dae_system *system, double t,
                                     double *work, struct dae_exchange *x)
{
	size_t total;
	const struct dae_for_rosen w = dae_for_rosen_split(system, work, &total);
	(void)method;
	(void)t;
	x->heat = x->h * w.points.powers[0];
	x->supply = x->h * w.points.powers[1];
	for (int i = 0; i < DAE_FOR_ROSEN_STAGES; i++) {
		x->heat += dae_for_rosen_formula.weights[i] * w.given[2 * i];
		x->supply += dae_for_rosen_formula.weights[i] * w.given[2 * i + 1];
	}
	*(system->is_driven ? &x->supply : &x->heat) += system->is_driven ? *w.exchanged : -*w.exchanged;
}

LA_TABLE const struct dae_method dae_for_rosen = {
	.name = "for_rosen",
	.order = 4,
	.formulations = 1 << DAE_STABILIZED,
	.text = "linearly implicit (Rosenbrock), L-stable",
	.paper = "Negrut 1998, section 4.4",
	.n_kkts = DAE_ROSEN_KKTS,
	.memory = dae_for_rosen_memory,
	.valid = dae_for_rosen_valid,
	.work = dae_for_rosen_work,
	.start = dae_for_rosen_start,
	.step = dae_for_rosen_step,
	.quadrature = dae_for_rosen_quadrature,
};
