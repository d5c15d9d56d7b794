/* The stiff vehicle: its static start against its weight, and what its stiffness costs. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <math.h>
#include <cmocka.h>

#include "assert_close.h"
#include "dae_method.h"
#include "find_method.h"
#include "mech/running.h"

static void start(struct running *r, const char *method, double tolerance)
{
	running_open_example(r, "off_road_vehicle");
	mech_setup(r->m, 0, tolerance);
	running_set(r, "solver.method", number_of_method(method));
	running_set(r, "solver.work_limit", 10000);
	running_initialize(r);
}

/* 14 bodies; both sides alike, so that the vehicle does not lean */
static void tyres_carry_the_weight(void **state)
{
	(void)state;
	struct running r;
	const double mass = 2500 + 4 + 4 * (16 + 6 + 70);
	start(&r, "auto", 1e-6);
	const double front = running_get(&r, "forces.front_left_tyre.force[3]");
	const double rear = running_get(&r, "forces.rear_left_tyre.force[3]");
	assert_close(2 * (front + rear), mass * 9.81, 1e-6);
	assert_close(running_get(&r, "forces.front_right_tyre.force[3]"), front, 1e-6);
	assert_close(running_get(&r, "sensors.driver_seat.position[2]"), 0.4, 1e-9);
	running_close(&r);
}

/* Nothing moves, and forces of stiff bushings are noise: steps grow however tight the tolerance is.
 * The first is of 1 ms. */
static void at_rest_the_rounding_of_stiff_forces_costs_no_steps(void **state)
{
	(void)state;
	static const char *const methods[] = {
		"auto",  "generalized_alpha", "hht",       "bdf",        "bdf_displacement", "midpoint",
		"radau", "energy_decaying",   "for_sdirk", "infl_sdirk", "infl_trap",        "ssp_trap"};
	for (size_t k = 0; k < sizeof methods / sizeof methods[0]; k++) {
		struct running r;
		start(&r, methods[k], 1e-8);
		running_advance(&r, 0.3);
		const double steps = running_get(&r, "solver.steps");
		if (steps > 30) {
			fail_msg("%s: %g steps", methods[k], steps);
		}
		running_close(&r);
	}
}

/* factorizations a second: of an explicit method those of a time in which nothing happens, of an
 * implicit one of the whole run */
static double cost(const char *method, double stop)
{
	struct running r;
	start(&r, method, 1e-3);
	running_advance(&r, stop);
	const double count = running_get(&r, "solver.factorizations");
	running_close(&r);
	return count / stop;
}

static void an_implicit_method_does_a_250th_of_the_work(void **state)
{
	(void)state;
	const double explicit_cost = cost("dopri5", 1e-3), implicit_cost = cost("bdf", 2);
	print_message("  dopri5 %.3g, bdf %.3g factorizations a second: ratio %.3g\n", explicit_cost, implicit_cost,
	              explicit_cost / implicit_cost);
	assert_true(explicit_cost > 250 * implicit_cost);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tyres_carry_the_weight),
		cmocka_unit_test(at_rest_the_rounding_of_stiff_forces_costs_no_steps),
		cmocka_unit_test(an_implicit_method_does_a_250th_of_the_work),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
