/* Mechanisms through singular positions, under every method meant to pass them: the run continues
 * along its branch, whatever the tolerance, the step, the communication points, and also where it
 * starts exactly on the singular point.
 *
 * Two mechanisms, drawn in a singular position. On each branch one coordinate x is left, with an
 * equation of motion of its own, integrated here by the classical Runge-Kutta method as an
 * independent reference:
 *
 *     slider-crank of examples/slider_crank; x is the angle of the crank from the dead centre
 *         the slider continues         (1 + 4 cos^2 x) x'' = 4 cos x sin x x'^2 - 9.8 sin x
 *         it stands still            x'' = -9.8 sin x
 *     three cranks of examples/double_four_bar; x is the angle of those that turn, clockwise from the vertical
 *         all three turn             x'' = 7/6 9.81 sin x
 *         the last two, or the last  x'' = 0 without gravity
 *
 * A crank that stands still lies in line with its coupler, and under gravity no finite force would
 * hold it there; nor is the force finite that the three cranks need in line, it grows as 1 / cos x,
 * but it does no work.
 *
 * baumgarte and direct have no place here: they are meant to fail. trust_region_fixed has a bias in
 * proportion to its epsilon. With MECHFMU_LONG_TESTS=1 in the environment all spans are 10 s,
 * tolerances go down to 1e-10 and steps to 1e-4, and many more steps and speeds are tried: some
 * hours. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "assert_close.h"
#include "dae_method.h"
#include "running.h"
#include "slow_build.h"

#define SLIDER_CRANK                                                                    \
	"mechanism: slider_crank\n"                                                         \
	"gravity: [0, -9.8]\n"                                                              \
	"bodies:\n"                                                                         \
	"  crank: {mass: 1, inertia: 0, center: [0, -1]}\n"                                 \
	"  rod: {mass: 1, inertia: 0, center: [0, 0]}\n"                                    \
	"joints:\n"                                                                         \
	"  pin: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"                    \
	"  elbow: {type: revolute, bodies: [crank, rod], at: [0, -1]}\n"                    \
	"  guide: {type: point_on_line, bodies: [rod, ground], at: [0, 0], axis: [1, 0]}\n" \
	"initial:\n"                                                                        \
	"  pin: {angle: 0, speed: 1}\n"                                                     \
	"  guide: {angle: 0, angular_speed: 1}\n"

#define BAR(name, x) "  " name ": {mass: 1, inertia: 0.08333333333333333, center: [" x ", 0]}\n"
#define CRANKS                                                                                            \
	"mechanism: double_four_bar\n"                                                                        \
	"gravity: [0, -9.81]\n"                                                                               \
	"bodies:\n" BAR("crank0", "0.5") BAR("crank1", "1.5") BAR("crank2", "2.5") BAR("coupler1", "1.5")     \
		BAR("coupler2", "2.5") "joints:\n"                                                                \
							   "  foot0: {type: revolute, bodies: [ground, crank0], at: [0, 0]}\n"        \
							   "  foot1: {type: revolute, bodies: [ground, crank1], at: [1, 0]}\n"        \
							   "  foot2: {type: revolute, bodies: [ground, crank2], at: [2, 0]}\n"        \
							   "  top0: {type: revolute, bodies: [crank0, coupler1], at: [1, 0]}\n"       \
							   "  top1_left: {type: revolute, bodies: [coupler1, crank1], at: [2, 0]}\n"  \
							   "  top1_right: {type: revolute, bodies: [crank1, coupler2], at: [2, 0]}\n" \
							   "  top2: {type: revolute, bodies: [coupler2, crank2], at: [3, 0]}\n"       \
							   "initial:\n"                                                               \
							   "  foot0: {angle: 0, speed: -1}\n"                                         \
							   "  foot1: {angle: 0, speed: -1}\n"                                         \
							   "  foot2: {angle: 0, speed: -1}\n"

static const double pi = 3.14159265358979323846;

static int is_long(void)
{
	const char *wish = getenv("MECHFMU_LONG_TESTS");
	return wish != NULL && strcmp(wish, "1") == 0;
}

/* ---- branches ---- */

