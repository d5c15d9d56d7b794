#include "dae_stage.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "dae_rounding.h"
#include "dae_settle.h"

/* part of the tolerance, per unit of time, that the error test does not notice */
static const double DAE_STAGE_NOTICE = 0.01;

/* roundings of a number that no correction is asked to better */
static const double DAE_STAGE_ROUNDING = 64 * DBL_EPSILON;

enum { DAE_STAGE_MOST_SETTLING = 12 };

/* ---- what holds at a point ---- */

LA_FUNCTION int dae_point_motion(const struct dae_system *system, struct dae_kkt *kkt, const struct dae_point *at,
                                 double *motion)
{
	int status = dae_kkt_evaluate(kkt, at);
	status = status ? status : system->force(system->context, at, motion);
	if (!status) {
		dae_kkt_motion_residual(kkt, at, motion);
	}
	return status;
}

LA_FUNCTION int dae_point_constraints(const struct dae_system *system, const struct dae_kkt *kkt,
                                      const struct dae_point *at, double *open, double *speed)
{
	int status = open ? system->constraint(system->context, at, open) : DAE_DONE;
	if (!status && speed) {
		status = system->constraint_rate(system->context, at, speed);
		dae_kkt_add_jacobian(kkt, at->v, speed);
	}
	return status;
}

LA_FUNCTION int dae_point_look(const struct dae_system *system, struct dae_kkt *kkt, const struct dae_point *at,
                               double *open, double *speed)
{
	const int status = system->jacobian(system->context, at, dae_kkt_jacobian(kkt));
	return status ? status : dae_point_constraints(system, kkt, at, open, speed);
}

LA_FUNCTION double dae_point_ease(const struct dae_kkt *kkt, struct dae_rates rates, double *open, double *speed)
{
	const double left = dae_deflate(kkt, DAE_POSITIONS, rates, 1, open);
	dae_deflate(kkt, DAE_VELOCITIES, rates, 1, speed);
	return left;
}

LA_FUNCTION void dae_point_close(const struct dae_system *system, struct dae_kkt *kkt, enum dae_formulation formulation,
                                 const double *open, const double *speed, double *right)
{
	const int n = system->n_v;
	const int m = n + system->n_g;
	memset(right, 0, 2 * (size_t)m * sizeof *right);
	for (int i = 0; i < system->n_g; i++) {
		right[n + i] = formulation == DAE_INDEX2 ? 0 : -open[i];
		right[m + n + i] = formulation == DAE_INDEX3 ? 0 : -speed[i];
	}
	dae_kkt_solve(kkt, 2, right);
}

LA_FUNCTION double dae_point_off(const struct dae_system *system, const double *open)
{
	double off = 0;
	for (int i = 0; i < system->n_g; i++) {
		off = fmax(off, fabs(open[i]) / system->constraint_size[i]);
	}
	return off;
}

/* Lost directions are held in a place where the motion stays, and in a stage where it has become slow: forces across would move it as if there was no
 * constraint. From one of several stages to the next they turn too far for their iteration. With steps of one length nothing is held: where they end beside
 * a singular position by chance, energy_decaying and ssp_trap found no way on from accelerations that were held. */
static enum dae_hold dae_point_hold(const struct dae_step *s, enum dae_use use)
{
	const int of_place = use == DAE_FOR_PLACE && dae_step_stays(s);
	const int of_stage = use == DAE_FOR_STAGE && dae_step_is_slow(s);
	const enum dae_hold hold = of_place || of_stage ? DAE_HOLD_LOST : DAE_HOLD_NEAR;
	return s->options->fixed_step > 0 ? DAE_HOLD_NONE : hold;
}

LA_FUNCTION int dae_point_factor(struct dae_step *s, struct dae_kkt *kkt, const struct dae_point *at, double *open,
                                 enum dae_use use)
{
	const struct dae_system *system = s->system;
	struct dae_kkt_options options = s->options->kkt;
	options.lasting = (int)s->counters->redundant;
	options.hold = dae_point_hold(s, use);
	const int status = options.lasting > 0 ? system->constraint(system->context, at, open) : DAE_DONE;
	if (status) {
		return status;
	}
	options.off = options.lasting > 0 ? dae_point_off(system, open) : 0;
	s->counters->factorizations++;
	dae_rounding_set(kkt, at);
	int unknown = dae_kkt_factor(kkt, &options, use != DAE_FOR_PLACE);
	if (unknown > 0) {
		s->failure->reason = DAE_MATRIX_SINGULAR;
		s->failure->row = unknown - 1 - system->n_v;
		return DAE_SMALLER_STEP;
	}
	s->is_singular = s->is_singular || dae_kkt_rank(kkt).sensitive > 0;
	return DAE_DONE;
}

