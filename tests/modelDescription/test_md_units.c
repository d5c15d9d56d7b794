/* Units and types: powers from the definitions of the units, and their use in
 * modelDescription.xml. */
#include "modelDescription/md_fixture.h"

#include <math.h>

#include "md_units.h"

/* powers of kg, m, s, rad, A in a unit written as a product with one stroke, all after it below,
 * from the SI definitions */
enum { POWERS = 5 };
static void parse_unit(const char *unit, int power[POWERS])
{
	static const struct {
		const char *name;
		int power[POWERS];
	} factors[] = {{"1", {0, 0, 0, 0, 0}},     {"kg", {1, 0, 0, 0, 0}},  {"m", {0, 1, 0, 0, 0}},
	               {"s", {0, 0, 1, 0, 0}},     {"rad", {0, 0, 0, 1, 0}}, {"A", {0, 0, 0, 0, 1}},
	               {"N", {1, 1, -2, 0, 0}},    {"J", {1, 2, -2, 0, 0}},  {"V", {1, 2, -3, 0, -1}},
	               {"ohm", {1, 2, -3, 0, -2}}, {"H", {1, 2, -2, 0, -2}}, {"Pa", {1, -1, -2, 0, 0}}};
	int sign = 1;
	memset(power, 0, POWERS * sizeof *power);
	while (*unit != '\0') {
		unit += strspn(unit, "()");
		size_t length = strcspn(unit, "./23()");
		int known = 0, exponent = unit[length] == '2' || unit[length] == '3' ? unit[length] - '0' : 1;
		for (size_t k = 0; k < sizeof factors / sizeof factors[0]; k++) {
			if (strlen(factors[k].name) == length && strncmp(factors[k].name, unit, length) == 0) {
				known = 1;
				for (int i = 0; i < POWERS; i++) {
					power[i] += sign * exponent * factors[k].power[i];
				}
			}
		}
		assert_true(known);
		unit += length + (exponent > 1);
		sign = *unit == '/' ? -1 : sign;
		unit += strspn(unit, "()");
		unit += *unit == '/' || *unit == '.';
	}
}

static void every_quantity_has_a_unit_with_the_right_powers(void **state)
{
	(void)state;
	for (int k = 0; k < MECH_QUANTITY_COUNT; k++) {
		int power[POWERS];
		const char *name = mech_quantity_unit((enum mech_quantity)k);
		const struct md_unit *unit = md_unit_find(name);
		assert_non_null(unit);
		parse_unit(name, power);
		if (unit->kg != power[0] || unit->m != power[1] || unit->s != power[2] || unit->rad != power[3] ||
		    unit->ampere != power[4]) {
			fail_msg("%s: kg^%d m^%d s^%d rad^%d A^%d", name, unit->kg, unit->m, unit->s, unit->rad, unit->ampere);
		}
	}
	assert_null(md_unit_find("furlong"));
}

static void angles_are_shown_in_degrees_and_speeds_in_rpm(void **state)
{
	(void)state;
	const double pi = acos(-1);
	struct document d;
	open_document(&d, WORKSHOP);
	xmlNode *units = child(d.root, "UnitDefinitions");
	xmlNode *degree = child(named(units, "rad"), "DisplayUnit"), *rpm = child(named(units, "rad/s"), "DisplayUnit");
	assert_attribute(degree, "name", "deg");
	assert_true(fabs(strtod(attribute(degree, "factor"), NULL) - 180 / pi) < 1e-13);
	assert_attribute(rpm, "name", "rpm");
	assert_true(fabs(strtod(attribute(rpm, "factor"), NULL) - 60 / (2 * pi)) < 1e-14);
	assert_attribute(child(named(units, "N.m"), "BaseUnit"), "m", "2");
	close_document(&d);
}

static void types_and_units_used_are_defined_and_those_defined_are_used(void **state)
{
	(void)state;
	struct document d;
	open_document(&d, WORKSHOP);
	xmlNode *units = child(d.root, "UnitDefinitions"), *types = child(d.root, "TypeDefinitions");
	int n = model_of(&d)->n_variables;
	for (xmlNode *type = first_child(types); type != NULL; type = sibling(type)) {
		int uses = 0;
		for (int k = 0; k < n; k++) {
			xmlNode *variable = variable_node(&d, k), *inner = first_child(variable);
			assert_string_not_equal(attribute(variable, "name"), attribute(type, "name"));
			if (strcmp(attribute(inner, "declaredType"), attribute(type, "name")) != 0) {
				continue;
			}
			uses++;
			assert_string_equal((const char *)inner->name, (const char *)first_child(type)->name);
			if (strcmp((const char *)inner->name, "Real") == 0) {
				assert_non_null(named(units, attribute(inner, "unit")));
				assert_attribute(first_child(type), "unit", attribute(inner, "unit"));
			}
		}
		assert_true(uses > 0);
	}
	for (int k = 0; k < n; k++) {
		assert_non_null(named(types, attribute(first_child(variable_node(&d, k)), "declaredType")));
	}
	for (xmlNode *unit = first_child(units); unit != NULL; unit = sibling(unit)) {
		int uses = 0;
		for (int k = 0; k < n; k++) {
			const char *name = attribute(first_child(variable_node(&d, k)), "unit");
			uses += name != NULL && strcmp(name, attribute(unit, "name")) == 0;
		}
		assert_true(uses > 0);
	}
	close_document(&d);
}

/* as in Modelica, in the order of the words */
static void items_of_enumerations_count_from_1(void **state)
{
	(void)state;
	struct document d;
	open_document(&d, WORKSHOP);
	xmlNode *types = child(d.root, "TypeDefinitions");
	for (int k = 0; k < MECH_SOLVER_PARAMETERS; k++) {
		char name[64];
		snprintf(name, sizeof name, "Types.%s", mech_solver_specs[k].key);
		fmi2Integer number = 0;
		xmlNode *item = mech_solver_choices(k) > 0 ? first_child(child(named(types, name), "Enumeration")) : NULL;
		for (; item != NULL; item = sibling(item)) {
			assert_true(strtol(attribute(item, "value"), NULL, 10) == ++number);
			assert_attribute(item, "name", mech_solver_choice(k, number - 1));
		}
		assert_int_equal(number, mech_solver_choices(k));
	}
	close_document(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_quantity_has_a_unit_with_the_right_powers),
		cmocka_unit_test(angles_are_shown_in_degrees_and_speeds_in_rpm),
		cmocka_unit_test(types_and_units_used_are_defined_and_those_defined_are_used),
		cmocka_unit_test(items_of_enumerations_count_from_1),
	};
	int result = cmocka_run_group_tests(tests, NULL, NULL);
	xmlCleanupParser();
	return result;
}
