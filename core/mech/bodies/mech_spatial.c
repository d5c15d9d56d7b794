/* Poses, points and directions in space; the equations stand in mech_spatial.h. */
#include "mech_spatial.h"

#include <math.h>
#include <string.h>

#include "mech_rotation.h"

LA_FUNCTION void mech_spatial_pose(const struct mech_context *c, int body, double *x, double *R)
{
	static const double identity[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
	static const double origin[3] = {0.0, 0.0, 0.0};
	const int moves = body != MECH_GROUND && c->q;
	const double *q = moves                 ? c->q + c->model->bodies[body].q
	                  : body != MECH_GROUND ? mech_body_center(c, body)
	                                        : origin;
	memcpy(x, q, 3 * sizeof *x);
	if (moves) {
		mech_rotation_matrix(q + 3, R);
	} else {
		memcpy(R, identity, sizeof identity);
	}
}

LA_FUNCTION void mech_frames_open(const struct mech_context *c, const int *body, int order, struct mech_frames *f)
{
	f->order = order;
	for (int side = 0; side < 2; side++) {
		mech_spatial_pose(c, body[side], f->x[side], f->R[side]);
	}
}

LA_FUNCTION void mech_spatial_local_point(const struct mech_context *c, int body, const double *drawn, double *local)
{
	for (int i = 0; i < 3; i++) {
		local[i] = drawn[i] - (body == MECH_GROUND ? 0.0 : mech_body_center(c, body)[i]);
	}
}

LA_FUNCTION void mech_spatial_unit(const double *direction, double *unit)
{
	const double length = mech_length(direction);
	for (int i = 0; i < 3; i++) {
		unit[i] = direction[i] / length;
	}
}

LA_FUNCTION void mech_spatial_point(const struct mech_context *c, int body, const double *local, double *p)
{
	double x[3], R[9];
	mech_spatial_pose(c, body, x, R);
	mech_rotate(R, local, p);
	for (int i = 0; i < 3; i++) {
		p[i] += x[i];
	}
}

LA_FUNCTION void mech_spatial_point_velocity(const struct mech_context *c, int body, const double *local, double *v)
{
	double x[3], R[9], rates[MECH_SPATIAL_V] = {0.0};
	mech_spatial_pose(c, body, x, R);
	mech_body_part(c, body, c->v, rates);
	mech_cross(rates + 3, local, v);
	mech_rotate(R, v, v);
	for (int i = 0; i < 3; i++) {
		v[i] += rates[i];
	}
}

/* dv/dt + R (dw/dt x s + w x (w x s)) */
LA_FUNCTION void mech_spatial_point_acceleration(const struct mech_context *c, int body, const double *local, double *a)
{
	double x[3], R[9], rates[MECH_SPATIAL_V], accelerations[MECH_SPATIAL_V], centripetal[3];
	mech_spatial_pose(c, body, x, R);
	mech_body_part(c, body, c->v, rates);
	mech_body_part(c, body, c->a, accelerations);
	mech_cross(rates + 3, local, centripetal);
	mech_cross(rates + 3, centripetal, centripetal);
	mech_cross(accelerations + 3, local, a);
	for (int i = 0; i < 3; i++) {
		a[i] += centripetal[i];
	}
	mech_rotate(R, a, a);
	for (int i = 0; i < 3; i++) {
		a[i] += accelerations[i];
	}
}

/* first derivatives R (u_i x s), second ones R (u_i x (u_j x s) + u_j x (u_i x s)) / 2 = R (u_i s_j / 2 + u_j s_i / 2 -
 * delta_ij s) */
LA_FUNCTION void mech_jet_direction(const struct mech_frames *f, int side, const double *local, struct mech_jet out[3])
{
	const double *R = f->R[side];
	const int first = MECH_SPATIAL_V * side + 3;
	double turned[3];
	mech_rotate(R, local, turned);
	for (int k = 0; k < 3; k++) {
		mech_jet_constant(turned[k], &out[k]);
	}
	for (int i = 0; f->order > 0 && i < 3; i++) {
		const double u[3] = {i == 0, i == 1, i == 2};
		double moved[3];
		mech_cross(u, local, moved);
		mech_rotate(R, moved, moved);
		for (int k = 0; k < 3; k++) {
			out[k].gradient[first + i] = moved[k];
		}
		for (int j = 0; f->order > 1 && j < 3; j++) {
			for (int k = 0; k < 3; k++) {
				out[k].hessian[MECH_JET_V * (first + i) + first + j] =
					0.5 * (R[3 * k + i] * local[j] + R[3 * k + j] * local[i]) - (i == j ? turned[k] : 0.0);
			}
		}
	}
}

LA_FUNCTION void mech_jet_point(const struct mech_frames *f, int side, const double *local, struct mech_jet out[3])
{
	mech_jet_direction(f, side, local, out);
	for (int k = 0; k < 3; k++) {
		out[k].value += f->x[side][k];
		out[k].gradient[MECH_SPATIAL_V * side + k] = 1.0;
	}
}

/* size of the coordinates whose difference is the gap: its rounding error is about 1e-16 of it */
static double mech_spatial_extent(const struct mech_frames *f, const double *local1, const double *local2)
{
	double extent = 0.0;
	for (int i = 0; i < 3; i++) {
		extent += fabs(f->x[0][i]) + fabs(f->x[1][i]) + fabs(local1[i]) + fabs(local2[i]);
	}
	return extent;
}

LA_FUNCTION void mech_jet_distance(const struct mech_frames *f, const double *local1, const double *local2,
                                   struct mech_jet *out)
{
	struct mech_jet p1[3], p2[3], square;
	mech_jet_point(f, 0, local1, p1);
	mech_jet_point(f, 1, local2, p2);
	mech_jet_subtract(f->order, p2, p1, p2);
	mech_jet_dot(f->order, p2, p2, &square);
	if (sqrt(square.value) <= 1e-12 * mech_spatial_extent(f, local1, local2)) {
		mech_jet_constant(sqrt(square.value), out);
		return;
	}
	mech_jet_square_root(f->order, &square, out);
}
