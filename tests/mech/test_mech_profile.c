/* Outlines of profiles: feet against closed forms and a second search, and circles that touch them:
 * the same motion as on a plane, no contact missed, and what is told of bad outlines. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assert_close.h"
#include "mech_profile.h"
#include "running.h"
#include "test_random.h"

enum { MOST = 64 };

/* an outline with room for what follows from its points */
struct outline {
	double x[MOST], y[MOST], derived[MECH_PROFILE_HEAD + MECH_PROFILE_NUMBERS * MOST];
	struct mech_profile p;
};

static void outline_make(struct outline *o, enum mech_curve_form form, int n, double base, double offset)
{
	double *interval = o->derived + MECH_PROFILE_HEAD, *slope = interval + n;
	o->p = (struct mech_profile){form, n, o->x, o->y, o->derived, interval, slope, slope + 2 * n};
	mech_profile_derive(&o->p, base, offset, o->derived);
}

static void outline_of_points(struct outline *o, enum mech_curve_form form, int n, const double (*points)[2])
{
	for (int i = 0; i < n; i++) {
		o->x[i] = points[i][0];
		o->y[i] = points[i][1];
	}
	outline_make(o, form, n, 0, 0);
}

/* points on an ellipse, counter-clockwise or clockwise */
static void ellipse(struct outline *o, int n, double a, double b, int sense)
{
	for (int i = 0; i < n; i++) {
		const double angle = sense * 2 * acos(-1) * i / n;
		o->x[i] = a * cos(angle);
		o->y[i] = b * sin(angle);
	}
	outline_make(o, MECH_CURVE_CLOSED, n, 0, 0);
}

/* the spline through 64 points of an ellipse is as near as h^4: feet are those of the ellipse */
static void feet_of_an_ellipse_are_those_of_its_spline(void **state)
{
	static struct outline o;
	struct mech_foot feet[MECH_PROFILE_FEET];
	(void)state;
	for (int sense = -1; sense <= 1; sense += 2) {
		ellipse(&o, 64, 2, 1, sense);
		for (int i = 0; i < 50; i++) {
			/* c = (2 cos, sin), normal (cos, 2 sin), curvature 2 / (4 sin^2 + cos^2)^1.5 */
			const double u = 0.1 + 0.12 * i, distance = 0.3 + 0.02 * i, length = hypot(cos(u), 2 * sin(u));
			const double n[2] = {cos(u) / length, 2 * sin(u) / length}, k = 2 / pow(length, 3);
			const double x[2] = {2 * cos(u) + distance * n[0], sin(u) + distance * n[1]};
			assert_int_equal(mech_profile_feet(&o.p, x, feet), 1);
			assert_close(feet[0].distance, distance, 1e-5);
			assert_close(feet[0].normal[0], n[0], 1e-4);
			assert_close(feet[0].normal[1], n[1], 1e-4);
			assert_close(feet[0].bend, k / (1 + k * distance), 1e-2);
		}
	}
}

static double nearest_sample(const struct outline *o, const double x[2])
{
	double best = HUGE_VAL;
	for (int i = 0; i < mech_profile_samples(&o->p); i++) {
		double at[2];
		mech_profile_sample(&o->p, i, at);
		best = fmin(best, hypot(at[0] - x[0], at[1] - x[1]));
	}
	return best;
}

/* no sample is nearer than the foot, and the gradient of the distance is the normal */
static void the_nearest_foot_is_the_nearest(void **state)
{
	static struct outline o;
	static const double angles[] = {0, 0.7, 1.5, 2.2, 3.1, 4, 4.6, 5.5},
						radii[] = {1, 1.5, 0.8, 1.2, 0.7, 1.1, 1.4, 0.9};
	struct test_random random = test_random_start(3);
	struct mech_foot feet[MECH_PROFILE_FEET], other[MECH_PROFILE_FEET];
	(void)state;
	memcpy(o.x, angles, sizeof angles);
	memcpy(o.y, radii, sizeof radii);
	outline_make(&o, MECH_CURVE_POLAR, 8, 0.2, 0);
	for (int i = 0; i < 2000; i++) {
		const double x[2] = {test_random_in(&random, -3, 3), test_random_in(&random, -3, 3)};
		const int n = mech_profile_feet(&o.p, x, feet);
		assert_true(n >= 1);
		assert_true(fabs(feet[0].distance) <= nearest_sample(&o, x) + 1e-12);
		const double y[2] = {x[0] + 1e-6 * feet[0].normal[0], x[1] + 1e-6 * feet[0].normal[1]};
		mech_profile_feet(&o.p, y, other);
		if (feet[0].distance > 1e-5) {
			assert_close(other[0].distance, feet[0].distance + 1e-6, 1e-11);
		}
	}
}

