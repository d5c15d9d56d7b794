/* A constant-velocity joint that folds: a body hangs on a shaft by such a joint and swings over,
 * through the position in which it lies back along the shaft. There the joint's row, a product of
 * two parts of the turn (q0, q1, q2, q3) between the shafts, 4 q0 q3, loses its gradient: all is
 * singular that holds the body, but its motion is smooth. On its branch q3 = 0, with the regular
 * condition n . w = 0, n = (-q2, q1, q0), on the rates w of the body in its own frame,
 *
 *     I w' = -w x I w + c x R^T m g + mu n,        n . w' + n' . w = 0,        q' = q (0, w) / 2,
 *
 * integrated here by the classical Runge-Kutta method. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "assert_close.h"
#include "truth_run.h"

static const double mass = 1.3, g = 9.81;
static const double center[3] = {0.2, 0.1, 0.4}, inertia[3] = {0.11, 0.09, 0.05}, start[3] = {0.5, 9, 0};

static const char text[] = "mechanism: fold\n"
						   "space: spatial\n"
						   "gravity: [0, 0, -9.81]\n"
						   "bodies: {b: {mass: 1.3, inertia: [0.11, 0.09, 0.05], center: [0.2, 0.1, 0.4]}}\n"
						   "joints: {j: {type: constant_velocity, bodies: [ground, b], at: [0, 0, 0], axis: [0, 0, 1], "
						   "second_axis: [0, 0, 1]}}\n"
						   "initial: {b: {wx: 0.5, wy: 9}}\n";

static void cross(const double *a, const double *b, double *out)
{
	for (int i = 0; i < 3; i++) {
		out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
	}
}

static double dot(const double *a, const double *b)
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* R^T x where back is 1, else R x; q has the length 1 */
static void turn(const double *q, int back, const double *x, double *out)
{
	const double u[3] = {q[1], q[2], q[3]}, s = back ? -q[0] : q[0];
	double once[3], twice[3];
	cross(u, x, once);
	cross(u, once, twice);
	for (int i = 0; i < 3; i++) {
		out[i] = x[i] + 2 * (s * once[i] + twice[i]);
	}
}

/* I0 x, or I0^-1 x, with I0 about the joint */
static void about_joint(const double *x, double *out)
{
	for (int i = 0; i < 3; i++) {
		out[i] = (inertia[i] + mass * dot(center, center)) * x[i] - mass * dot(center, x) * center[i];
	}
}

static void over_inertia(const double *x, double *out)
{
	/* I0 = D - m c c^T (Sherman, Morrison) */
	double d[3], along = 0, own = 0;
	for (int i = 0; i < 3; i++) {
		d[i] = inertia[i] + mass * dot(center, center);
		along += center[i] * x[i] / d[i];
		own += center[i] * center[i] / d[i];
	}
	for (int i = 0; i < 3; i++) {
		out[i] = (x[i] + mass * center[i] * along / (1 - mass * own)) / d[i];
	}
}

/* y = (q, w) */
static void rate(const double *y, double *out)
{
	const double *q = y, *w = y + 4, n[3] = {-q[2], q[1], q[0]}, weight[3] = {0, 0, -mass * g};
	double momentum[3], torque[3], force[3], gravity[3], free[3], held[3];
	for (int i = 0; i < 4; i++) {
		const double *u = q + 1;
		const double moved[4] = {-dot(u, w), q[0] * w[0] + u[1] * w[2] - u[2] * w[1],
		                         q[0] * w[1] + u[2] * w[0] - u[0] * w[2], q[0] * w[2] + u[0] * w[1] - u[1] * w[0]};
		out[i] = moved[i] / 2;
	}
	about_joint(w, momentum);
	cross(momentum, w, torque);
	turn(q, 1, weight, force);
	cross(center, force, gravity);
	for (int i = 0; i < 3; i++) {
		torque[i] += gravity[i];
	}
	over_inertia(torque, free);
	over_inertia(n, held);
	const double change[3] = {-out[2], out[1], out[0]};
	const double mu = -(dot(n, free) + dot(change, w)) / dot(n, held);
	for (int i = 0; i < 3; i++) {
		out[4 + i] = free[i] + mu * held[i];
	}
}

/* the place of the centre, and how often the joint has folded on the way */
static int folded(double t, double *place)
{
	double y[7] = {1, 0, 0, 0, start[0], start[1], start[2]};
	int folds = 0;
	const int n = (int)(2e4 * t) + 1;
	for (int i = 0; i < n; i++) {
		double k[4][7], at[7];
		const double before = y[0], part[4] = {0, 0.5, 0.5, 1};
		for (int stage = 0; stage < 4; stage++) {
			for (int j = 0; j < 7; j++) {
				at[j] = y[j] + (stage > 0 ? part[stage] * t / n * k[stage - 1][j] : 0);
			}
			rate(at, k[stage]);
		}
		for (int j = 0; j < 7; j++) {
			y[j] += t / n / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
		}
		folds += before * y[0] < 0;
	}
	turn(y, 0, center, place);
	return folds;
}

static int places(const struct truth_problem *p, double t, struct truth_value *values)
{
	static const char *const names[] = {"bodies.b.x", "bodies.b.y", "bodies.b.z"};
	double place[3];
	(void)p;
	(void)folded(t, place);
	for (int i = 0; i < 3; i++) {
		values[i] = (struct truth_value){names[i], place[i], 1, 0};
	}
	values[3] = (struct truth_value){"energies.balance_error", 0, mass * g, 0};
	return 4;
}

