/* The sums over bodies and elements, and what mechanisms report, against statics and closed
 * forms. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_close.h"
#include "la_dense.h"
#include "mech_fixture.h"
#include "mech_zoo.h"

/* a rod of mass 2, inertia 0.5, centre at (1.5, 0), hinged at the origin */
static int make_pendulum(struct mech_fixture *f)
{
	fixture_start(f, 0.0, -10.0);
	const int rod = fixture_body(f, "rod", 2.0, 0.5, 1.5, 0.0);
	return fixture_between(f, &mech_revolute, "pin", MECH_GROUND, rod, (double[]){0.0, 0.0, 0.0});
}

/* a and lambda from M a + G^T lambda = f, G a = -bias, by elimination */
static void solve_motion(struct mech_fixture *f)
{
	double G[32 * FIXTURE_V], matrix[56 * 56] = {0.0}, right[56], bias[32];
	int pivot[56];
	const int n = f->model.n_v, m = f->model.n_rows, size = n + m;
	mech_jacobian_dense(&f->c, G);
	mech_force(&f->c, right);
	mech_constraint_bias(&f->c, bias);
	for (int i = 0; i < n; i++) {
		matrix[i + i * size] = f->parameters[f->bodies[i / 3].parameter + (i % 3 == 2)];
		for (int k = 0; k < m; k++) {
			matrix[n + k + i * size] = matrix[i + (n + k) * size] = G[k + i * m];
		}
	}
	for (int k = 0; k < m; k++) {
		right[n + k] = -bias[k];
	}
	assert_int_equal(la_lu_factor(size, matrix, size, pivot), 0);
	la_lu_solve(size, matrix, size, pivot, 1, right, size);
	memcpy(f->a, right, (size_t)n * sizeof *right);
	memcpy(f->lambda, right + n, (size_t)m * sizeof *right);
}

static void a_horizontal_pendulum_begins_to_fall_as_the_closed_form_says(void **state)
{
	(void)state;
	struct mech_fixture f;
	make_pendulum(&f);
	fixture_finish(&f);
	solve_motion(&f);
	/* alpha = -m g l / (J + m l^2), pin carries m (g + l alpha) */
	const double alpha = -2.0 * 10.0 * 1.5 / (0.5 + 2.0 * 1.5 * 1.5);
	assert_close(mech_element_output(&f.c, 0, 2), alpha, 1e-13);
	assert_close(mech_body_output(&f.c, 0, 8), alpha, 1e-13);
	assert_close(mech_element_output(&f.c, 0, 3), 0.0, 1e-13);
	assert_close(mech_element_output(&f.c, 0, 4), 2.0 * (10.0 + 1.5 * alpha), 1e-13);
	assert_close(mech_element_output(&f.c, 0, 5), 0.0, 1e-13);
}

static void a_spinning_rod_pulls_at_its_pin(void **state)
{
	(void)state;
	struct mech_fixture f;
	make_pendulum(&f);
	fixture_finish(&f);
	f.parameters[f.head.gravity + 1] = 0.0;
	/* turned by 1 rad, angular velocity 3: the pin pulls the rod inwards with m w^2 l */
	const double l = 1.5, w = 3.0;
	f.q[0] = l * cos(1.0);
	f.q[1] = l * sin(1.0);
	f.q[2] = 1.0;
	f.v[0] = -w * f.q[1];
	f.v[1] = w * f.q[0];
	f.v[2] = w;
	solve_motion(&f);
	assert_close(mech_element_output(&f.c, 0, 3), -2.0 * w * w * f.q[0], 1e-12);
	assert_close(mech_element_output(&f.c, 0, 4), -2.0 * w * w * f.q[1], 1e-12);
	assert_small(mech_element_output(&f.c, 0, 5), 1e-12);
}

