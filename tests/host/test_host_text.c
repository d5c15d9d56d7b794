/* Growing texts and messages. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host_text.h"

static int allocations_left = -1; /* -1: no limit */

void *__real_realloc(void *memory, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_realloc(void *memory, size_t size)
{
	if (allocations_left == 0) {
		return NULL;
	}
	allocations_left -= allocations_left > 0;
	return __real_realloc(memory, size);
}

static void appended_pieces_stand_one_behind_the_other(void **state)
{
	struct host_text t = {0};
	(void)state;
	host_text_add(&t, "a");
	host_text_add_number(&t, 0.25);
	host_text_add_escaped(&t, "<b & \"c\" 'd'>");
	assert_string_equal(t.bytes, "a0.25&lt;b &amp; &quot;c&quot; &#39;d&#39;&gt;");
	assert_int_equal(t.size, strlen(t.bytes));
	host_text_free(&t);
	assert_null(t.bytes);
}

static void a_long_text_is_kept_whole(void **state)
{
	struct host_text t = {0};
	(void)state;
	for (int i = 0; i < 10000; i++) {
		host_text_add_bytes(&t, "0123456789", 10);
	}
	assert_int_equal(t.size, 100000);
	assert_int_equal(t.bytes[99999], '9');
	assert_int_equal(t.bytes[100000], 0);
	host_text_free(&t);
}

static void without_memory_the_text_is_marked_and_keeps_what_it_has(void **state)
{
	struct host_text t = {0};
	char block[1000] = {0};
	(void)state;
	host_text_add(&t, "kept");
	allocations_left = 0;
	host_text_add_bytes(&t, block, sizeof block);
	host_text_add(&t, "x");
	allocations_left = -1;
	assert_true(t.failed);
	assert_string_equal(t.bytes, "kept");
	host_text_free(&t);
}

static void a_message_too_long_is_cut_and_ends(void **state)
{
	struct mech_message m;
	char word[2000];
	(void)state;
	memset(word, 'w', sizeof word - 1);
	word[sizeof word - 1] = 0;
	host_say(&m, "%s", word);
	assert_int_equal(strlen(m.text), sizeof m.text - 1);
	host_say(&m, "went wrong");
	host_say_where(&m, "file");
	assert_string_equal(m.text, "file: went wrong");
}

static void control_characters_in_messages_are_escaped(void **state)
{
	struct mech_message message;
	(void)state;
	host_say(&message, "entry '%s'", "\x1b[2Jgone\r\n\x7f");
	assert_string_equal(message.text, "entry '\\x1b[2Jgone\\x0d\\x0a\\x7f'");
	/* a letter of two bytes stays; a control character of two bytes, and half a letter, do not */
	host_say(&message, "%s", "\xc3\xa4 \xc2\x9b \xc3");
	assert_string_equal(message.text, "\xc3\xa4 \\xc2\\x9b \\xc3");
	/* what does not fit is cut between characters */
	char many[sizeof message.text], cut[8];
	memset(many, 1, sizeof many);
	many[sizeof many - 1] = 0;
	host_say(&message, "%s", many);
	assert_int_equal(strlen(message.text) % 4, 0);
	host_text_escape("\x01\x02", cut, sizeof cut);
	assert_string_equal(cut, "\\x01");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(appended_pieces_stand_one_behind_the_other),
		cmocka_unit_test(a_long_text_is_kept_whole),
		cmocka_unit_test(without_memory_the_text_is_marked_and_keeps_what_it_has),
		cmocka_unit_test(a_message_too_long_is_cut_and_ends),
		cmocka_unit_test(control_characters_in_messages_are_escaped),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
