/* One step of a driver: try it, judge it, act on the verdict.
 *
 *   accepted     the error is within the tolerance and the step passes no event, or ends just after one
 *   shortened    an event lies within the step: made again so as to end there (dae_event.h)
 *   too large    the error is above the tolerance: a smaller step, by the order of the method
 *   failed       the equations were not solved: a much smaller step
 *
 * Two kinds of steps are accepted above their tolerance, and counted as unresolved:
 *
 *   stagnation   a smaller step must bring a smaller error. Where it does not, nor one half as long, the estimate may show rounding, which
 *                no step size mends. Errors are measured per unit of time, so that an impact that the step does not resolve shows
 *                alike; but its error is large in itself, and that of rounding is a small part of the tolerance; beside a singular
 *                position, where it is divided by the distance, at most the tolerance.
 *   blurred      rounding near a singular position, at either end of the step, explains the change of the energy balance, or hides
 *                more of positions than the tolerance. Where the end is free, others aside of it are tried first.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "dae_driver_parts.h"
#include "dae_rounding.h"

static const double DAE_CONTROL_ROUNDING = 16 * DBL_EPSILON; /* error of one step that nothing can be done about */
static const double DAE_CONTROL_BALANCE = 64 * DBL_EPSILON;  /* of the energy balance, as a part of what it sums */
static const double DAE_CONTROL_SAFETY = 0.9;
static const double DAE_CONTROL_GROWTH = 2;
static const double DAE_CONTROL_CAREFUL_GROWTH = 1.05; /* where the error is not all known */
static const double DAE_CONTROL_SHRINKING = 0.2;
static const double DAE_CONTROL_AFTER_FAILURE = 0.25;
static const double DAE_CONTROL_IN_DOUBT = 0.5; /* after a smaller step without a smaller error, perhaps by chance */
static const double DAE_CONTROL_ASIDE = 0.7;
static const double DAE_CONTROL_HARMLESS = 0.1;   /* part of the tolerance */
static const double DAE_CONTROL_ENERGY = 0.01;    /* part of the tolerance that the energy balance may be off */
static const double DAE_CONTROL_PRESCRIBED = 0.1; /* part of the tolerance that prescribed motion may be off */
static const double DAE_CONTROL_AWAY = 10;        /* times the accelerations seen so far */

/* times the last step: to such a step the memory shows rounding alone */
static const double DAE_CONTROL_FORGETTING = 1e4;

/* distance to a singular position from which on two motions may touch; to see it, the mechanism moves by a part of its size */
static const double DAE_CONTROL_TOUCHING = 1e-5;
static const double DAE_CONTROL_TOUCHING_MOVE = 1e-4;

enum {
	DAE_CONTROL_ROUNDING_STEPS = 16, /* after so many the rounding of accelerations is measured again */
	DAE_CONTROL_GRADES = 8,
	DAE_CONTROL_MOST_ASIDE = 2,
	DAE_CONTROL_STAGNATION = 2,
	DAE_CONTROL_MOST_SHORTENINGS = 40
};

/* what a step came to */
struct dae_trial {
	double h;
	int status;          /* enum dae_status */
	double error;        /* in units of what is allowed for its length */
	double harm;         /* as a part of the tolerance, whatever its length */
	int place;           /* velocity with the largest error; -1: the energy balance */
	int order, complete; /* exponent with which the error falls, whether it is all known */
	int is_singular, is_unconverged;
	int is_blurred;      /* whether rounding near a singular position hides more than the tolerance, */
	int is_aside_better; /* and changes the energy balance so that another end of the step is to be looked for */
	double rate, growth; /* of the motion, in sizes a second; most that the next step may grow */
	struct dae_exchange exchange;
};

/* ---- the error of a step ---- */

/* size of the error of velocity i, and of its coordinate. A velocity may be off by the tolerance at most, however large the accelerations
 * are that die out within the step. */
