/* Derivatives of results: against closed forms, against differences of everything with everything,
 * and along motions.
 * */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "assert_close.h"
#include "dae_method.h"
#include "find_method.h"
#include "mech_instance_parts.h"
#include "moving_zoo.h"
#include "running.h"
#include "simple_machines.h"
#include "slow_build.h"
#include "test_random.h"

enum { MOST_VARIABLES = 400 };

/* change of one result for a change of 1 of one known */
static double change_of(struct running *r, int initial, const char *result, const char *known)
{
	const unsigned k = (unsigned)running_variable(r, known), y = (unsigned)running_variable(r, result);
	const struct mech_known one = {1, &k, &(double){1}};
	double change = NAN;
	if (mech_directional_derivative(r->m, initial, &one, 1, &y, &change, &r->message) != 0) {
		fail_msg("%s", r->message.text);
	}
	return change;
}

static double in_time(struct running *r, const char *name, int order)
{
	const unsigned y = (unsigned)running_variable(r, name);
	double value = NAN;
	if (mech_output_derivatives(r->m, 1, &y, &order, &value, &r->message) != 0) {
		fail_msg("%s", r->message.text);
	}
	return value;
}

/* all Real results but the solver's; their number */
static size_t smooth_results(const struct running *r, unsigned *list)
{
	size_t n = 0;
	assert_true(r->model->n_variables < MOST_VARIABLES);
	for (int k = 0; k < r->model->n_variables; k++) {
		const struct mech_variable *x = &r->model->variables[k];
		if ((x->causality == MECH_OUTPUT || x->causality == MECH_LOCAL) && x->source != MECH_FROM_SOLVER) {
			list[n++] = (unsigned)k;
		}
	}
	return n;
}

static void read_all(struct running *r, size_t n, const unsigned *list, double *values)
{
	for (size_t k = 0; k < n; k++) {
		if (mech_get(r->m, (int)list[k], &values[k], &r->message) != 0) {
			fail_msg("%s", r->message.text);
		}
	}
}

/* ---- closed forms ---- */

/* a pendulum of mass 2 at the distance 0.5 m, inertia 0.1; angle from the drawing, which is
 * horizontal */
#define PENDULUM(rest)                                   \
	"mechanism: pendulum\n"                              \
	"gravity: [0, -10]\n"                                \
	"bodies:\n"                                          \
	"  arm: {mass: 2, inertia: 0.1, center: [0.5, 0]}\n" \
	"joints:\n"                                          \
	"  pin: {type: revolute, bodies: [ground, arm], at: [0, 0]}\n" rest "outputs: [joints.pin.angle]\n"
static const double inertia = 0.6, moment = 10.0; /* about the pin; m g l */

static void a_pendulum_answers_to_torque_angle_and_speed_as_in_closed_form(void **state)
{
	(void)state;
	struct running r;
	running_start(&r,
	              PENDULUM("forces:\n"
	                       "  motor: {type: torque, joint: pin, input: motor_torque, start: 3}\n"
	                       "initial:\n"
	                       "  pin: {angle: 0.7, speed: 2}\n"),
	              0, 0);
	running_advance(&r, 0.2);
	const double angle = running_get(&r, "joints.pin.angle"), w = running_get(&r, "joints.pin.speed");
	const double c = cos(angle), s = sin(angle);
	/* alpha = (torque - m g l cos) / J */
	assert_close(change_of(&r, 0, "joints.pin.acceleration", "motor_torque"), 1 / inertia, 1e-12);
	assert_close(change_of(&r, 0, "joints.pin.acceleration", "bodies.arm.angle"), moment * s / inertia, 1e-10);
	assert_small(change_of(&r, 0, "joints.pin.acceleration", "bodies.arm.speed"), 1e-10);
	assert_close(change_of(&r, 0, "joints.pin.acceleration", "bodies.arm.x"), 0, 0);
	/* the pin carries m (a - g), a = l (-alpha s - w^2 c, alpha c - w^2 s) */
	assert_close(change_of(&r, 0, "joints.pin.reaction_force[1]", "motor_torque"), -s / inertia, 1e-11);
	assert_close(change_of(&r, 0, "joints.pin.reaction_force[2]", "motor_torque"), c / inertia, 1e-11);
	assert_close(change_of(&r, 0, "joints.pin.reaction_force[1]", "bodies.arm.speed"), -2 * w * c, 1e-9);
	assert_close(change_of(&r, 0, "joints.pin.reaction_force[2]", "bodies.arm.speed"), -2 * w * s, 1e-9);
	/* results that are states, and positions, which do not answer at once */
	assert_close(change_of(&r, 0, "bodies.arm.angle", "bodies.arm.angle"), 1, 0);
	assert_close(change_of(&r, 0, "bodies.arm.vx", "bodies.arm.vx"), 1, 0);
	assert_close(change_of(&r, 0, "joints.pin.angle", "motor_torque"), 0, 0);
	assert_close(change_of(&r, 0, "energies.kinetic", "bodies.arm.speed"), 0.1 * w, 1e-11);
	assert_close(change_of(&r, 0, "energies.potential", "bodies.arm.y"), 20, 1e-9);
	running_close(&r);
}

