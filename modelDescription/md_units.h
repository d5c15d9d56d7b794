/* Units of the physical quantities as FMI defines them: powers of the SI base units and of rad, and
 * units for display. */
#ifndef MD_UNITS_H
#define MD_UNITS_H

#include "mech_model.h"
#include "md_xml.h"

struct md_unit {
	const char *name;
	int kg, m, s, rad, ampere; /* exponents */
	const char *display;       /* unit for display, or NULL: value in it = factor * value */
	double factor;
};

/* the unit of that name, or NULL */
const struct md_unit *md_unit_find(const char *name);

/* <UnitDefinitions> and <TypeDefinitions> of the quantities marked in used[], and of the solver's
 * choices */
void md_write_units(struct md_xml *x, const unsigned char used[MECH_QUANTITY_COUNT]);
void md_write_types(struct md_xml *x, const unsigned char used[MECH_QUANTITY_COUNT]);

/* declaredType of variables: names of types and of variables must differ, and an input may be
 * called Torque */
void md_type_name(struct md_xml *x, const char *attribute, enum mech_quantity quantity);

/* the same for solver parameter k, a choice */
void md_choice_type_name(struct md_xml *x, const char *attribute, int k);

#endif
