/* BDF in both forms: measured orders, tolerance, singular positions, redundant rows, restarts and kinks, rotations,
 * scaling. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "andrews_system.h"
#include "assert_close.h"
#include "dae_methods.h"
#include "pendulum_system.h"
#include "slider_crank_cartesian.h"
#include "slider_crank_system.h"

static const double pi = 3.14159265358979323846;

static const struct dae_method *const methods[] = {&dae_bdf, &dae_bdf_displacement};

/* theta1 of the slider-crank at t = 10, see test_dae_singular.c */
static const double exact_angle = -0.67951076820221599651;

/* A pendulum of length 1 and g = 1, released at (1, 0): position, velocity and multiplier at t = 2 by an integration in
 * extended precision that agrees in 18 digits with a second one. The multiplier has the sign of pendulum_system.h. */
static const double unit_x = -0.20419321478828042252;
static const double unit_vx = -1.3697548850034141373;
static const double unit_lambda = 2.9367918174957251464;

/* pendulum of length 1, g = 9.81, released at (-1, 0), at t = 10, see test_dae_generalized_alpha.c */
static const double swing_x = -0.2750874625761168600544;

struct run {
	const struct dae_system *system;
	double *block;
	struct dae_driver *driver;
	struct dae_state s;
	struct dae_options options;
	struct dae_failure failure;
};

static void begin(struct run *r, const struct dae_system *system, const struct dae_method *method, double tolerance)
{
	r->system = system;
	r->block = calloc(dae_state_size(system, method), sizeof *r->block);
	r->driver = dae_driver_create(system, method, r->block);
	assert_non_null(r->driver);
	r->s = dae_driver_state(r->driver);
	r->options = dae_options_for(tolerance);
	dae_driver_reset(r->driver, 0);
}

static void restart(struct run *r)
{
	assert_int_equal(dae_driver_restart(r->driver, &r->options, &r->failure), 0);
}

static void advance(struct run *r, double t)
{
	assert_int_equal(dae_driver_advance(r->driver, &r->options, t, &r->failure), 0);
}

static void end(struct run *r)
{
	dae_driver_free(r->driver);
	free(r->block);
}

/* ---- orders ---- */

struct errors {
	double q, v, lambda;
};

/* errors at t = 2 with fixed steps of one order. The history comes from the method itself, with steps so fine that it
 * is exact compared to what is measured. */
static struct errors fixed_order(const struct dae_method *method, enum dae_formulation formulation, int order, double h)
{
	struct pendulum p;
	struct run r;
	pendulum_make(&p, 1);
	p.g = 1;
	begin(&r, &p.system, method, 1e-11);
	r.s.q[0] = 1;
	restart(&r);
	advance(&r, 0.2);
	r.options.formulation = formulation;
	r.options.largest_order = order;
	r.options.fixed_step = h;
	advance(&r, 2);
	struct errors e = {fabs(r.s.q[0] - unit_x), fabs(r.s.v[0] - unit_vx), fabs(r.s.lambda[0] - unit_lambda)};
	end(&r);
	return e;
}

static void orders_one_to_five_are_measured(const struct dae_method *method, enum dae_formulation formulation)
{
	static const double steps[] = {2e-4, 2e-3, 5e-3, 1e-2, 1.25e-2};
	for (int order = 1; order <= 5; order++) {
		double h = steps[order - 1];
		struct errors coarse = fixed_order(method, formulation, order, h);
		struct errors fine = fixed_order(method, formulation, order, h / 2);
		assert_close(log2(coarse.q / fine.q), order, 0.2);
		assert_close(log2(coarse.v / fine.v), order, 0.2);
		assert_close(log2(coarse.lambda / fine.lambda), order, 0.2);
	}
}

static void the_stabilized_form_has_its_orders(void **state)
{
	(void)state;
	orders_one_to_five_are_measured(&dae_bdf, DAE_STABILIZED);
	orders_one_to_five_are_measured(&dae_bdf_displacement, DAE_STABILIZED);
}

static void the_index_three_form_has_its_orders(void **state)
{
	(void)state;
	orders_one_to_five_are_measured(&dae_bdf, DAE_INDEX3);
	orders_one_to_five_are_measured(&dae_bdf_displacement, DAE_INDEX3);
}

static void the_index_two_form_has_its_orders(void **state)
{
	(void)state;
	orders_one_to_five_are_measured(&dae_bdf, DAE_INDEX2);
	orders_one_to_five_are_measured(&dae_bdf_displacement, DAE_INDEX2);
}

