#include "dae_stage.h"

#include <math.h>
#include <string.h>

#include "dae_error.h"
#include "dae_fit.h"

enum { DAE_STAGE_MOST_CORRECTIONS = 12 };

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

LA_FUNCTION struct dae_stage dae_stage_at_end(const struct dae_step *s, enum dae_formulation formulation, double dv_da,
                                              double dq_da, double **work)
{
	struct dae_stage end = {
		.kkt = s->kkt, .formulation = formulation, .t = s->t + s->h, .dv_da = dv_da, .dq_da = dq_da};
	end.q = s->q1;
	end.v = s->v1;
	end.a = s->a1;
	end.lambda = s->lambda1;
	dae_stage_split(&end, s->system, work);
	return end;
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

/* second column: -(G v + dg/dt) / dv_da, or -g / dq_da with index 3; third column: -g, in the
 * stabilized form */
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
	const struct dae_rates rates = dae_deflate_rates_of_step(s);
	dae_deflate(p->kkt, index3 ? DAE_POSITIONS : DAE_VELOCITIES, rates, index3 ? p->dq_da : p->dv_da, p->right + m + n);
	dae_deflate(p->kkt, DAE_POSITIONS, rates, 1, p->right + 2 * m + n);
}

LA_FUNCTION double dae_stage_size(const struct dae_step *s, const struct dae_stage *p, double part)
{
	const int follows = p->formulation == DAE_INDEX3;
	double largest = 0;
	for (int i = 0; i < s->system->n_v; i++) {
		const double da = p->right[i];
		largest = fmax(largest, dae_error_noticed(s, part, follows, i, p->dq_da * da, p->dv_da * da));
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

LA_FUNCTION int dae_stage_fit(struct dae_step *s, const struct dae_stage *p)
{
	const struct dae_system *system = s->system;
	const struct dae_point at = {.t = s->t + s->h, .q = s->q1, .v = s->v1, .a = s->a1, .lambda = s->lambda1};
	const double notice = DAE_ERROR_NOTICE * s->options->tolerance * s->h;
	const int n = system->n_v;
	memset(p->right, 0, (size_t)n * sizeof *p->right);
	const int counted = (int)s->options->iterations;
	/* one bias for all corrections saves 3 % of the instructions of a step */
	int status = system->constraint_bias(system->context, &at, p->open);
	for (int k = 0; !status && k < (counted > 0 ? counted : DAE_STAGE_MOST_CORRECTIONS); k++) {
		dae_fit_correct_with(p->kkt, dae_deflate_rates_of_step(s), p->open, p->right, s->a1, s->lambda1);
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
