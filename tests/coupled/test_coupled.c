/* The four-bar linkage and the PID controller as FMUs, coupled by examples/coupled/master.c in every way it knows. The error
 * against the closed loop, computed as one system, falls with the communication step at the order that theory says
 * (master.h); the table is printed.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "find_method.h"
#include "master.h"
#include "assert_close.h"
#include "dae_method_table.h"
#include "examples/four_bar_reference.h"
#include "host/host_folder.h"
#include "host_export.h"
#include "host_read.h"
#include "slow_build.h"

static const double kp = 1, ki = 2, kd = 0.1, filter_time = 0.1, setpoint = 2.5;
static const double stop = 0.5, coarse_step = 0.01;
enum { N_STEP_SIZES = SLOW_BUILD ? 2 : 4 };

static struct host_fmu plant, controller;

/* ---- the closed loop as one system */

struct loop {
	struct four_bar_state bar;
	double i, x;
};

static double loop_command(struct loop s)
{
	double e = setpoint - s.bar.angle;
	return kp * e + s.i + kd * (e - s.x) / filter_time;
}

static struct loop loop_slope(struct loop s)
{
	double e = setpoint - s.bar.angle;
	return (struct loop){four_bar_slope(s.bar, loop_command(s)), ki * e, (e - s.x) / filter_time};
}

static struct loop loop_moved(struct loop s, struct loop slope, double h)
{
	return (struct loop){four_bar_moved(s.bar, slope.bar, h), s.i + h * slope.i, s.x + h * slope.x};
}

static struct loop loop_run(int steps)
{
	double h = stop / steps, start = acos(-1) / 2;
	struct loop s = {{start, 0}, 0, setpoint - start};
	for (int k = 0; k < steps; k++) {
		struct loop k1 = loop_slope(s);
		struct loop k2 = loop_slope(loop_moved(s, k1, h / 2));
		struct loop k3 = loop_slope(loop_moved(s, k2, h / 2));
		struct loop k4 = loop_slope(loop_moved(s, k3, h));
		s = loop_moved(loop_moved(loop_moved(loop_moved(s, k1, h / 6), k2, h / 3), k3, h / 3), k4, h / 6);
	}
	return s;
}

/* ---- the same as two units */

static fmi2ValueReference reference(const struct host_fmu *fmu, const char *name)
{
	int variable = host_description_find(&fmu->description, name);
	if (variable < 0) {
		fail_msg("no variable %s", name);
	}
	return fmu->description.variables[variable].reference;
}

static fmi2Component instantiate(const struct host_fmu *fmu)
{
	fmi2Component c = fmu->functions.Instantiate("unit", fmi2CoSimulation, fmu->description.guid, fmu->resources, NULL,
	                                             fmi2False, fmi2False);
	assert_non_null(c);
	assert_int_equal(fmu->functions.SetupExperiment(c, fmi2True, SLOW_BUILD ? 1e-6 : 1e-9, 0, fmi2True, stop), fmi2OK);
	return c;
}

static void set(const struct host_fmu *fmu, fmi2Component c, const char *name, double value)
{
	fmi2ValueReference vr = reference(fmu, name);
	assert_int_equal(fmu->functions.SetReal(c, &vr, 1, &value), fmi2OK);
}

static double get(const struct host_fmu *fmu, fmi2Component c, const char *name)
{
	fmi2ValueReference vr = reference(fmu, name);
	double value = 0;
	assert_int_equal(fmu->functions.GetReal(c, &vr, 1, &value), fmi2OK);
	return value;
}

