#include "dae_bdf_history.h"

#include <math.h>
#include <string.h>

/* a fixed step longer than noisy ones by this factor is a first step */
static const double DAE_BDF_MOST_GROWTH = 3;

LA_FUNCTION size_t dae_bdf_memory(const struct dae_system *system)
{
	return DAE_BDF_HEAD + 2 * DAE_BDF_MOST_ORDER * (size_t)system->n_v;
}

LA_FUNCTION void dae_bdf_start(const struct dae_system *system, double *memory)
{
	memset(memory, 0, dae_bdf_memory(system) * sizeof *memory);
	memory[DAE_BDF_ORDER] = 1;
}

LA_FUNCTION int dae_bdf_valid(const double *memory)
{
	const double age = memory[DAE_BDF_AGE], order = memory[DAE_BDF_ORDER];
	if (!dae_counters_is_count(age, DAE_BDF_MOST_ORDER) || !dae_counters_is_count(order, DAE_BDF_MOST_ORDER) ||
	    (age > 0 && order < 1) || !dae_counters_is_count(memory[DAE_BDF_COUNT], DAE_MOST_STEPS) ||
	    !dae_counters_is_count(memory[DAE_BDF_NOISE], DAE_BDF_NODES)) {
		return 0;
	}
	double last = 0;
	for (int i = 0; i < (int)age; i++) {
		if (!(memory[DAE_BDF_AGO + i] > last)) {
			return 0;
		}
		last = memory[DAE_BDF_AGO + i];
	}
	return 1;
}

/* increment and velocity of node i >= 1 */
static size_t dae_bdf_increment_at(const struct dae_system *system, int i)
{
	return DAE_BDF_HEAD + (size_t)(i - 1) * (size_t)system->n_v;
}

static size_t dae_bdf_velocity_at(const struct dae_system *system, int i)
{
	return DAE_BDF_HEAD + (size_t)(DAE_BDF_MOST_ORDER + i - 1) * (size_t)system->n_v;
}

LA_FUNCTION void dae_bdf_scale(const struct dae_system *system, double factor, double *memory)
{
	for (int k = 1; k <= (int)memory[DAE_BDF_AGE]; k++) {
		for (int i = 0; i < system->n_kinetic; i++) {
			memory[dae_bdf_increment_at(system, k) + (size_t)i] *= factor;
			memory[dae_bdf_velocity_at(system, k) + (size_t)i] *= factor;
		}
	}
}

LA_FUNCTION int dae_bdf_outgrows_past(const struct dae_step *s)
{
	const double *memory = s->memory;
	return s->options->fixed_step > 0 && memory[DAE_BDF_NOISE] > 0 && s->h > DAE_BDF_MOST_GROWTH * memory[DAE_BDF_AGO];
}

/* s_i */
static double dae_bdf_ratio(const double *memory, double h, int i)
{
	return i > 0 ? 1 + memory[DAE_BDF_AGO + i - 1] / h : 1;
}

/* alpha_0 */
static double dae_bdf_first(const double *memory, double h, int nodes)
{
	double first = 0;
	for (int i = 0; i < nodes; i++) {
		first += 1 / dae_bdf_ratio(memory, h, i);
	}
	return first;
}

LA_FUNCTION struct dae_bdf_weights dae_bdf_weights(const double *memory, double h, int nodes)
{
	struct dae_bdf_weights w = {.nodes = nodes, .first = dae_bdf_first(memory, h, nodes)};
	for (int i = 0; i < nodes; i++) {
		w.ratio[i] = dae_bdf_ratio(memory, h, i);
	}
	for (int i = 0; i < nodes; i++) {
		w.guess[i] = 1;
		for (int j = 0; j < nodes; j++) {
			if (j != i) {
				w.guess[i] *= w.ratio[j] / (w.ratio[j] - w.ratio[i]);
			}
		}
		w.past[i] = -w.guess[i] / w.ratio[i];
	}
	return w;
}

/* a o b */
static void dae_bdf_compose(const struct dae_system *system, const double *a, const double *b, double *sum)
{
	if (system->compose) {
		system->compose(system->context, a, b, sum);
		return;
	}
	for (int i = 0; i < system->n_v; i++) {
		sum[i] = a[i] + b[i];
	}
}

/* t w */
static void dae_bdf_steady(const struct dae_step *s, double t, double *increment)
{
	for (int i = 0; i < s->system->n_v; i++) {
		increment[i] = s->system->compose ? t * s->v[i] : 0;
	}
}

LA_FUNCTION void dae_bdf_look_back(const struct dae_step *s, double *past, double *base, double *steady)
{
	const struct dae_system *system = s->system;
	int age = (int)s->memory[DAE_BDF_AGE];
	for (int k = 1; k <= age; k++) {
		double *x = past + (k - 1) * system->n_v;
		dae_bdf_steady(s, -s->h, steady);
		dae_bdf_compose(system, steady, s->memory + dae_bdf_increment_at(system, k), x);
		dae_bdf_steady(s, s->h + s->memory[DAE_BDF_AGO + k - 1], steady);
		dae_bdf_compose(system, x, steady, x);
	}
	dae_bdf_steady(s, s->h, steady);
	system->retract(system->context, s->q, steady, base);
	dae_bdf_steady(s, 1, steady);
}