static double slider_goes_on(double x, double v)
{
	double c = cos(x);
	double s = sin(x);
	return (4 * c * s * v * v - 9.8 * s) / (1 + 4 * c * c);
}

static double slider_stands(double x, double v)
{
	(void)v;
	return -9.8 * sin(x);
}

static double cranks_turn(double x, double v)
{
	(void)v;
	return 7.0 / 6 * 9.81 * sin(x);
}

static double no_force(double x, double v)
{
	(void)x;
	(void)v;
	return 0;
}

struct branch {
	const char *name, *text;
	double (*acceleration)(double x, double v);
	int rod;          /* slider-crank: the way the rod turns with the crank, 1 or -1; 0: cranks */
	int still;        /* cranks that stand still, the first ones */
	double singular;  /* x of the singular position drawn */
	double sensitive; /* how many times the tolerance an angle may be off after 10 s */
	double energy;    /* exchanged between its forms, J */
};

static const struct branch crossing = {"slider goes on", SLIDER_CRANK, slider_goes_on, -1, 0, 0, 20, 10};
static const struct branch standing = {"slider stands still", SLIDER_CRANK, slider_stands, 1, 0, 0, 20, 10};
static const struct branch turning = {"three cranks turn",          CRANKS, cranks_turn, 0, 0,
                                      0.5 * 3.14159265358979323846, 300,    70};
static const struct branch two_turning = {
	"two cranks turn", CRANKS, no_force, 0, 1, 0.5 * 3.14159265358979323846, 20, 10};
static const struct branch one_turning = {
	"one crank turns", CRANKS, no_force, 0, 2, 0.5 * 3.14159265358979323846, 20, 10};

/* x and its rate after a time, with steps of 0.2 ms */
static void follow(const struct branch *b, double time, double *x, double *v)
{
	int steps = (int)ceil(time / 2e-4);
	double h = time / steps;
	for (int i = 0; i < steps; i++) {
		double a1 = b->acceleration(*x, *v);
		double v2 = *v + h / 2 * a1;
		double a2 = b->acceleration(*x + h / 2 * *v, v2);
		double v3 = *v + h / 2 * a2;
		double a3 = b->acceleration(*x + h / 2 * v2, v3);
		double v4 = *v + h * a3;
		double a4 = b->acceleration(*x + h * v3, v4);
		*x += h / 6 * (*v + 2 * v2 + 2 * v3 + v4);
		*v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
	}
}

/* numbers of the examples, in quadruple precision by two methods of orders 16 and 20 */
static void the_references_meet_published_numbers(void **state)
{
	(void)state;
	double x = pi / 4;
	double v = 0;
	follow(&crossing, 10, &x, &v);
	assert_close(x, -0.67951076820221599651, 1e-11);
	x = 0;
	v = 1;
	follow(&turning, 10, &x, &v);
	assert_close(sin(x), 0.328458111540815, 1e-9);
	assert_close(cos(x), 0.944518538178601, 1e-9);
}

/* ---- runs ---- */

struct run {
	struct running r;
	const struct branch *branch;
	int method;
	double tolerance, fixed_step;
	double x, v, t; /* of the reference */
};

static int is_named(int method, const char *name)
{
	return strcmp(dae_methods[method]->name, name) == 0;
}

static int is_biased(int method)
{
	return is_named(method, "trust_region_fixed");
}

static int is_first_order(int method)
{
	return is_named(method, "newmark");
}

static int is_meant_to_pass(int method)
{
	return !is_named(method, "baumgarte") && !is_named(method, "direct");
}

static void complain(const struct run *u, const char *what, double is, double allowed)
{
	fail_msg("%s, %s, tolerance %g, fixed step %g, %g s: %s %g, allowed %g. %s", u->branch->name,
	         dae_methods[u->method]->name, u->tolerance, u->fixed_step, mech_time(u->r.m), what, is, allowed,
	         u->r.message.text);
}

