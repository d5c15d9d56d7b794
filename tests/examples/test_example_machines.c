/* Machines of the library against oracles in minimal coordinates and the geometry of their
 * loops. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "library_checks.h"
#include "mech/running.h"

static const struct vector along_x = {1, 0, 0}, along_y = {0, 1, 0}, along_z = {0, 0, 1}, origin = {0, 0, 0};

static struct vector polar(double radius, double degrees, double z)
{
	const double angle = degrees * acos(-1) / 180;
	return (struct vector){radius * cos(angle), radius * sin(angle), z};
}

/* ---- Stewart platform: the legs follow from the pose of the platform ---- */

static const double stewart_base[6] = {-10, 10, 110, 130, 230, 250}, stewart_top[6] = {-50, 50, 70, 170, 190, 290};
static const struct vector stewart_center = {0, 0, 1.15};

/* s: displacement of the platform's centre, rotation vector */
static struct displacement stewart_platform(const double *s)
{
	const struct vector turn = {s[3], s[4], s[5]}, to = {s[0], s[1], 1.15 + s[2]};
	const double angle = vector_length(turn);
	struct displacement d = displacement_none;
	if (angle > 0) {
		d = displacement_turn(stewart_center, turn, angle);
	}
	displacement_pin(&d, stewart_center, to);
	return d;
}

static void stewart_place(const double *s, struct displacement *bodies, double *c)
{
	bodies[0] = stewart_platform(s);
	for (int i = 0; i < 6; i++) {
		const struct vector base = polar(1.2, stewart_base[i], 0), drawn = polar(0.8, stewart_top[i], 1.1);
		const struct vector axis = polar(1, stewart_base[i] + 90, 0), top = displaced(&bodies[0], drawn);
		const struct vector u = vector_unit(vector_minus(drawn, base)), now = vector_unit(vector_minus(top, base));
		/* the second axis of the cross is perpendicular to the first and to the leg */
		const struct vector cross = vector_unit(vector_cross(axis, u)), cross2 = vector_unit(vector_cross(axis, now));
		bodies[1 + 2 * i] = displacement_aligned(u, cross, now, cross2, base, base);
		bodies[2 + 2 * i] = displacement_aligned(u, cross, now, cross2, drawn, top);
		c[i] = vector_length(vector_minus(top, base));
	}
}

static double stewart_effort(int k, double t, double length, double rate)
{
	static const double push[6] = {150, -100, 50, 200, -150, -50};
	(void)t;
	return push[k] - 8000 * (length - 1.3938) - 250 * rate;
}

static const char *const stewart_bodies[] = {"platform",  "cylinder1", "piston1",   "cylinder2", "piston2",
                                             "cylinder3", "piston3",   "cylinder4", "piston4",   "cylinder5",
                                             "piston5",   "cylinder6", "piston6"};

static void the_stewart_platform_moves_as_its_six_coordinates_say(void **state)
{
	const struct library_case c = {"stewart_platform", 6, 0, 2, 1e-8, 100, 3};
	const double start[12] = {0};
	struct minimal m = {
		.n = 6, .n_bodies = 13, .n_c = 6, .bodies = stewart_bodies, .place = stewart_place, .effort = stewart_effort};
	(void)state;
	library_check_motion(&c, &m, start, 0, 800, 1e-7);
}

static void the_legs_of_the_stewart_platform_fit_its_pose(void **state)
{
	const struct library_case c = {"stewart_platform", 6, 0, 2, 1e-6, 100, 3};
	struct example e;
	(void)state;
	library_open(&e, &c);
	for (int k = 1; k <= 10; k++) {
		double s[6], lengths[6];
		struct displacement bodies[13];
		example_advance(&e, 0.1 * k);
		for (int j = 0; j < 6; j++) {
			char name[64];
			(void)snprintf(name, sizeof name, "sensors.pose.%s[%d]", j < 3 ? "position" : "rotation", j % 3 + 1);
			s[j] = example_get(&e, name) - (j == 2 ? 1.15 : 0);
		}
		stewart_place(s, bodies, lengths);
		for (int j = 0; j < 6; j++) {
			char name[64];
			(void)snprintf(name, sizeof name, "joints.leg%d.position", j + 1);
			assert_close(example_get(&e, name), lengths[j], 1e-11);
		}
	}
	example_close(&e);
}

/* the file's text with start lengths of the legs */
static void stewart_with_legs(struct running *r, const double lengths[6], int n)
{
	static char text[32768];
	FILE *file = fopen(MECHFMU_SOURCE_DIR "/examples/stewart_platform/stewart_platform.yaml", "rb");
	assert_non_null(file);
	size_t size = fread(text, 1, sizeof text - 1024, file);
	(void)fclose(file);
	size += (size_t)snprintf(text + size, sizeof text - size, "initial:\n");
	for (int i = 0; i < n; i++) {
		size += (size_t)snprintf(text + size, sizeof text - size, "  leg%d: {position: %.17g}\n", i + 1, lengths[i]);
	}
	running_open(r, text);
	mech_setup(r->m, 0, 1e-6);
}

