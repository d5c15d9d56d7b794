/* Backward differentiation formulas, variable in step and order, for constrained systems.
 *
 * With the weights of dae_bdf_history.h (h x' = alpha_0 x_1 + sum a_i x_i) and the deviations x
 * from a steady motion, r and w, explained there (increments themselves where they commute: r = q,
 * w = 0), a step from t to t_1 = t + h reads
 *
 *     alpha_0 x_1 + sum a_i x_i = h (increment_rate(r, x_1, v_1 - w) + ...),        q_1 = retract(r, x_1)
 *     alpha_0 v_1 + sum a_i v_i = h a_1,
 *     M a_1 + G^T lambda_1 = f(t_1, q_1, v_1),    with the constraints of options->formulation:
 *
 *     DAE_INDEX3        g(q_1, t_1) = 0
 *     DAE_INDEX2        G v_1 + dg/dt = 0
 *     DAE_STABILIZED    both
 *
 * `bdf` keeps displacements, velocities and multipliers as unknowns; stabilized, the multipliers
 * hold the velocity constraint and a small motion y along K^-1 G^T, the "..." above, the position
 * constraint (Gear, Gupta, Leimkuhler). `bdf_displacement` eliminates the velocities (Bottasso,
 * Bauchau, Cardona, eqs. 34, 35); stabilized, those recovered from the displacements are moved onto
 * the velocity constraint, by -y alpha_0 / h, before the equations of motion see them. (Moved
 * afterwards they would disturb motions with gyroscopic forces, as K^-1 G^T is not M^-1 G^T.) Both
 * give the same motion up to rounding.
 *
 * The rate of x_1 depends on x_1 and v_1 by terms of the size of x_1, some h^2 a: a few sweeps find
 * one from the other. Newton's matrices leave these terms out.
 *
 * Scaling (options->preconditioning). With gamma = h / alpha_0, K = M + gamma^2 d/dq + gamma d/dv,
 * all corrections follow from K da + G^T dlambda = b, G da = c, dv = gamma da, dq = gamma^2 da.
 * Scaled from left and right it is solved by dae_kkt.h; unscaled or scaled from the left only, by
 * the paper's dense matrices of dae_bdf_matrix.h.
 *
 * Errors are those of q and v; multipliers are not integrated and have no part in them. They and
 * the accelerations are made to fit constraints, positions and velocities at the end of each step
 * (dae_stage_fit). Near singular positions velocities carry noise (dae_past.h), here for as long
 * as it stays in the history: there the error of q alone speaks.
 *
 * With index 3 velocities carry the rounding of positions, some 1e-16 / h, and multipliers before
 * they are settled its 1e-16 / h^2. Errors below that count as none, so that a tolerance too tight
 * for it is not reached but does not stop the run either: Andrews' squeezing mechanism ends no
 * closer than some 1e-10 to the exact angles.
 *
 * Local extrapolation. Errors are controlled with orders 1 to 5, the step is made with the formula
 * of the next order: it needs the same points as the error estimate, so that what is estimated is
 * the error of a formula that is not used. The leading error of the formula of order 5 is a
 * damping, with which the energy of a free motion falls by all that the tolerance allows and the
 * error of its phase grows with the square of time; that of order 6 is a shift of the phase, and
 * its damping some (h w)^2 smaller. Order 6 is unstable for vibrations that the step does not
 * resolve, as 3 to 5 are to a lesser degree: they show in the estimates of high order, and the
 * order falls. largest_order below 5 limits the formula itself.
 *
 * A start or restart knows one point with v and a. Its first step is made twice, the first time to
 * find the slope of a; with it two points before the start are invented, which lets order 2 begin.
 * The order moves by one where that lets the step grow, and falls at once, within the step, where a
 * lower order shows a smaller error: a history across a kink is worth nothing. With a fixed step
 * the order is the largest that the history allows; the first steps, of orders 2, 3 and 4, then
 * leave an error of third order in the motion.
 */
