/* Servos: closed loops against linear equations and a second integrator, limits, starts in balance,
 * derivatives, states. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "assert_close.h"
#include "element_checks.h"
#include "linear_flow.h"
#include "running.h"

/* a body of mass m on a vertical guide under a gravity g, or a wheel of inertia m that a weight
 * turns with m g; in the plane and in space; the rates of x, v, z, d */
struct loop {
	double m, g, proportional, integral, derivative, filter, limit, windup, target;
	double amplitude, frequency; /* of a target that swings about 0 */
};

static double loop_wanted(const struct loop *l, const double *x, double e, double rate)
{
	const double d = l->filter > 0 ? x[3] : rate;
	return l->proportional * e + l->derivative * d + x[2];
}

static void loop_rate(const void *context, double t, const double *x, double *rate)
{
	const struct loop *l = context;
	const double e = l->target + l->amplitude * sin(l->frequency * t) - x[0];
	const double de = l->amplitude * l->frequency * cos(l->frequency * t) - x[1];
	const double u = loop_wanted(l, x, e, de);
	const double tau = l->limit > 0 ? fmax(fmin(u, l->limit), -l->limit) : u;
	rate[0] = x[1];
	rate[1] = tau / l->m - l->g;
	rate[2] = l->integral * e + (l->windup > 0 ? (tau - u) / l->windup : 0);
	rate[3] = l->filter > 0 ? (de - x[3]) / l->filter : 0;
}

/* the same as matrices, without limit and with a fixed target */
static void loop_matrices(const struct loop *l, double A[16], double b[4])
{
	const int filtered = l->filter > 0;
	const double rows[16] = {0,
	                         1,
	                         0,
	                         0,
	                         -l->proportional / l->m,
	                         filtered ? 0 : -l->derivative / l->m,
	                         1 / l->m,
	                         filtered ? l->derivative / l->m : 0,
	                         -l->integral,
	                         0,
	                         0,
	                         0,
	                         0,
	                         filtered ? -1 / l->filter : 0,
	                         0,
	                         filtered ? -1 / l->filter : 0};
	memcpy(A, rows, sizeof rows);
	b[0] = 0;
	b[1] = l->proportional * l->target / l->m - l->g;
	b[2] = l->integral * l->target;
	b[3] = 0;
}

static const char *const guides[] = {
	"mechanism: lift\n"
	"gravity: [0, -%.17g]\n"
	"bodies: {load: {mass: %.17g, inertia: 0.1, center: [0.3, 0.2]}}\n"
	"joints: {guide: {type: prismatic, bodies: [ground, load], at: [0, 0], axis: [0, 1]}}\n",
	"mechanism: lift\n"
	"space: spatial\n"
	"gravity: [0, 0, -%.17g]\n"
	"bodies: {load: {mass: %.17g, inertia: [0.1, 0.2, 0.3], center: [0.3, 0.2, -0.4]}}\n"
	"joints: {guide: {type: prismatic, bodies: [ground, load], at: [0, 0, 0], axis: [0, 0, 2]}}\n",
	"mechanism: lift\n"
	"space: spatial\n"
	"gravity: [0, 0, -%.17g]\n"
	"bodies: {load: {mass: %.17g, inertia: [0.1, 0.2, 0.3], center: [0.3, 0.2, -0.4]}}\n"
	"joints: {guide: {type: prismatic, bodies: [load, ground], at: [0, 0, 0], axis: [0, 0, -1]}}\n",
};
enum { GUIDES = 3 };

static void loop_start(struct running *r, const struct loop *l, int guide, const char *target, const char *more,
                       double tolerance)
{
	char text[2048];
	int used = snprintf(text, sizeof text, guides[guide], l->g, l->m);
	used += snprintf(text + used, sizeof text - (size_t)used,
	                 "forces: {hold: {type: servo, joint: guide, %s, proportional: %.17g, integral: %.17g, derivative: "
	                 "%.17g, filter: %.17g, limit: %.17g",
	                 target, l->proportional, l->integral, l->derivative, l->filter, l->limit);
	if (l->windup > 0) {
		used += snprintf(text + used, sizeof text - (size_t)used, ", windup: %.17g", l->windup);
	}
	snprintf(text + used, sizeof text - (size_t)used, "}}\n%s", more);
	running_start(r, text, 0, tolerance);
}

/* P, PD, PI with damping, PID, PID with a filter; a gram on a millimetre within milliseconds, and
 * tons on metres within minutes */
