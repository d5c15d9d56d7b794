/* Generalized-alpha after Arnold and Bruels, in the form of the Dymore manual, sections 2 to 5, with both constraint
 * levels enforced.
 *
 * With A the true accelerations (those of the equations of motion) and w the algorithmic ones, a step of size h from
 * t_n to t_n+1 = t_n + h reads
 *
 *     (1 - alpha_m) w_1 + alpha_m w_0 = (1 - alpha_f) A_1 + alpha_f A_0
 *     dq  = h v_0 + h^2 ((1/2 - beta) w_0 + beta w_1) + y,         q_1 = retract(q_0, dq)
 *     v_1 = v_0 + h ((1 - gamma) w_0 + gamma w_1)
 *     M A_1 + G^T lambda_1 = f(t_1, q_1, v_1),    g(q_1, t_1) = 0,    G v_1 + dg/dt = 0.
 *
 * The position constraint is met by the small motion y along K^-1 G^T, the velocity constraint by the multipliers
 * (stabilized form, Gear-Gupta-Leimkuhler as in Arnold, Cardona, Bruels): unlike the bare index-3 form it keeps
 * multipliers and accelerations second-order accurate and free of oscillations when h changes, and their rounding error
 * grows as 1/h instead of 1/h^2.
 *
 * alpha_m, alpha_f, beta, gamma come from the spectral radius at infinity (Dymore manual, eqs. 5, 6). The algorithmic
 * acceleration is that of the time t_n + (alpha_m - alpha_f) h; kept as its slope (w - A)/h it survives a change of h. The
 * first step is made twice, to find that slope.
 *
 * Error estimate: q and v against the quadrature, exact for quadratics, of the last three true accelerations;
 * what violates the constraints is taken out by one more solution with the factored matrix, which also damps stiff
 * components. Near a singular position, where A (dae_kkt.h) has a small eigenvalue e, rounding tilts the constraint by about 1e-16 / e; the
 * velocity follows, and accelerations across the constraint carry noise of 1e-16 |v| / (e h). The motion does not mind, as the
 * constraint does not let that component live; but the noise of earlier steps, across a constraint that has turned since,
 * would be mistaken for an error of v. So there the error of q alone speaks.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "dae_methods.h"

enum {
	DAE_ALPHA_MOST_ITERATIONS = 12,
	DAE_ALPHA_FRESH_MATRIX = 4 /* iterations with one matrix before it is made anew */
};

/* opening of a constraint, in sizes, that may be rounding */
static const double DAE_ALPHA_OPENING = 2e-14;

/* memory: number of steps since the start, last h, steps until accelerations are free of noise, then slope of the
 * algorithmic acceleration, last true acceleration */
enum { DAE_ALPHA_AGE, DAE_ALPHA_LAST_H, DAE_ALPHA_NOISE, DAE_ALPHA_HEAD };

struct dae_alpha {
	double alpha_m, alpha_f, beta, gamma;
	double c7, c8, c9; /* dv1/dA1, dq/dA1, dw1/dA1 */
	double shift;      /* alpha_m - alpha_f: the algorithmic acceleration belongs to t + shift h */
};

/* vectors of one step, all in the method's work array */
struct dae_alpha_work {
	double *w0;       /* [n_v] algorithmic acceleration at the start */
	double *dq;       /* [n_v] increment of the coordinates */
	double *dq0, *v0; /* [n_v] what does not depend on A1 */
	double *position; /* [n_v] motion y that meets the position constraint */
	double *force;    /* [n_v] */
	double *rate;     /* [n_g] */
	double *asked;    /* [n_g] for near-singular directions: how often the velocity constraint was asked for */
	double *right;    /* DAE_KKT_COLUMNS x [n_v + n_g] */
};

static struct dae_alpha dae_alpha_coefficients(double rho, double h)
{
	struct dae_alpha c;
	c.alpha_m = (2 * rho - 1) / (rho + 1);
	c.alpha_f = rho / (rho + 1);
	c.shift = c.alpha_m - c.alpha_f;
	c.gamma = 0.5 - c.shift;
	c.beta = 0.25 * (1 - c.shift) * (1 - c.shift);
	c.c9 = (1 - c.alpha_f) / (1 - c.alpha_m);
	c.c7 = h * c.gamma * c.c9;
	c.c8 = h * h * c.beta * c.c9;
	return c;
}

static size_t dae_alpha_memory(const struct dae_system *system)
{
	return DAE_ALPHA_HEAD + 2 * (size_t)system->n_v;
}

static size_t dae_alpha_work_size(const struct dae_system *system)
{
	return 9 * (size_t)system->n_v + 5 * (size_t)system->n_g;
}

