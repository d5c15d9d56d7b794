/* Generalized-alpha after Arnold and Bruels, in the form of the Dymore manual, sections 2 to 5; HHT
 * and Newmark as choices of its parameters.
 *
 * With A the true accelerations (those of the equations of motion) and w the algorithmic ones, a
 * step of size h from t_n to t_n+1 = t_n + h reads
 *
 *     (1 - alpha_m) w_1 + alpha_m w_0 = (1 - alpha_f) A_1 + alpha_f A_0
 *     dq  = h v_0 + h^2 ((1/2 - beta) w_0 + beta w_1) + y,         q_1 = retract(q_0, dq)
 *     v_1 = v_0 + h ((1 - gamma) w_0 + gamma w_1)
 *     M A_1 + G^T lambda_1 = f(t_1, q_1, v_1),    g(q_1, t_1) = 0,    G v_1 + dg/dt = 0.
 *
 * The formulation says which of the constraints hold (dae_stage.h):
 *   stabilized  both; the position constraint by the small motion y along K^-1 G^T, the velocity constraint by the
 *               multipliers (Gear-Gupta-Leimkuhler as in Arnold, Cardona, Bruels): multipliers and accelerations stay
 *               second-order accurate and free of oscillations when h changes, and their rounding error grows as 1/h
 *               instead of 1/h^2.
 *   index 3     positions alone, y = 0: the bare form of the Dymore manual, section 4, accelerations and multipliers
 *               as they come out. For a fixed step: a change of h sets them ringing, and with spectral radius 1
 *               nothing damps it.
 *   index 2     velocities alone, y = 0: positions drift off by the error of the step, and with them the branches of
 *               a singular position are lost.
 *
 * With q on a group (quaternions) and `retract` its exponential map this is the scheme of section
 * 5.
 *
 * Parameters from the spectral radius at infinity, rho:
 *   generalized_alpha  alpha_m = (2 rho - 1)/(rho + 1), alpha_f = rho/(rho + 1) (eq. 5)
 *   hht                alpha_m = 0, alpha_f = (1 - rho)/(1 + rho): Hilber, Hughes, Taylor's parameter, alpha =
 *                      -alpha_f in their sign. At most 1/3, for beyond the damping falls again; so rho below 1/2
 *                      counts as 1/2.
 *   newmark            alpha_m = alpha_f = 0, so w = A; gamma = (3 - rho)/(2 (1 + rho)) >= 1/2. With gamma > 1/2 the
 *                      scheme is of first order only; rho = 1 is the trapezoidal rule.
 * The first two have gamma = 1/2 - alpha_m + alpha_f, which makes them of second order, and all
 * have beta = (gamma + 1/2)^2 / 4 (eq. 6).
 *
 * The algorithmic acceleration is that of the time t_n + (alpha_m - alpha_f) h; kept as its slope
 * (w - A)/h it survives a change of h. The first step is made twice, to find that slope.
 */
#include "dae_alpha.h"

#include <string.h>

#include "dae_newton.h"
#include "dae_past.h"
#include "dae_projected.h"

/* of the second order, as measured on the double four-bar */
static const double DAE_ALPHA_CAUTION = 2.5;

struct dae_alpha {
	double alpha_m, alpha_f, beta, gamma;
	double dw_da; /* dw1/dA1 */
	double shift; /* alpha_m - alpha_f: the algorithmic acceleration belongs to t + shift h */
	double *w0;   /* [n_v] algorithmic acceleration at the start */
	struct dae_stage end;
};

/* ---- parameters ---- */

static struct dae_alpha dae_alpha_of_gamma(double alpha_m, double alpha_f, double gamma)
{
	return (struct dae_alpha){
		.alpha_m = alpha_m,
		.alpha_f = alpha_f,
		.gamma = gamma,
		.beta = 0.25 * (gamma + 0.5) * (gamma + 0.5),
		.dw_da = (1 - alpha_f) / (1 - alpha_m),
		.shift = alpha_m - alpha_f,
	};
}

/* ---- memory: the past, then the slope of the algorithmic acceleration ---- */

LA_FUNCTION size_t dae_alpha_memory(const struct dae_system *system)
{
	return dae_past_memory(system) + (size_t)system->n_v;
}

LA_FUNCTION size_t dae_alpha_work(const struct dae_system *system)
{
	return (size_t)system->n_v + dae_stage_work(system);
}

LA_FUNCTION void dae_alpha_start(const struct dae_system *system, double *memory)
{
	memset(memory, 0, dae_alpha_memory(system) * sizeof *memory);
}

