/* Newton: the units of a loop make the step with the ends that fit each other (host_newton.h). */
#include "host_couple_loops.h"

static int host_couple_newton_evaluate(struct host_coupling *c, int unit, const struct host_newton_task *t)
{
	return host_couple_again(c, unit, t->time, t->h, t->ended);
}

static int host_couple_newton_loop(struct host_coupling *c, int group, double time, double h, const int *ended)
{
	const struct host_newton_task task = {host_couple_newton_evaluate, time, h, ended, c->system->algorithm.tolerance};
	return host_newton_solve(c, &c->newtons[group], &task);
}

static int host_couple_newton_step(struct host_coupling *c, double time, double h)
{
	return host_couple_loops(c, time, h, host_couple_newton_loop);
}

const struct host_coupling_method host_couple_newton = {HOST_NEWTON, host_couple_newton_step};
