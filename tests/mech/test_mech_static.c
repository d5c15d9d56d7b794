/* Static equilibria at the start: closed forms, an independent solution of a hanging chain, what is
 * held and what is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assert_close.h"
#include "running.h"

static const double g = 9.81;

static void expect_refusal(const char *text, const char *part)
{
	struct running r;
	running_open(&r, text);
	assert_int_equal(mech_initialize(r.m, &r.message), -1);
	running_expect_message(&r, part);
	running_close(&r);
}

/* ---- a chain of five links between two pins, as drawn in CHAIN */

#define CHAIN                                                   \
	"mechanism: chain\n"                                        \
	"gravity: [0, -9.81]\n"                                     \
	"bodies:\n"                                                 \
	"  a: {mass: 1, inertia: 0.1, center: [0.5, 0]}\n"          \
	"  b: {mass: 2, inertia: 0.1, center: [1.5, 0]}\n"          \
	"  c: {mass: 0.5, inertia: 0.1, center: [2.25, 0.5]}\n"     \
	"  d: {mass: 1, inertia: 0.1, center: [2.75, 0.5]}\n"       \
	"  e: {mass: 3, inertia: 0.1, center: [3.5, 0]}\n"          \
	"joints:\n"                                                 \
	"  j0: {type: revolute, bodies: [ground, a], at: [0, 0]}\n" \
	"  j1: {type: revolute, bodies: [a, b], at: [1, 0]}\n"      \
	"  j2: {type: revolute, bodies: [b, c], at: [2, 0]}\n"      \
	"  j3: {type: revolute, bodies: [c, d], at: [2.5, 1]}\n"    \
	"  j4: {type: revolute, bodies: [d, e], at: [3, 0]}\n"      \
	"  j5: {type: revolute, bodies: [e, ground], at: [4, 0]}\n"

enum { LINKS = 5 };

/* ends of the links for the tension (H, S) at the first pin: each link lies along the tension in
 * its middle */
static void hang(double H, double S, double *x, double *y)
{
	static const double masses[LINKS] = {1, 2, 0.5, 1, 3};
	const double lengths[LINKS] = {1, 1, sqrt(1.25), sqrt(1.25), 1};
	x[0] = y[0] = 0;
	for (int i = 0; i < LINKS; i++) {
		const double middle = S + masses[i] * g / 2, tension = hypot(H, middle);
		x[i + 1] = x[i] + lengths[i] * H / tension;
		y[i + 1] = y[i] + lengths[i] * middle / tension;
		S += masses[i] * g;
	}
}

/* S for which the chain ends at the height of its beginning, by bisection: a larger S lifts every
 * link */
static double level(double H, double *x, double *y)
{
	double low = -1e4, high = 1e4;
	for (int i = 0; i < 200; i++) {
		const double S = (low + high) / 2;
		hang(H, S, x, y);
		*(y[LINKS] > 0 ? &high : &low) = S;
	}
	return (low + high) / 2;
}

static void a_chain_hangs_as_its_tension_says(void **state)
{
	static const char *const bodies[LINKS] = {"a", "b", "c", "d", "e"};
	double low = 1e-3, high = 1e5, x[LINKS + 1], y[LINKS + 1];
	struct running r;
	(void)state;
	/* a larger H draws the chain longer */
	for (int i = 0; i < 200; i++) {
		const double H = (low + high) / 2;
		level(H, x, y);
		*(x[LINKS] > 4 ? &high : &low) = H;
	}
	running_start(&r, CHAIN "initial: static\n", 0, 0);
	for (int i = 0; i < LINKS; i++) {
		char name[40];
		(void)snprintf(name, sizeof name, "bodies.%s.x", bodies[i]);
		assert_close(running_get(&r, name), (x[i] + x[i + 1]) / 2, 1e-9);
		(void)snprintf(name, sizeof name, "bodies.%s.y", bodies[i]);
		assert_close(running_get(&r, name), (y[i] + y[i + 1]) / 2, 1e-9);
		(void)snprintf(name, sizeof name, "bodies.%s.ay", bodies[i]);
		assert_small(running_get(&r, name), 1e-7);
	}
	/* the pin of the last link feels that tension, too */
	assert_close(fabs(running_get(&r, "joints.j5.reaction_force[1]")), (low + high) / 2, 1e-7);
	running_advance(&r, 1);
	assert_close(running_get(&r, "bodies.c.y"), (y[2] + y[3]) / 2, 1e-8);
	running_close(&r);
}

/* ---- closed forms */

