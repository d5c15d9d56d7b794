/* What fits the present point of a driver: velocities within the constraints, accelerations and multipliers, how these
 * change, and what is left open. All solve with one matrix, [M G^T; G 0].
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "dae_driver_parts.h"
#include "dae_stage.h"

/* refinements of what is solved for once, and of what dense output is made of: two take 3 % more instructions of a run on two four-bars */
enum { DAE_REFINED_WELL = 2, DAE_REFINED = 1 };

LA_FUNCTION struct dae_point dae_driver_point(const struct dae_driver *d)
{
	const struct dae_state *s = &d->state;
	return (struct dae_point){.t = *s->t, .q = s->q, .v = s->v, .a = s->a, .lambda = s->lambda};
}

LA_FUNCTION int dae_driver_factor(struct dae_driver *d, const struct dae_options *options, struct dae_failure *failure)
{
	const struct dae_system *system = d->system;
	struct dae_point p = dae_driver_point(d);
	*failure = (struct dae_failure){.reason = DAE_NOT_FINITE, .row = -1, .t = p.t};
	if (dae_kkt_evaluate(d->kkt, &p)) {
		return DAE_FAILED;
	}
	int unknown = dae_kkt_factor(d->kkt, &options->kkt, 0);
	if (unknown > 0) {
		*failure = (struct dae_failure){DAE_MATRIX_SINGULAR, unknown - 1 - system->n_v, p.t};
		return DAE_FAILED;
	}
	return DAE_DONE;
}

/* d->right[n_v ...] holds what is open or moves; d->right becomes the shortest motion that closes or stops it */
static void dae_consistency_answer(struct dae_driver *d)
{
	const int n = d->system->n_v;
	memset(d->right, 0, (size_t)n * sizeof *d->right);
	for (int i = 0; i < d->system->n_g; i++) {
		d->right[n + i] = -d->right[n + i];
	}
	dae_kkt_solve(d->kkt, 1, d->right);
}

LA_FUNCTION int dae_driver_project_velocity(struct dae_driver *d, const struct dae_options *options,
                                            struct dae_failure *failure)
{
	const struct dae_system *system = d->system;
	struct dae_point p = dae_driver_point(d);
	double *speed = d->right + system->n_v;
	if (dae_driver_factor(d, options, failure) || dae_point_constraints(system, d->kkt, &p, NULL, speed)) {
		return DAE_FAILED;
	}
	memset(d->right, 0, (size_t)system->n_v * sizeof *d->right);
	for (int i = 0; i < system->n_g; i++) {
		speed[i] = -speed[i];
	}
	dae_kkt_solve_refined(d->kkt, DAE_REFINED_WELL, d->right);
	for (int i = 0; i < system->n_v; i++) {
		d->state.v[i] += d->right[i];
	}
	return DAE_DONE;
}

/* part of the mechanism's size that it moves: a singular position is left by as much, and redundant rows are off by its square */
static const double DAE_LASTING_MOVE = 1e-4;

/* the time in which the mechanism moves by a part of its size; 0: it does not move */
static double dae_consistency_move(const struct dae_system *system, const struct dae_point *p, double part)
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

/* rank of [M G^T; G 0] a time later, or before, with the velocities and accelerations of a point; 0: there is none */
static int dae_consistency_rank_later(struct dae_driver *d, struct dae_point p, const struct dae_kkt_options *options,
                                      double time, int lasting, struct dae_kkt_rank *rank)
{
	const struct dae_system *system = d->system;
	struct dae_kkt_options there = *options;
	double *open = d->lambda1;
	for (int i = 0; i < system->n_v; i++) {
		d->right[i] = time * (p.v[i] + time / 2 * p.a[i]);
	}
	system->retract(system->context, p.q, d->right, d->q1);
	p.q = d->q1;
	p.t += time;
	if (dae_kkt_evaluate(d->kkt, &p) || system->constraint(system->context, &p, open)) {
		return 0;
	}
	there.lasting = lasting;
	there.off = dae_point_off(system, open);
	const int unknown = dae_kkt_factor(d->kkt, &there, 0);
	*rank = dae_kkt_rank(d->kkt);
	return unknown == 0;
}

