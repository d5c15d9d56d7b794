/* How mechanisms start: speeds nobody requested stay zero, angles beyond half a turn are angles
 * like others. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "assert_close.h"
#include "truth_motion.h"
#include "truth_run.h"

static const struct truth_plan any_plan = {"generalized_alpha", 1e-6, 0, 0};

/* opened and initialized */
static void start(struct truth_machine *machine, const char *file, const char *text)
{
	const struct truth_problem p = {.title = file ? file : "text", .file = file, .text = text};
	truth_open(machine, &p);
	if (truth_start(machine, &p, &any_plan) < 0) {
		fail_msg("%s", machine->message.text);
	}
}

/* ---- speeds ---- */

static void joints_not_mentioned_keep_speed_zero(void **state)
{
	(void)state;
	struct truth_machine machine;
	start(&machine, "cartspeed", NULL);
	assert_close(truth_get(&machine, "joints.j1.speed"), 10, 1e-9);
	assert_small(truth_get(&machine, "joints.j2.speed"), 1e-9);
	assert_small(truth_get(&machine, "joints.j3.speed"), 1e-9);
	/* the arm turns as one body: its parts move with their distance to the base */
	assert_close(truth_get(&machine, "bodies.arm.vy"), 10, 1e-9);
	assert_close(truth_get(&machine, "bodies.hand.vy"), 15, 1e-9);
	truth_close(&machine);
}

#define CRANE                                                                          \
	"mechanism: crane\n"                                                               \
	"gravity: [0, -9.81]\n"                                                            \
	"bodies:\n"                                                                        \
	"  trolley: {mass: 100, inertia: 10, center: [0, 0]}\n"                            \
	"  rope: {mass: 1, inertia: 0.1, center: [0.1, -1]}\n"                             \
	"  load: {mass: 500, inertia: 20, center: [0.2, -3]}\n"                            \
	"joints:\n"                                                                        \
	"  rail: {type: prismatic, bodies: [ground, trolley], at: [0, 0], axis: [1, 0]}\n" \
	"  top: {type: revolute, bodies: [trolley, rope], at: [0, 0]}\n"                   \
	"  hook: {type: revolute, bodies: [rope, load], at: [0.2, -2]}\n"

static void a_trolley_that_starts_with_a_speed_carries_its_load_along(void **state)
{
	(void)state;
	struct truth_machine machine;
	start(&machine, NULL, CRANE "initial: {rail: {speed: 2}}\n");
	assert_close(truth_get(&machine, "joints.rail.speed"), 2, 1e-9);
	assert_small(truth_get(&machine, "joints.top.speed"), 1e-9);
	assert_small(truth_get(&machine, "joints.hook.speed"), 1e-9);
	truth_close(&machine);
}

static void a_speed_in_the_middle_of_a_chain_leaves_its_base_at_rest(void **state)
{
	(void)state;
	struct truth_machine machine;
	start(&machine, NULL, CRANE "initial: {top: {speed: -0.5}}\n");
	assert_small(truth_get(&machine, "joints.rail.speed"), 1e-9);
	assert_close(truth_get(&machine, "joints.top.speed"), -0.5, 1e-9);
	assert_small(truth_get(&machine, "joints.hook.speed"), 1e-9);
	truth_close(&machine);
}

static void in_space_joints_not_mentioned_keep_speed_zero(void **state)
{
	(void)state;
	struct truth_machine machine;
	start(&machine, NULL,
	      "mechanism: robot\n"
	      "space: spatial\n"
	      "bodies:\n"
	      "  base: {mass: 10, inertia: [1, 1, 1], center: [0, 0, 0]}\n"
	      "  arm: {mass: 1, inertia: [0.01, 0.1, 0.1], center: [0.5, 0, 0.2]}\n"
	      "  hand: {mass: 0.1, inertia: [0.001, 0.001, 0.001], center: [1.2, 0.1, 0.2]}\n"
	      "joints:\n"
	      "  turn: {type: revolute, bodies: [ground, base], at: [0, 0, 0], axis: [0, 0, 1]}\n"
	      "  lift: {type: revolute, bodies: [base, arm], at: [0.1, 0, 0.2], axis: [0, -1, 0]}\n"
	      "  reach: {type: prismatic, bodies: [arm, hand], at: [1, 0, 0.2], axis: [1, 0, 0]}\n"
	      "initial: {turn: {speed: 3}}\n");
	assert_close(truth_get(&machine, "joints.turn.speed"), 3, 1e-9);
	assert_small(truth_get(&machine, "joints.lift.speed"), 1e-9);
	assert_small(truth_get(&machine, "joints.reach.speed"), 1e-9);
	truth_close(&machine);
}

