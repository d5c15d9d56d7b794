/* Stops of joints against exact impacts: elliptic functions between them, time in contact by
 * quadrature of the energy. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "assert_close.h"
#include "truth_motion.h"
#include "truth_run.h"

static const double g = 9.81;

/* ---- a pendulum of 1 m and 1 kg from 60 degrees against a stop at 0: `number` is the stiffness ---- */

/* Within the stop of 1e9 or more the pendulum is turned by less than 1e-3 rad: its weight, g d
 * against k d^1.5, changes the time of an impact by less than a millionth, 1e-9 s. */
static int bob_at(const struct truth_problem *p, double t, struct truth_value *values)
{
	const double w = sqrt(g), v0 = sqrt(g), quarter = truth_pendulum_quarter(w, truth_pi / 3);
	const double contact = truth_impact_time(p->number, 0, v0), flight = truth_time_of_flight(t, quarter, contact);
	double angle, speed;
	truth_pendulum(w, truth_pi / 3, flight, &angle, &speed);
	values[0] = (struct truth_value){"joints.pin.angle", angle, truth_pi / 3, 0};
	values[1] = (struct truth_value){"joints.pin.speed", speed, 2 * v0, 0};
	values[2] = (struct truth_value){"energies.balance_error", 0, g / 2, 0};
	return 3;
}

static struct truth_problem bob_against(double stiffness, const char *title)
{
	struct truth_problem p = {.title = title,
	                          .file = "limit_damped",
	                          .settings = {{"forces.stop.stiffness", stiffness}, {"forces.stop.damping", 0}},
	                          .stop = 10,
	                          .short_stop = 0.8,
	                          .exact = bob_at,
	                          .number = stiffness};
	return p;
}

static void a_pendulum_returns_from_a_stop_of_1e9_with_its_energy(void **state)
{
	(void)state;
	const struct truth_problem p = bob_against(1e9, "stop of 1e9");
	truth_check(&p, TRUTH_STEPS, truth_steps);
}

static void stops_of_1e12_keep_the_energy_or_the_run_says_that_they_cannot(void **state)
{
	(void)state;
	static const double steps[] = {0.0123, 0.05, 0};
	struct truth_score score = truth_begin();
	struct truth_problem p = bob_against(1e12, "stop of 1e12");
	p.may_refuse = 1;
	truth_sweep(&p, 3, steps, &score);
	p = bob_against(1e13, "stop of 1e13");
	p.may_refuse = 1;
	truth_sweep(&p, 3, steps, &score);
	truth_end(&score);
}

/* ---- the same stop with damping that swallows the impact: all energy becomes heat ---- */

/* Within the stop, d deep, v dv/dd = -k d^1.5 (1 + 1.5 c v): the stop is entered to d = (2.5 v /
 * (1.5 c k))^0.4 = 1.9e-6 rad, from where it is too slow to follow the pendulum, which swings with
 * that amplitude until it falls onto the stop again. */
static int bob_at_rest(const struct truth_problem *p, double t, struct truth_value *values)
{
	const double depth = pow(2.5 * sqrt(g) / (1.5 * 1e6 * 1e9), 0.4);
	(void)p;
	(void)t;
	values[0] = (struct truth_value){"joints.pin.angle", 0, truth_pi / 3, depth};
	values[1] = (struct truth_value){"joints.pin.speed", 0, sqrt(g), sqrt(g) * depth};
	values[2] = (struct truth_value){"energies.dissipated", g / 2, g / 2, 0};
	values[3] = (struct truth_value){"energies.balance_error", 0, g / 2, 0};
	return 4;
}

static void a_stop_that_swallows_the_impact_dissipates_what_the_pendulum_had(void **state)
{
	(void)state;
	const struct truth_problem p = {
		.title = "damped stop", .file = "limit_damped", .stop = 10, .short_stop = 2, .exact = bob_at_rest};
	truth_check(&p, TRUTH_STEPS, truth_steps);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pendulum_returns_from_a_stop_of_1e9_with_its_energy),
		cmocka_unit_test(stops_of_1e12_keep_the_energy_or_the_run_says_that_they_cannot),
		cmocka_unit_test(a_stop_that_swallows_the_impact_dissipates_what_the_pendulum_had),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
