#include "dae_counters.h"

#include <math.h>
#include <stddef.h>

LA_FUNCTION int dae_counters_is_count(double number, double most)
{
	return number >= 0 && number <= most && number == floor(number);
}

LA_FUNCTION const char *dae_counters_refusal(const struct dae_counters *c, const struct dae_system *system)
{
	if (!dae_counters_is_count(c->unresolved_worst + 1, system->n_v)) {
		return "the place of the first unresolved step";
	}
	if (!dae_counters_is_count(c->steps, DAE_MOST_STEPS) || !dae_counters_is_count(c->rejected, DAE_MOST_STEPS) ||
	    !dae_counters_is_count(c->iterations, DAE_MOST_STEPS) ||
	    !dae_counters_is_count(c->factorizations, DAE_MOST_STEPS) || !dae_counters_is_count(c->regularized, c->steps) ||
	    !dae_counters_is_count(c->unresolved, c->steps) || !dae_counters_is_count(c->unconverged, c->steps)) {
		return "a count of steps";
	}
	return c->nearest >= 0 ? NULL : "the least distance to a singular position";
}
