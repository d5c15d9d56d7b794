/* Joint speeds: how fast the two bodies of each joint move relative to each other, as one linear
 * function of velocities.
 *
 * A joint whose coordinates describe all the motion that it leaves free (revolute, prismatic,
 * cylindrical, universal, ...) has their rates. Any other (spherical, rod, rolling, ...) has the
 * whole motion of its second body relative to the first: the difference of the two velocities in
 * the joint's point, and that of the angular velocities, in global axes. What its constraints
 * forbid is zero then, and the sum of the squares is the same as if only the freedoms were counted.
 *
 * Speeds are in metres per second; an angle counts as the arc that it makes at the mechanism's
 * size.
 */
#ifndef MECH_JOINT_SPEEDS_H
#define MECH_JOINT_SPEEDS_H

#include "mech_model.h"

/* 1: the coordinates of the joint describe all the motion that it leaves free */
LA_FUNCTION int mech_joint_is_described(const struct mech_model *model, const struct mech_element *e);

/* number of joint speeds, and their rows W at c->q: each the 2 body_v entries for the bodies of its
 * joint */
LA_FUNCTION int mech_joint_speed_count(const struct mech_model *model);
LA_FUNCTION void mech_joint_speed_rows(const struct mech_context *c, double size, double *W);

/* speeds[count] = W v, v[n_v] = W^T speeds */
LA_FUNCTION void mech_joint_speeds_of(const struct mech_model *model, const double *W, const double *v, double *speeds);
LA_FUNCTION void mech_joint_speeds_back(const struct mech_model *model, const double *W, const double *speeds,
                                        double *v);

/* rows[body_v x 2 body_v], row-major: the motion of the second body relative to the first, that of
 * the place p, then rotation, over the velocities of both */
LA_FUNCTION void mech_joint_motion_rows(const struct mech_context *c, const int *bodies, const double *p, double *rows);

/* motion[body_v] of the second body relative to the first: in the joint's point, then angular
 * velocity, in global axes */
LA_FUNCTION void mech_joint_relative_motion(const struct mech_context *c, const struct mech_element *joint,
                                            double *motion);

#endif
