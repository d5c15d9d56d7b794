/* The search for the step that ends where forces jump, on functions whose place of change is known. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_close.h"
#include "dae_jump.h"

typedef double passed_function(double h);

static double straight(double h)
{
	return h - 0.3;
}

static double bent(double h)
{
	return h < 0.9 ? 1e-3 * (h - 0.7) : 50 * (h - 0.9) + 2e-4;
}

static double steep(double h)
{
	return h * h * h * h * h * h - 1e-6;
}

static double broken(double h)
{
	return h < 0.4 ? -1 : 1;
}

/* tries steps as the driver does, from 1 on; the last one is accepted */
static double search(passed_function *passed, int *tries)
{
	struct dae_jump jump = {.tries = 0};
	double h = 1;
	for (*tries = 1; *tries < 100; ++*tries) {
		const double aim = dae_jump_aim(&jump, passed(0), passed(h), h);
		if (aim == 0) {
			return h;
		}
		assert_true(aim > 0 && aim <= 1);
		h = aim;
	}
	fail_msg("the search does not end");
	return 0;
}

static void the_step_ends_just_behind_the_jump(void **state)
{
	(void)state;
	passed_function *const functions[] = {straight, bent, steep};
	for (int i = 0; i < 3; i++) {
		int tries;
		const double h = search(functions[i], &tries);
		assert_true(functions[i](h) >= 0 && functions[i](h) <= 1e-6);
		assert_true(tries < 30);
	}
}

static void where_nothing_is_between_before_and_behind_it_ends_behind(void **state)
{
	(void)state;
	int tries;
	const double h = search(broken, &tries);
	assert_true(h >= 0.4);
	assert_close(h, 0.4, 1e-6);
}

static void a_step_that_passes_nothing_is_left_alone(void **state)
{
	(void)state;
	struct dae_jump jump = {.tries = 0};
	assert_close(dae_jump_aim(&jump, -1, -0.5, 0.1), 0, 0);
	assert_close(dae_jump_aim(&jump, -1, 1e-7, 0.1), 0, 0);
	/* it begins behind the jump: there is no place to end at */
	assert_close(dae_jump_aim(&jump, 0.2, 0.5, 0.1), 0, 0);
	assert_int_equal(jump.tries, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_step_ends_just_behind_the_jump),
		cmocka_unit_test(where_nothing_is_between_before_and_behind_it_ends_behind),
		cmocka_unit_test(a_step_that_passes_nothing_is_left_alone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
