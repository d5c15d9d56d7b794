#include "dae_trial.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "dae_driver_parts.h"
#include "dae_effort.h"
#include "dae_error.h"
#include "dae_point.h"
#include "dae_scales.h"
#include "dae_special.h"
#include "dae_start.h"

static const double DAE_TRIAL_BALANCE = 64 * DBL_EPSILON; /* of the energy balance, as a part of what it sums */
static const double DAE_TRIAL_CAREFUL_GROWTH = 1.05;      /* where the error is not all known */
static const double DAE_TRIAL_AWAY = 10;                  /* times the accelerations seen so far */

/* a step so many times as long as the last one sees only rounding in the memory, and starts without
 * it */
static const double DAE_TRIAL_FORGETTING = 1e4;

static void dae_trial_measure(const struct dae_step *s, const struct dae_amplification *end, struct dae_trial *trial)
{
	const struct dae_error found = dae_error_measure(s);
	trial->error = found.size;
	trial->harm = found.harm;
	trial->worst = found.worst;
	trial->order = s->result.order;
	trial->complete = s->result.error_is_complete;
	trial->growth = trial->complete ? s->result.growth : DAE_TRIAL_CAREFUL_GROWTH;
	trial->is_hidden = end->displacement > s->options->tolerance;
}

/* rounding of the balance: of the energies, and of forces times the rounding of positions.
 * Accelerations and multipliers give the forces; near a singular position multipliers grow as 1 /
 * sigma, the forces do not. */
static void dae_trial_noise(const struct dae_driver *d, const struct dae_step *s, double sigma, struct dae_exchange *x)
{
	const struct dae_system *system = d->system;
	double *momentum = s->scratch.prescribed;
	double forces = 0;
	/* not every method leaves the masses of this point */
	(void)system->mass(system->context, s->q1, dae_kkt_mass(s->kkt));
	dae_kkt_mass_multiply(s->kkt, system->motion_size, momentum);
	for (int i = 0; i < system->n_kinetic; i++) {
		forces += fabs(momentum[i] * s->a1[i]);
	}
	for (int i = 0; i < system->n_g; i++) {
		forces += sigma * fabs(s->lambda1[i]) * system->constraint_size[i];
	}
	x->rounding = DAE_TRIAL_BALANCE * (fmax(x->start.terms, x->end.terms) + forces);
}

/* what rounding explains of the balance in addition, near a singular position at the start or at
 * the end of the step */
static double dae_trial_amplified_rounding(const struct dae_driver *d, double sigma, const struct dae_exchange *x)
{
	const double start = fmax(d->state.rank->distance, sqrt(DBL_EPSILON));
	return DAE_TRIAL_BALANCE * fmax(x->start.terms, x->end.terms) * (1 / fmin(start, sigma) - 1);
}

/* What rounding may have done to the end of the step. Two changes of the energy balance count as
 * harm: one that only rounding explains, of size `harm`, and one that would change the velocity of
 * a slow motion by more than the tolerance. Besides, the tilt of the end takes energy from the next
 * step that no balance shows yet: its square, times the pace of the motion. */
static void dae_trial_judge_end(const struct dae_driver *d, const struct dae_step *s,
                                const struct dae_amplification *end, struct dae_trial *trial, double harm,
                                int is_explained)
{
	const double tolerance = s->options->tolerance;
	const double jolt =
		s->result.is_singular && s->result.is_anew ? dae_energy_jolt(d->state.work, &trial->exchange) / tolerance : 0;
	trial->is_end_harmed = (is_explained && harm > DAE_TRIAL_HARMLESS) || jolt > 1;
	const double tilt = end->tilt;
	const double pace = tilt > 0 ? s->nearness->pace : 0;
	const int crosses = tilt > 0 && s->nearness->crosses;
	/* a motion that comes to rest begins near the position, too: other ends lose no less than the
	 * start has lost */
	const double before = crosses ? 0 : s->nearness->tilt;
	const double lost = fmax(pace * (tilt * tilt - before * before) / tolerance, 0);
	trial->end_harm = fmax(trial->is_end_harmed ? fmax(harm, jolt) : 0, lost);
	trial->is_end_in_doubt = trial->is_end_harmed || lost > DAE_TRIAL_HARMLESS || (crosses && tilt > tolerance);
	trial->is_hidden = trial->is_hidden || trial->is_end_harmed;
}

