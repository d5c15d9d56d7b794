/* Messages: numbers against printf in the C locale, cutting, and the ends of the range. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "mech_model.h"
#include "test_random.h"

static const char *number(struct mech_message *m, double x)
{
	mech_say(m, "");
	mech_say_number(m, x);
	return m->text;
}

static void numbers_read_as_printf_writes_them(void **state)
{
	(void)state;
	static const double values[] = {0,       1,      -1,      10,      0.1,    123456,   999999,     1e6,
	                                1234567, 0.0001, 0.00001, 9.81,    -0.5,   1e-5,     12.5,       100,
	                                1e100,   1e-100, DBL_MAX, DBL_MIN, 5e-324, 999999.5, 0.099999951};
	struct mech_message m;
	char expected[64];
	for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
		snprintf(expected, sizeof expected, "%.6g", values[k]);
		assert_string_equal(number(&m, values[k]), expected);
	}
}

static void random_numbers_read_as_printf_writes_them(void **state)
{
	(void)state;
	struct test_random random = test_random_start(7);
	struct mech_message m;
	char expected[64];
	for (int k = 0; k < 100000; k++) {
		double x = test_random_in(&random, -1, 1) * pow(10, test_random_in(&random, -300, 300));
		snprintf(expected, sizeof expected, "%.6g", x);
		assert_string_equal(number(&m, x), expected);
	}
}

static void what_is_no_number_has_a_name(void **state)
{
	(void)state;
	struct mech_message m;
	assert_string_equal(number(&m, (double)NAN), "nan");
	assert_string_equal(number(&m, HUGE_VAL), "inf");
	assert_string_equal(number(&m, -HUGE_VAL), "-inf");
	assert_string_equal(number(&m, -0.0), "0");
}

static void saying_replaces_and_saying_more_appends(void **state)
{
	(void)state;
	struct mech_message m;
	mech_say(&m, "first");
	mech_say(&m, "joint 'pin': off by ");
	mech_say_number(&m, 0.25);
	mech_say_more(&m, " m");
	assert_string_equal(m.text, "joint 'pin': off by 0.25 m");
}

static void long_texts_are_cut_and_end_with_zero(void **state)
{
	(void)state;
	struct mech_message m;
	mech_say(&m, "");
	for (int k = 0; k < 100; k++) {
		mech_say_more(&m, "0123456789");
		mech_say_number(&m, 123456);
	}
	assert_int_equal(strlen(m.text), sizeof m.text - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_read_as_printf_writes_them),
		cmocka_unit_test(random_numbers_read_as_printf_writes_them),
		cmocka_unit_test(what_is_no_number_has_a_name),
		cmocka_unit_test(saying_replaces_and_saying_more_appends),
		cmocka_unit_test(long_texts_are_cut_and_end_with_zero),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
