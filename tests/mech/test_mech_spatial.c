/* Mechanisms in space, running: against closed forms, published values and their planar twins. */
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "assert_close.h"
#include "mech_instance_parts.h"
#include "running.h"
#include "slow_build.h"
#include "test_random.h"

/* ---- heavy top: data of Bruels, Cardona, Arnold; values at t = 1 s computed in 40 digits (Terze, Mueller, Zlatar 2016 print
 * the first of them) ---- */

static const char heavy_top[] = "mechanism: heavy_top\n"
								"space: spatial\n"
								"gravity: [0, 0, -9.81]\n"
								"bodies:\n"
								"  top: {mass: 15, inertia: [0.234375, 0.46875, 0.234375], center: [0, 1, 0]}\n"
								"joints:\n"
								"  tip: {type: spherical, bodies: [ground, top], at: [0, 0, 0]}\n"
								"initial:\n"
								"  top: {wx: 0, wy: 150, wz: -4.61538}\n"
								"solver: {method: radau}\n";

static void the_heavy_top_is_where_the_reference_says(void **state)
{
	struct running r;
	(void)state;
	running_start(&r, heavy_top, 0, SLOW_BUILD ? 1e-7 : 1e-10);
	running_advance(&r, 1);
	const double bound = SLOW_BUILD ? 1e-6 : 1e-8;
	assert_close(running_get(&r, "bodies.top.x"), 0.17334396409838604259, bound);
	assert_close(running_get(&r, "bodies.top.y"), 0.64008859207056878286, bound);
	assert_close(running_get(&r, "bodies.top.z"), -0.74849079113358130948, bound);
	assert_close(running_get(&r, "bodies.top.vx"), 0.57082530342548714466, 10 * bound);
	assert_close(running_get(&r, "bodies.top.vy"), -4.5887282963349518937, 10 * bound);
	assert_close(running_get(&r, "bodies.top.vz"), -3.7919551547100421050, 10 * bound);
	assert_close(running_get(&r, "bodies.top.e0"), 0.73294398067966371815, bound);
	assert_close(running_get(&r, "bodies.top.e1"), -0.27828571933761267852, bound);
	assert_close(running_get(&r, "bodies.top.e2"), 0.53182461133416261792, bound);
	assert_close(running_get(&r, "bodies.top.e3"), -0.32017614273624928141, bound);
	assert_small(running_get(&r, "energies.balance_error"), 5436 * bound);
	running_close(&r);
}

/* ---- a planar four-bar written in space: three redundant rows, the same motion ---- */

static const char four_bar_in_space[] =
	"mechanism: four_bar\n"
	"space: spatial\n"
	"gravity: [0, -9.81, 0]\n"
	"bodies:\n"
	"  crank: {mass: 1, inertia: [0.01, 0.1, 0.1], center: [0, 0.5, 0]}\n"
	"  coupler: {mass: 2, inertia: [0.01, 0.3, 0.3], center: [1, 1.5, 0]}\n"
	"  rocker: {mass: 1.5, inertia: [0.01, 0.2, 0.2], center: [2, 1, 0]}\n"
	"joints:\n"
	"  a: {type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}\n"
	"  b: {type: revolute, bodies: [crank, coupler], at: [0, 1, 0], axis: [0, 0, 1]}\n"
	"  c: {type: revolute, bodies: [coupler, rocker], at: [2, 2, 0], axis: [0, 0, 1]}\n"
	"  d: {type: revolute, bodies: [rocker, ground], at: [2, 0, 0], axis: [0, 0, 1]}\n"
	"initial:\n"
	"  a: {speed: 3}\n"
	"solver: {method: radau}\n";

static const char four_bar_in_the_plane[] = "mechanism: four_bar\n"
											"gravity: [0, -9.81]\n"
											"bodies:\n"
											"  crank: {mass: 1, inertia: 0.1, center: [0, 0.5]}\n"
											"  coupler: {mass: 2, inertia: 0.3, center: [1, 1.5]}\n"
											"  rocker: {mass: 1.5, inertia: 0.2, center: [2, 1]}\n"
											"joints:\n"
											"  a: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
											"  b: {type: revolute, bodies: [crank, coupler], at: [0, 1]}\n"
											"  c: {type: revolute, bodies: [coupler, rocker], at: [2, 2]}\n"
											"  d: {type: revolute, bodies: [rocker, ground], at: [2, 0]}\n"
											"initial:\n"
											"  a: {speed: 3}\n"
											"solver: {method: radau}\n";

