/* Instances: their life and their state block, and motions with closed forms or independent
 * twins. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "assert_close.h"
#include "failing_memory.h"
#include "dae_method.h"
#include "running.h"
#include "simple_machines.h"

/* ---- life ---- */

static void advancing_before_initialization_is_refused(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, SHAKEN);
	assert_int_equal(mech_advance(r.m, 1, &r.message), -1);
	running_expect_message(&r, "has not been initialized");
	running_close(&r);
}

static void an_image_that_is_no_mechanism_gives_a_message(void **state)
{
	(void)state;
	struct mech_message message = {""};
	static const uint64_t nothing[8] = {0};
	assert_null(mech_instance_create(nothing, sizeof nothing, &message));
	assert_true(message.text[0] != '\0');
	mech_instance_free(NULL);
}

static void every_allocation_may_fail(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, SHAKEN);
	int n = 0;
	for (;; n++) {
		memory_fail(n);
		struct mech_instance *m = mech_instance_create(r.image.bytes, r.image.size, &r.message);
		memory_fail(MEMORY_NEVER);
		if (m != NULL) {
			mech_instance_free(m);
			break;
		}
		running_expect_message(&r, "out of memory");
	}
	assert_true(n > 3);
	running_close(&r);
}

static void run_shaken(struct running *r)
{
	for (int k = 1; k <= 10; k++) {
		running_set(r, "motor_torque", k % 3);
		running_advance(r, 0.1 * k);
	}
}

static void a_reset_instance_is_as_a_fresh_one_bit_for_bit(void **state)
{
	(void)state;
	struct running fresh, used;
	running_open(&fresh, SHAKEN);
	running_open(&used, SHAKEN);
	const size_t size = mech_state_size(fresh.m);
	mech_setup(used.m, 0.5, 1e-4);
	running_set(&used, "bodies.tip.mass", 2);
	running_initialize(&used);
	running_advance(&used, 0.8);
	mech_reset(used.m);
	assert_memory_equal(mech_state(used.m), mech_state(fresh.m), size);
	running_initialize(&used);
	running_initialize(&fresh);
	run_shaken(&used);
	run_shaken(&fresh);
	assert_memory_equal(mech_state(used.m), mech_state(fresh.m), size);
	running_close(&fresh);
	running_close(&used);
}

static void a_copied_state_goes_on_bit_for_bit_also_in_another_instance(void **state)
{
	(void)state;
	struct running r, other;
	running_start(&r, SHAKEN, 0, 0);
	running_open(&other, SHAKEN);
	const size_t size = mech_state_size(r.m);
	void *middle = malloc(size), *end = malloc(size);
	run_shaken(&r);
	running_set(&r, "motor_torque", 2.5); /* set, but not yet acted upon */
	memcpy(middle, mech_state(r.m), size);
	running_advance(&r, 1.7);
	memcpy(end, mech_state(r.m), size);

	mech_restore(r.m, middle);
	running_advance(&r, 1.7);
	assert_memory_equal(mech_state(r.m), end, size);

	mech_restore(other.m, middle);
	assert_close(mech_time(other.m), 1.0, 0);
	running_advance(&other, 1.7);
	assert_memory_equal(mech_state(other.m), end, size);
	free(middle);
	free(end);
	running_close(&r);
	running_close(&other);
}

static void initialization_may_be_repeated_and_follows_what_was_set(void **state)
{
	(void)state;
	struct running r;
	running_start(&r, WHEEL("torque: 1"), 0, 0);
	running_set(&r, "initial.axle.angle", -0.75);
	running_set(&r, "initial.axle.speed", 1);
	running_initialize(&r);
	assert_close(running_get(&r, "joints.axle.angle"), -0.75, 1e-12);
	running_initialize(&r);
	running_advance(&r, 2);
	assert_close(running_get(&r, "joints.axle.angle"), -0.75 + 2 + 4, 1e-9);
	running_initialize(&r);
	assert_close(mech_time(r.m), 0, 0);
	assert_close(running_get(&r, "joints.axle.angle"), -0.75, 1e-12);
	running_close(&r);
}

