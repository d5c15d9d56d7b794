/* Polygons and circles that fly in a box and hit each other: no contact is lost. Without losses a
 * contact is never deeper than the energy allows, and energy and momentum stay. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assert_close.h"
#include "running.h"
#include "slow_build.h"
#include "test_random.h"

enum { SCENES = SLOW_BUILD ? 3 : 100, MOVING = 2 };
static const double stiffness = 1e9, speed = 5, radius = 0.02;

/* corners on a circle in their order, from 1 (a circle) to 6; clockwise at random */
static void add_corners(char *text, size_t size, struct test_random *random)
{
	const int n = test_random_int(random, 1, 6), sense = test_random_int(random, 0, 1) ? 1 : -1;
	char x[256] = "", y[256] = "";
	double angle = test_random_in(random, 0, 6.28);
	for (int i = 0; i < n; i++) {
		angle += sense * test_random_in(random, 0.5, 1.5) * 6.28 / n / 1.5;
		(void)snprintf(x + strlen(x), sizeof x - strlen(x), "%s%.6f", i ? ", " : "", 0.2 * cos(angle));
		(void)snprintf(y + strlen(y), sizeof y - strlen(y), "%s%.6f", i ? ", " : "", 0.2 * sin(angle));
	}
	(void)snprintf(text, size, "[%s], %%sy: [%s]", x, y);
}

static void add_contact(char *text, size_t size, int i, int j, const char *const *corners)
{
	char first[600], second[600];
	(void)snprintf(first, sizeof first, corners[i], "");
	(void)snprintf(second, sizeof second, corners[j], "other_");
	(void)snprintf(text + strlen(text), size - strlen(text),
	               "  c%d%d: {type: shape_contact, bodies: [b%d, %s%c], at: [%d, 0], radius: %g, x: %s, "
	               "other_at: [%d, 0], other_radius: %g, other_x: %s, stiffness: %g}\n",
	               i, j, i, j < MOVING ? "b" : "groun", j < MOVING ? '0' + j : 'd', i - 1, radius, first,
	               j < MOVING ? j - 1 : 0, j < MOVING ? radius : 0.0, second, stiffness);
}

static void write_scene(char *text, size_t size, struct test_random *random)
{
	static const char *const walls[] = {"[-3, 3, 3, -3], %sy: [-3, -3, -1, -1]", "[-3, 3, 3, -3], %sy: [1, 1, 3, 3]",
	                                    "[-3, -2, -2, -3], %sy: [-3, -3, 3, 3]", "[2, 3, 3, 2], %sy: [-3, -3, 3, 3]"};
	char own[MOVING][512];
	const char *corners[MOVING + 4];
	(void)snprintf(text, size, "mechanism: scene\nbodies:\n");
	for (int i = 0; i < MOVING + 4; i++) {
		corners[i] = i < MOVING ? own[i] : walls[i - MOVING];
	}
	for (int i = 0; i < MOVING; i++) {
		add_corners(own[i], sizeof own[i], random);
		(void)snprintf(text + strlen(text), size - strlen(text), "  b%d: {mass: 1, inertia: 0.02, center: [%d, 0]}\n",
		               i, i - 1);
	}
	(void)snprintf(text + strlen(text), size - strlen(text), "initial:\n");
	for (int i = 0; i < MOVING; i++) {
		const double angle = test_random_in(random, 0, 6.28);
		(void)snprintf(text + strlen(text), size - strlen(text), "  b%d: {vx: %.4f, vy: %.4f, speed: %.4f}\n", i,
		               speed * cos(angle), speed * sin(angle), test_random_in(random, -10, 10));
	}
	(void)snprintf(text + strlen(text), size - strlen(text), "forces:\n");
	for (int i = 0; i < MOVING; i++) {
		for (int j = i + 1; j < MOVING + 4; j++) {
			add_contact(text, size, i, j, corners);
		}
	}
}

/* no shape is deeper in another one than all energy could press it */
static void check_depths(struct running *r, int scene, double t, double deepest, const char *text)
{
	for (int i = 0; i < MOVING; i++) {
		for (int j = i + 1; j < MOVING + 4; j++) {
			char name[32];
			(void)snprintf(name, sizeof name, "forces.c%d%d.height", i, j);
			if (!(running_get(r, name) > -1.01 * deepest)) {
				fail_msg("scene %d: %s is %g at %g s\n%s", scene, name, running_get(r, name), t, text);
			}
		}
	}
}

static void no_contact_of_100_scenes_is_lost(void **state)
{
	struct test_random random = test_random_start(7);
	(void)state;
	for (int scene = 0; scene < SCENES; scene++) {
		char text[16384];
		struct running r;
		write_scene(text, sizeof text, &random);
		running_start(&r, text, 0, 1e-6);
		const double energy = running_get(&r, "energies.kinetic");
		const double deepest = pow(2.5 * energy / stiffness, 0.4);
		for (int i = 1; i <= 20; i++) {
			running_advance(&r, 0.025 * i);
			check_depths(&r, scene, 0.025 * i, deepest, text);
		}
		for (int i = 0; i < MOVING; i++) {
			static const char *const names[] = {"bodies.b0.x", "bodies.b1.x"};
			/* the middle of a body may lie outside of its shape */
			assert_true(fabs(running_get(&r, names[i])) < 2.25);
		}
		if (fabs(running_get(&r, "energies.balance_error")) > 1e-3 * energy) {
			fail_msg("scene %d: energy off by %g of %g\n%s", scene, running_get(&r, "energies.balance_error"), energy,
			         text);
		}
		running_close(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_contact_of_100_scenes_is_lost),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