/* rho = lift over the angle at the points, whatever lies between them */
static void a_polar_outline_passes_through_its_radii(void **state)
{
	static struct outline o;
	static const double angles[] = {0.5, 1.5, 3, 4.5}, radii[] = {0.1, 0.3, 0.2, 0.15};
	struct mech_foot feet[MECH_PROFILE_FEET];
	(void)state;
	memcpy(o.x, angles, sizeof angles);
	memcpy(o.y, radii, sizeof radii);
	outline_make(&o, MECH_CURVE_POLAR, 4, 2, 0.1);
	for (int i = 0; i < 4; i++) {
		const double x[2] = {(2 + radii[i]) * cos(angles[i]), (2 + radii[i]) * sin(angles[i])};
		mech_profile_feet(&o.p, x, feet);
		assert_close(feet[0].distance, 0, 1e-15);
	}
	double path[2], surface[2];
	mech_profile_sample(&o.p, 5, path);
	mech_profile_surface(&o.p, 5, surface);
	assert_close(hypot(path[0] - surface[0], path[1] - surface[1]), 0.1, 1e-14);
}

static void a_polygon_has_edges_corners_and_notches(void **state)
{
	/* a square of side 4 with a notch of width 2 and depth 2 from above, either way around */
	static const double points[8][2] = {{0, 0}, {4, 0}, {4, 4}, {3, 4}, {3, 2}, {1, 2}, {1, 4}, {0, 4}};
	static struct outline o;
	struct mech_foot feet[MECH_PROFILE_FEET];
	(void)state;
	for (int sense = 0; sense < 2; sense++) {
		double ordered[8][2];
		for (int i = 0; i < 8; i++) {
			memcpy(ordered[i], points[sense ? 7 - i : i], sizeof ordered[i]);
		}
		outline_of_points(&o, MECH_CURVE_POLYGON, 8, (const double(*)[2])ordered);
		const double below[2] = {1.7, -0.5}, corner[2] = {4.3, -0.4}, notch[2] = {1.4, 2.7}, inside[2] = {0.7, 0.2};
		assert_int_equal(mech_profile_feet(&o.p, below, feet), 1);
		assert_close(feet[0].distance, 0.5, 1e-15);
		assert_close(feet[0].normal[1], -1, 0);
		assert_close(feet[0].bend, 0, 0);
		assert_int_equal(mech_profile_feet(&o.p, corner, feet), 1);
		assert_close(feet[0].distance, 0.5, 1e-15);
		assert_close(feet[0].normal[0], 0.6, 1e-15);
		assert_close(feet[0].bend, 2, 1e-14);
		/* both walls of the notch and its floor */
		assert_int_equal(mech_profile_feet(&o.p, notch, feet), 3);
		assert_close(feet[0].distance, 0.4, 1e-15);
		assert_close(feet[0].normal[0], 1, 0);
		assert_close(feet[1].distance, 0.7, 1e-15);
		assert_close(feet[2].distance, 1.6, 1e-15);
		/* inside the nearest edge alone */
		assert_int_equal(mech_profile_feet(&o.p, inside, feet), 1);
		assert_close(feet[0].distance, -0.2, 1e-15);
		assert_close(feet[0].normal[1], -1, 0);
		/* in the solid beyond both edges of a hollow corner */
		const double beyond[2] = {3.3, 1.6};
		mech_profile_feet(&o.p, beyond, feet);
		assert_close(feet[0].distance, -0.5, 1e-15);
		assert_close(feet[0].normal[0], -0.6, 1e-15);
	}
}

