#include "dae_rosen_flow.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "dae_error.h"
#include "dae_rounding.h"
#include "dae_stage.h"
#include "la_arrays.h"

enum { DAE_ROSEN_MOST_SOLUTIONS = 12 };

/* motions over which differences are taken, in sizes */
static const double DAE_ROSEN_APART = 1e-5;

/* part of the step over which forces and constraints are compared in time; only forward, as before
 * the step all may have been different */
static const double DAE_ROSEN_AHEAD = 1e-3;

/* divisor that makes rounding explain everything along near-singular directions */
static const double DAE_ROSEN_NOTHING = 1e-200;

LA_FUNCTION struct dae_rosen_flow dae_rosen_flow_split(const struct dae_system *system, double *work, size_t *total)
{
	const size_t n = (size_t)system->n_v;
	const size_t m = (size_t)system->n_g;
	const size_t values = (size_t)la_block_values(system->n_tangent_blocks, system->tangent_blocks);
	struct dae_rosen_flow f = {0};
	double **arrays[] = {&f.stiffness, &f.damping,       &f.within, &f.known,  &f.dq,   &f.e,
	                     &f.turned,    &f.turned_within, &f.shift,  &f.across, &f.held, &f.dv,
	                     &f.da,        &f.dlambda,       &f.q,      &f.v,      &f.a,    &f.lambda,
	                     &f.rows,      &f.sum,           &f.motion, &f.right};
	const size_t sizes[] = {values, values, n, n, n, n, n,    n, n, n, m, n, n, m, (size_t)system->n_q,
	                        n,      n,      m, m, m, n, n + m};
	la_arrays_lay(sizeof sizes / sizeof *sizes, arrays, sizes, work, total);
	return f;
}

static struct dae_point dae_rosen_start(const struct dae_step *s)
{
	return (struct dae_point){.t = s->t, .q = s->q, .v = s->v, .a = s->a, .lambda = s->lambda};
}

static int dae_rosen_flow_tangent(const struct dae_rosen_flow *flow, const struct dae_step *s)
{
	const struct dae_system *system = s->system;
	const struct dae_point start = dae_rosen_start(s);
	const int values = la_block_values(system->n_tangent_blocks, system->tangent_blocks);
	double *tangent = dae_kkt_tangent(s->kkts[DAE_ROSEN_MATRIX]);
	int status = system->tangent(system->context, &start, 1, 0, flow->stiffness);
	status = status ? status : system->tangent(system->context, &start, 0, 1, flow->damping);
	for (int i = 0; i < values; i++) {
		tangent[i] = flow->h * (flow->damping[i] + flow->h * flow->stiffness[i]);
	}
	return status;
}

LA_FUNCTION int dae_rosen_flow_open(struct dae_rosen_flow *flow, struct dae_step *s, double h)
{
	const struct dae_point start = dae_rosen_start(s);
	flow->h = h;
	int status = dae_rosen_flow_tangent(flow, s);
	for (int k = DAE_ROSEN_MATRIX; !status && k <= DAE_ROSEN_MASS; k++) {
		status = dae_kkt_evaluate(s->kkts[k], &start);
		status = status ? status
		                : dae_point_factor(s, s->kkts[k], &start, flow->rows,
		                                   k == DAE_ROSEN_MATRIX ? DAE_FOR_STAGES : DAE_FOR_POINT);
	}
	return status;
}

/* ---- derivatives of the constraints ---- */

/* G v + dg/dt or G a + bias at a point */
static int dae_rosen_rows(const struct dae_step *s, enum dae_level level, const struct dae_point *at, double *rows)
{
	const struct dae_system *system = s->system;
	struct dae_kkt *scratch = s->kkts[DAE_ROSEN_POINT];
	int status = system->jacobian(system->context, at, dae_kkt_jacobian(scratch));
	if (!status) {
		status = level == DAE_VELOCITIES ? system->constraint_rate(system->context, at, rows)
		                                 : system->constraint_bias(system->context, at, rows);
	}
	if (!status) {
		dae_kkt_add_jacobian(scratch, level == DAE_VELOCITIES ? at->v : at->a, rows);
	}
	return status;
}

/* part of a direction that is apart enough */
static double dae_rosen_apart(const struct dae_step *s, const double *dq, const double *dv)
{
	double size = 0;
	const int moving = dae_system_moving(s->system);
	for (int i = 0; i < s->system->n_v; i++) {
		const double of_v = dv ? (i < moving ? s->h : 1) * fabs(dv[i]) : 0;
		const double motion = fmax(i < moving ? fabs(dq[i]) : 0, of_v);
		size = fmax(size, motion / s->system->motion_size[i]);
	}
	return size > DBL_MIN ? DAE_ROSEN_APART / size : 0;
}

