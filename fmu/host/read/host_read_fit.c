/* Numbers of an element that must fit together. */
#include <string.h>

#include "host_read_parts.h"

static int host_fit_same(const double *a, const double *b, int n)
{
	while (n > 0 && a[n - 1] == b[n - 1]) {
		n--;
	}
	return n == 0;
}

/* two points of a joint that keep a distance must have one */
static int host_fit_length(struct host_reader *r, const struct host_node *map, const struct host_element *e)
{
	const struct mech_kind *kind = mech_kinds[e->kind];
	const double *from = NULL, *to = NULL;
	for (int k = 0; k < kind->file.n_parameters; k++) {
		const double *values = e->values + mech_kind_number(kind, k);
		from = strcmp(kind->file.parameters[k].key, "from") == 0 ? values : from;
		to = strcmp(kind->file.parameters[k].key, "to") == 0 ? values : to;
	}
	if (kind->section == MECH_JOINT && from != NULL && to != NULL &&
	    host_fit_same(from, to, mech_space_rules(r->m->space)->dimension)) {
		return host_reader_fail(r, map->place, "has length zero: 'from' and 'to' are the same point");
	}
	return 0;
}

/* of two numbers that belong together the second must not be below the first */
static int host_fit_order(struct host_reader *r, const struct host_node *map, const struct host_element *e)
{
	const struct mech_kind *kind = mech_kinds[e->kind];
	const int pair = mech_kind_disorder(kind, e->values);
	if (pair < 0) {
		return 0;
	}
	const char *low = kind->file.parameters[kind->file.ordered[pair][0]].key;
	const char *high = kind->file.parameters[kind->file.ordered[pair][1]].key;
	const struct host_node *node = host_node_find(map, high);
	return host_reader_fail(r, (node != NULL ? node : map)->place, "%s must not be below %s", high, low);
}

int host_check_fit(struct host_reader *r, const struct host_node *map, const struct host_element *e)
{
	return host_fit_order(r, map, e) != 0 ? -1 : host_fit_length(r, map, e);
}
