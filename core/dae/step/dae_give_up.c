#include "dae_give_up.h"

#include "dae_driver_parts.h"
#include "dae_fit.h"
#include "dae_probe.h"

/* distance to a singular position at which a run that cannot go on is said to lock, and how far around it is looked for motions
 * that touch: such a run may end some way before */
static const double DAE_GIVE_UP_DISTANCE = 1e-2;
static const double DAE_GIVE_UP_MOVE = 1e-2;

LA_FUNCTION void dae_give_up(struct dae_driver *d, const struct dae_options *options, struct dae_failure *failure)
{
	failure->row = failure->row < 0 ? dae_kkt_weakest_row(d->kkt) : failure->row;
	if (failure->reason == DAE_ERROR_TOO_LARGE) {
		failure->reason = DAE_STEP_TOO_SMALL;
	}
	if (dae_probe_distance(d, dae_state_point(d), options, 0, DAE_GIVE_UP_DISTANCE) < DAE_GIVE_UP_DISTANCE) {
		failure->reason = DAE_LOCKED;
	}
	if (dae_probe_touches(d, options, DAE_GIVE_UP_MOVE)) {
		*failure = (struct dae_failure){DAE_TOUCHING, dae_kkt_weakest_row(d->kkt), *d->state.t};
	}
}