static void expect_below(const struct run *u, const char *what, double is, double allowed)
{
	if (!(fabs(is) <= allowed)) {
		complain(u, what, is, allowed);
	}
}

static void set_crank(struct running *r, int k, double angle, double speed)
{
	char name[40];
	(void)snprintf(name, sizeof name, "initial.foot%d.angle", k);
	running_set(r, name, angle);
	(void)snprintf(name, sizeof name, "initial.foot%d.speed", k);
	running_set(r, name, speed);
}

static void set_start(struct run *u)
{
	const struct branch *b = u->branch;
	if (b->rod != 0) {
		running_set(&u->r, "initial.pin.angle", u->x);
		running_set(&u->r, "initial.pin.speed", u->v);
		running_set(&u->r, "initial.guide.angle", b->rod * u->x);
		running_set(&u->r, "initial.guide.angular_speed", b->rod * u->v);
		return;
	}
	for (int k = 0; k < 3; k++) {
		int turns = k >= b->still;
		set_crank(&u->r, k, turns ? b->singular - u->x : 0, turns ? -u->v : 0);
	}
	running_set(&u->r, "gravity[2]", b->still > 0 ? 0 : -9.81);
}

static void begin(struct run *u, const struct branch *b, int method, double tolerance, double fixed_step, double x,
                  double v)
{
	*u = (struct run){.branch = b, .method = method, .tolerance = tolerance, .fixed_step = fixed_step, .x = x, .v = v};
	running_open(&u->r, b->text);
	running_set(&u->r, "solver.method", MECH_FIRST_CHOICE + method);
	running_set(&u->r, "solver.tolerance", tolerance);
	running_set(&u->r, "solver.fixed_step", fixed_step);
	set_start(u);
	if (mech_initialize(u->r.m, &u->r.message) != 0) {
		complain(u, "start", 0, 0);
	}
}

/* angle that x and the other coordinates stand for */
static double angle_of(struct run *u, double *off)
{
	const struct branch *b = u->branch;
	if (b->rod != 0) {
		double crank = running_get(&u->r, "joints.pin.angle");
		*off = fabs(running_get(&u->r, "joints.guide.angle") - b->rod * crank);
		return crank;
	}
	double last = running_get(&u->r, "joints.foot2.angle");
	*off = fabs(running_get(&u->r, "joints.foot1.angle") - (b->still < 2 ? last : 0));
	*off = fmax(*off, fabs(running_get(&u->r, "joints.foot0.angle") - (b->still < 1 ? last : 0)));
	return b->singular - last;
}

/* an angle may be off by the tolerance, or by what the order of the method makes of a fixed step */
static double allowed_error(const struct run *u)
{
	double bias = is_biased(u->method) ? 1e-2 : 0;
	double h = u->fixed_step;
	if (h > 0) {
		return bias + (is_first_order(u->method) ? HUGE_VAL : 5 * u->branch->sensitive * h * h);
	}
	return bias + u->branch->sensitive * u->tolerance;
}

static void check(struct run *u)
{
	double off;
	double x = angle_of(u, &off);
	/* openings of 1e-12, which are as good as closed, let the mechanism leave the branch by the
	 * more the nearer it is; those of the four joints between the first crank and the last add
	 * up */
	double away = fabs(sin(x - u->branch->singular)) + 1e-7;
	expect_below(u, "distance from the branch", off, is_biased(u->method) ? 1e-3 : 1e-9 + 4e-12 / away);
	expect_below(u, "error of the angle", x - u->x, allowed_error(u));
	if (u->branch->rod != 0) {
		expect_below(u, "force of the guide", running_get(&u->r, "joints.guide.reaction_force[2]"), 40);
	}
	if (!is_biased(u->method)) {
		expect_below(u, "opening of a joint", running_get(&u->r, "solver.constraint_residual"), 1e-11);
	}
	if (u->fixed_step == 0 && !is_biased(u->method)) {
		expect_below(u, "error of the energy", running_get(&u->r, "energies.balance_error"),
		             10 * u->tolerance * u->branch->energy);
	}
}

