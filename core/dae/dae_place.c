#include "dae_place.h"

#include <math.h>
#include <string.h>

#include "dae_rounding.h"
#include "dae_settle.h"
#include "dae_stage.h"

enum { DAE_PLACE_MOST_LANDINGS = 6 };

/* roundings times rate of velocities that the landing leaves, as with radau */
static const double DAE_PLACE_LANDED = 5;

LA_FUNCTION struct dae_point dae_place_point(const struct dae_place *at)
{
	return (struct dae_point){.t = at->t, .q = at->q, .v = at->v, .a = at->a, .lambda = at->lambda};
}

LA_FUNCTION void dae_place_rate(const struct dae_step *s, const struct dae_place *at, double *rate)
{
	const struct dae_system *system = s->system;
	if (system->increment_rate) {
		system->increment_rate(system->context, s->q, at->du, at->v, rate);
	} else {
		memcpy(rate, at->v, (size_t)system->n_v * sizeof *rate);
	}
}

/* what can be asked of the constraints there; *met: as small as rounding lets them be */
static int dae_place_look(const struct dae_step *s, const struct dae_place *at, int *met)
{
	const struct dae_system *system = s->system;
	const struct dae_point p = dae_place_point(at);
	const struct dae_rates rates = dae_rates_of_step(s);
	const struct dae_bound opening = {1, 0};
	const struct dae_bound slide = {DAE_PLACE_LANDED * dae_step_rate(s), 0};
	int status = system->jacobian(system->context, &p, dae_kkt_jacobian(s->kkt));
	status = status ? status : dae_point_constraints(system, s->kkt, &p, at->open, at->speed);
	if (!status) {
		dae_deflate(s->kkt, DAE_POSITIONS, rates, 1, at->open);
		dae_deflate(s->kkt, DAE_VELOCITIES, rates, 1, at->speed);
	}
	*met = 1;
	for (int i = 0; !status && i < system->n_g; i++) {
		*met = *met && fabs(at->open[i]) <= dae_bound_of(s->kkt, opening, i) &&
		       fabs(at->speed[i]) <= dae_bound_of(s->kkt, slide, i);
	}
	return status;
}

/* the place moved by what closes `open` and stops `speed` */
static void dae_place_move(const struct dae_step *s, const struct dae_place *at)
{
	const struct dae_system *system = s->system;
	const int n = system->n_v;
	const int m = n + system->n_g;
	memset(at->right, 0, 2 * (size_t)m * sizeof *at->right);
	for (int i = 0; i < system->n_g; i++) {
		at->right[n + i] = -at->open[i];
		at->right[m + n + i] = -at->speed[i];
	}
	dae_kkt_solve(s->kkt, 2, at->right);
	if (system->compose) {
		system->compose(system->context, at->du, at->right, at->du);
	}
	for (int i = 0; i < n; i++) {
		at->du[i] += system->compose ? 0 : at->right[i];
		at->v[i] += at->right[m + i];
	}
	system->retract(system->context, s->q, at->du, at->q);
}

static int dae_place_factor(struct dae_step *s, const struct dae_place *at)
{
	const struct dae_point p = dae_place_point(at);
	const int status = dae_kkt_evaluate(s->kkt, &p);
	return status ? status : dae_point_factor(s, s->kkt, &p, at->open, 0);
}

LA_FUNCTION int dae_place_land(struct dae_step *s, const struct dae_place *at)
{
	int met;
	int status = dae_place_look(s, at, &met);
	for (int k = 0; !status && !met && k < DAE_PLACE_MOST_LANDINGS; k++) {
		dae_place_move(s, at);
		if (dae_kkt_rank(s->kkt).sensitive > 0) {
			status = dae_place_factor(s, at);
		}
		status = status ? status : dae_place_look(s, at, &met);
	}
	return status;
}

LA_FUNCTION int dae_place_settle(struct dae_step *s, const struct dae_place *at)
{
	const struct dae_point p = dae_place_point(at);
	s->counters->iterations++;
	int status = dae_place_factor(s, at);
	if (!status && s->system->n_g > 0) {
		status = dae_place_land(s, at);
		status = status ? status : dae_place_factor(s, at);
	}
	status = status ? status : s->system->force(s->system->context, &p, at->right);
	if (status) {
		return status;
	}
	dae_kkt_motion_residual(s->kkt, &p, at->right);
	return dae_settle(s->system, s->kkt, dae_rates_of_step(s), &p, at->right, at->a, at->lambda);
}

LA_FUNCTION int dae_place_check(struct dae_step *s, const struct dae_place *at)
{
	int met;
	const int status = dae_place_look(s, at, &met);
	return status ? status : dae_point_met(s, s->kkt, DAE_STABILIZED, at->open, at->speed);
}
