/* Expressions: what they are worth, and what is said about wrong ones. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "assert_close.h"
#include "host_expression.h"

static const double values[] = {3, 0.5, 7};

/* length = 3, e2 = 0.5; later is written after the expression */
static int read_expression(const char *text, struct host_expression *x, struct host_problem *problem)
{
	struct host_table numbers = {0};
	assert_int_equal(host_table_add(&numbers, "length", 0), 0);
	assert_int_equal(host_table_add(&numbers, "e2", 1), 0);
	assert_int_equal(host_table_add(&numbers, "later", 2), 0);
	int status = host_expression_read(text, &(struct host_symbols){&numbers, 2}, x, problem);
	host_table_free(&numbers);
	return status;
}

static void expressions_have_their_value(void **state)
{
	(void)state;
	const double pi = 4 * atan(1);
	const struct {
		const char *text;
		double value;
	} cases[] = {
		{"1", 1},
		{" 1.5e3 ", 1500},
		{".5", 0.5},
		{"5.", 5},
		{"2E-1", 0.2},
		{"1 - 2 - 3", -4},
		{"8/4/2", 1},
		{"2 + 3*4", 14},
		{"(2 + 3)*4", 20},
		{"2^3^2", 512},
		{"-2^2", -4},
		{"(-2)^2", 4},
		{"2^-1", 0.5},
		{"2*-3", -6},
		{"+-+1", -1},
		{"--1", 1},
		{"2*pi", 2 * pi},
		{"length", 3},
		{"2*e2", 1},
		{"2e2", 200},
		{"length^2*e2", 4.5},
		{"sin(pi/6) + cos(0)", 1.5},
		{"tan(pi/4)", 1},
		{"asin(1) - acos(0)", 0},
		{"4*atan(1)", pi},
		{"atan2(-1, -1)", -3 * pi / 4},
		{"sqrt(length*length)", 3},
		{"abs(-length)", 3},
		{"exp(log(5))", 5},
		{"min(2, length) - max(2,length)", -1},
		{"max(1, min(2, 3))", 2},
		{"((((((1))))))", 1},
	};
	for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
		struct host_expression x;
		struct host_problem problem;
		if (read_expression(cases[k].text, &x, &problem) != 0) {
			fail_msg("%s: %s", cases[k].text, problem.text);
		}
		assert_close(mech_formula_value(x.operations, x.count, values), cases[k].value, 4e-15 * fabs(cases[k].value));
		int uses = strstr(cases[k].text, "length") != NULL || strcmp(cases[k].text, "2*e2") == 0;
		assert_int_equal(x.n_parameters > 0, uses);
	}
}

static void wrong_expressions_are_told_where_and_why(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int offset;
		const char *why;
	} cases[] = {
		{"", 0, "something is missing at the end of ''"},
		{"2*", 2, "something is missing at the end of '2*'"},
		{"2*lenght", 2, "no parameter 'lenght' (did you mean 'length'?)"},
		{"2*later", 2, "parameter 'later' is written later; a parameter may use those before it"},
		{"2*latter", 2, "no parameter 'latter'"},
		{"sine(1)", 0, "no function 'sine' (did you mean 'sin'?)"},
		{"length(1)", 0, "no function 'length'"},
		{"1 + sin", 4, "'sin' is a function; write sin(...)"},
		{"sin(1, 2)", 0, "sin takes 1 value, not 2"},
		{"atan2(1)", 0, "atan2 takes 2 values, not 1"},
		{"max(1", 5, "')' is missing; inside [...] and {...} put expressions with commas into quotes"},
		{"sin(1", 5, "')' is missing"},
		{"sin(1;", 5, "')' is missing"},
		{"(1 + 2", 6, "')' is missing"},
		{"1 + 2)", 5, "')' does not belong here"},
		{"1,5", 1, "',' does not belong here (the decimal sign is a point)"},
		{"2**3", 2, "'*' does not belong here (a power is written with ^)"},
		{"2 length", 2, "an operator is missing before 'length'"},
		{"2length", 1, "an operator is missing before 'length'"},
		{"2(3)", 1, "an operator is missing before '('"},
		{"1.2.3", 3, "an operator is missing before '.'"},
		{"0x10", 1, "an operator is missing before 'x10'"},
		{"1e", 1, "an operator is missing before 'e'"},
		{"1 \xc3\x97 2", 2, "'\xc3\x97' does not belong here"},
		{"2 & 3", 2, "'&' does not belong here"},
		{"1 + 1e999", 4, "'1e999' is no number that can be used"},
		{"()", 1, "')' does not belong here"},
		{".", 0, "'.' does not belong here"},
	};
	for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
		struct host_expression x;
		struct host_problem problem;
		assert_int_equal(read_expression(cases[k].text, &x, &problem), -1);
		assert_string_equal(problem.text, cases[k].why);
		if (problem.offset != cases[k].offset) {
			fail_msg("%s: at %d instead of %d", cases[k].text, problem.offset, cases[k].offset);
		}
	}
}

static void length_and_nesting_have_limits(void **state)
{
	(void)state;
	static const char *const units[] = {"(", "-", "2^", "sin(", "1+(1*(", "max(1,"};
	struct host_expression x;
	struct host_problem problem;
	for (size_t k = 0; k < sizeof units / sizeof units[0]; k++) {
		char text[HOST_LONGEST_EXPRESSION + 2] = "";
		while (strlen(text) + strlen(units[k]) <= HOST_LONGEST_EXPRESSION) {
			strcat(text, units[k]);
		}
		assert_int_equal(read_expression(text, &x, &problem), -1);
		assert_string_equal(problem.text, "nested too deeply");
	}
	/* as long as allowed, then one character more */
	char text[HOST_LONGEST_EXPRESSION + 2];
	memset(text, '1', sizeof text);
	for (int k = 1; k < HOST_LONGEST_EXPRESSION; k += 2) {
		text[k] = '+';
	}
	text[HOST_LONGEST_EXPRESSION - 1] = '1';
	text[HOST_LONGEST_EXPRESSION] = '\0';
	assert_int_equal(read_expression(text, &x, &problem), 0);
	text[HOST_LONGEST_EXPRESSION] = '1';
	text[HOST_LONGEST_EXPRESSION + 1] = '\0';
	assert_int_equal(read_expression(text, &x, &problem), -1);
	assert_string_equal(problem.text, "longer than 1000 characters");
}

/* 30 numbers wait for the last one: 1-(1-(1- ... */
static void what_is_nested_less_is_worked_out(void **state)
{
	(void)state;
	struct host_expression x;
	struct host_problem problem;
	char text[200] = "";
	for (int k = 0; k < 30; k++) {
		strcat(text, "1-(");
	}
	strcat(text, "1");
	for (int k = 0; k < 30; k++) {
		strcat(text, ")");
	}
	assert_int_equal(read_expression(text, &x, &problem), 0);
	assert_int_equal(mech_formula_depth(x.operations, x.count), 31);
	assert_close(mech_formula_value(x.operations, x.count, values), 1, 0);
}

static void words_of_expressions_are_reserved(void **state)
{
	(void)state;
	assert_true(host_expression_reserved("pi"));
	assert_true(host_expression_reserved("atan2"));
	assert_false(host_expression_reserved("length"));
	assert_false(host_expression_reserved("parameter"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(expressions_have_their_value),      cmocka_unit_test(wrong_expressions_are_told_where_and_why),
		cmocka_unit_test(length_and_nesting_have_limits),    cmocka_unit_test(what_is_nested_less_is_worked_out),
		cmocka_unit_test(words_of_expressions_are_reserved),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
