/* Joints between joints: a linear relation of joint coordinates,
 *
 *     g = sum of factor_i c_i - (its value as drawn),     c_i = part_i + offset_i + 2 pi turns_i (mech_turns.h).
 *
 * The turns are summed without error before they are multiplied by 2 pi, so that wheels which have
 * turned a billion times mesh as closely as on their first turn.
 *
 * Kinds differ in what may be related and in the factors (`factor` in mech_declaration.h); the rest
 * is shared here. The effort is the generalized force -factor_a lambda along the first coordinate.
 * Derived: the value as drawn.
 */
#ifndef MECH_GEARING_H
#define MECH_GEARING_H

#include "mech_joint.h"

LA_TABLE_DECLARATION const struct mech_output_spec mech_gearing_outputs[1];
LA_TABLE_DECLARATION const struct mech_row_spec mech_gearing_rows[1];

LA_FUNCTION void mech_gearing_derive(const struct mech_context *c, const struct mech_element *e, double *out);
LA_FUNCTION void mech_gearing_constraint(const struct mech_context *c, const struct mech_element *e, double *out);
LA_FUNCTION void mech_gearing_jacobian(const struct mech_context *c, const struct mech_element *e, double *out);
LA_FUNCTION void mech_gearing_bias(const struct mech_context *c, const struct mech_element *e, double *out);
LA_FUNCTION void mech_gearing_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                      double *out);
LA_FUNCTION void mech_gearing_output(const struct mech_context *c, const struct mech_element *e, double *out);

/* what all kinds say of themselves, in addition to name, text, joints, parameters and factor */
#define MECH_GEARING_EQUATIONS                                                                                        \
	.section = MECH_JOINT, .space = MECH_EITHER, .file.any_coordinate = 1, .file.n_parameters = 1, .output.count = 1, \
	.output.specs = mech_gearing_outputs, .row.count = 1, .row.specs = mech_gearing_rows,                             \
	.row.constraint = mech_gearing_constraint, .row.jacobian = mech_gearing_jacobian, .row.bias = mech_gearing_bias,  \
	.force.tangent = mech_gearing_tangent, .derived.count = 1, .derived.derive = mech_gearing_derive,                 \
	.output.values = mech_gearing_output

#endif
