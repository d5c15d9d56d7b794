/* Angles of joints count turns: many of them, both ways, several within one communication step,
 * after fmi2Reset and after an earlier state has been put back.
 */
#include "fmu_fixture.h"

#include <math.h>
#include <stdio.h>

#include "assert_close.h"
#include "slow_build.h"

#define PLANE(JOINT) \
	"mechanism: spin\nbodies: {wheel: {mass: 1, inertia: 2, center: [0, 0]}}\njoints: {axle: {" JOINT "}}\n"
#define SPACE(JOINT)                                                                                       \
	"mechanism: spin\nspace: spatial\nbodies: {wheel: {mass: 1, inertia: [1, 2, 3], center: [0, 0, 0]}}\n" \
	"joints: {axle: {" JOINT "}}\n"

/* a joint, its coordinate that turns, and another one that a driver holds, or NULL */
struct spinning {
	const char *text, *angle, *rate, *other;
};

static const struct spinning kinds[] = {
	{PLANE("type: revolute, bodies: [ground, wheel], at: [0, 0]"), "angle", "speed", NULL},
	{PLANE("type: point_on_line, bodies: [wheel, ground], at: [0, 0], axis: [1, 0]"), "angle", "angular_speed", NULL},
	{SPACE("type: revolute, bodies: [ground, wheel], at: [0, 0, 0], axis: [0, 0, 1]"), "angle", "speed", NULL},
	{SPACE("type: revolute, bodies: [wheel, ground], at: [0, 0, 0], axis: [1, 0, 0]"), "angle", "speed", NULL},
	{SPACE("type: cylindrical, bodies: [ground, wheel], at: [0, 0, 0], axis: [0, 1, 0]"), "angle", "angular_speed",
     NULL},
	{SPACE("type: screw, bodies: [ground, wheel], at: [0, 0, 0], axis: [0, 0, 1], lead: 0.1"), "angle", "speed", NULL},
	{SPACE("type: planar, bodies: [ground, wheel], at: [0, 0, 0], axis: [0, 0, 1]"), "angle", "angular_speed", NULL},
	{SPACE("type: parallel_axes, bodies: [ground, wheel], at: [0, 0, 0], axis: [0, 0, 1]"), "angle", "speed", NULL},
	{SPACE("type: universal, bodies: [ground, wheel], at: [0, 0, 0], axis: [0, 0, 1], second_axis: [1, 0, 0]"), "angle",
     "speed", "second_angle"},
	{SPACE("type: universal, bodies: [ground, wheel], at: [0, 0, 0], axis: [0, 0, 1], second_axis: [1, 0, 0]"),
     "second_angle", "second_speed", "angle"},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* turned by a driver, or left to itself */
static void open_spinning(struct fixture *x, const struct spinning *kind, double speed, int driven)
{
	char text[1200], held[100] = "";
	if (kind->other != NULL) {
		(void)snprintf(held, sizeof held, "  hold: {type: polynomial, joint: axle.%s, coefficients: [0]}\n",
		               kind->other);
	}
	if (driven) {
		(void)snprintf(text, sizeof text, "%sdrivers:\n%s  turn: {type: constant_speed, joint: axle.%s, speed: %g}\n",
		               kind->text, held, kind->angle, speed);
	} else {
		(void)snprintf(text, sizeof text, "%s%s%sinitial: {axle: {%s: %g}}\n", kind->text,
		               held[0] != '\0' ? "drivers:\n" : "", held, kind->rate, speed);
	}
	fixture_open(x, text, 0);
}

static void go(struct fixture *x, const char *angle, double speed, double from, double to)
{
	const double step = 0.7; /* at 40 rad/s more than four turns */
	for (double t = from; t < to - step / 2; t += step) {
		fixture_expect_ok(x, fmi2DoStep(x->c, t, step, fmi2True));
		const double value = fixture_get(x, angle);
		if (!(fabs(value - speed * (t + step)) <= 1e-6 * fabs(speed * (t + step)))) {
			fail_msg("%s = %.12g after %g s at %g rad/s", angle, value, t + step, speed);
		}
	}
}

static void run_spinning(const struct spinning *kind, double speed, int driven)
{
	const double half = SLOW_BUILD ? 0.7 : 2.1, end = 2 * half;
	struct fixture x;
	char angle[100];
	fmi2FMUstate state = NULL;
	(void)snprintf(angle, sizeof angle, "joints.axle.%s", kind->angle);
	open_spinning(&x, kind, speed, driven);
	fixture_start(&x);
	go(&x, angle, speed, 0, half);
	fixture_expect_ok(&x, fmi2GetFMUstate(x.c, &state));
	go(&x, angle, speed, half, end);
	const double reached = fixture_get(&x, angle);
	fixture_expect_ok(&x, fmi2SetFMUstate(x.c, state));
	assert_close(fixture_get(&x, angle), speed * half, 1e-6 * fabs(speed * half));
	go(&x, angle, speed, half, end);
	assert_close(fixture_get(&x, angle), reached, 0);
	fixture_expect_ok(&x, fmi2Reset(x.c));
	fixture_start(&x);
	assert_close(fixture_get(&x, angle), 0, 1e-12);
	go(&x, angle, speed, 0, half);
	fixture_expect_ok(&x, fmi2FreeFMUstate(x.c, &state));
	fixture_close(&x);
}

static void turns_are_counted_both_ways(void **state)
{
	(void)state;
	for (int k = 0; k < KINDS; k++) {
		for (int way = -1; way <= 1; way += 2) {
			run_spinning(&kinds[k], 40 * way, 1);
			run_spinning(&kinds[k], 40 * way, 0);
		}
	}
}

/* fixed steps that would hold several turns are divided */
static void turns_are_counted_with_fixed_steps(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(
		&x,
		SPACE("type: screw, bodies: [ground, wheel], at: [0, 0, 0], axis: [0, 0, 1], lead: 0.1") "initial: {axle: "
																								 "{speed: 40}}\n"
																								 "solver: {fixed_step: "
																								 "0.35}\n",
		0);
	fixture_start(&x);
	go(&x, "joints.axle.angle", 40, 0, 2.1);
	assert_close(fixture_get(&x, "bodies.wheel.z"), 0.1 * 40 * 2.1 / (2 * acos(-1)), 1e-9);
	fixture_close(&x);
}

/* a wheel that is spun up from rest by a torque: angle = T t^2 / (2 J), 160 turns in 10 s, in steps
 * of 2 s */
static void turns_are_counted_while_the_speed_grows(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(
		&x,
		SPACE(
			"type: revolute, bodies: [ground, wheel], at: [0, 0, 0], axis: [0, 0, 1]") "forces: {motor: {type: torque, "
																					   "joint: axle, torque: 60}}\n",
		0);
	fixture_start(&x);
	for (int k = 0; k < (SLOW_BUILD ? 1 : 5); k++) {
		fixture_expect_ok(&x, fmi2DoStep(x.c, 2 * k, 2, fmi2True));
		const double t = 2 * k + 2;
		assert_close(fixture_get(&x, "joints.axle.angle"), 10 * t * t, 1e-4 * t * t);
	}
	fixture_close(&x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(turns_are_counted_both_ways),
		cmocka_unit_test(turns_are_counted_with_fixed_steps),
		cmocka_unit_test(turns_are_counted_while_the_speed_grows),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
