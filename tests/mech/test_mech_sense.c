/* Sensors of mechanisms in motion: conserved quantities, closed forms, and what their rates must
 * be. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "assert_close.h"
#include "running.h"

/* component `k` (from 1; 0: none) of a sensor's output */
static double sensed(struct running *r, const char *name, int k)
{
	char full[128];
	(void)snprintf(full, sizeof full, k > 0 ? "sensors.%s[%d]" : "sensors.%s", name, k);
	return running_get(r, full);
}

static double rate_of(struct running *r, const char *name)
{
	const unsigned y = (unsigned)running_variable(r, name);
	double value;
	if (mech_output_derivatives(r->m, 1, &y, &(int){1}, &value, &r->message) != 0) {
		fail_msg("%s", r->message.text);
	}
	return value;
}

/* ---- momentum and energy ---- */

/* a body that turns freely about no principal axis */
static void a_free_body_keeps_momentum_and_energy(void **state)
{
	(void)state;
	struct running r;
	running_start(&r,
	              "mechanism: free\nspace: spatial\n"
	              "bodies: {a: {mass: 2, inertia: [0.4, 0.5, 0.6, 0.05, -0.02, 0.03], center: [0.1, 0.2, 0.3]}}\n"
	              "sensors:\n"
	              "  all: {type: momentum, about: [1, 0, 2]}\n"
	              "  energy: {type: energy}\n"
	              "initial: {a: {vx: 1, vy: -2, vz: 0.5, wx: 3, wy: -1, wz: 2}}\n"
	              "solver: {method: radau}\n",
	              0, 1e-10);
	/* axes are the global ones at the start: J w by hand */
	const double spin[3] = {0.4 * 3 - 0.05 * 1 - 0.02 * 2, 0.05 * 3 - 0.5 * 1 + 0.03 * 2,
	                        -0.02 * 3 - 0.03 * 1 + 0.6 * 2};
	const double p[3] = {2, -4, 1}, arm[3] = {0.1 - 1, 0.2, 0.3 - 2};
	const double L[3] = {spin[0] + arm[1] * p[2] - arm[2] * p[1], spin[1] + arm[2] * p[0] - arm[0] * p[2],
	                     spin[2] + arm[0] * p[1] - arm[1] * p[0]};
	const double kinetic = 0.5 * (2 * 5.25 + spin[0] * 3 - spin[1] + spin[2] * 2);
	for (int k = 0; k < 4; k++) {
		for (int i = 0; i < 3; i++) {
			assert_close(sensed(&r, "all.momentum", 1 + i), p[i], 1e-9);
			assert_close(sensed(&r, "all.spin", 1 + i), spin[i], 1e-8);
			assert_close(sensed(&r, "all.angular_momentum", 1 + i), L[i], 1e-8);
			const double centers[3] = {0.1, 0.2, 0.3};
			assert_close(sensed(&r, "all.center", 1 + i), centers[i] + p[i] / 2 * mech_time(r.m), 1e-9);
		}
		assert_close(sensed(&r, "energy.kinetic", 0), kinetic, 1e-8);
		assert_small(sensed(&r, "energy.potential", 0), 0);
		running_advance(&r, 0.7 * (k + 1));
	}
	running_close(&r);
}

/* two bodies tied by a hinge and a spring to a third, falling: forces between them do not show in
 * the sums */
static const char falling[] = "mechanism: falling\n"
							  "gravity: [0.5, -9.81]\n"
							  "bodies:\n"
							  "  a: {mass: 2, inertia: 0.4, center: [0.1, 0.2]}\n"
							  "  b: {mass: 3, inertia: 0.7, center: [1, -0.4]}\n"
							  "  c: {mass: 1, inertia: 0.2, center: [2, 0.3]}\n"
							  "joints: {hinge: {type: revolute, bodies: [a, b], at: [0.5, 0.4]}}\n"
							  "forces:\n"
							  "  spring: {type: spring_damper, bodies: [b, c], from: [1.3, 0], to: [2.1, 0.2],\n"
							  "    stiffness: 40, damping: 2, length: 0.5}\n"
							  "sensors:\n"
							  "  all: {type: momentum}\n"
							  "  pair: {type: momentum, bodies: [a, b], about: [1, 2]}\n"
							  "  rest: {type: momentum, bodies: [c], about: [1, 2]}\n"
							  "  some: {type: energy, bodies: [c, a]}\n"
							  "  other: {type: energy, bodies: [b]}\n"
							  "initial: {a: {vx: 1, speed: 2}, c: {vy: 3, speed: -1}}\n"
							  "solver: {method: radau}\n";

