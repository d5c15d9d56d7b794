#include "host_record_unit.h"

#include <stdio.h>
#include <string.h>

/* unit of the numbers that operations take: NULL for those of no unit */
typedef const char *host_unit_of(const void *context, int index);

static const char *host_unit_of_watch(const void *context, int index)
{
	const struct host_study *s = context;
	const int variable = s->watches[index].variable;
	const int measure = variable < 0 ? -1 : s->description->variables[variable].measure;
	return measure < 0 ? NULL : s->description->measures[measure].name;
}

/* the unit if all that is taken has the same one and only sums and sizes are made of it; else NULL */
static const char *host_unit_find(const struct mech_operation *operations, int n, host_unit_of *unit_of,
                                  const void *context)
{
	const char *unit = NULL;
	for (int i = 0; i < n; i++) {
		const char *taken;
		switch (operations[i].code) {
		case MECH_TAKE_PARAMETER:
			taken = unit_of(context, operations[i].index);
			if (taken == NULL || (unit != NULL && strcmp(unit, taken) != 0)) {
				return NULL;
			}
			unit = taken;
			break;
		case MECH_ADD:
		case MECH_SUBTRACT:
		case MECH_NEGATE:
		case MECH_ABSOLUTE:
		case MECH_MINIMUM:
		case MECH_MAXIMUM:
		case MECH_TAKE_NUMBER: /* 2 x is none, as it multiplies; x - 2 is one */
			break;
		default:
			return NULL;
		}
	}
	return unit;
}

/* units of the reductions of a record */
struct host_unit_texts {
	char texts[HOST_RECORD_MOST_REDUCTIONS][HOST_RECORD_UNIT_SIZE];
};

static const char *host_unit_of_reduction(const void *context, int index)
{
	const struct host_unit_texts *units = context;
	return units->texts[index][0] == 0 ? NULL : units->texts[index];
}

void host_record_unit(const struct host_study *study, const struct host_record *record,
                      char unit[HOST_RECORD_UNIT_SIZE])
{
	struct host_unit_texts units;
	memset(&units, 0, sizeof units);
	for (int k = 0; k < record->n_reductions; k++) {
		const struct host_reduction *r = &record->reductions[k];
		const char *of = host_unit_find(r->operations, r->n, host_unit_of_watch, study);
		if (r->kind >= HOST_REDUCE_FIRST_ABOVE) {
			(void)snprintf(units.texts[k], HOST_RECORD_UNIT_SIZE, "s");
		} else if (of != NULL) {
			(void)snprintf(units.texts[k], HOST_RECORD_UNIT_SIZE, "%.50s%s", of,
			               r->kind == HOST_REDUCE_INTEGRAL ? ".s" : "");
		}
	}
	const char *found = host_unit_find(record->operations, record->n, host_unit_of_reduction, &units);
	(void)snprintf(unit, HOST_RECORD_UNIT_SIZE, "%s", found == NULL ? "" : found);
}
