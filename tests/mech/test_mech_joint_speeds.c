/* Velocities at the start: joints that nothing moves stand still, the others move as little as
 * closed loops allow. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "assert_close.h"
#include "mech/running.h"
#include "mech_assembly.h"
#include "mech_joint.h"
#include "mech_joint_speeds.h"
#include "mech_rotation.h"

/* speeds of joints are these, in the order of the file */
static void expect_speeds(const char *text, int count, const double *speeds, double tolerance)
{
	struct running r;
	running_start(&r, text, 0.0, 0.0);
	const struct mech_context at = mech_instance_point(r.m), *c = &at;
	for (int i = 0; i < count; i++) {
		assert_close(mech_joint_rate(c, &r.model->elements[i], 0), speeds[i], tolerance);
	}
	running_close(&r);
}

/* velocity of body number i at the start, its rotation in the axes of the body */
static const double *velocity(const struct running *r, int i)
{
	return mech_instance_point(r->m).v + r->model->bodies[i].v;
}

static void expect_velocity(const struct running *r, int body, int n, const double *expected)
{
	for (int k = 0; k < n; k++) {
		assert_close(velocity(r, body)[k], expected[k], 1e-12);
	}
}

#define ROBOT                                                      \
	"mechanism: robot\n"                                           \
	"bodies:\n"                                                    \
	"  base: {mass: 1, inertia: 1, center: [0, 0]}\n"              \
	"  arm: {mass: 1, inertia: 0.01, center: [1, 0]}\n"            \
	"  hand: {mass: 0.1, inertia: 0.001, center: [1.5, 0]}\n"      \
	"joints:\n"                                                    \
	"  j1: {type: revolute, bodies: [ground, base], at: [0, 0]}\n" \
	"  j2: {type: revolute, bodies: [base, arm], at: [0.5, 0]}\n"  \
	"  j3: {type: revolute, bodies: [arm, hand], at: [1.4, 0]}\n"

static void joints_that_are_not_mentioned_stand_still(void **state)
{
	(void)state;
	expect_speeds(ROBOT "initial: {j1: {speed: 10}}\n", 3, (double[]){10.0, 0.0, 0.0}, 1e-13);
	expect_speeds(ROBOT "initial: {j2: {speed: 10}}\n", 3, (double[]){0.0, 10.0, 0.0}, 1e-13);
	expect_speeds(ROBOT "initial: {j3: {speed: 10}}\n", 3, (double[]){0.0, 0.0, 10.0}, 1e-13);
	expect_speeds(ROBOT "initial: {j1: {angle: 0.3, speed: 10}, j3: {angle: 2, speed: -4}}\n", 3,
	              (double[]){10.0, 0.0, -4.0}, 1e-12);
	/* a wish as well as what must be met */
	expect_speeds(ROBOT "initial: {j1: {speed: 10, priority: 2}}\n", 3, (double[]){10.0, 0.0, 0.0}, 1e-13);
	/* and a driver as well as both */
	expect_speeds(ROBOT "drivers: {motor: {type: constant_speed, joint: j1, speed: 10}}\n", 3,
	              (double[]){10.0, 0.0, 0.0}, 1e-13);
}

static void the_same_holds_in_space(void **state)
{
	(void)state;
	const char *const robot = "mechanism: robot\n"
							  "space: spatial\n"
							  "bodies:\n"
							  "  base: {mass: 1, inertia: [1, 1, 1], center: [0, 0, 0]}\n"
							  "  arm: {mass: 1, inertia: [0.01, 0.01, 0.01], center: [1, 0, 0.2]}\n"
							  "  hand: {mass: 0.1, inertia: [0.001, 0.001, 0.001], center: [1.5, 0.3, 0]}\n"
							  "  tool: {mass: 0.1, inertia: [0.001, 0.001, 0.001], center: [2, 0.3, 0]}\n"
							  "joints:\n"
							  "  j1: {type: revolute, bodies: [ground, base], at: [0, 0, 0], axis: [0, 0, 1]}\n"
							  "  j2: {type: cylindrical, bodies: [base, arm], at: [0.5, 0, 0], axis: [0, 1, 1]}\n"
							  "  j3: {type: prismatic, bodies: [arm, hand], at: [1.4, 0, 0], axis: [1, 0, 0]}\n"
							  "  j4: {type: universal, bodies: [hand, tool], at: [1.7, 0.1, 0], axis: [0, 0, 1],"
							  " second_axis: [0, 1, 0]}\n";
	for (int target = 1; target <= 4; target++) {
		char text[2048];
		double speeds[4] = {0.0};
		speeds[target - 1] = 10.0;
		(void)snprintf(text, sizeof text, "%sinitial: {j%d: {speed: 10}}\n", robot, target);
		expect_speeds(text, 4, speeds, 1e-12);
	}
}

