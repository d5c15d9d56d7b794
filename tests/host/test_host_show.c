/* Scenes and pages: what an FMU says about its picture, results of any importer, and what is
 * missing of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host_export.h"
#include "host_folder.h"
#include "host_page.h"
#include "host_run.h"
#include "host_runtimes.h"
#include "host_samples.h"
#include "host_scene.h"
#include "host_show.h"
#include "host_zip.h"

static const struct host_show_options plain = {0, NULL};

static void export_sample(const char *path)
{
	struct mech_message message = {""};
	struct host_mechanism *m = sample_read(SAMPLE_BAR);
	assert_int_equal(host_export(m, path, HOST_EXPORT_NATIVE, &message), 0);
	host_mechanism_free(m);
}

static int setup(void **state)
{
	struct mech_message message = {""};
	struct host_run_options options = host_run_defaults();
	if (host_folder_setup(state) != 0) {
		return -1;
	}
	export_sample(host_folder_path("bar.fmu"));
	options.all = 1;
	options.output_file = host_folder_path("all.csv");
	assert_int_equal(host_run_fmu(host_folder_path("bar.fmu"), &options, &message), 0);
	options.all = 0;
	options.output_file = host_folder_path("outputs.csv");
	return host_run_fmu(host_folder_path("bar.fmu"), &options, &message);
}

static void a_scene_binds_bodies_and_elements_to_variables(void **state)
{
	static const char *const parts[] = {
		"\"version\": 1",
		"\"mechanism\": \"bar_and_cart\"",
		"\"description\": \"a bar & a \\u003ccart>\"",
		"\"space\": \"planar\"",
		"{\"name\": \"bodies.cart\", \"position\": [\"bodies.cart.x\", \"bodies.cart.y\"], \"rotation\": "
		"[\"bodies.cart.angle\"], \"carrier\": 1}",
		"{\"name\": \"joints.rail\", \"type\": \"prismatic\", \"symbol\": \"slider\", \"bodies\": [-1, 1], "
		"\"joints\": [], \"measures\": [], \"rates\": []}",
		"{\"name\": \"forces.push\", \"type\": \"joint_force\", \"symbol\": \"effort\", \"bodies\": [-1, 1], "
		"\"joints\": [1], \"measures\": [\"length\"], \"rates\": [\"joints.rail.speed\"], \"input\": \"push_force\"}",
		"{\"name\": \"push_force\", \"unit\": \"N\", ",
		"\"causality\": \"input\", \"type\": \"real\", \"start\": 1.5}",
		"{\"name\": \"joints.rail.at[1]\", \"unit\": \"m\", ",
		/* the descriptions of modelDescription.xml, which show whose variable it is */
		"{\"name\": \"joints.rail.position\", \"unit\": \"m\", \"text\": \"position of joint rail\"",
		"\"text\": \"a point of the slide, as drawn (joint rail, along x)\"",
	};
	struct mech_message message = {""};
	struct host_text scene = {0};
	struct host_facts facts;
	struct host_mechanism *m = sample_read(SAMPLE_BAR);
	(void)state;
	assert_int_equal(host_facts_find(m, &facts, &message), 0);
	host_scene_write(m, &facts.model, &facts.model, &scene);
	assert_false(scene.failed);
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
		if (strstr(scene.bytes, parts[i]) == NULL) {
			fail_msg("not in the scene: %s", parts[i]);
		}
	}
	/* it stands inside a script element of a page */
	assert_null(strchr(scene.bytes, '<'));
	host_text_free(&scene);
	host_facts_free(&facts);
	host_mechanism_free(m);
}

/* expressions as formulas of parameters, corners in the order in which the scene goes around */
static void numbers_of_shapes_follow_parameters(void **state)
{
	static const char *const parts[] = {
		", \"follows\": {\"size\": [[2, \"parameters.L\", \"*\"], 1], \"thickness\": [0], \"at\": [0, 0], "
		"\"angle\": [[\"parameters.L\", -1, \"*\"]], \"points\": []}}",
		"\"points\": [1, 0, 0, [\"parameters.L\", \"sqrt\"], 0, 0]}}",
	};
	struct mech_message message = {""};
	struct host_text scene = {0};
	struct host_facts facts;
	(void)state;
	struct host_mechanism *m =
		sample_read("mechanism: one\nparameters: {L: 2}\nbodies:\n  a: {mass: 1, inertia: 1, center: [0, 0], shape: "
	                "[{type: box, size: "
	                "[2*L, 1], angle: -L}, {type: polygon, points: [[0, 0], [0, sqrt(L)], [1, 0]]}]}\njoints:\n"
	                "  pin: {type: revolute, bodies: [ground, a], at: [0, 0]}\n");
	assert_int_equal(host_facts_find(m, &facts, &message), 0);
	host_scene_write(m, &facts.model, &facts.model, &scene);
	for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
		if (strstr(scene.bytes, parts[k]) == NULL) {
			fail_msg("not in the scene: %s\n%s", parts[k], scene.bytes);
		}
	}
	host_text_free(&scene);
	host_facts_free(&facts);
	host_mechanism_free(m);
}

