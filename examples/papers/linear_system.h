/* Up to three unit masses on springs, M a + K q + G^T lambda = 0, K symmetric, with at most one linear constraint G q
 * = 0. Its energy (v.v + q.K q)/2 is conserved. */
#ifndef LINEAR_SYSTEM_H
#define LINEAR_SYSTEM_H

#include <string.h>

#include "dae_driver.h"

enum { LINEAR_MOST = 3 };

struct linear {
	int n, rows;
	double stiffness[LINEAR_MOST * LINEAR_MOST], row[LINEAR_MOST];
	struct la_block square, line;
	double size[LINEAR_MOST];
	struct dae_system system;
};

static int linear_mass(void *context, const double *q, double *values)
{
	const struct linear *l = context;
	(void)q;
	for (int i = 0; i < l->n * l->n; i++) {
		values[i] = i % (l->n + 1) == 0;
	}
	return 0;
}

static int linear_force(void *context, const struct dae_point *p, double *f)
{
	const struct linear *l = context;
	for (int i = 0; i < l->n; i++) {
		f[i] = 0;
		for (int k = 0; k < l->n; k++) {
			f[i] -= l->stiffness[i * l->n + k] * p->q[k];
		}
	}
	return 0;
}

static int linear_tangent(void *context, const struct dae_point *p, double cq, double cv, double *values)
{
	const struct linear *l = context;
	(void)p;
	(void)cv;
	for (int i = 0; i < l->n * l->n; i++) {
		values[i] = cq * l->stiffness[i];
	}
	return 0;
}

static int linear_constraint(void *context, const struct dae_point *p, double *g)
{
	const struct linear *l = context;
	for (int r = 0; r < l->rows; r++) {
		g[r] = 0;
		for (int i = 0; i < l->n; i++) {
			g[r] += l->row[i] * p->q[i];
		}
	}
	return 0;
}

static int linear_jacobian(void *context, const struct dae_point *p, double *values)
{
	const struct linear *l = context;
	(void)p;
	memcpy(values, l->row, (size_t)(l->rows * l->n) * sizeof *values);
	return 0;
}

static int linear_nothing(void *context, const struct dae_point *p, double *out)
{
	const struct linear *l = context;
	(void)p;
	memset(out, 0, (size_t)l->rows * sizeof *out);
	return 0;
}

static void linear_retract(void *context, const double *q, const double *dq, double *moved)
{
	const struct linear *l = context;
	for (int i = 0; i < l->n; i++) {
		moved[i] = q[i] + dq[i];
	}
}

static inline void linear_make(struct linear *l, int n, const double *stiffness, const double *row)
{
	*l = (struct linear){.n = n, .rows = row != NULL, .square = {0, 0, n, n}, .line = {0, 0, 1, n}};
	memcpy(l->stiffness, stiffness, (size_t)(n * n) * sizeof *stiffness);
	if (row) {
		memcpy(l->row, row, (size_t)n * sizeof *row);
	}
	for (int i = 0; i < n; i++) {
		l->size[i] = 1;
	}
	l->system = (struct dae_system){
		.n_q = n,
		.n_v = n,
		.n_g = l->rows,
		.n_mass_blocks = 1,
		.n_tangent_blocks = 1,
		.n_jacobian_blocks = l->rows,
		.mass_blocks = &l->square,
		.tangent_blocks = &l->square,
		.jacobian_blocks = &l->line,
		.motion_size = l->size,
		.constraint_size = l->size,
		.context = l,
		.mass = linear_mass,
		.force = linear_force,
		.tangent = linear_tangent,
		.constraint = linear_constraint,
		.jacobian = linear_jacobian,
		.constraint_rate = linear_nothing,
		.constraint_bias = linear_nothing,
		.retract = linear_retract,
	};
}

static inline double linear_energy(const struct linear *l, const double *q, const double *v)
{
	double sum = 0;
	for (int i = 0; i < l->n; i++) {
		sum += v[i] * v[i] / 2;
		for (int k = 0; k < l->n; k++) {
			sum += q[i] * l->stiffness[i * l->n + k] * q[k] / 2;
		}
	}
	return sum;
}

#endif
