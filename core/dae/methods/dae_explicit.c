#include "dae_explicit.h"

#include <math.h>
#include <string.h>

#include "dae_place.h"

/* memory: steps in a row whose size stability limits, steps since one of them, whether there were enough of the first; steps until
 * accelerations are free of the noise of a singular position */
enum { DAE_EXPLICIT_ROW, DAE_EXPLICIT_SINCE, DAE_EXPLICIT_STIFF, DAE_EXPLICIT_NOISE, DAE_EXPLICIT_HEAD };

enum {
	DAE_EXPLICIT_LIMITED = 15,     /* steps in a row that make a mechanism stiff */
	DAE_EXPLICIT_UNLIMITED = 6,    /* steps in a row that say it is not */
	DAE_EXPLICIT_SHORT_RUN = 1000, /* steps before it matters */
	DAE_EXPLICIT_NOISY_STEPS = 1
};

/* weight of the error of low order, squared */
static const double DAE_EXPLICIT_LOW = 0.01;

/* vectors of one step, all in the method's work array */
struct dae_explicit_work {
	double *heat, *supply; /* [stages] powers */
	double *rate, *a;      /* stages x [n_v] of the increment, and accelerations */
	double *du, *du1;      /* [n_v] increments of a stage, and of the end */
	double *q, *v;         /* [n_q], [n_v] a stage */
	double *lambda;        /* [n_g] */
	double *rate1;         /* [n_v] of the increment at the end */
	double *low;           /* 2 x [n_v] error of low order */
	double *open, *speed;  /* [n_g] */
	double *right;         /* 2 x [n_v + n_g] */
};

static struct dae_explicit_work dae_explicit_split(const struct dae_explicit *method, const struct dae_system *system,
                                                   double *work, size_t *total)
{
	const size_t stages = (size_t)method->stages;
	const size_t n = (size_t)system->n_v;
	const size_t m = (size_t)system->n_g;
	struct dae_explicit_work w = {0};
	double **arrays[] = {&w.heat, &w.supply, &w.rate,  &w.a,   &w.du,   &w.du1,   &w.q,
	                     &w.v,    &w.lambda, &w.rate1, &w.low, &w.open, &w.speed, &w.right};
	const size_t sizes[] = {stages, stages, stages * n, stages * n, n, n, (size_t)system->n_q,
	                        n,      m,      n,          2 * n,      m, m, 2 * (n + m)};
	*total = 0;
	dae_lay_arrays(sizeof sizes / sizeof *sizes, arrays, sizes, work, total);
	return w;
}

LA_FUNCTION size_t dae_explicit_work(const struct dae_explicit *method, const struct dae_system *system)
{
	size_t total;
	(void)dae_explicit_split(method, system, NULL, &total);
	return total;
}

LA_FUNCTION size_t dae_explicit_memory(const struct dae_system *system)
{
	(void)system;
	return DAE_EXPLICIT_HEAD;
}

LA_FUNCTION void dae_explicit_start(const struct dae_system *system, double *memory)
{
	memset(memory, 0, dae_explicit_memory(system) * sizeof *memory);
}

LA_FUNCTION int dae_explicit_valid(const double *memory)
{
	return dae_is_count(memory[DAE_EXPLICIT_ROW], DAE_EXPLICIT_LIMITED) &&
	       dae_is_count(memory[DAE_EXPLICIT_SINCE], DAE_EXPLICIT_UNLIMITED) &&
	       dae_is_count(memory[DAE_EXPLICIT_STIFF], 1) &&
	       dae_is_count(memory[DAE_EXPLICIT_NOISE], DAE_EXPLICIT_NOISY_STEPS);
}

LA_FUNCTION int dae_explicit_is_limited(const double *memory)
{
	return memory[DAE_EXPLICIT_STIFF] != 0;
}

/* ---- stages ---- */