static void the_stewart_platform_is_assembled_from_a_drawing_far_off(void **state)
{
	/* legs up to 10 % longer or shorter than drawn */
	static const double lengths[6] = {1.48, 1.44, 1.22, 1.30, 1.36, 1.41};
	struct running r;
	(void)state;
	stewart_with_legs(&r, lengths, 6);
	running_initialize(&r);
	for (int i = 0; i < 6; i++) {
		char name[64];
		(void)snprintf(name, sizeof name, "joints.leg%d.position", i + 1);
		assert_close(running_get(&r, name), lengths[i], 1e-10);
	}
	assert_small(running_get(&r, "solver.constraint_residual"), 1e-12);
	/* on the drawing's side of the base */
	assert_true(running_get(&r, "bodies.platform.z") > 0.8);
	running_close(&r);
}

static void a_stewart_platform_that_cannot_be_names_the_leg_and_the_gap(void **state)
{
	/* leg 3 cannot be 4 m long where all others have their drawn length */
	static const double lengths[6] = {1.3487752478495303, 1.3487752478495303, 4,
	                                  1.3487752478495303, 1.3487752478495303, 1.3487752478495303};
	struct running r;
	(void)state;
	stewart_with_legs(&r, lengths, 6);
	assert_int_not_equal(mech_initialize(r.m, &r.message), 0);
	print_message("    %s\n", r.message.text);
	running_expect_message(&r, "'leg3'");
	running_expect_message(&r, "out of reach");
	running_close(&r);
}

/* ---- delta robot: the platform keeps level; knees from its place ---- */

static void delta_place(const double *s, struct displacement *bodies, double *c)
{
	const double hip = 0.2, arm = 0.25, rod = 0.55, foot = 0.06, drawn = 35 * acos(-1) / 180;
	const double knee_r = hip + arm * cos(drawn), knee_z = -arm * sin(drawn);
	const double level = knee_z - sqrt(rod * rod - (knee_r - foot) * (knee_r - foot));
	const struct vector moved = {s[0], s[1], s[2]};
	bodies[0] = displacement_none;
	bodies[0].t = moved;
	for (int i = 0; i < 3; i++) {
		const struct vector out = polar(1, 120 * i, 0), side = polar(1, 120 * i + 90, 0);
		const struct vector at = vector_add(origin, hip, out), wrist = polar(foot, 120 * i, level);
		const struct vector knee = polar(knee_r, 120 * i, knee_z), wrist2 = vector_add(wrist, 1, moved);
		struct displacement *d = bodies + 1 + 5 * i;
		const double angle = turn_to_distance(knee, at, side, wrist2, rod);
		d[0] = displacement_turn(at, side, angle);
		const struct vector knee2 = displaced(&d[0], knee);
		const struct vector way = vector_unit(vector_minus(wrist, knee)),
							way2 = vector_unit(vector_minus(wrist2, knee2));
		/* pins are perpendicular to crossbar and rods */
		const struct vector pin = vector_unit(vector_cross(side, way)), pin2 = vector_unit(vector_cross(side, way2));
		d[1] = displacement_aligned(side, pin, side, pin2, knee, knee2);
		for (int k = 0; k < 2; k++) {
			const double half = k == 0 ? 0.05 : -0.05;
			d[2 + k] =
				displacement_aligned(way, pin, way2, pin2, vector_add(knee, half, side), vector_add(knee2, half, side));
		}
		d[4] = displacement_aligned(side, pin, side, pin2, wrist, wrist2);
		c[i] = angle;
	}
}

static double delta_effort(int k, double t, double angle, double rate)
{
	static const double torque[3] = {-1.5, -1.1, -1.2};
	(void)t;
	(void)angle;
	return torque[k] - 0.2 * rate;
}

static void the_delta_robot_keeps_its_platform_level(void **state)
{
	static const char *const bodies[] = {"platform", "arm1",  "knee1",  "left1",  "right1", "wrist1",
	                                     "arm2",     "knee2", "left2",  "right2", "wrist2", "arm3",
	                                     "knee3",    "left3", "right3", "wrist3"};
	const struct library_case c = {"delta_robot", 3, 12, 0.5, 1e-8, 2, 1};
	const double start[6] = {0};
	struct minimal m = {
		.n = 3, .n_bodies = 16, .n_c = 3, .bodies = bodies, .place = delta_place, .effort = delta_effort};
	struct example e;
	(void)state;
	library_open(&e, &c);
	example_advance(&e, 0.25);
	assert_small(example_get(&e, "bodies.platform.e1"), 1e-11);
	assert_small(example_get(&e, "bodies.platform.e2"), 1e-11);
	assert_small(example_get(&e, "bodies.platform.e3"), 1e-11);
	example_close(&e);
	library_check_motion(&c, &m, start, 0, 600, 1e-7);
}