static void a_run_may_start_at_any_time(void **state)
{
	(void)state;
	struct running r;
	running_start(&r, WHEEL("torque: 1"), 12.5, 0);
	assert_close(running_get(&r, "time"), 12.5, 0);
	assert_close(running_get(&r, "joints.axle.angle"), 0.25, 1e-12);
	running_advance(&r, 14.5);
	assert_close(mech_time(r.m), 14.5, 0);
	assert_close(running_get(&r, "joints.axle.angle"), 0.25 + 6 + 4, 1e-9);
	running_close(&r);
}

static void the_wanted_tolerance_replaces_that_of_the_file_only_where_given(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, SHAKEN);
	mech_setup(r.m, 0, 0);
	assert_close(running_get(&r, "solver.tolerance"), 1e-6, 0);
	mech_setup(r.m, 0, 1e-3);
	assert_close(running_get(&r, "solver.tolerance"), 1e-3, 0);
	running_close(&r);
}

/* chosen by parameter, a method does what it does when the file names it, step by step */
static void the_method_may_be_chosen_before_initialization(void **state)
{
	(void)state;
	for (int k = 0; k < mech_solver_choices(MECH_SOLVER_METHOD); k++) {
		char text[sizeof SHAKEN + 100];
		struct running chosen, named;
		snprintf(text, sizeof text, "%ssolver: {method: %s}\n", SHAKEN, mech_solver_choice(MECH_SOLVER_METHOD, k));
		running_start(&named, text, 0, 1e-4);
		running_open(&chosen, SHAKEN);
		mech_setup(chosen.m, 0, 1e-4);
		running_set(&chosen, "solver.method", MECH_FIRST_CHOICE + k);
		running_initialize(&chosen);
		running_advance(&named, 0.3);
		running_advance(&chosen, 0.3);
		assert_memory_equal(mech_state(named.m), mech_state(chosen.m), mech_state_size(named.m));
		running_close(&named);
		running_close(&chosen);
	}
}

static void a_method_is_not_started_with_a_formulation_it_cannot_enforce(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, SHAKEN "solver: {method: energy_decaying}\n");
	running_set(&r, "solver.formulation", MECH_FIRST_CHOICE + DAE_INDEX2);
	assert_true(mech_initialize(r.m, &r.message) < 0);
	running_expect_message(&r, "energy_decaying cannot enforce formulation index2; it can be stabilized");
	running_set(&r, "solver.formulation", MECH_FIRST_CHOICE + DAE_STABILIZED);
	running_initialize(&r);
	running_close(&r);
}

/* ---- motion ---- */

static void energy_that_goes_in_is_stored_or_turned_into_heat(void **state)
{
	(void)state;
	static const double tolerances[] = {1e-3, 1e-5, 1e-7};
	for (int k = 0; k < 3; k++) {
		struct running r;
		double exchanged = 0, worst = 0;
		running_start(&r, SHAKEN, 0, tolerances[k]);
		for (int i = 1; i <= 50; i++) {
			running_set(&r, "motor_torque", i / 10);
			running_advance(&r, 0.1 * i);
			exchanged = fmax(exchanged, running_get(&r, "energies.kinetic") + running_get(&r, "energies.dissipated") +
			                                fabs(running_get(&r, "energies.supplied")));
			worst = fmax(worst, fabs(running_get(&r, "energies.balance_error")));
		}
		assert_true(running_get(&r, "energies.dissipated") > 0.1);
		assert_true(exchanged > 1);
		assert_small(worst, 100 * tolerances[k] * exchanged);
		running_close(&r);
	}
}

