/* The choice of states: any order of the file gives the same eigenvalues in an equilibrium, and
 * near singular positions there is a model as long as there is one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assert_close.h"
#include "host_linearize.h"
#include "mech/running.h"

enum { LINKS = 20, JOINTS = LINKS + 1, STATES = 2 * (LINKS + 1 - 3) };

/* a chain in the plane, pinned to the ground at both ends. Links have equal lengths; link i stands
 * at angle[i]. Springs in all joints are at rest: an equilibrium without gravity. Joints stand in
 * the file as order[] says. */
static void write_chain(char *text, size_t size, const double *angle, const int *order)
{
	const double length = 0.2;
	double x[JOINTS] = {0}, y[JOINTS] = {0};
	size_t used = (size_t)snprintf(text, size, "mechanism: chain\nbodies:\n");
	for (int i = 0; i < LINKS; i++) {
		x[i + 1] = x[i] + length * cos(angle[i]);
		y[i + 1] = y[i] + length * sin(angle[i]);
		used += (size_t)snprintf(text + used, size - used,
		                         "  link%d: {mass: 0.5, inertia: 0.002, center: [%.17g, %.17g]}\n", i + 1,
		                         0.5 * (x[i] + x[i + 1]), 0.5 * (y[i] + y[i + 1]));
	}
	used += (size_t)snprintf(text + used, size - used, "joints:\n");
	for (int k = 0; k < JOINTS; k++) {
		const int i = order[k];
		char before[16] = "ground", after[16] = "ground";
		if (i > 0) {
			(void)snprintf(before, sizeof before, "link%d", i);
		}
		if (i < LINKS) {
			(void)snprintf(after, sizeof after, "link%d", i + 1);
		}
		used += (size_t)snprintf(text + used, size - used,
		                         "  pin%d: {type: revolute, bodies: [%s, %s], at: [%.17g, %.17g]}\n", i + 1, before,
		                         after, x[i], y[i]);
	}
	used += (size_t)snprintf(text + used, size - used, "forces:\n");
	for (int i = 0; i < JOINTS; i++) {
		used += (size_t)snprintf(text + used, size - used,
		                         "  spring%d: {type: torsional_spring_damper, joint: pin%d, stiffness: %g, "
		                         "damping: 0.01}\n",
		                         i + 1, i + 1, 4 + 0.3 * i);
	}
	assert_true(used < size);
}

/* an arch of 162 degrees whose last two links differ in angle by `bend` */
static struct host_linear arch(double bend, const int *order)
{
	static char text[20000];
	struct running r;
	struct host_linear linear;
	double angle[LINKS];
	for (int i = 0; i < LINKS; i++) {
		angle[i] = 3.14159265358979323846 * (0.45 - 0.9 * i / (LINKS - 1));
	}
	angle[LINKS - 1] = angle[LINKS - 2] - bend;
	write_chain(text, sizeof text, angle, order);
	running_start(&r, text, 0, 1e-10);
	if (host_linearize(r.m, &linear, &r.message) != 0) {
		fail_msg("%s", r.message.text);
	}
	running_close(&r);
	return linear;
}

/* the eigenvalue of *l that is nearest to number k of *reference */
static double nearest_eigenvalue(const struct host_linear *l, const struct host_linear *reference, int k)
{
	double nearest = HUGE_VAL;
	for (int i = 0; i < l->n_states; i++) {
		nearest = fmin(nearest, hypot(l->real[i] - reference->real[k], l->imaginary[i] - reference->imaginary[k]));
	}
	return nearest;
}

/* joints of the file in four orders: along the chain, from the other end, both ends first, from the
 * middle */
static const int orders[4][JOINTS] = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20},
                                      {20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0},
                                      {20, 0, 19, 1, 18, 2, 17, 3, 16, 4, 15, 5, 14, 6, 13, 7, 12, 8, 11, 9, 10},
                                      {10, 9, 11, 8, 12, 7, 13, 6, 14, 5, 15, 4, 16, 3, 17, 2, 18, 1, 19, 0, 20}};

static void the_order_of_the_joints_does_not_matter(void **state)
{
	static const double bends[] = {0, 1e-4, 5e-2};
	(void)state;
	for (int b = 0; b < 3; b++) {
		struct host_linear reference = arch(bends[b], orders[0]);
		assert_int_equal(reference.n_states, STATES);
		for (int o = 1; o < 4; o++) {
			struct host_linear l = arch(bends[b], orders[o]);
			assert_int_equal(l.n_states, STATES);
			for (int k = 0; k < STATES; k++) {
				const double size = hypot(reference.real[k], reference.imaginary[k]);
				assert_small(nearest_eigenvalue(&l, &reference, k), 1e-6 * size);
				assert_small(nearest_eigenvalue(&reference, &l, k), 1e-6 * hypot(l.real[k], l.imaginary[k]));
			}
			host_linear_free(&l);
		}
		host_linear_free(&reference);
	}
}