static void changes_add_up(void **state)
{
	(void)state;
	struct running r;
	unsigned unknown[MOST_VARIABLES];
	double one[MOST_VARIABLES], other[MOST_VARIABLES], both[MOST_VARIABLES];
	running_start(&r, moving_zoo_shaken, 0, 0);
	running_advance(&r, 0.1);
	const size_t n = smooth_results(&r, unknown);
	const unsigned known[] = {(unsigned)running_variable(&r, "bodies.bob.angle"), (unsigned)running_variable(&r, "jet"),
	                          (unsigned)running_variable(&r, "bodies.bob.angle")};
	const double changes[] = {0.5, -2, 0.25};
	const struct mech_known first = {1, known, changes}, rest = {2, known + 1, changes + 1}, all = {3, known, changes};
	assert_int_equal(mech_directional_derivative(r.m, 0, &first, n, unknown, one, &r.message), 0);
	assert_int_equal(mech_directional_derivative(r.m, 0, &rest, n, unknown, other, &r.message), 0);
	assert_int_equal(mech_directional_derivative(r.m, 0, &all, n, unknown, both, &r.message), 0);
	for (size_t k = 0; k < n; k++) {
		assert_close(both[k], one[k] + other[k], 1e-9 * (1 + fabs(both[k])));
	}
	/* nothing changes nothing */
	const struct mech_known none = {0, NULL, NULL};
	assert_int_equal(mech_directional_derivative(r.m, 0, &none, n, unknown, both, &r.message), 0);
	for (size_t k = 0; k < n; k++) {
		assert_close(both[k], 0, 0);
	}
	running_close(&r);
}

/* ---- everything with everything ---- */

static int is_state(const struct running *r, const struct mech_variable *x)
{
	return x->source == MECH_FROM_BODY && x->component < 6 && mech_body_alone(r->model, x->index);
}

/* adds to a known: an input is set, a state is moved in the block */
static void vary(struct running *r, int variable, double amount)
{
	const struct mech_variable *x = &r->model->variables[variable];
	if (x->causality == MECH_INPUT) {
		double value;
		assert_int_equal(mech_get(r->m, variable, &value, &r->message), 0);
		assert_int_equal(mech_set(r->m, variable, value + amount, &r->message), 0);
		return;
	}
	const struct mech_body *body = &r->model->bodies[x->index];
	double *level = x->component < 3 ? r->m->dae.q + body->q : r->m->dae.v + body->v;
	level[x->component % 3] += amount;
	r->m->head->changed = MECH_JUMPED;
}

/* 2e-4 of what is large: differences of fourth order then agree to 1e-8 */
static double variation(const struct running *r, const struct mech_variable *x)
{
	const int length = is_state(r, x) && x->component < 3 && x->component % 3 != 2;
	return 2e-4 * (length ? r->m->head->length : 1);
}

