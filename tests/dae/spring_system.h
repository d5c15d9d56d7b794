/* A mass on a spring with a damper, without constraints, as stiff as wanted. */
#ifndef SPRING_SYSTEM_H
#define SPRING_SYSTEM_H

#include "dae_system.h"

/* x'' = -k x - d x' + sin t: one coordinate, no constraint */
struct spring {
	double stiffness, damping;
	struct dae_system system;
};

static const struct la_block spring_block = {0, 0, 1, 1};
static const double spring_size = 1;

static int spring_mass(void *context, const double *q, double *values)
{
	(void)context;
	(void)q;
	values[0] = 1;
	return DAE_DONE;
}

static int spring_force(void *context, const struct dae_point *p, double *f)
{
	const struct spring *s = context;
	f[0] = -s->stiffness * p->q[0] - s->damping * p->v[0] + sin(p->t);
	return DAE_DONE;
}

static int spring_tangent(void *context, const struct dae_point *p, double cq, double cv, double *values)
{
	const struct spring *s = context;
	(void)p;
	values[0] = cq * s->stiffness + cv * s->damping;
	return DAE_DONE;
}

static int spring_rows(void *context, const struct dae_point *p, double *values)
{
	(void)context;
	(void)p;
	(void)values;
	return DAE_DONE;
}

static void spring_retract(void *context, const double *q, const double *dq, double *moved)
{
	(void)context;
	moved[0] = q[0] + dq[0];
}

static void spring_make(struct spring *s, double stiffness, double damping)
{
	*s = (struct spring){stiffness, damping, {0}};
	s->system = (struct dae_system){.n_q = 1,
	                                .n_v = 1,
	                                .n_mass_blocks = 1,
	                                .n_tangent_blocks = 1,
	                                .mass_blocks = &spring_block,
	                                .tangent_blocks = &spring_block,
	                                .motion_size = &spring_size,
	                                .context = s,
	                                .mass = spring_mass,
	                                .force = spring_force,
	                                .tangent = spring_tangent,
	                                .constraint = spring_rows,
	                                .jacobian = spring_rows,
	                                .constraint_rate = spring_rows,
	                                .constraint_bias = spring_rows,
	                                .retract = spring_retract};
}

#endif