static void a_driver_that_holds_the_pendulum_supplies_its_weight_times_arm(void **state)
{
	(void)state;
	struct mech_fixture f;
	const int pin = make_pendulum(&f);
	fixture_on(&f, &mech_drive_constant_speed, "hold", pin, 0, -1, 0, (double[]){0.0, 0.0});
	fixture_finish(&f);
	solve_motion(&f);
	assert_close(mech_element_output(&f.c, 1, 0), 2.0 * 10.0 * 1.5, 1e-12);
	assert_close(mech_element_output(&f.c, 0, 3), 0.0, 1e-12);
	assert_close(mech_element_output(&f.c, 0, 4), 20.0, 1e-12);
	assert_close(mech_powers(&f.c).supply, 0.0, 0.0);

	/* turning upwards with 0.4 rad/s the same torque brings in power; no acceleration but the
	 * centripetal one */
	f.parameters[f.elements[1].parameter] = 0.4;
	f.v[1] = 0.4 * 1.5;
	f.v[2] = 0.4;
	solve_motion(&f);
	assert_close(mech_element_output(&f.c, 1, 0), 30.0, 1e-12);
	assert_close(mech_powers(&f.c).supply, 12.0, 1e-12);
}

/* a cantilever: the weld carries weight and moment, wherever the reaction is reported */
static void a_weld_reports_the_clamping_moment_about_its_point(void **state)
{
	(void)state;
	for (int reversed = 0; reversed < 2; reversed++) {
		struct mech_fixture f;
		fixture_start(&f, 0.0, -10.0);
		const int beam = fixture_body(&f, "beam", 2.0, 0.5, 1.5, 0.0);
		fixture_between(&f, &mech_weld, "wall", reversed ? beam : MECH_GROUND, reversed ? MECH_GROUND : beam,
		                (double[]){0.5, 0.25});
		fixture_on(&f, &mech_sense_reaction, "cell", 0, 0, -1, 0, NULL);
		fixture_finish(&f);
		solve_motion(&f);
		/* about (0.5, 0.25): weight 20 at arm 1 */
		const double sign = reversed ? -1.0 : 1.0;
		assert_close(mech_element_output(&f.c, 0, 0), 0.0, 1e-12);
		assert_close(mech_element_output(&f.c, 0, 1), sign * 20.0, 1e-12);
		assert_close(mech_element_output(&f.c, 0, 2), sign * 20.0, 1e-12);
		assert_close(mech_element_output(&f.c, 1, 1), sign * 20.0, 1e-12);
		assert_close(mech_element_output(&f.c, 1, 2), sign * 20.0, 1e-12);
	}
}

/* the sensor speaks in the axes of the second body: turned by a right angle, global +y is its +x */
static void a_reaction_sensor_turns_with_the_second_body(void **state)
{
	(void)state;
	struct mech_fixture f;
	const int pin = make_pendulum(&f);
	fixture_on(&f, &mech_sense_reaction, "cell", pin, 0, -1, 0, NULL);
	fixture_finish(&f);
	f.q[0] = 0.0;
	f.q[1] = 1.5;
	f.q[2] = 2.0 * atan(1.0);
	solve_motion(&f);
	assert_close(mech_element_output(&f.c, 1, 0), 20.0, 1e-12);
	assert_close(mech_element_output(&f.c, 1, 1), 0.0, 1e-12);
}

/* a point mass on two rods, at the corner of a 3-4-5 triangle: tensions from the balance of
 * forces */
static void rods_carry_the_tensions_of_statics(void **state)
{
	(void)state;
	struct mech_fixture f;
	fixture_start(&f, 0.0, -10.0);
	const int ball = fixture_body(&f, "ball", 1.0, 1.0, 0.0, -4.0);
	fixture_between(&f, &mech_rod, "left", MECH_GROUND, ball, (double[]){-3.0, 0.0, 0.0, -4.0, NAN});
	fixture_between(&f, &mech_rod, "right", ball, MECH_GROUND, (double[]){0.0, -4.0, 3.0, 0.0, NAN});
	fixture_finish(&f);
	solve_motion(&f);
	/* 2 T 4/5 = 10; outputs: reaction force[2], torque, then the tension */
	for (int i = 0; i < 2; i++) {
		assert_close(mech_element_output(&f.c, i, 3), 6.25, 1e-12);
		assert_small(mech_element_output(&f.c, i, 2), 1e-12);
	}
	/* on the ball (second body of the left rod): up and to the left; on the ground (of the right
	 * one): down and left */
	assert_close(mech_element_output(&f.c, 0, 0), -3.75, 1e-12);
	assert_close(mech_element_output(&f.c, 0, 1), 5.0, 1e-12);
	assert_close(mech_element_output(&f.c, 1, 0), -3.75, 1e-12);
	assert_close(mech_element_output(&f.c, 1, 1), -5.0, 1e-12);
}

