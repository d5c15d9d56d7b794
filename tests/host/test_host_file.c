/* Files and folders. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host_folder.h"

static int entries_of(const char *path)
{
	int count = -2; /* . and .. */
	DIR *folder = opendir(path);
	assert_non_null(folder);
	while (readdir(folder) != NULL) {
		count++;
	}
	closedir(folder);
	return count;
}

static void a_file_is_read_as_a_whole(void **state)
{
	struct mech_message message;
	struct host_text text = {0};
	char bytes[40000];
	(void)state;
	for (size_t i = 0; i < sizeof bytes; i++) {
		bytes[i] = (char)(i * 7);
	}
	const char *path = host_folder_put("bytes", bytes, sizeof bytes);
	assert_int_equal(host_file_read(path, sizeof bytes, &text, &message), 0);
	assert_int_equal(text.size, sizeof bytes);
	assert_memory_equal(text.bytes, bytes, sizeof bytes);
	host_text_free(&text);
	assert_int_equal(host_file_read(path, sizeof bytes - 1, &text, &message), -1);
	assert_non_null(strstr(message.text, "larger than 39999 bytes"));
	assert_null(text.bytes);
}

static void what_cannot_be_read_is_named(void **state)
{
	struct mech_message message;
	struct host_text text = {0};
	(void)state;
	assert_int_equal(host_file_read(host_folder_path("missing"), 10, &text, &message), -1);
	assert_non_null(strstr(message.text, "/missing: cannot be read (No such file"));
	assert_int_equal(host_file_read(host_test_folder, 10, &text, &message), -1);
	assert_non_null(strstr(message.text, "is a folder"));
}

static void a_draft_appears_under_its_name_only_when_committed(void **state)
{
	struct mech_message message;
	struct host_file_draft draft;
	struct stat facts;
	(void)state;
	const char *path = host_folder_put("draft.txt", "old", 3);
	assert_int_equal(host_file_draft(path, &draft, &message), 0);
	FILE *file = fopen(draft.temporary, "wb");
	assert_non_null(file);
	fputs("new", file);
	fclose(file);
	host_folder_assert_text(path, "old");
	assert_int_equal(host_file_commit(&draft, &message), 0);
	host_folder_assert_text(path, "new");
	assert_int_equal(access(draft.temporary, F_OK), -1);
	/* rights as the process' mask has them, not those of a secret file */
	mode_t mask = umask(0);
	(void)umask(mask);
	assert_int_equal(stat(path, &facts), 0);
	assert_int_equal(facts.st_mode & 0777, 0666 & ~mask);
}

static void a_discarded_draft_leaves_nothing_behind(void **state)
{
	struct mech_message message;
	struct host_file_draft draft;
	(void)state;
	int before = entries_of(host_test_folder);
	assert_int_equal(host_file_draft(host_folder_path("never"), &draft, &message), 0);
	assert_int_equal(entries_of(host_test_folder), before + 1);
	host_file_discard(&draft);
	assert_int_equal(entries_of(host_test_folder), before);
}

static void places_that_cannot_be_written_are_named(void **state)
{
	struct mech_message message;
	struct host_file_draft draft;
	(void)state;
	assert_int_equal(host_file_draft(host_folder_path("no/such/x"), &draft, &message), -1);
	assert_non_null(strstr(message.text, "no/such/x: cannot be written (No such file"));
	assert_int_equal(host_file_draft(host_test_folder, &draft, &message), -1);
	assert_non_null(strstr(message.text, "is a folder"));
	assert_int_equal(host_file_check_writable(host_folder_path("no/such/x"), &message), -1);
	assert_int_equal(host_file_check_writable(host_test_folder, &message), -1);
	assert_int_equal(host_file_check_writable(host_folder_path("fine"), &message), 0);
	assert_int_equal(access(host_folder_path("fine"), F_OK), -1);
}

static void a_folder_goes_with_all_that_is_in_it_but_not_what_links_point_to(void **state)
{
	struct mech_message message;
	char folder[HOST_PATH_SIZE], inside[HOST_PATH_SIZE];
	(void)state;
	const char *outside = host_folder_put("outside.txt", "safe", 4);
	assert_int_equal(host_folder_temporary(folder, &message), 0);
	assert_int_equal(host_path_join(folder, "deep", inside), 0);
	assert_int_equal(mkdir(inside, 0700), 0);
	assert_int_equal(host_path_join(folder, "deep/link", inside), 0);
	assert_int_equal(symlink(outside, inside), 0);
	host_folder_remove(folder);
	assert_int_equal(access(folder, F_OK), -1);
	host_folder_assert_text(outside, "safe");
}

static void parts_of_paths_are_found(void **state)
{
	(void)state;
	assert_string_equal(host_path_name("a/b.c/d.fmu"), "d.fmu");
	assert_string_equal(host_path_name("plain"), "plain");
	assert_true(host_path_has_extension("x/y.FMU", "fmu"));
	assert_false(host_path_has_extension("x.fmu/y", "fmu"));
	assert_false(host_path_has_extension("fmu", "fmu"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_is_read_as_a_whole),
		cmocka_unit_test(what_cannot_be_read_is_named),
		cmocka_unit_test(a_draft_appears_under_its_name_only_when_committed),
		cmocka_unit_test(a_discarded_draft_leaves_nothing_behind),
		cmocka_unit_test(places_that_cannot_be_written_are_named),
		cmocka_unit_test(a_folder_goes_with_all_that_is_in_it_but_not_what_links_point_to),
		cmocka_unit_test(parts_of_paths_are_found),
	};
	return cmocka_run_group_tests(tests, host_folder_setup, host_folder_teardown);
}
