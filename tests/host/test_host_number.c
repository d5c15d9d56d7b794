/* Numbers as text, in any locale. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <float.h>
#include <locale.h>
#include <math.h>

#include "host_number.h"
#include "test_random.h"

static void shortest_text_of_simple_numbers_is_what_one_would_write(void **state)
{
	static const struct {
		double number;
		const char *text;
	} pairs[] = {{0.1, "0.1"},
	             {1.0, "1"},
	             {-2.5e-9, "-2.5e-09"},
	             {1.0 / 3.0, "0.3333333333333333"},
	             {0.1 + 0.2, "0.30000000000000004"},
	             {1e22, "1e+22"}};
	(void)state;
	for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
		char text[HOST_NUMBER_SIZE];
		host_number_shortest(pairs[i].number, text);
		assert_string_equal(text, pairs[i].text);
	}
}

static void shortest_text_reads_back_as_the_same_number(void **state)
{
	struct test_random random = test_random_start(7);
	(void)state;
	for (int i = 0; i < 2000; i++) {
		double number = ldexp(test_random_in(&random, -1.0, 1.0), i % 1200 - 600), back = 0.0;
		char text[HOST_NUMBER_SIZE];
		host_number_shortest(number, text);
		assert_int_equal(host_number_read(text, &back), 0);
		assert_true(back == number);
	}
}

static void written_digits_are_those_asked_for(void **state)
{
	char text[HOST_NUMBER_SIZE];
	(void)state;
	host_number_write(0.1 + 0.2, 16, text);
	assert_string_equal(text, "0.3");
	host_number_write(3.14159265, 3, text);
	assert_string_equal(text, "3.14");
	host_number_write(-DBL_MAX, 17, text);
	assert_string_equal(text, "-1.7976931348623157e+308");
}

static void text_that_is_not_one_number_is_refused(void **state)
{
	static const char *const texts[] = {"", " ", "x", "1x", "1 2", "1,5", "--1", "1e", "."};
	double number = 42.0;
	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		assert_int_equal(host_number_read(texts[i], &number), -1);
		assert_true(number == 42.0);
	}
	assert_int_equal(host_number_read(" 1.5e-3\t", &number), 0);
	assert_true(number == 1.5e-3);
}

static void a_locale_with_decimal_commas_changes_nothing(void **state)
{
	static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"};
	char text[HOST_NUMBER_SIZE];
	double number = 0.0;
	const char *found = NULL;
	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof names[0] && found == NULL; i++) {
		found = setlocale(LC_ALL, names[i]);
	}
	if (found == NULL) {
		skip();
	}
	host_number_write(1.5, 4, text);
	assert_string_equal(text, "1.5");
	assert_int_equal(host_number_read("2.5", &number), 0);
	assert_true(number == 2.5);
	/* the program's own locale is as before */
	(void)snprintf(text, sizeof text, "%g", 1.5);
	assert_string_equal(text, "1,5");
	(void)setlocale(LC_ALL, "C");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shortest_text_of_simple_numbers_is_what_one_would_write),
		cmocka_unit_test(shortest_text_reads_back_as_the_same_number),
		cmocka_unit_test(written_digits_are_those_asked_for),
		cmocka_unit_test(text_that_is_not_one_number_is_refused),
		cmocka_unit_test(a_locale_with_decimal_commas_changes_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
