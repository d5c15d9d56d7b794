/* Poses of bodies, and points and vectors fixed to them, in the plane and in space.
 *
 * A body's frame has its origin in the place x and axes R, which turn local components into global
 * ones. With the velocities (v, w) and accelerations (a, b) of the body (mech_body.h) the point
 * with local coordinates s has
 *
 *     p = x + R s,     dp/dt = v + R (w x s),     d2p/dt2 = a + R (b x s + w x (w x s)).
 *
 * In the plane w is a number, and w x s = w (-s_y, s_x). Vectors have as many components as the
 * space has dimensions. The ground has pose 0 and never moves. Where c->q is NULL the pose is that
 * of the drawing.
 */
#ifndef MECH_POSE_H
#define MECH_POSE_H

#include "mech_body.h"
#include "mech_rotation.h"

struct mech_pose {
	int dimension;
	double x[MECH_MOST_DIMENSION], R[MECH_MOST_DIMENSION * MECH_MOST_DIMENSION]; /* row-major, dimension x dimension */
	double angle, turns; /* in the plane: since the drawing, and the whole turns that it leaves out */
};

/* a pose, and the coordinates that it is of; dimension 0: none yet */
struct mech_kept_pose {
	double q[MECH_MOST_BODY_Q];
	struct mech_pose pose;
};

static inline int mech_dimension(const struct mech_context *c)
{
	return c->model->head->space == MECH_PLANAR ? 2 : 3;
}

/* the pose of a body: as kept, or found in `room`; the same until the body is requested at another
 * place */
LA_FUNCTION const struct mech_pose *mech_pose_of(const struct mech_context *c, int body, struct mech_pose *room);
LA_FUNCTION void mech_pose(const struct mech_context *c, int body, struct mech_pose *pose);

/* R x and R^T x; the two may be the same */
static inline void mech_pose_turn(const struct mech_pose *pose, const double *local, double *global)
{
	const double *R = pose->R;
	if (pose->dimension == 3) {
		mech_rotate(R, local, global);
		return;
	}
	const double x = local[0], y = local[1];
	global[0] = R[0] * x + R[1] * y;
	global[1] = R[2] * x + R[3] * y;
}

LA_FUNCTION void mech_pose_turn_back(const struct mech_pose *pose, const double *global, double *local);

/* local coordinates of a point of the drawing; directions of the drawing are local ones as they
 * are */
LA_FUNCTION void mech_local_point(const struct mech_context *c, int body, const double *drawn, double *local);

/* Elements between two points: their first parameters, n components each; and derived numbers, a
 * length (not a number: that of the drawing) with the points as local ones. */
#define MECH_TWO_ENDS(n)                                                                             \
	{"from", n, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "end on the first body, as drawn"}, \
	{                                                                                                \
		"to", n, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "end on the second body, as drawn" \
	}
LA_FUNCTION void mech_two_ends_derive(const struct mech_context *c, const struct mech_element *e, double length,
                                      double *out);

/* x . y, |x|, the unit vector along x, and w x s; results may be among the arguments */
LA_FUNCTION double mech_vector_dot(int dimension, const double *x, const double *y);
LA_FUNCTION double mech_vector_length(int dimension, const double *x);
LA_FUNCTION void mech_vector_unit(int dimension, const double *x, double *unit);
LA_FUNCTION void mech_vector_sweep(int dimension, const double *w, const double *s, double *out);

/* a local point in global coordinates, its velocity and its acceleration */
LA_FUNCTION void mech_point(const struct mech_context *c, int body, const double *local, double *p);
LA_FUNCTION void mech_point_velocity(const struct mech_context *c, int body, const double *local, double *v);
LA_FUNCTION void mech_point_acceleration(const struct mech_context *c, int body, const double *local, double *a);

#endif
