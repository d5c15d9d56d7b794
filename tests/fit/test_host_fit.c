/* Fits of mechanisms to measurements with noise: values within the deviations that are reported,
 * files, and what is said where the measurements do not suffice.
 *
 * MECHFMU_LONG_TESTS=1: a hundred seeds instead of two.
 */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "assert_close.h"
#include "host/host_folder.h"
#include "host_csv.h"
#include "host_distribution.h"
#include "host_fit.h"
#include "host_global.h"
#include "host_number.h"

/* a cart on a spring, with dry and viscous friction */
#define FIT_CART                                                                                                     \
	"mechanism: cart\nparameters: {dry: 1.5}\n"                                                                      \
	"bodies:\n"                                                                                                      \
	"  cart: {mass: 2, inertia: 0, center: [0, 0]}  # kept\n"                                                        \
	"joints:\n"                                                                                                      \
	"  rail: {type: prismatic, bodies: [ground, cart], at: [0, 0], axis: [1, 0]}\n"                                  \
	"forces:\n"                                                                                                      \
	"  spring: {type: spring_damper, bodies: [ground, cart], from: [-1, 0], to: [0, 0], stiffness: 50, length: 1}\n" \
	"  brake: {type: joint_friction, joint: rail, viscous: 0.8, coulomb: dry, breakaway: dry}\n"                     \
	"initial:\n"                                                                                                     \
	"  rail: {position: 0.5, speed: 0}\n"                                                                            \
	"outputs: [joints.rail.position, joints.rail.speed]\n"                                                           \
	"solver: {tolerance: 1e-8}\n"                                                                                    \
	"experiment: {start: 0, stop: 3, step: 0.02}\n"

static char fit_former[HOST_PATH_SIZE];

static int fit_setup(void **state)
{
	if (host_folder_setup(state) != 0 || getcwd(fit_former, sizeof fit_former) == NULL ||
	    chdir(host_test_folder) != 0) {
		return -1;
	}
	(void)host_folder_put("cart.yaml", FIT_CART, strlen(FIT_CART));
	return 0;
}

static int fit_teardown(void **state)
{
	return chdir(fit_former) == 0 ? host_folder_teardown(state) : -1;
}

static int fit_seeds(void)
{
	const char *all = getenv("MECHFMU_LONG_TESTS");
	return all != NULL && strcmp(all, "1") == 0 ? 100 : 2;
}

/* ---- measurements */

static void fit_command(const char *words)
{
	char command[3 * HOST_PATH_SIZE];
	(void)snprintf(command, sizeof command, "'%s' %s >said.txt 2>&1", MECHFMU_PROGRAM, words);
	if (system(command) != 0) {
		struct host_text said = host_folder_get("said.txt");
		fail_msg("%s: %s", words, said.bytes);
	}
}

static struct host_csv fit_table(const char *name)
{
	struct host_csv csv;
	struct mech_message message = {""};
	struct host_text text = host_folder_get(name);
	assert_int_equal(host_csv_read(name, text.bytes, text.size, &csv, &message), 0);
	host_text_free(&text);
	return csv;
}

/* a normal number from seed and place: the inverse of its distribution at a hash */
static double fit_noise(uint64_t seed, uint64_t place)
{
	uint64_t x = (seed << 32) + place + 0x9e3779b97f4a7c15u;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return host_normal_inverse(((double)((x ^ x >> 31) >> 12) + 0.5) / 4503599627370496.0);
}

