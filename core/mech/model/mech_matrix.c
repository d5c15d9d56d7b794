/* Places and sizes of matrices; see mech_matrix.h. */
#include "mech_matrix.h"

LA_FUNCTION int mech_extent(enum mech_extent extent, int states, int joints)
{
	return extent == MECH_EACH_STATE ? states : extent == MECH_EACH_COORDINATE ? joints : 2 * joints + 1;
}

LA_FUNCTION int mech_extent_of(const struct mech_element *e, enum mech_extent extent)
{
	return mech_extent(extent, e->n_states, mech_element_joints(e));
}

LA_FUNCTION int mech_matrix_rows(const struct mech_element *e, int k)
{
	return mech_extent_of(e, mech_element_kind(e)->file.matrices[k].rows);
}

LA_FUNCTION int mech_matrix_columns(const struct mech_element *e, int k)
{
	return mech_extent_of(e, mech_element_kind(e)->file.matrices[k].columns);
}

LA_FUNCTION int mech_matrix_parameter(const struct mech_element *e, int k)
{
	int first = e->parameter + mech_kind_numbers(mech_element_kind(e));
	for (int i = 0; i < k; i++) {
		first += mech_matrix_rows(e, i) * mech_matrix_columns(e, i);
	}
	return first;
}

LA_FUNCTION int mech_matrix_numbers(const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	return mech_matrix_parameter(e, kind->file.n_matrices) - e->parameter - mech_kind_numbers(kind);
}
