/* The page of a system: what it knows of units, connections and the system itself. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host_page.h"
#include "host_runtimes.h"
#include "host_scene.h"
#include "host_system_show.h"
#include "system_fixture.h"

static const struct host_show_options plain = {0, NULL};

static const char pendulum[] = "mechanism: pendulum\nbodies:\n  bob: {mass: 1, inertia: 0.1, center: [1, 0]}\njoints:\n"
							   "  pin: {type: revolute, bodies: [ground, bob], at: [0, 0]}\nforces:\n"
							   "  motor: {type: torque, joint: pin, input: torque}\noutputs: [joints.pin.angle]\n";

static const char controlled[] =
	"system: controlled\ndescription: a </script> b\nunits:\n  arm: {file: pendulum.yaml, parameters: "
	"{bodies.bob.mass: 2}}\n  law: {file: linear.fmu, parameters: {D1: -3}}\nconnections:\n"
	"  - {from: arm.joints.pin.angle, to: law.u1, factor: 2, offset: 1}\n  - law.y1 -> arm.torque\n"
	"inputs: {wind: law.u2, gain: law.D2}\noutputs: {angle: arm.joints.pin.angle, law.y1: law.y1}\n"
	"algorithm: {name: gauss_seidel, step: 0.01, order: 2}\nexperiment: {stop: 1, step: 0.1}\n";

static int setup(void **state)
{
	return system_setup(state) != 0 || host_folder_put("pendulum.yaml", pendulum, sizeof pendulum - 1) == NULL ? -1 : 0;
}

static struct host_system *open_to_show(const char *text)
{
	struct host_problems problems = {0};
	struct host_system *s = host_system_read_to_show(host_folder_put("system.yaml", text, strlen(text)), &problems);
	assert_false(host_problems_fail(&problems));
	host_problems_free(&problems);
	return s;
}

/* the system with all values in results.csv */
static struct host_system *run_to_show(const char *text)
{
	struct host_run_options options = host_run_defaults();
	struct mech_message message = {""};
	struct host_system *s = open_to_show(text);
	options.output_file = host_folder_path("results.csv");
	options.all = 1;
	assert_int_equal(host_system_run(s, &options, &message), 0);
	return s;
}

static void a_scene_has_units_connections_and_what_the_system_gives(void **state)
{
	static const char *const parts[] = {
		"\"system\": \"controlled\",\n\"description\": \"a \\u003c/script> b\",\n\"start\": 0,\n\"stop\": "
		"1,\n\"step\": 0.1",
		"{\"name\": \"arm\", \"scene\": {\n\"version\": 1,",
		"{\"name\": \"law\", \"variables\": [\n  {\"name\": \"A1\", \"unit\": \"\", \"causality\": \"parameter\", "
		"\"type\": \"real\", \"start\": 0, \"text\": \"\", \"reference\": -1}",
		/* of the system itself: what has a name of its own */
		"\"variables\": [\n  {\"name\": \"angle\", \"unit\": \"",
		"{\"name\": \"wind\", \"unit\": \"\", \"causality\": \"input\"",
		"{\"name\": \"gain\", \"unit\": \"\", \"causality\": \"parameter\"",
		"\"outputs\": [\n  {\"name\": \"angle\", \"from\": \"arm.joints.pin.angle\", \"factor\": 1, \"offset\": 0}],",
		"{\"from\": \"arm.joints.pin.angle\", \"to\": \"law.u1\", \"factor\": 2, \"offset\": 1}",
		"{\"from\": \"wind\", \"to\": \"law.u2\", \"factor\": 1, \"offset\": 0}",
		"{\"from\": \"gain\", \"to\": \"law.D2\", \"factor\": 1, \"offset\": 0, \"parameter\": true}",
		"\"settings\": [\n  {\"name\": \"arm.bodies.bob.mass\", \"value\": 2},\n  {\"name\": \"law.D1\", \"value\": "
		"-3}],",
		"\"coupling\": {\"name\": \"gauss_seidel\", \"step\": 0.01, \"order\": 2, \"tolerance\": 1e-06, "
		"\"iterations\": "
		"3e+01, \"units\": [0, 1]}",
	};
	struct host_text scene = {0};
	struct mech_message message = {""};
	struct host_system *s = open_to_show(controlled);
	(void)state;
	assert_int_equal(host_system_scene(s, &scene, &message), 0);
	assert_false(scene.failed);
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
		if (strstr(scene.bytes, parts[i]) == NULL) {
			fail_msg("not in the scene: %s\n%s", parts[i], scene.bytes);
		}
	}
	assert_null(strchr(scene.bytes, '<'));
	host_text_free(&scene);
	host_system_free(s);
}

