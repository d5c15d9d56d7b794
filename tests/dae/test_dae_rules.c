/* The rules of a step, each on two records; and the table of the documentation, which is that of the code. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assert_close.h"
#include "dae_rules.h"
#include "page_has.h"

static struct dae_search search_of(double wanted, double rest)
{
	return dae_rules_begin(wanted, rest, wanted, 1e-12);
}

/* a step of that size whose end is as good as any */
static struct dae_trial trial_of(const struct dae_search *search, double error)
{
	return (struct dae_trial){.h = search->h,
	                          .status = DAE_DONE,
	                          .error = error,
	                          .harm = error,
	                          .order = 4,
	                          .growth = 2,
	                          .complete = 1,
	                          .part = 1};
}

static struct dae_decision decide(const struct dae_search *search, const struct dae_trial *trial, enum dae_rule rule,
                                  enum dae_act act)
{
	const struct dae_decision next = dae_rules_decide(search, trial);
	assert_int_equal(next.rule, rule);
	assert_int_equal(next.act, act);
	return next;
}

static void a_run_that_cannot_go_on_stops(void **state)
{
	(void)state;
	const struct dae_search x = search_of(0.1, 1);
	struct dae_trial trial = trial_of(&x, 0.5);
	trial.status = DAE_FAILED;
	decide(&x, &trial, DAE_RULE_STOP, DAE_STOP);
}

/* 0.9 error^(-1/order), between a fifth and twice the step; for the energy balance in grades of 2^(1/8) */
static void a_good_step_is_accepted_and_suggests_the_next(void **state)
{
	(void)state;
	const struct dae_search x = search_of(0.1, 1);
	struct dae_trial trial = trial_of(&x, 0.5);
	assert_close(decide(&x, &trial, DAE_RULE_ACCEPT, DAE_ACCEPT).next, 0.1 * 0.9 * pow(0.5, -0.25), 1e-15);
	trial.error = 1e-9;
	assert_close(decide(&x, &trial, DAE_RULE_ACCEPT, DAE_ACCEPT).next, 0.2, 1e-15);
	trial.error = 0;
	assert_close(decide(&x, &trial, DAE_RULE_ACCEPT, DAE_ACCEPT).next, 0.2, 1e-15);
	trial.error = 1;
	trial.worst = -1;
	assert_close(decide(&x, &trial, DAE_RULE_ACCEPT, DAE_ACCEPT).next, 0.1 * pow(2, -2.0 / 8), 1e-15);
}

static void a_step_with_too_large_an_error_is_rejected(void **state)
{
	(void)state;
	const struct dae_search x = search_of(0.1, 1);
	struct dae_trial trial = trial_of(&x, 16);
	struct dae_decision next = decide(&x, &trial, DAE_RULE_REJECT, DAE_RETRY);
	assert_close(next.search.h, 0.1 * 0.9 / 2, 1e-15);
	/* the next trial may not suggest a longer step */
	trial = trial_of(&next.search, 1e-9);
	assert_close(decide(&next.search, &trial, DAE_RULE_ACCEPT, DAE_ACCEPT).next, next.search.h, 1e-15);
	trial = trial_of(&x, HUGE_VAL);
	assert_close(decide(&x, &trial, DAE_RULE_REJECT, DAE_RETRY).search.h, 0.1 * 0.2, 1e-15);
}

static void an_unsolved_step_is_much_shorter(void **state)
{
	(void)state;
	const struct dae_search x = search_of(0.1, 1);
	struct dae_trial trial = trial_of(&x, HUGE_VAL);
	trial.status = DAE_SMALLER_STEP;
	const struct dae_decision next = decide(&x, &trial, DAE_RULE_FAIL, DAE_RETRY);
	assert_close(next.search.h, 0.025, 1e-15);
	/* it has no error, so that a later one is not compared with it */
	assert_true(next.search.last_error == HUGE_VAL);
}

/* the error stays the same twice: a tenth of the tolerance is accepted, near a singular position all of it */
static void an_error_that_no_step_makes_smaller_is_accepted(void **state)
{
	(void)state;
	struct dae_search x = search_of(0.1, 1);
	for (int k = 0; k < 2; k++) {
		struct dae_trial trial = trial_of(&x, 3);
		trial.harm = 0.05;
		x = decide(&x, &trial, DAE_RULE_REJECT, DAE_RETRY).search;
	}
	struct dae_trial trial = trial_of(&x, 3);
	trial.harm = 0.05;
	assert_close(decide(&x, &trial, DAE_RULE_UNRESOLVED, DAE_ACCEPT).next, 0.1, 0);
	trial.harm = 0.5;
	decide(&x, &trial, DAE_RULE_REJECT, DAE_RETRY);
	trial.is_singular = 1;
	decide(&x, &trial, DAE_RULE_UNRESOLVED, DAE_ACCEPT);
	trial.harm = 2;
	decide(&x, &trial, DAE_RULE_REJECT, DAE_RETRY);
	/* an error that falls as slowly as the root of the step is worth another one */
	trial.harm = 0.05;
	trial.error = 3 * sqrt(x.h / x.last_h);
	decide(&x, &trial, DAE_RULE_REJECT, DAE_RETRY);
}