#define BEAM                                                                                                          \
	"mechanism: beam\n"                                                                                               \
	"gravity: [0, -9.81]\n"                                                                                           \
	"bodies: {beam: {mass: 10, inertia: 3, center: [0, 0]}}\n"                                                        \
	"forces:\n"                                                                                                       \
	"  left: {type: spring_damper, bodies: [ground, beam], from: [-1, 2], to: [-1, 0], stiffness: 300, damping: 5}\n" \
	"  right: {type: spring_damper, bodies: [ground, beam], from: [1, 2], to: [1, 0], stiffness: 300, damping: 5}\n"

static void a_beam_on_two_springs_sinks_by_its_weight(void **state)
{
	struct running r;
	(void)state;
	running_start(&r, BEAM "initial: static\n", 0, 0);
	assert_close(running_get(&r, "bodies.beam.y"), -10 * g / 600, 1e-11);
	assert_small(running_get(&r, "bodies.beam.x"), 1e-11);
	assert_small(running_get(&r, "bodies.beam.angle"), 1e-11);
	/* another mass, set before the start */
	running_set(&r, "bodies.beam.mass", 25);
	running_initialize(&r);
	assert_close(running_get(&r, "bodies.beam.y"), -25 * g / 600, 1e-11);
	running_close(&r);
}

#define PENDULUM(more)                                           \
	"mechanism: pendulum\n"                                      \
	"gravity: [0, -9.81]\n"                                      \
	"bodies: {bob: {mass: 2, inertia: 0.3, center: [0, 0.7]}}\n" \
	"joints: {pin: {type: revolute, bodies: [ground, bob], at: [0, 0]}}\n" more

static double pendulum_angle(const char *text)
{
	struct running r;
	running_start(&r, text, 0, 0);
	const double angle = running_get(&r, "joints.pin.angle");
	assert_small(running_get(&r, "joints.pin.acceleration"), 1e-8);
	running_close(&r);
	return angle;
}

static void an_unstable_equilibrium_is_left(void **state)
{
	(void)state;
	/* drawn upright */
	assert_close(fabs(pendulum_angle(PENDULUM("initial: static\n"))), acos(-1), 1e-10);
}

/* stiffness angle = m g l sin(angle), from the drawing, upright: two stable solutions, by
 * bisection */
static void a_spring_and_gravity_balance(void **state)
{
	double low = 0.5, high = 3;
	(void)state;
	for (int i = 0; i < 100; i++) {
		const double angle = (low + high) / 2;
		*(10 * angle > 2 * 0.7 * g * sin(angle) ? &high : &low) = angle;
	}
	assert_close(
		fabs(pendulum_angle(PENDULUM(
			"forces: {spring: {type: torsional_spring_damper, joint: pin, stiffness: 10}}\ninitial: static\n"))),
		low, 1e-10);
}

static void friction_holds_nothing(void **state)
{
	(void)state;
	assert_close(
		fabs(pendulum_angle(PENDULUM("forces: {rub: {type: joint_friction, joint: pin, coulomb: 30, stribeck: 0.1, "
	                                 "presliding: 0.01}}\ninitial: static\n"))),
		acos(-1), 1e-9);
}

/* an actuator rests where its state is the command: command = m g l sin(angle - pi) */
static void states_of_elements_come_to_rest(void **state)
{
	struct running r;
	(void)state;
	running_start(
		&r, PENDULUM("forces: {motor: {type: actuator, joint: pin, lag: 0.2, command: 4}}\ninitial: static\n"), 0, 0);
	assert_close(running_get(&r, "forces.motor.effort"), 4, 1e-12);
	assert_close(sin(running_get(&r, "joints.pin.angle")), -4 / (2 * 0.7 * g), 1e-10);
	assert_true(cos(running_get(&r, "joints.pin.angle")) < 0);
	running_close(&r);
}

/* ---- what is wanted is held */

#define DOUBLE_PENDULUM(space, third, axis, inertia)                                   \
	"mechanism: double_pendulum\n" space "bodies:\n"                                   \
	"  upper: {mass: 1, inertia: " inertia ", center: [0.5, 0" third "]}\n"            \
	"  lower: {mass: 1, inertia: " inertia ", center: [1.5, 0" third "]}\n"            \
	"joints:\n"                                                                        \
	"  pin: {type: revolute, bodies: [ground, upper], at: [0, 0" third "]" axis "}\n"  \
	"  elbow: {type: revolute, bodies: [upper, lower], at: [1, 0" third "]" axis "}\n" \
	"initial: {static: true, pin: {angle: 0.4, speed: 2}}\n"