/* heat and supply over the step, and the balance as a part of the error */
static void dae_trial_balance(struct dae_driver *d, const struct dae_step *s, const struct dae_amplification *there,
                              struct dae_trial *trial)
{
	const struct dae_system *system = d->system;
	const struct dae_point end = {s->t + s->h, s->q1, s->v1, s->a1, s->lambda1};
	struct dae_exchange *x = &trial->exchange;
	x->h = s->h;
	x->start = d->energy;
	system->energy(system->context, &end, &x->end);
	if (s->result.method->quadrature) {
		s->result.method->quadrature(s->result.method, system, s->t, d->work, x);
	} else {
		dae_energy_quadrature(d->state.work, x);
	}
	dae_trial_noise(d, s, there->sigma, x);
	const double share = DAE_TRIAL_ENERGY * s->options->tolerance;
	trial->rate = s->nearness->rate;
	const double near = dae_trial_amplified_rounding(d, there->sigma, x);
	const double usual = dae_special_uncounted(x->rounding, near);
	const double strict = dae_energy_error(d->state.work, x, share, trial->rate, usual);
	const double error = strict * x->allowed / (x->allowed + near);
	const double harm = dae_energy_harm(d->state.work, x) / s->options->tolerance;
	dae_trial_judge_end(d, s, there, trial, harm, strict > 1 && error <= 1);
	if (!(error <= trial->error)) {
		trial->worst = -1;
		trial->error = isnan(error) ? HUGE_VAL : error;
		trial->harm = fmax(trial->harm, harm);
	}
}

/* ---- one trial ---- */

/* Whether the step is a solution of the equations, but not the motion. Near a singular position
 * velocities across the constraints follow from their past alone. If they change as accelerations
 * ten times the largest so far would change them, or if the step ends with such accelerations, the
 * step has left the motion.
 *
 * Rounding is excepted. It displaces by R / sigma, tilts velocities by R v / sigma^2, and changes
 * accelerations by R v^2 / sigma^3; the last does no harm at a requested end while the tilt is
 * within the tolerance. With fixed steps no tolerance bounds positions: they may err by h^2 a / 12,
 * as the trapezoidal rule errs with such accelerations. */
static int dae_trial_runs_away(const struct dae_step *s, const struct dae_amplification *end, int lands)
{
	const int harmless = lands && end->tilt <= s->options->tolerance;
	const double rate = harmless ? s->nearness->rate / end->sigma : 0;
	const int moving = dae_system_moving(s->system);
	for (int i = 0; s->result.is_singular && i < moving; i++) {
		const double size = end->displacement * s->system->motion_size[i];
		const double allowed = DAE_TRIAL_AWAY * s->acceleration_scale[i] + size / (s->h * s->h);
		const int errs = s->options->fixed_step > 0 && fabs(s->error[i]) > allowed * s->h * s->h / 12;
		if (errs || fabs(s->v1[i] - s->v[i]) / s->h > allowed || fabs(s->a1[i]) > allowed + size * rate * rate) {
			return 1;
		}
	}
	return 0;
}

static struct dae_step dae_trial_open(struct dae_driver *d, const struct dae_options *options, double h,
                                      struct dae_failure *failure)
{
	const struct dae_state *s = &d->state;
	const double *start = *s->started == 0 ? dae_scales_of_start(d) : NULL;
	return (struct dae_step){
		.system = d->system,
		.kkt = d->kkt,
		.kkts = d->kkts,
		.options = options,
		.velocity_scale = start ? start : s->velocity_scale,
		.acceleration_scale = start ? start + d->system->n_v : s->acceleration_scale,
		.acceleration_rounding = s->acceleration_rounding,
		.t = *s->t,
		.h = h,
		.asked = fmax(d->asked, h),
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
		.scratch = {.work = d->work, .prescribed = d->prescribed},
		.method = d->method,
		.rank = s->rank,
		.counters = s->counters,
		.failure = failure,
	};
}

