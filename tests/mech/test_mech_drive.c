/* Driven mechanisms in motion: the coordinate is where the driver wants it, and the effort is that
 * of the closed form. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_close.h"
#include "running.h"

/* a pendulum of mass 2 kg at the distance 0.5 m from its pin, drawn horizontally: inertia about the
 * pin 0.1 + 2 0.5^2 */
#define DRIVEN_PENDULUM(driver)                                    \
	"mechanism: driven_pendulum\n"                                 \
	"gravity: [0, -10]\n"                                          \
	"bodies:\n"                                                    \
	"  arm: {mass: 2, inertia: 0.1, center: [0.5, 0]}\n"           \
	"joints:\n"                                                    \
	"  pin: {type: revolute, bodies: [ground, arm], at: [0, 0]}\n" \
	"drivers:\n"                                                   \
	"  motor: {joint: pin, " driver "}\n"                          \
	"outputs: [joints.pin.angle, drivers.motor.effort]\n"
static const double inertia = 0.6, moment = 10.0; /* about the pin; m g l */

typedef void wanted_motion(double t, double *w);

static void constant_speed(double t, double *w)
{
	w[0] = 0.3 + 2.0 * t;
	w[1] = 2.0;
	w[2] = 0.0;
}

static void harmonic(double t, double *w)
{
	w[0] = 0.2 + 0.7 * sin(3.0 * t + 0.5);
	w[1] = 2.1 * cos(3.0 * t + 0.5);
	w[2] = -6.3 * sin(3.0 * t + 0.5);
}

static void polynomial(double t, double *w)
{
	w[0] = 0.1 - 0.5 * t + 0.25 * t * t + 0.125 * t * t * t;
	w[1] = -0.5 + 0.5 * t + 0.375 * t * t;
	w[2] = 0.5 + 0.75 * t;
}

/* torque = J w'' + m g l cos w */
static void check_pendulum(const char *text, wanted_motion *wanted, double start_time)
{
	struct running r;
	running_open(&r, text);
	mech_setup(r.m, start_time, 0);
	running_initialize(&r);
	for (int k = 0; k <= 40; k++) {
		double w[3];
		running_advance(&r, start_time + 0.05 * k);
		wanted(mech_time(r.m), w);
		assert_close(running_get(&r, "joints.pin.angle"), w[0], 1e-10);
		assert_close(running_get(&r, "joints.pin.speed"), w[1], 1e-9);
		assert_close(running_get(&r, "joints.pin.acceleration"), w[2], 1e-6);
		assert_close(running_get(&r, "drivers.motor.effort"), inertia * w[2] + moment * cos(w[0]), 1e-9);
		assert_small(running_get(&r, "solver.constraint_residual"), 1e-10);
	}
	running_close(&r);
}

static void a_pendulum_at_constant_speed_needs_the_moment_of_its_weight(void **state)
{
	(void)state;
	check_pendulum(DRIVEN_PENDULUM("type: constant_speed, speed: 2, start: 0.3"), constant_speed, 0.0);
}

static void a_harmonic_driver_moves_and_loads_as_written(void **state)
{
	(void)state;
	check_pendulum(DRIVEN_PENDULUM("type: harmonic, mean: 0.2, amplitude: 0.7, frequency: 3, phase: 0.5"), harmonic,
	               0.0);
}

static void a_polynomial_driver_moves_and_loads_as_written(void **state)
{
	(void)state;
	check_pendulum(DRIVEN_PENDULUM("type: polynomial, coefficients: [0.1, -0.5, 0.25, 0.125]"), polynomial, 0.0);
}

static void drivers_know_the_time_when_a_run_starts_later_or_earlier(void **state)
{
	(void)state;
	check_pendulum(DRIVEN_PENDULUM("type: constant_speed, speed: 2, start: 0.3"), constant_speed, 1.5);
	check_pendulum(DRIVEN_PENDULUM("type: harmonic, mean: 0.2, amplitude: 0.7, frequency: 3, phase: 0.5"), harmonic,
	               -2.0);
}

/* a mass of 2 kg on a line that rises 3 in 5, held by a spring of 20 N/m at rest in the drawing */
#define SLIDER                                                                                              \
	"mechanism: slider\n"                                                                                   \
	"gravity: [0, -10]\n"                                                                                   \
	"bodies:\n"                                                                                             \
	"  block: {mass: 2, inertia: 0.1, center: [0, 0]}\n"                                                    \
	"joints:\n"                                                                                             \
	"  rail: {type: prismatic, bodies: [ground, block], at: [0, 0], axis: [4, 3]}\n"                        \
	"drivers:\n"                                                                                            \
	"  pusher: {type: input, joint: rail, input: wanted, start: 0.1}\n"                                     \
	"forces:\n"                                                                                             \
	"  spring: {type: spring_damper, bodies: [ground, block], from: [-4, -3], to: [0, 0], stiffness: 20}\n" \
	"outputs: [joints.rail.position]\n"

/* commands that nothing foretells: at the end of each step the coordinate is there, at rest */
static void a_driver_by_input_goes_to_the_input_within_each_step(void **state)
{
	(void)state;
	static const double inputs[] = {0.1, 0.3, 0.3, -0.2, 0.5, 0.45};
	struct running r;
	running_start(&r, SLIDER, 0.0, 0.0);
	double t = 0.0;
	assert_close(running_get(&r, "joints.rail.position"), 0.1, 1e-12);
	assert_close(running_get(&r, "drivers.pusher.effort"), 2 * 10 * 0.6 + 20 * 0.1, 1e-9);
	for (int k = 0; k < 6; k++) {
		const double h = k % 2 == 0 ? 0.1 : 0.04;
		running_set(&r, "wanted", inputs[k]);
		running_advance(&r, t += h);
		assert_close(running_get(&r, "joints.rail.position"), inputs[k], 1e-10);
		assert_close(running_get(&r, "joints.rail.speed"), 0.0, 1e-9);
		/* weight along the rail and spring */
		assert_close(running_get(&r, "drivers.pusher.effort"), 12.0 + 20.0 * inputs[k], 1e-6);
		assert_close(running_get(&r, "joints.rail.acceleration"), 0.0, 1e-6);
	}
	running_close(&r);
}

static void an_input_that_stays_holds_the_coordinate_still(void **state)
{
	(void)state;
	struct running r;
	running_start(&r, SLIDER, 0.0, 0.0);
	for (int k = 1; k <= 20; k++) {
		running_advance(&r, 0.1 * k);
		assert_close(running_get(&r, "joints.rail.position"), 0.1, 1e-12);
		assert_close(running_get(&r, "joints.rail.speed"), 0.0, 1e-12);
	}
	running_close(&r);
}

/* before the run the input is the start position */
static void an_input_set_before_initialization_is_where_the_driver_begins(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, SLIDER);
	running_set(&r, "wanted", 0.4);
	running_initialize(&r);
	assert_close(running_get(&r, "joints.rail.position"), 0.4, 1e-12);
	assert_close(running_get(&r, "joints.rail.speed"), 0.0, 1e-12);
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pendulum_at_constant_speed_needs_the_moment_of_its_weight),
		cmocka_unit_test(a_harmonic_driver_moves_and_loads_as_written),
		cmocka_unit_test(a_polynomial_driver_moves_and_loads_as_written),
		cmocka_unit_test(drivers_know_the_time_when_a_run_starts_later_or_earlier),
		cmocka_unit_test(a_driver_by_input_goes_to_the_input_within_each_step),
		cmocka_unit_test(an_input_that_stays_holds_the_coordinate_still),
		cmocka_unit_test(an_input_set_before_initialization_is_where_the_driver_begins),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
