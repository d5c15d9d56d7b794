/* Friction in joints: what sticks stays, what slides follows the law, and both change over where
 * they should. Truths are closed forms: elastic deflection, motion after breaking away, stick-slip
 * of a pulled mass.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "assert_close.h"
#include "friction_sled.h"
#include "slow_build.h"

/* pushed by an input; the hook stays where it is */
#define PUSHED                                                               \
	"drivers: {stay: {type: polynomial, joint: track, coefficients: [0]}}\n" \
	"forces:\n  push: {type: joint_force, joint: rail, input: push}\n"

#define DRY "type: joint_friction, coulomb: 2, breakaway: 3"

/* value and derivatives of the push at an instant */
static void push(struct running *r, double u, double du, double d2u, double d3u)
{
	const int input = running_variable(r, "push");
	running_set(r, "push", u);
	assert_int_equal(mech_set_input_derivative(r->m, input, 1, du, &r->message), 0);
	assert_int_equal(mech_set_input_derivative(r->m, input, 2, d2u, &r->message), 0);
	assert_int_equal(mech_set_input_derivative(r->m, input, 3, d3u, &r->message), 0);
}

/* ---- sticking ---- */

static void a_constant_load_below_breakaway_is_held_without_creep(void **state)
{
	(void)state;
	const double tolerance = 1e-8, load = 2.9, deflection = 1e-5 * load / 3;
	for (int i = 0; i < (SLOW_BUILD ? MAIN_WAYS : ALL_WAYS); i += NEXT_WAY) {
		struct running r;
		sled_start(&r, &ways[i], tolerance, DRY, PUSHED);
		running_set(&r, "solver.look_ahead", MECH_FIRST_CHOICE + MECH_LANDING);
		running_set(&r, "push", load);
		running_advance(&r, 1);
		const double first = running_get(&r, "joints.rail.position");
		assert_close(first, deflection, 1e-12);
		/* A step of length h leaves tolerance h 1e-5 m/s to chance: so not all at once. The first
		 * has no length. */
		for (int k = 1; k <= (SLOW_BUILD ? 20 : 1000); k++) {
			running_advance(&r, k);
			assert_close(running_get(&r, "joints.rail.position"), first, 1e-12);
		}
		assert_close(running_get(&r, "forces.rub.effort"), -load, 1e-6);
		if (i < MAIN_WAYS) {
			assert_balance(&r, tolerance, load * deflection);
		}
		running_close(&r);
	}
}

/* 1.5 N +- 1.4 N, a period of 4 s */
static void nor_does_a_load_ratchet_that_swings_below_breakaway(void **state)
{
	(void)state;
	const double tolerance = 1e-4, step = 0.2, w = 2 * pi / 4;
	for (int i = 0; i < MAIN_WAYS; i += NEXT_WAY) {
		struct running r;
		double settled = 0, exchanged = 0, supplied = 0;
		const int points = (SLOW_BUILD ? 16 : ways[i].spatial ? 60 : 250) * 5;
		sled_start(&r, &ways[i], tolerance, DRY, PUSHED);
		for (int k = 0; k < points; k++) {
			const double s = sin(w * step * k), c = cos(w * step * k);
			push(&r, 1.5 + 1.4 * s, 1.4 * w * c, -1.4 * w * w * s, -1.4 * w * w * w * c);
			running_advance(&r, step * (k + 1));
			const double now = running_get(&r, "energies.supplied");
			exchanged += fabs(now - supplied);
			supplied = now;
			const double position = running_get(&r, "joints.rail.position");
			assert_true(fabs(position) < 1e-5);
			if ((k + 1) % 20 == 0 && k + 1 > 60) {
				settled = settled == 0 ? position : settled;
				/* of a deflection of 1e-5 m, a tenth of the tolerance */
				assert_close(position, settled, 1e-10);
			}
		}
		assert_balance(&r, tolerance, exchanged);
		running_close(&r);
	}
}

/* ---- breaking away and sliding ---- */

