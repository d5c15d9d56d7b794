/* The implicit midpoint rule, with positions and velocities on the constraints at the end of the
 * step:
 *
 *     v_1 = v_0 + h A,    dq = h (v_0 + v_1)/2 + y,    q_1 = retract(q_0, dq)
 *     M A + G^T lambda = f   at t_m = t_0 + h/2, q_m = retract(q_0, dq/2), v_m = (v_0 + v_1)/2
 *     g(q_1, t_1) = 0  by the small motion y along K^-1 G^T of the midpoint
 *     G v_1 + dg/dt = 0  by the multipliers lambda of the midpoint
 *
 * (Bauchau, Epple, Bottasso, "Scaling of constraints and augmented Lagrangian formulations",
 * section 4, where positions alone are enforced; that leaves velocities across the constraints
 * ringing for ever, as the rule damps nothing.) Of second order and symmetric in time, so that
 * energies do not drift; those quadratic in q and v, of linear systems with linear constraints, are
 * conserved to rounding.
 *
 * Accelerations and multipliers at the end are those of the solution there (dae_newton_fit).
 *
 * Newton's matrix has G of the midpoint in both places. Where a step passes a singular position, G
 * of the midpoint may be opposite to that of the end, so that no multiplier can hold the velocity,
 * and the iteration fails. The step is then made with lambda as guessed and its correction d acting
 * at the end, M A + G_m^T lambda + G_1^T d = f, with G of the end in the matrix, which costs
 * nothing in order, as d is of order h.
 */
#include <string.h>

#include "dae_method_table.h"
#include "dae_newton.h"
#include "dae_past.h"
#include "dae_projected.h"

struct dae_midpoint_method {
	struct dae_stage end; /* its a and lambda are those of the midpoint */
	double *q, *v;        /* [n_q], [n_v] midpoint */
	double *d;            /* [n_g] multipliers acting at the end */
	int at_end;           /* 0: lambda answers for the constraint, 1: d */
};

/* memory: the past, then acceleration and multipliers of the last midpoint */
static size_t dae_midpoint_memory(const struct dae_system *system)
{
	return dae_past_memory(system) + (size_t)system->n_v + (size_t)system->n_g;
}

static size_t dae_midpoint_work(const struct dae_system *system)
{
	return dae_stage_work(system) + (size_t)system->n_q + 2 * (size_t)system->n_v + 2 * (size_t)system->n_g;
}

static void dae_midpoint_start(const struct dae_system *system, double *memory)
{
	memset(memory, 0, dae_midpoint_memory(system) * sizeof *memory);
}

static struct dae_midpoint_method dae_midpoint_set_up(const struct dae_step *s)
{
	struct dae_midpoint_method m = {0};
	double *work = s->scratch.work;
	m.end = dae_stage_at_end(s, DAE_STABILIZED, s->h, s->h * s->h / 2, &work);
	m.q = work;
	m.v = m.q + s->system->n_q;
	m.d = m.v + s->system->n_v;
	m.end.a = m.d + s->system->n_g;
	m.end.lambda = m.end.a + s->system->n_v;
	return m;
}

/* the acceleration half a step on from the last two, the multipliers as they are */
static void dae_midpoint_predict(const struct dae_step *s, const struct dae_midpoint_method *m)
{
	const double *last = s->memory + DAE_PAST_A;
	double extrapolation = s->memory[DAE_PAST_AGE] > 0 ? s->h / (2 * s->memory[DAE_PAST_H]) : 0;
	for (int i = 0; i < s->system->n_v; i++) {
		m->end.dq0[i] = s->h * s->v[i];
		m->end.v0[i] = s->v[i];
		m->end.y[i] = 0;
		m->end.a[i] = s->a[i] + extrapolation * (s->a[i] - last[i]);
	}
	memcpy(m->end.lambda, s->lambda, (size_t)s->system->n_g * sizeof *s->lambda);
	memset(m->d, 0, (size_t)s->system->n_g * sizeof *m->d);
}

static void dae_midpoint_update(const struct dae_step *s, const struct dae_midpoint_method *m)
{
	dae_stage_update(s, &m->end);
	/* dq/2 in the place of v_m, which follows */
	for (int i = 0; i < s->system->n_v; i++) {
		m->v[i] = m->end.dq[i] / 2;
	}
	s->system->retract(s->system->context, s->q, m->v, m->q);
	for (int i = 0; i < s->system->n_v; i++) {
		m->v[i] = (s->v[i] + s->v1[i]) / 2;
	}
}

static struct dae_point dae_midpoint_point(const struct dae_step *s, const struct dae_midpoint_method *m)
{
	return (struct dae_point){.t = s->t + s->h / 2, .q = m->q, .v = m->v, .a = m->end.a, .lambda = m->end.lambda};
}

