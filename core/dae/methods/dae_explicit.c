#include "dae_explicit.h"

#include <math.h>
#include <string.h>

#include "dae_error.h"
#include "dae_projected.h"
#include "la_arrays.h"

/* memory: steps in a row whose size stability limits, steps since one of them, whether there were
 * enough of the first; steps until accelerations are free of the noise of a singular position; part
 * of the border of stability that the last step took */
enum {
	DAE_EXPLICIT_ROW,
	DAE_EXPLICIT_SINCE,
	DAE_EXPLICIT_STIFF,
	DAE_EXPLICIT_NOISE,
	DAE_EXPLICIT_LOAD,
	DAE_EXPLICIT_HEAD
};

enum {
	DAE_EXPLICIT_LIMITED = 15,     /* steps in a row that make a mechanism stiff */
	DAE_EXPLICIT_UNLIMITED = 6,    /* steps in a row that say it is not */
	DAE_EXPLICIT_SHORT_RUN = 1000, /* steps before it matters */
	DAE_EXPLICIT_NOISY_STEPS = 1
};

/* errors of stages beside the constraints over those of stages on them, of a pendulum at the same
 * steps */
static const double DAE_EXPLICIT_BESIDE = 2;

/* Most that the next step may grow away from singular positions: nothing of the past limits it.
 * Twice as much as others takes up to a tenth of the steps off the examples at 1e-3, where they
 * begin or go on after an event. */
static const double DAE_EXPLICIT_GROWTH = 4;

/* Least eigenvalue on the way to a singular position, the part of itself to which it falls within a
 * step, and the error of steps that are as short as that makes them: a step of dopri5 at 1e-9 falls
 * to 0.93 of it, one of dop853 to a half. Further away shorter steps cost less. */
static const double DAE_EXPLICIT_NARROW = 3e-4;
static const double DAE_EXPLICIT_FALL = 0.94;
static const double DAE_EXPLICIT_LIMITING = 0.5;

/* weight of the error of low order, squared */
static const double DAE_EXPLICIT_LOW = 0.01;

/* vectors of one step, all in the method's work array */
struct dae_explicit_work {
	struct dae_projected_points stages;
	double *du1, *rate1; /* [n_v] increment of the end, and its rate */
	double *low;         /* 2 x [n_v] error of low order */
};

static struct dae_explicit_work dae_explicit_split(const struct dae_explicit *method, const struct dae_system *system,
                                                   double *work, size_t *total)
{
	const size_t n = (size_t)system->n_v;
	struct dae_explicit_work w = {.du1 = NULL};
	double **arrays[] = {&w.du1, &w.rate1, &w.low};
	const size_t sizes[] = {n, n, 2 * n};
	*total = 0;
	w.stages = dae_projected_points_split(system, method->stages, work, total);
	la_arrays_lay(sizeof sizes / sizeof *sizes, arrays, sizes, work, total);
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
	return dae_counters_is_count(memory[DAE_EXPLICIT_ROW], DAE_EXPLICIT_LIMITED) &&
	       dae_counters_is_count(memory[DAE_EXPLICIT_SINCE], DAE_EXPLICIT_UNLIMITED) &&
	       dae_counters_is_count(memory[DAE_EXPLICIT_STIFF], 1) &&
	       dae_counters_is_count(memory[DAE_EXPLICIT_NOISE], DAE_EXPLICIT_NOISY_STEPS) &&
	       memory[DAE_EXPLICIT_LOAD] >= 0;
}

LA_FUNCTION int dae_explicit_is_limited(const double *memory)
{
	return memory[DAE_EXPLICIT_STIFF] != 0;
}

LA_FUNCTION double dae_explicit_load(const double *memory)
{
	return memory[DAE_EXPLICIT_LOAD];
}

/* ---- stages ---- */

/* the point to which `count` stages lead with these weights */
static void dae_explicit_go(const struct dae_step *s, const struct dae_projected_points *w, int count,
                            const double *weights, const struct dae_projected *at)
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

/* where the stages of a step are: beside the constraints, or on them, and the least eigenvalues at
 * the first and of all beside them */
