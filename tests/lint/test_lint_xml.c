/* Values as XML Schema writes them, and names as FMI structures them. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "lint_description.h"

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
		assert_int_equal(lint_xml_double(wrong[i], &value), -1);
	}
	for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
		assert_int_equal(lint_xml_double(right[i].text, &value), 0);
		assert_true(value == right[i].value);
	}
	assert_int_equal(lint_xml_double("NaN", &value), 0);
	assert_true(isnan(value));
	assert_int_equal(lint_xml_double(NULL, &value), -1);
}

static void whole_numbers_keep_their_bounds(void **state)
{
	int32_t number = 0;
	uint32_t index = 0;
	(void)state;
	assert_int_equal(lint_xml_int("-2147483648", &number), 0);
	assert_int_equal(number, INT32_MIN);
	assert_int_equal(lint_xml_int("+0002147483647 ", &number), 0);
	assert_int_equal(number, INT32_MAX);
	assert_int_equal(lint_xml_unsigned("4294967295", &index), 0);
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
		assert_int_equal(lint_xml_int(wrong[i], &number), -1);
	}
	/* no sign at all */
	assert_int_equal(lint_xml_unsigned("-0", &index), -1);
	assert_int_equal(lint_xml_unsigned("+1", &index), -1);
	assert_int_equal(lint_xml_unsigned("4294967296", &index), -1);
	assert_int_equal(lint_xml_unsigned(NULL, &index), -1);
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
	assert_int_equal(lint_xml_boolean("true", &value), 0);
	assert_true(value);
	assert_int_equal(lint_xml_boolean("0", &value), 0);
	assert_false(value);
	assert_int_equal(lint_xml_boolean("True", &value), -1);
	assert_int_equal(lint_xml_boolean("", &value), -1);
	assert_int_equal(lint_xml_date("2024-02-29T23:59:59Z", &value), 0);
	assert_true(value);
	assert_int_equal(lint_xml_date("2024-02-29T23:59:59.25-05:30", &value), 0);
	assert_false(value);
	assert_int_equal(lint_xml_date("2024-02-29T23:59:59", &value), 0);
	assert_false(value);
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		assert_int_equal(lint_xml_date(wrong[i], &value), -1);
	}
}

static void lists_are_split_at_blanks(void **state)
{
	const char *rest = " 1\t22  three \n";
	char item[LINT_ITEM_SIZE];
	(void)state;
	assert_true(lint_xml_item(&rest, item));
	assert_string_equal(item, "1");
	assert_true(lint_xml_item(&rest, item));
	assert_string_equal(item, "22");
	assert_true(lint_xml_item(&rest, item));
	assert_string_equal(item, "three");
	assert_false(lint_xml_item(&rest, item));
}

/* examples of section 2.2.9, and what stands just outside of the grammar */
static void structured_names_follow_the_grammar(void **state)
{
	static const char *const right[] = {"x",
	                                    "_a1",
	                                    "crank.phi",
	                                    "r[1]",
	                                    "a.b.mod[3,4].'#123'.c",
	                                    "der(x)",
	                                    "der(a.b[2].c,3)",
	                                    "'a word'",
	                                    "'it\\'s'",
	                                    "'\\\\'",
	                                    "vehicle.engine.speed",
	                                    "resistor12.u"};
	static const char *const wrong[] = {"",         "v min",   "1x",    "a..b",    "a.",       ".a",    "r[]",
	                                    "r[1",      "r[1,]",   "r[-1]", "r[1][2]", "der(x",    "der()", "der(der(x))",
	                                    "a.der(b)", "''",      "'a",    "'a'b",    "'\\z'",    "a-b",   "\xc3\xa4",
	                                    "der(x,)",  "der(x) ", " x",    "x\n",     "der(x,y)", "'`'",   "a[1].[2]"};
	(void)state;
	for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
		if (!lint_name_is_structured(right[i])) {
			fail_msg("'%s' is a structured name", right[i]);
		}
	}
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		if (lint_name_is_structured(wrong[i])) {
			fail_msg("'%s' is no structured name", wrong[i]);
		}
	}
}

/* the table of section 2.2.7, one letter for each combination: - none such, A, B, C, n no initial */
static void initial_follows_the_table_of_the_standard(void **state)
{
	static const char *const rows[HOST_VARIABILITY_COUNT] = {
		/* parameter, calculatedParameter, input, output, local, independent */
		[HOST_CONSTANT] = "---AA-", [HOST_FIXED] = "AB--B-",      [HOST_TUNABLE] = "AB--B-",
		[HOST_DISCRETE] = "--nCC-", [HOST_CONTINUOUS] = "--nCCn",
	};
	(void)state;
	for (int v = 0; v < HOST_VARIABILITY_COUNT; v++) {
		for (int c = 0; c < HOST_CAUSALITY_COUNT; c++) {
			int exact = 1 << LINT_EXACT, rest = 1 << LINT_APPROX | 1 << LINT_CALCULATED;
			int expected = rows[v][c] == '-'   ? -1
			               : rows[v][c] == 'n' ? 0
			               : rows[v][c] == 'A' ? exact
			               : rows[v][c] == 'B' ? rest
			                                   : exact | rest;
			assert_int_equal(lint_initial_allowed(c, v), expected);
		}
	}
	assert_int_equal(lint_initial_allowed(-1, 0), -1);
	assert_int_equal(lint_initial_allowed(0, -1), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_have_the_form_of_xml_schema),
		cmocka_unit_test(whole_numbers_keep_their_bounds),
		cmocka_unit_test(booleans_and_dates_are_known),
		cmocka_unit_test(lists_are_split_at_blanks),
		cmocka_unit_test(structured_names_follow_the_grammar),
		cmocka_unit_test(initial_follows_the_table_of_the_standard),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
