/* Look-ahead: steps beyond the communication point cost as few as one call for the whole run,
 * answer within the tolerance, and leave no trace where something is set. */
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
#include "slow_build.h"

/* a heavy wheel with an eccentric mass and a spring, driven by a motor */
#define WHEEL                                                                                                       \
	"mechanism: wheel\n"                                                                                            \
	"bodies:\n"                                                                                                     \
	"  wheel: {mass: 2, inertia: 0.5, center: [0.1, 0]}\n"                                                          \
	"joints:\n"                                                                                                     \
	"  axle: {type: revolute, bodies: [ground, wheel], at: [0, 0]}\n"                                               \
	"forces:\n"                                                                                                     \
	"  motor: {type: torque, joint: axle, input: motor_torque}\n"                                                   \
	"  spring: {type: spring_damper, bodies: [ground, wheel], from: [1, 1], to: [0.3, 0], stiffness: 20, damping: " \
	"0.3}\n"                                                                                                        \
	"initial:\n"                                                                                                    \
	"  axle: {angle: 0, speed: 3}\n"                                                                                \
	"outputs: [joints.axle.angle, joints.axle.speed, joints.axle.acceleration, energies.dissipated]\n"

/* a ball that bounces, and a sled that sticks and slips under a swinging load */
#define BOUNCE                                                                                                    \
	"mechanism: bounce\n"                                                                                         \
	"bodies:\n"                                                                                                   \
	"  ball: {mass: 1, inertia: 0.1, center: [0, 1]}\n"                                                           \
	"  sled: {mass: 1, inertia: 1, center: [3, 0]}\n"                                                             \
	"joints:\n"                                                                                                   \
	"  rail: {type: prismatic, bodies: [ground, sled], at: [3, 0], axis: [1, 0]}\n"                               \
	"forces:\n"                                                                                                   \
	"  floor: {type: contact, bodies: [ball, ground], at: [0, 1], line: [0, 0], normal: [0, 1], radius: 0.1, "    \
	"stiffness: 1e4, damping: 0.2, friction: 0, slip: 0.01}\n"                                                    \
	"  rub: {type: joint_friction, joint: rail, coulomb: 3}\n"                                                    \
	"  stop: {type: joint_limit, joint: rail, lower: -0.2, upper: 0.05, stiffness: 1e4}\n"                        \
	"  pull: {type: spring_damper, bodies: [ground, sled], from: [4, 0], to: [3, 0], stiffness: 60, damping: 0, " \
	"length: 0.8}\n"                                                                                              \
	"initial:\n"                                                                                                  \
	"  rail: {position: 0, speed: 0.5}\n"                                                                         \
	"outputs: [bodies.ball.y, joints.rail.position]\n"

/* a rod too short for the crank to turn round: it stands upright, and locks, at sin(angle) = 1/2 */
#define LOCKS                                                                             \
	"mechanism: locks\n"                                                                  \
	"gravity: [0, 0]\n"                                                                   \
	"bodies:\n"                                                                           \
	"  crank: {mass: 1, inertia: 1, center: [0, 0]}\n"                                    \
	"  rod: {mass: 0.1, inertia: 0.01, center: [1.25, 0]}\n"                              \
	"joints:\n"                                                                           \
	"  pin: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"                      \
	"  elbow: {type: revolute, bodies: [crank, rod], at: [1, 0]}\n"                       \
	"  guide: {type: point_on_line, bodies: [rod, ground], at: [1.5, 0], axis: [1, 0]}\n" \
	"drivers:\n"                                                                          \
	"  turn: {type: constant_speed, joint: pin, speed: 1}\n"                              \
	"outputs: [joints.pin.angle]\n"

enum { LANDING, AHEAD };

static void start(struct running *r, const char *method, double tolerance, int ahead)
{
	running_set(r, "solver.method", number_of_method(method));
	running_set(r, "solver.look_ahead", MECH_FIRST_CHOICE + ahead);
	mech_setup(r->m, 0, tolerance);
	running_initialize(r);
}

static void start_text(struct running *r, const char *text, const char *method, double tolerance, int ahead)
{
	running_open(r, text);
	start(r, method, tolerance, ahead);
}

/* ---- cost ---- */

static struct dae_counters cost(const char *example, const char *method, double tolerance, int ahead, int calls,
                                double stop)
{
	struct running r;
	running_open_example(&r, example);
	start(&r, method, tolerance, ahead);
	for (int k = 1; k <= calls; k++) {
		running_advance(&r, stop * k / calls);
	}
	const struct dae_counters counters = *r.m->dae.counters;
	running_close(&r);
	return counters;
}

