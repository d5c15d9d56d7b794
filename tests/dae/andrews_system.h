/* Andrews' squeezing mechanism as a hand-written constrained system: seven bodies K1 .. K7 in the seven angles q =
 * (beta, Theta, gamma, Phi, delta, Omega, epsilon), three closed loops, a spring and a constant torque on K1 (Hairer,
 * Wanner, "Solving Ordinary Differential Equations II", section VII.7; test set for initial value problems).
 *
 * Every point of it is a sum of arms, fixed length times (cos phi, sin phi) with phi = sums of angles + a constant.
 * With the inertia force m r'' of each body, r'' from the arms, all that is asked for follows by the product rule:
 *
 *     M a + G^T lambda - f = sum_k (m_k (dr_k/dq)^T r_k'' + I_k w_k w_k^T a) + G^T lambda - Q
 *
 * with 1 in w_k for the angles that turn body k and Q from spring and torque.
 */
#ifndef ANDREWS_SYSTEM_H
#define ANDREWS_SYSTEM_H

#include <math.h>
#include <string.h>

#include "dae_driver.h"

enum { ANDREWS_ANGLES = 7, ANDREWS_ROWS = 6, ANDREWS_MOST_ARMS = 4 };
enum { ANDREWS_BETA, ANDREWS_THETA, ANDREWS_GAMMA, ANDREWS_PHI, ANDREWS_DELTA, ANDREWS_OMEGA, ANDREWS_EPSILON };

/* angles that add up, as bits */
enum {
	ANDREWS_B = 1 << ANDREWS_BETA,
	ANDREWS_BT = ANDREWS_B | 1 << ANDREWS_THETA,
	ANDREWS_G = 1 << ANDREWS_GAMMA,
	ANDREWS_D = 1 << ANDREWS_DELTA,
	ANDREWS_PD = ANDREWS_D | 1 << ANDREWS_PHI,
	ANDREWS_E = 1 << ANDREWS_EPSILON,
	ANDREWS_OE = ANDREWS_E | 1 << ANDREWS_OMEGA
};

/* length (along, across): along (cos phi, sin phi) + across (sin phi, -cos phi) */
struct andrews_arm {
	double along, across;
	int angles;
};
struct andrews_point {
	double x, y; /* fixed part */
	struct andrews_arm arms[ANDREWS_MOST_ARMS];
};
struct andrews_body {
	double mass, inertia;
	int angles;
	struct andrews_point center;
};

static const struct andrews_body andrews_bodies[ANDREWS_ANGLES] = {
	{0.04325, 2.194e-6, ANDREWS_B, {0, 0, {{0.00092, 0, ANDREWS_B}}}},
	{0.00365, 4.41e-7, ANDREWS_BT, {0, 0, {{0.007, 0, ANDREWS_B}, {-0.0115, 0, ANDREWS_BT}}}},
	{0.02373, 5.255e-6, ANDREWS_G, {-0.03635, 0.03273, {{0.01043, 0.01874, ANDREWS_G}}}},
	{0.00706, 5.667e-7, ANDREWS_PD, {-0.06934, -0.00227, {{0.04, 0, ANDREWS_D}, {0, 0.02 - 0.01421, ANDREWS_PD}}}},
	{0.0705, 1.169e-5, ANDREWS_D, {-0.06934, -0.00227, {{0.02308, 0.00916, ANDREWS_D}}}},
	{0.00706, 5.667e-7, ANDREWS_OE, {-0.06934, -0.00227, {{0, 0.04, ANDREWS_E}, {0.02 - 0.01421, 0, ANDREWS_OE}}}},
	{0.05498, 1.912e-5, ANDREWS_E, {-0.06934, -0.00227, {{0.01228, 0.00449, ANDREWS_E}}}},
};

/* two rows each: the tip of K1 and K2 against K3, K4, K6 */
static const struct andrews_point andrews_loops[ANDREWS_ROWS / 2] = {
	{0.03635, -0.03273, {{0.007, 0, ANDREWS_B}, {-0.028, 0, ANDREWS_BT}, {0, -0.035, ANDREWS_G}}},
	{0.06934, 0.00227, {{0.007, 0, ANDREWS_B}, {-0.028, 0, ANDREWS_BT}, {0, -0.02, ANDREWS_PD}, {-0.04, 0, ANDREWS_D}}},
	{0.06934, 0.00227, {{0.007, 0, ANDREWS_B}, {-0.028, 0, ANDREWS_BT}, {-0.02, 0, ANDREWS_OE}, {0, -0.04, ANDREWS_E}}},
};

