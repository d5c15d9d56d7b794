/* Units in processes of their own: the same results bit by bit, failures that name unit, call and
 * time, rows that stay. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "assert_close.h"
#include "host_isolate.h"
#include "slow_build.h"
#include "system_fixture.h"

static void results_are_the_same_bit_by_bit(void **state)
{
	static const char *const algorithms[] = {"jacobi", "gauss_seidel", "iterated", "newton"};
	(void)state;
	for (int k = 0; k < 4; k++) {
		struct host_run_options options = host_run_defaults();
		struct host_text csv[2];
		char text[500];
		(void)snprintf(
			text, sizeof text,
			"system: s\nunits:\n  a: {file: linear.fmu, parameters: {A1: -2, B1: 1, C1: 1, x01: 1}}\n  b: {file: "
			"linear.fmu, parameters: {A1: -1, B1: 3, C1: 1, D1: 0.2, behaviour: 3}}\nconnections: [a.y1 -> b.u1, "
			"b.y1 -> a.u1]\nalgorithm: {name: %s, step: 0.05}\nexperiment: {stop: 1, step: 0.1}\n",
			algorithms[k]);
		for (int isolated = 0; isolated < 2; isolated++) {
			struct host_csv results;
			struct mech_message message = {""};
			options.isolated_limit = isolated * HOST_RUN_CALL_LIMIT;
			if (system_run(text, options, &results, &message) != 0) {
				fail_msg("%s", message.text);
			}
			host_csv_free(&results);
			csv[isolated] = host_folder_get(host_folder_path("results.csv"));
		}
		assert_int_equal(csv[0].size, csv[1].size);
		assert_memory_equal(csv[0].bytes, csv[1].bytes, csv[0].size);
		host_text_free(&csv[0]);
		host_text_free(&csv[1]);
	}
}

/* 1: an error, 2: not a number, 6: refuses to go back, 7: a crash, 9: a call that does not come
 * back */
static void failures_name_unit_call_and_time_and_rows_stay(void **state)
{
	static const struct {
		int behaviour;
		const char *algorithm, *message;
		int rows;
	} failures[] = {
		{1, "jacobi", "the step failed at time 0.5: unit 'b': the step failed at time 0.5: cannot go on", 6},
		{2, "jacobi", "the step failed at time 0.4: unit 'b': 'y1' is no finite number at time 0.5", 5},
		{7, "gauss_seidel",
	     "the step failed at time 0.5: unit 'b': the step failed at time 0.5: fmi2DoStep crashed: Segmentation fault "
	     "(signal 11)",
	     6},
		{9, "gauss_seidel",
	     "the step failed at time 0.5: unit 'b': the step failed at time 0.5: fmi2DoStep did not come back within 0.3 "
	     "s; "
	     "its process was ended",
	     6},
	};
	(void)state;
	for (size_t k = 0; k < sizeof failures / sizeof failures[0]; k++) {
		struct host_run_options options = host_run_defaults();
		struct host_csv results;
		struct mech_message message = {""};
		char text[500];
		options.isolated_limit = failures[k].behaviour == 9 ? 0.3 : HOST_RUN_CALL_LIMIT;
		(void)snprintf(
			text, sizeof text,
			"system: s\nunits:\n  a: {file: linear.fmu, parameters: {D1: 1}}\n  b: {file: linear.fmu, parameters: "
			"{A1: -1, C1: 1, behaviour: %d}}\nconnections: [a.y1 -> b.u1, b.y1 -> a.u1]\nalgorithm: {name: %s}\n"
			"experiment: {stop: 1, step: 0.1}\n",
			failures[k].behaviour, failures[k].algorithm);
		assert_int_equal(system_run(text, options, &results, &message), -1);
		assert_string_equal(message.text, failures[k].message);
		assert_int_equal(results.n_rows, failures[k].rows);
		host_csv_free(&results);
	}
}

static void note(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status, fmi2String category,
                 fmi2String format, ...)
{
	char *said = environment;
	va_list arguments;
	(void)status;
	(void)category;
	va_start(arguments, format);
	(void)vsnprintf(said + strlen(said), 400 - strlen(said), format, arguments);
	va_end(arguments);
	assert_string_equal(instance, "u");
}

/* a unit of the folder, in its own process */
struct alone {
	struct host_fmu fmu;
	struct host_isolated *process;
	fmi2CallbackFunctions callbacks;
	fmi2Component component;
	char said[400];
};

static void alone_open(struct alone *u)
{
	struct mech_message message = {""};
	memset(u, 0, sizeof *u);
	assert_int_equal(host_fmu_unpack(host_folder_path("linear.fmu"), &u->fmu, &message), 0);
	u->process = host_isolate_start(&u->fmu, HOST_RUN_CALL_LIMIT, &message);
	if (u->process == NULL) {
		fail_msg("%s", message.text);
	}
	u->callbacks = (fmi2CallbackFunctions){note, calloc, free, NULL, u->said};
	u->component = host_isolate_instantiate(u->process, "u", &u->callbacks, 0);
	assert_non_null(u->component);
}