static void communication_points_cost_little(void **state)
{
	(void)state;
	static const struct {
		const char *example;
		double tolerance;
	} runs[] = {{"double_four_bar", 1e-4}, {"slider_crank", 1e-6}, {"bricard", 1e-6}};
	const int seconds = 3;
	for (int i = 0; i < (SLOW_BUILD ? 1 : 3); i++) {
		const struct dae_counters one = cost(runs[i].example, "radau", runs[i].tolerance, AHEAD, 1, seconds);
		const struct dae_counters many =
			cost(runs[i].example, "radau", runs[i].tolerance, AHEAD, 1000 * seconds, seconds);
		const struct dae_counters landing = cost(runs[i].example, "radau", runs[i].tolerance, LANDING, 200, 0.2);
		print_message("%s: steps %g and %g, iterations %g and %g, factorizations %g and %g\n", runs[i].example,
		              one.steps, many.steps, one.iterations, many.iterations, one.factorizations, many.factorizations);
		assert_true(many.steps + many.rejected <= 1.3 * (one.steps + one.rejected));
		assert_true(many.iterations <= 1.3 * one.iterations);
		assert_true(many.factorizations <= 1.2 * one.factorizations);
		assert_true(landing.steps >= 200);
	}
}

/* the long steps of dop853 stay as long as they are with one call */
static void dense_output_keeps_steps_long(void **state)
{
	(void)state;
	static const char *const examples[] = {"double_four_bar", "slider_crank"};
	const int seconds = 3;
	for (int i = 0; i < 2; i++) {
		const struct dae_counters one = cost(examples[i], "dop853", 1e-6, AHEAD, 1, seconds);
		const struct dae_counters many = cost(examples[i], "dop853", 1e-6, AHEAD, 1000 * seconds, seconds);
		print_message("%s with dop853: steps %g and %g, factorizations %g and %g\n", examples[i], one.steps, many.steps,
		              one.factorizations, many.factorizations);
		assert_true(many.steps + many.rejected <= 1.3 * (one.steps + one.rejected));
	}
}

/* interpolated velocities have the energy of the ends of their step */
static void points_within_a_step_keep_the_energy(void **state)
{
	(void)state;
	struct running r;
	double largest = 0;
	running_open_example(&r, "double_four_bar");
	start(&r, "dop853", 1e-4, AHEAD);
	for (int k = 1; k <= 1000; k++) {
		running_advance(&r, 0.01 * k);
		largest = fmax(largest, fabs(running_get(&r, "energies.balance_error")));
	}
	assert_true(largest < 1e-6);
	running_close(&r);
}

/* positions that were made: of stages, of ends, and of points that somebody reads */
static int made;
static void (*make)(void *context, const double *q, const double *du, double *q1);

static void make_and_count(void *context, const double *q, const double *du, double *q1)
{
	made++;
	make(context, q, du, q1);
}

static void a_point_is_made_when_somebody_reads_it(void **state)
{
	(void)state;
	struct running r;
	start_text(&r, WHEEL, "dop853", 1e-4, AHEAD);
	make = mech_act_upon(r.m)->retract;
	mech_act_upon(r.m)->retract = make_and_count;
	int within = 0;
	for (int k = 1; k <= 300; k++) {
		const double steps = r.m->dae.counters->steps;
		made = 0;
		running_advance(&r, 0.001 * k);
		if (r.m->head->ahead != 0 && r.m->dae.counters->steps == steps) {
			within++;
			assert_int_equal(made, 0);
			const double angle = running_get(&r, "joints.axle.angle");
			const int once = made;
			assert_true(once > 0);
			assert_true(running_get(&r, "joints.axle.angle") == angle && made == once);
		}
	}
	assert_true(within > 200);
	running_close(&r);
}

/* ---- results ---- */

/* largest difference of all results that follow from the motion, of two that should be at the same
 * point, in parts of `range` */
