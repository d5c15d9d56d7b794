/* The method that chooses: what it chooses, what that costs beside the best of them, and that a state carries the choice. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "assert_close.h"
#include "dae_method_table.h"
#include "method_run.h"
#include "spring_system.h"

static void assert_at_work(const struct method_run *r, const struct dae_method *method, const char *why)
{
	const char *reason;
	assert_ptr_equal(dae_driver_at_work(r->driver, &reason), method);
	assert_string_equal(reason, why);
}

static void begin_pendulum(struct pendulum *p, struct method_run *r, const struct dae_method *method, double tolerance)
{
	pendulum_make(p, 1);
	method_begin(r, &p->system, method, tolerance);
	r->s.q[0] = -1;
}

static void the_error_follows_the_tolerance(void **state)
{
	(void)state;
	assert_follows_the_tolerance(&dae_auto, DAE_STABILIZED, 1, 1e-3, 1e-10, 1);
}

/* the mass creeps back in a second, and a push of it dies out within 1e-4 s */
static void begin_stiff(struct spring *s, struct method_run *r, const struct dae_method *method, double tolerance)
{
	spring_make(s, 1e4, 1e4);
	method_begin(r, &s->system, method, tolerance);
	r->s.q[0] = 1;
}

/* iterations and factorizations cost about the same */
static double cost(const struct method_run *r)
{
	return r->s.counters->iterations + r->s.counters->factorizations;
}

/* but for the first steps of all; also after restarts, as where an input changes at every communication point: they cost an explicit method nothing */
static void where_nothing_is_stiff_it_is_dop853(void **state)
{
	double end[2][4], costs[2];
	(void)state;
	for (int k = 0; k < 2; k++) {
		struct pendulum p;
		struct method_run r;
		begin_pendulum(&p, &r, k == 0 ? &dae_dop853 : &dae_auto, 1e-6);
		for (int i = 1; i <= 10; i++) {
			method_advance(&r, 0.2 * i);
			method_restart(&r);
		}
		if (k == 1) {
			assert_at_work(&r, &dae_dop853, "an event, or an input that jumped");
		}
		memcpy(end[k], r.s.q, 2 * sizeof *end[k]);
		memcpy(end[k] + 2, r.s.v, 2 * sizeof *end[k]);
		costs[k] = cost(&r);
		method_end(&r);
	}
	assert_true(method_distance(4, end[1], end[0]) < 1e-12);
	assert_true(costs[1] < costs[0]);
}

static void stiff_forces_are_left_to_radau_and_then_to_bdf(void **state)
{
	struct spring s;
	struct method_run r;
	(void)state;
	begin_stiff(&s, &r, &dae_auto, 1e-8);
	method_advance(&r, 1e-5);
	assert_at_work(&r, &dae_dop853, "it begins");
	method_advance(&r, 20);
	assert_at_work(&r, &dae_bdf, "the motion went on undisturbed");
	method_restart(&r);
	assert_at_work(&r, &dae_bdf, "an event, or an input that jumped");
	for (int i = 1; i <= 20; i++) {
		method_advance(&r, 20 + 0.01 * i);
		method_restart(&r);
		assert_at_work(&r, &dae_radau, "an event, or an input that jumped");
	}
	method_end(&r);
}

/* cost of 80 blows to the spring, 0.025 s apart */
static double cost_of_blows(const struct dae_method *method, double tolerance)
{
	struct spring s;
	struct method_run r;
	begin_stiff(&s, &r, method, tolerance);
	for (int i = 1; i <= 80; i++) {
		r.s.v[0] += 10;
		method_restart(&r);
		method_advance(&r, 0.025 * i);
	}
	const double sum = cost(&r);
	method_end(&r);
	return sum;
}

/* each is followed by a time in which dop853 makes the longer steps */
static void blows_to_a_stiff_spring_do_not_bring_dop853_back(void **state)
{
	(void)state;
	assert_true(cost_of_blows(&dae_auto, 1e-5) < 1.5 * cost_of_blows(&dae_radau, 1e-5));
}

/* what follows each of them takes many steps at a tight tolerance: radau need not begin them all */
static void bdf_goes_on_after_blows_with_a_long_way_between(void **state)
{
	(void)state;
	assert_true(cost_of_blows(&dae_auto, 1e-8) < 1.2 * cost_of_blows(&dae_bdf, 1e-8));
}

/* a step that others limit is the same for all, and costs least with an implicit method */
static void where_its_steps_could_be_longer_a_cheaper_method_goes_on(void **state)
{
	struct pendulum p;
	struct method_run r;
	(void)state;
	begin_pendulum(&p, &r, &dae_auto, 1e-6);
	r.options.largest_step = 1e-3;
	method_advance(&r, 0.2);
	assert_at_work(&r, &dae_bdf, "the motion went on undisturbed");
	method_end(&r);
}

/* with dopri5 where an implicit one would have to start again and again; where errors limit steps, dop853 makes longer ones */
static void inputs_that_change_often_are_left_to_dopri5(void **state)
{
	double costs[2];
	const char *why;
	(void)state;
	for (int k = 0; k < 2; k++) {
		struct pendulum p;
		struct method_run r;
		begin_pendulum(&p, &r, k == 0 ? &dae_dopri5 : &dae_auto, 1e-6);
		for (int i = 1; i <= 500; i++) {
			method_advance(&r, 0.02 * i);
			method_restart(&r);
		}
		costs[k] = cost(&r);
		if (k == 1) {
			assert_at_work(&r, &dae_dopri5, "an event, or an input that jumped");
			method_advance(&r, 60);
			assert_ptr_equal(dae_driver_at_work(r.driver, &why), &dae_dop853);
		}
		method_end(&r);
	}
	assert_true(costs[1] < 1.12 * costs[0]);
}