/* ---- tolerance ---- */

static double swing_error(const struct dae_method *method, int copies, double tolerance, struct dae_counters *counters)
{
	struct pendulum p;
	struct run r;
	pendulum_make(&p, copies);
	begin(&r, &p.system, method, tolerance);
	r.s.q[0] = -1;
	restart(&r);
	advance(&r, 10);
	double error = fabs(r.s.q[0] - swing_x);
	if (counters) {
		*counters = *r.s.counters;
	}
	end(&r);
	return error;
}

static void the_error_at_the_end_follows_the_tolerance(void **state)
{
	(void)state;
	for (int k = 0; k < 2; k++) {
		for (double tolerance = 1e-3; tolerance > 0.5e-10; tolerance /= 10) {
			assert_small(swing_error(methods[k], 1, tolerance, NULL), 10 * tolerance);
		}
	}
}

/* seven bodies, three loops: beta at t = 0.03 s, in quadruple precision by extrapolation methods of orders 16 and 20;
 * it agrees with the test set for initial value problems in the ten digits that are right there */
static void a_mechanism_with_loops_follows_the_tolerance(void **state)
{
	(void)state;
	for (int k = 0; k < 2; k++) {
		for (double tolerance = 1e-3; tolerance > 0.5e-9; tolerance /= 10) {
			struct run r;
			begin(&r, &andrews_system, methods[k], tolerance);
			memcpy(r.s.q, andrews_start, sizeof andrews_start);
			double energy = andrews_energy(r.s.q, r.s.v);
			restart(&r);
			advance(&r, 0.03);
			assert_small(r.s.q[0] - 15.810771195153707097, 10 * tolerance);
			assert_small(andrews_energy(r.s.q, r.s.v) / energy - 1, 10 * tolerance);
			end(&r);
		}
	}
}

/* work grows as tolerance^(-1/5) where order 5 is used, from one tolerance to the next by 1.58 */
static void tight_tolerances_are_reached_with_high_order(void **state)
{
	struct dae_counters loose;
	struct dae_counters tight;
	(void)state;
	swing_error(&dae_bdf, 1, 1e-6, &loose);
	swing_error(&dae_bdf, 1, 1e-9, &tight);
	assert_close(pow(tight.steps / loose.steps, 1.0 / 3), pow(10, 0.2), 0.05);
	assert_true(tight.rejected < 0.02 * tight.steps);
}

static void both_constraint_levels_are_met(void **state)
{
	(void)state;
	for (int k = 0; k < 2; k++) {
		struct pendulum p;
		struct run r;
		double position;
		double velocity;
		pendulum_make(&p, 1);
		begin(&r, &p.system, methods[k], 1e-4);
		r.s.q[0] = -1;
		restart(&r);
		advance(&r, 3);
		dae_driver_residuals(r.driver, &position, &velocity);
		assert_small(position, 1e-12);
		assert_small(velocity, 1e-6);
		end(&r);
	}
}

/* ---- where rows depend on each other ---- */

static void a_constraint_written_three_times_gives_the_same_motion(void **state)
{
	(void)state;
	for (int k = 0; k < 2; k++) {
		for (double tolerance = 1e-4; tolerance > 0.5e-8; tolerance /= 100) {
			assert_small(swing_error(methods[k], 3, tolerance, NULL), 10 * tolerance);
		}
	}
}

static void crank(struct run *r, const struct dae_method *method, const double initial[4], double tolerance)
{
	begin(r, &slider_crank_system, method, tolerance);
	r->s.q[0] = initial[0];
	r->s.q[1] = initial[1];
	r->s.v[0] = initial[2];
	r->s.v[1] = initial[3];
	restart(r);
}

static void the_dead_centre_is_passed_at_every_tolerance(void **state)
{
	static const double communication[] = {10, 0.01};
	static const enum dae_formulation formulations[] = {DAE_STABILIZED, DAE_INDEX3};
	const double initial[] = {pi / 4, 3 * pi / 4, 0, 0};
	(void)state;
	for (int k = 0; k < 8; k++) {
		double step = communication[k / 4];
		for (double tolerance = 1e-4; tolerance > 0.5e-8; tolerance /= 10) {
			struct run r;
			crank(&r, methods[k % 2], initial, tolerance);
			r.options.formulation = formulations[k / 2 % 2];
			for (int i = 1; i * step < 10 + step / 2; i++) {
				advance(&r, i * step);
				/* the same branch all the way, bounded multipliers */
				assert_close(r.s.q[0] + r.s.q[1], pi, 1e-9);
				assert_true(fabs(r.s.lambda[0]) < 20);
			}
			assert_small(r.s.q[0] - exact_angle, tolerance);
			assert_true(r.s.counters->steps < 4000);
			end(&r);
		}
	}
}