/* distance to a singular position a time later, if it is below `most`; else 1. The motion up to there is left in `right`. */
static double dae_consistency_distance(struct dae_driver *d, struct dae_point p, const struct dae_options *options,
                                       double time, double most)
{
	struct dae_kkt_options seen = options->kkt;
	struct dae_kkt_rank rank;
	seen.threshold = fmax(seen.threshold, most * most);
	const int known = dae_consistency_rank_later(d, p, &seen, time, (int)d->state.counters->redundant, &rank);
	return known ? rank.distance : 1;
}

LA_FUNCTION int dae_driver_lasting(struct dae_driver *d, const struct dae_options *options)
{
	const struct dae_point p = dae_driver_point(d);
	const double time = dae_consistency_move(d->system, &p, DAE_LASTING_MOVE);
	const int redundant = dae_kkt_rank(d->kkt).redundant;
	struct dae_kkt_rank later;
	const int known =
		redundant > 0 && time > 0 && dae_consistency_rank_later(d, p, &options->kkt, time, redundant, &later);
	return known ? later.redundant : redundant;
}

/* Whether a position is singular still, or again, after a move by that part of the size: where motions cross, the distance goes with
 * the way, where they touch with its square, so 3/2 lies between. What counts is the way of what the singular direction holds: a
 * loop at rest in a singular position of its own tells nothing, however far the others move. */
static int dae_consistency_stays_singular(struct dae_driver *d, struct dae_point p, const struct dae_options *options,
                                          double time, double move)
{
	const double most = pow(move, 1.5);
	const double distance = dae_consistency_distance(d, p, options, time, most);
	return fmax(distance, sqrt(DBL_EPSILON)) < fmin(most, pow(dae_kkt_engaged(d->kkt, d->right), 1.5));
}

LA_FUNCTION int dae_driver_touches(struct dae_driver *d, const struct dae_options *options, double move)
{
	struct dae_failure failure;
	struct dae_point p = dae_driver_point(d);
	/* those of the last step may be of any size where no other is possible */
	if (dae_driver_accelerations(d, options, d->a1, d->lambda1, &failure)) {
		return 0;
	}
	p.a = d->a1;
	const double time = dae_consistency_move(d->system, &p, move);
	return time > 0 && dae_consistency_stays_singular(d, p, options, time, move) &&
	       dae_consistency_stays_singular(d, p, options, -time, move);
}

/* distance to a singular position at which a run that cannot go on is said to lock, and how far around it is looked for motions
 * that touch: such a run may end some way before */
static const double DAE_FAILURE_DISTANCE = 1e-2;
static const double DAE_FAILURE_MOVE = 1e-2;

LA_FUNCTION void dae_driver_give_up(struct dae_driver *d, const struct dae_options *options,
                                    struct dae_failure *failure)
{
	failure->row = failure->row < 0 ? dae_kkt_weakest_row(d->kkt) : failure->row;
	if (failure->reason == DAE_ERROR_TOO_LARGE) {
		failure->reason = DAE_STEP_TOO_SMALL;
	}
	if (dae_consistency_distance(d, dae_driver_point(d), options, 0, DAE_FAILURE_DISTANCE) < DAE_FAILURE_DISTANCE) {
		failure->reason = DAE_LOCKED;
	}
	if (dae_driver_touches(d, options, DAE_FAILURE_MOVE)) {
		*failure = (struct dae_failure){DAE_TOUCHING, dae_kkt_weakest_row(d->kkt), *d->state.t};
	}
}

/* opening, in sizes, and part of the energies exchanged that the balance is off, from which on a step makes no sense */
static const double DAE_SANE_OPENING = 1e-3;
static const double DAE_SANE_BALANCE = 0.5;

LA_FUNCTION int dae_driver_is_sane(struct dae_driver *d, const struct dae_point *end, const struct dae_exchange *x)
{
	const struct dae_system *system = d->system;
	const double harm = system->energy ? dae_work_harm(d->state.work, x) : 0;
	return system->constraint(system->context, end, d->right) == DAE_DONE &&
	       dae_point_off(system, d->right) <= DAE_SANE_OPENING && harm <= DAE_SANE_BALANCE;
}

