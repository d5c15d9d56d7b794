/* Linear models against closed forms, against each other, and against differences of runs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assert_close.h"
#include "failing_memory.h"
#include "host_linearize.h"
#include "mech/running.h"

static const double g = 9.81;

/* the model of a file at time t */
static struct host_linear linear_at(const char *text, double t)
{
	struct running r;
	struct host_linear linear;
	running_start(&r, text, 0, 1e-10);
	if (t > 0) {
		running_advance(&r, t);
	}
	if (host_linearize(r.m, &linear, &r.message) != 0) {
		fail_msg("%s", r.message.text);
	}
	running_close(&r);
	return linear;
}

static void expect_names(const struct host_linear *l, int n, const char *const *names)
{
	assert_int_equal(l->n_states + l->n_inputs + l->n_outputs, n);
	for (int i = 0; i < n; i++) {
		assert_string_equal(l->names[i], names[i]);
	}
}

static void expect_matrix(int n, const double *actual, const double *expected, double tolerance)
{
	for (int i = 0; i < n; i++) {
		assert_close(actual[i], expected[i], tolerance);
	}
}

/* undamped oscillations i w, in increasing order, after `zeros` zero eigenvalues */
static void expect_oscillations(const struct host_linear *l, int zeros, int n, const double *w, double tolerance)
{
	assert_int_equal(l->n_states, zeros + 2 * n);
	for (int i = 0; i < zeros; i++) {
		assert_small(hypot(l->real[i], l->imaginary[i]), tolerance);
	}
	for (int i = 0; i < n; i++) {
		assert_small(l->real[zeros + 2 * i], tolerance * w[i]);
		assert_close(l->imaginary[zeros + 2 * i], w[i], tolerance * w[i]);
		assert_close(l->imaginary[zeros + 2 * i + 1], -w[i], tolerance * w[i]);
	}
}

#define PENDULUM_BODY "bodies: {bob: {mass: 2, inertia: 0.3, center: [0, -0.7]}}\n"
static const double pendulum_inertia = 0.3 + 2 * 0.7 * 0.7, pendulum_moment = 2 * 0.7;

static void a_pendulum_has_its_frequency(void **state)
{
	static const char *const names[] = {"joints.pin.angle", "joints.pin.speed", "torque", "bodies.bob.x",
	                                    "joints.pin.acceleration"};
	const double w2 = pendulum_moment * g / pendulum_inertia, w = sqrt(w2), b = 1 / pendulum_inertia;
	const double A[] = {0, 1, -w2, 0}, B[] = {0, b}, C[] = {0.7, 0, -w2, 0}, D[] = {0, b};
	struct host_linear l = linear_at("mechanism: pendulum\n"
	                                 "gravity: [0, -9.81]\n" PENDULUM_BODY
	                                 "joints: {pin: {type: revolute, bodies: [ground, bob], at: [0, 0]}}\n"
	                                 "forces: {motor: {type: torque, joint: pin, input: torque}}\n"
	                                 "outputs: [bodies.bob.x, joints.pin.acceleration]\n",
	                                 0);
	(void)state;
	expect_names(&l, 5, names);
	expect_oscillations(&l, 0, 1, &w, 1e-11);
	expect_matrix(4, l.A, A, 1e-10);
	expect_matrix(2, l.B, B, 1e-10);
	expect_matrix(4, l.C, C, 1e-10);
	expect_matrix(2, l.D, D, 1e-10);
	host_linear_free(&l);
}

/* point masses: M = [(m1 + m2) l1^2, m2 l1 l2; ., m2 l2^2], K = diag((m1 + m2) g l1, m2 g l2) in
 * absolute angles */