static struct dae_alpha_work dae_alpha_split(const struct dae_system *system, double *work)
{
	size_t n = (size_t)system->n_v;
	struct dae_alpha_work w = {.w0 = work};
	w.dq = w.w0 + n;
	w.dq0 = w.dq + n;
	w.v0 = w.dq0 + n;
	w.position = w.v0 + n;
	w.force = w.position + n;
	w.rate = w.force + n;
	w.asked = w.rate + system->n_g;
	w.right = w.asked + system->n_g;
	return w;
}

static void dae_alpha_start(const struct dae_system *system, double *memory)
{
	memset(memory, 0, dae_alpha_memory(system) * sizeof *memory);
}

/* the part of dq and v1 that the start of the step fixes, and A1 guessed by extrapolation */
static void dae_alpha_predict(struct dae_step *s, const struct dae_alpha *c, const struct dae_alpha_work *w,
                              const double *slope)
{
	const double *last = s->memory + DAE_ALPHA_HEAD + s->system->n_v;
	double extrapolation = s->memory[DAE_ALPHA_AGE] > 0 ? s->h / s->memory[DAE_ALPHA_LAST_H] : 0;
	double h = s->h;
	for (int i = 0; i < s->system->n_v; i++) {
		w->w0[i] = s->a[i] + h * slope[i];
		double w1 = (c->alpha_f * s->a[i] - c->alpha_m * w->w0[i]) / (1 - c->alpha_m);
		w->dq0[i] = h * s->v[i] + h * h * ((0.5 - c->beta) * w->w0[i] + c->beta * w1);
		w->v0[i] = s->v[i] + h * ((1 - c->gamma) * w->w0[i] + c->gamma * w1);
		w->position[i] = 0;
		s->a1[i] = s->a[i] + extrapolation * (s->a[i] - last[i]);
	}
	memcpy(s->lambda1, s->lambda, (size_t)s->system->n_g * sizeof *s->lambda1);
}

/* q1 and v1 from A1 and the position correction */
static void dae_alpha_update(struct dae_step *s, const struct dae_alpha *c, const struct dae_alpha_work *w)
{
	for (int i = 0; i < s->system->n_v; i++) {
		w->dq[i] = w->dq0[i] + c->c8 * s->a1[i] + w->position[i];
		s->v1[i] = w->v0[i] + c->c7 * s->a1[i];
	}
	s->system->retract(s->system->context, s->q, w->dq, s->q1);
}

static struct dae_point dae_alpha_point(const struct dae_step *s)
{
	return (struct dae_point){.t = s->t + s->h, .q = s->q1, .v = s->v1, .a = s->a1, .lambda = s->lambda1};
}

/* motion of the whole, in sizes a second */
static double dae_alpha_rate(const struct dae_step *s)
{
	double rate = 0;
	for (int i = 0; i < s->system->n_v; i++) {
		rate = fmax(rate, s->velocity_scale[i] / s->system->motion_size[i]);
	}
	return rate;
}

/* three right-hand sides: the equations of motion, the velocity constraint, the position constraint */
static int dae_alpha_residual(struct dae_step *s, const struct dae_alpha *c, const struct dae_alpha_work *w)
{
	const struct dae_system *system = s->system;
	struct dae_point p = dae_alpha_point(s);
	int n = system->n_v;
	int m = n + system->n_g;
	double *motion = w->right;
	double *velocity = w->right + m + n;
	double *position = w->right + 2 * m + n;

	int status = system->mass(system->context, s->q1, s->kkt->mass);
	status = status ? status : system->jacobian(system->context, &p, s->kkt->jacobian);
	status = status ? status : system->force(system->context, &p, w->force);
	status = status ? status : system->constraint_rate(system->context, &p, w->rate);
	memset(w->right, 0, DAE_KKT_COLUMNS * (size_t)m * sizeof *w->right);
	status = status ? status : system->constraint(system->context, &p, position);
	if (status) {
		return status;
	}
	dae_kkt_mass_multiply(s->kkt, s->a1, motion);
	dae_kkt_add_jacobian_transposed(s->kkt, s->lambda1, motion);
	dae_kkt_jacobian_multiply(s->kkt, s->v1, velocity);
	for (int i = 0; i < n; i++) {
		motion[i] = w->force[i] - motion[i];
	}
	for (int i = 0; i < system->n_g; i++) {
		velocity[i] = -(velocity[i] + w->rate[i]) / c->c7;
		position[i] = -position[i];
	}
	return DAE_DONE;
}

/* component of c along direction k of the near-singular ones, taken out where it is at most `most` times the sizes of
 * the rows; 1 where it was more and stays */
