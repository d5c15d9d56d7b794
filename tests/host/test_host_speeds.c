/* Speeds at the start that nothing asks for: who is listed, in which order, and who is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assert_close.h"
#include "host_notes.h"
#include "host_samples.h"
#include "host_speeds.h"

struct expected_speed {
	const char *name;
	double value;
	const char *unit;
};

static void expect_list(const char *text, int count, const struct expected_speed *expected)
{
	struct host_facts facts = sample_facts(text);
	struct host_speed *speeds = NULL;
	assert_int_equal(host_speeds_find(&facts, &speeds), count);
	for (int i = 0; i < count; i++) {
		assert_string_equal(speeds[i].name, expected[i].name);
		assert_close(speeds[i].value, expected[i].value, 1e-12);
		assert_string_equal(mech_quantity_unit(speeds[i].quantity), expected[i].unit);
	}
	free(speeds);
	host_facts_free(&facts);
}

/* a parallelogram of cranks of 1 m, and a slide above it */
#define CRANKS                                                      \
	"mechanism: cranks\n"                                           \
	"bodies:\n"                                                     \
	"  a: {mass: 1, inertia: 0.1, center: [0, 0.5]}\n"              \
	"  b: {mass: 1, inertia: 0.1, center: [2, 0.5]}\n"              \
	"  beam: {mass: 1, inertia: 0.1, center: [1, 1]}\n"             \
	"  slide: {mass: 1, inertia: 0.1, center: [1, 2]}\n"            \
	"joints:\n"                                                     \
	"  foot_a: {type: revolute, bodies: [ground, a], at: [0, 0]}\n" \
	"  foot_b: {type: revolute, bodies: [ground, b], at: [2, 0]}\n" \
	"  top_a: {type: revolute, bodies: [a, beam], at: [0, 1]}\n"    \
	"  top_b: {type: revolute, bodies: [b, beam], at: [2, 1]}\n"    \
	"  rail: {type: prismatic, bodies: [ground, slide], at: [1, 2], axis: [1, 0]}\n"

static void a_mechanism_at_rest_has_none(void **state)
{
	(void)state;
	expect_list(CRANKS, 0, NULL);
	expect_list(CRANKS "initial: {foot_a: {angle: 0.5, speed: 0}}\n", 0, NULL);
}

static void joints_that_must_move_along_are_listed(void **state)
{
	(void)state;
	static const struct expected_speed follow[] = {
		{"foot_b.speed", 3.0, "rad/s"}, {"top_a.speed", -3.0, "rad/s"}, {"top_b.speed", -3.0, "rad/s"}};
	expect_list(CRANKS "initial: {foot_a: {speed: 3}}\n", 3, follow);
	/* the foot's speed is requested as that of its body, the slide's as well */
	expect_list(CRANKS "initial: {a: {speed: 3}, slide: {vx: 1}}\n", 3, follow);
}

/* a driver requires all that follows from it; a slide next to it that a rod pulls along has a
 * freedom of its own */
static void speeds_that_drivers_determine_are_asked_for(void **state)
{
	(void)state;
	expect_list(CRANKS "drivers: {motor: {type: constant_speed, joint: foot_a, speed: 3}}\n", 0, NULL);
	/* a second freedom, the slide against its carriage: of 1 m/s together each has half */
	static const struct expected_speed shared[] = {{"rail.speed", 0.5, "m/s"}, {"inner.speed", 0.5, "m/s"}};
	expect_list("mechanism: carriage\n"
	            "bodies:\n"
	            "  crank: {mass: 1, inertia: 0.1, center: [0, 0]}\n"
	            "  carriage: {mass: 1, inertia: 0.1, center: [1, 2]}\n"
	            "  slide: {mass: 1, inertia: 0.1, center: [1, 2]}\n"
	            "joints:\n"
	            "  pin: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
	            "  rail: {type: prismatic, bodies: [ground, carriage], at: [1, 2], axis: [1, 0]}\n"
	            "  inner: {type: prismatic, bodies: [carriage, slide], at: [1, 2], axis: [1, 0]}\n"
	            "  sum: {type: coupler, joints: [pin, rail, inner], factors: [-1, 1, 1]}\n"
	            "drivers: {motor: {type: constant_speed, joint: pin, speed: 1}}\n",
	            2, shared);
}

