/* Starts of mechanisms with beams: they go with what holds them, unstrained, where that is possible. */
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "assert_close.h"
#include "running.h"

static double of_node(struct running *r, int node, const char *what)
{
	char name[64];
	(void)snprintf(name, sizeof name, "bodies.blade.n%d.%s", node, what);
	return running_get(r, name);
}

/* a blade on a hub, of 4 elements of either order, with a mass at its end */
#define BLADE                                                                                               \
	"bodies:\n"                                                                                             \
	"  hub: {mass: 1, inertia: 0.01, center: [0.02, 0.03]}\n"                                               \
	"  blade: {type: beam, from: [0.1, 0], to: [1, 0], elements: 4, order: %d, stiffness: [1e6, 1e5, 50], " \
	"mass_per_length: 2, start_welded_to: hub}\n"                                                           \
	"  tip: {mass: 0.5, inertia: 1e-3, center: [1.05, 0], welded_to: blade.end}\n"                          \
	"joints: {shaft: {type: revolute, bodies: [ground, hub], at: [0, 0]}}\n"

static void a_blade_turns_and_spins_with_its_hub(void **state)
{
	(void)state;
	for (int order = 1; order <= 2; order++) {
		for (double angle = -4; angle < 7; angle += 2.5) {
			char text[1024];
			struct running r;
			(void)snprintf(text, sizeof text,
			               "mechanism: rotor\n" BLADE "initial: {shaft: {angle: %.1f, speed: 10}}\noutputs: []\n",
			               order, angle);
			running_start(&r, text, 0, 1e-6);
			for (int node = 0; node <= 4 * order; node++) {
				const double x = 0.1 + 0.9 * node / (4 * order);
				assert_close(of_node(&r, node, "x"), x * cos(angle), 1e-9);
				assert_close(of_node(&r, node, "y"), x * sin(angle), 1e-9);
				assert_close(of_node(&r, node, "vx"), -10 * x * sin(angle), 1e-8);
				assert_close(of_node(&r, node, "vy"), 10 * x * cos(angle), 1e-8);
				assert_close(of_node(&r, node, "speed"), 10, 1e-8);
			}
			assert_close(running_get(&r, "energies.potential"), 0, 1e-12);
			running_close(&r);
		}
	}
}

static void a_blade_in_space_does_too(void **state)
{
	struct running r;
	(void)state;
	running_start(&r,
	              "mechanism: rotor\nspace: spatial\n"
	              "bodies:\n"
	              "  hub: {mass: 1, inertia: [0.01, 0.02, 0.03], center: [0.02, 0.03, 0.01]}\n"
	              "  blade: {type: beam, points: [[0.1, 0, 0], [0.5, 0, 0], [0.5, 0.4, 0]], elements: 4, "
	              "section: {shape: tube, diameter: 0.02, wall: 0.001}, modulus: 2e11, density: 8000, "
	              "start_welded_to: hub}\n"
	              "joints: {shaft: {type: revolute, bodies: [ground, hub], at: [0, 0, 0], axis: [0, 1, 0]}}\n"
	              "initial: {shaft: {angle: 2, speed: 3}}\noutputs: []\n",
	              0, 1e-6);
	const int last = 8;
	assert_close(of_node(&r, last, "x"), 0.5 * cos(2.0), 1e-9);
	assert_close(of_node(&r, last, "y"), 0.4, 1e-9);
	assert_close(of_node(&r, last, "z"), -0.5 * sin(2.0), 1e-9);
	assert_close(of_node(&r, last, "vx"), -1.5 * sin(2.0), 1e-8);
	assert_close(of_node(&r, last, "vz"), -1.5 * cos(2.0), 1e-8);
	assert_close(running_get(&r, "energies.potential"), 0, 1e-9);
	running_close(&r);
}

/* the end may be told to go where only bending leads, and `static` finds the shape: P L^3 / 3 EI */
static void a_beam_bends_where_it_must(void **state)
{
	struct running r;
	(void)state;
	running_start(&r,
	              "mechanism: bow\n"
	              "bodies:\n"
	              "  blade: {type: beam, from: [0, 0], to: [1, 0], elements: 4, stiffness: [1e6, 1e7, 50], "
	              "mass_per_length: 2, start_welded_to: ground}\n"
	              "initial: {static: true, blade.end: {y: 0.001}}\noutputs: []\n",
	              0, 1e-6);
	assert_close(of_node(&r, 8, "y"), 0.001, 1e-12);
	assert_close(of_node(&r, 8, "angle"), 0.0015, 1e-6);
	assert_close(running_get(&r, "energies.potential"), 3 * 50 * 1e-6 / 2, 1e-8);
	running_close(&r);
}

/* speeds that no rigid beam can have: its nodes are free, and those that are held have them */
static void a_beam_may_start_with_speeds_that_bend_it(void **state)
{
	struct running r;
	(void)state;
	running_start(&r,
	              "mechanism: wrung\n"
	              "bodies:\n"
	              "  left: {mass: 1, inertia: 0.01, center: [0, 0]}\n"
	              "  blade: {type: beam, from: [0, 0], to: [1, 0], elements: 2, stiffness: [1e3, 1e3, 50], "
	              "mass_per_length: 2, start_welded_to: left, end_welded_to: right}\n"
	              "  right: {mass: 1, inertia: 0.01, center: [1, 0]}\n"
	              "joints:\n"
	              "  a: {type: revolute, bodies: [ground, left], at: [0, 0]}\n"
	              "  b: {type: revolute, bodies: [ground, right], at: [1, 0]}\n"
	              "initial: {a: {speed: 2}, b: {speed: -3}}\noutputs: []\n",
	              0, 1e-6);
	assert_close(running_get(&r, "joints.a.speed"), 2, 1e-9);
	assert_close(running_get(&r, "joints.b.speed"), -3, 1e-9);
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_blade_turns_and_spins_with_its_hub),
		cmocka_unit_test(a_blade_in_space_does_too),
		cmocka_unit_test(a_beam_bends_where_it_must),
		cmocka_unit_test(a_beam_may_start_with_speeds_that_bend_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
