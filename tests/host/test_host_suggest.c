/* Suggestions: distances counted by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "host_suggest.h"

static void the_distance_counts_inserted_removed_replaced_and_swapped_letters(void **state)
{
	(void)state;
	assert_int_equal(host_edit_distance("rod", "rod", 9), 0);
	assert_int_equal(host_edit_distance("rood", "rod", 9), 1);
	assert_int_equal(host_edit_distance("rd", "rod", 9), 1);
	assert_int_equal(host_edit_distance("rad", "rod", 9), 1);
	assert_int_equal(host_edit_distance("angel", "angle", 9), 1);
	assert_int_equal(host_edit_distance("Angle", "angle", 9), 0);
	assert_int_equal(host_edit_distance("kitten", "sitting", 9), 3);
	assert_int_equal(host_edit_distance("", "abc", 9), 3);
	assert_int_equal(host_edit_distance("kitten", "sitting", 2), 3);
}

static void words_beyond_a_hundred_letters_are_never_near(void **state)
{
	(void)state;
	char a[202], b[202];
	memset(a, 'x', sizeof a);
	memset(b, 'x', sizeof b);
	a[201] = b[200] = '\0';
	assert_int_equal(host_edit_distance(a, b, 5), 6);
}

static void the_nearest_word_wins_and_far_words_are_not_offered(void **state)
{
	(void)state;
	char text[HOST_SUGGESTION_SIZE];
	struct host_suggestion s = host_suggest_begin("elbwo");
	host_suggest_offer(&s, "guide");
	assert_string_equal(host_suggest_text(&s, text), "");
	host_suggest_offer(&s, "elbows");
	host_suggest_offer(&s, "elbow");
	assert_string_equal(host_suggest_text(&s, text), " (did you mean 'elbow'?)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_distance_counts_inserted_removed_replaced_and_swapped_letters),
		cmocka_unit_test(words_beyond_a_hundred_letters_are_never_near),
		cmocka_unit_test(the_nearest_word_wins_and_far_words_are_not_offered),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
