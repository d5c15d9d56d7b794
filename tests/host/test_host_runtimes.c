/* The embedded runtime libraries and the image block inside them. */
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
#include "host_runtimes.h"
#include "host_text.h"

static void there_are_libraries_for_this_machine(void **state)
{
	int count = 0;
	(void)state;
	for (int i = 0; i < host_runtime_count(); i++) {
		count += strcmp(host_runtime_get(i).platform, host_runtime_native()) == 0;
	}
	assert_int_equal(count, 2);
}

static void each_platform_has_a_small_and_a_large_library_with_one_empty_block(void **state)
{
	(void)state;
	assert_int_equal(host_runtime_count() % 2, 0);
	for (int i = 0; i < host_runtime_count(); i++) {
		struct host_runtime r = host_runtime_get(i);
		struct mech_message message = {""};
		size_t capacity = 0;
		const int windows = strcmp(r.extension, ".dll") == 0, live = strcmp(r.platform, HOST_RUNTIME_LIVE) == 0;
		assert_memory_equal(r.bytes, windows ? "MZ" : live ? "\0asm" : "\177ELF", windows ? 2 : 4);
		assert_true(!live || host_runtime_has_live());
		if (host_runtime_find_block(r.bytes, r.size, &capacity, &message) < 0) {
			fail_msg("%s: %s", r.platform, message.text);
		}
		assert_true(capacity < r.size);
		assert_int_equal(r.reserve, i % 2 == 0 ? HOST_RUNTIME_SMALL : HOST_RUNTIME_LARGE);
		if (i % 2 == 1) {
			struct host_runtime small = host_runtime_get(i - 1);
			assert_string_equal(r.platform, small.platform);
			assert_string_equal(r.extension, small.extension);
			assert_true(small.size < r.size);
		}
	}
}

/* place of a Windows library's checksum (PE format: 88 bytes after the signature); 0: no such library */
static size_t checksum_place(const struct host_runtime *r)
{
	uint32_t signature = 0;
	if (strcmp(r->extension, ".dll") != 0) {
		return 0;
	}
	memcpy(&signature, r->bytes + 0x3c, sizeof signature);
	assert_memory_equal(r->bytes + signature, "PE\0\0", 4);
	return (size_t)signature + 88;
}

static void an_image_is_copied_behind_the_head_and_nothing_else_changes(void **state)
{
	static const char image[] = "sixteen bytes...";
	(void)state;
	for (int i = 0; i < host_runtime_count(); i += 2) {
		struct host_runtime r = host_runtime_get(i);
		struct mech_message message = {""};
		unsigned char *library = NULL, *expected = malloc(r.size);
		size_t size = 0, capacity = 0, place = checksum_place(&r);
		assert_non_null(expected);
		assert_int_equal(host_runtime_fill(r.platform, image, 16, &library, &size, &message), 0);
		assert_int_equal(size, r.size);
		long at = host_runtime_find_block(r.bytes, r.size, &capacity, &message);
		struct fmu_image_head head = {{0}, capacity, 16};
		memcpy(head.marker, FMU_IMAGE_MARKER, sizeof head.marker);
		memcpy(expected, r.bytes, r.size);
		memcpy(expected + at, &head, sizeof head);
		memcpy(expected + at + sizeof head, image, 16);
		if (place > 0) {
			memset(expected + place, 0, 4);
		}
		assert_memory_equal(library, expected, size);
		free(expected);
		free(library);
	}
}

static void the_smallest_library_that_holds_the_image_is_taken(void **state)
{
	struct host_runtime small = host_runtime_get(0), large = host_runtime_get(1);
	struct mech_message message = {""};
	unsigned char *library = NULL;
	size_t size = 0, capacity = 0, most = 0;
	(void)state;
	assert_true(host_runtime_find_block(small.bytes, small.size, &capacity, &message) >= 0);
	assert_true(host_runtime_find_block(large.bytes, large.size, &most, &message) >= 0);
	char *image = calloc(1, most + 1);
	assert_non_null(image);
	assert_int_equal(host_runtime_fill(small.platform, image, capacity, &library, &size, &message), 0);
	assert_int_equal(size, small.size);
	free(library);
	assert_int_equal(host_runtime_fill(small.platform, image, capacity + 1, &library, &size, &message), 0);
	assert_int_equal(size, large.size);
	free(library);
	/* the huge one is carried packed */
	memset(image, 7, most + 1);
	assert_int_equal(host_runtime_fill(small.platform, image, most + 1, &library, &size, &message), 0);
	assert_true(size > large.size);
	unsigned char *place = memmem(library, size, FMU_IMAGE_MARKER, 32);
	assert_non_null(place);
	assert_memory_equal(place + sizeof(struct fmu_image_head), image, most + 1);
	assert_int_equal(place[sizeof(struct fmu_image_head) + most + 1], 0);
	free(library);
	assert_int_equal(host_runtime_fill(small.platform, image, (size_t)1 << 40, &library, &size, &message), -1);
	assert_non_null(strstr(message.text, "use fewer bodies, joints or sensors"));
	assert_non_null(strstr(message.text, "MECHFMU_HUGE_RESERVE="));
	free(image);
}

static void a_library_without_a_block_or_with_two_is_refused(void **state)
{
	struct fmu_image_head head = {{0}, 8, 0};
	unsigned char bytes[256] = {0};
	struct mech_message message = {""};
	size_t capacity = 0;
	(void)state;
	memcpy(head.marker, FMU_IMAGE_MARKER, sizeof head.marker);
	assert_int_equal(host_runtime_find_block(bytes, sizeof bytes, &capacity, &message), -1);
	memcpy(bytes + 64, &head, sizeof head);
	assert_int_equal(host_runtime_find_block(bytes, sizeof bytes, &capacity, &message), 64);
	assert_int_equal(capacity, 8);
	memcpy(bytes + 128, &head, sizeof head);
	assert_int_equal(host_runtime_find_block(bytes, sizeof bytes, &capacity, &message), -1);
	/* a head that promises more than the file holds is none */
	head.capacity = 1000;
	memcpy(bytes + 128, &head, sizeof head);
	assert_int_equal(host_runtime_find_block(bytes, sizeof bytes, &capacity, &message), 64);
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
		cmocka_unit_test(there_are_libraries_for_this_machine),
		cmocka_unit_test(each_platform_has_a_small_and_a_large_library_with_one_empty_block),
		cmocka_unit_test(an_image_is_copied_behind_the_head_and_nothing_else_changes),
		cmocka_unit_test(the_smallest_library_that_holds_the_image_is_taken),
		cmocka_unit_test(a_library_without_a_block_or_with_two_is_refused),
		cmocka_unit_test(the_licence_is_there),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
