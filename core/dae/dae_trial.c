#include "dae_trial.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "dae_rounding.h"

static const double DAE_TRIAL_ROUNDING = 16 * DBL_EPSILON; /* error of one step that nothing can be done about */
static const double DAE_TRIAL_BALANCE = 64 * DBL_EPSILON;  /* of the energy balance, as a part of what it sums */
/* part of that which is no error of a step, as a rule, and no reason to hold the first steps back, which change nothing else; but near a singular
 * position, where what comes to rest would add it up */
static const double DAE_TRIAL_USUAL = 0.125;
static const double DAE_TRIAL_GROWTH = 2;
static const double DAE_TRIAL_CAREFUL_GROWTH = 1.05; /* where the error is not all known */
static const double DAE_TRIAL_PRESCRIBED = 0.1;      /* part of the tolerance that prescribed motion may be off */
static const double DAE_TRIAL_AWAY = 10;             /* times the accelerations seen so far */

/* part of the speeds seen lately from which on a motion passes by */
static const double DAE_TRIAL_PASSING = 0.5;

/* Distance to a singular position as which a nearer one counts where the motion stays. What stays is held better than rounding explains of one step, and
 * long steps may be unstable there: of 320 runs of dop853 and dopri5 that come to rest none was off with 1e-6, 9 of 640 with 4e-7 and 2e-7. */
static const double DAE_TRIAL_STAYING = 1e-6;

/* times the last step: to such a step the memory shows rounding alone */
static const double DAE_TRIAL_FORGETTING = 1e4;

/* ---- the error of a step ---- */

/* Part of a velocity that rounding brings about across the constraints beside a singular position: R / sigma^2 (dae_rounding.h) */
static double dae_trial_turn(double distance)
{
	const double sigma = fmax(distance, sqrt(DBL_EPSILON));
	return sigma < 1 ? DAE_TRIAL_ROUNDING / (sigma * sigma) : 0;
}

/* how fast the motion is beside what it was lately */
static double dae_trial_pace(const struct dae_step *s)
{
	return fmin(dae_step_present_rate(s) / dae_step_rate(s), 1);
}

/* What the error test leaves to that turn, in sizes a second. A motion that passes a singular position meets with it once; one that comes to rest
 * there is left as it is, or what each of many steps adds would add up. */
static double dae_trial_turning(const struct dae_step *s)
{
	const double turn = dae_trial_turn(dae_kkt_rank(s->kkt).distance);
	return turn > 0 && dae_trial_pace(s) > DAE_TRIAL_PASSING ? turn * dae_step_rate(s) : 0;
}

/* What it leaves to rounding of positions, in sizes */
static double dae_trial_displacing(const struct dae_step *s)
{
	return DAE_TRIAL_ROUNDING / fmax(dae_sharpness(s->kkt), dae_step_stays(s) ? DAE_TRIAL_STAYING : 0);
}

/* What one step is measured by: its roundings, in sizes, and in sizes a second; and the least that velocities and accelerations count as, in sizes,
 * compared with the largest at the end of the step. Where a motion begins within the step, nothing larger has been seen. */
struct dae_measure {
	double displacing, turning, speed, push;
	int moving; /* dae_system_moving */
};

static struct dae_measure dae_trial_measure_of(const struct dae_step *s)
{
	struct dae_measure m = {dae_trial_displacing(s), dae_trial_turning(s) + s->rest, 0, 0,
	                        dae_system_moving(s->system)};
	for (int i = 0; s->rest > 0 && i < m.moving; i++) {
		const double size = s->system->motion_size[i];
		m.speed = fmax(m.speed, DAE_SCALE_FLOOR * fabs(s->v1[i]) / size);
		m.push = fmax(m.push, DAE_SCALE_FLOOR * fabs(s->a1[i]) / size);
	}
	return m;
}

/* of velocity i, and of its change */
static double dae_trial_speed(const struct dae_step *s, const struct dae_measure *m, int i)
{
	const double least = i < m->moving ? m->speed * s->system->motion_size[i] : fabs(s->v1[i]);
	return fmax(s->velocity_scale[i], least);
}

static double dae_trial_push(const struct dae_step *s, const struct dae_measure *m, int i)
{
	const double least = i < m->moving ? m->push * s->system->motion_size[i] : fabs(s->a1[i]);
	return fmax(s->acceleration_scale[i], least);
}

/* Size of the error of velocity i, and of its coordinate, which a state has not. A velocity may be off by the tolerance at most, however large the accelerations
 * are that die out within the step, and by its turn, which no smaller step mends. */
