/* The method that chooses: `dop853` or `dopri5` where their steps cost least, else `radau` after starts that soon follow each other, and `bdf` where
 * the motion goes on undisturbed.
 *
 * All of them reach what the tolerance promises. A step of dop853 costs as much as 1.9 of dopri5, 1.6 of radau or 4.4 of bdf, and is the longer
 * the tighter the tolerance: a quarter as many steps as with radau at 1e-5. It begins anew at no cost, after an event or an input that
 * jumped. Where rows are redundant it costs twice that, and is worth it at the tightest tolerances alone: bdf makes all steps of motion that
 * nobody disturbs there, and dopri5 is compared with in motion that is.
 *
 * Inputs that change at communication points may leave it nothing to gain: after several steps that were far too good dopri5 makes
 * a few steps beside it, and goes on if they cost less for the time they take; the other way round when errors limit its steps, and once
 * nobody disturbs the motion any more.
 *
 * Stiff forces limit the steps of an explicit method to those that are stable. When several steps were near the border of stability,
 * or far too good in motion that nobody disturbs, or nobody has asked for a while, radau makes a few steps beside it. If they cost
 * less, the implicit methods go on; after a while the explicit one makes a few steps beside them. That they cost less holds for the more steps
 * the clearer it is, and for four times as many as the last time; that an explicit method does, for as many as there were, 400 at most.
 *
 * At the same tolerance a step of bdf costs a third of one of radau, and it takes 1.3 to 3 times as many; but it begins with a history of one
 * point, in small steps of low order, which costs as much as a dozen steps of radau. So after a start radau makes the steps. When it
 * has made `patience` of them in a row bdf takes over; at worst the run then costs twice what the better choice would have (as one who
 * rents skis until the rent has cost a pair). An input that changes at every communication point leaves radau at work; where bdf had many
 * steps to make since the last start, it begins at once after the next one, a few times before radau is asked again.
 *
 * Formulas of bdf above order 2 are unstable for vibrations with little damping that a step does not resolve. Then their order and step
 * fall. Where the steps of bdf have become so much shorter than those of radau were that they cost more, radau goes on, and
 * has four times the patience before the next attempt. With a fixed step there is nothing to gain, and radau makes all of them.
 *
 * Memory: what is listed below, then that of the method at work. All of it is part of the state, so that a restored run makes the same choices. The
 * answer is remembered when the motion starts afresh.
 */
#include <math.h>
#include <string.h>

#include "dae_bdf_history.h"
#include "dae_explicit.h"
#include "dae_method_table.h"

enum {
	DAE_AUTO_CHOICE,
	DAE_AUTO_WHY,
	DAE_AUTO_AGE,
	DAE_AUTO_PATIENCE,   /* 0: there was no step yet */
	DAE_AUTO_STEP,       /* the last */
	DAE_AUTO_STEADY,     /* steps since one that was much longer or shorter than the one before */
	DAE_AUTO_MEAN,       /* step of the method at work, over the tries of its last steps */
	DAE_AUTO_OTHER_MEAN, /* and that of the one before it, times its worth, while they are compared; else 0 */
	DAE_AUTO_TRIED,      /* tries of all steps before the last */
	DAE_AUTO_IMPLICIT,   /* the answer: 1: implicit methods cost less */
	DAE_AUTO_ALARMS,     /* steps of an explicit method that another one might make better, less the others */
	DAE_AUTO_REST,       /* steps for which the answer holds */
	DAE_AUTO_LAST_REST,  /* as many as they were for implicit methods */
	DAE_AUTO_OTHER,      /* the method at work before, while they are compared */
	DAE_AUTO_EXPLICIT,   /* the explicit method that costs less in motion that is disturbed */
	DAE_AUTO_PAIR_REST,  /* steps for which that holds */
	DAE_AUTO_FREE,       /* steps since a start, of those that bdf waits for */
	DAE_AUTO_HEAD
};

enum { DAE_AUTO_DOP853, DAE_AUTO_DOPRI5, DAE_AUTO_RADAU, DAE_AUTO_BDF, DAE_AUTO_CHOICES };

