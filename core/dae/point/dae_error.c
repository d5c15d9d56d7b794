#include "dae_error.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "dae_special.h"

static const double DAE_ERROR_PRESCRIBED = 0.1; /* part of the tolerance that prescribed motion may be off */

/* Part of the tolerance that a velocity may be off along a direction that is damped within the step
 * (dae_lasting.h). Accelerations along it err by as much times the rate of the damping: on a vehicle
 * with time constants of 15 microseconds by 7, 13 and 35 tolerances with 0.01, 0.03 and 0.1. */
static const double DAE_ERROR_PASSING = 0.03;

/* What one step is measured by: its roundings, in sizes, and in sizes a second; and the least that
 * velocities and accelerations count as, in sizes, compared with the largest at the end of the
 * step. Where a motion begins within the step, nothing larger has been seen. */
struct dae_error_scales {
	double displacing, turning, speed, push;
	int moving; /* dae_system_moving */
};

static struct dae_error_scales dae_error_scales_of(const struct dae_step *s)
{
	struct dae_error_scales m = {.displacing = dae_special_displacement(s->nearness, dae_nearness_sigma(s->kkt)),
	                             .turning = dae_special_turn(s->nearness, dae_kkt_last_rank(s->kkt).distance) +
	                                        s->nearness->rest_speed,
	                             .moving = dae_system_moving(s->system)};
	for (int i = 0; s->nearness->rest_speed > 0 && i < m.moving; i++) {
		const double size = s->system->motion_size[i];
		m.speed = fmax(m.speed, DAE_SCALES_FLOOR * fabs(s->v1[i]) / size);
		m.push = fmax(m.push, DAE_SCALES_FLOOR * fabs(s->a1[i]) / size);
	}
	return m;
}

/* of velocity i, and of its change */
static double dae_error_speed(const struct dae_step *s, const struct dae_error_scales *m, int i)
{
	const double least = i < m->moving ? m->speed * s->system->motion_size[i] : fabs(s->v1[i]);
	return fmax(s->velocity_scale[i], least);
}

static double dae_error_push(const struct dae_step *s, const struct dae_error_scales *m, int i)
{
	const double least = i < m->moving ? m->push * s->system->motion_size[i] : fabs(s->a1[i]);
	return fmax(s->acceleration_scale[i], least);
}

/* Size of the error of velocity i. It may be off by the tolerance at most, however large the
 * accelerations are that die out within the step, and by its turn, which no smaller step mends.
 * Where it is known which part lasts (dae_lasting.h), that part alone is charged per unit of time. */
static double dae_error_part_of_v(const struct dae_step *s, const double *error, const struct dae_error_scales *m,
                                  int i)
{
	const int n = s->system->n_v, moves = i < m->moving;
	const double size = s->system->motion_size[i], speed = dae_error_speed(s, m, i), push = dae_error_push(s, m, i);
	const double tolerance = s->options->tolerance;
	const double displaced = m->displacing * size;
	const double forces = s->h * s->acceleration_rounding[i], speeds = DAE_NEARNESS_ROUNDING * speed;
	const double place = moves ? m->turning * size + (s->result.v_follows_q ? 1 / s->h : 0) * displaced : displaced;
	const double steady = fmin(DAE_TOLERANCE_SHARE * tolerance * s->h * push, tolerance * speed);
	const double all = fabs(error[n + i]);
	if (s->result.lasting == NULL || error != s->error) {
		return all / (steady + forces + speeds + place);
	}
	const double passing = fmax(steady, DAE_ERROR_PASSING * tolerance * speed);
	return fmax(all / (passing + forces + speeds + place),
	            fmin(all, fabs(s->result.lasting[i])) / (steady + forces + speeds + place));
}

/* size of the error of coordinate i, which a state has not */
static double dae_error_part_of_q(const struct dae_step *s, const double *error, const struct dae_error_scales *m,
                                  int i)
{
	const double share = DAE_TOLERANCE_SHARE * s->options->tolerance * s->h;
	return i < m->moving
	           ? fabs(error[i]) / (share * dae_error_speed(s, m, i) + m->displacing * s->system->motion_size[i])
	           : 0;
}

static double dae_error_part(const struct dae_step *s, const double *error, const struct dae_error_scales *m, int i)
{
	const double part = fmax(dae_error_part_of_q(s, error, m, i), dae_error_part_of_v(s, error, m, i));
	return isnan(error[i]) || isnan(error[s->system->n_v + i]) ? HUGE_VAL : part;
}

LA_FUNCTION double dae_error_size(const struct dae_step *s, const double *error)
{
	const struct dae_error_scales m = dae_error_scales_of(s);
	double largest = s->result.across;
	for (int i = 0; i < s->system->n_v; i++) {
		largest = fmax(largest, dae_error_part(s, error, &m, i));
	}
	return largest;
}

