/* Tops and wheels of the library against published values, closed forms and an oracle with rolling
 * as a second method. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "library_checks.h"

/* ---- heavy top: quadruple precision, two methods of orders 16 and 20, 16 digits agree; data of Terze, Mueller, Zlatar
 * 2016. Place and velocity of the centre, reaction on the top ---- */

static const struct {
	double t, value[9];
} heavy_top_reference[] = {
	{0.1,
     {0.42129665892540204365, 0.89457197434559299089, -0.14916470056189961162, 3.4085374633396537056,
      -2.0834379505793862647, -2.8678350450062314325, -361.05600478711551748, -295.39317301122587508,
      -212.26717185511929700}},
	{0.5,
     {-0.70246829705658558934, -0.021165184701923326581, -0.71140025765173440555, -4.0449818925840639582,
      1.7742884793570367467, 3.9414076227405899182, 523.28124351440153917, 404.20617832025907696,
      357.33617645317891390}},
	{1.0,
     {0.17334396409838604259, 0.64008859207056878286, -0.74849079113358130948, 0.57082530342548714466,
      -4.5887282963349518937, -3.7919551547100421050, -517.60073947690004056, -396.84310148955422686,
      404.57492516288466219}},
	{1.5,
     {-0.96816571563818064902, 0.25030606213260172947, -0.0014220838511312953260, 1.1540254147819569664,
      4.4620016068727703601, -0.29660003594138816723, 305.25209634888866444, -100.12779555306638586,
      -316.35279611452166513}},
	{2.0,
     {-0.15041682274564175981, -0.72416559163689565075, -0.67302226956044409605, -2.7491863125818900698,
      -3.2027186355748854791, 4.0605231497566933411, -260.73521131108336162, 613.61269898259720235,
      309.71663139093925085}},
};

static void the_heavy_top_meets_the_reference(void **state)
{
	static const char *const names[9] = {"bodies.top.x",
	                                     "bodies.top.y",
	                                     "bodies.top.z",
	                                     "bodies.top.vx",
	                                     "bodies.top.vy",
	                                     "bodies.top.vz",
	                                     "joints.tip.reaction_force[1]",
	                                     "joints.tip.reaction_force[2]",
	                                     "joints.tip.reaction_force[3]"};
	static const double range[9] = {1, 1, 1, 5, 5, 5, 600, 600, 600};
	const struct library_case c = {"heavy_top", 3, 0, 2, 1e-9, 150, 1};
	struct example e;
	(void)state;
	library_open(&e, &c);
	for (int k = 0; k < (SLOW_BUILD ? 1 : 5); k++) {
		example_advance(&e, heavy_top_reference[k].t);
		for (int i = 0; i < 9; i++) {
			assert_close(example_get(&e, names[i]), heavy_top_reference[k].value[i], 1e-7 * range[i]);
		}
		library_check_state(&e, &c);
	}
	example_close(&e);
}

/* ---- gyroscope: s = turn, tilt, spin ---- */

static void gyroscope_place(const double *s, struct displacement *bodies, double *c)
{
	const struct vector origin = {0, 0, 0}, x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
	(void)c;
	bodies[0] = displacement_turn(origin, z, s[0]);
	bodies[1] = displacement_hinged(&bodies[0], origin, y, s[1]);
	bodies[2] = displacement_hinged(&bodies[1], origin, x, s[2]);
}

static void the_gyroscope_precesses_steadily(void **state)
{
	/* weight's moment over the rotor's spin */
	const double rate = 0.2 * 9.81 * 0.15 / (0.006 * 100);
	const struct library_case c = {"gyroscope", 3, 0, 2, 1e-8, 0.3, 1};
	struct example e;
	(void)state;
	library_open(&e, &c);
	for (int k = 1; k <= (SLOW_BUILD ? 1 : 10); k++) {
		example_advance(&e, 0.2 * k);
		assert_close(example_get(&e, "joints.turn.angle"), rate * 0.2 * k, 1e-8);
		assert_close(example_get(&e, "joints.turn.speed"), rate, 1e-8);
		assert_small(example_get(&e, "joints.tilt.angle"), 1e-8);
		assert_close(example_get(&e, "joints.spin.speed"), 100, 1e-6);
		/* the frame carries all weights */
		assert_close(example_get(&e, "joints.turn.reaction_force[3]"), 1.8 * 9.81, 1e-6);
		library_check_state(&e, &c);
	}
	example_close(&e);
}

static void the_gyroscope_nods_when_it_does_not_start_steadily(void **state)
{
	static const char *const bodies[] = {"outer", "inner", "rotor"};
	const struct library_case c = {"gyroscope", 3, 0, 0.5, 1e-8, 0.3, 1};
	struct minimal m = {.n = 3, .n_bodies = 3, .bodies = bodies, .place = gyroscope_place};
	double motion[6] = {0, 0, 0, -1, 0, 100};
	struct example e;
	(void)state;
	example_open(&e, c.example);
	library_restart(&e, c.tolerance, "initial.turn.speed", motion[3]);
	minimal_read(&m, &e, 0);
	double lowest = 0;
	for (int k = 1; k <= (SLOW_BUILD ? 1 : 10); k++) {
		example_advance(&e, 0.05 * k);
		minimal_advance(&m, motion, 0.05 * (k - 1), 0.05 * k, 500);
		library_compare(&e, &m, motion, 0, 1e-7);
		library_check_state(&e, &c);
		lowest = fmax(lowest, fabs(motion[1]));
	}
	assert_true(SLOW_BUILD || lowest > 0.01);
	example_close(&e);
}