/* opening, in sizes, and part of the energies exchanged that the balance is off, from which on a
 * step makes no sense */
static const double DAE_TRIAL_SANE_OPENING = 1e-3;
static const double DAE_TRIAL_SANE_BALANCE = 0.5;

/* whether a step of real time to `end` that its iterations did not solve can be gone on from:
 * joints are closed but for a small part of their size, and the energy balance shows a motion */
static int dae_trial_is_sane(struct dae_driver *d, const struct dae_point *end, const struct dae_exchange *x)
{
	const struct dae_system *system = d->system;
	const double harm = system->energy ? dae_energy_harm(d->state.work, x) : 0;
	return system->constraint(system->context, end, d->right) == DAE_DONE &&
	       dae_point_off(system, d->right) <= DAE_TRIAL_SANE_OPENING && harm <= DAE_TRIAL_SANE_BALANCE;
}

LA_FUNCTION const struct dae_event *dae_trial_events(struct dae_driver *d, double h)
{
	const struct dae_point end = {*d->state.t + h, d->q1, d->v1, d->a1, d->lambda1};
	if (d->system->n_events > 0) {
		d->system->events(d->system->context, &end, d->events1);
	}
	return d->events1;
}

LA_FUNCTION struct dae_trial dae_trial_make(struct dae_driver *d, const struct dae_options *options, double h,
                                            int lands, struct dae_failure *failure)
{
	const struct dae_state *s = &d->state;
	struct dae_step step = dae_trial_open(d, options, h, failure);
	const struct dae_nearness nearness = dae_nearness_of(&step);
	step.nearness = &nearness;
	struct dae_trial trial = {.h = h, .error = HUGE_VAL, .order = d->method->order, .growth = HUGE_VAL};
	*failure = (struct dae_failure){.reason = DAE_NO_REASON, .row = -1, .t = *s->t};
	if (!dae_effort_count(d, options, h)) {
		*failure = (struct dae_failure){.reason = DAE_TOO_MUCH_WORK, .row = -1, .t = *s->t};
		trial.status = DAE_FAILED;
		return trial;
	}
	if (*s->started != 0 && h > DAE_TRIAL_FORGETTING * *s->last) {
		step.memory = dae_start_memory(d);
	}
	/* the rank of the last matrix is no part of the state, and not every method factors a matrix in
	 * each step */
	dae_kkt_forget_rank(d->kkt);
	dae_method_begin(&step);
	trial.status = d->method->step(&step);
	trial.is_singular = step.result.is_singular;
	const int real_time = options->iterations > 0;
	const struct dae_amplification there = dae_nearness_at(d->kkt);
	const int away = trial.status == DAE_DONE && dae_trial_runs_away(&step, &there, lands);
	trial.is_unconverged = step.result.is_unconverged || away;
	if (away && !real_time) {
		failure->reason = DAE_RAN_AWAY;
		trial.status = DAE_SMALLER_STEP;
	}
	if (trial.status == DAE_DONE) {
		dae_trial_measure(&step, &there, &trial);
	}
	if (trial.status == DAE_DONE && d->system->energy) {
		dae_trial_balance(d, &step, &there, &trial);
	}
	const struct dae_point end = {step.t + h, step.q1, step.v1, step.a1, step.lambda1};
	if (trial.status == DAE_DONE && trial.is_unconverged && !dae_trial_is_sane(d, &end, &trial.exchange)) {
		trial.status = DAE_SMALLER_STEP;
	}
	if (trial.status == DAE_DONE) {
		d->blame[trial.worst + 1]++;
	} else if (real_time) {
		failure->reason = DAE_TOO_COARSE;
	}
	return trial;
}
