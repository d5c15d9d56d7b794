/* One trial of a step: how it is made, and what is measured of it. dae_rules.c decides what
 * follows.
 *
 * dae_control.c calls dae_trial_make for each size of step that it tries. The method makes the step
 * into the scratch of the driver. Then the trial is measured, in this order: whether it left the
 * motion, the error of the motion (dae_error.h), the energy balance, and what rounding near a
 * singular position may have done to its end.
 */
#ifndef DAE_TRIAL_H
#define DAE_TRIAL_H

#include "dae_energy.h"
#include "dae_step.h"

struct dae_driver;

static const double DAE_TRIAL_HARMLESS = 0.1; /* part of the tolerance */
static const double DAE_TRIAL_ENERGY = 0.01;  /* part of the tolerance that the energy balance may be off */

/* what a step came to */
struct dae_trial {
	double h;
	int status;      /* enum dae_status */
	double error;    /* in units of what is allowed for its length */
	double harm;     /* as a part of the tolerance, whatever its length */
	double end_harm; /* what rounding near a singular position may have done to its end, as a part of the tolerance */
	double part;     /* of the step, after which to end it for an event; 1: it passes none, or ends just after one */
	int worst;       /* velocity with the largest error; -1: the energy balance */
	int order, complete; /* exponent with which the error falls, whether it is all known */
	int is_singular, is_unconverged;
	int is_hidden;       /* whether rounding near a singular position hides more than the tolerance, */
	int is_end_harmed;   /* has changed the energy balance, */
	int is_end_in_doubt; /* or may have, so that another end of the step is to be looked for */
	double rate, growth; /* of the motion, in sizes a second; most that the next step may grow */
	struct dae_exchange exchange;
};

/* a step of size h, which leaves its end in the driver's scratch. lands: the end of the step is
 * asked for, no other one will do */
LA_FUNCTION struct dae_trial dae_trial_make(struct dae_driver *d, const struct dae_options *options, double h,
                                            int lands, struct dae_failure *failure);

/* event functions at the end of a trial of size h */
LA_FUNCTION const struct dae_event *dae_trial_events(struct dae_driver *d, double h);

#endif