LA_FUNCTION void dae_bdf_sum_past(const struct dae_step *s, const double *past, int nodes, const double *weight,
                                  double *sum)
{
	int n = s->system->n_v;
	memset(sum, 0, (size_t)n * sizeof *sum);
	for (int k = nodes - 1; k > 0; k--) {
		for (int i = 0; i < n; i++) {
			sum[i] += weight[k] * past[(k - 1) * n + i];
		}
	}
}

LA_FUNCTION void dae_bdf_sum_velocities(const struct dae_step *s, int nodes, const double *weight, double *sum)
{
	int n = s->system->n_v;
	memset(sum, 0, (size_t)n * sizeof *sum);
	for (int k = nodes - 1; k >= 0; k--) {
		const double *v = k > 0 ? s->memory + dae_bdf_velocity_at(s->system, k) : s->v;
		for (int i = 0; i < n; i++) {
			sum[i] += weight[k] * v[i];
		}
	}
}

LA_FUNCTION void dae_bdf_disturbance(const struct dae_step *s, const double *past, int order, int formula,
                                     const double *x, double *error)
{
	int n = s->system->n_v;
	struct dae_bdf_weights guess = dae_bdf_weights(s->memory, s->h, order + 1);
	double factor = 1 / (guess.ratio[order] + (formula > order ? 0 : 1 / dae_bdf_first(s->memory, s->h, order)));
	dae_bdf_sum_past(s, past, guess.nodes, guess.guess, error);
	dae_bdf_sum_velocities(s, guess.nodes, guess.guess, error + n);
	for (int i = 0; i < n; i++) {
		error[i] = factor * (x[i] - error[i]);
		error[n + i] = factor * (s->v1[i] - error[n + i]);
	}
}

/* d = -t v + t^2 a / 2 - t^3 a' / 6 and v - t a + t^2 a' / 2, t before the start. Where increments
 * do not commute it counts in which order they come, velocities close to v first, v - t a last: two
 * parts d / 2 -+ t^2 a / 6 stand for that up to t^4 (commutator-free Magnus integrators: Blanes,
 * Moan 2006). */
LA_FUNCTION void dae_bdf_invent(const struct dae_step *s, const double *slope, double *memory)
{
	const struct dae_system *system = s->system;
	dae_bdf_start(system, memory);
	memory[DAE_BDF_AGE] = DAE_BDF_INVENTED;
	memory[DAE_BDF_ORDER] = DAE_BDF_INVENTED;
	for (int k = 1; k <= DAE_BDF_INVENTED; k++) {
		double t = k * s->h;
		double *increment = memory + dae_bdf_increment_at(system, k);
		double *v = memory + dae_bdf_velocity_at(system, k);
		memory[DAE_BDF_AGO + k - 1] = t;
		for (int i = 0; i < system->n_v; i++) {
			double half = -t * (s->v[i] - t * (s->a[i] / 2 - t * slope[i] / 6)) / 2;
			increment[i] = half - t * t * s->a[i] / 6;
			v[i] = half + t * t * s->a[i] / 6;
		}
		dae_bdf_compose(system, increment, v, increment);
		for (int i = 0; i < system->n_v; i++) {
			v[i] = s->v[i] - t * (s->a[i] - t * slope[i] / 2);
		}
	}
}

/* seen from the new point: the present one at -dq = (-x) o (-h w), those before it at (-dq) o d */
static void dae_bdf_remember_increments(const struct dae_step *s, const double *x, int kept)
{
	const struct dae_system *system = s->system;
	double *back = s->memory1 + dae_bdf_increment_at(system, 1);
	double *scratch = s->memory1 + dae_bdf_velocity_at(system, 1);
	for (int i = 0; i < system->n_v; i++) {
		back[i] = -x[i];
	}
	dae_bdf_steady(s, -s->h, scratch);
	dae_bdf_compose(system, back, scratch, back);
	for (int k = 2; k <= kept; k++) {
		dae_bdf_compose(system, back, s->memory + dae_bdf_increment_at(system, k - 1),
		                s->memory1 + dae_bdf_increment_at(system, k));
	}
}

LA_FUNCTION void dae_bdf_remember(struct dae_step *s, const double *x)
{
	int n = s->system->n_v;
	int age = (int)s->memory[DAE_BDF_AGE];
	int kept = age + 1 < DAE_BDF_MOST_ORDER ? age + 1 : DAE_BDF_MOST_ORDER;
	memset(s->memory1 + DAE_BDF_AGO, 0, (dae_bdf_memory(s->system) - DAE_BDF_AGO) * sizeof *s->memory1);
	s->memory1[DAE_BDF_AGE] = kept;
	dae_bdf_remember_increments(s, x, kept);
	for (int k = 1; k <= kept; k++) {
		const double *v = k > 1 ? s->memory + dae_bdf_velocity_at(s->system, k - 1) : s->v;
		s->memory1[DAE_BDF_AGO + k - 1] = s->h + (k > 1 ? s->memory[DAE_BDF_AGO + k - 2] : 0);
		memcpy(s->memory1 + dae_bdf_velocity_at(s->system, k), v, (size_t)n * sizeof *v);
	}
}
