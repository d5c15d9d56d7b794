/* Two bars with stiff springs and dampers in their pins, in Cartesian coordinates q = (x1, y1, angle1, x2, y2, angle2), as a hand-written
 * constrained system (Negrut 1998, section 5.1, tables 18 and 19). L are half lengths, inertias m L^2 / 3, g = 9.81; the first spring has
 * no torque at angle1 = 3 pi / 2, the second where the bars are aligned. The largest eigenvalue is near -1e5 1/s.
 */
#ifndef DOUBLE_PENDULUM_SYSTEM_H
#define DOUBLE_PENDULUM_SYSTEM_H

#include <math.h>
#include <string.h>

#include "dae_driver.h"

static const double double_pendulum_length[] = {1, 1.5}, double_pendulum_mass_value[] = {3, 0.3};
static const double double_pendulum_stiffness[] = {400, 3e5}, double_pendulum_damping[] = {15, 5e4};
static const double double_pendulum_gravity = 9.81, double_pendulum_rest = 4.71238898038468985769;

/* 2 pi and 23 pi / 12, at rest */
static const double double_pendulum_angles[] = {6.28318530717958647693, 6.02138591938043699872};

static inline int double_pendulum_mass(void *context, const double *q, double *values)
{
	(void)context;
	(void)q;
	memset(values, 0, 36 * sizeof *values);
	for (int k = 0; k < 2; k++) {
		const double m = double_pendulum_mass_value[k];
		const double l = double_pendulum_length[k];
		values[21 * k] = values[21 * k + 7] = m;
		values[21 * k + 14] = m * l * l / 3;
	}
	return 0;
}

static inline int double_pendulum_force(void *context, const struct dae_point *p, double *f)
{
	const double between =
		double_pendulum_stiffness[1] * (p->q[5] - p->q[2]) + double_pendulum_damping[1] * (p->v[5] - p->v[2]);
	(void)context;
	f[0] = f[3] = 0;
	f[1] = -double_pendulum_mass_value[0] * double_pendulum_gravity;
	f[4] = -double_pendulum_mass_value[1] * double_pendulum_gravity;
	f[2] = between - double_pendulum_stiffness[0] * (p->q[2] - double_pendulum_rest) -
	       double_pendulum_damping[0] * p->v[2];
	f[5] = -between;
	return 0;
}

static inline int double_pendulum_tangent(void *context, const struct dae_point *p, double cq, double cv,
                                          double *values)
{
	const double *l = double_pendulum_length;
	const double *force = p->lambda;
	const double ground = cq * double_pendulum_stiffness[0] + cv * double_pendulum_damping[0];
	const double between = cq * double_pendulum_stiffness[1] + cv * double_pendulum_damping[1];
	(void)context;
	memset(values, 0, 36 * sizeof *values);
	values[14] = ground + between +
	             cq * l[0] * ((force[0] + 2 * force[2]) * cos(p->q[2]) + (force[1] + 2 * force[3]) * sin(p->q[2]));
	values[17] = values[32] = -between;
	values[35] = between + cq * l[1] * (force[2] * cos(p->q[5]) + force[3] * sin(p->q[5]));
	return 0;
}

static inline int double_pendulum_constraint(void *context, const struct dae_point *p, double *g)
{
	const double *l = double_pendulum_length;
	(void)context;
	g[0] = p->q[0] - l[0] * cos(p->q[2]);
	g[1] = p->q[1] - l[0] * sin(p->q[2]);
	g[2] = p->q[3] - 2 * l[0] * cos(p->q[2]) - l[1] * cos(p->q[5]);
	g[3] = p->q[4] - 2 * l[0] * sin(p->q[2]) - l[1] * sin(p->q[5]);
	return 0;
}

static inline int double_pendulum_jacobian(void *context, const struct dae_point *p, double *values)
{
	const double *l = double_pendulum_length;
	(void)context;
	memset(values, 0, 24 * sizeof *values);
	values[0] = values[7] = values[15] = values[22] = 1;
	values[2] = l[0] * sin(p->q[2]);
	values[8] = -l[0] * cos(p->q[2]);
	values[14] = 2 * values[2];
	values[20] = 2 * values[8];
	values[17] = l[1] * sin(p->q[5]);
	values[23] = -l[1] * cos(p->q[5]);
	return 0;
}

static inline int double_pendulum_rate(void *context, const struct dae_point *p, double *rate)
{
	(void)context;
	(void)p;
	memset(rate, 0, 4 * sizeof *rate);
	return 0;
}

static inline int double_pendulum_bias(void *context, const struct dae_point *p, double *bias)
{
	const double first = double_pendulum_length[0] * p->v[2] * p->v[2];
	const double second = double_pendulum_length[1] * p->v[5] * p->v[5];
	(void)context;
	bias[0] = first * cos(p->q[2]);
	bias[1] = first * sin(p->q[2]);
	bias[2] = 2 * bias[0] + second * cos(p->q[5]);
	bias[3] = 2 * bias[1] + second * sin(p->q[5]);
	return 0;
}

static inline void double_pendulum_retract(void *context, const double *q, const double *dq, double *moved)
{
	(void)context;
	for (int i = 0; i < 6; i++) {
		moved[i] = q[i] + dq[i];
	}
}

static inline void double_pendulum_start(double *q)
{
	const double *l = double_pendulum_length;
	const double *angle = double_pendulum_angles;
	q[0] = l[0] * cos(angle[0]);
	q[1] = l[0] * sin(angle[0]);
	q[2] = angle[0];
	q[3] = 2 * q[0] + l[1] * cos(angle[1]);
	q[4] = 2 * q[1] + l[1] * sin(angle[1]);
	q[5] = angle[1];
}

static const struct la_block double_pendulum_square = {0, 0, 6, 6}, double_pendulum_rows = {0, 0, 4, 6};
static const double double_pendulum_sizes[] = {5, 5, 1, 5, 5, 1}, double_pendulum_row_sizes[] = {5, 5, 5, 5};

/* `accepted` is told of each step, with the context */
static inline struct dae_system double_pendulum_system(void *context,
                                                       void (*accepted)(void *context, const struct dae_point *p))
{
	return (struct dae_system){
		.n_q = 6,
		.n_v = 6,
		.n_g = 4,
		.n_mass_blocks = 1,
		.n_tangent_blocks = 1,
		.n_jacobian_blocks = 1,
		.mass_blocks = &double_pendulum_square,
		.tangent_blocks = &double_pendulum_square,
		.jacobian_blocks = &double_pendulum_rows,
		.motion_size = double_pendulum_sizes,
		.constraint_size = double_pendulum_row_sizes,
		.context = context,
		.mass = double_pendulum_mass,
		.force = double_pendulum_force,
		.tangent = double_pendulum_tangent,
		.constraint = double_pendulum_constraint,
		.jacobian = double_pendulum_jacobian,
		.constraint_rate = double_pendulum_rate,
		.constraint_bias = double_pendulum_bias,
		.retract = double_pendulum_retract,
		.accepted = accepted,
	};
}

#endif
