/* No clock, no length and no mass is special: oscillators, pendulums, carts and creeping dampers of
 * all sizes against closed forms.
 *
 * Times 1/w from 1e-12 to 1e12 s, sizes from 1e-9 to 1e12 m, masses from 1e-15 to 1e30 kg and
 * amplitudes from 1e-9 of the size to the size itself are combined at random. Errors are parts of
 * the range of the motion, however small that is compared with the mechanism; only what rounding of
 * the size alone explains is allowed in addition.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include <float.h>

#include "test_random.h"
#include "truth_motion.h"
#include "truth_run.h"
#include "truth_text.h"

/* the problem is the first member: `exact` finds the others behind it */
struct scale {
	struct truth_problem problem;
	char title[96];
	struct truth_text text;
	double w, size, mass, amplitude; /* 1/s, m, kg, part of the size or rad */
	double damping;                  /* of creep: mass x stiffness / damping^2 */
};

static const struct scale *scale_of(const struct truth_problem *p)
{
	return (const struct scale *)(const void *)p;
}

/* what rounding of lengths or angles leaves, each of a size */
static double rounding(double size)
{
	return 64 * DBL_EPSILON * size;
}

/* ---- oscillators: x = x0 cos w t ---- */

static int stage_values(const struct truth_problem *p, double t, struct truth_value *values)
{
	const struct scale *s = scale_of(p);
	const double range = s->amplitude * s->size, slack = rounding(s->size);
	values[0] = (struct truth_value){"joints.p.position", range * cos(s->w * t), range, slack};
	values[1] = (struct truth_value){"joints.p.speed", -range * s->w * sin(s->w * t), range * s->w, slack * s->w};
	return 2;
}

static void write_stage(struct scale *s)
{
	s->problem.exact = stage_values;
	truth_add(&s->text,
	          "mechanism: stage\n"
	          "gravity: [0, 0]\n"
	          "bodies: {b: {mass: %.17g, inertia: %.17g, center: [0, 0]}}\n"
	          "joints: {p: {type: prismatic, bodies: [ground, b], at: [0, 0], axis: [1, 0]}}\n"
	          "forces: {k: {type: spring_damper, bodies: [ground, b], from: [%.17g, 0], to: [0, 0], stiffness: %.17g, "
	          "length: %.17g}}\n"
	          "initial: {p: {position: %.17g, speed: 0}}\n",
	          s->mass, s->mass * s->size * s->size, -2 * s->size, s->mass * s->w * s->w, 2 * s->size,
	          s->amplitude * s->size);
}

static int rotor_values(const struct truth_problem *p, double t, struct truth_value *values)
{
	const struct scale *s = scale_of(p);
	values[0] = (struct truth_value){"joints.p.angle", s->amplitude * cos(s->w * t), s->amplitude, rounding(1)};
	values[1] = (struct truth_value){"joints.p.speed", -s->amplitude * s->w * sin(s->w * t), s->amplitude * s->w,
	                                 rounding(s->w)};
	return 2;
}

static void write_rotor(struct scale *s)
{
	const double inertia = s->mass * s->size * s->size;
	s->problem.exact = rotor_values;
	truth_add(&s->text,
	          "mechanism: rotor\n"
	          "gravity: [0, 0]\n"
	          "bodies: {b: {mass: %.17g, inertia: %.17g, center: [%.17g, 0]}}\n"
	          "joints: {p: {type: revolute, bodies: [ground, b], at: [0, 0]}}\n"
	          "forces: {k: {type: torsional_spring_damper, joint: p, stiffness: %.17g}}\n"
	          "initial: {p: {angle: %.17g, speed: 0}}\n",
	          s->mass, inertia, s->size, 2 * inertia * s->w * s->w, s->amplitude);
}

/* ---- pendulums, up to 2.5 rad ---- */

