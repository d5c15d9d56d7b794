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
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host_folder.h"

/* calls in their order: s for fsync, r for rename */
static char calls[16];

int __real_fsync(int file);
int __real_rename(const char *from, const char *to);
int __wrap_fsync(int file);
int __wrap_rename(const char *from, const char *to);

int __wrap_fsync(int file)
{
	(void)strcat(calls, "s");
	return __real_fsync(file);
}

int __wrap_rename(const char *from, const char *to)
{
	(void)strcat(calls, "r");
	return __real_rename(from, to);
}

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

static void write_text(const char *path, const char *bytes)
{
	struct mech_message message = {""};
	struct host_text text = {0};
	host_text_add(&text, bytes);
	if (host_file_write(path, &text, &message) != 0) {
		fail_msg("%s", message.text);
	}
	host_text_free(&text);
}

static void bytes_reach_the_disk_before_the_name_does(void **state)
{
	(void)state;
	calls[0] = 0;
	write_text(host_folder_path("settled"), "new");
	assert_string_equal(calls, "sr");
}

static void links_are_followed(void **state)
{
	struct stat facts;
	(void)state;
	const char *target = host_folder_put("target.txt", "old", 3), *link = host_folder_path("link.txt");
	assert_int_equal(symlink("target.txt", link), 0);
	write_text(link, "new");
	assert_int_equal(lstat(link, &facts), 0);
	assert_true(S_ISLNK(facts.st_mode));
	host_folder_assert_text(target, "new");
	/* to a file that is not there yet */
	const char *absent = host_folder_path("absent.txt"), *ahead = host_folder_path("ahead.txt");
	assert_int_equal(symlink(absent, ahead), 0);
	write_text(ahead, "made");
	host_folder_assert_text(absent, "made");
	/* in a circle */
	struct mech_message message = {""};
	struct host_file_draft draft;
	const char *circle = host_folder_path("circle");
	assert_int_equal(symlink("circle", circle), 0);
	assert_int_equal(host_file_draft(circle, &draft, &message), -1);
	assert_non_null(strstr(message.text, "circle: cannot be written (Too many levels of symbolic links)"));
}

static void a_file_that_is_replaced_hands_on_its_rights(void **state)
{
	struct stat facts;
	(void)state;
	const char *path = host_folder_put("rights", "old", 3);
	assert_int_equal(chmod(path, 0640), 0);
	write_text(path, "new");
	assert_int_equal(stat(path, &facts), 0);
	assert_int_equal(facts.st_mode & 07777, 0640);
}

static void a_file_that_must_not_be_written_is_kept(void **state)
{
	struct mech_message message = {""};
	struct host_file_draft draft;
	(void)state;
	const char *path = host_folder_put("protected", "old", 3);
	assert_int_equal(chmod(path, 0444), 0);
	if (access(path, W_OK) == 0) {
		skip(); /* nothing is forbidden to root */
	}
	assert_int_equal(host_file_draft(path, &draft, &message), -1);
	assert_non_null(strstr(message.text, "protected: cannot be written (Permission denied)"));
}

static void pipes_and_devices_are_written_into_and_stay(void **state)
{
	struct stat facts;
	char bytes[8] = "";
	(void)state;
	const char *path = host_folder_path("pipe");
	assert_int_equal(mkfifo(path, 0600), 0);
	int reader = open(path, O_RDONLY | O_NONBLOCK);
	assert_true(reader >= 0);
	int before = entries_of(host_test_folder);
	write_text(path, "bytes");
	assert_int_equal(read(reader, bytes, sizeof bytes), 5);
	assert_string_equal(bytes, "bytes");
	close(reader);
	assert_int_equal(stat(path, &facts), 0);
	assert_true(S_ISFIFO(facts.st_mode));
	assert_int_equal(entries_of(host_test_folder), before);
	write_text("/dev/null", "bytes");
	assert_int_equal(stat("/dev/null", &facts), 0);
	assert_true(S_ISCHR(facts.st_mode));
	struct mech_message message = {""};
	struct host_text text = {0};
	host_text_add(&text, "x");
	assert_int_equal(host_file_write("/dev/full", &text, &message), -1);
	assert_string_equal(message.text, "/dev/full: cannot be written (No space left on device)");
	host_text_free(&text);
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
		cmocka_unit_test(bytes_reach_the_disk_before_the_name_does),
		cmocka_unit_test(links_are_followed),
		cmocka_unit_test(a_file_that_is_replaced_hands_on_its_rights),
		cmocka_unit_test(a_file_that_must_not_be_written_is_kept),
		cmocka_unit_test(pipes_and_devices_are_written_into_and_stay),
		cmocka_unit_test(a_discarded_draft_leaves_nothing_behind),
		cmocka_unit_test(places_that_cannot_be_written_are_named),
		cmocka_unit_test(a_folder_goes_with_all_that_is_in_it_but_not_what_links_point_to),
		cmocka_unit_test(parts_of_paths_are_found),
	};
	return cmocka_run_group_tests(tests, host_folder_setup, host_folder_teardown);
}