/* with point masses in Cartesian coordinates three rows become dependent */
static void the_dead_centre_is_passed_in_cartesian_coordinates(void **state)
{
	static const double communication[] = {10, 0.1, 0.01};
	(void)state;
	for (int k = 0; k < 6; k++) {
		double step = communication[k / 2];
		for (double tolerance = 1e-4; tolerance > 0.5e-8; tolerance /= 10) {
			struct run r;
			begin(&r, &slider_crank_cartesian, methods[k % 2], tolerance);
			r.s.q[0] = sqrt(0.5);
			r.s.q[1] = -sqrt(0.5);
			r.s.q[2] = 2 * r.s.q[0];
			restart(&r);
			for (int i = 1; i * step < 10 + step / 2; i++) {
				advance(&r, i * step);
				assert_close(r.s.q[2], 2 * r.s.q[0], 1e-9);
			}
			assert_small(r.s.q[0] - sin(exact_angle), tolerance);
			end(&r);
		}
	}
}

static void a_start_on_the_dead_centre_follows_the_branch_of_its_velocity(void **state)
{
	const double apart[] = {0, pi, 1, -1};
	const double together[] = {0, pi, 1, 1};
	(void)state;
	for (int k = 0; k < 2; k++) {
		for (double tolerance = 1e-4; tolerance > 0.5e-8; tolerance /= 10) {
			struct run r;
			crank(&r, methods[k], apart, tolerance);
			advance(&r, 10);
			assert_close(r.s.q[0] + r.s.q[1], pi, 1e-9);
			end(&r);
			crank(&r, methods[k], together, tolerance);
			advance(&r, 10);
			assert_close(r.s.q[1] - r.s.q[0], pi, 1e-9);
			end(&r);
		}
	}
}

/* ---- restarts and kinks ---- */

/* x at t = 2 of a pendulum released at (-1, 0) whose gravity jumps from 9.81 to -5 at t = 0.7: the angle's own
 * equation by the classical Runge-Kutta method with 20 000 steps (error below 1e-13) */
static double jumping_gravity_x(void)
{
	double x[2] = {-pi / 2, 0};
	double h = 1e-4;
	for (int i = 0; i < 20000; i++) {
		double g = i < 7000 ? 9.81 : -5;
		double k1[2] = {x[1], -g * sin(x[0])};
		double k2[2] = {x[1] + h / 2 * k1[1], -g * sin(x[0] + h / 2 * k1[0])};
		double k3[2] = {x[1] + h / 2 * k2[1], -g * sin(x[0] + h / 2 * k2[0])};
		double k4[2] = {x[1] + h * k3[1], -g * sin(x[0] + h * k3[0])};
		for (int j = 0; j < 2; j++) {
			x[j] += h / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
		}
	}
	return sin(x[0]);
}

static void a_restart_after_a_jump_costs_no_accuracy(void **state)
{
	double exact = jumping_gravity_x();
	(void)state;
	for (int k = 0; k < 2; k++) {
		for (double tolerance = 1e-4; tolerance > 0.5e-9; tolerance /= 10) {
			struct pendulum p;
			struct run r;
			pendulum_make(&p, 1);
			begin(&r, &p.system, methods[k], tolerance);
			r.s.q[0] = -1;
			restart(&r);
			advance(&r, 0.7);
			p.g = -5;
			restart(&r);
			advance(&r, 2);
			assert_small(r.s.q[0] - exact, tolerance);
			end(&r);
		}
	}
}

static int jumping_force(void *context, const struct dae_point *at, double *f)
{
	const struct pendulum *p = context;
	f[0] = 0;
	f[1] = -p->m * (at->t < 0.7 ? 9.81 : -5);
	return 0;
}