static void fixed_steps_are_made_by_radau(void **state)
{
	struct pendulum p;
	struct method_run r;
	(void)state;
	begin_pendulum(&p, &r, &dae_auto, 1e-6);
	r.options.fixed_step = 0.01;
	method_advance(&r, 1);
	assert_at_work(&r, &dae_radau, "fixed steps, redundant constraints or the formulation ask for it");
	method_end(&r);
}

/* of a motion that is not stiff, and of one that is: but for the fifty steps of dop853 that it takes to find out */
static void it_costs_little_more_than_the_best_of_them(void **state)
{
	static const struct dae_method *const methods[] = {&dae_radau, &dae_bdf, &dae_dop853, &dae_auto};
	(void)state;
	for (double tolerance = 1e-3; tolerance > 1e-10; tolerance /= 10) {
		double costs[4], stiff[4];
		for (int k = 0; k < 4; k++) {
			struct pendulum p;
			struct spring s;
			struct method_run r;
			begin_pendulum(&p, &r, methods[k], tolerance);
			method_advance(&r, 60);
			costs[k] = cost(&r);
			method_end(&r);
			begin_stiff(&s, &r, methods[k], tolerance);
			method_advance(&r, k == 2 ? 0.01 : 100);
			stiff[k] = cost(&r);
			method_end(&r);
		}
		assert_true(costs[3] < 1.5 * fmin(costs[0], fmin(costs[1], costs[2])));
		assert_true(stiff[3] < 1.5 * fmin(stiff[0], stiff[1]) + 50 * 24);
	}
}

/* held to order 1 it has to; vibrations beyond its stability do the same */
static void where_bdf_takes_short_steps_radau_goes_on(void **state)
{
	double costs[2];
	(void)state;
	for (int k = 0; k < 2; k++) {
		struct pendulum p;
		struct method_run r;
		begin_pendulum(&p, &r, k == 0 ? &dae_radau : &dae_auto, 1e-6);
		r.options.formulation = DAE_INDEX2;
		r.options.largest_order = 1;
		method_advance(&r, 100);
		costs[k] = cost(&r);
		if (k == 1) {
			assert_at_work(&r, &dae_radau, "the steps of bdf were too short");
		}
		method_end(&r);
	}
	assert_true(costs[1] < 1.1 * costs[0]);
}

static void assert_copies_go_on(struct method_run *r, struct method_run *copy, const struct dae_system *system)
{
	for (double t = 0.25; t < 5; t += 0.25) {
		const size_t size = dae_state_size(system, &dae_auto) * sizeof *r->block;
		method_advance(r, t);
		memcpy(copy->block, r->block, size);
		method_advance(copy, t + 0.25);
		method_advance(r, t + 0.25);
		assert_memory_equal(copy->block, r->block, size);
	}
	method_end(r);
	method_end(copy);
}

static void a_copied_state_goes_on_as_the_run_it_is_of(void **state)
{
	struct pendulum p, p2;
	struct spring s, s2;
	struct method_run r, copy;
	(void)state;
	begin_pendulum(&p, &r, &dae_auto, 1e-6);
	begin_pendulum(&p2, &copy, &dae_auto, 1e-6);
	assert_copies_go_on(&r, &copy, &p.system);
	begin_pendulum(&p, &r, &dae_auto, 1e-6);
	begin_pendulum(&p2, &copy, &dae_auto, 1e-6);
	r.options.largest_step = copy.options.largest_step = 0.02;
	assert_copies_go_on(&r, &copy, &p.system);
	begin_stiff(&s, &r, &dae_auto, 1e-6);
	begin_stiff(&s2, &copy, &dae_auto, 1e-6);
	assert_copies_go_on(&r, &copy, &s.system);
}

static void impossible_choices_are_refused(void **state)
{
	struct pendulum p;
	struct method_run r;
	(void)state;
	begin_pendulum(&p, &r, &dae_auto, 1e-6);
	method_advance(&r, 1);
	assert_null(dae_state_refusal(r.driver, &dae_auto, r.block));
	for (int k = 0; k < 17; k++) {
		const double kept = r.s.memory[k];
		for (int j = 0; j < 2; j++) {
			r.s.memory[k] = j == 0 ? -1 : HUGE_VAL;
			assert_non_null(dae_state_refusal(r.driver, &dae_auto, r.block));
		}
		r.s.memory[k] = kept;
	}
	method_end(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_error_follows_the_tolerance),
		cmocka_unit_test(where_nothing_is_stiff_it_is_dop853),
		cmocka_unit_test(stiff_forces_are_left_to_radau_and_then_to_bdf),
		cmocka_unit_test(blows_to_a_stiff_spring_do_not_bring_dop853_back),
		cmocka_unit_test(bdf_goes_on_after_blows_with_a_long_way_between),
		cmocka_unit_test(where_its_steps_could_be_longer_a_cheaper_method_goes_on),
		cmocka_unit_test(inputs_that_change_often_are_left_to_dopri5),
		cmocka_unit_test(fixed_steps_are_made_by_radau),
		cmocka_unit_test(it_costs_little_more_than_the_best_of_them),
		cmocka_unit_test(where_bdf_takes_short_steps_radau_goes_on),
		cmocka_unit_test(a_copied_state_goes_on_as_the_run_it_is_of),
		cmocka_unit_test(impossible_choices_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
