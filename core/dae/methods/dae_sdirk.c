#include "dae_sdirk.h"

#include <math.h>
#include <string.h>

#include "dae_chart.h"
#include "dae_error.h"
#include "dae_fit.h"
#include "dae_lasting.h"
#include "dae_newton.h"
#include "dae_past.h"
#include "dae_projected.h"
#include "dae_rounding.h"

/* roundings that positions may stay open */
static const double DAE_SDIRK_LANDED = 5;

enum { DAE_SDIRK_MOST_SWEEPS = 4, DAE_SDIRK_MOST_LANDINGS = 6 };

/* matrices beside that of the integration Jacobian: of the chart; of the point a stage has come to, with M alone, for independent iterations */
enum { DAE_SDIRK_CHART = 1, DAE_SDIRK_POINT };

/* right-hand sides, one after the other: of the equations of motion, and of the constraints at all three levels; room for dae_lasting_work */
enum { DAE_SDIRK_MOTION, DAE_SDIRK_ACCELERATION, DAE_SDIRK_VELOCITY, DAE_SDIRK_POSITION, DAE_SDIRK_COLUMNS };

/* one stage after the other; the point of the present one is q1, v1, a, lambda1 of the step, and kept once it is found */
struct dae_sdirk {
	const struct dae_sdirk_formula *formula;
	struct dae_chart chart;
	int stage;
	int lands; /* positions met the constraints before the last correction */
	/* a row a stage: points, and rates of the increment */
	double *q, *v, *a, *lambda, *rate;
	double *dq0, *v0;   /* [n_v] what the stage has of those before */
	double *dq, *y, *z; /* [n_v] */
	double *right;      /* DAE_SDIRK_COLUMNS x [n_v + n_g] */
	double *open;       /* [n_g] scratch */
};

LA_FUNCTION size_t dae_sdirk_work(const struct dae_system *system)
{
	const size_t n_v = (size_t)system->n_v;
	const size_t n_g = (size_t)system->n_g;
	return DAE_SDIRK_MOST_STAGES * ((size_t)system->n_q + 3 * n_v + n_g) + (5 + DAE_SDIRK_COLUMNS) * n_v +
	       (1 + DAE_SDIRK_COLUMNS) * n_g + dae_chart_work(system);
}

LA_FUNCTION void dae_sdirk_start(const struct dae_system *system, double *memory)
{
	memset(memory, 0, dae_chart_memory(system) * sizeof *memory);
}

LA_FUNCTION size_t dae_sdirk_memory_with_past(const struct dae_system *system)
{
	return dae_past_memory(system) + dae_chart_memory(system);
}

LA_FUNCTION void dae_sdirk_start_with_past(const struct dae_system *system, double *memory)
{
	memset(memory, 0, dae_sdirk_memory_with_past(system) * sizeof *memory);
}

static int dae_sdirk_has_past(const struct dae_sdirk_formula *formula)
{
	return formula->embedded_order == 0;
}

static struct dae_sdirk dae_sdirk_split(const struct dae_system *system, const struct dae_sdirk_formula *formula,
                                        double *work)
{
	const size_t n = (size_t)system->n_v;
	struct dae_sdirk m = {.formula = formula};
	m.q = work;
	m.v = m.q + DAE_SDIRK_MOST_STAGES * (size_t)system->n_q;
	m.a = m.v + DAE_SDIRK_MOST_STAGES * n;
	m.lambda = m.a + DAE_SDIRK_MOST_STAGES * n;
	m.rate = m.lambda + DAE_SDIRK_MOST_STAGES * (size_t)system->n_g;
	m.dq0 = m.rate + DAE_SDIRK_MOST_STAGES * n;
	m.v0 = m.dq0 + n;
	m.dq = m.v0 + n;
	m.y = m.dq + n;
	m.z = m.y + n;
	m.right = m.z + n;
	m.open = m.right + DAE_SDIRK_COLUMNS * (n + (size_t)system->n_g);
	return m;
}

