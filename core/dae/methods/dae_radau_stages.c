#include "dae_radau_stages.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "dae_error.h"
#include "dae_newton.h"
#include "dae_fit.h"
#include "dae_projected.h"
#include "dae_rounding.h"
#include "la_arrays.h"

enum {
	DAE_RADAU_MOST_ITERATIONS = 40,
	DAE_RADAU_MOST_STAGNATION = 3, /* corrections one after the other that are not smaller than all before */
	DAE_RADAU_MOST_SWEEPS = 4
};

/* with r = sqrt(6): (4 - r) / 10, (4 + r) / 10, 1 */
LA_TABLE const double dae_radau_nodes[DAE_RADAU_STAGES] = {0.1550510257216821902, 0.6449489742783178098, 1};

typedef double dae_radau_table[DAE_RADAU_STAGES][DAE_RADAU_STAGES];

/*     (88 - 7 r) / 360         (296 - 169 r) / 1800     (-2 + 3 r) / 225
 *     (296 + 169 r) / 1800     (88 + 7 r) / 360         (-2 - 3 r) / 225
 *     (16 - r) / 36            (16 + r) / 36            1 / 9                */
static const dae_radau_table dae_radau_butcher = {
	{0.1968154772236604259, -0.06553542585019838811, 0.02377097434822015242},
	{0.394424314739087277, 0.292073411665228463, -0.0415487521259979302},
	{0.3764030627004672751, 0.5124858261884216138, 0.1111111111111111111},
};
/* its inverse,
 *     (4 + r) / 2              (-36 + 29 r) / 30        (6 - 4 r) / 15
 *     (-36 - 29 r) / 30        (4 - r) / 2              (6 + 4 r) / 15
 *     (-3 + 8 r) / 3           (-3 - 8 r) / 3           5                    */
static const dae_radau_table dae_radau_inverse = {
	{3.224744871391589049, 1.167840084690405495, -0.2531972647421808262},
	{-3.567840084690405495, 0.7752551286084109509, 1.053197264742180826},
	{5.531972647421808262, -7.531972647421808262, 5},
};
/* its lower triangular factor,
 *     (88 - 7 r) / 360
 *     (296 + 169 r) / 1800     (264 + 21 r) / 745
 *     (16 - r) / 36            (24 + 29 r) / 149        1 / 5                */
static const dae_radau_table dae_radau_lower = {
	{0.1968154772236604259, 0, 0},
	{0.394424314739087277, 0.4234084357026130739, 0},
	{0.3764030627004672751, 0.6378201512799474151, 0.2},
};
/* and that of its square,
 *     (9 - r) / 300
 *     (354 + 181 r) / 4500     47 (9 + r) / 2700
 *     (9 + r) / 36             (-3 + 22 r) / 108        3 / 47               */
static const dae_radau_table dae_radau_lower_square = {
	{0.02183503419072273967, 0, 0},
	{0.1771905874319456079, 0.1993059325595590262, 0},
	{0.3180413817439771694, 0.4711923550113881311, 0.06382978723404255319},
};

static size_t dae_radau_tangent_values(const struct dae_system *system)
{
	return (size_t)la_block_values(system->n_tangent_blocks, system->tangent_blocks);
}

static struct dae_radau_work dae_radau_lay(const struct dae_system *system, double *work, size_t *total)
{
	const size_t n = DAE_RADAU_STAGES * (size_t)system->n_v;
	const size_t m = DAE_RADAU_STAGES * (size_t)system->n_g;
	const size_t q = DAE_RADAU_STAGES * (size_t)system->n_q;
	const size_t values = DAE_RADAU_STAGES * dae_radau_tangent_values(system);
	struct dae_radau_work w = {0};
	double **arrays[] = {&w.a,     &w.v,       &w.slip,      &w.dq,        &w.lambda,    &w.q,           &w.motion,
	                     &w.open,  &w.speed,   &w.dq_across, &w.dv_across, &w.da_across, &w.slip_across, &w.da,
	                     &w.dslip, &w.dlambda, &w.stiffness, &w.damping,   &w.scratch,   &w.right};
	const size_t sizes[] = {n, n, n, n, m, q, n,      m,      m, n,
	                        n, n, n, n, n, m, values, values, n, 2 * (n + m) / DAE_RADAU_STAGES};
	*total = 0;
	la_arrays_lay(sizeof sizes / sizeof *sizes, arrays, sizes, work, total);
	return w;
}

