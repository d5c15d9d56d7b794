/* Several loops that come to rest in singular positions of their own, each in its own time:
 * slider-cranks with equal arms, of other lengths, masses and damping, in one mechanism. What one
 * of them does must not depend on how fast the others move. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "truth_motion.h"
#include "truth_run.h"
#include "truth_text.h"

/* arms of that length, a mass at the elbow and one at the guide; from rest at an angle from the
 * dead centre, where it stays */
struct loop {
	double arm, mass, damping, angle;
};

/* m L^2 (1 + 4 cos^2 x) x'' = 4 m L^2 cos x sin x x'^2 - m g L sin x - damping x' */
static double acceleration(double t, double x, double v, const double *numbers)
{
	const double arm = numbers[0], mass = numbers[1], damping = numbers[2], c = cos(x), s = sin(x);
	const double inertia = mass * arm * arm;
	(void)t;
	return (4 * inertia * c * s * v * v - 9.8 * mass * arm * s - damping * v) / (inertia * (1 + 4 * c * c));
}

static double angle_after(const struct loop *loop, double time)
{
	const double numbers[] = {loop->arm, loop->mass, loop->damping};
	double x = loop->angle, v = 0;
	truth_integrate(acceleration, numbers, 0, time, (int)(1000 * time), &x, &v);
	return x;
}

static void write_mechanism(struct truth_text *text, int n, const struct loop *loops)
{
	truth_add(text, "mechanism: loops\ngravity: [0, -9.8]\nbodies:\n");
	for (int i = 0; i < n; i++) {
		const double x = loops[i].arm * sin(loops[i].angle), y = -loops[i].arm * cos(loops[i].angle);
		truth_add(text, "  crank%d: {mass: %.17g, inertia: 0, center: [%.17g, %.17g]}\n", i, loops[i].mass, 5 * i + x,
		          y);
		truth_add(text, "  rod%d: {mass: %.17g, inertia: 0, center: [%.17g, 0]}\n", i, loops[i].mass, 5 * i + 2 * x);
	}
	truth_add(text, "joints:\n");
	for (int i = 0; i < n; i++) {
		const double x = loops[i].arm * sin(loops[i].angle), y = -loops[i].arm * cos(loops[i].angle);
		truth_add(text, "  pin%d: {type: revolute, bodies: [ground, crank%d], at: [%d, 0], offset: %.17g}\n", i, i,
		          5 * i, loops[i].angle);
		truth_add(text, "  elbow%d: {type: revolute, bodies: [crank%d, rod%d], at: [%.17g, %.17g]}\n", i, i, i,
		          5 * i + x, y);
		truth_add(text, "  guide%d: {type: point_on_line, bodies: [rod%d, ground], at: [%.17g, 0], axis: [1, 0]}\n", i,
		          i, 5 * i + 2 * x);
	}
	truth_add(text, "forces:\n");
	for (int i = 0; i < n; i++) {
		truth_add(text, "  friction%d: {type: joint_friction, joint: pin%d, viscous: %.17g}\n", i, i, loops[i].damping);
	}
	truth_add(text, "initial:\n");
	for (int i = 0; i < n; i++) {
		truth_add(text, "  pin%d: {angle: %.17g, speed: 0}\n", i, loops[i].angle);
	}
}

/* how many of the methods stop, or leave a loop further off than that without a message */
static int wrong_runs(int n, const struct loop *loops, double tolerance, double stop, double most)
{
	static const char *const methods[] = {"auto", "bdf", "bdf_displacement", "radau", "dop853"};
	static struct truth_text text;
	struct truth_machine machine;
	int wrong = 0;
	text.length = 0;
	write_mechanism(&text, n, loops);
	const struct truth_problem p = {.title = "loops", .text = text.bytes, .stop = stop};
	truth_open(&machine, &p);
	for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
		const struct truth_plan plan = {methods[k], tolerance, 0, stop};
		double off = 0;
		const int status = truth_start(&machine, &p, &plan) < 0 || truth_advance(&machine, &plan) < 0;
		for (int i = 0; i < n; i++) {
			char name[32];
			(void)snprintf(name, sizeof name, "joints.pin%d.angle", i);
			off = fmax(off, fabs(truth_get(&machine, name) - angle_after(&loops[i], stop)));
		}
		const int is_wrong = status || (off > most && truth_unresolved(&machine) == 0);
		print_message("%s, %g: %s%.2g rad off\n", methods[k], tolerance, status ? machine.message.text : "", off);
		wrong += is_wrong;
	}
	truth_close(&machine);
	return wrong;
}

static void one_rests_while_the_other_creeps(void **state)
{
	static const struct loop loops[] = {{1, 1, 3, 0.8}, {1, 2, 10, 0.68}};
	(void)state;
	assert_int_equal(wrong_runs(2, loops, 1e-8, 42, 1e-7), 0);
	assert_int_equal(wrong_runs(2, loops, 1e-6, 42, 1e-5), 0);
}

static void one_swings_through_while_others_have_come_to_rest(void **state)
{
	static const struct loop loops[] = {{1, 1, 3, 0.763}, {1, 2, 10, 0.683}, {1, 1, 1, 0.682}};
	(void)state;
	assert_int_equal(wrong_runs(3, loops, 1e-9, 42, 1e-7), 0);
	assert_int_equal(wrong_runs(3, loops, 1e-6, 42, 1e-5), 0);
}

static void small_and_large_ones_rest_together(void **state)
{
	static const struct loop loops[] = {{0.1, 0.5, 0.05, 0.9}, {2, 2, 80, 0.4}, {0.5, 1, 1.25, 1.2}};
	(void)state;
	assert_int_equal(wrong_runs(3, loops, 1e-8, 42, 1e-7), 0);
	assert_int_equal(wrong_runs(3, loops, 1e-6, 42, 1e-5), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_rests_while_the_other_creeps),
		cmocka_unit_test(one_swings_through_while_others_have_come_to_rest),
		cmocka_unit_test(small_and_large_ones_rest_together),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