static void a_page_is_written_and_simulates_where_all_units_can(void **state)
{
	struct mech_message message = {""};
	struct host_text units = {0};
	(void)state;
	struct host_system *s = run_to_show(controlled);
	const char *page = host_folder_path("system.html");
	assert_int_equal(host_system_show(s, host_folder_path("results.csv"), &plain, page, &message), 0);
	struct host_text html = host_folder_get(page);
	assert_non_null(strstr(html.bytes, "{\"name\": \"arm.joints.pin.angle\""));
	host_page_unit(&html, &units);
	/* the other unit is one of another program */
	assert_int_equal(units.size, 0);
	host_text_free(&html);
	host_system_free(s);
	s = open_to_show("system: one\nunits: {arm: pendulum.yaml, other: pendulum.yaml}\n");
	assert_int_equal(host_system_live(s, &units, &message), 0);
	if (host_runtime_has_live()) {
		const char *second = strchr(units.bytes, '\n');
		assert_non_null(second);
		assert_int_equal(strlen(second + 1), (size_t)(second - units.bytes));
	} else {
		assert_int_equal(units.size, 0);
	}
	host_text_free(&units);
	host_system_free(s);
}

static void results_without_the_place_of_a_body_are_refused(void **state)
{
	static const char results[] = "time,arm.bodies.bob.x,arm.bodies.bob.angle\n0,0,0\n1,0,0\n";
	struct mech_message message = {""};
	(void)state;
	struct host_system *s = open_to_show(controlled);
	const char *csv = host_folder_put("poor.csv", results, sizeof results - 1);
	assert_int_not_equal(host_system_show(s, csv, &plain, host_folder_path("poor.html"), &message), 0);
	if (strstr(message.text, "no column 'arm.bodies.bob.y': the picture needs position and rotation of every body") ==
	    NULL) {
		fail_msg("%s", message.text);
	}
	host_system_free(s);
}

static void a_unit_with_a_bad_scene_is_named(void **state)
{
	static const char bad[] = "{\n\"version\": 9}\n";
	struct mech_message message = {""}, unread;
	struct host_text scene = {0}, description = {0}, library = {0};
	(void)state;
	linear_describe(&linear_units[0], &description);
	assert_int_equal(host_file_read(host_folder_path("linear_unit.so"), (size_t)1 << 24, &library, &unread), 0);
	struct host_zip_entry entries[] = {{"modelDescription.xml", description.bytes, description.size, 0},
	                                   {"binaries/linux64/linear_unit.so", library.bytes, library.size, 1},
	                                   {HOST_SCENE_FILE, bad, sizeof bad - 1, 0}};
	assert_int_equal(host_zip_write(host_folder_path("old.fmu"), 3, entries, &unread), 0);
	struct host_system *s = open_to_show("system: s\nunits: {a: old.fmu}\n");
	assert_int_not_equal(host_system_scene(s, &scene, &message), 0);
	assert_string_equal(message.text,
	                    "unit 'a': resources/scene.json is no scene of version 1: export the mechanism again");
	host_system_free(s);
	host_text_free(&scene);
	host_text_free(&description);
	host_text_free(&library);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_scene_has_units_connections_and_what_the_system_gives),
		cmocka_unit_test(a_page_is_written_and_simulates_where_all_units_can),
		cmocka_unit_test(results_without_the_place_of_a_body_are_refused),
		cmocka_unit_test(a_unit_with_a_bad_scene_is_named),
	};
	return cmocka_run_group_tests(tests, setup, host_folder_teardown);
}
