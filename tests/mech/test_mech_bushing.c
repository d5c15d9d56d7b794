/* Bushing and drag in the plane, in motion: against closed forms and their twins in space. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "assert_close.h"
#include "running.h"

/* ---- bushing ---- */

/* m x'' + c x' + k x = 0 from x0 at rest, below critical damping */
static double damped(double m, double c, double k, double x0, double t)
{
	const double decay = c / (2 * m), w = sqrt(k / m - decay * decay);
	return x0 * exp(-decay * t) * (cos(w * t) + decay / w * sin(w * t));
}

static void a_body_on_a_bushing_swings_in_three_ways(void **state)
{
	(void)state;
	struct running r;
	running_start(&r,
	              "mechanism: mount\n"
	              "bodies: {a: {mass: 2, inertia: 0.5, center: [1, 2]}}\n"
	              "forces: {mount: {type: bushing, bodies: [ground, a], at: [1, 2], stiffness: [50, 80, 20], damping: "
	              "[0.8, 0, 0.3]}}\n"
	              "initial: {a: {x: 1.1, y: 1.8, angle: 0.4}}\n"
	              "solver: {method: radau}\n",
	              0, 1e-9);
	for (int k = 1; k <= 4; k++) {
		const double t = 0.4 * k;
		running_advance(&r, t);
		const double x = damped(2, 0.8, 50, 0.1, t), y = damped(2, 0, 80, -0.2, t), turn = damped(0.5, 0.3, 20, 0.4, t);
		assert_close(running_get(&r, "bodies.a.x"), 1 + x, 1e-7);
		assert_close(running_get(&r, "bodies.a.y"), 2 + y, 1e-7);
		assert_close(running_get(&r, "bodies.a.angle"), turn, 1e-7);
		assert_close(running_get(&r, "forces.mount.force[1]"), -50 * x - 0.8 * running_get(&r, "bodies.a.vx"), 1e-5);
		assert_close(running_get(&r, "energies.potential"), 25 * x * x + 40 * y * y + 10 * turn * turn, 1e-6);
		assert_small(running_get(&r, "energies.balance_error"), 1e-6);
	}
	running_close(&r);
}

/* small motions of a bushing with couplings between two bodies: the one in space, held in the
 * plane, is its twin */
static void couplings_are_those_of_the_bushing_in_space(void **state)
{
	(void)state;
	struct running plane, space;
	running_start(
		&plane,
		"mechanism: plane\n"
		"bodies: {a: {mass: 2, inertia: 0.5, center: [0, 0]}, b: {mass: 1, inertia: 0.2, center: [1, 0]}}\n"
		"forces: {mount: {type: bushing, bodies: [a, b], at: [0.4, 0.1], stiffness: [50, 80, 20, 10, 3, -4],\n"
		"  damping: [1, 2, 0.5, 0.2, 0.1, 0.3]}}\n"
		"initial: {a: {speed: 1, vx: 0.5}, b: {vx: 0.01, vy: -0.02, speed: 1.001}}\n"
		"solver: {method: radau}\n",
		0, 1e-9);
	/* numbers of the diagonal, then 12 13 14 15 16, 23 24 25 26, 34 35 36, 45 46, 56: x = 1, y = 2,
	 * about z = 6 */
	running_start(&space,
	              "mechanism: space\nspace: spatial\n"
	              "bodies:\n"
	              "  a: {mass: 2, inertia: [0.5, 0.5, 0.5], center: [0, 0, 0]}\n"
	              "  b: {mass: 1, inertia: [0.2, 0.2, 0.2], center: [1, 0, 0]}\n"
	              "forces: {mount: {type: bushing, bodies: [a, b], at: [0.4, 0.1, 0],\n"
	              "  stiffness: [50, 80, 9, 9, 9, 20, 10, 0, 0, 0, 3, 0, 0, 0, -4],\n"
	              "  damping: [1, 2, 9, 9, 9, 0.5, 0.2, 0, 0, 0, 0.1, 0, 0, 0, 0.3]}}\n"
	              "initial: {a: {wz: 1, vx: 0.5}, b: {vx: 0.01, vy: -0.02, wz: 1.001}}\n"
	              "solver: {method: radau}\n",
	              0, 1e-9);
	running_advance(&plane, 0.05);
	running_advance(&space, 0.05);
	/* the one in space measures the sine of the angle: equal up to its cube */
	assert_close(running_get(&plane, "bodies.b.x"), running_get(&space, "bodies.b.x"), 1e-7);
	assert_close(running_get(&plane, "bodies.b.y"), running_get(&space, "bodies.b.y"), 1e-7);
	assert_close(running_get(&plane, "bodies.b.speed"), running_get(&space, "bodies.b.wz"), 1e-6);
	assert_close(running_get(&plane, "forces.mount.force[1]"), running_get(&space, "forces.mount.force[1]"), 1e-5);
	assert_close(running_get(&plane, "forces.mount.force[2]"), running_get(&space, "forces.mount.force[2]"), 1e-5);
	assert_close(running_get(&plane, "forces.mount.torque"), running_get(&space, "forces.mount.torque[3]"), 1e-5);
	running_close(&plane);
	running_close(&space);
}