enum {
	DAE_AUTO_BEGUN,
	DAE_AUTO_RESTARTED,
	DAE_AUTO_UNDISTURBED,
	DAE_AUTO_TOO_SHORT,
	DAE_AUTO_COMPARED,
	DAE_AUTO_CHEAPER,
	DAE_AUTO_FORCED,
	DAE_AUTO_REASONS
};

static const char *const dae_auto_reasons[DAE_AUTO_REASONS] = {
	[DAE_AUTO_BEGUN] = "it begins",
	[DAE_AUTO_RESTARTED] = "an event, or an input that jumped",
	[DAE_AUTO_UNDISTURBED] = "the motion went on undisturbed",
	[DAE_AUTO_TOO_SHORT] = "the steps of bdf were too short",
	[DAE_AUTO_COMPARED] = "to see whether its steps cost less",
	[DAE_AUTO_CHEAPER] = "its steps cost less",
	[DAE_AUTO_FORCED] = "fixed steps, redundant constraints or the formulation ask for it",
};

/* a step of dop853 costs as much as so many of each */
static const double dae_auto_worth[DAE_AUTO_CHOICES] = {1, 1.9, 1.6, 4.4};

enum {
	DAE_AUTO_FIRST_PATIENCE = 20, /* in steps of radau */
	DAE_AUTO_MORE_PATIENCE = 4,
	DAE_AUTO_SPENT = 2,      /* of it with each start that leaves bdf at work */
	DAE_AUTO_LOW_ORDER = 2,  /* of bdf, with steps that are too short */
	DAE_AUTO_BEGINNING = 60, /* steps in which bdf finds its order and step */
	/* steps that a mean is taken over: of dop853 and radau with those after several starts */
	DAE_AUTO_WINDOW = 64,
	DAE_AUTO_BDF_WINDOW = 16,
	DAE_AUTO_MOST_ALARMS = 6,
	DAE_AUTO_UNASKED = 100, /* steps of an explicit method before a comparison */
	DAE_AUTO_IS_STEADY = 3,
	DAE_AUTO_SHORT_COMPARISON = 4, /* steps of the other method, more while they are not steady or it is not clear */
	DAE_AUTO_COMPARISON = 8,
	DAE_AUTO_MOST_COMPARISON = 30,
	DAE_AUTO_LEAST_REST = 40,
	DAE_AUTO_FIRST_REST = 200,
	DAE_AUTO_MORE_REST = 4,
	DAE_AUTO_MOST_REST = 10000,
	DAE_AUTO_MOST_EXPLICIT_REST = 400,
	DAE_AUTO_MOST_PAIR_REST = 200 /* of dop853 and dopri5 */
};

static const double DAE_AUTO_MOST_PATIENCE = 1e6;

/* part of the border of stability from which on a step is near it */
static const double DAE_AUTO_NEAR = 0.5;
/* error of a step of dop853 that could be twice as long, and of one of dopri5 that could not be much longer */
static const double DAE_AUTO_TOO_GOOD = 1e-3;
static const double DAE_AUTO_EXHAUSTED = 0.2;
/* value of a method's steps beside that of the other's with which few of them are enough, and with which they need not be steady */
static const double DAE_AUTO_HOPELESS = 0.4;
static const double DAE_AUTO_WORSE = 0.7;
/* steps over the one before */
static const double DAE_AUTO_LONGER = 1.5;
static const double DAE_AUTO_MUCH_LONGER = 1.99;
static const double DAE_AUTO_SHORTER = 0.5;

/* tolerance from which on dop853 costs less than bdf where rows are redundant */
static const double DAE_AUTO_TIGHT = 2e-7;

static const struct dae_method *const dae_auto_methods[DAE_AUTO_CHOICES] = {
	[DAE_AUTO_DOP853] = &dae_dop853,
	[DAE_AUTO_DOPRI5] = &dae_dopri5,
	[DAE_AUTO_RADAU] = &dae_radau,
	[DAE_AUTO_BDF] = &dae_bdf,
};

static const struct dae_method *dae_auto_method(const double *memory)
{
	return dae_auto_methods[(int)memory[DAE_AUTO_CHOICE]];
}

