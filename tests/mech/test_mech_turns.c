/* Angles of a billion radians: wrapped, counted and geared without losing a digit.
 *
 * What rows should give is summed to 40 digits (exact_sum.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <stdio.h>

#include "element_checks.h"
#include "exact_sum.h"
#include "mech_body.h"
#include "mech_turns.h"
#include "running.h"

static const double half_turn = 3.141592653589793;

/* x - 2 pi turns */
static double exact_part(double x, double turns)
{
	struct exact_sum s = {0};
	exact_add(&s, x);
	exact_add_turns(&s, -1.0, turns);
	return exact_value(&s);
}

/* ---- angles ---- */

static void angles_of_any_size_are_wrapped_exactly(void **state)
{
	(void)state;
	struct test_random random = test_random_start(1);
	for (int k = 0; k < 10000; k++) {
		const double size = pow(10.0, test_random_in(&random, 0.0, 10.0));
		const double angle = k == 0 ? 1e9 : size * test_random_in(&random, -1.0, 1.0);
		const struct mech_reading r = mech_counted_wrap((struct mech_reading){angle, 5.0});
		const double orientation = mech_counted_orientation((struct mech_reading){r.part, r.turns - 5.0});
		assert_true(fabs(r.part) <= half_turn * (1.0 + DBL_EPSILON) && r.turns == floor(r.turns));
		assert_close(orientation, exact_part(angle, r.turns - 5.0), 2.0 * DBL_EPSILON);
		assert_close(mech_reading_value(r), angle + 5.0 * 2.0 * half_turn, 2.0 * DBL_EPSILON * (fabs(angle) + 40.0));
	}
	/* 1e9 = 159154943 turns and the rest; sin 1e9 = 0.545843449448699565... */
	const struct mech_reading r = mech_counted_wrap((struct mech_reading){1e9, 0.0});
	assert_true(r.turns == 159154943.0);
	assert_close(sin(mech_counted_orientation(r)), 0.545843449448699564, 1e-15);
	/* what is no number stays none */
	assert_true(isnan(mech_counted_wrap((struct mech_reading){NAN, 0.0}).part));
	assert_true(isnan(mech_counted_wrap((struct mech_reading){INFINITY, 0.0}).part));
}

static void a_body_moved_and_the_way_back_agree_at_any_number_of_turns(void **state)
{
	(void)state;
	struct test_random random = test_random_start(2);
	for (int k = 0; k < 10000; k++) {
		const double turns = floor(test_random_in(&random, -1e9, 1e9)), far = k % 2 == 0 ? 1.0 : 40.0;
		const double q[4] = {1.0, -2.0, test_random_in(&random, -half_turn, half_turn), turns};
		const double dq[3] = {0.25, 0.5, far * test_random_in(&random, -1.0, 1.0)};
		double moved[4], back[3];
		mech_planar_rules.move(q, dq, moved);
		assert_true(fabs(moved[2]) <= half_turn * (1.0 + DBL_EPSILON) && moved[3] == floor(moved[3]));
		mech_planar_rules.difference(q, moved, back);
		assert_close(back[0], dq[0], 0.0);
		assert_close(back[1], dq[1], 0.0);
		assert_close(back[2], dq[2], DBL_EPSILON * (half_turn + 2.0 * fabs(dq[2])));
	}
}

/* A million turns in steps of 3/4, all sums of which are doubles. With a turn of 2 pi rounded to a
 * double, or with each turn taken off rounded, they would end 2e-10 off. */
static void the_orientation_after_a_million_turns_is_the_true_one(void **state)
{
	(void)state;
	const double dq[3] = {0.0, 0.0, 0.75};
	double q[4] = {0.0, 0.0, 0.0, 0.0};
	const int steps = 8377580;
	for (int k = 0; k < steps; k++) {
		mech_planar_rules.move(q, dq, q);
	}
	assert_close(q[3], floor(0.75 * steps / (2.0 * half_turn) + 0.5), 0.0);
	assert_close(mech_counted_orientation((struct mech_reading){q[2], q[3]}), exact_part(0.75 * steps, q[3]),
	             DBL_EPSILON);
}

/* ---- rows ---- */

