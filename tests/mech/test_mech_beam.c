/* Beams against closed forms: bending into a circle, the elastica, a thick cantilever, arcs and
 * composites in space, patch test, objectivity, energy.
 *
 * Reference values marked "shooting" were computed by shooting the static Cosserat equations with
 * Runge and Kutta's method of order 4 in 4000 to 8000 steps of long doubles; halving the step changed
 * them by less than 1e-13. Errors of elements of order 1 fall with the square of their length, so two
 * numbers of elements give a better value: (4 u(2n) - u(n)) / 3. Those of order 2 fall with the fourth
 * power.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "assert_close.h"
#include "element_checks.h"
#include "running.h"

/* displacement of the end of a beam called `arm` in static equilibrium. The text has %d for its
 * elements and for their order. */
static void equilibrium(const char *format, int elements, int order, int dimension, double *u)
{
	static const char *const names[] = {"x", "y", "z"};
	char text[2048], name[64];
	struct running r;
	(void)snprintf(text, sizeof text, format, elements, order);
	running_start(&r, text, 0, 1e-9);
	for (int i = 0; i < dimension; i++) {
		(void)snprintf(name, sizeof name, "bodies.arm.n%d.%s", elements * order, names[i]);
		u[i] = running_get(&r, name);
		(void)snprintf(name, sizeof name, "bodies.arm.n%d.center[%d]", elements * order, i + 1);
		u[i] -= running_get(&r, name);
	}
	running_close(&r);
}

/* the same for ever shorter elements of order 1, and for some of order 2, against a reference */
static void expect(const char *format, int elements, int dimension, const double *reference, double tolerance,
                   double tolerance2)
{
	double coarse[3], u[3];
	equilibrium(format, elements, 1, dimension, coarse);
	equilibrium(format, 2 * elements, 1, dimension, u);
	for (int i = 0; i < dimension; i++) {
		assert_close((4 * u[i] - coarse[i]) / 3, reference[i], tolerance);
	}
	equilibrium(format, elements, 2, dimension, u);
	for (int i = 0; i < dimension; i++) {
		assert_close(u[i], reference[i], tolerance2);
	}
}

/* ---- in the plane ---- */

/* an end moment 2 pi EI / L bends a beam into a circle; constant curvature is exact for any number of
 * elements */
static void a_moment_rolls_a_beam_up(void **state)
{
	static const char format[] = "mechanism: roll\n"
								 "bodies: {arm: {type: beam, from: [0, 0], to: [10, 0], elements: %d, order: %d, "
								 "stiffness: [1e7, 1e7, 86.9e3],\n"
								 "  mass_per_length: 10, start_welded_to: ground}}\n"
								 "forces: {bend: {type: body_torque, body: arm.end, torque: \"2*pi*86.9e3/10\"}}\n"
								 "initial: static\n";
	double u[2];
	(void)state;
	for (int order = 1; order <= 2; order++) {
		for (int elements = 4; elements <= 8; elements *= 2) {
			equilibrium(format, elements, order, 2, u);
			assert_close(u[0], -10, 1e-9);
			assert_close(u[1], 0, 1e-9);
		}
	}
}

/* P L^2 / EI = 1, 2, 5 with L = 1, EI = 1 and a beam that neither stretches nor shears: shooting */
static void a_dead_load_makes_an_elastica(void **state)
{
	static const double load[] = {1, 2, 5};
	static const double reference[][2] = {
		{-0.05643323628, 0.30172077380}, {-0.16064172083, 0.49345748040}, {-0.38762836072, 0.71379152361}};
	char format[1024];
	(void)state;
	for (int k = 0; k < 3; k++) {
		(void)snprintf(format, sizeof format,
		               "mechanism: elastica\n"
		               "bodies: {arm: {type: beam, from: [0, 0], to: [1, 0], elements: %%d, order: %%d, stiffness: "
		               "[1e7, 1e7, 1],\n"
		               "  mass_per_length: 1, start_welded_to: ground}}\n"
		               "forces: {load: {type: force, body: arm.end, at: [1, 0], direction: [0, 1], force: %g}}\n"
		               "initial: static\n",
		               load[k]);
		expect(format, 8, 2, reference[k], 2e-4, 2e-5);
	}
}

/* L 2, h 0.5, w 0.1, E 2.07e11, nu 0.3, F = 5e8 h^3 (Nachbagauer 2011): shooting */
/* EA L^2 / EI = 1e8: the tangent by the forces of an iteration would need thousands of steps. The
 * reference of the elastica moves by the extension and the shear of its load: cos^2 and sin^2 of the
 * slope times P L / EA, below 1e-7. */
