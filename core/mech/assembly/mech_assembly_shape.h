/* Rows that keep the shape of what bends: at a start beams are as drawn where all else allows it.
 *
 * The first body of an element (`force.keeps_shape`) holds each of the others where it is in the
 * drawing, as a weld would: with the drawn centre c of the other body
 *
 *     p_k(c) - p_0(c) = 0,     axis of R_k R_0^T = 0     (in the plane the difference of angles).
 *
 * The assembly has these rows after those of the constraints (mech_assembly_space.h).
 */
#ifndef MECH_ASSEMBLY_SHAPE_H
#define MECH_ASSEMBLY_SHAPE_H

#include "mech_model.h"

LA_FUNCTION int mech_assembly_shape_rows(const struct mech_model *model);

/* the pair after `last` of bodies that keep their places, first {-1, 0}; 0: there is none. Each has
 * body_v rows, in this order. */
struct mech_shape_pair {
	int element, slot;
	struct mech_element bodies; /* of these two alone */
};
LA_FUNCTION int mech_assembly_next_pair(const struct mech_model *model, struct mech_shape_pair *last);

/* residual[body_v] and rows[body_v x 2 body_v] of a pair at c->q */
LA_FUNCTION void mech_assembly_shape_residual(const struct mech_context *c, const struct mech_shape_pair *pair,
                                              double *residual);
LA_FUNCTION void mech_assembly_shape_jacobian(const struct mech_context *c, const struct mech_shape_pair *pair,
                                              double *rows);

#endif
