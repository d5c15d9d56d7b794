/* Rotations as unit quaternions: `retract` by the exponential map makes the methods those of motion (Dymore manual,
 * section 5; Bruels, Cardona, Arnold). A free symmetric top with its closed solution, and the heavy top fixed in a
 * point by three constraints. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>

#include "assert_close.h"
#include "dae_methods.h"
#include "method_run.h"

/* ---- quaternions (scalar first) and vectors ---- */

static void cross(const double *a, const double *b, double *c)
{
	double x = a[1] * b[2] - a[2] * b[1];
	double y = a[2] * b[0] - a[0] * b[2];
	c[2] = a[0] * b[1] - a[1] * b[0];
	c[0] = x;
	c[1] = y;
}

static void quaternion_multiply(const double *a, const double *b, double *c)
{
	double w = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
	double x = a[0] * b[1] + b[0] * a[1] + a[2] * b[3] - a[3] * b[2];
	double y = a[0] * b[2] + b[0] * a[2] + a[3] * b[1] - a[1] * b[3];
	double z = a[0] * b[3] + b[0] * a[3] + a[1] * b[2] - a[2] * b[1];
	c[0] = w;
	c[1] = x;
	c[2] = y;
	c[3] = z;
}

/* of a rotation vector */
static void quaternion_exponential(const double *r, double *e)
{
	double angle = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
	double factor = angle > 1e-4 ? sin(angle / 2) / angle : 0.5 - angle * angle / 48;
	e[0] = cos(angle / 2);
	for (int i = 0; i < 3; i++) {
		e[i + 1] = factor * r[i];
	}
}

/* R x */
static void rotate(const double *e, const double *x, double *y)
{
	double once[3], twice[3];
	cross(e + 1, x, once);
	cross(e + 1, once, twice);
	for (int i = 0; i < 3; i++) {
		y[i] = x[i] + 2 * (e[0] * once[i] + twice[i]);
	}
}

static void rotate_back(const double *e, const double *x, double *y)
{
	const double inverse[] = {e[0], -e[1], -e[2], -e[3]};
	rotate(inverse, x, y);
}

static double quaternion_length(const double *e)
{
	return sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
}

/* adds factor a^ b^, a^ being the matrix of the cross product with a, to a block of a matrix with `width` columns */
static void add_crosses(double factor, const double *a, const double *b, int width, double *block)
{
	for (int k = 0; k < 3; k++) {
		double unit[] = {k == 0, k == 1, k == 2};
		double column[3];
		cross(b, unit, column);
		cross(a, column, column);
		for (int i = 0; i < 3; i++) {
			block[i * width + k] += factor * column[i];
		}
	}
}

/* adds factor (W^ J - (J W)^), the derivative of W x J W */
static void add_gyroscopic(double factor, const double *inertia, const double *w, int width, double *block)
{
	for (int k = 0; k < 3; k++) {
		double unit[] = {k == 0, k == 1, k == 2};
		double turned[] = {inertia[0] * unit[0], inertia[1] * unit[1], inertia[2] * unit[2]};
		double momentum[] = {inertia[0] * w[0], inertia[1] * w[1], inertia[2] * w[2]};
		cross(w, turned, turned);
		cross(momentum, unit, momentum);
		for (int i = 0; i < 3; i++) {
			block[i * width + k] += factor * (turned[i] - momentum[i]);
		}
	}
}

/* ---- free top: q = quaternion, v = angular velocity in the body, J v' + v x J v = 0 ---- */

static const double free_inertia[] = {1, 1, 1.6};

static int free_mass(void *context, const double *q, double *values)
{
	(void)context;
	(void)q;
	for (int i = 0; i < 9; i++) {
		values[i] = i % 4 == 0 ? free_inertia[i / 4] : 0;
	}
	return 0;
}

static int free_force(void *context, const struct dae_point *p, double *f)
{
	double momentum[] = {free_inertia[0] * p->v[0], free_inertia[1] * p->v[1], free_inertia[2] * p->v[2]};
	(void)context;
	cross(momentum, p->v, f);
	return 0;
}