static void a_slender_beam_of_many_elements_bends(void **state)
{
	static const char format[] =
		"mechanism: slender\n"
		"bodies: {arm: {type: beam, from: [0, 0], to: [1, 0], elements: %d, order: %d, stiffness: [1e8, 1e8, 1],\n"
		"  mass_per_length: 1, start_welded_to: ground}}\n"
		"forces: {tip: {type: force, body: arm.end, at: [1, 0], direction: [0, 1], force: 5}}\n"
		"initial: static\n";
	double u[2];
	(void)state;
	equilibrium(format, 100, 2, 2, u);
	assert_close(u[0], -0.38762836072, 1e-7);
	assert_close(u[1], 0.71379152361, 1e-7);
}

/* ends on pins; w = 5 q L^4 / (384 EI) as long as w is small compared with the section */
static void a_beam_on_pins_sags(void **state)
{
	struct running r;
	(void)state;
	running_start(&r,
	              "mechanism: pins\n"
	              "gravity: [0, -9.81]\n"
	              "bodies: {arm: {type: beam, from: [0, 0], to: [2, 0], elements: 60, order: 1,\n"
	              "  stiffness: [1e4, 1e8, 1], mass_per_length: 1e-5}}\n"
	              "joints:\n"
	              "  left: {type: revolute, bodies: [ground, arm.start], at: [0, 0]}\n"
	              "  right: {type: revolute, bodies: [ground, arm.end], at: [2, 0]}\n"
	              "initial: static\n",
	              0, 0);
	const double w = 5.0 * 9.81e-5 * 16 / 384;
	/* elements of order 1 miss a share of 1.5 / 60^2 and less */
	assert_close(running_get(&r, "bodies.arm.n30.y"), -w, 1e-3 * w);
	assert_close(running_get(&r, "joints.left.reaction_force[2]"), 9.81e-5, 1e-9);
	running_close(&r);
}

static void a_thick_cantilever_shears(void **state)
{
	static const char format[] =
		"mechanism: thick\n"
		"bodies: {arm: {type: beam, from: [0, 0], to: [2, 0], elements: %d, order: %d, section: {shape: rectangle, "
		"height: 0.5,\n"
		"  width: 0.1}, modulus: 2.07e11, poisson: 0.3, density: 7800, start_welded_to: ground}}\n"
		"forces: {load: {type: force, body: arm.end, at: [2, 0], direction: [0, -1], force: 62.5e6}}\n"
		"initial: static\n";
	(void)state;
	expect(format, 8, 2, (double[]){-0.1509711442393, -0.7105685978536}, 1e-5, 1e-5);
}

/* a load w along a cantilever that hardly bends: w L^4 / (8 EI) + w L^2 / (2 GA), with as much load as
 * weight it does not bend at all */
static void a_load_along_a_beam_bends_it(void **state)
{
	static const char format[] = "mechanism: loaded\n"
								 "gravity: [0, %g]\n"
								 "bodies: {arm: {type: beam, from: [0, 0], to: [2, 0], elements: 4, load: [0, -0.03],\n"
								 "  stiffness: [1e6, 500, 100], mass_per_length: 0.01, start_welded_to: ground}}\n"
								 "initial: static\n";
	(void)state;
	for (int held = 0; held < 2; held++) {
		char text[512];
		struct running r;
		const double expected = 0.03 * 16 / (8 * 100) + 0.03 * 4 / (2 * 500.0);
		(void)snprintf(text, sizeof text, format, held ? 3.0 : 0.0);
		running_start(&r, text, 0, 1e-9);
		assert_close(running_get(&r, "bodies.arm.n8.y"), held ? 0 : -expected, 1e-3 * expected);
		running_close(&r);
	}
}

/* ---- in space ---- */

/* an arc of 45 degrees, R 100, bent out of its plane by 600 N: shooting */
static void an_arc_bends_out_of_its_plane(void **state)
{
	static const char format[] =
		"mechanism: arc\n"
		"space: spatial\n"
		"bodies: {arm: {type: beam, from: [0, 0, 0], via: [\"100*sin(pi/8)\", \"100*(1-cos(pi/8))\", 0],\n"
		"  to: [\"100*sin(pi/4)\", \"100*(1-cos(pi/4))\", 0], elements: %d, order: %d, mass_per_length: 1, "
		"start_welded_to: "
		"ground,\n"
		"  stiffness: [1e7, \"1e7/2.4\", \"1e7/2.4\", \"1e7/12\", \"1e7/12\", \"1e7/12\"]}}\n"
		"forces: {load: {type: force, body: arm, at: [\"100*sin(pi/4)\", \"100*(1-cos(pi/4))\", 0],\n"
		"  direction: [0, 0, 1], force: 600}}\n"
		"initial: static\n";
	static const double reference[] = {-23.56058187831, -13.60463240237, 53.47547799823};
	(void)state;
	expect(format, 8, 3, reference, 2e-3, 2e-3);
}

