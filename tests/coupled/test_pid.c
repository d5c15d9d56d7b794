/* The PID controller of examples/systems/pid as an FMU. Truths: its differential equations by
 * Runge-Kutta, difference quotients, and `mechfmu lint`. */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "assert_close.h"
#include "host_fmu.h"
#include "lint.h"
#include "slow_build.h"

enum { TIME, MEASURED, SETPOINT, COMMAND, KP, KI, KD, FILTER_TIME };
static const double kp = 3, ki = 5, kd = 0.7, filter_time = 0.2;

static struct host_fmu fmu;
#define CALL(name, ...) assert_int_equal(fmu.functions.name(__VA_ARGS__), fmi2OK)

/* inputs: polynomials of degree 3, value and derivatives at a time */
static double input_at(unsigned input, int order, double t)
{
	static const double coefficients[2][4] = {{0.3, -1, 2, 1.5}, {1, 0.5, -3, 0.25}};
	const double *c = coefficients[input - MEASURED];
	const double values[] = {c[0] + t * (c[1] + t * (c[2] + t * c[3])), c[1] + t * (2 * c[2] + 3 * t * c[3]),
	                         2 * c[2] + 6 * t * c[3], 6 * c[3]};
	return values[order];
}

static double command(fmi2Component c)
{
	const fmi2ValueReference vr = COMMAND;
	double value = 0;
	CALL(GetReal, c, &vr, 1, &value);
	return value;
}

static void set(fmi2Component c, fmi2ValueReference vr, double value)
{
	CALL(SetReal, c, &vr, 1, &value);
}

static void set_inputs(fmi2Component c, double t)
{
	for (fmi2ValueReference vr = MEASURED; vr <= SETPOINT; vr++) {
		set(c, vr, input_at(vr, 0, t));
		for (fmi2Integer order = 1; order <= 3; order++) {
			double value = input_at(vr, order, t);
			CALL(SetRealInputDerivatives, c, &vr, 1, &order, &value);
		}
	}
}

static fmi2Component start(void)
{
	fmi2Component c =
		fmu.functions.Instantiate("pid", fmi2CoSimulation, fmu.description.guid, NULL, NULL, fmi2False, fmi2False);
	assert_non_null(c);
	CALL(SetupExperiment, c, fmi2False, 0, 0, fmi2False, 0);
	CALL(EnterInitializationMode, c);
	set(c, KP, kp);
	set(c, KI, ki);
	set(c, KD, kd);
	set(c, FILTER_TIME, filter_time);
	set_inputs(c, 0);
	assert_close(command(c), kp * (input_at(SETPOINT, 0, 0) - input_at(MEASURED, 0, 0)), 1e-15);
	CALL(ExitInitializationMode, c);
	return c;
}

static void run(fmi2Component c, double end, int steps)
{
	for (int k = 0; k < steps; k++) {
		set_inputs(c, k * end / steps);
		CALL(DoStep, c, k * end / steps, end / steps, fmi2True);
	}
}

/* x' = (e - x) / T by classical Runge-Kutta, i by the antiderivative of e */
static double truth(double end)
{
	const int n = 2000;
	double h = end / n, x = input_at(SETPOINT, 0, 0) - input_at(MEASURED, 0, 0), i = 0;
	for (int k = 0; k < n; k++) {
		double e[3];
		for (int j = 0; j < 3; j++) {
			e[j] = input_at(SETPOINT, 0, (k + 0.5 * j) * h) - input_at(MEASURED, 0, (k + 0.5 * j) * h);
		}
		double k1 = (e[0] - x) / filter_time, k2 = (e[1] - x - h / 2 * k1) / filter_time;
		double k3 = (e[1] - x - h / 2 * k2) / filter_time, k4 = (e[2] - x - h * k3) / filter_time;
		x += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
		/* Simpson's rule is exact for cubics */
		i += ki * h / 6 * (e[0] + 4 * e[1] + e[2]);
	}
	double e = input_at(SETPOINT, 0, end) - input_at(MEASURED, 0, end);
	return kp * e + i + kd * (e - x) / filter_time;
}

static void steps_of_any_length_are_exact(void **state)
{
	(void)state;
	static const int steps[] = {1, 2, 7, 100};
	for (int k = 0; k < 4; k++) {
		fmi2Component c = start();
		run(c, 1.5, steps[k]);
		assert_close(command(c), truth(1.5), 1e-10);
		fmu.functions.FreeInstance(c);
	}
}

