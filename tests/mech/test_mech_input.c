/* Inputs of a running mechanism, with derivatives: motions with closed forms, and when a step
 * starts afresh. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "assert_close.h"
#include "find_method.h"
#include "mech_instance_parts.h"
#include "running.h"
#include "simple_machines.h"

/* 2 kg on a level rail, pushed along an input: effort 2 w'' */
#define SLIDER                                                                       \
	"mechanism: slider\n"                                                            \
	"gravity: [0, -10]\n"                                                            \
	"bodies:\n"                                                                      \
	"  block: {mass: 2, inertia: 0.1, center: [0, 0]}\n"                             \
	"joints:\n"                                                                      \
	"  rail: {type: prismatic, bodies: [ground, block], at: [0, 0], axis: [1, 0]}\n" \
	"drivers:\n"                                                                     \
	"  pusher: {type: input, joint: rail, input: wanted, start: 0.1}\n"              \
	"outputs: [joints.rail.position]\n"

static void set_derivative(struct running *r, const char *name, int order, double value)
{
	if (mech_set_input_derivative(r->m, running_variable(r, name), order, value, &r->message) != 0) {
		fail_msg("%s", r->message.text);
	}
}

/* value and derivatives of orders 1 .. n */
static void set_signal(struct running *r, const char *name, const double *u, int n)
{
	running_set(r, name, u[0]);
	for (int k = 1; k <= n; k++) {
		set_derivative(r, name, k, u[k]);
	}
}

/* torque 1 + 4 t - 3 t^2 + 2 t^3, given again in each step: speed 3 + 2 (t + 2 t^2 - t^3 + t^4 /
 * 2) */
static void a_torque_given_as_a_polynomial_acts_as_one(void **state)
{
	(void)state;
	struct running r;
	running_start(&r, WHEEL("input: motor_torque"), 0, 1e-9);
	for (int k = 0; k < 8; k++) {
		const double t = 0.25 * k, e = t + 0.25;
		const double u[] = {1 + 4 * t - 3 * t * t + 2 * t * t * t, 4 - 6 * t + 6 * t * t, -6 + 12 * t, 12};
		set_signal(&r, "motor_torque", u, 3);
		running_advance(&r, e);
		assert_close(running_get(&r, "joints.axle.speed"), 3 + 2 * (e + 2 * e * e - e * e * e + e * e * e * e / 2),
		             1e-7);
		assert_close(running_get(&r, "motor_torque"), 1 + 4 * e - 3 * e * e + 2 * e * e * e, 1e-12);
		assert_close(running_get(&r, "joints.axle.acceleration"), 2 * (1 + 4 * e - 3 * e * e + 2 * e * e * e), 1e-6);
		assert_small(running_get(&r, "energies.balance_error"), 1e-7);
	}
	running_close(&r);
}

/* slope 2 for one second brings the torque to 2 and the speed to 3 + 2; from then on 2 is held: + 4
 * in a second */
static void derivatives_hold_for_one_step_and_the_value_stays_as_reached(void **state)
{
	(void)state;
	struct running r;
	running_start(&r, WHEEL("input: motor_torque"), 0, 1e-9);
	set_derivative(&r, "motor_torque", 1, 2);
	running_advance(&r, 1);
	assert_close(running_get(&r, "motor_torque"), 2, 1e-14);
	assert_close(running_get(&r, "joints.axle.speed"), 5, 1e-7);
	running_advance(&r, 2);
	assert_close(running_get(&r, "motor_torque"), 2, 1e-14);
	assert_close(running_get(&r, "joints.axle.speed"), 9, 1e-7);
	running_close(&r);
}

static void derivatives_set_before_the_start_act_in_the_first_step(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, WHEEL("input: motor_torque"));
	set_derivative(&r, "motor_torque", 1, 2);
	mech_setup(r.m, 5, 1e-9);
	running_initialize(&r);
	assert_close(running_get(&r, "joints.axle.acceleration"), 0, 1e-12);
	running_advance(&r, 6);
	assert_close(running_get(&r, "joints.axle.speed"), 5, 1e-7);
	running_close(&r);
}

/* the method continues where the importer continues */
static void an_input_that_goes_on_as_before_is_no_change(void **state)
{
	(void)state;
	struct running r;
	running_start(&r, WHEEL("input: motor_torque"), 0, 0);
	const double u[] = {0.3, 0.7, -0.2, 0.1};
	set_signal(&r, "motor_torque", u, 3);
	running_advance(&r, 0.1);
	for (int k = 1; k < 20; k++) {
		struct mech_signal s = {.u = {u[0], u[1], u[2], u[3]}};
		mech_signal_move(&s, 0.1 * k);
		set_signal(&r, "motor_torque", s.u, 3);
		assert_true(r.m->head->changed == MECH_UNCHANGED);
		running_advance(&r, 0.1 * (k + 1));
	}

	running_close(&r);

	/* nor is a value that is set to what it is */
	running_start(&r, WHEEL("input: motor_torque"), 0, 0);
	running_advance(&r, 0.1);
	running_set(&r, "motor_torque", 0);
	assert_true(r.m->head->changed == MECH_UNCHANGED);
	running_close(&r);
}