/* a cart carries an arm with a slide: everything rides along, and what slides does not turn the
 * rest */
static void lengths_and_angles_keep_apart(void **state)
{
	(void)state;
	const char *const cart = "mechanism: cart\n"
							 "bodies:\n"
							 "  cart: {mass: 1, inertia: 1, center: [0, 0]}\n"
							 "  arm: {mass: 1, inertia: 0.1, center: [0, -1]}\n"
							 "  slide: {mass: 1, inertia: 0.1, center: [0.5, -1]}\n"
							 "joints:\n"
							 "  rail: {type: prismatic, bodies: [ground, cart], at: [0, 0], axis: [1, 0]}\n"
							 "  pin: {type: revolute, bodies: [cart, arm], at: [0, 0]}\n"
							 "  guide: {type: prismatic, bodies: [arm, slide], at: [0, -1], axis: [1, 1]}\n"
							 "initial: {";
	static const char *const targets[] = {"rail: {speed: 2}}\n", "pin: {speed: 2}}\n", "guide: {speed: 2}}\n"};
	for (int i = 0; i < 3; i++) {
		char text[1024];
		double speeds[3] = {0.0};
		speeds[i] = 2.0;
		(void)snprintf(text, sizeof text, "%s%s", cart, targets[i]);
		expect_speeds(text, 3, speeds, 1e-13);
	}
}

/* crank of 1 m upright, rocker's foot at (4, 0): loop closure w1 a + w2 b = w3 d with a, b, d
 * turned by 90 degrees */
static void a_four_bar_follows_its_crank(void **state)
{
	(void)state;
	const double a[2] = {0.0, 1.0}, b[2] = {3.5, 1.5}, d[2] = {-0.5, 2.5}, w1 = 3.0;
	const double determinant = b[0] * -d[1] + b[1] * d[0];
	const double w2 = -w1 * (a[0] * -d[1] + a[1] * d[0]) / determinant;
	const double w3 = -w1 * (b[0] * a[1] - b[1] * a[0]) / determinant;
	const double speeds[4] = {w1, w2 - w1, w3 - w2, w3};
	const char *const four_bar = "mechanism: four_bar\n"
								 "bodies:\n"
								 "  crank: {mass: 1, inertia: 0.1, center: [0, 0.5]}\n"
								 "  coupler: {mass: 1, inertia: 0.1, center: [1.75, 1.75]}\n"
								 "  rocker: {mass: 1, inertia: 0.1, center: [3.75, 1.25]}\n"
								 "joints:\n"
								 "  pin: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
								 "  elbow: {type: revolute, bodies: [crank, coupler], at: [0, 1]}\n"
								 "  hinge: {type: revolute, bodies: [coupler, rocker], at: [3.5, 2.5]}\n"
								 "  foot: {type: revolute, bodies: [ground, rocker], at: [4, 0]}\n";
	char text[1024];
	(void)snprintf(text, sizeof text, "%sinitial: {pin: {speed: 3}}\n", four_bar);
	expect_speeds(text, 4, speeds, 1e-12);
	(void)snprintf(text, sizeof text, "%sdrivers: {motor: {type: constant_speed, joint: pin, speed: 3}}\n", four_bar);
	expect_speeds(text, 4, speeds, 1e-12);
}

/* det of three columns of t */
static double volume(double (*t)[3], int i, int j, int k)
{
	double normal[3];
	mech_cross(t[i], t[j], normal);
	return mech_dot(normal, t[k]);
}

