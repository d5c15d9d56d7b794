#include "dae_accept.h"

#include <math.h>
#include <string.h>

#include "dae_dense.h"
#include "dae_driver_parts.h"
#include "dae_probe.h"
#include "dae_scales.h"
#include "dae_start.h"

/* distance to a singular position from which on two motions may touch; to see it, the mechanism
 * moves by a part of its size */
static const double DAE_ACCEPT_TOUCHING = 1e-5;
static const double DAE_ACCEPT_TOUCHING_MOVE = 1e-4;

enum { DAE_ACCEPT_ROUNDING_STEPS = 16 }; /* after so many the rounding of accelerations is measured again */

static void dae_accept_count(struct dae_counters *counters, const struct dae_trial *trial, double t)
{
	counters->steps++;
	counters->regularized += trial->is_singular;
	counters->unconverged_time = trial->is_unconverged && counters->unconverged == 0 ? t : counters->unconverged_time;
	counters->unconverged += trial->is_unconverged;
	if ((trial->error > 1 || trial->is_hidden) && counters->unresolved++ == 0) {
		counters->unresolved_time = t;
		counters->unresolved_worst = trial->error > 1 ? trial->worst : -1;
	}
}

/* takes back what the energy has drifted; motion that is prescribed cannot be. Returns the part by
 * which velocities change. */
static double dae_accept_take_back(struct dae_driver *d, const struct dae_options *options,
                                   const struct dae_trial *trial)
{
	const struct dae_system *system = d->system;
	const double most = DAE_TRIAL_ENERGY * options->tolerance * fmin(1, trial->h * trial->rate);
	const double part = dae_energy_take_back(d->state.work, &trial->exchange, most);
	for (int i = 0; i < system->n_kinetic; i++) {
		d->v1[i] += part * d->v1[i];
	}
	if (d->method->scale) {
		d->method->scale(system, 1 + part, d->memory1);
	}
	return part;
}

LA_FUNCTION int dae_accept_step(struct dae_driver *d, const struct dae_options *options, const struct dae_trial *trial,
                                double t, struct dae_failure *failure)
{
	const struct dae_system *system = d->system;
	struct dae_state *s = &d->state;
	const int within = trial->complete && trial->error > 0 && trial->error <= 1 && !trial->is_singular;
	s->rank->distance = dae_kkt_last_rank(d->kkt).distance;
	s->counters->nearest = fmin(s->counters->nearest, s->rank->distance);
	struct dae_exchange kept = trial->exchange;
	if (system->energy && !system->is_driven && within) {
		const double part = dae_accept_take_back(d, options, trial);
		kept.end.kinetic += (2 * part + part * part) * kept.end.kinetic;
	}
	const struct dae_event *end = dae_trial_events(d, t - *s->t);
	int happened = 0;
	for (int i = 0; i < system->n_events; i++) {
		happened = happened || dae_event_passed(&end[i]);
	}
	dae_dense_make(d, options, trial->is_singular, &kept, t);
	memcpy(s->q, d->q1, (size_t)system->n_q * sizeof *s->q);
	memcpy(s->v, d->v1, (size_t)system->n_v * sizeof *s->v);
	memcpy(s->a, d->a1, (size_t)system->n_v * sizeof *s->a);
	memcpy(s->lambda, d->lambda1, (size_t)system->n_g * sizeof *s->lambda);
	memcpy(s->memory, d->memory1, d->method->memory(system) * sizeof *s->memory);
	*s->last = t - *s->t;
	*s->t = t;
	*s->started = 1;
	dae_accept_count(s->counters, trial, t);
	dae_scales_forget(d, *s->last);
	dae_scales_grow(d);
	if (system->energy) {
		dae_energy_add(s->work, &trial->exchange);
	}
	if (system->accepted) {
		struct dae_point p = dae_state_point(d);
		system->accepted(system->context, &p);
	}
	if (happened) {
		return dae_start_motion(d, options, failure);
	}
	const int looks = options->iterations == 0;
	if (looks && trial->is_singular && s->rank->distance < DAE_ACCEPT_TOUCHING &&
	    dae_probe_touches(d, options, DAE_ACCEPT_TOUCHING_MOVE)) {
		*failure = (struct dae_failure){.reason = DAE_TOUCHING, .row = dae_kkt_weakest_row(d->kkt), .t = t};
		return DAE_FAILED;
	}
	if (looks && fmod(s->counters->steps, DAE_ACCEPT_ROUNDING_STEPS) == 0) {
		dae_scales_measure_rounding(d, options, 0);
	}
	return DAE_DONE;
}
