/* Driven mechanisms against closed forms: what drivers impose is resolved at any communication
 * step. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include <complex.h>

#include "assert_close.h"
#include "truth_motion.h"
#include "truth_run.h"

static const double g = 9.81;

/* where circles about a and b meet, to the left of the way from a to b */
static double complex circles_meet(double complex a, double radius_a, double complex b, double radius_b)
{
	const double d = cabs(b - a), along = (d * d + radius_a * radius_a - radius_b * radius_b) / (2 * d);
	return a + (b - a) / d * (along + I * sqrt(radius_a * radius_a - along * along));
}

/* the angle of z next to `near`: whole turns are of no interest */
static double angle_near(double complex z, double near)
{
	return near + remainder(carg(z) - near, 2 * truth_pi);
}

/* ---- the four-bar: joints at 0, B, C and 0.4; `number` is the crank's speed ---- */

struct four_bar {
	double complex B, C;
	double coupler, rocker; /* dangle/d(angle of the crank) */
};

/* b and c keep their lengths: B' + coupler i b = rocker i c */
static struct four_bar four_bar_at(double angle)
{
	const double complex B = 0.1 * cexp(I * angle), C = circles_meet(B, hypot(0.4, 0.2), 0.4, 0.3);
	const double complex b = C - B, c = C - 0.4;
	const double coupler = -creal(conj(c) * I * B) / creal(conj(c) * I * b);
	const double rocker = creal(conj(b) * I * B) / creal(conj(b) * I * c);
	return (struct four_bar){B, C, coupler, rocker};
}

/* kinetic and potential; centres of mass in the middle of each bar */
static double four_bar_energy(double angle, double speed)
{
	const struct four_bar f = four_bar_at(angle);
	const double complex crank = I * f.B / 2, coupler = I * f.B + f.coupler * I * (f.C - f.B) / 2;
	const double complex rocker = f.rocker * I * (f.C - 0.4) / 2;
	const double inertia = 0.12 * pow(cabs(crank), 2) + 0.0001 + 0.5 * pow(cabs(coupler), 2) +
	                       0.009 * f.coupler * f.coupler + 0.36 * pow(cabs(rocker), 2) + 0.0027 * f.rocker * f.rocker;
	return inertia * speed * speed / 2 + g * cimag(0.12 * f.B / 2 + 0.5 * (f.B + f.C) / 2 + 0.36 * f.C / 2);
}

/* by how much energy changes on one turn */
static double four_bar_energy_range(double speed)
{
	double least = INFINITY, most = -INFINITY;
	for (int i = 0; i < 360; i++) {
		const double energy = four_bar_energy(i * truth_pi / 180, speed);
		least = fmin(least, energy);
		most = fmax(most, energy);
	}
	return most - least;
}

static int four_bar_values(const struct truth_problem *p, double t, struct truth_value *values)
{
	const double turned = p->number * t, angle = truth_pi / 2 + turned, energy = four_bar_energy_range(p->number);
	const struct four_bar f = four_bar_at(angle);
	const double supplied = four_bar_energy(angle, p->number) - four_bar_energy(truth_pi / 2, p->number);
	const double coupler = angle_near((f.C - f.B) / (0.4 + 0.2 * I), 0);
	/* the rocker swings by 0.7 rad, the coupler by half a radian */
	values[0] = (struct truth_value){"joints.D.angle", angle_near(f.C - 0.4, 1.6), 0.7, 0};
	values[1] = (struct truth_value){"joints.D.speed", f.rocker * p->number, p->number, 0};
	values[2] = (struct truth_value){"joints.B.angle", coupler - turned, 0.5, 1e-15 * turned};
	values[3] = (struct truth_value){"energies.supplied", supplied, energy, 0};
	values[4] = (struct truth_value){"energies.balance_error", 0, energy, 0};
	return 5;
}