static int dae_alpha_leave_out(const struct dae_step *s, int k, double most, double *c)
{
	const struct dae_system *system = s->system;
	const double *direction = s->kkt->singular + k * (system->n_v + system->n_g) + system->n_v;
	double along = 0;
	double bound = 0;
	for (int i = 0; i < system->n_g; i++) {
		along += direction[i] * c[i];
		bound += fabs(direction[i]) * most * system->constraint_size[i];
	}
	if (fabs(along) > bound) {
		return 1;
	}
	for (int i = 0; i < system->n_g; i++) {
		c[i] -= along * direction[i];
	}
	return 0;
}

/* in a near-singular position, apart from rows that are redundant anywhere */
static int dae_alpha_near(const struct dae_step *s)
{
	return s->kkt->n_singular > s->kkt->n_redundant;
}

/* velocity of an opening, in sizes per unit of rate, that may be rounding where A has eigenvalue e */
static double dae_alpha_slide(double e)
{
	return DAE_ALPHA_OPENING / sqrt(fmax(e, DBL_EPSILON));
}

/* Near-singular directions: rounding of 1e-16 in an opening displaces the bodies by 1e-16 / sqrt(e) across the
 * constraint, which tilts it by 1e-16 / e, e the eigenvalue; a velocity made to follow that would leave the smooth motion. So
 * there the constraints are asked for only when they are open by more than rounding explains: DAE_ALPHA_OPENING in position,
 * and in velocity what a straight motion with that opening shows, rate * opening / sqrt(e). Until then the motion across
 * them goes on as extrapolated, straight through the singular position. */
static void dae_alpha_ease(struct dae_step *s, const struct dae_alpha *c, const struct dae_alpha_work *w)
{
	const struct dae_system *system = s->system;
	int m = system->n_v + system->n_g;
	double rate = dae_alpha_rate(s);
	for (int k = 0; k < s->kkt->n_singular; k++) {
		double slide = fmax(1e-3 * s->options->tolerance, dae_alpha_slide(s->kkt->eigenvalue[k]));
		w->asked[k] += dae_alpha_leave_out(s, k, slide * rate / c->c7, w->right + m + system->n_v);
		(void)dae_alpha_leave_out(s, k, DAE_ALPHA_OPENING, w->right + 2 * m + system->n_v);
	}
}

static int dae_alpha_factor(struct dae_step *s, const struct dae_alpha *c)
{
	struct dae_point p = dae_alpha_point(s);
	int status = s->system->tangent(s->system->context, &p, c->c8, c->c7, s->kkt->tangent);
	if (status) {
		return status;
	}
	s->counters->factorizations++;
	int unknown = dae_kkt_factor(s->kkt, &s->options->kkt, 1);
	if (unknown > 0) {
		s->failure->reason = DAE_MATRIX_SINGULAR;
		s->failure->row = unknown - 1 - s->system->n_v;
		return DAE_SMALLER_STEP;
	}
	return DAE_DONE;
}

/* Adds the corrections. Returns the size of the one that stays within the constraints, in units of what the error test
 * will notice; how well the constraints themselves are met is for dae_alpha_check to say, because near a singular position
 * a residual of rounding size asks for a large correction. Infinite where something is not a number. */
static double dae_alpha_correct(struct dae_step *s, const struct dae_alpha *c, const struct dae_alpha_work *w)
{
	const struct dae_system *system = s->system;
	int n = system->n_v;
	int m = n + system->n_g;
	const double *motion = w->right;
	const double *velocity = w->right + m;
	const double *position = w->right + 2 * m;
	double notice = 0.01 * s->options->tolerance * s->h;
	double largest = 0;
	for (int i = 0; i < n; i++) {
		double da = motion[i];
		s->a1[i] += da + velocity[i];
		w->position[i] += position[i] - c->c8 * velocity[i];
		double q_size = notice * s->velocity_scale[i] + 64 * DBL_EPSILON * system->motion_size[i];
		double v_size = notice * s->acceleration_scale[i] + 64 * DBL_EPSILON * s->velocity_scale[i];
		largest = fmax(largest, fmax(fabs(c->c8 * da) / q_size, fabs(c->c7 * da) / v_size));
		if (!isfinite(s->a1[i]) || !isfinite(w->position[i])) {
			return HUGE_VAL;
		}
	}
	for (int i = n; i < m; i++) {
		s->lambda1[i - n] += motion[i] + velocity[i];
	}
	return largest;
}

