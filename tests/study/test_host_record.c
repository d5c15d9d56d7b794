/* Records of runs whose courses are known: x = sin t and y = t. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "assert_close.h"
#include "host_record.h"

/* x is 0, y is 1, z is 2 */
static int record_variable(void *context, const char *name, int offset)
{
	(void)context;
	(void)offset;
	return name[0] - 'x';
}

/* the record of a run from 0 to 4 with the rows of its step; z is no number in the last row */
static double record_of(const char *text, double step)
{
	struct host_record record = {0};
	struct host_reduced reduced[HOST_RECORD_MOST_REDUCTIONS];
	struct host_record_problem problem = {0, ""};
	if (host_record_parse(text, record_variable, NULL, &record, &problem) != 0) {
		fail_msg("%s: %s", text, problem.text);
	}
	const int n = (int)round(4.0 / step);
	host_record_begin(&record, reduced);
	for (int i = 0; i <= n; i++) {
		const double t = i * step;
		const double values[] = {sin(t), t, i == n ? (double)NAN : 1.0};
		host_record_row(&record, reduced, t, values);
	}
	const double value = host_record_end(&record, reduced);
	host_record_free(&record);
	return value;
}

static void test_numbers_of_a_known_course(void **state)
{
	static const struct {
		const char *text;
		double expected, error; /* of lines between rows 1/1024 from each other: h^2/8 and less */
	} cases[] = {
		{"max(x)", 1.0, 5e-7},
		{"min(x)", -0.7568024953079282, 1e-15},
		{"max(abs(x) - 1)", 0.0, 5e-7},
		{"integral(x)", 1.6536436208636118, 5e-7},
		{"mean(x)", 1.6536436208636118 / 4.0, 2e-7},
		{"rms(x)", 0.6619404124134125, 5e-7}, /* sqrt((2 - sin(8)/4) / 4) */
		{"final(x)", -0.7568024953079282, 1e-15},
		{"x at 1 s", 0.8414709848078965, 1e-15},
		{"x at 1", 0.8414709848078965, 1e-15},
		{"x at pi/2", 1.0, 5e-7},
		{"(x at 1 s) - (x at 2 s)", -0.06782644201778515, 1e-15},
		{"x*x at 2 s", 0.826821810431806, 1e-15},
		{"first time x < 0", 3.141592653589793, 5e-7},
		{"first time x > y/2", 0.0, 0.0}, /* equal in the first row, and so from there on */
		{"first time x >= 0", 0.0, 0.0},
		{"first time y > 1.25", 1.25, 1e-15},
		{"max(first time y >= 2.5, 1)", 2.5, 1e-15},
		{"max(x) - min(x)", 1.7568024953079282, 5e-7},
		{"2*max(y)^2 + 1", 33.0, 1e-13},
		{"-final(y)", -4.0, 0.0},
		{"max(max(x, 0.5))", 1.0, 5e-7},
		{"min(max(x), max(y))", 1.0, 5e-7},
		{"atan2(final(y), 4)", 0.7853981633974483, 1e-15},
		{"sqrt(final('y'))", 2.0, 0.0},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const double value = record_of(cases[i].text, 1.0 / 1024.0);
		if (!(fabs(value - cases[i].expected) <= cases[i].error)) {
			fail_msg("%s: %.17g, not %.17g", cases[i].text, value, cases[i].expected);
		}
	}
}

/* the error of lines between rows falls with the square of their distance */
static void test_integrals_converge_with_order_two(void **state)
{
	(void)state;
	const double coarse = record_of("integral(x)", 1.0 / 8.0) - 1.6536436208636118;
	const double fine = record_of("integral(x)", 1.0 / 16.0) - 1.6536436208636118;
	assert_close(coarse / fine, 4.0, 0.02);
}

static void test_what_never_happens_and_what_is_no_number_is_nan(void **state)
{
	(void)state;
	assert_true(isnan(record_of("first time x > 2", 0.125)));
	assert_true(isnan(record_of("max(z)", 0.125)));
	assert_true(isnan(record_of("integral(z)", 0.125)));
	assert_true(record_of("z at 1", 0.125) == 1.0);
}

static void test_deep_and_long_expressions_are_refused(void **state)
{
	static const char *const said[] = {"nested too deeply", "longer than 1000 characters", "nested too deeply"};
	char texts[3][1200];
	(void)state;
	memset(texts, 0, sizeof texts);
	memset(texts[0], '(', 500);
	memset(texts[1], '1', 1100);
	strcpy(texts[2], "max(");
	for (int i = 0; i < 50; i++) {
		strcat(texts[2], "x+(");
	}
	strcat(texts[2], "x");
	for (int i = 0; i < 51; i++) {
		strcat(texts[2], ")");
	}
	for (int i = 0; i < 3; i++) {
		struct host_record record = {0};
		struct host_record_problem problem = {0, ""};
		assert_int_equal(host_record_parse(texts[i], record_variable, NULL, &record, &problem), -1);
		assert_string_equal(problem.text, said[i]);
		host_record_free(&record);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_numbers_of_a_known_course),
		cmocka_unit_test(test_integrals_converge_with_order_two),
		cmocka_unit_test(test_what_never_happens_and_what_is_no_number_is_nan),
		cmocka_unit_test(test_deep_and_long_expressions_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
