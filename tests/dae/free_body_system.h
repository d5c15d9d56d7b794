/* A free rigid body: q = quaternion, v = angular velocity in the body, J v' + v x J v = 0, J diagonal. No constraints. */
#ifndef FREE_BODY_SYSTEM_H
#define FREE_BODY_SYSTEM_H

#include <string.h>

#include "dae_driver.h"
#include "quaternion.h"

struct free_body {
	double inertia[3];
	struct dae_system system;
};

static inline int free_body_mass(void *context, const double *q, double *values)
{
	const struct free_body *b = context;
	(void)q;
	for (int i = 0; i < 9; i++) {
		values[i] = i % 4 == 0 ? b->inertia[i / 4] : 0;
	}
	return 0;
}

/* J w x w */
static inline void free_body_gyroscopic(const double *inertia, const double *w, double *torque)
{
	const double momentum[] = {inertia[0] * w[0], inertia[1] * w[1], inertia[2] * w[2]};
	cross(momentum, w, torque);
}

static inline int free_body_force(void *context, const struct dae_point *p, double *f)
{
	const struct free_body *b = context;
	free_body_gyroscopic(b->inertia, p->v, f);
	return 0;
}

/* adds factor (W^ J - (J W)^), the derivative of W x J W, to a block of a matrix with `width` columns */
static inline void free_body_add_gyroscopic(double factor, const double *inertia, const double *w, int width,
                                            double *block)
{
	const double momentum[] = {inertia[0] * w[0], inertia[1] * w[1], inertia[2] * w[2]};
	for (int k = 0; k < 3; k++) {
		const double unit[] = {k == 0, k == 1, k == 2};
		double turned[] = {inertia[0] * unit[0], inertia[1] * unit[1], inertia[2] * unit[2]};
		double change[3];
		cross(w, turned, turned);
		cross(momentum, unit, change);
		for (int i = 0; i < 3; i++) {
			block[i * width + k] += factor * (turned[i] - change[i]);
		}
	}
}

static inline int free_body_tangent(void *context, const struct dae_point *p, double cq, double cv, double *values)
{
	const struct free_body *b = context;
	(void)cq;
	memset(values, 0, 9 * sizeof *values);
	free_body_add_gyroscopic(cv, b->inertia, p->v, 3, values);
	return 0;
}

static inline int free_body_nothing(void *context, const struct dae_point *p, double *out)
{
	(void)context;
	(void)p;
	(void)out;
	return 0;
}

static inline void free_body_retract(void *context, const double *q, const double *dq, double *moved)
{
	double e[4];
	(void)context;
	quaternion_exponential(dq, e);
	quaternion_multiply(q, e, moved);
}

/* rate = v + dq x v / 2 + (1 - x cot x) / (4 x^2) dq x (dq x v), x = |dq| / 2 */
static inline void free_body_increment_rate(void *context, const double *q, const double *dq, const double *v,
                                            double *rate)
{
	double once[3], twice[3];
	double x = sqrt(dq[0] * dq[0] + dq[1] * dq[1] + dq[2] * dq[2]) / 2;
	double factor = x > 1e-3 ? (1 - x / tan(x)) / (4 * x * x) : 1.0 / 12 + x * x / 180;
	(void)context;
	(void)q;
	cross(dq, v, once);
	cross(dq, once, twice);
	for (int i = 0; i < 3; i++) {
		rate[i] = v[i] + once[i] / 2 + factor * twice[i];
	}
}

static inline void free_body_compose(void *context, const double *a, const double *b, double *sum)
{
	double first[4], second[4];
	(void)context;
	quaternion_exponential(a, first);
	quaternion_exponential(b, second);
	quaternion_multiply(first, second, first);
	quaternion_logarithm(first, sum);
}

static const struct la_block free_body_block = {0, 0, 3, 3};
static const double free_body_sizes[] = {1, 1, 1};

static inline void free_body_make(struct free_body *b, double inertia1, double inertia2, double inertia3)
{
	*b = (struct free_body){.inertia = {inertia1, inertia2, inertia3}};
	b->system = (struct dae_system){
		.n_q = 4,
		.n_v = 3,
		.n_mass_blocks = 1,
		.n_tangent_blocks = 1,
		.mass_blocks = &free_body_block,
		.tangent_blocks = &free_body_block,
		.motion_size = free_body_sizes,
		.context = b,
		.mass = free_body_mass,
		.force = free_body_force,
		.tangent = free_body_tangent,
		.constraint = free_body_nothing,
		.jacobian = free_body_nothing,
		.constraint_rate = free_body_nothing,
		.constraint_bias = free_body_nothing,
		.retract = free_body_retract,
		.increment_rate = free_body_increment_rate,
		.compose = free_body_compose,
	};
}

/* Orientation and velocity at t of a symmetric body, J1 = J2, that had no rotation and the velocity v at 0: it turns about
 * the fixed angular momentum l = J v with l / J1 and about its axis with v3 (1 - J3/J1), q(t) = exp(t l / J1) exp(t v3 (1
 * - J3/J1) e3); v1 + i v2 turns with v3 (J3/J1 - 1) */
static inline void free_body_exact(const struct free_body *b, const double *v, double t, double *q, double *v_end)
{
	double ratio = b->inertia[2] / b->inertia[0];
	double turn = t * v[2] * (ratio - 1);
	const double precession[] = {t * v[0], t * v[1], t * v[2] * ratio};
	const double spin[] = {0, 0, -turn};
	double first[4], second[4];
	quaternion_exponential(precession, first);
	quaternion_exponential(spin, second);
	quaternion_multiply(first, second, q);
	v_end[0] = v[0] * cos(turn) - v[1] * sin(turn);
	v_end[1] = v[0] * sin(turn) + v[1] * cos(turn);
	v_end[2] = v[2];
}

#endif