/* two wheels, ratio -2: alpha_a = -2 alpha_b, and the torque on b turns J_b + ratio^2 J_a */
static void a_gear_couples_inertias_with_the_square_of_its_ratio(void **state)
{
	(void)state;
	struct mech_fixture f;
	fixture_start(&f, 0.0, 0.0);
	const int a = fixture_body(&f, "a", 1.0, 0.3, 0.0, 0.0), b = fixture_body(&f, "b", 1.0, 0.8, 3.0, 0.0);
	/* the gear is written before the joints it couples */
	const int gear = fixture_on(&f, &mech_gear, "gear", 1, 0, 2, 0, (double[]){-2.0});
	const int pin_a = fixture_between(&f, &mech_revolute, "pin a", MECH_GROUND, a, (double[]){0.0, 0.0, 0.4});
	const int pin_b = fixture_between(&f, &mech_revolute, "pin b", MECH_GROUND, b, (double[]){3.0, 0.0, 0.7});
	for (int i = 0; i < 4; i++) {
		f.elements[gear].body[i] = i == 1 ? a : i == 3 ? b : MECH_GROUND;
	}
	f.elements[gear].n_bodies = 4;
	fixture_on(&f, &mech_torque, "motor", pin_b, 0, -1, 0, (double[]){6.0});
	fixture_finish(&f);
	assert_close(f.derived[f.elements[gear].derived], 0.4 + 2.0 * 0.7, 1e-15);
	solve_motion(&f);
	const double alpha_b = 6.0 / (0.8 + 4.0 * 0.3);
	assert_close(mech_element_output(&f.c, pin_b, 2), alpha_b, 1e-13);
	assert_close(mech_element_output(&f.c, pin_a, 2), -2.0 * alpha_b, 1e-13);
	/* its only output: the torque along the first coordinate */
	assert_int_equal(mech_element_outputs(&mech_gear), 1);
	assert_close(mech_element_output(&f.c, gear, 0), -2.0 * alpha_b * 0.3, 1e-13);
	assert_int_equal(mech_row_element(&f.model, 0), gear);
	assert_int_equal(mech_row_element(&f.model, 2), pin_a);
	assert_int_equal(mech_row_element(&f.model, 3), pin_b);
	assert_int_equal(mech_row_element(&f.model, 5), -1);
}

static void outputs_are_numbered_as_their_specifications_say(void **state)
{
	(void)state;
	struct mech_fixture f;
	struct test_random random = test_random_start(3);
	fixture_start(&f, 0.0, 0.0);
	const int a = fixture_body(&f, "a", 1.0, 1.0, 0.5, 0.0), b = fixture_body(&f, "b", 1.0, 1.0, 0.0, 0.5);
	const int line = fixture_between(&f, &mech_point_on_line, "line", a, b, (double[]){1.0, 2.0, 3.0, 4.0, 0.9, 0.2});
	const int point = fixture_between(&f, &mech_sense_point, "point", b, 0, (double[]){1.0, 2.0});
	fixture_finish(&f);
	fixture_random_state(&f, &random);
	const char *const keys[] = {"position",       "speed",          "acceleration",
	                            "angle",          "angular_speed",  "angular_acceleration",
	                            "reaction_force", "reaction_force", "reaction_torque"};
	double reaction[3];
	mech_joint_reaction(&f.c, &f.elements[line], reaction);
	const double values[] = {mech_joint_value(&f.c, &f.elements[line], 0),
	                         mech_joint_rate(&f.c, &f.elements[line], 0),
	                         mech_joint_acceleration(&f.c, &f.elements[line], 0),
	                         mech_joint_value(&f.c, &f.elements[line], 1),
	                         mech_joint_rate(&f.c, &f.elements[line], 1),
	                         mech_joint_acceleration(&f.c, &f.elements[line], 1),
	                         reaction[0],
	                         reaction[1],
	                         reaction[2]};
	assert_int_equal(mech_element_outputs(&mech_point_on_line), 9);
	for (int k = 0; k < 9; k++) {
		int component;
		const struct mech_output_spec spec = mech_element_output_spec(&mech_point_on_line, k, &component);
		assert_string_equal(spec.key, keys[k]);
		assert_int_equal(component, k == 7);
		assert_close(mech_element_output(&f.c, line, k), values[k], 0.0);
	}
	double velocity[2];
	mech_point_velocity(&f.c, b, f.derived + f.elements[point].derived, velocity);
	assert_close(mech_element_output(&f.c, point, 3), velocity[1], 0.0);
	for (int k = 0; k < 3; k++) {
		assert_close(mech_body_output(&f.c, b, k), f.q[4 + k], 0.0);
		assert_close(mech_body_output(&f.c, b, 3 + k), f.v[3 + k], 0.0);
		assert_close(mech_body_output(&f.c, b, 6 + k), f.a[3 + k], 0.0);
	}
}

