/* How samples continue: polynomials exactly, smooth signals with the order that is claimed, sudden
 * ones not at all. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_close.h"
#include "mech_forecast.h"

/* deterministic noise between -1 and 1 */
static double noise(unsigned *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return (double)(*seed >> 8) / 8388608.0 - 1.0;
}

/* where the motion is led to at h after the newest sample: value, rate, acceleration */
static void led_to(const struct mech_samples *s, double h, double *end)
{
	const struct mech_forecast f = mech_samples_forecast(s, h);
	const struct mech_signal series = {.u = {s->value[0], f.rate[0], f.rate[1], f.rate[2]}};
	for (int k = 0; k < MECH_FORECAST; k++) {
		end[k] = mech_signal_at(&series, h, k) + f.smooth[k];
	}
}

static void a_cubic_goes_on_as_it_is_whatever_the_steps(void **state)
{
	(void)state;
	static const double times[] = {0.0, 0.1, 0.13, 0.33, 0.34, 0.5, 0.9};
	struct mech_samples s;
	/* u = 2 + 3 t - t^2 + 0.1 t^3 */
	mech_samples_start(&s, times[0], 2.0);
	for (int k = 1; k < 7; k++) {
		const double t = times[k];
		mech_samples_add(&s, t, 2.0 + t * (3.0 - t + 0.1 * t * t));
	}
	const struct mech_forecast f = mech_samples_forecast(&s, 0.3);
	const double t = 0.9;
	assert_close(f.rate[0], 3.0 - 2.0 * t + 0.3 * t * t, 1e-13);
	assert_close(f.rate[1], -2.0 + 0.6 * t, 1e-11);
	assert_close(f.rate[2], 0.6, 1e-10);
	for (int k = 0; k < MECH_FORECAST; k++) {
		assert_small(f.smooth[k], 1e-10);
	}
}

/* 0.5 sin 10 t; errors of value, rate and acceleration at the end of steps */
static void sine_errors(const double *steps, int n_steps, double H, double *errors)
{
	struct mech_samples s;
	double t = 0.0;
	mech_samples_start(&s, t, 0.0);
	errors[0] = errors[1] = errors[2] = 0.0;
	for (int k = 0; t < 3.0; k++) {
		const double h = H * steps[k % n_steps];
		double end[MECH_FORECAST];
		led_to(&s, h, end);
		t += h;
		const double u = 0.5 * sin(10.0 * t), exact[] = {u, 5.0 * cos(10.0 * t), -100.0 * u};
		for (int i = 0; t > 0.5 && i < MECH_FORECAST; i++) {
			errors[i] = fmax(errors[i], fabs(end[i] - exact[i]));
		}
		mech_samples_add(&s, t, u);
	}
}

static void a_sine_is_foretold_without_lag(void **state)
{
	(void)state;
	static const double equal[] = {1.0}, pairs[] = {0.25, 1.0}, threes[] = {0.5, 1.0, 0.2};
	static const struct {
		const double *steps;
		int n;
		double acceleration; /* at H = 0.01 */
	} cases[] = {{equal, 1, 0.05}, {pairs, 2, 1.0}, {threes, 3, 2.0}};
	for (int c = 0; c < 3; c++) {
		double coarse[3], fine[3];
		sine_errors(cases[c].steps, cases[c].n, 0.01, coarse);
		sine_errors(cases[c].steps, cases[c].n, 0.0025, fine);
		assert_small(coarse[0], 3e-4);
		assert_small(coarse[2], cases[c].acceleration);
		/* orders 4, 3, 2, measured over a factor of 4 */
		assert_true(fine[0] < coarse[0] / 200.0);
		assert_true(fine[1] < coarse[1] / 50.0);
		assert_true(fine[2] < coarse[2] / 8.0);
	}
}

static void expect_nothing_foretold(const struct mech_samples *s, double h)
{
	const struct mech_forecast f = mech_samples_forecast(s, h);
	for (int k = 0; k < MECH_FORECAST; k++) {
		assert_small(f.rate[k], 0.0);
		assert_small(f.smooth[k], 0.0);
	}
}

