/* Scalar functions of the poses of an element's bodies, one or two, with exact derivatives: for the
 * plane and for space.
 *
 * A jet is a function h together with its gradient J and Hessian H over the n increments of the
 * bodies (mech_body.h), (dx1, dy1, dangle1, dx2, dy2, dangle2) in the plane and (dx1, dr1, dx2,
 * dr2) in space, carried through sums, products and functions by the rules of differentiation.
 * Elements are written as jets once; all that is needed of them follows:
 *
 *     dh/dt = J v,     d2h/dt2 = J a + v^T H v,     d(J^T mu)/dq = mu (H + C)
 *
 * H, the second derivative along straight increments from the present pose, is symmetric. The
 * gradient at a moved place is taken along increments from there, and rotations in space do not
 * commute: that makes
 *
 *     C_ij = -1/2 eps_ijk J_k     within the three rotations of each body; in the plane C = 0.
 *
 * A point with local coordinates s (mech_pose.h) moves by R (dr x s + dr x (dr x s) / 2 + ..) along
 * a rotation dr.
 *
 * The frames of the bodies say how many derivatives are wanted (order 0, 1, 2), so that values
 * alone cost little. Where only J v and v^T H v are, they follow the motion v: n is 1, gradient and
 * Hessian are these two numbers, and all rules stay. That saves 5 % of the instructions of a step
 * in the plane, and up to a quarter in space.
 */
#ifndef MECH_JET_H
#define MECH_JET_H

#include <string.h>

#include "mech_pose.h"

/* parts above the order are not set; matrices are row-major n x n */
struct mech_jet {
	double value, turns; /* value + 2 pi turns; turns of bodies in the plane, carried through sums alone */
	double gradient[MECH_MOST_PAIR_V], hessian[MECH_MOST_PAIR_V * MECH_MOST_PAIR_V];
};

/* poses of the bodies, read once for an element */
struct mech_frames {
	int order, dimension, body_v, n; /* velocities of one body and of all */
	const double *along;             /* v[2 body_v] of the bodies, or NULL */
	const struct mech_pose *pose[2];
	struct mech_pose room[2]; /* for those that nobody keeps */
};

/* inline, with sizes that the compiler knows for two bodies in the plane: this and mech_pose_turn
 * save 1 % of the instructions of a step */
static inline void mech_jet_constant(const struct mech_frames *f, double value, struct mech_jet *out)
{
	const size_t n = (size_t)f->n;
	out->value = value;
	out->turns = 0.0;
	if (f->along) {
		out->gradient[0] = out->hessian[0] = 0.0;
		return;
	}
	if (f->order > 0 && n == 6) {
		memset(out->gradient, 0, 6 * sizeof(double));
	} else if (f->order > 0) {
		memset(out->gradient, 0, n * sizeof(double));
	}
	if (f->order > 1) {
		memset(out->hessian, 0, n * n * sizeof(double));
	}
}

LA_FUNCTION void mech_frames_open(const struct mech_context *c, const struct mech_element *e, int order,
                                  struct mech_frames *f);

/* derivatives are those along the motion v of the bodies */
static inline void mech_frames_follow(struct mech_frames *f, const double *v)
{
	f->along = v;
	f->n = 1;
}

/* jets of the components of a point and of a direction fixed to body `side` (0, 1),
 * out[dimension] */
LA_FUNCTION void mech_jet_point(const struct mech_frames *f, int side, const double *local, struct mech_jet *out);
LA_FUNCTION void mech_jet_direction(const struct mech_frames *f, int side, const double *local, struct mech_jet *out);

/* from the point of body `side` to that of the other, out[dimension] */
LA_FUNCTION void mech_jet_gap(const struct mech_frames *f, int side, const double *local1, const double *local2,
                              struct mech_jet *out);

/* |p2 - p1|. Where the points coincide to within rounding there is no direction: derivatives are
 * zero. */
LA_FUNCTION void mech_jet_distance(const struct mech_frames *f, const double *local1, const double *local2,
                                   struct mech_jet *out);

/* angle2 - angle1, in the plane */
LA_FUNCTION void mech_jet_turn(const struct mech_frames *f, struct mech_jet *out);

/* arithmetic; out may be one of the arguments */
LA_FUNCTION void mech_jet_add(const struct mech_frames *f, double ca, const struct mech_jet *a, double cb,
                              const struct mech_jet *b, struct mech_jet *out); /* ca a + cb b */
LA_FUNCTION void mech_jet_scale(const struct mech_frames *f, double factor, struct mech_jet *a);
LA_FUNCTION void mech_jet_multiply(const struct mech_frames *f, const struct mech_jet *a, const struct mech_jet *b,
                                   struct mech_jet *out);
/* F(a) with value, first and second derivative of F there */
LA_FUNCTION void mech_jet_apply(const struct mech_frames *f, const struct mech_jet *a, const double F[3],
                                struct mech_jet *out);
LA_FUNCTION void mech_jet_square_root(const struct mech_frames *f, const struct mech_jet *a, struct mech_jet *out);
/* the angle of (x, y), between -pi and pi */
LA_FUNCTION void mech_jet_angle(const struct mech_frames *f, const struct mech_jet *y, const struct mech_jet *x,
                                struct mech_jet *out);
/* a . b of two vectors; out is none of them */
LA_FUNCTION void mech_jet_dot(const struct mech_frames *f, const struct mech_jet *a, const struct mech_jet *b,
                              struct mech_jet *out);
/* the same of two directions fixed to bodies in space (mech_jet_direction) */
LA_FUNCTION void mech_jet_cosine(const struct mech_frames *f, const struct mech_jet *a, const struct mech_jet *b,
                                 struct mech_jet *out);

/* J v for the velocities v[n] of the bodies; H + C added to out[n x n] with a factor */
LA_FUNCTION double mech_jet_rate(const struct mech_frames *f, const struct mech_jet *h, const double *v);
LA_FUNCTION void mech_jet_add_curvature(const struct mech_frames *f, const struct mech_jet *h, double factor,
                                        double *out);

/* Forces along m jets x_k: generalized forces f = sum J_k^T F_k(x, dx/dt). With the forces and
 * their derivatives Fx = dF/dx, Fv = dF/d(dx/dt) (row-major m x m, NULL: zero) at hand, adds f and
 * the tangent of -f. */
LA_FUNCTION void mech_jet_add_force(const struct mech_frames *f, int m, const struct mech_jet *x, const double *F,
                                    double *out);
LA_FUNCTION void mech_jet_add_force_tangent(const struct mech_frames *f, int m, const struct mech_jet *x,
                                            const double *v, const double *F, const double *Fx, const double *Fv,
                                            double cq, double cv, double *out);

#endif