/* constraints at the end, equations of motion at the midpoint; its Jacobian stays in the matrix */
static int dae_midpoint_residual(const struct dae_step *s, const struct dae_midpoint_method *m)
{
	struct dae_point middle = dae_midpoint_point(s, m);
	struct dae_point end = dae_stage_point(&m->end);
	int status = s->system->jacobian(s->system->context, &end, dae_kkt_jacobian(s->kkt));
	status = status ? status : dae_stage_constraints(s, &m->end);
	return status ? status : dae_stage_motion(s, &m->end, &middle);
}

/* the same with the multipliers d acting at the end, whose Jacobian stays */
static int dae_midpoint_residual_at_end(const struct dae_step *s, const struct dae_midpoint_method *m)
{
	const struct dae_system *system = s->system;
	struct dae_point middle = dae_midpoint_point(s, m);
	struct dae_point end = dae_stage_point(&m->end);
	int status = dae_stage_motion(s, &m->end, &middle);
	status = status ? status : system->jacobian(system->context, &end, dae_kkt_jacobian(s->kkt));
	status = status ? status : dae_stage_constraints(s, &m->end);
	if (!status) {
		la_block_multiply_transposed(system->n_jacobian_blocks, system->jacobian_blocks, dae_kkt_jacobian(s->kkt), -1,
		                             m->d, m->end.right);
	}
	return status;
}

static int dae_midpoint_correct(struct dae_step *s, void *method, int fresh, double *size)
{
	const struct dae_midpoint_method *m = method;
	dae_midpoint_update(s, m);
	int status = m->at_end ? dae_midpoint_residual_at_end(s, m) : dae_midpoint_residual(s, m);
	if (!status && fresh) {
		struct dae_point middle = dae_midpoint_point(s, m);
		status = dae_stage_factor(s, &m->end, &middle, m->end.dq_da / 2, m->end.dv_da / 2);
	}
	if (!status) {
		*size = dae_stage_correct(s, &m->end, m->at_end ? m->d : m->end.lambda);
	}
	return status;
}

static int dae_midpoint_check(struct dae_step *s, void *method)
{
	const struct dae_midpoint_method *m = method;
	dae_midpoint_update(s, m);
	return dae_stage_check(s, &m->end);
}

static const struct dae_iteration dae_midpoint_iteration = {dae_midpoint_correct, dae_midpoint_check, 12, 0.1, 1};

static int dae_midpoint_solve(struct dae_step *s, struct dae_midpoint_method *m)
{
	dae_midpoint_predict(s, m);
	int status = dae_newton_iterate(s, &dae_midpoint_iteration, m);
	if (status > 0) {
		dae_midpoint_predict(s, m);
		m->at_end = 1;
		status = dae_newton_iterate(s, &dae_midpoint_iteration, m);
	}
	return status;
}

/* values at the end guessed from the last two midpoints, or from start and midpoint */
static void dae_midpoint_extrapolate(int n, double h, const double *past, const double *middle, const double *last,
                                     const double *start, double *end)
{
	int old = past[DAE_PAST_AGE] > 0;
	double part = old ? h / (h + past[DAE_PAST_H]) : 1;
	for (int i = 0; i < n; i++) {
		end[i] = middle[i] + part * (middle[i] - (old ? last[i] : start[i]));
	}
}

static int dae_midpoint_step(struct dae_step *s)
{
	struct dae_midpoint_method m = dae_midpoint_set_up(s);
	int n = s->system->n_v;
	size_t past = dae_past_memory(s->system);
	double *acceleration = s->memory1 + past;
	double *multipliers = acceleration + n;

	int status = dae_midpoint_solve(s, &m);
	if (status) {
		return status;
	}
	memcpy(acceleration, m.end.a, (size_t)n * sizeof *acceleration);
	for (int i = 0; i < s->system->n_g; i++) {
		multipliers[i] = m.end.lambda[i] + m.d[i];
	}
	const double *last = s->memory + past;
	dae_midpoint_extrapolate(n, s->h, s->memory, acceleration, last, s->a, s->a1);
	dae_midpoint_extrapolate(s->system->n_g, s->h, s->memory, multipliers, last + n, s->lambda, s->lambda1);
	status = dae_projected_end_stage(s, &m.end, s->kkts[1]);
	if (status) {
		return status;
	}
	dae_past_remember(s, s->memory, s->memory1);
	dae_past_estimate(s, s->memory, &m.end, 1);
	return DAE_DONE;
}

LA_TABLE const struct dae_method dae_midpoint = {
	.name = "midpoint",
	.order = 2,
	.formulations = 1 << DAE_STABILIZED,
	.text = "implicit midpoint rule, no damping; conserves quadratic energies",
	.paper = "with constraints: Bauchau, Epple, Bottasso 2009",
	.n_kkts = 2,
	.memory = dae_midpoint_memory,
	.valid = dae_past_valid,
	.work = dae_midpoint_work,
	.start = dae_midpoint_start,
	.step = dae_midpoint_step,
};
