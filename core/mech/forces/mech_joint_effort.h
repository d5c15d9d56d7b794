/* Effort along a joint coordinate, from a parameter, an input or a table over time: `torque` along
 * an angle, `joint_force` along a position.
 *
 *     f = J^T tau,     J = dc/dq,     power tau dc/dt
 */
#ifndef MECH_JOINT_EFFORT_H
#define MECH_JOINT_EFFORT_H

#include "mech_joint.h"

LA_FUNCTION void mech_joint_effort_force(const struct mech_context *c, const struct mech_element *e, double *f);
LA_FUNCTION void mech_joint_effort_tangent(const struct mech_context *c, const struct mech_element *e, double cq,
                                           double cv, double *out);
LA_FUNCTION double mech_joint_effort_supply(const struct mech_context *c, const struct mech_element *e);

#endif
