/* Zip archives: bytes that repeat, and names, links and bombs that are refused. */
#define _GNU_SOURCE /* memmem */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <unistd.h>
#include <zlib.h>

#include "host_folder.h"
#include "host_zip.h"

/* number of n bytes, lowest first */
static unsigned long number_at(const struct host_text *t, size_t at, int n)
{
	unsigned long number = 0;
	assert_true(at + (size_t)n <= t->size);
	for (int i = n - 1; i >= 0; i--) {
		number = number << 8 | (unsigned char)t->bytes[at + (size_t)i];
	}
	return number;
}

static void put_number(struct host_text *t, unsigned long number, int n)
{
	for (int i = 0; i < n; i++) {
		char byte = (char)(number >> (8 * i) & 255u);
		host_text_add_bytes(t, &byte, 1);
	}
}

/* an archive of one stored entry, written here byte by byte after the format's description (APPNOTE
 * 4.3) */
struct raw_entry {
	const char *name, *content;
	unsigned long flag, external;
};

static void put_fields(struct host_text *t, const struct raw_entry *e)
{
	unsigned long size = (unsigned long)strlen(e->content);
	put_number(t, e->flag, 2);
	put_number(t, 0, 2); /* stored */
	put_number(t, 0x00210000ul, 4);
	put_number(t, crc32(0, (const unsigned char *)e->content, (unsigned)size), 4);
	put_number(t, size, 4);
	put_number(t, size, 4);
	put_number(t, strlen(e->name), 2);
	put_number(t, 0, 2);
}

static const char *raw_archive(const struct raw_entry *e)
{
	struct host_text t = {0};
	put_number(&t, 0x04034b50ul, 4);
	put_number(&t, 20, 2);
	put_fields(&t, e);
	host_text_add(&t, e->name);
	host_text_add(&t, e->content);
	unsigned long directory = (unsigned long)t.size;
	put_number(&t, 0x02014b50ul, 4);
	put_number(&t, 3ul << 8 | 20, 2);
	put_number(&t, 20, 2);
	put_fields(&t, e);
	put_number(&t, 0, 2);
	put_number(&t, 0, 4);
	put_number(&t, e->external, 4);
	put_number(&t, 0, 4);
	host_text_add(&t, e->name);
	unsigned long end = (unsigned long)t.size;
	put_number(&t, 0x06054b50ul, 4);
	put_number(&t, 0, 4);
	put_number(&t, 1, 2);
	put_number(&t, 1, 2);
	put_number(&t, end - directory, 4);
	put_number(&t, directory, 4);
	put_number(&t, 0, 2);
	const char *path = host_folder_put("raw.zip", t.bytes, t.size);
	host_text_free(&t);
	return path;
}

static void sample(struct host_zip_entry entries[4])
{
	entries[0] = (struct host_zip_entry){"zebra.txt", "striped striped striped striped", 31, 0};
	entries[1] = (struct host_zip_entry){"resources/", NULL, 0, 0};
	entries[2] = (struct host_zip_entry){"binaries/linux64/a.so", "\177ELF\0\1\2", 7, 1};
	entries[3] = (struct host_zip_entry){"empty", "", 0, 0};
}

static void check_what_comes_out(int flags)
{
	struct mech_message message = {""};
	struct host_zip_entry entries[4];
	char folder[HOST_PATH_SIZE], path[HOST_PATH_SIZE];
	sample(entries);
	for (int i = 0; i < 4; i++) {
		entries[i].flags |= flags;
	}
	assert_int_equal(host_zip_write(host_folder_path("a.zip"), 4, entries, &message), 0);
	assert_int_equal(host_folder_temporary(folder, &message), 0);
	assert_int_equal(host_zip_extract(host_folder_path("a.zip"), folder, &message), 0);
	assert_int_equal(host_path_join(folder, "zebra.txt", path), 0);
	host_folder_assert_text(path, "striped striped striped striped");
	assert_int_equal(host_path_join(folder, "binaries/linux64/a.so", path), 0);
	struct host_text library = host_folder_get(path);
	assert_int_equal(library.size, 7);
	assert_memory_equal(library.bytes, "\177ELF\0\1\2", 7);
	host_text_free(&library);
	assert_int_equal(host_path_join(folder, "resources", path), 0);
	assert_int_equal(access(path, X_OK), 0);
	host_folder_remove(folder);
	struct host_text zip = host_folder_get(host_folder_path("a.zip"));
	const char *text = "striped striped striped striped";
	assert_int_equal(memmem(zip.bytes, zip.size, text, strlen(text)) != NULL, flags == HOST_ZIP_STORED);
	host_text_free(&zip);
}

static void what_was_packed_comes_out_again(void **state)
{
	(void)state;
	check_what_comes_out(0);
	check_what_comes_out(HOST_ZIP_STORED);
}

static void the_same_entries_give_the_same_bytes_whatever_their_order(void **state)
{
	struct mech_message message = {""};
	struct host_zip_entry entries[4], turned[4];
	(void)state;
	sample(entries);
	for (int i = 0; i < 4; i++) {
		turned[i] = entries[3 - i];
	}
	assert_int_equal(host_zip_write(host_folder_path("a.zip"), 4, entries, &message), 0);
	sleep(2); /* the format counts time in steps of two seconds */
	assert_int_equal(host_zip_write(host_folder_path("b.zip"), 4, turned, &message), 0);
	struct host_text a = host_folder_get(host_folder_path("a.zip")), b = host_folder_get(host_folder_path("b.zip"));
	assert_int_equal(a.size, b.size);
	assert_memory_equal(a.bytes, b.bytes, a.size);
	host_text_free(&a);
	host_text_free(&b);
}