/* flow->sum: the derivative of the rows along dq and dv, or with v as it is where that is NULL */
static int dae_rosen_along(const struct dae_rosen_flow *flow, const struct dae_step *s, enum dae_level level,
                           const double *dq, const double *dv)
{
	const struct dae_system *system = s->system;
	const double part = dae_rosen_apart(s, dq, dv);
	const struct dae_point beside = {.t = s->t, .q = flow->q, .v = flow->v, .a = s->a, .lambda = s->lambda};
	int status = DAE_DONE;
	memset(flow->sum, 0, (size_t)system->n_g * sizeof *flow->sum);
	for (int side = -1; !status && part > 0 && side <= 1; side += 2) {
		for (int i = 0; i < system->n_v; i++) {
			flow->motion[i] = side * part * dq[i];
			flow->v[i] = s->v[i] + (dv ? side * part * dv[i] : 0);
		}
		system->retract(system->context, s->q, flow->motion, flow->q);
		status = dae_rosen_rows(s, level, &beside, flow->rows);
		for (int i = 0; !status && i < system->n_g; i++) {
			flow->sum[i] += side * flow->rows[i] / (2 * part);
		}
	}
	return status;
}

/* flow->right: x and y of K x + G^T y = what its first n_v numbers hold, G x = rows, but for
 * near-singular directions; K of one of the matrices */
static void dae_rosen_solve(const struct dae_rosen_flow *flow, const struct dae_step *s, int matrix, const double *rows)
{
	double *c = flow->right + s->system->n_v;
	memcpy(c, rows, (size_t)s->system->n_g * sizeof *c);
	dae_deflate(s->kkts[matrix], DAE_ACCELERATIONS, dae_deflate_rates_of_step(s), DAE_ROSEN_NOTHING, c);
	dae_kkt_solve(s->kkts[matrix], 1, flow->right);
}

/* flow->right: N rows, with the multipliers */
static void dae_rosen_cross(const struct dae_rosen_flow *flow, const struct dae_step *s, const double *rows)
{
	memset(flow->right, 0, (size_t)s->system->n_v * sizeof *flow->right);
	dae_rosen_solve(flow, s, DAE_ROSEN_MATRIX, rows);
}

/* rows = G x */
static void dae_rosen_jacobian_times(const struct dae_step *s, const double *x, double *rows)
{
	memset(rows, 0, (size_t)s->system->n_g * sizeof *rows);
	dae_kkt_add_jacobian(s->kkts[DAE_ROSEN_MASS], x, rows);
}

/* x = T x */
static void dae_rosen_project(const struct dae_rosen_flow *flow, const struct dae_step *s, double *x)
{
	dae_rosen_jacobian_times(s, x, flow->rows);
	dae_rosen_cross(flow, s, flow->rows);
	for (int i = 0; i < s->system->n_v; i++) {
		x[i] -= flow->right[i];
	}
}

/* ---- powers ---- */

/* adds weight times the powers of the point that `part` of a direction leads to */
static void dae_rosen_add_powers(const struct dae_rosen_flow *flow, const struct dae_step *s, double t, double part,
                                 const double *dq, const double *dv, const double *da, double weight, double *powers)
{
	const struct dae_system *system = s->system;
	const struct dae_point beside = {.t = t, .q = flow->q, .v = flow->v, .a = flow->a, .lambda = flow->lambda};
	for (int i = 0; i < system->n_v; i++) {
		flow->motion[i] = part * dq[i];
		flow->v[i] = s->v[i] + part * dv[i];
		flow->a[i] = s->a[i] + part * da[i];
	}
	for (int i = 0; i < system->n_g; i++) {
		flow->lambda[i] = s->lambda[i] + part * flow->dlambda[i];
	}
	system->retract(system->context, s->q, flow->motion, flow->q);
	const struct dae_powers found = dae_system_powers(system, &beside);
	powers[0] += weight * found.heat;
	powers[1] += weight * found.supply;
}

static void dae_rosen_powers_along(const struct dae_rosen_flow *flow, const struct dae_step *s, double *powers)
{
	const double part = dae_rosen_apart(s, flow->dq, flow->dv);
	powers[0] = powers[1] = 0;
	for (int side = -1; part > 0 && side <= 1; side += 2) {
		dae_rosen_add_powers(flow, s, s->t, side * part, flow->dq, flow->dv, flow->da, side / (2 * part), powers);
	}
}

/* ---- jerk ---- */

/* of a function at the start and twice ahead: its derivative, exact for quadratics */
static const double DAE_ROSEN_FORWARD[] = {-1.5, 2, -0.5};

