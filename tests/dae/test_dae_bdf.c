/* BDF in both forms: orders below the highest, tolerance, driven mechanisms, singular positions, redundant rows, restarts
 * and kinks, rotations, scaling. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "andrews_system.h"
#include "assert_close.h"
#include "dae_method_table.h"
#include "dead_centre.h"
#include "driven_system.h"
#include "free_body_system.h"
#include "method_run.h"
#include "slow_build.h"

static const struct dae_method *const methods[] = {&dae_bdf, &dae_bdf_displacement};

/* A pendulum of length 1 and g = 1, released at (1, 0): position, velocity and multiplier at t = 2 by an integration in
 * extended precision that agrees in 18 digits with a second one. The multiplier has the sign of pendulum_system.h. */
static const double unit_x = -0.20419321478828042252;
static const double unit_vx = -1.3697548850034141373;
static const double unit_lambda = 2.9367918174957251464;

/* ---- orders ---- */

/* errors at t = 2 with fixed steps of one order. The history comes from the method itself, with steps so fine that it
 * is exact compared to what is measured. */
static struct pendulum_errors fixed_order(const struct dae_method *method, enum dae_formulation formulation, int order,
                                          double h)
{
	struct pendulum p;
	struct method_run r;
	pendulum_make(&p, 1);
	p.g = 1;
	method_begin(&r, &p.system, method, 1e-11);
	r.s.q[0] = 1;
	method_advance(&r, 0.2);
	r.options.formulation = formulation;
	r.options.largest_order = order;
	r.options.fixed_step = h;
	method_advance(&r, 2);
	struct pendulum_errors e = {
		.q = fabs(r.s.q[0] - unit_x),
		.v = fabs(r.s.v[0] - unit_vx),
		.lambda = fabs(r.s.lambda[0] - unit_lambda),
	};
	method_end(&r);
	return e;
}

/* order 5: test_dae_convergence.c */
static void the_order_can_be_limited_to_one_to_four(void **state)
{
	static const double steps[] = {2e-4, 2e-3, 5e-3, 1e-2};
	(void)state;
	for (int k = 0; k < 4 * 2 * DAE_FORMULATION_COUNT; k++) {
		int order = k % 4 + 1;
		double h = steps[order - 1];
		const struct dae_method *method = methods[k / 4 % 2];
		struct pendulum_errors coarse = fixed_order(method, (enum dae_formulation)(k / 8), order, h);
		struct pendulum_errors fine = fixed_order(method, (enum dae_formulation)(k / 8), order, h / 2);
		assert_close(log2(coarse.q / fine.q), order, 0.2);
		assert_close(log2(coarse.v / fine.v), order, 0.2);
		assert_close(log2(coarse.lambda / fine.lambda), order, 0.2);
	}
}

/* ---- tolerance ---- */

static void the_error_at_the_end_follows_the_tolerance(void **state)
{
	(void)state;
	for (int k = 0; k < 2; k++) {
		for (int formulation = 0; formulation < DAE_FORMULATION_COUNT; formulation++) {
			assert_follows_the_tolerance(methods[k], (enum dae_formulation)formulation, 1, 1e-3, 1e-10, 10);
		}
	}
}

/* seven bodies, three loops. With index 3 velocities carry the rounding of positions divided by the step: the error then
 * stays at some 1e-10, but nothing fails. */
static void a_mechanism_with_loops_follows_the_tolerance(void **state)
{
	(void)state;
	for (int k = 0; k < 2 * DAE_FORMULATION_COUNT; k++) {
		enum dae_formulation formulation = (enum dae_formulation)(k / 2);
		for (double tolerance = 1e-3; tolerance > (SLOW_BUILD ? 0.5e-7 : 0.5e-11); tolerance /= 100) {
			double reached = fmax(tolerance, formulation == DAE_INDEX3 ? 1e-10 : 0);
			struct method_run r;
			method_begin(&r, &andrews_system, methods[k % 2], tolerance);
			r.options.formulation = formulation;
			memcpy(r.s.q, andrews_start, sizeof andrews_start);
			method_advance(&r, 0.03);
			assert_small(method_distance(ANDREWS_ANGLES, r.s.q, andrews_end_q), 10 * reached);
			assert_small(andrews_energy(r.s.q, r.s.v) / andrews_start_energy - 1, 10 * reached);
			method_end(&r);
		}
	}
}