static int free_tangent(void *context, const struct dae_point *p, double cq, double cv, double *values)
{
	(void)context;
	(void)cq;
	memset(values, 0, 9 * sizeof *values);
	add_gyroscopic(cv, free_inertia, p->v, 3, values);
	return 0;
}

static int nothing(void *context, const struct dae_point *p, double *out)
{
	(void)context;
	(void)p;
	(void)out;
	return 0;
}

static void free_retract(void *context, const double *q, const double *dq, double *moved)
{
	double e[4];
	(void)context;
	quaternion_exponential(dq, e);
	quaternion_multiply(q, e, moved);
}

static const struct la_block free_block = {0, 0, 3, 3};
static const double sizes[] = {1, 1, 1, 1, 1, 1};
static const struct dae_system free_top = {
	.n_q = 4,
	.n_v = 3,
	.n_mass_blocks = 1,
	.n_tangent_blocks = 1,
	.mass_blocks = &free_block,
	.tangent_blocks = &free_block,
	.motion_size = sizes,
	.constraint_size = sizes,
	.mass = free_mass,
	.force = free_force,
	.tangent = free_tangent,
	.constraint = nothing,
	.jacobian = nothing,
	.constraint_rate = nothing,
	.constraint_bias = nothing,
	.retract = free_retract,
};

/* A symmetric body turns about the fixed angular momentum l = J v(0) with l / J1, and about its axis with v3 (1 -
 * J3/J1): q(t) = exp(t l / J1) exp(t v3 (1 - J3/J1) e3) */
static void free_exact(const double *v, double t, double *q)
{
	double ratio = free_inertia[2] / free_inertia[0];
	const double precession[] = {t * v[0], t * v[1], t * v[2] * ratio};
	const double spin[] = {0, 0, t * v[2] * (1 - ratio)};
	double a[4], b[4];
	quaternion_exponential(precession, a);
	quaternion_exponential(spin, b);
	quaternion_multiply(a, b, q);
}

struct top_error {
	double orientation, velocity, reaction, length;
};

static double distance(int n, const double *a, const double *b)
{
	double largest = 0;
	for (int i = 0; i < n; i++) {
		largest = fmax(largest, fabs(a[i] - b[i]));
	}
	return largest;
}

static struct top_error run_free_top(const struct dae_method *method, double radius, double h)
{
	static const double start[] = {0.8, 0.3, 2.5};
	const double t = 10;
	double turn = start[2] * (free_inertia[2] / free_inertia[0] - 1) * t;
	/* v1 + i v2 turns with v3 (J3/J1 - 1) */
	const double v[] = {start[0] * cos(turn) - start[1] * sin(turn), start[0] * sin(turn) + start[1] * cos(turn),
	                    start[2]};
	struct method_run r;
	struct top_error e = {0};
	double q[4];
	method_begin(&r, &free_top, method, 1e-8);
	r.options.spectral_radius = radius;
	r.options.fixed_step = h;
	r.s.q[0] = 1;
	memcpy(r.s.v, start, sizeof start);
	method_advance(&r, t);
	free_exact(start, t, q);
	e.orientation = distance(4, r.s.q, q);
	e.velocity = distance(3, r.s.v, v);
	e.length = fabs(quaternion_length(r.s.q) - 1);
	method_end(&r);
	return e;
}

/* the angular velocity of a symmetric top obeys linear equations, which some methods solve with a higher order */
static void assert_free_top_is_of_second_order(const struct dae_method *method, double radius, double velocity_order)
{
	struct top_error last = run_free_top(method, radius, 0.02);
	for (int k = 1; k < 4; k++) {
		struct top_error e = run_free_top(method, radius, 0.02 / pow(2, k));
		assert_close(log2(last.orientation / e.orientation), 2, 0.2);
		assert_close(log2(last.velocity / e.velocity), velocity_order, 0.2);
		assert_small(e.length, 1e-12);
		last = e;
	}
}