/* a full stiffness matrix couples torsion and bendings (Wang 2017), F_z 150 */
static void a_composite_beam_twists_as_it_bends(void **state)
{
	static const char format[] =
		"mechanism: composite\n"
		"space: spatial\n"
		"bodies: {arm: {type: beam, from: [0, 0, 0], to: [10, 0, 0], elements: %d, order: %d, mass_per_length: 1,\n"
		"  start_welded_to: ground, inertia_per_length: [1, 1, 1],\n"
		"  stiffness: [1368.17e3, 88.56e3, 38.78e3, 16.96e3, 59.12e3, 141.47e3,\n"
		"    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 17.61e3, -0.351e3, -0.370e3]}}\n"
		"forces: {load: {type: force, body: arm.end, at: [10, 0, 0], direction: [0, 0, 1], force: 150}}\n"
		"initial: static\n";
	static const double reference[] = {-0.0902726627566, -0.0647488486259, 1.2297364829237};
	(void)state;
	expect(format, 8, 3, reference, 2e-5, 2e-5);
}

/* the Princeton beam, bent by 4.448 N at 45 degrees between its stiff and its soft direction:
 * shooting, along the height and the thickness */
static void a_load_between_the_axes_couples_bendings(void **state)
{
	static const char format[] =
		"mechanism: princeton\n"
		"space: spatial\n"
		"bodies: {arm: {type: beam, from: [0, 0, 0], to: [0.508, 0, 0], elements: %d, order: %d, mass_per_length: "
		"0.1,\n"
		"  start_welded_to: ground, stiffness: [2.842e6, 0.9039e6, 0.6401e6, 3.103, 2.429, 36.28]}}\n"
		"forces: {load: {type: force, body: arm.end, at: [0.508, 0, 0], direction: [0, 1, 1], force: 4.448}}\n"
		"initial: static\n";
	double u[3];
	(void)state;
	equilibrium(format, 8, 2, 3, u);
	assert_close(1e3 * u[1], 3.96509, 2e-3);
	assert_close(1e3 * u[2], 56.04993, 2e-3);
}

/* nodes at uneven places under one axial force, twist and moment: the strains of all elements are
 * the same, force over stiffness */
static void uneven_elements_have_equal_strains(void **state)
{
	struct running r;
	(void)state;
	running_start(
		&r,
		"mechanism: patch\n"
		"space: spatial\n"
		"bodies: {arm: {type: beam, points: [[0, 0, 0], [0.3, 0, 0], [1, 0, 0], [1.1, 0, 0]], elements: 6, order: 1,\n"
		"  mass_per_length: 1, start_welded_to: ground, stiffness: [1e3, 5e2, 5e2, 20, 30, 40]}}\n"
		"forces:\n"
		"  pull: {type: follower_force, body: arm.end, at: [1.1, 0, 0], direction: [1, 0, 0], force: 50}\n"
		"  twist: {type: follower_torque, body: arm.end, direction: [1, 0, 0], torque: 4}\n"
		"initial: static\n",
		0, 1e-9);
	for (int k = 1; k <= 6; k++) {
		char name[64];
		(void)snprintf(name, sizeof name, "forces.arm.e%d.strain[1]", k);
		assert_close(running_get(&r, name), 0.05, 1e-9);
		(void)snprintf(name, sizeof name, "forces.arm.e%d.curvature[1]", k);
		assert_close(running_get(&r, name), 0.2, 1e-9);
	}
	running_close(&r);
}

/* ---- motion ---- */