static void wanted_values_are_held_and_the_rest_hangs(void **state)
{
	static const char *const texts[] = {
		DOUBLE_PENDULUM("gravity: [0, -9.81]\n", "", "", "0.1"),
		DOUBLE_PENDULUM("space: spatial\ngravity: [0, -9.81, 0]\n", ", 0", ", axis: [0, 0, 1]", "[0.1, 0.1, 0.1]")};
	(void)state;
	for (int i = 0; i < 2; i++) {
		struct running r;
		running_start(&r, texts[i], 0, 0);
		assert_close(running_get(&r, "joints.pin.angle"), 0.4, 1e-11);
		assert_close(running_get(&r, "joints.elbow.angle"), -acos(0) - 0.4, 1e-9);
		assert_close(running_get(&r, "joints.pin.speed"), 2, 1e-11);
		running_close(&r);
	}
}

/* a plate that hangs from a ball joint and two springs: at rest nothing accelerates, and it
 * stays */
static void a_plate_in_space_comes_to_rest(void **state)
{
	struct running r;
	(void)state;
	running_start(
		&r,
		"mechanism: plate\n"
		"space: spatial\n"
		"gravity: [0, 0, -9.81]\n"
		"bodies: {plate: {mass: 4, inertia: [0.5, 0.6, 0.9], center: [0.5, 0.4, 0]}}\n"
		"joints: {ball: {type: spherical, bodies: [ground, plate], at: [0, 0, 0]}}\n"
		"forces:\n"
		"  first: {type: spring_damper, bodies: [ground, plate], from: [1, 0, 1.5], to: [1, 0, 0], stiffness: 60, "
		"damping: 1}\n"
		"  second: {type: spring_damper, bodies: [ground, plate], from: [0, 1, 1], to: [0, 1, 0], stiffness: 40, "
		"damping: 1}\n"
		"initial: static\n",
		0, 0);
	static const char *const names[] = {"bodies.plate.ax",     "bodies.plate.ay",     "bodies.plate.az",
	                                    "bodies.plate.alphax", "bodies.plate.alphay", "bodies.plate.alphaz"};
	for (int i = 0; i < 6; i++) {
		assert_small(running_get(&r, names[i]), 1e-8);
	}
	const double z = running_get(&r, "bodies.plate.z");
	assert_true(z < -0.05);
	running_advance(&r, 2);
	assert_close(running_get(&r, "bodies.plate.z"), z, 1e-9);
	running_close(&r);
}

/* ---- none */

static void a_freedom_that_nothing_holds_is_named(void **state)
{
	(void)state;
	expect_refusal("mechanism: falling\n"
	               "gravity: [0, -9.81]\n"
	               "bodies:\n"
	               "  cart: {mass: 1, inertia: 0.1, center: [0.5, 0]}\n"
	               "  bob: {mass: 1, inertia: 0.1, center: [0.5, 1]}\n"
	               "joints:\n"
	               "  guide: {type: prismatic, bodies: [ground, cart], at: [0, 0], axis: [1, 1]}\n"
	               "  pin: {type: revolute, bodies: [cart, bob], at: [0.5, 0]}\n"
	               "initial: static\n",
	               "no static equilibrium found: nothing holds the position of joint 'guide'");
	expect_refusal("mechanism: falling\n"
	               "gravity: [0, -9.81]\n"
	               "bodies:\n"
	               "  stone: {mass: 1, inertia: 0.1, center: [0.5, 0]}\n"
	               "  bob: {mass: 1, inertia: 0.1, center: [0.5, 1]}\n"
	               "joints: {pin: {type: revolute, bodies: [ground, bob], at: [0.5, 0]}}\n"
	               "forces: {none: {type: body_torque, body: stone, torque: 0}}\n"
	               "initial: static\n",
	               "nothing holds body 'stone'");
	/* a motor stronger than gravity turns for ever */
	expect_refusal(PENDULUM("forces: {motor: {type: torque, joint: pin, torque: 40}}\ninitial: static\n"),
	               "nothing holds the angle of joint 'pin'");
}

/* where no force acts along it, a freedom stays as drawn */
static void a_freedom_without_force_stays(void **state)
{
	struct running r;
	(void)state;
	running_start(&r,
	              "mechanism: cart\n"
	              "gravity: [0, -9.81]\n"
	              "bodies: {cart: {mass: 1, inertia: 1, center: [0.3, 0]}}\n"
	              "joints: {guide: {type: prismatic, bodies: [ground, cart], at: [0, 0], axis: [1, 0]}}\n"
	              "initial: static\n",
	              0, 0);
	assert_close(running_get(&r, "bodies.cart.x"), 0.3, 1e-12);
	running_close(&r);
}

/* ---- many freedoms: the sparse matrix */

enum { MANY_LINKS = 50, LONG_TEXT = 32768 };

