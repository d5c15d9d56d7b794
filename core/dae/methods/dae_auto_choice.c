/* Which method `auto` chooses: dop853 or dopri5 where their steps cost least, else radau after
 * starts that soon follow each other, and bdf where the motion goes on undisturbed.
 *
 * All of them reach what the tolerance promises. The first steps of all grow as much as they may,
 * whatever the method: dopri5 makes them, at half the cost. A step of dop853 costs as much as 1.9
 * of dopri5, 1.6 of radau or 4.4 of bdf, and is the longer the tighter the tolerance: a quarter as
 * many steps as with radau at 1e-5. It begins anew at no cost, after an event or an input that
 * jumped. Where rows are redundant it costs twice that, and is worth it at the tightest tolerances
 * alone: bdf makes all steps of motion that nobody disturbs there, and dopri5 is compared with in
 * motion that is.
 *
 * Inputs that change at communication points may leave it nothing to gain: after several steps that
 * were far too good dopri5 makes a few steps beside it, and goes on if they cost less for the time
 * they take; the other way round when errors limit its steps, and once nobody disturbs the motion
 * any more.
 *
 * Stiff forces limit the steps of an explicit method to those that are stable. When several steps
 * were near the border of stability, or far too good in motion that nobody disturbs, or nobody has
 * asked for a while, radau makes a few steps beside it. If they cost less, the implicit methods go
 * on; after a while the explicit one makes a few steps beside them. That they cost less holds for
 * the more steps the clearer it is, and for four times as many as the last time; that an explicit
 * method does, for as many as there were, 400 at most.
 *
 * At the same tolerance a step of bdf costs a third of one of radau, and it takes 1.3 to 3 times as
 * many; but it begins with a history of one point, in small steps of low order, which costs as much
 * as a dozen steps of radau. So after a start radau makes the steps. When it has made `patience` of
 * them in a row bdf takes over; at worst the run then costs twice what the better choice would have
 * (as one who rents skis until the rent has cost a pair). An input that changes at every
 * communication point leaves radau at work; where bdf had many steps to make since the last start,
 * it begins at once after the next one, a few times before radau is asked again.
 *
 * Formulas of bdf above order 2 are unstable for vibrations with little damping that a step does
 * not resolve. Then their order and step fall. Where the steps of bdf have become so much shorter
 * than those of radau were that they cost more, radau goes on, and has four times the patience
 * before the next attempt. With a fixed step there is nothing to gain, and radau makes all of them.
 */
#include <math.h>

#include "dae_auto_parts.h"
#include "dae_bdf_history.h"
#include "dae_explicit.h"
#include "dae_special.h"

/* a step of dop853 costs as much as so many of each */
static const double dae_auto_worth[DAE_AUTO_CHOICES] = {1, 1.9, 1.6, 4.4};

enum {
	DAE_AUTO_MORE_PATIENCE = 4,
	DAE_AUTO_LOW_ORDER = 2,        /* of bdf, with steps that are too short */
	DAE_AUTO_UNASKED = 100,        /* steps of an explicit method before a comparison */
	DAE_AUTO_SHORT_COMPARISON = 4, /* steps of the other method, more while they are not steady or it is not clear */
	DAE_AUTO_COMPARISON = 8,
	DAE_AUTO_MOST_COMPARISON = 30,
	DAE_AUTO_LEAST_HOLD = 40,
	DAE_AUTO_FIRST_HOLD = 200,
	DAE_AUTO_MORE_HOLD = 4,
	DAE_AUTO_MOST_EXPLICIT_HOLD = 400
};

/* value of a method's steps beside that of the other's with which few of them are enough, and with
 * which they need not be steady */
static const double DAE_AUTO_HOPELESS = 0.4;
static const double DAE_AUTO_WORSE = 0.7;

/* tolerance from which on dop853 costs less than bdf where rows are redundant */
static const double DAE_AUTO_TIGHT = 2e-7;