/* measured.csv: two columns of exact.csv, a and b, with noise of these deviations */
static void fit_measure(uint64_t seed, const char *const names[2], const double deviations[2])
{
	struct host_csv csv = fit_table("exact.csv");
	FILE *file = fopen("measured.csv", "w");
	assert_non_null(file);
	(void)fputs("time,a,b\n", file);
	for (int row = 0; row < csv.n_rows; row++) {
		(void)fputs(host_csv_cell(&csv, row, 0), file);
		for (int k = 0; k < 2; k++) {
			double value = NAN;
			for (int column = 1; column < csv.n_columns; column++) {
				if (strcmp(host_csv_cell(&csv, -1, column), names[k]) == 0) {
					assert_int_equal(host_number_read(host_csv_cell(&csv, row, column), &value), 0);
				}
			}
			assert_true(isfinite(value));
			(void)fprintf(file, ",%.12g", value + deviations[k] * fit_noise(seed, (uint64_t)(2 * row + k)));
		}
		(void)fputs("\n", file);
	}
	assert_int_equal(fclose(file), 0);
	host_csv_free(&csv);
}

/* ---- fits */

static struct host_study *fit_study(const char *text)
{
	struct host_problems problems = {0};
	(void)host_folder_put("fit.yaml", text, strlen(text));
	struct host_study *s = host_study_read("fit.yaml", &problems);
	if (s == NULL || host_problems_fail(&problems)) {
		(void)host_problems_write(&problems, 1, stderr);
		fail_msg("a good study has problems");
	}
	host_problems_free(&problems);
	return s;
}

static struct host_fit *fit_run(const struct host_study *s, int threads)
{
	struct mech_message message = {""};
	struct host_fit *fit = host_fit_create(s, threads, &message);
	if (fit == NULL || host_fit_run(fit, &message) != 0) {
		fail_msg("%s", message.text);
	}
	return fit;
}

/* how many of the seeds have all values within three of their deviations */
static void fit_many(const char *study, const char *const names[2], const double deviations[2], const double *truth)
{
	int good = 0;
	const int seeds = fit_seeds();
	for (int seed = 10; seed < 10 + seeds; seed++) {
		fit_measure((uint64_t)seed, names, deviations);
		struct host_study *s = fit_study(study);
		struct host_fit *fit = fit_run(s, 2);
		int within = 1;
		for (int k = 0; k < fit->n; k++) {
			const double off = (fit->x[k] - truth[k]) / sqrt(fit->covariance[k + k * fit->n]);
			if (!(fabs(off) <= 3.0)) {
				print_message("seed %d: %s is off by %.2f deviations\n", seed, s->variations[k].name, off);
				within = 0;
			}
		}
		good += within;
		/* deviations that are estimated are those of the noise, as far as so many numbers tell */
		for (int c = 0; c < fit->n_columns; c++) {
			assert_close(fit->columns[c].deviation / deviations[c], 1.0, 4.5 / sqrt(2.0 * fit->columns[c].n));
		}
		host_fit_free(fit);
		host_study_free(s);
	}
	print_message("%d of %d fits within three deviations\n", good, seeds);
	assert_true(good >= 0.95 * seeds);
}

static void test_friction_is_recovered(void **state)
{
	static const char *const names[2] = {"joints.rail.position", "joints.rail.speed"};
	static const double deviations[2] = {0.002, 0.02}, truth[2] = {1.5, 0.8};
	(void)state;
	fit_command("run cart.yaml --output-file exact.csv");
	fit_many("study: f\nof: cart.yaml\n"
	         "fit: {parameters.dry: {from: 0, to: 10, start: 1}, forces.brake.viscous: {from: 0, start: 0.5}}\n"
	         "measurements: [{csv: measured.csv, columns: {joints.rail.position: a, joints.rail.speed: b}}]\n",
	         names, deviations, truth);
}

static void test_a_four_bar_is_recovered(void **state)
{
	static const char *const names[2] = {"joints.crank_bearing.angle", "joints.rocker_bearing.speed"};
	static const double deviations[2] = {0.01, 0.05}, truth[4] = {0.5366563145999494, 0.36, 0.05, 0.01};
	(void)state;
	fit_command("run " MECHFMU_SOURCE_DIR
	            "/examples/four_bar/four_bar.yaml --stop-time 2 --output-interval 0.02 --output-file exact.csv");
	fit_many("study: f\nof: " MECHFMU_SOURCE_DIR "/examples/four_bar/four_bar.yaml\n"
	         "fit:\n"
	         "  bodies.coupler.mass: {from: 0.1, to: 3, start: 0.7}\n"
	         "  bodies.rocker.mass: {from: 0.1, to: 3, start: 0.5}\n"
	         "  forces.crank_friction.viscous: {from: 0, to: 1, start: 0.045}\n"
	         "  forces.rocker_friction.viscous: {from: -1, to: 1, start: 0.02}\n"
	         "measurements:\n"
	         "  - {csv: measured.csv, columns: {joints.crank_bearing.angle: a, joints.rocker_bearing.speed: b}}\n",
	         names, deviations, truth);
}