/* the chart has its end where a steady acceleration leads */
static int dae_sdirk_open(struct dae_sdirk *m, struct dae_step *s)
{
	const struct dae_system *system = s->system;
	const size_t n = (size_t)system->n_v;
	for (size_t i = 0; i < n; i++) {
		m->dq[i] = s->h * (s->v[i] + s->h / 2 * s->a[i]);
	}
	system->retract(system->context, s->q, m->dq, s->q1);
	const size_t past = dae_sdirk_has_past(m->formula) ? dae_past_memory(system) : 0;
	return dae_chart_open(&m->chart, s, past, s->q1, s->kkts[DAE_SDIRK_CHART], m->open + system->n_g);
}

/* ---- a stage ---- */

static struct dae_point dae_sdirk_point(const struct dae_step *s, const struct dae_sdirk *m)
{
	return (struct dae_point){.t = s->t + m->formula->c[m->stage] * s->h,
	                          .q = s->q1,
	                          .v = s->v1,
	                          .a = m->a + m->stage * s->system->n_v,
	                          .lambda = s->lambda1};
}

/* the rate of an increment depends on the increment itself: a few sweeps, continued by the next correction */
static void dae_sdirk_update(const struct dae_step *s, const struct dae_sdirk *m)
{
	const struct dae_system *system = s->system;
	const int n = system->n_v;
	const double h = m->formula->gamma * s->h;
	double *rate = m->rate + m->stage * n;
	for (int i = 0; i < n; i++) {
		s->v1[i] = m->v0[i] + h * m->a[m->stage * n + i] + m->z[i];
	}
	for (int sweep = 0; sweep < (system->increment_rate ? DAE_SDIRK_MOST_SWEEPS : 1); sweep++) {
		if (system->increment_rate) {
			system->increment_rate(system->context, s->q, m->dq, s->v1, rate);
		} else {
			memcpy(rate, s->v1, (size_t)n * sizeof *rate);
		}
		for (int i = 0; i < n; i++) {
			m->dq[i] = m->dq0[i] + h * rate[i] + m->y[i];
		}
	}
	system->retract(system->context, s->q, m->dq, s->q1);
}

/* Change of acceleration i over the step as the last step had it; 0 where it is not known. Near a singular position what accelerations do across the
 * constraints is left as guessed, and would grow from step to step. */
static double dae_sdirk_slope(const struct dae_step *s, const struct dae_sdirk *m, int i)
{
	const double *past = s->memory;
	const int known = dae_sdirk_has_past(m->formula) && past[DAE_PAST_AGE] > 0 && past[DAE_PAST_NOISE] == 0;
	return known ? s->h / past[DAE_PAST_H] * (s->a[i] - past[DAE_PAST_A + i]) : 0;
}

/* What is known beforehand: the polynomial through the accelerations at the start and of the first two stages, in the place of the stage. With
 * its integrals *v and *dq over the step so far */
static double dae_sdirk_guess(const struct dae_step *s, const struct dae_sdirk *m, int i, double *v, double *dq)
{
	const double *c = m->formula->c;
	const int n = s->system->n_v;
	const double x = c[m->stage];
	const double first = m->stage > 0 ? (m->a[i] - s->a[i]) / c[0] : dae_sdirk_slope(s, m, i);
	const double second = m->stage > 1 ? ((m->a[n + i] - m->a[i]) / (c[1] - c[0]) - first) / c[1] : 0;
	const double slope = first - c[0] * second;
	*v = s->v[i] + s->h * x * (s->a[i] + x * (slope / 2 + x * second / 3));
	*dq = s->h * x * (s->v[i] + s->h * x * (s->a[i] / 2 + x * (slope / 6 + x * second / 12)));
	return s->a[i] + x * (slope + x * second);
}

/* stages alone are of first order: dependent motions are guessed by the polynomial */
static void dae_sdirk_predict(const struct dae_step *s, const struct dae_sdirk *m)
{
	const int n = s->system->n_v;
	const double h = m->formula->gamma * s->h;
	const double *row = m->formula->a[m->stage];
	double *v = m->right, *dq = m->right + n;
	for (int i = 0; i < n; i++) {
		m->dq0[i] = s->h * m->formula->start * s->v[i];
		m->v0[i] = s->v[i] + s->h * m->formula->start * s->a[i];
		for (int j = 0; j < m->stage; j++) {
			m->dq0[i] += s->h * row[j] * m->rate[j * n + i];
			m->v0[i] += s->h * row[j] * m->a[j * n + i];
		}
		m->a[m->stage * n + i] = dae_sdirk_guess(s, m, i, &v[i], &dq[i]);
		m->dq[i] = dq[i];
		m->y[i] = m->z[i] = 0;
	}
	memcpy(s->lambda1, s->lambda, (size_t)s->system->n_g * sizeof *s->lambda);
	dae_sdirk_update(s, m);
	for (int i = 0; i < n; i++) {
		m->z[i] = v[i] - s->v1[i];
		m->y[i] = dq[i] - m->dq[i];
	}
	dae_chart_across(&m->chart, m->z);
	dae_chart_across(&m->chart, m->y);
	for (int i = 0; i < n; i++) {
		m->y[i] -= h * m->z[i];
	}
}