static void ground_ends_with_corners_and_walls(void **state)
{
	static const double points[4][2] = {{-1, 0}, {0, 0}, {1, 1}, {2, 1}};
	static struct outline o;
	struct mech_foot feet[MECH_PROFILE_FEET];
	(void)state;
	outline_of_points(&o, MECH_CURVE_TERRAIN, 4, points);
	const double above[2] = {-0.5, 0.3}, beyond[2] = {2.3, 1.4}, beside[2] = {-1.2, -3}, under[2] = {-0.5, -0.1};
	assert_int_equal(mech_profile_feet(&o.p, above, feet), 1);
	assert_close(feet[0].distance, 0.3, 1e-15);
	assert_int_equal(mech_profile_feet(&o.p, beyond, feet), 1);
	assert_close(feet[0].distance, 0.5, 1e-15);
	assert_int_equal(mech_profile_feet(&o.p, beside, feet), 1);
	assert_close(feet[0].distance, 0.2, 1e-15);
	assert_close(feet[0].normal[0], -1, 0);
	assert_int_equal(mech_profile_feet(&o.p, under, feet), 1);
	assert_close(feet[0].distance, -0.1, 1e-15);
	/* between level points it is level */
	const double there[2] = {1.5, 2};
	mech_profile_feet(&o.p, there, feet);
	assert_close(feet[0].distance, 1, 1e-15);
}

/* ---- motion ---- */

#define BALL(contact)                                                                                            \
	"mechanism: ball\n"                                                                                          \
	"gravity: [1, -9.81]\n"                                                                                      \
	"bodies: {ball: {mass: 1, inertia: 0.01, center: [0.2, 0.5]}}\n"                                             \
	"forces:\n"                                                                                                  \
	"  floor: {" contact ", bodies: [ball, ground], at: [0.2, 0.5], radius: 0.1, stiffness: 1e6, damping: 0.2, " \
	"friction: 0.3, slip: 1e-3}\n"                                                                               \
	"initial: {ball: {vx: 1}}\n"

/* where the ball is at 1 s */
static void ball(const char *text, double at[3])
{
	struct running r;
	running_start(&r, text, 0, 1e-9);
	running_advance(&r, 1);
	at[0] = running_get(&r, "bodies.ball.x");
	at[1] = running_get(&r, "bodies.ball.y");
	at[2] = running_get(&r, "bodies.ball.angle");
	assert_true(fabs(running_get(&r, "energies.balance_error")) < 1e-6);
	running_close(&r);
}

static void flat_profiles_are_planes(void **state)
{
	static const char *const profiles[] = {
		BALL("type: ground_contact, x: [-20, 0, 3, 20], y: [0, 0, 0, 0]"),
		BALL("type: polygon_contact, x: [-20, 20, 20, -20], y: [-1, -1, 0, 0]"),
		BALL("type: polygon_contact, origin: [0, -2], turn: 0.5*pi, x: [2, 2, 0], y: [-20, 20, 0]"),
	};
	double plane[3], at[3];
	(void)state;
	ball(BALL("type: contact, line: [0, 0], normal: [0, 1]"), plane);
	for (int k = 0; k < 3; k++) {
		ball(profiles[k], at);
		for (int i = 0; i < 3; i++) {
			assert_close(at[i], plane[i], 1e-6);
		}
	}
}

/* a point on a smooth circle of radius 1 leaves it where gravity no longer bends its way so much */
static void a_point_leaves_a_circle_where_it_must(void **state)
{
	char text[4096], x[1024] = "", y[1024] = "";
	struct running r;
	(void)state;
	for (int i = 0; i < 36; i++) {
		const double angle = 2 * acos(-1) * i / 36;
		(void)snprintf(x + strlen(x), sizeof x - strlen(x), "%s%.15g", i ? ", " : "", cos(angle));
		(void)snprintf(y + strlen(y), sizeof y - strlen(y), "%s%.15g", i ? ", " : "", sin(angle));
	}
	(void)snprintf(text, sizeof text,
	               "mechanism: slide\ngravity: [0, -9.81]\nbodies: {bead: {mass: 1, inertia: 1, center: [0, 1]}}\n"
	               "forces: {dome: {type: cam_contact, bodies: [bead, ground], at: [0, 1], x: [%s], y: [%s], "
	               "stiffness: 1e9, damping: 1}}\ninitial: {bead: {vx: 0.1}}\n",
	               x, y);
	running_start(&r, text, 0, 1e-8);
	running_advance(&r, 2);
	/* v^2 / 1 = g h carries it there, from v^2 = v0^2 + 2 g (1 - h); then vx stays */
	const double height = (2 + 0.01 / 9.81) / 3;
	assert_close(running_get(&r, "bodies.bead.vx"), sqrt(9.81 * height) * height, 5e-4);
	running_close(&r);
}

