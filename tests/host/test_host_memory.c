/* Reader, image builder and commands with allocations made to fail once: a message, no crash,
 * nothing lost. Of the long commands a few allocations fail; MECHFMU_ALLOCATIONS=1000 in the
 * environment makes so many of each, MECHFMU_ALLOCATIONS=all each in turn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host_child.h"
#include "host_cli.h"
#include "host_file.h"
#include "host_folder.h"
#include "slow_build.h"
#include "host_image.h"
#include "host_read.h"
#include "wrapped_memory.h"

/* allocations until one fails, of this process and those that it starts; negative: none fails any
 * more */
static atomic_long *allowed;

static int memory_refuses(void)
{
	return allowed != NULL && atomic_fetch_sub(allowed, 1) == 0;
}

static void allow(long n)
{
	atomic_store(allowed, n);
}

/* whether one has failed since allow(n) */
static int has_failed(void)
{
	return atomic_load(allowed) < 0;
}

static const char text[] = "mechanism: slider_crank\n"
						   "description: as drawn\n"
						   "parameters: {length: 2, half: length/2}\n"
						   "bodies:\n"
						   "  crank: {mass: 1, inertia: 1, center: [half, 0]}\n"
						   "  rod: {mass: 1, inertia: 1, center: [1.5, 0]}\n"
						   "joints:\n"
						   "  pin: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
						   "  elbow: {type: revolute, bodies: [crank, rod], at: [1, 0]}\n"
						   "  strut: {type: rod, bodies: [ground, rod], from: [0, 0], to: [length, 0]}\n"
						   "forces:\n"
						   "  motor: {type: torque, joint: pin, input: motor_torque}\n"
						   "initial: {pin: {angle: 0.7}}\n"
						   "outputs: [joints.pin.angle, joints.pin.reaction_force]\n";

/* 0, or 1 with a message, when allocation number n (from 0) fails */
static int attempt(long n, struct mech_message *message)
{
	struct host_image image = {NULL, 0};
	allow(n);
	struct host_mechanism *m = host_read_text("test.yaml", text, sizeof text - 1, message);
	int status = m == NULL || host_image_build(m, &image, message) != 0;
	allow(-1);
	host_image_free(&image);
	host_mechanism_free(m);
	return status;
}

static void every_allocation_may_fail(void **state)
{
	(void)state;
	struct mech_message message;
	long n = 0;
	while (attempt(n, &message) != 0) {
		assert_string_equal(message.text, "test.yaml: out of memory");
		n++;
	}
	/* at least one allocation for each name and table of the file */
	assert_true(n > 50);
}

static const char bar[] = "mechanism: bar\n"
						  "bodies: {bar: {mass: 1, inertia: 0.1, center: [1, 0]}}\n"
						  "joints: {pin: {type: revolute, bodies: [ground, bar], at: [0, 0]}}\n"
						  "outputs: [joints.pin.angle]\n"
						  "experiment: {stop: 0.01, step: 0.01}\n";

/* exit code of `check --motion` when allocation number n fails; what it says to err */
static int check_motion(const char *file, long n, char *said, size_t size)
{
	const char *const words[] = {"mechfmu", "check", "--motion", file};
	FILE *out = tmpfile(), *err = tmpfile();
	assert_non_null(out);
	assert_non_null(err);
	allow(n);
	const int status = host_cli(4, words, out, err);
	const int all_given = !has_failed();
	allow(-1);
	rewind(err);
	said[fread(said, 1, size - 1, err)] = 0;
	(void)fclose(out);
	(void)fclose(err);
	assert_true(status == HOST_EXIT_OK || !all_given);
	return all_given ? -1 : status;
}

static void check_says_which_file_takes_too_much_memory(void **state)
{
	const char *file = host_folder_put("bar.yaml", bar, sizeof bar - 1);
	char said[600], expected[600];
	(void)state;
	(void)snprintf(expected, sizeof expected, "%s: out of memory\n", file);
	int status = HOST_EXIT_OK;
	/* the first allocations belong to the words of the command */
	for (long n = 4; (status = check_motion(file, n, said, sizeof said)) >= 0; n++) {
		if (status != HOST_EXIT_OK) {
			assert_string_equal(said, expected);
		}
	}
}

/* ---- commands that start processes and write files */

struct command {
	int n_words;
	const char *words[8];
	const char *made; /* a file, or NULL */
	int each;         /* each allocation in turn: there are few */
};

