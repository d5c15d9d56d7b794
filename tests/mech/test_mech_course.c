/* Motions within a step: continuous where they must be, and within limits against closed forms. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_close.h"
#include "mech_course.h"

static const struct mech_course_limits none = {0.0, 0.0};

/* at rest at a value */
static void rest_at(struct mech_course *course, double value)
{
	mech_course_start(course, &(struct mech_signal){.u = {value}});
}

/* leads to a value at rest, or to one that moves */
static void lead(struct mech_course *course, double t0, double h, double value, double rate,
                 const struct mech_course_limits *limits)
{
	const double nothing[MECH_COURSE_STATE] = {0.0};
	mech_course_lead(course, &(struct mech_signal){.t0 = t0, .u = {value - h * rate, rate}}, h, nothing, limits);
}

static void steps_fit_together_in_value_rate_and_acceleration(void **state)
{
	(void)state;
	static const double beyond[] = {0.02, -0.3, 4.0};
	const struct mech_signal series[] = {{.t0 = 0.0, .u = {0.3, 1.0, -2.0, 5.0}},
	                                     {.t0 = 0.4, .u = {-0.2, 0.5, 3.0, 0.0}}};
	struct mech_course course;
	double before[MECH_COURSE_MOTION], after[MECH_COURSE_MOTION];
	rest_at(&course, 0.1);
	for (int k = 0; k < 2; k++) {
		const double h = k == 0 ? 0.4 : 0.1, t0 = series[k].t0;
		mech_course_at(&course, t0, before);
		mech_course_lead(&course, &series[k], h, beyond, &none);
		mech_course_at(&course, t0, after);
		for (int i = 0; i < MECH_COURSE_STATE; i++) {
			assert_close(after[i], before[i], 1e-12);
		}
		mech_course_at(&course, t0 + h, after);
		for (int i = 0; i < MECH_COURSE_STATE; i++) {
			assert_close(after[i], mech_signal_at(&series[k], t0 + h, i) + beyond[i], 1e-11);
		}
		/* and within it each is the derivative of the one before */
		const double d = 1e-5, t = t0 + 0.37 * h;
		double left[MECH_COURSE_MOTION], right[MECH_COURSE_MOTION], middle[MECH_COURSE_MOTION];
		mech_course_at(&course, t - d, left);
		mech_course_at(&course, t + d, right);
		mech_course_at(&course, t, middle);
		for (int i = 0; i < MECH_COURSE_STATE; i++) {
			assert_close((right[i] - left[i]) / (2.0 * d), middle[i + 1], 1e-6 * (1.0 + fabs(middle[i + 1])));
		}
	}
	assert_close(mech_course_next(&course, 0.0), HUGE_VAL, 0.0);
}

static void a_series_that_fits_is_followed_to_the_last_bit(void **state)
{
	(void)state;
	const struct mech_signal series = {.t0 = 1.0, .u = {0.3, 1.0, -2.0, 5.0}};
	struct mech_course course;
	mech_course_start(&course, &series);
	mech_course_lead(&course, &series, 0.5, (double[]){0.0, 0.0, 0.0}, &none);
	for (int k = 0; k <= 10; k++) {
		double w[MECH_COURSE_MOTION];
		mech_course_at(&course, 1.0 + 0.05 * k, w);
		for (int i = 0; i < MECH_COURSE_MOTION; i++) {
			assert_true(w[i] == mech_signal_at(&series, 1.0 + 0.05 * k, i));
		}
	}
}

static void a_rest_is_exact(void **state)
{
	(void)state;
	struct mech_course course;
	double w[MECH_COURSE_MOTION];
	rest_at(&course, 0.0);
	lead(&course, 0.0, 0.01, 1.0 / 3.0, 0.0, &none);
	lead(&course, 0.01, 0.03, 1.0 / 3.0, 0.0, &none);
	mech_course_at(&course, 0.02, w);
	assert_true(w[0] == 1.0 / 3.0 && w[1] == 0.0 && w[2] == 0.0 && w[3] == 0.0);
}

