/* The method that chooses among others for each step (dae_auto_choice.c): what it remembers of
 * their steps. */
#include <math.h>
#include <string.h>

#include "dae_auto_parts.h"
#include "dae_error.h"
#include "dae_explicit.h"

static const char *const dae_auto_reasons[DAE_AUTO_REASONS] = {
	[DAE_AUTO_BEGUN] = "it begins",
	[DAE_AUTO_RESTARTED] = "an event, or an input that jumped",
	[DAE_AUTO_UNDISTURBED] = "the motion went on undisturbed",
	[DAE_AUTO_TOO_SHORT] = "the steps of bdf were too short",
	[DAE_AUTO_COMPARED] = "to see whether its steps cost less",
	[DAE_AUTO_CHEAPER] = "its steps cost less",
	[DAE_AUTO_FORCED] = "fixed steps, redundant constraints or the formulation ask for it",
};

enum {
	DAE_AUTO_SPENT = 2, /* of the patience with each start that leaves bdf at work */
	/* steps that a mean is taken over: of dop853 and radau with those after several starts */
	DAE_AUTO_WINDOW = 64,
	DAE_AUTO_BDF_WINDOW = 16
};

/* error of a first step; of a step of dop853 that could be twice as long, and of one of dopri5 that
 * could not be much longer */
static const double DAE_AUTO_EASY = 1e-5;
static const double DAE_AUTO_TOO_GOOD = 1e-3;
static const double DAE_AUTO_EXHAUSTED = 0.2;
/* steps over the one before */
static const double DAE_AUTO_LONGER = 1.5;
static const double DAE_AUTO_MUCH_LONGER = 1.99;
static const double DAE_AUTO_SHORTER = 0.5;

static const struct dae_method *const dae_auto_methods[DAE_AUTO_CHOICES] = {
	[DAE_AUTO_DOP853] = &dae_dop853,
	[DAE_AUTO_DOPRI5] = &dae_dopri5,
	[DAE_AUTO_RADAU] = &dae_radau,
	[DAE_AUTO_BDF] = &dae_bdf,
};

LA_FUNCTION const struct dae_method *dae_auto_method(const double *memory)
{
	return dae_auto_methods[(int)memory[DAE_AUTO_CHOICE]];
}

enum dae_auto_need { DAE_AUTO_MEMORY, DAE_AUTO_WORK };

static size_t dae_auto_largest(const struct dae_system *system, enum dae_auto_need need)
{
	size_t largest = 0;
	for (int i = 0; i < DAE_AUTO_CHOICES; i++) {
		const struct dae_method *m = dae_auto_methods[i];
		const size_t size = need == DAE_AUTO_WORK ? m->work(system) : m->memory(system);
		largest = size > largest ? size : largest;
	}
	return largest;
}

static size_t dae_auto_memory(const struct dae_system *system)
{
	return DAE_AUTO_HEAD + dae_auto_largest(system, DAE_AUTO_MEMORY);
}

/* that of the method at work first, so that its quadrature finds it; then memory to begin with */
static size_t dae_auto_work(const struct dae_system *system)
{
	return dae_auto_largest(system, DAE_AUTO_WORK) + dae_auto_memory(system);
}

static int dae_auto_valid(const double *memory)
{
	return dae_counters_is_count(memory[DAE_AUTO_CHOICE], DAE_AUTO_CHOICES - 1) &&
	       dae_counters_is_count(memory[DAE_AUTO_OTHER], DAE_AUTO_CHOICES - 1) &&
	       dae_auto_is_explicit(memory[DAE_AUTO_EXPLICIT]) &&
	       dae_counters_is_count(memory[DAE_AUTO_PAIR_HOLD], DAE_AUTO_MOST_PAIR_HOLD) &&
	       dae_counters_is_count(memory[DAE_AUTO_FREE], DAE_AUTO_FIRST_PATIENCE) &&
	       dae_counters_is_count(memory[DAE_AUTO_WHY], DAE_AUTO_REASONS - 1) &&
	       dae_counters_is_count(memory[DAE_AUTO_AGE], DAE_MOST_STEPS) &&
	       dae_counters_is_count(memory[DAE_AUTO_PATIENCE], DAE_AUTO_MOST_PATIENCE) && memory[DAE_AUTO_STEP] >= 0 &&
	       dae_counters_is_count(memory[DAE_AUTO_STEADY], DAE_AUTO_IS_STEADY) && memory[DAE_AUTO_MEAN] >= 0 &&
	       memory[DAE_AUTO_OTHER_MEAN] >= 0 && dae_counters_is_count(memory[DAE_AUTO_TRIED], DAE_MOST_STEPS) &&
	       dae_counters_is_count(memory[DAE_AUTO_IMPLICIT], 1) &&
	       dae_counters_is_count(memory[DAE_AUTO_ALARMS], DAE_AUTO_MOST_ALARMS) &&
	       dae_counters_is_count(memory[DAE_AUTO_HOLD], DAE_AUTO_MOST_HOLD) &&
	       dae_counters_is_count(memory[DAE_AUTO_LAST_HOLD], DAE_AUTO_MOST_HOLD) &&
	       dae_auto_method(memory)->valid(memory + DAE_AUTO_HEAD);
}

