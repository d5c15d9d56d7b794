/* Curves through tables: alone against closed forms and quadrature, and as forces over time against
 * their impulse. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "element_checks.h"
#include "mech_curve.h"
#include "running.h"
#include "slow_build.h"

/* ---- curves alone ---- */

enum { POINTS = 7 };

/* a mechanism with one table of each form: `spring` straight, `push` held, `path` a spline */
static void open_curves(struct checks *k)
{
	checks_open(k, "mechanism: curves\n"
	               "bodies: {a: {mass: 1, inertia: 1, center: [0, 0]}}\n"
	               "joints: {pin: {type: revolute, bodies: [ground, a], at: [0, 0]}}\n"
	               "drivers:\n"
	               "  path: {type: spline, joint: pin, times: [0, 1, 2, 3, 4, 5, 6], values: [0, 0, 0, 0, 0, 0, 0]}\n"
	               "forces:\n"
	               "  push: {type: force, body: a, at: [0, 0], direction: [1, 0], times: [0, 1, 2, 3, 4, 5, 6],\n"
	               "    forces: [0, 0, 0, 0, 0, 0, 0]}\n"
	               "  spring: {type: spring_damper, bodies: [ground, a], from: [1, 0], to: [0, 0],\n"
	               "    elongations: [0, 1, 2, 3, 4, 5, 6], forces: [0, 0, 0, 0, 0, 0, 0]}\n");
}

static const struct mech_element *element_of(const struct checks *k, const char *name)
{
	for (int i = 0; i < k->model.n_elements; i++) {
		if (strcmp(mech_name(&k->model, k->model.elements[i].name), name) == 0) {
			return &k->model.elements[i];
		}
	}
	fail_msg("no element '%s'", name);
	return NULL;
}

/* new points; how many of the POINTS are used is up to the caller's x, which continue growing
 * after */
static void set_points(struct checks *k, const struct mech_element *e, const double *x, const double *y)
{
	double *own = k->parameters + mech_curve_parameter(e, 0);
	memcpy(own, x, POINTS * sizeof *own);
	memcpy(own + POINTS, y, POINTS * sizeof *own);
	mech_derive(&k->c, k->derived);
}

static void random_points(struct checks *k, const struct mech_element *e, double *x, double *y)
{
	for (int i = 0; i < POINTS; i++) {
		x[i] = (i > 0 ? x[i - 1] : -3) + test_random_in(&k->random, 0.05, 1.5);
		y[i] = test_random_in(&k->random, -2, 2);
	}
	set_points(k, e, x, y);
}

static double value_at(const struct checks *k, const struct mech_element *e, double x, int order)
{
	double y[MECH_CURVE_ORDERS];
	mech_curve_at(&k->c, e, 0, x, y);
	return y[order];
}

static const char *const names[] = {"path", "push", "spring"};

static void curves_pass_their_points_with_one_slope(void **state)
{
	(void)state;
	struct checks k;
	double x[POINTS], y[POINTS];
	open_curves(&k);
	for (int form = 0; form < 3; form++) {
		const struct mech_element *e = element_of(&k, names[form]);
		for (int n = 0; n < 50; n++) {
			random_points(&k, e, x, y);
			for (int i = 0; i < POINTS; i++) {
				const int ends = i == 0 || i == POINTS - 1;
				assert_close(value_at(&k, e, x[i], 0), y[i], 1e-14);
				assert_close(value_at(&k, e, x[i] - 1e-9, 0), y[i], 1e-6);
				assert_close(value_at(&k, e, x[i] + 1e-9, 0), y[i], 1e-6);
				/* held forces may have a corner at both ends of their table */
				if (form != 1 || !ends) {
					assert_close(value_at(&k, e, x[i] - 1e-9, 1), value_at(&k, e, x[i] + 1e-9, 1), 1e-4);
				}
				if (form == 0 && !ends) {
					assert_close(value_at(&k, e, x[i] - 1e-9, 2), value_at(&k, e, x[i] + 1e-9, 2), 1e-3);
				}
			}
		}
	}
	checks_close(&k);
}