/* ---- angles of spatial joints ---- */

/* a wheel on the axis z, drawn at `offset`, started at `angle`, turning freely with 2 rad/s: after
 * 3 s it has turned by 6 rad */
static void check_angle(const char *kind, const char *offset_key, const char *rate_key, double offset, double angle)
{
	char text[1024], rate[64];
	struct truth_machine machine;
	(void)snprintf(text, sizeof text,
	               "mechanism: wheel\n"
	               "space: spatial\n"
	               "bodies: {wheel: {mass: 1, inertia: [1, 1, 1], center: [0, 0, 0]}}\n"
	               "joints: {pin: {type: %s, bodies: [ground, wheel], at: [0, 0, 0], axis: [0, 0, 1], %s: %.17g%s}}\n"
	               "initial: {pin: {angle: %.17g, %s: 2}}\n",
	               kind, offset_key, offset, strcmp(kind, "screw") == 0 ? ", lead: 0.01" : "", angle, rate_key);
	(void)snprintf(rate, sizeof rate, "joints.pin.%s", rate_key);
	start(&machine, NULL, text);
	assert_close(truth_get(&machine, "joints.pin.angle"), angle, 1e-12 * (1 + fabs(angle)));
	assert_close(truth_get(&machine, rate), 2, 1e-9);
	/* the screw's thread: 10 mm a turn */
	if (strcmp(kind, "screw") == 0) {
		assert_close(truth_get(&machine, "bodies.wheel.z"), 0.01 * (angle - offset) / (2 * truth_pi), 1e-9);
	}
	const struct truth_plan plan = {any_plan.method, any_plan.tolerance, 0.1, 3};
	assert_true(truth_advance(&machine, &plan) >= 0);
	assert_close(truth_get(&machine, "joints.pin.angle"), angle + 6, 1e-5);
	truth_close(&machine);
}

/* as drawn, near it, and turns away from it */
static void check_angles(const char *kind, const char *offset_key, const char *rate_key)
{
	static const double offsets[] = {4, -4, 3.2, 100, 0};
	for (int k = 0; k < 5; k++) {
		check_angle(kind, offset_key, rate_key, offsets[k], offsets[k]);
		check_angle(kind, offset_key, rate_key, offsets[k], offsets[k] + 0.5);
		check_angle(kind, offset_key, rate_key, offsets[k], offsets[k] - 3);
	}
}

static void a_revolute_joint_in_space_starts_at_the_angle_of_its_drawing(void **state)
{
	(void)state;
	check_angles("revolute", "offset", "speed");
}

static void a_cylindrical_joint_starts_at_the_angle_of_its_drawing(void **state)
{
	(void)state;
	check_angles("cylindrical", "angle_offset", "angular_speed");
}

static void a_screw_starts_at_the_angle_of_its_drawing(void **state)
{
	(void)state;
	check_angles("screw", "offset", "speed");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(joints_not_mentioned_keep_speed_zero),
		cmocka_unit_test(a_trolley_that_starts_with_a_speed_carries_its_load_along),
		cmocka_unit_test(a_speed_in_the_middle_of_a_chain_leaves_its_base_at_rest),
		cmocka_unit_test(in_space_joints_not_mentioned_keep_speed_zero),
		cmocka_unit_test(a_revolute_joint_in_space_starts_at_the_angle_of_its_drawing),
		cmocka_unit_test(a_cylindrical_joint_starts_at_the_angle_of_its_drawing),
		cmocka_unit_test(a_screw_starts_at_the_angle_of_its_drawing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
