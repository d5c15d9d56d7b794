/* Projected points, on a pendulum of 1 m and 1 kg whose accelerations are known in closed form. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assert_close.h"
#include "dae_projected.h"
#include "pendulum_system.h"

enum { MOST_WORK = 200 };

/* a step of 0.1 s from (0, -1) with 1 m/s, and a point of it */
struct projection {
	struct pendulum p;
	struct dae_options options;
	struct dae_step_rank rank;
	struct dae_nearness nearness;
	struct dae_counters counters;
	struct dae_failure failure;
	struct dae_kkt *kkt;
	double q0[2], v0[2], a0[2], lambda0[PENDULUM_MOST_COPIES], q1[2], v1[2], a1[2], lambda1[PENDULUM_MOST_COPIES];
	double du[2], q[2], v[2], a[2], lambda[PENDULUM_MOST_COPIES], open[PENDULUM_MOST_COPIES],
		speed[PENDULUM_MOST_COPIES];
	double right[2 * (2 + PENDULUM_MOST_COPIES)], work[MOST_WORK];
	struct dae_step s;
	struct dae_projected at;
};

static const double ones[] = {1, 1}, none[] = {0, 0};

static void open_point(struct projection *o, int copies, double x, double y)
{
	*o = (struct projection){.options = dae_options_for(1e-8),
	                         .rank = {.distance = 1, .permanent = copies - 1},
	                         .q0 = {0, -1},
	                         .v0 = {1, 0},
	                         .du = {x, y + 1},
	                         .q = {x, y},
	                         .v = {1, 1}};
	pendulum_make(&o->p, copies);
	o->kkt = dae_kkt_create(&o->p.system);
	assert_non_null(o->kkt);
	o->s = (struct dae_step){.system = &o->p.system,
	                         .kkt = o->kkt,
	                         .kkts = &o->kkt,
	                         .options = &o->options,
	                         .velocity_scale = ones,
	                         .acceleration_scale = ones,
	                         .acceleration_rounding = none,
	                         .h = 0.1,
	                         .asked = 0.1,
	                         .nearness = &o->nearness,
	                         .rank = &o->rank,
	                         .counters = &o->counters,
	                         .failure = &o->failure,
	                         .q = o->q0,
	                         .v = o->v0,
	                         .a = o->a0,
	                         .lambda = o->lambda0,
	                         .q1 = o->q1,
	                         .v1 = o->v1,
	                         .a1 = o->a1,
	                         .lambda1 = o->lambda1};
	o->nearness = dae_nearness_of(&o->s);
	o->at = (struct dae_projected){0.05,    o->du,    o->q,     o->v, o->a,          o->lambda,
	                               o->open, o->speed, o->right, NULL, DAE_STABILIZED};
}

static void close_point(struct projection *o)
{
	dae_kkt_free(o->kkt);
}

/* on the circle, along it, and with lambda = (v^2 - g y) / copies, a = -q lambda - g e2 */
static void assert_fits(const struct projection *o, const double *q, const double *v, const double *a,
                        const double *lambda)
{
	const double tension = v[0] * v[0] + v[1] * v[1] - 9.81 * q[1];
	double sum = 0;
	for (int i = 0; i < o->p.copies; i++) {
		sum += lambda[i];
	}
	assert_close(hypot(q[0], q[1]), 1, 1e-14);
	assert_close(q[0] * v[0] + q[1] * v[1], 0, 1e-13);
	assert_close(sum, tension, 1e-10);
	assert_close(a[0], -q[0] * tension, 1e-10);
	assert_close(a[1], -q[1] * tension - 9.81, 1e-10);
}

static void a_point_off_the_constraints_is_moved_onto_them_and_fitted(void **state)
{
	(void)state;
	for (int copies = 1; copies <= PENDULUM_MOST_COPIES; copies++) {
		struct projection o;
		open_point(&o, copies, 0.301, -0.95);
		assert_int_equal(dae_projected_fit(&o.s, &o.at), DAE_DONE);
		assert_fits(&o, o.q, o.v, o.a, o.lambda);
		/* the increment leads there */
		assert_close(o.du[0], o.q[0], 1e-15);
		assert_close(o.du[1], o.q[1] + 1, 1e-15);
		/* the shortest way is along the rod, to second order */
		assert_close(atan2(o.q[0], -o.q[1]), atan2(0.301, 0.95), 1e-5);
		close_point(&o);
	}
}

static void the_end_of_a_step_meets_the_constraints(void **state)
{
	struct projection o;
	(void)state;
	open_point(&o, 1, 0.301, -0.95);
	assert_int_equal(dae_kkt_evaluate(o.kkt, &(struct dae_point){.q = o.q}), 0);
	assert_int_equal(dae_point_factor(&o.s, o.kkt, &(struct dae_point){.q = o.q}, o.open, DAE_FOR_POINT), 0);
	assert_int_equal(dae_projected_end(&o.s, &o.at), DAE_DONE);
	assert_fits(&o, o.q, o.v, o.a, o.lambda);
	close_point(&o);
}

/* with one matrix all the way, and in real time by the count: the point is closed, its matrix stays */
static void a_point_is_closed_with_a_matrix_that_is_kept(void **state)
{
	(void)state;
	for (int iterations = 0; iterations <= 3; iterations += 3) {
		struct projection o;
		open_point(&o, 1, 0.301, -0.95);
		o.options.iterations = iterations;
		o.at.kept = o.kkt;
		assert_int_equal(dae_kkt_evaluate(o.kkt, &(struct dae_point){.q = o.q}), 0);
		assert_int_equal(dae_point_factor(&o.s, o.kkt, &(struct dae_point){.q = o.q}, o.open, DAE_FOR_POINT), 0);
		assert_int_equal(dae_projected_close(&o.s, &o.at), DAE_DONE);
		assert_close(hypot(o.q[0], o.q[1]), 1, 1e-9);
		assert_true(o.counters.factorizations == 1);
		close_point(&o);
	}
}

