/* The driver: tolerance, landing, independence of the communication step, restart, state as one block, failures. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_close.h"
#include "dae_method_table.h"
#include "method_run.h"
#include "spring_system.h"
#include "slow_build.h"

/* the pendulum, released at (-1, 0) */
static void begin(struct method_run *r, struct pendulum *p, double tolerance)
{
	pendulum_make(p, 1);
	method_begin(r, &p->system, &dae_generalized_alpha, tolerance);
	r->s.q[0] = -1;
	method_restart(r);
}

static void the_error_at_the_end_follows_the_tolerance(void **state)
{
	(void)state;
	assert_follows_the_tolerance(&dae_generalized_alpha, DAE_STABILIZED, 1, 1e-3, SLOW_BUILD ? 1e-4 : 1e-7, 30);
}

/* The faster a blow's motion dies out, the larger are the accelerations that errors of velocities are measured against. Then the mass creeps on,
 * x' = -x within 1e-10. */
static void what_a_blow_leaves_of_velocities_is_within_the_tolerance(void **state)
{
	(void)state;
	for (int k = 0; k < DAE_METHOD_COUNT; k++) {
		const struct dae_method *method = dae_methods[k];
		const int order = method->order;
		for (double tolerance = 1e-3; tolerance > (order > 2 ? 0.5e-7 : 0.5e-4) && !method->is_loose; tolerance /= 10) {
			struct spring s;
			struct method_run r;
			spring_make(&s, 1e5, 1e5);
			method_begin(&r, &s.system, method, tolerance);
			r.s.q[0] = 1;
			for (int i = 1; i <= 3; i++) {
				r.s.v[0] += 1;
				method_restart(&r);
				method_advance(&r, 0.1 * i);
				assert_close(r.s.v[0], -r.s.q[0] * (1 + 1e-5) + sin(0.1 * i) / 1e5, 3 * tolerance);
			}
			method_end(&r);
		}
	}
}

static void the_communication_step_does_not_change_the_trajectory(void **state)
{
	static const double steps[] = {0.001, 0.01, 0.037, 10};
	(void)state;
	double reference = 0;
	for (int k = 3; k >= 0; k--) {
		struct pendulum p;
		struct method_run r;
		begin(&r, &p, 1e-5);
		for (double i = 1; i * steps[k] < 10 + steps[k] / 2; i++) {
			double t = fmin(i * steps[k], 10);
			method_advance(&r, t);
			assert_true(*r.s.t == t);
		}
		method_advance(&r, 10);
		reference = k == 3 ? r.s.q[0] : reference;
		assert_close(r.s.q[0], reference, 10 * 1e-5);
		method_end(&r);
	}
}

/* x of the pendulum at t = 2, with a communication step of this length at 1; fixed_step 0: step-size control */
static double with_a_short_step(const struct dae_method *method, double fixed_step, double length)
{
	struct pendulum p;
	struct method_run r;
	pendulum_make(&p, 1);
	method_begin(&r, &p.system, method, 1e-4);
	r.options.fixed_step = fixed_step;
	r.s.q[0] = -1;
	method_advance(&r, 1);
	method_advance(&r, 1 + length);
	method_advance(&r, 2);
	double x = r.s.q[0];
	method_end(&r);
	return x;
}

/* its accelerations are rounding divided by the step: the next one must not extend them */
static void a_communication_step_near_rounding_does_no_harm(void **state)
{
	(void)state;
	for (int i = 0; i < dae_method_count(); i++) {
		for (double h = 0.01; h >= 0; h -= 0.01) {
			double x = with_a_short_step(dae_methods[i], h, 0.5);
			for (double length = 1e-4; length > 1e-15; length /= 10) {
				assert_close(with_a_short_step(dae_methods[i], h, length), x, 2e-5);
			}
		}
	}
}

static void assert_repeats_bit_for_bit(const struct dae_method *method)
{
	struct pendulum p;
	struct method_run r;
	pendulum_make(&p, 1);
	method_begin(&r, &p.system, method, 1e-4);
	size_t size = dae_state_size(&p.system, method) * sizeof(double);
	double *saved = malloc(size);
	assert_non_null(saved);
	r.s.q[0] = -1;
	method_advance(&r, 1.2345);
	memcpy(saved, r.block, size);
	method_advance(&r, 3);
	double x = r.s.q[0];
	double lambda = r.s.lambda[0];
	memcpy(r.block, saved, size);
	method_advance(&r, 3);
	assert_true(x == r.s.q[0] && lambda == r.s.lambda[0]);
	free(saved);
	method_end(&r);
}