static void derivatives_that_are_not_set_again_are_zero_in_the_next_step(void **state)
{
	(void)state;
	const fmi2ValueReference vr = MEASURED;
	fmi2Component c = start();
	double value = 0;
	run(c, 0.5, 1);
	CALL(DoStep, c, 0.5, 0.5, fmi2True);
	CALL(GetReal, c, &vr, 1, &value);
	assert_close(value, input_at(MEASURED, 0, 0.5), 1e-14);
	fmu.functions.FreeInstance(c);
}

static void derivatives_along_time_are_those_of_the_motion(void **state)
{
	(void)state;
	const fmi2ValueReference vr = COMMAND;
	const double h = 1e-3, t = 0.8;
	fmi2Component c = start();
	run(c, t, 3);
	double y = truth(t), before = truth(t - h), after = truth(t + h);
	double before2 = truth(t - 2 * h), after2 = truth(t + 2 * h);
	/* central differences, with errors of order h^2; the last one is of order 4, above what the
	 * unit gives */
	const double differences[] = {(after - before) / (2 * h), (after - 2 * y + before) / (h * h),
	                              (after2 - 2 * after + 2 * before - before2) / (2 * h * h * h), 0};
	for (fmi2Integer order = 1; order <= 4; order++) {
		double value = 1;
		CALL(GetRealOutputDerivatives, c, &vr, 1, &order, &value);
		assert_close(value, differences[order - 1], 1e-4 * fmax(1, fabs(differences[order - 1])));
	}
	fmu.functions.FreeInstance(c);
}

static void derivatives_by_inputs_are_those_of_the_command(void **state)
{
	(void)state;
	const fmi2ValueReference unknown = COMMAND;
	for (fmi2ValueReference vr = MEASURED; vr <= SETPOINT; vr++) {
		double slope = 0, one = 1;
		fmi2Component c = start();
		run(c, 0.4, 2);
		double before = command(c);
		CALL(GetDirectionalDerivative, c, &unknown, 1, &vr, 1, &one, &slope);
		set(c, vr, input_at(vr, 0, 0.4) + 1);
		assert_close(command(c) - before, slope, 1e-12);
		fmu.functions.FreeInstance(c);
	}
}

static void a_state_from_bytes_goes_on_to_the_last_bit_and_damaged_bytes_are_refused(void **state)
{
	(void)state;
	fmi2Component c = start(), other = start();
	fmi2FMUstate saved = NULL, loaded = NULL;
	size_t size = 0;
	run(c, 0.3, 2);
	set_inputs(c, 0.3);
	CALL(GetFMUstate, c, &saved);
	CALL(SerializedFMUstateSize, c, saved, &size);
	fmi2Byte *bytes = malloc(size);
	assert_non_null(bytes);
	CALL(SerializeFMUstate, c, saved, bytes, size);
	CALL(DeSerializeFMUstate, other, bytes, size, &loaded);
	CALL(SetFMUstate, other, loaded);
	CALL(DoStep, c, 0.3, 0.1, fmi2True);
	CALL(DoStep, other, 0.3, 0.1, fmi2True);
	assert_true(command(c) == command(other));
	CALL(FreeFMUstate, other, &loaded);
	for (size_t i = 0; i < size; i++) {
		bytes[i] ^= 1;
		assert_int_equal(fmu.functions.DeSerializeFMUstate(other, bytes, size, &loaded), fmi2Error);
		bytes[i] ^= 1;
	}
	CALL(FreeFMUstate, c, &saved);
	free(bytes);
	fmu.functions.FreeInstance(c);
	fmu.functions.FreeInstance(other);
}

static void lint_finds_nothing(void **state)
{
	(void)state;
	struct lint lint;
	lint_run(COUPLED_PID_FMU, &lint);
	lint_write(&lint, COUPLED_PID_FMU, stdout);
	assert_int_equal(lint.failed, 0);
	assert_int_equal(lint_count(&lint, LINT_ERROR), 0);
	/* sanitized libraries need the sanitizer's */
	assert_true(SLOW_BUILD || lint_count(&lint, LINT_WARNING) == 0);
	lint_free(&lint);
}

static int setup(void **state)
{
	struct mech_message message = {""};
	(void)state;
	if (host_fmu_open(COUPLED_PID_FMU, &fmu, &message) != 0) {
		print_error("%s\n", message.text);
		return -1;
	}
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	host_fmu_close(&fmu);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(steps_of_any_length_are_exact),
		cmocka_unit_test(derivatives_that_are_not_set_again_are_zero_in_the_next_step),
		cmocka_unit_test(derivatives_along_time_are_those_of_the_motion),
		cmocka_unit_test(derivatives_by_inputs_are_those_of_the_command),
		cmocka_unit_test(a_state_from_bytes_goes_on_to_the_last_bit_and_damaged_bytes_are_refused),
		cmocka_unit_test(lint_finds_nothing),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
