/* Reader and image builder with every allocation made to fail once: a message, no crash, nothing lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

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
		assert_string_equal(message.text, "test.yaml: memory is out");
		n++;
	}
	/* at least one allocation for each name and table of the file */
	assert_true(n > 50);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_allocation_may_fail),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