/* derivatives of f - G^T lambda and of G a + bias in time alone */
static int dae_rosen_in_time(const struct dae_rosen_flow *flow, const struct dae_step *s, double *force, double *rows)
{
	const struct dae_system *system = s->system;
	const double ahead = DAE_ROSEN_AHEAD * s->h;
	struct dae_point at = dae_rosen_start(s);
	int status = DAE_DONE;
	memset(force, 0, (size_t)system->n_v * sizeof *force);
	memset(rows, 0, (size_t)system->n_g * sizeof *rows);
	for (int k = 0; !status && k < 3; k++) {
		at.t = s->t + k * ahead;
		status = dae_point_motion(system, s->kkts[DAE_ROSEN_POINT], &at, flow->motion);
		status = status ? status : dae_rosen_rows(s, DAE_ACCELERATIONS, &at, flow->rows);
		for (int i = 0; !status && i < system->n_v; i++) {
			force[i] += DAE_ROSEN_FORWARD[k] / ahead * flow->motion[i];
		}
		for (int i = 0; !status && i < system->n_g; i++) {
			rows[i] += DAE_ROSEN_FORWARD[k] / ahead * flow->rows[i];
		}
	}
	return status;
}

LA_FUNCTION int dae_rosen_flow_jerk(const struct dae_rosen_flow *flow, const struct dae_step *s, double *jerk,
                                    double *powers)
{
	const double ahead = DAE_ROSEN_AHEAD * s->h;
	const struct dae_system *system = s->system;
	double *force = flow->right;
	double *rows = flow->right + system->n_v;
	int status = dae_rosen_in_time(flow, s, force, rows);
	status = status ? status : dae_rosen_along(flow, s, DAE_ACCELERATIONS, s->v, s->a);
	if (status) {
		return status;
	}
	la_block_multiply(system->n_tangent_blocks, system->tangent_blocks, flow->stiffness, -1, s->v, force);
	la_block_multiply(system->n_tangent_blocks, system->tangent_blocks, flow->damping, -1, s->a, force);
	for (int i = 0; i < system->n_g; i++) {
		flow->sum[i] = -flow->sum[i] - rows[i];
	}
	dae_rosen_solve(flow, s, DAE_ROSEN_MASS, flow->sum);
	memcpy(jerk, flow->right, (size_t)system->n_v * sizeof *jerk);
	memcpy(flow->dlambda, flow->right + system->n_v, (size_t)system->n_g * sizeof *flow->dlambda);
	powers[0] = powers[1] = 0;
	for (int k = 0; k < 3; k++) {
		dae_rosen_add_powers(flow, s, s->t + k * ahead, k * ahead, s->v, s->a, jerk, DAE_ROSEN_FORWARD[k] / ahead,
		                     powers);
	}
	return DAE_DONE;
}

/* ---- a stage ---- */

/* W dq, and dv with it */
static int dae_rosen_shift(const struct dae_rosen_flow *flow, const struct dae_step *s)
{
	const int status = dae_rosen_along(flow, s, DAE_VELOCITIES, flow->dq, NULL);
	dae_rosen_cross(flow, s, flow->sum);
	for (int i = 0; i < s->system->n_v; i++) {
		flow->shift[i] = -flow->right[i];
		flow->dv[i] = flow->e[i] + flow->shift[i];
	}
	return status;
}

/* N G v, of the rows that are known already and those that follow from the accelerations along dq
 * and dv */
static void dae_rosen_keep_across(const struct dae_rosen_flow *flow, const struct dae_step *s, const double *rows)
{
	const int n = s->system->n_v;
	dae_rosen_cross(flow, s, rows);
	memcpy(flow->across, flow->right, (size_t)n * sizeof *flow->across);
	memcpy(flow->held, flow->right + n, (size_t)s->system->n_g * sizeof *flow->held);
}

static int dae_rosen_move_across(const struct dae_rosen_flow *flow, const struct dae_step *s, const double *r)
{
	const int status = dae_rosen_along(flow, s, DAE_ACCELERATIONS, flow->dq, flow->dv);
	dae_rosen_jacobian_times(s, r + s->system->n_v, flow->rows);
	for (int i = 0; i < s->system->n_g; i++) {
		flow->rows[i] -= flow->h * flow->sum[i];
	}
	dae_rosen_keep_across(flow, s, flow->rows);
	return status;
}

/* C dq and T C dq; zero where increments have the rate of velocities */
static void dae_rosen_turn(const struct dae_rosen_flow *flow, const struct dae_step *s)
{
	const struct dae_system *system = s->system;
	const double part = dae_rosen_apart(s, flow->dq, NULL);
	const size_t size = (size_t)system->n_v * sizeof *flow->turned;
	if (!system->increment_rate) {
		return;
	}
	memset(flow->turned, 0, size);
	for (int side = -1; part > 0 && side <= 1; side += 2) {
		for (int i = 0; i < system->n_v; i++) {
			flow->motion[i] = side * part * flow->dq[i];
		}
		system->increment_rate(system->context, s->q, flow->motion, s->v, flow->v);
		for (int i = 0; i < system->n_v; i++) {
			flow->turned[i] += side * flow->v[i] / (2 * part);
		}
	}
	memcpy(flow->turned_within, flow->turned, size);
	dae_rosen_project(flow, s, flow->turned_within);
}