/* both constraints after the last correction. A velocity along a near-singular direction is not asked for. */
static int dae_alpha_check(struct dae_step *s, const struct dae_alpha_work *w)
{
	const struct dae_system *system = s->system;
	struct dae_point p = dae_alpha_point(s);
	double *position = w->right;
	double *velocity = w->right + system->n_g;
	int status = system->constraint(system->context, &p, position);
	status = status ? status : system->jacobian(system->context, &p, s->kkt->jacobian);
	status = status ? status : system->constraint_rate(system->context, &p, w->rate);
	if (status) {
		return status;
	}
	double rate = dae_alpha_rate(s);
	double nearest = dae_alpha_near(s) ? s->kkt->eigenvalue[s->kkt->n_redundant] : 1;
	double slide = 0.01 * s->options->tolerance + dae_alpha_slide(nearest);
	dae_kkt_jacobian_multiply(s->kkt, s->v1, velocity);
	for (int i = 0; i < system->n_g; i++) {
		double size = system->constraint_size[i];
		int open = !(fabs(position[i]) <= 1e-12 * size);
		int slides = !(fabs(velocity[i] + w->rate[i]) <= slide * size * rate);
		if (open || slides) {
			s->failure->reason = DAE_CONSTRAINT_NOT_MET;
			s->failure->row = i;
			return DAE_SMALLER_STEP;
		}
	}
	return DAE_DONE;
}

static int dae_alpha_iterate(struct dae_step *s, const struct dae_alpha *c, const struct dae_alpha_work *w)
{
	double last = HUGE_VAL;
	int age = DAE_ALPHA_FRESH_MATRIX;
	s->failure->reason = DAE_ITERATION_DIVERGED;
	s->failure->row = -1;
	memset(w->asked, 0, (size_t)s->system->n_g * sizeof *w->asked);
	for (int k = 0; k < DAE_ALPHA_MOST_ITERATIONS; k++) {
		dae_alpha_update(s, c, w);
		int status = dae_alpha_residual(s, c, w);
		if (!status && age >= DAE_ALPHA_FRESH_MATRIX) {
			status = dae_alpha_factor(s, c);
			age = 0;
		}
		if (status) {
			return status;
		}
		dae_alpha_ease(s, c, w);
		dae_kkt_solve(s->kkt, DAE_KKT_COLUMNS, w->right);
		double size = dae_alpha_correct(s, c, w);
		s->counters->iterations++;
		age++;
		if (size <= 1) {
			dae_alpha_update(s, c, w);
			status = dae_alpha_check(s, w);
			if (status <= 0) {
				return status;
			}
		} else if (!(size < HUGE_VAL)) {
			return DAE_SMALLER_STEP;
		}
		/* slow progress: the matrix is out of date */
		age = size > 0.1 * last ? DAE_ALPHA_FRESH_MATRIX : age;
		last = size;
	}
	return DAE_SMALLER_STEP;
}

/* one correction of A1 and lambda1 towards G A + bias = 0; right holds what is missing in the equations of motion. Returns
 * the change of v that it stands for, in units of what the error test will notice. */
static double dae_alpha_settle_once(struct dae_step *s, const struct dae_alpha *c, const struct dae_alpha_work *w)
{
	int n = s->system->n_v;
	double notice = 0.01 * s->options->tolerance * s->h;
	double largest = 0;
	dae_kkt_jacobian_multiply(s->kkt, s->a1, w->right + n);
	for (int i = 0; i < s->system->n_g; i++) {
		w->right[n + i] = -(w->right[n + i] + w->rate[i]);
	}
	for (int k = 0; k < s->kkt->n_singular; k++) {
		(void)dae_alpha_leave_out(s, k, w->asked[k] > 0 ? 0 : HUGE_VAL, w->right + n);
	}
	dae_kkt_solve(s->kkt, 1, w->right);
	for (int i = 0; i < n; i++) {
		s->a1[i] += w->right[i];
		largest = fmax(largest, fabs(c->c7 * w->right[i]) / (notice * s->acceleration_scale[i]));
	}
	for (int i = 0; i < s->system->n_g; i++) {
		s->lambda1[i] += w->right[n + i];
	}
	return largest;
}

/* A1 and lambda1 made to fit the constraint at acceleration level too, G A + bias = 0, without the ringing across the
 * constraints that a jump or a change of step would leave in them. The matrix at hand has K in the place of M: where the
 * change is noticeable, the equations of motion are met again by further corrections. */