static void inner_forces_do_not_change_the_sums(void **state)
{
	(void)state;
	struct running r;
	running_start(&r, falling, 0, 1e-9);
	const double px = sensed(&r, "all.momentum", 1), py = sensed(&r, "all.momentum", 2);
	const double spin = sensed(&r, "all.spin", 0);
	const double x = sensed(&r, "all.center", 1), y = sensed(&r, "all.center", 2);
	for (int k = 1; k <= 5; k++) {
		const double t = 0.2 * k;
		running_advance(&r, t);
		assert_close(sensed(&r, "all.momentum", 1), px + 6 * 0.5 * t, 1e-7);
		assert_close(sensed(&r, "all.momentum", 2), py - 6 * 9.81 * t, 1e-7);
		assert_close(sensed(&r, "all.spin", 0), spin, 1e-7);
		assert_close(sensed(&r, "all.center", 1), x + px / 6 * t + 0.25 * t * t, 1e-7);
		assert_close(sensed(&r, "all.center", 2), y + py / 6 * t - 9.81 / 2 * t * t, 1e-7);
	}
	running_close(&r);
}

/* r x p of each body and its spin, added by hand */
static void momentum_of_a_list_is_the_sum_of_its_bodies(void **state)
{
	(void)state;
	static const char *const bodies[3] = {"a", "b", "c"};
	static const double masses[3] = {2, 3, 1}, inertias[3] = {0.4, 0.7, 0.2};
	struct running r;
	double p[3][2], L[3], kinetic[3], potential[3];
	running_start(&r, falling, 0, 1e-7);
	running_advance(&r, 0.3);
	for (int i = 0; i < 3; i++) {
		double q[6];
		static const char *const keys[6] = {"x", "y", "angle", "vx", "vy", "speed"};
		for (int k = 0; k < 6; k++) {
			char name[64];
			(void)snprintf(name, sizeof name, "bodies.%s.%s", bodies[i], keys[k]);
			q[k] = running_get(&r, name);
		}
		p[i][0] = masses[i] * q[3];
		p[i][1] = masses[i] * q[4];
		L[i] = inertias[i] * q[5] + (q[0] - 1) * p[i][1] - (q[1] - 2) * p[i][0];
		kinetic[i] = (p[i][0] * q[3] + p[i][1] * q[4] + inertias[i] * q[5] * q[5]) / 2;
		potential[i] = masses[i] * (9.81 * q[1] - 0.5 * q[0]);
	}
	assert_close(sensed(&r, "pair.momentum", 1), p[0][0] + p[1][0], 1e-12);
	assert_close(sensed(&r, "pair.momentum", 2), p[0][1] + p[1][1], 1e-12);
	assert_close(sensed(&r, "pair.angular_momentum", 0), L[0] + L[1], 1e-12);
	assert_close(sensed(&r, "rest.angular_momentum", 0), L[2], 1e-12);
	assert_close(sensed(&r, "rest.spin", 0), inertias[2] * running_get(&r, "bodies.c.speed"), 1e-12);
	assert_close(sensed(&r, "some.kinetic", 0), kinetic[0] + kinetic[2], 1e-12);
	assert_close(sensed(&r, "other.kinetic", 0), kinetic[1], 1e-12);
	assert_close(sensed(&r, "some.kinetic", 0) + sensed(&r, "other.kinetic", 0), running_get(&r, "energies.kinetic"),
	             1e-12);
	assert_close(sensed(&r, "some.potential", 0), potential[0] + potential[2], 1e-12);
	assert_close(sensed(&r, "other.potential", 0), potential[1], 1e-12);
	/* the impulse of a body grows with the force on it */
	assert_close(rate_of(&r, "sensors.rest.momentum[1]"), running_get(&r, "bodies.c.ax"), 1e-6);
	running_close(&r);
}

/* ---- in the axes of the body ---- */

/* an arm turned at constant speed: at the distance r a sensor feels w^2 r inwards and gravity
 * turned back */
