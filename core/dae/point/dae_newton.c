#include "dae_newton.h"

#include <math.h>

#include "dae_fit.h"

enum {
	/* corrections with one matrix before it is made anew */
	DAE_NEWTON_FRESH_MATRIX = 4
};

/* a new matrix that makes corrections smaller by no more than this has nothing left to find */
static const double DAE_NEWTON_STAGNATION = 0.5;

LA_FUNCTION double dae_newton_amplification(const struct dae_step *s, int matrices)
{
	double sharpness = 1;
	for (int i = 0; i < matrices; i++) {
		sharpness = fmin(sharpness, dae_nearness_sigma(s->kkts[i]));
	}
	return 1 / sharpness - 1;
}

LA_FUNCTION double dae_newton_left(double size, double last)
{
	const double contraction = size / last;
	return contraction < 0.5 && last < HUGE_VAL ? size * contraction / (1 - contraction) : size;
}

/* real time: corrections by the count, with one matrix. What they leave is taken, and told. */
static int dae_newton_count(struct dae_step *s, const struct dae_iteration *iteration, void *method)
{
	double size = HUGE_VAL, last = HUGE_VAL;
	for (int k = 0; k < (int)s->options->iterations; k++) {
		last = size;
		const int status = iteration->correct(s, method, k == 0, &size);
		if (status) {
			return status;
		}
		s->counters->iterations++;
		if (!(size < HUGE_VAL)) {
			return DAE_SMALLER_STEP;
		}
	}
	const int status = iteration->check(s, method);
	s->result.is_unconverged = s->result.is_unconverged || dae_newton_left(size, last) > 1 || status > 0;
	return status < 0 ? status : DAE_DONE;
}

LA_FUNCTION int dae_newton_iterate(struct dae_step *s, const struct dae_iteration *iteration, void *method)
{
	double last = HUGE_VAL;
	int age = DAE_NEWTON_FRESH_MATRIX;
	s->failure->reason = DAE_ITERATION_DIVERGED;
	s->failure->row = -1;
	s->scratch.amplification = 0;
	s->scratch.stagnates = 0;
	if (s->options->iterations > 0) {
		return dae_newton_count(s, iteration, method);
	}
	int most = iteration->most;
	for (int k = 0; k < most; k++) {
		int fresh = age >= DAE_NEWTON_FRESH_MATRIX;
		double size = HUGE_VAL;
		int status = iteration->correct(s, method, fresh, &size);
		if (status) {
			return status;
		}
		s->counters->iterations++;
		age = fresh ? 1 : age + 1;
		if (size <= 1) {
			status = iteration->check(s, method);
			if (status <= 0) {
				return status;
			}
		} else if (!(size < HUGE_VAL)) {
			return DAE_SMALLER_STEP;
		}
		s->scratch.stagnates = s->scratch.stagnates || (fresh && size > DAE_NEWTON_STAGNATION * last);
		/* slow progress: the matrix is out of date */
		age = size > iteration->slow * last ? DAE_NEWTON_FRESH_MATRIX : age;
		last = size;
		if (k == iteration->most - 1) {
			s->scratch.amplification = dae_newton_amplification(s, iteration->matrices);
			most += dae_special_corrections(s->scratch.amplification);
		}
	}
	return DAE_SMALLER_STEP;
}

LA_FUNCTION int dae_newton_fit(struct dae_step *s, struct dae_kkt *kkt, double *right)
{
	const struct dae_point p = {.t = s->t + s->h, .q = s->q1, .v = s->v1, .a = s->a1, .lambda = s->lambda1};
	int status = dae_kkt_evaluate(kkt, &p);
	status = status ? status : dae_point_factor(s, kkt, &p, right + s->system->n_v, DAE_FOR_POINT);
	return status ? status : dae_fit_correct(kkt, dae_deflate_rates_of_step(s), &p, right, s->a1, s->lambda1);
}