/* turns all bodies by about 1000 rad and moves them */
static void move_rigidly(struct checks *k)
{
	double rotation[4] = {1, 0, 0, 0}, R[9];
	for (int turns = 0; turns < 10; turns++) {
		double turn[3];
		for (int i = 0; i < 3; i++) {
			turn[i] = test_random_in(&k->random, -100, 100);
		}
		mech_rotation_move(rotation, turn, rotation);
	}
	mech_rotation_matrix(rotation, R);
	for (int body = 0; body < k->model.n_bodies; body++) {
		double *q = k->q + k->model.bodies[body].q, old[4];
		memcpy(old, q + 3, sizeof old);
		mech_rotate(R, q, q);
		q[0] += 3;
		/* rotation o old */
		q[3] = rotation[0] * old[0] - mech_dot(rotation + 1, old + 1);
		mech_cross(rotation + 1, old + 1, q + 4);
		for (int i = 0; i < 3; i++) {
			q[4 + i] += rotation[0] * old[1 + i] + old[0] * rotation[1 + i];
		}
	}
}

/* strains and energies do not change when all is turned and moved */
static void rigid_motions_strain_nothing(void **state)
{
	(void)state;
	for (int order = 1; order <= 2; order++) {
		struct checks k;
		char text[1024];
		double before[MECH_MOST_OUTPUTS], after[MECH_MOST_OUTPUTS];
		(void)snprintf(
			text, sizeof text,
			"mechanism: objective\n"
			"space: spatial\n"
			"bodies: {arm: {type: beam, from: [0, 0, 0], to: [0.4, 0.1, 0.3], elements: 1, order: %d,\n"
			"  mass_per_length: 1, damping: 0,\n"
			"  stiffness: [90, 40, 30, 8, 5, 6, 1, 2, 3, 1, 2, 0.5, 1.5, -1, 0.6, 0.4, -0.7, 0.3, 0.2, 0.1, -0.4]}}\n",
			order);
		checks_open(&k, text);
		const struct mech_element *e = &k.model.elements[0];
		for (int trial = 0; trial < 100; trial++) {
			checks_shake(&k);
			mech_element_kind(e)->output.values(&k.c, e, before);
			move_rigidly(&k);
			mech_element_kind(e)->output.values(&k.c, e, after);
			for (int i = 0; i < 13; i++) {
				assert_close(after[i], before[i], 1e-11 * fmax(1, fabs(before[i])));
			}
		}
		checks_close(&k);
	}
}

/* a tumbling, bending beam that nothing holds keeps its energy and momentum */
static void a_free_beam_keeps_its_energy(void **state)
{
	struct running r;
	(void)state;
	running_start(
		&r,
		"mechanism: free\n"
		"space: spatial\n"
		"bodies: {arm: {type: beam, from: [0, 0, 0], to: [1, 0, 0], elements: 4, order: 1, mass_per_length: 1,\n"
		"  inertia_per_length: [0.02, 0.01, 0.01], stiffness: [100, 50, 50, 5, 2, 3]}}\n"
		"sensors: {sum: {type: momentum}}\n"
		"initial: {arm.start: {wx: 1, wy: 4, wz: 2, vz: 1}, arm.end: {wx: 0, wy: 0, wz: 0, vz: 0}}\n"
		"solver: {method: radau}\n",
		0, 1e-8);
	const double energy = running_get(&r, "energies.kinetic");
	const double momentum = running_get(&r, "sensors.sum.momentum[3]");
	running_advance(&r, 1);
	assert_close(running_get(&r, "energies.kinetic") + running_get(&r, "energies.potential"), energy, 1e-6 * energy);
	assert_true(running_get(&r, "energies.potential") > 0.01 * energy);
	assert_close(running_get(&r, "sensors.sum.momentum[3]"), momentum, 1e-8);
	assert_small(running_get(&r, "energies.balance_error"), 1e-6 * energy);
	running_close(&r);
}

/* An arm that turns at w = 6 rad/s (data of Simo and Vu-Quoc) stretches until its tension carries it
 * around: u = sin(b s) / (b cos(b L)) - s with b^2 = m w^2 / EA, at the tip tan(b L) / b - L. */
static void a_spinning_arm_stretches(void **state)
{
	static const double L = 10, EA = 2.8e7, w = 6;
	const double b = w * sqrt(1.2 / EA);
	char text[2048];
	struct running r;
	(void)state;
	int n =
		snprintf(text, sizeof text,
	             "mechanism: spin\n"
	             "bodies: {arm: {type: beam, from: [0, 0], to: [10, 0], elements: 6, stiffness: [2.8e7, 1e7, 1.4e4],\n"
	             "  mass_per_length: 1.2, inertia_per_length: 6e-4, damping: [2e-3, 2e-3, 0.4]}}\n"
	             "joints: {hub: {type: revolute, bodies: [ground, arm], at: [0, 0]}}\n"
	             "drivers: {motor: {type: constant_speed, joint: hub, speed: 6}}\n"
	             "solver: {method: radau}\n"
	             "initial:\n");
	for (int k = 1; k <= 12; k++) {
		n += snprintf(text + n, sizeof text - (size_t)n, "  arm.%d: {vy: %g, speed: 6, priority: 2}\n", k, 5.0 * k);
	}
	running_start(&r, text, 0, 1e-8);
	running_advance(&r, 4);
	const double reach = hypot(running_get(&r, "bodies.arm.n12.x"), running_get(&r, "bodies.arm.n12.y"));
	/* to 1e-6 of the extension, 0.5 mm */
	assert_close(reach - L, tan(b * L) / b - L, 5e-10);
	assert_close(
		hypot(running_get(&r, "joints.hub.reaction_force[1]"), running_get(&r, "joints.hub.reaction_force[2]")),
		EA * (1 / cos(b * L) - 1), 1e-2);
	running_close(&r);
}

