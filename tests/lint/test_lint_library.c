/* Shared libraries as the checks see them: ELF from the compiler at hand, PE and Mach-O written
 * here, and all of them damaged in any way. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lint_library.h"
#include "lint_samples.h"
#include "slow_build.h"
#include "test_random.h"

static struct lint_library read_bytes(const void *bytes, size_t size)
{
	struct lint_bytes b = {bytes, size, 0, 0};
	struct lint_library library;
	lint_library_read(&b, &library);
	return library;
}

/* ---- numbers and texts */

static void nothing_is_read_outside_of_the_bytes(void **state)
{
	static const unsigned char bytes[] = {1, 2, 3, 4, 'a', 'b', 0, 'c'};
	struct lint_bytes b = {bytes, sizeof bytes, 0, 0};
	(void)state;
	assert_int_equal(lint_bytes_number(&b, 0, 4), 0x04030201);
	b.big_endian = 1;
	assert_int_equal(lint_bytes_number(&b, 0, 4), 0x01020304);
	assert_int_equal(lint_bytes_number(&b, 6, 2), 'c');
	assert_string_equal(lint_bytes_text(&b, 4), "ab");
	assert_string_equal(lint_bytes_text(&b, 6), "");
	assert_false(b.outside);
	assert_int_equal(lint_bytes_number(&b, 7, 2), 0);
	assert_true(b.outside);
	static const uint64_t places[] = {8, 9, UINT64_MAX, UINT64_MAX - 3};
	for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
		b.outside = 0;
		assert_int_equal(lint_bytes_number(&b, places[i], 4), 0);
		assert_true(b.outside);
		b.outside = 0;
		assert_string_equal(lint_bytes_text(&b, places[i]), "");
		assert_true(b.outside);
	}
	/* no 0 after it */
	b.outside = 0;
	assert_string_equal(lint_bytes_text(&b, 7), "");
	assert_true(b.outside);
	assert_true(lint_bytes_contain(&b, "ab\0c", 4));
	assert_true(lint_bytes_contain(&b, bytes, sizeof bytes));
	assert_false(lint_bytes_contain(&b, "cc", 2));
	assert_false(lint_bytes_contain(&b, "", 0));
}

/* ---- ELF */

static struct host_text elf;

static int make_elf(void **state)
{
	assert_int_equal(host_folder_setup(state), 0);
	assert_true(plain_unit_library(host_test_folder, &elf));
	return 0;
}

static int free_elf(void **state)
{
	host_text_free(&elf);
	return host_folder_teardown(state);
}

static void the_compilers_library_is_understood(void **state)
{
	struct lint_library l = read_bytes(elf.bytes, elf.size);
	(void)state;
	assert_int_equal(l.format, LINT_ELF);
	assert_true(l.is_shared && !l.damaged);
	assert_int_equal(l.bits, 8 * sizeof(void *));
#if defined __aarch64__
	assert_string_equal(l.machine, "aarch64");
#elif defined __x86_64__
	assert_string_equal(l.machine, "x86_64");
#endif
	assert_true(lint_words_find(&l.exports, "fmi2DoStep"));
	assert_true(lint_words_find(&l.exports, "fmi2GetBooleanStatus"));
	assert_false(lint_words_find(&l.exports, "complain"));
	assert_false(lint_words_find(&l.exports, "calloc"));
	assert_int_equal(l.unresolved.n, 0);
	assert_int_equal(l.needed.n, 1);
	assert_string_equal(l.needed.list[0], "libc.so.6");
	assert_true(l.glibc_minor > 0);
	assert_int_equal(strncmp(l.glibc, "GLIBC_2.", 8), 0);
	assert_null(l.run_path);
	assert_false(l.text_relocations || l.executable_stack);
	lint_library_free(&l);
}

/* the count of symbols comes from either hash table */
static void both_hash_tables_lead_to_the_symbols(void **state)
{
	static const char *const styles[] = {"sysv", "gnu", "both"};
	char command[4 * HOST_PATH_SIZE];
	(void)state;
	for (int i = 0; i < 3; i++) {
		const char *path = host_folder_path("style.so");
		(void)snprintf(command, sizeof command,
		               "cc -std=c11 -shared -fPIC -Wl,--hash-style=%s -I'%s/fmu/runtime' -o '%s' "
		               "'%s/tests/host/plain_unit.c'",
		               styles[i], MECHFMU_SOURCE_DIR, path, MECHFMU_SOURCE_DIR);
		assert_int_equal(system(command), 0);
		struct host_text file = host_folder_get(path);
		struct lint_library l = read_bytes(file.bytes, file.size);
		assert_false(l.damaged);
		assert_true(lint_words_find(&l.exports, "fmi2DoStep"));
		assert_true(lint_words_find(&l.exports, "fmi2Instantiate"));
		lint_library_free(&l);
		host_text_free(&file);
	}
}

/* ---- PE, as small as it can be: one section at address 0x1000 and place 0x200 */

enum { PE_PLACE = 0x200, PE_ADDRESS = 0x1000, PE_SIZE = 0x600 };

static void number(unsigned char *bytes, size_t at, unsigned long value, int n)
{
	for (int i = 0; i < n; i++) {
		bytes[at + (size_t)i] = (unsigned char)(value >> (8 * i) & 255u);
	}
}