static double dae_control_part(const struct dae_step *s, const double *error, int i)
{
	const int n = s->system->n_v;
	const double share = DAE_TOLERANCE_SHARE * s->options->tolerance * s->h;
	const double follows = s->v_follows_q ? 1 / s->h : 0;
	const double rounding = DAE_CONTROL_ROUNDING * s->system->motion_size[i] / dae_sharpness(s->kkt);
	const double q = share * s->velocity_scale[i] + rounding;
	const double v = fmin(share * s->acceleration_scale[i], s->options->tolerance * s->velocity_scale[i]) +
	                 s->h * s->acceleration_rounding[i] + DAE_CONTROL_ROUNDING * s->velocity_scale[i] +
	                 follows * rounding;
	const double part = fmax(fabs(error[i]) / q, fabs(error[n + i]) / v);
	return isnan(error[i]) || isnan(error[n + i]) ? HUGE_VAL : part;
}

LA_FUNCTION double dae_step_error(const struct dae_step *s, const double *error)
{
	double largest = s->across;
	for (int i = 0; i < s->system->n_v; i++) {
		largest = fmax(largest, dae_control_part(s, error, i));
	}
	return largest;
}

static void dae_control_measure(const struct dae_step *s, struct dae_trial *trial)
{
	const int n = s->system->n_v;
	const double tolerance = s->options->tolerance;
	trial->error = trial->harm = 0;
	trial->place = 0;
	for (int i = 0; i < n; i++) {
		const double part = dae_control_part(s, s->error, i);
		trial->place = part > trial->error ? i : trial->place;
		trial->error = fmax(trial->error, part);
		trial->harm = fmax(trial->harm, fabs(s->error[i]) / (tolerance * s->system->motion_size[i]));
		trial->harm = fmax(trial->harm, fabs(s->error[n + i]) / (tolerance * s->velocity_scale[i]));
	}
	if (s->across > trial->error) {
		trial->error = s->across;
		trial->harm = fmax(trial->harm, DAE_CONTROL_PRESCRIBED * s->across);
		trial->place = s->across_place;
	}
	trial->order = s->order;
	trial->complete = s->error_is_complete;
	trial->growth = trial->complete ? s->growth : DAE_CONTROL_CAREFUL_GROWTH;
	trial->is_blurred = DAE_CONTROL_ROUNDING / dae_sharpness(s->kkt) > tolerance;
}

/* Motion across the constraints is taken out at the end of each step, so that its errors do not add up: they are measured as
 * they are, not per unit of time. */
LA_FUNCTION void dae_step_filter(struct dae_step *s, struct dae_kkt *kkt, int noisy, int of_v, double *error)
{
	const int n = s->system->n_v;
	const int driven = s->system->is_driven && !noisy;
	const double *scale = of_v ? s->velocity_scale : s->system->motion_size;
	if (driven) {
		memcpy(s->prescribed, error, (size_t)n * sizeof *error);
		dae_kkt_damp(kkt, s->prescribed);
	}
	dae_kkt_project(kkt, 1, error);
	for (int i = 0; driven && i < n; i++) {
		const double allowed = DAE_CONTROL_PRESCRIBED * s->options->tolerance * scale[i];
		const double across = fabs(s->prescribed[i] - error[i]) / allowed;
		s->across_place = across > s->across ? i : s->across_place;
		s->across = isnan(across) ? HUGE_VAL : fmax(s->across, across);
	}
}

/* what is small beside the energies of a step: that of rest, and rounding, where forces are told by the multipliers and
 * accelerations; near a singular position multipliers grow, the forces do not */
static void dae_control_noise(const struct dae_driver *d, const struct dae_step *s, struct dae_exchange *x)
{
	const struct dae_system *system = d->system;
	double *momentum = s->prescribed;
	const double sharpness = dae_sharpness(s->kkt);
	double forces = 0;
	/* not every method leaves the masses of this point */
	(void)system->mass(system->context, s->q1, dae_kkt_mass(s->kkt));
	dae_kkt_mass_multiply(s->kkt, system->motion_size, momentum);
	x->rest = 0;
	for (int i = 0; i < system->n_kinetic; i++) {
		x->rest += DAE_REST_RATE * DAE_REST_RATE * fabs(momentum[i]) * system->motion_size[i] / 2;
		forces += fabs(momentum[i] * s->a1[i]);
	}
	for (int i = 0; i < system->n_g; i++) {
		forces += sharpness * fabs(s->lambda1[i]) * system->constraint_size[i];
	}
	x->rounding = DAE_CONTROL_BALANCE * (fmax(x->start.terms, x->end.terms) + forces);
}