static void alone_close(struct alone *u)
{
	u->fmu.functions.FreeInstance(u->component);
	host_isolate_end(u->process);
	host_fmu_close(&u->fmu);
}

static void values_of_all_types_arrive(void **state)
{
	static const fmi2ValueReference parameters[3] = {0, 5, 17}, one = 1, output = 30, input = 20;
	const fmi2Real numbers[3] = {1.5, -0.0, 1e-310};
	fmi2Real back[3] = {0};
	const fmi2Integer integer = 8, order = 1;
	fmi2Integer whole = 0;
	const fmi2Boolean yes = fmi2True;
	fmi2Boolean flag = fmi2False;
	const fmi2String text = "wheel \"left\"";
	fmi2String label = NULL;
	const fmi2Real direction = 2;
	struct alone u;
	(void)state;
	alone_open(&u);
	const struct host_fmu_functions *f = &u.fmu.functions;
	assert_int_equal(f->SetReal(u.component, parameters, 3, numbers), fmi2OK);
	assert_int_equal(f->GetReal(u.component, parameters, 3, back), fmi2OK);
	assert_memory_equal(back, numbers, sizeof back);
	assert_int_equal(f->SetInteger(u.component, &one, 1, &integer), fmi2OK);
	assert_int_equal(f->GetInteger(u.component, &one, 1, &whole), fmi2OK);
	assert_int_equal(whole, 8);
	assert_int_equal(f->SetBoolean(u.component, &one, 1, &yes), fmi2OK);
	assert_int_equal(f->GetBoolean(u.component, &one, 1, &flag), fmi2OK);
	assert_int_equal(flag, fmi2True);
	assert_int_equal(f->SetString(u.component, &one, 1, &text), fmi2OK);
	assert_int_equal(f->GetString(u.component, &one, 1, &label), fmi2OK);
	assert_string_equal(label, text);
	/* D1 is parameter 12 */
	assert_int_equal(f->SetReal(u.component, &(fmi2ValueReference){12}, 1, &numbers[0]), fmi2OK);
	assert_int_equal(f->GetDirectionalDerivative(u.component, &output, 1, &input, 1, &direction, back), fmi2OK);
	assert_close(back[0], 3, 0);
	assert_int_equal(f->SetRealInputDerivatives(u.component, &input, 1, &order, &direction), fmi2OK);
	assert_int_equal(f->GetRealOutputDerivatives(u.component, &output, 1, &order, back), fmi2OK);
	assert_close(back[0], 3, 0);
	assert_int_equal(f->SetRealInputDerivatives(u.component, &input, 1, &(fmi2Integer){7}, &direction), fmi2Error);
	assert_string_equal(u.said, "no such derivative");
	alone_close(&u);
}

/* more than the shared memory holds is an error, and the unit goes on */
static void too_many_values_are_refused(void **state)
{
	enum { MANY = 200000 };
	fmi2ValueReference *references = calloc(MANY, sizeof *references);
	fmi2Real *values = calloc(MANY, sizeof *values);
	struct alone u;
	(void)state;
	assert_true(references != NULL && values != NULL);
	alone_open(&u);
	assert_int_equal(u.fmu.functions.GetReal(u.component, references, MANY, values), fmi2Error);
	assert_string_equal(u.said, "more values than the memory shared with its process has room for");
	assert_int_equal(u.fmu.functions.GetReal(u.component, references, 1, values), fmi2OK);
	alone_close(&u);
	free(references);
	free(values);
}

/* prints what a call costs */
static void a_call_costs_microseconds(void **state)
{
	const int calls = SLOW_BUILD ? 100 : 20000;
	static const fmi2ValueReference parameter = 0;
	struct timespec begin, end;
	struct alone u;
	fmi2Real value = 0;
	(void)state;
	alone_open(&u);
	(void)clock_gettime(CLOCK_MONOTONIC, &begin);
	for (int k = 0; k < calls; k++) {
		assert_int_equal(u.fmu.functions.GetReal(u.component, &parameter, 1, &value), fmi2OK);
	}
	(void)clock_gettime(CLOCK_MONOTONIC, &end);
	print_message("%.2f us a call\n",
	              1e6 * ((double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec)) / calls);
	alone_close(&u);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(results_are_the_same_bit_by_bit),
		cmocka_unit_test(failures_name_unit_call_and_time_and_rows_stay),
		cmocka_unit_test(values_of_all_types_arrive),
		cmocka_unit_test(too_many_values_are_refused),
		cmocka_unit_test(a_call_costs_microseconds),
	};
	return cmocka_run_group_tests(tests, system_setup, host_folder_teardown);
}
