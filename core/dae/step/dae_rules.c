#include "dae_rules.h"

#include <math.h>

static const double DAE_RULES_SAFETY = 0.9;
static const double DAE_RULES_SHRINKING = 0.2;
static const double DAE_RULES_AFTER_FAILURE = 0.25;
static const double DAE_RULES_IN_DOUBT = 0.5; /* after a shorter step without a smaller error, perhaps by chance */
static const double DAE_RULES_SHIFT = 0.7;

/* Part of a step that is left for a last short one. Wrong accelerations near a singular position,
 * divided by the distance, change the end with the square of the step. Of 840 runs of four-bars and
 * parallelograms that stop 1e-6 to 1e-10 s away from their singular position, 158 ended more than
 * 10 tolerances off without this rule, 12 with it. */
static const double DAE_RULES_LAST = 1.0 / 32;

enum { DAE_RULES_GRADES = 8, DAE_RULES_MOST_SHIFTS = 2, DAE_RULES_STAGNATION = 2, DAE_RULES_MOST_SHORTENINGS = 40 };

/* whether the error falls with h since the last rejected step, be it as slowly as its root */
static int dae_rules_gains(const struct dae_search *x, const struct dae_trial *trial)
{
	return trial->status != DAE_DONE || trial->error <= x->last_error * sqrt(trial->h / x->last_h);
}

static int dae_rules_stagnates(const struct dae_search *x)
{
	return x->stagnation >= DAE_RULES_STAGNATION;
}

/* A shorter step must bring a smaller error. If it does not, nor does a shorter one again, the
 * estimate may show rounding, which no step size removes. Errors are measured per unit of time, so
 * an impact that the step does not resolve looks the same; but its error is large in itself. That
 * of rounding is a small part of the tolerance, and near a singular position, where it is divided
 * by the distance, at most the tolerance. */
static int dae_rules_is_rounding(const struct dae_search *x, const struct dae_trial *trial)
{
	return dae_rules_stagnates(x) && trial->harm <= (trial->is_singular ? 1 : DAE_TRIAL_HARMLESS);
}

/* whether the step could be accepted */
static int dae_rules_is_good(const struct dae_search *x, const struct dae_trial *trial)
{
	return trial->status == DAE_DONE && (trial->error <= 1 || dae_rules_is_rounding(x, trial));
}

/* factor by which the next step may differ, as the error says */
static double dae_rules_factor(double growth, const struct dae_trial *trial)
{
	double factor = trial->error > 0 ? DAE_RULES_SAFETY * pow(trial->error, -1.0 / trial->order) : growth;
	if (trial->worst < 0) {
		/* the balance is a small difference of large energies: grades keep its rounding out of the
		 * step size */
		factor = pow(2, floor(DAE_RULES_GRADES * log(factor) / log(2)) / DAE_RULES_GRADES);
	}
	return fmax(DAE_RULES_SHRINKING, fmin(growth, factor));
}

/* ---- the rules, in the order of the list ---- */

static int dae_rules_stop(const struct dae_search *x, const struct dae_trial *trial, struct dae_decision *next)
{
	(void)x;
	next->act = DAE_STOP;
	return trial->status < 0;
}

/* not where the step is so short already that it may be the rest of another one */
static int dae_rules_short_last_step(const struct dae_search *x, const struct dae_trial *trial,
                                     struct dae_decision *next)
{
	next->act = DAE_TRY;
	next->search.best_h = trial->h;
	next->search.best_harm = trial->end_harm;
	next->search.shifted = DAE_RULES_MOST_SHIFTS;
	next->search.h = (1 - DAE_RULES_LAST) * trial->h;
	return dae_rules_is_good(x, trial) && trial->is_end_harmed && trial->h == x->left && x->shifted == 0 &&
	       trial->h > 2 * DAE_RULES_LAST * x->before;
}

static int dae_rules_other_end(const struct dae_search *x, const struct dae_trial *trial, struct dae_decision *next)
{
	const int is_best = x->shifted == 0 || trial->end_harm < x->best_harm;
	next->act = DAE_TRY;
	next->search.best_h = is_best ? trial->h : x->best_h;
	next->search.best_harm = is_best ? trial->end_harm : x->best_harm;
	next->search.shifted++;
	next->search.h = DAE_RULES_SHIFT * trial->h;
	return dae_rules_is_good(x, trial) && trial->is_end_in_doubt && trial->h < x->left &&
	       x->shifted < DAE_RULES_MOST_SHIFTS;
}

