/* DC motors: currents and speeds against linear equations, rotors between moving bodies, energies,
 * starts, derivatives. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assert_close.h"
#include "linear_flow.h"
#include "running.h"

struct motor {
	double wheel, rotor, resistance, inductance, constant, ratio, voltage;
};

/* a motor of a toy, one of a robot with a gear, one of a ship; and without inductance */
static const struct motor motors[] = {
	{2e-7, 1e-7, 5, 1e-3, 4e-3, 1, 3}, {0.3, 1e-4, 0.6, 2e-3, 0.05, 80, 24}, {5e3, 900, 0.01, 0.02, 30, 1, 600},
	{2e-7, 1e-7, 5, 0, 4e-3, 1, 3},    {0.3, 1e-4, 0.6, 0, 0.05, 80, 24},
};

static const char *const wheels[] = {
	"mechanism: wheel\n"
	"bodies: {wheel: {mass: 1, inertia: %.17g, center: [0, 0]}}\n"
	"joints: {axle: {type: revolute, bodies: [ground, wheel], at: [0, 0]}}\n",
	"mechanism: wheel\n"
	"space: spatial\n"
	"bodies: {wheel: {mass: 1, inertia: [%.17g, 1e-7, 1e-7], center: [0, 1, 2]}}\n"
	"joints: {axle: {type: revolute, bodies: [ground, wheel], at: [0, 1, 2], axis: [3, 0, 0]}}\n",
	"mechanism: wheel\n"
	"space: spatial\n"
	"bodies: {wheel: {mass: 1, inertia: [%.17g, 1e-7, 1e-7], center: [0, 1, 2]}}\n"
	"joints: {axle: {type: cylindrical, bodies: [wheel, ground], at: [0, 1, 2], axis: [-1, 0, 0]}}\n",
};
enum { WHEELS = 3 };

static void motor_write(char *text, size_t size, const struct motor *m, const char *voltage)
{
	snprintf(text, size,
	         "{type: dc_motor, joint: axle%s, resistance: %.17g, inductance: %.17g, constant: %.17g, ratio: %.17g, "
	         "rotor_inertia: %.17g}",
	         voltage, m->resistance, m->inductance, m->constant, m->ratio, m->rotor);
}

static void motor_start(struct running *r, const struct motor *m, int wheel, const char *voltage, const char *more)
{
	char text[2048], motor[512];
	int used = snprintf(text, sizeof text, wheels[wheel], m->wheel);
	motor_write(motor, sizeof motor, m, voltage);
	snprintf(text + used, sizeof text - (size_t)used, "forces: {motor: %s}\n%s", motor, more);
	running_start(r, text, 0, 1e-8);
}

/* speed and current as linear equations; without inductance the current follows from the speed */
static void motor_matrices(const struct motor *m, double A[4], double b[2])
{
	const double J = m->wheel + m->ratio * m->ratio * m->rotor, k = m->ratio * m->constant, L = m->inductance;
	const int has_state = L > 0;
	A[0] = has_state ? 0 : -k * k / m->resistance / J;
	A[1] = has_state ? k / J : 0;
	A[2] = has_state ? -k / L : 0;
	A[3] = has_state ? -m->resistance / L : 0;
	b[0] = has_state ? 0 : k * m->voltage / m->resistance / J;
	b[1] = has_state ? m->voltage / L : 0;
}

static void speed_and_current_are_those_of_the_linear_equations(void **state)
{
	(void)state;
	for (size_t n = 0; n < sizeof motors / sizeof *motors; n++) {
		const struct motor *m = &motors[n];
		const double k = m->ratio * m->constant, J = m->wheel + m->ratio * m->ratio * m->rotor;
		/* from the time of the winding, or a part of it, to that of the wheel */
		const double span = 0.4 * J * m->resistance / (k * k), idle = m->voltage / k,
					 stall = m->voltage / m->resistance;
		double A[4], b[2];
		motor_matrices(m, A, b);
		for (int wheel = 0; wheel < WHEELS; wheel++) {
			struct running r;
			char voltage[64];
			double x[2] = {0};
			snprintf(voltage, sizeof voltage, ", voltage: %.17g", m->voltage);
			if (wheel == 2) {
				snprintf(voltage, sizeof voltage, ".angle, voltage: %.17g", m->voltage);
			}
			motor_start(&r, m, wheel, voltage, "");
			for (int i = 1; i <= 10; i++) {
				running_advance(&r, i * span);
				linear_flow(2, A, b, span, x);
				const double current = m->inductance > 0 ? x[1] : (m->voltage - k * x[0]) / m->resistance;
				const double speed = running_get(&r, wheel == 2 ? "joints.axle.angular_speed" : "joints.axle.speed");
				assert_close(speed, x[0], 1e-6 * idle);
				assert_close(running_get(&r, "forces.motor.current"), current, 1e-6 * stall);
				assert_close(running_get(&r, "forces.motor.torque"), k * current, 1e-6 * k * stall);
				assert_close(running_get(&r, "energies.kinetic"), J * speed * speed / 2, 1e-9 * J * idle * idle);
				assert_small(running_get(&r, "energies.balance_error"), 1e-5 * J * idle * idle);
			}
			running_close(&r);
		}
	}
}

/* the motor stands on a wheel that turns itself: rotor and torque act on both, with every way to
 * solve */