#define FOUR_BAR                                                        \
	"mechanism: four_bar\n"                                             \
	"gravity: [0, -9.81]\n"                                             \
	"bodies:\n"                                                         \
	"  crank: {mass: 1, inertia: 0.1, center: [0, -0.5]}\n"             \
	"  coupler: {mass: 0, inertia: 0, center: [1, -1.2]}\n"             \
	"  rocker: {mass: 1.5, inertia: 0.2, center: [2, -0.7]}\n"          \
	"joints:\n"                                                         \
	"  a: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"      \
	"  b: {type: revolute, bodies: [crank, coupler], at: [0, -1]}\n"    \
	"  c: {type: revolute, bodies: [coupler, rocker], at: [2, -1.4]}\n" \
	"  d: {type: revolute, bodies: [ground, rocker], at: [2, 0]}\n"     \
	"initial:\n"                                                        \
	"  a: {angle: 0.5}\n"                                               \
	"outputs: [joints.a.angle]\n"

static double four_bar_angle(double coupler_mass)
{
	struct running r;
	running_open(&r, FOUR_BAR);
	mech_setup(r.m, 0, 1e-8);
	running_set(&r, "bodies.coupler.mass", coupler_mass);
	running_set(&r, "bodies.coupler.inertia", 0.3 * coupler_mass);
	running_initialize(&r);
	running_advance(&r, 1.5);
	const double angle = running_get(&r, "joints.a.angle");
	assert_true(isfinite(running_get(&r, "joints.b.reaction_force[1]")));
	running_close(&r);
	return angle;
}

/* eq. 4.11 of Petzold, Ren and Maly instead: nothing accelerates the hook, and it holds the sled; x
 * = cos(2 t) otherwise */
static void the_regularized_methods_take_singular_mass_and_gamma_from_the_file(void **state)
{
	static const char tied[] = "mechanism: tied\n"
							   "gravity: [0, 0]\n"
							   "bodies:\n"
							   "  sled: {mass: 1, inertia: 1, center: [1, 0]}\n"
							   "  hook: {mass: 0, inertia: 0, center: [1, 0]}\n"
							   "joints:\n"
							   "  rail: {type: prismatic, bodies: [ground, sled], at: [0, 0], axis: [1, 0]}\n"
							   "  weld: {type: weld, bodies: [sled, hook], at: [1, 0]}\n"
							   "forces:\n"
							   "  spring: {type: spring_damper, bodies: [ground, hook], from: [-1, 0], to: [1, 0],\n"
							   "    stiffness: 4, length: 1}\n"
							   "solver: {method: trust_region_fixed, tolerance: 1e-6, gamma: 0, epsilon: 1e-9,\n"
							   "  singular_mass: %s}\n";
	(void)state;
	for (int held = 0; held < 2; held++) {
		struct running r;
		char text[1000];
		(void)snprintf(text, sizeof text, tied, held ? "least_squares" : "augmented");
		running_start(&r, text, 0, 0);
		running_advance(&r, 1);
		assert_close(running_get(&r, "bodies.sled.x"), held ? 1 : cos(2), 1e-5);
		running_close(&r);
	}
}

static void a_massless_coupler_is_the_limit_of_light_ones(void **state)
{
	(void)state;
	const double limit = four_bar_angle(0), light = four_bar_angle(1e-3), lighter = four_bar_angle(5e-4);
	/* what is linear in the mass cancels; the rest is of order 1e-6 */
	assert_true(fabs(light - limit) > 1e-5);
	assert_close(2 * lighter - light, limit, 1e-6);
	assert_close(four_bar_angle(1e-9), limit, 1e-7);
}

static void check_lock(const char *text, double when)
{
	struct running r;
	running_start(&r, text, 0, 0);
	const size_t size = mech_state_size(r.m);
	void *before = malloc(size);
	int failed = 0;
	double t = 0;
	for (int k = 1; !failed && k <= 40; k++) {
		if (r.model->n_inputs > 0) {
			running_set(&r, "wanted_position", 0.1 * k);
		}
		memcpy(before, mech_state(r.m), size);
		t = mech_time(r.m);
		failed = mech_advance(r.m, 0.1 * k, &r.message) != 0;
	}
	assert_true(failed);
	assert_memory_equal(mech_state(r.m), before, size);
	assert_close(mech_time(r.m), t, 0);
	assert_true(t <= when && when <= t + 0.1);
	running_expect_message(&r, "at time ");
	running_expect_message(&r, "the mechanism locks");
	free(before);
	running_close(&r);
}

