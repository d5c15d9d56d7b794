/* Examples whose bodies touch: a cam gives its follower the lift of the table, a Geneva wheel turns
 * by quarters, a trebuchet throws, a gripper holds, and all keep their energy. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assert_close.h"
#include "example_fixture.h"
#include "slow_build.h"

static const double pi = 3.14159265358979323846;

/* cycloidal rise by 20 mm in 120 degrees, dwell of 60 degrees, return, dwell */
static double cycloid(double part)
{
	return 0.02 * (part - sin(2 * pi * part) / (2 * pi));
}

static double lift(int degrees)
{
	const int d = degrees % 360;
	return d < 120 ? cycloid(d / 120.0) : d < 180 ? 0.02 : d < 300 ? 0.02 - cycloid((d - 180) / 120.0) : 0;
}

/* at the angles of the table, where its spline has the values of the law */
static void the_follower_has_the_lift_of_the_cam(void **state)
{
	struct example e;
	(void)state;
	example_open(&e, "cam_follower");
	example_start(&e, 1e-8);
	for (int k = 2; k <= (SLOW_BUILD ? 12 : 72); k++) {
		example_advance(&e, k / 36.0);
		assert_close(example_get(&e, "joints.guide.position"), lift(10 * k), 1e-9);
		assert_true(example_get(&e, "forces.roller.normal_force") > 20);
	}
	assert_small(example_get(&e, "energies.balance_error"), 1e-8);
	example_close(&e);
}

/* the wheel stays within the play of the pin in its slot, 0.1 mm in 50 mm */
static void the_geneva_wheel_turns_by_quarters(void **state)
{
	const int turns = SLOW_BUILD ? 1 : 4;
	struct example e;
	(void)state;
	example_open(&e, "geneva_drive");
	example_start(&e, 1e-6);
	for (int k = 1; k <= turns; k++) {
		/* half way the pin is on the line of centres, where the wheel is 1 / (sqrt 2 - 1) times as
		 * fast as the crank */
		example_advance(&e, k - 0.5);
		assert_close(example_get(&e, "joints.axle.angle"), -(k - 0.5) * pi / 2, 0.006);
		assert_close(example_get(&e, "joints.axle.speed"), -2 * pi / (sqrt(2) - 1), 0.7);
		example_advance(&e, k);
		assert_close(example_get(&e, "joints.axle.angle"), -k * pi / 2, 0.0025);
		assert_small(example_get(&e, "joints.axle.speed"), 1e-4);
		assert_small(example_get(&e, "energies.balance_error"), 1e-6);
	}
	example_close(&e);
}

/* it holds the sling until that has swung out; then the stone's way is a parabola */
static void the_trebuchet_throws_its_stone(void **state)
{
	struct example e;
	double t = 0, x[4] = {0};
	static const char *const names[] = {"bodies.stone.x", "bodies.stone.y", "bodies.stone.vx", "bodies.stone.vy"};
	(void)state;
	example_open(&e, "trebuchet");
	example_start(&e, 1e-7);
	while (example_get(&e, "forces.ring.holds") > 0 && t < 2) {
		/* the latch opens at an angle of -1.6 rad */
		assert_true(example_get(&e, "bodies.stone.angle") - example_get(&e, "bodies.arm.angle") > -1.6 - 1e-8);
		t += 0.01;
		example_advance(&e, t);
	}
	assert_true(example_get(&e, "bodies.stone.angle") - example_get(&e, "bodies.arm.angle") < -1.6);
	for (int i = 0; i < 4; i++) {
		x[i] = example_get(&e, names[i]);
	}
	assert_close(hypot(x[2], x[3]), 53, 0.5);
	example_advance(&e, t + 2);
	assert_close(example_get(&e, names[0]), x[0] + 2 * x[2], 1e-5);
	assert_close(example_get(&e, names[1]), x[1] + 2 * x[3] - 2 * 9.81, 1e-5);
	/* of 100 kJ */
	assert_small(example_get(&e, "energies.balance_error"), 1e-4);
	example_close(&e);
}

/* held for 100 s, it does not creep; with too little force it stays on the floor */
static void the_gripper_holds_its_block_for_100_s(void **state)
{
	struct example e;
	(void)state;
	example_open(&e, "gripper");
	example_start(&e, 1e-6);
	example_advance(&e, 4);
	const double y = example_get(&e, "bodies.block.y");
	assert_close(y, 0.13, 1e-4);
	/* a quarter of the weight on each pad */
	assert_close(example_get(&e, "forces.left_low.friction_force"), -0.5 * 9.81 / 4, 1e-3);
	example_advance(&e, 104);
	assert_close(example_get(&e, "bodies.block.y"), y, 1e-9);
	assert_small(example_get(&e, "energies.balance_error"), 1e-8);
	example_close(&e);
	example_open(&e, "gripper");
	struct mech_message message = {""};
	mech_setup(e.instance, 0, 1e-6);
	assert_int_equal(mech_set(e.instance, example_find(&e, "parameters.grip"), 3, &message), 0);
	assert_int_equal(mech_initialize(e.instance, &message), 0);
	example_advance(&e, 4);
	assert_close(example_get(&e, "bodies.block.y"), 0.03, 1e-4);
	example_close(&e);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_follower_has_the_lift_of_the_cam),
		cmocka_unit_test(the_geneva_wheel_turns_by_quarters),
		cmocka_unit_test(the_trebuchet_throws_its_stone),
		cmocka_unit_test(the_gripper_holds_its_block_for_100_s),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
