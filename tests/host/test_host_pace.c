/* Pace: what came late is counted, and waiting ends after the time has come. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host_pace.h"

static void what_lies_behind_is_late(void **state)
{
	struct host_pace pace;
	char *text = NULL;
	size_t size = 0;
	(void)state;
	host_pace_begin(&pace, 7.0);
	/* simulated time stands still: every step is late */
	host_pace_wait(&pace, 6.5);
	host_pace_wait(&pace, 7.0);
	assert_int_equal(pace.steps, 2);
	assert_int_equal(pace.overruns, 2);
	assert_true(pace.worst >= 0.5);
	FILE *stream = open_memstream(&text, &size);
	host_pace_report(&pace, stream);
	assert_int_equal(fclose(stream), 0);
	assert_non_null(strstr(text, "warning: 2 of 2 steps came late in real time, the worst by "));
	free(text);
}

static void waiting_lasts_until_the_time_has_come(void **state)
{
	struct host_pace pace;
	struct timespec now;
	(void)state;
	host_pace_begin(&pace, -1.0);
	host_pace_wait(&pace, -0.98);
	assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &now), 0);
	const double passed = (double)(now.tv_sec - pace.begin.tv_sec) + (double)(now.tv_nsec - pace.begin.tv_nsec) / 1e9;
	assert_true(passed > 0.0199);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_lies_behind_is_late),
		cmocka_unit_test(waiting_lasts_until_the_time_has_come),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