static size_t dae_auto_memory(const struct dae_system *system)
{
	size_t largest = 0;
	for (int i = 0; i < DAE_AUTO_CHOICES; i++) {
		const size_t size = dae_auto_methods[i]->memory(system);
		largest = size > largest ? size : largest;
	}
	return DAE_AUTO_HEAD + largest;
}

/* that of the method at work first, so that its quadrature finds it; then memory to begin with */
static size_t dae_auto_own_work(const struct dae_system *system)
{
	size_t largest = 0;
	for (int i = 0; i < DAE_AUTO_CHOICES; i++) {
		const size_t size = dae_auto_methods[i]->work(system);
		largest = size > largest ? size : largest;
	}
	return largest;
}

static size_t dae_auto_work(const struct dae_system *system)
{
	return dae_auto_own_work(system) + dae_auto_memory(system);
}

static int dae_auto_is_explicit(double choice)
{
	return choice == DAE_AUTO_DOP853 || choice == DAE_AUTO_DOPRI5;
}

static int dae_auto_valid(const double *memory)
{
	return dae_is_count(memory[DAE_AUTO_CHOICE], DAE_AUTO_CHOICES - 1) &&
	       dae_is_count(memory[DAE_AUTO_OTHER], DAE_AUTO_CHOICES - 1) &&
	       dae_auto_is_explicit(memory[DAE_AUTO_EXPLICIT]) &&
	       dae_is_count(memory[DAE_AUTO_PAIR_REST], DAE_AUTO_MOST_PAIR_REST) &&
	       dae_is_count(memory[DAE_AUTO_FREE], DAE_AUTO_FIRST_PATIENCE) &&
	       dae_is_count(memory[DAE_AUTO_WHY], DAE_AUTO_REASONS - 1) &&
	       dae_is_count(memory[DAE_AUTO_AGE], DAE_MOST_STEPS) &&
	       dae_is_count(memory[DAE_AUTO_PATIENCE], DAE_AUTO_MOST_PATIENCE) && memory[DAE_AUTO_STEP] >= 0 &&
	       dae_is_count(memory[DAE_AUTO_STEADY], DAE_AUTO_IS_STEADY) && memory[DAE_AUTO_MEAN] >= 0 &&
	       memory[DAE_AUTO_OTHER_MEAN] >= 0 && dae_is_count(memory[DAE_AUTO_TRIED], DAE_MOST_STEPS) &&
	       dae_is_count(memory[DAE_AUTO_IMPLICIT], 1) && dae_is_count(memory[DAE_AUTO_ALARMS], DAE_AUTO_MOST_ALARMS) &&
	       dae_is_count(memory[DAE_AUTO_REST], DAE_AUTO_MOST_REST) &&
	       dae_is_count(memory[DAE_AUTO_LAST_REST], DAE_AUTO_MOST_REST) &&
	       dae_auto_method(memory)->valid(memory + DAE_AUTO_HEAD);
}

/* ---- the choice ---- */

static void dae_auto_take(const struct dae_system *system, int choice, int why, double *memory)
{
	memory[DAE_AUTO_CHOICE] = choice;
	memory[DAE_AUTO_WHY] = why;
	memory[DAE_AUTO_AGE] = 0;
	dae_auto_method(memory)->start(system, memory + DAE_AUTO_HEAD);
}

/* any pair but bdf with radau */
static int dae_auto_is_comparing(const double *memory)
{
	return memory[DAE_AUTO_CHOICE] != DAE_AUTO_BDF && memory[DAE_AUTO_OTHER_MEAN] > 0;
}