static void energies_of_a_moving_body_and_a_stretched_spring(void **state)
{
	(void)state;
	struct mech_fixture f;
	fixture_start(&f, 1.0, -10.0);
	const int ball = fixture_body(&f, "ball", 2.0, 0.5, 3.0, 0.0);
	fixture_between(&f, &mech_spring_damper, "s", MECH_GROUND, ball, (double[]){0.0, 0.0, 3.0, 0.0, 8.0, 0.25, 1.0});
	fixture_finish(&f);
	f.v[0] = 3.0;
	f.v[1] = 4.0;
	f.v[2] = 2.0;
	f.q[1] = 4.0;
	assert_close(mech_kinetic_energy(&f.c), 25.0 + 1.0, 1e-13);
	/* spring from 1 to 5: 8/2 16; weight: -2 (1 * 3 - 10 * 4) */
	assert_close(mech_potential_energy(&f.c), 64.0 + 74.0, 1e-12);
	/* dl/dt = (3 * 3 + 4 * 4) / 5 = 5 */
	assert_close(mech_powers(&f.c).heat, 0.25 * 25.0, 1e-12);
	assert_close(mech_powers(&f.c).supply, 0.0, 0.0);
}

static void the_dense_jacobian_is_the_derivative_of_all_constraints(void **state)
{
	(void)state;
	struct mech_fixture f;
	struct test_random random = test_random_start(5);
	fixture_start(&f, 0.0, 0.0);
	const int a = fixture_body(&f, "a", 1.0, 1.0, 0.5, 0.0), b = fixture_body(&f, "b", 1.0, 1.0, 0.0, 0.5);
	const int slide = fixture_between(&f, &mech_prismatic, "slide", a, b, (double[]){1.0, 2.0, 3.0, 4.0, 0.7});
	const int line = fixture_between(&f, &mech_point_on_line, "line", b, a, (double[]){1.0, 2.0, 3.0, 4.0, 0.9, 0.2});
	/* both joints of the gear touch the same bodies: their columns add up */
	fixture_on(&f, &mech_gear, "gear", slide, 0, line, 0, (double[]){3.0});
	fixture_on(&f, &mech_drive_harmonic, "drive", line, 1, -1, 0, (double[]){0.1, 0.5, 2.0, 0.3});
	fixture_finish(&f);
	const int m = f.model.n_rows;
	for (int k = 0; k < 100; k++) {
		double G[8 * FIXTURE_V], plus[8], minus[8], rate[8];
		fixture_random_state(&f, &random);
		mech_jacobian_dense(&f.c, G);
		mech_constraint_rate(&f.c, rate);
		for (int j = 0; j < f.model.n_v; j++) {
			double *x = &f.q[fixture_place(j)];
			const double old = *x;
			*x = old + 1e-5;
			mech_constraint(&f.c, plus);
			*x = old - 1e-5;
			mech_constraint(&f.c, minus);
			*x = old;
			for (int i = 0; i < m; i++) {
				assert_close(G[i + j * m], (plus[i] - minus[i]) / 2e-5, 1e-8);
			}
		}
		const double t = f.c.t;
		f.c.t = t + 1e-5;
		mech_constraint(&f.c, plus);
		f.c.t = t - 1e-5;
		mech_constraint(&f.c, minus);
		f.c.t = t;
		for (int i = 0; i < m; i++) {
			assert_close(rate[i], (plus[i] - minus[i]) / 2e-5, 1e-8);
		}
	}
}