static double *dae_sdirk_column(const struct dae_step *s, const struct dae_sdirk *m, int k)
{
	return m->right + k * (s->system->n_v + s->system->n_g);
}

static int dae_sdirk_factor(struct dae_step *s, const struct dae_sdirk *m)
{
	const struct dae_system *system = s->system;
	const struct dae_point at = dae_sdirk_point(s, m);
	const double h = m->formula->gamma * s->h;
	int status = dae_kkt_evaluate(s->kkt, &at);
	status = status ? status : system->tangent(system->context, &at, h * h, h, dae_kkt_tangent(s->kkt));
	return status ? status : dae_point_factor(s, s->kkt, &at, m->open, DAE_FOR_STAGE);
}

/* whether the rows are within a bound */
static int dae_sdirk_is_within(const struct dae_step *s, const struct dae_kkt *kkt, const double *rows, double factor,
                               struct dae_bound bound)
{
	int within = 1;
	for (int i = 0; i < s->system->n_g; i++) {
		within = within && factor * fabs(rows[i]) <= dae_rounding_bound(kkt, bound, i);
	}
	return within;
}

/* Dependent positions, first of all. Each correction turns the constraint for velocities beside a singular position: those that meet it
 * up to rounding are corrected once more, and then stay. *size: that of the correction, where rounding is not all that was left. */
static int dae_sdirk_correct_positions(const struct dae_step *s, struct dae_sdirk *m, double *size)
{
	const int n = s->system->n_v;
	const struct dae_point at = dae_sdirk_point(s, m);
	const int sensitive = dae_kkt_last_rank(s->kkt).sensitive > 0;
	const struct dae_bound bound = {sensitive ? dae_rounding_met_position().roundings : DAE_SDIRK_LANDED, 0};
	double *dy = dae_sdirk_column(s, m, DAE_SDIRK_POSITION);
	const int status = s->system->constraint(s->system->context, &at, dy + n);
	for (int i = 0; i < s->system->n_g; i++) {
		dy[n + i] = -dy[n + i];
	}
	dae_deflate(s->kkt, DAE_POSITIONS, dae_deflate_rates_of_step(s), 1, dy + n);
	const int lands = dae_sdirk_is_within(s, s->kkt, dy + n, 1, bound);
	const int stays = lands && m->lands;
	m->lands = lands;
	*size = 0;
	if (status || stays) {
		return status;
	}
	memset(dy, 0, (size_t)n * sizeof *dy);
	dae_kkt_solve(s->kkt, 1, dy);
	dae_chart_across(&m->chart, dy);
	for (int i = 0; i < n; i++) {
		m->y[i] += dy[i];
		*size = lands ? 0 : fmax(*size, dae_error_noticed(s, 1, 0, i, dy[i], 0));
	}
	/* velocities and accelerations have to follow */
	*size = lands && dae_kkt_last_rank(s->kkt).distance < 1 ? 2 : *size;
	dae_sdirk_update(s, m);
	return DAE_DONE;
}

