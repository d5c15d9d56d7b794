#include "dae_for_rosen.h"

#include <math.h>
#include <string.h>

#include "dae_method_table.h"
#include "dae_place.h"
#include "dae_rosen_flow.h"

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

enum { DAE_FOR_ROSEN_PLACES = 3 };

/* memory: steps until accelerations are free of the noise of a singular position */
enum { DAE_FOR_ROSEN_NOISE, DAE_FOR_ROSEN_HEAD, DAE_FOR_ROSEN_NOISY_STEPS = 1 };

/* vectors of one step, all in the method's work array */
struct dae_for_rosen {
	struct dae_rosen_flow flow;
	double *d;            /* stages x 2 x [n_v] */
	double *rate, *a;     /* places x [n_v] of the increment, and accelerations */
	double *jerk;         /* [n_v] */
	double *powers;       /* stages x 2: of heat and supply in the place of each */
	double *slope;        /* 2: their derivatives in time */
	double *given;        /* stages x 2: what each stage gives to heat and supply, beyond those of the start */
	double *before;       /* 2 x [n_v] what the stages before give to the next */
	double *r;            /* 2 x [n_v] */
	double *du, *q, *v;   /* a place */
	double *lambda;       /* [n_g] */
	double *open, *speed; /* [n_g] */
	double *right;        /* 2 x [n_v + n_g] */
};

static struct dae_for_rosen dae_for_rosen_split(const struct dae_system *system, double *work, size_t *total)
{
	const size_t n = (size_t)system->n_v;
	const size_t m = (size_t)system->n_g;
	struct dae_for_rosen w = {.d = NULL};
	double **arrays[] = {&w.d, &w.rate, &w.a, &w.jerk, &w.powers, &w.slope, &w.given, &w.before,
	                     &w.r, &w.du,   &w.q, &w.v,    &w.lambda, &w.open,  &w.speed, &w.right};
	const size_t sizes[] = {DAE_FOR_ROSEN_STAGES * 2 * n,
	                        DAE_FOR_ROSEN_PLACES * n,
	                        DAE_FOR_ROSEN_PLACES * n,
	                        n,
	                        2 * DAE_FOR_ROSEN_STAGES,
	                        2,
	                        2 * DAE_FOR_ROSEN_STAGES,
	                        2 * n,
	                        2 * n,
	                        n,
	                        (size_t)system->n_q,
	                        n,
	                        m,
	                        m,
	                        m,
	                        2 * (n + m)};
	*total = 0;
	dae_lay_arrays(sizeof sizes / sizeof *sizes, arrays, sizes, work, total);
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
	return dae_is_count(memory[DAE_FOR_ROSEN_NOISE], DAE_FOR_ROSEN_NOISY_STEPS);
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
                             const struct dae_place *at)
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

static void dae_for_rosen_measure_powers(const struct dae_step *s, const struct dae_for_rosen *w, int i,
                                         const struct dae_point *p)
{
	const struct dae_energy energy = dae_energy_at(s->system, p);
	w->powers[2 * i] = energy.heat;
	w->powers[2 * i + 1] = energy.supply;
}

static int dae_for_rosen_place(struct dae_step *s, const struct dae_for_rosen *w, int i)
{
	const int n = s->system->n_v;
	const struct dae_place at = {.t = s->t + dae_for_rosen_sum(dae_for_rosen_formula.alphas[i]) * s->h,
	                             .du = w->du,
	                             .q = w->q,
	                             .v = w->v,
	                             .a = w->a + i * n,
	                             .lambda = w->lambda,
	                             .open = w->open,
	                             .speed = w->speed,
	                             .right = w->right};
	memcpy(at.a, at.a - n, (size_t)n * sizeof *at.a);
	dae_for_rosen_go(s, w, i, dae_for_rosen_formula.alphas[i], &at);
	const int status = dae_place_settle(s, &at);
	if (!status) {
		const struct dae_point p = dae_place_point(&at);
		dae_place_rate(s, &at, w->rate + i * n);
		dae_for_rosen_measure_powers(s, w, i, &p);
	}
	return status;
}

/* d_i of the stage whose accelerations are those of a place */
static int dae_for_rosen_stage(struct dae_step *s, const struct dae_for_rosen *w, int i, int place)
{
	const int n = s->system->n_v;
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
		w->r[k] = w->before[k] + gamma * (s->h * (w->rate[place * n + k] - s->v[k]) + jerk * s->a[k]);
		w->r[n + k] = w->before[n + k] + gamma * (s->h * (w->a[place * n + k] - s->a[k]) + jerk * w->jerk[k]);
	}
	double along[2];
	const int status = dae_rosen_flow_solve(&w->flow, s, w->r, d, along);
	for (int k = 0; !status && k < 2 * n; k++) {
		d[k] = (d[k] - w->before[k]) / gamma;
	}
	for (int k = 0; !status && k < 2; k++) {
		w->given[2 * i + k] = s->h * (w->powers[2 * place + k] - w->powers[k] + along[k]) + jerk * w->slope[k];
	}
	return status;
}

