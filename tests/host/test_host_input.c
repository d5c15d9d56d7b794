/* Input files: interpolation, steps, jumps. */
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

#include "assert_close.h"
#include "host_folder.h"
#include "host_input.h"
#include "plain_unit.h"

static struct host_description description;

static int setup(void **state)
{
	struct mech_message message;
	const char *text = PLAIN_UNIT_DESCRIPTION("true", "");
	if (host_folder_setup(state) != 0) {
		return -1;
	}
	return host_description_read(host_folder_put("d.xml", text, strlen(text)), &description, &message);
}

static int teardown(void **state)
{
	host_description_free(&description);
	return host_folder_teardown(state);
}

static struct host_input_series read_series(const char *text)
{
	struct host_input_series series;
	struct mech_message message = {""};
	if (host_input_read(host_folder_put("in.csv", text, strlen(text)), &description, &series, &message) != 0) {
		fail_msg("%s", message.text);
	}
	return series;
}

static double real_at(const struct host_input_series *s, int column, double time)
{
	union host_fmu_value value;
	assert_int_equal(host_input_value(s, &description, column, time, 1e-9, &value), 1);
	return value.real;
}

static void continuous_inputs_are_interpolated_and_held_at_the_end(void **state)
{
	struct host_input_series s = read_series("time,u\n1,10\n2,20\n2,0\n4,8\n");
	(void)state;
	assert_close(real_at(&s, 0, 1.0), 10.0, 0.0);
	assert_close(real_at(&s, 0, 1.25), 12.5, 1e-14);
	assert_close(real_at(&s, 0, 2.0), 0.0, 0.0); /* after the jump */
	assert_close(real_at(&s, 0, 3.0), 4.0, 1e-14);
	assert_close(real_at(&s, 0, 4.0), 8.0, 0.0);
	assert_close(real_at(&s, 0, 9.0), 8.0, 0.0);
	assert_close(real_at(&s, 0, 0.5), 5.0, 1e-14); /* first slope continued, as fmusim does */
	host_input_free(&s);
}

static void tunable_and_discrete_values_are_kept_until_the_next_row(void **state)
{
	struct host_input_series s = read_series("time,gain,enable,say\n0,1,false,a\n1,3,1,\"b, c\"\n");
	union host_fmu_value value;
	(void)state;
	assert_close(real_at(&s, 0, 0.999), 1.0, 0.0);
	assert_close(real_at(&s, 0, 1.0 - 1e-12), 3.0, 0.0); /* as near as makes no difference */
	assert_int_equal(host_input_value(&s, &description, 1, 0.5, 1e-9, &value), 1);
	assert_int_equal(value.integer, 0);
	assert_int_equal(host_input_value(&s, &description, 1, 1.0, 1e-9, &value), 1);
	assert_int_equal(value.integer, 1);
	assert_int_equal(host_input_value(&s, &description, 2, 5.0, 1e-9, &value), 1);
	assert_string_equal(value.string, "b, c");
	host_input_free(&s);
}

static void events_are_jumps_and_changes_of_discrete_values(void **state)
{
	struct host_input_series s = read_series("time,u,enable\n0,0,0\n1,1,0\n2,2,1\n3,3,1\n3,7,1\n4,8,1\n");
	(void)state;
	assert_close(host_input_next_event(&s, &description, 0.0, 1e-9), 2.0, 0.0);
	assert_close(host_input_next_event(&s, &description, 2.0 - 1e-12, 1e-9), 3.0, 0.0);
	assert_close(host_input_next_event(&s, &description, 2.5, 1e-9), 3.0, 0.0);
	assert_true(isinf(host_input_next_event(&s, &description, 3.0, 1e-9)));
	host_input_free(&s);
}

static void an_empty_cell_sets_nothing(void **state)
{
	struct host_input_series s = read_series("time,u,gain\n0,,1\n1,5,\n");
	union host_fmu_value value;
	(void)state;
	assert_int_equal(host_input_value(&s, &description, 0, 0.5, 1e-9, &value), 0);
	assert_int_equal(host_input_value(&s, &description, 0, 1.0, 1e-9, &value), 1);
	assert_int_equal(host_input_value(&s, &description, 1, 1.0, 1e-9, &value), 0);
	host_input_free(&s);
	s = read_series("time,u\n");
	assert_int_equal(host_input_value(&s, &description, 0, 0.5, 1e-9, &value), 0);
	assert_true(isinf(host_input_next_event(&s, &description, 0.0, 1e-9)));
	host_input_free(&s);
}

static void bad_files_are_named_with_their_line(void **state)
{
	static const struct {
		const char *text, *message;
	} bad[] = {
		{"time,gian\n0,1\n", ":1: the unit has no variable 'gian' (did you mean 'gain'?)"},
		{"\n\ntime,gian\n0,1\n", ":3: the unit has no variable 'gian' (did you mean 'gain'?)"},
		{"time,\x1b[31mu\n0,1\n", ":1: the unit has no variable '\\x1b[31mu'"},
		{"time,u,gain,u\n0,1\n", ":1: there are two columns 'u'"},
		{"time,x\n0,1\n", ":1: 'x' is neither an input nor a tunable parameter"},
		{"time,behaviour\n0,1\n", ":1: 'behaviour' is neither an input nor a tunable parameter"},
		{"time,u\n0,1\none,2\n", ":3: 'one' is not a time"},
		{"time,u\n1,1\n0.5,2\n", ":3: time 0.5 lies before the row above"},
		{"time,u\n0,1,5\n", ":2: more cells than the first line"},
		{"time,u\n0,high\n", ":2: 'high' is not a value for u"},
		{"time,enable\n0,2\n", ":2: '2' is not a value for enable"},
		{"time,u\nnan,1\n", ":2: 'nan' is not a time"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct host_input_series s;
		struct mech_message message = {""};
		const char *path = host_folder_put("bad.csv", bad[i].text, strlen(bad[i].text));
		assert_int_equal(host_input_read(path, &description, &s, &message), -1);
		assert_string_equal(message.text + strlen(path), bad[i].message);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(continuous_inputs_are_interpolated_and_held_at_the_end),
		cmocka_unit_test(tunable_and_discrete_values_are_kept_until_the_next_row),
		cmocka_unit_test(events_are_jumps_and_changes_of_discrete_values),
		cmocka_unit_test(an_empty_cell_sets_nothing),
		cmocka_unit_test(bad_files_are_named_with_their_line),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