/* ---- excavator ---- */

/* a cylinder between two points: tube and rod point along the way */
static double excavator_cylinder(struct vector foot, struct vector eye, struct vector foot2, struct vector eye2,
                                 struct displacement *tube_and_rod)
{
	const struct vector u = vector_unit(vector_minus(eye, foot)), u2 = vector_unit(vector_minus(eye2, foot2));
	tube_and_rod[0] = displacement_aligned(u, along_z, u2, along_z, foot, foot2);
	tube_and_rod[1] = displacement_aligned(u, along_z, u2, along_z, eye, eye2);
	return vector_length(vector_minus(eye2, foot2));
}

static void excavator_place(const double *s, struct displacement *bodies, double *c)
{
	const struct vector foot = {0, 1.5, 0}, elbow = {4.2, 4.2, 0}, wrist = {5.6, 1.6, 0}, rocker = {5.4, 2.05, 0},
						pin = {5.85, 2.2, 0}, link = {5.95, 1.7, 0};
	const struct vector boom_foot = {0.6, 1, 0}, boom_eye = {2, 3.5, 0}, stick_foot = {1.9, 4.1, 0},
						stick_eye = {3.8, 4.9, 0}, bucket_foot = {4.75, 4.3, 0};
	struct displacement *boom = &bodies[0], *stick = &bodies[1], *bucket = &bodies[2];
	*boom = displacement_turn(foot, along_z, s[0]);
	*stick = displacement_hinged(boom, elbow, along_z, s[1]);
	*bucket = displacement_hinged(stick, wrist, along_z, s[2]);
	/* rocker and link, seen from the stick */
	const struct displacement turned = displacement_turn(wrist, along_z, s[2]);
	const struct vector link2 = displaced(&turned, link);
	const double length = vector_length(vector_minus(link, pin));
	bodies[3] = displacement_hinged(stick, rocker, along_z, turn_to_distance(pin, rocker, along_z, link2, length));
	const struct vector pin2 = displaced(&bodies[3], pin);
	const struct vector u = vector_unit(vector_minus(link, pin)),
						u2 = vector_unit(vector_minus(displaced(bucket, link), pin2));
	bodies[4] = displacement_aligned(u, along_z, u2, along_z, pin, pin2);
	c[0] = excavator_cylinder(boom_foot, boom_eye, boom_foot, displaced(boom, boom_eye), bodies + 5);
	c[1] =
		excavator_cylinder(stick_foot, stick_eye, displaced(boom, stick_foot), displaced(stick, stick_eye), bodies + 7);
	c[2] = excavator_cylinder(bucket_foot, pin, displaced(stick, bucket_foot), pin2, bodies + 9);
}

/* the actuators start at their commands, below 9/10 of their limits, and stay there */
static double excavator_effort(int k, double t, double length, double rate)
{
	static const double command[3] = {165000, -13000, 5000}, oil[3] = {60000, 25000, 15000};
	(void)t;
	(void)length;
	return command[k] - oil[k] * rate;
}

static void the_excavator_follows_its_cylinders(void **state)
{
	static const char *const bodies[] = {"boom",     "stick",      "bucket",    "rocker",      "link",      "boom_tube",
	                                     "boom_rod", "stick_tube", "stick_rod", "bucket_tube", "bucket_rod"};
	const struct library_case c = {"excavator", 3, 0, 2, 1e-8, 1e5, 7};
	const double start[6] = {0};
	struct minimal m = {
		.n = 3, .n_bodies = 11, .n_c = 3, .bodies = bodies, .place = excavator_place, .effort = excavator_effort};
	(void)state;
	library_check_motion(&c, &m, start, 1, 4000, 1e-6);
}

/* ---- double wishbone: s = turn of the lower wishbone, turn of the wheel ---- */

