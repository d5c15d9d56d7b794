/* How the FMU presents a mechanism: names, which parameters, makers, descriptions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host_image.h"
#include "host_read.h"
#include "host_samples.h"
#include "md_write.h"

static struct host_mechanism *read_with(const char *lines, struct mech_message *message)
{
	char text[4000];
	(void)snprintf(text, sizeof text, "%s%s", SAMPLE_BAR, lines);
	return host_read_text("test.yaml", text, strlen(text), message);
}

/* modelDescription.xml of the sample with further lines; free */
static char *description_with(const char *lines)
{
	struct mech_message message = {""};
	struct host_image image = {NULL, 0};
	struct mech_model model;
	struct md_text text;
	struct host_mechanism *m = read_with(lines, &message);
	if (m == NULL || host_image_build(m, &image, &message) != 0 ||
	    mech_model_open(image.bytes, image.size, &model, &message) != 0) {
		fail_msg("%s", message.text);
	}
	char *const *credits = m->presentation.credits;
	struct md_credits makers = {credits[HOST_AUTHOR], credits[HOST_VERSION], credits[HOST_COPYRIGHT],
	                            credits[HOST_LICENSE]};
	assert_int_equal(md_write(&model, "guid", &makers, &text), 0);
	host_image_free(&image);
	host_mechanism_free(m);
	return text.bytes;
}

static void assert_says(const char *text, const char *part)
{
	if (strstr(text, part) == NULL) {
		fail_msg("'%s' is missing", part);
	}
}

static void assert_refused(const char *lines, const char *expected)
{
	struct mech_message message = {""};
	struct host_image image = {NULL, 0};
	struct host_mechanism *m = read_with(lines, &message);
	assert_true(m == NULL || host_image_build(m, &image, &message) != 0);
	host_mechanism_free(m);
	assert_says(message.text, expected);
}

static int count(const char *text, const char *part)
{
	int n = 0;
	for (const char *at = text; (at = strstr(at, part)) != NULL; at++) {
		n++;
	}
	return n;
}

static void descriptions_name_the_element_and_the_axis(void **state)
{
	char *xml = description_with("");
	(void)state;
	assert_says(xml, "name=\"joints.pin.angle\" valueReference=\"2\" description=\"angle of joint pin\"");
	assert_says(xml, "description=\"speed of joint rail\"");
	assert_says(xml, "description=\"mass (body bar)\"");
	assert_says(xml, "description=\"force of the joint on its second body (joint pin, along y)\"");
	assert_says(xml, "description=\"acceleration of gravity, along y\"");
	assert_says(xml, "description=\"kinetic energy\"");
	assert_says(xml, "variableNamingConvention=\"structured\"");
	free(xml);
}

static void flat_names_have_no_parts_and_descriptions_keep_them(void **state)
{
	char *xml = description_with("export: {names: flat}\n");
	(void)state;
	assert_says(xml, "name=\"joints_pin_angle\" valueReference=\"2\" description=\"joints.pin.angle: ");
	assert_says(xml, "name=\"joints_pin_reaction_force_2\"");
	assert_says(xml, "name=\"push_force\"");
	assert_says(xml, "variableNamingConvention=\"flat\"");
	for (const char *name = xml; (name = strstr(name, "<ScalarVariable name=\"")) != NULL; name++) {
		const char *begin = name + strlen("<ScalarVariable name=\"");
		assert_true(strcspn(begin, ".[]") > strcspn(begin, "\""));
	}
	free(xml);
}

static void flat_names_that_meet_are_refused(void **state)
{
	static const char text[] = "mechanism: clash\n"
							   "parameters: {a: 1}\n"
							   "bodies: {bar: {mass: 1, inertia: 1, center: [1, 0]}}\n"
							   "joints: {pin: {type: revolute, bodies: [ground, bar], at: [0, 0]}}\n"
							   "forces: {motor: {type: torque, joint: pin, input: parameters_a}}\n"
							   "export: {names: flat}\n";
	struct mech_message message = {""};
	struct host_image image = {NULL, 0};
	(void)state;
	struct host_mechanism *m = host_read_text("test.yaml", text, sizeof text - 1, &message);
	assert_non_null(m);
	assert_int_equal(host_image_build(m, &image, &message), -1);
	assert_string_equal(message.text, "test.yaml: two variables are called 'parameters_a'");
	host_mechanism_free(m);
}

static void parameters_of_geometry_can_be_left_out(void **state)
{
	static const char parameter[] = "causality=\"parameter\"";
	char *all = description_with("export: {parameters: all}\n"), *few = description_with("export: {parameters: few}\n");
	char *two = description_with("export: {parameters: [bodies.bar, forces.spring.stiffness]}\n");
	(void)state;
	assert_true(count(few, parameter) < count(all, parameter));
	assert_says(few, "name=\"bodies.bar.mass\"");
	assert_says(few, "name=\"forces.spring.stiffness\"");
	assert_says(few, "name=\"solver.tolerance\"");
	assert_says(few, "name=\"gravity[2]\"");
	assert_null(strstr(few, "name=\"bodies.bar.center[1]\""));
	assert_null(strstr(few, "name=\"joints.pin.at[1]\""));
	assert_null(strstr(few, "name=\"joints.pin.offset\""));
	assert_null(strstr(few, "name=\"solver.gamma\""));
	/* mass, inertia, center[1], center[2]; stiffness */
	assert_int_equal(count(two, parameter), 5);
	free(all);
	free(few);
	free(two);
}

static void makers_come_from_the_file(void **state)
{
	char *xml =
		description_with("author: A. Author\nversion: \"2.1\"\ncopyright: 2024 A. Author\nlicense: CC0 & more\n");
	(void)state;
	assert_says(xml, " author=\"A. Author\" version=\"2.1\" copyright=\"2024 A. Author\" license=\"CC0 &amp; more\"");
	free(xml);
}

static void what_is_unknown_is_refused_with_its_place(void **state)
{
	(void)state;
	assert_refused("export: {names: short}\n", "unknown names 'short' (they can be 'structured' or 'flat')");
	assert_refused("export: {parameters: some}\n", "unknown parameters 'some' (they can be 'all', 'few' or a list)");
	assert_refused("export: {parameters: [bodies.bra.mass]}\n",
	               ": export: no parameter 'bodies.bra.mass' (did you mean 'bodies.bar.mass'?)");
	assert_refused("export: {name: flat}\n", "'name'");
	assert_refused("author: [a]\n", "author");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(descriptions_name_the_element_and_the_axis),
		cmocka_unit_test(flat_names_have_no_parts_and_descriptions_keep_them),
		cmocka_unit_test(flat_names_that_meet_are_refused),
		cmocka_unit_test(parameters_of_geometry_can_be_left_out),
		cmocka_unit_test(makers_come_from_the_file),
		cmocka_unit_test(what_is_unknown_is_refused_with_its_place),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