static void the_orientation_of_a_free_top_is_of_second_order(void **state)
{
	(void)state;
	assert_free_top_is_of_second_order(&dae_generalized_alpha, 0.8, 2);
	assert_free_top_is_of_second_order(&dae_generalized_alpha, 0, 2);
	assert_free_top_is_of_second_order(&dae_hht, 0.8, 2);
	assert_free_top_is_of_second_order(&dae_newmark, 1, 2);
	assert_free_top_is_of_second_order(&dae_midpoint, 1, 2);
	assert_free_top_is_of_second_order(&dae_energy_decaying, 0.8, 3);
}

/* no step normalizes: in 100000 steps the length changes by less than as many roundings */
static void quaternions_stay_of_unit_length(void **state)
{
	(void)state;
	assert_small(run_free_top(&dae_generalized_alpha, 0.8, 1e-4).length, 1e5 * DBL_EPSILON);
}

/* ---- heavy top: x of its centre and quaternion, g = R X - x = 0 ---- */

/* data of Bruels, Cardona, Arnold (Terze, Mueller, Zlatar 2016) */
static const double heavy_mass_value = 15;
static const double heavy_inertia[] = {0.234375, 0.46875, 0.234375};
static const double heavy_arm[] = {0, 1, 0};
static const double heavy_gravity[] = {0, 0, -9.81};

static int heavy_mass(void *context, const double *q, double *values)
{
	(void)context;
	(void)q;
	memset(values, 0, 36 * sizeof *values);
	for (int i = 0; i < 3; i++) {
		values[7 * i] = heavy_mass_value;
		values[7 * (i + 3)] = heavy_inertia[i];
	}
	return 0;
}

static int heavy_force(void *context, const struct dae_point *p, double *f)
{
	const double *w = p->v + 3;
	double momentum[] = {heavy_inertia[0] * w[0], heavy_inertia[1] * w[1], heavy_inertia[2] * w[2]};
	(void)context;
	for (int i = 0; i < 3; i++) {
		f[i] = heavy_mass_value * heavy_gravity[i];
	}
	cross(momentum, w, f + 3);
	return 0;
}

/* G^T lambda has X x R^T lambda on the rotation, whose derivative along a rotation of the body is X^ (R^T lambda)^ */
static int heavy_tangent(void *context, const struct dae_point *p, double cq, double cv, double *values)
{
	double turned[3];
	(void)context;
	memset(values, 0, 36 * sizeof *values);
	rotate_back(p->q + 3, p->lambda, turned);
	add_crosses(cq, heavy_arm, turned, 6, values + 21);
	add_gyroscopic(cv, heavy_inertia, p->v + 3, 6, values + 21);
	return 0;
}

static int heavy_constraint(void *context, const struct dae_point *p, double *g)
{
	(void)context;
	rotate(p->q + 3, heavy_arm, g);
	for (int i = 0; i < 3; i++) {
		g[i] -= p->q[i];
	}
	return 0;
}

/* [-1  -R X^] */
static int heavy_jacobian(void *context, const struct dae_point *p, double *values)
{
	(void)context;
	memset(values, 0, 18 * sizeof *values);
	for (int k = 0; k < 3; k++) {
		double unit[] = {k == 0, k == 1, k == 2};
		double column[3];
		cross(unit, heavy_arm, column);
		rotate(p->q + 3, column, column);
		values[7 * k] = -1;
		for (int i = 0; i < 3; i++) {
			values[6 * i + 3 + k] = column[i];
		}
	}
	return 0;
}

static int heavy_rate(void *context, const struct dae_point *p, double *rate)
{
	(void)context;
	(void)p;
	memset(rate, 0, 3 * sizeof *rate);
	return 0;
}

/* R (W x (W x X)) */
static int heavy_bias(void *context, const struct dae_point *p, double *bias)
{
	double once[3];
	(void)context;
	cross(p->v + 3, heavy_arm, once);
	cross(p->v + 3, once, once);
	rotate(p->q + 3, once, bias);
	return 0;
}

static void heavy_retract(void *context, const double *q, const double *dq, double *moved)
{
	for (int i = 0; i < 3; i++) {
		moved[i] = q[i] + dq[i];
	}
	free_retract(context, q + 3, dq + 3, moved + 3);
}