/* a thin plate across the way of a fast ball, a step that looks only at its ends would miss; and a
 * bump on the way of one that slides */
static void no_step_jumps_over_a_profile(void **state)
{
	static const char *const texts[] = {
		"mechanism: shot\nbodies: {ball: {mass: 1, inertia: 1, center: [0, 0]}}\n"
		"forces: {plate: {type: polygon_contact, bodies: [ball, ground], at: [0, 0], radius: 0.01, x: [50, 50.001, "
		"50.001, 50], y: [-1, -1, 1, 1], stiffness: 1e12, damping: 1e-3}}\ninitial: {ball: {vx: 100}}\n",
		"mechanism: slide\nbodies: {ball: {mass: 1, inertia: 1, center: [0, 0.11]}}\n"
		"forces: {bump: {type: ground_contact, bodies: [ball, ground], at: [0, 0.11], radius: 0.1, x: [-1, 30, 30.1, "
		"30.2, 60], y: [0, 0, 1, 0, 0], stiffness: 1e9, damping: 1e-3}}\ninitial: {ball: {vx: 100}}\n",
	};
	(void)state;
	for (int k = 0; k < 2; k++) {
		struct running r;
		running_start(&r, texts[k], 0, 1e-4);
		running_advance(&r, 1);
		assert_true(running_get(&r, "bodies.ball.vx") < 99);
		running_close(&r);
	}
}

/* a pin between two walls touches both: forces of the two sum to what a spring of each gives */
static void a_circle_touches_at_two_places(void **state)
{
	struct running r;
	(void)state;
	running_start(
		&r,
		"mechanism: wedge\ngravity: [0, -10]\nbodies: {pin: {mass: 1, inertia: 1, center: [0, 0.0707]}}\n"
		"forces: {v: {type: polygon_contact, bodies: [pin, ground], at: [0, 0.0707], radius: 0.05, x: [0, 1, 1, "
		"-1, -1], y: [0, 1, -1, -1, 1], stiffness: 1e6, damping: 0.5}}\ninitial: {static: true}\n",
		0, 1e-6);
	/* each of the two carries m g / sqrt 2 */
	assert_close(running_get(&r, "forces.v.normal_force"), 10 * sqrt(2), 1e-5);
	assert_close(running_get(&r, "bodies.pin.x"), 0, 1e-12);
	running_close(&r);
}

/* ---- circles ---- */

/* equal balls exchange their speeds along the line of centres; here 30 degrees off the way of the
 * first */
static void balls_exchange_their_speeds(void **state)
{
	struct running r;
	(void)state;
	running_start(&r,
	              "mechanism: balls\nbodies:\n  a: {mass: 1, inertia: 1, center: [-1, 0.1]}\n"
	              "  b: {mass: 1, inertia: 1, center: [0, 0]}\n"
	              "forces: {hit: {type: circle_contact, bodies: [a, b], at: [-1, 0.1], radius: 0.15, other_at: [0, 0], "
	              "other_radius: 0.05, stiffness: 1e12}}\ninitial: {a: {vx: 2}}\n",
	              0, 1e-8);
	running_advance(&r, 2);
	assert_close(running_get(&r, "bodies.b.vx"), 2 * 0.75, 5e-4);
	assert_close(running_get(&r, "bodies.b.vy"), -2 * sqrt(3) / 4, 5e-4);
	assert_close(running_get(&r, "bodies.a.vx"), 2 * 0.25, 5e-4);
	assert_small(running_get(&r, "energies.balance_error"), 1e-6);
	running_close(&r);
}