/* work grows as tolerance^(-1/5) where order 5 is used, from one tolerance to the next by 1.58 */
static void tight_tolerances_are_reached_with_high_order(void **state)
{
	(void)state;
	struct dae_counters loose = pendulum_run_to_tolerance(&dae_bdf, DAE_STABILIZED, 1e-6, 1).counters;
	struct dae_counters tight = pendulum_run_to_tolerance(&dae_bdf, DAE_STABILIZED, 1e-9, 1).counters;
	assert_close(pow(tight.steps / loose.steps, 1.0 / 3), pow(10, 0.2), 0.05);
	assert_true(tight.rejected < 0.02 * tight.steps);
}

/* Over hundreds of periods the error of a free motion is what a drift of its energy makes of the phase. Bob at 100 s and
 * 1000 s: Jacobi's elliptic functions in 30 digits (pendulum_system.h). */
static void long_runs_follow_the_tolerance(void **state)
{
	static const double ends[] = {100, 1000};
	static const double bob[][2] = {{-0.18151335142703138454, -0.98338848033405750468},
	                                {0.68323018855231485546, -0.73020306042276232755}};
	static const double tolerances[] = {1e-4, 1e-6, 1e-8};
	(void)state;
	for (int k = 0; k < (SLOW_BUILD ? 2 : 3) * 2; k++) {
		struct pendulum p;
		struct method_run r;
		double tolerance = tolerances[k / 2];
		pendulum_make(&p, 1);
		method_begin(&r, &p.system, methods[k % 2], tolerance);
		r.s.q[0] = -1;
		for (int i = 0; i < (SLOW_BUILD ? 1 : 2); i++) {
			method_advance(&r, ends[i]);
			double energy = (r.s.v[0] * r.s.v[0] + r.s.v[1] * r.s.v[1]) / 2 + p.g * r.s.q[1];
			assert_small(energy / p.g, 2e-3 * ends[i] * tolerance);
			assert_small(method_distance(2, r.s.q, bob[i]), 0.4 * ends[i] * tolerance);
		}
		method_end(&r);
	}
}

static void each_formulation_meets_its_constraints(void **state)
{
	(void)state;
	for (int k = 0; k < 2; k++) {
		struct pendulum_errors of[DAE_FORMULATION_COUNT];
		for (int f = 0; f < DAE_FORMULATION_COUNT; f++) {
			of[f] = pendulum_run_to_tolerance(methods[k], (enum dae_formulation)f, 1e-4, 1);
		}
		assert_formulations_meet_their_constraints(of, 1e-6, 1e-8);
	}
}

/* with positions alone the error of velocities follows the tolerance, too */
static void the_efforts_of_a_driven_mechanism_are_right(void **state)
{
	(void)state;
	for (int k = 0; k < 2; k++) {
		for (double tolerance = 1e-3; tolerance > 0.5e-9; tolerance /= 10) {
			struct driven_errors positions = driven_run(methods[k], DAE_INDEX3, tolerance);
			assert_driven_efforts_are_right(methods[k], tolerance, 1e-12);
			assert_small(positions.q, 1e-11);
			assert_small(positions.v, tolerance);
			assert_small(positions.lambda, 10 * tolerance);
		}
	}
}

/* ---- where rows depend on each other ---- */

static void a_constraint_written_three_times_gives_the_same_motion(void **state)
{
	(void)state;
	assert_follows_the_tolerance(&dae_bdf, DAE_STABILIZED, 3, 1e-4, 1e-8, 10);
	assert_follows_the_tolerance(&dae_bdf_displacement, DAE_STABILIZED, 3, 1e-4, 1e-8, 10);
}

static void the_dead_centre_is_passed_at_every_tolerance(void **state)
{
	static const double communication[] = {10, 0.01};
	static const enum dae_formulation formulations[] = {DAE_STABILIZED, DAE_INDEX3};
	(void)state;
	for (int k = 0; k < 8; k++) {
		double step = communication[k / 4];
		for (double tolerance = 1e-4; tolerance > 0.5e-8; tolerance /= 10) {
			struct method_run r;
			dead_centre_begin(&r, methods[k % 2], dead_centre_start, tolerance);
			r.options.formulation = formulations[k / 2 % 2];
			for (int i = 1; i * step < 10 + step / 2; i++) {
				method_advance(&r, i * step);
				/* the same branch all the way, bounded multipliers */
				assert_close(r.s.q[0] + r.s.q[1], pi, 1e-9);
				assert_true(fabs(r.s.lambda[0]) < 20);
			}
			assert_small(r.s.q[0] - dead_centre_angle, tolerance);
			assert_true(r.s.counters->steps < 4000);
			method_end(&r);
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
			struct method_run r;
			method_begin(&r, &slider_crank_cartesian, methods[k % 2], tolerance);
			r.s.q[0] = sqrt(0.5);
			r.s.q[1] = -sqrt(0.5);
			r.s.q[2] = 2 * r.s.q[0];
			for (int i = 1; i * step < 10 + step / 2; i++) {
				method_advance(&r, i * step);
				assert_close(r.s.q[2], 2 * r.s.q[0], 1e-9);
			}
			assert_small(r.s.q[0] - sin(dead_centre_angle), tolerance);
			method_end(&r);
		}
	}
}

