/* Names, units and rates of the physical quantities. */
#include "mech_quantity.h"

struct mech_quantity_entry {
	const char *type, *unit;
};

static const struct mech_quantity_entry mech_quantity_entries[MECH_QUANTITY_COUNT] = {
#define MECH_QUANTITY_ENTRY(identifier, type, unit) {type, unit},
	MECH_QUANTITY_LIST(MECH_QUANTITY_ENTRY)
#undef MECH_QUANTITY_ENTRY
};

static const enum mech_quantity mech_quantity_rates[MECH_QUANTITY_COUNT] = {
	[MECH_LENGTH] = MECH_VELOCITY,
	[MECH_VELOCITY] = MECH_ACCELERATION,
	[MECH_ANGLE] = MECH_ANGULAR_VELOCITY,
	[MECH_ANGULAR_VELOCITY] = MECH_ANGULAR_ACCELERATION,
};

LA_FUNCTION enum mech_quantity mech_quantity_rate(enum mech_quantity quantity)
{
	return mech_quantity_rates[quantity];
}

LA_FUNCTION const char *mech_quantity_type(enum mech_quantity quantity)
{
	return mech_quantity_entries[quantity].type;
}

LA_FUNCTION const char *mech_quantity_unit(enum mech_quantity quantity)
{
	return mech_quantity_entries[quantity].unit;
}