/* from the spring's fixed end C to its end on K3 */
static const struct andrews_point andrews_spring = {-0.03635 - 0.014, 0.03273 - 0.072, {{0.02, 0.018, ANDREWS_G}}};
static const double andrews_stiffness = 4530;
static const double andrews_length = 0.07785;
static const double andrews_torque = 0.033;

static const double andrews_start[ANDREWS_ANGLES] = {
	-0.0617138900142764496358948458001, 0,
	0.455279819163070380255912382449,   0.222668390165885884674473185609,
	0.487364979543842550225598953530,   -0.222668390165885884674473185609,
	1.23054744454982119249735015568,
};

/* energy at the start, see andrews_energy */
static const double andrews_start_energy = 1.4378329575321398726;

/* t = 0.03 s, in quadruple precision by extrapolation methods of orders 16 and 20 on the equations at acceleration
 * level; they agree with the reference solution of the test set for initial value problems to the digits that are
 * right there (10 in the first angle, 6 to 7 in lambda) */
static const double andrews_end_q[ANDREWS_ANGLES] = {
	15.810771195153707097,  -15.756371058411839470, 0.040822240119645804858, -0.53473011634207959377,
	0.52440996587995406937, 0.53473011634207959377, 1.0480807410419378731,
};
static const double andrews_end_v[ANDREWS_ANGLES] = {
	1139.9203022591060642,  -1424.3792951775400732, 11.032911910618593745,  19.293374105032040832,
	0.57356991482950245382, -19.293374105032040832, 0.32317914924913087499,
};
static const double andrews_end_lambda[ANDREWS_ROWS] = {
	199.17534810453862819, -29.755309974971763324, 23.066543611622151129,
	31.452725275771137075, 22.642494786394378578,  11.617392352611255907,
};

static double andrews_sum(int angles, const double *x)
{
	double sum = 0;
	for (int i = 0; i < ANDREWS_ANGLES; i++) {
		sum += angles >> i & 1 ? x[i] : 0;
	}
	return sum;
}

/* an arm and its first derivative by its angle; the second is the arm, negative */
static void andrews_turn(const struct andrews_arm *arm, const double *q, double r[2], double dr[2])
{
	double phi = andrews_sum(arm->angles, q);
	double c = cos(phi);
	double s = sin(phi);
	r[0] = arm->along * c + arm->across * s;
	r[1] = arm->along * s - arm->across * c;
	dr[0] = -r[1];
	dr[1] = r[0];
}

static void andrews_place(const struct andrews_point *p, const double *q, double r[2])
{
	r[0] = p->x;
	r[1] = p->y;
	for (int k = 0; k < ANDREWS_MOST_ARMS; k++) {
		double arm[2], derivative[2];
		andrews_turn(&p->arms[k], q, arm, derivative);
		r[0] += arm[0];
		r[1] += arm[1];
	}
}

/* dr/dq, by columns */
static void andrews_gradient(const struct andrews_point *p, const double *q, double gradient[ANDREWS_ANGLES][2])
{
	memset(gradient, 0, ANDREWS_ANGLES * sizeof *gradient);
	for (int k = 0; k < ANDREWS_MOST_ARMS; k++) {
		double arm[2], derivative[2];
		andrews_turn(&p->arms[k], q, arm, derivative);
		for (int i = 0; i < ANDREWS_ANGLES; i++) {
			int turns = p->arms[k].angles >> i & 1;
			gradient[i][0] += turns ? derivative[0] : 0;
			gradient[i][1] += turns ? derivative[1] : 0;
		}
	}
}

/* acceleration of the point, and its derivatives by q and v, each by columns */
static void andrews_acceleration(const struct andrews_point *p, const double *q, const double *v, const double *a,
                                 double r[2], double by_q[ANDREWS_ANGLES][2], double by_v[ANDREWS_ANGLES][2])
{
	r[0] = r[1] = 0;
	memset(by_q, 0, ANDREWS_ANGLES * sizeof *by_q);
	memset(by_v, 0, ANDREWS_ANGLES * sizeof *by_v);
	for (int k = 0; k < ANDREWS_MOST_ARMS; k++) {
		double arm[2], derivative[2];
		double speed = andrews_sum(p->arms[k].angles, v);
		double acceleration = andrews_sum(p->arms[k].angles, a);
		andrews_turn(&p->arms[k], q, arm, derivative);
		for (int x = 0; x < 2; x++) {
			r[x] += derivative[x] * acceleration - arm[x] * speed * speed;
			for (int i = 0; i < ANDREWS_ANGLES; i++) {
				int turns = p->arms[k].angles >> i & 1;
				by_q[i][x] += turns ? -arm[x] * acceleration - derivative[x] * speed * speed : 0;
				by_v[i][x] += turns ? -2 * arm[x] * speed : 0;
			}
		}
	}
}

