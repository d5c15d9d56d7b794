/* XML text: escapes, and numbers that read back exactly. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "md_xml.h"
#include "test_random.h"

static void special_characters_are_escaped_in_attributes(void **state)
{
	(void)state;
	struct md_xml x = {NULL, 0, 0, 0};
	md_xml_attribute(&x, "a", "\x01 <&> \"\t\r'");
	assert_string_equal(x.bytes, " a=\"  &lt;&amp;&gt; &quot;&#9;&#13;'\"");
	free(x.bytes);
}

static void texts_grow_without_limit(void **state)
{
	(void)state;
	struct md_xml x = {NULL, 0, 0, 0};
	for (int k = 0; k < 10000; k++) {
		md_xml_text(&x, "0123456789");
	}
	assert_false(x.failed);
	assert_int_equal(x.size, 100000);
	assert_int_equal(strlen(x.bytes), 100000);
	assert_memory_equal(x.bytes + 99990, "0123456789", 10);
	free(x.bytes);
}

static void whole_numbers_have_no_point(void **state)
{
	(void)state;
	struct md_xml x = {NULL, 0, 0, 0};
	md_xml_integer(&x, "a", -1234567);
	assert_string_equal(x.bytes, " a=\"-1234567\"");
	free(x.bytes);
}

static void check_number(double number, const char *expected)
{
	char text[MD_NUMBER_SIZE];
	md_number(number, text);
	assert_string_equal(text, expected);
}

static void numbers_are_short_and_have_a_point(void **state)
{
	(void)state;
	check_number(0, "0");
	check_number(-0.0, "-0");
	check_number(10, "10");
	check_number(0.1, "0.1");
	check_number(-9.81, "-9.81");
	check_number(1.0 / 3, "0.3333333333333333");
	check_number(0.1 + 0.2, "0.30000000000000004"); /* the well-known sum */
	check_number(1e300, "1e+300");
	check_number(1e-6, "1e-06");
}

static void the_decimal_sign_of_any_locale_becomes_a_point(void **state)
{
	(void)state;
	static const struct {
		const char *written, *expected;
	} cases[] = {
		{"-1234,5", "-1234.5"},
		{"1,5e-06", "1.5e-06"},
		{"0\xd9\xab"
	     "25",
	     "0.25"},
		{"1e+300", "1e+300"},
		{"42", "42"},
		{"2.5", "2.5"},
	};
	for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
		char text[MD_NUMBER_SIZE];
		snprintf(text, sizeof text, "%s", cases[k].written);
		md_number_with_point(text);
		assert_string_equal(text, cases[k].expected);
	}
}

static void numbers_read_back_to_the_last_bit(void **state)
{
	(void)state;
	struct test_random random = test_random_start(7);
	for (int k = 0; k < 20000; k++) {
		/* all 53 bits */
		double mantissa = test_random_in(&random, -1, 1) + ldexp(test_random_in(&random, -1, 1), -31);
		double number = ldexp(mantissa, test_random_int(&random, -1000, 1000));
		char text[MD_NUMBER_SIZE];
		md_number(number, text);
		double read = strtod(text, NULL);
		assert_memory_equal(&read, &number, sizeof number);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(special_characters_are_escaped_in_attributes),
		cmocka_unit_test(texts_grow_without_limit),
		cmocka_unit_test(whole_numbers_have_no_point),
		cmocka_unit_test(numbers_are_short_and_have_a_point),
		cmocka_unit_test(the_decimal_sign_of_any_locale_becomes_a_point),
		cmocka_unit_test(numbers_read_back_to_the_last_bit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
