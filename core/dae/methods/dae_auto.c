/* The method that chooses: `radau` after every start, `bdf` where the motion goes on undisturbed.
 *
 * Both reach what the tolerance promises. At the same tolerance a step of bdf costs a third of one of radau, and it takes 1.3 to 3 times as many;
 * but it begins with a history of one point, in small steps of low order, which costs as much as a dozen steps of radau.
 * So after a start (initialization, an event, an input that jumped) radau makes the steps. When it has made `patience` of them in
 * a row bdf takes over; at worst the run then costs twice what the better choice would have (as one who rents skis until the rent has
 * cost a pair). An input that changes at every communication point leaves radau at work.
 *
 * Formulas of bdf above order 2 are unstable for vibrations with little damping that a step does not resolve. Then their order and step
 * fall. Where the steps of bdf have become so much shorter than those of radau were that they cost more, radau goes on, and
 * has four times the patience before the next attempt. With a fixed step there is nothing to gain, and radau stays.
 *
 * Memory: which method is at work, the steps it has made, the patience, the mean of its last steps and of the last steps of radau; then its
 * own memory. All of it is part of the state, so that a restored run makes the same choices.
 */
#include <math.h>
#include <string.h>

#include "dae_method_table.h"

enum {
	DAE_AUTO_CHOICE,
	DAE_AUTO_AGE,
	DAE_AUTO_PATIENCE,
	DAE_AUTO_MEAN,       /* step of the method at work, over its last steps */
	DAE_AUTO_RADAU_MEAN, /* and that of radau when bdf took over */
	DAE_AUTO_HEAD
};

enum { DAE_AUTO_RADAU, DAE_AUTO_BDF, DAE_AUTO_CHOICES };

enum {
	DAE_AUTO_FIRST_PATIENCE = 20,
	DAE_AUTO_MORE_PATIENCE = 4,
	DAE_AUTO_BEGINNING = 60, /* steps in which bdf finds its order and step */
	DAE_AUTO_MEMORY = 16     /* steps that a mean is taken over */
};

/* a step of radau costs as much as so many of bdf */
static const double DAE_AUTO_COST = 2.7;

static const double DAE_AUTO_MOST_PATIENCE = 1e6;

static const struct dae_method *dae_auto_method(const double *memory)
{
	return memory[DAE_AUTO_CHOICE] == DAE_AUTO_BDF ? &dae_bdf : &dae_radau;
}

static size_t dae_auto_largest(size_t a, size_t b)
{
	return a > b ? a : b;
}

static size_t dae_auto_own_memory(const struct dae_system *system)
{
	return dae_auto_largest(dae_radau.memory(system), dae_bdf.memory(system));
}

static size_t dae_auto_memory(const struct dae_system *system)
{
	return DAE_AUTO_HEAD + dae_auto_own_memory(system);
}

/* that of the method at work first, so that its quadrature finds it; then memory to begin with */
static size_t dae_auto_own_work(const struct dae_system *system)
{
	return dae_auto_largest(dae_radau.work(system), dae_bdf.work(system));
}

static size_t dae_auto_work(const struct dae_system *system)
{
	return dae_auto_own_work(system) + dae_auto_memory(system);
}

static void dae_auto_start(const struct dae_system *system, double *memory)
{
	memset(memory, 0, dae_auto_memory(system) * sizeof *memory);
	memory[DAE_AUTO_PATIENCE] = DAE_AUTO_FIRST_PATIENCE;
	dae_radau.start(system, memory + DAE_AUTO_HEAD);
}

static int dae_auto_valid(const double *memory)
{
	return dae_is_count(memory[DAE_AUTO_CHOICE], DAE_AUTO_CHOICES - 1) &&
	       dae_is_count(memory[DAE_AUTO_AGE], DAE_MOST_STEPS) &&
	       dae_is_count(memory[DAE_AUTO_PATIENCE], DAE_AUTO_MOST_PATIENCE) && memory[DAE_AUTO_MEAN] >= 0 &&
	       memory[DAE_AUTO_RADAU_MEAN] >= 0 && dae_auto_method(memory)->valid(memory + DAE_AUTO_HEAD);
}