/* two mass points on rods of 1 m: the pair has freedoms, but no point has an angular velocity */
static void mass_points_do_not_turn(void **state)
{
	(void)state;
	static const struct expected_speed along[] = {{"near.vx", 4.0 / 9.0, "m/s"}};
	expect_list("mechanism: points\n"
	            "space: spatial\n"
	            "bodies:\n"
	            "  near: {mass: 1, center: [0, 0, -1]}\n"
	            "  far: {mass: 1, center: [0, 0, -2]}\n"
	            "joints:\n"
	            "  upper: {type: rod, bodies: [ground, near], from: [0, 0, 0], to: [0, 0, -1]}\n"
	            "  lower: {type: rod, bodies: [near, far], from: [0, 0, -1], to: [0, 0, -2]}\n"
	            "initial: {far: {vx: 1}}\n",
	            1, along);
}

static void the_fastest_come_first(void **state)
{
	(void)state;
	/* the mechanism is sqrt(5) m across: 2.5 m/s are more than 1 rad/s and less than 2 rad/s */
	static const struct expected_speed order[] = {
		{"top.speed", 2.0, "rad/s"}, {"rail.speed", -2.5, "m/s"}, {"foot.speed", -1.0, "rad/s"}};
	expect_list("mechanism: wheels\n"
	            "bodies:\n"
	            "  a: {mass: 1, inertia: 0.1, center: [0, 0]}\n"
	            "  b: {mass: 1, inertia: 0.1, center: [1, 0]}\n"
	            "  c: {mass: 1, inertia: 0.1, center: [2, 0]}\n"
	            "  d: {mass: 1, inertia: 0.1, center: [2, 1]}\n"
	            "joints:\n"
	            "  first: {type: revolute, bodies: [ground, a], at: [0, 0]}\n"
	            "  foot: {type: revolute, bodies: [ground, b], at: [1, 0]}\n"
	            "  top: {type: revolute, bodies: [ground, c], at: [2, 0]}\n"
	            "  rail: {type: prismatic, bodies: [ground, d], at: [2, 1], axis: [1, 0]}\n"
	            "  ab: {type: gear, joints: [first, foot], ratio: -1}\n"
	            "  ac: {type: gear, joints: [first, top], ratio: 0.5}\n"
	            "  ad: {type: rack_and_pinion, joints: [first, rail], radius: -2.5}\n"
	            "initial: {first: {speed: 1}}\n",
	            3, order);
}

/* bars that nothing holds turn about their centres, one forwards and one backwards; of two bodies
 * one is reported */
static void one_body_speaks_for_those_that_nothing_ties_to_the_ground(void **state)
{
	(void)state;
	const char *const scissors = "mechanism: scissors\n"
								 "bodies:\n"
								 "  left: {mass: 1, inertia: 0.1, center: [-0.5, 0]}\n"
								 "  right: {mass: 7, inertia: 0.1, center: [0.5, 0]}\n"
								 "joints:\n"
								 "  pin: {type: revolute, bodies: [left, right], at: [0, 0]}\n"
								 "initial: {";
	char text[512];
	static const struct expected_speed turning[] = {{"left.speed", -1.0, "rad/s"}};
	(void)snprintf(text, sizeof text, "%spin: {speed: 2}}\n", scissors);
	expect_list(text, 1, turning);
	/* thrown with the right body alone at 3 m/s, the left one comes along */
	(void)snprintf(text, sizeof text, "%sright: {vx: 3}}\n", scissors);
	expect_list(text, 0, NULL);
}

/* four rods hold a table: it moves, and no joint has a coordinate to show */
static void bodies_on_rods_speak_for_themselves(void **state)
{
	(void)state;
	static const struct expected_speed down[] = {{"table.vy", 2.0, "m/s"}};
	expect_list("mechanism: table\n"
	            "bodies:\n"
	            "  lever: {mass: 1, inertia: 0.1, center: [0, 1]}\n"
	            "  table: {mass: 1, inertia: 0.1, center: [2, 1]}\n"
	            "joints:\n"
	            "  pin: {type: revolute, bodies: [ground, lever], at: [0, 0]}\n"
	            "  push: {type: rod, bodies: [lever, table], from: [1, 0], to: [1, 1]}\n"
	            "  upper: {type: rod, bodies: [ground, table], from: [4, 1.5], to: [3, 1.5]}\n"
	            "  lower: {type: rod, bodies: [ground, table], from: [4, 0.5], to: [3, 0.5]}\n"
	            "initial: {pin: {speed: 2}}\n",
	            1, down);
}

