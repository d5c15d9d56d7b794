/* A unit mass in polar coordinates q = (r, phi) whose motion is given by two constraints,
 *
 *     r^2 = R(t)^2, R = 1 + 0.3 sin 2t,        tan(phi / 2) = tan(Phi(t) / 2), Phi = 0.8 sin 3t,
 *
 * on a stiff spring and damper along r: the equations of motion are there for the multipliers
 * alone,
 *
 *     r'' - r phi'^2 + k (r - 1) + d r' + 2 r lambda_1 = 0
 *     r^2 phi'' + 2 r r' phi' + lambda_2 / (2 cos^2(phi / 2)) = 0.
 *
 * Mass and Jacobian depend on q, the constraints are not linear in it.
 */
#ifndef DRIVEN_SYSTEM_H
#define DRIVEN_SYSTEM_H

#include <math.h>
#include <string.h>

#include "method_run.h"

static const double driven_stiffness = 500;
static const double driven_damping = 20;

/* R, Phi and their first two derivatives */
static inline void driven_motion(double t, double *q, double *v, double *a)
{
	q[0] = 1 + 0.3 * sin(2 * t);
	v[0] = 0.6 * cos(2 * t);
	a[0] = -1.2 * sin(2 * t);
	q[1] = 0.8 * sin(3 * t);
	v[1] = 2.4 * cos(3 * t);
	a[1] = -7.2 * sin(3 * t);
}

static int driven_mass(void *context, const double *q, double *values)
{
	(void)context;
	values[0] = 1;
	values[1] = values[2] = 0;
	values[3] = q[0] * q[0];
	return 0;
}

static int driven_force(void *context, const struct dae_point *p, double *f)
{
	double r = p->q[0];
	(void)context;
	f[0] = r * p->v[1] * p->v[1] - driven_stiffness * (r - 1) - driven_damping * p->v[0];
	f[1] = -2 * r * p->v[0] * p->v[1];
	return 0;
}

static int driven_tangent(void *context, const struct dae_point *p, double cq, double cv, double *values)
{
	double r = p->q[0];
	double c = cos(p->q[1] / 2);
	(void)context;
	values[0] = cq * (driven_stiffness - p->v[1] * p->v[1] + 2 * p->lambda[0]) + cv * driven_damping;
	values[1] = -cv * 2 * r * p->v[1];
	values[2] = cq * (2 * r * p->a[1] + 2 * p->v[0] * p->v[1]) + cv * 2 * r * p->v[1];
	values[3] = cq * p->lambda[1] * sin(p->q[1] / 2) / (2 * c * c * c) + cv * 2 * r * p->v[0];
	return 0;
}

static int driven_constraint(void *context, const struct dae_point *p, double *g)
{
	double q[2], v[2], a[2];
	(void)context;
	driven_motion(p->t, q, v, a);
	g[0] = p->q[0] * p->q[0] - q[0] * q[0];
	g[1] = tan(p->q[1] / 2) - tan(q[1] / 2);
	return 0;
}

static int driven_jacobian(void *context, const struct dae_point *p, double *values)
{
	double c = cos(p->q[1] / 2);
	(void)context;
	values[0] = 2 * p->q[0];
	values[1] = values[2] = 0;
	values[3] = 1 / (2 * c * c);
	return 0;
}

static int driven_rate(void *context, const struct dae_point *p, double *rate)
{
	double q[2], v[2], a[2];
	(void)context;
	driven_motion(p->t, q, v, a);
	rate[0] = -2 * q[0] * v[0];
	rate[1] = -v[1] / (2 * cos(q[1] / 2) * cos(q[1] / 2));
	return 0;
}

/* second derivative of tan(phi / 2) along v and a */
static double driven_tangent_bias(double phi, double v, double a)
{
	double c = cos(phi / 2);
	return a / (2 * c * c) + v * v * sin(phi / 2) / (2 * c * c * c);
}