static const struct loop loops[] = {
	{.m = 2, .g = 9.81, .proportional = 50, .target = 0.3},
	{.m = 2, .g = 9.81, .proportional = 50, .derivative = 8, .target = 0.3},
	{.m = 2, .g = 9.81, .proportional = 50, .derivative = 8, .integral = 60, .target = -0.2},
	{.m = 2, .g = 0, .proportional = 50, .derivative = 8, .integral = 60, .filter = 0.02, .target = 0.3},
	{.m = 1e-3, .g = 9.81, .proportional = 40, .derivative = 0.1, .integral = 2e3, .filter = 1e-3, .target = 1e-3},
	{.m = 5e3, .g = 9.81, .proportional = 20, .derivative = 300, .integral = 0.1, .target = 7},
};

static void a_closed_loop_moves_as_its_linear_equations_say(void **state)
{
	(void)state;
	for (size_t k = 0; k < sizeof loops / sizeof *loops; k++) {
		const struct loop *l = &loops[k];
		const double span = 3 * sqrt(l->m / l->proportional);
		double A[16], b[4];
		loop_matrices(l, A, b);
		for (int guide = 0; guide < GUIDES; guide++) {
			struct running r;
			char target[64];
			double x[4] = {0}, largest = 0;
			snprintf(target, sizeof target, "target: %.17g", l->target);
			loop_start(&r, l, guide, target, "", 1e-8);
			for (int i = 1; i <= 5; i++) {
				running_advance(&r, i * span);
				linear_flow(4, A, b, span, x);
				largest = fmax(largest, fabs(x[0]));
				assert_close(running_get(&r, "joints.guide.position"), x[0], 1e-6 * largest);
				assert_close(running_get(&r, "joints.guide.speed"), x[1], 1e-6 * largest / (span / 3));
				assert_close(running_get(&r, "forces.hold.error"), l->target - x[0], 1e-6 * largest);
				assert_close(running_get(&r, "forces.hold.effort"), loop_wanted(l, x, l->target - x[0], -x[1]),
				             1e-5 * l->proportional * largest);
			}
			running_close(&r);
		}
	}
}

/* the power of the servo is the change of the load's energy */
static void its_work_is_the_energy_supplied(void **state)
{
	const struct loop l = {.m = 2, .g = 9.81, .proportional = 50, .derivative = 8, .integral = 60, .target = 0.3};
	struct running r;
	(void)state;
	loop_start(&r, &l, 0, "target: 0.3", "", 1e-8);
	const double before = running_get(&r, "energies.potential");
	for (int i = 1; i <= 10; i++) {
		running_advance(&r, 0.1 * i);
		assert_close(running_get(&r, "energies.supplied"),
		             running_get(&r, "energies.kinetic") + running_get(&r, "energies.potential") - before, 1e-6);
	}
	running_close(&r);
}

/* where it reaches its limits, on both sides, it follows the law with back-calculation; windup as
 * documented and as found */
static void at_its_limit_the_integral_gives_way(void **state)
{
	static const struct loop limited[] = {
		{.m = 2, .g = 1, .proportional = 50, .derivative = 8, .integral = 60, .limit = 6, .windup = 0.2, .target = 3},
		{.m = 2, .g = 1, .proportional = 50, .derivative = 8, .integral = 60, .limit = 6, .target = 3},
		{.m = 2, .g = 1, .proportional = 50, .integral = 20, .limit = 6, .target = 1},
		{.m = 2, .g = 1, .proportional = 50, .derivative = 8, .integral = 60, .filter = 0.05, .limit = 6, .target = -2},
	};
	(void)state;
	for (size_t k = 0; k < sizeof limited / sizeof *limited; k++) {
		struct loop l = limited[k];
		struct running r;
		char target[64];
		double x[4] = {0}, times[2] = {HUGE_VAL, -HUGE_VAL};
		snprintf(target, sizeof target, "target: %.17g", l.target);
		loop_start(&r, &l, (int)(k % GUIDES), target, "", 1e-8);
		if (l.windup == 0) {
			l.windup = l.derivative > 0 ? sqrt(l.derivative / l.integral) : l.proportional / l.integral;
		}
		for (int i = 1; i <= 40; i++) {
			running_advance(&r, 0.25 * i);
			runge_kutta(4, loop_rate, &l, 0.25 * (i - 1), 0.25, 4000, x);
			const double tau = running_get(&r, "forces.hold.effort");
			times[0] = fmin(times[0], tau);
			times[1] = fmax(times[1], tau);
			assert_close(running_get(&r, "joints.guide.position"), x[0], 2e-5);
			assert_close(running_get(&r, "joints.guide.speed"), x[1], 2e-5);
			assert_true(fabs(tau) <= l.limit);
		}
		assert_true(times[0] == -l.limit || times[1] == l.limit);
		running_close(&r);
	}
}