static void a_mechanism_that_locks_says_where_and_when_and_keeps_its_state(void **state)
{
	(void)state;
	check_lock(LOCKED, 0.0);
	/* a crank of 0.5 m pulls at a rod of 1 m; the rod no longer reaches the guide where the
	 * distance of the crank's tip from it, 1.3 - 0.5 sin angle, is 1 m: sin angle = 0.6 as it
	 * falls, at 2 rad/s from 2 rad */
	check_lock("mechanism: short_rod\n"
	           "gravity: [0, -9.81]\n"
	           "bodies:\n"
	           "  crank: {mass: 1, inertia: 0.1, center: [0, 0.25]}\n"
	           "  slider: {mass: 1, inertia: 0.1, center: [0, 1.3]}\n"
	           "joints:\n"
	           "  pin: {type: revolute, bodies: [ground, crank], at: [0, 0], offset: 1.5707963267948966}\n"
	           "  guide: {type: prismatic, bodies: [ground, slider], at: [0, 1.3], axis: [1, 0]}\n"
	           "  link: {type: rod, bodies: [crank, slider], from: [0, 0.5], to: [0, 1.3], length: 1}\n"
	           "drivers:\n"
	           "  motor: {type: constant_speed, joint: pin, speed: 2, start: 2}\n"
	           "outputs: [joints.guide.position]\n",
	           (3.14159265358979323846 - asin(0.6) - 2) / 2);
}

/* two bars of weight W lean against each other at right angles and carry 10 N at the top. Vertical:
 * V = W + 5 at each foot; moment of one bar about the top: V 1 - W / 2 - H 1 = 0 */
static void a_truss_without_freedom_runs_and_reports_the_reactions_of_statics(void **state)
{
	(void)state;
	struct running r;
	running_start(&r,
	              "mechanism: truss\n"
	              "gravity: [0, -10]\n"
	              "bodies:\n"
	              "  left: {mass: 2, inertia: 0.3, center: [0.5, 0.5]}\n"
	              "  right: {mass: 2, inertia: 0.3, center: [1.5, 0.5]}\n"
	              "joints:\n"
	              "  a: {type: revolute, bodies: [ground, left], at: [0, 0]}\n"
	              "  b: {type: revolute, bodies: [ground, right], at: [2, 0]}\n"
	              "  top: {type: revolute, bodies: [left, right], at: [1, 1]}\n"
	              "forces:\n"
	              "  load: {type: force, body: right, at: [1, 1], direction: [0, -1], force: 10}\n"
	              "outputs: [joints.a.reaction_force]\n",
	              0, 0);
	struct mech_diagnosis diagnosis;
	mech_instance_diagnose(r.m, &diagnosis, NULL);
	assert_int_equal(diagnosis.degrees_of_freedom, 0);
	for (int k = 0; k <= 10; k++) {
		running_advance(&r, 0.2 * k);
		assert_close(running_get(&r, "joints.a.reaction_force[1]"), 15, 1e-9);
		assert_close(running_get(&r, "joints.a.reaction_force[2]"), 25, 1e-9);
		assert_close(running_get(&r, "joints.b.reaction_force[1]"), -15, 1e-9);
		assert_close(running_get(&r, "joints.b.reaction_force[2]"), 25, 1e-9);
		/* the left bar carries half of the load and pushes with H */
		assert_close(running_get(&r, "joints.top.reaction_force[1]"), 15, 1e-9);
		assert_close(running_get(&r, "joints.top.reaction_force[2]"), 5, 1e-9);
		assert_small(running_get(&r, "bodies.left.speed"), 1e-12);
	}
	running_set(&r, "forces.load.force", 30);
	assert_close(running_get(&r, "joints.a.reaction_force[2]"), 35, 1e-9);
	running_close(&r);
}