static void a_planar_mechanism_written_in_space_moves_as_in_the_plane(void **state)
{
	static const char *const same[] = {"joints.a.angle",   "joints.a.speed",    "joints.d.angle",
	                                   "bodies.coupler.x", "bodies.coupler.vy", "bodies.coupler.ay"};
	struct running space, plane;
	struct mech_diagnosis diagnosis;
	(void)state;
	running_start(&space, four_bar_in_space, 0, 1e-10);
	running_start(&plane, four_bar_in_the_plane, 0, 1e-10);
	mech_instance_diagnose(space.m, &diagnosis, NULL);
	assert_int_equal(diagnosis.degrees_of_freedom, 1);
	assert_int_equal(diagnosis.n_redundant, 3);
	for (int k = 1; k <= (SLOW_BUILD ? 2 : 10); k++) {
		running_advance(&space, 0.3 * k);
		running_advance(&plane, 0.3 * k);
		for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
			assert_close(running_get(&space, same[i]), running_get(&plane, same[i]), 1e-8 * (i == 5 ? 100 : 1));
		}
		/* nothing leaves the plane, and redundant rows carry nothing */
		assert_small(running_get(&space, "bodies.coupler.z"), 1e-12);
		assert_small(running_get(&space, "joints.d.reaction_force[3]"), 1e-8);
		assert_close(running_get(&space, "joints.b.reaction_force[1]"),
		             running_get(&plane, "joints.b.reaction_force[1]"), 1e-5);
	}
	running_close(&space);
	running_close(&plane);
}

/* ---- Bricard's linkage: six hinges along the edges of a cube, which should hold five rods fast and do not ---- */

#define ROD_X "inertia: [0.0016666666666666667, 0.08416666666666667, 0.08416666666666667]"
#define ROD_Y "inertia: [0.08416666666666667, 0.0016666666666666667, 0.08416666666666667]"
#define ROD_Z "inertia: [0.08416666666666667, 0.08416666666666667, 0.0016666666666666667]"
static const char bricard[] = "mechanism: bricard\n"
							  "space: spatial\n"
							  "gravity: [0, -9.81, 0]\n"
							  "bodies:\n"
							  "  rod1: {mass: 1, " ROD_X ", center: [0.5, 0, 0]}\n"
							  "  rod2: {mass: 1, " ROD_Y ", center: [1, -0.5, 0]}\n"
							  "  rod3: {mass: 1, " ROD_Z ", center: [1, -1, 0.5]}\n"
							  "  rod4: {mass: 1, " ROD_X ", center: [0.5, -1, 1]}\n"
							  "  rod5: {mass: 1, " ROD_Y ", center: [0, -0.5, 1]}\n"
							  "joints:\n"
							  "  a: {type: revolute, bodies: [ground, rod1], at: [0, 0, 0], axis: [0, 1, 0]}\n"
							  "  b: {type: revolute, bodies: [rod1, rod2], at: [1, 0, 0], axis: [0, 0, 1]}\n"
							  "  c: {type: revolute, bodies: [rod2, rod3], at: [1, -1, 0], axis: [1, 0, 0]}\n"
							  "  d: {type: revolute, bodies: [rod3, rod4], at: [1, -1, 1], axis: [0, 1, 0]}\n"
							  "  e: {type: revolute, bodies: [rod4, rod5], at: [0, -1, 1], axis: [0, 0, 1]}\n"
							  "  f: {type: revolute, bodies: [rod5, ground], at: [0, 0, 1], axis: [1, 0, 0]}\n"
							  "solver: {method: radau}\n";

static void bricard_s_linkage_moves_with_one_redundant_row_and_keeps_its_energy(void **state)
{
	struct running r;
	struct mech_diagnosis diagnosis;
	unsigned char redundant[30];
	(void)state;
	running_start(&r, bricard, 0, 1e-8);
	mech_instance_diagnose(r.m, &diagnosis, redundant);
	assert_int_equal(diagnosis.degrees_of_freedom, 1);
	assert_int_equal(diagnosis.n_redundant, 1);
	int marked = 0;
	for (int i = 0; i < 30; i++) {
		marked += redundant[i];
	}
	assert_int_equal(marked, 1);
	for (int k = 1; k <= (SLOW_BUILD ? 1 : 10); k++) {
		running_advance(&r, k);
		assert_small(running_get(&r, "energies.balance_error"), 1e-5);
		assert_small(running_get(&r, "solver.constraint_residual"), 1e-12);
		/* all rods keep their length: joint b stays 1 m from the origin */
		const double x = 2 * running_get(&r, "bodies.rod1.x"), y = 2 * running_get(&r, "bodies.rod1.y"),
					 z = 2 * running_get(&r, "bodies.rod1.z");
		assert_close(x * x + y * y + z * z, 1, 1e-12);
	}
	running_close(&r);
}