/* V = 2, A = 10, way 1: accelerates for 0.2 s over 0.2, runs 0.6 in 0.3 s, brakes for 0.2 s */
static double exact_way(double t)
{
	const double left = fmax(0.0, 0.7 - t);
	return t < 0.2 ? 5.0 * t * t : t < 0.5 ? 0.2 + 2.0 * (t - 0.2) : 1.0 - 5.0 * left * left;
}

static void a_sudden_command_is_followed_in_the_shortest_time_within_limits(void **state)
{
	(void)state;
	static const double steps[] = {1e-4, 1e-3, 0.013, 0.3};
	const struct mech_course_limits limits = {2.0, 10.0};
	for (int c = 0; c < 8; c++) {
		const double h = steps[c / 2], sign = c % 2 == 0 ? 1.0 : -1.0;
		struct mech_course course;
		double w[MECH_COURSE_MOTION];
		rest_at(&course, 3.0);
		for (int k = 0; k * h < 1.0; k++) {
			lead(&course, k * h, h, 3.0 + sign, 0.0, &limits);
			for (int i = 0; i <= 40; i++) {
				const double t = h * (k + i / 40.0);
				mech_course_at(&course, t, w);
				assert_close(sign * (w[0] - 3.0), exact_way(t), 1e-12);
				assert_true(sign * (w[0] - 3.0) <= 1.0 + 1e-13 && fabs(w[1]) <= 2.0 + 1e-12 &&
				            fabs(w[2]) <= 10.0 + 1e-7);
			}
		}
		assert_true(w[0] == 3.0 + sign && w[1] == 0.0 && w[2] == 0.0);
	}
}

static void corners_of_a_limited_motion_are_known(void **state)
{
	(void)state;
	static const double corners[] = {0.2, 0.5, 0.7, HUGE_VAL};
	struct mech_course course;
	double t = 0.0;
	rest_at(&course, 0.0);
	lead(&course, 0.0, 0.8, 1.0, 0.0, &(struct mech_course_limits){2.0, 10.0});
	for (int k = 0; k < 4; k++) {
		static const double before[] = {10.0, 0.0, -10.0}, after[] = {0.0, -10.0, 0.0};
		t = mech_course_next(&course, t);
		assert_close(t, corners[k], 1e-15);
		if (k < 3) {
			/* a step that ends there has the acceleration before it, the next one that after */
			double w[MECH_COURSE_MOTION];
			mech_course_at(&course, t, w);
			assert_close(w[2], before[k], 0.0);
			mech_course_pass(&course, t);
			mech_course_at(&course, t, w);
			assert_close(w[2], after[k], 0.0);
		}
	}
}

/* what moves slower than the limit is met, and then followed exactly */
static void a_moving_command_is_met_with_its_own_speed(void **state)
{
	(void)state;
	const struct mech_course_limits limits = {2.0, 10.0};
	const double h = 1e-3;
	struct mech_course course;
	double w[MECH_COURSE_MOTION] = {0.0}, met = 0.0;
	rest_at(&course, 0.0);
	for (int k = 0; k < 1000; k++) {
		/* 0.3 + t */
		lead(&course, k * h, h, 0.3 + (k + 1) * h, 1.0, &limits);
		mech_course_at(&course, (k + 1) * h, w);
		assert_true(w[0] <= 0.3 + (k + 1) * h + 1e-12 && w[1] <= 2.0 + 1e-12);
		met = met == 0.0 && w[0] > 0.3 + (k + 1) * h - 1e-9 ? (k + 1) * h : met;
	}
	assert_close(w[0], 1.3, 1e-13);
	assert_close(w[1], 1.0, 1e-13);
	/* 0.2 s to full speed, falling back by 0; 0.1 s from 2 to 1, gaining 0.05; the rest of 0.3 at a
	 * speed of 1 next to it */
	assert_close(met, 0.2 + 0.25 + 0.1, 2 * h);
}

