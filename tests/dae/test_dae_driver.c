/* The driver: tolerance, landing, independence of the communication step, restart, state as one block, failures. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_close.h"
#include "dae_methods.h"
#include "method_run.h"
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

/* a tenth of the tolerance, per unit of time and of velocities and accelerations, and rounding of 16 units in the last
 * place */
static void errors_are_measured_against_tolerance_and_rounding(void **state)
{
	const double velocity_scale[] = {2, 2}, acceleration_scale[] = {5, 5};
	const double unit = 16 * 2.220446049250313e-16;
	struct dae_options options = dae_options_for(1e-6);
	struct pendulum p;
	(void)state;
	pendulum_make(&p, 1);
	p.size[1] = 3;
	struct dae_step s = {.system = &p.system,
	                     .options = &options,
	                     .velocity_scale = velocity_scale,
	                     .acceleration_scale = acceleration_scale,
	                     .h = 1e-4};
	const double of_q[] = {0, -(1e-11 * 2 + 3 * unit), 0, 0};
	const double of_v[] = {0, 0, 1e-11 * 5 + 2 * unit, 0};
	const double following[] = {0, 0, 0, 1e-11 * 5 + 2 * unit + 3 * unit / s.h};
	const double no_number[] = {0, 0, 0, NAN};
	assert_close(dae_step_error(&s, of_q), 1, 1e-14);
	assert_close(dae_step_error(&s, of_v), 1, 1e-14);
	assert_true(dae_step_error(&s, following) > 2);
	assert_true(dae_step_error(&s, no_number) == HUGE_VAL);
	s.v_follows_q = 1;
	assert_close(dae_step_error(&s, following), 1, 1e-14);
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
	assert_int_equal(dae_driver_project_velocity(r.driver, &r.options, &r.failure), 0);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_error_at_the_end_follows_the_tolerance),
		cmocka_unit_test(errors_are_measured_against_tolerance_and_rounding),
		cmocka_unit_test(the_communication_step_does_not_change_the_trajectory),
		cmocka_unit_test(copying_the_block_repeats_the_run_of_any_method_bit_for_bit),
		cmocka_unit_test(accelerations_and_multipliers_fit_position_and_velocity),
		cmocka_unit_test(velocities_are_projected_onto_the_constraints),
		cmocka_unit_test(a_step_that_never_succeeds_ends_in_a_failure_with_its_time),
		cmocka_unit_test(the_largest_step_is_respected),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