static void advance(struct run *u, double t)
{
	if (mech_advance(u->r.m, t, &u->r.message) != 0) {
		complain(u, "step to", t, u->t);
	}
	follow(u->branch, t - u->t, &u->x, &u->v);
	u->t = t;
	check(u);
}

static void pass(const struct branch *b, int method, double tolerance, double fixed_step, double x, double v,
                 double stop)
{
	struct run u;
	begin(&u, b, method, tolerance, fixed_step, x, v);
	int parts = (int)ceil(stop / 0.1);
	for (int i = 1; i <= parts; i++) {
		advance(&u, stop * i / parts);
	}
	running_close(&u.r);
}

/* ---- how far a test goes ---- */

/* steps in 10 s are about work / tolerance^(1/p) */
static double order_of(int method)
{
	return is_first_order(method) ? 1 : is_biased(method) ? 2 : dae_methods[method]->order;
}

static double tightest(int method)
{
	double order = order_of(method);
	if (SLOW_BUILD) {
		return 1e-4;
	}
	return order < 2 || is_biased(method) ? 1e-4 : order > 2 || is_long() ? 1e-10 : 1e-8;
}

/* spans get shorter as tolerances get tighter, but not below `least` */
static double span(int method, double tolerance, double least)
{
	if (is_long()) {
		return 10;
	}
	double order = order_of(method);
	double full = SLOW_BUILD ? least : order > 4 ? 10 : order > 1 && !is_biased(method) ? 3 : least;
	return fmax(least, full * fmin(1, pow(tolerance / 1e-5, order > 4 ? 0 : 1 / order)));
}

/* ---- tests ---- */

/* from aside: the slider-crank passes its dead centre after 1.03 s and then every 2.06 s, the
 * cranks lie in line after 0.71, 1.23, 2.66 s */
static void every_tolerance_passes_on_the_branch(void **state)
{
	(void)state;
	for (int method = 0; method < DAE_METHOD_COUNT; method++) {
		for (double tolerance = 1e-4; is_meant_to_pass(method) && tolerance > 0.5 * tightest(method); tolerance /= 10) {
			pass(&crossing, method, tolerance, 0, pi / 4, 0, span(method, tolerance, 1.1));
			int quick = order_of(method) > 2 || tolerance > 0.5e-7 || is_long();
			if (quick && !(is_first_order(method) && !is_long())) {
				pass(&turning, method, tolerance, 0, 0, 1, span(method, tolerance, 0.75));
			}
		}
	}
}

static void every_fixed_step_passes_on_the_branch(void **state)
{
	(void)state;
	for (int method = 0; method < DAE_METHOD_COUNT; method++) {
		double smallest = SLOW_BUILD ? 1e-2 : is_biased(method) && !is_long() ? 1e-3 : 1e-4;
		for (double h = 1e-2; is_meant_to_pass(method) && h > 0.5 * smallest; h /= 10) {
			int briefly = is_biased(method) || h < 0.5e-3 || SLOW_BUILD;
			pass(&crossing, method, 1e-6, h, pi / 4, 0, is_long() ? 10 : briefly ? 1.1 : 3.2);
			pass(&turning, method, 1e-6, h, 0, 1, is_long() ? 10 : briefly ? 0.75 : 2.7);
		}
	}
}

static void a_start_on_the_singular_point_follows_the_branch_of_its_velocity(void **state)
{
	(void)state;
	const struct branch *const branches[] = {&crossing, &standing, &turning, &two_turning, &one_turning};
	for (int method = 0; method < DAE_METHOD_COUNT; method++) {
		for (int k = 0; is_meant_to_pass(method) && k < 5; k++) {
			double x = branches[k]->singular;
			for (double tolerance = 1e-4; tolerance > 0.5 * fmax(tightest(method), 1e-8); tolerance /= 10) {
				double most = SLOW_BUILD ? 0.2 : order_of(method) > 2 ? 1.2 : fmin(1.2, 0.03 * sqrt(tolerance / 1e-8));
				double stop = is_long() ? 10 : most;
				pass(branches[k], method, tolerance, 0, x, 1,
				     order_of(method) < 2 || is_biased(method) ? stop / 40 : stop);
			}
			double stop = is_long() ? 10 : is_biased(method) || SLOW_BUILD ? 0.2 : 1.2;
			pass(branches[k], method, 1e-6, 5e-3, x, 1, stop);
		}
	}
}