/* one right-hand side with the matrix just factored */
static int dae_consistency_solve(struct dae_driver *d, int refinements, double *right)
{
	dae_kkt_solve_refined(d->kkt, refinements, right);
	for (int i = 0; i < d->system->n_v + d->system->n_g; i++) {
		if (!isfinite(right[i])) {
			return DAE_FAILED;
		}
	}
	return DAE_DONE;
}

/* with the matrix just factored */
static int dae_consistency_accelerations(struct dae_driver *d, const struct dae_point *p, int refinements, double *a,
                                         double *lambda)
{
	const struct dae_system *system = d->system;
	int n = system->n_v;
	if (system->force(system->context, p, d->right) || system->constraint_bias(system->context, p, d->right + n)) {
		return DAE_FAILED;
	}
	for (int i = 0; i < system->n_g; i++) {
		d->right[n + i] = -d->right[n + i];
	}
	if (dae_consistency_solve(d, refinements, d->right)) {
		return DAE_FAILED;
	}
	memcpy(a, d->right, (size_t)n * sizeof *a);
	memcpy(lambda, d->right + n, (size_t)system->n_g * sizeof *lambda);
	return DAE_DONE;
}

/* ---- the start of a motion ---- */

/* part of the roundings of all terms of a row that their sum may be off */
static const double DAE_CLOSED = 0.05;
enum { DAE_MOST_CLOSING = 40 };

/* roundings from which on a point that was closed needs a matrix of its own */
static const double DAE_CLOSED_FAR = 1e3;

/* What is open of the present point, where of_v is 0, or moves, into d->right after the velocities, less what rounding explains along near-singular
 * directions. Returns the largest as a part of the rounding of its row. */
static double dae_consistency_opening(struct dae_driver *d, int of_v)
{
	const struct dae_system *system = d->system;
	const struct dae_point p = dae_driver_point(d);
	double *open = d->right + system->n_v;
	double largest = 0, rate = 0;
	const int moving = dae_system_moving(system);
	for (int i = 0; i < moving; i++) {
		rate = fmax(rate, fabs(p.v[i]) / system->motion_size[i]);
	}
	if (dae_point_constraints(system, d->kkt, &p, of_v ? NULL : open, of_v ? open : NULL)) {
		return HUGE_VAL;
	}
	const struct dae_rates rates = {rate, 0, DAE_CLOSED, NULL};
	const struct dae_bound bound = {of_v ? rate : 1, 0};
	dae_deflate(d->kkt, of_v ? DAE_VELOCITIES : DAE_POSITIONS, rates, 1, open);
	for (int i = 0; i < system->n_g; i++) {
		const double part = open[i] == 0 ? 0 : fabs(open[i]) / dae_bound_of(d->kkt, bound, i);
		largest = isnan(part) ? HUGE_VAL : fmax(largest, part);
	}
	return largest;
}

/* one level of the present point; returns how far it was open, in roundings */
static double dae_consistency_close_level(struct dae_driver *d, int of_v)
{
	const struct dae_system *system = d->system;
	double *x = of_v ? d->state.v : d->state.q, *before = of_v ? d->v1 : d->q1;
	const size_t size = (size_t)(of_v ? system->n_v : system->n_q) * sizeof *x;
	const double first = dae_consistency_opening(d, of_v);
	double open = first, last = HUGE_VAL;
	for (int k = 0; k < DAE_MOST_CLOSING && open > DAE_CLOSED && open < last; k++) {
		memcpy(before, x, size);
		dae_consistency_answer(d);
		if (of_v) {
			for (int i = 0; i < system->n_v; i++) {
				x[i] += d->right[i];
			}
		} else {
			system->retract(system->context, x, d->right, x);
		}
		last = open;
		open = dae_consistency_opening(d, of_v);
	}
	/* the last move made it no better */
	if (open > DAE_CLOSED && !(open < last)) {
		memcpy(x, before, size);
	}
	return first;
}

