/* Matrices of an element, whose sizes the file chooses (struct mech_matrix_spec).
 *
 * Their numbers stand row by row among the parameters of the element, after those of its kind and
 * before its tables.
 */
#ifndef MECH_MATRIX_H
#define MECH_MATRIX_H

#include "mech_model.h"

/* most of what an element measures */
enum { MECH_MOST_MEASURED = 2 * MECH_MOST_JOINTS + 1 };

/* how many there are of what is counted, with so many states and joints; and of an element */
LA_FUNCTION int mech_extent(enum mech_extent extent, int states, int joints);
LA_FUNCTION int mech_extent_of(const struct mech_element *e, enum mech_extent extent);

/* size and first parameter of matrix k, and numbers of all matrices */
LA_FUNCTION int mech_matrix_rows(const struct mech_element *e, int k);
LA_FUNCTION int mech_matrix_columns(const struct mech_element *e, int k);
LA_FUNCTION int mech_matrix_parameter(const struct mech_element *e, int k);
LA_FUNCTION int mech_matrix_numbers(const struct mech_element *e);

#endif