/* what rounding near a singular position, at the start or at the end of the step, explains of the balance beside that */
static double dae_control_blur(const struct dae_driver *d, const struct dae_step *s, const struct dae_exchange *x)
{
	const double start = fmax(d->state.counters->distance, sqrt(DBL_EPSILON));
	const double sharpness = fmin(start, dae_sharpness(s->kkt));
	return DAE_CONTROL_BALANCE * fmax(x->start.terms, x->end.terms) * (1 / sharpness - 1);
}

/* heat and supply over the step, and the balance as a part of the error */
static void dae_control_balance(struct dae_driver *d, const struct dae_step *s, struct dae_trial *trial)
{
	const struct dae_system *system = d->system;
	const struct dae_point end = {s->t + s->h, s->q1, s->v1, s->a1, s->lambda1};
	struct dae_exchange *x = &trial->exchange;
	x->h = s->h;
	x->start = d->energy;
	system->energy(system->context, &end, &x->end);
	if (s->quadrature) {
		s->quadrature(system, s->t, d->work, x);
	} else {
		dae_work_quadrature(d->state.work, x);
	}
	dae_control_noise(d, s, x);
	const double share = DAE_CONTROL_ENERGY * s->options->tolerance;
	trial->rate = dae_step_rate(s);
	const double strict = dae_work_error(d->state.work, x, share, trial->rate);
	const double blur = dae_control_blur(d, s, x);
	const double error = strict * x->allowed / (x->allowed + blur);
	const double harm = dae_work_harm(d->state.work, x) / s->options->tolerance;
	trial->is_aside_better = strict > 1 && error <= 1 && harm > DAE_CONTROL_HARMLESS;
	trial->is_blurred = trial->is_blurred || trial->is_aside_better;
	if (!(error <= trial->error)) {
		trial->place = -1;
		trial->error = isnan(error) ? HUGE_VAL : error;
		trial->harm = fmax(trial->harm, harm);
	}
}

/* ---- one trial ---- */

/* Beside a singular position velocities across the constraints are known by their past alone. A step in which they change as
 * accelerations far above all seen would make them, or which ends with such accelerations, is a solution of the equations, but not
 * the motion; unless rounding explains it. With the sharpness s it displaces by R / s, which turns velocities by R v / s^2, and
 * changes accelerations by R v^2 / s^3: no harm at an end that is asked for, while that turn is within the tolerance. Where no
 * tolerance bounds them, positions may err as such accelerations make the trapezoidal rule err, by h^2 a / 12. */
static int dae_control_runs_away(const struct dae_step *s, int lands)
{
	const double sharpness = dae_sharpness(s->kkt);
	const double displaced = DAE_CONTROL_ROUNDING / sharpness;
	const int harmless = lands && displaced / sharpness <= s->options->tolerance;
	const double rate = harmless ? dae_step_rate(s) / sharpness : 0;
	for (int i = 0; s->is_singular && i < s->system->n_v; i++) {
		const double size = displaced * s->system->motion_size[i];
		const double allowed = DAE_CONTROL_AWAY * s->acceleration_scale[i] + size / (s->h * s->h);
		const int errs = s->options->fixed_step > 0 && fabs(s->error[i]) > allowed * s->h * s->h / 12;
		if (errs || fabs(s->v1[i] - s->v[i]) / s->h > allowed || fabs(s->a1[i]) > allowed + size * rate * rate) {
			return 1;
		}
	}
	return 0;
}

static struct dae_step dae_control_open(struct dae_driver *d, const struct dae_options *options, double h,
                                        struct dae_failure *failure)
{
	const struct dae_state *s = &d->state;
	return (struct dae_step){
		.system = d->system,
		.kkt = d->kkt,
		.kkts = d->kkts,
		.options = options,
		.velocity_scale = s->velocity_scale,
		.acceleration_scale = s->acceleration_scale,
		.acceleration_rounding = s->acceleration_rounding,
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
		.prescribed = d->prescribed,
		.error_is_complete = 1,
		.order = d->method->order,
		.growth = DAE_CONTROL_GROWTH,
		.work = d->work,
		.quadrature = d->method->quadrature,
		.counters = s->counters,
		.failure = failure,
	};
}

