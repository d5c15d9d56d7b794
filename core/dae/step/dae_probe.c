#include "dae_probe.h"

#include <float.h>
#include <math.h>

#include "dae_driver_parts.h"
#include "dae_fit.h"

/* part of the mechanism's size that it moves: a singular position is left by as much, and redundant
 * rows are off by its square */
static const double DAE_PROBE_MOVE = 1e-4;

/* the time in which the mechanism moves by a part of its size; 0: it does not move */
static double dae_probe_time(const struct dae_system *system, const struct dae_point *p, double part)
{
	double velocity = 0;
	double acceleration = 0;
	const int moving = dae_system_moving(system);
	for (int i = 0; i < moving; i++) {
		velocity = fmax(velocity, fabs(p->v[i]) / system->motion_size[i]);
		acceleration = fmax(acceleration, fabs(p->a[i]) / system->motion_size[i]);
	}
	const double time = fmin(part / velocity, sqrt(2 * part / acceleration));
	return time < HUGE_VAL ? time : 0;
}

/* rank of [M G^T; G 0] a time later, or before, with the velocities and accelerations of a point;
 * 0: there is none */
static int dae_probe_rank(struct dae_driver *d, struct dae_point p, const struct dae_kkt_options *options, double time,
                          double permanent, struct dae_kkt_rank *rank)
{
	const struct dae_system *system = d->system;
	struct dae_failure failure;
	for (int i = 0; i < system->n_v; i++) {
		d->right[i] = time * (p.v[i] + time / 2 * p.a[i]);
	}
	system->retract(system->context, p.q, d->right, d->q1);
	p.q = d->q1;
	p.t += time;
	const int status = dae_fit_factor(d->kkt, options, permanent, &p, d->lambda1, &failure);
	*rank = dae_kkt_last_rank(d->kkt);
	return status == DAE_DONE;
}

LA_FUNCTION double dae_probe_distance(struct dae_driver *d, struct dae_point p, const struct dae_options *options,
                                      double time, double most)
{
	struct dae_kkt_options seen = options->kkt;
	struct dae_kkt_rank rank;
	seen.threshold = fmax(seen.threshold, most * most);
	const int known = dae_probe_rank(d, p, &seen, time, d->state.rank->permanent, &rank);
	return known ? rank.distance : 1;
}

LA_FUNCTION int dae_probe_permanent(struct dae_driver *d, const struct dae_options *options)
{
	const struct dae_point p = dae_state_point(d);
	const double time = dae_probe_time(d->system, &p, DAE_PROBE_MOVE);
	const int redundant = dae_kkt_last_rank(d->kkt).redundant;
	struct dae_kkt_rank later;
	const int known = redundant > 0 && time > 0 && dae_probe_rank(d, p, &options->kkt, time, redundant, &later);
	return known ? later.redundant : redundant;
}

/* Whether a position is singular still, or again, after a move by that part of the size: where
 * motions cross, the distance goes with the way, where they touch with its square, so 3/2 lies
 * between. What counts is the way of what the singular direction holds: a loop at rest in a
 * singular position of its own tells nothing, however far the others move. */
static int dae_probe_stays_singular(struct dae_driver *d, struct dae_point p, const struct dae_options *options,
                                    double time, double move)
{
	const double most = pow(move, 1.5);
	const double distance = dae_probe_distance(d, p, options, time, most);
	return fmax(distance, sqrt(DBL_EPSILON)) < fmin(most, pow(dae_kkt_engaged(d->kkt, d->right), 1.5));
}

LA_FUNCTION int dae_probe_touches(struct dae_driver *d, const struct dae_options *options, double move)
{
	struct dae_failure failure;
	struct dae_point p = dae_state_point(d);
	/* those of the last step may be of any size where no other is possible */
	if (dae_answer_accelerations(d, options, d->a1, d->lambda1, &failure)) {
		return 0;
	}
	p.a = d->a1;
	const double time = dae_probe_time(d->system, &p, move);
	return time > 0 && dae_probe_stays_singular(d, p, options, time, move) &&
	       dae_probe_stays_singular(d, p, options, -time, move);
}
