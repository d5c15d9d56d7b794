#include "dae_lasting.h"

#include <math.h>
#include <string.h>

/* a direction is damped if the second filter keeps less than this part of the largest error */
static const double DAE_LASTING_DAMPED = 0.9;

/* the time in which velocities change by their own size */
static double dae_lasting_time(const struct dae_step *s)
{
	double least = HUGE_VAL;
	for (int i = 0; i < s->system->n_v; i++) {
		least = fmin(least, s->velocity_scale[i] / s->acceleration_scale[i]);
	}
	return least;
}

/* vectors in the work array */
struct dae_lasting {
	double *q;     /* [n_v] */
	double *v;     /* [n_v] */
	double *right; /* [n_v + n_g] */
};

static struct dae_lasting dae_lasting_split(const struct dae_system *system, double *work)
{
	const size_t n = (size_t)system->n_v;
	return (struct dae_lasting){work, work + n, work + 2 * n};
}

LA_FUNCTION size_t dae_lasting_work(const struct dae_system *system)
{
	return 3 * (size_t)system->n_v + (size_t)system->n_g;
}

LA_FUNCTION void dae_lasting_filter(struct dae_step *s, struct dae_kkt *filter, int noisy, double *work)
{
	const struct dae_lasting l = dae_lasting_split(s->system, work);
	memcpy(l.q, s->error, (size_t)s->system->n_v * sizeof *l.q);
	dae_error_filter_both(s, filter, noisy, s->error);
}

/* whether damping reduces the velocity error that decides */
static int dae_lasting_is_damped(const struct dae_step *s, struct dae_kkt *filter, const struct dae_lasting *l)
{
	const int n = s->system->n_v;
	const int worst = dae_error_worst_velocity(s);
	if (worst < 0) {
		return 0;
	}
	memcpy(l->v, s->error + n, (size_t)n * sizeof *l->v);
	dae_kkt_project(filter, 1, l->v);
	return fabs(l->v[worst]) <= DAE_LASTING_DAMPED * fabs(s->error[n + worst]);
}

/* the error of positions, which dampers do not reduce */
static int dae_lasting_positions(const struct dae_step *s, struct dae_kkt *filter, double gh, struct dae_kkt *end,
                                 const struct dae_point *at, const struct dae_lasting *l)
{
	const struct dae_system *system = s->system;
	const int n = system->n_v;
	if (dae_kkt_evaluate(end, at) || system->tangent(system->context, at, 0, gh, dae_kkt_tangent(end))) {
		return 0;
	}
	memset(l->right, 0, (size_t)(n + system->n_g) * sizeof *l->right);
	dae_kkt_mass_multiply(end, l->q, l->right);
	la_block_multiply(system->n_tangent_blocks, system->tangent_blocks, dae_kkt_tangent(end), 1, l->q, l->right);
	dae_kkt_solve(filter, 1, l->right);
	return 1;
}

/* M + H D at the end of the step; whether it was factored */
static int dae_lasting_factor(struct dae_step *s, double time, struct dae_kkt *end, const struct dae_point *at)
{
	struct dae_kkt_options options = s->options->kkt;
	options.permanent = (int)s->rank->permanent;
	s->counters->factorizations++;
	return s->system->tangent(s->system->context, at, 0, time, dae_kkt_tangent(end)) == DAE_DONE &&
	       dae_kkt_factor(end, &options, 1) == 0;
}

LA_FUNCTION void dae_lasting_find(struct dae_step *s, struct dae_kkt *filter, double gh, struct dae_kkt *scratch,
                                  double *work)
{
	const size_t n = (size_t)s->system->n_v;
	const struct dae_lasting l = dae_lasting_split(s->system, work);
	const struct dae_point end = {s->t + s->h, s->q1, s->v1, s->a1, s->lambda1};
	const double time = dae_lasting_time(s);
	if (!dae_lasting_positions(s, filter, gh, scratch, &end, &l)) {
		return;
	}
	memcpy(s->error, l.right, n * sizeof *s->error);
	if (!(time > gh) || !isfinite(time) || !dae_lasting_is_damped(s, filter, &l) ||
	    !dae_lasting_factor(s, time, scratch, &end)) {
		return;
	}
	memcpy(l.v, s->error + n, n * sizeof *l.v);
	dae_kkt_project(scratch, 1, l.v);
	s->result.lasting = l.v;
}