/* steps too small for the clock */
static double dae_control_smallest(const struct dae_driver *d, double t_end)
{
	return 16 * DBL_EPSILON * fmax(fabs(*d->state.t), t_end - *d->state.t);
}

LA_FUNCTION double dae_control_horizon(const struct dae_driver *d, double t_end)
{
	return fmax(dae_event_horizon(d->system->n_events, d->events), 2 * dae_control_smallest(d, t_end));
}

/* lands: the end of the step is asked for, no other one will do */
static struct dae_trial dae_control_try(struct dae_driver *d, const struct dae_options *options, double h, int lands,
                                        struct dae_failure *failure)
{
	const struct dae_state *s = &d->state;
	struct dae_step step = dae_control_open(d, options, h, failure);
	struct dae_trial trial = {.h = h, .error = HUGE_VAL, .order = d->method->order, .growth = HUGE_VAL};
	failure->t = *s->t;
	if (!dae_driver_count_trial(d, options, h)) {
		*failure = (struct dae_failure){DAE_TOO_MUCH_WORK, -1, *s->t};
		trial.status = DAE_FAILED;
		return trial;
	}
	if (*s->started != 0 && h > DAE_CONTROL_FORGETTING * *s->last) {
		step.memory = dae_driver_started_memory(d);
	}
	/* what the last matrix was like is no part of the state, and not every method factors one */
	dae_kkt_forget_rank(d->kkt);
	trial.status = d->method->step(&step);
	trial.is_singular = step.is_singular;
	const int real_time = options->iterations > 0;
	const int away = trial.status == DAE_DONE && dae_control_runs_away(&step, lands);
	trial.is_unconverged = step.is_unconverged || away;
	if (away && !real_time) {
		failure->reason = DAE_ITERATION_DIVERGED;
		trial.status = DAE_SMALLER_STEP;
	}
	if (trial.status == DAE_DONE) {
		dae_control_measure(&step, &trial);
	}
	if (trial.status == DAE_DONE && d->system->energy) {
		dae_control_balance(d, &step, &trial);
	}
	const struct dae_point end = {step.t + h, step.q1, step.v1, step.a1, step.lambda1};
	if (trial.status == DAE_DONE && trial.is_unconverged && !dae_driver_is_sane(d, &end, &trial.exchange)) {
		trial.status = DAE_SMALLER_STEP;
	}
	if (trial.status == DAE_DONE) {
		d->blame[trial.place + 1]++;
	} else if (real_time) {
		failure->reason = DAE_TOO_COARSE;
	}
	return trial;
}

/* event functions at the end of a trial */
static const struct dae_event *dae_control_events(struct dae_driver *d, double h)
{
	const struct dae_point end = {*d->state.t + h, d->q1, d->v1, d->a1, d->lambda1};
	if (d->system->n_events > 0) {
		d->system->events(d->system->context, &end, d->events1);
	}
	return d->events1;
}

/* ---- verdicts ---- */

static void dae_control_count(struct dae_counters *counters, const struct dae_trial *trial, double t)
{
	counters->steps++;
	counters->regularized += trial->is_singular;
	counters->unconverged_time = trial->is_unconverged && counters->unconverged == 0 ? t : counters->unconverged_time;
	counters->unconverged += trial->is_unconverged;
	if ((trial->error > 1 || trial->is_blurred) && counters->unresolved++ == 0) {
		counters->unresolved_time = t;
		counters->unresolved_place = trial->error > 1 ? trial->place : -1;
	}
}

/* takes back what the energy has drifted; motion that is prescribed cannot be */
static void dae_control_take_back(struct dae_driver *d, const struct dae_options *options,
                                  const struct dae_trial *trial)
{
	const struct dae_system *system = d->system;
	const double most = DAE_CONTROL_ENERGY * options->tolerance * fmin(1, trial->h * trial->rate);
	const double part = dae_work_take_back(d->state.work, &trial->exchange, most);
	for (int i = 0; i < system->n_kinetic; i++) {
		d->v1[i] += part * d->v1[i];
	}
	if (d->method->scale) {
		d->method->scale(system, 1 + part, d->memory1);
	}
}