static double dae_trial_part(const struct dae_step *s, const double *error, const struct dae_measure *m, int i)
{
	const int n = s->system->n_v, moves = i < m->moving;
	const double size = s->system->motion_size[i], speed = dae_trial_speed(s, m, i), push = dae_trial_push(s, m, i);
	const double share = DAE_TOLERANCE_SHARE * s->options->tolerance * s->h;
	const double follows = s->v_follows_q ? 1 / s->h : 0;
	const double rounding = m->displacing * size;
	const double q = share * speed + rounding;
	const double v = fmin(share * push, s->options->tolerance * speed) + s->h * s->acceleration_rounding[i] +
	                 DAE_TRIAL_ROUNDING * speed + (moves ? m->turning * size + follows * rounding : rounding);
	const double part = fmax(moves ? fabs(error[i]) / q : 0, fabs(error[n + i]) / v);
	return isnan(error[i]) || isnan(error[n + i]) ? HUGE_VAL : part;
}

LA_FUNCTION double dae_step_error(const struct dae_step *s, const double *error)
{
	const struct dae_measure m = dae_trial_measure_of(s);
	double largest = s->across;
	for (int i = 0; i < s->system->n_v; i++) {
		largest = fmax(largest, dae_trial_part(s, error, &m, i));
	}
	return largest;
}

static void dae_trial_measure(const struct dae_step *s, struct dae_trial *trial)
{
	const int n = s->system->n_v;
	const double tolerance = s->options->tolerance;
	const struct dae_measure m = dae_trial_measure_of(s);
	trial->error = trial->harm = 0;
	trial->place = 0;
	for (int i = 0; i < n; i++) {
		const double part = dae_trial_part(s, s->error, &m, i);
		trial->place = part > trial->error ? i : trial->place;
		trial->error = fmax(trial->error, part);
		if (i < m.moving) {
			trial->harm = fmax(trial->harm, fabs(s->error[i]) / (tolerance * s->system->motion_size[i]));
		}
		trial->harm = fmax(trial->harm, fabs(s->error[n + i]) / (tolerance * dae_trial_speed(s, &m, i)));
	}
	if (s->across > trial->error) {
		trial->error = s->across;
		trial->harm = fmax(trial->harm, DAE_TRIAL_PRESCRIBED * s->across);
		trial->place = s->across_place;
	}
	trial->order = s->order;
	trial->complete = s->error_is_complete;
	trial->growth = trial->complete ? s->growth : DAE_TRIAL_CAREFUL_GROWTH;
	trial->is_blurred = DAE_TRIAL_ROUNDING / dae_sharpness(s->kkt) > tolerance;
}

/* Motion across the constraints is taken out at the end of each step, so that its errors do not add up: they are measured as
 * they are, not per unit of time. A prescribed speed sums terms of its own size, however slow it is: what moves nothing by more than rounding in the
 * time that is asked for is no error. */
LA_FUNCTION void dae_step_filter(struct dae_step *s, struct dae_kkt *kkt, int noisy, int of_v, double *error)
{
	const int n = s->system->n_v;
	const int driven = s->system->is_driven && !noisy;
	if (driven) {
		memcpy(s->prescribed, error, (size_t)n * sizeof *error);
		dae_kkt_damp(kkt, s->prescribed);
	}
	dae_kkt_project(kkt, 1, error);
	const struct dae_measure m = driven ? dae_trial_measure_of(s) : (struct dae_measure){0};
	for (int i = 0; driven && i < n; i++) {
		const double size = s->system->motion_size[i], scale = of_v ? dae_trial_speed(s, &m, i) : size;
		const double allowed =
			DAE_TRIAL_PRESCRIBED * s->options->tolerance * scale + (of_v ? DAE_TRIAL_ROUNDING * size / s->asked : 0);
		const double across = fabs(s->prescribed[i] - error[i]) / allowed;
		s->across_place = across > s->across ? i : s->across_place;
		s->across = isnan(across) ? HUGE_VAL : fmax(s->across, across);
	}
}

/* what is small compared with the energies of a step: rounding, with forces known by the multipliers and accelerations; near a singular
 * position multipliers grow, the forces do not */
static void dae_trial_noise(const struct dae_driver *d, const struct dae_step *s, struct dae_exchange *x)
{
	const struct dae_system *system = d->system;
	double *momentum = s->prescribed;
	const double sharpness = dae_sharpness(s->kkt);
	double forces = 0;
	/* not every method leaves the masses of this point */
	(void)system->mass(system->context, s->q1, dae_kkt_mass(s->kkt));
	dae_kkt_mass_multiply(s->kkt, system->motion_size, momentum);
	for (int i = 0; i < system->n_kinetic; i++) {
		forces += fabs(momentum[i] * s->a1[i]);
	}
	for (int i = 0; i < system->n_g; i++) {
		forces += sharpness * fabs(s->lambda1[i]) * system->constraint_size[i];
	}
	x->rounding = DAE_TRIAL_BALANCE * (fmax(x->start.terms, x->end.terms) + forces);
}

/* what rounding near a singular position, at the start or at the end of the step, explains of the balance beside that */
static double dae_trial_blur(const struct dae_driver *d, const struct dae_step *s, const struct dae_exchange *x)
{
	const double start = fmax(d->state.counters->distance, sqrt(DBL_EPSILON));
	const double sharpness = fmin(start, dae_sharpness(s->kkt));
	return DAE_TRIAL_BALANCE * fmax(x->start.terms, x->end.terms) * (1 / sharpness - 1);
}