static void an_accelerometer_on_an_arm_feels_the_centre_and_gravity(void **state)
{
	(void)state;
	struct running r;
	const double w = 3;
	running_start(
		&r,
		"mechanism: arm\n"
		"gravity: [0, -9.81]\n"
		"bodies: {arm: {mass: 2, inertia: 0.1, center: [0.5, 0]}, stone: {mass: 1, inertia: 1, center: [5, 5]}}\n"
		"joints: {pin: {type: revolute, bodies: [ground, arm], at: [0, 0]}}\n"
		"drivers: {turn: {type: constant_speed, joint: pin, speed: 3}}\n"
		"sensors:\n"
		"  imu: {type: accelerometer, body: arm, at: [0.8, 0]}\n"
		"  floor: {type: accelerometer, body: ground, at: [1, 1]}\n"
		"  free: {type: accelerometer, body: stone, at: [5, 5]}\n"
		"  gyro: {type: gyro, body: arm}\n"
		"  tumble: {type: gyro, body: stone}\n"
		"forces: {twist: {type: body_torque, body: stone, torque: 4}}\n",
		0, 1e-7);
	for (int k = 0; k < 5; k++) {
		const double angle = w * mech_time(r.m);
		assert_close(sensed(&r, "imu.acceleration", 1), -w * w * 0.8 + 9.81 * sin(angle), 1e-6);
		assert_close(sensed(&r, "imu.acceleration", 2), 9.81 * cos(angle), 1e-6);
		assert_close(sensed(&r, "floor.acceleration", 1), 0, 0);
		assert_close(sensed(&r, "floor.acceleration", 2), 9.81, 0);
		assert_small(sensed(&r, "free.acceleration", 1), 1e-12);
		assert_small(sensed(&r, "free.acceleration", 2), 1e-12);
		assert_close(sensed(&r, "gyro.speed", 0), w, 1e-9);
		assert_small(sensed(&r, "gyro.acceleration", 0), 1e-6);
		assert_close(sensed(&r, "tumble.speed", 0), 4 * mech_time(r.m), 1e-7);
		assert_close(sensed(&r, "tumble.acceleration", 0), 4, 1e-9);
		running_advance(&r, 0.3 * (k + 1));
	}
	running_close(&r);
}

/* two arms turned by drivers: the tip of the second seen from the first is a circle about the
 * elbow */
static void the_second_arm_seen_from_the_first_goes_round_the_elbow(void **state)
{
	(void)state;
	struct running r;
	running_start(
		&r,
		"mechanism: arms\n"
		"bodies: {upper: {mass: 1, inertia: 0.1, center: [0.5, 0]}, fore: {mass: 1, inertia: 0.1, center: [1.5, 0]}}\n"
		"joints:\n"
		"  shoulder: {type: revolute, bodies: [ground, upper], at: [0, 0]}\n"
		"  elbow: {type: revolute, bodies: [upper, fore], at: [1, 0]}\n"
		"drivers:\n"
		"  swing: {type: harmonic, joint: shoulder, amplitude: 0.7, frequency: 3}\n"
		"  turn: {type: constant_speed, joint: elbow, speed: 2}\n"
		"sensors:\n"
		"  tip: {type: relative_pose, bodies: [upper, fore], from: [0, 0], to: [2, 0]}\n"
		"  back: {type: relative_pose, bodies: [fore, ground], from: [2, 0], to: [0, 0]}\n",
		0, 1e-7);
	for (int k = 0; k < 5; k++) {
		running_advance(&r, 0.3 * k);
		const double turn = 2 * mech_time(r.m);
		assert_close(sensed(&r, "tip.position", 1), 1 + cos(turn), 1e-8);
		assert_close(sensed(&r, "tip.position", 2), sin(turn), 1e-8);
		assert_close(sensed(&r, "tip.angle", 0), turn, 1e-8);
		assert_close(sensed(&r, "tip.velocity", 1), -2 * sin(turn), 1e-7);
		assert_close(sensed(&r, "tip.velocity", 2), 2 * cos(turn), 1e-7);
		assert_close(sensed(&r, "tip.speed", 0), 2, 1e-8);
		/* shoulder seen from the tip: round the elbow, too, wherever the ground is turned to */
		assert_close(sensed(&r, "back.position", 1), -1 - cos(turn), 1e-8);
		assert_close(sensed(&r, "back.position", 2), sin(turn), 1e-8);
		assert_close(sensed(&r, "back.angle", 0), -turn - running_get(&r, "joints.shoulder.angle"), 1e-12);
		assert_close(sensed(&r, "back.velocity", 1), rate_of(&r, "sensors.back.position[1]"), 1e-7);
		assert_close(sensed(&r, "back.velocity", 2), rate_of(&r, "sensors.back.position[2]"), 1e-7);
	}
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_free_body_keeps_momentum_and_energy),
		cmocka_unit_test(inner_forces_do_not_change_the_sums),
		cmocka_unit_test(momentum_of_a_list_is_the_sum_of_its_bodies),
		cmocka_unit_test(an_accelerometer_on_an_arm_feels_the_centre_and_gravity),
		cmocka_unit_test(the_second_arm_seen_from_the_first_goes_round_the_elbow),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
