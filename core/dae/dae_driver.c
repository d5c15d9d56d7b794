#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dae_driver_parts.h"
#include "dae_jump.h"

/* part of the tolerance that one unit of time may use up; the rest is left to the growth of errors along the motion */
static const double DAE_TOLERANCE_SHARE = 0.1;

/* a velocity that hardly moves is measured against this part of the largest, and against this speed (sizes a second)
 * when nothing moves at all */
static const double DAE_SCALE_FLOOR = 0.1;
static const double DAE_REST_RATE = 1e-3;

static const double DAE_FIRST_STEP = 1e-3;           /* of the time scale velocity / acceleration */
static const double DAE_ROUNDING = 16 * DBL_EPSILON; /* error of one step that nothing can be done about */
static const double DAE_SAFETY = 0.9;
static const double DAE_MOST_GROWTH = 2;
static const double DAE_CAREFUL_GROWTH = 1.05; /* where the error is not all known */
static const double DAE_MOST_SHRINKING = 0.2;
static const double DAE_AFTER_FAILURE = 0.25;
static const double DAE_FORGETTING = 1e4; /* times the last step: to such a step the memory shows rounding alone */

enum { DAE_STATE_HEAD = 4, DAE_MOST_LEAPS = 4, DAE_MOST_HALVINGS = 10 };

/* what a method needs, or the most that any of the table does */
struct dae_driver_needs {
	size_t memory, work;
	int kkts;
};

static struct dae_driver_needs dae_driver_needs(const struct dae_system *system, const struct dae_method *method)
{
	struct dae_driver_needs needs = {0, 0, 1};
	int n = method ? 1 : DAE_METHOD_COUNT;
	for (int i = 0; i < n; i++) {
		const struct dae_method *one = method ? method : dae_methods[i];
		size_t memory = one->memory(system);
		size_t work = one->work(system);
		needs.memory = memory > needs.memory ? memory : needs.memory;
		needs.work = work > needs.work ? work : needs.work;
		needs.kkts = one->n_kkts > needs.kkts ? one->n_kkts : needs.kkts;
	}
	return needs;
}

LA_FUNCTION size_t dae_state_size(const struct dae_system *system, const struct dae_method *method)
{
	return DAE_STATE_HEAD + sizeof(struct dae_counters) / sizeof(double) + (size_t)system->n_q +
	       4 * (size_t)system->n_v + (size_t)system->n_g + dae_driver_needs(system, method).memory;
}

static struct dae_state dae_driver_split(const struct dae_system *system, double *block)
{
	struct dae_state s;
	s.t = block;
	s.h = block + 1;
	s.last = block + 2;
	s.started = block + 3;
	s.counters = (struct dae_counters *)(block + DAE_STATE_HEAD);
	s.q = block + DAE_STATE_HEAD + sizeof(struct dae_counters) / sizeof(double);
	s.v = s.q + system->n_q;
	s.a = s.v + system->n_v;
	s.lambda = s.a + system->n_v;
	s.velocity_scale = s.lambda + system->n_g;
	s.acceleration_scale = s.velocity_scale + system->n_v;
	s.memory = s.acceleration_scale + system->n_v;
	return s;
}

LA_FUNCTION struct dae_driver *dae_driver_create(const struct dae_system *system, const struct dae_method *method,
                                                 double *block)
{
	struct dae_driver *d = calloc(1, sizeof *d);
	if (!d) {
		return NULL;
	}
	size_t n_q = (size_t)system->n_q;
	size_t n_v = (size_t)system->n_v;
	size_t n_g = (size_t)system->n_g;
	struct dae_driver_needs needs = dae_driver_needs(system, method);
	d->system = system;
	d->method = method ? method : dae_methods[0];
	d->state = dae_driver_split(system, block);
	d->state_size = dae_state_size(system, method);
	d->numbers = calloc(n_q + 6 * n_v + 2 * n_g + needs.memory + needs.work + 1, sizeof *d->numbers);
	int complete = d->numbers != NULL;
	for (int k = 0; complete && k < needs.kkts; k++) {
		d->kkts[k] = dae_kkt_create(system);
		complete = d->kkts[k] != NULL;
	}
	d->kkt = d->kkts[0];
	if (!complete) {
		dae_driver_free(d);
		return NULL;
	}
	d->q1 = d->numbers;
	d->v1 = d->q1 + n_q;
	d->a1 = d->v1 + n_v;
	d->lambda1 = d->a1 + n_v;
	d->memory1 = d->lambda1 + n_g;
	d->error = d->memory1 + needs.memory;
	d->right = d->error + 2 * n_v;
	d->work = d->right + n_v + n_g;
	return d;
}