/* A loop of five joints in the plane keeps one freedom in addition to its wanted speed r0: the
 * motion n of the other four, by Cramer's rule, with sum of n_i t_i = 0 for the joints' twists t_i
 * about the origin. Least joint speeds are orthogonal to it in the measure of joint speeds. */
static void expect_least(const char *text, double (*twists)[3])
{
	struct running r;
	running_start(&r, text, 0.0, 0.0);
	const struct mech_context at = mech_instance_point(r.m), *c = &at;
	const double size = mech_size(c);
	const double n[5] = {0.0, volume(twists, 2, 3, 4), -volume(twists, 1, 3, 4), volume(twists, 1, 2, 4),
	                     -volume(twists, 1, 2, 3)};
	double closed[3] = {0.0}, product = 0.0;
	for (int i = 0; i < 5; i++) {
		const double speed = mech_joint_rate(c, &r.model->elements[i], 0);
		product += speed * n[i] * (twists[i][0] != 0.0 ? size * size : 1.0);
		for (int k = 0; k < 3; k++) {
			closed[k] += speed * twists[i][k];
		}
	}
	assert_close(mech_joint_rate(c, &r.model->elements[0], 0), 2.0, 1e-13);
	assert_small(product, 1e-12);
	for (int k = 0; k < 3; k++) {
		assert_small(closed[k], 1e-13);
	}
	running_close(&r);
}

#define FIVE_BAR(third)                                           \
	"mechanism: five_bar\n"                                       \
	"bodies:\n"                                                   \
	"  a: {mass: 1, inertia: 0.1, center: [0, 0.5]}\n"            \
	"  b: {mass: 1, inertia: 0.1, center: [0.6, 1.5]}\n"          \
	"  c: {mass: 1, inertia: 0.1, center: [2, 1.6]}\n"            \
	"  d: {mass: 1, inertia: 0.1, center: [2.6, 0.5]}\n"          \
	"joints:\n"                                                   \
	"  p0: {type: revolute, bodies: [ground, a], at: [0, 0]}\n"   \
	"  p1: {type: revolute, bodies: [a, b], at: [0.2, 1]}\n"      \
	"  p2: {bodies: [b, c], at: [1.3, 2.1], " third "}\n"         \
	"  p3: {type: revolute, bodies: [c, d], at: [2.7, 1.2]}\n"    \
	"  p4: {type: revolute, bodies: [d, ground], at: [2.5, 0]}\n" \
	"initial: {p0: {speed: 2}}\n"

static void loops_with_freedoms_to_spare_move_as_little_as_they_can(void **state)
{
	(void)state;
	/* a turn about (x, y) moves the origin by (y, -x) */
	double turning[5][3] = {{1, 0, 0}, {1, 1, -0.2}, {1, 2.1, -1.3}, {1, 1.2, -2.7}, {1, 0, -2.5}};
	expect_least(FIVE_BAR("type: revolute"), turning);
	double sliding[5][3] = {{1, 0, 0}, {1, 1, -0.2}, {0, 0.6, 0.8}, {1, 1.2, -2.7}, {1, 0, -2.5}};
	expect_least(FIVE_BAR("type: prismatic, axis: [3, 4]"), sliding);
}

/* two equal bars that nothing holds: each turns about its own centre. A third, on a spring, stays
 * at rest. */
static void bodies_without_ground_move_as_little_as_they_can(void **state)
{
	(void)state;
	struct running r;
	running_start(&r,
	              "mechanism: scissors\n"
	              "bodies:\n"
	              "  left: {mass: 1, inertia: 0.1, center: [-0.5, 0]}\n"
	              "  right: {mass: 7, inertia: 0.1, center: [0.5, 0]}\n"
	              "  idle: {mass: 1, inertia: 0.1, center: [3, 0]}\n"
	              "joints:\n"
	              "  pin: {type: revolute, bodies: [left, right], at: [0, 0]}\n"
	              "forces:\n"
	              "  spring: {type: spring_damper, bodies: [right, idle], from: [1, 0], to: [3, 0], stiffness: 9}\n"
	              "initial: {pin: {speed: 2}}\n",
	              0.0, 0.0);
	expect_velocity(&r, 0, 3, (double[]){0.0, 0.0, -1.0});
	expect_velocity(&r, 1, 3, (double[]){0.0, 0.0, 1.0});
	expect_velocity(&r, 2, 3, (double[]){0.0, 0.0, 0.0});
	running_close(&r);
}

