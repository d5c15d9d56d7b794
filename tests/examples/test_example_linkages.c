/* Linkages and shafts of the library against closed forms and oracles in minimal coordinates. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "bennett_reference.h"
#include "dae_method.h"
#include "find_method.h"
#include "library_checks.h"

/* ---- Bricard: with theta the turn of hinges a, c, e and phi that of b, d, f from the cube,
 * (1 + cos A) (1 + cos B) = 1, A = pi/2 - theta, B = pi/2 - phi (the closure of six hinges with
 * threefold symmetry and right angles; Baker, "An analysis of the Bricard linkages", 1980). The
 * curve is closed: cos(A/2)^2 = 2^(sin p - 1), cos(B/2)^2 = 2^(-sin p - 1) runs round it, smoothly
 * where A or B pass zero. ---- */

/* 1 - 2^-x over x */
static double bricard_ratio(double x)
{
	return x == 0 ? log(2) : -expm1(-x * log(2)) / x;
}

static void bricard_place(const double *s, struct displacement *bodies, double *c)
{
	static const struct vector at[5] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}};
	const struct vector axis[5] = {along_y, along_z, along_x, along_y, along_z};
	const double sine = sin(s[0]), half = acos(-1) / 4 - s[0] / 2;
	const double A = 2 * atan2(sqrt(2 * bricard_ratio(1 - sine)) * sin(half), pow(2, (sine - 1) / 2));
	const double B = 2 * atan2(sqrt(2 * bricard_ratio(1 + sine)) * cos(half), pow(2, (-sine - 1) / 2));
	const double turn[2] = {acos(-1) / 2 - A, acos(-1) / 2 - B};
	struct displacement base = displacement_none;
	(void)c;
	for (int i = 0; i < 5; i++) {
		base = bodies[i] = displacement_hinged(&base, at[i], axis[i], turn[i % 2]);
	}
}

static void bricard_moves_as_its_closure_says(void **state)
{
	static const char *const bodies[] = {"rod1", "rod2", "rod3", "rod4", "rod5"};
	const struct library_case c = {"bricard", 1, 1, 10, 1e-8, 25, 2};
	const double start[2] = {0, 0};
	struct minimal m = {.n = 1, .n_bodies = 5, .bodies = bodies, .place = bricard_place};
	(void)state;
	library_check_motion(&c, &m, start, 0, 20000, 1e-7);
}

/* angle of hinge a at 10 s: radau at 1e-10 and 1e-11 */
static const double bricard_angle = 0.00026904888337;

/* steps of a run of 10 s whose end is as exact as its tolerance says */
static double bricard_steps(const char *method, double tolerance, double angle)
{
	struct example e;
	example_open(&e, "bricard");
	library_restart(&e, tolerance, "solver.method", number_of_method(method));
	example_advance(&e, 10);
	assert_close(example_get(&e, "joints.a.angle"), angle, tolerance);
	assert_small(example_get(&e, "energies.balance_error"), tolerance);
	const double steps = example_get(&e, "solver.steps");
	example_close(&e);
	return steps;
}

/* steps so long that guesses are far off the constraints, where the row that follows from the
 * others does not: it must not be taken for one that stops the motion */
static void bricard_moves_at_loose_tolerances_too(void **state)
{
	static const char *const methods[] = {"generalized_alpha", "midpoint", "energy_decaying", "radau",     "bdf",
	                                      "bdf_displacement",  "dopri5",   "dop853",          "for_sdirk", "infl_sdirk",
	                                      "infl_trap",         "ssp_trap", "for_rosen"};
	(void)state;
	for (size_t k = 0; k < sizeof methods / sizeof methods[0]; k++) {
		for (double tolerance = 1e-2; tolerance > 0.5e-4; tolerance /= 10) {
			const double steps = bricard_steps(methods[k], tolerance, bricard_angle);
			assert_true(dae_methods[find_method(methods[k])]->order < 5 || steps < 400);
		}
	}
}

