/* Examples with beams: what their sources say of them. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "assert_close.h"
#include "slow_build.h"
#include "mech/running.h"

/* The tip reaches 1.03 mm, the deflection at the buckling load, at 0.05 s. Before, the middle moves to the
 * side by less than 1 mm, at 0.1 s by more than 5 mm; then it is still lifted by the tip's 3.65 mm
 * at most. */
static void the_beam_with_tip_crank_buckles(void **state)
{
	struct running r;
	(void)state;
	running_open_example(&r, "beam_with_tip_crank");
	mech_setup(r.m, 0, 1e-5);
	running_initialize(&r);
	running_advance(&r, 0.04);
	assert_small(running_get(&r, "bodies.beam.n4.y"), 1e-3);
	/* 5/16 of what the crank lifts the tip, as long as the beam bends in its plane alone */
	assert_close(running_get(&r, "bodies.beam.n4.z"), 5.0 / 16 * 0.03 * sin(-running_get(&r, "joints.G.angle")), 2e-5);
	running_advance(&r, 0.1);
	assert_true(fabs(running_get(&r, "bodies.beam.n4.y")) > 5e-3);
	assert_small(running_get(&r, "energies.balance_error"), 1e-5);
	running_close(&r);
}

/* the middle of the rod with 16 elements at 0.004 and 0.08 s; four of them err by 0.016 mm */
static void the_rod_of_the_slider_crank_is_where_finer_elements_say(void **state)
{
	struct running r;
	(void)state;
	running_open_example(&r, "flexible_slider_crank");
	mech_setup(r.m, 0, 1e-6);
	running_initialize(&r);
	running_advance(&r, 0.004);
	assert_close(running_get(&r, "bodies.rod.n4.y"), 0.0458076, 2e-5);
	running_advance(&r, 0.08);
	assert_close(running_get(&r, "bodies.rod.n4.y"), -0.0431832, 2e-5);
	running_close(&r);
}

/* the steady extension tan(b L) / b - L, b^2 = m w^2 / EA; slow swinging that is left moves the tip by
 * 0.25 mm across, which shortens its way by 3 nm */
static void the_spun_beam_stretches(void **state)
{
	const double b = 6 * sqrt(1.2 / 2.8e7);
	struct running r;
	(void)state;
	running_open_example(&r, "spin_up_beam");
	mech_setup(r.m, 0, 1e-6);
	running_initialize(&r);
	running_advance(&r, 7);
	/* this program with 8 elements; Simo and Vu-Quoc's figure 3 has 0.57 */
	assert_close(running_get(&r, "sensors.tip.position[2]"), -0.571728, 1e-4);
	running_advance(&r, 20);
	const double length = hypot(running_get(&r, "sensors.tip.position[1]"), running_get(&r, "sensors.tip.position[2]"));
	assert_close(length - 10, tan(10 * b) / b - 10, 1e-8);
	running_close(&r);
}

/* displacements of C in the comparison of codes named in the example, within 1 % */
static void the_crooked_four_bar_leaves_its_plane(void **state)
{
	static const double times[] = {2, 6, 10};
	static const double reference[][3] = {
		{0.111823, -0.076593, -0.0026751}, {-0.110117, -0.072314, -0.0005168}, {-0.033527, -0.004779, -0.0002588}};
	struct running r;
	(void)state;
	running_open_example(&r, "four_bar_crooked_joint");
	mech_setup(r.m, 0, 1e-5);
	running_initialize(&r);
	for (int k = 0; k < (SLOW_BUILD ? 1 : 3); k++) {
		const double *u = reference[k];
		running_advance(&r, times[k]);
		assert_close(running_get(&r, "bodies.coupler.n2.x") - 0.24, u[0], 0.01 * fabs(u[0]));
		assert_close(running_get(&r, "bodies.coupler.n2.y") - 0.12, u[1], 0.01 * fabs(u[1]));
		assert_close(running_get(&r, "bodies.coupler.n2.z"), u[2], 0.01 * fabs(u[2]));
	}
	running_close(&r);
}

/* Lateral buckling with a crank: data and reference of the same comparison. The crank lies 0.1 mm beside
 * the plane of beam and link, so that their hinge twists it; the link is straight below the tip. In one
 * plane the beam would not buckle, and with the tip itself 0.1 mm aside it does so 20 ms too early. */
static void a_crank_beside_the_plane_buckles_a_beam(void **state)
{
	static const char text[] =
		"mechanism: lateral_buckling\n"
		"space: spatial\n"
		"bodies:\n"
		"  beam: {type: beam, from: [0, 0, 0], to: [1, 0, 0], elements: 4, mass_per_length: 2.68, damping: 1e-5,\n"
		"    stiffness: [73e6, 5.025e6, 23.40e6, 877.2, 60830, 608.3],\n"
		"    inertia_per_length: [2255.33e-6, 2233e-6, 22.33e-6], start_welded_to: ground}\n"
		"  link: {type: beam, from: [1, 0, -0.25], to: [1, 0, 0], elements: 2, mass_per_length: 1.212,\n"
		"    damping: 1e-5, stiffness: [33.02e6, 10.81e6, 10.81e6, 914.5, 1189, 1189],\n"
		"    inertia_per_length: [43.65e-6, 21.825e-6, 21.825e-6]}\n"
		"  crank: {type: beam, from: [0.95, 1e-4, -0.25], to: [1, 1e-4, -0.25], elements: 1, mass_per_length: 4.85,\n"
		"    damping: 1e-5, stiffness: [132.1e6, 43.22e6, 43.22e6, 14630, 19020, 19020],\n"
		"    inertia_per_length: [698.3e-6, 349.15e-6, 349.15e-6]}\n"
		"joints:\n"
		"  tip: {type: spherical, bodies: [beam.end, link.end], at: [1, 0, 0]}\n"
		"  low: {type: revolute, bodies: [crank.end, link.start], at: [1, 1e-4, -0.25], axis: [0, 1, 0]}\n"
		"  root: {type: revolute, bodies: [ground, crank.start], at: [0.95, 1e-4, -0.25], axis: [0, 1, 0]}\n"
		"drivers:\n"
		"  motor: {type: harmonic, joint: root, amplitude: pi/2, mean: -pi/2, frequency: pi/0.4, phase: pi/2}\n"
		"solver: {method: radau}\n";
	struct running r;
	(void)state;
	running_start(&r, text, 0, 1e-4);
	running_advance(&r, 0.1);
	assert_close(running_get(&r, "bodies.beam.n4.z"), 0.0069405, 0.001 * 0.0069405);
	assert_small(running_get(&r, "bodies.beam.n4.y"), 1e-7);
	if (!SLOW_BUILD) {
		running_advance(&r, 0.15);
		assert_close(running_get(&r, "bodies.beam.n4.z"), 0.012658, 0.001 * 0.012658);
		running_advance(&r, 0.16);
		assert_small(running_get(&r, "bodies.beam.n4.y"), 3e-3);
		running_advance(&r, 0.18);
		assert_true(fabs(running_get(&r, "bodies.beam.n4.y")) > 0.03);
	}
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_beam_with_tip_crank_buckles),
		cmocka_unit_test(the_rod_of_the_slider_crank_is_where_finer_elements_say),
		cmocka_unit_test(the_spun_beam_stretches),
		cmocka_unit_test(the_crooked_four_bar_leaves_its_plane),
		cmocka_unit_test(a_crank_beside_the_plane_buckles_a_beam),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