/* a joint without coordinates is a joint: bodies after ball joints turn with the one before, v = w
 * x r */
static void ball_joints_stand_still(void **state)
{
	(void)state;
	struct running r;
	running_start(&r,
	              "mechanism: chain\n"
	              "space: spatial\n"
	              "bodies:\n"
	              "  a: {mass: 1, inertia: [0.1, 0.1, 0.1], center: [0.5, 0, 0]}\n"
	              "  b: {mass: 1, inertia: [0.1, 0.1, 0.1], center: [1.5, 0.2, 0]}\n"
	              "  c: {mass: 1, inertia: [0.1, 0.1, 0.1], center: [2.5, 0, 0.7]}\n"
	              "joints:\n"
	              "  pin: {type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: [0, 3, 4]}\n"
	              "  ball: {type: spherical, bodies: [a, b], at: [1, 0, 0]}\n"
	              "  shaft: {type: constant_velocity, bodies: [b, c], at: [2, 0, 0], axis: [1, 0, 0],"
	              " second_axis: [1, 0, 0]}\n"
	              "initial: {pin: {speed: 5}}\n",
	              0.0, 0.0);
	static const double centers[3][3] = {{0.5, 0.0, 0.0}, {1.5, 0.2, 0.0}, {2.5, 0.0, 0.7}};
	double expected[6] = {0.0, 0.0, 0.0, 0.0, 3.0, 4.0};
	for (int i = 0; i < 3; i++) {
		mech_cross(expected + 3, centers[i], expected);
		expect_velocity(&r, i, 6, expected);
	}
	/* the motion of a hinge between its bodies is its speed about its axis, that of the others
	 * none */
	double motion[6];
	const double turning[6] = {0.0, 0.0, 0.0, 0.0, 3.0, 4.0};
	for (int i = 0; i < 3; i++) {
		const struct mech_context at = mech_instance_point(r.m);
		mech_joint_relative_motion(&at, &r.model->elements[i], motion);
		for (int k = 0; k < 6; k++) {
			assert_close(motion[k], i == 0 ? turning[k] : 0.0, 1e-12);
		}
	}
	running_close(&r);
}

/* a load on two parallel ropes below a cart could stay behind; it rides along */
static void rods_carry_along(void **state)
{
	(void)state;
	struct running r;
	running_start(&r,
	              "mechanism: crane\n"
	              "bodies:\n"
	              "  cart: {mass: 1, inertia: 0.1, center: [0, 0]}\n"
	              "  load: {mass: 1, inertia: 0.1, center: [0, -2]}\n"
	              "joints:\n"
	              "  rail: {type: prismatic, bodies: [ground, cart], at: [0, 0], axis: [1, 0]}\n"
	              "  left: {type: rod, bodies: [cart, load], from: [-0.5, 0], to: [-0.5, -2]}\n"
	              "  right: {type: rod, bodies: [cart, load], from: [0.5, 0], to: [0.5, -2]}\n"
	              "initial: {rail: {speed: 3}}\n",
	              0.0, 0.0);
	expect_velocity(&r, 1, 3, (double[]){3.0, 0.0, 0.0});
	running_close(&r);
}

/* what joint speeds are measured with is there for every kind */
static void every_joint_has_a_point(void **state)
{
	(void)state;
	for (int i = 0; i < mech_kind_count(); i++) {
		assert_true(mech_kinds[i]->section != MECH_JOINT || mech_kinds[i]->file.n_bodies != 2 ||
		            mech_kinds[i]->drawing.point);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(joints_that_are_not_mentioned_stand_still),
		cmocka_unit_test(the_same_holds_in_space),
		cmocka_unit_test(lengths_and_angles_keep_apart),
		cmocka_unit_test(a_four_bar_follows_its_crank),
		cmocka_unit_test(loops_with_freedoms_to_spare_move_as_little_as_they_can),
		cmocka_unit_test(bodies_without_ground_move_as_little_as_they_can),
		cmocka_unit_test(ball_joints_stand_still),
		cmocka_unit_test(rods_carry_along),
		cmocka_unit_test(every_joint_has_a_point),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
