#include "dae_give_up.h"

#include "dae_driver_parts.h"
#include "dae_probe.h"

/* Distance up to which the message names a singular position, and the part of its size by which the
 * mechanism is moved to see whether two motions touch there: a run may end some way before. */
static const double DAE_GIVE_UP_DISTANCE = 1e-2;
static const double DAE_GIVE_UP_MOVE = 1e-2;

LA_FUNCTION void dae_give_up(struct dae_driver *d, const struct dae_options *options, struct dae_failure *failure)
{
	failure->row = failure->row < 0 ? dae_kkt_weakest_row(d->kkt) : failure->row;
	if (failure->reason == DAE_ERROR_TOO_LARGE) {
		failure->reason = DAE_STEP_TOO_SMALL;
	}
	failure->is_near =
		dae_probe_distance(d, dae_state_point(d), options, 0, DAE_GIVE_UP_DISTANCE) < DAE_GIVE_UP_DISTANCE;
	/* there numbers overflow because the solution has left the motion */
	if (failure->is_near && failure->reason == DAE_NOT_FINITE) {
		failure->reason = DAE_RAN_AWAY;
	}
	if (dae_probe_touches(d, options, DAE_GIVE_UP_MOVE)) {
		*failure = (struct dae_failure){.reason = DAE_TOUCHING, .row = dae_kkt_weakest_row(d->kkt), .t = *d->state.t};
	}
}