static const struct truth_problem four_bar = {.title = "driven_fourbar",
                                              .file = "driven_fourbar",
                                              .stop = 2,
                                              .short_stop = 0.3,
                                              .exact = four_bar_values,
                                              .number = 100};

static void the_exact_four_bar_is_where_the_case_says(void **state)
{
	(void)state;
	struct truth_value values[TRUTH_MOST_VALUES];
	four_bar_values(&four_bar, 0, values);
	assert_close(values[0].exact, truth_pi / 2, 1e-15);
	assert_close(values[2].exact, 0, 1e-15);
	four_bar_values(&four_bar, 2, values);
	assert_close(values[0].exact, 1.364, 5e-4);
	/* the rates are the slopes */
	const double h = 1e-5;
	const struct four_bar f = four_bar_at(1), before = four_bar_at(1 - h), after = four_bar_at(1 + h);
	assert_close(f.rocker, (carg(after.C - 0.4) - carg(before.C - 0.4)) / (2 * h), 1e-9);
	assert_close(f.coupler, (carg(after.C - after.B) - carg(before.C - before.B)) / (2 * h), 1e-9);
}

static void a_driven_four_bar_follows_its_closed_form(void **state)
{
	(void)state;
	truth_check(&four_bar, TRUTH_STEPS, truth_steps);
}

static int four_bar_and_pendulum_values(const struct truth_problem *p, double t, struct truth_value *values)
{
	const int n = four_bar_values(p, t, values);
	double angle, speed;
	truth_pendulum(sqrt(g), truth_pi / 2, t + truth_pendulum_quarter(sqrt(g), truth_pi / 2), &angle, &speed);
	values[n] = (struct truth_value){"joints.pin.angle", angle, truth_pi, 0};
	values[n + 1] = (struct truth_value){"joints.pin.speed", speed, 2 * sqrt(2 * g), 0};
	return n + 2;
}

static void a_driven_four_bar_follows_its_closed_form_beside_a_free_pendulum(void **state)
{
	(void)state;
	static const double steps[] = {0.01, 0.05, 0};
	struct truth_problem p = four_bar;
	p.title = p.file = "driven_fourbar_and_pendulum";
	p.exact = four_bar_and_pendulum_values;
	truth_check(&p, 3, steps);
}

/* ---- Chebyshev's linkage, u = 0.1; `number` is the crank's speed ---- */

static int foot_values(const struct truth_problem *p, double t, struct truth_value *values)
{
	const double complex A = 0.1 * cexp(I * (truth_pi + p->number * t));
	const double complex foot = 2 * circles_meet(A, 0.25, 0.2, 0.25) - A;
	values[0] = (struct truth_value){"sensors.foot.position[1]", creal(foot), 0.4, 0};
	values[1] = (struct truth_value){"sensors.foot.position[2]", cimag(foot), 0.4, 0};
	/* the coupler of 1 kg is carried along at about the speed of the crank's end, 0.1 m from its
	 * axis */
	values[2] = (struct truth_value){"energies.balance_error", 0, 0.005 * p->number * p->number, 0};
	return 3;
}

static void the_foot_of_chebyshevs_linkage_stays_above_the_ground(void **state)
{
	(void)state;
	const struct truth_problem p = {.title = "chebyshev_driven",
	                                .file = "chebyshev_driven",
	                                .stop = 3,
	                                .short_stop = 0.7,
	                                .exact = foot_values,
	                                .number = 2 * truth_pi};
	struct truth_value values[TRUTH_MOST_VALUES];
	foot_values(&p, 3, values);
	assert_close(values[0].exact, 0.2, 1e-12);
	assert_close(values[1].exact, 0.4, 1e-12);
	truth_check(&p, TRUTH_STEPS, truth_steps);
}

