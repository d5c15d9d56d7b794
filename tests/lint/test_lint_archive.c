/* Rules about the archive: each broken once, by archives written here byte by byte. */
#define _POSIX_C_SOURCE 200809L
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

#include "lint_zip.h"
#include "lint_samples.h"

/* ---- a writer that makes every mistake it is asked to make (APPNOTE 4.3) */

struct entry {
	const char *name, *content;
	unsigned version, flags, method;
	unsigned long external, claimed; /* claimed: size that is written instead of the real one; 0: the real one */
	const char *local_name;          /* another name in the local header; NULL: the same */
	int zip64;                       /* with a zip64 extra field */
	int shared;                      /* takes the bytes of the entry before */
};

struct archive {
	int n;
	struct entry entries[8];
	const char *before, *after; /* bytes around the archive */
	unsigned disk;
	int missing; /* entries that the end record counts, but that are not there */
};

static void put(struct host_text *t, unsigned long number, int n)
{
	for (int i = 0; i < n; i++) {
		char byte = (char)(number >> (8 * i) & 255u);
		host_text_add_bytes(t, &byte, 1);
	}
}

static void put_fields(struct host_text *t, const struct entry *e, const char *name, int extra)
{
	unsigned long size = (unsigned long)strlen(e->content);
	put(t, e->version, 2);
	put(t, e->flags, 2);
	put(t, e->method, 2);
	put(t, 0x00210000ul, 4);
	put(t, crc32(0, (const unsigned char *)e->content, (unsigned)size), 4);
	put(t, size, 4);
	put(t, e->claimed != 0 ? e->claimed : size, 4);
	put(t, strlen(name), 2);
	put(t, extra ? 12 : 0, 2);
}

static const char *write_archive(const char *file, const struct archive *a)
{
	struct host_text t = {0};
	unsigned long places[8] = {0}, before = (unsigned long)strlen(a->before == NULL ? "" : a->before);
	host_text_add(&t, a->before == NULL ? "" : a->before);
	for (int i = 0; i < a->n; i++) {
		const struct entry *e = &a->entries[i];
		const char *name = e->local_name != NULL ? e->local_name : e->name;
		places[i] = e->shared ? places[i - 1] : (unsigned long)t.size - before;
		if (!e->shared) {
			put(&t, 0x04034b50ul, 4);
			put_fields(&t, e, name, 0);
			host_text_add(&t, name);
			host_text_add(&t, e->content);
		}
	}
	unsigned long directory = (unsigned long)t.size;
	for (int i = 0; i < a->n; i++) {
		const struct entry *e = &a->entries[i];
		put(&t, 0x02014b50ul, 4);
		put(&t, 3ul << 8 | 20, 2);
		put_fields(&t, e, e->name, e->zip64);
		put(&t, 0, 2);
		put(&t, 0, 4);
		put(&t, e->external, 4);
		put(&t, places[i], 4);
		host_text_add(&t, e->name);
		if (e->zip64) {
			put(&t, 1, 2);
			put(&t, 8, 2);
			put(&t, strlen(e->content), 8);
		}
	}
	unsigned long end = (unsigned long)t.size;
	put(&t, 0x06054b50ul, 4);
	put(&t, a->disk, 2);
	put(&t, a->disk, 2);
	put(&t, (unsigned long)(a->n + a->missing), 2);
	put(&t, (unsigned long)(a->n + a->missing), 2);
	put(&t, end - directory, 4);
	put(&t, directory - before, 4);
	put(&t, 0, 2);
	host_text_add(&t, a->after == NULL ? "" : a->after);
	const char *path = host_folder_put(file, t.bytes, t.size);
	host_text_free(&t);
	return path;
}

#define FILE_MODE (0100644ul << 16)
#define STORED 20, 0, 0, FILE_MODE, 0, NULL, 0, 0

/* nothing is wrong with it as an archive */
static struct archive sample(void)
{
	struct archive a = {.n = 3,
	                    .entries = {{"modelDescription.xml", LINT_PLAIN_DESCRIPTION, STORED},
	                                {"resources/", "", STORED},
	                                {"sources/plain.c", "int a;", STORED}}};
	return a;
}

static struct lint base;

static int make_base(void **state)
{
	assert_int_equal(host_folder_setup(state), 0);
	struct archive a = sample();
	base = lint_static(write_archive("base.fmu", &a));
	return 0;
}

