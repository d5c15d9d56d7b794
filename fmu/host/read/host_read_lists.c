/* Reads lists of an element whose length is up to the file: bodies that a sensor looks at, and
 * tables.
 *
 * A table is two lists of numbers of the same length under keys of their own (mech_curve.h). It
 * stands in for a number of the element or for its input, so only one of them may be given.
 */
#include "host_read_parts.h"
#include "mech_curve.h"
#include "mech_profile.h"

/* `bodies:` of a sensor that lists any of them, all where it is not there */
int host_read_body_list(struct host_reader *r, const struct host_node *map, struct host_element *e)
{
	const struct host_node *list = host_node_find(map, "bodies");
	if (list == NULL) {
		return 0;
	}
	if (host_check_list(r, list, "bodies") != 0) {
		return -1;
	}
	if (list->count < 1 || list->count > MECH_MOST_BODIES) {
		return host_reader_fail(r, list->place, "bodies must have 1 to %d names, not %d; leave it out for all bodies",
		                        MECH_MOST_BODIES, list->count);
	}
	for (const struct host_node *node = list->first; node != NULL; node = node->next) {
		int body;
		if (host_find_body(r, node, &body) != 0) {
			return -1;
		}
		if (body == MECH_GROUND) {
			return host_reader_fail(r, node->place, "the ground never moves; name bodies");
		}
		for (int k = 0; k < e->n_bodies; k++) {
			if (e->body[k] == body) {
				return host_reader_fail(r, node->place, "names '%s' twice", node->text);
			}
		}
		e->body[e->n_bodies++] = body;
	}
	return 0;
}

/* what the table would stand in for must not be there too */
static int host_lists_alone(struct host_reader *r, const struct host_node *map, const struct mech_kind *kind,
                            const struct mech_curve_spec *spec)
{
	const struct host_node *x = host_node_find(map, spec->x.key);
	const char *other = spec->replaces >= 0 ? kind->file.parameters[spec->replaces].key : NULL;
	if (other != NULL && host_node_find(map, other) != NULL) {
		return host_reader_fail(r, x->key_place, "give '%s' or '%s', not both", other, spec->x.key);
	}
	const int drives = kind->file.input != NULL && spec->replaces == kind->file.input - kind->file.parameters;
	if (drives && host_node_find(map, "input") != NULL) {
		return host_reader_fail(r, x->key_place, "give 'input' or '%s', not both", spec->x.key);
	}
	return 0;
}

static int host_lists_count(struct host_reader *r, const struct host_node *map, const struct mech_curve_spec *spec,
                            int *points)
{
	const struct host_node *x = host_node_find(map, spec->x.key), *y = host_node_find(map, spec->y.key);
	if (x == NULL || y == NULL) {
		const int needed = x != y || spec->x.need == MECH_REQUIRED;
		return needed ? host_parameter(r, map, x == NULL ? &spec->x : &spec->y, 1, HOST_NO_SPOT, NULL) : 0;
	}
	if (host_check_list(r, x, spec->x.key) != 0 || host_check_list(r, y, spec->y.key) != 0) {
		return -1;
	}
	if (x->count < spec->x.least || x->count > spec->x.size) {
		return host_reader_fail(r, x->place, "%s must have %d to %d numbers, not %d", spec->x.key, spec->x.least,
		                        spec->x.size, x->count);
	}
	if (y->count != x->count) {
		return host_reader_fail(r, y->place, "%s must have as many numbers as %s, %d, not %d", spec->y.key, spec->x.key,
		                        x->count, y->count);
	}
	*points = x->count;
	return 0;
}

/* one of several tables that exclude each other */
static int host_lists_check_one(struct host_reader *r, const struct host_node *map, const struct host_element *e)
{
	const struct mech_kind *kind = mech_kinds[e->kind];
	const struct mech_curve_spec *curves = kind->file.curves;
	if (!kind->file.one_curve || (e->points[0] > 0) != (e->points[1] > 0)) {
		return 0;
	}
	if (e->points[0] > 0) {
		return host_reader_fail(r, host_node_find(map, curves[1].x.key)->key_place, "give '%s' or '%s', not both",
		                        curves[0].x.key, curves[1].x.key);
	}
	return host_reader_fail(r, map->place, "needs a profile: give '%s' or '%s'", curves[0].x.key, curves[1].x.key);
}

