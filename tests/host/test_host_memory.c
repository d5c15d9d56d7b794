/* Reader, image builder and check with every allocation made to fail once: a message, no crash, nothing lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host_cli.h"
#include "host_folder.h"
#include "host_image.h"
#include "host_read.h"

static long allowed = -1; /* allocations until one fails; -1: none fails */

static int refused(void)
{
	if (allowed < 0) {
		return 0;
	}
	return allowed-- == 0;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size)
{
	return refused() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
	return refused() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
	return refused() ? NULL : __real_realloc(old, size);
}

static const char text[] = "mechanism: slider_crank\n"
						   "description: as drawn\n"
						   "parameters: {length: 2, half: length/2}\n"
						   "bodies:\n"
						   "  crank: {mass: 1, inertia: 1, center: [half, 0]}\n"
						   "  rod: {mass: 1, inertia: 1, center: [1.5, 0]}\n"
						   "joints:\n"
						   "  pin: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
						   "  elbow: {type: revolute, bodies: [crank, rod], at: [1, 0]}\n"
						   "  strut: {type: rod, bodies: [ground, rod], from: [0, 0], to: [length, 0]}\n"
						   "forces:\n"
						   "  motor: {type: torque, joint: pin, input: motor_torque}\n"
						   "initial: {pin: {angle: 0.7}}\n"
						   "outputs: [joints.pin.angle, joints.pin.reaction_force]\n";

/* 0, or 1 with a message, when allocation number n (from 0) fails */
static int attempt(long n, struct mech_message *message)
{
	struct host_image image = {NULL, 0};
	allowed = n;
	struct host_mechanism *m = host_read_text("test.yaml", text, sizeof text - 1, message);
	int status = m == NULL || host_image_build(m, &image, message) != 0;
	allowed = -1;
	host_image_free(&image);
	host_mechanism_free(m);
	return status;
}

static void every_allocation_may_fail(void **state)
{
	(void)state;
	struct mech_message message;
	long n = 0;
	while (attempt(n, &message) != 0) {
		assert_string_equal(message.text, "test.yaml: out of memory");
		n++;
	}
	/* at least one allocation for each name and table of the file */
	assert_true(n > 50);
}

/* exit code of `check --motion` when allocation number n fails; what it says to err */
static int check_motion(const char *file, long n, char *said, size_t size)
{
	const char *const words[] = {"mechfmu", "check", "--motion", file};
	FILE *out = tmpfile(), *err = tmpfile();
	assert_non_null(out);
	assert_non_null(err);
	allowed = n;
	const int status = host_cli(4, words, out, err);
	const int all_given = allowed >= 0;
	allowed = -1;
	rewind(err);
	said[fread(said, 1, size - 1, err)] = 0;
	(void)fclose(out);
	(void)fclose(err);
	assert_true(status == HOST_EXIT_OK || !all_given);
	return all_given ? -1 : status;
}

static void check_says_which_file_takes_too_much_memory(void **state)
{
	static const char bar[] = "mechanism: bar\n"
							  "bodies: {bar: {mass: 1, inertia: 0.1, center: [1, 0]}}\n"
							  "joints: {pin: {type: revolute, bodies: [ground, bar], at: [0, 0]}}\n"
							  "outputs: [joints.pin.angle]\n"
							  "experiment: {stop: 0.01, step: 0.01}\n";
	const char *file = host_folder_put("bar.yaml", bar, sizeof bar - 1);
	char said[600], expected[600];
	(void)state;
	(void)snprintf(expected, sizeof expected, "%s: out of memory\n", file);
	int status = HOST_EXIT_OK;
	/* the first allocations belong to the words of the command */
	for (long n = 4; (status = check_motion(file, n, said, sizeof said)) >= 0; n++) {
		if (status != HOST_EXIT_OK) {
			assert_string_equal(said, expected);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_allocation_may_fail),
		cmocka_unit_test(check_says_which_file_takes_too_much_memory),
	};
	return cmocka_run_group_tests(tests, host_folder_setup, host_folder_teardown);
}
