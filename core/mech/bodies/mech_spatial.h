/* Kinematics of points and directions fixed to bodies that move in space, with exact derivatives.
 *
 * A jet is a scalar function h of the poses of two bodies together with its gradient and Hessian over the twelve
 * increments (dx1, dr1, dx2, dr2) of mech_body.h, carried through sums, products and functions by the rules of
 * differentiation. Constraints and coordinates of joints are written as jets once; all an element needs follows:
 *
 *     dh/dt = J v,     d2h/dt2 = J a + v^T H v,     d(J^T mu)/dq = mu (H + C)
 *
 * H, the second derivative along straight increments from the present pose, is symmetric. The gradient at a moved place
 * is taken along increments from there, and rotations do not commute: that makes
 *
 *     C_ij = -1/2 eps_ijk J_k     within the three rotations of each body.
 *
 * A point with local coordinates s is at p = x + R s; along a rotation dr it moves by R (dr x s + dr x (dr x s) / 2 + ..).
 *
 * `order` says how many derivatives are wanted (0, 1, 2), so that values alone cost little.
 */
#ifndef MECH_SPATIAL_H
#define MECH_SPATIAL_H

#include "mech_body.h"

enum { MECH_SPATIAL_V = 6, MECH_JET_V = 12 };

struct mech_jet {
	double value, gradient[MECH_JET_V], hessian[MECH_JET_V * MECH_JET_V]; /* parts above the order are not set */
};

/* poses of two bodies, read once for an element */
struct mech_frames {
	int order;
	double x[2][3], R[2][9];
};

/* position and rotation matrix of a body at c->q; that of the drawing where c->q is NULL */
LA_FUNCTION void mech_spatial_pose(const struct mech_context *c, int body, double *x, double *R);
LA_FUNCTION void mech_frames_open(const struct mech_context *c, const int *body, int order, struct mech_frames *f);

/* local coordinates of a point of the drawing; directions of the drawing are local ones as they are */
LA_FUNCTION void mech_spatial_local_point(const struct mech_context *c, int body, const double *drawn, double *local);
LA_FUNCTION void mech_spatial_unit(const double *direction, double *unit);

/* a local point in global coordinates, its velocity and its acceleration */
LA_FUNCTION void mech_spatial_point(const struct mech_context *c, int body, const double *local, double *p);
LA_FUNCTION void mech_spatial_point_velocity(const struct mech_context *c, int body, const double *local, double *v);
LA_FUNCTION void mech_spatial_point_acceleration(const struct mech_context *c, int body, const double *local,
                                                 double *a);

/* jets of the components of a point and of a direction fixed to body `side` (0, 1) */
LA_FUNCTION void mech_jet_point(const struct mech_frames *f, int side, const double *local, struct mech_jet out[3]);
LA_FUNCTION void mech_jet_direction(const struct mech_frames *f, int side, const double *local, struct mech_jet out[3]);

/* arithmetic; out may be one of the arguments */
LA_FUNCTION void mech_jet_constant(double value, struct mech_jet *out);
LA_FUNCTION void mech_jet_add(int order, double ca, const struct mech_jet *a, double cb, const struct mech_jet *b,
                              struct mech_jet *out); /* ca a + cb b */
LA_FUNCTION void mech_jet_multiply(int order, const struct mech_jet *a, const struct mech_jet *b, struct mech_jet *out);
/* F(a) with value, first and second derivative of F there */
LA_FUNCTION void mech_jet_apply(int order, const struct mech_jet *a, const double F[3], struct mech_jet *out);
LA_FUNCTION void mech_jet_square_root(int order, const struct mech_jet *a, struct mech_jet *out);
/* the angle of (x, y), between -pi and pi */
LA_FUNCTION void mech_jet_angle(int order, const struct mech_jet *y, const struct mech_jet *x, struct mech_jet *out);

/* vectors of three jets */
LA_FUNCTION void mech_jet_subtract(int order, const struct mech_jet a[3], const struct mech_jet b[3],
                                   struct mech_jet out[3]);
LA_FUNCTION void mech_jet_dot(int order, const struct mech_jet a[3], const struct mech_jet b[3], struct mech_jet *out);

/* |p2 - p1| of two local points. Where the points coincide to within rounding there is no direction: derivatives are
 * zero. */
LA_FUNCTION void mech_jet_distance(const struct mech_frames *f, const double *local1, const double *local2,
                                   struct mech_jet *out);

/* J v, v^T H v for the velocities v[12] of the two bodies; H + C added to out[12 x 12] with a factor */
LA_FUNCTION double mech_jet_rate(const struct mech_jet *h, const double *v);
LA_FUNCTION double mech_jet_bias(const struct mech_jet *h, const double *v);
LA_FUNCTION void mech_jet_add_curvature(const struct mech_jet *h, double factor, double *out);

/* equations of a joint whose kind gives jet_rows and jet_coordinates (mech_declaration.h); angles that count turns are given but
 * for whole turns */
LA_FUNCTION void mech_jet_constraint(const struct mech_context *c, const struct mech_element *e, double *g);
LA_FUNCTION void mech_jet_jacobian(const struct mech_context *c, const struct mech_element *e, double *G);
LA_FUNCTION void mech_jet_row_bias(const struct mech_context *c, const struct mech_element *e, double *b);
LA_FUNCTION void mech_jet_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                  double *out);
LA_FUNCTION struct mech_reading mech_jet_coordinate_reading(const struct mech_context *c, const struct mech_element *e,
                                                            int k);
LA_FUNCTION void mech_jet_coordinate_row(const struct mech_context *c, const struct mech_element *e, int k,
                                         double *row);
LA_FUNCTION double mech_jet_coordinate_bias(const struct mech_context *c, const struct mech_element *e, int k);
LA_FUNCTION void mech_jet_coordinate_curvature(const struct mech_context *c, const struct mech_element *e, int k,
                                               double mu, double *out);

/* Forces along jets x_k: generalized forces f = sum J_k^T F_k(x, dx/dt). With the n forces and their derivatives Fx =
 * dF/dx, Fv = dF/d(dx/dt) (row-major n x n, NULL: zero) at hand, adds f and the tangent of -f. */
LA_FUNCTION void mech_jet_add_force(int n, const struct mech_jet *x, const double *F, double *f);
LA_FUNCTION void mech_jet_add_force_tangent(int n, const struct mech_jet *x, const double *v, const double *F,
                                            const double *Fx, const double *Fv, double cq, double cv, double *out);

#endif
