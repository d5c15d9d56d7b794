/* An energy-decaying scheme with two stages: the end of the step, and its start after a jump, as in
 * time-discontinuous Galerkin methods (Bauchau, Theron, "Energy decaying scheme for non-linear beam
 * models", 1996; Bauchau, "Computational schemes for flexible, nonlinear multi-body systems",
 * 1998). Theirs is alpha = 1, the most damping; what alpha does follows below. With 0 the old
 * point, j the one after the jump, 1 the end,
 *
 *     x_1 - x_0 = h/2 (x'_j + x'_1)
 *     x_j - x_0 = -h/6 ((x'_1 - x'_0) - alpha (x'_j - x'_0))
 *
 * for x = q with x' = v and for x = v with x' = A, the accelerations of M A + G^T lambda = f at 0,
 * j and 1. The end is on the constraints, positions by a small motion y, velocities by the
 * multipliers (stabilized form, dae_stage.h). The jump, of second order in h, may leave them, and
 * its acceleration differs from A_0 within them only, G (A_j - A_0) = 0: so that no multiplier of j
 * has to hold anything, which near a singular position none could. Linear constraints are met at j
 * by themselves.
 *
 * Decay. For a linear system x' = L x that conserves the energy <x, x>/2, so that <L x, x> = 0 for
 * all x (linear constraints take part: all points lie in their null space), write d = x_1 - x_0 and
 * e = x_j - x_0. The second line says <e, d - alpha e> = 0, the first <d, x_0 + x_1 + e> = 0, and
 * so
 *
 *     <x_1, x_1> - <x_0, x_0> = <d, x_0 + x_1> = -<d, e> = -alpha <e, e>:
 *
 * the energy falls by alpha times that of the jump, whatever h. On x' = z/h x the step multiplies
 * by
 *
 *     R(z) = (1 + (1/2 - alpha/6) z + (1 - alpha) z^2/12) / (1 - (1/2 + alpha/6) z + (1 + alpha) z^2/12)
 *          = e^z + O(z^4),
 *
 * with |R| -> (1 - alpha)/(1 + alpha) for z -> infinity: alpha = (1 - rho)/(1 + rho) gives the
 * spectral radius wanted. Of third order on linear systems (fourth with rho = 1), of second on
 * others, as accelerations at j and 1 alone make the trapezoidal sum.
 *
 * Solution. Listed as 1, j the stages are x = .. + h B x', B = [1/2 1/2; -1/6 alpha/6], and
 * Newton's matrix would couple them. Crout's decomposition B = L U with ones on the diagonal of U
 * has 1/2 and (1 + alpha)/6 on that of L, and B^2 likewise 1/6 and (1 + alpha)^2/24: with these for
 * dv/dA and dq/dA two matrices of the size of one stage do, 1 being corrected first and j with what
 * came out (van der Houwen and de Swart's way of solving implicit Runge-Kutta methods). On undamped
 * oscillators each round leaves at most a third of the error, whatever the frequency, and much less
 * for h omega << 1 and >> 1; damping alone, at most a quarter.
 *
 * Accelerations and multipliers at the end are those of the solution there (dae_newton_fit).
 */
#include <math.h>
#include <string.h>

#include "dae_method_table.h"
#include "dae_newton.h"
#include "dae_past.h"
#include "dae_projected.h"

/* as measured on the slider-crank and on a pendulum with a driven pivot */
static const double DAE_DECAYING_CAUTION = 4;

struct dae_decaying {
	double alpha;
	struct dae_stage jump, end;
};

static size_t dae_decaying_memory(const struct dae_system *system)
{
	return dae_past_memory(system);
}

static size_t dae_decaying_work(const struct dae_system *system)
{
	return 2 * dae_stage_work(system) + (size_t)system->n_q + 2 * (size_t)system->n_v + (size_t)system->n_g;
}

static void dae_decaying_start(const struct dae_system *system, double *memory)
{
	memset(memory, 0, dae_decaying_memory(system) * sizeof *memory);
}

static struct dae_decaying dae_decaying_set_up(const struct dae_step *s)
{
	double rho = s->options->spectral_radius;
	double alpha = (1 - rho) / (1 + rho);
	double h = s->h;
	double *work = s->scratch.work;
	struct dae_decaying m = {.alpha = alpha};
	m.end = dae_stage_at_end(s, DAE_STABILIZED, h / 2, h * h / 6, &work);
	m.jump = (struct dae_stage){.kkt = s->kkts[1], .free = 1, .t = s->t};
	m.jump.dv_da = (1 + alpha) * h / 6;
	m.jump.dq_da = (1 + alpha) * (1 + alpha) * h * h / 24;
	dae_stage_split(&m.jump, s->system, &work);
	m.jump.q = work;
	m.jump.v = m.jump.q + s->system->n_q;
	m.jump.a = m.jump.v + s->system->n_v;
	m.jump.lambda = m.jump.a + s->system->n_v;
	return m;
}