static int dae_rules_best_end(const struct dae_search *x, const struct dae_trial *trial, struct dae_decision *next)
{
	const int is_worse =
		!dae_rules_is_good(x, trial) || (x->shifted == DAE_RULES_MOST_SHIFTS && trial->end_harm > x->best_harm);
	next->act = DAE_TRY;
	next->search.h = x->best_h;
	next->search.best_h = 0;
	return is_worse && x->best_h > 0;
}

static int dae_rules_event(const struct dae_search *x, const struct dae_trial *trial, struct dae_decision *next)
{
	next->act = DAE_TRY;
	next->search.h = trial->part * trial->h;
	next->search.shortened++;
	return dae_rules_is_good(x, trial) && trial->part < 1 && next->search.h > x->smallest &&
	       x->shortened < DAE_RULES_MOST_SHORTENINGS;
}

/* a step that was changed for a reason of its own says little about the next */
static int dae_rules_accept(const struct dae_search *x, const struct dae_trial *trial, struct dae_decision *next)
{
	const int is_odd = dae_rules_stagnates(x) || x->shortened > 0 || x->shifted > 0;
	next->act = DAE_ACCEPT;
	next->next = is_odd ? x->wanted : dae_rules_factor(x->growth, trial) * trial->h;
	return trial->status == DAE_DONE && trial->error <= 1;
}

static int dae_rules_unresolved(const struct dae_search *x, const struct dae_trial *trial, struct dae_decision *next)
{
	next->act = DAE_ACCEPT;
	next->next = x->wanted;
	return trial->status == DAE_DONE && dae_rules_is_rounding(x, trial);
}

static int dae_rules_fail(const struct dae_search *x, const struct dae_trial *trial, struct dae_decision *next)
{
	(void)x;
	next->act = DAE_RETRY;
	next->search.growth = 1;
	next->search.h = DAE_RULES_AFTER_FAILURE * trial->h;
	return trial->status != DAE_DONE;
}

static int dae_rules_reject(const struct dae_search *x, const struct dae_trial *trial, struct dae_decision *next)
{
	const int in_doubt = x->stagnation > 0 && !trial->is_singular;
	const double most = in_doubt ? DAE_RULES_IN_DOUBT : DAE_RULES_SAFETY;
	next->act = DAE_RETRY;
	next->search.growth = 1;
	next->search.last_error = trial->error;
	next->search.last_h = trial->h;
	next->search.h = fmin(dae_rules_factor(1, trial), most) * trial->h;
	return 1;
}

typedef int dae_rules_function(const struct dae_search *x, const struct dae_trial *trial, struct dae_decision *next);
#define DAE_RULES_FUNCTION(NAME, name, condition, action) [DAE_RULE_##NAME] = dae_rules_##name,
static dae_rules_function *const dae_rules_functions[DAE_RULE_COUNT] = {DAE_RULES(DAE_RULES_FUNCTION)};
#undef DAE_RULES_FUNCTION

/* ---- the decision ---- */

LA_FUNCTION struct dae_search dae_rules_begin(double wanted, double left, double before, double smallest)
{
	return (struct dae_search){.h = wanted,
	                           .wanted = wanted,
	                           .left = left,
	                           .before = before,
	                           .smallest = smallest,
	                           .growth = HUGE_VAL,
	                           .last_h = wanted,
	                           .last_error = HUGE_VAL};
}

LA_FUNCTION struct dae_decision dae_rules_decide(const struct dae_search *search, const struct dae_trial *trial)
{
	struct dae_search x = *search;
	x.growth = fmin(x.growth, trial->growth);
	x.stagnation = dae_rules_gains(&x, trial) ? 0 : x.stagnation + 1;
	struct dae_decision next = {.search = x};
	for (int i = 0; i < DAE_RULE_COUNT; i++) {
		next = (struct dae_decision){.rule = (enum dae_rule)i, .search = x};
		if (dae_rules_functions[i](&x, trial, &next)) {
			break;
		}
	}
	return next;
}