static void dae_auto_start(const struct dae_system *system, double *memory)
{
	const int begins = memory[DAE_AUTO_PATIENCE] == 0;
	if (begins) {
		memset(memory, 0, dae_auto_memory(system) * sizeof *memory);
	}
	const int compares = dae_auto_is_comparing(memory);
	const int choice = (int)memory[DAE_AUTO_CHOICE];
	const int explicit = dae_auto_is_explicit(choice);
	const double age = memory[DAE_AUTO_AGE];
	const int enough = memory[DAE_AUTO_WHY] == DAE_AUTO_RESTARTED ? DAE_AUTO_BEGINNING : DAE_AUTO_FIRST_PATIENCE;
	const double patience = fmin(memory[DAE_AUTO_PATIENCE], DAE_AUTO_FIRST_PATIENCE) - DAE_AUTO_SPENT;
	const int stays = choice == DAE_AUTO_BDF && age >= enough && patience > 0;
	dae_auto_take(system, explicit || stays ? choice : DAE_AUTO_RADAU, begins ? DAE_AUTO_BEGUN : DAE_AUTO_RESTARTED,
	              memory);
	memory[DAE_AUTO_PATIENCE] = stays ? patience : DAE_AUTO_FIRST_PATIENCE;
	memory[DAE_AUTO_FREE] = begins ? DAE_AUTO_FIRST_PATIENCE : 0;
	memory[DAE_AUTO_AGE] = compares || explicit ? age : 0;
	memory[DAE_AUTO_OTHER_MEAN] = compares ? memory[DAE_AUTO_OTHER_MEAN] : 0;
}

static int dae_auto_is_steady(const double *memory)
{
	return memory[DAE_AUTO_STEADY] >= DAE_AUTO_IS_STEADY;
}

/* beside a singular position steps follow its noise, and tell nothing of what they cost elsewhere */
static int dae_auto_can_compare(const struct dae_step *s, const double *memory)
{
	return dae_auto_is_steady(memory) && s->counters->distance >= 1;
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
	const int redundant = s->counters->redundant > 0 && s->options->tolerance > DAE_AUTO_TIGHT;
	return dae_auto_needs_radau(s) || (redundant && dae_auto_is_undisturbed(memory));
}

/* mean step of the method at work over its cost */
static double dae_auto_value(const double *memory)
{
	return dae_auto_worth[(int)memory[DAE_AUTO_CHOICE]] * memory[DAE_AUTO_MEAN];
}

/* another method takes over, and is compared with the one at work */
static void dae_auto_compare(const struct dae_step *s, int choice, int why, double *memory)
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
	memory[DAE_AUTO_PAIR_REST] = gain > DAE_AUTO_WORSE ? DAE_AUTO_LEAST_REST : DAE_AUTO_MOST_PAIR_REST;
}

/* of an explicit and an implicit one; an explicit one that was not better the last time is asked again soon */
static void dae_auto_settle(const struct dae_step *s, double gain, double *memory)
{
	const int was_implicit = memory[DAE_AUTO_IMPLICIT] != 0;
	memory[DAE_AUTO_IMPLICIT] = (gain > 1) != dae_auto_is_explicit(memory[DAE_AUTO_CHOICE]);
	if (memory[DAE_AUTO_IMPLICIT] != 0) {
		const double clearer = DAE_AUTO_FIRST_REST * fmax(gain, 1 / gain);
		const double longer = DAE_AUTO_MORE_REST * memory[DAE_AUTO_LAST_REST];
		memory[DAE_AUTO_REST] = floor(fmin(fmax(clearer, longer), DAE_AUTO_MOST_REST));
		memory[DAE_AUTO_LAST_REST] = memory[DAE_AUTO_REST];
	} else {
		const double most = was_implicit ? DAE_AUTO_LEAST_REST : DAE_AUTO_MOST_EXPLICIT_REST;
		memory[DAE_AUTO_REST] = fmin(fmax(DAE_AUTO_LEAST_REST, s->counters->steps), most);
	}
}

/* the one at work has made its steps */
static void dae_auto_answer(const struct dae_step *s, double *memory)
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

/* the other explicit method; radau where the border of stability is near, or nobody disturbs the motion */
static int dae_auto_rival(const double *memory)
{
	const int other = memory[DAE_AUTO_CHOICE] == DAE_AUTO_DOP853 ? DAE_AUTO_DOPRI5 : DAE_AUTO_DOP853;
	const int stable = dae_explicit_load(memory + DAE_AUTO_HEAD) <= DAE_AUTO_NEAR;
	const int alarmed = memory[DAE_AUTO_ALARMS] == DAE_AUTO_MOST_ALARMS;
	const int rests = memory[DAE_AUTO_PAIR_REST] > 0 || dae_auto_is_undisturbed(memory);
	return alarmed && stable && !rests ? other : DAE_AUTO_RADAU;
}

