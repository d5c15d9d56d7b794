/* Steps that end at events, on functions of time whose zeros are known. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "assert_close.h"
#include "dae_event.h"

typedef struct dae_event event_function(double t);

/* falls through zero at 0.3 */
static struct dae_event straight(double t)
{
	return (struct dae_event){0.3 - t, -1, 0};
}

/* dips below zero between 0.495 and 0.505 only */
static struct dae_event dip(double t)
{
	return (struct dae_event){10 * ((t - 0.5) * (t - 0.5) - 2.5e-5), 20 * (t - 0.5), 20};
}

/* comes near zero at 0.5 and leaves it */
static struct dae_event graze(double t)
{
	return (struct dae_event){(t - 0.5) * (t - 0.5) + 1e-6, 2 * (t - 0.5), 2};
}

/* a kink of slope at 0.9, after it through zero at 0.91 */
static struct dae_event bent(double t)
{
	return t < 0.9 ? (struct dae_event){1 - t / 10, -0.1, 0} : (struct dae_event){0.91 - 91 * (t - 0.9), -91, 0};
}

/* zero at 0.1 with a vertical tangent of high order, nothing like a cubic */
static struct dae_event steep(double t)
{
	const double x = pow(t, 6);
	return (struct dae_event){1e-6 - x, -6 * pow(t, 5), -30 * pow(t, 4)};
}

static struct dae_event broken(double t)
{
	return (struct dae_event){t < 0.4 ? 1 : -1, 0, 0};
}

/* steps as the driver makes them, from t to 1 at most; each ends before the event or just after it. Returns where it was
 * passed, or 1, and counts trials. */
static double go(event_function *x, double t, double longest, int *trials)
{
	*trials = 0;
	while (t < 1 && *trials < 1000) {
		const struct dae_event start = x(t);
		double h = fmin(fmin(longest, 1 - t), fmax(dae_event_horizon(1, &start), 1e-15));
		for (int tries = 0; tries < 60; tries++) {
			const struct dae_event end = x(t + h);
			const double part = dae_event_part(1, &start, &end, h, tries);
			++*trials;
			if (part >= 1) {
				break;
			}
			assert_true(part > 0);
			h *= part;
		}
		t += h;
		const struct dae_event end = x(t);
		if (dae_event_passed(&end)) {
			return t;
		}
	}
	return t;
}

static void steps_end_just_after_events(void **state)
{
	(void)state;
	const struct {
		event_function *x;
		double at;
	} cases[] = {{straight, 0.3}, {dip, 0.495}, {bent, 0.91}, {steep, 0.1}};
	for (int i = 0; i < 4; i++) {
		for (double longest = 1; longest > 1e-2; longest /= 3) {
			int trials;
			const double t = go(cases[i].x, 0, longest, &trials);
			const struct dae_event end = cases[i].x(t);
			assert_close(t, cases[i].at, 2e-4);
			assert_true(end.value <= -0.5e-9 && end.value >= -1.5e-9);
			assert_true(trials < 250);
		}
	}
}

static void what_comes_near_is_no_event(void **state)
{
	(void)state;
	int trials;
	assert_close(go(graze, 0, 1, &trials), 1, 0);
}

static void a_jump_is_found_by_halving(void **state)
{
	(void)state;
	int trials;
	assert_close(go(broken, 0, 1, &trials), 0.4, 1e-9);
}

/* x = 1 - 2 t - 3 t^2 / 2 and its mirror image in time; a motion that turns back */
static void the_horizon_is_the_first_root(void **state)
{
	(void)state;
	const struct dae_event falls = {1, -2, -3};
	const struct dae_event slows = {1, -2, 3};
	const struct dae_event turns = {1, 2, -3};
	const struct dae_event leaves = {1e-3, 2, 0};
	const struct dae_event both[] = {leaves, turns};
	assert_close(dae_event_horizon(1, &falls), (-2 + sqrt(10)) / 3, 1e-8);
	assert_true(dae_event_horizon(1, &slows) == HUGE_VAL);
	assert_close(dae_event_horizon(1, &turns), (2 + sqrt(10)) / 3, 1e-8);
	assert_close(dae_event_horizon(2, both), (2 + sqrt(10)) / 3, 1e-8);
	assert_true(dae_event_horizon(0, NULL) == HUGE_VAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(steps_end_just_after_events),
		cmocka_unit_test(what_comes_near_is_no_event),
		cmocka_unit_test(a_jump_is_found_by_halving),
		cmocka_unit_test(the_horizon_is_the_first_root),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