static const struct la_block heavy_square = {0, 0, 6, 6};
static const struct la_block heavy_rows = {0, 0, 3, 6};
static const struct dae_system heavy_top = {
	.n_q = 7,
	.n_v = 6,
	.n_g = 3,
	.n_mass_blocks = 1,
	.n_tangent_blocks = 1,
	.n_jacobian_blocks = 1,
	.mass_blocks = &heavy_square,
	.tangent_blocks = &heavy_square,
	.jacobian_blocks = &heavy_rows,
	.motion_size = sizes,
	.constraint_size = sizes,
	.mass = heavy_mass,
	.force = heavy_force,
	.tangent = heavy_tangent,
	.constraint = heavy_constraint,
	.jacobian = heavy_jacobian,
	.constraint_rate = heavy_rate,
	.constraint_bias = heavy_bias,
	.retract = heavy_retract,
};

/* t = 0.2 from R = 1, W = (0, 150, -4.61538): computed in quadruple precision by two extrapolation methods of orders
 * 16 and 20, of which 16 digits agree */
static const double heavy_exact_q[] = {0.60555056137711977014,  0.59895768179491915768, -0.52398302743000318478,
                                       -0.70827915297431256211, 0.43878108812658189737, 0.54572839614541767341,
                                       0.089399752824005010462};
static const double heavy_exact_v[] = {
	-0.040163033609744840867, -3.6678237882079077254, -4.2390532988455934315, -2.6915909121434086214, 150,
	4.9172609898939944171};
static const double heavy_exact_reaction[] = {-640.23640799209767325, -148.62771134695078258, 136.92931303841495128};

static struct top_error run_heavy_top(const struct dae_method *method, enum dae_formulation formulation, double h)
{
	static const double start[] = {4.61538, 0, 0, 0, 150, -4.61538};
	struct method_run r;
	struct top_error e = {0};
	method_begin(&r, &heavy_top, method, 1e-8);
	r.options.formulation = formulation;
	r.options.fixed_step = h;
	r.s.q[1] = 1;
	r.s.q[3] = 1;
	memcpy(r.s.v, start, sizeof start);
	method_advance(&r, 0.2);
	e.orientation = distance(7, r.s.q, heavy_exact_q);
	e.velocity = distance(6, r.s.v, heavy_exact_v);
	e.reaction = distance(3, r.s.lambda, heavy_exact_reaction);
	e.length = fabs(quaternion_length(r.s.q + 3) - 1);
	method_end(&r);
	return e;
}

static void assert_heavy_top_is_of_second_order(const struct dae_method *method, enum dae_formulation formulation)
{
	struct top_error last = run_heavy_top(method, formulation, 4e-4);
	for (int k = 1; k < 4; k++) {
		struct top_error e = run_heavy_top(method, formulation, 4e-4 / pow(2, k));
		assert_close(log2(last.orientation / e.orientation), 2, 0.2);
		assert_close(log2(last.velocity / e.velocity), 2, 0.2);
		assert_close(log2(last.reaction / e.reaction), 2, 0.2);
		assert_small(e.length, 1e-12);
		last = e;
	}
}

static void the_heavy_top_is_of_second_order(void **state)
{
	(void)state;
	assert_heavy_top_is_of_second_order(&dae_generalized_alpha, DAE_STABILIZED);
	assert_heavy_top_is_of_second_order(&dae_generalized_alpha, DAE_INDEX3);
	assert_heavy_top_is_of_second_order(&dae_generalized_alpha, DAE_INDEX2);
	assert_heavy_top_is_of_second_order(&dae_hht, DAE_STABILIZED);
	assert_heavy_top_is_of_second_order(&dae_midpoint, DAE_STABILIZED);
	assert_heavy_top_is_of_second_order(&dae_energy_decaying, DAE_STABILIZED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_orientation_of_a_free_top_is_of_second_order),
		cmocka_unit_test(quaternions_stay_of_unit_length),
		cmocka_unit_test(the_heavy_top_is_of_second_order),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
