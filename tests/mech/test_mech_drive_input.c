/* Joints that follow inputs: what the driver needs is what the motion needs, reported by values
 * alone or with derivatives. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "assert_close.h"
#include "dae_method.h"
#include "find_method.h"
#include "running.h"

/* inertia 1: the effort is the acceleration */
#define ROTOR(keys)                                                  \
	"mechanism: rotor\n"                                             \
	"bodies:\n"                                                      \
	"  rotor: {mass: 1, inertia: 1, center: [0, 0]}\n"               \
	"joints:\n"                                                      \
	"  pin: {type: revolute, bodies: [ground, rotor], at: [0, 0]}\n" \
	"drivers:\n"                                                     \
	"  motor: {type: input, joint: pin, input: wanted" keys "}\n"    \
	"outputs: [drivers.motor.effort]\n"

/* 0.5 sin 10 t and its derivatives */
static void sine(double t, double *u)
{
	u[0] = 0.5 * sin(10 * t);
	u[1] = 5 * cos(10 * t);
	u[2] = -50 * sin(10 * t);
	u[3] = -500 * cos(10 * t);
}

static void set_derivatives(struct running *r, const double *u, int first, int last)
{
	for (int k = first; k <= last; k++) {
		assert_int_equal(mech_set_input_derivative(r->m, running_variable(r, "wanted"), k, u[k], &r->message), 0);
	}
}

/* largest error of the effort at communication points after `begin`; derivatives up to `order` are
 * given with each value */
static double sine_error(double H, const double *steps, int n_steps, int order, double begin)
{
	struct running r;
	double u[4], t = 0, error = 0, amplitude = 0;
	running_start(&r, ROTOR(""), 0, 0);
	for (int k = 0; t < 2; k++) {
		sine(t, u);
		running_set(&r, "wanted", u[0]);
		set_derivatives(&r, u, 1, order);
		running_advance(&r, t += H * steps[k % n_steps]);
		sine(t, u);
		const double effort = running_get(&r, "drivers.motor.effort");
		if (t > begin) {
			error = fmax(error, fabs(effort - u[2]));
			amplitude = fmax(amplitude, fabs(effort));
			assert_close(running_get(&r, "joints.pin.angle"), u[0], 0.02 * H / 0.01);
		}
	}
	assert_close(amplitude, 50, error + 0.2);
	running_close(&r);
	return error;
}

/* with the values of 0.5 sin 10 t the torque has its amplitude of 50 N.m; order 1 is promised, 2 is
 * measured */
static void the_effort_of_a_joint_told_by_values_is_that_of_the_motion(void **state)
{
	(void)state;
	static const double equal[] = {1}, uneven[] = {1, 0.25, 0.6, 0.6, 0.3};
	static const double steps[] = {0.01, 0.005, 0.0025};
	double last = 0, last_uneven = 0;
	for (int k = 0; k < 3; k++) {
		const double error = sine_error(steps[k], equal, 1, 0, 0.1);
		const double error_uneven = sine_error(steps[k], uneven, 5, 0, 0.1);
		assert_small(error, 5 * steps[k]);
		assert_small(error_uneven, 400 * steps[k]);
		if (k > 0) {
			assert_true(error < 0.55 * last && error_uneven < 0.55 * last_uneven);
		}
		last = error;
		last_uneven = error_uneven;
	}
}

/* from rest into the same motion, which takes three steps with up to 15 rad/s: some 100 J come and
 * go */
static void every_method_needs_the_same_effort_and_balances_its_energy(void **state)
{
	(void)state;
	static const char *const methods[] = {"generalized_alpha", "hht",       "midpoint", "energy_decaying", "radau",
	                                      "bdf_displacement",  "bdf",       "dopri5",   "dop853",          "for_sdirk",
	                                      "infl_sdirk",        "infl_trap", "ssp_trap", "for_rosen"};
	for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
		struct running r;
		double u[4];
		running_open(&r, ROTOR(""));
		running_set(&r, "solver.method", number_of_method(methods[i]));
		running_initialize(&r);
		for (int k = 0; k < 100; k++) {
			sine(0.01 * k, u);
			running_set(&r, "wanted", u[0]);
			running_advance(&r, 0.01 * (k + 1));
			sine(0.01 * (k + 1), u);
			if (k > 10) {
				assert_close(running_get(&r, "drivers.motor.effort"), u[2], 0.05);
			}
		}
		assert_small(running_get(&r, "energies.balance_error"), 10 * 1e-6 * 100);
		running_close(&r);
	}
}

/* what the series leaves out of the acceleration: H^2 / 2 times the fourth derivative, 5000; with
 * order 1 or 2 alone the others are foretold */