static void steps_and_stairs_foretell_nothing(void **state)
{
	(void)state;
	for (int period = 2; period < 40; period++) {
		struct mech_samples s;
		mech_samples_start(&s, 0.0, 0.0);
		expect_nothing_foretold(&s, 1.0);
		for (int k = 1; k < 100; k++) {
			mech_samples_add(&s, k, floor((double)k / period));
			expect_nothing_foretold(&s, 1.0);
			expect_nothing_foretold(&s, 0.01);
		}
	}
}

/* the values of a motion that stops at once: one step beyond, then at rest where it stopped */
static void a_stop_is_known_one_step_later(void **state)
{
	(void)state;
	struct mech_samples s;
	double end[MECH_FORECAST];
	mech_samples_start(&s, 0.0, 0.0);
	for (int k = 1; k <= 10; k++) {
		mech_samples_add(&s, k, k);
	}
	led_to(&s, 1.0, end);
	assert_close(end[0], 11.0, 1e-12);
	assert_close(end[1], 1.0, 1e-12);
	for (int k = 11; k < 20; k++) {
		mech_samples_add(&s, k, 10.0);
		expect_nothing_foretold(&s, 1.0);
	}
}

/* a sample set again at the same time takes the other's place */
static void two_values_at_one_time_are_one_sample(void **state)
{
	(void)state;
	struct mech_samples s;
	mech_samples_start(&s, 1.0, 5.0);
	mech_samples_add(&s, 1.0, 7.0);
	assert_close(s.value[0], 7.0, 0.0);
	assert_close(s.value[1], 5.0, 0.0);
	mech_samples_add(&s, 2.0, 8.0);
	assert_close(s.value[1], 7.0, 0.0);
	assert_close(s.value[2], 5.0, 0.0);
	expect_nothing_foretold(&(struct mech_samples){.t = {2, 2, 2, 2, 2, 2}, .value = {1, 0, 0, 0, 0, 0}}, 0.1);
}

/* noise of size 1 compared with a fast motion, and about a rest: 20 and 180 are the sums of the absolute
 * weights of six samples */
static void noise_is_amplified_by_no_more_than_the_weights_of_the_samples(void **state)
{
	(void)state;
	static const double speeds[] = {0.0, 3.0, 100.0, 1e4};
	for (int c = 0; c < 4; c++) {
		struct mech_samples plain, noisy;
		unsigned seed = 7;
		mech_samples_start(&plain, 0.0, 0.0);
		mech_samples_start(&noisy, 0.0, 0.0);
		for (int k = 1; k < 5000; k++) {
			double a[MECH_FORECAST], b[MECH_FORECAST];
			mech_samples_add(&plain, 0.5 * k, 0.5 * k * speeds[c]);
			mech_samples_add(&noisy, 0.5 * k, 0.5 * k * speeds[c] + noise(&seed));
			led_to(&plain, 0.5, a);
			led_to(&noisy, 0.5, b);
			if (k > 6) {
				assert_close(b[0], a[0], 20.0);
				assert_close(b[2], a[2], 180.0 / 0.25);
			}
		}
	}
}

/* steps from 1e-4 s to 1 s, in any order, would multiply it by 1e12 */
static void noise_is_not_blown_up_by_a_long_step_after_a_short_one(void **state)
{
	(void)state;
	struct mech_samples s;
	unsigned seed = 3;
	double t = 0.0, largest = 0.0;
	mech_samples_start(&s, 0.0, 0.0);
	for (int k = 0; k < 20000; k++) {
		const double h = pow(10.0, -2.0 + 2.0 * noise(&seed));
		double end[MECH_FORECAST];
		led_to(&s, h, end);
		largest = fmax(largest, fabs(end[0]));
		mech_samples_add(&s, t += h, noise(&seed));
	}
	assert_small(largest, 80.0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cubic_goes_on_as_it_is_whatever_the_steps),
		cmocka_unit_test(a_sine_is_foretold_without_lag),
		cmocka_unit_test(steps_and_stairs_foretell_nothing),
		cmocka_unit_test(a_stop_is_known_one_step_later),
		cmocka_unit_test(two_values_at_one_time_are_one_sample),
		cmocka_unit_test(noise_is_amplified_by_no_more_than_the_weights_of_the_samples),
		cmocka_unit_test(noise_is_not_blown_up_by_a_long_step_after_a_short_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
