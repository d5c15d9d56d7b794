/* Joints as other elements see them: a coordinate with its derivatives, and the reaction.
 *
 * The coordinate numbered e->coordinate[i] of the joint e->joint[i] is a scalar c(q) of the two
 * poses of that joint's bodies; element e lists those bodies as its own bodies 2i and 2i + 1.
 *
 * A joint acts on its bodies with the generalized forces -G^T lambda. On its second body these are
 * a force F at the centre of mass r and a torque T; reduced to the joint's point p the torque is T
 * - (p - r) x F.
 */
#ifndef MECH_JOINT_H
#define MECH_JOINT_H

#include "mech_body.h"

/* coordinate k of a joint at c->q, c->v, c->a; the value is the reading and the offset together */
LA_FUNCTION double mech_joint_offset(const struct mech_context *c, const struct mech_element *joint, int k);
LA_FUNCTION double mech_joint_value(const struct mech_context *c, const struct mech_element *joint, int k);
LA_FUNCTION double mech_joint_rate(const struct mech_context *c, const struct mech_element *joint, int k);
LA_FUNCTION double mech_joint_acceleration(const struct mech_context *c, const struct mech_element *joint, int k);

/* Angles of joints in space are measured but for whole turns: the reading of coordinate k has those
 * that bring it near to the last one remembered, in the drawing to 0; where bodies count turns it
 * is what was measured. */
LA_FUNCTION struct mech_reading mech_joint_count(const struct mech_context *c, const struct mech_element *joint, int k,
                                                 struct mech_reading measured);

/* what an element remembers after an accepted step, in the memory of all: angles that count turns,
 * then what its kind renews */
LA_FUNCTION void mech_remember(const struct mech_context *c, const struct mech_element *e, double *memory);

/* the joint that reference i of an element names */
LA_FUNCTION const struct mech_element *mech_referred_joint(const struct mech_context *c, const struct mech_element *e,
                                                           int i);

/* its coordinate: reading, offset, value, rate, row[2 body_v], d2c/dt2 - row a, and value as
 * drawn */
LA_FUNCTION struct mech_reading mech_referred_reading(const struct mech_context *c, const struct mech_element *e,
                                                      int i);
LA_FUNCTION double mech_referred_offset(const struct mech_context *c, const struct mech_element *e, int i);
LA_FUNCTION double mech_referred_value(const struct mech_context *c, const struct mech_element *e, int i);
LA_FUNCTION double mech_referred_rate(const struct mech_context *c, const struct mech_element *e, int i);
LA_FUNCTION void mech_referred_row(const struct mech_context *c, const struct mech_element *e, int i, double *row);
LA_FUNCTION double mech_referred_bias(const struct mech_context *c, const struct mech_element *e, int i);
LA_FUNCTION double mech_referred_drawn(const struct mech_context *c, const struct mech_element *e, int i);

/* adds mu d(row^T)/dq to out: over the joint's two bodies alone, row-major 2 body_v square, and in
 * its place in the element's tangent */
LA_FUNCTION void mech_referred_pair_curvature(const struct mech_context *c, const struct mech_element *e, int i,
                                              double mu, double *out);
LA_FUNCTION void mech_referred_curvature(const struct mech_context *c, const struct mech_element *e, int i, double mu,
                                         double *out);

/* d(rate)/dq: v^T d(row)/dq, [2 body_v] */
LA_FUNCTION void mech_referred_rate_row(const struct mech_context *c, const struct mech_element *e, int i, double *out);

/* The number that drives an element at c->t: its input where it has one, its table over time, the
 * coordinate it follows, else its parameter number k. Its rate and its second derivative: 0 of a
 * parameter. */
LA_FUNCTION double mech_driving_number(const struct mech_context *c, const struct mech_element *e, int k);
LA_FUNCTION double mech_driving_rate(const struct mech_context *c, const struct mech_element *e);
LA_FUNCTION double mech_driving_acceleration(const struct mech_context *c, const struct mech_element *e);

/* out[body_v]: force on the second body, global axes, and torque about the joint's point (in space:
 * three components, global axes); zero for joints between joints */
LA_FUNCTION void mech_joint_reaction(const struct mech_context *c, const struct mech_element *joint, double *out);

#endif