static void assert_alike(struct running *a, struct running *b, double tolerance, const double *range)
{
	for (int k = 0; k < a->model->n_variables; k++) {
		const struct mech_variable *x = &a->model->variables[k];
		double here = 0, there = 0;
		if (x->source != MECH_FROM_BODY && x->source != MECH_FROM_ELEMENT && x->source != MECH_FROM_ENERGY) {
			continue;
		}
		assert_int_equal(mech_get(a->m, k, &here, &a->message), 0);
		assert_int_equal(mech_get(b->m, k, &there, &b->message), 0);
		if (!(fabs(here - there) <= tolerance * range[k])) {
			fail_msg("%s at %g: %.12g instead of %.12g, range %g", mech_name(a->model, x->name), mech_time(a->m), there,
			         here, range[k]);
		}
	}
}

/* the largest values that results take on, and 1 at least */
static double *ranges(struct running *r, int calls, double step)
{
	double *range = calloc((size_t)r->model->n_variables, sizeof *range);
	assert_non_null(range);
	for (int i = 0; i <= calls; i++) {
		for (int k = 0; k < r->model->n_variables; k++) {
			double value = 0;
			assert_int_equal(mech_get(r->m, k, &value, &r->message), 0);
			range[k] = fmax(fmax(range[k], fabs(value)), 1);
		}
		running_advance(r, (i + 1) * step);
	}
	return range;
}

static void compare_examples(const char *example, const char *method, double tolerance)
{
	struct running scale, landing, ahead;
	const double step = 0.002;
	const int calls = SLOW_BUILD ? 60 : 300;
	int looked = 0;
	running_open_example(&scale, example);
	running_open_example(&landing, example);
	running_open_example(&ahead, example);
	start(&scale, "radau", tolerance, LANDING);
	start(&landing, "radau", fmin(tolerance * 0.01, 1e-8), LANDING);
	start(&ahead, method, tolerance, AHEAD);
	double *range = ranges(&scale, calls, step);
	for (int k = 1; k <= calls; k++) {
		running_advance(&landing, k * step);
		running_advance(&ahead, k * step);
		looked += ahead.m->head->ahead != 0;
		assert_alike(&landing, &ahead, 10 * tolerance, range);
		assert_true(running_get(&ahead, "solver.constraint_residual") < 1e-9);
		assert_true(running_get(&ahead, "solver.velocity_residual") < 1e-9);
	}
	assert_true(looked > calls / 10);
	free(range);
	running_close(&scale);
	running_close(&landing);
	running_close(&ahead);
}

static void answers_are_within_the_tolerance(void **state)
{
	(void)state;
	compare_examples("slider_crank", "radau", 1e-6);
	compare_examples("slider_crank", "bdf", 1e-5);
	compare_examples("slider_crank", "dop853", 1e-8);
	compare_examples("double_four_bar", "generalized_alpha", 1e-4);
	compare_examples("four_bar", "auto", 1e-6);
	compare_examples("bricard", "radau", 1e-6);
	compare_examples("bricard", "dopri5", 1e-7);
}

/* ---- what is set ---- */

static double torque(double t)
{
	return 4 * sin(9 * t) + cos(40 * t);
}

static void inputs_set_at_every_call_leave_no_trace_of_it(void **state)
{
	(void)state;
	struct running a, b;
	start_text(&a, WHEEL, "auto", 1e-6, LANDING);
	start_text(&b, WHEEL, "auto", 1e-6, AHEAD);
	for (int k = 0; k < 300; k++) {
		running_set(&a, "motor_torque", torque(0.001 * k));
		running_set(&b, "motor_torque", torque(0.001 * k));
		running_advance(&a, 0.001 * (k + 1));
		running_advance(&b, 0.001 * (k + 1));
		assert_true(b.m->head->ahead == 0);
		assert_memory_equal(a.m->dae.q, b.m->dae.q, (size_t)a.model->n_q * sizeof *a.m->dae.q);
		assert_memory_equal(a.m->dae.v, b.m->dae.v, (size_t)a.model->n_v * sizeof *a.m->dae.v);
		assert_memory_equal(a.m->dae.lambda, b.m->dae.lambda, (size_t)a.model->n_rows * sizeof *a.m->dae.lambda);
		assert_true(a.m->dae.counters->iterations == b.m->dae.counters->iterations);
	}
	running_close(&a);
	running_close(&b);
}

/* an input that jumps now and then, and a stiffness that is tuned: the solver goes back each
 * time */