/* what a stream holds, appended; it is closed */
static void add_stream(struct host_text *bytes, FILE *stream)
{
	char block[4096];
	size_t n;
	rewind(stream);
	while ((n = fread(block, 1, sizeof block, stream)) > 0) {
		host_text_add_bytes(bytes, block, n);
	}
	(void)fclose(stream);
}

/* exit code where allocation number n fails; what is printed and made, and whether anything is said
 * about trouble */
static int run_command(const struct command *command, long n, struct host_text *result, struct host_text *said)
{
	FILE *out = tmpfile(), *err = tmpfile(), *made;
	assert_true(out != NULL && err != NULL);
	if (command->made != NULL) {
		(void)remove(command->made);
	}
	allow(n);
	const int status = host_cli(command->n_words, command->words, out, err);
	const long left = atomic_load(allowed);
	allow(-1);
	add_stream(result, out);
	add_stream(said, err);
	made = command->made == NULL ? NULL : fopen(command->made, "rb");
	if (made != NULL) {
		add_stream(result, made);
	}
	allow(left);
	return status;
}

/* success has the bytes of success, and failure says so */
static void fail_allocation(const struct command *command, long n, const struct host_text *expected)
{
	struct host_text result = {0}, said = {0};
	const int status = run_command(command, n, &result, &said);
	allow(-1);
	const int same = result.size == expected->size && memcmp(result.bytes, expected->bytes, result.size) == 0;
	if (status == HOST_EXIT_OK ? !same : said.size == 0 && (same || result.size == 0)) {
		fail_msg("%s: allocation %ld fails: code %d, %s", command->words[1], n, status,
		         said.size > 0 ? said.bytes : "silent");
	}
	host_text_free(&result);
	host_text_free(&said);
}

static void fail_allocations(const struct command *command)
{
	enum { MANY = 1000000000 };
	const char *wanted = getenv("MECHFMU_ALLOCATIONS");
	const long runs = command->each ? 0 : wanted == NULL ? (SLOW_BUILD ? 2 : 5) : strtol(wanted, NULL, 10);
	struct host_text expected = {0}, said = {0};
	assert_int_equal(run_command(command, MANY, &expected, &said), HOST_EXIT_OK);
	const long count = MANY - atomic_load(allowed), step = runs > 0 ? count / runs + 1 : 1; /* no number: all */
	assert_true(count > 20);
	for (long n = step / 2; n < count; n += step) {
		fail_allocation(command, n, &expected);
	}
	host_text_free(&expected);
	host_text_free(&said);
}

static void export_run_show_and_lint_survive_without_memory(void **state)
{
	(void)state;
	const char *file = host_folder_put("bar.yaml", bar, sizeof bar - 1);
	const char *fmu = host_folder_path("bar.fmu"), *csv = host_folder_path("bar.csv"),
			   *all = host_folder_path("all.csv"), *made = host_folder_path("made.fmu"),
			   *page = host_folder_path("bar.html");
	const struct command first[] = {{6, {"mechfmu", "export", "--native", file, "-o", fmu}, fmu, 0},
	                                {6, {"mechfmu", "run", fmu, "--all", "-o", all}, all, 0}};
	const struct command commands[] = {{6, {"mechfmu", "export", "--native", file, "-o", made}, made, 0},
	                                   {5, {"mechfmu", "run", fmu, "-o", csv}, csv, 0},
	                                   {7, {"mechfmu", "show", fmu, "--results", all, "-o", page}, page, 1},
	                                   {3, {"mechfmu", "lint", fmu}, NULL, 0}};
	for (size_t k = 0; k < sizeof first / sizeof first[0]; k++) {
		struct host_text result = {0}, said = {0};
		assert_int_equal(run_command(&first[k], -1, &result, &said), HOST_EXIT_OK);
		host_text_free(&result);
		host_text_free(&said);
	}
	for (size_t k = 0; k < sizeof commands / sizeof commands[0]; k++) {
		fail_allocations(&commands[k]);
	}
}

static int setup(void **state)
{
	allowed = host_child_share(sizeof *allowed);
	if (allowed == NULL) {
		return -1;
	}
	allow(-1);
	return host_folder_setup(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_allocation_may_fail),
		cmocka_unit_test(check_says_which_file_takes_too_much_memory),
		cmocka_unit_test(export_run_show_and_lint_survive_without_memory),
	};
	return cmocka_run_group_tests(tests, setup, host_folder_teardown);
}