static void a_double_pendulum_has_its_frequencies(void **state)
{
	const double m1 = 1.5, m2 = 0.8, l1 = 0.9, l2 = 0.4;
	const double M11 = (m1 + m2) * l1 * l1, M12 = m2 * l1 * l2, M22 = m2 * l2 * l2;
	const double K1 = (m1 + m2) * g * l1, K2 = m2 * g * l2;
	const double a = M11 * M22 - M12 * M12, b = -(K1 * M22 + K2 * M11), c = K1 * K2, root = sqrt(b * b - 4 * a * c);
	const double w[2] = {sqrt((-b - root) / (2 * a)), sqrt((-b + root) / (2 * a))};
	struct host_linear l = linear_at("mechanism: double_pendulum\n"
	                                 "gravity: [0, -9.81]\n"
	                                 "bodies:\n"
	                                 "  upper: {mass: 1.5, inertia: 0, center: [0, -0.9]}\n"
	                                 "  lower: {mass: 0.8, inertia: 0, center: [0, -1.3]}\n"
	                                 "joints:\n"
	                                 "  pin: {type: revolute, bodies: [ground, upper], at: [0, 0]}\n"
	                                 "  elbow: {type: revolute, bodies: [upper, lower], at: [0, -0.9]}\n",
	                                 0);
	(void)state;
	assert_string_equal(l.names[1], "joints.elbow.angle");
	expect_oscillations(&l, 0, 2, w, 1e-10);
	host_linear_free(&l);
}

static void a_mass_with_spring_and_damper_is_exact(void **state)
{
	static const char *const names[] = {"joints.guide.position", "joints.guide.speed", "push", "joints.guide.position",
	                                    "joints.guide.acceleration"};
	const double A[] = {0, 1, -50 / 2.5, -3 / 2.5}, B[] = {0, 1 / 2.5}, C[] = {1, 0, -50 / 2.5, -3 / 2.5},
				 D[] = {0, 1 / 2.5};
	struct host_linear l =
		linear_at("mechanism: oscillator\n"
	              "bodies: {cart: {mass: 2.5, inertia: 1, center: [1, 0]}}\n"
	              "joints: {guide: {type: prismatic, bodies: [ground, cart], at: [0, 0], axis: [1, 0]}}\n"
	              "forces:\n"
	              "  spring: {type: spring_damper, bodies: [ground, cart], from: [0, 0], to: [1, 0], stiffness: 50, "
	              "damping: 3}\n"
	              "  motor: {type: joint_force, joint: guide, input: push}\n"
	              "outputs: [joints.guide.position, joints.guide.acceleration]\n",
	              0);
	(void)state;
	expect_names(&l, 5, names);
	expect_matrix(4, l.A, A, 1e-11);
	expect_matrix(2, l.B, B, 1e-11);
	expect_matrix(4, l.C, C, 1e-11);
	expect_matrix(2, l.D, D, 1e-11);
	assert_close(l.real[0], -0.6, 1e-11);
	assert_close(l.imaginary[0], sqrt(20 - 0.36), 1e-11);
	host_linear_free(&l);
}

/* Two arms hinged on a spindle that spins freely, I and J_a their inertias about hinge and own
 * axis, D = I - J_a. At cos = m g l / (D W^2) they stand out steadily; disturbed against each other
 * they oscillate with W^2 sin^2 D / I, together (angular momentum is kept) with W^2 sin^2 (1 + 8 D
 * cos^2 / J) D / I, J the inertia about the spindle. The spin is free: two zeros. */
