/* Long chains: what is reported about them is right, and what is made of them grows as they do. */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assert_close.h"
#include "host_chain.h"
#include "host_samples.h"
#include "md_write.h"
#include "mech_equations.h"
#include "slow_build.h"

enum { LINKS = SLOW_BUILD ? 200 : 2000, LOOPS = SLOW_BUILD ? 30 : 150 };

/* n four-bar loops side by side, in the plane or in space, where three rows of each loop are
 * redundant */
static char *four_bars_of(int n, int spatial)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	const char *inertia = spatial ? "[0.1, 0.1, 0.1]" : "0.1", *zero = spatial ? ", 0" : "";
	const char *axis = spatial ? ", axis: [0, 0, 1]" : "";
	assert_non_null(out);
	(void)fprintf(out, "mechanism: four_bars\n%sbodies:\n", spatial ? "space: spatial\n" : "");
	for (int i = 0; i <= n; i++) {
		(void)fprintf(out, "  crank%d: {mass: 1, inertia: %s, center: [%d, 0.5%s]}\n", i, inertia, i, zero);
	}
	for (int i = 0; i < n; i++) {
		(void)fprintf(out, "  bar%d: {mass: 1, inertia: %s, center: [%d.5, 1%s]}\n", i, inertia, i, zero);
	}
	(void)fprintf(out, "joints:\n");
	for (int i = 0; i <= n; i++) {
		(void)fprintf(out, "  foot%d: {type: revolute, bodies: [ground, crank%d], at: [%d, 0%s]%s}\n", i, i, i, zero,
		              axis);
	}
	for (int i = 0; i < n; i++) {
		(void)fprintf(out, "  left%d: {type: revolute, bodies: [crank%d, bar%d], at: [%d, 1%s]%s}\n", i, i, i, i, zero,
		              axis);
		(void)fprintf(out, "  right%d: {type: revolute, bodies: [bar%d, crank%d], at: [%d, 1%s]%s}\n", i, i, i + 1,
		              i + 1, zero, axis);
	}
	(void)fprintf(out, "initial: {foot0: {speed: -1}}\n");
	assert_int_equal(fclose(out), 0);
	return text;
}

static void a_long_chain_has_a_freedom_for_each_link(void **state)
{
	(void)state;
	char *text = chain_of(LINKS);
	struct host_facts facts = sample_facts(text);
	assert_int_equal(facts.mobility.freedoms, LINKS);
	assert_int_equal(facts.mobility.rank, 2 * LINKS);
	assert_int_equal(facts.diagnosis.n_redundant, 0);
	assert_int_equal(facts.mobility.moves, 1);
	assert_close(host_facts_coordinate(&facts, 0, 0, 0), 0.1, 1e-9);
	host_facts_free(&facts);
	free(text);
}

static void many_loops_have_one_freedom(void **state)
{
	(void)state;
	char *text = four_bars_of(LOOPS, 0);
	struct host_facts facts = sample_facts(text);
	assert_int_equal(facts.mobility.freedoms, 1);
	assert_int_equal(facts.mobility.instant, 1);
	assert_int_equal(facts.diagnosis.n_redundant, 0);
	/* all cranks turn alike */
	for (int i = 0; i <= LOOPS; i++) {
		assert_close(host_facts_coordinate(&facts, i, 0, 1), -1.0, 1e-9);
	}
	host_facts_free(&facts);
	free(text);
}

static void each_loop_in_space_has_three_redundant_rows(void **state)
{
	(void)state;
	const int loops = LOOPS / 10;
	char *text = four_bars_of(loops, 1);
	struct host_facts facts = sample_facts(text);
	assert_int_equal(facts.mobility.freedoms, 1);
	assert_int_equal(facts.diagnosis.n_redundant, 3 * loops);
	/* the rows that depend on others are of the joints that close the loops, in the order of the
	 * file */
	for (int i = 0; i < facts.model.n_rows; i++) {
		const char *name = mech_name(&facts.model, facts.model.elements[mech_row_element(&facts.model, i)].name);
		assert_true(!facts.mobility.redundant[i] || strncmp(name, "right", 5) == 0);
	}
	host_facts_free(&facts);
	free(text);
}

static void more_rows_that_depend_on_others_than_there_is_room_for_are_told(void **state)
{
	(void)state;
	char *text = four_bars_of(400, 1);
	struct host_mechanism *mechanism = sample_read(text);
	struct host_facts facts;
	struct mech_message message = {""};
	assert_int_equal(host_facts_find(mechanism, &facts, &message), -1);
	assert_non_null(strstr(message.text, "constraints that depend on each other"));
	host_mechanism_free(mechanism);
	free(text);
}

static size_t description_of(int links)
{
	char *text = chain_of(links);
	struct host_facts facts = sample_facts(text);
	struct md_text description = {0};
	assert_int_equal(md_write(&facts.model, "{guid}", &(struct md_credits){0}, &description), 0);
	free(description.bytes);
	host_facts_free(&facts);
	free(text);
	return description.size;
}

/* each acceleration follows all states of the chain; lists of them would grow as the square. The
 * longest lists that are written are those of 500 names: both chains have longer ones.
 */
static void the_description_grows_as_the_chain(void **state)
{
	(void)state;
	const size_t half = description_of(600), whole = description_of(1200);
	assert_true((double)whole < 2.2 * (double)half);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_long_chain_has_a_freedom_for_each_link),
		cmocka_unit_test(many_loops_have_one_freedom),
		cmocka_unit_test(each_loop_in_space_has_three_redundant_rows),
		cmocka_unit_test(more_rows_that_depend_on_others_than_there_is_room_for_are_told),
		cmocka_unit_test(the_description_grows_as_the_chain),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