/* along the true motion of a driven, damped mechanism: d(kinetic + potential)/dt = supply - heat */
static void energies_of_a_whole_mechanism_balance_at_every_instant(void **state)
{
	(void)state;
	struct mech_fixture f;
	fixture_start(&f, 0.5, -10.0);
	const int a = fixture_body(&f, "a", 1.0, 0.2, 0.5, 0.0), b = fixture_body(&f, "b", 2.0, 0.4, 1.5, 0.0);
	const int pin = fixture_between(&f, &mech_revolute, "pin", MECH_GROUND, a, (double[]){0.0, 0.0, 0.0});
	const int elbow = fixture_between(&f, &mech_revolute, "elbow", a, b, (double[]){1.0, 0.0, 0.0});
	fixture_on(&f, &mech_drive_harmonic, "drive", pin, 0, -1, 0, (double[]){0.0, 0.6, 3.0, 0.0});
	fixture_on(&f, &mech_joint_friction, "friction", elbow, 0, -1, 0, (double[]){0.7, 0.0, 0.0, 1.0, 1.0, 0.02});
	fixture_on(&f, &mech_torsional_spring_damper, "spring", elbow, 0, -1, 0, (double[]){5.0, 0.2, 0.4});
	fixture_between(&f, &mech_spring_damper, "strut", MECH_GROUND, b, (double[]){0.0, 1.0, 2.0, 0.0, 9.0, 0.3, 1.0});
	fixture_between(&f, &mech_follower_force, "jet", b, 0, (double[]){2.0, 0.0, 0.0, 1.0, 4.0});
	fixture_between(&f, &mech_body_torque, "wind", b, 0, (double[]){-0.8});
	fixture_finish(&f);
	struct test_random random = test_random_start(11);
	for (int k = 0; k < 100; k++) {
		/* a state on the constraints: two angles and one free speed */
		f.c.t = test_random_in(&random, 0.0, 3.0);
		const double A = 0.6 * sin(3.0 * f.c.t), wA = 1.8 * cos(3.0 * f.c.t);
		const double B = test_random_in(&random, -3.0, 3.0), wB = test_random_in(&random, -4.0, 4.0);
		const double q[6] = {0.5 * cos(A), 0.5 * sin(A), A, cos(A) + 0.5 * cos(B), sin(A) + 0.5 * sin(B), B};
		const double v[6] = {
			-q[1] * wA, q[0] * wA, wA, -sin(A) * wA - 0.5 * sin(B) * wB, cos(A) * wA + 0.5 * cos(B) * wB, wB};
		memcpy(f.q, q, 3 * sizeof *q);
		memcpy(f.q + f.bodies[b].q, q + 3, 3 * sizeof *q);
		memcpy(f.v, v, sizeof v);
		solve_motion(&f);
		const double power = mech_powers(&f.c).supply - mech_powers(&f.c).heat;
		double energy[2];
		for (int side = 0; side < 2; side++) {
			const double h = side == 0 ? -1e-5 : 1e-5;
			for (int i = 0; i < 6; i++) {
				f.q[fixture_place(i)] = q[i] + h * v[i] + 0.5 * h * h * f.a[i];
				f.v[i] = v[i] + h * f.a[i];
			}
			energy[side] = mech_kinetic_energy(&f.c) + mech_potential_energy(&f.c);
		}
		assert_close((energy[1] - energy[0]) / 2e-5, power, 1e-5);
	}
}

