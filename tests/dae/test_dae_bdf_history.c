/* History of the BDF methods: weights on any spacing, increments and times seen from the newest point, disturbances,
 * invented points; rotations, whose increments do not commute. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_close.h"
#include "dae_bdf_history.h"
#include "free_body_system.h"
#include "pendulum_system.h"
#include "test_random.h"

enum { MOST = 200 };

/* a step of a system with two velocities whose points lie on polynomials of time */
struct path {
	struct pendulum pendulum;
	double memory[MOST], memory1[MOST];
	double q[2], v[2], a[2], v1[2];
	double past[2 * DAE_BDF_MOST_ORDER], base[2], steady[2];
	struct dae_step step;
};

static void make_path(struct path *p, double t, double h)
{
	pendulum_make(&p->pendulum, 1);
	assert_true(dae_bdf_memory(&p->pendulum.system) <= MOST);
	dae_bdf_start(&p->pendulum.system, p->memory);
	p->step = (struct dae_step){
		.system = &p->pendulum.system,
		.t = t,
		.h = h,
		.q = p->q,
		.v = p->v,
		.a = p->a,
		.v1 = p->v1,
		.memory = p->memory,
		.memory1 = p->memory1,
	};
}

/* q = t^n and 2 t^n - t; v the derivative */
static double power_at(int i, int n, double t)
{
	return i == 0 ? pow(t, n) : 2 * pow(t, n) - t;
}

static double rate_at(int i, int n, double t)
{
	return i == 0 ? n * pow(t, n - 1) : 2 * n * pow(t, n - 1) - 1;
}

/* goes along the path with steps of its own and leaves the last one open: dq holds its increment */
static void follow(struct path *p, int n, int steps, const double *h, double *dq)
{
	double t = 0.3;
	make_path(p, t, h[0]);
	for (int k = 0; k < steps; k++) {
		p->step.h = h[k];
		for (int i = 0; i < 2; i++) {
			p->v[i] = rate_at(i, n, t);
			p->v1[i] = rate_at(i, n, t + h[k]);
			dq[i] = power_at(i, n, t + h[k]) - power_at(i, n, t);
		}
		if (k + 1 < steps) {
			dae_bdf_remember(&p->step, dq);
			memcpy(p->memory, p->memory1, dae_bdf_memory(&p->pendulum.system) * sizeof *p->memory);
		}
		t += h[k];
	}
	dae_bdf_look_back(&p->step, p->past, p->base, p->steady);
}

/* Gear's formulas on equal steps: coefficients of x_n, x_n-1, ... in h x'_n */
static void equal_steps_give_the_classical_coefficients(void **state)
{
	static const double classical[5][6] = {
		{1, -1},
		{3.0 / 2, -2, 1.0 / 2},
		{11.0 / 6, -3, 3.0 / 2, -1.0 / 3},
		{25.0 / 12, -4, 3, -4.0 / 3, 1.0 / 4},
		{137.0 / 60, -5, 5, -10.0 / 3, 5.0 / 4, -1.0 / 5},
	};
	double memory[DAE_BDF_HEAD] = {0};
	(void)state;
	for (int i = 0; i < DAE_BDF_MOST_ORDER; i++) {
		memory[DAE_BDF_AGO + i] = 0.02 * (i + 1);
	}
	for (int order = 1; order <= 5; order++) {
		struct dae_bdf_weights w = dae_bdf_weights(memory, 0.02, order);
		assert_close(w.first, classical[order - 1][0], 1e-13);
		for (int i = 0; i < order; i++) {
			assert_close(w.past[i], classical[order - 1][i + 1], 1e-12);
		}
	}
}

static void polynomials_are_differentiated_and_continued_exactly_on_any_spacing(void **state)
{
	struct test_random random = test_random_start(11);
	(void)state;
	for (int trial = 0; trial < 50; trial++) {
		struct path p;
		double h[7];
		double dq[2];
		double sum[2];
		int order = 1 + trial % 5;
		for (int k = 0; k < 7; k++) {
			h[k] = test_random_in(&random, 0.05, 0.2);
		}
		follow(&p, order, 7, h, dq);
		struct dae_bdf_weights w = dae_bdf_weights(p.memory, h[6], order);
		dae_bdf_sum_past(&p.step, p.past, order, w.past, sum);
		for (int i = 0; i < 2; i++) {
			assert_close((w.first * dq[i] + sum[i]) / h[6], p.v1[i], 1e-9);
		}
		w = dae_bdf_weights(p.memory, h[6], order + 1);
		dae_bdf_sum_past(&p.step, p.past, order + 1, w.guess, sum);
		assert_close(sum[0], dq[0], 1e-9);
		dae_bdf_sum_velocities(&p.step, order + 1, w.guess, sum);
		assert_close(sum[1], p.v1[1], 1e-9);
	}
}

/* on t^(k+1) the formula of order k leaves a derivative wrong by prod (t - t_i) over its past nodes. The exact point
 * is not the method's, which changes the estimate by s_k / (s_k + 1 / alpha_0). */
