/* The table of words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "host_table.h"

static void an_empty_table_finds_nothing(void **state)
{
	(void)state;
	struct host_table table = {0};
	assert_int_equal(host_table_find(&table, "pin", -1), -1);
	host_table_free(&table);
}

static void words_keep_their_numbers_while_the_table_grows(void **state)
{
	(void)state;
	struct host_table table = {0};
	char word[16];
	for (int k = 0; k < 1000; k++) {
		snprintf(word, sizeof word, "word%d", k);
		assert_int_equal(host_table_add(&table, word, k), 0);
	}
	for (int k = 0; k < 1000; k++) {
		snprintf(word, sizeof word, "word%d", k);
		assert_int_equal(host_table_find(&table, word, -1), k);
	}
	assert_int_equal(host_table_find(&table, "word1000", -1), -1);
	assert_int_equal(host_table_find(&table, "", -1), -1);
	host_table_free(&table);
}

static void a_word_cannot_be_added_twice(void **state)
{
	(void)state;
	struct host_table table = {0};
	assert_int_equal(host_table_add(&table, "pin", 1), 0);
	assert_int_equal(host_table_add(&table, "pin", 2), 1);
	assert_int_equal(host_table_find(&table, "pin", -1), 1);
	host_table_free(&table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_table_finds_nothing),
		cmocka_unit_test(words_keep_their_numbers_while_the_table_grows),
		cmocka_unit_test(a_word_cannot_be_added_twice),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