static void compare_with_differences(struct running *r, int variable)
{
	static const double at[] = {1, -1, 2, -2};
	static double y[4][MOST_VARIABLES], changes[MOST_VARIABLES];
	const struct mech_variable *x = &r->model->variables[variable];
	const double h = variation(r, x);
	const size_t size = mech_state_size(r->m);
	const struct mech_known known = {1, &(unsigned){(unsigned)variable}, &(double){1}};
	unsigned unknown[MOST_VARIABLES];
	const size_t n = smooth_results(r, unknown);
	void *saved = malloc(size);
	memcpy(saved, mech_state(r->m), size);
	if (mech_directional_derivative(r->m, 0, &known, n, unknown, changes, &r->message) != 0) {
		fail_msg("%s", r->message.text);
	}
	assert_memory_equal(mech_state(r->m), saved, size);
	for (int k = 0; k < 4; k++) {
		vary(r, variable, at[k] * h);
		read_all(r, n, unknown, y[k]);
		mech_restore(r->m, saved);
	}
	free(saved);
	for (size_t k = 0; k < n; k++) {
		const double expected = (8 * (y[0][k] - y[1][k]) - (y[2][k] - y[3][k])) / (12 * h);
		if (!(fabs(changes[k] - expected) <= 1e-6 * (1 + fabs(expected)))) {
			fail_msg("%s on %s at %g s: %.12g, by differences %.12g",
			         mech_name(r->model, r->model->variables[unknown[k]].name), mech_name(r->model, x->name),
			         mech_time(r->m), changes[k], expected);
		}
	}
}

static void compare_all(struct running *r, double step)
{
	mech_setup(r->m, 0, 0);
	running_initialize(r);
	for (int k = 1; k <= (SLOW_BUILD ? 1 : 3); k++) {
		running_advance(r, step * k);
		for (int i = 0; i < r->model->n_variables; i++) {
			const struct mech_variable *x = &r->model->variables[i];
			if (x->causality == MECH_INPUT || is_state(r, x)) {
				compare_with_differences(r, i);
			}
		}
	}
	running_close(r);
}

static void every_result_answers_to_every_state_and_input_as_differences_say(void **state)
{
	(void)state;
	for (int k = 0; k < MOVING_ZOO_SIZE; k++) {
		struct running r;
		running_open(&r, moving_zoo[k]);
		compare_all(&r, 0.17);
	}
}

static void examples_answer_as_differences_say(void **state)
{
	(void)state;
	for (int k = 0; k < RUNNING_EXAMPLES; k++) {
		struct running r;
		running_open_example(&r, running_examples[k]);
		compare_all(&r, r.model->head->stop_time * 0.04);
	}
}

/* three parallel cranks carry a beam; the rows of the third say nothing new. Along the motion that
 * the joints allow everything but the shared reactions answers as with two cranks that are half as
 * heavy again. */
#define CRANKS(bodies, joints)                                                  \
	"mechanism: cranks\n"                                                       \
	"gravity: [0, -9.81]\n"                                                     \
	"bodies:\n" bodies "  beam: {mass: 2, inertia: 0.1, center: [0.7, -1.2]}\n" \
	"joints:\n" joints "forces:\n"                                              \
	"  motor: {type: torque, joint: foot_a, input: motor_torque, start: 1}\n"   \
	"initial:\n"                                                                \
	"  foot_a: {angle: 0.8, speed: 1}\n"                                        \
	"outputs: [joints.foot_a.angle]\n"

/* the cranks turn by 1 or faster by 1, the beam goes along without turning */
static double along_the_motion(struct running *r, const char *const *cranks, int n, int speeds, const char *result)
{
	static const char *const names[2][3] = {{"x", "y", "angle"}, {"vx", "vy", "speed"}};
	const double angle = running_get(r, "joints.foot_a.angle");
	unsigned known[12], y = (unsigned)running_variable(r, result);
	double changes[12], value = NAN;
	size_t count = 0;
	for (int k = 0; k <= n; k++) {
		const double way[] = {(k < n ? 0.5 : 1) * cos(angle), (k < n ? 0.5 : 1) * sin(angle), k < n};
		for (int i = 0; i < 3; i++) {
			char name[64];
			(void)snprintf(name, sizeof name, "bodies.%s.%s", k < n ? cranks[k] : "beam", names[speeds][i]);
			known[count] = (unsigned)running_variable(r, name);
			changes[count++] = way[i];
		}
	}
	const struct mech_known all = {count, known, changes};
	assert_int_equal(mech_directional_derivative(r->m, 0, &all, 1, &y, &value, &r->message), 0);
	return value;
}