/* the plant first: its angle does not depend on its torque directly */
static void open_units(struct master_unit units[2])
{
	fmi2Component bar = instantiate(&plant), pid = instantiate(&controller);
	const fmi2ValueReference method = reference(&plant, "solver.method");
	const fmi2Integer radau = number_of_method("radau");
	assert_int_equal(plant.functions.SetInteger(bar, &method, 1, &radau), fmi2OK);
	set(&controller, pid, "kp", kp);
	set(&controller, pid, "ki", ki);
	set(&controller, pid, "kd", kd);
	set(&controller, pid, "filter_time", filter_time);
	set(&controller, pid, "setpoint", setpoint);
	assert_int_equal(plant.functions.EnterInitializationMode(bar), fmi2OK);
	assert_int_equal(controller.functions.EnterInitializationMode(pid), fmi2OK);
	units[0] = (struct master_unit){.fmu = &plant,
	                                .component = bar,
	                                .input = reference(&plant, "motor_torque"),
	                                .output = reference(&plant, "joints.crank_bearing.angle")};
	units[1] = (struct master_unit){.fmu = &controller,
	                                .component = pid,
	                                .input = reference(&controller, "measured"),
	                                .output = reference(&controller, "command")};
}

static void close_units(struct master_unit units[2])
{
	master_end(units);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(units[i].fmu->functions.Terminate(units[i].component), fmi2OK);
		units[i].fmu->functions.FreeInstance(units[i].component);
	}
}

struct result {
	struct four_bar_state bar;
	double sweeps; /* per step */
};

static struct result run(const struct master_options *options, double step)
{
	struct master_unit units[2];
	int n = (int)(stop / step + 0.5), total = 0;
	open_units(units);
	assert_int_equal(master_start(units, options), fmi2OK);
	for (int k = 0; k < n; k++) {
		int sweeps = 0;
		assert_int_equal(master_step(units, options, k * step, step, &sweeps), fmi2OK);
		total += sweeps;
	}
	struct result r = {{get(&plant, units[0].component, "joints.crank_bearing.angle"),
	                    get(&plant, units[0].component, "joints.crank_bearing.speed")},
	                   (double)total / n};
	close_units(units);
	return r;
}

/* ---- */

static const struct coupling {
	const char *text;
	struct master_options options;
	int order;
} couplings[] = {
	{"Jacobi, constants", {MASTER_JACOBI, 0, 0, 0, 0}, 1},
	{"Gauss-Seidel, constants", {MASTER_GAUSS_SEIDEL, 0, 0, 0, 0}, 1},
	{"Jacobi, lines", {MASTER_JACOBI, 1, 0, 0, 0}, 2},
	{"Gauss-Seidel, lines", {MASTER_GAUSS_SEIDEL, 1, 0, 0, 0}, 2},
	{"Jacobi, constants, iterated", {MASTER_JACOBI, 0, 1, 1e-10, 30}, 1},
	{"Gauss-Seidel, constants, iterated", {MASTER_GAUSS_SEIDEL, 0, 1, 1e-10, 30}, 1},
	{"Jacobi, lines, iterated", {MASTER_JACOBI, 1, 1, 1e-10, 30}, 2},
	{"Gauss-Seidel, lines, iterated", {MASTER_GAUSS_SEIDEL, 1, 1, 1e-10, 30}, 2},
};
enum { N_COUPLINGS = sizeof couplings / sizeof couplings[0] };

/* of angle (rad) and speed (rad/s), the larger */
static double error_of(struct four_bar_state s, struct four_bar_state truth)
{
	return fmax(fabs(s.angle - truth.angle), fabs(s.speed - truth.speed));
}

/* one row of the table; the order between the two smallest steps */
static double measure(const struct coupling *coupling, struct four_bar_state truth)
{
	double error = 0, before = 0;
	print_message("%-34s", coupling->text);
	struct result r = {{0, 0}, 0};
	for (int i = 0; i < N_STEP_SIZES; i++) {
		r = run(&coupling->options, ldexp(coarse_step, -i));
		before = error;
		error = error_of(r.bar, truth);
		print_message(" %9.2e", error);
	}
	print_message(" %6.2f %7.1f\n", log2(before / error), r.sweeps);
	return log2(before / error);
}

static void the_error_falls_with_the_communication_step_as_theory_says(void **state)
{
	struct four_bar_state truth = loop_run(10000).bar;
	(void)state;
	assert_small(error_of(loop_run(5000).bar, truth), 1e-9);
	print_message("%-34s", "error at the end for H =");
	for (int i = 0; i < N_STEP_SIZES; i++) {
		print_message(" %9g", ldexp(coarse_step, -i));
	}
	print_message("  order  sweeps\n");
	for (int k = 0; k < N_COUPLINGS; k++) {
		double order = measure(&couplings[k], truth);
		/* the coarse steps of slow builds show no more than that it falls */
		if (!SLOW_BUILD) {
			assert_close(order, couplings[k].order, 0.25);
		}
		assert_true(order > 0.25);
	}
}