static void derivatives_and_integrals_are_those_of_the_curve(void **state)
{
	(void)state;
	struct checks k;
	double x[POINTS], y[POINTS];
	open_curves(&k);
	for (int n = 0; n < 300; n++) {
		const struct mech_element *e = element_of(&k, names[n % 3]);
		random_points(&k, e, x, y);
		const double at = test_random_in(&k.random, x[0] - 1, x[POINTS - 1] + 1), h = 1e-4;
		int near = 0;
		for (int i = 0; i < POINTS; i++) {
			near |= fabs(at - x[i]) < 3 * h;
		}
		for (int order = 0; order < 3 && !near; order++) {
			/* exact for cubics */
			const double wide = value_at(&k, e, at + 2 * h, order) - value_at(&k, e, at - 2 * h, order);
			const double narrow = value_at(&k, e, at + h, order) - value_at(&k, e, at - h, order);
			const double size = fabs(value_at(&k, e, at, order + 1)) + fabs(value_at(&k, e, at, order)) / h;
			assert_close((8 * narrow - wide) / (12 * h), value_at(&k, e, at, order + 1), 1e-10 * (1 + size));
		}
		/* Gauss's rule with two points, interval by interval: exact for cubics */
		double sum = 0, from = 0;
		while (from != at) {
			double to = at;
			for (int i = 0; i < POINTS; i++) {
				const int between = at > 0 ? x[i] > from && x[i] < to : x[i] < from && x[i] > to;
				to = between ? x[i] : to;
			}
			const double middle = (from + to) / 2, arm = (to - from) / 2 / sqrt(3);
			sum += (to - from) / 2 * (value_at(&k, e, middle - arm, 0) + value_at(&k, e, middle + arm, 0));
			from = to;
		}
		assert_close(mech_curve_integral(&k.c, e, 0, at), sum, 1e-12);
	}
	checks_close(&k);
}

/* no value beyond those of the points around it */
static void forces_rise_and_fall_only_where_their_points_do(void **state)
{
	(void)state;
	struct checks k;
	double x[POINTS], y[POINTS];
	open_curves(&k);
	for (int n = 0; n < 200; n++) {
		const struct mech_element *e = element_of(&k, names[1 + n % 2]);
		random_points(&k, e, x, y);
		for (int i = 0; i < POINTS - 1; i++) {
			double last = y[i];
			for (int j = 1; j <= 50; j++) {
				const double next = value_at(&k, e, x[i] + (x[i + 1] - x[i]) * j / 50, 0);
				assert_true((next - last) * (y[i + 1] - y[i]) >= -1e-12);
				last = next;
			}
		}
	}
	checks_close(&k);
}

/* slopes by hand: secants 1 and 1/2 over lengths 1 and 2; inside 9/(5/1 + 4/(1/2)), at an end (4 1
 * - 1/2)/3 */
static void slopes_are_those_of_the_formula(void **state)
{
	(void)state;
	struct checks k;
	static const double x[POINTS] = {0, 1, 3, 4, 5, 6, 8}, y[POINTS] = {0, 1, 2, 2, 1, 3, 4};
	open_curves(&k);
	const struct mech_element *e = element_of(&k, "spring");
	set_points(&k, e, x, y);
	assert_close(value_at(&k, e, 0, 1), 3.5 / 3, 1e-15);
	assert_close(value_at(&k, e, 1, 1), 9.0 / 13, 1e-15);
	assert_close(value_at(&k, e, 3, 1), 0, 0); /* flat after */
	assert_close(value_at(&k, e, 5, 1), 0, 0); /* lowest */
	assert_close(value_at(&k, e, 6, 1), 9 / (5 / 2.0 + 4 / 0.5), 1e-15);
	assert_close(value_at(&k, e, 8, 1), 0, 0); /* 0.5 (1 + 2/3) - 2 2/3 < 0: none */
	assert_close(value_at(&k, e, -2, 0), -2 * 3.5 / 3, 1e-15);
	assert_close(value_at(&k, e, -2, 1), 3.5 / 3, 1e-15);
	assert_close(value_at(&k, e, 100, 0), 4, 0);
	e = element_of(&k, "push");
	set_points(&k, e, x, y);
	assert_close(value_at(&k, e, -2, 0), 0, 0);
	assert_close(value_at(&k, e, -2, 1), 0, 0);
	checks_close(&k);
}

