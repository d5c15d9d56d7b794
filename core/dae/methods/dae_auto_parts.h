/* Inside the method that chooses: its memory, which dae_auto.c keeps, and the choice, which
 * dae_auto_choice.c makes. */
#ifndef DAE_AUTO_PARTS_H
#define DAE_AUTO_PARTS_H

#include "dae_method_table.h"

/* What is listed here, then the memory of the method at work. All of it is part of the state, so
 * that a restored run makes the same choices. The answer is remembered when the motion starts
 * afresh. */
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
	DAE_AUTO_HOLD,       /* steps for which the answer holds */
	DAE_AUTO_LAST_HOLD,  /* as many as they were for implicit methods */
	DAE_AUTO_OTHER,      /* the method at work before, while they are compared */
	DAE_AUTO_EXPLICIT,   /* the explicit method that costs less in motion that is disturbed */
	DAE_AUTO_PAIR_HOLD,  /* steps for which that holds */
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

/* limits that counts in the memory keep to, and steps that count as steady */
enum {
	DAE_AUTO_FIRST_PATIENCE = 20, /* in steps of radau */
	DAE_AUTO_BEGINNING = 60,      /* steps in which bdf finds its order and step */
	DAE_AUTO_MOST_ALARMS = 6,
	DAE_AUTO_IS_STEADY = 3,
	DAE_AUTO_MOST_HOLD = 10000,
	DAE_AUTO_MOST_PAIR_HOLD = 200 /* of dop853 and dopri5 */
};
static const double DAE_AUTO_MOST_PATIENCE = 1e6;

/* part of the border of stability from which on a step is near it */
static const double DAE_AUTO_NEAR = 0.5;

static inline int dae_auto_is_explicit(double choice)
{
	return choice == DAE_AUTO_DOP853 || choice == DAE_AUTO_DOPRI5;
}

/* the one at work */
LA_FUNCTION const struct dae_method *dae_auto_method(const double *memory);

/* from now on another one is */
LA_FUNCTION void dae_auto_take(const struct dae_system *system, int choice, int why, double *memory);

/* any pair but bdf with radau */
LA_FUNCTION int dae_auto_is_comparing(const double *memory);

/* the first steps of all, each as much longer as it may be, until one that was as long again would
 * show an error */
LA_FUNCTION int dae_auto_finds_its_step(const double *memory);

/* another method takes over, and is compared with the one at work */
LA_FUNCTION void dae_auto_compare(const struct dae_step *s, int choice, int why, double *memory);

/* the one at work has made its steps of a comparison */
LA_FUNCTION void dae_auto_answer(const struct dae_step *s, double *memory);

/* another method, where there is a reason to leave that at work */
LA_FUNCTION void dae_auto_choose(const struct dae_step *s, double *memory);

#endif
