/* Gaps that open and close: contacts and stops, whose forces begin where a gap becomes negative.
 *
 * The two changes are events (dae_event.h). An element keeps one number of memory for each gap, 1
 * while it is closed and 0 while it is open, so that the event to come is the other change. Forces
 * follow from the gap alone.
 */
#ifndef MECH_GAP_H
#define MECH_GAP_H

#include "dae_event.h"
#include "mech_model.h"

struct mech_gap {
	double width, rate, acceleration; /* negative width: closed */
	double size;                      /* of a large motion: the mechanism's length, or 1 rad */
};

/* what the number of memory is where a gap is not known from before */
LA_FUNCTION double mech_gap_closed(const struct mech_gap *gap);

/* the next change of a gap, and its number of memory after an accepted step */
LA_FUNCTION struct dae_event mech_gap_event(const struct mech_gap *gap, double closed);
LA_FUNCTION double mech_gap_remember(const struct mech_gap *gap, double closed);

/* what is wrong with n such numbers that come from outside; NULL: nothing */
LA_FUNCTION const char *mech_gap_refusal(const double *closed, int n);

#endif