LA_FUNCTION void dae_driver_free(struct dae_driver *d)
{
	if (d) {
		for (int k = 0; k < DAE_MOST_KKTS; k++) {
			dae_kkt_free(d->kkts[k]);
		}
		free(d->numbers);
		free(d);
	}
}

LA_FUNCTION void dae_driver_choose(struct dae_driver *d, const struct dae_method *method)
{
	d->method = method;
}

LA_FUNCTION struct dae_state dae_driver_state(const struct dae_driver *d)
{
	return d->state;
}

LA_FUNCTION int dae_driver_accepts(const struct dae_driver *d, const struct dae_method *method, const double *block)
{
	for (size_t i = 0; i < d->state_size; i++) {
		if (!isfinite(block[i])) {
			return 0;
		}
	}
	double h = block[d->state.h - d->state.t];
	const double *memory = block + (d->state.memory - d->state.t);
	return h >= 0 && (method->valid == NULL || method->valid(memory));
}

LA_FUNCTION void dae_driver_reset(struct dae_driver *d, double t)
{
	memset(d->state.t, 0, d->state_size * sizeof *d->state.t);
	*d->state.t = t;
	d->state.counters->distance = 1;
}

/* largest values seen, none far below the largest of all */
static void dae_driver_grow_scales(struct dae_driver *d)
{
	const double *size = d->system->motion_size;
	double *scales[] = {d->state.velocity_scale, d->state.acceleration_scale};
	const double *values[] = {d->state.v, d->state.a};
	for (int k = 0; k < 2; k++) {
		double largest = DAE_REST_RATE;
		for (int i = 0; i < d->system->n_v; i++) {
			largest = fmax(largest, DAE_SCALE_FLOOR * fabs(values[k][i]) / size[i]);
		}
		for (int i = 0; i < d->system->n_v; i++) {
			scales[k][i] = fmax(scales[k][i], fmax(fabs(values[k][i]), largest * size[i]));
		}
	}
}

/* a position more singular than redundant rows make them all */
static int dae_driver_is_singular(const struct dae_driver *d)
{
	double lasting = *d->state.started != 0 ? d->state.counters->redundant : 0;
	return d->kkt->n_singular > lasting;
}

LA_FUNCTION int dae_driver_restart(struct dae_driver *d, const struct dae_options *options, struct dae_failure *failure)
{
	int status = dae_driver_accelerations(d, options, d->state.a, d->state.lambda, failure);
	if (status) {
		return status;
	}
	d->state.counters->redundant = dae_kkt_redundant(d->kkt);
	d->method->start(d->system, d->state.memory);
	*d->state.started = 0;
	dae_driver_grow_scales(d);
	return DAE_DONE;
}

/* first step: a small part of the time in which velocities change by their own size, or positions by a large motion */
static double dae_driver_first_step(const struct dae_driver *d, const struct dae_options *options)
{
	double shortest = HUGE_VAL;
	for (int i = 0; i < d->system->n_v; i++) {
		shortest = fmin(shortest, d->state.velocity_scale[i] / d->state.acceleration_scale[i]);
		shortest = fmin(shortest, d->system->motion_size[i] / d->state.velocity_scale[i]);
	}
	return shortest * fmax(DAE_FIRST_STEP, sqrt(DAE_TOLERANCE_SHARE * options->tolerance));
}

