/* Radau IIA on the index-3 pendulum and on Andrews' squeezing mechanism: constraints, and the tolerance at the end. Orders:
 * test_dae_convergence.c. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "andrews_system.h"
#include "assert_close.h"
#include "dae_method_table.h"
#include "method_run.h"
#include "spring_system.h"
#include "test_random.h"

/* ---- pendulum ---- */

static void each_formulation_meets_the_constraints_it_enforces(void **state)
{
	struct pendulum_errors both = pendulum_run(&dae_radau, DAE_STABILIZED, 0.8, 0.05, 1);
	struct pendulum_errors positions = pendulum_run(&dae_radau, DAE_INDEX3, 0.8, 0.05, 1);
	struct pendulum_errors velocities = pendulum_run(&dae_radau, DAE_INDEX2, 0.8, 0.05, 1);
	(void)state;
	assert_small(both.position_residual, 1e-12);
	assert_small(both.velocity_residual, 1e-10);
	assert_small(positions.position_residual, 1e-12);
	assert_true(positions.velocity_residual > 1e-8);
	assert_small(velocities.velocity_residual, 1e-10);
	assert_true(velocities.position_residual > 1e-8);
}

static void the_error_at_the_end_follows_the_tolerance(void **state)
{
	(void)state;
	for (int formulation = 0; formulation < DAE_FORMULATION_COUNT; formulation++) {
		assert_follows_the_tolerance(&dae_radau, (enum dae_formulation)formulation, 1, 1e-4, 1e-10, 30);
	}
}

static void a_tight_tolerance_needs_far_fewer_steps_than_with_the_second_order_method(void **state)
{
	struct pendulum_errors fifth = pendulum_run_to_tolerance(&dae_radau, DAE_STABILIZED, 1e-6, 1);
	struct pendulum_errors second = pendulum_run_to_tolerance(&dae_generalized_alpha, DAE_STABILIZED, 1e-6, 1);
	(void)state;
	assert_true(30 * fifth.counters.steps < second.counters.steps);
	assert_true(fifth.q < second.q);
}

/* ---- a stiff spring ---- */

/* After each blow a fast motion dies out within 1e-5 s, too small to be followed: a step of 0.1 s is good, though the first estimate of its
 * error is not. */
static void what_dies_out_after_a_start_is_not_followed(void **state)
{
	struct spring s;
	struct method_run r;
	(void)state;
	spring_make(&s, 1e5, 1e5);
	method_begin(&r, &s.system, &dae_radau, 1e-3);
	r.s.q[0] = 1;
	method_advance(&r, 1);
	const double before = r.s.counters->steps + r.s.counters->rejected;
	for (int i = 1; i <= 10; i++) {
		r.s.v[0] += 0.1;
		method_restart(&r);
		method_advance(&r, 1 + 0.1 * i);
	}
	assert_true(r.s.counters->steps + r.s.counters->rejected - before < 20);
	method_end(&r);
}

/* ---- Andrews' squeezing mechanism ---- */

static void andrews_start_is_the_published_one(void **state)
{
	/* initial accelerations and multipliers of the test set; all others are zero */
	static const double a[ANDREWS_ANGLES] = {14222.4439199541138705911625887, -10666.8329399655854029433719415};
	static const double lambda[ANDREWS_ROWS] = {98.5668703962410896057654982170, -6.12268834425566265503114393122};
	struct method_run r;
	double position, velocity;
	(void)state;
	method_begin(&r, &andrews_system, &dae_radau, 1e-6);
	memcpy(r.s.q, andrews_start, sizeof andrews_start);
	method_restart(&r);
	dae_answer_residuals(r.driver, &position, &velocity);
	assert_small(position, 1e-16);
	assert_small(method_distance(ANDREWS_ANGLES, r.s.a, a), 1e-7);
	assert_small(method_distance(ANDREWS_ROWS, r.s.lambda, lambda), 1e-9);
	assert_close(andrews_energy(r.s.q, r.s.v), andrews_start_energy, 1e-14);
	method_end(&r);
}

/* M a + G^T lambda - f at a point */
static void andrews_equations(const struct dae_point *p, double *r)
{
	double mass[ANDREWS_ANGLES * ANDREWS_ANGLES], jacobian[ANDREWS_ROWS * ANDREWS_ANGLES], f[ANDREWS_ANGLES];
	andrews_mass(NULL, p->q, mass);
	andrews_jacobian(NULL, p, jacobian);
	andrews_force(NULL, p, f);
	for (int i = 0; i < ANDREWS_ANGLES; i++) {
		r[i] = -f[i];
		for (int j = 0; j < ANDREWS_ANGLES; j++) {
			r[i] += mass[i * ANDREWS_ANGLES + j] * p->a[j];
		}
		for (int j = 0; j < ANDREWS_ROWS; j++) {
			r[i] += jacobian[j * ANDREWS_ANGLES + i] * p->lambda[j];
		}
	}
}

