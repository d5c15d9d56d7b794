/* Names as FMI structures them, and which initial goes with which causality and variability. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lint_description.h"

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

/* the table of section 2.2.7, one letter for each combination: - none such, A, B, C, n no
 * initial */
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
		cmocka_unit_test(structured_names_follow_the_grammar),
		cmocka_unit_test(initial_follows_the_table_of_the_standard),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