static void redundant_joints_do_not_disturb_derivatives_along_the_motion(void **state)
{
	(void)state;
	static const char *const names[] = {"a", "b", "c"};
	static const char *const results[] = {"joints.foot_a.acceleration", "bodies.beam.ax", "bodies.beam.ay",
	                                      "energies.kinetic"};
	struct running two, three;
	running_start(&two,
	              CRANKS(CRANK("a", "0", "1.5", "0.15") CRANK("b", "1", "1.5", "0.15"),
	                     CRANK_JOINTS("a", "0") CRANK_JOINTS("b", "1")),
	              0, 0);
	running_start(&three,
	              CRANKS(CRANK("a", "0", "1", "0.1") CRANK("b", "1", "1", "0.1") CRANK("c", "2", "1", "0.1"),
	                     CRANK_JOINTS("a", "0") CRANK_JOINTS("b", "1") CRANK_JOINTS("c", "2")),
	              0, 0);
	for (int k = 0; k < 4; k++) {
		for (int speeds = 0; speeds < 2; speeds++) {
			const double expected = along_the_motion(&two, names, 2, speeds, results[k]);
			assert_close(along_the_motion(&three, names, 3, speeds, results[k]), expected, 1e-7);
		}
		assert_close(change_of(&three, 0, results[k], "motor_torque"), change_of(&two, 0, results[k], "motor_torque"),
		             1e-9);
	}
	running_close(&two);
	running_close(&three);
}

/* ---- along time ---- */

static void rates_of_a_driven_pendulum_are_those_of_the_closed_form(void **state)
{
	(void)state;
	struct running r;
	running_start(
		&r,
		PENDULUM("drivers:\n"
	             "  motor: {type: harmonic, joint: pin, mean: 0.2, amplitude: 0.7, frequency: 30, phase: 0.5}\n"),
		0, 0);
	running_advance(&r, 0.3);
	/* w = 0.2 + 0.7 sin p, effort J w'' + m g l cos w */
	const double p = 30 * 0.3 + 0.5, w = 0.2 + 0.7 * sin(p), w1 = 21 * cos(p), w2 = -630 * sin(p), w3 = -18900 * cos(p);
	assert_close(in_time(&r, "joints.pin.angle", 1), w1, 1e-6);
	assert_close(in_time(&r, "joints.pin.angle", 2), w2, 1e-3);
	assert_close(in_time(&r, "joints.pin.speed", 1), w2, 1e-3);
	assert_close(in_time(&r, "joints.pin.acceleration", 1), w3, 1e-6 * fabs(w3));
	assert_close(in_time(&r, "drivers.motor.effort", 1), inertia * w3 - moment * sin(w) * w1, 1e-4);
	assert_close(in_time(&r, "bodies.arm.x", 2), -0.5 * (w2 * sin(w) + w1 * w1 * cos(w)), 1e-3);
	/* potential energy m g l sin w */
	assert_close(in_time(&r, "energies.potential", 1), moment * cos(w) * w1, 1e-5);
	assert_close(in_time(&r, "energies.potential", 2), moment * (cos(w) * w2 - sin(w) * w1 * w1), 1e-2);
	assert_close(in_time(&r, "energies.kinetic", 1), inertia * w1 * w2, 1e-2);
	assert_close(in_time(&r, "energies.supplied", 1), running_get(&r, "drivers.motor.effort") * w1, 1e-6);
	assert_small(in_time(&r, "energies.balance_error", 1), 1e-3);
	running_close(&r);
}