LA_FUNCTION int dae_error_worst_velocity(const struct dae_step *s)
{
	const struct dae_error_scales m = dae_error_scales_of(s);
	double of_q = s->result.across, of_v = 0;
	int worst = -1;
	for (int i = 0; i < s->system->n_v; i++) {
		const double part = dae_error_part_of_v(s, s->error, &m, i);
		of_q = fmax(of_q, dae_error_part_of_q(s, s->error, &m, i));
		worst = part > of_v ? i : worst;
		of_v = fmax(of_v, part);
	}
	return of_v > of_q ? worst : -1;
}

LA_FUNCTION struct dae_error dae_error_measure(const struct dae_step *s)
{
	const int n = s->system->n_v;
	const double tolerance = s->options->tolerance;
	const struct dae_error_scales m = dae_error_scales_of(s);
	struct dae_error found = {0, 0, 0};
	for (int i = 0; i < n; i++) {
		const double part = dae_error_part(s, s->error, &m, i);
		found.worst = part > found.size ? i : found.worst;
		found.size = fmax(found.size, part);
		if (i < m.moving) {
			found.harm = fmax(found.harm, fabs(s->error[i]) / (tolerance * s->system->motion_size[i]));
		}
		found.harm = fmax(found.harm, fabs(s->error[n + i]) / (tolerance * dae_error_speed(s, &m, i)));
	}
	if (s->result.across > found.size) {
		found.size = s->result.across;
		found.harm = fmax(found.harm, DAE_ERROR_PRESCRIBED * s->result.across);
		found.worst = s->result.across_worst;
	}
	return found;
}

/* Motion across the constraints is taken out at the end of each step, so that its errors do not add
 * up: they are measured as they are, not per unit of time. A prescribed speed sums terms of its own
 * size, however slow it is: what moves nothing by more than rounding in the time that is asked for
 * is no error. */
LA_FUNCTION void dae_error_filter(struct dae_step *s, struct dae_kkt *kkt, int noisy, int of_v, double *error)
{
	const int n = s->system->n_v;
	const int driven = s->system->is_driven && !noisy;
	if (driven) {
		memcpy(s->scratch.prescribed, error, (size_t)n * sizeof *error);
		dae_kkt_damp(kkt, s->scratch.prescribed);
	}
	dae_kkt_project(kkt, 1, error);
	const struct dae_error_scales m = driven ? dae_error_scales_of(s) : (struct dae_error_scales){0};
	for (int i = 0; driven && i < n; i++) {
		const double size = s->system->motion_size[i], scale = of_v ? dae_error_speed(s, &m, i) : size;
		const double allowed =
			DAE_ERROR_PRESCRIBED * s->options->tolerance * scale + (of_v ? DAE_NEARNESS_ROUNDING * size / s->asked : 0);
		const double across = fabs(s->scratch.prescribed[i] - error[i]) / allowed;
		s->result.across_worst = across > s->result.across ? i : s->result.across_worst;
		s->result.across = isnan(across) ? HUGE_VAL : fmax(s->result.across, across);
	}
}

LA_FUNCTION void dae_error_filter_both(struct dae_step *s, struct dae_kkt *kkt, int noisy, double *error)
{
	if (s->system->is_driven && !noisy) {
		dae_error_filter(s, kkt, noisy, 0, error);
		dae_error_filter(s, kkt, noisy, 1, error + s->system->n_v);
	} else {
		dae_kkt_project(kkt, 2, error);
	}
}

/* roundings of a number that no correction is asked to better */
static const double DAE_ERROR_CORRECTION = 64 * DBL_EPSILON;

/* Where an iteration stagnates it is left with the rounding of forces over the mass, which of stiff
 * springs at rest is all that there is; elsewhere the matrix makes it smaller. Velocities that
 * follow positions carry their rounding, divided by the step. */
LA_FUNCTION double dae_error_noticed(const struct dae_step *s, double part, int v_follows_q, int i, double dq,
                                     double dv)
{
	const double notice = part * DAE_ERROR_NOTICE * s->options->tolerance * s->h;
	const double rounding = DAE_ERROR_CORRECTION * (1 + s->scratch.amplification);
	const double gain = s->h * s->acceleration_scale[i];
	const double forces = s->scratch.stagnates ? s->h * s->acceleration_rounding[i] : 0;
	const double size = s->system->motion_size[i];
	const double v_size = notice * s->acceleration_scale[i] + rounding * (s->velocity_scale[i] + gain) + forces;
	if (i >= dae_system_moving(s->system)) {
		return fabs(dv) / (v_size + rounding * size);
	}
	const double q_rounding = rounding * (size + s->h * gain) + s->h * forces;
	const double q_size = notice * s->velocity_scale[i] + q_rounding;
	const double rest = s->nearness->rest_speed * size + (v_follows_q ? q_rounding / s->h : 0);
	return fmax(fabs(dq) / q_size, fabs(dv) / (v_size + rest));
}