/* A load of 0.5 N/s t; from breaking away at the time b on, dv/dt = 3 N - 2 N + 0.5 N/s (t - b): b
 * from the speed at the end, and with it the place. The spring adds 1e-5 m and its rate. */
static void it_breaks_away_at_the_breakaway_force_and_slides_with_the_coulomb_force(void **state)
{
	(void)state;
	const double rate = 0.5, end = 6.5, tolerance = 1e-6;
	for (int i = 0; i < ALL_WAYS; i += NEXT_WAY) {
		struct running r;
		sled_start(&r, &ways[i], tolerance, DRY ", stribeck: 1e-7", PUSHED);
		push(&r, 0, rate, 0, 0);
		running_advance(&r, end);
		const double v = running_get(&r, "joints.rail.speed"), s = (sqrt(1 + 2 * rate * v) - 1) / rate;
		assert_close(rate * (end - s), 3, 1e-5);
		assert_close(running_get(&r, "joints.rail.position"), 1e-5 + s * s / 2 + rate * s * s * s / 6, 2e-6);
		assert_close(running_get(&r, "joints.rail.acceleration"), rate * end - 2, 1e-9);
		if (i < MAIN_WAYS) {
			assert_balance(&r, tolerance, running_get(&r, "energies.supplied"));
		}
		running_close(&r);
	}
}

static void sliding_friction_is_coulomb_and_stribeck_and_viscous(void **state)
{
	(void)state;
	expect_law(DRY ", viscous: 4, stribeck: 0.01", 0.5, 1e-9);
}

/* a joint driven by an input without derivatives, to and fro: from rest to rest in each step, and
 * friction with it */
static void friction_follows_a_joint_that_an_input_drives(void **state)
{
	(void)state;
	static const double places[] = {0.1, -0.1, 0.2, -0.3, 0.3, -0.4};
	for (int i = 0; i < MAIN_WAYS; i += NEXT_WAY) {
		struct running r;
		double last = 0, heat = 0;
		sled_start(&r, &ways[i], 1e-6, DRY ", stribeck: 1e-4", MOVED("go: {type: input, joint: rail, input: place}"));
		for (int k = 0; k < 6; k++) {
			running_set(&r, "place", places[k]);
			running_advance(&r, k + 1);
			assert_close(running_get(&r, "joints.rail.position"), places[k], 1e-12);
			assert_small(running_get(&r, "joints.rail.speed"), 1e-9);
			heat += 2 * fabs(places[k] - last);
			last = places[k];
		}
		assert_close(running_get(&r, "energies.dissipated"), heat, 2e-4);
		assert_balance(&r, 1e-6, heat);
		running_close(&r);
	}
}

/* ---- stick-slip ---- */

/* the fastest slip is 0.24 m/s */
static void a_pulled_mass_sticks_and_slips_with_the_period_of_the_closed_form(void **state)
{
	(void)state;
	const double tolerance = 1e-4;
	for (int i = 0; i < ALL_WAYS; i += NEXT_WAY) {
		struct running r;
		sled_start(&r, &ways[i], tolerance, DRY ", stribeck: 2.4e-7", PULLED);
		assert_close(slip_period(&r, 3), exact_period(), 1e-4 * exact_period());
		if (i < MAIN_WAYS) {
			assert_balance(&r, tolerance, running_get(&r, "energies.dissipated"));
		}
		running_close(&r);
	}
}

/* the narrower the Stribeck range, the nearer to the closed form, with long communication steps
 * too */
static void steep_stribeck_speeds_lead_to_the_closed_form(void **state)
{
	(void)state;
	static const char *const friction[] = {
		DRY ", presliding: 1e-6, stribeck: 1e-2", DRY ", presliding: 1e-6, stribeck: 1e-3",
		DRY ", presliding: 1e-6, stribeck: 1e-4", DRY ", presliding: 1e-6, stribeck: 1e-9"};
	for (int i = 0; i < MAIN_WAYS; i += SLOW_BUILD ? NEXT_WAY : ways[i].spatial ? 1 : 2) {
		double last = 1;
		for (int k = 0; k < 4; k++) {
			struct running r;
			sled_start(&r, &ways[i], 1e-4, friction[k], PULLED);
			const double error = fabs(slip_period(&r, 3) / exact_period() - 1);
			assert_true(error < 0.3 * last);
			last = error;
			running_close(&r);
		}
		assert_true(last < 2e-5);
	}
}