int host_count_tables(struct host_reader *r, const struct host_node *map, struct host_element *e)
{
	const struct mech_kind *kind = mech_kinds[e->kind];
	for (int k = 0; k < kind->file.n_curves; k++) {
		if (host_lists_count(r, map, &kind->file.curves[k], &e->points[k]) != 0 ||
		    (e->points[k] > 0 && host_lists_alone(r, map, kind, &kind->file.curves[k]) != 0)) {
			return -1;
		}
	}
	return host_lists_check_one(r, map, e);
}

/* the x of a table increase, and neighbouring points of a profile differ */
static int host_lists_check_order(struct host_reader *r, const struct host_node *list, enum mech_curve_form form,
                                  const double *x)
{
	const struct host_node *entry = list->first;
	for (int k = 1; k < list->count; k++) {
		entry = entry->next;
		if (!mech_curve_increases(form) && x[k] == x[k - 1] && x[list->count + k] == x[list->count + k - 1]) {
			return host_reader_fail(r, entry->place, "%s: point %d is the same as point %d", list->key, k + 1, k);
		}
		if (mech_curve_increases(form) && x[k] <= x[k - 1]) {
			return host_reader_fail(r, entry->place, "%s must increase: number %d is not greater than number %d",
			                        list->key, k + 1, k);
		}
	}
	return 0;
}

/* a closed outline of points does not cross itself */
static int host_lists_check_outline(struct host_reader *r, const struct host_node *list, enum mech_curve_form form,
                                    const double *x)
{
	double derived[MECH_PROFILE_HEAD + MECH_PROFILE_NUMBERS * MECH_CURVE_MOST];
	double *interval = derived + MECH_PROFILE_HEAD, *slope = interval + list->count;
	const int n = list->count;
	const struct mech_profile p = {form, n, x, x + n, derived, interval, slope, slope + 2 * n};
	if (form != MECH_CURVE_CLOSED && form != MECH_CURVE_POLYGON) {
		return 0;
	}
	mech_profile_derive(&p, 0.0, 0.0, derived);
	const int crossing = mech_profile_repeated(&p) < 0 ? mech_profile_crossing(&p) : -1;
	const struct host_node *entry = list->first;
	for (int k = 0; k < crossing; k++) {
		entry = entry->next;
	}
	return crossing < 0 ? 0
	                    : host_reader_fail(r, entry->place, "%s: after point %d the profile crosses itself", list->key,
	                                       crossing + 1);
}

int host_read_tables(struct host_reader *r, const struct host_node *map, struct host_element *e)
{
	const struct mech_kind *kind = mech_kinds[e->kind];
	const int index = (int)(e - r->m->elements);
	int first = host_element_table(e);
	for (int k = 0; k < kind->file.n_curves; k++) {
		const int n = e->points[k];
		struct mech_parameter_spec x = kind->file.curves[k].x, y = kind->file.curves[k].y;
		x.size = y.size = n;
		const struct host_spot at_x = {HOST_OF_ELEMENTS, index, first}, at_y = {HOST_OF_ELEMENTS, index, first + n};
		const enum mech_curve_form form = kind->file.curves[k].form;
		const struct host_node *list = host_node_find(map, x.key);
		if (n > 0 && (host_parameter(r, map, &x, 1, at_x, e->values + first) != 0 ||
		              host_parameter(r, map, &y, 1, at_y, e->values + first + n) != 0 ||
		              host_lists_check_order(r, list, form, e->values + first) != 0 ||
		              host_lists_check_outline(r, list, form, e->values + first) != 0)) {
			return -1;
		}
		first += 2 * n;
	}
	return 0;
}
