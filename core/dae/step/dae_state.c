#include "dae_state.h"

#include <math.h>

#include "dae_driver_parts.h"

enum {
	DAE_STATE_HEAD = 4,
	DAE_COUNTERS = sizeof(struct dae_counters) / sizeof(double),
	DAE_STEP_RANK = sizeof(struct dae_step_rank) / sizeof(double),
	DAE_WORK = sizeof(struct dae_work) / sizeof(double)
};

LA_FUNCTION struct dae_state_needs dae_state_needs(const struct dae_system *system, const struct dae_method *method)
{
	struct dae_state_needs needs = {0, 0, 1};
	int n = method ? 1 : DAE_METHOD_COUNT;
	for (int i = 0; i < n; i++) {
		const struct dae_method *one = method ? method : dae_methods[i];
		size_t memory = one->memory(system);
		size_t work = one->work(system);
		needs.memory = memory > needs.memory ? memory : needs.memory;
		needs.work = work > needs.work ? work : needs.work;
		needs.kkts = one->n_kkts > needs.kkts ? one->n_kkts : needs.kkts;
	}
	return needs;
}

LA_FUNCTION size_t dae_state_size(const struct dae_system *system, const struct dae_method *method)
{
	return DAE_STATE_HEAD + DAE_COUNTERS + DAE_STEP_RANK + DAE_WORK + (size_t)system->n_q + 5 * (size_t)system->n_v +
	       (size_t)system->n_g + dae_state_needs(system, method).memory;
}

LA_FUNCTION struct dae_state dae_state_split(const struct dae_system *system, double *block)
{
	struct dae_state s;
	s.t = block;
	s.h = block + 1;
	s.last = block + 2;
	s.started = block + 3;
	s.counters = (struct dae_counters *)(block + DAE_STATE_HEAD);
	s.rank = (struct dae_step_rank *)(block + DAE_STATE_HEAD + DAE_COUNTERS);
	s.work = (struct dae_work *)(s.rank + 1);
	s.q = (double *)(s.work + 1);
	s.v = s.q + system->n_q;
	s.a = s.v + system->n_v;
	s.lambda = s.a + system->n_v;
	s.velocity_scale = s.lambda + system->n_g;
	s.acceleration_scale = s.velocity_scale + system->n_v;
	s.acceleration_rounding = s.acceleration_scale + system->n_v;
	s.memory = s.acceleration_rounding + system->n_v;
	return s;
}

LA_FUNCTION const char *dae_state_refusal(const struct dae_driver *d, const struct dae_method *method,
                                          const double *block)
{
	for (size_t i = 0; i < d->state_size; i++) {
		if (!isfinite(block[i])) {
			return "a number that is not finite";
		}
	}
	const struct dae_work *work = (const struct dae_work *)(block + ((double *)d->state.work - d->state.t));
	const struct dae_step_rank *rank = (const struct dae_step_rank *)(block + ((double *)d->state.rank - d->state.t));
	const struct dae_counters *counters =
		(const struct dae_counters *)(block + ((double *)d->state.counters - d->state.t));
	if (!(block[d->state.h - d->state.t] >= 0) || !(block[d->state.last - d->state.t] >= 0)) {
		return "a step below zero";
	}
	if (!dae_counters_is_count(block[d->state.started - d->state.t], 1)) {
		return "whether a step was made";
	}
	if (!dae_energy_valid(work)) {
		return "the energies";
	}
	const double *scales = block + (d->state.velocity_scale - d->state.t);
	for (int i = 0; i < 3 * d->system->n_v; i++) {
		if (!(scales[i] >= 0)) {
			return "a typical size below zero";
		}
	}
	if (!method->valid(block + (d->state.memory - d->state.t))) {
		return "the history of the method";
	}
	if (!dae_counters_is_count(rank->permanent, d->system->n_g)) {
		return "the number of redundant rows";
	}
	return rank->distance >= 0 ? dae_counters_refusal(counters, d->system) : "the distance to a singular position";
}

LA_FUNCTION struct dae_point dae_state_point(const struct dae_driver *d)
{
	const struct dae_state *s = &d->state;
	return (struct dae_point){.t = *s->t, .q = s->q, .v = s->v, .a = s->a, .lambda = s->lambda};
}
