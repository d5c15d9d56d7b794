/* Values of instances: what is set is kept and acts, what is read follows it. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "assert_close.h"
#include "mech_instance_parts.h"
#include "running.h"
#include "simple_machines.h"

static void values_are_those_of_the_file_before_initialization(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, SHAKEN);
	assert_close(running_get(&r, "time"), 0, 0);
	assert_close(running_get(&r, "motor_torque"), 1.5, 0);
	assert_close(running_get(&r, "bodies.cart.mass"), 3, 0);
	assert_close(running_get(&r, "bodies.tip.y"), -1.2, 0);
	assert_close(running_get(&r, "joints.elbow.angle"), 0, 0);
	assert_close(running_get(&r, "energies.balance_error"), 0, 0);
	assert_close(running_get(&r, "forces.strut.length"), sqrt(1.25), 1e-15);
	running_close(&r);
}

static void every_parameter_and_input_keeps_what_is_set(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, SHAKEN);
	int settable = 0;
	for (int round = 0; round < 2; round++) {
		for (int k = 0; k < r.model->n_variables; k++) {
			const struct mech_variable *x = &r.model->variables[k];
			if (x->source != MECH_FROM_PARAMETER && x->source != MECH_FROM_INPUT) {
				continue;
			}
			/* set all, then read all: no two variables share a number; counts are whole */
			const double value = x->quantity == MECH_COUNT ? 1 : fmin(1e-3 + 1e-5 * k, x->maximum);
			double actual;
			if (round == 0) {
				assert_int_equal(mech_set(r.m, k, value, &r.message), 0);
				settable++;
			} else {
				assert_int_equal(mech_get(r.m, k, &actual, &r.message), 0);
				assert_close(actual, value, 0);
			}
		}
	}
	assert_int_equal(settable, 1 + r.model->n_parameters - 1); /* an input, all numbers but the one it replaces */
	running_close(&r);
}

static void impossible_values_are_refused_by_name_and_change_nothing(void **state)
{
	(void)state;
	static const struct {
		const char *name;
		double value;
	} bad[] = {
		{"bodies.arm.mass", -1},   {"bodies.arm.mass", NAN},        {"motor_torque", INFINITY},
		{"solver.tolerance", 0},   {"solver.spectral_radius", 1.5}, {"forces.strut.stiffness", -0.1},
		{"gravity[2]", -INFINITY}, {"forces.friction.viscous", -1}, {"initial.elbow.angle", NAN},
	};
	struct running r;
	running_start(&r, SHAKEN, 0, 0);
	const size_t size = mech_state_size(r.m);
	void *before = malloc(size);
	memcpy(before, mech_state(r.m), size);
	for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
		r.message.text[0] = '\0';
		assert_int_equal(mech_set(r.m, running_variable(&r, bad[k].name), bad[k].value, &r.message), -1);
		running_expect_message(&r, bad[k].name);
		assert_memory_equal(mech_state(r.m), before, size);
	}
	free(before);
	running_close(&r);
}

/* angle and speed of the wheel a time t after they were x[0], x[1] */
static void turn(double *x, double acceleration, double t)
{
	x[0] += x[1] * t + acceleration * t * t / 2;
	x[1] += acceleration * t;
}

static void torque_and_inertia_changed_during_the_run_act_from_then_on(void **state)
{
	(void)state;
	struct running r;
	double x[2] = {0.25, 3};
	running_start(&r, WHEEL("torque: 1"), 0, 0);
	running_advance(&r, 1);
	turn(x, 2, 1);
	running_set(&r, "forces.motor.torque", 2);
	assert_close(running_get(&r, "joints.axle.acceleration"), 4, 1e-10);
	running_advance(&r, 1.5);
	turn(x, 4, 0.5);
	running_set(&r, "bodies.wheel.inertia", 1);
	assert_close(running_get(&r, "joints.axle.acceleration"), 2, 1e-10);
	running_advance(&r, 3);
	turn(x, 2, 1.5);
	assert_close(running_get(&r, "joints.axle.angle"), x[0], 1e-8);
	assert_close(running_get(&r, "joints.axle.speed"), x[1], 1e-8);
	running_close(&r);
}