/* ---- rolling wheel by Newton's and Euler's equations at the touching point. With the axle a, the ground's normal n and rho
 * from the touching point to the centre, v = w x rho and
 *
 *     d(I w)/dt = -rho x m (w' x rho + w x rho' - g),     I = Jt 1 + (Ja - Jt) a a^T,
 *
 * which is linear in w'. State: centre, axle, angular velocity (global axes) ---- */

enum { WHEEL_STATE = 9 };
static const double wheel_m = 1.8, wheel_r = 0.34, wheel_Ja = 0.176868, wheel_Jt = 0.0884;

static struct vector wheel_vector(const double *numbers)
{
	return (struct vector){numbers[0], numbers[1], numbers[2]};
}

static void wheel_slope(const double *state, double *slope)
{
	const struct vector n = {0, 0, 1}, g = {0, 0, -9.81}, zero = {0, 0, 0};
	const struct vector a = wheel_vector(state + 3), w = wheel_vector(state + 6), da = vector_cross(w, a);
	const double u = vector_dot(n, a), s = sqrt(1 - u * u), du = vector_dot(n, da);
	/* rho = r (n - u a) / s and its rate */
	const struct vector across = vector_add(n, -u, a), rho = vector_add(zero, wheel_r / s, across);
	struct vector rate = vector_add(vector_add(zero, -du, a), -u, da);
	rate = vector_add(vector_add(zero, wheel_r / s, rate), wheel_r * u * du / (s * s * s), across);
	const struct vector force = vector_minus(vector_cross(w, rate), g);
	struct vector right = vector_add(zero, -wheel_m, vector_cross(rho, force));
	right = vector_add(right, -(wheel_Ja - wheel_Jt) * vector_dot(w, a), da);
	const double A[3] = {a.x, a.y, a.z}, P[3] = {rho.x, rho.y, rho.z};
	double matrix[MINIMAL_MOST_S][MINIMAL_MOST_S] = {{0}}, dw[3] = {right.x, right.y, right.z};
	for (int i = 0; i < 3; i++) {
		for (int j = 0; j < 3; j++) {
			matrix[i][j] = (i == j ? wheel_Jt + wheel_m * vector_dot(rho, rho) : 0) +
			               (wheel_Ja - wheel_Jt) * A[i] * A[j] - wheel_m * P[i] * P[j];
		}
	}
	minimal_solve(3, matrix, dw);
	const struct vector v = vector_cross(w, rho);
	const double out[WHEEL_STATE] = {v.x, v.y, v.z, da.x, da.y, da.z, dw[0], dw[1], dw[2]};
	memcpy(slope, out, sizeof out);
}

static void wheel_advance(double *state, double time, int steps)
{
	const double h = time / steps, ahead[4] = {0, h / 2, h / 2, h}, weight[4] = {1, 2, 2, 1};
	for (int i = 0; i < steps; i++) {
		double slope[WHEEL_STATE] = {0}, sum[WHEEL_STATE] = {0}, moved[WHEEL_STATE];
		for (int k = 0; k < 4; k++) {
			for (int j = 0; j < WHEEL_STATE; j++) {
				moved[j] = state[j] + ahead[k] * slope[j];
			}
			wheel_slope(moved, slope);
			for (int j = 0; j < WHEEL_STATE; j++) {
				sum[j] += weight[k] * slope[j];
			}
		}
		for (int j = 0; j < WHEEL_STATE; j++) {
			state[j] += h / 6 * sum[j];
		}
	}
}

static void the_wheel_rolls_as_newton_and_euler_say(void **state)
{
	static const char *const names[6] = {"bodies.wheel.x",           "bodies.wheel.y",
	                                     "bodies.wheel.z",           "sensors.axle.position[1]",
	                                     "sensors.axle.position[2]", "sensors.axle.position[3]"};
	/* rolling has three rows, two of them of velocities alone: three freedoms of velocity are
	 * left */
	const struct library_case c = {"bicycle_wheel", 3, 0, 4, 1e-9, 8, 1};
	double motion[WHEEL_STATE] = {0, 0, 0.34, 0, 1, 0, 1.5, 2.4 / 0.34, 0};
	double least = 1, most = 0;
	struct example e;
	(void)state;
	library_open(&e, &c);
	for (int k = 1; k <= (SLOW_BUILD ? 2 : 40); k++) {
		example_advance(&e, 0.1 * k);
		wheel_advance(motion, 0.1, 200);
		for (int i = 0; i < 6; i++) {
			const double expected = i < 3 ? motion[i] : motion[i - 3] + 0.1 * motion[i];
			assert_close(example_get(&e, names[i]), expected, 1e-7);
		}
		library_check_state(&e, &c);
		least = fmin(least, motion[5]);
		most = fmax(most, motion[5]);
	}
	/* it leans to one side and the other and does not fall */
	assert_true(SLOW_BUILD || (least < -0.05 && most > 0.05 && most < 0.5));
	example_close(&e);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_heavy_top_meets_the_reference),
		cmocka_unit_test(the_gyroscope_precesses_steadily),
		cmocka_unit_test(the_gyroscope_nods_when_it_does_not_start_steadily),
		cmocka_unit_test(the_wheel_rolls_as_newton_and_euler_say),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