static void dae_decaying_predict(const struct dae_step *s, const struct dae_decaying *m)
{
	const double *last = s->memory + DAE_PAST_A;
	double extrapolation = s->memory[DAE_PAST_AGE] > 0 ? s->h / s->memory[DAE_PAST_H] : 0;
	for (int i = 0; i < s->system->n_v; i++) {
		m->jump.y[i] = 0;
		m->jump.a[i] = s->a[i];
		m->end.y[i] = 0;
		m->end.a[i] = s->a[i] + extrapolation * (s->a[i] - last[i]);
	}
	memcpy(m->jump.lambda, s->lambda, (size_t)s->system->n_g * sizeof *s->lambda);
	memcpy(m->end.lambda, s->lambda, (size_t)s->system->n_g * sizeof *s->lambda);
}

/* h/2 (j + 1) and -h/6 ((1 - 0) - alpha (j - 0)) of the derivatives at 0, j and 1 */
static double dae_decaying_along(double h, double at_jump, double at_end)
{
	return h / 2 * (at_jump + at_end);
}

static double dae_decaying_back(double h, double alpha, double at_start, double at_jump, double at_end)
{
	return -h / 6 * ((at_end - at_start) - alpha * (at_jump - at_start));
}

/* both points from their accelerations */
static void dae_decaying_update(const struct dae_step *s, const struct dae_decaying *m)
{
	const struct dae_stage *j = &m->jump;
	const struct dae_stage *f = &m->end;
	double h = s->h;
	for (int i = 0; i < s->system->n_v; i++) {
		f->v[i] = s->v[i] + dae_decaying_along(h, j->a[i], f->a[i]);
		j->v[i] = s->v[i] + dae_decaying_back(h, m->alpha, s->a[i], j->a[i], f->a[i]);
		f->dq[i] = dae_decaying_along(h, j->v[i], f->v[i]) + f->y[i];
		j->dq[i] = dae_decaying_back(h, m->alpha, s->v[i], j->v[i], f->v[i]);
	}
	s->system->retract(s->system->context, s->q, f->dq, f->q);
	s->system->retract(s->system->context, s->q, j->dq, j->q);
}

static int dae_decaying_correct_stage(struct dae_step *s, const struct dae_decaying *m, const struct dae_stage *stage,
                                      int fresh, double *size)
{
	dae_decaying_update(s, m);
	int status = dae_stage_residual(s, stage);
	if (!status && fresh) {
		struct dae_point p = dae_stage_point(stage);
		status = dae_stage_factor(s, stage, &p, stage->dq_da, stage->dv_da);
	}
	if (!status) {
		*size = dae_stage_correct(s, stage, stage->lambda);
	}
	return status;
}

static int dae_decaying_correct(struct dae_step *s, void *method, int fresh, double *size)
{
	const struct dae_decaying *m = method;
	double at_end;
	int status = dae_decaying_correct_stage(s, m, &m->end, fresh, &at_end);
	status = status ? status : dae_decaying_correct_stage(s, m, &m->jump, fresh, size);
	if (!status) {
		*size = fmax(*size, at_end);
	}
	return status;
}

static int dae_decaying_check(struct dae_step *s, void *method)
{
	const struct dae_decaying *m = method;
	dae_decaying_update(s, m);
	return dae_stage_check(s, &m->end);
}

static const struct dae_iteration dae_decaying_iteration = {dae_decaying_correct, dae_decaying_check, 40, 0.5, 2};

/* Near a singular position the solution there leaves accelerations across the constraints as they
 * are. Those of the jump are the old ones, so that those of the end would swing about their mean
 * from step to step. */
static void dae_decaying_take_mean(const struct dae_step *s)
{
	for (int i = 0; s->result.is_singular && i < s->system->n_v; i++) {
		s->a1[i] = (s->v1[i] - s->v[i]) / s->h;
	}
}

static int dae_decaying_step(struct dae_step *s)
{
	struct dae_decaying m = dae_decaying_set_up(s);
	dae_decaying_predict(s, &m);
	int status = dae_newton_iterate(s, &dae_decaying_iteration, &m);
	if (status) {
		return status;
	}
	dae_decaying_take_mean(s);
	status = dae_projected_end_stage(s, &m.end, s->kkts[2]);
	if (status) {
		return status;
	}
	dae_past_remember(s, s->memory, s->memory1);
	dae_past_estimate(s, s->memory, &m.end, DAE_DECAYING_CAUTION);
	return DAE_DONE;
}

LA_TABLE const struct dae_method dae_energy_decaying = {
	.name = "energy_decaying",
	.use = 7,
	.order = 2,
	.formulations = 1 << DAE_STABILIZED,
	.text = "energy of linear systems never grows; damps by spectral_radius",
	.paper = "Bauchau, Theron 1996; Bauchau 1998",
	.n_kkts = 3,
	.memory = dae_decaying_memory,
	.valid = dae_past_valid,
	.work = dae_decaying_work,
	.start = dae_decaying_start,
	.step = dae_decaying_step,
};