/* the place to which `count` stages lead with these weights */
static void dae_explicit_go(const struct dae_step *s, const struct dae_explicit_work *w, int count,
                            const double *weights, const struct dae_place *at)
{
	const int n = s->system->n_v;
	for (int k = 0; k < n; k++) {
		double du = 0;
		double dv = 0;
		for (int j = 0; j < count; j++) {
			du += weights[j] * w->rate[j * n + k];
			dv += weights[j] * w->a[j * n + k];
		}
		at->du[k] = s->h * du;
		at->v[k] = s->v[k] + s->h * dv;
	}
	s->system->retract(s->system->context, s->q, at->du, at->q);
}

static void dae_explicit_measure_powers(const struct dae_step *s, const struct dae_explicit_work *w, int i,
                                        const struct dae_point *p)
{
	const struct dae_energy energy = dae_energy_at(s->system, p);
	w->heat[i] = energy.heat;
	w->supply[i] = energy.supply;
}

/* the first stage is where the step begins */
static void dae_explicit_begin(const struct dae_step *s, const struct dae_explicit_work *w)
{
	const size_t n = (size_t)s->system->n_v;
	const struct dae_point start = {.t = s->t, .q = s->q, .v = s->v, .a = s->a, .lambda = s->lambda};
	memcpy(w->rate, s->v, n * sizeof *w->rate);
	memcpy(w->a, s->a, n * sizeof *w->a);
	memcpy(w->lambda, s->lambda, (size_t)s->system->n_g * sizeof *w->lambda);
	dae_explicit_measure_powers(s, w, 0, &start);
}

static int dae_explicit_stages(const struct dae_explicit *method, struct dae_step *s, const struct dae_explicit_work *w)
{
	const int n = s->system->n_v;
	const double *weights = method->weights;
	dae_explicit_begin(s, w);
	for (int i = 1; i < method->stages; i++) {
		const struct dae_place at = {.t = s->t + method->nodes[i] * s->h,
		                             .du = w->du,
		                             .q = w->q,
		                             .v = w->v,
		                             .a = w->a + i * n,
		                             .lambda = w->lambda,
		                             .open = w->open,
		                             .speed = w->speed,
		                             .right = w->right};
		memcpy(at.a, at.a - n, (size_t)n * sizeof *at.a);
		dae_explicit_go(s, w, i, weights, &at);
		const int status = dae_place_settle(s, &at);
		if (status) {
			return status;
		}
		const struct dae_point p = dae_place_point(&at);
		dae_place_rate(s, &at, w->rate + i * n);
		dae_explicit_measure_powers(s, w, i, &p);
		weights += i;
	}
	return DAE_DONE;
}

/* ---- the end ---- */

static int dae_explicit_end(const struct dae_explicit *method, struct dae_step *s, const struct dae_explicit_work *w)
{
	const struct dae_system *system = s->system;
	const int last = method->stages - 1;
	const struct dae_place end = {s->t + s->h, w->du1, s->q1, s->v1, s->a1, s->lambda1, w->open, w->speed, w->right};
	memcpy(s->a1, w->a + last * system->n_v, (size_t)system->n_v * sizeof *s->a1);
	memcpy(s->lambda1, w->lambda, (size_t)system->n_g * sizeof *s->lambda1);
	dae_explicit_go(s, w, method->stages, method->weights + last * (last + 1) / 2, &end);
	int status = dae_place_land(s, &end);
	status = status ? status : dae_place_settle(s, &end);
	status = status ? status : dae_place_check(s, &end);
	if (!status) {
		dae_place_rate(s, &end, w->rate1);
	}
	return status;
}

static void dae_explicit_embedded(const struct dae_explicit *method, const struct dae_step *s,
                                  const struct dae_explicit_work *w, const double *weights, double *error)
{
	const int n = s->system->n_v;
	for (int k = 0; k < n; k++) {
		double q = weights[method->stages] * w->rate1[k];
		double v = weights[method->stages] * s->a1[k];
		for (int j = 0; j < method->stages; j++) {
			q += weights[j] * w->rate[j * n + k];
			v += weights[j] * w->a[j * n + k];
		}
		error[k] = s->h * q;
		error[n + k] = s->h * v;
	}
}