LA_FUNCTION double dae_step_error(const struct dae_step *s, const double *error)
{
	int n = s->system->n_v;
	double share = DAE_TOLERANCE_SHARE * s->options->tolerance * s->h;
	double follows = s->v_follows_q ? 1 / s->h : 0;
	double largest = 0;
	for (int i = 0; i < n; i++) {
		double rounding = DAE_ROUNDING * s->system->motion_size[i];
		double q = share * s->velocity_scale[i] + rounding;
		double v = share * s->acceleration_scale[i] + DAE_ROUNDING * s->velocity_scale[i] + follows * rounding;
		if (isnan(error[i]) || isnan(error[n + i])) {
			return HUGE_VAL;
		}
		largest = fmax(largest, fmax(fabs(error[i]) / q, fabs(error[n + i]) / v));
	}
	return largest;
}

/* how far the present point, or the end of a step of size h, lies behind a jump of the forces */
static double dae_driver_passed(const struct dae_driver *d, double h)
{
	const struct dae_point end = {*d->state.t + h, d->q1, d->v1, d->a1, d->lambda1};
	const struct dae_point p = h > 0 ? end : dae_driver_point(d);
	return d->system->passed ? d->system->passed(d->system->context, &p) : -1;
}

/* points of the step to t and their weights */
static void dae_driver_tell(const struct dae_driver *d, double t)
{
	const struct dae_system *system = d->system;
	const struct dae_state *s = &d->state;
	const double h = t - *s->t;
	if (d->method->along) {
		d->method->along(system, *s->t, h, d->work);
		return;
	}
	const struct dae_point ends[2] = {{*s->t, s->q, s->v, s->a, s->lambda}, {t, d->q1, d->v1, d->a1, d->lambda1}};
	system->along(system->context, &ends[0], h / 2);
	system->along(system->context, &ends[1], h / 2);
}

/* the step to t is made; where forces jump behind it the method starts afresh */
static int dae_driver_accept(struct dae_driver *d, const struct dae_options *options, double t,
                             struct dae_failure *failure)
{
	const struct dae_system *system = d->system;
	struct dae_state *s = &d->state;
	const int jumps = dae_driver_passed(d, t - *s->t) > 0;
	if (system->along) {
		dae_driver_tell(d, t);
	}
	memcpy(s->q, d->q1, (size_t)system->n_q * sizeof *s->q);
	memcpy(s->v, d->v1, (size_t)system->n_v * sizeof *s->v);
	memcpy(s->a, d->a1, (size_t)system->n_v * sizeof *s->a);
	memcpy(s->lambda, d->lambda1, (size_t)system->n_g * sizeof *s->lambda);
	memcpy(s->memory, d->memory1, d->method->memory(system) * sizeof *s->memory);
	*s->last = t - *s->t;
	*s->t = t;
	*s->started = 1;
	s->counters->steps++;
	s->counters->redundant = fmin(s->counters->redundant, dae_kkt_nearly_redundant(d->kkt));
	s->counters->regularized += d->kkt->n_singular > s->counters->redundant;
	s->counters->distance = dae_kkt_distance(d->kkt, (int)s->counters->redundant);
	dae_driver_grow_scales(d);
	if (system->accepted) {
		struct dae_point p = dae_driver_point(d);
		system->accepted(system->context, &p);
	}
	return jumps ? dae_driver_restart(d, options, failure) : DAE_DONE;
}

/* what a step came to: size of its error, exponent with which that falls, and whether it is all known */
struct dae_driver_outcome {
	double error;
	int order, complete;
};

/* Beside a singular position the equations have solutions that are not the motion, with multipliers beyond all bounds;
 * they show in accelerations far above all seen. (At the start the multipliers there are not known yet.) */
static int dae_driver_runs_away(const struct dae_driver *d)
{
	double acceleration = 0;
	double before = 0;
	double after = 0;
	for (int i = 0; i < d->system->n_v; i++) {
		acceleration = fmax(acceleration, fabs(d->a1[i]) / d->state.acceleration_scale[i]);
	}
	for (int i = 0; i < d->system->n_g; i++) {
		before = fmax(before, fabs(d->state.lambda[i]));
		after = fmax(after, fabs(d->lambda1[i]));
	}
	return *d->state.started != 0 && acceleration > 10 && after > 1000 * before && dae_driver_is_singular(d);
}