static void a_governor_in_steady_rotation_has_its_frequencies(void **state)
{
	const double spin = 5, length = 0.5, m = 1, Jt = 0.02, Ja = 0.005, J0 = 0.1;
	const double I = m * length * length + Jt, D = I - Ja, cosine = m * g * length / (D * spin * spin);
	const double angle = acos(cosine), sine = sin(angle), J = J0 + 2 * (I * sine * sine + Ja * cosine * cosine);
	const double w[2] = {spin * sine * sqrt(D / I), spin * sine * sqrt(D / I * (1 + 8 * D * cosine * cosine / J))};
	char text[2000];
	(void)state;
	snprintf(text, sizeof text,
	         "mechanism: governor\n"
	         "space: spatial\n"
	         "gravity: [0, 0, -9.81]\n"
	         "bodies:\n"
	         "  spindle: {mass: 1, inertia: [0.1, 0.1, 0.1], center: [0, 0, 0]}\n"
	         "  left: {mass: 1, inertia: [0.02, 0.02, 0.005], center: [0, 0, -0.5]}\n"
	         "  right: {mass: 1, inertia: [0.02, 0.02, 0.005], center: [0, 0, -0.5]}\n"
	         "joints:\n"
	         "  bearing: {type: revolute, bodies: [ground, spindle], at: [0, 0, 0], axis: [0, 0, 1]}\n"
	         "  left_hinge: {type: revolute, bodies: [spindle, left], at: [0, 0, 0], axis: [0, 1, 0]}\n"
	         "  right_hinge: {type: revolute, bodies: [spindle, right], at: [0, 0, 0], axis: [0, -1, 0]}\n"
	         "initial:\n"
	         "  bearing: {speed: 5}\n"
	         "  left_hinge: {angle: %.17g, speed: 0}\n"
	         "  right_hinge: {angle: %.17g, speed: 0}\nsolver: {method: radau}\n",
	         angle, angle);
	struct host_linear l = linear_at(text, 0);
	assert_string_equal(l.names[0], "joints.bearing.angle");
	expect_oscillations(&l, 2, 2, w, 1e-8);
	for (int i = 3; i < 6; i++) {
		assert_small(l.rate[i], 1e-9);
	}
	host_linear_free(&l);
	/* a third of a turn later the model is the same: it does not depend on the spin angle */
	l = linear_at(text, 0.4);
	expect_oscillations(&l, 2, 2, w, 1e-6);
	host_linear_free(&l);
}

/* J angle'' = -m l (g sin(angle) + x'' cos(angle)), x = 0.3 sin(4 t): in full swing, at any time */
static void a_pendulum_at_a_moving_point_is_linearized_in_motion(void **state)
{
	struct host_linear l = linear_at("mechanism: shaken\n"
	                                 "gravity: [0, -9.81]\n"
	                                 "bodies:\n"
	                                 "  cart: {mass: 1, inertia: 1, center: [0, 0]}\n"
	                                 "  bob: {mass: 2, inertia: 0.3, center: [0, -0.7]}\n"
	                                 "joints:\n"
	                                 "  guide: {type: prismatic, bodies: [ground, cart], at: [0, 0], axis: [1, 0]}\n"
	                                 "  pin: {type: revolute, bodies: [cart, bob], at: [0, 0]}\n"
	                                 "drivers: {shaker: {type: harmonic, joint: guide, amplitude: 0.3, frequency: 4}}\n"
	                                 "initial: {pin: {angle: 1, speed: 2}}\nsolver: {method: radau}\n",
	                                 0.7);
	const double acceleration = -0.3 * 16 * sin(4 * 0.7), angle = l.x[0];
	const double A[] = {0, 1, -pendulum_moment / pendulum_inertia * (g * cos(angle) - acceleration * sin(angle)), 0};
	(void)state;
	assert_int_equal(l.n_states, 2);
	expect_matrix(4, l.A, A, 1e-9);
	assert_close(l.rate[1], -pendulum_moment / pendulum_inertia * (g * sin(angle) + acceleration * cos(angle)), 1e-9);
	host_linear_free(&l);
}

/* ---- differences of runs */

#define SWINGING                                                       \
	"mechanism: swinging\n"                                            \
	"gravity: [0, -9.81]\n"                                            \
	"bodies:\n"                                                        \
	"  upper: {mass: 1.5, inertia: 0.1, center: [0, -0.5]}\n"          \
	"  lower: {mass: 0.8, inertia: 0.05, center: [0, -1.2]}\n"         \
	"joints:\n"                                                        \
	"  pin: {type: revolute, bodies: [ground, upper], at: [0, 0]}\n"   \
	"  elbow: {type: revolute, bodies: [upper, lower], at: [0, -1]}\n" \
	"initial: {pin: {angle: 1.1, speed: 3}, elbow: {angle: 0.6, speed: -5}}\n"