/* three wheels on the ground and a slide */
#define PLANE                                                                                           \
	"mechanism: wheels\nbodies:\n"                                                                      \
	"  a: {mass: 1, inertia: 1, center: [0, 0]}\n  b: {mass: 1, inertia: 1, center: [1, 0]}\n"          \
	"  c: {mass: 1, inertia: 1, center: [2, 0]}\n  d: {mass: 1, inertia: 1, center: [3, 0]}\njoints:\n" \
	"  ja: {type: revolute, bodies: [ground, a], at: [0, 0], offset: 0.5}\n"                            \
	"  jb: {type: revolute, bodies: [ground, b], at: [1, 0]}\n"                                         \
	"  jc: {type: revolute, bodies: [ground, c], at: [2, 0]}\n"                                         \
	"  jd: {type: prismatic, bodies: [ground, d], at: [3, 0], axis: [1, 0]}\n"
#define SPACE                                                                                                        \
	"mechanism: wheels\nspace: spatial\nbodies:\n"                                                                   \
	"  a: {mass: 1, inertia: [1, 1, 1], center: [0, 0, 0]}\n  b: {mass: 1, inertia: [1, 1, 1], center: [1, 0, 0]}\n" \
	"  c: {mass: 1, inertia: [1, 1, 1], center: [2, 0, 0]}\n  d: {mass: 1, inertia: [1, 1, 1], center: [3, 0, 0]}\n" \
	"joints:\n"                                                                                                      \
	"  ja: {type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: [0, 0, 1], offset: 0.5}\n"                     \
	"  jb: {type: cylindrical, bodies: [ground, b], at: [1, 0, 0], axis: [0, 0, 1]}\n"                               \
	"  jc: {type: revolute, bodies: [ground, c], at: [2, 0, 0], axis: [0, 0, 1]}\n"                                  \
	"  jd: {type: prismatic, bodies: [ground, d], at: [3, 0, 0], axis: [1, 0, 0]}\n"

enum { WHEELS = 3, SLIDE = 3, ROW = 4 };

/* wheel i at part + 2 pi turns */
static void turn(struct checks *k, int i, double part, double turns)
{
	double *q = k->q + k->model.bodies[i].q;
	if (k->model.head->space == MECH_PLANAR) {
		/* counted in turns of the double */
		struct exact_sum s = {0};
		exact_add(&s, part);
		exact_add_turns(&s, 1.0, turns);
		exact_add_product(&s, -6.283185307179586, turns);
		q[2] = exact_value(&s);
		q[3] = turns;
		return;
	}
	q[3] = cos(0.5 * part);
	q[6] = sin(0.5 * part);
	k->memory[k->model.elements[i].memory] = part + 6.283185307179586 * turns;
}

static double row(const struct checks *k)
{
	const struct mech_element *e = &k->model.elements[ROW];
	double g;
	mech_element_kind(e)->row.constraint(&k->c, e, &g);
	return g;
}

/* one way to write a relation: the text, and the factors of three wheels and the slide that it
 * means */
struct relation {
	const char *text;
	double factor[4];
};

static const struct relation relations[] = {
	{"type: gear, joints: [ja, jb.angle], ratio: 0.01", {1.0, -0.01, 0.0, 0.0}},
	{"type: gear, joints: [ja, jb.angle], ratio: 20", {1.0, -20.0, 0.0, 0.0}},
	{"type: gear, joints: [ja, jb.angle], ratio: -3.7", {1.0, 3.7, 0.0, 0.0}},
	{"type: gear, joints: [ja, jb.angle], ratio: 100", {1.0, -100.0, 0.0, 0.0}},
	{"type: belt, joints: [ja, jb.angle], radii: [0.024, 0.06]", {0.024, -0.06, 0.0, 0.0}},
	{"type: coupler, joints: [ja, jb.angle, jc], factors: [24, 60, -84]", {24.0, 60.0, -84.0, 0.0}},
	{"type: coupler, joints: [ja, jb.angle, jc], factors: [1, -3.7, 0.1]", {1.0, -3.7, 0.1, 0.0}},
	{"type: rack_and_pinion, joints: [ja, jd], radius: 0.05", {0.05, 0.0, 0.0, -1.0}},
};
enum { RELATIONS = sizeof relations / sizeof relations[0] };