/* ---- turns ---- */

static void a_wheel_driven_for_many_turns_counts_them(void **state)
{
	static const char wheel[] = "mechanism: wheel\n"
								"space: spatial\n"
								"bodies:\n"
								"  wheel: {mass: 1, inertia: [0.3, 0.2, 0.1], center: [0, 0, 0]}\n"
								"joints:\n"
								"  axle: {type: revolute, bodies: [ground, wheel], at: [0, 0, 0], axis: [1, 2, 3]}\n"
								"drivers:\n"
								"  motor: {type: constant_speed, joint: axle, speed: 50}\n";
	struct running r;
	(void)state;
	running_start(&r, wheel, 0, 1e-6);
	running_advance(&r, 2);
	assert_close(running_get(&r, "joints.axle.angle"), 100, 1e-9);
	/* a skew axis: the hinge carries the torque of unbalance, w x J w */
	const double n = sqrt(14), w = 50, J[3] = {0.3, 0.2, 0.1}, u[3] = {1 / n, 2 / n, 3 / n};
	double square = 0, along = 0;
	for (int i = 0; i < 3; i++) {
		square += J[i] * J[i] * u[i] * u[i];
		along += J[i] * u[i] * u[i];
	}
	double torque = 0;
	for (int i = 1; i <= 3; i++) {
		char name[64];
		(void)snprintf(name, sizeof name, "joints.axle.reaction_torque[%d]", i);
		torque += pow(running_get(&r, name), 2);
	}
	assert_close(sqrt(torque), w * w * sqrt(square - along * along), 1e-6);
	running_close(&r);
}

/* Folded by half a turn about any line across its shafts the joint's row vanishes with its
 * gradient: what it still shows is rounding, which the solver knows by the size of its terms. */
static void rounding_of_a_folded_joint_is_that_of_its_terms(void **state)
{
	static const char text[] =
		"mechanism: folded\n"
		"space: spatial\n"
		"bodies:\n"
		"  a: {mass: 1, inertia: [1, 1, 1], center: [0, 0, 0]}\n"
		"  b: {mass: 1, inertia: [1, 1, 1], center: [0, 0, 0]}\n"
		"joints:\n"
		"  j: {type: constant_velocity, bodies: [a, b], at: [0, 0, 0], axis: [0, 0, 1], second_axis: [0, 0, 1]}\n";
	enum { TWIST = 3, DRAWS = 10000, COORDINATES = 7, SPEEDS = 6 };
	struct test_random random = test_random_start(5);
	struct running r;
	double largest = 0;
	(void)state;
	running_start(&r, text, 0, 1e-6);
	const struct dae_system *system = &r.m->system.dae;
	const double explained = 0.05 * 48 * DBL_EPSILON * system->term_size[TWIST];
	for (int n = 0; n < DRAWS; n++) {
		double q[2 * COORDINATES] = {0}, v[2 * SPEEDS] = {0}, g[TWIST + 1];
		double *a = q + 3, *b = q + COORDINATES + 3;
		const double line = test_random_in(&random, 0, 6.3), c = cos(line), s = sin(line);
		for (int i = 0; i < 4; i++) {
			a[i] = test_random_in(&random, -1, 1);
		}
		const double size = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2] + a[3] * a[3]);
		for (int i = 0; i < 4; i++) {
			a[i] /= size;
		}
		/* b = a (0, c, s, 0) */
		b[0] = -a[1] * c - a[2] * s;
		b[1] = a[0] * c - a[3] * s;
		b[2] = a[0] * s + a[3] * c;
		b[3] = a[1] * s - a[2] * c;
		const struct dae_point p = {.t = 0, .q = q, .v = v, .a = v, .lambda = NULL};
		assert_int_equal(system->constraint(system->context, &p, g), DAE_DONE);
		largest = fmax(largest, fabs(g[TWIST]));
	}
	assert_true(largest <= explained);
	assert_true(largest >= explained / 4);
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_heavy_top_is_where_the_reference_says),
		cmocka_unit_test(a_planar_mechanism_written_in_space_moves_as_in_the_plane),
		cmocka_unit_test(bricard_s_linkage_moves_with_one_redundant_row_and_keeps_its_energy),
		cmocka_unit_test(a_wheel_driven_for_many_turns_counts_them),
		cmocka_unit_test(rounding_of_a_folded_joint_is_that_of_its_terms),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