/* e and dq with the terms on the right as they are; returns the change of e, in units that the
 * error test does not notice */
static double dae_rosen_within(const struct dae_rosen_flow *flow, const struct dae_step *s)
{
	const struct dae_system *system = s->system;
	const int n = system->n_v;
	const double h = flow->h;
	double change = 0;
	memcpy(flow->right, flow->known, (size_t)n * sizeof *flow->right);
	memset(flow->right + n, 0, (size_t)system->n_g * sizeof *flow->right);
	la_block_multiply(system->n_tangent_blocks, system->tangent_blocks, flow->stiffness, -h * h, flow->turned_within,
	                  flow->right);
	la_block_multiply(system->n_tangent_blocks, system->tangent_blocks, flow->damping, -h, flow->shift, flow->right);
	la_block_multiply(system->n_tangent_blocks, system->tangent_blocks, dae_kkt_tangent(s->kkts[DAE_ROSEN_MATRIX]), 1,
	                  flow->across, flow->right);
	dae_kkt_solve(s->kkts[DAE_ROSEN_MATRIX], 1, flow->right);
	for (int i = 0; i < n; i++) {
		const double more = flow->right[i] - flow->e[i];
		change = isfinite(more) ? fmax(change, dae_error_noticed(s, 1, 0, i, h * more, more)) : HUGE_VAL;
		flow->e[i] = flow->right[i];
		flow->dq[i] = flow->within[i] + h * (flow->e[i] + flow->turned_within[i]);
	}
	memcpy(flow->dlambda, flow->right + n, (size_t)system->n_g * sizeof *flow->dlambda);
	return change;
}

static void dae_rosen_begin(const struct dae_rosen_flow *flow, const struct dae_step *s, const double *r)
{
	const struct dae_system *system = s->system;
	const size_t size = (size_t)system->n_v * sizeof *r;
	memcpy(flow->within, r, size);
	dae_rosen_project(flow, s, flow->within);
	dae_rosen_jacobian_times(s, r + system->n_v, flow->rows);
	dae_rosen_keep_across(flow, s, flow->rows);
	dae_kkt_mass_multiply(s->kkts[DAE_ROSEN_MASS], r + system->n_v, flow->known);
	la_block_multiply(system->n_tangent_blocks, system->tangent_blocks, flow->stiffness, -flow->h, flow->within,
	                  flow->known);
	memset(flow->e, 0, size);
	memset(flow->shift, 0, size);
	memset(flow->turned, 0, size);
	memset(flow->turned_within, 0, size);
}

static int dae_rosen_solve_within(const struct dae_rosen_flow *flow, struct dae_step *s, const double *r)
{
	double change = dae_rosen_within(flow, s);
	for (int k = 1; change < HUGE_VAL && k < DAE_ROSEN_MOST_SOLUTIONS; k++) {
		int status = dae_rosen_shift(flow, s);
		status = status ? status : dae_rosen_move_across(flow, s, r);
		if (status) {
			return status;
		}
		dae_rosen_turn(flow, s);
		change = dae_rosen_within(flow, s);
		s->counters->iterations++;
		if (change <= 1) {
			return DAE_DONE;
		}
	}
	s->failure->reason = DAE_ITERATION_DIVERGED;
	return DAE_SMALLER_STEP;
}

LA_FUNCTION int dae_rosen_flow_solve(const struct dae_rosen_flow *flow, struct dae_step *s, const double *r, double *u,
                                     double *powers)
{
	const struct dae_system *system = s->system;
	const int n = system->n_v;
	dae_rosen_begin(flow, s, r);
	const int status = dae_rosen_solve_within(flow, s, r);
	if (status) {
		return status;
	}
	for (int i = 0; i < n; i++) {
		flow->dv[i] = flow->e[i] + flow->shift[i];
		u[i] = r[i] + flow->h * (flow->dv[i] + flow->turned[i]);
		u[n + i] = flow->e[i] + flow->across[i];
		flow->da[i] = (u[n + i] - r[n + i]) / flow->h;
	}
	for (int i = 0; i < system->n_g; i++) {
		flow->dlambda[i] = (flow->dlambda[i] + flow->held[i]) / flow->h;
	}
	dae_rosen_powers_along(flow, s, powers);
	return DAE_DONE;
}