static int free_base(void **state)
{
	lint_free(&base);
	return host_folder_teardown(state);
}

/* the sample with one more entry */
static void check_entry(struct entry e, const char *expected)
{
	struct archive a = sample();
	a.entries[a.n++] = e;
	struct lint after = lint_static(write_archive("changed.fmu", &a));
	lint_assert_new(&base, &after, expected);
	lint_free(&after);
}

static void check_archive(struct archive a, const char *expected)
{
	struct lint after = lint_static(write_archive("changed.fmu", &a));
	lint_assert_new(&base, &after, expected);
	lint_free(&after);
}

/* ---- */

static void the_sample_breaks_no_rule_about_archives(void **state)
{
	(void)state;
	for (int i = 0; i < base.n_findings; i++) {
		assert_null(strstr(base.findings[i].rule, "archive"));
	}
	check_entry((struct entry){"resources/x", "boo", STORED}, "");
}

static void names_stay_inside_and_are_portable(void **state)
{
	static const char *const wrong[] = {"/resources/x", "./resources/x", "resources/../x", "resources\\x",
	                                    "C:/x",         "resources//x",  "../x",           "resources/\001x"};
	static const char *const odd[] = {"resources/\xc3\xa4", "resources/a?", "resources/a.", "resources/a /b"};
	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		/* a name that starts elsewhere is an unknown entry at the root too */
		const char *known = strncmp(wrong[i], "resources/", 10) == 0 ? "archive-name" : "archive-name root-entry";
		check_entry((struct entry){wrong[i], "boo", STORED}, known);
	}
	for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
		check_entry((struct entry){odd[i], "boo", STORED}, "archive-name-portable");
	}
	check_entry((struct entry){"resources/.hidden", "boo", STORED}, "");
}

static void entries_are_plain_files_in_zip_2(void **state)
{
	(void)state;
	check_entry((struct entry){"resources/x", "boo", 20, 1, 0, FILE_MODE, 0, NULL, 0, 0}, "archive-encrypted");
	check_entry((struct entry){"resources/x", "boo", 20, 0, 12, FILE_MODE, 0, NULL, 0, 0}, "archive-method");
	check_entry((struct entry){"resources/x", "boo", 45, 0, 0, FILE_MODE, 0, NULL, 0, 0}, "archive-version");
	check_entry((struct entry){"resources/x", "boo", 20, 0, 0, FILE_MODE, 0, NULL, 1, 0}, "archive-zip64");
	check_entry((struct entry){"resources/x", "/etc/passwd", 20, 0, 0, 0120777ul << 16, 0, NULL, 0, 0}, "archive-link");
	check_entry((struct entry){"resources/x", "boo", 20, 0, 0, FILE_MODE, 0, "resources/y", 0, 0},
	            "archive-local-header");
	/* deflate cannot pack 3 bytes out of 100000 */
	check_entry((struct entry){"resources/x", "boo", 20, 0, 8, FILE_MODE, 100000, NULL, 0, 0}, "archive-size");
}

static void entries_do_not_meet(void **state)
{
	(void)state;
	check_entry((struct entry){"modelDescription.xml", LINT_PLAIN_DESCRIPTION, STORED}, "archive-duplicate");
	check_entry((struct entry){"resources/", "", STORED}, "archive-duplicate");
	check_entry((struct entry){"Sources/Plain.c", "int b;", STORED}, "archive-name-case root-entry");
	check_entry((struct entry){"sources/plain.c", "int a;", 20, 0, 0, FILE_MODE, 0, NULL, 0, 1},
	            "archive-duplicate archive-overlap");
}

static void the_archive_is_one_whole_file(void **state)
{
	struct archive a = sample();
	(void)state;
	a.disk = 1;
	check_archive(a, "archive-split archive-unpack not-checked");
	a = sample();
	a.before = "#!/bin/sh\n";
	check_archive(a, "archive-prefix");
	a = sample();
	a.missing = 2;
	check_archive(a, "archive-directory archive-unpack");
	struct lint after = lint_static(host_folder_put("none.fmu", "hello", 5));
	assert_int_equal(lint_count_rule(&after, "archive-directory"), 1);
	assert_string_equal(after.folder, "");
	lint_free(&after);
	after = lint_static(host_folder_path("not_there.fmu"));
	assert_int_equal(lint_count_rule(&after, "archive-read"), 1);
	lint_free(&after);
	a = sample();
	after = lint_static(write_archive("sample.zip", &a));
	lint_assert_new(&base, &after, "archive-extension");
	lint_free(&after);
}

