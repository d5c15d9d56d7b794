#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dae_control.h"
#include "dae_dense.h"
#include "dae_driver_parts.h"
#include "dae_scales.h"
#include "la_arrays.h"

enum { DAE_DRIVER_MOST_HALVINGS = 10 };

/* the scratch arrays one after the other in `numbers`; how many numbers there are */
static size_t dae_driver_lay(struct dae_driver *d, double *numbers, const struct dae_state_needs *needs)
{
	const size_t n_q = (size_t)d->system->n_q, n_v = (size_t)d->system->n_v, n_g = (size_t)d->system->n_g;
	double **arrays[] = {&d->q1,         &d->v1,    &d->a1,    &d->lambda1,     &d->memory1,    &d->memory0, &d->error,
	                     &d->prescribed, &d->right, &d->blame, &d->start_scale, &d->dense_work, &d->work};
	const size_t sizes[] = {n_q,        n_v, n_v,       n_g,     needs->memory, needs->memory,
	                        2 * n_v,    n_v, n_v + n_g, n_v + 1, 2 * n_v,       dae_dense_work(d->system),
	                        needs->work};
	size_t total = 0;
	la_arrays_lay(sizeof sizes / sizeof *sizes, arrays, sizes, numbers, &total);
	return total;
}

LA_FUNCTION struct dae_driver *dae_driver_create(const struct dae_system *system, const struct dae_method *method,
                                                 double *block)
{
	struct dae_driver *d = calloc(1, sizeof *d);
	if (!d) {
		return NULL;
	}
	struct dae_state_needs needs = dae_state_needs(system, method);
	size_t events = 2 * (size_t)system->n_events;
	d->system = system;
	d->method = method ? method : dae_methods[0];
	d->state = dae_state_split(system, block);
	d->state_size = dae_state_size(system, method);
	d->numbers = calloc(dae_driver_lay(d, NULL, &needs) + 1, sizeof *d->numbers);
	d->events = calloc(events + 1, sizeof *d->events);
	int complete = d->numbers && d->events;
	for (int k = 0; complete && k < needs.kkts; k++) {
		d->kkts[k] = dae_kkt_create(system);
		complete = d->kkts[k] != NULL;
	}
	d->kkt = d->kkts[0];
	if (!complete) {
		dae_driver_free(d);
		return NULL;
	}
	d->events1 = d->events + system->n_events;
	(void)dae_driver_lay(d, d->numbers, &needs);
	return d;
}

LA_FUNCTION void dae_driver_free(struct dae_driver *d)
{
	if (d) {
		for (int k = 0; k < DAE_DRIVER_MOST_KKTS; k++) {
			dae_kkt_free(d->kkts[k]);
		}
		free(d->numbers);
		free(d->events);
		free(d);
	}
}

LA_FUNCTION void dae_driver_choose(struct dae_driver *d, const struct dae_method *method)
{
	d->method = method;
}

LA_FUNCTION const struct dae_method *dae_driver_at_work(const struct dae_driver *d, const char **why)
{
	*why = "";
	return d->method->at_work ? d->method->at_work(d->state.memory, why) : d->method;
}

LA_FUNCTION int dae_driver_is_limited(const struct dae_driver *d)
{
	return d->method->is_limited && d->method->is_limited(d->state.memory);
}

LA_FUNCTION struct dae_state dae_driver_state(const struct dae_driver *d)
{
	return d->state;
}

LA_FUNCTION void dae_driver_reset(struct dae_driver *d, double t)
{
	memset(d->state.t, 0, d->state_size * sizeof *d->state.t);
	*d->state.t = t;
	d->state.rank->distance = d->state.counters->nearest = 1;
}

/* whole steps of about the size wanted, the last one ending at t_end */
static int dae_driver_advance_fixed(struct dae_driver *d, const struct dae_options *options, double t_end,
                                    struct dae_failure *failure)
{
	double t0 = *d->state.t;
	d->asked = 0; /* each step is asked for itself */
	double count = ceil((t_end - t0) / options->fixed_step * (1 - 1e-9));
	/* in real time a step is made once */
	const int halvings = options->iterations > 0 ? 0 : DAE_DRIVER_MOST_HALVINGS;
	for (double k = 1; k <= count; k++) {
		double t = k < count ? t0 + (t_end - t0) * (k / count) : t_end;
		if (dae_control_fixed_step(d, options, t, halvings, failure)) {
			return DAE_FAILED;
		}
	}
	return DAE_DONE;
}

LA_FUNCTION int dae_driver_step(struct dae_driver *d, const struct dae_options *options, double t_end,
                                struct dae_failure *failure)
{
	struct dae_state *s = &d->state;
	double left = t_end - *s->t;
	d->asked = left;
	if (*s->h == 0) {
		*s->h = dae_start_first_step(d, options, left);
	}
	double largest = options->largest_step > 0 ? options->largest_step : HUGE_VAL;
	dae_control_look(d);
	largest = fmin(largest, fmin(dae_control_longest(d), dae_control_horizon(d)));
	double h = fmin(*s->h, largest);
	double kept = *s->h;
	/* land exactly; the last two steps share what is left */
	double wanted = h >= left * (1 - 1e-9) ? left : fmin(h, left / 2);
	double next;
	if (dae_control_step(d, options, wanted, t_end, &next, failure)) {
		return DAE_FAILED;
	}
	/* a step cut short to land says little about the next */
	*s->h = wanted < kept && next >= wanted ? fmax(next, kept) : next;
	if (*s->started == 0) {
		dae_start_slow_down(d, options);
	}
	return DAE_DONE;
}

static int dae_driver_advance_controlled(struct dae_driver *d, const struct dae_options *options, double t_end,
                                         struct dae_failure *failure)
{
	while (*d->state.t < t_end) {
		if (dae_driver_step(d, options, t_end, failure)) {
			return DAE_FAILED;
		}
	}
	return DAE_DONE;
}

LA_FUNCTION int dae_driver_advance(struct dae_driver *d, const struct dae_options *options, double t_end,
                                   struct dae_failure *failure)
{
	int status = options->fixed_step > 0 ? dae_driver_advance_fixed(d, options, t_end, failure)
	                                     : dae_driver_advance_controlled(d, options, t_end, failure);
	if (!status) {
		dae_answer_least_multipliers(d, options);
	}
	return status;
}