LA_FUNCTION size_t dae_radau_work_size(const struct dae_system *system)
{
	size_t total;
	(void)dae_radau_lay(system, NULL, &total);
	return total;
}

LA_FUNCTION struct dae_radau_work dae_radau_split(const struct dae_system *system, double *work)
{
	size_t total;
	return dae_radau_lay(system, work, &total);
}

/* y_i = factor sum_j table_ij x_j over the stages; the three terms written out save 1 to 2 % of the
 * instructions of a step */
static void dae_radau_mix(int n, const dae_radau_table table, double factor, const double *x, double *y)
{
	const double *x1 = x + n, *x2 = x + 2 * n;
	for (int i = 0; i < DAE_RADAU_STAGES; i++) {
		const double a = table[i][0], b = table[i][1], c = table[i][2];
		for (int k = 0; k < n; k++) {
			y[i * n + k] = factor * (0 + a * x[k] + b * x1[k] + c * x2[k]);
		}
	}
}

static struct dae_point dae_radau_point(const struct dae_step *s, const struct dae_radau_work *w, int i)
{
	const struct dae_system *system = s->system;
	return (struct dae_point){
		.t = s->t + dae_radau_nodes[i] * s->h,
		.q = w->q + i * system->n_q,
		.v = w->v + i * system->n_v,
		.a = w->a + i * system->n_v,
		.lambda = w->lambda + i * system->n_g,
	};
}

/* ---- stages from their accelerations ---- */

static void dae_radau_update(const struct dae_step *s, const struct dae_radau_work *w)
{
	const struct dae_system *system = s->system;
	int n = system->n_v;
	dae_radau_mix(n, dae_radau_butcher, s->h, w->a, w->v);
	for (int k = 0; k < DAE_RADAU_STAGES * n; k++) {
		w->v[k] += s->v[k % n];
	}
	/* the rate of an increment depends on the increment itself: a few sweeps, continued by the next
	 * iteration */
	int sweeps = system->increment_rate ? DAE_RADAU_MOST_SWEEPS : 1;
	for (int sweep = 0; sweep < sweeps; sweep++) {
		for (int k = 0; k < DAE_RADAU_STAGES * n; k++) {
			w->scratch[k] = w->v[k] + w->slip[k];
		}
		for (int i = 0; system->increment_rate && i < DAE_RADAU_STAGES; i++) {
			double *rate = w->scratch + i * n;
			system->increment_rate(system->context, s->q, w->dq + i * n, rate, rate);
		}
		dae_radau_mix(n, dae_radau_butcher, s->h, w->scratch, w->dq);
	}
	for (int i = 0; i < DAE_RADAU_STAGES; i++) {
		system->retract(system->context, s->q, w->dq + i * n, w->q + i * system->n_q);
	}
}

/* residuals of stage i; leaves its mass and Jacobian in kkts[i] */
static int dae_radau_residual(struct dae_step *s, const struct dae_radau_work *w, int i)
{
	const struct dae_system *system = s->system;
	const struct dae_point p = dae_radau_point(s, w, i);
	double *open = w->open + i * system->n_g;
	double *speed = w->speed + i * system->n_g;
	const int status = dae_point_motion(system, s->kkts[i], &p, w->motion + i * system->n_v);
	return status ? status : dae_point_constraints(system, s->kkts[i], &p, open, speed);
}

static int dae_radau_factor(struct dae_step *s, const struct dae_radau_work *w, int i)
{
	const struct dae_system *system = s->system;
	const struct dae_point p = dae_radau_point(s, w, i);
	const size_t values = dae_radau_tangent_values(system);
	const double cq = s->h * s->h * dae_radau_lower_square[i][i];
	const double cv = s->h * dae_radau_lower[i][i];
	double *tangent = dae_kkt_tangent(s->kkts[i]);
	double *stiffness = w->stiffness + (size_t)i * values;
	double *damping = w->damping + (size_t)i * values;
	int status = system->tangent(system->context, &p, 1, 0, stiffness);
	status = status ? status : system->tangent(system->context, &p, 0, 1, damping);
	for (size_t k = 0; k < values; k++) {
		tangent[k] = cq * stiffness[k] + cv * damping[k];
	}
	return status ? status : dae_point_factor(s, s->kkts[i], &p, w->right, DAE_FOR_STAGES);
}

/* ---- one iteration ---- */

