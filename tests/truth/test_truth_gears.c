/* Gears, racks, belts and couplers run for ever: near 1e7 rad as at the start, in plane and space,
 * against the closed form.
 *
 * Wheels of inertia J_i, and slides of that mass, with a constant torque on the first, whose
 * coordinates x_i obey sum f_i x_i = 0, move with constant accelerations
 *
 *     x_i'' = (T_i - f_i L) / J_i,     L = (sum f_i T_i / J_i) / (sum f_i^2 / J_i).
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "assert_close.h"
#include "truth_motion.h"
#include "truth_run.h"
#include "truth_text.h"

enum { MOST_WHEELS = 3 };
static const double inertia[MOST_WHEELS] = {1, 0.5, 2}, torque[MOST_WHEELS] = {2, 0, 0};

struct train {
	const char *title, *joint; /* the joint between the joints: type and numbers */
	int n, slides;             /* coordinates; whether the last is a position */
	double factor[MOST_WHEELS];
	double angle[MOST_WHEELS], speed[MOST_WHEELS]; /* at the start of all but the last, which follows */
};

/* the fastest wheel of each has 300 rad/s */
static const struct train trains[] = {
	{"gear 0.01", "gear, joints: [j0, j1], ratio: 0.01", 2, 0, {1, -0.01}, {1e7}, {3}},
	{"gear 20", "gear, joints: [j0, j1], ratio: 20", 2, 0, {1, -20}, {1e7}, {300}},
	{"gear -3.7", "gear, joints: [j0, j1], ratio: -3.7", 2, 0, {1, 3.7}, {1e7}, {300}},
	{"gear 100", "gear, joints: [j0, j1], ratio: 100", 2, 0, {1, -100}, {1e7}, {300}},
	{"rack", "rack_and_pinion, joints: [j0, j1], radius: 0.02", 2, 1, {0.02, -1}, {1e7}, {300}},
	{"belt in m", "belt, joints: [j0, j1], radii: [0.012, 0.048]", 2, 0, {0.012, -0.048}, {1e7}, {300}},
	{"belt in mm", "belt, joints: [j0, j1], radii: [25, 63]", 2, 0, {25, -63}, {1e7}, {300}},
	{"coupler 24/60",
     "coupler, joints: [j0, j1, j2], factors: [24, 60, -84]",
     3,
     0,
     {24, 60, -84},
     {1e7, -3e6},
     {300, 100}},
};
enum { TRAINS = 8 };

/* ---- the mechanism ---- */

/* where a train starts: in its drawing at angle 0, turned from there to the angles of the table, or
 * drawn at those */
enum beginning { AT_ZERO, TURNED, DRAWN, BEGINNINGS };

/* the numbers given for all coordinates but the last, and what follows for that */
static double given(const struct train *train, const double *numbers, int i)
{
	double sum = 0;
	for (int k = 0; k < train->n - 1; k++) {
		sum -= train->factor[k] * numbers[k];
	}
	return i < train->n - 1 ? numbers[i] : sum / train->factor[i];
}

static void write_train(const struct train *train, int spatial, enum beginning beginning, struct truth_text *text)
{
	const char *zero = spatial ? ", 0" : "", *axis = spatial ? ", axis: [0, 0, 1]" : "";
	truth_add(text, "mechanism: train\nspace: %s\nbodies:\n", spatial ? "spatial" : "planar");
	for (int i = 0; i < train->n; i++) {
		truth_add(text, "  b%d: {mass: %g, center: [%d, 0%s], inertia: ", i, inertia[i], i, zero);
		truth_add(text, spatial ? "[%g, %g, %g]}\n" : "%g}\n", inertia[i], inertia[i], inertia[i]);
	}
	truth_add(text, "joints:\n");
	for (int i = 0; i < train->n; i++) {
		const int slide = train->slides && i == train->n - 1;
		truth_add(text, "  j%d: {type: %s, bodies: [ground, b%d], at: [%d, 0%s]%s, offset: %.17g}\n", i,
		          slide ? "prismatic" : "revolute", i, i, zero,
		          !slide    ? axis
		          : spatial ? ", axis: [0, 1, 0]"
		                    : ", axis: [0, 1]",
		          beginning == DRAWN ? given(train, train->angle, i) : 0);
	}
	truth_add(text, "  mesh: {type: %s}\nforces: {t: {type: torque, joint: j0, torque: %g}}\ninitial:\n", train->joint,
	          torque[0]);
	for (int i = 0; i < train->n - 1; i++) {
		truth_add(text, "  j%d: {speed: %.17g", i, train->speed[i]);
		beginning == TURNED ? truth_add(text, ", angle: %.17g}\n", train->angle[i]) : truth_add(text, "}\n");
	}
}

/* ---- the truth; `number` is that of the train, + 100 where it starts at zero ---- */

static double acceleration(const struct train *train, int i)
{
	double top = 0, bottom = 0;
	for (int k = 0; k < train->n; k++) {
		top += train->factor[k] * torque[k] / inertia[k];
		bottom += train->factor[k] * train->factor[k] / inertia[k];
	}
	return (torque[i] - train->factor[i] * top / bottom) / inertia[i];
}