/* ---- drag ---- */

/* falling from rest: v = u tanh(g t / u), u = sqrt(m g / k) */
static void a_falling_body_approaches_its_last_speed(void **state)
{
	(void)state;
	struct running r;
	const double u = sqrt(2 * 9.81 / 0.3);
	running_start(&r,
	              "mechanism: fall\n"
	              "gravity: [0, -9.81]\n"
	              "bodies: {a: {mass: 2, inertia: 0.5, center: [1, 2]}}\n"
	              "forces: {air: {type: drag, body: a, at: [1, 2], coefficient: 0.3}}\n"
	              "solver: {method: radau}\n",
	              0, 1e-9);
	for (int k = 1; k <= 4; k++) {
		const double t = 0.5 * k;
		running_advance(&r, t);
		assert_close(running_get(&r, "bodies.a.vy"), -u * tanh(9.81 * t / u), 1e-7);
		assert_close(running_get(&r, "bodies.a.y"), 2 - u * u / 9.81 * log(cosh(9.81 * t / u)), 1e-7);
		assert_small(running_get(&r, "energies.balance_error"), 1e-6);
	}
	running_close(&r);
}

/* carried along by a stream: the speed missing to it falls as 1/(1/s + k t/m), the work of the
 * stream is F . stream */
static void a_stream_carries_a_body_along(void **state)
{
	(void)state;
	struct running r;
	running_start(&r,
	              "mechanism: drift\n"
	              "bodies: {a: {mass: 2, inertia: 0.5, center: [1, 2]}}\n"
	              "forces: {water: {type: drag, body: a, at: [1, 2], coefficient: 0.3, stream: [3, 4]}}\n"
	              "solver: {method: radau}\n",
	              0, 1e-9);
	running_advance(&r, 2);
	const double missing = 1 / (1 / 5.0 + 0.3 * 2 / 2);
	assert_close(running_get(&r, "bodies.a.vx"), 3 - 0.6 * missing, 1e-8);
	assert_close(running_get(&r, "bodies.a.vy"), 4 - 0.8 * missing, 1e-8);
	assert_close(running_get(&r, "energies.supplied"), 2 * (5 - missing) * 5, 1e-6);
	assert_close(running_get(&r, "energies.dissipated"), 2 * (5 - missing) * 5 - (5 - missing) * (5 - missing), 1e-6);
	running_close(&r);
}

/* off the centre the body turns as well: the same in space */
static void drag_beside_the_centre_is_that_of_space(void **state)
{
	(void)state;
	struct running plane, space;
	running_start(&plane,
	              "mechanism: plane\n"
	              "bodies: {a: {mass: 2, inertia: 0.5, center: [1, 2]}}\n"
	              "forces: {air: {type: drag, body: a, at: [1.5, 2.2], coefficient: 0.7, stream: [1, -2]}}\n"
	              "initial: {a: {vx: 2, vy: 1, speed: 3}}\n"
	              "solver: {method: radau}\n",
	              0, 1e-9);
	running_start(&space,
	              "mechanism: space\nspace: spatial\n"
	              "bodies: {a: {mass: 2, inertia: [0.5, 0.5, 0.5], center: [1, 2, 0]}}\n"
	              "forces: {air: {type: drag, body: a, at: [1.5, 2.2, 0], coefficient: 0.7, stream: [1, -2, 0]}}\n"
	              "initial: {a: {vx: 2, vy: 1, wz: 3}}\n"
	              "solver: {method: radau}\n",
	              0, 1e-9);
	running_advance(&plane, 1);
	running_advance(&space, 1);
	assert_close(running_get(&plane, "bodies.a.x"), running_get(&space, "bodies.a.x"), 1e-7);
	assert_close(running_get(&plane, "bodies.a.vy"), running_get(&space, "bodies.a.vy"), 1e-7);
	assert_close(running_get(&plane, "bodies.a.speed"), running_get(&space, "bodies.a.wz"), 1e-7);
	assert_close(running_get(&plane, "forces.air.force[2]"), running_get(&space, "forces.air.force[2]"), 1e-7);
	assert_close(running_get(&plane, "energies.dissipated"), running_get(&space, "energies.dissipated"), 1e-6);
	running_close(&plane);
	running_close(&space);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_body_on_a_bushing_swings_in_three_ways),
		cmocka_unit_test(couplings_are_those_of_the_bushing_in_space),
		cmocka_unit_test(a_falling_body_approaches_its_last_speed),
		cmocka_unit_test(a_stream_carries_a_body_along),
		cmocka_unit_test(drag_beside_the_centre_is_that_of_space),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
