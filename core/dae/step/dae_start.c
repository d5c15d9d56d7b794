#include "dae_start.h"

#include <math.h>
#include <string.h>

#include "dae_dense.h"
#include "dae_driver_parts.h"
#include "dae_error.h"
#include "dae_fit.h"
#include "dae_point.h"
#include "dae_probe.h"
#include "dae_scales.h"

static const double DAE_START_FIRST_STEP = 1e-3; /* of the time scale velocity / acceleration */

static int dae_start_factor(struct dae_driver *d, const struct dae_options *options, struct dae_failure *failure)
{
	const struct dae_point p = dae_state_point(d);
	return dae_fit_factor(d->kkt, &options->kkt, 0, &p, NULL, failure);
}

LA_FUNCTION int dae_start_project_velocity(struct dae_driver *d, const struct dae_options *options,
                                           struct dae_failure *failure)
{
	const struct dae_system *system = d->system;
	struct dae_point p = dae_state_point(d);
	double *speed = d->right + system->n_v;
	if (dae_start_factor(d, options, failure) || dae_point_constraints(system, d->kkt, &p, NULL, speed)) {
		return DAE_FAILED;
	}
	dae_fit_close(d->kkt, DAE_FIT_REFINED_WELL, speed, d->right);
	dae_fit_move(system, DAE_VELOCITIES, d->right, d->state.v);
	return DAE_DONE;
}

/* part of the roundings of all terms of a row that their sum may be off */
static const double DAE_START_CLOSED = 0.05;
enum { DAE_START_MOST_CLOSING = 40 };

/* roundings from which on a point that was closed needs a matrix of its own */
static const double DAE_START_CLOSED_FAR = 1e3;

/* What is open or moves of the present point, at a level, into d->right after the velocities,
 * less what rounding explains along near-singular directions. Returns the largest as a part of the
 * rounding of its row. */
static double dae_start_opening(struct dae_driver *d, enum dae_level level)
{
	const struct dae_system *system = d->system;
	const struct dae_point p = dae_state_point(d);
	double *open = d->right + system->n_v;
	double largest = 0, rate = 0;
	const int moving = dae_system_moving(system);
	for (int i = 0; i < moving; i++) {
		rate = fmax(rate, fabs(p.v[i]) / system->motion_size[i]);
	}
	const int of_v = level == DAE_VELOCITIES;
	if (dae_point_constraints(system, d->kkt, &p, of_v ? NULL : open, of_v ? open : NULL)) {
		return HUGE_VAL;
	}
	const struct dae_rates rates = {rate, 0, DAE_START_CLOSED, NULL};
	const struct dae_bound bound = {of_v ? rate : 1, 0};
	dae_deflate(d->kkt, level, rates, 1, open);
	for (int i = 0; i < system->n_g; i++) {
		const double part = open[i] == 0 ? 0 : fabs(open[i]) / dae_rounding_bound(d->kkt, bound, i);
		largest = isnan(part) ? HUGE_VAL : fmax(largest, part);
	}
	return largest;
}

/* one level of the present point; returns how far it was open, in roundings */
static double dae_start_close_level(struct dae_driver *d, enum dae_level level)
{
	const struct dae_system *system = d->system;
	const int of_v = level == DAE_VELOCITIES;
	double *x = of_v ? d->state.v : d->state.q, *before = of_v ? d->v1 : d->q1;
	const size_t size = (size_t)(of_v ? system->n_v : system->n_q) * sizeof *x;
	const double first = dae_start_opening(d, level);
	double open = first, last = HUGE_VAL;
	for (int k = 0; k < DAE_START_MOST_CLOSING && open > DAE_START_CLOSED && open < last; k++) {
		memcpy(before, x, size);
		dae_fit_close(d->kkt, 0, d->right + system->n_v, d->right);
		dae_fit_move(system, level, d->right, x);
		last = open;
		open = dae_start_opening(d, level);
	}
	/* the last move made it no better */
	if (open > DAE_START_CLOSED && !(open < last)) {
		memcpy(x, before, size);
	}
	return first;
}

static int dae_start_close(struct dae_driver *d, const struct dae_options *options, struct dae_failure *failure)
{
	const struct dae_point p = dae_state_point(d);
	int status = dae_start_factor(d, options, failure);
	if (status || d->method->is_loose || d->system->n_g == 0) {
		return status;
	}
	dae_rounding_set(d->kkt, &p);
	if (options->formulation != DAE_INDEX2) {
		const double open = dae_start_close_level(d, DAE_POSITIONS);
		status = open > DAE_START_CLOSED_FAR ? dae_start_factor(d, options, failure) : DAE_DONE;
	}
	if (!status && options->formulation != DAE_INDEX3) {
		(void)dae_start_close_level(d, DAE_VELOCITIES);
	}
	return status;
}

/* The present point moved onto the constraints that the formulation enforces, as far as the
 * rounding of their rows goes; accelerations and multipliers that fit. A step that had to close its
 * own start would take the move for an error, which no shorter step mends. */
static int dae_start_fit(struct dae_driver *d, const struct dae_options *options, struct dae_failure *failure)
{
	if (dae_start_close(d, options, failure)) {
		return DAE_FAILED;
	}
	const struct dae_point p = dae_state_point(d);
	return dae_fit_accelerations(d->kkt, &p, DAE_FIT_REFINED_WELL, d->right, d->state.a, d->state.lambda);
}

LA_FUNCTION int dae_start_motion(struct dae_driver *d, const struct dae_options *options, struct dae_failure *failure)
{
	const int status = dae_start_fit(d, options, failure);
	if (status) {
		return status;
	}
	d->state.rank->permanent = dae_probe_permanent(d, options);
	d->method->start(d->system, d->state.memory);
	dae_energy_forget(d->state.work);
	dae_dense_doubt(d);
	*d->state.started = 0;
	dae_scales_grow(d);
	dae_scales_measure_rounding(d, options, 1);
	return DAE_DONE;
}

LA_FUNCTION const double *dae_start_memory(struct dae_driver *d)
{
	memcpy(d->memory0, d->state.memory, d->method->memory(d->system) * sizeof *d->memory0);
	d->method->start(d->system, d->memory0);
	return d->memory0;
}

LA_FUNCTION double dae_start_first_step(struct dae_driver *d, const struct dae_options *options, double asked)
{
	const int n = d->system->n_v;
	const double *scale = dae_scales_of_start(d);
	double shortest = asked;
	for (int i = 0; i < n; i++) {
		shortest = fmin(shortest, scale[i] / scale[n + i]);
	}
	return fmin(shortest, 1 / dae_scales_ratio(dae_system_moving(d->system), scale, d->system->motion_size)) *
	       fmax(DAE_START_FIRST_STEP, sqrt(DAE_TOLERANCE_SHARE * options->tolerance));
}

LA_FUNCTION void dae_start_slow_down(struct dae_driver *d, const struct dae_options *options)
{
	*d->state.h = fmin(*d->state.h, dae_start_first_step(d, options, HUGE_VAL));
}