static void the_effort_with_derivatives_is_that_of_their_series(void **state)
{
	(void)state;
	static const double equal[] = {1}, uneven[] = {1, 0.25, 0.6};
	assert_small(sine_error(0.01, equal, 1, 3, 0), 1e-4 / 2 * 5000 + 1e-6);
	assert_small(sine_error(0.01, uneven, 3, 3, 0), 1e-4 / 2 * 5000 + 1e-6);
	for (int order = 1; order <= 2; order++) {
		const double coarse = sine_error(0.01, equal, 1, order, 0.1);
		const double fine = sine_error(0.0025, equal, 1, order, 0.1);
		assert_small(coarse, 2);
		assert_true(fine < coarse / 4);
	}
}

/* a cubic given with its derivatives in long steps: exactly that */
static void a_motion_that_is_its_series_is_exact(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, ROTOR(""));
	for (int k = 0; k <= 5; k++) {
		const double t = 0.2 * k, u[] = {0.1 + t - t * t + 2 * t * t * t, 1 - 2 * t + 6 * t * t, -2 + 12 * t, 12};
		if (k > 0) {
			running_advance(&r, t);
			assert_close(running_get(&r, "joints.pin.angle"), u[0], 1e-12);
			assert_close(running_get(&r, "joints.pin.speed"), u[1], 1e-11);
			assert_close(running_get(&r, "drivers.motor.effort"), u[2], 1e-9);
		}
		running_set(&r, "wanted", u[0]);
		set_derivatives(&r, u, 1, 3);
		if (k == 0) {
			running_initialize(&r);
		}
	}
	running_close(&r);
}

/* derivatives at the start alone: the motion begins with speed and acceleration, and continues by
 * values without a jerk */
static void derivatives_at_the_start_begin_the_motion(void **state)
{
	(void)state;
	const double H = 0.005;
	struct running r;
	double u[4];
	running_open(&r, ROTOR(""));
	sine(0.03, u);
	running_set(&r, "wanted", u[0]);
	set_derivatives(&r, u, 1, 3);
	running_initialize(&r);
	assert_close(running_get(&r, "drivers.motor.effort"), u[2], 1e-10);
	for (int k = 0; k < 200; k++) {
		sine(0.03 + k * H, u);
		running_set(&r, "wanted", u[0]);
		running_advance(&r, (k + 1) * H);
		sine(0.03 + (k + 1) * H, u);
		assert_close(running_get(&r, "drivers.motor.effort"), u[2], 0.4);
		assert_close(running_get(&r, "joints.pin.speed"), u[1], 2e-3);
	}
	/* 12.5 J come and go */
	assert_small(running_get(&r, "energies.balance_error"), 10 * 1e-6 * 12.5);
	running_close(&r);
}

/* ---- a steered wheel ---- */

/* the example, steered by another driver */
static void open_wishbone(struct running *r, const char *driver)
{
	static const char written[] = "type: input, joint: steering, input: rack_position, start: 0";
	char path[1024], text[8000];
	(void)snprintf(path, sizeof path, "%s/examples/double_wishbone/double_wishbone.yaml", MECHFMU_SOURCE_DIR);
	FILE *file = fopen(path, "rb");
	assert_non_null(file);
	const size_t size = fread(text, 1, sizeof text - 1, file);
	(void)fclose(file);
	text[size] = 0;
	const char *place = strstr(text, written);
	assert_non_null(place);
	char changed[9000];
	(void)snprintf(changed, sizeof changed, "%.*s%s%s", (int)(place - text), text, driver, place + strlen(written));
	running_open(r, changed);
}

static double wishbone_error(double H, double *largest)
{
	static const char *const names[] = {"drivers.steer.effort", "joints.tie_rod.reaction_force[2]"};
	struct running driven, told;
	double error = 0;
	open_wishbone(&driven, "type: harmonic, joint: steering, amplitude: 0.03, frequency: 10");
	open_wishbone(&told, "type: input, joint: steering, input: wanted, start: 0");
	set_derivatives(&told, (const double[]){0, 0.3, 0, -30}, 1, 3);
	running_initialize(&driven);
	running_initialize(&told);
	*largest = 0;
	for (int k = 0; k * H < 0.5 - 1e-9; k++) {
		running_set(&told, "wanted", 0.03 * sin(10 * k * H));
		running_advance(&told, (k + 1) * H);
		running_advance(&driven, (k + 1) * H);
		for (int i = 0; i < 2; i++) {
			const double exact = running_get(&driven, names[i]);
			*largest = fmax(*largest, fabs(exact));
			error = fmax(error, fabs(running_get(&told, names[i]) - exact));
		}
	}
	running_close(&driven);
	running_close(&told);
	return error;
}

static void the_steering_needs_the_force_of_the_same_motion_prescribed(void **state)
{
	(void)state;
	double largest, coarse = wishbone_error(0.01, &largest), fine = wishbone_error(0.0025, &largest);
	assert_true(largest > 100);
	assert_small(coarse, 0.02 * largest);
	assert_true(fine < coarse / 4);
}

/* ---- sudden commands ---- */

/* from 0 to 1 with at most 2 rad/s and 10 rad/s^2, in 0.7 s; values in steps of 1 ms to a whole
 * run */