#define FIT_BRAKE               \
	"study: f\nof: cart.yaml\n" \
	"fit: {parameters.dry: {from: 0, to: 10, start: 1}, forces.brake.viscous: {from: 0, to: 5, start: 0.5}}\n"

/* two runs, one with another mass and with gaps; wrong measurements in it do no harm with a robust
 * loss; the number of threads does not matter */
static void test_several_runs_and_wrong_measurements(void **state)
{
	static const char *const names[2] = {"joints.rail.position", "joints.rail.speed"};
	static const double deviations[2] = {0.002, 0.02};
	double values[2][2] = {{0.0}};
	(void)state;
	fit_command("run cart.yaml --output-file exact.csv");
	fit_measure(7, names, deviations);
	assert_int_equal(rename("measured.csv", "first.csv"), 0);
	fit_command("run cart.yaml --start-value bodies.cart.mass 4 --output-file exact.csv");
	fit_measure(8, names, deviations);
	assert_int_equal(system("awk -F, 'NR > 1 && NR % 10 == 0 {$2 = 3} NR > 1 && NR % 7 == 0 {$3 = \"\"} "
	                        "{print $1 \",\" $2 \",\" $3}' measured.csv > second.csv"),
	                 0);
	for (int k = 0; k < 2; k++) {
		struct host_study *s = fit_study(
			FIT_BRAKE "measurements:\n"
					  "  - {csv: first.csv, columns: {joints.rail.position: a}, deviation: 0.002}\n"
					  "  - {csv: second.csv, columns: {joints.rail.position: a, joints.rail.speed: b}, deviation: "
					  "{joints.rail.position: 0.002}, set: {bodies.cart.mass: 4}}\n"
					  "loss: cauchy\n");
		struct host_fit *fit = fit_run(s, k + 1);
		assert_close(fit->x[0], 1.5, 3.0 * sqrt(fit->covariance[0]));
		assert_close(fit->x[1], 0.8, 3.0 * sqrt(fit->covariance[3]));
		assert_true(sqrt(fit->covariance[0]) < 0.02);
		assert_close(fit->columns[2].deviation / 0.02, 1.0, 0.25);
		assert_int_equal(fit->columns[2].n, 151 - 151 / 7);
		memcpy(values[k], fit->x, sizeof values[k]);
		host_fit_free(fit);
		host_study_free(s);
	}
	assert_memory_equal(values[0], values[1], sizeof values[0]);
}

/* from a start that leads nowhere: the search of the whole range finds the way */
static void test_a_global_search_needs_no_start(void **state)
{
	static const char *const names[2] = {"joints.rail.position", "joints.rail.speed"};
	static const double deviations[2] = {0.002, 0.02};
	static const char *const study = "study: f\nof: cart.yaml\n"
									 "fit: {forces.spring.stiffness: {from: 1, to: 2000, start: 1500}}\n"
									 "measurements: [{csv: measured.csv, columns: {joints.rail.position: a}}]\n"
									 "search: {global: 150, seed: 3}\n";
	struct mech_message message = {""};
	(void)state;
	fit_command("run cart.yaml --output-file exact.csv");
	fit_measure(1, names, deviations);
	struct host_study *s = fit_study(study);
	struct host_fit *fit = host_fit_create(s, 1, &message);
	if (host_global_is_there()) {
		assert_non_null(fit);
		assert_int_equal(host_fit_run(fit, &message), 0);
		assert_close(fit->x[0], 50.0, 4.0 * sqrt(fit->covariance[0]));
	} else {
		assert_null(fit);
		assert_non_null(strstr(message.text, "built without NLopt"));
	}
	host_fit_free(fit);
	host_study_free(s);
}