static void an_archive_that_explodes_is_not_unpacked(void **state)
{
	struct archive a = sample();
	(void)state;
	for (int i = 0; i < 4; i++) {
		static const char *const names[] = {"resources/a", "resources/b", "resources/c", "resources/d"};
		a.entries[a.n++] = (struct entry){names[i], "boo", 20, 0, 8, FILE_MODE, 0x7ffffffful, NULL, 0, 0};
	}
	struct lint after = lint_static(write_archive("bomb.fmu", &a));
	assert_int_equal(lint_count_rule(&after, "archive-size"), 5);
	assert_string_equal(after.folder, "");
	lint_free(&after);
}

static void what_can_be_unpacked_is_checked_further(void **state)
{
	struct archive a = sample();
	char path[HOST_PATH_SIZE];
	(void)state;
	a.entries[a.n++] = (struct entry){"../evil", "boo", STORED};
	a.entries[a.n++] = (struct entry){"resources/last", "boo", STORED};
	struct lint after = lint_static(write_archive("changed.fmu", &a));
	assert_int_equal(host_path_join(after.folder, "resources/last", path), 0);
	assert_int_equal(access(path, R_OK), 0);
	assert_int_equal(host_path_join(after.folder, "../evil", path), 0);
	assert_int_not_equal(access(path, R_OK), 0);
	assert_int_equal(lint_count_rule(&after, "archive-unpack"), 0);
	assert_true(after.n_checks > 50);
	lint_free(&after);
	assert_string_equal(after.folder, "");
}

static void the_root_holds_what_the_standard_names(void **state)
{
	struct archive a = sample();
	(void)state;
	a.entries[0].name = "unit/modelDescription.xml";
	check_archive(a, "description-missing not-checked root-entry");
	a = sample();
	a.entries[0].name = "resources/other.xml";
	check_archive(a, "description-missing not-checked");
	a = sample();
	a.entries[2].name = "documentation/text.html";
	check_archive(a, "implementation-missing documentation-index");
	a.entries[2].name = "documentation/index.html";
	check_archive(a, "implementation-missing");
	a = sample();
	a.entries[1].name = "extra/";
	check_archive(a, "resources-missing");
	check_entry((struct entry){"notes.txt", "boo", STORED}, "root-entry");
}

/* ---- the directory itself */

static void the_directory_is_read_as_it_stands(void **state)
{
	struct archive a = sample();
	struct lint_zip zip;
	(void)state;
	struct host_text file = host_folder_get(write_archive("sample.fmu", &a));
	struct lint_bytes bytes = {(const unsigned char *)file.bytes, file.size, 0, 0};
	assert_null(lint_zip_read(&bytes, &zip));
	assert_int_equal(zip.n_entries, 3);
	assert_string_equal(zip.entries[2].name, "sources/plain.c");
	assert_int_equal(zip.entries[2].unpacked, 6);
	assert_int_equal(zip.entries[2].end - zip.entries[2].begin, 30 + 15 + 6);
	assert_non_null(lint_zip_find(&zip, "resources/"));
	assert_null(lint_zip_find(&zip, "resources"));
	lint_zip_free(&zip);
	/* cut anywhere: a reason, never a crash */
	for (size_t size = 0; size < file.size; size++) {
		struct lint_bytes cut = {bytes.bytes, size, 0, 0};
		assert_non_null(lint_zip_read(&cut, &zip));
		lint_zip_free(&zip);
	}
	host_text_free(&file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_sample_breaks_no_rule_about_archives),
		cmocka_unit_test(names_stay_inside_and_are_portable),
		cmocka_unit_test(entries_are_plain_files_in_zip_2),
		cmocka_unit_test(entries_do_not_meet),
		cmocka_unit_test(the_archive_is_one_whole_file),
		cmocka_unit_test(an_archive_that_explodes_is_not_unpacked),
		cmocka_unit_test(what_can_be_unpacked_is_checked_further),
		cmocka_unit_test(the_root_holds_what_the_standard_names),
		cmocka_unit_test(the_directory_is_read_as_it_stands),
	};
	return cmocka_run_group_tests(tests, make_base, free_base);
}