static void a_sudden_command_is_kept_within_limits(void **state)
{
	(void)state;
	static const double steps[] = {1e-3, 0.01, 0.07, 0.5};
	for (int c = 0; c < 4; c++) {
		struct running r;
		double t = 0;
		running_start(&r, ROTOR(", largest_speed: 2, largest_acceleration: 10"), 0, 0);
		running_set(&r, "wanted", 1);
		while (t < 1) {
			running_advance(&r, t += steps[c]);
			assert_small(running_get(&r, "joints.pin.speed"), 2 + 1e-9);
			assert_small(running_get(&r, "drivers.motor.effort"), 10 + 1e-6);
			const double way = t < 0.2 ? 5 * t * t : t < 0.5 ? 2 * t - 0.2 : 1 - 5 * pow(fmax(0, 0.7 - t), 2);
			assert_close(running_get(&r, "joints.pin.angle"), way, 1e-9);
		}
		assert_close(running_get(&r, "joints.pin.angle"), 1, 1e-12);
		assert_small(running_get(&r, "joints.pin.speed"), 1e-9);
		assert_small(running_get(&r, "drivers.motor.effort"), 1e-6);
		/* 2 J come and go */
		assert_small(running_get(&r, "energies.balance_error"), 10 * 1e-6 * 2);
		running_close(&r);
	}
}

/* without limits: there at the end of the step, at rest, and still there 100 steps later */
static void a_sudden_command_without_limits_is_reached_within_the_step(void **state)
{
	(void)state;
	static const double steps[] = {1e-4, 0.01, 1};
	for (int c = 0; c < 3; c++) {
		const double H = steps[c];
		struct running r;
		running_start(&r, ROTOR(""), 0, 0);
		running_set(&r, "wanted", 1);
		for (int k = 1; k <= 10; k++) {
			running_advance(&r, k * H);
			assert_close(running_get(&r, "joints.pin.angle"), 1, 1e-12);
			assert_small(running_get(&r, "joints.pin.speed"), 1e-9 / H);
			assert_small(running_get(&r, "drivers.motor.effort"), 1e-6 / (H * H));
		}
		/* the largest speed was 15/8 / H: half its square came and went */
		assert_small(running_get(&r, "energies.balance_error"), 10 * 1e-6 * 1.76 / (H * H));
		running_close(&r);
	}
}

static void a_changed_limit_counts_from_the_next_step(void **state)
{
	(void)state;
	struct running r;
	running_start(&r, ROTOR(", largest_speed: 2, largest_acceleration: 10"), 0, 0);
	running_set(&r, "wanted", 100);
	running_advance(&r, 1);
	assert_close(running_get(&r, "joints.pin.speed"), 2, 1e-9);
	running_set(&r, "drivers.motor.largest_speed", 0.5);
	running_advance(&r, 2);
	assert_close(running_get(&r, "joints.pin.speed"), 0.5, 1e-9);
	running_close(&r);
}

/* ---- state ---- */

static void a_saved_motion_goes_on_to_the_last_bit(void **state)
{
	(void)state;
	static const char *const texts[] = {ROTOR(""), ROTOR(", largest_speed: 3, largest_acceleration: 40")};
	for (int c = 0; c < 2; c++) {
		struct running r, other;
		running_start(&r, texts[c], 0, 0);
		running_open(&other, texts[c]);
		const size_t size = mech_state_size(r.m);
		void *saved = malloc(size);
		double u[4];
		for (int k = 0; k < 60; k++) {
			sine(0.01 * k, u);
			running_set(&r, "wanted", u[0]);
			if (k == 30) {
				memcpy(saved, mech_state(r.m), size);
				mech_restore(other.m, saved);
			}
			running_advance(&r, 0.01 * (k + 1));
			if (k >= 30) {
				running_set(&other, "wanted", u[0]);
				running_advance(&other, 0.01 * (k + 1));
			}
		}
		assert_memory_equal(mech_state(r.m), mech_state(other.m), size);
		free(saved);
		running_close(&r);
		running_close(&other);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_effort_of_a_joint_told_by_values_is_that_of_the_motion),
		cmocka_unit_test(every_method_needs_the_same_effort_and_balances_its_energy),
		cmocka_unit_test(the_effort_with_derivatives_is_that_of_their_series),
		cmocka_unit_test(a_motion_that_is_its_series_is_exact),
		cmocka_unit_test(derivatives_at_the_start_begin_the_motion),
		cmocka_unit_test(the_steering_needs_the_force_of_the_same_motion_prescribed),
		cmocka_unit_test(a_sudden_command_is_kept_within_limits),
		cmocka_unit_test(a_sudden_command_without_limits_is_reached_within_the_step),
		cmocka_unit_test(a_changed_limit_counts_from_the_next_step),
		cmocka_unit_test(a_saved_motion_goes_on_to_the_last_bit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
