/* Values in XML files, as XML Schema writes them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "host_xml.h"

static void numbers_have_the_form_of_xml_schema(void **state)
{
	static const char *const wrong[] = {"",    " ",   "1,5", "0x10", "1e", "e5",   "1.5.2", "1 2",   "inf", "nan",
	                                    "+-1", "1d0", ".",   "-",    "1f", "+INF", "NAN",   "1e5.0", "-inf"};
	static const struct {
		const char *text;
		double value;
	} right[] = {{"0", 0.0},
	             {"-1.5", -1.5},
	             {"+2", 2.0},
	             {".5", 0.5},
	             {"5.", 5.0},
	             {"1e3", 1000.0},
	             {"1E-2", 0.01},
	             {" 7\n", 7.0},
	             {"INF", INFINITY},
	             {"-INF", -INFINITY},
	             {"-.5e+1", -5.0},
	             {"1e999", INFINITY},
	             {"0.000000000000000000000000000000000000000000001", 1e-45}};
	double value = 0.0;
	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		assert_int_equal(host_xml_double(wrong[i], &value), -1);
	}
	for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
		assert_int_equal(host_xml_double(right[i].text, &value), 0);
		assert_true(value == right[i].value);
	}
	assert_int_equal(host_xml_double("NaN", &value), 0);
	assert_true(isnan(value));
	assert_int_equal(host_xml_double(NULL, &value), -1);
}

static void whole_numbers_keep_their_bounds(void **state)
{
	int32_t number = 0;
	uint32_t index = 0;
	(void)state;
	assert_int_equal(host_xml_int("-2147483648", &number), 0);
	assert_int_equal(number, INT32_MIN);
	assert_int_equal(host_xml_int("+0002147483647 ", &number), 0);
	assert_int_equal(number, INT32_MAX);
	assert_int_equal(host_xml_unsigned("4294967295", &index), 0);
	assert_int_equal(index, UINT32_MAX);
	static const char *const wrong[] = {"",
	                                    "1.0",
	                                    "1e3",
	                                    "0x1",
	                                    "2147483648",
	                                    "-2147483649",
	                                    "1 2",
	                                    "--1",
	                                    "99999999999999999999",
	                                    "000000000000000000000000000000000000000000000000001x"};
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		assert_int_equal(host_xml_int(wrong[i], &number), -1);
	}
	/* no sign at all */
	assert_int_equal(host_xml_unsigned("-0", &index), -1);
	assert_int_equal(host_xml_unsigned("+1", &index), -1);
	assert_int_equal(host_xml_unsigned("4294967296", &index), -1);
	assert_int_equal(host_xml_unsigned(NULL, &index), -1);
}

static void booleans_and_dates_are_known(void **state)
{
	static const char *const wrong[] = {"",
	                                    "2024",
	                                    "2024-13-01T00:00:00Z",
	                                    "2024-01-32T00:00:00Z",
	                                    "2024-01-01 00:00:00Z",
	                                    "2024-01-01T25:00:00Z",
	                                    "2024-01-01T00:60:00Z",
	                                    "2024-01-01T00:00:00.Z",
	                                    "2024-01-01T00:00:00+2",
	                                    "24-01-01T00:00:00Z",
	                                    "2024-01-01T00:00:00Zulu"};
	int value = 0;
	(void)state;
	assert_int_equal(host_xml_boolean("true", &value), 0);
	assert_true(value);
	assert_int_equal(host_xml_boolean("0", &value), 0);
	assert_false(value);
	assert_int_equal(host_xml_boolean("True", &value), -1);
	assert_int_equal(host_xml_boolean("", &value), -1);
	assert_int_equal(host_xml_date("2024-02-29T23:59:59Z", &value), 0);
	assert_true(value);
	assert_int_equal(host_xml_date("2024-02-29T23:59:59.25-05:30", &value), 0);
	assert_false(value);
	assert_int_equal(host_xml_date("2024-02-29T23:59:59", &value), 0);
	assert_false(value);
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		assert_int_equal(host_xml_date(wrong[i], &value), -1);
	}
}

static void lists_are_split_at_blanks(void **state)
{
	const char *rest = " 1\t22  three \n";
	char item[HOST_XML_ITEM_SIZE];
	(void)state;
	assert_true(host_xml_item(&rest, item));
	assert_string_equal(item, "1");
	assert_true(host_xml_item(&rest, item));
	assert_string_equal(item, "22");
	assert_true(host_xml_item(&rest, item));
	assert_string_equal(item, "three");
	assert_false(host_xml_item(&rest, item));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_have_the_form_of_xml_schema),
		cmocka_unit_test(whole_numbers_keep_their_bounds),
		cmocka_unit_test(booleans_and_dates_are_known),
		cmocka_unit_test(lists_are_split_at_blanks),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
