/* Springs and dampers in motion, by numbers and by tables: against closed forms and their twins. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "assert_close.h"
#include "running.h"
#include "slow_build.h"

/* a mass of 2 kg on a rail, or a wheel of 2 kg m^2, held by a spring to the ground; `law` and the
 * start are its own */
#define MASS(law, start)                                                                         \
	"mechanism: mass\n"                                                                          \
	"bodies: {a: {mass: 2, inertia: 1, center: [3, 0]}}\n"                                       \
	"joints: {rail: {type: prismatic, bodies: [ground, a], at: [0, 0], axis: [1, 0]}}\n"         \
	"forces: {spring: {type: spring_damper, bodies: [ground, a], from: [0, 0], to: [3, 0], " law \
	"}}\ninitial: {rail: {" start "}}\nsolver: {method: radau}\n"
#define SPATIAL_MASS(law, start)                                                                       \
	"mechanism: mass\nspace: spatial\n"                                                                \
	"bodies: {a: {mass: 2, inertia: [1, 1, 1], center: [3, 0, 0]}}\n"                                  \
	"joints: {rail: {type: prismatic, bodies: [ground, a], at: [0, 0, 0], axis: [1, 0, 0]}}\n"         \
	"forces: {spring: {type: spring_damper, bodies: [ground, a], from: [0, 0, 0], to: [3, 0, 0], " law \
	"}}\ninitial: {rail: {" start "}}\nsolver: {method: radau}\n"
#define WHEEL(law, start)                                                       \
	"mechanism: wheel\n"                                                        \
	"bodies: {a: {mass: 1, inertia: 2, center: [0, 0]}}\n"                      \
	"joints: {rail: {type: revolute, bodies: [ground, a], at: [0, 0]}}\n"       \
	"forces: {spring: {type: torsional_spring_damper, joint: rail, " law "}}\n" \
	"initial: {rail: {" start "}}\nsolver: {method: radau}\n"

/* a damped oscillation of x: 2 x'' + 0.8 x' + 50 x = 0 from x = 0.4 at rest */
static void check_damped(const char *text, const char *place, const char *speed)
{
	struct running r;
	const double decay = 0.2, w = sqrt(25 - decay * decay), t = 1.7;
	running_start(&r, text, 0, 1e-9);
	running_advance(&r, t);
	const double x = 0.4 * exp(-decay * t) * (cos(w * t) + decay / w * sin(w * t));
	const double v = -0.4 * exp(-decay * t) * 25 / w * sin(w * t);
	assert_close(running_get(&r, place), x, 1e-8);
	assert_close(running_get(&r, speed), v, 1e-7);
	assert_close(running_get(&r, "energies.potential"), 25 * x * x, 1e-7);
	assert_close(running_get(&r, "energies.dissipated"), 4 - 25 * x * x - v * v, 1e-6);
	assert_small(running_get(&r, "energies.balance_error"), 1e-6);
	running_close(&r);
}

static void straight_tables_are_stiffness_and_damping(void **state)
{
	(void)state;
	static const char *const cases[][3] = {
		{MASS("stiffness: 50, damping: 0.8", "position: 0.4"), "joints.rail.position", "joints.rail.speed"},
		{MASS("elongations: [-0.1, 0.2], forces: [-5, 10], damping: 0.8", "position: 0.4"), "joints.rail.position",
	     "joints.rail.speed"},
		{MASS("stiffness: 50, speeds: [1, 2, 4], damping_forces: [0.8, 1.6, 3.2]", "position: 0.4"),
	     "joints.rail.position", "joints.rail.speed"},
		{SPATIAL_MASS(
			 "elongations: [-0.1, 0.05, 0.2], forces: [-5, 2.5, 10], speeds: [-1, 2], damping_forces: [-0.8, 1.6]",
			 "position: 0.4"),
	     "joints.rail.position", "joints.rail.speed"},
		{WHEEL("angles: [-0.1, 0.05, 0.2], torques: [-5, 2.5, 10], speeds: [-1, 2], damping_torques: [-0.8, 1.6]",
	           "angle: 0.4"),
	     "joints.rail.angle", "joints.rail.speed"},
	};
	for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
		check_damped(cases[k][0], cases[k][1], cases[k][2]);
	}
}

/* complete elliptic integral of the first kind, by the arithmetic-geometric mean */
static double elliptic(double m)
{
	double a = 1, b = sqrt(1 - m);
	for (int k = 0; k < 8; k++) {
		const double mean = (a + b) / 2;
		b = sqrt(a * b);
		a = mean;
	}
	return acos(-1.0) / (2 * a);
}

/* appends a table of the hardening force k x + c x^3 from -1.2 to 1.2 */
enum { FINE = 241 };
static void hardening(char *text, size_t size, const char *x_key, const char *y_key)
{
	size_t used = 0;
	for (int list = 0; list < 2; list++) {
		used += (size_t)snprintf(text + used, size - used, "%s%s: [", list ? ", " : "", list ? y_key : x_key);
		for (int i = 0; i < FINE; i++) {
			const double x = -1.2 + 0.01 * i;
			used +=
				(size_t)snprintf(text + used, size - used, "%s%.17g", i ? ", " : "", list ? 8 * x + 30 * x * x * x : x);
		}
		used += (size_t)snprintf(text + used, size - used, "]");
	}
}

