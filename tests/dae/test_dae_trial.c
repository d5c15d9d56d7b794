/* One trial of a step: what is measured of it. The method is a script, whose end and result a test says beforehand. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assert_close.h"
#include "dae_driver_parts.h"
#include "dae_kkt_struct.h"
#include "dae_trial.h"
#include "method_run.h"

static struct script {
	int status, calls, memory_is_new;
	double v1, a1, error;
	struct dae_result result;
	struct dae_kkt_rank rank;
} script;

static size_t script_memory(const struct dae_system *system)
{
	(void)system;
	return 1;
}

static void script_start(const struct dae_system *system, double *memory)
{
	(void)system;
	memory[0] = 0;
}

static int script_valid(const double *memory)
{
	return memory[0] >= 0;
}

/* stays at the lowest point of the pendulum */
static int script_step(struct dae_step *s)
{
	script.calls++;
	script.memory_is_new = s->memory[0] == 0;
	memset(s->error, 0, 4 * sizeof *s->error);
	memcpy(s->q1, s->q, 2 * sizeof *s->q1);
	s->v1[0] = script.v1;
	s->v1[1] = s->a1[1] = 0;
	s->a1[0] = script.a1;
	s->lambda1[0] = s->lambda[0];
	s->memory1[0] = s->memory[0] + 1;
	s->error[0] = script.error;
	s->result.is_singular = script.result.is_singular;
	s->result.is_unconverged = script.result.is_unconverged;
	s->result.error_is_complete = script.result.error_is_complete;
	s->kkt->rank = script.rank;
	return script.status;
}

static const struct dae_method scripted = {.name = "scripted",
                                           .order = 3,
                                           .memory = script_memory,
                                           .work = script_memory,
                                           .start = script_start,
                                           .valid = script_valid,
                                           .step = script_step};

/* hangs at rest, 1 m/s having been seen before, and 10 m/s^2 */
static void open_script(struct method_run *r, struct pendulum *p)
{
	script = (struct script){.result = {.error_is_complete = 1}, .rank = {0, 0, 1}};
	pendulum_make(p, 1);
	method_begin(r, &p->system, &scripted, 1e-6);
	r->s.q[1] = -1;
	method_restart(r);
	for (int i = 0; i < 2; i++) {
		r->s.velocity_scale[i] = 1;
		r->s.acceleration_scale[i] = 10;
	}
	r->s.rank->distance = 1;
	r->driver->asked = 1;
	*r->s.started = 1;
	*r->s.last = 0.01;
}

static struct dae_trial make(struct method_run *r, double h, int lands)
{
	return dae_trial_make(r->driver, &r->options, h, lands, &r->failure);
}

static void the_error_of_a_trial_is_that_of_the_method(void **state)
{
	struct pendulum p;
	struct method_run r;
	(void)state;
	open_script(&r, &p);
	script.error = 2e-9;
	const struct dae_trial trial = make(&r, 0.01, 0);
	assert_int_equal(trial.status, DAE_DONE);
	/* a tenth of 1e-6 times h and 1 m/s */
	assert_close(trial.error, 2, 1e-4);
	assert_int_equal(trial.worst, 0);
	assert_int_equal(trial.order, 3);
	assert_true(trial.complete && trial.growth == 2);
	assert_false(trial.is_hidden || trial.is_end_harmed || trial.is_end_in_doubt);
	/* an error that may be too small lets the next step grow by 5 % */
	script.result.error_is_complete = 0;
	assert_close(make(&r, 0.01, 0).growth, 1.05, 0);
	method_end(&r);
}

static void a_step_ten_thousand_times_as_long_as_the_last_starts_afresh(void **state)
{
	struct pendulum p;
	struct method_run r;
	(void)state;
	open_script(&r, &p);
	*r.s.memory = 5;
	make(&r, 0.99e4 * 0.01, 0);
	assert_false(script.memory_is_new);
	make(&r, 1.01e4 * 0.01, 0);
	assert_true(script.memory_is_new);
	assert_close(*r.s.memory, 5, 0);
	method_end(&r);
}