/* the step to t is made; after an event the method starts afresh */
static int dae_control_accept(struct dae_driver *d, const struct dae_options *options, const struct dae_trial *trial,
                              double t, struct dae_failure *failure)
{
	const struct dae_system *system = d->system;
	struct dae_state *s = &d->state;
	const int within = trial->complete && trial->error > 0 && trial->error <= 1 && !trial->is_singular;
	s->counters->distance = dae_kkt_rank(d->kkt).distance;
	if (system->energy && !system->is_driven && within) {
		dae_control_take_back(d, options, trial);
	}
	const struct dae_event *end = dae_control_events(d, t - *s->t);
	int happened = 0;
	for (int i = 0; i < system->n_events; i++) {
		happened = happened || dae_event_passed(&end[i]);
	}
	dae_dense_make(d, options, trial->is_singular, &trial->exchange, t);
	memcpy(s->q, d->q1, (size_t)system->n_q * sizeof *s->q);
	memcpy(s->v, d->v1, (size_t)system->n_v * sizeof *s->v);
	memcpy(s->a, d->a1, (size_t)system->n_v * sizeof *s->a);
	memcpy(s->lambda, d->lambda1, (size_t)system->n_g * sizeof *s->lambda);
	memcpy(s->memory, d->memory1, d->method->memory(system) * sizeof *s->memory);
	*s->last = t - *s->t;
	*s->t = t;
	*s->started = 1;
	dae_control_count(s->counters, trial, t);
	dae_driver_forget_scales(d, *s->last);
	dae_driver_grow_scales(d);
	if (system->energy) {
		dae_work_add(s->work, &trial->exchange);
	}
	if (system->accepted) {
		struct dae_point p = dae_driver_point(d);
		system->accepted(system->context, &p);
	}
	if (happened) {
		return dae_driver_restart(d, options, failure);
	}
	const int looks = options->iterations == 0;
	if (looks && trial->is_singular && s->counters->distance < DAE_CONTROL_TOUCHING &&
	    dae_driver_touches(d, options, DAE_CONTROL_TOUCHING_MOVE)) {
		*failure = (struct dae_failure){DAE_TOUCHING, dae_kkt_weakest_row(d->kkt), t};
		return DAE_FAILED;
	}
	if (looks && fmod(s->counters->steps, DAE_CONTROL_ROUNDING_STEPS) == 0) {
		dae_driver_measure_rounding(d);
	}
	return DAE_DONE;
}

/* what is known of a step while it is sought */
struct dae_search {
	double rest, growth;
	double last_h, last_error;        /* of the last step with too large an error */
	int stagnation, shortened, aside; /* steps without gain, up to an event, and aside of one that was blurred: */
	double blurred, least;            /* the one with the least harm */
};

/* whether a step in place of a longer one has an error that falls with h, be it as slowly as its root */
static int dae_control_gains(const struct dae_search *x, const struct dae_trial *trial)
{
	return trial->status != DAE_DONE || trial->error <= x->last_error * sqrt(trial->h / x->last_h);
}

static int dae_control_good(const struct dae_search *x, const struct dae_trial *trial)
{
	const double harmless = trial->is_singular ? 1 : DAE_CONTROL_HARMLESS;
	const int stagnation = x->stagnation >= DAE_CONTROL_STAGNATION && trial->harm <= harmless;
	return trial->status == DAE_DONE && (trial->error <= 1 || stagnation);
}

/* factor by which the next step may differ */
static double dae_control_factor(const struct dae_search *x, const struct dae_trial *trial)
{
	if (trial->status != DAE_DONE) {
		return DAE_CONTROL_AFTER_FAILURE;
	}
	double factor = trial->error > 0 ? DAE_CONTROL_SAFETY * pow(trial->error, -1.0 / trial->order) : x->growth;
	if (trial->place < 0) {
		/* the balance is a small difference of large energies: its rounding is to have no say in the step size */
		factor = pow(2, floor(DAE_CONTROL_GRADES * log(factor) / log(2)) / DAE_CONTROL_GRADES);
	}
	return fmax(DAE_CONTROL_SHRINKING, fmin(x->growth, factor));
}