static void the_foot_of_chebyshevs_linkage_stays_above_the_ground_at_300_rad_per_second(void **state)
{
	(void)state;
	static const double steps[] = {0.02, 0.5, 0};
	const struct truth_problem p = {.title = "chebyshev at 300 rad/s",
	                                .file = "chebyshev_driven",
	                                .settings = {{"drivers.motor.speed", 300}},
	                                .stop = 1,
	                                .short_stop = 0.1,
	                                .exact = foot_values,
	                                .number = 300};
	truth_check(&p, 3, steps);
}

/* ---- a pendulum of 1 m and 1 kg on a cart that jumps by 0.5 m in 20 ms at 5 s ---- */

static double cart_acceleration(double t, double angle, double speed, const double *numbers)
{
	const double x = fmin(1, fmax(0, (t - 5) / 0.02)), jump = 0.5 / (0.02 * 0.02) * 60 * x * (1 - x) * (1 - 2 * x);
	(void)speed;
	(void)numbers;
	return -g * sin(angle) - jump * cos(angle);
}

static int cart_values(const struct truth_problem *p, double t, struct truth_value *values)
{
	double angle = 0, speed = 0;
	(void)p;
	truth_integrate(cart_acceleration, NULL, 5, 5.02, 5000, &angle, &speed);
	truth_integrate(cart_acceleration, NULL, 5.02, t, 50000, &angle, &speed);
	const double energy = speed * speed / 2 + g * (1 - cos(angle));
	/* in the middle of the ramp the cart of 1 kg moves at 1.875 * 0.5 m / 20 ms */
	const double most = pow(1.875 * 0.5 / 0.02, 2) / 2;
	values[0] = (struct truth_value){"joints.h.angle", angle, 2 * acos(1 - energy / g), 0};
	values[1] = (struct truth_value){"joints.h.speed", speed, 2 * sqrt(2 * energy), 0};
	values[2] = (struct truth_value){"energies.supplied", energy, most, 0};
	values[3] = (struct truth_value){"energies.balance_error", 0, most, 0};
	return 4;
}

static void a_ramp_within_a_long_step_sets_the_pendulum_swinging(void **state)
{
	(void)state;
	static const double steps[] = {1e-3, 0.01, 0.1, 1, 0};
	const struct truth_problem p = {
		.title = "cart", .file = "cart", .stop = 10, .short_stop = 5.1, .exact = cart_values};
	struct truth_value values[TRUTH_MOST_VALUES];
	cart_values(&p, 10, values);
	assert_close(values[0].exact, -0.9426, 5e-5);
	truth_check(&p, 5, steps);
}

/* a step of the look-ahead ends a rounding before 5.017 s, a communication point: nothing is left
 * to step over */
static void a_step_that_ends_a_rounding_before_a_communication_point_ends_there(void **state)
{
	const struct truth_problem p = {.title = "cart",
	                                .file = "cart",
	                                .stop = 5.1,
	                                .exact = cart_values,
	                                .settings = {{"solver.look_ahead", MECH_FIRST_CHOICE + MECH_LOOK_AHEAD}}};
	const struct truth_plan plan = {"auto", 1e-3, 1e-3, 5.1};
	struct truth_machine machine;
	(void)state;
	truth_open(&machine, &p);
	assert_int_equal(truth_start(&machine, &p, &plan), 0);
	assert_true(truth_advance(&machine, &plan) >= 0);
	truth_close(&machine);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_exact_four_bar_is_where_the_case_says),
		cmocka_unit_test(a_driven_four_bar_follows_its_closed_form),
		cmocka_unit_test(a_driven_four_bar_follows_its_closed_form_beside_a_free_pendulum),
		cmocka_unit_test(the_foot_of_chebyshevs_linkage_stays_above_the_ground),
		cmocka_unit_test(the_foot_of_chebyshevs_linkage_stays_above_the_ground_at_300_rad_per_second),
		cmocka_unit_test(a_ramp_within_a_long_step_sets_the_pendulum_swinging),
		cmocka_unit_test(a_step_that_ends_a_rounding_before_a_communication_point_ends_there),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
