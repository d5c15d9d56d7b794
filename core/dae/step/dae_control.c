/* One step of a driver: trials are made until the rules (dae_rules.h) accept one, or none is left.
 *
 * With fixed steps nothing is decided: the step is made as it is, or in halves where it fails.
 */
#include <float.h>
#include <math.h>

#include "dae_accept.h"
#include "dae_control.h"
#include "dae_driver_parts.h"
#include "dae_give_up.h"
#include "dae_rules.h"

/* steps too small for the clock, or, where time begins, compared with the step that the motion
 * suggests */
static double dae_control_smallest(const struct dae_driver *d)
{
	return 16 * DBL_EPSILON * fmax(fabs(*d->state.t), *d->state.h);
}

LA_FUNCTION double dae_control_longest(const struct dae_driver *d)
{
	const struct dae_point p = dae_state_point(d);
	return d->system->longest_step ? d->system->longest_step(d->system->context, &p) : HUGE_VAL;
}

LA_FUNCTION void dae_control_look(struct dae_driver *d)
{
	const struct dae_system *system = d->system;
	const struct dae_point p = dae_state_point(d);
	if (system->energy) {
		system->energy(system->context, &p, &d->energy);
	}
	if (system->n_events > 0) {
		system->events(system->context, &p, d->events);
	}
}

LA_FUNCTION double dae_control_horizon(const struct dae_driver *d)
{
	return fmax(dae_event_horizon(d->system->n_events, d->events), 2 * dae_control_smallest(d));
}

/* a trial, and whether it passes an event */
static struct dae_trial dae_control_try(struct dae_driver *d, const struct dae_options *options,
                                        const struct dae_search *search, struct dae_failure *failure)
{
	struct dae_trial trial = dae_trial_make(d, options, search->h, search->h == search->left, failure);
	if (trial.status == DAE_DONE) {
		const struct dae_event *end = dae_trial_events(d, trial.h);
		trial.part = dae_event_part(d->system->n_events, d->events, end, trial.h, search->shortened);
	}
	return trial;
}

static void dae_control_reject(struct dae_driver *d, const struct dae_trial *trial, struct dae_failure *failure)
{
	d->state.counters->rejected++;
	if (trial->status == DAE_DONE) {
		failure->reason = DAE_ERROR_TOO_LARGE;
	}
}

LA_FUNCTION int dae_control_step(struct dae_driver *d, const struct dae_options *options, double wanted, double t_end,
                                 double *next, struct dae_failure *failure)
{
	const double t = *d->state.t;
	/* the reason if there is no trial, because the first step is too short for the clock */
	*failure = (struct dae_failure){.reason = DAE_STEP_TOO_SMALL, .row = -1, .t = t};
	struct dae_search search = dae_rules_begin(wanted, t_end - t, *d->state.last, dae_control_smallest(d));
	while (search.h > search.smallest) {
		const struct dae_trial trial = dae_control_try(d, options, &search, failure);
		const struct dae_decision decision = dae_rules_decide(&search, &trial);
		if (decision.act == DAE_STOP) {
			return trial.status;
		}
		if (decision.act == DAE_ACCEPT) {
			*next = decision.next;
			return dae_accept_step(d, options, &trial, trial.h == search.left ? t_end : t + trial.h, failure);
		}
		if (decision.act == DAE_RETRY) {
			dae_control_reject(d, &trial, failure);
		}
		search = decision.search;
	}
	dae_give_up(d, options, failure);
	return DAE_FAILED;
}

LA_FUNCTION int dae_control_fixed_step(struct dae_driver *d, const struct dae_options *options, double t, int halvings,
                                       struct dae_failure *failure)
{
	const double h = t - *d->state.t;
	const int too_long = halvings > 0 && h > dae_control_longest(d);
	struct dae_trial trial = {.status = DAE_SMALLER_STEP};
	*failure = (struct dae_failure){.reason = DAE_STEP_TOO_SMALL, .row = -1, .t = *d->state.t};
	if (!too_long) {
		dae_control_look(d);
		trial = dae_trial_make(d, options, h, 1, failure);
		trial.error = 0;
	}
	if (trial.status == DAE_DONE) {
		return dae_accept_step(d, options, &trial, t, failure);
	}
	d->state.counters->rejected += !too_long;
	if (trial.status < 0 && failure->reason == DAE_TOO_MUCH_WORK) {
		return trial.status;
	}
	if (trial.status < 0 || halvings == 0) {
		dae_give_up(d, options, failure);
		return DAE_FAILED;
	}
	const int status = dae_control_fixed_step(d, options, *d->state.t + h / 2, halvings - 1, failure);
	return status ? status : dae_control_fixed_step(d, options, t, halvings - 1, failure);
}