/* nobody told the method: its history reaches across the jump */
static void a_jump_without_notice_is_found(void **state)
{
	double exact = jumping_gravity_x();
	(void)state;
	for (int k = 0; k < 2; k++) {
		for (double tolerance = 1e-4; tolerance > 0.5e-8; tolerance /= 10) {
			struct pendulum p;
			struct run r;
			pendulum_make(&p, 1);
			p.system.force = jumping_force;
			begin(&r, &p.system, methods[k], tolerance);
			r.s.q[0] = -1;
			restart(&r);
			advance(&r, 2);
			assert_small(r.s.q[0] - exact, tolerance);
			end(&r);
		}
	}
}

static void copying_the_block_repeats_the_run_bit_for_bit(void **state)
{
	struct pendulum p;
	struct run r;
	(void)state;
	pendulum_make(&p, 1);
	begin(&r, &p.system, &dae_bdf, 1e-6);
	size_t size = dae_state_size(&p.system, &dae_bdf) * sizeof(double);
	double *saved = malloc(size);
	r.s.q[0] = -1;
	restart(&r);
	advance(&r, 1.2345);
	memcpy(saved, r.block, size);
	advance(&r, 3);
	double x = r.s.q[0];
	double lambda = r.s.lambda[0];
	memcpy(r.block, saved, size);
	advance(&r, 3);
	assert_true(x == r.s.q[0] && lambda == r.s.lambda[0]);
	free(saved);
	end(&r);
}

/* ---- rotations: a free symmetric top with its orientation as a quaternion, angular velocity in the body ---- */

static const double top_inertia[] = {1, 1, 2};

static int top_mass(void *context, const double *q, double *values)
{
	(void)context;
	(void)q;
	memset(values, 0, 9 * sizeof *values);
	for (int i = 0; i < 3; i++) {
		values[4 * i] = top_inertia[i];
	}
	return 0;
}

/* f = -w x J w */
static int top_force(void *context, const struct dae_point *p, double *f)
{
	(void)context;
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3;
		int k = (i + 2) % 3;
		f[i] = -(top_inertia[k] - top_inertia[j]) * p->v[j] * p->v[k];
	}
	return 0;
}

static int top_tangent(void *context, const struct dae_point *p, double cq, double cv, double *values)
{
	(void)context;
	(void)cq;
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3;
		int k = (i + 2) % 3;
		double difference = cv * (top_inertia[k] - top_inertia[j]);
		values[3 * i + i] = 0;
		values[3 * i + j] = difference * p->v[k];
		values[3 * i + k] = difference * p->v[j];
	}
	return 0;
}

static int top_nothing(void *context, const struct dae_point *p, double *out)
{
	(void)context;
	(void)p;
	(void)out;
	return 0;
}

static void quaternion_multiply(const double *a, const double *b, double *c)
{
	double w = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
	double x = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
	double y = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
	double z = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
	c[0] = w;
	c[1] = x;
	c[2] = y;
	c[3] = z;
}

static void quaternion_of(const double *rotation, double *q)
{
	double angle = sqrt(rotation[0] * rotation[0] + rotation[1] * rotation[1] + rotation[2] * rotation[2]);
	double factor = angle > 0 ? sin(angle / 2) / angle : 0.5;
	q[0] = cos(angle / 2);
	for (int i = 0; i < 3; i++) {
		q[1 + i] = factor * rotation[i];
	}
}

static void top_retract(void *context, const double *q, const double *dq, double *moved)
{
	double turn[4];
	(void)context;
	quaternion_of(dq, turn);
	quaternion_multiply(q, turn, moved);
}

static const struct la_block top_square = {0, 0, 3, 3};
static const double top_sizes[] = {1, 1, 1};

static const struct dae_system top_system = {
	.n_q = 4,
	.n_v = 3,
	.n_mass_blocks = 1,
	.n_tangent_blocks = 1,
	.mass_blocks = &top_square,
	.tangent_blocks = &top_square,
	.motion_size = top_sizes,
	.mass = top_mass,
	.force = top_force,
	.tangent = top_tangent,
	.constraint = top_nothing,
	.jacobian = top_nothing,
	.constraint_rate = top_nothing,
	.constraint_bias = top_nothing,
	.retract = top_retract,
};

/* the closed form: precession about the constant angular momentum, then the body's own turn about its axis */
static void top_exact(double t, double *q)
{
	double momentum[] = {t * 1.0, 0, t * 2 * 0.7};
	double own[] = {0, 0, t * (1 - 2) * 0.7};
	double precession[4];
	double turn[4];
	quaternion_of(momentum, precession);
	quaternion_of(own, turn);
	quaternion_multiply(precession, turn, q);
}

