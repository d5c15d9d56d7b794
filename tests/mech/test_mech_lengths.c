/* Lengths from outside: springs whose rest moves, telescopes that drivers lead, and hydraulic
 * cylinders. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assert_close.h"
#include "linear_flow.h"
#include "running.h"

/* ---- springs ---- */

/* x'' = k/m (rest - x) - d/m x' - g, with the rest L0 + w t within a step */
struct swing {
	double m, k, d, g;
};

/* a mass over the ground, in the plane and in space, and a wheel with a coil, of whose angle the
 * spring is one */
static const char *const swings[] = {
	"mechanism: swing\n"
	"gravity: [0, -3]\n"
	"bodies: {load: {mass: 2, inertia: 1, center: [0, 1]}}\n"
	"joints: {guide: {type: prismatic, bodies: [ground, load], at: [0, 1], axis: [0, 1], offset: 1}}\n"
	"forces: {leg: {type: spring_damper, bodies: [ground, load], from: [0, 0], to: [0, 1], stiffness: 50, damping: 3, "
	"input: rest, start: 1}}\n",
	"mechanism: swing\n"
	"space: spatial\n"
	"gravity: [0, 0, -3]\n"
	"bodies: {load: {mass: 2, inertia: [1, 1, 1], center: [0, 0, 1]}}\n"
	"joints: {guide: {type: prismatic, bodies: [ground, load], at: [0, 0, 1], axis: [0, 0, 1], offset: 1}}\n"
	"forces: {leg: {type: spring_damper, bodies: [load, ground], from: [0, 0, 1], to: [0, 0, 0], elongations: [-9, 9], "
	"forces: [-450, 450], damping: 3, input: rest, start: 1}}\n",
	"mechanism: swing\n"
	"bodies: {wheel: {mass: 2, inertia: 2, center: [0, 0]}}\n"
	"joints: {guide: {type: revolute, bodies: [ground, wheel], at: [0, 0], offset: 1}}\n"
	"forces:\n"
	"  leg: {type: torsional_spring_damper, joint: guide, stiffness: 50, damping: 3, input: rest, start: 1}\n"
	"  weight: {type: torque, joint: guide, torque: -6}\n",
};

static void a_spring_follows_its_moving_rest(void **state)
{
	static const char *const places[] = {"joints.guide.position", "joints.guide.position", "joints.guide.angle"};
	const double A[9] = {0, 1, 0, -25, -1.5, 25, 0, 0, 0};
	(void)state;
	for (int k = 0; k < 3; k++) {
		struct running r;
		double x[3] = {1, 0, 1};
		running_start(&r, swings[k], 0, 1e-8);
		const int rest = running_variable(&r, "rest");
		for (int i = 1; i <= 40; i++) {
			/* it stays, jumps, and moves at a speed */
			const double speed = i > 20 ? 0.4 : 0, b[3] = {0, -3, speed};
			if (i == 11) {
				x[2] = 1.5;
				running_set(&r, "rest", 1.5);
			}
			assert_int_equal(mech_set_input_derivative(r.m, rest, 1, speed, &r.message), 0);
			running_advance(&r, 0.05 * i);
			linear_flow(3, A, b, 0.05, x);
			assert_close(running_get(&r, places[k]), x[0], 1e-6);
			if (k < 2) {
				assert_close(running_get(&r, "forces.leg.tension"), 50 * (x[0] - x[2]) + 3 * x[1], 1e-5);
			}
			/* what moves the rest does work, jumps included */
			assert_small(running_get(&r, "energies.balance_error"), 1e-5);
		}
		assert_true(running_get(&r, "energies.supplied") > 1 || k == 2);
		running_close(&r);
	}
}

static double derivative_by(struct running *r, const char *known, const char *unknown)
{
	const unsigned from = (unsigned)running_variable(r, known), to = (unsigned)running_variable(r, unknown);
	const double one = 1;
	double change = NAN;
	const struct mech_known direction = {1, &from, &one};
	if (mech_directional_derivative(r->m, 0, &direction, 1, &to, &change, &r->message) != 0) {
		fail_msg("%s", r->message.text);
	}
	return change;
}