/* values += factor times the second derivatives of `along` . point */
static void andrews_add_curvature(const struct andrews_point *p, const double *q, const double along[2], double factor,
                                  double *values)
{
	for (int k = 0; k < ANDREWS_MOST_ARMS; k++) {
		double arm[2], derivative[2];
		andrews_turn(&p->arms[k], q, arm, derivative);
		double second = -factor * (along[0] * arm[0] + along[1] * arm[1]);
		for (int i = 0; i < ANDREWS_ANGLES; i++) {
			for (int j = 0; j < ANDREWS_ANGLES; j++) {
				int turns = (p->arms[k].angles >> i & 1) && (p->arms[k].angles >> j & 1);
				values[i * ANDREWS_ANGLES + j] += turns ? second : 0;
			}
		}
	}
}

static int andrews_mass(void *context, const double *q, double *values)
{
	(void)context;
	memset(values, 0, ANDREWS_ANGLES * ANDREWS_ANGLES * sizeof *values);
	for (int k = 0; k < ANDREWS_ANGLES; k++) {
		const struct andrews_body *b = &andrews_bodies[k];
		double d[ANDREWS_ANGLES][2];
		andrews_gradient(&b->center, q, d);
		for (int i = 0; i < ANDREWS_ANGLES; i++) {
			for (int j = 0; j < ANDREWS_ANGLES; j++) {
				int turns = (b->angles >> i & 1) && (b->angles >> j & 1);
				values[i * ANDREWS_ANGLES + j] +=
					b->mass * (d[i][0] * d[j][0] + d[i][1] * d[j][1]) + (turns ? b->inertia : 0);
			}
		}
	}
	return 0;
}

/* tension of the spring and its direction, from C to K3 */
static double andrews_tension(const double *q, double direction[2], double *length)
{
	andrews_place(&andrews_spring, q, direction);
	*length = hypot(direction[0], direction[1]);
	direction[0] /= *length;
	direction[1] /= *length;
	return andrews_stiffness * (*length - andrews_length);
}

static int andrews_force(void *context, const struct dae_point *p, double *f)
{
	static const double rest[ANDREWS_ANGLES] = {0};
	double d[ANDREWS_ANGLES][2], by_q[ANDREWS_ANGLES][2], by_v[ANDREWS_ANGLES][2], r[2], length;
	(void)context;
	double tension = andrews_tension(p->q, r, &length);
	andrews_gradient(&andrews_spring, p->q, d);
	for (int i = 0; i < ANDREWS_ANGLES; i++) {
		f[i] = (i == ANDREWS_BETA ? andrews_torque : 0) - tension * (d[i][0] * r[0] + d[i][1] * r[1]);
	}
	for (int k = 0; k < ANDREWS_ANGLES; k++) {
		const struct andrews_body *b = &andrews_bodies[k];
		andrews_gradient(&b->center, p->q, d);
		andrews_acceleration(&b->center, p->q, p->v, rest, r, by_q, by_v);
		for (int i = 0; i < ANDREWS_ANGLES; i++) {
			f[i] -= b->mass * (d[i][0] * r[0] + d[i][1] * r[1]);
		}
	}
	return 0;
}

/* spring: tension t along e gives t de/dq + dt/dq e, all with the gradient of the end point */
static void andrews_add_spring_tangent(const double *q, double cq, double *values)
{
	double d[ANDREWS_ANGLES][2], e[2], length;
	double tension = andrews_tension(q, e, &length);
	andrews_gradient(&andrews_spring, q, d);
	for (int i = 0; i < ANDREWS_ANGLES; i++) {
		double i_along = d[i][0] * e[0] + d[i][1] * e[1];
		for (int j = 0; j < ANDREWS_ANGLES; j++) {
			double j_along = d[j][0] * e[0] + d[j][1] * e[1];
			double across = d[i][0] * d[j][0] + d[i][1] * d[j][1] - i_along * j_along;
			values[i * ANDREWS_ANGLES + j] += cq * (andrews_stiffness * i_along * j_along + tension * across / length);
		}
	}
	andrews_add_curvature(&andrews_spring, q, e, cq * tension, values);
}