static void what_is_set_acts_at_the_communication_point(void **state)
{
	(void)state;
	struct running a, b;
	const double tolerance = 1e-7;
	int returns = 0;
	start_text(&a, WHEEL, "radau", tolerance * 0.01, LANDING);
	start_text(&b, WHEEL, "radau", tolerance, AHEAD);
	double *range = ranges(&a, 10, 0.01);
	running_close(&a);
	start_text(&a, WHEEL, "radau", tolerance * 0.01, LANDING);
	for (int k = 0; k < 600; k++) {
		const int sets = k % 37 == 36;
		returns += sets && b.m->head->ahead != 0;
		if (sets) {
			const double before = running_get(&b, "joints.axle.acceleration");
			running_set(&a, "motor_torque", torque(k));
			running_set(&b, "motor_torque", torque(k));
			assert_true(fabs(running_get(&b, "joints.axle.acceleration") - before) > 1e-3);
			assert_alike(&a, &b, 30 * tolerance, range);
		}
		if (k % 151 == 150) {
			running_set(&a, "forces.spring.stiffness", 20 + 0.01 * k);
			running_set(&b, "forces.spring.stiffness", 20 + 0.01 * k);
			assert_true(b.m->head->ahead == 0);
		}
		running_advance(&a, 0.002 * (k + 1));
		running_advance(&b, 0.002 * (k + 1));
		assert_alike(&a, &b, 30 * tolerance, range);
	}
	assert_true(returns > 10);
	assert_true(b.m->dae.counters->rejected >= returns);
	free(range);
	running_close(&a);
	running_close(&b);
}

/* derivatives that continue the input let the solver continue; where they end it goes back */
static void inputs_that_go_on_are_no_change(void **state)
{
	(void)state;
	struct running r;
	start_text(&r, WHEEL, "radau", 1e-6, AHEAD);
	const int input = running_variable(&r, "motor_torque");
	double steps = 0;
	for (int k = 0; k < 100; k++) {
		running_set(&r, "motor_torque", 0.001 * k * 5);
		assert_int_equal(mech_set_input_derivative(r.m, input, 1, 5, &r.message), 0);
		running_advance(&r, 0.001 * (k + 1));
		steps = k == 20 ? r.m->dae.counters->steps : steps;
	}
	assert_true(r.m->head->ahead != 0);
	assert_true(r.m->dae.counters->steps - steps < 20);
	running_advance(&r, 0.101);
	assert_true(r.m->head->ahead == 0);
	assert_close(running_get(&r, "motor_torque"), 0.5, 1e-12);
	running_close(&r);
}

/* ---- states ---- */

static void assert_same_state(const struct running *a, const struct running *b)
{
	assert_memory_equal(mech_state(a->m), mech_state(b->m), mech_state_size(a->m));
}

static void states_within_a_step_are_restored_bit_for_bit(void **state)
{
	(void)state;
	static const char *const methods[] = {"auto", "radau", "bdf", "dop853", "generalized_alpha"};
	for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
		struct running a, b;
		start_text(&a, WHEEL, methods[i], 1e-5, AHEAD);
		start_text(&b, WHEEL, methods[i], 1e-5, AHEAD);
		int k = 0;
		while (a.m->head->ahead == 0 || k < 40) {
			running_advance(&a, 0.001 * ++k);
		}
		assert_int_equal(mech_check_state(b.m, mech_state(a.m), &b.message), 0);
		mech_restore(b.m, mech_state(a.m));
		assert_same_state(&a, &b);
		for (int end = k + 200; k < end; k++) {
			/* who reads changes nothing that follows */
			if (k % 3 == 0) {
				(void)running_get(&a, "joints.axle.acceleration");
			}
			if (k % 50 == 49) {
				running_set(&a, "motor_torque", k);
				running_set(&b, "motor_torque", k);
			}
			running_advance(&a, 0.001 * (k + 1));
			running_advance(&b, 0.001 * (k + 1));
		}
		assert_true(running_get(&a, "joints.axle.reaction_force[1]") ==
		            running_get(&b, "joints.axle.reaction_force[1]"));
		assert_same_state(&a, &b);
		running_close(&a);
		running_close(&b);
	}
}

/* ---- events, failures, steps of all sizes ---- */

static void events_come_at_their_time(void **state)
{
	(void)state;
	static const char *const methods[] = {"radau", "bdf", "auto"};
	for (int i = 0; i < 3; i++) {
		struct running a, b;
		int looked = 0;
		start_text(&a, BOUNCE, "radau", 1e-9, LANDING);
		start_text(&b, BOUNCE, methods[i], 1e-6, AHEAD);
		for (int k = 1; k <= 1500; k++) {
			running_advance(&a, 0.001 * k);
			running_advance(&b, 0.001 * k);
			looked += b.m->head->ahead != 0;
			assert_close(running_get(&b, "bodies.ball.y"), running_get(&a, "bodies.ball.y"), 1e-5);
			assert_close(running_get(&b, "joints.rail.position"), running_get(&a, "joints.rail.position"), 1e-5);
			assert_close(running_get(&b, "forces.floor.normal_force"), running_get(&a, "forces.floor.normal_force"),
			             0.1);
		}
		assert_true(looked > 100);
		running_close(&a);
		running_close(&b);
	}
}