LA_FUNCTION void dae_auto_take(const struct dae_system *system, int choice, int why, double *memory)
{
	memory[DAE_AUTO_CHOICE] = choice;
	memory[DAE_AUTO_WHY] = why;
	memory[DAE_AUTO_AGE] = 0;
	dae_auto_method(memory)->start(system, memory + DAE_AUTO_HEAD);
}

LA_FUNCTION int dae_auto_is_comparing(const double *memory)
{
	return memory[DAE_AUTO_CHOICE] != DAE_AUTO_BDF && memory[DAE_AUTO_OTHER_MEAN] > 0;
}

static int dae_auto_is_steady(const double *memory)
{
	return memory[DAE_AUTO_STEADY] >= DAE_AUTO_IS_STEADY;
}

/* near a singular position steps follow its noise, and show no cost of steps elsewhere */
static int dae_auto_can_compare(const struct dae_step *s, const double *memory)
{
	return dae_auto_is_steady(memory) && dae_special_is_far(s->rank->distance);
}

LA_FUNCTION int dae_auto_finds_its_step(const double *memory)
{
	return memory[DAE_AUTO_WHY] == DAE_AUTO_BEGUN && memory[DAE_AUTO_AGE] <= 1;
}

static int dae_auto_is_undisturbed(const double *memory)
{
	return memory[DAE_AUTO_FREE] == DAE_AUTO_FIRST_PATIENCE;
}

static int dae_auto_needs_radau(const struct dae_step *s)
{
	return s->options->fixed_step > 0 || s->options->formulation != DAE_STABILIZED;
}

/* to implicit methods */
static int dae_auto_is_forced(const struct dae_step *s, const double *memory)
{
	const int redundant = s->rank->permanent > 0 && s->options->tolerance > DAE_AUTO_TIGHT;
	return dae_auto_needs_radau(s) || (redundant && dae_auto_is_undisturbed(memory));
}

/* mean step of the method at work over its cost */
static double dae_auto_value(const double *memory)
{
	return dae_auto_worth[(int)memory[DAE_AUTO_CHOICE]] * memory[DAE_AUTO_MEAN];
}

LA_FUNCTION void dae_auto_compare(const struct dae_step *s, int choice, int why, double *memory)
{
	memory[DAE_AUTO_OTHER] = memory[DAE_AUTO_CHOICE];
	memory[DAE_AUTO_OTHER_MEAN] = dae_auto_value(memory);
	memory[DAE_AUTO_ALARMS] = 0;
	dae_auto_take(s->system, choice, why, memory);
}

/* of the two explicit methods; where it is not clear they are compared again soon */
static void dae_auto_settle_pair(double gain, double *memory)
{
	memory[DAE_AUTO_EXPLICIT] = gain > 1 ? memory[DAE_AUTO_CHOICE] : memory[DAE_AUTO_OTHER];
	memory[DAE_AUTO_PAIR_HOLD] = gain > DAE_AUTO_WORSE ? DAE_AUTO_LEAST_HOLD : DAE_AUTO_MOST_PAIR_HOLD;
}

/* of an explicit and an implicit one; an explicit one that was not better the last time is asked
 * again soon */
static void dae_auto_settle(const struct dae_step *s, double gain, double *memory)
{
	const int was_implicit = memory[DAE_AUTO_IMPLICIT] != 0;
	memory[DAE_AUTO_IMPLICIT] = (gain > 1) != dae_auto_is_explicit(memory[DAE_AUTO_CHOICE]);
	if (memory[DAE_AUTO_IMPLICIT] != 0) {
		const double clearer = DAE_AUTO_FIRST_HOLD * fmax(gain, 1 / gain);
		const double longer = DAE_AUTO_MORE_HOLD * memory[DAE_AUTO_LAST_HOLD];
		memory[DAE_AUTO_HOLD] = floor(fmin(fmax(clearer, longer), DAE_AUTO_MOST_HOLD));
		memory[DAE_AUTO_LAST_HOLD] = memory[DAE_AUTO_HOLD];
	} else {
		const double most = was_implicit ? DAE_AUTO_LEAST_HOLD : DAE_AUTO_MOST_EXPLICIT_HOLD;
		memory[DAE_AUTO_HOLD] = fmin(fmax(DAE_AUTO_LEAST_HOLD, s->counters->steps), most);
	}
}

