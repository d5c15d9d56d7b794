/* The image inside a library, and the tables of the file that follow its size. */
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

#include <dlfcn.h>

#include "fmi2.h"
#include "fmu_image.h"
#include "host_folder.h"
#include "host_library.h"
#include "host_runtimes.h"

static struct host_runtime runtime_of(const char *platform)
{
	for (int i = 0; i < host_runtime_count(); i++) {
		if (strcmp(host_runtime_get(i).platform, platform) == 0) {
			return host_runtime_get(i);
		}
	}
	return (struct host_runtime){NULL, NULL, NULL, 0};
}

static unsigned char *fill(const struct host_runtime *r, const void *image, size_t image_size, size_t *size)
{
	struct mech_message message = {""};
	unsigned char *library = NULL;
	if (host_library_fill(r->bytes, r->size, image, image_size, &library, size, &message) != 0) {
		fail_msg("%s: %s", r->platform, message.text);
	}
	return library;
}

static uint64_t number(const unsigned char *bytes, int width)
{
	uint64_t value = 0;
	for (int i = width - 1; i >= 0; i--) {
		value = value << 8 | bytes[i];
	}
	return value;
}

static void what_stands_before_the_block_changes_in_a_few_fields_alone(void **state)
{
	static const char image[] = "sixteen bytes...";
	(void)state;
	for (int i = 0; i < host_runtime_count(); i++) {
		const struct host_runtime r = host_runtime_get(i);
		struct mech_message message = {""};
		size_t size = 0, capacity = 0, changed = 0;
		unsigned char *library = fill(&r, image, 16, &size);
		const size_t at = (size_t)host_library_find_block(r.bytes, r.size, &capacity, &message);
		struct fmu_image_head head;
		memcpy(&head, library + at, sizeof head);
		assert_memory_equal(head.marker, FMU_IMAGE_MARKER, sizeof head.marker);
		assert_int_equal(head.size, 16);
		assert_true(head.capacity >= 16 && head.capacity <= size - at - sizeof head);
		assert_memory_equal(library + at + sizeof head, image, 16);
		for (size_t k = 0; k < at; k++) {
			changed += library[k] != r.bytes[k];
		}
		assert_true(changed <= 16);
		free(library);
	}
}

static void the_same_image_gives_the_same_library(void **state)
{
	(void)state;
	for (int i = 0; i < host_runtime_count(); i++) {
		const struct host_runtime r = host_runtime_get(i);
		size_t n_a = 0, n_b = 0;
		unsigned char *a = fill(&r, "an image", 8, &n_a), *b = fill(&r, "an image", 8, &n_b);
		assert_int_equal(n_a, n_b);
		assert_memory_equal(a, b, n_a);
		free(a);
		free(b);
	}
}

static void take_message(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status, fmi2String category,
                         fmi2String format, ...)
{
	(void)name;
	(void)status;
	(void)category;
	(void)snprintf(environment, 200, "%s", format);
}

/* the library reads all of its image for the GUID, and then refuses it: these bytes are no
 * mechanism */
static void the_system_loads_a_library_of_any_size(void **state)
{
	static const size_t sizes[] = {8, 4096, 65536, 3 << 20};
	(void)state;
	for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
		const struct host_runtime r = runtime_of(host_runtime_native());
		char name[40], guid[FMU_GUID_SIZE], said[200] = "";
		unsigned char *image = calloc(1, sizes[k]);
		size_t size = 0;
		assert_non_null(image);
		image[sizes[k] - 1] = 1;
		fmu_guid(image, sizes[k], guid);
		unsigned char *library = fill(&r, image, sizes[k], &size);
		(void)snprintf(name, sizeof name, "./library%zu.so", k);
		void *handle = dlopen(host_folder_put(name, library, size), RTLD_NOW | RTLD_LOCAL);
		assert_non_null(handle);
		fmi2Component (*instantiate)(fmi2String, fmi2Type, fmi2String, fmi2String, const fmi2CallbackFunctions *,
		                             fmi2Boolean, fmi2Boolean);
		*(void **)&instantiate = dlsym(handle, "fmi2Instantiate");
		const fmi2CallbackFunctions functions = {take_message, NULL, NULL, NULL, said};
		assert_null(instantiate("one", fmi2CoSimulation, guid, "", &functions, fmi2False, fmi2False));
		assert_null(strstr(said, "holds no mechanism"));
		assert_null(strstr(said, "guid"));
		assert_int_equal(dlclose(handle), 0);
		free(library);
		free(image);
	}
}

/* PE format: the last section ends the file; SizeOfImage (80 bytes after the signature) is the end
 * of it in memory, rounded up to a page */
