#include "dae_projected.h"

#include <math.h>
#include <string.h>

#include "dae_newton.h"
#include "dae_fit.h"
#include "la_arrays.h"

enum { DAE_PROJECTED_MOST_LANDINGS = 6, DAE_PROJECTED_MOST_WITH_ONE_MATRIX = 4 };

/* roundings times rate of velocities that the landing leaves */
static const double DAE_PROJECTED_LANDED = 5;

/* Part of the least eigenvalue up to which a point off the constraints is clear. Steps are as long
 * as with all points on the constraints (slider_crank and double_four_bar through their singular
 * positions, four_bar, heavy_top, andrews_squeezer, cardan_shaft at 1e-3 to 1e-9), with 0.01 as
 * well, for half of the factorizations and 0.55 of the instructions. */
static const double DAE_PROJECTED_CLEAR = 0.1;

/* Sizes of the mechanism off the constraints from which on a point that is not clear is one of too
 * long a step: all such steps were rejected (at 0.06 and more; those within the tolerance, beside
 * singular positions, had 8e-4 at most). */
static const double DAE_PROJECTED_FAR = 0.02;

static struct dae_point dae_projected_point(const struct dae_projected *at)
{
	return (struct dae_point){.t = at->t, .q = at->q, .v = at->v, .a = at->a, .lambda = at->lambda};
}

LA_FUNCTION void dae_projected_rate(const struct dae_step *s, const struct dae_projected *at, double *rate)
{
	const struct dae_system *system = s->system;
	if (system->increment_rate) {
		system->increment_rate(system->context, s->q, at->du, at->v, rate);
	} else {
		memcpy(rate, at->v, (size_t)system->n_v * sizeof *rate);
	}
}

static struct dae_kkt *dae_projected_matrix(const struct dae_step *s, const struct dae_projected *at)
{
	return at->kept ? at->kept : s->kkt;
}

/* what is open there: whether all rows are as small as rounding lets them be; what is left of
 * positions along near-singular directions, as a part of what rounding explains, 0 where there is
 * none */
struct dae_projected_gap {
	int met;
	double left;
};

/* what can be asked of the constraints there */
static int dae_projected_look(const struct dae_step *s, const struct dae_projected *at, struct dae_projected_gap *gap)
{
	struct dae_kkt *kkt = dae_projected_matrix(s, at);
	const struct dae_point p = dae_projected_point(at);
	const struct dae_bound opening = {1, 0};
	const struct dae_bound slide = {DAE_PROJECTED_LANDED * s->nearness->rate, s->nearness->rest_speed};
	const int status = dae_point_look(s->system, kkt, &p, at->open, at->speed);
	const double left = status ? 0 : dae_point_ease(kkt, dae_deflate_rates_of_point(s), at->open, at->speed);
	*gap = (struct dae_projected_gap){1, at->formulation == DAE_INDEX2 ? 0 : left};
	for (int i = 0; !status && i < s->system->n_g; i++) {
		gap->met = gap->met &&
		           (at->formulation == DAE_INDEX2 || fabs(at->open[i]) <= dae_rounding_bound(kkt, opening, i)) &&
		           (at->formulation == DAE_INDEX3 || fabs(at->speed[i]) <= dae_rounding_bound(kkt, slide, i));
	}
	return status;
}

/* the point moved by what closes `open` and stops `speed` */
static void dae_projected_move(const struct dae_step *s, const struct dae_projected *at)
{
	const struct dae_system *system = s->system;
	const int n = system->n_v;
	dae_fit_close_both(dae_projected_matrix(s, at), at->formulation, at->open, at->speed, at->right);
	dae_fit_move(system, DAE_VELOCITIES, at->right + n + system->n_g, at->v);
	if (at->du == NULL) {
		dae_fit_move(system, DAE_POSITIONS, at->right, at->q);
		return;
	}
	if (system->compose) {
		system->compose(system->context, at->du, at->right, at->du);
	}
	for (int i = 0; !system->compose && i < n; i++) {
		at->du[i] += at->right[i];
	}
	system->retract(system->context, s->q, at->du, at->q);
}

static int dae_projected_factor(struct dae_step *s, const struct dae_projected *at)
{
	const struct dae_point p = dae_projected_point(at);
	const int status = dae_kkt_evaluate(s->kkt, &p);
	return status ? status : dae_point_factor(s, s->kkt, &p, at->open, DAE_FOR_POINT);
}

