/* Efforts tau(c, dc/dt, ...) along a joint coordinate c(q): springs, dampers, friction, stops,
 * actuators.
 *
 *     f = J^T tau,     J = dc/dq,
 *     -df/dq = -J^T (tau_c J + tau_v v^T H) - tau H,     -df/dv = -tau_v J^T J,
 *
 * with H the curvature of the coordinate, tau_c and tau_v the derivatives of the effort by the
 * coordinate and its rate.
 */
#ifndef MECH_COORDINATE_FORCE_H
#define MECH_COORDINATE_FORCE_H

#include "mech_joint.h"

/* an effort and its derivatives */
struct mech_effort {
	double value, by_coordinate, by_rate;
};

/* adds the effort to the element's forces, and its tangent to out, row-major with `width` columns
 * (that of the element's bodies and states) */
LA_FUNCTION void mech_effort_add(const struct mech_context *c, const struct mech_element *e, double effort, double *f);
LA_FUNCTION void mech_effort_add_tangent(const struct mech_context *c, const struct mech_element *e,
                                         const struct mech_effort *effort, double cq, double cv, double *out);

#endif