/* ---- the choice ---- */

static void dae_auto_take(const struct dae_system *system, int choice, double *memory)
{
	memory[DAE_AUTO_CHOICE] = choice;
	memory[DAE_AUTO_AGE] = 0;
	dae_auto_method(memory)->start(system, memory + DAE_AUTO_HEAD);
}

static int dae_auto_is_patient(const double *memory)
{
	const int bdf = memory[DAE_AUTO_CHOICE] == DAE_AUTO_BDF;
	if (bdf && memory[DAE_AUTO_AGE] >= DAE_AUTO_BEGINNING) {
		return DAE_AUTO_COST * memory[DAE_AUTO_MEAN] >= memory[DAE_AUTO_RADAU_MEAN];
	}
	return bdf || memory[DAE_AUTO_AGE] < memory[DAE_AUTO_PATIENCE];
}

/* memory of another method that begins here */
static void dae_auto_change(const struct dae_system *system, const double *memory, double *other)
{
	memcpy(other, memory, DAE_AUTO_HEAD * sizeof *other);
	if (memory[DAE_AUTO_CHOICE] == DAE_AUTO_BDF) {
		other[DAE_AUTO_PATIENCE] = fmin(DAE_AUTO_MORE_PATIENCE * memory[DAE_AUTO_PATIENCE], DAE_AUTO_MOST_PATIENCE);
		dae_auto_take(system, DAE_AUTO_RADAU, other);
	} else {
		other[DAE_AUTO_RADAU_MEAN] = memory[DAE_AUTO_MEAN];
		dae_auto_take(system, DAE_AUTO_BDF, other);
	}
}

/* what the method at work has no use for is zero: states that go on alike are alike */
static void dae_auto_remember(const struct dae_step *s, const double *memory, double *memory1)
{
	const size_t used = DAE_AUTO_HEAD + dae_auto_method(memory)->memory(s->system);
	const double age = memory[DAE_AUTO_AGE];
	const double weight = 1 / (1 + fmin(age, DAE_AUTO_MEMORY - 1));
	memcpy(memory1, memory, DAE_AUTO_HEAD * sizeof *memory1);
	memset(memory1 + used, 0, (dae_auto_memory(s->system) - used) * sizeof *memory1);
	memory1[DAE_AUTO_AGE] = age + 1;
	memory1[DAE_AUTO_MEAN] += weight * (s->h - memory[DAE_AUTO_MEAN]);
}

static int dae_auto_step(struct dae_step *s)
{
	const double *memory = s->memory;
	double *memory1 = s->memory1;
	double *begun = s->work + dae_auto_own_work(s->system);
	if (s->options->fixed_step == 0 && !dae_auto_is_patient(memory)) {
		dae_auto_change(s->system, memory, begun);
		memory = begun;
	}
	const struct dae_method *method = dae_auto_method(memory);
	s->memory = memory + DAE_AUTO_HEAD;
	s->memory1 = memory1 + DAE_AUTO_HEAD;
	s->order = method->order;
	s->quadrature = method->quadrature;
	const int status = method->step(s);
	s->memory1 = memory1;
	if (!status) {
		dae_auto_remember(s, memory, memory1);
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
	const int again = memory[DAE_AUTO_PATIENCE] > DAE_AUTO_FIRST_PATIENCE;
	*why = memory[DAE_AUTO_CHOICE] == DAE_AUTO_BDF ? "the motion went on undisturbed"
	       : again                                 ? "the steps of bdf were too short"
	                                               : "an event, or an input that jumped";
	return dae_auto_method(memory);
}

LA_TABLE const struct dae_method dae_auto = {
	.name = "auto",
	.order = 5,
	.formulations = DAE_ANY_FORMULATION,
	.text = "radau after each start, bdf where the motion goes on undisturbed",
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