struct dae_explicit_way {
	int beside;
	double first, least;
};

/* off the constraints until one is not clear there (dae_projected_pass), or on them */
static int dae_explicit_stages(const struct dae_explicit *method, struct dae_step *s,
                               const struct dae_projected_points *w, struct dae_explicit_way *way)
{
	const double *weights = method->weights;
	way->least = HUGE_VAL;
	dae_projected_points_begin(s, w);
	for (int i = 1; i < method->stages; i++) {
		const struct dae_projected at = dae_projected_points_next(s, w, i, s->t + method->nodes[i] * s->h);
		dae_explicit_go(s, w, i, weights, &at);
		double clearance = 1;
		const int status = way->beside ? dae_projected_pass(s, &at, &clearance) : dae_projected_fit(s, &at);
		way->first = i == 1 ? clearance : way->first;
		way->least = fmin(way->least, clearance);
		if (status || clearance == 0) {
			return status;
		}
		dae_projected_points_keep(s, w, i, &at);
		weights += i;
	}
	return DAE_DONE;
}

/* ---- the end ---- */

static int dae_explicit_end(const struct dae_explicit *method, struct dae_step *s, const struct dae_explicit_work *w)
{
	const int n = s->system->n_v;
	const int last = method->stages - 1;
	const struct dae_projected end = dae_projected_points_end(s, &w->stages, w->du1);
	memcpy(s->a1, w->stages.a + last * n, (size_t)n * sizeof *s->a1);
	dae_explicit_go(s, &w->stages, method->stages, method->weights + last * (last + 1) / 2, &end);
	const int status = dae_projected_end(s, &end);
	if (!status) {
		dae_projected_rate(s, &end, w->rate1);
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
			q += weights[j] * w->stages.rate[j * n + k];
			v += weights[j] * w->stages.a[j * n + k];
		}
		error[k] = s->h * q;
		error[n + k] = s->h * v;
	}
}

static void dae_explicit_estimate(const struct dae_explicit *method, struct dae_step *s,
                                  const struct dae_explicit_work *w, int clear)
{
	const int n = s->system->n_v;
	const int noisy = s->result.is_singular || s->memory[DAE_EXPLICIT_NOISE] > 0;
	double factor = clear && s->system->n_g > 0 ? DAE_EXPLICIT_BESIDE : 1;
	dae_explicit_embedded(method, s, w, method->error, s->error);
	if (method->low) {
		dae_explicit_embedded(method, s, w, method->low, w->low);
		const double high = dae_error_size(s, s->error);
		const double low = dae_error_size(s, w->low);
		factor *= high > 0 ? high / sqrt(high * high + DAE_EXPLICIT_LOW * low * low) : 1;
	}
	for (int k = 0; k < 2 * n; k++) {
		s->error[k] *= k >= n && noisy ? 0 : factor;
	}
	dae_error_filter_both(s, s->kkt, noisy, s->error);
	s->result.error_is_complete = !noisy;
	s->result.order = method->error_order;
	s->result.growth = dae_special_is_far(dae_kkt_last_rank(s->kkt).distance) ? DAE_EXPLICIT_GROWTH : s->result.growth;
	s->result.is_anew = 1;
}

/* rate of the mechanism, as the last stage and the end tell; velocities count by what they move
 * within the step, states by their values */
static double dae_explicit_rate_of_change(const struct dae_explicit *method, const struct dae_step *s,
                                          const struct dae_explicit_work *w)
{
	const int n = s->system->n_v, moving = dae_system_moving(s->system);
	const double *rate = w->stages.rate + (method->stages - 1) * n;
	const double *a = w->stages.a + (method->stages - 1) * n;
	double change = 0;
	double motion = 0;
	for (int k = 0; k < n; k++) {
		const double size = s->system->motion_size[k];
		const double of_v = k < moving ? s->h : 1;
		const double dv = of_v * (s->v1[k] - w->stages.v[k]) / size, da = of_v * (s->a1[k] - a[k]) / size;
		const double du = k < moving ? (w->du1[k] - w->stages.du[k]) / size : 0;
		const double dr = k < moving ? (w->rate1[k] - rate[k]) / size : 0;
		change += dr * dr + da * da;
		motion += du * du + dv * dv;
	}
	return motion > 0 ? sqrt(change / motion) : 0;
}