/* Duffing's oscillator 2 x'' + 8 x + 30 x^3 = 0 from x = A = 1 at rest: with alpha = 4, beta = 15,
 *     period = 4 K(m) / sqrt(alpha + beta A^2),     m = beta A^2 / (2 (alpha + beta A^2)) */
static void check_duffing(const char *before, const char *after, const char *x_key, const char *y_key,
                          const char *place)
{
	struct running r;
	static char table[20000], text[22000];
	const double period = 4 * elliptic(15.0 / 38) / sqrt(19);
	hardening(table, sizeof table, x_key, y_key);
	(void)snprintf(text, sizeof text, "%s%s%s", before, table, after);
	running_start(&r, text, 0, 1e-8);
	assert_close(running_get(&r, "energies.potential"), 4 + 7.5, 1e-5);
	running_advance(&r, period / 4);
	assert_small(running_get(&r, place), 1e-5);
	/* all its energy is that of motion: v^2 = 11.5 */
	assert_close(running_get(&r, "joints.rail.speed"), -sqrt(11.5), 1e-5);
	running_advance(&r, period);
	assert_close(running_get(&r, place), 1, 1e-5);
	assert_small(running_get(&r, "energies.balance_error"), 1e-6);
	running_close(&r);
}

static void a_hardening_spring_has_the_period_of_the_elliptic_integral(void **state)
{
	(void)state;
	check_duffing("mechanism: duffing\n"
	              "bodies: {a: {mass: 2, inertia: 1, center: [3, 0]}}\n"
	              "joints: {rail: {type: prismatic, bodies: [ground, a], at: [0, 0], axis: [1, 0]}}\n"
	              "forces: {spring: {type: spring_damper, bodies: [ground, a], from: [0, 0], to: [3, 0], ",
	              "}}\ninitial: {rail: {position: 1}}\nsolver: {method: radau}\n", "elongations", "forces",
	              "joints.rail.position");
	check_duffing("mechanism: duffing\n"
	              "bodies: {a: {mass: 1, inertia: 2, center: [0, 0]}}\n"
	              "joints: {rail: {type: revolute, bodies: [ground, a], at: [0, 0]}}\n"
	              "forces: {spring: {type: torsional_spring_damper, joint: rail, ",
	              "}}\ninitial: {rail: {angle: 1}}\nsolver: {method: radau}\n", "angles", "torques",
	              "joints.rail.angle");
}

/* a coarse table: energy is exact all the same, with every method, whatever the points that are
 * passed */
static void a_coarse_table_keeps_the_energy(void **state)
{
	(void)state;
	static const char law[] =
		MASS("elongations: [-1, -0.2, -0.1, 0, 0.3, 0.5], forces: [-30, -3, -2.5, 0, 1, 20]", "position: 0.45");
	struct running r;
	running_start(&r, law, 0, 1e-8);
	for (int k = 1; k <= (SLOW_BUILD ? 5 : 50); k++) {
		running_advance(&r, 0.2 * k);
		assert_small(running_get(&r, "energies.balance_error"), 1e-6);
		/* the tension is that which moves the mass */
		assert_close(running_get(&r, "forces.spring.tension"), -2 * running_get(&r, "joints.rail.acceleration"), 1e-8);
	}
	running_close(&r);
}

/* where speeds grow the damper continues with its last slope: at rest from a blow, D = 6 beyond a
 * speed of 2 */
static void a_damper_of_constant_force_brakes_evenly(void **state)
{
	(void)state;
	struct running r;
	running_start(&r, MASS("speeds: [-3, -2, 2, 3], damping_forces: [-6, -6, 6, 6]", "speed: 5"), 0, 1e-9);
	running_advance(&r, 0.5);
	assert_close(running_get(&r, "joints.rail.speed"), 5 - 3 * 0.5, 1e-8);
	assert_close(running_get(&r, "joints.rail.position"), 5 * 0.5 - 1.5 * 0.25, 1e-8);
	assert_close(running_get(&r, "energies.dissipated"), 25 - 3.5 * 3.5, 1e-7);
	running_close(&r);
}

static void stiffness_of_a_table_is_no_parameter_but_its_points_are(void **state)
{
	(void)state;
	struct running r;
	running_start(&r, MASS("elongations: [-1, 1], forces: [-50, 50], length: 2.5", ""), 0, 1e-6);
	assert_close(running_get(&r, "forces.spring.tension"), 25, 1e-12);
	running_set(&r, "forces.spring.forces[2]", 150);
	assert_close(running_get(&r, "forces.spring.tension"), 100, 1e-12);
	running_set(&r, "forces.spring.length", 3.5);
	assert_close(running_get(&r, "forces.spring.tension"), 0, 1e-12);
	for (int k = 0; k < r.model->n_variables; k++) {
		assert_string_not_equal(mech_name(r.model, r.model->variables[k].name), "forces.spring.stiffness");
	}
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(straight_tables_are_stiffness_and_damping),
		cmocka_unit_test(a_hardening_spring_has_the_period_of_the_elliptic_integral),
		cmocka_unit_test(a_coarse_table_keeps_the_energy),
		cmocka_unit_test(a_damper_of_constant_force_brakes_evenly),
		cmocka_unit_test(stiffness_of_a_table_is_no_parameter_but_its_points_are),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