static void a_windows_library_says_how_large_it_is(void **state)
{
	const struct host_runtime r = runtime_of("win64");
	static const unsigned char image[100000];
	size_t size = 0;
	(void)state;
	if (r.bytes == NULL) {
		skip();
	}
	unsigned char *library = fill(&r, image, sizeof image, &size);
	const unsigned char *headers = library + number(library + 0x3c, 4);
	const uint64_t sections = number(headers + 6, 2);
	const unsigned char *last = headers + 24 + number(headers + 20, 2) + (sections - 1) * 40;
	assert_memory_equal(last, ".mechfmu", 8);
	assert_int_equal(number(last + 20, 4) + number(last + 16, 4), size);
	assert_true(number(last + 8, 4) >= sizeof image && number(last + 8, 4) <= number(last + 16, 4));
	assert_int_equal(number(headers + 80, 4), (number(last + 12, 4) + number(last + 8, 4) + 4095) / 4096 * 4096);
	assert_int_equal(number(headers + 88, 4), 0);
	free(library);
}

/* the small module is cut after the image */
static void a_module_is_cut_and_never_grows(void **state)
{
	const struct host_runtime r = runtime_of(HOST_RUNTIME_LIVE);
	struct mech_message message = {""};
	unsigned char *library = NULL;
	size_t size = 0, capacity = 0;
	(void)state;
	if (r.bytes == NULL) {
		skip();
	}
	assert_true(host_library_find_block(r.bytes, r.size, &capacity, &message) >= 0);
	unsigned char *image = calloc(1, capacity + 8);
	assert_non_null(image);
	free(fill(&r, image, capacity, &size));
	assert_int_equal(size, r.size);
	free(fill(&r, image, 800, &size));
	assert_int_equal(size, r.size - (capacity - 800));
	assert_int_equal(host_library_fill(r.bytes, r.size, image, capacity + 8, &library, &size, &message),
	                 HOST_LIBRARY_NO_ROOM);
	assert_non_null(strstr(message.text, "the library has room for"));
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
	assert_int_equal(host_library_find_block(bytes, sizeof bytes, &capacity, &message), -1);
	memcpy(bytes + 64, &head, sizeof head);
	assert_int_equal(host_library_find_block(bytes, sizeof bytes, &capacity, &message), 64);
	assert_int_equal(capacity, 8);
	memcpy(bytes + 128, &head, sizeof head);
	assert_int_equal(host_library_find_block(bytes, sizeof bytes, &capacity, &message), -1);
	/* a head that promises more than the file holds is none */
	head.capacity = 1000;
	memcpy(bytes + 128, &head, sizeof head);
	assert_int_equal(host_library_find_block(bytes, sizeof bytes, &capacity, &message), 64);
}

/* the block is in the middle, or the file is cut: there is an error, and no library */
static void a_library_in_which_the_block_cannot_grow_is_refused(void **state)
{
	(void)state;
	for (int i = 0; i < host_runtime_count(); i++) {
		const struct host_runtime r = host_runtime_get(i);
		struct mech_message message = {""};
		unsigned char *library = NULL, *other = malloc(r.size + 512);
		size_t size = 0, capacity = 0;
		assert_non_null(other);
		const size_t at = (size_t)host_library_find_block(r.bytes, r.size, &capacity, &message);
		memcpy(other, r.bytes, r.size);
		/* the block, 8 bytes shorter than what holds it; a Windows library: something behind it */
		const uint64_t shorter = capacity - 8;
		memcpy(other + at + offsetof(struct fmu_image_head, capacity), &shorter, sizeof shorter);
		memset(other + r.size, 0, 512);
		const size_t longer = strcmp(r.platform, "win64") == 0 ? 512 : 0;
		assert_int_equal(host_library_fill(other, r.size + longer, "8 bytes", 8, &library, &size, &message), -1);
		assert_non_null(strstr(message.text, "built wrongly"));
		memset(other, 'x', 8);
		assert_int_equal(host_library_fill(other, r.size, "8 bytes", 8, &library, &size, &message), -1);
		assert_null(library);
		free(other);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_stands_before_the_block_changes_in_a_few_fields_alone),
		cmocka_unit_test(the_same_image_gives_the_same_library),
		cmocka_unit_test(the_system_loads_a_library_of_any_size),
		cmocka_unit_test(a_windows_library_says_how_large_it_is),
		cmocka_unit_test(a_module_is_cut_and_never_grows),
		cmocka_unit_test(a_library_without_a_block_or_with_two_is_refused),
		cmocka_unit_test(a_library_in_which_the_block_cannot_grow_is_refused),
	};
	return cmocka_run_group_tests(tests, host_folder_setup, host_folder_teardown);
}
