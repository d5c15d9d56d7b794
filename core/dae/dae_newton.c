#include "dae_newton.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "dae_rounding.h"
#include "dae_settle.h"

/* part of the tolerance, per unit of time, that the error test does not notice */
static const double DAE_NEWTON_NOTICE = 0.01;

enum { DAE_NEWTON_MOST_SETTLING = 12 };
/* corrections more near a singular position, which rounding may keep from getting smaller */
enum { DAE_NEWTON_BLURRED = 3 };
enum { DAE_NEWTON_FRESH_MATRIX = 4 }; /* corrections with one matrix before it is made anew */

LA_FUNCTION size_t dae_stage_work(const struct dae_system *system)
{
	return (5 + DAE_KKT_COLUMNS) * (size_t)system->n_v + (1 + DAE_KKT_COLUMNS) * (size_t)system->n_g;
}

LA_FUNCTION void dae_stage_split(struct dae_stage *p, const struct dae_system *system, double **work)
{
	p->dq0 = *work;
	p->v0 = p->dq0 + system->n_v;
	p->dq = p->v0 + system->n_v;
	p->y = p->dq + system->n_v;
	p->force = p->y + system->n_v;
	p->rate = p->force + system->n_v;
	p->right = p->rate + system->n_g;
	*work += dae_stage_work(system);
}

LA_FUNCTION struct dae_point dae_stage_point(const struct dae_stage *p)
{
	return (struct dae_point){.t = p->t, .q = p->q, .v = p->v, .a = p->a, .lambda = p->lambda};
}

LA_FUNCTION void dae_stage_update(const struct dae_step *s, const struct dae_stage *p)
{
	for (int i = 0; i < s->system->n_v; i++) {
		p->dq[i] = p->dq0[i] + p->c8 * p->a[i] + p->y[i];
		p->v[i] = p->v0[i] + p->c7 * p->a[i];
	}
	s->system->retract(s->system->context, s->q, p->dq, p->q);
}

/* ---- right-hand sides ---- */

/* first column: f - M A - G^T lambda */
LA_FUNCTION int dae_stage_motion(const struct dae_step *s, const struct dae_stage *p, const struct dae_point *at)
{
	const struct dae_system *system = s->system;
	double *motion = p->right;
	int status = system->mass(system->context, at->q, p->kkt->mass);
	status = status ? status : system->jacobian(system->context, at, p->kkt->jacobian);
	status = status ? status : system->force(system->context, at, p->force);
	if (status) {
		return status;
	}
	dae_kkt_mass_multiply(p->kkt, at->a, motion);
	dae_kkt_add_jacobian_transposed(p->kkt, at->lambda, motion);
	for (int i = 0; i < system->n_v; i++) {
		motion[i] = p->force[i] - motion[i];
	}
	memset(motion + system->n_v, 0, (size_t)system->n_g * sizeof *motion);
	return DAE_DONE;
}

/* second column: -(G v + dg/dt) / c7, or -g / c8 with index 3; third column: -g, in the stabilized form */
LA_FUNCTION int dae_stage_constraints(const struct dae_step *s, const struct dae_stage *p)
{
	const struct dae_system *system = s->system;
	struct dae_point at = dae_stage_point(p);
	int n = system->n_v;
	int m = n + system->n_g;
	double *multipliers = p->right + m + n;
	double *position = p->right + 2 * m + n;
	memset(p->right + m, 0, 2 * (size_t)m * sizeof *p->right);
	if (p->free) {
		return DAE_DONE;
	}
	if (p->formulation == DAE_INDEX3) {
		int status = system->constraint(system->context, &at, multipliers);
		for (int i = 0; i < system->n_g; i++) {
			multipliers[i] = -multipliers[i] / p->c8;
		}
		return status;
	}
	int status = system->constraint_rate(system->context, &at, p->rate);
	if (!status && p->formulation == DAE_STABILIZED) {
		status = system->constraint(system->context, &at, position);
	}
	dae_kkt_jacobian_multiply(p->kkt, p->v, multipliers);
	for (int i = 0; i < system->n_g; i++) {
		multipliers[i] = -(multipliers[i] + p->rate[i]) / p->c7;
		position[i] = -position[i];
	}
	return status;
}

LA_FUNCTION int dae_stage_residual(const struct dae_step *s, const struct dae_stage *p)
{
	struct dae_point at = dae_stage_point(p);
	int status = dae_stage_motion(s, p, &at);
	return status ? status : dae_stage_constraints(s, p);
}