static void one_long_step_slips_as_often_as_many_short_ones(void **state)
{
	(void)state;
	for (int i = 0; i < ALL_WAYS; i += NEXT_WAY) {
		struct running many, one;
		sled_start(&many, &ways[i], 1e-4, DRY ", stribeck: 1e-6", PULLED);
		sled_start(&one, &ways[i], 1e-4, DRY ", stribeck: 1e-6", PULLED);
		for (int k = 1; k <= 250; k++) {
			running_advance(&many, 0.01 * k);
		}
		running_advance(&one, 2.5);
		assert_close(running_get(&one, "joints.rail.position"), running_get(&many, "joints.rail.position"), 2e-5);
		running_close(&many);
		running_close(&one);
	}
}

/* ---- a four-bar linkage: in space its loop has three redundant rows ---- */

static void four_bar_start(struct running *r, const struct way *way, double breakaway, const char *initial)
{
	char text[4000];
	const char *z = way->spatial ? ", 0" : "", *axis = way->spatial ? ", axis: [0, 0, 1]" : "";
	const char *inertia = way->spatial ? "[0.1, 0.1, 0.1]" : "0.1";
	int n = snprintf(text, sizeof text,
	                 "mechanism: four_bar\nspace: %s\ngravity: [0, -9.81%s]\nsolver: {method: %s}\n%s"
	                 "bodies:\n  crank: {mass: 1, inertia: %s, center: [0.15, 0.15%s]}\n"
	                 "  rod: {mass: 2, inertia: %s, center: [0.7, 0.5%s]}\n"
	                 "  rocker: {mass: 1.5, inertia: %s, center: [1.1, 0.35%s]}\njoints:\n",
	                 way->spatial ? "spatial" : "planar", z, way->method, initial, inertia, z, inertia, z, inertia, z);
	static const char *const joints[][3] = {{"a", "ground, crank", "0, 0"},
	                                        {"b", "crank, rod", "0.3, 0.3"},
	                                        {"c", "rod, rocker", "1.1, 0.7"},
	                                        {"d", "ground, rocker", "1.1, 0"}};
	for (int k = 0; k < 4; k++) {
		n += snprintf(text + n, sizeof text - (size_t)n, "  %s: {type: revolute, bodies: [%s], at: [%s%s]%s}\n",
		              joints[k][0], joints[k][1], joints[k][2], z, axis);
	}
	n += snprintf(text + n, sizeof text - (size_t)n, "forces:\n");
	for (int k = 0; k < 4; k++) {
		n += snprintf(text + n, sizeof text - (size_t)n,
		              "  r%s: {type: joint_friction, joint: %s, coulomb: %g, breakaway: %g}\n", joints[k][0],
		              joints[k][0], breakaway / 1.5, breakaway);
	}
	running_start(r, text, 0, 0);
}

static void a_linkage_with_friction_in_every_joint_holds_its_weight_or_falls(void **state)
{
	(void)state;
	static const char *const starts[] = {"", "initial: static\n", "initial: {static: true, a: {angle: 0.2}}\n"};
	for (int i = 0; i < MAIN_WAYS; i += NEXT_WAY) {
		struct running r;
		for (int k = 0; k < 3; k++) {
			four_bar_start(&r, &ways[i], 5, starts[k]);
			const double drawn = running_get(&r, "joints.a.angle");
			running_advance(&r, 1);
			const double held = running_get(&r, "joints.a.angle");
			assert_close(held, drawn, 1e-5);
			running_advance(&r, SLOW_BUILD ? 5 : 100);
			assert_close(running_get(&r, "joints.a.angle"), held, 5e-9);
			assert_small(running_get(&r, "solver.constraint_residual"), 1e-11);
			running_close(&r);
		}
		four_bar_start(&r, &ways[i], 0.45, "");
		running_advance(&r, SLOW_BUILD ? 0.2 : 0.5);
		assert_true(running_get(&r, "joints.a.angle") < -0.1);
		running_close(&r);
	}
}