/* What rounding may have done to the end, and whether another one is to be looked for. harm: to the balance, and whether nothing but rounding explains it. */
static void dae_trial_look_aside(const struct dae_driver *d, const struct dae_step *s, struct dae_trial *trial,
                                 double harm, int is_explained)
{
	const double tolerance = s->options->tolerance;
	const double jolt = s->is_singular && s->is_anew ? dae_work_jolt(d->state.work, &trial->exchange) / tolerance : 0;
	trial->is_kicked = (is_explained && harm > DAE_TRIAL_HARMLESS) || jolt > 1;
	const double turn = dae_trial_turn(dae_sharpness(s->kkt));
	const double pace = turn > 0 ? dae_trial_pace(s) : 0;
	const int passes = pace > DAE_TRIAL_PASSING;
	/* shorter steps of a motion that comes to rest end no farther off than it begins */
	const double before = passes ? 0 : dae_trial_turn(d->state.counters->distance);
	const double lost = fmax(pace * (turn * turn - before * before) / tolerance, 0);
	trial->kick = fmax(trial->is_kicked ? fmax(harm, jolt) : 0, lost);
	trial->is_aside_better = trial->is_kicked || lost > DAE_TRIAL_HARMLESS || (passes && turn > tolerance);
	trial->is_blurred = trial->is_blurred || trial->is_kicked;
}

/* heat and supply over the step, and the balance as a part of the error */
static void dae_trial_balance(struct dae_driver *d, const struct dae_step *s, struct dae_trial *trial)
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
	dae_trial_noise(d, s, x);
	const double share = DAE_TRIAL_ENERGY * s->options->tolerance;
	trial->rate = dae_step_rate(s);
	const double blur = dae_trial_blur(d, s, x), usual = blur > 0 ? 0 : DAE_TRIAL_USUAL * x->rounding;
	const double strict = dae_work_error(d->state.work, x, share, trial->rate, usual);
	const double error = strict * x->allowed / (x->allowed + blur);
	const double harm = dae_work_harm(d->state.work, x) / s->options->tolerance;
	dae_trial_look_aside(d, s, trial, harm, strict > 1 && error <= 1);
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
static int dae_trial_runs_away(const struct dae_step *s, int lands)
{
	const double sharpness = dae_sharpness(s->kkt);
	const double displaced = DAE_TRIAL_ROUNDING / sharpness;
	const int harmless = lands && dae_trial_turn(sharpness) <= s->options->tolerance;
	const double rate = harmless ? dae_step_rate(s) / sharpness : 0;
	const int moving = dae_system_moving(s->system);
	for (int i = 0; s->is_singular && i < moving; i++) {
		const double size = displaced * s->system->motion_size[i];
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
	const double *start = *s->started == 0 ? dae_driver_start_scales(d) : NULL;
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
		.prescribed = d->prescribed,
		.error_is_complete = 1,
		.order = d->method->order,
		.growth = DAE_TRIAL_GROWTH,
		.work = d->work,
		.quadrature = d->method->quadrature,
		.counters = s->counters,
		.failure = failure,
	};
}

LA_FUNCTION struct dae_trial dae_trial_make(struct dae_driver *d, const struct dae_options *options, double h,
                                            int lands, struct dae_failure *failure)
{
	const struct dae_state *s = &d->state;
	struct dae_step step = dae_trial_open(d, options, h, failure);
	step.rest = dae_step_rest(&step);
	struct dae_trial trial = {.h = h, .error = HUGE_VAL, .order = d->method->order, .growth = HUGE_VAL};
	failure->t = *s->t;
	if (!dae_driver_count_trial(d, options, h)) {
		*failure = (struct dae_failure){DAE_TOO_MUCH_WORK, -1, *s->t};
		trial.status = DAE_FAILED;
		return trial;
	}
	if (*s->started != 0 && h > DAE_TRIAL_FORGETTING * *s->last) {
		step.memory = dae_driver_started_memory(d);
	}
	/* what the last matrix was like is no part of the state, and not every method factors one */
	dae_kkt_forget_rank(d->kkt);
	trial.status = d->method->step(&step);
	trial.is_singular = step.is_singular;
	const int real_time = options->iterations > 0;
	const int away = trial.status == DAE_DONE && dae_trial_runs_away(&step, lands);
	trial.is_unconverged = step.is_unconverged || away;
	if (away && !real_time) {
		failure->reason = DAE_ITERATION_DIVERGED;
		trial.status = DAE_SMALLER_STEP;
	}
	if (trial.status == DAE_DONE) {
		dae_trial_measure(&step, &trial);
	}
	if (trial.status == DAE_DONE && d->system->energy) {
		dae_trial_balance(d, &step, &trial);
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