static int driven_bias(void *context, const struct dae_point *p, double *bias)
{
	double q[2], v[2], a[2];
	(void)context;
	driven_motion(p->t, q, v, a);
	bias[0] = 2 * p->v[0] * p->v[0] - 2 * (v[0] * v[0] + q[0] * a[0]);
	bias[1] = driven_tangent_bias(p->q[1], p->v[1], 0) - driven_tangent_bias(q[1], v[1], a[1]);
	return 0;
}

static void driven_retract(void *context, const double *q, const double *dq, double *moved)
{
	(void)context;
	moved[0] = q[0] + dq[0];
	moved[1] = q[1] + dq[1];
}

static inline void driven_multipliers(double t, double *lambda)
{
	double q[2], v[2], a[2];
	driven_motion(t, q, v, a);
	double c = cos(q[1] / 2);
	double along = a[0] - q[0] * v[1] * v[1] + driven_stiffness * (q[0] - 1) + driven_damping * v[0];
	double across = q[0] * q[0] * a[1] + 2 * q[0] * v[0] * v[1];
	lambda[0] = -along / (2 * q[0]);
	lambda[1] = -across * 2 * c * c;
}

static const struct la_block driven_square = {0, 0, 2, 2};
static const double driven_sizes[] = {1, 1};

static const struct dae_system driven_system = {
	.n_q = 2,
	.n_v = 2,
	.n_g = 2,
	.n_mass_blocks = 1,
	.n_tangent_blocks = 1,
	.n_jacobian_blocks = 1,
	.mass_blocks = &driven_square,
	.tangent_blocks = &driven_square,
	.jacobian_blocks = &driven_square,
	.motion_size = driven_sizes,
	.constraint_size = driven_sizes,
	.mass = driven_mass,
	.force = driven_force,
	.tangent = driven_tangent,
	.constraint = driven_constraint,
	.jacobian = driven_jacobian,
	.constraint_rate = driven_rate,
	.constraint_bias = driven_bias,
	.retract = driven_retract,
};

/* largest errors over 2 s */
struct driven_errors {
	double q, v, a, lambda;
};

static inline struct driven_errors driven_run(const struct dae_method *method, enum dae_formulation formulation,
                                              double tolerance)
{
	struct method_run r;
	struct driven_errors e = {0};
	double q[2], v[2], a[2], lambda[2];
	method_begin(&r, &driven_system, method, tolerance);
	r.options.formulation = formulation;
	driven_motion(0, r.s.q, r.s.v, a);
	for (int i = 1; i <= 50; i++) {
		method_advance(&r, 0.04 * i);
		driven_motion(0.04 * i, q, v, a);
		driven_multipliers(0.04 * i, lambda);
		e.q = fmax(e.q, method_distance(2, r.s.q, q));
		e.v = fmax(e.v, method_distance(2, r.s.v, v));
		e.a = fmax(e.a, method_distance(2, r.s.a, a));
		e.lambda = fmax(e.lambda, method_distance(2, r.s.lambda, lambda));
	}
	method_end(&r);
	return e;
}

/* Nothing is left to the equations of motion but the efforts, which are of size 100. With both
 * levels enforced they are right whatever the step. With velocities alone the drift of positions
 * follows the tolerance, and with it the efforts. `rounding` is that of velocities at small
 * steps. */
static inline void assert_driven_efforts_are_right(const struct dae_method *method, double tolerance, double rounding)
{
	const struct driven_errors both = driven_run(method, DAE_STABILIZED, tolerance);
	const struct driven_errors velocities = driven_run(method, DAE_INDEX2, tolerance);
	assert_small(both.q, 1e-11);
	assert_small(both.v, 0.05 * tolerance + rounding);
	assert_small(both.a, 0.05 * tolerance + rounding);
	assert_small(both.lambda, tolerance + 10 * rounding);
	assert_small(velocities.q, tolerance);
	assert_small(velocities.v, tolerance);
	assert_small(velocities.lambda, 100 * tolerance);
}

#endif