static void positions_and_velocities_of_bodies_and_joints_have_the_derivatives_that_are_reported(void **state)
{
	(void)state;
	static const char *const chains[][3] = {
		{"bodies.tail.x", "bodies.tail.vx", "bodies.tail.ax"},
		{"bodies.bob.angle", "bodies.bob.speed", "bodies.bob.acceleration"},
		{"joints.pin.angle", "joints.pin.speed", "joints.pin.acceleration"},
		{"joints.slot.angle", "joints.slot.angular_speed", "joints.slot.angular_acceleration"},
	};
	struct running r;
	running_start(&r, moving_zoo_shaken, 0, 0);
	running_advance(&r, 0.3);
	for (int set = 0; set < 2; set++) {
		for (size_t k = 0; k < sizeof chains / sizeof chains[0]; k++) {
			assert_true(in_time(&r, chains[k][0], 1) == running_get(&r, chains[k][1]));
			assert_true(in_time(&r, chains[k][0], 2) == running_get(&r, chains[k][2]));
			assert_true(in_time(&r, chains[k][1], 1) == running_get(&r, chains[k][2]));
			assert_true(in_time(&r, chains[k][0], 3) == 0);
			assert_true(in_time(&r, chains[k][1], 2) == 0);
		}
		/* the same where accelerations have to follow an input first */
		running_set(&r, "wind", 5);
	}
	/* the sensor of a point reports them too */
	assert_close(in_time(&r, "sensors.corner.position[1]", 1), running_get(&r, "sensors.corner.velocity[1]"), 1e-9);
	assert_close(in_time(&r, "sensors.corner.position[2]", 2), running_get(&r, "sensors.corner.acceleration[2]"), 1e-6);
	assert_close(in_time(&r, "sensors.corner.velocity[2]", 1), running_get(&r, "sensors.corner.acceleration[2]"), 1e-9);
	assert_close(in_time(&r, "sensors.reach.distance", 1), running_get(&r, "sensors.reach.speed"), 1e-9);
	running_close(&r);
}

/* all inputs continue as one cubic each; values and derivatives at a communication point */
static void set_cubics(struct running *r)
{
	for (int i = 0; i < r->model->n_variables; i++) {
		const struct mech_variable *x = &r->model->variables[i];
		if (x->causality != MECH_INPUT) {
			continue;
		}
		const double start = r->model->inputs[x->index].start;
		struct mech_signal s = {.u = {start, 0.1 + 0.3 * x->index, -0.2 * x->index, 0.5}};
		mech_signal_move(&s, mech_time(r->m));
		assert_int_equal(mech_set(r->m, i, s.u[0], &r->message), 0);
		for (int order = 1; order <= MECH_INPUT_ORDER; order++) {
			assert_int_equal(mech_set_input_derivative(r->m, i, order, s.u[order], &r->message), 0);
		}
	}
}

/* values at five points of a motion, and the derivatives at the middle one */
static void compare_with_motion(const char *text)
{
	static double y[5][MOST_VARIABLES], first[MOST_VARIABLES], second[MOST_VARIABLES];
	static int ones[MOST_VARIABLES], twos[MOST_VARIABLES];
	const double h = 2e-3, middle = 0.25;
	unsigned list[MOST_VARIABLES];
	struct running r;
	running_open(&r, text);
	mech_setup(r.m, 0, 1e-10);
	running_set(&r, "solver.method", number_of_method("radau"));
	set_cubics(&r);
	running_initialize(&r);
	const size_t n = smooth_results(&r, list);
	for (int k = 0; k < 5; k++) {
		set_cubics(&r);
		running_advance(&r, middle + (k - 2) * h);
		read_all(&r, n, list, y[k]);
		for (size_t i = 0; k == 2 && i < n; i++) {
			ones[i] = 1;
			twos[i] = 2;
		}
		if (k == 2) {
			assert_int_equal(mech_output_derivatives(r.m, n, list, ones, first, &r.message), 0);
			assert_int_equal(mech_output_derivatives(r.m, n, list, twos, second, &r.message), 0);
		}
	}
	for (size_t i = 0; i < n; i++) {
		const struct mech_variable *x = &r.model->variables[list[i]];
		const double one = (8 * (y[3][i] - y[1][i]) - (y[4][i] - y[0][i])) / (12 * h);
		const double two = (16 * (y[3][i] + y[1][i]) - (y[4][i] + y[0][i]) - 30 * y[2][i]) / (12 * h * h);
		/* heat and work are summed by the trapezoidal rule */
		const int summed = x->source == MECH_FROM_ENERGY && x->component >= MECH_DISSIPATED;
		if (!(fabs(first[i] - one) <= (summed ? 1e-3 : 1e-5) * (1 + fabs(one)))) {
			fail_msg("%s: %.12g, along the motion %.12g", mech_name(r.model, x->name), first[i], one);
		}
		if (mech_variable_level(r.model, x) == MECH_POSITION_LEVEL &&
		    !(fabs(second[i] - two) <= 1e-3 * (1 + fabs(two)))) {
			fail_msg("second of %s: %.12g, along the motion %.12g", mech_name(r.model, x->name), second[i], two);
		}
	}
	running_close(&r);
}

