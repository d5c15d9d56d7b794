/* Units damaged at random, in the bytes of the archive and in the text of the description: the
 * stages that only read report or pass, and never crash. The sequence is the same on every
 * machine. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lint_samples.h"
#include "slow_build.h"
#include "test_random.h"

enum { TIMES = SLOW_BUILD ? 150 : 1000 };

static size_t below(struct test_random *random, size_t n)
{
	return n == 0 ? 0 : (size_t)test_random_bits(random) % n;
}

/* one to four changes: a bit, a byte, a cut, a slice removed, a slice copied elsewhere */
static struct host_text damaged(const struct host_text *whole, struct test_random *random)
{
	struct host_text t = {0};
	host_text_add_bytes(&t, whole->bytes, whole->size);
	for (int changes = test_random_int(random, 1, 4); changes > 0 && t.size > 0; changes--) {
		size_t at = below(random, t.size), length = 1 + below(random, 40);
		length = length < t.size - at ? length : t.size - at;
		struct host_text next = {0};
		switch (test_random_int(random, 0, 5)) {
		case 0:
			t.bytes[at] = (char)(t.bytes[at] ^ (1 << test_random_int(random, 0, 7)));
			break;
		case 1:
			t.bytes[at] = (char)test_random_bits(random);
			break;
		case 2:
			t.size = test_random_int(random, 0, 3) == 0 ? at : t.size;
			break;
		case 3:
			memmove(t.bytes + at, t.bytes + at + length, t.size - at - length);
			t.size -= length;
			break;
		case 4:
			memmove(t.bytes + below(random, t.size - length + 1), t.bytes + at, length);
			break;
		default: {
			size_t place = below(random, t.size);
			host_text_add_bytes(&next, t.bytes, place);
			host_text_add_bytes(&next, t.bytes + at, length);
			host_text_add_bytes(&next, t.bytes + place, t.size - place);
			host_text_free(&t);
			t = next;
			break;
		}
		}
	}
	return t;
}

/* both reports are made, so that they are run over odd texts too */
static void report(const struct lint *lint, const char *path)
{
	FILE *out = fopen("/dev/null", "w");
	assert_non_null(out);
	lint_write(lint, path, out);
	lint_write_json(lint, path, out);
	assert_int_equal(fclose(out), 0);
}

static void damaged_archives_are_reported_or_pass(void **state)
{
	struct test_random random = test_random_start(11);
	struct host_text library = {0};
	int reported = 0, changed = 0;
	(void)state;
	assert_true(plain_unit_library(host_test_folder, &library));
	assert_true(plain_unit_write(host_test_folder, "whole.fmu", LINT_PLATFORM, LINT_PLAIN_DESCRIPTION, &library));
	struct host_text whole = host_folder_get(host_folder_path("whole.fmu"));
	for (int i = 0; i < TIMES; i++) {
		struct host_text unit = damaged(&whole, &random);
		const char *path = host_folder_put("damaged.fmu", unit.bytes == NULL ? "" : unit.bytes, unit.size);
		struct lint after = lint_static(path);
		int same = unit.size == whole.size && memcmp(unit.bytes, whole.bytes, whole.size) == 0;
		changed += !same;
		reported += !same && after.n_findings > 0 && strncmp(after.findings[0].rule, "archive", 7) == 0;
		report(&after, path);
		lint_free(&after);
		host_text_free(&unit);
	}
	/* dates and rights of entries may change unseen; checksums see the rest */
	assert_true(changed > TIMES / 2);
	assert_true(reported > changed * 9 / 10);
	host_text_free(&whole);
	host_text_free(&library);
}

static void damaged_descriptions_are_reported_or_pass(void **state)
{
	static const struct host_text none = {.bytes = (char *)(uintptr_t) "none", .size = 4};
	struct test_random random = test_random_start(12);
	struct host_text whole = {0};
	int well_formed = 0;
	(void)state;
	host_text_add(&whole, LINT_PLAIN_DESCRIPTION);
	for (int i = 0; i < TIMES; i++) {
		struct host_text text = damaged(&whole, &random);
		struct mech_message message = {""};
		struct host_zip_entry entries[] = {
			{"modelDescription.xml", text.bytes, text.size, 0},
			{"binaries/" LINT_PLATFORM "/plain_unit.so", none.bytes, none.size, 1},
		};
		assert_int_equal(host_zip_write(host_folder_path("damaged.fmu"), 2, entries, &message), 0);
		struct lint after = lint_static(host_folder_path("damaged.fmu"));
		assert_true(lint_count(&after, LINT_ERROR) > 0);
		well_formed += lint_count_rule(&after, "description-xml") == 0;
		report(&after, "damaged.fmu");
		lint_free(&after);
		host_text_free(&text);
	}
	/* many get as far as the rules themselves */
	assert_true(well_formed > TIMES / 10);
	host_text_free(&whole);
}

/* values exchanged between attributes: well-formed, but anything else may be wrong */
static void shuffled_descriptions_are_reported_or_pass(void **state)
{
	static const char *const values[] = {"",           "0",     "-1",       "4294967295", "1e999",    "NaN",
	                                     "INF",        "true",  "output",   "parameter",  "constant", "exact",
	                                     "calculated", "1 2 3", "9 9",      "der(",       "'",        "Torque",
	                                     "Mode",       "&#10;", "&lt;&amp;"};
	struct test_random random = test_random_start(13);
	(void)state;
	for (int i = 0; i < TIMES; i++) {
		struct host_text text = {0};
		const char *rest = strchr(LINT_PLAIN_DESCRIPTION, '\n');
		int count = 0;
		/* every second quote ends a value; a few values are replaced */
		for (size_t length = strcspn(rest, "\""); rest[length] != 0; length = strcspn(rest, "\""), count++) {
			int value = count % 2 == 1, replace = value && test_random_int(&random, 0, 40) == 0;
			const char *other = values[test_random_int(&random, 0, (int)(sizeof values / sizeof values[0]) - 1)];
			host_text_add_bytes(&text, replace ? other : rest, replace ? strlen(other) : length);
			host_text_add(&text, "\"");
			rest += length + 1;
		}
		host_text_add(&text, rest);
		struct mech_message message = {""};
		struct host_zip_entry entries[] = {{"modelDescription.xml", text.bytes, text.size, 0}};
		assert_int_equal(host_zip_write(host_folder_path("shuffled.fmu"), 1, entries, &message), 0);
		struct lint after = lint_static(host_folder_path("shuffled.fmu"));
		assert_int_equal(lint_count_rule(&after, "description-xml"), 0);
		report(&after, "shuffled.fmu");
		lint_free(&after);
		host_text_free(&text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(damaged_archives_are_reported_or_pass),
		cmocka_unit_test(damaged_descriptions_are_reported_or_pass),
		cmocka_unit_test(shuffled_descriptions_are_reported_or_pass),
	};
	return cmocka_run_group_tests(tests, lint_setup, host_folder_teardown);
}
