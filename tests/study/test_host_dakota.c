/* Files of Dakota: the case that is wanted, and what is said of files that are none. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "assert_close.h"
#include "host_dakota.h"
#include "study_fixture.h"

#define DAKOTA_STUDY                                                                   \
	STUDY_HEAD                                                                         \
	"vary: {parameters.L: 1, bodies.bob.mass: 1}\n"                                    \
	"record: {hit: first time joints.pin.angle < 0, start: joints.pin.angle at 0 s}\n" \
	"experiment: {step: 0.001}\n"

#define DAKOTA_FUNCTIONS "2 functions\n1 ASV_1:hit\n1 ASV_2:start\n2 derivative_variables\n1 DVV_1:x\n2 DVV_2:y\n"

/* results of a file of parameters, or the message */
static int dakota_run(const char *parameters, char *text, size_t size)
{
	struct mech_message message = {""};
	struct host_study *s = study_read(DAKOTA_STUDY);
	(void)host_folder_put("params.in", parameters, strlen(parameters));
	(void)unlink("results.out");
	const int status = host_dakota_run(s, "params.in", "results.out", &message);
	(void)snprintf(text, size, "%s", message.text);
	if (status == 0) {
		struct host_text results = host_folder_get("results.out");
		(void)snprintf(text, size, "%s", results.bytes);
		host_text_free(&results);
	}
	host_study_free(s);
	return status;
}

/* a quarter of the period 2 pi sqrt(L/g), but for a part of angle^2/16 */
static void test_both_forms_run_the_case(void **state)
{
	static const char *const forms[] = {
		"                   2 variables\n 2.000000000000000e+00 bodies.bob.mass\n 5.0e-01 "
		"parameters.L\n" DAKOTA_FUNCTIONS,
		"{ DAKOTA_VARS = 2 }\n{ parameters.L = 5.0e-01 }\n{ bodies.bob.mass = 2 }\n{ DAKOTA_FNS = 2 }\n"
		"{ ASV_1:hit = 1 }\n{ ASV_2:start = 1 }\n",
	};
	(void)state;
	for (int i = 0; i < 2; i++) {
		char text[400], first[40], second[40];
		double hit = NAN, start = NAN;
		assert_int_equal(dakota_run(forms[i], text, sizeof text), 0);
		assert_int_equal(sscanf(text, "%lf %39s %lf %39s", &hit, first, &start, second), 4);
		assert_string_equal(first, "hit");
		assert_string_equal(second, "start");
		assert_close(hit, 0.5 * 3.141592653589793 * sqrt(0.5 / 9.81) * (1.0 + 0.01 / 16.0), 2e-6);
		assert_true(start == 0.1);
	}
}

static void test_a_case_that_fails_says_so(void **state)
{
	char text[400];
	(void)state;
	assert_int_equal(
		dakota_run("2 variables\n-1 bodies.bob.mass\n1 parameters.L\n" DAKOTA_FUNCTIONS, text, sizeof text), 0);
	assert_int_equal(strncmp(text, "FAIL ", 5), 0);
	assert_non_null(strstr(text, "bodies.bob.mass"));
}

static void test_bad_files_have_exact_messages(void **state)
{
	static const struct {
		const char *parameters, *said;
	} cases[] = {
		{"time,angle\n0,1\n",
	     "params.in:2: no line with the number of variables; this is no parameters file of Dakota"},
		{"two variables\n", "params.in:1: 'two' is no count"},
		{"1 variables\n1 bodies.bob.mas\n",
	     "params.in:2: the study varies no 'bodies.bob.mas'; name Dakota's variables as the study does"},
		{"1 variables\nheavy bodies.bob.mass\n", "params.in:2: 'heavy' is no number"},
		{"1 variables\n1 bodies.bob.mass\n", "params.in:2: no value of 'parameters.L', which the study varies"},
		{"2 variables\n1 bodies.bob.mass\n", "params.in:2: the file ends before its last variable"},
		{"2 variables\n1 bodies.bob.mass\n1 parameters.L\n3 functions\n",
	     "params.in:4: 3 functions, but 2 records in the study"},
		{"2 variables\n1 bodies.bob.mass\n1 parameters.L\n2 functions\n3 ASV_1:hit\n",
	     "params.in:5: derivatives are wanted, and there are none; write numerical_gradients"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		char text[400];
		assert_int_equal(dakota_run(cases[i].parameters, text, sizeof text), -1);
		assert_string_equal(text, cases[i].said);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_both_forms_run_the_case),
		cmocka_unit_test(test_a_case_that_fails_says_so),
		cmocka_unit_test(test_bad_files_have_exact_messages),
	};
	return cmocka_run_group_tests(tests, study_setup, study_teardown);
}