/* Dependent velocities at these positions, which stay: *size as that of positions. Mass and Jacobian stay in the matrix. */
static int dae_sdirk_correct_velocities(const struct dae_step *s, const struct dae_sdirk *m, struct dae_kkt *kkt,
                                        double *size)
{
	const int n = s->system->n_v;
	const double h = m->formula->gamma * s->h;
	const struct dae_bound slide = {dae_rounding_met_velocity(s, kkt).roundings, s->nearness->rest_speed};
	const struct dae_point at = dae_sdirk_point(s, m);
	double *dz = dae_sdirk_column(s, m, DAE_SDIRK_VELOCITY);
	int status = dae_kkt_evaluate(kkt, &at);
	status = status ? status : dae_point_constraints(s->system, kkt, &at, NULL, dz + n);
	for (int i = 0; i < s->system->n_g; i++) {
		dz[n + i] = -dz[n + i];
	}
	dae_deflate(kkt, DAE_VELOCITIES, dae_deflate_rates_of_step(s), 1, dz + n);
	const int slides = !dae_sdirk_is_within(s, kkt, dz + n, 1, slide);
	memset(dz, 0, (size_t)n * sizeof *dz);
	dae_kkt_solve(kkt, 1, dz);
	dae_chart_across(&m->chart, dz);
	for (int i = 0; i < n; i++) {
		*size = fmax(*size, dae_error_noticed(s, 1, 0, i, 0, slides ? dz[i] : 0));
		m->z[i] += dz[i];
		m->y[i] -= h * dz[i];
		s->v1[i] += dz[i];
	}
	return status;
}

/* the other right-hand sides, without what rounding explains along near-singular directions */
static int dae_sdirk_residual(const struct dae_step *s, const struct dae_sdirk *m)
{
	const struct dae_system *system = s->system;
	const struct dae_point at = dae_sdirk_point(s, m);
	double *acceleration = dae_sdirk_column(s, m, DAE_SDIRK_ACCELERATION) + system->n_v;
	memset(m->right, 0, DAE_SDIRK_VELOCITY * (size_t)(system->n_v + system->n_g) * sizeof *m->right);
	int status = system->force(system->context, &at, m->right);
	status = status ? status : system->constraint_bias(system->context, &at, acceleration);
	dae_kkt_motion_residual(s->kkt, &at, m->right);
	dae_kkt_add_jacobian(s->kkt, at.a, acceleration);
	for (int i = 0; i < system->n_g; i++) {
		acceleration[i] = -acceleration[i];
	}
	dae_deflate(s->kkt, DAE_ACCELERATIONS, dae_deflate_rates_of_step(s), 1, acceleration);
	return status;
}

/* Corrects a and lambda. What meets the equations of motion is within the constraints, of what meets the constraints velocities get the
 * independent part alone. Returns the size of the corrections in units that the error test does not notice, of the constraints where
 * rounding is not all that was left; infinite where something is not a number. */
static double dae_sdirk_apply(const struct dae_step *s, const struct dae_sdirk *m)
{
	const int n = s->system->n_v;
	const double h = m->formula->gamma * s->h;
	const struct dae_bound slide = {dae_rounding_met_velocity(s, s->kkt).roundings, s->nearness->rest_speed};
	double *a = m->a + m->stage * n;
	const double *motion = dae_sdirk_column(s, m, DAE_SDIRK_MOTION);
	double *da = dae_sdirk_column(s, m, DAE_SDIRK_ACCELERATION);
	/* beside a singular position accelerations across the constraints carry noise */
	const int gains =
		dae_special_is_far(dae_kkt_last_rank(s->kkt).distance) && !dae_sdirk_is_within(s, s->kkt, da + n, h, slide);
	double largest = 0;
	dae_kkt_solve(s->kkt, DAE_SDIRK_VELOCITY, m->right);
	for (int i = 0; i < n; i++) {
		const double gain = gains ? motion[i] + da[i] : motion[i];
		a[i] += motion[i] + da[i];
		largest = fmax(largest, dae_error_noticed(s, 1, 0, i, h * h * gain, h * gain));
	}
	for (int i = 0; i < s->system->n_g; i++) {
		s->lambda1[i] += motion[n + i] + da[n + i];
	}
	dae_chart_across(&m->chart, da);
	for (int i = 0; i < n; i++) {
		m->z[i] -= h * da[i];
		if (!isfinite(a[i]) || !isfinite(m->y[i]) || !isfinite(m->z[i])) {
			return HUGE_VAL;
		}
	}
	return largest;
}

static int dae_sdirk_correct(struct dae_step *s, void *method, int fresh, double *size)
{
	struct dae_sdirk *m = method;
	double constraints;
	dae_sdirk_update(s, m);
	int status = fresh ? dae_sdirk_factor(s, m) : DAE_DONE;
	status = status ? status : dae_sdirk_correct_positions(s, m, &constraints);
	status = status ? status : dae_sdirk_correct_velocities(s, m, s->kkt, &constraints);
	status = status ? status : dae_sdirk_residual(s, m);
	if (!status) {
		*size = fmax(constraints, dae_sdirk_apply(s, m));
	}
	return status;
}