static void dae_explicit_remember(const struct dae_explicit *method, struct dae_step *s,
                                  const struct dae_explicit_work *w)
{
	const double *old = s->memory;
	double *new = s->memory1;
	const double load = s->result.is_singular ? 0 : s->h * dae_explicit_rate_of_change(method, s, w) / method->border;
	const int limited = s->counters->steps >= DAE_EXPLICIT_SHORT_RUN && load > 1;
	const double since = limited ? 0 : fmin(old[DAE_EXPLICIT_SINCE] + 1, DAE_EXPLICIT_UNLIMITED);
	new[DAE_EXPLICIT_ROW] =
		since >= DAE_EXPLICIT_UNLIMITED ? 0 : fmin(old[DAE_EXPLICIT_ROW] + limited, DAE_EXPLICIT_LIMITED);
	new[DAE_EXPLICIT_SINCE] = since;
	new[DAE_EXPLICIT_STIFF] = old[DAE_EXPLICIT_STIFF] != 0 || new[DAE_EXPLICIT_ROW] >= DAE_EXPLICIT_LIMITED;
	new[DAE_EXPLICIT_NOISE] =
		dae_special_noise(s->result.is_singular, old[DAE_EXPLICIT_NOISE], DAE_EXPLICIT_NOISY_STEPS);
	new[DAE_EXPLICIT_LOAD] = load;
}

/* the step with stages beside the constraints, and where these are not clear, or `beside` is 0, on
 * them */
static int dae_explicit_make(const struct dae_explicit *method, struct dae_step *s, const struct dae_explicit_work *w,
                             struct dae_explicit_way *way)
{
	int status = dae_explicit_stages(method, s, &w->stages, way);
	if (!status && way->least == 0) {
		way->beside = 0;
		status = dae_explicit_stages(method, s, &w->stages, way);
	}
	status = status ? status : dae_explicit_end(method, s, w);
	if (!status) {
		dae_explicit_remember(method, s, w);
		dae_explicit_estimate(method, s, w, way->beside);
	}
	return status;
}

/* On the way to a singular position accelerations beside the constraints change as fast as the
 * least eigenvalue falls, those on them do not: steps would become shorter with the distance, and
 * never pass. */
static int dae_explicit_creeps(const struct dae_step *s, const struct dae_explicit_way *way)
{
	return way->beside && way->least < fmin(DAE_EXPLICIT_NARROW, DAE_EXPLICIT_FALL * way->first) &&
	       dae_error_size(s, s->error) > DAE_EXPLICIT_LIMITING;
}

LA_FUNCTION int dae_explicit_step(struct dae_step *s)
{
	const struct dae_explicit *method = s->method->formula;
	size_t total;
	const struct dae_explicit_work w = dae_explicit_split(method, s->system, s->scratch.work, &total);
	s->failure->reason = DAE_NOT_FINITE;
	s->failure->row = -1;
	struct dae_explicit_way way = {s->rank->permanent == 0, 0, 0};
	int status = dae_explicit_make(method, s, &w, &way);
	if (!status && dae_explicit_creeps(s, &way)) {
		dae_method_begin(s);
		way.beside = 0;
		status = dae_explicit_make(method, s, &w, &way);
	}
	return status;
}

LA_FUNCTION void dae_explicit_quadrature(const struct dae_method *method, const struct dae_system *system, double t,
                                         double *work, struct dae_exchange *x)
{
	const struct dae_explicit *formula = method->formula;
	const int n = formula->stages;
	const double *weights = formula->weights + n * (n - 1) / 2;
	(void)system;
	(void)t;
	x->heat = 0;
	x->supply = 0;
	for (int i = 0; i < n; i++) {
		x->heat += x->h * weights[i] * work[2 * i];
		x->supply += x->h * weights[i] * work[2 * i + 1];
	}
}
