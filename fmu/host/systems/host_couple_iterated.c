/* Iteration: the units of a loop repeat the step, one after the other, until the ends do not change
 * any more. A sweep reduces the error by the product of what the units make of their inputs within
 * a step; where that is more than 1 it diverges, which is an error. */
#include <math.h>

#include "host_couple_loops.h"

static int host_couple_iterated_loop(struct host_coupling *c, int group, double time, double h, const int *ended)
{
	const struct host_graph *g = &c->graph;
	const struct host_algorithm *a = &c->system->algorithm;
	double change = INFINITY;
	int worst = 0;
	for (int sweep = 0; sweep < a->iterations; sweep++) {
		change = 0.0;
		for (int i = g->first[group]; i < g->first[group + 1]; i++) {
			const struct host_member *m = &c->members[g->order[i]];
			for (int k = 0; k < m->n_signals; k++) {
				c->before[m->first_signal + k] = c->signals[m->first_signal + k].end;
			}
			if (host_couple_again(c, g->order[i], time, h, ended) != 0) {
				return -1;
			}
			if (!isnan(c->stopped)) {
				return 0;
			}
			for (int k = m->first_signal; k < m->first_signal + m->n_signals; k++) {
				const struct host_signal *s = &c->signals[k];
				const double difference = fabs(s->end - c->before[k]);
				const double scale = fmax(s->largest, fmax(fabs(s->end), fabs(c->before[k])));
				if (difference > 0.0 && difference / scale > change) {
					change = difference / scale;
					worst = k;
				}
			}
		}
		if (change <= a->tolerance) {
			return 0;
		}
	}
	const struct host_member *m = &c->members[c->signals[worst].unit];
	host_say(
		&c->message,
		"the loop through unit '%.63s' does not converge at time %.10g: '%.120s' still changes by %.2g of its size "
		"after %d iterations, the tolerance is %.2g; newton converges where iterated does not",
		m->unit->name, time, m->unit->fmu->description.variables[c->signals[worst].variable].name, change,
		a->iterations, a->tolerance);
	return 1;
}

static int host_couple_iterated_step(struct host_coupling *c, double time, double h)
{
	return host_couple_loops(c, time, h, host_couple_iterated_loop);
}

const struct host_coupling_method host_couple_iterated = {HOST_ITERATED, host_couple_iterated_step};