static int andrews_tangent(void *context, const struct dae_point *p, double cq, double cv, double *values)
{
	double d[ANDREWS_ANGLES][2], by_q[ANDREWS_ANGLES][2], by_v[ANDREWS_ANGLES][2], r[2];
	(void)context;
	memset(values, 0, ANDREWS_ANGLES * ANDREWS_ANGLES * sizeof *values);
	for (int k = 0; k < ANDREWS_ANGLES; k++) {
		const struct andrews_body *b = &andrews_bodies[k];
		andrews_gradient(&b->center, p->q, d);
		andrews_acceleration(&b->center, p->q, p->v, p->a, r, by_q, by_v);
		for (int i = 0; i < ANDREWS_ANGLES; i++) {
			for (int j = 0; j < ANDREWS_ANGLES; j++) {
				double x = cq * by_q[j][0] + cv * by_v[j][0];
				double y = cq * by_q[j][1] + cv * by_v[j][1];
				values[i * ANDREWS_ANGLES + j] += b->mass * (d[i][0] * x + d[i][1] * y);
			}
		}
		andrews_add_curvature(&b->center, p->q, r, cq * b->mass, values);
	}
	for (int k = 0; k < ANDREWS_ROWS / 2; k++) {
		andrews_add_curvature(&andrews_loops[k], p->q, p->lambda + 2 * k, cq, values);
	}
	andrews_add_spring_tangent(p->q, cq, values);
	return 0;
}

static int andrews_constraint(void *context, const struct dae_point *p, double *g)
{
	(void)context;
	for (int k = 0; k < ANDREWS_ROWS / 2; k++) {
		andrews_place(&andrews_loops[k], p->q, g + 2 * k);
	}
	return 0;
}

static int andrews_jacobian(void *context, const struct dae_point *p, double *values)
{
	(void)context;
	for (int k = 0; k < ANDREWS_ROWS / 2; k++) {
		double d[ANDREWS_ANGLES][2];
		andrews_gradient(&andrews_loops[k], p->q, d);
		for (int i = 0; i < ANDREWS_ANGLES; i++) {
			values[2 * k * ANDREWS_ANGLES + i] = d[i][0];
			values[(2 * k + 1) * ANDREWS_ANGLES + i] = d[i][1];
		}
	}
	return 0;
}

static int andrews_rate(void *context, const struct dae_point *p, double *rate)
{
	(void)context;
	(void)p;
	memset(rate, 0, ANDREWS_ROWS * sizeof *rate);
	return 0;
}

static int andrews_bias(void *context, const struct dae_point *p, double *bias)
{
	static const double rest[ANDREWS_ANGLES] = {0};
	double by_q[ANDREWS_ANGLES][2], by_v[ANDREWS_ANGLES][2];
	(void)context;
	for (int k = 0; k < ANDREWS_ROWS / 2; k++) {
		andrews_acceleration(&andrews_loops[k], p->q, p->v, rest, bias + 2 * k, by_q, by_v);
	}
	return 0;
}

static void andrews_retract(void *context, const double *q, const double *dq, double *moved)
{
	(void)context;
	for (int i = 0; i < ANDREWS_ANGLES; i++) {
		moved[i] = q[i] + dq[i];
	}
}

/* kinetic and potential energy less the work of the torque since angle 0 of K1 */
static inline double andrews_energy(const double *q, const double *v)
{
	double mass[ANDREWS_ANGLES * ANDREWS_ANGLES], direction[2], length;
	andrews_mass(NULL, q, mass);
	andrews_tension(q, direction, &length);
	double energy = andrews_stiffness * (length - andrews_length) * (length - andrews_length) / 2;
	for (int i = 0; i < ANDREWS_ANGLES; i++) {
		for (int j = 0; j < ANDREWS_ANGLES; j++) {
			energy += v[i] * mass[i * ANDREWS_ANGLES + j] * v[j] / 2;
		}
	}
	return energy - andrews_torque * q[ANDREWS_BETA];
}

static const struct la_block andrews_square = {0, 0, ANDREWS_ANGLES, ANDREWS_ANGLES};
static const struct la_block andrews_row_block = {0, 0, ANDREWS_ROWS, ANDREWS_ANGLES};
static const double andrews_motion_size[ANDREWS_ANGLES] = {1, 1, 1, 1, 1, 1, 1};
static const double andrews_constraint_size[ANDREWS_ROWS] = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1};

static const struct dae_system andrews_system = {
	.n_q = ANDREWS_ANGLES,
	.n_v = ANDREWS_ANGLES,
	.n_g = ANDREWS_ROWS,
	.n_mass_blocks = 1,
	.n_tangent_blocks = 1,
	.n_jacobian_blocks = 1,
	.mass_blocks = &andrews_square,
	.tangent_blocks = &andrews_square,
	.jacobian_blocks = &andrews_row_block,
	.motion_size = andrews_motion_size,
	.constraint_size = andrews_constraint_size,
	.mass = andrews_mass,
	.force = andrews_force,
	.tangent = andrews_tangent,
	.constraint = andrews_constraint,
	.jacobian = andrews_jacobian,
	.constraint_rate = andrews_rate,
	.constraint_bias = andrews_bias,
	.retract = andrews_retract,
};

#endif
