/* examples/systems/train: two halves of one mechanism, coupled as force and motion, and the whole, against the closed form. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assert_close.h"
#include "host_export.h"
#include "host_read.h"
#include "system_fixture.h"

#define TRAIN MECHFMU_SOURCE_DIR "/examples/systems/train/"

static const double m1 = 800.0, m2 = 400.0, k = 2e4, c = 1000.0, thrust = 1000.0;

/* elongation of the bar */
static double elongation(double time)
{
	const double mu = m1 * m2 / (m1 + m2), decay = c / (2.0 * mu), w = sqrt(k / mu - decay * decay);
	const double rest = mu * thrust / m1 / k;
	return rest * (1.0 - exp(-decay * time) * (cos(w * time) + decay / w * sin(w * time)));
}

/* how far the front car has moved */
static double front(double time)
{
	return (0.5 * thrust * time * time + m2 * elongation(time)) / (m1 + m2);
}

static struct host_csv read_results(void)
{
	struct mech_message unread;
	struct host_csv results;
	struct host_text csv = host_folder_get(host_folder_path("results.csv"));
	assert_int_equal(host_csv_read("results.csv", csv.bytes, csv.size, &results, &unread), 0);
	host_text_free(&csv);
	return results;
}

static double worst_of(const struct host_csv *results, const char *front_name, const char *rear_name)
{
	double worst = 0.0;
	for (int row = 0; row < results->n_rows; row++) {
		const double time = system_cell(results, row, "time");
		worst = fmax(worst, fabs(system_cell(results, row, front_name) - front(time)));
		worst = fmax(worst, fabs(system_cell(results, row, rear_name) - front(time) + elongation(time)));
	}
	return worst;
}

static double worst_of_halves(const char *algorithm, double step)
{
	struct host_run_options options = host_run_defaults();
	struct mech_message message = {""};
	struct host_system *s = system_open(TRAIN "train.yaml");
	for (int name = 0; name < HOST_COUPLING_NAMES; name++) {
		if (strcmp(host_coupling_names[name], algorithm) == 0) {
			s->algorithm.name = (enum host_coupling_name)name;
		}
	}
	s->algorithm.step = step;
	options.output_file = host_folder_path("results.csv");
	if (host_system_run(s, &options, &message) != 0) {
		fail_msg("%s", message.text);
	}
	host_system_free(s);
	struct host_csv results = read_results();
	const double worst = worst_of(&results, "front.joints.rail.position", "rear.joints.rail.position");
	host_csv_free(&results);
	return worst;
}

static void two_halves_move_as_the_whole(void **state)
{
	static const char *const names[] = {"auto", "jacobi", "gauss_seidel", "iterated", "newton"};
	(void)state;
	for (int n = 0; n < 5; n++) {
		const double coarse = worst_of_halves(names[n], 0.02), fine = worst_of_halves(names[n], 0.005);
		print_message("%-14s %9.2e %9.2e\n", names[n], coarse, fine);
		assert_true(fine < 1.5e-3);
		assert_true(fine < coarse / 2.0);
	}
}

static void the_whole_moves_as_the_closed_form(void **state)
{
	struct host_run_options options = host_run_defaults();
	struct mech_message message = {""};
	(void)state;
	struct host_mechanism *m = host_read_file(TRAIN "whole.yaml", &message);
	assert_non_null(m);
	assert_int_equal(host_export(m, host_folder_path("whole.fmu"), HOST_EXPORT_TO_RUN, &message), 0);
	host_mechanism_free(m);
	options.output_file = host_folder_path("results.csv");
	assert_int_equal(host_run_fmu(host_folder_path("whole.fmu"), &options, &message), 0);
	struct host_csv results = read_results();
	assert_true(worst_of(&results, "joints.front_rail.position", "joints.rear_rail.position") < 1e-4);
	host_csv_free(&results);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_halves_move_as_the_whole),
		cmocka_unit_test(the_whole_moves_as_the_closed_form),
	};
	return cmocka_run_group_tests(tests, host_folder_setup, host_folder_teardown);
}