static void dae_alpha_set_up(const struct dae_step *s, struct dae_alpha *c)
{
	double *work = s->scratch.work + s->system->n_v;
	c->w0 = s->scratch.work;
	c->end = dae_stage_at_end(s, s->options->formulation, s->h * c->gamma * c->dw_da, s->h * s->h * c->beta * c->dw_da,
	                          &work);
}

/* ---- the step ---- */

/* the part of dq and v1 that the start of the step fixes, and A1 guessed by extrapolation */
static void dae_alpha_predict(struct dae_step *s, const struct dae_alpha *c, const double *slope)
{
	const double *last = s->memory + DAE_PAST_A;
	double extrapolation = s->memory[DAE_PAST_AGE] > 0 ? s->h / s->memory[DAE_PAST_H] : 0;
	double h = s->h;
	for (int i = 0; i < s->system->n_v; i++) {
		c->w0[i] = s->a[i] + h * slope[i];
		double w1 = (c->alpha_f * s->a[i] - c->alpha_m * c->w0[i]) / (1 - c->alpha_m);
		/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): dae_stage_at_end has laid the array out */
		c->end.dq0[i] = h * s->v[i] + h * h * ((0.5 - c->beta) * c->w0[i] + c->beta * w1);
		c->end.v0[i] = s->v[i] + h * ((1 - c->gamma) * c->w0[i] + c->gamma * w1);
		c->end.y[i] = 0;
		s->a1[i] = s->a[i] + extrapolation * (s->a[i] - last[i]);
	}
	memcpy(s->lambda1, s->lambda, (size_t)s->system->n_g * sizeof *s->lambda1);
}

static int dae_alpha_correct(struct dae_step *s, void *method, int fresh, double *size)
{
	const struct dae_stage *end = &((const struct dae_alpha *)method)->end;
	dae_stage_update(s, end);
	int status = dae_stage_residual(s, end);
	if (!status && fresh) {
		struct dae_point p = dae_stage_point(end);
		status = dae_stage_factor(s, end, &p, end->dq_da, end->dv_da);
	}
	if (!status) {
		*size = dae_stage_correct(s, end, s->lambda1);
	}
	return status;
}

static int dae_alpha_check(struct dae_step *s, void *method)
{
	const struct dae_stage *end = &((const struct dae_alpha *)method)->end;
	dae_stage_update(s, end);
	return dae_stage_check(s, end);
}

static const struct dae_iteration dae_alpha_iteration = {dae_alpha_correct, dae_alpha_check, 12, 0.1, 1};

static int dae_alpha_solve(struct dae_step *s, struct dae_alpha *c, double *slope)
{
	dae_alpha_predict(s, c, slope);
	int status = dae_newton_iterate(s, &dae_alpha_iteration, c);
	if (!status && s->memory[DAE_PAST_AGE] == 0) {
		for (int i = 0; i < s->system->n_v; i++) {
			slope[i] = c->shift * (s->a1[i] - s->a[i]) / s->h;
		}
		dae_alpha_predict(s, c, slope);
		status = dae_newton_iterate(s, &dae_alpha_iteration, c);
	}
	return status;
}

LA_FUNCTION int dae_alpha_step(struct dae_step *s, double alpha_m, double alpha_f, double gamma)
{
	struct dae_alpha c = dae_alpha_of_gamma(alpha_m, alpha_f, gamma);
	int n = s->system->n_v;
	size_t past = dae_past_memory(s->system);
	double *slope = s->memory1 + past;

	dae_alpha_set_up(s, &c);
	s->result.v_follows_q = c.end.formulation == DAE_INDEX3;
	memcpy(slope, s->memory + past, (size_t)n * sizeof *slope);
	int status = dae_alpha_solve(s, &c, slope);
	if (status) {
		return status;
	}
	/* w1, then its distance from the settled A1 */
	for (int i = 0; i < n; i++) {
		slope[i] = (c.alpha_f * s->a[i] - c.alpha_m * c.w0[i]) / (1 - c.alpha_m) + c.dw_da * s->a1[i];
	}
	/* the bare index-3 form keeps its own accelerations and multipliers */
	if (c.end.formulation != DAE_INDEX3) {
		status = dae_projected_end_stage(s, &c.end, NULL);
	}
	if (status) {
		return status;
	}
	for (int i = 0; i < n; i++) {
		slope[i] = (slope[i] - s->a1[i]) / s->h;
	}
	dae_past_remember(s, s->memory, s->memory1);
	dae_past_estimate(s, s->memory, &c.end, s->result.order > 1 ? DAE_ALPHA_CAUTION : 1);
	return DAE_DONE;
}