/* ---- corrections ---- */

LA_FUNCTION struct dae_kkt_options dae_newton_matrix_options(const struct dae_step *s, const double *g)
{
	struct dae_kkt_options options = s->options->kkt;
	options.lasting = (int)s->counters->redundant;
	for (int i = 0; options.lasting > 0 && i < s->system->n_g; i++) {
		options.off = fmax(options.off, fabs(g[i]) / s->system->constraint_size[i]);
	}
	return options;
}

LA_FUNCTION int dae_stage_factor(struct dae_step *s, const struct dae_stage *p, const struct dae_point *at, double cq,
                                 double cv)
{
	int status = s->system->tangent(s->system->context, at, cq, cv, p->kkt->tangent);
	if (!status && s->counters->redundant > 0) {
		status = s->system->constraint(s->system->context, at, p->rate);
	}
	if (status) {
		return status;
	}
	struct dae_kkt_options options = dae_newton_matrix_options(s, p->rate);
	s->counters->factorizations++;
	dae_rounding_set(p->kkt, at);
	int unknown = dae_kkt_factor(p->kkt, &options, 1);
	if (unknown > 0) {
		s->failure->reason = DAE_MATRIX_SINGULAR;
		s->failure->row = unknown - 1 - s->system->n_v;
		return DAE_SMALLER_STEP;
	}
	return DAE_DONE;
}

LA_FUNCTION void dae_stage_ease(const struct dae_step *s, const struct dae_stage *p)
{
	int n = s->system->n_v;
	int m = n + s->system->n_g;
	const int index3 = p->formulation == DAE_INDEX3;
	const enum dae_level level = index3 ? DAE_POSITIONS : DAE_VELOCITIES;
	const double factor = index3 ? p->c8 : p->c7;
	const struct dae_rates rates = dae_rates_of_step(s);
	for (int k = 0; k < p->kkt->n_singular; k++) {
		const double e = p->kkt->eigenvalue[k];
		struct dae_bound held = dae_bound_explained(level, rates, e);
		held.roundings /= factor;
		dae_leave_out(p->kkt, k, held, p->right + m + n);
		dae_leave_out(p->kkt, k, dae_bound_explained(DAE_POSITIONS, rates, e), p->right + 2 * m + n);
	}
}

/* velocities that follow positions (index 3) carry their rounding, divided by the step */
LA_FUNCTION double dae_stage_size(const struct dae_step *s, const struct dae_stage *p, double part)
{
	double notice = part * DAE_NEWTON_NOTICE * s->options->tolerance * s->h;
	double rounding = 64 * DBL_EPSILON * (1 + s->blur);
	double follows = p->formulation == DAE_INDEX3 ? 1 / s->h : 0;
	double largest = 0;
	for (int i = 0; i < s->system->n_v; i++) {
		double gain = s->h * s->acceleration_scale[i];
		double q_rounding = rounding * (s->system->motion_size[i] + s->h * gain);
		double q_size = notice * s->velocity_scale[i] + q_rounding;
		double v_size =
			notice * s->acceleration_scale[i] + rounding * (s->velocity_scale[i] + gain) + follows * q_rounding;
		largest = fmax(largest, fmax(fabs(p->c8 * p->right[i]) / q_size, fabs(p->c7 * p->right[i]) / v_size));
	}
	return largest;
}

LA_FUNCTION double dae_stage_correct(const struct dae_step *s, const struct dae_stage *p, double *lambda)
{
	int n = s->system->n_v;
	int m = n + s->system->n_g;
	const double *motion = p->right;
	const double *multipliers = p->right + m;
	const double *position = p->right + 2 * m;
	dae_stage_ease(s, p);
	dae_kkt_solve(p->kkt, p->free ? 1 : p->formulation == DAE_STABILIZED ? 3 : 2, p->right);
	for (int i = 0; i < n; i++) {
		p->a[i] += motion[i] + multipliers[i];
		if (p->formulation == DAE_STABILIZED) {
			p->y[i] += position[i] - p->c8 * multipliers[i];
		}
		if (!isfinite(p->a[i]) || !isfinite(p->y[i])) {
			return HUGE_VAL;
		}
	}
	for (int i = n; i < m; i++) {
		lambda[i - n] += motion[i] + multipliers[i];
	}
	return dae_stage_size(s, p, 1);
}