/* the four states a time t after a start that is off by `change` in one of them */
static void run_off(int which, double change, double t, double *x)
{
	static const char *const start[] = {"initial.pin.angle", "initial.elbow.angle", "initial.pin.speed",
	                                    "initial.elbow.speed"};
	static const char *const end[] = {"joints.pin.angle", "joints.elbow.angle", "joints.pin.speed",
	                                  "joints.elbow.speed"};
	struct running r;
	running_open(&r, SWINGING "solver: {method: radau, tolerance: 1e-12}\n");
	running_set(&r, start[which], running_get(&r, start[which]) + change);
	running_initialize(&r);
	running_advance(&r, t);
	for (int i = 0; i < 4; i++) {
		x[i] = running_get(&r, end[i]);
	}
	running_close(&r);
}

/* column of the transition matrix after t */
static void transition(int which, double t, double *column)
{
	double above[4], below[4];
	run_off(which, 1e-3, t, above);
	run_off(which, -1e-3, t, below);
	for (int i = 0; i < 4; i++) {
		column[i] = (above[i] - below[i]) / 2e-3;
	}
}

/* A = d(transition)/dt at 0, by differences forward of third order */
static void a_double_pendulum_in_full_swing_agrees_with_differences_of_runs(void **state)
{
	const double h = 2e-3;
	struct host_linear l = linear_at(SWINGING, 0);
	(void)state;
	for (int j = 0; j < 4; j++) {
		double p1[4], p2[4], p3[4];
		transition(j, h, p1);
		transition(j, 2 * h, p2);
		transition(j, 3 * h, p3);
		for (int i = 0; i < 4; i++) {
			const double derivative = (-11.0 * (i == j) + 18 * p1[i] - 9 * p2[i] + 2 * p3[i]) / (6 * h);
			assert_close(l.A[4 * i + j], derivative, 2e-3 + 1e-4 * fabs(derivative));
		}
	}
	host_linear_free(&l);
}

/* ---- redundant and velocity constraints, inputs, states of elements */

#define FOUR_BAR(axis, third, inertia)                                                                   \
	"bodies:\n"                                                                                          \
	"  crank: {mass: 1, inertia: " inertia ", center: [0, 0.25" third "]}\n"                             \
	"  coupler: {mass: 2, inertia: " inertia ", center: [0.6, 0.6" third "]}\n"                          \
	"  rocker: {mass: 1.5, inertia: " inertia ", center: [1.1, 0.35" third "]}\n"                        \
	"joints:\n"                                                                                          \
	"  crank_pin: {type: revolute, bodies: [ground, crank], at: [0, 0" third "]" axis "}\n"              \
	"  first: {type: revolute, bodies: [crank, coupler], at: [0, 0.5" third "]" axis "}\n"               \
	"  second: {type: revolute, bodies: [coupler, rocker], at: [1.2, 0.7" third "]" axis "}\n"           \
	"  rocker_pin: {type: revolute, bodies: [ground, rocker], at: [1, 0" third "]" axis "}\n"            \
	"forces: {spring: {type: torsional_spring_damper, joint: crank_pin, stiffness: 40, damping: 0.2}}\n" \
	"initial: {crank_pin: {angle: 0.1, speed: 2}}\n"                                                     \
	"outputs: [joints.rocker_pin.angle, joints.crank_pin.acceleration]\nsolver: {method: radau}\n"

static void redundant_rows_do_no_harm(void **state)
{
	struct host_linear plane = linear_at("mechanism: four_bar\ngravity: [0, -9.81]\n" FOUR_BAR("", "", "0.1"), 0.05);
	struct host_linear space = linear_at("mechanism: four_bar\nspace: spatial\ngravity: [0, -9.81, 0]\n" FOUR_BAR(
											 ", axis: [0, 0, 1]", ", 0", "[0.1, 0.1, 0.1]"),
	                                     0.05);
	(void)state;
	assert_int_equal(plane.n_states, 2);
	assert_int_equal(space.n_states, 2);
	assert_string_equal(space.names[0], "joints.crank_pin.angle");
	expect_matrix(4, space.A, plane.A, 1e-6);
	expect_matrix(4, space.C, plane.C, 1e-6);
	assert_close(space.real[0], plane.real[0], 1e-7);
	host_linear_free(&plane);
	host_linear_free(&space);
}

