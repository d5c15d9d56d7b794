/* Reactions of joints in chosen axes, about the joint's point, against statics by hand. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <math.h>
#include <cmocka.h>

#include "assert_close.h"
#include "running.h"

static void assert_numbers(struct running *r, const char *name, int n, const double *expected)
{
	for (int i = 0; i < n; i++) {
		char component[100];
		(void)snprintf(component, sizeof component, n > 1 ? "%s[%d]" : "%s", name, i + 1);
		const double value = running_get(r, component);
		if (!(fabs(value - expected[i]) <= 1e-9)) {
			fail_msg("%s = %.15g, not %.15g", component, value, expected[i]);
		}
	}
}

/* A mast held at 0.5 rad carries an arm held at 0.3 rad against it, with a load of 2 kg welded to
 * the arm 0.4 m ahead: the elbow carries arm and load, 5 kg; the weld the load, whose moment about
 * the weld's point, 0.25 m ahead of it in the drawing, is m g 0.25 cos 0.8 there. */
static void planar_reactions_in_all_axes(void **state)
{
	(void)state;
	struct running r;
	running_start(&r,
	              "mechanism: crane\n"
	              "gravity: [0, -10]\n"
	              "bodies:\n"
	              "  mast: {mass: 7, inertia: 1, center: [0.5, 0]}\n"
	              "  arm: {mass: 3, inertia: 1, center: [1.5, 0]}\n"
	              "  hook: {mass: 0, center: [1.2, 0.3], welded_to: arm}\n"
	              "  load: {mass: 2, inertia: 1, center: [2, 0]}\n"
	              "joints:\n"
	              "  foot: {type: revolute, bodies: [ground, mast], at: [0, 0]}\n"
	              "  elbow: {type: revolute, bodies: [mast, arm], at: [1, 0]}\n"
	              "  grip: {type: weld, bodies: [arm, load], at: [1.75, 0]}\n"
	              "drivers:\n"
	              "  raise: {type: polynomial, joint: foot, coefficients: [0.5]}\n"
	              "  bend: {type: polynomial, joint: elbow, coefficients: [0.3]}\n"
	              "sensors:\n"
	              "  plain: {type: reaction, joint: elbow}\n"
	              "  global: {type: reaction, joint: elbow, frame: global}\n"
	              "  first: {type: reaction, joint: elbow, frame: first}\n"
	              "  second: {type: reaction, joint: elbow, frame: second}\n"
	              "  named: {type: reaction, joint: grip, frame: mast}\n"
	              "  part: {type: reaction, joint: grip, frame: hook}\n"
	              "  still: {type: reaction, joint: grip, frame: ground}\n",
	              0, 0);
	const double zero = 0, moment = 20 * 0.25 * cos(0.8);
	assert_numbers(&r, "sensors.global.force", 2, (const double[]){0, 50});
	assert_numbers(&r, "sensors.first.force", 2, (const double[]){50 * sin(0.5), 50 * cos(0.5)});
	assert_numbers(&r, "sensors.second.force", 2, (const double[]){50 * sin(0.8), 50 * cos(0.8)});
	assert_numbers(&r, "sensors.plain.force", 2, (const double[]){50 * sin(0.8), 50 * cos(0.8)});
	assert_numbers(&r, "sensors.first.torque", 1, &zero);
	assert_numbers(&r, "sensors.named.force", 2, (const double[]){20 * sin(0.5), 20 * cos(0.5)});
	assert_numbers(&r, "sensors.part.force", 2, (const double[]){20 * sin(0.8), 20 * cos(0.8)});
	assert_numbers(&r, "sensors.still.force", 2, (const double[]){0, 20});
	assert_numbers(&r, "sensors.named.torque", 1, &moment);
	assert_numbers(&r, "sensors.still.torque", 1, &moment);
	running_close(&r);
}

/* A mast turned by 0.5 rad about z carries an arm turned by 0.3 rad about the mast's x axis. The
 * arm's centre of mass lies r = (a, b cos 0.3, b sin 0.3) from the elbow, in the mast's axes; its
 * weight W along -z requires r x W z = (W r_y, -W a, 0) there, of which the driver gives the first
 * component and the joint the second. */