/* a ball at rest in a round hole swings as a pendulum of the difference of the radii */
static void a_ball_swings_in_a_hole(void **state)
{
	struct running r;
	(void)state;
	running_start(
		&r,
		"mechanism: hole\ngravity: [0, -9.81]\nbodies: {ball: {mass: 1, inertia: 1, center: [1e-3, -1]}}\n"
		"forces: {hole: {type: circle_contact, bodies: [ball, ground], at: [1e-3, -1], radius: 0.5, other_at: [0, "
		"0], other_radius: -1.5, stiffness: 1e10, damping: 10}}\n",
		0, 1e-8);
	/* a period and a half */
	running_advance(&r, 1.5 * 2 * acos(-1) / sqrt(9.81));
	assert_close(running_get(&r, "bodies.ball.x"), -1e-3, 1e-6);
	running_close(&r);
}

/* ---- the joint ---- */

#define BEAD(joint)                                                                                 \
	"mechanism: bead\ngravity: [0, -9.81]\nbodies: {bead: {mass: 2, inertia: 1, center: [3, 2]}}\n" \
	"joints: {track: {bodies: [bead, ground], " joint "}}\n"

/* a curve around (2, 2) with radius 1 holds its point as a rod does */
static void a_bead_on_a_circle_is_a_pendulum(void **state)
{
	static const char *const texts[] = {
		BEAD("type: rod, from: [3, 2], to: [2, 2]"),
		BEAD("type: point_on_curve, at: [3, 2], origin: [2, 2], angles: [0.3, 2, 4], lifts: [0, 0, 0], base_radius: 1"),
		BEAD("type: point_on_curve, at: [3, 2], radius: 0.2, origin: [2, 2], turn: 1, angles: [0, 2, 4], lifts: [0.1, "
	         "0.1, "
	         "0.1], base_radius: 0.7"),
	};
	double y[3], force[3];
	(void)state;
	for (int k = 0; k < 3; k++) {
		struct running r;
		running_start(&r, texts[k], 0, 1e-9);
		running_advance(&r, 2);
		y[k] = running_get(&r, "bodies.bead.y");
		force[k] = running_get(&r, k == 0 ? "joints.track.tension" : "joints.track.force");
		assert_close(hypot(running_get(&r, "bodies.bead.x") - 2, y[k] - 2), 1, 1e-11);
		running_close(&r);
		assert_close(y[k], y[0], 1e-6);
		assert_close(force[k], k == 0 ? force[0] : -force[0], 1e-4);
	}
}

/* the roller of a driven cam has the lift of the table, all the time at the angles of the table */
static void a_roller_in_a_groove_has_the_lift(void **state)
{
	struct running r;
	static const double lifts[] = {0, 0.1, 0.3, 0.2};
	(void)state;
	running_start(
		&r,
		"mechanism: cam\nbodies:\n  cam: {mass: 1, inertia: 1, center: [0, 0]}\n"
		"  follower: {mass: 1, inertia: 1, center: [1.5, 0]}\n"
		"joints:\n  shaft: {type: revolute, bodies: [ground, cam], at: [0, 0]}\n"
		"  guide: {type: prismatic, bodies: [ground, follower], at: [1.5, 0], axis: [1, 0]}\n"
		"  groove: {type: point_on_curve, bodies: [follower, cam], at: [1.2, 0], radius: 0.2, base_radius: 1, "
		"angles: [0, pi/2, pi, 3*pi/2], lifts: [0, 0.1, 0.3, 0.2]}\n"
		"drivers: {motor: {type: constant_speed, joint: shaft, speed: -pi/2}}\n",
		0, 1e-8);
	for (int k = 1; k <= 8; k++) {
		running_advance(&r, k);
		assert_close(running_get(&r, "joints.guide.position"), lifts[k % 4], 1e-10);
	}
	running_close(&r);
}

/* ---- bad outlines ---- */

#define BAD(contact)                                                                                                   \
	"mechanism: bad\nbodies: {ball: {mass: 1, inertia: 1, center: [0, 9]}}\nforces: {c: {bodies: [ball, ground], at: " \
	"[0, 9], "                                                                                                         \
	"stiffness: 1e6, radius: 0.5, " contact "}}\n"