#include "dae_bdf.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "dae_bdf_matrix.h"
#include "dae_error.h"
#include "dae_method_table.h"
#include "dae_newton.h"
#include "dae_projected.h"
#include "la_arrays.h"

/* x_1 from v_1, or v_1 from x_1: each makes the error smaller by about |x_1|, and each correction
 * goes on from the last */
enum { DAE_BDF_SWEEPS = 3 };

/* unknowns of the paper's matrices; a larger system is always solved by dae_kkt.h */
enum { DAE_BDF_MOST_DENSE = 1000 };

/* the history turns what an iteration leaves into differences of high order, so that it must leave
 * less than other methods, by this factor */
static const double DAE_BDF_CONVERGED = 0.1;
/* a higher order must promise a step larger by this factor */
static const double DAE_BDF_WORTH_RAISING = 1.1;
/* a lower order is tried at once where it errs less by this factor */
static const double DAE_BDF_WORTH_LOWERING = 0.5;
/* the differences of high order that estimate errors carry this much rounding */
static const double DAE_BDF_ROUNDING = 16 * DBL_EPSILON;
/* orders that let the step grow by this factor are equally good */
static const double DAE_BDF_ENOUGH_GROWTH = 10;

struct dae_bdf {
	int fields;           /* 3 or 2 */
	int order;            /* of the error control */
	int formula;          /* order of the formula: one more, if allowed */
	int estimated;        /* order of the error that the step holds; 0: none */
	double size;          /* of that error */
	int dense;            /* the paper's matrix instead of dae_kkt.h */
	double alpha;         /* alpha_0 */
	struct dae_stage end; /* dq is x_1 */
	double *past;         /* [DAE_BDF_MOST_ORDER n_v] x_i */
	double *base;         /* [n_q] r */
	double *steady;       /* [n_v] w */
	double *rate;         /* [n_v] of x_1 */
	double *z;            /* [n_v] two fields, stabilized: move of the velocity onto its constraint */
	double *trial;        /* [2 n_v] errors of another order */
	double *slope;        /* [n_v] of the acceleration, at the first step */
	double *first;        /* memory of the first step */
	double *unknowns;     /* of the paper's matrix, one right-hand side */
	struct dae_bdf_matrix matrix;
};

static int dae_bdf_dense_fits(const struct dae_system *system)
{
	return 2 * system->n_v + system->n_g <= DAE_BDF_MOST_DENSE;
}

/* the arrays after those of the stage in work; how many numbers there are */
static size_t dae_bdf_lay(const struct dae_system *system, struct dae_bdf *b, double *work)
{
	const size_t n = (size_t)system->n_v;
	const size_t dense = dae_bdf_dense_fits(system) ? 2 * n + (size_t)system->n_g + dae_bdf_matrix_work(system, 3) : 0;
	double **arrays[] = {&b->past,  &b->steady, &b->rate,  &b->base,    &b->z,
	                     &b->trial, &b->slope,  &b->first, &b->unknowns};
	const size_t sizes[] = {DAE_BDF_MOST_ORDER * n, n,    n, (size_t)system->n_q, n, 2 * n, n,
	                        dae_bdf_memory(system), dense};
	size_t total = 0;
	la_arrays_lay(sizeof sizes / sizeof *sizes, arrays, sizes, work, &total);
	return total;
}

LA_FUNCTION size_t dae_bdf_work(const struct dae_system *system)
{
	struct dae_bdf b;
	return dae_stage_work(system) + dae_bdf_lay(system, &b, NULL);
}

static void dae_bdf_set_up(struct dae_step *s, struct dae_bdf *b)
{
	const struct dae_system *system = s->system;
	double *work = s->scratch.work;
	s->result.v_follows_q = s->options->formulation == DAE_INDEX3;
	b->end = dae_stage_at_end(s, s->options->formulation, 0, 0, &work);
	(void)dae_bdf_lay(system, b, work);
	b->dense = s->options->preconditioning != DAE_LEFT_RIGHT && dae_bdf_dense_fits(system);
	if (b->dense) {
		b->matrix = dae_bdf_matrix_in(system, b->fields, b->unknowns + 2 * system->n_v + system->n_g);
	}
}