/* motions across the constraints that meet those of stage i */
static void dae_radau_meet_constraints(const struct dae_step *s, const struct dae_radau_work *w, int i)
{
	const int n = s->system->n_v;
	const int m = s->system->n_g;
	dae_fit_close_both(s->kkts[i], s->options->formulation, w->open + i * m, w->speed + i * m, w->right);
	memcpy(w->dq_across + i * n, w->right, (size_t)n * sizeof *w->right);
	memcpy(w->dv_across + i * n, w->right + n + m, (size_t)n * sizeof *w->right);
}

/* accelerations and Y that bring about the motions across the constraints in all stages */
static void dae_radau_spread(const struct dae_step *s, const struct dae_radau_work *w)
{
	int n = s->system->n_v;
	int all = DAE_RADAU_STAGES * n;
	memset(w->slip_across, 0, (size_t)all * sizeof *w->slip_across);
	if (s->options->formulation == DAE_INDEX3) {
		dae_radau_mix(n, dae_radau_inverse, 1 / s->h, w->dq_across, w->dv_across);
	} else if (s->options->formulation == DAE_INDEX2) {
		dae_radau_mix(n, dae_radau_butcher, s->h, w->dv_across, w->dq_across);
	} else {
		dae_radau_mix(n, dae_radau_inverse, 1 / s->h, w->dq_across, w->slip_across);
		for (int k = 0; k < all; k++) {
			w->slip_across[k] -= w->dv_across[k];
		}
	}
	dae_radau_mix(n, dae_radau_inverse, 1 / s->h, w->dv_across, w->da_across);
}

/* right-hand side of stage i for the motion within the constraints, after stages 0 .. i - 1 */
static void dae_radau_motion_side(const struct dae_step *s, const struct dae_radau_work *w, int i)
{
	const struct dae_system *system = s->system;
	int n = system->n_v;
	size_t values = dae_radau_tangent_values(system);
	double *b = w->right;
	double *dq = w->scratch;
	double *dv = w->scratch + n;
	dae_kkt_mass_multiply(s->kkts[i], w->da_across + i * n, b);
	for (int k = 0; k < n; k++) {
		b[k] = w->motion[i * n + k] - b[k];
		dq[k] = w->dq_across[i * n + k];
		dv[k] = w->dv_across[i * n + k];
		for (int j = 0; j < i; j++) {
			dq[k] += s->h * s->h * dae_radau_lower_square[i][j] * w->da[j * n + k];
			dv[k] += s->h * dae_radau_lower[i][j] * w->da[j * n + k];
		}
	}
	la_block_multiply(system->n_tangent_blocks, system->tangent_blocks, w->stiffness + (size_t)i * values, -1, dq, b);
	la_block_multiply(system->n_tangent_blocks, system->tangent_blocks, w->damping + (size_t)i * values, -1, dv, b);
}

/* corrections within the constraints: of the accelerations, with the multipliers, and of Y, which
 * has no part there */
static void dae_radau_meet_motion(const struct dae_step *s, const struct dae_radau_work *w, int i)
{
	const struct dae_system *system = s->system;
	int n = system->n_v;
	int m = n + system->n_g;
	double *slip = w->right + m;
	dae_radau_motion_side(s, w, i);
	for (int k = 0; k < n; k++) {
		w->scratch[k] = -w->slip[i * n + k] - w->slip_across[i * n + k];
	}
	/* Y has no part there in the metric of the matrix: with the mass alone stiff directions would
	 * lose theirs slowly */
	dae_kkt_mass_multiply(s->kkts[i], w->scratch, slip);
	la_block_multiply(system->n_tangent_blocks, system->tangent_blocks, dae_kkt_tangent(s->kkts[i]), 1, w->scratch,
	                  slip);
	memset(w->right + n, 0, (size_t)system->n_g * sizeof *w->right);
	memset(slip + n, 0, (size_t)system->n_g * sizeof *w->right);
	dae_kkt_solve(s->kkts[i], 2, w->right);
	memcpy(w->da + i * n, w->right, (size_t)n * sizeof *w->da);
	memcpy(w->dlambda + i * system->n_g, w->right + n, (size_t)system->n_g * sizeof *w->dlambda);
	memcpy(w->dslip + i * n, slip, (size_t)n * sizeof *w->dslip);
}