/* a straight table is a straight line, everywhere */
static void points_on_a_line_give_the_line(void **state)
{
	(void)state;
	struct checks k;
	double x[POINTS], y[POINTS];
	open_curves(&k);
	const struct mech_element *e = element_of(&k, "spring");
	for (int n = 0; n < 20; n++) {
		random_points(&k, e, x, y);
		for (int i = 0; i < POINTS; i++) {
			y[i] = 3 - 2 * x[i];
		}
		set_points(&k, e, x, y);
		for (double at = x[0] - 1; at < x[POINTS - 1] + 1; at += 0.1) {
			assert_close(value_at(&k, e, at, 0), 3 - 2 * at, 1e-12);
			assert_close(mech_curve_integral(&k.c, e, 0, at), 3 * at - at * at, 1e-12);
		}
	}
	checks_close(&k);
}

/* spline with slope 0 at both ends through a single step from 0 to 1: by symmetry the slope d in
 * its middle follows from 4 d = 3 (1 + 1) for the step 0, 1, 2 at 0, 1, 2 */
static void a_spline_over_two_steps_is_the_one_by_hand(void **state)
{
	(void)state;
	struct running r;
	running_start(&r,
	              "mechanism: path\n"
	              "bodies: {a: {mass: 1, inertia: 1, center: [0, 0]}}\n"
	              "joints: {pin: {type: revolute, bodies: [ground, a], at: [0, 0]}}\n"
	              "drivers: {path: {type: spline, joint: pin, times: [-1, 0, 1], values: [0, 1, 2]}}\n",
	              -2, 1e-6);
	assert_close(running_get(&r, "joints.pin.angle"), 0, 1e-14);
	running_advance(&r, -0.5);
	/* half way: 1/2 - d/8 */
	assert_close(running_get(&r, "joints.pin.angle"), 0.5 - 1.5 / 8, 1e-10);
	running_advance(&r, 0);
	assert_close(running_get(&r, "joints.pin.speed"), 1.5, 1e-9);
	running_advance(&r, 3);
	assert_close(running_get(&r, "joints.pin.angle"), 2, 1e-10);
	assert_small(running_get(&r, "joints.pin.speed"), 1e-9);
	running_close(&r);
}

/* ---- forces over time ---- */

/* points whose curve is flat at all but the ends, since they go up and down in turn; a cubic with
 * the slopes d0, d1 has the integral h (y0 + y1)/2 + h^2 (d0 - d1)/12 */
#define TIMES "times: [0.2, 0.4, 0.9, 0.95, 1.5]"
static const double times[] = {0.2, 0.4, 0.9, 0.95, 1.5}, sizes[] = {0, 3, -2, 5, 1};

static double impulse(double until)
{
	/* ends by the parabola through three points: 15 + (15 - -10) 2/7, against -10 no more than 3
	 * 15; -80/11 + (-80/11 - 140) 11/12 < 0, against 140 no more than 3 of -80/11 */
	const double s0 = 15, s1 = -10, first = s0 + (s0 - s1) * 0.2 / 0.7;
	const double s3 = -4 / 0.55, s2 = 140, last = fmax(s3 + (s3 - s2) * 0.55 / 0.6, 3 * s3);
	double sum = 0;
	for (int i = 0; i < 4; i++) {
		const double h = times[i + 1] - times[i];
		sum += h * (sizes[i] + sizes[i + 1]) / 2 + (i == 0 ? h * h * first / 12 : i == 3 ? -h * h * last / 12 : 0);
	}
	/* none before, constant after */
	return sum + (until - times[4]) * sizes[4];
}

struct pushed {
	const char *text;  /* but for the table */
	const char *speed; /* which grows by the impulse divided by the inertia */
	double inertia;
};

#define PLANAR            \
	"mechanism: pushed\n" \
	"bodies: {a: {mass: 2, inertia: 0.5, center: [0.3, 0.2]}}\n"
#define SPATIAL                           \
	"mechanism: pushed\nspace: spatial\n" \
	"bodies: {a: {mass: 2, inertia: [0.5, 0.6, 0.7], center: [0.3, 0.2, 0.1]}}\n"