static void a_step_ends_just_after_an_event(void **state)
{
	(void)state;
	struct dae_search x = search_of(0.1, 1);
	struct dae_trial trial = trial_of(&x, 0.5);
	trial.part = 0.25;
	const struct dae_decision next = decide(&x, &trial, DAE_RULE_EVENT, DAE_TRY);
	assert_close(next.search.h, 0.025, 1e-15);
	/* the step that was cut short says nothing about the next */
	struct dae_trial last = trial_of(&next.search, 1e-9);
	assert_close(decide(&next.search, &last, DAE_RULE_ACCEPT, DAE_ACCEPT).next, 0.1, 0);
	/* an event too near, or looked for too often, does not hold the step back; an error does */
	trial.part = 1e-12;
	decide(&x, &trial, DAE_RULE_ACCEPT, DAE_ACCEPT);
	trial.part = 0.25;
	x.shortened = 40;
	decide(&x, &trial, DAE_RULE_ACCEPT, DAE_ACCEPT);
	x.shortened = 0;
	trial.error = 2;
	decide(&x, &trial, DAE_RULE_REJECT, DAE_RETRY);
}

/* a free end: two steps, 0.7 times as long each, and then the best of the three */
static void a_harmed_end_is_shifted(void **state)
{
	(void)state;
	struct dae_search x = search_of(0.1, 1);
	const double harms[] = {0.5, 0.2, 0.3};
	const enum dae_rule rules[] = {DAE_RULE_OTHER_END, DAE_RULE_OTHER_END, DAE_RULE_BEST_END};
	const double steps[] = {0.07, 0.049, 0.07};
	for (int k = 0; k < 3; k++) {
		struct dae_trial trial = trial_of(&x, 0.5);
		trial.is_end_in_doubt = 1;
		trial.end_harm = harms[k];
		x = decide(&x, &trial, rules[k], DAE_TRY).search;
		assert_close(x.h, steps[k], 1e-15);
	}
	struct dae_trial trial = trial_of(&x, 0.5);
	trial.is_end_in_doubt = 1;
	trial.end_harm = 0.2;
	assert_close(decide(&x, &trial, DAE_RULE_ACCEPT, DAE_ACCEPT).next, 0.1, 0);
}

static void a_shifted_end_that_fails_goes_back(void **state)
{
	(void)state;
	const struct dae_search x = search_of(0.1, 1);
	struct dae_trial trial = trial_of(&x, 0.5);
	trial.is_end_in_doubt = 1;
	const struct dae_search shifted = decide(&x, &trial, DAE_RULE_OTHER_END, DAE_TRY).search;
	trial = trial_of(&shifted, 5);
	assert_close(decide(&shifted, &trial, DAE_RULE_BEST_END, DAE_TRY).search.h, 0.1, 0);
	/* a requested end is not shifted */
	const struct dae_search last = search_of(0.1, 0.1);
	trial = trial_of(&last, 0.5);
	trial.is_end_in_doubt = 1;
	decide(&last, &trial, DAE_RULE_ACCEPT, DAE_ACCEPT);
}

static void a_harmed_end_that_is_requested_is_reached_by_a_short_step(void **state)
{
	(void)state;
	struct dae_search x = search_of(0.1, 0.1);
	struct dae_trial trial = trial_of(&x, 0.5);
	trial.is_end_harmed = 1;
	trial.end_harm = 0.5;
	assert_close(decide(&x, &trial, DAE_RULE_SHORT_LAST_STEP, DAE_TRY).search.h, 0.1 * 31 / 32, 1e-15);
	/* the rest of a divided step is not divided again */
	x.before = 10;
	decide(&x, &trial, DAE_RULE_ACCEPT, DAE_ACCEPT);
}

/* ---- the page ---- */

#define ROW(NAME, name, condition, action) "| `" #name "` | " condition " | " action " |\n"
static void the_page_has_the_table_of_the_code(void **state)
{
	(void)state;
	static const char rows[] = DAE_RULES(ROW);
	assert_true(page_has(rows));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_that_cannot_go_on_stops),
		cmocka_unit_test(a_good_step_is_accepted_and_suggests_the_next),
		cmocka_unit_test(a_step_with_too_large_an_error_is_rejected),
		cmocka_unit_test(an_unsolved_step_is_much_shorter),
		cmocka_unit_test(an_error_that_no_step_makes_smaller_is_accepted),
		cmocka_unit_test(a_step_ends_just_after_an_event),
		cmocka_unit_test(a_harmed_end_is_shifted),
		cmocka_unit_test(a_shifted_end_that_fails_goes_back),
		cmocka_unit_test(a_harmed_end_that_is_requested_is_reached_by_a_short_step),
		cmocka_unit_test(the_page_has_the_table_of_the_code),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