static void dae_auto_leave_explicit(const struct dae_step *s, double *memory)
{
	const int asks = memory[DAE_AUTO_ALARMS] == DAE_AUTO_MOST_ALARMS || memory[DAE_AUTO_AGE] >= DAE_AUTO_UNASKED;
	if (dae_auto_is_forced(s, memory)) {
		const int first = memory[DAE_AUTO_WHY] == DAE_AUTO_BEGUN && !dae_auto_needs_radau(s);
		memory[DAE_AUTO_OTHER_MEAN] = 0;
		memory[DAE_AUTO_EXPLICIT] = DAE_AUTO_DOPRI5;
		dae_auto_take(s->system, first ? DAE_AUTO_BDF : DAE_AUTO_RADAU, DAE_AUTO_FORCED, memory);
	} else if (memory[DAE_AUTO_CHOICE] == DAE_AUTO_DOPRI5 && dae_auto_is_undisturbed(memory)) {
		memory[DAE_AUTO_OTHER_MEAN] = 0;
		dae_auto_take(s->system, DAE_AUTO_DOP853, DAE_AUTO_UNDISTURBED, memory);
	} else if (asks && !dae_auto_is_comparing(memory) && dae_auto_can_compare(s, memory)) {
		const int rival = dae_auto_rival(memory);
		if (rival != DAE_AUTO_RADAU || memory[DAE_AUTO_REST] == 0) {
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
	return !dae_auto_is_forced(s, memory) && (memory[DAE_AUTO_IMPLICIT] == 0 || memory[DAE_AUTO_REST] == 0) &&
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

/* Whether steps of radau would cost less. Where bdf made them from the start on its order tells: that falls with the steps. */
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

/* another method, where there is a reason to leave that at work */
static void dae_auto_choose(const struct dae_step *s, double *memory)
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

/* a step that is near the border of stability; or one of dop853 that could be longer, one of dopri5 that could not */
static double dae_auto_alarms(const struct dae_step *s, const double *memory1)
{
	const double load = dae_explicit_load(memory1 + DAE_AUTO_HEAD), error = dae_step_error(s, s->error);
	const int unfit =
		memory1[DAE_AUTO_CHOICE] == DAE_AUTO_DOP853 ? error < DAE_AUTO_TOO_GOOD : error > DAE_AUTO_EXHAUSTED;
	const int tells = memory1[DAE_AUTO_STEADY] > 0 && !s->is_singular;
	const int change = load > 1 ? DAE_AUTO_MOST_ALARMS / 2 : load > DAE_AUTO_NEAR || (tells && unfit) ? 1 : -1;
	return fmax(0, fmin(memory1[DAE_AUTO_ALARMS] + change, DAE_AUTO_MOST_ALARMS));
}

/* what the method at work has no use for is zero: states that go on alike are alike */
static void dae_auto_remember(const struct dae_step *s, const double *memory, double *memory1)
{
	const size_t used = DAE_AUTO_HEAD + dae_auto_method(memory)->memory(s->system);
	const double change = s->h / memory[DAE_AUTO_STEP];
	/* the first steps of all, each as much longer as it may be, tell nothing */
	const int finds_its_step = memory[DAE_AUTO_WHY] == DAE_AUTO_BEGUN && change > DAE_AUTO_MUCH_LONGER;
	const double age = finds_its_step ? 0 : memory[DAE_AUTO_AGE];
	const double tried = s->counters->steps + s->counters->rejected;
	const int steady = change < DAE_AUTO_LONGER && change > DAE_AUTO_SHORTER;
	const double count = steady ? fmin(memory[DAE_AUTO_STEADY] + 1, DAE_AUTO_IS_STEADY) : 0;
	const int window = memory[DAE_AUTO_CHOICE] == DAE_AUTO_BDF ? DAE_AUTO_BDF_WINDOW : DAE_AUTO_WINDOW;
	const double weight = 1 / (1 + fmin(age, window - 1));
	memcpy(memory1, memory, DAE_AUTO_HEAD * sizeof *memory1);
	memset(memory1 + used, 0, (dae_auto_memory(s->system) - used) * sizeof *memory1);
	memory1[DAE_AUTO_AGE] = age + 1;
	memory1[DAE_AUTO_STEP] = s->h;
	memory1[DAE_AUTO_STEADY] = count;
	memory1[DAE_AUTO_MEAN] += weight * (s->h / fmax(1, tried - memory[DAE_AUTO_TRIED]) - memory[DAE_AUTO_MEAN]);
	memory1[DAE_AUTO_TRIED] = tried;
	memory1[DAE_AUTO_REST] = fmax(0, memory[DAE_AUTO_REST] - 1);
	memory1[DAE_AUTO_PAIR_REST] = fmax(0, memory[DAE_AUTO_PAIR_REST] - 1);
	memory1[DAE_AUTO_FREE] = fmin(memory[DAE_AUTO_FREE] + 1, DAE_AUTO_FIRST_PATIENCE);
	if (dae_auto_is_explicit(memory[DAE_AUTO_CHOICE])) {
		memory1[DAE_AUTO_ALARMS] = dae_auto_alarms(s, memory1);
	}
}

static int dae_auto_make(struct dae_step *s, const double *memory)
{
	const struct dae_method *method = dae_auto_method(memory);
	const double *memory0 = s->memory;
	double *memory1 = s->memory1;
	s->memory = memory + DAE_AUTO_HEAD;
	s->memory1 = memory1 + DAE_AUTO_HEAD;
	s->order = method->order;
	s->quadrature = method->quadrature;
	const int status = method->step(s);
	s->memory = memory0;
	s->memory1 = memory1;
	if (!status) {
		dae_auto_remember(s, memory, memory1);
	}
	return status;
}

/* Whether radau is to make a step of an explicit method again: it was unstable, and has too large an error. What would have been stable is known, and
 * compared with: that saves the tries with shorter steps. */
static int dae_auto_retreats(const struct dae_step *s, double *memory)
{
	const double load = dae_explicit_load(s->memory1 + DAE_AUTO_HEAD);
	if (!dae_auto_is_explicit(memory[DAE_AUTO_CHOICE]) || load <= 1 || dae_step_error(s, s->error) <= 1) {
		return 0;
	}
	memory[DAE_AUTO_MEAN] = s->h / load;
	if (dae_auto_is_comparing(memory)) {
		dae_auto_answer(s, memory);
	} else if (memory[DAE_AUTO_REST] == 0) {
		dae_auto_compare(s, DAE_AUTO_RADAU, DAE_AUTO_COMPARED, memory);
	}
	return memory[DAE_AUTO_CHOICE] == DAE_AUTO_RADAU;
}

static int dae_auto_step(struct dae_step *s)
{
	const struct dae_step begun = *s;
	double *memory = s->work + dae_auto_own_work(s->system);
	memcpy(memory, s->memory, dae_auto_memory(s->system) * sizeof *memory);
	dae_auto_choose(s, memory);
	int status = dae_auto_make(s, memory);
	if (!status && dae_auto_retreats(s, memory)) {
		*s = begun;
		status = dae_auto_make(s, memory);
	}
	return status;
}

static void dae_auto_scale(const struct dae_system *system, double factor, double *memory)
{
	const struct dae_method *method = dae_auto_method(memory);
	if (method->scale) {
		method->scale(system, factor, memory + DAE_AUTO_HEAD);
	}
}

static const struct dae_method *dae_auto_at_work(const double *memory, const char **why)
{
	*why = dae_auto_reasons[(int)memory[DAE_AUTO_WHY]];
	return dae_auto_method(memory);
}

LA_TABLE const struct dae_method dae_auto = {
	.name = "auto",
	.order = 5,
	.formulations = DAE_ANY_FORMULATION,
	.text = "dop853, dopri5 where not stiff, else radau, bdf in free motion",
	.paper = "Hairer, Wanner 1996; Bottasso, Bauchau, Cardona 2007",
	.n_kkts = 3,
	.memory = dae_auto_memory,
	.valid = dae_auto_valid,
	.work = dae_auto_work,
	.start = dae_auto_start,
	.step = dae_auto_step,
	.scale = dae_auto_scale,
	.real_time = &dae_generalized_alpha,
	.at_work = dae_auto_at_work,
};
