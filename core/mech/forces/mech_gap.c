/* Gaps that open and close; see mech_gap.h. */
#include "mech_gap.h"

#include <stddef.h>

LA_FUNCTION double mech_gap_closed(const struct mech_gap *gap)
{
	return gap->width < 0.0 ? 1.0 : 0.0;
}

LA_FUNCTION struct dae_event mech_gap_event(const struct mech_gap *gap, double closed)
{
	const double factor = (closed != 0.0 ? -1.0 : 1.0) / gap->size;
	return (struct dae_event){factor * gap->width, factor * gap->rate, factor * gap->acceleration};
}

LA_FUNCTION double mech_gap_remember(const struct mech_gap *gap, double closed)
{
	const struct dae_event event = mech_gap_event(gap, closed);
	return dae_event_passed(&event) ? mech_gap_closed(gap) : closed;
}

LA_FUNCTION const char *mech_gap_refusal(const double *closed, int n)
{
	const char *refusal = NULL;
	for (int k = 0; k < n; k++) {
		refusal = closed[k] == 0.0 || closed[k] == 1.0 ? refusal : "whether it is closed";
	}
	return refusal;
}