/* a joint that follows another one, which swings: values, rates and the lag of the filter; with a
 * limit, too */
static void it_follows_another_coordinate(void **state)
{
	static const struct loop followers[] = {
		{.m = 2, .proportional = 50, .derivative = 8, .integral = 60, .amplitude = 0.5, .frequency = 3},
		{.m = 2, .proportional = 50, .derivative = 8, .filter = 0.1, .amplitude = 0.5, .frequency = 3},
		{.m = 2, .proportional = 50, .derivative = 3, .limit = 4, .amplitude = 0.5, .frequency = 3},
	};
	(void)state;
	for (size_t k = 0; k < sizeof followers / sizeof *followers; k++) {
		const struct loop *l = &followers[k];
		struct running r;
		char text[2048];
		double x[4] = {0, 0, 0, l->amplitude * l->frequency};
		snprintf(text, sizeof text,
		         "mechanism: pair\n"
		         "bodies: {a: {mass: 1, inertia: 0.1, center: [0, 0]}, b: {mass: %.17g, inertia: 3, center: [2, 1]}}\n"
		         "joints:\n"
		         "  lead: {type: prismatic, bodies: [ground, a], at: [0, 0], axis: [1, 1]}\n"
		         "  guide: {type: prismatic, bodies: [ground, b], at: [2, 1], axis: [1, -2]}\n"
		         "drivers: {wave: {type: harmonic, joint: lead, amplitude: %.17g, frequency: %.17g}}\n"
		         "forces: {hold: {type: servo, joint: guide, follows: lead, proportional: %.17g, integral: %.17g, "
		         "derivative: %.17g, filter: %.17g, limit: %.17g}}\n",
		         l->m, l->amplitude, l->frequency, l->proportional, l->integral, l->derivative, l->filter, l->limit);
		running_start(&r, text, 0, 1e-8);
		for (int i = 1; i <= 20; i++) {
			running_advance(&r, 0.25 * i);
			runge_kutta(4, loop_rate, l, 0.25 * (i - 1), 0.25, 4000, x);
			assert_close(running_get(&r, "joints.guide.position"), x[0], 1e-5);
			assert_close(running_get(&r, "forces.hold.error"), running_get(&r, "joints.lead.position") - x[0], 1e-5);
		}
		running_close(&r);
	}
}

/* a target from outside jumps at 1 s: the derivative does not see the jump, and the loop answers
 * from then on */
static void its_target_may_come_from_outside(void **state)
{
	struct loop l = {.m = 2, .g = 9.81, .proportional = 50, .derivative = 8, .integral = 60, .limit = 40};
	struct running r;
	double x[4] = {0};
	(void)state;
	loop_start(&r, &l, 1, "input: place, start: 0.1", "", 1e-8);
	l.windup = sqrt(8.0 / 60);
	for (int i = 1; i <= 30; i++) {
		if (i == 11) {
			running_set(&r, "place", 0.5);
		}
		l.target = i < 11 ? 0.1 : 0.5;
		running_advance(&r, 0.1 * i);
		runge_kutta(4, loop_rate, &l, 0, 0.1, 2000, x);
		assert_close(running_get(&r, "joints.guide.position"), x[0], 1e-5);
	}
	running_close(&r);
}

/* a table over time: the corner at 1 s ends a step; in the end the joint follows a ramp without
 * lag, as an integral does */
static void its_target_may_be_a_table(void **state)
{
	const struct loop l = {.m = 2, .g = 9.81, .proportional = 500, .derivative = 80, .integral = 900};
	struct running r;
	(void)state;
	loop_start(&r, &l, 0, "times: [0, 1, 20], targets: [0, 0, 1.9]", "", 1e-7);
	running_advance(&r, 10);
	assert_close(running_get(&r, "forces.hold.error"), 0, 2e-3);
	running_advance(&r, 30);
	assert_close(running_get(&r, "joints.guide.position"), 1.9, 1e-4);
	assert_close(running_get(&r, "forces.hold.effort"), 2 * 9.81, 1e-3);
	running_close(&r);
}