static int dae_driver_step(struct dae_driver *d, const struct dae_options *options, double h,
                           struct dae_driver_outcome *outcome, struct dae_failure *failure)
{
	const struct dae_state *s = &d->state;
	struct dae_step step = {
		.system = d->system,
		.kkt = d->kkt,
		.kkts = d->kkts,
		.options = options,
		.velocity_scale = s->velocity_scale,
		.acceleration_scale = s->acceleration_scale,
		.t = *s->t,
		.h = h,
		.q = s->q,
		.v = s->v,
		.a = s->a,
		.lambda = s->lambda,
		.memory = s->memory,
		.q1 = d->q1,
		.v1 = d->v1,
		.a1 = d->a1,
		.lambda1 = d->lambda1,
		.memory1 = d->memory1,
		.error = d->error,
		.error_is_complete = 1,
		.order = d->method->order,
		.work = d->work,
		.counters = s->counters,
		.failure = failure,
	};
	failure->t = *s->t;
	if (*s->started != 0 && h > DAE_FORGETTING * *s->last) {
		d->method->start(d->system, s->memory);
	}
	/* what the last matrix was like is no part of the state, and not every method factors one */
	d->kkt->n_singular = 0;
	d->kkt->next_eigenvalue = 1;
	int status = d->method->step(&step);
	if (status == DAE_DONE && dae_driver_runs_away(d)) {
		failure->reason = DAE_ITERATION_DIVERGED;
		status = DAE_SMALLER_STEP;
	}
	outcome->error = status ? HUGE_VAL : dae_step_error(&step, step.error);
	outcome->order = step.order;
	outcome->complete = step.error_is_complete;
	return status;
}

/* One accepted step; what to try next in *next. A smaller step must bring a smaller error: where it does not, twice over, the
 * estimate shows rounding or a jump of the forces, which no step size mends, and the step is accepted. Where a step fails
 * in a near-singular position, longer ones are tried first: they lead across. */
static int dae_driver_controlled_step(struct dae_driver *d, const struct dae_options *options, double wanted,
                                      double t_end, double *next, struct dae_failure *failure)
{
	double rest = t_end - *d->state.t;
	double smallest = 16 * DBL_EPSILON * fmax(fabs(*d->state.t), rest);
	double growth = DAE_MOST_GROWTH;
	double last_error = HUGE_VAL;
	double h = wanted;
	int in_vain = 0;
	int leaps = 0;
	struct dae_jump jump = {.tries = 0};
	while (h > smallest) {
		struct dae_driver_outcome outcome;
		int status = dae_driver_step(d, options, h, &outcome, failure);
		if (status < 0) {
			return status;
		}
		double factor = DAE_AFTER_FAILURE;
		growth = outcome.complete ? growth : fmin(growth, DAE_CAREFUL_GROWTH);
		if (status == DAE_DONE) {
			double error = outcome.error;
			in_vain += error > 0.5 * last_error;
			factor = error > 0 ? DAE_SAFETY * pow(error, -1.0 / outcome.order) : growth;
			factor = fmax(DAE_MOST_SHRINKING, fmin(growth, factor));
			if (error <= 1 || ((in_vain >= 2 || h > wanted) && error < HUGE_VAL)) {
				const double aim = dae_jump_aim(&jump, dae_driver_passed(d, 0), dae_driver_passed(d, h), h);
				if (aim > smallest) {
					h = aim;
					continue;
				}
				*next = in_vain >= 2 || leaps > 0 || jump.tries > 0 ? wanted : factor * h;
				return dae_driver_accept(d, options, h == rest ? t_end : *d->state.t + h, failure);
			}
			last_error = error;
			failure->reason = DAE_ERROR_TOO_LARGE;
		}
		d->state.counters->rejected++;
		if (status != DAE_DONE && dae_driver_is_singular(d) && leaps < DAE_MOST_LEAPS && h < rest) {
			leaps++;
			h = fmin(4 * h, rest);
			continue;
		}
		h = leaps > 0 ? DAE_AFTER_FAILURE * fmin(wanted, h) : h * fmin(factor, DAE_SAFETY);
		leaps = leaps > 0 ? DAE_MOST_LEAPS : 0;
		growth = 1;
	}
	if (failure->reason == DAE_ERROR_TOO_LARGE) {
		failure->reason = DAE_STEP_TOO_SMALL;
	}
	failure->row = failure->row < 0 ? dae_kkt_weakest_row(d->kkt) : failure->row;
	return DAE_FAILED;
}