/* the call that fails is the one whose time is beyond the lock, and none before */
static void a_failure_shows_when_its_time_has_come(void **state)
{
	(void)state;
	int last[2], looked = 0;
	for (int ahead = 0; ahead < 2; ahead++) {
		struct running r;
		int k = 0;
		start_text(&r, LOCKS, "radau", 1e-6, ahead);
		while (k < 3000 && mech_advance(r.m, 0.001 * (k + 1), &r.message) == 0) {
			k++;
			looked += r.m->head->ahead != 0;
		}
		last[ahead] = k;
		assert_true(k < 3000);
		assert_close(mech_time(r.m), 0.001 * k, 1e-9);
		running_expect_message(&r, "lock");
		running_close(&r);
	}
	assert_true(looked > 10);
	assert_true(abs(last[0] - last[1]) <= 1);
}

static void communication_steps_may_vary(void **state)
{
	(void)state;
	struct running a, b;
	double t = 0;
	unsigned seed = 7;
	start_text(&a, WHEEL, "radau", 1e-9, LANDING);
	start_text(&b, WHEEL, "auto", 1e-7, AHEAD);
	double *range = ranges(&a, 10, 0.01);
	running_close(&a);
	start_text(&a, WHEEL, "radau", 1e-9, LANDING);
	for (int k = 0; k < 400; k++) {
		seed = seed * 1664525u + 1013904223u;
		t += pow(10, -7 + 6.0 * (seed >> 8) / (1u << 24));
		running_advance(&a, t);
		running_advance(&b, t);
		assert_true(mech_time(b.m) == t);
		assert_alike(&a, &b, 1e-5, range);
	}
	free(range);
	running_close(&a);
	running_close(&b);
}

/* where an input moves a joint, and with steps that are given, there is none */
static void what_cannot_be_foreseen_is_not(void **state)
{
	(void)state;
	static const char driven[] = "mechanism: slider\n"
								 "bodies:\n"
								 "  block: {mass: 2, inertia: 0.1, center: [0, 0]}\n"
								 "joints:\n"
								 "  rail: {type: prismatic, bodies: [ground, block], at: [0, 0], axis: [1, 0]}\n"
								 "drivers:\n"
								 "  pusher: {type: input, joint: rail, input: wanted, start: 0}\n";
	const struct {
		const char *text, *key;
		double value;
	} cases[] = {{driven, NULL, 0},
	             {WHEEL, "solver.fixed_step", 1e-3},
	             {WHEEL, "solver.method", number_of_method("baumgarte")},
	             {WHEEL, "solver.formulation", MECH_FIRST_CHOICE + DAE_INDEX2}};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct running r;
		running_open(&r, cases[i].text);
		running_set(&r, "solver.method", number_of_method("radau"));
		if (cases[i].key) {
			running_set(&r, cases[i].key, cases[i].value);
		}
		running_initialize(&r);
		for (int k = 1; k < 50; k++) {
			running_advance(&r, 0.001 * k);
			assert_true(r.m->head->ahead == 0);
		}
		running_close(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(communication_points_cost_little),
		cmocka_unit_test(dense_output_keeps_steps_long),
		cmocka_unit_test(points_within_a_step_keep_the_energy),
		cmocka_unit_test(a_point_is_made_when_somebody_reads_it),
		cmocka_unit_test(answers_are_within_the_tolerance),
		cmocka_unit_test(inputs_set_at_every_call_leave_no_trace_of_it),
		cmocka_unit_test(what_is_set_acts_at_the_communication_point),
		cmocka_unit_test(inputs_that_go_on_are_no_change),
		cmocka_unit_test(states_within_a_step_are_restored_bit_for_bit),
		cmocka_unit_test(events_come_at_their_time),
		cmocka_unit_test(a_failure_shows_when_its_time_has_come),
		cmocka_unit_test(communication_steps_may_vary),
		cmocka_unit_test(what_cannot_be_foreseen_is_not),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