/* size of the correction within the constraints: dae_error_noticed */
static double dae_radau_size(const struct dae_step *s, const struct dae_radau_work *w, int v_follows_q)
{
	const int n = s->system->n_v;
	double *dv = w->scratch;
	double *dq = w->motion;
	double *rate = w->da_across;
	double largest = 0;
	dae_radau_mix(n, dae_radau_butcher, s->h, w->da, dv);
	for (int k = 0; k < DAE_RADAU_STAGES * n; k++) {
		rate[k] = dv[k] + w->dslip[k];
	}
	dae_radau_mix(n, dae_radau_butcher, s->h, rate, dq);
	for (int k = 0; k < DAE_RADAU_STAGES * n; k++) {
		largest = fmax(largest, dae_error_noticed(s, 1, v_follows_q, k % n, dq[k], dv[k]));
	}
	return largest;
}

/* largest opening and sliding of one stage, in units of what the error test will notice */
static double dae_radau_violation_of(const struct dae_step *s, const struct dae_kkt *kkt, const double *open,
                                     const double *speed)
{
	const struct dae_bound slide = dae_rounding_met_velocity(s, kkt);
	const struct dae_bound opening = {dae_rounding_met_position().roundings, slide.sizes * s->h};
	double largest = 0;
	for (int i = 0; i < s->system->n_g; i++) {
		const double position = fabs(open[i]) / dae_rounding_bound(kkt, opening, i);
		const double velocity = fabs(speed[i]) / dae_rounding_bound(kkt, slide, i);
		largest = s->options->formulation == DAE_INDEX2 ? largest : fmax(largest, position);
		largest = s->options->formulation == DAE_INDEX3 ? largest : fmax(largest, velocity);
	}
	return largest;
}

static double dae_radau_violation(const struct dae_step *s, const struct dae_radau_work *w)
{
	const int m = s->system->n_g;
	double largest = 0;
	for (int i = 0; i < DAE_RADAU_STAGES; i++) {
		largest = fmax(largest, dae_radau_violation_of(s, s->kkts[i], w->open + i * m, w->speed + i * m));
	}
	return largest;
}

/* one iteration from the residuals; returns its size, infinite where something is not a number */
static double dae_radau_correct(struct dae_step *s, const struct dae_radau_work *w)
{
	const struct dae_system *system = s->system;
	int n = system->n_v;
	int m = system->n_g;
	for (int i = 0; i < DAE_RADAU_STAGES; i++) {
		dae_point_ease(s->kkts[i], dae_deflate_rates_of_step(s), w->open + i * m, w->speed + i * m);
	}
	double violation = dae_radau_violation(s, w);
	for (int i = 0; i < DAE_RADAU_STAGES; i++) {
		dae_radau_meet_constraints(s, w, i);
	}
	dae_radau_spread(s, w);
	for (int i = 0; i < DAE_RADAU_STAGES; i++) {
		dae_radau_meet_motion(s, w, i);
	}
	int stabilized = s->options->formulation == DAE_STABILIZED;
	for (int k = 0; k < DAE_RADAU_STAGES * n; k++) {
		w->a[k] += w->da_across[k] + w->da[k];
		w->slip[k] += stabilized ? w->slip_across[k] + w->dslip[k] : 0;
		if (!isfinite(w->a[k]) || !isfinite(w->slip[k])) {
			return HUGE_VAL;
		}
	}
	for (int k = 0; k < DAE_RADAU_STAGES * m; k++) {
		w->lambda[k] += w->dlambda[k];
	}
	return fmax(violation, dae_radau_size(s, w, s->options->formulation == DAE_INDEX3));
}

/* how much of a correction is left after it: factor from one to the next, seen over one and over
 * two iterations because it alternates where the matrix has complex eigenvalues */
static double dae_radau_contraction(double size, double last, double before)
{
	return fmax(size / last, before < HUGE_VAL ? sqrt(size / before) : 0);
}

/* residuals of all stages, with new matrices if `fresh` */
static int dae_radau_residuals(struct dae_step *s, const struct dae_radau_work *w, int fresh)
{
	int status = DAE_DONE;
	dae_radau_update(s, w);
	for (int i = 0; !status && i < DAE_RADAU_STAGES; i++) {
		status = dae_radau_residual(s, w, i);
		if (!status && fresh) {
			status = dae_radau_factor(s, w, i);
		}
	}
	return status;
}

/* real time: iterations by the count, with one set of matrices; what they leave is reported */
static int dae_radau_count(struct dae_step *s, const struct dae_radau_work *w)
{
	double size = HUGE_VAL, last = HUGE_VAL;
	for (int k = 0; k < (int)s->options->iterations; k++) {
		last = size;
		const int status = dae_radau_residuals(s, w, k == 0);
		if (status) {
			return status;
		}
		size = dae_radau_correct(s, w);
		s->counters->iterations++;
		if (!(size < HUGE_VAL)) {
			return DAE_SMALLER_STEP;
		}
	}
	s->result.is_unconverged = s->result.is_unconverged || dae_newton_left(size, last) > 1;
	dae_radau_update(s, w);
	return DAE_DONE;
}

