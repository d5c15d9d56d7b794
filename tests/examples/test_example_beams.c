/* Examples with beams: what their sources say of them. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "assert_close.h"
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_beam_with_tip_crank_buckles),
		cmocka_unit_test(the_rod_of_the_slider_crank_is_where_finer_elements_say),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
