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
#include "dae_method_table.h"
#include "free_body_system.h"
#include "method_run.h"

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

/* ---- free top ---- */

struct top_error {
	double orientation, velocity, reaction, length;
};

/* the history of an order above 2 is made under error control, so that it is exact compared to what is measured */
static void begin_orders(struct method_run *r, int order, double history)
{
	if (order > 2) {
		r->options.tolerance = 1e-13;
		method_advance(r, history);
		r->options.largest_order = order;
	}
}

static struct top_error run_free_top(const struct dae_method *method, double radius, int order, double h)
{
	static const double start[] = {0.8, 0.3, 2.5};
	struct free_body body;
	struct method_run r;
	struct top_error e = {0};
	double q[4], v[3];
	free_body_make(&body, 1, 1, 1.6);
	method_begin(&r, &body.system, method, 1e-8);
	r.options.spectral_radius = radius;
	r.s.q[0] = 1;
	memcpy(r.s.v, start, sizeof start);
	begin_orders(&r, order, 1);
	r.options.fixed_step = h;
	method_advance(&r, 10);
	free_body_exact(&body, start, 10, q, v);
	e.orientation = method_distance(4, r.s.q, q);
	e.velocity = method_distance(3, r.s.v, v);
	e.length = fabs(quaternion_length(r.s.q) - 1);
	method_end(&r);
	return e;
}

/* the angular velocity of a symmetric top obeys linear equations, which some methods solve with a higher order */
static void assert_free_top_is_of_order(int order, const struct dae_method *method, double radius,
                                        double velocity_order)
{
	struct top_error last = run_free_top(method, radius, order, 0.02);
	for (int k = 1; k < (order > 2 ? 3 : 4); k++) {
		struct top_error e = run_free_top(method, radius, order, 0.02 / pow(2, k));
		assert_close(log2(last.orientation / e.orientation), order, 0.2);
		assert_close(log2(last.velocity / e.velocity), velocity_order, 0.2);
		assert_small(e.length, 1e-12);
		last = e;
	}
}

static void the_orientation_of_a_free_top_is_of_second_order(void **state)
{
	(void)state;
	assert_free_top_is_of_order(2, &dae_generalized_alpha, 0.8, 2);
	assert_free_top_is_of_order(2, &dae_generalized_alpha, 0, 2);
	assert_free_top_is_of_order(2, &dae_hht, 0.8, 2);
	assert_free_top_is_of_order(2, &dae_newmark, 1, 2);
	assert_free_top_is_of_order(2, &dae_midpoint, 1, 2);
	assert_free_top_is_of_order(2, &dae_energy_decaying, 0.8, 3);
	assert_free_top_is_of_order(2, &dae_infl_trap, 1, 2);
	assert_free_top_is_of_order(2, &dae_ssp_trap, 1, 2);
}

static void the_orientation_of_a_free_top_is_of_any_order_with_bdf(void **state)
{
	(void)state;
	for (int order = 3; order <= 5; order++) {
		assert_free_top_is_of_order(order, &dae_bdf, 0.8, order);
		assert_free_top_is_of_order(order, &dae_bdf_displacement, 0.8, order);
	}
}

static void the_orientation_of_a_free_top_is_of_fourth_order_with_sdirk(void **state)
{
	(void)state;
	assert_free_top_is_of_order(4, &dae_for_sdirk, 1, 4);
	assert_free_top_is_of_order(4, &dae_infl_sdirk, 1, 4);
}

static void the_orientation_of_a_free_top_is_of_fourth_order_with_for_rosen(void **state)
{
	(void)state;
	assert_free_top_is_of_order(4, &dae_for_rosen, 1, 4);
}

/* no step normalizes: in 100000 steps the length changes by less than as many roundings */
static void quaternions_stay_of_unit_length(void **state)
{
	(void)state;
	assert_small(run_free_top(&dae_generalized_alpha, 0.8, 2, 1e-4).length, 1e5 * DBL_EPSILON);
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
	(void)context;
	for (int i = 0; i < 3; i++) {
		f[i] = heavy_mass_value * heavy_gravity[i];
	}
	free_body_gyroscopic(heavy_inertia, p->v + 3, f + 3);
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
	free_body_add_gyroscopic(cv, heavy_inertia, p->v + 3, 6, values + 21);
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
	free_body_retract(context, q + 3, dq + 3, moved + 3);
}

static void heavy_increment_rate(void *context, const double *q, const double *dq, const double *v, double *rate)
{
	memmove(rate, v, 3 * sizeof *rate);
	free_body_increment_rate(context, q + 3, dq + 3, v + 3, rate + 3);
}

static void heavy_compose(void *context, const double *a, const double *b, double *sum)
{
	for (int i = 0; i < 3; i++) {
		sum[i] = a[i] + b[i];
	}
	free_body_compose(context, a + 3, b + 3, sum + 3);
}

