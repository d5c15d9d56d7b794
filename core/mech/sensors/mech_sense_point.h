/* Sensors at a point of a body: `point` and `accelerometer`. Derived: local point. */
#ifndef MECH_SENSE_POINT_H
#define MECH_SENSE_POINT_H

#include "mech_declaration.h"

LA_TABLE_DECLARATION const struct mech_parameter_spec mech_sense_point_parameters[MECH_SPACE_COUNT];

LA_FUNCTION void mech_sense_point_derive(const struct mech_context *c, const struct mech_element *e, double *out);
LA_FUNCTION void mech_sense_point_point(const struct mech_context *c, const struct mech_element *e, double *out);

/* what both say of themselves in the plane (n = 2) and in space (n = 3) */
#define MECH_SENSE_POINT_KIND(in, n)                                                 \
	.section = MECH_SENSOR, .space = in, .file.n_bodies = 1, .file.n_parameters = 1, \
	.file.parameters = &mech_sense_point_parameters[in], .derived.count = n,         \
	.derived.derive = mech_sense_point_derive, .drawing.point = mech_sense_point_point

#endif