/* three parallel cranks hang from the ground and carry a beam; the rows of the third say nothing
 * new about the motion. Cranks of a parallelogram turn together, so two cranks with half as much
 * mass more move alike. */
#define CRANKS(bodies, joints)                                              \
	"mechanism: cranks\n"                                                   \
	"gravity: [0, -9.81]\n"                                                 \
	"bodies:\n" bodies "  beam: {mass: 2, inertia: 0.1, center: [1, -1]}\n" \
	"joints:\n" joints "initial:\n"                                         \
	"  foot_a: {angle: 0.8}\n"                                              \
	"outputs: [joints.foot_a.angle]\n"

static void a_parallelogram_with_a_third_crank_moves_as_one_with_two(void **state)
{
	(void)state;
	struct running two, three;
	running_start(&two,
	              CRANKS(CRANK("a", "0", "1.5", "0.15") CRANK("b", "1", "1.5", "0.15"),
	                     CRANK_JOINTS("a", "0") CRANK_JOINTS("b", "1")),
	              0, 1e-8);
	running_start(&three,
	              CRANKS(CRANK("a", "0", "1", "0.1") CRANK("b", "1", "1", "0.1") CRANK("c", "2", "1", "0.1"),
	                     CRANK_JOINTS("a", "0") CRANK_JOINTS("b", "1") CRANK_JOINTS("c", "2")),
	              0, 1e-8);
	struct mech_diagnosis diagnosis;
	mech_instance_diagnose(three.m, &diagnosis, NULL);
	assert_int_equal(diagnosis.degrees_of_freedom, 1);
	assert_int_equal(diagnosis.n_redundant, 1);
	double worst = 0;
	for (int k = 1; k <= 50; k++) {
		running_advance(&two, 0.1 * k);
		running_advance(&three, 0.1 * k);
		worst =
			fmax(worst, fabs(running_get(&two, "joints.foot_a.angle") - running_get(&three, "joints.foot_a.angle")));
		for (int i = 0; i < three.model->n_variables; i++) {
			double value;
			assert_int_equal(mech_get(three.m, i, &value, &three.message), 0);
			assert_true(isfinite(value));
		}
	}
	assert_small(worst, 1e-8);
	running_close(&two);
	running_close(&three);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(advancing_before_initialization_is_refused),
		cmocka_unit_test(an_image_that_is_no_mechanism_gives_a_message),
		cmocka_unit_test(every_allocation_may_fail),
		cmocka_unit_test(a_reset_instance_is_as_a_fresh_one_bit_for_bit),
		cmocka_unit_test(a_copied_state_goes_on_bit_for_bit_also_in_another_instance),
		cmocka_unit_test(initialization_may_be_repeated_and_follows_what_was_set),
		cmocka_unit_test(a_run_may_start_at_any_time),
		cmocka_unit_test(the_wanted_tolerance_replaces_that_of_the_file_only_where_given),
		cmocka_unit_test(the_method_may_be_chosen_before_initialization),
		cmocka_unit_test(a_method_is_not_started_with_a_formulation_it_cannot_enforce),
		cmocka_unit_test(energy_that_goes_in_is_stored_or_turned_into_heat),
		cmocka_unit_test(a_massless_coupler_is_the_limit_of_light_ones),
		cmocka_unit_test(the_regularized_methods_take_singular_mass_and_gamma_from_the_file),
		cmocka_unit_test(a_parallelogram_with_a_third_crank_moves_as_one_with_two),
		cmocka_unit_test(a_mechanism_that_locks_says_where_and_when_and_keeps_its_state),
		cmocka_unit_test(a_truss_without_freedom_runs_and_reports_the_reactions_of_statics),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