static void a_joint_folds_and_goes_on(void **state)
{
	static const double steps[] = {0.01, 0};
	const struct truth_problem p = {.title = "fold", .text = text, .stop = 2, .short_stop = 0.6, .exact = places};
	double place[3];
	(void)state;
	assert_int_equal(folded(p.short_stop, place), 1);
	assert_int_equal(folded(p.stop, place), 3);
	truth_check(&p, 2, steps);
}

static const char two[] =
	"mechanism: two_folds\n"
	"space: spatial\n"
	"gravity: [0, 0, -9.81]\n"
	"bodies:\n"
	"  b0: {mass: 1.341, inertia: [0.097, 0.134, 0.07], center: [0.106, 0.129, -0.219]}\n"
	"  b1: {mass: 1.949, inertia: [0.092, 0.079, 0.089], center: [0.147, 0.603, 0.064]}\n"
	"joints:\n"
	"  j0: {type: constant_velocity, bodies: [ground, b0], at: [0, 0, 0], axis: [-0.73, -0.036, 0.256], second_axis: "
	"[-0.73, -0.036, 0.256]}\n"
	"  j1: {type: constant_velocity, bodies: [b0, b1], at: [0.269, 0.483, -0.208], axis: [-0.292, -0.775, 0.382], "
	"second_axis: [-0.292, -0.775, 0.382]}\n"
	"initial: {b0: {wx: 5.57, wy: 4.896}}\n";

/* Stages off the constraints would make the steps of explicit methods shorter with the distance to
 * the fold, at 0.57 s: dop853 takes 107 steps at 1e-6 then, dopri5 440, and at 1e-9 it comes to no
 * end. They land there. */
static void explicit_steps_do_not_creep_up_to_a_fold(void **state)
{
	static const struct {
		const char *method;
		double tolerance, most;
	} runs[] = {{"radau", 1e-9, HUGE_VAL}, {"dop853", 1e-6, 90}, {"dopri5", 1e-6, 390}, {"dopri5", 1e-9, 2100}};
	const struct truth_problem p = {.title = "two folds", .text = two};
	struct truth_machine machine;
	double place = NAN;
	(void)state;
	truth_open(&machine, &p);
	for (size_t k = 0; k < sizeof runs / sizeof runs[0]; k++) {
		const struct truth_plan plan = {runs[k].method, runs[k].tolerance, 0, 0.6};
		assert_int_equal(truth_start(&machine, &p, &plan), 0);
		assert_true(truth_advance(&machine, &plan) >= 0);
		assert_true(truth_get(&machine, "solver.steps") <= runs[k].most);
		const double found = truth_get(&machine, "bodies.b1.x");
		place = k == 0 ? found : place;
		assert_close(found, place, 10 * plan.tolerance);
	}
	truth_close(&machine);
}

static const char three[] =
	"mechanism: three_folds\n"
	"space: spatial\n"
	"gravity: [0, 0, -9.81]\n"
	"bodies:\n"
	"  b0: {mass: 0.754, inertia: [0.065, 0.116, 0.085], center: [-0.01, 0.059, 0.249]}\n"
	"  b1: {mass: 1.648, inertia: [0.112, 0.062, 0.132], center: [-0.274, 0.49, 0.627]}\n"
	"  b2: {mass: 1.882, inertia: [0.086, 0.121, 0.107], center: [-0.351, 0.858, 0.496]}\n"
	"joints:\n"
	"  j0: {type: constant_velocity, bodies: [ground, b0], at: [0, 0, 0], axis: [-0.14, -0.227, -0.079], second_axis: "
	"[-0.14, -0.227, -0.079]}\n"
	"  j1: {type: universal, bodies: [b0, b1], at: [-0.151, 0.291, 0.452], axis: [0.865, 0.913, 0.758], second_axis: "
	"[0.913, -0.865, 0]}\n"
	"  j2: {type: constant_velocity, bodies: [b1, b2], at: [-0.424, 0.779, 0.564], axis: [0.705, -0.218, -0.287], "
	"second_axis: [0.705, -0.218, -0.287]}\n"
	"initial: {b0: {wx: 6.86, wy: 7.567}}\n";

/* On the way to a fold rounding turns velocities: taken for errors, it would make the steps a
 * hundred times shorter, so that they end where nothing can be known any more; and steps that end
 * where it may turn velocities by more than the tolerance are made again, to end elsewhere. Without
 * the one or the other some of these runs do not continue, and others reject ten times as many
 * steps. */
static void rounding_on_the_way_to_a_fold_is_no_error(void **state)
{
	static const struct {
		struct truth_plan plan;
		double most;
	} runs[] = {{{"radau", 1e-10, 0, 0.45}, 40},       {{"bdf", 1e-10, 0, 0.45}, 600},
	            {{"infl_sdirk", 1e-9, 0, 0.45}, 150},  {{"radau", 1e-10, 0.5, 1.05}, 100},
	            {{"dop853", 1e-10, 0, 0.7}, HUGE_VAL}, {{"dop853", 1e-9, 0.09, 0.6}, HUGE_VAL},
	            {{"dopri5", 1e-8, 0, 0.5}, HUGE_VAL}};
	const struct truth_problem p = {.title = "three folds", .text = three};
	struct truth_machine machine;
	(void)state;
	truth_open(&machine, &p);
	for (size_t k = 0; k < (SLOW_BUILD ? 1 : sizeof runs / sizeof runs[0]); k++) {
		assert_int_equal(truth_start(&machine, &p, &runs[k].plan), 0);
		assert_true(truth_advance(&machine, &runs[k].plan) >= 0);
		assert_true(truth_get(&machine, "solver.rejected_steps") <= runs[k].most);
	}
	truth_close(&machine);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_joint_folds_and_goes_on),
		cmocka_unit_test(explicit_steps_do_not_creep_up_to_a_fold),
		cmocka_unit_test(rounding_on_the_way_to_a_fold_is_no_error),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
