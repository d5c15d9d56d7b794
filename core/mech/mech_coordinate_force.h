/* Passive efforts along a joint coordinate c(q): spring, damper, friction.
 *
 *     tau = -k (c - rest) - b dc/dt,     f = J^T tau,     J = dc/dq,
 *     -df/dq = k J^T J + b J^T (d(Jv)/dq) - tau dJ^T/dq,     -df/dv = b J^T J.
 *
 * d(Jv)/dq is the curvature of the coordinate times v.
 */
#ifndef MECH_COORDINATE_FORCE_H
#define MECH_COORDINATE_FORCE_H

#include "mech_joint.h"

struct mech_coordinate_law {
	double stiffness, damping, rest;
};

LA_FUNCTION double mech_coordinate_effort(const struct mech_context *c, const struct mech_element *e,
                                          const struct mech_coordinate_law *law);
LA_FUNCTION void mech_coordinate_force(const struct mech_context *c, const struct mech_element *e,
                                       const struct mech_coordinate_law *law, double *f);
LA_FUNCTION void mech_coordinate_tangent(const struct mech_context *c, const struct mech_element *e,
                                         const struct mech_coordinate_law *law, double cq, double cv, double *out);
LA_FUNCTION double mech_coordinate_dissipation(const struct mech_context *c, const struct mech_element *e,
                                               const struct mech_coordinate_law *law);

#endif