/* too fast by far, the wrong way, or beyond its reach */
static void any_state_is_led_back(void **state)
{
	(void)state;
	static const double starts[][2] = {{0.0, 7.0}, {0.9, 3.0}, {0.0, -5.0}, {2.0, -1.0}, {1.0, 0.5}};
	const struct mech_course_limits limits = {2.0, 10.0};
	for (int c = 0; c < 5; c++) {
		struct mech_course course;
		double w[MECH_COURSE_MOTION], last[MECH_COURSE_MOTION];
		mech_course_start(&course, &(struct mech_signal){.u = {starts[c][0], starts[c][1]}});
		lead(&course, 0.0, 5.0, 1.0, 0.0, &limits);
		mech_course_at(&course, 0.0, last);
		assert_close(last[0], starts[c][0], 1e-15);
		assert_close(last[1], starts[c][1], 1e-15);
		for (int k = 1; k <= 5000; k++) {
			mech_course_at(&course, 1e-3 * k, w);
			assert_small(w[1] - last[1], 10.0 * 1e-3 + 1e-12);
			assert_close(w[0] - last[0], 0.5e-3 * (w[1] + last[1]), 1e-5);
			assert_true(fabs(w[1]) <= fmax(2.0, fabs(last[1])) + 1e-12);
			for (int i = 0; i < MECH_COURSE_MOTION; i++) {
				last[i] = w[i];
			}
		}
		assert_true(w[0] == 1.0 && w[1] == 0.0);
	}
	/* a command that runs away with more than the largest speed is chased with that */
	for (int sign = -1; sign <= 1; sign += 2) {
		struct mech_course course;
		double w[MECH_COURSE_MOTION];
		rest_at(&course, 0.0);
		for (int k = 0; k < 100; k++) {
			lead(&course, 0.1 * k, 0.1, sign * (1.0 + 0.5 * (k + 1)), sign * 5.0, &limits);
		}
		mech_course_at(&course, 10.0, w);
		assert_close(w[1], sign * 2.0, 1e-12);
		assert_close(w[0], sign * (2.0 * 10.0 - 0.2), 1e-9);
	}
}

static void one_limit_alone_is_kept_too(void **state)
{
	(void)state;
	static const struct mech_course_limits limits[] = {{2.0, 0.0}, {0.0, 10.0}};
	for (int c = 0; c < 2; c++) {
		struct mech_course course;
		double w[MECH_COURSE_MOTION], largest[MECH_COURSE_MOTION] = {0.0};
		rest_at(&course, 0.0);
		for (int k = 0; k < 100; k++) {
			lead(&course, 0.05 * k, 0.05, 1.0, 0.0, &limits[c]);
			for (int i = 0; i <= 20; i++) {
				mech_course_at(&course, 0.05 * (k + i / 20.0), w);
				for (int j = 0; j < MECH_COURSE_STATE; j++) {
					largest[j] = fmax(largest[j], fabs(w[j]));
				}
			}
		}
		assert_close(largest[0], 1.0, 0.0);
		assert_true(w[0] == 1.0 && w[1] == 0.0);
		/* alone, the speed is that of the limit; the acceleration leads to sqrt(A way) */
		assert_close(largest[1], c == 0 ? 2.0 : sqrt(10.0), c == 0 ? 1e-12 : 0.05 * 10.0 / 20.0);
		assert_true(c == 0 || largest[2] <= 10.0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(steps_fit_together_in_value_rate_and_acceleration),
		cmocka_unit_test(a_series_that_fits_is_followed_to_the_last_bit),
		cmocka_unit_test(a_rest_is_exact),
		cmocka_unit_test(a_sudden_command_is_followed_in_the_shortest_time_within_limits),
		cmocka_unit_test(corners_of_a_limited_motion_are_known),
		cmocka_unit_test(a_moving_command_is_met_with_its_own_speed),
		cmocka_unit_test(any_state_is_led_back),
		cmocka_unit_test(one_limit_alone_is_kept_too),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