static void another_slope_bends_and_another_value_jumps(void **state)
{
	(void)state;
	struct running r;
	running_start(&r, WHEEL("input: motor_torque"), 0, 0);
	set_derivative(&r, "motor_torque", 1, 1);
	running_advance(&r, 0.1);
	set_derivative(&r, "motor_torque", 1, 1.5);
	assert_true(r.m->head->changed == MECH_BENT);
	running_set(&r, "motor_torque", 1);
	assert_true(r.m->head->changed == MECH_JUMPED);
	running_advance(&r, 0.2);

	/* a slope that is not given again is a change too: the step that begins finds it */
	assert_true(r.m->head->changed == MECH_UNCHANGED);
	mech_inputs_begin(r.m);
	assert_true(r.m->head->changed == MECH_BENT);
	running_advance(&r, 0.3);
	assert_close(running_get(&r, "motor_torque"), 1.15, 1e-14);
	running_close(&r);
}

/* reading accelerations after a slope was set gives what the last step gave, to the last bit */
static void slopes_leave_accelerations_as_they_are(void **state)
{
	(void)state;
	struct running r;
	running_start(&r, WHEEL("input: motor_torque"), 0, 0);
	running_set(&r, "motor_torque", 2);
	running_advance(&r, 0.3);
	const double acceleration = running_get(&r, "joints.axle.acceleration");
	set_derivative(&r, "motor_torque", 1, 9);
	assert_true(running_get(&r, "joints.axle.acceleration") == acceleration);
	running_close(&r);
}

/* w = 0.1 + 0.3 sin(2 t + 0.4), with its derivatives at the beginning of each step */
static void wanted_motion(double t, double *w)
{
	w[0] = 0.1 + 0.3 * sin(2 * t + 0.4);
	w[1] = 0.6 * cos(2 * t + 0.4);
	w[2] = -1.2 * sin(2 * t + 0.4);
	w[3] = -2.4 * cos(2 * t + 0.4);
}

static void a_driver_follows_value_speed_and_acceleration_of_its_input(void **state)
{
	(void)state;
	struct running r;
	double w[4];
	running_open(&r, SLIDER);
	wanted_motion(0, w);
	set_signal(&r, "wanted", w, 3);
	running_initialize(&r);
	assert_close(running_get(&r, "joints.rail.position"), w[0], 1e-12);
	assert_close(running_get(&r, "joints.rail.speed"), w[1], 1e-12);
	assert_close(running_get(&r, "joints.rail.acceleration"), w[2], 1e-12);
	assert_close(running_get(&r, "drivers.pusher.effort"), 2 * w[2], 1e-12);
	for (int k = 0; k < 40; k++) {
		wanted_motion(0.05 * k, w);
		set_signal(&r, "wanted", w, 3);
		running_advance(&r, 0.05 * (k + 1));
		wanted_motion(0.05 * (k + 1), w);
		/* what is left out of the series: h^4 / 24, h^3 / 6 and h^2 / 2 times the fourth
		 * derivative, 4.8 */
		assert_close(running_get(&r, "joints.rail.position"), w[0], 4.8 * 0.05 * 0.05 * 0.05 * 0.05 / 24 + 1e-9);
		assert_close(running_get(&r, "joints.rail.speed"), w[1], 4.8 * 0.05 * 0.05 * 0.05 / 6 + 1e-7);
		assert_close(running_get(&r, "joints.rail.acceleration"), w[2], 4.8 * 0.05 * 0.05 / 2 + 1e-5);
		assert_close(running_get(&r, "drivers.pusher.effort"), 2 * running_get(&r, "joints.rail.acceleration"), 1e-6);
	}
	running_close(&r);
}

/* the input jumps by 0.2 and has slope 1: at the end of the step both are made up for */
static void a_gap_to_the_input_is_closed_within_the_step(void **state)
{
	(void)state;
	struct running r;
	running_start(&r, SLIDER, 0, 0);
	running_set(&r, "wanted", 0.3);
	set_derivative(&r, "wanted", 1, 1);
	running_advance(&r, 0.5);
	assert_close(running_get(&r, "joints.rail.position"), 0.3 + 0.5, 1e-10);
	assert_close(running_get(&r, "joints.rail.speed"), 1 + 0.2 / 0.5, 1e-9);
	assert_close(running_get(&r, "wanted"), 0.8, 1e-15);
	/* held from then on */
	running_advance(&r, 1);
	assert_close(running_get(&r, "joints.rail.position"), 0.8, 1e-10);
	assert_small(running_get(&r, "joints.rail.speed"), 1e-9);
	running_close(&r);
}