static const struct pushed pushed[] = {
	{PLANAR "forces: {push: {type: force, body: a, at: [0.3, 0.2], direction: [0, 3], forces: ", "bodies.a.vy", 2},
	{PLANAR "forces: {push: {type: follower_force, body: a, at: [0.3, 0.2], direction: [1, 0], forces: ", "bodies.a.vx",
     2},
	{PLANAR "forces: {push: {type: body_torque, body: a, torques: ", "bodies.a.speed", 0.5},
	{PLANAR "joints: {pin: {type: revolute, bodies: [ground, a], at: [0, 0]}}\n"
            "forces: {push: {type: torque, joint: pin, torques: ",
     "joints.pin.speed", 0.5 + 2 * 0.13},
	{PLANAR "joints: {rail: {type: prismatic, bodies: [ground, a], at: [0, 0], axis: [1, 1]}}\n"
            "forces: {push: {type: joint_force, joint: rail, forces: ",
     "joints.rail.speed", 2},
	{SPATIAL "forces: {push: {type: force, body: a, at: [0.3, 0.2, 0.1], direction: [0, 0, 3], forces: ", "bodies.a.vz",
     2},
	{SPATIAL "forces: {push: {type: follower_force, body: a, at: [0.3, 0.2, 0.1], direction: [1, 0, 0], forces: ",
     "bodies.a.vx", 2},
	{SPATIAL "forces: {push: {type: body_torque, body: a, direction: [0, 1, 0], torques: ", "bodies.a.wy", 0.6},
	{SPATIAL "forces: {push: {type: follower_torque, body: a, direction: [0, 0, 2], torques: ", "bodies.a.wz", 0.7},
};

static void check_impulse(const struct pushed *p, const char *method, double tolerance, double bound,
                          double energy_bound)
{
	struct running r;
	char text[1000];
	(void)snprintf(text, sizeof text, "%s[0, 3, -2, 5, 1], " TIMES "}}\nsolver: {method: %s}\n", p->text, method);
	running_start(&r, text, 0, tolerance);
	running_advance(&r, 0.15);
	assert_small(running_get(&r, p->speed), 1e-14);
	running_advance(&r, 2);
	const double speed = impulse(2) / p->inertia;
	assert_close(running_get(&r, p->speed), speed, bound);
	/* all work done on it is kinetic energy */
	assert_close(running_get(&r, "energies.supplied"), p->inertia * speed * speed / 2, energy_bound);
	assert_small(running_get(&r, "energies.balance_error"), energy_bound);
	running_close(&r);
}

static void a_table_over_time_gives_its_impulse_and_its_work(void **state)
{
	(void)state;
	for (size_t k = 0; k < sizeof pushed / sizeof pushed[0]; k++) {
		check_impulse(&pushed[k], "generalized_alpha", 1e-5, 2e-5, 5e-5);
	}
}

static void methods_pass_the_corners_of_a_table(void **state)
{
	static const char *const methods[] = {"generalized_alpha", "hht", "midpoint", "energy_decaying"};
	(void)state;
	for (size_t k = 0; k < sizeof methods / sizeof methods[0]; k++) {
		check_impulse(&pushed[3], methods[k], 1e-6, 2e-6, 5e-6);
	}
	check_impulse(&pushed[3], "radau", 1e-9, 1e-8, 1e-8);
	/* few long steps, over which work is summed by the trapezoidal rule */
	check_impulse(&pushed[3], "bdf", 1e-6, 2e-6, 2e-3);
	check_impulse(&pushed[3], "bdf_displacement", 1e-6, 2e-6, 2e-3);
}

/* steps end at corners: few are tried in vain */
static void corners_cost_few_steps(void **state)
{
	(void)state;
	struct running r;
	char text[1000];
	(void)snprintf(text, sizeof text, "%s[0, 3, -2, 5, 1], " TIMES "}}\nsolver: {method: radau}\n", pushed[3].text);
	running_start(&r, text, 0, 1e-6);
	running_advance(&r, 2);
	assert_in_range((unsigned)running_get(&r, "solver.rejected_steps"), 0, 25);
	assert_in_range((unsigned)running_get(&r, "solver.steps"), 10, 250);
	running_close(&r);
}

