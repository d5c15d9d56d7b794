/* Drivers: a joint coordinate follows a given motion w(t).
 *
 *     g = c(q) - w(t),    dg/dt = -w',    bias = (d2c/dt2 - J a) - w''
 *
 * The effort, the force or torque the driver exerts along the coordinate, is -lambda; it brings in
 * the power -lambda w'. Driver kinds differ in w alone (`motion` in mech_declaration.h) and share
 * the functions below.
 */
#ifndef MECH_DRIVE_H
#define MECH_DRIVE_H

#include "mech_joint.h"

LA_FUNCTION void mech_drive_constraint(const struct mech_context *c, const struct mech_element *e, double *out);
LA_FUNCTION void mech_drive_jacobian(const struct mech_context *c, const struct mech_element *e, double *out);
LA_FUNCTION void mech_drive_rate(const struct mech_context *c, const struct mech_element *e, double *out);
LA_FUNCTION void mech_drive_bias(const struct mech_context *c, const struct mech_element *e, double *out);
LA_FUNCTION void mech_drive_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                    double *out);
LA_FUNCTION double mech_drive_supply(const struct mech_context *c, const struct mech_element *e);
LA_FUNCTION void mech_drive_effort(const struct mech_context *c, const struct mech_element *e, double *out);

/* their one output and their one row */
LA_TABLE_DECLARATION const struct mech_output_spec mech_drive_outputs[1];
LA_TABLE_DECLARATION const struct mech_row_spec mech_drive_rows[1];

/* what all driver kinds have in common */
#define MECH_DRIVE_EQUATIONS                                                                                    \
	.section = MECH_DRIVER, .drawing.symbol = MECH_SYMBOL_EFFORT, .space = MECH_EITHER, .file.n_joints = 1,     \
	.file.any_coordinate = 1, .output.count = 1, .output.specs = mech_drive_outputs, .row.count = 1,            \
	.row.specs = mech_drive_rows, .row.constraint = mech_drive_constraint, .row.jacobian = mech_drive_jacobian, \
	.row.rate = mech_drive_rate, .row.bias = mech_drive_bias, .force.tangent = mech_drive_tangent,              \
	.energy.supply = mech_drive_supply, .output.values = mech_drive_effort

#endif
