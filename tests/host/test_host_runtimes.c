/* The embedded runtime libraries. */
#define _POSIX_C_SOURCE 200809L
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fmu_image.h"
#include "host_library.h"
#include "host_runtimes.h"
#include "host_text.h"

static void there_is_a_library_for_this_machine(void **state)
{
	int count = 0;
	(void)state;
	for (int i = 0; i < host_runtime_count(); i++) {
		count += strcmp(host_runtime_get(i).platform, host_runtime_native()) == 0;
	}
	assert_int_equal(count, 1);
}

static void each_platform_has_one_library_with_an_empty_block(void **state)
{
	(void)state;
	for (int i = 0; i < host_runtime_count(); i++) {
		const struct host_runtime r = host_runtime_get(i);
		struct mech_message message = {""};
		size_t capacity = 0;
		const int windows = strcmp(r.extension, ".dll") == 0, live = strcmp(r.platform, HOST_RUNTIME_LIVE) == 0;
		assert_memory_equal(r.bytes, windows ? "MZ" : live ? "\0asm" : "\177ELF", windows ? 2 : 4);
		assert_true(!live || host_runtime_has_live());
		if (host_library_find_block(r.bytes, r.size, &capacity, &message) < 0) {
			fail_msg("%s: %s", r.platform, message.text);
		}
		assert_true(capacity < r.size);
		for (int k = 0; k < i; k++) {
			assert_string_not_equal(r.platform, host_runtime_get(k).platform);
		}
	}
}

/* 5 MiB: a chain of some 3,000 links */
static void each_library_holds_small_and_large_images(void **state)
{
	static const size_t sizes[] = {16, 5 << 20};
	unsigned char *image = malloc(5 << 20);
	(void)state;
	assert_non_null(image);
	memset(image, 7, 5 << 20);
	for (int i = 0; i < host_runtime_count(); i++) {
		const struct host_runtime r = host_runtime_get(i);
		for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
			struct mech_message message = {""};
			unsigned char *library = NULL;
			size_t size = 0;
			if (host_runtime_fill(r.platform, image, sizes[k], &library, &size, &message) != 0) {
				fail_msg("%s, %zu bytes: %s", r.platform, sizes[k], message.text);
			}
			assert_true(size < r.size + sizes[k] + 4096);
			const unsigned char *block = memmem(library, size, FMU_IMAGE_MARKER, 32);
			assert_non_null(block);
			assert_memory_equal(block + sizeof(struct fmu_image_head), image, sizes[k]);
			free(library);
		}
	}
	free(image);
}

static void a_mechanism_that_no_page_holds_is_refused_with_both_sizes(void **state)
{
	struct mech_message message = {""};
	unsigned char *library = NULL;
	size_t size = 0;
	(void)state;
	if (!host_runtime_has_live()) {
		skip();
	}
	assert_int_equal(host_runtime_fill(HOST_RUNTIME_LIVE, "", (size_t)1 << 40, &library, &size, &message),
	                 HOST_RUNTIME_NO_ROOM);
	assert_non_null(strstr(message.text, "the mechanism needs 1099511627776 bytes, the library has room for "));
	assert_null(library);
}

static void the_licence_is_there(void **state)
{
	size_t size = 0;
	const unsigned char *license = host_runtime_license(&size);
	struct host_text text = {0};
	(void)state;
	host_text_add_bytes(&text, license, size);
	assert_non_null(strstr(text.bytes, "Redistribution and use in source and binary forms"));
	host_text_free(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(there_is_a_library_for_this_machine),
		cmocka_unit_test(each_platform_has_one_library_with_an_empty_block),
		cmocka_unit_test(each_library_holds_small_and_large_images),
		cmocka_unit_test(a_mechanism_that_no_page_holds_is_refused_with_both_sizes),
		cmocka_unit_test(the_licence_is_there),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
