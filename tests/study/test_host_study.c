#define _POSIX_C_SOURCE 200809L

/* Study files: what a good one becomes, and what is said of bad ones. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#include "bad_studies.h"
#include "host_sample.h"
#include "host_study_schema.h"
#include "study_fixture.h"

/* all problems of a file, as the program writes them */
static void study_problems(const char *text, char *said, size_t size)
{
	struct host_problems problems = {0};
	(void)host_folder_put("study.yaml", text, strlen(text));
	struct host_study *s = host_study_read("study.yaml", &problems);
	FILE *out = fmemopen(said, size, "w");
	assert_non_null(out);
	said[0] = 0;
	assert_int_equal(host_problems_write(&problems, 1, out), 0);
	assert_int_equal(fclose(out), 0);
	host_problems_free(&problems);
	host_study_free(s);
}

static void test_bad_studies_have_exact_messages(void **state)
{
	char said[4000];
	int wrong = 0;
	(void)state;
	for (size_t i = 0; i < sizeof bad_studies / sizeof bad_studies[0]; i++) {
		study_problems(bad_studies[i].text, said, sizeof said);
		if (strcmp(said, bad_studies[i].said) != 0) {
			print_error("%s\nexpected: %s\nsaid:     %s\n", bad_studies[i].name, bad_studies[i].said, said);
			wrong++;
		}
	}
	assert_int_equal(wrong, 0);
	assert_true(sizeof bad_studies / sizeof bad_studies[0] >= 60);
}

static void test_a_study_has_all_that_its_file_says(void **state)
{
	(void)state;
	struct host_study *s = study_read(STUDY_HEAD "vary:\n"
	                                             "  bodies.bob.mass: {from: 1, to: 3, count: 3}\n"
	                                             "  parameters.L: [0.5, 1]\n"
	                                             "  solver.method: [radau, dopri5]\n"
	                                             "record:\n"
	                                             "  peak: max(abs(joints.pin.angle)) - min(joints.pin.angle)\n"
	                                             "  late: joints.pin.angle at 0.5 s\n"
	                                             "  series: [joints.pin.speed]\n"
	                                             "experiment: {stop: 2, input_file: torque.csv}\n");
	assert_string_equal(s->name, "s");
	assert_int_equal(s->n_cases, 12);
	assert_int_equal(s->n_records, 2);
	assert_int_equal(s->records[0].n_reductions, 2);
	assert_int_equal(s->n_watches, 2);
	assert_int_equal(s->n_series, 1);
	assert_string_equal(s->watches[s->series[0]].name, "joints.pin.speed");
	assert_true(s->stop_time == 2.0 && s->start_time == 0.0 && s->interval == 0.01);
	assert_int_equal(s->input.n_columns, 1);
	/* the last one changes fastest */
	struct host_chosen chosen[3];
	host_sample_case(s, 3, chosen);
	assert_true(chosen[0].number == 1.0);
	assert_int_equal(chosen[1].level, 1);
	assert_int_equal(chosen[2].level, 1);
	host_sample_case(s, 11, chosen);
	assert_true(chosen[0].number == 3.0);
	host_study_free(s);
}

static void test_rows_of_a_file_are_cases(void **state)
{
	(void)state;
	struct host_study *s = study_read(STUDY_HEAD "sample: {cases: masses.csv}\nrecord: {a: final(joints.pin.angle)}\n");
	struct host_chosen chosen[2];
	assert_int_equal(s->n_cases, 3);
	assert_int_equal(s->n_variations, 2);
	host_sample_case(s, 1, chosen);
	assert_true(s->variations[0].levels[chosen[0].level].value.real == 2.0);
	assert_true(s->variations[1].levels[chosen[1].level].value.real == 0.75);
	host_study_free(s);
}

/* anything that results depend on changes the fingerprint */
static void test_fingerprints_follow_all_files(void **state)
{
	static const char *const text = STUDY_HEAD "sample: {cases: masses.csv}\nrecord: {a: final(joints.pin.angle)}\n";
	(void)state;
	struct host_study *first = study_read(text), *same = study_read(text);
	(void)host_folder_put("masses.csv", "bodies.bob.mass,parameters.L\n1,0.5\n2,0.75\n5,1\n",
	                      strlen("bodies.bob.mass,parameters.L\n1,0.5\n2,0.75\n5,1\n"));
	struct host_study *other_table = study_read(text);
	(void)host_folder_put("masses.csv", "bodies.bob.mass,parameters.L\n1,0.5\n2,0.75\n4,1\n",
	                      strlen("bodies.bob.mass,parameters.L\n1,0.5\n2,0.75\n4,1\n"));
	char heavier[sizeof STUDY_PENDULUM];
	memcpy(heavier, STUDY_PENDULUM, sizeof heavier);
	strstr(heavier, "9.81")[3] = '2';
	(void)host_folder_put("pendulum.yaml", heavier, strlen(heavier));
	struct host_study *other_mechanism = study_read(text);
	(void)host_folder_put("pendulum.yaml", STUDY_PENDULUM, strlen(STUDY_PENDULUM));
	assert_true(first->fingerprint == same->fingerprint);
	assert_true(first->fingerprint != other_table->fingerprint);
	assert_true(first->fingerprint != other_mechanism->fingerprint);
	host_study_free(first);
	host_study_free(same);
	host_study_free(other_table);
	host_study_free(other_mechanism);
}

static void test_the_schema_in_the_tree_is_up_to_date(void **state)
{
	char *now = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&now, &size);
	(void)state;
	assert_non_null(stream);
	host_study_schema_write(stream);
	assert_int_equal(fclose(stream), 0);
	struct host_text kept = host_folder_get(MECHFMU_SOURCE_DIR "/fmu/host/study/study.schema.json");
	if (strcmp(now, kept.bytes) != 0) {
		print_error("run: mechfmu schema --study > fmu/host/study/study.schema.json\n");
	}
	assert_string_equal(now, kept.bytes);
	host_text_free(&kept);
	free(now);
}

/* each study of examples/study */
static void test_studies_of_the_examples_are_good(void **state)
{
	struct host_problems problems = {0};
	(void)state;
	struct host_study *s =
		host_study_read(MECHFMU_SOURCE_DIR "/examples/study/slider_crank_masses/slider_crank_masses.yaml", &problems);
	assert_false(host_problems_fail(&problems));
	assert_int_equal(s->n_cases, 10000);
	host_study_free(s);
	s = host_study_read(MECHFMU_SOURCE_DIR "/examples/study/brake_fit/brake_fit.yaml", &problems);
	assert_false(host_problems_fail(&problems));
	assert_true(s->is_fit && s->n_measurements == 1 && s->measurements[0].n_columns == 2);
	host_problems_free(&problems);
	host_study_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bad_studies_have_exact_messages),
		cmocka_unit_test(test_a_study_has_all_that_its_file_says),
		cmocka_unit_test(test_rows_of_a_file_are_cases),
		cmocka_unit_test(test_fingerprints_follow_all_files),
		cmocka_unit_test(test_the_schema_in_the_tree_is_up_to_date),
		cmocka_unit_test(test_studies_of_the_examples_are_good),
	};
	return cmocka_run_group_tests(tests, study_setup, study_teardown);
}