static void dae_explicit_estimate(const struct dae_explicit *method, struct dae_step *s,
                                  const struct dae_explicit_work *w)
{
	const int n = s->system->n_v;
	const int noisy = s->is_singular || s->memory[DAE_EXPLICIT_NOISE] > 0;
	double factor = 1;
	dae_explicit_embedded(method, s, w, method->error, s->error);
	if (method->low) {
		dae_explicit_embedded(method, s, w, method->low, w->low);
		const double high = dae_step_error(s, s->error);
		const double low = dae_step_error(s, w->low);
		factor = high > 0 ? high / sqrt(high * high + DAE_EXPLICIT_LOW * low * low) : 1;
	}
	for (int k = 0; k < 2 * n; k++) {
		s->error[k] *= k >= n && noisy ? 0 : factor;
	}
	dae_step_filter_both(s, s->kkt, noisy, s->error);
	s->error_is_complete = !noisy;
	s->order = method->error_order;
}

/* rate of the mechanism, as the last stage and the end tell */
static double dae_explicit_rate_of_change(const struct dae_explicit *method, const struct dae_step *s,
                                          const struct dae_explicit_work *w)
{
	const int n = s->system->n_v;
	const double *rate = w->rate + (method->stages - 1) * n;
	const double *a = w->a + (method->stages - 1) * n;
	double change = 0;
	double motion = 0;
	for (int k = 0; k < n; k++) {
		const double size = s->system->motion_size[k];
		const double dv = (s->v1[k] - w->v[k]) / size;
		change += pow((w->rate1[k] - rate[k]) / size, 2) + pow((s->a1[k] - a[k]) / size, 2);
		motion += pow((w->du1[k] - w->du[k]) / size, 2) + dv * dv;
	}
	return motion > 0 ? sqrt(change / motion) : 0;
}

static void dae_explicit_remember(const struct dae_explicit *method, struct dae_step *s,
                                  const struct dae_explicit_work *w)
{
	const double *old = s->memory;
	double *new = s->memory1;
	const int limited = !s->is_singular && s->counters->steps >= DAE_EXPLICIT_SHORT_RUN &&
	                    s->h * dae_explicit_rate_of_change(method, s, w) > method->border;
	const double since = limited ? 0 : fmin(old[DAE_EXPLICIT_SINCE] + 1, DAE_EXPLICIT_UNLIMITED);
	new[DAE_EXPLICIT_ROW] =
		since >= DAE_EXPLICIT_UNLIMITED ? 0 : fmin(old[DAE_EXPLICIT_ROW] + limited, DAE_EXPLICIT_LIMITED);
	new[DAE_EXPLICIT_SINCE] = since;
	new[DAE_EXPLICIT_STIFF] = old[DAE_EXPLICIT_STIFF] != 0 || new[DAE_EXPLICIT_ROW] >= DAE_EXPLICIT_LIMITED;
	new[DAE_EXPLICIT_NOISE] = s->is_singular ? DAE_EXPLICIT_NOISY_STEPS : fmax(old[DAE_EXPLICIT_NOISE] - 1, 0);
}

LA_FUNCTION int dae_explicit_step(const struct dae_explicit *method, struct dae_step *s)
{
	size_t total;
	const struct dae_explicit_work w = dae_explicit_split(method, s->system, s->work, &total);
	s->failure->reason = DAE_NOT_FINITE;
	s->failure->row = -1;
	int status = dae_explicit_stages(method, s, &w);
	status = status ? status : dae_explicit_end(method, s, &w);
	if (!status) {
		dae_explicit_remember(method, s, &w);
		dae_explicit_estimate(method, s, &w);
	}
	return status;
}

LA_FUNCTION void dae_explicit_quadrature(const struct dae_explicit *method, const double *work, struct dae_exchange *x)
{
	const int n = method->stages;
	const double *weights = method->weights + n * (n - 1) / 2;
	x->heat = 0;
	x->supply = 0;
	for (int i = 0; i < n; i++) {
		x->heat += x->h * weights[i] * work[i];
		x->supply += x->h * weights[i] * work[n + i];
	}
}
