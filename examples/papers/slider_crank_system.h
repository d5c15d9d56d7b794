/* Equal-arm slider-crank in its two angles, as a hand-written constrained system (Petzold, Ren, Maly, eq. 5.2, 5.3):
 * unit lengths and point masses at the elbow and the slider, angles from the downward vertical,
 *
 *     [ 2      cos d ] a + [ -sin d w2^2 + 19.6 sin t1 ] + [ sin t1 ] lambda = 0,      d = t2 - t1
 *     [ cos d  1     ]     [  sin d w1^2 +  9.8 sin t2 ]   [ sin t2 ]
 *
 *     g = -cos t1 - cos t2 = 0.
 *
 * G vanishes at the dead centre t1 = 0, t2 = pi, where the branches t2 = pi - t1 and t2 = pi + t1 cross.
 */
#ifndef SLIDER_CRANK_SYSTEM_H
#define SLIDER_CRANK_SYSTEM_H

#include <math.h>

#include "dae_driver.h"

static int slider_crank_mass(void *context, const double *q, double *values)
{
	(void)context;
	values[0] = 2;
	values[1] = values[2] = cos(q[1] - q[0]);
	values[3] = 1;
	return 0;
}

static int slider_crank_force(void *context, const struct dae_point *p, double *f)
{
	double s = sin(p->q[1] - p->q[0]);
	(void)context;
	f[0] = s * p->v[1] * p->v[1] - 19.6 * sin(p->q[0]);
	f[1] = -s * p->v[0] * p->v[0] - 9.8 * sin(p->q[1]);
	return 0;
}

static int slider_crank_tangent(void *context, const struct dae_point *p, double cq, double cv, double *values)
{
	double s = sin(p->q[1] - p->q[0]);
	double c = cos(p->q[1] - p->q[0]);
	double w1 = p->v[0];
	double w2 = p->v[1];
	(void)context;
	values[0] = cq * (s * p->a[1] + c * w2 * w2 + (19.6 + p->lambda[0]) * cos(p->q[0]));
	values[1] = cq * (-s * p->a[1] - c * w2 * w2) - cv * 2 * s * w2;
	values[2] = cq * (s * p->a[0] - c * w1 * w1) + cv * 2 * s * w1;
	values[3] = cq * (-s * p->a[0] + c * w1 * w1 + (9.8 + p->lambda[0]) * cos(p->q[1]));
	return 0;
}

static int slider_crank_constraint(void *context, const struct dae_point *p, double *g)
{
	(void)context;
	g[0] = -cos(p->q[0]) - cos(p->q[1]);
	return 0;
}

static int slider_crank_jacobian(void *context, const struct dae_point *p, double *values)
{
	(void)context;
	values[0] = sin(p->q[0]);
	values[1] = sin(p->q[1]);
	return 0;
}

static int slider_crank_rate(void *context, const struct dae_point *p, double *rate)
{
	(void)context;
	(void)p;
	rate[0] = 0;
	return 0;
}

static int slider_crank_bias(void *context, const struct dae_point *p, double *bias)
{
	(void)context;
	bias[0] = cos(p->q[0]) * p->v[0] * p->v[0] + cos(p->q[1]) * p->v[1] * p->v[1];
	return 0;
}

static void slider_crank_retract(void *context, const double *q, const double *dq, double *moved)
{
	(void)context;
	moved[0] = q[0] + dq[0];
	moved[1] = q[1] + dq[1];
}

static const struct la_block slider_crank_square = {0, 0, 2, 2};
static const struct la_block slider_crank_row = {0, 0, 1, 2};
static const double slider_crank_sizes[] = {1, 1, 1};

static const struct dae_system slider_crank_system = {
	.n_q = 2,
	.n_v = 2,
	.n_g = 1,
	.n_mass_blocks = 1,
	.n_tangent_blocks = 1,
	.n_jacobian_blocks = 1,
	.mass_blocks = &slider_crank_square,
	.tangent_blocks = &slider_crank_square,
	.jacobian_blocks = &slider_crank_row,
	.motion_size = slider_crank_sizes,
	.constraint_size = slider_crank_sizes,
	.mass = slider_crank_mass,
	.force = slider_crank_force,
	.tangent = slider_crank_tangent,
	.constraint = slider_crank_constraint,
	.jacobian = slider_crank_jacobian,
	.constraint_rate = slider_crank_rate,
	.constraint_bias = slider_crank_bias,
	.retract = slider_crank_retract,
};

#endif