static int dae_consistency_close_point(struct dae_driver *d, const struct dae_options *options,
                                       struct dae_failure *failure)
{
	const struct dae_point p = dae_driver_point(d);
	int status = dae_driver_factor(d, options, failure);
	if (status || d->method->is_loose || d->system->n_g == 0) {
		return status;
	}
	dae_rounding_set(d->kkt, &p);
	if (options->formulation != DAE_INDEX2) {
		const double open = dae_consistency_close_level(d, 0);
		status = open > DAE_CLOSED_FAR ? dae_driver_factor(d, options, failure) : DAE_DONE;
	}
	if (!status && options->formulation != DAE_INDEX3) {
		(void)dae_consistency_close_level(d, 1);
	}
	return status;
}

LA_FUNCTION int dae_driver_accelerations(struct dae_driver *d, const struct dae_options *options, double *a,
                                         double *lambda, struct dae_failure *failure)
{
	const struct dae_point p = dae_driver_point(d);
	return dae_driver_factor(d, options, failure) ? DAE_FAILED
	                                              : dae_consistency_accelerations(d, &p, DAE_REFINED_WELL, a, lambda);
}

LA_FUNCTION int dae_driver_begin_motion(struct dae_driver *d, const struct dae_options *options,
                                        struct dae_failure *failure)
{
	if (dae_consistency_close_point(d, options, failure)) {
		return DAE_FAILED;
	}
	const struct dae_point p = dae_driver_point(d);
	return dae_consistency_accelerations(d, &p, DAE_REFINED_WELL, d->state.a, d->state.lambda);
}

/* factors at a point beside the constraints: rows that are redundant on them stay so (dae_kkt.h) */
static int dae_consistency_factor(struct dae_driver *d, const struct dae_options *options, const struct dae_point *p,
                                  struct dae_failure *failure)
{
	const struct dae_system *system = d->system;
	struct dae_kkt_options beside = options->kkt;
	double *open = d->right + system->n_v;
	*failure = (struct dae_failure){.reason = DAE_NOT_FINITE, .row = -1, .t = p->t};
	if (dae_kkt_evaluate(d->kkt, p) || system->constraint(system->context, p, open)) {
		return DAE_FAILED;
	}
	beside.lasting = (int)d->state.counters->redundant;
	beside.off = beside.lasting > 0 ? dae_point_off(system, open) : 0;
	return dae_kkt_factor(d->kkt, &beside, 0) ? DAE_FAILED : DAE_DONE;
}

LA_FUNCTION int dae_driver_accelerations_at(struct dae_driver *d, const struct dae_options *options,
                                            const struct dae_point *p, double *a, double *lambda,
                                            struct dae_failure *failure)
{
	return dae_consistency_factor(d, options, p, failure) ? DAE_FAILED
	                                                      : dae_consistency_accelerations(d, p, DAE_REFINED, a, lambda);
}

LA_FUNCTION int dae_driver_is_regular(const struct dae_driver *d)
{
	const struct dae_kkt_rank rank = dae_kkt_rank(d->kkt);
	return rank.sensitive == 0 && rank.redundant <= d->state.counters->redundant;
}

/* corrections to close a point that is nearly closed; the last one, in sizes, that needs no other */
enum { DAE_SETTLE_MOST = 5 };
static const double DAE_SETTLE_CLOSED = 1e-9;

/* right = [0; -level of p] solved with the matrix factored beside p; returns the largest change in sizes, infinite where there is none */
static double dae_consistency_close(struct dae_driver *d, const struct dae_point *p, int of_v, const double *scale)
{
	const struct dae_system *system = d->system;
	double *open = d->right + system->n_v, largest = 0;
	if (dae_point_constraints(system, d->kkt, p, of_v ? NULL : open, of_v ? open : NULL)) {
		return HUGE_VAL;
	}
	dae_consistency_answer(d);
	for (int i = 0; i < system->n_v; i++) {
		const double part = fabs(d->right[i]) / scale[i];
		largest = isnan(part) ? HUGE_VAL : fmax(largest, part);
	}
	return largest;
}

