/* Rules: what follows from a trial of a step.
 *
 * dae_trial.c makes a trial and measures it. Here one table decides, and dae_control.c acts. The
 * rules are asked in the order of the list below, and the first that applies decides. Each is a
 * function of two records, the search and the trial. It knows no driver, and has no effect but its
 * decision.
 *
 * Order of calls: dae_rules_begin once a step, then dae_rules_decide after each trial, with the
 * search of the decision before, until a decision is to accept or to stop. A search whose h is not
 * above `smallest` is given up.
 *
 * A new rule is one line of the list, one function in dae_rules.c and one test in
 * tests/dae/test_dae_rules.c. That test compares the list with the table in
 * docs/explanation/one-step.md.
 *
 * What is decided elsewhere: how an error is measured (dae_error.c), whether a solution is the
 * motion (dae_trial.c), and what a step does differently near a singular position (dae_special.c).
 */
#ifndef DAE_RULES_H
#define DAE_RULES_H

#include "dae_trial.h"

/* RULE(NAME, name, condition, what follows) */
#define DAE_RULES(RULE)                                                                                                \
	RULE(STOP, stop, "the run cannot go on, or has tried as many steps as it may", "end with the error of the method") \
	RULE(SHORT_LAST_STEP, short_last_step,                                                                             \
	     "the end is requested, and rounding near a singular position has changed its energy",                         \
	     "all of the step but 1/32; the rest is the next step")                                                        \
	RULE(OTHER_END, other_end, "the end is free, and rounding near a singular position has changed it, or may have",   \
	     "a step 0.7 times as long, at most twice")                                                                    \
	RULE(BEST_END, best_end, "the other ends are worse, or have failed", "the step with the least change again")       \
	RULE(EVENT, event, "an event lies within the step", "the same step, ending just after the event")                  \
	RULE(ACCEPT, accept, "the error is at most 1",                                                                     \
	     "next step by the order of the method, at most twice as long, of explicit methods four times")                \
	RULE(UNRESOLVED, unresolved, "the error does not fall with the step, twice in a row, and is harmless",             \
	     "accepted and counted")                                                                                       \
	RULE(FAIL, fail, "the equations were not solved, or the end is not the motion", "a quarter of the step")           \
	RULE(REJECT, reject, "the error is above 1", "a shorter step by the order of the method, at least a fifth")

#define DAE_RULE_ID(NAME, name, condition, action) DAE_RULE_##NAME,
enum dae_rule { DAE_RULES(DAE_RULE_ID) DAE_RULE_COUNT };
#undef DAE_RULE_ID

/* what is known of a step while it is sought */
struct dae_search {
	double h;                  /* step to try */
	double wanted;             /* the first of them */
	double left;               /* up to the requested time */
	double before;             /* the last accepted step */
	double smallest;           /* steps up to this size are too short for the clock */
	double growth;             /* most that the next step may grow */
	double last_h, last_error; /* of the last step with too large an error */
	int stagnation;            /* trials in a row whose error did not fall with the step */
	int shortened;             /* how often the step was shortened to end at an event */
	int shifted;               /* how many other ends were tried */
	double best_h,
		best_harm; /* the step of all these whose end rounding has changed least; 0: there is none to return to */
};

enum dae_act {
	DAE_TRY,    /* search.h, which replaces a step that is good in itself */
	DAE_RETRY,  /* search.h, after a step that is rejected */
	DAE_ACCEPT, /* the trial */
	DAE_STOP
};

struct dae_decision {
	enum dae_act act;
	enum dae_rule rule; /* the one that has decided */
	double next;        /* DAE_ACCEPT: the step to try next */
	struct dae_search search;
};

/* the search for a step: of the size wanted, with `left` up to the requested time */
LA_FUNCTION struct dae_search dae_rules_begin(double wanted, double left, double before, double smallest);

/* what follows from the trial of search->h */
LA_FUNCTION struct dae_decision dae_rules_decide(const struct dae_search *search, const struct dae_trial *trial);

#endif
