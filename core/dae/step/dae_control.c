/* One step of a driver: try it, judge it, act on the verdict.
 *
 *   accepted     the error is within the tolerance and the step passes no event, or ends just after one
 *   shortened    an event lies within the step: made again so as to end there (dae_event.h)
 *   too large    the error is above the tolerance: a smaller step, by the order of the method
 *   failed       the equations were not solved: a much smaller step
 *
 * Two kinds of steps are accepted above their tolerance, and counted as unresolved:
 *
 *   stagnation   a smaller step must bring a smaller error. Where it does not, nor one half as long, the estimate may show rounding, which
 *                no step size mends. Errors are measured per unit of time, so that an impact that the step does not resolve shows
 *                alike; but its error is large in itself, and that of rounding is a small part of the tolerance; beside a singular
 *                position, where it is divided by the distance, at most the tolerance.
 *   blurred      rounding near a singular position, at either end of the step, explains the change of the energy balance, or hides
 *                more of positions than the tolerance. Where the end is free, others aside of it are tried first; where it is not, a
 *                short step leads there.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "dae_accept.h"
#include "dae_control.h"
#include "dae_driver_parts.h"
#include "dae_give_up.h"
#include "dae_trial.h"

static const double DAE_CONTROL_SAFETY = 0.9;
static const double DAE_CONTROL_SHRINKING = 0.2;
static const double DAE_CONTROL_AFTER_FAILURE = 0.25;
static const double DAE_CONTROL_IN_DOUBT = 0.5; /* after a smaller step without a smaller error, perhaps by chance */
static const double DAE_CONTROL_ASIDE = 0.7;

/* Part of a step that is left for its end where that is asked for and blurred. Accelerations there are turned by what positions are off, over
 * the distance; what they do to the end goes with the square of the step. Of 840 runs of four-bars and parallelograms that stop 1e-6 to 1e-10 s
 * beside their singular position 158 were off by more than 10 tolerances in the end, 12 are with it. */
static const double DAE_CONTROL_LAST = 1.0 / 32;

enum {
	DAE_CONTROL_GRADES = 8,
	DAE_CONTROL_MOST_ASIDE = 2,
	DAE_CONTROL_STAGNATION = 2,
	DAE_CONTROL_MOST_SHORTENINGS = 40
};

/* steps too small for the clock, or, where time begins, compared with the step that the motion suggests */
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

/* ---- verdicts ---- */

/* what is known of a step while it is sought */
struct dae_search {
	double rest, before, growth;      /* up to the end, the step before, the most that the next may grow */
	double last_h, last_error;        /* of the last step with too large an error */
	int stagnation, shortened, aside; /* steps without gain, up to an event, and aside of one that was blurred: */
	double blurred, least;            /* the one with the least kick */
};

/* whether a step in place of a longer one has an error that falls with h, be it as slowly as its root */
static int dae_control_gains(const struct dae_search *x, const struct dae_trial *trial)
{
	return trial->status != DAE_DONE || trial->error <= x->last_error * sqrt(trial->h / x->last_h);
}

static int dae_control_good(const struct dae_search *x, const struct dae_trial *trial)
{
	const double harmless = trial->is_singular ? 1 : DAE_TRIAL_HARMLESS;
	const int stagnation = x->stagnation >= DAE_CONTROL_STAGNATION && trial->harm <= harmless;
	return trial->status == DAE_DONE && (trial->error <= 1 || stagnation);
}

/* factor by which the next step may differ */
static double dae_control_factor(const struct dae_search *x, const struct dae_trial *trial)
{
	if (trial->status != DAE_DONE) {
		return DAE_CONTROL_AFTER_FAILURE;
	}
	double factor = trial->error > 0 ? DAE_CONTROL_SAFETY * pow(trial->error, -1.0 / trial->order) : x->growth;
	if (trial->place < 0) {
		/* the balance is a small difference of large energies: its rounding is to have no say in the step size */
		factor = pow(2, floor(DAE_CONTROL_GRADES * log(factor) / log(2)) / DAE_CONTROL_GRADES);
	}
	return fmax(DAE_CONTROL_SHRINKING, fmin(x->growth, factor));
}