/* the last two links in line: their pin cannot follow from the others, and takes the place of one
 * of them */
static void a_choice_other_than_the_first_of_the_file_is_reported(void **state)
{
	struct host_linear l = arch(0, orders[0]);
	int found = 0;
	(void)state;
	assert_int_equal(l.n_exchanged, 1);
	for (int i = 0; i < l.n_states; i++) {
		found += strcmp(l.names[i], l.exchanged[0]) == 0;
		assert_string_not_equal(l.names[i], l.exchanged[1]);
	}
	assert_int_equal(found, 1);
	assert_true(strcmp(l.exchanged[0], "joints.pin19.angle") == 0 ||
	            strcmp(l.exchanged[0], "joints.pin20.angle") == 0 || strcmp(l.exchanged[0], "joints.pin21.angle") == 0);
	host_linear_free(&l);
}

/* 50 freedoms without joint coordinates: places of the bodies alone say too little of how they
 * turn. The rest position is stable. */
static void a_vehicle_on_bushings_is_regular(void **state)
{
	struct running r;
	struct host_linear l;
	(void)state;
	running_open_example(&r, "off_road_vehicle");
	running_initialize(&r);
	if (host_linearize(r.m, &l, &r.message) != 0) {
		fail_msg("%s", r.message.text);
	}
	assert_int_equal(l.n_states, 2 * 50);
	for (int i = 0; i < l.n_states; i++) {
		assert_true(l.real[i] < 0);
	}
	host_linear_free(&l);
	running_close(&r);
}

/* ---- near and at singular positions */

/* a parallelogram with cranks of length 1 at `angle` to the line of its base */
static int parallelogram(double angle, struct host_linear *l, struct running *r)
{
	char text[2000];
	const double x = cos(angle), y = sin(angle);
	(void)snprintf(text, sizeof text,
	               "mechanism: parallelogram\n"
	               "bodies:\n"
	               "  crank: {mass: 1, inertia: 0.1, center: [%.17g, %.17g]}\n"
	               "  coupler: {mass: 1, inertia: 0.1, center: [%.17g, %.17g]}\n"
	               "  rocker: {mass: 1, inertia: 0.1, center: [%.17g, %.17g]}\n"
	               "joints:\n"
	               "  a: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
	               "  b: {type: revolute, bodies: [crank, coupler], at: [%.17g, %.17g]}\n"
	               "  c: {type: revolute, bodies: [coupler, rocker], at: [%.17g, %.17g]}\n"
	               "  d: {type: revolute, bodies: [ground, rocker], at: [2, 0]}\n"
	               "forces: {spring: {type: torsional_spring_damper, joint: a, stiffness: 7}}\n",
	               0.5 * x, 0.5 * y, x + 1, y, 2 + 0.5 * x, 0.5 * y, x, y, 2 + x, y);
	running_start(r, text, 0, 1e-10);
	return host_linearize(r->m, l, &r->message);
}

/* both cranks turn, the coupler moves along a circle: inertia 2 (0.1 + 0.25) + 1 at any angle */
static void near_a_singular_position_steps_are_shorter(void **state)
{
	static const double angles[] = {1, 1e-2, 1e-3, 3e-4, 1e-4, 1e-5};
	(void)state;
	for (size_t k = 0; k < sizeof angles / sizeof *angles; k++) {
		struct running r;
		struct host_linear l;
		if (parallelogram(angles[k], &l, &r) != 0) {
			fail_msg("%g: %s", angles[k], r.message.text);
		}
		assert_int_equal(l.n_states, 2);
		assert_int_equal(l.n_exchanged, 0);
		assert_string_equal(l.names[0], "joints.a.angle");
		assert_close(l.imaginary[0], sqrt(7 / 1.7), 1e-6);
		host_linear_free(&l);
		running_close(&r);
	}
}

static void singular_positions_are_refused(void **state)
{
	static char text[20000];
	static const double angles[] = {0, 1e-12, 1e-9, 1e-8};
	const double straight[LINKS] = {0};
	struct running r;
	struct host_linear l;
	(void)state;
	for (size_t k = 0; k < sizeof angles / sizeof *angles; k++) {
		assert_int_equal(parallelogram(angles[k], &l, &r), -1);
		running_expect_message(&r, "there is no linear model here: the position is singular, or so near that ");
		running_close(&r);
	}
	write_chain(text, sizeof text, straight, orders[0]);
	running_start(&r, text, 0, 1e-10);
	assert_int_equal(host_linearize(r.m, &l, &r.message), -1);
	running_expect_message(&r, "there is no linear model here: the position is singular, or so near that ");
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_order_of_the_joints_does_not_matter),
		cmocka_unit_test(a_choice_other_than_the_first_of_the_file_is_reported),
		cmocka_unit_test(a_vehicle_on_bushings_is_regular),
		cmocka_unit_test(near_a_singular_position_steps_are_shorter),
		cmocka_unit_test(singular_positions_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