/* an arm of two links: weight of 2 kg and 1 kg, half a metre from their joints */
#define ARM(servos, more)                                                 \
	"mechanism: arm\n"                                                    \
	"gravity: [0, -9.81]\n"                                               \
	"bodies:\n"                                                           \
	"  upper: {mass: 2, inertia: 0.2, center: [0.5, 0]}\n"                \
	"  lower: {mass: 1, inertia: 0.1, center: [1.5, 0]}\n"                \
	"joints:\n"                                                           \
	"  shoulder: {type: revolute, bodies: [ground, upper], at: [0, 0]}\n" \
	"  elbow: {type: revolute, bodies: [upper, lower], at: [1, 0]}\n"     \
	"forces:\n"                                                           \
	"  first: {type: servo, joint: shoulder, " servos "}\n"               \
	"  second: {type: servo, joint: elbow, " servos "}\n" more

static void with_an_integral_it_starts_in_balance(void **state)
{
	struct running r;
	(void)state;
	running_start(&r,
	              ARM("target: 0.4, proportional: 30, integral: 20, derivative: 5, filter: 0.1", "initial: static\n"),
	              0, 1e-6);
	/* moments of the weights about the elbow and about the shoulder */
	const double elbow = 9.81 * 0.5 * cos(0.8), shoulder = elbow + 9.81 * (2 * 0.5 + 1) * cos(0.4);
	for (int i = 0; i < 2; i++) {
		assert_close(running_get(&r, "joints.shoulder.angle"), 0.4, 1e-10);
		assert_close(running_get(&r, "joints.elbow.angle"), 0.4, 1e-10);
		assert_close(running_get(&r, "forces.first.effort"), shoulder, 1e-8);
		assert_close(running_get(&r, "forces.second.effort"), elbow, 1e-8);
		running_advance(&r, 5);
	}
	running_close(&r);
}

/* without one the spring of the servo gives way: K e = moment */
static void without_an_integral_it_rests_where_its_gain_holds_the_load(void **state)
{
	struct running r;
	(void)state;
	running_start(&r, ARM("target: 0.4, proportional: 300, derivative: 5", "initial: static\n"), 0, 1e-6);
	const double a = running_get(&r, "joints.shoulder.angle"), b = running_get(&r, "joints.elbow.angle");
	assert_close(300 * (0.4 - b), 9.81 * 0.5 * cos(a + b), 1e-9);
	assert_close(300 * (0.4 - a), 9.81 * (0.5 * cos(a + b) + 2 * cos(a)), 1e-9);
	running_advance(&r, 5);
	assert_close(running_get(&r, "joints.shoulder.angle"), a, 1e-9);
	running_close(&r);
}