static void copying_the_block_repeats_the_run_of_any_method_bit_for_bit(void **state)
{
	(void)state;
	for (int i = 0; i < dae_method_count(); i++) {
		assert_repeats_bit_for_bit(dae_methods[i]);
	}
}

/* consistent start: at (-1, 0) at rest the mass falls freely, the rod carries nothing; with speed v at the bottom
 * it carries m (g + v^2 / L) */
static void accelerations_and_multipliers_fit_position_and_velocity(void **state)
{
	struct pendulum p;
	struct method_run r;
	(void)state;
	begin(&r, &p, 1e-6);
	assert_close(r.s.a[0], 0, 1e-12);
	assert_close(r.s.a[1], -9.81, 1e-12);
	assert_close(r.s.lambda[0], 0, 1e-12);
	r.s.q[0] = 0;
	r.s.q[1] = -1;
	r.s.v[0] = 2;
	method_restart(&r);
	assert_close(r.s.a[1], 4, 1e-9);
	assert_close(r.s.lambda[0], 9.81 + 4, 1e-9);
	method_end(&r);
}

static void velocities_are_projected_onto_the_constraints(void **state)
{
	struct pendulum p;
	struct method_run r;
	(void)state;
	begin(&r, &p, 1e-6);
	r.s.q[0] = -0.6;
	r.s.q[1] = -0.8;
	r.s.v[0] = 1;
	r.s.v[1] = 0;
	assert_int_equal(dae_start_project_velocity(r.driver, &r.options, &r.failure), 0);
	/* (1, 0) less its part along the rod (0.6, 0.8) */
	assert_close(r.s.v[0], 0.64, 1e-12);
	assert_close(r.s.v[1], -0.48, 1e-12);
	method_end(&r);
}

static int failing_force(void *context, const struct dae_point *p, double *f)
{
	pendulum_force(context, p, f);
	return p->t > 0.5 ? DAE_SMALLER_STEP : DAE_DONE;
}

static void a_step_that_never_succeeds_ends_in_a_failure_with_its_time(void **state)
{
	(void)state;
	for (int i = 0; i < dae_method_count(); i++) {
		struct pendulum p;
		struct method_run r;
		pendulum_make(&p, 1);
		p.system.force = failing_force;
		method_begin(&r, &p.system, dae_methods[i], 1e-4);
		r.s.q[0] = -1;
		assert_int_equal(method_go_on(&r, 1), DAE_FAILED);
		assert_close(r.failure.t, 0.5, 1e-9);
		assert_true(*r.s.t <= 0.5);
		method_end(&r);
	}
}

static void the_largest_step_is_respected(void **state)
{
	struct pendulum p;
	struct method_run r;
	(void)state;
	begin(&r, &p, 1e-2);
	r.options.largest_step = 1e-3;
	method_advance(&r, 1);
	assert_true(r.s.counters->steps >= 1000);
	method_end(&r);
}

/* matrices, factors and all else outside the block are scratch */
static void a_new_driver_with_a_copied_block_goes_on_bit_for_bit(void **state)
{
	(void)state;
	for (int k = 0; k < DAE_METHOD_COUNT; k++) {
		struct method_run old, new;
		struct pendulum p;
		pendulum_make(&p, 1);
		size_t size = dae_state_size(&p.system, dae_methods[k]) * sizeof(double);
		method_begin(&old, &p.system, dae_methods[k], 1e-3);
		method_begin(&new, &p.system, dae_methods[k], 1e-3);
		old.s.q[0] = -1;
		method_advance(&old, 0.5);
		assert_null(dae_state_refusal(new.driver, dae_methods[k], old.block));
		memcpy(new.block, old.block, size);
		method_advance(&old, 1);
		method_advance(&new, 1);
		assert_memory_equal(old.block, new.block, size);
		method_end(&old);
		method_end(&new);
	}
}

static void a_block_with_impossible_numbers_is_not_accepted(void **state)
{
	struct pendulum p;
	struct method_run r;
	(void)state;
	begin(&r, &p, 1e-3);
	assert_null(dae_state_refusal(r.driver, &dae_generalized_alpha, r.block));
	for (size_t i = 0; i < dae_state_size(&p.system, &dae_generalized_alpha); i++) {
		double good = r.block[i];
		r.block[i] = HUGE_VAL;
		assert_non_null(dae_state_refusal(r.driver, &dae_generalized_alpha, r.block));
		r.block[i] = good;
	}
	double *const counts[] = {&r.s.rank->permanent, &r.s.counters->unresolved_worst, &r.s.counters->steps,
	                          &r.s.counters->unresolved, r.s.started};
	static const double wrong[] = {-1e9, -2, 0.5, 1e9, 1e300};
	for (int k = 0; k < 5 * 5; k++) {
		const double good = *counts[k / 5];
		*counts[k / 5] = wrong[k % 5];
		/* a run may have made 1e9 steps */
		const int possible = k / 5 == 2 && wrong[k % 5] == 1e9;
		assert_int_equal(dae_state_refusal(r.driver, &dae_generalized_alpha, r.block) == NULL, possible);
		*counts[k / 5] = good;
	}
	*r.s.h = -1;
	assert_non_null(dae_state_refusal(r.driver, &dae_generalized_alpha, r.block));
	method_end(&r);
}