LA_FUNCTION void dae_auto_answer(const struct dae_step *s, double *memory)
{
	const int other = (int)memory[DAE_AUTO_OTHER];
	const double gain = dae_auto_value(memory) / memory[DAE_AUTO_OTHER_MEAN];
	if (dae_auto_is_explicit(memory[DAE_AUTO_CHOICE]) && dae_auto_is_explicit(other)) {
		dae_auto_settle_pair(gain, memory);
	} else {
		dae_auto_settle(s, gain, memory);
	}
	if (gain <= 1) {
		dae_auto_take(s->system, other == DAE_AUTO_BDF ? DAE_AUTO_RADAU : other, DAE_AUTO_CHEAPER, memory);
		memory[DAE_AUTO_MEAN] = memory[DAE_AUTO_OTHER_MEAN] / dae_auto_worth[(int)memory[DAE_AUTO_CHOICE]];
		memory[DAE_AUTO_ALARMS] = 0;
	}
	memory[DAE_AUTO_OTHER_MEAN] = 0;
}

/* the other explicit method; radau where the border of stability is near, or nobody disturbs the
 * motion */
static int dae_auto_rival(const double *memory)
{
	const int other = memory[DAE_AUTO_CHOICE] == DAE_AUTO_DOP853 ? DAE_AUTO_DOPRI5 : DAE_AUTO_DOP853;
	const int stable = dae_explicit_load(memory + DAE_AUTO_HEAD) <= DAE_AUTO_NEAR;
	const int alarmed = memory[DAE_AUTO_ALARMS] == DAE_AUTO_MOST_ALARMS;
	const int holds = memory[DAE_AUTO_PAIR_HOLD] > 0 || dae_auto_is_undisturbed(memory);
	return alarmed && stable && !holds ? other : DAE_AUTO_RADAU;
}

static void dae_auto_leave_explicit(const struct dae_step *s, double *memory)
{
	const int asks = memory[DAE_AUTO_ALARMS] == DAE_AUTO_MOST_ALARMS || memory[DAE_AUTO_AGE] >= DAE_AUTO_UNASKED;
	if (dae_auto_is_forced(s, memory)) {
		const int first = memory[DAE_AUTO_WHY] == DAE_AUTO_BEGUN && !dae_auto_needs_radau(s);
		memory[DAE_AUTO_OTHER_MEAN] = 0;
		memory[DAE_AUTO_EXPLICIT] = DAE_AUTO_DOPRI5;
		dae_auto_take(s->system, first ? DAE_AUTO_BDF : DAE_AUTO_RADAU, DAE_AUTO_FORCED, memory);
	} else if (memory[DAE_AUTO_CHOICE] == DAE_AUTO_DOPRI5 && dae_auto_is_undisturbed(memory) &&
	           !dae_auto_finds_its_step(memory)) {
		const int begun = memory[DAE_AUTO_WHY] == DAE_AUTO_BEGUN;
		memory[DAE_AUTO_OTHER_MEAN] = 0;
		dae_auto_take(s->system, DAE_AUTO_DOP853, begun ? DAE_AUTO_BEGUN : DAE_AUTO_UNDISTURBED, memory);
	} else if (asks && !dae_auto_is_comparing(memory) && dae_auto_can_compare(s, memory)) {
		const int rival = dae_auto_rival(memory);
		if (rival != DAE_AUTO_RADAU || memory[DAE_AUTO_HOLD] == 0) {
			dae_auto_compare(s, rival, DAE_AUTO_COMPARED, memory);
		}
	}
}