static void make_pe(unsigned char bytes[PE_SIZE], int wide)
{
	enum { PE = 0x80, OPTIONAL = PE + 24, EXPORTS = 0, IMPORTS = 0x100, NAMES = 0x40, TEXTS = 0x60 };
	unsigned char *section = bytes + PE_PLACE;
	int directories = OPTIONAL + (wide ? 112 : 96);
	memset(bytes, 0, PE_SIZE);
	memcpy(bytes, "MZ", 2);
	number(bytes, 0x3c, PE, 4);
	memcpy(bytes + PE, "PE\0\0", 4);
	number(bytes, PE + 4, wide ? 0x8664 : 0x14c, 2);
	number(bytes, PE + 6, 1, 2);
	number(bytes, PE + 20, 0xf0, 2);
	number(bytes, PE + 22, 0x2002, 2);
	number(bytes, OPTIONAL, wide ? 0x20b : 0x10b, 2);
	number(bytes, (size_t)directories - 4, 16, 4);
	number(bytes, (size_t)directories, PE_ADDRESS + EXPORTS, 4);
	number(bytes, (size_t)directories + 8, PE_ADDRESS + IMPORTS, 4);
	number(bytes, OPTIONAL + 0xf0 + 8, PE_SIZE - PE_PLACE, 4);
	number(bytes, OPTIONAL + 0xf0 + 12, PE_ADDRESS, 4);
	number(bytes, OPTIONAL + 0xf0 + 16, PE_SIZE - PE_PLACE, 4);
	number(bytes, OPTIONAL + 0xf0 + 20, PE_PLACE, 4);
	number(section, EXPORTS + 24, 2, 4);
	number(section, EXPORTS + 32, PE_ADDRESS + NAMES, 4);
	number(section, NAMES, PE_ADDRESS + TEXTS, 4);
	number(section, NAMES + 4, PE_ADDRESS + TEXTS + 0x20, 4);
	memcpy(section + TEXTS, "fmi2GetVersion", 15);
	memcpy(section + TEXTS + 0x20, "another", 8);
	number(section, IMPORTS + 12, PE_ADDRESS + TEXTS + 0x40, 4);
	memcpy(section + TEXTS + 0x40, "KERNEL32.dll", 13);
}

static void a_windows_library_is_understood(void **state)
{
	unsigned char bytes[PE_SIZE];
	(void)state;
	for (int wide = 0; wide < 2; wide++) {
		make_pe(bytes, wide);
		struct lint_library l = read_bytes(bytes, PE_SIZE);
		assert_int_equal(l.format, LINT_PE);
		assert_true(l.is_shared && !l.damaged);
		assert_int_equal(l.bits, wide ? 64 : 32);
		assert_string_equal(l.machine, wide ? "x86_64" : "x86");
		assert_int_equal(l.exports.n, 2);
		assert_true(lint_words_find(&l.exports, "fmi2GetVersion"));
		assert_true(lint_words_find(&l.exports, "another"));
		assert_int_equal(l.needed.n, 1);
		assert_string_equal(l.needed.list[0], "KERNEL32.dll");
		lint_library_free(&l);
	}
}

/* ---- the rest */

static void other_files_are_told_apart(void **state)
{
	static const struct {
		const char *bytes;
		size_t size;
		enum lint_format format;
		const char *machine;
	} files[] = {
		{"", 0, LINT_FORMAT_UNKNOWN, "?"},
		{"hello, world", 12, LINT_FORMAT_UNKNOWN, "?"},
		{"\xcf\xfa\xed\xfe\x07\0\0\x01", 8, LINT_MACH_O, "x86_64"},
		{"\xcf\xfa\xed\xfe\x0c\0\0\x01", 8, LINT_MACH_O, "aarch64"},
		{"\xca\xfe\xba\xbe\0\0\0\x02", 8, LINT_MACH_O, "several"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		struct lint_library l = read_bytes(files[i].bytes, files[i].size);
		assert_int_equal(l.format, files[i].format);
		assert_string_equal(l.machine, files[i].machine);
		lint_library_free(&l);
	}
}

/* every cut, and many flipped bits, in memory of exactly that size, so that sanitizers see a step
 * outside */
static void damage(const unsigned char *bytes, size_t size, int times)
{
	struct test_random random = test_random_start(7);
	for (int i = 0; i < times; i++) {
		size_t kept = i % 2 == 0 ? size : (size_t)test_random_bits(&random) % size;
		unsigned char *copy = malloc(kept + 1);
		assert_non_null(copy);
		unsigned char *exact = copy + 1;
		memcpy(exact, bytes, kept);
		for (int k = 0; k < 8 && kept > 0; k++) {
			/* mostly in the headers, where it matters */
			size_t range = k % 2 == 0 && kept > 1024 ? 1024 : kept;
			exact[test_random_bits(&random) % range] = (unsigned char)test_random_bits(&random);
		}
		struct lint_library l = read_bytes(exact, kept);
		lint_library_free(&l);
		free(copy);
	}
}

static void damaged_libraries_are_read_without_harm(void **state)
{
	unsigned char pe[PE_SIZE];
	int times = SLOW_BUILD ? 500 : 5000;
	(void)state;
	damage((const unsigned char *)elf.bytes, elf.size, times);
	make_pe(pe, 1);
	damage(pe, PE_SIZE, times);
	/* an empty or headless file */
	for (size_t size = 0; size < 600; size++) {
		struct lint_library l = read_bytes(elf.bytes, size);
		assert_true(l.damaged || l.format == LINT_FORMAT_UNKNOWN);
		lint_library_free(&l);
		l = read_bytes(pe, size);
		assert_true(l.damaged || l.format == LINT_FORMAT_UNKNOWN);
		lint_library_free(&l);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_read_outside_of_the_bytes),
		cmocka_unit_test(the_compilers_library_is_understood),
		cmocka_unit_test(both_hash_tables_lead_to_the_symbols),
		cmocka_unit_test(a_windows_library_is_understood),
		cmocka_unit_test(other_files_are_told_apart),
		cmocka_unit_test(damaged_libraries_are_read_without_harm),
	};
	return cmocka_run_group_tests(tests, make_elf, free_elf);
}