/* in closed form, on and off the constraint: lambda = m (v^2 - g y) / r^2, a = (0, -g) - q lambda / m */
static void check_sensitivity(int copies, const double *q, const double *v, const double *dq, const double *dv)
{
	struct pendulum p;
	pendulum_make(&p, copies);
	double *block = calloc(dae_state_size(&p.system, &dae_generalized_alpha), sizeof *block);
	struct dae_driver *driver = dae_driver_create(&p.system, &dae_generalized_alpha, block);
	struct dae_state s = dae_driver_state(driver);
	struct dae_options options = dae_options_for(1e-6);
	struct dae_failure failure;
	double a[2], lambda[PENDULUM_MOST_COPIES], right[2 + PENDULUM_MOST_COPIES] = {0};
	dae_driver_reset(driver, 0);
	memcpy(s.q, q, 2 * sizeof *q);
	memcpy(s.v, v, 2 * sizeof *v);
	assert_int_equal(dae_answer_accelerations(driver, &options, a, lambda, &failure), 0);
	for (int i = 0; i < copies; i++) {
		right[2 + i] = -(dq[0] * a[0] + dq[1] * a[1] + 2 * (v[0] * dv[0] + v[1] * dv[1]));
	}
	assert_int_equal(dae_answer_sensitivity(driver, a, lambda, dq, dv, right), 0);

	const double r2 = q[0] * q[0] + q[1] * q[1], tension = p.m * (v[0] * v[0] + v[1] * v[1] - p.g * q[1]) / r2;
	const double change =
		(p.m * (2 * (v[0] * dv[0] + v[1] * dv[1]) - p.g * dq[1]) - 2 * tension * (q[0] * dq[0] + q[1] * dq[1])) / r2;
	for (int i = 0; i < 2; i++) {
		assert_close(right[i], -(dq[i] * tension + q[i] * change) / p.m, 1e-12);
	}
	/* rows written several times share the multiplier */
	for (int i = 0; i < copies; i++) {
		assert_close(right[2 + i], change / copies, 1e-12);
	}
	dae_driver_free(driver);
	free(block);
}

static void accelerations_and_multipliers_change_with_the_point_as_in_closed_form(void **state)
{
	(void)state;
	static const double points[][8] = {
		{-0.6, -0.8, 0.4, -0.3, 1, 0, 0, 0},
		{-0.6, -0.8, 0.4, -0.3, 0, 0, 0, 1},
		{0.7, -0.9, 1.4, 0.3, 0.3, -0.2, 0.5, 0.7},
		{0.8, 0.6, -2, 0.1, -1, 0.4, 0.2, -3},
	};
	for (size_t k = 0; k < sizeof points / sizeof points[0]; k++) {
		for (int copies = 1; copies <= PENDULUM_MOST_COPIES; copies++) {
			check_sensitivity(copies, points[k], points[k] + 2, points[k] + 4, points[k] + 6);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_error_at_the_end_follows_the_tolerance),
		cmocka_unit_test(what_a_blow_leaves_of_velocities_is_within_the_tolerance),
		cmocka_unit_test(the_communication_step_does_not_change_the_trajectory),
		cmocka_unit_test(a_communication_step_near_rounding_does_no_harm),
		cmocka_unit_test(copying_the_block_repeats_the_run_of_any_method_bit_for_bit),
		cmocka_unit_test(accelerations_and_multipliers_fit_position_and_velocity),
		cmocka_unit_test(accelerations_and_multipliers_change_with_the_point_as_in_closed_form),
		cmocka_unit_test(velocities_are_projected_onto_the_constraints),
		cmocka_unit_test(a_step_that_never_succeeds_ends_in_a_failure_with_its_time),
		cmocka_unit_test(the_largest_step_is_respected),
		cmocka_unit_test(a_new_driver_with_a_copied_block_goes_on_bit_for_bit),
		cmocka_unit_test(a_block_with_impossible_numbers_is_not_accepted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
