/* Units and types. */
#include "md_units.h"

#include <stdio.h>
#include <string.h>

/* clang-format off */
static const struct md_unit md_units[] = {
	/* name       kg  m   s  rad  A  display factor */
	{"1",          0, 0,  0,  0,  0,  NULL,   0},
	{"s",          0, 0,  1,  0,  0,  NULL,   0},
	{"m",          0, 1,  0,  0,  0,  NULL,   0},
	{"rad",        0, 0,  0,  1,  0,  "deg",  57.295779513082320877}, /* 180 / pi */
	{"m/s",        0, 1, -1,  0,  0,  NULL,   0},
	{"rad/s",      0, 0, -1,  1,  0,  "rpm",  9.5492965855137201461}, /* 30 / pi */
	{"m/s2",       0, 1, -2,  0,  0,  NULL,   0},
	{"rad/s2",     0, 0, -2,  1,  0,  NULL,   0},
	{"kg",         1, 0,  0,  0,  0,  NULL,   0},
	{"kg.m2",      1, 2,  0,  0,  0,  NULL,   0},
	{"N",          1, 1, -2,  0,  0,  NULL,   0},
	{"N.m",        1, 2, -2,  0,  0,  NULL,   0},
	{"N/m",        1, 0, -2,  0,  0,  NULL,   0},
	{"N.m/rad",    1, 2, -2, -1,  0,  NULL,   0},
	{"N.s/m",      1, 0, -1,  0,  0,  NULL,   0},
	{"N.m.s/rad",  1, 2, -1, -1,  0,  NULL,   0},
	{"J",          1, 2, -2,  0,  0,  NULL,   0},
	{"kg.m/s",     1, 1, -1,  0,  0,  NULL,   0},
	{"kg.m2/s",    1, 2, -1,  0,  0,  NULL,   0},
	{"N/(m.s)",    1, 0, -3,  0,  0,  NULL,   0},
	{"N.m/(rad.s)",1, 2, -3, -1,  0,  NULL,   0},
	{"V",          1, 2, -3,  0, -1,  NULL,   0},
	{"A",          0, 0,  0,  0,  1,  NULL,   0},
	{"ohm",        1, 2, -3,  0, -2,  NULL,   0},
	{"H",          1, 2, -2,  0, -2,  NULL,   0},
	{"N.m/A",      1, 2, -2,  0, -1,  NULL,   0},
	{"m2",         0, 2,  0,  0,  0,  NULL,   0},
	{"m3/s",       0, 3, -1,  0,  0,  NULL,   0},
	{"Pa",         1, -1, -2, 0,  0,  NULL,   0},
	{"rad/m",      0, -1, 0,  1,  0,  NULL,   0},
};
/* clang-format on */

const struct md_unit *md_unit_find(const char *name)
{
	for (size_t k = 0; k < sizeof md_units / sizeof md_units[0]; k++) {
		if (strcmp(md_units[k].name, name) == 0) {
			return &md_units[k];
		}
	}
	return NULL;
}

static void md_units_exponent(struct md_xml *x, const char *name, int exponent)
{
	if (exponent != 0) {
		md_xml_integer(x, name, exponent);
	}
}

static void md_units_write(struct md_xml *x, const struct md_unit *unit)
{
	md_xml_text(x, "\t\t<Unit");
	md_xml_attribute(x, "name", unit->name);
	md_xml_text(x, ">\n\t\t\t<BaseUnit");
	md_units_exponent(x, "kg", unit->kg);
	md_units_exponent(x, "m", unit->m);
	md_units_exponent(x, "s", unit->s);
	md_units_exponent(x, "A", unit->ampere);
	md_units_exponent(x, "rad", unit->rad);
	md_xml_text(x, "/>\n");
	if (unit->display != NULL) {
		md_xml_text(x, "\t\t\t<DisplayUnit");
		md_xml_attribute(x, "name", unit->display);
		md_xml_number(x, "factor", unit->factor);
		md_xml_text(x, "/>\n");
	}
	md_xml_text(x, "\t\t</Unit>\n");
}

/* some quantity of Real variables has this unit */
static int md_units_is_used(const struct md_unit *unit, const unsigned char used[MECH_QUANTITY_COUNT])
{
	for (int k = 0; k < MECH_QUANTITY_COUNT; k++) {
		if (used[k] && k != MECH_COUNT && strcmp(mech_quantity_unit((enum mech_quantity)k), unit->name) == 0) {
			return 1;
		}
	}
	return 0;
}

void md_write_units(struct md_xml *x, const unsigned char used[MECH_QUANTITY_COUNT])
{
	md_xml_text(x, "\t<UnitDefinitions>\n");
	for (size_t k = 0; k < sizeof md_units / sizeof md_units[0]; k++) {
		if (md_units_is_used(&md_units[k], used)) {
			md_units_write(x, &md_units[k]);
		}
	}
	md_xml_text(x, "\t</UnitDefinitions>\n");
}

void md_type_name(struct md_xml *x, const char *attribute, enum mech_quantity quantity)
{
	char name[64];
	snprintf(name, sizeof name, "Types.%s", mech_quantity_type(quantity));
	md_xml_attribute(x, attribute, name);
}

static void md_units_write_type(struct md_xml *x, enum mech_quantity quantity)
{
	md_xml_text(x, "\t\t<SimpleType");
	md_type_name(x, "name", quantity);
	md_xml_text(x, quantity == MECH_COUNT ? "><Integer" : "><Real");
	md_xml_attribute(x, "quantity", mech_quantity_type(quantity));
	if (quantity != MECH_COUNT) {
		const struct md_unit *unit = md_unit_find(mech_quantity_unit(quantity));
		md_xml_attribute(x, "unit", mech_quantity_unit(quantity));
		if (unit != NULL && unit->display != NULL) {
			md_xml_attribute(x, "displayUnit", unit->display);
		}
	}
	md_xml_text(x, "/></SimpleType>\n");
}

void md_choice_type_name(struct md_xml *x, const char *attribute, int k)
{
	char name[64];
	snprintf(name, sizeof name, "Types.%s", mech_solver_specs[k].key);
	md_xml_attribute(x, attribute, name);
}

static void md_units_write_choices(struct md_xml *x, int k)
{
	md_xml_text(x, "\t\t<SimpleType");
	md_choice_type_name(x, "name", k);
	md_xml_text(x, "><Enumeration>\n");
	for (int i = 0; i < mech_solver_choices(k); i++) {
		md_xml_text(x, "\t\t\t<Item");
		md_xml_attribute(x, "name", mech_solver_choice(k, i));
		md_xml_integer(x, "value", MECH_FIRST_CHOICE + i);
		md_xml_text(x, "/>\n");
	}
	md_xml_text(x, "\t\t</Enumeration></SimpleType>\n");
}

void md_write_types(struct md_xml *x, const unsigned char used[MECH_QUANTITY_COUNT])
{
	md_xml_text(x, "\t<TypeDefinitions>\n");
	for (int k = 0; k < MECH_QUANTITY_COUNT; k++) {
		if (used[k]) {
			md_units_write_type(x, (enum mech_quantity)k);
		}
	}
	for (int k = 0; k < MECH_SOLVER_PARAMETERS; k++) {
		if (mech_solver_choices(k) > 0) {
			md_units_write_choices(x, k);
		}
	}
	md_xml_text(x, "\t</TypeDefinitions>\n");
}
