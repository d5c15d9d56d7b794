/* What is known of an assembled mechanism, and the report about it. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "assert_close.h"
#include "host_report.h"
#include "host_samples.h"

static char *report_of(const struct host_facts *facts)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	assert_non_null(out);
	assert_int_equal(host_report_write(facts, NULL, "sample.yaml", out), 0);
	assert_int_equal(fclose(out), 0);
	return text;
}

static void assert_says(const char *text, const char *part)
{
	if (strstr(text, part) == NULL) {
		fail_msg("'%s' is not in:\n%s", part, text);
	}
}

static void a_bar_and_a_cart_have_two_degrees_of_freedom(void **state)
{
	struct host_facts facts = sample_facts(SAMPLE_BAR);
	double distance, turn;
	(void)state;
	assert_int_equal(facts.diagnosis.degrees_of_freedom, 2);
	assert_int_equal(facts.diagnosis.rank, 4);
	assert_int_equal(facts.diagnosis.n_redundant, 0);
	assert_int_equal(host_facts_moved(&facts, &distance, &turn), -1);
	/* as drawn */
	assert_close(facts.q[0], 0.5, 1e-12);
	assert_close(facts.q[4], 2.0, 1e-12);
	assert_close(host_facts_coordinate(&facts, 0, 0, 0), 0.0, 1e-12);
	assert_close(host_facts_coordinate(&facts, 0, 0, 1), 0.0, 1e-12);
	char *report = report_of(&facts);
	assert_says(report, "sample.yaml: mechanism 'bar_and_cart' is good\n");
	assert_says(report, "degrees of freedom           2\n");
	assert_says(report, "redundant constraints        none\n");
	assert_says(report, "pin.angle");
	assert_says(report, "rail.position");
	assert_says(report, "nearest singular position    not looked for; --motion runs the 1 s of the experiment\n");
	assert_null(strstr(report, "note:"));
	free(report);
	host_facts_free(&facts);
}

static void a_third_crank_is_redundant_and_named(void **state)
{
	struct host_facts facts = sample_facts(SAMPLE_REDUNDANT);
	double distance = 0.0, turn = 0.0;
	(void)state;
	assert_int_equal(facts.diagnosis.degrees_of_freedom, 1);
	assert_int_equal(facts.diagnosis.n_redundant, 1);
	/* all cranks turn by -0.5; the beam's centre moves by a chord of radius 1, a crank's by one of
	 * radius 1/2 */
	assert_true(host_facts_moved(&facts, &distance, &turn) >= 0);
	assert_close(facts.q[2], -0.5, 1e-9);
	assert_close(facts.q[6], -0.5, 1e-9);
	assert_close(facts.q[10], -0.5, 1e-9);
	assert_close(facts.q[12], 1.0 + sin(0.5), 1e-9);
	assert_close(facts.q[13], cos(0.5), 1e-9);
	assert_close(facts.q[14], 0.0, 1e-9);
	char *report = report_of(&facts);
	assert_says(report, "redundant constraints        1: ");
	assert_says(report, "reactions not unique         all\n");
	/* wanted, so a note and no warning; the beam keeps its direction */
	assert_says(report, "note: the start is not the drawing: body 'a' by 0.247 m and 0.5 rad");
	assert_says(report, "body 'beam' by 0.495 m and ");
	int marked = 0;
	for (int i = 0; i < facts.model.n_rows; i++) {
		char row[HOST_FACTS_ROW_SIZE];
		if (facts.mobility.redundant[i]) {
			host_facts_row(&facts, i, row);
			assert_says(report, row);
			marked++;
		}
	}
	assert_int_equal(marked, 1);
	free(report);
	host_facts_free(&facts);
}

/* a body in space, drawn level and wanted turned about the x axis by 0.6: its centre moves by a
 * chord of radius 0.5 */
static void ways_from_the_drawing_in_space_are_lengths_and_angles(void **state)
{
	struct host_facts facts =
		sample_facts("mechanism: hinge\n"
	                 "space: spatial\n"
	                 "bodies:\n"
	                 "  flap: {mass: 1, inertia: [0.1, 0.1, 0.1], center: [2, 0.5, 0]}\n"
	                 "joints:\n"
	                 "  pin: {type: revolute, bodies: [ground, flap], at: [0, 0, 0], axis: [1, 0, 0]}\n"
	                 "initial: {pin: {angle: 0.6}}\n");
	double distance = 0.0, turn = 0.0;
	(void)state;
	host_facts_way(&facts, 0, &distance, &turn);
	assert_close(distance, 2.0 * 0.5 * sin(0.3), 1e-9);
	assert_close(turn, 0.6, 1e-9);
	assert_int_equal(host_facts_moved(&facts, &distance, &turn), 0);
	assert_close(facts.size, hypot(2.0, 0.5), 1e-12);
	host_facts_free(&facts);
}

static void a_mechanism_that_does_not_close_is_refused_with_the_files_name(void **state)
{
	struct mech_message message = {""};
	struct host_facts facts;
	struct host_mechanism *m = sample_read(SAMPLE_IMPOSSIBLE);
	(void)state;
	assert_int_equal(host_facts_find(m, &facts, &message), -1);
	assert_memory_equal(message.text, "sample.yaml: ", 13);
	assert_says(message.text, "tie");
	host_mechanism_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_bar_and_a_cart_have_two_degrees_of_freedom),
		cmocka_unit_test(a_third_crank_is_redundant_and_named),
		cmocka_unit_test(ways_from_the_drawing_in_space_are_lengths_and_angles),
		cmocka_unit_test(a_mechanism_that_does_not_close_is_refused_with_the_files_name),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