/* place of the end of a falling cantilever at 0.1 s */
static double fallen(const char *solver, double tolerance)
{
	char text[1024];
	struct running r;
	(void)snprintf(text, sizeof text,
	               "mechanism: fall\n"
	               "gravity: [0, -9.81]\n"
	               "bodies: {arm: {type: beam, from: [0, 0], to: [1, 0], elements: 2, stiffness: [1e3, 1e3, 1],\n"
	               "  mass_per_length: 1, inertia_per_length: 1e-3, damping: 1e-2, start_welded_to: ground}}\n"
	               "solver: {%s}\n",
	               solver);
	running_start(&r, text, 0, tolerance);
	running_advance(&r, 0.1);
	const double y = running_get(&r, "bodies.arm.n4.y");
	running_close(&r);
	return y;
}

/* halved steps leave a fourth of the error with methods of order 2, a 20th and less with radau */
static void errors_fall_with_the_order_of_the_method(void **state)
{
	static const char *const methods[] = {"generalized_alpha", "energy_decaying", "hht", "radau"};
	const double exact = fallen("method: radau", 1e-11);
	(void)state;
	for (int k = 0; k < 4; k++) {
		double error[2];
		for (int i = 0; i < 2; i++) {
			char solver[100];
			(void)snprintf(solver, sizeof solver, "method: %s, fixed_step: %g", methods[k], i == 0 ? 1e-2 : 5e-3);
			error[i] = fabs(fallen(solver, 1e-11) - exact);
		}
		assert_true(error[1] < (k < 3 ? 0.3 : 0.05) * error[0] + 1e-13);
	}
}

/* A rod of masses 1 and stiffness EA / l, shaken along itself, with D = T EA: each way of swinging
 * decays with T w^2 / 2. One element between two equal nodes has w^2 = 2 EA / (l m). */
static void damping_is_a_time(void **state)
{
	struct running r;
	const double T = 0.01, w2 = 2 * 400.0 / 0.5, decay = T * w2 / 2, w = sqrt(w2 - decay * decay), t = 0.05;
	(void)state;
	running_start(&r,
	              "mechanism: rod\n"
	              "bodies: {arm: {type: beam, from: [0, 0], to: [1, 0], elements: 1, order: 1, mass_per_length: 1,\n"
	              "  stiffness: [400, 50, 5], damping: [0.01, 0, 0]}}\n"
	              "initial: {arm.start: {vx: -1}, arm.end: {vx: 1}}\n"
	              "solver: {method: radau}\n",
	              0, 1e-9);
	running_advance(&r, t);
	assert_close(running_get(&r, "forces.arm.e1.strain[1]"), 2 / w * exp(-decay * t) * sin(w * t), 1e-8);
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_moment_rolls_a_beam_up),
		cmocka_unit_test(a_dead_load_makes_an_elastica),
		cmocka_unit_test(a_slender_beam_of_many_elements_bends),
		cmocka_unit_test(a_beam_on_pins_sags),
		cmocka_unit_test(a_thick_cantilever_shears),
		cmocka_unit_test(a_load_along_a_beam_bends_it),
		cmocka_unit_test(an_arc_bends_out_of_its_plane),
		cmocka_unit_test(a_composite_beam_twists_as_it_bends),
		cmocka_unit_test(a_load_between_the_axes_couples_bendings),
		cmocka_unit_test(uneven_elements_have_equal_strains),
		cmocka_unit_test(rigid_motions_strain_nothing),
		cmocka_unit_test(a_free_beam_keeps_its_energy),
		cmocka_unit_test(a_spinning_arm_stretches),
		cmocka_unit_test(damping_is_a_time),
		cmocka_unit_test(errors_fall_with_the_order_of_the_method),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