/* ---- one step of given order ---- */

/* rate of x_1 at v_1 */
static void dae_bdf_rate(const struct dae_step *s, const struct dae_bdf *b)
{
	const struct dae_system *system = s->system;
	for (int i = 0; i < system->n_v; i++) {
		b->rate[i] = s->v1[i] - b->steady[i];
	}
	if (system->increment_rate) {
		system->increment_rate(system->context, b->base, b->end.dq, b->rate, b->rate);
	}
}

/* x_1 from v_1 */
static void dae_bdf_displace(const struct dae_step *s, const struct dae_bdf *b)
{
	const struct dae_stage *end = &b->end;
	for (int sweep = 0; sweep < (s->system->increment_rate ? DAE_BDF_SWEEPS : 1); sweep++) {
		dae_bdf_rate(s, b);
		for (int i = 0; i < s->system->n_v; i++) {
			end->dq[i] = end->dq0[i] + end->dv_da * b->rate[i] + end->y[i];
		}
	}
}

/* v_1 from x_1 */
static void dae_bdf_accelerate(const struct dae_step *s, const struct dae_bdf *b)
{
	const struct dae_stage *end = &b->end;
	for (int sweep = 0; sweep < (s->system->increment_rate ? DAE_BDF_SWEEPS : 1); sweep++) {
		dae_bdf_rate(s, b);
		for (int i = 0; i < s->system->n_v; i++) {
			double turned = s->v1[i] - b->steady[i] - b->rate[i];
			s->v1[i] = b->steady[i] + (end->dq[i] - end->dq0[i]) / end->dv_da + turned;
		}
	}
}

/* what the history fixes, and velocities extrapolated through all points of the error estimate */
static void dae_bdf_predict(struct dae_step *s, struct dae_bdf *b)
{
	struct dae_stage *end = &b->end;
	int age = (int)s->memory[DAE_BDF_AGE];
	struct dae_bdf_weights formula = dae_bdf_weights(s->memory, s->h, b->formula);
	struct dae_bdf_weights guess = dae_bdf_weights(s->memory, s->h, 1 + (b->order < age ? b->order : age));
	b->alpha = formula.first;
	end->dv_da = s->h / formula.first;
	end->dq_da = end->dv_da * end->dv_da;
	dae_bdf_sum_past(s, b->past, b->formula, formula.past, end->dq0);
	dae_bdf_sum_velocities(s, b->formula, formula.past, end->v0);
	dae_bdf_sum_velocities(s, guess.nodes, guess.guess, s->v1);
	for (int i = 0; i < s->system->n_v; i++) {
		end->v0[i] = -end->v0[i] / formula.first;
		end->dq0[i] = -end->dq0[i] / formula.first;
		end->y[i] = 0;
		b->z[i] = 0;
		s->a1[i] = (s->v1[i] - end->v0[i]) / end->dv_da;
		end->dq[i] = 0;
	}
	dae_bdf_displace(s, b);
	memcpy(s->lambda1, s->lambda, (size_t)s->system->n_g * sizeof *s->lambda1);
}

/* the point from the field that leads: the acceleration with three fields, the displacement with
 * two */
static void dae_bdf_update(struct dae_step *s, const struct dae_bdf *b)
{
	const struct dae_stage *end = &b->end;
	int n = s->system->n_v;
	if (b->fields == 3) {
		for (int i = 0; i < n; i++) {
			s->v1[i] = end->v0[i] + end->dv_da * s->a1[i];
		}
		dae_bdf_displace(s, b);
	} else {
		dae_bdf_accelerate(s, b);
		for (int i = 0; i < n; i++) {
			s->v1[i] += b->z[i];
			s->a1[i] = (s->v1[i] - end->v0[i]) / end->dv_da;
		}
	}
	s->system->retract(s->system->context, b->base, end->dq, s->q1);
}