/* with a method of order 5 each decade takes 10^(1/5) times the steps, for rotations in space
 * too */
static void bdf_takes_the_steps_of_its_order(void **state)
{
	static const char *const methods[] = {"bdf", "bdf_displacement"};
	(void)state;
	for (int k = 0; k < 2; k++) {
		double last = bricard_steps(methods[k], 1e-4, bricard_angle);
		for (double tolerance = 1e-5; tolerance > 0.5e-9; tolerance /= 10) {
			const double steps = bricard_steps(methods[k], tolerance, bricard_angle);
			assert_true(steps < 1.65 * last);
			last = steps;
		}
		assert_true(last < 3500);
	}
}

/* ---- Bennett, see bennett_reference.h ---- */

static void bennett_keeps_the_relation_of_its_angles(void **state)
{
	const struct library_case c = {"bennett", 1, 3, 4, 1e-8, 10, 1};
	const double start[2] = {acos(-1) / 3, 5};
	struct minimal m = bennett_model();
	struct example e;
	(void)state;
	library_open(&e, &c);
	for (int k = 1; k <= 20; k++) {
		example_advance(&e, 0.05 * k);
		const double theta = example_get(&e, "joints.theta.angle"), phi = example_get(&e, "joints.phi.angle");
		assert_small(sin(theta / 2) * sin(phi / 2) - bennett_ratio() * cos(theta / 2) * cos(phi / 2), 1e-9);
		assert_close(example_get(&e, "joints.theta_opposite.angle"), -theta, 1e-9);
		assert_close(example_get(&e, "joints.phi_opposite.angle"), -phi, 1e-9);
	}
	example_close(&e);
	library_check_motion(&c, &m, start, 0, 8000, 1e-7);
}

/* ---- the crank-rocker in space and in the plane ---- */

static void the_four_bar_in_space_equals_the_planar_one(void **state)
{
	static const char *const same[] = {"joints.crank_bearing.angle",        "joints.rocker_bearing.angle",
	                                   "joints.rocker_bearing.speed",       "sensors.coupler_point.position[1]",
	                                   "sensors.coupler_point.position[2]", "joints.crank_bearing.speed"};
	const struct library_case c = {"four_bar_in_space", 1, 3, 5, 1e-9, 18.6, 1};
	struct example space, plane;
	(void)state;
	library_open(&space, &c);
	example_open(&plane, "four_bar");
	library_restart(&plane, c.tolerance, "solver.method", number_of_method("radau"));
	for (int k = 1; k <= (SLOW_BUILD ? 2 : 20); k++) {
		example_advance(&space, 0.25 * k);
		example_advance(&plane, 0.25 * k);
		for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
			assert_close(example_get(&space, same[i]), example_get(&plane, same[i]), 1e-8);
		}
		assert_small(example_get(&space, "bodies.coupler.z"), 1e-12);
		library_check_state(&space, &c);
	}
	example_close(&plane);
	example_close(&space);
}

/* ---- Scotch yoke: x = r cos(w t); torque of the motor for the yoke's m x'' through the pin's lever ---- */

static void the_scotch_yoke_moves_harmonically(void **state)
{
	const struct library_case c = {"scotch_yoke", 0, 0, 1, 1e-8, 0.75, 1};
	const double r = 0.05, w = 20, mass = 1.5;
	struct example e;
	(void)state;
	library_open(&e, &c);
	for (int k = 1; k <= 100; k++) {
		const double t = 0.01 * k;
		example_advance(&e, t);
		assert_close(example_get(&e, "joints.guide.position"), r * cos(w * t), 1e-12);
		assert_close(example_get(&e, "joints.guide.speed"), -r * w * sin(w * t), 1e-11);
		assert_close(example_get(&e, "joints.guide.acceleration"), -r * w * w * cos(w * t), 1e-9);
		assert_close(example_get(&e, "drivers.motor.effort"), mass * r * r * w * w * cos(w * t) * sin(w * t), 1e-8);
		library_check_state(&e, &c);
	}
	example_close(&e);
}