static const struct la_block heavy_square = {0, 0, 6, 6};
static const struct la_block heavy_rows = {0, 0, 3, 6};
static const double heavy_sizes[] = {1, 1, 1, 1, 1, 1};
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
	.motion_size = heavy_sizes,
	.constraint_size = heavy_sizes,
	.mass = heavy_mass,
	.force = heavy_force,
	.tangent = heavy_tangent,
	.constraint = heavy_constraint,
	.jacobian = heavy_jacobian,
	.constraint_rate = heavy_rate,
	.constraint_bias = heavy_bias,
	.retract = heavy_retract,
	.increment_rate = heavy_increment_rate,
	.compose = heavy_compose,
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

static struct top_error run_heavy_top(const struct dae_method *method, enum dae_formulation formulation, int order,
                                      double h)
{
	static const double start[] = {4.61538, 0, 0, 0, 150, -4.61538};
	struct method_run r;
	struct top_error e = {0};
	method_begin(&r, &heavy_top, method, 1e-8);
	r.s.q[1] = 1;
	r.s.q[3] = 1;
	memcpy(r.s.v, start, sizeof start);
	begin_orders(&r, order, 0.02);
	r.options.formulation = formulation;
	r.options.fixed_step = h;
	method_advance(&r, 0.2);
	e.orientation = method_distance(7, r.s.q, heavy_exact_q);
	e.velocity = method_distance(6, r.s.v, heavy_exact_v);
	e.reaction = method_distance(3, r.s.lambda, heavy_exact_reaction);
	e.length = fabs(quaternion_length(r.s.q + 3) - 1);
	method_end(&r);
	return e;
}

static void assert_heavy_top_is_of_order(int order, const struct dae_method *method, enum dae_formulation formulation)
{
	double h = order > 4 ? 8e-4 : 4e-4; /* errors of order 5 come down to 1e-10 at h / 4 */
	struct top_error last = run_heavy_top(method, formulation, order, h);
	for (int k = 1; k < (order > 2 ? 3 : 4); k++) {
		struct top_error e = run_heavy_top(method, formulation, order, h / pow(2, k));
		assert_close(log2(last.orientation / e.orientation), order, 0.2);
		assert_close(log2(last.velocity / e.velocity), order, 0.2);
		assert_close(log2(last.reaction / e.reaction), order, 0.2);
		assert_small(e.length, 1e-12);
		last = e;
	}
}

static void the_heavy_top_is_of_second_order(void **state)
{
	(void)state;
	assert_heavy_top_is_of_order(2, &dae_generalized_alpha, DAE_STABILIZED);
	assert_heavy_top_is_of_order(2, &dae_generalized_alpha, DAE_INDEX3);
	assert_heavy_top_is_of_order(2, &dae_generalized_alpha, DAE_INDEX2);
	assert_heavy_top_is_of_order(2, &dae_hht, DAE_STABILIZED);
	assert_heavy_top_is_of_order(2, &dae_midpoint, DAE_STABILIZED);
	assert_heavy_top_is_of_order(2, &dae_energy_decaying, DAE_STABILIZED);
	assert_heavy_top_is_of_order(2, &dae_infl_trap, DAE_STABILIZED);
	assert_heavy_top_is_of_order(2, &dae_ssp_trap, DAE_STABILIZED);
}

static void the_heavy_top_is_of_fourth_order(void **state)
{
	(void)state;
	assert_heavy_top_is_of_order(4, &dae_for_sdirk, DAE_STABILIZED);
	assert_heavy_top_is_of_order(4, &dae_infl_sdirk, DAE_STABILIZED);
	assert_heavy_top_is_of_order(4, &dae_for_rosen, DAE_STABILIZED);
}

static void the_heavy_top_is_of_any_order_with_bdf(void **state)
{
	(void)state;
	for (int order = 3; order <= 5; order++) {
		for (int formulation = 0; formulation < DAE_FORMULATION_COUNT; formulation++) {
			assert_heavy_top_is_of_order(order, &dae_bdf, (enum dae_formulation)formulation);
			assert_heavy_top_is_of_order(order, &dae_bdf_displacement, (enum dae_formulation)formulation);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_orientation_of_a_free_top_is_of_second_order),
		cmocka_unit_test(the_orientation_of_a_free_top_is_of_any_order_with_bdf),
		cmocka_unit_test(the_orientation_of_a_free_top_is_of_fourth_order_with_sdirk),
		cmocka_unit_test(quaternions_stay_of_unit_length),
		cmocka_unit_test(the_heavy_top_is_of_second_order),
		cmocka_unit_test(the_heavy_top_is_of_fourth_order),
		cmocka_unit_test(the_orientation_of_a_free_top_is_of_fourth_order_with_for_rosen),
		cmocka_unit_test(the_heavy_top_is_of_any_order_with_bdf),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