static int dae_auto_explicit(const double *memory)
{
	return dae_auto_is_undisturbed(memory) ? DAE_AUTO_DOP853 : (int)memory[DAE_AUTO_EXPLICIT];
}

static int dae_auto_tries_explicit(const struct dae_step *s, const double *memory)
{
	return !dae_auto_is_forced(s, memory) && (memory[DAE_AUTO_IMPLICIT] == 0 || memory[DAE_AUTO_HOLD] == 0) &&
	       dae_auto_can_compare(s, memory);
}

static void dae_auto_leave_radau(const struct dae_step *s, double *memory)
{
	if (dae_auto_is_comparing(memory)) {
		return;
	}
	if (dae_auto_tries_explicit(s, memory)) {
		dae_auto_compare(s, dae_auto_explicit(memory), DAE_AUTO_COMPARED, memory);
	} else if (memory[DAE_AUTO_AGE] >= memory[DAE_AUTO_PATIENCE] && s->options->fixed_step == 0) {
		dae_auto_compare(s, DAE_AUTO_BDF, DAE_AUTO_UNDISTURBED, memory);
	}
}

/* Whether steps of radau would cost less. Where bdf made them from the start on its order tells:
 * that falls with the steps. */
static int dae_auto_is_too_short(const double *memory)
{
	return memory[DAE_AUTO_OTHER_MEAN] > 0 ? dae_auto_value(memory) < memory[DAE_AUTO_OTHER_MEAN]
	                                       : memory[DAE_AUTO_HEAD + DAE_BDF_ORDER] <= DAE_AUTO_LOW_ORDER;
}

static void dae_auto_leave_bdf(const struct dae_step *s, double *memory)
{
	const int begins = memory[DAE_AUTO_AGE] < DAE_AUTO_BEGINNING;
	if (!begins && dae_auto_tries_explicit(s, memory)) {
		dae_auto_compare(s, dae_auto_explicit(memory), DAE_AUTO_COMPARED, memory);
	} else if (!begins && dae_auto_is_too_short(memory)) {
		memory[DAE_AUTO_PATIENCE] = fmin(DAE_AUTO_MORE_PATIENCE * memory[DAE_AUTO_PATIENCE], DAE_AUTO_MOST_PATIENCE);
		memory[DAE_AUTO_OTHER_MEAN] = 0;
		dae_auto_take(s->system, DAE_AUTO_RADAU, DAE_AUTO_TOO_SHORT, memory);
	}
}

/* whether the steps of a comparison are enough: the more, the less it is clear */
static int dae_auto_is_decided(const double *memory)
{
	const double age = memory[DAE_AUTO_AGE], gain = dae_auto_value(memory) / memory[DAE_AUTO_OTHER_MEAN];
	return (age >= DAE_AUTO_SHORT_COMPARISON && gain < DAE_AUTO_HOPELESS) ||
	       (age >= DAE_AUTO_COMPARISON && (dae_auto_is_steady(memory) || gain < DAE_AUTO_WORSE)) ||
	       age >= DAE_AUTO_MOST_COMPARISON;
}

LA_FUNCTION void dae_auto_choose(const struct dae_step *s, double *memory)
{
	static void (*const leave[DAE_AUTO_CHOICES])(const struct dae_step *s, double *memory) = {
		[DAE_AUTO_DOP853] = dae_auto_leave_explicit,
		[DAE_AUTO_DOPRI5] = dae_auto_leave_explicit,
		[DAE_AUTO_RADAU] = dae_auto_leave_radau,
		[DAE_AUTO_BDF] = dae_auto_leave_bdf,
	};
	if (dae_auto_is_comparing(memory) && dae_auto_is_decided(memory)) {
		dae_auto_answer(s, memory);
	}
	leave[(int)memory[DAE_AUTO_CHOICE]](s, memory);
}
