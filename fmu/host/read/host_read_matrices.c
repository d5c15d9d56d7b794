/* Reads matrices of an element, each a list of its rows (mech_matrix.h). The first one says how
 * many states the element has. Matrices that the file does not give are zero. */
#include "host_read_parts.h"
#include "mech_matrix.h"

int host_count_states(struct host_reader *r, const struct host_node *map, struct host_element *e)
{
	const struct mech_kind *kind = mech_kinds[e->kind];
	const char *key = kind->file.n_matrices > 0 ? kind->file.matrices[0].key : "";
	const struct host_node *node = host_node_find(map, key);
	if (kind->file.n_matrices == 0 || node == NULL) {
		return 0;
	}
	if (host_check_list(r, node, key) != 0) {
		return -1;
	}
	if (node->count < 1 || node->count > MECH_MOST_STATES) {
		return host_reader_fail(r, node->place, "%s must have 1 to %d rows, not %d", key, MECH_MOST_STATES,
		                        node->count);
	}
	e->n_states = node->count;
	return 0;
}

/* what rows or columns of a matrix stand for, in words */
static const char *host_matrices_count(enum mech_extent extent)
{
	static const char *const words[] = {
		[MECH_EACH_STATE] = "one for each state",
		[MECH_EACH_COORDINATE] = "one for each joint",
		[MECH_EACH_MEASURED] = "the values of the joints, their rates and the reference",
	};
	return words[extent];
}

static int host_matrices_row(struct host_reader *r, const struct host_node *row, const struct mech_matrix_spec *spec,
                             int columns, struct host_spot spot, double *values)
{
	if (host_check_list(r, row, "a row") != 0) {
		return -1;
	}
	if (row->count != columns) {
		return host_reader_fail(r, row->place, "a row of %s must have %d numbers, not %d: %s", spec->key, columns,
		                        row->count, host_matrices_count(spec->columns));
	}
	for (const struct host_node *entry = row->first; entry != NULL; entry = entry->next, spot.component++) {
		if (host_number(r, entry, spec->key, spot, values++) != 0) {
			return -1;
		}
	}
	return 0;
}

/* a matrix whose rows or columns are states belongs to states, and where there are some, it is
 * needed */
static int host_matrices_fits(struct host_reader *r, const struct host_node *map, const struct mech_kind *kind,
                              const struct mech_matrix_spec *spec, int n_states)
{
	const struct host_node *node = host_node_find(map, spec->key);
	const int of_states = spec->rows == MECH_EACH_STATE || spec->columns == MECH_EACH_STATE;
	if (of_states && n_states > 0 && node == NULL) {
		return host_reader_fail(r, map->place, "the key '%s' is missing (%s)", spec->key, spec->text);
	}
	if (of_states && n_states == 0 && node != NULL) {
		return host_reader_fail(r, node->key_place, "%s needs states; give '%s'", spec->key,
		                        kind->file.matrices[0].key);
	}
	return 0;
}

static int host_matrices_read(struct host_reader *r, const struct host_node *node, const struct mech_matrix_spec *spec,
                              const struct host_element *e, struct host_spot spot)
{
	const int rows = host_element_extent(e, spec->rows), columns = host_element_extent(e, spec->columns);
	if (host_check_list(r, node, spec->key) != 0 ||
	    (node->first != NULL && host_check_list(r, node->first, "a row") != 0)) {
		return -1;
	}
	if (node->count != rows) {
		return host_reader_fail(r, node->place, "%s must have %d row%s, not %d: %s", spec->key, rows,
		                        rows == 1 ? "" : "s", node->count, host_matrices_count(spec->rows));
	}
	for (const struct host_node *row = node->first; row != NULL; row = row->next, spot.component += columns) {
		if (host_matrices_row(r, row, spec, columns, spot, e->values + spot.component) != 0) {
			return -1;
		}
	}
	return 0;
}

int host_read_matrices(struct host_reader *r, const struct host_node *map, struct host_element *e)
{
	const struct mech_kind *kind = mech_kinds[e->kind];
	struct host_spot spot = {HOST_OF_ELEMENTS, (int)(e - r->m->elements), mech_kind_numbers(kind)};
	int given = 0;
	for (int k = 0; k < kind->file.n_matrices; k++) {
		const struct mech_matrix_spec *spec = &kind->file.matrices[k];
		const struct host_node *node = host_node_find(map, spec->key);
		given += node != NULL;
		if (host_matrices_fits(r, map, kind, spec, e->n_states) != 0 ||
		    (node != NULL && host_matrices_read(r, node, spec, e, spot) != 0)) {
			return -1;
		}
		spot.component += host_element_extent(e, spec->rows) * host_element_extent(e, spec->columns);
	}
	if (kind->file.n_matrices > 0 && given == 0) {
		return host_reader_fail(r, map->place, "does nothing: give '%s' to '%s', or '%s' alone",
		                        kind->file.matrices[0].key, kind->file.matrices[kind->file.n_matrices - 1].key,
		                        kind->file.matrices[kind->file.n_matrices - 1].key);
	}
	return 0;
}
