/* Contacts whose friction sticks: a block on an incline that stays for 1000 s, slides beyond the
 * angle of friction, and starts with straight bristles after each landing. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assert_close.h"
#include "running.h"

/* A block on two points; gravity is turned by the angle of the incline. It lands from 0.1 mm. */
#define POINT(name, x, more)                                                                                  \
	"  " name ": {type: contact, bodies: [block, ground], at: [" x ", 0], line: [0, -1e-4], normal: [0, 1], " \
	"stiffness: 1e6, damping: 0.5, friction: 0.5, bristles: 1e5, bristle_damping: 300" more "}\n"
#define BLOCK(along, more, start)                                   \
	"mechanism: block\n"                                            \
	"gravity: [" along ", -10]\n"                                   \
	"bodies: {block: {mass: 1, inertia: 0.01, center: [0, 0.1]}}\n" \
	"forces:\n" POINT("left", "-0.2", more) POINT("right", "0.2", more) start "solver: {method: radau}\n"

static double friction(struct running *r)
{
	return running_get(r, "forces.left.friction_force") + running_get(r, "forces.right.friction_force");
}

static void a_block_sticks_to_an_incline_for_1000_s(void **state)
{
	struct running r;
	(void)state;
	running_start(&r, BLOCK("4.5", "", ""), 0, 1e-6);
	running_advance(&r, 50);
	const double rest = running_get(&r, "bodies.block.x");
	running_advance(&r, 1000);
	assert_close(running_get(&r, "bodies.block.x"), rest, 1e-8);
	assert_close(friction(&r), -4.5, 1e-6);
	assert_small(running_get(&r, "bodies.block.vx"), 1e-10);
	/* nothing moves: steps grow */
	assert_true(running_get(&r, "solver.steps") < 30000);
	running_close(&r);
}

static void it_slides_where_the_incline_is_too_steep(void **state)
{
	struct running r;
	(void)state;
	running_start(&r, BLOCK("5.5", "", ""), 0, 1e-6);
	running_advance(&r, 1);
	const double speed = running_get(&r, "bodies.block.vx"), x = running_get(&r, "bodies.block.x");
	running_advance(&r, 3);
	/* 5.5 - 0.5 10 m/s2 */
	assert_close(running_get(&r, "bodies.block.vx"), speed + 2 * 0.5, 1e-3);
	assert_close(running_get(&r, "bodies.block.x"), x + 2 * speed + 2 * 2 * 0.25, 2e-3);
	assert_close(running_get(&r, "energies.balance_error"), 0, 1e-4);
	running_close(&r);
}

/* a load between both coefficients: the one at rest holds, the one in motion does not stop */
static void static_friction_holds_what_sliding_friction_does_not(void **state)
{
	struct running r;
	(void)state;
	running_start(&r, BLOCK("5.5", ", static_friction: 0.7, stribeck: 0.1", "initial: {block: {vx: 2}}\n"), 0, 1e-6);
	running_advance(&r, 3);
	assert_close(running_get(&r, "bodies.block.vx"), 2 + 3 * 0.5, 0.05);
	running_close(&r);
	running_start(&r, BLOCK("5.5", ", static_friction: 0.7, stribeck: 0.1", ""), 0, 1e-6);
	running_advance(&r, 3);
	assert_small(running_get(&r, "bodies.block.vx"), 1e-6);
	running_close(&r);
}

/* A ball is pushed aside below the limit, lifted, and set down again: bristles that were bent before
 * do not push it. */
static void bristles_are_straight_after_a_landing(void **state)
{
	struct running r;
	(void)state;
	running_start(
		&r,
		"mechanism: ball\nspace: spatial\ngravity: [0, 0, -10]\nbodies: {ball: {mass: 1, inertia: [1, 1, 1], center: "
		"[0, 0, 0]}}\n"
		"joints: {guide: {type: parallel_axes, bodies: [ground, ball], at: [0, 0, 0], axis: [0, 0, 1]}}\n"
		"forces:\n"
		"  foot: {type: contact, bodies: [ball, ground], at: [0, 0, 0], plane: [0, 0, 0], normal: [0, 0, 1], "
		"stiffness: "
		"1e6, damping: 2, friction: 0.5, bristles: 1000, bristle_damping: 30}\n"
		"  push: {type: force, body: ball, at: [0, 0, 0], direction: [3, 4, 0], times: [0, 0.5, 1, 1.01], forces: [0, "
		"3, "
		"3, 0]}\n"
		"  lift: {type: force, body: ball, at: [0, 0, 0], direction: [0, 0, 1], times: [0.9, 0.95, 1.05, 1.1], forces: "
		"[0, 11, 11, 0]}\n"
		"solver: {method: radau}\n",
		0, 1e-6);
	running_advance(&r, 0.8);
	/* it sticks: 3 N of 10 N bend the bristles by 0.3 mm along the push */
	assert_close(running_get(&r, "bodies.ball.x"), 0.3e-3 * 0.6, 1e-6);
	assert_close(running_get(&r, "bodies.ball.y"), 0.3e-3 * 0.8, 1e-6);
	running_advance(&r, 1.02);
	assert_true(running_get(&r, "forces.foot.height") > 0);
	const double x = running_get(&r, "bodies.ball.x");
	assert_true(x > 0.3e-3);
	running_advance(&r, 5);
	assert_small(running_get(&r, "bodies.ball.vx"), 1e-6);
	assert_small(running_get(&r, "forces.foot.friction_force[1]"), 1e-4);
	assert_true(running_get(&r, "bodies.ball.x") > x);
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_block_sticks_to_an_incline_for_1000_s),
		cmocka_unit_test(it_slides_where_the_incline_is_too_steep),
		cmocka_unit_test(static_friction_holds_what_sliding_friction_does_not),
		cmocka_unit_test(bristles_are_straight_after_a_landing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
