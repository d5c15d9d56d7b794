#include "dae_effort.h"

#include <math.h>
#include <string.h>

#include "dae_driver_parts.h"

LA_FUNCTION void dae_effort_begin(struct dae_driver *d)
{
	d->effort = (struct dae_effort){.smallest = HUGE_VAL, .time = *d->state.t, .worst = -1};
	memset(d->blame, 0, (size_t)(d->system->n_v + 1) * sizeof *d->blame);
}

LA_FUNCTION int dae_effort_count(struct dae_driver *d, const struct dae_options *options, double h)
{
	struct dae_effort *effort = &d->effort;
	if (options->work_limit > 0 && effort->tried >= options->work_limit) {
		return 0;
	}
	effort->tried++;
	if (h < effort->smallest) {
		effort->smallest = h;
		effort->time = *d->state.t;
	}
	return 1;
}

LA_FUNCTION struct dae_effort dae_effort_so_far(const struct dae_driver *d)
{
	struct dae_effort effort = d->effort;
	for (int i = 0; i < d->system->n_v; i++) {
		effort.worst = d->blame[i + 1] > d->blame[effort.worst + 1] ? i : effort.worst;
	}
	return effort;
}