static void every_result_changes_in_time_as_the_motion_does(void **state)
{
	(void)state;
	for (int k = 0; k < MOVING_ZOO_SIZE; k++) {
		compare_with_motion(moving_zoo[k]);
	}
}

/* ---- at the start ---- */

#define LED_PENDULUM PENDULUM("drivers:\n  motor: {type: input, joint: pin, input: wanted, start: 0.4}\n")

static void at_the_start_everything_moves_with_the_input_of_a_driver(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, LED_PENDULUM);
	assert_int_equal(mech_set_input_derivative(r.m, running_variable(&r, "wanted"), 1, 2, &r.message), 0);
	running_initialize(&r);
	const size_t size = mech_state_size(r.m);
	void *before = malloc(size);
	memcpy(before, mech_state(r.m), size);
	const double c = cos(0.4), s = sin(0.4);
	assert_close(change_of(&r, 1, "joints.pin.angle", "wanted"), 1, 1e-9);
	assert_close(change_of(&r, 1, "bodies.arm.x", "wanted"), -0.5 * s, 1e-9);
	assert_close(change_of(&r, 1, "bodies.arm.vx", "wanted"), -0.5 * 2 * c, 1e-8);
	assert_close(change_of(&r, 1, "drivers.motor.effort", "wanted"), -moment * s, 1e-7);
	/* states are taken as they are, as later on */
	assert_close(change_of(&r, 1, "bodies.arm.x", "bodies.arm.x"), 1, 0);
	assert_memory_equal(mech_state(r.m), before, size);

	/* later the driver continues from where it is: nothing follows at once */
	running_advance(&r, 0.1);
	assert_close(change_of(&r, 0, "joints.pin.angle", "wanted"), 0, 0);
	assert_close(change_of(&r, 0, "drivers.motor.effort", "wanted"), 0, 0);
	free(before);
	running_close(&r);
}

/* a rod of 1 m from (0, 0) to a block on a level rail at the height y of an elevator: x = sqrt(1 -
 * y^2). Near y = 1 the rod hardly reaches; dx/dy = -y / x */
static void at_the_start_a_driver_near_its_limit_is_moved_by_less(void **state)
{
	(void)state;
	struct running r;
	running_start(&r,
	              "mechanism: reach\n"
	              "gravity: [0, 0]\n"
	              "bodies:\n"
	              "  elevator: {mass: 1, inertia: 1, center: [0, 0]}\n"
	              "  block: {mass: 1, inertia: 1, center: [1, 0]}\n"
	              "joints:\n"
	              "  mast: {type: prismatic, bodies: [ground, elevator], at: [0, 0], axis: [0, 1]}\n"
	              "  rail: {type: prismatic, bodies: [elevator, block], at: [1, 0], axis: [1, 0]}\n"
	              "  rod: {type: rod, bodies: [ground, block], from: [0, 0], to: [1, 0]}\n"
	              "drivers:\n"
	              "  hoist: {type: input, joint: mast, input: height, start: 0.996}\n"
	              "outputs: [bodies.block.x]\n",
	              0, 0);
	assert_close(running_get(&r, "bodies.block.x"), sqrt(1 - 0.996 * 0.996), 1e-9);
	assert_close(change_of(&r, 1, "bodies.block.x", "height"), -0.996 / sqrt(1 - 0.996 * 0.996), 1e-3);
	running_close(&r);
}

/* other inputs and freedoms in addition to the driver: differences of starts, made here */
static void check_starts(const char *text)
{
	static const double at[] = {1, -1, 2, -2};
	static double y[4][MOST_VARIABLES], changes[MOST_VARIABLES];
	const double h = 1e-3;
	unsigned list[MOST_VARIABLES];
	struct running r;
	running_start(&r, text, 0, 0);
	const size_t n = smooth_results(&r, list);
	for (int i = 0; i < r.model->n_variables; i++) {
		if (r.model->variables[i].causality != MECH_INPUT) {
			continue;
		}
		const double held = r.model->inputs[r.model->variables[i].index].start;
		const struct mech_known known = {1, &(unsigned){(unsigned)i}, &(double){1}};
		assert_int_equal(mech_directional_derivative(r.m, 1, &known, n, list, changes, &r.message), 0);
		for (int k = 0; k < 4; k++) {
			assert_int_equal(mech_set(r.m, i, held + at[k] * h, &r.message), 0);
			running_initialize(&r);
			read_all(&r, n, list, y[k]);
		}
		assert_int_equal(mech_set(r.m, i, held, &r.message), 0);
		running_initialize(&r);
		for (size_t k = 0; k < n; k++) {
			const double expected = (8 * (y[0][k] - y[1][k]) - (y[2][k] - y[3][k])) / (12 * h);
			assert_close(changes[k], expected, 1e-6 * (1 + fabs(expected)));
		}
	}
	running_close(&r);
}

