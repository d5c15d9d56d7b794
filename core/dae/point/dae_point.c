#include "dae_point.h"

#include <math.h>
#include <string.h>

LA_FUNCTION int dae_point_motion(const struct dae_system *system, struct dae_kkt *kkt, const struct dae_point *at,
                                 double *motion)
{
	int status = dae_kkt_evaluate(kkt, at);
	status = status ? status : system->force(system->context, at, motion);
	if (!status) {
		dae_kkt_motion_residual(kkt, at, motion);
	}
	return status;
}

LA_FUNCTION int dae_point_constraints(const struct dae_system *system, const struct dae_kkt *kkt,
                                      const struct dae_point *at, double *open, double *speed)
{
	int status = open ? system->constraint(system->context, at, open) : DAE_DONE;
	if (!status && speed) {
		status = system->constraint_rate(system->context, at, speed);
		dae_kkt_add_jacobian(kkt, at->v, speed);
	}
	return status;
}

LA_FUNCTION int dae_point_look(const struct dae_system *system, struct dae_kkt *kkt, const struct dae_point *at,
                               double *open, double *speed)
{
	const int status = system->jacobian(system->context, at, dae_kkt_jacobian(kkt));
	return status ? status : dae_point_constraints(system, kkt, at, open, speed);
}

LA_FUNCTION double dae_point_ease(const struct dae_kkt *kkt, struct dae_rates rates, double *open, double *speed)
{
	const double left = dae_deflate(kkt, DAE_POSITIONS, rates, 1, open);
	dae_deflate(kkt, DAE_VELOCITIES, rates, 1, speed);
	return left;
}

LA_FUNCTION double dae_point_off(const struct dae_system *system, const double *open)
{
	double off = 0;
	for (int i = 0; i < system->n_g; i++) {
		off = fmax(off, fabs(open[i]) / system->constraint_size[i]);
	}
	return off;
}

LA_FUNCTION int dae_point_factor(struct dae_step *s, struct dae_kkt *kkt, const struct dae_point *at, double *open,
                                 enum dae_use use)
{
	const struct dae_system *system = s->system;
	struct dae_kkt_options options = s->options->kkt;
	options.permanent = (int)s->rank->permanent;
	options.hold = dae_special_hold(s->nearness, use, s->options->fixed_step > 0);
	const int status = options.permanent > 0 ? system->constraint(system->context, at, open) : DAE_DONE;
	if (status) {
		return status;
	}
	options.off = options.permanent > 0 ? dae_point_off(system, open) : 0;
	s->counters->factorizations++;
	dae_rounding_set(kkt, at);
	int unknown = dae_kkt_factor(kkt, &options, use != DAE_FOR_POINT);
	if (unknown > 0) {
		s->failure->reason = DAE_MATRIX_SINGULAR;
		s->failure->row = unknown - 1 - system->n_v;
		return DAE_SMALLER_STEP;
	}
	s->result.is_singular = s->result.is_singular || dae_kkt_last_rank(kkt).sensitive > 0;
	return DAE_DONE;
}

/* with index 3 velocities are as good as the opening divided by the step */
static double dae_point_allowed_opening(const struct dae_step *s, const struct dae_kkt *kkt,
                                        enum dae_formulation formulation, double slide, int i)
{
	const double opening = dae_rounding_bound(kkt, dae_rounding_met_position(), i);
	const double least = dae_rounding_bound(kkt, (struct dae_bound){1, 0}, i);
	return formulation == DAE_INDEX3 ? fmin(opening, slide * s->h) + least : opening;
}

LA_FUNCTION int dae_point_met(struct dae_step *s, const struct dae_kkt *kkt, enum dae_formulation formulation,
                              double *open, double *speed)
{
	const struct dae_bound met = dae_rounding_met_velocity(s, kkt);
	dae_point_ease(kkt, dae_deflate_rates_of_step(s), open, speed);
	for (int i = 0; i < s->system->n_g; i++) {
		const double slide = dae_rounding_bound(kkt, met, i);
		const double opening = dae_point_allowed_opening(s, kkt, formulation, slide, i);
		const int is_open = formulation != DAE_INDEX2 && !(fabs(open[i]) <= opening);
		const int slides = formulation != DAE_INDEX3 && !(fabs(speed[i]) <= slide);
		if (is_open || slides) {
			s->failure->reason = DAE_CONSTRAINT_NOT_MET;
			s->failure->row = i;
			return DAE_SMALLER_STEP;
		}
	}
	return DAE_DONE;
}
