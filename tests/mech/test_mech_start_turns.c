/* Starts at angles far from the drawing, with offsets, by drivers and through gears: the angle
 * wanted is the angle reported, and the body stands where that angle is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "assert_close.h"
#include "running.h"

#define SPACE "mechanism: start\nspace: spatial\nbodies: {wheel: {mass: 1, inertia: [1, 2, 3], center: [0, 0, 0]}}\n"
#define PLANE "mechanism: start\nbodies: {wheel: {mass: 1, inertia: 2, center: [0, 0]}}\n"
#define AXIS "bodies: [ground, wheel], at: [0, 0, 0], axis: [0, 0, 1]"

/* a joint, and the key of the offset of its angle; NULL: it has none */
static const struct {
	const char *space, *joint, *offset;
} kinds[] = {
	{PLANE, "type: revolute, bodies: [ground, wheel], at: [0, 0]", "offset"},
	{PLANE, "type: point_on_line, bodies: [wheel, ground], at: [0, 0], axis: [1, 0]", "angle_offset"},
	{SPACE, "type: revolute, " AXIS, "offset"},
	{SPACE, "type: cylindrical, " AXIS, "angle_offset"},
	{SPACE, "type: screw, lead: 0.1, " AXIS, "offset"},
	{SPACE, "type: parallel_axes, " AXIS, "offset"},
	{SPACE, "type: planar, " AXIS, NULL},
	{SPACE, "type: universal, second_axis: [1, 0, 0], " AXIS, NULL},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static const double wanted[] = {0.0, 1.0, -1.0, 3.0, -3.0, 4.0, -4.0, 7.0, -7.0, 63.83185307179586, -63.83185307179586};
enum { WANTED = sizeof wanted / sizeof wanted[0] };

/* what follows the joints: an initial value or a driver */
static void start_at(int kind, double offset, const char *rest, struct running *r)
{
	char text[1200], key[60] = "";
	if (kinds[kind].offset != NULL) {
		(void)snprintf(key, sizeof key, ", %s: %.17g", kinds[kind].offset, offset);
	}
	(void)snprintf(text, sizeof text, "%sjoints: {pin: {%s%s}}\n%s", kinds[kind].space, kinds[kind].joint, key, rest);
	running_start(r, text, 0.0, 1e-6);
}

static void assert_turned(struct running *r, int kind, double angle, double offset)
{
	assert_close(running_get(r, "joints.pin.angle"), angle, 1e-9);
	if (strstr(kinds[kind].space, "spatial") != NULL) {
		const double e0 = running_get(r, "bodies.wheel.e0"), e3 = running_get(r, "bodies.wheel.e3");
		assert_close(cos(2.0 * atan2(e3, e0)), cos(angle - offset), 1e-9);
		assert_close(sin(2.0 * atan2(e3, e0)), sin(angle - offset), 1e-9);
	} else {
		assert_close(running_get(r, "bodies.wheel.angle"), angle - offset, 1e-9);
	}
	/* a screw is as far along as it has turned */
	if (strstr(kinds[kind].joint, "screw") != NULL) {
		assert_close(running_get(r, "bodies.wheel.z"), 0.1 * (angle - offset) / 6.283185307179586, 1e-9);
	}
}

static void initial_angles_may_be_any_number_of_turns_from_the_drawing(void **state)
{
	(void)state;
	static const double offsets[] = {0.0, 4.0, -5.0, 100.0};
	for (int k = 0; k < KINDS * WANTED * 4; k++) {
		const int kind = k % KINDS;
		const double offset = kinds[kind].offset != NULL ? offsets[k / KINDS / WANTED] : 0.0;
		const double angle = wanted[k / KINDS % WANTED] + offset;
		struct running r;
		char rest[100];
		(void)snprintf(rest, sizeof rest, "initial: {pin: {angle: %.17g}}\n", angle);
		start_at(kind, offset, rest, &r);
		assert_turned(&r, kind, angle, offset);
		/* and continues from there */
		running_advance(&r, 0.1);
		assert_close(running_get(&r, "joints.pin.angle"), angle, 1e-9);
		running_close(&r);
	}
}

static void drivers_may_begin_any_number_of_turns_from_the_drawing(void **state)
{
	(void)state;
	for (int k = 0; k < KINDS * WANTED; k++) {
		const int kind = k % KINDS;
		const double offset = kinds[kind].offset != NULL ? 4.0 : 0.0, angle = wanted[k / KINDS];
		struct running r;
		char rest[100];
		(void)snprintf(rest, sizeof rest,
		               "drivers: {turn: {type: polynomial, joint: pin.angle, coefficients: [%.17g, 2]}}\n", angle);
		start_at(kind, offset, rest, &r);
		assert_turned(&r, kind, angle, offset);
		running_advance(&r, 0.5);
		assert_close(running_get(&r, "joints.pin.angle"), angle + 1.0, 1e-9);
		running_close(&r);
	}
}

#define TRAIN                                                                                           \
	"mechanism: train\nspace: spatial\nbodies:\n"                                                       \
	"  a: {mass: 1, inertia: [1, 1, 1], center: [0, 0, 0]}\n"                                           \
	"  b: {mass: 1, inertia: [1, 1, 1], center: [1, 0, 0]}\n"                                           \
	"  c: {mass: 1, inertia: [1, 1, 1], center: [2, 0, 0]}\n"                                           \
	"  d: {mass: 1, inertia: [1, 1, 1], center: [3, 0, 0]}\njoints:\n"                                  \
	"  ja: {type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: [0, 0, 1], offset: 2}\n"          \
	"  jb: {type: revolute, bodies: [ground, b], at: [1, 0, 0], axis: [0, 0, 1], offset: -3}\n"         \
	"  jc: {type: cylindrical, bodies: [ground, c], at: [2, 0, 0], axis: [0, 0, 1], angle_offset: 4}\n" \
	"  jd: {type: prismatic, bodies: [ground, d], at: [3, 0, 0], axis: [1, 0, 0], offset: 0.5}\n"       \
	"  first: {type: gear, joints: [ja, jb], ratio: -3.7}\n"                                            \
	"  second: {type: belt, joints: [jb, jc.angle], radii: [0.024, 0.06]}\n"                            \
	"  rack: {type: rack_and_pinion, joints: [jc.angle, jd], radius: 0.05}\n"

/* one angle, or the rack's position, is wanted; gear, belt and rack lead to the others, each
 * measured from its offset */
static void gears_carry_the_turns_on(void **state)
{
	(void)state;
	static const char *const from[] = {"ja: {angle: %.17g}", "jb: {angle: %.17g}", "jc: {angle: %.17g}",
	                                   "jd: {position: %.17g}"};
	static const double share[] = {-3.7, 1.0, 0.4, 0.02}, offsets[] = {2.0, -3.0, 4.0, 0.5};
	static const char *const names[] = {"joints.ja.angle", "joints.jb.angle", "joints.jc.angle", "joints.jd.position"};
	for (int k = 0; k < 4 * WANTED; k++) {
		const int given = k % 4;
		const double turned = wanted[k / 4];
		char text[1800], initial[60];
		struct running r;
		(void)snprintf(initial, sizeof initial, from[given], offsets[given] + share[given] * turned);
		(void)snprintf(text, sizeof text, "%sinitial: {%s}\n", TRAIN, initial);
		running_start(&r, text, 0.0, 1e-6);
		for (int i = 0; i < 4; i++) {
			assert_close(running_get(&r, names[i]), offsets[i] + share[i] * turned, 1e-9);
		}
		running_close(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(initial_angles_may_be_any_number_of_turns_from_the_drawing),
		cmocka_unit_test(drivers_may_begin_any_number_of_turns_from_the_drawing),
		cmocka_unit_test(gears_carry_the_turns_on),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
