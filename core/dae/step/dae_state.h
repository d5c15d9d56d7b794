/* The state block of a driver: a row of numbers without pointers, and names for its parts.
 *
 * It holds everything that influences the next result: time and step sizes, counters, energies, the
 * point, the scales that errors are compared with, and the memory of the method. Copying it saves
 * and restores the integration exactly.
 */
#ifndef DAE_STATE_H
#define DAE_STATE_H

#include "dae_method.h"

struct dae_driver;

/* names for the parts of the state block */
struct dae_state {
	double *t, *h;   /* time reached, step to try next (0: find one) */
	double *last;    /* size of the last step */
	double *started; /* 0: the next step is the first after a discontinuity */
	struct dae_counters *counters;
	struct dae_step_rank *rank;
	struct dae_work *work; /* energies turned into heat and brought in */
	double *q, *v, *a, *lambda;
	double *velocity_scale, *acceleration_scale, *acceleration_rounding;
	double *memory;
};

/* what a method needs, or the most that any of the table does */
struct dae_state_needs {
	size_t memory, work;
	int kkts;
};

LA_FUNCTION struct dae_state_needs dae_state_needs(const struct dae_system *system, const struct dae_method *method);

/* numbers (double) in the state block; method NULL: enough for any of dae_methods */
LA_FUNCTION size_t dae_state_size(const struct dae_system *system, const struct dae_method *method);

/* names for the parts of a block */
LA_FUNCTION struct dae_state dae_state_split(const struct dae_system *system, double *block);

/* the present point */
LA_FUNCTION struct dae_point dae_state_point(const struct dae_driver *d);

/* what of a block that came from outside is impossible, or NULL: then it can be integrated with
 * `method`, and whatever it says, no call runs out of a table. `block` is as large as the driver's
 * own. */
LA_FUNCTION const char *dae_state_refusal(const struct dae_driver *d, const struct dae_method *method,
                                          const double *block);

#endif
