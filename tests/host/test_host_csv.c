/* Comma-separated tables. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host_csv.h"

/* bytes requested so far */
static size_t asked;

void *__real_malloc(size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size)
{
	asked += size;
	return __real_malloc(size);
}

void *__wrap_realloc(void *old, size_t size)
{
	asked += size;
	return __real_realloc(old, size);
}

static void assert_cell(const struct host_csv *csv, int row, int column, const char *expected)
{
	assert_string_equal(host_csv_cell(csv, row, column), expected);
}

static void cells_are_split_as_rfc_4180_says(void **state)
{
	static const char text[] = "time,\"a, b\",c\r\n0,\"x \"\"y\"\"\",1\r\n\n1,\"two\nlines\",2";
	struct mech_message message;
	struct host_csv csv;
	(void)state;
	assert_int_equal(host_csv_read("f.csv", text, sizeof text - 1, &csv, &message), 0);
	assert_int_equal(csv.n_columns, 3);
	assert_int_equal(csv.n_rows, 2);
	assert_cell(&csv, -1, 0, "time");
	assert_cell(&csv, -1, 1, "a, b");
	assert_cell(&csv, -1, 2, "c");
	assert_cell(&csv, 0, 1, "x \"y\"");
	assert_cell(&csv, 0, 2, "1");
	assert_cell(&csv, 1, 1, "two\nlines");
	assert_cell(&csv, 1, 2, "2");
	assert_int_equal(csv.lines[0], 2);
	assert_int_equal(csv.lines[1], 4);
	host_csv_free(&csv);
}

static void short_rows_are_filled_and_a_byte_order_mark_is_skipped(void **state)
{
	static const char text[] = "\xef\xbb\xbftime,a,b\n1\n2,,5\n";
	struct mech_message message;
	struct host_csv csv;
	(void)state;
	assert_int_equal(host_csv_read("f.csv", text, sizeof text - 1, &csv, &message), 0);
	assert_cell(&csv, -1, 0, "time");
	assert_cell(&csv, 0, 0, "1");
	assert_cell(&csv, 0, 1, "");
	assert_cell(&csv, 0, 2, "");
	assert_cell(&csv, 1, 1, "");
	assert_cell(&csv, 1, 2, "5");
	host_csv_free(&csv);
}

static void bad_tables_are_named_with_their_line(void **state)
{
	static const struct {
		const char *text, *message;
	} bad[] = {
		{"", "f.csv:1: the file is empty; its first line must name the variables"},
		{"\n\n", "f.csv:3: the file is empty; its first line must name the variables"},
		{"time,a\n0,1,2\n", "f.csv:2: more cells than the first line"},
		{"\ntime,a\n0,1\n\n1,\"2\n\n", "f.csv:5: a double quote is not closed"},
		{"time,\"a\n0,1\n", "f.csv:1: a double quote is not closed"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct mech_message message = {""};
		struct host_csv csv;
		assert_int_equal(host_csv_read("f.csv", bad[i].text, strlen(bad[i].text), &csv, &message), -1);
		assert_string_equal(message.text, bad[i].message);
	}
}

static void a_null_character_is_refused_with_its_line(void **state)
{
	static const char text[] = "time,a\n0,1\n1,\0002\n";
	struct mech_message message = {""};
	struct host_csv csv;
	(void)state;
	assert_int_equal(host_csv_read("f.csv", text, sizeof text - 1, &csv, &message), -1);
	assert_string_equal(message.text, "f.csv:3: a NUL character: this is no text");
}

/* a header of n names, then n rows of one cell: n^2 cells if short rows were filled */
static void memory_is_a_small_multiple_of_the_text(void **state)
{
	enum { N = 20000 };
	struct host_text text = {0};
	struct mech_message message = {""};
	struct host_csv csv;
	(void)state;
	for (int i = 1; i < N; i++) {
		host_text_add(&text, ",");
	}
	for (int i = 0; i < N; i++) {
		host_text_add(&text, "\n0");
	}
	asked = 0;
	assert_int_equal(host_csv_read("f.csv", text.bytes, text.size, &csv, &message), 0);
	assert_int_equal(csv.n_columns, N);
	assert_int_equal(csv.n_rows, N);
	assert_cell(&csv, N - 1, 0, "0");
	assert_cell(&csv, N - 1, N - 1, "");
	assert_true(asked < 32 * text.size);
	host_csv_free(&csv);
	host_text_free(&text);
}

static void what_is_written_has_fmusims_form_and_reads_back(void **state)
{
	struct host_text text = {0};
	struct mech_message message;
	struct host_csv csv;
	(void)state;
	host_csv_add_text(&text, "time");
	host_csv_add_text(&text, "say \"hi\"");
	host_csv_add_text(&text, "n");
	host_csv_end_line(&text);
	host_csv_add_number(&text, 0.1 + 0.2);
	host_csv_add_text(&text, "a, b");
	host_csv_add_integer(&text, -3);
	host_csv_end_line(&text);
	host_csv_add_number(&text, 1e-20 / 3.0);
	host_csv_end_line(&text);
	/* %.16g, as in the recorder of fmusim */
	assert_string_equal(text.bytes, "\"time\",\"say \"\"hi\"\"\",\"n\"\n0.3,\"a, b\",-3\n3.333333333333333e-21\n");
	assert_int_equal(host_csv_read("f.csv", text.bytes, text.size, &csv, &message), 0);
	assert_cell(&csv, -1, 1, "say \"hi\"");
	assert_cell(&csv, 0, 1, "a, b");
	host_csv_free(&csv);
	host_text_free(&text);
}

/* an escape sequence, one of the C1 controls as a character and as a byte, a cut character, and
 * what stays: tab, line ends, euro */
static void what_a_terminal_would_obey_is_written_with_digits(void **state)
{
	struct host_text text = {0};
	(void)state;
	host_csv_add_text(&text, "a\033[31m\177");
	host_csv_add_text(&text, "\xc2\x9b"
	                         "31m\x9b\xe2\x82");
	host_csv_add_text(&text, "t\tn\nr\r\xe2\x82\xac");
	assert_string_equal(text.bytes, "\"a\\x1b[31m\\x7f\",\"\\xc2\\x9b31m\\x9b\\xe2\\x82\",\"t\tn\nr\r\xe2\x82\xac\"");
	host_text_free(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cells_are_split_as_rfc_4180_says),
		cmocka_unit_test(short_rows_are_filled_and_a_byte_order_mark_is_skipped),
		cmocka_unit_test(bad_tables_are_named_with_their_line),
		cmocka_unit_test(a_null_character_is_refused_with_its_line),
		cmocka_unit_test(memory_is_a_small_multiple_of_the_text),
		cmocka_unit_test(what_is_written_has_fmusims_form_and_reads_back),
		cmocka_unit_test(what_a_terminal_would_obey_is_written_with_digits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