/* ---- states ---- */

static void a_state_saved_while_it_sticks_repeats_the_run_to_the_last_bit(void **state)
{
	(void)state;
	for (int i = 0; i < ALL_WAYS; i += NEXT_WAY) {
		struct running r, other;
		sled_start(&r, &ways[i], 1e-4, DRY, PULLED);
		sled_start(&other, &ways[i], 1e-4, DRY, PULLED);
		const size_t size = mech_state_size(r.m);
		void *saved = malloc(size), *end = malloc(size);
		assert_true(saved != NULL && end != NULL);
		/* it sticks from 0 to 0.3 s and again from 0.7 s on */
		for (int k = 0; k < 2; k++) {
			running_advance(&r, k == 0 ? 0.2 : 0.8);
			assert_small(running_get(&r, "joints.rail.speed"), 1e-4);
			memcpy(saved, mech_state(r.m), size);
			running_advance(&r, k == 0 ? 0.4 : 1.2);
			running_advance(&r, k == 0 ? 0.75 : 1.5);
			memcpy(end, mech_state(r.m), size);
			struct running *const again[] = {&r, &other};
			for (int j = 0; j < 2; j++) {
				assert_int_equal(mech_check_state(again[j]->m, saved, &r.message), 0);
				mech_restore(again[j]->m, saved);
				running_advance(again[j], k == 0 ? 0.4 : 1.2);
				running_advance(again[j], k == 0 ? 0.75 : 1.5);
				assert_memory_equal(mech_state(again[j]->m), end, size);
			}
		}
		free(saved);
		free(end);
		running_close(&r);
		running_close(&other);
	}
}

/* ---- refusals ---- */

static void impossible_numbers_are_refused_by_name(void **state)
{
	(void)state;
	static const char *const files[][2] = {
		{"type: joint_friction, coulomb: -1", "force 'rub': coulomb must not be negative"},
		{"type: joint_friction, viscous: -1", "force 'rub': viscous must not be negative"},
		{"type: joint_friction, coulomb: .nan", "force 'rub': coulomb must be a finite number"},
		{"type: joint_friction, coulomb: 2, breakaway: -3", "force 'rub': breakaway must not be negative"},
		{"type: joint_friction, coulomb: 2, breakaway: 1", "force 'rub': breakaway must not be below coulomb"},
		{"type: joint_friction, coulomb: 2, stribeck: 0", "force 'rub': stribeck must be greater than zero"},
		{"type: joint_friction, coulomb: 2, presliding: 0", "force 'rub': presliding must be greater than zero"},
		{"type: lugre_friction, stiffness: 1, coulomb: 2, breakaway: 1, stribeck: 1",
	     "force 'rub': breakaway must not be below coulomb"},
		{"type: lugre_friction, stiffness: 1, coulomb: 2, breakaway: 3, stribeck: 0",
	     "force 'rub': stribeck must be greater than zero"},
		{"type: lugre_friction, stiffness: 0, coulomb: 2, breakaway: 3, stribeck: 1",
	     "force 'rub': stiffness must be greater than zero"},
	};
	for (size_t k = 0; k < sizeof files / sizeof files[0]; k++) {
		char text[1000];
		struct running r = {.m = NULL};
		(void)snprintf(text, sizeof text,
		               "mechanism: m\nbodies: {sled: {mass: 1, inertia: 1, center: [0, 0]}}\n"
		               "joints: {rail: {type: prismatic, bodies: [ground, sled], at: [0, 0], axis: [1, 0]}}\n"
		               "forces: {rub: {joint: rail, %s}}\n",
		               files[k][0]);
		assert_null(host_read_text("test.yaml", text, strlen(text), &r.message));
		running_expect_message(&r, files[k][1]);
	}
}