/* a communication point at t, then another 0.3 s later; where x was at the first, from the singular
 * position on, and how fast it should be there */
static double land(const struct branch *b, int method, double fixed_step, double t, double *speed)
{
	struct run u;
	double off;
	begin(&u, b, method, is_first_order(method) ? 1e-3 : 1e-5, fixed_step, b->rod ? 0.4 : 1, b->rod ? -1 : 1);
	advance(&u, t);
	double x = angle_of(&u, &off) - b->singular;
	*speed = u.v;
	advance(&u, t + 0.3);
	running_close(&u.r);
	return x;
}

/* Where the solver has to end a step near the singular position: nearer than it guesses the end,
 * and nearer than rounding lets it distinguish the branches. */
static void check_landings(const struct branch *b, int method, double fixed_step)
{
	/* the time at which the computed motion is in the singular position */
	double t = b->rod ? 0.377 : 0.25;
	double speed;
	for (int k = 0; k < 6; k++) {
		double x = land(b, method, fixed_step, t, &speed);
		t -= x / speed;
	}
	assert_small(land(b, method, fixed_step, t, &speed), 1e-5);
	for (double distance = 1e-5; distance > 1e-12; distance /= 100) {
		land(b, method, fixed_step, t + distance, &speed);
		land(b, method, fixed_step, t - distance, &speed);
	}
}

static void communication_points_beside_the_singular_position_do_no_harm(void **state)
{
	(void)state;
	for (int method = 0; method < DAE_METHOD_COUNT; method++) {
		if (is_meant_to_pass(method) && !is_biased(method)) {
			check_landings(method % 2 ? &turning : &crossing, method, 5e-3);
			if (!SLOW_BUILD) {
				check_landings(method % 2 ? &crossing : &turning, method, 5e-3);
				check_landings(&turning, method, 1.1e-2);
				check_landings(&turning, method, 0);
				check_landings(&crossing, method, 0);
			}
		}
	}
}

static void speeds_of_no_branch_are_refused(void **state)
{
	static const double rods[] = {0.5, 0, -0.9, 2};
	(void)state;
	for (int k = 0; k < 4; k++) {
		struct running r;
		running_open(&r, SLIDER_CRANK);
		running_set(&r, "initial.guide.angular_speed", rods[k]);
		assert_int_equal(mech_initialize(r.m, &r.message), -1);
		running_expect_message(&r, "several motions meet in this singular position");
		running_expect_message(&r, "joint '");
		running_close(&r);
	}
}

/* fixed steps and speeds that end near singular positions in many ways */
static void many_steps_and_speeds_pass(void **state)
{
	(void)state;
	int count = SLOW_BUILD ? 1 : is_long() ? 200 : 6;
	for (int method = 0; method < DAE_METHOD_COUNT; method++) {
		for (int i = 0; is_meant_to_pass(method) && !is_biased(method) && i < count; i++) {
			double h = 0.02 * pow(0.05, (double)i / count);
			double speed = 0.5 + 2.5 * fmod(0.61803398875 * i, 1);
			pass(&turning, method, 1e-6, h, 0, speed, is_long() ? 10 : 3);
			pass(&turning, method, 1e-6, h, turning.singular, speed, is_long() ? 10 : 3);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_references_meet_published_numbers),
		cmocka_unit_test(every_tolerance_passes_on_the_branch),
		cmocka_unit_test(every_fixed_step_passes_on_the_branch),
		cmocka_unit_test(a_start_on_the_singular_point_follows_the_branch_of_its_velocity),
		cmocka_unit_test(communication_points_beside_the_singular_position_do_no_harm),
		cmocka_unit_test(speeds_of_no_branch_are_refused),
		cmocka_unit_test(many_steps_and_speeds_pass),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