static void a_page_holds_scene_and_results(void **state)
{
	struct mech_message message = {""};
	(void)state;
	assert_int_equal(host_show_fmu(host_folder_path("bar.fmu"), host_folder_path("all.csv"), &plain,
	                               host_folder_path("a.html"), &message),
	                 0);
	struct host_text page = host_folder_get(host_folder_path("a.html"));
	assert_non_null(strstr(page.bytes, "<title>bar_and_cart</title>"));
	assert_non_null(strstr(page.bytes, "\"rows\": 9"));
	/* of a column that changes, the first number can be read without unpacking */
	assert_non_null(strstr(page.bytes, "{\"name\": \"bodies.bar.x\", \"first\": "));
	/* a parameter is written once */
	assert_non_null(strstr(page.bytes, "{\"name\": \"bodies.cart.mass\", \"value\": 3}"));
	assert_null(strstr(page.bytes, "%scene%"));
	assert_null(strstr(page.bytes, "%results%"));
	host_text_free(&page);
}

/* the unit of a page is found again, and --recorded leaves it out */
static void a_page_holds_the_unit_that_simulates(void **state)
{
	const struct host_text scene = {"{}", 2, 3, 0};
	struct host_text unit = {0}, html = {0}, found = {0}, none = {0};
	(void)state;
	host_text_add_deflated(&unit, "module", 6);
	const struct host_page page = {"a", &scene, NULL, &unit, NULL};
	host_page_write(&page, &html);
	assert_non_null(strstr(html.bytes, "id=\"results\">null</script>"));
	host_page_unit(&html, &found);
	assert_int_equal(found.size, unit.size);
	assert_memory_equal(found.bytes, unit.bytes, unit.size);
	host_page_unit(&none, &none);
	assert_int_equal(none.size, 0);
	struct mech_message message = {""};
	for (int recorded = 0; recorded < 2; recorded++) {
		const struct host_show_options options = {recorded, NULL};
		assert_int_equal(host_show_fmu(host_folder_path("bar.fmu"), host_folder_path("all.csv"), &options,
		                               host_folder_path("d.html"), &message),
		                 0);
		struct host_text shown = host_folder_get(host_folder_path("d.html"));
		found.size = 0;
		host_page_unit(&shown, &found);
		assert_int_equal(found.size > 0, host_runtime_has_live() && !recorded);
		host_text_free(&shown);
	}
	host_text_free(&unit);
	host_text_free(&html);
	host_text_free(&found);
}

/* shows bar.fmu with a table of that text; it must be refused with the message */
static void check_refused(const char *csv, const char *wanted)
{
	struct mech_message message = {""};
	const char *path = host_folder_put("wrong.csv", csv, strlen(csv));
	assert_int_not_equal(host_show_fmu(host_folder_path("bar.fmu"), path, &plain, host_folder_path("b.html"), &message),
	                     0);
	if (strstr(message.text, wanted) == NULL) {
		fail_msg("'%s' does not say '%s'", message.text, wanted);
	}
	assert_non_null(strstr(message.text, "wrong.csv"));
}

static void results_that_do_not_fit_are_refused(void **state)
{
	(void)state;
	struct host_text outputs = host_folder_get(host_folder_path("outputs.csv"));
	check_refused(outputs.bytes, "no column 'bodies.bar.x' (and 5 more): the picture needs");
	host_text_free(&outputs);
	check_refused("time,pump.pressure\n0,1\n", "no column is a variable of 'bar_and_cart'");
	check_refused("t,bodies.bar.x\n0,1\n", "the first column is 't', not 'time'");
	check_refused("time,bodies.bar.x\n", "has no rows");
	check_refused("", "the file is empty");
#define POSES "bodies.bar.x,bodies.bar.y,bodies.bar.angle,bodies.cart.x,bodies.cart.y,bodies.cart.angle"
	check_refused("time," POSES "\n0,1,1,1,1,1,1\n-1,1,1,1,1,1,1\n",
	              "line 3: time must be a number that does not decrease");
	check_refused("time," POSES "\nnow,1,1,1,1,1,1\n", "line 2: time must be a number");
	check_refused("time," POSES "\n0,1,1,1,1,1,1\n1,1,left,1,1,1,1\n",
	              "line 3: 'left' is no number, and the picture needs 'bodies.bar.y'");
}

/* with flat names and few parameters a unit has its picture, too: the scene knows which variable is
 * which */
