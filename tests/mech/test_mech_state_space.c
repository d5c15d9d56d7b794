/* Linear controllers: motions against the exponential of the closed loop, starts, derivatives,
 * numbers of the file. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "assert_close.h"
#include "linear_flow.h"
#include "running.h"

static double derivative_by(struct running *r, const char *known, const char *unknown)
{
	const unsigned from = (unsigned)running_variable(r, known), to = (unsigned)running_variable(r, unknown);
	const double one = 1;
	double change = NAN;
	const struct mech_known direction = {1, &from, &one};
	if (mech_directional_derivative(r->m, 0, &direction, 1, &to, &change, &r->message) != 0) {
		fail_msg("%s", r->message.text);
	}
	return change;
}

/* a wheel of inertia 0.3 with a controller of two states, in the plane and in space */
static const char *const wheels[] = {
	"mechanism: wheel\n"
	"bodies: {wheel: {mass: 1, inertia: 0.3, center: [0, 0]}}\n"
	"joints: {axle: {type: revolute, bodies: [ground, wheel], at: [0, 0]}}\n",
	"mechanism: wheel\n"
	"space: spatial\n"
	"bodies: {wheel: {mass: 1, inertia: [0.3, 1, 1], center: [0, 1, 2]}}\n"
	"joints: {axle: {type: cylindrical, bodies: [ground, wheel], at: [0, 1, 2], axis: [1, 0, 0]}}\n",
};
enum { WHEELS = 2 };

#define CONTROLLER                                                            \
	"    A: [[-2, 3], [-1, -0.5]]\n    B: [[1, 0.4, -1], [0.3, -0.2, 0.5]]\n" \
	"    C: [[0.8, -1.1]]\n    D: [[-4, -0.6, 3]]\n"

/* angle, speed, states; the reference is 0.7 */
static const double wheel_A[16] = {0, 1,   0,  0, -4 / 0.3, -0.6 / 0.3, 0.8 / 0.3, -1.1 / 0.3,
                                   1, 0.4, -2, 3, 0.3,      -0.2,       -1,        -0.5};
static const double wheel_b[4] = {0, 3 * 0.7 / 0.3, -0.7, 0.5 * 0.7};

static void the_loop_follows_its_exponential_with_every_method(void **state)
{
	static const char *const methods[] = {"auto", "radau", "bdf", "generalized_alpha", "dopri5"};
	(void)state;
	for (int wheel = 0; wheel < WHEELS; wheel++) {
		for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
			struct running r;
			char text[2048];
			double x[4] = {0.4, -1, 0, 0};
			snprintf(text, sizeof text,
			         "%sforces:\n  hold:\n    type: state_space\n    joints: [axle%s]\n    reference: 0.7\n%s"
			         "initial: {axle: {angle: 0.4, %s: -1}}\nsolver: {method: %s}\n",
			         wheels[wheel], wheel == 0 ? "" : ".angle", CONTROLLER, wheel == 0 ? "speed" : "angular_speed",
			         methods[k]);
			running_start(&r, text, 0, 1e-7);
			for (int i = 1; i <= 10; i++) {
				running_advance(&r, 0.3 * i);
				linear_flow(4, wheel_A, wheel_b, 0.3, x);
				assert_close(running_get(&r, "joints.axle.angle"), x[0], 5e-6);
				assert_close(running_get(&r, "forces.hold.state[1]"), x[2], 5e-6);
				assert_close(running_get(&r, "forces.hold.state[2]"), x[3], 5e-6);
				assert_close(running_get(&r, "forces.hold.effort[1]"),
				             0.8 * x[2] - 1.1 * x[3] - 4 * x[0] - 0.6 * x[1] + 3 * 0.7, 3e-5);
				assert_small(running_get(&r, "energies.balance_error"), 1e-5);
			}
			running_close(&r);
		}
	}
}

/* two sleds, one on the other, whose controller measures both and pushes both; with states and
 * without */
