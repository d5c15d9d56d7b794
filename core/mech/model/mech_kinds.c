/* The table of all kinds, and searching in it. */
#include "mech_kinds.h"

#include <string.h>

LA_TABLE const struct mech_kind *const mech_kinds[MECH_KIND_COUNT] = {
#define MECH_KIND_ENTRY(table) &table,
	MECH_KIND_LIST(MECH_KIND_ENTRY)
#undef MECH_KIND_ENTRY
};

LA_FUNCTION int mech_kind_count(void)
{
	return MECH_KIND_COUNT;
}

LA_FUNCTION int mech_kind_fits(const struct mech_kind *kind, enum mech_space space)
{
	return kind->space == space || kind->space == MECH_EITHER;
}

LA_FUNCTION int mech_kind_find(enum mech_space space, enum mech_section section, const char *name)
{
	for (int k = 0; k < MECH_KIND_COUNT; k++) {
		const struct mech_kind *kind = mech_kinds[k];
		if (mech_kind_fits(kind, space) && kind->section == section && strcmp(kind->name, name) == 0) {
			return k;
		}
	}
	return -1;
}

LA_FUNCTION int mech_kind_numbers(const struct mech_kind *kind)
{
	return mech_kind_number(kind, kind->file.n_parameters);
}

LA_FUNCTION int mech_kind_number(const struct mech_kind *kind, int spec)
{
	int number = 0;
	for (int k = 0; k < spec; k++) {
		number += kind->file.parameters[k].size;
	}
	return number;
}

LA_FUNCTION int mech_kind_states(const struct mech_kind *kind, const double *numbers)
{
	int count = 0;
	for (int k = 0; k < kind->state.count; k++) {
		count += !kind->state.needs || numbers[mech_kind_number(kind, kind->state.needs[k])] != 0.0;
	}
	return count;
}

LA_FUNCTION int mech_kind_alike(const struct mech_kind *joint, int k)
{
	int count = 0;
	for (int i = 0; i < joint->coordinate.count; i++) {
		count += joint->coordinate.specs[i].quantity == joint->coordinate.specs[k].quantity;
	}
	return count;
}

LA_FUNCTION int mech_kind_disorder(const struct mech_kind *kind, const double *numbers)
{
	for (int k = 0; k < kind->file.n_ordered; k++) {
		const double low = numbers[mech_kind_number(kind, kind->file.ordered[k][0])];
		const double high = numbers[mech_kind_number(kind, kind->file.ordered[k][1])];
		if (high < low) {
			return k;
		}
	}
	return -1;
}