static void the_disturbance_is_the_defect_of_the_formula(void **state)
{
	struct test_random random = test_random_start(5);
	(void)state;
	for (int order = 1; order <= 5; order++) {
		struct path p;
		double h[7];
		double dq[2];
		double error[4];
		for (int k = 0; k < 7; k++) {
			h[k] = test_random_in(&random, 0.1, 0.2);
		}
		follow(&p, order + 1, 7, h, dq);
		struct dae_bdf_weights w = dae_bdf_weights(p.memory, h[6], order + 1);
		struct dae_bdf_weights formula = dae_bdf_weights(p.memory, h[6], order);
		double defect = 1;
		for (int i = 0; i < order; i++) {
			defect *= h[6] * w.ratio[i];
		}
		dae_bdf_disturbance(&p.step, p.past, order, order, dq, error);
		double own = w.ratio[order] / (w.ratio[order] + 1 / formula.first);
		assert_close(error[0] / (h[6] * defect * own), 1, 1e-6);
		assert_close(error[1] / (h[6] * 2 * defect * own), 1, 1e-6);
		dae_bdf_disturbance(&p.step, p.past, order, order + 1, dq, error);
		assert_close(error[0] / (h[6] * defect), 1, 1e-6);
		assert_close(error[1] / (h[6] * 2 * defect), 1, 1e-6);
	}
}

/* cubics have a constant slope of the acceleration */
static void points_before_the_start_lie_on_a_cubic(void **state)
{
	struct path p;
	double slope[] = {6, 12};
	double sum[2];
	(void)state;
	make_path(&p, 0.5, 0.1);
	for (int i = 0; i < 2; i++) {
		p.v[i] = rate_at(i, 3, 0.5);
		p.a[i] = (1 + i) * 6 * 0.5;
	}
	dae_bdf_invent(&p.step, slope, p.memory);
	assert_true(p.memory[DAE_BDF_AGE] == 2);
	dae_bdf_look_back(&p.step, p.past, p.base, p.steady);
	for (int k = 1; k <= 2; k++) {
		double weight[3] = {0};
		weight[k] = 1;
		dae_bdf_sum_past(&p.step, p.past, 3, weight, sum);
		assert_close(sum[1], power_at(1, 3, 0.5 - 0.1 * k) - power_at(1, 3, 0.5), 1e-14);
		dae_bdf_sum_velocities(&p.step, 3, weight, sum);
		assert_close(sum[0], rate_at(0, 3, 0.5 - 0.1 * k), 1e-14);
		assert_close(p.memory[DAE_BDF_AGO + k - 1], 0.1 * k, 1e-15);
	}
}

/* ---- rotations ---- */

struct turns {
	struct free_body body;
	double memory[MOST], memory1[MOST];
	double q[4], v[3], a[3], v1[3];
	double past[3 * DAE_BDF_MOST_ORDER], base[4], steady[3];
	struct dae_step step;
};

static void make_turns(struct turns *p)
{
	memset(p, 0, sizeof *p);
	p->q[0] = 1;
	free_body_make(&p->body, 1, 1, 1.6);
	assert_true(dae_bdf_memory(&p->body.system) <= MOST);
	dae_bdf_start(&p->body.system, p->memory);
	p->step = (struct dae_step){
		.system = &p->body.system,
		.q = p->q,
		.v = p->v,
		.a = p->a,
		.v1 = p->v1,
		.memory = p->memory,
		.memory1 = p->memory1,
	};
}

/* q moves on by its steady motion and x, and is remembered */
static void turn(struct turns *p, double h, const double *x)
{
	p->step.h = h;
	dae_bdf_look_back(&p->step, p->past, p->base, p->steady);
	dae_bdf_remember(&p->step, x);
	memcpy(p->memory, p->memory1, dae_bdf_memory(&p->body.system) * sizeof *p->memory);
	free_body_retract(NULL, p->base, x, p->q);
}

/* q and -q are the same place */
static double turns_apart(const double *q, const double *p)
{
	double same = 0, opposite = 0;
	for (int i = 0; i < 4; i++) {
		same = fmax(same, fabs(q[i] - p[i]));
		opposite = fmax(opposite, fabs(q[i] + p[i]));
	}
	return fmin(same, opposite);
}

/* wherever the body turned since, each point is found again where the present velocity would have taken it */
static void past_places_are_seen_exactly_between_rotations(void **state)
{
	struct test_random random = test_random_start(3);
	struct turns p;
	double places[20][4], times[20];
	double now = 0;
	(void)state;
	make_turns(&p);
	for (int k = 0; k < 20; k++) {
		double h = test_random_in(&random, 0.1, 0.4);
		double x[3];
		for (int i = 0; i < 3; i++) {
			p.v[i] = test_random_in(&random, -2, 2);
			x[i] = test_random_in(&random, -0.3, 0.3);
		}
		p.step.h = h;
		dae_bdf_look_back(&p.step, p.past, p.base, p.steady);
		for (int i = 1; i <= (int)p.memory[DAE_BDF_AGE]; i++) {
			double on[3], expected[4], seen[4];
			for (int j = 0; j < 3; j++) {
				on[j] = (now + h - times[k - i]) * p.v[j];
			}
			free_body_retract(NULL, places[k - i], on, expected);
			free_body_retract(NULL, p.base, p.past + 3 * (i - 1), seen);
			assert_small(turns_apart(seen, expected), 1e-14);
		}
		memcpy(places[k], p.q, sizeof p.q);
		times[k] = now;
		now += h;
		turn(&p, h, x);
	}
}