/* the rate of an acceleration is that of the table divided by the mass */
static void accelerations_have_the_rate_of_the_table(void **state)
{
	(void)state;
	struct running r;
	running_start(&r,
	              PLANAR "forces:\n"
	                     "  push: {type: force, body: a, at: [0.3, 0.2], direction: [1, 0], times: [0, 1, 2],\n"
	                     "    forces: [0, 4, 0]}\n"
	                     "  other: {type: force, body: a, at: [0.3, 0.2], direction: [0, 1], times: [5, 6], forces: "
	                     "[3, 0]}\n",
	              0, 1e-8);
	running_advance(&r, 1.5);
	const unsigned variables[2] = {(unsigned)running_variable(&r, "bodies.a.ax"),
	                               (unsigned)running_variable(&r, "bodies.a.ay")};
	const int orders[2] = {1, 1};
	double rates[2];
	assert_int_equal(mech_output_derivatives(r.m, 2, variables, orders, rates, &r.message), 0);
	/* secants 4 and -4, at the end -4 + (-4 - 4)/2; half way the slope is 3/2 -4 - 1/4 (0 - 8) */
	assert_close(rates[0], (1.5 * -4 - 0.25 * -8) / 2, 1e-9);
	assert_close(rates[1], 0, 0);
	assert_close(running_get(&r, "bodies.a.ay"), 1.5, 1e-12);
	running_close(&r);
}

/* ---- tables as parameters ---- */

static const char tabled[] = "mechanism: tabled\n"
							 "parameters: {reach: 0.5}\n"
							 "bodies: {a: {mass: 2, inertia: 0.5, center: [0.3, 0.2]}}\n"
							 "forces:\n"
							 "  push: {type: force, body: a, at: [0.3, 0.2], direction: [1, 0], times: [0, reach, 1], "
							 "forces: [0, 4, 2*reach]}\n";

static void points_are_parameters_and_follow_parameters(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, tabled);
	assert_close(running_get(&r, "forces.push.times[2]"), 0.5, 0);
	assert_close(running_get(&r, "forces.push.forces[3]"), 1, 0);
	for (int k = 0; k < r.model->n_variables; k++) {
		assert_null(strstr(mech_name(r.model, r.model->variables[k].name), "forces.push.force["));
		assert_null(strstr(mech_name(r.model, r.model->variables[k].name), "forces.push.times[4]"));
	}
	running_set(&r, "parameters.reach", 0.25);
	running_set(&r, "forces.push.forces[1]", 8);
	mech_setup(r.m, 0, 1e-8);
	running_initialize(&r);
	assert_close(running_get(&r, "bodies.a.ax"), 4, 1e-12);
	running_advance(&r, 0.25);
	assert_close(running_get(&r, "bodies.a.ax"), 2, 1e-9);
	/* forces may change during the run */
	running_set(&r, "forces.push.forces[2]", 6);
	assert_close(running_get(&r, "bodies.a.ax"), 3, 1e-9);
	running_advance(&r, 3);
	assert_close(running_get(&r, "bodies.a.ax"), 0.25, 1e-9);
	running_close(&r);
}

static void points_out_of_order_are_refused_at_the_start(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, tabled);
	running_set(&r, "parameters.reach", 1);
	mech_setup(r.m, 0, 0);
	assert_int_equal(mech_initialize(r.m, &r.message), -1);
	assert_string_equal(r.message.text,
	                    "forces.push.times[3] cannot be 1, it must be greater than the one before it, 1");
	running_set(&r, "forces.push.times[3]", 2);
	running_initialize(&r);
	running_advance(&r, 1);
	assert_close(running_get(&r, "bodies.a.ax"), 2, 1e-9);
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(curves_pass_their_points_with_one_slope),
		cmocka_unit_test(derivatives_and_integrals_are_those_of_the_curve),
		cmocka_unit_test(forces_rise_and_fall_only_where_their_points_do),
		cmocka_unit_test(slopes_are_those_of_the_formula),
		cmocka_unit_test(points_on_a_line_give_the_line),
		cmocka_unit_test(a_spline_over_two_steps_is_the_one_by_hand),
		cmocka_unit_test(a_table_over_time_gives_its_impulse_and_its_work),
		cmocka_unit_test(methods_pass_the_corners_of_a_table),
		cmocka_unit_test(corners_cost_few_steps),
		cmocka_unit_test(accelerations_have_the_rate_of_the_table),
		cmocka_unit_test(points_are_parameters_and_follow_parameters),
		cmocka_unit_test(points_out_of_order_are_refused_at_the_start),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