static void andrews_tangents_are_the_derivatives_of_its_equations(void **state)
{
	struct test_random random = test_random_start(7);
	double x[2][ANDREWS_ANGLES], a[ANDREWS_ANGLES], lambda[ANDREWS_ROWS];
	(void)state;
	for (int i = 0; i < ANDREWS_ANGLES; i++) {
		x[0][i] = andrews_start[i] + test_random_in(&random, -0.3, 0.3);
		x[1][i] = test_random_in(&random, -1000, 1000);
		a[i] = test_random_in(&random, -1e5, 1e5);
	}
	for (int i = 0; i < ANDREWS_ROWS; i++) {
		lambda[i] = test_random_in(&random, -100, 100);
	}
	struct dae_point p = {.q = x[0], .v = x[1], .a = a, .lambda = lambda};
	for (int which = 0; which < 2; which++) {
		double tangent[ANDREWS_ANGLES * ANDREWS_ANGLES], above[ANDREWS_ANGLES], below[ANDREWS_ANGLES];
		double delta = which ? 1 : 1e-5;
		andrews_tangent(NULL, &p, 1 - which, which, tangent);
		for (int j = 0; j < ANDREWS_ANGLES; j++) {
			double kept = x[which][j];
			x[which][j] = kept + delta;
			andrews_equations(&p, above);
			x[which][j] = kept - delta;
			andrews_equations(&p, below);
			x[which][j] = kept;
			for (int i = 0; i < ANDREWS_ANGLES; i++) {
				double difference = (above[i] - below[i]) / (2 * delta);
				assert_close(tangent[i * ANDREWS_ANGLES + j], difference, which ? 1e-13 : 1e-8);
			}
		}
	}
}

static void andrews_end_values_follow_the_tolerance(void **state)
{
	(void)state;
	for (double tolerance = 1e-4; tolerance > 0.5e-9; tolerance /= 10) {
		struct method_run r;
		method_begin(&r, &andrews_system, &dae_radau, tolerance);
		memcpy(r.s.q, andrews_start, sizeof andrews_start);
		method_advance(&r, 0.03);
		assert_small(method_distance(ANDREWS_ANGLES, r.s.q, andrews_end_q), tolerance);
		assert_small(method_distance(ANDREWS_ANGLES, r.s.v, andrews_end_v), 1000 * tolerance);
		assert_small(method_distance(ANDREWS_ROWS, r.s.lambda, andrews_end_lambda), 200 * tolerance);
		assert_small(andrews_energy(r.s.q, r.s.v) - andrews_start_energy, tolerance);
		method_end(&r);
	}
}

/* with index 3 velocities err across the constraints with order 3 (test_dae_convergence.c); the energy does not see it */
static void the_energy_of_andrews_mechanism_is_of_order_five(void **state)
{
	(void)state;
	for (int formulation = 0; formulation < DAE_FORMULATION_COUNT; formulation++) {
		double last = 0;
		for (int halvings = 0; halvings < (SLOW_BUILD ? 2 : 4); halvings++) {
			struct method_run r;
			method_begin(&r, &andrews_system, &dae_radau, 1e-10);
			r.options.formulation = (enum dae_formulation)formulation;
			r.options.fixed_step = 1e-4 / pow(2, halvings);
			memcpy(r.s.q, andrews_start, sizeof andrews_start);
			method_advance(&r, 0.03);
			double error = andrews_energy(r.s.q, r.s.v) - andrews_start_energy;
			if (halvings > 0) {
				assert_close(log2(last / error), 5, 0.2);
			}
			last = error;
			method_end(&r);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_formulation_meets_the_constraints_it_enforces),
		cmocka_unit_test(the_error_at_the_end_follows_the_tolerance),
		cmocka_unit_test(a_tight_tolerance_needs_far_fewer_steps_than_with_the_second_order_method),
		cmocka_unit_test(what_dies_out_after_a_start_is_not_followed),
		cmocka_unit_test(andrews_start_is_the_published_one),
		cmocka_unit_test(andrews_tangents_are_the_derivatives_of_its_equations),
		cmocka_unit_test(andrews_end_values_follow_the_tolerance),
		cmocka_unit_test(the_energy_of_andrews_mechanism_is_of_order_five),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