static void several_joints_are_measured_and_moved_crosswise(void **state)
{
	static const char text[] =
		"mechanism: sleds\n"
		"bodies: {low: {mass: 2, inertia: 1, center: [0, 0]}, high: {mass: 0.5, inertia: 1, center: [0, 1]}}\n"
		"joints:\n"
		"  track: {type: prismatic, bodies: [ground, low], at: [0, 0], axis: [1, 0]}\n"
		"  deck: {type: prismatic, bodies: [low, high], at: [0, 1], axis: [1, 0]}\n"
		"forces:\n"
		"  hold:\n"
		"    type: state_space\n"
		"    joints: [deck, track]\n"
		"    A: [[-3]]\n"
		"    B: [[1, -2, 0.5, 0.2, 0]]\n"
		"    C: [[4], [-1]]\n"
		"    D: [[-5, 1, -0.8, 0.3, 0], [2, -7, 0.1, -1.5, 0]]\n"
		"  more: {type: state_space, joints: [track], reference: 2, D: [[0, -0.1, 0.25]]}\n"
		"initial: {track: {position: 0.3, speed: 0.1}, deck: {position: -0.2, speed: 0.4}}\n";
	/* x: deck, track, their rates, state. Efforts e on deck and t on track: (m + M) s'' + m d'' =
	 * t, m s'' + m d'' = e */
	double A[25] = {0}, b[5] = {0}, x[5] = {-0.2, 0.3, 0.4, 0.1, 0};
	const double m = 0.5, M = 2, e[5] = {-5, 1, -0.8, 0.3, 4}, t[5] = {2, -7, 0.1, -1.5 - 0.1, -1};
	struct running r;
	(void)state;
	A[2] = A[5 + 3] = 1;
	for (int j = 0; j < 5; j++) {
		A[5 * 3 + j] = (t[j] - e[j]) / M;
		A[5 * 2 + j] = e[j] / m - A[5 * 3 + j];
	}
	b[3] = 0.5 / M;
	b[2] = -b[3];
	const double rate[5] = {1, -2, 0.5, 0.2, -3};
	memcpy(A + 20, rate, sizeof rate);
	running_start(&r, text, 0, 1e-8);
	for (int i = 1; i <= 10; i++) {
		running_advance(&r, 0.2 * i);
		linear_flow(5, A, b, 0.2, x);
		assert_close(running_get(&r, "joints.deck.position"), x[0], 1e-6);
		assert_close(running_get(&r, "joints.track.position"), x[1], 1e-6);
		assert_close(running_get(&r, "joints.deck.speed"), x[2], 1e-6);
		assert_close(running_get(&r, "forces.hold.state[1]"), x[4], 1e-6);
		assert_close(running_get(&r, "forces.more.effort[1]"), 0.5 - 0.1 * x[3], 1e-6);
		assert_small(running_get(&r, "energies.balance_error"), 1e-6);
	}
	running_close(&r);
}

/* with D the reference acts at once, on rates of states it always does; and along time */
static void its_derivatives_are_those_of_the_equations(void **state)
{
	struct running r;
	char text[2048];
	(void)state;
	snprintf(text, sizeof text, "%sforces:\n  hold:\n    type: state_space\n    joints: [axle]\n    input: wanted\n%s",
	         wheels[0], CONTROLLER);
	running_start(&r, text, 0, 0);
	running_set(&r, "wanted", 2);
	assert_close(derivative_by(&r, "wanted", "joints.axle.acceleration"), 3 / 0.3, 1e-9);
	assert_close(derivative_by(&r, "wanted", "forces.hold.effort[1]"), 3, 1e-12);
	assert_close(derivative_by(&r, "bodies.wheel.angle", "forces.hold.effort[1]"), -4, 1e-7);
	const unsigned first = (unsigned)running_variable(&r, "forces.hold.state[1]");
	const int order = 1;
	double rate = NAN;
	assert_int_equal(mech_output_derivatives(r.m, 1, &first, &order, &rate, &r.message), 0);
	assert_close(rate, -2, 1e-7);
	running_close(&r);
}

/* a filtered integral controller holds an arm where its target says, or a leaking one where both
 * agree, from the start on */