/* a mass of 2 kg on a spring of 50 N/m, 0.1 m from rest: omega 5; with four times the stiffness 10;
 * then with a mass of 8 kg 5 again */
#define OSCILLATOR                                                                                        \
	"mechanism: oscillator\n"                                                                             \
	"gravity: [0, 0]\n"                                                                                   \
	"bodies:\n"                                                                                           \
	"  block: {mass: 2, inertia: 0.1, center: [1, 0]}\n"                                                  \
	"joints:\n"                                                                                           \
	"  rail: {type: prismatic, bodies: [ground, block], at: [1, 0], axis: [1, 0]}\n"                      \
	"forces:\n"                                                                                           \
	"  spring: {type: spring_damper, bodies: [ground, block], from: [0, 0], to: [1, 0], stiffness: 50}\n" \
	"initial:\n"                                                                                          \
	"  rail: {position: 0.1, speed: 0}\n"                                                                 \
	"outputs: [joints.rail.position]\n"

static void swing(double *x, double omega, double t)
{
	const double c = cos(omega * t), s = sin(omega * t), position = x[0];
	x[0] = position * c + x[1] / omega * s;
	x[1] = x[1] * c - position * omega * s;
}

static void stiffness_and_mass_changed_during_the_run_change_the_frequency(void **state)
{
	(void)state;
	static const struct {
		const char *name;
		double value, omega;
	} parts[] = {{"forces.spring.stiffness", 50, 5}, {"forces.spring.stiffness", 200, 10}, {"bodies.block.mass", 8, 5}};
	struct running r;
	double x[2] = {0.1, 0}, t = 0;
	running_start(&r, OSCILLATOR, 0, 1e-7);
	for (int k = 0; k < 3; k++) {
		running_set(&r, parts[k].name, parts[k].value);
		running_advance(&r, t += 0.7);
		swing(x, parts[k].omega, 0.7);
		assert_close(running_get(&r, "joints.rail.position"), x[0], 1e-7);
		assert_close(running_get(&r, "joints.rail.speed"), x[1], 1e-6);
	}
	running_close(&r);
}

static void accelerations_and_reactions_follow_an_input_at_once_and_reading_changes_nothing(void **state)
{
	(void)state;
	struct running r;
	running_start(&r, WHEEL("input: motor_torque"), 0, 0);
	const size_t size = mech_state_size(r.m);
	void *before = malloc(size);
	running_advance(&r, 0.5);
	for (int k = -3; k < 4; k++) {
		running_set(&r, "motor_torque", k);
		memcpy(before, mech_state(r.m), size);
		for (int i = 0; i < r.model->n_variables; i++) {
			double value;
			assert_int_equal(mech_get(r.m, i, &value, &r.message), 0);
		}
		assert_close(running_get(&r, "joints.axle.acceleration"), 2.0 * k, 1e-10);
		assert_close(running_get(&r, "joints.axle.reaction_force[2]"), 20, 1e-10);
		assert_memory_equal(mech_state(r.m), before, size);
	}
	free(before);
	running_close(&r);
}

static void reactions_follow_an_input_force_at_once(void **state)
{
	(void)state;
	struct running r;
	running_start(&r,
	              "mechanism: rim\n"
	              "gravity: [0, -10]\n"
	              "bodies:\n"
	              "  wheel: {mass: 2, inertia: 0.5, center: [0, 0]}\n"
	              "joints:\n"
	              "  axle: {type: revolute, bodies: [ground, wheel], at: [0, 0]}\n"
	              "forces:\n"
	              "  push: {type: force, body: wheel, at: [0, 1], direction: [1, 0], input: push}\n"
	              "outputs: [joints.axle.reaction_force]\n",
	              0, 0);
	running_advance(&r, 0.25);
	running_set(&r, "push", 3);
	/* the wheel has not moved: the axle takes the whole push, the moment about it is -3 1 m */
	assert_close(running_get(&r, "joints.axle.reaction_force[1]"), -3, 1e-10);
	assert_close(running_get(&r, "joints.axle.reaction_force[2]"), 20, 1e-10);
	assert_close(running_get(&r, "joints.axle.acceleration"), -6, 1e-10);
	running_close(&r);
}