/* it crosses itself only with the number that is set */
static void an_outline_that_is_set_to_cross_itself_is_refused(void **state)
{
	struct running r;
	(void)state;
	running_open(&r, BAD("type: polygon_contact, x: [0, 1, 1, 0], y: [0, 0, 1, 1]"));
	running_set(&r, "forces.c.y[4]", -1);
	running_set(&r, "forces.c.x[4]", 0.5);
	mech_setup(r.m, 0, 0);
	assert_int_equal(mech_initialize(r.m, &r.message), -1);
	running_expect_message(&r, "is where the profile crosses itself");
	running_close(&r);
}

static void bad_outlines_are_told(void **state)
{
	static const struct {
		const char *text, *message;
	} read[] =
		{
			{BAD("type: polygon_contact, x: [0, 1], y: [0, 1]"), "x must have 3 to 256 numbers, not 2"},
			{BAD("type: polygon_contact, x: [0, 1, 1, 0], y: [0, 0, 0, 1]"), "x: point 3 is the same as point 2"},
			{BAD("type: polygon_contact, x: [0, 1, 1, 0], y: [0, 1, 0, 1]"),
	         "x: after point 3 the profile crosses itself"},
			{BAD("type: cam_contact, x: [0, 1, 1, 0.1], y: [0, 1, 0, 2]"), "the profile crosses itself"},
			{BAD("type: ground_contact, x: [0, 1, 1], y: [0, 0, 1]"), "x must increase: number 3"},
			{BAD("type: cam_contact"), "needs a profile: give 'x' or 'angles'"},
			{BAD("type: cam_contact, x: [0, 1, 1], y: [0, 0, 1], angles: [0, 1, 2], lifts: [1, 1, 1]"),
	         "give 'x' or 'angles', not both"},
		},
	  assemble[] = {
		  {BAD("type: polygon_contact, x: [0, 1, 1, 0], y: [0, 0, 1, 0]"), "forces.c.x[1] repeats the point before it"},
		  {BAD("type: cam_contact, angles: [0, 2, 6.3], lifts: [1, 1, 1]"),
	       "a full turn or more after the first angle"},
		  {BAD("type: cam_contact, angles: [0, 1, 1.2, 1.4, 3, 5], lifts: [0, 0, 0.15, 0, 0, 0], base_radius: 1"),
	       "no profile gives the lifts from forces.c.lifts[1] on to a circle with radius 0.5"},
	  };
	(void)state;
	for (size_t i = 0; i < sizeof read / sizeof *read; i++) {
		struct mech_message message;
		assert_null(host_read_text("test.yaml", read[i].text, strlen(read[i].text), &message));
		if (strstr(message.text, read[i].message) == NULL) {
			fail_msg("'%s' is not in '%s'", read[i].message, message.text);
		}
	}
	for (size_t i = 0; i < sizeof assemble / sizeof *assemble; i++) {
		struct running r;
		running_open(&r, assemble[i].text);
		mech_setup(r.m, 0, 0);
		assert_int_equal(mech_initialize(r.m, &r.message), -1);
		running_expect_message(&r, assemble[i].message);
		running_close(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(feet_of_an_ellipse_are_those_of_its_spline),
		cmocka_unit_test(the_nearest_foot_is_the_nearest),
		cmocka_unit_test(a_polar_outline_passes_through_its_radii),
		cmocka_unit_test(a_polygon_has_edges_corners_and_notches),
		cmocka_unit_test(ground_ends_with_corners_and_walls),
		cmocka_unit_test(flat_profiles_are_planes),
		cmocka_unit_test(a_point_leaves_a_circle_where_it_must),
		cmocka_unit_test(no_step_jumps_over_a_profile),
		cmocka_unit_test(a_circle_touches_at_two_places),
		cmocka_unit_test(balls_exchange_their_speeds),
		cmocka_unit_test(a_ball_swings_in_a_hole),
		cmocka_unit_test(a_bead_on_a_circle_is_a_pendulum),
		cmocka_unit_test(a_roller_in_a_groove_has_the_lift),
		cmocka_unit_test(an_outline_that_is_set_to_cross_itself_is_refused),
		cmocka_unit_test(bad_outlines_are_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
