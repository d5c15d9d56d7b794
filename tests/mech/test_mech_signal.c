/* Inputs as polynomials of time. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_close.h"
#include "mech_signal.h"
#include "test_random.h"

/* u = 2 - 3 s + 2 s^2 + s^3, s = t - 0.5 */
static const struct mech_signal cubic = {.t0 = 0.5, .u = {2.0, -3.0, 4.0, 6.0}};

static void a_signal_and_its_derivatives_are_those_of_the_polynomial(void **state)
{
	(void)state;
	for (int k = -10; k <= 10; k++) {
		const double s = 0.3 * k, t = 0.5 + s;
		assert_close(mech_signal_at(&cubic, t, 0), 2.0 - 3.0 * s + 2.0 * s * s + s * s * s, 1e-13);
		assert_close(mech_signal_at(&cubic, t, 1), -3.0 + 4.0 * s + 3.0 * s * s, 1e-13);
		assert_close(mech_signal_at(&cubic, t, 2), 4.0 + 6.0 * s, 1e-13);
		assert_close(mech_signal_at(&cubic, t, 3), 6.0, 0.0);
		assert_close(mech_signal_at(&cubic, t, 4), 0.0, 0.0);
	}
}

static void a_value_alone_is_held_to_the_last_bit(void **state)
{
	(void)state;
	const struct mech_signal held = {.t0 = 0.1, .u = {0.1, 0.0, 0.0, 0.0}};
	struct test_random random = test_random_start(3);
	for (int k = 0; k < 100; k++) {
		assert_true(mech_signal_at(&held, test_random_in(&random, -1e6, 1e6), 0) == 0.1);
	}
}

static void expanded_elsewhere_it_is_the_same_function(void **state)
{
	(void)state;
	struct test_random random = test_random_start(4);
	for (int k = 0; k < 100; k++) {
		struct mech_signal moved = cubic;
		mech_signal_move(&moved, test_random_in(&random, -3.0, 3.0));
		const double t = test_random_in(&random, -3.0, 3.0);
		for (int order = 0; order <= MECH_INPUT_ORDER; order++) {
			assert_close(mech_signal_at(&moved, t, order), mech_signal_at(&cubic, t, order), 1e-11);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_signal_and_its_derivatives_are_those_of_the_polynomial),
		cmocka_unit_test(a_value_alone_is_held_to_the_last_bit),
		cmocka_unit_test(expanded_elsewhere_it_is_the_same_function),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