/* An upright disc that rolls straight on: I w^2 (I + m r^2) = J (J + m r^2) W^2 - m g r I for lean
 * and steering, I and J its inertias about a diameter and the axis. Place, heading and speed are
 * free. */
static void a_rolling_disc_has_more_coordinates_than_rates(void **state)
{
	const double m = 2, r = 0.5, I = m * r * r / 4, J = m * r * r / 2, spin = 8;
	const double w = sqrt((J * (J + m * r * r) * spin * spin - m * g * r * I) / (I * (I + m * r * r)));
	struct host_linear l =
		linear_at("mechanism: disc\n"
	              "space: spatial\n"
	              "gravity: [0, 0, -9.81]\n"
	              "bodies:\n"
	              "  heading: {mass: 0, inertia: [0, 0, 0], center: [0, 0, 0]}\n"
	              "  fork: {mass: 0, inertia: [0, 0, 0], center: [0, 0, 0.5]}\n"
	              "  disc: {mass: 2, inertia: [0.125, 0.25, 0.125], center: [0, 0, 0.5]}\n"
	              "joints:\n"
	              "  place: {type: planar, bodies: [ground, heading], at: [0, 0, 0], axis: [0, 0, 1]}\n"
	              "  lean: {type: revolute, bodies: [heading, fork], at: [0, 0, 0], axis: [1, 0, 0]}\n"
	              "  axle: {type: revolute, bodies: [fork, disc], at: [0, 0, 0.5], axis: [0, 1, 0]}\n"
	              "  road: {type: rolling, bodies: [disc, ground], at: [0, 0, 0.5], axis: [0, 1, 0], radius: 0.5, "
	              "plane: [0, 0, 0], normal: [0, 0, 1]}\n"
	              "initial: {axle: {speed: 8}}\n",
	              0);
	(void)state;
	assert_int_equal(l.n_states, 5 + 3);
	expect_oscillations(&l, 6, 1, &w, 1e-8);
	host_linear_free(&l);
}

/* J angle'' = -m l (g angle + x''): a driver's input acts by its second derivative */
static void an_input_that_drives_a_joint_comes_with_its_derivatives(void **state)
{
	static const char *const names[] = {"joints.pin.angle", "joints.pin.speed", "place",         "der(place)",
	                                    "der(place,2)",     "bodies.cart.x",    "bodies.cart.vx"};
	const double b = pendulum_moment / pendulum_inertia;
	const double B[] = {0, 0, 0, 0, 0, -b}, D[] = {1, 0, 0, 0, 1, 0};
	struct host_linear l = linear_at("mechanism: driven\n"
	                                 "gravity: [0, -9.81]\n"
	                                 "bodies:\n"
	                                 "  cart: {mass: 1, inertia: 1, center: [0, 0]}\n"
	                                 "  bob: {mass: 2, inertia: 0.3, center: [0, -0.7]}\n"
	                                 "joints:\n"
	                                 "  guide: {type: prismatic, bodies: [ground, cart], at: [0, 0], axis: [1, 0]}\n"
	                                 "  pin: {type: revolute, bodies: [cart, bob], at: [0, 0]}\n"
	                                 "drivers: {hand: {type: input, joint: guide, input: place}}\n"
	                                 "outputs: [bodies.cart.x, bodies.cart.vx]\n",
	                                 0);
	(void)state;
	expect_names(&l, 7, names);
	expect_matrix(6, l.B, B, 1e-10);
	expect_matrix(6, l.D, D, 1e-10);
	assert_close(l.A[2], -b * g, 1e-10);
	host_linear_free(&l);
}

