/* Opening an image: head, checksum, tables; and the numbering of outputs. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "assert_close.h"
#include "image_fixture.h"

static int opens(const void *bytes, size_t size, struct mech_message *message)
{
	struct mech_model model;
	return mech_model_open(bytes, size, &model, message);
}

static void a_sound_image_opens_and_shows_its_tables(void **state)
{
	(void)state;
	struct image_fixture f = image_fixture_make();
	struct mech_model model;
	struct mech_message message;
	assert_int_equal(mech_model_open(f.image.bytes, f.image.size, &model, &message), 0);
	assert_string_equal(message.text, "");
	assert_int_equal(model.n_bodies, 2);
	assert_int_equal(model.n_elements, 8);
	assert_int_equal(model.n_inputs, 1);
	assert_int_equal(model.n_targets, 2);
	assert_int_equal(model.n_v, 6);
	assert_int_equal(model.n_rows, 2 + 2 + 1 + 1 + 1);
	assert_string_equal(mech_name(&model, model.bodies[1].name), "rod");
	assert_string_equal(mech_name(&model, model.elements[ELBOW].name), "elbow");
	assert_string_equal(mech_element_kind(&model.elements[PAIR])->name, "gear");
	host_image_free(&f.image);
}

static void any_changed_byte_is_noticed(void **state)
{
	(void)state;
	struct image_fixture f = image_fixture_make();
	struct mech_message message;
	unsigned char *bytes = f.image.bytes;
	for (size_t k = 0; k < f.image.size; k++) {
		bytes[k] ^= 0x10;
		assert_int_equal(opens(bytes, f.image.size, &message), -1);
		bytes[k] ^= 0x10;
	}
	assert_int_equal(opens(bytes, f.image.size, &message), 0);
	host_image_free(&f.image);
}

static void any_shorter_image_is_refused(void **state)
{
	(void)state;
	struct image_fixture f = image_fixture_make();
	struct mech_message message;
	for (size_t size = 0; size < f.image.size; size++) {
		/* a copy of exactly this size, so that a sanitizer sees a byte read after it */
		char *copy = malloc(size + 1);
		assert_non_null(copy);
		memcpy(copy, f.image.bytes, size);
		assert_int_equal(opens(copy, size, &message), -1);
		free(copy);
	}
	host_image_free(&f.image);
}

static void a_missing_or_crooked_image_is_refused(void **state)
{
	(void)state;
	struct image_fixture f = image_fixture_make();
	struct mech_message message;
	assert_int_equal(opens(NULL, 0, &message), -1);
	char *crooked = malloc(f.image.size + 8);
	assert_non_null(crooked);
	memcpy(crooked + 4, f.image.bytes, f.image.size);
	assert_int_equal(opens(crooked + 4, f.image.size, &message), -1);
	assert_non_null(strstr(message.text, "aligned"));
	free(crooked);
	host_image_free(&f.image);
}

static void another_version_says_export_again(void **state)
{
	(void)state;
	struct image_fixture f = image_fixture_make();
	struct mech_message message;
	f.head->version++;
	image_fixture_seal(&f);
	assert_int_equal(opens(f.image.bytes, f.image.size, &message), -1);
	assert_non_null(strstr(message.text, "export again"));
	host_image_free(&f.image);
}

static void tables_outside_the_image_are_refused(void **state)
{
	(void)state;
	static const struct mech_table wrong[] = {
		{0, 1},                     /* over the head */
		{4, 0},                     /* crooked */
		{0xfffffff8u, 1},           /* far outside */
		{0xfffffff8u, 0xffffffffu}, /* beyond the range of numbers */
	};
	for (size_t t = 0; t < 7; t++) {
		for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
			struct image_fixture f = image_fixture_make();
			struct mech_message message;
			struct mech_table *const tables[] = {&f.head->bodies,  &f.head->elements,   &f.head->inputs,
			                                     &f.head->targets, &f.head->parameters, &f.head->variables,
			                                     &f.head->names};
			*tables[t] = wrong[k];
			image_fixture_seal(&f);
			assert_int_equal(opens(f.image.bytes, f.image.size, &message), -1);
			assert_string_equal(message.text, "not a usable mechanism image: a table lies outside of it");
			host_image_free(&f.image);
		}
	}
}

static void a_count_one_too_large_is_refused(void **state)
{
	(void)state;
	struct image_fixture f = image_fixture_make();
	struct mech_message message;
	f.head->names.count = (uint32_t)(f.image.size - f.head->names.offset + 1);
	image_fixture_seal(&f);
	assert_int_equal(opens(f.image.bytes, f.image.size, &message), -1);
	assert_non_null(strstr(message.text, "a table lies outside"));
	host_image_free(&f.image);
}

/* INT_MAX states and some coordinates of bodies: their sum is no int */
static void counts_whose_sums_overflow_are_refused(void **state)
{
	(void)state;
	for (size_t k = 0; k < 6; k++) {
		struct image_fixture f = image_fixture_make();
		struct mech_message message;
		uint32_t *const counts[] = {&f.head->n_q,       &f.head->n_v,      &f.head->n_rows,
		                            &f.head->n_derived, &f.head->n_memory, &f.head->n_states};
		*counts[k] = INT_MAX;
		image_fixture_seal(&f);
		assert_int_equal(opens(f.image.bytes, f.image.size, &message), -1);
		assert_non_null(strstr(message.text, "a count in its head is too large"));
		host_image_free(&f.image);
	}
}