LA_FUNCTION int dae_radau_iterate(struct dae_step *s, const struct dae_radau_work *w)
{
	double last = HUGE_VAL;
	double before = HUGE_VAL;
	double least = HUGE_VAL;
	int fresh = 1;
	int stagnation = 0;
	s->failure->reason = DAE_ITERATION_DIVERGED;
	s->failure->row = -1;
	s->scratch.amplification = 0;
	if (s->options->iterations > 0) {
		return dae_radau_count(s, w);
	}
	for (int k = 0; k < DAE_RADAU_MOST_ITERATIONS; k++) {
		const int status = dae_radau_residuals(s, w, fresh);
		if (status) {
			return status;
		}
		double size = dae_radau_correct(s, w);
		s->counters->iterations++;
		double contraction = dae_radau_contraction(size, last, before);
		/* what is left is a geometric series */
		double left = k > 0 && contraction < 0.5 ? size * contraction / (1 - contraction) : size;
		stagnation = size < least ? 0 : stagnation + 1;
		int stagnates =
			!(size < HUGE_VAL) || stagnation > DAE_RADAU_MOST_STAGNATION || k == DAE_RADAU_MOST_ITERATIONS - 1;
		/* a smaller step does not mend what stiff forces or a singular position make of rounding */
		s->scratch.amplification = stagnates ? dae_newton_amplification(s, DAE_RADAU_STAGES) : 0;
		int is_rounding =
			stagnates && size < HUGE_VAL && dae_radau_violation(s, w) <= 1 && dae_radau_size(s, w, 1) <= 1;
		if (left <= 1 || is_rounding) {
			dae_radau_update(s, w);
			return DAE_DONE;
		}
		if (stagnates) {
			return DAE_SMALLER_STEP;
		}
		least = fmin(size, least);
		/* matrices that are out of date show in slow progress */
		fresh = contraction >= 0.2 && k % 3 == 2;
		before = last;
		last = size;
	}
	return DAE_SMALLER_STEP;
}

/* ---- end of the step ---- */

LA_FUNCTION int dae_radau_land(struct dae_step *s, const struct dae_radau_work *w)
{
	const struct dae_system *system = s->system;
	int n = system->n_v;
	int last = DAE_RADAU_STAGES - 1;
	memcpy(s->q1, w->q + last * system->n_q, (size_t)system->n_q * sizeof *s->q1);
	memcpy(s->v1, w->v + last * n, (size_t)n * sizeof *s->v1);
	memcpy(s->a1, w->a + last * n, (size_t)n * sizeof *s->a1);
	memcpy(s->lambda1, w->lambda + last * system->n_g, (size_t)system->n_g * sizeof *s->lambda1);
	struct dae_projected end = dae_projected_at_end(s, w->open, w->speed, w->right);
	if (dae_special_projects_end(s->result.is_singular, s->options)) {
		return dae_projected_finish(s, &end);
	}
	end.kept = s->kkts[last];
	end.formulation = s->options->formulation;
	int status = dae_projected_close(s, &end);
	status = status ? status : dae_point_met(s, s->kkts[last], s->options->formulation, w->open, w->speed);
	s->result.is_unconverged = s->result.is_unconverged || status > 0;
	status = status > 0 && s->options->iterations > 0 ? DAE_DONE : status;
	return status ? status : dae_newton_fit(s, s->kkt, w->right);
}

LA_FUNCTION void dae_radau_quadrature(const struct dae_method *method, const struct dae_system *system, double t,
                                      double *work, struct dae_exchange *x)
{
	const struct dae_step s = {.system = system, .t = t, .h = x->h};
	const struct dae_radau_work w = dae_radau_split(system, work);
	(void)method;
	x->heat = 0;
	x->supply = 0;
	for (int i = 0; i < DAE_RADAU_STAGES; i++) {
		const struct dae_point p = dae_radau_point(&s, &w, i);
		const double weight = x->h * dae_radau_butcher[DAE_RADAU_STAGES - 1][i];
		const struct dae_powers powers = dae_system_powers(system, &p);
		x->heat += weight * powers.heat;
		x->supply += weight * powers.supply;
	}
}