static int dae_for_rosen_stages(struct dae_step *s, struct dae_for_rosen *w)
{
	const size_t n = (size_t)s->system->n_v;
	const struct dae_point start = {.t = s->t, .q = s->q, .v = s->v, .a = s->a, .lambda = s->lambda};
	memcpy(w->rate, s->v, n * sizeof *w->rate);
	memcpy(w->a, s->a, n * sizeof *w->a);
	memcpy(w->lambda, s->lambda, (size_t)s->system->n_g * sizeof *w->lambda);
	dae_for_rosen_measure_powers(s, w, 0, &start);
	int status = dae_rosen_flow_open(&w->flow, s, dae_for_rosen_formula.gamma * s->h);
	status = status ? status : dae_rosen_flow_jerk(&w->flow, s, w->jerk, w->slope);
	for (int i = 0; !status && i < DAE_FOR_ROSEN_STAGES; i++) {
		const int place = i < DAE_FOR_ROSEN_PLACES ? i : DAE_FOR_ROSEN_PLACES - 1;
		status = i > 0 && i == place ? dae_for_rosen_place(s, w, i) : DAE_DONE;
		status = status ? status : dae_for_rosen_stage(s, w, i, place);
	}
	return status;
}

/* ---- the end ---- */

/* accelerations guessed between the last two places */
static int dae_for_rosen_end(struct dae_step *s, const struct dae_for_rosen *w)
{
	const int n = s->system->n_v;
	const struct dae_place end = {s->t + s->h, w->du, s->q1, s->v1, s->a1, s->lambda1, w->open, w->speed, w->right};
	const double first = dae_for_rosen_sum(dae_for_rosen_formula.alphas[1]);
	const double second = dae_for_rosen_sum(dae_for_rosen_formula.alphas[2]);
	const double part = (1 - second) / (first - second);
	for (int k = 0; k < n; k++) {
		s->a1[k] = w->a[2 * n + k] + part * (w->a[n + k] - w->a[2 * n + k]);
	}
	memcpy(s->lambda1, w->lambda, (size_t)s->system->n_g * sizeof *s->lambda1);
	dae_for_rosen_go(s, w, DAE_FOR_ROSEN_STAGES, dae_for_rosen_formula.weights, &end);
	int status = dae_place_land(s, &end);
	status = status ? status : dae_place_settle(s, &end);
	return status ? status : dae_place_check(s, &end);
}

static void dae_for_rosen_estimate(struct dae_step *s, const struct dae_for_rosen *w)
{
	const int n = s->system->n_v;
	const int noisy = s->is_singular || s->memory[DAE_FOR_ROSEN_NOISE] > 0;
	struct dae_kkt *matrix = s->kkts[DAE_ROSEN_MATRIX];
	for (int k = 0; k < 2 * n; k++) {
		s->error[k] = 0;
		for (int j = 0; j < DAE_FOR_ROSEN_STAGES && !(noisy && k >= n); j++) {
			s->error[k] += (dae_for_rosen_formula.weights[j] - dae_for_rosen_formula.embedded[j]) * w->d[2 * j * n + k];
		}
	}
	dae_step_filter_both(s, matrix, noisy, s->error);
	s->error_is_complete = !noisy;
	s->order = 3;
	s->memory1[DAE_FOR_ROSEN_NOISE] =
		s->is_singular ? DAE_FOR_ROSEN_NOISY_STEPS : fmax(s->memory[DAE_FOR_ROSEN_NOISE] - 1, 0);
}

static int dae_for_rosen_step(struct dae_step *s)
{
	size_t total;
	struct dae_for_rosen w = dae_for_rosen_split(s->system, s->work, &total);
	s->failure->reason = DAE_NOT_FINITE;
	s->failure->row = -1;
	s->blur = 0;
	int status = dae_for_rosen_stages(s, &w);
	status = status ? status : dae_for_rosen_end(s, &w);
	if (!status) {
		dae_for_rosen_estimate(s, &w);
	}
	return status;
}

static void dae_for_rosen_quadrature(const struct dae_system *system, double t, double *work, struct dae_exchange *x)
{
	size_t total;
	const struct dae_for_rosen w = dae_for_rosen_split(system, work, &total);
	(void)t;
	x->heat = x->h * w.powers[0];
	x->supply = x->h * w.powers[1];
	for (int i = 0; i < DAE_FOR_ROSEN_STAGES; i++) {
		x->heat += dae_for_rosen_formula.weights[i] * w.given[2 * i];
		x->supply += dae_for_rosen_formula.weights[i] * w.given[2 * i + 1];
	}
}

LA_TABLE const struct dae_method dae_for_rosen = {
	.name = "for_rosen",
	.order = 4,
	.formulations = 1 << DAE_STABILIZED,
	.text = "linearly implicit (Rosenbrock); stiff mechanisms at 1e-2 to 1e-5",
	.paper = "Negrut 1998, section 4.4",
	.n_kkts = DAE_ROSEN_KKTS,
	.memory = dae_for_rosen_memory,
	.valid = dae_for_rosen_valid,
	.work = dae_for_rosen_work,
	.start = dae_for_rosen_start,
	.step = dae_for_rosen_step,
	.quadrature = dae_for_rosen_quadrature,
};