/* with index 3 velocities are as good as the opening divided by the step */
static double dae_point_allowed_opening(const struct dae_step *s, const struct dae_kkt *kkt,
                                        enum dae_formulation formulation, double slide, int i)
{
	const double opening = dae_bound_of(kkt, dae_bound_met_position(), i);
	const double least = dae_bound_of(kkt, (struct dae_bound){1, 0}, i);
	return formulation == DAE_INDEX3 ? fmin(opening, slide * s->h) + least : opening;
}

LA_FUNCTION int dae_point_met(struct dae_step *s, const struct dae_kkt *kkt, enum dae_formulation formulation,
                              double *open, double *speed)
{
	const struct dae_bound met = dae_bound_met_velocity(s, kkt);
	dae_point_ease(kkt, dae_rates_of_step(s), open, speed);
	for (int i = 0; i < s->system->n_g; i++) {
		const double slide = dae_bound_of(kkt, met, i);
		const double opening = dae_point_allowed_opening(s, kkt, formulation, slide, i);
		const int is_open = formulation != DAE_INDEX2 && !(fabs(open[i]) <= opening);
		const int slides = formulation != DAE_INDEX3 && !(fabs(speed[i]) <= slide);
		if (is_open || slides) {
			s->failure->reason = DAE_CONSTRAINT_NOT_MET;
			s->failure->row = i;
			return DAE_SMALLER_STEP;
		}
	}
	return DAE_DONE;
}

/* Where an iteration stagnates it is left with the rounding of forces over the mass, which of stiff springs at rest is all that there is;
 * elsewhere the matrix makes it smaller. Velocities that follow positions carry their rounding, divided by the step. */
LA_FUNCTION double dae_step_noticed(const struct dae_step *s, double part, int v_follows_q, int i, double dq, double dv)
{
	const double notice = part * DAE_STAGE_NOTICE * s->options->tolerance * s->h;
	const double rounding = DAE_STAGE_ROUNDING * (1 + s->blur);
	const double gain = s->h * s->acceleration_scale[i];
	const double forces = s->stagnates ? s->h * s->acceleration_rounding[i] : 0;
	const double size = s->system->motion_size[i];
	const double v_size = notice * s->acceleration_scale[i] + rounding * (s->velocity_scale[i] + gain) + forces;
	if (i >= dae_system_moving(s->system)) {
		return fabs(dv) / (v_size + rounding * size);
	}
	const double q_rounding = rounding * (size + s->h * gain) + s->h * forces;
	const double q_size = notice * s->velocity_scale[i] + q_rounding;
	const double rest = s->rest * size + (v_follows_q ? q_rounding / s->h : 0);
	return fmax(fabs(dq) / q_size, fabs(dv) / (v_size + rest));
}

LA_FUNCTION void dae_step_filter_both(struct dae_step *s, struct dae_kkt *kkt, int noisy, double *error)
{
	if (s->system->is_driven && !noisy) {
		dae_step_filter(s, kkt, noisy, 0, error);
		dae_step_filter(s, kkt, noisy, 1, error + s->system->n_v);
	} else {
		dae_kkt_project(kkt, 2, error);
	}
}

/* ---- a stage ---- */

LA_FUNCTION size_t dae_stage_work(const struct dae_system *system)
{
	return (4 + DAE_KKT_COLUMNS) * (size_t)system->n_v + (1 + DAE_KKT_COLUMNS) * (size_t)system->n_g;
}

LA_FUNCTION void dae_stage_split(struct dae_stage *p, const struct dae_system *system, double **work)
{
	p->dq0 = *work;
	p->v0 = p->dq0 + system->n_v;
	p->dq = p->v0 + system->n_v;
	p->y = p->dq + system->n_v;
	p->open = p->y + system->n_v;
	p->right = p->open + system->n_g;
	*work += dae_stage_work(system);
}

LA_FUNCTION struct dae_point dae_stage_point(const struct dae_stage *p)
{
	return (struct dae_point){.t = p->t, .q = p->q, .v = p->v, .a = p->a, .lambda = p->lambda};
}

LA_FUNCTION void dae_stage_update(const struct dae_step *s, const struct dae_stage *p)
{
	for (int i = 0; i < s->system->n_v; i++) {
		p->dq[i] = p->dq0[i] + p->dq_da * p->a[i] + p->y[i];
		p->v[i] = p->v0[i] + p->dv_da * p->a[i];
	}
	s->system->retract(s->system->context, s->q, p->dq, p->q);
}

