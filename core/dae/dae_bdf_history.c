#include "dae_bdf_history.h"

#include <math.h>
#include <string.h>

LA_FUNCTION size_t dae_bdf_memory(const struct dae_system *system)
{
	return DAE_BDF_HEAD + 2 * DAE_BDF_MOST_ORDER * (size_t)system->n_v;
}

LA_FUNCTION void dae_bdf_start(const struct dae_system *system, double *memory)
{
	memset(memory, 0, dae_bdf_memory(system) * sizeof *memory);
	memory[DAE_BDF_ORDER] = 1;
}

static int dae_bdf_is_count(double number, int least)
{
	return number >= least && number <= DAE_BDF_MOST_ORDER && number == floor(number);
}

LA_FUNCTION int dae_bdf_valid(const double *memory)
{
	double age = memory[DAE_BDF_AGE];
	if (!dae_bdf_is_count(age, 0) || !dae_bdf_is_count(memory[DAE_BDF_ORDER], age > 0)) {
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

LA_FUNCTION struct dae_bdf_weights dae_bdf_weights(const double *memory, double h, int nodes)
{
	struct dae_bdf_weights w = {.nodes = nodes};
	for (int i = 0; i < nodes; i++) {
		w.ratio[i] = i > 0 ? 1 + memory[DAE_BDF_AGO + i - 1] / h : 1;
		w.first += 1 / w.ratio[i];
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

LA_FUNCTION void dae_bdf_sum_increments(const struct dae_step *s, int nodes, const double *weight, double *sum)
{
	int n = s->system->n_v;
	memset(sum, 0, (size_t)n * sizeof *sum);
	for (int k = nodes - 1; k > 0; k--) {
		const double *increment = s->memory + dae_bdf_increment_at(s->system, k);
		for (int i = 0; i < n; i++) {
			sum[i] += weight[k] * increment[i];
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

LA_FUNCTION void dae_bdf_disturbance(const struct dae_step *s, int order, const double *dq, double *error)
{
	int n = s->system->n_v;
	struct dae_bdf_weights formula = dae_bdf_weights(s->memory, s->h, order);
	struct dae_bdf_weights guess = dae_bdf_weights(s->memory, s->h, order + 1);
	double factor = 1 / (guess.ratio[order] + 1 / formula.first);
	dae_bdf_sum_increments(s, guess.nodes, guess.guess, error);
	dae_bdf_sum_velocities(s, guess.nodes, guess.guess, error + n);
	for (int i = 0; i < n; i++) {
		error[i] = factor * (dq[i] - error[i]);
		error[n + i] = factor * (s->v1[i] - error[n + i]);
	}
}

/* q - t v + t^2 a / 2 - t^3 a' / 6 and its derivative, t before the start */
LA_FUNCTION void dae_bdf_invent(const struct dae_step *s, const double *slope, double *memory)
{
	dae_bdf_start(s->system, memory);
	memory[DAE_BDF_AGE] = DAE_BDF_INVENTED;
	memory[DAE_BDF_ORDER] = DAE_BDF_INVENTED;
	for (int k = 1; k <= DAE_BDF_INVENTED; k++) {
		double t = k * s->h;
		double *increment = memory + dae_bdf_increment_at(s->system, k);
		double *v = memory + dae_bdf_velocity_at(s->system, k);
		memory[DAE_BDF_AGO + k - 1] = t;
		for (int i = 0; i < s->system->n_v; i++) {
			increment[i] = -t * (s->v[i] - t * (s->a[i] / 2 - t * slope[i] / 6));
			v[i] = s->v[i] - t * (s->a[i] - t * slope[i] / 2);
		}
	}
}

LA_FUNCTION void dae_bdf_remember(struct dae_step *s, const double *dq)
{
	int n = s->system->n_v;
	int age = (int)s->memory[DAE_BDF_AGE];
	int kept = age + 1 < DAE_BDF_MOST_ORDER ? age + 1 : DAE_BDF_MOST_ORDER;
	memset(s->memory1 + DAE_BDF_AGO, 0, (dae_bdf_memory(s->system) - DAE_BDF_AGO) * sizeof *s->memory1);
	s->memory1[DAE_BDF_AGE] = kept;
	for (int k = 1; k <= kept; k++) {
		const double *increment = k > 1 ? s->memory + dae_bdf_increment_at(s->system, k - 1) : NULL;
		const double *v = k > 1 ? s->memory + dae_bdf_velocity_at(s->system, k - 1) : s->v;
		double *new_increment = s->memory1 + dae_bdf_increment_at(s->system, k);
		s->memory1[DAE_BDF_AGO + k - 1] = s->h + (k > 1 ? s->memory[DAE_BDF_AGO + k - 2] : 0);
		for (int i = 0; i < n; i++) {
			new_increment[i] = (increment ? increment[i] : 0) - dq[i];
		}
		memcpy(s->memory1 + dae_bdf_velocity_at(s->system, k), v, (size_t)n * sizeof *v);
	}
}