static void spatial_reactions_in_all_axes(void **state)
{
	(void)state;
	struct running r;
	const double W = 30, a = 0.4;
	running_start(&r,
	              "mechanism: crane\n"
	              "space: spatial\n"
	              "gravity: [0, 0, -10]\n"
	              "bodies:\n"
	              "  mast: {mass: 7, inertia: [1, 1, 1], center: [0, 0, 0.5]}\n"
	              "  arm: {mass: 3, inertia: [1, 2, 1.5], center: [0.4, 0.7, 1]}\n"
	              "joints:\n"
	              "  foot: {type: revolute, bodies: [ground, mast], at: [0, 0, 0], axis: [0, 0, 1]}\n"
	              "  elbow: {type: revolute, bodies: [mast, arm], at: [0, 0, 1], axis: [1, 0, 0]}\n"
	              "drivers:\n"
	              "  turn: {type: polynomial, joint: foot, coefficients: [0.5]}\n"
	              "  raise: {type: polynomial, joint: elbow, coefficients: [0.3]}\n"
	              "sensors:\n"
	              "  plain: {type: reaction, joint: elbow}\n"
	              "  global: {type: reaction, joint: elbow, frame: global}\n"
	              "  first: {type: reaction, joint: elbow, frame: first}\n"
	              "  second: {type: reaction, joint: elbow, frame: second}\n"
	              "  named: {type: reaction, joint: elbow, frame: mast}\n",
	              0, 0);
	const double second_force[] = {0, W * sin(0.3), W * cos(0.3)};
	const double second_torque[] = {0, -W * a * cos(0.3), W * a * sin(0.3)};
	assert_numbers(&r, "sensors.global.force", 3, (const double[]){0, 0, W});
	assert_numbers(&r, "sensors.global.torque", 3, (const double[]){W * a * sin(0.5), -W * a * cos(0.5), 0});
	assert_numbers(&r, "sensors.first.force", 3, (const double[]){0, 0, W});
	assert_numbers(&r, "sensors.first.torque", 3, (const double[]){0, -W * a, 0});
	assert_numbers(&r, "sensors.named.torque", 3, (const double[]){0, -W * a, 0});
	assert_numbers(&r, "sensors.second.force", 3, second_force);
	assert_numbers(&r, "sensors.second.torque", 3, second_torque);
	assert_numbers(&r, "sensors.plain.force", 3, second_force);
	assert_numbers(&r, "sensors.plain.torque", 3, second_torque);
	running_close(&r);
}

/* A block slides with 1 m/s along x, held at one end by a point on a line along x and a point on a
 * plane, and at the other by a point on a plane: after 0.5 s each still carries its part of the
 * weight, without a torque about the point that is held. */
static void points_that_slide_are_held_by_forces_alone(void **state)
{
	(void)state;
	struct running r;
	const double zero[3] = {0};
	running_start(&r,
	              "mechanism: sled\n"
	              "space: spatial\n"
	              "gravity: [0, 0, -10]\n"
	              "bodies:\n"
	              "  sled: {mass: 3, inertia: [1, 1, 1], center: [0, 0.5, 0]}\n"
	              "joints:\n"
	              "  rail: {type: point_on_line, bodies: [sled, ground], at: [1, 0.5, 0], axis: [1, 0, 0]}\n"
	              "  left: {type: point_on_plane, bodies: [sled, ground], at: [-1, 0, 0], axis: [0, 0, 1]}\n"
	              "  right: {type: point_on_plane, bodies: [sled, ground], at: [-1, 1, 0], axis: [0, 0, 1]}\n"
	              "initial: {rail: {speed: 1}}\n",
	              0, 0);
	running_advance(&r, 0.5);
	assert_numbers(&r, "joints.rail.reaction_force", 3, (const double[]){0, 0, -15});
	assert_numbers(&r, "joints.left.reaction_force", 3, (const double[]){0, 0, -7.5});
	assert_numbers(&r, "joints.right.reaction_force", 3, (const double[]){0, 0, -7.5});
	assert_numbers(&r, "joints.rail.reaction_torque", 3, zero);
	assert_numbers(&r, "joints.left.reaction_torque", 3, zero);
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(planar_reactions_in_all_axes),
		cmocka_unit_test(spatial_reactions_in_all_axes),
		cmocka_unit_test(points_that_slide_are_held_by_forces_alone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