/* *moves: how often it was moved */
static int dae_projected_close_counting(struct dae_step *s, const struct dae_projected *at, int *moves)
{
	struct dae_projected_gap gap;
	double last = HUGE_VAL;
	int status = dae_projected_look(s, at, &gap);
	const int most = at->kept ? DAE_PROJECTED_MOST_WITH_ONE_MATRIX : DAE_PROJECTED_MOST_LANDINGS;
	const int counted = at->kept && s->options->iterations > 0; /* real time: all of them */
	for (*moves = 0; !status && *moves < most; ++*moves) {
		if (!counted && gap.met && !dae_special_gains(gap.left, last)) {
			break;
		}
		last = gap.left;
		dae_projected_move(s, at);
		if (!at->kept && dae_kkt_last_rank(s->kkt).sensitive > 0) {
			status = dae_projected_factor(s, at);
		}
		status = status ? status : dae_projected_look(s, at, &gap);
	}
	return status;
}

LA_FUNCTION int dae_projected_close(struct dae_step *s, const struct dae_projected *at)
{
	int moves;
	return dae_projected_close_counting(s, at, &moves);
}

/* onto the constraints with the matrix at hand, and a matrix of where that leads */
static int dae_projected_close_and_factor(struct dae_step *s, const struct dae_projected *at)
{
	int moves = 0;
	const int status = s->system->n_g > 0 ? dae_projected_close_counting(s, at, &moves) : DAE_DONE;
	return status || moves == 0 ? status : dae_projected_factor(s, at);
}

/* a and lambda from a guess, with the matrix of the point at hand. In a step that begins singular
 * accelerations across a lost constraint would explain themselves, and grow: all are corrected. */
static int dae_projected_accelerate(struct dae_step *s, const struct dae_projected *at)
{
	const struct dae_point p = dae_projected_point(at);
	const struct dae_rates rates = s->nearness->begins_singular ? (struct dae_rates){0} : dae_deflate_rates_of_point(s);
	dae_deflate_clip(s, s->kkt, at->a);
	return dae_fit_correct(s->kkt, rates, &p, at->right, at->a, at->lambda);
}

/* velocities moved by what stops `speed` */
static void dae_projected_stop(const struct dae_step *s, const struct dae_projected *at)
{
	dae_fit_close(s->kkt, 0, at->speed, at->right);
	dae_fit_move(s->system, DAE_VELOCITIES, at->right, at->v);
}

static int dae_projected_hold_still(const struct dae_step *s, const struct dae_projected *at)
{
	const struct dae_point p = dae_projected_point(at);
	if (!dae_special_stops_across(s->nearness, dae_kkt_last_rank(s->kkt))) {
		return DAE_DONE;
	}
	const int status = dae_point_constraints(s->system, s->kkt, &p, NULL, at->speed);
	if (!status) {
		dae_projected_stop(s, at);
	}
	return status;
}

LA_FUNCTION int dae_projected_fit(struct dae_step *s, const struct dae_projected *at)
{
	s->counters->iterations++;
	int status = dae_projected_factor(s, at);
	status = status ? status : dae_projected_close_and_factor(s, at);
	status = status ? status : dae_projected_hold_still(s, at);
	return status ? status : dae_projected_accelerate(s, at);
}

LA_FUNCTION int dae_projected_pass(struct dae_step *s, const struct dae_projected *at, double *clearance)
{
	const struct dae_point p = dae_projected_point(at);
	s->counters->iterations++;
	int status = dae_projected_factor(s, at);
	status = status ? status : dae_point_constraints(s->system, s->kkt, &p, at->open, at->speed);
	const double off = status ? 0 : dae_point_off(s->system, at->open);
	*clearance = status ? 0 : dae_kkt_clearance(s->kkt);
	if (off > DAE_PROJECTED_CLEAR * *clearance) {
		*clearance = 0;
	}
	if (*clearance == 0 && off > DAE_PROJECTED_FAR && s->options->fixed_step == 0) {
		s->failure->reason = DAE_ERROR_TOO_LARGE;
		return DAE_SMALLER_STEP;
	}
	if (*clearance == 0) {
		return status;
	}
	dae_projected_stop(s, at);
	return dae_projected_accelerate(s, at);
}

