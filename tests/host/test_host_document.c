/* The documentation page. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host_document.h"
#include "host_samples.h"

static void assert_says(const char *text, const char *part)
{
	if (strstr(text, part) == NULL) {
		fail_msg("'%s' is missing", part);
	}
}

static void the_page_holds_drawing_structure_and_tables(void **state)
{
	struct host_facts facts = sample_facts(SAMPLE_BAR);
	struct host_text html = {0};
	(void)state;
	assert_int_equal(
		host_document_write(&facts, &(struct host_presentation){0}, "<svg id=\"the-drawing\"></svg>", 1, &html), 0);
	assert_non_null(strstr(html.bytes, "<iframe src=\"live.html\""));
	assert_memory_equal(html.bytes, "<!DOCTYPE html>", 15);
	assert_says(html.bytes, "<title>bar_and_cart</title>");
	assert_says(html.bytes, "<svg id=\"the-drawing\"></svg>");
	assert_says(html.bytes, "<strong>2 degrees of freedom</strong>");
	assert_says(html.bytes, "<td><code>push_force</code></td><td class=\"n\">1.5</td><td>N</td>");
	assert_says(html.bytes, "<td><code>joints.pin.angle</code></td><td>rad</td>");
	assert_says(html.bytes, "<td><code>bodies.cart.mass</code></td><td class=\"n\">3</td><td>kg</td>");
	assert_says(html.bytes, "<td>pin</td><td>revolute</td><td>ground, bar</td><td>angle&nbsp;=&nbsp;0&nbsp;rad</td>");
	assert_says(html.bytes, "<td>push</td><td>joint_force</td><td>rail</td>");
	host_text_free(&html);
	host_facts_free(&facts);
}

static void text_from_the_file_is_escaped_and_nothing_is_loaded_from_elsewhere(void **state)
{
	struct host_facts facts = sample_facts(SAMPLE_BAR);
	struct host_text html = {0};
	(void)state;
	assert_int_equal(host_document_write(&facts, &(struct host_presentation){0}, "", 0, &html), 0);
	assert_null(strstr(html.bytes, "<iframe"));
	assert_says(html.bytes, "<p>a bar &amp; a &lt;cart&gt;</p>");
	assert_null(strstr(html.bytes, "<cart>"));
	assert_null(strstr(html.bytes, "http"));
	assert_null(strstr(html.bytes, "<script"));
	host_text_free(&html);
	host_facts_free(&facts);
}

static void redundant_rows_are_listed(void **state)
{
	struct host_facts facts = sample_facts(SAMPLE_REDUNDANT);
	struct host_text html = {0};
	(void)state;
	assert_int_equal(host_document_write(&facts, &(struct host_presentation){0}, "", 0, &html), 0);
	assert_says(html.bytes, "<strong>1 degree of freedom</strong>");
	assert_says(html.bytes, "Redundant rows, whose reactions are one choice of many: ");
	host_text_free(&html);
	host_facts_free(&facts);
}

static void numbers_are_written_as_people_do(void **state)
{
	struct host_facts facts = sample_facts("mechanism: heavy\n"
	                                       "bodies: {weight: {mass: 20, inertia: 300000, center: [1e-9, 0]}}\n"
	                                       "joints: {pin: {type: revolute, bodies: [ground, weight], at: [0, 1]}}\n"
	                                       "forces: {motor: {type: torque, joint: pin, input: drive}}\n");
	struct host_text html = {0};
	(void)state;
	assert_int_equal(host_document_write(&facts, &(struct host_presentation){0}, "", 0, &html), 0);
	assert_says(html.bytes,
	            "<td>weight</td><td class=\"n\">20</td><td class=\"n\">300000</td><td class=\"n\">1e-09, 0</td>");
	/* inputs have no limits here: no column for them */
	assert_says(html.bytes, "<h2>Inputs</h2>\n<div class=\"box\"><table>\n"
	                        "<tr><th>name</th><th>start</th><th>unit</th><th>description</th></tr>");
	assert_says(html.bytes, "<td class=\"l\">&gt;&nbsp;0, &le;&nbsp;0.1</td>"); /* solver.tolerance */
	host_text_free(&html);
	host_facts_free(&facts);
}

static void makers_are_named(void **state)
{
	struct host_facts facts = sample_facts(SAMPLE_BAR);
	struct host_text html = {0};
	char author[] = "A. & B.", license[] = "CC0";
	struct host_presentation presentation = {.credits = {[HOST_AUTHOR] = author, [HOST_LICENSE] = license}};
	(void)state;
	assert_int_equal(host_document_write(&facts, &presentation, "", 0, &html), 0);
	assert_says(html.bytes, "author: A. &amp; B. &middot; license: CC0</p>");
	host_text_free(&html);
	host_facts_free(&facts);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_page_holds_drawing_structure_and_tables),
		cmocka_unit_test(text_from_the_file_is_escaped_and_nothing_is_loaded_from_elsewhere),
		cmocka_unit_test(redundant_rows_are_listed),
		cmocka_unit_test(numbers_are_written_as_people_do),
		cmocka_unit_test(makers_are_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