static void ball_joints_tell_how_fast_they_turn(void **state)
{
	(void)state;
	/* a shaft of 4 m between two balls, the far one on a table: both turn by 1 rad/s about z */
	static const struct expected_speed turning[] = {{"far (relative angular velocity)", 1.0, "rad/s"},
	                                                {"near (relative angular velocity)", 1.0, "rad/s"}};
	const char *const shaft = "mechanism: shaft\n"
							  "space: spatial\n"
							  "bodies:\n"
							  "  shaft: {mass: 1, inertia: [0.1, 0.1, 0.1], center: [2, 0, 0]}\n"
							  "  block: {mass: 1, inertia: [0.1, 0.1, 0.1], center: [4, 0, 0]}\n"
							  "joints:\n"
							  "  far: {type: spherical, bodies: [shaft, block], at: [4, 0, 0]}\n"
							  "  near: {type: spherical, bodies: [ground, shaft], at: [0, 0, 0]}\n"
							  "  table: {type: planar, bodies: [ground, block], at: [4, 0, 0], axis: [0, 0, 1]}\n"
							  "initial: {";
	char text[1024];
	(void)snprintf(text, sizeof text, "%sblock: {vx: 0, vy: 4, wz: 0}}\n", shaft);
	expect_list(text, 2, turning);
	/* wanted of the shaft, the near ball's is requested; half of the turn is taken by the far ball,
	 * half by the table */
	static const struct expected_speed others[] = {{"table.vy", 4.0, "m/s"},
	                                               {"far (relative angular velocity)", 0.5, "rad/s"},
	                                               {"table.angular_speed", 0.5, "rad/s"}};
	(void)snprintf(text, sizeof text, "%sshaft: {wx: 0, wy: 0, wz: 1}}\n", shaft);
	expect_list(text, 3, others);
}

static void the_note_names_four_and_counts_the_rest(void **state)
{
	(void)state;
	struct host_text out = {0};
	struct host_facts facts = sample_facts(SAMPLE_REDUNDANT);
	assert_int_equal(host_notes_write(&facts, &out), 0);
	assert_null(strstr(out.bytes, "speeds at the start"));
	host_text_free(&out);
	host_facts_free(&facts);

	/* a third crank of the parallelogram */
	facts = sample_facts("mechanism: cranks\n"
	                     "bodies:\n"
	                     "  a: {mass: 1, inertia: 0.1, center: [0, 0.5]}\n"
	                     "  b: {mass: 1, inertia: 0.1, center: [1, 0.5]}\n"
	                     "  c: {mass: 1, inertia: 0.1, center: [2, 0.5]}\n"
	                     "  beam: {mass: 1, inertia: 0.1, center: [1, 1]}\n"
	                     "joints:\n"
	                     "  foot_a: {type: revolute, bodies: [ground, a], at: [0, 0]}\n"
	                     "  foot_b: {type: revolute, bodies: [ground, b], at: [1, 0]}\n"
	                     "  foot_c: {type: revolute, bodies: [ground, c], at: [2, 0]}\n"
	                     "  top_a: {type: revolute, bodies: [a, beam], at: [0, 1]}\n"
	                     "  top_b: {type: revolute, bodies: [b, beam], at: [1, 1]}\n"
	                     "  top_c: {type: revolute, bodies: [c, beam], at: [2, 1]}\n"
	                     "initial: {foot_a: {speed: 3}}\n");
	memset(&out, 0, sizeof out);
	assert_int_equal(host_notes_write(&facts, &out), 0);
	assert_non_null(strstr(out.bytes,
	                       "  note: speeds at the start that nothing asks for: foot_b.speed 3 rad/s, foot_c.speed 3 "
	                       "rad/s, top_a.speed -3 rad/s, top_b.speed -3 rad/s and 1 more\n"));
	host_text_free(&out);
	host_facts_free(&facts);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mechanism_at_rest_has_none),
		cmocka_unit_test(joints_that_must_move_along_are_listed),
		cmocka_unit_test(speeds_that_drivers_determine_are_asked_for),
		cmocka_unit_test(mass_points_do_not_turn),
		cmocka_unit_test(the_fastest_come_first),
		cmocka_unit_test(one_body_speaks_for_those_that_nothing_ties_to_the_ground),
		cmocka_unit_test(bodies_on_rods_speak_for_themselves),
		cmocka_unit_test(ball_joints_tell_how_fast_they_turn),
		cmocka_unit_test(the_note_names_four_and_counts_the_rest),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