static int dae_alpha_settle(struct dae_step *s, const struct dae_alpha *c, const struct dae_alpha_work *w)
{
	const struct dae_system *system = s->system;
	struct dae_point p = dae_alpha_point(s);
	int n = system->n_v;
	int status = system->constraint_bias(system->context, &p, w->rate);
	if (status) {
		return status;
	}
	memset(w->right, 0, (size_t)n * sizeof *w->right);
	double size = dae_alpha_settle_once(s, c, w);
	for (int k = 0; size > 1 && k < DAE_ALPHA_MOST_ITERATIONS; k++) {
		status = system->force(system->context, &p, w->force);
		if (status) {
			return status;
		}
		dae_kkt_mass_multiply(s->kkt, s->a1, w->right);
		dae_kkt_add_jacobian_transposed(s->kkt, s->lambda1, w->right);
		for (int i = 0; i < n; i++) {
			w->right[i] = w->force[i] - w->right[i];
		}
		size = dae_alpha_settle_once(s, c, w);
	}
	return DAE_DONE;
}

/* algorithmic acceleration at the end of the step */
static double dae_alpha_algorithmic(const struct dae_step *s, const struct dae_alpha *c, const struct dae_alpha_work *w,
                                    int i)
{
	return (c->alpha_f * s->a[i] - c->alpha_m * w->w0[i]) / (1 - c->alpha_m) + c->c9 * s->a1[i];
}

static void dae_alpha_remember(struct dae_step *s)
{
	s->memory1[DAE_ALPHA_AGE] = s->memory[DAE_ALPHA_AGE] + 1;
	s->memory1[DAE_ALPHA_LAST_H] = s->h;
	s->memory1[DAE_ALPHA_NOISE] = dae_alpha_near(s) ? 2 : fmax(s->memory[DAE_ALPHA_NOISE] - 1, 0);
	memcpy(s->memory1 + DAE_ALPHA_HEAD + s->system->n_v, s->a, (size_t)s->system->n_v * sizeof *s->a);
}

static void dae_alpha_estimate(struct dae_step *s, const struct dae_alpha_work *w)
{
	int n = s->system->n_v;
	const double *last = s->memory + DAE_ALPHA_HEAD + n;
	double h = s->h;
	double h0 = s->memory[DAE_ALPHA_LAST_H];
	int old = s->memory[DAE_ALPHA_AGE] > 0;
	int noisy = dae_alpha_near(s) || s->memory[DAE_ALPHA_NOISE] > 0;
	s->error_is_complete = !noisy;
	for (int i = 0; i < n; i++) {
		/* divided differences of the acceleration over the last two steps */
		double first = (s->a1[i] - s->a[i]) / h;
		double second = old ? (first - (s->a[i] - last[i]) / h0) / (h + h0) : 0;
		double q = h * s->v[i] + h * h * (s->a[i] / 2 + h * (first / 6 - h * second / 12));
		double v = s->v[i] + h * (s->a[i] + h * (first / 2 - h * second / 6));
		s->error[i] = w->dq[i] - q;
		s->error[n + i] = noisy ? 0 : s->v1[i] - v;
	}
	dae_kkt_stay_within(s->kkt, 2, s->error);
}

static int dae_alpha_step(struct dae_step *s)
{
	struct dae_alpha c = dae_alpha_coefficients(s->options->spectral_radius, s->h);
	struct dae_alpha_work w = dae_alpha_split(s->system, s->work);
	int n = s->system->n_v;
	double *slope = s->memory1 + DAE_ALPHA_HEAD;

	memcpy(slope, s->memory + DAE_ALPHA_HEAD, (size_t)n * sizeof *slope);
	dae_alpha_predict(s, &c, &w, slope);
	int status = dae_alpha_iterate(s, &c, &w);
	if (!status && s->memory[DAE_ALPHA_AGE] == 0) {
		for (int i = 0; i < n; i++) {
			slope[i] = c.shift * (s->a1[i] - s->a[i]) / s->h;
		}
		dae_alpha_predict(s, &c, &w, slope);
		status = dae_alpha_iterate(s, &c, &w);
	}
	if (status) {
		return status;
	}
	for (int i = 0; i < n; i++) {
		slope[i] = dae_alpha_algorithmic(s, &c, &w, i);
	}
	status = dae_alpha_settle(s, &c, &w);
	if (status) {
		return status;
	}
	for (int i = 0; i < n; i++) {
		slope[i] = (slope[i] - s->a1[i]) / s->h;
	}
	dae_alpha_remember(s);
	dae_alpha_estimate(s, &w);
	return DAE_DONE;
}

LA_TABLE const struct dae_method dae_generalized_alpha = {
	.name = "generalized_alpha",
	.order = 2,
	.text = "positions and velocities (stabilized index 3), damping set by spectral_radius; Arnold, Bruels",
	.memory = dae_alpha_memory,
	.work = dae_alpha_work_size,
	.start = dae_alpha_start,
	.step = dae_alpha_step,
};