static void a_start_on_the_dead_centre_follows_the_branch_of_its_velocity(void **state)
{
	(void)state;
	assert_start_chooses_the_branch(&dae_bdf, DAE_STABILIZED, 1e-8);
	assert_start_chooses_the_branch(&dae_bdf_displacement, DAE_STABILIZED, 1e-8);
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
			struct method_run r;
			pendulum_make(&p, 1);
			method_begin(&r, &p.system, methods[k], tolerance);
			r.s.q[0] = -1;
			method_advance(&r, 0.7);
			p.g = -5;
			method_restart(&r);
			method_advance(&r, 2);
			assert_small(r.s.q[0] - exact, tolerance);
			method_end(&r);
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
			struct method_run r;
			pendulum_make(&p, 1);
			p.system.force = jumping_force;
			method_begin(&r, &p.system, methods[k], tolerance);
			r.s.q[0] = -1;
			method_advance(&r, 2);
			assert_small(r.s.q[0] - exact, tolerance);
			method_end(&r);
		}
	}
}

/* ---- rotations: a free symmetric top ---- */

/* their order: test_dae_motion.c */
static void rotations_in_space_follow_the_tolerance(void **state)
{
	static const double start[] = {1, 0, 0.7};
	(void)state;
	for (int k = 0; k < 2; k++) {
		for (double tolerance = 1e-3; tolerance > 0.5e-7; tolerance /= 10) {
			struct free_body body;
			struct method_run r;
			double q[4], v[3];
			free_body_make(&body, 1, 1, 2);
			method_begin(&r, &body.system, methods[k], tolerance);
			r.s.q[0] = 1;
			memcpy(r.s.v, start, sizeof start);
			method_advance(&r, 5);
			free_body_exact(&body, start, 5, q, v);
			assert_small(method_distance(4, r.s.q, q), tolerance);
			assert_small(method_distance(3, r.s.v, v), tolerance);
			method_end(&r);
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
				struct method_run r;
				pendulum_make(&p, 1);
				method_begin(&r, &p.system, methods[k], 1e-6);
				r.options.formulation = (enum dae_formulation)formulation;
				r.options.preconditioning = kinds[i];
				r.s.q[0] = -1;
				method_advance(&r, 2);
				x[i] = r.s.q[0];
				method_end(&r);
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
	struct method_run r;
	(void)state;
	pendulum_make(&p, 2);
	method_begin(&r, &p.system, &dae_bdf, 1e-6);
	r.options.preconditioning = DAE_UNSCALED;
	r.s.q[0] = -1;
	assert_int_equal(method_go_on(&r, 2), DAE_FAILED);
	assert_int_equal(r.failure.reason, DAE_MATRIX_SINGULAR);
	assert_in_range(r.failure.row, 0, 1);
	method_end(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_order_can_be_limited_to_one_to_four),
		cmocka_unit_test(the_error_at_the_end_follows_the_tolerance),
		cmocka_unit_test(a_mechanism_with_loops_follows_the_tolerance),
		cmocka_unit_test(tight_tolerances_are_reached_with_high_order),
		cmocka_unit_test(long_runs_follow_the_tolerance),
		cmocka_unit_test(each_formulation_meets_its_constraints),
		cmocka_unit_test(the_efforts_of_a_driven_mechanism_are_right),
		cmocka_unit_test(a_constraint_written_three_times_gives_the_same_motion),
		cmocka_unit_test(the_dead_centre_is_passed_at_every_tolerance),
		cmocka_unit_test(the_dead_centre_is_passed_in_cartesian_coordinates),
		cmocka_unit_test(a_start_on_the_dead_centre_follows_the_branch_of_its_velocity),
		cmocka_unit_test(a_restart_after_a_jump_costs_no_accuracy),
		cmocka_unit_test(a_jump_without_notice_is_found),
		cmocka_unit_test(rotations_in_space_follow_the_tolerance),
		cmocka_unit_test(left_scaled_and_unscaled_systems_lead_to_the_same_motion),
		cmocka_unit_test(an_unscaled_system_with_dependent_rows_fails_with_a_row),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