static void so_are_those_that_are_set(void **state)
{
	(void)state;
	static const struct {
		const char *name;
		double value;
	} values[] = {{"forces.rub.coulomb", -1}, {"forces.rub.coulomb", NAN},   {"forces.rub.breakaway", -2},
	              {"forces.rub.stribeck", 0}, {"forces.rub.viscous", -1e-9}, {"forces.rub.presliding", 0}};
	struct running r;
	sled_start(&r, &ways[0], 1e-4, DRY, PUSHED);
	for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
		assert_int_equal(mech_set(r.m, running_variable(&r, values[k].name), values[k].value, &r.message), -1);
		running_expect_message(&r, values[k].name);
	}
	/* numbers that belong together may come one by one, but must fit when a step or a start uses
	 * them */
	running_set(&r, "forces.rub.coulomb", 5);
	assert_int_equal(mech_advance(r.m, 0.1, &r.message), -1);
	running_expect_message(&r, "forces.rub.breakaway cannot be 3, it must not be below coulomb, 5");
	assert_int_equal(mech_initialize(r.m, &r.message), -1);
	running_expect_message(&r, "forces.rub.breakaway");
	running_set(&r, "forces.rub.breakaway", 6);
	running_set(&r, "push", 5.9);
	running_advance(&r, 1);
	assert_close(running_get(&r, "joints.rail.position"), 1e-5 * 5.9 / 6, 1e-9);
	running_close(&r);
}

/* from 0.5 m/s on it slides 0.5^2 / (2 2 m/s^2), but for the spring at its end, and all its energy
 * becomes heat */
static void a_thrown_sled_slides_to_rest(void **state)
{
	(void)state;
	for (int i = 0; i < ALL_WAYS; i += NEXT_WAY) {
		struct running r;
		sled_start(&r, &ways[i], 1e-5, DRY ", stribeck: 1e-5", "initial: {rail: {speed: 0.5}}\n" PUSHED);
		assert_close(running_get(&r, "energies.dissipated"), 0, 1e-15);
		assert_close(running_get(&r, "energies.kinetic"), 0.125, 1e-12);
		for (int k = 1; k <= 10; k++) {
			running_advance(&r, 0.1 * k);
			const double t = fmin(0.1 * k, 0.25);
			assert_close(running_get(&r, "joints.rail.position"), 0.5 * t - t * t, 2e-5);
		}
		assert_small(running_get(&r, "joints.rail.speed"), 1e-6);
		assert_close(running_get(&r, "energies.dissipated"), 0.125, 2e-5);
		running_close(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_constant_load_below_breakaway_is_held_without_creep),
		cmocka_unit_test(nor_does_a_load_ratchet_that_swings_below_breakaway),
		cmocka_unit_test(it_breaks_away_at_the_breakaway_force_and_slides_with_the_coulomb_force),
		cmocka_unit_test(sliding_friction_is_coulomb_and_stribeck_and_viscous),
		cmocka_unit_test(friction_follows_a_joint_that_an_input_drives),
		cmocka_unit_test(a_thrown_sled_slides_to_rest),
		cmocka_unit_test(a_pulled_mass_sticks_and_slips_with_the_period_of_the_closed_form),
		cmocka_unit_test(steep_stribeck_speeds_lead_to_the_closed_form),
		cmocka_unit_test(one_long_step_slips_as_often_as_many_short_ones),
		cmocka_unit_test(a_linkage_with_friction_in_every_joint_holds_its_weight_or_falls),
		cmocka_unit_test(a_state_saved_while_it_sticks_repeats_the_run_to_the_last_bit),
		cmocka_unit_test(impossible_numbers_are_refused_by_name),
		cmocka_unit_test(so_are_those_that_are_set),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