static int pendulum_values(const struct truth_problem *p, double t, struct truth_value *values)
{
	const struct scale *s = scale_of(p);
	const double most = 2.5 * s->amplitude;
	double angle, speed;
	truth_pendulum(s->w, most, t + truth_pendulum_quarter(s->w, most), &angle, &speed);
	values[0] = (struct truth_value){"joints.p.angle", angle, most, rounding(1)};
	values[1] = (struct truth_value){"joints.p.speed", speed, most * s->w, rounding(s->w)};
	return 2;
}

static void write_pendulum(struct scale *s)
{
	s->problem.exact = pendulum_values;
	truth_add(&s->text,
	          "mechanism: pendulum\n"
	          "gravity: [0, %.17g]\n"
	          "bodies: {b: {mass: %.17g, inertia: 0, center: [0, %.17g]}}\n"
	          "joints: {p: {type: revolute, bodies: [ground, b], at: [0, 0]}}\n"
	          "initial: {p: {angle: %.17g, speed: 0}}\n",
	          -s->w * s->w * s->size, s->mass, -s->size, 2.5 * s->amplitude);
}

/* ---- a cart under a constant force F against a damper c = m w, which it approaches the speed F / c with: x = A (w t - 1 + exp(-w t)) ---- */

static int cart_values(const struct truth_problem *p, double t, struct truth_value *values)
{
	const struct scale *s = scale_of(p);
	const double way = s->amplitude * s->size, part = s->w * t, slack = rounding(s->size);
	const double x = way * (part + expm1(-part)), v = -way * s->w * expm1(-part);
	values[0] = (struct truth_value){"joints.p.position", x, x, slack};
	values[1] = (struct truth_value){"joints.p.speed", v, v, slack * s->w};
	return 2;
}

static void write_cart(struct scale *s)
{
	const double damping = s->mass * s->w;
	s->problem.exact = cart_values;
	truth_add(&s->text,
	          "mechanism: cart\n"
	          "gravity: [0, %.17g]\n"
	          "bodies: {b: {mass: %.17g, inertia: %.17g, center: [0, 0]}}\n"
	          "joints: {p: {type: prismatic, bodies: [ground, b], at: [%.17g, 0], axis: [1, 0]}}\n"
	          "forces:\n"
	          "  f: {type: joint_force, joint: p, force: %.17g}\n"
	          "  d: {type: joint_friction, joint: p, viscous: %.17g}\n",
	          -s->w * s->w * s->size, s->mass, s->mass * s->size * s->size, s->size,
	          damping * s->amplitude * s->size * s->w, damping);
}

/* ---- creep: m x'' + c x' + k x = 0 with the time constant c / k = 1/w, the mass so small that nothing swings ---- */

static int creep_values(const struct truth_problem *p, double t, struct truth_value *values)
{
	const struct scale *s = scale_of(p);
	/* the roots, in w: the slow one without cancellation */
	const double root = sqrt(1 - 4 * s->damping), slow = -2 / (1 + root), fast = -(1 + root) / (2 * s->damping);
	const double x = (fast * exp(slow * s->w * t) - slow * exp(fast * s->w * t)) / (fast - slow);
	const double rate = fast * slow * (exp(slow * s->w * t) - exp(fast * s->w * t)) / (fast - slow);
	values[0] = (struct truth_value){"joints.p.angle", s->amplitude * x, s->amplitude, rounding(1)};
	values[1] = (struct truth_value){"joints.p.speed", s->amplitude * s->w * rate, s->amplitude * s->w, rounding(s->w)};
	return 2;
}

static void write_creep(struct scale *s)
{
	const double inertia = 2 * s->mass * s->size * s->size, stiffness = inertia * s->w * s->w / s->damping;
	s->problem.exact = creep_values;
	truth_add(&s->text,
	          "mechanism: creep\n"
	          "gravity: [0, 0]\n"
	          "bodies: {b: {mass: %.17g, inertia: %.17g, center: [%.17g, 0]}}\n"
	          "joints: {p: {type: revolute, bodies: [ground, b], at: [0, 0]}}\n"
	          "forces: {k: {type: torsional_spring_damper, joint: p, stiffness: %.17g, damping: %.17g}}\n"
	          "initial: {p: {angle: %.17g, speed: 0}}\n",
	          s->mass, inertia / 2, s->size, stiffness, stiffness / s->w, s->amplitude);
}