static void states_of_elements_are_states_of_the_model(void **state)
{
	const double A[] = {0, 1, 0, 0, 0, 1 / 2.0, 0, 0, -1 / 0.25}, B[] = {0, 0, 1 / 0.25};
	struct host_linear l = linear_at("mechanism: lagging\n"
	                                 "bodies: {wheel: {mass: 1, inertia: 2, center: [0, 0]}}\n"
	                                 "joints: {axle: {type: revolute, bodies: [ground, wheel], at: [0, 0]}}\n"
	                                 "forces: {motor: {type: actuator, joint: axle, lag: 0.25, input: command}}\n",
	                                 0);
	(void)state;
	assert_string_equal(l.names[2], "forces.motor.state");
	expect_matrix(9, l.A, A, 1e-11);
	expect_matrix(3, l.B, B, 1e-11);
	host_linear_free(&l);
}

/* bodies without joints: positions by name, turns in space as directions */
static void a_free_body_is_its_own_coordinates(void **state)
{
	struct host_linear l = linear_at("mechanism: floating\n"
	                                 "space: spatial\n"
	                                 "bodies: {box: {mass: 2, inertia: [1, 2, 3], center: [0, 0, 0]}}\n"
	                                 "forces: {bed: {type: bushing, bodies: [ground, box], at: [0, 0, 0], "
	                                 "stiffness: [8, 18, 32, 1, 8, 27]}}\n",
	                                 0);
	(void)state;
	const double w[] = {1, 2, 2, 3, 3, 4};
	assert_string_equal(l.names[0], "bodies.box.x");
	assert_string_equal(l.names[3], "y1");
	assert_string_equal(l.names[9], "der(y1)");
	expect_oscillations(&l, 0, 6, w, 1e-6);
	host_linear_free(&l);
}

static void a_singular_position_is_refused(void **state)
{
	struct running r;
	struct host_linear l;
	(void)state;
	/* a slider-crank of equal lengths, drawn folded: it may turn or slide */
	running_start(&r,
	              "mechanism: folded\n"
	              "bodies:\n"
	              "  crank: {mass: 1, inertia: 1, center: [0, 0.5]}\n"
	              "  rod: {mass: 1, inertia: 1, center: [0, 0.5]}\n"
	              "joints:\n"
	              "  pin: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
	              "  elbow: {type: revolute, bodies: [crank, rod], at: [0, 1]}\n"
	              "  guide: {type: point_on_line, bodies: [rod, ground], at: [0, 0], axis: [1, 0]}\n",
	              0, 0);
	assert_int_equal(host_linearize(r.m, &l, &r.message), -1);
	running_expect_message(&r, "singular");
	running_close(&r);
}

static void every_allocation_may_fail(void **state)
{
	struct running r;
	struct host_linear l;
	long n = 0;
	int status = -1;
	(void)state;
	running_start(&r, SWINGING, 0, 0);
	for (; status != 0 && n < 1000; n++) {
		memory_fail(n);
		status = host_linearize(r.m, &l, &r.message);
		memory_fail(MEMORY_NEVER);
		if (status != 0) {
			assert_string_equal(r.message.text, "out of memory");
		}
	}
	assert_true(n > 10);
	host_linear_free(&l);
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pendulum_has_its_frequency),
		cmocka_unit_test(a_double_pendulum_has_its_frequencies),
		cmocka_unit_test(a_mass_with_spring_and_damper_is_exact),
		cmocka_unit_test(a_governor_in_steady_rotation_has_its_frequencies),
		cmocka_unit_test(a_pendulum_at_a_moving_point_is_linearized_in_motion),
		cmocka_unit_test(a_double_pendulum_in_full_swing_agrees_with_differences_of_runs),
		cmocka_unit_test(redundant_rows_do_no_harm),
		cmocka_unit_test(a_rolling_disc_has_more_coordinates_than_rates),
		cmocka_unit_test(an_input_that_drives_a_joint_comes_with_its_derivatives),
		cmocka_unit_test(states_of_elements_are_states_of_the_model),
		cmocka_unit_test(a_free_body_is_its_own_coordinates),
		cmocka_unit_test(a_singular_position_is_refused),
		cmocka_unit_test(every_allocation_may_fail),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