/* the program: its files, and what it says of two parameters that only act together */
static void test_files_of_a_fit(void **state)
{
	static const char *const names[2] = {"joints.rail.position", "joints.rail.speed"};
	static const double deviations[2] = {0.002, 0.02};
	(void)state;
	fit_command("run cart.yaml --output-file exact.csv");
	fit_measure(1, names, deviations);
	(void)host_folder_put(
		"fit.yaml", FIT_BRAKE "measurements: [{csv: measured.csv, columns: {joints.rail.position: a}}]\n",
		strlen(FIT_BRAKE "measurements: [{csv: measured.csv, columns: {joints.rail.position: a}}]\n"));
	fit_command("fit fit.yaml --threads 2");
	struct host_csv csv = fit_table("fit_fit.csv"), residuals = fit_table("fit_fit_residuals.csv");
	double coulomb = NAN, deviation = NAN, measured = NAN, computed = NAN, residual = NAN;
	assert_int_equal(csv.n_rows, 2);
	assert_string_equal(host_csv_cell(&csv, 0, 0), "parameters.dry");
	assert_int_equal(host_number_read(host_csv_cell(&csv, 0, 1), &coulomb), 0);
	assert_int_equal(host_number_read(host_csv_cell(&csv, 0, 2), &deviation), 0);
	assert_close(coulomb, 1.5, 4.0 * deviation);
	assert_int_equal(residuals.n_rows, 151);
	assert_int_equal(host_number_read(host_csv_cell(&residuals, 150, 4), &measured), 0);
	assert_int_equal(host_number_read(host_csv_cell(&residuals, 150, 5), &computed), 0);
	assert_int_equal(host_number_read(host_csv_cell(&residuals, 150, 6), &residual), 0);
	assert_close(computed - measured, residual, 1e-12);
	/* the mechanism with the fitted numbers runs as computed; all but the numbers is as it was */
	fit_command("run fit_fit_mechanism.yaml --output-file again.csv");
	struct host_csv again = fit_table("again.csv");
	double position = NAN;
	assert_int_equal(host_number_read(host_csv_cell(&again, 150, 1), &position), 0);
	assert_close(position, computed, 1e-6);
	struct host_text text = host_folder_get("fit_fit_mechanism.yaml");
	assert_non_null(strstr(text.bytes, "center: [0, 0]}  # kept\n"));
	assert_non_null(strstr(text.bytes, host_csv_cell(&csv, 0, 1)));
	host_text_free(&text);
	host_csv_free(&again);
	host_csv_free(&residuals);
	host_csv_free(&csv);
	/* the motion knows the quotients of stiffness and mass alone, where nothing rubs */
	static const char together[] =
		"study: f\nof: cart.yaml\nfit: {bodies.cart.mass: 1.9, forces.spring.stiffness: 51}\n"
		"measurements: [{csv: measured.csv, columns: {joints.rail.position: a}, set: {parameters.dry: 0, "
		"forces.brake.viscous: 0}}]\n";
	(void)host_folder_put("fit.yaml", together, strlen(together));
	fit_command("fit fit.yaml");
	struct host_text said = host_folder_get("said.txt");
	assert_non_null(strstr(said.bytes, "warning: the measurements do not determine 'bodies.cart.mass', "
	                                   "'forces.spring.stiffness': a change of one is made good by the others"));
	host_text_free(&said);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_friction_is_recovered),
		cmocka_unit_test(test_a_four_bar_is_recovered),
		cmocka_unit_test(test_several_runs_and_wrong_measurements),
		cmocka_unit_test(test_a_global_search_needs_no_start),
		cmocka_unit_test(test_files_of_a_fit),
	};
	return cmocka_run_group_tests(tests, fit_setup, fit_teardown);
}