/* with index 3 velocities are as good as the opening divided by the step */
static double dae_stage_allowed_opening(const struct dae_step *s, const struct dae_stage *p, double slide, int i)
{
	const double opening = dae_bound_of(p->kkt, dae_bound_met_position(), i);
	const double least = p->kkt->rounding[i];
	return p->formulation == DAE_INDEX3 ? fmin(opening, slide * s->h) + least : opening;
}

LA_FUNCTION int dae_stage_check(struct dae_step *s, const struct dae_stage *p)
{
	const struct dae_system *system = s->system;
	struct dae_point at = dae_stage_point(p);
	double *position = p->right;
	double *velocity = p->right + system->n_g;
	int status = system->constraint(system->context, &at, position);
	status = status ? status : system->jacobian(system->context, &at, p->kkt->jacobian);
	status = status ? status : system->constraint_rate(system->context, &at, p->rate);
	if (status) {
		return status;
	}
	dae_kkt_jacobian_multiply(p->kkt, p->v, velocity);
	for (int i = 0; i < system->n_g; i++) {
		velocity[i] += p->rate[i];
	}
	/* components that dae_stage_ease takes out are not tested either */
	const struct dae_rates rates = dae_rates_of_step(s);
	for (int k = 0; k < p->kkt->n_singular; k++) {
		const double e = p->kkt->eigenvalue[k];
		dae_leave_out(p->kkt, k, dae_bound_explained(DAE_POSITIONS, rates, e), position);
		dae_leave_out(p->kkt, k, dae_bound_explained(DAE_VELOCITIES, rates, e), velocity);
	}
	for (int i = 0; i < system->n_g; i++) {
		double slide = dae_bound_of(p->kkt, dae_bound_met_velocity(s, p->kkt->next_eigenvalue), i);
		double opening = dae_stage_allowed_opening(s, p, slide, i);
		int open = p->formulation != DAE_INDEX2 && !(fabs(position[i]) <= opening);
		int slides = p->formulation != DAE_INDEX3 && !(fabs(velocity[i]) <= slide);
		if (open || slides) {
			s->failure->reason = DAE_CONSTRAINT_NOT_MET;
			s->failure->row = i;
			return DAE_SMALLER_STEP;
		}
	}
	return DAE_DONE;
}

LA_FUNCTION double dae_step_blur(const struct dae_step *s, int matrices)
{
	double sharpness = 1;
	for (int i = 0; i < matrices; i++) {
		sharpness = fmin(sharpness, dae_sharpness(s->kkts[i]));
	}
	return 1 / sharpness - 1;
}

LA_FUNCTION int dae_newton_iterate(struct dae_step *s, const struct dae_iteration *iteration, void *method)
{
	double last = HUGE_VAL;
	int age = DAE_NEWTON_FRESH_MATRIX;
	s->failure->reason = DAE_ITERATION_DIVERGED;
	s->failure->row = -1;
	s->blur = 0;
	for (int k = 0; k < iteration->most + DAE_NEWTON_BLURRED; k++) {
		if (k == iteration->most) {
			s->blur = dae_step_blur(s, iteration->matrices);
		}
		if (k >= iteration->most && !(s->blur > 0)) {
			return DAE_SMALLER_STEP;
		}
		int fresh = age >= DAE_NEWTON_FRESH_MATRIX;
		double size = HUGE_VAL;
		int status = iteration->correct(s, method, fresh, &size);
		if (status) {
			return status;
		}
		s->counters->iterations++;
		age = fresh ? 1 : age + 1;
		if (size <= 1) {
			status = iteration->check(s, method);
			if (status <= 0) {
				return status;
			}
		} else if (!(size < HUGE_VAL)) {
			return DAE_SMALLER_STEP;
		}
		/* slow progress: the matrix is out of date */
		age = size > iteration->slow * last ? DAE_NEWTON_FRESH_MATRIX : age;
		last = size;
	}
	return DAE_SMALLER_STEP;
}

