#include "dae_answer.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "dae_driver_parts.h"
#include "dae_fit.h"
#include "dae_point.h"

/* corrections to close a point that is nearly closed; the last, in sizes, that needs no other */
enum { DAE_ANSWER_MOST = 5 };
static const double DAE_ANSWER_CLOSED = 1e-9;

/* right = [0; -level of p] solved with the matrix factored beside p; returns the largest change in
 * sizes, infinite where there is none */
static double dae_answer_correct(struct dae_driver *d, const struct dae_point *p, enum dae_level level,
                                 const double *scale)
{
	const struct dae_system *system = d->system;
	double *open = d->right + system->n_v, largest = 0;
	const int of_v = level == DAE_VELOCITIES;
	if (dae_point_constraints(system, d->kkt, p, of_v ? NULL : open, of_v ? open : NULL)) {
		return HUGE_VAL;
	}
	dae_fit_close(d->kkt, 0, open, d->right);
	for (int i = 0; i < system->n_v; i++) {
		const double part = fabs(d->right[i]) / scale[i];
		largest = isnan(part) ? HUGE_VAL : fmax(largest, part);
	}
	return largest;
}

/* q1 and v1: positions and velocities of p on the constraints, with one matrix */
static int dae_answer_close(struct dae_driver *d, const struct dae_point *p)
{
	const struct dae_system *system = d->system;
	struct dae_point at = *p;
	double change = HUGE_VAL, last = HUGE_VAL;
	memcpy(d->q1, p->q, (size_t)system->n_q * sizeof *d->q1);
	memcpy(d->v1, p->v, (size_t)system->n_v * sizeof *d->v1);
	at.q = d->q1;
	at.v = d->v1;
	/* one correction more than the last that is noticed: the matrix is that of the point before all
	 * of them */
	for (int k = 0; k < DAE_ANSWER_MOST && last > DAE_ANSWER_CLOSED; k++) {
		last = change;
		change = dae_answer_correct(d, &at, DAE_POSITIONS, system->motion_size);
		if (!(change < last)) {
			change = last;
			break;
		}
		dae_fit_move(system, DAE_POSITIONS, d->right, d->q1);
	}
	if (!(change <= DAE_ANSWER_CLOSED) || dae_kkt_evaluate(d->kkt, &at)) {
		return 0;
	}
	for (int k = 0; k < 2; k++) {
		if (!isfinite(dae_answer_correct(d, &at, DAE_VELOCITIES, d->state.velocity_scale))) {
			return 0;
		}
		dae_fit_move(system, DAE_VELOCITIES, d->right, d->v1);
	}
	return 1;
}

/* v1: as fast as the energy says, where that is within the tolerance. Interpolation errs more than
 * the steps of explicit methods do: without, the energy of slider_crank at 1e-3 is off by 1.5e-4 J
 * at points within them, by 9e-6 J with it. */
static void dae_answer_keep_energy(struct dae_driver *d, const struct dae_options *options, const struct dae_point *p,
                                   double energy)
{
	const struct dae_system *system = d->system;
	struct dae_energy found;
	if (isnan(energy) || !system->energy || system->is_driven) {
		return;
	}
	system->energy(system->context, p, &found);
	const double part = (energy - found.kinetic - found.potential) / (2 * found.kinetic);
	for (int i = 0; fabs(part) <= options->tolerance && i < system->n_kinetic; i++) {
		d->v1[i] += part * d->v1[i];
	}
}

LA_FUNCTION void dae_answer_least_multipliers(struct dae_driver *d, const struct dae_options *options)
{
	struct dae_failure failure;
	const struct dae_point p = dae_state_point(d);
	const double permanent = d->state.rank->permanent;
	if (permanent > 0 && dae_fit_factor(d->kkt, &options->kkt, 0, &p, NULL, &failure) == DAE_DONE &&
	    dae_special_shortens(dae_kkt_last_rank(d->kkt), permanent)) {
		dae_kkt_shorten(d->kkt, d->state.lambda);
	}
}

LA_FUNCTION void dae_answer_fit(struct dae_driver *d, const struct dae_options *options, double energy)
{
	const struct dae_system *system = d->system;
	struct dae_failure failure;
	struct dae_point p = dae_state_point(d);
	const double permanent = d->state.rank->permanent;
	if (dae_fit_factor(d->kkt, &options->kkt, permanent, &p, d->right, &failure) ||
	    !dae_fit_is_regular(d->kkt, permanent) || !dae_answer_close(d, &p)) {
		return;
	}
	p.q = d->q1;
	p.v = d->v1;
	dae_answer_keep_energy(d, options, &p, energy);
	if (dae_fit_accelerations(d->kkt, &p, DAE_FIT_REFINED, d->right, d->a1, d->lambda1) == DAE_DONE) {
		memcpy(d->state.q, d->q1, (size_t)system->n_q * sizeof *d->q1);
		memcpy(d->state.v, d->v1, (size_t)system->n_v * sizeof *d->v1);
		memcpy(d->state.a, d->a1, (size_t)system->n_v * sizeof *d->a1);
		memcpy(d->state.lambda, d->lambda1, (size_t)system->n_g * sizeof *d->lambda1);
		dae_answer_least_multipliers(d, options);
	}
}

LA_FUNCTION int dae_answer_accelerations(struct dae_driver *d, const struct dae_options *options, double *a,
                                         double *lambda, struct dae_failure *failure)
{
	const struct dae_point p = dae_state_point(d);
	const int status = dae_fit_factor(d->kkt, &options->kkt, 0, &p, NULL, failure);
	return status ? status : dae_fit_accelerations(d->kkt, &p, DAE_FIT_REFINED_WELL, d->right, a, lambda);
}

LA_FUNCTION int dae_answer_sensitivity(struct dae_driver *d, const double *a, const double *lambda, const double *dq,
                                       const double *dv, double *right)
{
	const struct dae_system *system = d->system;
	struct dae_point p = dae_state_point(d);
	const double *change[] = {dq, dv};
	p.a = a;
	p.lambda = lambda;
	for (int k = 0; k < 2; k++) {
		if (system->tangent(system->context, &p, k == 0, k == 1, dae_kkt_tangent(d->kkt))) {
			return DAE_FAILED;
		}
		la_block_multiply(system->n_tangent_blocks, system->tangent_blocks, dae_kkt_tangent(d->kkt), -1, change[k],
		                  right);
	}
	return dae_fit_solve(d->kkt, DAE_FIT_REFINED_WELL, right);
}

LA_FUNCTION void dae_answer_residuals(struct dae_driver *d, double *position, double *velocity)
{
	const struct dae_system *system = d->system;
	struct dae_point p = dae_state_point(d);
	double *open = d->lambda1;
	double *speed = d->right;
	*position = 0;
	*velocity = 0;
	if (dae_point_look(system, d->kkt, &p, open, speed)) {
		return;
	}
	for (int i = 0; i < system->n_g; i++) {
		*position = fmax(*position, fabs(open[i]));
		*velocity = fmax(*velocity, fabs(speed[i]));
	}
}