static void dae_auto_start(const struct dae_system *system, double *memory)
{
	const int begins = memory[DAE_AUTO_PATIENCE] == 0;
	if (begins) {
		memset(memory, 0, dae_auto_memory(system) * sizeof *memory);
	}
	const int compares = dae_auto_is_comparing(memory);
	const int choice = begins ? DAE_AUTO_DOPRI5 : (int)memory[DAE_AUTO_CHOICE];
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

/* a step that is near the border of stability; or one of dop853 that could be longer, one of dopri5
 * that could not */
static double dae_auto_alarms(const struct dae_step *s, const double *memory1)
{
	const double load = dae_explicit_load(memory1 + DAE_AUTO_HEAD), error = dae_error_size(s, s->error);
	const int unfit =
		memory1[DAE_AUTO_CHOICE] == DAE_AUTO_DOP853 ? error < DAE_AUTO_TOO_GOOD : error > DAE_AUTO_EXHAUSTED;
	const int tells = memory1[DAE_AUTO_STEADY] > 0 && !s->result.is_singular;
	const int change = load > 1 ? DAE_AUTO_MOST_ALARMS / 2 : load > DAE_AUTO_NEAR || (tells && unfit) ? 1 : -1;
	return fmax(0, fmin(memory1[DAE_AUTO_ALARMS] + change, DAE_AUTO_MOST_ALARMS));
}

/* what the method at work has no use for is zero: states that go on alike are alike */
static void dae_auto_remember(const struct dae_step *s, const double *memory, double *memory1)
{
	const size_t used = DAE_AUTO_HEAD + dae_auto_method(memory)->memory(s->system);
	const double change = s->h / memory[DAE_AUTO_STEP];
	const int easy = change > DAE_AUTO_MUCH_LONGER && dae_error_size(s, s->error) < DAE_AUTO_EASY;
	const double age = dae_auto_finds_its_step(memory) && easy ? 0 : memory[DAE_AUTO_AGE];
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
	memory1[DAE_AUTO_HOLD] = fmax(0, memory[DAE_AUTO_HOLD] - 1);
	memory1[DAE_AUTO_PAIR_HOLD] = fmax(0, memory[DAE_AUTO_PAIR_HOLD] - 1);
	memory1[DAE_AUTO_FREE] = fmin(memory[DAE_AUTO_FREE] + 1, DAE_AUTO_FIRST_PATIENCE);
	if (dae_auto_is_explicit(memory[DAE_AUTO_CHOICE])) {
		memory1[DAE_AUTO_ALARMS] = dae_auto_alarms(s, memory1);
	}
}

static int dae_auto_make(struct dae_step *s, const double *memory)
{
	const struct dae_method *method = dae_auto_method(memory);
	struct dae_step own = *s;
	own.memory = memory + DAE_AUTO_HEAD;
	own.memory1 = s->memory1 + DAE_AUTO_HEAD;
	own.method = method;
	dae_method_begin(&own);
	const int status = method->step(&own);
	s->result = own.result;
	if (!status) {
		dae_auto_remember(s, memory, s->memory1);
	}
	return status;
}

/* Whether radau is to make a step of an explicit method again: it was unstable, and has too large
 * an error. What would have been stable is known, and compared with: that saves the tries with
 * shorter steps. */
static int dae_auto_retreats(const struct dae_step *s, double *memory)
{
	const double load = dae_explicit_load(s->memory1 + DAE_AUTO_HEAD);
	if (!dae_auto_is_explicit(memory[DAE_AUTO_CHOICE]) || load <= 1 || dae_error_size(s, s->error) <= 1) {
		return 0;
	}
	memory[DAE_AUTO_MEAN] = s->h / load;
	if (dae_auto_is_comparing(memory)) {
		dae_auto_answer(s, memory);
	} else if (memory[DAE_AUTO_HOLD] == 0) {
		dae_auto_compare(s, DAE_AUTO_RADAU, DAE_AUTO_COMPARED, memory);
	}
	return memory[DAE_AUTO_CHOICE] == DAE_AUTO_RADAU;
}

static int dae_auto_step(struct dae_step *s)
{
	double *memory = s->scratch.work + dae_auto_largest(s->system, DAE_AUTO_WORK);
	memcpy(memory, s->memory, dae_auto_memory(s->system) * sizeof *memory);
	dae_auto_choose(s, memory);
	int status = dae_auto_make(s, memory);
	if (!status && dae_auto_retreats(s, memory)) {
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
	.use = 1,
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