/* G a + bias with the dense Jacobian, and its change along the clock with everything else held */
static void accelerations_of_constraints_and_their_clock(void **state)
{
	(void)state;
	static struct mech_fixture f;
	static double G[FIXTURE_NUMBERS * FIXTURE_V];
	struct test_random random = test_random_start(11);
	double out[FIXTURE_NUMBERS], bias[FIXTURE_NUMBERS], jerk[FIXTURE_NUMBERS], later[FIXTURE_NUMBERS];
	make_zoo(&f);
	const int rows = f.model.n_rows;
	for (int round = 0; round < 10; round++) {
		fixture_random_state(&f, &random);
		mech_constraint_acceleration(&f.c, out);
		mech_constraint_bias(&f.c, bias);
		mech_jacobian_dense(&f.c, G);
		for (int i = 0; i < rows; i++) {
			double sum = bias[i];
			for (int j = 0; j < f.model.n_v; j++) {
				sum += G[i + j * rows] * f.a[j];
			}
			assert_close(out[i], sum, 1e-12 * (1 + fabs(sum)));
		}
		mech_constraint_jerk(&f.c, jerk);
		f.c.t += 1e-5;
		mech_constraint_acceleration(&f.c, later);
		f.c.t -= 2e-5;
		mech_constraint_acceleration(&f.c, out);
		for (int i = 0; i < rows; i++) {
			assert_close((later[i] - out[i]) / 2e-5, jerk[i], 1e-5);
		}
	}
}

/* forces are linear in the inputs that drive them */
static void the_part_of_the_forces_that_inputs_drive_is_their_derivative(void **state)
{
	(void)state;
	static struct mech_fixture f;
	struct test_random random = test_random_start(12);
	double before[FIXTURE_V], after[FIXTURE_V], driven[FIXTURE_V];
	make_zoo(&f);
	int inputs = 0;
	for (int i = 0; i < f.model.n_elements; i++) {
		/* four inputs in turn for all that can have one */
		f.elements[i].input = mech_element_kind(&f.elements[i])->file.input ? inputs++ % 4 : -1;
	}
	assert_true(inputs > 8);
	for (int round = 0; round < 10; round++) {
		struct mech_signal changes[4] = {{.t0 = 0}};
		fixture_random_state(&f, &random);
		for (int i = 0; i < 4; i++) {
			f.inputs[i].u[0] = test_random_in(&random, -2.0, 2.0);
			changes[i].u[0] = test_random_in(&random, -2.0, 2.0);
		}
		mech_force(&f.c, before);
		struct mech_context c = f.c;
		struct mech_context none = f.c;
		const struct mech_signal zeros[4] = {{.t0 = 0}};
		c.inputs = changes;
		none.inputs = zeros;
		mech_driven_force(&f.c, &c, &none, driven);
		for (int i = 0; i < 4; i++) {
			f.inputs[i].u[0] += changes[i].u[0];
		}
		mech_force(&f.c, after);
		for (int i = 0; i < f.model.n_v; i++) {
			assert_close(driven[i], after[i] - before[i], 1e-12);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_horizontal_pendulum_begins_to_fall_as_the_closed_form_says),
		cmocka_unit_test(a_spinning_rod_pulls_at_its_pin),
		cmocka_unit_test(a_driver_that_holds_the_pendulum_supplies_its_weight_times_arm),
		cmocka_unit_test(a_weld_reports_the_clamping_moment_about_its_point),
		cmocka_unit_test(a_reaction_sensor_turns_with_the_second_body),
		cmocka_unit_test(rods_carry_the_tensions_of_statics),
		cmocka_unit_test(a_gear_couples_inertias_with_the_square_of_its_ratio),
		cmocka_unit_test(outputs_are_numbered_as_their_specifications_say),
		cmocka_unit_test(energies_of_a_moving_body_and_a_stretched_spring),
		cmocka_unit_test(the_dense_jacobian_is_the_derivative_of_all_constraints),
		cmocka_unit_test(energies_of_a_whole_mechanism_balance_at_every_instant),
		cmocka_unit_test(accelerations_of_constraints_and_their_clock),
		cmocka_unit_test(the_part_of_the_forces_that_inputs_drive_is_their_derivative),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