static void names_must_end_inside_their_table(void **state)
{
	(void)state;
	struct image_fixture f = image_fixture_make();
	struct mech_message message;
	f.head->names.count--;
	image_fixture_seal(&f);
	assert_int_equal(opens(f.image.bytes, f.image.size, &message), -1);
	assert_non_null(strstr(message.text, "names has no end"));
	host_image_free(&f.image);
}

static void the_checksum_is_that_of_the_published_algorithm(void **state)
{
	(void)state;
	/* FNV-1a test vectors of Fowler, Noll, Vo: "", "a", "foobar" */
	assert_true(mech_checksum("", 0) == UINT64_C(0xcbf29ce484222325));
	assert_true(mech_checksum("a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
	assert_true(mech_checksum("foobar", 6) == UINT64_C(0x85944171f73967e8));
}

static void outputs_of_joints_are_coordinates_reactions_and_own_ones(void **state)
{
	(void)state;
	static const char *const keys[] = {"position",       "speed",          "acceleration",
	                                   "angle",          "angular_speed",  "angular_acceleration",
	                                   "reaction_force", "reaction_force", "reaction_torque"};
	static const int quantities[] = {
		MECH_LENGTH, MECH_VELOCITY, MECH_ACCELERATION, MECH_ANGLE, MECH_ANGULAR_VELOCITY, MECH_ANGULAR_ACCELERATION,
		MECH_FORCE,  MECH_FORCE,    MECH_TORQUE};
	const struct mech_kind *kind = mech_kinds[mech_kind_find(MECH_PLANAR, MECH_JOINT, "point_on_line")];
	assert_int_equal(mech_element_outputs(kind), 9);
	for (int k = 0; k < 9; k++) {
		int component;
		struct mech_output_spec spec = mech_element_output_spec(kind, k, &component);
		assert_string_equal(spec.key, keys[k]);
		assert_int_equal(spec.quantity, quantities[k]);
		assert_int_equal(component, k == 7);
	}
}

static void outputs_of_sensors_are_numbered_component_by_component(void **state)
{
	(void)state;
	const struct mech_kind *kind = mech_kinds[mech_kind_find(MECH_PLANAR, MECH_SENSOR, "point")];
	int component;
	assert_int_equal(mech_element_outputs(kind), 6);
	assert_string_equal(mech_element_output_spec(kind, 3, &component).key, "velocity");
	assert_int_equal(component, 1);
	assert_string_equal(mech_element_output_spec(kind, 6, &component).key, "");
}

static void variables_have_the_level_of_what_they_report(void **state)
{
	(void)state;
	static const struct {
		enum mech_source source;
		int index, component;
		enum mech_level level;
	} cases[] = {
		{MECH_FROM_BODY, 1, 2, MECH_POSITION_LEVEL},
		{MECH_FROM_BODY, 0, 3, MECH_VELOCITY_LEVEL},
		{MECH_FROM_BODY, 0, 8, MECH_ACCELERATION_LEVEL},
		{MECH_FROM_ELEMENT, PIN, 0, MECH_POSITION_LEVEL},
		{MECH_FROM_ELEMENT, PIN, 1, MECH_VELOCITY_LEVEL},
		{MECH_FROM_ELEMENT, PIN, 3, MECH_ACCELERATION_LEVEL},
		{MECH_FROM_ELEMENT, FOLLOW, 0, MECH_ACCELERATION_LEVEL},
		{MECH_FROM_ENERGY, 0, MECH_KINETIC, MECH_VELOCITY_LEVEL},
		{MECH_FROM_SOLVER, 0, MECH_STEPS, MECH_POSITION_LEVEL},
		{MECH_FROM_INPUT, 0, 0, MECH_POSITION_LEVEL},
		{MECH_FROM_TIME, 0, 0, MECH_POSITION_LEVEL},
	};
	struct image_fixture f = image_fixture_make();
	struct mech_model model;
	struct mech_message message;
	assert_int_equal(mech_model_open(f.image.bytes, f.image.size, &model, &message), 0);
	for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
		const struct mech_variable x = {
			.source = (int32_t)cases[k].source, .index = cases[k].index, .component = cases[k].component};
		assert_int_equal(mech_variable_level(&model, &x), cases[k].level);
	}
	host_image_free(&f.image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sound_image_opens_and_shows_its_tables),
		cmocka_unit_test(any_changed_byte_is_noticed),
		cmocka_unit_test(any_shorter_image_is_refused),
		cmocka_unit_test(a_missing_or_crooked_image_is_refused),
		cmocka_unit_test(another_version_says_export_again),
		cmocka_unit_test(tables_outside_the_image_are_refused),
		cmocka_unit_test(a_count_one_too_large_is_refused),
		cmocka_unit_test(counts_whose_sums_overflow_are_refused),
		cmocka_unit_test(names_must_end_inside_their_table),
		cmocka_unit_test(the_checksum_is_that_of_the_published_algorithm),
		cmocka_unit_test(outputs_of_joints_are_coordinates_reactions_and_own_ones),
		cmocka_unit_test(outputs_of_sensors_are_numbered_component_by_component),
		cmocka_unit_test(variables_have_the_level_of_what_they_report),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
