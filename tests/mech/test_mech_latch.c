/* Latches: they open at a time, a force or an angle, close at a time, and lose no energy without
 * saying so. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assert_close.h"
#include "running.h"

#define HANGING(opens)                                                                                          \
	"mechanism: weight\ngravity: [0, -10]\nbodies: {weight: {mass: 2, inertia: 1, center: [0, 0]}}\n"           \
	"forces: {hook: {type: latch, bodies: [ground, weight], at: [0, 0], stiffness: [1e6, 1e6], damping: [2e3, " \
	"2e3], " opens "}}\ninitial: {static: true}\n"

static void a_weight_falls_when_its_latch_opens(void **state)
{
	struct running r;
	(void)state;
	running_start(&r, HANGING("opens: 1"), 0, 1e-8);
	const double sag = running_get(&r, "bodies.weight.y");
	assert_close(sag, -20 / 1e6, 1e-12);
	running_advance(&r, 0.999);
	assert_close(running_get(&r, "bodies.weight.y"), sag, 1e-12);
	assert_close(running_get(&r, "forces.hook.force[2]"), 20, 1e-6);
	assert_close(running_get(&r, "forces.hook.holds"), 1, 0);
	running_advance(&r, 2);
	assert_close(running_get(&r, "bodies.weight.y"), sag - 5, 1e-7);
	assert_close(running_get(&r, "bodies.weight.vy"), -10, 1e-7);
	assert_close(running_get(&r, "forces.hook.force[2]"), 0, 0);
	assert_close(running_get(&r, "forces.hook.holds"), 0, 0);
	/* the spring's energy is heat now */
	assert_close(running_get(&r, "energies.dissipated"), 0.5 * 20 * 20 / 1e6, 1e-9);
	assert_small(running_get(&r, "energies.balance_error"), 1e-9);
	running_close(&r);
}

/* a force of 10 t breaks a latch of strength 5 at 0.5 s */
static void a_latch_breaks_at_its_strength(void **state)
{
	struct running r;
	(void)state;
	running_start(
		&r,
		"mechanism: pulled\nbodies: {block: {mass: 1, inertia: 1, center: [0, 0]}}\n"
		"forces:\n"
		"  bolt: {type: latch, bodies: [ground, block], at: [0, 0], stiffness: [1e6, 1e6], damping: [2e3, 2e3], "
		"strength: 5}\n"
		"  pull: {type: force, body: block, at: [0, 0], direction: [1, 0], times: [0, 1], forces: [0, 10]}\n",
		0, 1e-8);
	running_advance(&r, 0.49);
	assert_close(running_get(&r, "forces.bolt.holds"), 1, 0);
	running_advance(&r, 1);
	assert_close(running_get(&r, "forces.bolt.holds"), 0, 0);
	assert_close(running_get(&r, "bodies.block.vx"), 5 * (1 - 0.25), 1e-4);
	assert_small(running_get(&r, "energies.balance_error"), 1e-8);
	running_close(&r);
}

/* a clutch that closes at 1 s and opens at 2 s: angular momentum is kept, energy goes into its
 * damper */
static void a_clutch_closes_and_opens(void **state)
{
	struct running r;
	(void)state;
	running_start(
		&r,
		"mechanism: clutch\nbodies:\n  left: {mass: 1, inertia: 2, center: [0, 0]}\n"
		"  right: {mass: 1, inertia: 1, center: [0, 0]}\n"
		"joints:\n  a: {type: revolute, bodies: [ground, left], at: [0, 0]}\n"
		"  b: {type: revolute, bodies: [ground, right], at: [0, 0]}\n"
		"forces: {clutch: {type: latch, bodies: [left, right], at: [0, 0], stiffness: [0, 0], angular_stiffness: "
		"1e4, angular_damping: 150, closes: 1, opens: 2}}\n"
		"initial: {a: {speed: 3}}\n",
		0, 1e-8);
	running_advance(&r, 0.99);
	assert_close(running_get(&r, "joints.b.speed"), 0, 0);
	running_advance(&r, 1.9);
	assert_close(running_get(&r, "joints.a.speed"), 2, 1e-6);
	assert_close(running_get(&r, "joints.b.speed"), 2, 1e-6);
	running_advance(&r, 3);
	assert_close(running_get(&r, "joints.a.speed"), 2, 1e-6);
	assert_close(running_get(&r, "energies.dissipated"), 9 - 6, 1e-6);
	assert_small(running_get(&r, "energies.balance_error"), 1e-7);
	/* it holds the angle at which it closed */
	assert_close(running_get(&r, "joints.a.angle") - running_get(&r, "joints.b.angle"), 3, 0.02);
	running_close(&r);
}

/* a bar that turns with 1 rad/s on a latch at its end leaves it at 1 rad, in the direction of its
 * end */
static void a_latch_opens_at_an_angle(void **state)
{
	struct running r;
	(void)state;
	running_start(
		&r,
		"mechanism: sling\nbodies: {stone: {mass: 1, inertia: 0.01, center: [1, 0]}}\n"
		"forces: {ring: {type: latch, bodies: [ground, stone], at: [0, 0], stiffness: [1e8, 1e8], damping: [1e4, "
		"1e4], upper: 1}}\ninitial: {stone: {vy: 1, speed: 1}}\n",
		0, 1e-8);
	running_advance(&r, 2);
	assert_close(running_get(&r, "bodies.stone.vx"), -sin(1), 1e-4);
	assert_close(running_get(&r, "bodies.stone.vy"), cos(1), 1e-4);
	assert_close(running_get(&r, "forces.ring.holds"), 0, 0);
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_weight_falls_when_its_latch_opens),
		cmocka_unit_test(a_latch_breaks_at_its_strength),
		cmocka_unit_test(a_clutch_closes_and_opens),
		cmocka_unit_test(a_latch_opens_at_an_angle),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