LA_FUNCTION int dae_projected_finish(struct dae_step *s, const struct dae_projected *at)
{
	struct dae_projected_gap gap;
	int status = dae_projected_fit(s, at);
	status = status ? status : dae_projected_look(s, at, &gap);
	return status ? status : dae_point_met(s, s->kkt, DAE_STABILIZED, at->open, at->speed);
}

LA_FUNCTION struct dae_projected dae_projected_at_end(const struct dae_step *s, double *open, double *speed,
                                                      double *right)
{
	return (struct dae_projected){s->t + s->h, NULL,  s->q1, s->v1, s->a1,         s->lambda1,
	                              open,        speed, right, NULL,  DAE_STABILIZED};
}

LA_FUNCTION int dae_projected_end_stage(struct dae_step *s, const struct dae_stage *end, struct dae_kkt *kkt)
{
	double *speed = end->right + 2 * (s->system->n_v + s->system->n_g);
	const struct dae_projected at = dae_projected_at_end(s, end->open, speed, end->right);
	if (dae_special_projects_end(s->result.is_singular, s->options)) {
		return dae_projected_finish(s, &at);
	}
	return kkt ? dae_newton_fit(s, kkt, end->right) : dae_stage_fit(s, end);
}

LA_FUNCTION int dae_projected_end(struct dae_step *s, const struct dae_projected *at)
{
	const int status = dae_projected_close(s, at);
	return status ? status : dae_projected_finish(s, at);
}

/* ---- points of a step ---- */

LA_FUNCTION struct dae_projected_points dae_projected_points_split(const struct dae_system *system, int count,
                                                                   double *work, size_t *total)
{
	const size_t c = (size_t)count;
	const size_t n = (size_t)system->n_v;
	const size_t m = (size_t)system->n_g;
	struct dae_projected_points w = {0};
	double **arrays[] = {&w.powers, &w.rate, &w.a, &w.du, &w.q, &w.v, &w.lambda, &w.open, &w.speed, &w.right};
	const size_t sizes[] = {2 * c, c * n, c * n, n, (size_t)system->n_q, n, m, m, m, 2 * (n + m)};
	la_arrays_lay(sizeof sizes / sizeof *sizes, arrays, sizes, work, total);
	return w;
}

static void dae_projected_points_measure(const struct dae_step *s, const struct dae_projected_points *w, int i,
                                         const struct dae_point *p)
{
	const struct dae_powers powers = dae_system_powers(s->system, p);
	w->powers[2 * i] = powers.heat;
	w->powers[2 * i + 1] = powers.supply;
}

LA_FUNCTION void dae_projected_points_begin(const struct dae_step *s, const struct dae_projected_points *w)
{
	const size_t n = (size_t)s->system->n_v;
	const struct dae_point start = {.t = s->t, .q = s->q, .v = s->v, .a = s->a, .lambda = s->lambda};
	memcpy(w->rate, s->v, n * sizeof *w->rate);
	memcpy(w->a, s->a, n * sizeof *w->a);
	memcpy(w->lambda, s->lambda, (size_t)s->system->n_g * sizeof *w->lambda);
	dae_projected_points_measure(s, w, 0, &start);
}

LA_FUNCTION struct dae_projected dae_projected_points_next(const struct dae_step *s,
                                                           const struct dae_projected_points *w, int i, double t)
{
	const int n = s->system->n_v;
	double *a = w->a + i * n;
	memcpy(a, a - n, (size_t)n * sizeof *a);
	return (struct dae_projected){t,        w->du,    w->q, w->v,          a, w->lambda, w->open,
	                              w->speed, w->right, NULL, DAE_STABILIZED};
}

LA_FUNCTION void dae_projected_points_keep(const struct dae_step *s, const struct dae_projected_points *w, int i,
                                           const struct dae_projected *at)
{
	const struct dae_point p = dae_projected_point(at);
	dae_projected_rate(s, at, w->rate + i * s->system->n_v);
	dae_projected_points_measure(s, w, i, &p);
}

LA_FUNCTION struct dae_projected dae_projected_points_end(const struct dae_step *s,
                                                          const struct dae_projected_points *w, double *du)
{
	memcpy(s->lambda1, w->lambda, (size_t)s->system->n_g * sizeof *s->lambda1);
	struct dae_projected end = dae_projected_at_end(s, w->open, w->speed, w->right);
	end.du = du;
	return end;
}