/* what does not follow an input at once is read as the last step left it, to the last bit, and so
 * are accelerations where an input was set to what it was */
static void only_a_change_is_followed(void **state)
{
	(void)state;
	struct running r;
	running_start(&r, SHAKEN, 0, 0);
	running_advance(&r, 0.3);
	const double speed = running_get(&r, "joints.pin.speed"), acceleration = running_get(&r, "joints.pin.acceleration");
	running_set(&r, "motor_torque", 1.5);
	assert_true(r.m->head->changed == MECH_UNCHANGED);
	assert_true(running_get(&r, "joints.pin.acceleration") == acceleration);
	running_set(&r, "motor_torque", 7);
	assert_true(r.m->head->changed == MECH_JUMPED);
	assert_true(running_get(&r, "joints.pin.speed") == speed);
	assert_true(running_get(&r, "joints.pin.acceleration") > acceleration + 1);
	running_close(&r);
}

/* crank and rod of 1 m, of hinges in space: three rows are always redundant, and after a quarter
 * turn at 1 rad/s both arms stand upright, a singular position. The distance counts the rest:
 * nowhere 0, and small compared with that place alone. */
static void redundant_rows_do_not_count_in_the_distance_to_singularity(void **state)
{
	(void)state;
	struct running r;
	running_start(&r,
	              "mechanism: arms\n"
	              "space: spatial\n"
	              "bodies:\n"
	              "  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], center: [0.5, 0, 0]}\n"
	              "  rod: {mass: 1, inertia: [0.1, 0.1, 0.1], center: [1.5, 0, 0]}\n"
	              "  slider: {mass: 1, inertia: [0.1, 0.1, 0.1], center: [2, 0, 0]}\n"
	              "joints:\n"
	              "  pin: {type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}\n"
	              "  elbow: {type: revolute, bodies: [crank, rod], at: [1, 0, 0], axis: [0, 0, 1]}\n"
	              "  wrist: {type: revolute, bodies: [rod, slider], at: [2, 0, 0], axis: [0, 0, 1]}\n"
	              "  guide: {type: prismatic, bodies: [ground, slider], at: [2, 0, 0], axis: [1, 0, 0]}\n"
	              "drivers:\n"
	              "  motor: {type: constant_speed, joint: pin, speed: 1}\n",
	              0, 0);
	running_advance(&r, 0.8);
	assert_true(running_get(&r, "solver.distance_to_singularity") > 0.1);
	assert_true(running_get(&r, "solver.regularized_steps") == 0);
	running_advance(&r, 1.570796);
	assert_true(running_get(&r, "solver.distance_to_singularity") < 1e-3);
	assert_true(running_get(&r, "solver.regularized_steps") > 0);
	running_advance(&r, 2.4);
	assert_true(running_get(&r, "solver.distance_to_singularity") > 0.1);
	/* the next one, at 3 pi / 2, lies within the communication step */
	running_advance(&r, 5.5);
	print_message("  nearest %g\n", running_get(&r, "solver.distance_to_singularity"));
	assert_true(running_get(&r, "solver.distance_to_singularity") < 0.1);
	running_advance(&r, 5.6);
	assert_true(running_get(&r, "solver.distance_to_singularity") > 0.1);
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_those_of_the_file_before_initialization),
		cmocka_unit_test(every_parameter_and_input_keeps_what_is_set),
		cmocka_unit_test(impossible_values_are_refused_by_name_and_change_nothing),
		cmocka_unit_test(torque_and_inertia_changed_during_the_run_act_from_then_on),
		cmocka_unit_test(stiffness_and_mass_changed_during_the_run_change_the_frequency),
		cmocka_unit_test(accelerations_and_reactions_follow_an_input_at_once_and_reading_changes_nothing),
		cmocka_unit_test(reactions_follow_an_input_force_at_once),
		cmocka_unit_test(only_a_change_is_followed),
		cmocka_unit_test(redundant_rows_do_not_count_in_the_distance_to_singularity),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