/* the matrix of dae_kkt.h always, as it knows near-singular directions; the paper's on demand */
static int dae_bdf_factor(struct dae_step *s, struct dae_bdf *b)
{
	struct dae_point p = dae_stage_point(&b->end);
	if (b->dense) {
		enum dae_bdf_scaling scaling = s->options->preconditioning == DAE_LEFT ? DAE_BDF_LEFT : DAE_BDF_UNSCALED;
		int status = dae_bdf_matrix_fill(&b->matrix, scaling, s->h, b->alpha, &p, s->kkt);
		if (status) {
			return status;
		}
		int unknown = dae_bdf_matrix_factor(&b->matrix);
		if (unknown > 0) {
			s->failure->reason = DAE_MATRIX_SINGULAR;
			s->failure->row = unknown - 1 - (b->matrix.n - b->matrix.n_g);
			return DAE_SMALLER_STEP;
		}
	}
	return dae_stage_factor(s, &b->end, &p, b->end.dq_da, b->end.dv_da);
}

/* Adds the solutions for the motion, the multipliers' constraint and, stabilized, the position
 * constraint (dae_stage.h). Returns the size of what stays within the constraints; infinite where
 * something is not a number. */
static double dae_bdf_add(struct dae_step *s, const struct dae_bdf *b)
{
	const struct dae_stage *end = &b->end;
	int n = s->system->n_v;
	int m = n + s->system->n_g;
	const double *motion = end->right;
	const double *second = end->right + m;
	const double *third = end->right + 2 * m;
	int both = end->formulation == DAE_STABILIZED;
	for (int i = 0; i < n; i++) {
		double along = motion[i] + second[i];
		double across = both ? third[i] - end->dq_da * second[i] : 0;
		if (b->fields == 3) {
			s->a1[i] += along;
			end->y[i] += across;
		} else {
			end->dq[i] += end->dq_da * along + across;
			b->z[i] -= across / end->dv_da;
		}
		if (!isfinite(along) || !isfinite(across)) {
			return HUGE_VAL;
		}
	}
	for (int i = n; i < m; i++) {
		s->lambda1[i - n] += motion[i] + second[i];
	}
	return dae_stage_size(s, end, DAE_BDF_CONVERGED);
}

static int dae_bdf_correct(struct dae_step *s, void *method, int fresh, double *size)
{
	struct dae_bdf *b = method;
	dae_bdf_update(s, b);
	int status = dae_stage_residual(s, &b->end);
	if (!status && fresh) {
		status = dae_bdf_factor(s, b);
	}
	if (status) {
		return status;
	}
	int columns = b->end.formulation == DAE_STABILIZED ? 3 : 2;
	dae_stage_ease(s, &b->end);
	if (b->dense) {
		dae_bdf_matrix_solve_kkt(&b->matrix, columns, b->end.right, b->unknowns);
	} else {
		dae_kkt_solve(s->kkt, columns, b->end.right);
	}
	*size = dae_bdf_add(s, b);
	return DAE_DONE;
}

static int dae_bdf_check(struct dae_step *s, void *method)
{
	struct dae_bdf *b = method;
	dae_bdf_update(s, b);
	return dae_stage_check(s, &b->end);
}

static const struct dae_iteration dae_bdf_iteration = {dae_bdf_correct, dae_bdf_check, 12, 0.1, 1};

/* ---- errors and orders ---- */

static int dae_bdf_noisy(const struct dae_step *s)
{
	return dae_kkt_last_rank(s->kkt).sensitive > 0 || s->memory[DAE_BDF_NOISE] > 0;
}

/* an error that fades away where it may be rounding, which a smaller step would not mend */
static double dae_bdf_fade(double x, double rounding)
{
	return x == 0 ? 0 : x * (fabs(x) / (fabs(x) + rounding));
}

/* Error of a formula of this order, and its size. Stiff components are damped. What violates the
 * constraints counts in q alone, and not where both levels are enforced: it is the drift of
 * positions (index 2) or h times the error of velocities (index 3). */
