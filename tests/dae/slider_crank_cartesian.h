/* The slider-crank of slider_crank_system.h in Cartesian coordinates of its two point masses, elbow (x1, y1) and
 * slider (x2, y2):
 *
 *     g = ((x1^2 + y1^2 - 1)/2, ((x2 - x1)^2 + (y2 - y1)^2 - 1)/2, y2) = 0,    gravity 9.8 along -y.
 *
 * In the dead centre x1 = x2 = 0 the rows depend on each other; the direction along which the constraints have no
 * hold turns as it passes, and on the motion that starts with equal arms at 45 degrees x1 = sin t1, x2 = 2 x1.
 */
#ifndef SLIDER_CRANK_CARTESIAN_H
#define SLIDER_CRANK_CARTESIAN_H

#include <string.h>

#include "dae_driver.h"

static int cartesian_mass(void *context, const double *q, double *values)
{
	(void)context;
	(void)q;
	for (int i = 0; i < 16; i++) {
		values[i] = i % 5 == 0;
	}
	return 0;
}

static int cartesian_force(void *context, const struct dae_point *p, double *f)
{
	(void)context;
	(void)p;
	f[0] = f[2] = 0;
	f[1] = f[3] = -9.8;
	return 0;
}

static int cartesian_tangent(void *context, const struct dae_point *p, double cq, double cv, double *values)
{
	(void)context;
	(void)cv;
	memset(values, 0, 16 * sizeof *values);
	for (int i = 0; i < 2; i++) {
		values[5 * i] = cq * (p->lambda[0] + p->lambda[1]);
		values[5 * i + 10] = cq * p->lambda[1];
		values[5 * i + 2] = values[5 * i + 8] = -cq * p->lambda[1];
	}
	return 0;
}

static int cartesian_constraint(void *context, const struct dae_point *p, double *g)
{
	const double *q = p->q;
	(void)context;
	g[0] = (q[0] * q[0] + q[1] * q[1] - 1) / 2;
	g[1] = ((q[2] - q[0]) * (q[2] - q[0]) + (q[3] - q[1]) * (q[3] - q[1]) - 1) / 2;
	g[2] = q[3];
	return 0;
}

static int cartesian_jacobian(void *context, const struct dae_point *p, double *values)
{
	const double *q = p->q;
	const double rows[] = {q[0], q[1], 0, 0, q[0] - q[2], q[1] - q[3], q[2] - q[0], q[3] - q[1], 0, 0, 0, 1};
	(void)context;
	memcpy(values, rows, sizeof rows);
	return 0;
}

static int cartesian_rate(void *context, const struct dae_point *p, double *rate)
{
	(void)context;
	(void)p;
	memset(rate, 0, 3 * sizeof *rate);
	return 0;
}

static int cartesian_bias(void *context, const struct dae_point *p, double *bias)
{
	const double *v = p->v;
	(void)context;
	bias[0] = v[0] * v[0] + v[1] * v[1];
	bias[1] = (v[2] - v[0]) * (v[2] - v[0]) + (v[3] - v[1]) * (v[3] - v[1]);
	bias[2] = 0;
	return 0;
}

static void cartesian_retract(void *context, const double *q, const double *dq, double *moved)
{
	(void)context;
	for (int i = 0; i < 4; i++) {
		moved[i] = q[i] + dq[i];
	}
}

static const struct la_block cartesian_square = {0, 0, 4, 4};
static const struct la_block cartesian_rows = {0, 0, 3, 4};
static const double cartesian_sizes[] = {1, 1, 1, 1};

static const struct dae_system slider_crank_cartesian = {
	.n_q = 4,
	.n_v = 4,
	.n_g = 3,
	.n_mass_blocks = 1,
	.n_tangent_blocks = 1,
	.n_jacobian_blocks = 1,
	.mass_blocks = &cartesian_square,
	.tangent_blocks = &cartesian_square,
	.jacobian_blocks = &cartesian_rows,
	.motion_size = cartesian_sizes,
	.constraint_size = cartesian_sizes,
	.mass = cartesian_mass,
	.force = cartesian_force,
	.tangent = cartesian_tangent,
	.constraint = cartesian_constraint,
	.jacobian = cartesian_jacobian,
	.constraint_rate = cartesian_rate,
	.constraint_bias = cartesian_bias,
	.retract = cartesian_retract,
};

#endif