static void units_that_show_little_can_be_seen(void **state)
{
	struct mech_message message = {""};
	struct host_run_options options = host_run_defaults();
	struct host_mechanism *m = sample_read(SAMPLE_BAR "export: {names: flat, parameters: few}\n");
	const char *fmu = host_folder_path("flat.fmu"), *csv = host_folder_path("flat.csv");
	(void)state;
	assert_int_equal(host_export(m, fmu, HOST_EXPORT_NATIVE, &message), 0);
	host_mechanism_free(m);
	options.all = 1;
	options.output_file = csv;
	assert_int_equal(host_run_fmu(fmu, &options, &message), 0);
	if (host_show_fmu(fmu, csv, &plain, host_folder_path("flat.html"), &message) != 0) {
		fail_msg("%s", message.text);
	}
	struct host_text page = host_folder_get(host_folder_path("flat.html"));
	assert_non_null(strstr(page.bytes, "{\"name\": \"bodies_bar_x\", \"first\": "));
	assert_non_null(strstr(page.bytes, ", \"column\": \"bodies_bar_x\", \"unit\": \"m\""));
	assert_non_null(strstr(page.bytes, "{\"name\": \"joints.rail.at[1]\", \"reference\": -1, \"unit\": \"m\""));
	assert_non_null(strstr(page.bytes, "{\"name\": \"push_force\", \"reference\": 1, \"unit\": \"N\""));
	host_text_free(&page);
	const char *poor = host_folder_put("poor.csv", "time,bodies_bar_x\n0,1\n", 22);
	fmu = host_folder_path("flat.fmu");
	assert_int_not_equal(host_show_fmu(fmu, poor, &plain, host_folder_path("flat.html"), &message), 0);
	assert_non_null(strstr(message.text, "no column 'bodies_bar_y' (and 4 more)"));
}

static void a_unit_without_a_scene_is_refused(void **state)
{
	static const char description[] =
		"<?xml version=\"1.0\"?><fmiModelDescription fmiVersion=\"2.0\" modelName=\"m\" guid=\"g\"><CoSimulation "
		"modelIdentifier=\"m\"/><ModelVariables/><ModelStructure/></fmiModelDescription>";
	struct host_zip_entry entries[] = {{"modelDescription.xml", description, sizeof description - 1, 0},
	                                   {"resources/scene.json", "{\"version\": 9}", 14, 0}};
	struct mech_message message = {""};
	(void)state;
	assert_int_equal(host_zip_write(host_folder_path("other.fmu"), 1, entries, &message), 0);
	const char *csv = host_folder_path("all.csv"), *page = host_folder_path("c.html");
	assert_int_not_equal(host_show_fmu(host_folder_path("other.fmu"), csv, &plain, page, &message), 0);
	assert_non_null(strstr(message.text, "other.fmu: has no resources/scene.json"));
	assert_int_equal(host_zip_write(host_folder_path("new.fmu"), 2, entries, &message), 0);
	assert_int_not_equal(host_show_fmu(host_folder_path("new.fmu"), csv, &plain, page, &message), 0);
	assert_non_null(strstr(message.text, "new.fmu: resources/scene.json is no scene of version 1"));
	static const char half[] = "{\n\"version\": 1,\n\"mechanism\": \"ba";
	entries[1] = (struct host_zip_entry){"resources/scene.json", half, sizeof half - 1, 0};
	assert_int_equal(host_zip_write(host_folder_path("half.fmu"), 2, entries, &message), 0);
	assert_int_not_equal(host_show_fmu(host_folder_path("half.fmu"), csv, &plain, page, &message), 0);
	assert_non_null(strstr(message.text, "half.fmu: resources/scene.json ends too early"));
}

/* base64 of zlib: the digits of RFC 4648, filled up with = */
static void bytes_are_written_in_base64(void **state)
{
	struct host_text text = {0};
	(void)state;
	host_text_add_deflated(&text, "abc", 3);
	/* 78 da: zlib with the best compression, RFC 1950; 4b: a block with fixed codes, its first
	 * letter a, RFC 1951 */
	assert_int_equal(strncmp(text.bytes, "eNpL", 4), 0);
	assert_int_equal(text.size % 4, 0);
	host_text_free(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_scene_binds_bodies_and_elements_to_variables),
		cmocka_unit_test(numbers_of_shapes_follow_parameters),
		cmocka_unit_test(a_page_holds_scene_and_results),
		cmocka_unit_test(a_page_holds_the_unit_that_simulates),
		cmocka_unit_test(results_that_do_not_fit_are_refused),
		cmocka_unit_test(units_that_show_little_can_be_seen),
		cmocka_unit_test(a_unit_without_a_scene_is_refused),
		cmocka_unit_test(bytes_are_written_in_base64),
	};
	return cmocka_run_group_tests(tests, setup, host_folder_teardown);
}