static double dae_bdf_estimate(struct dae_step *s, const struct dae_bdf *b, int order, double *error)
{
	int n = s->system->n_v;
	int noisy = dae_bdf_noisy(s);
	dae_bdf_disturbance(s, b->past, order, b->formula, b->end.dq, error);
	if (noisy) {
		memset(error + n, 0, (size_t)n * sizeof *error);
	}
	s->result.across = 0;
	if (b->end.formulation == DAE_STABILIZED || noisy) {
		dae_error_filter_both(s, s->kkt, noisy, error);
	} else {
		dae_error_filter(s, s->kkt, noisy, 1, error + n);
		dae_kkt_damp(s->kkt, error);
	}
	double follows = s->result.v_follows_q ? 1 / s->h : 0;
	for (int i = 0; i < n; i++) {
		double rounding = DAE_BDF_ROUNDING * s->system->motion_size[i];
		error[i] = dae_bdf_fade(error[i], rounding);
		error[n + i] = dae_bdf_fade(error[n + i], DAE_BDF_ROUNDING * s->velocity_scale[i] + follows * rounding);
	}
	return dae_error_size(s, error);
}

static int dae_bdf_largest_order(const struct dae_step *s)
{
	return (int)fmax(1, fmin(s->options->largest_order, DAE_BDF_MOST_ORDER));
}

/* order to begin the step with: an error estimate of order k needs k points before this one */
static int dae_bdf_first_order(const struct dae_step *s)
{
	int age = (int)s->memory[DAE_BDF_AGE];
	int largest = dae_bdf_largest_order(s);
	int known = s->options->fixed_step > 0 ? age + 1 : (int)fmin(s->memory[DAE_BDF_ORDER], age);
	return known < largest ? known : largest;
}

/* the formula for an order of the error control: with a fixed step itself */
static int dae_bdf_formula(const struct dae_step *s, int order)
{
	int largest = dae_bdf_largest_order(s);
	int next = order < largest || largest == DAE_BDF_MOST_ORDER ? order + 1 : order;
	return s->options->fixed_step > 0 ? order : next;
}

/* the lower order with a clearly smaller error, where this one's is too large to be accepted */
static int dae_bdf_better_order(struct dae_step *s, const struct dae_bdf *b, double size)
{
	int best = b->order;
	for (int order = b->order - 1; size > 1 && order >= 1; order--) {
		double other = dae_bdf_estimate(s, b, order, b->trial);
		if (other < DAE_BDF_WORTH_LOWERING * size) {
			size = other;
			best = order;
		}
	}
	return best;
}

/* factor by which a step with this order and error may grow */
static double dae_bdf_growth(double size, int order)
{
	return fmin(DAE_BDF_ENOUGH_GROWTH, pow(size + DBL_MIN, -1.0 / order));
}

/* the order, this one or its neighbours, that allows the largest step */
static int dae_bdf_next_order(struct dae_step *s, const struct dae_bdf *b, double size)
{
	double growth = dae_bdf_growth(size, b->order);
	int next = b->order;
	if (dae_bdf_noisy(s)) {
		return next;
	}
	if (b->order > 1) {
		double lower = dae_bdf_growth(dae_bdf_estimate(s, b, b->order - 1, b->trial), b->order - 1);
		if (lower > growth) {
			growth = lower;
			next = b->order - 1;
		}
	}
	int ready = s->memory1[DAE_BDF_COUNT] > b->order && s->memory[DAE_BDF_AGE] > b->order;
	if (ready && b->order < dae_bdf_largest_order(s)) {
		double higher = dae_bdf_growth(dae_bdf_estimate(s, b, b->order + 1, b->trial), b->order + 1);
		next = higher > DAE_BDF_WORTH_RAISING * growth ? b->order + 1 : next;
	}
	return next;
}

