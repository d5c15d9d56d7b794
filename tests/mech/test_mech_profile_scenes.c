/* Balls that fly among random polygons in a box: no contact is lost. Without losses a contact is
 * never deeper than the kinetic energy allows, (2.5 E / stiffness)^0.4, and the energy stays. */
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

enum { SCENES = SLOW_BUILD ? 5 : 100, POLYGONS = 4 };
static const double speed = 10, stiffness = 1e9;

/* a star of random radii around one of four places, counter-clockwise or clockwise */
static void add_polygon(char *text, size_t size, int k, double radius, struct test_random *random)
{
	const int n = test_random_int(random, 3, 9), sense = k % 2 ? 1 : -1;
	const double pi = acos(-1), start = test_random_in(random, 0, 2 * pi);
	char x[512] = "", y[512] = "";
	for (int i = 0; i < n; i++) {
		const double angle = start + sense * 2 * pi * i / n, r = test_random_in(random, 0.1, 0.8);
		(void)snprintf(x + strlen(x), sizeof x - strlen(x), "%s%.6f", i ? ", " : "", r * cos(angle));
		(void)snprintf(y + strlen(y), sizeof y - strlen(y), "%s%.6f", i ? ", " : "", r * sin(angle));
	}
	(void)snprintf(text + strlen(text), size - strlen(text),
	               "  p%d: {type: polygon_contact, bodies: [ball, ground], at: [0, 0], radius: %.4f, origin: [%d, %d], "
	               "x: [%s], y: [%s], stiffness: 1e9}\n",
	               k, radius, k % 2 ? 1 : -1, k / 2 ? 1 : -1, x, y);
}

static void add_wall(char *text, size_t size, int k, double radius)
{
	static const int normals[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
	(void)snprintf(text + strlen(text), size - strlen(text),
	               "  w%d: {type: contact, bodies: [ball, ground], at: [0, 0], radius: %.4f, line: [%d, %d], normal: "
	               "[%d, %d], stiffness: 1e9}\n",
	               k, radius, -2 * normals[k][0], -2 * normals[k][1], normals[k][0], normals[k][1]);
}

static void write_scene(char *text, size_t size, double radius, struct test_random *random)
{
	const double angle = test_random_in(random, 0, 6.28);
	(void)snprintf(text, size,
	               "mechanism: scene\nbodies: {ball: {mass: 1, inertia: 1, center: [0, 0]}}\n"
	               "initial: {ball: {vx: %.6f, vy: %.6f}}\nforces:\n",
	               speed * cos(angle), speed * sin(angle));
	for (int k = 0; k < 4; k++) {
		add_wall(text, size, k, radius);
	}
	for (int k = 0; k < POLYGONS; k++) {
		add_polygon(text, size, k, radius, random);
	}
}

static void no_contact_of_100_scenes_is_lost(void **state)
{
	struct test_random random = test_random_start(11);
	const double deepest = pow(2.5 * 0.5 * speed * speed / stiffness, 0.4);
	int touched = 0;
	(void)state;
	for (int scene = 0; scene < SCENES; scene++) {
		const double radius = test_random_in(&random, 0.01, 0.15);
		char text[8192];
		struct running r;
		write_scene(text, sizeof text, radius, &random);
		running_start(&r, text, 0, 1e-6);
		const double vx = running_get(&r, "bodies.ball.vx");
		for (int i = 1; i <= 50; i++) {
			running_advance(&r, 0.02 * i);
			for (int k = 0; k < POLYGONS; k++) {
				char name[32];
				(void)snprintf(name, sizeof name, "forces.p%d.height", k);
				if (!(running_get(&r, name) > -1.01 * deepest)) {
					fail_msg("scene %d: depth %g at %g s\n%s", scene, -running_get(&r, name), 0.02 * i, text);
				}
			}
			assert_true(fabs(running_get(&r, "bodies.ball.x")) < 2.01);
			assert_true(fabs(running_get(&r, "bodies.ball.y")) < 2.01);
		}
		if (fabs(running_get(&r, "energies.balance_error")) > 0.01) {
			fail_msg("scene %d: energy off by %g\n%s", scene, running_get(&r, "energies.balance_error"), text);
		}
		touched += fabs(running_get(&r, "bodies.ball.vx") - vx) > 0.1;
		running_close(&r);
	}
	assert_true(2 * touched > SCENES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_contact_of_100_scenes_is_lost),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