/* two radians a step, ten over the history: rotation vectors would be singular on the way */
static void a_steady_rotation_of_any_speed_has_no_deviation(void **state)
{
	static const double none[3] = {0}, speed[] = {3, -4, 12};
	struct turns p;
	(void)state;
	make_turns(&p);
	memcpy(p.v, speed, sizeof speed);
	for (int k = 0; k < 10; k++) {
		turn(&p, (1 + 0.1 * (k % 3)) * 2 / 13.0, none);
		for (int i = 0; i < 3 * (int)fmin(k, 5); i++) {
			assert_small(p.past[i], 1e-14);
		}
	}
}

/* the exact motion of a symmetric top (free_body_system.h): its velocity turns with 0.6 v_3 about the axis */
static void rotations_before_the_start_are_invented_with_an_error_of_fourth_order(void **state)
{
	static const double speed[] = {0.8, 0.3, 2.5};
	const double rate = 0.6 * speed[2];
	const double slope[] = {-rate * rate * speed[0], -rate * rate * speed[1], 0};
	double last = 0;
	(void)state;
	for (int k = 0; k < 4; k++) {
		struct turns p;
		double q[4], v[3], seen[4], on[3];
		double h = 0.1 / pow(2, k);
		make_turns(&p);
		memcpy(p.v, speed, sizeof speed);
		p.a[0] = -rate * speed[1];
		p.a[1] = rate * speed[0];
		p.step.h = h;
		dae_bdf_invent(&p.step, slope, p.memory);
		dae_bdf_look_back(&p.step, p.past, p.base, p.steady);
		free_body_exact(&p.body, speed, -2 * h, q, v);
		for (int i = 0; i < 3; i++) {
			on[i] = 3 * h * speed[i];
		}
		free_body_retract(NULL, q, on, q);
		free_body_retract(NULL, p.base, p.past + 3, seen);
		double error = turns_apart(q, seen);
		assert_true(k == 0 || fabs(log2(last / error) - 4) < 0.2);
		last = error;
	}
}

static void no_more_than_five_points_are_kept(void **state)
{
	struct path p;
	double h[9] = {0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1};
	double dq[2];
	(void)state;
	follow(&p, 2, 4, h, dq);
	assert_true(p.memory[DAE_BDF_AGE] == 3);
	follow(&p, 2, 9, h, dq);
	assert_true(p.memory[DAE_BDF_AGE] == DAE_BDF_MOST_ORDER);
	assert_close(p.memory[DAE_BDF_AGO + 4], 0.2 + 0.1 + 0.2 + 0.1 + 0.2, 1e-14);
}

static void a_history_from_outside_must_have_counts_and_an_order_in_time(void **state)
{
	static const double h[] = {0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1};
	static const double no_counts[] = {-1, 0.5, DAE_BDF_MOST_ORDER + 1, 1e300, NAN};
	struct path p;
	double dq[2], start[MOST] = {0};
	(void)state;
	/* never started, just started, with three points */
	make_path(&p, 0, 0.1);
	assert_true(dae_bdf_valid(start));
	assert_true(dae_bdf_valid(p.memory));
	follow(&p, 2, 4, h, dq);
	p.memory[DAE_BDF_ORDER] = 2;
	assert_true(dae_bdf_valid(p.memory));
	static const int counts[] = {DAE_BDF_AGE, DAE_BDF_ORDER};
	for (int i = 0; i < 2; i++) {
		double good = p.memory[counts[i]];
		for (int k = 0; k < 5; k++) {
			p.memory[counts[i]] = no_counts[k];
			assert_false(dae_bdf_valid(p.memory));
		}
		p.memory[counts[i]] = good;
	}
	p.memory[DAE_BDF_AGO + 1] = p.memory[DAE_BDF_AGO];
	assert_false(dae_bdf_valid(p.memory));
	p.memory[DAE_BDF_AGO] = 0;
	assert_false(dae_bdf_valid(p.memory));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_steps_give_the_classical_coefficients),
		cmocka_unit_test(polynomials_are_differentiated_and_continued_exactly_on_any_spacing),
		cmocka_unit_test(the_disturbance_is_the_defect_of_the_formula),
		cmocka_unit_test(points_before_the_start_lie_on_a_cubic),
		cmocka_unit_test(past_places_are_seen_exactly_between_rotations),
		cmocka_unit_test(a_steady_rotation_of_any_speed_has_no_deviation),
		cmocka_unit_test(rotations_before_the_start_are_invented_with_an_error_of_fourth_order),
		cmocka_unit_test(no_more_than_five_points_are_kept),
		cmocka_unit_test(a_history_from_outside_must_have_counts_and_an_order_in_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