/* ---- Cardan shaft ---- */

static void cardan_place(const double *s, struct displacement *bodies, double *c)
{
	const double beta = 25 * acos(-1) / 180;
	const struct vector origin = {0, 0, 0}, first = {0.3, 0, 0}, middle = {cos(beta), 0, -sin(beta)};
	const struct vector second = vector_add(first, 0.8, middle);
	bodies[0] = displacement_turn(origin, along_x, s[0]);
	/* the cross's arm in the middle shaft is perpendicular to that in the input and to the shaft */
	const struct vector arm = vector_unit(vector_cross(displaced_direction(&bodies[0], along_z), middle));
	bodies[1] = displacement_aligned(middle, along_y, middle, arm, first, first);
	bodies[2] = bodies[1];
	/* the other arm of the second cross is perpendicular to that and to the output */
	const struct vector last = vector_unit(vector_cross(along_x, arm));
	bodies[3] = displacement_aligned(along_x, along_z, along_x, last, second, second);
	c[0] = s[0];
}

static double cardan_effort(int k, double t, double angle, double rate)
{
	(void)k;
	(void)t;
	(void)angle;
	/* the motor on the input; the load on the output, which turns as fast */
	return 12 - 0.6 * rate;
}

static void the_cardan_shaft_turns_evenly_with_equal_angles(void **state)
{
	static const char *const bodies[] = {"input", "tube", "stub", "output"};
	const struct library_case c = {"cardan_shaft", 1, 0, 1, 1e-9, 220, 1};
	const double start[2] = {0, 10}, beta = 25 * acos(-1) / 180;
	struct minimal m = {
		.n = 1, .n_bodies = 4, .n_c = 1, .bodies = bodies, .place = cardan_place, .effort = cardan_effort};
	struct example e;
	(void)state;
	library_open(&e, &c);
	for (int k = 1; k <= 20; k++) {
		example_advance(&e, 0.05 * k);
		const double input = example_get(&e, "joints.input_bearing.angle");
		const double speed = example_get(&e, "joints.input_bearing.speed");
		assert_close(example_get(&e, "joints.output_bearing.angle"), input, 1e-9);
		assert_close(example_get(&e, "joints.output_bearing.speed"), speed, 1e-7);
		/* tan(middle) = tan(input) / cos(beta); its rate is the speed of the middle shaft along its
		 * axis */
		const double ratio = cos(beta) / (1 - pow(sin(beta) * cos(input), 2));
		const double along = cos(beta) * example_get(&e, "sensors.middle.speed[1]") -
		                     sin(beta) * example_get(&e, "sensors.middle.speed[3]");
		assert_close(along, ratio * speed, 1e-7);
		assert_small(example_get(&e, "joints.spline.position"), 1e-10);
	}
	example_close(&e);
	library_check_motion(&c, &m, start, 0, 2000, 1e-7);
}

/* ---- toggle press ---- */

static const struct vector toggle_knee = {0.06, 0.3, 0}, toggle_frame = {0, 0.6, 0};

static void toggle_place(const double *s, struct displacement *bodies, double *c)
{
	const double length = hypot(0.06, 0.3);
	bodies[0] = displacement_turn(toggle_frame, along_z, s[0]);
	const struct vector knee = displaced(&bodies[0], toggle_knee);
	const struct vector pin = {0, knee.y - sqrt(length * length - knee.x * knee.x), 0};
	/* links of equal length stand as mirror images */
	bodies[1] = displacement_turn(toggle_knee, along_z, -s[0]);
	displacement_pin(&bodies[1], toggle_knee, knee);
	bodies[2] = displacement_slide(along_y, pin.y);
	c[0] = knee.x;
	c[1] = pin.y;
	c[2] = -2 * s[0];
}

/* knee force, friction of the sliding guide, oil in the knee; not yet in contact */
static double toggle_effort(int k, double t, double value, double rate)
{
	(void)t;
	(void)value;
	return k == 0 ? -200 : k == 1 ? 60 : -0.5 * rate;
}