/* the step to try after one that was rejected */
static double dae_control_retry(struct dae_driver *d, struct dae_search *x, const struct dae_trial *trial)
{
	const int in_doubt = x->stagnation > 0 && !trial->is_singular;
	d->state.counters->rejected++;
	x->growth = 1;
	return fmin(dae_control_factor(x, trial), in_doubt ? DAE_CONTROL_IN_DOUBT : DAE_CONTROL_SAFETY) * trial->h;
}

LA_FUNCTION int dae_control_step(struct dae_driver *d, const struct dae_options *options, double wanted, double t_end,
                                 double *next, struct dae_failure *failure)
{
	const double t = *d->state.t, smallest = dae_control_smallest(d, t_end);
	struct dae_search x = {t_end - t, HUGE_VAL, wanted, HUGE_VAL, 0, 0, 0, 0, 0};
	double h = wanted;
	while (h > smallest) {
		const struct dae_trial trial = dae_control_try(d, options, h, h == x.rest, failure);
		if (trial.status < 0) {
			return trial.status;
		}
		x.growth = fmin(x.growth, trial.growth);
		x.stagnation = dae_control_gains(&x, &trial) ? 0 : x.stagnation + 1;
		const int good = dae_control_good(&x, &trial);
		if (x.blurred > 0 && (!good || (x.aside == DAE_CONTROL_MOST_ASIDE && trial.harm > x.least))) {
			x.aside = DAE_CONTROL_MOST_ASIDE;
			h = x.blurred;
			x.blurred = 0;
			continue;
		}
		if (good) {
			if (trial.is_aside_better && h < x.rest && x.aside < DAE_CONTROL_MOST_ASIDE) {
				x.blurred = x.aside == 0 || trial.harm < x.least ? h : x.blurred;
				x.least = x.aside++ == 0 ? trial.harm : fmin(x.least, trial.harm);
				h *= DAE_CONTROL_ASIDE;
				continue;
			}
			const struct dae_event *end = dae_control_events(d, h);
			const double part = dae_event_part(d->system->n_events, d->events, end, h, x.shortened);
			if (part < 1 && part * h > smallest && x.shortened++ < DAE_CONTROL_MOST_SHORTENINGS) {
				h *= part;
				continue;
			}
			const int odd = x.stagnation >= DAE_CONTROL_STAGNATION || x.shortened > 0 || x.aside > 0;
			*next = odd ? wanted : dae_control_factor(&x, &trial) * h;
			return dae_control_accept(d, options, &trial, h == x.rest ? t_end : t + h, failure);
		}
		if (trial.status == DAE_DONE) {
			x.last_error = trial.error;
			x.last_h = h;
			failure->reason = DAE_ERROR_TOO_LARGE;
		}
		h = dae_control_retry(d, &x, &trial);
	}
	dae_driver_give_up(d, options, failure);
	return DAE_FAILED;
}

LA_FUNCTION int dae_control_fixed_step(struct dae_driver *d, const struct dae_options *options, double t, int halvings,
                                       struct dae_failure *failure)
{
	const double h = t - *d->state.t;
	const int too_long = halvings > 0 && h > dae_driver_longest_step(d);
	struct dae_trial trial = {.status = DAE_SMALLER_STEP};
	if (!too_long) {
		dae_driver_look(d);
		trial = dae_control_try(d, options, h, 1, failure);
		trial.error = 0;
	}
	if (trial.status == DAE_DONE) {
		return dae_control_accept(d, options, &trial, t, failure);
	}
	d->state.counters->rejected += !too_long;
	if (trial.status < 0 && failure->reason == DAE_TOO_MUCH_WORK) {
		return trial.status;
	}
	if (trial.status < 0 || halvings == 0) {
		dae_driver_give_up(d, options, failure);
		return DAE_FAILED;
	}
	const int status = dae_control_fixed_step(d, options, *d->state.t + h / 2, halvings - 1, failure);
	return status ? status : dae_control_fixed_step(d, options, t, halvings - 1, failure);
}