static void iteration_has_one_limit_and_gauss_seidel_is_there_sooner(void **state)
{
	(void)state;
	for (int lines = 0; lines < 2; lines++) {
		struct master_options options = {MASTER_JACOBI, lines, 1, 1e-10, 30};
		struct result jacobi = run(&options, coarse_step);
		options.exchange = MASTER_GAUSS_SEIDEL;
		struct result gauss_seidel = run(&options, coarse_step);
		assert_small(error_of(jacobi.bar, gauss_seidel.bar), SLOW_BUILD ? 1e-4 : 1e-7);
		assert_true(gauss_seidel.sweeps < jacobi.sweeps);
	}
}

static void an_iteration_that_is_not_done_in_time_is_an_error(void **state)
{
	const struct master_options options = {MASTER_JACOBI, 0, 1, 1e-10, 2};
	struct master_unit units[2];
	(void)state;
	open_units(units);
	assert_int_equal(master_start(units, &options), fmi2OK);
	assert_int_equal(master_step(units, &options, 0, coarse_step, NULL), fmi2Error);
	close_units(units);
}

/* what iteration rests on: the saved begin of a step, then another one, then the begin again */
static void a_step_taken_back_leaves_no_trace(void **state)
{
	const struct master_options once = {MASTER_GAUSS_SEIDEL, 1, 0, 0, 0};
	struct master_unit units[2];
	double torque = 40;
	(void)state;
	struct result plain = run(&once, coarse_step);
	open_units(units);
	assert_int_equal(master_start(units, &once), fmi2OK);
	for (int k = 0; k < (int)(stop / coarse_step + 0.5); k++) {
		for (int i = 0; i < 2; i++) {
			const struct host_fmu_functions *f = &units[i].fmu->functions;
			assert_int_equal(f->GetFMUstate(units[i].component, &units[i].saved), fmi2OK);
			assert_int_equal(f->SetReal(units[i].component, &units[i].input, 1, &torque), fmi2OK);
			assert_int_equal(f->DoStep(units[i].component, k * coarse_step, coarse_step / 3, fmi2False), fmi2OK);
			assert_int_equal(f->SetFMUstate(units[i].component, units[i].saved), fmi2OK);
		}
		assert_int_equal(master_step(units, &once, k * coarse_step, coarse_step, NULL), fmi2OK);
	}
	assert_true(get(&plant, units[0].component, "joints.crank_bearing.angle") == plain.bar.angle);
	assert_true(get(&plant, units[0].component, "joints.crank_bearing.speed") == plain.bar.speed);
	close_units(units);
}

static int setup(void **state)
{
	struct mech_message message = {""};
	if (host_folder_setup(state) != 0) {
		return -1;
	}
	struct host_mechanism *mechanism = host_read_file(MECHFMU_SOURCE_DIR "/examples/four_bar/four_bar.yaml", &message);
	const char *path = host_folder_path("four_bar.fmu");
	int status = mechanism == NULL || host_export(mechanism, path, HOST_EXPORT_NATIVE, &message) != 0 ||
	             host_fmu_open(path, &plant, &message) != 0 ||
	             host_fmu_open(COUPLED_PID_FMU, &controller, &message) != 0;
	host_mechanism_free(mechanism);
	if (status != 0) {
		print_error("%s\n", message.text);
	}
	return status;
}

static int teardown(void **state)
{
	host_fmu_close(&plant);
	host_fmu_close(&controller);
	return host_folder_teardown(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_error_falls_with_the_communication_step_as_theory_says),
		cmocka_unit_test(iteration_has_one_limit_and_gauss_seidel_is_there_sooner),
		cmocka_unit_test(an_iteration_that_is_not_done_in_time_is_an_error),
		cmocka_unit_test(a_step_taken_back_leaves_no_trace),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