/* the last wheel with a factor, or the slide, where the relation holds with the others as they are:
 * turns, and part or position */
static void close_relation(const double *factor, double *part, double *turns)
{
	const int last = factor[3] != 0.0 ? SLIDE : factor[2] != 0.0 ? 2 : 1;
	struct exact_sum s = {0};
	double estimate = 0.0;
	for (int i = 0; i < last; i++) {
		exact_add_product(&s, factor[i], part[i]);
		exact_add_turns(&s, factor[i], turns[i]);
		estimate -= factor[i] * turns[i] / factor[last];
	}
	turns[last] = last == SLIDE ? 0.0 : floor(estimate + 0.5);
	exact_add_turns(&s, factor[last], turns[last]);
	part[last] = -exact_value(&s) / factor[last];
}

static void check_relation(const struct relation *relation, const char *frame, double radians,
                           struct test_random *random)
{
	char text[2400];
	struct checks k;
	(void)snprintf(text, sizeof text, "%s  mesh: {%s}\n", frame, relation->text);
	checks_open(&k, text);
	k.c.q = k.q;
	for (int n = 0; n < 200; n++) {
		double part[4] = {0.0}, turns[4] = {0.0}, size = 0.0;
		for (int i = 0; i < WHEELS; i++) {
			part[i] = test_random_in(random, -half_turn, half_turn);
			turns[i] = floor(radians / (2.0 * half_turn) * test_random_in(random, -1.0, 1.0));
			size += fabs(relation->factor[i]);
		}
		close_relation(relation->factor, part, turns);
		const double off = n % 2 == 0 ? 0.0 : 1e-9;
		part[0] += off;
		struct exact_sum expected = {0};
		for (int i = 0; i < 4; i++) {
			exact_add_product(&expected, relation->factor[i], part[i]);
			exact_add_turns(&expected, relation->factor[i], turns[i]);
		}
		for (int i = 0; i < WHEELS; i++) {
			turn(&k, i, part[i], turns[i]);
		}
		k.q[k.model.bodies[SLIDE].q] = 3.0 + part[SLIDE];
		/* the place of the slide as the joint reads it */
		exact_add(&expected, part[SLIDE] - (k.q[k.model.bodies[SLIDE].q] - 3.0));
		const double truth = exact_value(&expected), bound = 16.0 * DBL_EPSILON * size * half_turn;
		assert_close(row(&k), truth, bound);
		/* it is closed but for the rounding of one number, and sees a nanoradian */
		const double rounding = DBL_EPSILON * (fabs(part[SLIDE]) + 60.0 * size);
		assert_close(truth, relation->factor[0] * off, rounding);
	}
	host_image_free(&k.image);
}

static void rows_of_gears_belts_racks_and_couplers_keep_their_digits(void **state)
{
	(void)state;
	static const double radians[] = {1.0, 1e3, 1e6, 1e9};
	struct test_random random = test_random_start(3);
	for (int i = 0; i < RELATIONS; i++) {
		for (int j = 0; j < 4; j++) {
			check_relation(&relations[i], PLANE, radians[j], &random);
			check_relation(&relations[i], SPACE, radians[j], &random);
		}
	}
}

/* w = 100 t, at times where that is a double */
static void rows_of_drivers_keep_their_digits(void **state)
{
	(void)state;
	static const char *const frames[] = {PLANE, SPACE};
	struct test_random random = test_random_start(4);
	for (int i = 0; i < 2; i++) {
		char text[2400];
		struct checks k;
		(void)snprintf(text, sizeof text,
		               "%sdrivers:\n  turn: {type: constant_speed, joint: ja, speed: 100, start: 0}\n", frames[i]);
		checks_open(&k, text);
		k.c.q = k.q;
		for (int n = 0; n < 1000; n++) {
			k.c.t = floor(test_random_in(&random, -1e7, 1e7));
			const double w = 100.0 * k.c.t - 0.5, turns = floor(w / (2.0 * half_turn) + 0.5);
			turn(&k, 0, exact_part(w, turns), turns);
			assert_small(row(&k), 16.0 * DBL_EPSILON * half_turn);
		}
		host_image_free(&k.image);
	}
}

/* ---- motion ---- */