static void the_toggle_press_closes_and_comes_to_rest(void **state)
{
	static const char *const bodies[] = {"upper", "lower", "ram"};
	/* up to contact, where presliding of the friction (0.01 mm, 0.6 mJ) is all that the oracle
	 * leaves out */
	const struct library_case closing = {"toggle_press", 1, 0, 0.015, 1e-8, 5, 1};
	const double start[2] = {0, 0};
	struct minimal m = {
		.n = 1, .n_bodies = 3, .n_c = 3, .bodies = bodies, .place = toggle_place, .effort = toggle_effort};
	struct example e;
	(void)state;
	library_check_motion(&closing, &m, start, 1, 400, 1e-5);
	library_open(&e, &closing);
	example_advance(&e, 0.015);
	assert_true(example_get(&e, "forces.workpiece.height") > 0);
	/* at rest: virtual work of the knee force, the weights, the contact; the guide holds the rest
	 * and that is less than 60 N */
	for (int k = 1; k <= (SLOW_BUILD ? 4 : 100); k++) {
		example_advance(&e, 0.015 + 0.01 * k);
		library_check_state(&e, &closing);
	}
	if (!SLOW_BUILD) {
		const double contact = example_get(&e, "forces.workpiece.normal_force");
		const double friction = example_get(&e, "forces.friction.effort");
		const double depth = -example_get(&e, "forces.workpiece.height");
		const double slope = tan(asin(0.06 / hypot(0.06, 0.3)) - example_get(&e, "joints.knee.angle") / 2);
		assert_close(contact, 2e8 * pow(depth, 1.5), 1e-3);
		/* ram down by dy: knee inwards by dy / (2 tan), centres of the links down by dy / 4 and 3
		 * dy / 4 */
		assert_close(contact + friction, 200 / (2 * slope) + 9.81 * (8 + 2), 1e-2);
		assert_true(fabs(friction) < 60);
		assert_small(example_get(&e, "joints.guide.speed"), 1e-9);
	}
	example_close(&e);
}

/* values of the reference of Negrut's thesis, from its tables 20 to 23; printed with 6 digits, and
 * so are the times */
static void the_stiff_double_pendulum_moves_as_the_thesis_says(void **state)
{
	static const struct {
		double t, angle, speed; /* 0: not known */
	} known[] = {{0.186183, 0, 9.497325}, {0.217757, 0, 9.381523}, {0.413557, 3.696527, 0}, {0.578444, 0, 5.959772},
	             {0.599954, 4.355522, 0}, {0.795548, 0, 2.201982}, {1.084304, 4.706074, 0}};
	const struct library_case falling = {"double_pendulum", 2, 0, 2, 1e-7, 1e4, 5};
	struct example e;
	(void)state;
	library_open(&e, &falling);
	for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
		example_advance(&e, known[k].t);
		library_check_state(&e, &falling);
		if (known[k].angle > 0) {
			assert_close(example_get(&e, "joints.pin.angle"), known[k].angle, 1e-5);
		} else {
			assert_close(fabs(example_get(&e, "joints.pin.speed")), known[k].speed, 5e-5);
		}
	}
	example_close(&e);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bricard_moves_as_its_closure_says),
		cmocka_unit_test(bricard_moves_at_loose_tolerances_too),
		cmocka_unit_test(bdf_takes_the_steps_of_its_order),
		cmocka_unit_test(bennett_keeps_the_relation_of_its_angles),
		cmocka_unit_test(the_four_bar_in_space_equals_the_planar_one),
		cmocka_unit_test(the_scotch_yoke_moves_harmonically),
		cmocka_unit_test(the_cardan_shaft_turns_evenly_with_equal_angles),
		cmocka_unit_test(the_toggle_press_closes_and_comes_to_rest),
		cmocka_unit_test(the_stiff_double_pendulum_moves_as_the_thesis_says),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