static void between_two_bodies_the_rotor_couples_their_inertias(void **state)
{
	static const char *const methods[] = {"auto", "radau", "bdf", "generalized_alpha", "dopri5"};
	const struct motor m = {0.3, 2e-3, 0.6, 0.05, 0.2, 10, 24};
	const double a = 0.8, k = m.ratio * m.constant, J = m.ratio * m.ratio * m.rotor;
	/* [a + J, -J; -J, b + J]^-1 applied to (-k, k) i */
	const double det = (a + J) * (m.wheel + J) - J * J;
	const double wa = (-k * (m.wheel + J) + J * k) / det, wb = (k * (a + J) - J * k) / det;
	const double A[9] = {0, 0, wa, 0, 0, wb, k / m.inductance, -k / m.inductance, -m.resistance / m.inductance};
	const double b[3] = {0, 0, m.voltage / m.inductance};
	(void)state;
	for (int space = 0; space < 2; space++) {
		for (size_t method = 0; method < sizeof methods / sizeof *methods; method++) {
			struct running r;
			char text[2048], motor[512];
			double x[3] = {0};
			motor_write(motor, sizeof motor, &m, ", voltage: 24");
			snprintf(text, sizeof text,
			         space == 0
			             ? "mechanism: pair\n"
			               "bodies: {a: {mass: 1, inertia: 0.8, center: [0, 0]}, b: {mass: 1, inertia: 0.3, center: "
			               "[0, 0]}}\n"
			               "joints:\n"
			               "  base: {type: revolute, bodies: [ground, a], at: [0, 0]}\n"
			               "  axle: {type: revolute, bodies: [a, b], at: [0, 0]}\n"
			               "forces: {motor: %s}\nsolver: {method: %s}\n"
			             : "mechanism: pair\nspace: spatial\n"
			               "bodies: {a: {mass: 1, inertia: [1, 0.8, 1], center: [0, 0, 0]}, b: {mass: 1, inertia: "
			               "[1, 0.3, 1], center: [0, 0, 0]}}\n"
			               "joints:\n"
			               "  base: {type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: [0, 1, 0]}\n"
			               "  axle: {type: revolute, bodies: [a, b], at: [0, 0, 0], axis: [0, 1, 0]}\n"
			               "forces: {motor: %s}\nsolver: {method: %s}\n",
			         motor, methods[method]);
			running_start(&r, text, 0, 1e-7);
			for (int i = 1; i <= 8; i++) {
				running_advance(&r, 0.05 * i);
				linear_flow(3, A, b, 0.05, x);
				assert_close(running_get(&r, "joints.base.speed"), x[0], 2e-5);
				assert_close(running_get(&r, "joints.axle.speed"), x[1] - x[0], 2e-5);
				assert_close(running_get(&r, "forces.motor.current"), x[2], 2e-4);
			}
			running_close(&r);
		}
	}
}

/* an arm that the motor holds: constant ratio U / R = m g l cos(angle), at the start and from then
 * on */
static void a_static_start_has_the_current_that_holds_the_load(void **state)
{
	static const char *const inductances[] = {"", ", inductance: 0.01"};
	(void)state;
	for (int k = 0; k < 2; k++) {
		struct running r;
		char text[1024];
		snprintf(
			text, sizeof text,
			"mechanism: arm\n"
			"gravity: [0, -9.81]\n"
			"bodies: {arm: {mass: 2, inertia: 0.2, center: [0, -0.5]}}\n"
			"joints: {axle: {type: revolute, bodies: [ground, arm], at: [0, 0]}}\n"
			"forces: {motor: {type: dc_motor, joint: axle, voltage: 12, resistance: 1.5, constant: 0.05, ratio: 10%s, "
			"rotor_inertia: 1e-3}}\n"
			"initial: static\n",
			inductances[k]);
		running_start(&r, text, 0, 1e-6);
		for (int i = 0; i < 2; i++) {
			assert_close(running_get(&r, "forces.motor.current"), 8, 1e-10);
			assert_close(2 * 9.81 * 0.5 * sin(running_get(&r, "joints.axle.angle")), 0.05 * 10 * 8, 1e-9);
			running_advance(&r, 3);
		}
		running_close(&r);
	}
}

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

/* without inductance the voltage acts at once, with it on the rate of the current alone */
static void its_derivatives_are_those_of_the_equations(void **state)
{
	struct motor m = motors[4];
	struct running r;
	const double J = m.wheel + m.ratio * m.ratio * m.rotor, k = m.ratio * m.constant;
	(void)state;
	motor_start(&r, &m, 1, ", input: volts, start: 5", "");
	assert_close(derivative_by(&r, "volts", "joints.axle.acceleration"), k / m.resistance / J, 1e-9 * k / J);
	assert_close(derivative_by(&r, "volts", "forces.motor.current"), 1 / m.resistance, 1e-12);
	running_close(&r);
	m = motors[1];
	motor_start(&r, &m, 1, ", input: volts, start: 5", "");
	assert_close(derivative_by(&r, "volts", "joints.axle.acceleration"), 0, 1e-12);
	const unsigned current = (unsigned)running_variable(&r, "forces.motor.current");
	const int order = 1;
	double rate = NAN;
	assert_int_equal(mech_output_derivatives(r.m, 1, &current, &order, &rate, &r.message), 0);
	assert_close(rate, 5 / m.inductance, 1e-6);
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(speed_and_current_are_those_of_the_linear_equations),
		cmocka_unit_test(between_two_bodies_the_rotor_couples_their_inertias),
		cmocka_unit_test(a_static_start_has_the_current_that_holds_the_load),
		cmocka_unit_test(its_derivatives_are_those_of_the_equations),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