/* the longest step from here that the system allows */
static double dae_driver_longest_step(const struct dae_driver *d)
{
	const struct dae_point p = dae_driver_point(d);
	return d->system->longest_step ? d->system->longest_step(d->system->context, &p) : HUGE_VAL;
}

/* with a fixed step: no error test; a step that is too long or fails, as it may where it ends beside a singular position,
 * is made in halves */
static int dae_driver_fixed_step(struct dae_driver *d, const struct dae_options *options, double t, int halvings,
                                 struct dae_failure *failure)
{
	struct dae_driver_outcome outcome;
	double h = t - *d->state.t;
	int too_long = halvings > 0 && h > dae_driver_longest_step(d);
	int status = too_long ? DAE_SMALLER_STEP : dae_driver_step(d, options, h, &outcome, failure);
	if (status == DAE_DONE) {
		return dae_driver_accept(d, options, t, failure);
	}
	d->state.counters->rejected += !too_long;
	if (status < 0 || halvings == 0) {
		failure->row = failure->row < 0 ? dae_kkt_weakest_row(d->kkt) : failure->row;
		return DAE_FAILED;
	}
	status = dae_driver_fixed_step(d, options, *d->state.t + h / 2, halvings - 1, failure);
	return status ? status : dae_driver_fixed_step(d, options, t, halvings - 1, failure);
}

/* whole steps of about the size wanted, the last one ending at t_end */
static int dae_driver_advance_fixed(struct dae_driver *d, const struct dae_options *options, double t_end,
                                    struct dae_failure *failure)
{
	double t0 = *d->state.t;
	double count = ceil((t_end - t0) / options->fixed_step * (1 - 1e-9));
	for (double k = 1; k <= count; k++) {
		double t = k < count ? t0 + (t_end - t0) * (k / count) : t_end;
		if (dae_driver_fixed_step(d, options, t, DAE_MOST_HALVINGS, failure)) {
			return DAE_FAILED;
		}
	}
	return DAE_DONE;
}

static int dae_driver_advance_controlled(struct dae_driver *d, const struct dae_options *options, double t_end,
                                         struct dae_failure *failure)
{
	struct dae_state *s = &d->state;
	if (*s->h == 0) {
		*s->h = dae_driver_first_step(d, options);
	}
	while (*s->t < t_end) {
		double largest = options->largest_step > 0 ? options->largest_step : HUGE_VAL;
		double h = fmin(*s->h, fmin(largest, dae_driver_longest_step(d)));
		double rest = t_end - *s->t;
		double kept = *s->h;
		/* land exactly; the last two steps share what is left */
		double wanted = h >= rest * (1 - 1e-9) ? rest : fmin(h, rest / 2);
		double next;
		if (dae_driver_controlled_step(d, options, wanted, t_end, &next, failure)) {
			return DAE_FAILED;
		}
		/* a step cut short to land says little about the next */
		*s->h = wanted < kept && next >= wanted ? fmax(next, kept) : next;
	}
	return DAE_DONE;
}

/* Along redundant rows an iteration keeps the multipliers it has, but these directions turn with the motion: what has
 * come to lie along them is taken out, so that the multipliers are the smallest again. More directions than redundant
 * ever since belong to a singular position passed just now, where the multipliers that lead across are kept. */
static void dae_driver_least_multipliers(struct dae_driver *d, const struct dae_options *options)
{
	struct dae_failure failure;
	double redundant = d->state.counters->redundant;
	if (redundant > 0 && dae_driver_factor(d, options, &failure) == DAE_DONE &&
	    dae_kkt_redundant(d->kkt) <= redundant) {
		dae_kkt_shorten(d->kkt, d->state.lambda);
	}
}

LA_FUNCTION int dae_driver_advance(struct dae_driver *d, const struct dae_options *options, double t_end,
                                   struct dae_failure *failure)
{
	int status = options->fixed_step > 0 ? dae_driver_advance_fixed(d, options, t_end, failure)
	                                     : dae_driver_advance_controlled(d, options, t_end, failure);
	if (!status) {
		dae_driver_least_multipliers(d, options);
	}
	return status;
}
