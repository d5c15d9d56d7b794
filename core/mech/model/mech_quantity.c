/* Names, units and rates of the physical quantities. */
#include "mech_quantity.h"

struct mech_quantity_entry {
	const char *type, *unit;
};

static const struct mech_quantity_entry mech_quantity_entries[MECH_DECLARED_COUNT] = {
#define MECH_QUANTITY_ENTRY(identifier, type, unit) {type, unit},
	MECH_QUANTITY_LIST(MECH_QUANTITY_ENTRY)
#undef MECH_QUANTITY_ENTRY
#define MECH_ALONG_ENTRY(identifier, type, unit, angle, length) {type, unit},
		MECH_ALONG_LIST(MECH_ALONG_ENTRY)
#undef MECH_ALONG_ENTRY
};

struct mech_quantity_pair {
	enum mech_quantity angle, length;
};

static const struct mech_quantity_pair mech_quantity_pairs[MECH_DECLARED_COUNT] = {
#define MECH_ALONG_PAIR(identifier, type, unit, angle, length) [identifier] = {angle, length},
	MECH_ALONG_LIST(MECH_ALONG_PAIR)
#undef MECH_ALONG_PAIR
};

static const enum mech_quantity mech_quantity_rates[MECH_DECLARED_COUNT] = {
	[MECH_LENGTH] = MECH_VELOCITY,
	[MECH_VELOCITY] = MECH_ACCELERATION,
	[MECH_ANGLE] = MECH_ANGULAR_VELOCITY,
	[MECH_ANGULAR_VELOCITY] = MECH_ANGULAR_ACCELERATION,
};

LA_FUNCTION enum mech_quantity mech_quantity_rate(enum mech_quantity quantity)
{
	return mech_quantity_rates[quantity];
}

LA_FUNCTION enum mech_quantity mech_quantity_along(enum mech_quantity quantity, enum mech_quantity coordinate)
{
	if (quantity < MECH_QUANTITY_COUNT) {
		return quantity;
	}
	const struct mech_quantity_pair *pair = &mech_quantity_pairs[quantity];
	return coordinate == MECH_ANGLE ? pair->angle : pair->length;
}

LA_FUNCTION const char *mech_quantity_type(enum mech_quantity quantity)
{
	return mech_quantity_entries[quantity].type;
}

LA_FUNCTION const char *mech_quantity_unit(enum mech_quantity quantity)
{
	return mech_quantity_entries[quantity].unit;
}
