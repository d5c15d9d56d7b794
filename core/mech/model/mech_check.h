/* Checks of the records of an image, after its tables are known to lie inside it (mech_model_open).
 *
 * An image is not trusted: every index, name, run of numbers and value is looked at before anything
 * uses it, so that no other file needs to. Nothing here changes anything.
 */
#ifndef MECH_CHECK_H
#define MECH_CHECK_H

#include "mech_model.h"

/* 0, or -1 with a message that names the table and the number of the record */
LA_FUNCTION int mech_check_records(const struct mech_model *model, struct mech_message *message);

/* whether elements of this kind act on a coordinate of the joints they refer to (a sensor of
 * reactions does not) */
LA_FUNCTION int mech_kind_uses_coordinate(const struct mech_kind *kind);

/* whether a spec accepts the numbers value[spec->size]: finite and in range; NAN stands for "as
 * drawn" where the spec's fallback is NAN */
LA_FUNCTION int mech_parameter_accepts(const struct mech_parameter_spec *spec, const double *value);

#endif