static void dae_bdf_finish(struct dae_step *s, const struct dae_bdf *b)
{
	int age = (int)s->memory[DAE_BDF_AGE];
	int same = b->order == (int)s->memory[DAE_BDF_ORDER];
	int known = b->order < age ? b->order : age;
	/* an estimate that is still valid saves 6 % of the instructions of a step */
	double size = b->estimated == known ? b->size : dae_bdf_estimate(s, b, known, s->error);
	s->result.error_is_complete = !dae_bdf_noisy(s);
	/* an error too large shrinks with this step alone, as the sum of 1 / s_i says; otherwise with
	 * all steps of the history */
	s->result.order = size > 1 ? (int)fmax(1, floor(b->alpha)) : known;

	dae_bdf_remember(s, b->end.dq);
	s->memory1[DAE_BDF_COUNT] = same ? s->memory[DAE_BDF_COUNT] + 1 : 1;
	s->memory1[DAE_BDF_NOISE] =
		dae_special_noise(dae_kkt_last_rank(s->kkt).sensitive > 0, s->memory[DAE_BDF_NOISE], DAE_BDF_NODES);
	int next = s->options->fixed_step > 0 ? b->order : dae_bdf_next_order(s, b, size);
	s->memory1[DAE_BDF_COUNT] = next == b->order ? s->memory1[DAE_BDF_COUNT] : 0;
	s->memory1[DAE_BDF_ORDER] = next;
}

/* a step, and once more with a lower order where that errs less */
static int dae_bdf_solve(struct dae_step *s, struct dae_bdf *b)
{
	b->order = dae_bdf_first_order(s);
	dae_bdf_look_back(s, b->past, b->base, b->steady);
	int tried;
	b->estimated = 0;
	do {
		tried = b->order;
		b->formula = dae_bdf_formula(s, b->order);
		dae_bdf_predict(s, b);
		int status = dae_newton_iterate(s, &dae_bdf_iteration, b);
		if (status) {
			return status;
		}
		if (s->options->fixed_step == 0) {
			b->size = dae_bdf_estimate(s, b, b->order, s->error);
			b->estimated = b->size > 1 ? 0 : b->order;
			b->order = dae_bdf_better_order(s, b, b->size);
		}
	} while (b->order < tried);
	/* if the end is projected, the history moves with it: a jump in it would be an error that no
	 * shorter step removes */
	return dae_projected_end_stage(s, &b->end, NULL);
}

/* the first step, with an invented past; once more with the slope of the acceleration found */
static int dae_bdf_solve_first(struct dae_step *s, struct dae_bdf *b)
{
	int status = DAE_DONE;
	for (int pass = 0; !status && pass < 2; pass++) {
		for (int i = 0; i < s->system->n_v; i++) {
			b->slope[i] = pass == 0 ? 0 : (s->a1[i] - s->a[i]) / s->h;
		}
		dae_bdf_invent(s, b->slope, b->first);
		status = dae_bdf_solve(s, b);
	}
	return status;
}

LA_FUNCTION int dae_bdf_step_with(struct dae_step *s, int fields)
{
	struct dae_bdf b = {.fields = fields};
	struct dae_step own = *s;
	const int is_first = s->memory[DAE_BDF_AGE] == 0 || dae_bdf_outgrows_past(s);
	dae_bdf_set_up(&own, &b);
	own.memory = is_first ? b.first : s->memory;
	const int status = is_first ? dae_bdf_solve_first(&own, &b) : dae_bdf_solve(&own, &b);
	if (!status) {
		dae_bdf_finish(&own, &b);
	}
	s->result = own.result;
	return status;
}

static int dae_bdf_step(struct dae_step *s)
{
	return dae_bdf_step_with(s, 3);
}

LA_TABLE const struct dae_method dae_bdf = {
	.name = "bdf",
	.use = 5,
	.text = "orders 1 to 5 in displacements, velocities and multipliers",
	.paper = "scaled: Bottasso, Bauchau, Cardona 2007",
	.step = dae_bdf_step,
	DAE_BDF_METHOD,
};
