/* Friction of bristles: the Stribeck curve in steady sliding, the loop of Dahl, stick-slip. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "assert_close.h"
#include "friction_sled.h"

static void bristles_in_steady_sliding_follow_the_stribeck_curve(void **state)
{
	(void)state;
	expect_law(
		"type: lugre_friction, coulomb: 2, breakaway: 3, viscous: 4, stribeck: 0.01, stiffness: 1e5, damping: 10", 8,
		1e-6);
}

#define DAHL "type: lugre_friction, coulomb: 2, breakaway: 2, stribeck: 1, stiffness: 1e4"

/* with one level F for all rates: F (1 - exp(-k x / F)) on the way out, k x at its beginning */
static void bristles_yield_as_dahl_says(void **state)
{
	(void)state;
	for (int i = 0; i < MAIN_WAYS; i += NEXT_WAY) {
		struct running r;
		sled_start(&r, &ways[i], 1e-7, DAHL, MOVED("go: {type: polynomial, joint: rail, coefficients: [0, 0, 1e-3]}"));
		for (int k = 1; k <= 10; k++) {
			running_advance(&r, 0.1 * k);
			const double x = 1e-5 * k * k, F = 2;
			assert_close(running_get(&r, "forces.rub.effort"), -F * (1 - exp(-1e4 * x / F)), 1e-6);
			assert_close(running_get(&r, "forces.rub.deflection"), F / 1e4 * (1 - exp(-1e4 * x / F)), 1e-10);
		}
		running_close(&r);
	}
}

/* Swinging by +-a the loop closes between +-F tanh(k a / F) and encloses 4 F (a - F / k tanh(k a /
 * F)). */
static void their_hysteresis_loop_closes(void **state)
{
	(void)state;
	const double F = 2, k = 1e4, a = 3e-4, top = tanh(k * a / F);
	for (int i = 0; i < MAIN_WAYS; i += NEXT_WAY) {
		struct running r;
		double heat = 0, area = 0;
		sled_start(&r, &ways[i], 1e-5, DAHL,
		           MOVED("go: {type: harmonic, joint: rail, amplitude: 3e-4, frequency: 6.283185307179586}"));
		for (int turn = 0; turn < 5; turn++) {
			running_advance(&r, turn + 0.25);
			area = running_get(&r, "energies.dissipated") - heat;
			heat += area;
			if (turn > 2) {
				assert_close(running_get(&r, "forces.rub.effort"), -F * top, 1e-5);
				assert_close(area, 4 * F * (a - F / k * top), 1e-4 * area);
			}
			running_advance(&r, turn + 0.75);
			if (turn > 2) {
				assert_close(running_get(&r, "forces.rub.effort"), F * top, 1e-5);
			}
		}
		running_close(&r);
	}
}

static void they_stick_and_slip_and_never_give_energy_back(void **state)
{
	(void)state;
	for (int i = 0; i < MAIN_WAYS; i += NEXT_WAY) {
		struct running r;
		double heat = 0;
		sled_start(&r, &ways[i], 1e-4,
		           "type: lugre_friction, coulomb: 2, breakaway: 3, stribeck: 1e-3, stiffness: 1e6, damping: 300",
		           PULLED);
		assert_close(slip_period(&r, 2.8), exact_period(), 0.01 * exact_period());
		for (int k = 0; k < 200; k++) {
			running_advance(&r, 2.8 + 5e-3 * k);
			assert_true(running_get(&r, "energies.dissipated") >= heat - 1e-9);
			heat = running_get(&r, "energies.dissipated");
		}
		assert_balance(&r, 1e-4, heat);
		running_close(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bristles_in_steady_sliding_follow_the_stribeck_curve),
		cmocka_unit_test(bristles_yield_as_dahl_says),
		cmocka_unit_test(their_hysteresis_loop_closes),
		cmocka_unit_test(they_stick_and_slip_and_never_give_energy_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