static void wishbone_place(const double *s, struct displacement *bodies, double *c)
{
	const struct vector lower_pivot = {0, 0.35, 0.2}, upper_pivot = {0, 0.42, 0.45}, upper_axis = {1, 0, 0.06};
	const struct vector lower_ball = {0.01, 0.75, 0.18}, upper_ball = {-0.02, 0.7, 0.47}, hub = {0, 0.8, 0.31};
	const struct vector inner = {0.13, 0.36, 0.245}, outer = {0.12, 0.72, 0.22}, strut = {0, 0.62, 0.19},
						tower = {0, 0.48, 0.58}, patch = {0, 0.8, 0};
	const struct vector pin = vector_minus(upper_ball, lower_ball);
	bodies[0] = displacement_turn(lower_pivot, along_x, s[0]);
	const struct vector lower = displaced(&bodies[0], lower_ball);
	const double turn = turn_to_distance(upper_ball, upper_pivot, upper_axis, lower, vector_length(pin));
	bodies[1] = displacement_turn(upper_pivot, upper_axis, turn);
	/* the upright stands on both ball joints and turns about the line between them until the tie
	 * rod fits */
	const struct vector u = vector_unit(pin), u2 = vector_unit(vector_minus(displaced(&bodies[1], upper_ball), lower));
	const struct vector side = vector_unit(vector_cross(u, along_x)), side2 = vector_unit(vector_cross(u2, along_x));
	const struct displacement stood = displacement_aligned(u, side, u2, side2, lower_ball, lower);
	const double steer =
		turn_to_distance(displaced(&stood, outer), lower, u2, inner, vector_length(vector_minus(outer, inner)));
	const struct displacement steered = displacement_turn(lower, u2, steer);
	bodies[2] = displacement_after(&steered, &stood);
	bodies[3] = displacement_hinged(&bodies[2], hub, along_y, s[1]);
	bodies[4] = displacement_none;
	c[0] = vector_length(vector_minus(displaced(&bodies[0], strut), tower));
	c[1] = displaced(&bodies[2], patch).z;
}

static double wishbone_effort(int k, double t, double value, double rate)
{
	(void)t;
	return k == 0 ? -42000 * (value - 0.55) - 2600 * rate : 4000;
}

static void the_double_wishbone_moves_as_its_geometry_says(void **state)
{
	static const char *const bodies[] = {"lower", "upper", "upright", "wheel", "rack"};
	const struct library_case c = {"double_wishbone", 2, 0, 1, 1e-8, 200, 1};
	const double start[4] = {0, 0, 0, 60};
	struct minimal m = {
		.n = 2, .n_bodies = 5, .n_c = 2, .bodies = bodies, .place = wishbone_place, .effort = wishbone_effort};
	(void)state;
	library_check_motion(&c, &m, start, 0, 4000, 1e-7);
}

/* ---- flyball governor: s = turn of the spindle, rise of the arms ---- */

static void governor_place(const double *s, struct displacement *bodies, double *c)
{
	const double drawn = acos(-1) / 6, angle = drawn + s[1];
	bodies[0] = displacement_turn(origin, along_z, s[0]);
	const struct displacement up = displacement_slide(along_z, 0.4 * (cos(drawn) - cos(angle)));
	bodies[1] = displacement_after(&bodies[0], &up);
	for (int i = 0; i < 2; i++) {
		const double side = i == 0 ? 1 : -1;
		const struct vector top = {side * 0.03, 0, 0.5}, bottom = {side * 0.03, 0, 0.5 - 0.4 * cos(drawn)};
		bodies[2 + i] = displacement_hinged(&bodies[0], top, along_y, -side * s[1]);
		bodies[4 + i] = displacement_hinged(&bodies[1], bottom, along_y, side * s[1]);
	}
	c[0] = s[0];
	c[1] = 0.5 - 0.4 * cos(angle);
}

static double governor_effort(int k, double t, double value, double rate)
{
	(void)t;
	/* motor and load; oil and spring, which is 0.5 - height long */
	return k == 0 ? 0.4 - 0.03 * rate : 400 * (0.5 - value - 0.32) - 15 * rate;
}

static void the_flyball_governor_moves_as_its_two_coordinates_say(void **state)
{
	static const char *const bodies[] = {"spindle", "sleeve", "arm1", "arm2", "link1", "link2"};
	const struct library_case c = {"flyball_governor", 2, 6, 4, 1e-8, 10, 1};
	const double start[4] = {0, 0, 9, 0};
	struct minimal m = {
		.n = 2, .n_bodies = 6, .n_c = 2, .bodies = bodies, .place = governor_place, .effort = governor_effort};
	(void)state;
	library_check_motion(&c, &m, start, 0, 4000, 1e-7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_stewart_platform_moves_as_its_six_coordinates_say),
		cmocka_unit_test(the_legs_of_the_stewart_platform_fit_its_pose),
		cmocka_unit_test(the_stewart_platform_is_assembled_from_a_drawing_far_off),
		cmocka_unit_test(a_stewart_platform_that_cannot_be_names_the_leg_and_the_gap),
		cmocka_unit_test(the_delta_robot_keeps_its_platform_level),
		cmocka_unit_test(the_excavator_follows_its_cylinders),
		cmocka_unit_test(the_double_wishbone_moves_as_its_geometry_says),
		cmocka_unit_test(the_flyball_governor_moves_as_its_two_coordinates_say),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
