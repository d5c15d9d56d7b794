/* Rotations in space: quaternions (scalar part first), rotation vectors, 3-vectors.
 *
 * A quaternion e = (cos(|r|/2), sin(|r|/2) r/|r|) turns body axes into global ones by the angle |r|
 * about r. Matrices are row-major. Results may share memory with arguments where it says so.
 */
#ifndef MECH_ROTATION_H
#define MECH_ROTATION_H

#include "la_base.h"

/* a call would cost more than what these three do: inline they save 3 % of the instructions of a
 * step in space */
static inline double mech_dot(const double *a, const double *b)
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* out may be a or b */
static inline void mech_cross(const double *a, const double *b, double *out)
{
	const double x = a[1] * b[2] - a[2] * b[1];
	const double y = a[2] * b[0] - a[0] * b[2];
	const double z = a[0] * b[1] - a[1] * b[0];
	out[0] = x;
	out[1] = y;
	out[2] = z;
}

/* y = R x and y = R^T x; x and y may be the same */
static inline void mech_rotate(const double *R, const double *x, double *y)
{
	const double a = mech_dot(R, x), b = mech_dot(R + 3, x), c = mech_dot(R + 6, x);
	y[0] = a;
	y[1] = b;
	y[2] = c;
}
LA_FUNCTION void mech_rotate_back(const double *R, const double *x, double *y);

LA_FUNCTION double mech_length(const double *a);

/* R[9] of a quaternion */
LA_FUNCTION void mech_rotation_matrix(const double *e, double *R);

/* out = e o exp(r), the rotation by r in body axes after e; out may be e */
LA_FUNCTION void mech_rotation_move(const double *e, const double *r, double *out);

/* the shortest r with exp(r) = from^-1 o to */
LA_FUNCTION void mech_rotation_difference(const double *from, const double *to, double *r);

/* the shortest r with exp(r) = exp(a) o exp(b); out may be a or b */
LA_FUNCTION void mech_rotation_compose(const double *a, const double *b, double *out);

/* dr/dt where the angular velocity at e o exp(r) is w (body axes there); rate may be w */
LA_FUNCTION void mech_rotation_increment_rate(const double *r, const double *w, double *rate);

/* that w where dr/dt is known; w may be rate */
LA_FUNCTION void mech_rotation_increment_velocity(const double *r, const double *rate, double *w);

/* two unit vectors x, y that complete the unit vector z to a right-handed frame */
LA_FUNCTION void mech_frame(const double *z, double *x, double *y);

#endif