static int train_values(const struct truth_problem *p, double t, struct truth_value *values)
{
	static const char *const angles[] = {"joints.j0.angle", "joints.j1.angle", "joints.j2.angle"};
	static const char *const speeds[] = {"joints.j0.speed", "joints.j1.speed", "joints.j2.speed"};
	const struct train *train = &trains[(int)p->number % 100];
	const double start = p->number < 100;
	double energy = 0;
	for (int i = 0; i < train->n; i++) {
		const double x0 = start * given(train, train->angle, i), v0 = given(train, train->speed, i);
		const double a = acceleration(train, i), x = x0 + v0 * t + a * t * t / 2, v = v0 + a * t;
		const int slide = train->slides && i == train->n - 1;
		values[2 * i] =
			(struct truth_value){slide ? "joints.j1.position" : angles[i], x, fabs(x - x0), 1e-15 * fabs(x)};
		values[2 * i + 1] = (struct truth_value){speeds[i], v, fabs(v), 0};
		energy += inertia[i] * v * v / 2;
	}
	values[2 * train->n] = (struct truth_value){"energies.balance_error", 0, energy, 0};
	return 2 * train->n + 1;
}

static void run_train(int number, int spatial, enum beginning beginning, double stop, struct truth_score *score)
{
	static const double steps[] = {0.01, 0};
	static const char *const words[BEGINNINGS] = {"", ", turned", ", drawn"};
	struct truth_text text = {{0}, 0};
	char title[64];
	write_train(&trains[number], spatial, beginning, &text);
	(void)snprintf(title, sizeof title, "%s%s%s", trains[number].title, spatial ? " 3D" : "", words[beginning]);
	const struct truth_problem p = {.title = title,
	                                .text = text.bytes,
	                                .stop = stop,
	                                .short_stop = stop / 10,
	                                .exact = train_values,
	                                .number = number + (beginning == AT_ZERO ? 100 : 0)};
	truth_sweep(&p, 2, steps, score);
}

static void run_trains(enum beginning beginning)
{
	struct truth_score score = truth_begin();
	for (int k = 0; k < TRAINS; k++) {
		/* a rack would lie 200 km from its drawing */
		if (beginning != TURNED || !trains[k].slides) {
			run_train(k, 0, beginning, 2, &score);
			run_train(k, 1, beginning, 0.5, &score);
		}
	}
	truth_end(&score);
}

static void wheels_that_start_at_zero_keep_their_ratio(void **state)
{
	(void)state;
	run_trains(AT_ZERO);
}

static void wheels_drawn_at_1e7_rad_keep_their_ratio(void **state)
{
	(void)state;
	run_trains(DRAWN);
}

static void wheels_turned_to_1e7_rad_keep_their_ratio(void **state)
{
	(void)state;
	run_trains(TURNED);
}

/* ---- long runs, where everything that adds up has time to ---- */

/* 300 rad/s without a load: wheels 20 : 1 */
static int free_gear_values(const struct truth_problem *p, double t, struct truth_value *values)
{
	(void)p;
	values[0] = (struct truth_value){"joints.ja.angle", 300 * t, 300 * t, 0};
	values[1] = (struct truth_value){"joints.ja.speed", 300, 300, 0};
	values[2] = (struct truth_value){"joints.jb.angle", -15 * t, 15 * t, 0};
	values[3] = (struct truth_value){"energies.balance_error", 0, 300 * 300 / 2, 0};
	return 4;
}

static void a_gear_runs_for_ever(void **state)
{
	(void)state;
	static const double steps[] = {0.1, 0};
	const struct truth_problem p = {
		.title = "gearmin", .file = "gearmin", .stop = 200, .short_stop = 80, .exact = free_gear_values};
	truth_check(&p, 2, steps);
}

/* as long as their speeds stay what they were, gears in space have no end either: 12 000 rad */
static void gears_in_space_run_for_ever(void **state)
{
	(void)state;
	struct truth_score score = truth_begin();
	for (int k = 0; k < TRAINS && !SLOW_BUILD; k++) {
		struct truth_text text = {{0}, 0};
		write_train(&trains[k], 1, AT_ZERO, &text);
		const struct truth_problem p = {
			.title = trains[k].title, .text = text.bytes, .exact = train_values, .number = 100 + k};
		const struct truth_plan plan = {"radau", 1e-6, 0.1, 40};
		struct truth_machine machine;
		truth_open(&machine, &p);
		truth_run(&machine, &p, &plan, &score);
		truth_close(&machine);
	}
	truth_end(&score);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wheels_that_start_at_zero_keep_their_ratio),
		cmocka_unit_test(wheels_drawn_at_1e7_rad_keep_their_ratio),
		cmocka_unit_test(wheels_turned_to_1e7_rad_keep_their_ratio),
		cmocka_unit_test(a_gear_runs_for_ever),
		cmocka_unit_test(gears_in_space_run_for_ever),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