#define GEARED_IN_PLANE                                                                        \
	"mechanism: geared\nbodies:\n"                                                             \
	"  a: {mass: 1, inertia: 1, center: [0, 0]}\n  b: {mass: 1, inertia: 1, center: [1, 0]}\n" \
	"joints:\n  ja: {type: revolute, bodies: [ground, a], at: [0, 0]}\n"                       \
	"  jb: {type: revolute, bodies: [ground, b], at: [1, 0]}\n"                                \
	"  mesh: {type: gear, joints: [ja, jb], ratio: %g}\ninitial: {ja: {speed: 300}}\n"
#define GEARED_IN_SPACE                                                                                              \
	"mechanism: geared\nspace: spatial\nbodies:\n"                                                                   \
	"  a: {mass: 1, inertia: [1, 1, 1], center: [0, 0, 0]}\n  b: {mass: 1, inertia: [1, 1, 1], center: [1, 0, 0]}\n" \
	"joints:\n  ja: {type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}\n"                         \
	"  jb: {type: revolute, bodies: [ground, b], at: [1, 0, 0], axis: [0, 0, 1]}\n"                                  \
	"  mesh: {type: gear, joints: [ja, jb], ratio: %g}\ninitial: {ja: {speed: 300}}\n"

/* free wheels keep their speed; they turn 30000 rad in the plane and, where steps are short, 15000
 * rad in space */
static void geared_wheels_run_on(void **state)
{
	(void)state;
	static const double ratios[] = {-20.0, -3.7, 0.5};
	for (int k = 0; k < 6; k++) {
		const int planar = k < 3;
		const double ratio = ratios[k % 3], end = planar ? 100.0 : 50.0;
		char text[1200];
		struct running r;
		(void)snprintf(text, sizeof text, planar ? GEARED_IN_PLANE : GEARED_IN_SPACE, ratio);
		running_start(&r, text, 0.0, 1e-6);
		for (int i = 1; i <= 10; i++) {
			running_advance(&r, end * i / 10);
			const double a = running_get(&r, "joints.ja.angle"), b = running_get(&r, "joints.jb.angle");
			assert_close(a - ratio * b, 0.0, 1e-11);
			assert_close(running_get(&r, "joints.ja.speed"), 300.0, 1e-9);
			assert_close(a, 30.0 * end * i, 1e-6);
		}
		running_close(&r);
	}
}

/* angles of bodies, joints and sensors do not wrap */
static void reports_count_all_turns(void **state)
{
	(void)state;
	struct running r;
	running_start(&r,
	              "mechanism: spin\nbodies: {wheel: {mass: 1, inertia: 2, center: [0, 0]}}\n"
	              "joints: {axle: {type: revolute, bodies: [ground, wheel], at: [0, 0], offset: 1}}\n"
	              "sensors:\n  turned: {type: relative_angle, bodies: [ground, wheel]}\n"
	              "  pose: {type: relative_pose, bodies: [ground, wheel], from: [0, 0], to: [1, 0]}\n"
	              "initial: {axle: {angle: -20, speed: 30}}\n",
	              0.0, 1e-6);
	for (int i = 0; i <= 10; i++) {
		const double angle = -21.0 + 30.0 * i;
		running_advance(&r, i);
		assert_close(running_get(&r, "joints.axle.angle"), angle + 1.0, 1e-9);
		assert_close(running_get(&r, "bodies.wheel.angle"), angle, 1e-9);
		assert_close(running_get(&r, "sensors.turned.angle"), angle, 1e-9);
		assert_close(running_get(&r, "sensors.pose.angle"), angle, 1e-9);
		assert_close(running_get(&r, "sensors.pose.position[1]"), cos(angle), 1e-9);
	}
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(angles_of_any_size_are_wrapped_exactly),
		cmocka_unit_test(a_body_moved_and_the_way_back_agree_at_any_number_of_turns),
		cmocka_unit_test(the_orientation_after_a_million_turns_is_the_true_one),
		cmocka_unit_test(rows_of_gears_belts_racks_and_couplers_keep_their_digits),
		cmocka_unit_test(rows_of_drivers_keep_their_digits),
		cmocka_unit_test(geared_wheels_run_on),
		cmocka_unit_test(reports_count_all_turns),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
