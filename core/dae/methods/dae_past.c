#include "dae_past.h"

#include <math.h>
#include <string.h>

#include "dae_error.h"

LA_FUNCTION size_t dae_past_memory(const struct dae_system *system)
{
	return DAE_PAST_A + (size_t)system->n_v;
}

LA_FUNCTION int dae_past_valid(const double *past)
{
	return dae_counters_is_count(past[DAE_PAST_AGE], DAE_MOST_STEPS) &&
	       dae_counters_is_count(past[DAE_PAST_NOISE], DAE_PAST_NOISY_STEPS) &&
	       (past[DAE_PAST_AGE] == 0 || past[DAE_PAST_H] > 0);
}

LA_FUNCTION void dae_past_remember(const struct dae_step *s, const double *past, double *past1)
{
	past1[DAE_PAST_AGE] = past[DAE_PAST_AGE] + 1;
	past1[DAE_PAST_H] = s->h;
	past1[DAE_PAST_NOISE] =
		dae_special_noise(dae_kkt_last_rank(s->kkt).sensitive > 0, past[DAE_PAST_NOISE], DAE_PAST_NOISY_STEPS);
	memcpy(past1 + DAE_PAST_A, s->a, (size_t)s->system->n_v * sizeof *s->a);
}

LA_FUNCTION int dae_past_compare(struct dae_step *s, const double *past, const double *dq, double caution)
{
	const int n = s->system->n_v;
	const double *last = past + DAE_PAST_A;
	const double h = s->h;
	const double h0 = past[DAE_PAST_H];
	const int old = past[DAE_PAST_AGE] > 0;
	const int noisy = dae_kkt_last_rank(s->kkt).sensitive > 0 || past[DAE_PAST_NOISE] > 0;
	s->result.error_is_complete = !noisy;
	for (int i = 0; i < n; i++) {
		/* divided differences of the acceleration over the last two steps */
		const double first = (s->a1[i] - s->a[i]) / h;
		const double second = old ? (first - (s->a[i] - last[i]) / h0) / (h + h0) : 0;
		const double q = h * s->v[i] + h * h * (s->a[i] / 2 + h * (first / 6 - h * second / 12));
		const double v = s->v[i] + h * (s->a[i] + h * (first / 2 - h * second / 6));
		s->error[i] = caution * (dq[i] - q);
		s->error[n + i] = noisy ? 0 : caution * (s->v1[i] - v);
	}
	return noisy;
}

LA_FUNCTION void dae_past_estimate(struct dae_step *s, const double *past, const struct dae_stage *end, double caution)
{
	const int n = s->system->n_v;
	const int noisy = dae_past_compare(s, past, end->dq, caution);
	/* with index 2 nothing takes back what positions drift off the constraints */
	if (end->formulation == DAE_INDEX2 && !noisy) {
		dae_error_filter(s, s->kkt, noisy, 1, s->error + n);
		dae_kkt_damp(s->kkt, s->error);
	} else {
		dae_error_filter_both(s, s->kkt, noisy, s->error);
	}
}