/* ---- the same of independent accelerations alone ---- */

/* dependent positions until they stay; *size is that of what is left */
static int dae_sdirk_recover_positions(const struct dae_step *s, struct dae_sdirk *m, double *size)
{
	int status = DAE_DONE;
	int stays = 0;
	for (int k = 0; !status && !stays && k < DAE_SDIRK_MOST_LANDINGS; k++) {
		stays = m->lands;
		status = dae_sdirk_correct_positions(s, m, size);
		stays = stays && m->lands;
	}
	return status;
}

/* a and lambda towards those of the point, whose matrix is kkt: independent accelerations by the integration Jacobian. *size grows to that of
 * their correction. */
static int dae_sdirk_correct_independent(const struct dae_step *s, const struct dae_sdirk *m, struct dae_kkt *kkt,
                                         double *size)
{
	const struct dae_point at = dae_sdirk_point(s, m);
	const int n = s->system->n_v;
	const double h = m->formula->gamma * s->h;
	double *a = m->a + m->stage * n;
	double *change = dae_sdirk_column(s, m, DAE_SDIRK_ACCELERATION);
	double *gain = dae_sdirk_column(s, m, DAE_SDIRK_VELOCITY);
	memcpy(change, a, (size_t)n * sizeof *a);
	const int status = dae_fit_correct(kkt, dae_deflate_rates_of_step(s), &at, m->right, change, s->lambda1);
	if (status) {
		return status;
	}
	for (int i = 0; i < n; i++) {
		change[i] -= a[i];
		gain[i] = change[i];
	}
	dae_kkt_project(s->kkt, 1, gain);
	dae_chart_across(&m->chart, change);
	for (int i = 0; i < n; i++) {
		a[i] += gain[i] + change[i];
		m->z[i] -= h * change[i];
		*size = fmax(*size, dae_error_noticed(s, 1, 0, i, h * h * gain[i], h * gain[i]));
		if (!isfinite(a[i]) || !isfinite(m->y[i]) || !isfinite(m->z[i])) {
			*size = HUGE_VAL;
			break;
		}
	}
	return DAE_DONE;
}

static int dae_sdirk_correct_reduced(struct dae_step *s, void *method, int fresh, double *size)
{
	struct dae_sdirk *m = method;
	struct dae_kkt *kkt = s->kkts[DAE_SDIRK_POINT];
	dae_sdirk_update(s, m);
	const struct dae_point at = dae_sdirk_point(s, m);
	int status = fresh ? dae_sdirk_factor(s, m) : DAE_DONE;
	status = status ? status : dae_sdirk_recover_positions(s, m, size);
	status = status ? status : dae_kkt_evaluate(kkt, &at);
	status = status ? status : dae_point_factor(s, kkt, &at, m->open, DAE_FOR_POINT);
	status = status ? status : dae_sdirk_correct_velocities(s, m, kkt, size);
	return status ? status : dae_sdirk_correct_independent(s, m, kkt, size);
}

/* ---- both ---- */

static int dae_sdirk_check(struct dae_step *s, void *method)
{
	const struct dae_sdirk *m = method;
	double *open = m->right;
	double *speed = m->right + s->system->n_g;
	dae_sdirk_update(s, m);
	const struct dae_point at = dae_sdirk_point(s, m);
	const int status = dae_point_look(s->system, s->kkt, &at, open, speed);
	return status ? status : dae_point_met(s, s->kkt, DAE_STABILIZED, open, speed);
}

static const struct dae_iteration dae_sdirk_iteration = {dae_sdirk_correct, dae_sdirk_check, 12, 0.3, 1};
static const struct dae_iteration dae_sdirk_reduced_iteration = {dae_sdirk_correct_reduced, dae_sdirk_check, 12, 0.3,
                                                                 1};

/* ---- the step ---- */

/* Error of the embedded formula; returns whether it is noisy. Near a singular position accelerations across the constraints carry noise: the error
 * of q alone speaks. */