static void derivatives_belong_to_the_state(void **state)
{
	(void)state;
	struct running r, other;
	const double u[] = {0.3, 0.7, -0.2, 4};
	running_start(&r, WHEEL("input: motor_torque"), 0, 0);
	running_open(&other, WHEEL("input: motor_torque"));
	running_advance(&r, 0.2);
	set_signal(&r, "motor_torque", u, 3);
	const size_t size = mech_state_size(r.m);
	void *before = malloc(size), *after = malloc(size);
	memcpy(before, mech_state(r.m), size);
	running_advance(&r, 0.9);
	memcpy(after, mech_state(r.m), size);
	mech_restore(other.m, before);
	running_advance(&other, 0.9);
	assert_memory_equal(mech_state(other.m), after, size);
	free(before);
	free(after);
	running_close(&r);
	running_close(&other);
}

static void a_reset_forgets_derivatives(void **state)
{
	(void)state;
	struct running r;
	running_start(&r, WHEEL("input: motor_torque"), 0, 0);
	set_derivative(&r, "motor_torque", 2, 7);
	mech_reset(r.m);
	running_initialize(&r);
	running_advance(&r, 1);
	assert_close(running_get(&r, "motor_torque"), 0, 0);
	assert_close(running_get(&r, "joints.axle.speed"), 3, 1e-9);
	running_close(&r);
}

static void what_is_no_derivative_of_an_input_is_refused_by_name(void **state)
{
	(void)state;
	static const struct {
		const char *variable;
		int order;
		double value;
		const char *message;
	} cases[] = {
		{"joints.axle.angle", 1, 1, "joints.axle.angle is not an input"},
		{"bodies.wheel.mass", 1, 1, "bodies.wheel.mass is not an input"},
		{"solver.steps", 1, 1, "solver.steps is not an input"},
		{"time", 1, 1, "time is not an input"},
		{"motor_torque", 0, 1, "motor_torque: derivatives have orders from 1"},
		{"motor_torque", -1, 1, "motor_torque: derivatives have orders from 1"},
		{"motor_torque", 4, 1, "motor_torque: derivatives of inputs are taken up to order 3"},
		{"motor_torque", 1, NAN, "motor_torque: its derivative must be a finite number"},
		{"motor_torque", 1, -HUGE_VAL, "motor_torque: its derivative must be a finite number"},
	};
	struct running r;
	running_start(&r, WHEEL("input: motor_torque"), 0, 0);
	const size_t size = mech_state_size(r.m);
	void *before = malloc(size);
	memcpy(before, mech_state(r.m), size);
	for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
		const int variable = running_variable(&r, cases[k].variable);
		assert_int_equal(mech_set_input_derivative(r.m, variable, cases[k].order, cases[k].value, &r.message), -1);
		running_expect_message(&r, cases[k].message);
		assert_memory_equal(mech_state(r.m), before, size);
	}
	free(before);
	running_close(&r);
}

/* ---- the method that chooses ---- */

/* steps tried in 0.15 s of the excavator: its pumps start without force, and the boom's command
 * changes 80 times */
static double tries(const char *method)
{
	static const char *const commands[] = {"boom_force", "stick_force", "bucket_force"};
	static const double forces[] = {165000, -13000, 5000};
	struct running r;
	running_open_example(&r, "excavator");
	running_set(&r, "solver.method", MECH_FIRST_CHOICE + find_method(method));
	running_set(&r, "solver.tolerance", 1e-8);
	for (int k = 0; k < 3; k++) {
		running_set(&r, commands[k], 0);
	}
	running_initialize(&r);
	for (int k = 0; k < 3; k++) {
		running_set(&r, commands[k], forces[k]);
	}
	for (int k = 0; k < 80; k++) {
		const double t = 0.15 * k / 80;
		running_set(&r, "boom_force", 330000 * (1 + sin(40 * t)) / 2);
		running_advance(&r, 0.15 * (k + 1) / 80);
	}
	const double sum = running_get(&r, "solver.steps") + running_get(&r, "solver.rejected_steps");
	running_close(&r);
	return sum;
}

/* dopri5, which loses the comparison with dop853, leaves nothing behind that speaks for radau */
static void inputs_at_every_call_leave_auto_with_the_best_method(void **state)
{
	(void)state;
	assert_true(tries("auto") < 1.5 * tries("dop853"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_torque_given_as_a_polynomial_acts_as_one),
		cmocka_unit_test(derivatives_hold_for_one_step_and_the_value_stays_as_reached),
		cmocka_unit_test(derivatives_set_before_the_start_act_in_the_first_step),
		cmocka_unit_test(an_input_that_goes_on_as_before_is_no_change),
		cmocka_unit_test(another_slope_bends_and_another_value_jumps),
		cmocka_unit_test(slopes_leave_accelerations_as_they_are),
		cmocka_unit_test(a_driver_follows_value_speed_and_acceleration_of_its_input),
		cmocka_unit_test(a_gap_to_the_input_is_closed_within_the_step),
		cmocka_unit_test(derivatives_belong_to_the_state),
		cmocka_unit_test(a_reset_forgets_derivatives),
		cmocka_unit_test(what_is_no_derivative_of_an_input_is_refused_by_name),
		cmocka_unit_test(inputs_at_every_call_leave_auto_with_the_best_method),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