static double top_error(const struct dae_method *method, double fixed_step, double tolerance)
{
	struct run r;
	double exact[4];
	double error = 0;
	begin(&r, &top_system, method, tolerance);
	r.options.fixed_step = fixed_step;
	r.s.q[0] = 1;
	r.s.v[0] = 1;
	r.s.v[2] = 0.7;
	restart(&r);
	advance(&r, 5);
	top_exact(5, exact);
	for (int i = 0; i < 4; i++) {
		error = fmax(error, fabs(r.s.q[i] - exact[i]));
	}
	end(&r);
	return error;
}

static void rotations_in_space_are_of_second_order(void **state)
{
	(void)state;
	for (int k = 0; k < 2; k++) {
		double coarse = top_error(methods[k], 0.01, 1e-8);
		double fine = top_error(methods[k], 0.005, 1e-8);
		assert_close(log2(coarse / fine), 2, 0.1);
		for (double tolerance = 1e-3; tolerance > 0.5e-7; tolerance /= 10) {
			assert_small(top_error(methods[k], 0, tolerance), tolerance);
		}
	}
}

/* ---- scaling ---- */

/* a different linear system, the same motion */
static void left_scaled_and_unscaled_systems_lead_to_the_same_motion(void **state)
{
	static const enum dae_preconditioning kinds[] = {DAE_LEFT_RIGHT, DAE_LEFT, DAE_UNSCALED};
	(void)state;
	for (int k = 0; k < 2; k++) {
		for (int formulation = 0; formulation < DAE_FORMULATION_COUNT; formulation++) {
			double x[3];
			for (int i = 0; i < 3; i++) {
				struct pendulum p;
				struct run r;
				pendulum_make(&p, 1);
				begin(&r, &p.system, methods[k], 1e-6);
				r.options.formulation = (enum dae_formulation)formulation;
				r.options.preconditioning = kinds[i];
				r.s.q[0] = -1;
				restart(&r);
				advance(&r, 2);
				x[i] = r.s.q[0];
				end(&r);
			}
			assert_close(x[1], x[0], 1e-8);
			assert_close(x[2], x[0], 1e-8);
			assert_true(x[1] != x[0] || x[2] != x[0]);
		}
	}
}

/* the paper's matrices have no answer to dependent rows: the failure names one */
static void an_unscaled_system_with_dependent_rows_fails_with_a_row(void **state)
{
	struct pendulum p;
	struct run r;
	(void)state;
	pendulum_make(&p, 2);
	begin(&r, &p.system, &dae_bdf, 1e-6);
	r.options.preconditioning = DAE_UNSCALED;
	r.s.q[0] = -1;
	restart(&r);
	assert_int_equal(dae_driver_advance(r.driver, &r.options, 2, &r.failure), DAE_FAILED);
	assert_int_equal(r.failure.reason, DAE_MATRIX_SINGULAR);
	assert_in_range(r.failure.row, 0, 1);
	end(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_stabilized_form_has_its_orders),
		cmocka_unit_test(the_index_three_form_has_its_orders),
		cmocka_unit_test(the_index_two_form_has_its_orders),
		cmocka_unit_test(the_error_at_the_end_follows_the_tolerance),
		cmocka_unit_test(a_mechanism_with_loops_follows_the_tolerance),
		cmocka_unit_test(tight_tolerances_are_reached_with_high_order),
		cmocka_unit_test(both_constraint_levels_are_met),
		cmocka_unit_test(a_constraint_written_three_times_gives_the_same_motion),
		cmocka_unit_test(the_dead_centre_is_passed_at_every_tolerance),
		cmocka_unit_test(the_dead_centre_is_passed_in_cartesian_coordinates),
		cmocka_unit_test(a_start_on_the_dead_centre_follows_the_branch_of_its_velocity),
		cmocka_unit_test(a_restart_after_a_jump_costs_no_accuracy),
		cmocka_unit_test(a_jump_without_notice_is_found),
		cmocka_unit_test(copying_the_block_repeats_the_run_bit_for_bit),
		cmocka_unit_test(rotations_in_space_are_of_second_order),
		cmocka_unit_test(left_scaled_and_unscaled_systems_lead_to_the_same_motion),
		cmocka_unit_test(an_unscaled_system_with_dependent_rows_fails_with_a_row),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