/* ---- runs ---- */

struct kind {
	const char *name;
	void (*write)(struct scale *s);
	double stop; /* 1/w */
};
static const struct kind kinds[] = {{"stage", write_stage, 20},
                                    {"rotor", write_rotor, 20},
                                    {"pendulum", write_pendulum, 20},
                                    {"cart", write_cart, 3},
                                    {"creep", write_creep, 3}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* the last one is explicit, and creeping asks too many steps of it */
static const char *const methods[] = {"auto", "radau", "bdf", "dop853"};
enum { METHODS = sizeof methods / sizeof methods[0], IMPLICIT_METHODS = METHODS - 1 };

static int methods_of(const struct kind *kind)
{
	return kind->write == write_creep ? IMPLICIT_METHODS : METHODS;
}

/* runs that were refused, or reported unresolved steps */
static int run_scale(const struct kind *kind, struct scale *s, const char *method, double tolerance, double steps,
                     struct truth_score *score)
{
	const struct truth_plan plan = {method, tolerance, steps > 1 ? kind->stop / s->w / steps : 0, kind->stop / s->w};
	struct truth_machine machine;
	s->text.length = 0;
	kind->write(s);
	(void)snprintf(s->title, sizeof s->title, "%s w %.1e L %.1e m %.1e x %.1e", kind->name, s->w, s->size, s->mass,
	               s->amplitude);
	s->problem.title = s->title;
	s->problem.text = s->text.bytes;
	s->problem.may_refuse = 1;
	s->problem.settings[0] = (struct truth_setting){"solver.work_limit", 2e4};
	truth_open(&machine, &s->problem);
	truth_run(&machine, &s->problem, &plan, score);
	const int excused = mech_time(machine.m) < plan.stop || truth_unresolved(&machine) > 0;
	truth_close(&machine);
	return excused;
}

enum { RUNS = SLOW_BUILD ? 40 : 400, ALL_RUNS = 4000 };

static double some_power(struct test_random *random, double low, double high)
{
	return pow(10, test_random_in(random, low, high));
}

/* each kind has its own test, so that each reports itself */
static void check_kind(int kind)
{
	struct truth_score score = truth_begin();
	struct test_random random = test_random_start((uint64_t)kind + 1);
	const int runs = truth_is_full() ? ALL_RUNS : RUNS, n = methods_of(&kinds[kind]);
	int excused = 0;
	for (int k = 0; k < runs; k++) {
		static const double tolerances[] = {1e-4, 1e-6, 1e-8}, steps[] = {1, 7, 60, 500};
		static struct scale s;
		s.w = kinds[kind].write == write_creep ? some_power(&random, -8, 3) : some_power(&random, -12, 12);
		s.size = some_power(&random, -9, 12);
		s.mass = some_power(&random, -15, 30);
		s.amplitude = some_power(&random, -9, 0);
		s.damping = some_power(&random, -8, -1);
		excused += run_scale(&kinds[kind], &s, methods[k % n], tolerances[k / n % 3], steps[k / (3 * n) % 4], &score);
	}
	if (truth_tells()) {
		print_message("  %d runs were refused or unresolved\n", excused);
	}
	truth_end(&score);
	/* saying so is the exception; where a blow of a millionth of the time begins the motion, a step
	 * or two may be */
	assert_true(excused <= (kinds[kind].write == write_creep ? runs / 20 : 0));
}

static void stages_of_all_sizes_swing_as_they_should(void **state)
{
	(void)state;
	check_kind(0);
}

static void rotors_of_all_sizes_swing_as_they_should(void **state)
{
	(void)state;
	check_kind(1);
}

static void pendulums_of_all_sizes_swing_as_they_should(void **state)
{
	(void)state;
	check_kind(2);
}

static void carts_of_all_sizes_come_as_far_as_they_should(void **state)
{
	(void)state;
	check_kind(3);
}

static void dampers_of_all_sizes_creep_as_they_should(void **state)
{
	(void)state;
	check_kind(4);
}

/* ---- one scale after the other, all else as in a machine of a metre and a kilogram ---- */

static void check_each(const struct kind *kind, double w, double size, double mass, double amplitude)
{
	struct truth_score score = truth_begin();
	const int n = methods_of(kind);
	int excused = 0;
	for (int k = 0; k < n * 3; k++) {
		static const double tolerances[] = {1e-4, 1e-6, 1e-8};
		static struct scale s;
		s.w = w;
		s.size = size;
		s.mass = mass;
		s.amplitude = amplitude;
		s.damping = 1e-4;
		excused += run_scale(kind, &s, methods[k % n], tolerances[k / n], 10, &score);
	}
	truth_end(&score);
	assert_int_equal(excused, 0);
}

static void slow_oscillators_are_right(void **state)
{
	(void)state;
	check_each(&kinds[0], 1e-5, 1, 1, 0.1);
	check_each(&kinds[0], 1e-6, 1, 1, 0.1);
	check_each(&kinds[0], 1e-8, 1, 1, 0.1);
}

static void a_slow_oscillator_of_a_planet_is_right(void **state)
{
	(void)state;
	check_each(&kinds[0], 1e-6, 1, 1e24, 0.1);
}

/* 1000 kg pushed by 1e-4 N come 0.5 m far in 3162 s without the damper */
static void a_cart_that_is_hardly_pushed_is_right(void **state)
{
	(void)state;
	check_each(&kinds[3], 3.162277660168379e-4, 1, 1000, 0.5);
}

static void slow_creep_is_right(void **state)
{
	(void)state;
	check_each(&kinds[4], 1e-5, 1, 1, 1);
	check_each(&kinds[4], 1e-7, 1, 1, 1);
}

static void tiny_swings_are_right(void **state)
{
	(void)state;
	check_each(&kinds[0], 2 * truth_pi, 1, 1, 1e-8);
	check_each(&kinds[0], 2 * truth_pi, 1, 1, 1e-9);
	check_each(&kinds[1], 2 * truth_pi, 1, 1, 1e-9);
	check_each(&kinds[2], 2 * truth_pi, 1, 1, 1e-9);
}

/* ---- long communication steps ---- */

#define FLAP                                                                               \
	"mechanism: flap\n"                                                                    \
	"gravity: [0, 0]\n"                                                                    \
	"bodies: {b: {mass: 1, inertia: 1, center: [0, 0]}}\n"                                 \
	"joints: {p: {type: revolute, bodies: [ground, b], at: [0, 0]}}\n"                     \
	"forces: {k: {type: torsional_spring_damper, joint: p, stiffness: 1, damping: 1e7}}\n" \
	"initial: {p: {angle: 1, speed: 0}}\n"

/* its times are 1e7 s and 1e-7 s */
static int flap_values(const struct truth_problem *p, double t, struct truth_value *values)
{
	(void)p;
	values[0] = (struct truth_value){"joints.p.angle", exp(-t / 1e7), 1, 0};
	return 1;
}

static void a_step_may_be_1e14_times_as_long_as_the_shortest_time(void **state)
{
	(void)state;
	static const double steps[] = {2e4, 2e5, 2e6, 0};
	const struct truth_problem p = {
		.title = "flap", .text = FLAP, .exact = flap_values, .settings = {{"solver.work_limit", 1e5}}};
	struct truth_score score = truth_begin();
	struct truth_machine machine;
	truth_open(&machine, &p);
	for (int k = 0; k < 3 * 4 * 3; k++) {
		static const double tolerances[] = {1e-4, 1e-6, 1e-8};
		const struct truth_plan plan = {methods[k % 3], tolerances[k / 3 % 3], steps[k / 9],
		                                k < 9 ? 10 * steps[0] : 2e7};
		truth_run(&machine, &p, &plan, &score);
	}
	truth_close(&machine);
	truth_end(&score);
}

/* ---- a follower as a very stiff spring: the motion is that of a rod, and steps need not follow its vibrations ---- */

static int stiff_values(const struct truth_problem *p, double t, struct truth_value *values)
{
	(void)p;
	(void)t;
	/* with a rod in its place, at 2 s; the spring gives way by its force over its stiffness */
	values[0] = (struct truth_value){"bodies.b0.angle", 0.84612547, 1, 1e-5};
	return 1;
}

/* vibrations that last for the whole run may be too much work, which is an honest error; damped
 * ones may not */
static void check_stiff(const struct truth_problem *p, const char *method, struct truth_score *score)
{
	const struct truth_plan plan = {method, 1e-6, 0.1, 2};
	struct truth_machine machine;
	truth_open(&machine, p);
	truth_run(&machine, p, &plan, score);
	truth_close(&machine);
}

static void a_stiff_spring_moves_as_a_rod(void **state)
{
	(void)state;
	static const double dampings[] = {0, 1e2, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
	struct truth_score score = truth_begin();
	for (int k = 0; k < 4 * 8; k++) {
		struct truth_text text = {.length = 0};
		char title[64];
		const double stiffness = pow(10, 10 + k % 4), damping = dampings[k / 4];
		truth_add(&text,
		          "mechanism: stiff_rod\n"
		          "gravity: [0.0, -9.81]\n"
		          "bodies:\n"
		          "  b0: {mass: 0.832, inertia: 0.04825, center: [0.12407543703324585, 0.3429447095932248]}\n"
		          "  b1: {mass: 2.876, inertia: 0.57784, center: [0.857128985043342, 0.7367190037846683]}\n"
		          "joints:\n"
		          "  j0: {type: revolute, bodies: [ground, b0], at: [0.0, 0.0]}\n"
		          "  j1: {type: revolute, bodies: [b0, b1], at: [0.4, 0.6]}\n"
		          "forces:\n"
		          "  s0: {type: spring_damper, bodies: [ground, b1], from: [1.6, 0.0], to: [1.5, 1.0], stiffness: %g, "
		          "damping: %g, length: 1.004987562112089}\n",
		          stiffness, damping);
		(void)snprintf(title, sizeof title, "spring %.0e damping %.0e", stiffness, damping);
		struct truth_problem p = {
			.title = title, .text = text.bytes, .exact = stiff_values, .settings = {{"solver.work_limit", 5e3}}};
		/* vibrations that hardly decay are to be followed; only radau damps them in steps that are
		 * longer */
		const double of_critical = damping / (2 * sqrt(stiffness));
		for (int i = 0; i < 3; i++) {
			p.may_refuse = of_critical < (strcmp(methods[i], "radau") == 0 ? 0.001 : 0.1);
			check_stiff(&p, methods[i], &score);
		}
	}
	truth_end(&score);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(slow_oscillators_are_right),
		cmocka_unit_test(a_slow_oscillator_of_a_planet_is_right),
		cmocka_unit_test(a_cart_that_is_hardly_pushed_is_right),
		cmocka_unit_test(slow_creep_is_right),
		cmocka_unit_test(tiny_swings_are_right),
		cmocka_unit_test(a_step_may_be_1e14_times_as_long_as_the_shortest_time),
		cmocka_unit_test(stages_of_all_sizes_swing_as_they_should),
		cmocka_unit_test(rotors_of_all_sizes_swing_as_they_should),
		cmocka_unit_test(pendulums_of_all_sizes_swing_as_they_should),
		cmocka_unit_test(carts_of_all_sizes_come_as_far_as_they_should),
		cmocka_unit_test(dampers_of_all_sizes_creep_as_they_should),
		cmocka_unit_test(a_stiff_spring_moves_as_a_rod),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