/* links of length 1, drawn along x, in pins; `more` follows */
static void draw_links(char text[LONG_TEXT], const char *more)
{
	int at = snprintf(text, LONG_TEXT, "mechanism: links\ngravity: [0, -9.81]\nbodies:\n");
	for (int i = 0; i < MANY_LINKS; i++) {
		at +=
			snprintf(text + at, (size_t)(LONG_TEXT - at), "  b%d: {mass: 1, inertia: 0.01, center: [%d.5, 0]}\n", i, i);
	}
	at += snprintf(text + at, (size_t)(LONG_TEXT - at), "joints:\n");
	for (int i = 0; i < MANY_LINKS; i++) {
		char other[16] = "ground";
		if (i > 0) {
			(void)snprintf(other, sizeof other, "b%d", i - 1);
		}
		at += snprintf(text + at, (size_t)(LONG_TEXT - at), "  j%d: {type: revolute, bodies: [%s, b%d], at: [%d, 0]}\n",
		               i, other, i, i);
	}
	assert_true(at + (int)strlen(more) < LONG_TEXT);
	(void)snprintf(text + at, (size_t)(LONG_TEXT - at), "%s", more);
}

static void a_long_chain_hangs_straight(void **state)
{
	char text[LONG_TEXT];
	struct running r;
	(void)state;
	draw_links(text, "initial: static\n");
	running_start(&r, text, 0, 0);
	for (int i = 0; i < MANY_LINKS; i++) {
		char name[40];
		(void)snprintf(name, sizeof name, "bodies.b%d.y", i);
		assert_close(running_get(&r, name), -i - 0.5, 1e-9);
	}
	running_close(&r);
}

/* the first link is held at an angle; those below hang */
static void a_long_chain_is_held_at_an_angle(void **state)
{
	char text[LONG_TEXT];
	struct running r;
	(void)state;
	draw_links(text, "initial: {static: true, j0: {angle: -0.5}}\n");
	running_start(&r, text, 0, 0);
	assert_close(running_get(&r, "bodies.b0.y"), -0.5 * sin(0.5), 1e-9);
	for (int i = 1; i < MANY_LINKS; i++) {
		char name[40];
		(void)snprintf(name, sizeof name, "bodies.b%d.y", i);
		assert_close(running_get(&r, name), -sin(0.5) - i + 0.5, 1e-9);
	}
	running_close(&r);
}

/* bodies on vertical guides, with gravity or without */
static void draw_bodies(char text[LONG_TEXT], double gravity)
{
	int at = snprintf(text, LONG_TEXT, "mechanism: heap\ngravity: [0, %g]\ninitial: static\nbodies:\n", gravity);
	for (int i = 0; i < MANY_LINKS; i++) {
		at +=
			snprintf(text + at, (size_t)(LONG_TEXT - at), "  b%d: {mass: 1, inertia: 0.01, center: [%d.5, 0]}\n", i, i);
	}
	at += snprintf(text + at, (size_t)(LONG_TEXT - at), "joints:\n");
	for (int i = 0; i < MANY_LINKS; i++) {
		at += snprintf(text + at, (size_t)(LONG_TEXT - at),
		               "  g%d: {type: prismatic, bodies: [ground, b%d], at: [%d.5, 0], axis: [0, 1]}\n", i, i, i);
	}
}

static void many_bodies_that_nothing_holds_are_named(void **state)
{
	char text[LONG_TEXT];
	(void)state;
	draw_bodies(text, -9.81);
	expect_refusal(text, "no static equilibrium found: nothing holds body 'b");
}

static void many_bodies_without_force_stay(void **state)
{
	char text[LONG_TEXT];
	struct running r;
	(void)state;
	draw_bodies(text, 0.0);
	running_start(&r, text, 0, 0);
	assert_close(running_get(&r, "bodies.b7.y"), 0, 1e-12);
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_chain_hangs_as_its_tension_says),
		cmocka_unit_test(a_beam_on_two_springs_sinks_by_its_weight),
		cmocka_unit_test(an_unstable_equilibrium_is_left),
		cmocka_unit_test(a_spring_and_gravity_balance),
		cmocka_unit_test(friction_holds_nothing),
		cmocka_unit_test(states_of_elements_come_to_rest),
		cmocka_unit_test(wanted_values_are_held_and_the_rest_hangs),
		cmocka_unit_test(a_plate_in_space_comes_to_rest),
		cmocka_unit_test(a_freedom_that_nothing_holds_is_named),
		cmocka_unit_test(a_freedom_without_force_stays),
		cmocka_unit_test(a_long_chain_hangs_straight),
		cmocka_unit_test(a_long_chain_is_held_at_an_angle),
		cmocka_unit_test(many_bodies_that_nothing_holds_are_named),
		cmocka_unit_test(many_bodies_without_force_stay),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