static void entries_are_sorted_dated_1980_and_need_version_2(void **state)
{
	static const char *const names[] = {"binaries/linux64/a.so", "empty", "resources/", "zebra.txt"};
	struct mech_message message = {""};
	struct host_zip_entry entries[4];
	(void)state;
	sample(entries);
	assert_int_equal(host_zip_write(host_folder_path("a.zip"), 4, entries, &message), 0);
	struct host_text zip = host_folder_get(host_folder_path("a.zip"));
	/* end of central directory: 22 bytes; offset of the directory at 16 */
	assert_int_equal(number_at(&zip, zip.size - 22, 4), 0x06054b50);
	size_t at = number_at(&zip, zip.size - 6, 4);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(number_at(&zip, at, 4), 0x02014b50);
		assert_int_equal(number_at(&zip, at + 6, 2), 20);
		assert_int_equal(number_at(&zip, at + 12, 4), 0x00210000); /* 1 January 1980, 0:00 */
		assert_int_equal(number_at(&zip, at + 30, 2), 0);          /* no extra field */
		assert_int_equal(number_at(&zip, at + 28, 2), strlen(names[i]));
		assert_memory_equal(zip.bytes + at + 46, names[i], strlen(names[i]));
		at += 46 + strlen(names[i]);
	}
	host_text_free(&zip);
}

static void an_unwritable_place_keeps_the_old_file(void **state)
{
	struct mech_message message = {""};
	struct host_zip_entry entries[4];
	(void)state;
	sample(entries);
	assert_int_equal(host_zip_write(host_folder_path("none/a.zip"), 4, entries, &message), -1);
	assert_non_null(strstr(message.text, "none/a.zip: cannot be written"));
	const char *old = host_folder_put("old.zip", "old", 3);
	entries[1].name = "../escape";
	assert_int_equal(host_zip_write(old, 4, entries, &message), -1);
	assert_non_null(strstr(message.text, "'../escape'"));
	host_folder_assert_text(old, "old");
	entries[1].name = entries[0].name;
	assert_int_equal(host_zip_write(old, 4, entries, &message), -1);
	host_folder_assert_text(old, "old");
}

static void names_that_leave_the_folder_are_refused(void **state)
{
	static const char *const names[] = {"../evil", "/evil",  "a/../../evil", "a\\evil",
	                                    "C:evil",  "./evil", "a//evil",      "a/.."};
	struct mech_message message = {""};
	char folder[HOST_PATH_SIZE];
	(void)state;
	assert_int_equal(host_folder_temporary(folder, &message), 0);
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		const struct raw_entry e = {names[i], "boo", 0, 0100644ul << 16};
		assert_int_equal(host_zip_extract(raw_archive(&e), folder, &message), -1);
		assert_non_null(strstr(message.text, "has a name that is not allowed"));
	}
	const struct raw_entry good = {"good", "boo", 0, 0100644ul << 16};
	assert_int_equal(host_zip_extract(raw_archive(&good), folder, &message), 0);
	host_folder_remove(folder);
}

static void links_and_encrypted_entries_are_refused(void **state)
{
	struct mech_message message = {""};
	char folder[HOST_PATH_SIZE];
	(void)state;
	assert_int_equal(host_folder_temporary(folder, &message), 0);
	const struct raw_entry link = {"link", "/etc/passwd", 0, 0120777ul << 16};
	assert_int_equal(host_zip_extract(raw_archive(&link), folder, &message), -1);
	assert_non_null(strstr(message.text, "entry 'link' is a symbolic link"));
	const struct raw_entry secret = {"secret", "xxxxxxxxxxxxxxxx", 1, 0100644ul << 16};
	assert_int_equal(host_zip_extract(raw_archive(&secret), folder, &message), -1);
	assert_non_null(strstr(message.text, "entry 'secret' is encrypted"));
	host_folder_remove(folder);
}

static void damaged_archives_are_refused_wherever_they_are_cut(void **state)
{
	struct mech_message message = {""};
	struct host_zip_entry entries[4];
	char folder[HOST_PATH_SIZE];
	(void)state;
	sample(entries);
	assert_int_equal(host_zip_write(host_folder_path("a.zip"), 4, entries, &message), 0);
	struct host_text zip = host_folder_get(host_folder_path("a.zip"));
	assert_int_equal(host_folder_temporary(folder, &message), 0);
	/* the last four bytes are all zero here, and minizip reads missing ones as zero */
	for (size_t size = 0; size < zip.size - 4; size++) {
		const char *path = host_folder_put("cut.zip", zip.bytes, size);
		assert_int_equal(host_zip_extract(path, folder, &message), -1);
	}
	/* a flipped bit of the content shows in the checksum */
	zip.bytes[30 + strlen("binaries/linux64/a.so") + 2] ^= 1;
	assert_int_equal(host_zip_extract(host_folder_put("flip.zip", zip.bytes, zip.size), folder, &message), -1);
	assert_int_equal(host_zip_extract(host_folder_path("missing.zip"), folder, &message), -1);
	host_text_free(&zip);
	host_folder_remove(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_packed_comes_out_again),
		cmocka_unit_test(the_same_entries_give_the_same_bytes_whatever_their_order),
		cmocka_unit_test(entries_are_sorted_dated_1980_and_need_version_2),
		cmocka_unit_test(an_unwritable_place_keeps_the_old_file),
		cmocka_unit_test(names_that_leave_the_folder_are_refused),
		cmocka_unit_test(links_and_encrypted_entries_are_refused),
		cmocka_unit_test(damaged_archives_are_refused_wherever_they_are_cut),
	};
	return cmocka_run_group_tests(tests, host_folder_setup, host_folder_teardown);
}
