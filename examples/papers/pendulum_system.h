/* Point mass on a rod in Cartesian coordinates, q = (x, y), as a hand-written constrained system:
 *
 *     m x'' + x lambda = 0,   m y'' + y lambda = -m g,   (x^2 + y^2 - L^2) / 2 = 0
 *
 * `copies` writes the constraint several times over (redundant rows).
 */
#ifndef PENDULUM_SYSTEM_H
#define PENDULUM_SYSTEM_H

#include <math.h>
#include <string.h>

#include "dae_driver.h"

/* length 1 m, g = 9.81, released at (-1, 0), at t = 10: Jacobi's elliptic functions, sin(angle/2) = k sn(K(k) - sqrt(g/L) t,
 * k), k = sin(pi/4), 0 below (IFToMM benchmark A01) */
static const double pendulum_end_q[] = {-0.2750874625761168600544, -0.9614192050991250642651};
static const double pendulum_end_v[] = {4.1755981009517288365, -1.1947490545604752717};
static const double pendulum_end_lambda = 28.294567206067250641;

enum { PENDULUM_MOST_COPIES = 3 };

struct pendulum {
	double m, length, g;
	int copies;
	struct la_block mass_block, tangent_block, jacobian_block[PENDULUM_MOST_COPIES];
	double size[2], constraint_size[PENDULUM_MOST_COPIES];
	struct dae_system system;
};

static int pendulum_mass(void *context, const double *q, double *values)
{
	const struct pendulum *p = context;
	(void)q;
	values[0] = values[3] = p->m;
	values[1] = values[2] = 0;
	return 0;
}

static int pendulum_force(void *context, const struct dae_point *at, double *f)
{
	const struct pendulum *p = context;
	(void)at;
	f[0] = 0;
	f[1] = -p->m * p->g;
	return 0;
}

static int pendulum_tangent(void *context, const struct dae_point *at, double cq, double cv, double *values)
{
	const struct pendulum *p = context;
	double sum = 0;
	(void)cv;
	for (int i = 0; i < p->copies; i++) {
		sum += at->lambda[i];
	}
	values[0] = values[3] = cq * sum;
	values[1] = values[2] = 0;
	return 0;
}

static int pendulum_constraint(void *context, const struct dae_point *at, double *g)
{
	const struct pendulum *p = context;
	for (int i = 0; i < p->copies; i++) {
		g[i] = (at->q[0] * at->q[0] + at->q[1] * at->q[1] - p->length * p->length) / 2;
	}
	return 0;
}

static int pendulum_jacobian(void *context, const struct dae_point *at, double *values)
{
	const struct pendulum *p = context;
	for (int i = 0; i < p->copies; i++) {
		values[2 * i] = at->q[0];
		values[2 * i + 1] = at->q[1];
	}
	return 0;
}

static int pendulum_rate(void *context, const struct dae_point *at, double *rate)
{
	const struct pendulum *p = context;
	(void)at;
	memset(rate, 0, (size_t)p->copies * sizeof *rate);
	return 0;
}

static int pendulum_bias(void *context, const struct dae_point *at, double *bias)
{
	const struct pendulum *p = context;
	for (int i = 0; i < p->copies; i++) {
		bias[i] = at->v[0] * at->v[0] + at->v[1] * at->v[1];
	}
	return 0;
}

static void pendulum_retract(void *context, const double *q, const double *dq, double *moved)
{
	(void)context;
	moved[0] = q[0] + dq[0];
	moved[1] = q[1] + dq[1];
}

static inline void pendulum_make(struct pendulum *p, int copies)
{
	*p = (struct pendulum){.m = 1, .length = 1, .g = 9.81, .copies = copies, .size = {1, 1}};
	p->mass_block = (struct la_block){0, 0, 2, 2};
	p->tangent_block = p->mass_block;
	for (int i = 0; i < copies; i++) {
		p->jacobian_block[i] = (struct la_block){i, 0, 1, 2};
		p->constraint_size[i] = 1;
	}
	p->system = (struct dae_system){
		.n_q = 2,
		.n_v = 2,
		.n_g = copies,
		.n_mass_blocks = 1,
		.n_tangent_blocks = 1,
		.n_jacobian_blocks = copies,
		.mass_blocks = &p->mass_block,
		.tangent_blocks = &p->tangent_block,
		.jacobian_blocks = p->jacobian_block,
		.motion_size = p->size,
		.constraint_size = p->constraint_size,
		.context = p,
		.mass = pendulum_mass,
		.force = pendulum_force,
		.tangent = pendulum_tangent,
		.constraint = pendulum_constraint,
		.jacobian = pendulum_jacobian,
		.constraint_rate = pendulum_rate,
		.constraint_bias = pendulum_bias,
		.retract = pendulum_retract,
	};
}

#endif