static void a_static_start_has_the_states_that_hold_the_load(void **state)
{
	static const char arm[] = "mechanism: arm\n"
							  "gravity: [0, -9.81]\n"
							  "bodies: {arm: {mass: 2, inertia: 0.2, center: [0.5, 0]}}\n"
							  "joints: {axle: {type: revolute, bodies: [ground, arm], at: [0, 0]}}\n"
							  "forces:\n"
							  "  hold:\n"
							  "    type: state_space\n"
							  "    joints: [axle]\n"
							  "    reference: 0.3\n"
							  "    B: [[-20, 0, 20], [-5, -2, 5]]\n"
							  "    C: [[1, 8]]\n"
							  "    D: [[-60, -9, 60]]\n"
							  "    A: %s\n"
							  "initial: static\n";
	static const char *const matrices[] = {"[[0, 0], [0, -4]]", "[[-2, 0], [1, -4]]"};
	(void)state;
	for (int k = 0; k < 2; k++) {
		struct running r;
		char text[1024];
		snprintf(text, sizeof text, arm, matrices[k]);
		running_start(&r, text, 0, 1e-7);
		const double angle = running_get(&r, "joints.axle.angle"), error = 0.3 - angle;
		/* the first state leaks to 10 times the error, the second to a quarter of that and 5/4 of
		 * it */
		const double leaking = (1 * 10 + 8 * (10 + 5) / 4.0 + 60) * error;
		assert_close(running_get(&r, "forces.hold.effort[1]"), 2 * 9.81 * 0.5 * cos(angle), 1e-8);
		if (k == 0) {
			assert_close(angle, 0.3, 1e-9);
		} else {
			assert_close(running_get(&r, "forces.hold.effort[1]"), leaking, 1e-8);
		}
		running_advance(&r, 2);
		assert_close(running_get(&r, "joints.axle.angle"), angle, 1e-7);
		running_close(&r);
	}
}

/* a state taken and put back repeats the motion to the last bit */
static void saved_states_hold_those_of_the_controller(void **state)
{
	struct running r;
	char text[2048];
	(void)state;
	snprintf(text, sizeof text, "%sforces:\n  hold:\n    type: state_space\n    joints: [axle]\n    reference: 1\n%s",
	         wheels[0], CONTROLLER);
	running_start(&r, text, 0, 0);
	running_advance(&r, 0.4);
	const size_t size = mech_state_size(r.m);
	void *saved = malloc(size);
	assert_non_null(saved);
	memcpy(saved, mech_state(r.m), size);
	running_advance(&r, 1);
	const double angle = running_get(&r, "joints.axle.angle"), z = running_get(&r, "forces.hold.state[2]");
	assert_int_equal(mech_check_state(r.m, saved, &r.message), 0);
	mech_restore(r.m, saved);
	assert_true(running_get(&r, "forces.hold.state[2]") != z);
	running_advance(&r, 1);
	assert_true(running_get(&r, "joints.axle.angle") == angle && running_get(&r, "forces.hold.state[2]") == z);
	free(saved);
	running_close(&r);
}

/* entries follow parameters, have names of their own and may change */
static void entries_are_numbers_of_the_mechanism(void **state)
{
	struct running r;
	char text[2048];
	(void)state;
	snprintf(text, sizeof text,
	         "%sparameters: {lag: 0.5, gain: 3}\nforces:\n  hold: {type: state_space, joints: [axle], reference: 1, "
	         "A: [[-1/lag]], B: [[0, 0, 1/lag]], C: [[gain]]}\n",
	         wheels[0]);
	running_open(&r, text);
	running_set(&r, "parameters.lag", 0.25);
	running_initialize(&r);
	assert_close(running_get(&r, "forces.hold.A[1,1]"), -4, 0);
	assert_close(running_get(&r, "forces.hold.B[1,3]"), 4, 0);
	assert_close(running_get(&r, "forces.hold.D[1,2]"), 0, 0);
	running_advance(&r, 0.5);
	assert_close(running_get(&r, "forces.hold.effort[1]"), 3 * (1 - exp(-2)), 1e-4);
	running_set(&r, "forces.hold.D[1,3]", 5);
	assert_close(running_get(&r, "forces.hold.effort[1]"), 5 + 3 * (1 - exp(-2)), 1e-4);
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_loop_follows_its_exponential_with_every_method),
		cmocka_unit_test(several_joints_are_measured_and_moved_crosswise),
		cmocka_unit_test(its_derivatives_are_those_of_the_equations),
		cmocka_unit_test(a_static_start_has_the_states_that_hold_the_load),
		cmocka_unit_test(saved_states_hold_those_of_the_controller),
		cmocka_unit_test(entries_are_numbers_of_the_mechanism),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
