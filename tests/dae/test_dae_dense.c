/* Dense output of single steps: the order with which its error falls, on the pendulum, and the way of a point onto the constraints. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "assert_close.h"
#include "dae_dense.h"
#include "dae_method_table.h"
#include "method_run.h"

/* of a point within a step; and of the step's end, which has the error of the method alone */
struct dense_error {
	double q, v, end_q, end_v, estimate, open;
};

/* of the state from a run to t */
static struct dense_error dense_distance(const struct method_run *r, double t)
{
	struct pendulum p;
	struct method_run exact;
	struct dense_error e = {0};
	pendulum_make(&p, 1);
	method_begin(&exact, &p.system, &dae_dop853, 1e-12);
	exact.s.q[0] = -1;
	method_advance(&exact, t);
	e.q = method_distance(2, r->s.q, exact.s.q);
	e.v = method_distance(2, r->s.v, exact.s.v);
	method_end(&exact);
	return e;
}

enum { NO_PAST, PAST, RAW = 0, SETTLED };

/* a step of size h with dop853 from the pendulum at t = 0.5, at rest at 0, and its dense output at `part` of it beside a run that ends
 * there; with a past the step before, as long, was recorded. A tolerance below what is possible asks for the quarters, one above it does not. */
static struct dense_error dense_step(double tolerance, double h, double part, int past, int settled)
{
	struct pendulum p;
	struct method_run r;
	struct dense_error e;
	const double begin = 0.5, t = begin + part * h;
	pendulum_make(&p, 1);
	double *block = calloc(dae_dense_size(&p.system), sizeof *block);
	assert_non_null(block);
	method_begin(&r, &p.system, &dae_dop853, 1e-12);
	r.s.q[0] = -1;
	method_advance(&r, past ? begin - h : begin);
	r.options.tolerance = tolerance;
	r.options.fixed_step = h;
	dae_dense_record(r.driver, block, begin);
	if (past) {
		method_advance(&r, begin);
	}
	method_advance(&r, begin + h);
	const struct dense_error end = dense_distance(&r, begin + h);
	*r.s.t = t;
	assert_true(dae_dense_answer(r.driver, block));
	if (settled) {
		dae_answer_fit(r.driver, &r.options, NAN);
	}
	e = dense_distance(&r, t);
	e.end_q = end.q;
	e.end_v = end.v;
	e.estimate = dae_dense_error(block);
	dae_answer_residuals(r.driver, &e.open, &(double){0});
	method_end(&r);
	free(block);
	return e;
}

/* the largest errors within a step */
static struct dense_error dense_largest(double tolerance, double h, int past)
{
	struct dense_error largest = {0};
	for (double part = 0.1; part < 1; part += 0.2) {
		const struct dense_error e = dense_step(tolerance, h, part, past, RAW), before = largest;
		largest = e;
		largest.q = fmax(before.q, e.q);
		largest.v = fmax(before.v, e.v);
	}
	return largest;
}

static void assert_order(double tolerance, double h, int order)
{
	const struct dense_error coarse = dense_largest(tolerance, h, NO_PAST),
							 fine = dense_largest(tolerance, h / 2, NO_PAST);
	const double q = log2(coarse.q / fine.q), v = log2(coarse.v / fine.v);
	if (!(q > order - 0.5) || !(v > order - 1.5)) {
		fail_msg("tolerance %g: orders %g and %g, not %d", tolerance, q, v, order);
	}
}

/* with the middle alone, and with the quarters */
static void errors_fall_with_the_order(void **state)
{
	(void)state;
	assert_order(1, 0.05, 7);
	assert_order(1e-14, 0.05, 8);
}

/* with nothing solved for but the middle; rates of a polynomial whose end is off are off by that over the step */
static void with_a_past_points_are_as_good_as_steps_of_order_eight(void **state)
{
	(void)state;
	for (double h = 0.1; h < 0.3; h *= 2) {
		const struct dense_error e = dense_largest(1, h, PAST);
		assert_true(e.q < 2 * e.end_q);
		assert_true(e.v < 10 * e.end_q / h);
		assert_true(dense_largest(1, h, NO_PAST).q > 4 * e.end_q);
	}
}

/* above 1 at the tolerance that the step does not meet, and far below at one that it does; the pendulum's speed and acceleration
 * are below 10 */
static void the_estimate_is_on_the_safe_side(void **state)
{
	(void)state;
	for (int past = NO_PAST; past <= PAST; past++) {
		assert_true(dense_largest(1e-13, 0.1, past).estimate > 1);
		assert_true(dense_largest(1e-3, 0.1, past).estimate < 0.5);
		for (double tolerance = 1e-3; tolerance > 1e-11; tolerance /= 10) {
			const struct dense_error e = dense_largest(tolerance, 0.1, past);
			const double bound = 10 * tolerance * 0.1 * e.estimate;
			if (!(e.q < bound + e.end_q) || !(e.v < bound + e.end_v + 2 * e.end_q / 0.1)) {
				fail_msg("past %d, tolerance %g: errors %g and %g, estimate %g", past, tolerance, e.q, e.v, e.estimate);
			}
		}
	}
}

/* where the error was far below the tolerance nothing is solved for within the next step, unless a start has come between */
static void errors_are_foreseen_until_something_happens(void **state)
{
	struct pendulum p;
	struct method_run r;
	struct dae_failure failure;
	double taken[3];
	(void)state;
	pendulum_make(&p, 1);
	double *block = calloc(dae_dense_size(&p.system), sizeof *block);
	assert_non_null(block);
	method_begin(&r, &p.system, &dae_dop853, 1e-3);
	r.s.q[0] = -1;
	r.options.fixed_step = 0.01;
	method_advance(&r, 0.01);
	for (int k = 0; k < 3; k++) {
		if (k == 2) {
			dae_dense_record(r.driver, block, 0);
			assert_int_equal(dae_start_motion(r.driver, &r.options, &failure), DAE_DONE);
		}
		const double before = r.s.counters->factorizations;
		dae_dense_record(r.driver, block, 0);
		method_advance(&r, 0.01 * (k + 2));
		taken[k] = r.s.counters->factorizations - before;
		assert_true(dae_dense_error(block) < 1);
	}
	assert_true(taken[1] < taken[0]);
	assert_true(taken[2] == taken[0]);
	method_end(&r);
	free(block);
}

static void a_settled_point_meets_the_constraints(void **state)
{
	(void)state;
	const struct dense_error raw = dense_step(1, 0.4, 0.3, NO_PAST, RAW),
							 settled = dense_step(1, 0.4, 0.3, NO_PAST, SETTLED);
	assert_true(raw.open > 1e-9);
	assert_true(settled.open < 1e-15);
	assert_true(settled.q <= 1.01 * raw.q);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(errors_fall_with_the_order),
		cmocka_unit_test(with_a_past_points_are_as_good_as_steps_of_order_eight),
		cmocka_unit_test(the_estimate_is_on_the_safe_side),
		cmocka_unit_test(errors_are_foreseen_until_something_happens),
		cmocka_unit_test(a_settled_point_meets_the_constraints),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