LA_FUNCTION int dae_stage_settle(struct dae_step *s, const struct dae_stage *p)
{
	const struct dae_system *system = s->system;
	struct dae_point at = {.t = s->t + s->h, .q = s->q1, .v = s->v1, .a = s->a1, .lambda = s->lambda1};
	double notice = DAE_NEWTON_NOTICE * s->options->tolerance * s->h;
	int n = system->n_v;
	memset(p->right, 0, (size_t)n * sizeof *p->right);
	for (int k = 0; k < DAE_NEWTON_MOST_SETTLING; k++) {
		int status = dae_settle(p->kkt, dae_rates_of_step(s), &at, p->rate, p->right, s->a1, s->lambda1);
		double size = 0;
		for (int i = 0; i < n; i++) {
			size = fmax(size, fabs(p->c7 * p->right[i]) / (notice * s->acceleration_scale[i]));
		}
		status = status || !(size > 1) ? status : system->force(system->context, &at, p->right);
		if (status || !(size > 1)) {
			return status;
		}
		/* f - M a - G^T lambda */
		dae_block_multiply(system->n_mass_blocks, system->mass_blocks, p->kkt->mass, -1, at.a, p->right);
		dae_block_multiply_transposed(system->n_jacobian_blocks, system->jacobian_blocks, p->kkt->jacobian, -1,
		                              at.lambda, p->right);
	}
	return DAE_DONE;
}

LA_FUNCTION int dae_newton_settle(struct dae_step *s, struct dae_kkt *kkt, double *bias, double *right)
{
	const struct dae_system *system = s->system;
	struct dae_point p = {.t = s->t + s->h, .q = s->q1, .v = s->v1, .a = s->a1, .lambda = s->lambda1};
	int status = system->mass(system->context, p.q, kkt->mass);
	status = status ? status : system->jacobian(system->context, &p, kkt->jacobian);
	status = status ? status : system->force(system->context, &p, right);
	if (status) {
		return status;
	}
	s->counters->factorizations++;
	dae_rounding_set(kkt, &p);
	int unknown = dae_kkt_factor(kkt, &s->options->kkt, 0);
	if (unknown > 0) {
		s->failure->reason = DAE_MATRIX_SINGULAR;
		s->failure->row = unknown - 1 - system->n_v;
		return DAE_SMALLER_STEP;
	}
	/* f - M a - G^T lambda */
	dae_block_multiply(system->n_mass_blocks, system->mass_blocks, kkt->mass, -1, p.a, right);
	dae_block_multiply_transposed(system->n_jacobian_blocks, system->jacobian_blocks, kkt->jacobian, -1, p.lambda,
	                              right);
	return dae_settle(kkt, dae_rates_of_step(s), &p, bias, right, s->a1, s->lambda1);
}

/* ---- memory of the last step, and the error estimate ---- */

LA_FUNCTION size_t dae_past_memory(const struct dae_system *system)
{
	return DAE_PAST_A + (size_t)system->n_v;
}

LA_FUNCTION void dae_past_remember(const struct dae_step *s, const double *past, double *past1)
{
	past1[DAE_PAST_AGE] = past[DAE_PAST_AGE] + 1;
	past1[DAE_PAST_H] = s->h;
	past1[DAE_PAST_NOISE] = dae_kkt_sensitive(s->kkt) > 0 ? 2 : fmax(past[DAE_PAST_NOISE] - 1, 0);
	memcpy(past1 + DAE_PAST_A, s->a, (size_t)s->system->n_v * sizeof *s->a);
}

LA_FUNCTION void dae_past_estimate(struct dae_step *s, const double *past, const struct dae_stage *end, double caution)
{
	int n = s->system->n_v;
	const double *last = past + DAE_PAST_A;
	double h = s->h;
	double h0 = past[DAE_PAST_H];
	int old = past[DAE_PAST_AGE] > 0;
	int noisy = dae_kkt_sensitive(s->kkt) > 0 || past[DAE_PAST_NOISE] > 0;
	s->error_is_complete = !noisy;
	for (int i = 0; i < n; i++) {
		/* divided differences of the acceleration over the last two steps */
		double first = (s->a1[i] - s->a[i]) / h;
		double second = old ? (first - (s->a[i] - last[i]) / h0) / (h + h0) : 0;
		double q = h * s->v[i] + h * h * (s->a[i] / 2 + h * (first / 6 - h * second / 12));
		double v = s->v[i] + h * (s->a[i] + h * (first / 2 - h * second / 6));
		s->error[i] = caution * (end->dq[i] - q);
		s->error[n + i] = noisy ? 0 : caution * (s->v1[i] - v);
	}
	dae_step_filter(s, s->kkt, noisy, 1, s->error + n);
	/* with index 2 nothing takes back what positions drift off the constraints */
	if (end->formulation == DAE_INDEX2 && !noisy) {
		dae_kkt_damp(s->kkt, s->error);
	} else {
		dae_step_filter(s, s->kkt, noisy, 0, s->error);
	}
}