/* the step to try after one that was rejected */
static double dae_control_retry(struct dae_driver *d, struct dae_search *x, const struct dae_trial *trial)
{
	const int in_doubt = x->stagnation > 0 && !trial->is_singular;
	d->state.counters->rejected++;
	x->growth = 1;
	return fmin(dae_control_factor(x, trial), in_doubt ? DAE_CONTROL_IN_DOUBT : DAE_CONTROL_SAFETY) * trial->h;
}

/* whether most of a step is to be made before the rest of it: what was left of another one is short enough */
static int dae_control_divides(const struct dae_search *x, const struct dae_trial *trial, int good)
{
	return good && trial->is_kicked && trial->h == x->rest && x->aside == 0 &&
	       trial->h > 2 * DAE_CONTROL_LAST * x->before;
}

/* Another step to try where rounding may have harmed the end of a good one: two shorter ones, and then the one with the least kick again. 0: there is
 * none. */
static double dae_control_aside(struct dae_search *x, const struct dae_trial *trial, int good)
{
	if (dae_control_divides(x, trial, good)) {
		x->blurred = trial->h;
		x->least = trial->kick;
		x->aside = DAE_CONTROL_MOST_ASIDE;
		return (1 - DAE_CONTROL_LAST) * trial->h;
	}
	if (good && trial->is_aside_better && trial->h < x->rest && x->aside < DAE_CONTROL_MOST_ASIDE) {
		const int is_best = x->aside == 0 || trial->kick < x->least;
		x->blurred = is_best ? trial->h : x->blurred;
		x->least = is_best ? trial->kick : x->least;
		x->aside++;
		return DAE_CONTROL_ASIDE * trial->h;
	}
	const int is_worse = !good || (x->aside == DAE_CONTROL_MOST_ASIDE && trial->kick > x->least);
	const double best = is_worse ? x->blurred : 0;
	x->blurred = best > 0 ? 0 : x->blurred;
	return best;
}

LA_FUNCTION int dae_control_step(struct dae_driver *d, const struct dae_options *options, double wanted, double t_end,
                                 double *next, struct dae_failure *failure)
{
	const double t = *d->state.t, smallest = dae_control_smallest(d);
	struct dae_search x = {
		.rest = t_end - t, .before = *d->state.last, .growth = HUGE_VAL, .last_h = wanted, .last_error = HUGE_VAL};
	double h = wanted;
	while (h > smallest) {
		const struct dae_trial trial = dae_trial_make(d, options, h, h == x.rest, failure);
		if (trial.status < 0) {
			return trial.status;
		}
		x.growth = fmin(x.growth, trial.growth);
		x.stagnation = dae_control_gains(&x, &trial) ? 0 : x.stagnation + 1;
		const int good = dae_control_good(&x, &trial);
		const double other = dae_control_aside(&x, &trial, good);
		if (other > 0) {
			h = other;
			continue;
		}
		if (good) {
			const struct dae_event *end = dae_trial_events(d, h);
			const double part = dae_event_part(d->system->n_events, d->events, end, h, x.shortened);
			if (part < 1 && part * h > smallest && x.shortened++ < DAE_CONTROL_MOST_SHORTENINGS) {
				h *= part;
				continue;
			}
			const int odd = x.stagnation >= DAE_CONTROL_STAGNATION || x.shortened > 0 || x.aside > 0;
			*next = odd ? wanted : dae_control_factor(&x, &trial) * h;
			return dae_accept_step(d, options, &trial, h == x.rest ? t_end : t + h, failure);
		}
		if (trial.status == DAE_DONE) {
			x.last_error = trial.error;
			x.last_h = h;
			failure->reason = DAE_ERROR_TOO_LARGE;
		}
		h = dae_control_retry(d, &x, &trial);
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
