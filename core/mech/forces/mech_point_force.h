/* Forces at a point of a body: `force` keeps its direction u in space, `follower_force` turns with
 * the body.
 *
 *     f = F J^T u,     J = dp/dq of the point p,     power F u . dp/dt
 *
 * Derived: local point, unit direction as drawn.
 */
#ifndef MECH_POINT_FORCE_H
#define MECH_POINT_FORCE_H

#include "mech_declaration.h"

LA_TABLE_DECLARATION const struct mech_parameter_spec mech_point_force_parameters[MECH_SPACE_COUNT][3];
LA_TABLE_DECLARATION const struct mech_curve_spec mech_point_force_curves[1];

LA_FUNCTION void mech_point_force_derive(const struct mech_context *c, const struct mech_element *e, double *out);
LA_FUNCTION void mech_point_force_point(const struct mech_context *c, const struct mech_element *e, double *out);

/* `follows`: whether the direction turns with the body */
LA_FUNCTION void mech_point_force_add(const struct mech_context *c, const struct mech_element *e, int follows,
                                      double *out);
LA_FUNCTION void mech_point_force_add_tangent(const struct mech_context *c, const struct mech_element *e, int follows,
                                              double cq, double *out);
LA_FUNCTION double mech_point_force_power(const struct mech_context *c, const struct mech_element *e, int follows);

/* what both say of themselves in the plane (n = 2) and in space (n = 3) */
#define MECH_POINT_FORCE_KIND(in, n)                                                                       \
	.section = MECH_FORCE_ELEMENT, .space = in, .file.n_bodies = 1, .file.n_parameters = 3,                \
	.file.parameters = mech_point_force_parameters[in], .file.input = &mech_point_force_parameters[in][2], \
	.file.n_curves = 1, .file.curves = mech_point_force_curves, .derived.count = 2 * n,                    \
	.derived.derive = mech_point_force_derive, .drawing.point = mech_point_force_point

#endif