static void a_longer_rest_pushes_with_the_stiffness(void **state)
{
	(void)state;
	for (int k = 0; k < 3; k++) {
		struct running r;
		running_start(&r, swings[k], 0, 1e-8);
		running_advance(&r, 0.3);
		running_set(&r, "rest", 1.25);
		assert_close(derivative_by(&r, "rest", "joints.guide.acceleration"), 25, 1e-8);
		const double tension = k < 2 ? running_get(&r, "forces.leg.tension") - 3 * running_get(&r, "joints.guide.speed")
		                             : 50 * (running_get(&r, "joints.guide.angle") - 1.25);
		assert_close(derivative_by(&r, "rest", k < 2 ? "forces.leg.tension" : "forces.leg.torque"), k < 2 ? -50 : 50,
		             1e-8);
		assert_close(derivative_by(&r, "rest", "energies.potential"), -tension, 1e-6);
		running_close(&r);
	}
}

/* ---- telescopes ---- */

/* a triangle of sides 5 and 4 at right angles: the telescope is its third side, and the angle
 * follows from the cosine law */
static void a_telescope_that_is_led_moves_the_triangle(void **state)
{
	static const char *const texts[] = {
		"mechanism: triangle\n"
		"gravity: [0, -9.81]\n"
		"bodies: {arm: {mass: 2, inertia: 0.3, center: [0, 2]}}\n"
		"joints:\n"
		"  pivot: {type: revolute, bodies: [ground, arm], at: [0, 0]}\n"
		"  leg: {type: telescope, bodies: [ground, arm], from: [5, 0], to: [0, 4]}\n"
		"drivers: {reach: {type: harmonic, joint: leg, mean: 6, amplitude: 1, frequency: 2}}\n",
		"mechanism: triangle\n"
		"space: spatial\n"
		"gravity: [0, 0, -9.81]\n"
		"bodies: {arm: {mass: 2, inertia: [0.3, 0.3, 0.3], center: [0, 0, 2]}}\n"
		"joints:\n"
		"  pivot: {type: revolute, bodies: [ground, arm], at: [0, 0, 0], axis: [0, -1, 0]}\n"
		"  leg: {type: telescope, bodies: [arm, ground], from: [0, 0, 4], to: [5, 0, 0]}\n"
		"drivers: {reach: {type: harmonic, joint: leg, mean: 6, amplitude: 1, frequency: 2}}\n",
	};
	(void)state;
	for (int k = 0; k < 2; k++) {
		struct running r;
		running_start(&r, texts[k], 0, 1e-8);
		for (int i = 1; i <= 20; i++) {
			const double t = 0.1 * i, l = 6 + sin(2 * t), dl = 2 * cos(2 * t), ddl = -4 * sin(2 * t);
			running_advance(&r, t);
			/* l^2 = 41 - 40 cos(a), a from the ground side; measured from the drawing */
			const double c = (41 - l * l) / 40, a = acos(c), s = sin(a), da = l * dl / (20 * s);
			const double dda = (dl * dl + l * ddl - 20 * c * da * da) / (20 * s);
			assert_close(running_get(&r, "joints.leg.length"), l, 1e-9);
			assert_close(running_get(&r, "joints.leg.speed"), dl, 1e-8);
			assert_close(running_get(&r, "joints.pivot.angle"), a - acos(-1) / 2, 1e-8);
			assert_close(running_get(&r, "joints.pivot.speed"), da, 1e-7);
			/* virtual work: the effort along the length turns the arm and lifts its weight */
			assert_close(running_get(&r, "drivers.reach.effort") * 20 * s / l, 8.3 * dda + 2 * 9.81 * 2 * c, 1e-5);
		}
		running_close(&r);
	}
}

/* ---- hydraulic cylinders ---- */