/* q1 and v1: positions and velocities of p on the constraints, with one matrix */
static int dae_consistency_land(struct dae_driver *d, const struct dae_point *p)
{
	const struct dae_system *system = d->system;
	struct dae_point at = *p;
	double change = HUGE_VAL, last = HUGE_VAL;
	memcpy(d->q1, p->q, (size_t)system->n_q * sizeof *d->q1);
	memcpy(d->v1, p->v, (size_t)system->n_v * sizeof *d->v1);
	at.q = d->q1;
	at.v = d->v1;
	/* one correction more than the last that is noticed: the matrix is that of the point before all of them */
	for (int k = 0; k < DAE_SETTLE_MOST && last > DAE_SETTLE_CLOSED; k++) {
		last = change;
		change = dae_consistency_close(d, &at, 0, system->motion_size);
		if (!(change < last)) {
			change = last;
			break;
		}
		system->retract(system->context, d->q1, d->right, d->q1);
	}
	if (!(change <= DAE_SETTLE_CLOSED) || dae_kkt_evaluate(d->kkt, &at)) {
		return 0;
	}
	for (int k = 0; k < 2; k++) {
		if (!isfinite(dae_consistency_close(d, &at, 1, d->state.velocity_scale))) {
			return 0;
		}
		for (int i = 0; i < system->n_v; i++) {
			d->v1[i] += d->right[i];
		}
	}
	return 1;
}

/* v1: as fast as the energy says, where that is within the tolerance. Interpolation errs more than the steps of explicit methods do: without, the
 * energy of slider_crank at 1e-3 is off by 1.5e-4 J at points within them, by 9e-6 J with it. */
static void dae_consistency_keep(struct dae_driver *d, const struct dae_options *options, const struct dae_point *p,
                                 double energy)
{
	const struct dae_system *system = d->system;
	struct dae_energy found;
	if (isnan(energy) || !system->energy || system->is_driven) {
		return;
	}
	system->energy(system->context, p, &found);
	const double part = (energy - found.kinetic - found.potential) / (2 * found.kinetic);
	for (int i = 0; fabs(part) <= options->tolerance && i < system->n_kinetic; i++) {
		d->v1[i] += part * d->v1[i];
	}
}

LA_FUNCTION void dae_driver_settle(struct dae_driver *d, const struct dae_options *options, double energy)
{
	const struct dae_system *system = d->system;
	struct dae_failure failure;
	struct dae_point p = dae_driver_point(d);
	if (dae_consistency_factor(d, options, &p, &failure) || !dae_driver_is_regular(d) || !dae_consistency_land(d, &p)) {
		return;
	}
	p.q = d->q1;
	p.v = d->v1;
	dae_consistency_keep(d, options, &p, energy);
	if (dae_consistency_accelerations(d, &p, DAE_REFINED, d->a1, d->lambda1) == DAE_DONE) {
		memcpy(d->state.q, d->q1, (size_t)system->n_q * sizeof *d->q1);
		memcpy(d->state.v, d->v1, (size_t)system->n_v * sizeof *d->v1);
		memcpy(d->state.a, d->a1, (size_t)system->n_v * sizeof *d->a1);
		memcpy(d->state.lambda, d->lambda1, (size_t)system->n_g * sizeof *d->lambda1);
		dae_driver_least_multipliers(d, options);
	}
}

LA_FUNCTION int dae_driver_sensitivity(struct dae_driver *d, const double *a, const double *lambda, const double *dq,
                                       const double *dv, double *right)
{
	const struct dae_system *system = d->system;
	struct dae_point p = dae_driver_point(d);
	const double *change[] = {dq, dv};
	p.a = a;
	p.lambda = lambda;
	for (int k = 0; k < 2; k++) {
		if (system->tangent(system->context, &p, k == 0, k == 1, dae_kkt_tangent(d->kkt))) {
			return DAE_FAILED;
		}
		la_block_multiply(system->n_tangent_blocks, system->tangent_blocks, dae_kkt_tangent(d->kkt), -1, change[k],
		                  right);
	}
	return dae_consistency_solve(d, DAE_REFINED_WELL, right);
}

LA_FUNCTION void dae_driver_residuals(struct dae_driver *d, double *position, double *velocity)
{
	const struct dae_system *system = d->system;
	struct dae_point p = dae_driver_point(d);
	double *open = d->lambda1;
	double *speed = d->right;
	*position = 0;
	*velocity = 0;
	if (dae_point_look(system, d->kkt, &p, open, speed)) {
		return;
	}
	for (int i = 0; i < system->n_g; i++) {
		*position = fmax(*position, fabs(open[i]));
		*velocity = fmax(*velocity, fabs(speed[i]));
	}
}