static int dae_sdirk_compare(struct dae_step *s, const struct dae_sdirk *m)
{
	const int n = s->system->n_v;
	const int noisy = s->result.is_singular;
	for (int i = 0; i < n; i++) {
		s->error[i] = s->error[n + i] = 0;
		for (int j = 0; j < m->formula->stages; j++) {
			s->error[i] += s->h * m->formula->error[j] * m->rate[j * n + i];
			s->error[n + i] += noisy ? 0 : s->h * m->formula->error[j] * m->a[j * n + i];
		}
	}
	s->result.error_is_complete = !noisy;
	s->result.is_anew = 1;
	s->result.order = m->formula->embedded_order;
	return noisy;
}

/* within the constraints that of the independent coordinates; across them, where they prescribe the motion, what they took back */
static void dae_sdirk_estimate(struct dae_step *s, const struct dae_sdirk *m)
{
	const int n = s->system->n_v;
	const int noisy =
		dae_sdirk_has_past(m->formula) ? dae_past_compare(s, s->memory, m->dq, 1) : dae_sdirk_compare(s, m);
	if (s->system->is_driven) {
		dae_error_filter(s, s->kkt, noisy, 0, m->y);
		dae_error_filter(s, s->kkt, noisy, 1, m->z);
	}
	dae_chart_tangent(&m->chart, s->error);
	dae_chart_tangent(&m->chart, s->error + n);
	dae_lasting_filter(s, s->kkt, noisy, m->right);
	if (dae_sdirk_has_past(m->formula)) {
		dae_past_remember(s, s->memory, s->memory1);
	} else if (!noisy) {
		dae_lasting_find(s, s->kkt, m->formula->gamma * s->h, s->kkts[DAE_SDIRK_CHART], m->right);
	}
}

static void dae_sdirk_keep(const struct dae_step *s, const struct dae_sdirk *m)
{
	const struct dae_system *system = s->system;
	memcpy(m->q + m->stage * system->n_q, s->q1, (size_t)system->n_q * sizeof *m->q);
	memcpy(m->v + m->stage * system->n_v, s->v1, (size_t)system->n_v * sizeof *m->v);
	memcpy(m->lambda + m->stage * system->n_g, s->lambda1, (size_t)system->n_g * sizeof *m->lambda);
}

static int dae_sdirk_end(struct dae_step *s, const struct dae_sdirk *m)
{
	double *speed = dae_sdirk_column(s, m, DAE_SDIRK_POSITION);
	const struct dae_projected end = dae_projected_at_end(s, m->open, speed, m->right);
	memcpy(s->a1, m->a + (m->formula->stages - 1) * s->system->n_v, (size_t)s->system->n_v * sizeof *s->a1);
	return dae_special_projects_end(s->result.is_singular, s->options) ? dae_projected_end(s, &end) : DAE_DONE;
}

LA_FUNCTION int dae_sdirk_step(struct dae_step *s)
{
	const struct dae_sdirk_formula *formula = s->method->formula;
	struct dae_sdirk m = dae_sdirk_split(s->system, formula, s->scratch.work);
	int status = dae_sdirk_open(&m, s);
	for (m.stage = 0; !status && m.stage < formula->stages; m.stage++) {
		dae_sdirk_predict(s, &m);
		m.lands = 0;
		status = dae_newton_iterate(s, formula->is_reduced ? &dae_sdirk_reduced_iteration : &dae_sdirk_iteration, &m);
		dae_sdirk_keep(s, &m);
	}
	status = status ? status : dae_sdirk_end(s, &m);
	if (!status) {
		dae_sdirk_estimate(s, &m);
	}
	return status;
}

LA_FUNCTION void dae_sdirk_quadrature(const struct dae_method *method, const struct dae_system *system, double t,
                                      double *work, struct dae_exchange *x)
{
	const struct dae_sdirk_formula *formula = method->formula;
	const struct dae_sdirk m = dae_sdirk_split(system, formula, work);
	x->heat = x->supply = 0;
	for (int i = 0; i < formula->stages; i++) {
		const struct dae_point p = {.t = t + formula->c[i] * x->h,
		                            .q = m.q + i * system->n_q,
		                            .v = m.v + i * system->n_v,
		                            .a = m.a + i * system->n_v,
		                            .lambda = m.lambda + i * system->n_g};
		const double weight = x->h * formula->a[formula->stages - 1][i];
		const struct dae_powers powers = dae_system_powers(system, &p);
		x->heat += weight * powers.heat;
		x->supply += weight * powers.supply;
	}
}