/* second column: -(G v + dg/dt) / dv_da, or -g / dq_da with index 3; third column: -g, in the stabilized form */
LA_FUNCTION int dae_stage_constraints(const struct dae_step *s, const struct dae_stage *p)
{
	const struct dae_system *system = s->system;
	const struct dae_point at = dae_stage_point(p);
	const int n = system->n_v;
	const int m = n + system->n_g;
	const int index3 = p->formulation == DAE_INDEX3;
	double *multipliers = p->right + m + n;
	double *position = p->right + 2 * m + n;
	memset(p->right + m, 0, 2 * (size_t)m * sizeof *p->right);
	if (p->free) {
		return DAE_DONE;
	}
	double *open = index3 ? multipliers : p->formulation == DAE_STABILIZED ? position : NULL;
	const int status = dae_point_constraints(system, p->kkt, &at, open, index3 ? NULL : multipliers);
	const double factor = -1 / (index3 ? p->dq_da : p->dv_da);
	for (int i = 0; i < system->n_g; i++) {
		multipliers[i] *= factor;
		position[i] = -position[i];
	}
	return status;
}

LA_FUNCTION int dae_stage_motion(const struct dae_step *s, const struct dae_stage *p, const struct dae_point *at)
{
	memset(p->right + s->system->n_v, 0, (size_t)s->system->n_g * sizeof *p->right);
	return dae_point_motion(s->system, p->kkt, at, p->right);
}

LA_FUNCTION int dae_stage_residual(const struct dae_step *s, const struct dae_stage *p)
{
	const struct dae_point at = dae_stage_point(p);
	const int status = dae_stage_motion(s, p, &at);
	return status ? status : dae_stage_constraints(s, p);
}

LA_FUNCTION int dae_stage_factor(struct dae_step *s, const struct dae_stage *p, const struct dae_point *at, double cq,
                                 double cv)
{
	const struct dae_system *system = s->system;
	const int status = system->tangent(system->context, at, cq, cv, dae_kkt_tangent(p->kkt));
	return status ? status : dae_point_factor(s, p->kkt, at, p->open, DAE_FOR_STAGE);
}

LA_FUNCTION void dae_stage_ease(const struct dae_step *s, const struct dae_stage *p)
{
	const int n = s->system->n_v;
	const int m = n + s->system->n_g;
	const int index3 = p->formulation == DAE_INDEX3;
	const struct dae_rates rates = dae_rates_of_step(s);
	dae_deflate(p->kkt, index3 ? DAE_POSITIONS : DAE_VELOCITIES, rates, index3 ? p->dq_da : p->dv_da, p->right + m + n);
	dae_deflate(p->kkt, DAE_POSITIONS, rates, 1, p->right + 2 * m + n);
}

LA_FUNCTION double dae_stage_size(const struct dae_step *s, const struct dae_stage *p, double part)
{
	const int follows = p->formulation == DAE_INDEX3;
	double largest = 0;
	for (int i = 0; i < s->system->n_v; i++) {
		const double da = p->right[i];
		largest = fmax(largest, dae_step_noticed(s, part, follows, i, p->dq_da * da, p->dv_da * da));
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
			p->y[i] += position[i] - p->dq_da * multipliers[i];
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

LA_FUNCTION int dae_stage_check(struct dae_step *s, const struct dae_stage *p)
{
	const struct dae_point at = dae_stage_point(p);
	double *open = p->right;
	double *speed = p->right + s->system->n_g;
	const int status = dae_point_look(s->system, p->kkt, &at, open, speed);
	return status ? status : dae_point_met(s, p->kkt, p->formulation, open, speed);
}

LA_FUNCTION int dae_stage_settle(struct dae_step *s, const struct dae_stage *p)
{
	const struct dae_system *system = s->system;
	const struct dae_point at = {.t = s->t + s->h, .q = s->q1, .v = s->v1, .a = s->a1, .lambda = s->lambda1};
	const double notice = DAE_STAGE_NOTICE * s->options->tolerance * s->h;
	const int n = system->n_v;
	memset(p->right, 0, (size_t)n * sizeof *p->right);
	const int counted = (int)s->options->iterations;
	/* one bias for all corrections saves 3 % of the instructions of a step */
	int status = system->constraint_bias(system->context, &at, p->open);
	for (int k = 0; !status && k < (counted > 0 ? counted : DAE_STAGE_MOST_SETTLING); k++) {
		dae_settle_with(system, p->kkt, dae_rates_of_step(s), p->open, p->right, s->a1, s->lambda1);
		double size = 0;
		for (int i = 0; i < n; i++) {
			size = fmax(size, fabs(p->dv_da * p->right[i]) / (notice * s->acceleration_scale[i]));
		}
		const int done = counted == 0 && !(size > 1);
		if (done) {
			break;
		}
		status = system->force(system->context, &at, p->right);
		if (!status) {
			dae_kkt_motion_residual(p->kkt, &at, p->right);
		}
	}
	return status;
}
