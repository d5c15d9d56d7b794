/* Kinematics of points fixed to bodies that move in the plane.
 *
 * A body's pose is (x, y, angle): its centre of mass r and the rotation A(angle) since the drawing, whole turns left
 * out. The point with local coordinates s is at
 *
 *     p = r + d,   d = A s,     dp/dangle = d' = (-d_y, d_x),     d2p/dangle2 = -d,
 *
 * moves with v + w d' and is accelerated by a + alpha d' - w^2 d. The ground has pose 0 and never moves. Where c->q
 * is NULL the pose is that of the drawing.
 *
 * Constraints and coordinates of joints are built from scalars: functions h of the poses of two bodies together with
 * gradient J and Hessian H over (x1, y1, angle1, x2, y2, angle2). All an element needs follows:
 *
 *     dh/dt = J v,     d2h/dt2 = J a + v^T H v,     d(J^T mu)/dq = mu H.
 */
#ifndef MECH_PLANAR_H
#define MECH_PLANAR_H

#include "mech_body.h"

/* velocities and coordinates of one body, velocities of the two bodies of a joint */
enum { MECH_PLANAR_V = 3, MECH_PLANAR_Q = 4, MECH_PAIR_V = 6 };

/* value + 2 pi turns */
struct mech_scalar {
	double value, turns, gradient[MECH_PAIR_V], hessian[MECH_PAIR_V * MECH_PAIR_V]; /* Hessian row-major */
};

/* two bodies and a local point on each */
struct mech_pair {
	int body[2];
	const double *point[2];
};

/* pose[3] of a body at c->q */
LA_FUNCTION void mech_pose(const struct mech_context *c, int body, double *pose);

/* local coordinates of a point of the drawing */
LA_FUNCTION void mech_local_point(const struct mech_context *c, int body, const double *drawn, double *local);

/* unit vector along a direction of the drawing */
LA_FUNCTION void mech_unit(const double *direction, double *unit);

/* the vector turned with the body */
LA_FUNCTION void mech_turn(const struct mech_context *c, int body, const double *local, double *turned);

/* d and p of a local point; p may be NULL */
LA_FUNCTION void mech_point(const struct mech_context *c, int body, const double *local, double *d, double *p);
LA_FUNCTION void mech_point_velocity(const struct mech_context *c, int body, const double *local, double *velocity);
LA_FUNCTION void mech_point_acceleration(const struct mech_context *c, int body, const double *local,
                                         double *acceleration);

/* whole turns of a body since the drawing at c->q, which its pose leaves out */
LA_FUNCTION double mech_pose_turns(const struct mech_context *c, int body);

/* angle2 - angle1, whole turns apart; and the number with them */
LA_FUNCTION void mech_scalar_angle(const struct mech_context *c, const int *body, struct mech_scalar *h);
LA_FUNCTION double mech_scalar_value(const struct mech_scalar *h);

/* w . (p2 - p1) with a direction w that stays as it is, or, where turning is 1, turns with the first body;
 * w is given as it is now, in global axes */
LA_FUNCTION void mech_scalar_along(const struct mech_context *c, const struct mech_pair *pair, const double *w,
                                   int turning, struct mech_scalar *h);

/* |p2 - p1|^2 / 2 */
LA_FUNCTION void mech_scalar_square(const struct mech_context *c, const struct mech_pair *pair, struct mech_scalar *h);

/* |p2 - p1|. Where the points coincide to within rounding (1e-12 of their coordinates) there is no direction: gradient
 * and Hessian are zero. */
LA_FUNCTION void mech_scalar_distance(const struct mech_context *c, const struct mech_pair *pair,
                                      struct mech_scalar *h);

/* exchanges the roles of the two bodies */
LA_FUNCTION void mech_scalar_swap(struct mech_scalar *h);

/* J v and v^T H v for the velocities v[6] of the two bodies */
LA_FUNCTION double mech_scalar_rate(const struct mech_scalar *h, const double *v);
LA_FUNCTION double mech_scalar_bias(const struct mech_scalar *h, const double *v);

/* equations of a joint whose kind gives scalar_row and scalar_coordinate (mech_declaration.h) */
LA_FUNCTION void mech_scalar_constraint(const struct mech_context *c, const struct mech_element *e, double *g);
LA_FUNCTION void mech_scalar_jacobian(const struct mech_context *c, const struct mech_element *e, double *G);
LA_FUNCTION void mech_scalar_row_bias(const struct mech_context *c, const struct mech_element *e, double *b);
LA_FUNCTION void mech_scalar_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                     double *out);
LA_FUNCTION struct mech_reading mech_scalar_coordinate_reading(const struct mech_context *c,
                                                               const struct mech_element *e, int k);
LA_FUNCTION void mech_scalar_coordinate_row(const struct mech_context *c, const struct mech_element *e, int k,
                                            double *row);
LA_FUNCTION double mech_scalar_coordinate_bias(const struct mech_context *c, const struct mech_element *e, int k);
LA_FUNCTION void mech_scalar_coordinate_curvature(const struct mech_context *c, const struct mech_element *e, int k,
                                                  double mu, double *out);

#endif