static void what_its_limit_cannot_hold_has_no_equilibrium(void **state)
{
	struct running r;
	(void)state;
	running_open(&r, ARM("target: 0, proportional: 300, integral: 100, limit: 1", "initial: static\n"));
	/* both links hang down, where the weights hold them */
	assert_int_equal(mech_initialize(r.m, &r.message), 0);
	assert_close(fabs(running_get(&r, "forces.first.effort")), 1, 1e-12);
	running_close(&r);
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

/* 2 kg: an error of 1 m accelerates by 50 / 2, but not at the limit */
static void its_derivatives_are_those_of_the_law(void **state)
{
	const struct loop l = {.m = 2, .g = 9.81, .proportional = 50, .derivative = 8, .integral = 60, .limit = 40};
	struct running r;
	(void)state;
	loop_start(&r, &l, 0, "input: place, start: 0.1", "", 1e-8);
	assert_close(derivative_by(&r, "place", "joints.guide.acceleration"), 25, 1e-9);
	assert_close(derivative_by(&r, "place", "forces.hold.effort"), 50, 1e-9);
	assert_close(derivative_by(&r, "place", "forces.hold.error"), 1, 1e-12);
	assert_close(derivative_by(&r, "bodies.load.vy", "forces.hold.effort"), -8, 1e-6);
	running_set(&r, "place", 2);
	assert_close(derivative_by(&r, "place", "joints.guide.acceleration"), 0, 0);
	assert_close(derivative_by(&r, "place", "forces.hold.effort"), 0, 0);
	running_close(&r);
	/* d tau/dt at the start: the target moves with 0.3 m/s, the load falls from rest; the rate of
	 * an input does not count */
	loop_start(&r, &l, 0, "input: place", "", 1e-8);
	const unsigned place = (unsigned)running_variable(&r, "place"),
				   tau = (unsigned)running_variable(&r, "forces.hold.effort");
	const int order = 1;
	double rate = NAN;
	assert_int_equal(mech_set_input_derivative(r.m, (int)place, 1, 0.3, &r.message), 0);
	assert_int_equal(mech_output_derivatives(r.m, 1, &tau, &order, &rate, &r.message), 0);
	assert_close(rate, 50 * 0.3 + 8 * 9.81, 1e-6);
	running_close(&r);
}

/* between the limits and beyond, with and without a filter */
static void its_tangent_is_its_derivative_at_the_limit_too(void **state)
{
	struct checks k;
	(void)state;
	checks_open(&k, ARM("target: 0.1, proportional: 5, integral: 3, limit: 1e-6",
	                    "  third: {type: servo, joint: shoulder, follows: elbow, proportional: 30, integral: 20, "
	                    "derivative: 5, filter: 0.1, limit: 1e-6}\n"));
	for (int i = 0; i < 10; i++) {
		checks_shake(&k);
		for (int e = 0; e < k.model.n_elements; e++) {
			check_tangent(&k, &k.model.elements[e]);
			check_power(&k, &k.model.elements[e]);
		}
	}
	checks_close(&k);
}

/* saved at the limit, where the integral gives way, and within a step of the solver beyond the
 * communication point */
static void a_saved_state_repeats_the_run_bit_for_bit(void **state)
{
	const struct loop l = {
		.m = 2, .g = 1, .proportional = 50, .derivative = 8, .integral = 60, .filter = 0.05, .limit = 6, .target = 3};
	static const double steps[2] = {0.25, 1e-3};
	(void)state;
	for (int k = 0; k < 2; k++) {
		struct running r;
		double places[2][20], t = 0;
		loop_start(&r, &l, 2, "times: [-1, 10], targets: [0, 30]", "", 1e-6);
		void *saved = malloc(mech_state_size(r.m));
		assert_non_null(saved);
		for (int i = 0; i < 10; i++) {
			running_advance(&r, t += steps[k]);
		}
		assert_true(fabs(running_get(&r, "forces.hold.effort")) == 6);
		memcpy(saved, mech_state(r.m), mech_state_size(r.m));
		for (int round = 0; round < 2; round++) {
			for (int i = 0; i < 20; i++) {
				running_advance(&r, t + (i + 1) * steps[k]);
				places[round][i] = running_get(&r, "joints.guide.position");
			}
			assert_int_equal(mech_check_state(r.m, saved, &r.message), 0);
			mech_restore(r.m, saved);
		}
		assert_memory_equal(places[0], places[1], sizeof places[0]);
		free(saved);
		running_close(&r);
	}
}

/* whether there is a state is decided in the file */
static void gains_that_need_a_state_do_not_become_zero_or_leave_it(void **state)
{
	const struct loop with = {.m = 2, .proportional = 50, .integral = 60}, without = {.m = 2, .proportional = 50};
	struct running r;
	(void)state;
	loop_start(&r, &without, 0, "target: 0", "", 1e-6);
	running_set(&r, "forces.hold.integral", 3);
	assert_int_equal(mech_initialize(r.m, &r.message), -1);
	running_expect_message(&r, "forces.hold.integral must stay 0: it is 0 in the mechanism file");
	running_close(&r);
	loop_start(&r, &with, 0, "target: 0", "", 1e-6);
	running_set(&r, "forces.hold.integral", 0);
	assert_int_equal(mech_advance(r.m, 1, &r.message), -1);
	running_expect_message(&r, "forces.hold.integral cannot be 0: it has a state");
	running_set(&r, "forces.hold.integral", 1e-3);
	running_advance(&r, 1);
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_closed_loop_moves_as_its_linear_equations_say),
		cmocka_unit_test(its_work_is_the_energy_supplied),
		cmocka_unit_test(at_its_limit_the_integral_gives_way),
		cmocka_unit_test(it_follows_another_coordinate),
		cmocka_unit_test(its_target_may_come_from_outside),
		cmocka_unit_test(its_target_may_be_a_table),
		cmocka_unit_test(with_an_integral_it_starts_in_balance),
		cmocka_unit_test(without_an_integral_it_rests_where_its_gain_holds_the_load),
		cmocka_unit_test(what_its_limit_cannot_hold_has_no_equilibrium),
		cmocka_unit_test(its_derivatives_are_those_of_the_law),
		cmocka_unit_test(its_tangent_is_its_derivative_at_the_limit_too),
		cmocka_unit_test(a_saved_state_repeats_the_run_bit_for_bit),
		cmocka_unit_test(gains_that_need_a_state_do_not_become_zero_or_leave_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
