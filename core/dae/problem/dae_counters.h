/* Counters of an integration: part of the state block. */
#ifndef DAE_COUNTERS_H
#define DAE_COUNTERS_H

#include <float.h>

#include "dae_system.h"

/* Work counted since the start. Nothing in the solver depends on it but its limits. */
struct dae_counters {
	double steps, rejected, iterations, factorizations;
	double regularized; /* accepted steps in near-singular positions */
	double nearest;     /* least distance to a singular position at the ends of steps since its user has set it to 1 */
	double unconverged; /* steps of real time that their corrections did not solve to the tolerance */
	double unconverged_time; /* at which the first of them ended */
	double unresolved;       /* steps accepted above their tolerance, because no smaller one had a smaller error */
	double unresolved_time;  /* of the first of them: when, */
	double unresolved_worst; /* and the velocity with the largest error; -1: the energy balance */
};

/* whether a number is a count, 0 .. most: numbers of a state block may come from outside */
LA_FUNCTION int dae_counters_is_count(double number, double most);
static const double DAE_MOST_STEPS = 1 / DBL_EPSILON; /* beyond it a double counts no more */

/* what of counters that came from outside is impossible, or NULL: those that lead into tables, and
 * those that users see */
LA_FUNCTION const char *dae_counters_refusal(const struct dae_counters *c, const struct dae_system *system);

#endif