/* positions stay, the velocity is moved along the rod and accelerations are those beside the constraint */
static void a_clear_stage_passes_off_the_constraints(void **state)
{
	struct projection o;
	double clearance = 0;
	(void)state;
	open_point(&o, 1, 0.301, -0.95);
	assert_int_equal(dae_projected_pass(&o.s, &o.at, &clearance), DAE_DONE);
	assert_true(clearance > 0.1 && clearance <= 1);
	assert_close(o.q[0], 0.301, 0);
	assert_close(0.301 * o.v[0] - 0.95 * o.v[1], 0, 1e-14);
	const double tension = (o.v[0] * o.v[0] + o.v[1] * o.v[1] + 9.81 * 0.95) / (0.301 * 0.301 + 0.95 * 0.95);
	assert_close(o.lambda[0], tension, 1e-10);
	close_point(&o);
}

/* redundant rows are not clear; far off, the step is too long, unless it is fixed */
static void a_stage_that_is_not_clear_does_nothing_or_is_too_far(void **state)
{
	struct projection o;
	double clearance = 1;
	(void)state;
	open_point(&o, 2, 0.301, -0.954);
	assert_int_equal(dae_projected_pass(&o.s, &o.at, &clearance), DAE_DONE);
	assert_close(clearance, 0, 0);
	assert_close(o.v[1], 1, 0);
	close_point(&o);
	open_point(&o, 2, 0.5, -0.95);
	assert_int_equal(dae_projected_pass(&o.s, &o.at, &clearance), DAE_SMALLER_STEP);
	assert_int_equal(o.failure.reason, DAE_ERROR_TOO_LARGE);
	o.options.fixed_step = 0.1;
	assert_int_equal(dae_projected_pass(&o.s, &o.at, &clearance), DAE_DONE);
	assert_close(clearance, 0, 0);
	close_point(&o);
}

/* the end of an iteration stays where it is, and gets accelerations; near a singular position it is moved, too */
static void the_end_of_an_iteration_is_projected_near_singular_positions(void **state)
{
	(void)state;
	for (int is_singular = 0; is_singular < 2; is_singular++) {
		struct projection o;
		double *work;
		open_point(&o, 1, 0.301, -0.95);
		work = o.work;
		struct dae_stage end = {.kkt = o.kkt, .q = o.q1, .v = o.v1, .a = o.a1, .lambda = o.lambda1};
		assert_true(dae_stage_work(&o.p.system) <= MOST_WORK);
		dae_stage_split(&end, &o.p.system, &work);
		memcpy(o.q1, o.q, sizeof o.q);
		memcpy(o.v1, o.v, sizeof o.v);
		o.s.result.is_singular = is_singular;
		assert_int_equal(dae_projected_end_stage(&o.s, &end, o.kkt), DAE_DONE);
		if (is_singular) {
			assert_fits(&o, o.q1, o.v1, o.a1, o.lambda1);
		} else {
			assert_close(o.q1[0], 0.301, 0);
			assert_close(o.v1[1], 1, 0);
			/* G a + v^2 = 0 */
			assert_close(0.301 * o.a1[0] - 0.95 * o.a1[1] + 2, 0, 1e-10);
		}
		close_point(&o);
	}
}

/* a row of points: each guesses with the accelerations of the last, keeps its rate, and the end has the last multipliers */
static void the_points_of_a_step_follow_from_each_other(void **state)
{
	struct projection o;
	size_t total = 0;
	(void)state;
	open_point(&o, 1, 0.301, -0.95);
	const struct dae_projected_points w = dae_projected_points_split(&o.p.system, 3, o.work, &total);
	assert_true(total <= MOST_WORK);
	o.a0[1] = 4;
	o.lambda0[0] = 7;
	dae_projected_points_begin(&o.s, &w);
	assert_close(w.rate[0], 1, 0);
	assert_close(w.a[1], 4, 0);
	const struct dae_projected next = dae_projected_points_next(&o.s, &w, 1, 0.05);
	assert_close(next.a[1], 4, 0);
	assert_close(next.lambda[0], 7, 0);
	memcpy(next.du, o.du, sizeof o.du);
	memcpy(next.q, o.q, sizeof o.q);
	memcpy(next.v, o.v, sizeof o.v);
	assert_int_equal(dae_projected_fit(&o.s, &next), DAE_DONE);
	assert_fits(&o, next.q, next.v, next.a, next.lambda);
	dae_projected_points_keep(&o.s, &w, 1, &next);
	assert_close(w.rate[2], next.v[0], 0);
	const double last = next.lambda[0];
	const struct dae_projected end = dae_projected_points_end(&o.s, &w, o.du);
	assert_close(end.t, 0.1, 0);
	assert_close(end.lambda[0], last, 0);
	close_point(&o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_point_off_the_constraints_is_moved_onto_them_and_fitted),
		cmocka_unit_test(the_end_of_a_step_meets_the_constraints),
		cmocka_unit_test(a_point_is_closed_with_a_matrix_that_is_kept),
		cmocka_unit_test(a_clear_stage_passes_off_the_constraints),
		cmocka_unit_test(a_stage_that_is_not_clear_does_nothing_or_is_too_far),
		cmocka_unit_test(the_end_of_an_iteration_is_projected_near_singular_positions),
		cmocka_unit_test(the_points_of_a_step_follow_from_each_other),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