static void a_trial_is_not_made_beyond_the_limit_of_work(void **state)
{
	struct pendulum p;
	struct method_run r;
	(void)state;
	open_script(&r, &p);
	r.options.work_limit = 2;
	dae_effort_begin(r.driver);
	for (int k = 0; k < 3; k++) {
		assert_int_equal(make(&r, 0.01, 0).status, k < 2 ? DAE_DONE : DAE_FAILED);
	}
	assert_int_equal(script.calls, 2);
	assert_int_equal(r.failure.reason, DAE_TOO_MUCH_WORK);
	method_end(&r);
}

/* near a singular position: velocities that change ten times as fast as ever, or such accelerations */
static void a_solution_that_is_not_the_motion_fails(void **state)
{
	struct pendulum p;
	struct method_run r;
	(void)state;
	open_script(&r, &p);
	script.v1 = 1.1;
	assert_int_equal(make(&r, 0.01, 0).status, DAE_DONE);
	script.result.is_singular = 1;
	script.rank = (struct dae_kkt_rank){0, 1, 1e-3};
	assert_int_equal(make(&r, 0.01, 0).status, DAE_SMALLER_STEP);
	assert_int_equal(r.failure.reason, DAE_RAN_AWAY);
	script.v1 = 0.9;
	assert_int_equal(make(&r, 0.01, 0).status, DAE_DONE);
	script.a1 = 101;
	assert_int_equal(make(&r, 0.01, 0).status, DAE_SMALLER_STEP);
	/* at a requested end the accelerations that rounding explains do no harm: R / sigma^3 */
	script.rank = (struct dae_kkt_rank){0, 1, 3e-5};
	assert_int_equal(make(&r, 0.01, 0).status, DAE_SMALLER_STEP);
	assert_int_equal(make(&r, 0.01, 1).status, DAE_SMALLER_STEP);
	script.rank = (struct dae_kkt_rank){0, 1, 1e-4};
	script.a1 = 100 + 0.9 * 16 * DBL_EPSILON / 1e-12;
	assert_int_equal(make(&r, 0.01, 0).status, DAE_SMALLER_STEP);
	assert_int_equal(make(&r, 0.01, 1).status, DAE_DONE);
	method_end(&r);
}

/* R / sigma above the tolerance */
static void positions_that_rounding_hides_are_reported(void **state)
{
	struct pendulum p;
	struct method_run r;
	(void)state;
	open_script(&r, &p);
	script.rank = (struct dae_kkt_rank){0, 1, 1e-8};
	r.options = dae_options_for(1e-8);
	assert_true(make(&r, 0.01, 0).is_hidden);
	r.options = dae_options_for(1e-6);
	assert_false(make(&r, 0.01, 0).is_hidden);
	method_end(&r);
}

/* in real time a solution that is not the motion, or not solved, is taken if it makes sense: here the joint is closed */
static void an_unsolved_step_of_real_time_is_taken_if_it_makes_sense(void **state)
{
	struct pendulum p;
	struct method_run r;
	(void)state;
	open_script(&r, &p);
	r.options.iterations = 3;
	script.result.is_unconverged = 1;
	struct dae_trial trial = make(&r, 0.01, 1);
	assert_int_equal(trial.status, DAE_DONE);
	assert_true(trial.is_unconverged);
	r.s.q[1] = -1.002;
	assert_int_equal(make(&r, 0.01, 1).status, DAE_SMALLER_STEP);
	assert_int_equal(r.failure.reason, DAE_TOO_COARSE);
	method_end(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_error_of_a_trial_is_that_of_the_method),
		cmocka_unit_test(a_step_ten_thousand_times_as_long_as_the_last_starts_afresh),
		cmocka_unit_test(a_trial_is_not_made_beyond_the_limit_of_work),
		cmocka_unit_test(a_solution_that_is_not_the_motion_fails),
		cmocka_unit_test(positions_that_rounding_hides_are_reported),
		cmocka_unit_test(an_unsolved_step_of_real_time_is_taken_if_it_makes_sense),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