/* a wheel carrier on a wishbone, steered by a rack: its freedom in addition to the driver is found
 * by the assembly */
static const char steered_carrier[] =
	"mechanism: steered_carrier\n"
	"space: spatial\n"
	"gravity: [0, 0, -9.81]\n"
	"bodies:\n"
	"  wishbone: {mass: 4, inertia: [0.06, 0.05, 0.11], center: [0, 0.5, 0.2]}\n"
	"  carrier: {mass: 7, inertia: [0.09, 0.08, 0.03, 0.01, 0.005, -0.002], center: [0, 0.7, 0.3]}\n"
	"  rack: {mass: 3, inertia: [0.1, 0.01, 0.1], center: [0.13, 0, 0.25]}\n"
	"joints:\n"
	"  pivot: {type: revolute, bodies: [ground, wishbone], at: [0, 0.3, 0.2], axis: [1, 0.1, 0.06]}\n"
	"  ball: {type: spherical, bodies: [wishbone, carrier], at: [0.01, 0.75, 0.18]}\n"
	"  upper: {type: rod, bodies: [ground, carrier], from: [-0.1, 0.4, 0.5], to: [-0.02, 0.7, 0.47]}\n"
	"  brace: {type: rod, bodies: [ground, carrier], from: [0.2, 0.42, 0.46], to: [-0.02, 0.7, 0.47]}\n"
	"  steering: {type: prismatic, bodies: [ground, rack], at: [0.13, 0, 0.25], axis: [0, 1, 0]}\n"
	"  tie: {type: rod, bodies: [rack, carrier], from: [0.13, 0.36, 0.25], to: [0.12, 0.72, 0.22]}\n"
	"drivers:\n"
	"  steer: {type: input, joint: steering, input: rack_position, start: 0.005}\n"
	"forces:\n"
	"  road: {type: force, body: carrier, at: [0, 0.8, 0], direction: [0, 0, 1], input: load, start: 400}\n"
	"initial:\n"
	"  pivot: {speed: 0.7}\n";

static void at_the_start_every_result_answers_to_every_input_as_differences_say(void **state)
{
	(void)state;
	check_starts(moving_zoo_shaken);
	check_starts(steered_carrier);
}

/* ---- manners ---- */

static void asking_changes_nothing_of_what_follows(void **state)
{
	(void)state;
	struct running asked, silent;
	running_start(&asked, moving_zoo_shaken, 0, 0);
	running_start(&silent, moving_zoo_shaken, 0, 0);
	assert_true(isfinite(change_of(&asked, 1, "joints.pin.acceleration", "wanted")));
	for (int k = 1; k <= 5; k++) {
		running_advance(&asked, 0.05 * k);
		running_advance(&silent, 0.05 * k);
		assert_true(isfinite(change_of(&asked, 0, "joints.pin.acceleration", "bodies.tail.angle")));
		assert_true(isfinite(in_time(&asked, "joints.pin.reaction_force[1]", 1)));
	}
	assert_memory_equal(mech_state(asked.m), mech_state(silent.m), mech_state_size(asked.m));
	running_close(&asked);
	running_close(&silent);
}