#define LIFT(flow, more)                                                                                \
	"mechanism: lift\n"                                                                                 \
	"gravity: [0, -10]\n"                                                                               \
	"bodies: {load: {mass: 100, inertia: 1, center: [0, 1]}}\n"                                         \
	"joints: {guide: {type: prismatic, bodies: [ground, load], at: [0, 1], axis: [0, 1], offset: 1}}\n" \
	"forces: {jack: {type: hydraulic_cylinder, bodies: [ground, load], from: [0, 0], to: [0, 1], " flow \
	", piston_area: 5e-3, rod_area: 2e-3, stiffness: 1e5, damping: 2e3, shortest: 0.6, longest: 1.5}}\n" more

/* the load hangs on the oil: x'' = k/m (s - x) - d/m x' - g, and s moves with flow over area */
static void oil_moves_the_piston_by_flow_over_area(void **state)
{
	const double A[9] = {0, 1, 0, -1e3, -20, 1e3, 0, 0, 0};
	static const double flows[4] = {1e-3, -1.2e-3, 0, 0.5e-3};
	struct running r;
	double x[3] = {1, 0, 1};
	(void)state;
	running_start(&r, LIFT("input: oil", ""), 0, 1e-8);
	for (int i = 0; i < 40; i++) {
		const double flow = flows[i / 10 % 4], b[3] = {0, -10, flow / (flow > 0 ? 5e-3 : 3e-3)};
		running_set(&r, "oil", flow);
		running_advance(&r, 0.02 * (i + 1));
		linear_flow(3, A, b, 0.02, x);
		const double push = 1e5 * (x[2] - x[0]) - 2e3 * x[1];
		assert_close(running_get(&r, "joints.guide.position"), x[0], 1e-6);
		assert_close(running_get(&r, "forces.jack.piston"), x[2], 1e-9);
		assert_close(running_get(&r, "forces.jack.push"), push, 1);
		assert_close(running_get(&r, "forces.jack.pressure"), fabs(push) / (push > 0 ? 5e-3 : 3e-3), 400);
		assert_small(running_get(&r, "energies.balance_error"), 1e-3);
	}
	running_close(&r);
}

/* 0.2 m/s from 1 m to the end at 1.5 m in 2.5 s, and from there back in */
static void it_stops_at_the_ends_of_its_stroke(void **state)
{
	struct running r;
	(void)state;
	running_start(&r, LIFT("times: [0, 4, 4.001, 60], flows: [1e-3, 1e-3, -6e-4, -6e-4]", ""), 0, 1e-7);
	running_advance(&r, 2.4);
	assert_close(running_get(&r, "forces.jack.piston"), 1.48, 1e-6);
	running_advance(&r, 4);
	assert_close(running_get(&r, "forces.jack.piston"), 1.5, 1e-5);
	assert_close(running_get(&r, "joints.guide.position"), 1.49, 1e-4);
	running_advance(&r, 6);
	assert_close(running_get(&r, "forces.jack.piston"), 1.5 - 0.2 * 2, 2e-3);
	running_advance(&r, 20);
	assert_close(running_get(&r, "forces.jack.piston"), 0.6, 1e-5);
	assert_close(running_get(&r, "joints.guide.position"), 0.59, 1e-4);
	running_close(&r);
}

static void at_a_static_start_the_oil_carries_the_load(void **state)
{
	struct running r;
	(void)state;
	running_start(&r, LIFT("flow: 0", "initial: static\n"), 0, 1e-6);
	for (int i = 0; i < 2; i++) {
		assert_close(running_get(&r, "joints.guide.position"), 0.99, 1e-9);
		assert_close(running_get(&r, "forces.jack.push"), 1000, 1e-6);
		running_advance(&r, 2);
	}
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_spring_follows_its_moving_rest),
		cmocka_unit_test(a_longer_rest_pushes_with_the_stiffness),
		cmocka_unit_test(a_telescope_that_is_led_moves_the_triangle),
		cmocka_unit_test(oil_moves_the_piston_by_flow_over_area),
		cmocka_unit_test(it_stops_at_the_ends_of_its_stroke),
		cmocka_unit_test(at_a_static_start_the_oil_carries_the_load),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