static void what_is_no_known_or_no_result_is_refused_by_name(void **state)
{
	(void)state;
	static const struct {
		const char *known, *unknown, *message;
		double change;
	} cases[] = {
		{"bodies.arm.mass", "joints.pin.angle", "bodies.arm.mass is neither an input nor a state", 1},
		{"time", "joints.pin.angle", "time is neither an input nor a state", 1},
		{"joints.pin.angle", "joints.pin.angle", "joints.pin.angle is neither an input nor a state", 1},
		{"bodies.arm.ax", "joints.pin.angle", "bodies.arm.ax is neither an input nor a state", 1},
		{"solver.steps", "joints.pin.angle", "solver.steps is neither an input nor a state", 1},
		{"wanted", "wanted", "wanted is not a result", 1},
		{"wanted", "time", "time is not a result", 1},
		{"wanted", "bodies.arm.mass", "bodies.arm.mass is not a result", 1},
		{"wanted", "solver.steps", "solver.steps counts", 1},
		{"wanted", "joints.pin.angle", "wanted: its change must be a finite number", NAN},
	};
	struct running r;
	running_start(&r, LED_PENDULUM, 0, 0);
	for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
		const unsigned x = (unsigned)running_variable(&r, cases[k].known);
		const unsigned y = (unsigned)running_variable(&r, cases[k].unknown);
		const struct mech_known known = {1, &x, &cases[k].change};
		double change = 7;
		assert_int_equal(mech_directional_derivative(r.m, 0, &known, 1, &y, &change, &r.message), -1);
		running_expect_message(&r, cases[k].message);
		assert_close(change, 7, 0);
	}
	static const char *const not_results[] = {"wanted", "time", "bodies.arm.mass", "solver.steps"};
	for (int k = 0; k < 4; k++) {
		const unsigned y = (unsigned)running_variable(&r, not_results[k]);
		double value = 7;
		assert_int_equal(mech_output_derivatives(r.m, 1, &y, &(int){1}, &value, &r.message), -1);
		running_expect_message(&r, not_results[k]);
	}
	const unsigned angle = (unsigned)running_variable(&r, "joints.pin.angle");
	for (int order = -1; order <= 0; order++) {
		double value = 7;
		assert_int_equal(mech_output_derivatives(r.m, 1, &angle, &order, &value, &r.message), -1);
		running_expect_message(&r, "joints.pin.angle: derivatives have orders from 1");
	}
	running_close(&r);
}

static void numbers_of_the_solver_follow_nothing(void **state)
{
	(void)state;
	struct running r;
	running_start(&r, LED_PENDULUM, 0, 0);
	running_advance(&r, 0.1);
	assert_close(change_of(&r, 0, "solver.constraint_residual", "bodies.arm.x"), 0, 0);
	assert_close(change_of(&r, 1, "solver.step_size", "wanted"), 0, 0);
	assert_close(in_time(&r, "solver.step_size", 1), 0, 0);
	assert_close(in_time(&r, "solver.distance_to_singularity", 2), 0, 0);
	running_close(&r);
}

static void before_initialization_there_are_no_derivatives(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, LED_PENDULUM);
	const unsigned angle = (unsigned)running_variable(&r, "joints.pin.angle");
	const struct mech_known none = {0, NULL, NULL};
	double value;
	assert_int_equal(mech_directional_derivative(r.m, 0, &none, 1, &angle, &value, &r.message), -1);
	running_expect_message(&r, "has not been initialized");
	assert_int_equal(mech_output_derivatives(r.m, 1, &angle, &(int){1}, &value, &r.message), -1);
	running_expect_message(&r, "has not been initialized");
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pendulum_answers_to_torque_angle_and_speed_as_in_closed_form),
		cmocka_unit_test(changes_add_up),
		cmocka_unit_test(every_result_answers_to_every_state_and_input_as_differences_say),
		cmocka_unit_test(examples_answer_as_differences_say),
		cmocka_unit_test(redundant_joints_do_not_disturb_derivatives_along_the_motion),
		cmocka_unit_test(rates_of_a_driven_pendulum_are_those_of_the_closed_form),
		cmocka_unit_test(positions_and_velocities_of_bodies_and_joints_have_the_derivatives_that_are_reported),
		cmocka_unit_test(every_result_changes_in_time_as_the_motion_does),
		cmocka_unit_test(at_the_start_everything_moves_with_the_input_of_a_driver),
		cmocka_unit_test(at_the_start_a_driver_near_its_limit_is_moved_by_less),
		cmocka_unit_test(at_the_start_every_result_answers_to_every_input_as_differences_say),
		cmocka_unit_test(asking_changes_nothing_of_what_follows),
		cmocka_unit_test(what_is_no_known_or_no_result_is_refused_by_name),
		cmocka_unit_test(numbers_of_the_solver_follow_nothing),
		cmocka_unit_test(before_initialization_there_are_no_derivatives),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
